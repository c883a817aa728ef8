//! The content of the scene's folder.

use std::{
    fs,
    os::unix::fs::{PermissionsExt as _, symlink},
    path::Path,
    process::Command,
};

/// The content of the secret file.
pub const CANARY: &str = "canary-7d1f0c";
/// The content of the secret file in an old commit.
pub const OLD_CANARY: &str = "canary-in-history-55ab";
/// Name prefix of the marks that planted programs leave.
pub const MARK: &str = "executed-";

/// Creates everything in the folder.
pub fn plant(work: &Path) {
    let mark = |name: &str| format!("{}/{MARK}{name}", work.display());
    let file = |name: &str, content: &str| {
        let path = work.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        path
    };
    let program = |name: &str| {
        let path = file(name, &format!("#!/bin/sh\n: > '{}'\n", mark(name.rsplit('/').next().unwrap())));
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    };
    for (name, content) in FILES {
        file(name, content);
    }
    for name in ["evil", "ls", "cat", "git", "nosuch", "evil.sh", "bin/ls", "bin/evil", "git-evil", "hook"] {
        program(name);
    }
    let python = |name: &str| format!("open('{}', 'w')\n", mark(name));
    for name in ["conf.py", "json.py", "mod.py", "sitecustomize.py", "pkg/__init__.py", "pkg/__main__.py"] {
        file(name, &python(&name.replace('/', "-")));
    }
    file("script.py", "import mod\nprint('script')\n");
    file("conf.json.js", &format!("require('fs').writeFileSync('{}', '')\n", mark("conf.json.js")));
    file("evil.js", &format!("require('fs').writeFileSync('{}', '')\n", mark("evil.js")));
    file("Evil.pm", &format!("package Evil; open(F, '>', '{}'); 1;\n", mark("Evil.pm")));
    file("evil.pl", &format!("open(F, '>', '{}');\n", mark("evil.pl")));
    file("evil.awk", &format!("BEGIN {{ printf \"\" > \"{}\" }}\n", mark("evil.awk")));
    file("evil.sed", "w p\n");
    file("evil.jq", "import \"evil\" as e; .\n");
    file("Makefile", &format!("all:\n\t: > '{0}'\nx := $(shell : > '{0}')\n", mark("Makefile")));
    file(".cargo/config.toml", "[build]\nrustc-wrapper = './evil'\nrustc = './evil'\n[alias]\nx = 'run'\n");
    file("Cargo.toml", "[package]\nname = 'scene'\nversion = '0.1.0'\nbuild = 'build.rs'\n");
    file("build.rs", "fn main() {}\n");
    file("src/lib.rs", "//! Nothing.\n");
    file(".env", &format!("API_KEY={CANARY}\n"));
    file("sub/.env.local", &format!("API_KEY={CANARY}\n"));
    symlink("../.env", work.join("sub/notes")).unwrap();
    repository(work);
}

/// Creates a repository with a secret in its first commit, and settings that run planted programs.
fn repository(work: &Path) {
    let git = |args: &[&str]| {
        let mut command = Command::new("git");
        command.args(["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"]);
        for (name, value) in [("GIT_CONFIG_GLOBAL", "/dev/null"), ("GIT_CONFIG_SYSTEM", "/dev/null")] {
            command.env(name, value);
        }
        for name in ["GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"] {
            command.env(name, "2024-01-01T12:00:00Z");
        }
        let done = command.args(args).current_dir(work).output().unwrap();
        assert!(done.status.success(), "git {args:?}: {}", String::from_utf8_lossy(&done.stderr));
    };
    let secret = fs::read_to_string(work.join(".env")).unwrap();
    fs::write(work.join(".env"), format!("API_KEY={OLD_CANARY}\n")).unwrap();
    fs::write(work.join(".gitignore"), "sub/.env.local\n").unwrap();
    git(&["init", "-q", "-b", "main"]);
    git(&["add", "-A"]);
    git(&["commit", "-q", "-m", "first"]);
    fs::write(work.join(".env"), secret).unwrap();
    fs::write(work.join(".gitignore"), ".env\nsub/.env.local\n").unwrap();
    git(&["rm", "-q", "--cached", ".env"]);
    git(&["add", "-A"]);
    git(&["commit", "-q", "-m", "second"]);
    git(&["branch", "other"]);
    git(&["tag", "v1"]);
    let evil = work.join("evil");
    let evil = evil.to_str().unwrap();
    for (key, value) in [
        ("alias.st", format!("!{evil}")),
        ("alias.lg", "log --oneline".to_owned()),
        ("core.fsmonitor", evil.to_owned()),
        ("core.editor", evil.to_owned()),
        ("core.pager", evil.to_owned()),
        ("core.sshCommand", evil.to_owned()),
        ("diff.ext.command", evil.to_owned()),
        ("diff.conv.textconv", evil.to_owned()),
        ("filter.f.smudge", evil.to_owned()),
        ("filter.f.clean", evil.to_owned()),
        ("credential.helper", format!("!{evil}")),
        ("gpg.program", evil.to_owned()),
    ] {
        git(&["config", key, &value]);
    }
    fs::write(work.join("a.txt"), "one\nchanged\n").unwrap();
}

/// Ordinary files, and some whose names programs could misread.
const FILES: &[(&str, &str)] = &[
    ("a.txt", "one\ntwo\nthree\n"),
    ("b.txt", "two\none\n"),
    ("a b.txt", "name with a space\n"),
    ("$(touch p)", "name that is code\n"),
    ("-rf", "name with a dash\n"),
    ("--help", "name that is an option\n"),
    ("README.md", "# Scene\n\nTODO: nothing\n"),
    ("src/main.py", "import json\nprint(json.dumps({}))\n"),
    ("src/app.js", "console.log(1)\n"),
    ("src/main.c", "int main(void) { return 0; }\n"),
    ("sub/c.txt", "three\n"),
    ("data.json", "{\"a\": [1, 2], \"b\": {\"c\": \"d\"}}\n"),
    ("data.csv", "a,b\n1,2\n"),
    ("conf.json", "{}\n"),
    ("package.json", "{\"name\": \"scene\", \"scripts\": {\"test\": \"./evil\", \"pretest\": \"./evil\"}}\n"),
    (".inputrc", "\"x\": \"y\"\n"),
    (".gitattributes", "*.csv diff=conv\n*.md diff=ext\n"),
];
