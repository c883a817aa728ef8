//! How long a command may take, and who is told of its output meanwhile.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use countersign_core::{
    engine::work::Listener,
    redact,
    text::{truncate, visible_multiline},
};

use super::{Run, TIMEOUT_S, TIMEOUT_S_MAX};

/// How often its output is told.
const EVERY: Duration = Duration::from_millis(500);
/// How many lines are told, and how many characters.
const LINES: usize = 5;
const CHARS: usize = 600;
/// How much output is searched for secrets before lines of it are told. Longer lines are not told.
const RECENT: usize = 64 * 1024;
const LINE_MOST: usize = 8 * 1024;

/// How long a command may take.
#[derive(Debug, Clone, Copy)]
pub(super) struct Patience {
    /// In all.
    pub(super) total: Duration,
    /// Since its last output.
    pub(super) silence: Duration,
}

impl Patience {
    /// Returns the time that a call gives, exactly; if it gives none, a command may take long as long as it
    /// prints. `silence_s` is the longest silence in any case, except for a call that gives the longest time there is:
    /// agents give it to servers and others that go on in the background.
    pub(super) fn of(run: &Run, silence_s: u64) -> Self {
        let total = run.timeout_s.unwrap_or(TIMEOUT_S_MAX).min(TIMEOUT_S_MAX);
        let silence = if run.timeout_s.is_some() { TIMEOUT_S_MAX } else { TIMEOUT_S };
        let silence_s = if run.timeout_s == Some(TIMEOUT_S_MAX) { TIMEOUT_S_MAX } else { silence_s };
        Self { total: Duration::from_secs(total), silence: Duration::from_secs(silence.min(silence_s)) }
    }
}

/// What is heard of a running command: when it last printed something and, if somebody listens, what.
#[derive(Debug)]
pub(super) struct Heard {
    listens: bool,
    now: Mutex<Now>,
}

#[derive(Debug)]
struct Now {
    at: Instant,
    /// Its latest whole lines, of both streams.
    lines: VecDeque<u8>,
    /// How often lines were added.
    added: u64,
}

impl Heard {
    fn new(at: Instant, listens: bool) -> Self {
        Self { listens, now: Mutex::new(Now { at, lines: VecDeque::new(), added: 0 }) }
    }

    fn now(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes what a stream has printed; `begun` is its line that has not ended yet. Only whole lines are told: a
    /// secret is not recognised by a part of it.
    pub(super) fn note(&self, begun: &mut Vec<u8>, bytes: &[u8]) {
        let mut now = self.now();
        now.at = Instant::now();
        if !self.listens {
            return;
        }
        let Some(end) = bytes.iter().rposition(|byte| matches!(byte, b'\n' | b'\r')) else {
            begun.extend_from_slice(&bytes[..bytes.len().min(LINE_MOST.saturating_sub(begun.len()))]);
            return;
        };
        // A line that was cut is left out.
        let first = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(end);
        let whole = if begun.len() < LINE_MOST { &bytes[..=end] } else { &bytes[first + 1..=end] };
        if begun.len() < LINE_MOST {
            now.lines.extend(begun.iter());
        }
        now.lines.extend(whole);
        let surplus = now.lines.len().saturating_sub(RECENT);
        now.lines.drain(..surplus);
        now.added += 1;
        begun.clear();
        begun.extend_from_slice(&bytes[end + 1..][..(bytes.len() - end - 1).min(LINE_MOST)]);
    }

    /// Returns the last lines, without secrets, and how often lines were added.
    fn last_lines(&self) -> (String, u64) {
        let (bytes, added) = {
            let now = self.now();
            (now.lines.iter().copied().collect::<Vec<u8>>(), now.added)
        };
        let text = redact::text(&String::from_utf8_lossy(&bytes));
        let lines: Vec<&str> = text.split(['\n', '\r']).filter(|line| !line.trim().is_empty()).collect();
        let last = lines[lines.len().saturating_sub(LINES)..].iter();
        let last: Vec<String> = last.map(|line| truncate(line, CHARS / LINES)).collect();
        (visible_multiline(&last.join("\n")).text, added)
    }
}

/// Watches a running command.
pub(super) struct Watch {
    patience: Patience,
    begun: Instant,
    heard: Arc<Heard>,
    listener: Option<Listener>,
    /// How often lines had been added when they were last told, and when that is next due.
    told: u64,
    due: Instant,
}

impl Watch {
    /// Begins to watch.
    pub(super) fn new(patience: Patience, listener: Option<Listener>) -> Self {
        let begun = Instant::now();
        let heard = Arc::new(Heard::new(begun, listener.is_some()));
        Self { patience, begun, heard, listener, told: 0, due: begun + EVERY }
    }

