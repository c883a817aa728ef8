//! What a server tells while it works is passed on before its answer. Each message is handled by a task of its own, so an
//! answer could overtake what was said before it, and whoever asked would no longer be there to hear it.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use rmcp::{
    model::{JsonRpcMessage, ServerNotification},
    service::{RoleClient, RxJsonRpcMessage, TxJsonRpcMessage},
    transport::Transport,
};
use tokio::sync::watch;

/// How long an answer waits at most for what was said before it.
const LONGEST: Duration = Duration::from_millis(500);

/// How much was heard of a server, and how much of that was passed on.
pub(super) struct Tally {
    heard: AtomicU64,
    passed_on: watch::Sender<u64>,
}

impl Default for Tally {
    fn default() -> Self {
        Self { heard: AtomicU64::new(0), passed_on: watch::Sender::new(0) }
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

/// A connection that counts what it hears.
pub(super) struct Counted<T> {
    pub inner: T,
    pub tally: Arc<Tally>,
}

impl<T: Transport<RoleClient>> Transport<RoleClient> for Counted<T> {
    type Error = T::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleClient>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        self.inner.send(message)
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleClient>> {
        let message = self.inner.receive().await;
        if let Some(JsonRpcMessage::Notification(told)) = &message
            && matches!(
                told.notification,
                ServerNotification::LoggingMessageNotification(_)
                    | ServerNotification::ProgressNotification(_)
            )
        {
            self.tally.heard.fetch_add(1, Ordering::AcqRel);
        }
        message
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.inner.close().await
    }
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
