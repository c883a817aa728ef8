//! Tests local git that waits behind other changes of its run: what these move is no reason to be stale, and whatever
//! anybody else moves is.

use super::{
    git::{git, repository},
    *,
};

fn copy(from: &Path, to: &Path) {
    let ran = Command::new("cp").arg("-a").args([from, to]).status().unwrap();
    assert!(ran.success());
}

fn status(at: &Path) -> String {
    git(at, &["status", "--porcelain"])
}

#[track_caller]
fn is_stale(desk: &Desk, item: &Value, names: &str) {
    let before = tree(&desk.work());
    let told = desk.confirm(item);
    assert_eq!(told["status"], "stale", "{told}");
    assert!(text(&told, "message").contains(names), "{told}");
    assert_eq!(tree(&desk.work()), before);
}

#[test]
fn d2_two_adds_that_wait_both_land_and_are_undone_one_after_the_other() {
    if !has_means() {
        return;
    }
    let desk = repository();
    desk.put("x", "x\n");
    desk.put("y", "y\n");
    let before = contents(&desk.work().join(".git/refs"));
    let items = [desk.held("git add x"), desk.held("git add -A")];
    let told: Vec<Value> = items.iter().map(|item| desk.confirm(item)).collect();
    for one in &told {
        assert_eq!(one["status"], "applied", "{one}");
    }
    assert_eq!(status(&desk.work()), "A  x\nA  y\n");
    git(&desk.work(), &["fsck", "--strict"]);
    for one in told.iter().rev() {
        let undone = desk.done(&ana(), "receipt.undo", json!({"id": one["receipt"]["id"]}));
        assert_eq!(undone["status"], "undone", "{undone}");
    }
    assert_eq!(status(&desk.work()), "?? x\n?? y\n");
    assert_eq!(contents(&desk.work().join(".git/refs")), before);
    assert!(desk.kept().is_empty());
}

#[test]
fn d2_edits_adds_and_commits_that_wait_all_land_as_if_they_had_run_one_after_the_other() {
    if !has_means() {
        return;
    }
    let desk = repository();
    for name in ["x", "y", "c"] {
        desk.put(name, name);
    }
    git(&desk.work(), &["add", "y"]);
    let direct = desk.dir.path().join("direct");
    copy(&desk.work(), &direct);
    let lines = [
        "echo more >> a.txt",
        "git add x a.txt",
        "git commit -q -m one",
        "sed -i s/two/2/ b.txt",
        "git add b.txt c && git commit -q -m two",
    ];
    let items: Vec<Value> = lines.iter().map(|line| desk.held(line)).collect();
    for (item, line) in items.iter().zip(lines) {
        let told = desk.confirm(item);
        assert_eq!(told["status"], "applied", "{line}: {told}");
    }
    for line in lines {
        let ran = Command::new("bash").args(["-c", line]).current_dir(&direct).status().unwrap();
        assert!(ran.success(), "{line}");
    }
    git(&desk.work(), &["fsck", "--strict"]);
    for args in
        [&["log", "--format=%s %T"][..], &["log", "--stat", "--format=%s"], &["status", "--porcelain"]]
    {
        assert_eq!(git(&desk.work(), args), git(&direct, args), "{args:?}");
    }
    let plain = |at: &Path| {
        let all = contents(at).into_iter();
        all.filter(|(path, _)| !path.starts_with(".git")).collect::<BTreeMap<_, _>>()
    };
    assert_eq!(plain(&desk.work()), plain(&direct));
}

#[test]
fn d2_a_file_that_a_tool_of_the_same_run_wrote_is_added_with_the_rest() {
    if !has_means() {
        return;
    }
    let desk = repository();
    desk.put("x", "x\n");
    let args = json!({"path": desk.work().join("a.txt"), "content": "other\n"});
    let written = desk.done(&codex(), "call.propose", json!({"tool": "filesystem.write_file", "args": args}));
    let written = desk.done(&ana(), "show", json!({"id": written["item"]["id"]}))["item"].clone();
    let add = desk.held("git add -A");
    for item in [&written, &add] {
        let told = desk.confirm(item);
        assert_eq!(told["status"], "applied", "{told}");
    }
    assert_eq!(status(&desk.work()), "M  a.txt\nA  x\n");
}

