//! Who is calling, while an engine's call runs on a thread.
//!
//! The engine knows nothing of MCP, so what an upstream server says while it works (progress, log messages, requests of
//! its own) would have nowhere to go. The gateway says whose call it makes on this thread, and the upstream client finds
//! it there.

use std::{cell::RefCell, sync::Arc};

use rmcp::{
    model::{ProgressToken, RequestMetaObject},
    service::{Peer, RoleServer},
};
use tokio_util::sync::CancellationToken;

/// The agent's end of a call that is under way.
#[derive(Clone)]
pub struct Caller {
    /// The agent's connection.
    pub peer: Peer<RoleServer>,
    /// What it wants progress to be named by.
    pub progress: Option<ProgressToken>,
    /// What else it sent along.
    pub meta: RequestMetaObject,
    /// Cancelled when the agent no longer waits.
    pub gone: CancellationToken,
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

    /// Whose call is made on this thread, if anybody's.
    pub fn current() -> Option<Arc<Self>> {
        CALLER.with(|slot| slot.borrow().clone())
    }
}
