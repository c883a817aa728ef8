//! `doctor` checks around a home: whether other users' processes are visible, and who can reach the daemon's socket.

use std::{
    fs,
    os::unix::fs::{FileTypeExt as _, PermissionsExt as _},
    path::Path,
};

use countersign_words::{Message, say};

use super::Finding;
use crate::{daemon::socket_path, home::Home};

/// Checks both.
pub fn look(home: &Home) -> Vec<Finding> {
    let mut findings = vec![processes(&fs::read_to_string("/proc/self/mounts").unwrap_or_default())];
    let path = socket_path(home);
    // The group may connect to a socket outside a home: access is then checked by user.
    let closed = if path.starts_with(&home.data) { 0o077 } else { 0o007 };
    findings.extend(socket(&path, closed));
    findings
}

/// Checks by the mount options whether the processes of other users are visible.
fn processes(mounts: &str) -> Finding {
    let name = say!("command-doctor-processes");
    let proc = mounts.lines().map(|l| l.split(' ').collect::<Vec<_>>()).find(|l| l.get(1) == Some(&"/proc"));
    let Some(options) = proc.and_then(|l| l.get(3).copied()) else {
        return Finding::good(name, say!("command-doctor-no-proc"));
    };
    let hidden = options.split(',').find_map(|o| o.strip_prefix("hidepid="));
    match hidden.filter(|value| !matches!(*value, "0" | "off")) {
        None => Finding::good(name, say!("command-doctor-proc")),
        Some(value) => Finding::good(name, say!("command-doctor-hidepid", value)),
    }
}

fn socket(path: &Path, closed: u32) -> Option<Finding> {
    let about = fs::symlink_metadata(path).ok()?;
    let mode = about.permissions().mode() & 0o777;
    let (name, written) = (say!("command-doctor-socket"), format!("{mode:o}"));
    Some(if !about.file_type().is_socket() {
        let told = say!("command-doctor-no-socket", path = path.display());
        Finding::bad(name, told, say!("command-doctor-no-socket-hint"))
    } else if mode & closed != 0 {
        let told = say!("command-doctor-socket-open", path = path.display(), mode = written);
        let hint = format!("chmod {:o} {}", mode & !closed, path.display());
        Finding::bad(name, told, Message::from(hint))
    } else {
        Finding::good(name, say!("command-doctor-mode", path = path.display(), mode = written))
    })
}

#[cfg(test)]
mod tests {
    use std::os::unix::net::UnixListener;

    use super::*;

    #[test]
    fn hidden_processes_are_told() {
        let line = |options: &str| format!("proc /proc proc {options} 0 0\n");
        assert!(processes(&line("rw,nosuid")).detail.contains("are visible"));
        assert!(processes(&line("rw,hidepid=0")).detail.contains("are visible"));
        for hidden in ["rw,hidepid=2", "rw,gid=4,hidepid=invisible"] {
            assert!(processes(&line(hidden)).detail.contains("hidden"), "{hidden}");
        }
        assert!(processes("").detail.contains("no /proc"));
    }

    #[test]
    fn a_socket_that_others_may_use_is_wrong_and_so_is_a_file_in_its_place() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("daemon.sock");
        assert!(socket(&path, 0o077).is_none());
        let _listener = UnixListener::bind(&path).unwrap();
        for (mode, closed, ok) in
            [(0o600, 0o077, true), (0o660, 0o077, false), (0o660, 0o007, true), (0o666, 0o007, false)]
        {
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            assert_eq!(socket(&path, closed).unwrap().ok, ok, "{mode:o}");
        }
        fs::remove_file(&path).unwrap();
        fs::write(&path, "").unwrap();
        assert!(!socket(&path, 0o077).unwrap().ok);
    }
}
