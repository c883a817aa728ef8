//! Runs one rehearsal: a command in layers over the workspace, with its effects.

use std::{
    collections::BTreeMap,
    ffi::{OsStr, OsString},
    path::PathBuf,
    time::{Duration, Instant},
};

use countersign_core::{
    analysis::path::secret_variable,
    engine::work,
    judge::{Rehearsal, Trust},
};
use countersign_rehearsal::{
    Builds, Capabilities, Denied, Effects, Ended, Io, Layers, Limit, Limits, Lingering, Manner, Network,
    Program, Running, World, capabilities, must_copy, start,
};
use countersign_words::{Message, say};
use serde_json::Value;

use super::{
    Run, Shell, TIMEOUT_S_MAX,
    asides::Asides,
    builds::{Built, LANDING_MOST},
    clients::Client,
    hidden::Hidden,
    output::Stream,
    patience::{Patience, Watch},
    process::{self, Judged, feed},
    redacted::Redacted,
    run_world::{self, RunWorld},
    secret_cache::secrets_below,
    stored_rehearsal::StoredRehearsal,
    turn::Turn,
};
use crate::stage::{secrets, secrets_in};

/// Maximum number of changes of a rehearsal; with more, it does not land.
pub(super) const MOST: usize = 2_000;
/// How long a command may only wait after a host was denied. It is asked about in any case.
const WAITING: Duration = Duration::from_secs(3);
/// How long output is still read after a command and everything it started have ended.
const GRACE: Duration = Duration::from_millis(500);

/// How often effects are copied if processes that go on keep changing them.
const COPIES: usize = 3;
/// What an agent is told about processes that go on.
const BACKGROUND: &str = "processes that it started go on, and end with this run";

/// A finished rehearsal. Its stored data is removed on drop, unless taken.
pub(super) struct Trial {
    kept: Option<StoredRehearsal>,
    /// How it ended, within its limits.
    pub(super) ended: Ended,
    /// The result for the agent.
    pub(super) result: Value,
    /// Its changes.
    pub(super) effects: Effects,
    /// The variables withheld from it.
    pub(super) withheld: Vec<String>,
    /// The files that it read without the secrets in them.
    pub(super) redacted: Vec<PathBuf>,
    /// What it changed in build folders, without what is among its changes.
    pub(super) built: Built,
    /// Whether it wanted a cache that was missing, which is there from now on.
    lacked_cache: bool,
}

/// Whose command it is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Caller<'a> {
    /// The folder that the call comes from.
    pub(super) cwd: Option<&'a str>,
    /// The run; empty: none.
    pub(super) run: &'a str,
    /// The trusted folders that are in force for it.
    pub(super) trusted: &'a [Trust],
    /// Whether its agent may be told what it prints while it runs.
    pub(super) aloud: bool,
}

/// The purpose of running a command in layers.
#[derive(Debug, Clone)]
pub(super) enum As {
    /// To see what it does: secrets are hidden, and it reaches no host, unless it is a package client, which
    /// reaches its registry.
    Rehearsal {
        /// The agent whose command it is; None where a person waits for it, who does not queue.
        agent: Option<String>,
        /// The client.
        client: Option<Client>,
    },
    /// Because analysis calls it a read: nothing is writable, it only reaches these hosts, and secrets are
    /// hidden, also those in `besides`. Its output is the answer, whatever is denied.
    Reading {
        /// Folders outside of the workspace that it reads.
        besides: Vec<PathBuf>,
        /// The hosts, which the policy lists.
        hosts: Vec<String>,
    },
    /// Because a person approved it: it reaches these hosts, and sees everything but our own folders.
    Approved {
        /// The hosts.
        network: Network,
        /// The item.
        item: String,
    },
}

impl As {
    /// Waits for a turn. Approved commands and reads do not queue behind rehearsals.
    fn turn(&self) -> Result<Option<Turn>, Message> {
        match self {
            Self::Rehearsal { agent: Some(agent), .. } => Turn::take(agent).map(Some),
            Self::Rehearsal { agent: None, .. } | Self::Reading { .. } | Self::Approved { .. } => Ok(None),
        }
    }

    /// Returns the command's environment.
    fn surroundings(&self, run: &Run) -> BTreeMap<OsString, OsString> {
        match self {
            Self::Rehearsal { client, .. } => {
                let mut all = process::surroundings(run, Judged::Allowed, "agent");
                if let Some(client) = client {
                    client.surround(&mut all);
                }
                all
            }
            Self::Reading { .. } => process::surroundings(run, Judged::Read, "agent"),
            Self::Approved { item, .. } => process::surroundings(run, Judged::Allowed, item),
        }
    }

