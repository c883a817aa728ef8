//! One stream: what it sends, when it ends, and how it is cut off if nobody reads it.

use std::{
    pin::Pin,
    sync::{Arc, OnceLock},
    task::{Context, Poll},
    time::Duration,
};

use axum::body::{Bytes, HttpBody};
use countersign_core::Result as CoreResult;
use countersign_words::{Message, say};
use hyper::body::Frame;
use tokio::{
    sync::{mpsc, watch},
    time::{Instant, sleep_until, timeout},
};

use super::{
    Seat, Streams, View,
    tail::{self, Found},
    told::{Shown, Told},
};
use crate::App;

/// How many events may be in flight to a reader.
const IN_FLIGHT: usize = 4;
/// How many events are taken from the shared buffer at once.
const BATCH: usize = 64;
/// How long a browser waits before it reconnects.
const RETRY_MS: u64 = 2000;

/// Why a stream ends.
enum End {
    /// The reader has left.
    Gone,
    /// The daemon ends.
    Stopped,
    /// The reader does not keep up.
    Slow,
    /// The reader's credentials are no longer valid.
    Lapsed(Message),
    /// The store cannot be read.
    Failed,
}

impl End {
    /// Returns the final message, as a comment: no event may be invented here.
    fn comment(&self) -> String {
        let why = match self {
            Self::Gone | Self::Stopped => "the server ends",
            Self::Slow => "you do not keep up; come again with the last id",
            Self::Lapsed(why) => why,
            Self::Failed => "the log cannot be read now; come again with the last id",
        };
        format!(": cut: {why}\n\n")
    }
}

/// The receiving end of a stream, from which the server sends.
pub(super) struct Outlet {
    lines: mpsc::Receiver<Bytes>,
    last: Arc<OnceLock<String>>,
    said: bool,
    _seat: Arc<Seat>,
}

/// The sending end.
pub(super) struct Out {
    lines: mpsc::Sender<Bytes>,
    last: Arc<OnceLock<String>>,
    patience: Duration,
    _seat: Arc<Seat>,
}

impl Outlet {
    /// Creates both ends. The place is released when both are dropped.
    pub(super) fn new(app: &App, seat: Seat) -> (Self, Out) {
        let (sender, receiver) = mpsc::channel(IN_FLIGHT);
        let (last, seat) = (Arc::new(OnceLock::new()), Arc::new(seat));
        let patience = app.settings.limits.stream_stall;
        let outlet = Self { lines: receiver, last: last.clone(), said: false, _seat: seat.clone() };
        (outlet, Out { lines: sender, last, patience, _seat: seat })
    }
}

impl HttpBody for Outlet {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let next = match self.lines.poll_recv(cx) {
            Poll::Pending => return Poll::Pending,
            Poll::Ready(Some(lines)) => Some(lines),
            Poll::Ready(None) if self.said => None,
            Poll::Ready(None) => {
                self.said = true;
                self.last.get().map(|last| Bytes::from(last.clone()))
            }
        };
        Poll::Ready(next.map(|lines| Ok(Frame::data(lines))))
    }
}

impl View {
    /// Returns the form in which to send an event, if it is requested and visible.
    pub(super) fn shown<'a>(&self, told: &'a Told) -> Option<&'a Arc<Shown>> {
        self.sight.shows(told).filter(|shown| self.filter.takes(told, shown))
    }
}

/// One open stream.
pub(super) struct Stream {
    app: Arc<App>,
    streams: Arc<Streams>,
    view: Arc<View>,
    out: Out,
    /// The last event that was sent or skipped.
    at: u64,
    /// The last event that touched tokens when the pass was last checked.
    checked_at: u64,
    /// The time of the next heartbeat.
    beat: Instant,
    news: watch::Receiver<u64>,
}

impl Stream {
    /// Creates a stream of events after `at`.
    pub(super) fn new(app: Arc<App>, streams: Arc<Streams>, view: View, at: u64, out: Out) -> Self {
        let (news, beat) = (streams.shelf.subscribe(), Instant::now() + app.settings.limits.heartbeat);
        // Zero, so that everything since the reader's authentication is checked once more.
        Self { app, streams, view: Arc::new(view), out, at, checked_at: 0, beat, news }
    }

