//! A unified difference as lines. The lengths in a hunk's header decide what belongs to it, so that no line of a file can
//! pass for a header.

use std::borrow::Cow;

use super::Part;
use crate::text::{Line, Piece, Tone, safe_lines};

/// Appends a difference, and where its files and hunks begin. Files below `folder` are shown without it.
pub fn lines(diff: &str, folder: Option<&str>, lines: &mut Vec<Line>, parts: &mut Vec<Part>) {
    let (mut old, mut new) = (0_usize, 0_usize);
    let (mut file, mut hunk) = (String::new(), 0);
    let (mut removed, mut added) = (Vec::new(), Vec::new());
    for line in diff.lines() {
        let spans = line.strip_prefix("@@ ").filter(|_| old + new == 0).and_then(spans);
        let sign = if old + new > 0 { line.chars().next().unwrap_or(' ') } else { '\0' };
        if sign != '-' && sign != '+' {
            pair(lines, &removed, &added);
            removed.clear();
            added.clear();
        }
        let at = lines.len();
        match (sign, spans) {
            (_, Some((of_old, of_new))) => {
                (old, new) = (of_old, of_new);
                hunk += 1;
                if !file.is_empty() {
                    parts.push(Part { line: at, name: format!("{file}#{hunk}") });
                }
                push(lines, Tone::Handle, line);
            }
            ('\0', None) => {
                if let Some(name) = line.strip_prefix("+++ ").or_else(|| line.strip_prefix("--- ")) {
                    let name = name.trim_end();
                    if file != name && name != "/dev/null" {
                        (file, hunk) = (name.to_owned(), 0);
                        parts.push(Part { line: at, name: file.clone() });
                    }
                }
                push(lines, Tone::Strong, &below(line, folder));
            }
            ('-', None) => {
                old = old.saturating_sub(1);
                push(lines, Tone::Bad, line);
                removed.extend(at..lines.len());
            }
            ('+', None) => {
                new = new.saturating_sub(1);
                push(lines, Tone::Good, line);
                added.extend(at..lines.len());
            }
            ('\\', None) => push(lines, Tone::Dim, line),
            // The rest of the hunk was cut.
            ('…', None) => {
                (old, new) = (0, 0);
                push(lines, Tone::Warn, line);
            }
            (_, None) => {
                (old, new) = (old.saturating_sub(1), new.saturating_sub(1));
                push(lines, Tone::Plain, line);
            }
        }
    }
    pair(lines, &removed, &added);
}

/// Returns a header (`+++ /home/ana/shop/src/a.rs`) without the folder that its file is in. What is outside of the folder
/// stays absolute, so that neither can pass for the other.
fn below<'a>(header: &'a str, folder: Option<&str>) -> Cow<'a, str> {
    let short = || {
        let (sign, path) = header.split_at_checked(4)?;
        let rest = path.strip_prefix(folder?)?.strip_prefix('/')?;
        ["--- ", "+++ "].contains(&sign).then(|| format!("{sign}{rest}").into())
    };
    short().unwrap_or(Cow::Borrowed(header))
}

fn push(lines: &mut Vec<Line>, tone: Tone, line: &str) {
    let shown = safe_lines(line);
    let empty = shown.is_empty().then(String::new);
    lines.extend(shown.into_iter().chain(empty).map(|text| Line::new(tone, text).code()));
}

/// Parses the number of lines on both sides of a hunk: `-1,3 +1,4 @@`.
fn spans(rest: &str) -> Option<(usize, usize)> {
    let (old, new) = rest.split_once(" @@")?.0.split_once(' ')?;
    let length = |text: &str, sign: char| -> Option<usize> {
        text.strip_prefix(sign)?.split_once(',').map_or(Some(1), |(_, length)| length.parse().ok())
    };
    Some((length(old, '-')?, length(new, '+')?))
}

