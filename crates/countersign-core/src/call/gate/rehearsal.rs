//! Rehearsal in the gate: before a person is asked about a command, it is run in a sandbox, and judged again
//! by what it did there. A harmless one proceeds with the answer it gave; the rest is asked about, with its
//! true effects. A command that analysis classifies as a read also runs there, and only there: the kernel,
//! not the parser, guarantees that it only reads.

use countersign_words::{Message, say};

use super::{Assessment, Covers, IMAGINED, capitalised, class_of, shown::hide_secrets, verdict};
use crate::{
    authority::Grant,
    error::Result,
    item::Item,
    judge::{Class, Effect, Facts, Finding, Policy, RuleHits, Ruling, TableRow, Verdict},
    plan,
    record::{Doc, Record},
    run::Run,
    store::Scan,
    taint,
    tool::{Forecast, Reversal},
    trust,
    tx::Tx,
    world::{Ask, ChosenPart, InStage, Job, Precondition},
};

/// Returns the assessment after a rehearsal; the first one, if a rehearsal cannot help. `chosen` is the part
/// of an earlier rehearsal that a person chose.
pub(super) fn rehearsed<'a>(
    tx: &mut Tx<'a>,
    run: &Run,
    mut first: Assessment<'a>,
    chosen: Option<ChosenPart>,
) -> Result<Assessment<'a>> {
    let reads = is_confined_read(run, &first);
    // A run that has read what it must not send reaches no registry either.
    let client = first.forecast.client && taint::of_run(tx, &run.id)?.is_empty();
    let planned = is_planned(tx, run, &first);
    if !reads && !planned && !can_help(tx, run, &first, client) {
        return Ok(first);
    }
    let ask = Ask {
        tool: first.tool.name.clone(),
        args: first.given.clone(),
        agent: run.agent.clone(),
        run: run.scratch(),
        cwd: run.cwd.clone(),
        chosen,
        // If it sends data and still proceeds, the policy lists each of these hosts.
        trusted: trust::in_force(tx, run)?,
        hosts: if reads { first.forecast.facts.hosts.clone() } else { Vec::new() },
        client: client && !reads,
        aloud: is_aloud(&first, client),
        ..Ask::default()
    };
    let forecast = match tx.rehearsal(ask) {
        Ok(Some(forecast)) => forecast,
        Ok(None) if reads => return not_confined(tx, run, &first, &say!("op-no-world")),
        Ok(None) => return Ok(first),
        Err(e) if tx.is_asking() || super::is_mendable(&e) => return Err(e),
        Err(e) if reads => return not_confined(tx, run, &first, &e.message),
        Err(e) => {
            first.forecast.preview.warnings.push(say!("judge-not-rehearsed", said = e.message));
            return Ok(first);
        }
    };
    let second = assess_effect(tx, run, &first, capitalised(forecast), None)?;
    if planned {
        return Ok(as_planned(first, second));
    }
    let goes_ahead = second.proceeds() && second.class == Class::Read;
    if !reads && second.forecast.answer.is_some() && second.verdict.ruling != Ruling::Refuse && !goes_ahead {
        let told = say!("judge-rehearsed-asks");
        first.forecast.preview.warnings.push(told);
        return Ok(first);
    }
    Ok(second)
}

/// Whether a call is a step of an approved plan that may change something: it runs in layers, so that it can be undone.
fn is_planned(tx: &Tx<'_>, run: &Run, first: &Assessment<'_>) -> bool {
    let settings = tx.setup().policy.rehearsal();
    first.proceeds()
        && first.verdict.row == TableRow::PlanStep
        && first.class != Class::Read
        && first.waits_for.is_empty()
        && run.id != IMAGINED
        && settings.enabled
        && !settings.is_never(&first.forecast.facts.commands)
}

/// Returns the assessment of a step of a plan after its rehearsal: what that did lands, by the yes to the plan, unless a
/// person is asked about such effects whatever was approved. Where nothing can land of it, the step runs as it was
/// approved.
fn as_planned<'a>(first: Assessment<'a>, second: Assessment<'a>) -> Assessment<'a> {
    if second.forecast.answer.is_some() {
        return if second.proceeds() { second } else { first };
    }
    if Precondition::rehearsal_id(&second.forecast.preconditions).is_none() {
        return first;
    }
    let Facts { deletes, destroys, protected, privileged, .. } = &second.forecast.facts;
    let is_grave = second.class == Class::Destructive
        || !(deletes.is_empty() && destroys.is_empty() && protected.is_empty())
        || *privileged
        || second.hits.always.is_some()
        || second.verdict.ruling == Ruling::Refuse;
    if is_grave {
        return second;
    }
    let Assessment { verdict, grant, plan_step, hits, .. } = first;
    Assessment { verdict, grant, plan_step, hits, ..second }
}

