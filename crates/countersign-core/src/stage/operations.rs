//! Stages: `stage.begin` and `stage.note` for those who work in one, `stage.list`, `stage.drop` and
//! `stage.give_up`; [`land`] has the operations to review and land one.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    Actor, ActorKind, LOCAL,
    error::{Error, Result},
    op::Op,
    page,
    record::Record,
    run::{self, RunStatus},
    stage::{self, Stage, StageStatus, StageView},
    status::Status,
    store::Scan,
    tx::Tx,
    world::Job,
};

const AGENT_OR_PERSON: &[ActorKind] = &[ActorKind::Agent, ActorKind::Person];

/// The maximum stored length of a command.
const MAX_COMMAND_CHARS: usize = 2_000;
/// The maximum length of one denied attempt.
const MAX_DENIED_CHARS: usize = 500;

/// Begins a stage.
pub struct StageBegin;

/// A new stage.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BeginInput {
    /// The copy-on-write folders, as resolved absolute paths.
    pub roots: Vec<String>,
    /// The run it belongs to; by default a new run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    /// The name of the new run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The hosts that may be reached from it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hosts: Vec<String>,
    /// Files and folders in which changes are real.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub through: Vec<String>,
}

impl Op for StageBegin {
    const NAME: &'static str = "stage.begin";
    const DOC: &'static str =
        "Begin a stage: an isolated world from which nothing lands until a person signs it";
    const AUDIENCE: &'static [ActorKind] = AGENT_OR_PERSON;
    const HTTP: &'static str = "POST /v1/stages";
    const CLI: &'static str = "";
    type Input = BeginInput;
    type Output = Stage;

    fn run(&self, tx: &mut Tx<'_>, input: &BeginInput) -> Result<Stage> {
        let run = match &input.run {
            Some(named) => {
                let run = run::own(tx, named)?;
                run::check_going(&run)?;
                run
            }
            None => {
                let title = input.title.as_deref().map(|t| crate::text::truncate(t, MAX_COMMAND_CHARS));
                run::start(tx, run::Fresh { title, ..run::Fresh::default() })?
            }
        };
        let fresh = stage::Fresh {
            roots: input.roots.clone(),
            hosts: input.hosts.clone(),
            through: input.through.clone(),
        };
        let stage = stage::begin(tx, &run, fresh)?;
        tx.about(Some(&run.id), None);
        Ok(stage)
    }
}

/// Reports a command in a stage.
pub struct StageNote;

/// A command that begins, or has ended, and what it was denied.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NoteInput {
    /// The stage.
    pub id: String,
    /// The command that starts now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub begins: Option<String>,
    /// How the last started command ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<CommandEnd>,
    /// Denied attempts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 1000))]
    pub denied: Vec<Message>,
}

/// How a command ended.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CommandEnd {
    /// Its exit code, if it exited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<i32>,
    /// The signal that ended it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signal: Option<i32>,
    /// The limits that it ran into.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 16))]
    pub over: Vec<String>,
}

impl Op for StageNote {
    const NAME: &'static str = "stage.note";
    const DOC: &'static str = "Record a command in a stage: its start, its end, what it was denied";
    const AUDIENCE: &'static [ActorKind] = AGENT_OR_PERSON;
    const HTTP: &'static str = "POST /v1/stages/{id}/notes";
    const CLI: &'static str = "";
    type Input = NoteInput;
    type Output = Stage;

    fn run(&self, tx: &mut Tx<'_>, input: &NoteInput) -> Result<Stage> {
        let mut stage = stage::find_live(tx, &input.id)?;
        tx.about(Some(&stage.run), None);
        if !tells_of(tx.actor(), &stage) {
            return Err(Error::conflict(say!("op-stage-begun-by", id = stage.id, who = stage.by)));
        }
        if let Some(command) = &input.begins {
            let told = crate::text::truncate(&crate::redact::text(command), MAX_COMMAND_CHARS);
            let now = tx.now();
            stage.begin_command(told, now)?;
        }
        if let Some(ended) = &input.ended {
            let now = tx.now();
            let last = stage.commands.last_mut().filter(|c| c.ended_at.is_none());
            let last = last.ok_or_else(|| Error::conflict(say!("op-no-command-begun", id = input.id)))?;
            last.ended_at = Some(now);
            (last.exit_code, last.signal) = (ended.exit_code, ended.signal);
            last.over = ended.over.iter().take(16).map(|o| crate::text::truncate(o, 40)).collect();
            end_run(tx, &stage)?;
        }
        let short = |text: &str| crate::text::truncate(&crate::redact::text(text), MAX_DENIED_CHARS);
        let told = |denied: &Message| crate::redact::message(&denied.map_texts(&short));
        stage.deny(input.denied.iter().take(1000).map(told));
        tx.put(&stage)?;
        Ok(stage)
    }
}

