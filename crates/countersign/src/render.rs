//! Answers as text for people: facts first, the agent's words second and marked, nothing invisible.
//!
//! Every text that came from elsewhere passes [`shown`] on its way here; the accessors below see to that. Words are in the
//! language of the reader; what Countersign itself said in English is said in it ([`View::said`]), what anybody else
//! said stays as it is.

mod card;
mod explain;
mod generic;
mod grant;
mod item;
mod log;
mod paint;
mod plan;
mod receipt;
mod run;
mod server;
mod settings;
mod stage;
mod stats;
mod step;
mod table;
mod visit;
mod working_set;

use std::borrow::Cow;

pub use explain::explain;
pub use item::diff;
pub use log::verified;
pub use paint::{Paint, Tone};
pub use stage::{Left, left};

use countersign_core::{Level, operations as ops, text};
use countersign_words::{Language, Words};
use serde_json::Value;

/// How text is rendered now.
pub struct View {
    /// The colours.
    pub paint: Paint,
    /// Where the person is.
    pub zone: jiff::tz::TimeZone,
    /// Whether a person reads it; else it goes to a file or a program.
    pub is_terminal: bool,
    /// The language.
    pub words: Words,
}

impl View {
    /// A point in time, in the person's zone.
    pub fn time(&self, ms: u64) -> String {
        let stamp = i64::try_from(ms).ok().and_then(|ms| jiff::Timestamp::from_millisecond(ms).ok());
        stamp.map_or_else(
            || ms.to_string(),
            |t| t.to_zoned(self.zone.clone()).strftime("%Y-%m-%d %H:%M:%S").to_string(),
        )
    }

    /// The same, for what has words of its own: results, which nobody translates.
    fn literal(&self) -> Self {
        Self { zone: self.zone.clone(), words: Words::of(Language::English), ..*self }
    }

    /// A message.
    pub fn t(&self, id: &str) -> String {
        self.words.t(id).into_owned()
    }

    /// A message about one thing.
    fn about<'a>(&self, id: &str, name: &'a str, what: impl Into<Cow<'a, str>>) -> String {
        self.words.with(id, &[(name, what.into().into())])
    }

    /// A sentence of ours, which was made in English.
    pub fn said(&self, english: &str) -> String {
        shown(&self.words.say(english))
    }

    /// A field that holds such a sentence; empty where there is none.
    fn said_of(&self, value: &Value, field: &str) -> String {
        value[field].as_str().map(|text| self.said(text)).unwrap_or_default()
    }

    /// A field that holds a list of such sentences.
    fn each_said(&self, value: &Value, field: &str) -> Vec<String> {
        list_of(value, field).iter().filter_map(Value::as_str).map(|text| self.said(text)).collect()
    }

    /// A field that holds such a sentence, folded.
    fn told(&self, value: &Value, field: &str, most: usize) -> String {
        value[field].as_str().map(|text| self.folded(&self.words.say(text), most)).unwrap_or_default()
    }

    /// A code word as its readers call it, by the first of `areas` that has it. In English that is the word itself.
    fn coded(&self, areas: &[&str], code: &str) -> String {
        let word = code.replace('_', "-");
        let known = |area: &&str| Some(format!("{area}{word}")).filter(|id| self.words.has(id));
        match self.words.language() {
            Language::English => shown(code),
            _ => areas.iter().find_map(known).map_or_else(|| shown(code), |id| self.t(&id)),
        }
    }

    /// Where a proposal stands.
    fn item_status(&self, status: &str) -> String {
        self.coded(&["status-", "work-is-", "term-is-"], status)
    }

    /// Where anything else stands.
    fn standing(&self, value: &Value) -> String {
        let status = value["status"].as_str().unwrap_or_default();
        self.coded(&["work-is-", "status-", "term-is-"], status)
    }

    /// What a call is: `mutable`.
    fn class(&self, value: &Value) -> String {
        self.coded(&["work-class-"], value["class"].as_str().unwrap_or_default())
    }

    /// What a level rests on: `same user`.
    pub fn rests_on(&self, level: Level) -> String {
        self.t(match level {
            Level::SameUser => "term-level-same-user",
            Level::OwnUser => "term-level-own-user",
            Level::Passkey => "term-level-passkey",
        })
    }

    /// How well persons and agents are kept apart: `level 1: same user`.
    fn level(&self, level: Level) -> String {
        let what = self.rests_on(level);
        self.words.with("receipts-level", &[("n", level.number().into()), ("what", what.into())])
    }

    /// Whether hooks are in place: `installed`.
    pub fn hooks(&self, state: &str) -> String {
        self.coded(&["term-hooks-"], state)
    }

    /// The name of a field or of a kind of thing.
    fn field(&self, name: &str) -> String {
        self.coded(&["term-"], name)
    }

    /// A name before what it is the name of: `undo:`.
    fn label(&self, name: &str) -> String {
        format!("{name}{}", self.t("term-colon"))
    }

    /// Headings of columns, by the names of what is in them.
    fn heads(&self, ids: &[&str]) -> Vec<String> {
        ids.iter().map(|id| self.t(id).to_uppercase()).collect()
    }

    /// A value in a sentence: quoted text, plain numbers, a dash for nothing. Long text says how long it is.
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

    /// At most `most` characters of a text; what is hidden past the fold is counted.
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

