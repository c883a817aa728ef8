//! What differs in a SQLite database: its schema, and the rows of its tables as lines of CSV. A database holds more than
//! that, so whoever decides is told that it is not shown whole.

mod read;

use std::collections::BTreeSet;

use countersign_core::text;
use read::{Columns, Database, MAGIC, Row, Rows, text_cell};

/// Larger databases are not read.
pub(super) const MOST: u64 = 8 << 20;
/// How many rows of a table are shown of each kind: removed, changed, added.
const ROWS: usize = 100;
/// How many tables, and how many other things of a schema, are shown.
const TABLES: usize = 50;
/// How much of the difference of one database is shown.
const BYTES: usize = 256 << 10;
/// How many lines of the text of a table are shown, and how many characters of a name.
const LINES: usize = 60;
const NAME: usize = 80;

const SHOWN: &str = "it is a SQLite database: below is what differs in its schema and in the rows of its tables; \
                     not views, virtual tables, generated columns, and what is beyond 200 characters of a value";

/// Whether a file could be a database; one without content is.
pub(super) fn begins(bytes: &[u8]) -> bool {
    bytes.is_empty() || bytes.starts_with(MAGIC)
}

/// What differs in the tables of a database.
pub(super) struct Tables {
    /// Notes, and differences under headings of their own, safe to show.
    pub text: String,
    /// How many lines are added.
    pub added: usize,
    /// How many lines are removed.
    pub taken: usize,
}

/// Returns what differs, in at most `left` bytes. None: neither is a database, or one cannot be read.
pub(super) fn compared(
    path: &str,
    before: Option<&[u8]>,
    after: Option<&[u8]>,
    left: usize,
) -> Option<Tables> {
    if [before, after].into_iter().flatten().all(<[u8]>::is_empty) {
        return None;
    }
    let mut sides = Sides {
        old: Database::open(before.unwrap_or_default())?,
        new: Database::open(after.unwrap_or_default())?,
        is_file: (before.is_some(), after.is_some()),
        path,
        left: left.min(BYTES),
        tables: Tables { text: format!("{SHOWN}\n"), added: 0, taken: 0 },
    };
    if sides.old.is_wal || sides.new.is_wal {
        sides.tables.text += "it writes ahead: rows that are in its -wal file are not shown\n";
    }
    let notes = sides.tables.text.len();
    sides.schema();
    let names: BTreeSet<String> = sides.old.tables.union(&sides.new.tables).cloned().collect();
    for name in names.iter().take(TABLES) {
        sides.table(name);
    }
    if names.len() > TABLES {
        sides.tables.text += &format!("… (+{} tables)\n", names.len() - TABLES);
    }
    if sides.tables.text.len() == notes {
        sides.tables.text += "neither its schema nor a row of its tables differs\n";
    }
    Some(sides.tables)
}

/// Both sides, and what is told of them so far.
struct Sides<'a> {
    old: Database,
    new: Database,
    /// Whether there is a file on each side.
    is_file: (bool, bool),
    path: &'a str,
    left: usize,
    tables: Tables,
}

/// A line and its sign.
type Signed = (char, String);

