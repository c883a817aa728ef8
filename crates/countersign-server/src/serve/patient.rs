//! A socket with timeouts: a client that does not read a response is cut off, and one that is still sending when its
//! response is complete gets a moment to read it.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::Sleep,
};

/// How long a client may go on sending data that is discarded.
const LINGER: Duration = Duration::from_secs(1);
/// How much of it is discarded before the socket is closed anyway.
const LINGER_BYTES: usize = 16 << 20;

/// A stream, held to the limits above.
pub struct Patient<S> {
    stream: S,
    /// How long a client may stall.
    patience: Duration,
    /// Since when it has stalled.
    stalled: Option<Pin<Box<Sleep>>>,
    /// After our side was closed: until when the other may go on, and how much was discarded.
    lingering: Option<(Pin<Box<Sleep>>, usize)>,
}

impl<S: AsyncRead + AsyncWrite + Unpin> Patient<S> {
    /// Gives a client `patience` to read the next bytes of a response.
    pub fn new(stream: S, patience: Duration) -> Self {
        Self { stream, patience, stalled: None, lingering: None }
    }

    fn write_with<T>(
        &mut self,
        cx: &mut Context<'_>,
        write: impl FnOnce(Pin<&mut S>, &mut Context<'_>) -> Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if let Poll::Ready(done) = write(Pin::new(&mut self.stream), cx) {
            self.stalled = None;
            return Poll::Ready(done);
        }
        let patience = self.patience;
        ready!(self.stalled.get_or_insert_with(|| Box::pin(tokio::time::sleep(patience))).as_mut().poll(cx));
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the client takes nothing of its answer")))
    }

    /// Discards incoming data, so that the kernel does not drop an unread response: it does when a socket is closed
    /// with unread input.
    fn linger(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let begin = || (Box::pin(tokio::time::sleep(LINGER)), 0);
        let (until, discarded) = self.lingering.get_or_insert_with(begin);
        let mut space = [0; 4096];
        while *discarded < LINGER_BYTES {
            let mut buffer = ReadBuf::new(&mut space);
            match Pin::new(&mut self.stream).poll_read(cx, &mut buffer) {
                Poll::Ready(Ok(())) if !buffer.filled().is_empty() => *discarded += buffer.filled().len(),
                Poll::Ready(_) => break,
                Poll::Pending => return until.as_mut().poll(cx),
            }
        }
        Poll::Ready(())
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        to: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, to)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Patient<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.write_with(cx, |stream, cx| stream.poll_write(cx, bytes))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.write_with(cx, |stream, cx| stream.poll_write_vectored(cx, slices))
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.write_with(cx, |stream, cx| stream.poll_flush(cx))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.lingering.is_none() {
            ready!(self.write_with(cx, |stream, cx| stream.poll_shutdown(cx)))?;
        }
        self.linger(cx).map(Ok)
    }
}
