//! Steps for their agent: `step.begin`, `step.check`, `step.list`, `step.show`. Reports are in
//! [`super::step_report`], a person's decisions in [`super::step_decide`].

use countersign_words::say;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::{
    ActorKind,
    authority::Control,
    error::{Error, Result},
    op::{Answer, Op, Part},
    record::Record,
    run::{self, Run, operations as runs},
    step::{self, Step},
    store::Scan,
    tx::Tx,
};

pub(super) const AGENT_OR_PERSON: &[ActorKind] = &[ActorKind::Agent, ActorKind::Person];
const EVERYBODY: &[ActorKind] = &[ActorKind::Agent, ActorKind::Person, ActorKind::Verifier];
/// The maximum number of retries of a step.
const RETRIES_MOST: u32 = 100;

/// Begins a step.
pub struct StepBegin;

/// A new step.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BeginInput {
    /// The run; by default the open run of this agent in this folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    /// Its task.
    pub title: String,
    /// Maximum number of retries; 3 by default, 100 at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 100))]
    pub max_retries: Option<u32>,
}

impl Op for StepBegin {
    const NAME: &'static str = "step.begin";
    const DOC: &'static str = "Begin a step of a run; later calls belong to it";
    const AUDIENCE: &'static [ActorKind] = AGENT_OR_PERSON;
    const HTTP: &'static str = "POST /v1/runs/{run}/steps";
    const CLI: &'static str = "step begin --title {title} --run {run} --max-retries {max_retries}";
    const MCP: Option<&'static str> = Some("begin_step");
    type Input = BeginInput;
    type Output = Step;

    fn run(&self, tx: &mut Tx<'_>, input: &BeginInput) -> Result<Step> {
        if input.max_retries.is_some_and(|n| n > RETRIES_MOST) {
            return Err(Error::invalid(say!("op-step-retries-most", n = RETRIES_MOST)));
        }
        let mut run = run::for_call(tx, input.run.as_deref())?;
        run::check_going(&run)?;
        tx.about(Some(&run.id), None);
        step::begin(tx, &mut run, &input.title, input.max_retries)
    }
}

/// Returns the run of a step's call; it must be open, and nothing may be frozen.
pub(super) fn working(tx: &mut Tx<'_>, named: Option<&str>) -> Result<Run> {
    let run = match named {
        Some(named) => run::own(tx, named)?,
        None => runs::open_run(tx)?,
    };
    if !run.status.is_open() {
        return Err(Error::conflict(say!("judge-run-ended", run = run.id)).hint(say!("judge-start-new")));
    }
    if let Some(control) = tx.get::<Control>(Control::FREEZE)? {
        return Err(Error::conflict(say!("op-froze", who = control.by)).hint(say!("op-hint-wait-thaw")));
    }
    Ok(run)
}

/// Runs the checks of a step.
pub struct StepCheck;

/// One step, or the one its run is at.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StepOfRun {
    /// The run; by default the open run of this agent in this folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    /// The step; by default the current step of the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
}

impl Op for StepCheck {
    const NAME: &'static str = "step.check";
    const DOC: &'static str = "Run the checks of a step now; later calls in it rely on them";
    const AUDIENCE: &'static [ActorKind] = AGENT_OR_PERSON;
    const COMPOSITE: bool = true;
    const HTTP: &'static str = "POST /v1/runs/{run}/steps/{id}/check";
    const CLI: &'static str = "step check [{id}] --run {run}";
    const MCP: Option<&'static str> = Some("check_step");
    type Input = StepOfRun;
    type Output = Step;

    fn parts(&self, view: &mut Tx<'_>, input: &StepOfRun) -> Result<Option<Vec<Part>>> {
        let run = working(view, input.run.as_deref())?;
        let found = step::present(view, &run, input.id.as_deref(), None)?;
        let found = found.ok_or_else(|| Error::bug("a step that is to be begun has no checks"))?;
        let declared = step::declared(view, &run);
        if declared.is_empty() {
            return Err(Error::conflict(say!("op-no-checks")).hint(say!("op-hint-list-checks")));
        }
        let check = |d: step::Declared| Part {
            op: "step.run_check",
            input: json!({"run": run.id, "id": found.id, "command": d.command, "again": true}),
            touches: None,
        };
        let mut parts: Vec<Part> = declared.into_iter().map(check).collect();
        parts.push(Part { op: "step.show", input: json!({"id": found.id}), touches: None });
        Ok(Some(parts))
    }

    fn join(&self, _input: &StepOfRun, mut answers: Vec<Result<Answer>>) -> Result<Step> {
        let shown = answers.pop().ok_or_else(|| Error::bug("a check has a last part"))??;
        for answer in answers {
            answer?;
        }
        serde_json::from_value(shown.value).map_err(Error::bug)
    }

    fn run(&self, _tx: &mut Tx<'_>, _input: &StepOfRun) -> Result<Step> {
        Err(Error::bug("a check consists of parts"))
    }
}

/// Lists the steps of a run.
pub struct StepList;

/// Which run.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfRun {
    /// The run.
    pub run: String,
}

/// The steps of a run.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ListOutput {
    /// Newest first.
    pub steps: Vec<Step>,
}

/// The maximum number of steps listed.
const LISTED: usize = 1_000;

impl Op for StepList {
    const NAME: &'static str = "step.list";
    const DOC: &'static str = "List the steps of a run, newest first";
    const AUDIENCE: &'static [ActorKind] = EVERYBODY;
    const WRITE: bool = false;
    const HTTP: &'static str = "GET /v1/runs/{run}/steps";
    const CLI: &'static str = "step list {run}";
    type Input = OfRun;
    type Output = ListOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &OfRun) -> Result<ListOutput> {
        let run = run::own(tx, &input.run)?;
        let scan = Scan::prefix(Step::KIND.name, "step.run", &format!("{}/", run.id));
        Ok(ListOutput { steps: tx.list(&scan.reversed().limit(LISTED))? })
    }
}

/// Shows a step.
pub struct StepShow;

/// One step.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OneStep {
    /// The step.
    pub id: String,
}

impl Op for StepShow {
    const NAME: &'static str = "step.show";
    const DOC: &'static str = "Show a step with its evidence and outcome";
    const AUDIENCE: &'static [ActorKind] = EVERYBODY;
    const WRITE: bool = false;
    const HTTP: &'static str = "GET /v1/steps/{id}";
    const CLI: &'static str = "step show {id}";
    const MCP: Option<&'static str> = Some("step_status");
    type Input = OneStep;
    type Output = Step;

    fn run(&self, tx: &mut Tx<'_>, input: &OneStep) -> Result<Step> {
        step::own(tx, &input.id).map(|(_, step)| step)
    }
}
