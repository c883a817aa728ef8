//! What the screen is made of. Changed by `update` alone, drawn by `view` alone.

use std::sync::Arc;

use countersign_core::{
    inbox,
    item::{
        scopes,
        view::{ItemView, SetView},
    },
    judge::RiskLevel,
    receipt::Receipt,
    record::Doc,
    run::Run,
};
use countersign_words::Words;
use serde_json::Value;

use crate::{input::Input, page::Page, text::Tone};

/// A page that has just appeared cannot be answered for this long: the key was meant for what stood there before.
pub const SETTLE_MS: u64 = 700;
/// How many items are read at first, and how many more whenever the end comes near.
pub const FIRST_ITEMS: usize = 200;
/// See there.
pub const MORE_ITEMS: usize = 1_000;
/// The narrowest and lowest screen.
pub const LEAST: (u16, u16) = (60, 12);
/// From this width on, list and page are side by side.
pub const SIDE_BY_SIDE: u16 = 100;

/// The lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tab {
    /// What waits.
    Inbox,
    /// Runs.
    Runs,
    /// What landed.
    History,
    /// Plans.
    Plans,
    /// The calls in the log.
    Log,
    /// Working sets.
    Sets,
}

impl Tab {
    /// All of them, in order.
    pub const ALL: [Self; 6] = [Self::Inbox, Self::Runs, Self::History, Self::Plans, Self::Log, Self::Sets];

    /// Returns its message.
    pub fn word(self) -> &'static str {
        match self {
            Self::Inbox => "tab-inbox",
            Self::Runs => "tab-runs",
            Self::History => "tab-receipts",
            Self::Plans => "tui-tab-plans",
            Self::Log => "tab-audit",
            Self::Sets => "tab-sets",
        }
    }
}

/// What a row stands for.
#[derive(Debug, Clone)]
pub enum Thing {
    /// An item.
    Item(Arc<ItemView>),
    /// A change set, with those of its items that wait.
    Set(Arc<SetView>, Vec<Arc<ItemView>>),
    /// A step, a plan, a question or a stage.
    Waits,
    /// A run.
    Run,
    /// A receipt.
    Receipt(Arc<Receipt>),
    /// Something of which the list has everything.
    Whole(Arc<Page>),
}

/// A line of a list.
#[derive(Debug, Clone)]
pub struct Row {
    /// The id of what it stands for.
    pub id: String,
    /// What it stands for.
    pub thing: Thing,
    /// The sign before it.
    pub sign: &'static str,
    /// Its colour.
    pub tone: Tone,
    /// What it is, in a line, safe to show.
    pub title: String,
    /// What to know besides, safe to show.
    pub note: String,
    /// Whether it belongs to the set above it.
    pub inside: bool,
    /// When it continues by itself, in milliseconds.
    pub continues_at: Option<u64>,
    /// Changes when it must be shown anew.
    pub version: String,
    /// What `/` searches.
    pub find: String,
}

/// A list with its selected row.
#[derive(Debug, Clone, Default)]
pub struct List {
    /// All rows.
    pub rows: Vec<Row>,
    /// The id of the selected row.
    pub selected: Option<String>,
    /// Its place among the rows that are found, as of the last change.
    pub at: usize,
    /// Whether there are more than were read.
    pub more: bool,
    /// How many items are read.
    pub limit: usize,
    /// How many were read the last time.
    pub last_limit: usize,
    /// Whether it was read at all.
    pub loaded: bool,
    /// Only rows with this are listed.
    pub search: String,
}

impl List {
    /// Returns the rows that the search finds.
    pub fn found(&self) -> Vec<&Row> {
        let wanted = self.search.to_lowercase();
        let matches = |row: &&Row| wanted.split_whitespace().all(|word| row.find.contains(word));
        self.rows.iter().filter(matches).collect()
    }

    /// Returns the selected row.
    pub fn row(&self) -> Option<&Row> {
        self.found().get(self.at).copied()
    }

    /// Selects the row at a place, or the last one.
    pub fn select(&mut self, at: usize) {
        let found = self.found();
        let at = at.min(found.len().saturating_sub(1));
        let id = found.get(at).map(|row| row.id.clone());
        (self.at, self.selected) = (at, id);
    }

    /// Finds the selected row again after the rows have changed; if it is gone, its place stays.
    pub fn settle(&mut self) {
        let found = self.found();
        let place = self.selected.as_ref().and_then(|id| found.iter().position(|row| row.id == *id));
        self.select(place.unwrap_or(self.at));
    }
}

/// Which side the movement keys move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Focus {
    /// The list.
    List,
    /// The page beside it.
    Page,
}