type Renderer = fn(&Value, &View) -> String;

/// How the answer of each operation is rendered; what is not here is rendered by its form.
const RENDERERS: &[(&str, Renderer)] = &[
    ("agent.news", log::news),
    ("audit.export", log::export),
    ("audit.log", log::calls),
    ("audit.report", log::report),
    ("call.propose", item::called),
    ("context", log::context),
    ("decision.list", log::history),
    ("decision.stats", stats::stats),
    ("grant.suggest", grant::suggestions),
    ("inbox.list", card::inbox),
    ("item.claim", item::decided),
    ("item.confirm", item::decided),
    ("item.defer", item::decided),
    ("item.edit", item::edited),
    ("item.lift", item::decided),
    ("item.refresh", item::edited),
    ("item.reject", item::decided),
    ("item.retract", item::decided),
    ("item.status", item::status),
    ("item.withdraw", item::decided),
    ("plan.abort", plan::plan),
    ("plan.approve", plan::plan),
    ("plan.list", plan::plans),
    ("plan.pause", plan::plan),
    ("plan.propose", plan::plan),
    ("plan.reject", plan::plan),
    ("plan.resume", plan::plan),
    ("plan.retry", plan::plan),
    ("plan.rollback", run::rolled_back),
    ("plan.show", plan::page),
    ("plan.skip", plan::plan),
    ("policy.backtest", stats::backtest),
    ("policy.check", log::judged),
    ("question.answer", item::decided),
    ("question.take_back", item::decided),
    ("receipt.list", receipt::receipts),
    ("receipt.rerun", item::called),
    ("receipt.undo", receipt::undone),
    ("run.end", run::run),
    ("run.list", run::runs),
    ("run.pause", run::run),
    ("run.resume", run::run),
    ("run.rollback", run::rolled_back),
    ("run.show", run::run),
    ("run.start", run::run),
    ("run.stop", run::run),
    ("server.accept", server::server),
    ("server.list", server::servers),
    ("set.confirm_all", item::decided),
    ("set.dismiss", item::decided),
    ("settings.accept", settings::accepted),
    ("settings.show", settings::changes),
    ("show", show),
    ("stage.begin", stage::stage),
    ("stage.diff", stage::difference),
    ("stage.drop", stage::stage),
    ("stage.give_up", stage::stage),
    ("stage.land", item::decided),
    ("stage.list", stage::stages),
    ("stage.note", stage::stage),
    ("stage.show", stage::stage),
    ("step.approve", step::step),
    ("step.begin", step::step),
    ("step.check", step::step),
    ("step.reject", step::step),
    ("step.report", step::step),
    ("step.retry", step::step),
    ("step.rollback", run::rolled_back),
    ("step.show", step::step),
    ("step.skip", step::step),
    ("step.verify", step::step),
    ("token.create", log::token),
    ("tool.list", log::tools),
    ("visit.since", visit::since),
    ("working_set.add", working_set::changed),
    ("working_set.create", working_set::changed),
    ("working_set.delete", working_set::changed),
    ("working_set.focus", working_set::changed),
    ("working_set.list", working_set::sets),
    ("working_set.mark", working_set::changed),
    ("working_set.remove", working_set::changed),
    ("working_set.rename", working_set::changed),
    ("working_set.reorder", working_set::changed),
    ("working_set.show", working_set::set),
    ("working_set.unfocus", working_set::changed),
];

