//! `call.propose`: an agent's call. It is judged before anything happens; harmless calls run at once, others
//! become an item that a person decides.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{
    ActorKind, Outcome, Setup,
    answer_status::{DecisionStatus, ElementOutcome},
    authority::Grant,
    call::{
        explode,
        gate::{self, Assessment},
        late_answer,
        placeholder::{self, Bound},
        queue,
        twin::{self, Twin},
    },
    change_set,
    effect::{
        landing::{self, CallOutcome},
        operations::Reported,
    },
    error::{Error, Result},
    item::{Item, ItemStatus, Reason, Trigger, status, view::ItemView},
    judge::{Class, NotedVerdict, Ruling, TableRow},
    op::{Answer, Op, Part, Undo, read_output},
    question,
    receipt::{AllowedBy, Receipt, handle::Handle},
    record::Doc,
    run::{self, Run},
    tool::{Effect, Hold, Tool},
    tx::Tx,
};

/// See the module.
pub struct CallPropose;

/// A call of a tool.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// The run it belongs to; by default the open run of this agent in this folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    /// The tool, `task.set_title`.
    pub tool: String,
    /// Its arguments.
    #[serde(default)]
    pub args: Doc,
    /// How long to wait for a person: `wait` or `queue`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hold: Option<Hold>,
    /// What the call does, in the agent's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub human_summary: Option<String>,
    /// True for one element of a batch call; such a call is not split again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub element: bool,
    /// The question of this run whose answer it assumes; a later answer supersedes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
}

/// How a call ended for now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CallStatus {
    /// It was done, or there was nothing to do.
    Done,
    /// A person will decide; the agent goes on.
    Queued,
    /// A person has not decided while the caller waited.
    Waiting,
    /// A person said no.
    Rejected,
    /// The policy said no.
    Refused,
    /// The arguments cannot run.
    Invalid,
}

/// The set an item joined.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct SetRef {
    /// Its id.
    pub id: String,
}

/// The outcome of one element of a batch call.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Element {
    /// Its position in the list, from 0.
    pub index: usize,
    /// The outcome.
    pub outcome: ElementOutcome,
    /// The item, where there is one.
    pub item: Option<String>,
    /// In words.
    pub message: Message,
    /// The status of its item when the caller had waited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<ItemStatus>,
    /// What landed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub landed: Option<Handle>,
}

/// How the elements of a batch call add up.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Counts {
    /// All of them.
    pub elements: usize,
    /// Queued, or done at once.
    pub added: usize,
    /// Unfit to run.
    pub malformed: usize,
    /// Already so, or already proposed.
    pub redundant: usize,
    /// Refused, or rejected before.
    pub rejected: usize,
}

/// The answer to a call.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Output {
    /// How it ended for now.
    pub status: CallStatus,
    /// The item that a single call became.
    pub item: Option<ItemView>,
    /// The items that a batch call became.
    pub items: Vec<ItemView>,
    /// The set they joined.
    pub change_set: Option<SetRef>,
    /// What landed.
    pub receipt: Option<Receipt>,
    /// What came back, when it was done.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub result: Value,
    /// In words.
    pub message: Message,
    /// What to do about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<Message>,
    /// Whether it was already so, or already proposed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub redundant: bool,
    /// Why it was judged so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Reason>,
    /// The run it belongs to.
    pub run: Option<String>,
    /// Element by element, for a batch call.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub elements: Vec<Element>,
    /// How the elements add up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counts: Option<Counts>,
    /// The handle of what landed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latest_reversible_event_id: Option<String>,
    /// What that event was about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latest_reversible_event_type: Option<String>,
}

impl Output {
    /// Creates an answer with only that status.
    pub fn new(status: CallStatus, message: impl Into<Message>) -> Self {
        Self {
            status,
            item: None,
            items: Vec::new(),
            change_set: None,
            receipt: None,
            result: Value::Null,
            message: message.into(),
            hint: None,
            redundant: false,
            why: None,
            run: None,
            elements: Vec::new(),
            counts: None,
            latest_reversible_event_id: None,
            latest_reversible_event_type: None,
        }
    }

    /// Adds what became of its items while the caller waited.
    pub fn add_outcomes(&mut self, became: &[status::Output]) {
        for now in became {
            let landed = now.receipt.as_ref().map(Handle::from);
            if let Some(handle) = landed.as_ref().filter(|h| h.latest_reversible_event_id.is_some()) {
                self.latest_reversible_event_id.clone_from(&handle.latest_reversible_event_id);
                self.latest_reversible_event_type.clone_from(&handle.latest_reversible_event_type);
            }
            let of_item = |element: &&mut Element| element.item.as_ref() == Some(&now.id);
            for element in self.elements.iter_mut().filter(of_item) {
                element.status = Some(now.status);
                element.landed.clone_from(&landed);
            }
        }
        if let [only] = became {
            self.receipt.clone_from(&only.receipt);
            self.result.clone_from(&only.result);
        }
    }

