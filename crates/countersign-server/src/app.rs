//! What every request and every timer works with.

use std::sync::{Arc, OnceLock};

use countersign_core::{Actor, ActorKind, Answer, Engine, Error, Origin, Request, Result, engine::Listener};
use serde_json::Value;
use tokio::sync::{Semaphore, watch};

use crate::{Idle, Metrics, Notices, Settings, Stop, mcp::Mcp};

/// Tells when the log may have grown.
#[derive(Debug, Clone, Default)]
pub struct Growth(watch::Sender<()>);

impl Growth {
    /// What the engine calls after each commit.
    pub fn listener(&self) -> Listener {
        let sender = self.0.clone();
        Box::new(move || {
            sender.send_replace(());
        })
    }

    /// For whoever waits for news.
    pub fn subscribe(&self) -> watch::Receiver<()> {
        self.0.subscribe()
    }
}

/// The engine and what surrounds it.
pub struct App {
    /// The engine.
    pub engine: Arc<Engine>,
    /// When the log may have grown.
    pub growth: Growth,
    /// How it is set up.
    pub settings: Settings,
    /// When to end.
    pub stop: Stop,
    /// What is counted.
    pub metrics: Metrics,
    /// Who uses it.
    pub idle: Idle,
    /// What persons should know.
    pub notices: Notices,
    /// The server towards agents, where there is one.
    pub(crate) mcp: OnceLock<Arc<Mcp>>,
    /// One for each call of an agent that may be under way at once.
    seats: Arc<Semaphore>,
}

/// How many calls of agents are under way at once: half of the threads that a runtime has for what may wait.
const SEATS: usize = 256;

impl App {
    /// Puts them together; `growth` must be the one that the engine's listener came from.
    pub fn new(engine: Arc<Engine>, growth: Growth, settings: Settings) -> Arc<Self> {
        let (stop, metrics, idle, notices, mcp) = Default::default();
        let seats = Arc::new(Semaphore::new(SEATS));
        Arc::new(Self { engine, growth, settings, stop, metrics, idle, notices, mcp, seats })
    }

    /// Runs something that may wait for the disk, away from the threads that serve connections.
    pub async fn blocking<T: Send + 'static>(
        self: &Arc<Self>,
        f: impl FnOnce(&Engine) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let engine = self.engine.clone();
        let done = tokio::task::spawn_blocking(move || f(&engine)).await;
        done.unwrap_or_else(|e| Err(Error::bug(e)))
    }

    /// The same for somebody. However many calls agents make that take long, threads are left for persons to decide, to stop
    /// and to freeze.
    pub async fn blocking_for<T: Send + 'static>(
        self: &Arc<Self>,
        actor: &Actor,
        f: impl FnOnce(&Engine) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let seat = match actor.kind {
            ActorKind::Person | ActorKind::System => None,
            ActorKind::Agent | ActorKind::Verifier => {
                Some(self.seats.clone().acquire_owned().await.map_err(Error::bug)?)
            }
        };
        self.blocking(move |engine| {
            // It is held until the work is done, whether somebody still waits for that or not.
            let _seat = seat;
            f(engine)
        })
        .await
    }

    /// Makes a call as Countersign itself.
    pub async fn system(self: &Arc<Self>, op: &'static str, input: Value, surface: &str) -> Result<Answer> {
        let origin = Origin::from(surface);
        let request = Request { actor: Actor::system(), op: op.to_owned(), input, key: None, origin };
        self.blocking(move |engine| engine.call(request)).await
    }
}
