//! Starts a command and ends it with everything it started.

use std::{
    collections::BTreeMap,
    env,
    ffi::{OsStr, OsString},
    io,
    os::unix::process::{CommandExt as _, ExitStatusExt as _},
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use countersign_core::{Error, Result, agent::AgentProcess, engine::work};
use countersign_words::say;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use serde_json::{Value, json};

use super::{
    Run, TIMEOUT_S_MAX, folder,
    output::{Kept, Stream},
    patience::{Patience, Watch},
};

/// Variables with this prefix are ours and not passed to commands.
pub const OWN_PREFIX: &str = "COUNTERSIGN_";
/// Variables that change what shells and other programs do with the same words: not passed to commands. Those
/// that the call itself sets are judged with it.
const CLEARED: &[&str] = &[
    "AWKLIBPATH",
    "AWKPATH",
    "BASHOPTS",
    "CDPATH",
    "CLASSPATH",
    "ENV",
    "EXECIGNORE",
    "EXINIT",
    "FIGNORE",
    "GCONV_PATH",
    "GLOBIGNORE",
    "GREP_OPTIONS",
    "IFS",
    "INPUTRC",
    "JAVA_TOOL_OPTIONS",
    "JDK_JAVA_OPTIONS",
    "LESSCLOSE",
    "LESSOPEN",
    "MAKEFILES",
    "MAKEFLAGS",
    "NLSPATH",
    "NODE_OPTIONS",
    "NODE_PATH",
    "NODE_REPL_EXTERNAL_MODULE",
    "OPENSSL_CONF",
    "OPENSSL_ENGINES",
    "OPENSSL_MODULES",
    "POSIXLY_CORRECT",
    "POSIX_ME_HARDER",
    "PROMPT_COMMAND",
    "PS0",
    "PS4",
    "RUBYLIB",
    "RUBYOPT",
    "SHELLOPTS",
    "SSH_ASKPASS",
    "SUDO_ASKPASS",
    "TAR_OPTIONS",
    "UNZIP",
    "VIMINIT",
    "ZIPOPT",
    "_JAVA_OPTIONS",
];
/// Prefixes of such variables.
const CLEARED_PREFIXES: &[&str] =
    &["BASH_", "DYLD_", "GIT_", "GLIBC_", "LD_", "LUA_", "MALLOC_", "PERL5", "PERLLIB", "PYTHON"];
/// Settings that a repository cannot override, so that git runs nothing configured in a repository. Its editor
/// is the one that the variables name.
const GIT: &[(&str, &str)] = &[
    ("core.fsmonitor", "false"),
    ("core.hooksPath", "/dev/null"),
    ("core.pager", "cat"),
    ("core.editor", NAMED_EDITOR),
    ("sequence.editor", NAMED_EDITOR),
];
const NAMED_EDITOR: &str = r#"sh -c 'eval "${GIT_EDITOR:-${VISUAL:-$EDITOR}} \"\$@\""' editor"#;
/// What a command says that needs an editor: nobody is there who could use one.
pub const NEEDS_EDITOR: &str = "this needs an editor or a terminal, and there is none";
/// How long output is still read after a command ended.
const GRACE: Duration = Duration::from_millis(500);
const POLL_MIN: Duration = Duration::from_millis(1);
const POLL_MAX: Duration = Duration::from_millis(20);

/// Why a command runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Judged {
    /// It was proved to only read.
    Read,
    /// A person, a grant or a rule allowed it.
    Allowed,
}

/// How a command ended.
pub struct Ended {
    pub code: Option<i32>,
    pub signal: Option<i32>,
    pub timed_out: bool,
    pub stdout: Kept,
    pub stderr: Kept,
    pub duration_ms: u64,
}

impl Ended {
    /// Returns the result for the agent.
    pub fn result(&self) -> Value {
        let (stdout, stdout_bytes, stdout_truncated) = self.stdout.told();
        let (stderr, stderr_bytes, stderr_truncated) = self.stderr.told();
        folder::taken(json!({
            "exit_code": self.code,
            "signal": self.signal,
            "timed_out": self.timed_out,
            "duration_ms": self.duration_ms,
            "stdout": stdout,
            "stdout_bytes": stdout_bytes,
            "stdout_truncated": stdout_truncated,
            "stderr": stderr,
            "stderr_bytes": stderr_bytes,
            "stderr_truncated": stderr_truncated,
        }))
    }
}

