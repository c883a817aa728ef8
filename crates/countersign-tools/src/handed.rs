//! Calls of an agent's own tools: inspected and judged like our own; the previous state is kept before the
//! agent begins, and undo works as for our own changes. The agent acts, so the receipt says "handed over".
//!
//! # Limitations
//! Between the approval and the agent's write, the agent or another program may do anything; the later report
//! shows that the files differ from the prediction, not why.

mod patch;
mod search;

use std::{path::Path, sync::Arc};

use countersign_core::{
    Error, Result, handover,
    judge::{Class, Facts},
    record::Doc,
    text::visible,
    tool::{FieldChange, Forecast, Preview, Reversal, Tool},
    world::{Ask, Inverse, Landed, Order, RecoveryState, Reverted},
};
use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{
    call::{Spec, fields, parse, tool},
    files::{
        Deleter, Files,
        handed::{To, Wanted, meant},
    },
    shell::Shell,
    typed::target_name,
};

/// The caveat on every such receipt.
const HANDED: Message = say!("effect-handed");

/// Implements effects that agents carry out themselves.
pub struct Handed {
    /// Keeps the files that agents change, and takes changes back.
    pub files: Arc<Files>,
    /// Judges the commands that agents run.
    pub shell: Arc<Shell>,
}

/// A file or folder that an agent reads.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Read {
    /// The agent's name for its tool.
    tool: String,
    /// The file or folder.
    path: String,
    /// Which files of the folder it looks into; none where it only lists their names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    search: Option<search::Search>,
    /// Where relative paths begin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cwd: Option<String>,
}

/// A file that an agent writes.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Write {
    /// The agent's name for its tool.
    tool: String,
    /// The file.
    path: String,
    /// Its new content.
    content: String,
    /// Where relative paths begin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cwd: Option<String>,
}

/// A file that an agent edits.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Edit {
    /// The agent's name for its tool.
    tool: String,
    /// The file.
    path: String,
    /// What is replaced, in order.
    edits: Vec<OneEdit>,
    /// Where relative paths begin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cwd: Option<String>,
}

/// One replacement.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct OneEdit {
    /// The text to replace; empty for a new file.
    old_text: String,
    /// What to put there.
    new_text: String,
    /// Whether every occurrence is replaced.
    all: bool,
}

/// A file that an agent changes as only it knows.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Change {
    /// The agent's name for its tool.
    tool: String,
    /// The file.
    path: String,
    /// What the agent gives its tool.
    input: Doc,
    /// Where relative paths begin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cwd: Option<String>,
}

/// A patch that an agent applies.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Patch {
    /// The agent's name for its tool.
    tool: String,
    /// The patch.
    patch: String,
    /// Where relative paths begin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cwd: Option<String>,
}

/// Something that an agent sends out.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Fetch {
    /// The agent's name for its tool.
    tool: String,
    /// The page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    url: Option<String>,
    /// What is searched for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    query: Option<String>,
    /// What the page is read for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    prompt: Option<String>,
    /// Where the agent stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cwd: Option<String>,
}

/// A command that an agent runs in a shell of its own.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Run {
    /// The agent's name for its tool.
    tool: String,
    /// The command line.
    command: String,
    /// Where it runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cwd: Option<String>,
}

/// Something that nobody knows here.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Other {
    /// The agent's name for its tool.
    tool: String,
    /// What the agent gives it.
    input: Doc,
    /// Where the agent stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cwd: Option<String>,
}

/// The files of a call that changes some.
struct Changing {
    args: Doc,
    cwd: Option<String>,
    wanted: Vec<Wanted>,
    shown: Vec<FieldChange>,
}

impl Changing {
    fn one(args: Doc, cwd: Option<String>, path: &str, to: To) -> Self {
        Self { args, cwd, wanted: vec![Wanted { path: path.to_owned(), to }], shown: Vec::new() }
    }

