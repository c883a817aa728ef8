//! `[rehearsal]`: which commands are first run in a sandbox, and their limits there.

use std::collections::BTreeMap;

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::glob;
use crate::judge::Command;

/// How commands are rehearsed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Rehearsal {
    /// Whether they are at all.
    pub enabled: bool,
    /// What may be dropped: a command that changed nothing else counts as harmless. Paths relative to the workspace.
    pub discard: Vec<String>,
    /// Folders of tools' caches besides the usual ones, relative to the home: what commands write there stays in
    /// layers of the workspace.
    #[serde(default)]
    pub caches: Vec<String>,
    /// Names of build folders besides the usual ones: what commands write in one that git ignores stays in layers of
    /// the workspace, or lands in a trusted folder.
    #[serde(default)]
    pub builds: Vec<String>,
    /// The hosts of registries besides the usual ones, by package client: a command of that client may reach them in
    /// its rehearsal.
    #[serde(default)]
    pub registries: BTreeMap<String, Vec<String>>,
    /// Commands that are never rehearsed: `terraform *`.
    pub never: Vec<String>,
    /// How many seconds one may take.
    pub timeout_s: u32,
    /// How much memory, in megabytes.
    pub memory_mb: u32,
    /// How much it may write, in megabytes.
    pub disk_mb: u32,
    /// How many processes it may have at once.
    pub processes: u32,
    /// How large the changes of a cache may become, in megabytes.
    #[serde(default = "cache_mb")]
    pub cache_mb: u32,
}

fn cache_mb() -> u32 {
    8192
}

/// Files that read-only programs leave behind.
const DISCARD: &[&str] = &[
    ".git/index",
    "**/.git/index",
    "**/__pycache__/**",
    "**/.pytest_cache/**",
    "**/.mypy_cache/**",
    "**/.ruff_cache/**",
    "**/.eslintcache",
    "**/node_modules/.cache/**",
];

impl Default for Rehearsal {
    fn default() -> Self {
        Self {
            enabled: true,
            discard: DISCARD.iter().map(|p| (*p).to_owned()).collect(),
            caches: Vec::new(),
            builds: Vec::new(),
            registries: BTreeMap::new(),
            never: Vec::new(),
            timeout_s: 120,
            memory_mb: 4096,
            disk_mb: 2048,
            processes: 512,
            cache_mb: cache_mb(),
        }
    }
}

impl Rehearsal {
    /// Whether a command of the chain matches `never`, by its known words or by its program.
    pub fn is_never(&self, commands: &[Command]) -> bool {
        let texts = commands.iter().map(|command| {
            let words = command.words.iter().map(|word| word.as_deref().unwrap_or_default());
            words.collect::<Vec<_>>().join(" ")
        });
        let names = |text: &str, pattern: &str| {
            let program = text.split(' ').next().unwrap_or_default();
            glob::fits(pattern, text) || glob::fits(pattern, program.rsplit('/').next().unwrap_or_default())
        };
        texts.into_iter().any(|text| self.never.iter().any(|pattern| names(&text, pattern)))
    }

    /// Describes what `new` loosens.
    pub(super) fn loosened(&self, new: &Self, what: &mut Vec<Message>) {
        if !new.enabled {
            return;
        }
        if !self.enabled {
            what.push(say!("judge-looser-rehearsed"));
        }
        let added = new.discard.iter().filter(|p| !self.discard.contains(p));
        what.extend(added.map(|p| say!("judge-looser-discard", path = p)));
        let added = new.caches.iter().filter(|p| !self.caches.contains(p));
        what.extend(added.map(|p| say!("judge-looser-cache", path = p)));
        let added = new.builds.iter().filter(|p| !self.builds.contains(p));
        what.extend(added.map(|p| say!("judge-looser-build", path = p)));
        for (client, hosts) in &new.registries {
            let known = self.registries.get(client);
            let added = hosts.iter().filter(|host| !known.is_some_and(|known| known.contains(host)));
            what.extend(added.map(|host| say!("judge-looser-registry", client, host)));
        }
        let gone = self.never.iter().filter(|p| !new.never.contains(p));
        what.extend(gone.map(|p| say!("judge-looser-never", command = p)));
        let limits = |r: &Self| [r.timeout_s, r.memory_mb, r.disk_mb, r.processes, r.cache_mb];
        if limits(new).iter().zip(limits(self)).any(|(new, old)| *new > old) {
            what.push(say!("judge-looser-limits"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::Class;

    #[test]
    fn a_command_is_never_rehearsed_by_its_words_or_its_program_wherever_it_stands_in_a_chain() {
        let words = |text: &str| Command {
            words: text.split(' ').map(|w| Some(w.to_owned())).collect(),
            class: Class::Mutable,
        };
        let never = |pattern: &str, texts: &[&str]| {
            let settings = Rehearsal { never: vec![pattern.to_owned()], ..Rehearsal::default() };
            settings.is_never(&texts.iter().map(|text| words(text)).collect::<Vec<_>>())
        };
        assert!(never("terraform *", &["ls", "terraform apply"]));
        assert!(never("terraform", &["/usr/bin/terraform apply"]));
        assert!(never("make deploy*", &["make deploy-all"]));
        for (pattern, text) in
            [("terraform *", "ls terraform"), ("make deploy*", "make build"), ("make", "cmake")]
        {
            assert!(!never(pattern, &[text]), "{pattern} {text}");
        }
        assert!(!Rehearsal::default().is_never(&[words("make deploy")]));
    }
}
