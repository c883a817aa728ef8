//! Settings files: what is in force, and what waits for a person's word.

use countersign_tools::files::unified;
use serde_json::Value;

use super::{View, item, list_of, text_of};

/// How much of a digest people are shown.
const DIGEST_CHARS: usize = 12;

/// How much of a digest a change is accepted by.
const ACCEPT_CHARS: usize = 32;

/// What is in force, and what waits.
pub fn changes(value: &Value, view: &View) -> String {
    let settings = list_of(value, "settings");
    if settings.is_empty() {
        return format!("{}\n", view.t("term-no-settings"));
    }
    settings.iter().map(|one| file(one, view)).collect::<Vec<_>>().join("\n")
}

/// What was put in force.
pub fn accepted(value: &Value, view: &View) -> String {
    let name = view.paint.strong(&name(value));
    format!("{}  {}\n", view.about("term-in-force", "file", name), view.paint.dim(&since(value, view)))
}

fn file(value: &Value, view: &View) -> String {
    let waiting = &value["waiting"];
    let name = name(value);
    if waiting.is_null() {
        let state = view.t("term-nothing-waits");
        return format!("{}  {}\n  {state}\n", view.paint.strong(&name), view.paint.dim(&since(value, view)));
    }
    let digest = short(waiting);
    let notes = format!("{} · {digest}", at(waiting, "since", view));
    let mut out = format!(
        "{}  {}\n",
        view.paint.warn(&view.about("policy-waits", "file", &name)),
        view.paint.dim(&notes)
    );
    for line in view.each_said(waiting, "loosens") {
        out.push_str(&format!("  {} {line}\n", view.paint.warn("!")));
    }
    let text = |v: &Value| v["text"].as_str().unwrap_or_default().to_owned();
    let difference = unified(&text(value), &text(waiting), &name);
    out.push_str(&item::diff(&difference.into(), "    ", usize::MAX, view));
    out.push_str(&format!("  {} {}\n", view.label(&view.t("term-in-force-until")), since(value, view)));
    let accepted: String = text_of(waiting, "digest").chars().take(ACCEPT_CHARS).collect();
    out.push_str(&format!("  {}\n", view.paint.handle(&format!("countersign policy accept {accepted}"))));
    out
}

/// The file's name, as a person knows it.
fn name(value: &Value) -> String {
    format!("{}.toml", text_of(value, "name"))
}

/// Since when what is in force is, and by whom.
fn since(value: &Value, view: &View) -> String {
    let by = match text_of(value, "by").as_str() {
        // It loosened nothing, so nobody had to say anything.
        "system:countersign" => view.t("term-by-itself"),
        somebody => view.about("term-by-whom", "who", somebody),
    };
    let at = view.about("term-since-when", "time", at(value, "at", view));
    format!("{at} · {by} · {}", short(value))
}

fn at(value: &Value, field: &str, view: &View) -> String {
    value[field].as_u64().map(|ms| view.time(ms)).unwrap_or_default()
}

fn short(value: &Value) -> String {
    text_of(value, "digest").chars().take(DIGEST_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{super::tests::plain, *};

    #[test]
    fn c2_a_change_shows_what_it_loosens_the_difference_and_how_to_accept_it() {
        let (old, new) = ("version = 1\n", "version = 1\nhosts = [\"a.example.com\"]\n");
        let value = json!({"settings": [
            {"name": "config", "digest": "a".repeat(64), "text": "", "by": "system:countersign", "at": 0},
            {"name": "policy", "digest": "b".repeat(64), "text": old, "by": "person:ana", "at": 0,
             "waiting": {"digest": "c".repeat(64), "text": new, "since": 60_000,
                         "loosens": ["sending to a.example.com no longer asks", "\u{1b}[2J"]}},
        ]});
        assert_eq!(
            changes(&value, &plain()),
            "config.toml  since 1970-01-01 00:00:00 · taken up by itself · aaaaaaaaaaaa\n  \
             nothing waits\n\n\
             policy.toml waits for your word  1970-01-01 00:01:00 · cccccccccccc\n  \
             ! sending to a.example.com no longer asks\n  \
             ! \\x1b[2J\n    \
             --- policy.toml\n    +++ policy.toml\n    @@ -1 +1,2 @@\n     version = 1\n    \
             +hosts = [\"a.example.com\"]\n  \
             in force until then: since 1970-01-01 00:00:00 · by person:ana · bbbbbbbbbbbb\n  \
             countersign policy accept cccccccccccccccccccccccccccccccc\n"
        );
        assert_eq!(changes(&json!({"settings": []}), &plain()), "No settings were ever seen here.\n");
    }

    #[test]
    fn what_was_accepted_says_by_whom() {
        let value = json!({"name": "policy", "digest": "b".repeat(64), "by": "person:ana", "at": 0});
        assert_eq!(
            accepted(&value, &plain()),
            "policy.toml is in force  since 1970-01-01 00:00:00 · by person:ana · bbbbbbbbbbbb\n"
        );
    }
}
