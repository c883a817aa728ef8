//! Landing: carries out an allowed call, exactly once, with its receipt.

use countersign_words::{Message, say};
use serde_json::Value;

use crate::{
    actor::Level,
    call::{
        binding,
        gate::{self, Assessment},
    },
    change_set,
    decision::Decision,
    effect::large_result,
    error::{Error, Result},
    event::{CallNote, ResultStatus},
    function, handover, hub,
    item::{Item, Trigger, confirm::Output, verb},
    judge::Class,
    plan,
    receipt::{AllowedBy, Receipt, RerunAction, UndoAction, UndoLabel, undo},
    record::{Doc, Record},
    redact,
    run::Run,
    server::pins,
    stage, taint,
    tool::{Effect, FieldChange, Reversal, StoreTool, Tool},
    tx::Tx,
    world::{Ask, Inverse, Job, Order},
};

pub(crate) use super::told_result::{cut, weighs_at_most};
pub use super::told_result::{is_failure, told_result};

/// Runs a call that only reads. It is logged as automatic, and there is nothing to undo.
pub fn read(tx: &mut Tx<'_>, run: &Run, examined: &Assessment<'_>) -> Result<Value> {
    taint::mark(tx, run, examined.tool, &examined.forecast.facts, None)?;
    let result = answer(tx, run, examined)?;
    note(
        tx,
        &run.id,
        examined.tool,
        &examined.forecast.args,
        CallOutcome::Success { result: &result, by_person: false },
    );
    Ok(result)
}

/// Returns the result of a call that only reads.
pub fn answer(tx: &mut Tx<'_>, run: &Run, examined: &Assessment<'_>) -> Result<Value> {
    match (&examined.forecast.answer, examined.tool.effect) {
        (Some(answer), _) => Ok(answer.clone()),
        (None, Effect::Store(code)) => code.apply(tx, &examined.forecast.args),
        (None, Effect::World) => {
            let ask = gate::ask(tx, run, examined.tool, examined.given.clone(), u32::MAX)?;
            tx.world_read(Ask { allowed: examined.has_authority(), ..ask })
        }
    }
}

fn store_code(tool: &Tool) -> Result<&'static dyn StoreTool> {
    match tool.effect {
        Effect::Store(code) => Ok(code),
        Effect::World => Err(Error::bug(format!("{} does not have its effect in the store", tool.name))),
    }
}

/// Applies a call and creates its receipt. If it fails, nothing of it remains.
pub fn land(
    tx: &mut Tx<'_>,
    run: &Run,
    examined: &Assessment<'_>,
    item: Option<&Item>,
    allowed_by: AllowedBy,
) -> Result<(Value, Receipt)> {
    let tool = examined.tool;
    let code = store_code(tool)?;
    let result = tx.attempt(|tx| code.apply(tx, &examined.forecast.args))?;
    let by_person = matches!(allowed_by, AllowedBy::Person(_));
    note(tx, &run.id, tool, &examined.forecast.args, CallOutcome::Success { result: &result, by_person });
    let mut made = receipt(tx, run, tool, item, allowed_by)?;
    made.summary.clone_from(&examined.forecast.summary);
    made.class = examined.class;
    made.result = redact::value(&result);
    made.effects.clone_from(&examined.forecast.preview.changes);
    made.set_reversal(&examined.forecast.reversal);
    made.plan = made.plan.or_else(|| examined.plan_step.clone());
    undo::finish_receipt(tx, tool, &result, &mut made)?;
    tx.create(&made)?;
    plan::landed(tx, &made)?;
    Ok((result, made))
}

