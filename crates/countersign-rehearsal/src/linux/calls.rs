//! The system calls that matter to a world: those that are always denied, those that are inspected, and where
//! the paths are in their arguments.

use std::ffi::c_long;

/// Calls that reach beyond a world or create a new one. They are denied and recorded.
pub const NEVER: &[(c_long, &str)] = &[
    (libc::SYS_mount, "mount"),
    (libc::SYS_umount2, "umount"),
    (libc::SYS_pivot_root, "pivot_root"),
    (libc::SYS_chroot, "chroot"),
    (libc::SYS_move_mount, "move_mount"),
    (libc::SYS_open_tree, "open_tree"),
    (libc::SYS_fsopen, "fsopen"),
    (libc::SYS_fsconfig, "fsconfig"),
    (libc::SYS_fsmount, "fsmount"),
    (libc::SYS_fspick, "fspick"),
    (libc::SYS_mount_setattr, "mount_setattr"),
    (libc::SYS_setns, "setns"),
    (libc::SYS_process_madvise, "process_madvise"),
    (libc::SYS_pidfd_getfd, "pidfd_getfd"),
    (libc::SYS_kcmp, "kcmp"),
    (libc::SYS_keyctl, "keyctl"),
    (libc::SYS_add_key, "add_key"),
    (libc::SYS_request_key, "request_key"),
    (libc::SYS_bpf, "bpf"),
    (libc::SYS_perf_event_open, "perf_event_open"),
    (libc::SYS_userfaultfd, "userfaultfd"),
    (libc::SYS_open_by_handle_at, "open_by_handle_at"),
    (libc::SYS_kexec_load, "kexec_load"),
    (libc::SYS_init_module, "init_module"),
    (libc::SYS_finit_module, "finit_module"),
    (libc::SYS_delete_module, "delete_module"),
    (libc::SYS_reboot, "reboot"),
    (libc::SYS_swapon, "swapon"),
    (libc::SYS_swapoff, "swapoff"),
    (libc::SYS_quotactl, "quotactl"),
    (libc::SYS_quotactl_fd, "quotactl"),
    (libc::SYS_acct, "acct"),
    (libc::SYS_settimeofday, "settimeofday"),
    (libc::SYS_clock_settime, "clock_settime"),
    (libc::SYS_sethostname, "sethostname"),
    (libc::SYS_setdomainname, "setdomainname"),
    (libc::SYS_vhangup, "vhangup"),
    (libc::SYS_nfsservctl, "nfsservctl"),
    (libc::SYS_kexec_file_load, "kexec_file_load"),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_iopl, "iopl"),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_ioperm, "ioperm"),
];

/// Calls that reach into another process, and the argument that names it. Debuggers need them: `kin` says for
/// which processes they are allowed.
pub const REACHING_IN: &[(c_long, usize, &str)] = &[
    (libc::SYS_ptrace, 1, "ptrace"),
    (libc::SYS_process_vm_readv, 0, "process_vm_readv"),
    (libc::SYS_process_vm_writev, 0, "process_vm_writev"),
];

/// The `ptrace` requests that begin to trace a process. All others are about one that is traced already.
pub const TRACING: &[u32] = &[libc::PTRACE_ATTACH, libc::PTRACE_SEIZE];

/// `open_tree` plus `mount_setattr` in newer kernels; the same number on every architecture.
const OPEN_TREE_ATTR: c_long = 467;

/// Calls that fail with "not implemented", so that programs fall back: their arguments are in memory, which a
/// filter cannot read.
pub const ABSENT: &[c_long] = &[
    libc::SYS_clone3,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    OPEN_TREE_ATTR,
];

/// Calls that create processes or threads.
pub const FORKS: &[c_long] = &[
    libc::SYS_clone,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_fork,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_vfork,
];

/// Calls for memory that belongs to no process: not available unless a control group counts it.
pub const UNCOUNTED: &[c_long] = &[libc::SYS_memfd_create, libc::SYS_shmget];

/// How the last component of a path is resolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Last {
    /// Links are followed: their target is changed.
    Follow,
    /// Links are not followed: the entry itself is created, changed or removed.
    Stay,
    /// Depends on the `open` flags in this argument.
    Open(usize),
    /// Depends on the `open` flags in the memory that this argument points to.
    OpenHow(usize),
}

/// Where a path is in the arguments of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Named {
    /// Relative to the working folder.
    Path(usize),
    /// Relative to a descriptor's folder; an empty path means the descriptor itself.
    At(usize, usize),
    /// A descriptor itself.
    Fd(usize),
}

/// A call that changes files.
#[derive(Debug, Clone, Copy)]
pub struct Changing {
    /// Its number.
    pub number: c_long,
    /// The paths it changes.
    pub named: &'static [Named],
    /// How their last component is resolved.
    pub last: Last,
}

const fn call(number: c_long, named: &'static [Named], last: Last) -> Changing {
    Changing { number, named, last }
}

use Last::{Follow, Open, OpenHow, Stay};
use Named::{At, Fd, Path};

