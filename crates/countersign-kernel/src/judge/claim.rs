//! Compares the agent's claim about a call with the facts.
//!
//! A claim is shown apart from the facts and decides nothing. This only finds claims that would mislead a
//! person who reads no further.

use countersign_words::{Message, say};

use super::{Class, Facts};

/// Words for deleting or losing something.
const LOSS: &[&str] = &[
    "clean",
    "clear",
    "delet",
    "discard",
    "drop",
    "empt",
    "eras",
    "purg",
    "remov",
    "reset",
    "revert",
    "roll",
    "tidy",
    "trash",
    "trunc",
    "uninstall",
    "wipe",
    "overwrit",
    "replac",
    "kill",
    "stop",
    "destroy",
    "forget",
    "prun",
];

/// Words for changing something.
const CHANGE: &[&str] = &[
    "add", "append", "appl", "archiv", "assign", "book", "build", "chang", "clos", "commit", "complet",
    "configur", "convert", "copy", "copies", "correct", "creat", "edit", "enabl", "disabl", "estimat",
    "extend", "finish", "fix", "generat", "insert", "install", "label", "link", "log", "mak", "mark", "merg",
    "mov", "new", "open", "patch", "plan", "post", "prioriti", "propos", "publish", "put", "record",
    "refactor", "renam", "reopen", "reorder", "rewrit", "sav", "schedul", "set", "send", "sort", "split",
    "start", "stor", "switch", "tag", "turn", "updat", "upgrad", "upload", "writ",
];

/// Words for changing nothing, or only the appearance.
const HARMLESS: &[&str] = &[
    "analy", "browse", "check", "compar", "count", "describ", "display", "explain", "fetch", "find",
    "format", "get", "inspect", "lint", "list", "look", "prettif", "preview", "print", "query", "read",
    "review", "scan", "search", "show", "summari", "test", "validat", "verif", "view",
];

/// Words for sending data off the machine.
const SENDING: &[&str] = &[
    "api", "browse", "call", "clone", "commit", "contact", "deploy", "download", "email", "fetch", "http",
    "install", "mail", "messag", "notif", "open", "ping", "post", "publish", "pull", "push", "quer",
    "request", "search", "send", "shar", "submit", "sync", "upload", "url", "visit", "web",
];

/// Describes where `claim` contradicts the facts; None where it does not, or that cannot be determined.
pub fn mismatch(claim: &str, class: Class, facts: &Facts) -> Option<Message> {
    let words: Vec<String> = claim
        .split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty())
        .map(str::to_lowercase)
        .collect();
    if words.is_empty() {
        return None;
    }
    let says = |list: &[&str]| words.iter().any(|w| list.iter().any(|stem| w.starts_with(stem)));
    let names = |targets: &[String]| targets.iter().any(|t| claim.contains(t.as_str()));
    if !facts.deletes.is_empty() && !says(LOSS) {
        return Some(say!("judge-claim-deletes", what = first(&facts.deletes)));
    }
    if class == Class::Destructive && !says(LOSS) {
        return Some(say!("judge-claim-loss"));
    }
    if facts.sends_out() && !says(SENDING) && !names(&facts.hosts) {
        return Some(match facts.hosts.as_slice() {
            [] => say!("judge-claim-sends-out"),
            hosts => {
                say!("judge-claim-sends-to", host = first(hosts))
            }
        });
    }
    let only_harmless = says(HARMLESS) && !says(CHANGE) && !says(LOSS) && !says(SENDING);
    (class == Class::Mutable && only_harmless).then(|| match facts.writes.as_slice() {
        [] => say!("judge-claim-changes-something"),
        writes => say!("judge-claim-changes", what = first(writes)),
    })
}

fn first<T: AsRef<str>>(targets: &[T]) -> Message {
    match targets {
        [] => say!("judge-claim-something"),
        [one] => one.as_ref().into(),
        [one, rest @ ..] => say!("judge-claim-more", what = one.as_ref(), n = rest.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deletes(target: &str) -> Facts {
        Facts { deletes: vec![target.into()], ..Facts::default() }
    }

    #[test]
    fn b3_a_claim_that_hides_a_deletion_is_flagged() {
        let facts = deletes("file:/src/main.rs");
        let found = mismatch("Format the code", Class::Destructive, &facts).unwrap();
        assert!(found.contains("deletes file:/src/main.rs"), "{found}");
        assert!(mismatch("Update the build", Class::Destructive, &facts).is_some());
        for honest in ["Delete main.rs", "Removes an old file", "Clean up", "DROP the table"] {
            assert_eq!(mismatch(honest, Class::Destructive, &facts), None, "{honest}");
        }
    }

    #[test]
    fn b3_a_claim_of_reading_is_flagged_when_the_call_changes_something() {
        let facts = Facts::write("task:t1-0000/title");
        let found = mismatch("Just checking the title", Class::Mutable, &facts).unwrap();
        assert!(found.contains("changes task:t1-0000/title"), "{found}");
        for honest in ["Rename the task", "Check and update the title", "Titel ändern", "", "…"] {
            assert_eq!(mismatch(honest, Class::Mutable, &facts), None, "{honest}");
        }
        assert_eq!(mismatch("Checking the title", Class::Read, &Facts::read("task:t1")), None);
    }

    #[test]
    fn b3_a_claim_that_hides_sending_is_flagged() {
        let facts =
            Facts { sends: true, hosts: vec!["paste.test".into(), "b.test".into()], ..Facts::default() };
        let found = mismatch("Count the lines", Class::Read, &facts).unwrap();
        assert!(found.contains("to paste.test and 1 more"), "{found}");
        for honest in ["Upload the log", "Ask paste.test", "POST it"] {
            assert_eq!(mismatch(honest, Class::Read, &facts), None, "{honest}");
        }
        let unknown = Facts { sends: true, ..Facts::default() };
        assert!(mismatch("Count the lines", Class::Read, &unknown).unwrap().ends_with("data out"));
    }

    #[test]
    fn b3_a_destructive_call_without_named_targets_is_flagged_too() {
        assert!(mismatch("Improve the layout", Class::Destructive, &Facts::default()).is_some());
        assert_eq!(mismatch("Wipe the disk", Class::Destructive, &Facts::default()), None);
    }
}
