//! Messages to a person's own browser or phone when something waits for them.
//!
//! A notice is short, and its device may cut it: what it shows does not count as shown. So it offers no yes, only to open
//! the item, to hold a countdown, and to reject, which is bound to the digest of what the notice is about.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use countersign_core::{
    Error, Result, redact, text,
    webhook::{Address, DeviceKeys, notice::Notice},
};
use countersign_words::{Language, Words};
use p256::SecretKey;
use serde_json::{Value, json};

use super::{encrypt, vapid::Vapid};
use crate::App;

/// How long a push service keeps a message for a device that it does not reach.
const TTL_S: u64 = 24 * 3600;

/// The lengths of texts, so that a message fits with all of them.
const MAX_NAME: usize = 60;
const MAX_SUMMARY: usize = 200;

/// A message before it is encrypted.
pub(super) struct Push {
    /// What the service worker reads.
    pub text: String,
    /// What it is about: a later message about the same replaces it while the device is away.
    topic: String,
    /// Whether it is worth waking a device that saves power.
    urgent: bool,
}

/// Builds the message that says what waits.
pub(super) fn notice(language: &str, notice: &Notice) -> Push {
    let words = words(language);
    let agent = foreign(&notice.agent, MAX_NAME);
    let head = words.with(
        if notice.destructive > 0 { "notice-title-destructive" } else { "notice-title" },
        &[("agent", agent.into()), ("n", notice.waiting.into()), ("destructive", notice.destructive.into())],
    );
    let is_counting = notice.counting && notice.waiting == 1;
    let hold = is_counting.then(|| json!({"action": "hold", "title": words.t("notice-hold")}));
    let open = (!is_counting).then(|| json!({"action": "open", "title": words.t("notice-open")}));
    // With several, nobody can see which one is meant.
    let reject =
        (notice.waiting == 1).then(|| json!({"action": "reject", "title": words.t("notice-reject")}));
    let actions: Vec<Value> = [open, hold, reject].into_iter().flatten().collect();
    let topic = topic(&notice.rung.run);
    let text = json!({
        "title": head,
        "body": foreign(&words.say(&notice.summary), MAX_SUMMARY),
        "lang": words.language().code(),
        "tag": topic,
        "url": format!("/items/{}", notice.item),
        "item": notice.item,
        "digest": notice.digest,
        "actions": actions,
        "stays": notice.destructive > 0 || is_counting,
    });
    Push { text: text.to_string(), topic, urgent: notice.destructive > 0 || is_counting }
}

/// Builds the message that a device is notified from now on.
pub(super) fn test(language: &str) -> Push {
    let words = words(language);
    let text = json!({
        "title": "Countersign", "body": words.t("notice-works"), "lang": words.language().code(),
        "tag": "countersign", "url": "/", "actions": [],
    });
    Push { text: text.to_string(), topic: topic("test"), urgent: false }
}

