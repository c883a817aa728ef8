//! Commands that only read, and may meet files that they do not name: they run where secrets are hidden, so that what they
//! print holds none.

use std::path::{Path, PathBuf};

use countersign_core::{
    judge::{Command, Facts},
    world::Ask,
};
use countersign_rehearsal::Denied;
use serde_json::{Value, json};

use super::{
    Run, Shell,
    trial::{As, Trial},
};

/// What an agent is told about what it did not get.
const WITHHELD: &str =
    "these files hold secrets and were withheld; ask for one by name to have a person decide";
/// How many of a kind are named.
const NAMED: usize = 20;
/// A chain of more commands than this is not looked through.
const COMMANDS: usize = 100;

/// Programs that read what their words name and nothing else, if anything, and those that start what is looked at by itself.
const BY_NAME: &[&str] = &[
    ":",
    "[",
    "[[",
    "alias",
    "arch",
    "b2sum",
    "base32",
    "base64",
    "basename",
    "bash",
    "bat",
    "batcat",
    "break",
    "builtin",
    "cal",
    "cat",
    "cd",
    "cksum",
    "clear",
    "cmp",
    "column",
    "comm",
    "command",
    "continue",
    "cut",
    "dash",
    "date",
    "df",
    "diff",
    "dirname",
    "dirs",
    "du",
    "echo",
    "egrep",
    "exa",
    "exit",
    "expand",
    "expr",
    "eza",
    "factor",
    "false",
    "fgrep",
    "file",
    "find",
    "fmt",
    "fold",
    "free",
    "getconf",
    "git",
    "grep",
    "groups",
    "hash",
    "head",
    "hexdump",
    "history",
    "hostname",
    "hostnamectl",
    "iconv",
    "id",
    "jobs",
    "join",
    "jq",
    "let",
    "local",
    "locale",
    "logname",
    "ls",
    "lsb_release",
    "lsblk",
    "lscpu",
    "man",
    "md5sum",
    "nice",
    "nl",
    "nproc",
    "numfmt",
    "od",
    "paste",
    "popd",
    "pr",
    "printf",
    "pushd",
    "pwd",
    "read",
    "readlink",
    "realpath",
    "return",
    "rev",
    "sed",
    "seq",
    "sh",
    "sha1sum",
    "sha224sum",
    "sha256sum",
    "sha384sum",
    "sha512sum",
    "shift",
    "shuf",
    "sleep",
    "sort",
    "stat",
    "strings",
    "sum",
    "tac",
    "tail",
    "test",
    "time",
    "timeout",
    "tr",
    "tree",
    "true",
    "tty",
    "type",
    "uname",
    "unexpand",
    "uniq",
    "unset",
    "uptime",
    "users",
    "wait",
    "wc",
    "whatis",
    "whereis",
    "which",
    "who",
    "whoami",
    "xxd",
    "yes",
    "zsh",
];

/// Programs that ask somebody else with keys of their own, or look at the machine: where those are hidden they say nothing, and
/// files of the workspace are not what they print.
const ELSEWHERE: &[&str] = &[
    "apt",
    "apt-cache",
    "aws",
    "az",
    "brew",
    "bun",
    "bundle",
    "cargo",
    "composer",
    "conda",
    "dig",
    "dmesg",
    "docker",
    "dotnet",
    "dpkg",
    "flatpak",
    "flyctl",
    "gcloud",
    "gem",
    "gh",
    "glab",
    "go",
    "gradle",
    "helm",
    "heroku",
    "host",
    "htop",
    "ip",
    "journalctl",
    "kubectl",
    "last",
    "lsof",
    "mongosh",
    "mvn",
    "mysql",
    "netstat",
    "npm",
    "nslookup",
    "pacman",
    "pgrep",
    "ping",
    "pip",
    "pip3",
    "pipx",
    "pnpm",
    "podman",
    "poetry",
    "ps",
    "psql",
    "pstree",
    "redis-cli",
    "rpm",
    "rustc",
    "rustup",
    "snap",
    "ss",
    "systemctl",
    "terraform",
    "top",
    "uv",
    "vercel",
    "vmstat",
    "yarn",
];

/// Words by which a program of the first list reads a whole tree, or what a file names, or starts others for each file.
const WIDENING: &[(&str, &[&str])] = &[
    ("find", &["-exec", "-execdir", "-ok", "-okdir", "-files0-from"]),
    ("git", &["grep", "archive", "--no-index"]),
    ("diff", &["-r", "--recursive"]),
    ("grep", &["-r", "-R", "-d", "--recursive", "--dereference-recursive", "--directories"]),
    ("egrep", &["-r", "-R", "-d", "--recursive", "--dereference-recursive", "--directories"]),
    ("fgrep", &["-r", "-R", "-d", "--recursive", "--dereference-recursive", "--directories"]),
    ("sort", &["--files0-from"]),
    ("wc", &["--files0-from"]),
];

/// Whether a command that only reads may meet files that it does not name: it walks through folders, computes names, or
/// is none that is known to do neither.
pub(super) fn may_meet_others(facts: &Facts) -> bool {
    facts.commands.len() > COMMANDS
        || facts.commands.iter().any(is_wide)
        || facts.reads.iter().any(|target| is_computed(target))
}

fn is_wide(command: &Command) -> bool {
    let Some(program) = command.words.first().and_then(Option::as_deref) else { return true };
    let program = program.rsplit('/').next().unwrap_or_default();
    if ELSEWHERE.binary_search(&program).is_ok() {
        return false;
    }
    let widening = WIDENING.iter().find(|(name, _)| *name == program).map_or(&[][..], |(_, words)| *words);
    let widens = |word: &str| widening.iter().any(|wide| means(word, wide));
    // Which option a computed word is, nobody knows. Of these two a pattern is mostly meant, and what that stands for is known.
    let patterns = matches!(program, "sort" | "wc");
    let unknown = !widening.is_empty() && !patterns && command.words.iter().any(Option::is_none);
    BY_NAME.binary_search(&program).is_err()
        || unknown
        || command.words.iter().flatten().skip(1).any(|word| widens(word))
}

