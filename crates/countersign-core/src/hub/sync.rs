//! `gate.sync`: a gate shows the hub what waits with it, and learns which of that was decided here.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{
    CALL, Gate, GateItem, GateRun, args_of,
    join::{GATE, caller},
    key, settle,
};
use crate::{
    Outcome,
    audit::Checkpoint,
    call::{gate, queue},
    canonical,
    effect::landing::{self, CallOutcome},
    error::{Error, Result},
    item::{Item, ItemStatus, Reason},
    judge::{Class, Facts, Ruling},
    op::Op,
    record::{Doc, Record},
    redact,
    run::{self, Run},
    store::Scan,
    tool::{Hold, Preview, Reversal},
    tx::Tx,
};

/// The maximum number of items of one call.
pub const ITEMS_MOST: usize = 20;
/// The largest item that is shown to a hub, in bytes; a larger one is decided where it is.
pub const ITEM_BYTES: usize = 128 << 10;
/// The maximum number of items of one gate that wait.
const WAITING_MOST: usize = 2000;
/// The precision of the time when a gate was last heard of.
const SEEN_MS: u64 = 60_000;
/// The longest name that a gate gives one of its records.
const ID_MOST: usize = 64;

/// See the module.
pub struct GateSync;

/// All that reviewers see of an item of a gate.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shown {
    /// The agent there.
    pub agent: String,
    /// What it is about.
    pub subject: String,
    /// The folder that the run works in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cwd: Option<String>,
    /// The tool that is called there.
    pub tool: String,
    /// The arguments, without secrets.
    pub args: Doc,
    /// What the call is.
    pub class: Class,
    /// What it does.
    pub summary: Message,
    /// The agent's description: a claim.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub human_summary: Option<String>,
    /// Where the claim contradicts the facts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<Message>,
    /// Before and after.
    pub preview: Preview,
    /// What it would touch.
    pub facts: Facts,
    /// Why it is asked.
    pub why: Reason,
    /// Whether it could be undone.
    pub reversal: Reversal,
    /// What the person must type, if anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub typed: Option<String>,
    /// How many persons must say yes.
    pub approvers: u32,
    /// Whether the gate's owner may be one of them.
    #[serde(default)]
    pub owner_excluded: bool,
    /// When it expires.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<u64>,
}

/// An item that waits with a gate.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Waiting {
    /// Its id there.
    pub item: String,
    /// Its run there.
    pub run: String,
    /// What an approval binds to there.
    pub digest: String,
    /// What reviewers see of it.
    pub shown: Shown,
}

/// What a gate has to show.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SyncInput {
    /// The signed end of its log.
    pub checkpoint: Checkpoint,
    /// The newest checkpoint of the hub that it holds.
    pub held: Checkpoint,
    /// What is new or has changed; the hub takes the same twice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<Value>", length(max = ITEMS_MOST))]
    pub items: Vec<Waiting>,
}

/// An item of a gate that somebody decided here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DecidedRef {
    /// The gate's item.
    pub item: String,
    /// The digest that it was decided with.
    pub digest: String,
}

/// What became of it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct SyncOutput {
    /// The signed end of the hub's log.
    pub checkpoint: Checkpoint,
    /// Items that were not taken, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<NotTaken>,
    /// What was decided here, and is taken with `gate.take`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decided: Vec<DecidedRef>,
    /// Why nothing was taken: the gate's log contradicts what it signed before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alert: Option<Message>,
}

/// An item that was not taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NotTaken {
    /// The gate's item.
    pub item: String,
    /// Why.
    pub why: Message,
}