    /// Sends until it ends.
    pub(super) async fn run(mut self) {
        let Err(end) = self.tell().await;
        if matches!(end, End::Slow) {
            self.streams.counts.cut.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        }
        // Set only here.
        let _ = self.out.last.set(end.comment());
    }

    async fn tell(&mut self) -> Result<std::convert::Infallible, End> {
        // A reader that is cut off before its first event still knows where it began.
        self.send(format!("retry: {RETRY_MS}\nid: {}\n\n", self.at).into()).await?;
        loop {
            self.news.mark_unchanged();
            let (found, tokens_at) = self.streams.shelf.after(self.at, BATCH);
            if tokens_at > self.checked_at {
                self.check().await?;
                self.checked_at = tokens_at;
            }
            match found {
                Found::Next(batch) => self.give(&batch).await?,
                Found::Behind => self.read().await?,
                Found::Nothing => self.wait().await?,
            }
        }
    }

    async fn give(&mut self, batch: &[Arc<Told>]) -> Result<(), End> {
        for told in batch {
            if let Some(shown) = self.view.shown(told) {
                self.send(shown.lines.clone()).await?;
                self.streams.counts.told.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            }
            self.at = told.seq;
        }
        Ok(())
    }

    /// Reads the store, for a stream that is behind.
    async fn read(&mut self) -> Result<(), End> {
        let (view, at) = (self.view.clone(), self.at);
        let page = {
            let _turn = self.streams.reads.acquire().await.map_err(|_| End::Stopped)?;
            self.readable(self.app.blocking(move |engine| tail::read_page(engine, &view, at)).await)?
        };
        if let Some(why) = page.lapsed {
            return Err(End::Lapsed(why));
        }
        self.give(&page.told).await?;
        self.at = page.upto;
        Ok(())
    }

    /// Checks that the reader's credentials are still valid.
    async fn check(&self) -> Result<(), End> {
        let pass = self.view.pass.clone();
        let lapsed = {
            let _turn = self.streams.reads.acquire().await.map_err(|_| End::Stopped)?;
            let look = move |engine: &countersign_core::Engine| {
                let now = engine.env().now_ms();
                tail::snapshot(engine, |base| pass.lapsed(base, now))
            };
            self.readable(self.app.blocking(look).await)?
        };
        lapsed.map_or(Ok(()), |why| Err(End::Lapsed(why)))
    }

    fn readable<T>(&self, read: CoreResult<T>) -> Result<T, End> {
        read.map_err(|e| {
            tracing::error!(error = %e, internal = e.internal(), "a stream cannot read the log");
            End::Failed
        })
    }

    async fn wait(&mut self) -> Result<(), End> {
        tokio::select! {
            () = self.app.stop.stopped() => Err(End::Stopped),
            () = self.out.lines.closed() => Err(End::Gone),
            changed = self.news.changed() => changed.map_err(|_| End::Stopped),
            () = sleep_until(self.beat) => self.heartbeat().await,
        }
    }

    /// Sends a heartbeat with the current position: a reader with a narrow filter resumes from there, not from long
    /// ago.
    async fn heartbeat(&mut self) -> Result<(), End> {
        self.check().await?;
        self.send(format!(": alive\nid: {}\n\n", self.at).into()).await
    }

    async fn send(&mut self, lines: Bytes) -> Result<(), End> {
        if self.view.pass.is_over(self.app.engine.env().now_ms()) {
            return Err(End::Lapsed(say!("judge-token-expired")));
        }
        let sent = tokio::select! {
            biased;
            () = self.app.stop.stopped() => return Err(End::Stopped),
            sent = timeout(self.out.patience, self.out.lines.send(lines)) => sent,
        };
        self.beat = Instant::now() + self.app.settings.limits.heartbeat;
        match sent {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(End::Gone),
            Err(_) => Err(End::Slow),
        }
    }
}
