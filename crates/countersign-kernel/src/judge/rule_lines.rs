//! Lines of a policy file: a grant, written as the rule that allows the same. A rule that is written here never covers
//! a call that its pattern does not; where the language of conditions cannot say that, none is written.
//!
//! # Limitations
//! A rule may cover less than its pattern: commands with a hole for a path, calls that were rehearsed, chains with
//! commands that only read, and texts that do not read as what they are (hidden characters, secrets) have none.

use serde_json::json;

use super::{
    Command, Facts, Pattern, Slot,
    grant::{asks, objects_of},
};
use crate::{redact, text};

/// The longest text in a rule.
const MAX_CHARS: usize = 500;
/// Lists of facts are whole below this length.
const WHOLE: usize = 200;

/// Returns the rule that refuses all calls of a tool.
pub fn refusing(tool: &str) -> Option<String> {
    let name = format!("refuse {tool}");
    is_plain(tool)
        .then(|| format!("[[rule]]\nname = {}\ntools = [{}]\nthen = \"refuse\"\n", json!(name), json!(tool)))
}

/// Returns the rule that allows an agent what `pattern` covers, and nothing else; `facts` are those of a call that it
/// was made of. None if no condition says the same or less.
pub fn allowing(name: &str, agent: &str, tool: &str, facts: &Facts, pattern: &Pattern) -> Option<String> {
    let mut parts = vec![format!("agent.name == {}", json!(agent))];
    parts.extend(what_is_always_asked());
    parts.extend(sending(pattern));
    parts.extend(match pattern.commands.is_empty() {
        true => of_targets(facts, pattern)?,
        false => of_commands(facts, pattern)?,
    });
    let texts = pattern.writes.iter().chain(&pattern.kinds).chain(&pattern.hosts).chain(&pattern.below);
    let texts = texts.chain(&pattern.places).chain(&pattern.folder).map(String::as_str);
    let words = pattern.commands.iter().flatten().filter_map(|slot| match slot {
        Slot::Word(word) => Some(word.as_str()),
        _ => None,
    });
    if !texts.chain(words).chain([name, agent, tool]).all(is_plain) {
        return None;
    }
    let when = parts.join("\n&& ");
    Some(format!(
        "[[rule]]\nname = {}\ntools = [{}]\nwhen = '''\n{when}'''\nthen = \"allow\"\n",
        json!(name),
        json!(tool)
    ))
}

/// Whether a text reads as what it is, also inside a literal of the file.
fn is_plain(one: &str) -> bool {
    !one.is_empty()
        && one.chars().count() <= MAX_CHARS
        && !one.contains("'''")
        && !one.chars().any(char::is_control)
        && text::visible(one).text == one
        && redact::text(one) == one
}

/// Nothing that a grant never covers.
fn what_is_always_asked() -> Vec<String> {
    let none = ["deletes", "destroys", "protected"].map(|list| format!("size(facts.{list}) == 0"));
    none.into_iter().chain(["!facts.privileged && !facts.opaque".to_owned()]).collect()
}

fn sending(pattern: &Pattern) -> Vec<String> {
    match pattern.hosts.as_slice() {
        [] => vec!["!facts.sends".to_owned()],
        hosts => vec![format!(
            "(!facts.sends || size(facts.hosts) > 0) && size(facts.hosts) < {WHOLE} && facts.hosts.all(h, h in {})",
            json!(hosts)
        )],
    }
}

/// What a call without commands may do.
fn of_targets(facts: &Facts, pattern: &Pattern) -> Option<Vec<String>> {
    let is_for_commands = pattern.folder.is_some() || pattern.script.is_some() || !facts.commands.is_empty();
    if is_for_commands || !pattern.changes.is_empty() {
        return None;
    }
    let mut parts: Vec<String> =
        ["commands", "executes", "changes"].map(|list| format!("size(facts.{list}) == 0")).into();
    if pattern.any {
        parts.push(format!("!facts.outside && size(facts.writes) < {WHOLE}"));
        return Some(parts);
    }
    parts.push(writes(pattern)?);
    if pattern.hosts.is_empty() {
        parts.push("size(facts.writes) > 0".to_owned());
    } else {
        parts.push("(size(facts.writes) > 0 || size(facts.hosts) > 0)".to_owned());
    }
    Some(parts)
}

