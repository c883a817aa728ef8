//! Any bytes as the words of a command, a NUL between each two.

#![no_main]

use countersign_analysis::argv;
use countersign_fuzz::{judged, let_panics_unwind, setting};
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: let_panics_unwind(), |data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let words: Vec<String> = text.split('\0').map(str::to_owned).collect();
    judged(&text, || argv(&words, setting()));
});
