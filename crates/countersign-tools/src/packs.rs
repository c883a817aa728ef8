//! Packs: descriptions of the tools of known servers, as data. A pack only applies to a server that a person
//! bound to it; a tool's name alone proves nothing.

mod pick;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::OnceLock,
};

use countersign_core::{
    Error, ErrorCode, Result,
    judge::{Class, Facts, ToolEntry, UndoEntry},
    record::Doc,
    text,
    tool::{Bound, Explode, Hold},
};
use countersign_words::Message;
use serde::Deserialize;
use serde_json::Value;

pub use pick::{Scene, replace};

const TEXTS: &[(&str, &str)] = &[
    ("everything", include_str!("../packs/everything.toml")),
    ("fetch", include_str!("../packs/fetch.toml")),
    ("filesystem", include_str!("../packs/filesystem.toml")),
    ("git", include_str!("../packs/git.toml")),
    ("localcowork", include_str!("../packs/localcowork.toml")),
    ("memory", include_str!("../packs/memory.toml")),
    ("sqlite", include_str!("../packs/sqlite.toml")),
    ("time", include_str!("../packs/time.toml")),
];

/// Describes the tools of one known server.
#[derive(Debug, Clone, PartialEq)]
pub struct Pack {
    /// Its name, by which a person binds it.
    pub name: String,
    /// Which server it is about.
    pub doc: String,
    /// Whether its tools only change the paths that they name.
    pub local: bool,
    /// The tools by name.
    pub tools: BTreeMap<String, PackTool>,
}

/// Describes one tool.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PackTool {
    /// Its name on the server; prefixed with the server's name if a pack covers several servers.
    pub name: String,
    /// Its class.
    pub class: Class,
    /// Whether it sends data out.
    #[serde(default)]
    pub sends: bool,
    /// Why it is always asked about.
    pub protected: Option<Message>,
    /// Where the local files are in its arguments (`args.path`).
    #[serde(default)]
    pub paths: Vec<String>,
    /// Whether these files are kept before and checked after, so that they can be restored.
    #[serde(default = "yes")]
    pub capture: bool,
    /// Whether it only changes these files, so that restoring them undoes all of it.
    #[serde(default)]
    pub local: bool,
    /// Where the whole new content of the first path is, if anywhere (`args.content`).
    pub content: Option<String>,
    /// Where the contacted addresses are in its arguments.
    #[serde(default)]
    pub hosts: Vec<String>,
    /// The read that shows what the call refers to by an id only.
    pub shows: Option<Shows>,
    /// The call that reads what undo needs, before the effect.
    pub before: Option<UndoEntry>,
    /// The call that undoes it.
    pub undo: Option<UndoEntry>,
    /// Further calls that undo it, made afterwards.
    #[serde(default)]
    pub also: Vec<UndoEntry>,
    /// What such an undo does not restore, as messages.
    #[serde(default)]
    pub caveats: Vec<Message>,
    /// The call that reads what it changed: undo only runs if that is as the effect left it.
    pub check: Option<UndoEntry>,
    /// Whether repeating it has no further effect.
    #[serde(default)]
    pub idempotent: bool,
    /// How it is split.
    pub explode: Option<Explode>,
    /// How long a held call waits.
    pub hold: Option<Hold>,
    /// Calls with the class that they must have; checked when the pack is parsed.
    #[serde(default)]
    pub examples: Vec<Example>,
}

/// The read that shows what a call refers to by an id only, such as the draft of a mail.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shows {
    /// The tool that lists such things.
    pub tool: String,
    /// Where the id is in the arguments (`args.draft_id`).
    pub by: String,
}

fn yes() -> bool {
    true
}

/// A call and its expected class.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// Its arguments.
    #[serde(default)]
    pub args: Doc,
    /// Its class.
    pub class: Class,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPack {
    doc: String,
    #[serde(default)]
    local: bool,
    #[serde(default)]
    tool: Vec<PackTool>,
}

/// Returns the pack of that name.
pub fn pack(name: &str) -> Option<&'static Pack> {
    all().get(name)
}

/// Returns the names of all packs.
pub fn names() -> impl Iterator<Item = &'static str> {
    TEXTS.iter().map(|(name, _)| *name)
}

fn all() -> &'static BTreeMap<&'static str, Pack> {
    static PACKS: OnceLock<BTreeMap<&'static str, Pack>> = OnceLock::new();
    PACKS.get_or_init(|| {
        let read = |(name, text): &(&'static str, &str)| {
            (*name, Pack::parse(name, text).expect("BUG: every pack is read by a test"))
        };
        TEXTS.iter().map(read).collect()
    })
}

impl Pack {
    /// Parses a pack; every example in it must hold.
    pub fn parse(name: &str, text: &str) -> Result<Self> {
        let wrong = |message: String| Error::new(ErrorCode::Settings, format!("pack {name}: {message}"));
        let raw: RawPack = toml::from_str(text).map_err(|e| wrong(e.to_string().trim().to_owned()))?;
        let mut pack = Self { name: name.to_owned(), doc: raw.doc, local: raw.local, tools: BTreeMap::new() };
        for mut tool in raw.tool {
            // Texts in the catalogue can be translated.
            tool.protected = tool.protected.map(Message::known);
            tool.caveats = tool.caveats.into_iter().map(Message::known).collect();
            let full = tool.name.clone();
            if pack.tools.insert(full.clone(), tool).is_some() {
                return Err(wrong(format!("there are two entries for {full}")));
            }
        }
        for tool in pack.tools.values() {
            pack.check(tool).map_err(|message| wrong(format!("{}: {message}", tool.name)))?;
        }
        Ok(pack)
    }

