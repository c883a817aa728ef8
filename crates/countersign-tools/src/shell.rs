//! `shell.run`: runs a command at once if it is proved to only read, else after approval, with limited output and time, and
//! ends its processes with it. Before a person is asked it is rehearsed if possible, and then its effects land as shown.

mod again;
mod again_git;
pub(crate) mod asides;
mod builds;
mod clients;
mod folder;
mod hidden;
mod judged;
mod known_path;
mod land;
mod output;
mod patience;
mod planned;
pub(crate) mod process;
mod reading;
mod redacted;
mod rehearse;
pub(crate) mod run_world;
mod secret_cache;
pub(crate) mod staged;
mod stored_rehearsal;
mod tmp_leftovers;
mod trial;
mod turn;
mod workspace;

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use countersign_core::{
    Error, Result,
    judge::{Class, Effect, Facts, Rehearsal},
    text::{visible, visible_multiline},
    tool::{FieldChange, Forecast, Preview, Reversal, Tool},
    world::{Ask, Inverse, Landed, Order, Precondition, RecoveryState, Reverted},
};
use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{
    call::{Spec, fields, parse, tool},
    files::Files,
    typed::command_target,
};
pub use asides::reset_caches;
pub(crate) use builds::has_build_name;
pub(crate) use judged::is_about_deleting;
use process::Judged;
use reading::Reading;

const RUN: &str = "shell.run";
const TIMEOUT_S: u64 = 120;
pub(crate) const TIMEOUT_S_MAX: u64 = 3_600;
/// The caveat on a command that runs for real.
pub(crate) const UNCAPTURED: Message = say!("effect-uncaptured");
/// The caveat on a command that reaches hosts.
const SENT: Message = say!("effect-sent");

/// Runs commands.
#[derive(Debug, Clone, Default)]
pub struct Shell {
    /// The workspace; empty: the folder that a call comes from.
    pub roots: Vec<PathBuf>,
    /// Countersign's own folders: always asked about.
    pub own: Vec<PathBuf>,
    /// Patterns of files that can be regenerated, relative to the workspace.
    pub scratch: Vec<String>,
    /// Lands the changes of a rehearsal.
    pub files: Files,
    /// The folder of pending rehearsals; if empty, none are made.
    pub stages: PathBuf,
    /// How commands are rehearsed.
    pub rehearsal: Rehearsal,
    /// The home whose caches are kept apart; None: that of this process.
    pub home: Option<PathBuf>,
}

/// The arguments: either a command line or the words of a command.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// A command line for the shell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// The command and its arguments, word by word; no shell reads them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub argv: Option<Vec<String>>,
    /// The working folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cwd: Option<String>,
    /// Variables to set in its environment; null removes one.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub env: BTreeMap<String, Option<String>>,
    /// How long it may take, at most 3600; if not given, it is ended after 120 seconds without output.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 3600))]
    pub timeout_s: Option<u64>,
    /// What it reads from its standard input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stdin: Option<String>,
}

impl Shell {
    /// Returns the same without worlds: for commands that somebody else runs.
    pub fn unconfined(&self) -> Self {
        let rehearsal = Rehearsal { enabled: false, ..self.rehearsal.clone() };
        Self { rehearsal, stages: PathBuf::new(), ..self.clone() }
    }

