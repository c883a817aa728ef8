//! All built-in tools as one world: dispatches each call to the part that its tool belongs to.

use std::{
    collections::BTreeSet,
    path::PathBuf,
    sync::{
        Arc, PoisonError, RwLock,
        atomic::{AtomicUsize, Ordering},
    },
    time::Instant,
};

use countersign_core::{
    Error, Result,
    judge::{Class, Rehearsal},
    plan::rehearsal::PlannedCalls,
    stage::Stage,
    text::visible,
    tool::{Forecast, Tool},
    world::{Ask, Inverse, Landed, MergedUndo, Order, RecoveryState, Reverted, Standing, Undoable, World},
};
use countersign_words::{Message, say};
use serde_json::Value;

use crate::{
    data,
    data::Data,
    files,
    files::Files,
    handed,
    handed::Handed,
    journal, shell,
    shell::Shell,
    stage,
    stage::{Around, Stages},
};

/// Returns all tools, including those of the journal.
pub fn catalog() -> Vec<Tool> {
    let own = [countersign_core::function::tools(), countersign_core::hub::tools()].concat();
    [journal::catalog(), files::tools(), data::tools(), shell::tools(), stage::tools(), handed::tools(), own]
        .concat()
}

/// Files, data and commands of this machine.
pub struct Builtins {
    files: RwLock<Arc<Files>>,
    data: Data,
    shell: RwLock<Arc<Shell>>,
    stages: Stages,
    /// The tools that only read. Even when a person was asked about one (a secret file), applying it means reading.
    reads: BTreeSet<String>,
}

impl Builtins {
    /// Keeps previous states under `trash`; works in `roots` (none: the folder a call comes from); always
    /// asks about `own`, which is Countersign's. Paths that match `scratch` can be regenerated.
    pub fn new(trash: PathBuf, roots: Vec<PathBuf>, own: Vec<PathBuf>, scratch: Vec<String>) -> Self {
        let tools = files::tools().into_iter().chain(data::tools());
        Self {
            reads: tools.filter(|t| t.class == Class::Read).map(|t| t.name).collect(),
            data: Data { roots: roots.clone(), own: own.clone(), ..Data::new(trash.join("data")) },
            shell: held(Shell::default()),
            files: held(Files { roots, trash: trash.join("files"), own, scratch }),
            stages: Stages::default(),
        }
        .with_shell(PathBuf::new())
    }

    /// Adds stages and rehearsals, which are kept beside the stages until they are decided.
    #[must_use]
    pub fn with_stages(self, stages: Stages) -> Self {
        Self { stages: stages.clone(), ..self.with_shell(stages.folder) }
    }

    fn with_shell(self, stages: PathBuf) -> Self {
        let files = Files::clone(&current(&self.files));
        let Files { roots, own, scratch, .. } = files.clone();
        let Shell { rehearsal, home, .. } = Shell::clone(&current(&self.shell));
        Self { shell: held(Shell { roots, own, scratch, files, stages, rehearsal, home }), ..self }
    }

    /// Keeps the caches of this home apart instead of those of this process's.
    #[must_use]
    pub fn with_home(self, home: PathBuf) -> Self {
        let shell = Shell { home: Some(home), ..Shell::clone(&current(&self.shell)) };
        Self { shell: held(shell), ..self }
    }

    /// Replaces the rehearsal settings; running rehearsals keep the old ones.
    pub fn set_rehearsal(&self, rehearsal: &Rehearsal) {
        let shell = Shell { rehearsal: rehearsal.clone(), ..Shell::clone(&current(&self.shell)) };
        *self.shell.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(shell);
    }

    /// Returns the context for tools inside a stage.
    fn around(&self) -> Around {
        let (files, shell) = (current(&self.files), current(&self.shell));
        Around {
            roots: files.roots.clone(),
            own: files.own.clone(),
            scratch: files.scratch.clone(),
            rehearsal: shell.rehearsal.clone(),
            home: shell.home.clone(),
        }
    }

    /// Replaces the scratch patterns; running calls keep the old ones.
    pub fn set_scratch(&self, scratch: &[String]) {
        let scratch = scratch.to_vec();
        let files = Files { scratch: scratch.clone(), ..Files::clone(&current(&self.files)) };
        let shell = Shell { scratch, files: files.clone(), ..Shell::clone(&current(&self.shell)) };
        *self.files.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(files);
        *self.shell.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(shell);
    }

    /// Inspects a call again. Returns what it relies on that is no longer as it was.
    fn differs_now(&self, order: &Order) -> Option<Message> {
        let Order { tool, args, agent, run, cwd, stage, .. } = order.clone();
        let now = self.forecast(&Ask { tool, args, agent, run, cwd, stage, ..Ask::default() });
        // What cannot be inspected now is found when it lands.
        let now = now.ok()?.preconditions;
        let changed = order.preconditions.iter().filter(|was| !now.contains(was));
        let named: Vec<String> = changed.take(NAMED).map(|was| visible(&was.what).text).collect();
        (!named.is_empty()).then(|| say!("judge-changed-after-proposal", paths = named.join(", ")))
    }

    fn of(&self, tool: &str) -> Result<Part<'_>> {
        match tool.split('.').next() {
            Some("filesystem") => Ok(Part::Files(current(&self.files))),
            Some("data") => Ok(Part::Data(&self.data)),
            Some("shell") => Ok(Part::Shell(current(&self.shell))),
            // Changes landed from a stage are undone like every other change of files.
            Some(Stage::SERVER) => Ok(Part::Files(current(&self.files))),
            Some(countersign_core::handover::SERVER) => {
                Ok(Part::Handed(Handed { files: current(&self.files), shell: current(&self.shell) }))
            }
            _ => Err(Error::bug(format!("{tool} belongs to nobody here"))),
        }
    }
}

