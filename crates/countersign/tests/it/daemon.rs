//! The daemon of a home: found or started by commands, one at a time, stopped when idle.

use std::{
    fs,
    io::{BufRead as _, BufReader},
    os::unix::{fs::PermissionsExt, net::UnixListener},
    process::{Child, Command, Stdio},
    time::Duration,
};

use countersign_client::Client;
use countersign_core::ErrorCode;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use crate::{Home, ended, eventually};

/// `up` in its own terminal, with the line it printed.
struct Up {
    child: Child,
    said: Value,
}

impl Up {
    fn new(home: &Home, token: &str, args: &[&str]) -> Self {
        let mut command = home.command(token, &[&["up", "--json"], args].concat());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let said = serde_json::from_str(&line).unwrap_or_else(|e| panic!("{e}: {line}"));
        Self { child, said }
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }
}

impl Drop for Up {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn info(home: &Home) -> Value {
    serde_json::from_slice(&fs::read(home.path().join("daemon.json")).unwrap()).unwrap()
}

fn pid(home: &Home) -> u64 {
    info(home)["pid"].as_u64().unwrap()
}

const ANY: &str = "127.0.0.1:0";

#[test]
fn a_command_starts_a_daemon_and_the_next_one_finds_it() {
    let home = Home::new();
    home.run("", &["inbox"]).expect(0);
    let first = pid(&home);
    home.run("", &["inbox"]).expect(0);
    assert_eq!(pid(&home), first);
    let mode = |name: &str| fs::metadata(home.path().join(name)).unwrap().permissions().mode() & 0o777;
    for name in ["daemon.sock", "daemon.json", "daemon.lock", "daemon.log"] {
        assert_eq!(mode(name), 0o600, "{name}");
    }
    assert_eq!(info(&home)["auto"], true);
}

#[test]
fn two_terminals_and_many_commands_at_once_start_one_daemon() {
    let home = Home::new();
    let start = || {
        let mut command = home.command("", &["inbox"]);
        command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let children: Vec<Child> = (0..6).map(|_| start()).collect();
    for child in children {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{output:?}");
    }
    let log = fs::read_to_string(home.path().join("daemon.log")).unwrap();
    let daemon = home.daemon().unwrap();
    assert_eq!(u64::try_from(daemon.as_raw_nonzero().get()).unwrap(), pid(&home), "{log}");
    home.down();
    home.run("", &["audit", "verify"]).expect(0);
}

#[test]
fn down_ends_it_and_leaves_nothing_that_looks_alive() {
    let home = Home::new();
    assert_eq!(home.json("", &["down"], 0)["ended"], false);
    assert!(!home.path().exists(), "there was nothing to end, and nothing is made");
    home.run("", &["inbox"]).expect(0);
    let was = pid(&home);
    assert_eq!(home.json("", &["down"], 0), json!({"ended": true, "pid": was}));
    assert_eq!(home.daemon(), None);
    for name in ["daemon.sock", "daemon.json"] {
        assert!(!home.path().join(name).exists(), "{name}");
    }
    home.run("", &["inbox"]).expect(0);
    assert_ne!(pid(&home), was);
}

#[test]
fn down_signals_nobody_but_the_daemon() {
    let home = Home::new();
    home.run("", &["inbox"]).expect(0);
    home.down();
    let mut bystander = Command::new("sleep").arg("600").spawn().unwrap();
    // The lock file of an old daemon names a process that was started later.
    fs::write(home.path().join("daemon.lock"), bystander.id().to_string()).unwrap();
    assert_eq!(home.json("", &["down"], 0)["ended"], false);
    // The same while another process holds the lock and listens.
    let lock = fs::File::open(home.path().join("daemon.lock")).unwrap();
    lock.lock().unwrap();
    let _listener = UnixListener::bind(home.path().join("daemon.sock")).unwrap();
    home.run("", &["down"]).expect(6);
    drop(lock);
    assert!(bystander.try_wait().unwrap().is_none(), "it was not meant");
    bystander.kill().unwrap();
    bystander.wait().unwrap();
}

#[test]
fn d4_a_killed_daemon_is_replaced_and_its_work_is_whole() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    let call = home.json(&agent, &["call", "task.create_task", "--args", r#"{"title":"x"}"#], 7);
    let was = pid(&home);
    assert!(home.kill_daemon());
    assert!(home.path().join("daemon.sock").exists(), "a killed daemon cannot tidy up");
    let item = call["item"]["id"].as_str().unwrap();
    home.run(&person, &["show", item]).expect(0);
    home.json(&person, &["confirm", item], 0);
    assert_ne!(pid(&home), was);
}

#[test]
fn a_socket_that_nobody_listens_on_is_taken_over() {
    let home = Home::new();
    fs::create_dir(home.path()).unwrap();
    drop(UnixListener::bind(home.path().join("daemon.sock")).unwrap());
    home.write("daemon.json", r#"{"pid": 1, "version": "0.0.0"}"#);
    home.run("", &["inbox"]).expect(0);
}

#[test]
fn a_home_with_a_path_too_long_for_a_socket_has_a_daemon_too() {
    let home = Home::new();
    let deep = home.dir.path().join("a".repeat(100)).join("b".repeat(100));
    let run = |args: &[&str], code: i32| {
        let mut command = home.command("", args);
        command.env("COUNTERSIGN_HOME", &deep);
        ended(command, "").expect(code)
    };
    run(&["inbox"], 0);
    assert!(deep.join("daemon.sock").exists());
    run(&["inbox"], 0);
    assert_eq!(run(&["down", "--json"], 0).json()["ended"], true);
}

#[test]
fn a_home_named_from_a_folder_is_the_same_from_the_daemons() {
    let home = Home::new();
    let mut command = home.command("", &["inbox"]);
    command.env("COUNTERSIGN_HOME", "home");
    ended(command, "").expect(0);
    assert!(home.path().join("countersign.db").exists() && home.daemon().is_some());
}

#[test]
fn a_daemon_that_nobody_uses_ends_and_one_that_was_asked_for_does_not() {
    let home = Home::new();
    let mut command = home.command("", &["inbox"]);
    command.env("COUNTERSIGN_IDLE_S", "1");
    ended(command, "").expect(0);
    eventually("it ends when idle", || home.daemon().is_none());
    assert!(!home.path().join("daemon.json").exists() && !home.path().join("daemon.sock").exists());
    let up = Up::new(&home, "", &["--listen", ANY]);
    std::thread::sleep(Duration::from_millis(1500));
    assert_eq!(Some(Pid::from_child(&up.child)), home.daemon());
}

#[test]
fn commands_that_come_while_a_daemon_ends_are_served() {
    let home = Home::new();
    for n in 0..12 {
        let mut command = home.command("", &["inbox"]);
        command.env("COUNTERSIGN_IDLE_S", "1");
        ended(command, "").expect(0);
        // Around the moment at which it decides to exit.
        std::thread::sleep(Duration::from_millis(950 + 20 * n));
    }
}

#[test]
fn up_says_where_it_listens_and_a_second_one_says_who_does() {
    let home = Home::new();
    let up = Up::new(&home, "", &["--listen", ANY]);
    let address = up.said["address"].as_str().unwrap();
    assert!(address.starts_with("127.0.0.1:") && up.said["pid"] == up.child.id(), "{}", up.said);
    let port = address.rsplit(':').next().unwrap();
    assert_eq!(up.said["url"], format!("http://localhost:{port}"), "where passkeys work");
    let second = home.json("", &["up"], 4);
    let told = second["detail"].as_str().unwrap();
    assert!(told.contains(&up.child.id().to_string()) && told.contains(port), "{told}");
    home.run("", &["inbox"]).expect(0);
    assert_eq!(pid(&home), u64::from(up.child.id()), "commands use the one that runs");
}

#[test]
fn up_takes_over_from_a_daemon_that_a_command_started_and_nothing_is_lost() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    let args = json!({"title": "a task"}).to_string();
    let item = home.json(&agent, &["call", "task.create_task", "--args", &args], 7);
    let (item, run) = (item["item"]["id"].as_str().unwrap(), item["item"]["run"].clone());
    let first = pid(&home);
    assert_eq!(info(&home)["auto"], true);
    let up = Up::new(&home, "", &["--listen", ANY]);
    assert_eq!((pid(&home), &info(&home)["auto"]), (u64::from(up.child.id()), &json!(false)));
    assert_ne!(pid(&home), first);
    eventually("the one before is gone", || !fs::exists(format!("/proc/{first}")).unwrap());
    home.run(&person, &["show", item]).expect(0);
    let done = home.json(&person, &["confirm", item], 0);
    assert_eq!(done["results"][0]["status"], "applied", "{done}");
    let again = home.json(&agent, &["call", "task.create_task", "--args", "{\"title\":\"c\"}"], 7);
    assert_eq!(again["item"]["run"], run, "the run goes on");
    home.run("", &["audit", "verify"]).expect(0);
}

#[test]
fn a_hook_that_waits_for_a_person_goes_on_with_the_daemon_that_took_over() {
    let home = Home::new();
    let work = home.dir.path().canonicalize().unwrap();
    let event = json!({"hook_event_name": "PreToolUse", "tool_name": "Write", "tool_use_id": "t1",
        "tool_input": {"file_path": work.join("x"), "content": "x"}, "cwd": work});
    let mut hook = home.command("", &["hook", "run", "claude-code", "--wait-s", "100"]);
    let mut hook = hook.env("CLAUDECODE", "1").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    std::io::Write::write_all(&mut hook.stdin.take().unwrap(), event.to_string().as_bytes()).unwrap();
    let waiting = || home.json("", &["inbox"], 0)["items"].as_array().cloned().unwrap_or_default();
    eventually("the hook waits", || waiting().len() == 1);
    let _up = Up::new(&home, "", &["--listen", ANY]);
    let item = waiting()[0]["id"].as_str().unwrap().to_owned();
    home.run("", &["reject", &item]).expect(0);
    let said = String::from_utf8(hook.wait_with_output().unwrap().stdout).unwrap();
    assert!(
        said.contains("deny") && said.contains("reject"),
        "the person's no, not a lost connection: {said}"
    );
    assert_eq!(waiting().len(), 0, "it was not asked twice");
}

#[test]
fn c1_an_agent_does_not_become_the_daemon_or_replace_it() {
    let home = Home::new();
    home.run("", &["inbox"]).expect(0);
    let first = pid(&home);
    for args in [&["up"][..], &["up", "--detach"], &["up", "--unit"]] {
        let mut command = home.command("", args);
        command.env("CLAUDECODE", "1");
        let said = ended(command, "").expect(3);
        assert!(said.err.contains("claude-code"), "{said:?}");
    }
    assert_eq!(pid(&home), first);
}

#[test]
fn up_detached_returns_when_it_answers_and_outlives_its_terminal() {
    let home = Home::new();
    let (code, text) =
        crate::pty::Terminal::new(home.command("", &["up", "--detach", "--listen", ANY]), "xterm").end();
    assert!(code == 0 && text.contains("daemon.log"), "{text}");
    let running = pid(&home);
    let stat = fs::read_to_string(format!("/proc/{running}/stat")).unwrap();
    let fields: Vec<&str> = stat.rsplit_once(')').unwrap().1.split_whitespace().collect();
    assert_eq!(
        (fields[3], fields[4]),
        (running.to_string().as_str(), "0"),
        "a session of its own, no terminal"
    );
    assert_eq!(info(&home)["auto"], false);
    home.run("", &["inbox"]).expect(0);
    assert_eq!(pid(&home), running);
    let second = home.json("", &["up", "--detach", "--listen", ANY], 4);
    assert!(second["detail"].as_str().unwrap().contains(&running.to_string()), "{second}");
    home.down();
}

#[test]
fn up_detached_says_why_it_did_not_start() {
    let home = Home::new();
    let other = std::net::TcpListener::bind(ANY).unwrap();
    let address = other.local_addr().unwrap().to_string();
    let problem = home.json("", &["up", "--detach", "--listen", &address], 6);
    let told = problem["detail"].as_str().unwrap();
    assert!(told.contains(&address) && told.contains(&std::process::id().to_string()), "{problem}");
    assert!(problem["hint"].as_str().unwrap().contains("--listen"), "{problem}");
    assert_eq!(home.daemon(), None);
    // A taken port ends no daemon that runs.
    home.run("", &["inbox"]).expect(0);
    let running = pid(&home);
    home.json("", &["up", "--detach", "--listen", &address], 6);
    assert_eq!(pid(&home), running);
}

#[test]
fn without_systemd_a_unit_is_left_out_with_a_word() {
    let home = Home::new();
    let mut command = home.command("", &["up", "--unit", "--json"]);
    command.env("HOME", home.dir.path()).env("PATH", "/nonexistent");
    let problem = ended(command, "").expect(4).json();
    assert!(problem["hint"].as_str().unwrap().contains("up --detach"), "{problem}");
    assert!(!home.dir.path().join(".config").exists());
}

#[test]
fn a_unit_is_written_and_handed_to_systemd() {
    // No systemd of a user runs where tests do, so a program in its place starts what the unit says.
    let home = Home::new();
    let bin = home.dir.path().join("bin");
    fs::create_dir_all(&bin).unwrap();
    let program = "#!/bin/sh\necho \"$*\" >> \"$HOME/said\"\n[ \"$2\" = restart ] || exit 0\n\
        start=$(sed -n 's/^ExecStart=//p' \"$HOME/.config/systemd/user/countersign.service\")\n\
        eval \"setsid $start >/dev/null 2>&1 &\"\n";
    fs::write(bin.join("systemctl"), program).unwrap();
    fs::set_permissions(bin.join("systemctl"), fs::Permissions::from_mode(0o755)).unwrap();
    let own = home.dir.path().join("ana's home");
    fs::create_dir_all(&own).unwrap();
    let mut command = home.command("", &["up", "--unit", "--listen", ANY]);
    command.env("HOME", &own).env("PATH", format!("{}:/usr/bin:/bin", bin.display()));
    let said = ended(command, "").expect(0);
    assert!(said.out.contains("systemctl --user disable --now countersign"), "{said:?}");
    let unit = fs::read_to_string(own.join(".config/systemd/user/countersign.service")).unwrap();
    assert!(unit.contains("COUNTERSIGN_HOME=") && unit.contains("\"up\" \"--listen\""), "{unit}");
    let asked = fs::read_to_string(own.join("said")).unwrap();
    assert!(
        asked.ends_with("--user enable countersign.service\n--user restart countersign.service\n"),
        "{asked}"
    );
    home.down();
}

#[test]
fn up_ends_in_good_order_when_told_to() {
    let home = Home::new();
    for signal in [Signal::TERM, Signal::INT] {
        let mut up = Up::new(&home, "", &["--listen", ANY]);
        up.signal(signal);
        assert_eq!(up.child.wait().unwrap().code(), Some(0), "{signal:?}");
        assert!(!home.path().join("daemon.json").exists());
    }
}

#[test]
fn a_port_that_was_asked_for_and_is_taken_is_an_error() {
    let home = Home::new();
    let other = std::net::TcpListener::bind(ANY).unwrap();
    let address = other.local_addr().unwrap().to_string();
    let problem = home.json("", &["up", "--listen", &address], 6);
    assert!(problem["detail"].as_str().unwrap().contains(&address), "{problem}");
    assert_eq!(home.daemon(), None);
}

#[test]
fn other_machines_are_let_in_only_with_tls_or_by_a_word() {
    let home = Home::new();
    let problem = home.json("", &["up", "--listen", "0.0.0.0:0"], 2);
    assert!(problem["hint"].as_str().unwrap().contains("--insecure"), "{problem}");
    home.run("", &["up", "--tls-cert", "x.pem"]).expect(2);
}

#[test]
fn c1_review_links_are_for_persons_and_what_a_daemon_prints_has_none() {
    let home = Home::new();
    let up = Up::new(&home, "", &["--listen", ANY]);
    assert!(!up.said.to_string().contains("code="), "{}", up.said);
    let link = home.run("", &["open", "--print"]).expect(0).out;
    assert!(link.starts_with(&format!("{}/login?code=", up.said["url"].as_str().unwrap())), "{link}");
    drop(up);
    let (person, agent) = home.with_people();
    home.down();
    for token in ["", &*agent, "cs_wrong", &*person] {
        let up = Up::new(&home, token, &["--listen", ANY]);
        assert!(
            up.said["url"].is_string() && !up.said.to_string().contains("code="),
            "{token:?}: {}",
            up.said
        );
    }
    home.run("", &["open", "--print"]).expect(3);
    home.run(&agent, &["open", "--print"]).expect(3);
    let link = home.run(&person, &["open", "--print"]).expect(0).out;
    assert!(link.starts_with("http://localhost:") && link.contains("/login?code="), "{link}");
}

#[test]
fn no_token_is_in_the_environment_of_a_daemon() {
    let home = Home::new();
    let (person, _) = home.with_people();
    home.down();
    let environment = |pid: u64| fs::read(format!("/proc/{pid}/environ")).unwrap();
    let has_token = |pid: u64| environment(pid).windows(17).any(|w| w == b"COUNTERSIGN_TOKEN");
    home.run(&person, &["inbox"]).expect(0);
    assert!(!environment(pid(&home)).is_empty() && !has_token(pid(&home)));
    home.down();
    let up = Up::new(&home, &person, &["--listen", ANY]);
    assert!(!has_token(up.child.id().into()));
}

#[test]
fn a_daemon_of_another_version_is_replaced_if_nobody_minds_and_named_if_not() {
    let home = Home::new();
    let disguise = || {
        let mut info = info(&home);
        info["version"] = "0.0.1".into();
        fs::write(home.path().join("daemon.json"), info.to_string()).unwrap();
    };
    home.run("", &["inbox"]).expect(0);
    let was = pid(&home);
    disguise();
    home.run("", &["inbox"]).expect(0);
    assert_ne!(pid(&home), was);
    home.down();
    let up = Up::new(&home, "", &["--listen", ANY]);
    disguise();
    let problem = home.json("", &["inbox"], 6);
    assert!(problem["detail"].as_str().unwrap().contains("0.0.1"), "{problem}");
    assert!(problem["hint"].as_str().unwrap().contains("countersign down"), "{problem}");
    home.down();
    drop(up);
}

#[test]
fn a_daemon_that_cannot_start_says_why() {
    let home = Home::new();
    home.write("countersign.db", "not a database, and long enough to be looked at as one");
    let problem = home.json("", &["inbox"], 6);
    assert_eq!(problem["code"], "store");
    assert!(problem["detail"].as_str().unwrap().contains("not a database"), "{problem}");
    let home = Home::new();
    home.write("config.toml", "[http]\nlisten = \"300.1.1.1:1\"\n");
    assert_eq!(home.json("", &["inbox"], 1)["code"], "settings");
    assert_eq!(home.daemon(), None);
}

#[test]
fn what_works_without_a_daemon_starts_none() {
    let home = Home::new();
    home.with_people();
    home.down();
    for args in [
        &["audit", "verify"][..],
        &["audit", "checkpoint"],
        &["doctor"],
        &["man"],
        &["completions", "bash"],
        &["demo", "--yes"],
    ] {
        home.run("", args).expect(0);
        assert_eq!(home.daemon(), None, "{args:?}");
    }
}

#[test]
fn the_log_is_verified_while_the_daemon_runs() {
    let home = Home::new();
    home.with_people();
    assert!(home.daemon().is_some());
    assert_eq!(home.json("", &["audit", "verify"], 0)["ok"], true);
}

#[test]
fn a_daemon_with_a_certificate_of_its_own_is_known_by_it() {
    let home = Home::new();
    let up = Up::new(&home, "", &["--listen", ANY, "--tls-self-signed"]);
    let (ana, _) = home.with_people();
    assert!(up.said["fingerprint"].as_str().unwrap().contains(':'), "{}", up.said);
    let url = up.said["url"].as_str().unwrap();
    assert!(url.starts_with("https://localhost:"), "{url}");
    let certificate = fs::read(home.path().join("tls-cert.pem")).unwrap();
    let client = Client::tcp(url, Some(&certificate)).unwrap().token(Some(&ana));
    let answer = client.call("inbox.list", json!({}), None).unwrap();
    assert_eq!(answer.value["items"], json!([]));

    let other = Home::new();
    let stranger = Up::new(&other, "", &["--listen", ANY, "--tls-self-signed"]);
    let elsewhere = Client::tcp(stranger.said["url"].as_str().unwrap(), Some(&certificate)).unwrap();
    let error = elsewhere.token(Some(&ana)).call("inbox.list", json!({}), None).unwrap_err();
    assert_eq!(error.code, ErrorCode::Store, "another certificate is another daemon: {error}");
    let plain = url.replace("https://", "http://");
    assert!(Client::tcp(&plain, None).unwrap().call("inbox.list", json!({}), None).is_err());
    assert!(Client::tcp(url, None).is_err(), "who is not known is not told a token");
}

#[test]
fn nothing_listens_to_other_machines_without_encryption_unless_told_so() {
    let home = Home::new();
    let refused = home.run("", &["up", "--listen", "0.0.0.0:0", "--json"]).expect(2);
    assert!(refused.json()["hint"].as_str().unwrap().contains("--tls-self-signed"));
    assert!(!home.path().join("countersign.db").exists());
}

#[test]
fn b1_a_call_that_waits_learns_from_the_stream_that_a_person_decided() {
    let home = Home::new();
    let (ana, codex) = home.with_people();
    let args =
        ["call", "task.create_task", "--args", r#"{"title":"A"}"#, "--wait", "--wait-s", "60", "--json"];
    let waiting = home.command(&codex, &args).stdout(Stdio::piped()).spawn().unwrap();
    let item = || home.json(&ana, &["inbox"], 0)["items"][0]["id"].as_str().map(str::to_owned);
    eventually("the call is held", || item().is_some());
    home.run(&ana, &["show", &item().unwrap()]).expect(0);
    home.run(&ana, &["confirm", &item().unwrap()]).expect(0);
    let told = waiting.wait_with_output().unwrap();
    assert_eq!(told.status.code(), Some(0));
    let told: Value = serde_json::from_slice(&told.stdout).unwrap();
    assert_eq!((&told["status"], &told["item"]["status"]), (&json!("done"), &json!("applied")));
}

/// The environment of the daemon, from `/proc`.
fn environment(home: &Home) -> String {
    let bytes = fs::read(format!("/proc/{}/environ", pid(home))).unwrap();
    String::from_utf8_lossy(&bytes).replace('\0', "\n")
}

#[test]
fn d2_an_agent_that_starts_the_daemon_does_not_say_which_programs_run() {
    let home = Home::new();
    let (ana, codex) = home.with_people();
    let start = |token: &str| {
        home.down();
        let mut command = home.command(token, &["tools"]);
        command.env("PATH", "/tmp/of-the-caller:/usr/bin:/bin").env("LD_LIBRARY_PATH", "/tmp/of-the-caller");
        command.env("HOME", "/tmp/of-the-caller");
        ended(command, "");
        environment(&home)
    };
    for token in [codex.as_str(), "", "cs_person_that_is_none"] {
        let found = start(token);
        assert!(!found.contains("of-the-caller"), "{token}: {found}");
        assert!(found.contains("PATH=/usr/local/sbin:"), "{found}");
    }
    let found = start(&ana);
    assert!(found.contains("PATH=/tmp/of-the-caller:"), "a person's own: {found}");
    assert!(!found.contains("COUNTERSIGN_TOKEN"), "{found}");
}

#[test]
fn d2_an_agent_that_starts_the_daemon_by_hand_lends_it_neither_environment_nor_options() {
    let home = Home::new();
    home.with_people();
    home.down();
    let mut command = home.command("", &["up", "--auto", "--listen", "0.0.0.0:0", "--insecure"]);
    command.env("PATH", "/tmp/of-the-caller:/usr/bin:/bin").env("LD_LIBRARY_PATH", "/tmp/of-the-caller");
    let mut daemon = command.env("CLAUDECODE", "1").stdout(Stdio::piped()).spawn().unwrap();
    let mut told = String::new();
    BufReader::new(daemon.stdout.take().unwrap()).read_line(&mut told).unwrap();
    let told: Value = serde_json::from_str(&told).unwrap();
    assert!(told["address"].as_str().unwrap().starts_with("127.0.0.1:"), "{told}");
    let found = environment(&home);
    assert!(!found.contains("of-the-caller") && found.contains("PATH=/usr/local/sbin:"), "{found}");
    home.down();
    daemon.wait().unwrap();
}

#[test]
fn d2_the_ways_of_agents_lend_the_daemon_nothing_even_in_a_home_without_tokens() {
    for args in [&["mcp"][..], &["hook", "run", "claude-code"], &["exec", "i1"]] {
        let home = Home::new();
        let mut command = home.command("", args);
        command.env("PATH", "/tmp/of-the-caller:/usr/bin:/bin").env("LD_LIBRARY_PATH", "/tmp/of-the-caller");
        let event = r#"{"hook_event_name":"PreToolUse","session_id":"s","tool_use_id":"u","tool_name":"Bash","tool_input":{"command":"ls"},"cwd":"/"}"#;
        ended(command, event);
        let found = environment(&home);
        assert!(!found.contains("of-the-caller"), "{args:?}: {found}");
    }
}
