//! What the worlds of several commands share.

use std::io;

use crate::Aside;
#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
use crate::elsewhere as system;
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
use crate::linux as system;

/// What the worlds of several commands share: their processes, which go on when the command that has started them
/// ends, their network, which is only loopback, and their folders aside. Layers and what is hidden are those of each
/// world. Dropping it ends all processes in it.
#[derive(Debug)]
pub struct Shared(pub(crate) system::Shared);

impl Shared {
    /// Creates it, with these folders aside: worlds in it have those of them that they name.
    ///
    /// # Errors
    /// If the machine cannot do that, with what is missing.
    pub fn start(asides: Vec<Aside>) -> io::Result<Self> {
        system::Shared::start(asides).map(Self)
    }

    /// Whether it has ended, and no world can join any more.
    pub fn is_over(&self) -> bool {
        self.0.is_over()
    }
}
