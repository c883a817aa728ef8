//! Which calls a remembered approval covers.

use std::collections::BTreeSet;

use countersign_words::Message;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Class, Command, Facts, Scope, scope, verdict::normal_host};

/// What a grant covers: a pattern over facts, never over raw text. Empty lists cover nothing.
///
/// Targets are written `kind:id` or `kind:id/field` (`task:t12-9f3a/title`).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Pattern {
    /// The targets that may be written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub writes: Vec<String>,
    /// The kinds of which any target may be written, with the field where there is one (`task/title`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<String>,
    /// The hosts that may be contacted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hosts: Vec<String>,
    /// The commands that may be run, word by word.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub commands: Vec<Vec<Slot>>,
    /// The folders in which they may write files, and with which ending (`/w/src/*.rs`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<String>,
    /// The folders below which any file may be written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub below: Vec<String>,
    /// Whether any call of the tool is covered; of commands only what a rehearsal shows to write files, with exact undo.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub any: bool,
    /// What they may change that is not a path, in words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Message>,
    /// The folder in which they may be run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// The one text that may be run, by its hash, where part of it is not understood.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub script: Option<String>,
}

/// A place in the template of a command.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Slot {
    /// Exactly this word.
    Word(String),
    /// Any path inside the workspace.
    Path,
    /// Any number.
    Number,
    /// Any text, where a command takes a message and does nothing else with it.
    Text,
    /// Any file of one folder inside the workspace with one ending (`src/*.rs`).
    Like(String),
    /// Any further words; only at the end.
    Rest,
}

impl Slot {
    /// Returns the slot for a word of a command that may be replaced by another of its kind.
    fn hole(word: &str, facts: &Facts) -> Self {
        let number = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
        match word {
            _ if number => Self::Number,
            _ if is_path(word) && is_target(word, facts) => Self::Path,
            word => Self::Word(word.to_owned()),
        }
    }

    /// Returns a slot for any file with the same folder and extension; a word that is not such a file must
    /// match exactly.
    pub(super) fn like(word: &str) -> Self {
        let plain = is_path(word) && !word.contains(['*', '?', '[', '{']);
        let place = like(word).filter(|_| plain);
        place.map_or_else(|| Self::Word(word.to_owned()), Self::Like)
    }

    fn fits(&self, word: &str, facts: &Facts) -> bool {
        match self {
            Self::Word(wanted) => wanted == word,
            Self::Text | Self::Rest => true,
            Self::Like(_) => *self == Self::like(word),
            hole => *hole == Self::hole(word, facts),
        }
    }
}

/// Whether a word can only be a path below the folder: it has a slash, does not leave the folder and names no
/// host.
fn is_path(word: &str) -> bool {
    let odd = word.starts_with(['-', '/', '~', '@', '+']) || word.contains([':', '=']);
    word.contains('/') && !odd && word.split('/').all(|part| part != "..")
}

/// Whether a word names a file that the command reads or writes. A script (`s/a/b/`) may look like a path.
fn is_target(word: &str, facts: &Facts) -> bool {
    let word = word.trim_start_matches("./").trim_end_matches('/');
    let is_named = |path: &String| {
        let path = path.trim_end_matches('/');
        path.strip_suffix(word).is_some_and(|before| before.is_empty() || before.ends_with('/'))
    };
    !word.is_empty() && facts.reads.iter().chain(&facts.writes).any(is_named)
}

/// Returns the folder and extension of a file as a pattern: `src/*.rs` for `src/lib.rs`. None if it lacks
/// either.
pub(super) fn like(path: &str) -> Option<String> {
    let (folder, name) = path.rsplit_once('/')?;
    let (stem, ending) = name.rsplit_once('.')?;
    (!stem.is_empty() && !ending.is_empty()).then(|| format!("{folder}/*.{ending}"))
}

/// Returns where a file that is written lies: its folder and extension, or the folder of git's objects, which are
/// named by what they hold. None for other files without an extension.
pub(super) fn place_of(path: &str) -> Option<String> {
    objects_of(path).or_else(|| like(path))
}

/// Returns the place of a loose object of git, or of the folder that it is in.
pub(super) fn objects_of(path: &str) -> Option<String> {
    let (before, name) = path.split_once("/.git/objects/")?;
    let hex = |part: &str| part.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
    let (folder, rest) = name.split_once('/').unwrap_or((name, ""));
    let is_object = folder.len() == 2 && matches!(rest.len(), 0 | 38 | 62) && hex(folder) && hex(rest);
    is_object.then(|| format!("{before}/.git/objects/*"))
}

