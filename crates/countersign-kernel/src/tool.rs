//! Tools: what can be done to the world, as far as the core must know. Their code is elsewhere.

mod picture;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, OnceLock},
};

use countersign_words::{Message, say};
use jsonschema::Validator;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub use picture::{PICTURE_BYTES, PICTURES, Picture, PictureData, picture_type, showable_picture};

use crate::{
    canonical,
    error::{Error, Result},
    judge::{Class, Facts},
    record::{Doc, Key},
    tx::Tx,
    world::Precondition,
};

/// How long a held call waits for its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Hold {
    /// Not at all: decided by policy, for the agent's own report and notes. Only for built-ins whose effect is
    /// in the store.
    None,
    /// The caller waits for a while.
    Wait,
    /// The caller continues at once.
    Queue,
}

/// How a batch tool is split.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Explode {
    /// The argument that holds the list.
    pub field: String,
    /// The tool that takes one element.
    pub into: String,
    /// The singular tool's argument for an element that is plain text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item_key: Option<String>,
    /// Whether the singular tool takes a list too: then each element goes to it in a list of its own.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub listed: bool,
}

impl Explode {
    /// Returns the arguments of the singular tool for one element of `args`: the shared arguments, overridden
    /// by the element's own. None if the element is neither an object nor a text with a named argument.
    pub fn element(&self, args: &Doc, element: &Value) -> Option<Doc> {
        if self.listed {
            let mut whole = args.clone();
            whole.insert(self.field.clone(), Value::Array(vec![element.clone()]));
            return Some(whole);
        }
        let own = match (element, &self.item_key) {
            (Value::Object(own), _) => own.clone(),
            (Value::String(_), Some(key)) => Doc::from_iter([(key.clone(), element.clone())]),
            _ => return None,
        };
        let mut whole = args.clone();
        whole.remove(&self.field);
        whole.extend(own);
        Some(whole)
    }

    /// Whether these arguments hold a single element, for a tool that takes a list anyway.
    pub fn is_one(&self, args: &Doc) -> bool {
        self.listed && args.get(&self.field).and_then(Value::as_array).is_some_and(|list| list.len() == 1)
    }
}

/// Whether an effect can be undone, computed before it happens.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "tier")]
pub enum Reversal {
    /// Exactly.
    Exact,
    /// As far as possible, with these caveats.
    BestEffort {
        /// What may not come back.
        caveats: Vec<Message>,
    },
    /// Not at all.
    Irreversible {
        /// Why.
        reason: Message,
    },
    /// There is nothing to undo.
    #[default]
    None,
}

/// One thing that will be different.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FieldChange {
    /// What it is, in words for a person (`title`).
    pub label: Message,
    /// The current value; null for none.
    pub before: Value,
    /// What would stand there.
    pub after: Value,
    /// The current value, if described in our words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before_words: Option<Message>,
    /// The new value, if described in our words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after_words: Option<Message>,
    /// Whether it says how the call is made (where a command runs, for how long), and not what it does.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub of_call: bool,
    /// Whether the difference shows all of it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub in_diff: bool,
}

impl FieldChange {
    /// Creates a change of data.
    pub fn new(label: impl Into<Message>, before: impl Into<Value>, after: impl Into<Value>) -> Self {
        let (label, before, after) = (label.into(), before.into(), after.into());
        let (before_words, after_words, of_call, in_diff) = Default::default();
        Self { label, before, after, before_words, after_words, of_call, in_diff }
    }

    /// Marks it as being about how the call is made.
    #[must_use]
    pub fn of_call(self) -> Self {
        Self { of_call: true, ..self }
    }

    /// Whether it only says a value: nothing before it, and nothing in words.
    pub fn is_given(&self) -> bool {
        self.before.is_null() && self.before_words.is_none() && self.after_words.is_none()
    }

    /// Creates a change described in words.
    pub fn told(label: impl Into<Message>, before: Option<Message>, after: Option<Message>) -> Self {
        let text = |message: &Option<Message>| message.as_deref().map_or(Value::Null, Value::from);
        let (was, will) = (text(&before), text(&after));
        Self { before_words: before, after_words: after, ..Self::new(label, was, will) }
    }
}

