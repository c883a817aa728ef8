//! Puts a call that waits into its change set.

use countersign_words::Message;
use serde_json::Value;

use super::gate::{self, Assessment};
use crate::{
    change_set, countdown,
    effect::landing,
    error::Result,
    item::{Item, ItemStatus, Reason},
    plan,
    record::{Doc, Record},
    run::Run,
    tool::{Hold, Preview, Reversal},
    tx::Tx,
};

/// Makes an item of a call and adds it to its run's set.
pub(crate) fn queue(
    tx: &mut Tx<'_>,
    run: &mut Run,
    examined: &Assessment<'_>,
    human_summary: Option<String>,
    hold: Hold,
) -> Result<Item> {
    let set = change_set::join(tx, run)?;
    let id = tx.new_id(Item::KIND);
    let mut item = item(tx, (id, &set.id), run, examined, human_summary, hold);
    item.wait_ms = countdown::wait_of(examined, &item);
    item.proceeds_at = item.wait_ms.map(|ms| tx.now().saturating_add(ms));
    landing::keep_args(tx, &mut item, &examined.forecast.args)?;
    gate::rehearsal::keep(tx, &item, None);
    change_set::add(tx, run, set, &item)?;
    plan::taken(tx, &item)?;
    Ok(item)
}

/// Returns the item of a call that waits, with its id and its set. It is not stored.
pub(crate) fn item(
    tx: &Tx<'_>,
    (id, set): (String, &str),
    run: &Run,
    examined: &Assessment<'_>,
    human_summary: Option<String>,
    hold: Hold,
) -> Item {
    let blocked = !examined.waits_for.is_empty();
    let mut item = Item {
        id,
        set: set.to_owned(),
        run: run.id.clone(),
        agent: run.agent.clone(),
        subject: run.subject().to_owned(),
        ordinal: run.proposed + 1,
        tool: examined.tool.name.clone(),
        class: examined.class,
        status: if blocked { ItemStatus::Blocked } else { ItemStatus::Pending },
        args: Doc::new(),
        args_blob: None,
        original_args: None,
        summary: Message::default(),
        human_summary: human_summary.map(|s| crate::redact::text(&s)),
        flags: Vec::new(),
        preview: Preview::default(),
        facts: Default::default(),
        why: Reason::default(),
        digest: String::new(),
        definition: String::new(),
        asks_definition: false,
        relies_on: Vec::new(),
        preconditions: Vec::new(),
        allowed_by: None,
        reversal: Reversal::None,
        typed: None,
        depends_on: Vec::new(),
        unbound: false,
        approvers: 1,
        owner_excluded: false,
        deciders: Vec::new(),
        assigned_to: None,
        approvals: Vec::new(),
        hold,
        twins: Vec::new(),
        lifted: false,
        created_at: tx.now(),
        judged_ms: tx.call().asked_ms,
        expires_at: tx.setup().policy.expire_ms().map(|ms| tx.now().saturating_add(ms)),
        deferred_until: None,
        decided_at: None,
        decision: None,
        reason: None,
        told: false,
        receipt: None,
        result: Value::Null,
        result_blob: None,
        error: None,
        step: run.step.clone(),
        plan: examined.plan_step.clone(),
        question: None,
        wait_ms: None,
        proceeds_at: None,
    };
    examined.describe(&mut item);
    item
}