    pub(super) fn with_receipt(mut self, receipt: Receipt) -> Self {
        if receipt.undo_action.is_some() {
            self.latest_reversible_event_id = Some(receipt.event_id.clone());
            self.latest_reversible_event_type = Some(receipt.event_type.clone());
        }
        self.receipt = Some(receipt);
        self
    }

    pub(super) fn with_item(mut self, item: Item) -> Self {
        self.change_set = Some(SetRef { id: item.set.clone() });
        self.item = Some(ItemView::from(item));
        self
    }
}

impl Op for CallPropose {
    const NAME: &'static str = "call.propose";
    const DOC: &'static str = "Call a tool: harmless calls run at once, others wait for a person";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Agent, ActorKind::Person];
    const UNDO: Undo = Undo::ByChanges;
    const COMPOSITE: bool = true;
    const HTTP: &'static str = "POST /v1/runs/{run}/calls";
    const CLI: &'static str = "call {tool} --args {args} --run {run} --wait {hold=wait} --queue {hold=queue} --summary {human_summary} --question {question}";
    type Input = Input;
    type Output = Output;

    fn comes_apart(&self, setup: &Setup, input: &Input) -> bool {
        explode::is_batch(setup, input)
    }

    fn parts(&self, view: &mut Tx<'_>, input: &Input) -> Result<Option<Vec<Part>>> {
        explode::parts(view, input)
    }

    fn join(&self, _input: &Input, answers: Vec<Result<Answer>>) -> Result<Output> {
        explode::join(answers)
    }

    fn run(&self, tx: &mut Tx<'_>, input: &Input) -> Result<Output> {
        let tool = gate::find_tool(tx, &input.tool)?;
        if !tool.is_offered() {
            let why = if tool.is_handed() { say!("op-what-hook-asks") } else { say!("op-what-person-does") };
            return Err(Error::invalid(say!("op-not-a-tool", tool = tool.name, said_why = why)));
        }
        let mut run = run::for_call(tx, input.run.as_deref())?;
        let question =
            input.question.as_deref().map(|given| question::of_run(tx, &run, given)).transpose()?;
        let mut args = input.args.clone();
        let said = if gate::has_own_summary(tool) { None } else { gate::take_summary(&mut args) };
        let claim = input.human_summary.clone().or(said).filter(|_| !input.element);
        let args = Given::WithPlaceholders(args);
        let mut output = propose(tx, &mut run, tool, args, claim, input.hold)?;
        if let (Some(question), Some(view), false) = (question, &mut output.item, output.redundant) {
            question::refer(tx, &view.id, &question)?;
            view.question = Some(question);
        }
        Ok(Output { run: Some(run.id.clone()), ..output })
    }

    fn may_only_read(&self, setup: &Setup, input: &Input) -> bool {
        let Some(tool) = setup.catalog.find(&input.tool) else { return false };
        let entry = setup.policy.tool(&tool.server, &tool.name).and_then(|e| e.class);
        // Reads of the store go through the writer, which has seen everything posted.
        matches!(tool.effect, Effect::World) && entry.unwrap_or(tool.class) == Class::Read
    }

    fn with_result(&self, output: &mut Value, result: Value) {
        if !result.is_null() {
            output["result"] = result;
        }
    }

    fn landed(&self, output: Value, finished: Answer) -> Result<Answer> {
        let mut output = read_output::<Self>(output)?;
        let (done, receipt, message, reversible) = match Reported::read(&finished)? {
            Reported::Finished(ended) => (
                ended.status == DecisionStatus::Applied,
                ended.receipt,
                ended.message,
                (ended.latest_reversible_event_id, ended.latest_reversible_event_type),
            ),
            Reported::Reverted(undo) => (
                false,
                Some(undo.receipt),
                undo.message,
                (undo.latest_reversible_event_id, undo.latest_reversible_event_type),
            ),
        };
        output.status = if done { CallStatus::Done } else { CallStatus::Queued };
        output.result = receipt.as_ref().map(|r| r.result.clone()).unwrap_or_default();
        output.receipt = receipt;
        output.message = message;
        output.latest_reversible_event_id = reversible.0.or(output.latest_reversible_event_id);
        output.latest_reversible_event_type = reversible.1.or(output.latest_reversible_event_type);
        let outcome = if done { Outcome::Done } else { Outcome::Held };
        Ok(Answer { value: serde_json::to_value(output).map_err(Error::bug)?, outcome, ..finished })
    }

