//! The engine: the one way to make a call, whatever the surface.

use std::sync::{Arc, RwLock};

use serde_json::Value;

use crate::{
    actor::{Actor, ActorKind, Origin},
    error::{Error, ErrorCode, Result},
    execute::{Call, Setup, not_allowed},
    model::Token,
    op::{Answer, AnyOp, Executed, Part},
    ops,
    store::{Base, Batch, Store},
    tx::Tx,
};

/// A request as a transport hands it over.
#[derive(Debug, Clone)]
pub struct Request {
    /// Who asks, as [`Engine::authenticate`] found.
    pub actor: Actor,
    /// Which operation.
    pub op: String,
    /// Its input.
    pub input: Value,
    /// The caller's idempotency key.
    pub key: Option<String>,
    /// Where it came from.
    pub origin: Origin,
}

/// A store, a setup and an environment: everything a call needs.
pub struct Engine {
    store: Arc<dyn Store>,
    setup: RwLock<Arc<Setup>>,
    env: Box<dyn crate::Env>,
}

impl Engine {
    /// Puts the three together.
    pub fn new(store: Arc<dyn Store>, setup: Setup, env: Box<dyn crate::Env>) -> Self {
        Self { store, setup: RwLock::new(Arc::new(setup)), env }
    }

    /// The setup in force.
    pub fn setup(&self) -> Arc<Setup> {
        self.setup.read().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
    }

    /// The store.
    pub fn store(&self) -> &dyn Store {
        &*self.store
    }

    /// The clock.
    pub fn env(&self) -> &dyn crate::Env {
        &*self.env
    }

    /// Who a token stands for. Without one, only the first person of an empty home is let in: as soon as any
    /// token exists, dropping it from the environment must not make an agent a person.
    pub fn authenticate(&self, token: Option<&str>) -> Result<Actor> {
        let mut actor = Err(Error::bug("authentication did not run"));
        let hash = token.map(Token::hash);
        self.store.view(&mut |base| {
            actor = find_actor(base, hash.as_deref());
            Ok(())
        })?;
        actor
    }

    /// Makes a call.
    pub fn call(&self, request: Request) -> Result<Answer> {
        let op = ops::find(&request.op)
            .ok_or_else(|| Error::usage(format!("there is no operation {:?}", request.op)))?;
        let call = self.prepare(op, request)?;
        if !call.is_allowed() {
            // The writer refuses it too, and remembers that it was tried.
            return self.store.submit(call.clone()).and_then(|_| Err(not_allowed(&call)));
        }
        let parts = if call.pending.comes_apart(&call.setup) { self.parts(&call)? } else { None };
        match parts {
            Some(parts) => self.call_parts(&call, parts),
            None if call.op.spec().lazy => match self.query(&call)? {
                Some(answer) => Ok(answer),
                None => self.store.submit(call),
            },
            None if call.op.spec().write => self.store.submit(call),
            None => self
                .query(&call)?
                .ok_or_else(|| Error::bug(format!("{} is a query and writes", call.op.spec().name))),
        }
    }

    fn prepare(&self, op: &'static dyn AnyOp, request: Request) -> Result<Call> {
        let Request { actor, input, key, origin, .. } = request;
        let pending = op.prepare(input.clone())?.into();
        let (at, seed) = (self.env.now_ms(), self.env.seed());
        Ok(Call { actor, op, input, pending, at, seed, key, origin, setup: self.setup() })
    }

    fn parts(&self, call: &Call) -> Result<Option<Vec<Part>>> {
        let mut parts = Ok(None);
        self.store.view(&mut |base| {
            let mut batch = Batch::after(base.head()?);
            parts = call.pending.parts(&mut Tx::reader(base, &mut batch, call));
            Ok(())
        })?;
        parts
    }

    fn call_parts(&self, call: &Call, parts: Vec<Part>) -> Result<Answer> {
        let mut answers = Vec::new();
        for (i, part) in parts.into_iter().enumerate() {
            answers.push(self.call(Request {
                actor: call.actor.clone(),
                op: part.op.to_owned(),
                input: part.input,
                key: call.key.as_ref().map(|k| format!("{k}#{i}")),
                origin: call.origin.clone(),
            }));
        }
        let event = answers.iter().rev().flatten().find_map(|a| a.event.clone());
        let (value, outcome) = call.pending.join(answers)?;
        Ok(Answer { value, outcome, event })
    }

    /// Runs a call on a snapshot; None when it turned out that it must write.
    fn query(&self, call: &Call) -> Result<Option<Answer>> {
        let mut answer = Err(Error::bug("the query did not run"));
        self.store.view(&mut |base| {
            let mut batch = Batch::after(base.head()?);
            let mut tx = Tx::reader(base, &mut batch, call);
            let result = call.pending.run(&mut tx);
            answer = if tx.wanted_write() {
                Ok(None)
            } else {
                result
                    .and_then(|(output, outcome)| Executed { output, outcome, event: None }.answer())
                    .map(Some)
            };
            Ok(())
        })?;
        answer
    }
}

fn find_actor(base: &mut dyn Base, hash: Option<&str>) -> Result<Actor> {
    let Some(hash) = hash else {
        if base.ids("token", "", 1)?.is_empty() {
            return Ok(Actor::new(ActorKind::Person, "owner"));
        }
        return Err(Error::new(
            ErrorCode::Unauthenticated,
            "this home has tokens, and none came with the call",
        )
        .hint("set COUNTERSIGN_TOKEN to yours"));
    };
    let token = Token::by_hash(base, hash)?;
    let bad = |why: &str| {
        Error::new(ErrorCode::Unauthenticated, why)
            .hint("a person can make a new one: countersign token person|agent NAME")
    };
    match token {
        None => Err(bad("that token is not known here")),
        Some(t) if t.revoked_at.is_some() => Err(bad("that token was revoked")),
        Some(t) => Ok(Actor { kind: t.kind, name: t.name, token: Some(t.id), owner: t.owner }),
    }
}
