//! `drill.turn`, `drill.due`, `drill.show`, `drill.answer`, `drill.list`. Each person has their own drills, and only if
//! they asked for them.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{
    Consent, Drill, DrillAnswer,
    examples::{EXAMPLES, Example},
};
use crate::{
    ActorKind, Role,
    authority::{Control, operations::Nothing},
    call::{gate, queue},
    error::{Error, Result},
    item::{Item, ItemStatus, typed, verb, view::ItemView},
    judge::{Class, Ruling},
    op::Op,
    record::{Doc, Record},
    run::Run,
    store::Scan,
    tool::Hold,
    tx::Tx,
};

const PERSON: &[ActorKind] = &[ActorKind::Person];

const HOUR: u64 = 3_600_000;
/// When the first drill may come after a person asked for them.
const FIRST: std::ops::Range<u64> = HOUR..24 * HOUR;
/// When the next one may come after an answer.
const NEXT: std::ops::Range<u64> = 24 * HOUR..96 * HOUR;
/// How long one stays without an answer.
const STAYS: u64 = 24 * HOUR;
/// How many items must wait, so that a drill does not stand out.
const AMONG: usize = 3;
/// How many items are looked at to place one among them.
const LOOKED_AT: usize = 50;
/// How many are listed.
const LISTED: usize = 100;
/// The tool whose call is made up.
const TOOL: &str = "shell.run";

/// Turns a person's drills on or off.
pub struct DrillTurn;

/// Whether the caller wants drills.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TurnInput {
    /// Whether now and then a made-up dangerous proposal is shown to you.
    pub to: Turn,
}

/// On or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Turn {
    /// They are shown.
    On,
    /// They are not.
    Off,
}

/// Whether drills are on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TurnOutput {
    /// Whether they are.
    pub on: bool,
    /// In words.
    pub message: Message,
}

impl Op for DrillTurn {
    const NAME: &'static str = "drill.turn";
    const DOC: &'static str = "Turn drills on or off: made-up dangerous proposals that test your attention";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const HTTP: &'static str = "POST /v1/drills/turn";
    const CLI: &'static str = "drills turn {to}";
    type Input = TurnInput;
    type Output = TurnOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &TurnInput) -> Result<TurnOutput> {
        let me = tx.actor().name.clone();
        let known = tx.get::<Consent>(&me)?;
        if input.to == Turn::On {
            if known.is_none() {
                let (since, next_at) = (tx.now(), tx.now() + between(tx, "drill.first", FIRST));
                tx.put(&Consent { id: me, since, next_at })?;
            }
            return Ok(TurnOutput { on: true, message: say!("op-drills-on") });
        }
        if let Some(drill) = open(tx, &me)? {
            end(tx, drill, None)?;
        }
        if known.is_some() {
            tx.delete::<Consent>(&me)?;
        }
        Ok(TurnOutput { on: false, message: say!("op-drills-off") })
    }
}

/// Returns a number from a range, another one for each call.
fn between(tx: &Tx<'_>, purpose: &str, range: std::ops::Range<u64>) -> u64 {
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&tx.random(purpose)[..8]);
    range.start + u64::from_le_bytes(bytes) % (range.end - range.start)
}

/// Returns a person's drill without an answer.
fn open(tx: &mut Tx<'_>, person: &str) -> Result<Option<Drill>> {
    let scan = Scan::prefix(Drill::KIND.name, "drill.open", &format!("{person}/"));
    Ok(tx.list::<Drill>(&scan.limit(1))?.pop())
}

/// Ends a drill and sets when the next one may come.
fn end(tx: &mut Tx<'_>, drill: Drill, answer: Option<DrillAnswer>) -> Result<Drill> {
    let drill = Drill { answer, ended_at: Some(tx.now()), ..drill };
    tx.put(&drill)?;
    if let Some(consent) = tx.get::<Consent>(&drill.person)? {
        let next_at = tx.now() + between(tx, "drill.next", NEXT);
        tx.put(&Consent { next_at, ..consent })?;
    }
    Ok(drill)
}

/// Returns the drill that is to be shown now, and makes it if one is due.
pub struct DrillDue;

/// What is to be shown.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct DueOutput {
    /// The made-up proposal as an item; null if there is none.
    pub drill: Option<ItemView>,
}

