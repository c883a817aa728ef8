//! Operates on steps: the current one of a run, what its evidence means for it and for the calls in it, and
//! which steps wait for a person.
//!
//! Evidence is about the state on which it was gathered: results of checks and verifiers from before
//! something of the step landed no longer count.

pub mod decide;
pub mod news;
pub mod operations;
mod reach;
mod record;
pub mod report;
mod work;

pub use self::record::{Check, Diagnostics, FailedCheck, Step, StepStatus, Verified};

use countersign_words::{Message, say};

use crate::{
    ActorKind,
    answer_status::WaitsKind,
    authority::habit,
    error::{Error, ErrorCode, Result},
    item::{
        Item, ItemStatus,
        view::{Waits, seconds_left, stands_still},
    },
    judge::{
        Band, Class, Evidence, Mode, RiskLevel,
        confidence::{self, Basis, Confidence, Millionths, WAIT_MS},
    },
    record::Record,
    run::{self, ModeFrom, Run, RunStatus},
    status::Status,
    store::Scan,
    text,
    tool::{Effect, Forecast, Tool},
    tx::Tx,
};
use work::Work;

/// The default number of retries of a step.
pub const MAX_RETRIES: u32 = 3;
/// The name for checks run by Countersign itself.
pub const COUNTERSIGN: &str = "countersign";
/// Who ended a step that had enough evidence.
const EVIDENCE: &str = "evidence";
/// The maximum length of a title.
const TITLE_CHARS: usize = 200;

/// A command that checks steps, and how it counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declared {
    /// The command.
    pub command: String,
    /// Whether passing it counts as evidence: a person declared it.
    pub counts: bool,
    /// Whether the policy lists it, and so allows running it.
    pub by_policy: bool,
}

/// Returns the commands that check the steps of a run. The agent's own come first: if they change something,
/// the checks that count see the result.
pub fn declared(tx: &Tx<'_>, run: &Run) -> Vec<Declared> {
    let policy = tx.setup().policy.checks();
    let own = run.checks.iter().filter(|c| !policy.contains(c));
    let own = own.map(|c| Declared { command: c.clone(), counts: run.checks_by_person, by_policy: false });
    let listed = policy.iter().map(|c| Declared { command: c.clone(), counts: true, by_policy: true });
    let mut all: Vec<Declared> = own.chain(listed).collect();
    all.sort_by_key(|d| d.counts);
    all
}

/// Returns the step with that id, if it belongs to the run.
pub fn find(tx: &mut Tx<'_>, run: &Run, given: &str) -> Result<Step> {
    let missing = || Error::not_found(say!("judge-no-step", step = given, run = run.id));
    let step: Step = match tx.find(given) {
        Err(e) if e.code == ErrorCode::NotFound => return Err(missing()),
        found => found?,
    };
    if step.run == run.id { Ok(step) } else { Err(missing()) }
}

/// Returns a step that the caller may see: an agent's own, or any for others.
pub fn own(tx: &mut Tx<'_>, given: &str) -> Result<(Run, Step)> {
    let step: Step = tx.find(given)?;
    match run::own(tx, &step.run) {
        Ok(run) => Ok((run, step)),
        // Reported as missing: an agent must not learn of other agents' work.
        Err(_) => Err(Error::not_found(say!("judge-not-yours", kind = "step", id = given))),
    }
}

/// Returns the open step of a call: the named one, or the current one of its run. None if one is to be begun
/// with `title`.
pub fn present(tx: &mut Tx<'_>, run: &Run, named: Option<&str>, title: Option<&str>) -> Result<Option<Step>> {
    if run.status == RunStatus::Paused {
        return Err(Error::conflict(say!("judge-run-paused", run = run.id)).hint(say!("judge-wait-person")));
    }
    let step = match (named, &run.step) {
        (Some(named), _) => find(tx, run, named)?,
        (None, Some(id)) => tx.need(id)?,
        (None, None) if title.is_some() => return Ok(None),
        (None, None) => {
            return Err(Error::conflict(say!("judge-no-step-begun", run = run.id))
                .hint(say!("judge-no-step-begun-hint")));
        }
    };
    if step.status != StepStatus::Running {
        return Err(not_running(&step));
    }
    if named.is_none() && title.is_some_and(|t| t.trim() != step.title) {
        return Err(Error::conflict(say!(
            "judge-step-unreported",
            step = step.id,
            title = format!("{:?}", step.title)
        ))
        .hint(say!("judge-step-unreported-hint")));
    }
    Ok(Some(step))
}

