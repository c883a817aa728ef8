//! What every request and every timer works with.

use std::{
    sync::{Arc, OnceLock},
    time::Instant,
};

use countersign_core::{
    Actor, ActorKind, Answer, Engine, Error, Op, Origin, Request, Result,
    engine::{Listener, Next},
    execute::Call,
};
use serde::Serialize;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot, watch};
use tokio_util::task::TaskTracker;

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
    /// Calls that were sent and are not at their end.
    under_way: TaskTracker,
}

/// Runs something on a thread that may wait. A box, so that what tokio needs for it is built once, and not once for each use.
fn aside(work: Box<dyn FnOnce() + Send>) {
    drop(tokio::task::spawn_blocking(work));
}

/// How many calls of agents are under way at once: half of the threads that a runtime has for what may wait.
const SEATS: usize = 256;

impl App {
    /// Puts them together; `growth` must be the one that the engine's listener came from.
    pub fn new(engine: Arc<Engine>, growth: Growth, settings: Settings) -> Arc<Self> {
        let (stop, metrics, idle, notices, mcp) = Default::default();
        let seats = Arc::new(Semaphore::new(SEATS));
        let under_way = TaskTracker::new();
        Arc::new(Self { engine, growth, settings, stop, metrics, idle, notices, mcp, seats, under_way })
    }

    /// Runs something that may wait for the disk, away from the threads that serve connections.
    pub async fn blocking<T: Send + 'static>(
        self: &Arc<Self>,
        f: impl FnOnce(&Engine) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let engine = self.engine.clone();
        let (give, given) = oneshot::channel();
        aside(Box::new(move || {
            // Whoever asked may have gone.
            let _ = give.send(f(&engine));
        }));
        given.await.unwrap_or_else(|_| Err(Error::bug("what was done aside did not come to its end")))
    }

    /// A seat for a call of somebody's. However many calls agents make that take long, threads are left for persons to decide,
    /// to stop and to freeze.
    async fn seat(&self, actor: &Actor) -> Result<Option<OwnedSemaphorePermit>> {
        match actor.kind {
            ActorKind::Person | ActorKind::System => Ok(None),
            ActorKind::Agent | ActorKind::Verifier => {
                self.seats.clone().acquire_owned().await.map(Some).map_err(Error::bug)
            }
        }
    }

    /// Runs something that may wait, for somebody.
    pub async fn blocking_for<T: Send + 'static>(
        self: &Arc<Self>,
        actor: &Actor,
        f: impl FnOnce(&Engine) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let seat = self.seat(actor).await?;
        self.blocking(move |engine| {
            // It is held until the work is done, whether somebody still waits for that or not.
            let _seat = seat;
            f(engine)
        })
        .await
    }

    /// Makes a call, on a thread of its own only where it waits for more than the store. It is made whether somebody still
    /// waits for its answer or not.
    pub async fn make(self: &Arc<Self>, call: Call) -> Result<Answer> {
        let (app, op, begun) = (self.clone(), call.op.spec().name, Instant::now());
        if !self.engine.is_for_writer(&call) {
            let actor = call.actor.clone();
            let make = move |engine: &Engine| {
                let answer = engine.make(call);
                app.metrics.call(op, &answer, begun.elapsed());
                answer
            };
            return self.blocking_for(&actor, make).await;
        }
        let seat = self.seat(&call.actor).await?;
        let (tell, told) = oneshot::channel();
        self.engine.send(call, Box::new(move |replied| drop(tell.send(replied))));
        let made = self.under_way.spawn(async move {
            let _seat = seat;
            let answer = match app.engine.has_written(told.await.ok()) {
                Ok(Next::Over(answer)) => Ok(answer),
                Ok(Next::Wait(waiting)) => app.blocking(move |engine| engine.go_on(*waiting)).await,
                Ok(Next::Read(_) | Next::Write(_)) => Err(Error::bug("a call was written and begins again")),
                Err(e) => Err(e),
            };
            app.metrics.call(op, &answer, begun.elapsed());
            answer
        });
        made.await.unwrap_or_else(|e| Err(Error::bug(e)))
    }

    /// Ends when all calls are made.
    pub async fn settled(&self) {
        self.under_way.close();
        self.under_way.wait().await;
    }

    /// Makes a call as Countersign itself.
    pub async fn system<O: Op>(self: &Arc<Self>, input: O::Input, surface: &str) -> Result<O::Output>
    where
        O::Input: Serialize,
    {
        let input = serde_json::to_value(&input).map_err(Error::bug)?;
        let origin = Origin::from(surface);
        let request = Request { actor: Actor::system(), op: O::NAME.to_owned(), input, key: None, origin };
        self.blocking(move |engine| engine.call(request)).await?.output::<O>()
    }
}
