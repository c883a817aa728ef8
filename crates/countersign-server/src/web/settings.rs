//! Settings: appearance, the freeze switch, and pages for people, grants, servers, webhooks and retention.

mod drills;
mod grants;
mod look;
mod notices;
mod once;
mod people;
mod servers;
mod webhooks;

use countersign_core::{
    Op, Role,
    authority::{Control, operations::Nothing},
    record::{Key, Record},
};
use countersign_words::Language;
use maud::{Markup, html};

use super::{
    Page, Visit,
    form::{Press, form, hidden, submit},
    frame::Tab,
    text::{ago, shown},
};
use crate::{answer::Refusal, cookie, far::addresses::Candidates};

pub(super) use drills::drills;
pub(super) use grants::grants;
pub(super) use look::look;
pub(super) use notices::notices;
pub(super) use once::once;
pub(super) use people::people;
pub(super) use servers::servers;
pub(super) use webhooks::webhooks;

/// The subpages.
const ROOMS: [(&str, &str); 9] = [
    ("/settings/people", "settings-people"),
    ("/settings/passkeys", "settings-passkeys"),
    ("/settings/notices", "settings-notices"),
    ("/settings/drills", "settings-drills"),
    ("/settings/grants", "settings-grants"),
    ("/settings/servers", "settings-servers"),
    ("/settings/webhooks", "settings-webhooks"),
    ("/receipts", "settings-undo-history"),
    ("/docs", "docs-title"),
];

/// The page.
pub(super) async fn settings(visit: Visit) -> Result<Page, Refusal> {
    let words = visit.words;
    let stopped = frozen(&visit).await;
    let body = html! {
        h1 { (words.t("tab-settings")) }
        (switch(&visit, stopped.as_ref()))
        ul.rooms-list { @for (path, word) in ROOMS { li { a.button href=(path) { (words.t(word)) } } } }
        (looks(&visit))
        (telephone(&visit).await)
        (kept(&visit))
        section.card {
            header { h2 { (words.t("settings-you")) } p.sub { (shown(&visit.caller.actor.name)) } }
            div.answers {
                button.button type="button" hidden data-notify { (words.t("settings-notify")) }
                form.act method="post" action="/logout" {
                    @if let Some(word) = &visit.csrf { input type="hidden" name=(cookie::FIELD) value=(word); }
                    button.button { (words.t("settings-sign-out")) }
                }
            }
        }
    };
    Ok(Page::new(words.t("tab-settings"), Tab::Settings, body))
}

/// Renders a subpage, with a link back.
fn room(visit: &Visit, word: &str, body: Markup) -> Page {
    let words = visit.words;
    let body = html! {
        p.crumb { a href="/settings" { "← " (words.t("tab-settings")) } }
        h1 { (words.t(word)) }
        (body)
    };
    Page::new(words.t(word), Tab::Settings, body)
}

/// Returns what an operation answers, or why it is not shown: the page is rendered without it.
async fn told<O: Op<Input = Nothing>>(visit: &Visit) -> Result<Result<O::Output, String>, Refusal> {
    // A refused call would be logged each time.
    if visit.caller.actor.role < O::ROLE {
        return Ok(Err(visit.words.t("settings-not-yours").into_owned()));
    }
    visit.ask::<O>(Nothing {}).await.map(Ok)
}

/// Returns who froze everything, when and why, if it is frozen.
pub(super) async fn frozen(visit: &Visit) -> Option<Control> {
    let read = visit.app.blocking(|engine| {
        let mut found = None;
        engine.store().view(&mut |base| {
            let key = Key { kind: Control::KIND.name, id: Control::FREEZE.to_owned() };
            found = base.get(&key)?.map(|stored| stored.row.read::<Control>()).transpose()?;
            Ok(())
        })?;
        Ok(found)
    });
    read.await.ok().flatten()
}

/// Renders the banner on every page while everything is frozen.
pub(super) async fn banner(visit: &Visit) -> Markup {
    let words = visit.words;
    let Some(control) = frozen(visit).await else { return html! {} };
    html! {
        p.notice.frozen role="status" {
            strong { (words.with("settings-frozen-by", &[("who", shown(&control.by).into())])) }
            @if let Some(reason) = &control.reason { " " (shown(reason)) }
            " " a href="/settings" { (words.t("settings-thaw")) }
        }
    }
}

