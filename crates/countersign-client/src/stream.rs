//! A connection of any kind.

use std::{
    io::{self, Read, Write},
    net::TcpStream,
    os::unix::net::UnixStream,
    time::Duration,
};

use rustls::{ClientConnection, StreamOwned};

/// A connection.
pub enum Stream {
    /// Through a UNIX socket.
    Unix(UnixStream),
    /// Plain TCP.
    Tcp(TcpStream),
    /// TCP, encrypted.
    Tls(Box<StreamOwned<ClientConnection, TcpStream>>),
}

impl Stream {
    /// Sets the read timeout; None for no timeout.
    pub fn set_read_time(&self, time: Option<Duration>) -> io::Result<()> {
        // Zero would mean no timeout.
        let time = time.map(|t| t.max(Duration::from_millis(1)));
        match self {
            Self::Unix(s) => s.set_read_timeout(time),
            Self::Tcp(s) => s.set_read_timeout(time),
            Self::Tls(s) => s.sock.set_read_timeout(time),
        }
    }
}

impl Read for Stream {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Unix(s) => s.read(into),
            Self::Tcp(s) => s.read(into),
            Self::Tls(s) => s.read(into),
        }
    }
}

impl Write for Stream {
    fn write(&mut self, from: &[u8]) -> io::Result<usize> {
        match self {
            Self::Unix(s) => s.write(from),
            Self::Tcp(s) => s.write(from),
            Self::Tls(s) => s.write(from),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Unix(s) => s.flush(),
            Self::Tcp(s) => s.flush(),
            Self::Tls(s) => s.flush(),
        }
    }
}