    /// Returns the package client that it is.
    fn client(&self) -> Option<&Client> {
        match self {
            Self::Rehearsal { client, .. } => client.as_ref(),
            Self::Reading { .. } | Self::Approved { .. } => None,
        }
    }

    /// Whether it is a read, of which only the answer is needed.
    fn answers(&self) -> bool {
        matches!(self, Self::Reading { .. })
    }
}

impl Drop for Trial {
    fn drop(&mut self) {
        if let Some(kept) = self.kept.take() {
            // If removal fails, the next start removes it.
            drop(kept.discard());
        }
    }
}

impl Trial {
    /// Runs a command in layers over the workspace of a call from `from`, or returns why that is not
    /// possible. A command that exceeds a limit counts as not rehearsed.
    pub(super) fn run(shell: &Shell, run: &Run, from: Caller<'_>, why: &As) -> Result<Self, Message> {
        let manner = manner(capabilities())?;
        let _turn = why.turn()?;
        let attempt = |roots: &[PathBuf], over| match Self::attempt(shell, run, roots, from, why, over) {
            // What reached hosts is not done twice.
            Ok(first) if first.lacked_cache && !matches!(why, As::Approved { .. }) => {
                drop(first);
                Self::attempt(shell, run, roots, from, why, over)
            }
            // The shared world may just have ended.
            Err(NotRun::InShared(_)) => {
                run_world::end(&shell.stages, from.run);
                let alone = Caller { run: "", ..from };
                Self::attempt(shell, run, roots, alone, why, over)
            }
            done => done,
        };
        if why.answers() {
            return attempt(&shell.folders(from.cwd)?, Over::Still).map_err(NotRun::words);
        }
        let roots = shell.layered(from.cwd)?;
        let first = match attempt(&roots, Over::Layers(manner)) {
            Err(NotRun::MustCopy(first)) if manner == Manner::Overlay => first,
            done => return done.map_err(NotRun::words),
        };
        let copied = attempt(&roots, Over::Layers(Manner::Copy));
        copied.map_err(|e| Message::joined("; ", [first, e.words()]))
    }

    /// Runs a command in layers in which others have run before; its effects are those of all of them.
    pub(super) fn in_layers(
        shell: &Shell,
        run: &Run,
        layers: &Layers,
        from: Caller<'_>,
        why: &As,
    ) -> Result<Self, Message> {
        let _turn = why.turn()?;
        let tried = Self::attempt(shell, run, &layers.roots, from, why, Over::Given(layers));
        tried.map_err(NotRun::words)
    }

    /// Whether it tried to change something read-only in these folders.
    pub(super) fn wanted_to_change(&self, roots: &[PathBuf]) -> bool {
        let within = |path: &PathBuf| roots.iter().any(|root| path.starts_with(root));
        self.ended.denied.iter().any(|denied| matches!(denied, Denied::Write(path) if within(path)))
    }

