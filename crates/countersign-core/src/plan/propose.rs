//! `plan.propose`: describes work before it is done. Every step goes through the gate and is examined as if
//! the steps before it were done; a plan with an invalid step is refused as a whole.

use std::collections::BTreeSet;

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::rehearsal::{self, Known};
use crate::{
    ActorKind, Outcome,
    call::{
        explode,
        gate::{self, Assessment, MAX_ARGS_BYTES},
        placeholder,
    },
    canonical,
    error::{Error, ErrorCode, Result},
    judge::{Class, Facts, Ruling, TableRow, class_of},
    op::Op,
    plan::{self, Plan, PlanStatus, PlanStep, PlanStepStatus, view::PlanView},
    record::{Doc, Record},
    redact,
    run::{self, Run},
    tool::{Effect, Forecast, Preview, Reversal, Tool},
    tx::Tx,
    world::PendingWrite,
};

/// See the module.
pub struct PlanPropose;

/// The maximum number of steps.
const MAX_STEPS: usize = 50;
/// The maximum length of a title.
const MAX_TITLE_CHARS: usize = 200;
/// The name prefix of a step as a pending write.
pub(super) const STEP: &str = "step ";

/// A plan.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// The run it belongs to; by default the open run of this agent in this folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    /// What it is for, in a line.
    pub title: String,
    /// Its steps, in order: 1 to 50.
    pub steps: Vec<StepInput>,
}

/// One step of a plan.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StepInput {
    /// What it does, in one line for the person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The tool, `filesystem.write_file`.
    pub tool: String,
    /// Its arguments. `$step1.result.id` stands for a result of the first step.
    #[serde(default)]
    pub args: Doc,
    /// The numbers of the earlier steps that must be done before it; if one is skipped, so is this one.
    #[serde(default, deserialize_with = "whole_numbers", skip_serializing_if = "Vec::is_empty")]
    pub depends_on: Vec<u32>,
}

/// Accepts whole numbers also as `2.0`: to a JSON Schema that is an integer.
fn whole_numbers<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Vec<u32>, D::Error> {
    let whole = |number: f64| {
        let fits = number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&number);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is whole and fits")]
        let whole = number as u32;
        let wrong = || serde::de::Error::custom(say!("op-not-step-number", n = number));
        if fits { Ok(whole) } else { Err(wrong()) }
    };
    Vec::<f64>::deserialize(deserializer)?.into_iter().map(whole).collect()
}

impl Op for PlanPropose {
    const NAME: &'static str = "plan.propose";
    const DOC: &'static str =
        "Propose work as a plan: a person reviews all of it, and Countersign carries out its steps";
    const AUDIENCE: &'static [ActorKind] = super::operations::AGENT_OR_PERSON;
    const HTTP: &'static str = "POST /v1/runs/{run}/plan";
    const CLI: &'static str = "plan propose --run {run} --title {title} --steps {steps}";
    const MCP: Option<&'static str> = Some("propose_plan");
    type Input = Input;
    type Output = PlanView;

    fn run(&self, tx: &mut Tx<'_>, input: &Input) -> Result<PlanView> {
        check_form(input)?;
        let mut run = run::for_call(tx, input.run.as_deref())?;
        tx.about(Some(&run.id), None);
        check_alone(tx, &run)?;
        let id = tx.new_id(Plan::KIND);
        let steps = drafted(tx, &run, &id, &input.steps)?;
        let title = redact::text(input.title.trim());
        let digests: Vec<&String> = steps.iter().map(|s| &s.digest).collect();
        let digest = canonical::digest("plan", &json!([id, run.id, title, digests]));
        let now = tx.now();
        let proposed = Plan {
            id: id.clone(),
            run: run.id.clone(),
            agent: run.agent.clone(),
            title,
            status: PlanStatus::Proposed,
            digest,
            length: u32::try_from(steps.len()).unwrap_or(u32::MAX),
            whole: false,
            running: None,
            reason: None,
            approved_by: None,
            created_at: now,
            changed_at: now,
            ended_at: None,
            told: false,
        };
        for step in &steps {
            tx.create(step)?;
        }
        tx.create(&proposed)?;
        run.plan = Some(id);
        run.last_at = now;
        tx.put(&run)?;
        let view = PlanView::of(tx, proposed)?;
        Ok(view.saying(say!("op-plan-queued")))
    }

    fn outcome(_output: &PlanView) -> Outcome {
        Outcome::Held
    }
}

