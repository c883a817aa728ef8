//! Level 2: the daemon under its own user; a person, an agent and a stranger as other users. Becoming all of them takes
//! root: without it these tests print that and check nothing; CI runs them as root.

use std::{
    fs,
    io::Write,
    os::unix::{
        fs::{MetadataExt, PermissionsExt, chown},
        process::CommandExt,
    },
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use serde_json::{Value, json};

use super::{Session, port, sign_in, tries, ways};
use crate::{Ended, ended};

/// User ids that are unused, and need no entry anywhere.
const DAEMON: u32 = 61_241;
const PERSON: u32 = 61_242;
const AGENT: u32 = 61_243;
const STRANGER: u32 = 61_244;

/// A machine with a daemon under its own user, as `up --system` sets it up.
struct Machine {
    dir: tempfile::TempDir,
    daemon: Child,
    port: String,
    ana: String,
    codex: String,
}

impl Drop for Machine {
    fn drop(&mut self) {
        let _ = self.daemon.kill();
        let _ = self.daemon.wait();
    }
}

fn folder(path: &Path, mode: u32) {
    fs::create_dir(path).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    chown(path, Some(DAEMON), Some(DAEMON)).unwrap();
}

impl Machine {
    /// `None` without root.
    fn new() -> Option<Self> {
        if !rustix::process::geteuid().is_root() {
            let told = "not root: level 2 was NOT checked by this run\n";
            std::io::stderr().write_all(told.as_bytes()).unwrap();
            return None;
        }
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        fs::set_permissions(dir.path(), fs::Permissions::from_mode(0o755)).unwrap();
        // Other users may have no access to the build folder.
        fs::copy(env!("CARGO_BIN_EXE_countersign"), at("countersign")).unwrap();
        fs::write(at("attempt.sh"), include_str!("../attempt.sh")).unwrap();
        folder(&at("home"), 0o700);
        folder(&at("run"), 0o750);
        folder(&at("work"), 0o755);
        let as_daemon = |args: &[&str]| {
            let mut command = Command::new(at("countersign"));
            command.args(args).env_clear().env("COUNTERSIGN_HOME", at("home")).env("TZ", "UTC");
            command.uid(DAEMON).gid(DAEMON).current_dir(at("work"));
            command
        };
        // The first token is created before anybody can connect, like `up --system` does.
        let uid = PERSON.to_string();
        let made =
            ended(as_daemon(&["token", "person", "ana", "--uid", &uid, "--json"]), "").expect(0).json();
        ended(as_daemon(&["down"]), "").expect(0);
        let socket = at("run").join("daemon.sock");
        let config = format!("[system]\nusers = [{PERSON}, {AGENT}]\nsocket = \"{}\"\n", socket.display());
        fs::write(at("home").join("config.toml"), config).unwrap();
        chown(at("home").join("config.toml"), Some(DAEMON), Some(DAEMON)).unwrap();
        let mut daemon = as_daemon(&["up", "--json", "--listen", "127.0.0.1:0"]);
        let mut daemon = daemon.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let port = port(&mut daemon);
        let ana = made["token"].as_str().unwrap().to_owned();
        let mut machine = Self { dir, daemon, port, ana, codex: String::new() };
        let codex =
            machine.run(PERSON, &machine.ana, &["token", "agent", "codex", "--json"]).expect(0).json();
        machine.codex = codex["token"].as_str().unwrap().to_owned();
        Some(machine)
    }

    fn at(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn socket(&self) -> PathBuf {
        self.at("run").join("daemon.sock")
    }

    /// A program of a user, in the group that may reach the socket.
    fn command(&self, user: u32, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.env_clear().env("PATH", "/usr/bin:/bin").env("HOME", self.dir.path()).env("TZ", "UTC");
        command.env("COUNTERSIGN_SOCKET", self.socket()).current_dir(self.at("work"));
        command.uid(user).gid(DAEMON);
        command
    }

    fn run(&self, user: u32, token: &str, args: &[&str]) -> Ended {
        let mut command = self.command(user, &self.at("countersign"));
        ended(std::mem::replace(command.args(args).env("COUNTERSIGN_TOKEN", token), Command::new("true")), "")
    }

    /// A proposal of the agent, with its own token and user, that ana has viewed.
    fn item(&self) -> String {
        let input = json!({"title": "pay the agent"}).to_string();
        let held = self.run(AGENT, &self.codex, &["call", "task.create_task", "--args", &input, "--json"]);
        let item = held.expect(7).json()["item"]["id"].as_str().unwrap().to_owned();
        self.run(PERSON, &self.ana, &["show", &item]).expect(0);
        item
    }

    fn status(&self, item: &str) -> Value {
        self.run(PERSON, &self.ana, &["show", item, "--json"]).expect(0).json()["item"]["status"].clone()
    }

    /// Ana's token, and a session if there is one, in the hands of another user.
    fn tried_by(&self, user: u32, item: &str, session: Option<&Session>) -> Vec<(String, String)> {
        let mut thief = self.command(user, Path::new("/bin/bash"));
        thief.arg(self.at("attempt.sh")).env("EXE", self.at("countersign"));
        thief.env("COUNTERSIGN_TOKEN", &self.ana).env("PORT", &self.port).env("ITEM", item);
        if let Some(session) = session {
            thief.env("COOKIE", &session.cookie).env("CSRF", &session.csrf);
        }
        tries(&ended(thief, "").out)
    }
}

#[test]
fn c1_under_a_user_of_its_own_a_stolen_token_decides_for_nobody_but_the_person() {
    let Some(machine) = Machine::new() else { return };
    let about = fs::metadata(machine.socket()).unwrap();
    assert_eq!((about.uid(), about.gid(), about.mode() & 0o777), (DAEMON, DAEMON, 0o660));
    let item = machine.item();
    machine.run(AGENT, &machine.codex, &["confirm", &item]).expect(3);
    assert_eq!(machine.tried_by(AGENT, &item, None), ways(&[("cli", "3"), ("token", "403")]));
    let turned_away = machine.tried_by(STRANGER, &item, None);
    assert_eq!(turned_away, ways(&[("cli", "3"), ("token", "401")]), "before anything is read");
    let told = machine.run(STRANGER, "", &["inbox"]);
    assert!(told.err.contains(&format!("user {STRANGER} may not connect here")), "{told:?}");
    assert_eq!(machine.status(&item), "pending");
    machine.run(PERSON, &machine.ana, &["confirm", &item]).expect(0);
    assert_eq!(machine.status(&item), "applied");
    let receipt = machine.run(PERSON, &machine.ana, &["receipts", "--json"]).expect(0).json();
    assert_eq!(receipt["receipts"][0]["level"], "own_user", "{receipt}");
}

#[test]
fn c1_under_a_user_of_its_own_a_stolen_cookie_is_another_users() {
    let Some(machine) = Machine::new() else { return };
    let item = machine.item();
    let open = machine.run(PERSON, &machine.ana, &["open", "--print", "--json"]).expect(0).json();
    let code = open["url"].as_str().unwrap().split("code=").nth(1).unwrap().to_owned();
    // This process is root's, which the daemon accepts: the session is bound to root only.
    let session = sign_in(&machine.port, &code);
    let tried = machine.tried_by(AGENT, &item, Some(&session));
    assert_eq!(tried, ways(&[("cli", "3"), ("token", "403"), ("cookie", "403")]));
    assert_eq!(machine.status(&item), "pending");
}

#[test]
fn c1_under_a_user_of_its_own_what_it_runs_for_an_agent_decides_nothing() {
    let Some(machine) = Machine::new() else { return };
    let item = machine.item();
    let loot = [
        ("EXE", machine.at("countersign").display().to_string()),
        ("HOME", machine.dir.path().display().to_string()),
        ("COUNTERSIGN_SOCKET", machine.socket().display().to_string()),
        ("COUNTERSIGN_TOKEN", machine.ana.clone()),
        ("PORT", machine.port.clone()),
        ("ITEM", item.clone()),
    ];
    let set: String = loot.iter().map(|(name, value)| format!("export {name}='{value}'\n")).collect();
    fs::write(machine.at("loot"), set).unwrap();
    let command = format!(
        ". '{}'; unset COUNTERSIGN_FOR; bash '{}' > out",
        machine.at("loot").display(),
        machine.at("attempt.sh").display()
    );
    let args = json!({"command": command}).to_string();
    let held = machine.run(AGENT, &machine.codex, &["call", "shell.run", "--args", &args, "--json"]);
    let held = held.expect(7).json();
    let run = held["item"]["id"].as_str().unwrap();
    machine.run(PERSON, &machine.ana, &["show", run]).expect(0);
    let typed = held["item"]["typed"].as_str();
    let confirm = ["confirm", run, "--type", typed.unwrap_or_default()];
    machine.run(PERSON, &machine.ana, if typed.is_some() { &confirm } else { &confirm[..2] }).expect(0);
    let out = fs::read_to_string(machine.at("work").join("out")).unwrap();
    assert_eq!(tries(&out), ways(&[("cli", "3"), ("token", "403")]));
    assert_eq!(machine.status(&item), "pending");
}

#[test]
fn under_a_user_of_its_own_its_files_are_closed_and_it_is_never_started_by_others() {
    let Some(machine) = Machine::new() else { return };
    for user in [PERSON, AGENT, STRANGER] {
        let mut read = machine.command(user, Path::new("/bin/cat"));
        let read =
            ended(std::mem::replace(read.arg(machine.at("home/countersign.db")), Command::new("true")), "");
        assert!(read.code != 0 && read.err.contains("denied"), "{user}: {read:?}");
    }
    let doctor = machine.run(PERSON, &machine.ana, &["doctor", "--json"]).expect(0).json();
    assert_eq!(doctor["level"], "own_user", "{doctor}");
    for command in [&["up"][..], &["down"], &["passkey", "reset", "ana"]] {
        let refused = machine.run(PERSON, &machine.ana, command).expect(4);
        assert!(refused.err.contains("daemon.sock"), "{refused:?}");
    }
    let mut machine = machine;
    machine.daemon.kill().unwrap();
    machine.daemon.wait().unwrap();
    let gone = machine.run(PERSON, &machine.ana, &["inbox"]).expect(6);
    assert!(gone.err.contains("no daemon answers at"), "{gone:?}");
    assert!(!machine.at(".local").exists(), "nothing lesser takes its place");
}
