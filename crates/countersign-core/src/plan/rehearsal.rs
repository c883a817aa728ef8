//! What a rehearsal over the earlier steps shows of each step of a plan. The approval of a step for which something was
//! shown covers exactly that; nothing is kept of it, and the step is rehearsed again when its turn comes.

use std::collections::BTreeSet;

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{
    call::gate::{Assessment, rehearsal},
    canonical,
    error::{Error, Result},
    judge::Class,
    plan::PlanStep,
    record::Doc,
    run::Run,
    stage,
    tool::{Effect, Forecast, Preview, Tool},
    trust,
    tx::Tx,
    world::Ask,
};

/// Whether it is known what a step does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RehearsalStatus {
    /// It only reads.
    Reads,
    /// It was rehearsed and changes something.
    Changes,
    /// It was rehearsed and changes nothing.
    ChangesNothing,
    /// Its arguments say exactly what it does.
    Exact,
    /// It was not rehearsed.
    NotRehearsed,
}

/// What a rehearsal of a step over the steps before it showed; the step's preview shows it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StepRehearsal {
    /// Whether it is known what the step does.
    pub status: RehearsalStatus,
    /// The steps whose effects were there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub over: Vec<u32>,
    /// The steps before it whose effects were missing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<u32>,
    /// The digest of what it changed: the approval of the plan covers this alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effect: Option<String>,
    /// In words, with the reason if it was not rehearsed.
    pub message: Message,
}

/// The question to the world what each of these calls would do over those before it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct PlannedCalls {
    /// The calls, in order.
    pub calls: Vec<PlannedCall>,
}

impl PlannedCalls {
    /// The name of the question.
    pub const QUESTION: &'static str = "stage.plan";
}

/// A step of a plan as a call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlannedCall {
    /// Its number.
    pub number: u32,
    /// The tool.
    pub tool: String,
    /// Its exact arguments.
    pub args: Doc,
}

/// What such a call would do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CallShown {
    /// The number of its step.
    pub number: u32,
    /// What it did in its rehearsal, or as far as that went.
    pub forecast: Option<Forecast>,
    /// Whether it went to its end.
    pub is_known: bool,
    /// Why nothing is known.
    pub why: Option<Message>,
}

impl CallShown {
    /// Of a call that was not rehearsed.
    pub fn not(number: u32, why: Message) -> Self {
        Self { number, forecast: None, is_known: false, why: Some(why) }
    }
}

/// What is known of a step before any of them is rehearsed.
pub(super) struct Known {
    /// Its arguments as they were given, and as they were forecast.
    pub(super) given: Doc,
    how: How,
}

enum How {
    /// It only reads.
    Reads,
    /// Its effect is in the store.
    Store,
    /// It can be rehearsed.
    Can {
        /// Whether it runs a command.
        is_command: bool,
        /// Whether it could be examined already.
        is_seen: bool,
    },
    /// It cannot, and why.
    Cannot(Message),
}

