//! Undo: reverts what landed, by exact handle, if nothing has changed since.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    ActorKind,
    answer_status::UndoStatus,
    authority::Claim,
    call::gate::{self, Assessment},
    change::Change,
    decision::Decision,
    error::{Error, ErrorCode, Result},
    event::{self, CallNote, ResultStatus},
    function,
    item::Item,
    judge::{Class, Facts, Ruling},
    receipt::{AllowedBy, Receipt, StaleUndo, Undone, find, merge, news},
    record::{Doc, Key, Record},
    run::Run,
    tool::{Effect, FieldChange, Forecast, Preview, Reversal, StoreTool, Tool},
    tx::Tx,
    working_set,
    world::{Inverse, Job},
};

/// The tool by which an agent proposes an undo; a person's undo needs no tool.
pub const UNDO_TOOL: &str = "countersign.undo";

/// The argument of that tool which merges the undo with what has changed since.
pub const MERGE: &str = "merge";

/// Why a receipt cannot be undone now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// It was already undone, by this event.
    AlreadyUndone(String),
    /// It can never be undone.
    Irreversible(Message),
    /// The necessary data was deleted.
    Purged(Message),
    /// The handle does not match, or another undo is in progress.
    Stale(Message),
    /// Something has changed since.
    Moved(Message),
    /// The undo failed; the handle stays valid.
    Failed(Message),
    /// The call that would take it back is not let through.
    Refused(Message),
    /// It may not restore everything, and nobody has said yes to that.
    Unconfirmed,
}

impl Refusal {
    /// In words.
    pub fn message(&self) -> Message {
        match self {
            Self::AlreadyUndone(event) => say!("judge-already-undone", event),
            Self::Irreversible(reason) => say!("judge-irreversible", said = reason),
            Self::Unconfirmed => say!("judge-undo-unconfirmed"),
            Self::Purged(reason)
            | Self::Stale(reason)
            | Self::Moved(reason)
            | Self::Failed(reason)
            | Self::Refused(reason) => reason.clone(),
        }
    }

    /// The status word of the answer.
    pub fn status(&self) -> UndoStatus {
        match self {
            Self::AlreadyUndone(_) => UndoStatus::AlreadyUndone,
            Self::Irreversible(_) => UndoStatus::Irreversible,
            Self::Purged(_) => UndoStatus::Purged,
            Self::Stale(_) | Self::Moved(_) => UndoStatus::Stale,
            Self::Failed(_) => UndoStatus::Failed,
            Self::Refused(_) => UndoStatus::Refused,
            Self::Unconfirmed => UndoStatus::Unconfirmed,
        }
    }
}

/// Returns why a receipt cannot be undone now, as far as the store can tell.
pub fn refusal(tx: &mut Tx<'_>, receipt: &Receipt, expected: Option<&str>) -> Result<Option<Refusal>> {
    if let Some(undone) = &receipt.undone {
        return Ok(Some(Refusal::AlreadyUndone(undone.event_id.clone())));
    }
    let Some(action) = &receipt.undo_action else {
        let reason = receipt.irreversible_reason.clone().unwrap_or_else(|| say!("judge-no-undo"));
        return Ok(Some(Refusal::Irreversible(reason)));
    };
    if let Some(expected) = expected.filter(|e| !is_handle(e, &action.expected_event_id)) {
        let message = say!(
            "judge-not-handle",
            given = expected,
            receipt = receipt.id,
            handle = action.expected_event_id
        );
        return Ok(Some(Refusal::Stale(message)));
    }
    if let Some(holder) = claimed_by_another(tx, receipt)? {
        return Ok(Some(Refusal::Stale(say!("judge-holds-it", who = holder))));
    }
    let under_way = receipt.undoing.is_some();
    let waits = receipt.undo_waits.clone();
    Ok(under_way.then(|| Refusal::Stale(waits.unwrap_or_else(|| say!("judge-undo-under-way")))))
}

