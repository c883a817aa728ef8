//! Makes sure that a server's notifications are forwarded before its answer. Each message is handled by its own task,
//! so an answer could overtake earlier notifications, and the caller would no longer be there to receive them.

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

/// How long an answer waits at most for earlier notifications.
const LONGEST: Duration = Duration::from_millis(500);

/// Counts messages received from a server, and those forwarded.
pub(super) struct Tally {
    heard: AtomicU64,
    passed_on: watch::Sender<u64>,
    /// How often it announced changed tools.
    list_changes: AtomicU64,
    /// After how many of these its list was read completely.
    changes_read: AtomicU64,
    /// Whether it lost our session.
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
    /// Counts one more as forwarded when dropped.
    pub fn passing_on(&self) -> impl Drop + Send + '_ {
        struct Passed<'a>(&'a Tally);
        impl Drop for Passed<'_> {
            fn drop(&mut self) {
                self.0.passed_on.send_modify(|count| *count += 1);
            }
        }
        Passed(self)
    }

    /// Returns whether the server announced changed tools, and its list was not read completely since.
    pub fn is_list_changed(&self) -> bool {
        self.list_changes() != self.changes_read.load(Ordering::Acquire)
    }

    /// Records that the list has, or may have, changed.
    pub fn list_changed(&self) {
        self.list_changes.fetch_add(1, Ordering::AcqRel);
    }

    /// Returns how often the list has changed: read before listing, since later changes are about a later list.
    pub fn list_changes(&self) -> u64 {
        self.list_changes.load(Ordering::Acquire)
    }

    /// Records that a list was read which was requested after `after` changes.
    pub fn list_read(&self, after: u64) {
        self.changes_read.store(after, Ordering::Release);
    }

    /// Returns whether the server lost our session.
    pub fn has_lost_session(&self) -> bool {
        self.lost_session.load(Ordering::Acquire)
    }

    /// Waits until everything received so far was forwarded.
    pub async fn settled(&self) {
        let heard = self.heard.load(Ordering::Acquire);
        if *self.passed_on.borrow() >= heard {
            return;
        }
        let mut passed_on = self.passed_on.subscribe();
        let settled = tokio::time::timeout(LONGEST, passed_on.wait_for(|count| *count >= heard)).await;
        if settled.is_err() {
            // Something got lost; it is not waited for again.
            self.passed_on.send_modify(|count| *count = (*count).max(heard));
        }
    }
}

/// A connection that counts received messages. A change of the server's tools is recorded here, in message order: the
/// library's handlers run later, and a call could overtake them.
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

/// Returns whether a message was refused because the server does not know our session, having been restarted.
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
