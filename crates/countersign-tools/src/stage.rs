//! Stages: the layers in which runs and whole agents work, what they may reach, and how their content lands.
//!
//! A stage is stored in a folder named by its id, and used by one process at a time: working in it or landing
//! from it holds its lock, which the kernel releases however that process ends.

mod certificates;
mod chosen;
mod folders;
mod hidden;
mod inside;
mod land;
mod planned;
mod program;

use std::{
    collections::BTreeMap,
    fs::{self, DirBuilder, File},
    io,
    os::unix::fs::{DirBuilderExt as _, FileExt as _},
    path::{Component, Path, PathBuf},
    sync::LazyLock,
    thread,
    time::{Duration, Instant, SystemTime},
};

use countersign_core::{
    Error, ErrorCode, Result,
    judge::Class,
    stage::{Holding, Stage},
    tool::{Effect, Tool},
    world::{InStage, Landed, RecoveryState},
};
use countersign_rehearsal::{
    Glance, Layers, Limits, Manner, Network, Program, World, capabilities, must_copy, start,
};
use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{
    files::protect,
    shell::{
        Shell,
        asides::{self, Asides},
        run_world,
    },
};
pub(crate) use certificates::only_certificates;
pub(crate) use folders::{Stamp, stamp};
pub use hidden::{secrets, secrets_in};
pub(crate) use hidden::{secrets_in_scratch, secrets_near};
pub use inside::{Around, WORD, answer};
pub use program::{Command, Ended};
pub(crate) use program::{denied, limit_name, network};

/// Maximum size of a copy of the folders, if overlays are not available.
const COPY_MOST: u64 = 2 << 30;
/// Maximum bytes of merge bases, and the folders without any.
const BASES_MOST: u64 = 256 << 20;
const SKIPPED: &[&str] = &[".git", "node_modules", "target"];
/// How long a call waits for another in the same stage.
const LOCK_TIME: Duration = Duration::from_secs(3_600);
const LOCK_POLL: Duration = Duration::from_millis(5);

/// The folder of stages, and what is hidden in them.
#[derive(Debug, Clone, Default)]
pub struct Stages {
    /// The folder of all stages; if empty, none can be created.
    pub folder: PathBuf,
    /// Countersign's own folders: never visible in a stage.
    pub own: Vec<PathBuf>,
    /// The person's secrets: not visible in a stage unless a person lets them through.
    pub hidden: Vec<PathBuf>,
    /// The program that makes calls inside: this one.
    pub program: PathBuf,
}

/// The arguments of a landing.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Land {
    /// The stage.
    pub stage: String,
    /// Only these paths, `PATH#1+3` only these hunks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub only: Vec<String>,
    /// All except these paths.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub except: Vec<String>,
    /// The digest that was shown; another one now is refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// The digest of all that is in the stage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// What lands of it; none named: all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chosen: Vec<crate::files::Chosen>,
    /// Of each file of which only hunks land, which content they are counted from.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub counted_from: BTreeMap<String, String>,
    /// What moved on both sides and cannot be merged; while there is any, nothing lands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conflicts: Vec<String>,
    /// Protected paths that nobody has asked for by name; while there is any, nothing lands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unnamed: Vec<String>,
}

/// Returns the tool that lands a stage; agents are not offered it.
pub fn tools() -> Vec<Tool> {
    let mut schema = schemars::schema_for!(Land);
    schema.remove("$schema");
    schema.remove("title");
    schema.insert("examples".to_owned(), json!([{"stage": "sg12-9f3a"}]));
    vec![Tool {
        server: Stage::SERVER.to_owned(),
        name: Stage::LAND.to_owned(),
        doc: "Land what is in a stage. A person does that: countersign stage land.".to_owned(),
        schema: schema.to_value(),
        class: Class::Mutable,
        hold: None,
        explode: None,
        rerun: false,
        action: "write",
        effect: Effect::World,
        upstream: None,
    }]
}

