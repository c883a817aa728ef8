//! Reports on a step: `step.report` by its agent, `step.verify` by a verifier, and `step.run_check`, with
//! which Countersign checks for itself. `step.settle` combines them.
//!
//! An agent's report can only lower the confidence: that it failed, that it is not sure, how often it tried.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::operations::{AGENT_OR_PERSON, working};
use crate::{
    ActorKind, Outcome,
    answer_status::DecisionStatus,
    call::{
        gate,
        propose::{self, CallStatus},
    },
    effect::{
        landing::{self, CallOutcome},
        operations::Reported,
    },
    error::{Error, Result},
    item::view::seconds_left,
    judge::{Band, Class, Millionths, Ruling},
    op::{Answer, Op, Part, read_output},
    record::Doc,
    redact,
    run::{self, Run},
    step::{self, COUNTERSIGN, Check, Declared, Diagnostics, Step, StepStatus, Verified},
    tx::Tx,
};

/// The tool that runs checks.
const SHELL: &str = "shell.run";
/// The timeout of a check.
const CHECK_S: u64 = 600;
/// The maximum length of an agent's notes, and of a verifier's name for a check.
const NOTES_CHARS: usize = 4_000;
const NAME_CHARS: usize = 200;
/// The maximum number of checks that a verifier reports at once.
const VERIFIED_MOST: usize = 100;

/// Reports a step.
pub struct StepReport;

/// How an agent says that its step went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Claimed {
    /// It did its task.
    Succeeded,
    /// It did not.
    Failed,
    /// It may not have.
    Uncertain,
}

/// A report.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReportInput {
    /// The run; by default the open run of this agent in this folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    /// The step; by default the current step of the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Its task, if no step was begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The outcome: `succeeded`, `failed`, `uncertain`.
    pub outcome: Claimed,
    /// A note about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
    /// How many times it was retried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retries: Option<u32>,
    /// Other evidence: kept in the log, does not count.
    #[serde(default, skip_serializing_if = "Doc::is_empty")]
    pub claims: Doc,
}

/// How to go on.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ReportOutput {
    /// `proceed`, `proceed_after`, `ask`, `stop`.
    pub answer: Band,
    /// How far the evidence speaks for the step.
    pub confidence: Millionths,
    /// The same in words: `3 of 4 checks passed, one retry, nothing destructive, no history`.
    pub words: Message,
    /// The step.
    pub step: Step,
    /// In how many seconds it goes on, unless somebody objects.
    pub auto_approve_timeout: Option<u64>,
    /// What went wrong, if it does not continue automatically.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diagnostics: Option<Diagnostics>,
    /// What a person can say, where one must.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<String>,
    /// What to do, in words.
    pub message: Message,
}

impl Op for StepReport {
    const NAME: &'static str = "step.report";
    const DOC: &'static str = "Report a step as done: it is checked, and the answer says whether to continue";
    const AUDIENCE: &'static [ActorKind] = AGENT_OR_PERSON;
    const COMPOSITE: bool = true;
    const HTTP: &'static str = "POST /v1/runs/{run}/steps/{id}/result";
    const CLI: &'static str =
        "step report {outcome} --run {run} --step {id} --title {title} --notes {notes} --retries {retries}";
    const MCP: Option<&'static str> = Some("report_step");
    type Input = ReportInput;
    type Output = ReportOutput;

    fn parts(&self, view: &mut Tx<'_>, input: &ReportInput) -> Result<Option<Vec<Part>>> {
        check_words(input)?;
        let run = working(view, input.run.as_deref())?;
        let found = step::present(view, &run, input.id.as_deref(), input.title.as_deref())?;
        let unchecked = match &found {
            Some(found) => step::unchecked(view, &run, found)?,
            None => step::declared(view, &run),
        };
        let id = found.map(|s| s.id);
        let check = |d: Declared| Part {
            op: "step.run_check",
            input: json!({"run": run.id, "id": id, "title": input.title, "command": d.command}),
            touches: None,
        };
        let mut parts: Vec<Part> = unchecked.into_iter().map(check).collect();
        let mut settle = serde_json::to_value(input).map_err(Error::bug)?;
        settle["run"] = json!(run.id);
        settle["id"] = json!(id);
        parts.push(Part { op: "step.settle", input: settle, touches: None });
        Ok(Some(parts))
    }

    fn join(&self, _input: &ReportInput, mut answers: Vec<Result<Answer>>) -> Result<ReportOutput> {
        // A check that could not run has not passed: settling has already counted that.
        let settled = answers.pop().ok_or_else(|| Error::bug("a report has a last part"))??;
        serde_json::from_value(settled.value).map_err(Error::bug)
    }

