//! What `doctor` finds around a home: whether processes can be seen, who can reach the daemon, and from where.

use std::{
    fs,
    os::unix::fs::{FileTypeExt as _, PermissionsExt as _},
    path::Path,
};

use super::{Finding, system};

/// Sockets by which a daemon may be reached, the home's own first.
fn sockets(home: &Path) -> Vec<(std::path::PathBuf, u32)> {
    // Others of the group may knock at the system's: who gets in is checked by user.
    vec![(home.join("daemon.sock"), 0o077), (system::SOCKET.into(), 0o007)]
}

/// Looks.
pub fn look(home: &Path) -> Vec<Finding> {
    let mut findings = vec![processes(&fs::read_to_string("/proc/self/mounts").unwrap_or_default())];
    findings.extend(sockets(home).iter().filter_map(|(path, closed)| socket(path, *closed)));
    findings.extend(exposed());
    findings
}

/// Whether the processes of other users can be seen; the table of mounts says so.
fn processes(mounts: &str) -> Finding {
    let proc = mounts.lines().map(|l| l.split(' ').collect::<Vec<_>>()).find(|l| l.get(1) == Some(&"/proc"));
    let Some(options) = proc.and_then(|l| l.get(3).copied()) else {
        return Finding::good(
            "processes",
            "there is no /proc: who started whom cannot be told, and is not looked at",
        );
    };
    let hidden = options.split(',').find_map(|o| o.strip_prefix("hidepid="));
    match hidden.filter(|value| !matches!(*value, "0" | "off")) {
        None => Finding::good("processes", "who started whom can be seen"),
        Some(value) => Finding::good(
            "processes",
            format!(
                "those of other users are hidden (hidepid={value}): whether an agent is among them cannot be told"
            ),
        ),
    }
}

fn socket(path: &Path, closed: u32) -> Option<Finding> {
    let about = fs::symlink_metadata(path).ok()?;
    let mode = about.permissions().mode() & 0o777;
    let told = format!("{} (mode {mode:o})", path.display());
    Some(if !about.file_type().is_socket() {
        Finding::bad(
            "socket",
            format!("{} is not a socket", path.display()),
            Some("look who put it there".to_owned()),
        )
    } else if mode & closed != 0 {
        let hint = format!("chmod {:o} {}", mode & !closed, path.display());
        Finding::bad("socket", format!("{told} is open to others"), Some(hint))
    } else {
        Finding::good("socket", told)
    })
}

/// Whether something listens on the daemon's port where other machines reach it. Whether that is encrypted cannot be
/// told from here.
fn exposed() -> Option<Finding> {
    let tables =
        ["/proc/self/net/tcp", "/proc/self/net/tcp6"].map(|p| fs::read_to_string(p).unwrap_or_default());
    let open = tables.iter().flat_map(|t| t.lines()).filter_map(listening).any(|is_open| is_open);
    let detail = format!("port {PORT} is open to other machines: whoever has a token may decide from there");
    open.then(|| Finding::good("listen", detail))
}

/// The port on which a daemon listens unless it is told otherwise.
const PORT: u16 = 4114;

/// For a line about a socket that listens on that port: whether other machines can reach it.
fn listening(line: &str) -> Option<bool> {
    let fields: Vec<&str> = line.split_ascii_whitespace().collect();
    let (address, port) = fields.get(1)?.split_once(':')?;
    let listens = fields.get(3) == Some(&"0A") && u16::from_str_radix(port, 16).ok()? == PORT;
    // Words in the machine's own order: 127.x.x.x ends in 7F where the lowest byte comes first.
    let loopback = match address.len() {
        8 => address.ends_with("7F"),
        _ => address == "00000000000000000000000001000000" || address.ends_with("FFFF00000100007F"),
    };
    listens.then_some(!loopback)
}

#[cfg(test)]
mod tests {
    use std::os::unix::net::UnixListener;

    use super::*;

    #[test]
    fn hidden_processes_are_told() {
        let line = |options: &str| format!("proc /proc proc {options} 0 0\n");
        assert!(processes(&line("rw,nosuid")).detail.contains("can be seen"));
        assert!(processes(&line("rw,hidepid=0")).detail.contains("can be seen"));
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

    #[test]
    fn a_port_that_other_machines_reach_is_told_from_one_that_they_do_not() {
        let line = |address: &str, state: &str| listening(&format!("0: {address} 00000000:0000 {state} 0"));
        assert_eq!(line("00000000:1012", "0A"), Some(true));
        assert_eq!(line("0100007F:1012", "0A"), Some(false));
        assert_eq!(line("00000000000000000000000001000000:1012", "0A"), Some(false));
        assert_eq!(line("00000000000000000000000000000000:1012", "0A"), Some(true));
        assert_eq!((line("00000000:1012", "01"), line("00000000:1F90", "0A")), (None, None));
    }
}
