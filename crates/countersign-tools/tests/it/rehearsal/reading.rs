//! Tests reading commands in a workspace with secrets: nobody is asked, and no secret is revealed.

use std::fs;

use serde_json::{Value, json};

use super::{Desk, has_means, outside_tmp};

const SECRET: &str = "hunter2";

/// A workspace with a secret at the top, one in a folder, one behind a link, and similar names that are not secret.
fn desk() -> Desk {
    let desk = Desk::in_dir(outside_tmp(), "");
    desk.put(".env", &format!("KEY={SECRET}\n"));
    desk.put("live/server.pem", &format!("KEY {SECRET}\n"));
    desk.put("README.md", "the KEY is not here\n");
    desk.put("src/main.rs", "const KEY: &str = \"\";\n");
    std::os::unix::fs::symlink(".env", desk.work().join("notes.txt")).unwrap();
    desk
}

pub(super) fn has(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

#[track_caller]
fn answered(desk: &Desk, command: &str) -> Value {
    let answer = desk.run(command);
    assert_eq!(answer["status"], "done", "{command}: {answer}");
    assert_eq!(answer["why"]["row"], "class", "{command}: it is a read like any other: {answer}");
    answer["result"].clone()
}

#[test]
fn a5_a_reading_command_that_meets_a_secret_is_answered_without_it_and_nobody_is_asked() {
    if !has_means() {
        return;
    }
    let desk = desk();
    let commands = [
        ("grep", "grep -r KEY ."),
        ("find", "find . -type f -exec cat {} +"),
        ("awk", "awk 'BEGIN { f = \".\" \"env\"; while ((getline line < f) > 0) print line }'"),
        ("python3", "python3 -c \"print(open(chr(46)+'env').read())\""),
        ("node", "node -e \"console.log(require('fs').readFileSync('.'+'env','utf8'))\""),
        ("ruby", "ruby -e \"puts File.read('.'+'env')\""),
        ("cat", "cat $(ls -a)"),
        ("xargs", "ls -a | xargs cat"),
        ("cat", "for f in $(ls -a); do cat $f; done"),
    ];
    for (program, command) in commands.into_iter().filter(|(program, _)| has(program)) {
        let result = answered(&desk, command);
        assert!(!result.to_string().contains(SECRET), "{command}: {result}");
        let withheld = result["withheld"].to_string();
        assert!(withheld.contains("/.env"), "{program}: {result}");
        assert!(result["note"].as_str().is_some_and(|note| note.contains("ask for one by name")), "{result}");
    }
    assert_eq!(desk.kept(), Vec::<String>::new(), "nothing is left of it");
}

#[test]
fn a5_what_else_a_walk_finds_is_told_and_a_secret_by_name_is_asked_about() {
    if !has_means() {
        return;
    }
    let desk = desk();
    let result = answered(&desk, "grep -r KEY . | sort");
    let told = result["stdout"].as_str().unwrap();
    assert_eq!(told, "./README.md:the KEY is not here\n./src/main.rs:const KEY: &str = \"\";\n");
    let withheld = result["withheld"].to_string();
    assert!(withheld.contains("/.env") && withheld.contains("/live/server.pem"), "{result}");
    let src = answered(&desk, "grep -rn KEY src");
    assert_eq!((&src["stdout"], src.get("note")), (&json!("src/main.rs:1:const KEY: &str = \"\";\n"), None));
    let asked = desk.run("cat .env");
    assert_eq!((&asked["status"], &asked["why"]["row"]), (&json!("queued"), &json!("protected")), "{asked}");
}

#[test]
fn a5_a_secret_in_a_folder_beside_the_workspace_is_withheld_where_a_walk_goes_there() {
    if !has_means() {
        return;
    }
    let desk = desk();
    desk.put("../far/a/b/c/d/.env", &format!("KEY={SECRET}\n"));
    desk.put("../far/a/notes", "no KEY\n");
    let result = answered(&desk, &format!("grep -r KEY {}", desk.work().join("../far").display()));
    assert!(!result.to_string().contains(SECRET), "{result}");
    assert!(result["stdout"].as_str().unwrap().contains("notes:no KEY"), "{result}");
}

#[test]
fn a1_everyday_reads_are_answered_at_once_and_nothing_is_withheld() {
    if !has_means() {
        return;
    }
    let desk = desk();
    let listed = answered(&desk, "ls -la");
    assert!(listed["stdout"].as_str().unwrap().contains(".env"), "{listed}");
    let shown = answered(&desk, "cat README.md");
    assert_eq!(shown["stdout"], "the KEY is not here\n");
    let status = answered(&desk, "git status --short");
    assert!(status["exit_code"].is_number(), "{status}");
    for result in [listed, shown, status] {
        assert!(result.get("withheld").is_none() && result.get("note").is_none(), "{result}");
    }
}

#[test]
fn a13_a_read_sees_the_real_tmp_and_no_secret_there() {
    if !has_means() {
        return;
    }
    let desk = desk();
    let dir = tempfile::Builder::new().prefix("countersign-read-").tempdir_in("/tmp").unwrap();
    fs::write(dir.path().join("log"), "from outside\n").unwrap();
    fs::write(dir.path().join("id_rsa"), SECRET).unwrap();
    let path = dir.path().display();
    let outside = answered(&desk, &format!("awk '{{ print }}' {path}/log"));
    assert_eq!(outside["stdout"], "from outside\n");
    let both = answered(&desk, &format!("cat {path}/log $(ls -a) $(find {path} -type f)"));
    assert!(!both.to_string().contains(SECRET), "{both}");
    assert!(both["withheld"].to_string().contains("/.env"), "{both}");
}

#[test]
fn a5_a_secret_folder_in_tmp_stays_hidden_from_whoever_works_in_it() {
    if !has_means() {
        return;
    }
    let desk = desk();
    let dir = tempfile::Builder::new().prefix("countersign-read-").tempdir_in("/tmp").unwrap();
    let inner = dir.path().join(".ssh/old");
    fs::create_dir_all(&inner).unwrap();
    fs::write(inner.join("notes"), SECRET).unwrap();
    for command in [
        "cat *",
        "grep -r . .",
        "python3 -c \"import glob; [print(open(p).read()) for p in glob.glob('*')]\"",
    ] {
        let args = json!({"command": command, "cwd": inner});
        let answer = desk.done(&super::codex(), "call.propose", json!({"tool": "shell.run", "args": args}));
        assert!(!answer.to_string().contains(SECRET), "{command}: {answer}");
    }
}

#[test]
fn a1_a_walk_that_takes_too_long_is_ended_and_not_run_again_where_nothing_is_hidden() {
    if !has_means() {
        return;
    }
    let desk = desk();
    let args = json!({"command": "awk 'BEGIN { print \"begun\"; while (1) n++ }'", "timeout_s": 1});
    let answer = desk.done(&super::codex(), "call.propose", json!({"tool": "shell.run", "args": args}));
    assert_eq!(
        (&answer["status"], &answer["result"]["timed_out"]),
        (&json!("done"), &json!(true)),
        "{answer}"
    );
    assert_eq!(desk.kept(), Vec::<String>::new());
}

#[test]
fn a13_where_there_is_no_world_every_read_is_asked_about_but_for_a_few_literal_words() {
    let desk = Desk::in_dir(outside_tmp(), "[rehearsal]\nenabled = false");
    desk.put("a.txt", "KEY\n");
    let before = super::contents(&desk.work());
    let others =
        ["grep -r KEY .", "cat $X", "echo $(ls)", "X=1 ls", "ls > p", "python3 -c 'print(1)'", "cat 'a'*"];
    for line in others {
        let answer = desk.run(line);
        let refused =
            ["queued", "waiting", "invalid", "refused"].iter().any(|status| answer["status"] == **status);
        assert!(refused, "{line}: {answer}");
        assert_eq!(super::contents(&desk.work()), before, "{line}");
    }
    for line in ["cat a.txt", "ls -la", "pwd"] {
        assert_eq!(answered(&desk, line)["exit_code"], 0, "{line}");
    }
}
