//! Forecasts a call of an upstream server: what it would touch, and its preview. Nothing is done; the server is called only
//! to read what the call refers to by an id, if its pack says how.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, PoisonError},
};

use countersign_core::{
    Error, Result,
    judge::{Class, ToolEntry, UndoEntry},
    record::Doc,
    text,
    tool::{Catalog, FieldChange, Forecast, Preview, Reversal, Tool},
    world::{Ask, Precondition},
};
use countersign_tools::{
    files::{compared, not_shown},
    packs::{self, Pack, PackTool, Scene},
};
use countersign_words::{Message, say};
use serde_json::{Value, json};

use super::{
    At, Upstreams, listed,
    named::{self, Mail},
    referred, split,
};
use crate::ServerSettings;

/// How many arguments are shown.
const SHOWN: usize = 50;
/// How much of an argument is shown.
const SHOWN_CHARS: usize = 2000;
/// The precondition field for a tool's definition.
pub(super) const DEFINITION: &str = "definition";

/// What is known of a tool, from all sources.
pub(super) struct Known {
    pub server: String,
    /// Its own name.
    pub own: String,
    settings: Arc<ServerSettings>,
    entry: Option<Arc<ToolEntry>>,
    pack: Option<&'static Pack>,
    pub by_pack: Option<&'static PackTool>,
    tool: Option<Arc<Listed>>,
}

/// A tool as last listed by its server.
pub(super) struct Listed {
    pub tool: Tool,
    /// The digest of its definition.
    definition: String,
}

impl Listed {
    pub fn of(tool: &Tool) -> Result<Self> {
        Ok(Self { definition: definition(tool)?, tool: tool.clone() })
    }

    /// The digest of its definition.
    pub fn definition(&self) -> &str {
        &self.definition
    }
}

impl Known {
    /// Looks up a tool by its full name.
    pub fn of(upstreams: &Upstreams, tool: &str) -> Result<Self> {
        let (server, own) = split(tool)?;
        let settings = upstreams.settings_of(server)?;
        let pack = settings.pack.as_deref().and_then(packs::pack);
        let known = upstreams.known.read().unwrap_or_else(PoisonError::into_inner);
        let listed = known.get(server).and_then(|tools| tools.get(tool)).cloned();
        drop(known);
        Ok(Self {
            server: server.to_owned(),
            own: own.to_owned(),
            entry: upstreams.entries.read().unwrap_or_else(PoisonError::into_inner).get(tool).cloned(),
            by_pack: pack.and_then(|pack| pack.find(server, own)),
            pack,
            settings,
            tool: listed,
        })
    }

    /// Returns its class: the person's, otherwise the pack's, otherwise that of an unknown tool.
    pub fn class(&self) -> Class {
        let said = self.entry.as_ref().and_then(|e| e.class).or(self.by_pack.map(|p| p.class));
        said.or(self.tool.as_ref().map(|t| t.tool.class)).unwrap_or(Class::Mutable)
    }

    fn paths(&self) -> &[String] {
        let by_person = self.entry.as_ref().map(|e| e.paths.as_slice()).filter(|paths| !paths.is_empty());
        by_person.or(self.by_pack.map(|p| p.paths.as_slice())).unwrap_or_default()
    }

    /// Returns whether files at its paths are kept.
    pub fn captures(&self) -> bool {
        let by_person = self.entry.as_ref().is_some_and(|e| !e.paths.is_empty());
        self.class() != Class::Read
            && (by_person || self.by_pack.is_some_and(|p| p.capture && !p.paths.is_empty()))
    }

    /// Returns whether it changes only files at its paths.
    pub fn only_there(&self) -> bool {
        let by_pack = self.pack.is_some_and(|pack| pack.local) || self.by_pack.is_some_and(|tool| tool.local);
        self.captures() && (self.settings.local || by_pack)
    }

