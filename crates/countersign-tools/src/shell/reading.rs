//! Commands that analysis calls reads: each runs confined, with nothing writable, secrets hidden and no
//! network. One that attempts more was not a read, and is judged by that. None is ever run again outside.

use std::path::{Component, Path, PathBuf};

use countersign_core::{
    analysis::{literal, path},
    judge::{Class, Effect, Facts, Finding},
    text::{truncate, visible},
    tool::{Forecast, Reversal},
    world::Ask,
};
use countersign_rehearsal::{Denied, capabilities};
use countersign_words::{Message, say};
use serde_json::{Value, json};

use super::{
    Run, Shell, all_visible, tmp_leftovers,
    trial::{As, Caller, Trial},
};

/// The note to an agent about withheld data.
const WITHHELD: &str =
    "these files hold secrets and were withheld; ask for one by name to have a person decide";
/// How many of a kind are named.
const NAMED: usize = 20;

/// Folders of program caches, below a home.
const CACHES: &[&str] = &[
    ".bun/install",
    ".bundle/cache",
    ".cache",
    ".cargo",
    ".composer/cache",
    ".config/configstore",
    ".deno",
    ".dotnet",
    ".gem",
    ".gradle",
    ".ivy2",
    ".kube/cache",
    ".local/share/pnpm",
    ".local/share/uv",
    ".local/state",
    ".m2",
    ".node-gyp",
    ".npm",
    ".nuget",
    ".pnpm-store",
    ".rustup",
    ".sbt",
    ".terraform.d/plugin-cache",
    ".yarn",
    "go/pkg",
];

/// How a command ended that was run as a read.
pub(super) enum Reading {
    /// It only read: its answer.
    Answer(Value),
    /// It tried to change something or to reach a host, or left something.
    NoRead(Box<Trial>),
    /// It was not run, for this reason.
    NotConfined(Message),
}

impl Shell {
    /// Runs a command as a read.
    pub(super) fn read_confined(&self, ask: &Ask, run: &Run, facts: &Facts) -> Reading {
        let (besides, hosts) = (self.folders_besides(ask, facts), ask.hosts.clone());
        let from = Caller { cwd: ask.cwd.as_deref(), run: &ask.run, trusted: &ask.trusted, aloud: ask.aloud };
        match Trial::run(self, run, from, &As::Reading { besides, hosts }) {
            Err(why) => Reading::NotConfined(why),
            Ok(trial) if is_read(&trial) => Reading::Answer(answer(trial)),
            Ok(trial) => Reading::NoRead(Box::new(trial)),
        }
    }

    /// Returns why reads cannot be confined here.
    pub(super) fn unconfinable(&self, facts: &Facts) -> Option<Message> {
        if !self.rehearsal.enabled {
            return Some(say!("effect-worlds-off"));
        }
        if self.rehearsal.is_never(&facts.commands) {
            return Some(say!("effect-never-in-world"));
        }
        let capabilities = capabilities();
        let lacking = || capabilities.missing.first().cloned().unwrap_or(say!("effect-no-means"));
        (!capabilities.namespaces || !capabilities.watching).then(lacking)
    }

    /// Returns the folders outside of the workspace that a command works in or reads.
    fn folders_besides(&self, ask: &Ask, facts: &Facts) -> Vec<PathBuf> {
        let roots = self.roots_of(ask.cwd.as_deref());
        let named = facts.reads.iter().chain(&facts.folder).map(Path::new);
        let mut found: Vec<PathBuf> = named
            .filter(|path| {
                path.is_absolute() && path.is_dir() && !roots.iter().any(|root| path.starts_with(root))
            })
            .map(Path::to_owned)
            .collect();
        found.sort();
        found.dedup();
        found
    }
}

/// Whether a confined command only read. Secrets it met were withheld, and a program that succeeded did not need its cache.
fn is_read(trial: &Trial) -> bool {
    let well = trial.ended.code == Some(0);
    let no_matter = |denied: &Denied| match denied {
        Denied::Read(_) => true,
        Denied::Write(path) => well && is_cache(path),
        _ => false,
    };
    trial.ended.denied.iter().all(no_matter) && tmp_leftovers::of(&trial.ended).is_empty()
}

