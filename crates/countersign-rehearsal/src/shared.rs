//! What the worlds of several commands share.

use std::io;

#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
use crate::elsewhere as system;
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
use crate::linux as system;
use crate::{Aside, Layers};

/// What the worlds of several commands share: their processes, which go on when the command that has started them
/// ends, their network, which is only loopback, and their folders aside. What is hidden is that of each world, and so
/// are layers, except for those that it was created with. Dropping it ends all processes in it.
#[derive(Debug)]
pub struct Shared(pub(crate) system::Shared);

impl Shared {
    /// Creates it, with these folders aside, and with the overlays of `layers`: worlds in it have those of them that
    /// they name. Two overlays of the same layers at once would each miss what the other changes.
    ///
    /// # Errors
    /// If the machine cannot do that, with what is missing.
    pub fn start(asides: Vec<Aside>, layers: Option<Layers>) -> io::Result<Self> {
        system::Shared::start(asides, layers).map(Self)
    }

    /// Whether it has ended, and no world can join any more.
    pub fn is_over(&self) -> bool {
        self.0.is_over()
    }
}
