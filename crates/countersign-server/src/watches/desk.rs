//! The active watches: notified by the system on its own thread, collected per watch.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    os::unix::fs::MetadataExt as _,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Instant,
};

use countersign_core::watch::{Happened, Watch};
use countersign_words::{Message, say};
use notify::{
    Config, Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _,
    event::{CreateKind, ModifyKind, RenameMode},
};
use tokio::sync::Notify;

use super::gather::{Burst, Gathered, name};

static OVERFLOW: Message = say!("problem-watch-overflow");

/// One active watch.
struct Folder {
    path: PathBuf,
    recursive: bool,
    /// The folder's device and inode when it began.
    identity: (u64, u64),
    gathered: Gathered,
}

impl Folder {
    /// Returns a path relative to this watch; `None` if it is outside.
    fn within<'a>(&self, path: &'a Path) -> Option<&'a Path> {
        let within = path.strip_prefix(&self.path).ok()?;
        let depth = within.components().count();
        (depth == 1 || (depth > 1 && self.recursive)).then_some(within)
    }

    /// Returns whether it needs a folder watched.
    fn needs(&self, path: &Path) -> bool {
        path == self.path || (self.recursive && path.starts_with(&self.path))
    }
}

#[derive(Default)]
struct State {
    folders: BTreeMap<String, Folder>,
    /// Every folder that the system watches for us.
    held: BTreeSet<PathBuf>,
}

/// All active watches.
#[derive(Default)]
pub(super) struct Desk {
    state: Mutex<State>,
    /// Held only to add and remove folders, never by the notifying thread, which must not block on it.
    watcher: Mutex<Option<RecommendedWatcher>>,
    pub(super) wake: Notify,
}

impl Desk {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The ids of active watches.
    pub(super) fn ids(&self) -> BTreeSet<String> {
        self.state().folders.keys().cloned().collect()
    }

    /// Begins a watch; an error says why it cannot.
    pub(super) fn begin(self: &Arc<Self>, watch: &Watch) -> Result<(), Message> {
        let path = PathBuf::from(&watch.path);
        let identity = identity(&path).ok_or_else(|| GONE.clone())?;
        let folder = Folder {
            path: path.clone(),
            recursive: watch.recursive,
            identity,
            gathered: Gathered::default(),
        };
        // Changes are collected from the first folder on.
        self.state().folders.insert(watch.id.clone(), folder);
        let begun = self.hold(&path, watch.recursive, &mut |_| {});
        if begun.is_err() {
            self.end(&watch.id);
        }
        begun
    }

    /// Stops watching.
    pub(super) fn end(&self, id: &str) {
        let mut watcher = self.watcher.lock().unwrap_or_else(PoisonError::into_inner);
        let left: Vec<PathBuf> = {
            let mut state = self.state();
            if state.folders.remove(id).is_none() {
                return;
            }
            let State { folders, held } = &mut *state;
            let (kept, left) = std::mem::take(held)
                .into_iter()
                .partition(|dir| folders.values().any(|folder| folder.needs(dir)));
            *held = kept;
            left.into_iter().collect()
        };
        if self.state().folders.is_empty() {
            *watcher = None;
        } else if let Some(watcher) = &mut *watcher {
            // One that is gone is no longer watched anyway.
            left.iter().for_each(|dir| drop(watcher.unwatch(dir)));
        }
    }

    /// Watches a folder, with `deep` also its subfolders; `found` gets everything in them.
    fn hold(self: &Arc<Self>, top: &Path, deep: bool, found: &mut dyn FnMut(&Path)) -> Result<(), Message> {
        let mut watcher = self.watcher.lock().unwrap_or_else(PoisonError::into_inner);
        if watcher.is_none() {
            let desk = Arc::downgrade(self);
            let told = move |event| {
                if let Some(desk) = desk.upgrade() {
                    desk.told(event);
                }
            };
            let config = Config::default().with_follow_symlinks(false);
            *watcher = Some(RecommendedWatcher::new(told, config).map_err(|e| refused(&e))?);
        }
        let Some(watcher) = &mut *watcher else { return Ok(()) };
        let (mut count, mut open) = (0, vec![top.to_owned()]);
        while let Some(dir) = open.pop() {
            count += 1;
            if count > Watch::FOLDERS {
                return Err(say!("problem-watch-too-many", most = Watch::FOLDERS));
            }
            // Before the system call, so that an immediate removal event is not overtaken.
            self.state().held.insert(dir.clone());
            match watcher.watch(&dir, RecursiveMode::NonRecursive) {
                Ok(()) => {}
                Err(e) => {
                    self.state().held.remove(&dir);
                    let full = matches!(e.kind, notify::ErrorKind::MaxFilesWatch);
                    if dir == top || full {
                        return Err(refused(&e));
                    }
                    // It cannot be read, or is gone already.
                    continue;
                }
            }
            if !deep {
                continue;
            }
            for entry in fs::read_dir(&dir).into_iter().flatten().flatten() {
                found(&entry.path());
                if entry.file_type().is_ok_and(|t| t.is_dir()) {
                    open.push(entry.path());
                }
            }
        }
        Ok(())
    }

