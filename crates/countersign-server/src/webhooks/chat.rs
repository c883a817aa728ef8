//! Messages to ntfy, Slack and Mattermost when something waits for a person.
//!
//! An agent's words (its summary, and every name in a generated one) are made inert for the target: no link, no
//! mention, no markup.

use countersign_core::{
    redact, text,
    webhook::{notice::Notice, outbox::Chat},
};
use countersign_words::say;
use serde_json::{Value, json};

/// The length of a foreign text.
const MAX_CHARS: usize = 200;

/// Builds the message that says what waits.
pub fn notice(chat: &Chat, notice: &Notice, link: &str) -> Value {
    let noun = if notice.waiting == 1 { "change waits" } else { "changes wait" };
    let danger = match notice.destructive {
        0 => String::new(),
        n => format!(", {n} destructive"),
    };
    let head = format!("{} {noun} for you{danger}", notice.waiting);
    let subject = Some(&notice.rung.subject).filter(|s| **s != notice.rung.run);
    let quote = |s: &str| quoted(chat, s);
    let mut lines = vec![quote(&notice.summary)];
    lines.extend(notice.claim.as_ref().map(|s| format!("{} says: {}", quote(&notice.agent), quote(s))));
    lines.extend(subject.map(|s| format!("About: {}", quote(s))));
    let priority = if notice.destructive > 0 { 5 } else { 3 };
    message(chat, &format!("{}: {head}", quote(&notice.agent)), &lines, link, priority)
}

/// Builds the message that tests a webhook.
pub fn test(chat: &Chat, link: &str) -> Value {
    let lines = [say!("judge-webhook-works").into()];
    message(chat, &say!("judge-webhook-test"), &lines, link, 3)
}

fn message(chat: &Chat, title: &str, lines: &[String], link: &str, priority: u8) -> Value {
    let body = lines.join("\n");
    match chat {
        Chat::Ntfy { topic } => json!({
            "topic": topic, "title": title, "message": body, "priority": priority,
            "tags": [if priority > 3 { "warning" } else { "memo" }], "click": link,
        }),
        Chat::Slack => json!({
            "text": format!("{title}\n{body}\n<{link}|Review>"), "unfurl_links": false, "unfurl_media": false,
        }),
        Chat::Mattermost => json!({"text": format!("{title}\n{body}\n[Review]({link})")}),
    }
}

/// Makes foreign text safe for a chat: one line, no secrets, nothing invisible, nothing the target would act on. In
/// Slack and Mattermost it is in a code span, where neither interprets anything; characters that would end the span or
/// mention somebody are replaced as well.
fn quoted(chat: &Chat, given: &str) -> String {
    let shown = text::line(&redact::text(given), MAX_CHARS);
    let flat = shown.replace("://", "[:]//").replace("www.", "www[.]");
    let safe: String = flat.chars().map(|c| stand_in(chat, c).unwrap_or_else(|| c.to_string())).collect();
    match chat {
        Chat::Slack | Chat::Mattermost => format!("`{safe}`"),
        Chat::Ntfy { .. } => safe,
    }
}

fn stand_in(chat: &Chat, c: char) -> Option<String> {
    let word = match (chat, c) {
        (Chat::Ntfy { .. }, _) => return None,
        (_, '`') => "'",
        (_, '@') => "(at)",
        (Chat::Slack, '&') => "&amp;",
        (Chat::Slack, '<') => "&lt;",
        (Chat::Slack, '>') => "&gt;",
        // Mattermost also interprets Slack's `<!channel>` and `<url|text>`, but not its entities.
        (_, '<') => "‹",
        (_, '>') => "›",
        _ => return None,
    };
    Some(word.to_owned())
}

#[cfg(test)]
mod tests {
    use countersign_core::webhook::Rung;
    use proptest::prelude::*;

    use super::*;

    const LINK: &str = "http://desk/items/i2";
    const RUN: &str = "the id of a run, which no subject here is";

    fn ntfy() -> Chat {
        Chat::Ntfy { topic: "desk".to_owned() }
    }

    /// A notice in which every foreign text is `words`.
    fn saying(words: &str, destructive: usize) -> Notice {
        let (run, subject) = (RUN.to_owned(), words.to_owned());
        Notice {
            agent: words.to_owned(),
            waiting: 1 + destructive,
            destructive,
            item: "i2".to_owned(),
            summary: words.into(),
            claim: Some(words.to_owned()),
            digest: "d".to_owned(),
            counting: false,
            rung: Rung { run, subject, ordinal: 2, destructive: destructive > 0, acted: 0 },
        }
    }

