//! A request body within its size and time limits.
//!
//! It is read when the route asks for it: callers without permission are refused before anything is buffered.

use std::{
    fmt,
    pin::Pin,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll},
    time::Duration,
};

use axum::body::Body;
use hyper::body::{Body as HttpBody, Bytes, Frame, SizeHint};
use tokio::time::Sleep;

/// Why a body was not read completely.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// It is longer than allowed.
    TooLarge,
    /// It took longer than allowed.
    TooSlow,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooLarge => "the body is too large",
            Self::TooSlow => "the body came too slowly",
        })
    }
}

impl std::error::Error for Fault {}

/// A body within its limits.
pub struct Bounded {
    body: Body,
    left: usize,
    time: Duration,
    // Starts when nothing is left to read for the first time; most bodies arrive at once and need none.
    deadline: Option<Pin<Box<Sleep>>>,
    fault: Arc<OnceLock<Fault>>,
    has_ended: Arc<AtomicBool>,
}

impl Bounded {
    /// Limits `body` to `bytes` and `time`; `fault` receives the violated limit, and `has_ended` is set when it was
    /// read completely.
    pub fn new(
        body: Body,
        bytes: usize,
        time: Duration,
        fault: Arc<OnceLock<Fault>>,
        has_ended: Arc<AtomicBool>,
    ) -> Self {
        Self { body, left: bytes, time, deadline: None, fault, has_ended }
    }

    fn broken(&mut self, fault: Fault) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let _ = self.fault.set(fault);
        Poll::Ready(Some(Err(axum::Error::new(fault))))
    }
}

impl HttpBody for Bounded {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if let Some(fault) = self.fault.get().copied() {
            return Poll::Ready(Some(Err(axum::Error::new(fault))));
        }
        match Pin::new(&mut self.body).poll_frame(cx) {
            Poll::Ready(Some(Ok(frame))) => {
                match self.left.checked_sub(frame.data_ref().map_or(0, Bytes::len)) {
                    Some(left) => self.left = left,
                    None => return self.broken(Fault::TooLarge),
                }
                // A client that always sends one more byte is slow too.
                let late = self.deadline.as_mut().is_some_and(|d| d.as_mut().poll(cx).is_ready());
                if late {
                    return self.broken(Fault::TooSlow);
                }
                if self.body.is_end_stream() {
                    self.has_ended.store(true, Ordering::Relaxed);
                }
                Poll::Ready(Some(Ok(frame)))
            }
            Poll::Ready(None) => {
                self.has_ended.store(true, Ordering::Relaxed);
                Poll::Ready(None)
            }
            Poll::Ready(broken) => Poll::Ready(broken),
            Poll::Pending => {
                let time = self.time;
                let deadline = self.deadline.get_or_insert_with(|| Box::pin(tokio::time::sleep(time)));
                if deadline.as_mut().poll(cx).is_ready() {
                    self.broken(Fault::TooSlow)
                } else {
                    Poll::Pending
                }
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
