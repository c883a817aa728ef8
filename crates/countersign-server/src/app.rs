//! The shared state of requests and timers.

use std::{
    sync::{Arc, OnceLock},
    time::{Duration, Instant},
};

use countersign_core::{
    Actor, ActorKind, Answer, Engine, Error, Op, Origin, Request, Result,
    engine::{GoingOn, Listener, Next},
    execute::Call,
};
use serde::Serialize;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot, watch};
use tokio_util::task::TaskTracker;

use crate::{
    Idle, Metrics, Notices, Settings, Stop, far::Far, mcp::Mcp, presence::Presence, sign_in::SignIn,
};

/// Signals that the log may have grown.
#[derive(Debug, Clone, Default)]
pub struct Growth(watch::Sender<()>);

impl Growth {
    /// Returns the engine's commit listener.
    pub fn listener(&self) -> Listener {
        let sender = self.0.clone();
        Box::new(move || {
            sender.send_replace(());
        })
    }

    /// Subscribes to growth of the log.
    pub fn subscribe(&self) -> watch::Receiver<()> {
        self.0.subscribe()
    }
}

/// The engine and its surroundings.
pub struct App {
    /// The engine.
    pub engine: Arc<Engine>,
    /// Growth of the log.
    pub growth: Growth,
    /// Its settings.
    pub settings: Settings,
    /// The shutdown signal.
    pub stop: Stop,
    /// The metrics.
    pub metrics: Metrics,
    /// Users of the daemon.
    pub idle: Idle,
    /// Notices for persons.
    pub notices: Notices,
    /// The listener that persons open for phones.
    pub far: Far,
    /// Who looks at what.
    pub(crate) presence: Presence,
    /// Signing in through a provider, if there is one.
    pub(crate) sign_in: Option<SignIn>,
    /// The MCP server for agents, if any.
    pub(crate) mcp: OnceLock<Arc<Mcp>>,
    /// Limits agents' concurrent calls.
    seats: Arc<Semaphore>,
    /// Calls that have not finished.
    under_way: TaskTracker,
}

/// Runs blocking work. Boxed, so that tokio's code for it is compiled once, not per use.
fn aside(work: Box<dyn FnOnce() + Send>) {
    drop(tokio::task::spawn_blocking(work));
}

/// How long the parts of a call are waited for that are not known when its caller wants to leave.
const PARTS_SOON: Duration = Duration::from_millis(10);

/// How many agents' calls run at once: half of the runtime's blocking threads.
const SEATS: usize = 256;

impl App {
    /// Creates the app; `growth` must be the one of the engine's listener.
    pub fn new(engine: Arc<Engine>, growth: Growth, settings: Settings) -> Arc<Self> {
        let (stop, metrics, idle, notices, far, presence, mcp) = Default::default();
        let seats = Arc::new(Semaphore::new(SEATS));
        let sign_in = settings.oidc.clone();
        let sign_in = sign_in.map(|oidc| SignIn::new(oidc, &settings, engine.env().seed()));
        let under_way = TaskTracker::new();
        Arc::new(Self {
            engine,
            growth,
            settings,
            stop,
            metrics,
            idle,
            notices,
            far,
            presence,
            sign_in,
            mcp,
            seats,
            under_way,
        })
    }

    /// Runs disk-bound work away from the threads that serve connections.
    pub async fn blocking<T: Send + 'static>(
        self: &Arc<Self>,
        f: impl FnOnce(&Engine) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let engine = self.engine.clone();
        let (give, given) = oneshot::channel();
        aside(Box::new(move || {
            // The caller may be gone.
            let _ = give.send(f(&engine));
        }));
        given.await.unwrap_or_else(|_| Err(Error::bug("what was done aside did not come to its end")))
    }

    /// Takes a seat for an actor's call. However many slow calls agents make, threads are left for persons to decide,
    /// stop and freeze.
    async fn seat(&self, actor: &Actor) -> Result<Option<OwnedSemaphorePermit>> {
        match actor.kind {
            ActorKind::Person | ActorKind::System => Ok(None),
            ActorKind::Agent | ActorKind::Verifier | ActorKind::Gate => {
                self.seats.clone().acquire_owned().await.map(Some).map_err(Error::bug)
            }
        }
    }

    /// Runs blocking work for an actor.
    pub async fn blocking_for<T: Send + 'static>(
        self: &Arc<Self>,
        actor: &Actor,
        f: impl FnOnce(&Engine) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let seat = self.seat(actor).await?;
        self.blocking(move |engine| {
            // Held until the work is done, whether or not somebody still waits for it.
            let _seat = seat;
            f(engine)
        })
        .await
    }

    /// Makes a call, on a blocking thread only if it waits for more than the store. It completes even if nobody waits
    /// for its answer any more: its caller, or we after the time for which its caller waits.
    pub async fn make(self: &Arc<Self>, call: Call) -> Result<Answer> {
        let (app, op, begun) = (self.clone(), call.op.spec().name, Instant::now());
        if let Some(patience_ms) = call.pending.patience_ms() {
            return self.make_for_a_while(call, Duration::from_millis(patience_ms)).await;
        }
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
            let answer = app.end(app.engine.has_written(told.await.ok())).await;
            app.metrics.call(op, &answer, begun.elapsed());
            answer
        });
        made.await.unwrap_or_else(|e| Err(Error::bug(e)))
    }

    /// Like [`App::make`], and answers after `patience` how the call stands, which goes on then.
    async fn make_for_a_while(self: &Arc<Self>, call: Call, patience: Duration) -> Result<Answer> {
        let (app, op, begun) = (self.clone(), call.op.spec().name, Instant::now());
        let seat = self.seat(&call.actor).await?;
        let (tell, told) = oneshot::channel();
        let is_written = self.engine.is_for_writer(&call);
        let next = match is_written {
            true => {
                self.engine.send(call, Box::new(move |replied| drop(tell.send(replied))));
                None
            }
            false => Some(self.blocking(move |engine| engine.begin_call(call)).await),
        };
        let (leave, left) = oneshot::channel::<GoingOn>();
        let mut made = self.under_way.spawn(async move {
            let _seat = seat;
            // A daemon with a call that goes on is in use.
            let _in_use = app.idle.hold();
            let next = match next {
                Some(next) => next,
                None => app.engine.has_written(told.await.ok()),
            };
            if let Ok(Next::Wait(waiting)) = &next
                && let Some(going) = waiting.going_on()
            {
                // The caller may be gone.
                drop(leave.send(going));
            }
            let answer = app.end(next).await;
            app.metrics.call(op, &answer, begun.elapsed());
            answer
        });
        if let Ok(going) = left.await {
            let (going, mut patience) = (Arc::new(going), patience);
            loop {
                if let Ok(answer) = tokio::time::timeout(patience, &mut made).await {
                    return answer.unwrap_or_else(|e| Err(Error::bug(e)));
                }
                let going = going.clone();
                if let Some(answer) = self.blocking(move |engine| engine.so_far(&going)).await? {
                    return Ok(answer);
                }
                // Its parts are not known yet.
                patience = PARTS_SOON;
            }
        }
        made.await.unwrap_or_else(|e| Err(Error::bug(e)))
    }

    /// Takes a call to its end.
    async fn end(self: &Arc<Self>, next: Result<Next>) -> Result<Answer> {
        match next? {
            Next::Over(answer) => Ok(answer),
            Next::Wait(waiting) => self.blocking(move |engine| engine.go_on(*waiting)).await,
            next @ (Next::Read(_) | Next::Write(_)) => self.blocking(move |engine| engine.drive(next)).await,
        }
    }

    /// Waits until all calls have finished.
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
