//! Servers that did not start: `server.failed` records why, and the next listing forgets it.

use countersign_words::Message;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    ActorKind,
    authority::operations::Nothing,
    error::Result,
    op::Op,
    record::{Fields, Kind, Record, text},
    text::truncate,
    tx::Tx,
};

/// The longest reason that is kept.
const MAX_CHARS: usize = 1_000;

/// Why a server did not start when it was last needed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Trouble {
    /// The server, by the person's name for it.
    pub id: String,
    /// The agent that it was started for.
    pub agent: String,
    /// Why.
    pub why: Message,
    /// Since when it is so.
    pub at: u64,
}

fn index(doc: &Fields) -> Vec<(&'static str, String)> {
    vec![("trouble.server", text(doc, "id").to_owned())]
}

impl Record for Trouble {
    const KIND: &'static Kind =
        &Kind { name: "server_trouble", prefix: "", domain: false, index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}

/// Records why a server did not start.
pub struct ServerFailed;

/// The server, and why.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FailedInput {
    /// The server, by the person's name for it.
    pub server: String,
    /// The agent that it was started for.
    pub agent: String,
    /// Why it did not start.
    pub why: Message,
}

impl Op for ServerFailed {
    const NAME: &'static str = "server.failed";
    const DOC: &'static str = "Record why an upstream server did not start";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::System];
    const LAZY: bool = true;
    const HTTP: &'static str = "POST /v1/servers/{server}/failed";
    const CLI: &'static str = "";
    type Input = FailedInput;
    type Output = Nothing;

    fn run(&self, tx: &mut Tx<'_>, input: &FailedInput) -> Result<Nothing> {
        super::operations::check_server(&input.server)?;
        let FailedInput { server, agent, why } = input;
        let why = why.map_texts(&|text| truncate(text, MAX_CHARS));
        let is_known = tx.get::<Trouble>(server)?.is_some_and(|known| known.why == why);
        if !is_known {
            tx.put(&Trouble { id: server.clone(), agent: agent.clone(), why, at: tx.now() })?;
        }
        Ok(Nothing {})
    }
}

/// Forgets the trouble of a server that works.
pub(super) fn is_over(tx: &mut Tx<'_>, server: &str) -> Result<()> {
    match tx.get::<Trouble>(server)? {
        Some(_) => tx.delete::<Trouble>(server),
        None => Ok(()),
    }
}