    /// Returns the changes of a call; None if it changes no files.
    fn of(tool: &str, args: &Doc, folder: Option<&str>) -> Result<Option<Self>> {
        let at = |cwd: Option<String>| cwd.or_else(|| folder.map(str::to_owned));
        let settle = |path: &mut String, cwd: &Option<String>| -> Result<()> {
            *path = meant(path, cwd.as_deref())?.to_string_lossy().into_owned();
            Ok(())
        };
        Ok(Some(match tool {
            handover::WRITE => {
                let mut args: Write = parse(tool, args)?;
                let cwd = at(args.cwd.take());
                settle(&mut args.path, &cwd)?;
                let to = To::Bytes(args.content.clone().into_bytes());
                Self::one(fields(&args)?, cwd, &args.path, to)
            }
            handover::EDIT => {
                let mut args: Edit = parse(tool, args)?;
                let cwd = at(args.cwd.take());
                settle(&mut args.path, &cwd)?;
                let edits = args.edits.clone();
                let to = To::Edited(Box::new(move |old| edited(old, &edits)));
                Self { shown: replaced(&args.edits), ..Self::one(fields(&args)?, cwd, &args.path, to) }
            }
            handover::CHANGE => {
                let mut args: Change = parse(tool, args)?;
                let cwd = at(args.cwd.take());
                settle(&mut args.path, &cwd)?;
                let shown = vec![given(say!("effect-label-gives-tool"), &json!(args.input))];
                Self { shown, ..Self::one(fields(&args)?, cwd, &args.path, To::Unknown) }
            }
            handover::PATCH => {
                let mut args: Patch = parse(tool, args)?;
                let cwd = at(args.cwd.take());
                args.cwd.clone_from(&cwd);
                let shown = vec![given(say!("effect-label-patch"), &json!(args.patch))];
                Self { wanted: patch::wanted(&args.patch)?, args: fields(&args)?, cwd, shown }
            }
            _ => return Ok(None),
        }))
    }
}

/// Returns the text after all edits, if predictable: the agent may accept inexact matches.
fn edited(old: Option<&str>, edits: &[OneEdit]) -> Option<String> {
    let mut text = match (old, edits) {
        (None, [one]) if one.old_text.is_empty() => return Some(one.new_text.clone()),
        (old, _) => old?.to_owned(),
    };
    for edit in edits {
        let found = text.matches(&edit.old_text).count();
        if edit.old_text.is_empty() || found == 0 || (found > 1 && !edit.all) {
            return None;
        }
        text = text.replace(&edit.old_text, &edit.new_text);
    }
    Some(text)
}

fn replaced(edits: &[OneEdit]) -> Vec<FieldChange> {
    let shown = |text: &str| json!(countersign_core::text::visible_multiline(text).text);
    let one = |edit: &OneEdit| {
        let label = if edit.all { say!("effect-label-text-everywhere") } else { say!("effect-label-text") };
        FieldChange::new(label, shown(&edit.old_text), shown(&edit.new_text))
    };
    edits.iter().map(one).collect()
}

fn given(label: Message, value: &Value) -> FieldChange {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let after = json!(countersign_core::text::visible_multiline(&text).text);
    FieldChange::new(label, Value::Null, after)
}

impl Handed {
    /// Inspects a call; changes nothing.
    pub fn forecast(&self, ask: &Ask) -> Result<Forecast> {
        if ask.tool == handover::SETTLE {
            return self.settle(&ask.args);
        }
        match Changing::of(&ask.tool, &ask.args, ask.cwd.as_deref())? {
            Some(changing) => self.change(ask, changing),
            None => match ask.tool.as_str() {
                handover::READ => self.reads(ask),
                handover::FETCH => fetches(ask),
                handover::RUN => self.runs(ask),
                handover::OTHER => unknown(ask),
                other => Err(Error::bug(format!("{other} is not handed over"))),
            },
        }
    }

