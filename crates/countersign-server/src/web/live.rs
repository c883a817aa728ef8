//! Page parts for the module: its texts, and the menu of an item.

use maud::{Markup, html};

use super::Visit;

/// The module's texts, by the names that it uses.
const WORDS: [&str; 39] = [
    "live-lost",
    "live-changed",
    "live-stage-changed",
    "live-stage-moved",
    "live-over",
    "live-unsent",
    "live-again",
    "live-look",
    "live-copy",
    "live-copied",
    "live-all",
    "live-waits",
    "live-notify-on",
    "live-notify-off",
    "live-notify-denied",
    "live-push-denied",
    "live-push-failed",
    "live-close",
    "live-under-way",
    "live-cancel",
    "live-passkey-asks",
    "live-passkey-none",
    "live-passkey-cancelled",
    "live-passkey-known",
    "live-passkey-place",
    "live-passkey-failed",
    "live-passkey-added",
    "live-did-confirm",
    "live-did-reject",
    "live-did-defer",
    "live-did-edit",
    "live-did-withdraw",
    "live-new",
    "live-too-soon",
    "live-answering",
    "live-no-key",
    "list-below",
    "list-more-answers",
    "palette-title",
];

/// The keys, each with its action, in display order.
pub(crate) const KEYS: [(&str, &str); 15] = [
    ("↓ j", "key-next"),
    ("↑ k", "key-previous"),
    ("Enter", "key-open"),
    ("y", "key-yes"),
    ("a", "key-always"),
    ("n", "key-no"),
    ("e", "key-edit"),
    ("d", "key-defer"),
    ("g", "key-go"),
    ("h", "key-hold"),
    ("u", "key-undo"),
    ("x", "key-choose"),
    ("m", "key-menu"),
    ("Ctrl K", "key-palette"),
    ("?", "key-keys"),
];

/// Renders the parts at the end of each page, hidden until the module shows them.
pub(crate) fn parts(visit: &Visit) -> Markup {
    let words = visit.words;
    html! {
        template id="words" data-keys=(if visit.keys { "on" } else { "off" }) { @for name in WORDS { i data-w=(name) { (words.t(name)) } } }
        dialog.sheet id="menu" aria-labelledby="menu-title" {
            h2 id="menu-title" {}
            form method="post" data-to="/do/item.reject" {
                input type="hidden" name="id";
                input type="hidden" name="digest";
                label for="menu-reason" { (words.t("live-reason")) }
                textarea id="menu-reason" name="reason" rows="2" maxlength="2000" {}
                button.button.no { (words.t("live-reject")) }
            }
            div.answers {
                form.act method="post" data-to="/do/item.defer" {
                    input type="hidden" name="id";
                    input type="hidden" name="digest";
                    button.button { (words.t("live-defer")) }
                }
                a.button data-part="open" href="/" { (words.t("live-menu-open")) }
                button.button.quiet type="button" data-close { (words.t("live-close")) }
            }
        }
    }
}
