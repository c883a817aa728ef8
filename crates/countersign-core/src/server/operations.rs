//! Upstream servers and their tools' definitions: `server.listed` compares each listing with what was
//! accepted, `server.list` shows it, `server.accept` and `server.forget` are a person's decision.

use std::collections::{BTreeMap, BTreeSet};

use countersign_words::say;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{
    ActorKind, Role,
    answer_status::OfferedState,
    authority::operations::Nothing,
    canonical,
    error::{Error, Result},
    op::Op,
    passkey::{Assertion, live},
    record::Record,
    server::{Offered, Pin, Server, Trouble, pins, trouble},
    store::Scan,
    text,
    tool::{FieldChange, upstream_definition},
    tx::Tx,
};

/// The maximum number of tools of one server.
const MAX_TOOLS: usize = 2000;
/// The maximum size of one definition.
const MAX_DEFINITION_BYTES: usize = 256 * 1024;
/// The longest name of a tool.
const MAX_NAME_CHARS: usize = 256;
/// The minimum length of a given digest: with less, a server could make two listings whose digests begin
/// alike.
const DIGEST_LEAST: usize = 32;

/// Reports what a server lists now.
pub struct ServerListed;

/// A listing.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListedInput {
    /// The server, by the person's name for it.
    pub server: String,
    /// Its tools.
    pub tools: Vec<ListedTool>,
}

/// One tool of a listing.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListedTool {
    /// Its name on the server.
    pub name: String,
    /// Its whole definition, as the server listed it.
    pub definition: Value,
}

/// How a listing compares with what was accepted.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
pub struct ListedOutput {
    /// The server.
    pub server: String,
    /// Whether it was the first, which is accepted as it is.
    pub first: bool,
    /// How many of its tools are unchanged since they were accepted.
    pub pinned: usize,
    /// New tools; each is asked about before its first use.
    pub new: Vec<String>,
    /// Tools with a changed definition; each is asked about before its next use.
    pub changed: Vec<String>,
    /// Accepted tools that are no longer listed.
    pub absent: Vec<String>,
    /// Tools that cannot be used: their name or definition is too long, or invalid.
    pub left_out: Vec<String>,
}

impl Op for ServerListed {
    const NAME: &'static str = "server.listed";
    const DOC: &'static str = "Compare the listing of an upstream server with what was accepted";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::System];
    const LAZY: bool = true;
    const HTTP: &'static str = "POST /v1/servers/{server}/listed";
    const CLI: &'static str = "";
    type Input = ListedInput;
    type Output = ListedOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &ListedInput) -> Result<ListedOutput> {
        check_server(&input.server)?;
        let server = input.server.clone();
        trouble::is_over(tx, &server)?;
        let first = tx.get::<Server>(&server)?.is_none();
        let mut output = ListedOutput { server, first, ..ListedOutput::default() };
        let mut known: BTreeMap<String, Pin> =
            of_server(tx, &input.server)?.into_iter().map(|pin| (pin.name.clone(), pin)).collect();
        let mut seen = BTreeSet::new();
        for tool in &input.tools {
            if !is_bearable(tool) || seen.len() == MAX_TOOLS {
                output.left_out.push(text::line(&tool.name, MAX_NAME_CHARS));
            } else if seen.insert(&tool.name) {
                compare(tx, &mut output, tool, known.remove(&tool.name))?;
            }
        }
        for (_, pin) in known {
            vanish(tx, &mut output, pin)?;
        }
        if first {
            tx.create(&Server { id: input.server.clone(), at: tx.now() })?;
        }
        Ok(output)
    }
}

/// Names appear before the dot in names of tools, and in URLs.
pub(super) fn check_server(name: &str) -> Result<()> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    if name.is_empty() || name.len() > MAX_NAME_CHARS || !name.chars().all(plain) {
        return Err(Error::invalid(say!("op-server-name", name = format!("{name:?}")))
            .hint(say!("op-hint-letters-digits")));
    }
    Ok(())
}

fn is_bearable(tool: &ListedTool) -> bool {
    let name = &tool.name;
    let size = serde_json::to_string(&tool.definition).map_or(usize::MAX, |s| s.len());
    !name.is_empty()
        && name.chars().count() <= MAX_NAME_CHARS
        && !name.chars().any(char::is_control)
        && tool.definition.is_object()
        && size <= MAX_DEFINITION_BYTES
}

