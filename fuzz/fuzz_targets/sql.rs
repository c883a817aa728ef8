//! Any bytes as SQL; the first one picks the dialect.

#![no_main]

use countersign_analysis::sql;
use countersign_fuzz::{DIALECTS, judged, let_panics_unwind, refuses_odd_sql};
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: let_panics_unwind(), |data: &[u8]| {
    let Some((first, rest)) = data.split_first() else { return };
    let Some(dialect) = DIALECTS.get(usize::from(*first) % DIALECTS.len()) else { return };
    let text = String::from_utf8_lossy(rest);
    let facts = judged(&text, || sql(&text, *dialect));
    refuses_odd_sql(&text, &facts);
});