    fn check(&self, tool: &PackTool) -> Result<(), String> {
        if tool.hold == Some(Hold::None) {
            return Err("hold = \"none\" is only for built-in tools".to_owned());
        }
        let calls = || tool.undo.iter().chain(&tool.also).chain(&tool.before).chain(&tool.check);
        let others = calls().map(|u| &u.tool).chain(tool.explode.iter().map(|e| &e.into));
        let others = others.chain(tool.shows.iter().map(|shows| &shows.tool));
        if let Some(missing) = others.into_iter().find(|name| !self.tools.contains_key(*name)) {
            return Err(format!("it refers to {missing}, which is not in the pack"));
        }
        let looks = |u: &UndoEntry| self.tools.get(&u.tool).is_some_and(|t| t.class == Class::Read);
        if let Some(changes) = tool.before.iter().chain(&tool.check).find(|u| !looks(u)) {
            return Err(format!("{} is called to look, and it changes something", changes.tool));
        }
        let paths =
            calls().flat_map(|u| u.args.values()).chain(&tool.paths).chain(&tool.hosts).chain(&tool.content);
        if let Some(fault) = paths.into_iter().find_map(|path| pick::fault(path)) {
            return Err(fault);
        }
        for (i, example) in tool.examples.iter().enumerate() {
            let class = self.class("", &tool.name, &example.args);
            if class != example.class {
                let (is, said) = (class.as_str(), example.class.as_str());
                return Err(format!("example {} is {is}, not {said}", i + 1));
            }
        }
        Ok(())
    }

    /// Returns the entry for a tool of the server that the person calls `server`.
    pub fn find(&self, server: &str, tool: &str) -> Option<&PackTool> {
        self.tools.get(tool).or_else(|| self.tools.get(&format!("{server}.{tool}")))
    }

    /// Returns the class of a call; a tool that is not in the pack is mutable.
    pub fn class(&self, server: &str, tool: &str, args: &Doc) -> Class {
        match self.find(server, tool) {
            None => Class::Mutable,
            Some(entry) => entry.class.max(entry.facts(args).class()),
        }
    }
}

/// A pack bound to the server of that name.
pub struct BoundPack {
    /// The name that the person gave the server.
    pub server: String,
    /// The pack.
    pub pack: &'static Pack,
}

impl Bound for BoundPack {
    fn known(&self, tool: &str, args: &Doc) -> (Class, Facts) {
        let facts = self.pack.find(&self.server, tool).map(|t| t.facts(args)).unwrap_or_default();
        (self.pack.class(&self.server, tool, args), facts)
    }
}

impl PackTool {
    /// Returns the facts of a call, with paths as in the arguments.
    pub fn facts(&self, args: &Doc) -> Facts {
        let touched = self.touched(args);
        let hosts = touched_by(&self.hosts, args, |address| Some(host(&address)));
        let mut facts = Facts { sends: self.sends, hosts, ..Facts::default() };
        facts.protected.extend(self.protected.clone());
        match self.class {
            Class::Read => facts.reads = touched,
            Class::Mutable => facts.writes = touched,
            Class::Destructive => facts.deletes = touched,
        }
        facts
    }

    /// Returns the local files that a call names, without duplicates.
    pub fn touched(&self, args: &Doc) -> Vec<String> {
        touched(&self.paths, args)
    }

    /// Returns it as a policy entry for a tool of `server`.
    pub fn entry(&self, server: &str) -> ToolEntry {
        let own = self.name.strip_prefix(&format!("{server}.")).unwrap_or(&self.name);
        ToolEntry {
            server: server.to_owned(),
            name: own.to_owned(),
            class: Some(self.class),
            hold: self.hold,
            explode: self.explode.clone(),
            paths: self.paths.clone(),
            undo: self.undo.clone(),
        }
    }
}

/// Returns the texts at `paths` of `args` without duplicates: the local files that a call names.
pub fn touched(paths: &[String], args: &Doc) -> Vec<String> {
    touched_by(paths, args, Some)
}

fn touched_by(paths: &[String], args: &Doc, map: impl Fn(String) -> Option<String>) -> Vec<String> {
    let scene = Scene { args: args.clone(), ..Scene::default() };
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for value in paths.iter().filter_map(|path| scene.pick(path)) {
        let texts = match value {
            Value::Array(list) => list,
            one => vec![one],
        };
        let texts = texts.into_iter().filter_map(|text| text.as_str().map(str::to_owned)).filter_map(&map);
        found.extend(texts.filter(|text| seen.insert(text.clone())));
    }
    found
}

/// Returns the host of an address; the address itself if it is ambiguous, which is then not a listed host and
/// is asked about.
fn host(address: &str) -> String {
    let plain = || {
        let rest = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"))?;
        let authority = rest.split(['/', '?', '#']).next()?;
        let (host, port) = authority.split_once(':').unwrap_or((authority, "0"));
        let fits = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-');
        let both = host.bytes().all(fits) && port.bytes().all(|b| b.is_ascii_digit());
        (!host.is_empty() && both).then(|| host.to_ascii_lowercase())
    };
    plain().unwrap_or_else(|| text::truncate(address, 200))
}