    /// Returns the calls that undo it.
    pub fn undo(&self) -> Vec<&UndoEntry> {
        match self.entry.as_ref().and_then(|e| e.undo.as_ref()) {
            Some(undo) => vec![undo],
            None => self.by_pack.iter().flat_map(|p| p.undo.iter().chain(&p.also)).collect(),
        }
    }

    /// Returns the pack's entry, unless a person overrides it.
    pub fn by_pack_alone(&self) -> Option<&'static PackTool> {
        self.by_pack.filter(|_| self.entry.as_ref().is_none_or(|e| e.undo.is_none()))
    }

    /// Returns the first of its paths in normalised arguments.
    pub fn first_path(&self, args: &Doc) -> Option<String> {
        packs::touched(self.paths(), args).into_iter().next()
    }

    /// Returns the content that its first path will have, if evident.
    pub fn content(&self, args: &Doc) -> Option<String> {
        let scene = Scene { args: args.clone(), ..Scene::default() };
        Some(scene.pick(self.by_pack?.content.as_deref()?)?.as_str()?.to_owned())
    }

    /// Resolves every path in the arguments; returns both.
    pub fn normalised(&self, upstreams: &Upstreams, args: &Doc, at: &At<'_>) -> Result<(Doc, Vec<PathBuf>)> {
        let mut args = args.clone();
        let mut found: Vec<PathBuf> = Vec::new();
        if self.paths().is_empty() {
            return Ok((args, found));
        }
        let running = upstreams.slot(at.agent, at.server)?.1.current();
        let folder = self.settings.cwd.as_deref().and_then(Path::to_str);
        let folder = folder.or_else(|| running.as_deref().and_then(|i| i.folder_for(at.cwd))).or(at.cwd);
        let mut resolve = |given: &str| -> Result<String> {
            let path = upstreams.files.meant(&self.at_home(given), folder)?;
            let text = path.to_string_lossy().into_owned();
            if !found.contains(&path) {
                found.push(path);
            }
            Ok(text)
        };
        for path in self.paths() {
            packs::replace(&mut args, path, &mut resolve)?;
        }
        Ok((args, found))
    }

    /// Expands a path that begins with `~`, like servers do.
    fn at_home(&self, given: &str) -> String {
        let Some(rest) = given.strip_prefix('~').filter(|rest| rest.is_empty() || rest.starts_with('/'))
        else {
            return given.to_owned();
        };
        let home = self.settings.env.get("HOME").cloned().or_else(|| std::env::var("HOME").ok());
        home.map_or_else(|| given.to_owned(), |home| format!("{home}{rest}"))
    }

    fn reversal(&self, too_large: &[Message], paths: &[PathBuf]) -> Reversal {
        if self.class() == Class::Read {
            return Reversal::None;
        }
        let kept = self.captures() && !paths.is_empty();
        if kept && too_large.is_empty() {
            if self.only_there() {
                return Reversal::Exact;
            }
            let elsewhere = say!("problem-up-does-elsewhere", server = self.server);
            return Reversal::BestEffort { caveats: vec![elsewhere] };
        }
        let mut caveats = too_large.to_vec();
        if !self.undo().is_empty() {
            caveats.extend(self.caveats());
            return Reversal::BestEffort { caveats };
        }
        if kept {
            return Reversal::BestEffort { caveats };
        }
        Reversal::Irreversible {
            reason: say!("problem-up-no-undo", tool = self.shown_own(), server = self.server),
        }
    }

    /// Returns the caveats of an undo by another call.
    pub fn caveats(&self) -> Vec<Message> {
        let names = self.undo().into_iter().map(|undo| text::visible(&undo.tool).text);
        let mut caveats = vec![say!("problem-up-undo-by", tool = both(names))];
        match self.by_pack_alone() {
            Some(pack) => caveats.extend(pack.caveats.iter().cloned()),
            None => caveats.push(say!("problem-up-unwatched")),
        }
        caveats
    }

    /// Returns its display name.
    pub fn shown(&self) -> Message {
        say!("op-suggest-on", tool = self.shown_own(), said = self.server)
    }

    /// Returns its own name for display.
    pub fn shown_own(&self) -> String {
        text::truncate(&text::visible(&self.own).text, 100)
    }
}