/// The lock on a stage, held until drop.
pub struct Held {
    _lock: File,
}

/// Names this process in the locks that it has held.
static HOLDER: LazyLock<String> = LazyLock::new(|| {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    format!("{}-{}", std::process::id(), now.as_nanos())
});

impl Stages {
    /// Returns the folder of a stage.
    pub fn path(&self, id: &str) -> Result<PathBuf> {
        let mut parts = Path::new(id).components();
        match (parts.next(), parts.next()) {
            (Some(Component::Normal(name)), None) if !self.folder.as_os_str().is_empty() => {
                Ok(self.folder.join(name))
            }
            _ => Err(Error::bug(format!("{id:?} is no stage here"))),
        }
    }

    fn lock_file(&self, id: &str) -> Result<File> {
        let path = self.path(id)?.with_added_extension("lock");
        DirBuilder::new().recursive(true).mode(0o700).create(&self.folder).map_err(unusable(&self.folder))?;
        let mut options = File::options();
        options.create(true).truncate(false).read(true).write(true);
        options.open(&path).map_err(unusable(&path))
    }

    /// Locks a stage; a conflict if it is in use.
    pub fn hold(&self, id: &str) -> Result<Held> {
        let lock = self.lock_file(id)?;
        match lock.try_lock() {
            Ok(()) => {
                self.note_holder(id, &lock).map_err(unusable(&self.folder))?;
                Ok(Held { _lock: lock })
            }
            Err(fs::TryLockError::WouldBlock) => Err(in_use(id)),
            Err(fs::TryLockError::Error(e)) => Err(unusable(&self.folder)(e)),
        }
    }

    /// Notes in a lock who holds it. If it was another process, that may have changed the layers, which a world of ours
    /// would not see.
    fn note_holder(&self, id: &str, lock: &File) -> io::Result<()> {
        let mut last = vec![0; HOLDER.len() + 1];
        let length = lock.read_at(&mut last, 0)?;
        if last.get(..length) != Some(HOLDER.as_bytes()) {
            run_world::end(&self.folder, id);
            lock.set_len(0)?;
            lock.write_all_at(HOLDER.as_bytes(), 0)?;
        }
        Ok(())
    }

    /// Like `hold`, but waits: calls of one run come one after the other.
    fn hold_soon(&self, id: &str) -> Result<Held> {
        let until = Instant::now() + LOCK_TIME;
        loop {
            if let Some(held) = run_world::lent_lock(&self.folder, id) {
                return Ok(held);
            }
            match self.hold(id) {
                Err(e) if e.code == ErrorCode::Conflict && Instant::now() < until => thread::sleep(LOCK_POLL),
                done => return done,
            }
        }
    }

    /// Whether a stage is in use now.
    pub fn is_used(&self, id: &str) -> Result<bool> {
        let path = self.path(id)?.with_added_extension("lock");
        match File::open(&path) {
            Ok(lock) => Ok(matches!(lock.try_lock_shared(), Err(fs::TryLockError::WouldBlock))),
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(e) => Err(unusable(&path)(e)),
        }
    }

