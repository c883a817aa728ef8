//! Calls that go on without their caller: after a while, whoever made one is told how it stands. The call goes on to its
//! end, and its receipts are made there.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::Engine;
use crate::{
    error::{Error, Outcome, Result},
    execute::Call,
    op::{Answer, Executed, Part},
    store::Batch,
    tx::Tx,
};

/// What tells of a call that goes on.
pub struct GoingOn {
    pub(super) call: Call,
    /// What it answered when it ordered its effects; None for a composite.
    pub(super) begun: Option<Answer>,
    /// Of a composite, what became of its parts.
    pub(super) parts: Option<std::sync::Arc<PartsSoFar>>,
}

/// What became of the parts of a composite.
#[derive(Default)]
pub(super) struct PartsSoFar(Mutex<Option<Told>>);

#[derive(Default, Clone)]
struct Told {
    parts: Vec<Part>,
    /// Of the first of them, in order.
    answers: Vec<Result<Answer>>,
}

impl PartsSoFar {
    /// Notes which parts there are.
    pub fn begin(&self, parts: Vec<Part>) {
        *self.told() = Some(Told { parts, answers: Vec::new() });
    }

    /// Notes the answers that there are by now.
    pub fn tell(&self, answers: &[Result<Answer>]) {
        if let Some(told) = &mut *self.told() {
            told.answers.extend(answers.iter().skip(told.answers.len()).cloned());
        }
    }

    fn told(&self) -> MutexGuard<'_, Option<Told>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Engine {
    /// Answers the caller of a call that goes on without them; None if there is nothing to tell before its end.
    pub fn so_far(&self, going: &GoingOn) -> Result<Option<Answer>> {
        let GoingOn { call, begun, parts } = going;
        let Some(parts) = parts else { return self.stands(call, begun.clone()).map(Some) };
        let Some(told) = parts.told().clone() else { return Ok(None) };
        let mut answers = told.answers;
        for numbered in told.parts.into_iter().enumerate().skip(answers.len()) {
            answers.push(self.prepare(self.part(call, numbered)).and_then(|part| self.stands(&part, None)));
        }
        let (value, outcome) = call.pending.join(answers, call.origin.language)?;
        // It is not done, whatever its parts say.
        let outcome = if outcome == Outcome::Done { Outcome::Held } else { outcome };
        Ok(Some(Answer { value, outcome, event: None, jobs: Vec::new() }))
    }

    /// Says how a call stands, on a snapshot.
    fn stands(&self, call: &Call, begun: Option<Answer>) -> Result<Answer> {
        let event = begun.as_ref().and_then(|begun| begun.event.clone());
        let mut begun = begun.map(|begun| begun.value);
        let mut answer = Err(Error::bug("nobody looked how it stands"));
        self.store.view(&mut |base| {
            let mut batch = Batch::after(base.head()?);
            let mut tx = Tx::reader(base, &mut batch, call);
            let event = event.clone();
            answer = call.pending.so_far(&mut tx, begun.take()).and_then(|(output, outcome)| {
                Executed { output, outcome, event, jobs: Vec::new() }.answer(call.origin.language)
            });
            Ok(())
        })?;
        answer
    }
}
