//! Typed confirmation.

use crate::{
    judge::{Class, Facts},
    tool::Reversal,
};

/// Returns what must be typed to confirm an item: the name of the target of a destructive call that cannot be
/// undone exactly, is outside the workspace, or hits more than twenty targets. Never a bare number, which
/// could be typed blindly. It is the same in all languages, so that the input can be compared with it.
pub fn typed(class: Class, facts: &Facts, reversal: &Reversal, target: &str) -> Option<String> {
    if class != Class::Destructive {
        return None;
    }
    let hit = facts.deletes.len().max(facts.hits);
    let is_asked = hit > 20 || !matches!(reversal, Reversal::Exact) || facts.outside;
    is_asked.then(|| if target.is_empty() { format!("{hit} things") } else { target.to_owned() })
}
