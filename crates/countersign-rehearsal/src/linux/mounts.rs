//! The mount steps of a world: prepared as data, carried out in the new process with system calls only.

use std::{
    ffi::{CStr, CString},
    os::fd::RawFd,
};

use countersign_words::{Message, say};

use super::{
    birth::Part,
    sys::{self, Sys},
};

/// Read-only.
pub const READ_ONLY: u64 = libc::MOUNT_ATTR_RDONLY;
/// No set-user-id programs and no devices.
pub const PLAIN: u64 = libc::MOUNT_ATTR_NOSUID | libc::MOUNT_ATTR_NODEV;

/// Maximum number of folders that an overlay shows.
pub const LOWER: usize = 2;

/// One step. A `slot` holds a mount until it is attached.
#[derive(Debug)]
pub enum Act {
    /// Mounts made from now on are not visible outside.
    Private,
    /// Holds a clone of the mount at a path, with its submounts.
    Hold {
        from: CString,
        attributes: u64,
        slot: usize,
    },
    /// Mounts an overlay.
    Overlay {
        /// What it shows, topmost first: at most [`LOWER`].
        lower: Vec<CString>,
        /// The folder for changes, and its work folder; None: it is read-only.
        upper: Option<(CString, CString)>,
        /// What a machine lacks where this fails.
        part: Part,
        slot: usize,
    },
    /// Mounts a tmpfs.
    Memory {
        size: CString,
        slot: usize,
    },
    /// Makes all mounts so far read-only.
    ReadOnly,
    /// Makes a held mount show what has changed below it.
    Refresh {
        slot: usize,
    },
    Attach {
        slot: usize,
        to: CString,
    },
    /// Keeps a folder open that may be covered later.
    Open {
        at: CString,
        slot: usize,
    },
    /// Bind-mounts one path at another. `optional`: it may be missing.
    Bind {
        from: CString,
        to: CString,
        attributes: u64,
        optional: bool,
    },
    Folder {
        at: CString,
        mode: u32,
    },
    File {
        at: CString,
        mode: u32,
    },
    Text {
        at: CString,
        text: Vec<u8>,
    },
    Link {
        at: CString,
        target: &'static CStr,
    },
    /// Mounts /proc of this world.
    Processes,
    /// Mounts a devpts of its own.
    Terminals,
    Detach {
        at: CString,
    },
    /// Watches a path and its content for opens; the first watch has number 1.
    Watch {
        at: CString,
        number: i32,
    },
}

impl Act {
    /// Describes the step, in words that fit after "cannot".
    pub fn words(&self) -> Message {
        let path = |path: &CString| path.to_string_lossy().into_owned();
        match self {
            Self::Private => say!("effect-do-mounts"),
            Self::Hold { from, .. } => say!("effect-do-along", path = path(from)),
            Self::Overlay { .. } => say!("effect-do-overlay"),
            Self::Memory { .. } => say!("effect-do-memory"),
            Self::ReadOnly => say!("effect-do-read-only"),
            Self::Refresh { .. } => say!("effect-do-overlay"),
            Self::Attach { to, .. } => say!("effect-do-place", path = path(to)),
            Self::Bind { to, .. } => say!("effect-do-cover", path = path(to)),
            Self::Folder { at, .. }
            | Self::File { at, .. }
            | Self::Text { at, .. }
            | Self::Link { at, .. } => {
                say!("effect-do-make", path = path(at))
            }
            Self::Open { at, .. } => say!("effect-do-open", path = path(at)),
            Self::Processes => say!("effect-do-proc"),
            Self::Terminals => say!("effect-do-terminals"),
            Self::Detach { at } => say!("effect-do-clear", path = path(at)),
            Self::Watch { .. } => say!("effect-do-watch-hidden"),
        }
    }

