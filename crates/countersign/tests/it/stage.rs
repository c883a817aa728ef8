//! Stages with the real program on the real kernel: changes stay in the stage, are shown, and land or do not.

mod agent;
mod calls;
mod cheating;
mod crashing;
mod network;
mod seen;
mod turned;

use std::{
    collections::BTreeMap,
    fs,
    io::{BufRead as _, BufReader},
    os::unix::fs::{MetadataExt as _, PermissionsExt as _},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use serde_json::Value;

use crate::{Ended, Home, ended};

/// A home, a person and a workspace beside it.
struct Desk {
    home: Home,
    person: String,
    agent: String,
}

impl Desk {
    fn new() -> Self {
        let home = Home::new();
        let (person, agent) = home.with_people();
        let desk = Self { home, person, agent };
        fs::create_dir_all(desk.work()).unwrap();
        desk
    }

    fn dir(&self) -> PathBuf {
        self.home.dir.path().canonicalize().unwrap()
    }

    fn work(&self) -> PathBuf {
        self.dir().join("work")
    }

    fn put(&self, name: &str, text: &str) {
        let path = self.work().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn real(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.work().join(name)).ok()
    }

    fn command(&self, token: &str, args: &[&str]) -> Command {
        let mut command = self.home.command(token, args);
        command
            .current_dir(self.work())
            .env("PATH", std::env::var_os("PATH").unwrap())
            .env("HOME", self.dir());
        command
    }

    fn run(&self, args: &[&str]) -> Ended {
        ended(self.command(&self.person, args), "")
    }

    #[track_caller]
    fn json(&self, args: &[&str], code: i32) -> Value {
        self.run(&[args, &["--json"]].concat()).expect(code).json()
    }

    /// Runs a script in a new stage; returns the stage and its summary.
    #[track_caller]
    fn stage(&self, more: &[&str], script: &str) -> (String, Value) {
        let args = [&["stage", "--json"], more, &["--", "sh", "-c", script]].concat();
        let ended = self.run(&args);
        let told = ended.out.lines().last().and_then(|line| serde_json::from_str::<Value>(line).ok());
        let told = told.unwrap_or_else(|| panic!("{ended:?}"));
        (told["stage"].as_str().unwrap_or_else(|| panic!("{ended:?}")).to_owned(), told)
    }

    /// Starts a command in a stage that runs until it is told to stop.
    fn lasting(&self, script: &str) -> Lasting {
        let mut command = self.command(&self.person, &["stage", "--", "sh", "-c", script]);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        assert_eq!(line, "begun\n");
        Lasting(child)
    }

    fn land(&self, stage: &str, more: &[&str]) -> Ended {
        self.run(&["stage", "diff", stage]).expect(0);
        self.run(&[&["stage", "land", stage], more, &["--json"]].concat())
    }

    fn stages(&self) -> Vec<Value> {
        self.json(&["stage", "list"], 0)["stages"].as_array().unwrap().clone()
    }
}

/// A command in a stage; it is killed on drop.
struct Lasting(Child);

impl Drop for Lasting {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Everything in a folder: mode, and content or link target; optionally with times.
fn tree(root: &Path, times: bool) -> BTreeMap<PathBuf, String> {
    fn walk(root: &Path, at: &Path, times: bool, into: &mut BTreeMap<PathBuf, String>) {
        for entry in fs::read_dir(at).unwrap().flatten() {
            let (path, about) = (entry.path(), entry.metadata().unwrap());
            let what = if about.is_symlink() {
                format!("link to {}", fs::read_link(&path).unwrap().display())
            } else if about.is_dir() {
                "folder".to_owned()
            } else {
                format!("{:?}", fs::read(&path).unwrap())
            };
            // A folder's time changes with the names in it.
            let at = if times && !about.is_dir() {
                format!("{}.{}", about.mtime(), about.mtime_nsec())
            } else {
                String::new()
            };
            let told = format!("{:o} {at} {what}", about.permissions().mode());
            into.insert(path.strip_prefix(root).unwrap().to_owned(), told);
            if about.is_dir() {
                walk(root, &path, times, into);
            }
        }
    }
    let mut all = BTreeMap::new();
    walk(root, root, times, &mut all);
    all
}

/// A small project.
fn checkout(at: &Path) {
    for (name, text) in [
        ("README.md", "# Notes\n\nA colour and another colour.\n"),
        ("src/main.rs", "fn main() {\n    println!(\"colour\");\n}\n"),
        ("docs/old/a.md", "a\n"),
        ("docs/old/deep/b.md", "b\n"),
        ("docs/keep.md", "keep\n"),
        ("run.sh", "#!/bin/sh\necho run\n"),
    ] {
        let path = at.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    fs::set_permissions(at.join("run.sh"), fs::Permissions::from_mode(0o755)).unwrap();
    std::os::unix::fs::symlink("docs/keep.md", at.join("link")).unwrap();
}

const SCRIPT: &str = "sed -i s/colour/color/g README.md src/main.rs && rm -r docs/old && mkdir -p new/empty \
                      && echo made > new/file && chmod 600 docs/keep.md && ln -s new/file other && mv run.sh go.sh";

#[test]
fn e1_e2_e4_what_a_command_did_is_shown_lands_as_a_direct_run_would_and_is_taken_back() {
    let desk = Desk::new();
    let direct = desk.dir().join("direct");
    checkout(&desk.work());
    checkout(&direct);
    let original = tree(&desk.work(), true);

    let (stage, told) = desk.stage(&[], SCRIPT);
    assert_eq!((&told["exit_code"], &told["denied"]), (&0.into(), &Value::Array(Vec::new())), "{told}");
    assert_eq!(tree(&desk.work(), true), original, "nothing lands by itself");

    let shown = desk.run(&["stage", "diff", &stage]).expect(0).out;
    for part in [
        "-A colour and another colour.",
        "+A color and another color.",
        "docs/old/deep/b.md",
        "+made",
        "sed -i",
    ] {
        assert!(shown.contains(part), "{part} in\n{shown}");
    }
    let landed = desk.land(&stage, &[]).expect(0).json();
    assert_eq!(landed["status"], "applied", "{landed}");
    let status = Command::new("sh").args(["-c", SCRIPT]).current_dir(&direct).status().unwrap();
    assert!(status.success());
    assert_eq!(tree(&desk.work(), false), tree(&direct, false), "as if it had been run for real");
    assert_eq!(desk.stages()[0]["status"], "landed");

    let receipt = landed["receipt"]["id"].as_str().unwrap();
    assert_eq!(desk.json(&["undo", receipt], 0)["status"], "undone");
    assert_eq!(tree(&desk.work(), true), original, "to the last byte and second");
    assert_eq!(desk.json(&["undo", receipt], 4)["status"], "already_undone");
    assert_eq!(desk.run(&["audit", "verify", "--json"]).expect(0).json()["ok"], true);
}

#[test]
fn c3_a_part_lands_by_file_and_by_hunk_and_the_rest_stays() {
    let desk = Desk::new();
    let lines: String = (1..=40).map(|n| format!("line {n}\n")).collect();
    desk.put("long.txt", &lines);
    desk.put("a.txt", "one\n");
    let (stage, _) = desk.stage(&[], "sed -i 's/^line 3$/line three/; s/^line 37$/line xxxvii/' long.txt; echo uno > a.txt; echo n > b.txt");

    desk.land(&stage, &["--only", "long.txt#2"]).expect(0);
    let real = desk.real("long.txt").unwrap();
    assert!(real.contains("line 3\n") && real.contains("line xxxvii\n"), "{real}");
    assert_eq!((desk.real("a.txt").as_deref(), desk.real("b.txt")), (Some("one\n"), None));

    let shown = desk.run(&["stage", "diff", &stage]).expect(0).out;
    assert!(shown.contains("+line three") && !shown.contains("+line xxxvii"), "{shown}");
    desk.land(&stage, &["--except", "b.txt"]).expect(0);
    assert!(desk.real("long.txt").unwrap().contains("line three\n"));
    assert_eq!((desk.real("a.txt").as_deref(), desk.real("b.txt")), (Some("uno\n"), None));
    assert_eq!(desk.stages()[0]["status"], "open");
    desk.land(&stage, &["--only", "nothing.txt"]).expect(2);
    desk.land(&stage, &[]).expect(0);
    assert_eq!(
        (desk.real("b.txt").as_deref(), desk.stages()[0]["status"].as_str()),
        (Some("n\n"), Some("landed"))
    );
    desk.run(&["stage", "land", &stage]).expect(4);
}

#[test]
fn c3_hunk_after_hunk_lands_until_nothing_is_left() {
    let desk = Desk::new();
    let lines: String = (1..=40).map(|n| format!("line {n}\n")).collect();
    desk.put("long.txt", &lines);
    let (stage, _) = desk.stage(&[], "sed -i 's/^line 3$/line three/; s/^line 37$/line xxxvii/' long.txt");
    desk.land(&stage, &["--only", "long.txt#1"]).expect(0);
    assert_eq!(desk.stages()[0]["status"], "open");
    desk.land(&stage, &[]).expect(0);
    let real = desk.real("long.txt").unwrap();
    assert!(real.contains("line three\n") && real.contains("line xxxvii\n"), "{real}");
    assert_eq!(desk.stages()[0]["status"], "landed", "{}", desk.run(&["stage", "show", &stage]).out);
}

#[test]
fn c2_hunks_land_by_the_numbers_that_were_shown_or_not_at_all() {
    let desk = Desk::new();
    let lines = |edits: &[(usize, &str)]| -> String {
        let line = |n| edits.iter().find(|(at, _)| *at == n).map_or(format!("line {n}"), |e| e.1.to_owned());
        (1..=40).map(|n| line(n) + "\n").collect()
    };
    desk.put("f", &lines(&[]));
    let (stage, _) = desk.stage(&[], "sed -i 's/^line 3$/good/; s/^line 30$/evil/' f");
    desk.run(&["stage", "diff", &stage]).expect(0);
    // The first change is made for real too: the second hunk is now the first.
    desk.put("f", &lines(&[(3, "good")]));
    let told = desk.run(&["stage", "land", &stage, "--only", "f#1"]).expect(4);
    assert!(told.err.contains("its hunks with it"), "{told:?}");
    assert_eq!(desk.real("f").unwrap(), lines(&[(3, "good")]));
    desk.land(&stage, &["--only", "f#1"]).expect(0);
    assert_eq!(desk.real("f").unwrap(), lines(&[(3, "good"), (30, "evil")]));
}

#[test]
fn two_stages_at_once_know_nothing_of_each_other_and_a_second_command_goes_on_in_its_own() {
    let desk = Desk::new();
    desk.put("a.txt", "one\n");
    let (first, _) = desk.stage(&[], "echo first > a.txt");
    let (second, told) = desk.stage(&[], "cat a.txt; echo second > b.txt");
    assert_ne!(first, second);
    assert_eq!(told["exit_code"], 0);
    let seen = desk
        .run(&["stage", "shell", &first, "--", "sh", "-c", "cat a.txt; ls; echo more >> a.txt; exit 3"])
        .expect(3);
    assert!(seen.out.starts_with("first\na.txt\n") && !seen.out.contains("b.txt"), "{seen:?}");
    let seen = desk.run(&["stage", "run", &second, "--", "cat", "a.txt", "b.txt"]).expect(0);
    assert_eq!(seen.out, "one\nsecond\n");
    let short = first.split('-').next().unwrap();
    desk.land(short, &[]).expect(0);
    assert_eq!((desk.real("a.txt").as_deref(), desk.real("b.txt")), (Some("first\nmore\n"), None));
    desk.run(&["stage", "drop", &second]).expect(0);
    desk.run(&["stage", "drop", &second]).expect(4);
    desk.run(&["stage", "diff", "sg999"]).expect(5);
    assert_eq!(desk.stages().len(), 1);
    let left: Vec<_> =
        fs::read_dir(desk.home.path().join("stages")).unwrap().flatten().map(|e| e.file_name()).collect();
    assert!(!left.iter().any(|name| name.to_string_lossy().starts_with(&second)), "{left:?}");
}

#[test]
fn d2_real_files_that_moved_are_merged_where_nothing_overlaps_and_stand_in_the_way_where_it_does() {
    let desk = Desk::new();
    let lines: String = (1..=40).map(|n| format!("line {n}\n")).collect();
    desk.put("both.txt", &lines);
    desk.put("same.txt", "one\n");
    let (stage, _) = desk.stage(&[], "sed -i 's/^line 3$/line three/' both.txt; echo stage > same.txt");
    desk.put("both.txt", &lines.replace("line 37\n", "line xxxvii\n"));
    desk.put("same.txt", "real\n");

    let shown = desk.run(&["stage", "diff", &stage]).expect(0).out;
    assert!(shown.contains("same.txt"), "{shown}");
    let refused = desk.land(&stage, &[]);
    assert_eq!(refused.code, 4, "{refused:?}");
    assert!(refused.out.contains("same.txt"), "{refused:?}");
    assert!(desk.real("both.txt").unwrap().contains("line 3\n"), "nothing of it landed");
    desk.land(&stage, &["--except", "same.txt"]).expect(0);
    let merged = desk.real("both.txt").unwrap();
    assert!(merged.contains("line three\n") && merged.contains("line xxxvii\n"), "{merged}");
    assert_eq!(desk.real("same.txt").unwrap(), "real\n");
    // Resolved in the stage, it is no longer a conflict.
    desk.run(&["stage", "run", &stage, "--", "sh", "-c", "echo real > same.txt"]).expect(0);
    let left = desk.json(&["stage", "diff", &stage], 0);
    assert!(!left["preview"]["diff"].as_str().unwrap_or_default().contains("+stage"), "{left}");
}

#[test]
fn a_rust_project_is_built_and_tested_in_a_stage_and_lands_without_what_was_built() {
    let desk = Desk::new();
    desk.put(
        "Cargo.toml",
        "[package]\nname = \"tiny\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n[workspace]\n",
    );
    desk.put(
        "src/lib.rs",
        "pub fn two() -> u32 {\n    1\n}\n\n#[test]\nfn it_is_two() {\n    assert_eq!(two(), 2);\n}\n",
    );
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let run = |script: &str| {
        let mut command = desk.command(&desk.person, &["stage", "--json", "--", "sh", "-c", script]);
        for name in ["HOME", "CARGO_HOME", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN"] {
            if let Some(value) = std::env::var_os(name) {
                command.env(name, value);
            }
        }
        ended(command, "")
    };
    let script = format!(
        "{cargo} test -q --offline || sed -i 's/    1/    2/' src/lib.rs && {cargo} test -q --offline"
    );
    let ended = run(&script).expect(0);
    let told: Value = serde_json::from_str(ended.out.lines().last().unwrap()).unwrap();
    let stage = told["stage"].as_str().unwrap();
    assert!(!desk.work().join("target").exists() && desk.real("src/lib.rs").unwrap().contains("    1\n"));
    desk.land(stage, &["--except", "target"]).expect(0);
    assert!(!desk.work().join("target").exists());
    assert!(desk.real("src/lib.rs").unwrap().contains("    2\n"));
    let left = desk.json(&["stage", "diff", stage], 0);
    assert!(left["facts"]["writes"].to_string().contains("target"), "what was built stays in the stage");
    desk.run(&["stage", "drop", stage]).expect(0);
}

/// Runs a command as an unprivileged user.
fn as_nobody(command: &Command) -> Command {
    let mut nobody = Command::new("setpriv");
    nobody.args(["--reuid=65534", "--regid=65534", "--clear-groups"]).arg(command.get_program());
    nobody.args(command.get_args()).env_clear();
    nobody.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    nobody.current_dir(command.get_current_dir().unwrap());
    nobody
}

#[test]
fn e1_e4_a_normal_user_has_the_same_stages() {
    if !rustix::process::geteuid().is_root() {
        eprintln!("all other tests here run as a normal user already");
        return;
    }
    let desk = Desk { home: Home::new(), person: String::new(), agent: String::new() };
    let (dir, work) = (desk.dir(), desk.work());
    fs::create_dir(&work).unwrap();
    fs::set_permissions(&dir, fs::Permissions::from_mode(0o755)).unwrap();
    checkout(&work);
    let owned = Command::new("chown").args(["-R", "65534:65534"]).arg(&dir).status().unwrap();
    assert!(owned.success());
    let run = |args: &[&str]| ended(as_nobody(&desk.command("", args)), "");
    let original = tree(&work, true);
    run(&["stage", "--", "sh", "-c", SCRIPT]).expect(0);
    assert_eq!(tree(&work, true), original);
    let stage =
        run(&["stage", "list", "--json"]).expect(0).json()["stages"][0]["id"].as_str().unwrap().to_owned();
    let shown = run(&["stage", "diff", &stage]).expect(0).out;
    assert!(shown.contains("+A color and another color."), "{shown}");
    let landed = run(&["stage", "land", &stage, "--json"]).expect(0).json();
    assert_eq!(fs::read_to_string(work.join("new/file")).unwrap(), "made\n");
    run(&["undo", landed["receipt"]["id"].as_str().unwrap()]).expect(0);
    assert_eq!(tree(&work, true), original);
    let secret = dir.join("home/countersign.db");
    let out = run(&["stage", "--", "sh", "-c", &format!("cat {} | wc -c", secret.display())]);
    assert_eq!(out.out.trim(), "0", "{out:?}");
}

#[test]
fn bad_input_is_told_with_what_to_do_and_nothing_is_begun() {
    let desk = Desk::new();
    for (args, code) in [
        (vec!["stage", "--root", "/nowhere/at/all", "--", "true"], 2),
        (vec!["stage", "--root", "/", "--", "true"], 2),
        (vec!["stage", "--hosts", "https://example.com", "--", "true"], 2),
        (vec!["stage", "--through", "/nowhere/at/all", "--", "true"], 2),
        (vec!["stage", "--"], 2),
        (vec!["stage"], 2),
        (vec!["stage", "shell", "sg9"], 5),
        (vec!["stage", "land", "sg9"], 5),
    ] {
        desk.run(&args).expect(code);
    }
    let home = desk.home.path().display().to_string();
    desk.run(&["stage", "--root", &home, "--", "true"]).expect(2);
    desk.run(&["stage", "--root", &desk.dir().display().to_string(), "--", "true"]).expect(2);
    assert!(desk.stages().is_empty());
    desk.run(&["stage", "--", "no-such-program"]).expect(5);
    let told = desk.run(&["stage", "--", "true"]).expect(0);
    assert!(told.err.contains("nothing changed") && told.err.contains("network: none"), "{told:?}");
}