impl Known {
    /// Returns what is known of a step; `seen` is None where it could not be examined yet.
    pub(super) fn of(
        tx: &Tx<'_>,
        run: &Run,
        tool: &Tool,
        step: &PlanStep,
        (given, seen): (Doc, Option<&Assessment<'_>>),
    ) -> Self {
        let how = match seen {
            _ if matches!(tool.effect, Effect::Store(_)) => How::Store,
            Some(seen) if seen.class == Class::Read && !seen.forecast.facts.sends_out() => How::Reads,
            _ => match obstacle(tx, run, tool, step, seen) {
                Some(why) => How::Cannot(why),
                None => How::Can { is_command: is_command(&tool.name), is_seen: seen.is_some() },
            },
        };
        Self { given, how }
    }
}

fn is_command(tool: &str) -> bool {
    tool == "shell.run"
}

/// Returns why a step cannot be rehearsed.
fn obstacle(
    tx: &Tx<'_>,
    run: &Run,
    tool: &Tool,
    step: &PlanStep,
    seen: Option<&Assessment<'_>>,
) -> Option<Message> {
    let settings = tx.setup().policy.rehearsal();
    if !stage::works_in_stages(tool) {
        return Some(say!("op-rehearse-elsewhere", tool = tool.name));
    }
    if run.stage.is_some() {
        return Some(say!("op-rehearse-in-stage"));
    }
    if step.unbound {
        return Some(say!("op-rehearse-results"));
    }
    let facts = seen.map_or(&step.facts, |seen| &seen.forecast.facts);
    if !settings.enabled || settings.is_never(&facts.commands) {
        return Some(say!("op-rehearse-policy"));
    }
    let waits =
        seen.is_some_and(|seen| seen.waits_for.iter().any(|id| !id.starts_with(super::propose::STEP)));
    if waits {
        return Some(say!("op-rehearse-item"));
    }
    let cannot = is_command(&tool.name) && seen.is_some_and(|seen| !seen.forecast.rehearsable);
    cannot.then(|| match (facts.hosts.is_empty(), facts.sends_out()) {
        (false, true) => say!("op-rehearse-host", hosts = facts.hosts.join(", ")),
        _ => say!("op-rehearse-no-world"),
    })
}

/// Rehearses the steps of a plan, in order, each over those before it, and writes into each what that showed.
pub(super) fn show(tx: &mut Tx<'_>, run: &Run, steps: &mut [PlanStep], known: &[Known]) -> Result<()> {
    let shown = shown(tx, run, steps, known)?;
    let (mut over, mut without) = (Vec::new(), Vec::new());
    let mut commands = BTreeSet::new();
    for (step, known) in steps.iter_mut().zip(known) {
        let so_far = (over.clone(), without.clone());
        let seen = shown.iter().find(|one| one.number == step.number);
        let told = match (&known.how, seen) {
            (How::Reads, _) => plain(RehearsalStatus::Reads, say!("op-shown-reads")),
            (How::Store, _) => plain(RehearsalStatus::Exact, say!("op-shown-exact")),
            (How::Cannot(why), _) => {
                without.push(step.number);
                plain(RehearsalStatus::NotRehearsed, say!("op-shown-not", said = why))
            }
            (How::Can { is_command: false, is_seen: true }, _) if commands.is_empty() => {
                match seen.is_none_or(|seen| seen.is_known) {
                    true => over.push(step.number),
                    false => without.push(step.number),
                }
                let over = so_far.0;
                StepRehearsal { over, ..plain(RehearsalStatus::Exact, say!("op-shown-exact")) }
            }
            (How::Can { is_command, .. }, seen) => {
                let told = rehearsed(step, &known.given, seen, so_far);
                let is_known = told.status != RehearsalStatus::NotRehearsed;
                if is_known {
                    over.push(step.number)
                } else {
                    without.push(step.number)
                }
                if *is_command {
                    commands.insert(step.number);
                }
                told
            }
        };
        step.rehearsed = Some(told);
    }
    Ok(())
}

fn plain(status: RehearsalStatus, message: Message) -> StepRehearsal {
    StepRehearsal { status, over: Vec::new(), without: Vec::new(), effect: None, message }
}

/// Writes into a step what its rehearsal showed.
fn rehearsed(
    step: &mut PlanStep,
    given: &Doc,
    seen: Option<&CallShown>,
    (over, without): (Vec<u32>, Vec<u32>),
) -> StepRehearsal {
    let why = seen.and_then(|seen| seen.why.clone()).unwrap_or_else(|| say!("op-not-looked-at"));
    let Some(CallShown { forecast: Some(forecast), is_known, .. }) = seen else {
        return plain(RehearsalStatus::NotRehearsed, say!("op-shown-not", said = why));
    };
    let shown = rehearsal::as_shown_to_persons(forecast.clone(), given);
    if !is_known {
        step.preview = shown.preview;
        return plain(RehearsalStatus::NotRehearsed, say!("op-shown-not-to-its-end"));
    }
    let list = |steps: &[u32]| steps.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
    let changes_nothing = shown.answer.is_some();
    let said = match (over.as_slice(), changes_nothing) {
        ([], true) => say!("op-shown-nothing"),
        (over, true) => say!("op-shown-nothing-over", n = over.len(), steps = list(over)),
        ([], false) => say!("op-shown-changes"),
        (over, false) => say!("op-shown-changes-over", n = over.len(), steps = list(over)),
    };
    let message = match without.as_slice() {
        [] => said,
        without => said.then("; ").then(say!("op-shown-without", steps = list(without))),
    };
    let effect = Some(effect_of(&shown));
    super::propose::show_rehearsed(step, shown);
    let status = if changes_nothing { RehearsalStatus::ChangesNothing } else { RehearsalStatus::Changes };
    StepRehearsal { status, over, without, effect, message }
}

/// Asks the world what the steps that can be rehearsed would do; nothing is asked where none of them runs a command.
fn shown(tx: &mut Tx<'_>, run: &Run, steps: &[PlanStep], known: &[Known]) -> Result<Vec<CallShown>> {
    if !known.iter().any(|known| matches!(known.how, How::Can { is_command: true, .. })) {
        return Ok(Vec::new());
    }
    let calls = steps.iter().zip(known).filter(|(_, known)| matches!(known.how, How::Can { .. }));
    let call = |(step, known): (&PlanStep, &Known)| PlannedCall {
        number: step.number,
        tool: step.tool.clone(),
        args: known.given.clone(),
    };
    let calls = PlannedCalls { calls: calls.map(call).collect() };
    let numbers: Vec<u32> = calls.calls.iter().map(|call| call.number).collect();
    let Value::Object(args) = serde_json::to_value(calls).map_err(Error::bug)? else {
        return Err(Error::bug("calls are an object"));
    };
    let ask = Ask {
        tool: PlannedCalls::QUESTION.to_owned(),
        args,
        agent: run.agent.clone(),
        run: run.scratch(),
        cwd: run.cwd.clone(),
        trusted: trust::in_force(tx, run)?,
        ..Ask::default()
    };
    let not = |why: &Message| numbers.iter().map(|n| CallShown::not(*n, why.clone())).collect();
    match tx.world_read(ask) {
        Ok(shown) => Ok(serde_json::from_value(shown).unwrap_or_else(|_| not(&say!("op-rehearse-no-world")))),
        Err(e) if tx.is_asking() => Err(e),
        Err(e) => Ok(not(&e.message)),
    }
}

/// Returns the digest of what a call would change, as far as that was found out: by its rehearsal, or else what is shown.
fn effect_of(forecast: &Forecast) -> String {
    let Forecast { effect, answer, preview: Preview { changes, diff, .. }, .. } = forecast;
    match (effect, answer) {
        (Some(effect), _) => effect.clone(),
        (None, Some(_)) => "nothing".to_owned(),
        (None, None) => canonical::digest("planned effect", &json!([changes, diff])),
    }
}

/// Whether a call would do exactly what was shown of the step of a plan that covers it, if anything was.
pub fn is_as_shown(tx: &mut Tx<'_>, examined: &Assessment<'_>) -> Result<bool> {
    let Some(at) = &examined.plan_step else { return Ok(true) };
    let shown = super::step(tx, &at.id, at.step)?.rehearsed.and_then(|rehearsed| rehearsed.effect);
    Ok(shown.is_none_or(|shown| shown == effect_of(&examined.forecast)))
}
