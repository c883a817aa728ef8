//! What a server lists, and whether that is what was accepted. A server that was started anew, that says that its list
//! has changed, or that forgot us, may offer other tools under the same names: its list is read before the next call,
//! and a call goes out only to a tool whose definition a person accepted.
//!
//! # Limitations
//! A server that changes what a tool does and keeps its definition is not noticed. A server behind an address that has
//! neither sessions nor notices of changes is asked for its list once a minute.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, PoisonError},
    time::{Duration, Instant},
};

use countersign_core::{Error, Result, text, tool::Tool};
use countersign_words::say;
use rmcp::service::{Peer, RoleClient};

use super::{At, Instance, Upstreams, address::remote_host, client::Shared, forecast::Listed};

/// Whether the definition of a tool, by its digest, is the accepted one: (tool, digest).
pub type Accepted = Box<dyn Fn(&str, &str) -> Result<bool> + Send + Sync>;

/// The tools of one server, by their full names.
pub(super) type KnownTools = Arc<BTreeMap<String, Arc<Listed>>>;

/// How old the list of a server behind an address may be; nobody tells us when such a server is started anew.
const LIST_AGE: Duration = Duration::from_secs(60);

impl Upstreams {
    /// Has `f` say which definitions were accepted. No call goes out to a tool with any other.
    pub fn accept_by(&self, f: Accepted) {
        *self.accepted.write().unwrap_or_else(PoisonError::into_inner) = Some(f);
    }

    /// Notes which resources a server lists itself.
    pub(crate) fn note_resources(&self, server: &str, uris: BTreeSet<String>) {
        self.resources.write().unwrap_or_else(PoisonError::into_inner).insert(server.to_owned(), uris);
    }

    /// Whether a server lists a resource itself.
    pub(crate) fn lists_resource(&self, server: &str, uri: &str) -> bool {
        let resources = self.resources.read().unwrap_or_else(PoisonError::into_inner);
        resources.get(server).is_some_and(|uris| uris.contains(uri))
    }

    /// The host of a server that is on another machine.
    pub(crate) fn remote_host(&self, server: &str) -> Option<String> {
        self.settings_of(server).ok()?.url.as_deref().and_then(remote_host)
    }

    /// The tools of a server; started if it does not run.
    pub async fn list(&self, agent: &str, server: &str, cwd: Option<&str>) -> Result<Vec<Tool>> {
        let before = self.slot(agent, server)?.1.current().filter(|i| i.is_running());
        let instance = self.instance(agent, server, cwd).await?;
        let tells = instance.info.capabilities.tools.as_ref().and_then(|t| t.list_changed) == Some(true);
        // One that was started just now was asked just now.
        if !tells && before.is_some_and(|before| Arc::ptr_eq(&before, &instance)) {
            self.learn(&instance.shared, &instance.peer).await?;
        }
        Ok(instance.tools().to_vec())
    }

    /// Starts the server of a tool if it does not run, and reads its list if that may have changed, so that a call is
    /// judged by what the server says now.
    pub(crate) async fn prepare(&self, agent: &str, server: &str, cwd: Option<&str>) -> Result<()> {
        let instance = self.instance(agent, server, cwd).await?;
        self.relist(&instance).await
    }

    /// Asks a server for its tools, and tells those who want to know if they are others than before.
    pub(super) async fn learn(&self, shared: &Shared, peer: &Peer<RoleClient>) -> Result<()> {
        let _one_at_a_time = shared.listing.lock().await;
        self.read_list(shared, peer).await
    }

    /// Reads the list of a server that said that it has changed, unless somebody has done so meanwhile.
    pub(super) async fn learn_changes(&self, shared: &Shared, peer: &Peer<RoleClient>) -> Result<()> {
        let _one_at_a_time = shared.listing.lock().await;
        if !shared.tally.is_list_changed() {
            return Ok(());
        }
        self.read_list(shared, peer).await
    }