/// Reverts all changes of the receipt's event to domain records. If refused, nothing is touched.
pub fn revert(
    tx: &mut Tx<'_>,
    receipt: &Receipt,
    expected: Option<&str>,
) -> Result<Result<Vec<Value>, Refusal>> {
    if let Some(refusal) = refusal(tx, receipt, expected)? {
        return Ok(Err(refusal));
    }
    if receipt.inverse.is_some() {
        let message = say!("judge-undo-by-person");
        return Ok(Err(Refusal::Stale(message)));
    }
    let Some(changes) = domain_changes(tx, receipt)? else {
        return Ok(Err(Refusal::Purged(say!("judge-undo-purged"))));
    };
    let applied = tx.attempt(|tx| {
        let mut restored = Vec::new();
        for change in changes.into_iter().rev() {
            let key = change.key().clone();
            tx.apply(change.invert())?;
            note_restored(tx, &key, &mut restored)?;
        }
        Ok(restored)
    });
    match applied {
        Ok(restored) => Ok(Ok(restored)),
        Err(e) if e.code == ErrorCode::Stale => Ok(Err(Refusal::Moved(e.message))),
        Err(e) => Err(e),
    }
}

/// Notes a record as it is after an undo.
pub(super) fn note_restored(tx: &mut Tx<'_>, key: &Key, restored: &mut Vec<Value>) -> Result<()> {
    let row = tx.row(key)?;
    let thing = json!({"kind": key.kind, "id": key.id, "value": row.map(|r| Value::Object(r.doc.into()))});
    restored.retain(|r: &Value| (&r["kind"], &r["id"]) != (&thing["kind"], &thing["id"]));
    restored.push(thing);
    working_set::check_restored(tx, key)
}

/// Returns the changes to domain records that a receipt's event made; None if they are not kept any more.
pub(super) fn domain_changes(tx: &mut Tx<'_>, receipt: &Receipt) -> Result<Option<Vec<Change>>> {
    let Some(action) = &receipt.undo_action else { return Ok(None) };
    let event = match event::event_seq(&action.expected_event_id) {
        Some(seq) => tx.event(seq)?.filter(|e| e.id() == action.expected_event_id),
        None => None,
    };
    let setup = tx.setup();
    let changes = event.map(|e| e.changes(|k| setup.kind(k).map(|k| k.name))).transpose()?.flatten();
    let is_domain = |change: &Change| setup.kind(change.key().kind).is_some_and(|k| k.domain);
    Ok(changes.map(|changes| changes.into_iter().filter(is_domain).collect()))
}

fn is_handle(given: &str, handle: &str) -> bool {
    given == handle || handle.split('-').next() == Some(given)
}

fn claimed_by_another(tx: &mut Tx<'_>, receipt: &Receipt) -> Result<Option<String>> {
    let Some(item) = &receipt.item else { return Ok(None) };
    let set = tx.get::<Item>(item)?.map(|item| item.set);
    for id in [Some(item.clone()), set].into_iter().flatten() {
        let claim = tx.get::<Claim>(&id)?;
        if let Some(held) = claim.filter(|c| c.until > tx.now() && c.person != tx.actor().name) {
            return Ok(Some(held.person));
        }
    }
    Ok(None)
}

/// Describes an undo, which took that long, for the log.
pub fn told(target: &Receipt, ms: u64) -> CallNote {
    CallNote {
        tool: "undo".to_owned(),
        arguments: json!({"receipt": target.id, "expected_event_id": target.event_id}),
        result: Value::Null,
        result_status: Some(ResultStatus::Success),
        user_confirmed: true,
        execution_time_ms: ms,
    }
}

/// A call that would undo an effect, examined and judged as if it were made now.
struct Judged<'a> {
    tool: &'a Tool,
    examined: Result<Assessment<'a>>,
}

