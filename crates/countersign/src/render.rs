//! Answers as text for people: facts first, the agent's words second and marked, nothing invisible.
//!
//! Every text that came from elsewhere passes [`shown`] on its way here; the accessors below see to that.

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

pub use explain::explain;
pub use item::diff;
pub use log::verified;
pub use paint::{Paint, Tone};
pub use stage::{Left, left};

use countersign_core::text;
use serde_json::Value;

/// How text is rendered now.
pub struct View {
    /// The colours.
    pub paint: Paint,
    /// Where the person is.
    pub zone: jiff::tz::TimeZone,
    /// Whether a person reads it; else it goes to a file or a program.
    pub is_terminal: bool,
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

/// The answer of an operation, as text.
pub fn answer(op: &str, value: &Value, view: &View) -> String {
    let render =
        RENDERERS.iter().find(|(name, _)| *name == op).map_or(generic::render as Renderer, |(_, r)| *r);
    render(value, view)
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

/// A value in a sentence: quoted text, plain numbers, a dash for nothing. Long text says how long it is.
fn inline(value: &Value) -> String {
    match value {
        Value::Null => "—".to_owned(),
        Value::String(text) => format!("\"{}\"", folded(text, 100)),
        Value::Array(list) if list.is_empty() => "none".to_owned(),
        Value::Array(list) if list.iter().all(|v| !v.is_object() && !v.is_array()) => {
            list.iter().map(inline).collect::<Vec<_>>().join(", ")
        }
        Value::Array(_) | Value::Object(_) => folded(&value.to_string(), 200),
        scalar => scalar.to_string(),
    }
}

/// At most `most` characters of a text; what is hidden past the fold is counted.
fn folded(text: &str, most: usize) -> String {
    let (length, lines) = (text.chars().count(), text.lines().count());
    if length <= most {
        return shown(text);
    }
    let head: String = text.chars().take(most).collect();
    let lines = if lines > 1 { format!(", {lines} lines") } else { String::new() };
    format!("{}… ({length} characters{lines})", shown(&head))
}

/// The elements of a list field.
fn list_of<'a>(value: &'a Value, field: &str) -> &'a [Value] {
    value[field].as_array().map(Vec::as_slice).unwrap_or_default()
}

/// `1 change`, `7 changes`.
pub fn count(n: usize, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    pub(super) fn plain() -> View {
        View { paint: Paint::plain(), zone: jiff::tz::TimeZone::UTC, is_terminal: true }
    }

    #[test]
    fn every_renderer_belongs_to_an_operation_and_they_are_in_order() {
        assert!(RENDERERS.is_sorted_by_key(|(name, _)| name));
        for (name, _) in RENDERERS {
            assert!(countersign_core::ops::find(name).is_some(), "there is no operation {name}");
        }
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
            assert_eq!(inline(&value), want);
        }
    }

    #[test]
    fn h3_what_is_past_the_fold_is_counted() {
        let long = format!("{}\nrm -rf", "x".repeat(200));
        assert!(inline(&json!(long)).ends_with("… (207 characters, 2 lines)\""), "{}", inline(&json!(long)));
    }

    #[test]
    fn times_are_in_the_persons_zone() {
        assert_eq!(plain().time(0), "1970-01-01 00:00:00");
    }
}
