//! The policy: how tools are classified, and what happens to calls.

mod condition;
mod file;
mod glob;
mod loosened;
mod rehearsal;
mod trust;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use countersign_words::Message;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use self::condition::{Condition, Ground, Moment, Truth};
pub use self::{glob::Glob, rehearsal::Rehearsal, trust::Trust};
use super::{Class, Facts, Millionths};
use crate::{
    error::Result,
    record::Doc,
    tool::{Catalog, Explode, Hold},
};

/// What governs a mutable call or a finished step that would otherwise be asked about.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Evidence, in bands.
    #[default]
    Auto,
    /// A person, for every step.
    Manual,
    /// Evidence at or above one threshold.
    ConfidenceThreshold,
}

impl Mode {
    /// Returns its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Manual => "manual",
            Self::ConfidenceThreshold => "confidence_threshold",
        }
    }
}

/// What persons may decide on the hub that this gate is joined to. Whom a rule names in `decided_by` is asked besides.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HubDecides {
    /// Nothing: everything is decided here.
    Nothing,
    /// What undo takes back exactly, and nothing destructive.
    Reversible,
    /// All that persons decide here.
    #[default]
    All,
}

impl HubDecides {
    /// Returns its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Reversible => "reversible",
            Self::All => "all",
        }
    }
}

/// What a rule does with the calls it is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Then {
    /// Lets them run.
    Allow,
    /// Asks a person.
    Ask,
    /// Refuses them.
    Refuse,
}

/// A person's entry for a tool.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ToolEntry {
    /// The server it belongs to; for built-ins the part before the dot.
    pub server: String,
    /// Its name there, without the server's.
    pub name: String,
    /// What it is.
    pub class: Option<Class>,
    /// How long a held call waits.
    pub hold: Option<Hold>,
    /// How a batch call is split.
    pub explode: Option<Explode>,
    /// Where the arguments name local files that the tool touches.
    pub paths: Vec<String>,
    /// How it is undone.
    pub undo: Option<UndoEntry>,
}

/// How a tool's effect is undone, as a person declared it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UndoEntry {
    /// The tool to call.
    pub tool: String,
    /// Its arguments, each a path into `args` or `result`.
    #[serde(default)]
    pub args: BTreeMap<String, String>,
}

/// A rule, and what happens to the calls that it matches.
#[derive(Serialize)]
pub struct Rule {
    /// Its name, unique in the file.
    pub name: String,
    /// The tools it is about.
    pub tools: Vec<String>,
    /// The classes of calls it is about.
    pub classes: Vec<Class>,
    /// Its condition, as written.
    pub when: Option<String>,
    /// What it does.
    pub then: Then,
    /// Whether nothing can waive its asking.
    pub always: bool,
    /// How many persons must say yes.
    pub approvers: u32,
    /// Whether the person on whose behalf the agent runs does not count.
    pub not_owner: bool,
    /// Who may say yes: persons, and groups as `@name`. Empty: every approver.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub decided_by: Vec<String>,
    #[serde(skip)]
    globs: Vec<Glob>,
    #[serde(skip)]
    condition: Option<Condition>,
}

impl Rule {
    fn is_about(&self, tool: &str, class: Class) -> bool {
        self.classes.contains(&class) && self.globs.iter().any(|g| g.matches(tool))
    }
}

/// A rule that matched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleHit {
    /// Its name.
    pub name: String,
    /// Why it matched although its condition could not be evaluated.
    pub note: Option<Message>,
}

/// The rules that match a call: the first of each sort.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RuleHits {
    /// The refusing rule.
    pub refuse: Option<RuleHit>,
    /// The rule that asks and cannot be waived.
    pub always: Option<RuleHit>,
    /// The allowing rule.
    pub allow: Option<RuleHit>,
    /// The asking rule.
    pub ask: Option<RuleHit>,
    /// The highest number of approvers among the asking rules; 0 where none asks.
    pub approvers: u32,
    /// Whether any asking rule excludes the person on whose behalf the agent runs.
    pub owner_excluded: bool,
    /// Who may say yes, as each asking rule that says so names them: a person must be among all of these.
    pub deciders: Vec<Vec<String>>,
}

