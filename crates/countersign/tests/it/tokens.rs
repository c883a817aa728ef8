//! A person's token: kept where the next terminal finds it, never on a screen, replaced when it is lost.

use std::{
    fs,
    io::Write as _,
    os::unix::fs::{PermissionsExt as _, symlink},
    path::PathBuf,
    process::{Command, Stdio},
};

use serde_json::{Value, json};

use crate::{Home, ended, pty::Terminal};

fn kept(home: &Home) -> PathBuf {
    home.path().join("person.token")
}

#[test]
fn the_first_person_finds_their_token_in_every_terminal_and_sees_it_in_none() {
    let home = Home::new();
    let (code, text) = Terminal::new(home.command("", &["token", "person", "ana"]), "xterm").end();
    assert!(code == 0 && text.contains("person.token"), "{text}");
    let token = fs::read_to_string(kept(&home)).unwrap();
    assert!(token.starts_with("cs_person_") && !text.contains("cs_person_"), "{text}");
    assert_eq!(fs::metadata(kept(&home)).unwrap().permissions().mode() & 0o777, 0o600);
    // Another terminal, without the variable.
    assert_eq!(home.json("", &["token", "list"], 0)["tokens"][0]["name"], "ana");
    // Somebody else's is in a file, too.
    let (code, text) = Terminal::new(home.command("", &["token", "person", "ben"]), "xterm").end();
    assert!(code == 0 && !text.contains("cs_person_") && text.contains("for-ben.token"), "{text}");
    let ben = fs::read_to_string(home.path().join("for-ben.token")).unwrap();
    assert_eq!(fs::metadata(home.path().join("for-ben.token")).unwrap().permissions().mode() & 0o777, 0o600);
    home.run(ben.trim(), &["inbox"]).expect(0);
    assert_eq!(fs::read_to_string(kept(&home)).unwrap(), token, "ana stays ana");
    // What is named goes first.
    let agent = home.json("", &["token", "agent", "codex"], 0)["token"].as_str().unwrap().to_owned();
    home.run(&agent, &["token", "list"]).expect(3);
}

#[test]
fn a_program_that_asks_for_a_token_gets_it() {
    let home = Home::new();
    let said = home.run("", &["token", "person", "ana"]).expect(0);
    assert_eq!(said.out, fs::read_to_string(kept(&home)).unwrap());
    let other = Home::new();
    other.json("", &["token", "person", "ana"], 0);
    assert!(!kept(&other).exists(), "a script keeps its own");
    other.run("", &["inbox"]).expect(3);
}

#[test]
fn a_lost_token_is_replaced_on_the_machine_sessions_end_and_it_is_logged() {
    let home = Home::new();
    let (old, agent) = home.with_people();
    let link = home.json(&old, &["open", "--print"], 0);
    assert!(link["url"].is_string());
    home.run("", &["inbox"]).expect(3);
    let (code, text) = Terminal::new(home.command("", &["token", "reset"]), "xterm").end();
    assert!(code == 0 && !text.contains("cs_person_"), "{text}");
    home.run(&old, &["inbox"]).expect(3);
    let listed = home.json("", &["token", "list"], 0);
    let live = |t: &&Value| t["revoked_at"].is_null() && t["kind"] == "person";
    assert_eq!(listed["tokens"].as_array().unwrap().iter().filter(live).count(), 1, "{listed}");
    home.run(&agent, &["run", "list"]).expect(0);
    let log = home.run("", &["audit", "export"]).expect(0).out;
    let reset = log.lines().find(|line| line.contains("\"token.reset\"")).unwrap();
    assert!(
        reset.contains("system:countersign") && reset.contains("lost") && !reset.contains("cs_person_"),
        "{reset}"
    );
    home.run("", &["audit", "verify"]).expect(0);
    // Nothing that was a way in before is one now.
    let code = link["url"].as_str().unwrap().split("code=").nth(1).unwrap();
    let events = home.run("", &["audit", "export"]).expect(0).out;
    assert!(!events.contains(code), "a link's code is in no log");
    home.run("", &["token", "reset", "nobody"]).expect(5);
    // A daemon that a person started is not ended for it.
    home.down();
    home.run("", &["up", "--detach", "--listen", "127.0.0.1:0"]).expect(0);
    let said = home.run("", &["token", "reset"]).expect(4);
    assert!(said.err.contains("countersign down"), "{said:?}");
    home.down();
}

