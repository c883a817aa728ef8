//! Tests that git's own files are told in words, and that nothing hides behind them.

use super::*;

/// Runs git outside of any world.
fn git(at: &Path, args: &[&str]) -> String {
    let mut git = Command::new("git");
    git.args(args).current_dir(at).env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    let ran = git.output().unwrap();
    assert!(ran.status.success(), "{args:?}: {}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8_lossy(&ran.stdout).trim().to_owned()
}

fn repository() -> Desk {
    let desk = Desk::new();
    git(&desk.work, &["init", "-q", "-b", "main"]);
    git(&desk.work, &["config", "user.name", "Ana"]);
    git(&desk.work, &["config", "user.email", "ana@example.com"]);
    git(&desk.work, &["config", "gc.auto", "0"]);
    desk.put("a.txt", "one\ntwo\n");
    desk.put("dir/b.txt", "b\n");
    git(&desk.work, &["add", "."]);
    git(&desk.work, &["commit", "-q", "-m", "first"]);
    desk
}

/// What is told of git, in lines.
fn lines(shown: &Shown) -> Vec<String> {
    let of_git = shown.preview.changes.iter().filter(|change| change.label.starts_with("git"));
    of_git.map(|change| change.after.as_str().unwrap().to_owned()).collect()
}

fn missing(shown: &Shown) -> Vec<String> {
    shown.preview.not_shown.iter().map(|said| said.to_string()).collect()
}

/// Rehearses a script in a new repository.
fn told(script: &str) -> (Desk, Shown) {
    let desk = repository();
    let shown = desk.show(&desk.rehearse(script));
    (desk, shown)
}

#[test]
fn h1_a_commit_reads_as_one_and_shows_what_it_holds() {
    let desk = repository();
    desk.put("a.txt", "one\n2\n");
    let shown = desk.show(&desk.rehearse("git add a.txt; git commit -q -m 'Fix two\n\nIt was wrong.'"));
    assert_eq!(shown.summary, "1 commit on main: Fix two");
    assert_eq!(lines(&shown), ["1 commit on main: Fix two"]);
    assert_eq!(shown.preview.changes.len(), 1, "{:?}", shown.preview.changes);
    assert!(shown.preview.is_whole(), "{:?}", shown.preview.not_shown);
    let diff = shown.preview.diff.clone().unwrap();
    assert!(
        diff.starts_with("commit ")
            && diff.contains(" by Ana <ana@example.com>\n    Fix two\n    \n    It was wrong.\n"),
        "{diff}"
    );
    assert!(diff.contains("+++ a.txt (in commit "), "{diff}");
    assert!(diff.contains("@@ -1,2 +1,2 @@\n one\n-two\n+2\n"), "{diff}");
    assert!(shown.facts.writes.iter().any(|path| path.ends_with(".git/index")), "it is judged as before");
    assert!(shown.preconditions.iter().any(|one| one.what.ends_with(".git/refs/heads/main")));
}

#[test]
fn h1_what_a_changed_file_shows_is_not_shown_twice() {
    let (_desk, shown) = told("echo 3 > a.txt; git commit -q -a -m both");
    assert_eq!(shown.summary, "1 file changed; 1 commit on main: both");
    let diff = shown.preview.diff.as_deref().unwrap();
    assert_eq!(diff.matches("+3\n").count(), 1, "{diff}");
    assert!(diff.contains("a.txt (in commit ") && diff.contains(": as shown above\n"), "{diff}");
    assert!(shown.preview.is_whole());
}

#[test]
fn h1_names_that_come_go_and_move_are_told() {
    let cases = [
        ("git branch x", vec![r#"branch x created at ID "first""#]),
        ("git checkout -q -b x", vec!["HEAD moves from main to x", r#"branch x created at ID "first""#]),
        ("git tag v1", vec![r#"tag v1 created at ID "first""#]),
        ("git tag -a v2 -m 'Two of them'", vec![r#"tag v2 created at ID "first""#]),
        ("git checkout -q --detach", vec![r#"HEAD moves from main to ID "first""#]),
        (
            "git branch -m other",
            vec![
                "HEAD moves from main to other",
                r#"branch main deleted; it was at ID "first""#,
                r#"branch other created at ID "first""#,
            ],
        ),
        (
            "git commit -q --allow-empty -m 2; git commit -q --allow-empty -m 3",
            vec!["2 commits on main: 3, 2"],
        ),
        (
            "git commit -q --amend -m new",
            vec![
                r#"main moves from ID "first" to ID "new"; 1 commit joins it: new; 1 commit leaves it: first"#,
            ],
        ),
    ];
    for (script, expected) in cases {
        let (desk, shown) = told(script);
        let mut said = lines(&shown);
        let is_id = |word: &str| word.len() == 7 && word.bytes().all(|b| b.is_ascii_hexdigit());
        for line in &mut said {
            *line = line
                .split(' ')
                .map(|word| if is_id(word) { "ID" } else { word })
                .collect::<Vec<_>>()
                .join(" ");
        }
        assert_eq!(said, expected, "{script}");
        assert!(shown.preview.is_whole(), "{script}: {:?}", shown.preview.not_shown);
        drop(desk);
    }
}

#[test]
fn h1_a_reset_says_which_commits_leave_and_a_merge_which_join() {
    let desk = repository();
    git(&desk.work, &["checkout", "-q", "-b", "topic"]);
    desk.put("t.txt", "topic\n");
    git(&desk.work, &["add", "."]);
    git(&desk.work, &["commit", "-q", "-m", "on topic"]);
    let shown = desk.show(&desk.rehearse("git reset -q --soft HEAD~1"));
    assert!(lines(&shown)[0].ends_with("1 commit leaves it: on topic"), "{:?}", lines(&shown));
    let shown = desk.show(&desk.rehearse("git branch -q -f main topic"));
    assert!(lines(&shown)[0].ends_with("1 commit joins it: on topic"), "{:?}", lines(&shown));
    let diff = shown.preview.diff.clone().unwrap();
    assert!(diff.contains("+++ t.txt (in refs/heads/main)\n") && diff.contains("+topic\n"), "{diff}");
    let shown = desk.show(&desk.rehearse("git checkout -q main; git merge -q --no-ff -m merged topic"));
    let said = lines(&shown);
    assert!(said.iter().any(|line| line.contains("2 commits join it: merged, on topic")), "{said:?}");
    assert!(shown.preview.is_whole(), "{:?}", shown.preview.not_shown);
}

#[test]
fn h1_what_is_staged_is_named_with_its_content() {
    let desk = repository();
    desk.put("new.txt", "n\n");
    desk.put("a.txt", "one\n");
    let effects = desk.rehearse("git add -A");
    let shown = desk.show(&effects);
    assert_eq!(lines(&shown), ["2 files staged: a.txt, new.txt"]);
    assert!(shown.preview.is_whole(), "{:?}", shown.preview.not_shown);
    let diff = shown.preview.diff.as_deref().unwrap();
    assert!(diff.contains("+++ new.txt (staged)\n@@ -0,0 +1 @@\n+n\n") && diff.contains("-two\n"), "{diff}");
    let landed = desk.land(&effects, &[]).unwrap();
    let said: Vec<_> = landed.effects.iter().filter_map(|change| change.after.as_str()).collect();
    assert_eq!(said, ["2 files staged: a.txt, new.txt"], "{:?}", landed.effects);
    let shown = desk.show(&desk.rehearse("git reset -q -- a.txt"));
    assert_eq!(lines(&shown), ["1 file no longer staged: a.txt"]);
}

#[test]
fn h1_a_stash_is_told_when_it_is_made_and_when_it_goes() {
    let desk = repository();
    desk.put("a.txt", "stashed\n");
    let effects = desk.rehearse("git stash push -q -m 'for later'");
    let shown = desk.show(&effects);
    assert_eq!(lines(&shown), ["stash@{0} created: On main: for later"]);
    assert!(shown.preview.is_whole(), "{:?}", shown.preview.not_shown);
    assert!(shown.preview.diff.clone().unwrap().contains("stashed\n"));
    desk.land(&effects, &[]).unwrap();
    let shown = desk.show(&desk.rehearse("git stash pop -q"));
    assert_eq!(lines(&shown), ["stash dropped: On main: for later"]);
}

#[test]
fn h7_what_the_words_do_not_account_for_stays_in_the_list() {
    let cases = [
        // An object that nothing reaches.
        ("echo hidden | git hash-object -w --stdin; git commit -q --allow-empty -m x", "objects/"),
        // Another object under its name.
        (
            "echo x > a.txt; git commit -q -a -m x; f=$(find .git/objects -type f -newer .git/COMMIT_EDITMSG | head -1); \
          o=$(echo y | git hash-object -w --stdin); p=.git/objects/$(echo $o | cut -c1-2)/$(echo $o | cut -c3-); \
          q=$(git rev-parse HEAD:a.txt); q=.git/objects/$(echo $q | cut -c1-2)/$(echo $q | cut -c3-); \
          chmod u+w $q; cp $p $q",
            "objects/",
        ),
        // Git shows another commit than the one that is there.
        ("e=$(git commit-tree -m evil HEAD^{tree}); git replace HEAD $e", "refs/replace/"),
        ("git commit -q --allow-empty -m x; git rev-parse HEAD > .git/info/grafts", "info/grafts"),
        // Marks in the index make git look away.
        ("git update-index --assume-unchanged a.txt", "index"),
        ("git update-index --skip-worktree a.txt", "index"),
        ("git add -N a.txt; touch z; git add -N z", "index"),
        ("git commit -q --allow-empty -m x; echo '* -diff' > .git/info/attributes", "info/attributes"),
        (
            "git commit -q --allow-empty -m x; echo /elsewhere > .git/objects/info/alternates",
            "objects/info/alternates",
        ),
        ("git commit -q --allow-empty -m x; git gc -q", "objects/pack"),
        ("git commit -q --allow-empty -m x; echo 'echo hi' > .git/hooks/post-commit", "hooks/post-commit"),
        ("git notes add -m note", "refs/notes"),
        // A name that would be read as something else.
        ("git update-ref refs/heads/0123456789012345678901234567890123456789 HEAD", "refs/heads/0123"),
        ("git update-ref refs/heads/HEAD HEAD", "refs/heads/HEAD"),
        ("git rev-parse HEAD > .git/main", ".git/main"),
        ("git symbolic-ref refs/heads/y refs/heads/main", "refs/heads/y"),
        // History that is rewritten in the log.
        (
            "git commit -q --allow-empty -m x; tail -1 .git/logs/HEAD > l; cat l > .git/logs/HEAD; rm l",
            "logs/HEAD",
        ),
    ];
    for (script, path) in cases {
        let (_desk, shown) = told(script);
        let missing = missing(&shown);
        assert!(missing.iter().any(|said| said.contains(path)), "{script}: {missing:?}");
    }
}

#[test]
fn h7_the_tree_that_the_next_commit_takes_from_the_index_is_checked() {
    let desk = repository();
    // The cached tree of `dir` is exchanged for that of the whole folder: it exists, so git would take it.
    let script = "echo n > n; git add n; python3 - <<'E'\nimport hashlib,subprocess\n\
        out=lambda *a: subprocess.run(a,capture_output=True,text=True).stdout.strip()\n\
        b=open('.git/index','rb').read()\n\
        was,other=bytes.fromhex(out('git','rev-parse','HEAD:dir')),bytes.fromhex(out('git','rev-parse','HEAD^{tree}'))\n\
        assert was in b\nb=b[:-20].replace(was,other)\nopen('.git/index','wb').write(b+hashlib.sha1(b).digest())\nE";
    let shown = desk.show(&desk.rehearse(script));
    let missing = missing(&shown);
    assert!(lines(&shown).is_empty() && missing.iter().any(|said| said.contains("index")), "{missing:?}");
}

#[test]
fn h7_an_index_that_passes_a_changed_file_for_an_unchanged_one_is_not_explained() {
    let desk = repository();
    desk.put("a.txt", "one\nTWO\n");
    // Size and time of the changed file, with the id of the committed one. By itself that is no change that lands.
    let script = "echo n > n; git add n; python3 - <<'E'\nimport hashlib,os,struct\nb=bytearray(open('.git/index','rb').read()[:-20])\n\
        s=os.lstat('a.txt')\nb[12:12+40]=struct.pack('>10I',int(s.st_ctime),s.st_ctime_ns%10**9,int(s.st_mtime),s.st_mtime_ns%10**9,\
        s.st_dev&0xffffffff,s.st_ino&0xffffffff,0o100644,s.st_uid,s.st_gid,s.st_size)\n\
        b=bytes(b)\nopen('.git/index','wb').write(b+hashlib.sha1(b).digest())\nE";
    let shown = desk.show(&desk.rehearse(script));
    assert!(missing(&shown).iter().any(|said| said.contains("index")), "{:?}", shown.preview);
}

#[test]
fn h7_an_index_that_passes_other_content_for_an_unchanged_file_is_not_explained() {
    let desk = repository();
    git(&desk.work, &["update-index", "--refresh"]);
    // Of the same size, with what git knew of the file before: `git status` would not look at the file.
    let script = "blob=$(printf 'one\\nTWO\\n' | git hash-object -w --stdin); python3 - $blob <<'E'\nimport hashlib,sys\n\
        b=open('.git/index','rb').read()\nb=bytearray(b[:b.index(b'TREE')])\nb[52:72]=bytes.fromhex(sys.argv[1])\n\
        b=bytes(b)\nopen('.git/index','wb').write(b+hashlib.sha1(b).digest())\nE";
    let shown = desk.show(&desk.rehearse(script));
    assert!(missing(&shown).iter().any(|said| said.contains("index")), "{:?}", shown.preview);
}

#[test]
fn h7_what_a_commit_holds_and_no_text_shows_is_named() {
    let (_desk, shown) = told(
        "printf '\\000\\001' > bin; git add bin; \
         git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),sub; \
         ln -s /etc/passwd link; git add link; chmod +x a.txt; git add a.txt; git commit -q -m odd",
    );
    let missing = missing(&shown);
    assert!(missing.iter().any(|said| said.contains("submodule sub")), "{missing:?}");
    assert!(missing.iter().any(|said| said.contains("bin (in commit ")), "{missing:?}");
    let diff = shown.preview.diff.clone().unwrap();
    assert!(diff.contains("mode 120000\n@@ -0,0 +1 @@\n+link to /etc/passwd\n"), "{diff}");
    assert!(diff.contains("mode 100644 → 100755\n"), "{diff}");
}

#[test]
fn h1_a_binary_file_that_stands_in_the_work_tree_is_known() {
    let desk = repository();
    desk.put("logo.png", [0, 1, 2]);
    let shown = desk.show(&desk.rehearse("git add logo.png; git commit -q -m logo"));
    assert!(shown.preview.is_whole(), "{:?}", shown.preview.not_shown);
}

#[test]
fn h7_what_one_commit_adds_and_the_next_removes_is_shown() {
    let (_desk, shown) = told(
        "echo secret > s; git add s; git commit -q -m 'Add tests'; git rm -q s; git commit -q -m 'Fix tests'",
    );
    let diff = shown.preview.diff.clone().unwrap();
    assert!(diff.contains("+secret\n") && diff.contains("-secret\n"), "{diff}");
    assert_eq!(lines(&shown), ["2 commits on main: Fix tests, Add tests"]);
}

#[test]
fn h7_a_commit_that_no_branch_holds_is_told() {
    let (_desk, shown) = told(
        "echo secret > s; git add s; git commit -q -m hidden; git reset -q --hard HEAD~1; git commit -q --allow-empty -m seen",
    );
    let said = lines(&shown);
    assert!(said.iter().any(|line| line == "1 commit that no branch holds: hidden"), "{said:?}");
    assert!(shown.preview.diff.clone().unwrap().contains("+secret\n"));
}

#[test]
fn h2_a_subject_is_cut_and_its_escape_sequences_are_text() {
    let (_desk, shown) = told(
        "git commit -q --allow-empty -m \"$(printf 'x\\033]0;t\\007\\342\\200\\256')$(head -c 5000 /dev/zero | tr '\\0' y)\"",
    );
    let said = lines(&shown).concat();
    assert!(said.len() < 300 && !said.contains('\u{1b}') && !said.contains('\u{202e}'), "{said}");
    let diff = shown.preview.diff.clone().unwrap();
    assert!(!diff.contains('\u{1b}') && !diff.contains('\u{202e}') && diff.contains(&"y".repeat(5000)));
}

#[test]
fn h7_a_message_cannot_pass_for_a_difference() {
    let (_desk, shown) = told(
        "printf 'x\\n\\n--- /etc/passwd\\n+++ /etc/passwd\\n@@ -1 +1 @@\\n-a\\n+b\\n' > ../m 2>/dev/null || true; \
         git commit -q --allow-empty -F - <<'E'\nx\n\n--- /etc/passwd\n+++ /etc/passwd\n@@ -1 +1 @@\nE",
    );
    let diff = shown.preview.diff.clone().unwrap();
    assert!(diff.lines().all(|line| !line.starts_with("---") && !line.starts_with("@@")), "{diff}");
}

#[test]
fn h7_a_tree_that_holds_files_of_git_is_not_explained() {
    let (_desk, shown) = told(
        "b=$(echo evil | git hash-object -w --stdin); \
         t=$(printf \"100644 blob $b\\tconfig\\n\" | git mktree); \
         t=$(printf \"040000 tree $t\\t.GIT\\n\" | git mktree); \
         git update-ref refs/heads/main $(git commit-tree -p HEAD -m fine $t)",
    );
    assert!(lines(&shown).is_empty() && !shown.preview.is_whole(), "{:?}", shown.preview);
}

#[test]
fn h7_a_part_of_a_commit_is_not_told_as_one() {
    let desk = repository();
    desk.put("a.txt", "3\n");
    let effects = desk.rehearse("git commit -q -a -m x");
    let shown = desk.show_part(&effects, &[desk.chosen(".git/refs/heads/main", &[])]).unwrap();
    assert!(lines(&shown).is_empty() && !shown.preview.is_whole(), "{:?}", shown.preview);
}

#[test]
fn h1_packed_names_and_nested_repositories_are_told() {
    let desk = repository();
    git(&desk.work, &["branch", "old"]);
    git(&desk.work, &["pack-refs", "--all"]);
    let shown = desk.show(&desk.rehearse("git branch -q -D old"));
    assert!(lines(&shown)[0].starts_with("branch old deleted; it was at "), "{:?}", lines(&shown));
    assert!(shown.preview.is_whole(), "{:?}", shown.preview.not_shown);
    let shown = desk.show(&desk.rehearse("git commit -q --allow-empty -m x"));
    assert_eq!(lines(&shown), ["1 commit on main: x"]);
    fs::create_dir(desk.path("sub")).unwrap();
    git(&desk.path("sub"), &["init", "-q", "-b", "trunk"]);
    let shown = desk
        .show(&desk.rehearse("cd sub; git -c user.name=x -c user.email=y commit -q --allow-empty -m inner"));
    let change = shown.preview.changes.iter().find(|change| change.label.starts_with("git")).unwrap();
    assert_eq!((&*change.label, change.after.as_str()), ("git in sub", Some("1 commit on trunk: inner")));
}

#[test]
fn h1_h7_a_tree_that_tools_make_is_one_line_and_says_that_it_is_not_shown() {
    let desk = Desk::new();
    desk.put("a.txt", "1\n");
    let make = "mkdir -p build/deep; for n in $(seq 30); do echo $n > build/deep/$n; done; echo 2 > a.txt";
    let shown = desk.show(&desk.rehearse(make));
    assert_eq!(shown.summary, "1 file changed; build/: 30 files created; 2 folders created, 81 bytes");
    assert_eq!(shown.preview.changes.len(), 2, "{:?}", shown.preview.changes);
    let folder = format!("{}/", desk.path("build").display());
    assert!(shown.preview.changes.iter().any(|change| *change.label == *folder));
    assert_eq!(missing(&shown), ["30 files in build/"]);
    assert!(shown.facts.writes.len() > 30, "it is judged as before");
    // A folder of another name is people's.
    let shown = desk.show(&desk.rehearse("mkdir src; for n in $(seq 30); do echo $n > src/$n; done"));
    assert_eq!(shown.preview.changes.len(), 31);
    // One that git ignores is not, but nothing that it tracks is folded.
    let desk = repository();
    desk.put(".gitignore", "made/\n");
    let shown = desk.show(&desk.rehearse("mkdir made; for n in $(seq 30); do echo $n > made/$n; done"));
    assert_eq!(shown.preview.changes.len(), 1, "{:?}", shown.preview.changes);
}
