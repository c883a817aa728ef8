//! `doctor` checks of this machine's capabilities for rehearsals and stages.

use countersign_rehearsal::Capabilities;
use countersign_words::{Message, say};
use serde_json::{Value, json};

use super::Finding;

/// Reports them. A missing capability is not a fault of the home: commands are then asked about without a rehearsal.
pub fn look(capabilities: &Capabilities) -> Finding {
    let told = match capabilities {
        Capabilities { namespaces: true, watching: true, confined: true, overlay: true, .. } => {
            say!("command-doctor-rehearse-all")
        }
        Capabilities { namespaces: true, watching: true, confined: true, .. } => {
            say!("command-doctor-rehearse-copy")
        }
        Capabilities { namespaces: true, watching: true, .. } => {
            say!("command-doctor-rehearse-part")
        }
        _ => {
            say!("command-doctor-rehearse-none")
        }
    };
    let missing = (!capabilities.missing.is_empty()).then(|| Message::joined("; ", &capabilities.missing));
    Finding { hint: missing, ..Finding::good(say!("command-doctor-rehearsal"), told) }
}

/// The same as JSON.
pub fn as_json(capabilities: &Capabilities) -> Value {
    let Capabilities { namespaces, overlay, watching, confined, missing } = capabilities;
    json!({
        "namespaces": namespaces, "overlay": overlay, "watching": watching, "confined": confined, "missing": missing,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_told_with_what_to_do_and_is_no_fault() {
        let (namespaces, overlay, watching, confined) = (true, true, true, true);
        let all = Capabilities { namespaces, overlay, watching, confined, missing: Vec::new() };
        assert!(look(&all).detail.contains("harmless ones need no yes") && look(&all).hint.is_none());
        let none =
            Capabilities { missing: vec!["no namespaces: allow them".into()], ..Capabilities::default() };
        let found = look(&none);
        assert!(found.ok && found.detail.contains("cannot be rehearsed"));
        assert_eq!(found.hint.as_deref(), Some("no namespaces: allow them"));
        let copied = Capabilities { overlay: false, ..all.clone() };
        assert!(look(&copied).detail.contains("on a copy"));
        // If not everything is visible, nothing is called harmless; if nothing can be watched, nothing runs.
        let open = look(&Capabilities { confined: false, ..all.clone() }).detail;
        assert!(open.contains("asked about each") && !open.contains("harmless"));
        assert!(look(&Capabilities { watching: false, ..all }).detail.contains("cannot be rehearsed"));
    }
}
