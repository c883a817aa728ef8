//! Typed confirmation.

use crate::{
    item::typed,
    judge::{Class, Facts},
    tool::Reversal,
};

/// Returns what must be typed to confirm an item: the name of the target of a destructive call that cannot be
/// undone exactly, is outside the workspace, or hits more than twenty targets. Never a bare number, which
/// could be typed blindly. Where there is no name, it is a number and a kind, which each reader types in their language.
pub fn typed(class: Class, facts: &Facts, reversal: &Reversal, target: &str) -> Option<String> {
    if class != Class::Destructive {
        return None;
    }
    let hit = facts.deletes.len().max(facts.hits);
    let is_asked = hit > 20 || !matches!(reversal, Reversal::Exact) || facts.outside;
    is_asked.then(|| if target.is_empty() { typed::of_things(hit) } else { target.to_owned() })
}
