//! Traces a connection to the processes that hold its other end, and to their ancestors.

use std::net::SocketAddr;

use countersign_words::{Message, say};

use super::{
    process::{self, Missing, Process, Stat},
    socket::{self, Socket},
};

/// The longest chain of ancestors that is followed.
const MAX_ANCESTORS: usize = 1024;
/// How often a chain is followed again because it changed meanwhile.
const TRIES: usize = 16;

/// What is known of the other end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trace {
    /// The processes that hold it.
    Found(Vec<Line>),
    /// Unknown, and why: it belongs to a user whose processes we may not inspect.
    Unknown(String),
    /// Unknown, and why, though it should be known.
    Lost(Message),
}

/// A process and its visible ancestors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The process first, the oldest ancestor last.
    pub processes: Vec<Process>,
    /// Whether it was longer than that of any honest process.
    pub is_endless: bool,
}

/// Traces the process at the other end of a UNIX socket.
pub fn unix(pid: Option<u32>, started: Option<u64>) -> Trace {
    let Some(pid) = pid else {
        return Trace::Unknown("a process of another namespace".to_owned());
    };
    match follow(pid) {
        Ok(line) if line.processes.first().map(|p| p.started) == started => Trace::Found(vec![line]),
        Ok(_) | Err(Missing::Gone) => Trace::Lost(say!("problem-peer-process-ended", pid)),
        Err(Missing::Hidden) => Trace::Unknown(format!("process {pid} is hidden")),
    }
}

/// Traces the processes at the other end of a TCP connection.
pub fn tcp(here: SocketAddr, there: SocketAddr, socket: &Socket) -> Trace {
    let closed = || Trace::Lost(say!("problem-peer-hung-up"));
    let Socket::Held { uid, inode } = *socket else {
        return match socket {
            Socket::Elsewhere => Trace::Unknown("not on this machine".to_owned()),
            _ => closed(),
        };
    };
    let holders = process::holders(inode);
    // A process that exited meanwhile (a fork's copy, say) no longer holds it; the others still do.
    let lines: Vec<Line> = holders.iter().filter_map(|pid| follow(*pid).ok()).collect();
    // A process that closed it meanwhile may be the one we look for.
    if socket::find(here, there, true) != *socket {
        return closed();
    }
    if !lines.is_empty() {
        Trace::Found(lines)
    } else if !holders.is_empty() {
        closed()
    } else if uid == rustix::process::geteuid().as_raw() {
        Trace::Lost(say!("problem-peer-opaque"))
    } else {
        Trace::Unknown("a process of another user".to_owned())
    }
}

/// Returns a process and its ancestors.
fn follow(pid: u32) -> Result<Line, Missing> {
    for _ in 0..TRIES {
        match walk(pid) {
            Ok(line) => return Ok(line),
            Err(Moved::First(why)) => return Err(why),
            Err(Moved::Later) => {}
        }
    }
    Err(Missing::Gone)
}

/// Why a walk up the ancestors did not complete.
enum Moved {
    /// The process itself cannot be inspected.
    First(Missing),
    /// An ancestor exited meanwhile, and its children were reparented.
    Later,
}

fn walk(pid: u32) -> Result<Line, Moved> {
    let mut stat = Stat::read(pid).map_err(Moved::First)?;
    if stat.ended {
        return Err(Moved::First(Missing::Gone));
    }
    let (mut processes, mut pid) = (Vec::new(), pid);
    loop {
        let says = process::says(pid);
        let parent = if stat.parent == 0 { None } else { Some(Stat::read(stat.parent)) };
        // If its stat is unchanged, the id was its own and the parent was its parent.
        let again = Stat::read(pid).map_err(|_| Moved::Later)?;
        if (again.started, again.parent, again.ended) != (stat.started, stat.parent, stat.ended) {
            return Err(Moved::Later);
        }
        let next = stat.parent;
        processes.push(Process { pid, started: stat.started, name: stat.name, says });
        match parent {
            None | Some(Err(Missing::Hidden)) => return Ok(Line { processes, is_endless: false }),
            Some(Err(Missing::Gone)) => return Err(Moved::Later),
            Some(Ok(_)) if processes.len() >= MAX_ANCESTORS => {
                return Ok(Line { processes, is_endless: true });
            }
            Some(Ok(found)) => (stat, pid) = (found, next),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn a_line_leads_from_a_process_through_us_to_the_first() {
        let mut child = Command::new("sleep").arg("60").stdin(Stdio::null()).spawn().unwrap();
        let line = follow(child.id()).unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        let pids: Vec<u32> = line.processes.iter().map(|p| p.pid).collect();
        assert_eq!(pids[..2], [child.id(), std::process::id()]);
        assert!(line.processes.windows(2).all(|w| w[0].started >= w[1].started), "{line:?}");
    }

    #[test]
    fn a_process_that_ended_is_lost_and_so_is_one_whose_number_means_another() {
        let mut child = Command::new("sleep").arg("60").stdin(Stdio::null()).spawn().unwrap();
        let (pid, started) = (child.id(), process::started(child.id()));
        assert!(matches!(unix(Some(pid), started), Trace::Found(_)));
        assert!(matches!(unix(Some(pid), started.map(|s| s + 1)), Trace::Lost(_)));
        child.kill().unwrap();
        // It has exited but was not reaped yet: its environment can no longer be read.
        while Stat::read(pid).is_ok_and(|s| !s.ended) {
            std::thread::yield_now();
        }
        assert!(matches!(unix(Some(pid), started), Trace::Lost(_)));
        child.wait().unwrap();
        assert!(matches!(unix(Some(pid), started), Trace::Lost(_)));
        assert!(matches!(unix(None, None), Trace::Unknown(_)));
    }

    #[test]
    fn processes_that_come_and_go_are_followed_or_lost_and_never_mixed_up() {
        let mut shell = Command::new("sh");
        shell.arg("-c").arg("for i in 1 2 3 4 5 6 7 8 9 10; do (sleep 0.01 & ) ; done; sleep 0.2");
        let mut child = shell.stdin(Stdio::null()).spawn().unwrap();
        while child.try_wait().unwrap().is_none() {
            for pid in std::fs::read_dir("/proc").unwrap().flatten() {
                let Some(pid) = pid.file_name().to_str().and_then(|n| n.parse().ok()) else { continue };
                if let Ok(line) = follow(pid) {
                    assert_eq!(line.processes[0].pid, pid);
                    assert!(!line.is_endless);
                }
            }
        }
    }
}