fn check_form(input: &Input) -> Result<()> {
    let fits = |title: &str| !title.trim().is_empty() && title.chars().count() <= MAX_TITLE_CHARS;
    let titles = input.steps.iter().filter_map(|s| s.title.as_deref());
    if !std::iter::once(input.title.as_str()).chain(titles).all(fits) {
        return Err(Error::invalid(say!("op-title-range", n = MAX_TITLE_CHARS)));
    }
    if input.steps.is_empty() || input.steps.len() > MAX_STEPS {
        return Err(Error::invalid(say!("op-plan-steps-range", most = MAX_STEPS, n = input.steps.len())));
    }
    let size: usize = input.steps.iter().map(|s| serde_json::to_string(&s.args).map_or(0, |t| t.len())).sum();
    if size > MAX_ARGS_BYTES {
        return Err(Error::invalid(say!("op-plan-args-weigh", n = size, most = MAX_ARGS_BYTES)));
    }
    Ok(())
}

/// A run has one plan at a time.
fn check_alone(tx: &mut Tx<'_>, run: &Run) -> Result<()> {
    let Some(id) = &run.plan else { return Ok(()) };
    let other: Plan = tx.need(id)?;
    if other.status.is_over() {
        return Ok(());
    }
    Err(Error::conflict(say!("op-run-has-plan", id, status = other.status.as_str()))
        .hint(say!("op-hint-wait-or-end-plan", id)))
}

/// Examines every step. All errors are reported together, each with the number of its step.
fn drafted(tx: &mut Tx<'_>, run: &Run, plan: &str, given: &[StepInput]) -> Result<Vec<PlanStep>> {
    let (mut steps, mut planned, mut faults): (Vec<PlanStep>, Vec<PendingWrite>, Vec<Message>) =
        Default::default();
    let (mut known, mut exact) = (Vec::new(), Vec::new());
    for (number, input) in (1..).zip(given) {
        let draft = Draft { run, plan, number, input };
        match draft.step(tx, &planned, &steps) {
            Ok((step, args, one)) => {
                if step.class != Class::Read {
                    let (item, tool) = (format!("{STEP}{number}"), step.tool.clone());
                    planned.push(PendingWrite { item, tool, args: args.clone() });
                }
                steps.push(step);
                exact.push(args);
                known.push(one);
            }
            Err(e) if matches!(e.code, ErrorCode::Internal | ErrorCode::Store) => return Err(e),
            Err(e) => {
                let said = match e.hint {
                    Some(hint) => e.message.then(" (").then(hint).then(")"),
                    None => e.message,
                };
                faults.push(say!("op-step-fault", n = number, said));
            }
        }
    }
    if faults.is_empty() {
        rehearsal::show(tx, run, &mut steps, &known)?;
        for (step, args) in steps.iter_mut().zip(&exact) {
            step.digest = digest(step, args);
            plan::keep_args(tx, step, args)?;
        }
        return Ok(steps);
    }
    Err(Error::invalid(say!("op-plan-not-taken", saids = Message::joined("; ", faults)))
        .hint(say!("op-hint-mend-steps")))
}

/// A step being examined.
struct Draft<'d> {
    run: &'d Run,
    plan: &'d str,
    number: u32,
    input: &'d StepInput,
}

