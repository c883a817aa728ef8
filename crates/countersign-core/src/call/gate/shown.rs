//! What is shown to a person of a call.

use countersign_words::say;
use serde_json::json;

use crate::{call::gate::Forecast, canonical, record::Doc, redact, tool::FieldChange};

/// Redacts secrets in what is shown of a call. A person has not seen the redacted parts, so the item says so.
/// Returns the digest of the original, which distinguishes proposals that look alike without their secrets;
/// None if there were none.
pub(super) fn hide_secrets(forecast: &mut Forecast, args: &Doc) -> Option<String> {
    let preview = &mut forecast.preview;
    let texts = [Some(&*forecast.summary), Some(&*preview.target), preview.diff.as_deref()];
    let is_secret = |text: &&str| redact::text(text) != **text;
    let in_changes = |c: &FieldChange| redact::holds_secret(&c.before) || redact::holds_secret(&c.after);
    let in_shown = texts.iter().flatten().any(is_secret) || preview.changes.iter().any(in_changes);
    if in_shown || redact::holds_secret(&json!(args)) {
        preview.not_shown.push(say!("effect-secret-not-shown"));
    }
    if !in_shown {
        return None;
    }
    let exact = json!([texts, preview.changes]);
    forecast.summary = redact::message(&forecast.summary);
    preview.target = redact::message(&preview.target);
    preview.diff = preview.diff.as_deref().map(redact::text);
    for change in &mut preview.changes {
        change.before = redact::value(&change.before);
        change.after = redact::value(&change.after);
        change.before_words = change.before_words.as_ref().map(redact::message);
        change.after_words = change.after_words.as_ref().map(redact::message);
    }
    Some(canonical::digest("hidden", &exact))
}