    /// Inspects a call; changes nothing.
    pub fn forecast(&self, ask: &Ask) -> Result<Forecast> {
        let mut run: Run = parse(RUN, &ask.args)?;
        run.check()?;
        let cwd = match folder(run.cwd.as_deref(), ask.cwd.as_deref()) {
            Err(_) if ask.imagined => written(run.cwd.as_deref(), ask.cwd.as_deref()),
            found => found?,
        };
        let roots = self.roots_of(ask.cwd.as_deref());
        let shown = text(&cwd)?;
        let scratch = self.scratch(&ask.run, &roots);
        let (mut facts, mut beyond) = judged::facts(self, &run, &shown, &roots, &scratch);
        let elsewhere = facts.class() != Class::Read && !roots.iter().any(|root| cwd.starts_with(root));
        (facts.outside, beyond) = (facts.outside | elsewhere, beyond | elsewhere);
        run.cwd = Some(shown);
        run.timeout_s = run.timeout_s.map(|given| given.min(TIMEOUT_S_MAX));
        let line = run.line();
        // A call that is only imagined is no read that must be confined here.
        let is_made = !ask.imagined || facts.class() != Class::Read;
        let client = !ask.imagined && ask.stage.is_none() && self.client(ask, &run).is_some();
        let rehearsable = is_made && self.is_rehearsable(ask, &run, &mut facts, (beyond, client));
        let mut preview = run.preview(&facts);
        let mut reversal = Reversal::Irreversible { reason: say!("effect-command-uncaptured") };
        let mut preconditions = Vec::new();
        if let Some(onward) = self.in_layers(ask, &facts, rehearsable, (beyond, client)) {
            preview.warnings.retain(|warning| *warning != UNCAPTURED);
            preview.warnings.push(match onward {
                true => say!("effect-in-layers-any"),
                false => say!("effect-in-layers"),
            });
            reversal = Reversal::BestEffort { caveats: vec![SENT] };
            let state = json!({"hosts": facts.hosts, "named": true, "onward": onward});
            preconditions.push(Precondition { what: Precondition::REHEARSAL.to_owned(), state });
        }
        if !rehearsable && !ask.imagined && ask.stage.is_none() && facts.class() != Class::Read {
            let named = [&facts.reads, &facts.writes, &facts.deletes].into_iter().flatten();
            let named: Vec<&Path> = named.map(Path::new).collect();
            preview
                .warnings
                .extend(self.unseen_builds(ask, &|folder| named.iter().any(|path| path.starts_with(folder))));
        }
        Ok(Forecast {
            args: fields(&run)?,
            summary: judged::summary(&facts, &line),
            preview,
            typed: run.typed(&facts),
            rehearsable,
            client,
            facts,
            reversal,
            preconditions,
            ..Forecast::default()
        })
    }

    /// Returns whether a command may be sent on to other hosts, if it runs in layers after a yes because it only fetches
    /// from hosts that it names: a rehearsal would show nothing of it. Its changes in the workspace can then be undone.
    fn in_layers(
        &self,
        ask: &Ask,
        facts: &Facts,
        rehearsable: bool,
        (beyond, client): (bool, bool),
    ) -> Option<bool> {
        let roots = self.roots_of(ask.cwd.as_deref());
        let scratch = self.scratch(&ask.run, &roots);
        let fits = !rehearsable
            && !client
            && !ask.imagined
            && ask.stage.is_none()
            && facts.class() != Class::Read
            && facts.sends_beyond()
            && self.stages.is_absolute()
            && self.rehearsal.enabled
            && !self.rehearsal.is_never(&facts.commands)
            && judged::is_rehearsable(facts, beyond, &roots, &scratch)
            && trial::has_means();
        if fits { judged::fetches(facts) } else { None }
    }

    /// Whether a rehearsal shows what a command does. A command that analysis calls a read only runs confined; if there is
    /// no world for it, it is asked about, unless its words are literal and from a short list.
    fn is_rehearsable(
        &self,
        ask: &Ask,
        run: &Run,
        facts: &mut Facts,
        (beyond, client): (bool, bool),
    ) -> bool {
        if facts.class() != Class::Read {
            let roots = self.roots_of(ask.cwd.as_deref());
            let scratch = self.scratch(&ask.run, &roots);
            let sends = facts.sends_beyond() && !client && !facts.asks_registry();
            return self.stages.is_absolute()
                && !sends
                && judged::is_rehearsable(facts, beyond, &roots, &scratch);
        }
        if ask.allowed || facts.privileged || !facts.protected.is_empty() {
            return false;
        }
        match self.unconfinable(facts) {
            None => true,
            Some(why) => {
                if !reading::is_vetted(run) {
                    reading::ask_about_unconfined(run, facts, &why);
                }
                false
            }
        }
    }

    /// Runs a command that only reads and was approved, or whose words are vetted where there is no world.
    /// All other reads are answered by [`rehearse`](Self::rehearse).
    pub fn read(&self, ask: &Ask) -> Result<Value> {
        let forecast = self.forecast(ask)?;
        if forecast.facts.class() != Class::Read {
            return Err(Error::bug("a command that may change something is not run as a read"));
        }
        let run: Run = parse(RUN, &forecast.args)?;
        let cwd = folder(run.cwd.as_deref(), ask.cwd.as_deref())?;
        let is_vetted = || reading::is_vetted(&run) && self.unconfinable(&forecast.facts).is_some();
        if ask.allowed || is_vetted() {
            return Ok(process::run(&run, &cwd, Judged::Read, "agent")?.result());
        }
        match self.read_confined(ask, &run, &forecast.facts) {
            Reading::Answer(answer) => Ok(answer),
            Reading::NoRead(_) | Reading::NotConfined(_) => {
                Err(Error::conflict(say!("effect-wants-more-than-read")).hint(say!("effect-call-again")))
            }
        }
    }

