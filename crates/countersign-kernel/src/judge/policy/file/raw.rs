//! What may stand in the policy file, key by key. What each key means is generated from here into `docs/policy-file.md`.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use super::{
    super::{HubDecides, Mode, Then, UndoEntry},
    deciders::RawGroups,
};
use crate::{
    judge::Class,
    tool::{Explode, Hold},
};

/// Everything.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawFile {
    /// The version of this format: 1. Required unless the file is empty.
    #[serde(rename = "version")]
    pub(super) _version: Option<i64>,
    /// What governs a call that evidence could release: `auto` (evidence, in bands), `manual` (a person, always),
    /// `confidence_threshold`. Default: `auto`.
    #[serde(default)]
    pub(super) mode: Mode,
    /// The confidence from which a call proceeds in the mode `confidence_threshold`, from 0 to 1. Default: 0.8.
    pub(super) confidence_threshold: Option<Spanned<f64>>,
    /// Commands whose success is evidence for a step; they run unasked below `roots` of `config.toml`.
    #[serde(default)]
    pub(super) checks: Vec<Spanned<String>>,
    /// Patterns below the workspace of what can be made again: deleting there is a change, not destructive. Default:
    /// none.
    #[serde(default)]
    pub(super) scratch: Vec<Spanned<String>>,
    /// Hosts that data may be sent to without asking: `api.github.com`, `*.example.com`. Default: none.
    #[serde(default)]
    pub(super) hosts: Vec<Spanned<String>>,
    /// After how many days a proposal expires that nobody decided; 0: never. Default: 7.
    pub(super) expire_days: Option<Spanned<i64>>,
    /// How many items one change set holds before another begins, at most 1000. Default: 10.
    pub(super) set_size: Option<Spanned<i64>>,
    /// How commands are rehearsed.
    #[serde(default)]
    pub(super) rehearsal: RawRehearsal,
    /// Folders in which changes with an exact undo land at once.
    #[serde(default)]
    pub(super) trust: Vec<RawTrust>,
    /// Groups of persons by name, for `decided_by`: `oncall = ["ana", "ben"]`.
    #[serde(default)]
    pub(super) groups: RawGroups,
    /// What may be decided on the hub that this machine has joined.
    #[serde(default)]
    pub(super) hub: RawHub,
    /// What a tool is.
    #[serde(default)]
    pub(super) tool: Vec<RawTool>,
    /// What happens to a call.
    #[serde(default)]
    pub(super) rule: Vec<RawRule>,
}

/// What may be decided on a hub.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(super) struct RawHub {
    /// What its persons may decide: `all`, `reversible`, `nothing`. Default: `all`.
    #[serde(default)]
    pub(super) decides: HubDecides,
}

/// `[rehearsal]`.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(super) struct RawRehearsal {
    /// Whether commands are rehearsed at all. Default: true.
    pub(super) enabled: Option<bool>,
    /// Patterns of files that read-only programs leave behind: a command that changed nothing else is harmless.
    /// Default: git's index and caches of Python, ESLint and the like; a list replaces them.
    pub(super) discard: Option<Vec<Spanned<String>>>,
    /// Folders of tools' caches besides the usual ones, relative to the home: what is written there stays in layers
    /// of the workspace.
    #[serde(default)]
    pub(super) caches: Vec<Spanned<String>>,
    /// Names of build folders besides the usual ones: what is written in one that git ignores stays in layers, or
    /// lands in a trusted folder.
    #[serde(default)]
    pub(super) builds: Vec<Spanned<String>>,
    /// Hosts of package registries besides the usual ones, by package client (`npm = ["npm.example.com"]`): that
    /// client may reach them in its rehearsal.
    #[serde(default)]
    pub(super) registries: BTreeMap<String, Vec<Spanned<String>>>,
    /// Commands that are asked about as they stand, and not rehearsed: `terraform *`.
    #[serde(default)]
    pub(super) never: Vec<Spanned<String>>,
    /// How many seconds a rehearsal may take, at most 3600. Default: 120.
    pub(super) timeout_s: Option<Spanned<i64>>,
    /// How much memory it may use, in megabytes. Default: 4096.
    pub(super) memory_mb: Option<Spanned<i64>>,
    /// How much it may write, in megabytes. Default: 2048.
    pub(super) disk_mb: Option<Spanned<i64>>,
    /// How many processes it may have at once. Default: 512.
    pub(super) processes: Option<Spanned<i64>>,
    /// How large the changes of one cache may become, in megabytes. Default: 8192.
    pub(super) cache_mb: Option<Spanned<i64>>,
}

