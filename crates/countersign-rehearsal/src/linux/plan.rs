//! Prepares everything that the new process will do, so that it only makes system calls.

mod asides;
mod mount_list;

pub use asides::{aside_overlay, can_be_aside, root_overlay};
use mount_list::{mount_points, mounted_below};

use std::{
    collections::{BTreeMap, BTreeSet},
    ffi::{CString, OsStr},
    fs,
    io::{self, ErrorKind},
    net::Ipv4Addr,
    os::unix::{ffi::OsStrExt as _, fs::PermissionsExt as _},
    path::{Path, PathBuf},
    process,
    sync::atomic::{AtomicU64, Ordering},
};

use countersign_words::{Message, say};

use super::{
    birth::Part,
    child::LOOPBACK,
    hidden::{Mirrors, Watched, ancestors},
    mounts::{Act, PLAIN, READ_ONLY},
    private::{MADE_AT, Private, WORK_AT},
    shared::Joining,
};
use crate::{Aside, Manner, Program, World};

/// World-writable folders: a world has its own layer over each, in memory.
const PRIVATE: &[&str] = &["/tmp", "/var/tmp"];
/// The devices in a world.
const DEVICES: &[&str] = &["null", "zero", "full", "random", "urandom", "tty"];
/// Search path for programs if the environment has none.
const USUAL_PATH: &str = "/usr/local/bin:/usr/bin:/bin";
/// Folders in these cannot be roots.
const NO_ROOTS: &[&str] = &["/dev", "/proc", "/sys"];

/// Everything that the new process will do.
#[derive(Debug)]
pub struct Plan {
    /// The mount steps.
    pub acts: Vec<Act>,
    /// Number of mounts held on the way.
    pub slots: usize,
    /// Candidate paths of the program, in search order.
    pub programs: Vec<CString>,
    /// Its arguments.
    pub argv: Vec<CString>,
    /// Its environment.
    pub env: Vec<CString>,
    /// Its working folder.
    pub cwd: CString,
    /// Files can only be opened for writing below these.
    pub open_places: Vec<CString>,
    /// The watched hidden places.
    pub watched: Vec<Watched>,
    /// What can be changed in the world.
    pub places: Places,
    /// The world's private folders.
    pub private: Private,
    /// The slot of the folder that contains them.
    pub private_slot: usize,
    /// The overlay work folders.
    pub benches: Vec<Bench>,
    /// The folders that are overlays.
    pub overlays: Vec<CString>,
}

/// What can be changed in a world.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Places {
    /// Changes below these are kept in layers, or private.
    pub writable: Vec<PathBuf>,
    /// Exceptions to `writable`: nothing below these can be changed.
    pub closed: Vec<PathBuf>,
    /// Writable places that are passed through: changes there are real.
    pub through: Vec<PathBuf>,
    /// Writable folders that cannot themselves be moved or removed.
    pub pinned: Vec<PathBuf>,
    /// Private folders that are layers over the real ones.
    pub layered: Vec<PathBuf>,
}

impl Places {
    /// Whether `path` can be changed in the world: the longest matching prefix decides.
    pub fn can_change(&self, path: &Path) -> bool {
        let longest = |places: &[PathBuf]| {
            places
                .iter()
                .filter(|place| path.starts_with(place))
                .map(|place| place.components().count())
                .max()
        };
        match (longest(&self.writable), longest(&self.closed)) {
            (Some(open), Some(closed)) => open > closed,
            (open, _) => open.is_some(),
        }
    }

    /// Whether the entry at `path` belongs to the world.
    pub fn is_own(&self, path: &Path) -> bool {
        let deeper = |place: &PathBuf| {
            path.starts_with(place)
                && !self.writable.iter().any(|w| w.starts_with(place) && w != place && path.starts_with(w))
        };
        self.can_change(path) && !self.through.iter().any(deeper)
    }
}

/// A mount attached to a path. Of two at the same path, the later one covers the earlier.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Piece {
    /// A private folder, by its number.
    Private(usize),
    /// A held mount, by its slot, and whether it is a folder.
    Held(usize, bool),
    /// A stand-in for something hidden, by its number, and whether it is a folder.
    Mask(usize, bool),
}

