//! C1 in practice: an agent tries to approve its own work, with its own token and with a person's stolen one, over
//! HTTP, on the command line and with a browser's cookie. Attacks that succeed are asserted as well: the threat model
//! lists them, and must change when they no longer succeed.

mod own_user;
mod stolen_token;

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use serde_json::{Value, json};

use crate::{Home, ended};

/// A running daemon with a person, an agent, and the agent's proposal.
struct Desk {
    home: Home,
    daemon: Child,
    port: String,
    ana: String,
    codex: String,
}

impl Drop for Desk {
    fn drop(&mut self) {
        let _ = self.daemon.kill();
        let _ = self.daemon.wait();
    }
}

/// Waits until the daemon prints its address; returns the port.
fn port(daemon: &mut Child) -> String {
    let mut line = String::new();
    BufReader::new(daemon.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let said: Value = serde_json::from_str(&line).unwrap_or_else(|e| panic!("{e}: {line}"));
    said["address"].as_str().unwrap().rsplit_once(':').unwrap().1.to_owned()
}

/// The thief's output: the result of each attempt.
fn tries(output: &str) -> Vec<(String, String)> {
    let pair = |line: &str| line.split_once(' ').map(|(way, end)| (way.to_owned(), end.to_owned()));
    output.lines().filter_map(pair).collect()
}

fn ways(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(way, end)| ((*way).to_owned(), (*end).to_owned())).collect()
}

/// A browser's session in the hands of a thief.
struct Session {
    cookie: String,
    csrf: String,
}