/// What a person is shown of an effect before it happens.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Preview {
    /// What it is done to, as a person knows it (`task "Fix login"`).
    #[serde(default, skip_serializing_if = "Message::is_empty")]
    pub target: Message,
    /// Before and after.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<FieldChange>,
    /// What to know before saying yes; for destructive calls what they hit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Message>,
    /// What is deleted, each with its size. Empty where nothing is, or where it is told in other words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lost: Vec<Lost>,
    /// The unified difference of a text, safe to show.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diff: Option<String>,
    /// Whether the difference is for people only: it shows text that whoever proposed it need not have read.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_diff_for_people: bool,
    /// What is not shown here although it would happen: too large, no text, or cut. Empty: the preview is whole.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_shown: Vec<Message>,
    /// Where the tool's definition is not the accepted one: how they differ, safe to show.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub definition: Vec<FieldChange>,
    /// What a command printed in its rehearsal, for people only: agents learn it after a yes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub printed: Option<Printed>,
    /// Pictures before and after, for people only, and not in lists.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pictures: Vec<Picture>,
}

/// Something that is deleted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Lost {
    /// Its path, safe to show.
    pub path: String,
    /// Its size; of a folder that of the files counted with it.
    pub bytes: u64,
    /// Whether it is a folder.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_folder: bool,
    /// How many files in this folder are counted here and not listed one by one.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub files: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(n: &usize) -> bool {
    *n == 0
}

impl Preview {
    /// The number of files that are deleted, of folders, and their bytes.
    pub fn lost_counts(&self) -> (usize, usize, u64) {
        let folders = self.lost.iter().filter(|lost| lost.is_folder).count();
        let inside: usize = self.lost.iter().map(|lost| lost.files).sum();
        (self.lost.len() - folders + inside, folders, self.lost.iter().map(|lost| lost.bytes).sum())
    }

    /// The changes without those that only say what [`Self::lost`] says with them.
    pub fn changes_beside_lost(&self) -> Vec<&FieldChange> {
        let lost: BTreeSet<&str> = self.lost.iter().map(|lost| lost.path.as_str()).collect();
        let is_told = |change: &FieldChange| change.after.is_null() && lost.contains(change.label.as_str());
        self.changes.iter().filter(|change| !is_told(change)).collect()
    }
}

/// What a command printed, and how it ended.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Printed {
    /// Its output, redacted; of a long one the end.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stdout: String,
    /// Its error output, likewise.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stderr: String,
    /// Its exit code; none if a signal ended it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<i64>,
}

impl Printed {
    /// Maximum number of bytes of each that are kept.
    const MOST: usize = 20_000;

    /// Returns what the result of a command says that it printed; None if it is no result of a command.
    pub fn of(result: &Value) -> Option<Self> {
        let text = |name: &str| tail(&crate::redact::text(result[name].as_str().unwrap_or_default()));
        let (stdout, stderr) = (text("stdout"), text("stderr"));
        result.get("stdout")?;
        Some(Self { stdout, stderr, exit_code: result["exit_code"].as_i64() })
    }
}

/// Returns the end of a long text, from the beginning of a line.
fn tail(text: &str) -> String {
    let Some(from) = text.len().checked_sub(Printed::MOST).filter(|from| *from > 0) else {
        return text.to_owned();
    };
    let begin = text.as_bytes()[from..].iter().position(|b| *b == b'\n').map_or(from, |n| from + n + 1);
    let begin = (begin..=text.len()).find(|n| text.is_char_boundary(*n)).unwrap_or(text.len());
    format!("…\n{}", &text[begin..])
}

impl Preview {
    /// Returns it without what is for people only. A difference of what an agent may not read without a yes would tell
    /// it what is there.
    #[must_use]
    pub fn for_agents(self, facts: &Facts) -> Self {
        let is_for_people = self.is_diff_for_people || facts.outside || !facts.protected.is_empty();
        let diff = self.diff.filter(|_| !is_for_people);
        Self { printed: None, pictures: Vec::new(), diff, ..self }
    }

    /// Whether it shows everything that would happen.
    pub fn is_whole(&self) -> bool {
        self.not_shown.is_empty()
    }

    /// Whether a change says how a command is run, and not what it does: these come first, up to what a rehearsal told.
    pub fn is_of_call(&self, change: &FieldChange) -> bool {
        let is_rehearsed = self.changes.iter().any(|c| c.before.is_null() && c.after_words.is_some());
        change.of_call || is_rehearsed && change.is_given()
    }
}

