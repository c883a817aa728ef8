//! `data.write_csv`: writes rows to a new file and replaces the old one atomically.

mod swap;

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::Instant,
};

use countersign_core::{
    Error, Result,
    judge::Facts,
    text::{truncate, visible},
    tool::{FieldChange, Forecast, Preview, Reversal},
    world::{Ask, Inverse, Landed, Order, Precondition, RecoveryState, Reverted},
};
use countersign_words::say;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::{Data, drawer::Drawer, place};
use crate::{call::fields, files::protect};
use swap::PLAN;
pub use swap::{State, Swap, unchanged};

const ROWS_MAX: usize = 1_000_000;
const SHOWN_LINES: usize = 10;
const SHOWN_CHARS: usize = 200;
/// Larger files are not appended to: each append rewrites the whole file.
const APPEND_BYTES_MAX: u64 = 256 << 20;

/// One row: its values in order, or by the names of the header.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum CsvRow {
    /// In order.
    List(Vec<Value>),
    /// By name.
    Named(Map<String, Value>),
}

/// The arguments.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WriteCsv {
    /// The file.
    pub path: String,
    /// The rows.
    pub rows: Vec<CsvRow>,
    /// The names of the columns; taken from the first row where rows are objects.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub header: Option<Vec<String>>,
    /// Whether to add to the file's end instead of replacing it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub append: bool,
    /// Whether text that a spreadsheet would run as a formula gets an apostrophe before it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub formula_safe: bool,
}

impl WriteCsv {
    /// Returns what would be written.
    pub fn forecast(mut self, data: &Data, ask: &Ask) -> Result<Forecast> {
        let cwd = ask.cwd.as_deref();
        let path = place::target(cwd, &self.path)?;
        self.path = place::text(&path)?;
        let before = State::of(&path)?;
        let content = self.content(&path, before.as_ref())?;
        let name = path.file_name().and_then(|n| n.to_str()).unwrap_or_default().to_owned();
        let rows = self.rows.len();
        let outside = place::is_outside(&data.roots, cwd, &path);
        let why = protect::writing(&path, &data.own).into_iter().collect();
        let shown = visible(&name).text;
        let same = before.as_ref().is_some_and(|b| b.hash == hash(&content));
        Ok(Forecast {
            args: fields(&self)?,
            facts: Facts { outside, protected: why, ..Facts::write(self.path.clone()) },
            summary: match (&before, self.append) {
                (None, _) => say!("sum-data-csv-new", n = rows, name = shown),
                (Some(_), true) => say!("sum-data-csv-add", n = rows, name = shown),
                (Some(_), false) => say!("sum-data-csv-replace", n = rows, name = shown),
            },
            preview: self.preview(before.as_ref(), &content),
            noop: same.then(|| say!("effect-csv-same", name)),
            preconditions: vec![Precondition { what: self.path.clone(), state: json!(before) }],
            reversal: match &before {
                Some(b) if b.links > 1 => {
                    Reversal::BestEffort { caveats: vec![say!("effect-csv-names", name, n = b.links)] }
                }
                _ => Reversal::Exact,
            },
            typed: name,
            ..Forecast::default()
        })
    }

    fn preview(&self, before: Option<&State>, content: &[u8]) -> Preview {
        let text = String::from_utf8_lossy(content);
        let lines = text.lines().count();
        let own = text.lines().skip(if self.append { lines.saturating_sub(self.rows.len()) } else { 0 });
        let (own_lines, long) = own
            .clone()
            .fold((0, false), |(n, long), line| (n + 1, long || line.chars().nth(SHOWN_CHARS).is_some()));
        let shown: Vec<String> =
            own.take(SHOWN_LINES).map(|line| truncate(&visible(line).text, SHOWN_CHARS)).collect();
        let size =
            FieldChange::new(say!("effect-label-size"), json!(before.map(|b| b.size)), json!(content.len()));
        let first = say!("effect-label-first-rows", rows = self.rows.len(), lines);
        let first = FieldChange::new(first, Value::Null, shown.join("\n"));
        let mut warnings = Vec::new();
        let formulas = self.rows.iter().flat_map(values).filter(|v| v.as_str().is_some_and(is_formula));
        let formulas = formulas.count();
        if formulas > 0 && !self.formula_safe {
            warnings.push(say!("effect-formulas", n = formulas));
        }
        if let (Some(before), false) = (before, self.append) {
            warnings.push(say!("effect-replaces-bytes", n = before.size));
        }
        let cut = own_lines > SHOWN_LINES || long;
        let not_shown = cut.then(|| say!("unseen-csv", n = own_lines));
        Preview {
            not_shown: not_shown.into_iter().collect(),
            target: visible(&self.path).text.into(),
            changes: vec![size, first],
            warnings,
            ..Preview::default()
        }
    }

