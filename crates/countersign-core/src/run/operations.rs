//! Runs: `run.start`, `run.end`, `run.list`, `run.show`.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    ActorKind,
    change_set::ChangeSet,
    error::{Error, Result},
    item::{
        Item,
        view::{ItemView, SetView, Waits, by_risk},
    },
    judge::{Millionths, Mode, confidence::THRESHOLD},
    mode::{
        self, Governed,
        operations::{agent_of, check_threshold, folder_of},
    },
    op::Op,
    page,
    receipt::{Receipt, UndoAction, rollback, standing},
    record::Record,
    run::{self, Fresh, Run, RunStatus},
    stage,
    store::Scan,
    taint::{self, Mark},
    tx::Tx,
};

const AGENT_OR_PERSON: &[ActorKind] = &[ActorKind::Agent, ActorKind::Person];

/// Starts a run.
pub struct RunStart;

/// A new run.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StartInput {
    /// What it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    /// The conversation it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread: Option<String>,
    /// A line for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The agent whose run it is, for a person who starts it: that agent can then work in it. By default the caller's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// The folder it works in, for a person who starts it; by default the caller's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// Who decides about its steps: `auto`, `manual` or `confidence_threshold`; by default as a person set it for the
    /// agent or the folder, or as in the policy. An agent can only ask for a stricter mode.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
    /// The number for `confidence_threshold`; 0.8 by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence_threshold: Option<Millionths>,
    /// Whether it needs a confidence one band higher than others.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub critical: bool,
    /// The commands that check its steps. Checks that an agent declares itself can only lower confidence.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub checks: Vec<String>,
    /// Whether its calls run in a stage: their changes stay there until a person lands them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stage: bool,
}

impl Op for RunStart {
    const NAME: &'static str = "run.start";
    const DOC: &'static str = "Start a run: a piece of work";
    const AUDIENCE: &'static [ActorKind] = AGENT_OR_PERSON;
    const HTTP: &'static str = "POST /v1/runs";
    const CLI: &'static str = "run start --agent {agent} --folder {folder} --subject {subject} --thread {thread} --title {title} --mode {mode} --confidence-threshold {confidence_threshold} --critical {critical} --checks {checks} --stage {stage}";
    type Input = StartInput;
    type Output = Run;

    fn run(&self, tx: &mut Tx<'_>, input: &StartInput) -> Result<Run> {
        let blank = |s: &Option<String>| s.as_deref().is_some_and(|s| s.trim().is_empty());
        if blank(&input.subject) || blank(&input.thread) {
            return Err(Error::invalid(say!("op-subject-blank")));
        }
        let is_agent = tx.actor().kind == ActorKind::Agent;
        let (agent, cwd) = whose(tx, input)?;
        check_governance(tx, input, &agent, cwd.as_deref())?;
        if let Some(held) = run::open(tx)?.iter().find(|r| is_agent && r.status == RunStatus::Paused) {
            // Otherwise the agent could free itself by starting again.
            run::check_going(held)?;
        }
        run::unbar(tx, &agent, cwd.as_deref())?;
        let stage = input.stage || tx.setup().agents.get(agent.as_str()).is_some_and(|a| a.stage);
        let fresh = Fresh {
            agent: Some(agent),
            cwd,
            subject: input.subject.clone(),
            thread: input.thread.clone(),
            title: input.title.clone(),
            mode: input.mode,
            confidence_threshold: input.confidence_threshold,
            critical: input.critical,
            checks: input.checks.clone(),
            stage,
        };
        let governed = mode::governing(tx, fresh.agent.as_deref().unwrap_or_default(), fresh.cwd.as_deref())?;
        let run = run::start(tx, fresh)?;
        let own = Governed::of(&run);
        if own.loosens(governed) {
            mode::note_loosened(tx, &run.id, own, governed);
        }
        tx.about(Some(&run.id), None);
        Ok(run)
    }
}

/// The maximum number of checks of a run, and the maximum length of one.
const MAX_CHECKS: usize = 20;
const MAX_CHECK_CHARS: usize = 2_000;

