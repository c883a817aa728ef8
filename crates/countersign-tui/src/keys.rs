//! The one table of keys: what is pressed, where, and what it does. The footer, the help and the handling of keys are all
//! made from it.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::model::Tab;

/// Something that a key asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// To the next line.
    Down,
    /// To the line before.
    Up,
    /// A screen further.
    PageDown,
    /// A screen back.
    PageUp,
    /// To the beginning.
    Top,
    /// To the end.
    Bottom,
    /// Look at it.
    Open,
    /// Back to the list.
    Back,
    /// The next tab.
    NextTab,
    /// The tab before.
    PreviousTab,
    /// Yes.
    Yes,
    /// Yes, and from now on.
    Always,
    /// No.
    No,
    /// No, with a reason.
    NoBecause,
    /// Yes to all that can be answered together.
    All,
    /// Later.
    Defer,
    /// Stop a countdown.
    Hold,
    /// Change the arguments.
    Edit,
    /// Choose a part: the hunk or file at the top of the page.
    Choose,
    /// Take back the last answer, or what a receipt says.
    Undo,
    /// Propose the undo of a receipt merged with what has changed since.
    MergeUndo,
    /// Give a run an instruction.
    Steer,
    /// Pause a run, or resume it.
    Pause,
    /// Stop a run.
    Stop,
    /// Take back all that a run did.
    Rollback,
    /// Search the list.
    Search,
    /// All operations.
    Palette,
    /// The keys.
    Help,
    /// Read everything again.
    Reload,
    /// Leave.
    Quit,
    /// To the shell and back.
    Suspend,
}

/// Where a key counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Everywhere.
    Everywhere,
    /// In one tab.
    In(Tab),
}

/// One line of the table.
#[derive(Debug)]
pub struct Binding {
    /// The keys, as they are shown.
    pub shown: &'static str,
    /// The keys.
    pub keys: &'static [(KeyCode, KeyModifiers)],
    /// What they do.
    pub action: Action,
    /// Where.
    pub place: Place,
    /// The message that says it in the help.
    pub help: &'static str,
    /// The message that says it in the footer, if it is there.
    pub footer: Option<&'static str>,
}

const NONE: KeyModifiers = KeyModifiers::NONE;
const CTRL: KeyModifiers = KeyModifiers::CONTROL;

const fn c(c: char) -> (KeyCode, KeyModifiers) {
    (KeyCode::Char(c), NONE)
}

const fn ctrl(c: char) -> (KeyCode, KeyModifiers) {
    (KeyCode::Char(c), CTRL)
}

const fn k(code: KeyCode) -> (KeyCode, KeyModifiers) {
    (code, NONE)
}

macro_rules! bindings {
    ($($shown:literal [$($key:expr),*] $action:ident $place:expr, $help:literal $($footer:literal)?;)*) => {
        &[$(Binding {
            shown: $shown,
            keys: &[$($key),*],
            action: Action::$action,
            place: $place,
            help: $help,
            footer: bindings!(@ $($footer)?),
        },)*]
    };
    (@) => { None };
    (@ $footer:literal) => { Some($footer) };
}

const ALL: Place = Place::Everywhere;
const INBOX: Place = Place::In(Tab::Inbox);
const RUNS: Place = Place::In(Tab::Runs);
const HISTORY: Place = Place::In(Tab::History);
const PLANS: Place = Place::In(Tab::Plans);