/// Examines the calls of an inverse that has calls: `{"call": {"tool": …, "args": …}}`, or a list of those.
/// Anything else is private to the tool.
fn inverse_calls<'a>(
    tx: &mut Tx<'a>,
    target: &Receipt,
    inverse: &Inverse,
) -> Result<Result<Vec<Judged<'a>>, Refusal>> {
    let steps = inverse.steps.as_array().map_or_else(|| std::slice::from_ref(&inverse.steps), Vec::as_slice);
    let calls: Vec<&Value> = steps.iter().filter_map(|step| step.get("call")).collect();
    let mut judged = Vec::new();
    for call in calls {
        let name = call["tool"].as_str().unwrap_or_default();
        let Some(tool) = tx.setup().catalog.get(name) else {
            let message = say!("judge-undo-tool-gone", tool = name);
            return Ok(Err(Refusal::Moved(message)));
        };
        let args = call["args"].as_object().cloned().unwrap_or_default();
        let run = run_of(tx, target)?;
        let examined = gate::examine(tx, &run, tool, args, gate::Options::default());
        if tx.is_asking() {
            return Err(Error::unanswered());
        }
        judged.push(Judged { tool, examined });
    }
    Ok(Ok(judged))
}

/// Returns the run of a receipt; an imagined one if unknown.
fn run_of(tx: &mut Tx<'_>, receipt: &Receipt) -> Result<Run> {
    let known = receipt.run.as_deref().map(|id| tx.get::<Run>(id)).transpose()?.flatten();
    Ok(known.unwrap_or_else(|| Run::imagined(&receipt.agent, None, tx.now())))
}

/// Returns why the call that would undo an effect is refused, if so. The person's request counts as the
/// decision; every other requirement for calls applies here too.
pub fn inverse_refusal(tx: &mut Tx<'_>, target: &Receipt, inverse: &Inverse) -> Result<Option<Refusal>> {
    let judged = match inverse_calls(tx, target, inverse)? {
        Ok(judged) => judged,
        Err(refusal) => return Ok(Some(refusal)),
    };
    for Judged { tool, examined } in judged {
        let examined = match examined {
            Ok(examined) => examined,
            Err(e) if !gate::is_mendable(&e) => return Err(e),
            Err(e) => {
                let message = say!("judge-undo-tool-fails", tool = tool.name, said = e.message);
                return Ok(Some(Refusal::Failed(message)));
            }
        };
        tx.note(
            "inverse",
            json!({
                "tool": tool.name, "class": examined.class, "ruling": examined.verdict.ruling,
                "reasons": examined.verdict.reasons,
            }),
        );
        if examined.verdict.ruling == Ruling::Refuse {
            let why = Message::joined("; ", &examined.verdict.reasons);
            return Ok(Some(Refusal::Refused(say!(
                "judge-undo-tool-refused",
                tool = tool.name,
                saids = why
            ))));
        }
        if examined.unaccepted {
            let message = say!("judge-undo-tool-unaccepted", tool = tool.name);
            return Ok(Some(Refusal::Refused(message)));
        }
    }
    Ok(None)
}

/// Orders the undo of an effect in the world, for the calling person; `item` is the agent's proposal of it.
pub fn order_revert(
    tx: &mut Tx<'_>,
    target: &mut Receipt,
    inverse: Inverse,
    item: Option<&str>,
) -> Result<()> {
    let id = tx.new_id(Receipt::KIND);
    target.undoing = Some(id.clone());
    target.undo_item = item.map(str::to_owned);
    target.undo_asked_by = Some(tx.actor().name.clone());
    tx.put(target)?;
    if inverse.tool == function::CALL {
        return function::work::order_undo(tx, target, &inverse);
    }
    tx.order(Job::Revert { receipt: target.id.clone(), id, inverse });
    Ok(())
}

/// Returns the receipt in the world that an agent's proposal would undo, if it is such a proposal.
pub fn proposed(tx: &mut Tx<'_>, item: &Item) -> Result<Option<Receipt>> {
    if item.tool != UNDO_TOOL {
        return Ok(None);
    }
    let id = item.args.get("receipt").and_then(Value::as_str).unwrap_or_default();
    Ok(tx.get::<Receipt>(id)?.filter(|r| r.inverse.is_some()))
}

/// Stores why an undo is no longer possible, so that everybody who sees the receipt sees that.
pub fn mark_stale(tx: &mut Tx<'_>, target: &mut Receipt, refusal: &Refusal) -> Result<()> {
    let Refusal::Moved(reason) = refusal else { return Ok(()) };
    if target.stale.as_ref().is_some_and(|known| known.reason == *reason) {
        return Ok(());
    }
    target.stale =
        Some(StaleUndo { reason: reason.clone(), at: tx.now(), first: Vec::new(), can_merge: false });
    tx.put(target)
}

