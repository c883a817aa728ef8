//! Writes seeds into `corpus/`: the labelled command lines as they are, their words, and the SQL in them.

use std::{collections::BTreeSet, error::Error, fs, path::Path};

use countersign_fuzz::DIALECTS;

/// Words with which SQL begins.
const BEGINNINGS: &[&str] = &[
    "alter", "analyze", "attach", "begin", "call", "copy", "create", "delete", "describe", "do", "drop",
    "exec", "explain", "insert", "load", "merge", "pragma", "replace", "select", "set", "show", "truncate",
    "update", "vacuum", "with", "\\", ".",
];

fn main() -> Result<(), Box<dyn Error>> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut commands = BTreeSet::new();
    for file in ["harmless", "changing", "destroying", "hiding"] {
        let path = here.join(format!("../crates/countersign-analysis/corpus/{file}.jsonl"));
        for line in fs::read_to_string(path)?.lines() {
            let line: serde_json::Value = serde_json::from_str(line)?;
            commands.extend(line.get("command").and_then(|c| c.as_str()).map(str::to_owned));
        }
    }
    let words = commands
        .iter()
        .map(|c| c.split_whitespace().map(|w| w.trim_matches(['\'', '"'])).collect::<Vec<_>>().join("\0"));
    let sql =
        commands.iter().flat_map(|c| c.split(['\'', '"'])).filter(|t| is_sql(t)).flat_map(|t| {
            (0..DIALECTS.len()).map(move |dialect| format!("{}{t}", char::from(dialect as u8)))
        });
    put(&here.join("corpus/argv"), words)?;
    put(&here.join("corpus/sql"), sql)?;
    put(&here.join("corpus/shell"), commands.iter().cloned())
}

fn is_sql(text: &str) -> bool {
    let text = text.trim_start().to_ascii_lowercase();
    text.len() > 8 && BEGINNINGS.iter().any(|word| text.starts_with(word))
}

fn put(folder: &Path, texts: impl Iterator<Item = String>) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(folder)?;
    for (i, text) in texts.enumerate() {
        fs::write(folder.join(format!("seed-{i:05}")), text)?;
    }
    Ok(())
}
