//! Runs a session directly: plain bash, one process for each command.

use std::{
    fs::{self, File},
    os::unix::process::CommandExt as _,
    path::Path,
    process::{Command, Stdio},
    time::Instant,
};

use super::{Output, session::Session};

/// Process groups with programs that are still running in the background; they end on drop.
#[derive(Default)]
struct Background(Vec<u32>);

impl Drop for Background {
    fn drop(&mut self) {
        for group in &self.0 {
            signal("-KILL", *group);
        }
    }
}

/// Sends a signal to a process group, and returns whether there was one.
fn signal(signal: &str, group: u32) -> bool {
    let mut command = Command::new("kill");
    command.args([signal, "--", &format!("-{group}")]).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Runs every command in `folder`. Programs in the background stay until the session ends.
pub fn run(session: &Session, folder: &Path) -> Result<Vec<Output>, String> {
    let mut background = Background::default();
    session.commands.iter().map(|command| one(command, folder, &mut background)).collect()
}

fn one(line: &str, folder: &Path, background: &mut Background) -> Result<Output, String> {
    // Files, not pipes: a program in the background would keep a pipe open.
    let kept = tempfile::tempdir().map_err(|e| format!("cannot make a folder: {e}"))?;
    let (out, err) = (kept.path().join("out"), kept.path().join("err"));
    let file = |path: &Path| File::create(path).map_err(|e| format!("cannot make {}: {e}", path.display()));
    let mut command = Command::new("/bin/bash");
    command.args(["-c", line]).current_dir(folder).process_group(0).stdin(Stdio::null());
    command.stdout(file(&out)?).stderr(file(&err)?);
    let begun = Instant::now();
    let mut child = command.spawn().map_err(|e| format!("bash does not run: {e}"))?;
    let status = child.wait().map_err(|e| format!("bash cannot be awaited: {e}"))?;
    let took = begun.elapsed();
    if signal("-0", child.id()) {
        background.0.push(child.id());
    }
    let text = |path| fs::read(path).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let code = status.code().map(i64::from);
    Ok(Output { code, stdout: text(&out), stderr: text(&err), took, ..Output::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_in_the_background_is_there_for_the_next_command_and_ends_with_the_session() {
        let folder = tempfile::tempdir().unwrap();
        let commands = "$ sleep 1000 & echo $! > pid\n$ kill -0 $(cat pid)\n$ exit 3\n";
        let text = format!("about = 'a'\nfetch = ''\ncommands = '''\n{commands}'''");
        fs::write(folder.path().join("a.toml"), text).unwrap();
        let session = super::super::session::all(folder.path()).unwrap().remove(0);
        let ran = run(&session, folder.path()).unwrap();
        assert_eq!(ran.iter().map(|o| o.code).collect::<Vec<_>>(), [Some(0), Some(0), Some(3)]);
        let pid = fs::read_to_string(folder.path().join("pid")).unwrap();
        let is_over = || {
            // A process that was ended is there until the kernel has come to it.
            std::thread::sleep(std::time::Duration::from_millis(20));
            let state = fs::read_to_string(format!("/proc/{}/stat", pid.trim())).unwrap_or_default();
            state.is_empty() || state.contains(") Z")
        };
        assert!((0..500).any(|_| is_over()), "the server still runs");
    }
}