/// `[[trust]]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawTrust {
    /// The folder: absolute, without links. Required.
    pub(super) folder: Spanned<String>,
    /// Patterns of agents that this holds for. Default: all.
    #[serde(default)]
    pub(super) agents: Vec<String>,
    /// Patterns of git branches that this holds for. Default: all.
    #[serde(default)]
    pub(super) branches: Vec<String>,
    /// How many files one call may change. Default: 100.
    pub(super) files: Option<Spanned<i64>>,
    /// When it ends: a day, or a time in RFC 3339. Default: never.
    pub(super) until: Option<Spanned<String>>,
}

/// `[[tool]]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawTool {
    /// The server, by its name in `config.toml`; for built-ins the part before the dot; `function` for functions of
    /// your own process. Required.
    pub(super) server: Spanned<String>,
    /// The tool's name there. Required.
    pub(super) name: Spanned<String>,
    /// What it is: `read`, `mutable` or `destructive`. Analysis of a call can still raise it.
    pub(super) class: Option<Class>,
    /// Whether a held call waits for its answer (`wait`) or the agent goes on at once (`queue`). `none` is only for
    /// built-ins that write to the store alone.
    pub(super) hold: Option<Spanned<Hold>>,
    /// How a batch call is split into single ones.
    pub(super) explode: Option<Explode>,
    /// Where the arguments name local files that it touches (`args.path`): these are captured before, so that it can
    /// be undone.
    #[serde(default)]
    pub(super) paths: Vec<String>,
    /// The call that takes it back.
    pub(super) undo: Option<UndoEntry>,
}

/// `[[rule]]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawRule {
    /// Its name, unique in the file; reasons and receipts name it. Required.
    pub(super) name: Spanned<String>,
    /// Patterns of tools, as `server.name`: `shell.*`, `github.create_*`, `*`. Required.
    pub(super) tools: Spanned<Vec<Spanned<String>>>,
    /// The class of calls that it is about. An `allow` rule without class covers reads and changes, never what is
    /// destructive.
    pub(super) class: Option<Spanned<Class>>,
    /// The same for several classes.
    pub(super) classes: Option<Spanned<Vec<Class>>>,
    /// A condition in CEL over `facts`, `args`, `agent` and `run`. One that cannot be evaluated counts as met.
    pub(super) when: Option<Spanned<String>>,
    /// What happens: `allow`, `ask` or `refuse`. Required.
    pub(super) then: Then,
    /// With `ask`: nothing can waive it, neither a grant nor trust nor another rule. Default: false.
    pub(super) always: Option<Spanned<bool>>,
    /// With `ask`: how many persons must say yes. Default: 1.
    pub(super) approvers: Option<Spanned<i64>>,
    /// With `ask`: whether the person on whose behalf the agent runs does not count. Default: false.
    pub(super) not_owner: Option<Spanned<bool>>,
    /// With `ask`: who may say yes: persons, and groups as `@name`. Default: every approver.
    pub(super) decided_by: Option<Spanned<Vec<Spanned<String>>>>,
    /// Calls that it must match or must not match, checked whenever the file is read.
    #[serde(default)]
    pub(super) examples: RawExamples,
}

/// `examples` of a rule.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(super) struct RawExamples {
    /// Arguments of calls that the rule must match; `facts` in them stand for what analysis would find.
    #[serde(default)]
    pub(super) hit: Vec<Spanned<toml::Table>>,
    /// Arguments of calls that it must not match.
    #[serde(default)]
    pub(super) miss: Vec<Spanned<toml::Table>>,
}