impl Draft<'_> {
    /// Returns the step, its exact arguments, and what is known of it for a rehearsal.
    fn step(
        &self,
        tx: &mut Tx<'_>,
        planned: &[PendingWrite],
        earlier: &[PlanStep],
    ) -> Result<(PlanStep, Doc, Known)> {
        let tool = self.tool(tx)?;
        let mut args = self.input.args.clone();
        let said = if gate::has_own_summary(tool) { None } else { gate::take_summary(&mut args) };
        let title = self.input.title.clone().or(said).map(|t| redact::text(t.trim()));
        let mut depends_on = self.depends_on(&args)?;
        let bound = placeholder::bind_with(tx, self.run, args, &|_, _| Ok(None))?;
        gate::check_schema(&tx.setup().catalog, tool, &bound.args, bound.open)?;
        let unbound = bound.open;
        args = bound.args.clone();
        let given = args.clone();
        let examined = match gate::examine(tx, self.run, tool, bound, gate::Options::planned(planned)) {
            // Something that an earlier step will create cannot be examined yet.
            Err(e) if gate::is_mendable(&e) && !depends_on.is_empty() => Err(e.message),
            other => Ok(other?),
        };
        if let Ok(seen) = &examined {
            let built_on = seen.waits_for.iter().filter_map(|w| w.strip_prefix(STEP)?.parse::<u32>().ok());
            depends_on.extend(built_on);
            if seen.verdict.ruling == Ruling::Refuse {
                return Err(Error::refused(say!(
                    "op-refused",
                    saids = Message::joined("; ", &seen.verdict.reasons)
                )));
            }
        }
        let depends_on: Vec<u32> = depends_on.into_iter().collect();
        let mut step = self.blank(tx, tool, title, depends_on)?;
        step.unbound = unbound;
        match &examined {
            Ok(seen) => {
                describe(&mut step, seen);
                args.clone_from(&seen.forecast.args);
            }
            Err(why) => unseen(&mut step, why),
        }
        let known = Known::of(tx, self.run, tool, &step, (given, examined.as_ref().ok()));
        if unbound {
            note_sources(&mut step, &args, &makers(tx, earlier));
        }
        Ok((step, args, known))
    }

    fn tool<'a>(&self, tx: &Tx<'a>) -> Result<&'a Tool> {
        let tool = gate::find_tool(tx, &self.input.tool)?;
        if !tool.is_offered() {
            let why = if tool.is_handed() { say!("op-what-hook-asks") } else { say!("op-what-person-does") };
            return Err(Error::invalid(say!("op-not-a-tool", tool = tool.name, said_why = why)));
        }
        if !tx.actor().may_use(&tool.name) {
            return Err(Error::refused(say!("judge-token-not-for", who = tx.actor(), op = tool.name)));
        }
        if explode::rule(tx.setup(), tool).is_some_and(|rule| !rule.is_one(&self.input.args)) {
            return Err(Error::invalid(say!("op-takes-list-plan", tool = tool.name)));
        }
        Ok(tool)
    }

    /// Returns the steps that must come first: those it names, and those whose results it uses.
    fn depends_on(&self, args: &Doc) -> Result<BTreeSet<u32>> {
        let used = placeholder::steps_in(args).into_iter().map(|(_, n)| n);
        let all: BTreeSet<u32> = self.input.depends_on.iter().copied().chain(used).collect();
        match all.iter().find(|n| **n == 0 || **n >= self.number) {
            None => Ok(all),
            Some(n) => Err(Error::invalid(say!("op-depends-before", n))),
        }
    }

    fn blank(
        &self,
        tx: &Tx<'_>,
        tool: &Tool,
        title: Option<String>,
        depends_on: Vec<u32>,
    ) -> Result<PlanStep> {
        let entry = tx.setup().policy.tool(&tool.server, &tool.name);
        let class = class_of(tool.class, entry.and_then(|e| e.class), &Facts::default());
        Ok(PlanStep {
            id: PlanStep::key(self.plan, self.number),
            plan: self.plan.to_owned(),
            number: self.number,
            title,
            tool: tool.name.clone(),
            definition: tx.setup().catalog.definition(tool)?.to_owned(),
            args: Doc::new(),
            args_blob: None,
            class,
            summary: Message::default(),
            preview: Preview::default(),
            facts: Facts::default(),
            reversal: Reversal::None,
            flags: Vec::new(),
            depends_on,
            asked: false,
            unbound: false,
            rehearsed: None,
            relies_on: Vec::new(),
            preconditions: Vec::new(),
            digest: String::new(),
            status: PlanStepStatus::Waiting,
            tries: 0,
            item: None,
            receipt: None,
            result: serde_json::Value::Null,
            error: None,
        })
    }
}

/// Writes the assessment into a step.
fn describe(step: &mut PlanStep, seen: &Assessment<'_>) {
    step.class = seen.class;
    step.summary.clone_from(&seen.forecast.summary);
    step.preview = seen.forecast.preview.clone();
    step.facts = seen.forecast.facts.clone();
    let only_reads = seen.class == Class::Read && !seen.forecast.facts.sends_out();
    step.reversal = if only_reads { Reversal::None } else { seen.forecast.reversal.clone() };
    step.relies_on.clone_from(&seen.relies_on);
    step.preconditions.clone_from(&seen.forecast.preconditions);
    let verdict = &seen.verdict;
    let always = matches!(
        verdict.row,
        TableRow::Protected | TableRow::AlwaysRule | TableRow::Definition | TableRow::Tainted
    );
    let several = verdict.approvers > 1 || verdict.owner_excluded || !verdict.deciders.is_empty();
    let waits = seen.waits_for.iter().any(|w| !w.starts_with(STEP));
    step.asked = seen.class == Class::Destructive || always || several || waits;
    step.flags.extend(flag_of(&step.reversal));
    if step.asked {
        step.flags.push(say!("op-flag-asked", saids = Message::joined("; ", &verdict.reasons)));
    }
    if let Some(why) = &seen.forecast.noop {
        step.flags.push(say!("op-flag-noop", said = why));
    }
    step.flags.extend(seen.flags(step.title.as_deref()));
}

