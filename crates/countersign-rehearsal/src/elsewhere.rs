//! Stub for systems other than Linux and for unsupported architectures: there are no worlds, and nothing
//! runs.

use std::{convert::Infallible, io, time::Instant};

use countersign_words::say;

use crate::{Aside, Ended, Layers, Limit, Program, Running, World};

/// Never constructed.
#[derive(Debug)]
pub struct Command(Infallible);

/// Never constructed.
#[derive(Debug, Clone)]
pub struct Ender(Infallible);

/// Never constructed.
#[derive(Debug)]
pub struct Shared(Infallible);

impl Shared {
    /// Fails: worlds are not supported here.
    pub fn start(_asides: Vec<Aside>, _layers: Option<Layers>) -> io::Result<Self> {
        Err(io::Error::new(io::ErrorKind::Unsupported, say!("effect-world-only-linux")))
    }

    /// Never called.
    pub fn is_over(&self) -> bool {
        match self.0 {}
    }
}

/// Fails: worlds are not supported here.
pub fn start(_world: &World<'_>, _program: &Program) -> io::Result<Running> {
    let what = say!("effect-world-only-linux");
    Err(io::Error::new(io::ErrorKind::Unsupported, what))
}

/// Always false: there is no overlay here, and copying does not help.
pub fn must_copy(_e: &io::Error) -> bool {
    false
}

impl Command {
    /// Never called.
    pub fn wait(self, _look: &mut dyn FnMut() -> Option<Instant>) -> io::Result<(Ended, Option<Self>)> {
        match self.0 {}
    }

    /// Never called.
    pub fn is_over(&self) -> bool {
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
