//! How far a remembered yes reaches: the scopes that can be chosen for a call, and what each covers.
//!
//! None covers what deletes, destroys, is protected or needs privileges, whatever its scope: see [`Pattern::covers`].

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Class, Command, Facts, Pattern, Slot,
    grant::{asks, grantable, is_asked_each_time, is_whole},
    verdict::normal_host,
};

/// How far a grant reaches beyond the call that it was given for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// The same targets.
    #[default]
    Exact,
    /// The same field of any target of the same kind (the title of any task).
    Kind,
    /// The same command with any arguments.
    Command,
    /// Any file below the same folder.
    Folder,
    /// Anything sent to the same host by the same command, but no files.
    Host,
    /// Any call of the same tool that destroys nothing; of commands those that only write files, as rehearsed.
    Tool,
}

impl Scope {
    /// All scopes, the narrowest first.
    pub const ALL: [Self; 6] = [Self::Exact, Self::Kind, Self::Command, Self::Host, Self::Folder, Self::Tool];

    /// Returns its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Kind => "kind",
            Self::Command => "command",
            Self::Folder => "folder",
            Self::Host => "host",
            Self::Tool => "tool",
        }
    }
}

/// Programs whose second word is a command of its own; where an option comes before it, nobody knows which.
const WITH_COMMANDS: &[&str] = &[
    "apt",
    "aws",
    "az",
    "brew",
    "bun",
    "cargo",
    "deno",
    "dnf",
    "docker",
    "gcloud",
    "gh",
    "git",
    "glab",
    "go",
    "hg",
    "jj",
    "kubectl",
    "npm",
    "npx",
    "pip",
    "pip3",
    "pnpm",
    "podman",
    "poetry",
    "svn",
    "systemctl",
    "terraform",
    "uv",
    "yarn",
];
/// Programs that run what their second word names.
const INTERPRETERS: &[&str] = &[
    "bash", "dash", "node", "perl", "php", "python", "python3", "ruby", "sh", "sudo", "xargs", "zsh", "env",
    "nice", "time", "timeout", "nohup",
];
/// Second words after which a third says what is run.
const RUNNERS: &[&str] = &["run", "exec", "x"];

/// Returns the scopes in which a yes to a call can be remembered, the narrowest first, with what each would cover; none
/// that would cover the same as another. `rehearsed`: what lands is what a rehearsal did.
pub fn scopes(class: Class, facts: &Facts, rehearsed: bool) -> Vec<(Scope, Pattern)> {
    if class == Class::Destructive {
        return Vec::new();
    }
    let is_grantable = grantable(class, facts);
    let mut found: Vec<(Scope, Pattern)> = Vec::new();
    for scope in Scope::ALL {
        let pattern = Pattern::from_facts(facts, scope);
        let covers_itself = match rehearsed {
            true => pattern.covers_words(facts) && pattern.covers_effect(facts),
            false => pattern.covers(facts),
        };
        let offered = match scope {
            Scope::Exact => is_grantable,
            Scope::Tool => covers_itself,
            _ => is_grantable && covers_itself,
        };
        if offered && found.iter().all(|(_, other)| *other != pattern) {
            found.push((scope, pattern));
        }
    }
    found
}

/// Whether a yes to a call can be remembered in any scope.
pub fn can_remember(class: Class, facts: &Facts) -> bool {
    class != Class::Destructive && (grantable(class, facts) || is_plain(facts))
}

/// Whether a call without commands does nothing but what its tool is for, inside the workspace.
pub(super) fn is_plain(facts: &Facts) -> bool {
    !is_asked_each_time(facts)
        && is_whole(facts)
        && facts.commands.is_empty()
        && facts.executes.is_empty()
        && facts.changes.is_empty()
        && !facts.opaque
        && !facts.outside
        && (!facts.sends || !facts.hosts.is_empty())
}

/// Returns the pattern of one of the wider scopes; it covers nothing where the scope does not fit the call.
pub(super) fn wider(facts: &Facts, scope: Scope) -> Pattern {
    let exact = Pattern::from_facts(facts, Scope::Exact);
    let runs = !facts.commands.is_empty();
    match scope {
        Scope::Exact | Scope::Kind => exact,
        Scope::Command if runs && !facts.sends_out() => match heads(facts) {
            Some(commands) => Pattern { commands, writes: Vec::new(), script: None, ..exact },
            None => Pattern::default(),
        },
        Scope::Host if runs && facts.sends_out() => match heads(facts) {
            Some(commands) => Pattern { commands, script: None, ..exact },
            None => Pattern::default(),
        },
        Scope::Folder => match folders(facts) {
            Some(below) if runs => Pattern { any: true, below, folder: exact.folder, ..Pattern::default() },
            Some(below) => Pattern { below, hosts: exact.hosts, ..Pattern::default() },
            None => Pattern::default(),
        },
        Scope::Tool => {
            let hosts = facts.hosts.iter().map(|host| normal_host(host)).collect();
            Pattern { any: true, hosts, folder: exact.folder, ..Pattern::default() }
        }
        Scope::Command | Scope::Host => Pattern::default(),
    }
}