/// Returns what to know of a step's undo before saying yes.
fn flag_of(reversal: &Reversal) -> Option<Message> {
    match reversal {
        Reversal::Irreversible { reason } => Some(say!("op-flag-irreversible", said = reason)),
        Reversal::BestEffort { caveats } => {
            Some(say!("op-flag-best-effort", saids = Message::joined("; ", caveats)))
        }
        Reversal::Exact | Reversal::None => None,
    }
}

/// Writes what a rehearsal of a step showed into it.
pub(super) fn show_rehearsed(step: &mut PlanStep, shown: Forecast) {
    step.preview = shown.preview;
    // A tool that runs no command says itself whether it can be taken back.
    if shown.effect.is_none() && shown.answer.is_none() {
        return;
    }
    let before = flag_of(&step.reversal);
    step.flags.retain(|flag| Some(flag) != before.as_ref());
    step.flags.extend(flag_of(&shown.reversal));
    (step.summary, step.reversal) = (shown.summary, shown.reversal);
    let class = class_of(step.class, None, &shown.facts);
    if !step.asked && (class == Class::Destructive || !shown.facts.protected.is_empty()) {
        step.asked = true;
        step.flags.push(say!("op-flag-rehearsed-asked"));
    }
}

/// Marks a step that could not be examined: approving the plan does not cover it.
fn unseen(step: &mut PlanStep, why: &Message) {
    step.summary = say!("op-call-when-done", tool = step.tool);
    step.asked = true;
    step.reversal = Reversal::Irreversible { reason: say!("op-not-looked-at") };
    step.flags.push(say!("op-flag-unseen", said = why));
}

/// Returns the steps that create something in the store. Its id is chosen by Countersign alone.
fn makers(tx: &Tx<'_>, earlier: &[PlanStep]) -> BTreeSet<u32> {
    let makes = |step: &&PlanStep| {
        let tool = tx.setup().catalog.get(&step.tool);
        step.class != Class::Read && tool.is_some_and(|t| matches!(t.effect, Effect::Store(_)))
    };
    earlier.iter().filter(makes).map(|s| s.number).collect()
}

/// Notes which results a step uses. A result that nobody has seen yet must not choose a target or content:
/// such a step is asked about when the results are available. Only the id of something that an earlier step
/// creates is considered known.
fn note_sources(step: &mut PlanStep, args: &Doc, makers: &BTreeSet<u32>) {
    let mut unseen = BTreeSet::new();
    let of_steps = placeholder::steps_in(args);
    for (text, n) in &of_steps {
        let flag = say!("op-flag-uses", n);
        if !step.flags.contains(&flag) {
            step.flags.push(flag);
        }
        if !(makers.contains(n) && placeholder::is_id(text)) {
            unseen.insert(say!("op-flag-nobody-has-seen", n));
        }
    }
    let of_items = placeholder::all_in(args).into_iter().filter(|t| of_steps.iter().all(|(s, _)| s != t));
    unseen.extend(of_items.filter_map(|text| {
        let item = text.strip_prefix('$')?.split_once(".result")?.0;
        Some(say!("op-flag-nobody-has-seen-item", item))
    }));
    if step.class == Class::Read || step.asked {
        return;
    }
    step.asked = !unseen.is_empty();
    step.flags.extend(unseen);
}

fn digest(step: &PlanStep, args: &Doc) -> String {
    let shown = json!({
        "number": step.number,
        "title": step.title,
        "tool": step.tool,
        "definition": step.definition,
        "args": args,
        "class": step.class,
        "facts": step.facts,
        "reversal": step.reversal,
        "flags": step.flags,
        "depends_on": step.depends_on,
        "asked": step.asked,
        "relies_on": step.relies_on,
        "preconditions": step.preconditions,
        "rehearsed": step.rehearsed.as_ref().map(|rehearsed| (rehearsed.status, &rehearsed.effect)),
    });
    canonical::digest("plan step", &shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn b4_a_number_written_as_a_fraction_is_whole_if_it_is() {
        let read = |depends_on: serde_json::Value| {
            serde_json::from_value::<StepInput>(json!({"tool": "task.list_tasks", "depends_on": depends_on}))
        };
        assert_eq!(read(json!([1, 2.0, u32::MAX])).unwrap().depends_on, [1, 2, u32::MAX]);
        for wrong in [json!([1.5]), json!([-1]), json!([4_294_967_296_u64]), json!(["1"]), json!([null])] {
            assert!(read(wrong.clone()).is_err(), "{wrong}");
        }
    }
}
