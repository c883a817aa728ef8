//! A person stops the run of a stage: the command that works in it ends, with all that it started.

use std::{thread, time::Duration};

use countersign_client::{Client, Filter};
use countersign_core::run::{
    RunStatus,
    operations::{OneRun, RunShow},
};
use countersign_rehearsal::Ender;

/// How long to wait for news before asking all the same, and where the daemon tells of none.
const EVERY: Duration = Duration::from_secs(2);

/// Stands by until the run is stopped. It goes with this process: nobody waits for it.
pub fn watch(client: Client, run: String, ender: Ender) {
    let watching = move || {
        let filter = Filter { run: Some(run.clone()), ..Filter::default() };
        let mut events = client.events(None, &filter);
        loop {
            // A daemon that is gone may come back, and is asked then.
            let shown = client.ask::<RunShow>(&OneRun { id: run.clone() });
            if shown.is_ok_and(|shown| shown.run.status == RunStatus::Aborted) {
                return ender.end();
            }
            if events.next_within(EVERY).is_err() {
                thread::sleep(EVERY);
            }
        }
    };
    // Without it the command ends as its person ends it at the terminal.
    let _unwatched = thread::Builder::new().name("stop".to_owned()).spawn(watching);
}
