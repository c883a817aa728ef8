//! A connection beside the writer's: it tells the others that this daemon is there, hears when they have written, and holds
//! the lock of the one that does for all what must be done once.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    thread::JoinHandle,
    time::{Duration, Instant},
};

use countersign_kernel::{Error, ErrorCode, Result};
use countersign_words::say;

use super::{address::Address, client::Client, lease::Lease};

/// How often a daemon tells that it is there.
const BEAT: Duration = Duration::from_secs(2);

/// The pause before a lost connection is made again.
const RETRY: Duration = Duration::from_millis(500);

type Listener = Arc<dyn Fn() + Send + Sync>;

/// See the module. Dropping it ends its thread.
pub struct Watch {
    shared: Arc<Shared>,
    wake: Sender<()>,
    thread: Option<JoinHandle<()>>,
}

struct Shared {
    address: Arc<Address>,
    lease: Arc<Lease>,
    listener: Mutex<Option<Listener>>,
    leads: AtomicBool,
    stopped: AtomicBool,
}

impl Watch {
    /// Starts the thread.
    pub fn start(address: Arc<Address>, lease: Arc<Lease>) -> Result<Self> {
        let shared = Arc::new(Shared {
            address,
            lease,
            listener: Mutex::default(),
            leads: AtomicBool::new(false),
            stopped: AtomicBool::new(false),
        });
        let (wake, woken) = channel();
        let (own, waker) = (shared.clone(), wake.clone());
        let thread = std::thread::Builder::new()
            .name("countersign-watch".to_owned())
            .spawn(move || own.run(&waker, &woken))
            .map_err(|e| Error::new(ErrorCode::Store, say!("problem-store-writer-not-started")).because(e))?;
        Ok(Self { shared, wake, thread: Some(thread) })
    }

    /// Sets who is told when the log may have grown.
    pub fn tell(&self, listener: Listener) {
        *self.shared.listener.lock().unwrap_or_else(PoisonError::into_inner) = Some(listener);
    }

    /// Whether this daemon does what one does for all.
    pub fn leads(&self) -> bool {
        self.shared.leads.load(Ordering::SeqCst)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.shared.stopped.store(true, Ordering::SeqCst);
        // It ends by itself only if this flag is set.
        let _ = self.wake.send(());
        if let Some(thread) = self.thread.take() {
            // A panic there was already reported.
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn run(&self, waker: &Sender<()>, woken: &Receiver<()>) {
        while !self.stopped.load(Ordering::SeqCst) {
            let heard = waker.clone();
            let heard = Box::new(move || {
                // It fails only if this thread has ended.
                let _ = heard.send(());
            });
            let connected = self.address.connect_hearing(Some(heard));
            if let Ok(client) = connected
                && client
                    .run(&format!("SET search_path TO \"{0}\"; LISTEN \"{0}\"", self.address.schema()))
                    .is_ok()
            {
                self.hear(&client, woken);
                self.leads.store(false, Ordering::SeqCst);
            }
            if !self.stopped.load(Ordering::SeqCst) {
                std::thread::sleep(RETRY);
            }
        }
    }

    /// Listens until the connection is lost, or this ends. Whoever is told looks for what is new in the log by its numbers,
    /// so a notification that was missed while there was no connection is made up for by telling once at the beginning.
    fn hear(&self, client: &Client, woken: &Receiver<()>) {
        let mut next = Instant::now();
        loop {
            if self.stopped.load(Ordering::SeqCst) {
                self.lease.end(client);
                return;
            }
            if Instant::now() >= next {
                if self.lease.renew(client).is_err() || !self.seek_lead(client) {
                    return;
                }
                next = Instant::now() + BEAT;
            }
            self.grew();
            let left = next.saturating_duration_since(Instant::now());
            match woken.recv_timeout(left) {
                // All that came together is told once.
                Ok(()) => while woken.try_recv().is_ok() {},
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            if client.is_lost() {
                return;
            }
        }
    }

    /// Takes the lead if nobody has it; false if the database cannot be asked.
    fn seek_lead(&self, client: &Client) -> bool {
        if self.leads.load(Ordering::SeqCst) {
            return true;
        }
        let lead = "SELECT pg_try_advisory_lock(hashtextextended($1, 0))";
        let Ok(row) = client.row(lead, &[&format!("lead of {}", self.address.schema())]) else {
            return false;
        };
        self.leads.store(row.get(0), Ordering::SeqCst);
        true
    }

    fn grew(&self) {
        let listener = self.listener.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(tell) = listener {
            tell();
        }
    }
}