/// What a call of commands may do. Its words are compared one by one; a word that is known only at run time is empty in
/// conditions, so no word may be.
fn of_commands(facts: &Facts, pattern: &Pattern) -> Option<Vec<String>> {
    let is_unsaid =
        |c: &Command| !asks(c) || c.words.iter().any(|word| word.as_deref().is_none_or(str::is_empty));
    if pattern.any || pattern.script.is_some() || facts.commands.iter().any(is_unsaid) {
        return None;
    }
    let mut parts = vec![format!("facts.folder == {}", json!(pattern.folder.as_deref().unwrap_or_default()))];
    let templates: Vec<String> =
        pattern.commands.iter().map(|slots| template(slots)).collect::<Option<_>>()?;
    let (least, one_of) =
        (format!("size(facts.commands) > 0 && size(facts.commands) < {WHOLE}"), templates.join(" || "));
    parts.push(format!("{least} && facts.commands.all(c, {one_of})"));
    let changes: Vec<&str> = pattern.changes.iter().map(|change| &**change).collect();
    if !changes.iter().all(|change| is_plain(change)) {
        return None;
    }
    parts.push(format!("size(facts.changes) < {WHOLE} && facts.changes.all(c, c in {})", json!(changes)));
    let is_open = pattern.commands.iter().any(|slots| slots.last() == Some(&Slot::Rest));
    match (is_open, pattern.hosts.is_empty()) {
        (true, true) => {
            parts
                .push(format!("size(facts.executes) == 0 && !facts.outside && size(facts.writes) < {WHOLE}"));
        }
        (true, false) => {
            parts.push("size(facts.executes) == 0 && !facts.outside && size(facts.reads) == 0".to_owned());
            parts.push(writes(pattern)?);
        }
        (false, _) => {
            parts.push(format!("size(facts.executes) < {WHOLE}"));
            parts.push(writes(pattern)?);
        }
    }
    Some(parts)
}

/// Returns the condition on one command, `c`; None for a hole that conditions cannot tell.
fn template(slots: &[Slot]) -> Option<String> {
    let (head, is_open) = match slots.split_last() {
        Some((Slot::Rest, head)) => (head, true),
        _ => (slots, false),
    };
    if head.is_empty() {
        return None;
    }
    let mut parts = vec![format!("size(c) {} {}", if is_open { ">=" } else { "==" }, head.len())];
    for (n, slot) in head.iter().enumerate() {
        parts.push(match slot {
            Slot::Word(word) => format!("c[{n}] == {}", json!(word)),
            Slot::Number => format!("c[{n}].matches(\"^[0-9]+$\")"),
            Slot::Text => format!("c[{n}] != \"\""),
            Slot::Path | Slot::Like(_) | Slot::Rest => return None,
        });
    }
    if is_open {
        parts.push("c.all(w, w != \"\")".to_owned());
    }
    Some(format!("({})", parts.join(" && ")))
}

/// Returns the condition on what is written.
fn writes(pattern: &Pattern) -> Option<String> {
    let mut inside: Vec<String> = Vec::new();
    for kind in &pattern.kinds {
        let regex = match kind.split_once('/') {
            Some((kind, field)) => {
                format!("^{}:[A-Za-z0-9_.-]+/{}$", regex::escape(kind), regex::escape(field))
            }
            None => format!("^{}:[A-Za-z0-9_.-]+$", regex::escape(kind)),
        };
        inside.push(format!("w.matches({})", json!(regex)));
    }
    for place in &pattern.places {
        let (folder, ending) = place.rsplit_once("/*.").filter(|_| objects_of(place).is_none())?;
        let regex = format!("^{}/[^/]+\\.{}$", regex::escape(folder), regex::escape(ending));
        inside.push(format!("w.matches({})", json!(regex)));
    }
    for folder in &pattern.below {
        inside.push(format!("(w.startsWith({}) && !w.contains(\"..\"))", json!(format!("{folder}/"))));
    }
    let mut ways = vec![format!("w in {}", json!(pattern.writes))];
    if !inside.is_empty() {
        ways.push(format!("(!facts.outside && ({}))", inside.join(" || ")));
    }
    Some(format!("size(facts.writes) < {WHOLE} && facts.writes.all(w, {})", ways.join(" || ")))
}

#[cfg(test)]
mod tests;
