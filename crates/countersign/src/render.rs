//! Answers as text for people: facts first, the agent's words second and marked, nothing invisible.
//!
//! Every foreign text passes [`shown`]. Output is in the reader's language: answers arrive in it, and messages made in
//! this process are translated here ([`View::said`]). The table in `renderers.rs` says which function renders the
//! output of an operation, by its type.

pub mod asks;
mod card;
mod decided;
mod difference;
mod explain;
mod generic;
mod grant;
mod hosts;
mod insight;
mod item;
mod log;
mod paint;
mod plan;
mod printed;
mod receipt;
mod renderers;
mod run;
mod server;
mod settings;
mod show;
mod stage;
mod stats;
mod status;
mod step;
mod table;
mod visit;
mod working_set;

use std::borrow::Cow;

pub use difference::diff;
pub use explain::explain;
pub use item::page as item_page;
pub use log::verified;
pub use paint::{Paint, Tone};
pub use stage::{Left, brief, left};
pub use visit::happened;

use countersign_core::{Level, judge::Class, operations as ops, text};
use countersign_words::{Language, Message, Words};
use serde_json::Value;

/// How text is rendered.
pub struct View {
    /// The colours.
    pub paint: Paint,
    /// The person's time zone.
    pub zone: jiff::tz::TimeZone,
    /// Whether a person reads it; otherwise it goes to a file or a program.
    pub is_terminal: bool,
    /// The language.
    pub words: Words,
    /// Whether everything is wanted: ids, hashes, arguments.
    pub verbose: bool,
    /// How many columns there are, if that is known.
    pub width: Option<usize>,
    /// The folder that paths are relative to; empty for none.
    pub cwd: String,
}

impl View {
    /// Shortens a path below the current folder. What does not begin with that folder stays as it is.
    pub fn near(&self, path: &str) -> String {
        let below = path.strip_prefix(&self.cwd).and_then(|rest| rest.strip_prefix('/'));
        below.filter(|rest| !self.cwd.is_empty() && !rest.is_empty()).unwrap_or(path).to_owned()
    }

    /// Formats a point in time, in the person's zone.
    pub fn time(&self, ms: u64) -> String {
        let stamp = i64::try_from(ms).ok().and_then(|ms| jiff::Timestamp::from_millisecond(ms).ok());
        stamp.map_or_else(
            || ms.to_string(),
            |t| t.to_zoned(self.zone.clone()).strftime("%Y-%m-%d %H:%M:%S").to_string(),
        )
    }

    /// Formats a point in time; empty if there is none.
    fn time_opt(&self, ms: Option<u64>) -> String {
        ms.map(|ms| self.time(ms)).unwrap_or_default()
    }

    /// Returns the same view in English, for results, which are not translated.
    fn literal(&self) -> Self {
        let (zone, cwd) = (self.zone.clone(), self.cwd.clone());
        Self { zone, cwd, words: Words::of(Language::English), ..*self }
    }

    /// Returns a message by its id.
    pub fn t(&self, id: &str) -> String {
        self.words.t(id).into_owned()
    }