    fn run(&self, _tx: &mut Tx<'_>, _input: &ReportInput) -> Result<ReportOutput> {
        Err(Error::bug("a report consists of parts"))
    }

    fn outcome(output: &ReportOutput) -> Outcome {
        outcome(output)
    }
}

fn outcome(output: &ReportOutput) -> Outcome {
    if output.answer == Band::Proceed { Outcome::Done } else { Outcome::Held }
}

fn check_words(input: &ReportInput) -> Result<()> {
    if input.notes.as_ref().is_some_and(|n| n.chars().count() > NOTES_CHARS) {
        return Err(Error::invalid(say!("op-notes-range", n = NOTES_CHARS)));
    }
    Ok(())
}

/// Returns the step of a part of a report; begins one if a title is given for that.
fn of_report(tx: &mut Tx<'_>, run: &mut Run, id: Option<&str>, title: Option<&str>) -> Result<Step> {
    match (step::present(tx, run, id, title)?, title) {
        (Some(found), _) => Ok(found),
        (None, Some(title)) => step::begin(tx, run, title, None),
        (None, None) => Err(Error::bug("a step without a title is not begun")),
    }
}

/// Combines the evidence of a step.
pub struct StepSettle;

impl Op for StepSettle {
    const NAME: &'static str = "step.settle";
    const DOC: &'static str = "Score a reported step by its checks";
    const AUDIENCE: &'static [ActorKind] = AGENT_OR_PERSON;
    const HTTP: &'static str = "POST /v1/runs/{run}/steps/{id}/settle";
    const CLI: &'static str = "";
    type Input = ReportInput;
    type Output = ReportOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &ReportInput) -> Result<ReportOutput> {
        check_words(input)?;
        let mut run = working(tx, input.run.as_deref())?;
        tx.about(Some(&run.id), None);
        let mut step = of_report(tx, &mut run, input.id.as_deref(), input.title.as_deref())?;
        step.uncertain |= input.outcome != Claimed::Succeeded;
        step.gave_up |= input.outcome == Claimed::Failed;
        step.retries = step.retries.max(input.retries.unwrap_or_default());
        step.notes = input.notes.as_deref().map(redact::text);
        step.reported_at = Some(tx.now());
        step::conclude(tx, &run, &mut step)?;
        answered(tx, step)
    }

    fn outcome(output: &ReportOutput) -> Outcome {
        outcome(output)
    }
}

/// Returns how to continue from the state of a step.
fn answered(tx: &mut Tx<'_>, step: Step) -> Result<ReportOutput> {
    let answer = match step.status {
        StepStatus::Completed => Band::Proceed,
        StepStatus::Counting => Band::ProceedAfter,
        StepStatus::Stopped => Band::Stop,
        _ => Band::Ask,
    };
    let auto_approve_timeout = seconds_left(step.proceeds_at, tx.now());
    let (id, run) = (&step.id, &step.run);
    let undecided = step::undecided(tx, &step)?;
    let message = match (answer, undecided.first()) {
        (Band::Proceed, _) => say!("op-go-on"),
        (Band::ProceedAfter, _) => {
            let seconds = auto_approve_timeout.unwrap_or_default();
            say!("op-go-on-in", n = seconds, id)
        }
        (Band::Ask, Some(item)) => say!("op-check-waits", id = item.id),
        (Band::Ask, None) => say!("op-person-decides"),
        (Band::Stop, _) => say!("op-stop-here"),
    };
    let choices = match answer {
        Band::Proceed => Vec::new(),
        Band::ProceedAfter => {
            vec![format!("countersign pause {id}"), format!("countersign step reject {id}")]
        }
        Band::Ask => vec![format!("countersign step approve {id}"), format!("countersign step reject {id}")],
        Band::Stop => vec![
            format!("countersign step retry {id}"),
            format!("countersign step skip {id}"),
            format!("countersign run stop {run}"),
        ],
    };
    let confidence = step.confidence.clone().unwrap_or_default();
    Ok(ReportOutput {
        answer,
        confidence: confidence.value,
        words: confidence.words(),
        auto_approve_timeout,
        diagnostics: step.diagnostics.clone(),
        choices,
        message,
        step,
    })
}

/// Runs one check of a step.
pub struct StepRunCheck;

/// The check.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RunCheckInput {
    /// The run; by default the open run of this agent in this folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    /// The step; by default the current step of the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Its task, if no step was begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The command; the policy or the run must declare it.
    pub command: String,
    /// Whether to run it even if nothing has changed since its last run.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub again: bool,
}