/// Runs a command to its end or to its time limit; processes left in its group end with it. The environment
/// of everything it starts names the item or agent it runs for.
///
/// # Limitations
/// A process that leaves the group (`setsid`) escapes.
pub fn run(run: &Run, cwd: &Path, judged: Judged, started_for: &str) -> Result<Ended> {
    run_within(run, cwd, judged, started_for, Patience::of(run, TIMEOUT_S_MAX))
}

fn run_within(run: &Run, cwd: &Path, judged: Judged, started_for: &str, patience: Patience) -> Result<Ended> {
    let begun = Instant::now();
    let Some((program, arguments)) = argv(run).split_first().map(|(p, a)| (p.clone(), a.to_vec())) else {
        return Err(Error::bug("a command has a first word"));
    };
    let mut command = Command::new(program);
    command.args(arguments).env_clear().envs(surroundings(run, judged, started_for));
    command.current_dir(cwd).process_group(0).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.stdin(if run.stdin.is_some() { Stdio::piped() } else { Stdio::null() });
    let mut child = command.spawn().map_err(|e| not_started(run, &e))?;
    feed(child.stdin.take(), run.stdin.clone());
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let mut watch = Watch::new(patience, work::listener());
    let (Some(stdout), Some(stderr)) = (stdout, stderr) else {
        return Err(Error::bug("the command has no output"));
    };
    let (stdout, stderr) = (Stream::read(stdout, watch.heard()), Stream::read(stderr, watch.heard()));
    let timed_out = !wait(&child, &mut watch)?;
    // The command is not reaped yet, so its pid still names its own group.
    end_group(&child)?;
    let status = child.wait().map_err(|e| Error::doubt(say!("effect-not-awaited", error = e)))?;
    let end = Instant::now() + GRACE;
    let (stdout, stderr) = (stdout.finish(end), stderr.finish(end));
    let duration_ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
    Ok(Ended { code: status.code(), signal: status.signal(), timed_out, stdout, stderr, duration_ms })
}

/// Returns the program and its arguments, the same for real and in rehearsal.
pub fn argv(run: &Run) -> Vec<OsString> {
    match (&run.command, &run.argv) {
        (None, Some(words)) => words.iter().map(OsString::from).collect(),
        (line, _) => {
            let shell = if Path::new("/bin/bash").exists() { "/bin/bash" } else { "/bin/sh" };
            let line = line.as_deref().unwrap_or_default();
            // Exported functions come with the environment, too.
            let plain = !run.env.keys().any(|name| name.starts_with("BASH_"));
            let line = if plain { folder::told_by(shell, line) } else { line.into() };
            [shell, "-c", &*line].map(OsString::from).to_vec()
        }
    }
}

/// Returns the command's environment: ours without our own variables and those that change what programs do, with safe git
/// settings, and then the call's variables, which the person saw. The same for real and in rehearsal.
pub fn surroundings(run: &Run, judged: Judged, started_for: &str) -> BTreeMap<OsString, OsString> {
    let mut all: BTreeMap<OsString, OsString> =
        env::vars_os().filter(|(name, _)| !is_cleared(&name.to_string_lossy())).collect();
    all.remove(OsStr::new("VISUAL"));
    let mut set = |name: &str, value: &str| all.insert(name.into(), value.into());
    for (name, value) in [
        ("GIT_PAGER", "cat"),
        ("PAGER", "cat"),
        ("EDITOR", &*editor()),
        ("GIT_OPTIONAL_LOCKS", "0"),
        ("GIT_TERMINAL_PROMPT", "0"),
        ("GIT_CONFIG_COUNT", &GIT.len().to_string()),
    ] {
        set(name, value);
    }
    for (i, (key, value)) in GIT.iter().enumerate() {
        set(&format!("GIT_CONFIG_KEY_{i}"), key);
        set(&format!("GIT_CONFIG_VALUE_{i}"), value);
    }
    for (name, value) in &run.env {
        match value {
            Some(value) => all.insert(name.into(), value.into()),
            None => all.remove(&OsString::from(name)),
        };
    }
    let mut set = |name: &str, value: &str| all.insert(name.into(), value.into());
    set(AgentProcess::MARKER, started_for);
    if judged == Judged::Read {
        // Nothing is asked of anybody that the command was not meant to ask: no program looks for its next version.
        for name in ["NO_UPDATE_NOTIFIER", "PIP_DISABLE_PIP_VERSION_CHECK"] {
            set(name, "1");
        }
        set("npm_config_update_notifier", "false");
        // A file in the folder must not replace a module that is known to be harmless.
        set("PYTHONSAFEPATH", "1");
        set("PYTHONDONTWRITEBYTECODE", "1");
    }
    all
}

