//! Notifications: the devices of the reader that are told when something waits, and the button that adds this one.

use countersign_core::{
    authority::operations::Nothing,
    webhook::push::{DeviceView, PushKeyOp, PushList},
};
use maud::{Markup, html};

use super::room;
use crate::{
    answer::Refusal,
    web::{
        Page, Visit,
        form::Press,
        text::{ago, short, shown},
    },
    webhooks::Vapid,
};

/// The page.
pub(in crate::web) async fn notices(visit: Visit) -> Result<Page, Refusal> {
    let words = visit.words;
    let devices = visit.ask::<PushList>(Nothing {}).await?.devices;
    let key = visit.app.system::<PushKeyOp>(Nothing {}, "web").await?;
    let key = Vapid::read(&key.secret)?.public();
    let body = html! {
        p { (words.t("notices-what")) }
        @if devices.is_empty() { p.quiet { (words.t("notices-none")) } }
        @for device in &devices { (one(&visit, device)) }
        @if !devices.iter().any(|device| device.here) {
            p { button.button type="button" hidden data-push=(key) { (words.t("live-push-on")) } }
            p.quiet { (words.t("notices-need-script")) }
        }
    };
    Ok(room(&visit, "settings-notices", body))
}

fn one(visit: &Visit, device: &DeviceView) -> Markup {
    let words = visit.words;
    let id = device.id.as_str();
    html! {
        section.card data-item=(id) tabindex="-1" {
            header {
                h2 { @if device.label.is_empty() { (words.t("notices-unnamed")) } @else { (shown(&device.label)) } @if device.here { " (" (words.t("notices-here")) ")" } }
                p.sub { (short(id)) " · " (shown(&device.service)) " · " (words.t("notices-added")) " " (ago(words, device.created_at, visit.now())) }
            }
            @if device.waits_for.is_some() { p.warning { (words.t("notices-failing")) } }
            footer.answers {
                (Press { op: "push.unsubscribe", fields: &[("id", id)], label: &words.t("notices-remove"), look: "no", ..Press::default() }.button())
            }
        }
    }
}