    /// Returns what notes its output.
    pub(super) fn heard(&self) -> Arc<Heard> {
        Arc::clone(&self.heard)
    }

    /// Tells its output, if that is due; returns when to look next, None if its time is over.
    pub(super) fn look(&mut self) -> Option<Instant> {
        let now = Instant::now();
        let end = (self.begun + self.patience.total).min(self.heard.now().at + self.patience.silence);
        if now >= end {
            return None;
        }
        let Some(listener) = &self.listener else { return Some(end) };
        if now >= self.due {
            self.due = now + EVERY;
            if self.heard.now().added > self.told {
                let (text, added) = self.heard.last_lines();
                self.told = added;
                if !text.is_empty() {
                    listener(&text);
                }
            }
        }
        Some(end.min(self.due))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn run(args: serde_json::Value) -> Run {
        serde_json::from_value(args).unwrap()
    }

    #[test]
    fn a16_time_that_is_given_is_exact_and_otherwise_counts_from_the_last_output() {
        let of = |args, most| {
            let Patience { total, silence } = Patience::of(&run(args), most);
            (total.as_secs(), silence.as_secs())
        };
        assert_eq!(of(json!({"command": "make"}), TIMEOUT_S_MAX), (3600, 120));
        assert_eq!(of(json!({"command": "make", "timeout_s": 600}), TIMEOUT_S_MAX), (600, 3600));
        assert_eq!(of(json!({"command": "make", "timeout_s": 9000}), TIMEOUT_S_MAX), (3600, 3600));
        // Of a rehearsal the policy says how long it may be silent.
        assert_eq!(of(json!({"command": "make"}), 5), (3600, 5));
        assert_eq!(of(json!({"command": "make", "timeout_s": 600}), 5), (600, 5));
        // A server in the background may be silent as long as it runs.
        assert_eq!(of(json!({"command": "serve", "timeout_s": 3600}), 5), (3600, 3600));
    }

    #[test]
    fn only_whole_lines_are_told_and_no_secret_in_them() {
        let heard = Heard::new(Instant::now(), true);
        let token = format!("ghp_{}", "a1B2".repeat(9));
        let mut begun = Vec::new();
        for part in ["one\ntok", "en=", &token[..10]] {
            heard.note(&mut begun, part.as_bytes());
        }
        assert_eq!(heard.last_lines().0, "one");
        heard.note(&mut begun, format!("{}\ntwo", &token[10..]).as_bytes());
        let (told, added) = heard.last_lines();
        assert!(told.starts_with("one\n") && !told.contains(&token[..10]) && !told.contains("two"), "{told}");
        assert_eq!(added, 2);
        heard.note(&mut begun, format!("{}\nshort\n", "x".repeat(2 * LINE_MOST)).as_bytes());
        let lines = (0..40).map(|n| format!("{n}\n")).collect::<String>();
        heard.note(&mut begun, lines.as_bytes());
        assert_eq!(heard.last_lines().0, "35\n36\n37\n38\n39");
        assert!(begun.is_empty());
    }

    #[test]
    fn a_line_that_is_too_long_is_left_out() {
        let heard = Heard::new(Instant::now(), true);
        let mut begun = Vec::new();
        for _ in 0..4 {
            heard.note(&mut begun, &vec![b'x'; LINE_MOST / 2]);
        }
        heard.note(&mut begun, b"end of it\nnext\n");
        assert_eq!(heard.last_lines().0, "next");
    }
}
