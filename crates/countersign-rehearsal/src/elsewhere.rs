//! Where there is no Linux, or on a machine whose system calls nobody has listed, there is no world: everything says so, and
//! nothing runs.

use std::{convert::Infallible, io, time::Instant};

use countersign_words::say;

use crate::{Ended, Limit, Program, Running, World};

/// Never there.
#[derive(Debug)]
pub struct Command(Infallible);

/// Never there.
#[derive(Debug, Clone)]
pub struct Ender(Infallible);

/// Says that there is no world.
pub fn start(_world: &World<'_>, _program: &Program) -> io::Result<Running> {
    let what = say!("effect-world-only-linux");
    Err(io::Error::new(io::ErrorKind::Unsupported, what))
}

/// Nothing can be laid over anything, and copying does not help.
pub fn must_copy(_e: &io::Error) -> bool {
    false
}

impl Command {
    /// Never called.
    pub fn wait(self, _until: Option<Instant>) -> io::Result<Ended> {
        match self.0 {}
    }

    /// Never called.
    pub fn ender(&self) -> Ender {
        match self.0 {}
    }
}

impl Ender {
    /// Never called.
    pub fn end(&self, _why: Limit) {
        match self.0 {}
    }
}
