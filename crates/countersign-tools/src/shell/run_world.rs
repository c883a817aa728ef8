//! The world that the commands of a run share: processes that one of them starts in the background, the loopback network
//! and scratch files are there for the next one. It ends with the run; without processes, also after a while. That of a
//! stage also holds the stage's layers, and ends when these land or are dropped.

use std::{
    collections::BTreeMap,
    fs,
    os::unix::fs::MetadataExt as _,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use countersign_rehearsal::{Layers, Lingering, Shared, discard};

use super::{Shell, asides, asides::Asides, stored_rehearsal::StoredRehearsal};
use crate::stage::Held;

/// How long a world without processes is kept for the next command: as long as it is there, its stores are in use.
const IDLE: Duration = Duration::from_secs(10);
const INTERVAL: Duration = Duration::from_secs(2);
/// Maximum number of commands of a run whose processes go on; with more, the oldest ones end.
const AT_ONCE: usize = 16;

static ALL: Mutex<BTreeMap<Key, Arc<RunWorld>>> = Mutex::new(BTreeMap::new());
/// Whether this machine cannot share worlds.
static CANNOT: AtomicBool = AtomicBool::new(false);

/// The folder of all stages, and the run or the stage.
type Key = (PathBuf, String);

/// The world of a run.
pub(crate) struct RunWorld {
    // Dropped first: that ends all processes.
    pub(crate) shared: Shared,
    background: Mutex<Vec<Background>>,
    pub(crate) asides: Asides,
    roots: Vec<PathBuf>,
    /// The run, where it is the world of a stage.
    run: Option<String>,
    /// The lock of its stage, as long as processes go on in that.
    lock: Mutex<Option<Held>>,
    used: Mutex<Instant>,
    /// Whether the next command needs another one.
    outdated: AtomicBool,
}

/// Processes that go on after their command has ended.
struct Background {
    processes: Lingering,
    /// The rehearsal of their command; empty: none is stored.
    rehearsal: String,
    /// What was hidden from them.
    hidden: Identities,
    /// Where their changes of the workspace go, which nobody sees any more.
    _changes: Option<Changes>,
}

/// Hidden files, and which ones they are.
type Identities = BTreeMap<PathBuf, (u64, u64)>;

/// A folder, removed on drop.
struct Changes(PathBuf);

impl Drop for Changes {
    fn drop(&mut self) {
        // If removal fails, the next start removes it.
        let _ = discard(&self.0);
    }
}

impl RunWorld {
    /// Returns the world of a run, which is made unless it exists. None: its command must run by itself, because there is
    /// no run, the machine cannot do it, or processes go on in another workspace of it.
    pub(super) fn of(shell: &Shell, roots: &[PathBuf], run: &str) -> Option<Arc<Self>> {
        Self::found(shell, roots, run, None)
    }

    /// Returns the world of a run that works in a stage with these layers. Nothing else may use them meanwhile.
    pub(crate) fn of_stage(shell: &Shell, layers: &Layers, stage: &str, run: &str) -> Option<Arc<Self>> {
        Self::found(shell, &layers.roots, stage, Some((layers, run)))
    }

    fn found(
        shell: &Shell,
        roots: &[PathBuf],
        run: &str,
        stage: Option<(&Layers, &str)>,
    ) -> Option<Arc<Self>> {
        if run.is_empty() || !shell.stages.is_absolute() || CANNOT.load(Ordering::Relaxed) {
            return None;
        }
        let key = (shell.stages.clone(), run.to_owned());
        let mut all = lock(&ALL);
        if let Some(world) = all.get(&key) {
            let fits = world.roots == roots && !world.outdated.load(Ordering::Relaxed);
            if !world.shared.is_over() {
                if fits || (!world.is_idle() && world.roots == roots) {
                    *lock(&world.used) = Instant::now();
                    return Some(Arc::clone(world));
                }
                if !world.is_idle() {
                    return None;
                }
            }
            all.remove(&key);
        }
        // Stores are used by one world at a time.
        all.retain(|(stages, _), world| *stages != shell.stages || world.roots != roots || !world.is_idle());
        let asides = match stage {
            Some(_) => Asides::staged(shell, roots, run, &[]),
            None => Asides::open(shell, roots, run),
        };
        let layers = stage.map(|(layers, _)| layers.clone());
        let shared = match Shared::start(asides.folders.clone(), layers) {
            Ok(shared) => shared,
            // Without layers, nothing else can be the reason.
            Err(_) => {
                CANNOT.fetch_or(stage.is_none(), Ordering::Relaxed);
                return None;
            }
        };
        let world = Arc::new(Self {
            shared,
            background: Mutex::default(),
            asides,
            roots: roots.to_vec(),
            run: stage.map(|(_, run)| run.to_owned()),
            lock: Mutex::default(),
            used: Mutex::new(Instant::now()),
            outdated: AtomicBool::new(false),
        });
        if all.is_empty() {
            thread::spawn(end_unused);
        }
        all.insert(key, Arc::clone(&world));
        Some(world)
    }

    /// Whether nothing runs in it. The registry holds one reference.
    fn is_idle(self: &Arc<Self>) -> bool {
        let mut background = lock(&self.background);
        background.retain(|one| !one.processes.is_over());
        if background.is_empty() {
            drop(lock(&self.lock).take());
        }
        background.is_empty() && Arc::strong_count(self) == 1
    }

    /// Whether processes go on in it.
    pub(crate) fn has_background(&self) -> bool {
        let mut background = lock(&self.background);
        background.retain(|one| !one.processes.is_over());
        !background.is_empty()
    }

    /// Keeps the lock of its stage if processes go on in it: nobody else can use the stage then.
    pub(crate) fn keep_lock(&self, held: Held) {
        if self.has_background() {
            *lock(&self.lock) = Some(held);
        }
    }

    /// Ends all processes that go on in it.
    pub(crate) fn end_processes(&self) {
        lock(&self.background).clear();
    }

    /// Lets the next command have another one, once nothing runs in this one.
    pub(crate) fn outdate(&self) {
        self.outdated.store(true, Ordering::Relaxed);
    }

    /// Ends the processes that could see something which is hidden from the next command: it was not there when they
    /// started, or is another file now.
    pub(crate) fn hide(&self, hidden: &[PathBuf]) {
        let mut background = lock(&self.background);
        if background.is_empty() {
            return;
        }
        let now = self.identities(hidden);
        let hides_all = |one: &Background| now.iter().all(|(path, id)| one.hidden.get(path) == Some(id));
        background.retain(hides_all);
    }

    /// Keeps processes that go on, which had this hidden from them. The layers of their rehearsal become theirs.
    pub(super) fn keep(
        &self,
        (stages, run): (&Path, &str),
        processes: Lingering,
        hidden: &[PathBuf],
        kept: Option<&StoredRehearsal>,
    ) {
        let rehearsal = kept.map(|kept| kept.id.clone()).unwrap_or_default();
        let _changes = kept.and_then(|kept| {
            let to = asides::spare_folder(stages, run)?;
            kept.layers.move_to(&to).ok()?;
            Some(Changes(to))
        });
        let mut background = lock(&self.background);
        background.retain(|one| !one.processes.is_over());
        if background.len() >= AT_ONCE {
            background.remove(0);
        }
        background.push(Background { processes, rehearsal, hidden: self.identities(hidden), _changes });
    }

    fn identities(&self, hidden: &[PathBuf]) -> Identities {
        let own = hidden.iter().filter(|path| self.roots.iter().any(|root| path.starts_with(root)));
        let known = own.filter_map(|path| {
            let stat = fs::symlink_metadata(path).ok()?;
            Some((path.clone(), (stat.dev(), stat.ino())))
        });
        known.collect()
    }
}

/// Ends the world of a run, or of a stage.
pub(crate) fn end(stages: &Path, run: &str) {
    let is_meant = |(at, name): &Key, world: &Arc<RunWorld>| {
        at == stages && (name == run || world.run.as_deref() == Some(run))
    };
    // Ending it takes a moment, in which others need not wait.
    let ended: Vec<Arc<RunWorld>> =
        lock(&ALL).extract_if(.., |key, world| is_meant(key, world)).map(|(_, world)| world).collect();
    drop(ended);
}

/// Whether a stage is only in use because processes go on in its world.
pub(crate) fn has_lock(stages: &Path, stage: &str) -> bool {
    let world = lock(&ALL).get(&(stages.to_owned(), stage.to_owned())).cloned();
    world.is_some_and(|world| lock(&world.lock).is_some())
}

/// Returns the lock of a stage in whose world processes go on.
pub(crate) fn lent_lock(stages: &Path, stage: &str) -> Option<Held> {
    let world = lock(&ALL).get(&(stages.to_owned(), stage.to_owned())).cloned()?;
    lock(&world.lock).take()
}

/// Ends the processes that go on since a rehearsal: its command is about to run again.
pub(super) fn end_background(stages: &Path, run: &str, rehearsal: &str) {
    let world = lock(&ALL).get(&(stages.to_owned(), run.to_owned())).cloned();
    if let Some(world) = world {
        lock(&world.background).retain(|one| one.rehearsal != rehearsal);
    }
}

/// Ends the worlds in which nothing runs.
pub(super) fn end_idle(stages: &Path) {
    lock(&ALL).retain(|(at, _), world| at != stages || !world.is_idle());
}

/// Ends worlds that were not used for a while, until there is none.
fn end_unused() {
    loop {
        thread::sleep(INTERVAL);
        let mut all = lock(&ALL);
        all.retain(|_, world| {
            // Asked in any case: others can use the stage of a world as soon as it is idle.
            let is_idle = world.is_idle();
            let is_unused = is_idle && lock(&world.used).elapsed() > IDLE;
            !is_unused && !world.shared.is_over()
        });
        if all.is_empty() {
            return;
        }
    }
}

fn lock<T>(what: &Mutex<T>) -> MutexGuard<'_, T> {
    what.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns a number that no other caller gets.
pub(super) fn number() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}
