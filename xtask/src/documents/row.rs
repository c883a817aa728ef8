//! The rows as they are written.

use toml::{Table, Value};

/// One founding document.
#[derive(Debug)]
pub struct Document {
    /// Its name.
    pub title: String,
    /// Its statements.
    pub rows: Vec<Row>,
}

/// One statement, and what became of it.
#[derive(Debug)]
pub struct Row {
    /// Its number in the document.
    pub number: usize,
    /// What the document says, in few words.
    pub statement: String,
    /// Where that is in the product.
    pub place: String,
    /// Whether it holds.
    pub verdict: Verdict,
    /// Why it is other than described; with what is missing, what will do it.
    pub reason: Option<String>,
    /// The tests that show it.
    pub tests: Vec<String>,
    /// The command that shows it, where no test does.
    pub by_hand: Option<String>,
}

/// Whether a statement holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// As described.
    Works,
    /// Otherwise than described, and better.
    Better,
    /// Otherwise than described.
    Differs,
    /// Not at all.
    Missing,
}

impl Verdict {
    /// All, in the order of the table of totals.
    pub const ALL: [Self; 4] = [Self::Works, Self::Better, Self::Differs, Self::Missing];

    /// Its word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Works => "works",
            Self::Better => "better",
            Self::Differs => "differs",
            Self::Missing => "missing",
        }
    }
}

impl Document {
    /// Reads the file of one document.
    pub fn parse(text: &str) -> Result<Self, String> {
        let table: Table = text.parse().map_err(|e| format!("{e}"))?;
        only(&table, &["title", "row"])?;
        let rows = table.get("row").and_then(Value::as_array).ok_or("there are no rows")?;
        let rows = rows.iter().map(|row| Row::read(row.as_table().ok_or("a row is a table")?));
        Ok(Self { title: word(&table, "title")?, rows: rows.collect::<Result<_, _>>()? })
    }

    /// Says what is wrong with the numbers, if anything: they are those from 1 to `count`.
    pub fn numbers(&self, count: usize) -> Option<String> {
        if self.rows.len() != count {
            return Some(format!("has {} rows, and the document makes {count} statements", self.rows.len()));
        }
        let wrong = self.rows.iter().zip(1..).find(|(row, number)| row.number != *number);
        wrong.map(|(row, number)| format!("row {} stands where row {number} should", row.number))
    }
}

impl Row {
    fn read(row: &Table) -> Result<Self, String> {
        let number = row.get("number").and_then(Value::as_integer).and_then(|n| usize::try_from(n).ok());
        let number = number.ok_or("a row has no number")?;
        let here = |e: String| format!("row {number}: {e}");
        only(row, &["number", "statement", "place", "verdict", "reason", "tests", "by_hand"])
            .map_err(here)?;
        let verdict = word(row, "verdict").map_err(here)?;
        let verdict = Verdict::ALL.into_iter().find(|v| v.word() == verdict);
        let verdict = verdict.ok_or_else(|| here("its verdict is none of ours".to_owned()))?;
        let tests = row.get("tests").and_then(Value::as_array).into_iter().flatten();
        let optional = |key: &str| row.contains_key(key).then(|| word(row, key)).transpose().map_err(here);
        Ok(Self {
            number,
            statement: word(row, "statement").map_err(here)?,
            place: word(row, "place").map_err(here)?,
            verdict,
            reason: optional("reason")?,
            tests: tests.filter_map(Value::as_str).map(str::to_owned).collect(),
            by_hand: optional("by_hand")?,
        })
    }

    /// Says what the row lacks.
    pub fn unfinished(&self) -> Option<&'static str> {
        let shown = !self.tests.is_empty() || self.by_hand.is_some();
        match self.verdict {
            Verdict::Works | Verdict::Better if !shown => Some("neither a test nor a command shows it"),
            Verdict::Better if self.reason.is_none() => Some("why is it better?"),
            Verdict::Differs | Verdict::Missing if self.reason.is_none() => {
                Some("why is it other than described, and what will change that?")
            }
            _ => None,
        }
    }
}

fn word(table: &Table, key: &str) -> Result<String, String> {
    let text = table.get(key).and_then(Value::as_str).filter(|text| !text.trim().is_empty());
    text.map(str::to_owned).ok_or_else(|| format!("there is no {key}"))
}

fn only(table: &Table, known: &[&str]) -> Result<(), String> {
    match table.keys().find(|key| !known.contains(&key.as_str())) {
        Some(other) => Err(format!("there is no key {other}")),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_is_told_with_its_row() {
        let with = |row: &str| Document::parse(&format!("title = \"T\"\n[[row]]\nnumber = 7\n{row}"));
        let whole = "statement = \"s\"\nplace = \"p\"\nverdict = \"works\"";
        assert_eq!(with(whole).unwrap().rows[0].verdict, Verdict::Works);
        for (row, wrong) in [
            (
                "statement = \"s\"\nplace = \"p\"\nverdict = \"splendid\"",
                "row 7: its verdict is none of ours",
            ),
            ("place = \"p\"\nverdict = \"works\"", "row 7: there is no statement"),
            (&format!("{whole}\nreason = \" \""), "row 7: there is no reason"),
            (&format!("{whole}\nnote = \"x\""), "row 7: there is no key note"),
        ] {
            assert_eq!(with(row).unwrap_err(), wrong);
        }
        assert!(Document::parse("title = \"T\"").is_err());
    }

    #[test]
    fn numbers_go_from_one_on() {
        let row = |n: usize| {
            format!("[[row]]\nnumber = {n}\nstatement = \"s\"\nplace = \"p\"\nverdict = \"works\"\n")
        };
        let of = |numbers: &[usize]| {
            let rows: String = numbers.iter().map(|n| row(*n)).collect();
            Document::parse(&format!("title = \"T\"\n{rows}")).unwrap().numbers(2)
        };
        assert_eq!(of(&[1, 2]), None);
        assert_eq!(of(&[1, 3]).unwrap(), "row 3 stands where row 2 should");
        assert!(of(&[1]).is_some());
    }
}
