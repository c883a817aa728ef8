//! Compares a server's list with the accepted one. A server that was restarted, announced a changed list, or lost our
//! session, may offer other tools under the same names: its list is read before the next call, and only tools with an
//! accepted definition are called.
//!
//! # Limitations
//! A server that changes what a tool does and keeps its definition is not noticed. An HTTP server with neither sessions
//! nor change notifications is listed once a minute.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, PoisonError},
    time::{Duration, Instant},
};

use countersign_core::{Error, Result, text, tool::Tool};
use countersign_words::say;
use rmcp::service::{Peer, RoleClient};

use super::{At, Instance, Upstreams, address::remote_host, client::Shared, forecast::Listed};

/// Returns whether a tool's definition, by its digest, is the accepted one: (tool, digest).
pub type Accepted = Box<dyn Fn(&str, &str) -> Result<bool> + Send + Sync>;

/// The tools of one server, by their full names.
pub(super) type KnownTools = Arc<BTreeMap<String, Arc<Listed>>>;

/// The maximum age of an HTTP server's list; its restarts are not announced.
const LIST_AGE: Duration = Duration::from_secs(60);

impl Upstreams {
    /// Sets `f` to check definitions. Tools with an unaccepted definition are not called.
    pub fn accept_by(&self, f: Accepted) {
        *self.accepted.write().unwrap_or_else(PoisonError::into_inner) = Some(f);
    }

    /// Records which resources a server lists itself.
    pub(crate) fn note_resources(&self, server: &str, uris: BTreeSet<String>) {
        self.resources.write().unwrap_or_else(PoisonError::into_inner).insert(server.to_owned(), uris);
    }

    /// Returns whether a server lists a resource itself.
    pub(crate) fn lists_resource(&self, server: &str, uri: &str) -> bool {
        let resources = self.resources.read().unwrap_or_else(PoisonError::into_inner);
        resources.get(server).is_some_and(|uris| uris.contains(uri))
    }

    /// Returns the host of a server on another machine.
    pub(crate) fn remote_host(&self, server: &str) -> Option<String> {
        self.settings_of(server).ok()?.url.as_deref().and_then(remote_host)
    }

    /// Returns whether a person trusts the text of a server.
    pub(crate) fn is_trusted(&self, server: &str) -> bool {
        self.settings_of(server).is_ok_and(|settings| settings.trusted)
    }

    /// Returns the tools of a server; starts it if needed.
    pub async fn list(&self, agent: &str, server: &str, cwd: Option<&str>) -> Result<Vec<Tool>> {
        let before = self.slot(agent, server)?.1.current().filter(|i| i.is_running());
        let instance = self.instance(agent, server, cwd).await?;
        let tells = instance.info.capabilities.tools.as_ref().and_then(|t| t.list_changed) == Some(true);
        // A server that was just started was just listed.
        if !tells && before.is_some_and(|before| Arc::ptr_eq(&before, &instance)) {
            self.learn(&instance.shared, &instance.peer).await?;
        }
        Ok(instance.tools().to_vec())
    }

    /// Starts a tool's server if needed, and reads its list if that may have changed, so that a call is judged by the
    /// current list.
    pub(crate) async fn prepare(&self, agent: &str, server: &str, cwd: Option<&str>) -> Result<()> {
        let instance = self.instance(agent, server, cwd).await?;
        self.relist(&instance).await
    }

    /// Lists a server's tools, and notifies listeners if they changed.
    pub(super) async fn learn(&self, shared: &Shared, peer: &Peer<RoleClient>) -> Result<()> {
        let _one_at_a_time = shared.listing.lock().await;
        self.read_list(shared, peer).await
    }

    /// Reads the list of a server that announced a change, unless somebody has done so meanwhile.
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
            // Both are set together: proposals by the one are checked against the other.
            *shared.tools.write().unwrap_or_else(PoisonError::into_inner) = tools.clone();
            *shared.listed.write().unwrap_or_else(PoisonError::into_inner) = Some((listed, Instant::now()));
            news
        };
        if news {
            self.announce(server, &tools);
        }
        // Until here callers wait for this list.
        shared.tally.list_read(changes);
        Ok(())
    }

    fn announce(&self, server: &str, tools: &[Tool]) {
        for told in self.on_listed.read().unwrap_or_else(PoisonError::into_inner).iter() {
            told(server, tools.to_vec());
        }
    }

    /// Reads the list of a running server again if it may have changed.
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

    /// Returns the instance for a call of a tool. Its definition must be the accepted one; otherwise nothing is called,
    /// and the call has to be judged again.
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
        // Another agent's instance may have listed something else since: this one's list counts.
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
