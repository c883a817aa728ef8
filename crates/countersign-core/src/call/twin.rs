//! Twins: proposals that were made before. A person is not asked twice, nor again about something they just
//! refused.

use countersign_words::{Message, say};
use serde_json::{Value, json};

use crate::{
    call::gate::Assessment,
    canonical,
    error::Result,
    item::{Item, ItemStatus, Reliance},
    record::{Doc, Key, Record},
    redact,
    run::Run,
    store::Scan,
    tool::{Effect, Forecast, Hold, Tool},
    tx::Tx,
};

const WEEK_MS: u64 = 7 * 24 * 3_600_000;

/// The twin that blocks a proposal.
pub enum Twin {
    /// The same proposal is already open.
    Open(Box<Item>),
    /// The same proposal was rejected, and nothing has changed since.
    Rejected(Box<Item>),
}

/// Returns the keys under which twins are found: the arguments, and the generated summary together with its
/// target and the new content (the same words about another target or content are another proposal). `hidden`
/// is the digest of the text that secrets were redacted from.
fn keys(tool: &str, args: &Doc, forecast: &Forecast, hidden: Option<&str>) -> Vec<String> {
    let after: Vec<_> = forecast.preview.changes.iter().map(|c| json!([c.label, c.after])).collect();
    let said = json!([tool, forecast.summary, forecast.preview.target, forecast.facts.writes, after]);
    let said = match hidden {
        Some(hidden) => json!([said, hidden]),
        None => said,
    };
    vec![args_key(tool, args), canonical::digest("summary", &said)[..24].to_owned()]
}

/// Returns the key of a call by its arguments.
pub(super) fn args_key(tool: &str, args: &Doc) -> String {
    canonical::digest("args", &json!([tool, args]))[..24].to_owned()
}

/// Returns the key of a call on records, whose texts people read: it does not depend on case and white space.
fn folded_key(tool: &Tool, args: &Doc) -> Option<String> {
    let args = folded(&Value::Object(args.clone()));
    let key = || canonical::digest("folded", &json!([tool.name, args]))[..24].to_owned();
    matches!(tool.effect, Effect::Store(_)).then(key)
}

/// Folds the case and white space of all texts in a value.
fn folded(value: &Value) -> Value {
    match value {
        Value::String(text) => text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase().into(),
        Value::Array(list) => list.iter().map(folded).collect(),
        Value::Object(map) => map.iter().map(|(name, value)| (name.clone(), folded(value))).collect(),
        other => other.clone(),
    }
}

impl Assessment<'_> {
    /// The keys under which its twins are found.
    pub fn twins(&self) -> &[String] {
        self.twins.get_or_init(|| {
            let args = &self.forecast.args;
            let mut keys = keys(&self.tool.name, args, &self.forecast, self.hidden.as_deref());
            keys.extend(folded_key(self.tool, args));
            keys
        })
    }
}

/// Finds the twin that blocks a proposal of a run, if there is one. Of open ones, only those that `counts`
/// accepts.
pub fn find(
    tx: &mut Tx<'_>,
    run: &Run,
    keys: &[String],
    hold: Hold,
    counts: impl Fn(&Item) -> bool,
) -> Result<Option<Twin>> {
    let mut rejected = None;
    for key in keys {
        let sort = format!("{}/{key}", run.subject());
        let scan = Scan::exactly(Item::KIND.name, "item.twin", &sort);
        for twin in tx.list::<Item>(&scan)? {
            if twin.status.is_open() && counts(&twin) {
                return Ok(Some(Twin::Open(Box::new(twin))));
            }
            if rejected.is_none() && twin.status == ItemStatus::Rejected && blocks(tx, &twin, &run.id, hold)?
            {
                rejected = Some(Twin::Rejected(Box::new(twin)));
            }
        }
    }
    Ok(rejected)
}

fn blocks(tx: &mut Tx<'_>, twin: &Item, run: &str, hold: Hold) -> Result<bool> {
    let recent = twin.decided_at.is_some_and(|at| tx.now() < at.saturating_add(WEEK_MS));
    if twin.run != run && !(hold == Hold::Queue && recent) {
        return Ok(false);
    }
    Ok(drift(tx, &twin.relies_on)?.is_empty())
}

/// Returns which fields that a preview depends on have changed: (label, then, now).
pub fn drift(tx: &mut Tx<'_>, relies_on: &[Reliance]) -> Result<Vec<Message>> {
    let mut moved = Vec::new();
    for reliance in relies_on {
        let Some(kind) = tx.setup().kind(&reliance.kind) else { continue };
        let row = tx.row(&Key { kind: kind.name, id: reliance.id.clone() })?;
        let now = row.map(|r| r.cell(&reliance.field).0).unwrap_or_default();
        if mark(&now) != reliance.mark {
            moved.push(say!(
                "judge-was-and-is",
                field = reliance.field,
                kind = reliance.kind,
                id = reliance.id,
                then = reliance.value,
                now = redact::value(&now)
            ));
        }
    }
    Ok(moved)
}

fn mark(value: &Value) -> String {
    canonical::digest("value", value)[..24].to_owned()
}

/// Returns the current values of the fields that a preview depends on.
pub fn snapshot(tx: &mut Tx<'_>, relies_on: &[(Key, String)]) -> Result<Vec<Reliance>> {
    relies_on
        .iter()
        .map(|(key, field)| {
            let value = tx.row(key)?.map(|r| r.cell(field).0).unwrap_or_default();
            let (kind, id, field) = (key.kind.to_owned(), key.id.clone(), field.clone());
            Ok(Reliance { kind, id, field, mark: mark(&value), value: redact::value(&value) })
        })
        .collect()
}