impl Sides<'_> {
    /// Adds a part under a heading, if there is room for it.
    fn add(&mut self, place: &str, body: &str) -> bool {
        let name = format!("{} ({place})", self.path);
        let head = |there: bool| if there { name.as_str() } else { "/dev/null" };
        let head = format!("--- {}\n+++ {}\n", head(self.is_file.0), head(self.is_file.1));
        let fits = head.len() + body.len() <= self.left;
        let body = if fits { body } else { "not shown, since there is too much of it\n" };
        self.left = self.left.saturating_sub(head.len() + body.len());
        self.tables.text += &(head + body);
        fits
    }

    /// Shows what is created and dropped.
    fn schema(&mut self) {
        let (old, new) = (&self.old.schema, &self.new.schema);
        let all: BTreeSet<&(String, String)> =
            old.keys().chain(new.keys()).filter(|key| old.get(*key) != new.get(*key)).collect();
        let mut lines: Vec<Signed> = Vec::new();
        for key in all.iter().take(TABLES) {
            let of = |sign: char, sql: Option<&String>| {
                let lines = sql.into_iter().flat_map(|sql| sql_lines(sql)).collect::<Vec<_>>();
                lines.into_iter().map(move |line| (sign, line))
            };
            lines.extend(of('-', old.get(*key)).chain(of('+', new.get(*key))));
        }
        let more = all.len().saturating_sub(TABLES);
        if lines.is_empty() {
            return;
        }
        let mut hunks = Hunks::default();
        hunks.push("", &lines);
        hunks.cut(more, "things");
        self.write("schema", hunks);
    }

    /// Shows the rows of a table that differ.
    fn table(&mut self, name: &str) {
        let place = format!("table {}", text::line(name, NAME));
        let Some((columns, old, new)) = self.rows(name) else {
            let why = "not shown, since it cannot be read, is too large, or its rows cannot be told apart\n";
            self.add(&place, why);
            return;
        };
        let mut removed: Vec<Signed> = Vec::new();
        let mut changed: Vec<(&Row, &Row)> = Vec::new();
        for (key, before) in &old {
            match new.get(key) {
                None => removed.push(('-', before.line.clone())),
                Some(after) if before != after => changed.push((before, after)),
                Some(_) => {}
            }
        }
        let added = new.iter().filter(|(key, _)| !old.contains_key(*key));
        let added: Vec<Signed> = added.map(|(_, row)| ('+', row.line.clone())).collect();
        if removed.len() + changed.len() + added.len() == 0 {
            return;
        }
        let mut hunks = Hunks { head: Some(columns), ..Hunks::default() };
        hunks.push("removed rows", &removed[..removed.len().min(ROWS)]);
        let pairs = changed.iter().take(ROWS);
        let pairs = pairs.flat_map(|(before, after)| [('-', before.line.clone()), ('+', after.line.clone())]);
        hunks.push("changed rows", &pairs.collect::<Vec<_>>());
        hunks.push("added rows", &added[..added.len().min(ROWS)]);
        let more = [removed.len(), changed.len(), added.len()].map(|n| n.saturating_sub(ROWS));
        hunks.cut(more.iter().sum(), "rows");
        self.write(&place, hunks);
    }

    fn write(&mut self, place: &str, hunks: Hunks) {
        if self.add(place, &hunks.text) {
            self.tables.added += hunks.added;
            self.tables.taken += hunks.taken;
        }
    }

    /// Returns the line of a table's columns, and its rows on both sides.
    fn rows(&mut self, table: &str) -> Option<(String, Rows, Rows)> {
        let columns = |side: &Database| match side.tables.contains(table) {
            true => side.columns(table).ok().flatten(),
            false => Some(Columns::default()),
        };
        let (old, new) = (columns(&self.old)?, columns(&self.new)?);
        let mut all = old.names.clone();
        all.extend(new.names.iter().filter(|name| !old.names.contains(name)).cloned());
        let rows = |side: &mut Database, columns: &Columns| match columns.names.is_empty() {
            true => Some(Rows::new()),
            false => side.rows(table, columns, &all).ok().flatten(),
        };
        let (before, after) = (rows(&mut self.old, &old)?, rows(&mut self.new, &new)?);
        let is_numbered = |columns: &Columns| !columns.names.is_empty() && columns.are_numbered();
        let is_one = old.names.is_empty() || new.names.is_empty();
        if !is_one && is_numbered(&old) != is_numbered(&new) {
            return None;
        }
        let number = (is_numbered(&old) || is_numbered(&new)).then(|| "row".to_owned());
        let cells: Vec<String> = number.into_iter().chain(all.iter().map(|name| text_cell(name))).collect();
        Some((cells.join(","), before, after))
    }
}

/// Hunks of lines.
#[derive(Default)]
struct Hunks {
    /// The line that stands before the first one.
    head: Option<String>,
    text: String,
    /// How many lines there are on each side.
    at: (usize, usize),
    added: usize,
    taken: usize,
}

impl Hunks {
    fn push(&mut self, title: &str, lines: &[Signed]) {
        if lines.is_empty() {
            return;
        }
        let count = |sign: char| lines.iter().filter(|(own, _)| *own == sign).count();
        let (taken, added) = (count('-'), count('+'));
        let head = self.head.take();
        let same = usize::from(head.is_some());
        let span = |at: usize, n: usize| format!("{},{n}", at + usize::from(n > 0));
        let (old, new) = (span(self.at.0, taken + same), span(self.at.1, added + same));
        let gap = if title.is_empty() { "" } else { " " };
        self.text += &format!("@@ -{old} +{new} @@{gap}{title}\n");
        self.text.extend(head.map(|head| format!(" {head}\n")));
        self.text.extend(lines.iter().map(|(sign, line)| format!("{sign}{line}\n")));
        self.at = (self.at.0 + taken + same, self.at.1 + added + same);
        (self.added, self.taken) = (self.added + added, self.taken + taken);
    }

    fn cut(&mut self, more: usize, what: &str) {
        if more > 0 {
            self.text += &format!("… (+{more} {what})\n");
        }
    }
}

/// Returns the lines of a text of the schema, safe to show.
fn sql_lines(sql: &str) -> Vec<String> {
    let line = |line: &str| text::truncate(&text::visible_multiline(line).text, 1_000);
    let mut lines: Vec<String> = sql.lines().take(LINES).map(line).collect();
    let more = sql.lines().count().saturating_sub(LINES);
    lines.extend((more > 0).then(|| format!("… (+{more} lines)")));
    lines
}

#[cfg(test)]
mod tests;
