//! Throws generated requests at a real daemon, as its OpenAPI document describes them and as it forbids them: no answer
//! may be a failure of the daemon, and none may be undocumented. Schemathesis comes from PyPI into a folder of its own.

use std::{
    env, fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use serde_json::Value;

use crate::steps::{Done, cargo};

const PACKAGES: &[&str] = &["schemathesis>=4,<5", "openapi-spec-validator>=0.7,<1"];

/// What is asked of every answer.
const CHECKS: &str =
    "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance";

/// How many requests of each kind are tried for an operation, and for how long altogether.
const EXAMPLES: &str = "25";
const SECONDS: &str = "120";

/// Who calls: what the agent is refused is answered as documented, too.
const CALLERS: &[(&str, &str)] = &[("person", "ana"), ("agent", "codex")];

/// How long the daemon may take to start, and to end.
const PATIENCE: Duration = Duration::from_secs(30);

/// The step.
pub fn run(root: &Path) -> Result<Done, String> {
    let target = target(root);
    let python = match tools(&target) {
        Ok(python) => python,
        Err(why) => return Ok(Done::Skipped(why)),
    };
    let document = root.join("openapi.json");
    let mut validate = Command::new(python.with_file_name("openapi-spec-validator"));
    succeeds(validate.arg(&document), "openapi.json is not a valid document")?;
    cargo(root, &["build", "--quiet", "--package", "countersign"])?;
    let home = tempfile::tempdir().map_err(|e| format!("cannot make a folder: {e}"))?;
    let daemon = Daemon::start(&target.join("debug/countersign"), home.path())?;
    for (kind, name) in CALLERS {
        let token = daemon.token(kind, name)?;
        println!("  schemathesis as {kind} {name}");
        attack(&python, &document, &daemon, &token, home.path())
            .map_err(|e| format!("as {kind} {name}: {e}"))?;
        daemon.is_well()?;
    }
    daemon.end()?;
    Ok(Done::Passed)
}

fn target(root: &Path) -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |dir| root.join(dir))
}

/// Python with what is needed, made once; an error says why there is none.
fn tools(target: &Path) -> Result<PathBuf, String> {
    let folder = target.join("schemathesis");
    let (python, made) = (folder.join("bin/python"), folder.join("made"));
    let wanted = PACKAGES.join("\n");
    if fs::read_to_string(&made).is_ok_and(|is| is == wanted) {
        return Ok(python);
    }
    println!("  installing {}", PACKAGES.join(", "));
    let quiet = |command: &mut Command| {
        let output = command.stdin(Stdio::null()).output().map_err(|e| e.to_string())?;
        let last =
            |text: &[u8]| String::from_utf8_lossy(text).trim().lines().last().unwrap_or_default().to_owned();
        if output.status.success() { Ok(()) } else { Err(last(&output.stderr)) }
    };
    quiet(Command::new("python3").args(["-m", "venv"]).arg(&folder))
        .map_err(|e| format!("Python 3 with venv is needed: {e}"))?;
    quiet(Command::new(&python).args(["-m", "pip", "install", "--quiet"]).args(PACKAGES))
        .map_err(|e| format!("schemathesis cannot be installed: {e}"))?;
    fs::write(&made, wanted).map_err(|e| format!("cannot write {}: {e}", made.display()))?;
    Ok(python)
}

fn attack(python: &Path, document: &Path, daemon: &Daemon, token: &str, home: &Path) -> Result<(), String> {
    let mut command = Command::new(python.with_file_name("schemathesis"));
    command.arg("run").arg(document);
    command.args(["--url", &format!("http://{}", daemon.address)]);
    command.args(["--header", &format!("Authorization: Bearer {token}")]);
    command.args(["--checks", CHECKS, "--phases", "examples,coverage,fuzzing", "--mode", "all"]);
    command.args(["--max-examples", EXAMPLES, "--max-time", SECONDS, "--seed", "1", "--workers", "2"]);
    command.args(["--request-timeout", "20", "--continue-on-failure", "--no-color"]);
    // A stream has no end; it has tests of its own.
    command.args(["--exclude-path", "/v1/events"]);
    succeeds(command.current_dir(home), "an answer was a failure, or is not documented")
}

fn succeeds(command: &mut Command, otherwise: &str) -> Result<(), String> {
    match command.stdin(Stdio::null()).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(otherwise.to_owned()),
        Err(e) => Err(format!("{} does not run: {e}", command.get_program().to_string_lossy())),
    }
}