fn switch(visit: &Visit, stopped: Option<&Control>) -> Markup {
    let words = visit.words;
    html! {
        section.card.switch {
            @if let Some(control) = stopped {
                header { h2 { (words.t("settings-is-frozen")) }
                    p.sub { (shown(&control.by)) " · " (ago(words, control.at, visit.now())) @if let Some(why) = &control.reason { " · " (shown(why)) } } }
                p { (words.t("settings-frozen-what")) }
                (Press { op: "thaw", label: &words.t("settings-thaw"), look: "yes", ..Press::default() }.button())
            } @else {
                header { h2 { (words.t("settings-freeze")) } p.sub { (words.t("settings-freeze-what")) } }
                (form(visit, "freeze", &[], html! {
                    label for="reason" { (words.t("settings-freeze-reason")) }
                    div.answers { input type="text" id="reason" name="reason" autocomplete="off"; (submit(&words.t("settings-freeze"), "danger", "")) }
                }))
            }
        }
    }
}

/// Renders the appearance settings of this browser.
fn looks(visit: &Visit) -> Markup {
    let words = visit.words;
    let theme = visit.theme.unwrap_or_default();
    html! {
        section.card {
            header { h2 { (words.t("settings-look")) } }
            form.filter method="post" action="/settings/look" {
                (hidden(visit))
                div { label for="language" { (words.t("settings-language")) }
                    select id="language" name="language" { @for one in Language::ALL { option value=(one.code()) lang=(one.code()) selected[one == words.language()] { (one.name()) } } } }
                div { label for="theme" { (words.t("settings-theme")) }
                    select id="theme" name="theme" { @for (value, word) in [("", "settings-theme-system"), ("light", "settings-theme-light"), ("dark", "settings-theme-dark")] {
                        option value=(value) selected[theme == value] { (words.t(word)) }
                    } } }
                div { label for="keys" { (words.t("settings-keys")) }
                    select id="keys" name="keys" { @for (value, word, on) in [("on", "settings-keys-on", true), ("off", "settings-keys-off", false)] {
                        option value=(value) selected[visit.keys == on] { (words.t(word)) }
                    } } }
                button.button { (words.t("settings-keep")) }
            }
        }
    }
}

/// Renders how a phone is signed in, and for admins whether the daemon is open for phones.
async fn telephone(visit: &Visit) -> Markup {
    let words = visit.words;
    let reach = match visit.caller.actor.role {
        Role::Admin => reach(visit).await,
        _ => html! {},
    };
    html! {
        section.card {
            header { h2 { (words.t("settings-phone")) } p.sub { (words.t("settings-phone-what")) } }
            (reach)
            (form(visit, "link.create", &[("label", "telephone"), ("minutes", "10")], submit(&words.t("settings-phone-link"), "", "")))
        }
    }
}

/// Renders the address at which phones reach the daemon, or what would be opened for them.
async fn reach(visit: &Visit) -> Markup {
    let (words, far) = (visit.words, &visit.app.far);
    if let Some(at) = far.opened() {
        return html! {
            p { (words.with("settings-phone-is-open", &[("url", at.url.as_str().into())])) " " code { (at.fingerprint) } }
            (form(visit, "listener.close", &[], submit(&words.t("settings-phone-close"), "no", "")))
        };
    }
    let found = visit.app.blocking(|_| Ok(Candidates::find())).await.ok().and_then(|found| found.chosen);
    let Some((address, url)) = found.and_then(|address| Some((address.to_string(), far.url_at(address)?)))
    else {
        return html! {};
    };
    html! {
        p { (words.with("settings-phone-opens", &[("url", url.as_str().into())])) }
        (form(visit, "listener.open", &[("address", &address)], submit(&words.t("settings-phone-open"), "", "")))
    }
}

/// Renders what is kept for how long.
fn kept(visit: &Visit) -> Markup {
    let words = visit.words;
    let days = visit.app.settings.limits.trash_days.to_string();
    html! {
        section.card {
            header { h2 { (words.t("settings-kept")) } }
            ul {
                li { (words.with("settings-kept-trash", &[("n", days.as_str().into())])) }
                li { (words.t("settings-kept-log")) }
            }
            (form(visit, "retention.sweep", &[("days", &days)], submit(&words.t("settings-sweep"), "", "")))
        }
    }
}