    /// Returns which of these are in use: the answer to [`Stage::IN_USE`]. What goes on after a command does not count: a
    /// landing ends it.
    pub fn used(&self, args: &Value) -> Result<Value> {
        let ids = args["stages"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let mut used = Vec::new();
        for id in ids {
            if self.is_used(id)? && !run_world::has_lock(&self.folder, id) {
                used.push(id);
            }
        }
        Ok(json!(used))
    }

    /// Returns which of these hold changes, and what: the answer to [`Stage::HOLDING`]. One that cannot be
    /// read is included, so that somebody looks at it.
    pub fn holding(&self, args: &Value) -> Result<Value> {
        let mut held = serde_json::Map::new();
        for id in args["stages"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            let folder = self.path(id)?;
            if !folder.exists() {
                continue;
            }
            let glance = Layers::open(&folder).and_then(|layers| layers.glance());
            let glance = glance.unwrap_or(Glance { changed: true, deletes: false });
            if glance.changed {
                let one = Holding { deletes: glance.deletes, used: self.is_used(id)? };
                held.insert(id.to_owned(), serde_json::to_value(one).map_err(Error::bug)?);
            }
        }
        Ok(Value::Object(held))
    }

    /// Returns the layers of a stage, creating them if there are none: after everything has landed it starts again.
    pub fn layers(&self, _held: &Held, id: &str, roots: &[PathBuf]) -> Result<Layers> {
        let folder = self.path(id)?;
        if folder.exists() {
            return Layers::open(&folder).map_err(unusable(&folder));
        }
        self.check_roots(roots)?;
        // One that is left would show the layers before.
        run_world::end(&self.folder, id);
        let layers = fitting(&folder, roots, manner()?).map_err(|e| {
            let what = roots.iter().map(|r| r.display().to_string()).collect::<Vec<_>>().join(", ");
            Error::conflict(say!("effect-stage-not-staged", paths = what, saids = e))
                .hint(say!("effect-stage-smaller"))
        })?;
        // The stage also works without them: changes on both sides are then conflicts.
        let _bases =
            layers.keep_base(BASES_MOST, &|path| SKIPPED.iter().any(|name| path.iter().any(|p| p == *name)));
        Ok(layers)
    }

    /// Opens the caches of the workspace, and the scratch files of a stage, for one command in it.
    fn asides(&self, around: &Around, layers: &Layers, id: &str, through: &[PathBuf]) -> Asides {
        Asides::of_stage(&self.shell(around, layers), &layers.roots, id, through)
    }

    /// Returns the shell that works in a stage with these layers.
    fn shell(&self, around: &Around, layers: &Layers) -> Shell {
        Shell {
            roots: layers.roots.clone(),
            stages: self.folder.clone(),
            own: self.own.clone(),
            rehearsal: around.rehearsal.clone(),
            home: around.home.clone(),
            ..Shell::default()
        }
    }

    /// Rejects a stage over its own storage, which would contain itself, and over hidden paths, which it would show.
    fn check_roots(&self, roots: &[PathBuf]) -> Result<()> {
        let kept = self.folder.canonicalize().unwrap_or_else(|_| self.folder.clone());
        for root in roots {
            let real = root.canonicalize().map_err(|e| {
                Error::invalid(say!("effect-stage-not-staged", paths = root.display(), saids = e))
                    .hint(say!("effect-stage-name-folder"))
            })?;
            if real != *root || !real.is_dir() {
                return Err(Error::invalid(say!("effect-stage-no-folder", path = root.display())));
            }
            if kept.starts_with(&real) {
                return Err(Error::invalid(say!("effect-stage-own", path = root.display()))
                    .hint(say!("effect-stage-further")));
            }
            let hidden = self.own.iter().chain([&kept]).chain(&self.hidden);
            let mut hidden = hidden.map(|path| path.canonicalize().unwrap_or_else(|_| path.clone()));
            if hidden.any(|path| real.starts_with(path)) || protect::reading(&real, &[]).is_some() {
                return Err(Error::invalid(say!("effect-stage-hidden", path = root.display()))
                    .hint(say!("effect-stage-secret-hint")));
            }
        }
        Ok(())
    }

    /// Discards the content of a stage, if it is not in use.
    pub fn forget(&self, id: &str) -> Result<()> {
        if self.folder.as_os_str().is_empty() {
            return Ok(());
        }
        let folder = self.path(id)?;
        asides::forget_run(&self.folder, id);
        if folder.exists() {
            let _held = self.hold(id)?;
            // Its description need not be readable to discard it.
            let layers = Layers { folder: folder.clone(), roots: Vec::new(), manner: Manner::Overlay };
            layers.discard().map_err(unusable(&folder))?;
        }
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let beside = entry.file_name().into_string().is_ok_and(|n| of_stage(&n) == id);
            if beside && entry.file_type().is_ok_and(|kind| kind.is_file()) {
                fs::remove_file(entry.path()).map_err(unusable(&entry.path()))?;
            }
        }
        Ok(())
    }

