//! Stops a daemon: signals only the process that holds the home's lock and listens on its socket.

use std::time::Duration;

use countersign_core::{Error, ErrorCode, Result};
use countersign_words::say;
use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

use super::{lock::Lock, socket};
use crate::home::Home;

/// Open requests get ten seconds; a little more for the rest.
const END_TIME: Duration = Duration::from_secs(20);
/// How long a daemon may take to find out that it is idle.
const IDLE_TIME: Duration = Duration::from_secs(3);

/// Stops the daemon of a home and waits until it has exited. Returns its process id, or `None` if there was none.
pub fn end(home: &Home) -> Result<Option<u32>> {
    let Some(pid) = Lock::holder(home) else { return Ok(None) };
    signal(home, pid, Signal::TERM)?;
    if Lock::wait_free(home, END_TIME) {
        return Ok(Some(pid));
    }
    Err(Error::new(ErrorCode::Store, say!("command-not-told-to-end", pid))
        .hint(say!("command-its-log", path = super::log::path(home).display())))
}

/// Stops the daemon of a home if it is idle; returns false if it is in use.
pub fn end_idle(home: &Home) -> Result<bool> {
    let Some(pid) = Lock::holder(home) else { return Ok(true) };
    signal(home, pid, Signal::USR1)?;
    Ok(Lock::wait_free(home, IDLE_TIME))
}

/// Signals `pid` if it is the process that listens on the home's socket. The handle is opened before the check, so that
/// the id cannot be reused in between.
fn signal(home: &Home, pid: u32, signal: Signal) -> Result<()> {
    let strange = || {
        Error::new(ErrorCode::Store, say!("command-holds-home", pid)).hint(say!("command-holds-home-hint"))
    };
    let raw = i32::try_from(pid).ok().and_then(Pid::from_raw).ok_or_else(strange)?;
    let handle = pidfd_open(raw, PidfdFlags::empty()).map_err(|_| strange())?;
    if socket::listener_pid(home) != Some(pid) {
        return Err(strange());
    }
    pidfd_send_signal(&handle, signal).map_err(|e| {
        Error::new(ErrorCode::Store, say!("command-cannot-tell-to-end", pid, error = e.to_string()))
    })
}
