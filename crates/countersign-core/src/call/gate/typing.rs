//! What must be typed to confirm something.

use crate::{
    judge::{Class, Facts},
    tool::Reversal,
};

/// What must be typed to confirm something: the name of the target of a destructive call that cannot be taken back
/// exactly, lies outside the workspace, or hits more than twenty. Never a bare number: that can be typed blindly.
/// It is the same in all languages, so that what is typed can be compared with it.
pub fn typed(class: Class, facts: &Facts, reversal: &Reversal, target: &str) -> Option<String> {
    if class != Class::Destructive {
        return None;
    }
    let hit = facts.deletes.len().max(facts.hits);
    let is_asked = hit > 20 || !matches!(reversal, Reversal::Exact) || facts.outside;
    is_asked.then(|| if target.is_empty() { format!("{hit} things") } else { target.to_owned() })
}