/// Returns an editor that fails and says why.
fn editor() -> String {
    format!("sh -c 'echo \"{NEEDS_EDITOR}: give the text in the command (git commit -m)\" >&2; exit 1'")
}

fn is_cleared(name: &str) -> bool {
    name.starts_with(OWN_PREFIX)
        || CLEARED.binary_search(&name).is_ok()
        || CLEARED_PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

/// Writes a command's standard input in the background.
pub fn feed(stdin: Option<impl io::Write + Send + 'static>, text: Option<String>) {
    if let (Some(mut stdin), Some(text)) = (stdin, text) {
        // A command need not read its input.
        thread::spawn(move || drop(stdin.write_all(text.as_bytes())));
    }
}

/// Waits for the command to end without reaping it; false if its time was over first. A person who cancels it ends it, too.
fn wait(child: &Child, watch: &mut Watch) -> Result<bool> {
    let meter = work::meter();
    meter.can_end(true);
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
    let mut pause = POLL_MIN;
    loop {
        match waitid(WaitId::Pid(pid(child)?), options) {
            Ok(Some(_)) => return Ok(true),
            Ok(None) | Err(rustix::io::Errno::INTR) => {}
            Err(e) => return Err(Error::doubt(say!("effect-not-awaited", error = io::Error::from(e)))),
        }
        if meter.ended_by().is_some() {
            return Ok(true);
        }
        let Some(next) = watch.look() else { return Ok(false) };
        thread::sleep(pause.min(next.saturating_duration_since(Instant::now())));
        pause = (pause * 2).min(POLL_MAX);
    }
}

fn end_group(child: &Child) -> Result<()> {
    match kill_process_group(pid(child)?, Signal::KILL) {
        Ok(()) | Err(rustix::io::Errno::SRCH | rustix::io::Errno::PERM) => Ok(()),
        Err(e) => Err(Error::doubt(say!("effect-not-ended", error = io::Error::from(e)))),
    }
}

fn pid(child: &Child) -> Result<Pid> {
    let raw = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    raw.ok_or_else(|| Error::bug("a process has a number"))
}

pub fn not_started(run: &Run, e: &io::Error) -> Error {
    let error = Error::conflict(say!("effect-not-started", name = run.first_word(), error = e));
    match e.kind() {
        io::ErrorKind::NotFound => error.hint(say!("effect-check-name")),
        _ => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a13_variables_that_change_what_programs_do_are_not_handed_on() {
        assert!(CLEARED.is_sorted_by(|a, b| a < b), "{:?}", CLEARED.windows(2).find(|w| w[0] >= w[1]));
        for name in [
            "POSIXLY_CORRECT",
            "BASH_ENV",
            "BASH_FUNC_ls%%",
            "LD_PRELOAD",
            "PERL5OPT",
            "PYTHONPATH",
            "NODE_OPTIONS",
            "GIT_SSH_COMMAND",
            "IFS",
            "COUNTERSIGN_TOKEN",
        ] {
            assert!(is_cleared(name), "{name}");
        }
        for name in ["PATH", "HOME", "LANG", "TERM", "CARGO_HOME", "GOPATH", "VIRTUAL_ENV", "XDG_CACHE_HOME"]
        {
            assert!(!is_cleared(name), "{name}");
        }
    }

    #[test]
    fn a16_a_command_that_prints_goes_on_and_one_that_is_silent_is_ended() {
        let patience = Patience { total: Duration::from_secs(60), silence: Duration::from_secs(2) };
        let run = |line: &str| {
            let run: Run = serde_json::from_value(json!({"command": line})).unwrap();
            run_within(&run, Path::new("/"), Judged::Allowed, "i1", patience).unwrap().result()
        };
        let prints = run("for n in $(seq 15); do echo $n >&2; sleep 0.2; done");
        assert_eq!((&prints["timed_out"], &prints["exit_code"]), (&json!(false), &json!(0)), "{prints}");
        assert!(prints["stderr"].as_str().unwrap().ends_with("15\n"), "{prints}");
        let silent = run("echo begun; sleep 60");
        assert_eq!((&silent["timed_out"], &silent["stdout"]), (&json!(true), &json!("begun\n")));
    }
}
