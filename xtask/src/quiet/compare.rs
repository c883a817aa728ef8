//! What a command printed and how it ended, compared.

use std::borrow::Cow;

use super::Output;

/// Returns in words what was other behind the gate. What differs between two direct runs is no difference.
pub fn difference(first: &Output, second: &Output, gated: &Output) -> Option<String> {
    if let Some(error) = &gated.error {
        return Some(format!("no result: {error}"));
    }
    if first.code != gated.code && second.code != gated.code {
        let code = |code: Option<i64>| code.map_or("none".to_owned(), |code| code.to_string());
        let said = gated.stderr.as_deref().unwrap_or_default().trim().lines().last().unwrap_or_default();
        return Some(format!("exit code {} instead of {}: {said}", code(gated.code), code(first.code)));
    }
    let text = |get: fn(&Output) -> Option<&String>, name: &str| {
        let (first, second, gated) = (get(first)?, get(second)?, get(gated)?);
        other_line(first, second, gated).map(|(is, was)| format!("{name}: `{is}` instead of `{was}`"))
    };
    text(|o| o.stdout.as_ref(), "output").or_else(|| text(|o| o.stderr.as_ref(), "errors"))
}

/// Returns the first line that differs, and what it is directly; lines that differ between direct runs are skipped. The
/// order of lines does not count: tests and searches run in parallel.
fn other_line(first: &str, second: &str, gated: &str) -> Option<(String, String)> {
    let lines = |text: &str| text.lines().map(steady).collect::<Vec<_>>();
    let (first, second, gated) = (lines(first), lines(second), lines(gated));
    let sorted = |lines: &[String]| {
        let mut lines = lines.to_vec();
        lines.sort_unstable();
        lines
    };
    if first.len() != second.len() || sorted(&first) == sorted(&gated) {
        return None;
    }
    let end = "(the end)".to_owned();
    (0..first.len().max(gated.len())).find_map(|n| {
        let (was, again, is) = (first.get(n), second.get(n), gated.get(n));
        let varies = was != again && is.is_some();
        let said = |line: Option<&String>| line.cloned().unwrap_or_else(|| end.clone());
        (!varies && was != is).then(|| (said(is), said(was)))
    })
}

/// Replaces what is never twice the same: hashes by `#`, times and durations by `T`; and how many links a folder has,
/// which an overlay does not count.
fn steady(line: &str) -> String {
    let line = &*without_links(line);
    let is_word = |c: char| c.is_alphanumeric() || c == '.' || c == ':';
    let mut text = String::new();
    let mut rest = line.trim_end();
    while let Some(c) = rest.chars().next() {
        let end = match is_word(c) {
            true => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            false => c.len_utf8(),
        };
        let (word, after) = rest.split_at(end);
        text.push_str(if is_hash(word) {
            "#"
        } else if is_time(word) {
            "T"
        } else {
            word
        });
        rest = after;
    }
    text
}

/// `drwxr-xr-x 7 ana ana` without the 7.
fn without_links(line: &str) -> Cow<'_, str> {
    let is_mode = |mode: &str| {
        mode.len() >= 10 && mode.starts_with('d') && mode[1..].chars().all(|c| "rwxsStT-+.".contains(c))
    };
    match line.split_once(' ') {
        Some((mode, rest)) if is_mode(mode) => {
            format!("{mode} #{}", rest.trim_start().trim_start_matches(|c: char| c.is_ascii_digit())).into()
        }
        _ => line.into(),
    }
}

fn is_hash(word: &str) -> bool {
    word.len() >= 7 && word.chars().all(|c| c.is_ascii_hexdigit())
}

/// `12:30`, `12:30:59.5`, `0.12s`, `1.5`, `120ms`, `0m0.004s`.
fn is_time(word: &str) -> bool {
    let minutes = word.split_once('m').filter(|(before, _)| before.bytes().all(|b| b.is_ascii_digit()));
    let word =
        minutes.map_or(word, |(before, after)| if before.is_empty() || after == "s" { word } else { after });
    let number = word.trim_end_matches(|c: char| c.is_alphabetic());
    let unit = &word[number.len()..];
    let digits = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    let parts: Vec<&str> = number.split([':', '.']).collect();
    let is_number = parts.iter().all(|part| digits(part));
    let is_duration =
        matches!(unit, "s" | "ms" | "us" | "µs" | "ns" | "sec") || (unit.is_empty() && parts.len() == 2);
    is_number && (number.contains(':') || (is_duration && parts.len() <= 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_and_times_are_no_difference_and_counts_are() {
        let line = "[main 3f2a91c] 3 passed in 0.12s (120ms) at 12:30:59, v1.2.3, badeebf, 10.5 MB";
        assert_eq!(steady(line), "[main #] 3 passed in T (T) at T, v1.2.3, #, T MB");
        assert_eq!(steady("sys\t0m0.004s of 12 ms, 5m"), "sys\tT of 12 ms, 5m");
    }

    #[test]
    fn how_many_links_a_folder_has_is_no_difference() {
        assert_eq!(steady("drwxr-xr-x  7 ana ana 4096 .git"), steady("drwxr-xr-x 1 ana ana 4096 .git"));
        assert_ne!(steady("-rw-r--r-- 2 ana ana 4096 a"), steady("-rw-r--r-- 1 ana ana 4096 a"));
    }

    fn said(text: &str) -> Output {
        Output { code: Some(0), stdout: Some(text.to_owned()), ..Output::default() }
    }

    #[test]
    fn what_differs_between_direct_runs_is_no_difference() {
        let (first, second) = (said("pid 1\nend\n"), said("pid 2\nend\n"));
        assert_eq!(difference(&first, &second, &said("pid 3\nend\n")), None);
        assert!(difference(&first, &second, &said("pid 3\n")).unwrap().contains("(the end)"));
        assert!(
            difference(&first, &second, &said("pid 3\nEnd\n")).unwrap().contains("`End` instead of `end`")
        );
        assert_eq!(difference(&said("a\nb\n"), &said("a\nb\n"), &said("b\na\n")), None);
        assert!(difference(&said("a\nb\n"), &said("a\nb\n"), &said("b\nb\n")).is_some());
        let failed = Output { code: Some(2), ..said("pid 3\nend\n") };
        assert_eq!(difference(&first, &second, &failed).unwrap(), "exit code 2 instead of 0: ");
    }
}
