//! Tests that git's own bookkeeping outside does not make a rehearsal stale, and that anything staged does.

use std::time::{Duration, SystemTime};

use super::*;

/// Runs git outside of any world.
pub(super) fn git(at: &Path, args: &[&str]) -> String {
    let mut git = Command::new("git");
    git.args(args).current_dir(at).env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    let ran = git.output().unwrap();
    let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(ran.status.success(), "{args:?}: {}{}", said(&ran.stdout), said(&ran.stderr));
    said(&ran.stdout)
}

pub(super) fn repository() -> Desk {
    let desk = Desk::new();
    let work = desk.work();
    git(&work, &["init", "-q", "-b", "main"]);
    git(&work, &["config", "user.name", "Ana"]);
    git(&work, &["config", "user.email", "ana@example.com"]);
    desk.put("a.txt", "one\n");
    desk.put("b.txt", "two\n");
    git(&work, &["add", "."]);
    git(&work, &["commit", "-q", "-m", "first"]);
    desk
}

/// Makes git rewrite its index, as any `git status` may.
fn refresh(desk: &Desk, file: &str) {
    let index = || fs::read(desk.work().join(".git/index")).unwrap();
    let before = index();
    let old = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000);
    fs::File::options().write(true).open(desk.work().join(file)).unwrap().set_modified(old).unwrap();
    git(&desk.work(), &["status"]);
    assert_ne!(before, index(), "git rewrote it");
}

#[test]
fn d2_e1_a_commit_lands_although_git_status_rewrote_the_index_outside() {
    if !has_means() {
        return;
    }
    let desk = repository();
    desk.put("x", "new\n");
    let before = git(&desk.work(), &["rev-parse", "HEAD"]);
    let item = desk.held("git add x && git commit -q -m second");
    refresh(&desk, "b.txt");
    let told = desk.confirm(&item);
    assert_eq!(told["status"], "applied", "{told}");
    git(&desk.work(), &["fsck", "--strict"]);
    assert_eq!(git(&desk.work(), &["status", "--porcelain"]), "");
    assert_eq!(git(&desk.work(), &["log", "--format=%s"]), "second\nfirst\n");

    // The same again before the undo.
    refresh(&desk, "x");
    let undone = desk.done(&ana(), "receipt.undo", json!({"id": told["receipt"]["id"]}));
    assert_eq!(undone["status"], "undone", "{undone}");
    git(&desk.work(), &["fsck", "--strict"]);
    assert_eq!(git(&desk.work(), &["rev-parse", "HEAD"]), before);
    assert_eq!(git(&desk.work(), &["status", "--porcelain"]), "?? x\n");
    refresh(&desk, "a.txt");
    let redone = desk.done(&ana(), "receipt.undo", json!({"id": undone["receipt"]["id"]}));
    assert_eq!(redone["status"], "undone", "{redone}");
    assert_eq!(git(&desk.work(), &["status", "--porcelain"]), "");
    git(&desk.work(), &["fsck", "--strict"]);
}

#[test]
fn d2_what_is_staged_or_committed_outside_makes_a_commit_stale() {
    if !has_means() {
        return;
    }
    for outside in
        [&["rm", "-q", "--cached", "b.txt"][..], &["commit", "-q", "--allow-empty", "-m", "outside"]]
    {
        let desk = repository();
        desk.put("x", "new\n");
        let item = desk.held("git add x && git commit -q -m second");
        git(&desk.work(), outside);
        let before = tree(&desk.work());
        let told = desk.confirm(&item);
        assert_eq!(told["status"], "stale", "{outside:?}: {told}");
        assert!(told["message"].to_string().contains(".git/"), "{told}");
        assert_eq!(tree(&desk.work()), before);
    }
}

#[test]
fn d2_what_reads_the_index_is_rehearsed_again_when_something_was_staged() {
    if !has_means() {
        return;
    }
    let desk = repository();
    let item = desk.held("git ls-files > list.txt");
    refresh(&desk, "b.txt");
    git(&desk.work(), &["rm", "-q", "--cached", "b.txt"]);
    let told = desk.confirm(&item);
    assert_eq!((&told["status"], desk.holds("list.txt")), (&json!("stale"), None), "{told}");
    assert!(text(&told, "message").contains(".git/index"), "{told}");
}

#[test]
fn a5_what_a_branch_follows_is_no_setting_and_what_runs_programs_is() {
    if !has_means() {
        return;
    }
    let desk = repository();
    let settings = |item: &Value| item["facts"]["protected"].to_string().contains(".git/config");
    let item = desk.held("git branch -q --track topic main");
    assert!(item["preview"].to_string().contains("remote = ."), "{item}");
    assert!(!settings(&item) && item["class"] == "mutable", "{item}");
    assert_eq!(desk.confirm(&item)["status"], "applied");
    let item = desk.held("git branch -q -d topic");
    assert!(!settings(&item), "{item}");
    let item = desk.held("printf '[core]\\n\\tfsmonitor = ./evil\\n' >> .git/config");
    assert!(
        settings(&item) && desk.holds(".git/config").is_some_and(|text| !text.contains("evil")),
        "{item}"
    );
    let item = desk.held(
        "python3 -c \"open('.git/config', 'a').write('[branch \\\"x\\\"]\\n\\tremote = ext::evil\\n')\"",
    );
    assert!(settings(&item), "{item}");
}

