//! When a person stops the run of a stage, ends its command with all its children.

use std::{thread, time::Duration};

use countersign_client::{Client, Filter};
use countersign_core::run::{
    RunStatus,
    operations::{OneRun, RunShow},
};
use countersign_rehearsal::Ender;

/// How long to wait for an event before polling anyway, and the polling interval without events.
const EVERY: Duration = Duration::from_secs(2);

/// Watches until the run is stopped. The thread ends with this process; nobody waits for it.
pub fn watch(client: Client, run: String, ender: Ender) {
    let watching = move || {
        let filter = Filter { run: Some(run.clone()), ..Filter::default() };
        let mut events = client.events(None, &filter);
        loop {
            // A daemon that is gone may come back, and is polled then.
            let shown = client.ask::<RunShow>(&OneRun { id: run.clone() });
            if shown.is_ok_and(|shown| shown.run.status == RunStatus::Aborted) {
                return ender.end();
            }
            if events.next_within(EVERY).is_err() {
                thread::sleep(EVERY);
            }
        }
    };
    // Without the watcher, the person can still end the command at the terminal.
    let _unwatched = thread::Builder::new().name("stop".to_owned()).spawn(watching);
}
