//! How everything here learns that it is time to end.

use tokio::sync::watch;

/// A wish to end, seen by all who hold a clone of it.
#[derive(Debug, Clone)]
pub struct Stop(watch::Sender<bool>);

impl Default for Stop {
    fn default() -> Self {
        Self(watch::Sender::new(false))
    }
}

impl Stop {
    /// Says that it is time to end.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }

    /// Whether it is.
    pub fn is_stopped(&self) -> bool {
        *self.0.borrow()
    }

    /// Ends when it is.
    pub async fn stopped(&self) {
        // It cannot fail: the sender is held here.
        let _ = self.0.subscribe().wait_for(|stopped| *stopped).await;
    }
}
