//! What every request and every timer works with.

use std::sync::{Arc, OnceLock};

use countersign_core::{Actor, Answer, Engine, Error, Origin, Request, Result, engine::Listener};
use serde_json::Value;
use tokio::sync::watch;

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
}

impl App {
    /// Puts them together; `growth` must be the one that the engine's listener came from.
    pub fn new(engine: Arc<Engine>, growth: Growth, settings: Settings) -> Arc<Self> {
        let (stop, metrics, idle, notices, mcp) = Default::default();
        Arc::new(Self { engine, growth, settings, stop, metrics, idle, notices, mcp })
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

    /// Makes a call as Countersign itself.
    pub async fn system(self: &Arc<Self>, op: &'static str, input: Value, surface: &str) -> Result<Answer> {
        let origin = Origin::from(surface);
        let request = Request { actor: Actor::system(), op: op.to_owned(), input, key: None, origin };
        self.blocking(move |engine| engine.call(request)).await
    }
}
