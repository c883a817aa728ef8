//! Pages: everything about one thing, as lines, and what can be answered to it. Made from typed answers of the daemon,
//! without IO; every foreign text in a line is safe to show.

mod diff;
mod item;
mod other;
mod past;

use countersign_core::{
    judge::Scope,
    receipt::UndoFirst,
    record::Doc,
    show,
    tool::{FieldChange, Preview, Printed, Reversal},
};
use countersign_words::{Message, Words};
use serde_json::Value;

pub use self::{
    diff::lines as difference,
    item::{item, set},
    past::{receipt, run},
};

use crate::text::{Line, Tone, safe, safe_lines, safe_short, said};

/// How many rows a card has at most in a running terminal.
pub const CARD_LINES: usize = 40;

/// One page.
#[derive(Debug, Clone)]
pub struct Page {
    /// The id of what it shows.
    pub id: String,
    /// What can be answered to it.
    pub about: About,
    /// Its lines.
    pub lines: Vec<Line>,
    /// Where that ends which would happen: why it is asked follows, and what its agent says.
    pub happens: usize,
    /// Where the background begins: what it touches, its arguments. A card ends there.
    pub background: usize,
    /// The files and hunks of a difference, and the line at which each begins.
    pub parts: Vec<Part>,
}

/// A file or a hunk of a difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The line of the page at which it begins.
    pub line: usize,
    /// `PATH`, or `PATH#2`.
    pub name: String,
}

/// What a page shows, as far as answers need it.
#[derive(Debug, Clone)]
pub enum About {
    /// An item.
    Item(Box<ItemAnswers>),
    /// A change set.
    Set {
        /// Those that can be confirmed together, each with the digest that is shown.
        together: Vec<(String, String)>,
        /// Those that are left out, each with why.
        left_out: Vec<(String, String)>,
        /// All that wait, each with the digest that is shown.
        waiting: Vec<(String, String)>,
    },
    /// A plan that waits.
    Plan {
        /// What is shown of it.
        digest: String,
        /// Whether it waits for a yes.
        is_proposed: bool,
    },
    /// A question that waits.
    Question {
        /// The answers to choose from.
        choices: Vec<String>,
        /// Whether others are allowed.
        free: bool,
        /// Whether it waits.
        open: bool,
    },
    /// A step.
    Step {
        /// Whether it is stopped, so that only a retry or a skip goes on.
        stopped: bool,
    },
    /// A stage.
    Stage(Box<StageAnswers>),
    /// A run.
    Run {
        /// Whether it goes on.
        open: bool,
        /// Whether a person holds it.
        paused: bool,
    },
    /// A receipt.
    Receipt {
        /// The handle of its undo.
        handle: Option<String>,
        /// What to know before.
        cues: Vec<String>,
        /// Whether it may not restore everything.
        is_rollback: bool,
        /// What has to be undone first, in order.
        first: Vec<UndoFirst>,
        /// Whether the undo can be merged with what has changed since.
        can_merge: bool,
    },
    /// Something that is only looked at.
    Nothing,
}

/// How an item can be answered.
#[derive(Debug, Clone, Default)]
pub struct ItemAnswers {
    /// What is shown of it.
    pub digest: String,
    /// Whether it waits for an answer.
    pub is_open: bool,
    /// Whether what it rests on has changed.
    pub is_stale: bool,
    /// Whether nobody knows how it ended.
    pub is_unsure: bool,
    /// What must be typed.
    pub typed: Option<String>,
    /// Why that must be typed.
    pub typed_why: String,
    /// What a yes to something destructive does, safe to show.
    pub verb: Option<String>,
    /// Why one key is not enough for a yes.
    pub why_twice: Vec<String>,
    /// The ways to remember a yes.
    pub remember: Vec<Remember>,
    /// Its arguments, if they can be changed here.
    pub args: Option<Doc>,
}

/// A way to remember a yes.
#[derive(Debug, Clone)]
pub struct Remember {
    /// The scope, or the offer of the daemon.
    pub what: Grant,
    /// What it would cover, safe to show.
    pub covers: String,
}

/// What is granted with a yes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Grant {
    /// By the facts of the call.
    Scope(Scope),
    /// What the daemon offers.
    Offer(String),
}

/// How a stage can be answered.
#[derive(Debug, Clone, Default)]
pub struct StageAnswers {
    /// What is shown of it.
    pub digest: String,
    /// What must be typed to land all of it.
    pub typed: Option<String>,
    /// Whether there is nothing to land.
    pub is_empty: bool,
    /// Why one key is not enough.
    pub why_twice: Vec<String>,
    /// Paths that cannot land as they are.
    pub conflicts: Vec<String>,
    /// Protected paths, which land only if they are chosen themselves.
    pub by_name: Vec<String>,
}