/// Converts a path to a C string.
pub fn c_path(path: &Path) -> io::Result<CString> {
    c_text(path.as_os_str())
}

fn c_text(text: &OsStr) -> io::Result<CString> {
    CString::new(text.as_bytes()).map_err(|_| {
        io::Error::new(ErrorKind::InvalidInput, say!("effect-plan-nul", text = format!("{:?}", text)))
    })
}

/// Prepares running `program` in `world`, with these folders aside. `layered`: whether the private folders are layers over the real
/// ones, or empty.
pub fn plan(
    world: &World<'_>,
    asides: &[Aside],
    joining: Option<&Joining>,
    program: &Program,
    layered: bool,
) -> io::Result<Plan> {
    let names_at = joining.map_or(LOOPBACK, |joining| joining.names_at);
    let mut build = Build { layer_private: layered, names_at, ..Build::default() };
    build.check(world, program)?;
    build.take_along(world, asides, joining, program)?;
    build.acts.push(Act::ReadOnly);
    build.private_things(world)?;
    build.missing_asides()?;
    build.masks(world)?;
    build.standing()?;
    let places = build.places(world);
    build.put_in_place()?;
    let (private, private_slot) = build.devices()?;
    let open_places = places.writable.iter().map(|place| c_path(place)).collect::<io::Result<_>>()?;
    Ok(Plan {
        acts: build.acts,
        slots: build.slots,
        programs: programs(program)?,
        argv: program.argv.iter().map(|word| c_text(word)).collect::<io::Result<_>>()?,
        env: program.env.iter().map(|(name, value)| variable(name, value)).collect::<io::Result<_>>()?,
        cwd: c_path(&program.cwd)?,
        open_places,
        watched: build.mirrors.watched,
        places,
        private,
        private_slot,
        benches: build.benches,
        overlays: match world.layers.manner {
            Manner::Overlay => {
                world.layers.roots.iter().map(|root| c_path(root)).collect::<io::Result<_>>()?
            }
            Manner::Copy => Vec::new(),
        },
    })
}

#[derive(Default)]
struct Build {
    acts: Vec<Act>,
    slots: usize,
    pieces: Vec<(PathBuf, Piece)>,
    private: Vec<PathBuf>,
    layer_private: bool,
    /// The address of its nameserver.
    names_at: [u8; 4],
    covered: Vec<PathBuf>,
    shown: Private,
    pinned: Vec<PathBuf>,
    devices: Vec<(&'static str, usize)>,
    mirrors: Mirrors,
    benches: Vec<Bench>,
    /// The folders aside that can be changed.
    asides: Vec<PathBuf>,
    /// Those that are missing, by the existing folder around them.
    missing: BTreeMap<PathBuf, Vec<PathBuf>>,
}

impl Build {
    fn check(&self, world: &World<'_>, program: &Program) -> io::Result<()> {
        let wrong = |what: Message| Err(io::Error::new(ErrorKind::InvalidInput, what));
        if program.argv.first().is_none_or(|word| word.is_empty()) {
            return wrong(say!("effect-plan-no-program"));
        }
        if !program.cwd.is_absolute() {
            return wrong(say!("effect-plan-absolute", path = program.cwd.display()));
        }
        for root in &world.layers.roots {
            if !root.is_absolute() || root == Path::new("/") || NO_ROOTS.iter().any(|no| root.starts_with(no))
            {
                return wrong(say!("effect-plan-copied-on-write", path = root.display()));
            }
        }
        Ok(())
    }

    fn slot(&mut self) -> usize {
        self.slots += 1;
        self.slots - 1
    }

    fn hold(&mut self, from: &Path, attributes: u64) -> io::Result<usize> {
        let slot = self.slot();
        self.acts.push(Act::Hold { from: c_path(from)?, attributes, slot });
        Ok(slot)
    }