    /// The text of a message, without our link at its end.
    fn words_of(chat: &Chat, body: &Value) -> String {
        let of = |field: &str| body[field].as_str().unwrap().to_owned();
        let (text, link) = match chat {
            Chat::Ntfy { .. } => (format!("{}\n{}", of("title"), of("message")), of("click")),
            Chat::Slack | Chat::Mattermost => {
                let text = of("text");
                let (words, link) = text.rsplit_once('\n').unwrap();
                (words.to_owned(), link.to_owned())
            }
        };
        let expected = match chat {
            Chat::Ntfy { .. } => LINK.to_owned(),
            Chat::Slack => format!("<{LINK}|Review>"),
            Chat::Mattermost => format!("[Review]({LINK})"),
        };
        assert_eq!(link, expected);
        text
    }

    #[test]
    fn b12_each_chat_gets_what_it_reads() {
        let mut given = saying("ana", 0);
        given.agent = "codex".to_owned();
        given.rung.subject = "release".to_owned();
        let told = "`codex`: 1 change waits for you\n`ana`\n`codex` says: `ana`\nAbout: `release`";
        let slack = json!({
            "text": format!("{told}\n<{LINK}|Review>"), "unfurl_links": false, "unfurl_media": false,
        });
        assert_eq!(notice(&Chat::Slack, &given, LINK), slack);
        let mattermost = json!({"text": format!("{told}\n[Review]({LINK})")});
        assert_eq!(notice(&Chat::Mattermost, &given, LINK), mattermost);
        let phone = json!({
            "topic": "desk", "title": "codex: 1 change waits for you",
            "message": "ana\ncodex says: ana\nAbout: release", "priority": 3, "tags": ["memo"], "click": LINK,
        });
        assert_eq!(notice(&ntfy(), &given, LINK), phone);
        // A run without a subject is about itself; an agent need not say anything.
        let bare =
            Notice { claim: None, rung: Rung { subject: RUN.to_owned(), ..given.rung.clone() }, ..given };
        assert_eq!(notice(&ntfy(), &bare, LINK)["message"], "ana");
    }

    #[test]
    fn b12_what_destroys_is_counted_and_urgent() {
        let body = notice(&ntfy(), &saying("x", 2), LINK);
        assert_eq!(body["title"], "x: 3 changes wait for you, 2 destructive");
        assert_eq!((&body["priority"], &body["tags"]), (&json!(5), &json!(["warning"])));
    }

    #[test]
    fn a_test_says_so() {
        let body = test(&ntfy(), LINK);
        assert_eq!(
            (&body["title"], &body["message"]),
            (&json!("Countersign: a test"), &json!("This webhook works."))
        );
        assert_eq!((&body["topic"], &body["priority"]), (&json!("desk"), &json!(3)));
        for chat in [Chat::Slack, Chat::Mattermost] {
            assert_eq!(words_of(&chat, &test(&chat, LINK)), "Countersign: a test\nThis webhook works.");
        }
    }

    #[test]
    fn secrets_are_unreadable_wherever_they_stand_also_where_the_text_is_cut() {
        let secret = "sk-abcdefghij0123456789ABCD";
        let cut = format!("{} {secret}", "x".repeat(MAX_CHARS - 12));
        for chat in [ntfy(), Chat::Slack, Chat::Mattermost] {
            for given in [secret, &cut] {
                let body = notice(&chat, &saying(given, 0), LINK).to_string();
                assert!(!body.contains("sk-abc"), "{body}");
            }
            let body = notice(&chat, &saying(secret, 0), LINK).to_string();
            assert_eq!(body.matches("[redacted]").count(), 5, "{body}");
        }
    }

    proptest! {
        #[test]
        fn no_words_ever_leave_their_span(words in "\\PC{0,60}|[`<>@*|!:/a]{0,20}") {
            for chat in [Chat::Slack, Chat::Mattermost] {
                let out = quoted(&chat, &words);
                prop_assert_eq!(out.matches('`').count(), 2, "{}", out);
                let inner = &out[1..out.len() - 1];
                prop_assert!(!inner.contains(['<', '>', '@', '\n']), "{}", inner);
                prop_assert!(!inner.contains("://"), "{}", inner);
            }
            prop_assert!(!quoted(&ntfy(), &words).contains("://"));
        }

        #[test]
        fn no_words_of_a_notice_stand_outside_of_a_span(words in "\\PC{0,60}|[`<>@*|!:/a\n]{0,20}") {
            for chat in [Chat::Slack, Chat::Mattermost] {
                let text = words_of(&chat, &notice(&chat, &saying(&words, 1), LINK));
                let outside: String = text.split('`').step_by(2).collect();
                let ours = ": 2 changes wait for you, 1 destructive\n\n says: \nAbout: ";
                prop_assert_eq!(outside, ours);
            }
            prop_assert!(!words_of(&ntfy(), &notice(&ntfy(), &saying(&words, 1), LINK)).contains("://"));
        }
    }
}
