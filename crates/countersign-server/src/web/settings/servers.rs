//! Upstream servers: which of their tools are as they were accepted, and what waits for a person's word.

use countersign_core::text::visible_multiline;
use maud::{Markup, html};
use serde_json::{Value, json};

use super::room;
use crate::{
    answer::Refusal,
    web::{
        Page, Visit,
        form::{form, submit},
        text::{ago, field, list, said},
    },
};

/// The page.
pub(in crate::web) async fn servers(visit: Visit) -> Result<Page, Refusal> {
    let words = visit.words;
    let answer = visit.ask("server.list", json!({})).await?;
    let servers = list(&answer, "servers");
    let body = html! {
        p.quiet { (words.t("settings-servers-what")) }
        @if servers.is_empty() { p.quiet { (words.t("settings-no-servers")) } }
        @for server in servers { (one(&visit, server)) }
    };
    Ok(room(&visit, "settings-servers", body))
}

fn one(visit: &Visit, server: &Value) -> Markup {
    let words = visit.words;
    let name = server["name"].as_str().unwrap_or_default();
    let offered = list(server, "offered");
    html! {
        section class={ "card" @if !offered.is_empty() { " trouble" } } {
            header {
                h2 { (field(server, "name")) }
                p.sub { @for (n, part) in ["tools", "pinned", "changed", "new", "absent"].iter().enumerate() {
                    @if n > 0 { " · " } (words.t(&format!("settings-server-{part}"))) " " (server[*part])
                } }
            }
            @for tool in offered {
                h3 { code { (field(tool, "tool")) } " " span.badge.warn { (words.t(&format!("settings-server-{}", tool["state"].as_str().unwrap_or_default()))) } " " (ago(words, tool["since"].as_u64().unwrap_or_default(), visit.now())) }
                @for change in list(tool, "changes") {
                    p.sub { (said(words, change, "label")) }
                    @for (side, class) in [("before", "before"), ("after", "after")] {
                        @if let Some(text) = change[side].as_str() { pre class=(class) { (visible_multiline(text).text) } }
                    }
                }
            }
            footer.answers {
                @if let Some(digest) = server["digest"].as_str() {
                    (form(visit, "server.accept", &[("name", name), ("digest", digest)], submit(&words.t("settings-server-accept"), "", "")))
                }
                (form(visit, "server.forget", &[("name", name)], submit(&words.t("settings-server-forget"), "quiet", "")))
            }
        }
    }
}
