//! Notifications before the answer to a stateless call: progress, and log messages of a server. Most calls have none
//! and get a single message; otherwise the answer becomes an event stream that ends with that message.

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

/// The capacity of the notification and event queues.
const ROOM: usize = 16;
/// The longest silence, so that no proxy takes the connection for dead.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// A notification, boxed: a channel reserves room for many at once.
type Told = Box<ServerNotification>;

/// The notification queue of a stateless call in progress.
#[derive(Clone)]
pub struct Line(Sender<Told>);

impl Line {
    /// Creates a queue and its receiver.
    pub(super) fn open() -> (Self, Receiver<Told>) {
        let (tell, told) = channel(ROOM);
        (Self(tell), told)
    }

    /// Returns the queue of a request, if it has one.
    pub(super) fn of(context: &RequestContext<RoleServer>) -> Option<Self> {
        context.extensions.get::<Self>().cloned()
    }
}

/// Notifies an agent's client by its queue, otherwise by its connection. It may be gone.
pub async fn tell(line: Option<&Line>, peer: &Peer<RoleServer>, told: ServerNotification) {
    match line {
        Some(Line(line)) => drop(line.send(Box::new(told)).await),
        None => drop(peer.send_notification(told).await),
    }
}

/// An answer: one message, or a stream if something comes before it.
pub(super) enum Said<T> {
    /// The complete answer.
    Alone(T),
    /// This notification came first; the answer is pending.
    After(Told, BoxFuture<'static, T>),
    /// These notifications came first.
    Last(Vec<Told>, T),
}

/// Waits for the answer, or for the first notification before it.
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

/// Drains the queue.
pub(super) fn left(told: &mut Receiver<Told>) -> Vec<Told> {
    std::iter::from_fn(|| told.try_recv().ok()).collect()
}

/// Makes an event stream: notifications, then the answer. The call runs to its end even if nobody reads any more,
/// unless `stop` is cancelled.
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

/// Returns all events of a complete stream.
pub(super) fn complete(before: Vec<Told>, last: &ServerJsonRpcMessage) -> Receiver<Bytes> {
    let (out, lines) = channel(before.len() + 1);
    for next in before {
        // The capacity is sufficient for all of them.
        drop(out.try_send(event(&ServerJsonRpcMessage::notification(*next))));
    }
    drop(out.try_send(event(last)));
    lines
}

fn event(message: &ServerJsonRpcMessage) -> Bytes {
    let json = serde_json::to_string(message).unwrap_or_default();
    Bytes::from(format!("data: {json}\n\n"))
}

/// Returns the response with such a stream; `guard` is dropped when nobody reads it any more.
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
