//! Inspects calls that change files and records those that fail because the path is read-only in this world.
//!
//! The kernel performs the call in any case. Only attempts that would have succeeded in the real world are
//! recorded: if the user lacks the permission, it was not this world that denied it.

use std::{
    ffi::{CString, c_long},
    os::{
        fd::RawFd,
        unix::{ffi::OsStrExt as _, fs::MetadataExt as _},
    },
    path::Path,
};

use super::{
    calls::{Changing, Last, Named, WRITING},
    notices::Call,
    paths::{Leads, Who},
    plan::Places,
    reach::ADDRESS,
    sys,
};
use crate::Denied;

/// The kernel's limit on path length.
const LONGEST: usize = 4096;
const PAGE: u64 = 4096;

/// Calls that create an entry, and fail if it exists.
const MAKING: &[c_long] = &[
    libc::SYS_mkdirat,
    libc::SYS_mknodat,
    libc::SYS_linkat,
    libc::SYS_symlinkat,
    libc::SYS_bind,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_mkdir,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_mknod,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_link,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_symlink,
];

/// Calls that may replace an existing entry.
const MOVING: &[c_long] = &[
    libc::SYS_renameat,
    libc::SYS_renameat2,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_rename,
];

/// Inspects changes of files.
#[derive(Debug)]
pub struct Changes {
    places: Places,
}

/// The permission that a call needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Right {
    /// To change the folder that contains it.
    Entry,
    /// To change its content.
    Content,
    /// To be its owner.
    Owner,
}

impl Changes {
    /// Creates one for a world with these writable places.
    pub fn new(places: Places) -> Self {
        Self { places }
    }

    /// Inspects a call of the table.
    pub fn look(&mut self, changing: &Changing, call: &mut Call<'_>, listener: RawFd) {
        let flags = match changing.last {
            Last::Open(n) => Some(call.argument(n)),
            Last::OpenHow(n) => match call.read::<8>(call.argument(n), 8) {
                Some(bytes) => Some(u64::from_ne_bytes(bytes)),
                None => return,
            },
            Last::Follow | Last::Stay => None,
        };
        if flags.is_some_and(|flags| flags as u32 & WRITING == 0) {
            return;
        }
        for (n, named) in changing.named.iter().enumerate() {
            let leads = self.leads(*named, follows(changing, flags), call);
            if !sys::still_waits(listener, call.notice.id) {
                return;
            }
            self.judge(changing.number, n, flags, leads, call);
        }
    }

    /// Inspects a call that changes a descriptor's file.
    pub fn look_at_descriptor(&mut self, call: &mut Call<'_>, fd: RawFd) {
        if let Ok(path) = Who(call.notice.pid).base(Some(fd)) {
            self.tell(&path, Right::Owner, call);
        }
    }

    /// Inspects a `bind` to a path.
    pub fn look_at_bind(&mut self, call: &mut Call<'_>, listener: RawFd) {
        let length = (call.argument(2) as usize).min(ADDRESS);
        let Some(bytes) = call.read::<ADDRESS>(call.argument(1), length) else { return };
        let Some(path) = socket_path(&bytes[..length]) else { return };
        let who = Who(call.notice.pid);
        let Ok(base) = who.base(None) else { return };
        let leads = who.leads(&base, path, false);
        if sys::still_waits(listener, call.notice.id) {
            self.judge(libc::SYS_bind, 0, None, leads, call);
        }
    }

    fn leads(&self, named: Named, follow: bool, call: &Call<'_>) -> Leads {
        let who = Who(call.notice.pid);
        let from = |fd: RawFd| who.base((fd != libc::AT_FDCWD).then_some(fd));
        let (fd, pointer) = match named {
            Named::Fd(n) => (call.argument(n) as RawFd, 0),
            Named::Path(n) => (libc::AT_FDCWD, call.argument(n)),
            Named::At(fd, path) => (call.argument(fd) as RawFd, call.argument(path)),
        };
        let path = if pointer == 0 { Some(Vec::new()) } else { text(call.notice.pid, pointer) };
        match path {
            // The kernel cannot read it either.
            None => Leads::Nowhere,
            Some(path) if path.starts_with(b"/") => who.leads(Path::new("/"), &path, follow),
            Some(path) => match from(fd) {
                Ok(base) if path.is_empty() && base.is_absolute() => Leads::There(base),
                Ok(base) if base.is_absolute() => who.leads(&base, &path, follow),
                // A pipe, or an invalid descriptor.
                _ => Leads::Nowhere,
            },
        }
    }

    fn judge(&mut self, number: c_long, n: usize, flags: Option<u64>, leads: Leads, call: &mut Call<'_>) {
        let has = |flag: i32| flags.is_some_and(|flags| flags as i32 & flag != 0);
        let (path, right) = match leads {
            Leads::Nowhere => return,
            Leads::Unknown => {
                call.record.all_seen = false;
                return;
            }
            Leads::New(path) if MAKING.contains(&number) || has(libc::O_CREAT) || creates(number) => {
                (path, Right::Entry)
            }
            Leads::New(path) if MOVING.contains(&number) && n == 1 => (path, Right::Entry),
            Leads::New(_) => return,
            Leads::There(_) if MAKING.contains(&number) || (has(libc::O_CREAT) && has(libc::O_EXCL)) => {
                return;
            }
            Leads::There(path) => (path, right(number, flags)),
        };
        self.tell(&path, right, call);
    }

