//! What comes before the answer to a call that stands for itself: progress, and what a server logs. Most calls bring
//! none, and are answered with one message; where something comes first, the answer becomes a stream of events that
//! ends with that message.

use std::{convert::Infallible, time::Duration};

use ::http::{HeaderValue, Response, header};
use bytes::Bytes;
use futures::future::BoxFuture;
use http_body::Frame;
use http_body_util::{BodyExt as _, StreamBody};
use rmcp::{
    model::{ServerJsonRpcMessage, ServerNotification},
    service::{Peer, RequestContext, RoleServer},
};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio_util::sync::{CancellationToken, DropGuard};

use super::http::{Answer, Watched};

/// How much may wait to be told, and how much to be sent.
const ROOM: usize = 16;
/// How long nothing is said at most, so that nobody in between takes the connection for dead.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// Something told: a channel has room for many at once, and what it carries is large.
type Told = Box<ServerNotification>;

/// The way to whoever made a call that stands for itself, while it is under way.
#[derive(Clone)]
pub struct Line(Sender<Told>);

impl Line {
    /// A line, and its other end.
    pub(super) fn open() -> (Self, Receiver<Told>) {
        let (tell, told) = channel(ROOM);
        (Self(tell), told)
    }

    /// The line of a request, if it has one.
    pub(super) fn of(context: &RequestContext<RoleServer>) -> Option<Self> {
        context.extensions.get::<Self>().cloned()
    }
}

/// Tells an agent's end something, by its line or else by its connection. Who no longer listens need not hear it.
pub async fn tell(line: Option<&Line>, peer: &Peer<RoleServer>, told: ServerNotification) {
    match line {
        Some(Line(line)) => drop(line.send(Box::new(told)).await),
        None => drop(peer.send_notification(told).await),
    }
}

/// What an answer comes to: one message where nothing comes before it, else a stream.
pub(super) enum Said<T> {
    /// It is the whole answer.
    Alone(T),
    /// This came first, and it is still to come.
    After(Told, BoxFuture<'static, T>),
    /// These came first.
    Last(Vec<Told>, T),
}

/// Waits for an answer, or for the first that comes before it.
pub(super) async fn first<T>(mut answer: BoxFuture<'static, T>, told: &mut Receiver<Told>) -> Said<T> {
    tokio::select! {
        biased;
        answer = &mut answer => match left(told) {
            before if before.is_empty() => Said::Alone(answer),
            before => Said::Last(before, answer),
        },
        Some(first) = told.recv() => Said::After(first, answer),
    }
}

/// What was told and not taken yet.
pub(super) fn left(told: &mut Receiver<Told>) -> Vec<Told> {
    std::iter::from_fn(|| told.try_recv().ok()).collect()
}

/// A stream of events: what comes, and at the end the answer. The call goes on to its end also where nobody reads that any
/// more, and until `stop` is cancelled.
pub(super) fn streamed(
    first: Told,
    mut answer: BoxFuture<'static, ServerJsonRpcMessage>,
    mut told: Receiver<Told>,
    stop: CancellationToken,
) -> Receiver<Bytes> {
    let (out, lines) = channel(ROOM);
    tokio::spawn(async move {
        let mut quiet = tokio::time::interval(KEEP_ALIVE);
        quiet.tick().await;
        drop(out.send(event(&ServerJsonRpcMessage::notification(*first))).await);
        let last = loop {
            let next = tokio::select! {
                biased;
                answer = &mut answer => break answer,
                Some(next) = told.recv() => event(&ServerJsonRpcMessage::notification(*next)),
                () = stop.cancelled() => return,
                _ = quiet.tick() => Bytes::from_static(b":\n\n"),
            };
            drop(out.send(next).await);
        };
        for next in left(&mut told) {
            drop(out.send(event(&ServerJsonRpcMessage::notification(*next))).await);
        }
        drop(out.send(event(&last)).await);
    });
    lines
}

/// All events of a stream that is complete.
pub(super) fn complete(before: Vec<Told>, last: &ServerJsonRpcMessage) -> Receiver<Bytes> {
    let (out, lines) = channel(before.len() + 1);
    for next in before {
        // There is room for all of them.
        drop(out.try_send(event(&ServerJsonRpcMessage::notification(*next))));
    }
    drop(out.try_send(event(last)));
    lines
}

fn event(message: &ServerJsonRpcMessage) -> Bytes {
    let json = serde_json::to_string(message).unwrap_or_default();
    Bytes::from(format!("data: {json}\n\n"))
}

/// The answer that is such a stream; `guard` says when nobody takes it any more.
pub(super) fn answer(mut lines: Receiver<Bytes>, guard: DropGuard) -> Answer {
    let frames = futures::stream::poll_fn(move |cx| {
        lines.poll_recv(cx).map(|line| line.map(|line| Ok::<_, Infallible>(Frame::data(line))))
    });
    let body = Watched { body: StreamBody::new(frames), guard: Some(guard) };
    let mut response = Response::new(body.boxed());
    for (name, value) in [
        (header::CONTENT_TYPE, "text/event-stream"),
        (header::CACHE_CONTROL, "no-cache"),
        (header::HeaderName::from_static("x-accel-buffering"), "no"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}