impl Pattern {
    /// Creates the pattern that covers what `facts` touch, widened by `scope`. A target whose kind is unknown
    /// stays exact.
    pub fn from_facts(facts: &Facts, scope: Scope) -> Self {
        match scope {
            Scope::Exact | Scope::Kind => Self::of_targets(facts, scope),
            wider => scope::wider(facts, wider),
        }
    }

    fn of_targets(facts: &Facts, scope: Scope) -> Self {
        let mut pattern = Self::default();
        for target in &facts.writes {
            match (scope, kind_of(target)) {
                (Scope::Kind, Some(kind)) if !facts.outside => pattern.kinds.push(kind),
                _ => pattern.writes.push(target.clone()),
            }
        }
        pattern.hosts = facts.hosts.iter().map(|h| normal_host(h)).collect();
        pattern.commands =
            facts.commands.iter().filter(|c| asks(c)).filter_map(|c| template(c, facts, scope)).collect();
        pattern.commands.sort_unstable();
        pattern.commands.dedup();
        pattern.changes = facts.changes.clone();
        pattern.folder = facts.folder.clone().filter(|_| !facts.commands.is_empty());
        pattern.script = facts.script.clone().filter(|_| facts.opaque);
        for list in [&mut pattern.writes, &mut pattern.kinds, &mut pattern.hosts] {
            list.sort_unstable();
            list.dedup();
        }
        pattern
    }

    /// Whether a call with these facts does nothing beyond what the pattern allows.
    pub fn covers(&self, facts: &Facts) -> bool {
        let hosts = facts.hosts.iter().all(|h| self.hosts.contains(&normal_host(h)));
        if !hosts || (!facts.commands.is_empty() && self.folder != facts.folder) {
            return false;
        }
        if self.any {
            return scope::is_plain(facts);
        }
        // With other arguments the words of a command no longer say what it runs, or which files it sends.
        let untold =
            !facts.executes.is_empty() || facts.outside || (facts.sends_out() && !facts.reads.is_empty());
        if !is_bindable(facts) || (self.is_open() && untold) {
            return false;
        }
        if facts.opaque {
            return self.script.is_some() && self.script == facts.script;
        }
        let commands = facts.commands.iter().filter(|c| asks(c)).all(|c| self.covers_command(c, facts));
        // A template with a hole covers anything that such a command writes inside the workspace.
        let has_hole = self.commands.iter().flatten().any(|slot| *slot == Slot::Path);
        let holes = !facts.outside && (has_hole || (self.is_open() && self.hosts.is_empty()));
        let told = holes && !facts.commands.is_empty();
        let below = |t: &str| self.below.iter().any(|folder| scope::is_below(t, folder));
        let inside = |t: &str| !facts.outside && (self.covers_kind(t) || self.covers_place(t) || below(t));
        let writes = |t: &String| told || self.writes.contains(t) || inside(t);
        let changes = facts.changes.iter().all(|c| self.changes.contains(c));
        commands && changes && facts.writes.iter().all(writes)
    }

    /// Whether a call has the words that the pattern allows, in its folder; what it writes, a rehearsal must tell.
    pub fn covers_words(&self, facts: &Facts) -> bool {
        if facts.privileged || facts.sends_out() || self.folder != facts.folder {
            return false;
        }
        if self.any {
            return true;
        }
        if facts.opaque && !self.is_open() {
            return self.script.is_some() && self.script == facts.script;
        }
        let mut asking = facts.commands.iter().filter(|c| asks(c)).peekable();
        let changes = facts.changes.iter().all(|c| self.changes.contains(c));
        changes && asking.peek().is_some() && asking.all(|c| self.covers_command(c, facts))
    }

    /// Whether what a call did in a rehearsal only writes files, where the calls that the pattern was made of did: in
    /// the same folders and with the same extensions.
    pub fn covers_effect(&self, effect: &Facts) -> bool {
        let only_writes = is_bindable(effect)
            && effect.destroys.is_empty()
            && effect.changes.is_empty()
            && effect.executes.is_empty()
            && !effect.sends_out()
            && !effect.opaque
            && !effect.outside;
        let place = |target: &String| place_of(target).unwrap_or_else(|| target.clone());
        let seen: BTreeSet<String> =
            self.places.iter().cloned().chain(self.writes.iter().map(place)).collect();
        let free = self.any || self.is_open();
        let within = |target: &String| match self.below.as_slice() {
            [] => free || seen.contains(&place(target)),
            folders => folders.iter().any(|folder| scope::is_below(target, folder)),
        };
        only_writes && !effect.writes.is_empty() && effect.writes.iter().all(within)
    }