    /// Runs the command to its end. Its outcome, even a failure, is a result.
    pub fn apply(&self, order: &Order) -> Result<Landed> {
        if let Some(state) = land::rehearsal(order) {
            return self.land(order, state);
        }
        let run: Run = parse(RUN, &order.args)?;
        run.check()?;
        let cwd = folder(run.cwd.as_deref(), order.cwd.as_deref())?;
        if run.cwd.as_deref().is_some_and(|shown| Path::new(shown) != cwd) {
            return Err(Error::stale(say!("effect-command-folder-moved", path = cwd.display())));
        }
        let ended = process::run(&run, &cwd, Judged::Allowed, &order.id)?;
        let duration_ms = ended.duration_ms;
        let caveats = vec![say!("effect-command-uncaptured")];
        Ok(Landed { result: ended.result(), effects: Vec::new(), inverse: None, caveats, duration_ms })
    }

    /// Determines the state of an order after a crash. A rehearsed command lands completely or not at all;
    /// for a command that ran for real it is unknown.
    pub fn check(&self, order: &Order) -> Result<RecoveryState> {
        if let Some(state) = land::rehearsal(order) {
            return self.check_landing(order, state);
        }
        Ok(RecoveryState::Unknown(say!("effect-command-unknown")))
    }

    /// Undoes what landed of a rehearsal; a command that ran for real cannot be undone.
    pub fn revert(&self, id: &str, inverse: &Inverse) -> Result<Reverted> {
        self.files.revert(id, inverse)
    }

    /// Discards the rehearsal kept under an id, or the scratch files of that run.
    pub fn forget(&self, id: &str) -> Result<()> {
        asides::forget_run(&self.stages, id);
        stored_rehearsal::forget(&self.stages, id)
    }

    /// Discards all rehearsals and scratch files of runs except these.
    pub fn keep_only(&self, ids: &[String]) -> Result<()> {
        asides::keep_only(&self.stages, ids);
        stored_rehearsal::keep_only(&self.stages, ids)
    }

    /// Returns the resolved workspace of a call.
    fn roots_of(&self, cwd: Option<&str>) -> Vec<PathBuf> {
        let real = |root: &Path| root.canonicalize().unwrap_or_else(|_| root.to_owned());
        match (self.roots.is_empty(), cwd) {
            (true, cwd) => cwd.map(|cwd| real(Path::new(cwd))).into_iter().collect(),
            _ => self.roots.iter().map(|root| real(root)).collect(),
        }
    }
}

impl Run {
    fn check(&self) -> Result<()> {
        match (&self.command, &self.argv) {
            (Some(command), None) if !command.trim().is_empty() => {}
            (None, Some(argv)) if argv.first().is_some_and(|w| !w.is_empty()) => {}
            (Some(_), Some(_)) => return Err(Error::invalid(say!("effect-command-both"))),
            _ => return Err(Error::invalid(say!("effect-command-none"))),
        }
        let words = self.command.iter().chain(self.argv.iter().flatten()).chain(&self.cwd);
        let values = self.env.iter().flat_map(|(name, value)| value.iter().chain([name]));
        if words.chain(values).any(|text| text.contains(['\0', '\r'])) {
            return Err(Error::invalid(say!("effect-command-nul")));
        }
        for name in self.env.keys() {
            if name.is_empty() || name.contains('=') {
                return Err(Error::invalid(say!("effect-command-variable", name = format!("{:?}", name))));
            }
            if name.starts_with(process::OWN_PREFIX) {
                return Err(Error::invalid(say!("effect-command-own-variable", name)));
            }
        }
        Ok(())
    }

    /// Returns the whole command as one text.
    fn line(&self) -> String {
        match (&self.command, &self.argv) {
            (Some(command), _) => command.clone(),
            (None, argv) => argv.iter().flatten().map(|w| quoted(w)).collect::<Vec<_>>().join(" "),
        }
    }

    fn first_word(&self) -> String {
        let first = match (&self.command, &self.argv) {
            (Some(command), _) => command.split_whitespace().next().map(str::to_owned),
            (None, argv) => argv.iter().flatten().next().cloned(),
        };
        visible(&first.unwrap_or_default()).text
    }

    /// Returns what a person types to confirm: the name of what is deleted or destroyed.
    fn typed(&self, facts: &Facts) -> String {
        command_target(facts, &self.line())
    }