    /// Reads nothing: the agent reads.
    pub fn read(&self, _ask: &Ask) -> Result<Value> {
        Ok(json!({"handed_over": true}))
    }

    /// Keeps the current files if the call changes any; from here on the agent acts.
    pub fn apply(&self, order: &Order) -> Result<Landed> {
        match Changing::of(&order.tool, &order.args, order.cwd.as_deref())? {
            Some(changing) => {
                let landed = self.files.hand_over(order, &changing.wanted, changing.cwd.as_deref())?;
                Ok(Landed { caveats: vec![HANDED], ..landed })
            }
            None => Ok(Landed {
                result: json!({"handed_over": true}),
                effects: Vec::new(),
                inverse: None,
                caveats: Vec::new(),
                duration_ms: 0,
            }),
        }
    }

    /// Returns what has changed since an order was shown, if it would change files otherwise now.
    pub fn changed_since(&self, order: &Order) -> Option<Message> {
        let changing = Changing::of(&order.tool, &order.args, order.cwd.as_deref()).ok()??;
        self.files.handed_otherwise(order, &changing.wanted, changing.cwd.as_deref())
    }

    /// Determines the state of an order after a crash: the agent was not told yet, so nothing happened.
    pub fn check(&self, order: &Order) -> Result<RecoveryState> {
        self.files.not_handed(order)?;
        Ok(RecoveryState::NotBegun)
    }

    /// Undoes what an agent did, if nothing has changed since.
    pub fn revert(&self, id: &str, inverse: &Inverse) -> Result<Reverted> {
        self.files.revert(id, inverse)
    }

    fn change(&self, ask: &Ask, changing: Changing) -> Result<Forecast> {
        let handing = self.files.handing(
            &changing.wanted,
            changing.cwd.as_deref(),
            ask.cwd.as_deref(),
            Deleter::of(ask),
        )?;
        let mut preview = handing.preview;
        if preview.diff.is_none() || !preview.warnings.is_empty() {
            preview.changes.extend(changing.shown);
        }
        let typed = target_name(&handing.paths);
        Ok(Forecast {
            args: changing.args,
            facts: handing.facts,
            summary: handing.summary,
            // The previous files are saved, so undo restores them exactly.
            ground: preview.warnings.is_empty().then_some(handing.ground),
            preview,
            noop: handing.noop,
            preconditions: handing.preconditions,
            reversal: Reversal::BestEffort { caveats: vec![HANDED] },
            typed,
            ..Forecast::default()
        })
    }

    fn reads(&self, ask: &Ask) -> Result<Forecast> {
        let mut args: Read = parse(&ask.tool, &ask.args)?;
        let cwd = args.cwd.take();
        let from = cwd.as_deref().or(ask.cwd.as_deref());
        let path = meant(&args.path, from)?;
        // The agent may or may not expand `~`: both paths are checked.
        let at_home = home_of(&args.path).map(|path| meant(&path, from)).transpose()?;
        args.path = path.to_string_lossy().into_owned();
        let what = visible(&args.path).text;
        let mut paths: Vec<_> = [path].into_iter().chain(at_home).collect();
        if let Some(search) = &args.search {
            let opened: Vec<_> = paths.iter().flat_map(|folder| search.secrets(folder)).collect();
            paths.extend(opened);
        }
        let facts = self.files.reading(&paths, ask.cwd.as_deref());
        Ok(plain(fields(&args)?, facts, say!("sum-agent-read", path = what), &what, Reversal::None))
    }

    /// Judges a command by its text alone: no world holds it, so all but a short list of literal reads is asked about.
    fn runs(&self, ask: &Ask) -> Result<Forecast> {
        let args: Run = parse(&ask.tool, &ask.args)?;
        let command = json!({"command": args.command, "cwd": args.cwd}).as_object().cloned();
        let mut command = command.unwrap_or_default();
        command.retain(|_, value| !value.is_null());
        let forecast = self.shell.unconfined().forecast(&Ask { args: command, ..ask.clone() })?;
        let cwd = forecast.args.get("cwd").and_then(Value::as_str).map(str::to_owned);
        let mut preview = forecast.preview;
        preview.warnings.insert(0, say!("effect-handed-command"));
        Ok(Forecast {
            args: fields(&Run { cwd, ..args })?,
            preview,
            facts: forecast.facts,
            summary: forecast.summary,
            typed: forecast.typed,
            reversal: outside_reach(),
            ..Forecast::default()
        })
    }

