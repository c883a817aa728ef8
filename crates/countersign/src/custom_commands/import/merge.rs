//! Removes a change from a text that was edited since.

use similar::{DiffOp, TextDiff};

/// Returns `now` with the change from `was` to `became` reverted; `None` if the changed lines, or their neighbours,
/// were edited since.
pub fn without(was: &str, became: &str, now: &str) -> Option<String> {
    let lines = |text| -> Vec<&str> { str::split_inclusive(text, '\n').collect() };
    let (was_lines, became_lines, now_lines) = (lines(was), lines(became), lines(now));
    // Where each line of `became` is now.
    let mut places: Vec<Option<usize>> = vec![None; became_lines.len()];
    for op in TextDiff::from_slices(&became_lines, &now_lines).ops() {
        if let DiffOp::Equal { old_index, new_index, len } = *op {
            (0..len).for_each(|i| places[old_index + i] = Some(new_index + i));
        }
    }
    let mut out: Vec<&str> = Vec::new();
    let mut at = 0;
    for op in TextDiff::from_slices(&became_lines, &was_lines).ops() {
        if matches!(op, DiffOp::Equal { .. }) {
            continue;
        }
        let (changed, original) = (op.old_range(), op.new_range());
        let start = match changed.start.checked_sub(1) {
            Some(before) => places[before]? + 1,
            None => 0,
        };
        let end = match places.get(changed.end) {
            Some(after) => (*after)?,
            None => now_lines.len(),
        };
        let intact = changed.clone().enumerate().all(|(i, line)| places[line] == Some(start + i));
        if !intact || end != start + changed.len() || start < at {
            return None;
        }
        out.extend(&now_lines[at..start]);
        out.extend(&was_lines[original]);
        at = end;
    }
    out.extend(&now_lines[at..]);
    Some(out.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    const WAS: &str = "{\n \"n\": 1,\n \"s\": {\n  \"a\": 1,\n  \"b\": 2\n },\n \"z\": 1\n}\n";
    const BECAME: &str = "{\n \"n\": 1,\n \"s\": {\n  \"new\": 0\n },\n \"z\": 1\n}\n";

    #[test]
    fn what_changed_elsewhere_stays() {
        let now = BECAME.replace("\"n\": 1", "\"n\": 2").replace("\"z\": 1\n", "\"z\": 1,\n \"more\": 3\n");
        let expected = WAS.replace("\"n\": 1", "\"n\": 2").replace("\"z\": 1\n", "\"z\": 1,\n \"more\": 3\n");
        assert_eq!(without(WAS, BECAME, &now), Some(expected));
        assert_eq!(without(WAS, BECAME, BECAME).as_deref(), Some(WAS));
    }

    #[test]
    fn what_changed_in_the_same_place_does_not_come_apart() {
        for now in [
            BECAME.replace("\"new\": 0", "\"new\": 9"),
            BECAME.replace("\"new\": 0\n", "\"new\": 0,\n  \"other\": 1\n"),
            BECAME.replace("  \"new\": 0\n", ""),
            String::new(),
        ] {
            assert_eq!(without(WAS, BECAME, &now), None, "{now}");
        }
        // What follows at the end may belong to the removed section.
        assert_eq!(without("", "[x]\n", "[x]\ny = 1\n"), None);
    }
}