    fn attempt(
        shell: &Shell,
        run: &Run,
        roots: &[PathBuf],
        from: Caller<'_>,
        why: &As,
        over: Over<'_>,
    ) -> Result<Self, NotRun> {
        let failed = |e: std::io::Error| say!("effect-no-world", said = e);
        let patience = patience(&shell.rehearsal, run, why);
        let limits = limits(&shell.rehearsal, patience, why);
        let mut trial = Self {
            kept: None,
            ended: Ended::default(),
            result: Value::Null,
            effects: Effects::default(),
            withheld: Vec::new(),
            redacted: Vec::new(),
            built: Built::default(),
            lacked_cache: false,
        };
        let (layers, still) = match over {
            Over::Layers(manner) => {
                let kept =
                    StoredRehearsal::make(&shell.stages, roots, manner, limits.disk).map_err(failed)?;
                (trial.kept.insert(kept).layers.clone(), &[][..])
            }
            Over::Given(layers) => (layers.clone(), &[][..]),
            // Nothing is writable, so nothing is kept.
            Over::Still => {
                (Layers { folder: PathBuf::from("/"), roots: Vec::new(), manner: Manner::Overlay }, roots)
            }
        };
        let mut hidden = Hidden::new(&shell.own_places(), roots);
        hidden.add(shell.home.iter().flat_map(|home| secrets(Some(home))).collect());
        let begun = match (why, &trial.kept) {
            (As::Rehearsal { .. }, Some(kept)) => {
                Some(kept.snapshot(&mut |path| hidden.visit(path)).map_err(failed)?)
            }
            (As::Reading { .. }, _) | (As::Rehearsal { .. }, None) => {
                for root in roots {
                    hidden.add(secrets_below(root).map_err(failed)?);
                }
                None
            }
            (As::Approved { .. }, _) => None,
        };
        if let As::Reading { besides, .. } = why {
            hidden.add(secrets_in(besides));
        }
        let closed = hidden.own();
        let (hidden, network) = match why {
            As::Reading { hosts, .. } if !hosts.is_empty() => (hidden.paths(), Network::Hosts(hosts.clone())),
            As::Rehearsal { client: Some(client), .. } => (hidden.paths(), client.network()),
            As::Rehearsal { .. } | As::Reading { .. } => (hidden.paths(), Network::None),
            As::Approved { network, .. } => (Vec::new(), network.clone()),
        };
        let redacted: Vec<Redacted> = hidden.iter().filter_map(|path| Redacted::of(path)).collect();
        let mut env = why.surroundings(run);
        if !matches!(why, As::Approved { .. }) {
            trial.withheld = withhold(run, &mut env);
        }
        let ours = match over {
            // Their copies cannot go on without them.
            Over::Layers(Manner::Copy) | Over::Given(Layers { manner: Manner::Copy, .. }) => None,
            Over::Layers(Manner::Overlay) | Over::Given(_) | Over::Still => {
                RunWorld::of(shell, roots, from.run)
            }
        };
        let alone = ours.is_none().then(|| Asides::open(shell, roots, from.run));
        let asides = ours.as_ref().map(|ours| &ours.asides).or(alone.as_ref());
        let masked: Vec<PathBuf> =
            hidden.iter().chain(redacted.iter().map(|one| &one.path)).cloned().collect();
        if let Some(ours) = &ours {
            ours.hide(&masked);
        }
        let builds = shell.builds(roots, from.trusted).filter(|_| layers.manner == Manner::Overlay);
        let world = World {
            layers: &layers,
            asides: asides.map(|asides| asides.folders.clone()).unwrap_or_default(),
            instead: redacted.iter().map(|one| (one.path.clone(), one.text.clone())).collect(),
            on_top: builds.iter().flat_map(Builds::on_top).collect(),
            still: still.to_vec(),
            hidden,
            closed,
            through: Vec::new(),
            network,
            shared: ours.as_ref().map(|ours| &ours.shared),
            // It sees secrets.
            apart: matches!(why, As::Approved { .. }),
            watch_files: true,
            limits,
        };
        let program = Program {
            argv: why.client().map_or_else(|| process::argv(run), |client| client.argv.clone()),
            env: env.into_iter().collect(),
            cwd: why.client().map_or_else(
                || PathBuf::from(run.cwd.as_deref().unwrap_or("/")),
                |client| client.cwd.clone(),
            ),
            io: io_of(run, why.client()),
        };
        let running = start(&world, &program).map_err(|e| match must_copy(&e) {
            true => NotRun::MustCopy(failed(e)),
            false if ours.is_some() => NotRun::InShared(failed(e)),
            false => NotRun::Other(failed(e)),
        })?;
        let lingering;
        (trial.ended, trial.result, lingering) = {
            let watch = Watch::new(patience, work::listener().filter(|_| from.aloud));
            to_the_end(running, run, watch)?
        };
        let is_cut = |path: &&PathBuf| redacted.iter().any(|one| one.path == **path && one.is_cut);
        trial.redacted = trial.ended.instead.iter().filter(is_cut).cloned().collect();
        trial.lacked_cache = asides.is_some_and(|asides| asides.finish(&mut trial.ended));
        if let Some(client) = why.client() {
            client.finish(&mut trial.ended, &mut trial.result);
        }
        if let Some(ours) = ours.as_ref().filter(|_| trial.lacked_cache || trial.ended.full.is_some()) {
            ours.outdate();
        }
        if let Some(full) = &trial.ended.full {
            return Err(say!("effect-aside-full", path = full.display()).into());
        }
        let go_on = |trial: &mut Self, lingering: Option<Lingering>| {
            if let Some((ours, lingering)) = ours.as_ref().zip(lingering) {
                ours.keep((&shell.stages, from.run), lingering, &masked, trial.kept.as_ref());
                trial.result["background"] = Value::from(BACKGROUND);
            }
        };
        if why.answers() {
            go_on(&mut trial, lingering);
            return Ok(trial);
        }
        if let Some(limit) = trial.ended.over.first() {
            let by = work::ended_by().map(|person| say!("op-ended-it", who = person));
            return Err(by.unwrap_or_else(|| in_words(*limit)).into());
        }
        let untold = |e: std::io::Error| say!("effect-did-untold", said = e);
        let landing = match builds.as_ref().filter(|_| trial.kept.is_some()) {
            Some(builds) => {
                let (built, landing) = shell
                    .set_builds_apart(&layers, builds, from.trusted, lingering.is_some())
                    .map_err(untold)?;
                trial.built = built;
                landing
            }
            None => Effects::default(),
        };
        let lingering = trial.find_effects(&layers, &landing, lingering).map_err(untold)?;
        go_on(&mut trial, lingering);
        // Without changes there is nothing to land, and the snapshot is not needed.
        if let Some(begun) = begun.filter(|_| !trial.effects.changes.is_empty()) {
            begun.finish().map_err(|e| say!("effect-moved-untold", said = e))?;
        }
        // A file of the maximum size may have been truncated.
        if weight(&trial.effects) >= world.limits.disk {
            return Err(in_words(Limit::Disk).into());
        }
        Ok(trial)
    }

