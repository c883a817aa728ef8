//! `data.summarize_anomalies`: missing values, mixed types and outliers.

use std::collections::BTreeMap;

use countersign_core::{Result, record::Doc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::records::Source;

/// Values with at least this modified z-score are outliers (Iglewicz and Hoaglin).
const ROBUST_Z: f64 = 3.5;
/// If more than half of all values are equal, values farther than this many quartile distances are outliers.
const FENCE: f64 = 1.5;
const FEWEST: usize = 5;
const OUTLIERS_SHOWN: usize = 20;

/// The arguments.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Anomalies {
    /// The records.
    #[serde(flatten)]
    pub source: Source,
}

impl Anomalies {
    /// Looks for them.
    pub fn run(self, cwd: Option<&str>) -> Result<Value> {
        let records = self.source.load(cwd)?;
        let mut names: Vec<&String> = Vec::new();
        let mut known = std::collections::BTreeSet::new();
        for name in records.iter().flat_map(Doc::keys) {
            if known.insert(name) {
                names.push(name);
            }
        }
        let fields: Vec<Value> = names.iter().map(|name| field(name, &records)).collect();
        let odd = |f: &Value| f["missing"] != 0 || f["mixed"] == true || f["outlier_count"] != 0;
        let anomalous: Vec<&Value> = fields.iter().filter(|f| odd(f)).map(|f| &f["name"]).collect();
        Ok(json!({ "records": records.len(), "anomalous_fields": anomalous, "fields": fields }))
    }
}

fn field(name: &str, records: &[Doc]) -> Value {
    let mut types: BTreeMap<&'static str, usize> = BTreeMap::new();
    let mut missing = 0;
    let mut numbers: Vec<(usize, f64)> = Vec::new();
    for (i, record) in records.iter().enumerate() {
        match record.get(name) {
            None | Some(Value::Null) => missing += 1,
            Some(Value::String(s)) if s.trim().is_empty() => missing += 1,
            Some(value) => {
                *types.entry(kind(value)).or_default() += 1;
                numbers.extend(value.as_f64().map(|x| (i, x)));
            }
        }
    }
    let mut told = json!({ "name": name, "missing": missing, "types": types, "mixed": types.len() > 1 });
    let spread = Spread::of(&numbers);
    if let Some(spread) = &spread {
        told["median"] = json!(spread.median);
        told["min"] = json!(spread.min);
        told["max"] = json!(spread.max);
    }
    let mut outliers: Vec<(usize, f64, f64)> = Vec::new();
    for (i, x) in &numbers {
        outliers.extend(spread.as_ref().and_then(|s| s.score(*x)).map(|score| (*i, *x, score)));
    }
    outliers.sort_by(|a, b| b.2.abs().total_cmp(&a.2.abs()).then(a.0.cmp(&b.0)));
    told["outlier_count"] = json!(outliers.len());
    let shown = outliers.iter().take(OUTLIERS_SHOWN);
    told["outliers"] = shown
        .map(|(i, x, score)| json!({ "position": i, "value": x, "score": (score * 100.0).round() / 100.0 }))
        .collect();
    told
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "text",
        Value::Array(_) => "list",
        Value::Object(_) => "object",
    }
}

/// The distribution of numbers, by measures robust to outliers.
struct Spread {
    min: f64,
    max: f64,
    median: f64,
    deviation: f64,
    quartiles: (f64, f64),
    count: usize,
}

impl Spread {
    fn of(numbers: &[(usize, f64)]) -> Option<Self> {
        let mut sorted: Vec<f64> = numbers.iter().map(|(_, x)| *x).collect();
        sorted.sort_by(f64::total_cmp);
        let (min, max) = (*sorted.first()?, *sorted.last()?);
        let median = quantile(&sorted, 0.5);
        let mut distances: Vec<f64> = sorted.iter().map(|x| (x - median).abs()).collect();
        distances.sort_by(f64::total_cmp);
        let deviation = quantile(&distances, 0.5);
        let quartiles = (quantile(&sorted, 0.25), quantile(&sorted, 0.75));
        Some(Self { min, max, median, deviation, quartiles, count: sorted.len() })
    }

    /// Returns the score of a value if it is an outlier.
    fn score(&self, x: f64) -> Option<f64> {
        if self.count < FEWEST {
            return None;
        }
        if self.deviation > 0.0 {
            let z = 0.6745 * (x - self.median) / self.deviation;
            return (z.abs() > ROBUST_Z).then_some(z);
        }
        let (low, high) = self.quartiles;
        let width = (high - low).max(f64::EPSILON * self.median.abs().max(1.0));
        let beyond = if x < low { (x - low) / width } else { (x - high).max(0.0) / width };
        (beyond.abs() > FENCE).then_some(beyond)
    }
}

fn quantile(sorted: &[f64], q: f64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a place in a list is small enough")]
    let place = q * (sorted.len() - 1) as f64;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is within the list")]
    let (low, high) = (place.floor() as usize, place.ceil() as usize);
    sorted[low] + (sorted[high] - sorted[low]) * place.fract()
}