    fn settle(&self, args: &Doc) -> Result<Forecast> {
        let steps = args.get("steps").cloned().unwrap_or_default();
        let settled = self.files.settled(&Inverse { tool: handover::SETTLE.to_owned(), steps })?;
        let preview = Preview { changes: settled.changes, warnings: settled.differs, ..Preview::default() };
        let args = Doc::from_iter([("steps".to_owned(), settled.steps)]);
        Ok(Forecast { preview, ..plain(args, Facts::default(), Message::default(), "", Reversal::None) })
    }
}

/// Expands a path that begins with `~`.
fn home_of(path: &str) -> Option<String> {
    let rest = path.strip_prefix('~').filter(|rest| rest.is_empty() || rest.starts_with('/'))?;
    let home = std::env::var("HOME").ok().filter(|home| home.starts_with('/'))?;
    Some(format!("{home}{rest}"))
}

fn plain(args: Doc, facts: Facts, summary: Message, target: &str, reversal: Reversal) -> Forecast {
    Forecast {
        args,
        facts,
        summary,
        preview: Preview { target: target.into(), ..Preview::default() },
        reversal,
        typed: Path::new(target).file_name().map_or(target, |n| n.to_str().unwrap_or(target)).to_owned(),
        ..Forecast::default()
    }
}

fn outside_reach() -> Reversal {
    Reversal::Irreversible { reason: say!("effect-handed-uncaptured") }
}

fn fetches(ask: &Ask) -> Result<Forecast> {
    let mut args: Fetch = parse(&ask.tool, &ask.args)?;
    args.cwd = None;
    let host = args.url.as_deref().and_then(host);
    let facts = Facts {
        sends: true,
        // An unparsable address may lead anywhere.
        opaque: args.url.is_some() && host.is_none(),
        hosts: host.iter().cloned().collect(),
        ..Facts::default()
    };
    let what = args.url.as_deref().or(args.query.as_deref()).unwrap_or_default();
    let what = visible(&countersign_core::text::truncate(what, 300)).text;
    let summary = match args.url.is_some() {
        true => say!("sum-agent-fetch", url = what),
        false => say!("sum-agent-search", query = what),
    };
    let mut forecast = plain(fields(&args)?, facts, summary, &what, outside_reach());
    forecast.preview.changes =
        args.url.iter().chain(&args.query).map(|w| given(say!("effect-label-sends"), &json!(w))).collect();
    Ok(forecast)
}

/// Returns the host of an address.
fn host(url: &str) -> Option<String> {
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"))?;
    let authority = rest.split(['/', '?', '#', '\\']).next()?;
    let host = authority.rsplit('@').next()?;
    let host = match host.strip_prefix('[') {
        Some(six) => six.split(']').next()?,
        None => host.split(':').next()?,
    };
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | ':');
    (!host.is_empty() && host.chars().all(plain)).then(|| host.to_ascii_lowercase())
}

fn unknown(ask: &Ask) -> Result<Forecast> {
    let mut args: Other = parse(&ask.tool, &ask.args)?;
    args.cwd = None;
    let name = visible(&args.tool).text;
    let what = match args.tool.starts_with("mcp__") {
        true => say!("effect-handed-mcp"),
        false => say!("effect-handed-unknown"),
    };
    let facts = Facts {
        opaque: true,
        changes: vec![Message::joined(": ", [(&name).into(), what.clone()])],
        ..Facts::default()
    };
    let mut forecast =
        plain(fields(&args)?, facts, say!("sum-agent-use", tool = name), &name, outside_reach());
    forecast.preview.warnings.push(what);
    forecast.preview.changes.push(given(say!("effect-label-gives-it"), &json!(args.input)));
    Ok(forecast)
}

