//! The life of a call as a state machine: each state says what it needs next, and nothing here blocks. The
//! driver of a call provides it: [`Engine::call`] on the caller's thread, or a server without a thread for
//! each call.

use std::sync::Arc;

use super::{
    Engine, Reading, Request,
    going_on::{GoingOn, PartsSoFar},
};
use crate::{
    actor::ActorKind,
    error::{Error, Result},
    execute::Call,
    host::Holder,
    op::{Answer, Ran},
    store::{self, Replied, Reply},
};

/// What a call needs next.
pub enum Next {
    /// Nothing: it is over.
    Over(Answer),
    /// It is allowed, and only reads. Pass the result of the read to [`Engine::has_read`].
    Read(Box<Reading>),
    /// It needs the store's writer: call [`Engine::send`], and pass the reply to [`Engine::has_written`].
    Write(Box<Call>),
    /// It must ask or change the world, or make other calls: call [`Engine::go_on`], which waits for all
    /// that.
    Wait(Box<Waiting>),
}

/// A call that must wait for more than the store's writer.
pub struct Waiting {
    call: Call,
    /// How far it got, if it has run.
    ran: Option<Result<Ran<Answer>>>,
    /// What became of its parts, if somebody may ask for that meanwhile.
    parts: Option<Arc<PartsSoFar>>,
    /// Where it must be made, if that is another host.
    elsewhere: Option<Holder>,
}

impl Waiting {
    fn new(call: Call, ran: Option<Result<Ran<Answer>>>) -> Box<Self> {
        let is_left = ran.is_none() && call.pending.patience_ms().is_some();
        Box::new(Self { call, ran, parts: is_left.then(Arc::default), elsewhere: None })
    }

    fn for_another(call: Call, holder: Holder) -> Box<Self> {
        Box::new(Self { call, ran: None, parts: None, elsewhere: Some(holder) })
    }

    /// Returns what tells of this call while it goes on without its caller; None where nothing can be told before its
    /// end.
    pub fn going_on(&self) -> Option<GoingOn> {
        let begun = match &self.ran {
            // One that is made elsewhere has its own patience.
            _ if self.call.pending.patience_ms().is_none() || self.elsewhere.is_some() => return None,
            None => None,
            Some(Ok(Ran::Done(answer))) if !answer.jobs.is_empty() => {
                Some(Answer { jobs: Vec::new(), ..answer.clone() })
            }
            Some(_) => return None,
        };
        Some(GoingOn { call: self.call.clone(), begun, parts: self.parts.clone() })
    }
}

impl Engine {
    /// Makes a call. Its questions are answered and its orders carried out before it returns.
    pub fn call(&self, request: Request) -> Result<Answer> {
        self.make(self.prepare(request)?)
    }

    /// Makes a prepared call.
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

    /// Begins a call: one that only reads is judged on a snapshot. Does not wait for the store's writer; of
    /// the world it only makes forecasts, or a rehearsal if the tool supports it.
    pub fn begin(&self, request: Request) -> Result<Next> {
        self.begin_call(self.prepare(request)?)
    }

    /// Like [`Engine::begin`], for a prepared call.
    pub fn begin_call(&self, call: Call) -> Result<Next> {
        if call.authority().is_err() {
            // The writer refuses it, and logs the attempt.
            return Ok(Next::Write(Box::new(call)));
        }
        if let Some(holder) = self.elsewhere(&call, false)? {
            return Ok(Next::Wait(Waiting::for_another(call, holder)));
        }
        if call.pending.comes_apart(&call.setup) {
            return Ok(Next::Wait(Waiting::new(call, None)));
        }
        match self.read_on_snapshot(call)? {
            Ok(next) => Ok(next),
            Err(call) => Ok(written(*call)),
        }
    }

    /// Whether a call goes to the store's writer first.
    pub fn is_for_writer(&self, call: &Call) -> bool {
        let (spec, pending) = (call.op.spec(), &call.pending);
        // Where there are several hosts, it may have to be made elsewhere.
        (call.setup.hosts.own.is_none() || call.actor.kind == ActorKind::System)
            && spec.write
            && !spec.lazy
            && !pending.may_only_read(&call.setup)
            && !pending.comes_apart(&call.setup)
    }

    /// Sends a call to the store's writer; pass what `reply` receives to [`Engine::has_written`].
    pub fn send(&self, call: Call, reply: Reply) {
        self.store.send(call, reply);
    }

    /// Returns what a call needs after the writer. If `replied` is None, the store has ended.
    pub fn has_written(&self, replied: Option<Replied>) -> Result<Next> {
        self.tell();
        let (executed, call) = replied.ok_or_else(store::ended)?;
        let language = call.as_ref().map(|call| call.origin.language).unwrap_or_default();
        after_writing(call, executed.and_then(|ran| ran.answer(language)))
    }

    /// Takes a call to its end; this waits for the store and for the world.
    pub fn go_on(&self, waiting: Waiting) -> Result<Answer> {
        let Waiting { call, ran, parts: so_far, elsewhere } = waiting;
        if let Some(holder) = elsewhere {
            return self.hand_over(&call, &holder);
        }
        if let Some(ran) = ran {
            return self.ended(call, ran);
        }
        if call.pending.comes_apart(&call.setup)
            && let Some(parts) = self.parts(&call)?
        {
            return self.call_parts(&call, parts, so_far.as_deref());
        }
        let ran = self.once(&call);
        self.ended(call, ran)
    }
}

/// Returns what a call needs that is not, or not only, a read.
pub(super) fn written(call: Call) -> Next {
    let spec = call.op.spec();
    match spec.write && !spec.lazy {
        true => Next::Write(Box::new(call)),
        false => Next::Wait(Waiting::new(call, None)),
    }
}

fn after_writing(call: Option<Call>, ran: Result<Ran<Answer>>) -> Result<Next> {
    match (ran, call) {
        // Its rehearsal may have to be released, however it ended.
        (ran, Some(call)) if !call.seen.is_empty() => Ok(Next::Wait(Waiting::new(call, Some(ran)))),
        (Err(e), _) => Err(e),
        (Ok(Ran::Done(answer)), _) if answer.jobs.is_empty() => Ok(Next::Over(answer)),
        (ran, Some(call)) => Ok(Next::Wait(Waiting::new(call, Some(ran)))),
        (_, None) => Err(Error::bug("the store did not give back a call that is not over")),
    }
}