/// Compares one tool with its pin, and stores only changes.
fn compare(tx: &mut Tx<'_>, output: &mut ListedOutput, tool: &ListedTool, pin: Option<Pin>) -> Result<()> {
    let (at, by) = (tx.now(), tx.actor().to_string());
    let id = format!("{}.{}", output.server, tool.name);
    let digest = upstream_definition(&id, &tool.definition);
    let mut now = pin.clone().unwrap_or_else(|| Pin {
        id,
        server: output.server.clone(),
        name: tool.name.clone(),
        digest: None,
        definition: Value::Null,
        at,
        by: String::new(),
        offered: None,
        absent: false,
    });
    now.absent = false;
    if pin.is_none() && output.first {
        now.accept(digest.clone(), tool.definition.clone(), by, at);
    }
    let is_offered = now.offered.as_ref().is_some_and(|o| o.digest == digest);
    if now.digest.as_ref() == Some(&digest) {
        now.offered = None;
        output.pinned += 1;
    } else {
        if !is_offered {
            now.offered = Some(Offered { digest, definition: tool.definition.clone(), since: at });
        }
        let list = if now.digest.is_some() { &mut output.changed } else { &mut output.new };
        list.push(tool.name.clone());
    }
    if pin.as_ref() != Some(&now) { tx.put(&now) } else { Ok(()) }
}

/// Marks a tool that is no longer listed. One that was never accepted is deleted.
fn vanish(tx: &mut Tx<'_>, output: &mut ListedOutput, mut pin: Pin) -> Result<()> {
    if pin.digest.is_none() {
        return tx.delete::<Pin>(&pin.id);
    }
    output.absent.push(pin.name.clone());
    if pin.absent && pin.offered.is_none() {
        return Ok(());
    }
    (pin.absent, pin.offered) = (true, None);
    tx.put(&pin)
}

/// Returns the pins of a server, by name.
fn of_server(tx: &mut Tx<'_>, server: &str) -> Result<Vec<Pin>> {
    tx.list(&Scan::prefix(Pin::KIND.name, "pin.server", &format!("{server}/")))
}

/// Shows servers and their tools' definitions.
pub struct ServerList;

/// All servers that ever listed their tools.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ListOutput {
    /// By name.
    pub servers: Vec<ServerView>,
}

/// A server, and how its tools compare with what was accepted.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
pub struct ServerView {
    /// The name the person gave it.
    pub name: String,
    /// When its tools were first listed.
    pub at: u64,
    /// How many tools it lists.
    pub tools: usize,
    /// How many of them are as they were accepted.
    pub pinned: usize,
    /// How many have changed since.
    pub changed: usize,
    /// How many are new.
    pub new: usize,
    /// How many were accepted and are not listed any more.
    pub absent: usize,
    /// What waits for a person's word.
    pub offered: Vec<OfferedView>,
    /// The digest of all that waits: `server.accept` takes it.
    pub digest: Option<String>,
    /// Why it did not start when it was last needed, if so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trouble: Option<Trouble>,
}

/// A definition that waits.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct OfferedView {
    /// The tool, as the server calls it.
    pub tool: String,
    /// How it compares with the accepted definition.
    pub state: OfferedState,
    /// Since when.
    pub since: u64,
    /// How it differs from the accepted definition; if there is none, all of its parts.
    pub changes: Vec<FieldChange>,
}

impl Op for ServerList {
    const NAME: &'static str = "server.list";
    const DOC: &'static str = "List upstream servers and their new or changed tools";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const WRITE: bool = false;
    const HTTP: &'static str = "GET /v1/servers";
    const CLI: &'static str = "servers";
    type Input = Nothing;
    type Output = ListOutput;

    fn run(&self, tx: &mut Tx<'_>, _input: &Nothing) -> Result<ListOutput> {
        let mut by_server: BTreeMap<String, Vec<Pin>> = BTreeMap::new();
        for server in tx.list::<Server>(&Scan::prefix(Server::KIND.name, "server.name", ""))? {
            by_server.insert(server.id, Vec::new());
        }
        for pin in tx.list::<Pin>(&Scan::prefix(Pin::KIND.name, "pin.server", ""))? {
            by_server.entry(pin.server.clone()).or_default().push(pin);
        }
        for trouble in tx.list::<Trouble>(&Scan::prefix(Trouble::KIND.name, "trouble.server", ""))? {
            by_server.entry(trouble.id).or_default();
        }
        let views = by_server.into_iter().map(|(name, pins)| view(tx, &name, &pins));
        Ok(ListOutput { servers: views.collect::<Result<_>>()? })
    }
}