/// Returns the `agent.` tools: judged and logged, never offered.
pub fn tools() -> Vec<Tool> {
    let spec = |name, class, doc, example| Spec { name, doc, example, class, rerun: false, action: "write" };
    vec![
        tool::<Read>(&spec(
            handover::READ,
            Class::Read,
            "An agent reads a file or searches a folder with a tool of its own.",
            r#"{"tool": "Read", "path": "/w/notes.md"}"#,
        )),
        tool::<Write>(&spec(
            handover::WRITE,
            Class::Mutable,
            "An agent writes a whole file with a tool of its own.",
            r#"{"tool": "Write", "path": "/w/notes.md", "content": "hello\n"}"#,
        )),
        tool::<Edit>(&spec(
            handover::EDIT,
            Class::Mutable,
            "An agent replaces parts of a file with a tool of its own.",
            r#"{"tool": "Edit", "path": "/w/notes.md", "edits": [{"old_text": "a", "new_text": "b", "all": false}]}"#,
        )),
        tool::<Change>(&spec(
            handover::CHANGE,
            Class::Mutable,
            "An agent changes a file in a way that only it can tell.",
            r#"{"tool": "NotebookEdit", "path": "/w/a.ipynb", "input": {}}"#,
        )),
        tool::<Patch>(&spec(
            handover::PATCH,
            Class::Mutable,
            "An agent applies a patch with a tool of its own.",
            r#"{"tool": "apply_patch", "patch": "*** Begin Patch\n*** Delete File: a\n*** End Patch"}"#,
        )),
        tool::<Fetch>(&spec(
            handover::FETCH,
            Class::Read,
            "An agent fetches a page or searches the web with a tool of its own.",
            r#"{"tool": "WebFetch", "url": "https://example.com/"}"#,
        )),
        tool::<Run>(&spec(
            handover::RUN,
            Class::Read,
            "An agent runs a command in a shell of its own.",
            r#"{"tool": "run_shell_command", "command": "ls"}"#,
        )),
        tool::<Other>(&spec(
            handover::OTHER,
            Class::Mutable,
            "An agent uses a tool that nobody knows here.",
            r#"{"tool": "mcp__x__y", "input": {}}"#,
        )),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a12_the_host_of_an_address_is_the_one_that_is_contacted() {
        for (url, expected) in [
            ("https://docs.rs/serde", Some("docs.rs")),
            ("http://user:pw@Evil.example:8080/x", Some("evil.example")),
            ("https://good.example@evil.example", Some("evil.example")),
            ("https://evil.example\\@good.example/", Some("evil.example")),
            ("http://[::1]:80/", Some("::1")),
            ("ftp://x", None),
            ("https://", None),
            ("https://a b/", None),
        ] {
            assert_eq!(host(url).as_deref(), expected, "{url}");
        }
    }

    #[test]
    fn an_edit_is_foretold_only_where_it_can_mean_one_thing() {
        let edit = |old: &str, new: &str, all| OneEdit { old_text: old.into(), new_text: new.into(), all };
        assert_eq!(edited(Some("a b a"), &[edit("b", "c", false)]).unwrap(), "a c a");
        assert_eq!(edited(Some("a b a"), &[edit("a", "c", true)]).unwrap(), "c b c");
        assert_eq!(edited(None, &[edit("", "new", false)]).unwrap(), "new");
        for (old, one) in [
            (Some("a a"), edit("a", "c", false)),
            (Some("x"), edit("a", "c", true)),
            (Some("x"), edit("", "c", false)),
            (None, edit("a", "c", false)),
        ] {
            assert_eq!(edited(old, &[one]), None);
        }
    }
}
