//! The rows of the lists, made from answers of the daemon.

use std::{collections::BTreeMap, sync::Arc};

use countersign_core::{
    answer_status::WaitsKind,
    audit::report::LogRow,
    event::ResultStatus,
    inbox,
    item::{
        ItemStatus,
        view::{ItemView, Standing, Waits},
    },
    plan::Plan,
    receipt::Receipt,
    run::Run,
    working_set::operations::Listed,
};
use countersign_words::Words;

use crate::{
    model::{Row, Thing, danger},
    page::{About, Page, value_lines},
    text::{Line, Tone, ago, safe, safe_short, said, short},
};

/// The length of a title; the page has all of it.
const TITLE: usize = 240;

/// Returns the sign of an item's status.
pub fn item_mark(status: ItemStatus) -> (&'static str, Tone) {
    standing_mark(Standing::from(status))
}

/// Returns the sign of any status.
pub fn standing_mark(status: Standing) -> (&'static str, Tone) {
    use Standing as S;
    match status {
        S::Applied | S::Approved | S::Answered | S::Completed | S::Done | S::Landed => ("✓", Tone::Good),
        S::Confirmed | S::Applying | S::Running | S::Counting | S::Stepwise => ("◔", Tone::Good),
        S::Rejected | S::Aborted => ("✗", Tone::Bad),
        S::Failed | S::Stopped => ("!", Tone::Bad),
        S::Deferred | S::Paused => ("◷", Tone::Warn),
        S::Blocked => ("◌", Tone::Warn),
        S::RolledBack => ("↶", Tone::Warn),
        S::Stale => ("~", Tone::Warn),
        S::NeedsReview => ("?", Tone::Warn),
        S::Pending | S::Open | S::Proposed | S::Waiting | S::WaitingApproval => ("○", Tone::Plain),
        S::Cancelled | S::Dropped | S::Expired | S::Retracted | S::Skipped => ("·", Tone::Dim),
    }
}

/// Returns an item's status in words.
pub fn item_status(words: Words, status: ItemStatus) -> String {
    standing(words, status.into())
}

/// Returns any status in words.
pub fn standing(words: Words, status: Standing) -> String {
    let word = status.as_str().replace('_', "-");
    let known = ["work-is-", "status-"].map(|area| format!("{area}{word}"));
    let found = known.iter().find(|id| words.has(id));
    found.map_or_else(|| status.as_str().to_owned(), |id| words.t(id).into_owned())
}

/// Returns the rows of the inbox: what is most dangerous first, the items of one set together under it.
pub fn inbox(words: Words, output: inbox::Output, now: u64) -> Vec<Row> {
    let sets: BTreeMap<String, _> =
        output.change_sets.into_iter().map(|set| (set.id.clone(), Arc::new(set))).collect();
    let mut members: BTreeMap<String, Vec<Arc<ItemView>>> = BTreeMap::new();
    let mut order: Vec<(u8, u64, Head)> = Vec::new();
    for item in output.items {
        let item = Arc::new(item);
        let known = members.entry(item.change_set.clone()).or_default();
        known.push(item.clone());
        if known.len() == 1 {
            let later = u8::from(item.status == ItemStatus::Deferred) * 10;
            order.push((rank(item.risk_level) + later, item.created_at, Head::Set(item.change_set.clone())));
        }
    }
    for waits in output.waiting {
        order.push((rank(waits.risk_level), waits.at, Head::Waits(waits)));
    }
    order.sort_by_key(|(rank, at, _)| (*rank, *at));
    let mut rows = Vec::new();
    for (_, _, head) in order {
        match head {
            Head::Waits(one) => rows.push(waits(words, one, now)),
            Head::Set(id) => {
                let items = members.remove(&id).unwrap_or_default();
                let set = sets.get(&id).filter(|_| items.len() > 1);
                let inside = set.is_some();
                if let Some(set) = set {
                    rows.push(set_row(words, set.clone(), items.clone()));
                }
                rows.extend(items.into_iter().map(|item| item_row(words, item, inside, now)));
            }
        }
    }
    rows
}

