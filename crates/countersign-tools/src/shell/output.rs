//! Limits a command's output: keeps its beginning and end, and the total length.

use std::{
    collections::VecDeque,
    io::Read,
    sync::{Arc, Mutex, PoisonError, mpsc},
    thread,
    time::Instant,
};

use serde_json::{Value, json};

use super::patience::Heard;

/// Maximum bytes kept of the beginning, and of the end.
const HALF: usize = 512 * 1024;

/// The kept part of one stream.
#[derive(Debug, Default, Clone)]
pub struct Kept {
    head: Vec<u8>,
    tail: VecDeque<u8>,
    total: u64,
}

impl Kept {
    fn add(&mut self, bytes: &[u8]) {
        self.total += bytes.len() as u64;
        let (first, rest) = bytes.split_at(bytes.len().min(HALF - self.head.len()));
        self.head.extend_from_slice(first);
        self.tail.extend(rest);
        let surplus = self.tail.len().saturating_sub(HALF);
        self.tail.drain(..surplus);
    }

    /// Returns the number of bytes not kept.
    fn lost(&self) -> u64 {
        self.total - (self.head.len() + self.tail.len()) as u64
    }

    /// Returns text, total length and whether it is complete.
    pub fn told(&self) -> (Value, Value, Value) {
        let tail: Vec<u8> = self.tail.iter().copied().collect();
        let text = match self.lost() {
            0 => {
                let whole = [self.head.as_slice(), &tail].concat();
                String::from_utf8_lossy(&whole).into_owned()
            }
            lost => format!(
                "{}\n… {lost} bytes left out …\n{}",
                String::from_utf8_lossy(&self.head),
                String::from_utf8_lossy(&tail)
            ),
        };
        (json!(text), json!(self.total), json!(self.lost() > 0))
    }
}

/// A stream that is read on its own thread.
pub struct Stream {
    kept: Arc<Mutex<Kept>>,
    done: mpsc::Receiver<()>,
}

impl Stream {
    /// Begins to read; `heard` notes what comes.
    pub(super) fn read(mut from: impl Read + Send + 'static, heard: Arc<Heard>) -> Self {
        let kept = Arc::new(Mutex::new(Kept::default()));
        let (finished, done) = mpsc::channel();
        let into = Arc::clone(&kept);
        thread::spawn(move || {
            let (mut buffer, mut line) = ([0; 64 * 1024], Vec::new());
            loop {
                match from.read(&mut buffer) {
                    Ok(0) => break,
                    Ok(n) => {
                        heard.note(&mut line, &buffer[..n]);
                        into.lock().unwrap_or_else(PoisonError::into_inner).add(&buffer[..n]);
                    }
                    Err(e) if e.kind() == std::io::ErrorKind::Interrupted => {}
                    Err(_) => break,
                }
            }
            // The receiver may be gone.
            let _ = finished.send(());
        });
        Self { kept, done }
    }

    /// Returns the output until the stream ended, or until `end`: an escaped process may hold it open forever.
    pub fn finish(self, end: Instant) -> Kept {
        let _ = self.done.recv_timeout(end.saturating_duration_since(Instant::now()));
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