    /// Whether an entry of another user blocks the change: only root can copy it into a layer.
    fn is_foreign(&self, path: &Path) -> bool {
        let user = rustix::process::geteuid();
        let around = self.places.writable.iter().filter(|place| path.starts_with(place));
        let Some(folder) = around.max_by_key(|place| place.components().count()) else { return false };
        let foreign = |path: &Path| path.symlink_metadata().is_ok_and(|stat| stat.uid() != user.as_raw());
        let layered = !user.is_root() && self.places.layered.contains(folder);
        layered && path.ancestors().take_while(|at| at != folder).any(foreign)
    }

    fn tell(&self, path: &Path, right: Right, call: &mut Call<'_>) {
        let own = path.starts_with("/proc")
            && !path.starts_with("/proc/sys")
            && path != Path::new("/proc/sysrq-trigger");
        let fixed = right == Right::Entry && self.places.pinned.iter().any(|pinned| pinned == path);
        let denied = fixed || !self.places.can_change(path) || self.is_foreign(path);
        if path.is_absolute() && !own && denied && could(path, right) {
            call.record.deny(Denied::Write(path.to_owned()));
        }
    }
}

/// Whether a link at the end of the path is followed.
fn follows(changing: &Changing, flags: Option<u64>) -> bool {
    match (changing.last, flags) {
        (Last::Stay, _) => false,
        (_, Some(flags)) => {
            let flags = flags as i32;
            flags & libc::O_NOFOLLOW == 0
                && flags & (libc::O_CREAT | libc::O_EXCL) != libc::O_CREAT | libc::O_EXCL
        }
        (_, None) => true,
    }
}

fn creates(number: c_long) -> bool {
    #[cfg(target_arch = "x86_64")]
    let creat = number == libc::SYS_creat;
    #[cfg(not(target_arch = "x86_64"))]
    let creat = number < 0;
    creat
}

fn right(number: c_long, flags: Option<u64>) -> Right {
    const ENTRIES: &[c_long] = &[
        libc::SYS_unlinkat,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_unlink,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_rmdir,
    ];
    if ENTRIES.contains(&number) || MOVING.contains(&number) {
        Right::Entry
    } else if flags.is_some() || creates(number) || number == libc::SYS_truncate {
        Right::Content
    } else {
        Right::Owner
    }
}

/// Whether this user has that permission in the real world.
fn could(path: &Path, right: Right) -> bool {
    let accessible = |path: &Path| {
        CString::new(path.as_os_str().as_bytes()).is_ok_and(|path| {
            rustix::fs::accessat(
                rustix::fs::CWD,
                &path,
                rustix::fs::Access::WRITE_OK,
                rustix::fs::AtFlags::EACCESS,
            )
            .is_ok()
        })
    };
    let right = match path.symlink_metadata() {
        // Only this world has it, on top of the real folder.
        Err(_) => Right::Entry,
        Ok(_) => right,
    };
    match right {
        // The folder around it may be a mount point that only this world has: it could be created.
        Right::Entry => path.ancestors().skip(1).find(|at| at.exists()).is_some_and(accessible),
        Right::Content => accessible(path),
        Right::Owner => {
            let user = rustix::process::geteuid();
            user.is_root()
                || path.symlink_metadata().is_ok_and(|stat| stat.uid() == user.as_raw())
                || accessible(path)
        }
    }
}

/// Returns the path of a Unix socket address, if it has one.
pub fn socket_path(address: &[u8]) -> Option<&[u8]> {
    let (family, path) = address.split_at_checked(2)?;
    if i32::from(u16::from_ne_bytes([family[0], family[1]])) != libc::AF_UNIX {
        return None;
    }
    let end = path.iter().position(|byte| *byte == 0).unwrap_or(path.len());
    (end > 0).then(|| &path[..end])
}

/// Reads a C string from a process's memory page by page: the next page may not be mapped.
fn text(pid: u32, from: u64) -> Option<Vec<u8>> {
    let mut text = Vec::new();
    let mut at = from;
    while text.len() < LONGEST {
        let mut bytes = [0; PAGE as usize];
        let length = (PAGE - at % PAGE) as usize;
        let read = sys::read_memory(pid, at, &mut bytes[..length]).ok().filter(|n| *n > 0)?;
        match bytes[..read].iter().position(|byte| *byte == 0) {
            Some(end) => {
                text.extend_from_slice(&bytes[..end]);
                return Some(text);
            }
            None => text.extend_from_slice(&bytes[..read]),
        }
        at += read as u64;
    }
    None
}
