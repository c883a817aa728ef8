//! Input records: given with the call, or in a CSV or JSON file.

use std::{fs::File, io, path::Path};

use countersign_core::{Error, Result, record::Doc};
use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::place;

const RECORDS_MAX: usize = 1_000_000;
const FILE_BYTES_MAX: u64 = 256 << 20;

/// Where the records are.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
pub struct Source {
    /// The records themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub records: Option<Vec<Doc>>,
    /// A CSV file with a header, a JSON file with a list of objects, or JSON Lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
}

impl Source {
    /// Resolves the path in place and returns it.
    pub fn resolve(&mut self, cwd: Option<&str>) -> Result<Option<String>> {
        match (&self.records, &self.path) {
            (Some(_), None) => Ok(None),
            (None, Some(path)) => {
                let resolved = place::text(&place::existing(cwd, path)?)?;
                self.path = Some(resolved.clone());
                Ok(Some(resolved))
            }
            _ => Err(Error::invalid(say!("effect-records-or-path"))),
        }
    }

    /// Loads the records.
    pub fn load(mut self, cwd: Option<&str>) -> Result<Vec<Doc>> {
        match self.resolve(cwd)? {
            None => Ok(self.records.unwrap_or_default()),
            Some(path) => read(Path::new(&path)),
        }
    }
}

fn read(path: &Path) -> Result<Vec<Doc>> {
    let unreadable = |said: Message| Error::invalid(say!("effect-unreadable", path = path.display(), said));
    let of_io = |e: io::Error| unreadable(Message::of_error(&e));
    let file = File::open(path).map_err(of_io)?;
    if file.metadata().map_err(of_io)?.len() > FILE_BYTES_MAX {
        return Err(unreadable(say!("effect-records-large")));
    }
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or_default().to_ascii_lowercase();
    let reader = io::BufReader::new(file);
    let records: Vec<Doc> = match extension.as_str() {
        "json" => serde_json::from_reader(reader).map_err(|e| unreadable(e.to_string().into()))?,
        "jsonl" | "ndjson" => {
            let stream = serde_json::Deserializer::from_reader(reader).into_iter::<Doc>();
            stream
                .take(RECORDS_MAX + 1)
                .collect::<Result<_, _>>()
                .map_err(|e| unreadable(e.to_string().into()))?
        }
        "tsv" => csv_records(reader, b'\t').map_err(|e| unreadable(e.to_string().into()))?,
        _ => csv_records(reader, b',').map_err(|e| unreadable(e.to_string().into()))?,
    };
    if records.len() > RECORDS_MAX {
        return Err(unreadable(say!("effect-records-many")));
    }
    Ok(records)
}

fn csv_records(reader: impl io::Read, delimiter: u8) -> Result<Vec<Doc>, csv::Error> {
    let mut rows = csv::ReaderBuilder::new().delimiter(delimiter).flexible(true).from_reader(reader);
    let header = rows.headers()?.clone();
    let mut records = Vec::new();
    for row in rows.records().take(RECORDS_MAX + 1) {
        let row = row?;
        let pairs = header.iter().enumerate().map(|(i, name)| {
            let name = name.trim_start_matches('\u{feff}').to_owned();
            (name, row.get(i).map_or(Value::Null, typed))
        });
        records.push(pairs.collect());
    }
    Ok(records)
}

/// Converts a CSV field: null, a number, or text. With leading zeros it is text: `007`.
fn typed(field: &str) -> Value {
    let plain = field.trim();
    if plain.is_empty() {
        return Value::Null;
    }
    let digits = plain.strip_prefix('-').unwrap_or(plain);
    let coded = digits.len() > 1 && digits.starts_with('0') && !digits.starts_with("0.");
    let numeric = digits.starts_with(|c: char| c.is_ascii_digit()) && !coded;
    match plain.parse::<i64>() {
        Ok(n) if numeric => Value::from(n),
        _ => match plain.parse::<f64>() {
            Ok(x) if numeric && x.is_finite() => Value::from(x),
            _ => Value::from(field),
        },
    }
}
