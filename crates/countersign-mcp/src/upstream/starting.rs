//! Starting servers: each once, however many wait for it.

use std::{
    path::PathBuf,
    sync::{Arc, Mutex as Lock, PoisonError, RwLock},
};

use countersign_core::{Error, Result};
use countersign_words::say;
use futures::FutureExt as _;

use super::{
    Instance, Upstreams, address,
    client::Shared,
    slot::{self, Slot},
};
use crate::ServerSettings;

impl Upstreams {
    /// Waits for the start that is under way, or begins one. It goes on if its caller is gone: otherwise a slow server
    /// would be started over and over.
    pub(super) async fn starting(
        &self,
        agent: &str,
        server: &str,
        cwd: Option<&str>,
        settings: Arc<ServerSettings>,
        slot: Arc<Slot>,
    ) -> Result<Arc<Instance>> {
        let start = {
            let mut under_way = slot.starting();
            match &*under_way {
                Some(start) => start.clone(),
                None => {
                    let this = self.me.upgrade().ok_or_else(|| Error::bug("servers are stopped"))?;
                    let (agent, server) = (agent.to_owned(), server.to_owned());
                    let (cwd, slot) = (cwd.map(str::to_owned), slot.clone());
                    let begun = self.runtime.spawn(async move {
                        let _end = EndOfStart(slot.clone());
                        this.started(&agent, &server, cwd.as_deref(), settings, slot).await.map_err(Arc::new)
                    });
                    let start = async { begun.await.unwrap_or_else(|e| Err(Arc::new(Error::bug(e)))) };
                    under_way.insert(start.boxed().shared()).clone()
                }
            }
        };
        start.await.map_err(|e| slot::again(&e))
    }

    /// Returns the instance of a slot, started unless somebody else did so meanwhile.
    async fn started(
        &self,
        agent: &str,
        server: &str,
        cwd: Option<&str>,
        settings: Arc<ServerSettings>,
        slot: Arc<Slot>,
    ) -> Result<Arc<Instance>> {
        match slot.current() {
            Some(running) if running.is_running() => return Ok(running),
            // It ended since it was last used.
            Some(ended) => {
                slot.set(None);
                slot.failed(ended.ended().unwrap_or(say!("problem-up-closed")), &self.limits);
            }
            None => {}
        }
        slot.may_start(server)?;
        match self.start(agent, server, settings, cwd).await {
            Ok(instance) => {
                slot.set(Some(instance.clone()));
                // The settings may have changed meanwhile; then it is dropped.
                if !self.slot(agent, server).is_ok_and(|(_, now)| Arc::ptr_eq(&now, &slot)) {
                    instance.stop().await;
                    return Err(Error::conflict(say!("problem-up-settings-changed", server))
                        .hint(say!("judge-try-again")));
                }
                Ok(instance)
            }
            Err(e) => {
                slot.failed(e.message.clone(), &self.limits);
                Err(e)
            }
        }
    }

    async fn start(
        &self,
        agent: &str,
        server: &str,
        settings: Arc<ServerSettings>,
        cwd: Option<&str>,
    ) -> Result<Arc<Instance>> {
        let shared = Arc::new(Shared {
            agent: agent.to_owned(),
            server: server.to_owned(),
            capabilities: self.capabilities(agent),
            is_remote: settings.url.as_deref().and_then(address::remote_host).is_some(),
            owner: self.me.clone(),
            roots: Lock::default(),
            progress: tokio::sync::Mutex::default(),
            callers: Lock::default(),
            tools: RwLock::default(),
            listed: RwLock::default(),
            listing: tokio::sync::Mutex::default(),
            watched: tokio::sync::Mutex::default(),
            seals: self.seals.clone(),
            tally: Arc::default(),
        });
        cwd.map(|cwd| shared.add_root(cwd));
        let folder = settings.cwd.clone().or_else(|| cwd.map(PathBuf::from));
        // Child processes belong to the daemon's runtime, whoever asked for them.
        let starting = Instance::start(shared, settings, folder, self.limits.clone());
        let started = self.runtime.spawn(starting).await;
        let instance = Arc::new(started.map_err(|e| Error::bug(format!("starting {server}: {e}")))??);
        if let Err(e) = self.learn(&instance.shared, &instance.peer).await {
            instance.stop().await;
            return Err(e);
        }
        let knows = instance.knows_tasks();
        self.tasks.write().unwrap_or_else(PoisonError::into_inner).insert(server.to_owned(), knows);
        Ok(instance)
    }
}

/// Says that a start is over, also if it panicked.
struct EndOfStart(Arc<Slot>);

impl Drop for EndOfStart {
    fn drop(&mut self) {
        *self.0.starting() = None;
    }
}