impl Op for GateSync {
    const NAME: &'static str = "gate.sync";
    const DOC: &'static str = "Show as a gate what waits there, and learn what was decided here";
    const AUDIENCE: &'static [crate::ActorKind] = GATE;
    const LAZY: bool = true;
    // Its items are a list of objects, which no address can hold.
    const LOOKS: bool = false;
    const HTTP: &'static str = "POST /v1/gates/sync";
    const CLI: &'static str = "";
    type Input = SyncInput;
    type Output = SyncOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &SyncInput) -> Result<SyncOutput> {
        let mut gate = caller(tx)?;
        if input.items.len() > ITEMS_MOST {
            return Err(Error::invalid(say!("hub-items-most", n = ITEMS_MOST)));
        }
        let mut output = SyncOutput {
            checkpoint: key::checkpoint(tx)?,
            refused: Vec::new(),
            decided: Vec::new(),
            alert: None,
        };
        if let Some(alert) = contradiction(tx, &gate, input)? {
            if gate.alert.as_ref() != Some(&alert) {
                gate.alert = Some(alert.clone());
                tx.put(&gate)?;
            }
            output.alert = Some(alert);
            return Ok(output);
        }
        for item in &input.items {
            if let Err(why) = take(tx, &gate, item)? {
                output.refused.push(NotTaken { item: item.item.clone(), why });
            }
        }
        output.decided = decided(tx, &gate)?;
        let now = tx.now();
        let writes = !tx.is_untouched();
        if key::is_due(&input.checkpoint, gate.checkpoint.as_ref(), writes) {
            gate.checkpoint = Some(input.checkpoint.clone());
        }
        if writes || gate.seen_at.is_none_or(|at| at.saturating_add(SEEN_MS) <= now) {
            gate.seen_at = Some(now);
            tx.put(&gate)?;
        }
        Ok(output)
    }

    fn outcome(output: &SyncOutput) -> Outcome {
        if output.alert.is_some() { Outcome::Refused } else { Outcome::Done }
    }
}

/// Returns what one log signed that the other contradicts. A gate with such a log is not heard until an admin has
/// removed it and invited it anew.
fn contradiction(tx: &mut Tx<'_>, gate: &Gate, input: &SyncInput) -> Result<Option<Message>> {
    if let Some(alert) = &gate.alert {
        return Ok(Some(alert.clone()));
    }
    let own = gate.key.clone().unwrap_or_default();
    if let Some(why) = key::contradiction(&input.checkpoint, &own, gate.checkpoint.as_ref()) {
        return Ok(Some(why));
    }
    let ours = key::checkpoint(tx)?.key;
    let held = &input.held;
    let is_true = held.key == ours && held.is_genuine() && key::is_own(tx, held)?;
    Ok((!is_true).then(|| say!("hub-held-other", at = held.seq)))
}

/// Takes an item that waits with a gate; says why, if not.
fn take(tx: &mut Tx<'_>, gate: &Gate, waiting: &Waiting) -> Result<std::result::Result<(), Message>> {
    let plain = |id: &str| {
        !id.is_empty() && id.len() <= ID_MOST && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
    };
    let size = serde_json::to_vec(waiting).map_err(Error::bug)?.len();
    if !plain(&waiting.item) || !plain(&waiting.run) || waiting.digest.len() > 128 {
        return Ok(Err(say!("hub-item-odd")));
    }
    if size > ITEM_BYTES {
        return Ok(Err(say!("hub-item-large", most = ITEM_BYTES)));
    }
    let key = GateItem::key(&gate.id, &waiting.item);
    let known = tx.get::<GateItem>(&key)?;
    if let Some(known) = &known {
        let mut here: Item = tx.need(&known.here)?;
        if known.digest == waiting.digest && here.status.is_open() {
            return Ok(Ok(()));
        }
        settle::replaced(tx, &mut here)?;
    } else {
        let scan = Scan::exactly(GateItem::KIND.name, "gate_item.open", &format!("{}/", gate.id));
        if tx.scan(&scan.limit(WAITING_MOST))?.len() >= WAITING_MOST {
            return Ok(Err(say!("hub-items-waiting", n = WAITING_MOST)));
        }
    }
    let item = GateItem {
        id: key,
        gate: gate.id.clone(),
        item: waiting.item.clone(),
        digest: waiting.digest.clone(),
        shown: waiting.shown.clone(),
        here: known.map(|known| known.here).unwrap_or_default(),
        over: false,
    };
    tx.put(&item)?;
    ask(tx, gate, item, &waiting.run)
}

