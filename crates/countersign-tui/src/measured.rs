//! What `cargo xtask bench` measures: how long it takes from a key to the frame that shows it.

use std::time::{Duration, Instant};

use ratatui::{Terminal, backend::TestBackend, crossterm::event::KeyCode};
use serde_json::json;

use crate::{
    testing::{inbox, item, model, press},
    view,
};

/// The screen of the measured desk.
const SIZE: (u16, u16) = (160, 50);

/// Measures frames while a person goes through a list of so many items.
pub fn list_frames(items: usize, frames: usize) -> Vec<Duration> {
    let items = (0..items).map(|n| item(&format!("i{n}-aaaa"), json!({}))).collect();
    timed(inbox(items, vec![], vec![]), KeyCode::Down, frames)
}

/// Measures frames while a person goes through a difference of so many bytes.
pub fn difference_frames(bytes: usize, frames: usize) -> Vec<Duration> {
    let mut diff = "--- src/main.rs\n+++ src/main.rs\n@@ -1,3 +1,3 @@\n".to_owned();
    while diff.len() < bytes {
        diff.push_str("-    let port = 8080;\n+    let port = 9090;\n");
    }
    let whole = item("i1-aaaa", json!({"preview": {"diff": diff}}));
    timed(inbox(vec![whole], vec![], vec![]), KeyCode::PageDown, frames)
}

fn timed(output: countersign_core::inbox::Output, key: KeyCode, frames: usize) -> Vec<Duration> {
    let mut model = model(SIZE, output);
    press(&mut model, KeyCode::Enter);
    if key == KeyCode::Down {
        press(&mut model, KeyCode::Esc);
    }
    let Ok(mut terminal) = Terminal::new(TestBackend::new(SIZE.0, SIZE.1));
    let mut frame = || {
        let begun = Instant::now();
        press(&mut model, key);
        let Ok(_) = terminal.draw(|frame| view::draw(frame, &model));
        begun.elapsed()
    };
    (0..frames).map(|_| frame()).collect()
}