/// Whether an actor may report on a stage: who began it. The process of a person's stage counts as an agent's
/// while a command runs in it, and so do its reports.
fn tells_of(actor: &Actor, stage: &Stage) -> bool {
    let for_person = actor.owner.as_deref().filter(|_| actor.agent_name() == LOCAL).map(Actor::person);
    stage.by == actor.to_string() || for_person.is_some_and(|person| stage.by == person.to_string())
}

/// Ends a run that was only begun for one command: later calls in the same folder do not belong to it.
fn end_run(tx: &mut Tx<'_>, stage: &Stage) -> Result<()> {
    let mut run: run::Run = tx.need(&stage.run)?;
    if run.stage.is_none() && run.status.is_open() {
        run::end(tx, &mut run, RunStatus::Completed)?;
    }
    Ok(())
}

/// Lists stages.
pub struct StageList;

/// Which stages.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListInput {
    /// Also discarded ones.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub all: bool,
    /// Maximum number; 50 by default, 1000 at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    /// Only those older than this one: the `next` of the previous response.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
}

/// The stages.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ListOutput {
    /// Newest first.
    pub stages: Vec<StageView>,
    /// What to ask for as `before` to go on; null at the end.
    pub next: Option<String>,
}

impl Op for StageList {
    const NAME: &'static str = "stage.list";
    const DOC: &'static str = "List stages, newest first";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Agent, ActorKind::Person, ActorKind::System];
    const WRITE: bool = false;
    const HTTP: &'static str = "GET /v1/stages";
    const CLI: &'static str = "stage list --all {all} --limit {limit} --before {before}";
    type Input = ListInput;
    type Output = ListOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &ListInput) -> Result<ListOutput> {
        let actor = tx.actor();
        let own = |s: &Stage| actor.kind != ActorKind::Agent || s.agent == actor.name;
        let scan = Scan::prefix(Stage::KIND.name, if input.all { "stage.at" } else { "stage.live" }, "");
        let page = page::older(tx, scan, input.before.as_deref(), input.limit, own)?;
        Ok(ListOutput { stages: StageView::all(tx, page.rows)?, next: page.next })
    }
}

/// Shows one stage.
pub struct StageShow;

impl Op for StageShow {
    const NAME: &'static str = "stage.show";
    const DOC: &'static str = "Show a stage: its commands, their denied attempts, what landed";
    const AUDIENCE: &'static [ActorKind] = AGENT_OR_PERSON;
    const WRITE: bool = false;
    const HTTP: &'static str = "GET /v1/stages/{id}";
    const CLI: &'static str = "stage show {id}";
    type Input = OneStage;
    type Output = StageView;

    fn run(&self, tx: &mut Tx<'_>, input: &OneStage) -> Result<StageView> {
        let stage = stage::find(tx, &input.id)?;
        StageView::of(tx, stage)
    }
}

/// Drops a stage.
pub struct StageDrop;

/// One stage.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OneStage {
    /// The stage.
    pub id: String,
}

impl Op for StageDrop {
    const NAME: &'static str = "stage.drop";
    const DOC: &'static str = "Discard everything in a stage that has not landed";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const HTTP: &'static str = "POST /v1/stages/{id}/drop";
    const CLI: &'static str = "stage drop {id}";
    type Input = OneStage;
    type Output = Stage;

    fn run(&self, tx: &mut Tx<'_>, input: &OneStage) -> Result<Stage> {
        drop_stage(tx, &input.id)
    }
}

/// Like [`StageDrop`], for the agent that owns the stage. It is a separate operation, so that a person's
/// token cannot be used from an agent's process for it.
pub struct StageGiveUp;

impl Op for StageGiveUp {
    const NAME: &'static str = "stage.give_up";
    const DOC: &'static str = "Throw away your own stage";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Agent];
    const HTTP: &'static str = "POST /v1/stages/{id}/give-up";
    const CLI: &'static str = "stage give-up {id}";
    type Input = OneStage;
    type Output = Stage;

    fn run(&self, tx: &mut Tx<'_>, input: &OneStage) -> Result<Stage> {
        drop_stage(tx, &input.id)
    }
}

fn drop_stage(tx: &mut Tx<'_>, given: &str) -> Result<Stage> {
    let mut stage = stage::find_live(tx, given)?;
    tx.about(Some(&stage.run), None);
    stage::check_unused(tx, &stage)?;
    stage::retract(tx, &mut stage)?;
    stage.status = stage.status.to(StageStatus::Dropped)?;
    stage.ended_at = Some(tx.now());
    end_run(tx, &stage)?;
    tx.put(&stage)?;
    tx.order(Job::Forget { id: stage.id.clone() });
    Ok(stage)
}
