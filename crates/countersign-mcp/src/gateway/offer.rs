//! Which tools an agent is offered: those of its settings. Where servers bring more than fit, the largest servers' tools
//! are not listed but found by words (`find_tools`), listed once found, and called by name or by `call_tool`.

use std::{borrow::Cow, collections::BTreeSet, sync::Arc};

use countersign_core::{receipt::undo, record::Doc, text, tool::Tool};
use rmcp::{
    ErrorData,
    model::{CallToolResult, ContentBlock, JsonObject, Tool as Listed},
};
use serde_json::{Value, json};

use super::{Gateway, Table, answer, listing, own, search, session::Me};
use crate::settings::Offer;

/// The tool that finds tools.
pub(super) const FIND: &str = "find_tools";
/// The tool that calls a tool that a client does not list.
pub(super) const CALL: &str = "call_tool";
/// How many tools are found at once.
const FOUND_AT_ONCE: usize = 8;
/// How many bytes of definitions are told at once.
const FOUND_BYTES: usize = 16_000;
/// How many found tools are remembered for an agent.
const FOUND_MOST: usize = 200;
/// How many servers are named where nothing is found.
const SERVERS_MOST: usize = 50;

/// A tool of a server that is offered, with its weight.
struct Weighed<'t> {
    tool: &'t Tool,
    listed: Listed,
    bytes: usize,
}

/// What an agent is offered.
pub(super) struct Offered {
    /// What is listed.
    pub listed: Vec<Listed>,
    /// What can be found: a tool's full name, and how it is listed.
    pub hidden: Vec<(String, Listed)>,
}

impl Gateway {
    /// Returns what an agent is offered.
    pub(super) fn offered(&self, me: &Me, table: &Table) -> Offered {
        let offer = self.settings(&me.actor.name).offer;
        let is_offered = |tool: &&Tool| offer.offers(tool) || tool.name == undo::UNDO_TOOL;
        let shown = |tool: &Tool| {
            let name = table.names.shown(&tool.name)?;
            listing::listed(tool, name, &table.setup.policy)
        };
        let tools =
            || table.setup.catalog.iter().filter(|tool| me.actor.may_use(&tool.name)).filter(is_offered);
        let upstream: Vec<Weighed<'_>> = tools()
            .filter(|tool| tool.upstream.is_some())
            .filter_map(|tool| {
                shown(tool).map(|listed| Weighed { tool, bytes: listing::bytes(&listed), listed })
            })
            .collect();
        let found = self.known().agents.get(&me.actor.name).map(|a| a.found.clone()).unwrap_or_default();
        let whole = listed_whole(&upstream, &offer, &found);
        let mut listed: Vec<Listed> =
            own::listed().iter().filter(|tool| own::is_offered(&tool.name, &offer)).cloned().collect();
        listed.extend(tools().filter(|tool| tool.upstream.is_none()).filter_map(shown));
        let mut hidden = Vec::new();
        for Weighed { tool, listed: one, .. } in upstream {
            if whole.contains(&*tool.name) {
                listed.push(one);
            } else {
                hidden.push((tool.name.clone(), one));
            }
        }
        if hidden.len() + found.len() > 0 {
            listed.extend(own_two(&hidden));
        }
        Offered { listed, hidden }
    }

    /// Returns the definition of one of the two tools for those that are not listed.
    pub(super) fn of_search(name: &str) -> Option<Listed> {
        own_two(&[]).into_iter().find(|tool| tool.name == name)
    }

    /// Finds tools by words. From now on they are listed, and clients are told.
    pub(super) async fn find_tools(&self, me: &Me, args: &Doc) -> CallToolResult {
        let words = args.get("words").and_then(Value::as_str).unwrap_or_default();
        // A server that was late may be there now.
        let failed = Box::pin(self.learn(&me.actor.name, me.origin.cwd.as_deref(), false)).await;
        let table = self.table();
        let Offered { hidden, .. } = self.offered(me, &table);
        let best =
            search::best(words, hidden.iter().map(|(full, tool)| (full.as_str(), tool)), FOUND_AT_ONCE);
        if best.is_empty() {
            return answer::failed(&nothing(&hidden, failed.iter().map(|(server, _)| server)), None);
        }
        let mut bytes = 0;
        let told: Vec<Value> = best
            .iter()
            .map(|(_, tool)| {
                let whole = json!({"name": tool.name, "description": tool.description, "inputSchema": tool.input_schema});
                bytes += listing::bytes(&whole);
                // What is too long to tell is listed now.
                if bytes <= FOUND_BYTES { whole } else { json!({"name": tool.name}) }
            })
            .collect();
        self.remember_found(&me.actor.name, best.iter().map(|(full, _)| (*full).to_owned()).collect());
        let whole = json!({
            "tools": told,
            "note": "Call one by its name; if your client does not list it yet, with call_tool.",
        });
        CallToolResult::success(vec![ContentBlock::text(whole.to_string())])
    }