/// Returns the agent whose run it will be, and the folder it works in. Only persons start runs for others.
fn whose(tx: &mut Tx<'_>, input: &StartInput) -> Result<(String, Option<String>)> {
    let own = tx.actor().agent_name().to_owned();
    let here = tx.call().origin.cwd.clone();
    if tx.actor().kind == ActorKind::Agent {
        let others = input.agent.as_ref().is_some_and(|agent| *agent != own);
        if others || input.folder.is_some() {
            return Err(Error::refused(say!("op-run-of-other")).hint(say!("op-run-of-other-hint")));
        }
        return Ok((own, here));
    }
    let agent = input.agent.as_deref().map(|name| agent_of(tx, name)).transpose()?;
    let folder = input.folder.as_deref().map(|given| folder_of(tx, given)).transpose()?;
    Ok((agent.unwrap_or(own), folder.or(here)))
}

/// An agent may choose stricter rules than those that hold for it, never weaker ones.
fn check_governance(tx: &mut Tx<'_>, input: &StartInput, agent: &str, cwd: Option<&str>) -> Result<()> {
    let governed = mode::governing(tx, agent, cwd)?;
    let asked = input.mode.unwrap_or(governed.mode);
    check_threshold(asked, input.confidence_threshold)?;
    let fits = |c: &String| !c.trim().is_empty() && c.chars().count() <= MAX_CHECK_CHARS;
    if input.checks.len() > MAX_CHECKS || !input.checks.iter().all(fits) {
        return Err(Error::invalid(say!("op-run-checks-most", n = MAX_CHECKS, chars = MAX_CHECK_CHARS)));
    }
    if tx.actor().kind == ActorKind::Person {
        return Ok(());
    }
    let loosens_mode = asked != governed.mode && asked != Mode::Manual;
    let own = governed.threshold.unwrap_or(THRESHOLD);
    let loosens_number = input.confidence_threshold.is_some_and(|t| t < own);
    if loosens_mode || loosens_number {
        return Err(Error::refused(say!("op-agent-no-loosening")).hint(say!("op-hint-mode-to-policy")));
    }
    Ok(())
}

/// Ends a run.
pub struct RunEnd;

/// One run, or the open one.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EndInput {
    /// The run; by default the open run of this agent in this folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Whether it failed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub failed: bool,
    /// Why it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// The maximum length of a reason.
const MAX_REASON_CHARS: usize = 2_000;

/// A run and what is left of it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct EndOutput {
    /// The run.
    #[serde(flatten)]
    pub run: Run,
    /// How many of its items a person has yet to decide.
    pub open_items: u32,
}

impl Op for RunEnd {
    const NAME: &'static str = "run.end";
    const DOC: &'static str = "End a run; its open proposals stay for the person";
    const AUDIENCE: &'static [ActorKind] = AGENT_OR_PERSON;
    const HTTP: &'static str = "POST /v1/runs/{id}/end";
    const CLI: &'static str = "run end {id} --failed {failed} --reason {reason}";
    const MCP: Option<&'static str> = Some("run_end");
    type Input = EndInput;
    type Output = EndOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &EndInput) -> Result<EndOutput> {
        let mut found = match &input.id {
            Some(id) => run::own(tx, id)?,
            None => open_run(tx)?,
        };
        if !found.status.is_open() {
            return Err(Error::conflict(say!("op-run-ended-already", id = found.id)));
        }
        if tx.actor().kind == ActorKind::Agent {
            // Otherwise the agent could end a paused run and start another.
            run::check_going(&found)?;
        }
        let reason = input.reason.as_deref().map(str::trim).filter(|r| !r.is_empty());
        if reason.is_some_and(|r| !input.failed || r.chars().count() > MAX_REASON_CHARS) {
            return Err(Error::invalid(say!("op-reason-failed")));
        }
        found.reason = reason.map(crate::redact::text);
        found.held_by = None;
        let status = if input.failed { RunStatus::Failed } else { RunStatus::Completed };
        run::end(tx, &mut found, status)?;
        tx.about(Some(&found.id), None);
        let open_items = sets(tx, &found)?.iter().map(|s| s.open).sum();
        Ok(EndOutput { run: found, open_items })
    }
}

