//! What pages say of the runs of what waits: their titles, and the folders in which they work.

use std::collections::{BTreeMap, BTreeSet};

use countersign_core::{
    item::view::ItemView,
    record::{Fields, Key},
    run::Run,
};
use serde_json::Value;

use super::Visit;

/// What is said of a run.
#[derive(Debug, Clone, Default)]
pub(super) struct RunFacts {
    /// Its title, if it has one.
    pub title: Option<String>,
    /// The folder in which it works.
    pub folder: Option<String>,
}

/// Lets items be named from the folders of their runs, unless their calls have folders of their own. The folder of a run
/// comes from its agent, so what is outside of the workspace or protected keeps its whole path.
pub(super) async fn seen_from_runs(visit: &Visit, items: &mut [ItemView]) {
    let needs = |item: &ItemView| {
        let facts = &item.facts;
        facts.folder.is_none() && !facts.outside && facts.protected.is_empty()
    };
    let ids: BTreeSet<String> =
        items.iter().filter(|item| needs(item)).map(|item| item.run.clone()).collect();
    if ids.is_empty() {
        return;
    }
    let runs = of(visit, ids.into_iter().collect()).await;
    for item in items.iter_mut().filter(|item| needs(item)) {
        item.facts.folder = runs.get(&item.run).and_then(|run| run.folder.clone());
    }
}

/// Reads runs by their ids. What cannot be read is left out: a page is rendered all the same.
pub(super) async fn of(visit: &Visit, ids: Vec<String>) -> BTreeMap<String, RunFacts> {
    let text = |doc: &Fields, name: &str| {
        let text = doc.get(name).and_then(Value::as_str).filter(|text| !text.trim().is_empty());
        text.map(str::to_owned)
    };
    let found = visit.app.blocking(move |engine| {
        let mut found = BTreeMap::new();
        engine.store().view(&mut |base| {
            for id in &ids {
                if let Some(run) = base.get(&Key::of::<Run>(id))? {
                    let doc = &run.row.doc;
                    found
                        .insert(id.clone(), RunFacts { title: text(doc, "title"), folder: text(doc, "cwd") });
                }
            }
            Ok(())
        })?;
        Ok(found)
    });
    found.await.unwrap_or_default()
}
