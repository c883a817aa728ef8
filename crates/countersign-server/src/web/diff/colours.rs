//! Syntax colours: which parts of a line are a comment, a string, a keyword and so on. They only wrap the text of a line
//! in elements, and never change it.
//!
//! Grammars run on text that an agent wrote, so a page waits for them only so long: they run in a thread of their own,
//! and what they have not said in time, or before a panic, stays plain.
//!
//! # Limitations
//!
//! A hunk begins in the middle of a file: of a comment that began before it, the grammar knows nothing.

use std::{
    collections::BTreeMap,
    ops::Range,
    sync::{
        LazyLock, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
        mpsc::{self, Sender},
    },
    thread,
    time::{Duration, Instant},
};

use countersign_core::text;
use maud::{Markup, html};
use syntect::parsing::{ParseState, Scope, ScopeStack, SyntaxReference, SyntaxSet};
use tokio::{
    runtime::{Handle, RuntimeFlavor},
    task::block_in_place,
};

use super::{Diff, Kind};

/// Longer lines stay plain.
const LINE_BYTES: usize = 600;
/// How many bytes of lines are coloured on a page.
const PAGE_BYTES: usize = 80_000;
/// How long a page waits for its colours. An unoptimised grammar takes many times longer.
const PATIENCE: Duration = Duration::from_millis(if cfg!(debug_assertions) { 20_000 } else { 300 });
/// How many threads may be at work; with more, pages stay plain.
const THREADS: usize = 4;

/// Names of files, or their extensions, for which another grammar is good enough.
const LIKE: &[(&[&str], &str)] = &[
    (&["ts", "tsx", "mts", "cts", "jsx", "mjs", "cjs", "jsonc", "json5"], "js"),
    (&["ipynb", "geojson", "webmanifest", "map"], "json"),
    (&["toml", "Cargo.lock", "uv.lock", "poetry.lock"], "py"),
    (&["Dockerfile", "Containerfile", "dockerfile", "env", "ksh", "bats"], "sh"),
    (&["scss", "less"], "css"),
    (&["vue", "svelte"], "html"),
    (&["kt", "kts"], "java"),
    (&["cu", "ino"], "cpp"),
];

/// The beginnings of scopes with the class of each, the more specific first.
const CLASSES: &[(&str, &str)] = &[
    ("comment", "hc"),
    ("constant.character.escape", "hn"),
    ("string", "hs"),
    ("constant.character", "hs"),
    ("constant", "hn"),
    ("support.constant", "hn"),
    ("keyword.operator", ""),
    ("keyword", "hk"),
    ("storage.type.numeric", "ht"),
    ("storage", "hk"),
    ("variable.language", "hk"),
    ("entity.name.tag", "hk"),
    ("entity.name.function", "hf"),
    ("variable.function", "hf"),
    ("support.function", "hf"),
    ("entity.name", "ht"),
    ("entity.other.attribute-name", "ht"),
    ("entity.other.inherited-class", "ht"),
    ("support.type", "ht"),
    ("support.class", "ht"),
    ("markup.heading", "hk"),
    ("markup.raw", "hs"),
    ("markup.underline.link", "hf"),
    // What is embedded in a string is no string.
    ("source", ""),
    ("meta.interpolation", ""),
];

/// A coloured part of a line, in bytes of its visible text, with its class.
pub(super) type Span = (Range<usize>, &'static str);

/// The coloured parts of the lines on a page, by row.
pub(super) type Colours = BTreeMap<usize, Vec<Span>>;

/// What may still be coloured on a page.
#[derive(Debug)]
pub(crate) struct Budget(Mutex<(usize, Duration)>);

impl Default for Budget {
    fn default() -> Self {
        Self(Mutex::new((PAGE_BYTES, PATIENCE)))
    }
}

static GRAMMARS: LazyLock<SyntaxSet> = LazyLock::new(SyntaxSet::load_defaults_newlines);

static SCOPES: LazyLock<Vec<(Scope, &'static str)>> = LazyLock::new(|| {
    CLASSES.iter().filter_map(|(scope, class)| Some((Scope::new(scope).ok()?, *class))).collect()
});

