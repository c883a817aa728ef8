//! What a person is shown of a call.

use serde_json::json;

use crate::{gate::Look, record::Doc, redact};

/// Makes secrets unreadable in what is shown of a call. What somebody cannot read was not shown to them, so it says so.
pub(super) fn hide_secrets(look: &mut Look, args: &Doc) {
    let mut hidden = redact::holds_secret(&json!(args));
    let mut text = |text: &mut String| {
        let shown = redact::text(text);
        hidden |= shown != *text;
        *text = shown;
    };
    text(&mut look.summary);
    text(&mut look.preview.target);
    look.preview.diff.iter_mut().for_each(text);
    for value in look.preview.changes.iter_mut().flat_map(|change| [&mut change.before, &mut change.after]) {
        let shown = redact::value(value);
        hidden |= shown != *value;
        *value = shown;
    }
    if hidden {
        look.preview.not_shown.push("what looks like a secret".to_owned());
    }
}
