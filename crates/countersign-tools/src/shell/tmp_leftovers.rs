//! Files that a command leaves in a rehearsal's private folders (`/tmp` and the like): they are removed with
//! it, so a later command would not find them.

use std::path::PathBuf;

use countersign_core::{
    judge::{Effect, Finding},
    text::visible,
};
use countersign_rehearsal::Ended;
use countersign_words::{Message, say};
use serde_json::{Value, json};

use crate::files::pattern;

/// Files that programs leave there for themselves and do not need later.
const USUAL: &[&str] =
    &[".dotnet", "hsperfdata_*", "node-compile-cache", "pytest-of-*", "v8-compile-cache-*"];
/// How many are named.
const NAMED: usize = 5;

/// Returns leftovers that a later command may need.
pub(super) fn of(ended: &Ended) -> Vec<PathBuf> {
    let usual = |path: &PathBuf| {
        let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
        USUAL.iter().any(|pattern| pattern::matches(pattern, &name))
    };
    ended.left.iter().filter(|path| !usual(path)).cloned().collect()
}

/// Returns the leftovers as findings.
pub(super) fn findings(left: &[PathBuf]) -> impl Iterator<Item = Finding> {
    left.iter().take(NAMED).map(|path| Finding {
        effect: Effect::Write,
        target: Some(path.display().to_string()),
        reason: say!("effect-leaves-thing"),
        span: None,
        certain: true,
    })
}

/// Describes the leftovers.
pub(super) fn words(left: &[PathBuf]) -> Message {
    say!("effect-leaves", paths = names(left))
}

/// Names the leftovers, and how many more there are.
pub(super) fn names(left: &[PathBuf]) -> Message {
    let named = left.iter().take(NAMED).map(|p| visible(&p.to_string_lossy()).text.into());
    let more = left.len().saturating_sub(NAMED);
    Message::joined(", ", named.chain((more > 0).then(|| say!("effect-n-more", n = more))))
}

/// Adds to a result which leftovers are gone.
pub(super) fn tell(result: &mut Value, left: &[PathBuf]) {
    if !left.is_empty() && result.is_object() {
        result["lost"] = json!(left.iter().map(|path| path.display().to_string()).collect::<Vec<_>>());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_programs_leave_for_themselves_is_no_matter_and_the_rest_is_named_and_counted() {
        let paths = |names: &[&str]| names.iter().map(PathBuf::from).collect::<Vec<_>>();
        let left =
            paths(&["/tmp/hsperfdata_ana", "/tmp/a", "/tmp/pytest-of-ana", "/dev/shm/b", "/tmp/.dotnet"]);
        let left = of(&Ended { left, ..Ended::default() });
        assert_eq!(left, paths(&["/tmp/a", "/dev/shm/b"]));
        assert_eq!(words(&left), "leaves /tmp/a, /dev/shm/b, which a rehearsal does not keep");
        let many =
            words(&paths(&["/tmp/1", "/tmp/2", "/tmp/3", "/tmp/4", "/tmp/5", "/tmp/\u{1b}6", "/tmp/7"]));
        assert!(many.contains("/tmp/5, 2 more, which"), "{many}");
    }
}