/// Ends an item that proved to be a read, or harmless in its rehearsal: the rehearsal's answer is its result,
/// and nothing is run.
pub fn land_answer(
    tx: &mut Tx<'_>,
    item: &mut Item,
    answer: &Value,
    allowed_by: AllowedBy,
) -> Result<Output> {
    let run: Run = tx.need(&item.run)?;
    let tool = tool_once(tx, item);
    taint::mark(tx, &run, &tool, &item.facts, Some(&item.id))?;
    item.allowed_by = Some(allowed_by.clone());
    item.decided_at = Some(tx.now());
    change_set::pass(item, Trigger::Confirm)?;
    change_set::pass(item, Trigger::Begin)?;
    note(tx, &run.id, &tool, &item.args.clone(), CallOutcome::Success { result: answer, by_person: false });
    let mut made = receipt(tx, &run, &tool, Some(item), allowed_by)?;
    made.summary.clone_from(&item.summary);
    made.class = item.class;
    made.result = redact::value(answer);
    made.set_reversal(&Reversal::None);
    tx.create(&made)?;
    landed(tx, item, answer, made)
}

/// Creates the receipt for an effect that lands now; the caller fills in what and how.
pub fn receipt(
    tx: &mut Tx<'_>,
    run: &Run,
    tool: &Tool,
    item: Option<&Item>,
    allowed_by: AllowedBy,
) -> Result<Receipt> {
    let level = level(tx, item, &allowed_by)?;
    let made = Receipt::made(tx, &tool.name, allowed_by, level);
    let again = RerunAction { label: say!("judge-run-again"), receipt: made.id.clone() };
    Ok(Receipt {
        item: item.map(|i| i.id.clone()),
        run: Some(run.id.clone()),
        agent: run.agent.clone(),
        subject: run.subject().to_owned(),
        class: tool.class,
        rerun_action: tool.rerun.then_some(again),
        action: tool.action.to_owned(),
        step: item.map_or_else(|| run.step.clone(), |i| i.step.clone()),
        plan: item.and_then(|i| i.plan.clone()),
        ..made
    })
}

/// Creates the receipt for a person's change to their own data: nobody proposed it, and the call itself was
/// the decision.
pub fn own(
    tx: &mut Tx<'_>,
    subject: &str,
    summary: impl Into<Message>,
    action: &str,
    effects: Vec<FieldChange>,
) -> Result<Receipt> {
    let name = tx.call().op.spec().name;
    let (by, level) = (AllowedBy::Person(tx.actor().name.clone()), tx.call().origin.level.unsigned());
    let mut receipt = Receipt {
        subject: subject.to_owned(),
        summary: summary.into(),
        effects,
        action: action.to_owned(),
        ..Receipt::made(tx, name, by, Some(level))
    };
    receipt.set_reversal(&Reversal::Exact);
    tx.about(None, Some(name));
    tx.note_call(CallNote {
        tool: name.to_owned(),
        arguments: cut(redact::value(&tx.call().input)),
        result: Value::Null,
        result_status: Some(ResultStatus::Success),
        user_confirmed: true,
        execution_time_ms: 0,
    });
    tx.create(&receipt)?;
    Ok(receipt)
}

/// Returns the level of a person's approval. It is read from the decision, because the effect may be reported
/// later, by another process.
fn level(tx: &mut Tx<'_>, item: Option<&Item>, allowed_by: &AllowedBy) -> Result<Option<Level>> {
    if !matches!(allowed_by, AllowedBy::Person(_)) {
        return Ok(None);
    }
    let decision = item.and_then(|i| i.decision.as_deref()).map(|d| tx.need::<Decision>(d)).transpose()?;
    let own = decision.map_or(tx.call().origin.level, |d| d.level);
    let others = item.into_iter().flat_map(|i| &i.approvals).map(|a| a.level);
    Ok(Some(others.fold(own, Ord::min)))
}