/// `setxattrat`, `removexattrat` and `file_setattr` in newer kernels; the same numbers on every architecture.
const SETXATTRAT: c_long = 463;
const REMOVEXATTRAT: c_long = 466;
const FILE_SETATTR: c_long = 469;
const FCHMODAT2: c_long = 452;

/// Calls that change files, except writes to descriptors that are already open.
pub const CHANGING: &[Changing] = &[
    call(libc::SYS_openat, &[At(0, 1)], Open(2)),
    call(libc::SYS_openat2, &[At(0, 1)], OpenHow(2)),
    call(libc::SYS_unlinkat, &[At(0, 1)], Stay),
    call(libc::SYS_mkdirat, &[At(0, 1)], Stay),
    call(libc::SYS_mknodat, &[At(0, 1)], Stay),
    call(libc::SYS_renameat2, &[At(0, 1), At(2, 3)], Stay),
    call(libc::SYS_renameat, &[At(0, 1), At(2, 3)], Stay),
    call(libc::SYS_linkat, &[At(2, 3)], Stay),
    call(libc::SYS_symlinkat, &[At(1, 2)], Stay),
    call(libc::SYS_fchmodat, &[At(0, 1)], Follow),
    call(FCHMODAT2, &[At(0, 1)], Follow),
    call(libc::SYS_fchmod, &[Fd(0)], Follow),
    call(libc::SYS_fchownat, &[At(0, 1)], Stay),
    call(libc::SYS_fchown, &[Fd(0)], Follow),
    call(libc::SYS_truncate, &[Path(0)], Follow),
    call(libc::SYS_utimensat, &[At(0, 1)], Follow),
    call(libc::SYS_setxattr, &[Path(0)], Follow),
    call(libc::SYS_lsetxattr, &[Path(0)], Stay),
    call(libc::SYS_fsetxattr, &[Fd(0)], Follow),
    call(libc::SYS_removexattr, &[Path(0)], Follow),
    call(libc::SYS_lremovexattr, &[Path(0)], Stay),
    call(libc::SYS_fremovexattr, &[Fd(0)], Follow),
    call(SETXATTRAT, &[At(0, 1)], Follow),
    call(REMOVEXATTRAT, &[At(0, 1)], Follow),
    call(FILE_SETATTR, &[At(0, 1)], Follow),
    #[cfg(target_arch = "x86_64")]
    call(libc::SYS_open, &[Path(0)], Open(1)),
    #[cfg(target_arch = "x86_64")]
    call(libc::SYS_creat, &[Path(0)], Follow),
    #[cfg(target_arch = "x86_64")]
    call(libc::SYS_unlink, &[Path(0)], Stay),
    #[cfg(target_arch = "x86_64")]
    call(libc::SYS_rmdir, &[Path(0)], Stay),
    #[cfg(target_arch = "x86_64")]
    call(libc::SYS_mkdir, &[Path(0)], Stay),
    #[cfg(target_arch = "x86_64")]
    call(libc::SYS_mknod, &[Path(0)], Stay),
    #[cfg(target_arch = "x86_64")]
    call(libc::SYS_rename, &[Path(0), Path(1)], Stay),
    #[cfg(target_arch = "x86_64")]
    call(libc::SYS_link, &[Path(1)], Stay),
    #[cfg(target_arch = "x86_64")]
    call(libc::SYS_symlink, &[Path(1)], Stay),
    #[cfg(target_arch = "x86_64")]
    call(libc::SYS_chmod, &[Path(0)], Follow),
    #[cfg(target_arch = "x86_64")]
    call(libc::SYS_chown, &[Path(0)], Follow),
    #[cfg(target_arch = "x86_64")]
    call(libc::SYS_lchown, &[Path(0)], Stay),
    #[cfg(target_arch = "x86_64")]
    call(libc::SYS_utime, &[Path(0)], Follow),
    #[cfg(target_arch = "x86_64")]
    call(libc::SYS_utimes, &[Path(0)], Follow),
    #[cfg(target_arch = "x86_64")]
    call(libc::SYS_futimesat, &[At(0, 1)], Follow),
];

/// The `open` flags that may change something.
pub const WRITING: u32 =
    (libc::O_WRONLY | libc::O_RDWR | libc::O_CREAT | libc::O_TRUNC | (libc::O_TMPFILE & !libc::O_DIRECTORY))
        as u32;

/// The namespaces that `clone` and `unshare` can create.
pub const NAMESPACES: u32 = (libc::CLONE_NEWNS
    | libc::CLONE_NEWCGROUP
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUSER
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET) as u32;

/// A time namespace. Only `unshare` creates one; in `clone` the bit has another meaning.
pub const TIME_NAMESPACE: u32 = 0x80;

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_call_is_listed_twice() {
        let all =
            NEVER.iter().map(|(n, _)| *n).chain(ABSENT.iter().copied()).chain(UNCOUNTED.iter().copied());
        let all = all.chain(FORKS.iter().copied()).chain(REACHING_IN.iter().map(|(n, ..)| *n));
        let all: Vec<c_long> = all.chain(CHANGING.iter().map(|c| c.number)).collect();
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
    }
}
