//! `confirm` at a terminal: asks about each thing that was named, or about everything that waits, one by one.

use std::collections::BTreeSet;

use countersign_core::{
    Result,
    answer_status::WaitsKind,
    item::{
        ItemStatus,
        view::{ItemView, Waits},
    },
};
use countersign_tui::{Asked, Question};
use countersign_words::Words;
use serde_json::{Value, json};

use super::{
    pages,
    thing::{self, Answer, Thing},
};
use crate::{caller::Remote, exit, op_commands::Wanted, session::Session};

/// A person at a terminal, and what their answers go through.
pub struct Desk<'s> {
    /// The invocation.
    pub session: &'s Session,
    /// The daemon.
    pub caller: &'s Remote,
}

impl Desk<'_> {
    /// Asks about each thing that was named.
    pub fn each(&self, calls: Vec<Wanted>) -> Result<u8> {
        let mut code = exit::DONE;
        let is_only = calls.len() == 1;
        for wanted in calls {
            let word = wanted.word.unwrap_or_default();
            match self.one(&word, &wanted.input, !is_only) {
                Ok(Asked::Answered(one)) => code = exit::worse(code, exit::of_outcome(one)),
                Ok(Asked::Skipped) => {}
                Ok(Asked::Left) => return Ok(exit::worse(code, exit::HELD)),
                Err(error) if is_only => return Err(error),
                Err(error) => {
                    self.session.screen.complain(Some(&word), &error);
                    code = exit::worse(code, exit::of_error(error.code));
                }
            }
        }
        Ok(code)
    }

    /// Goes through what waits, the most dangerous first, also what comes meanwhile.
    pub fn walk(&self) -> Result<u8> {
        let (mut code, mut asked) = (exit::DONE, BTreeSet::new());
        while let Some(id) = self.next(&asked)? {
            if !asked.is_empty() {
                self.session.screen.text("\n")?;
            }
            asked.insert(id.clone());
            match self.one(&id, &json!({}), true) {
                Ok(Asked::Answered(one)) => code = exit::worse(code, exit::of_outcome(one)),
                Ok(Asked::Skipped) => {}
                Ok(Asked::Left) => return Ok(exit::worse(code, exit::HELD)),
                // Somebody else may have answered it.
                Err(error) => {
                    self.session.screen.complain(Some(&id), &error);
                    code = exit::worse(code, exit::of_error(error.code));
                }
            }
        }
        if asked.is_empty() {
            self.session.screen.text(&self.session.screen.view().t("empty-title"))?;
        }
        Ok(code)
    }

    /// Returns the first thing that waits and was not asked about yet.
    fn next(&self, asked: &BTreeSet<String>) -> Result<Option<String>> {
        let mut found = None;
        pages(self.caller, &mut |page| {
            let waits = |item: &&ItemView| item.status != ItemStatus::Deferred && !asked.contains(&item.id);
            let item = page.items.iter().find(waits).map(|item| item.id.clone());
            // Settings are accepted by their digest, after a look at what they change.
            let asks = |w: &&Waits| w.kind != WaitsKind::Settings && !asked.contains(&w.id);
            let other = || page.waiting.iter().find(asks).map(|w| w.id.clone());
            // Whatever else waits is in every page, and comes after the items.
            found = item.or_else(|| other().filter(|_| page.next.is_none()));
            found.is_none()
        })?;
        Ok(found)
    }

    /// Shows one thing and asks about it. `given` are the options of the command line.
    fn one(&self, id: &str, given: &Value, skips: bool) -> Result<Asked> {
        if Thing::of(id) != Thing::Question {
            // An option that it does not take is refused before anything is asked.
            thing::call(Answer::Confirm, id, given.clone())?;
        }
        asked(self.session, self.caller, id, given, skips)
    }
}

/// Asks about one thing in this terminal; its answer is printed as other commands print it.
pub fn asked(session: &Session, caller: &Remote, id: &str, given: &Value, skips: bool) -> Result<Asked> {
    let words = Words::of(session.screen.language());
    let tell = |op: &str, answer: &countersign_core::Answer| session.screen.answer(op, &answer.value);
    countersign_tui::ask(&caller.client, words, &Question { id, given: given.clone(), skips, tell: &tell })
}
