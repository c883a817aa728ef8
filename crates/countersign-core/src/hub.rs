//! Gates and hubs. A *gate* judges, rehearses and carries out the calls of one machine's agents; what must be asked it
//! also asks on a *hub*, the daemon of a team. The hub's persons decide there; the gate checks each decision and
//! carries it out, or tells why it does not count.
//!
//! An item belongs to the log of its gate: the first decision that is durable there wins, wherever it was made, and
//! the other side is told. On the hub an item of a gate is a call of the tool [`CALL`], which the hub never applies.

pub mod answer;
pub mod decide;
pub mod invite;
pub mod join;
mod key;
pub mod link;
pub mod outbox;
mod record;
mod settle;
pub mod sync;

use std::borrow::Cow;

use countersign_words::say;
use serde_json::{Value, json};

pub use self::record::{Gate, GateItem, GateRun, Hub, HubItem, HubState, LogKey, UsedDecision};
use crate::{
    error::{Error, Result},
    judge::Class,
    record::Doc,
    tool::{Effect, Forecast, GATE_SERVER, StoreTool, Tool},
    tx::Tx,
};

/// The tool that stands for every call of a gate. Rules name the tool that the gate would call.
pub const CALL: &str = "gate.call";

/// Returns the arguments by which a hub knows an item of a gate. `shown` binds all that reviewers see of it.
fn args_of(id: &str, item: &GateItem, shown: &str) -> Doc {
    let whole = json!({
        "gate": item.gate, "item": id, "digest": item.digest, "shown": shown,
        "tool": item.shown.tool, "args": item.shown.args,
    });
    whole.as_object().cloned().unwrap_or_default()
}

/// Returns a gate's call as rules see it: the tool that the gate would call, with its arguments.
pub fn for_policy<'a>(tool: &str, args: &'a Doc) -> Option<(Cow<'static, str>, &'a Doc)> {
    if tool != CALL {
        return None;
    }
    let name = args.get("tool").and_then(Value::as_str)?;
    Some((Cow::Owned(name.to_owned()), args.get("args").and_then(Value::as_object)?))
}

/// The tool itself: what it forecasts is what the gate said that it would do.
struct CallTool;

impl StoreTool for CallTool {
    fn forecast(&self, tx: &mut Tx<'_>, args: &Doc) -> Result<Forecast> {
        let text = |name: &str| args.get(name).and_then(Value::as_str).unwrap_or_default();
        let key = GateItem::key(text("gate"), text("item"));
        let item = tx.get::<GateItem>(&key)?.filter(|item| item.digest == text("digest"));
        let item = item.ok_or_else(|| Error::conflict(say!("hub-item-gone", id = text("item"))))?;
        let name = tx.need::<Gate>(&item.gate)?.name;
        let shown = item.shown;
        let mut preview = shown.preview;
        preview.warnings.insert(0, say!("hub-carried-out-by", name));
        Ok(Forecast {
            args: args.clone(),
            facts: shown.facts,
            summary: shown.summary,
            preview,
            reversal: shown.reversal,
            typed: shown.typed.unwrap_or_default(),
            ..Forecast::default()
        })
    }

    fn apply(&self, _tx: &mut Tx<'_>, _args: &Doc) -> Result<Value> {
        Err(Error::bug("a call of a gate is carried out by that gate"))
    }
}

/// Returns the tool of gates' calls, for the catalogue.
pub fn tools() -> Vec<Tool> {
    let text = json!({"type": "string"});
    let schema = json!({
        "type": "object",
        "properties": {
            "gate": text, "item": text, "digest": text, "shown": text, "tool": text, "args": {"type": "object"},
        },
        "required": ["gate", "item", "digest", "shown", "tool", "args"],
        "additionalProperties": false,
    });
    vec![Tool {
        server: GATE_SERVER.to_owned(),
        name: CALL.to_owned(),
        doc: "A gate on another machine asks about a call of an agent there.".to_owned(),
        schema,
        class: Class::Mutable,
        hold: None,
        explode: None,
        rerun: false,
        action: "write",
        effect: Effect::Store(&CallTool),
        upstream: None,
    }]
}