#[test]
fn whose_token_is_reset_must_be_clear() {
    let home = Home::new();
    home.run("", &["token", "reset"]).expect(5);
    let (ana, _) = home.with_people();
    let ben = home.json(&ana, &["token", "person", "ben"], 0)["token"].as_str().unwrap().to_owned();
    let said = home.run("", &["token", "reset"]).expect(4);
    assert!(said.err.contains("ana, ben"), "{said:?}");
    let told = home.json("", &["token", "reset", "ben"], 0);
    assert!(told["person"] == "ben" && told.get("token").is_none(), "{told}");
    home.run(&ben, &["inbox"]).expect(3);
    home.run(&ana, &["inbox"]).expect(0);
}

#[test]
fn c1_an_agent_cannot_reset_a_token() {
    let home = Home::new();
    let (ana, codex) = home.with_people();
    let mut command = home.command("", &["token", "reset"]);
    command.env("CODEX_THREAD_ID", "019a");
    let said = ended(command, "").expect(3);
    assert!(said.err.contains("codex"), "{said:?}");
    // A registered agent without any mark.
    let mut agent = Command::new("bash");
    let script =
        format!("read -r _; '{}' token reset 2>&1; echo \"reset $?\"", env!("CARGO_BIN_EXE_countersign"));
    agent.args(["-c", &script]).env_clear().env("PATH", "/usr/bin:/bin").env("COUNTERSIGN_HOME", home.path());
    let mut agent = agent.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let stat = fs::read_to_string(format!("/proc/{}/stat", agent.id())).unwrap();
    let started: u64 = stat.rsplit_once(')').unwrap().1.split_whitespace().nth(19).unwrap().parse().unwrap();
    let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap();
    let client = countersign_client::Client::unix(&home.path().join("daemon.sock")).token(Some(&codex));
    let input = json!({"pid": agent.id(), "started": started, "boot": boot.trim()});
    client.call("process.register", input, None).unwrap();
    writeln!(agent.stdin.take().unwrap(), "go").unwrap();
    let said = String::from_utf8(agent.wait_with_output().unwrap().stdout).unwrap();
    assert!(said.contains("process of codex") && said.ends_with("reset 3\n"), "{said}");
    // No token may call it, by whatever way.
    for token in [&ana, &codex] {
        let client = countersign_client::Client::unix(&home.path().join("daemon.sock")).token(Some(token));
        assert!(client.call("token.reset", json!({"reason": "x"}), None).is_err());
    }
    home.run(&ana, &["inbox"]).expect(0);
    assert!(!kept(&home).exists());
}

#[test]
fn c1_a_token_file_that_others_can_read_is_refused_with_a_hint() {
    let home = Home::new();
    home.run("", &["token", "person", "ana"]).expect(0);
    fs::set_permissions(kept(&home), fs::Permissions::from_mode(0o644)).unwrap();
    let said = home.run("", &["inbox"]).expect(3);
    assert!(said.err.contains("mode 644") && said.err.contains("chmod 600"), "{said:?}");
    // A file of another user in its place, behind a link.
    fs::remove_file(kept(&home)).unwrap();
    symlink("/etc/hostname", kept(&home)).unwrap();
    home.run("", &["inbox"]).expect(3);
    home.run("", &["token", "reset"]).expect(0);
    home.run("", &["inbox"]).expect(0);
    assert!(fs::symlink_metadata(kept(&home)).unwrap().is_file());
}

