//! The text of every statement, once, for every database.
//!
//! Parameters are `$1`, `$2`, … and must be *first used in ascending order*: SQLite treats `$1` as a name and
//! numbers names by their first appearance, PostgreSQL treats it as a position. A test checks every
//! statement.

use std::{fmt::Write, sync::OnceLock};

macro_rules! statements {
    ($($(#[$doc:meta])* $name:ident = $text:expr;)*) => {
        $($(#[$doc])* pub const $name: &str = $text;)*

        /// Every fixed statement with its name.
        pub const FIXED: &[(&str, &str)] = &[$((stringify!($name), $name)),*];
    };
}

macro_rules! event_columns {
    () => {
        "seq, at, actor, op, run, tool, status, prev, state, body_commitment, changes_commitment, salt, hash, body, \
         changes"
    };
}

macro_rules! scan {
    ($order:literal) => {
        // CROSS JOIN forces SQLite to walk the index and look up records, never the other way round.
        concat!(
            "SELECT idx.sort, idx.id, record.doc, record.stamps FROM idx CROSS JOIN record ",
            "WHERE record.kind = $1 AND record.id = idx.id AND idx.name = $2 AND idx.sort >= $3 AND idx.sort < $4 ",
            $order,
            " LIMIT $5"
        )
    };
}

statements! {
    /// The end of the log: seq, hash, state.
    HEAD = "SELECT seq, hash, state FROM event ORDER BY seq DESC LIMIT 1";
    /// One record by kind and id: doc, stamps.
    RECORD = "SELECT doc, stamps FROM record WHERE kind = $1 AND id = $2";
    /// Records of a kind along an index, ascending: sort, id, doc, stamps.
    SCAN_UP = scan!("ORDER BY idx.sort, idx.id");
    /// Records of a kind along an index, descending: sort, id, doc, stamps.
    SCAN_DOWN = scan!("ORDER BY idx.sort DESC, idx.id DESC");
    /// The ids of a kind, from a given one on.
    IDS_FROM = "SELECT id FROM record WHERE kind = $1 AND id >= $2 ORDER BY id LIMIT $3";
    /// One event by its number.
    EVENT = concat!("SELECT ", event_columns!(), " FROM event WHERE seq = $1");
    /// One blob by its name: size, bytes.
    BLOB = "SELECT size, bytes FROM blob WHERE name = $1";
    /// The names of blobs after a given one, in order.
    BLOB_NAMES_AFTER = "SELECT name FROM blob WHERE name > $1 ORDER BY name LIMIT $2";
    /// Blobs after a given one, in order: name, size, bytes.
    BLOBS_AFTER = "SELECT name, size, bytes FROM blob WHERE name > $1 ORDER BY name LIMIT $2";
    /// Records after a given one, in order: kind, id, doc, stamps.
    RECORDS_AFTER =
        "SELECT kind, id, doc, stamps FROM record WHERE (kind, id) > ($1, $2) ORDER BY kind, id LIMIT $3";
    /// Index entries after a given one, in order: name, sort, id.
    INDEX_AFTER =
        "SELECT name, sort, id FROM idx WHERE (name, sort, id) > ($1, $2, $3) ORDER BY name, sort, id LIMIT $4";
}

/// Filters for events, in the order in which a statement names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventFilter {
    /// The run equals this.
    Run,
    /// The tool equals this.
    Tool,
    /// The actor equals this.
    Actor,
    /// The operation equals this.
    Op,
    /// The status equals this.
    Status,
    /// Not before this time.
    From,
    /// Before this time.
    Until,
    /// A higher number than this.
    After,
    /// A lower number than this.
    Before,
}

impl EventFilter {
    /// Every filter.
    pub const ALL: [Self; 9] = [
        Self::Run,
        Self::Tool,
        Self::Actor,
        Self::Op,
        Self::Status,
        Self::From,
        Self::Until,
        Self::After,
        Self::Before,
    ];

    fn condition(self) -> &'static str {
        match self {
            Self::Run => "run = ",
            Self::Tool => "tool = ",
            Self::Actor => "actor = ",
            Self::Op => "op = ",
            Self::Status => "status = ",
            Self::From => "at >= ",
            Self::Until => "at < ",
            Self::After => "seq > ",
            Self::Before => "seq < ",
        }
    }
}

/// Returns the statement for events that pass all of `filters` (one parameter each, in that order); the limit
/// is last. Unused conditions are left out of the text, so that the database can choose an index.
pub fn events(filters: impl IntoIterator<Item = EventFilter>, ascending: bool) -> String {
    let mut text = concat!("SELECT ", event_columns!(), " FROM event").to_owned();
    let mut next = 1;
    for filter in filters {
        let glue = if next == 1 { "WHERE" } else { "AND" };
        let _ = write!(text, " {glue} {}${next}", filter.condition());
        next += 1;
    }
    let order = if ascending { "seq" } else { "seq DESC" };
    let _ = write!(text, " ORDER BY {order} LIMIT ${next}");
    text
}

/// How many rows one statement takes, largest first.
pub const GROUPS: [usize; 3] = [64, 8, 1];

/// A statement over several rows.
pub struct Rows {
    /// The number of values in a row.
    pub width: usize,
    head: &'static str,
    tail: &'static str,
    texts: OnceLock<[String; GROUPS.len()]>,
}

impl Rows {
    const fn new(width: usize, head: &'static str, tail: &'static str) -> Self {
        Self { width, head, tail, texts: OnceLock::new() }
    }

    /// Returns the largest group of at most `left` rows, and its statement; `left` must not be 0.
    pub fn group(&self, left: usize) -> (usize, &str) {
        let texts = self.texts.get_or_init(|| GROUPS.map(|rows| self.text(rows)));
        let at = GROUPS.iter().position(|rows| *rows <= left).expect("BUG: one row fits into any list");
        (GROUPS[at], &texts[at])
    }

    fn text(&self, rows: usize) -> String {
        let mut text = self.head.to_owned();
        for row in 0..rows {
            text.push_str(if row == 0 { "(" } else { ", (" });
            for column in 1..=self.width {
                let comma = if column == 1 { "" } else { ", " };
                let _ = write!(text, "{comma}${}", row * self.width + column);
            }
            text.push(')');
        }
        text.push_str(self.tail);
        text
    }
}

/// Writes records: kind, id, doc, stamps.
pub static PUT_RECORDS: Rows = Rows::new(
    4,
    "INSERT INTO record (kind, id, doc, stamps) VALUES ",
    " ON CONFLICT (kind, id) DO UPDATE SET doc = excluded.doc, stamps = excluded.stamps",
);

/// Deletes records: kind, id.
pub static DELETE_RECORDS: Rows = Rows::new(2, "DELETE FROM record WHERE (kind, id) IN (VALUES ", ")");

/// Writes index entries: name, sort, id.
pub static PUT_INDEX: Rows =
    Rows::new(3, "INSERT INTO idx (name, sort, id) VALUES ", " ON CONFLICT (name, sort, id) DO NOTHING");

/// Deletes index entries: name, sort, id.
pub static DELETE_INDEX: Rows = Rows::new(3, "DELETE FROM idx WHERE (name, sort, id) IN (VALUES ", ")");

/// Appends events, all columns in their order. A sequence number that exists is an error: the log is never
/// overwritten.
pub static APPEND_EVENTS: Rows =
    Rows::new(15, concat!("INSERT INTO event (", event_columns!(), ") VALUES "), "");

/// Writes blobs: name, size, bytes (null if in a file). Writing one again repairs it.
pub static PUT_BLOBS: Rows = Rows::new(
    3,
    "INSERT INTO blob (name, size, bytes) VALUES ",
    " ON CONFLICT (name) DO UPDATE SET size = excluded.size, bytes = excluded.bytes",
);

/// Deletes blobs: name.
pub static DELETE_BLOBS: Rows = Rows::new(1, "DELETE FROM blob WHERE (name) IN (VALUES ", ")");

/// Every statement over rows.
pub static ROWS: [&Rows; 7] =
    [&PUT_RECORDS, &DELETE_RECORDS, &PUT_INDEX, &DELETE_INDEX, &APPEND_EVENTS, &PUT_BLOBS, &DELETE_BLOBS];

/// Returns every statement, each in every form it takes: for tests over all of them.
pub fn all() -> Vec<String> {
    let fixed = FIXED.iter().map(|(_, text)| (*text).to_owned());
    let rows = ROWS.iter().flat_map(|r| GROUPS.map(|n| r.text(n)));
    let chosen = |bits: usize| {
        let wanted = move |i: &usize| bits & (1 << i) != 0;
        (0..EventFilter::ALL.len()).filter(wanted).map(|i| EventFilter::ALL[i])
    };
    let lists = (0..1 << EventFilter::ALL.len())
        .flat_map(|bits| [events(chosen(bits), false), events(chosen(bits), true)]);
    fixed.chain(rows).chain(lists).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameters(text: &str) -> Vec<usize> {
        let digits = |s: &str| s.chars().take_while(char::is_ascii_digit).collect::<String>();
        text.split('$').skip(1).map(|s| digits(s).parse().unwrap()).collect()
    }

    #[test]
    fn parameters_are_first_used_in_ascending_order_in_every_statement() {
        let all = all();
        assert_eq!(all.len(), FIXED.len() + ROWS.len() * GROUPS.len() + 2 * (1 << EventFilter::ALL.len()));
        for text in all {
            let mut first_uses = Vec::new();
            for n in parameters(&text) {
                if !first_uses.contains(&n) {
                    first_uses.push(n);
                }
            }
            let ascending: Vec<usize> = (1..=first_uses.len()).collect();
            assert_eq!(first_uses, ascending, "{text}");
        }
    }

    #[test]
    fn a_group_is_the_largest_that_fits() {
        for (left, rows) in [(1, 1), (7, 1), (8, 8), (63, 8), (64, 64), (1000, 64)] {
            let (got, text) = PUT_INDEX.group(left);
            assert_eq!(got, rows);
            assert_eq!(parameters(text).len(), rows * 3);
        }
    }
}