    /// Returns a message with one argument.
    fn about<'a>(&self, id: &str, name: &'a str, what: impl Into<Cow<'a, str>>) -> String {
        self.words.with(id, &[(name, what.into().into())])
    }

    /// Renders one of our messages. A message from an answer is already in the reader's language and stays as it is.
    pub fn said(&self, message: &Message) -> String {
        shown(&self.words.say(message))
    }

    /// Like `said`; empty if there is no message.
    pub fn said_if(&self, message: Option<&Message>) -> String {
        message.map(|message| self.said(message)).unwrap_or_default()
    }

    /// Like `said`, for each message.
    pub fn all_said(&self, messages: &[Message]) -> Vec<String> {
        messages.iter().map(|message| self.said(message)).collect()
    }

    /// Like `said`, shortened to `most` characters.
    fn told(&self, message: &Message, most: usize) -> String {
        self.folded(&self.words.say(message), most)
    }

    /// Translates a code word by the first of `areas` that has it. In English it stays the word itself.
    fn coded(&self, areas: &[&str], code: &str) -> String {
        let word = code.replace('_', "-");
        let known = |area: &&str| Some(format!("{area}{word}")).filter(|id| self.words.has(id));
        match self.words.language() {
            Language::English => shown(code),
            _ => areas.iter().find_map(known).map_or_else(|| shown(code), |id| self.t(&id)),
        }
    }

    /// Returns the status of a proposal.
    fn item_status(&self, status: &str) -> String {
        self.coded(&["status-", "work-is-", "term-is-"], status)
    }

    /// Returns the status of anything else.
    fn standing(&self, status: &str) -> String {
        self.coded(&["work-is-", "status-", "term-is-"], status)
    }

    /// Returns the name of a class: `mutable`.
    fn class(&self, class: Class) -> String {
        self.coded(&["work-class-"], class.as_str())
    }

    /// Returns the colour of a class.
    fn class_tone(&self, class: Class) -> Tone {
        match class {
            Class::Destructive => Tone::Bad,
            Class::Read | Class::Mutable => Tone::Plain,
        }
    }

    /// Returns the basis of a level: `same user`.
    pub fn rests_on(&self, level: Level) -> String {
        self.t(match level {
            Level::SameUser => "term-level-same-user",
            Level::OwnUser => "term-level-own-user",
            Level::Passkey => "term-level-passkey",
        })
    }

    /// Returns how well persons and agents are separated: `level 1: same user`.
    fn level(&self, level: Level) -> String {
        let what = self.rests_on(level);
        self.words.with("receipts-level", &[("n", level.number().into()), ("what", what.into())])
    }

    /// Returns whether hooks are installed: `installed`.
    pub fn hooks(&self, state: &str) -> String {
        self.coded(&["term-hooks-"], state)
    }

    /// Returns the name of a field or kind.
    fn field(&self, name: &str) -> String {
        self.coded(&["term-"], name)
    }

    /// Returns a name as a label: `undo:`.
    fn label(&self, name: &str) -> String {
        format!("{name}{}", self.t("term-colon"))
    }

    /// Returns the headings of columns.
    fn heads(&self, ids: &[&str]) -> Vec<String> {
        ids.iter().map(|id| self.t(id).to_uppercase()).collect()
    }

    /// Formats a value in a sentence: quoted text, plain numbers, a dash for nothing. Long text is shortened and its
    /// length is given.
    fn inline(&self, value: &Value) -> String {
        match value {
            Value::Null => "—".to_owned(),
            Value::String(text) => format!("\"{}\"", self.folded(text, 100)),
            Value::Array(list) if list.is_empty() => self.t("term-none"),
            Value::Array(list) if list.iter().all(|v| !v.is_object() && !v.is_array()) => {
                list.iter().map(|v| self.inline(v)).collect::<Vec<_>>().join(", ")
            }
            Value::Array(_) | Value::Object(_) => self.folded(&value.to_string(), 200),
            scalar => scalar.to_string(),
        }
    }

    /// Shortens a text to `most` characters; the number of hidden ones is given.
    fn folded(&self, text: &str, most: usize) -> String {
        let (length, lines) = (text.chars().count(), text.lines().count());
        if length <= most {
            return shown(text);
        }
        let head: String = text.chars().take(most).collect();
        let all = self.words.count("term-characters", length);
        let lines =
            if lines > 1 { format!(", {}", self.words.count("work-lines", lines)) } else { String::new() };
        format!("{}… ({all}{lines})", shown(&head))
    }
}

/// Renders the answer of an operation as text; for a list that continues, with the command for the next page. An output
/// that is not of the operation's type, as a daemon of another version may send it, is rendered generically.
pub fn answer(op: &str, value: &Value, view: &View) -> String {
    let typed = renderers::find(op).and_then(|renderer| renderer.render(value.clone(), view).ok());
    let (Some(next), Some(flag)) = (generic::next(value), goes_on(op)) else {
        return typed.unwrap_or_else(|| generic::render(value, view));
    };
    let listed = typed.unwrap_or_else(|| generic::render(&generic::without_next(value), view));
    format!("{listed}{}\n", view.paint.dim(&more(flag, next, view)))
}