    /// Finds its effects, with those of build folders that land. If processes go on, the effects are copied, so that these
    /// cannot change them; if they keep changing files, they end.
    fn find_effects(
        &mut self,
        layers: &Layers,
        landing: &Effects,
        lingering: Option<Lingering>,
    ) -> std::io::Result<Option<Lingering>> {
        let apart: Vec<PathBuf> = self.built.kept.iter().chain(&self.built.lands).cloned().collect();
        // What is set apart is still in the layers of processes that go on.
        let most = if lingering.is_some() && !apart.is_empty() { LANDING_MOST } else { MOST };
        let find = || -> std::io::Result<Effects> {
            let mut effects = layers.effects(most)?;
            effects.changes.retain(|change| !apart.iter().any(|folder| change.path.starts_with(folder)));
            effects.more |= effects.changes.len() > MOST;
            effects.changes.extend(landing.changes.iter().cloned());
            effects.builds.clone_from(&landing.builds);
            Ok(effects)
        };
        for n in (0..COPIES).filter(|_| lingering.is_some()) {
            let copied = find().and_then(|mut effects| {
                effects.copy_contents(&layers.folder.join(format!("contents-{n}")))?;
                Ok(effects)
            });
            if let Ok(effects) = copied {
                self.effects = effects;
                return Ok(lingering);
            }
        }
        drop(lingering);
        self.effects = find()?;
        Ok(None)
    }

    /// Keeps what it changed in build folders for later commands, except for what lands.
    pub(super) fn keep_builds(&self, shell: &Shell, trusted: &[Trust]) {
        if let Some(kept) = &self.kept {
            shell.keep_builds(&kept.layers, &self.built, trusted);
        }
    }

    /// Returns its stored data.
    pub(super) fn stored(&self) -> Option<&StoredRehearsal> {
        self.kept.as_ref()
    }

    /// Returns its stored data, which the caller then owns.
    pub(super) fn take(&mut self) -> Option<StoredRehearsal> {
        self.kept.take()
    }

    /// Returns the hosts it wanted first, at most `most`, if nothing else was denied.
    pub(super) fn only_hosts(&self, most: usize) -> Option<Vec<String>> {
        let mut hosts = Vec::new();
        for (n, denied) in self.ended.denied.iter().enumerate() {
            let (Denied::Host(host) | Denied::Name(host)) = denied else { return None };
            if n < most && !hosts.contains(host) {
                hosts.push(host.clone());
            }
        }
        // What it has reached so far it needs again.
        let reached = self.ended.reached.iter().filter(|host| !hosts.contains(host)).cloned();
        let hosts: Vec<String> = hosts.iter().cloned().chain(reached).collect();
        (!self.ended.denied.is_empty()).then_some(hosts)
    }
}

/// What a command works on.
#[derive(Debug, Clone, Copy)]
enum Over<'a> {
    /// New layers over the workspace, of this manner.
    Layers(Manner),
    /// Layers with what commands before it did.
    Given(&'a Layers),
    /// The workspace itself, read-only.
    Still,
}

/// Why a command was not run to its end in layers.
enum NotRun {
    /// The workspace cannot be overlaid.
    MustCopy(Message),
    /// The world of the run cannot be joined.
    InShared(Message),
    /// Something else.
    Other(Message),
}