    /// Handles a notification of the system. Runs on its thread and must not block.
    fn told(&self, event: notify::Result<Event>) {
        let now = Instant::now();
        let mut state = self.state();
        let State { folders, held } = &mut *state;
        let event = match event {
            Ok(event) if !event.need_rescan() => event,
            _ => {
                folders.values_mut().for_each(|folder| folder.gathered.missed(&OVERFLOW, now));
                drop(state);
                return self.wake.notify_one();
            }
        };
        if matches!(event.kind, EventKind::Access(_)) {
            return;
        }
        let tie = event.tracker();
        if let (EventKind::Modify(ModifyKind::Name(RenameMode::Both)), [from, to]) =
            (event.kind, event.paths.as_slice())
        {
            for folder in folders.values_mut() {
                if let (Some(from), Some(to)) = (folder.within(from), folder.within(to)) {
                    folder.gathered.renamed(from, to, tie, now);
                }
            }
            drop(state);
            return self.wake.notify_one();
        }
        for path in &event.paths {
            let leaves = matches!(
                event.kind,
                EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(RenameMode::From))
            );
            if leaves && held.remove(path) {
                held.retain(|dir| !dir.starts_with(path));
            }
            folders.values_mut().for_each(|folder| notice(folder, path, &event.kind, tie, now));
        }
        drop(state);
        self.wake.notify_one();
    }

    /// Watches new folders, and checks that watched ones still exist. Returns the watches that must end, and why.
    pub(super) fn look_after(self: &Arc<Self>) -> Vec<(String, Message)> {
        let mut due = Vec::new();
        for (id, folder) in &mut self.state().folders {
            let g = &mut folder.gathered;
            let (mut fresh, rescan) = (std::mem::take(&mut g.fresh), std::mem::take(&mut g.rescan));
            let check = std::mem::take(&mut g.check);
            if folder.recursive && rescan {
                fresh = vec![folder.path.clone()];
            }
            if check || !fresh.is_empty() {
                due.push((id.clone(), folder.path.clone(), folder.identity, rescan, fresh));
            }
        }
        let mut over = Vec::new();
        for (id, path, then, rescan, fresh) in due {
            if identity(&path) != Some(then) {
                over.push((id, GONE.clone()));
                continue;
            }
            for dir in fresh.iter().filter(|dir| is_folder(dir)) {
                let mut found = Vec::new();
                // Reports files put into a new folder before it was watched.
                let held = self.hold(dir, true, &mut |path| found.push(path.to_owned()));
                if !rescan {
                    self.found(&id, &found);
                }
                if let Err(why) = held.and_then(|()| self.check_size(&id)) {
                    // A folder that appeared and disappeared is not a reason to end.
                    if is_folder(dir) {
                        over.push((id.clone(), why));
                        break;
                    }
                }
            }
        }
        over
    }

    fn check_size(&self, id: &str) -> Result<(), Message> {
        let state = self.state();
        let Some(folder) = state.folders.get(id) else { return Ok(()) };
        match state.held.iter().filter(|dir| folder.needs(dir)).count() > Watch::FOLDERS {
            true => Err(say!("problem-watch-too-many", most = Watch::FOLDERS)),
            false => Ok(()),
        }
    }

    fn found(&self, id: &str, paths: &[PathBuf]) {
        let mut state = self.state();
        let Some(folder) = state.folders.get_mut(id) else { return };
        for path in paths {
            if let Some(within) = folder.within(path) {
                let change = Happened::Created { path: name(within) };
                folder.gathered.push(change, None, Instant::now());
            }
        }
    }

    /// Returns the changes to report now, and when there will be more.
    pub(super) fn due(&self, now: Instant) -> (Vec<(String, Burst)>, Option<Instant>) {
        let (mut bursts, mut next) = (Vec::new(), None::<Instant>);
        for (id, folder) in &mut self.state().folders {
            match folder.gathered.due() {
                Some(at) if at <= now => bursts.push((id.clone(), folder.gathered.take(now))),
                Some(at) => next = Some(next.map_or(at, |n| n.min(at))),
                None => {}
            }
        }
        (bursts, next)
    }

    /// Records a gap.
    pub(super) fn missed(&self, id: &str, why: &Message) {
        if let Some(folder) = self.state().folders.get_mut(id) {
            folder.gathered.missed(why, Instant::now());
        }
    }
}

static GONE: Message = say!("problem-watch-gone");

/// Collects one event for one watch.
fn notice(folder: &mut Folder, path: &Path, kind: &EventKind, tie: Option<usize>, now: Instant) {
    let Some(within) = folder.within(path).map(name) else {
        folder.gathered.check |= path == folder.path;
        return;
    };
    let change = match kind {
        EventKind::Create(_) | EventKind::Modify(ModifyKind::Name(RenameMode::To)) => {
            if folder.recursive && !matches!(kind, EventKind::Create(CreateKind::File)) {
                folder.gathered.grew(path);
            }
            Happened::Created { path: within }
        }
        EventKind::Remove(_) => Happened::Deleted { path: within },
        EventKind::Modify(ModifyKind::Name(RenameMode::From)) => match tie {
            Some(_) => Happened::Deleted { path: within },
            // A folder reports its own move; its parent has already reported it.
            None => return,
        },
        _ => Happened::Changed { path: within },
    };
    folder.gathered.push(change, tie, now);
}

/// Returns the folder's device and inode, without following links.
fn identity(path: &Path) -> Option<(u64, u64)> {
    let straight = path.canonicalize().is_ok_and(|real| real == path);
    let meta = path.symlink_metadata().ok().filter(|m| straight && m.is_dir())?;
    Some((meta.dev(), meta.ino()))
}

fn is_folder(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|m| m.is_dir())
}

fn refused(e: &notify::Error) -> Message {
    match e.kind {
        notify::ErrorKind::MaxFilesWatch => say!("problem-watch-limit"),
        _ => say!("problem-watch-refused", error = e.to_string()),
    }
}
