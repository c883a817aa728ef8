//! `stage.diff` shows the content of a stage, and `stage.land` brings it into the real folders: one decision
//! over what was shown, one receipt that undoes it all.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{
    ActorKind, Outcome, Role,
    answer_status::DecisionStatus,
    authority::Seen,
    call::{
        gate::{self, Assessment},
        propose, queue,
    },
    error::{Error, Result},
    item::{
        Item, ItemStatus,
        confirm::{self, Output},
        decide,
    },
    judge::{Class, Facts, Ruling},
    op::{Op, Undo},
    passkey::Assertion,
    receipt::Receipt,
    record::{Doc, Record},
    run::{Run, RunStatus},
    stage::{self, Stage, StageView},
    store::Scan,
    text::visible,
    tool::{Hold, Preview, Reversal},
    tx::Tx,
    world::Ask,
};

/// How many protected paths a refusal names.
const NAMED: usize = 10;
/// How many calls that ran in a stage are listed with it.
const MAX_CALLS: usize = 200;

/// Shows the content of a stage.
pub struct StageDiff;

/// One stage.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DiffInput {
    /// The stage.
    pub id: String,
    /// Whether it is only looked over: then no landing is bound to it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub brief: bool,
}

/// What would land.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct DiffOutput {
    /// The stage, with its commands and what they were denied.
    pub stage: StageView,
    /// In one line.
    pub summary: Message,
    /// What a landing binds to: all that is shown here.
    pub digest: String,
    /// What it is.
    pub class: Class,
    /// Before and after of each path, and the differences of texts.
    pub preview: Preview,
    /// What it touches.
    pub facts: Facts,
    /// Whether it could be undone.
    pub reversal: Reversal,
    /// Whether there is nothing to land.
    pub empty: bool,
    /// What must be typed to land all of it, if anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub typed: Option<String>,
    /// Conflicts that cannot be merged: they prevent landing until they are left out or resolved in the stage.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conflicts: Vec<String>,
    /// Protected paths: each lands only if `only` names it itself, not with a folder or with everything.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_name: Vec<String>,
    /// What calls of tools did in it, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<Message>,
}

impl Op for StageDiff {
    const NAME: &'static str = "stage.diff";
    const DOC: &'static str =
        "Show everything that would land from a stage; a later landing is bound to what was shown";
    const ROLE: Role = Role::Viewer;
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const LAZY: bool = true;
    const HTTP: &'static str = "POST /v1/stages/{id}/diff";
    const CLI: &'static str = "stage diff {id}";
    type Input = DiffInput;
    type Output = DiffOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &DiffInput) -> Result<DiffOutput> {
        let stage = stage::find_live(tx, &input.id)?;
        difference(tx, stage, input.brief)
    }
}

/// Returns everything that would land from a stage; a later landing binds to it, unless it is only looked over.
pub fn difference(tx: &mut Tx<'_>, stage: Stage, is_brief: bool) -> Result<DiffOutput> {
    let args = Doc::from_iter([("stage".to_owned(), json!(stage.id))]);
    let forecast = tx.forecast(Ask {
        tool: Stage::LAND.to_owned(),
        args,
        agent: stage.agent.clone(),
        cwd: stage.roots.first().cloned(),
        ..Ask::default()
    })?;
    let digest = digest_of(&forecast.args);
    if !is_brief {
        mark_seen(tx, &stage, &digest)?;
    }
    let class = crate::judge::class_of(Class::Mutable, None, &forecast.facts);
    Ok(DiffOutput {
        summary: forecast.summary,
        digest,
        class,
        typed: gate::typed(class, &forecast.facts, &forecast.reversal, &forecast.typed),
        preview: forecast.preview,
        facts: forecast.facts,
        reversal: forecast.reversal,
        empty: forecast.noop.is_some(),
        conflicts: texts(&forecast.args, "conflicts"),
        by_name: texts(&forecast.args, "unnamed"),
        calls: calls(tx, &stage)?,
        stage: StageView::of(tx, stage)?,
    })
}

fn texts(args: &Doc, field: &str) -> Vec<String> {
    let list = args.get(field).and_then(Value::as_array).into_iter().flatten();
    list.filter_map(Value::as_str).map(str::to_owned).collect()
}

