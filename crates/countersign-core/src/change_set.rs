//! Operates on change sets: how an item joins one, and how a set follows its items.

pub mod decide;
mod record;

pub use self::record::ChangeSet;

use crate::{
    error::Result,
    item::{Item, ItemStatus, SetStatus, Trigger, decide::note_failure, view::Waits},
    record::Record,
    run::Run,
    store::Scan,
    tx::Tx,
    world::{Job, Precondition},
};

/// Returns the set for the run's next item: the open one while it has room, else a new one. Nothing is added
/// to a set without open items, and nothing ever runs because a set is full.
pub fn join(tx: &mut Tx<'_>, run: &mut Run) -> Result<ChangeSet> {
    let room = tx.setup().policy.set_size();
    if let Some(id) = &run.open_set {
        let set: ChangeSet = tx.need(id)?;
        if set.open > 0 && set.total < room {
            return Ok(set);
        }
    }
    let set = ChangeSet {
        id: tx.new_id(ChangeSet::KIND),
        run: run.id.clone(),
        agent: run.agent.clone(),
        subject: run.subject().to_owned(),
        thread: run.thread.clone(),
        status: SetStatus::Pending,
        created_at: tx.now(),
        resolved_at: None,
        first: run.proposed + 1,
        total: 0,
        open: 0,
        expired: 0,
    };
    run.open_set = Some(set.id.clone());
    Ok(set)
}

/// Stores a new item as the last of its set, and counts it; the caller stores the run.
pub fn add(tx: &mut Tx<'_>, run: &mut Run, mut set: ChangeSet, item: &Item) -> Result<ChangeSet> {
    run.proposed = item.ordinal;
    set.total += 1;
    set.open += 1;
    set.status = SetStatus::of(set.total, set.open, set.expired);
    tx.create(item)?;
    if set.total == 1 {
        tx.create(&set)?;
    } else {
        tx.put(&set)?;
    }
    Ok(set)
}

/// Moves an item by a trigger and updates its set. Stores the item. Any move ends its countdown.
pub fn step(tx: &mut Tx<'_>, item: &mut Item, trigger: Trigger) -> Result<()> {
    let before = item.status;
    item.status = before.on(trigger)?;
    item.end_countdown();
    if item.status != ItemStatus::Deferred {
        item.deferred_until = None;
    }
    tx.put(item)?;
    // What is in doubt may have landed: it failed only once a person says so.
    let failed = match trigger {
        Trigger::Fail | Trigger::Break | Trigger::Drift => {
            matches!(before, ItemStatus::Confirmed | ItemStatus::Applying)
        }
        Trigger::Reopen => true,
        _ => false,
    };
    if failed {
        note_failure(tx, item)?;
    }
    if before.is_open() == item.status.is_open() {
        return Ok(());
    }
    if let Some(id) = Precondition::rehearsal_id(&item.preconditions).filter(|_| before.is_open()) {
        tx.order(Job::Forget { id: id.to_owned() });
    }
    let mut set: ChangeSet = tx.need(&item.set)?;
    if item.status.is_open() {
        set.open += 1;
    } else {
        set.open -= 1;
    }
    set.expired += u32::from(item.status == ItemStatus::Expired);
    set.status = SetStatus::of(set.total, set.open, set.expired);
    set.resolved_at = (set.open == 0).then_some(tx.now());
    tx.put(&set)
}

/// Moves an item by a trigger that leaves it open, for a caller that moves it further and stores it then.
pub fn pass(item: &mut Item, trigger: Trigger) -> Result<()> {
    item.status = item.status.on(trigger)?;
    Ok(())
}

/// The items of a set, in order.
pub fn items(tx: &mut Tx<'_>, set: &ChangeSet) -> Result<Vec<Item>> {
    let sort = |n: u32| format!("{}/{n:06}", set.run);
    let scan = Scan {
        from: sort(set.first),
        to: sort(set.first + set.total),
        ..Scan::prefix(Item::KIND.name, "item.run", "")
    };
    let mut items = tx.list::<Item>(&scan)?;
    items.retain(|i| i.set == set.id);
    Ok(items)
}

/// The open items that wait for `parent`.
pub fn children(tx: &mut Tx<'_>, parent: &str) -> Result<Vec<Item>> {
    if tx.is_empty(Item::KIND.name, "item.parent")? {
        return Ok(Vec::new());
    }
    tx.list(&Scan::prefix(Item::KIND.name, "item.parent", &format!("{parent}/")))
}

/// The items of a run that wait for a person.
pub fn waiting(tx: &mut Tx<'_>, run: &Run) -> Result<Vec<Waits>> {
    if run.proposed == 0 {
        return Ok(Vec::new());
    }
    let scan = Scan::prefix(Item::KIND.name, "item.run", &format!("{}/", run.id));
    let items = tx.list::<Item>(&scan)?.into_iter();
    items.filter(|i| i.status.is_decidable()).map(|i| Waits::item(tx, &i)).collect()
}
