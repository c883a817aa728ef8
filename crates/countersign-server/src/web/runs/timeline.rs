//! The timeline of a run: everything proposed, landed, asked, told and checked in it, by time.

use countersign_core::{
    item::view::Standing,
    plan::Plan,
    question::Question,
    receipt::Receipt,
    run::{Instruction, operations::ShowOutput},
    step::Step,
};
use maud::{Markup, html};

use crate::web::{
    Visit,
    receipts::back,
    text::{ago, folded, shown, shown_if},
    thing::{self, badge, who},
};

/// How many of the last entries are shown by default; omitted ones are counted.
const SHOWN: usize = 200;
/// The length of a text on a line; its own page shows all.
const LINE: usize = 240;

/// The contents of the timeline.
pub(super) struct Story<'a> {
    /// The run, with its items and receipts.
    pub run: &'a ShowOutput,
    /// Its steps.
    pub steps: &'a [Step],
    /// Its plans.
    pub plans: &'a [Plan],
    /// Its questions.
    pub questions: &'a [Question],
    /// Its instructions.
    pub memory: &'a [Instruction],
}

/// The kind of an entry.
#[derive(Clone, Copy)]
enum Kind {
    Item,
    Receipt,
    Step,
    Plan,
    Question,
    Instruction,
    End,
}

impl Kind {
    /// Its style.
    fn class(self) -> &'static str {
        match self {
            Self::Item => "item",
            Self::Receipt => "receipt",
            Self::Step => "step",
            Self::Plan => "plan",
            Self::Question => "question",
            Self::Instruction => "instruction",
            Self::End => "end",
        }
    }

    /// Its message.
    fn word(self) -> &'static str {
        match self {
            Self::Item => "runs-entry-item",
            Self::Receipt => "runs-entry-receipt",
            Self::Step => "runs-entry-step",
            Self::Plan => "runs-entry-plan",
            Self::Question => "runs-entry-question",
            Self::Instruction => "runs-entry-instruction",
            Self::End => "runs-entry-end",
        }
    }
}

/// One entry.
struct Entry<'a> {
    at: u64,
    kind: Kind,
    id: &'a str,
    what: String,
    status: Option<Standing>,
    by: String,
    /// The receipt, if it is one: it has an undo.
    receipt: Option<&'a Receipt>,
}

impl<'a> Entry<'a> {
    fn new(kind: Kind, at: u64, id: &'a str, text: &str) -> Self {
        Self { at, kind, id, what: folded(text, LINE), status: None, by: String::new(), receipt: None }
    }

    fn standing(self, status: impl Into<Standing>) -> Self {
        Self { status: Some(status.into()), ..self }
    }
}

/// Renders the timeline.
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
    let found = story.run;
    let mut entries: Vec<Entry<'a>> = Vec::new();
    entries.extend(
        found
            .items
            .iter()
            .map(|i| Entry::new(Kind::Item, i.created_at, &i.id, &i.summary).standing(i.status)),
    );
    entries.extend(found.receipts.iter().map(|r| {
        let entry = Entry::new(Kind::Receipt, r.at, &r.id, &r.summary);
        Entry { receipt: Some(r), ..entry }
    }));
    entries.extend(
        story.steps.iter().map(|s| Entry::new(Kind::Step, s.begun_at, &s.id, &s.title).standing(s.status)),
    );
    entries.extend(
        story.plans.iter().map(|p| Entry::new(Kind::Plan, p.created_at, &p.id, &p.title).standing(p.status)),
    );
    entries.extend(
        story
            .questions
            .iter()
            .map(|q| Entry::new(Kind::Question, q.asked_at, &q.id, &q.text).standing(q.status)),
    );
    entries.extend(story.memory.iter().map(|m| {
        let entry = Entry::new(Kind::Instruction, m.at, &m.id, &m.summary);
        Entry { by: who(&m.by), ..entry }
    }));
    let run = &found.run;
    entries.extend(run.ended_at.map(|at| {
        let entry = Entry::new(Kind::End, at, "", "").standing(run.status);
        Entry { what: shown_if(run.reason.as_ref()), ..entry }
    }));
    // Entries of the same millisecond stay in the order above: proposed before landed.
    entries.sort_by_key(|entry| entry.at);
    entries
}

fn line(visit: &Visit, entry: &Entry<'_>) -> Markup {
    let words = visit.words;
    let what = &entry.what;
    html! {
        li class={ "entry " (entry.kind.class()) } {
            span.kind { (words.t(entry.kind.word())) }
            div.what {
                @if let Some(href) = thing::href(entry.id) { a.summary href=(href) { (what) } } @else { span.summary { (what) } }
                @if let Some(status) = entry.status { " " (badge(visit, status)) }
                @if entry.receipt.is_some_and(|receipt| receipt.undone.is_some()) { " " span.badge { (words.t("work-is-undone")) } }
                p.sub { @if !entry.by.is_empty() { (shown(&entry.by)) " · " } (ago(words, entry.at, visit.now())) }
                @if let Some(receipt) = entry.receipt { (back::stale(visit, receipt)) }
            }
            @if let Some(receipt) = entry.receipt { div.two { (back::short(visit, receipt)) } }
        }
    }
}
