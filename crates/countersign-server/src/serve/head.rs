//! Records request heads beside the parser: it drops `Content-Length` if there is `Transfer-Encoding`, but a proxy in
//! front of us may have used the dropped one.

use std::{
    io,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, ready},
};

use hyper::{HeaderMap, Method, header};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// The bytes of one connection since its last response, up to the end of a head.
#[derive(Debug, Clone, Default)]
pub struct Heads(Arc<Mutex<Vec<u8>>>);

const END: &[u8] = b"\r\n\r\n";

impl Heads {
    fn bytes(&self) -> MutexGuard<'_, Vec<u8>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets the recorded bytes: the next ones begin a request.
    pub fn begin_anew(&self) {
        self.bytes().clear();
    }

    /// Returns whether a request's body has two lengths, or may have: its head was not recorded completely, because it
    /// began to arrive before the previous response.
    pub fn is_ambiguous(&self, method: &Method, headers: &HeaderMap) -> bool {
        if !headers.contains_key(header::TRANSFER_ENCODING) {
            return false;
        }
        let bytes = self.bytes();
        let head = end_of_head(&bytes).map(|end| &bytes[..end]);
        let begins =
            |head: &[u8]| head.strip_prefix(method.as_str().as_bytes()).is_some_and(|h| h.starts_with(b" "));
        head.is_none_or(|head| !begins(head) || has_content_length(head))
    }

    fn note(&self, more: &[u8], most: usize) {
        let mut bytes = self.bytes();
        if end_of_head(&bytes).is_none() && bytes.len() < most {
            let room = more.len().min(most - bytes.len());
            bytes.extend_from_slice(&more[..room]);
        }
    }
}

fn end_of_head(bytes: &[u8]) -> Option<usize> {
    bytes.windows(END.len()).position(|window| window == END)
}

fn has_content_length(head: &[u8]) -> bool {
    let name = header::CONTENT_LENGTH;
    let name = name.as_str().as_bytes();
    head.split(|b| *b == b'\n')
        .any(|line| line.get(..name.len()).is_some_and(|l| l.eq_ignore_ascii_case(name)))
}

/// A stream whose heads are recorded.
pub struct Noted<S> {
    stream: S,
    heads: Heads,
    most: usize,
}

impl<S> Noted<S> {
    /// Records at most `most` bytes of a head.
    pub fn new(stream: S, heads: Heads, most: usize) -> Self {
        Self { stream, heads, most }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Noted<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        to: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = to.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(cx, to))?;
        self.heads.note(&to.filled()[before..], self.most);
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Noted<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