/// Says that there is more, and how to get it.
pub fn more(flag: &str, next: &str, view: &View) -> String {
    format!("{} --{flag} {}", view.t("term-more"), short(next))
}

/// Returns the option that continues a list; `None` if the command prints that itself.
fn goes_on(op: &str) -> Option<&'static str> {
    if matches!(op, "visit.since" | "audit.export") {
        return None;
    }
    let cli = ops::find(op)?.spec().cli;
    ["before", "after"].into_iter().find(|flag| cli.contains(&format!("--{flag} {{{flag}}}")))
}

/// Returns whether a call asks for a further page of a list.
pub fn is_further(op: &str, input: &Value) -> bool {
    goes_on(op).is_some_and(|flag| !input[flag].is_null())
}

/// Returns whether an answer has lists and all are empty.
pub fn lists_nothing(value: &Value) -> bool {
    let mut lists =
        value.as_object().into_iter().flatten().filter_map(|(_, field)| field.as_array()).peekable();
    lists.peek().is_some() && lists.all(Vec::is_empty)
}

/// Makes one line of foreign text safe to show.
pub fn shown(text: &str) -> String {
    text::visible(text).text
}

/// Like `shown`; empty if there is no text.
fn shown_opt(text: Option<&(impl AsRef<str> + ?Sized)>) -> String {
    text.map(|text| shown(text.as_ref())).unwrap_or_default()
}

/// Shortens an id to the form that commands accept: `i12` for `i12-9f3a`.
fn short(id: &str) -> String {
    let id = shown(id);
    match id.split_once('-') {
        Some((head, _)) if head.ends_with(|c: char| c.is_ascii_digit()) => head.to_owned(),
        _ => id,
    }
}

/// Like `short`; empty if there is no id.
fn short_opt(id: Option<&String>) -> String {
    id.map(|id| short(id)).unwrap_or_default()
}

#[cfg(test)]
pub mod tests {
    use countersign_core::item::view::ItemView;
    use countersign_words::say;
    use schemars::{JsonSchema, SchemaGenerator};
    use serde::de::DeserializeOwned;
    use serde_json::{Map, json};

    use super::*;

    /// Completes an output of which a test gives only some fields: the other required ones are empty.
    pub fn filled<T: JsonSchema + DeserializeOwned>(given: Value) -> T {
        let mut generator = SchemaGenerator::default();
        let schema = T::json_schema(&mut generator).to_value();
        let whole = fill(&schema, Some(given), generator.definitions());
        serde_json::from_value(whole.clone()).unwrap_or_else(|e| panic!("{e}: {whole:#}"))
    }

    /// Builds a value of a schema: the given fields, plus the required ones.
    fn fill(schema: &Value, given: Option<Value>, types: &Map<String, Value>) -> Value {
        let named = schema["$ref"].as_str().and_then(|r| r.rsplit('/').next());
        if let Some(name) = named.filter(|_| given.as_ref().is_none_or(|g| !g.is_null())) {
            return fill(&types[name], given, types);
        }
        let one_of = ["oneOf", "anyOf"].iter().find_map(|key| schema[*key].as_array());
        match given {
            Some(Value::Object(mut fields)) => {
                let kinds = one_of.into_iter().flatten();
                let of_kind = |kind: &Value| {
                    let tags = kind["properties"].as_object().into_iter().flatten();
                    let mut consts = tags.filter(|(_, of)| of.get("const").is_some());
                    !kind["type"].is_string()
                        || kind["type"] == "object" && consts.all(|(n, of)| fields.get(n) == of.get("const"))
                };
                let schema =
                    kinds.filter(|kind| kind["type"] != "null").find(|k| of_kind(k)).unwrap_or(schema);
                if schema["$ref"].is_string() {
                    return fill(schema, Some(Value::Object(fields)), types);
                }
                let names = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
                let missing: Vec<&str> = names.filter(|name| !fields.contains_key(*name)).collect();
                for name in missing {
                    fields.insert(name.to_owned(), fill(&schema["properties"][name], None, types));
                }
                for (name, of) in schema["properties"].as_object().into_iter().flatten() {
                    if let Some(field) = fields.get_mut(name) {
                        *field = fill(of, Some(field.take()), types);
                    }
                }
                Value::Object(fields)
            }
            Some(Value::Array(list)) => {
                list.into_iter().map(|one| fill(&schema["items"], Some(one), types)).collect()
            }
            Some(scalar) => scalar,
            None => empty(schema, one_of, types),
        }
    }