    /// Whether it covers other words than those of the call that it was made of.
    pub fn is_wide(&self) -> bool {
        self.any || self.is_open()
    }

    /// Whether commands may have any further words.
    fn is_open(&self) -> bool {
        self.commands.iter().any(|slots| slots.last() == Some(&Slot::Rest))
    }

    fn covers_command(&self, command: &Command, facts: &Facts) -> bool {
        let fits =
            |(slot, word): (&Slot, &Option<String>)| word.as_ref().is_some_and(|w| slot.fits(w, facts));
        let words = &command.words;
        self.commands.iter().any(|slots| match slots.split_last() {
            Some((Slot::Rest, head)) => {
                words.len() >= head.len()
                    && words.iter().all(Option::is_some)
                    && head.iter().zip(words).all(fits)
            }
            _ => slots.len() == words.len() && slots.iter().zip(words).all(fits),
        })
    }

    fn covers_place(&self, target: &str) -> bool {
        place_of(target).is_some_and(|place| self.places.contains(&place))
    }

    fn covers_kind(&self, target: &str) -> bool {
        kind_of(target).is_some_and(|kind| self.kinds.contains(&kind))
    }
}

/// Whether "always" may be offered for a call: never for destructive calls or calls that are always asked
/// about, nor where the facts leave nothing to bind a grant to.
pub fn grantable(class: Class, facts: &Facts) -> bool {
    class != Class::Destructive && is_bindable(facts)
}

/// Whether facts have anything that a person is asked about each time.
pub(super) fn is_asked_each_time(facts: &Facts) -> bool {
    !facts.deletes.is_empty() || !facts.destroys.is_empty() || !facts.protected.is_empty() || facts.privileged
}

/// From this many entries on, a list of facts may be truncated, so what else it held is unknown.
const WHOLE: usize = 200;

/// Whether a grant can be bound to these facts: everything is understood or is one exact text, something is
/// named, nothing is truncated, and nothing in them must be asked about each time.
pub(super) fn is_bindable(facts: &Facts) -> bool {
    let asking: Vec<&Command> = facts.commands.iter().filter(|c| asks(c)).collect();
    let worded = asking.iter().all(|c| c.words.iter().all(Option::is_some));
    // Executions and changes that are not paths can only be bound by the words of a command.
    let said = (facts.executes.is_empty() && facts.changes.is_empty()) || !asking.is_empty();
    let understood = if facts.opaque { facts.script.is_some() } else { worded && said };
    let named = !(facts.writes.is_empty() && facts.hosts.is_empty() && asking.is_empty());
    let told = !facts.sends || !facts.hosts.is_empty();
    !is_asked_each_time(facts) && understood && named && told && is_whole(facts)
}

/// Whether no list of the facts may be truncated.
pub(super) fn is_whole(facts: &Facts) -> bool {
    let lengths = [facts.writes.len(), facts.changes.len(), facts.executes.len(), facts.hosts.len()];
    lengths.iter().all(|length| *length < WHOLE) && facts.commands.len() < WHOLE
}

/// Whether a command of a chain needs approval.
pub(super) fn asks(command: &Command) -> bool {
    command.class != Class::Read
}

/// Returns a command as a template; None if a word of it is known only at run time.
fn template(command: &Command, facts: &Facts, scope: Scope) -> Option<Vec<Slot>> {
    let slot = |(n, word): (usize, &Option<String>)| {
        let word = word.as_deref()?;
        Some(match scope {
            Scope::Kind if n > 0 => Slot::hole(word, facts),
            _ => Slot::Word(word.to_owned()),
        })
    };
    command.words.iter().enumerate().map(slot).collect()
}

