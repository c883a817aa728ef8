//! Sends generated requests to a real daemon, valid and invalid ones by its OpenAPI document: no response may be a
//! server error or undocumented. Schemathesis is installed from PyPI into its own folder.

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

use crate::steps::{Done, build};

const PACKAGES: &[&str] = &["schemathesis>=4,<5", "openapi-spec-validator>=0.7,<1"];

/// Checks for every response. Also: valid requests are not rejected as malformed, invalid ones are not accepted, and
/// responses have the promised headers.
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,\
    response_schema_conformance,response_headers_conformance,negative_data_rejection,positive_data_acceptance,\
    unsupported_method,allow_header_conformance,ignored_auth";

/// Expected responses to valid requests. 400 is not among them; 502 means that a tool failed, not the daemon.
const EXPECTED: &str = r#"["2xx", 401, 403, 404, 409, 422, 502]"#;

/// How many requests of each kind are sent per operation.
const EXAMPLES: &str = "6";

/// Raises the rate limits, which are not under test here.
const LIMITS: &str = "[limits]\nagent_calls_per_s = 1000000\nagent_burst = 1000000\n\
    wrong_tokens_per_min = 1000000\n";

/// The callers, in this order: the agent proposes after the person, who might otherwise confirm.
const CALLERS: &[Caller] = &[
    Caller {
        kind: "person",
        name: "ana",
        spared: &[
            // It would revoke its own token and lose access.
            "token.revoke",
            // All later requests would be refused.
            "freeze",
            // It would send requests to invented hosts.
            "webhook.create",
        ],
    },
    Caller { kind: "agent", name: "codex", spared: &[] },
    Caller { kind: "", name: "nobody", spared: &[] },
];

struct Caller {
    kind: &'static str,
    name: &'static str,
    /// Operations that this caller skips; the others call them and are refused.
    spared: &'static [&'static str],
}

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
    build(root)?;
    let home = tempfile::tempdir().map_err(|e| format!("cannot make a folder: {e}"))?;
    fs::write(home.path().join("config.toml"), LIMITS).map_err(|e| format!("cannot write settings: {e}"))?;
    let daemon = Daemon::start(&target.join("debug/countersign"), home.path())?;
    let (person, agent) = (daemon.token("person", "ana")?, daemon.token("agent", "codex")?);
    let settings = home.path().join("schemathesis.toml");
    fs::write(&settings, known(&daemon.furnish(&person, &agent)?, home.path()))
        .map_err(|e| format!("cannot write {}: {e}", settings.display()))?;
    for caller in CALLERS {
        let token = match caller.kind {
            "person" => Some(&person),
            "agent" => Some(&agent),
            _ => None,
        };
        println!("  schemathesis as {}", caller.name);
        let mut command = attack(&python, &document, &daemon, token.map(String::as_str), caller);
        succeeds(command.current_dir(home.path()), "an answer was a failure, or is not as documented")
            .map_err(|e| format!("as {}: {e}", caller.name))?;
        daemon.is_well()?;
    }
    daemon.end()?;
    Ok(Done::Passed)
}

fn target(root: &Path) -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |dir| root.join(dir))
}

/// Returns a Python with the required packages, created once; an error says why there is none.
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

/// Returns the settings of schemathesis, with existing ids and tools, so that requests get further than "not found".
fn known(ids: &[String], folder: &Path) -> String {
    let ids = serde_json::to_string(ids).expect("BUG: a list of texts is JSON");
    let folder = folder.display();
    format!(
        r#"[cache]
enabled = false
[dictionaries.ids]
values = {ids}
[dictionaries.tools]
values = ["task.create_task", "task.set_title", "task.add_label", "filesystem.read_file", "no.tool"]
[parameters]
"path.id" = {{ dictionary = "ids", probability = 0.7 }}
"path.run" = {{ dictionary = "ids", probability = 0.7 }}
"body.tool" = {{ dictionary = "tools", probability = 0.7 }}
# Its coverage phase does not heed the pattern of a header; tests by hand try what is no folder.
"header.Countersign-Folder" = "{folder}"
[checks.not_a_server_error]
expected-statuses = ["2xx", "3xx", "4xx", 502, 503]
[checks.positive_data_acceptance]
expected-statuses = {EXPECTED}
[phases.fuzzing.error-feedback]
enabled = false
"#
    )
}

fn attack(python: &Path, document: &Path, daemon: &Daemon, token: Option<&str>, caller: &Caller) -> Command {
    let mut command = Command::new(python.with_file_name("schemathesis"));
    command.arg("--config-file").arg(daemon.home.join("schemathesis.toml")).arg("run").arg(document);
    command.args(["--url", &format!("http://{}", daemon.address)]);
    if let Some(token) = token {
        command.args(["--header", &format!("Authorization: Bearer {token}")]);
    }
    command.args(["--checks", CHECKS, "--phases", "examples,coverage,fuzzing", "--mode", "all"]);
    // One worker and no stored state: the same requests in the same order each time.
    command.args(["--max-examples", EXAMPLES, "--seed", "1", "--workers", "1"]);
    command.args(["--generation-database", "none", "--generation-with-security-parameters", "false"]);
    command.args(["--request-timeout", "20", "--continue-on-failure", "--warnings", "off", "--no-color"]);
    // A stream does not end; it has its own tests.
    command.args(["--exclude-path", "/v1/events"]);
    for operation in caller.spared {
        command.args(["--exclude-operation-id", operation]);
    }
    command
}

