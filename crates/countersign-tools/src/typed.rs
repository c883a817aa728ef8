//! The word that a person types to confirm: it names the target, so that nobody types it without knowing what is affected.

mod command;

use std::path::Path;

use countersign_core::{item::typed, text::visible};

pub(crate) use command::command_target;

/// Returns the name of the single target, or of the folder that contains all targets, or, without a common
/// folder, their number and a word.
pub(crate) fn target_name<P: AsRef<Path>>(targets: &[P]) -> String {
    let mut paths: Vec<&Path> = targets.iter().map(AsRef::as_ref).collect();
    paths.sort_unstable();
    // A folder sorts before its content.
    paths.dedup_by(|later, earlier| later.starts_with(*earlier));
    let common = match paths.as_slice() {
        [] => None,
        [one] => Some(*one),
        [first, rest @ ..] => {
            first.ancestors().skip(1).find(|folder| rest.iter().all(|path| path.starts_with(folder)))
        }
    };
    match common.and_then(Path::file_name) {
        Some(name) => visible(&name.to_string_lossy()).text,
        // The root of the file system, or a target that is not a path.
        None => match paths.as_slice() {
            [one] => visible(&one.to_string_lossy()).text,
            many => typed::of_files(many.len()),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a2_h6_the_typed_word_names_the_target_and_is_never_a_bare_number() {
        for (targets, want) in [
            (&["/home/ana/Documents"][..], "Documents"),
            (&["/home/ana/Documents/a", "/home/ana/Documents"], "Documents"),
            (&["/home/ana/Documents/a", "/home/ana/Documents/b/c"], "Documents"),
            // A name with the same prefix is not inside.
            (&["/w/a", "/w/ab"], "w"),
            (&["/etc/x", "/var/y"], "2 files"),
            (&["/"], "/"),
            (&["rows of t"], "rows of t"),
            (&["/w/evil\u{202e}txt"], "evil⟨U+202E⟩txt"),
        ] {
            assert_eq!(target_name(targets), want, "{targets:?}");
        }
    }
}
