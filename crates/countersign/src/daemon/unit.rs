//! A systemd unit of the person: it starts the daemon now and at each login, and again if it dies.

use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use countersign_client::Client;
use countersign_core::{Error, ErrorCode, Result};
use countersign_words::say;

use super::{Info, write_private};
use crate::home::Home;

const NAME: &str = "countersign.service";
/// How its file begins.
const WRITTEN: &str = "# Written by countersign;";
/// How long a daemon that systemd starts may take, including recovery.
const START_TIME: Duration = Duration::from_secs(30);

/// The unit of a home.
pub struct Unit {
    /// Its file.
    pub path: PathBuf,
    /// Its text.
    pub text: String,
}

impl Unit {
    /// Describes the unit that runs `up` with these arguments.
    pub fn of(home: &Home, args: &[OsString]) -> Result<Self> {
        let program = std::env::current_exe()
            .map_err(|e| Error::new(ErrorCode::Internal, say!("command-cannot-find-program", error = e)))?;
        let variable = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty());
        let config = variable("XDG_CONFIG_HOME").map(PathBuf::from);
        let config = config.or_else(|| variable("HOME").map(|home| Path::new(&home).join(".config")));
        let config = config.filter(|path| path.is_absolute()).ok_or_else(|| {
            Error::new(ErrorCode::Store, say!("command-no-home")).hint(say!("command-no-home-hint"))
        })?;
        let mut kept = Vec::new();
        if variable("COUNTERSIGN_HOME").is_some() {
            kept.push(("COUNTERSIGN_HOME", home.data.display().to_string()));
        }
        // Commands that are approved run in the daemon, and must find the programs that the person finds.
        for name in ["PATH", "XDG_DATA_HOME", "XDG_CONFIG_HOME"] {
            kept.extend(std::env::var(name).ok().filter(|v| !v.is_empty()).map(|value| (name, value)));
        }
        let words = [program.into_os_string(), "up".into()];
        let words = words.iter().chain(args).map(|word| quoted(&word.to_string_lossy(), true));
        let text = text(&words.collect::<Vec<_>>().join(" "), &kept);
        Ok(Self { path: config.join("systemd/user").join(NAME), text })
    }

    /// Fails if the person has no systemd, or if the file leads elsewhere.
    pub fn check(&self) -> Result<()> {
        if !works() {
            return Err(Error::conflict(say!("command-unit-none")).hint(say!("command-unit-none-hint")));
        }
        match fs::symlink_metadata(&self.path) {
            Ok(about) if !about.is_file() => {
                let path = self.path.display();
                Err(Error::new(
                    ErrorCode::Settings,
                    say!("command-cannot-write", path, said = say!("command-not-a-file")),
                ))
            }
            _ => Ok(()),
        }
    }

    /// Writes the file.
    pub fn write(&self) -> Result<()> {
        let folder = self.path.parent().map_or(Ok(()), fs::create_dir_all);
        folder.and_then(|()| write_private(&self.path, self.text.as_bytes())).map_err(|e| {
            let path = self.path.display().to_string();
            Error::new(ErrorCode::Settings, say!("command-cannot-write", path, said = e))
        })
    }

    /// Has systemd read and start it, now and at each login.
    pub fn start(&self) -> Result<()> {
        run(&["daemon-reload"])?;
        run(&["enable", NAME])?;
        run(&["restart", NAME])
    }
}

/// Returns the file of the unit that runs the daemon of this home, if there is one.
pub fn installed(home: &Home) -> Option<PathBuf> {
    let now = Unit::of(home, &[]).ok()?;
    let text = fs::read_to_string(&now.path).ok()?;
    let of_home =
        |text: &str| text.lines().find(|line| line.contains("COUNTERSIGN_HOME=")).map(str::to_owned);
    (text.starts_with(WRITTEN) && of_home(&text) == of_home(&now.text)).then_some(now.path)
}

/// Ends the daemon that systemd runs, and removes the file of its unit.
pub fn remove(path: &Path) -> Result<()> {
    let by_unit = works();
    if by_unit {
        stop()?;
    }
    fs::remove_file(path).map_err(|e| {
        let path = path.display().to_string();
        Error::new(ErrorCode::Settings, say!("command-cannot-write", path, said = e))
    })?;
    if by_unit { reload() } else { Ok(()) }
}

/// Ends the daemon that systemd runs, also for later logins.
pub fn stop() -> Result<()> {
    run(&["disable", "--now", NAME])
}

/// Has systemd read its files again.
pub fn reload() -> Result<()> {
    run(&["daemon-reload"])
}

/// Returns whether systemd runs for this person.
pub fn works() -> bool {
    run(&["show-environment"]).is_ok()
}