impl RuleHits {
    /// Keeps the refusing and asking rules that matched before more was known of the call: a milder result
    /// does not cancel a rule.
    pub fn stay_strict(&mut self, before: &Self) {
        for (now, then) in [
            (&mut self.refuse, &before.refuse),
            (&mut self.always, &before.always),
            (&mut self.ask, &before.ask),
        ] {
            if now.is_none() {
                now.clone_from(then);
            }
        }
        self.approvers = self.approvers.max(before.approvers);
        self.owner_excluded |= before.owner_excluded;
        before.deciders.iter().for_each(|named| self.only(named));
    }

    fn only(&mut self, named: &[String]) {
        if !named.is_empty() && !self.deciders.iter().any(|known| known == named) {
            self.deciders.push(named.to_vec());
        }
    }

    fn add(&mut self, rule: &Rule, note: Option<Message>) {
        let slot = match rule.then {
            Then::Refuse => &mut self.refuse,
            Then::Allow => &mut self.allow,
            Then::Ask if rule.always => &mut self.always,
            Then::Ask => &mut self.ask,
        };
        slot.get_or_insert_with(|| RuleHit { name: rule.name.clone(), note });
        if rule.then == Then::Ask {
            self.approvers = self.approvers.max(rule.approvers);
            self.owner_excluded |= rule.not_owner;
            self.only(&rule.decided_by);
        }
    }
}

/// The policy in force. The default has no rules.
#[derive(Clone)]
pub struct Policy {
    inner: Arc<Inner>,
}

struct Inner {
    digest: String,
    mode: Mode,
    confidence_threshold: Option<Millionths>,
    checks: Vec<String>,
    scratch: Vec<String>,
    hosts: Vec<String>,
    expire_days: u32,
    set_size: u32,
    rehearsal: Rehearsal,
    trust: Vec<Trust>,
    tools: Vec<ToolEntry>,
    rules: Vec<Rule>,
    groups: BTreeMap<String, Vec<String>>,
    hub: HubDecides,
    /// Present if a rule has a condition.
    ground: Option<Ground>,
}

impl Default for Policy {
    fn default() -> Self {
        Self { inner: Arc::new(Inner::empty("")) }
    }
}

impl Inner {
    fn empty(text: &str) -> Self {
        Self {
            digest: blake3::hash(text.as_bytes()).to_hex().to_string(),
            mode: Mode::default(),
            confidence_threshold: None,
            checks: Vec::new(),
            scratch: Vec::new(),
            hosts: Vec::new(),
            expire_days: 7,
            set_size: 10,
            rehearsal: Rehearsal::default(),
            trust: Vec::new(),
            tools: Vec::new(),
            rules: Vec::new(),
            groups: BTreeMap::new(),
            hub: HubDecides::default(),
            ground: None,
        }
    }
}

/// How a policy names a group of the provider: no person's name has a colon.
pub(crate) const PROVIDED: &str = "oidc:";

/// Whether members, as written, mean a person whom their provider puts into `groups`.
fn is_meant(members: &[String], person: &str, groups: &[String]) -> bool {
    members.iter().any(|member| match member.strip_prefix(PROVIDED) {
        Some(group) => member == person || groups.iter().any(|own| own == group),
        None => member == person,
    })
}

impl Policy {
    /// Parses a policy file and checks it against the known tools. Errors name line and column.
    pub fn parse(text: &str, catalog: &Catalog) -> Result<Self> {
        Ok(Self { inner: Arc::new(file::parse(text, catalog)?) })
    }

    /// Returns the hex hash of the file's text.
    pub fn digest(&self) -> &str {
        &self.inner.digest
    }

    /// What governs mutable calls.
    pub fn mode(&self) -> Mode {
        self.inner.mode
    }

    /// Returns `confidence_threshold`, if set.
    pub fn confidence_threshold(&self) -> Option<Millionths> {
        self.inner.confidence_threshold
    }

    /// The commands that check every step of every run.
    pub fn checks(&self) -> &[String] {
        &self.inner.checks
    }

    /// Returns the paths that can be recreated: deleting there is mutable, not destructive.
    pub fn scratch(&self) -> &[String] {
        &self.inner.scratch
    }

    /// Returns the hosts to which data may be sent without asking.
    pub fn hosts(&self) -> &[String] {
        &self.inner.hosts
    }