impl Op for DrillDue {
    const NAME: &'static str = "drill.due";
    const DOC: &'static str = "Show the drill that is due among what waits, if you turned drills on";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const LAZY: bool = true;
    const HTTP: &'static str = "POST /v1/drills/due";
    const CLI: &'static str = "";
    type Input = Nothing;
    type Output = DueOutput;

    fn run(&self, tx: &mut Tx<'_>, _input: &Nothing) -> Result<DueOutput> {
        let none = Ok(DueOutput { drill: None });
        let me = tx.actor().name.clone();
        let Some(consent) = tx.get::<Consent>(&me)? else { return none };
        // While everything is frozen nothing can be confirmed, and a drill would stand out.
        if tx.get::<Control>(Control::FREEZE)?.is_some() {
            return none;
        }
        let may_write = !tx.call().origin.read_only;
        match open(tx, &me)? {
            Some(drill) if tx.now() < drill.shown_at + STAYS => {
                return Ok(DueOutput { drill: Some(ItemView::of(tx, drill.item)?) });
            }
            Some(drill) if may_write => {
                end(tx, drill, None)?;
                return none;
            }
            _ => {}
        }
        if tx.now() < consent.next_at || !may_write {
            return none;
        }
        let Some(item) = made_up(tx)? else { return none };
        let (id, shown_at) = (item.id.clone(), tx.now());
        tx.put(&Drill { id, person: me, item: item.clone(), shown_at, answer: None, ended_at: None })?;
        Ok(DueOutput { drill: Some(ItemView::of(tx, item)?) })
    }
}

/// Makes a proposal up, beside what the most urgent waiting item belongs to. None if too little waits, or nothing
/// dangerous can be made up here.
fn made_up(tx: &mut Tx<'_>) -> Result<Option<Item>> {
    let scan = Scan::prefix(Item::KIND.name, "item.open", "").limit(LOOKED_AT);
    let mut waiting: Vec<Item> = tx.list(&scan)?;
    let now = tx.now();
    waiting.retain(|item| {
        item.status == ItemStatus::Pending && item.expires_at.is_none_or(|expires| expires > now)
    });
    if waiting.len() < AMONG {
        return Ok(None);
    }
    let Some((beside, cwd)) = beside(tx, &waiting)? else { return Ok(None) };
    let first = between(tx, "drill.example", 0..EXAMPLES.len() as u64);
    let first = usize::try_from(first).unwrap_or_default();
    let (before, after) = EXAMPLES.split_at(first);
    for example in after.iter().chain(before) {
        if let Some(item) = judged(tx, beside, &cwd, example) {
            return Ok(Some(item));
        }
    }
    Ok(None)
}

/// Returns the most urgent item of an agent that works in a folder, with the folder: commands are judged there.
fn beside<'i>(tx: &mut Tx<'_>, waiting: &'i [Item]) -> Result<Option<(&'i Item, String)>> {
    for item in waiting {
        if let Some(cwd) = tx.need::<Run>(&item.run)?.cwd {
            return Ok(Some((item, cwd)));
        }
    }
    Ok(None)
}

/// Returns an example as it would wait if the agent of `beside` had proposed it. None if it would not wait, or would not
/// count as destructive.
fn judged(tx: &mut Tx<'_>, beside: &Item, cwd: &str, example: &Example) -> Option<Item> {
    let tool = tx.setup().catalog.get(TOOL)?;
    let run = Run::imagined(&beside.agent, Some(cwd.to_owned()), tx.now());
    let args = Doc::from_iter([("command".to_owned(), json!(example.command))]);
    // Its folder may be gone, for one.
    let examined = gate::examine(tx, &run, tool, args, gate::Options::unrehearsed()).ok()?;
    if examined.class != Class::Destructive || examined.verdict.ruling != Ruling::Ask {
        return None;
    }
    let id = tx.new_id(Drill::KIND);
    let claim = Some(example.claim.to_owned());
    let item = queue::item(tx, (id, &beside.set), &run, &examined, claim, Hold::Queue);
    Some(Item {
        run: beside.run.clone(),
        subject: beside.subject.clone(),
        ordinal: beside.ordinal + 1,
        args: examined.forecast.args.clone(),
        expires_at: None,
        ..item
    })
}

/// One drill.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OneDrill {
    /// The drill.
    pub id: String,
}