/// Sends one request from this process; returns its status and body.
fn http(port: &str, line: &str, headers: &[&str], body: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(format!("127.0.0.1:{port}")).unwrap();
    let mut head = format!("{line} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n");
    for header in headers {
        head.push_str(&format!("{header}\r\n"));
    }
    write!(stream, "{head}Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
    (status, answer)
}

/// Redeems a one-time link as a browser does.
fn sign_in(port: &str, code: &str) -> Session {
    let form = ["Content-Type: application/x-www-form-urlencoded"];
    let (_, answer) = http(port, "POST /login", &form, &format!("code={code}"));
    let after = answer.split("countersign_session=").nth(1).unwrap_or_else(|| panic!("{answer}"));
    let cookie = after.split(';').next().unwrap().to_owned();
    let with = format!("Cookie: countersign_session={cookie}");
    let (_, answer) = http(port, "GET /v1/session", &[&with], "");
    let body: Value = serde_json::from_str(answer.split("\r\n\r\n").nth(1).unwrap()).unwrap();
    Session { cookie, csrf: body["csrf"].as_str().unwrap().to_owned() }
}

impl Desk {
    fn new() -> Self {
        let home = Home::new();
        let (ana, codex) = home.with_people();
        home.down();
        let mut daemon = home.command("", &["up", "--json", "--listen", "127.0.0.1:0"]);
        let mut daemon = daemon.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let port = port(&mut daemon);
        let desk = Self { home, daemon, port, ana, codex };
        let script = desk.script();
        fs::write(&script, include_str!("attempt.sh")).unwrap();
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
        desk
    }

    fn script(&self) -> PathBuf {
        self.home.dir.path().join("attempt.sh")
    }

    /// A proposal of the agent that ana has viewed.
    fn item(&self) -> String {
        let input = json!({"title": "pay the agent"}).to_string();
        let held = self.home.json(&self.codex, &["call", "task.create_task", "--args", &input], 7);
        let item = held["item"]["id"].as_str().unwrap().to_owned();
        self.home.run(&self.ana, &["show", &item]).expect(0);
        item
    }

    fn status(&self, item: &str) -> String {
        self.home.json(&self.ana, &["show", item], 0)["item"]["status"].as_str().unwrap().to_owned()
    }

    /// The number of refused confirmations by `actor` in the log.
    fn refused(&self, actor: &str) -> usize {
        let log = self.home.run(&self.ana, &["audit", "export"]).expect(0).out;
        let events = log.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let counts = |e: &Value| e["op"] == "item.confirm" && e["status"] == "refused" && e["actor"] == actor;
        events.filter(counts).count()
    }

    /// What the thief has stolen.
    fn loot(&self, item: &str, session: Option<&Session>) -> Vec<(&'static str, String)> {
        let mut loot = vec![
            ("EXE", env!("CARGO_BIN_EXE_countersign").to_owned()),
            ("COUNTERSIGN_HOME", self.home.path().display().to_string()),
            ("COUNTERSIGN_TOKEN", self.ana.clone()),
            ("PORT", self.port.clone()),
            ("ITEM", item.to_owned()),
        ];
        if let Some(session) = session {
            loot.extend([("COOKIE", session.cookie.clone()), ("CSRF", session.csrf.clone())]);
        }
        loot
    }

    fn session(&self) -> Session {
        let open = self.home.json(&self.ana, &["open", "--print"], 0);
        sign_in(&self.port, open["url"].as_str().unwrap().split("code=").nth(1).unwrap())
    }

    /// Registers a process as the agent, like a hook does.
    fn register(&self, pid: u32) {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
        let started: u64 =
            stat.rsplit_once(')').unwrap().1.split_whitespace().nth(19).unwrap().parse().unwrap();
        let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap();
        let body = json!({"pid": pid, "started": started, "boot": boot.trim()}).to_string();
        let bearer = format!("Authorization: Bearer {}", self.codex);
        let headers = [bearer.as_str(), "Content-Type: application/json"];
        let (status, answer) = http(&self.port, "POST /v1/processes", &headers, &body);
        assert_eq!(status, 201, "{answer}");
    }

    /// A registered agent that waits for a line, and then has a child run a script.
    fn waiting_agent(&self, script: &Path, variables: Vec<(&str, String)>) -> Child {
        let mut agent = Command::new("bash");
        agent.args(["-c", "read -r _; bash -c 'bash \"$0\"; true' \"$0\"; true"]).arg(script);
        agent.env_clear().env("PATH", "/usr/bin:/bin").envs(variables);
        let agent = agent.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        self.register(agent.id());
        agent
    }

    /// Lets a grandchild of the registered agent try everything.
    fn tried_by_registered(&self, item: &str, session: &Session) -> Vec<(String, String)> {
        let mut agent = self.waiting_agent(&self.script(), self.loot(item, Some(session)));
        writeln!(agent.stdin.take().unwrap(), "go").unwrap();
        let output = agent.wait_with_output().unwrap();
        tries(std::str::from_utf8(&output.stdout).unwrap())
    }
}

#[test]
fn c1_an_agents_own_token_decides_nothing_by_http_or_command_line() {
    let desk = Desk::new();
    let item = desk.item();
    desk.home.run(&desk.codex, &["confirm", &item]).expect(3);
    let bearer = format!("Authorization: Bearer {}", desk.codex);
    let headers = [bearer.as_str(), "Content-Type: application/json"];
    let (status, answer) = http(&desk.port, &format!("POST /v1/items/{item}/confirm"), &headers, "{}");
    assert_eq!(status, 403, "{answer}");
    assert_eq!(desk.status(&item), "pending");
    assert_eq!(desk.refused("agent:codex"), 2, "each attempt is in the log");
}

#[test]
fn c1_a_stolen_token_or_cookie_is_refused_in_a_command_that_runs_for_the_agent() {
    let desk = Desk::new();
    let (item, session) = (desk.item(), desk.session());
    let out = desk.home.dir.path().join("out");
    let variables = desk.loot(&item, Some(&session));
    let set: String = variables.iter().map(|(name, value)| format!("export {name}='{value}'\n")).collect();
    fs::write(desk.home.dir.path().join("loot"), set).unwrap();
    let command = format!(". ./loot; bash ./attempt.sh > '{}'", out.display());
    let args = json!({"command": command}).to_string();
    let held = desk.home.json(&desk.codex, &["call", "shell.run", "--args", &args], 7);
    let run = held["item"]["id"].as_str().unwrap();
    desk.home.run(&desk.ana, &["show", run]).expect(0);
    let typed = held["item"]["typed"].as_str();
    let confirm = ["confirm", run, "--type", typed.unwrap_or_default()];
    let done = desk.home.json(&desk.ana, if typed.is_some() { &confirm } else { &confirm[..2] }, 0);
    assert_eq!(done["results"][0]["status"], "applied", "{done}");
    let tried = tries(&fs::read_to_string(out).unwrap());
    assert_eq!(tried, ways(&[("cli", "3"), ("token", "403"), ("cookie", "403")]));
    assert_eq!(desk.status(&item), "pending");
    assert_eq!(desk.refused("person:ana"), 3, "each attempt is in the log");
}

#[test]
fn c1_a_stolen_token_or_cookie_is_refused_from_what_a_registered_agent_started() {
    let desk = Desk::new();
    let (item, session) = (desk.item(), desk.session());
    let tried = desk.tried_by_registered(&item, &session);
    assert_eq!(tried, ways(&[("cli", "3"), ("token", "403"), ("cookie", "403")]));
    assert_eq!(desk.status(&item), "pending");
    assert_eq!(desk.refused("person:ana"), 3);
    // Ana herself, from a process that no agent started, is not affected.
    desk.home.json(&desk.ana, &["confirm", &item], 0);
    assert_eq!(desk.status(&item), "applied");
}

#[test]
fn c1_a_sign_in_link_that_an_agent_finds_is_not_redeemed_in_its_process_and_stays_the_persons() {
    let desk = Desk::new();
    let open = desk.home.json(&desk.ana, &["open", "--print"], 0);
    let code = open["url"].as_str().unwrap().split("code=").nth(1).unwrap().to_owned();
    let script = desk.home.dir.path().join("redeem.sh");
    let redeem = "exec 3<>/dev/tcp/127.0.0.1/$PORT\n\
        printf 'POST /login HTTP/1.1\\r\\nHost: 127.0.0.1:%s\\r\\nConnection: close\\r\\n' \"$PORT\" >&3\n\
        printf 'Content-Type: application/x-www-form-urlencoded\\r\\nContent-Length: %s\\r\\n\\r\\n%s' \"${#FORM}\" \"$FORM\" >&3\n\
        cat <&3\n";
    fs::write(&script, redeem).unwrap();
    let variables = vec![("PORT", desk.port.clone()), ("FORM", format!("code={code}"))];
    let mut agent = desk.waiting_agent(&script, variables);
    writeln!(agent.stdin.take().unwrap(), "go").unwrap();
    let answer = String::from_utf8(agent.wait_with_output().unwrap().stdout).unwrap();
    assert!(answer.starts_with("HTTP/1.1 403") && !answer.contains("set-cookie"), "{answer}");
    let log = desk.home.run(&desk.ana, &["audit", "export"]).expect(0).out;
    let events: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let tried = events.iter().find(|e| e["op"] == "link.redeem" && e["status"] == "refused");
    let tried = tried.unwrap_or_else(|| panic!("the attempt is not in the log: {log}")).to_string();
    assert!(tried.contains("codex") && !tried.contains(&code), "{tried}");
    // Ana's own browser can still use it, once.
    sign_in(&desk.port, &code);
    let form = ["Content-Type: application/x-www-form-urlencoded"];
    assert_eq!(http(&desk.port, "POST /login", &form, &format!("code={code}")).0, 403);
}

#[test]
fn what_level_one_does_not_stop_is_a_stolen_token_or_cookie_in_an_unrelated_process() {
    // The limit of level 1. If this fails, update the threat model.
    let desk = Desk::new();
    let session = desk.session();
    for (drop, expected) in [
        (&["COOKIE"][..], ways(&[("cli", "0"), ("token", "200")])),
        (&["COUNTERSIGN_TOKEN"], ways(&[("cookie", "200")])),
    ] {
        let item = desk.item();
        let mut thief = Command::new("bash");
        thief.arg(desk.script()).env_clear().env("PATH", "/usr/bin:/bin");
        let loot = desk.loot(&item, Some(&session)).into_iter().filter(|(name, _)| !drop.contains(name));
        thief.envs(loot);
        assert_eq!(tries(&ended(thief, "").out), expected);
        assert_eq!(desk.status(&item), "applied");
    }
}

#[test]
fn c1_a_stolen_cookie_is_nothing_without_its_word_and_never_a_token() {
    let desk = Desk::new();
    let (item, Session { cookie, csrf }) = (desk.item(), desk.session());
    let line = format!("POST /v1/items/{item}/confirm");
    let (cookie_line, word) =
        (format!("Cookie: countersign_session={cookie}"), format!("Countersign-CSRF: {csrf}"));
    let bearer = format!("Authorization: Bearer {cookie}");
    let foreign = "Origin: https://evil.example";
    for (headers, expected) in [
        (vec![cookie_line.as_str()], 403),
        (vec![&cookie_line, "Countersign-CSRF: 00"], 403),
        (vec![&cookie_line, &word, foreign], 403),
        (vec![&bearer], 401),
        (vec![&bearer, &word], 401),
    ] {
        let headers: Vec<&str> = headers.into_iter().chain(["Content-Type: application/json"]).collect();
        let (status, answer) = http(&desk.port, &line, &headers, "{}");
        assert_eq!(status, expected, "{answer}");
    }
    assert_ne!(desk.home.run(&cookie, &["confirm", &item]).code, 0, "nor by the command line");
    assert_eq!(desk.status(&item), "pending");
}

#[test]
fn c1_passkeys_are_not_reset_beside_a_daemon_or_by_an_agent() {
    let desk = Desk::new();
    let beside = desk.home.run("", &["passkey", "reset", "ana"]).expect(4);
    assert!(
        beside.err.contains("while no daemon runs") && beside.err.contains("countersign down"),
        "{beside:?}"
    );
    let script = desk.home.dir.path().join("reset.sh");
    fs::write(&script, "\"$EXE\" passkey reset ana 2>&1; echo \"reset $?\"\n").unwrap();
    let mut agent = desk.waiting_agent(&script, desk.loot("", None));
    desk.home.down();
    writeln!(agent.stdin.take().unwrap(), "go").unwrap();
    let output = agent.wait_with_output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(
        said.contains("cannot be reset from a process of codex") && said.ends_with("reset 3\n"),
        "{said}"
    );
    let own = desk.home.run("", &["passkey", "reset", "ana"]).expect(5);
    assert!(own.err.contains("ana has no passkey"), "{own:?}");
    desk.home.run("", &["audit", "verify"]).expect(0);
}

#[test]
fn doctor_says_what_the_running_daemon_is() {
    let desk = Desk::new();
    let found = desk.home.json("", &["doctor"], 0);
    let detail = |name: &str| {
        let checks = found["checks"].as_array().unwrap().iter();
        checks.filter(|c| c["name"] == name).map(|c| c["detail"].as_str().unwrap()).collect::<String>()
    };
    let address = format!("127.0.0.1:{}", desk.port);
    assert!(detail("daemon").contains(&format!("pid {}", desk.daemon.id())), "{found}");
    assert!(detail("listen").contains(&format!("{address}, not encrypted; this machine only")), "{found}");
    assert_eq!((found["level"].as_str(), detail("level").as_str()), (Some("same_user"), "1: same user"));
    let without = |report: &Value| report["not_protected"].to_string().contains("while no daemon runs");
    assert!(!without(&found), "one runs, and stays");
    desk.home.down();
    assert!(without(&desk.home.json("", &["doctor"], 0)));
}

#[test]
fn the_threat_model_shows_what_the_example_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = fs::read_to_string(root.join("docs/threat-model.md")).unwrap();
    let mut script = Command::new("bash");
    script.arg(root.join("docs/examples/self-approval.sh")).arg(env!("CARGO_BIN_EXE_countersign"));
    script.env("LC_ALL", "C");
    let said = ended(script, "").expect(0).out;
    // Level 2 takes root; CI runs this as root.
    let shown = said.split("Level 2: not shown").next().unwrap();
    assert!(shown.lines().count() >= 10 && page.contains(shown), "{said}");
}

#[test]
fn a8_a10_a_scripted_agent_goes_through_each_band() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut script = Command::new("bash");
    script.arg(root.join("docs/examples/bands.sh")).arg(env!("CARGO_BIN_EXE_countersign"));
    script.env("LC_ALL", "C");
    let said = ended(script, "").expect(0).out;
    let shown: Vec<(&str, &str)> =
        said.lines().filter_map(|line| line.split_once("  ")).map(|(what, is)| (what, is.trim())).collect();
    let expected = [
        ("without a step, a write is", "queued"),
        ("the checks passed, no history: a write goes on in", "10 s"),
        ("nobody objected: allowed by", "timeout"),
        ("the step itself", "proceed_after"),
        ("ana held it: the write is", "pending"),
        ("a check failed", "ask"),
        ("the agent gave up", "stop"),
        ("six of six confirmed, the checks pass: a write is", "done"),
        ("the step", "proceed"),
        ("everything is in the log:", "✓ the log is intact"),
    ];
    assert_eq!(shown, expected, "{said}");
}
