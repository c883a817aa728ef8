//! What a call refers to by an id only, such as the draft of a mail that it sends: read from the server, so that a person
//! sees whom it reaches and with what, and read again just before the call.
//!
//! # Limitations
//!
//! Between that second read and the call somebody else may still change it: no server offers both in one step.

use std::time::Duration;

use countersign_core::{
    Error, Result, canonical,
    judge::Class,
    record::Doc,
    text,
    world::{Order, Precondition},
};
use countersign_words::{Message, say};
use serde_json::{Value, json};

use super::{
    At, Upstreams, Way,
    forecast::{self, Known},
};

/// The precondition field for what was read.
const SHOWN: &str = "referred";
/// How long a server may take to tell.
const PATIENCE: Duration = Duration::from_secs(10);
/// How deep in a result it is looked for.
const DEPTH: usize = 5;
/// The fields in which things have their id.
const IDS: [&str; 5] = ["id", "draft_id", "draftId", "message_id", "messageId"];

/// Something that a call refers to.
pub(super) struct Referred {
    id: String,
    /// Its fields; none if it could not be read.
    pub fields: Doc,
    /// Why it could not be read.
    pub unread: Option<Message>,
}

impl Referred {
    /// Returns what the preview rests on; nothing if nothing was read.
    pub fn precondition(&self) -> Option<Precondition> {
        let state = json!({SHOWN: digest(&self.fields)});
        self.unread.is_none().then(|| Precondition { what: shown_id(&self.id), state })
    }
}

fn digest(fields: &Doc) -> String {
    canonical::digest(SHOWN, &Value::Object(fields.clone()))
}

fn shown_id(id: &str) -> String {
    text::truncate(&text::visible(id).text, 100)
}

/// Whether a precondition is about such a thing.
pub(super) fn is_about(precondition: &Precondition) -> bool {
    precondition.state.get(SHOWN).is_some()
}

/// Reads what a call refers to, if its pack says how. A failure is told instead.
pub(super) fn read(upstreams: &Upstreams, known: &Known, at: &At<'_>, args: &Doc) -> Option<Referred> {
    let shows = known.by_pack?.shows.as_ref()?;
    let field = shows.by.strip_prefix("args.")?;
    let id = args.get(field)?.as_str()?.to_owned();
    Some(match fields(upstreams, known, at, &shows.tool, &id) {
        Ok(fields) => Referred { id, fields, unread: None },
        Err(e) => {
            let unread = say!("problem-up-unread", id = shown_id(&id), said = e.message);
            Referred { id, fields: Doc::new(), unread: Some(unread) }
        }
    })
}

/// Fails if what an order refers to is no longer what was shown.
pub(super) fn check(upstreams: &Upstreams, known: &Known, at: &At<'_>, order: &Order) -> Result<()> {
    let was = order.preconditions.iter().find_map(|p| Some((p.what.clone(), p.state.get(SHOWN)?.as_str()?)));
    let Some((what, was)) = was else { return Ok(()) };
    let now = read(upstreams, known, at, &order.args);
    match now.filter(|now| now.unread.is_none()).is_some_and(|now| digest(&now.fields) == was) {
        true => Ok(()),
        false => Err(Error::stale(say!("problem-up-referred-changed", id = what))),
    }
}

fn fields(upstreams: &Upstreams, known: &Known, at: &At<'_>, tool: &str, id: &str) -> Result<Doc> {
    // A pack names the tools of several servers by server and tool.
    let is_whole = known.by_pack.is_some_and(|by_pack| by_pack.name == known.own);
    let own = tool.strip_prefix(&format!("{}.", known.server)).filter(|_| !is_whole).unwrap_or(tool);
    let tool = format!("{}.{own}", known.server);
    if Known::of(upstreams, &tool)?.class() != Class::Read {
        return Err(Error::conflict(say!("problem-up-not-read", tool = text::visible(&tool).text)));
    }
    let patience = PATIENCE.min(upstreams.limits.read);
    let way = Way { caller: None, patience, effect: false, direct: false };
    let result = upstreams.wait(upstreams.call(at, &tool, &Doc::new(), &way))?;
    if let Some(said) = forecast::error_text(&result) {
        return Err(Error::conflict(said));
    }
    let (listed, mut found) = (forecast::essence(&result), Vec::new());
    find(&listed, id, DEPTH, &mut found);
    match found.as_slice() {
        [one] => Ok((*one).clone()),
        // Two things of one id: nobody can know which is meant.
        _ => Err(Error::conflict(say!("problem-up-not-listed", tool = text::visible(&tool).text))),
    }
}

/// Finds the objects with this id.
fn find<'v>(value: &'v Value, id: &str, depth: usize, found: &mut Vec<&'v Doc>) {
    match value {
        Value::Object(fields) if IDS.iter().any(|name| fields.get(*name).is_some_and(|v| v == id)) => {
            found.push(fields);
        }
        Value::Object(fields) if depth > 0 => {
            fields.values().for_each(|value| find(value, id, depth - 1, found));
        }
        Value::Array(list) if depth > 0 => list.iter().for_each(|value| find(value, id, depth - 1, found)),
        _ => {}
    }
}