    fn outcome(output: &Output) -> Outcome {
        match output.status {
            CallStatus::Done => Outcome::Done,
            CallStatus::Queued | CallStatus::Waiting => Outcome::Held,
            CallStatus::Rejected | CallStatus::Refused => Outcome::Refused,
            CallStatus::Invalid => Outcome::Invalid,
        }
    }
}

/// The precision of the time when a run was last active.
const HEARD_MS: u64 = 60_000;

/// The arguments of a call.
pub enum Given {
    /// As an agent gives them: they may have placeholders for results of its earlier items.
    WithPlaceholders(Doc),
    /// As they landed before: nothing in them is a placeholder.
    Literal(Doc),
}

/// Puts one call through the gate.
pub fn propose(
    tx: &mut Tx<'_>,
    run: &mut Run,
    tool: &Tool,
    args: Given,
    claim: Option<String>,
    asked_hold: Option<Hold>,
) -> Result<Output> {
    if !tx.actor().may_use(&tool.name) {
        return Err(Error::refused(say!("judge-token-not-for", who = tx.actor(), op = tool.name))
            .hint(say!("op-hint-token-is-for", scopes = tx.actor().scopes.join(", "))));
    }
    let output = judged(tx, run, tool, args, claim, asked_hold)?;
    // Calls without changes update the run's clock once a minute: a read is then one event and no record.
    if !tx.is_untouched() || run.last_at.saturating_add(HEARD_MS) <= tx.now() {
        run.last_at = tx.now();
        tx.put(run)?;
    }
    Ok(output)
}

fn judged(
    tx: &mut Tx<'_>,
    run: &mut Run,
    tool: &Tool,
    given: Given,
    claim: Option<String>,
    asked_hold: Option<Hold>,
) -> Result<Output> {
    let (args, literal) = match given {
        Given::WithPlaceholders(args) => (args, false),
        Given::Literal(args) => (args, true),
    };
    if explode::rule(tx.setup(), tool).is_some_and(|rule| !rule.is_one(&args)) {
        let error = Error::invalid(say!("op-takes-list", tool = tool.name));
        return Ok(invalid(tx, run, tool, &args, error));
    }
    // Taken from the catalogue, so that it outlives the transaction's borrow.
    let tool = gate::find_tool(tx, &tool.name)?;
    let bound =
        if literal { Ok(Bound::from(args.clone())) } else { placeholder::bind(tx, run, args.clone()) };
    let examined = match bound.and_then(|bound| gate::examine(tx, run, tool, bound, gate::Options::default()))
    {
        Ok(examined) => examined,
        Err(e) if gate::is_mendable(&e) => return Ok(invalid(tx, run, tool, &args, e)),
        Err(e) => return Err(e),
    };
    note_verdict(tx, &examined);
    let output = match examined.verdict.ruling {
        Ruling::Refuse => {
            landing::note(tx, &run.id, tool, &examined.forecast.args, CallOutcome::Held);
            let (why, hint) = examined.refusal(run);
            Output { hint, ..Output::new(CallStatus::Refused, say!("op-refused", saids = why)) }
        }
        Ruling::Proceed if examined.class == Class::Read && examined.unbound => {
            let error = Error::invalid(say!("op-read-does-not-wait"))
                .hint(say!("op-hint-read-when-landed", ids = examined.waits_for.join(" and ")));
            invalid(tx, run, tool, &examined.forecast.args, error)
        }
        Ruling::Proceed if examined.class == Class::Read => {
            if let (Some(grant), TableRow::Grant) = (&examined.grant, examined.verdict.row) {
                use_grant(tx, grant.clone())?;
            }
            let result = match landing::read(tx, run, &examined) {
                Err(e) if gate::is_mendable(&e) => {
                    return Ok(invalid(tx, run, tool, &examined.forecast.args, e));
                }
                other => other?,
            };
            Output { result, ..Output::new(CallStatus::Done, examined.forecast.summary.clone()) }
        }
        _ if examined.forecast.noop.is_some() => {
            landing::note(tx, &run.id, tool, &examined.forecast.args, CallOutcome::Held);
            let why = examined.forecast.noop.clone().unwrap_or_default();
            Output { redundant: true, ..Output::new(CallStatus::Done, say!("op-nothing-to-do", said = why)) }
        }
        Ruling::Proceed if examined.waits_for.is_empty() => proceed(tx, run, &examined)?,
        Ruling::Proceed | Ruling::ProceedAfter | Ruling::Ask => hold(tx, run, &examined, claim, asked_hold)?,
    };
    Ok(Output { why: Some(examined.why()), ..output })
}

/// Logs the verdict on a call, and the policy's digest.
pub(crate) fn note_verdict(tx: &mut Tx<'_>, examined: &Assessment<'_>) {
    tx.note(
        NotedVerdict::FIELD,
        json!(NotedVerdict {
            ruling: examined.verdict.ruling,
            row: examined.verdict.row,
            rule: examined.verdict.rule.clone(),
            class: examined.class,
            reasons: examined.verdict.reasons.clone(),
            policy: tx.setup().policy.digest().to_owned(),
        }),
    );
}