    /// Holds the parts of the real world that are needed before they are covered and made read-only.
    fn take_along(
        &mut self,
        world: &World<'_>,
        asides: &[Aside],
        joining: Option<&Joining>,
        program: &Program,
    ) -> io::Result<()> {
        self.acts.push(Act::Private);
        for name in DEVICES {
            let path = Path::new("/dev").join(name);
            if path.exists() {
                let slot = self.hold(&path, libc::MOUNT_ATTR_NOSUID)?;
                self.devices.push((name, slot));
            }
        }
        for path in &world.through {
            let path = path.canonicalize().map_err(|e| about(&e, say!("effect-plan-through"), path))?;
            let slot = self.hold(&path, PLAIN)?;
            self.pieces.push((path.clone(), Piece::Held(slot, path.is_dir())));
        }
        for (n, root) in world.layers.roots.iter().enumerate() {
            let slot = self.root(world, n, root, joining)?;
            self.pieces.push((root.clone(), Piece::Held(slot, true)));
        }
        if world.layers.manner == Manner::Copy {
            self.pin(world)?;
        }
        self.still_with_more(world)?;
        self.asides(asides, joining)?;
        self.private = private_folders(&self.pieces);
        let own = program.argv.first().map(PathBuf::from).filter(|path| path.is_absolute());
        let own = own.filter(|path| path.symlink_metadata().is_ok_and(|about| about.is_file()));
        // Anything below a hidden path stays hidden.
        let is_hidden =
            |path: &Path| world.hidden.iter().chain(&world.closed).any(|hidden| path.starts_with(hidden));
        let folders = world.still.iter().chain([&program.cwd]);
        let folders = folders.filter(|path| path.is_dir() && !is_hidden(path));
        for path in folders.cloned().chain(own) {
            // In a folder aside it could be changed, and below a mount point reading it would cost more.
            let lost = self.private.iter().chain(&self.asides).any(|folder| path.starts_with(folder))
                || self.missing.keys().any(|folder| path.starts_with(folder) && path != *folder);
            let is_aside = |piece: &PathBuf| self.asides.contains(piece);
            let shown = |(piece, _): &(PathBuf, Piece)| !is_aside(piece) && path.starts_with(piece);
            if lost && !self.pieces.iter().any(shown) {
                let slot = self.hold(&path, READ_ONLY | PLAIN)?;
                self.pieces.push((path.clone(), Piece::Held(slot, path.is_dir())));
                self.covered.push(path);
            }
        }
        Ok(())
    }

    /// In a copy, a folder around something hidden could be renamed, and the next command would find it by
    /// the new name. Mount points cannot be renamed, so these folders are bind-mounted onto themselves.
    fn pin(&mut self, world: &World<'_>) -> io::Result<()> {
        let (hidden, _) = hidden(world);
        for (n, root) in world.layers.roots.iter().enumerate() {
            let mut pinned = BTreeSet::new();
            for inner in hidden.iter().filter_map(|path| path.parent()?.strip_prefix(root).ok()) {
                pinned.extend(ancestors(inner));
            }
            for inner in pinned.iter().filter(|inner| world.layers.copy(n).join(inner).is_dir()) {
                let slot = self.hold(&world.layers.copy(n).join(inner), PLAIN)?;
                self.pieces.push((root.join(inner), Piece::Held(slot, true)));
                self.pinned.push(root.join(inner));
            }
        }
        Ok(())
    }

    /// Prepares the copy-on-write side of a root. If it is shared, it was mounted before.
    fn root(
        &mut self,
        world: &World<'_>,
        n: usize,
        root: &Path,
        joining: Option<&Joining>,
    ) -> io::Result<usize> {
        if world.layers.manner == Manner::Copy {
            return self.hold(&world.layers.copy(n), PLAIN);
        }
        if let Some(held) = joining.and_then(|joining| joining.place_of_upper(&world.layers.upper(n).0)) {
            let slot = self.hold(&held, PLAIN)?;
            self.acts.push(Act::Refresh { slot });
            return Ok(slot);
        }
        let slot = self.slot();
        let (overlay, bench) = root_overlay(world.layers, (n, root), &world.on_top, slot)?;
        self.benches.push(bench);
        self.acts.push(overlay);
        Ok(slot)
    }

