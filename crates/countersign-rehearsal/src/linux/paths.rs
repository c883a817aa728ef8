//! Resolves paths in a world as the process that uses them would.

use std::{
    ffi::{CString, OsStr, OsString},
    fs, io,
    os::{
        fd::{AsRawFd as _, OwnedFd, RawFd},
        unix::ffi::{OsStrExt as _, OsStringExt as _},
    },
    path::{Component, Path, PathBuf},
};

use super::{
    birth::owned,
    sys::{self, Sys},
};

/// Maximum number of links followed at the end of a path.
const LINKS: usize = 40;

/// A process of a world that uses a path.
#[derive(Debug, Clone, Copy)]
pub struct Who(pub u32);

/// The target of a path.
#[derive(Debug, PartialEq, Eq)]
pub enum Leads {
    /// It exists.
    There(PathBuf),
    /// It does not exist and would be created.
    New(PathBuf),
    /// It cannot exist: the call fails by itself.
    Nowhere,
    /// It cannot be determined.
    Unknown,
}

impl Who {
    /// Returns the folder that a relative path starts at: the working folder, or a descriptor's.
    pub fn base(self, at: Option<RawFd>) -> io::Result<PathBuf> {
        match at {
            None => fs::read_link(format!("/proc/{}/cwd", self.0)),
            Some(fd) => fs::read_link(format!("/proc/{}/fd/{fd}", self.0)),
        }
    }

    /// Opens an absolute path without leaving the world.
    pub fn open(self, path: &Path, flags: i32) -> Sys<OwnedFd> {
        let root = CString::new(format!("/proc/{}/root", self.0)).map_err(|_| libc::EINVAL)?;
        let path = CString::new(path.as_os_str().as_bytes()).map_err(|_| libc::EINVAL)?;
        let root = owned(sys::open(&root, libc::O_PATH | libc::O_DIRECTORY)?);
        sys::open_within(root.as_raw_fd(), &path, flags | libc::O_PATH).map(owned)
    }

    /// Resolves `path`; with `follow`, also a link at its end.
    pub fn leads(self, base: &Path, path: &[u8], follow: bool) -> Leads {
        let (mut path, folder) = without_slash(base.join(self::path(path)));
        for _ in 0..LINKS {
            let (Some(parent), Some(name)) = (path.parent(), last_name(&path)) else {
                return self.whole(&path);
            };
            let parent = match self.open(parent, libc::O_DIRECTORY).map(|fd| where_is(&fd)) {
                Ok(Ok(parent)) if !parent.starts_with("/proc") => parent,
                // /proc shows us other contents than the process, so each component is resolved separately.
                Ok(Ok(_)) | Err(libc::ENOENT | libc::EXDEV | libc::ELOOP) => {
                    return self.walk(&path, follow || folder);
                }
                Err(libc::ENOTDIR | libc::EACCES | libc::ENAMETOOLONG) => return Leads::Nowhere,
                _ => return Leads::Unknown,
            };
            let entry = parent.join(name);
            match self.open(&entry, libc::O_NOFOLLOW).map(|fd| link_target(&fd)) {
                Ok(Some(target)) if follow || folder => path = parent.join(target),
                Ok(_) => return Leads::There(entry),
                Err(libc::ENOENT) => return Leads::New(entry),
                Err(libc::ENOTDIR | libc::EACCES | libc::ENAMETOOLONG) => return Leads::Nowhere,
                Err(_) => return Leads::Unknown,
            }
        }
        Leads::Nowhere
    }

    /// Resolves a path component by component, handling the `root`, `cwd` and `fd` links in /proc.
    fn walk(self, path: &Path, follow: bool) -> Leads {
        let mut at = PathBuf::from("/");
        let mut rest: Vec<OsString> = steps(path);
        let mut links = 0;
        while let Some(name) = rest.pop() {
            if name == ".." {
                at.pop();
                continue;
            }
            let entry = at.join(&name);
            let last = rest.is_empty();
            let target = match self.of_process(&at, &entry) {
                Some(Ok(target)) if target.is_absolute() => Some(target),
                // A pipe, or a process that cannot be inspected.
                Some(_) => return Leads::Nowhere,
                None => match self.open(&entry, libc::O_NOFOLLOW).map(|fd| link_target(&fd)) {
                    Ok(target) => target.filter(|_| follow || !last),
                    Err(libc::ENOENT) if last => return Leads::New(entry),
                    // /proc/self and the like mean another process for us.
                    Err(libc::ENOENT) if is_self(&entry) => None,
                    Err(libc::ENOENT | libc::ENOTDIR | libc::EACCES | libc::ENAMETOOLONG) => {
                        return Leads::Nowhere;
                    }
                    Err(_) => return Leads::Unknown,
                },
            };
            match target {
                None => at = entry,
                Some(target) => {
                    links += 1;
                    if links > LINKS {
                        return Leads::Nowhere;
                    }
                    if target.is_absolute() {
                        at = PathBuf::from("/");
                    }
                    rest.extend(steps(&target));
                }
            }
        }
        Leads::There(at)
    }

