//! Agent processes: `process.register` is called by a hook or a bridge, `process.list` by whatever judges a
//! connection.

use countersign_words::say;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    ActorKind,
    agent::AgentProcess,
    error::{Error, Result},
    op::Op,
    record::Record,
    store::Scan,
    tx::Tx,
};

/// Registers a process as an agent.
pub struct ProcessRegister;

/// One process of this machine.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RegisterInput {
    /// Its pid.
    pub pid: u32,
    /// When it was started, in clock ticks, as field 22 of its stat file says.
    pub started: u64,
    /// The boot of the machine during which it runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boot: Option<String>,
}

impl Op for ProcessRegister {
    const NAME: &'static str = "process.register";
    const DOC: &'static str =
        "Register an agent's process: nobody can decide from it or from its child processes";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Agent];
    const HTTP: &'static str = "POST /v1/processes";
    const CLI: &'static str = "";
    type Input = RegisterInput;
    type Output = AgentProcess;

    fn run(&self, tx: &mut Tx<'_>, input: &RegisterInput) -> Result<AgentProcess> {
        if input.pid <= 1 {
            return Err(Error::invalid(say!("op-process-is-root")));
        }
        let boot = input.boot.as_deref();
        let plain = |b: &str| b.len() <= 64 && b.chars().all(|c| c.is_ascii_hexdigit() || c == '-');
        if boot.is_some_and(|b| b == "-" || b.is_empty() || !plain(b)) {
            return Err(Error::invalid(say!("op-not-boot-id")));
        }
        let id = AgentProcess::key(boot, input.pid, input.started);
        let agent = tx.actor().name.clone();
        match tx.get::<AgentProcess>(&id)? {
            Some(known) if known.agent == agent => Ok(known),
            Some(known) => Err(Error::conflict(format!("process {} is {}", input.pid, known.agent))),
            None => {
                let process = AgentProcess { id, agent, at: tx.now() };
                tx.create(&process)?;
                Ok(process)
            }
        }
    }
}

/// Lists agent processes.
pub struct ProcessList;

/// Which.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListInput {
    /// Only those among these ids.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub among: Option<Vec<String>>,
}

/// Registered agent processes; whether they still run is not known here.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ListOutput {
    /// Newest first, or in the order of the requested ids.
    pub processes: Vec<AgentProcess>,
}

/// The maximum number listed.
const MAX: usize = 1000;

impl Op for ProcessList {
    const NAME: &'static str = "process.list";
    const DOC: &'static str = "List the processes registered as agents";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::System];
    const WRITE: bool = false;
    const HTTP: &'static str = "GET /v1/processes";
    const CLI: &'static str = "";
    type Input = ListInput;
    type Output = ListOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &ListInput) -> Result<ListOutput> {
        let processes = match &input.among {
            None => {
                tx.list(&Scan::prefix(AgentProcess::KIND.name, "process.at", "").reversed().limit(MAX))?
            }
            Some(ids) => {
                let found: Result<Vec<_>> = ids.iter().map(|id| tx.get(id)).collect();
                found?.into_iter().flatten().collect()
            }
        };
        Ok(ListOutput { processes })
    }
}