    /// Mounts a tmpfs for everything private. It is at /dev while it is filled: that is covered later anyway.
    fn private_things(&mut self, world: &World<'_>) -> io::Result<()> {
        let size = CString::new(world.limits.disk.min(world.limits.memory).to_string())?;
        let slot = self.slot();
        self.acts.push(Act::Memory { size, slot });
        self.acts.push(Act::Attach { slot, to: c"/dev".to_owned() });
        let folder =
            |at: &str, mode| -> io::Result<Act> { Ok(Act::Folder { at: c_path(Path::new(at))?, mode }) };
        for at in ["/dev/dev", "/dev/dev/pts", "/dev/dev/shm", MADE_AT, WORK_AT, "/dev/masks"] {
            self.acts.push(folder(at, 0o755)?);
        }
        for (name, _) in &self.devices {
            self.acts.push(Act::File { at: c_path(&Path::new("/dev/dev").join(name))?, mode: 0o600 });
        }
        let links = [
            (c"/dev/dev/fd", c"/proc/self/fd"),
            (c"/dev/dev/stdin", c"/proc/self/fd/0"),
            (c"/dev/dev/stdout", c"/proc/self/fd/1"),
            (c"/dev/dev/stderr", c"/proc/self/fd/2"),
            (c"/dev/dev/ptmx", c"pts/ptmx"),
        ];
        self.acts.extend(links.map(|(at, target)| Act::Link { at: at.to_owned(), target }));
        for n in 0..=self.private.len() {
            self.acts.push(folder(&format!("{MADE_AT}/{n}"), 0o1777)?);
        }
        for (n, path) in self.private.clone().into_iter().enumerate() {
            let piece = self.private_piece(n, &path)?;
            self.pieces.push((path, piece));
        }
        let at = c"/dev/resolv.conf".to_owned();
        // The only nameserver of a world is ours.
        let text = format!("nameserver {}\noptions timeout:5 attempts:1\n", Ipv4Addr::from(self.names_at));
        self.acts.push(Act::Text { at: at.clone(), text: text.into_bytes() });
        if let Ok(path) = Path::new("/etc/resolv.conf").canonicalize() {
            let to = c_path(&path)?;
            self.acts.push(Act::Bind { from: at, to, attributes: READ_ONLY | PLAIN, optional: true });
        }
        Ok(())
    }

    /// Prepares the private folder `path`: a layer over the real one. If something is mounted below it, the
    /// kernel allows no layer, and it is empty.
    fn private_piece(&mut self, n: usize, path: &Path) -> io::Result<Piece> {
        if !self.layer_private || mounted_below(path)?.is_some() {
            return Ok(Piece::Private(n));
        }
        let work = format!("{WORK_AT}/{n}");
        self.acts.push(Act::Folder { at: CString::new(work.clone())?, mode: 0o700 });
        let upper = Some((CString::new(format!("{MADE_AT}/{n}"))?, CString::new(work)?));
        let (lower, slot) = (vec![folder(path)?], self.slot());
        self.acts.push(Act::Overlay { lower, upper, part: Part::PrivateLayers, slot });
        self.shown.layered.insert(n);
        Ok(Piece::Held(slot, true))
    }

    fn masks(&mut self, world: &World<'_>) -> io::Result<()> {
        let (hidden, closed) = hidden(world);
        // The content of a hidden folder is hidden with it, unless something in between is shown again.
        let shown: Vec<PathBuf> = self.pieces.iter().map(|(path, _)| path.clone()).collect();
        let again = |outer: &Path, path: &Path| {
            shown.iter().any(|s| s.starts_with(outer) && s != outer && path.starts_with(s))
        };
        let kept: Vec<&PathBuf> = hidden
            .iter()
            .filter(|path| {
                !hidden.iter().any(|outer| outer != *path && path.starts_with(outer) && !again(outer, path))
            })
            .collect();
        for (n, path) in kept.into_iter().enumerate() {
            let within: Vec<&Path> =
                shown.iter().map(PathBuf::as_path).filter(|s| s.starts_with(path) && *s != path).collect();
            let at = PathBuf::from(format!("/dev/masks/{n}"));
            let instead = world.instead.iter().find(|(shown, _)| shown == path && path.is_file());
            let acts = match instead {
                Some((_, text)) => self.mirrors.instead(path, &at, text)?,
                None => self.mirrors.mirror(path, &at, closed.contains(path), &within)?,
            };
            if let Some(acts) = acts {
                self.acts.extend(acts);
                self.pieces.push((path.clone(), Piece::Mask(n, path.is_dir())));
                self.covered.push(path.clone());
            }
        }
        Ok(())
    }

