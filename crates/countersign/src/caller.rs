//! The seam between commands and the engine: through the daemon, or in this process for read-only commands.

use std::cell::RefCell;

use countersign_client::Client;
use countersign_core::{
    Actor, Answer, Engine, Op, Origin, Request, Result,
    agent::news::{self, AgentNews},
    operations as ops,
};
use countersign_words::{Language, Message};
use serde_json::Value;

use crate::{
    output::{self, Screen},
    progress,
};

/// Makes calls for a command.
pub trait Caller {
    /// Makes one call.
    fn call(&self, op: &str, input: Value) -> Result<Answer>;
}

/// Makes one call and parses its output as the operation's type.
pub fn ask<O: Op>(caller: &dyn Caller, input: Value) -> Result<O::Output> {
    caller.call(O::NAME, input)?.output::<O>()
}

/// The daemon of the home. Its notices to the person are printed once.
pub struct Remote {
    /// The connection to it.
    pub client: Client,
    screen: Screen,
    told: RefCell<Option<String>>,
    quiet: bool,
}

impl Remote {
    /// Creates a caller for that client; notes go to that screen.
    pub fn new(client: Client, screen: Screen) -> Self {
        Self { client, screen, told: RefCell::default(), quiet: false }
    }

    /// Returns the same caller without notes: they would tell of what the command is about to settle.
    #[must_use]
    pub fn without_notes(self) -> Self {
        Self { quiet: true, ..self }
    }
}

impl Caller for Remote {
    fn call(&self, op: &str, input: Value) -> Result<Answer> {
        let what = ops::find(op).map_or_else(Message::default, |op| Message::from(op.spec().doc));
        let mut answer =
            progress::shown(self.screen, &self.client, &what, || self.client.call(op, input, None));
        let notice = self.client.notice();
        if let Some(text) = &notice
            && *self.told.borrow() != notice
            && !self.quiet
        {
            self.screen.note(&Message::from(text));
        }
        self.told.replace(notice);
        // Where there is a problem, that is all that is printed: the news come with the next answer.
        if let Ok(answer) = &mut answer {
            self.hear_beside(answer);
        }
        answer
    }
}

impl Remote {
    /// Takes an agent's news out of an answer, or asks for those that it could not carry.
    fn hear_beside(&self, answer: &mut Answer) {
        let carried = answer.value.as_object_mut().and_then(|fields| fields.remove("news"));
        if let Some(news) = carried.and_then(|news| serde_json::from_value::<news::Output>(news).ok()) {
            output::hear(news);
        }
        if self.client.has_news() {
            // If this fails, they come with the next answer.
            let asked = self.client.ask::<AgentNews>(&news::Input::default());
            asked.into_iter().filter(|news| !news.text.is_empty()).for_each(output::hear);
        }
    }
}

/// The engine in this process, as the token's actor.
pub struct Local {
    engine: Engine,
    actor: Actor,
    origin: Origin,
}

impl Local {
    /// Resolves the caller's token to an actor. The token is not passed on: it is removed from the environment of
    /// started commands, and the log records actors, not tokens. Answers are in `language`.
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
