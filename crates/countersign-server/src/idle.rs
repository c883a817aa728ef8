//! Tracks whether the daemon is in use: one that a command started exits after a while without use.

use std::time::Duration;

use tokio::sync::watch;

use crate::Stop;

/// Counts uses of the daemon: open connections, including event streams, and everything else that keeps it alive.
#[derive(Debug, Clone, Default)]
pub struct Idle(watch::Sender<usize>);

/// One use, until it is dropped.
#[derive(Debug)]
pub struct InUse(watch::Sender<usize>);

impl Idle {
    /// Counts one use until the returned guard is dropped.
    pub fn hold(&self) -> InUse {
        self.0.send_modify(|uses| *uses += 1);
        InUse(self.0.clone())
    }

    /// How many uses there are.
    pub fn uses(&self) -> usize {
        *self.0.borrow()
    }

    /// Stops after `quiet` without use; returns then, or when stopped otherwise.
    pub async fn stop_after(&self, quiet: Duration, stop: &Stop) {
        let mut uses = self.0.subscribe();
        while !stop.is_stopped() {
            tokio::select! {
                () = stop.stopped() => return,
                // Cannot fail: the sender is held here.
                _ = uses.wait_for(|n| *n == 0) => {}
            }
            tokio::select! {
                () = stop.stopped() => return,
                // A use that began and ended meanwhile restarts the time too.
                _ = uses.changed() => {}
                () = tokio::time::sleep(quiet) => {
                    if self.uses() == 0 {
                        stop.stop();
                    }
                }
            }
        }
    }
}

impl Drop for InUse {
    fn drop(&mut self) {
        self.0.send_modify(|uses| *uses -= 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUIET: Duration = Duration::from_millis(20);

    #[tokio::test]
    async fn it_stops_when_nobody_uses_it() {
        let (idle, stop) = (Idle::default(), Stop::default());
        idle.stop_after(QUIET, &stop).await;
        assert!(stop.is_stopped());
    }

    #[tokio::test]
    async fn it_stays_while_somebody_does_and_stops_after_the_last() {
        let (idle, stop) = (Idle::default(), Stop::default());
        let (first, second) = (idle.hold(), idle.hold());
        let watching = tokio::spawn({
            let (idle, stop) = (idle.clone(), stop.clone());
            async move { idle.stop_after(QUIET, &stop).await }
        });
        drop(first);
        tokio::time::sleep(QUIET * 10).await;
        assert!(!stop.is_stopped() && idle.uses() == 1);
        drop(second);
        watching.await.unwrap();
        assert!(stop.is_stopped());
    }

    #[tokio::test]
    async fn watching_ends_when_somebody_else_says_stop() {
        let (idle, stop) = (Idle::default(), Stop::default());
        let _held = idle.hold();
        stop.stop();
        idle.stop_after(Duration::from_secs(3600), &stop).await;
    }
}