enum Head {
    Set(String),
    Waits(Waits),
}

fn rank(risk: countersign_core::judge::RiskLevel) -> u8 {
    use countersign_core::judge::RiskLevel as R;
    match risk {
        R::High => 0,
        R::Medium => 1,
        R::Low => 2,
    }
}

fn set_row(words: Words, set: Arc<countersign_core::item::view::SetView>, items: Vec<Arc<ItemView>>) -> Row {
    let title = said(words, &set.title);
    let digests: Vec<&str> = items.iter().map(|item| item.digest.as_str()).collect();
    let decided = set.total.saturating_sub(set.open);
    let told = [("decided", decided.into()), ("total", set.total.into())];
    let note = if decided > 0 { words.with("card-decided", &told) } else { String::new() };
    let version = format!("{} {}", digests.join(" "), set.open);
    finish(Row {
        id: set.id.clone(),
        sign: "▾",
        tone: Tone::Handle,
        title,
        note,
        inside: false,
        continues_at: None,
        version,
        find: safe(&set.agent),
        thing: Thing::Set(set, items),
    })
}

fn item_row(words: Words, item: Arc<ItemView>, inside: bool, now: u64) -> Row {
    let open = matches!(item.status, ItemStatus::Pending | ItemStatus::Blocked);
    let (sign, tone) = if open { danger(item.risk_level) } else { item_mark(item.status) };
    let mut notes = Vec::new();
    if item.status != ItemStatus::Pending {
        notes.push(item_status(words, item.status));
    }
    if let Some(person) = &item.claimed_by {
        notes.push(words.with("claimed-by", &[("who", safe(person).into())]));
    }
    finish(Row {
        id: item.id.clone(),
        sign,
        tone,
        title: safe_short(&words.say(&item.summary), TITLE),
        note: notes.join(", "),
        inside,
        continues_at: item.auto_approve_timeout.map(|s| now + s * 1000),
        version: format!("{} {}", item.digest, item.status.as_str()),
        find: format!("{} {} {}", safe(&item.agent), safe(&item.tool), short(&item.id)),
        thing: Thing::Item(item),
    })
}

fn waits(words: Words, waits: Waits, now: u64) -> Row {
    let (sign, tone) = match waits.kind {
        WaitsKind::Question => ("?", Tone::Handle),
        WaitsKind::Plan => ("≡", danger(waits.risk_level).1),
        _ => danger(waits.risk_level),
    };
    let kind = match waits.kind {
        WaitsKind::Item => "waits-item",
        WaitsKind::Step => "waits-step",
        WaitsKind::Plan => "waits-plan",
        WaitsKind::Question => "waits-question",
        WaitsKind::Stage => "waits-stage",
        WaitsKind::Settings => "waits-settings",
    };
    let thing = match waits.kind {
        WaitsKind::Settings => {
            let said = Line::new(Tone::Plain, safe(&words.say(&waits.title)));
            let way = Line::new(Tone::Handle, "countersign policy changes");
            Thing::Whole(Arc::new(Page::new(&waits.id, About::Nothing, vec![said, way])))
        }
        _ => Thing::Waits,
    };
    finish(Row {
        id: waits.id.clone(),
        sign,
        tone,
        title: format!("{}: {}", words.t(kind), safe_short(&words.say(&waits.title), TITLE)),
        note: String::new(),
        inside: false,
        continues_at: waits.auto_approve_timeout.map(|s| now + s * 1000),
        version: format!("{} {}", waits.status.as_str(), waits.at),
        find: safe(&waits.agent),
        thing,
    })
}

/// Returns the row of a run.
pub fn run(words: Words, run: Run) -> Row {
    let (sign, tone) = standing_mark(run.status.into());
    let title = run.title.as_deref().or(run.subject.as_deref()).map(|t| safe_short(t, TITLE));
    let agent = safe(&run.agent);
    let title = title.map_or_else(|| agent.clone(), |title| format!("{agent}: {title}"));
    finish(Row {
        id: run.id.clone(),
        sign,
        tone,
        title,
        note: standing(words, run.status.into()),
        inside: false,
        continues_at: None,
        version: format!("{} {} {}", run.status.as_str(), run.last_at, run.proposed),
        find: short(&run.id),
        thing: Thing::Run,
    })
}

