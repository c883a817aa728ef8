//! The seam between commands and the engine: today in process, later over HTTP.

use std::fs::File;

use countersign_core::{Actor, Answer, Engine, Origin, Request, Result};
use serde_json::Value;

/// Makes calls for a command.
pub trait Caller {
    /// Makes one call.
    fn call(&self, op: &str, input: Value) -> Result<Answer>;
}

/// The engine in this process, as the actor that the token stands for.
pub struct Local {
    engine: Engine,
    actor: Actor,
    origin: Origin,
    /// Kept to the end: it tells other processes that effects may be under way here. None for whoever only looks.
    _lock: Option<File>,
}

impl Local {
    /// Finds out who calls. The token goes no further than this: it is taken out of the environment of every
    /// command that is started, and the log knows actors, not tokens.
    pub fn new(engine: Engine, token: Option<&str>, cwd: Option<String>, lock: Option<File>) -> Result<Self> {
        let actor = engine.authenticate(token)?;
        Ok(Self { engine, actor, origin: Origin { cwd, ..Origin::from("cli") }, _lock: lock })
    }
}

impl Caller for Local {
    fn call(&self, op: &str, input: Value) -> Result<Answer> {
        self.engine.call(Request {
            actor: self.actor.clone(),
            op: op.to_owned(),
            input,
            key: None,
            origin: self.origin.clone(),
        })
    }
}
