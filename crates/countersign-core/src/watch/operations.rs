//! Watched folders: `watch.settle` returns which to watch now and ends those that are over, `watch.noticed`
//! reports changes in one. Both are for the daemon; approving `filesystem.watch_folder` begins a watch.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{
    ActorKind,
    answer_status::WatchState,
    authority::{Control, operations::Nothing},
    effect::operations::{Ended, Failure},
    error::{Error, Result},
    host,
    item::Item,
    op::Op,
    receipt::Receipt,
    record::Record,
    redact,
    run::Run,
    store::Scan,
    tool::Tool,
    tx::Tx,
    watch::{Happened, Noticed, Watch, WatchEnd},
    world::Landed,
};

/// How many watches one call handles; far more than inotify supports.
const MOST: usize = 10_000;

/// The maximum length of a reason.
const WORDS: usize = 300;

/// Returns which folders to watch.
pub struct WatchSettle;

/// The folders to watch.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
pub struct SettleOutput {
    /// All current watches, without their changes; empty while everything is frozen.
    pub watches: Vec<Watch>,
    /// Whether everything is frozen: watches stand still.
    pub frozen: bool,
    /// The watches that just ended.
    pub ended: Vec<String>,
    /// When the next one expires.
    pub next_at: Option<u64>,
}

impl Op for WatchSettle {
    const NAME: &'static str = "watch.settle";
    const DOC: &'static str = "List the folders to watch, and end expired watches";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::System];
    const LAZY: bool = true;
    const HTTP: &'static str = "POST /v1/watches/settle";
    const CLI: &'static str = "";
    type Input = Nothing;
    type Output = SettleOutput;

    fn run(&self, tx: &mut Tx<'_>, _input: &Nothing) -> Result<SettleOutput> {
        let mut output = SettleOutput::default();
        if tx.get::<Control>(Control::FREEZE)?.is_some() {
            return Ok(SettleOutput { frozen: true, ..output });
        }
        let mut ending: Option<String> = None;
        for mut watch in tx.list::<Watch>(&Scan::prefix(Watch::KIND.name, "watch.live", "").limit(MOST))? {
            if !host::is_here(tx, Some(&watch.run))? {
                continue;
            }
            let Some(why) = over(tx, &watch)? else {
                output.next_at = Some(output.next_at.map_or(watch.until_at, |at| at.min(watch.until_at)));
                watch.recent.clear();
                output.watches.push(watch);
                continue;
            };
            // An event is about one run; those of others end with the next call.
            if ending.get_or_insert_with(|| watch.run.clone()) != &watch.run {
                output.next_at = Some(tx.now());
                continue;
            }
            tx.about(Some(&watch.run), Some(Watch::TOOL));
            end(tx, &mut watch, why)?;
            output.ended.push(watch.id);
        }
        Ok(output)
    }
}

/// Returns why a watch is over, if so.
fn over(tx: &mut Tx<'_>, watch: &Watch) -> Result<Option<Message>> {
    if watch.until_at <= tx.now() {
        return Ok(Some(say!("op-time-over")));
    }
    let running = tx.get::<Run>(&watch.run)?.is_some_and(|r| r.status.is_open());
    Ok((!running).then(|| say!("op-run-ended")))
}

fn end(tx: &mut Tx<'_>, watch: &mut Watch, why: Message) -> Result<()> {
    watch.ended = Some(WatchEnd { at: tx.now(), why });
    watch.since = None;
    tx.put(watch)
}

/// Reports changes in a watched folder.
pub struct WatchNoticed;

/// A report of changes.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NoticedInput {
    /// The watch.
    pub watch: String,
    /// Whether watching began just now. Changes since the previous watch ended were not seen.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub began: bool,
    /// Why changes may have been missed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gap: Option<Message>,
    /// The changes, in order, with names made printable.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 100))]
    pub changes: Vec<Happened>,
    /// How many more changes there were.
    #[serde(default, skip_serializing_if = "is_none")]
    pub more: u64,
    /// Why it cannot continue.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<Message>,
}

fn is_none(more: &u64) -> bool {
    *more == 0
}

impl Op for WatchNoticed {
    const NAME: &'static str = "watch.noticed";
    const DOC: &'static str = "Report changes in a watched folder";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::System];
    const HTTP: &'static str = "POST /v1/watches/{watch}/noticed";
    const CLI: &'static str = "";
    type Input = NoticedInput;
    type Output = Watch;

    fn run(&self, tx: &mut Tx<'_>, input: &NoticedInput) -> Result<Watch> {
        let mut watch: Watch = tx.need(&input.watch)?;
        if let Some(ended) = &watch.ended {
            return Err(Error::conflict(say!("op-watch-ended", said = ended.why)));
        }
        if tx.get::<Control>(Control::FREEZE)?.is_some() {
            return Err(Error::conflict(say!("op-frozen-watches")));
        }
        if input.changes.len() > Watch::AT_ONCE {
            return Err(Error::invalid(say!("op-event-changes-most", n = Watch::AT_ONCE)));
        }
        let gap = match (&input.gap, watch.since) {
            // Nothing could be missed before it first began.
            (_, None) => None,
            (Some(why), Some(_)) => Some(short(why)),
            (None, Some(_)) => input.began.then(|| say!("op-daemon-away")),
        };
        if input.began {
            watch.since = Some(tx.now());
        }
        watch.noticed = watch.noticed.saturating_add(input.changes.len() as u64).saturating_add(input.more);
        let at = tx.now();
        let gaps = gap.iter().map(|why| Happened::Gap { why: why.clone() });
        let fresh = gaps.chain(input.changes.iter().cloned()).map(|change| Noticed { at, change });
        watch.recent.extend(fresh);
        let surplus = watch.recent.len().saturating_sub(Watch::RECENT);
        watch.recent.drain(..surplus);
        tx.about(Some(&watch.run), Some(Watch::TOOL));
        let mut told = json!({"id": watch.id, "folder": redact::text(&watch.path), "noticed": watch.noticed});
        if let Some(why) = gap {
            told["gap"] = json!(why);
        }
        tx.note("watch", told);
        match &input.ended {
            Some(why) => end(tx, &mut watch, short(why))?,
            None => tx.put(&watch)?,
        }
        Ok(watch)
    }
}