impl Page {
    /// A page of nothing but lines.
    pub fn of_lines(id: &str, lines: Vec<Line>) -> Self {
        Self::new(id, About::Nothing, lines)
    }

    /// A page without a background.
    pub(crate) fn new(id: &str, about: About, lines: Vec<Line>) -> Self {
        let all = lines.len();
        Self { id: id.to_owned(), about, happens: all, background: all, lines, parts: Vec::new() }
    }
}

/// Returns the page of anything that `show` shows.
pub fn shown(words: Words, id: &str, output: show::Output) -> Page {
    match output {
        show::Output::Item { item: view, decisions, receipt: landed } => {
            let mut page = item(words, &view);
            page.lines.extend(past::decisions(words, &decisions));
            if let Some(landed) = landed {
                page.lines.extend(receipt(words, &landed).lines);
            }
            page
        }
        show::Output::ChangeSet { change_set, items } => {
            let items: Vec<_> = items.into_iter().map(std::sync::Arc::new).collect();
            set(words, &change_set, &items)
        }
        show::Output::Plan { value } => other::plan(words, &value),
        show::Output::Question { value } => other::question(words, &value),
        show::Output::Step { value } => other::step(words, &value),
        show::Output::Stage { value } => other::stage(words, value),
        show::Output::Receipt { receipt: value } => receipt(words, &value),
        other => {
            let value = serde_json::to_value(&other).unwrap_or_default();
            Page::of_lines(id, value_lines(&value))
        }
    }
}

/// Returns any value as lines.
pub fn value_lines(value: &Value) -> Vec<Line> {
    let lines = safe_lines(&format!("{value:#}"));
    lines.into_iter().map(|line| Line::new(Tone::Plain, line).code()).collect()
}

/// Returns a heading, with an empty line before it.
fn heading(text: impl Into<String>) -> [Line; 2] {
    [Line::empty(), Line::new(Tone::Strong, text)]
}

/// Returns `name  value`, if there is a value.
fn fact(words: Words, id: &str, value: impl Into<String>) -> Option<Line> {
    let value = value.into();
    (!value.is_empty()).then(|| {
        let name = words.t(id);
        Line::new(Tone::Dim, format!("{name}: ")).and(Tone::Plain, value).indent(2)
    })
}

/// Returns messages, safe to show.
fn all_said(words: Words, messages: &[Message]) -> Vec<String> {
    messages.iter().map(|message| said(words, message)).collect()
}

/// Returns what would happen: warnings first, then each change, then the difference.
///
/// Paths below `folder`, where the call works, are shown without it.
fn preview(
    words: Words,
    folder: Option<&str>,
    preview: &Preview,
    lines: &mut Vec<Line>,
    parts: &mut Vec<Part>,
) {
    if !preview.not_shown.is_empty() {
        let missing = all_said(words, &preview.not_shown).join("; ");
        lines.push(Line::new(Tone::Bad, format!("{} {missing}", words.t("not-shown"))));
    }
    for warning in all_said(words, &preview.warnings) {
        lines.push(Line::new(Tone::Bad, format!("! {warning}")));
    }
    lost(words, preview, lines);
    // How the call is made is not what it does; where a difference shows all of a file, its size is not news.
    let beside = preview.changes_beside_lost().into_iter();
    for change in beside.filter(|change| !preview.is_of_call(change) && !change.in_diff) {
        change_lines(words, change, lines);
    }
    if !preview.definition.is_empty() {
        lines.extend(heading(words.t("details-definition")));
        lines.push(Line::new(Tone::Warn, words.t("details-definition-why")));
        preview.definition.iter().for_each(|change| change_lines(words, change, lines));
    }
    if let Some(text) = &preview.diff {
        lines.push(Line::empty());
        diff::lines(text, folder, lines, parts);
    }
}

/// Appends what a command printed, with a bar before each line, so that none can pass for ours, and its exit code.
fn printed(words: Words, printed: &Printed, lines: &mut Vec<Line>) {
    for (label, text) in [("term-printed", &printed.stdout), ("term-printed-errors", &printed.stderr)] {
        if !text.is_empty() {
            lines.extend(heading(words.t(label)));
            let bar = |line: String| Line::new(Tone::Dim, "│ ").and(Tone::Plain, line).indent(2).code();
            lines.extend(safe_lines(text).into_iter().map(bar));
        }
    }
    if let Some(code) = printed.exit_code {
        let tone = if code == 0 { Tone::Dim } else { Tone::Bad };
        lines.push(Line::empty());
        lines.push(Line::new(tone, words.with("work-exit", &[("n", code.into())])).indent(2));
    }
}

