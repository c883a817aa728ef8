//! Upstream servers: which of their tools are as accepted, and what waits for a person.

use countersign_core::{
    authority::operations::Nothing,
    server::operations::{ServerList, ServerView},
    text::visible_multiline,
};
use maud::{Markup, html};

use super::room;
use crate::{
    answer::Refusal,
    web::{
        Page, Visit,
        form::{form, submit},
        message,
        text::{ago, say, shown},
    },
};

/// The page.
pub(in crate::web) async fn servers(visit: Visit) -> Result<Page, Refusal> {
    let words = visit.words;
    let servers = visit.ask::<ServerList>(Nothing {}).await?.servers;
    let body = html! {
        p.quiet { (words.t("settings-servers-what")) }
        @if servers.is_empty() { p.quiet { (words.t("settings-no-servers")) } }
        @for server in &servers { (one(&visit, server)) }
    };
    Ok(room(&visit, "settings-servers", body))
}

fn one(visit: &Visit, server: &ServerView) -> Markup {
    let words = visit.words;
    let name = server.name.as_str();
    let offered = &server.offered;
    let numbers = [
        ("settings-server-tools", server.tools),
        ("settings-server-pinned", server.pinned),
        ("settings-server-changed", server.changed),
        ("settings-server-new", server.new),
        ("settings-server-absent", server.absent),
    ];
    html! {
        section class={ "card" @if !offered.is_empty() || server.trouble.is_some() { " trouble" } } {
            header {
                h2 { (shown(&server.name)) }
                p.sub { @for (n, (word, many)) in numbers.into_iter().enumerate() {
                    @if n > 0 { " · " } (words.t(word)) " " (many)
                } }
            }
            @if let Some(trouble) = &server.trouble {
                p.warning {
                    (words.with("settings-server-trouble", &[("agent", shown(&trouble.agent).into()), ("why", say(words, &trouble.why).into())]))
                    " " (ago(words, trouble.at, visit.now()))
                }
            }
            @for tool in offered {
                h3 { code { (shown(&tool.tool)) } " " span.badge.warn { (words.t(message::offered(tool.state))) } " " (ago(words, tool.since, visit.now())) }
                @for change in &tool.changes {
                    p.sub { (say(words, &change.label)) }
                    @for (side, class) in [(&change.before, "before"), (&change.after, "after")] {
                        @if let Some(text) = side.as_str() { pre class=(class) { (visible_multiline(text).text) } }
                    }
                }
            }
            footer.answers {
                @if let Some(digest) = &server.digest {
                    (form(visit, "server.accept", &[("name", name), ("digest", digest)], submit(&words.t("settings-server-accept"), "", "")))
                }
                (form(visit, "server.forget", &[("name", name)], submit(&words.t("settings-server-forget"), "quiet", "")))
            }
        }
    }
}