/// Shortens a reason.
fn short(why: &Message) -> Message {
    why.map_texts(&|text| crate::text::truncate(text, WORDS))
}

/// Whether this is our own tool, and not another server's with the same name.
fn is_watch(tool: &Tool) -> bool {
    tool.name == Watch::TOOL && tool.upstream.is_none()
}

/// Returns why an agent may not have another watch, if so.
fn no_room(tx: &mut Tx<'_>, agent: &str) -> Result<Option<Message>> {
    let scan = Scan::prefix(Watch::KIND.name, "watch.live", &format!("{agent}/")).limit(Watch::MOST);
    let full = tx.scan(&scan)?.len() >= Watch::MOST;
    Ok(full.then(|| say!("op-watches-most", agent, n = Watch::MOST)))
}

/// Refuses a call for one watch too many before anybody is asked.
pub fn check_room(tx: &mut Tx<'_>, run: &Run, tool: &Tool) -> Result<()> {
    let full = if is_watch(tool) { no_room(tx, &run.agent)? } else { None };
    full.map_or(Ok(()), |why| Err(Error::invalid(why)))
}

/// Begins a watch whose effect has landed. Returns the real outcome if it could not begin.
pub fn begin(
    tx: &mut Tx<'_>,
    item: &Item,
    tool: &Tool,
    outcome: &Ended<Landed>,
) -> Result<Option<Ended<Landed>>> {
    let Ended::Done(landed) = outcome else { return Ok(None) };
    if !is_watch(tool) {
        return Ok(None);
    }
    let failed = |message: Message| Ok(Some(Ended::Failed(Failure { message, detail: None })));
    let run: Run = tx.need(&item.run)?;
    if !run.status.is_open() {
        return failed(say!("op-run-ended-nobody-hears"));
    }
    if let Some(why) = no_room(tx, &item.agent)? {
        return failed(why);
    }
    let result = &landed.result;
    let seconds = result["until"].as_u64().unwrap_or(Watch::LONGEST_S).min(Watch::LONGEST_S);
    let path = result["path"].as_str().ok_or_else(|| Error::bug("a watch says what it watches"))?;
    let watch = Watch {
        id: item.id.clone(),
        agent: item.agent.clone(),
        run: item.run.clone(),
        path: path.to_owned(),
        recursive: result["recursive"].as_bool().unwrap_or_default(),
        landed_at: tx.now(),
        until_at: tx.now().saturating_add(seconds * 1000),
        since: None,
        ended: None,
        noticed: 0,
        recent: Vec::new(),
    };
    tx.put(&watch)?;
    Ok(None)
}

/// Ends a watch whose receipt was undone, or begins it again if the undo was undone.
pub fn turn(tx: &mut Tx<'_>, target: &Receipt) -> Result<()> {
    let Some(inverse) = target.inverse.as_ref().filter(|i| i.tool == Watch::TOOL) else { return Ok(()) };
    let id = inverse.steps["watch"].as_str().unwrap_or_default();
    let Some(mut watch) = tx.get::<Watch>(id)? else { return Ok(()) };
    if inverse.steps["on"] != true {
        return end(tx, &mut watch, say!("op-was-undone"));
    }
    if let Some(why) = no_room(tx, &watch.agent)? {
        return end(tx, &mut watch, why);
    }
    watch.ended = None;
    tx.put(&watch)
}

/// The state of a watch, for the result of its item.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WatchReport {
    /// The watch.
    pub watch: String,
    /// The folder, redacted.
    pub path: String,
    /// Whether subfolders are watched as well.
    pub recursive: bool,
    /// How it stands.
    pub state: WatchState,
    /// When it ends.
    pub until_at: u64,
    /// Why it ended.
    pub ended: Option<Message>,
    /// How many changes were noticed.
    pub noticed: u64,
    /// The last of them.
    pub changes: Vec<Noticed>,
}

/// Returns the state of a watch as the result of its item; None if the item is not a watch.
pub fn told(tx: &mut Tx<'_>, item: &Item) -> Result<Option<Value>> {
    if item.tool != Watch::TOOL {
        return Ok(None);
    }
    let Some(watch) = tx.get::<Watch>(&item.id)? else { return Ok(None) };
    let frozen = tx.get::<Control>(Control::FREEZE)?.is_some();
    let state = match (&watch.ended, watch.since) {
        (Some(_), _) => WatchState::Ended,
        (None, _) if frozen => WatchState::Frozen,
        (None, Some(_)) => WatchState::Watching,
        (None, None) => WatchState::Beginning,
    };
    let report = WatchReport {
        path: redact::text(&watch.path),
        watch: watch.id,
        recursive: watch.recursive,
        state,
        until_at: watch.until_at,
        ended: watch.ended.map(|e| e.why),
        noticed: watch.noticed,
        changes: watch.recent,
    };
    serde_json::to_value(report).map(Some).map_err(Error::bug)
}
