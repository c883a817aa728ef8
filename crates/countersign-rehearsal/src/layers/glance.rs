//! A quick summary of layers.

use std::{io, os::fd::OwnedFd, path::Path};

use super::{Layers, Manner, is_device, is_opaque};
use crate::{Change, Kind, effects::node};

/// Maximum number of entries to look at.
const LOOKED_AT: usize = 10_000;
/// Maximum number of changes to look for in a copy, which must be compared.
const COMPARED: usize = 1_000;

/// A quick summary of layers. It may overstate: a file rewritten with the same content counts as changed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Glance {
    /// Something was changed.
    pub changed: bool,
    /// A real file is deleted or moved.
    pub deletes: bool,
}

impl Layers {
    /// Summarises the layers; a command may be running in them.
    pub fn glance(&self) -> io::Result<Glance> {
        match self.manner {
            Manner::Overlay => {
                let mut looking = Looking { found: Glance::default(), left: LOOKED_AT };
                for (n, root) in self.roots.iter().enumerate() {
                    looking.within(&node::open_path(&self.upper(n).0)?, root)?;
                }
                Ok(looking.found)
            }
            Manner::Copy => {
                let effects = self.effects(COMPARED)?;
                let gone = |change: &Change| change.after.is_none();
                Ok(Glance { changed: !effects.changes.is_empty(), deletes: effects.changes.iter().any(gone) })
            }
        }
    }
}

struct Looking {
    found: Glance,
    left: usize,
}

impl Looking {
    fn within(&mut self, dir: &OwnedFd, real: &Path) -> io::Result<()> {
        for name in node::names(dir)? {
            if self.left == 0 || self.found.deletes {
                return Ok(());
            }
            self.left -= 1;
            let Some(stat) = node::stat(dir, &name)? else { continue };
            let path = real.join(&name);
            match node::kind(&stat) {
                Kind::Dir => match node::open_sub(dir, &name) {
                    Ok(sub) => {
                        let stands = path.symlink_metadata().is_ok();
                        self.found.changed |= !stands;
                        if stands && is_opaque(&sub)? {
                            self.found = Glance { changed: true, deletes: true };
                        }
                        self.within(&sub, &path)?;
                    }
                    // A folder that denies access was changed.
                    Err(_) => self.found.changed = true,
                },
                Kind::Other if is_device(&stat) && stat.st_rdev == 0 => {
                    self.found = Glance { changed: true, deletes: true };
                }
                _ => self.found.changed = true,
            }
        }
        Ok(())
    }
}
