//! What must be typed to confirm something.

use crate::{
    judge::{Class, Facts},
    tool::Reversal,
};

/// What must be typed to confirm something: the target of a destructive call that cannot be taken back exactly or lies
/// outside the workspace, or the count where it hits more than twenty.
pub fn typed(class: Class, facts: &Facts, reversal: &Reversal, target: &str) -> Option<String> {
    if class != Class::Destructive {
        return None;
    }
    let hit = facts.deletes.len().max(facts.hits);
    if hit > 20 {
        Some(hit.to_string())
    } else if !matches!(reversal, Reversal::Exact) || facts.outside {
        Some(target.to_owned())
    } else {
        None
    }
}
