//! One connection: its peer, the TLS handshake, its requests, and its end.

use std::{
    convert::Infallible,
    io,
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use axum::{Router, body::Body, extract::DefaultBodyLimit};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use rustls::ServerConfig;
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpStream, UnixStream},
    time::timeout,
};
use tokio_rustls::TlsAcceptor;
use tower::ServiceExt;

use super::{
    head::{Heads, Noted},
    patient::Patient,
    request::around,
};
use crate::{App, Door, Peer, settings::Limits};

/// The maximum size of a request head; also the read buffer for bodies.
const HEAD_BYTES: usize = 64 << 10;
/// How long after shutdown began an idle connection may still send its first request.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// State shared by all connections.
pub struct Shell {
    /// The engine and what surrounds it.
    pub app: Arc<App>,
    routes: Router,
    http: http1::Builder,
}

impl Shell {
    /// Serves `routes`.
    pub fn new(app: Arc<App>, routes: Router) -> Self {
        // We limit bodies ourselves; the framework's lower limit would apply silently.
        let routes = routes.layer(DefaultBodyLimit::disable());
        let http = http(&app.settings.limits);
        Self { app, routes, http }
    }

    /// Serves a TCP connection to its end.
    pub async fn tcp(&self, stream: TcpStream, tls: Option<Arc<ServerConfig>>) -> io::Result<()> {
        let (here, there) = (stream.local_addr()?, stream.peer_addr()?);
        stream.set_nodelay(true)?;
        let door = Door::Tcp { here, there, tls: tls.is_some() };
        let peer = Peer::new(door, None, None);
        let stream = self.patient(stream);
        let Some(tls) = tls else {
            self.talk(stream, peer).await;
            return Ok(());
        };
        let shaken = timeout(self.app.settings.limits.head_time, TlsAcceptor::from(tls).accept(stream));
        let stream = tokio::select! {
            () = self.app.stop.stopped() => return Ok(()),
            shaken = shaken => shaken.map_err(|_| io::Error::from(io::ErrorKind::TimedOut))??,
        };
        self.talk(stream, peer).await;
        Ok(())
    }

    /// Serves a UNIX socket connection to its end. Its user must be known: otherwise it is not served.
    pub async fn unix(&self, stream: UnixStream) -> io::Result<()> {
        let credentials = stream.peer_cred()?;
        let pid = credentials.pid().and_then(|pid| u32::try_from(pid).ok());
        let peer = Peer::new(Door::Unix, Some(credentials.uid()), pid);
        self.talk(self.patient(stream), peer).await;
        Ok(())
    }

    fn patient<S: AsyncRead + AsyncWrite + Unpin>(&self, stream: S) -> Patient<S> {
        Patient::new(stream, self.app.settings.limits.body_time)
    }

    async fn talk<S: AsyncRead + AsyncWrite + Unpin + Send + 'static>(&self, stream: S, peer: Peer) {
        let begun = AtomicBool::new(false);
        let heads = Heads::default();
        let stream = Noted::new(stream, heads.clone(), HEAD_BYTES);
        let service = service_fn(|request: hyper::Request<Incoming>| {
            begun.store(true, Ordering::Relaxed);
            let is_ambiguous = heads.is_ambiguous(request.method(), request.headers());
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(peer.clone());
            let route = |request| async {
                let Ok(response) = self.routes.clone().oneshot(request).await;
                response
            };
            let heads = &heads;
            async move {
                let response = around(&self.app, request, is_ambiguous, route).await;
                heads.begin_anew();
                Ok::<_, Infallible>(response)
            }
        });
        let mut talk = pin!(self.http.serve_connection(TokioIo::new(stream), service).with_upgrades());
        let ended = tokio::select! {
            ended = talk.as_mut() => ended,
            () = self.app.stop.stopped() => {
                talk.as_mut().graceful_shutdown();
                // Hyper does not treat a connection without any request as idle, and would wait for its head.
                tokio::select! {
                    ended = talk.as_mut() => ended,
                    () = tokio::time::sleep(LAST_WORDS), if !begun.load(Ordering::Relaxed) => {
                        if !begun.load(Ordering::Relaxed) {
                            return;
                        }
                        talk.await
                    }
                }
            }
        };
        if let Err(e) = ended {
            tell(&e, &peer, begun.load(Ordering::Relaxed));
        }
    }
}

fn http(limits: &Limits) -> http1::Builder {
    let mut http = http1::Builder::new();
    // The number of headers is hyper's default limit, 100: setting it would cost an allocation per request.
    http.timer(TokioTimer::new())
        .header_read_timeout(limits.head_time)
        .max_buf_size(HEAD_BYTES)
        .half_close(false)
        .keep_alive(true);
    http
}

/// Logs a connection error. Clients come and go, also between requests; only protocol violations are logged.
fn tell(e: &hyper::Error, peer: &Peer, begun: bool) {
    let door = &peer.door;
    if e.is_timeout() && !begun {
        tracing::info!(?door, "cut: no whole request came in time");
    } else if e.is_parse() {
        tracing::info!(?door, why = %e, "cut: that was not HTTP as it is spoken here");
    } else {
        tracing::debug!(?door, why = %e, "cut");
    }
}