#[test]
fn d2_what_a_person_stages_between_two_landings_makes_the_next_one_stale() {
    if !has_means() {
        return;
    }
    let prepared = || {
        let desk = repository();
        for name in ["x", "y", "z"] {
            desk.put(name, name);
        }
        desk
    };
    // After the landing, and before it.
    let desk = prepared();
    let items = [desk.held("git add x"), desk.held("git add y")];
    assert_eq!(desk.confirm(&items[0])["status"], "applied");
    git(&desk.work(), &["add", "z"]);
    is_stale(&desk, &items[1], ".git/index");
    // The later one was rehearsed with what a person had staged, and lands with it.
    let desk = prepared();
    let early = desk.held("git add y && git commit -q -m both");
    git(&desk.work(), &["add", "z"]);
    let late = desk.held("git add x");
    assert_eq!(desk.confirm(&late)["status"], "applied");
    is_stale(&desk, &early, ".git/index");
    // A file that a person saved, too.
    let desk = prepared();
    let items = [desk.held("git add x"), desk.held("git add -A")];
    assert_eq!(desk.confirm(&items[0])["status"], "applied");
    desk.put("b.txt", "mine\n");
    is_stale(&desk, &items[1], ".git/index");
}

#[test]
fn d2_what_another_agent_staged_makes_it_stale() {
    if !has_means() {
        return;
    }
    let desk = repository();
    desk.put("x", "x\n");
    desk.put("y", "y\n");
    let mine = desk.held("git add y");
    let input = json!({"tool": "shell.run", "args": {"command": "git add x"}});
    let theirs = desk.done(&Actor::agent("other"), "call.propose", input);
    let theirs = desk.done(&ana(), "show", json!({"id": theirs["item"]["id"]}))["item"].clone();
    assert_eq!(desk.confirm(&theirs)["status"], "applied");
    is_stale(&desk, &mine, ".git/index");
    assert_eq!(status(&desk.work()), "A  x\n?? y\n");
}

#[test]
fn d2_a_script_that_was_changed_meanwhile_adds_nothing_although_the_run_itself_changed_it() {
    if !has_means() {
        return;
    }
    let desk = repository();
    desk.put("x", "x\n");
    desk.put("y", "y\n");
    desk.put("s.sh", "git add x\n");
    let edit = desk.held("echo 'git add y' >> s.sh");
    let script = desk.held("bash s.sh");
    let message = desk.held("git add x && git commit -q -m \"$(cat s.sh)\"");
    assert_eq!(desk.confirm(&edit)["status"], "applied");
    is_stale(&desk, &script, "s.sh");
    is_stale(&desk, &message, "s.sh");
    assert_eq!(status(&desk.work()), "?? s.sh\n?? x\n?? y\n");
}

#[test]
fn d2_what_decides_how_git_reads_files_is_no_plain_change_of_the_run() {
    if !has_means() {
        return;
    }
    let desk = repository();
    desk.put("x", "x\n");
    desk.put("y", "y\n");
    let add = desk.held("git add y");
    let attributes = desk.held("echo '* text' > .gitattributes && git add x");
    assert_eq!(desk.confirm(&attributes)["status"], "applied");
    is_stale(&desk, &add, ".git/index");
}

#[test]
fn d2_what_a_filter_records_only_when_it_runs_again_does_not_land() {
    if !has_means() {
        return;
    }
    // A filter of the repository runs whenever something is added.
    for (filter, is_told) in [("if [ -e go ]; then echo evil; else cat; fi", false), ("tr a-z A-Z", true)] {
        let desk = repository();
        git(&desk.work(), &["config", "filter.odd.clean", filter]);
        desk.put(".git/info/attributes", "c.txt filter=odd\n");
        desk.put("c.txt", "new\n");
        let go = desk.held("echo more > go");
        let commit = desk.held("git add c.txt && git commit -q -m second");
        assert_eq!(desk.confirm(&go)["status"], "applied");
        if !is_told {
            is_stale(&desk, &commit, "c.txt");
            continue;
        }
        let told = desk.confirm(&commit);
        assert_eq!(told["status"], "applied", "{told}");
        assert_eq!(git(&desk.work(), &["show", "HEAD:c.txt"]), "NEW\n");
    }
}