/// The answer of an operation, as text; of a list that goes on, with how to go on.
pub fn answer(op: &str, value: &Value, view: &View) -> String {
    let render = RENDERERS.iter().find(|(name, _)| *name == op).map(|(_, r)| *r);
    let (Some(next), Some(flag)) = (value["next"].as_str(), goes_on(op)) else {
        return render.unwrap_or(generic::render)(value, view);
    };
    let listed = match render {
        Some(render) => render(value, view),
        None => {
            let mut rest = value.clone();
            rest.as_object_mut().map(|fields| fields.remove("next"));
            generic::render(&rest, view)
        }
    };
    format!("{listed}{}\n", view.paint.dim(&more(flag, next, view)))
}

/// That there is more, and how to get it.
pub fn more(flag: &str, next: &str, view: &View) -> String {
    format!("{} --{flag} {}", view.t("term-more"), short(next))
}

/// The option by which a command goes on where its last answer ended; None where it says so itself.
fn goes_on(op: &str) -> Option<&'static str> {
    if matches!(op, "visit.since" | "audit.export") {
        return None;
    }
    let cli = ops::find(op)?.spec().cli;
    ["before", "after"].into_iter().find(|flag| cli.contains(&format!("--{flag} {{{flag}}}")))
}

/// Whether a list is asked to go on where its last answer ended.
pub fn is_further(op: &str, input: &Value) -> bool {
    goes_on(op).is_some_and(|flag| !input[flag].is_null())
}

/// Whether an answer has lists, and nothing in them.
pub fn lists_nothing(value: &Value) -> bool {
    let mut lists =
        value.as_object().into_iter().flatten().filter_map(|(_, field)| field.as_array()).peekable();
    lists.peek().is_some() && lists.all(Vec::is_empty)
}

/// The page of one thing, by what it is.
fn show(value: &Value, view: &View) -> String {
    match value["kind"].as_str() {
        Some("item") => item::page(&value["item"], view),
        Some("change_set") => card::set(value, view),
        Some("receipt") => receipt::page(&value["receipt"], view),
        Some("plan") => plan::page(&value["value"], view),
        Some("run") => run::run(&value["value"], view),
        Some("step") => step::step(&value["value"], view),
        Some("working_set") => working_set::set(&value["value"], view),
        Some("stage") if value["value"]["preview"].is_object() => stage::difference(&value["value"], view),
        Some("stage") => stage::stage(&value["value"], view),
        _ => generic::render(&value["value"], view),
    }
}

/// One line of text from elsewhere, safe to show.
pub fn shown(text: &str) -> String {
    text::visible(text).text
}

/// A text field, safe to show; empty where there is none.
fn text_of(value: &Value, field: &str) -> String {
    value[field].as_str().map(shown).unwrap_or_default()
}

/// An id in the short form that commands take: `i12` for `i12-9f3a`.
fn short(id: &str) -> String {
    let id = shown(id);
    match id.split_once('-') {
        Some((head, _)) if head.ends_with(|c: char| c.is_ascii_digit()) => head.to_owned(),
        _ => id,
    }
}

/// The id of a record in its short form.
fn short_id(value: &Value, field: &str) -> String {
    value[field].as_str().map(short).unwrap_or_default()
}