/// Returns what a rehearsal showed, as persons are shown it.
pub fn as_shown_to_persons(shown: Forecast, given: &Doc) -> Forecast {
    let mut shown = capitalised(shown);
    hide_secrets(&mut shown, given);
    shown
}

/// Takes a step of an approved plan out of what the approval covers, if it would do something else than was shown then.
pub(super) fn as_approved<'a>(
    tx: &mut Tx<'a>,
    run: &Run,
    examined: Assessment<'a>,
) -> Result<Assessment<'a>> {
    let covered = examined.proceeds() && examined.verdict.row == TableRow::PlanStep;
    if !covered || plan::rehearsal::is_as_shown(tx, &examined)? {
        return Ok(examined);
    }
    let step = examined.plan_step.as_ref().map_or(0, |at| at.step);
    let mut forecast = Forecast { ground: None, ..examined.forecast.clone() };
    forecast.preview.warnings.insert(0, say!("judge-plan-step-otherwise", n = step));
    let again = assess_effect(tx, run, &examined, forecast, None)?;
    Ok(Assessment { waits_for: examined.waits_for, ..again })
}

/// Whether what a call in a stage sends stays there, or is what a package client asks its own registry, and that is the
/// only reason to ask.
pub(super) fn stays_in(stage: &InStage, first: &Assessment<'_>) -> bool {
    let Assessment { verdict, hits, forecast, .. } = first;
    // The network of a stage is its own: this machine is what runs there, and no other host can be reached.
    let here = !forecast.facts.hosts.is_empty() && forecast.facts.hosts_beyond().next().is_none();
    let is_reason = match verdict.row {
        TableRow::UnlistedHost => here || (forecast.client && stage.client),
        TableRow::Tainted => here,
        _ => false,
    };
    verdict.ruling == Ruling::Ask && is_reason && hits.ask.is_none() && hits.always.is_none()
}

/// Judges a call in a stage without what it sends.
pub(super) fn kept_in<'a>(
    tx: &mut Tx<'a>,
    run: &Run,
    first: Assessment<'a>,
    stage: &InStage,
) -> Result<Assessment<'a>> {
    let mut forecast = first.forecast.clone();
    forecast.facts.keep_here();
    assess_effect(tx, run, &first, forecast, Some(&stage.id))
}

/// Whether a command proceeds because analysis classifies it as a read, without anything of authority
/// allowing it to run for real.
fn is_confined_read(run: &Run, first: &Assessment<'_>) -> bool {
    first.class == Class::Read && first.proceeds() && !first.has_authority() && run.id != IMAGINED
}

/// Whether an agent may be told what a command prints in its rehearsal before that is judged: it sees no more there than
/// reads do, unless a rule asks, or it reaches hosts, whose text would be unmarked if the call is held.
fn is_aloud(first: &Assessment<'_>, client: bool) -> bool {
    first.hits.ask.is_none()
        && first.hits.always.is_none()
        && !client
        && first.forecast.facts.hosts.is_empty()
}

/// A read that could not be confined: it is asked about, like an opaque command.
fn not_confined<'a>(
    tx: &mut Tx<'a>,
    run: &Run,
    first: &Assessment<'a>,
    why: &Message,
) -> Result<Assessment<'a>> {
    let mut forecast = Forecast { preconditions: Vec::new(), answer: None, ..first.forecast.clone() };
    let reason = say!("op-not-confined", saids = why);
    forecast.facts.add(Finding { effect: Effect::Opaque, target: None, reason, span: None, certain: true });
    Ok(Assessment { waits_for: first.waits_for.clone(), ..assess_effect(tx, run, first, forecast, None)? })
}

impl Assessment<'_> {
    /// Whether something with authority allowed it: a person's grant or plan, or a rule. A call that proceeds
    /// only because it is harmless has none, and never runs for real.
    pub fn has_authority(&self) -> bool {
        let by_authority =
            matches!(self.verdict.row, TableRow::PlanStep | TableRow::Grant | TableRow::AllowRule);
        self.proceeds() && by_authority
    }
}