impl Receipt {
    /// Creates the receipt for an effect of the named tool or operation that lands now; the caller fills in
    /// the rest.
    pub fn made(tx: &mut Tx<'_>, name: &str, allowed_by: AllowedBy, level: Option<Level>) -> Self {
        Self {
            id: tx.new_id(Self::KIND),
            item: None,
            run: None,
            agent: String::new(),
            subject: String::new(),
            tool: name.to_owned(),
            summary: Message::default(),
            class: Class::Mutable,
            allowed_by,
            level,
            event_id: tx.event_id(),
            event_type: name.to_owned(),
            at: tx.now(),
            duration_ms: 0,
            result: Value::Null,
            effects: Vec::new(),
            undo_action: None,
            irreversible_reason: None,
            rollback_label: Message::default(),
            rollback_cues: Vec::new(),
            rerun_action: None,
            inverse: None,
            undo_until: None,
            undoing: None,
            undo_item: None,
            undo_asked_by: None,
            undo_waits: None,
            stale: None,
            undone: None,
            untold: None,
            undoes: None,
            rolls_back: None,
            remaining: Vec::new(),
            is_redo: false,
            action: "write".to_owned(),
            step: None,
            plan: None,
        }
    }

    /// Sets how to undo an effect in the world. What that needs is kept for a while.
    pub fn keep(&mut self, tx: &Tx<'_>, inverse: Option<&Inverse>) {
        self.inverse = inverse.cloned();
        self.undo_until = inverse.map(|_| verb::undo_until(tx));
    }

    /// Sets how this can be undone, or why it cannot.
    pub fn set_reversal(&mut self, reversal: &Reversal) {
        let action = |label| Some(UndoAction { label, expected_event_id: self.event_id.clone() });
        match reversal {
            Reversal::Exact => {
                self.undo_action = action(UndoLabel::Undo);
                self.rollback_label = say!("judge-undo-exact");
            }
            Reversal::BestEffort { caveats } => {
                self.undo_action = action(UndoLabel::Rollback);
                self.rollback_label = say!("judge-undo-caveats");
                self.rollback_cues.clone_from(caveats);
            }
            Reversal::Irreversible { reason } => {
                self.rollback_label = say!("op-irreversible");
                self.irreversible_reason = Some(reason.clone());
            }
            Reversal::None => {
                self.rollback_label = say!("judge-undo-nothing");
                self.irreversible_reason = Some(say!("judge-changed-nothing"));
            }
        }
    }
}

/// The outcome of a call, for the log.
pub enum CallOutcome<'a> {
    /// It was done.
    Success {
        /// What came back.
        result: &'a Value,
        /// Whether a person approved it.
        by_person: bool,
    },
    /// It failed.
    Error {
        /// Why.
        message: &'a str,
        /// Whether a person approved it.
        by_person: bool,
    },
    /// A person said no.
    Rejected,
    /// It waits, or was refused before anything happened.
    Held,
}

/// Adds a call to the event, redacted and truncated.
pub fn note(tx: &mut Tx<'_>, run: &str, tool: &Tool, args: &Doc, told: CallOutcome<'_>) {
    note_named(tx, run, &tool.name, args, told);
}

/// Like [`note()`], where only the tool's name is known.
pub fn note_named(tx: &mut Tx<'_>, run: &str, tool: &str, args: &Doc, told: CallOutcome<'_>) {
    // What only waits has taken no time, whatever it took to judge it.
    let ms = match told {
        CallOutcome::Success { .. } | CallOutcome::Error { .. } => tx.call().asked_ms,
        CallOutcome::Rejected | CallOutcome::Held => 0,
    };
    note_timed(tx, run, tool, args, told, ms);
}