    /// Resolves a /proc link of a process; None if it is not one.
    fn of_process(self, at: &Path, entry: &Path) -> Option<io::Result<PathBuf>> {
        let inner = entry.strip_prefix("/proc").ok()?;
        let mut parts = inner.components().map(|part| part.as_os_str().to_str().unwrap_or_default());
        let (process, what, number, more) = (parts.next()?, parts.next()?, parts.next(), parts.next());
        if is_self(&Path::new("/proc").join(process)) {
            let real = PathBuf::from(format!("/proc/{}", self.0)).join(inner.strip_prefix(process).ok()?);
            return leads_elsewhere(what, number, more).then(|| fs::read_link(real));
        }
        let known = process.bytes().all(|byte| byte.is_ascii_digit()) && leads_elsewhere(what, number, more);
        let real = PathBuf::from(format!("/proc/{}/root", self.0)).join(at.strip_prefix("/").ok()?);
        known.then(|| fs::read_link(real.join(entry.file_name().unwrap_or_default())))
    }

    /// Resolves a path that does not end with a name: the root, or `..`.
    fn whole(self, path: &Path) -> Leads {
        match self.open(path, 0).map(|fd| where_is(&fd)) {
            Ok(Ok(path)) => Leads::There(path),
            Ok(Err(_)) => Leads::Unknown,
            Err(_) => Leads::Nowhere,
        }
    }
}

/// Converts bytes to a path.
pub fn path(bytes: &[u8]) -> &Path {
    Path::new(OsStr::from_bytes(bytes))
}

/// Returns the path of an open descriptor as seen in its world.
pub fn where_is(fd: &OwnedFd) -> io::Result<PathBuf> {
    fs::read_link(format!("/proc/self/fd/{}", fd.as_raw_fd()))
}

fn link_target(fd: &OwnedFd) -> Option<PathBuf> {
    let target = rustix::fs::readlinkat(fd, c"", Vec::new()).ok()?;
    Some(PathBuf::from(OsString::from_vec(target.into_bytes())))
}

/// Strips trailing slashes, and returns whether there were any: they mean a folder, and links are followed.
fn without_slash(path: PathBuf) -> (PathBuf, bool) {
    let bytes = path.as_os_str().as_bytes();
    let end = bytes.iter().rposition(|byte| *byte != b'/').map_or(1, |last| last + 1);
    let slash = end < bytes.len();
    (PathBuf::from(OsString::from_vec(bytes[..end.min(bytes.len())].to_vec())), slash)
}

/// Returns the last component if it is a name.
fn last_name(path: &Path) -> Option<&OsStr> {
    // `Path` drops a trailing dot, which means the folder itself.
    if path.as_os_str().as_bytes().ends_with(b"/.") {
        return None;
    }
    match path.components().next_back()? {
        Component::Normal(name) => Some(name),
        _ => None,
    }
}

/// Returns the components of a path in reverse order.
fn steps(path: &Path) -> Vec<OsString> {
    let normal = path.components().filter(|part| matches!(part, Component::Normal(_) | Component::ParentDir));
    let mut steps: Vec<OsString> = normal.map(|part| part.as_os_str().to_owned()).collect();
    steps.reverse();
    steps
}

/// Whether a path depends on the process that uses it.
fn is_self(path: &Path) -> bool {
    path == Path::new("/proc/self") || path == Path::new("/proc/thread-self")
}

/// Whether a /proc entry of a process is a link to elsewhere: `root`, `cwd` or a descriptor.
fn leads_elsewhere(what: &str, number: Option<&str>, more: Option<&str>) -> bool {
    matches!((what, number, more), ("root" | "cwd", None, _) | ("fd", Some(_), None))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{os::unix::fs::symlink, process};

    #[test]
    fn paths_lead_where_the_kernel_would_go() {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path().canonicalize().unwrap();
        fs::create_dir(at.join("d")).unwrap();
        fs::write(at.join("d/f"), "").unwrap();
        symlink("d/f", at.join("to_f")).unwrap();
        symlink(at.join("d/new"), at.join("to_new")).unwrap();
        symlink("loop", at.join("loop")).unwrap();
        symlink("d", at.join("to_d")).unwrap();
        let me = Who(process::id());
        let there = |p: &str| Leads::There(at.join(p));
        let cases: &[(&str, bool, Leads)] = &[
            ("d/f", true, there("d/f")),
            ("d/new", true, Leads::New(at.join("d/new"))),
            ("to_f", true, there("d/f")),
            ("to_f", false, there("to_f")),
            ("to_new", true, Leads::New(at.join("d/new"))),
            ("to_d/f", false, there("d/f")),
            ("to_d/", false, there("d")),
            ("d/..", true, Leads::There(at.clone())),
            ("d/.", true, there("d")),
            ("no/f", true, Leads::Nowhere),
            ("d/f/x", true, Leads::Nowhere),
            ("loop", true, Leads::Nowhere),
            ("/", true, Leads::There("/".into())),
            ("../../../../../../../..", true, Leads::There("/".into())),
        ];
        for (path, follow, leads) in cases {
            assert_eq!(me.leads(&at, path.as_bytes(), *follow), *leads, "{path}");
        }
        let file = fs::File::open(at.join("d/f")).unwrap();
        let path = format!("/proc/self/fd/{}", file.as_raw_fd());
        assert_eq!(me.leads(&at, path.as_bytes(), true), there("d/f"));
        let path = format!("/proc/self/root{}", at.join("to_new").display());
        assert_eq!(me.leads(&at, path.as_bytes(), true), Leads::New(at.join("d/new")));
        symlink(format!("/proc/{}/fd/{}", process::id(), file.as_raw_fd()), at.join("to_fd")).unwrap();
        assert_eq!(me.leads(&at, b"to_fd", true), there("d/f"));
        let (reader, _writer) = io::pipe().unwrap();
        let path = format!("/proc/self/fd/{}", reader.as_raw_fd());
        assert_eq!(me.leads(&at, path.as_bytes(), true), Leads::Nowhere);
    }
}