/// Returns the row of a receipt.
pub fn receipt(words: Words, receipt: Receipt) -> Row {
    let (sign, tone) = match (&receipt.undone, &receipt.undo_action) {
        (Some(_), _) => ("↶", Tone::Dim),
        (None, Some(_)) => ("✓", Tone::Good),
        (None, None) => ("✓", Tone::Dim),
    };
    let note = if receipt.undone.is_some() { words.t("receipts-undone").into_owned() } else { String::new() };
    finish(Row {
        id: receipt.id.clone(),
        sign,
        tone,
        title: safe_short(&words.say(&receipt.summary), TITLE),
        note,
        inside: false,
        continues_at: None,
        version: format!("{:?} {:?}", receipt.undone, receipt.undoing),
        find: format!("{} {}", safe(&receipt.agent), short(&receipt.id)),
        thing: Thing::Receipt(Arc::new(receipt)),
    })
}

/// Returns the row of a plan.
pub fn plan(words: Words, plan: &Plan) -> Row {
    let (sign, tone) = standing_mark(plan.status.into());
    finish(Row {
        id: plan.id.clone(),
        sign,
        tone,
        title: safe_short(&plan.title, TITLE),
        note: standing(words, plan.status.into()),
        inside: false,
        continues_at: None,
        version: format!("{} {}", plan.digest, plan.changed_at),
        find: format!("{} {}", safe(&plan.agent), short(&plan.id)),
        thing: Thing::Waits,
    })
}

/// Returns the row of a call in the log; it has everything that the log says of it.
pub fn logged(words: Words, call: &LogRow, now: u64) -> Row {
    let (sign, tone) = match call.result_status {
        Some(ResultStatus::Success) => ("✓", Tone::Good),
        Some(_) => ("✗", Tone::Bad),
        None => ("○", Tone::Plain),
    };
    let actor = safe(&call.actor);
    let args = safe_short(&call.arguments.to_string(), TITLE);
    let mut lines = vec![
        Line::new(Tone::Strong, safe(&call.tool)),
        Line::new(Tone::Dim, format!("{actor} · {} · {}", safe(&call.op), safe(&call.time))),
        Line::new(Tone::Plain, format!("{} · {}", short(&call.event_id), safe(&call.status))),
    ];
    for value in [&call.arguments, &call.result] {
        if !value.is_null() {
            lines.push(Line::empty());
            lines.extend(value_lines(value));
        }
    }
    finish(Row {
        id: call.event_id.clone(),
        sign,
        tone,
        title: format!("{} {args}", safe(&call.tool)),
        note: ago(words, call.at, now),
        inside: false,
        continues_at: None,
        version: call.status.clone(),
        find: format!("{actor} {} {}", safe(&call.op), safe(&call.status)),
        thing: Thing::Whole(Arc::new(Page::of_lines(&call.event_id, lines))),
    })
}

/// Returns the row of a working set.
pub fn working_set(set: &Listed) -> Row {
    let (sign, tone) = if set.focused { ("●", Tone::Good) } else { ("○", Tone::Plain) };
    finish(Row {
        id: set.id.clone(),
        sign,
        tone,
        title: safe_short(&set.name, TITLE),
        note: set.total.to_string(),
        inside: false,
        continues_at: None,
        version: format!("{} {} {} {}", set.total, set.pinned, set.staged, set.deferred),
        find: format!("{} {}", safe(&set.created_by), short(&set.id)),
        thing: Thing::Waits,
    })
}

/// Completes what is searched.
fn finish(row: Row) -> Row {
    let find = format!("{} {} {}", row.title, row.note, row.find).to_lowercase();
    Row { find, ..row }
}