    /// Prepares the stand-ins of real files in the private folders.
    fn standing(&mut self) -> io::Result<()> {
        let attached = self.pieces.iter().filter(|(_, piece)| !matches!(piece, Piece::Private(_)));
        self.shown.ours = attached.map(|(path, _)| path.clone()).collect();
        self.shown.folders = self.private.iter().cloned().chain([PathBuf::from("/dev/shm")]).collect();
        let (acts, paths) = self.shown.standing(&mut self.mirrors)?;
        self.acts.extend(acts);
        self.covered.extend(paths);
        Ok(())
    }

    fn places(&self, world: &World<'_>) -> Places {
        let mut writable: Vec<PathBuf> = self.private.clone();
        writable.push(PathBuf::from("/dev"));
        writable.extend(world.layers.roots.iter().cloned());
        let through: Vec<PathBuf> =
            world.through.iter().filter_map(|path| path.canonicalize().ok()).collect();
        writable.extend(through.iter().cloned());
        writable.extend(self.asides.iter().cloned());
        let layered = self.shown.layered.iter().filter_map(|n| self.private.get(*n));
        let layered = layered.chain(&self.asides).cloned().collect();
        let pinned = self.pinned.iter().chain(&self.asides).cloned().collect();
        Places { writable, closed: self.covered.clone(), through, pinned, layered }
    }

    /// Attaches all mounts, outer ones first. In a private folder, the mount point is created first.
    fn put_in_place(&mut self) -> io::Result<()> {
        self.pieces.sort();
        let made = |at: &Path, is_folder: bool, private: &Path| -> io::Result<Vec<Act>> {
            let inner = at.strip_prefix(private).unwrap_or(at);
            let mut folders: Vec<PathBuf> = ancestors(inner).map(|folder| private.join(folder)).collect();
            let file = if is_folder { None } else { folders.pop() };
            let folders = folders.iter().map(|f| Ok(Act::Folder { at: c_path(f)?, mode: 0o755 }));
            let file = file.iter().map(|f| Ok(Act::File { at: c_path(f)?, mode: 0o600 }));
            folders.chain(file).collect()
        };
        let mut acts = Vec::new();
        for (path, piece) in &self.pieces {
            let around = self.pieces.iter().filter(|(p, _)| path.starts_with(p) && p != path);
            let is_folder = !matches!(piece, Piece::Held(_, false) | Piece::Mask(_, false));
            if let Some((private, Piece::Private(_))) = around.max_by_key(|(p, _)| p.components().count()) {
                acts.extend(made(path, is_folder, private)?);
            }
            let to = c_path(path)?;
            let bind = |from: String, attributes, optional| -> io::Result<Act> {
                Ok(Act::Bind { from: CString::new(from)?, to: to.clone(), attributes, optional })
            };
            acts.push(match piece {
                Piece::Private(n) => bind(format!("{MADE_AT}/{n}"), PLAIN, false)?,
                Piece::Held(slot, _) => Act::Attach { slot: *slot, to },
                Piece::Mask(n, _) => bind(format!("/dev/masks/{n}"), READ_ONLY | PLAIN, true)?,
            });
        }
        self.acts.extend(acts);
        Ok(())
    }

