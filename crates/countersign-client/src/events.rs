//! The log as it grows: server-sent events, resumed after the last one seen when the connection is lost.

use std::time::{Duration, Instant};

use countersign_core::{Error, ErrorCode, Result};
use countersign_words::{Message, say};
use serde_json::{Map, Value, json};

use crate::{
    body::Body,
    client::{Client, query},
    failure::of_problem,
    wire::{Head, Wire},
};

/// The daemon sends keep-alives far more often than this.
const SILENCE: Duration = Duration::from_secs(90);
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(10);
/// The maximum size of a block: an event is no larger than an operation's input and output.
const BLOCK_BYTES: usize = 64 << 20;

/// A filter for events; empty for all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    /// Of one run.
    pub run: Option<String>,
    /// About one subject.
    pub subject: Option<String>,
    /// Of these kinds.
    pub kinds: Vec<String>,
}

/// One received event.
#[derive(Debug, Clone, PartialEq)]
pub struct Happening {
    /// Its sequence number; None for an event that is not in the log.
    pub seq: Option<u64>,
    /// Its name.
    pub kind: String,
    /// What it tells.
    pub data: Value,
}

/// A stream of events. As an iterator it never ends and reconnects with growing pauses, until the daemon
/// refuses it; that error is its last element.
pub struct Events<'c> {
    client: &'c Client,
    filter: String,
    last: Option<u64>,
    open: Option<Open>,
    pause: Duration,
    refused: bool,
}

struct Open {
    wire: Wire,
    body: Body,
    text: Vec<u8>,
    heard: Instant,
}

/// The result of polling an open stream.
enum Look {
    Found(Happening),
    NothingYet,
    Ended,
}

impl<'c> Events<'c> {
    pub(crate) fn new(client: &'c Client, after: Option<u64>, filter: &Filter) -> Self {
        let fields = json!({"run": filter.run, "subject": filter.subject, "kind": filter.kinds});
        let fields: Map<String, Value> = serde_json::from_value(fields).unwrap_or_default();
        let filter = format!("/v1/events{}", query(&fields));
        Self { client, filter, last: after, open: None, pause: FIRST_PAUSE, refused: false }
    }

    /// Returns the number of the last event seen, from which another stream could resume.
    pub fn last(&self) -> Option<u64> {
        self.last
    }

    /// Returns whether the daemon was there when last looked.
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Makes sure that the stream is open, so that no event from now on is missed.
    pub fn open(&mut self) -> Result<()> {
        if self.open.is_none() {
            self.open = Some(self.connect()?);
        }
        Ok(())
    }

    /// Returns the next event, if one comes within `time`. An error is final: the daemon refuses the stream.
    pub fn next_within(&mut self, time: Duration) -> Result<Option<Happening>> {
        let until = Instant::now() + time;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let look = match &mut self.open {
                Some(open) => open.look(left, &mut self.last),
                None => Look::Ended,
            };
            match look {
                Look::Found(event) => {
                    self.pause = FIRST_PAUSE;
                    return Ok(Some(event));
                }
                Look::NothingYet => {}
                Look::Ended => self.reopen(left)?,
            }
            if Instant::now() >= until {
                return Ok(None);
            }
        }
    }

    /// Tries to connect again, once, after a pause that grows.
    fn reopen(&mut self, left: Duration) -> Result<()> {
        let was_open = self.open.take().is_some();
        match self.open() {
            Err(e) if e.code != ErrorCode::Store => {
                self.refused = true;
                return Err(e);
            }
            Ok(()) if !was_open => return Ok(()),
            _ => {}
        }
        // Also pause before reopening a stream that ends at once.
        std::thread::sleep(self.pause.min(left));
        self.pause = (self.pause * 2).min(LONGEST_PAUSE);
        Ok(())
    }

    fn connect(&self) -> Result<Open> {
        let last = self.last.map(|n| n.to_string());
        let mut headers = vec![("Accept", "text/event-stream")];
        headers.extend(last.as_deref().map(|n| ("Last-Event-ID", n)));
        let request = self.client.request("GET", &self.filter, &headers, None)?;
        let mut wire = self.client.connect()?;
        let gone =
            |what: Message| Error::new(ErrorCode::Store, say!("problem-client-no-events", said = what));
        let (head, body) = wire.ask(&request, Some(SILENCE)).map_err(|f| gone(f.what))?;
        if head.status == 200 && head.is("text/event-stream") {
            return Ok(Open { wire, body, text: Vec::new(), heard: Instant::now() });
        }
        Err(refusal(wire, &head, body))
    }
}