/// Marks `target` as undone by `by`, and updates what follows from it: a decision that no longer counts for
/// habits or, if `target` was itself an undo, the receipt that is in effect again.
pub fn mark_undone(tx: &mut Tx<'_>, target: &mut Receipt, by: &Receipt) -> Result<()> {
    let at = tx.now();
    // Countersign, or a worker, reports effects in the world, on behalf of the person who asked.
    let actor = match (&by.allowed_by, tx.actor().kind) {
        (AllowedBy::Person(name), ActorKind::System | ActorKind::Agent) => {
            format!("{}:{name}", ActorKind::Person.as_str())
        }
        _ => tx.actor().to_string(),
    };
    let undone = |receipt: &str| Undone {
        event_id: by.event_id.clone(),
        receipt: receipt.to_owned(),
        by: actor.clone(),
        at,
    };
    target.undone = Some(undone(&by.id));
    target.stale = None;
    news::turned(target, by, &actor);
    tx.put(target)?;
    // Along a chain of undos, receipts are alternately in effect again and not.
    let (mut stands, mut last, mut next) = (true, target.id.clone(), target.undoes.clone());
    while let Some(id) = next {
        let mut earlier: Receipt = tx.need(&id)?;
        earlier.undone = (!stands).then(|| undone(&last));
        if stands && earlier.inverse.is_some() {
            // The undo used up the data for its own inverse; the redo's data leads back to the same state.
            earlier.inverse.clone_from(&by.inverse);
        }
        count_decision(tx, &earlier, stands)?;
        news::turned(&mut earlier, by, &actor);
        tx.put(&earlier)?;
        (stands, last, next) = (!stands, earlier.id, earlier.undoes);
    }
    count_decision(tx, target, false)
}

fn count_decision(tx: &mut Tx<'_>, receipt: &Receipt, counts: bool) -> Result<()> {
    let Some(item) = &receipt.item else { return Ok(()) };
    let Value::String(decision) = tx.field::<Item>(item, "decision")? else { return Ok(()) };
    let mut decision: Decision = tx.need(&decision)?;
    decision.withdrawn = !counts;
    tx.put(&decision)
}

/// Swaps before and after.
fn swap(change: &FieldChange) -> FieldChange {
    let change = change.clone();
    FieldChange {
        label: change.label,
        before: change.after,
        after: change.before,
        before_words: change.after_words,
        after_words: change.before_words,
        of_call: change.of_call,
        in_diff: false,
    }
}

/// Returns the words for undoing something; what undoes an undo is called redo.
fn taken_back(summary: &Message) -> Message {
    match (summary.id(), summary.filled("said")) {
        (Some("judge-undo-of" | "judge-undo-merged"), Some(what)) => {
            say!("judge-redo-of", said = what.clone())
        }
        (Some("judge-redo-of"), Some(what)) => say!("judge-undo-of", said = what.clone()),
        _ => say!("judge-undo-of", said = summary.clone()),
    }
}

/// Creates the receipt of an undo: what it restored, and how to undo it.
pub fn undo_receipt(tx: &mut Tx<'_>, target: &Receipt, restored: &[Value]) -> Receipt {
    let (by, level) = (AllowedBy::Person(tx.actor().name.clone()), tx.call().origin.level);
    let mut receipt = Receipt {
        run: target.run.clone(),
        agent: target.agent.clone(),
        subject: target.subject.clone(),
        summary: taken_back(&target.summary),
        result: json!({"restored": restored}),
        effects: target.effects.iter().map(swap).collect(),
        undoes: Some(target.id.clone()),
        is_redo: target.undoes.is_some() && !target.is_redo,
        step: target.step.clone(),
        plan: target.plan.clone(),
        ..Receipt::made(tx, "undo", by, Some(level))
    };
    receipt.set_reversal(&Reversal::Exact);
    receipt
}