    /// Builds the emptiest value of a schema.
    fn empty(schema: &Value, one_of: Option<&Vec<Value>>, types: &Map<String, Value>) -> Value {
        if let Some(fixed) = schema.get("const").or(schema["enum"].get(0)) {
            return fixed.clone();
        }
        if let Some(kinds) = one_of {
            let null = kinds.iter().find(|kind| kind["type"] == "null");
            return null.map_or_else(|| fill(&kinds[0], None, types), |_| Value::Null);
        }
        let has = |wanted: &str| {
            schema["type"] == wanted || schema["type"].as_array().is_some_and(|t| t.contains(&json!(wanted)))
        };
        match () {
            () if has("null") => Value::Null,
            () if has("string") => json!(""),
            () if has("integer") || has("number") => json!(0),
            () if has("boolean") => json!(false),
            () if has("array") => json!([]),
            () if has("object") => fill(schema, Some(json!({})), types),
            () => Value::Null,
        }
    }

    /// A view for tests, in a language.
    pub(super) fn spoken(language: Language) -> View {
        let (paint, zone) = (Paint::plain(), jiff::tz::TimeZone::UTC);
        let (words, cwd) = (Words::of(language), String::new());
        View { paint, zone, is_terminal: true, words, verbose: false, width: None, cwd }
    }

    pub(super) fn plain() -> View {
        spoken(Language::English)
    }

    #[test]
    fn every_list_that_ends_early_says_how_to_go_on() {
        let mut lists = Vec::new();
        for op in countersign_core::OPS {
            let spec = op.spec();
            let mut generator = SchemaGenerator::default();
            let schema = op.output_schema(&mut generator).to_value();
            let types = generator.definitions();
            let named = schema["$ref"].as_str().and_then(|r| r.rsplit('/').next());
            let schema = named.map_or(&schema, |name| &types[name]);
            if spec.cli.is_empty() || !schema["properties"]["next"].is_object() {
                continue;
            }
            let with = |next: Value| fill(schema, Some(json!({"next": next})), types);
            lists.push(spec.name);
            if ["visit.since", "audit.export"].contains(&spec.name) {
                continue;
            }
            let goes_on = answer(spec.name, &with(json!("i50-9f3a")), &plain());
            let told = goes_on.lines().filter(|line| line.contains("i50")).collect::<Vec<_>>();
            assert!(
                matches!(told[..], [line] if line.starts_with("There is more: --")),
                "{}: {goes_on}",
                spec.name
            );
            let ended = answer(spec.name, &with(Value::Null), &plain());
            assert!(!ended.contains("There is more"), "{}: {ended}", spec.name);
        }
        assert!(lists.len() > 9, "{lists:?}");
    }

