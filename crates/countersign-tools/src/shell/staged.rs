//! Commands of a run that works in a stage. Each is started from outside, as in a rehearsal, and shares the world of its
//! stage: what one of them starts in the background is there for the next. Nothing of ours runs in that world, so that
//! none of it can reach what answers other calls.

use std::{io, path::PathBuf};

use countersign_core::{Error, Result, engine::work, record::Doc, world::InStage};
use countersign_rehearsal::{Ended, Layers, Limit, Limits, Program, World, start};
use countersign_words::{Message, say};
use serde_json::{Value, json};

use super::{
    RUN, Run, Shell, TIMEOUT_S_MAX,
    asides::Asides,
    clients::Client,
    hidden::Hidden,
    judged,
    patience::{Patience, Watch},
    process::{self, Judged},
    redacted::Redacted,
    run_world::RunWorld,
    secret_cache::secrets_below,
    trial::{io_of, to_the_end, withhold},
};
use crate::{
    call::parse,
    stage::{denied, limit_name, network, secrets, secrets_in},
};

/// What an agent is told about processes that go on.
const BACKGROUND: &str =
    "processes that it started go on until the stage lands or is dropped, or the run ends";

/// A command in a stage.
pub(crate) struct Staged<'a> {
    /// The stage.
    pub(crate) stage: &'a InStage,
    /// Its layers.
    pub(crate) layers: &'a Layers,
    /// The run.
    pub(crate) run: &'a str,
    /// The folder that the call comes from.
    pub(crate) from: Option<&'a str>,
    /// The person's secrets, which stay hidden in any case.
    pub(crate) hidden: &'a [PathBuf],
    /// Why it runs, and the item or agent that it runs for.
    pub(crate) judged: (Judged, &'a str),
}

/// Why a command was not run to its end.
pub(crate) enum NotRun {
    /// Its world cannot be made.
    World(io::Error),
    /// Something else.
    Other(Error),
}

impl From<Error> for NotRun {
    fn from(e: Error) -> Self {
        Self::Other(e)
    }
}

impl Shell {
    /// Runs a command in a stage whose layers nobody else uses. Its outcome, even a failure, is a result.
    pub(crate) fn run_staged(
        &self,
        args: &Doc,
        staged: &Staged<'_>,
        ours: Option<&RunWorld>,
    ) -> Result<Value, NotRun> {
        let run: Run = parse(RUN, args)?;
        run.check()?;
        let cwd = folder(&run, staged.from)?;
        let patience = Patience::of(&run, TIMEOUT_S_MAX);
        let client = self.client_staged(&run, staged);
        let (hidden, closed) = self.hidden_in(staged);
        let redacted: Vec<Redacted> = hidden.iter().filter_map(|path| Redacted::of(path)).collect();
        let (judged, started_for) = staged.judged;
        let mut env = process::surroundings(&run, judged, started_for);
        if let Some(client) = &client {
            client.surround(&mut env);
        }
        let withheld = match staged.stage.approved {
            true => Vec::new(),
            false => withhold(&run, &mut env),
        };
        if let Some(ours) = ours.filter(|_| !staged.stage.approved) {
            ours.hide(&hidden);
        }
        let alone =
            ours.is_none().then(|| Asides::of_stage(self, &staged.layers.roots, &staged.stage.id, &[]));
        let asides = ours.map(|ours| &ours.asides).or(alone.as_ref());
        let world = World {
            layers: staged.layers,
            asides: asides.map(|asides| asides.folders.clone()).unwrap_or_default(),
            on_top: Vec::new(),
            still: Vec::new(),
            hidden: hidden.clone(),
            instead: redacted.iter().map(|one| (one.path.clone(), one.text.clone())).collect(),
            closed,
            through: Vec::new(),
            network: client.as_ref().map_or_else(|| network(&staged.stage.hosts), Client::network),
            shared: ours.map(|ours| &ours.shared),
            // It sees secrets.
            apart: staged.stage.approved,
            watch_files: false,
            limits: self.limits_staged(patience),
        };
        let program = Program {
            argv: client.as_ref().map_or_else(|| process::argv(&run), |client| client.argv.clone()),
            env: env.into_iter().collect(),
            cwd: client.as_ref().map_or(cwd, |client| client.cwd.clone()),
            io: io_of(&run, client.as_ref()),
        };
        let running = start(&world, &program).map_err(|e| match e.kind() {
            io::ErrorKind::NotFound => process::not_started(&run, &e).into(),
            _ => NotRun::World(e),
        })?;
        // What it prints is its answer, whatever becomes of the stage.
        let watch = Watch::new(patience, work::listener());
        let doubt = |why: Message| Error::doubt(say!("effect-stage-call-failed", said = why));
        let (mut ended, mut result, lingering) = to_the_end(running, &run, watch).map_err(doubt)?;
        let lacked = asides.is_some_and(|asides| asides.finish(&mut ended));
        if let Some(client) = &client {
            client.finish(&mut ended, &mut result);
        }
        if let Some(ours) = ours {
            if lacked || ended.full.is_some() {
                ours.outdate();
            }
            if let Some(lingering) = lingering {
                ours.keep((&self.stages, staged.run), lingering, &hidden, None);
                result["background"] = BACKGROUND.into();
            }
        }
        let is_cut = |path: &&PathBuf| redacted.iter().any(|one| one.path == **path && one.is_cut);
        let cut = ended.instead.iter().filter(is_cut).map(|path| path.display().to_string());
        tell(&mut result, staged, &ended, cut.chain(withheld).collect());
        Ok(result)
    }

