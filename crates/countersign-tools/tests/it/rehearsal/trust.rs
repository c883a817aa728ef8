//! Tests trusted folders: which changes of real commands land at once, and that one undo takes all of them back.

use std::{fs, process::Command};

use countersign_core::Actor;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{Desk, ana, codex, contents, has_means};

/// Creates a repository with one commit, in a folder that is trusted with these limits.
fn trusted(limits: &str) -> Desk {
    let dir = TempDir::new().unwrap();
    let folder = dir.path().canonicalize().unwrap().join("w");
    let desk = Desk::in_dir(dir, &format!("[[trust]]\nfolder = {folder:?}\n{limits}"));
    desk.put("src/price.py", "def price(n):\n    return n\n");
    desk.put(".gitignore", "dist/\n");
    git(&desk, "init -q -b main");
    git(&desk, "add -A");
    git(&desk, "-c user.name=Ana -c user.email=ana@example.com commit -q -m first");
    git(&desk, "config user.name Ana");
    git(&desk, "config user.email ana@example.com");
    desk
}

fn git(desk: &Desk, args: &str) -> String {
    let run = Command::new("git").args(args.split(' ')).current_dir(desk.work()).output().unwrap();
    assert!(run.status.success(), "git {args}: {}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).unwrap()
}

/// Runs a command that must land at once.
#[track_caller]
fn lands(desk: &Desk, command: &str) -> Value {
    let answer = desk.run(command);
    assert_eq!((&answer["status"], &answer["why"]["row"]), (&json!("done"), &json!("trust")), "{answer}");
    assert_eq!(answer["receipt"]["undo_action"]["label"], "Undo", "{answer}");
    answer
}

/// Runs a command that must be asked about, for the reason of this row.
#[track_caller]
fn asks(desk: &Desk, command: &str, row: &str) {
    let answer = desk.run(command);
    assert_eq!(
        (&answer["status"], &answer["why"]["row"]),
        (&json!("queued"), &json!(row)),
        "{command}: {answer}"
    );
}

const SESSION: &[&str] = &[
    "sed -i 's/return n/return n * 2/' src/price.py",
    "cat > src/tax.py <<'END'\ndef tax(n):\n    return n * 0.19\nEND",
    "mkdir -p docs && echo '# Prices' > docs/prices.md",
    "printf 'two\\n' >> docs/prices.md",
    "git add -A",
    "git commit -q -m 'prices double'",
    "git checkout -q -b feature/tax",
    "mv docs/prices.md docs/price-list.md",
    "git add -A && git commit -q -m 'a better name'",
];

#[test]
fn a14_a_session_in_a_trusted_folder_lands_unasked_and_one_rollback_takes_it_back() {
    if !has_means() {
        return;
    }
    let desk = trusted("");
    let before = contents(&desk.work());
    for command in SESSION {
        lands(&desk, command);
    }
    assert_eq!(git(&desk, "log --format=%s"), "a better name\nprices double\nfirst\n");
    assert_eq!(desk.holds("docs/price-list.md").as_deref(), Some("# Prices\ntwo\n"));
    assert_eq!(desk.done(&ana(), "inbox.list", json!({}))["items"], json!([]), "nobody was asked");
    let since = desk.done(&ana(), "visit.since", json!({}));
    let landed = since["happened"].as_array().unwrap().iter().filter(|h| h["what"] == "landed");
    assert_eq!(landed.count(), SESSION.len(), "all of it is in the feed: {since}");

    let run = desk.done(&ana(), "run.list", json!({}))["runs"][0]["id"].clone();
    let undone = desk.done(&ana(), "run.rollback", json!({"id": run}));
    assert_eq!(undone["status"], "rolled_back", "{undone}");
    assert_eq!(contents(&desk.work()), before, "bit for bit as before");
}

#[test]
fn a14_one_undo_takes_back_one_command() {
    if !has_means() {
        return;
    }
    let desk = trusted("");
    let answer = lands(&desk, "echo '# x' >> src/price.py; exit 3");
    assert_eq!(answer["result"]["exit_code"], 3, "the agent is told how it ended: {answer}");
    let undone = desk.done(&ana(), "receipt.undo", json!({"id": answer["receipt"]["id"]}));
    assert_eq!(undone["status"], "undone");
    assert_eq!(git(&desk, "status --porcelain"), "");
}

#[test]
fn a14_what_trust_does_not_cover_is_asked_about() {
    if !has_means() {
        return;
    }
    let desk = trusted("files = 3\n");
    let nested = desk.work().join("vendor/lib");
    fs::create_dir_all(&nested).unwrap();
    assert!(Command::new("git").args(["init", "-q"]).current_dir(&nested).status().unwrap().success());
    desk.put(".env", "API_KEY=not-a-real-one\n");
    let before = contents(&desk.work());
    asks(&desk, "printf '#!/bin/sh\\n' > .git/hooks/pre-commit", "protected");
    asks(&desk, "git config core.hooksPath /tmp/x", "protected");
    asks(&desk, "echo KEY=1 >> .env", "protected");
    asks(&desk, "for n in 1 2 3 4; do echo $n > src/$n.txt; done", "class");
    asks(&desk, "echo x > vendor/lib/new.txt", "class");
    asks(&desk, "echo x > ../outside.txt", "class");
    asks(&desk, "python3 -c \"import urllib.request as u; u.urlopen('http://192.0.2.1/')\"", "protected");
    assert_eq!(contents(&desk.work()), before, "nothing happened");
}

#[test]
fn a14_a_link_out_of_a_trusted_folder_leads_to_nothing_trusted() {
    if !has_means() {
        return;
    }
    let desk = trusted("");
    let outside = desk.dir.path().join("outside");
    fs::create_dir(&outside).unwrap();
    std::os::unix::fs::symlink(&outside, desk.work().join("link")).unwrap();
    let answer = desk.run("echo x > link/escaped.txt");
    assert_eq!(answer["status"], "queued", "{answer}");
    assert!(!outside.join("escaped.txt").exists());
    let file = json!({"tool": "filesystem.write_file", "args": {"path": "link/escaped.txt", "content": "x"}});
    let answer = desk.done(&codex(), "call.propose", file);
    assert_eq!(answer["status"], "queued", "{answer}");
    assert!(!outside.join("escaped.txt").exists());
}

#[test]
fn a14_what_a_person_would_be_warned_of_is_asked_about_in_a_trusted_folder_too() {
    if !has_means() {
        return;
    }
    let desk = trusted("");
    let outside = desk.dir.path().join("outside.txt");
    fs::write(&outside, "real\n").unwrap();
    fs::hard_link(&outside, desk.work().join("src/also.txt")).unwrap();
    asks(&desk, "cp /bin/true src/tool && chmod u+s src/tool", "class");
    asks(&desk, "echo changed >> src/also.txt", "class");
    for (tool, args) in [
        ("filesystem.write_file", json!({"path": "src/also.txt", "content": "x"})),
        (
            "filesystem.edit_file",
            json!({"path": "src/also.txt", "edits": [{"old_text": "x", "new_text": "y"}]}),
        ),
    ] {
        let answer = desk.done(&codex(), "call.propose", json!({"tool": tool, "args": args}));
        assert_eq!(answer["status"], "queued", "{answer}");
    }
    assert_eq!(fs::read_to_string(&outside).unwrap(), "real\n");
}

#[test]
fn a14_the_file_tools_land_at_once_too_and_limits_by_branch_agent_and_time_hold() {
    if !has_means() {
        return;
    }
    let write =
        |path: &str| json!({"tool": "filesystem.write_file", "args": {"path": path, "content": "x\n"}});
    for (limits, lands) in [
        ("", true),
        ("branches = [\"main\"]", true),
        ("branches = [\"feature/*\"]", false),
        ("agents = [\"codex\"]", true),
        ("agents = [\"claude*\"]", false),
        ("until = \"2000-01-01\"", false),
        ("until = \"9000-01-01\"", true),
    ] {
        let desk = trusted(limits);
        let answer = desk.done(&codex(), "call.propose", write("src/new.py"));
        let row = &answer["why"]["row"];
        assert_eq!(row, if lands { "trust" } else { "class" }, "{limits}: {answer}");
        assert_eq!(desk.holds("src/new.py").is_some(), lands, "{limits}");
    }
    let desk = trusted("branches = [\"main\"]");
    asks(&desk, "git checkout -q -b other && echo x > src/other.py", "class");
}

#[test]
fn a14_a_rule_that_asks_is_stronger_than_trust() {
    if !has_means() {
        return;
    }
    let desk = trusted(
        "[[rule]]\nname = \"prices\"\ntools = [\"shell.*\"]\nwhen = 'facts.writes.exists(w, w.endsWith(\"price.py\"))'\nthen = \"ask\"\n",
    );
    asks(&desk, "echo '# x' >> src/price.py", "ask_rule");
    lands(&desk, "echo x > src/other.py");
}

#[test]
fn a14_what_git_could_give_back_is_deleted_at_once_and_undo_is_exact() {
    if !has_means() {
        return;
    }
    let desk = trusted("");
    git(&desk, "branch other");
    desk.put("src/more/a.py", "a\n");
    desk.put("src/more/b.py", "b\n");
    git(&desk, "add -A");
    git(&desk, "commit -q -m more");
    desk.put("staged.txt", "only in the index\n");
    git(&desk, "add staged.txt");
    let before = contents(&desk.work());
    lands(&desk, "git checkout -q other");
    assert!(!desk.work().join("src/more").exists(), "the branch does not have it");
    for command in [
        "git checkout -q main",
        "rm src/price.py",
        "git rm -q -r src/more",
        "rm staged.txt",
        ": > .gitignore",
    ] {
        lands(&desk, command);
    }
    let run = desk.done(&ana(), "run.list", json!({}))["runs"][0]["id"].clone();
    let undone = desk.done(&ana(), "run.rollback", json!({"id": run}));
    assert_eq!(undone["status"], "rolled_back", "{undone}");
    assert_eq!(contents(&desk.work()), before, "bit for bit as before");

    let desk = trusted("");
    let delete = json!({"tool": "filesystem.delete_file", "args": {"path": "src", "recursive": true}});
    let answer = desk.done(&codex(), "call.propose", delete);
    assert_eq!((&answer["status"], &answer["why"]["row"]), (&json!("done"), &json!("trust")), "{answer}");
    assert!(!desk.work().join("src").exists());
}

#[test]
fn a14_what_would_be_lost_but_for_the_trash_is_asked_about() {
    if !has_means() {
        return;
    }
    let desk = trusted("files = 5\n");
    desk.put("src/notes.txt", "untracked\n");
    desk.put("src/price.py", "changed by a person\n");
    desk.put("staged.txt", "one\n");
    git(&desk, "add staged.txt");
    let before = contents(&desk.work());
    asks(&desk, "rm src/notes.txt", "protected");
    asks(&desk, "rm src/price.py", "protected");
    asks(&desk, ": > src/price.py", "protected");
    asks(&desk, "rm -r src", "protected");
    asks(&desk, "git rm -q --cached staged.txt && rm staged.txt", "protected");
    asks(&desk, "git stash -q -u", "protected");
    asks(&desk, "rm -r .git/objects", "protected");
    asks(&desk, "rm -rf .git", "protected");
    asks(&desk, "rm .git/refs/heads/main", "protected");
    asks(&desk, "rm .gitignore && printf '#!/bin/sh\\n' > .git/hooks/pre-commit", "protected");
    let delete = json!({"tool": "filesystem.delete_file", "args": {"path": "src/notes.txt"}});
    assert_eq!(desk.done(&codex(), "call.propose", delete)["status"], "queued");
    assert_eq!(contents(&desk.work()), before, "nothing happened");
    // What was renamed is not what the run made.
    lands(&desk, "mv src/notes.txt src/scratch.txt");
    asks(&desk, "rm src/scratch.txt", "protected");
    for n in 0..6 {
        desk.put(&format!("many/{n}.txt"), "x\n");
    }
    git(&desk, "add many");
    git(&desk, "commit -q -m many many");
    asks(&desk, "rm -r many", "protected");
}

#[test]
fn a14_what_a_run_made_itself_it_may_delete_until_somebody_else_writes_it() {
    if !has_means() {
        return;
    }
    let desk = trusted("");
    lands(&desk, "mkdir scratch && echo 1 > scratch/a.txt && echo 2 > scratch/b.txt");
    lands(&desk, "echo more >> scratch/a.txt");
    let write = json!({"tool": "filesystem.write_file", "args": {"path": "scratch/c.txt", "content": "3\n"}});
    assert_eq!(desk.done(&codex(), "call.propose", write)["why"]["row"], "trust");
    lands(&desk, "rm scratch/a.txt scratch/c.txt");
    desk.put("scratch/b.txt", "a person's words\n");
    asks(&desk, "rm -r scratch", "protected");
    desk.put("scratch/b.txt", "2\n");
    lands(&desk, "rm -r scratch && true");
    lands(&desk, "echo new > kept.txt");
    let run = desk.done(&ana(), "run.list", json!({}))["runs"][0]["id"].clone();
    desk.done(&codex(), "run.end", json!({"id": run}));
    asks(&desk, "rm kept.txt", "protected");
}

#[test]
fn a14_rules_about_deletions_are_stronger_than_trust() {
    if !has_means() {
        return;
    }
    let desk = trusted(
        "[[rule]]\nname = \"deletions\"\ntools = [\"shell.*\"]\nwhen = 'facts.deletes.size() > 0'\nthen = \"ask\"\n",
    );
    asks(&desk, "rm src/price.py", "ask_rule");
    let desk = trusted("[[tool]]\nserver = \"shell\"\nname = \"shell.run\"\nclass = \"destructive\"\n");
    asks(&desk, "echo x > src/new.py", "class");
}

#[test]
fn a14_what_analysis_calls_destroying_lands_where_undo_restores_what_the_rehearsal_shows() {
    if !has_means() {
        return;
    }
    let desk = trusted("");
    lands(
        &desk,
        "git checkout -q -b other && echo x >> src/price.py && git commit -qam other && git checkout -q main",
    );
    lands(&desk, "echo 'not committed' >> src/price.py");
    let before = contents(&desk.work());
    let answer = lands(&desk, "git branch -D other");
    let undone = desk.done(&ana(), "receipt.undo", json!({"id": answer["receipt"]["id"]}));
    assert_eq!(undone["status"], "undone");
    assert_eq!(contents(&desk.work()), before);
    // This may be a person's work, and nobody but us has it.
    asks(&desk, "git reset -q --hard", "protected");
}

#[test]
fn a14_links_that_a_run_made_it_may_delete_and_others_not() {
    if !has_means() {
        return;
    }
    let desk = trusted("");
    std::os::unix::fs::symlink("src", desk.work().join("theirs")).unwrap();
    lands(&desk, "touch lib.so.1.2 && ln -s lib.so.1.2 lib.so.1 && ln -s lib.so.1 lib.so");
    asks(&desk, "rm theirs", "protected");
    // Somebody has set it to something else.
    fs::remove_file(desk.work().join("lib.so")).unwrap();
    std::os::unix::fs::symlink("src", desk.work().join("lib.so")).unwrap();
    asks(&desk, "rm lib.so", "protected");
    lands(&desk, "rm lib.so.1 lib.so.1.2");
}

#[test]
fn a14_objects_that_git_only_touches_are_no_changes() {
    if !has_means() {
        return;
    }
    let desk = trusted("files = 20\n");
    for n in 0..30 {
        desk.put(&format!("docs/{n}.md"), &format!("{n}\n"));
    }
    git(&desk, "add -A");
    git(&desk, "commit -q -m docs");
    // Git looks at all of them again, and renews the time of each object.
    for n in 0..30 {
        desk.put(&format!("docs/{n}.md"), &format!("{n}\n"));
    }
    let answer = lands(&desk, "echo more >> docs/0.md && git add -A && git commit -q -m more");
    assert!(answer["receipt"]["effects"].as_array().unwrap().len() < 30, "{answer}");
}

#[test]
fn a14_d4_ten_runs_at_once_in_one_folder_lose_nothing_and_all_is_taken_back() {
    if !has_means() {
        return;
    }
    let desk = trusted("");
    desk.put("log.txt", "");
    git(&desk, "add -A");
    git(&desk, "commit -q -m log");
    let before = contents(&desk.work());
    let run = |n: usize| {
        let agent = Actor::agent(&format!("agent{n}"));
        let args = json!({"command": format!("echo {n} > n{n}.txt && echo {n} >> log.txt")});
        desk.done(&agent, "call.propose", json!({"tool": "shell.run", "args": args}))
    };
    let answers: Vec<Value> = std::thread::scope(|scope| {
        let all: Vec<_> = (0..10).map(|n| scope.spawn(move || run(n))).collect();
        all.into_iter().map(|one| one.join().unwrap()).collect()
    });
    // Whoever was overtaken is asked about, and lands when it was looked at again.
    for answer in answers.iter().filter(|answer| answer["status"] != "done") {
        let id = &answer["item"]["id"];
        desk.done(&ana(), "item.refresh", json!({"id": id}));
        let item = desk.done(&ana(), "show", json!({"id": id}))["item"].clone();
        assert_eq!(desk.confirm(&item)["status"], "applied", "{answer}");
    }
    let mut lines: Vec<String> = desk.holds("log.txt").unwrap().lines().map(str::to_owned).collect();
    lines.sort();
    assert_eq!(lines, (0..10).map(|n| n.to_string()).collect::<Vec<_>>(), "{answers:?}");
    let receipts = desk.done(&ana(), "receipt.list", json!({}))["receipts"].clone();
    assert_eq!(receipts.as_array().unwrap().len(), 10, "{receipts}");
    // Each in its turn: what was written over it goes first.
    let mut left: Vec<Value> =
        receipts.as_array().unwrap().iter().map(|receipt| receipt["id"].clone()).collect();
    for _ in 0..10 {
        left.retain(|id| desk.done(&ana(), "receipt.undo", json!({"id": id}))["status"] != "undone");
    }
    assert_eq!(left, Vec::<Value>::new());
    assert_eq!(contents(&desk.work()), before, "bit for bit as before");
}
