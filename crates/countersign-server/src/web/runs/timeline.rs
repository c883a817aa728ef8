//! The timeline of a run: all that was proposed, landed, asked, told and checked in it, in order of time.

use maud::{Markup, html};
use serde_json::Value;

use crate::web::{
    Visit,
    receipts::back,
    text::{ago, field, folded, list, shown},
    thing::{self, badge, who},
};

/// How many of the last entries are shown unless all are asked for; what is left out is counted.
const SHOWN: usize = 200;
/// How much of a text stands on a line; its own page shows all.
const LINE: usize = 240;

/// What there is to tell of a run.
pub(super) struct Story<'a> {
    /// The run, with its items and receipts.
    pub run: &'a Value,
    /// Its steps.
    pub steps: &'a Value,
    /// Its plans.
    pub plans: &'a Value,
    /// What it asked.
    pub questions: &'a Value,
    /// What it was told.
    pub memory: &'a Value,
}

/// One line of it.
struct Entry<'a> {
    at: u64,
    kind: &'static str,
    id: &'a str,
    what: String,
    status: &'a str,
    by: String,
    /// The receipt, where it is one: it has a way back.
    receipt: Option<&'a Value>,
}

impl<'a> Entry<'a> {
    fn new(kind: &'static str, at: &'static str, words: &str, one: &'a Value) -> Self {
        Self {
            at: one[at].as_u64().unwrap_or_default(),
            kind,
            id: one["id"].as_str().unwrap_or_default(),
            what: folded(one[words].as_str().unwrap_or_default(), LINE),
            status: one["status"].as_str().unwrap_or_default(),
            by: one["by"].as_str().map(who).unwrap_or_default(),
            receipt: None,
        }
    }
}

/// The timeline.
pub(super) fn timeline(visit: &Visit, story: &Story<'_>) -> Markup {
    let words = visit.words;
    let entries = entries(story);
    let all = visit.asked("all").is_some();
    let hidden = if all { 0 } else { entries.len().saturating_sub(SHOWN) };
    html! {
        section.card.timeline id="timeline" {
            h2 { (words.t("runs-timeline")) " (" (entries.len()) ")" }
            @if hidden > 0 { p { a href={ (visit.path) "?all=1#timeline" } { (words.count("runs-earlier", hidden)) } } }
            @if entries.is_empty() { p.quiet { (words.t("runs-nothing")) } }
            ol.times { @for entry in &entries[hidden..] { (line(visit, entry)) } }
        }
    }
}

fn entries<'a>(story: &Story<'a>) -> Vec<Entry<'a>> {
    let of = |value: &'a Value, name: &str| list(value, name).iter();
    let mut entries: Vec<Entry<'a>> = Vec::new();
    entries.extend(of(story.run, "items").map(|i| Entry::new("item", "created_at", "summary", i)));
    entries.extend(of(story.run, "receipts").map(|r| {
        let entry = Entry::new("receipt", "at", "summary", r);
        Entry { status: if r["undone"].is_object() { "undone" } else { "" }, receipt: Some(r), ..entry }
    }));
    entries.extend(of(story.steps, "steps").map(|s| Entry::new("step", "begun_at", "title", s)));
    entries.extend(of(story.plans, "plans").map(|p| Entry::new("plan", "created_at", "title", p)));
    entries.extend(of(story.questions, "questions").map(|q| Entry::new("question", "asked_at", "text", q)));
    entries.extend(of(story.memory, "memory").map(|m| Entry::new("instruction", "at", "summary", m)));
    let end = story.run["ended_at"].as_u64().map(|at| {
        let what = field(story.run, "reason");
        let status = story.run["status"].as_str().unwrap_or_default();
        Entry { at, kind: "end", id: "", what, status, by: String::new(), receipt: None }
    });
    entries.extend(end);
    // What happened within one millisecond stays in the order above: proposed before landed.
    entries.sort_by_key(|entry| entry.at);
    entries
}

fn line(visit: &Visit, entry: &Entry<'_>) -> Markup {
    let words = visit.words;
    let what = thing::called(words, entry.id, &entry.what);
    html! {
        li class={ "entry " (entry.kind) } {
            span.kind { (words.t(&format!("runs-entry-{}", entry.kind))) }
            div.what {
                @if let Some(href) = thing::href(entry.id) { a.summary href=(href) { (what) } } @else { span.summary { (what) } }
                @if !entry.status.is_empty() { " " (badge(visit, entry.status)) }
                p.sub { @if !entry.by.is_empty() { (shown(&entry.by)) " · " } (ago(words, entry.at, visit.now())) }
            }
            @if let Some(receipt) = entry.receipt { div.two { (back::short(visit, receipt)) } }
        }
    }
}
