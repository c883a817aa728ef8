//! Tracks what a reader has seen: a yes without a digest binds to what was last shown. So when the module refreshes a
//! page, it sends what the reader currently sees, and the page is not replaced if that has changed: the reader is asked
//! first.

use countersign_core::{
    Result,
    change_set::ChangeSet,
    item::Item,
    plan::Plan,
    record::{Fields, Key, Record},
    store::{Base, Scan},
};
use countersign_words::Message;
use serde::Deserialize as _;
use serde_json::Value;

use super::Visit;

/// The header in which the module sends what is shown.
pub(super) const SHOWN: &str = "countersign-shown";

/// Formats the reference to a shown thing, with its digests.
pub(super) fn word<'d>(id: &str, digests: impl IntoIterator<Item = &'d str>) -> String {
    let mut hasher = blake3::Hasher::new();
    for digest in digests {
        hasher.update(digest.as_bytes());
        hasher.update(b"\n");
    }
    let hash: String = hasher.finalize().to_hex().chars().take(32).collect();
    format!("{id} {hash}")
}

/// Returns whether what the reader sees is outdated.
pub(super) async fn has_moved(visit: &Visit) -> Result<bool> {
    let Some(shown) = visit.shown.clone() else { return Ok(false) };
    let id = shown.split_once(' ').map_or("", |(id, _)| id).to_owned();
    let now = visit.app.blocking(move |engine| {
        let mut now = None;
        engine.store().view(&mut |base| {
            now = current(base, &id)?;
            Ok(())
        })?;
        Ok(now)
    });
    Ok(now.await?.is_some_and(|now| now != shown))
}

/// Returns the current reference to a thing.
fn current(base: &mut dyn Base, id: &str) -> Result<Option<String>> {
    for key in [Key::of::<Item>(id), Key::of::<Plan>(id)] {
        if let Some(found) = base.get(&key)? {
            return Ok(Some(word(id, [text(&found.row.doc, "digest")])));
        }
    }
    let Some(set) = base.get(&Key::of::<ChangeSet>(id))? else { return Ok(None) };
    let number = |name: &str| set.row.doc.get(name).and_then(Value::as_u64).unwrap_or_default();
    let sort = |n: u64| format!("{}/{n:06}", text(&set.row.doc, "run"));
    let (from, to) = (sort(number("first")), sort(number("first") + number("total")));
    let hits = base.scan(&Scan { from, to, ..Scan::prefix(Item::KIND.name, "item.run", "") })?;
    let own = hits.iter().map(|hit| &hit.stored.row.doc).filter(|item| text(item, "set") == id);
    Ok(Some(word(id, own.map(|item| text(item, "digest")))))
}

/// Returns the one-line summary of an item or a plan, without recording it as shown.
pub(super) async fn line_of(visit: &Visit, id: &str) -> Option<Message> {
    let id = id.to_owned();
    let found = visit.app.blocking(move |engine| {
        let mut line: Option<Message> = None;
        engine.store().view(&mut |base| {
            for (key, name) in [(Key::of::<Item>(&id), "summary"), (Key::of::<Plan>(&id), "title")] {
                let found = base.get(&key)?;
                let said = found.as_ref().and_then(|found| found.row.doc.get(name));
                line = line.take().or(said.and_then(|said| Message::deserialize(said).ok()));
            }
            Ok(())
        })?;
        Ok(line)
    });
    found.await.ok().flatten()
}

fn text<'d>(doc: &'d Fields, name: &str) -> &'d str {
    doc.get(name).and_then(Value::as_str).unwrap_or_default()
}