/// Returns why a step takes no more calls or reports.
fn not_running(step: &Step) -> Error {
    let (id, status) = (&step.id, step.status.as_str());
    let reason = step.reason.as_ref().map(|r| format!("{r:?}"));
    let error = Error::conflict(match (&step.decided_by, reason) {
        (None, None) => say!("judge-step-reported", step = id, status),
        (Some(who), None) => say!("judge-step-reported-by", step = id, status, who),
        (None, Some(reason)) => say!("judge-step-reported-why", step = id, status, reason),
        (Some(who), Some(reason)) => say!("judge-step-reported-by-why", step = id, status, who, reason),
    });
    match step.status.waits() {
        true => error.hint(say!("judge-word-first")),
        false => error.hint(say!("judge-step-over")),
    }
}

/// Begins a step and makes it the current one of its run.
pub fn begin(tx: &mut Tx<'_>, run: &mut Run, title: &str, max_retries: Option<u32>) -> Result<Step> {
    let title = title.trim();
    if title.is_empty() || title.chars().count() > TITLE_CHARS {
        return Err(Error::invalid(say!("judge-step-title", most = TITLE_CHARS)));
    }
    if let Some(id) = &run.step {
        let open: Step = tx.need(id)?;
        let error = Error::conflict(say!(
            "op-id-is",
            id = format!("{id} ({:?})", open.title),
            status = open.status.as_str()
        ));
        return Err(match open.status.waits() {
            true => error.hint(say!("judge-word-before-next")),
            false => error.hint(say!("judge-step-unreported-hint")),
        });
    }
    let last = Scan::prefix(Step::KIND.name, "step.run", &format!("{}/", run.id)).reversed().limit(1);
    let ordinal = tx.list::<Step>(&last)?.first().map_or(1, |s| s.ordinal + 1);
    let step = Step {
        id: tx.new_id(Step::KIND),
        run: run.id.clone(),
        agent: run.agent.clone(),
        ordinal,
        title: crate::redact::text(title),
        status: StepStatus::Running,
        retries: 0,
        max_retries: most_retries(tx, max_retries),
        uncertain: false,
        gave_up: false,
        notes: None,
        checks: Vec::new(),
        former_checks: Vec::new(),
        verified: Vec::new(),
        confidence: None,
        diagnostics: None,
        wait_ms: None,
        proceeds_at: None,
        held_by: None,
        begun_at: tx.now(),
        reported_at: None,
        ended_at: None,
        decided_by: None,
        reason: None,
        untold: false,
    };
    tx.create(&step)?;
    run.step = Some(step.id.clone());
    tx.put(run)?;
    Ok(step)
}

/// Returns how often a step may be tried again. The higher the limit, the less one retry lowers the
/// confidence, so an agent can only ask for a lower one.
fn most_retries(tx: &Tx<'_>, asked: Option<u32>) -> u32 {
    let asked = asked.unwrap_or(MAX_RETRIES);
    if tx.actor().kind == ActorKind::Person { asked } else { asked.min(MAX_RETRIES) }
}

/// Ends a step; its run may go on to the next.
pub fn end(tx: &mut Tx<'_>, step: &mut Step, status: StepStatus, by: &str) -> Result<()> {
    step.status = step.status.to(status)?;
    step.end_countdown();
    step.ended_at = Some(tx.now());
    step.decided_by = Some(by.to_owned());
    // A result decided by evidence is already the answer to the reporter.
    step.untold = by != EVIDENCE;
    tx.put(step)?;
    let mut run: Run = tx.need(&step.run)?;
    if run.step.as_ref() == Some(&step.id) {
        run.step = None;
        tx.put(&run)?;
    }
    Ok(())
}

