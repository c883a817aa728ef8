//! The task that reads new events, and the ring buffer that all streams share.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use countersign_core::{Engine, Error, Result, store::EventQuery};
use countersign_words::Message;
use tokio::{
    sync::{Notify, watch},
    time::sleep,
};

use super::{
    Streams, View,
    told::{Runs, Told},
};
use crate::App;

/// How many events are read at once.
const PAGE: usize = 64;
/// How many events the buffer holds.
const EVENTS_MOST: usize = 1024;
/// How much memory they may take.
const BYTES_MOST: usize = 8 << 20;
/// How many bytes of a page a stream takes; it reads the rest when those were sent.
const PAGE_BYTES: usize = 32 << 10;

/// The pause after a failed read of the store.
const PAUSE: Duration = Duration::from_secs(1);

/// The newest events, encoded.
#[derive(Default)]
pub(super) struct Shelf {
    ring: Mutex<Ring>,
    news: watch::Sender<u64>,
    wake: Notify,
}

#[derive(Default)]
struct Ring {
    told: VecDeque<Arc<Told>>,
    bytes: usize,
    /// All events after this number, to the last, are here. `None` while nobody reads.
    from: Option<u64>,
    last: u64,
    /// The last of them that touched tokens.
    tokens_at: u64,
}

/// The buffer's answer to a stream.
pub(super) enum Found {
    /// The next events.
    Next(Vec<Arc<Told>>),
    /// Nothing new.
    Nothing,
    /// The next events are no longer buffered.
    Behind,
}

impl Ring {
    fn add(&mut self, told: Told) {
        self.last = told.seq;
        self.bytes += told.size();
        if told.tokens {
            self.tokens_at = told.seq;
        }
        self.told.push_back(Arc::new(told));
        while self.told.len() > EVENTS_MOST || self.bytes > BYTES_MOST {
            let Some(oldest) = self.told.pop_front() else { break };
            self.bytes -= oldest.size();
            self.from = Some(oldest.seq);
        }
    }

    fn begin(&mut self, at: u64) {
        // Tokens may have been touched while nobody read.
        *self = Self { from: Some(at), last: at, tokens_at: at, ..Self::default() };
    }
}

impl Shelf {
    /// Wakes the reading task.
    pub(super) fn wake(&self) {
        self.wake.notify_one();
    }

    /// Subscribes to new events.
    pub(super) fn subscribe(&self) -> watch::Receiver<u64> {
        self.news.subscribe()
    }

    /// Returns the events after `at`, and the last event that touched tokens: both from the same moment, so that no
    /// event after a revocation is sent without noticing the revocation.
    pub(super) fn after(&self, at: u64, most: usize) -> (Found, u64) {
        let ring = self.ring();
        let found = match ring.from {
            None => Found::Nothing,
            Some(from) if at < from => Found::Behind,
            Some(_) if at >= ring.last => Found::Nothing,
            // Numbers have no gaps.
            Some(from) => {
                let skip = usize::try_from(at - from).unwrap_or(usize::MAX);
                Found::Next(ring.told.iter().skip(skip).take(most).cloned().collect())
            }
        };
        (found, ring.tokens_at)
    }

    fn ring(&self) -> MutexGuard<'_, Ring> {
        self.ring.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn announce(&self) {
        let last = self.ring().last;
        self.news.send_replace(last);
    }
}

/// Reads new events until the daemon stops.
pub(super) async fn follow(app: Arc<App>, streams: Arc<Streams>) {
    let mut growth = app.growth.subscribe();
    loop {
        growth.mark_unchanged();
        let pause = match catch_up(&app, &streams).await {
            // Another process may write to the same store without notice.
            Ok(()) => app.settings.limits.heartbeat,
            Err(e) => {
                tracing::error!(error = %e, internal = e.internal(), "the log cannot be followed");
                tokio::select! {
                    () = app.stop.stopped() => return,
                    () = sleep(PAUSE) => continue,
                }
            }
        };
        tokio::select! {
            () = app.stop.stopped() => return,
            changed = growth.changed() => if changed.is_err() { return },
            () = streams.shelf.wake.notified() => {}
            () = sleep(pause) => {}
        }
    }
}

async fn catch_up(app: &Arc<App>, streams: &Arc<Streams>) -> Result<()> {
    loop {
        if streams.counts.open() == 0 {
            *streams.shelf.ring() = Ring::default();
            return Ok(());
        }
        let (from, last) = {
            let ring = streams.shelf.ring();
            (ring.from, ring.last)
        };
        if from.is_none() {
            let head = app.blocking(|engine| snapshot(engine, |base| base.head())).await?;
            streams.shelf.ring().begin(head.seq);
            streams.shelf.announce();
        } else {
            let page = app.blocking(move |engine| read_new(engine, last)).await?;
            let count = page.len();
            {
                let mut ring = streams.shelf.ring();
                page.into_iter().for_each(|told| ring.add(told));
            }
            if count > 0 {
                streams.shelf.announce();
            }
            if count < PAGE {
                return Ok(());
            }
        }
    }
}

fn read_new(engine: &Engine, after: u64) -> Result<Vec<Told>> {
    let setup = engine.setup();
    let query = EventQuery { after_seq: Some(after), ascending: true, limit: PAGE, ..EventQuery::default() };
    snapshot(engine, |base| {
        let mut runs = Runs::default();
        let events = base.events(&query)?;
        events.iter().map(|event| runs.tell(base, &setup, event)).collect()
    })
}

/// A page of the log for a stream that is behind.
pub(super) struct Page {
    /// The events to send.
    pub(super) told: Vec<Arc<Told>>,
    /// The event after which it continues.
    pub(super) upto: u64,
    /// Why it must end, if so.
    pub(super) lapsed: Option<Message>,
}

/// Reads the events after `at` for one stream.
pub(super) fn read_page(engine: &Engine, view: &View, at: u64) -> Result<Page> {
    let (setup, now) = (engine.setup(), engine.env().now_ms());
    let query = EventQuery {
        run: view.filter.run.clone(),
        actor: view.sight.only_actor().map(str::to_owned),
        after_seq: Some(at),
        ascending: true,
        limit: PAGE,
        ..EventQuery::default()
    };
    snapshot(engine, |base| {
        let mut page = Page { told: Vec::new(), upto: at, lapsed: view.pass.lapsed(base, now)? };
        if page.lapsed.is_some() {
            return Ok(page);
        }
        let (mut runs, mut bytes) = (Runs::default(), 0);
        let events = base.events(&query)?;
        for event in &events {
            let told = runs.tell(base, &setup, event)?;
            page.upto = told.seq;
            if view.shown(&told).is_some() {
                bytes += told.size();
                page.told.push(Arc::new(told));
            }
            if bytes > PAGE_BYTES {
                return Ok(page);
            }
        }
        if events.len() < PAGE {
            page.upto = base.head()?.seq.max(page.upto);
        }
        Ok(page)
    })
}

/// Runs `f` on one snapshot of the store.
pub(super) fn snapshot<T>(
    engine: &Engine,
    mut f: impl FnMut(&mut dyn countersign_core::store::Base) -> Result<T>,
) -> Result<T> {
    let mut found = Err(Error::bug("the store did not run the read"));
    engine.store().view(&mut |base| {
        found = f(base);
        Ok(())
    })?;
    found
}