/// Returns `task/title` for `task:t12/title`, `task` for `task:t12`; None for targets of another form, such
/// as paths.
pub(super) fn kind_of(target: &str) -> Option<String> {
    let is_word =
        |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-.".contains(&b));
    let (kind, rest) = target.split_once(':')?;
    match rest.split_once('/') {
        None => (is_word(kind) && is_word(rest)).then(|| kind.to_owned()),
        Some((id, field)) => {
            (is_word(kind) && is_word(id) && is_word(field)).then(|| format!("{kind}/{field}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn writes(targets: &[&str]) -> Facts {
        Facts { writes: targets.iter().map(|t| (*t).to_owned()).collect(), ..Facts::default() }
    }

    fn sends(hosts: &[&str]) -> Facts {
        Facts { sends: true, hosts: hosts.iter().map(|h| (*h).to_owned()).collect(), ..Facts::default() }
    }

    #[test]
    fn c6_an_exact_grant_covers_the_same_targets_and_no_others() {
        let pattern = Pattern::from_facts(&writes(&["task:t1-0a0b/title", "task:t1-0a0b/due"]), Scope::Exact);
        assert!(pattern.covers(&writes(&["task:t1-0a0b/title"])));
        assert!(pattern.covers(&writes(&["task:t1-0a0b/due", "task:t1-0a0b/title"])));
        for other in ["task:t2-0a0b/title", "task:t1-0a0b/status", "task:t1-0a0b", "task:t1-0a0b/title/x"] {
            assert!(!pattern.covers(&writes(&[other])), "{other}");
            assert!(!pattern.covers(&writes(&["task:t1-0a0b/title", other])), "{other}");
        }
    }

    #[test]
    fn c6_a_grant_for_a_kind_covers_the_same_field_of_any_target() {
        let pattern =
            Pattern::from_facts(&writes(&["task:t1-0a0b/title", "task:t1-0a0b/title"]), Scope::Kind);
        assert_eq!(pattern.kinds, ["task/title"]);
        assert!(pattern.writes.is_empty());
        assert!(pattern.covers(&writes(&["task:t9-ffff/title", "task:t1-0a0b/title"])));
        for other in
            ["task:t9-ffff/status", "task:t9-ffff", "event:e1-0000/title", "file:/a/title", "task:a/b/title"]
        {
            assert!(!pattern.covers(&writes(&[other])), "{other}");
        }
        assert!(!pattern.covers(&Facts { outside: true, ..writes(&["task:t9-ffff/title"]) }));
    }

    #[test]
    fn c6_a_path_or_a_star_is_never_more_than_itself() {
        for target in ["file:/home/ana/notes.txt", "task:*/title", "/etc/hosts", "task:", ":t1/title"] {
            let pattern = Pattern::from_facts(&writes(&[target]), Scope::Kind);
            assert_eq!(pattern.writes, [target]);
            assert!(pattern.covers(&writes(&[target])));
            assert!(!pattern.covers(&writes(&["task:t1/title"])), "{target}");
            assert!(!pattern.covers(&writes(&["file:/home/bob/notes.txt"])), "{target}");
        }
    }

    #[test]
    fn c6_a_grant_names_hosts_and_covers_no_others() {
        let pattern = Pattern::from_facts(&sends(&["Docs.rs."]), Scope::Exact);
        assert!(pattern.covers(&sends(&["docs.rs"])));
        assert!(!pattern.covers(&sends(&["docs.rs", "evil.test"])));
        assert!(!pattern.covers(&sends(&["a.docs.rs"])));
        assert!(!pattern.covers(&sends(&[])), "nobody knows where to");
        assert!(!pattern.covers(&writes(&["task:t1-0000/title"])), "a host is no target");
    }

    #[test]
    fn c6_what_must_be_asked_each_time_is_never_covered_or_offered() {
        let base = writes(&["task:t1-0000/title"]);
        let pattern = Pattern::from_facts(&base, Scope::Exact);
        let one = || vec!["task:t1-0000/title".to_owned()];
        let never = [
            Facts { deletes: one(), ..base.clone() },
            Facts { protected: vec!["x".into()], ..base.clone() },
            Facts { executes: vec!["x".into()], ..base.clone() },
            Facts { destroys: vec!["x".into()], ..base.clone() },
            Facts { changes: vec!["x".into()], ..base.clone() },
            Facts { opaque: true, ..base.clone() },
            Facts { privileged: true, ..base.clone() },
            Facts { sends: true, ..base.clone() },
            Facts::default(),
        ];
        for facts in never {
            assert!(!pattern.covers(&facts), "{facts:?}");
            assert!(!Pattern::from_facts(&facts, Scope::Exact).covers(&facts), "{facts:?}");
            assert!(!grantable(Class::Mutable, &facts), "{facts:?}");
        }
        assert!(grantable(Class::Mutable, &base));
        assert!(!grantable(Class::Destructive, &base));
        assert!(!Pattern::default().covers(&base));
    }

    #[test]
    fn c6_a_pattern_survives_its_stored_form() {
        let mut facts = writes(&["task:t1-0000/title"]);
        facts.hosts = vec!["docs.rs".into()];
        for scope in [Scope::Exact, Scope::Kind] {
            let pattern = Pattern::from_facts(&facts, scope);
            assert!(pattern.covers(&facts));
            let stored = serde_json::to_value(&pattern).unwrap();
            assert_eq!(serde_json::from_value::<Pattern>(stored).unwrap(), pattern);
        }
    }

    fn runs(lines: &[&str]) -> Facts {
        let words = |line: &&str| line.split(' ').map(|w| (w != "?").then(|| w.to_owned())).collect();
        let command = |line: &&str| Command { words: words(line), class: Class::Mutable };
        Facts {
            executes: lines.iter().map(|l| (*l).into()).collect(),
            commands: lines.iter().map(command).collect(),
            folder: Some("/w".into()),
            ..Facts::default()
        }
    }

    #[test]
    fn c6_a_grant_covers_each_command_of_a_chain_by_its_words() {
        let pattern = Pattern::from_facts(&runs(&["cargo test", "make lint"]), Scope::Exact);
        assert!(pattern.covers(&runs(&["make lint"])));
        assert!(pattern.covers(&runs(&["cargo test", "make lint", "cargo test"])));
        for other in ["cargo test --release", "cargo", "make deploy", "cargo ?", "?"] {
            assert!(!pattern.covers(&runs(&["cargo test", other])), "{other}");
        }
        assert!(!pattern.covers(&Facts { folder: Some("/elsewhere".into()), ..runs(&["cargo test"]) }));
        assert!(!pattern.covers(&Facts { destroys: vec!["x".into()], ..runs(&["cargo test"]) }));
        assert!(!pattern.covers(&Facts { changes: vec!["sets PATH".into()], ..runs(&["cargo test"]) }));
        assert!(!grantable(Class::Mutable, &runs(&["cargo ?"])), "a word that only running tells");
    }

    #[test]
    fn c6_holes_of_a_template_are_typed() {
        let wrote = |line: &str, path: &str| Facts { writes: vec![path.into()], ..runs(&[line]) };
        let pattern = Pattern::from_facts(&wrote("touch -d 5 src/a.rs", "/w/src/a.rs"), Scope::Kind);
        assert!(pattern.covers(&wrote("touch -d 12 lib/b.rs", "/w/lib/b.rs")));
        for (line, path) in [
            ("touch -d 5 /etc/passwd", "/etc/passwd"),
            ("touch -d 5 ../x/y", "/x/y"),
            ("touch -d now src/a.rs", "/w/src/a.rs"),
            ("touch -m 5 src/a.rs", "/w/src/a.rs"),
            ("touch -d 5 src/a.rs src/b.rs", "/w/src/a.rs"),
        ] {
            assert!(!pattern.covers(&wrote(line, path)), "{line}");
        }
        assert!(!pattern.covers(&Facts { outside: true, ..wrote("touch -d 5 lib/b.rs", "/etc/b.rs") }));
    }

    /// Runs the real analysis on a command line called from `/w`.
    fn analysed(line: &str) -> Facts {
        let setting = countersign_analysis::Setting { cwd: Some("/w".into()), ..Default::default() };
        Facts { folder: Some("/w".into()), ..countersign_analysis::shell(line, &setting) }
    }

    #[test]
    fn c6_a_grant_is_not_stretched_by_what_stands_around_its_words() {
        let tries = [
            ("make lint", "cd /tmp/evil && make lint"),
            ("make lint", "cd sub; make lint"),
            ("make lint", "(cd sub && make lint)"),
            ("make lint", "pushd sub && make lint"),
            ("make lint", "cd $OLDPWD && make lint"),
            ("make lint", "cd && make lint"),
            ("make lint", "env -C sub make lint"),
            ("make lint", "umask 0; make lint"),
            ("make lint", "ulimit -f 0; make lint"),
            ("make lint", "FOO=x make lint"),
            ("make lint", "env FOO=x make lint"),
            ("make lint", "declare -x FOO=x; make lint"),
            ("make lint", "read FOO < x; export FOO; make lint"),
            ("make lint", "printf -v MAKEFLAGS x; export MAKEFLAGS; make lint"),
            ("make lint", "set -a; FOO=x; make lint"),
            ("make lint", "make lint > out.txt"),
            ("make lint", "make lint < evil.txt"),
            ("make lint", "echo evil | make lint"),
            ("make lint", "cat evil | make lint"),
            ("make lint", "make lint <<< evil"),
            ("make lint", "make lint <<E\nevil\nE"),
            ("make lint", "make() { curl http://evil.test; }; make lint"),
            ("make lint", "alias make=evil; make lint"),
            ("make lint", "hash -p ./evil make; make lint"),
            ("make lint", "exec 3> x; make lint"),
            ("make lint", "trap evil EXIT; make lint"),
            ("make lint", "sudo make lint"),
            ("make lint", "chroot evil make lint"),
            ("make lint", "nice make lint; rm x"),
            ("make lint", "./make lint"),
            ("make lint", "source ./env.sh; make lint"),
            ("echo one | ./tool", "echo two | ./tool"),
            ("./tool <<< one", "./tool <<< two"),
            ("./tool < one", "./tool < two"),
            ("curl -X POST https://a.test/x", "curl -X POST https://a.test:8443/x"),
            ("curl -X POST https://a.test/x", "curl -X POST https://b.test@a.test/x"),
            ("curl -X POST https://a.test/x", "curl -X POST https://a.test@b.test/x"),
            ("curl -X POST https://a.test/x", "curl -X POST http://a.test/x"),
            ("cargo test -p 5", "cargo test -p 5 --config x=1"),
            ("touch src/a.rs", "touch src/a.rs; echo x >> src/main.rs"),
            ("touch src/a.rs", "touch src/../../x/a.rs"),
            ("touch src/a.rs", "touch src/*"),
            ("touch src/a.rs", "touch \"$(cat x)\""),
            ("sed -i s/a/b/ src/a.rs", "sed -i s/a/c/ src/a.rs"),
            ("sed -i s/a/b/ src/a.rs", "sed -i 1r/outside/private.txt src/a.rs"),
            ("perl -pi -e s/a/b/ src/a.rs", "perl -pi -e s/a/c/ src/a.rs"),
        ];
        let mut stretched = Vec::new();
        for scope in [Scope::Exact, Scope::Kind] {
            for (granted, tried) in tries {
                let facts = analysed(granted);
                if !grantable(facts.class(), &facts) {
                    stretched.push(format!("{granted}: not grantable {facts:?}"));
                    continue;
                }
                let pattern = Pattern::from_facts(&facts, scope);
                assert!(pattern.covers(&facts), "{granted}");
                if pattern.covers(&analysed(tried)) {
                    stretched.push(format!("{scope:?} {granted} covers {tried}"));
                }
            }
        }
        assert!(stretched.is_empty(), "{}", stretched.join("\n"));
        // Identical targets are still covered, wherever they appear.
        for line in [
            "cd sub && make lint",
            "echo one | ./tool",
            "cat a | ./tool > out.txt",
            "./tool < one",
            "make lint 2>/dev/null",
        ] {
            let pattern = Pattern::from_facts(&analysed(line), Scope::Exact);
            assert!(pattern.covers(&analysed(line)), "{line}");
        }
        let pattern = Pattern::from_facts(&analysed("make lint"), Scope::Exact);
        for line in [
            "cd /w && make lint",
            "ls && make lint",
            "make lint 2>&1",
            "make lint 2>/dev/null",
            "make lint | tail -5",
        ] {
            assert!(pattern.covers(&analysed(line)), "{line}");
        }
    }

    #[test]
    fn c6_an_opaque_text_is_covered_only_as_that_very_text() {
        let opaque = |hash: &str| Facts { opaque: true, script: Some(hash.into()), ..runs(&["x ?"]) };
        let pattern = Pattern::from_facts(&opaque("aa"), Scope::Kind);
        assert!(pattern.covers(&opaque("aa")));
        assert!(!pattern.covers(&opaque("bb")));
        assert!(!pattern.covers(&Facts { opaque: true, ..runs(&["x ?"]) }));
    }
}