/// The evidence of a step, and conclusions from it.
struct Ground {
    basis: Basis,
    /// Whether anything that counts was gathered on the current state.
    evidence: bool,
    /// Whether the step changed its own checks.
    rewritten: bool,
    /// Whether it contains something that is always asked about.
    gated: bool,
}

fn ground(tx: &Tx<'_>, run: &Run, step: &Step, work: &Work, history: bool) -> Ground {
    let (mut checks, mut passed, mut known) = (0, 0, false);
    let latest = |d: &Declared| {
        let made = |c: &&Check| c.by == COUNTERSIGN && c.command == d.command && c.counts == d.counts;
        step.checks.iter().rfind(made).filter(|c| work.is_fresh(c)).and_then(|c| c.passed)
    };
    let results: Vec<(bool, Option<bool>)> =
        declared(tx, run).iter().map(|d| (d.counts, latest(d))).collect();
    if results.iter().any(|(counts, passed)| *counts && passed.is_some()) {
        // A check that was left out has not passed.
        known = true;
        checks += count(results.iter().filter(|(counts, _)| *counts));
        passed += count(results.iter().filter(|(counts, passed)| *counts && *passed == Some(true)));
    }
    checks += count(results.iter().filter(|(counts, passed)| !counts && *passed == Some(false)));
    for check in step.checks.iter().filter(|c| c.by != COUNTERSIGN && work.is_fresh(c)) {
        known = true;
        checks += 1;
        passed += u32::from(check.passed == Some(true));
    }
    let rewritten = work.rewrote_a_check(run, &declared(tx, run));
    let sure = step.verified.iter().filter(|v| v.seq > work.changed).map(|v| v.confidence).min();
    let basis = Basis {
        passed,
        checks,
        verified: sure,
        retries: step.retries,
        max_retries: step.max_retries,
        destructive: work.destructive,
        succeeded: work.succeeded,
        calls: work.calls,
        uncertain: step.uncertain,
        history,
    };
    let evidence = (known || sure.is_some()) && !rewritten;
    Ground { basis, evidence, rewritten, gated: work.destructive || work.protected }
}

fn count<T>(all: impl Iterator<Item = T>) -> u32 {
    u32::try_from(all.count()).unwrap_or(u32::MAX)
}

fn band(run: &Run, scored: &Confidence) -> Band {
    scored.band(run.mode, run.confidence_threshold, run.critical)
}

/// Returns what the evidence of the run's current step means for a mutable call in it.
pub fn evidence(
    tx: &mut Tx<'_>,
    run: &Run,
    tool: &Tool,
    class: Class,
    forecast: &Forecast,
) -> Result<Option<Evidence>> {
    let governs = class == Class::Mutable && run.mode != Mode::Manual;
    let Some(id) = run.step.as_ref().filter(|_| governs) else { return Ok(None) };
    let Some(step) = tx.get::<Step>(id)?.filter(|s| s.status == StepStatus::Running && s.run == run.id)
    else {
        return Ok(None);
    };
    let has_some = !step.checks.is_empty() || !step.verified.is_empty();
    if !has_some || step.held_by.is_some() || !reach::is_within(run, tool, forecast) {
        return Ok(None);
    }
    // The folder of a run is the agent's claim: what a person said of a folder releases nothing elsewhere.
    if run.mode_from == ModeFrom::Folder && matches!(tool.effect, Effect::Store(_)) {
        return Ok(None);
    }
    if reach::touches_a_check(run, &declared(tx, run), &forecast.facts) {
        return Ok(None);
    }
    let work = Work::of(tx, &step)?;
    let habit = habit::of(tx, &run.agent, &tool.name, &forecast.facts)?;
    let ground = ground(tx, run, &step, &work, habit.speaks_for_it());
    // A person's rejection outweighs checks, even from another run.
    if !ground.evidence || habit.refused {
        return Ok(None);
    }
    Ok(match band(run, &confidence::score(&ground.basis)) {
        Band::Proceed => Some(Evidence::Releases),
        Band::ProceedAfter => Some(Evidence::ReleasesAfter { wait_ms: WAIT_MS }),
        Band::Ask | Band::Stop => None,
    })
}