/// The elements of a list field.
fn list_of<'a>(value: &'a Value, field: &str) -> &'a [Value] {
    value[field].as_array().map(Vec::as_slice).unwrap_or_default()
}

/// `1 change`, `7 changes`: for sentences that are made in English.
pub fn count(n: usize, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// How a test sees things in a language.
    pub(super) fn spoken(language: Language) -> View {
        let (paint, zone) = (Paint::plain(), jiff::tz::TimeZone::UTC);
        View { paint, zone, is_terminal: true, words: Words::of(language) }
    }

    pub(super) fn plain() -> View {
        spoken(Language::English)
    }

    #[test]
    fn every_renderer_belongs_to_an_operation_and_they_are_in_order() {
        assert!(RENDERERS.is_sorted_by_key(|(name, _)| name));
        for (name, _) in RENDERERS {
            assert!(ops::find(name).is_some(), "there is no operation {name}");
        }
    }

    #[test]
    fn every_list_that_ends_early_says_how_to_go_on() {
        let mut lists = Vec::new();
        for op in countersign_core::OPS {
            let spec = op.spec();
            let mut generator = schemars::SchemaGenerator::default();
            let schema = op.output_schema(&mut generator).to_value();
            let named = schema["$ref"].as_str().and_then(|r| r.rsplit('/').next()).map(str::to_owned);
            let schema = named.map_or(schema, |name| generator.definitions()[&name].clone());
            if spec.cli.is_empty() || !schema["properties"]["next"].is_object() {
                continue;
            }
            lists.push(spec.name);
            if ["visit.since", "audit.export"].contains(&spec.name) {
                continue;
            }
            let goes_on = answer(spec.name, &json!({"next": "i50-9f3a"}), &plain());
            let told = goes_on.lines().filter(|line| line.contains("i50")).collect::<Vec<_>>();
            assert!(
                matches!(told[..], [line] if line.starts_with("There is more: --")),
                "{}: {goes_on}",
                spec.name
            );
            let ended = answer(spec.name, &json!({"next": null}), &plain());
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
                found.push(text.split("#[cfg(test)]\nmod tests {").next().unwrap().to_owned());
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
            for class in ["read", "mutable", "destructive"] {
                said(class, view.class(&json!({"class": class})));
            }
            verdicts.iter().for_each(|v| said(v, view.coded(&["policy-verdict-"], v)));
            for status in
                ["running", "waiting_approval", "paused", "completed", "skipped", "stepwise", "dropped"]
            {
                said(status, view.standing(&json!({"status": status})));
            }
        }
    }

    #[test]
    fn b3_what_others_said_stays_as_it_is_in_every_language() {
        let claim = "everything is frozen, no new effect begins";
        let item = json!({
            "id": "i4-0eac", "status": "pending", "class": "mutable", "summary": "Run it", "tool": "shell.run",
            "human_summary": claim, "args": {"command": claim}, "reason": claim,
            "preview": {"warnings": [claim], "changes": [{"label": "note", "before": claim, "after": null}]},
        });
        let page = item::page(&item, &spoken(Language::German));
        let told = |start: &str| page.lines().find(|l| l.trim_start().starts_with(start)).unwrap();
        assert!(told("der Agent sagt:").ends_with(&format!("\"{claim}\"")), "{page}");
        assert!(told("\"command\":").contains(claim) && told("Grund").ends_with(claim), "{page}");
        assert!(told("note").contains(claim), "{page}");
        let said = Words::of(Language::German).say(claim).into_owned();
        assert!(said != claim && page.contains(&format!("  {said}\n")), "the warning is ours: {page}");
    }

    #[test]
    fn b3_columns_are_as_wide_as_their_translated_heads_and_cells() {
        let run = json!({"id": "run2-aaaa", "agent": "codex", "status": "paused", "started_at": 0, "proposed": 3,
                         "title": "tidy up"});
        assert_eq!(
            run::runs(&json!({"runs": [run]}), &spoken(Language::German)),
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
