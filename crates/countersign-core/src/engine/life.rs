//! The life of a call, from its request to its answer, as a value: each state says what it needs next, and nothing here waits for
//! it. Whoever drives a call does: [`Engine::call`] on the caller's thread, a server without keeping a thread for each call.

use super::{Engine, Reading, Request};
use crate::{
    error::{Error, Result},
    execute::Call,
    op::{Answer, Ran},
    store::{self, Replied, Reply},
};

/// What a call needs next.
pub enum Next {
    /// Nothing: it is over.
    Over(Answer),
    /// It may happen, and only reads. What was read in the world goes to [`Engine::has_read`].
    Read(Box<Reading>),
    /// The store's writer: [`Engine::send`], whose reply goes to [`Engine::has_written`].
    Write(Box<Call>),
    /// The world must be asked or changed, or other calls be made: [`Engine::go_on`], which waits for all that.
    Wait(Box<Waiting>),
}

/// A call that must wait for more than the store's writer.
pub struct Waiting {
    call: Call,
    /// How far it came, if it was run already.
    ran: Option<Result<Ran<Answer>>>,
}

impl Engine {
    /// Makes a call. What it must know of the world is looked up, what it orders is done, and both before it is answered.
    pub fn call(&self, request: Request) -> Result<Answer> {
        self.make(self.prepare(request)?)
    }

    /// Makes a call that was prepared.
    pub fn make(&self, call: Call) -> Result<Answer> {
        self.drive(self.begin_call(call)?)
    }

    /// Takes a call to its end, on the caller's thread.
    pub fn drive(&self, mut next: Next) -> Result<Answer> {
        loop {
            next = match next {
                Next::Over(answer) => return Ok(answer),
                Next::Read(reading) => {
                    let result = self.world.read(reading.ask());
                    self.has_read(*reading, result)?
                }
                Next::Write(call) => {
                    let ran = self.submit((*call).clone());
                    after_writing(Some(*call), ran)?
                }
                Next::Wait(waiting) => return self.go_on(*waiting),
            };
        }
    }

    /// Begins a call: one that only reads is judged on a snapshot. Nothing here waits for the store's writer, or for more of the
    /// world than a look at it takes, or a rehearsal, where its tool can be rehearsed.
    pub fn begin(&self, request: Request) -> Result<Next> {
        self.begin_call(self.prepare(request)?)
    }

    /// The same of a call that was prepared.
    pub fn begin_call(&self, call: Call) -> Result<Next> {
        if call.authority().is_err() {
            // The writer refuses it, and remembers that it was tried.
            return Ok(Next::Write(Box::new(call)));
        }
        if call.pending.comes_apart(&call.setup) {
            return Ok(Next::Wait(Box::new(Waiting { call, ran: None })));
        }
        match self.read_on_snapshot(call)? {
            Ok(next) => Ok(next),
            Err(call) => Ok(written(*call)),
        }
    }

    /// Whether a call goes to the store's writer before anything else is done for it.
    pub fn is_for_writer(&self, call: &Call) -> bool {
        let (spec, pending) = (call.op.spec(), &call.pending);
        spec.write && !spec.lazy && !pending.may_only_read(&call.setup) && !pending.comes_apart(&call.setup)
    }

    /// Sends a call to the store's writer; what `reply` is told is for [`Engine::has_written`].
    pub fn send(&self, call: Call, reply: Reply) {
        self.store.send(call, reply);
    }

    /// What a call needs after the writer took it. Where `replied` is none, the store has ended.
    pub fn has_written(&self, replied: Option<Replied>) -> Result<Next> {
        self.tell();
        let (executed, call) = replied.ok_or_else(store::ended)?;
        let language = call.as_ref().map(|call| call.origin.language).unwrap_or_default();
        after_writing(call, executed.and_then(|ran| ran.answer(language)))
    }

    /// Takes a call to its end; this waits for the store and for the world.
    pub fn go_on(&self, waiting: Waiting) -> Result<Answer> {
        let Waiting { call, ran } = waiting;
        if let Some(ran) = ran {
            return self.ended(call, ran);
        }
        if call.pending.comes_apart(&call.setup)
            && let Some(parts) = self.parts(&call)?
        {
            return self.call_parts(&call, parts);
        }
        let ran = self.once(&call);
        self.ended(call, ran)
    }
}

/// What a call needs that is not, or not only, a read.
pub(super) fn written(call: Call) -> Next {
    let spec = call.op.spec();
    match spec.write && !spec.lazy {
        true => Next::Write(Box::new(call)),
        false => Next::Wait(Box::new(Waiting { call, ran: None })),
    }
}

fn after_writing(call: Option<Call>, ran: Result<Ran<Answer>>) -> Result<Next> {
    match (ran, call) {
        // What was rehearsed for it may have to be let go, however it ended.
        (ran, Some(call)) if !call.seen.is_empty() => {
            Ok(Next::Wait(Box::new(Waiting { call, ran: Some(ran) })))
        }
        (Err(e), _) => Err(e),
        (Ok(Ran::Done(answer)), _) if answer.jobs.is_empty() => Ok(Next::Over(answer)),
        (ran, Some(call)) => Ok(Next::Wait(Box::new(Waiting { call, ran: Some(ran) }))),
        (_, None) => Err(Error::bug("the store did not give back a call that is not over")),
    }
}