/// Waits until the daemon that systemd has started accepts calls.
pub fn wait(home: &Home, client: &Client) -> Result<Info> {
    let until = Instant::now() + START_TIME;
    loop {
        if let Some(info) = Info::read(home).filter(|info| !info.auto && client.reach().is_ok()) {
            return Ok(info);
        }
        if Instant::now() >= until {
            return Err(
                Error::new(ErrorCode::Store, say!("command-did-not-start")).hint(say!("command-unit-log"))
            );
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn run(words: &[&str]) -> Result<()> {
    let mut command = Command::new("systemctl");
    command.arg("--user").args(words).stdin(Stdio::null()).env_remove("COUNTERSIGN_TOKEN");
    let failed = |why: String| {
        let line = why.lines().next().unwrap_or_default().trim().to_owned();
        Error::new(ErrorCode::Store, say!("command-unit-failed", command = words.join(" "), error = line))
    };
    let ended = command.output().map_err(|e| failed(e.to_string()))?;
    match ended.status.success() {
        true => Ok(()),
        false => Err(failed(String::from_utf8_lossy(&ended.stderr).into_owned())),
    }
}

/// Returns the text of the unit. What a command may do is decided by Countersign, not by systemd: each of systemd's
/// restrictions would also hold for what a person has approved, and most forbid the namespaces of rehearsals.
fn text(start: &str, kept: &[(&str, String)]) -> String {
    let kept = kept
        .iter()
        .map(|(name, value)| format!("Environment={}\n", quoted(&format!("{name}={value}"), false)));
    format!(
        "{WRITTEN} `countersign uninstall` or\n\
         # `systemctl --user disable --now countersign` and removing this file take it back.\n\
         [Unit]\n\
         Description=Countersign: people sign what agents do\n\
         \n\
         [Service]\n\
         Type=exec\n\
         ExecStart={start}\n\
         {}\
         # Requests under way get ten seconds, and what the daemon runs is its own to end.\n\
         KillMode=mixed\n\
         TimeoutStopSec=30\n\
         Restart=on-failure\n\
         RestartSec=2\n\
         # It goes on when a command that it runs takes all memory, and leaves no copy of its memory behind.\n\
         OOMPolicy=continue\n\
         LimitCORE=0\n\
         LimitNOFILE=16384\n\
         UnsetEnvironment=COUNTERSIGN_TOKEN\n\
         # Left out on purpose: rehearsals are made of namespaces, mounts and filters (RestrictNamespaces,\n\
         # SystemCallFilter, ProtectSystem, PrivateTmp), and what you approve runs as it would in your shell\n\
         # (NoNewPrivileges, UMask).\n\
         \n\
         [Install]\n\
         WantedBy=default.target\n",
        kept.collect::<String>()
    )
}

/// Quotes a word for systemd. `$` stands for a variable only in a command.
fn quoted(word: &str, in_command: bool) -> String {
    let mut out = String::from("\"");
    for c in word.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '%' => out.push_str("%%"),
            '$' if in_command => out.push_str("$$"),
            '\n' => out.push_str("\\n"),
            c if c.is_control() => out.push_str(&format!("\\x{:02x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_path_can_add_a_line_or_an_option_to_the_unit() {
        let odd = "/h/a b\"\\%h$HOME\nExecStartPre=/bin/evil";
        let unit = text(&quoted(odd, true), &[("COUNTERSIGN_HOME", odd.to_owned())]);
        assert!(unit.lines().all(|line| !line.starts_with("ExecStartPre")), "{unit}");
        assert!(unit.contains(r#"ExecStart="/h/a b\"\\%%h$$HOME\nExecStartPre=/bin/evil""#), "{unit}");
        assert!(unit.contains(r#"Environment="COUNTERSIGN_HOME=/h/a b\"\\%%h$HOME\n"#), "{unit}");
    }

    #[test]
    fn systemd_reads_the_unit_and_nothing_in_it_forbids_a_rehearsal() {
        let program = std::env::current_exe().unwrap();
        let unit = text(&quoted(&program.display().to_string(), true), &[("PATH", "/usr/bin:/bin".into())]);
        for forbidden in
            ["RestrictNamespaces=", "NoNewPrivileges=", "SystemCallFilter=", "PrivateTmp=", "UMask="]
        {
            assert!(!unit.lines().any(|line| line.starts_with(forbidden)), "{forbidden}");
        }
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(NAME);
        fs::write(&path, &unit).unwrap();
        let Ok(said) =
            Command::new("systemd-analyze").args(["verify", "--user", "--man=no"]).arg(&path).output()
        else {
            return;
        };
        let told = String::from_utf8_lossy(&said.stderr).into_owned();
        assert!(!told.contains(NAME), "{told}");
    }
}
