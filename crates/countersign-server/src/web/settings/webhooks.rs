//! Webhooks: the receivers, and failed deliveries.

use countersign_core::webhook::{
    Delivery, Shape,
    operations::{WebhookDead, WebhookList, WebhookView},
};
use maud::{Markup, html};

use super::{room, told};
use crate::{
    answer::Refusal,
    web::{
        Page, Visit,
        form::{Press, form, submit},
        message,
        text::{ago, folded, say_if, short, shown, texts},
    },
};

/// The page.
pub(in crate::web) async fn webhooks(visit: Visit) -> Result<Page, Refusal> {
    let words = visit.words;
    let (hooks, dead) = match (told::<WebhookList>(&visit).await?, told::<WebhookDead>(&visit).await?) {
        (Ok(hooks), Ok(dead)) => (hooks.webhooks, dead.deliveries),
        (Err(why), _) | (_, Err(why)) => {
            return Ok(room(&visit, "settings-webhooks", html! { p.warning { (why) } }));
        }
    };
    let body = html! {
        @if hooks.is_empty() { p.quiet { (words.t("settings-no-webhooks")) } }
        @for hook in &hooks { (one(&visit, hook)) }
        @if !dead.is_empty() { (undelivered(&visit, &dead)) }
        (new(&visit))
    };
    Ok(room(&visit, "settings-webhooks", body))
}

fn one(visit: &Visit, hook: &WebhookView) -> Markup {
    let words = visit.words;
    let id = hook.id.as_str();
    html! {
        section.card data-item=(id) tabindex="-1" {
            header { h2 { (shown(&hook.url)) }
                p.sub { (short(id)) " · " (words.t(message::shape(hook.shape))) " · " (shown(&hook.created_by)) " · " (ago(words, hook.created_at, visit.now())) } }
            @if hook.disabled_at.is_some() { p.warning { (words.t("settings-hook-off")) " " (say_if(words, hook.disabled_why.as_ref())) } }
            p { code { (texts(&hook.events).join(", ")) } }
            footer.answers {
                (Press { op: "webhook.test", fields: &[("id", id)], label: &words.t("settings-hook-test"), ..Press::default() }.button())
                (Press { op: "webhook.remove", fields: &[("id", id)], label: &words.t("settings-hook-remove"), look: "no", ..Press::default() }.button())
            }
        }
    }
}

/// Lists failed deliveries, each with a retry button.
fn undelivered(visit: &Visit, dead: &[Delivery]) -> Markup {
    let words = visit.words;
    html! {
        section.card.trouble {
            header { h2 { (words.t("settings-dead")) } }
            div.wide { table {
                thead { tr { @for head in ["settings-dead-event", "settings-dead-tries", "settings-dead-why", "settings-answer"] { th scope="col" { (words.t(head)) } } } }
                tbody { @for one in dead {
                    @let id = one.id.as_str();
                    @let event = one.event.as_str();
                    tr {
                        td { a href={ "/audit/events/" (event) } { (short(event)) } " → " (short(&one.webhook)) }
                        td { (one.attempts) }
                        td { (folded(one.last_error.as_deref().unwrap_or_default(), 200)) }
                        td { (Press { op: "webhook.retry", fields: &[("id", id)], label: &words.t("settings-retry"), look: "small", ..Press::default() }.button()) }
                    }
                } }
            } }
        }
    }
}

fn new(visit: &Visit) -> Markup {
    let words = visit.words;
    html! {
        section.card {
            header { h2 { (words.t("settings-new-webhook")) } }
            (form(visit, "webhook.create", &[], html! {
                div.filter {
                    div { label for="url" { (words.t("settings-url")) } input type="url" id="url" name="url" required autocomplete="off"; }
                    div { label for="shape" { (words.t("settings-shape")) } select id="shape" name="shape" { @for shape in Shape::ADDED { option value=(shape.as_str()) { (words.t(message::shape(shape))) } } } }
                    div { label for="events" { (words.t("settings-events")) } input type="text" id="events" name="events[]" placeholder="approval_requested" autocomplete="off"; }
                }
                p { label.inline { input type="checkbox" name="allow_private" value="on"; " " (words.t("settings-private")) } }
                p { (submit(&words.t("settings-add"), "", "")) }
            }))
        }
    }
}
