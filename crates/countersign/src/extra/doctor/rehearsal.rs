//! What `doctor` finds of the means of this machine to rehearse commands.

use countersign_rehearsal::Means;

use super::Finding;

/// Tells them. What is missing is no fault of the home: commands are asked about as they are.
pub fn look(means: &Means) -> Finding {
    let Means { namespaces, overlay, watching, missing } = means;
    let told = match (namespaces, overlay, watching) {
        (true, true, true) => "commands are rehearsed before you are asked, and harmless ones need no yes",
        (true, false, true) => "commands are rehearsed on a copy of the workspace, if that is small",
        (true, _, false) => {
            "commands are rehearsed, but what they want besides is not seen: you are asked about each"
        }
        (false, ..) => {
            "commands cannot be rehearsed here: you are asked about each without seeing what it does"
        }
    };
    Finding { hint: missing.first().cloned(), ..Finding::good("rehearsal", told) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_told_with_what_to_do_and_is_no_fault() {
        let all = Means { namespaces: true, overlay: true, watching: true, missing: Vec::new() };
        assert!(look(&all).detail.contains("harmless ones need no yes") && look(&all).hint.is_none());
        let none = Means { missing: vec!["no namespaces: allow them".to_owned()], ..Means::default() };
        let found = look(&none);
        assert!(found.ok && found.detail.contains("cannot be rehearsed"));
        assert_eq!(found.hint.as_deref(), Some("no namespaces: allow them"));
        let blind = Means { watching: false, ..all };
        assert!(look(&blind).detail.contains("asked about each"));
    }
}