/// Appends what is deleted, each with its size.
fn lost(words: Words, preview: &Preview, lines: &mut Vec<Line>) {
    if preview.lost.is_empty() {
        return;
    }
    let (n, _, bytes) = preview.lost_counts();
    let size = words.say(&countersign_core::text::size(bytes)).into_owned();
    lines.extend(heading(words.with("details-lost", &[("n", n.into()), ("size", size.into())])));
    for lost in &preview.lost {
        let mut line = Line::new(Tone::Bad, safe(&lost.path)).indent(2);
        if lost.files > 0 {
            line = line.and(Tone::Dim, format!("/ {}", words.count("details-lost-inside", lost.files)));
        }
        if lost.bytes > 0 || !lost.is_folder {
            let size = countersign_core::text::size(lost.bytes);
            line = line.and(Tone::Dim, format!("  {}", words.say(&size)));
        }
        lines.push(line);
    }
}

/// How many characters of a value are on its line; longer ones have lines of their own.
const INLINE: usize = 120;

/// Returns `title: "Fix" → "Fix login"`; longer texts on lines of their own, removed and added.
fn change_lines(words: Words, change: &FieldChange, lines: &mut Vec<Line>) {
    let label = said(words, &change.label);
    let side = |message: Option<&Message>, value: &Value| match (message, value) {
        (Some(message), _) => without_hash(&said(words, message)),
        (None, Value::Null) => "—".to_owned(),
        (None, Value::String(text)) => without_hash(&safe(text)),
        (None, Value::Array(list)) if list.iter().all(|v| v.is_string()) => {
            list.iter().filter_map(Value::as_str).map(safe).collect::<Vec<_>>().join(", ")
        }
        (None, value) => safe(&value.to_string()),
    };
    let before = side(change.before_words.as_ref(), &change.before);
    let after = side(change.after_words.as_ref(), &change.after);
    let is_long = |value: &Value, text: &str| {
        text.chars().count() > INLINE || value.as_str().is_some_and(|text| text.trim_end().contains('\n'))
    };
    if !is_long(&change.before, &before) && !is_long(&change.after, &after) {
        let line = Line::new(Tone::Dim, format!("{label}: ")).indent(2);
        lines.push(match change.before.is_null() && change.before_words.is_none() {
            true => line.and(Tone::Good, after),
            false => line.and(Tone::Bad, before).and(Tone::Dim, " → ").and(Tone::Good, after),
        });
        return;
    }
    lines.push(Line::new(Tone::Dim, format!("{label}:")).indent(2));
    for (value, text, tone, sign) in
        [(&change.before, &before, Tone::Bad, "- "), (&change.after, &after, Tone::Good, "+ ")]
    {
        let whole = value.as_str().map_or_else(|| safe_lines(text), safe_lines);
        let whole = whole.into_iter().filter(|_| !value.is_null());
        lines.extend(whole.map(|line| Line::new(tone, format!("{sign}{line}")).indent(4).code()));
    }
}

/// Returns the description of a file without its hash, which tells people nothing.
fn without_hash(text: &str) -> String {
    match text.split_once(", blake3 ") {
        Some((file, hash)) if hash.bytes().all(|b| b.is_ascii_hexdigit()) => file.to_owned(),
        _ => text.to_owned(),
    }
}

/// Describes whether it could be undone.
fn reversal(words: Words, reversal: &Reversal) -> String {
    match reversal {
        Reversal::Exact => words.t("details-undo-exact").into_owned(),
        Reversal::BestEffort { caveats } => {
            let caveats = all_said(words, caveats).join("; ");
            format!("{}: {caveats}", words.t("details-undo-best"))
        }
        Reversal::Irreversible { reason } => {
            format!("{}: {}", words.t("details-undo-never"), said(words, reason))
        }
        Reversal::None => words.t("work-undo-nothing").into_owned(),
    }
}

/// What an agent says, marked as its words.
fn claim(words: Words, said: &str) -> Line {
    let said = safe_short(said, 2_000);
    Line::new(Tone::Dim, format!("{} ", words.t("term-agent-says"))).and(Tone::Plain, format!("“{said}”"))
}
