//! The lock that makes a daemon the only one of its home. The kernel releases it when its holder dies.

use std::{
    fs::{self, File, TryLockError},
    io::{Seek, Write},
    os::unix::fs::OpenOptionsExt,
    path::PathBuf,
    time::{Duration, Instant},
};

use countersign_core::Result;

use super::unusable;
use crate::home::Home;

/// Longer than a check holds the lock.
const GLANCE: Duration = Duration::from_millis(300);
const EVERY: Duration = Duration::from_millis(10);

/// The lock, held until it is dropped.
pub struct Lock(File);

fn path(home: &Home) -> PathBuf {
    home.data.join("daemon.lock")
}

impl Lock {
    /// Takes the lock and records the holder; `None` if another process has it.
    pub fn take(home: &Home) -> Result<Option<Self>> {
        let path = path(home);
        let mut options = File::options();
        options.create(true).truncate(false).write(true).read(true).mode(0o600);
        let mut file = options.open(&path).map_err(|e| unusable(&path, &e))?;
        let until = Instant::now() + GLANCE;
        loop {
            match file.try_lock() {
                Ok(()) => break,
                Err(TryLockError::WouldBlock) if Instant::now() < until => std::thread::sleep(EVERY),
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(e)) => return Err(unusable(&path, &e)),
            }
        }
        let written = file
            .set_len(0)
            .and_then(|()| file.rewind())
            .and_then(|()| file.write_all(std::process::id().to_string().as_bytes()));
        written.map_err(|e| unusable(&path, &e))?;
        Ok(Some(Self(file)))
    }

    /// Whether some process holds it.
    pub fn is_held(home: &Home) -> bool {
        let Ok(file) = File::open(path(home)) else { return false };
        matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock))
    }

    /// Returns the holder's process id; `None` if it is free.
    pub fn holder(home: &Home) -> Option<u32> {
        let pid = fs::read_to_string(path(home)).ok()?.trim().parse().ok()?;
        Self::is_held(home).then_some(pid)
    }

    /// Waits until the lock is free; false on timeout.
    pub fn wait_free(home: &Home, time: Duration) -> bool {
        let until = Instant::now() + time;
        while Self::is_held(home) {
            if Instant::now() >= until {
                return false;
            }
            std::thread::sleep(EVERY);
        }
        true
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Closing releases it as well, unless a child process still has a copy.
        let _ = self.0.unlock();
    }
}