/// Whether knowing the effects could change the verdict or what is shown. Calls that are asked about in any
/// case, or are already approved, are not rehearsed for that.
fn can_help(tx: &Tx<'_>, run: &Run, first: &Assessment<'_>, client: bool) -> bool {
    settles(&tx.setup().policy, &first.verdict, &first.hits, &first.forecast.facts, client)
        && !first.unaccepted
        && first.waits_for.is_empty()
        && run.id != IMAGINED
}

/// Whether a person is asked about such a call only after it was rehearsed, where that is possible.
pub fn comes_first(tx: &Tx<'_>, examined: &Assessment<'_>) -> bool {
    let forecast = &examined.forecast;
    let is_command =
        examined.tool.name == "shell.run" && !examined.unaccepted && examined.waits_for.is_empty();
    let policy = &tx.setup().policy;
    is_command && settles(policy, &examined.verdict, &examined.hits, &forecast.facts, forecast.client)
}

/// Whether a rehearsal of a call with this verdict could change that, or say which hosts it needs. `client`: it is a
/// package client's, which may reach its registry there.
pub fn settles(policy: &Policy, verdict: &Verdict, hits: &RuleHits, facts: &Facts, client: bool) -> bool {
    let by_effect = match verdict.row {
        TableRow::Protected | TableRow::Opaque | TableRow::AskRule | TableRow::Class => true,
        TableRow::UnlistedHost => hits.ask.is_none(),
        _ => false,
    };
    let settings = policy.rehearsal();
    verdict.ruling == Ruling::Ask
        && by_effect
        && hits.always.is_none()
        && (client || !facts.sends_beyond() || facts.asks_registry())
        && settings.enabled
        && !settings.is_never(&facts.commands)
}

/// Judges a call by its observed effects, or by those in a stage: only rules can allow it, and grants that were given for such effects.
fn assess_effect<'a>(
    tx: &mut Tx<'a>,
    run: &Run,
    first: &Assessment<'a>,
    mut forecast: Forecast,
    stage: Option<&str>,
) -> Result<Assessment<'a>> {
    let hidden = hide_secrets(&mut forecast, &first.given);
    let class = class_of(tx, first.tool, &forecast);
    let marks = taint::of_sending(tx, run, first.tool, class, &forecast.facts)?;
    let grant = find_grant(tx, run, first, &forecast)?;
    let covers = Covers {
        grant: grant.as_ref(),
        // A command classified as a read, and observed to be one, is a read like any other.
        rehearsed: forecast.answer.is_some() && first.class != Class::Read,
        before: Some(&first.hits),
        stage,
        marks: &marks,
        ..Covers::default()
    };
    let (verdict, hits) = verdict(tx, run, first.tool, class, &forecast, &covers, false)?;
    Ok(Assessment {
        tool: first.tool,
        definition: first.definition,
        unaccepted: false,
        given: first.given.clone(),
        waits_for: forecast.built_on.clone(),
        forecast,
        unbound: first.unbound,
        relies_on: first.relies_on.clone(),
        class,
        verdict,
        grant,
        plan_step: None,
        hidden,
        twins: Default::default(),
        hits,
    })
}

/// Returns the grant that was given for such words with such an effect. What lands must be exactly what the
/// rehearsal did, with exact undo, and nothing in it that people are warned of.
fn find_grant(
    tx: &mut Tx<'_>,
    run: &Run,
    first: &Assessment<'_>,
    forecast: &Forecast,
) -> Result<Option<Grant>> {
    let lands = Precondition::rehearsal_id(&forecast.preconditions).is_some();
    let is_exact = matches!(forecast.reversal, Reversal::Exact) && forecast.ground.is_some();
    if !lands || !is_exact || tx.is_empty(Grant::KIND.name, "grant.live")? {
        return Ok(None);
    }
    let scan = Scan::exactly(Grant::KIND.name, "grant.live", &format!("{}/{}", run.agent, first.tool.name));
    let (now, said) = (tx.now(), &first.forecast.facts);
    let covers = |g: &Grant| g.is_live(now, &run.id) && g.covers_rehearsed(said, &forecast.facts);
    Ok(tx.list::<Grant>(&scan)?.into_iter().find(covers))
}

/// Marks the rehearsal as needed by an item, and releases the item's previous one.
pub fn keep(tx: &mut Tx<'_>, item: &Item, before: Option<String>) {
    let now = Precondition::rehearsal_id(&item.preconditions).map(str::to_owned);
    if let Some(id) = before.filter(|before| now.as_ref() != Some(before)) {
        tx.order(Job::Forget { id });
    }
    if let Some(id) = now {
        tx.order(Job::Keep { id });
    }
}
