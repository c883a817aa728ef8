//! The address of a daemon, and how to connect to it.

use std::{
    fs::File,
    io,
    net::{TcpStream, ToSocketAddrs},
    os::{fd::AsRawFd, unix::ffi::OsStrExt, unix::net::UnixStream},
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use countersign_core::{Error, ErrorCode, Result};
use countersign_words::{Message, say};
use rustls::ClientConfig;

use crate::{pin, stream::Stream};

/// The timeout for connecting.
const CONNECT_TIME: Duration = Duration::from_secs(5);

/// The longest path that the kernel accepts for a UNIX socket.
const SOCKET_PATH_BYTES: usize = 107;

/// The address of a daemon.
pub enum Place {
    /// A UNIX socket.
    Unix(PathBuf),
    /// TCP.
    Tcp {
        /// Name or IP address, without brackets.
        host: String,
        /// The port.
        port: u16,
        /// How to verify the server; None for plain HTTP.
        tls: Option<Arc<ClientConfig>>,
    },
}

impl Place {
    /// Parses `http://HOST:PORT` or `https://HOST:PORT`; the latter needs the daemon's certificate.
    pub fn parse(url: &str, certificate: Option<&[u8]>) -> Result<Self> {
        let wrong = |why: Message| Error::usage(say!("problem-client-no-address", url, said = why));
        let (tls, rest) = match (url.strip_prefix("http://"), url.strip_prefix("https://")) {
            (Some(rest), _) => (None, rest),
            (None, Some(rest)) => {
                let certificate = certificate.ok_or_else(|| {
                    wrong(say!("problem-client-no-certificate")).hint(say!("problem-client-give-certificate"))
                })?;
                (Some(pin::config(certificate)?), rest)
            }
            (None, None) => return Err(wrong(say!("problem-client-scheme"))),
        };
        let rest = rest.strip_suffix('/').unwrap_or(rest);
        let default = if tls.is_some() { "443" } else { "80" };
        let (host, port) = match rest.rsplit_once(':').filter(|(_, port)| !port.ends_with(']')) {
            Some((host, port)) => (host, port),
            None => (rest, default),
        };
        let port = port.parse().map_err(|_| wrong(say!("problem-client-port")))?;
        let host = host.strip_prefix('[').and_then(|h| h.strip_suffix(']')).unwrap_or(host);
        let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b':' | b'_');
        if host.is_empty() || !host.bytes().all(plain) {
            return Err(wrong(say!("problem-client-host")));
        }
        Ok(Self::Tcp { host: host.to_owned(), port, tls })
    }

    /// Returns the value of the `Host` header.
    pub fn host(&self) -> String {
        match self {
            Self::Unix(_) => "localhost".to_owned(),
            Self::Tcp { host, port, .. } if host.contains(':') => format!("[{host}]:{port}"),
            Self::Tcp { host, port, .. } => format!("{host}:{port}"),
        }
    }

    /// Connects to it.
    pub fn connect(&self) -> Result<Stream> {
        let connected = match self {
            Self::Unix(path) => {
                Short::of(path).and_then(|short| UnixStream::connect(&short.path)).map(Stream::Unix)
            }
            Self::Tcp { host, port, tls } => tcp(host, *port).and_then(|plain| match tls {
                None => Ok(Stream::Tcp(plain)),
                Some(config) => pin::encrypt(plain, host, config.clone()),
            }),
        };
        connected.map_err(|e| self.unreachable(&e))
    }

    fn unreachable(&self, e: &io::Error) -> Error {
        match (self, e.kind()) {
            (Self::Unix(path), io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused) => {
                Error::new(ErrorCode::Store, say!("problem-client-no-daemon-socket", place = path.display()))
                    .hint(say!("command-start-it-hint"))
                    .because(e)
            }
            (Self::Unix(path), _) => Error::new(
                ErrorCode::Store,
                say!("problem-client-unreachable", place = path.display(), said = e),
            )
            .hint(say!("problem-client-doctor")),
            (Self::Tcp { .. }, _) => {
                Error::new(ErrorCode::Store, say!("problem-client-no-daemon", place = self.host(), said = e))
                    .hint(say!("problem-client-start-it-there"))
            }
        }
    }
}

fn tcp(host: &str, port: u16) -> io::Result<TcpStream> {
    let mut last = io::Error::new(io::ErrorKind::NotFound, say!("problem-client-name-no-address"));
    for address in (host, port).to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, CONNECT_TIME) {
            Ok(stream) => {
                stream.set_nodelay(true)?;
                return Ok(stream);
            }
            Err(e) => last = e,
        }
    }
    Err(last)
}

/// A path for a UNIX socket that is short enough for the kernel. If the real path is too long, this one leads
/// through its folder, which is held open here.
pub struct Short {
    /// The path to bind or connect to, valid as long as this value lives.
    pub path: PathBuf,
    _folder: Option<File>,
}

impl Short {
    /// Shortens `path`; if it is too long, its folder must exist.
    pub fn of(path: &Path) -> io::Result<Self> {
        if path.as_os_str().as_bytes().len() <= SOCKET_PATH_BYTES {
            return Ok(Self { path: path.to_owned(), _folder: None });
        }
        let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, say!("problem-client-socket-parts")));
        };
        let folder = File::open(folder)?;
        let path = Path::new("/proc/self/fd").join(folder.as_raw_fd().to_string()).join(name);
        Ok(Self { path, _folder: Some(folder) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn host(url: &str) -> Option<String> {
        Place::parse(url, None).ok().map(|p| p.host())
    }

    #[test]
    fn an_address_is_a_host_and_a_port() {
        assert_eq!(host("http://127.0.0.1:4114").as_deref(), Some("127.0.0.1:4114"));
        assert_eq!(host("http://desk.example.com/").as_deref(), Some("desk.example.com:80"));
        assert_eq!(host("http://[::1]:4114").as_deref(), Some("[::1]:4114"));
        for wrong in [
            "desk:1",
            "ftp://desk:1",
            "http://",
            "http://desk:x",
            "http://a b:1",
            "http://a\r\nX: y:1",
            "http://u@h:1",
        ] {
            assert_eq!(host(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn an_encrypted_address_needs_a_certificate_to_know_it_by() {
        let error = Place::parse("https://desk:4114", None).err().unwrap();
        assert!(error.message.contains("certificate") && error.hint.is_some());
    }

    #[test]
    fn a_long_path_is_reached_through_its_folder() {
        let dir = tempfile::tempdir().unwrap();
        let deep = dir.path().join("x".repeat(120));
        std::fs::create_dir(&deep).unwrap();
        let path = deep.join("daemon.sock");
        let listener = std::os::unix::net::UnixListener::bind(&Short::of(&path).unwrap().path).unwrap();
        assert!(path.exists() && Short::of(&path).unwrap().path.as_os_str().len() <= SOCKET_PATH_BYTES);
        let place = Place::Unix(path);
        let connected = place.connect();
        assert!(connected.is_ok());
        listener.accept().unwrap();
    }

    #[test]
    fn where_nobody_listens_there_is_no_daemon() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("daemon.sock");
        let code = || Place::Unix(path.clone()).connect().err().map(|e| (e.code, e.hint.is_some()));
        assert_eq!(code(), Some((ErrorCode::Store, true)));
        drop(std::os::unix::net::UnixListener::bind(&path).unwrap());
        assert_eq!(code(), Some((ErrorCode::Store, true)), "a socket file alone is nobody");
    }
}
