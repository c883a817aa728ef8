//! Settings files: what is in force, and what waits for a person.

use countersign_core::settings::operations::{SettingsList, SettingsView};
use countersign_tools::files::unified;

use super::{View, shown};

/// The length of digests shown to people.
const DIGEST_CHARS: usize = 12;

/// The length of the digest by which a change is accepted.
const ACCEPT_CHARS: usize = 32;

/// Renders what is in force, and what waits.
pub fn changes(output: &SettingsList, view: &View) -> String {
    if output.settings.is_empty() {
        return format!("{}\n", view.t("term-no-settings"));
    }
    output.settings.iter().map(|one| file(one, view)).collect::<Vec<_>>().join("\n")
}

/// Renders accepted settings.
pub fn accepted(one: &SettingsView, view: &View) -> String {
    let name = view.paint.strong(&name(one));
    format!("{}  {}\n", view.about("term-in-force", "file", name), view.paint.dim(&since(one, view)))
}

fn file(one: &SettingsView, view: &View) -> String {
    let name = name(one);
    let Some(waiting) = &one.waiting else {
        let state = view.t("term-nothing-waits");
        return format!("{}  {}\n  {state}\n", view.paint.strong(&name), view.paint.dim(&since(one, view)));
    };
    let notes = format!("{} · {}", view.time(waiting.since), start(&waiting.digest, DIGEST_CHARS));
    let mut out = format!(
        "{}  {}\n",
        view.paint.warn(&view.about("policy-waits", "file", &name)),
        view.paint.dim(&notes)
    );
    for line in view.all_said(&waiting.loosens) {
        out.push_str(&format!("  {} {line}\n", view.paint.warn("!")));
    }
    let difference = unified(&one.text, &waiting.text, &name);
    out.push_str(&super::diff(Some(&difference), "    ", usize::MAX, view));
    out.push_str(&format!("  {} {}\n", view.label(&view.t("term-in-force-until")), since(one, view)));
    let accepted = start(&waiting.digest, ACCEPT_CHARS);
    out.push_str(&format!("  {}\n", view.paint.handle(&format!("countersign policy accept {accepted}"))));
    out
}

/// The file's name.
fn name(one: &SettingsView) -> String {
    format!("{}.toml", shown(&one.name))
}

/// Describes since when the settings are in force, and who accepted them.
fn since(one: &SettingsView, view: &View) -> String {
    let by = match shown(&one.by).as_str() {
        // It loosened nothing, so nobody had to accept it.
        "system:countersign" => view.t("term-by-itself"),
        somebody => view.about("term-by-whom", "who", somebody),
    };
    let at = view.about("term-since-when", "time", view.time(one.at));
    format!("{at} · {by} · {}", start(&one.digest, DIGEST_CHARS))
}

/// The first characters of a digest.
fn start(digest: &str, chars: usize) -> String {
    shown(digest).chars().take(chars).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{
        super::tests::{filled, plain},
        *,
    };

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
            changes(&filled(value), &plain()),
            "config.toml  since 1970-01-01 00:00:00 · loaded automatically · aaaaaaaaaaaa\n  \
             nothing waits\n\n\
             policy.toml waits for your decision  1970-01-01 00:01:00 · cccccccccccc\n  \
             ! sending to a.example.com no longer asks\n  \
             ! \\x1b[2J\n    \
             --- policy.toml\n    +++ policy.toml\n    @@ -1 +1,2 @@\n     version = 1\n    \
             +hosts = [\"a.example.com\"]\n  \
             in force until then: since 1970-01-01 00:00:00 · by person:ana · bbbbbbbbbbbb\n  \
             countersign policy accept cccccccccccccccccccccccccccccccc\n"
        );
        assert_eq!(changes(&filled(json!({"settings": []})), &plain()), "No settings loaded yet.\n");
    }

    #[test]
    fn what_was_accepted_says_by_whom() {
        let value = json!({"name": "policy", "digest": "b".repeat(64), "by": "person:ana", "at": 0});
        assert_eq!(
            accepted(&filled(value), &plain()),
            "policy.toml is in force  since 1970-01-01 00:00:00 · by person:ana · bbbbbbbbbbbb\n"
        );
    }
}
