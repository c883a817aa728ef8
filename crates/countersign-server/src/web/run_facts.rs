//! What pages say of the runs of what waits: their titles, and the folders in which they work.

use std::collections::BTreeMap;

use countersign_core::{
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