/// Notes that a person intervened in a step: from now on nothing of it proceeds by itself.
pub fn object(tx: &mut Tx<'_>, id: Option<&str>) -> Result<()> {
    if let Some(mut step) = id.map(|id| tx.get::<Step>(id)).transpose()?.flatten()
        && step.status.is_open()
    {
        step.held_by = Some(tx.actor().to_string());
        tx.put(&step)?;
    }
    Ok(())
}

/// Scores a reported step and moves it to the resulting state. Stores the step.
pub fn conclude(tx: &mut Tx<'_>, run: &Run, step: &mut Step) -> Result<Band> {
    let before = step.status;
    let work = Work::of(tx, step)?;
    let history = work.has_history(tx)?;
    let ground = ground(tx, run, step, &work, history);
    let mut scored = confidence::score(&ground.basis);
    if step.gave_up {
        give_up(&mut scored);
    }
    if ground.rewritten {
        scored.caps.push(say!("judge-cap-rewritten"));
    }
    let by_score = band(run, &scored);
    let waits_for_check = !undecided(tx, step)?.is_empty();
    let is_asked = !ground.evidence
        || waits_for_check
        || step.held_by.is_some()
        || (ground.gated && by_score == Band::ProceedAfter);
    let band = match by_score {
        _ if step.gave_up => Band::Stop,
        _ if waits_for_check => Band::Ask,
        band if is_asked => band.max(Band::Ask),
        band => band,
    };
    step.confidence = Some(scored);
    step.diagnostics = (band >= Band::Ask).then(|| work.diagnostics(step));
    step.end_countdown();
    match band {
        Band::Proceed => end(tx, step, StepStatus::Completed, EVIDENCE)?,
        Band::ProceedAfter => {
            step.status = step.status.to(StepStatus::Counting)?;
            step.wait_ms = Some(WAIT_MS);
            step.proceeds_at = Some(tx.now().saturating_add(WAIT_MS));
        }
        Band::Ask => step.status = step.status.to(StepStatus::Waiting)?,
        Band::Stop => step.status = step.status.to(StepStatus::Stopped)?,
    }
    // A report gets this as its answer; later changes must still be told to the agent.
    step.untold = before != StepStatus::Running && step.status != before;
    tx.put(step)?;
    Ok(band)
}

/// A report of failure is always believed.
fn give_up(confidence: &mut Confidence) {
    confidence.value = Millionths::ZERO;
    confidence.caps.push(say!("judge-cap-agent-failed"));
}

/// Whether a step whose countdown has ended is done: its evidence must still hold.
pub fn still_counts(tx: &mut Tx<'_>, run: &Run, step: &Step) -> Result<bool> {
    let work = Work::of(tx, step)?;
    let history = work.has_history(tx)?;
    let ground = ground(tx, run, step, &work, history);
    let band = band(run, &confidence::score(&ground.basis));
    Ok(ground.evidence && !ground.gated && !step.gave_up && band <= Band::ProceedAfter)
}

/// Returns the commands that have yet to run on the current state of a step.
pub fn unchecked(tx: &mut Tx<'_>, run: &Run, step: &Step) -> Result<Vec<Declared>> {
    let work = Work::of(tx, step)?;
    let is_known =
        |c: &Check, d: &Declared| c.by == COUNTERSIGN && c.command == d.command && c.counts == d.counts;
    // A check that is in progress or pending is neither run nor asked about twice.
    let under_way = undecided(tx, step)?;
    let waits = |c: &Check| under_way.iter().any(|item| c.item.as_ref() == Some(&item.id));
    let mut all = declared(tx, run);
    all.retain(|d| {
        let mut made = step.checks.iter().filter(|c| is_known(c, d));
        !made.any(|c| (c.passed.is_some() && work.is_fresh(c)) || waits(c))
    });
    Ok(all)
}

/// Returns the items of checks that are undecided or in progress.
pub fn undecided(tx: &mut Tx<'_>, step: &Step) -> Result<Vec<Item>> {
    let mut open = Vec::new();
    for check in step.checks.iter().filter(|c| c.passed.is_none()) {
        let item = check.item.as_deref().map(|id| tx.get::<Item>(id)).transpose()?.flatten();
        open.extend(item.filter(|i| i.status.is_open()));
    }
    Ok(open)
}

