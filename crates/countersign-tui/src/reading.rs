//! What is read from the daemon, as the model wants it.

use countersign_client::Client;
use countersign_core::{
    Result,
    audit::{operations::AuditLog, report::LogFilter},
    inbox::{self, InboxList},
    item::{reject::OneItem, scopes::ItemScopes},
    plan::operations::{ListInput as Plans, PlanList},
    receipt::operations::{ListInput as Receipts, ReceiptList},
    run::operations::{ListInput as Runs, OneRun, RunList, RunShow},
    show::{self, Show},
    working_set::operations::{ListInput as Sets, SetList},
};
use countersign_words::Words;

use crate::{
    model::{Read, Row, Source, Tab},
    page, row,
};

/// How many items one call returns.
const AT_ONCE: usize = 1_000;
/// How many runs and receipts are listed.
const LISTED: u32 = 200;

/// Reads something.
pub fn read(client: &Client, words: Words, source: &Source, now: u64) -> Result<Read> {
    match source {
        Source::Inbox(limit) => inbox(client, *limit).map(Read::Inbox),
        Source::Runs => {
            let input = Runs { limit: Some(LISTED), before: None };
            Ok(Read::Runs(client.ask::<RunList>(&input)?.runs))
        }
        Source::History => {
            let input = Receipts { limit: Some(LISTED), ..Receipts::default() };
            Ok(Read::History(client.ask::<ReceiptList>(&input)?.receipts))
        }
        Source::Rows(tab) => rows(client, words, *tab, now).map(|rows| Read::Rows(*tab, rows)),
        Source::Scopes(id) => Ok(Read::Scopes(client.ask::<ItemScopes>(&OneItem { id: id.clone() })?)),
        Source::Thing { id, is_run: true } => {
            let found = client.ask::<RunShow>(&OneRun { id: id.clone() })?;
            Ok(Read::Page(Box::new(page::run(words, &found, now))))
        }
        Source::Thing { id, is_run: false } => {
            let found = client.ask::<Show>(&show::Input { id: id.clone() })?;
            Ok(Read::Page(Box::new(page::shown(words, id, found))))
        }
    }
}

/// Reads the rows of a tab that has nothing of its own to know of them.
fn rows(client: &Client, words: Words, tab: Tab, now: u64) -> Result<Vec<Row>> {
    let limit = Some(LISTED);
    Ok(match tab {
        Tab::Plans => {
            let found = client.ask::<PlanList>(&Plans { limit, ..Plans::default() })?;
            found.plans.iter().map(|plan| row::plan(words, plan)).collect()
        }
        Tab::Log => {
            let found = client.ask::<AuditLog>(&LogFilter { limit, ..LogFilter::default() })?;
            found.calls.iter().map(|call| row::logged(words, call, now)).collect()
        }
        _ => {
            let found = client.ask::<SetList>(&Sets { limit, ..Sets::default() })?;
            found.working_sets.iter().map(row::working_set).collect()
        }
    })
}

/// Reads the first so many items that wait, page by page.
fn inbox(client: &Client, limit: usize) -> Result<inbox::Output> {
    let input = |after: Option<String>, left: usize| inbox::Input {
        limit: u32::try_from(left.min(AT_ONCE)).ok(),
        after,
        ..inbox::Input::default()
    };
    let mut all = client.ask::<InboxList>(&input(None, limit))?;
    while all.items.len() < limit
        && let Some(next) = all.next.take()
    {
        let page = client.ask::<InboxList>(&input(Some(next), limit - all.items.len()))?;
        all.items.extend(page.items);
        let is_new =
            |set: &countersign_core::item::view::SetView| !all.change_sets.iter().any(|s| s.id == set.id);
        let new: Vec<_> = page.change_sets.into_iter().filter(is_new).collect();
        all.change_sets.extend(new);
        (all.more, all.next) = (page.more, page.next);
    }
    Ok(all)
}