/// Returns what the commands of a call begin with, each followed by any words; None where that says too little.
fn heads(facts: &Facts) -> Option<Vec<Vec<Slot>>> {
    let asking = facts.commands.iter().filter(|c| asks(c));
    let mut all = asking.map(|command| head(command, facts)).collect::<Option<Vec<_>>>()?;
    all.sort_unstable();
    all.dedup();
    (!all.is_empty()).then_some(all)
}

fn head(command: &Command, facts: &Facts) -> Option<Vec<Slot>> {
    let words = command.words.iter().map(Option::as_deref).collect::<Option<Vec<&str>>>()?;
    let program = *words.first()?;
    let name = program.rsplit('/').next().unwrap_or(program);
    let second = words.get(1).copied();
    let is_option = second.is_some_and(|word| word.starts_with(['-', '+']));
    let fixed = match second {
        _ if INTERPRETERS.contains(&name) => (second.is_some() && !is_option).then_some(2)?,
        _ if WITH_COMMANDS.contains(&name) && (second.is_none() || is_option) => return None,
        Some(word) if RUNNERS.contains(&word) => {
            words.get(2).filter(|third| !third.starts_with(['-', '+'])).map(|_| 3)?
        }
        Some(word) if WITH_COMMANDS.contains(&name) || is_plain_word(word, facts) => 2,
        _ => 1,
    };
    let head = words.iter().take(fixed).map(|word| Slot::Word((*word).to_owned()));
    Some(head.chain([Slot::Rest]).collect())
}

/// Whether a word is a command of a program (`test`), and no file that the call touches.
fn is_plain_word(word: &str, facts: &Facts) -> bool {
    let is_file = |path: &String| path.rsplit('/').next() == Some(word);
    word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        && !facts.reads.iter().chain(&facts.writes).any(is_file)
}

/// Returns the folders of the files that a call writes, without those below another.
fn folders(facts: &Facts) -> Option<Vec<String>> {
    let parent = |path: &String| {
        let (folder, _) = path.rsplit_once('/')?;
        let is_plain = folder.len() > 1 && folder.starts_with('/') && !folder.split('/').any(|p| p == ".git");
        is_plain.then(|| folder.to_owned())
    };
    let mut all = facts.writes.iter().map(parent).collect::<Option<Vec<String>>>()?;
    all.sort_unstable();
    all.dedup();
    let widest = |folder: &String| !all.iter().any(|other| other != folder && is_below(folder, other));
    let found: Vec<String> = all.iter().filter(|folder| widest(folder)).cloned().collect();
    (!found.is_empty()).then_some(found)
}