/// All keys, the most important first.
pub static KEYS: &[Binding] = bindings! {
    "y" [c('y')] Yes INBOX, "tui-help-yes" "tui-key-yes";
    "a" [c('a')] Always INBOX, "tui-help-always" "tui-key-always";
    "n" [c('n')] No INBOX, "tui-help-no" "tui-key-no";
    "r" [c('r')] NoBecause INBOX, "tui-help-because" "tui-key-because";
    "d" [c('d')] Defer INBOX, "tui-help-defer" "tui-key-defer";
    "e" [c('e')] Edit INBOX, "tui-help-edit" "tui-key-edit";
    "A" [c('A')] All INBOX, "tui-help-all";
    "space" [c(' ')] Hold INBOX, "tui-help-hold";
    "x" [c('x')] Choose INBOX, "tui-help-choose";
    "s" [c('s')] Steer RUNS, "tui-help-steer" "tui-key-steer";
    "p" [c('p')] Pause RUNS, "tui-help-pause" "tui-key-pause";
    "S" [c('S')] Stop RUNS, "tui-help-stop" "tui-key-stop";
    "R" [c('R')] Rollback RUNS, "tui-help-rollback" "tui-key-rollback";
    "y" [c('y')] Yes PLANS, "tui-help-yes" "tui-key-yes";
    "n" [c('n')] No PLANS, "tui-help-no" "tui-key-no";
    "r" [c('r')] NoBecause PLANS, "tui-help-because" "tui-key-because";
    "u" [c('u')] Undo INBOX, "tui-help-undo" "tui-key-undo";
    "u" [c('u')] Undo HISTORY, "tui-help-undo-this" "tui-key-undo";
    "m" [c('m')] MergeUndo HISTORY, "tui-help-merge";
    "↓ j" [k(KeyCode::Down), c('j')] Down ALL, "tui-help-down";
    "↑ k" [k(KeyCode::Up), c('k')] Up ALL, "tui-help-up";
    "PgDn ^D" [k(KeyCode::PageDown), ctrl('d'), ctrl('f')] PageDown ALL, "tui-help-page-down";
    "PgUp ^U" [k(KeyCode::PageUp), ctrl('u'), ctrl('b')] PageUp ALL, "tui-help-page-up";
    "g" [c('g'), k(KeyCode::Home)] Top ALL, "tui-help-top";
    "G" [c('G'), k(KeyCode::End)] Bottom ALL, "tui-help-bottom";
    "Enter" [k(KeyCode::Enter), c('l'), k(KeyCode::Right)] Open ALL, "tui-help-open" "tui-key-open";
    "Esc" [k(KeyCode::Esc), c('h'), k(KeyCode::Left)] Back ALL, "tui-help-back";
    "Tab" [k(KeyCode::Tab)] NextTab ALL, "tui-help-tab" "tui-key-tab";
    "⇧Tab" [k(KeyCode::BackTab)] PreviousTab ALL, "tui-help-tab-back";
    "/" [c('/')] Search ALL, "tui-help-search" "tui-key-search";
    ": ^P" [c(':'), ctrl('p')] Palette ALL, "tui-help-palette" "tui-key-palette";
    "^L" [ctrl('l')] Reload ALL, "tui-help-reload";
    "^Z" [ctrl('z')] Suspend ALL, "tui-help-suspend";
    "?" [c('?'), k(KeyCode::F(1))] Help ALL, "tui-help-help" "tui-key-help";
    "q" [c('q'), ctrl('c')] Quit ALL, "tui-help-quit" "tui-key-quit";
};

/// Returns what a key does in a tab.
pub fn action(tab: Tab, key: &KeyEvent) -> Option<Action> {
    // A capital is reported with or without Shift, depending on the terminal.
    let held = key.modifiers - KeyModifiers::SHIFT;
    let binding = KEYS.iter().find(|b| b.is_in(tab) && b.keys.contains(&(key.code, held)))?;
    Some(binding.action)
}

impl Binding {
    /// Whether it counts in a tab.
    pub fn is_in(&self, tab: Tab) -> bool {
        self.place == Place::Everywhere || self.place == Place::In(tab)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_means_two_things_in_one_tab() {
        for tab in Tab::ALL {
            let mut keys: Vec<String> = KEYS
                .iter()
                .filter(|b| b.is_in(tab))
                .flat_map(|b| b.keys.iter().map(|key| format!("{key:?}")))
                .collect();
            let all = keys.len();
            keys.sort();
            keys.dedup();
            assert_eq!(keys.len(), all, "{tab:?}");
        }
    }

    #[test]
    fn a_capital_is_the_same_with_and_without_shift() {
        for held in [KeyModifiers::NONE, KeyModifiers::SHIFT] {
            assert_eq!(action(Tab::Runs, &KeyEvent::new(KeyCode::Char('S'), held)), Some(Action::Stop));
        }
        assert_eq!(action(Tab::Inbox, &KeyEvent::new(KeyCode::Char('S'), NONE)), None);
        assert_eq!(action(Tab::Inbox, &KeyEvent::new(KeyCode::Char('y'), CTRL)), None);
    }
}
