//! Usage templates: they define the command of an operation.
//!
//! `undo {id} --expect {expected_event_id}` is the command `undo` with one word and one option, each filling the
//! field of the operation's input that is named in braces. The forms of a slot:
//!
//! | form | meaning |
//! |---|---|
//! | `{x}`, `[{x}]` | a word |
//! | `{x...}` | several words, one call for each |
//! | `--flag {x}` | an option; a plain flag where the field is a boolean |
//! | `--flag {x=v}` | a flag that puts `v` into the field |
//! | `{x=v}` | nothing to type: the field is always `v` |
//!
//! Several templates of one operation are separated by ` | `.

use countersign_core::{Error, Result};

/// One way to type an operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template {
    /// The words of the command (`run`, `start`).
    pub words: Vec<&'static str>,
    /// What follows them.
    pub slots: Vec<Slot>,
}

/// One field that the command fills.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slot {
    /// The field of the input.
    pub field: &'static str,
    /// How it is typed.
    pub form: Form,
}

/// How a field is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// As a word.
    Word,
    /// As several words, one call for each.
    Words,
    /// As an option of that name.
    Option(&'static str),
    /// As a flag that stands for a value.
    Switch {
        /// The flag's name.
        flag: &'static str,
        /// What it puts into the field.
        value: &'static str,
    },
    /// Not at all: it always has that value.
    Fixed(&'static str),
}

/// Reads all templates of one operation; an empty text has none.
pub fn parse(text: &'static str) -> Result<Vec<Template>> {
    text.split(" | ").map(str::trim).filter(|t| !t.is_empty()).map(parse_one).collect()
}

fn parse_one(text: &'static str) -> Result<Template> {
    let mut template = Template { words: Vec::new(), slots: Vec::new() };
    let mut tokens = text.split_whitespace();
    while let Some(token) = tokens.next() {
        if let Some(flag) = token.strip_prefix("--") {
            let slot = tokens.next().and_then(braced).ok_or_else(|| broken(text, token))?;
            template.slots.push(match slot.split_once('=') {
                Some((field, value)) => Slot { field, form: Form::Switch { flag, value } },
                None => Slot { field: slot, form: Form::Option(flag) },
            });
        } else if let Some(slot) = braced(token) {
            template.slots.push(word(slot));
        } else if template.slots.is_empty() && token.bytes().all(|b| b.is_ascii_lowercase() || b == b'-') {
            template.words.push(token);
        } else {
            return Err(broken(text, token));
        }
    }
    if template.words.is_empty() {
        return Err(broken(text, "no word"));
    }
    Ok(template)
}

fn braced(token: &'static str) -> Option<&'static str> {
    let token = token.strip_prefix('[').and_then(|t| t.strip_suffix(']')).unwrap_or(token);
    token.strip_prefix('{')?.strip_suffix('}').filter(|t| !t.is_empty())
}

fn word(slot: &'static str) -> Slot {
    match (slot.split_once('='), slot.strip_suffix("...")) {
        (Some((field, value)), _) => Slot { field, form: Form::Fixed(value) },
        (None, Some(field)) => Slot { field, form: Form::Words },
        (None, None) => Slot { field: slot, form: Form::Word },
    }
}

fn broken(text: &str, token: &str) -> Error {
    Error::bug(format!("the usage template {text:?} is broken at {token:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &'static str, words: &[&'static str], slots: &[(&'static str, Form)]) {
        let slots = slots.iter().map(|(field, form)| Slot { field, form: *form }).collect();
        assert_eq!(parse(text).unwrap(), [Template { words: words.to_vec(), slots }], "{text}");
    }

    #[test]
    fn each_form_of_a_slot_is_understood() {
        check("inbox", &["inbox"], &[]);
        check("confirm-all {set}", &["confirm-all"], &[("set", Form::Word)]);
        check("run start --subject {subject}", &["run", "start"], &[("subject", Form::Option("subject"))]);
        check(
            "confirm {id...} --type {typed}",
            &["confirm"],
            &[("id", Form::Words), ("typed", Form::Option("type"))],
        );
        check("context [{subject}]", &["context"], &[("subject", Form::Word)]);
        check(
            "token person {name} {kind=person}",
            &["token", "person"],
            &[("name", Form::Word), ("kind", Form::Fixed("person"))],
        );
        check(
            "resolve {id} --applied {landed=true} --not-applied {landed=false}",
            &["resolve"],
            &[
                ("id", Form::Word),
                ("landed", Form::Switch { flag: "applied", value: "true" }),
                ("landed", Form::Switch { flag: "not-applied", value: "false" }),
            ],
        );
    }

    #[test]
    fn several_templates_are_several_commands() {
        let both = parse("token person {name} {kind=person} | token agent {name} {kind=agent}").unwrap();
        let words: Vec<_> = both.iter().map(|t| t.words.join(" ")).collect();
        assert_eq!(words, ["token person", "token agent"]);
        assert_eq!(parse("").unwrap(), []);
    }

    #[test]
    fn a_broken_template_is_a_defect_that_names_the_place() {
        for text in
            ["{id}", "undo {id", "undo --expect", "undo --expect id", "undo {id} again", "undo ID", "undo {}"]
        {
            let error = parse(text).unwrap_err();
            assert_eq!(error.code, countersign_core::ErrorCode::Internal, "{text}");
            assert!(error.internal().unwrap().contains(text), "{text}");
        }
    }
}
