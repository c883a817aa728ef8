//! Calls that an agent makes again: a yes that came when it no longer waited counts for the same call, and what has changed
//! since it was shown is asked about anew.

use countersign_words::{Message, say};

use super::{AskOutput, Asking, QUEUED, Word, is_taken};
use crate::{
    call::gate::Assessment,
    error::Result,
    handover::{Handover, again, ready},
    item::{
        Item, ItemStatus, Trigger,
        edit::{self, Again},
    },
    record::Record as _,
    run,
    store::Scan,
    tx::Tx,
};

/// How long an approval that came after the agent stopped waiting is valid, if the agent makes the same call
/// again.
const KEPT_MS: u64 = run::IDLE_MS;

/// Whether a person has said yes to the same call before.
pub(super) enum LateYes {
    /// Nobody has, or not lately.
    None,
    /// It counts for this call: what the agent is told.
    Counts(AskOutput),
    /// It does not count any more: what has changed since.
    Moved(Message),
}

impl Asking<'_> {
    /// Returns this agent's questions about exactly this call whose answer was not given out.
    pub(super) fn asked_before(&self, tx: &mut Tx<'_>) -> Result<Vec<Handover>> {
        let sort = format!("{}/{}", self.run.agent, self.call);
        tx.list(&Scan::exactly(Handover::KIND.name, "handover.open", &sort))
    }

    /// Uses up an approval of exactly this call that came when the agent no longer waited.
    pub(super) fn late_yes(&self, tx: &mut Tx<'_>, examined: &Assessment<'_>) -> Result<LateYes> {
        let mut late = LateYes::None;
        for mut earlier in self.asked_before(tx)? {
            let mut item: Item = tx.need(&earlier.item)?;
            let recent = item.decided_at.is_some_and(|at| tx.now() < at.saturating_add(KEPT_MS));
            let same = examined.digest_over(&item.preconditions) == item.digest;
            if !(item.status == ItemStatus::Applied && same && recent) || is_taken(tx, &item)? {
                continue;
            }
            let told = |word, said: &str| LateYes::Counts(AskOutput::new(word, said).about(&item.id));
            if ready::is_being_changed(tx, &item)? {
                let told = told(Word::Held, again::BEING_CHANGED);
                self.keep(tx, self.kept(tx, &item.id))?;
                return Ok(told);
            }
            if ready::is_as_captured(tx, &item)? {
                let told = told(Word::Allow, "a person has said yes to it");
                earlier.taken = true;
                tx.put(&earlier)?;
                let mut now = Handover { id: self.id.clone(), at: tx.now(), ..earlier };
                now.take(tx);
                tx.create(&now)?;
                return Ok(told);
            }
            let told = told(Word::Held, QUEUED);
            match ready::hand_anew(tx, &mut item, examined)? {
                Some(why) => late = LateYes::Moved(why),
                None => {
                    self.keep(tx, self.kept(tx, &item.id))?;
                    return Ok(told);
                }
            }
        }
        Ok(late)
    }

    /// Examines the stale item again that a call has become, so that a person is asked about it as it is now. Returns why
    /// it was stale.
    pub(super) fn refreshed(&self, tx: &mut Tx<'_>, item: &str) -> Result<Option<Message>> {
        let item: Item = tx.need(item)?;
        if item.status != ItemStatus::Stale {
            return Ok(None);
        }
        let moved = item.error.clone().unwrap_or_default();
        let why = Some(say!("judge-examined-again", said = moved.clone()));
        edit::examine_again(tx, item, &Again { why, ..Again::default() }, Trigger::Refresh)?;
        Ok(Some(moved))
    }
}
