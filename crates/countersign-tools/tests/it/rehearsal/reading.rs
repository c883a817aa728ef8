//! Commands that only read, in a workspace that holds secrets: nobody is asked, and no secret is told.

use std::fs;

use serde_json::{Value, json};

use super::{Desk, has_means, outside_tmp};

const SECRET: &str = "hunter2";

/// A workspace with a secret at the top, one in a folder, one behind a link, and matches that are none.
fn desk() -> Desk {
    let desk = Desk::in_dir(outside_tmp(), "");
    desk.put(".env", &format!("KEY={SECRET}\n"));
    desk.put("live/server.pem", &format!("KEY {SECRET}\n"));
    desk.put("README.md", "the KEY is not here\n");
    desk.put("src/main.rs", "const KEY: &str = \"\";\n");
    std::os::unix::fs::symlink(".env", desk.work().join("notes.txt")).unwrap();
    desk
}

fn has(program: &str) -> bool {
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

/// What is judged a read is run as one; what it then wants is asked about, and nothing of it is real. The first list are
/// things that analysis may or may not see through: whatever it says, nothing happens.
#[test]
fn a13_nothing_that_is_called_a_read_changes_anything_prints_a_secret_or_reaches_anybody() {
    if !has_means() {
        return;
    }
    let desk = desk();
    desk.put("a.txt", "as it is\n");
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let port = listener.local_addr().unwrap().port();
    let before = super::contents(&desk.work());
    let outside = tempfile::Builder::new().prefix("countersign-real-").tempfile_in("/tmp").unwrap();
    fs::write(outside.path(), "real").unwrap();
    let tmp = outside.path().display().to_string();
    let mut lines: Vec<String> = HOSTILE.iter().map(|line| (*line).to_owned()).collect();
    lines.extend([
        format!("POSIXLY_CORRECT=1 rm a.txt --help; cat {tmp}"),
        format!("cat {tmp}; (exec 3<>/dev/tcp/127.0.0.1/{port}; echo x >&3)"),
        format!("x='a[$(echo x > {tmp})]'; ((x)); cat README.md"),
        format!("python3 -c \"import socket; socket.create_connection(('127.0.0.1', {port}))\""),
        format!("awk 'BEGIN {{ s = \"/inet/tcp/0/127.0.0.1/{port}\"; print \"x\" |& s }}'"),
    ]);
    for line in &lines {
        let answer = desk.run(line);
        assert!(!answer["result"].to_string().contains(SECRET), "{line}: {answer}");
        assert_eq!(super::contents(&desk.work()), before, "{line}: {answer}");
        assert_eq!(fs::read_to_string(outside.path()).unwrap(), "real", "{line}: {answer}");
        assert!(listener.accept().is_err(), "{line}: {answer}");
    }
}

const HOSTILE: &[&str] = &[
    r#"echo "${x:-'$(cat .env)'}""#,
    r#"echo "${x:-'$(touch p)'}""#,
    "echo ${a[$(touch p)]+x}",
    "for x in 'a[$(touch p)]'; do ((x)); done",
    "x='a[$(touch p)]'; echo ${s:x}",
    "y='a[$(touch p)]'; x[y]=1",
    "y='a[$(touch p)]'; [[ y -eq 1 ]]",
    "y='a[$(touch p)]'; let y",
    "y='a[$(touch p)]'; declare -i z=y",
    "y='a[$(touch p)]'; echo ${!y}",
    "ls() { rm a.txt; }; ls",
    "f() { local PATH=.; ls; }; f",
    "BASH_CMDS[ls]=./evil; ls",
    "BASH_ALIASES[ls]='rm a.txt'; shopt -s expand_aliases; ls",
    "PS4='$(touch p)'; set -x; ls",
    "command_not_found_handle() { touch p; }; nosuchprogram",
    "bash -o noexec +o noexec -c 'touch p'",
    "unset PATH; ls",
    "perl -0pi -e 's/as/was/' a.txt",
    "perl -0777pi -e 's/as/was/' a.txt",
    "perl -l0pi -e 's/as/was/' a.txt",
    "perl -s -0pi -e 's/as/was/' a.txt",
    "ruby -pi -e '$_.upcase!' a.txt",
    "sed -n 'w p' a.txt",
    "sed -ni.bak p a.txt",
    "awk '{ print > \"p\" }' a.txt",
    "awk 'BEGIN { system(\"touch p\") }'",
    "find . -name a.txt -fprint p",
    "find . -name a.txt -delete",
    "sort a.txt -o a.txt",
    "sqlite3 :memory: '.output p' 'select 1'",
    "python3 -c \"import sqlite3; sqlite3.connect('p')\"",
    "python3 -c \"from pathlib import Path; Path('a.txt').replace('b.txt')\"",
    "git cat-file -p HEAD:.env",
    "git -c alias.x='!touch p' x",
    "git diff --output=p",
    "tar cf p .",
    "tree -o p",
    "xxd a.txt p",
    "uniq a.txt p",
    "openssl rand -writerand p 1",
    "curl file:///%2e%2e/etc/hosts --etag-save p",
    "trap 'touch p' EXIT; ls",
    "exec 3> p; ls",
    ": > p",
    "cat <(touch p)",
    "read x < <(touch p)",
    "eval 'tou''ch p'",
    "$(printf 't%s' 'ouch p')",
    "IFS=_; x=touch_p; $x",
    "getopts x: o; OPTARG=1; touch p",
    "printf -v 'a[$(touch p)]' x",
    "mapfile -C 'touch p;' -c 1 < a.txt",
    "coproc touch p",
    "env -S 'touch p'",
    "timeout 5 touch p",
    "nice touch p",
    "xargs -a a.txt touch",
    "ls | tee p",
    "dd if=a.txt of=p status=none",
    "cat .e*",
    "cat .[e]nv",
    "cat $(echo .env)",
    "cat \"$(printf '.%s' env)\"",
    "head -c 100 notes.txt",
    "cp .env q; cat q",
    "ln .env q; cat q",
    "mv .env q; cat q",
    "tail -n +1 live/*",
    "while read l; do echo $l; done < .en?",
    "diff .env /dev/null",
    "base64 .env | base64 -d",
    "grep '' -r . --include='.e*'",
    "python3 -c \"import os; os.rename('.env', 'q'); print(open('q').read())\"",
    "node -e \"require('fs').writeFileSync('p', '')\"",
    "perl -e 'open F, q(>p)'",
    "perl -ne 'print; unlink q(a.txt)' a.txt",
    "cat /proc/self/environ",
    "kill -9 -1",
];

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
    // That one is hostile only where the name is a link to a secret, which is looked at.
    let hostile = HOSTILE.iter().filter(|line| !line.starts_with("head "));
    for line in hostile.chain(&others) {
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