/// Like [`note_named`], where it is known how long the call took.
pub fn note_timed(tx: &mut Tx<'_>, run: &str, tool: &str, args: &Doc, told: CallOutcome<'_>, ms: u64) {
    let (result, status, user_confirmed) = match told {
        CallOutcome::Success { result, by_person } => {
            let status = if is_failure(result) { ResultStatus::Error } else { ResultStatus::Success };
            (told_result(result), Some(status), by_person)
        }
        CallOutcome::Error { message, by_person } => {
            (cut(Value::String(redact::text(message))), Some(ResultStatus::Error), by_person)
        }
        CallOutcome::Rejected => (Value::Null, Some(ResultStatus::RejectedByUser), false),
        CallOutcome::Held => (Value::Null, None, false),
    };
    tx.about(Some(run), Some(tool));
    tx.note_call(CallNote {
        tool: tool.to_owned(),
        arguments: cut(Value::Object(redact::doc(args))),
        result,
        result_status: status,
        user_confirmed,
        execution_time_ms: ms,
    });
}

/// Takes a confirmed item to its end inside this transaction: begin, check again, apply, receipt, children.
/// If it fails but can be retried, it becomes pending with its error; the decision that led here is spent.
pub fn land_item(tx: &mut Tx<'_>, item: &mut Item, allowed_by: AllowedBy) -> Result<Landing> {
    let run: Run = tx.need(&item.run)?;
    let tool = gate::tool_of(tx, item)?;
    let by_person = matches!(allowed_by, AllowedBy::Person(_));
    if [function::CALL, hub::CALL].contains(&tool.name.as_str()) {
        if let Some(moved) = definition_moved(tx, item, tool)? {
            item.error = Some(moved);
            item.decided_at = None;
            change_set::step(tx, item, Trigger::Drift)?;
            return Ok(Landing::Stale);
        }
        // The process that asked begins it.
        item.allowed_by = Some(allowed_by);
        item.error = None;
        tx.put(item)?;
        return Ok(Landing::Allowed);
    }
    if matches!(tool.effect, Effect::World) {
        if let Some(moved) = definition_moved(tx, item, tool)? {
            item.error = Some(moved);
            item.decided_at = None;
            change_set::step(tx, item, Trigger::Drift)?;
            return Ok(Landing::Stale);
        }
        dispatch(tx, item, allowed_by)?;
        return Ok(Landing::Begun);
    }
    if let Some(mut target) = undo::proposed(tx, item)? {
        let expected = item.args.get("expected_event_id").and_then(Value::as_str).map(str::to_owned);
        let inverse = match undo::refusal(tx, &target, expected.as_deref())? {
            Some(refusal) => Err(refusal),
            None => undo::inverse_of(tx, item, &target)?,
        };
        let inverse = match inverse {
            Ok(inverse) => inverse,
            Err(refusal) => {
                item.error = Some(refusal.message());
                change_set::step(tx, item, Trigger::Drift)?;
                return Ok(Landing::Stale);
            }
        };
        item.allowed_by = Some(allowed_by);
        change_set::step(tx, item, Trigger::Begin)?;
        undo::order_revert(tx, &mut target, inverse, Some(&item.id))?;
        return Ok(Landing::Begun);
    }
    // The final state is stored in this same transaction.
    change_set::pass(item, Trigger::Begin)?;
    let moved = crate::call::twin::drift(tx, &item.relies_on)?;
    if !moved.is_empty() {
        let message = say!("judge-changed-since-proposed", saids = Message::joined("; ", moved));
        note(tx, &run.id, tool, &item.args.clone(), CallOutcome::Error { message: &message, by_person });
        item.error = Some(message);
        item.decided_at = None;
        change_set::step(tx, item, Trigger::Drift)?;
        return Ok(Landing::Stale);
    }
    let landed = tx.attempt(|tx| {
        let examined = examine_again(tx, &run, item)?;
        land(tx, &run, &examined, Some(item), allowed_by)
    });
    match landed {
        Ok((result, receipt)) => {
            close(tx, item, &result, &receipt)?;
            Ok(Landing::Applied(Box::new(receipt)))
        }
        Err(e) => {
            let args = item.args.clone();
            note(tx, &run.id, tool, &args, CallOutcome::Error { message: &e.message, by_person });
            item.error = Some(e.message.clone());
            item.decided_at = None;
            change_set::step(tx, item, Trigger::Fail)?;
            Ok(Landing::Failed(e))
        }
    }
}