/// How a check ended.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct RunCheckOutput {
    /// The step.
    pub step: String,
    /// The command.
    pub command: String,
    /// Whether it passed; null while that is not known.
    pub passed: Option<bool>,
    /// The call by which it is made.
    pub item: Option<String>,
    /// In words.
    pub message: Message,
}

impl Op for StepRunCheck {
    const NAME: &'static str = "step.run_check";
    const DOC: &'static str = "Run one declared check of a step, through the gate";
    const AUDIENCE: &'static [ActorKind] = AGENT_OR_PERSON;
    const HTTP: &'static str = "POST /v1/runs/{run}/steps/{id}/checks";
    const CLI: &'static str = "";
    type Input = RunCheckInput;
    type Output = RunCheckOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &RunCheckInput) -> Result<RunCheckOutput> {
        let mut run = working(tx, input.run.as_deref())?;
        tx.about(Some(&run.id), Some(SHELL));
        let mut step = of_report(tx, &mut run, input.id.as_deref(), input.title.as_deref())?;
        let wanted = step::declared(tx, &run).into_iter().find(|d| d.command == input.command);
        let declared = wanted.ok_or_else(|| {
            Error::invalid(say!("op-not-a-check", command = format!("{:?}", input.command)))
                .hint(say!("op-hint-only-declared"))
        })?;
        if run.step.as_ref() != Some(&step.id) {
            return Err(Error::conflict(say!("op-run-not-at", id = step.id)));
        }
        let under_way = step::undecided(tx, &step)?.iter().any(|item| is_of(&step, &item.id, &declared));
        let is_known = !step::unchecked(tx, &run, &step)?.contains(&declared);
        if under_way || (is_known && !input.again) {
            return Ok(known(&step, &declared));
        }
        step::check_again(&mut step, &declared.command);
        let check = made(tx, &mut run, &declared)?;
        let message = match check.passed {
            Some(true) => say!("op-passed"),
            Some(false) => say!("op-did-not-pass-why", said = check.output),
            None => say!("op-under-way"),
        };
        let (command, passed, item) = (check.command.clone(), check.passed, check.item.clone());
        step.checks.push(check);
        tx.put(&step)?;
        Ok(RunCheckOutput { step: step.id, command, passed, item, message })
    }

    fn landed(&self, output: Value, finished: Answer) -> Result<Answer> {
        let landed = match Reported::read(&finished)? {
            Reported::Finished(ended) if ended.status == DecisionStatus::Applied => ended.receipt,
            Reported::Finished(_) | Reported::Reverted(_) => None,
        };
        let passed = landed.is_some_and(|receipt| step::passed(&receipt.result));
        let message = if passed { say!("op-passed") } else { say!("op-did-not-pass") };
        let output = RunCheckOutput { passed: Some(passed), message, ..read_output::<Self>(output)? };
        let value = serde_json::to_value(output).map_err(Error::bug)?;
        Ok(Answer { value, outcome: Outcome::Done, ..finished })
    }
}

fn is_of(step: &Step, item: &str, declared: &Declared) -> bool {
    step.checks.iter().any(|c| c.item.as_deref() == Some(item) && c.command == declared.command)
}

/// Returns the known result of a check that need not run.
fn known(step: &Step, declared: &Declared) -> RunCheckOutput {
    let check = step.checks.iter().rfind(|c| c.command == declared.command && c.by == COUNTERSIGN);
    RunCheckOutput {
        step: step.id.clone(),
        command: declared.command.clone(),
        passed: check.and_then(|c| c.passed),
        item: check.and_then(|c| c.item.clone()),
        message: say!("op-unchanged-since-run"),
    }
}

