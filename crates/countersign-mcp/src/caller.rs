//! The caller of an engine call that runs on the current thread.
//!
//! The engine does not know MCP, so progress, log messages and requests of an upstream server would have no receiver.
//! The gateway sets the caller on this thread, and the upstream client finds it there.

use std::{
    cell::RefCell,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use countersign_core::engine::work::{self, Listener};
use rmcp::{
    ErrorData,
    model::{
        ClientCapabilities, Notification, ProgressNotificationParam, ProgressToken, RequestMetaObject,
        ServerNotification,
    },
    service::{Peer, RoleServer},
};
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

use crate::{
    foreign,
    gateway::{Line, tell},
};

/// How long a command's output may take to be sent.
const PROGRESS_TIME: Duration = Duration::from_millis(200);

/// The agent's end of a call in progress.
#[derive(Clone)]
pub struct Caller {
    /// The agent's connection.
    pub peer: Peer<RoleServer>,
    /// The response stream, for stateless requests, which have no connection.
    pub line: Option<Line>,
    /// Its progress token.
    pub progress: Option<ProgressToken>,
    /// The highest progress sent so far.
    pub reached: Arc<tokio::sync::Mutex<f64>>,
    /// Further metadata of its request.
    pub meta: RequestMetaObject,
    /// Cancelled when the agent no longer waits.
    pub gone: CancellationToken,
    /// The protocol error that a server answered with, if the answer is meant for the caller.
    pub refusal: Arc<Mutex<Option<ErrorData>>>,
}

thread_local! {
    static CALLER: RefCell<Option<Arc<Caller>>> = const { RefCell::new(None) };
}

impl Caller {
    /// Runs `f`, which makes this caller's call on this thread.
    pub fn during<T>(self: Arc<Self>, f: impl FnOnce() -> T) -> T {
        struct Back(Option<Arc<Caller>>);
        impl Drop for Back {
            fn drop(&mut self) {
                let before = self.0.take();
                CALLER.with(|slot| *slot.borrow_mut() = before);
            }
        }
        let listener = self.listener();
        let _back = Back(CALLER.with(|slot| slot.replace(Some(self))));
        work::heard_by(listener, f)
    }

    /// Returns what sends it the output of its commands as progress, if its client asked for that. Its thread waits until
    /// the client has taken it, so nothing comes after the answer, but never long.
    fn listener(self: &Arc<Self>) -> Option<Listener> {
        let (token, runtime) = (self.progress.clone()?, Handle::try_current().ok()?);
        let (caller, told) = (Arc::downgrade(self), AtomicU32::new(0));
        Some(Arc::new(move |text: &str| {
            let Some(caller) = caller.upgrade() else { return };
            // Waiting for a person is counted from one on.
            let n = f64::from(told.fetch_add(1, Ordering::Relaxed) + 1);
            let text = foreign::or_left_out(text, "shell.run").into_owned();
            let params = ProgressNotificationParam::new(token.clone(), n / (n + 1.0)).with_message(text);
            let sent = async { tokio::time::timeout(PROGRESS_TIME, caller.tell_progress(params)).await };
            drop(runtime.block_on(sent));
        }))
    }

    /// Returns its client's capabilities.
    pub(crate) fn declared(&self) -> ClientCapabilities {
        let said = self.meta.client_capabilities();
        said.or_else(|| self.peer.peer_info().map(|info| info.capabilities.clone())).unwrap_or_default()
    }

    /// Returns whether its client cannot be asked while it waits: it gets the question as an answer, and calls again.
    pub(crate) fn answers_later(&self) -> bool {
        let said = self.meta.protocol_version();
        let version = said.or_else(|| self.peer.peer_info().map(|info| info.protocol_version.clone()));
        version.is_some_and(|v| !v.has_initialize())
    }

    /// Sends it a notification before its answer.
    pub(crate) async fn tell(&self, told: ServerNotification) {
        tell(self.line.as_ref(), &self.peer, told).await;
    }

    /// Sends it progress. The library handles a server's notifications in any order; outdated progress is dropped,
    /// since it may only grow.
    pub(crate) async fn tell_progress(&self, params: ProgressNotificationParam) {
        let mut reached = self.reached.lock().await;
        if params.progress > *reached {
            *reached = params.progress;
            self.tell(ServerNotification::ProgressNotification(Notification::new(params))).await;
        }
    }

    /// Stores the error that a server answered with.
    pub(crate) fn refuse(&self, error: ErrorData) {
        *self.refusal.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
    }

    /// Returns the caller of the current thread, if any.
    pub fn current() -> Option<Arc<Self>> {
        CALLER.with(|slot| slot.borrow().clone())
    }
}