fn view(tx: &mut Tx<'_>, name: &str, all: &[Pin]) -> Result<ServerView> {
    let at = tx.get::<Server>(name)?.map(|s| s.at).unwrap_or_default();
    let mut view = ServerView { name: name.to_owned(), at, digest: offer(all), ..ServerView::default() };
    view.trouble = tx.get::<Trouble>(name)?;
    for pin in all {
        view.tools += usize::from(!pin.absent);
        match (&pin.offered, &pin.digest) {
            (None, _) if pin.absent => view.absent += 1,
            (None, _) => view.pinned += 1,
            (Some(_), Some(_)) => view.changed += 1,
            (Some(_), None) => view.new += 1,
        }
        if let Some(offered) = &pin.offered {
            view.offered.push(OfferedView {
                tool: text::visible(&pin.name).text,
                state: if pin.digest.is_some() { OfferedState::Changed } else { OfferedState::New },
                since: offered.since,
                changes: pins::difference(&pin.definition, &offered.definition),
            });
        }
    }
    Ok(view)
}

/// Returns the digest of everything that a server offers; None if there is nothing.
fn offer(all: &[Pin]) -> Option<String> {
    let offered: Vec<Value> =
        all.iter().filter_map(|p| p.offered.as_ref().map(|o| json!([p.id, o.digest]))).collect();
    (!offered.is_empty()).then(|| canonical::digest("offered", &json!(offered)))
}

/// Accepts everything that a server offers.
pub struct ServerAccept;

/// The server, and what was shown of it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AcceptInput {
    /// The server.
    pub name: String,
    /// The digest of its whole tool list, or a prefix: only what was shown is accepted.
    #[schemars(length(min = DIGEST_LEAST))]
    pub digest: String,
    /// The caller's signature, if they have a passkey, over the whole digest: see `passkey.authorize`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assertion: Option<Assertion>,
}

impl Op for ServerAccept {
    const NAME: &'static str = "server.accept";
    const DOC: &'static str = "Accept the new and changed tools of a server as they were shown";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const ROLE: Role = Role::Admin;
    const HTTP: &'static str = "POST /v1/servers/{name}/accept";
    const CLI: &'static str = "servers accept {name} {digest}";
    type Input = AcceptInput;
    type Output = ServerView;

    fn run(&self, tx: &mut Tx<'_>, input: &AcceptInput) -> Result<ServerView> {
        let given = input.digest.trim();
        if given.chars().count() < DIGEST_LEAST {
            return Err(Error::invalid(say!("op-half-digest-else")).hint(say!("op-hint-servers-shows-it")));
        }
        let mut all = known_server(tx, &input.name)?;
        let Some(digest) = offer(&all) else {
            return Err(Error::conflict(say!("op-server-nothing-new", name = input.name)));
        };
        if !digest.starts_with(given) {
            return Err(Error::stale(say!("op-server-offer-changed", name = input.name))
                .hint(say!("op-hint-servers-shows-now")));
        }
        live::vouch(tx, input.assertion.as_ref())?;
        // Otherwise one of two listings with the same prefix could be signed and the other accepted.
        if input.assertion.is_some() && given != digest {
            return Err(Error::refused(say!("op-signed-whole-digest")).hint(digest));
        }
        let (by, at) = (tx.actor().to_string(), tx.now());
        for pin in &mut all {
            if let Some(Offered { digest, definition, .. }) = pin.offered.take() {
                pin.accept(digest, definition, by.clone(), at);
                tx.put(pin)?;
            }
        }
        view(tx, &input.name, &all)
    }
}

/// Returns the pins of a server that has listed its tools.
fn known_server(tx: &mut Tx<'_>, name: &str) -> Result<Vec<Pin>> {
    let pins = of_server(tx, name)?;
    if pins.is_empty() && tx.get::<Server>(name)?.is_none() {
        let name = text::visible(name).text;
        return Err(Error::not_found(say!("op-no-server", name)).hint(say!("op-hint-servers-lists-those")));
    }
    Ok(pins)
}

/// Forgets everything that was accepted of a server.
pub struct ServerForget;

/// The server.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ForgetInput {
    /// The server.
    pub name: String,
    /// The caller's signature, if they have a passkey: see `passkey.authorize`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assertion: Option<Assertion>,
}

/// What was forgotten.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ForgetOutput {
    /// The server.
    pub name: String,
    /// Of how many tools.
    pub tools: usize,
}

impl Op for ServerForget {
    const NAME: &'static str = "server.forget";
    const DOC: &'static str = "Forget the accepted tools of a server; its next listing is accepted as it is";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const ROLE: Role = Role::Admin;
    const HTTP: &'static str = "POST /v1/servers/{name}/forget";
    const CLI: &'static str = "servers forget {name}";
    type Input = ForgetInput;
    type Output = ForgetOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &ForgetInput) -> Result<ForgetOutput> {
        let pins = known_server(tx, &input.name)?;
        live::vouch(tx, input.assertion.as_ref())?;
        for pin in &pins {
            tx.delete::<Pin>(&pin.id)?;
        }
        tx.delete::<Server>(&input.name)?;
        Ok(ForgetOutput { name: input.name.clone(), tools: pins.len() })
    }
}