/// Says how the tool has changed since its item was proposed, if it has.
fn definition_moved(tx: &mut Tx<'_>, item: &Item, tool: &Tool) -> Result<Option<Message>> {
    if tx.setup().catalog.definition(tool)? != item.definition {
        return Ok(Some(say!("judge-definition-changed", tool = tool.name)));
    }
    let accepted = pins::is_accepted(tx, tool, &item.definition)?;
    Ok((!accepted).then(|| say!("judge-definition-unaccepted", tool = tool.name)))
}

/// Sets whether the agent must still be told the outcome of an item. An undecided item lands in the agent's
/// own call, whose answer tells it, unless that call's process died, or it waited for an objection.
pub fn to_tell(tx: &Tx<'_>, item: &mut Item) {
    let later = matches!(item.allowed_by, None | Some(AllowedBy::Person(_) | AllowedBy::Timeout(_)));
    item.told = !later && ![RECOVERY, binding::SURFACE].contains(&tx.call().origin.surface.as_str());
}

/// The surface of reports about a process that died in the middle.
pub const RECOVERY: &str = "recovery";

/// Ends an item whose effect landed; items that waited for it may continue.
fn close(tx: &mut Tx<'_>, item: &mut Item, result: &Value, receipt: &Receipt) -> Result<()> {
    item.receipt = Some(receipt.id.clone());
    large_result::keep(tx, item, result)?;
    item.error = None;
    to_tell(tx, item);
    drop_secret_args(tx, item)?;
    change_set::step(tx, item, Trigger::Land)?;
    handover::landed::to_tell(tx, item, receipt)?;
    binding::parent_landed(tx, &item.id)
}

/// Ends an item whose effect landed in the world, and creates the answer.
pub fn landed(tx: &mut Tx<'_>, item: &mut Item, result: &Value, receipt: Receipt) -> Result<Output> {
    close(tx, item, result, &receipt)?;
    Ok(Output::applied(&item.id, receipt))
}

/// Begins the effect of a confirmed item in the world: from here on it is either reported or in doubt.
pub fn dispatch(tx: &mut Tx<'_>, item: &mut Item, allowed_by: AllowedBy) -> Result<()> {
    item.allowed_by = Some(allowed_by);
    begin(tx, item, Trigger::Begin)
}

/// Hands an item over anew whose agent has not begun: what was captured for it is no longer so. It stays allowed by whom it
/// was, and keeps nothing of what it was before.
pub fn dispatch_again(tx: &mut Tx<'_>, item: &mut Item, args: &Doc) -> Result<()> {
    keep_args(tx, item, args)?;
    item.receipt = None;
    item.result = Value::Null;
    begin(tx, item, Trigger::Again)
}

fn begin(tx: &mut Tx<'_>, item: &mut Item, trigger: Trigger) -> Result<()> {
    item.error = None;
    change_set::step(tx, item, trigger)?;
    let order = order(tx, item)?;
    let run: Run = tx.need(&item.run)?;
    taint::mark(tx, &run, &tool_once(tx, item), &item.facts, Some(&item.id))?;
    taint::mark_files(tx, &run, &item.facts, &item.id)?;
    tx.order(Job::Apply(order));
    Ok(())
}

/// Returns the tool of an item whose effect was begun. If its server has dropped it, returns what is still
/// known of it.
pub fn tool_once(tx: &Tx<'_>, item: &Item) -> Tool {
    tx.setup().catalog.get(&item.tool).cloned().unwrap_or_else(|| Tool {
        server: item.tool.split('.').next().unwrap_or_default().to_owned(),
        name: item.tool.clone(),
        doc: String::new(),
        schema: Value::Null,
        class: item.class,
        hold: None,
        explode: None,
        rerun: false,
        action: "write",
        effect: Effect::World,
        upstream: None,
    })
}