/// Makes an item here of an item of a gate. Whatever the policy here allows, it waits for a person.
fn ask(
    tx: &mut Tx<'_>,
    gate: &Gate,
    mut item: GateItem,
    run: &str,
) -> Result<std::result::Result<(), Message>> {
    let mut run = run_of(tx, gate, &item, run)?;
    let shown = redact::value(&json!(item.shown));
    let args = args_of(&item.item, &item, &canonical::digest("gate item", &shown));
    let tool = gate::find_tool(tx, CALL)?;
    let mut examined = gate::examine(tx, &run, tool, args, gate::Options::unrehearsed())?;
    if examined.verdict.ruling == Ruling::Refuse {
        let why = Message::joined("; ", &examined.verdict.reasons);
        tx.delete::<GateItem>(&item.id)?;
        return Ok(Err(say!("op-policy-refuses", saids = why)));
    }
    examined.verdict.ruling = Ruling::Ask;
    examined.class = examined.class.max(item.shown.class);
    examined.verdict.approvers = examined.verdict.approvers.max(item.shown.approvers);
    examined.verdict.owner_excluded |= item.shown.owner_excluded;
    landing::note(tx, &run.id, tool, &examined.forecast.args, CallOutcome::Held);
    let claim = item.shown.human_summary.clone();
    let mut here = queue::queue(tx, &mut run, &examined, claim, Hold::Queue)?;
    here.end_countdown();
    here.why = item.shown.why.clone();
    here.flags.extend(
        item.shown.flags.iter().filter(|flag| !here.flags.contains(flag)).cloned().collect::<Vec<_>>(),
    );
    here.typed = item.shown.typed.clone().or(here.typed);
    here.expires_at = here.expires_at.into_iter().chain(item.shown.expires_at).min();
    tx.put(&here)?;
    run.last_at = tx.now();
    tx.put(&run)?;
    item.here = here.id;
    tx.put(&item)?;
    Ok(Ok(()))
}

/// Returns the run here for a run of a gate, and starts one if there is none, or it has ended.
fn run_of(tx: &mut Tx<'_>, gate: &Gate, item: &GateItem, theirs: &str) -> Result<Run> {
    let key = GateItem::key(&gate.id, theirs);
    if let Some(known) = tx.get::<GateRun>(&key)? {
        let run: Run = tx.need(&known.here)?;
        if run.status.is_open() {
            return Ok(run);
        }
    }
    let plain = |text: &str| crate::text::truncate(&crate::text::visible(text).text, 200);
    let fresh = run::Fresh {
        // No agent's token can have this name.
        agent: Some(format!("{}/{}", gate.name, plain(&item.shown.agent))),
        cwd: item.shown.cwd.as_deref().map(plain),
        subject: Some(plain(&item.shown.subject)).filter(|subject| !subject.is_empty()),
        ..run::Fresh::default()
    };
    let run = run::start(tx, fresh)?;
    tx.put(&GateRun { id: key, here: run.id.clone() })?;
    Ok(run)
}

/// Returns what was decided here on items of a gate, and is not over yet.
fn decided(tx: &mut Tx<'_>, gate: &Gate) -> Result<Vec<DecidedRef>> {
    let scan = Scan::exactly(GateItem::KIND.name, "gate_item.open", &format!("{}/", gate.id));
    let mut decided = Vec::new();
    for item in tx.list::<GateItem>(&scan)? {
        let here: Item = tx.need(&item.here)?;
        let is = match here.status {
            ItemStatus::Confirmed | ItemStatus::Applying => true,
            ItemStatus::Rejected => here.decision.is_some(),
            _ => false,
        };
        if is {
            decided.push(DecidedRef { item: item.item, digest: item.digest });
        }
        if decided.len() >= ITEMS_MOST {
            break;
        }
    }
    Ok(decided)
}