#[test]
fn a5_no_rehearsed_command_reads_the_token() {
    let home = Home::new();
    home.run("", &["token", "person", "ana"]).expect(0);
    let agent = home.json("", &["token", "agent", "codex"], 0)["token"].as_str().unwrap().to_owned();
    let secret = fs::read_to_string(kept(&home)).unwrap();
    let exe = env!("CARGO_BIN_EXE_countersign");
    for command in [
        format!("cat {}", kept(&home).display()),
        format!("python3 -c 'print(open(\"{}\").read())'", kept(&home).display()),
        format!("grep -r cs_ {}", home.path().display()),
        format!("'{exe}' token list"),
        format!("env -u COUNTERSIGN_FOR '{exe}' token reset"),
    ] {
        let args = json!({"command": command}).to_string();
        let said = home.run(&agent, &["call", "shell.run", "--args", &args, "--json"]);
        assert!(
            !said.out.contains(secret.trim()) && !said.err.contains(secret.trim()),
            "{command}: {said:?}"
        );
    }
    assert_eq!(fs::read_to_string(kept(&home)).unwrap(), secret);
    home.run("", &["inbox"]).expect(0);
}

#[test]
fn c1_the_kept_token_lends_an_agent_nothing() {
    let home = Home::new();
    home.run("", &["token", "person", "ana"]).expect(0);
    let args = json!({"title": "pay the agent"}).to_string();
    let agent = home.json("", &["token", "agent", "codex"], 0)["token"].as_str().unwrap().to_owned();
    let item = home.json(&agent, &["call", "task.create_task", "--args", &args], 7);
    let item = item["item"]["id"].as_str().unwrap().to_owned();
    home.run("", &["show", &item]).expect(0);
    let by_agent = |args: &[&str]| {
        let mut command = home.command("", args);
        ended(std::mem::replace(command.env("CLAUDECODE", "1").env("EVIL", "1"), Command::new("true")), "")
    };
    by_agent(&["confirm", &item]).expect(3);
    // Nor does a daemon that its command starts run in its environment.
    home.down();
    by_agent(&["inbox"]).expect(0);
    let pid = home.daemon().unwrap().as_raw_nonzero();
    let environ = fs::read(format!("/proc/{pid}/environ")).unwrap();
    assert!(!String::from_utf8_lossy(&environ).contains("EVIL"));
    home.run("", &["confirm", &item]).expect(0);
}

#[test]
fn a_token_from_elsewhere_is_kept_for_that_daemon_alone() {
    let home = Home::new();
    let (ana, agent) = home.with_people();
    let keep = |text: &str| ended(home.command("", &["token", "keep"]), text);
    for wrong in ["", "hunter2\n", agent.as_str()] {
        keep(wrong).expect(2);
    }
    keep(&format!("{ana}\n")).expect(0);
    home.run("", &["inbox"]).expect(0);
    let mut command = home.command("", &["inbox"]);
    command.env("COUNTERSIGN_SOCKET", home.path().join("other.sock"));
    let said = ended(command, "");
    assert!(said.code != 0 && !said.err.contains("cs_person_"), "{said:?}");
    let mut command = home.command("", &["token", "keep"]);
    command.env("CLAUDECODE", "1");
    ended(command, &ana).expect(3);
}

#[test]
fn c1_a_stolen_token_ends_no_work_from_an_agents_process_and_an_agent_sees_none() {
    let home = Home::new();
    let (ana, codex) = home.with_people();
    let script = "import socket,sys\ns=socket.socket(socket.AF_UNIX); s.connect(sys.argv[1])\n\
        s.sendall(sys.argv[2].replace('|','\\r\\n').encode()); print(s.makefile().read())";
    let asked = |token: &str, line: &str, mark: &str| {
        let mut command = Command::new("python3");
        let head = format!("{line} HTTP/1.0|Host: localhost|Authorization: Bearer {token}|");
        let request = format!("{head}Content-Type: application/json|Content-Length: 2||{{}}");
        command.args(["-c", script]).arg(home.path().join("daemon.sock")).arg(request);
        command.env_clear().env("PATH", "/usr/bin:/bin").env(mark, "1");
        ended(command, "").out
    };
    let end = "POST /v1/works/w1/end";
    let said = asked(&ana, end, "CLAUDECODE");
    assert!(said.contains("403") && said.contains("from a process of claude-code"), "{said}");
    assert!(asked(&ana, end, "PLAIN").contains("404"), "nothing is under way");
    let said = asked(&codex, end, "PLAIN");
    assert!(said.contains("403") && said.contains("only persons can do that"), "{said}");
    let listed = asked(&codex, "GET /v1/works", "PLAIN");
    assert!(listed.contains("403") && !listed.contains("[]"), "{listed}");
}
