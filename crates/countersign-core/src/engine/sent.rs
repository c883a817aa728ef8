//! Calls that go to the store before anything else is done for them: whoever makes one keeps no thread for it.

use super::Engine;
use crate::{
    error::Result,
    execute::Call,
    op::{Answer, Ran},
    store::{self, Replied, Reply},
};

/// How far a call came that was sent.
pub enum Received {
    /// To its end.
    Answered(Result<Answer>),
    /// It must know something of the world, or do something there: see [`Engine::go_on`], which waits.
    Further(Box<Further>),
}

/// A call that the store has taken as far as it could.
pub struct Further {
    call: Call,
    tried: Result<Ran<Answer>>,
}

impl Engine {
    /// Whether a call goes to the store's writer first, and so may be sent.
    pub fn may_send(&self, call: &Call) -> bool {
        let (spec, pending) = (call.op.spec(), &call.pending);
        spec.write && !spec.lazy && !pending.may_only_read(&call.setup) && !pending.comes_apart(&call.setup)
    }

    /// Sends such a call; what `reply` is told is for [`Engine::receive`].
    pub fn send(&self, call: Call, reply: Reply) {
        self.store.send(call, reply);
    }

    /// What became of a call that was sent. Where `replied` is none, the store has ended.
    pub fn receive(&self, replied: Option<Replied>) -> Received {
        self.tell();
        let Some((executed, call)) = replied else { return Received::Answered(Err(store::ended())) };
        let tried = executed.and_then(|executed| executed.answer());
        let is_over = match &tried {
            Ok(Ran::Done(answer)) => answer.jobs.is_empty(),
            Ok(Ran::Asks(_)) => false,
            Err(_) => true,
        };
        match call {
            Some(call) if !is_over => Received::Further(Box::new(Further { call, tried })),
            _ => Received::Answered(tried.and_then(Ran::done)),
        }
    }

    /// Takes a call that was sent to its end; this waits for the store and for the world.
    pub fn go_on(&self, further: Further) -> Result<Answer> {
        self.ended(further.call, further.tried)
    }
}