/// What to post, and with which headers.
pub(super) type Sealed = (Vec<(&'static str, String)>, Vec<u8>);

/// Encrypts a message for a device, and signs for its push service who sends it.
pub(super) fn seal(
    app: &App,
    push: &Push,
    address: &Address,
    keys: &DeviceKeys,
    secret: &str,
    now_s: u64,
) -> Result<Sealed> {
    let env = app.engine.env();
    let own = SecretKey::from_slice(&env.seed()).map_err(Error::bug)?;
    let salt = (env.seed()[..16]).try_into().map_err(Error::bug)?;
    let body = encrypt::encrypt(push.text.as_bytes(), keys, &own, salt)?;
    let headers = vec![
        ("content-type", "application/octet-stream".to_owned()),
        ("content-encoding", "aes128gcm".to_owned()),
        ("ttl", TTL_S.to_string()),
        ("urgency", if push.urgent { "high" } else { "normal" }.to_owned()),
        ("topic", push.topic.clone()),
        ("authorization", Vapid::read(secret)?.authorization(&address.origin(), now_s)),
    ];
    Ok((headers, body))
}

fn words(language: &str) -> Words {
    Words::of(Language::of_tag(language).unwrap_or_default())
}

/// A topic has at most 32 characters of base64url.
fn topic(about: &str) -> String {
    URL_SAFE_NO_PAD.encode(&blake3::hash(about.as_bytes()).as_bytes()[..24])
}

/// Makes foreign text safe to show: one line, no secrets, nothing invisible.
fn foreign(given: &str, most: usize) -> String {
    text::line(&redact::text(given), most)
}

#[cfg(test)]
mod tests {
    use countersign_core::webhook::Rung;

    use super::*;

    fn given(waiting: usize, destructive: usize, counting: bool, words: &str) -> Notice {
        let rung = Rung {
            run: "run1".to_owned(),
            subject: words.to_owned(),
            ordinal: 1,
            destructive: destructive > 0,
            acted: 0,
        };
        Notice {
            agent: words.to_owned(),
            waiting,
            destructive,
            item: "i2-aaaa".to_owned(),
            summary: words.into(),
            claim: Some(words.to_owned()),
            digest: "d1".to_owned(),
            counting,
            rung,
        }
    }

    fn read(push: &Push) -> Value {
        serde_json::from_str(&push.text).unwrap()
    }

    fn offered(notice_: &Notice) -> Vec<String> {
        let told = read(&notice("en", notice_));
        let actions = told["actions"].as_array().unwrap();
        actions.iter().map(|a| a["action"].as_str().unwrap().to_owned()).collect()
    }

    #[test]
    fn h7_no_notice_offers_a_yes_since_none_shows_a_thing_whole() {
        let offers = |waiting, destructive, counting| offered(&given(waiting, destructive, counting, "x"));
        assert_eq!(offers(1, 0, false), ["open", "reject"]);
        assert_eq!(offers(1, 1, false), ["open", "reject"]);
        assert_eq!(offers(1, 0, true), ["hold", "reject"]);
        assert_eq!(offers(3, 0, false), ["open"], "which of them would be rejected?");
        assert_eq!(offers(3, 1, true), ["open"]);
    }

    #[test]
    fn b12_a_notice_counts_says_what_and_where_in_the_language_of_its_device() {
        let told = read(&notice("en", &given(3, 0, false, "codex")));
        assert_eq!((&told["title"], &told["body"]), (&json!("codex: 3 changes wait"), &json!("codex")));
        assert_eq!((&told["url"], &told["digest"]), (&json!("/items/i2-aaaa"), &json!("d1")));
        let told = read(&notice("en", &given(3, 1, false, "codex")));
        assert_eq!(told["title"], "codex: 3 changes wait, 1 of them destructive");
        let german = read(&notice("de", &given(1, 0, false, "codex")));
        assert_ne!(german["title"], read(&notice("en", &given(1, 0, false, "codex")))["title"]);
        assert_eq!(german["lang"], "de");
        assert_eq!(read(&notice("xx", &given(1, 0, false, "codex")))["lang"], "en");
    }

    #[test]
    fn h2_hostile_words_are_short_visible_and_without_secrets() {
        let secret = "sk-abcdefghij0123456789ABCD";
        let hostile = format!("{}\u{202e}\n{secret}\u{1b}[31m", "x".repeat(100));
        let push = notice("en", &given(1, 1, true, &hostile));
        let told = read(&push);
        for text in [&told["title"], &told["body"]].map(|text| text.as_str().unwrap()) {
            assert!(!text.contains("sk-abc") && !text.contains(['\u{202e}', '\n', '\u{1b}']), "{text}");
        }
        for words in ["\u{1F9D1}".repeat(9_000), "\\\"".repeat(9_000), "\u{202e}".repeat(9_000)] {
            for language in Language::ALL {
                let push = notice(language.code(), &given(999, 999, true, &words));
                assert!(push.text.len() <= encrypt::MAX_PLAIN, "{}", push.text.len());
            }
        }
    }
}