/// Runs a check: as a call of the run, through the gate like any other.
fn made(tx: &mut Tx<'_>, run: &mut Run, declared: &Declared) -> Result<Check> {
    let tool = gate::find_tool(tx, SHELL)?;
    let mut check = Check {
        command: declared.command.clone(),
        passed: None,
        by: COUNTERSIGN.to_owned(),
        item: None,
        at: tx.now(),
        seq: tx.seq(),
        counts: declared.counts,
        output: Message::default(),
    };
    let fail = |check: &mut Check, why: Message| {
        check.passed = Some(false);
        check.output = why;
    };
    if !declared.counts && !tx.actor().may_use(SHELL) {
        fail(&mut check, say!("judge-token-not-for", who = tx.actor(), op = SHELL));
        return Ok(check);
    }
    let args = json!({"command": declared.command, "timeout_s": CHECK_S});
    let args = args.as_object().cloned().unwrap_or_default();
    let examined = match gate::examine_check(tx, run, tool, args.clone(), declared.by_policy) {
        Err(e) if gate::is_mendable(&e) => {
            landing::note(
                tx,
                &run.id,
                tool,
                &args,
                CallOutcome::Error { message: &e.message, by_person: false },
            );
            fail(&mut check, e.message);
            return Ok(check);
        }
        examined => examined?,
    };
    tx.note(
        "verdict",
        json!({"ruling": examined.verdict.ruling, "row": examined.verdict.row,
        "rule": examined.verdict.rule, "class": examined.class, "reasons": examined.verdict.reasons}),
    );
    match examined.verdict.ruling {
        Ruling::Refuse => {
            landing::note(tx, &run.id, tool, &examined.forecast.args, CallOutcome::Held);
            fail(&mut check, say!("op-refused", saids = Message::joined("; ", &examined.verdict.reasons)));
        }
        Ruling::Proceed if examined.class == Class::Read => {
            let result = redact::value(&landing::read(tx, run, &examined)?);
            check.passed = Some(step::passed(&result));
            if check.passed == Some(false) {
                check.output = step::tail(&result);
            }
        }
        Ruling::Proceed => {
            let output = propose::proceed(tx, run, &examined)?;
            check.item = output.item.map(|i| i.id);
        }
        Ruling::ProceedAfter | Ruling::Ask => {
            let says = say!("op-check-of-step").into();
            let output = propose::hold(tx, run, &examined, Some(says), None)?;
            match output.status {
                CallStatus::Rejected => fail(&mut check, output.message),
                _ => check.item = output.item.map(|i| i.id),
            }
        }
    }
    run.last_at = tx.now();
    tx.put(run)?;
    Ok(check)
}

/// Records a verifier's findings.
pub struct StepVerify;

/// What a verifier found.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VerifyInput {
    /// The run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    /// The step.
    pub id: String,
    /// Its check results.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub checks: Vec<VerifiedCheck>,
    /// How sure it is that the step did its task.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<Millionths>,
}

/// A check that a verifier made.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VerifiedCheck {
    /// What was checked.
    pub name: String,
    /// Whether it passed.
    pub passed: bool,
}

impl Op for StepVerify {
    const NAME: &'static str = "step.verify";
    const DOC: &'static str = "Report a verifier's findings on a step";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Verifier];
    const HTTP: &'static str = "POST /v1/runs/{run}/steps/{id}/evidence";
    const CLI: &'static str = "step verify {id} --run {run} --checks {checks} --confidence {confidence}";
    type Input = VerifyInput;
    type Output = Step;

    fn run(&self, tx: &mut Tx<'_>, input: &VerifyInput) -> Result<Step> {
        check_findings(input)?;
        let mut step: Step = match &input.run {
            Some(named) => {
                let run = run::own(tx, named)?;
                step::find(tx, &run, &input.id)?
            }
            None => tx.find(&input.id)?,
        };
        tx.about(Some(&step.run), None);
        if !step.status.is_open() || step.status == StepStatus::Stopped {
            return Err(Error::conflict(say!("op-id-is", id = step.id, status = step.status.as_str()))
                .hint(say!("op-hint-evidence-when")));
        }
        let (by, at, seq) = (tx.actor().name.clone(), tx.now(), tx.seq());
        // New findings replace the verifier's earlier ones.
        step.checks.retain(|c| c.by != by);
        step.checks.extend(input.checks.iter().map(|c| Check {
            command: redact::text(c.name.trim()),
            passed: Some(c.passed),
            by: by.clone(),
            item: None,
            at,
            seq,
            counts: true,
            output: Message::default(),
        }));
        step.verified.retain(|v| v.by != by);
        step.verified.extend(input.confidence.map(|confidence| Verified { by, confidence, at, seq }));
        tx.put(&step)?;
        let run: Run = tx.need(&step.run)?;
        if step.status != StepStatus::Running && run.status.is_open() {
            step::conclude(tx, &run, &mut step)?;
        }
        Ok(step)
    }
}

fn check_findings(input: &VerifyInput) -> Result<()> {
    if input.checks.is_empty() && input.confidence.is_none() {
        return Err(Error::invalid(say!("op-findings-empty")));
    }
    if input.checks.len() > VERIFIED_MOST {
        return Err(Error::invalid(say!("op-checks-at-once", n = VERIFIED_MOST)));
    }
    let fits = |c: &VerifiedCheck| (1..=NAME_CHARS).contains(&c.name.trim().chars().count());
    if !input.checks.iter().all(fits) {
        return Err(Error::invalid(say!("op-check-name-range", n = NAME_CHARS)));
    }
    Ok(())
}