/// Creates the order for an item.
pub fn order(tx: &mut Tx<'_>, item: &Item) -> Result<Order> {
    let run: Run = tx.need(&item.run)?;
    let mut stage = stage::of_call(tx, &run, &tool_once(tx, item), item.ordinal)?;
    if let Some(stage) = &mut stage {
        // An approval includes the hosts it sends to. Without a person's, this machine is what runs in the stage.
        stage.approved = matches!(item.allowed_by, Some(AllowedBy::Person(_)));
        if stage.approved {
            stage.hosts.extend(item.facts.hosts.iter().cloned());
            stage.hosts.extend(stage::hosts_of(tx, &stage.id)?);
        } else {
            stage.hosts.extend(item.facts.hosts_beyond().cloned());
        }
    }
    let args = exact_args(tx, item)?;
    if item.unbound {
        return Err(Error::bug(format!("{} holds placeholders and was begun", item.id)));
    }
    Ok(Order {
        id: item.id.clone(),
        tool: item.tool.clone(),
        args,
        preconditions: item.preconditions.clone(),
        run: run.scratch(),
        agent: run.agent,
        cwd: run.cwd,
        stage,
        host: run.host,
    })
}

/// How a landing ended.
pub enum Landing {
    /// The process that asked for it may begin.
    Allowed,
    /// It was begun in the world; the report comes later.
    Begun,
    /// It landed.
    Applied(Box<Receipt>),
    /// The state it depends on has changed.
    Stale,
    /// It failed and is pending again.
    Failed(Error),
}

/// Examines an item's call once more: the tool must be unchanged, and the arguments must still be valid.
fn examine_again<'a>(tx: &mut Tx<'a>, run: &Run, item: &Item) -> Result<Assessment<'a>> {
    let tool = gate::tool_of(tx, item)?;
    if tx.setup().catalog.definition(tool)? != item.definition {
        return Err(Error::stale(say!("judge-definition-changed", tool = tool.name))
            .hint(say!("judge-refresh-hint", item = item.id)));
    }
    if item.unbound {
        return Err(Error::bug(format!("{} holds placeholders and was to land", item.id)));
    }
    let args = exact_args(tx, item)?;
    let examined = gate::examine(tx, run, tool, args, gate::Options::after(item.ordinal))?;
    if let [waits_for, ..] = examined.waits_for.as_slice() {
        return Err(Error::conflict(say!("judge-needs-result", item = waits_for)));
    }
    Ok(examined)
}

/// Returns the exact arguments of an item, secrets included.
pub fn exact_args(tx: &mut Tx<'_>, item: &Item) -> Result<Doc> {
    let Some(name) = &item.args_blob else { return Ok(item.args.clone()) };
    let bytes = tx.blob(name)?.ok_or_else(|| {
        Error::conflict(say!("judge-args-gone", item = item.id)).hint(say!("judge-args-gone-hint"))
    })?;
    serde_json::from_slice(&bytes).map_err(|e| Error::bug(format!("kept arguments of {}: {e}", item.id)))
}

/// Writes arguments into an item: redacted, and the exact ones separately if they differ.
pub fn keep_args(tx: &mut Tx<'_>, item: &mut Item, args: &Doc) -> Result<()> {
    drop_secret_args(tx, item)?;
    let exact = Value::Object(args.clone());
    let shown = redact::value(&exact);
    if shown != exact {
        let bytes = serde_json::to_vec(&exact).map_err(Error::bug)?;
        item.args_blob = Some(tx.put_blob(bytes)?);
    }
    item.args = shown.as_object().cloned().unwrap_or_default();
    Ok(())
}

/// Deletes the exact arguments once nothing needs them.
pub fn drop_secret_args(tx: &mut Tx<'_>, item: &mut Item) -> Result<()> {
    match item.args_blob.take() {
        Some(name) => tx.drop_blob(&name),
        None => Ok(()),
    }
}