fn invalid(tx: &mut Tx<'_>, run: &Run, tool: &Tool, args: &Doc, error: Error) -> Output {
    landing::note(tx, &run.id, tool, args, CallOutcome::Error { message: &error.message, by_person: false });
    Output { hint: error.hint, ..Output::new(CallStatus::Invalid, error.message) }
}

/// Returns what allows a call that needs no person; a grant is used up by it.
pub(crate) fn allowed_by(tx: &mut Tx<'_>, examined: &Assessment<'_>) -> Result<AllowedBy> {
    match (&examined.grant, examined.verdict.row) {
        (Some(grant), TableRow::Grant) => use_grant(tx, grant.clone()),
        (_, TableRow::PlanStep) => {
            let plan = examined.plan_step.as_ref().map(|p| p.id.clone());
            Ok(AllowedBy::Plan(plan.unwrap_or_default()))
        }
        (_, row) => {
            let named = examined.verdict.rule.clone();
            Ok(AllowedBy::Policy(named.unwrap_or_else(|| row.as_str().to_owned())))
        }
    }
}

pub(crate) fn proceed(tx: &mut Tx<'_>, run: &mut Run, examined: &Assessment<'_>) -> Result<Output> {
    let allowed_by = allowed_by(tx, examined)?;
    if matches!(examined.tool.effect, Effect::World) {
        let mut item = queue::queue(tx, run, examined, None, Hold::Queue)?;
        item.decided_at = Some(tx.now());
        change_set::step(tx, &mut item, Trigger::Confirm)?;
        landing::dispatch(tx, &mut item, allowed_by)?;
        return Ok(Output::new(CallStatus::Done, item.summary.clone()).with_item(item));
    }
    match landing::land(tx, run, examined, None, allowed_by) {
        Ok((result, receipt)) => {
            let message = receipt.summary.clone();
            Ok(Output { result, ..Output::new(CallStatus::Done, message).with_receipt(receipt) })
        }
        Err(e) if gate::is_mendable(&e) => Ok(invalid(tx, run, examined.tool, &examined.forecast.args, e)),
        Err(e) => Err(e),
    }
}

fn use_grant(tx: &mut Tx<'_>, mut grant: Grant) -> Result<AllowedBy> {
    grant.used += 1;
    grant.uses_left = grant.uses_left.map(|n| n.saturating_sub(1));
    tx.put(&grant)?;
    tx.note("grant", json!(grant.id));
    Ok(AllowedBy::Grant(grant.id))
}

pub(crate) fn hold(
    tx: &mut Tx<'_>,
    run: &mut Run,
    examined: &Assessment<'_>,
    claim: Option<String>,
    asked: Option<Hold>,
) -> Result<Output> {
    hold_beside(tx, run, examined, claim, asked, |_| true)
}

/// Like `hold`, but only open items that `counts` accepts are the same proposal.
pub(crate) fn hold_beside(
    tx: &mut Tx<'_>,
    run: &mut Run,
    examined: &Assessment<'_>,
    claim: Option<String>,
    asked: Option<Hold>,
    counts: impl Fn(&Item) -> bool,
) -> Result<Output> {
    let hold = match gate::hold(tx, examined.tool, asked) {
        Hold::None => Hold::Queue,
        other => other,
    };
    landing::note(tx, &run.id, examined.tool, &examined.forecast.args, CallOutcome::Held);
    if let Some(landed) = late_answer::find(tx, run, examined)? {
        return Ok(landed);
    }
    match twin::find(tx, run, examined.twins(), hold, counts)? {
        Some(Twin::Open(twin)) => {
            let message = say!("op-already-proposed", id = twin.id, status = twin.status.as_str());
            Ok(Output { redundant: true, ..Output::new(CallStatus::Queued, message).with_item(*twin) })
        }
        Some(Twin::Rejected(mut twin)) => {
            twin.told = true;
            tx.put(&*twin)?;
            let before = match &twin.reason {
                Some(reason) => say!("op-before-why", reason = format!("{reason:?}")),
                None => say!("op-before-plain"),
            };
            let message = say!("op-rejected-before", said_before = before);
            Ok(Output::new(CallStatus::Rejected, message).with_item(*twin))
        }
        None => {
            let item = queue::queue(tx, run, examined, claim, hold)?;
            let mut message = say!("op-queued");
            if let Some(wait_ms) = item.wait_ms {
                message = say!("op-queued-countdown", said = message, n = wait_ms.div_ceil(1000));
            }
            Ok(Output::new(CallStatus::Queued, message).with_item(item))
        }
    }
}