    /// Removes what is left of stages that are not in `live`.
    pub fn sweep(&self, live: &[String]) -> Result<()> {
        countersign_rehearsal::sweep(&self.folder).map_err(unusable(&self.folder))?;
        let Ok(entries) = fs::read_dir(&self.folder) else { return Ok(()) };
        for entry in entries.flatten() {
            let Ok(name) = entry.file_name().into_string() else { continue };
            let id = of_stage(&name).to_owned();
            let is_stage = id.starts_with(<Stage as countersign_core::record::Record>::KIND.prefix);
            if is_stage && !live.contains(&id) && !self.is_used(&id)? {
                self.forget(&id)?;
            }
        }
        Ok(())
    }
}

/// Returns the stage that a file beside its folder belongs to: its lock, or what was shown of it.
fn of_stage(name: &str) -> &str {
    let name = name.strip_suffix(".lock").unwrap_or(name);
    name.strip_suffix(".shown").and_then(|rest| rest.rsplit_once('.')).map_or(name, |(id, _)| id)
}

/// Creates layers in which commands can run: a copy if these folders cannot be overlaid.
fn fitting(folder: &Path, roots: &[PathBuf], manner: Manner) -> io::Result<Layers> {
    let layers = Layers::make(folder, roots, manner, COPY_MOST)?;
    match tried(&layers) {
        Err(e) if manner == Manner::Overlay && must_copy(&e) => {
            layers.discard()?;
            Layers::make(folder, roots, Manner::Copy, COPY_MOST).map_err(|copy| {
                io::Error::new(
                    copy.kind(),
                    Message::joined("; ", [Message::of_error(&e), Message::of_error(&copy)]),
                )
            })
        }
        // Other problems are reported with the actual command.
        _ => Ok(layers),
    }
}

fn tried(layers: &Layers) -> io::Result<()> {
    let world = World {
        layers,
        asides: Vec::new(),
        on_top: Vec::new(),
        still: Vec::new(),
        hidden: Vec::new(),
        instead: Vec::new(),
        closed: Vec::new(),
        through: Vec::new(),
        network: Network::None,
        shared: None,
        apart: false,
        watch_files: false,
        limits: Limits::default(),
    };
    let cwd = layers.roots.first().cloned().unwrap_or_else(|| PathBuf::from("/"));
    let program = Program { argv: vec!["true".into()], cwd, ..Program::default() };
    start(&world, &program)?.wait(None).map(drop)
}

/// Returns how layers are made on this machine, or why that is not possible.
fn manner() -> Result<Manner> {
    let capabilities = capabilities();
    if !capabilities.namespaces {
        return Err(Error::conflict(say!(
            "effect-stage-no-worlds",
            saids = Message::joined("; ", &capabilities.missing)
        ))
        .hint(say!("effect-doctor-missing")));
    }
    Ok(if capabilities.overlay { Manner::Overlay } else { Manner::Copy })
}

/// The outcome of a call in a stage whose process died: it landed as far as it got, and the person who lands
/// the stage sees how far.
pub(crate) fn cut_short(stage: &InStage) -> RecoveryState {
    let result =
        json!({"stage": stage.id, "cut_short": "whatever it did before it was ended is in the stage"});
    let (effects, caveats) = Default::default();
    RecoveryState::Landed(Box::new(Landed { result, effects, inverse: None, caveats, duration_ms: 0 }))
}

fn roots_of(stage: &InStage) -> Vec<PathBuf> {
    stage.roots.iter().map(PathBuf::from).collect()
}

fn in_use(id: &str) -> Error {
    Error::conflict(say!("effect-stage-in-use", id)).hint(say!("effect-stage-wait"))
}

fn unusable(path: &Path) -> impl Fn(io::Error) -> Error {
    let path = path.to_owned();
    move |e| Error::conflict(say!("effect-cannot-use", path = path.display(), error = e))
}