fn succeeds(command: &mut Command, otherwise: &str) -> Result<(), String> {
    match command.stdin(Stdio::null()).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(otherwise.to_owned()),
        Err(e) => Err(format!("{} does not run: {e}", command.get_program().to_string_lossy())),
    }
}

/// A daemon with its own home; it is killed on drop.
pub struct Daemon {
    child: Child,
    binary: PathBuf,
    home: PathBuf,
    /// Where it listens.
    pub address: String,
    person: std::cell::OnceCell<String>,
}

impl Daemon {
    /// Starts a daemon in `home` and waits until it prints its address.
    pub fn start(binary: &Path, home: &Path) -> Result<Self, String> {
        let child = Command::new(binary)
            .args(["up", "--listen", "127.0.0.1:0", "--json"])
            .env("COUNTERSIGN_HOME", home)
            .env_remove("COUNTERSIGN_TOKEN")
            .env("COUNTERSIGN_LOG", "warn")
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
            // The receiver may be gone.
            let _ = sender.send(lines.next());
            // Keeps reading, so that the daemon never blocks on a full pipe.
            lines.for_each(drop);
        });
        match receiver.recv_timeout(PATIENCE) {
            Ok(Some(Ok(line))) => Ok(line),
            Ok(_) => Err("the daemon ended before it said where it listens".to_owned()),
            Err(_) => Err("the daemon did not say where it listens".to_owned()),
        }
    }

    /// Creates a token; the first is a person's, who creates the others.
    pub fn token(&self, kind: &str, name: &str) -> Result<String, String> {
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

    /// Creates a run with items, some of them confirmed, as test data. Returns all ids.
    fn furnish(&self, person: &str, agent: &str) -> Result<Vec<String>, String> {
        let mut ids = Vec::new();
        let add = |ids: &mut Vec<String>, value: &Value| ids.extend(value.as_str().map(str::to_owned));
        for n in 0..12 {
            let args = format!(r#"{{"title":"task {n}"}}"#);
            let held = self.told(agent, &["call", "task.create_task", "--args", &args])?;
            let item = held["item"]["id"].as_str().ok_or_else(|| format!("nothing was held: {held}"))?;
            ids.push(item.to_owned());
            if n < 4 {
                self.told(person, &["show", item])?;
                let done = self.told(person, &["confirm", item])?;
                add(&mut ids, &done["results"][0]["receipt"]["id"]);
            }
            add(&mut ids, &held["item"]["change_set"]);
        }
        add(&mut ids, &self.told(person, &["run", "list"])?["runs"][0]["id"]);
        ids.sort();
        ids.dedup();
        Ok(ids)
    }

    /// Returns the answer of a command, whatever its exit code.
    fn told(&self, token: &str, args: &[&str]) -> Result<Value, String> {
        let mut command = Command::new(&self.binary);
        command.args(args).arg("--json").env("COUNTERSIGN_HOME", &self.home);
        command.env("COUNTERSIGN_TOKEN", token).current_dir(&self.home).stdin(Stdio::null());
        let output = command.output().map_err(|e| format!("{args:?} does not run: {e}"))?;
        let text = String::from_utf8_lossy(&output.stdout);
        serde_json::from_str(&text).map_err(|e| format!("{args:?} said {text:?}: {e}"))
    }

    /// Fails if the daemon has exited, whatever it answered.
    fn is_well(&self) -> Result<(), String> {
        let address = self.address.parse().map_err(|e| format!("{} is no address: {e}", self.address))?;
        std::net::TcpStream::connect_timeout(&address, PATIENCE)
            .map(drop)
            .map_err(|e| format!("the daemon no longer answers: {e}"))
    }

    /// Asks it to exit, and waits until it has.
    pub fn end(mut self) -> Result<(), String> {
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
        // It has exited already, or is killed now.
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
    fn the_settings_are_toml_and_name_what_exists() {
        let settings: toml::Table = known(&["i1".to_owned()], Path::new("/w")).parse().unwrap();
        assert_eq!(settings["dictionaries"]["ids"]["values"][0].as_str(), Some("i1"));
        let all = CALLERS.iter().filter(|c| c.spared.is_empty()).count();
        assert!(all >= 1, "what one caller spares another tries");
    }

    #[test]
    fn what_is_installed_goes_where_what_is_built_goes() {
        assert!(target(Path::new("/repo")).is_absolute());
    }
}
