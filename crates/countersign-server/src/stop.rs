//! The shutdown signal.

use tokio::sync::watch;

/// A shutdown signal, shared by all clones.
#[derive(Debug, Clone)]
pub struct Stop(watch::Sender<bool>);

impl Default for Stop {
    fn default() -> Self {
        Self(watch::Sender::new(false))
    }
}

impl Stop {
    /// Signals shutdown.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }

    /// Returns whether it was signalled.
    pub fn is_stopped(&self) -> bool {
        *self.0.borrow()
    }

    /// Waits for the signal.
    pub async fn stopped(&self) {
        // Cannot fail: the sender is held here.
        let _ = self.0.subscribe().wait_for(|stopped| *stopped).await;
    }
}
