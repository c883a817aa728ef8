//! What must hold of the facts of any text, whatever it says.

use std::sync::OnceLock;

use countersign_analysis::{Class, Dialect, Facts, Setting, text};

/// Every dialect; the first byte of an input picks one.
pub const DIALECTS: [Dialect; 9] = [
    Dialect::Generic,
    Dialect::Sqlite,
    Dialect::Postgres,
    Dialect::MySql,
    Dialect::MsSql,
    Dialect::DuckDb,
    Dialect::BigQuery,
    Dialect::Snowflake,
    Dialect::ClickHouse,
];

/// The place in which everything is judged.
pub fn setting() -> &'static Setting {
    static SETTING: OnceLock<Setting> = OnceLock::new();
    SETTING.get_or_init(|| Setting {
        cwd: Some("/home/ana/project".to_owned()),
        home: Some("/home/ana".to_owned()),
        ..Setting::default()
    })
}

/// Lets panics unwind: the analysis catches those of the parsers that it uses, and they are no findings. A panic that
/// leaves a target still ends the run.
pub fn let_panics_unwind() {
    let _ = std::panic::take_hook();
    std::panic::set_hook(Box::new(|info| {
        if !info.location().is_some_and(|place| place.file().contains("brush-parser")) {
            eprintln!("{info}");
        }
    }));
}

/// Judges twice and checks that both agree and that each span stands in `text`.
///
/// # Panics
/// When one of these does not hold.
pub fn judged(text: &str, judge: impl Fn() -> Facts) -> Facts {
    let facts = judge();
    assert!(facts == judge(), "judged twice, with different facts");
    for finding in &facts.findings {
        if let Some(span) = finding.span {
            assert!(span.start <= span.end, "a span that ends before it begins: {finding:?}");
            assert!(text.get(span.range()).is_some(), "a span that is not in the text: {finding:?}");
        }
    }
    facts
}

/// Checks that a text with what a shell reads otherwise than a person is not judged `read`.
///
/// # Panics
/// When it is.
pub fn refuses_lies(text: &str, facts: &Facts) {
    if facts.class() == Class::Read {
        let lie = text::lies(text).into_iter().find(|lie| lie.refuse);
        assert!(lie.is_none(), "judged read: {lie:?}");
    }
}

/// Checks that a command on a line after a text that is judged `read` is seen.
///
/// # Panics
/// When the longer text is judged `read` as well.
pub fn sees_what_follows(text: &str, judge: impl Fn(&str) -> Facts) {
    // A text may give `rm` another meaning.
    let defines = text.contains("rm") && (text.contains('(') || text.contains("function"));
    if defines {
        return;
    }
    // The first of the two line ends may be escaped.
    let longer = format!("{text}\n\nrm -rf zzz");
    assert!(judge(&longer).class() != Class::Read, "judged read with a command that deletes: {longer:?}");
}

/// Checks that characters that databases read differently are not judged `read`.
///
/// # Panics
/// When they are.
pub fn refuses_odd_sql(text: &str, facts: &Facts) {
    let plain = text.replace("\r\n", "\n");
    let plain = plain.strip_suffix('\r').unwrap_or(&plain);
    if facts.class() == Class::Read {
        let odd = plain.chars().find(|c| text::odd_character(*c).is_some());
        assert!(odd.is_none(), "judged read: {odd:?}");
    }
}