/// The page beside the list.
#[derive(Debug, Clone)]
pub struct OpenPage {
    /// What it shows.
    pub page: Page,
    /// The first line on the screen.
    pub top: usize,
    /// Since when it is on the screen.
    pub since: u64,
    /// The version of the row that it shows.
    pub version: String,
    /// Whether that row has another version by now.
    pub changed: bool,
    /// Whether the person opened it, so that it was shown whole and counts as seen.
    pub opened: bool,
    /// The chosen parts of a stage, by name.
    pub chosen: Vec<String>,
    /// Whether all that would happen was printed, where it is not on a screen.
    pub printed: Option<bool>,
}

/// A way to take back the last answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Undo {
    /// By its receipt.
    Receipt(String),
    /// A no or a yes that nothing has followed yet.
    Withdraw(String),
    /// An answer to a question.
    TakeBack(String),
}

/// A line about the last thing that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// Its colour.
    pub tone: Tone,
    /// What happened, safe to show.
    pub text: String,
}

/// One of several possible answers.
#[derive(Debug, Clone)]
pub struct Choice {
    /// What it is.
    pub label: String,
    /// What it would cover or cause.
    pub detail: String,
    /// What follows.
    pub then: Then,
}

/// What follows an answer in an overlay.
#[derive(Debug, Clone)]
pub enum Then {
    /// A call.
    Call(Call),
    /// Another overlay.
    Ask(Box<Overlay>),
}

/// What a typed text is for.
#[derive(Debug, Clone, PartialEq)]
pub enum Wanted {
    /// The search of the list.
    Search,
    /// A field of a call; empty counts as not given, if it may.
    Field {
        /// The operation.
        op: &'static str,
        /// The rest of its input.
        input: Value,
        /// The field.
        name: &'static str,
        /// Whether it may be empty.
        optional: bool,
    },
    /// The next field of an operation from the palette.
    Form {
        /// The operation.
        op: &'static str,
        /// What was given so far.
        input: Value,
        /// The fields that are still to be given, the current one first.
        fields: Vec<String>,
    },
}

/// What lies over the screen.
#[derive(Debug, Clone)]
pub enum Overlay {
    /// The keys, from this line on.
    Help(usize),
    /// A text is asked for.
    Prompt {
        /// What is asked.
        title: String,
        /// What must be typed, if it must be something exact.
        exact: Option<String>,
        /// What was typed so far.
        input: Input,
        /// What it is for.
        wanted: Wanted,
    },
    /// One of several.
    Pick {
        /// What is asked.
        title: String,
        /// The answers.
        choices: Vec<Choice>,
        /// The selected one.
        at: usize,
    },
    /// Whether it is really meant; `Enter` is yes.
    Sure {
        /// What is asked.
        title: String,
        /// Why one key is not enough.
        why: Vec<String>,
        /// The call.
        call: Call,
    },
    /// All operations.
    Palette {
        /// What is searched.
        input: Input,
        /// The selected one of those that are found.
        at: usize,
    },
    /// The answer of an operation from the palette, from this line on.
    Answer(Box<Page>, usize),
}

/// A call to the daemon.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// The operation.
    pub op: &'static str,
    /// Its input.
    pub input: Value,
    /// Whether its whole answer is shown.
    pub whole: bool,
}

impl Call {
    /// A call of which only the outcome is told.
    pub fn new(op: &'static str, input: Value) -> Self {
        Self { op, input, whole: false }
    }
}

/// A call under way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnderWay {
    /// Its number.
    pub number: u64,
    /// Since when.
    pub since: u64,
    /// What it is about.
    pub id: String,
    /// The operation.
    pub op: &'static str,
}

/// Whether the daemon answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Link {
    /// Not asked yet.
    Unknown,
    /// Events arrive.
    Up,
    /// It is away; what is shown may be old.
    Down(String),
    /// It will not answer this caller.
    Refused(String),
}

/// What is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// Everything that waits: the first so many items.
    Inbox(usize),
    /// The runs.
    Runs,
    /// The receipts.
    History,
    /// The rows of another tab.
    Rows(Tab),
    /// One thing, in full.
    Thing {
        /// Its id.
        id: String,
        /// Whether it is a run.
        is_run: bool,
    },
    /// How much each way to remember a yes to an item would have covered.
    Scopes(String),
}

impl Source {
    /// Whether it fills a list.
    pub fn is_list(&self) -> bool {
        !matches!(self, Self::Thing { .. } | Self::Scopes(_))
    }
}

/// Something that `update` asks for.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Read something.
    Read(Source),
    /// Make a call; the number comes back with its outcome.
    Call(u64, Call),
    /// Edit arguments in the person's editor, then make the call with them.
    Editor {
        /// The item.
        id: String,
        /// Its arguments.
        text: String,
    },
    /// Ring the bell, and tell the desktop of what is new.
    Bell(Vec<String>),
    /// Set the title of the terminal: how many wait.
    Title(usize),
    /// Stop the process until the shell continues it.
    Suspend,
    /// Leave.
    Quit,
}

