//! A whole session of Claude Code with hooks and a scripted model, in a repository that a person trusts: it looks around,
//! edits, tests, serves, commits and pushes. A person is asked once, and one command takes all of it back.

use std::{
    collections::BTreeMap,
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use serde_json::{Value, json};

use super::{Model, Running, program};
use crate::{Home, eventually};

/// Runs git in a folder.
fn git(at: &Path, args: &[&str]) -> String {
    let mut git = Command::new("git");
    git.args(["-c", "user.name=Ana", "-c", "user.email=ana@example.com"]).args(args).current_dir(at);
    let ran = git.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1").output().unwrap();
    assert!(ran.status.success(), "{args:?}: {}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8(ran.stdout).unwrap()
}

/// Makes a repository and a clone of it; returns both.
fn project(at: &Path) -> (PathBuf, PathBuf) {
    let (origin, work) = (at.join("origin.git"), at.join("shop"));
    git(at, &["init", "-q", "--bare", "-b", "main", origin.to_str().unwrap()]);
    git(at, &["clone", "-q", origin.to_str().unwrap(), work.to_str().unwrap()]);
    let files = [
        ("shop/__init__.py", ""),
        ("shop/price.py", "def price(n):\n    \"\"\"Returns what n pieces cost.\"\"\"\n    return n\n"),
        ("tests/__init__.py", ""),
        (
            "tests/test_price.py",
            "import unittest\n\nfrom shop.price import price\n\n\nclass Price(unittest.TestCase):\n    \
             def test_one(self):\n        self.assertEqual(price(1), 1)\n",
        ),
        ("README.md", "# Shop\n\nPrices.\n"),
        (".gitignore", "__pycache__/\ndist/\n"),
    ];
    for (name, text) in files {
        fs::create_dir_all(work.join(name).parent().unwrap()).unwrap();
        fs::write(work.join(name), text).unwrap();
    }
    git(&work, &["config", "user.name", "Ana"]);
    git(&work, &["config", "user.email", "ana@example.com"]);
    git(&work, &["checkout", "-q", "-b", "main"]);
    git(&work, &["add", "-A"]);
    git(&work, &["commit", "-q", "-m", "first"]);
    git(&work, &["push", "-q", "-u", "origin", "main"]);
    (origin, work)
}

/// Everything in a folder: mode and content of each path.
fn contents(at: &Path) -> BTreeMap<PathBuf, (u32, Option<Vec<u8>>)> {
    let (mut all, mut open) = (BTreeMap::new(), vec![at.to_owned()]);
    while let Some(path) = open.pop() {
        let about = path.symlink_metadata().unwrap();
        let content = about.is_file().then(|| fs::read(&path).unwrap());
        all.insert(path.strip_prefix(at).unwrap().to_owned(), (about.permissions().mode(), content));
        if about.is_dir() {
            open.extend(path.read_dir().unwrap().map(|entry| entry.unwrap().path()));
        }
    }
    all
}

/// What the model does: a feature from the first look to the push.
fn calls(work: &Path) -> Vec<(&'static str, Value)> {
    let bash = |command: &str| ("Bash", json!({"command": command, "description": "a step"}));
    let file = |name: &str| work.join(name).display().to_string();
    vec![
        bash("git log --oneline && ls -la && git status --short"),
        bash("grep -rn 'def price' ."),
        ("Read", json!({"file_path": file("shop/price.py")})),
        bash("python3 -m unittest -q"),
        bash("git checkout -q -b discount"),
        (
            "Edit",
            json!({"file_path": file("shop/price.py"), "old_string": "    return n\n",
                "new_string": "    return n if n < 10 else n * 0.9\n"}),
        ),
        bash(
            "cat >> tests/test_price.py <<'END'\n\n    def test_ten(self):\n        \
             self.assertEqual(price(10), 9)\nEND",
        ),
        bash("python3 -m unittest -q 2>&1 | tee /tmp/session-tests.log | tail -3"),
        bash("grep -c OK /tmp/session-tests.log"),
        ("Write", json!({"file_path": file("CHANGES.md"), "content": "# Changes\n\n- Ten cost less.\n"})),
        bash("sed -i 's/^Prices\\.$/Prices, and less for ten./' README.md && cat README.md"),
        bash("mkdir -p dist && python3 -c \"open('dist/shop.txt','w').write('built')\" && ls dist"),
        bash(
            "python3 -m http.server 8321 --bind 127.0.0.1 > /tmp/session-server.log 2>&1 & \
             echo $! > /tmp/session-server.pid; \
             for n in $(seq 100); do curl -s -o /dev/null http://127.0.0.1:8321/ && break; sleep 0.05; done",
        ),
        bash("curl -s http://127.0.0.1:8321/CHANGES.md"),
        bash("kill $(cat /tmp/session-server.pid) && rm /tmp/session-server.*"),
        bash("git add -A && git commit -q -m 'Ten cost less' && git log --oneline -1"),
        bash(
            "mv CHANGES.md HISTORY.md && git add -A && git commit -q -m 'A better name' && git status --short",
        ),
        bash("git push -q origin discount && git log origin/discount --oneline -1"),
    ]
}

#[test]
fn a14_a_session_of_claude_code_asks_once_and_one_command_takes_it_back() {
    // Not in `/tmp`, where the commands of a run have a layer of their own.
    let outside_tmp = || tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let home = Home { dir: outside_tmp() };
    let (person, agent) = home.with_people();
    let dir = outside_tmp();
    let at = dir.path().canonicalize().unwrap();
    let (origin, work) = project(&at);
    let user = at.join("user");
    fs::create_dir_all(user.join(".claude")).unwrap();
    home.run(&person, &["trust", work.to_str().unwrap()]).expect(0);
    let mut install = home.command(&person, &["hook", "install", "claude-code", "--yes"]);
    assert!(install.env("HOME", &user).current_dir(&work).stdout(Stdio::null()).status().unwrap().success());
    let before = contents(&work);

    let script = calls(&work);
    let (all, model) = (script.len(), Model::session(script));
    let mut claude = Command::new(program("agents/node_modules/.bin/claude", "cargo xtask install"));
    claude.args(["-p", "ten should cost less", "--model", "scripted"]).current_dir(&work).env_clear();
    claude.env("HOME", &user).env("PATH", std::env::var_os("PATH").unwrap_or_default());
    claude.env("COUNTERSIGN_HOME", home.path()).env("COUNTERSIGN_TOKEN", &agent);
    claude.env("ANTHROPIC_BASE_URL", &model.url).env("ANTHROPIC_API_KEY", "none");
    claude.env("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1").env("DISABLE_AUTOUPDATER", "1");
    claude.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let running = Running(claude.spawn().unwrap());
    let mut item = Value::Null;
    // Whatever else had to be asked about would keep the agent waiting. A command is an item for a moment, until it was
    // rehearsed.
    eventually("the push is asked about", || {
        let inbox = home.json(&person, &["inbox"], 0);
        let is_push = |item: &&Value| {
            item["args"]["command"].as_str().is_some_and(|command| command.starts_with("git push"))
        };
        item = inbox["items"].as_array().unwrap().iter().find(is_push).cloned().unwrap_or_default();
        item.is_object()
    });
    assert_eq!(git(&origin, &["branch", "--list", "discount"]), "", "nothing was sent yet");
    let id = item["id"].as_str().unwrap();
    home.run(&person, &["show", id]).expect(0);
    home.run(&person, &["confirm", id]).expect(0);
    let said = running.said();
    let results = model.results();
    assert_eq!(results.len(), all, "{said}\n{results:#?}");
    assert!(results[7].contains("OK") && results[13].contains("Ten cost less"), "{results:#?}");
    assert!(said.contains("DONE") && results[all - 1].contains("A better name"), "{said}\n{results:#?}");
    assert_eq!(git(&origin, &["log", "--format=%s", "discount"]), "A better name\nTen cost less\nfirst\n");
    assert_eq!(fs::read_to_string(work.join("dist/shop.txt")).unwrap(), "built");
    assert!(!Path::new("/tmp/session-tests.log").exists(), "scratch files are not real");
    let inbox = home.json(&person, &["inbox"], 0);
    assert_eq!(inbox["items"], json!([]), "nothing else was asked");

    let run = home.json(&person, &["run", "list"], 0)["runs"][0]["id"].as_str().unwrap().to_owned();
    let undone = home.run(&person, &["run", "rollback", &run, "--best-effort"]);
    // What was sent stays sent, and git's note of it.
    let mut after = contents(&work);
    for sent in [".git/refs/remotes/origin/discount", ".git/logs/refs/remotes/origin/discount"] {
        assert!(after.remove(Path::new(sent)).is_some(), "{sent}");
    }
    let others = |path: &&PathBuf| before.get(*path) != after.get(*path);
    let differs: Vec<&PathBuf> = before.keys().chain(after.keys()).filter(others).collect();
    assert!(differs.is_empty(), "bit for bit as before: {differs:?}\n{undone:?}");
}
