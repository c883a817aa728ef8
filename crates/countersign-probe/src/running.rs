//! An agent that runs: its output is collected, its time is limited, and what it started ends with it.

use std::{
    io::Read,
    os::unix::process::CommandExt as _,
    process::{Child, Command, ExitStatus, Stdio},
    sync::{Arc, Mutex, PoisonError},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process_group};

/// How often it is looked whether the agent has ended.
const EVERY: Duration = Duration::from_millis(20);
/// The largest output that is kept.
const MOST: usize = 1 << 20;

/// A running agent, in a process group of its own; the group is killed on drop.
pub struct Running {
    child: Child,
    said: Arc<Mutex<Vec<u8>>>,
    readers: Vec<JoinHandle<()>>,
}

/// How an agent ended.
#[derive(Debug)]
pub struct Ended {
    /// Its status; none if it had to be killed.
    pub status: Option<ExitStatus>,
    /// What it printed, both streams as they came.
    pub said: String,
}

impl Running {
    /// Starts a command without input.
    pub fn start(mut command: Command) -> Result<Self, String> {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
        let name = command.get_program().to_string_lossy().into_owned();
        let mut child = command.spawn().map_err(|e| format!("{name} does not start: {e}"))?;
        let said = Arc::new(Mutex::new(Vec::new()));
        let mut readers = Vec::new();
        if let Some(out) = child.stdout.take() {
            readers.push(collect(out, said.clone()));
        }
        if let Some(err) = child.stderr.take() {
            readers.push(collect(err, said.clone()));
        }
        Ok(Self { child, said, readers })
    }

    /// What it printed so far.
    pub fn said(&self) -> String {
        let said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&said).into_owned()
    }

    /// Whether it has ended.
    pub fn is_over(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// Waits until it has ended; after `most` it is killed.
    pub fn wait(mut self, most: Duration) -> Ended {
        let until = Instant::now() + most;
        while !self.is_over() && Instant::now() < until {
            thread::sleep(EVERY);
        }
        let status = self.child.try_wait().ok().flatten();
        // What it left running keeps its output open.
        self.end();
        for reader in self.readers.drain(..) {
            // A reader that is stuck on an output that another process holds is left alone.
            let until = Instant::now() + Duration::from_secs(2);
            while !reader.is_finished() && Instant::now() < until {
                thread::sleep(EVERY);
            }
        }
        Ended { status, said: self.said() }
    }

    fn end(&self) {
        if let Some(group) = Pid::from_raw(self.child.id().cast_signed()) {
            // It may have ended by itself.
            let _ended = kill_process_group(group, Signal::KILL);
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
        let _reaped = self.child.wait();
    }
}

fn collect(mut from: impl Read + Send + 'static, said: Arc<Mutex<Vec<u8>>>) -> JoinHandle<()> {
    thread::spawn(move || {
        let mut part = [0; 8192];
        while let Ok(n) = from.read(&mut part) {
            if n == 0 {
                return;
            }
            let mut said = said.lock().unwrap_or_else(PoisonError::into_inner);
            let fits = n.min(MOST.saturating_sub(said.len()));
            said.extend(&part[..fits]);
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(line: &str) -> Running {
        let mut command = Command::new("sh");
        command.args(["-c", line]);
        Running::start(command).unwrap()
    }

    #[test]
    fn what_an_agent_prints_is_kept_and_its_end_is_told() {
        let ended = shell("echo out; echo err >&2; exit 3").wait(Duration::from_secs(60));
        assert_eq!(ended.status.and_then(|status| status.code()), Some(3));
        assert!(ended.said.contains("out\n") && ended.said.contains("err\n"), "{ended:?}");
    }

    #[test]
    fn an_agent_that_does_not_end_is_killed_with_what_it_started() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("pid");
        let ended = shell(&format!("sleep 600 & echo $! > {}; wait", file.display()));
        while !std::fs::read_to_string(&file).is_ok_and(|pid| pid.ends_with('\n')) {
            thread::sleep(EVERY);
        }
        assert!(ended.wait(Duration::ZERO).status.is_none());
        let pid = std::fs::read_to_string(&file).unwrap();
        let stat = format!("/proc/{}/stat", pid.trim());
        let is_gone = || std::fs::read_to_string(&stat).map_or(true, |stat| stat.contains(") Z "));
        for _ in 0..500 {
            if is_gone() {
                return;
            }
            thread::sleep(EVERY);
        }
        panic!("what it started runs on");
    }
}