/// A line for the grammar: its row, its kind and its visible text with its end.
struct Line {
    row: usize,
    kind: Kind,
    text: String,
}

/// The lines of a file on the page, with its grammar, if it has one.
struct Work {
    grammar: Option<&'static SyntaxReference>,
    lines: Vec<Line>,
}

/// Returns the grammar for a file; `None` if its name says nothing. What follows the path in brackets is where the file is.
fn grammar(name: &str) -> Option<&'static SyntaxReference> {
    let path = name.strip_suffix(')').and_then(|rest| rest.rsplit_once(" (")).map_or(name, |(path, _)| path);
    let base = path.rsplit('/').next()?;
    let end = base.rsplit_once('.').map(|(_, end)| end);
    let like = |word: &str| LIKE.iter().find(|(words, _)| words.contains(&word)).map(|(_, like)| *like);
    let wanted = like(base).or(end.and_then(like));
    let found = match wanted {
        Some(wanted) => GRAMMARS.find_syntax_by_extension(wanted),
        None => GRAMMARS
            .find_syntax_by_extension(base)
            .or_else(|| GRAMMARS.find_syntax_by_extension(end.filter(|end| *end != base)?)),
    };
    found.filter(|found| found.name != GRAMMARS.find_syntax_plain_text().name)
}

/// Returns the colours of some rows, which are on the page.
pub(super) fn colours(diff: &Diff<'_>, rows: impl Iterator<Item = usize>, budget: &Budget) -> Colours {
    let mut left = budget.0.lock().unwrap_or_else(PoisonError::into_inner);
    let (room, patience) = &mut *left;
    if *room == 0 || patience.is_zero() {
        return Colours::new();
    }
    let work = work(diff, rows, room);
    if work.is_empty() {
        return Colours::new();
    }
    let begun = Instant::now();
    let run = move |end, give: &Sender<Told>| work.iter().try_for_each(|one| read(one, end, give));
    let (found, is_done) = aside(|| in_time(*patience, run));
    // Whoever let one page wait does not let it wait again.
    *patience = if is_done { patience.saturating_sub(begun.elapsed()) } else { Duration::ZERO };
    found
}

/// Returns the lines to colour, by file, as far as there is room.
fn work(diff: &Diff<'_>, rows: impl Iterator<Item = usize>, room: &mut usize) -> Vec<Work> {
    let mut all: Vec<Work> = Vec::new();
    let mut last = None;
    for row in rows {
        let Some(file) = diff.file_of(row) else { continue };
        if last != Some(file.row) {
            last = Some(file.row);
            // Without a grammar it gets no lines.
            all.push(Work { grammar: grammar(file.name), lines: Vec::new() });
        }
        let Some(work) = all.last_mut().filter(|work| work.grammar.is_some()) else { continue };
        let line = &diff.rows[row];
        // A note stays plain, and a hunk begins afresh. What is too long is not read.
        if line.kind == Kind::Note || line.text.len() > LINE_BYTES {
            continue;
        }
        let mut text = text::visible_multiline(line.text).text;
        let Some(rest) = room.checked_sub(text.len() + 1) else {
            *room = 0;
            break;
        };
        *room = rest;
        text.push('\n');
        work.lines.push(Line { row, kind: line.kind, text });
    }
    all.retain(|work| !work.lines.is_empty());
    all
}

/// A coloured line; `None` if all are done.
type Told = Option<(usize, Vec<Span>)>;

