//! `data.deduplicate_records`: finds duplicate records.

use std::collections::BTreeMap;

use countersign_core::{Error, Result, canonical, record::Doc};
use countersign_words::say;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::records::Source;

const GROUPS_SHOWN: usize = 100;
const RECORDS_SHOWN: usize = 20;

/// The arguments.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Duplicates {
    /// The records.
    #[serde(flatten)]
    pub source: Source,
    /// The fields by which records are the same; all of them unless told.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keys: Vec<String>,
    /// Whether upper and lower case and outer blanks matter (no, unless told).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub exact: bool,
}

impl Duplicates {
    /// Looks for them.
    pub fn run(self, cwd: Option<&str>) -> Result<Value> {
        let (keys, exact) = (self.keys, self.exact);
        let records = self.source.load(cwd)?;
        if let Some(missing) =
            keys.iter().find(|k| !records.is_empty() && !records.iter().any(|r| r.contains_key(*k)))
        {
            return Err(Error::invalid(say!("effect-no-field", name = missing)));
        }
        let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        let mut order: Vec<String> = Vec::new();
        for (i, record) in records.iter().enumerate() {
            let Some(identity) = identity(record, &keys, exact) else { continue };
            let group = groups.entry(identity.clone()).or_default();
            if group.is_empty() {
                order.push(identity);
            }
            group.push(i);
        }
        let doubled: Vec<&Vec<usize>> =
            order.iter().filter_map(|k| groups.get(k)).filter(|g| g.len() > 1).collect();
        let redundant: usize = doubled.iter().map(|g| g.len() - 1).sum();
        let shown = doubled.iter().take(GROUPS_SHOWN).map(|group| {
            let few = group.iter().take(RECORDS_SHOWN);
            json!({
                "count": group.len(),
                "keep": group[0],
                "positions": few.clone().collect::<Vec<_>>(),
                "records": few.map(|i| &records[*i]).collect::<Vec<_>>(),
            })
        });
        Ok(json!({
            "records": records.len(),
            "unique": records.len() - redundant,
            "redundant": redundant,
            "groups": doubled.len(),
            "duplicates": shown.collect::<Vec<_>>(),
            "truncated": doubled.len() > GROUPS_SHOWN,
        }))
    }
}

/// Returns the values that two duplicates share; None if every key is missing, since missing values do not match.
fn identity(record: &Doc, keys: &[String], exact: bool) -> Option<String> {
    let normal = |value: &Value| match value {
        Value::String(s) if !exact => Value::from(s.trim().to_lowercase()),
        other => other.clone(),
    };
    if keys.is_empty() {
        let all: Doc = record.iter().map(|(k, v)| (k.clone(), normal(v))).collect();
        return Some(canonical::encode(&Value::Object(all)));
    }
    let values: Vec<Value> = keys.iter().map(|k| record.get(k).map_or(Value::Null, normal)).collect();
    if values.iter().all(|v| v.is_null() || v.as_str().is_some_and(str::is_empty)) {
        return None;
    }
    Some(canonical::encode(&Value::Array(values)))
}
