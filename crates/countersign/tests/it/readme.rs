//! The commands of the README and of the pages of `docs/`: typed in order, each page in an empty home; what they print is
//! what the page shows.
//!
//! A block that begins with ```` ```console ```` is typed; any other is not. `$` and `ana$` are a person, `codex$` an agent,
//! `>` goes on with a command. A line `…` stands for any lines, `…` in a line for any text; numbers are not compared.

use std::{
    collections::BTreeMap,
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// Pages whose blocks need more than one machine, or a server that others run.
const NOT_TYPED: [&str; 1] = ["teams"];

/// One command: who types it, what, and what the page shows after it.
struct Typed {
    by_agent: bool,
    line: String,
    shown: Vec<String>,
}

impl Typed {
    fn is_refused(&self) -> bool {
        self.shown.iter().any(|line| line.starts_with("error:"))
    }
}

/// Reads the commands of a page.
fn typed(page: &str) -> Vec<Typed> {
    let mut all: Vec<Typed> = Vec::new();
    for block in page.split("```console\n").skip(1) {
        let mut is_open = false;
        for line in block.split("\n```").next().unwrap().lines() {
            let prompts = [("$ ", false), ("ana$ ", false), ("codex$ ", true)];
            let begun = prompts.iter().find_map(|(prompt, by)| Some((line.strip_prefix(prompt)?, *by)));
            if let Some((line, by_agent)) = begun {
                all.push(Typed { by_agent, line: line.to_owned(), shown: Vec::new() });
                is_open = true;
            } else if let (Some(more), true) = (line.strip_prefix('>'), is_open) {
                let last = all.last_mut().expect("a command goes on before it began");
                last.line.push('\n');
                last.line.push_str(more.strip_prefix(' ').unwrap_or(more));
            } else {
                is_open = false;
                all.last_mut().expect("an answer comes before a command").shown.push(line.to_owned());
            }
        }
    }
    all
}

/// Types the commands in an empty home; returns what each printed, or what went wrong.
fn play(all: &[Typed]) -> Result<Vec<String>, String> {
    let dir = tempfile::tempdir().unwrap();
    let (home, bin, said) = (dir.path().join("ana"), dir.path().join("bin"), dir.path().join("said"));
    for folder in [&home, &bin, &said] {
        fs::create_dir_all(folder).unwrap();
    }
    symlink(env!("CARGO_BIN_EXE_countersign"), bin.join("countersign")).unwrap();
    symlink(root().canonicalize().unwrap(), home.join("countersign")).unwrap();
    let mut script = String::from("trap 'countersign down >&2' EXIT\n");
    for (n, command) in all.iter().enumerate() {
        // A call may wait for a person, or for another one.
        let codes = if command.is_refused() { "[1-7]" } else { "0|7" };
        let token = if command.by_agent { "export COUNTERSIGN_TOKEN=$CODEX; " } else { "" };
        let (open, close) = if command.by_agent { ("(", ")") } else { ("{", "}") };
        let (line, to) = (&command.line, said.join(n.to_string()));
        script.push_str(&format!(
            "{open} {token}{line}\n{close} >'{to}' 2>&1\n\
             case $? in {codes}) ;; *) echo \"command {n} failed with $?\" >&2; exit 1;; esac\n",
            to = to.display()
        ));
    }
    let mut command = Command::new("bash");
    command.args(["--norc", "-c", &script]).env_clear().current_dir(&home).stdin(Stdio::null());
    command.env("HOME", &home).env("COUNTERSIGN_IDLE_S", "60").env("LC_ALL", "C.UTF-8").env("TZ", "UTC");
    command.env("PATH", format!("{}:/usr/bin:/bin", bin.display()));
    let output = command.output().unwrap();
    let told = |n: usize| fs::read_to_string(said.join(n.to_string())).unwrap_or_default();
    if !output.status.success() {
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        let at = (0..all.len()).rev().find(|n| said.join(n.to_string()).exists()).unwrap_or_default();
        return Err(format!("{err}$ {}\n{}", all[at].line, told(at)));
    }
    let here = home.display().to_string();
    Ok((0..all.len()).map(|n| told(n).replace(&here, "/home/ana")).collect())
}

/// Without what differs between two runs: each number becomes `0`, and so does what makes an id unique.
fn plain(line: &str) -> String {
    let mut out = String::new();
    for word in line.trim_end().split_inclusive(' ') {
        let is_hash = |part: &str| part.len() >= 4 && part.chars().all(|c| c.is_ascii_hexdigit());
        let kept: Vec<&str> = word
            .trim_end()
            .split('-')
            .enumerate()
            .filter(|(n, p)| *n == 0 || !is_hash(p))
            .map(|(_, p)| p)
            .collect();
        let mut was_digit = false;
        for c in kept.join("-").chars() {
            if !c.is_ascii_digit() {
                out.push(c);
            } else if !was_digit {
                out.push('0');
            }
            was_digit = c.is_ascii_digit();
        }
        if word.ends_with(' ') {
            out.push(' ');
        }
    }
    out
}

/// Whether a line that a page shows stands for a printed one.
fn fits(shown: &str, printed: &str) -> bool {
    let (shown, printed) = (plain(shown), plain(printed));
    let Some((start, rest)) = shown.split_once('…') else { return shown == printed };
    let Some(mut left) = printed.strip_prefix(start) else { return false };
    let parts: Vec<&str> = rest.split('…').collect();
    let (end, middle) = parts.split_last().expect("a split has a last part");
    for part in middle {
        let Some(at) = left.find(part) else { return false };
        left = &left[at + part.len()..];
    }
    left.ends_with(end)
}

/// Returns the first line that a page shows and that was not printed where it should be.
fn differs(shown: &[String], printed: &str) -> Option<String> {
    // What a page does not show at all, it says nothing about.
    let mut lines = printed.lines();
    let mut skips = false;
    for line in shown {
        if line.trim() == "…" {
            skips = true;
            continue;
        }
        let is_there = match skips {
            true => lines.any(|printed| fits(line, printed)),
            false => lines.next().is_some_and(|printed| fits(line, printed)),
        };
        if !is_there {
            return Some(line.clone());
        }
        skips = false;
    }
    let more = lines.next().filter(|_| !skips && !shown.is_empty())?;
    Some(format!("(the page ends here; also printed: {more})"))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every page that has blocks to be typed.
fn pages() -> BTreeMap<String, String> {
    let docs = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let docs = docs.filter(|path| path.extension().is_some_and(|e| e == "md"));
    let examples = fs::read_dir(root().join("examples")).unwrap();
    let examples = examples.map(|entry| entry.unwrap().path().join("README.md")).filter(|path| path.exists());
    let pages = docs.chain(examples).chain([root().join("README.md")]).map(|path| {
        let name = path.strip_prefix(root()).unwrap().display().to_string();
        (name, fs::read_to_string(path).unwrap())
    });
    let is_typed = |name: &str| !NOT_TYPED.iter().any(|known| name == format!("docs/{known}.md"));
    pages.filter(|(name, text)| is_typed(name) && text.contains("```console\n")).collect()
}

fn check(name: &str, page: &str) -> Result<usize, String> {
    let all = typed(page);
    let printed = play(&all).map_err(|e| format!("{name}: {e}"))?;
    for (command, printed) in all.iter().zip(&printed) {
        if let Some(line) = differs(&command.shown, printed) {
            return Err(format!(
                "{name}: after\n$ {}\nthe page shows\n{line}\nand this was printed:\n{printed}",
                command.line
            ));
        }
    }
    Ok(all.len())
}

#[test]
fn h8_the_commands_of_the_readme_work_typed_in_order_on_an_empty_home() {
    let typed = check("README.md", &pages()["README.md"]).unwrap_or_else(|e| panic!("{e}"));
    assert!(typed > 8, "{typed}");
}

#[test]
fn h8_the_blocks_of_the_pages_print_what_the_pages_show() {
    let mut wrong = Vec::new();
    let pages = pages();
    for (name, page) in pages.iter().filter(|(name, _)| *name != "README.md") {
        wrong.extend(check(name, page).err());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(pages.len() > 4, "{:?}", pages.keys());
}

#[test]
fn a_page_that_shows_something_else_is_found() {
    let same = |shown: &[&str], printed: &str| {
        differs(&shown.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>(), printed).is_none()
    };
    assert!(same(&["rc18  2026-11-18 18:05:00  ana"], "rc7  2027-01-01 01:02:03  ana\n"));
    assert!(same(&["…", "last i5-cf94"], "first\nsecond\nlast i7-0a1b\n"));
    assert!(same(&["a … c …"], "a b c d\n") && same(&[], "anything\n"));
    assert!(!same(&["a … c"], "a b d\n"));
    assert!(!same(&["first"], "first\nsecond\n"), "what is left out is marked");
    assert!(!same(&["first", "third"], "first\nsecond\nthird\n"));
    let page = "```console\n$ cat <<E\n> x\n> E\nx\ncodex$ ls\n```\n";
    let read = typed(page);
    assert_eq!((read[0].line.as_str(), read[0].shown.as_slice()), ("cat <<E\nx\nE", &["x".to_owned()][..]));
    assert!(read[1].by_agent && read[1].shown.is_empty());
}
