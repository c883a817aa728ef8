//! `host.list`: the machines whose daemons write this log.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Errand;
use crate::{
    ActorKind, Role, authority::operations::Nothing, error::Result, op::Op, record::Record, store::Scan,
    tx::Tx,
};

/// Lists hosts.
pub struct HostList;

/// A host.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HostView {
    /// Its name.
    pub name: String,
    /// Whether it is the one that answers.
    pub is_this: bool,
    /// Since when it is away; None while it is there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub away_since: Option<u64>,
    /// How many answers of persons and calls of agents wait for it.
    pub waiting: usize,
}

/// The hosts.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct HostListOutput {
    /// By name; none if the log is one machine's own.
    pub hosts: Vec<HostView>,
}

impl Op for HostList {
    const NAME: &'static str = "host.list";
    const DOC: &'static str =
        "List the machines whose daemons write this log, and what waits for those that are away";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const ROLE: Role = Role::Viewer;
    const WRITE: bool = false;
    const HTTP: &'static str = "GET /v1/hosts";
    const CLI: &'static str = "hosts";
    type Input = Nothing;
    type Output = HostListOutput;

    fn run(&self, tx: &mut Tx<'_>, _input: &Nothing) -> Result<HostListOutput> {
        let (known, now) = (tx.setup().hosts.clone(), tx.now());
        let mut hosts = Vec::new();
        for host in known.all {
            let scan = Scan::prefix(Errand::KIND.name, "errand.waiting", &format!("{}/", host.name));
            hosts.push(HostView {
                is_this: known.own.as_ref() == Some(&host.name),
                away_since: host.away_ms.map(|ms| now.saturating_sub(ms)),
                waiting: tx.list::<Errand>(&scan)?.len(),
                name: host.name,
            });
        }
        Ok(HostListOutput { hosts })
    }
}
