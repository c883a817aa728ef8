//! One request and its answer over a connection (HTTP/1.1).

use std::{
    io::{self, Read, Write},
    time::Duration,
};

use countersign_words::{Message, say};

use crate::{body::Body, stream::Stream};

/// The largest head of an answer.
const HEAD_BYTES: usize = 64 << 10;
/// How many headers an answer may have.
const HEADERS: usize = 100;
/// The largest answer: a log may be long, an answer without end is no answer.
const ANSWER_BYTES: usize = 512 << 20;
const READ_BYTES: usize = 32 << 10;
/// From here on the connection speaks something else.
pub const UPGRADED: u16 = 101;

/// Why an exchange failed.
#[derive(Debug)]
pub struct Fault {
    /// What happened.
    pub what: Message,
    /// Whether nothing came back, not even a byte.
    pub silent: bool,
    /// Whether time was up.
    pub late: bool,
}

impl Fault {
    fn broken(what: Message) -> Self {
        Self { what: say!("problem-wire-no-answer", said = what), silent: false, late: false }
    }
}

/// The head of an answer.
#[derive(Debug, Default)]
pub struct Head {
    /// The status.
    pub status: u16,
    headers: Vec<(String, String)>,
    keep: bool,
}

impl Head {
    /// A header; None where it is missing.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// Whether the body is of a type.
    pub fn is(&self, kind: &str) -> bool {
        let shown = self.header("content-type").unwrap_or_default();
        shown.split(';').next().is_some_and(|t| t.trim().eq_ignore_ascii_case(kind))
    }
}

/// A connection, and what was read from it and not yet used.
pub struct Wire {
    stream: Stream,
    unread: Vec<u8>,
}

impl Wire {
    /// Over a fresh connection.
    pub fn new(stream: Stream) -> Self {
        Self { stream, unread: Vec::new() }
    }

    /// Sends a request and reads the head of its answer. Each read may wait for `time`.
    pub fn ask(&mut self, request: &[u8], time: Option<Duration>) -> Result<(Head, Body), Fault> {
        let lost = |e: io::Error| Fault { what: Message::of_error(&e), silent: true, late: false };
        self.stream.set_read_time(time).map_err(lost)?;
        if !self.unread.is_empty() {
            return Err(Fault::broken(say!("problem-wire-early")));
        }
        let sent = self.stream.write_all(request).and_then(|()| self.stream.flush());
        // A daemon that refuses a request early may close before it has read it all; its answer says why.
        let answer = self.head();
        match (sent, answer) {
            (Err(e), Err(fault)) if fault.silent => Err(lost(e)),
            (_, answer) => answer,
        }
    }

    /// Reads the rest of an answer; true when the connection can be used again.
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

    /// The connection itself, and what was read from it and not yet used.
    pub fn into_parts(self) -> (Stream, Vec<u8>) {
        (self.stream, self.unread)
    }

    /// How long each read may wait from now on.
    pub fn set_read_time(&self, time: Duration) -> io::Result<()> {
        self.stream.set_read_time(Some(time))
    }

    /// Moves what has been read of a body to `to`.
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
                // A peer that ends without TLS's farewell has ended all the same; framing tells what is missing.
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
                // An interim answer (100 Continue) is followed by the real one; 101 is the last word of HTTP.
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
