//! Any bytes as a command line.

#![no_main]

use countersign_analysis::{Class, shell};
use countersign_fuzz::{judged, let_panics_unwind, refuses_lies, sees_what_follows, setting};
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: let_panics_unwind(), |data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let facts = judged(&text, || shell(&text, setting()));
    refuses_lies(&text, &facts);
    if facts.class() == Class::Read {
        sees_what_follows(&text, |longer| shell(longer, setting()));
    }
});