    /// Returns the new content of the file.
    fn content(&self, path: &Path, before: Option<&State>) -> Result<Vec<u8>> {
        if self.rows.is_empty() && self.header.is_none() {
            return Err(Error::invalid(say!("effect-csv-nothing")));
        }
        if self.rows.len() > ROWS_MAX {
            return Err(Error::invalid(say!("effect-csv-million")));
        }
        let mut bytes = Vec::new();
        if self.append
            && let Some(before) = before
        {
            if before.size > APPEND_BYTES_MAX {
                return Err(Error::invalid(say!("effect-csv-too-large", path = path.display())));
            }
            bytes = fs::read(path).map_err(|e| unreadable(path, &e))?;
        }
        let standing = self.standing_header(path, &bytes)?;
        let header = self.columns(standing.as_deref());
        if !bytes.is_empty() && !bytes.ends_with(b"\n") {
            bytes.push(b'\n');
        }
        let fresh = bytes.is_empty();
        let mut out = csv::WriterBuilder::new().flexible(true).from_writer(bytes);
        let mut write = |fields: Vec<String>| {
            out.write_record(&fields)
                .map_err(|e| Error::invalid(say!("effect-csv-row", error = e.to_string())))
        };
        if let Some(header) = header.as_ref().filter(|_| fresh) {
            write(header.iter().map(|name| self.safe(name)).collect())?;
        }
        for (i, row) in self.rows.iter().enumerate() {
            write(self.record(i, row, header.as_deref())?)?;
        }
        out.into_inner().map_err(|e| Error::bug(format!("a row cannot be written: {e}")))
    }

    /// Returns the header of the file to append to; a given header must be the same.
    fn standing_header(&self, path: &Path, bytes: &[u8]) -> Result<Option<Vec<String>>> {
        let named = self.rows.iter().any(|r| matches!(r, CsvRow::Named(_)));
        if bytes.is_empty() || (self.header.is_none() && !named) {
            return Ok(None);
        }
        let mut reader = csv::Reader::from_reader(bytes);
        let standing = reader.headers().map_err(|e| Error::invalid(format!("{}: {e}", path.display())))?;
        let standing: Vec<String> = standing.iter().map(str::to_owned).collect();
        match &self.header {
            Some(given) if *given != standing => Err(Error::invalid(say!(
                "effect-csv-header",
                path = path.display(),
                header = standing.join(", ")
            ))),
            _ => Ok(Some(standing)),
        }
    }

    fn columns(&self, standing: Option<&[String]>) -> Option<Vec<String>> {
        let named = self.rows.iter().find_map(|r| match r {
            CsvRow::Named(map) => Some(map.keys().cloned().collect()),
            CsvRow::List(_) => None,
        });
        standing.map(<[String]>::to_vec).or_else(|| self.header.clone()).or(named)
    }

    fn record(&self, i: usize, row: &CsvRow, header: Option<&[String]>) -> Result<Vec<String>> {
        match (row, header) {
            (CsvRow::List(values), Some(header)) if values.len() != header.len() => {
                let (has, wants) = (values.len(), header.len());
                Err(Error::invalid(say!("effect-csv-values", row = i, n = has, m = wants)))
            }
            (CsvRow::List(values), _) => values.iter().map(|v| self.field(i, v)).collect(),
            (CsvRow::Named(map), Some(header)) => {
                if let Some(name) = map.keys().find(|k| !header.contains(k)) {
                    return Err(Error::invalid(say!("effect-csv-field", row = i, name)));
                }
                header.iter().map(|name| self.field(i, map.get(name).unwrap_or(&Value::Null))).collect()
            }
            (CsvRow::Named(_), None) => Err(Error::bug("rows by name have a header")),
        }
    }