/// A daemon in a home of its own; it is ended, by its id, however this ends.
struct Daemon {
    child: Child,
    binary: PathBuf,
    home: PathBuf,
    address: String,
    person: std::cell::OnceCell<String>,
}

impl Daemon {
    fn start(binary: &Path, home: &Path) -> Result<Self, String> {
        let child = Command::new(binary)
            .args(["up", "--listen", "127.0.0.1:0", "--json"])
            .env("COUNTERSIGN_HOME", home)
            .env_remove("COUNTERSIGN_TOKEN")
            .current_dir(home)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| format!("{} does not start: {e}", binary.display()))?;
        let (binary, home) = (binary.to_owned(), home.to_owned());
        let mut daemon = Self { child, binary, home, address: String::new(), person: Default::default() };
        let line = daemon.first_line()?;
        let told: Value =
            serde_json::from_str(&line).map_err(|e| format!("the daemon said {line:?}: {e}"))?;
        let address =
            told["address"].as_str().ok_or_else(|| format!("the daemon named no address: {line:?}"))?;
        daemon.address = address.to_owned();
        Ok(daemon)
    }

    fn first_line(&mut self) -> Result<String, String> {
        let out = self.child.stdout.take().ok_or("the daemon has no output")?;
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            let mut lines = BufReader::new(out).lines();
            // Nobody may be left to tell.
            let _ = sender.send(lines.next());
            // What follows is read, so that the daemon never waits for a reader.
            lines.for_each(drop);
        });
        match receiver.recv_timeout(PATIENCE) {
            Ok(Some(Ok(line))) => Ok(line),
            Ok(_) => Err("the daemon ended before it said where it listens".to_owned()),
            Err(_) => Err("the daemon did not say where it listens".to_owned()),
        }
    }

    /// A new token; the first is the person's, who makes the others.
    fn token(&self, kind: &str, name: &str) -> Result<String, String> {
        let mut command = Command::new(&self.binary);
        command.args(["token", kind, name, "--json"]).env("COUNTERSIGN_HOME", &self.home);
        command.env_remove("COUNTERSIGN_TOKEN").current_dir(&self.home).stdin(Stdio::null());
        if let Some(person) = self.person.get() {
            command.env("COUNTERSIGN_TOKEN", person);
        }
        let output = command.output().map_err(|e| format!("no token can be made: {e}"))?;
        let told = String::from_utf8_lossy(&output.stdout);
        let value: Value = serde_json::from_str(&told).unwrap_or_default();
        let token = value["token"].as_str().ok_or_else(|| format!("no token was made for {name}: {told}"))?;
        if kind == "person" {
            self.person.get_or_init(|| token.to_owned());
        }
        Ok(token.to_owned())
    }

    /// An attack that ends the daemon has found something, whatever the answers were.
    fn is_well(&self) -> Result<(), String> {
        let address = self.address.parse().map_err(|e| format!("{} is no address: {e}", self.address))?;
        std::net::TcpStream::connect_timeout(&address, PATIENCE)
            .map(drop)
            .map_err(|e| format!("the daemon no longer answers: {e}"))
    }

    /// Asks it to end, and waits until it has.
    fn end(mut self) -> Result<(), String> {
        let pid = self.child.id().to_string();
        succeeds(Command::new("kill").args(["-TERM", &pid]), "the daemon cannot be asked to end")?;
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            match self.child.try_wait() {
                Ok(Some(status)) if status.success() => return Ok(()),
                Ok(Some(status)) => return Err(format!("the daemon ended with {status}")),
                Ok(None) => thread::sleep(Duration::from_millis(50)),
                Err(e) => return Err(format!("the daemon cannot be waited for: {e}")),
            }
        }
        Err("the daemon does not end when asked".to_owned())
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        // It has ended, or it ends now.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_daemon_that_says_nothing_or_nonsense_is_an_error() {
        let home = tempfile::tempdir().unwrap();
        for (program, say) in [("/bin/true", "ended before"), ("/bin/echo", "the daemon said")] {
            let error = Daemon::start(Path::new(program), home.path()).err().unwrap();
            assert!(error.contains(say), "{error}");
        }
        assert!(Daemon::start(Path::new("/no/such/program"), home.path()).is_err());
    }

    #[test]
    fn what_is_installed_goes_where_what_is_built_goes() {
        assert!(target(Path::new("/repo")).is_absolute());
    }
}
