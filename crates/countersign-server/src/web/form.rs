//! Forms: each names its operation, and works without script.

use countersign_core::op::route::escape;
use maud::{Markup, html};

use super::Visit;
use crate::cookie;

/// The id of the page's form that all its single buttons submit.
const SHARED: &str = "act";
/// The field in which a button sends its values, encoded like a form.
pub(crate) const WITH: &str = "with";

/// Renders a form that calls an operation with these fields and its other inputs.
pub(crate) fn form(visit: &Visit, op: &str, fields: &[(&str, &str)], inside: Markup) -> Markup {
    html! {
        form.act method="post" action={ "/do/" (op) } data-op=(op) {
            (hidden(visit))
            @for (name, value) in fields { input type="hidden" name=(name) value=(value); }
            (inside)
        }
    }
}

/// Returns the fields of an answer without the last, the page that follows, if it is the one shown.
pub(crate) fn followed<'f, 'v>(fields: &'f [(&'v str, &'v str)]) -> &'f [(&'v str, &'v str)] {
    match fields {
        [rest @ .., (_, "")] => rest,
        all => all,
    }
}

/// Renders the hidden fields of every form: the CSRF token, and the page to return to.
pub(crate) fn hidden(visit: &Visit) -> Markup {
    html! {
        @if let Some(word) = &visit.csrf { input type="hidden" name=(cookie::FIELD) value=(word); }
        input type="hidden" name="back" value=(visit.here());
    }
}

/// Renders the form that the buttons of [`Press`] submit.
pub(crate) fn shared(visit: &Visit) -> Markup {
    html! { form id=(SHARED) method="post" action="/do/none" { (hidden(visit)) } }
}

/// Renders a submit button, with its style and key.
pub(crate) fn submit(label: &str, look: &str, key: &str) -> Markup {
    html! { button class={ "button " (look) } data-key=[(!key.is_empty()).then_some(key)] { (label) } }
}

/// A button that calls an operation by itself. A page has many, so its markup is short.
#[derive(Default)]
pub(crate) struct Press<'a> {
    /// The operation.
    pub op: &'a str,
    /// Its input.
    pub fields: &'a [(&'a str, &'a str)],
    /// Its label.
    pub label: &'a str,
    /// Its accessible name, if the label is only a sign.
    pub aria: &'a str,
    /// Its style.
    pub look: &'a str,
    /// Its key.
    pub key: &'a str,
}

impl Press<'_> {
    /// Renders the button.
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
