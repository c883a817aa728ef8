//! Detects renames.

use std::collections::BTreeMap;

use super::{Change, Kind};

/// Sets `renamed_from` where exactly one deleted and one new file have the same content.
pub(super) fn find(changes: &mut [Change]) {
    let mut by_content: BTreeMap<String, (Vec<usize>, Vec<usize>)> = BTreeMap::new();
    for (n, change) in changes.iter().enumerate() {
        let (Some(node), gone) = (match (&change.before, &change.after) {
            (Some(before), None) => (Some(before), true),
            (None, Some(after)) => (Some(after), false),
            _ => (None, false),
        }) else {
            continue;
        };
        if let (Kind::File, 1.., Some(hash)) = (node.kind, node.size, &node.hash) {
            let (went, came) = by_content.entry(hash.clone()).or_default();
            if gone { went.push(n) } else { came.push(n) }
        }
    }
    for (went, came) in by_content.values() {
        if let ([went], [came]) = (went.as_slice(), came.as_slice()) {
            changes[*came].renamed_from = Some(changes[*went].path.clone());
        }
    }
}
