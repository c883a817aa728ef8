//! `hook.change`: a person installs or removes an agent's hooks, and the log records it.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::{ActorKind, Role, error::Result, op::Op, tx::Tx};

/// See the module.
pub struct HookChange;

/// A change of an agent's settings.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// The agent.
    pub agent: String,
    /// The settings file that is about to change.
    pub path: String,
    /// Whether the hooks are installed or removed.
    pub installed: bool,
}

/// That it was noted.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Output {
    /// In words.
    pub message: Message,
}

impl Op for HookChange {
    const NAME: &'static str = "hook.change";
    const DOC: &'static str = "Record that a person changes the hooks of an agent";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const ROLE: Role = Role::Admin;
    const HTTP: &'static str = "POST /v1/hooks/change";
    const CLI: &'static str = "";
    type Input = Input;
    type Output = Output;

    fn run(&self, tx: &mut Tx<'_>, input: &Input) -> Result<Output> {
        let verb = if input.installed { "installed" } else { "removed" };
        tx.note("hooks", json!({"agent": input.agent, "path": input.path, "change": verb}));
        Ok(Output { message: say!("op-hooks-changed", agent = input.agent, verb, path = input.path) })
    }
}