#[test]
fn a2_what_git_notes_while_it_merges_is_not_counted_as_deleted() {
    if !has_means() {
        return;
    }
    let desk = repository();
    let work = desk.work();
    git(&work, &["checkout", "-q", "-b", "topic"]);
    desk.put("a.txt", "topic\n");
    git(&work, &["commit", "-q", "-a", "-m", "topic"]);
    git(&work, &["checkout", "-q", "main"]);
    desk.put("a.txt", "main\n");
    git(&work, &["commit", "-q", "-a", "-m", "main"]);
    let merge = Command::new("git").args(["merge", "-q", "topic"]).current_dir(&work).output().unwrap();
    assert!(!merge.status.success() && work.join(".git/AUTO_MERGE").exists());
    desk.put("a.txt", "both\n");
    let item = desk.held("git commit -q -a -m merged");
    let deletes = item["facts"]["deletes"].as_array().map_or(0, Vec::len);
    assert_eq!((deletes, &item["class"]), (0, &json!("mutable")), "{item}");
    assert!(item["preview"].to_string().contains("AUTO_MERGE"), "it is shown as ever: {item}");
    assert_eq!(desk.confirm(&item)["status"], "applied");
    git(&work, &["fsck", "--strict"]);
    assert_eq!(git(&work, &["status", "--porcelain"]), "");
}

#[test]
fn a2_e1_a_branch_a_tag_or_a_stash_that_git_removes_is_a_change_and_undo_restores_it() {
    if !has_means() {
        return;
    }
    let desk = repository();
    let work = desk.work();
    git(&work, &["branch", "topic/one"]);
    git(&work, &["tag", "v1"]);
    desk.put("a.txt", "later\n");
    git(&work, &["stash", "-q"]);
    for command in ["git branch -d topic/one", "git tag -d v1", "git stash drop", "git branch -m main trunk"]
    {
        let before = contents(&work);
        let item = desk.held(command);
        assert_eq!((&item["class"], &item["facts"]["deletes"]), (&json!("mutable"), &Value::Null), "{item}");
        assert_eq!(item["facts"]["protected"], Value::Null, "{item}");
        let told = desk.confirm(&item);
        assert_eq!(told["status"], "applied", "{told}");
        let undone = desk.done(&ana(), "receipt.undo", json!({"id": told["receipt"]["id"]}));
        assert_eq!((&undone["status"], contents(&work)), (&json!("undone"), before), "{command}");
    }
}

#[test]
fn a2_history_that_goes_without_its_branch_is_deleted() {
    if !has_means() {
        return;
    }
    let desk = repository();
    git(&desk.work(), &["branch", "topic"]);
    for command in [
        "git branch -D topic",
        "git reflog expire --expire=now --all",
        "rm .git/logs/refs/heads/topic",
        "python3 -c \"import os; os.remove('.git/logs/HEAD')\"",
        "python3 -c \"import os; os.remove('.git/refs/heads/main')\"",
        "python3 -c \"import subprocess; subprocess.run(['git', 'reflog', 'expire', '--expire=now', '--all'])\"",
        "rm -r .git/refs/heads",
        "rm -r .git/refs",
        "rm -rf .git",
    ] {
        let item = desk.held(command);
        assert_eq!(item["class"], "destructive", "{command}: {item}");
        assert_eq!(item["why"]["row"], "protected", "{command}: {item}");
    }
}

#[test]
fn h7_a_bulk_yes_takes_a_commit_and_leaves_out_what_the_words_do_not_account_for() {
    if !has_means() {
        return;
    }
    for (command, status) in [
        ("git add x && git commit -q -m second", "applied"),
        ("git add x && git commit -q -m second && git update-index --assume-unchanged a.txt", "left_out"),
    ] {
        let desk = repository();
        desk.put("x", "new\n");
        let item = desk.held(command);
        desk.done(&ana(), "show", json!({"id": item["change_set"]}));
        let told = desk.done(&ana(), "set.confirm_all", json!({"id": item["change_set"]}));
        assert_eq!(told["results"][0]["status"], status, "{command}: {told}");
    }
}

#[test]
fn a13_what_a_command_printed_in_its_rehearsal_is_for_people_until_they_say_yes() {
    if !has_means() {
        return;
    }
    let desk = repository();
    let answer = desk.run("echo 2 > a.txt; echo said; echo wrong >&2; exit 3");
    let item = answer["item"].clone();
    assert!(item["preview"]["printed"].is_null() && !answer.to_string().contains("wrong\\n"), "{answer}");
    let shown = desk.done(&ana(), "show", json!({"id": item["id"]}));
    let printed = &shown["item"]["preview"]["printed"];
    assert_eq!(*printed, json!({"stdout": "said\n", "stderr": "wrong\n", "exit_code": 3}), "{shown}");
    let told = desk.confirm(&item);
    assert_eq!(told["receipt"]["result"]["stdout"], "said\n", "{told}");
}