/// What was read.
#[derive(Debug)]
pub enum Read {
    /// What waits.
    Inbox(inbox::Output),
    /// Runs.
    Runs(Vec<Run>),
    /// Receipts.
    History(Vec<Receipt>),
    /// Rows of another tab.
    Rows(Tab, Vec<Row>),
    /// One thing.
    Page(Box<Page>),
    /// How much was covered.
    Scopes(scopes::Output),
}

/// What became of a call.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// In a line.
    pub note: Note,
    /// How to take it back.
    pub undo: Option<Undo>,
    /// All of it, if that was asked for.
    pub page: Option<Box<Page>>,
}

/// The whole state.
pub struct Model {
    /// The language.
    pub words: Words,
    /// The size of the screen.
    pub size: (u16, u16),
    /// The time, in milliseconds.
    pub now: u64,
    /// Which list is shown.
    pub tab: Tab,
    /// What waits.
    pub inbox: List,
    /// Runs.
    pub runs: List,
    /// What landed.
    pub history: List,
    /// Plans.
    pub plans: List,
    /// The calls in the log.
    pub log: List,
    /// Working sets.
    pub sets: List,
    /// The page beside the list.
    pub page: Option<OpenPage>,
    /// What the movement keys move.
    pub focus: Focus,
    /// What lies over it.
    pub overlay: Option<Overlay>,
    /// The last thing that happened.
    pub note: Option<Note>,
    /// Whether the daemon answers.
    pub link: Link,
    /// What is being read, since when.
    pub reading: Vec<(Source, u64)>,
    /// The calls under way.
    pub calls: Vec<UnderWay>,
    /// The number of the last call.
    pub last_call: u64,
    /// Ways to take back the last answers.
    pub undo: Vec<Undo>,
    /// Whether something has happened that the list does not show yet.
    pub dirty: bool,
    /// When the list was last read.
    pub read_at: u64,
    /// Whether colours may be used.
    pub colours: bool,
    /// Whether the person wanted to leave while a call was under way.
    pub leaving: bool,
    /// How much the ways to remember a yes to an item, by its id, would have covered.
    pub scopes: Option<(String, scopes::Output)>,
    /// What goes with a yes, because it was given on the command line.
    pub given: Doc,
}

impl Model {
    /// The state before anything was read.
    pub fn new(words: Words, size: (u16, u16), now: u64, colours: bool) -> Self {
        Self {
            words,
            size,
            now,
            tab: Tab::Inbox,
            inbox: List { limit: FIRST_ITEMS, ..List::default() },
            runs: List::default(),
            history: List::default(),
            plans: List::default(),
            log: List::default(),
            sets: List::default(),
            page: None,
            focus: Focus::List,
            overlay: None,
            note: None,
            link: Link::Unknown,
            reading: Vec::new(),
            calls: Vec::new(),
            last_call: 0,
            undo: Vec::new(),
            dirty: false,
            read_at: 0,
            colours,
            leaving: false,
            scopes: None,
            given: Doc::new(),
        }
    }

    /// Returns the list of the current tab.
    pub fn list(&self) -> &List {
        match self.tab {
            Tab::Inbox => &self.inbox,
            Tab::Runs => &self.runs,
            Tab::History => &self.history,
            Tab::Plans => &self.plans,
            Tab::Log => &self.log,
            Tab::Sets => &self.sets,
        }
    }

    /// Like `list`, to be changed.
    pub fn list_mut(&mut self) -> &mut List {
        match self.tab {
            Tab::Inbox => &mut self.inbox,
            Tab::Runs => &mut self.runs,
            Tab::History => &mut self.history,
            Tab::Plans => &mut self.plans,
            Tab::Log => &mut self.log,
            Tab::Sets => &mut self.sets,
        }
    }

    /// Whether the screen is too small to show anything.
    pub fn is_too_small(&self) -> bool {
        self.size.0 < LEAST.0 || self.size.1 < LEAST.1
    }

    /// Whether list and page are side by side.
    pub fn is_wide(&self) -> bool {
        self.size.0 >= SIDE_BY_SIDE
    }

    /// Whether the page is on the screen.
    pub fn is_page_visible(&self) -> bool {
        !self.is_too_small() && (self.is_wide() || self.focus == Focus::Page)
    }

    /// Returns how many lines the page and the list have.
    pub fn body_height(&self) -> u16 {
        self.size.1.saturating_sub(4)
    }
}

/// Returns the sign and colour of how dangerous something is.
pub fn danger(risk: RiskLevel) -> (&'static str, Tone) {
    match risk {
        RiskLevel::High => ("●", Tone::Bad),
        RiskLevel::Medium => ("●", Tone::Warn),
        RiskLevel::Low => ("○", Tone::Plain),
    }
}
