//! Differences between texts, as a person reads them.

use std::{io::Read as _, path::Path, time::Duration};

use countersign_core::{text, tool::Preview};
use countersign_words::{Message, say};
use similar::TextDiff;

use super::resolved_path::ResolvedPath;

/// Larger texts are not compared.
pub(super) const TEXT_MAX: u64 = 1024 * 1024;
/// Longer differences are truncated at this many lines.
const LINES_MAX: usize = 2_000;

/// How much of a difference is made.
#[derive(Debug, Clone, Copy)]
pub(super) struct Extent {
    /// Larger texts are not compared.
    bytes: u64,
    /// Longer differences are cut at this many lines.
    lines: usize,
}

impl Extent {
    /// What a page shows.
    pub const PAGE: Self = Self { bytes: TEXT_MAX, lines: LINES_MAX };
    /// What a person gets who wants all of it.
    pub const WHOLE: Self = Self { bytes: 32 << 20, lines: usize::MAX };

    /// Whether bytes are text that is short enough to compare.
    pub fn is_text(self, bytes: &[u8]) -> bool {
        bytes.len() as u64 <= self.bytes && !bytes.contains(&0) && std::str::from_utf8(bytes).is_ok()
    }

    /// Returns the text of the file at a resolved path, if it is text and short enough.
    pub fn text_at(self, path: &Path) -> Option<String> {
        let mut bytes = Vec::new();
        ResolvedPath::open(path).ok()?.file().ok()?.take(self.bytes + 1).read_to_end(&mut bytes).ok()?;
        self.is_text(&bytes).then(|| String::from_utf8(bytes).ok())?
    }

    /// Returns the unified diff of two texts and the number of truncated lines.
    pub fn compared(self, was: &str, now: &str, name: &str) -> Compared {
        between(was, now, name, name, self.lines)
    }

    /// Returns the unified diff of a text that is deleted.
    pub fn deleted(self, was: &str, name: &str) -> Compared {
        between(was, "", name, "/dev/null", self.lines)
    }
}

/// Whether bytes are text that is short enough to compare.
pub(super) fn is_text(bytes: &[u8]) -> bool {
    Extent::PAGE.is_text(bytes)
}

/// Returns the text of the file at a resolved path, if it is text and short enough.
pub(super) fn text_at(path: &Path) -> Option<String> {
    Extent::PAGE.text_at(path)
}

/// Returns the unified diff of two texts, safe to show.
pub fn unified(was: &str, now: &str, name: &str) -> String {
    compared(was, now, name).text
}

/// A diff, possibly truncated.
pub struct Compared {
    /// The unified diff, safe to show.
    pub text: String,
    /// Number of truncated lines.
    pub hidden: usize,
}

impl Compared {
    /// Adds the diff of a file to a preview, with a note if it is truncated.
    pub fn show(self, preview: &mut Preview, path: &str) {
        preview.not_shown.extend((self.hidden > 0).then(|| say!("unseen-lines", n = self.hidden, path)));
        preview.diff.get_or_insert_default().push_str(&self.text);
    }
}

/// Returns the note that a file's content is not shown.
pub fn not_shown(path: &str) -> Message {
    say!("unseen-content", path)
}

/// Returns the unified diff of two texts and the number of truncated lines.
pub fn compared(was: &str, now: &str, name: &str) -> Compared {
    Extent::PAGE.compared(was, now, name)
}

fn between(was: &str, now: &str, old_name: &str, new_name: &str, most: usize) -> Compared {
    let diff = TextDiff::configure().timeout(Duration::from_millis(500)).diff_lines(was, now);
    let whole = diff.unified_diff().context_radius(3).header(old_name, new_name).to_string();
    let shown = text::visible_multiline(&whole).text;
    match shown.match_indices('\n').nth(most) {
        Some((end, _)) => {
            let hidden = shown[end..].lines().count().saturating_sub(1);
            Compared { text: format!("{}\n… (+{hidden} lines)\n", &shown[..end]), hidden }
        }
        None => Compared { text: shown, hidden: 0 },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn h3_a_long_difference_says_what_it_hides() {
        let long: String = (0..5_000).map(|n| format!("{n}\n")).collect();
        let shown = unified("", &long, "x");
        assert!(shown.lines().count() < 2_010);
        assert!(shown.ends_with("(+3002 lines)\n"), "{}", &shown[shown.len() - 60..]);
        let mut preview = Preview::default();
        compared("", &long, "x").show(&mut preview, "x");
        assert_eq!(preview.not_shown, ["3002 lines of the diff of x"]);
        let mut short = Preview::default();
        compared("", "a\n", "x").show(&mut short, "x");
        assert!(short.is_whole() && short.diff.is_some());
    }

    #[test]
    fn h7_the_whole_of_a_difference_hides_nothing() {
        let long: String = (0..5_000).map(|n| format!("{n}\n")).collect();
        let whole = Extent::WHOLE.compared("", &long, "x");
        assert_eq!((whole.hidden, whole.text.lines().count()), (0, 5_003));
        let large = vec![b'x'; 2 << 20];
        assert!(Extent::WHOLE.is_text(&large) && !Extent::PAGE.is_text(&large));
        assert!(!Extent::WHOLE.is_text(b"\0"));
    }

    #[test]
    fn h2_a_difference_cannot_move_the_cursor() {
        assert!(unified("a\n", "\u{1b}[2Jb\n", "x").contains("+\\x1b[2Jb"));
    }
}