/// Whether a word is an option, alone, with its value, shortened, or among other letters.
fn means(word: &str, option: &str) -> bool {
    let name = word.split('=').next().unwrap_or_default();
    match (option.strip_prefix("--"), option.strip_prefix('-')) {
        (Some(_), _) => name.len() > 2 && option.starts_with(name),
        (None, Some(letter)) if letter.len() == 1 => {
            word.strip_prefix('-').is_some_and(|rest| !rest.starts_with('-') && rest.contains(letter))
        }
        _ => word == option,
    }
}

/// Whether only running tells which file that is. What a pattern stands for is looked up before.
fn is_computed(target: &str) -> bool {
    !target.starts_with('/') || target.contains(['$', '`', '…'])
}

impl Shell {
    /// Runs a command where secrets are hidden: what it answers. None where that cannot be done here, or where it wanted
    /// something besides that is not there, and no secret: then it is run as any other.
    pub(super) fn read_apart(&self, ask: &Ask, run: &Run, facts: &Facts) -> Option<Value> {
        let wanted = self.stages.is_absolute()
            && self.rehearsal.enabled
            && !self.rehearsal.is_never(&facts.commands)
            && may_meet_others(facts);
        if !wanted {
            return None;
        }
        let besides = self.folders_besides(ask, facts);
        let mut trial = Trial::run(self, run, ask.cwd.as_deref(), &As::Reading { besides }).ok()?;
        let withheld: Vec<&PathBuf> = trial.ended.denied.iter().filter_map(hidden).collect();
        if withheld.is_empty() && !trial.ended.denied.is_empty() {
            return None;
        }
        let mut answer = std::mem::take(&mut trial.result);
        let paths: Vec<String> = withheld.iter().take(NAMED).map(|path| path.display().to_string()).collect();
        if !paths.is_empty() {
            answer["note"] = json!(WITHHELD);
        }
        if withheld.len() > NAMED {
            answer["withheld_count"] = json!(withheld.len());
        }
        let all: Vec<String> = paths.into_iter().chain(std::mem::take(&mut trial.withheld)).collect();
        if !all.is_empty() {
            answer["withheld"] = json!(all);
        }
        let dropped =
            trial.effects.changes.iter().filter(|change| !super::rehearse::is_time_of_folder(change));
        let dropped: Vec<String> =
            dropped.take(NAMED).map(|change| change.path.display().to_string()).collect();
        if !dropped.is_empty() {
            answer["discarded"] = json!(dropped);
        }
        Some(answer)
    }

    /// The folders outside of the workspace that a command works in or reads.
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

fn hidden(denied: &Denied) -> Option<&PathBuf> {
    match denied {
        Denied::Read(path) => Some(path),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use countersign_core::analysis::{self, Setting};

    use super::*;

    fn wide(line: &str) -> bool {
        let setting =
            Setting { cwd: Some("/w".to_owned()), home: Some("/h".to_owned()), ..Setting::default() };
        may_meet_others(&analysis::shell(line, &setting))
    }

    #[test]
    fn the_lists_are_sorted_and_name_each_program_once() {
        for list in [BY_NAME, ELSEWHERE] {
            assert!(list.is_sorted_by(|a, b| a < b), "{:?}", list.windows(2).find(|w| w[0] >= w[1]));
        }
        assert!(!BY_NAME.iter().any(|name| ELSEWHERE.contains(name)));
    }

    #[test]
    fn a5_what_walks_or_computes_names_may_meet_what_it_does_not_name() {
        for line in [
            "grep -r KEY .",
            "grep -inRs KEY",
            "grep KEY --recurs",
            "grep -drecurse KEY .",
            "/usr/bin/grep -r KEY .",
            "bash -c 'grep -r KEY .'",
            "timeout 5 grep -r KEY .",
            "find . -exec cat {} +",
            "find . -type f | xargs cat",
            "awk 1 README.md",
            "awk 'BEGIN{f=\".\" \"env\"; while((getline l < f)>0) print l}'",
            "python3 -c \"print(open(chr(46)+'env').read())\"",
            "node -e \"console.log(require('fs').readFileSync('.'+'env','utf8'))\"",
            "ruby -e \"puts File.read('.'+'env')\"",
            "cat $(ls -a)",
            "cat \"$X\"",
            "for f in $(ls -a); do cat $f; done",
            "while read f; do cat \"$f\"; done < list",
            "rg KEY",
            "git grep KEY",
            "diff -ru a b",
            "tar cf - .",
            "wc --files0-from=list",
            "env",
        ] {
            assert!(wide(line), "{line}");
        }
    }

    #[test]
    fn what_names_all_that_it_reads_runs_as_it_always_did() {
        for line in [
            "ls -la",
            "ls -R src",
            "git status",
            "git log --oneline -5",
            "git diff HEAD~1",
            "cat README.md",
            "cat *.md | head -20",
            "grep -n fn src/main.rs | sort | uniq -c",
            "find . -name '*.rs' | wc -l",
            "cd src && pwd && ls",
            "sed -n 1,20p a.txt",
            "jq .version package.json",
            "kubectl get pods",
            "docker ps",
            "echo $HOME",
            "wc -l src/*.rs",
        ] {
            assert!(!wide(line), "{line}");
        }
    }
}