/// What a call would do, determined without doing it: the same form for tools with effects in the store and
/// in the world.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Forecast {
    /// The arguments after the tool's own normalisation: ids resolved, paths absolute.
    pub args: Doc,
    /// What the call would touch.
    pub facts: Facts,
    /// One line in plain words, generated.
    pub summary: Message,
    /// What a person is shown: before and after.
    pub preview: Preview,
    /// Why there is nothing to do, if so.
    #[serde(default)]
    pub noop: Option<Message>,
    /// The fields of records that the preview depends on: when one of them changes, the item is stale.
    #[serde(skip)]
    pub relies_on: Vec<(Key, String)>,
    /// What it depends on in the world; checked again just before the effect.
    #[serde(default)]
    pub preconditions: Vec<Precondition>,
    /// Whether it can be taken back.
    pub reversal: Reversal,
    /// What a person must type where typed confirmation is required.
    pub typed: String,
    /// The items whose pending writes it assumes.
    #[serde(default)]
    pub built_on: Vec<String>,
    /// Whether a rehearsal would tell more: nothing it names is secret, and it sends nothing.
    #[serde(default)]
    pub rehearsable: bool,
    /// Whether it only sends what a known package client asks its own registry for: then a rehearsal may do that, and it
    /// is judged by what it shows.
    #[serde(default)]
    pub client: bool,
    /// Where its changes lie, for trusted folders: only if they are changes of files that undo restores exactly.
    #[serde(default)]
    pub ground: Option<TrustGround>,
    /// The result of its rehearsal, if that proved it harmless: it is not run again.
    #[serde(default)]
    pub answer: Option<Value>,
    /// The digest of what its rehearsal changed: content, and not when it was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effect: Option<String>,
}

/// Where changes of files lie, as far as that matters for trusted folders.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrustGround {
    /// The branch that is checked out, if all of them are in one repository.
    pub branch: Option<String>,
    /// The folders of the repositories that they are in.
    pub repositories: Vec<String>,
    /// Those on another mount than their workspace.
    pub other_mounts: Vec<String>,
    /// The ignored build folders among them: what changes in one does not count as files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub builds: Vec<String>,
    /// What is deleted, if git could give back all of it, or the run itself made it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given_back: Vec<String>,
}

