//! Batch tools: lists of calls of a singular tool. The core splits them before anything is proposed;
//! inspected or applied whole, they are the sum of their elements.

use countersign_core::{
    Error, Result, Tx,
    judge::Facts,
    tool::{Forecast, Preview, Reversal},
};
use countersign_words::{Message, say};
use serde::Serialize;
use serde_json::{Value, json};

use super::action::{Action, fields, parse};

/// Returns the singular calls of a batch.
fn elements<Many: Action, One: Action>(batch: &impl Serialize) -> Result<Vec<One>> {
    let apart = Many::SPEC.explode.map(|a| a.explode()).ok_or_else(|| Error::bug("a batch that is none"))?;
    let args = fields(batch)?;
    let list = args.get(&apart.field).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let malformed = |i: usize| Error::invalid(say!("effect-element", n = i + 1, list = apart.field));
    let one = |(i, element)| parse(&apart.element(&args, element).ok_or_else(|| malformed(i))?);
    list.iter().enumerate().map(one).collect()
}

/// Inspects all elements.
pub(super) fn forecast<Many: Action, One: Action>(tx: &mut Tx<'_>, batch: &Many) -> Result<Forecast> {
    let mut facts = Facts::default();
    let mut preview = Preview::default();
    let mut relies_on = Vec::new();
    let (mut summaries, mut idle) = (Vec::new(), Vec::new());
    for mut one in elements::<Many, One>(batch)? {
        let forecast = one.forecast(tx)?;
        facts.writes.extend(forecast.facts.writes);
        preview.target = forecast.preview.target;
        preview.changes.extend(forecast.preview.changes);
        relies_on.extend(forecast.relies_on);
        summaries.push(forecast.summary);
        idle.extend(forecast.noop);
    }
    facts.writes.sort_unstable();
    facts.writes.dedup();
    let noop = match summaries.len() {
        0 => Some(say!("effect-list-empty")),
        n if n == idle.len() => Some(Message::joined("; ", idle)),
        _ => None,
    };
    Ok(Forecast {
        args: Default::default(),
        facts,
        summary: Message::joined("; ", summaries),
        typed: preview.target.to_string(),
        preview,
        noop,
        relies_on,
        reversal: Reversal::Exact,
        ..Forecast::default()
    })
}

/// Applies all elements in order, without those that change nothing.
pub(super) fn apply<Many: Action, One: Action>(tx: &mut Tx<'_>, batch: &Many) -> Result<Value> {
    let mut results = Vec::new();
    for mut one in elements::<Many, One>(batch)? {
        if one.forecast(tx)?.noop.is_none() {
            results.push(one.apply(tx)?);
        }
    }
    let ids: Vec<&Value> = results.iter().filter_map(|r| r.get("id")).collect();
    Ok(json!({"ids": ids, "results": results}))
}
