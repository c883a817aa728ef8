//! What a server tells while it works is passed on before its answer. Each message is handled by a task of its own, so an
//! answer could overtake what was said before it, and whoever asked would no longer be there to hear it.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use rmcp::{
    model::{JsonRpcMessage, ServerNotification},
    service::{RoleClient, RxJsonRpcMessage, TxJsonRpcMessage},
    transport::{Transport, streamable_http_client::StreamableHttpError},
};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

/// How long an answer waits at most for what was said before it.
const LONGEST: Duration = Duration::from_millis(500);

/// How much was heard of a server, and how much of that was passed on.
pub(super) struct Tally {
    heard: AtomicU64,
    passed_on: watch::Sender<u64>,
    /// How often it said that its tools have changed.
    list_changes: AtomicU64,
    /// How many of these its list was read after, to the end.
    changes_read: AtomicU64,
    /// Whether it no longer knows the session that we began with it.
    lost_session: AtomicBool,
}

impl Default for Tally {
    fn default() -> Self {
        Self {
            heard: AtomicU64::new(0),
            passed_on: watch::Sender::new(0),
            list_changes: AtomicU64::new(0),
            changes_read: AtomicU64::new(0),
            lost_session: AtomicBool::new(false),
        }
    }
}

impl Tally {
    /// Says, when dropped, that one more was passed on.
    pub fn passing_on(&self) -> impl Drop + Send + '_ {
        struct Passed<'a>(&'a Tally);
        impl Drop for Passed<'_> {
            fn drop(&mut self) {
                self.0.passed_on.send_modify(|count| *count += 1);
            }
        }
        Passed(self)
    }

    /// Whether the server said that its tools have changed, and its list was not read to the end since.
    pub fn is_list_changed(&self) -> bool {
        self.list_changes() != self.changes_read.load(Ordering::Acquire)
    }

    /// Notes that the list has changed, or may have.
    pub fn list_changed(&self) {
        self.list_changes.fetch_add(1, Ordering::AcqRel);
    }

    /// How often the list has changed: asked for before the list is, since what is told meanwhile is about a later one.
    pub fn list_changes(&self) -> u64 {
        self.list_changes.load(Ordering::Acquire)
    }

    /// Notes that a list was read and taken up which was asked for after so many changes.
    pub fn list_read(&self, after: u64) {
        self.changes_read.store(after, Ordering::Release);
    }

    /// Whether the server no longer knows our session.
    pub fn has_lost_session(&self) -> bool {
        self.lost_session.load(Ordering::Acquire)
    }

    /// Returns when what was heard up to now was passed on.
    pub async fn settled(&self) {
        let heard = self.heard.load(Ordering::Acquire);
        if *self.passed_on.borrow() >= heard {
            return;
        }
        let mut passed_on = self.passed_on.subscribe();
        let settled = tokio::time::timeout(LONGEST, passed_on.wait_for(|count| *count >= heard)).await;
        if settled.is_err() {
            // Something got lost on the way; it is not waited for again.
            self.passed_on.send_modify(|count| *count = (*count).max(heard));
        }
    }
}

/// A connection that counts what it hears. A change of the server's tools is noted here, in the order of its messages:
/// the handlers of the library run later, and a call could overtake them.
pub(super) struct Counted<T> {
    pub inner: T,
    pub tally: Arc<Tally>,
    /// Ends the connection.
    pub stop: CancellationToken,
}

impl<T: Transport<RoleClient>> Transport<RoleClient> for Counted<T> {
    type Error = T::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleClient>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        let sending = self.inner.send(message);
        let (tally, stop) = (self.tally.clone(), self.stop.clone());
        async move {
            sending.await.inspect_err(|e| {
                if is_lost_session(e) {
                    tally.lost_session.store(true, Ordering::Release);
                    stop.cancel();
                }
            })
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleClient>> {
        let message = self.inner.receive().await;
        if let Some(JsonRpcMessage::Notification(told)) = &message {
            match told.notification {
                ServerNotification::LoggingMessageNotification(_)
                | ServerNotification::ProgressNotification(_) => {
                    self.tally.heard.fetch_add(1, Ordering::AcqRel);
                }
                ServerNotification::ToolListChangedNotification(_) => self.tally.list_changed(),
                _ => {}
            }
        }
        message
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.inner.close().await
    }
}

/// Whether a message was refused because the server does not know our session: it was started anew.
fn is_lost_session(e: &(dyn std::error::Error + 'static)) -> bool {
    type Sent = StreamableHttpError<reqwest::Error>;
    matches!(e.downcast_ref::<Sent>(), Some(Sent::SessionExpired))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_answer_waits_for_what_was_said_before_it_and_not_for_ever() {
        let tally = Arc::new(Tally::default());
        tally.settled().await;
        tally.heard.fetch_add(1, Ordering::AcqRel);
        let (waiting, passing) = (tally.clone(), tally.passing_on());
        let waiting = tokio::spawn(async move { waiting.settled().await });
        drop(passing);
        waiting.await.unwrap();
        assert_eq!(*tally.passed_on.borrow(), 1);
        tally.heard.fetch_add(2, Ordering::AcqRel);
        tally.settled().await;
        assert_eq!(*tally.passed_on.borrow(), 3, "what got lost is not waited for again");
    }
}
