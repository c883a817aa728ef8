//! `run.trust`, `trust.give`, `trust.list`, `trust.end`. What trust never covers is the same as for the policy's entries:
//! see [`Trust`]. Giving it is logged; no agent and nothing from its process can do so.

use countersign_words::say;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{StandingTrust, all};
use crate::{
    ActorKind, Role,
    authority::operations::{ById, Nothing},
    error::{Error, Result},
    judge::Trust,
    mode::operations::{agent_of, folder_of},
    op::Op,
    record::Record,
    run::steer,
    tx::Tx,
};

const PERSON: &[ActorKind] = &[ActorKind::Person];

/// How much trust can be given at once.
const MOST: usize = 200;
const HOUR_MS: u64 = 3_600_000;
/// Folders that hold everything of a person or of the machine, by how many parts their paths have below these.
const WIDE: &[(&str, usize)] = &[("/home", 1), ("/Users", 1), ("/root", 0), ("/", 1)];

/// Trusts the folder of a run.
pub struct RunTrust;

/// A run, and how far it is trusted.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RunTrustInput {
    /// The run.
    pub id: String,
    /// How many files one call may change; 100 by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub files: Option<u32>,
    /// For how many hours; by default until the run is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hours: Option<u32>,
}

impl Op for RunTrust {
    const NAME: &'static str = "run.trust";
    const DOC: &'static str = "Trust a running run in its folder until it ends: what undo restores exactly lands there without asking";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const HTTP: &'static str = "POST /v1/runs/{id}/trust";
    const CLI: &'static str = "run trust {id} --files {files} --hours {hours}";
    type Input = RunTrustInput;
    type Output = StandingTrust;

    fn run(&self, tx: &mut Tx<'_>, input: &RunTrustInput) -> Result<StandingTrust> {
        let run = steer::going(tx, &input.id)?;
        let Some(folder) = run.cwd.clone() else {
            return Err(Error::conflict(say!("op-trust-no-folder", id = run.id)));
        };
        tx.about(Some(&run.id), None);
        let agents = vec![run.agent.clone()];
        give(tx, folder, agents, (input.files, input.hours), Some(run.id))
    }
}

/// Trusts a folder.
pub struct TrustGive;

/// A folder, and how far it is trusted.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GiveInput {
    /// The folder, as an absolute path without links.
    pub folder: String,
    /// The agent for whose calls it is trusted; by default every agent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// How many files one call may change; 100 by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub files: Option<u32>,
    /// For how many hours; by default until it is ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hours: Option<u32>,
}

impl Op for TrustGive {
    const NAME: &'static str = "trust.give";
    const DOC: &'static str =
        "Trust a folder, for an agent or for all: what undo restores exactly lands there without asking";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const ROLE: Role = Role::Admin;
    const HTTP: &'static str = "POST /v1/trust";
    const CLI: &'static str = "";
    type Input = GiveInput;
    type Output = StandingTrust;

    fn run(&self, tx: &mut Tx<'_>, input: &GiveInput) -> Result<StandingTrust> {
        let folder = folder_of(tx, &input.folder)?;
        let agent = input.agent.as_deref().map(|name| agent_of(tx, name)).transpose()?;
        give(tx, folder, agent.into_iter().collect(), (input.files, input.hours), None)
    }
}

fn give(
    tx: &mut Tx<'_>,
    folder: String,
    agents: Vec<String>,
    (files, hours): (Option<u32>, Option<u32>),
    run: Option<String>,
) -> Result<StandingTrust> {
    let files = files.unwrap_or(Trust::FILES);
    if files == 0 || files > Trust::MAX_FILES {
        return Err(Error::invalid(say!("op-trust-files", most = Trust::MAX_FILES)));
    }
    if is_wide(&folder) {
        let path = crate::text::visible(&folder).text;
        return Err(Error::invalid(say!("command-trust-too-wide", path)).hint(say!("command-trust-project")));
    }
    let until = hours.map(|hours| tx.now().saturating_add(u64::from(hours) * HOUR_MS));
    let trust = Trust { folder, agents, branches: Vec::new(), files, until };
    let given = all(tx)?;
    let same = |one: &&StandingTrust| {
        (&one.trust.folder, &one.trust.agents, &one.run) == (&trust.folder, &trust.agents, &run)
    };
    let id = match given.iter().find(same) {
        Some(before) => before.id.clone(),
        None if given.len() >= MOST => return Err(Error::conflict(say!("op-trust-most", n = MOST))),
        None => tx.new_id(StandingTrust::KIND),
    };
    let given = StandingTrust { id, trust, run, by: tx.actor().name.clone(), at: tx.now() };
    tx.put(&given)?;
    tx.note("loosened", json!({"of": given.run, "trusts": given.trust.folder, "agents": given.trust.agents}));
    Ok(given)
}

/// Whether a folder holds everything of a person or of the machine.
fn is_wide(folder: &str) -> bool {
    let parts = |path: &str| path.split('/').filter(|part| !part.is_empty()).count();
    WIDE.iter().any(|(top, below)| {
        let rest = folder.strip_prefix(top.trim_end_matches('/'));
        rest.is_some_and(|rest| (rest.is_empty() || rest.starts_with('/')) && parts(rest) <= *below)
    })
}

/// Lists the trust that persons gave.
pub struct TrustList;

/// The trust that persons gave, newest first; that of the policy file is shown with the policy.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ListOutput {
    /// Newest first.
    pub trust: Vec<StandingTrust>,
}

impl Op for TrustList {
    const NAME: &'static str = "trust.list";
    const DOC: &'static str = "List the folders that persons trust besides those of the policy file";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const WRITE: bool = false;
    const HTTP: &'static str = "GET /v1/trust";
    const CLI: &'static str = "";
    type Input = Nothing;
    type Output = ListOutput;

    fn run(&self, tx: &mut Tx<'_>, _input: &Nothing) -> Result<ListOutput> {
        Ok(ListOutput { trust: all(tx)? })
    }
}

/// Ends trust.
pub struct TrustEnd;

impl Op for TrustEnd {
    const NAME: &'static str = "trust.end";
    const DOC: &'static str = "End trust that was given to a folder or a run, at once";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const HTTP: &'static str = "POST /v1/trust/{id}/end";
    const CLI: &'static str = "run untrust {id}";
    type Input = ById;
    type Output = StandingTrust;

    fn run(&self, tx: &mut Tx<'_>, input: &ById) -> Result<StandingTrust> {
        let given: StandingTrust = tx.find(&input.id)?;
        tx.delete::<StandingTrust>(&given.id)?;
        Ok(given)
    }
}

#[cfg(test)]
mod tests {
    use super::is_wide;

    #[test]
    fn a14_c11_a_whole_home_or_machine_is_too_wide_to_be_trusted() {
        for wide in ["/", "/etc", "/home", "/home/ana", "/root", "/Users/ana", "/srv"] {
            assert!(is_wide(wide), "{wide}");
        }
        for folder in ["/home/ana/shop", "/srv/shop", "/Users/ana/x", "/homes/x"] {
            assert!(!is_wide(folder), "{folder}");
        }
    }
}