fn digest_of(args: &Doc) -> String {
    args.get("digest").and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn mark_seen(tx: &mut Tx<'_>, stage: &Stage, digest: &str) -> Result<()> {
    if decide::mark_shown(tx, &stage.id, digest)? {
        tx.about(Some(&stage.run), None);
    }
    Ok(())
}

/// Describes the calls of its run that ran in a stage.
fn calls(tx: &mut Tx<'_>, stage: &Stage) -> Result<Vec<Message>> {
    let run: Run = tx.need(&stage.run)?;
    if run.stage.as_ref() != Some(&stage.id) {
        return Ok(Vec::new());
    }
    let scan = Scan::prefix(Receipt::KIND.name, "receipt.run", &format!("{}/", run.id));
    let mut receipts = tx.list::<Receipt>(&scan.reversed().limit(MAX_CALLS))?;
    receipts.retain(|r| r.tool != Stage::LAND && r.undoes.is_none());
    Ok(receipts.into_iter().rev().map(|r| r.summary).collect())
}

/// Lands the content of a stage.
pub struct StageLand;

/// A yes to what is in a stage, or to part of it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LandInput {
    /// The stage.
    pub id: String,
    /// The shown digest; without one, the digest last shown to this person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// Only these paths: a file, or a folder with everything in it; `PATH#1+3` means only the first and the third hunk.
    /// A protected path must be named itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub only: Vec<String>,
    /// All except these paths.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub except: Vec<String>,
    /// The typed confirmation, where one is required.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub typed: Option<String>,
    /// The person's signature, made with a passkey for a challenge about the item of this landing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assertion: Option<Assertion>,
}

impl Op for StageLand {
    const NAME: &'static str = "stage.land";
    const DOC: &'static str = "Land a stage as it was shown; one receipt takes it all back";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const UNDO: Undo = Undo::ByChanges;
    const HTTP: &'static str = "POST /v1/stages/{id}/land";
    const CLI: &'static str =
        "stage land {id} --digest {digest} --only {only} --except {except} --type {typed}";
    type Input = LandInput;
    type Output = Output;

    fn run(&self, tx: &mut Tx<'_>, input: &LandInput) -> Result<Output> {
        let mut stage = stage::find_live(tx, &input.id)?;
        tx.about(Some(&stage.run), Some(Stage::LAND));
        let shown = match &input.digest {
            Some(digest) => digest.clone(),
            None => match tx.get::<Seen>(&Seen::key(&tx.actor().name, &stage.id))? {
                Some(seen) => seen.digest,
                None => {
                    let message = say!("op-stage-not-shown", id = stage.id);
                    return Ok(Output::new(&stage.id, DecisionStatus::NotShown, message));
                }
            },
        };
        stage::check_unused(tx, &stage)?;
        let mut run: Run = tx.need(&stage.run)?;
        let tool = gate::find_tool(tx, Stage::LAND)?;
        let args = json!({"stage": stage.id, "only": input.only, "except": input.except, "expected": shown});
        let args = args.as_object().cloned().unwrap_or_default();
        // A person lands it, whatever holds up the run.
        let standing = Run { status: RunStatus::Running, stage: None, ..run.clone() };
        let examined = gate::examine(tx, &standing, tool, args, gate::Options::default())?;
        if let Some(why) = &examined.forecast.noop {
            return Err(Error::conflict(say!("op-nothing-to-land", said = why)));
        }
        check_named(&texts(&examined.forecast.args, "unnamed"))?;
        if examined.verdict.ruling == Ruling::Refuse {
            return Err(Error::refused(say!(
                "op-refused",
                saids = Message::joined("; ", &examined.verdict.reasons)
            )));
        }
        propose::note_verdict(tx, &examined);
        let item = proposed(tx, &mut stage, &mut run, &examined)?;
        let yes = confirm::Input {
            wait_s: None,
            id: item.id.clone(),
            digest: Some(item.digest.clone()),
            typed: input.typed.clone(),
            always: None,
            scope: None,
            uses: None,
            offer: None,
            together: false,
            assertion: input.assertion.clone(),
        };
        confirm::decide(tx, item, &yes)
    }

    fn outcome(output: &Output) -> Outcome {
        output.outcome()
    }
}

/// Fails if protected paths would land that were not asked for by name.
fn check_named(unnamed: &[String]) -> Result<()> {
    if unnamed.is_empty() {
        return Ok(());
    }
    let mut paths: Vec<String> = unnamed.iter().take(NAMED).map(|path| visible(path).text).collect();
    paths.extend((unnamed.len() > NAMED).then(|| format!("… (+{})", unnamed.len() - NAMED)));
    let ways = unnamed.iter().take(NAMED).map(|path| format!("--only {:?}", visible(path).text));
    let ways = ways.collect::<Vec<_>>().join(" ");
    Err(Error::refused(say!("op-stage-by-name", paths = paths.join(", ")))
        .hint(say!("op-stage-by-name-hint", ways)))
}

/// Returns the item for this landing: that of an earlier attempt with the same content, else a new one.
fn proposed(tx: &mut Tx<'_>, stage: &mut Stage, run: &mut Run, examined: &Assessment<'_>) -> Result<Item> {
    if let Some(id) = &stage.item {
        let item: Item = tx.need(id)?;
        let waits = matches!(item.status, ItemStatus::Pending | ItemStatus::Blocked | ItemStatus::Deferred);
        if waits && item.digest == examined.digest() {
            return Ok(item);
        }
    }
    stage::retract(tx, stage)?;
    let item = queue::queue(tx, run, examined, None, Hold::Queue)?;
    stage.item = Some(item.id.clone());
    tx.put(stage)?;
    tx.put(run)?;
    Ok(item)
}