    /// Remembers the tools that an agent has found, the latest last, and tells its clients.
    fn remember_found(&self, agent: &str, names: Vec<String>) {
        {
            let mut known = self.known();
            let found = &mut known.agents.entry(agent.to_owned()).or_default().found;
            found.retain(|name| !names.contains(name));
            found.extend(names);
            let over = found.len().saturating_sub(FOUND_MOST);
            found.drain(..over);
        }
        // There may be no connection that hears of changes.
        let _told = self.found.send(agent.into());
    }
}

/// Returns the name and arguments of the tool that a call of `call_tool` names: it is judged as that tool.
pub(super) fn named(mut args: Doc) -> Result<(String, Doc), ErrorData> {
    let wrong = |message: &'static str| ErrorData::invalid_params(message, None);
    let Some(Value::String(name)) = args.remove("name") else { return Err(wrong("call_tool needs a name")) };
    let mut inner = match args.remove("args") {
        None | Some(Value::Null) => Doc::new(),
        Some(Value::Object(inner)) => inner,
        Some(_) => return Err(wrong("the args of call_tool are an object")),
    };
    if let Some(summary) = args.remove(listing::SUMMARY) {
        inner.entry(listing::SUMMARY).or_insert(summary);
    }
    match (args.keys().next(), name.as_str()) {
        (Some(_), _) => Err(wrong("call_tool takes name, args and human_summary")),
        (None, CALL) => Err(wrong("call_tool calls other tools")),
        (None, _) => Ok((name, inner)),
    }
}

/// Returns the names of the tools that are listed: named ones, the servers that fit whole, the smallest first, and found
/// ones, the latest first.
fn listed_whole<'t>(all: &[Weighed<'t>], offer: &Offer, found: &[String]) -> BTreeSet<&'t str> {
    let (named, rest): (Vec<&Weighed<'_>>, Vec<&Weighed<'_>>) =
        all.iter().partition(|one| offer.names(one.tool));
    let mut whole: BTreeSet<&str> = named.iter().map(|one| one.tool.name.as_str()).collect();
    let servers: BTreeSet<&str> = rest.iter().map(|one| one.tool.server.as_str()).collect();
    let size = |server: &str| rest.iter().filter(|one| one.tool.server == server).map(|one| one.bytes).sum();
    let mut sizes: Vec<(usize, &str)> = servers.into_iter().map(|server| (size(server), server)).collect();
    sizes.sort_unstable();
    let mut left = offer.list_bytes;
    for (bytes, server) in sizes {
        if bytes > left {
            break;
        }
        left -= bytes;
        whole.extend(rest.iter().filter(|one| one.tool.server == server).map(|one| one.tool.name.as_str()));
    }
    let mut left = offer.list_bytes;
    for name in found.iter().rev() {
        let Some(one) = rest.iter().find(|one| one.tool.name == *name) else { continue };
        if one.bytes > left {
            break;
        }
        left -= one.bytes;
        whole.insert(&one.tool.name);
    }
    whole
}

/// Returns the servers of tools, each with how many it has.
fn servers(hidden: &[(String, Listed)]) -> String {
    let server = |full: &str| full.split('.').next().unwrap_or_default().to_owned();
    let names: BTreeSet<String> = hidden.iter().map(|(full, _)| server(full)).collect();
    let told = names.iter().take(SERVERS_MOST).map(|name| {
        let count = hidden.iter().filter(|(full, _)| server(full) == *name).count();
        format!("{} ({count})", text::line(name, 64))
    });
    told.collect::<Vec<_>>().join(", ")
}

fn nothing<'s>(hidden: &[(String, Listed)], missing: impl Iterator<Item = &'s String>) -> String {
    let missing: Vec<&str> = missing.map(String::as_str).collect();
    let missing = match missing.as_slice() {
        [] => String::new(),
        some => format!(" Not there yet: {}.", some.join(", ")),
    };
    match hidden {
        [] => format!("All tools are listed already.{missing}"),
        some => {
            format!("No tool has these words. Tools not listed: {}. Try other words.{missing}", servers(some))
        }
    }
}

/// The two tools for those that are not listed.
fn own_two(hidden: &[(String, Listed)]) -> [Listed; 2] {
    let object =
        |schema: Value| -> Arc<JsonObject> { Arc::new(schema.as_object().cloned().unwrap_or_default()) };
    let there = match hidden {
        [] => String::new(),
        some => format!(" Not listed: {}.", servers(some)),
    };
    let find = format!("Finds more tools by words of what they do; what is found can be called.{there}");
    let find = Listed::new(
        FIND,
        Cow::Owned(find),
        object(json!({"type": "object", "properties": {"words": {"type": "string"}}, "required": ["words"]})),
    );
    let call = Listed::new(
        CALL,
        "Calls a found tool that is not in your list.",
        object(json!({
            "type": "object",
            "properties": {
                "name": {"type": "string"},
                "args": {"type": "object"},
                listing::SUMMARY: {"type": "string", "description": "What and why, for the user."},
            },
            "required": ["name"],
        })),
    );
    [find.with_annotations(listing::hints(true, false)), call.with_annotations(listing::hints(false, false))]
}