/// Records the result of a check, once its call was reported; rescores a step that waited for it.
pub fn checked(tx: &mut Tx<'_>, item: &str) -> Result<()> {
    let item: Item = tx.need(item)?;
    let Some(mut step) = item.step.as_deref().map(|id| tx.get::<Step>(id)).transpose()?.flatten() else {
        return Ok(());
    };
    let Some(check) = step.checks.iter_mut().find(|c| c.item.as_ref() == Some(&item.id)) else {
        return Ok(());
    };
    let landed = item.status == ItemStatus::Applied;
    check.passed = Some(landed && work::passed(&item.result));
    check.at = tx.now();
    // It began with the person's approval; until then it had only been asked about.
    check.seq = item.decision.as_deref().and_then(work::seq_of).unwrap_or(check.seq);
    if check.passed == Some(false) {
        check.output = item.error.clone().unwrap_or_else(|| work::tail(&item.result));
    }
    tx.put(&step)?;
    let run: Run = tx.need(&step.run)?;
    if step.status == StepStatus::Waiting && run.status.is_open() && undecided(tx, &step)?.is_empty() {
        conclude(tx, &run, &mut step)?;
    }
    Ok(())
}

/// Whether a check passed, by its result, for one that only read.
pub fn passed(result: &serde_json::Value) -> bool {
    work::passed(result)
}

/// Returns the last lines of a check's output.
pub fn tail(result: &serde_json::Value) -> Message {
    work::tail(result)
}

/// Ends the step of a run that continues without it, or ends; the caller stores the run.
pub fn end_for_run(tx: &mut Tx<'_>, run: &mut Run, why: &Message) -> Result<()> {
    let Some(id) = run.step.take() else { return Ok(()) };
    if let Some(mut step) = tx.get::<Step>(&id)?.filter(|s| s.status.is_open()) {
        step.status = step.status.to(StepStatus::Failed)?;
        step.end_countdown();
        step.ended_at = Some(tx.now());
        step.decided_by = Some(tx.actor().to_string());
        step.reason = Some(why.clone());
        step.untold = tx.actor().kind == ActorKind::Person;
        tx.put(&step)?;
    }
    Ok(())
}

/// Whether the current step of a run was never reported; steps that wait for a person outlive their run.
pub fn is_unreported(tx: &mut Tx<'_>, run: &Run) -> Result<bool> {
    let step = run.step.as_ref().map(|id| tx.get::<Step>(id)).transpose()?.flatten();
    Ok(step.is_some_and(|s| s.status == StepStatus::Running))
}

/// The steps that wait for a person, of one run or of all.
pub fn waiting(tx: &mut Tx<'_>, run: Option<&str>) -> Result<Vec<Waits>> {
    let prefix = run.map(|id| format!("{id}/")).unwrap_or_default();
    let steps: Vec<Step> = tx.list(&Scan::prefix(Step::KIND.name, "step.waiting", &prefix))?;
    steps.into_iter().map(|step| waits(tx, step)).collect()
}

/// Creates the inbox entry of a step.
pub fn waits(tx: &mut Tx<'_>, step: Step) -> Result<Waits> {
    let counts = step.proceeds_at.is_some() && !stands_still(tx, &step.run)?;
    Ok(Waits {
        kind: WaitsKind::Step,
        risk_level: if step.status == StepStatus::Stopped { RiskLevel::High } else { RiskLevel::Medium },
        status: step.status.into(),
        at: step.reported_at.unwrap_or(step.begun_at),
        auto_approve_timeout: seconds_left(step.proceeds_at.filter(|_| counts), tx.now()),
        id: step.id,
        run: step.run,
        agent: step.agent,
        title: text::visible(&step.title).text.into(),
    })
}

/// Discards results, so that they are gathered again; after a failure that counts as a retry.
pub fn check_again(step: &mut Step, command: &str) {
    let failed = |c: &Check| c.command == command && c.by == COUNTERSIGN && c.passed == Some(false);
    if step.checks.iter().any(failed) {
        step.retries = step.retries.saturating_add(1);
    }
    step.drop_checks(|c| c.by == COUNTERSIGN && c.command == command);
}