/// A drill as it is shown.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct DrillView {
    /// Its id.
    pub id: String,
    /// The person it was shown to.
    pub person: String,
    /// The made-up proposal, as an item.
    pub item: ItemView,
    /// When it was first shown.
    pub shown_at: u64,
    /// What was answered.
    pub answer: Option<DrillAnswer>,
    /// Whether the danger was noticed; null without an answer.
    pub caught: Option<bool>,
    /// When it was answered, or went away.
    pub ended_at: Option<u64>,
}

impl DrillView {
    fn of(tx: &mut Tx<'_>, drill: Drill) -> Result<Self> {
        let Drill { id, person, item, shown_at, answer, ended_at } = drill;
        let caught = answer.map(DrillAnswer::is_caught);
        Ok(Self { id, person, item: ItemView::of(tx, item)?, shown_at, answer, caught, ended_at })
    }
}

/// Finds a drill of the caller.
fn own(tx: &mut Tx<'_>, id: &str) -> Result<Drill> {
    let drill: Drill = tx.find(id)?;
    match drill.person == tx.actor().name {
        true => Ok(drill),
        false => Err(Error::not_found(say!("op-drill-other", id))),
    }
}

/// Shows a drill.
pub struct DrillShow;

impl Op for DrillShow {
    const NAME: &'static str = "drill.show";
    const DOC: &'static str = "Show one of your drills";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const WRITE: bool = false;
    const HTTP: &'static str = "GET /v1/drills/{id}";
    const CLI: &'static str = "drills show {id}";
    type Input = OneDrill;
    type Output = DrillView;

    fn run(&self, tx: &mut Tx<'_>, input: &OneDrill) -> Result<DrillView> {
        let drill = own(tx, &input.id)?;
        DrillView::of(tx, drill)
    }
}

/// Answers a drill. Nothing but that is recorded.
pub struct DrillAnswerOp;

/// An answer to a drill.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnswerInput {
    /// The drill.
    pub id: String,
    /// The answer.
    pub answer: DrillAnswer,
    /// The typed confirmation, where one is required.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub typed: Option<String>,
}

impl Op for DrillAnswerOp {
    const NAME: &'static str = "drill.answer";
    const DOC: &'static str = "Answer a drill; nothing is run";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const HTTP: &'static str = "POST /v1/drills/{id}/answer";
    const CLI: &'static str = "";
    type Input = AnswerInput;
    type Output = DrillView;

    fn run(&self, tx: &mut Tx<'_>, input: &AnswerInput) -> Result<DrillView> {
        let drill = own(tx, &input.id)?;
        // What was answered stays as it was answered first.
        if drill.ended_at.is_some() {
            return DrillView::of(tx, drill);
        }
        if let Some(wanted) = drill.item.typed.as_deref()
            && input.answer == DrillAnswer::Confirmed
            && !input.typed.as_deref().is_some_and(|given| typed::is(wanted, given))
        {
            let why = verb::typed_why(&drill.item).unwrap_or_default();
            return Err(Error::refused(say!("op-type-it", said_why = why, typed = format!("{wanted:?}"))));
        }
        let drill = end(tx, drill, Some(input.answer))?;
        DrillView::of(tx, drill)
    }
}

/// Lists drills.
pub struct DrillList;

/// A person's drills.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ListOutput {
    /// Whether they are on.
    pub on: bool,
    /// Those that were answered or went away, newest first; 100 at most.
    pub drills: Vec<DrillView>,
}

impl Op for DrillList {
    const NAME: &'static str = "drill.list";
    const DOC: &'static str = "List your past drills, and what you answered";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const WRITE: bool = false;
    const ROLE: Role = Role::Viewer;
    const HTTP: &'static str = "GET /v1/drills";
    const CLI: &'static str = "drills list";
    type Input = Nothing;
    type Output = ListOutput;

    fn run(&self, tx: &mut Tx<'_>, _input: &Nothing) -> Result<ListOutput> {
        let me = tx.actor().name.clone();
        let on = tx.get::<Consent>(&me)?.is_some();
        let scan = Scan::prefix(Drill::KIND.name, "drill.at", "").reversed().limit(LISTED);
        let mut all: Vec<Drill> = tx.list(&scan)?;
        // The list does not give away the one that is open.
        all.retain(|drill| drill.person == me && drill.ended_at.is_some());
        let drills = all.into_iter().map(|drill| DrillView::of(tx, drill)).collect::<Result<_>>()?;
        Ok(ListOutput { on, drills })
    }
}