/// Joins names with "and".
pub(super) fn both(names: impl Iterator<Item = impl Into<Message>>) -> Message {
    names
        .map(Into::into)
        .reduce(|one: Message, other: Message| say!("problem-up-and", one, other))
        .unwrap_or_default()
}

/// Returns the digest of a tool's definition.
pub(super) fn definition(tool: &Tool) -> Result<String> {
    let catalog = Catalog::new([tool.clone()]);
    Ok(catalog.definition(tool)?.to_owned())
}

/// Forecasts a call.
pub(super) fn forecast(upstreams: &Upstreams, ask: &Ask) -> Result<Forecast> {
    let known = Known::of(upstreams, &ask.tool)?;
    let at = At { agent: &ask.agent, server: &known.server, cwd: ask.cwd.as_deref() };
    let (args, paths) = known.normalised(upstreams, &ask.args, &at)?;
    let class = known.class();
    let looked = upstreams.files.forecast_at(&paths, class, ask.cwd.as_deref(), known.captures())?;
    let mut facts = looked.facts;
    if let Some(pack) = known.by_pack {
        let said = pack.facts(&args);
        facts.sends |= said.sends;
        facts.hosts = said.hosts;
        facts.protected.extend(said.protected);
    } else {
        facts.sends |= known.tool.as_ref().is_some_and(|t| listed::reaches_out(&t.tool));
    }
    if !known.settings.trusted {
        facts.foreign.push(known.server.clone());
    }
    let mut preconditions = looked.watched;
    if let Some(listed) = &known.tool {
        let what = format!("the definition of {}", text::visible(&listed.tool.name).text);
        preconditions.push(Precondition { what, state: json!({DEFINITION: listed.definition}) });
    }
    let referred = referred::read(upstreams, &known, &at, &args);
    preconditions.extend(referred.iter().flat_map(referred::Referred::precondition));
    let first = paths.first().map(|path| text::visible(&path.to_string_lossy()).text);
    let content = known.content(&args).zip(paths.first());
    let noop = content.as_ref().filter(|(content, path)| upstreams.files.holds(path, content.as_bytes()));
    let noop = noop.and(first.as_ref()).map(|path| say!("problem-up-holds", path));
    let mut preview = Preview {
        target: first.clone().map_or_else(|| known.shown(), Message::from),
        warnings: looked.too_large.clone(),
        lost: looked.lost,
        not_shown: looked.lost_unlisted.into_iter().collect(),
        ..Preview::default()
    };
    if let Some((new, path)) = &content {
        let old = if path.exists() { upstreams.files.text(path) } else { Some(String::new()) };
        let named = text::visible(&path.to_string_lossy()).text;
        match old {
            Some(old) => compared(&old, new, &path.to_string_lossy()).show(&mut preview, &named),
            None => preview.not_shown.push(not_shown(&named)),
        }
    }
    // The diff shows what is written.
    let written = content.as_ref().map(|(new, _)| new.as_str()).filter(|_| preview.diff.is_some());
    preview.changes = shown_args(&args);
    preview.not_shown.extend(cut_args(&args, written));
    let mut whole = args.clone();
    if let Some(referred) = &referred {
        preview.changes.extend(shown_args(&referred.fields));
        preview.not_shown.extend(cut_args(&referred.fields, None));
        preview.warnings.extend(referred.unread.clone());
        referred.fields.iter().for_each(|(name, value)| {
            whole.entry(name.clone()).or_insert_with(|| value.clone());
        });
    }
    let name =
        paths.first().and_then(|path| path.file_name()).map(|name| name.to_string_lossy().into_owned());
    let (tool, server) = (known.shown_own(), &known.server);
    let mail = Mail::of(&tool, facts.sends, &whole).filter(|_| class != Class::Read);
    let summary = match &first {
        Some(path) => {
            say!("problem-up-call-path", tool, server, path = from_folder(path, ask.cwd.as_deref()))
        }
        None => match &mail {
            Some(mail) => mail.summary(&tool, server),
            None => named::summary(&tool, server, &args),
        },
    };
    let name = name.or_else(|| mail.and_then(|mail| mail.target().map(str::to_owned)));
    Ok(Forecast {
        facts,
        summary,
        preview,
        noop,
        preconditions,
        reversal: known.reversal(&looked.too_large, &paths),
        typed: name.unwrap_or_else(|| known.own.clone()),
        args,
        ..Forecast::default()
    })
}

