//! A connection over one stream each way, one message per line, as the bridge carries it to an agent's stdio.

use std::{
    io,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use rmcp::{service::serve_server_with_ct, transport::async_rw::AsyncRwTransport};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_util::sync::CancellationToken;

use super::{Gateway, Who};

/// The longest message.
const LINE_BYTES: usize = 16 << 20;

impl Gateway {
    /// Serves one connection to its end, or until `stop` is cancelled.
    pub fn serve_stream<R, W>(
        self: &Arc<Self>,
        who: Who,
        read: R,
        write: W,
        stop: CancellationToken,
    ) -> Pin<Box<dyn Future<Output = ()> + Send>>
    where
        R: AsyncRead + Send + Unpin + 'static,
        W: AsyncWrite + Send + Unpin + 'static,
    {
        // Boxed, so that it is compiled once, in this crate.
        let read = Watched { read: Box::new(read), gone: who.gone.clone() };
        self.clone().serving(who, read, Written(Box::new(write)), stop)
    }

    fn serving(
        self: Arc<Self>,
        who: Who,
        read: Watched,
        write: Written,
        stop: CancellationToken,
    ) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        Box::pin(self.serve(who, read, write, stop))
    }

    async fn serve(self: Arc<Self>, who: Who, read: Watched, write: Written, stop: CancellationToken) {
        let gone = who.gone.clone();
        let transport = AsyncRwTransport::new(read, write).with_max_line_length(LINE_BYTES);
        let session = self.session(who);
        match serve_server_with_ct(session, transport, stop).await {
            Ok(running) => {
                if let Err(e) = running.waiting().await {
                    tracing::error!(error = %e, "a connection did not end well");
                }
            }
            Err(e) => tracing::debug!(why = %e, "a connection ended before it began"),
        }
        gone.cancel();
    }
}

/// A reader that signals the end of input.
struct Watched {
    read: Box<dyn AsyncRead + Send + Unpin>,
    gone: CancellationToken,
}

impl AsyncRead for Watched {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let polled = Pin::new(&mut self.read).poll_read(cx, buffer);
        if let Poll::Ready(read) = &polled
            && (read.is_err() || buffer.filled().len() == before)
        {
            self.gone.cancel();
        }
        polled
    }
}

/// A writer of any kind.
struct Written(Box<dyn AsyncWrite + Send + Unpin>);

impl AsyncWrite for Written {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write_vectored(cx, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.0.is_write_vectored()
    }
}