    /// Hashes this exact text and its surroundings.
    fn hash(&self, cwd: &str) -> String {
        let all = json!([self.line(), self.argv, cwd, self.env, self.stdin]);
        blake3::hash(all.to_string().as_bytes()).to_hex().to_string()
    }

    fn preview(&self, facts: &Facts) -> Preview {
        let line = self.line();
        let shown = visible_multiline(&line);
        let (lines, characters) = (line.lines().count(), line.chars().count());
        let change = |label: Message, after: Value| FieldChange::new(label, Value::Null, after);
        let mut changes = vec![
            change(say!("effect-label-command", lines, characters), json!(shown.text)),
            change(say!("effect-label-folder"), json!(self.cwd.as_deref().map(|c| visible(c).text))),
            match self.timeout_s {
                Some(given) => change(say!("effect-label-time"), json!(given)),
                None => change(say!("effect-label-silence"), json!(TIMEOUT_S)),
            },
        ];
        for (name, value) in &self.env {
            let label = say!("effect-label-variable", name = visible(name).text);
            changes.push(match value {
                Some(value) => change(label, json!(visible(value).text)),
                None => FieldChange::told(label, None, Some(say!("effect-removed"))),
            });
        }
        if let Some(stdin) = &self.stdin {
            let label = say!("effect-label-stdin", characters = stdin.chars().count());
            changes.push(change(label, json!(visible_multiline(stdin).text)));
        }
        let mut warnings = Vec::new();
        if facts.class() != Class::Read {
            warnings.push(UNCAPTURED);
        }
        if lines > 1 {
            warnings.push(say!("effect-command-lines", lines));
        }
        warnings.extend(shown.flags.iter().map(|flag| say!("effect-command-holds", said = flag)));
        for finding in
            facts.findings.iter().filter(|f| f.effect.class() > Class::Read || f.effect == Effect::Send)
        {
            let says = finding.span.and_then(|span| line.get(span.range())).unwrap_or_default();
            let label = match finding.certain {
                true => finding.reason.clone(),
                false => say!("effect-may-be", said = finding.reason),
            };
            let label = at(label, finding.target.as_deref().map(|t| visible(t).text));
            changes.push(change(label, json!(visible_multiline(says).text)));
        }
        Preview { target: self.first_word().into(), changes, warnings, ..Preview::default() }
    }
}

/// Appends a target after a colon.
fn at(words: impl Into<Message>, target: Option<impl Into<Message>>) -> Message {
    Message::joined(": ", [words.into()].into_iter().chain(target.map(Into::into)))
}

/// Makes invisible characters in the arguments of a message visible.
fn all_visible(words: &Message) -> Message {
    words.map_texts(&|text| visible(text).text)
}

/// Returns the folder as written, for a call that is never made.
fn written(given: Option<&str>, from: Option<&str>) -> PathBuf {
    let from = from.unwrap_or("/");
    let home = std::env::var("HOME").ok();
    let path = countersign_core::analysis::path::resolve(Some(from), home.as_deref(), given.unwrap_or(from));
    path.map_or_else(|| PathBuf::from("/"), PathBuf::from)
}

fn folder(given: Option<&str>, from: Option<&str>) -> Result<PathBuf> {
    let path = match (given.map(Path::new), from.map(Path::new)) {
        (Some(given), _) if given.is_absolute() => given.to_owned(),
        (Some(given), Some(from)) => from.join(given),
        (None, Some(from)) => from.to_owned(),
        (_, None) => {
            return Err(Error::invalid(say!("effect-call-no-folder")).hint(say!("effect-give-cwd")));
        }
    };
    let resolved = path
        .canonicalize()
        .map_err(|e| Error::not_found(say!("effect-folder-unreached", path = path.display(), error = e)))?;
    if !resolved.is_dir() {
        return Err(Error::invalid(say!("effect-not-folder", path = path.display())));
    }
    Ok(resolved)
}

fn text(path: &Path) -> Result<String> {
    let text = path.to_str().map(str::to_owned);
    text.ok_or_else(|| Error::invalid(say!("effect-name-not-utf8", path = path.display())))
}

/// Quotes a word for a shell.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=@%+,".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

const SPEC: Spec = Spec {
    name: RUN,
    doc: "Runs a command line, or a command given word by word, and tells its exit code and output.",
    example: r#"{"command": "cargo test", "timeout_s": 600}"#,
    class: Class::Read,
    rerun: true,
    action: "write",
};

/// Returns the `shell.` tools.
pub fn tools() -> Vec<Tool> {
    vec![tool::<Run>(&SPEC)]
}