/// Colours lines in another thread, up to some time, and returns whether all of it was done.
fn in_time(
    patience: Duration,
    run: impl FnOnce(Instant, &Sender<Told>) -> Option<()> + Send + 'static,
) -> (Colours, bool) {
    static AT_WORK: AtomicUsize = AtomicUsize::new(0);
    /// Counts a thread for as long as it runs, also if it panics.
    struct Counted;
    impl Drop for Counted {
        fn drop(&mut self) {
            AT_WORK.fetch_sub(1, Ordering::AcqRel);
        }
    }
    let before = AT_WORK.fetch_add(1, Ordering::AcqRel);
    let counted = Counted;
    let (end, mut found) = (Instant::now() + patience, Colours::new());
    let (give, take) = mpsc::channel();
    let run = move || {
        let _counted = counted;
        if run(end, &give).is_some() {
            let _ = give.send(None);
        }
    };
    if before >= THREADS || thread::Builder::new().name("colours".to_owned()).spawn(run).is_err() {
        return (found, false);
    }
    loop {
        match take.recv_timeout(end.saturating_duration_since(Instant::now())) {
            Ok(Some((row, spans))) => {
                found.insert(row, spans);
            }
            Ok(None) => return (found, true),
            Err(_) => return (found, false),
        }
    }
}

/// Waits without keeping other requests waiting.
fn aside<T>(wait: impl FnOnce() -> T) -> T {
    match Handle::try_current() {
        Ok(runtime) if runtime.runtime_flavor() == RuntimeFlavor::MultiThread => block_in_place(wait),
        _ => wait(),
    }
}

/// The grammar's state on one side of a hunk.
#[derive(Clone, PartialEq)]
struct Side {
    state: ParseState,
    stack: ScopeStack,
}

impl Side {
    fn new(grammar: &SyntaxReference) -> Self {
        Self { state: ParseState::new(grammar), stack: ScopeStack::new() }
    }

    /// Reads a line; `None` if the grammar fails.
    fn read(&mut self, line: &str) -> Option<Vec<Span>> {
        let ops = self.state.parse_line(line, &GRAMMARS).ok()?;
        let length = line.len() - 1;
        let mut spans: Vec<Span> = Vec::new();
        let mut at = 0;
        for (place, op) in ops {
            put(&mut spans, at..place.min(length), class(&self.stack));
            at = at.max(place.min(length));
            self.stack.apply(&op).ok()?;
        }
        put(&mut spans, at..length, class(&self.stack));
        // The text is cut at these places only.
        spans.retain(|(span, _)| line.is_char_boundary(span.start) && line.is_char_boundary(span.end));
        Some(spans)
    }
}

fn put(spans: &mut Vec<Span>, place: Range<usize>, class: &'static str) {
    if place.is_empty() || class.is_empty() {
        return;
    }
    match spans.last_mut() {
        Some((last, known)) if *known == class && last.end == place.start => last.end = place.end,
        _ => spans.push((place, class)),
    }
}

/// Returns the class of the innermost scope that has one.
fn class(stack: &ScopeStack) -> &'static str {
    let of =
        |scope: &Scope| SCOPES.iter().find(|(begin, _)| begin.is_prefix_of(*scope)).map(|(_, class)| *class);
    stack.as_slice().iter().rev().find_map(of).unwrap_or_default()
}

/// Colours the lines of a file: the old side and the new one each have their own state, anew in each hunk. Returns `None`
/// if there was no time left.
fn read(work: &Work, end: Instant, give: &Sender<Told>) -> Option<()> {
    let Some(grammar) = work.grammar else { return Some(()) };
    let fresh = || Side::new(grammar);
    let (mut old, mut new) = (fresh(), fresh());
    for Line { row, kind, text } in &work.lines {
        if Instant::now() >= end {
            return None;
        }
        let spans = match kind {
            Kind::Hunk | Kind::Note => {
                (old, new) = (fresh(), fresh());
                continue;
            }
            Kind::Removed => old.read(text),
            Kind::Added => new.read(text),
            Kind::Same if old == new => {
                let spans = new.read(text);
                old = new.clone();
                spans
            }
            Kind::Same => old.read(text).and(new.read(text)),
        };
        // What a grammar cannot read leaves the rest of the file plain.
        let Some(spans) = spans else { break };
        give.send(Some((*row, spans))).ok()?;
    }
    Some(())
}