    /// Returns how long an undecided item lives; None for ever.
    pub fn expire_ms(&self) -> Option<u64> {
        let days = u64::from(self.inner.expire_days);
        (days > 0).then_some(days * 24 * 60 * 60 * 1000)
    }

    /// Returns the maximum number of items in a change set.
    pub fn set_size(&self) -> u32 {
        self.inner.set_size
    }

    /// How commands are rehearsed.
    pub fn rehearsal(&self) -> &Rehearsal {
        &self.inner.rehearsal
    }

    /// Returns the trusted folders.
    pub fn trust(&self) -> &[Trust] {
        &self.inner.trust
    }

    /// Returns the person's entry for a tool; `name` may include the server's name.
    pub fn tool(&self, server: &str, name: &str) -> Option<&ToolEntry> {
        let name = without_server(server, name);
        self.inner.tools.iter().find(|t| t.server == server && t.name == name)
    }

    /// Returns all the person's entries for tools.
    pub fn tools(&self) -> &[ToolEntry] {
        &self.inner.tools
    }

    /// The rules, in the file's order.
    pub fn rules(&self) -> &[Rule] {
        &self.inner.rules
    }

    /// The groups of persons, by name.
    pub fn groups(&self) -> &BTreeMap<String, Vec<String>> {
        &self.inner.groups
    }

    /// What may be decided on the hub.
    pub fn hub(&self) -> HubDecides {
        self.inner.hub
    }

    /// Whether a person whom their provider puts into `groups` is among all of `deciders`. A group that is gone has
    /// nobody in it.
    pub fn may_decide(&self, deciders: &[Vec<String>], person: &str, groups: &[String]) -> bool {
        deciders.iter().all(|named| self.is_among(named, person, groups))
    }

    fn is_among(&self, named: &[String], person: &str, groups: &[String]) -> bool {
        named.iter().any(|name| match name.strip_prefix('@') {
            Some(group) => self.groups().get(group).is_some_and(|group| is_meant(group, person, groups)),
            None => is_meant(std::slice::from_ref(name), person, groups),
        })
    }

    /// Returns the groups of the policy that a person is in.
    pub fn groups_of(&self, person: &str, groups: &[String]) -> Vec<String> {
        let own = self.groups().iter().filter(|(_, members)| is_meant(members, person, groups));
        own.map(|(name, _)| name.clone()).collect()
    }

    /// Returns the persons who are among all of `deciders`, in order.
    pub fn deciders(&self, deciders: &[Vec<String>]) -> Vec<String> {
        let group = |name: &str| self.groups().get(name).cloned().unwrap_or_default();
        let persons = deciders.iter().flatten().flat_map(|name| match name.strip_prefix('@') {
            Some(name) => group(name),
            None => vec![name.clone()],
        });
        let persons: BTreeSet<String> =
            persons.filter(|person| self.may_decide(deciders, person, &[])).collect();
        persons.into_iter().collect()
    }

    /// Matches the rules against a call to `tool` (`server.name`). A rule whose condition cannot be evaluated
    /// counts as matched, unless it would allow the call.
    pub fn hits(
        &self,
        tool: &str,
        class: Class,
        facts: &Facts,
        args: &Doc,
        agent: &str,
        run: &Value,
    ) -> RuleHits {
        let mut hits = RuleHits::default();
        let mut moment: Option<Moment<'_>> = None;
        for rule in self.inner.rules.iter().filter(|r| r.is_about(tool, class)) {
            let truth = match (&rule.condition, &self.inner.ground) {
                (Some(condition), Some(ground)) => {
                    condition.evaluate(moment.get_or_insert_with(|| ground.moment(facts, args, agent, run)))
                }
                _ => Truth::Met,
            };
            match truth {
                Truth::Met => hits.add(rule, None),
                Truth::NotMet => {}
                // An error must never make the policy more permissive.
                Truth::Unclear(_) if rule.then == Then::Allow => {}
                Truth::Unclear(why) => hits.add(rule, Some(why)),
            }
        }
        hits
    }
}

fn without_server<'a>(server: &str, name: &'a str) -> &'a str {
    name.strip_prefix(server).and_then(|rest| rest.strip_prefix('.')).unwrap_or(name)
}

#[cfg(test)]
mod tests;
