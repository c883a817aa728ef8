//! Drills: a person who asks for them is now and then shown a made-up dangerous proposal among what waits (a canary), and
//! told so once they answer. How many of them were let through says how well people look.
//!
//! A drill is no item: no operation that decides about items finds it, so nothing can run it. Its command is judged as a
//! real one would be, and is not rehearsed.

mod examples;
pub mod operations;
mod record;

pub use self::record::{Consent, Drill, DrillAnswer};

use crate::{item::view::ItemView, record::Record as _};

/// Whether an id is that of a drill.
pub fn is_drill(id: &str) -> bool {
    let rest = id.strip_prefix(Drill::KIND.prefix);
    rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Puts a drill among what waits, where an item like it would be.
pub fn put_among(items: &mut Vec<ItemView>, drill: ItemView) {
    let rank = |item: &ItemView| crate::item::inbox_sort(item.status, item.class.as_str(), item.created_at);
    let own = rank(&drill);
    let at = items.iter().position(|item| rank(item) > own).unwrap_or(items.len());
    items.insert(at, drill);
}