    /// Covers /proc and, last, /dev, which the other mounts came from; keeps the private folder open.
    fn devices(&mut self) -> io::Result<(Private, usize)> {
        self.acts.push(Act::Processes);
        let private = self.slot();
        self.acts.push(Act::Open { at: c_path(Path::new(MADE_AT))?, slot: private });
        let dev = self.hold(Path::new("/dev/dev"), READ_ONLY | libc::MOUNT_ATTR_NOSUID)?;
        let shared = self.hold(Path::new(&format!("{MADE_AT}/{}", self.private.len())), PLAIN)?;
        self.acts.push(Act::Detach { at: c"/dev".to_owned() });
        self.acts.push(Act::Attach { slot: dev, to: c"/dev".to_owned() });
        self.acts.push(Act::Attach { slot: shared, to: c"/dev/shm".to_owned() });
        self.acts.push(Act::Terminals);
        for (name, slot) in std::mem::take(&mut self.devices) {
            self.acts.push(Act::Attach { slot, to: c_path(&Path::new("/dev").join(name))? });
        }
        Ok((std::mem::take(&mut self.shown), private))
    }
}

fn about(e: &io::Error, what: Message, path: &Path) -> io::Error {
    io::Error::new(
        e.kind(),
        say!("effect-plan-unreached", path = path.display(), said_what = what, error = e),
    )
}

/// An overlay work folder, removed with its world. Each world has its own: a used one is marked as volatile
/// and the kernel would refuse it.
#[derive(Debug)]
pub struct Bench(PathBuf);

impl Bench {
    fn make(work: &Path) -> io::Result<Self> {
        static MADE: AtomicU64 = AtomicU64::new(0);
        let n = MADE.fetch_add(1, Ordering::Relaxed);
        let folder = work.join(format!("{}-{n}", process::id()));
        fs::create_dir(&folder).map_err(|e| about(&e, say!("effect-plan-needed"), &folder))?;
        Ok(Self(folder))
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        // The kernel creates its folders without permissions.
        for folder in ["work", "work/incompat", "work/incompat/volatile"] {
            let _ = fs::set_permissions(self.0.join(folder), fs::Permissions::from_mode(0o700));
        }
        // Anything left is removed with the layers.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Converts a folder's path, and rejects a root that has become a link.
fn folder(path: &Path) -> io::Result<CString> {
    let real = path.canonicalize().map_err(|e| about(&e, say!("effect-plan-needed"), path))?;
    if real != path || !real.is_dir() {
        let what = say!("effect-plan-elsewhere", path = path.display());
        return Err(io::Error::new(ErrorKind::InvalidInput, what));
    }
    c_path(path)
}

/// Returns the hidden paths of a world without duplicates, and which of them are closed.
fn hidden(world: &World<'_>) -> (BTreeSet<PathBuf>, BTreeSet<PathBuf>) {
    let real = |paths: &[PathBuf]| paths.iter().filter_map(|path| path.canonicalize().ok()).collect();
    let closed: BTreeSet<PathBuf> = real(&world.closed);
    let hidden: BTreeSet<PathBuf> = real(&world.hidden);
    (hidden.union(&closed).cloned().collect(), closed)
}

/// Returns the private folders of a world, except those that are a root or lie in one.
fn private_folders(pieces: &[(PathBuf, Piece)]) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = PRIVATE.iter().filter_map(|p| fs::canonicalize(p).ok()).collect();
    found.retain(|path| path.is_dir() && !pieces.iter().any(|(piece, _)| path.starts_with(piece)));
    found.sort();
    found.dedup();
    let all = found.clone();
    found.retain(|path| !all.iter().any(|outer| outer != path && path.starts_with(outer)));
    found
}

fn variable(name: &OsStr, value: &OsStr) -> io::Result<CString> {
    let mut both = name.to_owned();
    both.push("=");
    both.push(value);
    c_text(&both)
}

/// Returns the candidate paths of the program, in search order.
fn programs(program: &Program) -> io::Result<Vec<CString>> {
    let Some(name) = program.argv.first() else { return Ok(Vec::new()) };
    if name.as_bytes().contains(&b'/') {
        return Ok(vec![c_text(name)?]);
    }
    let path = program.env.iter().find(|(key, _)| key == "PATH").map(|(_, value)| value.as_os_str());
    std::env::split_paths(path.unwrap_or(OsStr::new(USUAL_PATH))).map(|at| c_path(&at.join(name))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_names_the_longest_part_decides_whether_a_place_can_be_changed() {
        let paths = |list: &[&str]| list.iter().map(PathBuf::from).collect::<Vec<_>>();
        let places = Places {
            writable: paths(&["/w", "/w/secret/open", "/w/state"]),
            closed: paths(&["/w/secret"]),
            through: paths(&["/w/state"]),
            ..Places::default()
        };
        assert!(places.is_own(Path::new("/w/s")) && !places.is_own(Path::new("/w/state/s")));
        for (path, can) in
            [("/w/a", true), ("/w/secret", false), ("/w/secret/open/x", true), ("/wide", false), ("/", false)]
        {
            assert_eq!(places.can_change(Path::new(path)), can, "{path}");
        }
    }
}
