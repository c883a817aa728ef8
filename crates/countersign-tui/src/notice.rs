//! Notices on the desktop of a person, by its `notify-send` program: only where this terminal is part of a graphical
//! session, and never over ssh, where the desktop is not where the person sits.

use std::{
    ffi::OsString,
    os::unix::fs::PermissionsExt as _,
    path::PathBuf,
    process::{Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use crate::text::safe_short;

/// What the program needs to find the session; whatever else is here, secrets too, it does not get.
const PASSED_ON: [&str; 8] = [
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "XAUTHORITY",
    "XDG_RUNTIME_DIR",
    "DBUS_SESSION_BUS_ADDRESS",
    "HOME",
    "LANG",
    "LC_ALL",
];
/// How much of each text is shown, and how many texts.
const SHOWN: (usize, usize) = (200, 3);

/// The desktop, if there is one.
#[derive(Debug, Clone)]
pub struct Desktop {
    program: Option<PathBuf>,
    is_busy: Arc<AtomicBool>,
}

impl Desktop {
    /// Finds the desktop of this process; none unless `wanted`.
    pub fn new(wanted: bool) -> Self {
        let program = if wanted { program(&|name| std::env::var_os(name)) } else { None };
        Self { program, is_busy: Arc::default() }
    }

    /// Tells of things that wait. Returns at once; while a notice is under way, no other is begun.
    pub fn tell(&self, things: &[String]) {
        let Some(program) = self.program.as_ref().filter(|_| !things.is_empty()) else { return };
        if self.is_busy.swap(true, Ordering::SeqCst) {
            return;
        }
        let mut command = Command::new(program);
        command.env_clear().stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.envs(PASSED_ON.iter().filter_map(|name| Some((name, std::env::var_os(name)?))));
        command.args(["--app-name=countersign", "--", "Countersign", &body(things)]);
        let is_busy = self.is_busy.clone();
        thread::spawn(move || {
            // Whoever has no notices has the bell and the line.
            let _ = command.status();
            is_busy.store(false, Ordering::SeqCst);
        });
    }
}

/// Returns the text of a notice. Desktops read markup in it.
fn body(things: &[String]) -> String {
    let line = |thing: &String| {
        safe_short(thing, SHOWN.0).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
    };
    let mut lines: Vec<String> = things.iter().take(SHOWN.1).map(line).collect();
    if let more @ 1.. = things.len().saturating_sub(SHOWN.1) {
        lines.push(format!("+ {more}"));
    }
    lines.join("\n")
}

/// Finds the program in the environment of a person.
fn program(variable: &dyn Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let is_set = |name: &&str| variable(name).is_some_and(|value| !value.is_empty());
    let is_far = ["SSH_CONNECTION", "SSH_TTY", "SSH_CLIENT"].iter().any(&is_set);
    if is_far || !["DISPLAY", "WAYLAND_DISPLAY"].iter().any(is_set) {
        return None;
    }
    let folders = variable("PATH")?;
    let found = std::env::split_paths(&folders).filter(|folder| folder.is_absolute());
    let is_program = |path: &PathBuf| {
        path.metadata().is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
    };
    found.map(|folder| folder.join("notify-send")).find(is_program)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn h2_what_an_agent_says_is_no_markup_and_no_sequence_in_a_notice() {
        let said = body(&["<b>fine</b>\u{1b}[2J & so\u{202e}".to_owned()]);
        assert!(said.starts_with("&lt;b&gt;fine&lt;/b&gt;") && said.contains("&amp; so"), "{said}");
        assert!(!said.contains(['\u{1b}', '\u{202e}', '<']), "{said}");
        let many: Vec<String> = (0..10).map(|n| n.to_string()).collect();
        assert_eq!(body(&many), "0\n1\n2\n+ 7");
    }

    #[test]
    fn there_are_notices_only_in_a_graphical_session_here() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notify-send");
        std::fs::write(&path, "#!/bin/sh\n").unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        let found = |set: &[(&str, &str)]| {
            let own = folder.path().to_str().unwrap();
            let all: Vec<(&str, &str)> = set.iter().copied().chain([("PATH", own)]).collect();
            let value = |name: &str| all.iter().find(|(known, _)| *known == name).map(|(_, v)| v.into());
            program(&value)
        };
        assert_eq!(found(&[("DISPLAY", ":0")]), Some(path.clone()));
        assert_eq!(found(&[("WAYLAND_DISPLAY", "wayland-0")]), Some(path));
        for none in [&[][..], &[("DISPLAY", "")], &[("DISPLAY", ":0"), ("SSH_TTY", "/dev/pts/1")]] {
            assert_eq!(found(none), None, "{none:?}");
        }
    }
}
