//! A command at a terminal of its own: a person's keys go in, what they would see comes out.

use std::{
    fs::File,
    io::{Read, Write},
    os::unix::{ffi::OsStrExt, fs::OpenOptionsExt},
    process::{Child, Command},
    sync::{Arc, Mutex},
    thread::JoinHandle,
};

use rustix::{
    fs::OFlags,
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
};

use crate::eventually;

/// A command at its terminal.
pub struct Terminal {
    keys: File,
    pub child: Child,
    seen: Arc<Mutex<Vec<u8>>>,
    reader: JoinHandle<()>,
}

impl Terminal {
    /// Starts a command at a terminal of that type.
    pub fn new(command: Command, term: &str) -> Self {
        Self::typed_before(command, term, "")
    }

    /// The same, with keys that were pressed before the command has begun.
    pub fn typed_before(mut command: Command, term: &str, keys: &str) -> Self {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap();
        let flags = i32::try_from(OFlags::NOCTTY.bits()).unwrap();
        let slave = File::options()
            .read(true)
            .write(true)
            .custom_flags(flags)
            .open(std::ffi::OsStr::from_bytes(name.as_bytes()))
            .unwrap();
        let mut master = File::from(master);
        master.write_all(keys.as_bytes()).unwrap();
        command.env("TERM", term).stdin(slave.try_clone().unwrap()).stdout(slave.try_clone().unwrap());
        let child = command.stderr(slave).spawn().unwrap();
        // Only the child has the terminal now, so that its end is seen.
        drop(command);
        let seen = Arc::new(Mutex::new(Vec::new()));
        let (mut from, into) = (master.try_clone().unwrap(), seen.clone());
        let reader = std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(n @ 1..) = from.read(&mut bytes) {
                into.lock().unwrap().extend_from_slice(&bytes[..n]);
            }
        });
        Self { keys: master, child, seen, reader }
    }

    /// What was printed so far.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.seen.lock().unwrap()).into_owned()
    }

    /// Waits until a text was printed so many times.
    #[track_caller]
    pub fn sees(&self, what: &str, times: usize) {
        eventually(&format!("{what:?} is printed {times} times"), || {
            self.text().matches(what).count() >= times || self.reader.is_finished()
        });
        assert!(self.text().matches(what).count() >= times, "{what:?} in {}", self.text());
    }

    /// Presses keys, once the question has been there for so long that it takes them.
    pub fn press(&mut self, keys: &str) {
        std::thread::sleep(std::time::Duration::from_millis(800));
        self.keys.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits for the end; the exit code and all that was printed.
    pub fn end(mut self) -> (i32, String) {
        let code = self.child.wait().unwrap().code().unwrap_or(-1);
        let _ = self.reader.join();
        (code, String::from_utf8_lossy(&self.seen.lock().unwrap()).into_owned())
    }
}
