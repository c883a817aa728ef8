//! Shortens a command line as far as it still shows the same miss.

use super::mutate::words;

/// Maximum number of attempts per line.
const TRIES: usize = 60;

/// Returns the shortest line found for which `shows` holds, as it does for `line`.
pub fn shrink(line: &str, shows: &mut dyn FnMut(&str) -> bool) -> String {
    let mut tries = 0;
    let mut holds = |candidate: &str| {
        tries += 1;
        tries <= TRIES && !candidate.trim().is_empty() && shows(candidate)
    };
    let mut shortest = line.to_owned();
    loop {
        let before = shortest.len();
        shortest = without_parts(&words(&shortest), &mut holds);
        let characters: Vec<String> = shortest.chars().map(|c| c.to_string()).collect();
        shortest = without_parts(&characters, &mut holds);
        let trimmed = shortest.trim();
        if trimmed.len() < shortest.len() && holds(trimmed) {
            shortest = trimmed.to_owned();
        }
        if shortest.len() == before {
            return shortest;
        }
    }
}

/// Removes as many parts as possible: first half of them at once, finally each separately.
fn without_parts(parts: &[String], holds: &mut dyn FnMut(&str) -> bool) -> String {
    let mut parts = parts.to_vec();
    let mut size = parts.len().div_ceil(2);
    while size > 0 {
        let mut at = 0;
        while at < parts.len() {
            let end = (at + size).min(parts.len());
            let without = [&parts[..at], &parts[end..]].concat();
            if holds(&without.concat()) {
                parts = without;
            } else {
                at = end;
            }
        }
        size /= 2;
    }
    parts.concat()
}