/// A tool whose effect is in the store: it applies inside the operation's own transaction.
pub trait StoreTool: Send + Sync {
    /// Determines what a call would do: resolves ids, normalises, compares with the current state. `NotFound`
    /// means an invented id, `Invalid` arguments that make no sense.
    fn forecast(&self, tx: &mut Tx<'_>, args: &Doc) -> Result<Forecast>;
    /// Applies it, with the arguments that [`StoreTool::forecast`] normalised.
    fn apply(&self, tx: &mut Tx<'_>, args: &Doc) -> Result<Value>;
}

/// Where a tool's effect happens.
#[derive(Clone, Copy)]
pub enum Effect {
    /// In the store.
    Store(&'static dyn StoreTool),
    /// In the world outside.
    World,
}

/// One tool, as the catalogue knows it.
#[derive(Clone)]
pub struct Tool {
    /// The server it belongs to; built-ins belong to the part before the dot of their name (`task`).
    pub server: String,
    /// Its name with the server's (`task.set_title`).
    pub name: String,
    /// What it does, for agents and people.
    pub doc: String,
    /// The schema of its arguments.
    pub schema: Value,
    /// Its class, before looking at the arguments.
    pub class: Class,
    /// How long a held call waits, if the tool says so.
    pub hold: Option<Hold>,
    /// How it is split, if it is a batch tool.
    pub explode: Option<Explode>,
    /// Whether repeating it makes sense.
    pub rerun: bool,
    /// `move`, `delete`, `create`, `write`: the word of the `undo_stack` view.
    pub action: &'static str,
    /// Where its effect happens.
    pub effect: Effect,
    /// For a tool of an upstream server: its definition, as the server listed it.
    pub upstream: Option<Arc<Value>>,
}

/// The server name for agents' own tools, which hooks report.
pub const AGENT_SERVER: &str = "agent";

/// The server name for functions of a caller's own process.
pub const FUNCTION_SERVER: &str = "function";

/// The server of the calls that gates elsewhere ask about: the gate carries them out.
pub const GATE_SERVER: &str = "gate";

/// The server name for stages.
pub const STAGE_SERVER: &str = "stage";

impl Tool {
    /// Whether the agent or the caller's process runs it itself after asking: it is judged and logged here, and offered to nobody.
    pub fn is_handed(&self) -> bool {
        [AGENT_SERVER, FUNCTION_SERVER, GATE_SERVER].contains(&self.server.as_str())
            && self.upstream.is_none()
    }

    /// Whether agents may call it. Their own tools are only asked about, and a stage is landed by a person.
    pub fn is_offered(&self) -> bool {
        !self.is_handed() && (self.server != STAGE_SERVER || self.upstream.is_some())
    }

    /// Returns its name without dots (`task_set_title`).
    pub fn flat_name(&self) -> String {
        self.name.replacen('.', "_", 1)
    }
}

/// Knowledge about the tools of a server that is not built in, because a person bound it to that knowledge.
pub trait Bound: Send + Sync {
    /// Returns the class of a call and what it is known to touch. An unknown tool is mutable.
    fn known(&self, tool: &str, args: &Doc) -> (Class, Facts);
}

/// All tools, by name.
#[derive(Clone, Default)]
pub struct Catalog {
    entries: BTreeMap<String, Arc<Entry>>,
}

/// A tool, and lazily computed data about it.
struct Entry {
    tool: Tool,
    validator: OnceLock<Validator>,
    definition: OnceLock<String>,
}

impl Entry {
    fn named(tool: Tool) -> (String, Arc<Self>) {
        let name = tool.name.clone();
        (name, Arc::new(Self { tool, validator: OnceLock::new(), definition: OnceLock::new() }))
    }
}

impl Catalog {
    /// Creates a catalogue of `tools`.
    pub fn new(tools: impl IntoIterator<Item = Tool>) -> Self {
        Self { entries: tools.into_iter().map(Entry::named).collect() }
    }

    /// Replaces all tools of that upstream server by `tools`. Built-ins are not replaced.
    #[must_use]
    pub fn with_server(&self, server: &str, tools: impl IntoIterator<Item = Tool>) -> Self {
        let is_of = |tool: &Tool| tool.upstream.is_some() && tool.server == server;
        let mut entries = self.entries.clone();
        entries.retain(|_, entry| !is_of(&entry.tool));
        for (name, entry) in tools.into_iter().filter(is_of).map(Entry::named) {
            entries.entry(name).or_insert(entry);
        }
        Self { entries }
    }

    fn entry(&self, tool: &Tool) -> Result<&Entry> {
        let missing = || Error::bug(format!("{} is not in the catalogue", tool.name));
        self.entries.get(&tool.name).map(Arc::as_ref).ok_or_else(missing)
    }

    /// Returns the compiled schema of a tool's arguments.
    pub fn validator(&self, tool: &Tool) -> Result<&Validator> {
        let slot = &self.entry(tool)?.validator;
        if let Some(ready) = slot.get() {
            return Ok(ready);
        }
        let compiled = jsonschema::validator_for(&tool.schema).map_err(|e| match tool.upstream {
            None => Error::bug(format!("the schema of {} is broken: {e}", tool.name)),
            Some(_) => Error::invalid(say!(
                "judge-schema-broken",
                server = tool.server,
                tool = tool.name,
                error = e.to_string()
            )),
        })?;
        Ok(slot.get_or_init(|| compiled))
    }

    /// Returns the digest of a tool's definition: an approval binds to it.
    pub fn definition(&self, tool: &Tool) -> Result<&str> {
        Ok(self.entry(tool)?.definition.get_or_init(|| match &tool.upstream {
            Some(listed) => upstream_definition(&tool.name, listed),
            None => canonical::digest("tool", &json!([tool.name, tool.doc, tool.schema, tool.class])),
        }))
    }

    /// Returns the tool with exactly that name.
    pub fn get(&self, name: &str) -> Option<&Tool> {
        self.entries.get(name).map(|e| &e.tool)
    }

    /// Iterates over all tools, by name.
    pub fn iter(&self) -> impl Iterator<Item = &Tool> {
        self.entries.values().map(|e| &e.tool)
    }

    /// Returns the tool with that name. A flat name (`task_set_title`) is resolved first, and the resolved
    /// tool is judged.
    pub fn find(&self, name: &str) -> Option<&Tool> {
        let entry = self.entries.get(name).or_else(|| self.entries.get(&name.replacen('_', ".", 1)));
        entry.map(|e| &e.tool)
    }

    /// Returns the most similar name, for hints.
    pub fn nearest(&self, name: &str) -> Option<&str> {
        // An agent may send a name of any length.
        let name: String = name.chars().take(128).collect();
        let (best, distance) = self
            .entries
            .keys()
            .map(|k| (k.as_str(), strsim::levenshtein(k, &name)))
            .min_by_key(|(_, d)| *d)?;
        (distance <= 1 + name.len() / 4).then_some(best)
    }
}

/// Returns the digest of a definition as an upstream server listed it; `name` includes the server's.
pub fn upstream_definition(name: &str, listed: &Value) -> String {
    canonical::digest("upstream tool", &json!([name, listed]))
}