/// Whether a path lies below a folder.
pub(super) fn is_below(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/')) && !path.split('/').any(|p| p == "..")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs the real analysis on a command line called from `/w`.
    fn analysed(line: &str) -> Facts {
        let setting = countersign_analysis::Setting { cwd: Some("/w".into()), ..Default::default() };
        Facts { folder: Some("/w".into()), ..countersign_analysis::shell(line, &setting) }
    }

    fn writes(paths: &[&str]) -> Facts {
        Facts { writes: paths.iter().map(|p| (*p).to_owned()).collect(), ..Facts::default() }
    }

    fn scope_of(facts: &Facts, wanted: Scope) -> Option<Pattern> {
        scopes(facts.class(), facts, false).into_iter().find(|(scope, _)| *scope == wanted).map(|(_, p)| p)
    }

    #[test]
    fn c11_a_command_with_any_argument_is_the_same_command_and_stays_in_the_workspace() {
        for (granted, covered, not) in [
            (
                "touch a.rs",
                &["touch b.rs", "touch -d 5 lib/b.rs"][..],
                &["rm a.rs", "mkdir a", "touch a; ./run"][..],
            ),
            (
                "git add a.rs",
                &["git add b.rs", "git add -A"],
                &["git commit -m x", "git -C /x add a", "git add a; rm b"],
            ),
            ("mkdir -p lib", &["mkdir lib/a lib/b"], &["sudo mkdir x", "mkdir $(cat x)"]),
        ] {
            let pattern = scope_of(&analysed(granted), Scope::Command).unwrap_or_else(|| panic!("{granted}"));
            for line in covered {
                assert!(pattern.covers(&analysed(line)), "{granted}: {line}");
                let outside = Facts { outside: true, ..analysed(line) };
                assert!(!pattern.covers(&outside), "{granted}: {line}, outside of the workspace");
            }
            for line in not {
                assert!(!pattern.covers(&analysed(line)), "{granted}: {line}");
            }
        }
    }

    #[test]
    fn c11_any_argument_is_not_offered_where_the_argument_says_what_runs() {
        for line in
            ["python3 -c 'print(1)'", "sh x.sh", "make lint", "git -C sub add a", "npm test", "xargs touch"]
        {
            assert_eq!(scope_of(&analysed(line), Scope::Command), None, "{line} runs for real");
        }
        let run = |line: &str| Command {
            words: line.split(' ').map(|w| Some(w.to_owned())).collect(),
            class: Class::Mutable,
        };
        let rehearsed = |line: &str| {
            let facts = Facts { commands: vec![run(line)], folder: Some("/w".into()), ..writes(&["/w/a"]) };
            let found = scopes(Class::Mutable, &facts, true);
            found.into_iter().find(|(scope, _)| *scope == Scope::Command).map(|(_, p)| p.commands)
        };
        let begins = |words: &[&str]| {
            let words = words.iter().map(|w| Slot::Word((*w).to_owned()));
            Some(vec![words.chain([Slot::Rest]).collect::<Vec<_>>()])
        };
        assert_eq!(rehearsed("npm run build --x"), begins(&["npm", "run", "build"]));
        assert_eq!(rehearsed("sh tools/fmt.sh x"), begins(&["sh", "tools/fmt.sh"]));
        assert_eq!(rehearsed("cargo fmt --all"), begins(&["cargo", "fmt"]));
        assert_eq!(rehearsed("python3 -c x"), None);
        assert_eq!(rehearsed("cargo --offline fmt"), None);
    }

    #[test]
    fn c11_a_folder_covers_what_is_below_it_and_nothing_beside_it() {
        let pattern = scope_of(&writes(&["/w/src/a.rs"]), Scope::Folder).unwrap();
        assert!(pattern.covers(&writes(&["/w/src/b.txt", "/w/src/deep/c"])));
        for path in ["/w/srcs/a", "/w/a.rs", "/w/src", "/w/src/../a", "/etc/x", "task:t1/title"] {
            assert!(!pattern.covers(&writes(&["/w/src/b.rs", path])), "{path}");
        }
        assert!(!pattern.covers(&Facts { outside: true, ..writes(&["/w/src/b.rs"]) }));
        assert!(!pattern.covers(&Facts { deletes: vec!["/w/src/x".into()], ..writes(&["/w/src/b.rs"]) }));
        assert!(!pattern.covers(&Facts { protected: vec!["x".into()], ..writes(&["/w/src/.env"]) }));
        assert_eq!(scope_of(&writes(&["task:t1/title"]), Scope::Folder), None);
        assert_eq!(scope_of(&writes(&["/w/.git/index"]), Scope::Folder), None);
    }

    #[test]
    fn c11_a_host_covers_the_same_command_to_it_but_no_files() {
        let pattern = scope_of(&analysed("curl -d n=1 https://a.test/x"), Scope::Host).unwrap();
        assert!(pattern.covers(&analysed("curl -s -d n=2 https://a.test/y")));
        for line in [
            "curl -d n=1 https://b.test/y",
            "curl -d @notes.txt https://a.test/y",
            "curl -d n=1 https://a.test/y -o out.txt",
            "wget https://a.test/y",
        ] {
            assert!(!pattern.covers(&analysed(line)), "{line}");
        }
    }

    #[test]
    fn c11_a_tool_covers_its_calls_but_none_that_destroys_and_no_command_as_it_stands() {
        let facts = writes(&["/w/a"]);
        let pattern = scope_of(&facts, Scope::Tool).unwrap();
        assert!(pattern.covers(&writes(&["/w/b", "/w/deep/c"])) && pattern.covers(&Facts::default()));
        for not in [
            Facts { deletes: vec!["/w/a".into()], ..facts.clone() },
            Facts { destroys: vec!["x".into()], ..facts.clone() },
            Facts { protected: vec!["x".into()], ..facts.clone() },
            Facts { hosts: vec!["a.test".into()], ..facts.clone() },
            Facts { sends: true, ..facts.clone() },
            Facts { opaque: true, ..facts.clone() },
            Facts { outside: true, ..facts.clone() },
            Facts { privileged: true, ..facts.clone() },
            analysed("touch a"),
        ] {
            assert!(!pattern.covers(&not), "{not:?}");
        }
        assert_eq!(scope_of(&analysed("touch a"), Scope::Tool), None, "only as rehearsed");
        assert!(scopes(Class::Destructive, &facts, false).is_empty());
        let unknown = scopes(Class::Mutable, &Facts::default(), false);
        assert_eq!(unknown.iter().map(|(s, _)| *s).collect::<Vec<_>>(), [Scope::Tool], "a foreign tool");
    }

    #[test]
    fn c11_a_rehearsed_command_in_a_folder_may_be_any_that_writes_only_there() {
        let command = Command { words: vec![Some("x".into())], class: Class::Mutable };
        let facts = |paths: &[&str]| Facts {
            commands: vec![command.clone()],
            folder: Some("/w".into()),
            ..writes(paths)
        };
        let found = scopes(Class::Mutable, &facts(&["/w/src/a"]), true);
        let (_, pattern) = found.iter().find(|(scope, _)| *scope == Scope::Folder).unwrap();
        assert!(pattern.covers_words(&analysed("sed -i s/a/b/ src/b")));
        assert!(pattern.covers_effect(&facts(&["/w/src/deep/b"])));
        assert!(!pattern.covers_effect(&facts(&["/w/src/b", "/w/c"])));
        assert!(!pattern.covers(&facts(&["/w/src/a"])), "never for real");
        assert!(!pattern.covers_words(&Facts { hosts: vec!["a.test".into()], ..facts(&["/w/src/a"]) }));
    }
}
