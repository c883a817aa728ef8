//! The seam between commands and the engine: through the daemon, or in this process for those who only look.

use std::cell::RefCell;

use countersign_client::Client;
use countersign_core::{Actor, Answer, Engine, Op, Origin, Request, Result};
use countersign_words::{Language, Message};
use serde_json::Value;

use crate::output::Screen;

/// Makes calls for a command.
pub trait Caller {
    /// Makes one call.
    fn call(&self, op: &str, input: Value) -> Result<Answer>;
}

/// Makes one call, and reads its output as the type that the operation declares.
pub fn ask<O: Op>(caller: &dyn Caller, input: Value) -> Result<O::Output> {
    caller.call(O::NAME, input)?.output::<O>()
}

/// The daemon of the home. What it wants a person to know besides is told once.
pub struct Remote {
    /// The way to it.
    pub client: Client,
    screen: Screen,
    told: RefCell<Option<String>>,
}

impl Remote {
    /// By that way; notes go to that screen.
    pub fn new(client: Client, screen: Screen) -> Self {
        Self { client, screen, told: RefCell::default() }
    }
}

impl Caller for Remote {
    fn call(&self, op: &str, input: Value) -> Result<Answer> {
        let answer = self.client.call(op, input, None);
        let notice = self.client.notice();
        if let Some(text) = &notice
            && *self.told.borrow() != notice
        {
            self.screen.note(&Message::from(text));
        }
        self.told.replace(notice);
        answer
    }
}

/// The engine in this process, as the actor that the token stands for.
pub struct Local {
    engine: Engine,
    actor: Actor,
    origin: Origin,
}

impl Local {
    /// Finds out who calls. The token goes no further than this: it is taken out of the environment of every
    /// command that is started, and the log knows actors, not tokens. Answers come in `language`.
    pub fn new(engine: Engine, token: Option<&str>, cwd: Option<String>, language: Language) -> Result<Self> {
        let actor = engine.authenticate(token)?;
        Ok(Self { engine, actor, origin: Origin { cwd, language, ..Origin::from("cli") } })
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
