//! Batch tools: lists of what a singular tool does. The core takes them apart before anything is proposed; looked
//! at or applied whole, they are the sum of their elements.

use countersign_core::{
    Error, Result, Tx,
    judge::Facts,
    tool::{Look, Preview, Reversal},
};
use serde::Serialize;
use serde_json::{Value, json};

use super::action::{Action, fields, parse};

/// The singular calls that a batch stands for.
fn elements<Many: Action, One: Action>(batch: &impl Serialize) -> Result<Vec<One>> {
    let apart = Many::SPEC.explode.map(|a| a.explode()).ok_or_else(|| Error::bug("a batch that is none"))?;
    let args = fields(batch)?;
    let list = args.get(&apart.field).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let malformed = |i: usize| Error::invalid(format!("element {} of {} is malformed", i + 1, apart.field));
    let one = |(i, element)| parse(&apart.element(&args, element).ok_or_else(|| malformed(i))?);
    list.iter().enumerate().map(one).collect()
}

/// Looks at all elements.
pub(super) fn look<Many: Action, One: Action>(tx: &mut Tx<'_>, batch: &Many) -> Result<Look> {
    let mut facts = Facts::default();
    let mut preview = Preview::default();
    let mut relies_on = Vec::new();
    let (mut summaries, mut idle) = (Vec::new(), Vec::new());
    for mut one in elements::<Many, One>(batch)? {
        let look = one.look(tx)?;
        facts.writes.extend(look.facts.writes);
        preview.target = look.preview.target;
        preview.changes.extend(look.preview.changes);
        relies_on.extend(look.relies_on);
        summaries.push(look.summary);
        idle.extend(look.noop);
    }
    facts.writes.sort_unstable();
    facts.writes.dedup();
    let noop = match summaries.len() {
        0 => Some("the list is empty".to_owned()),
        n if n == idle.len() => Some(idle.join("; ")),
        _ => None,
    };
    Ok(Look {
        args: Default::default(),
        facts,
        summary: summaries.join("; "),
        typed: preview.target.clone(),
        preview,
        noop,
        relies_on,
        reversal: Reversal::Exact,
    })
}

/// Applies all elements, in order; those that change nothing are left out.
pub(super) fn apply<Many: Action, One: Action>(tx: &mut Tx<'_>, batch: &Many) -> Result<Value> {
    let mut results = Vec::new();
    for mut one in elements::<Many, One>(batch)? {
        if one.look(tx)?.noop.is_none() {
            results.push(one.apply(tx)?);
        }
    }
    let ids: Vec<&Value> = results.iter().filter_map(|r| r.get("id")).collect();
    Ok(json!({"ids": ids, "results": results}))
}
