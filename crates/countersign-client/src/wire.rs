//! One request and its response over a connection (HTTP/1.1).

use std::{
    io::{self, Read, Write},
    time::Duration,
};

use countersign_words::{Message, say};

use crate::{body::Body, stream::Stream};

/// The maximum size of a response head.
const HEAD_BYTES: usize = 64 << 10;
/// The maximum number of headers in a response.
const HEADERS: usize = 100;
/// The maximum size of a response: a log may be long, but not endless.
const ANSWER_BYTES: usize = 512 << 20;
const READ_BYTES: usize = 32 << 10;
/// Status after which the connection speaks another protocol.
pub const UPGRADED: u16 = 101;

/// Why an exchange failed.
#[derive(Debug)]
pub struct Fault {
    /// What happened.
    pub what: Message,
    /// Whether not even one byte was received.
    pub silent: bool,
    /// Whether it timed out.
    pub late: bool,
}

impl Fault {
    fn broken(what: Message) -> Self {
        Self { what: say!("problem-wire-no-answer", said = what), silent: false, late: false }
    }
}

/// The head of a response.
#[derive(Debug, Default)]
pub struct Head {
    /// The status.
    pub status: u16,
    headers: Vec<(String, String)>,
    keep: bool,
}

impl Head {
    /// Returns a header; None if it is missing.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// Whether the body has that content type.
    pub fn is(&self, kind: &str) -> bool {
        let shown = self.header("content-type").unwrap_or_default();
        shown.split(';').next().is_some_and(|t| t.trim().eq_ignore_ascii_case(kind))
    }
}

/// A connection, and the bytes read from it but not yet used.
pub struct Wire {
    stream: Stream,
    unread: Vec<u8>,
}

impl Wire {
    /// Wraps a fresh connection.
    pub fn new(stream: Stream) -> Self {
        Self { stream, unread: Vec::new() }
    }

    /// Sends a request and reads the head of the response. `time` is the timeout of each read.
    pub fn ask(&mut self, request: &[u8], time: Option<Duration>) -> Result<(Head, Body), Fault> {
        let lost = |e: io::Error| Fault { what: Message::of_error(&e), silent: true, late: false };
        self.stream.set_read_time(time).map_err(lost)?;
        if !self.unread.is_empty() {
            return Err(Fault::broken(say!("problem-wire-early")));
        }
        let sent = self.stream.write_all(request).and_then(|()| self.stream.flush());
        // A daemon that refuses a request early may close the connection before reading all of it; its
        // response says why.
        let answer = self.head();
        match (sent, answer) {
            (Err(e), Err(fault)) if fault.silent => Err(lost(e)),
            (_, answer) => answer,
        }
    }

    /// Reads the rest of a response; true if the connection can be reused.
    pub fn finish(&mut self, head: &Head, mut body: Body) -> Result<(Vec<u8>, bool), Fault> {
        let mut all = Vec::new();
        loop {
            body.take(&mut self.unread, &mut all).map_err(Fault::broken)?;
            if body == Body::Done {
                return Ok((all, head.keep && self.unread.is_empty()));
            }
            if all.len() > ANSWER_BYTES {
                return Err(Fault::broken(say!("problem-wire-endless")));
            }
            match (self.fill()?, &body) {
                (0, Body::Rest) => return Ok((all, false)),
                (0, _) => return Err(Fault::broken(say!("problem-wire-cut"))),
                _ => {}
            }
        }
    }

    /// Returns the stream, and the bytes read from it but not yet used.
    pub fn into_parts(self) -> (Stream, Vec<u8>) {
        (self.stream, self.unread)
    }

    /// Sets the timeout of each read from now on.
    pub fn set_read_time(&self, time: Duration) -> io::Result<()> {
        self.stream.set_read_time(Some(time))
    }

    /// Moves the available part of a body to `to`.
    pub fn take(&mut self, body: &mut Body, to: &mut Vec<u8>) -> Result<(), Fault> {
        body.take(&mut self.unread, to).map_err(Fault::broken)
    }

    /// Reads more; 0 at the end.
    pub fn fill(&mut self) -> Result<usize, Fault> {
        let start = self.unread.len();
        self.unread.resize(start + READ_BYTES, 0);
        let read = loop {
            match self.stream.read(&mut self.unread[start..]) {
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                // Treat a connection closed without TLS close_notify as ended; the framing detects missing
                // data.
                Err(e) if e.kind() == io::ErrorKind::UnexpectedEof => break Ok(0),
                other => break other,
            }
        };
        self.unread.truncate(start + *read.as_ref().unwrap_or(&0));
        read.map_err(|e| {
            let late = matches!(e.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut);
            let what = if late { say!("judge-took-too-long") } else { Message::of_error(&e) };
            Fault { what, silent: start == 0, late }
        })
    }

    fn head(&mut self) -> Result<(Head, Body), Fault> {
        let mut first = true;
        loop {
            if let Some((head, body)) = self.parse()? {
                // An interim response (100 Continue) is followed by the real one; 101 ends HTTP.
                if head.status >= 200 || head.status == UPGRADED {
                    return Ok((head, body));
                }
                continue;
            }
            if self.unread.len() > HEAD_BYTES {
                return Err(Fault::broken(say!("problem-wire-head-endless")));
            }
            if self.fill().map_err(|f| Fault { silent: f.silent && first, ..f })? == 0 {
                let what = say!("problem-wire-ended");
                return Err(Fault { what, silent: first && self.unread.is_empty(), late: false });
            }
            first = false;
        }
    }

    fn parse(&mut self) -> Result<Option<(Head, Body)>, Fault> {
        let mut space = [httparse::EMPTY_HEADER; HEADERS];
        let mut parsed = httparse::Response::new(&mut space);
        let used = match parsed.parse(&self.unread).map_err(|e| Fault::broken(e.to_string().into()))? {
            httparse::Status::Partial => return Ok(None),
            httparse::Status::Complete(used) => used,
        };
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let headers: Vec<_> = parsed.headers.iter().map(|h| (h.name.to_owned(), text(h.value))).collect();
        let status = parsed.code.unwrap_or_default();
        let mut head = Head { status, headers, keep: parsed.version == Some(1) };
        self.unread.drain(..used);
        for name in ["content-length", "transfer-encoding"] {
            if head.headers.iter().filter(|(n, _)| n.eq_ignore_ascii_case(name)).count() > 1 {
                return Err(Fault::broken(say!("problem-wire-framed-twice")));
            }
        }
        head.keep &= !head.header("connection").is_some_and(|c| c.to_ascii_lowercase().contains("close"));
        if status < 200 {
            return Ok(Some((head, Body::Done)));
        }
        let body = Body::of(status, head.header("content-length"), head.header("transfer-encoding"));
        Ok(Some((head, body.map_err(Fault::broken)?)))
    }
}