/// Marks what differs within lines that replace one another.
fn pair(lines: &mut [Line], removed: &[usize], added: &[usize]) {
    if removed.len() != added.len() {
        return;
    }
    for (old, new) in removed.iter().zip(added) {
        let (before, after) = (lines[*old].text(), lines[*new].text());
        let (old_chars, new_chars): (Vec<char>, Vec<char>) =
            (before.chars().skip(1).collect(), after.chars().skip(1).collect());
        let same = |(a, b): &(&char, &char)| a == b;
        let head = old_chars.iter().zip(&new_chars).take_while(same).count();
        let tail =
            old_chars[head..].iter().rev().zip(new_chars[head..].iter().rev()).take_while(same).count();
        // Lines that have nothing in common are not an edit of one another.
        if head + tail == 0 || (head + tail) * 3 < old_chars.len().min(new_chars.len()) {
            continue;
        }
        lines[*old].pieces = marked('-', &old_chars, head, tail, Tone::Bad, Tone::BadPart);
        lines[*new].pieces = marked('+', &new_chars, head, tail, Tone::Good, Tone::GoodPart);
    }
}

fn marked(sign: char, chars: &[char], head: usize, tail: usize, tone: Tone, part: Tone) -> Vec<Piece> {
    let text = |chars: &[char]| chars.iter().collect::<String>();
    let end = chars.len() - tail;
    let pieces = [
        (tone, format!("{sign}{}", text(&chars[..head]))),
        (part, text(&chars[head..end])),
        (tone, text(&chars[end..])),
    ];
    pieces.into_iter().filter(|(_, text)| !text.is_empty()).map(|(tone, text)| Piece { tone, text }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(diff: &str) -> (Vec<Line>, Vec<Part>) {
        let (mut all, mut parts) = (Vec::new(), Vec::new());
        lines(diff, Some("/home/ana/shop"), &mut all, &mut parts);
        (all, parts)
    }

    #[test]
    fn a_line_of_a_file_cannot_pass_for_a_header() {
        let diff =
            "--- a\n+++ a\n@@ -1,2 +1,2 @@\n same\n--- safe\n+++ rm -rf /\n--- b\n+++ b\n@@ -0,0 +1 @@\n+x\n";
        let (lines, parts) = read(diff);
        let tones: Vec<Tone> = lines.iter().map(|line| line.pieces[0].tone).collect();
        assert_eq!((tones[4], tones[5]), (Tone::Bad, Tone::Good), "they are removed and added lines");
        let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
        assert_eq!(names, ["a", "a#1", "b", "b#1"]);
    }

    #[test]
    fn a_file_is_named_from_the_folder_of_its_command_and_one_outside_as_it_is() {
        let (lines, parts) = read(
            "--- /home/ana/shop/src/a\n+++ /home/ana/shop/src/a\n@@ -1 +1 @@\n-/home/ana/shop/x\n+y\n--- /home/ana/shop2/b\n",
        );
        let texts: Vec<String> = lines.iter().map(Line::text).collect();
        assert_eq!(texts[..2], ["--- src/a", "+++ src/a"]);
        assert_eq!((texts[3].as_str(), texts[5].as_str()), ("-/home/ana/shop/x", "--- /home/ana/shop2/b"));
        assert_eq!(parts[0].name, "/home/ana/shop/src/a", "a part is chosen by its whole path");
    }

    #[test]
    fn the_part_of_a_line_that_differs_is_marked() {
        let (lines, _) = read("--- a\n+++ a\n@@ -1 +1 @@\n-let port = 8080;\n+let port = 9090;\n");
        let parts: Vec<&str> = lines
            .iter()
            .flat_map(|line| &line.pieces)
            .filter(|p| matches!(p.tone, Tone::BadPart | Tone::GoodPart))
            .map(|p| p.text.as_str())
            .collect();
        assert_eq!(parts, ["808", "909"]);
    }

    #[test]
    fn h2_a_difference_shows_escape_sequences_as_text() {
        let (lines, _) = read("--- a\n+++ a\n@@ -0,0 +1 @@\n+\x1b]0;title\x07\u{202e}\n");
        assert_eq!(lines[3].text(), r"+\x1b]0;title\x07⟨U+202E⟩");
    }
}
