//! Forms: each names the operation that it calls, and works without script.

use countersign_core::op::route::escape;
use maud::{Markup, html};

use super::Visit;
use crate::cookie;

/// The form of a page that all its single buttons send, each for itself.
const SHARED: &str = "act";
/// The field in which a button says what it sends, as a form would.
pub(crate) const WITH: &str = "with";

/// A form that calls an operation with these fields and whatever else stands in it.
pub(crate) fn form(visit: &Visit, op: &str, fields: &[(&str, &str)], inside: Markup) -> Markup {
    html! {
        form.act method="post" action={ "/do/" (op) } data-op=(op) {
            (hidden(visit))
            @for (name, value) in fields { input type="hidden" name=(name) value=(value); }
            (inside)
        }
    }
}

/// What every form carries: the session's word, and where to go on.
pub(crate) fn hidden(visit: &Visit) -> Markup {
    html! {
        @if let Some(word) = &visit.csrf { input type="hidden" name=(cookie::FIELD) value=(word); }
        input type="hidden" name="back" value=(visit.here());
    }
}

/// The form that the buttons of [`Press`] send.
pub(crate) fn shared(visit: &Visit) -> Markup {
    html! { form id=(SHARED) method="post" action="/do/none" { (hidden(visit)) } }
}

/// A button of a form, with its look and the key that presses it.
pub(crate) fn submit(label: &str, look: &str, key: &str) -> Markup {
    html! { button class={ "button " (look) } data-key=[(!key.is_empty()).then_some(key)] { (label) } }
}

/// A button that calls an operation by itself. Many stand on a page, so it is short.
#[derive(Default)]
pub(crate) struct Press<'a> {
    /// The operation.
    pub op: &'a str,
    /// What it is called with.
    pub fields: &'a [(&'a str, &'a str)],
    /// What stands on it.
    pub label: &'a str,
    /// What it is called where that is only a sign.
    pub aria: &'a str,
    /// How it looks.
    pub look: &'a str,
    /// The key that presses it.
    pub key: &'a str,
}

impl Press<'_> {
    /// The button.
    pub(crate) fn button(&self) -> Markup {
        let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let mut with = String::new();
        for (name, value) in self.fields {
            let gap = if with.is_empty() { "" } else { "&" };
            with.push_str(&format!("{gap}{name}="));
            escape(&mut with, value);
        }
        html! {
            button class={ "button " (self.look) } form=(SHARED) formaction={ "/do/" (self.op) } name=(WITH) value=(with)
                data-op=(self.op) aria-label=[some(self.aria)] title=[some(self.aria)] data-key=[some(self.key)] { (self.label) }
        }
    }
}