/// Shortens a path in a summary to be relative to the workspace. The target has the whole path.
fn from_folder(path: &str, cwd: Option<&str>) -> String {
    let folder = cwd.and_then(|cwd| Path::new(cwd).canonicalize().ok());
    match folder {
        Some(folder) => path.replace(&format!("{}/", text::visible(&folder.to_string_lossy()).text), ""),
        None => path.to_owned(),
    }
}

fn shown_args(args: &Doc) -> Vec<FieldChange> {
    let one = |(name, value): (&String, &Value)| {
        let written = match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let after = match written.chars().nth(SHOWN_CHARS) {
            Some(_) => Value::String(text::truncate(&written, SHOWN_CHARS)),
            None => value.clone(),
        };
        let label = text::truncate(&text::visible(name).text, 100);
        FieldChange::new(label, Value::Null, after)
    };
    let mut shown: Vec<FieldChange> = args.iter().take(SHOWN).map(one).collect();
    if args.len() > SHOWN {
        let more = say!("problem-up-more-arguments", n = args.len() - SHOWN);
        shown.push(FieldChange::new(more, Value::Null, Value::Null));
    }
    shown
}

/// Lists the arguments that the preview does not show completely, except the one in the diff.
fn cut_args(args: &Doc, written: Option<&str>) -> Vec<Message> {
    let long = |value: &Value| match value {
        Value::String(text) => Some(text.as_str()) != written && text.chars().nth(SHOWN_CHARS).is_some(),
        other => other.to_string().chars().nth(SHOWN_CHARS).is_some(),
    };
    let cut = args.iter().take(SHOWN).filter(|(_, value)| long(value));
    let cut = cut.map(|(name, _)| say!("unseen-end", name = text::truncate(&text::visible(name).text, 100)));
    let more = args.len().checked_sub(SHOWN).filter(|n| *n > 0).map(|n| say!("unseen-arguments", n));
    cut.chain(more).collect()
}

/// Returns the message of a server's error result.
pub(super) fn error_text(result: &Value) -> Option<Message> {
    if result.get("isError") != Some(&Value::Bool(true)) {
        return None;
    }
    let parts = result.get("content").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let texts: Vec<&str> = parts.iter().filter_map(|part| part.get("text")?.as_str()).collect();
    let said = text::truncate(&text::visible_multiline(&texts.join("\n")).text, 1000);
    Some(if said.is_empty() { say!("problem-up-no-reason") } else { said.into() })
}

/// Returns the content of a result for paths: the structured part, otherwise its text as JSON, otherwise all of it.
pub(super) fn essence(result: &Value) -> Value {
    if let Some(structured) = result.get("structuredContent") {
        return structured.clone();
    }
    let first = result.pointer("/content/0/text").and_then(Value::as_str);
    let parsed = first.and_then(|text| serde_json::from_str(text).ok());
    parsed.or_else(|| result.get("content").cloned()).unwrap_or_else(|| result.clone())
}

/// Marks a failure as one during execution: the agent can no longer fix it.
pub(super) fn while_doing(mut e: Error) -> Error {
    use countersign_core::ErrorCode::{Conflict, Invalid, NotFound};
    if matches!(e.code, Invalid | NotFound) {
        e.code = Conflict;
    }
    e
}
