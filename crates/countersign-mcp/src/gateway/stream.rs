//! A connection that is one stream each way, a message on each line: what the bridge carries to an agent's own input
//! and output.

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

/// The longest message that is read.
const LINE_BYTES: usize = 16 << 20;

impl Gateway {
    /// Serves one connection to its end, or until `stop` is cancelled.
    pub async fn serve_stream<R, W>(self: &Arc<Self>, who: Who, read: R, write: W, stop: CancellationToken)
    where
        R: AsyncRead + Send + Unpin + 'static,
        W: AsyncWrite + Send + Unpin + 'static,
    {
        let gone = who.gone.clone();
        let read = Watched { read, gone: gone.clone() };
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

/// A reader that says when nothing more can come.
struct Watched<R> {
    read: R,
    gone: CancellationToken,
}

impl<R: AsyncRead + Unpin> AsyncRead for Watched<R> {
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