    /// The sources of this crate, without their tests.
    fn sources(folder: &std::path::Path, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                sources(&path, found);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
                found.push(code.split("#[cfg(test)]\npub mod tests {").next().unwrap().to_owned());
            }
        }
    }

    #[test]
    fn b3_every_message_that_is_named_here_is_there() {
        let mut all = Vec::new();
        sources(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut all);
        let words = Words::of(Language::English);
        let mut named = 0;
        for text in &all {
            let quoted = text.split("\"term-").skip(1).filter_map(|rest| rest.split('"').next());
            let quoted =
                quoted.filter(|id| !id.ends_with('-') && !id.is_empty()).map(|id| format!("term-{id}"));
            let asked = [".t(\"", ".with(\"", ".count(\"", ".about(\""]
                .into_iter()
                .flat_map(|call| text.split(call).skip(1).filter_map(|rest| rest.split('"').next()));
            let ids = quoted.chain(asked.filter(|id| id.contains('-')).map(str::to_owned));
            for id in ids {
                assert!(words.has(&id), "{id}");
                named += 1;
            }
        }
        assert!(named > 250, "only {named} were found");
    }

    #[test]
    fn b3_what_is_a_code_word_in_english_is_a_word_in_every_other_language() {
        let verdicts = ["proceed", "proceed_after", "ask", "refuse"];
        for language in Language::ALL {
            let view = spoken(language);
            let is_english = language == Language::English;
            let said = |code: &str, word: String| {
                assert_eq!(word == code, is_english, "{}: {code} is {word}", language.code());
            };
            for status in countersign_core::item::ItemStatus::ALL {
                said(status.as_str(), view.item_status(status.as_str()));
            }
            for class in [Class::Read, Class::Mutable, Class::Destructive] {
                said(class.as_str(), view.class(class));
            }
            verdicts.iter().for_each(|v| said(v, view.coded(&["policy-verdict-"], v)));
            for status in
                ["running", "waiting_approval", "paused", "completed", "skipped", "stepwise", "dropped"]
            {
                said(status, view.standing(status));
            }
        }
    }

    #[test]
    fn b3_what_others_said_stays_as_it_is_in_every_language() {
        let ours = say!("judge-frozen");
        let claim = ours.as_str();
        let item = json!({
            "id": "i4-0eac", "status": "pending", "class": "mutable", "summary": "Run it", "tool": "shell.run",
            "human_summary": claim, "args": {"command": claim}, "reason": claim,
            "preview": {"changes": [{"label": "note", "before": claim, "after": null}]},
        });
        let mut item: ItemView = filled(item);
        item.preview.warnings = vec![ours.clone()];
        let page = item::page(&item, &spoken(Language::German));
        let told = |start: &str| page.lines().find(|l| l.trim_start().starts_with(start)).unwrap();
        assert!(told("der Agent sagt:").ends_with(&format!("\"{claim}\"")), "{page}");
        assert!(told("\"command\":").contains(claim) && told("Grund").ends_with(claim), "{page}");
        assert!(told("note").contains(claim), "{page}");
        let said = ours.in_language(Language::German);
        assert!(said != claim && page.contains(&format!("  {said}\n")), "the warning is ours: {page}");
        // An answer is already in the reader's language.
        item.preview.warnings = vec![Message::from(said.clone())];
        assert_eq!(item::page(&item, &spoken(Language::German)), page);
    }

    #[test]
    fn b3_columns_are_as_wide_as_their_translated_heads_and_cells() {
        let run = json!({"id": "run2-aaaa", "agent": "codex", "status": "paused", "active": true, "started_at": 0, "proposed": 3,
                         "title": "tidy up"});
        assert_eq!(
            run::runs(&filled(json!({"runs": [run]})), &spoken(Language::German)),
            "LAUF  BEGONNEN             AGENT  STAND     VORSCHLÄGE  ZU\n\
             run2  1970-01-01 00:00:00  codex  pausiert  3           tidy up\n"
        );
    }

    #[test]
    fn ids_are_shortened_to_what_can_be_typed() {
        for (id, want) in
            [("i12-9f3a", "i12"), ("i42.1-77ab", "i42.1"), ("codex-cli", "codex-cli"), ("e7", "e7")]
        {
            assert_eq!(short(id), want);
        }
    }

    #[test]
    fn values_read_well_in_a_sentence() {
        for (value, want) in [
            (json!(null), "—"),
            (json!("x"), "\"x\""),
            (json!(["a", 1]), "\"a\", 1"),
            (json!([]), "none"),
            (json!({"a": 1}), r#"{"a":1}"#),
        ] {
            assert_eq!(plain().inline(&value), want);
        }
    }

    #[test]
    fn h3_what_is_past_the_fold_is_counted() {
        let long = format!("{}\nrm -rf", "x".repeat(200));
        let folded = plain().inline(&json!(long));
        assert!(folded.ends_with("… (207 characters, 2 lines)\""), "{folded}");
    }

    #[test]
    fn times_are_in_the_persons_zone() {
        assert_eq!(plain().time(0), "1970-01-01 00:00:00");
    }
}