    /// Returns the package client that a command is, if it may reach its registry.
    fn client_staged(&self, run: &Run, staged: &Staged<'_>) -> Option<Client> {
        let InStage { client, approved, hosts, .. } = staged.stage;
        if !client || *approved || !hosts.is_empty() {
            return None;
        }
        self.client_in_stage(run, staged.from)
    }

    /// Returns the package client that a command in a stage over the workspace is.
    pub(crate) fn client_in_stage(&self, run: &Run, from: Option<&str>) -> Option<Client> {
        let client = self.client_in(from, run)?;
        let folder = client.cwd.to_str()?.to_owned();
        let (facts, _) = judged::facts(self, run, &folder, &self.roots, &[]);
        (!self.rehearsal.is_never(&facts.commands)).then_some(client)
    }

    /// Returns what a command must not see, and Countersign's own folders.
    fn hidden_in(&self, staged: &Staged<'_>) -> (Vec<PathBuf>, Vec<PathBuf>) {
        let roots = &staged.layers.roots;
        let existing = || staged.hidden.iter().filter(|path| path.symlink_metadata().is_ok()).cloned();
        let mut hidden = Hidden::new(&self.own_places(), roots);
        let own = hidden.own();
        if staged.stage.approved {
            return (existing().collect(), own);
        }
        hidden.add(existing().collect());
        hidden.add(self.home.iter().flat_map(|home| secrets(Some(home))).collect());
        for root in roots {
            hidden.add(secrets_below(root).unwrap_or_else(|_| secrets_in(std::slice::from_ref(root))));
        }
        (hidden.paths(), own)
    }

    fn limits_staged(&self, patience: Patience) -> Limits {
        Limits {
            time: Some(patience.total),
            waiting: None,
            memory: u64::from(self.rehearsal.memory_mb) << 20,
            processes: self.rehearsal.processes.into(),
            disk: u64::from(self.rehearsal.disk_mb) << 20,
        }
    }
}

/// Returns the folder of a command. It need not exist outside of the stage.
fn folder(run: &Run, from: Option<&str>) -> Result<PathBuf> {
    let given = run.cwd.as_deref().map(PathBuf::from);
    match (given, from.map(PathBuf::from)) {
        (Some(given), _) if given.is_absolute() => Ok(given),
        (Some(given), Some(from)) => Ok(from.join(given)),
        (None, Some(from)) => Ok(from),
        (_, None) => Err(Error::invalid(say!("effect-call-no-folder")).hint(say!("effect-give-cwd"))),
    }
}

/// Adds what else an agent is told.
fn tell(result: &mut Value, staged: &Staged<'_>, ended: &Ended, withheld: Vec<String>) {
    result["stage"] = json!(staged.stage.id);
    let wanted: Vec<Message> = ended.denied.iter().map(denied).collect();
    if !wanted.is_empty() {
        result["denied"] = json!(wanted);
    }
    if !withheld.is_empty() {
        result["withheld"] = json!(withheld);
    }
    let over: Vec<&str> =
        ended.over.iter().filter(|limit| **limit != Limit::Time).map(|limit| limit_name(*limit)).collect();
    if !over.is_empty() {
        result["over"] = json!(over);
    }
    let lost: Vec<String> = ended.left.iter().map(|path| path.display().to_string()).collect();
    if !lost.is_empty() {
        result["lost"] = json!(lost);
    }
}
