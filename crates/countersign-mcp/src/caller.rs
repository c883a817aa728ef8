//! Who is calling, while an engine's call runs on a thread.
//!
//! The engine knows nothing of MCP, so what an upstream server says while it works (progress, log messages, requests of
//! its own) would have nowhere to go. The gateway says whose call it makes on this thread, and the upstream client finds
//! it there.

use std::{
    cell::RefCell,
    sync::{Arc, Mutex, PoisonError},
};

use rmcp::{
    ErrorData,
    model::{
        ClientCapabilities, Notification, ProgressNotificationParam, ProgressToken, RequestMetaObject,
        ServerNotification,
    },
    service::{Peer, RoleServer},
};
use tokio_util::sync::CancellationToken;

use crate::gateway::{Line, tell};

/// The agent's end of a call that is under way.
#[derive(Clone)]
pub struct Caller {
    /// The agent's connection.
    pub peer: Peer<RoleServer>,
    /// The way to it, where each of its requests stands for itself and has no connection.
    pub line: Option<Line>,
    /// What it wants progress to be named by.
    pub progress: Option<ProgressToken>,
    /// How far it was told that its call has come.
    pub reached: Arc<tokio::sync::Mutex<f64>>,
    /// What else it sent along.
    pub meta: RequestMetaObject,
    /// Cancelled when the agent no longer waits.
    pub gone: CancellationToken,
    /// The error of the protocol that a server answered with, where the answer was to be the caller's.
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
        let _back = Back(CALLER.with(|slot| slot.replace(Some(self))));
        f()
    }

    /// What its client says it can do.
    pub(crate) fn declared(&self) -> ClientCapabilities {
        let said = self.meta.client_capabilities();
        said.or_else(|| self.peer.peer_info().map(|info| info.capabilities.clone())).unwrap_or_default()
    }

    /// Whether its client cannot be asked while it waits: it is given the question as an answer, and calls again.
    pub(crate) fn answers_later(&self) -> bool {
        let said = self.meta.protocol_version();
        let version = said.or_else(|| self.peer.peer_info().map(|info| info.protocol_version.clone()));
        version.is_some_and(|v| !v.has_initialize())
    }

    /// Tells it something before its answer.
    pub(crate) async fn tell(&self, told: ServerNotification) {
        tell(self.line.as_ref(), &self.peer, told).await;
    }

    /// Tells it how far its call has come. The library takes up what a server tells in any order; what was overtaken is
    /// not told, since progress only grows.
    pub(crate) async fn tell_progress(&self, params: ProgressNotificationParam) {
        let mut reached = self.reached.lock().await;
        if params.progress > *reached {
            *reached = params.progress;
            self.tell(ServerNotification::ProgressNotification(Notification::new(params))).await;
        }
    }

    /// Keeps the error that a server answered with.
    pub(crate) fn refuse(&self, error: ErrorData) {
        *self.refusal.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
    }

    /// Whose call is made on this thread, if anybody's.
    pub fn current() -> Option<Arc<Self>> {
        CALLER.with(|slot| slot.borrow().clone())
    }
}
