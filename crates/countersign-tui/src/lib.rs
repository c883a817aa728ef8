//! The review desk in the terminal: everything that waits for a person, answered with one key.
//!
//! `update` is a pure function from the model and a message to effects, `view` draws the model, and `run` is the loop
//! between them and the world: keys, the daemon's events, calls. `keys::KEYS` is the one table of keys. [`ask`] asks about
//! one thing in the running terminal, without a screen of its own.

mod inline;
mod input;
mod keys;
#[cfg(feature = "bench")]
pub mod measured;
mod model;
mod notice;
mod outcome;
mod page;
mod reading;
mod row;
mod run;
mod screen;
#[cfg(any(test, feature = "bench"))]
#[cfg_attr(not(test), expect(dead_code, reason = "the tests use all of it"))]
mod testing;
mod text;
mod update;
mod view;

pub use inline::{Asked, Question, ask, can_ask, choose};
pub use model::SETTLE_MS;
pub use notice::Desktop;
pub use run::review;
pub use text::{Line, Piece, Tone, cut, width};

/// Returns a difference as lines that are safe to show, with what differs within lines marked.
pub fn difference(diff: &str) -> Vec<Line> {
    let mut lines = Vec::new();
    page::difference(diff, None, &mut lines, &mut Vec::new());
    lines
}