/// Returns the open run of the caller in this folder.
pub(crate) fn open_run(tx: &mut Tx<'_>) -> Result<Run> {
    let newest = run::open(tx)?.into_iter().next();
    newest.ok_or_else(|| Error::not_found(say!("op-no-open-run")))
}

fn sets(tx: &mut Tx<'_>, run: &Run) -> Result<Vec<ChangeSet>> {
    tx.list(&Scan::prefix(ChangeSet::KIND.name, "set.run", &format!("{}/", run.id)))
}

/// Lists runs.
pub struct RunList;

/// Which runs.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListInput {
    /// Maximum number; 50 by default, 1000 at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    /// Only those older than this one: the `next` of the previous response.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
}

/// The runs, newest first.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ListOutput {
    /// Newest first.
    pub runs: Vec<Run>,
    /// What to ask for as `before` to go on; null at the end.
    pub next: Option<String>,
}

impl Op for RunList {
    const NAME: &'static str = "run.list";
    const DOC: &'static str = "List runs, newest first";
    const AUDIENCE: &'static [ActorKind] = AGENT_OR_PERSON;
    const WRITE: bool = false;
    const HTTP: &'static str = "GET /v1/runs";
    const CLI: &'static str = "run list --limit {limit} --before {before}";
    type Input = ListInput;
    type Output = ListOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &ListInput) -> Result<ListOutput> {
        let actor = tx.actor();
        let own = |r: &Run| actor.kind != ActorKind::Agent || r.agent == actor.name;
        let scan = Scan::prefix(Run::KIND.name, "run.started", "");
        let page = page::older(tx, scan, input.before.as_deref(), input.limit, own)?;
        let runs = page.rows.into_iter().map(|r| run::shown(tx, r)).collect::<Result<_>>()?;
        Ok(ListOutput { runs, next: page.next })
    }
}

/// Shows one run.
pub struct RunShow;

/// One run.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OneRun {
    /// The run.
    pub id: String,
}

/// A run with all that belongs to it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ShowOutput {
    /// The run.
    #[serde(flatten)]
    pub run: Run,
    /// Its change sets, in order.
    pub change_sets: Vec<SetView>,
    /// Its items, in order.
    pub items: Vec<ItemView>,
    /// What landed, newest first.
    pub receipts: Vec<Receipt>,
    /// What of it waits for a person, the most dangerous first.
    pub waiting_for: Vec<Waits>,
    /// What it has read that makes it ask before it sends anything.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
    /// The undo of all that stands of it, by `run.rollback`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undo_action: Option<UndoAction>,
    /// What to know before taking it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rollback_cues: Vec<Message>,
}

impl Op for RunShow {
    const NAME: &'static str = "run.show";
    const DOC: &'static str = "Show a run with its proposals and receipts";
    const AUDIENCE: &'static [ActorKind] = AGENT_OR_PERSON;
    const WRITE: bool = false;
    const HTTP: &'static str = "GET /v1/runs/{id}";
    const CLI: &'static str = "run show {id}";
    type Input = OneRun;
    type Output = ShowOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &OneRun) -> Result<ShowOutput> {
        let found = run::own(tx, &input.id)?;
        let prefix = format!("{}/", found.id);
        let items: Vec<Item> = tx.list(&Scan::prefix(Item::KIND.name, "item.run", &prefix).limit(1000))?;
        let items = ItemView::all(tx, items)?;
        let scan = Scan::prefix(Receipt::KIND.name, "receipt.run", &prefix).reversed().limit(1000);
        let mut receipts: Vec<Receipt> = tx.list(&scan)?;
        standing::look(tx, &mut receipts)?;
        let change_sets = sets(tx, &found)?.into_iter().map(SetView::from).collect();
        let mut waiting_for = run::waits_for(tx, &found)?;
        waiting_for.extend(stage::waiting(tx, Some(&found.id))?);
        waiting_for.sort_by(by_risk);
        let found = run::shown(tx, found)?;
        let marks = taint::of_run(tx, &found.id)?;
        let (undo_action, rollback_cues) = rollback::of_run(tx, &found)?;
        Ok(ShowOutput {
            run: found,
            change_sets,
            items,
            receipts,
            waiting_for,
            marks,
            undo_action,
            rollback_cues,
        })
    }
}

#[cfg(test)]
mod tests;