fn refusal(mut wire: Wire, head: &Head, body: Body) -> Error {
    let bytes = wire.finish(head, body).map(|(bytes, _)| bytes).unwrap_or_default();
    of_problem(&serde_json::from_slice(&bytes).unwrap_or_default(), head.status)
}

impl Iterator for Events<'_> {
    type Item = Result<Happening>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.refused {
            return None;
        }
        loop {
            if let Some(next) = self.next_within(SILENCE).transpose() {
                return Some(next);
            }
        }
    }
}

impl Open {
    fn look(&mut self, left: Duration, last: &mut Option<u64>) -> Look {
        loop {
            // Also use bytes that came with the head.
            if self.wire.take(&mut self.body, &mut self.text).is_err() {
                return Look::Ended;
            }
            if let Some(block) = self.block() {
                match read_block(&block, last) {
                    Some(event) => return Look::Found(event),
                    None => continue,
                }
            }
            if self.body == Body::Done || self.text.len() > BLOCK_BYTES {
                return Look::Ended;
            }
            let silence = SILENCE.saturating_sub(self.heard.elapsed());
            if silence.is_zero() || self.wire.set_read_time(left.min(silence)).is_err() {
                return Look::Ended;
            }
            let filled = self.wire.fill();
            match filled {
                Ok(n) if n > 0 => self.heard = Instant::now(),
                Err(fault) if fault.late => return Look::NothingYet,
                _ => return Look::Ended,
            }
        }
    }

    /// Returns the next complete block, without the empty line that ends it.
    fn block(&mut self) -> Option<String> {
        let ends = |w: &[u8]| w == b"\n\n";
        // Normalise line breaks first: an empty line ends a block, whichever kind of break it uses.
        if self.text.contains(&b'\r') {
            let held = if self.text.ends_with(b"\r") { self.text.pop() } else { None };
            let text = String::from_utf8_lossy(&self.text).replace("\r\n", "\n").replace('\r', "\n");
            self.text = text.into_bytes();
            self.text.extend(held);
        }
        let end = self.text.windows(2).position(ends)?;
        let block: Vec<u8> = self.text.drain(..end + 2).collect();
        Some(String::from_utf8_lossy(&block[..end]).into_owned())
    }
}

/// Parses one block; a block without data only moves the position in the log.
fn read_block(block: &str, last: &mut Option<u64>) -> Option<Happening> {
    let (mut kind, mut data, mut seq) = ("message".to_owned(), Vec::new(), None);
    for line in block.lines() {
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "event" => kind = value.to_owned(),
            "data" => data.push(value),
            "id" => seq = value.parse().ok(),
            _ => {}
        }
    }
    *last = seq.or(*last);
    if data.is_empty() {
        return None;
    }
    let data = data.join("\n");
    let data = serde_json::from_str(&data).unwrap_or(Value::String(data));
    Some(Happening { seq, kind, data })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_an_event_with_its_number() {
        let mut last = Some(3);
        let event = read_block("id: 7\nevent: item.confirm\ndata: {\"a\":\ndata: 1}", &mut last).unwrap();
        assert_eq!((event.seq, event.kind.as_str(), event.data), (Some(7), "item.confirm", json!({"a": 1})));
        assert_eq!(last, Some(7));
    }

    #[test]
    fn signs_of_life_are_no_events_and_a_bare_number_moves_the_place() {
        let mut last = Some(3);
        assert_eq!((read_block(": alive", &mut last), last), (None, Some(3)));
        assert_eq!((read_block("id: 9", &mut last), last), (None, Some(9)));
        assert_eq!((read_block("id: x", &mut last), last), (None, Some(9)), "no number is no place");
    }
}