/// After a landing: if the tool was the agent's undo, marks the receipt as undone.
pub fn finish_receipt(tx: &mut Tx<'_>, tool: &Tool, result: &Value, receipt: &mut Receipt) -> Result<()> {
    if tool.name != UNDO_TOOL {
        return Ok(());
    }
    let target = result["receipt"].as_str().ok_or_else(|| Error::bug("an undo names no receipt"))?;
    let mut target: Receipt = tx.need(target)?;
    receipt.undoes = Some(target.id.clone());
    mark_undone(tx, &mut target, receipt)
}

/// Returns what the calls of an undo would touch, and what a person must know of them.
fn inverse_facts(tx: &mut Tx<'_>, receipt: &Receipt) -> Result<(Facts, Vec<Message>)> {
    let (mut facts, mut warnings) = (Facts::default(), Vec::new());
    let Some(inverse) = &receipt.inverse else { return Ok((facts, warnings)) };
    let judged = inverse_calls(tx, receipt, inverse)?.map_err(|refusal| Error::invalid(refusal.message()))?;
    for Judged { tool, examined } in judged {
        let examined = examined?;
        if examined.verdict.ruling == Ruling::Refuse {
            let why = Message::joined("; ", &examined.verdict.reasons);
            return Err(Error::invalid(say!("judge-undo-tool-refused", tool = tool.name, saids = why)));
        }
        warnings.push(say!("judge-undo-calls", tool = tool.name, class = examined.class.as_str()));
        warnings.extend(examined.forecast.preview.warnings.iter().cloned());
        let found = &examined.forecast.facts;
        if examined.class == Class::Destructive && found.class() != Class::Destructive {
            facts.destroys.push(say!("judge-undo-destroys", tool = tool.name));
        }
        let names = [
            (&mut facts.reads, &found.reads),
            (&mut facts.writes, &found.writes),
            (&mut facts.deletes, &found.deletes),
            (&mut facts.hosts, &found.hosts),
        ];
        names.into_iter().for_each(|(all, own)| all.extend(own.iter().cloned()));
        let words = [
            (&mut facts.destroys, &found.destroys),
            (&mut facts.changes, &found.changes),
            (&mut facts.executes, &found.executes),
            (&mut facts.protected, &found.protected),
        ];
        words.into_iter().for_each(|(all, own)| all.extend(own.iter().cloned()));
        facts.sends |= found.sends;
        facts.opaque |= found.opaque;
        facts.outside |= found.outside;
        facts.privileged |= found.privileged;
    }
    Ok((facts, warnings))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct UndoArgs {
    /// The receipt to undo; or its item, or its event.
    receipt: String,
    /// Its exact handle, if it must be checked.
    #[serde(default)]
    expected_event_id: Option<String>,
    /// Merges the undo with what has changed since: `new`, or the digest of the merge that was shown.
    #[serde(default)]
    merge: Option<String>,
}

struct UndoTool;

impl UndoTool {
    fn args(args: &Doc) -> Result<UndoArgs> {
        serde_json::from_value(Value::Object(args.clone())).map_err(|e| Error::invalid(e.to_string()))
    }
}

impl StoreTool for UndoTool {
    fn forecast(&self, tx: &mut Tx<'_>, args: &Doc) -> Result<Forecast> {
        let given = Self::args(args)?;
        // What names nothing that landed is for the agent to mend.
        let receipt = find::receipt(tx, &given.receipt).map_err(|e| match e.code {
            ErrorCode::Conflict => Error::invalid(e.message),
            _ => e,
        })?;
        if receipt.agent != tx.actor().agent_name() && tx.actor().kind == ActorKind::Agent {
            return Err(Error::not_found(say!("op-no-receipt-of-yours", id = given.receipt)));
        }
        let handle = given.expected_event_id.unwrap_or_else(|| receipt.event_id.clone());
        let noop = receipt.undone.as_ref().map(|u| say!("judge-already-undone", event = u.event_id));
        if noop.is_none() && receipt.undo_action.is_none() {
            return Err(Error::invalid(say!("judge-cannot-be-undone", receipt = receipt.id))
                .hint(receipt.irreversible_reason.clone().unwrap_or_default()));
        }
        let mut args = Doc::new();
        args.insert("receipt".to_owned(), receipt.id.clone().into());
        args.insert("expected_event_id".to_owned(), handle.into());
        if let Some(shown) = given.merge.filter(|_| noop.is_none()) {
            return forecast_merge(tx, &receipt, args, &shown);
        }
        let (facts, warnings) =
            if noop.is_some() { Default::default() } else { inverse_facts(tx, &receipt)? };
        Ok(Forecast {
            args,
            facts: Facts {
                writes: [vec![format!("receipt:{}/undone", receipt.id)], facts.writes].concat(),
                ..facts
            },
            summary: taken_back(&receipt.summary),
            preview: Preview {
                target: say!("judge-undo-target", receipt = receipt.id),
                changes: receipt.effects.iter().map(swap).collect(),
                warnings,
                ..Preview::default()
            },
            noop,
            reversal: Reversal::Exact,
            typed: receipt.id.clone(),
            ..Forecast::default()
        })
    }

    fn apply(&self, tx: &mut Tx<'_>, args: &Doc) -> Result<Value> {
        let given = Self::args(args)?;
        let receipt: Receipt = tx.find(&given.receipt)?;
        if given.merge.is_some() {
            if let Some(refusal) = refusal(tx, &receipt, given.expected_event_id.as_deref())? {
                return Err(Error::stale(refusal.message()));
            }
            let merge = merge::of(tx, &receipt)?;
            if given.merge.as_deref() != Some(&merge.digest) {
                return Err(Error::stale(say!("judge-merge-moved")));
            }
            let restored = merge::apply(tx, merge)?;
            return Ok(json!({"receipt": receipt.id, "restored": restored}));
        }
        match revert(tx, &receipt, given.expected_event_id.as_deref())? {
            Ok(restored) => Ok(json!({"receipt": receipt.id, "restored": restored})),
            Err(refusal) => Err(Error::stale(refusal.message())),
        }
    }
}

/// Forecasts an undo merged with what has changed since.
fn forecast_merge(tx: &mut Tx<'_>, receipt: &Receipt, mut args: Doc, shown: &str) -> Result<Forecast> {
    let merge = merge::of(tx, receipt)?;
    if shown != "new" && shown != merge.digest {
        return Err(Error::stale(say!("judge-merge-moved")));
    }
    args.insert(MERGE.to_owned(), merge.digest.into());
    let writes = vec![format!("receipt:{}/undone", receipt.id)];
    Ok(Forecast {
        args,
        facts: Facts { writes, ..Facts::default() },
        summary: say!("judge-undo-merged", said = receipt.summary.clone()),
        preview: Preview { target: say!("judge-undo-target", receipt = receipt.id), ..merge.preview },
        reversal: Reversal::Exact,
        typed: receipt.id.clone(),
        ..Forecast::default()
    })
}

/// Returns how an item would undo an effect in the world: as its receipt says, or merged as it was shown. The refusal
/// says what has changed since.
pub fn inverse_of(tx: &mut Tx<'_>, item: &Item, target: &Receipt) -> Result<Result<Inverse, Refusal>> {
    let Some(inverse) = &target.inverse else { return Err(Error::bug("its inverse is gone")) };
    let Some(shown) = item.args.get(MERGE).and_then(Value::as_str) else {
        return Ok(match inverse_refusal(tx, target, inverse)? {
            Some(refusal) => Err(refusal),
            None => Ok(inverse.clone()),
        });
    };
    let merge = match merge::of(tx, target) {
        Err(e) if e.code == ErrorCode::Stale && !tx.is_asking() => return Ok(Err(Refusal::Moved(e.message))),
        merge => merge?,
    };
    match merge.inverse {
        Some(inverse) if merge.digest == shown => Ok(Ok(inverse)),
        _ => Ok(Err(Refusal::Moved(say!("judge-merge-moved")))),
    }
}

/// Returns the tools of the core itself.
pub fn tools() -> Vec<Tool> {
    vec![Tool {
        server: "countersign".to_owned(),
        name: UNDO_TOOL.to_owned(),
        doc: "Propose to take back what a receipt of yours did. A person decides.".to_owned(),
        schema: schemars::schema_for!(UndoArgs).to_value(),
        class: Class::Mutable,
        hold: None,
        explode: None,
        rerun: false,
        action: "write",
        effect: Effect::Store(&UndoTool),
        upstream: None,
    }]
}