    async fn read_list(&self, shared: &Shared, peer: &Peer<RoleClient>) -> Result<()> {
        let server = &shared.server;
        let changes = shared.tally.list_changes();
        let listed = Instance::list(peer, server, self.limits.start).await?;
        let pack = self.pack_of(server);
        let tools: Vec<Tool> = listed.iter().map(|tool| Self::tool(server, tool, pack)).collect();
        let tools = Arc::new(tools);
        let listed: Result<BTreeMap<_, _>> =
            tools.iter().map(|tool| Ok((tool.name.clone(), Arc::new(Listed::of(tool)?)))).collect();
        let listed = Arc::new(listed?);
        let news = {
            let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
            let same = |was: &KnownTools| {
                was.len() == listed.len() && was.values().zip(listed.values()).all(is_same)
            };
            let news = !known.get(server).is_some_and(same);
            known.insert(server.clone(), listed.clone());
            // At once: what is proposed by the one is checked against the other.
            *shared.tools.write().unwrap_or_else(PoisonError::into_inner) = tools.clone();
            *shared.listed.write().unwrap_or_else(PoisonError::into_inner) = Some((listed, Instant::now()));
            news
        };
        if news {
            self.announce(server, &tools);
        }
        // Until here whoever wants to call waits for this list.
        shared.tally.list_read(changes);
        Ok(())
    }

    fn announce(&self, server: &str, tools: &[Tool]) {
        for told in self.on_listed.read().unwrap_or_else(PoisonError::into_inner).iter() {
            told(server, tools.to_vec());
        }
    }

    /// Reads the list of a running server again where it may have changed.
    async fn relist(&self, instance: &Instance) -> Result<()> {
        let shared = &instance.shared;
        let is_old = || {
            let listed = shared.listed.read().unwrap_or_else(PoisonError::into_inner);
            listed.as_ref().is_none_or(|(_, at)| at.elapsed() > LIST_AGE)
        };
        if shared.tally.is_list_changed() {
            Box::pin(self.learn_changes(shared, &instance.peer)).await?;
        } else if !instance.is_process && is_old() {
            Box::pin(self.learn(shared, &instance.peer)).await?;
        }
        Ok(())
    }

    /// The instance that a call of a tool goes to. What it says of the tool is the accepted definition; otherwise nothing
    /// is called, and the call has to be judged anew.
    pub(super) async fn instance_for(&self, at: &At<'_>, tool: &str) -> Result<Arc<Instance>> {
        let instance = self.instance(at.agent, at.server, at.cwd).await?;
        if let Err(e) = self.relist(&instance).await {
            if !instance.has_lost_session() {
                return Err(e);
            }
            let again = self.instance(at.agent, at.server, at.cwd).await?;
            self.check(&again, tool)?;
            return Ok(again);
        }
        self.check(&instance, tool)?;
        Ok(instance)
    }

    fn check(&self, instance: &Instance, tool: &str) -> Result<()> {
        let accepted = self.accepted.read().unwrap_or_else(PoisonError::into_inner);
        let Some(accepted) = accepted.as_ref() else { return Ok(()) };
        let shared = &instance.shared;
        let listed = shared.listed.read().unwrap_or_else(PoisonError::into_inner);
        let listed = listed.as_ref().and_then(|(tools, _)| tools.get(tool)).cloned();
        if let Some(listed) = &listed
            && accepted(tool, listed.definition())?
        {
            return Ok(());
        }
        // Another agent's instance may have listed something else since: what counts is what this one says.
        self.announce(&shared.server, &instance.tools());
        let shown = text::visible(tool).text;
        Err(Error::redefined(match listed {
            Some(_) => say!("judge-definition-unaccepted", tool = shown),
            None => say!("problem-up-tool-gone", server = shared.server, tool = shown),
        })
        .hint(say!("problem-up-asked-anew")))
    }
}

fn is_same((a, b): (&Arc<Listed>, &Arc<Listed>)) -> bool {
    let (a, b) = (&a.tool, &b.tool);
    a.name == b.name && a.upstream == b.upstream && a.class == b.class
}