/// Renders a part of a line with its colours.
pub(super) fn coloured(whole: &str, part: Range<usize>, spans: &[Span]) -> Markup {
    let mut pieces = Vec::new();
    let mut at = part.start;
    for (span, class) in spans {
        let (start, end) = (span.start.max(at), span.end.min(part.end));
        if start < end {
            pieces.push((at..start, start..end, *class));
            at = end;
        }
    }
    html! {
        @for (before, span, class) in pieces { (whole[before]) span class=(class) { (whole[span]) } }
        (whole[at..part.end])
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{
        super::{super::assets, Looks, line},
        *,
    };

    /// The text of some markup, as a browser shows it.
    fn stripped(html: &str) -> String {
        let parts = html.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text));
        let text: String = parts.collect();
        text.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    }

    fn looks(text: &str) -> (Diff<'_>, Looks) {
        let diff = Diff::read(text);
        let rows = 0..diff.rows.len();
        let colours = colours(&diff, rows.clone(), &Budget::default());
        let marks = super::super::words::marks(&diff, rows);
        (diff, Looks { marks, colours })
    }

    /// Checks that colours and marks leave the text of each line as it is, and returns the page's markup.
    fn shown(text: &str) -> String {
        let (diff, looks) = looks(text);
        let mut all = String::new();
        for (n, row) in diff.rows.iter().enumerate() {
            let whole = text::visible_multiline(row.text).text;
            let html = line(n, &whole, &looks).0;
            assert_eq!(stripped(&html), whole);
            all.push_str(&html);
            all.push('\n');
        }
        all
    }

    #[test]
    fn h3_colours_leave_the_text_of_a_line_as_it_is() {
        let html = shown(
            "--- /w/a.rs\n+++ /w/a.rs\n@@ -1,4 +1,4 @@\n-let price = \"<script>\"; // old & new <b>\n+let price = 12; // old & new <b>\n fn f() {}\n /* é ⟨U+202E⟩ */\n",
        );
        for wanted in
            ["<span class=\"hk\">let</span>", "<span class=\"hc\">", "<span class=\"hn\">12", "<mark>"]
        {
            assert!(html.contains(wanted), "{wanted}: {html}");
        }
        assert!(!html.contains("<script>"), "{html}");
    }

    #[test]
    fn each_side_of_a_hunk_has_its_own_state() {
        let html = shown(
            "--- /w/a.js\n+++ /w/a.js\n@@ -1,3 +1,2 @@\n-/* open\n+let a;\n let b;\n-*/\n@@ -9 +9 @@\n-let c;\n+let d;\n",
        );
        let lines: Vec<&str> = html.lines().collect();
        assert!(lines[1].starts_with("<span class=\"hc\">/* open"), "{html}");
        assert!(lines[3].starts_with("<span class=\"hk\">let"), "the new side is no comment: {html}");
        assert!(lines[6].starts_with("<span class=\"hk\">"), "a hunk begins afresh: {html}");
    }

    #[test]
    fn what_has_no_grammar_is_too_long_or_too_much_stays_plain() {
        for name in ["/w/a.unknown", "/w/a", "/w/a.txt", ""] {
            let text = format!("--- {name}\n+++ {name}\n@@ -0,0 +1 @@\n+let a = 1;\n");
            assert!(looks(&text).1.colours.is_empty(), "{name}");
        }
        let text = format!(
            "--- /w/a.rs\n+++ /w/a.rs\n@@ -0,0 +1,2 @@\n+let a = 1;\n+let b = {};\n",
            "1".repeat(LINE_BYTES)
        );
        assert_eq!(looks(&text).1.colours.into_keys().collect::<Vec<_>>(), [1]);
        let (diff, spent) = (Diff::read(&text), Budget(Mutex::new((3, PATIENCE))));
        assert!(colours(&diff, 0..3, &spent).is_empty() && spent.0.lock().unwrap().0 == 0);
        for (name, like) in [
            ("a.tsx", "JavaScript"),
            ("x/Cargo.toml (index)", "Python"),
            ("Makefile", "Makefile"),
            ("Dockerfile", "Bourne Again Shell (bash)"),
        ] {
            assert_eq!(grammar(name).map(|found| found.name.as_str()), Some(like), "{name}");
        }
    }

    #[test]
    fn h7_a_grammar_that_fails_or_does_not_end_leaves_its_lines_plain() {
        let (found, is_done) = in_time(PATIENCE, |_, give| {
            give.send(Some((7, Vec::new()))).ok()?;
            panic!("a grammar fails")
        });
        assert_eq!((found.len(), is_done), (1, false));
        let (close, closed) = mpsc::channel::<()>();
        let (found, is_done) = in_time(Duration::from_millis(1), move |_, _| closed.recv().ok());
        assert!(found.is_empty() && !is_done);
        drop(close);
        let late = Budget(Mutex::new((PAGE_BYTES, Duration::ZERO)));
        assert!(colours(&Diff::read("--- a.rs\n+++ a.rs\n@@ -0,0 +1 @@\n+x\n"), 0..2, &late).is_empty());
    }

    /// A colour of the style, in light and in dark.
    fn colour(name: &str) -> [f64; 2] {
        let after = assets::STYLE.split_once(&format!("  --{name}: light-dark(")).map(|(_, rest)| rest);
        let pair = after.and_then(|rest| rest.split_once(')')).unwrap_or_else(|| panic!("no {name}")).0;
        let light = |hex: &str| {
            let hex = hex.trim().trim_start_matches('#');
            let wide = if hex.len() == 3 { 1 } else { 2 };
            let part = |n: usize| {
                let part = hex[n * wide..(n + 1) * wide].repeat(3 - wide);
                let c = f64::from(u8::from_str_radix(&part, 16).unwrap()) / 255.0;
                if c <= 0.03928 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
            };
            0.2126 * part(0) + 0.7152 * part(1) + 0.0722 * part(2)
        };
        let (day, night) = pair.split_once(", ").unwrap();
        [light(day), light(night)]
    }

    #[test]
    fn colours_can_be_read_on_every_background_of_a_line() {
        for name in ["hc", "hs", "hk", "hn", "ht", "hf"] {
            for back in ["card", "add", "del", "added", "gone"] {
                for (ink, back_light) in colour(name).into_iter().zip(colour(back)) {
                    let (high, low) = (ink.max(back_light), ink.min(back_light));
                    let contrast = (high + 0.05) / (low + 0.05);
                    assert!(contrast >= 4.5, "{name} on {back}: {contrast}");
                }
            }
        }
    }

    fn hostile() -> impl Strategy<Value = String> {
        let bits = prop::sample::select(vec![
            "<script>alert(1)</script>",
            "\u{202e}",
            "\u{1b}[2J",
            "\u{0}",
            "/*",
            "*/",
            "\"",
            "'",
            "`",
            "${",
            "}",
            "{{",
            "#",
            "//",
            "<!--",
            "-->",
            "<style>",
            "]]>",
            "&amp;",
            "é",
            "👩‍👩‍👧",
            "\t",
            " ",
            "fn",
            "0x1",
            "\\",
            "\r",
            "--- a",
            "@@",
            "let a = 1;",
            "def f(x):",
        ]);
        prop::collection::vec(bits, 0..30).prop_map(|parts| parts.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn h2_hostile_lines_are_shown_as_they_are(
            lines in prop::collection::vec((0..3_usize, hostile()), 1..8),
            end in prop::sample::select(vec!["rs", "js", "html", "php", "py", "md", "sh", "yaml", "json", "unknown"]),
        ) {
            let (old, new) = (lines.iter().filter(|l| l.0 != 1).count(), lines.iter().filter(|l| l.0 != 2).count());
            let body: String = lines.iter().map(|(sign, text)| format!("{}{text}\n", [" ", "+", "-"][*sign])).collect();
            let html = shown(&format!("--- /w/a.{end}\n+++ /w/a.{end}\n@@ -1,{old} +1,{new} @@\n{body}"));
            let raw = ["<script", "\u{202e}", "\u{1b}"].map(|raw| html.contains(raw));
            prop_assert_eq!(raw, [false; 3]);
        }
    }
}