    fn field(&self, i: usize, value: &Value) -> Result<String> {
        match value {
            Value::Null => Ok(String::new()),
            Value::String(text) => Ok(self.safe(text)),
            Value::Bool(_) | Value::Number(_) => Ok(value.to_string()),
            Value::Array(_) | Value::Object(_) => {
                Err(Error::invalid(say!("effect-csv-list", row = i)).hint(say!("effect-csv-value-hint")))
            }
        }
    }

    fn safe(&self, text: &str) -> String {
        if self.formula_safe && is_formula(text) { format!("'{text}") } else { text.to_owned() }
    }

    /// Writes it.
    pub fn apply(&self, data: &Data, order: &Order) -> Result<Landed> {
        let begun = Instant::now();
        let path = PathBuf::from(&self.path);
        let now = match place::target(None, &self.path) {
            Ok(resolved) if resolved == path => State::of(&path)?,
            _ => return Err(Error::stale(say!("effect-not-where", path = self.path))),
        };
        let shown =
            order.preconditions.first().map(|p| serde_json::from_value::<Option<State>>(p.state.clone()));
        let shown = shown.transpose()?.unwrap_or_default();
        unchanged(&path, shown.as_ref(), now.as_ref())?;
        let content = self.content(&path, now.as_ref())?;
        let drawer = Drawer::of(&data.trash()?, &order.id)?;
        let swap = Swap::write(&drawer, &path, now, &content)?;
        swap.landed(&order.id, self.rows.len(), begun)
    }
}

/// Determines whether an order landed, from the file itself.
pub fn check(data: &Data, order: &Order) -> Result<RecoveryState> {
    let drawer = Drawer::of(&data.trash()?, &order.id)?;
    let Some(swap) = drawer.read::<Swap>(PLAN)? else {
        return Ok(RecoveryState::NotBegun);
    };
    let call: WriteCsv = crate::call::parse("data.write_csv", &order.args)?;
    let now = State::of(&swap.path)?;
    if State::same(now.as_ref(), swap.after.as_ref()) {
        return Ok(RecoveryState::Landed(Box::new(swap.landed(
            &order.id,
            call.rows.len(),
            Instant::now(),
        )?)));
    }
    if State::same(now.as_ref(), swap.before.as_ref()) {
        return Ok(RecoveryState::NotBegun);
    }
    Ok(RecoveryState::Unknown(say!("effect-changed-meanwhile", path = swap.path.display())))
}

/// Returns what was kept of a write; None if that is gone.
pub fn kept_of(drawer: &Drawer) -> Result<Option<Swap>> {
    drawer.read(PLAN)
}

/// Restores the previous file.
pub fn revert(data: &Data, id: &str, inverse: &Inverse) -> Result<Reverted> {
    let trash = data.trash()?;
    let kept = Drawer::of(&trash, inverse.steps["capture"].as_str().unwrap_or_default())?;
    let swap: Swap = kept.read(PLAN)?.ok_or_else(|| Error::stale(say!("effect-before-gone")))?;
    swap.back(&kept, &Drawer::of(&trash, id)?)?;
    let value = json!(swap.before);
    let restored = json!({ "kind": "file", "id": place::text(&swap.path)?, "value": value });
    Ok(Reverted { restored: vec![restored], inverse: Some(swap::inverse(id)) })
}

fn values(row: &CsvRow) -> Vec<&Value> {
    match row {
        CsvRow::List(values) => values.iter().collect(),
        CsvRow::Named(map) => map.values().collect(),
    }
}

/// Whether a spreadsheet would run the text as a formula.
fn is_formula(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n'])
}

fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

fn unreadable(path: &Path, e: &io::Error) -> Error {
    Error::invalid(say!("effect-unreadable", path = path.display(), said = e))
}
