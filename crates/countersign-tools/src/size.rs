//! Sizes as people say them.

use countersign_words::{Message, say};

/// Formats a number of bytes.
pub(crate) fn bytes(n: u64) -> Message {
    let units = ["", "kB", "MB", "GB", "TB"];
    let mut value = n as f64;
    let mut unit = 0;
    while value >= 1000.0 && unit + 1 < units.len() {
        value /= 1000.0;
        unit += 1;
    }
    match unit {
        0 => say!("effect-bytes", n),
        unit => format!("{value:.1} {}", units[unit]).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_told_as_people_say_them() {
        assert_eq!([0, 1, 999, 2_100_000].map(bytes), ["0 bytes", "1 byte", "999 bytes", "2.1 MB"]);
    }
}