/// Whether a path is in a program's cache.
fn is_cache(path: &Path) -> bool {
    let compiled = path.components().any(|part| part == Component::Normal("__pycache__".as_ref()));
    let below =
        |home: &PathBuf| path.strip_prefix(home).is_ok_and(|at| CACHES.iter().any(|c| at.starts_with(c)));
    let of_system = path.starts_with("/var/cache");
    path::writing(path, &[]).is_none() && (compiled || of_system || super::hidden::homes().iter().any(below))
}

fn answer(mut trial: Trial) -> Value {
    let mut answer = std::mem::take(&mut trial.result);
    let redacted = trial.redacted.iter().map(|path| path.display().to_string());
    let withheld: Vec<String> = trial.ended.denied.iter().filter_map(hidden).chain(redacted).collect();
    if !withheld.is_empty() {
        answer["note"] = json!(WITHHELD);
    }
    if withheld.len() > NAMED {
        answer["withheld_count"] = json!(withheld.len());
    }
    let variables = std::mem::take(&mut trial.withheld);
    let all: Vec<String> = withheld.into_iter().take(NAMED).chain(variables).collect();
    if !all.is_empty() {
        answer["withheld"] = json!(all);
    }
    answer
}

fn hidden(denied: &Denied) -> Option<String> {
    match denied {
        Denied::Read(path) => Some(path.display().to_string()),
        _ => None,
    }
}

/// Adds the answer to the call: the kernel confirmed that it only read, and, if it was allowed no host, that nothing left
/// the world of its run.
pub(super) fn only_read(run: &Run, forecast: Forecast, allowed: &[String], answer: Value) -> Forecast {
    let Facts { reads, folder, commands, sends, hosts, .. } = forecast.facts;
    let (sends, hosts) = if allowed.is_empty() { (false, Vec::new()) } else { (sends, hosts) };
    let line = visible(&truncate(&run.line(), 160)).text;
    Forecast {
        facts: Facts { reads, folder, commands, sends, hosts, ..Facts::default() },
        summary: say!("sum-run", line),
        reversal: Reversal::None,
        preconditions: Vec::new(),
        answer: Some(answer),
        rehearsable: false,
        ..forecast
    }
}

/// Adds why the call cannot be confined: analysis alone is not enough.
pub(super) fn not_confined(run: &Run, mut forecast: Forecast, why: &Message) -> Forecast {
    ask_about_unconfined(run, &mut forecast.facts, why);
    forecast.preview.warnings.push(say!("effect-not-in-world", saids = all_visible(why)));
    forecast.rehearsable = false;
    forecast
}

/// Makes an unconfined command that analysis calls a read be asked about.
pub(super) fn ask_about_unconfined(run: &Run, facts: &mut Facts, why: &Message) {
    if facts.class() != Class::Read {
        return;
    }
    let reason = say!("effect-not-held-to-reading", saids = why);
    facts.add(Finding { effect: Effect::Opaque, target: None, reason, span: None, certain: true });
    facts.script.get_or_insert_with(|| run.hash(run.cwd.as_deref().unwrap_or_default()));
}

/// Whether a command may run unconfined and unasked where there is no world: literal words from a short list,
/// without variables or input.
pub(super) fn is_vetted(run: &Run) -> bool {
    let vetted = match (&run.command, &run.argv) {
        (Some(line), _) => literal::is_vetted(line),
        (None, words) => literal::is_vetted_argv(words.as_deref().unwrap_or_default()),
    };
    vetted && run.env.is_empty() && run.stdin.is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a16_caches_are_known_by_where_they_lie_and_what_is_always_asked_about_is_none() {
        let home = super::super::hidden::homes().into_iter().next().unwrap();
        for path in [".npm/_logs/x", ".cache/go-build/aa/x", ".cargo/.package-cache", ".local/state/x"] {
            assert!(is_cache(&home.join(path)), "{path}");
        }
        assert!(is_cache(Path::new("/usr/lib/python3/__pycache__/x.pyc")));
        for path in [".ssh/authorized_keys", ".bashrc", ".cachex", "project/x", ".cargo/credentials.toml"] {
            assert!(!is_cache(&home.join(path)), "{path}");
        }
    }
}