impl NotRun {
    fn words(self) -> Message {
        let (Self::MustCopy(words) | Self::InShared(words) | Self::Other(words)) = self;
        words
    }
}

impl From<Message> for NotRun {
    fn from(words: Message) -> Self {
        Self::Other(words)
    }
}

/// Waits for a command within its limits; returns how it ended, the result for the agent, and what goes on.
pub(super) fn to_the_end(
    mut running: Running,
    run: &Run,
    mut watch: Watch,
) -> Result<(Ended, Value, Option<Lingering>), Message> {
    feed(running.stdin.take(), run.stdin.clone());
    let Some(stdout) = running.stdout.take().map(|out| Stream::read(out, watch.heard())) else {
        return Err(say!("effect-output-unread"));
    };
    let stderr = match running.stderr.take() {
        Some(stderr) => Stream::read(stderr, watch.heard()),
        None => Stream::read(std::io::empty(), watch.heard()),
    };
    let ender = running.ender();
    work::on_end(move || ender.end());
    let (ended, lingering) =
        running.wait_watched(&mut || watch.look()).map_err(|e| say!("problem-up-end-unknown", said = e))?;
    // What goes on may hold them open as long as it likes.
    let end = Instant::now() + if lingering.is_some() { GRACE / 10 } else { GRACE };
    let (stdout, stderr) = (stdout.finish(end), stderr.finish(end));
    let told = process::Ended {
        code: ended.code,
        signal: ended.signal,
        timed_out: ended.over.contains(&Limit::Time),
        stdout,
        stderr,
        duration_ms: u64::try_from(ended.duration.as_millis()).unwrap_or(u64::MAX),
    };
    Ok((ended, told.result(), lingering))
}

/// Returns where the input of a command comes from and its output goes.
pub(super) fn io_of(run: &Run, client: Option<&Client>) -> Io {
    match client {
        Some(client) if client.output.merged => Io::Together,
        _ if run.stdin.is_some() => Io::Pipes,
        _ => Io::NoInput,
    }
}

/// Removes secrets from a command's environment, except those that the call itself sets; returns their names.
pub(super) fn withhold(run: &Run, env: &mut BTreeMap<OsString, OsString>) -> Vec<String> {
    let names = env.keys().filter_map(|name| name.to_str()).filter(|name| secret_variable(name));
    let secret: Vec<String> = names.filter(|name| !run.env.contains_key(*name)).map(str::to_owned).collect();
    for name in &secret {
        env.remove(OsStr::new(name));
    }
    secret
}

/// Whether this machine can run commands in layers.
pub(super) fn has_means() -> bool {
    manner(capabilities()).is_ok()
}

fn manner(capabilities: &Capabilities) -> Result<Manner, Message> {
    match (capabilities.namespaces, capabilities.overlay) {
        (true, true) => Ok(Manner::Overlay),
        (true, false) => Ok(Manner::Copy),
        _ => Err(capabilities.missing.first().cloned().unwrap_or(say!("effect-no-means"))),
    }
}

/// Returns the size of all files that would land. A sparse file uses little disk until it lands.
pub(super) fn weight(effects: &Effects) -> u64 {
    let sizes =
        effects.changes.iter().filter(|c| c.content.is_some()).filter_map(|c| Some(c.after.as_ref()?.size));
    sizes.fold(0, u64::saturating_add)
}

/// Returns how long a command may take. The policy says how long a rehearsal may be silent.
fn patience(settings: &Rehearsal, run: &Run, why: &As) -> Patience {
    let is_rehearsal = matches!(why, As::Rehearsal { .. });
    Patience::of(run, if is_rehearsal { settings.timeout_s.into() } else { TIMEOUT_S_MAX })
}

fn limits(settings: &Rehearsal, patience: Patience, why: &As) -> Limits {
    Limits {
        time: Some(patience.total),
        waiting: (!matches!(why, As::Approved { .. })).then_some(WAITING),
        memory: u64::from(settings.memory_mb) << 20,
        processes: settings.processes.into(),
        disk: u64::from(settings.disk_mb) << 20,
    }
}

fn in_words(limit: Limit) -> Message {
    match limit {
        Limit::Time => say!("judge-took-too-long"),
        Limit::Memory => say!("effect-too-much-memory"),
        Limit::Processes => say!("effect-too-many-processes"),
        Limit::Disk | Limit::Aside => say!("effect-too-much-written"),
        Limit::Ended => say!("judge-was-ended"),
    }
}

#[cfg(test)]
mod tests;