    /// Carries out the step. Only makes system calls: this runs between `clone` and `exec`.
    pub fn perform(&self, slots: &mut [RawFd], watch: RawFd) -> Sys<()> {
        let mut hold = |slot: usize, fd: RawFd| match slots.get_mut(slot) {
            Some(place) => {
                *place = fd;
                Ok(())
            }
            None => Err(libc::EBADSLT),
        };
        match self {
            Self::Private => sys::mount_private(),
            Self::Hold { from, attributes, slot } => {
                let fd = sys::open_tree(from)?;
                sys::mount_setattr(fd, c"", *attributes)?;
                hold(*slot, fd)
            }
            Self::Overlay { lower, upper, slot, .. } => hold(*slot, overlay(lower, upper.as_ref())?),
            Self::Memory { size, slot } => {
                let options = [
                    (c"size", Some(size.as_c_str())),
                    (c"nr_inodes", Some(c"262144")),
                    (c"mode", Some(c"755")),
                ];
                hold(*slot, sys::new_mount(c"tmpfs", &options, PLAIN)?)
            }
            Self::Refresh { slot } => {
                // Where the kernel refuses, it shows what it has cached, which is what other programs do at worst.
                let _ = sys::refresh(slots.get(*slot).copied().ok_or(libc::EBADSLT)?);
                Ok(())
            }
            Self::ReadOnly => sys::mount_setattr(libc::AT_FDCWD, c"/", READ_ONLY | PLAIN),
            Self::Attach { slot, to } => {
                let fd = slots.get(*slot).copied().ok_or(libc::EBADSLT)?;
                sys::move_mount(fd, to)?;
                sys::close(fd);
                Ok(())
            }
            Self::Open { at, slot } => hold(*slot, sys::open(at, libc::O_RDONLY | libc::O_DIRECTORY)?),
            Self::Bind { from, to, attributes, optional } => match bind(from, to, *attributes) {
                // In a folder aside, an earlier command may have put something else there.
                Err(libc::ENOENT | libc::ENOTDIR | libc::ELOOP) if *optional => Ok(()),
                bound => bound,
            },
            // An existing entry is not ours to change.
            Self::Folder { at, mode } => match sys::mkdir(at, *mode) {
                Err(libc::EEXIST) => Ok(()),
                made => made.and_then(|()| sys::chmod(at, *mode)),
            },
            Self::File { at, mode } => sys::make_file(at, *mode),
            Self::Text { at, text } => {
                let fd = sys::open(at, libc::O_CREAT | libc::O_WRONLY)?;
                sys::write(fd, text)?;
                sys::close(fd);
                sys::chmod(at, 0o644)
            }
            Self::Link { at, target } => sys::symlink(target, at),
            Self::Processes => {
                attach_new(c"proc", &[], READ_ONLY | PLAIN | libc::MOUNT_ATTR_NOEXEC, c"/proc")
            }
            Self::Terminals => {
                let options =
                    [(c"newinstance", None), (c"ptmxmode", Some(c"0666")), (c"mode", Some(c"0600"))];
                attach_new(
                    c"devpts",
                    &options,
                    libc::MOUNT_ATTR_NOSUID | libc::MOUNT_ATTR_NOEXEC,
                    c"/dev/pts",
                )
            }
            Self::Detach { at } => sys::unmount(at),
            Self::Watch { at, number } => match sys::inotify_add(watch, at)? {
                told if told == *number => Ok(()),
                _ => Err(libc::EPROTO),
            },
        }
    }
}

/// Folders are named by descriptors, since overlay options treat colons and backslashes specially.
fn overlay(lower: &[CString], upper: Option<&(CString, CString)>) -> Sys<RawFd> {
    let folder = libc::O_PATH | libc::O_DIRECTORY | libc::O_NOFOLLOW;
    let (mut names, mut length) = ([0; 32 * LOWER], 0);
    let mut fds = [-1; LOWER];
    for (fd, path) in fds.iter_mut().zip(lower) {
        *fd = sys::open(path, folder)?;
        let name = sys::descriptor_path(*fd);
        let name = sys::text(&name).to_bytes();
        if length > 0 {
            names[length] = b':';
            length += 1;
        }
        names[length..length + name.len()].copy_from_slice(name);
        length += name.len();
    }
    let lowers = (c"lowerdir", Some(sys::text(&names)));
    let made = match upper {
        None => sys::new_mount(c"overlay", &[lowers, (c"userxattr", None)], READ_ONLY | PLAIN),
        Some((upper, work)) => {
            let both = [sys::open(upper, folder)?, sys::open(work, folder)?];
            let [upper, work] = both.map(sys::descriptor_path);
            let options = [
                lowers,
                (c"upperdir", Some(sys::text(&upper))),
                (c"workdir", Some(sys::text(&work))),
                (c"userxattr", None),
                // Without this, the kernel syncs the whole disk whenever a world ends.
                (c"volatile", None),
            ];
            let made = sys::new_mount(c"overlay", &options, PLAIN);
            both.iter().for_each(|fd| sys::close(*fd));
            made
        }
    };
    fds.iter().filter(|fd| **fd >= 0).for_each(|fd| sys::close(*fd));
    made
}

fn bind(from: &CStr, to: &CStr, attributes: u64) -> Sys<()> {
    let fd = sys::open_tree(from)?;
    let attached = sys::mount_setattr(fd, c"", attributes).and_then(|()| sys::move_mount(fd, to));
    sys::close(fd);
    attached
}

fn attach_new(kind: &CStr, options: &[(&CStr, Option<&CStr>)], attributes: u64, to: &CStr) -> Sys<()> {
    let fd = sys::new_mount(kind, options, attributes)?;
    let attached = sys::move_mount(fd, to);
    sys::close(fd);
    attached
}