fn held<T>(part: T) -> RwLock<Arc<T>> {
    RwLock::new(Arc::new(part))
}

fn current<T>(part: &RwLock<Arc<T>>) -> Arc<T> {
    part.read().unwrap_or_else(PoisonError::into_inner).clone()
}

enum Part<'a> {
    Files(Arc<Files>),
    Data(&'a Data),
    Shell(Arc<Shell>),
    Handed(Handed),
}

macro_rules! hand_over {
    ($self:expr, $tool:expr, $method:ident($($arg:expr),*)) => {
        match $self.of($tool)? {
            Part::Files(part) => part.$method($($arg),*),
            Part::Data(part) => part.$method($($arg),*),
            Part::Shell(part) => part.$method($($arg),*),
            Part::Handed(part) => part.$method($($arg),*),
        }
    };
}

/// How many effects run in parallel. They mostly wait for the disk.
const AT_ONCE: usize = 8;

/// How many changed things are named.
const NAMED: usize = 10;

impl World for Builtins {
    fn side_by_side(&self, count: usize, f: &(dyn Fn(usize) + Sync)) {
        let next = AtomicUsize::new(0);
        let work = || {
            while let Some(i) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|i| *i < count) {
                f(i);
            }
        };
        match count {
            0 | 1 => (0..count).for_each(f),
            many => std::thread::scope(|scope| (0..AT_ONCE.min(many)).for_each(|_| drop(scope.spawn(work)))),
        }
    }

    fn forecast(&self, ask: &Ask) -> Result<Forecast> {
        if let Some(stage) = &ask.stage {
            return self.stages.forecast_inside(stage, ask, &self.around());
        }
        if ask.tool == Stage::LAND {
            return self.stages.forecast(&current(&self.files), ask);
        }
        hand_over!(self, &ask.tool, forecast(ask))
    }

    fn read(&self, ask: &Ask) -> Result<Value> {
        if let Some(stage) = &ask.stage {
            return self.stages.read_inside(stage, ask, &self.around());
        }
        if ask.tool == Stage::IN_USE {
            return self.stages.used(&Value::Object(ask.args.clone()));
        }
        if ask.tool == PlannedCalls::QUESTION {
            return self.stages.rehearse_plan(&current(&self.shell), ask, &self.around());
        }
        if ask.tool == Stage::HOLDING {
            return self.stages.holding(&Value::Object(ask.args.clone()));
        }
        hand_over!(self, &ask.tool, read(ask))
    }

    fn apply(&self, order: &Order) -> Result<Landed> {
        if let Some(stage) = &order.stage {
            return self.stages.apply_inside(stage, order, &self.around());
        }
        if order.tool == Stage::LAND {
            return self.stages.apply(&current(&self.files), order);
        }
        if self.reads.contains(&order.tool) {
            let begun = Instant::now();
            let (tool, args, cwd) = (order.tool.clone(), order.args.clone(), order.cwd.clone());
            let result = self.read(&Ask { tool, args, cwd, ..Ask::default() })?;
            let duration_ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
            return Ok(Landed {
                result,
                effects: Vec::new(),
                inverse: None,
                caveats: Vec::new(),
                duration_ms,
            });
        }
        hand_over!(self, &order.tool, apply(order))
    }

    fn check(&self, order: &Order) -> Result<RecoveryState> {
        if let Some(stage) = &order.stage {
            return Ok(stage::cut_short(stage));
        }
        if order.tool == Stage::LAND {
            return self.stages.check(&current(&self.files), order);
        }
        if self.reads.contains(&order.tool) {
            return Ok(RecoveryState::NotBegun);
        }
        hand_over!(self, &order.tool, check(order))
    }

    fn revert(&self, id: &str, inverse: &Inverse) -> Result<Reverted> {
        hand_over!(self, &inverse.tool, revert(id, inverse))
    }

    fn forget(&self, id: &str) -> Result<()> {
        current(&self.files).forget(id)?;
        current(&self.shell).forget(id)?;
        self.stages.forget(id)?;
        self.data.forget(id)
    }

    fn rehearse(&self, ask: &Ask) -> Result<Option<Forecast>> {
        match self.of(&ask.tool)? {
            Part::Shell(shell) => shell.rehearse(ask),
            _ => Ok(None),
        }
    }

    fn standing(&self, effects: &[Undoable]) -> Vec<Standing> {
        let mut found = current(&self.files).standing(effects);
        found.extend(self.data.standing(effects));
        found
    }

    fn merge(&self, inverse: &Inverse) -> Result<MergedUndo> {
        current(&self.files).merge(inverse)
    }

    fn recheck(&self, order: &Order) -> Option<Message> {
        match self.of(&order.tool) {
            Ok(Part::Shell(shell)) => shell.changed_since(order),
            Ok(Part::Handed(handed)) => handed.changed_since(order),
            Ok(Part::Files(files)) if order.tool != Stage::LAND => files.changed_since(order),
            Ok(Part::Files(_) | Part::Data(_)) => self.differs_now(order),
            Err(_) => None,
        }
    }

    fn keep_only(&self, rehearsals: &[String]) -> Result<()> {
        current(&self.shell).keep_only(rehearsals)
    }
}
