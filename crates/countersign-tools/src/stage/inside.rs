//! Calls of tools inside a stage: the tool's own code runs in the stage's world, started as a separate
//! program, so that paths are the real ones and no code is duplicated.

use std::{
    env,
    ffi::OsString,
    fs::File,
    io::{self, Read as _, Write as _},
    path::{Path, PathBuf},
    sync::Arc,
    thread,
    time::Duration,
};

use countersign_core::{
    Error, ErrorCode, Result,
    judge::Rehearsal,
    record::Doc,
    tool::{Forecast, Reversal},
    world::{Ask, InStage, Landed, Order, World as _},
};
use countersign_rehearsal::{Ended, Io, Layers, Limits, Manner, Network, Program, World, start};
use countersign_words::{Message, kept, say};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Value, json};

use super::{Stages, hidden, program, roots_of};
use crate::{
    Builtins, shell,
    shell::{
        process::Judged,
        run_world::{self, RunWorld},
        staged::{NotRun, Staged},
    },
};

/// The argument that makes this program answer one call instead of reading a command line.
pub const WORD: &str = "--answer-inside-a-stage";
/// How long a call may take.
const TIME: Duration = Duration::from_secs(150);
/// Maximum size of an answer.
const ANSWER_MOST: u64 = 64 << 20;
/// The trash inside; it is removed with the world.
const TRASH: &str = "/dev/shm/.countersign-displaced";

/// One call, as sent to the program inside.
#[derive(Debug, Serialize, Deserialize)]
pub struct Errand {
    work: Work,
    roots: Vec<PathBuf>,
    own: Vec<PathBuf>,
    scratch: Vec<String>,
}

#[derive(Debug, Serialize, Deserialize)]
enum Work {
    Forecast(Ask),
    Read(Ask),
    Apply(Order),
}

/// The answer.
#[derive(Debug, Serialize, Deserialize)]
enum Told {
    Done(Value),
    Failed { code: ErrorCode, message: Message, hint: Option<Message>, detail: Option<Message>, doubt: bool },
}

/// The context of the tools outside that those inside need.
#[derive(Debug, Clone, Default)]
pub struct Around {
    /// The workspace folders; empty: the folder a call comes from.
    pub roots: Vec<PathBuf>,
    /// Countersign's own folders.
    pub own: Vec<PathBuf>,
    /// Patterns of files that can be regenerated.
    pub scratch: Vec<String>,
    /// The settings for caches.
    pub rehearsal: Rehearsal,
    /// The home whose caches are kept apart; None: that of this process.
    pub home: Option<PathBuf>,
}

impl Stages {
    /// Inspects a call in its stage.
    pub fn forecast_inside(&self, stage: &InStage, ask: &Ask, around: &Around) -> Result<Forecast> {
        let (told, _) = self.errand(stage, Work::Forecast(outside(ask)), around)?;
        let mut forecast: Forecast = read(told)?;
        forecast.reversal = Reversal::None;
        // It is looked for where no agent can have changed it.
        if is_command(&ask.tool) {
            self.add_network(stage, ask, around, &mut forecast);
        }
        // What is deleted there still exists for real: it is asked about when the stage lands.
        forecast.facts.protected.retain(|why| !shell::is_about_deleting(why));
        forecast.preview.warnings.retain(|warning| *warning != shell::UNCAPTURED);
        forecast.preview.warnings.push(say!("effect-stage-happens", id = stage.id));
        Ok(forecast)
    }

    /// Answers a reading call in its stage.
    pub fn read_inside(&self, stage: &InStage, ask: &Ask, around: &Around) -> Result<Value> {
        if is_command(&ask.tool) {
            let call = (&ask.args, &*ask.run, ask.cwd.as_deref());
            return self.command(stage, call, (Judged::Read, "agent"), around);
        }
        self.errand(stage, Work::Read(outside(ask)), around).map(|(told, _)| told)
    }

    /// Applies a call in its stage. Displaced files are not kept: the stage can be dropped, and nothing of it has landed.
    pub fn apply_inside(&self, stage: &InStage, order: &Order, around: &Around) -> Result<Landed> {
        if is_command(&order.tool) {
            let call = (&order.args, &*order.run, order.cwd.as_deref());
            let result = self.command(stage, call, (Judged::Allowed, &order.id), around)?;
            let duration_ms = result["duration_ms"].as_u64().unwrap_or_default();
            let (effects, caveats) = Default::default();
            return Ok(Landed { result, effects, inverse: None, caveats, duration_ms });
        }
        let inner = Order { stage: None, ..order.clone() };
        let (told, ended) = self.errand(stage, Work::Apply(inner), around)?;
        let mut landed: Landed = read(told)?;
        if let Value::Object(result) = &mut landed.result {
            result.insert("stage".to_owned(), json!(stage.id));
            let denied: Vec<Message> = ended.denied.iter().map(program::denied).collect();
            if !denied.is_empty() {
                result.insert("denied".to_owned(), json!(denied));
            }
            let lost = ended.left.iter().filter(|path| *path != Path::new(TRASH));
            let lost: Vec<String> = lost.map(|path| path.display().to_string()).collect();
            if !lost.is_empty() {
                result.insert("lost".to_owned(), json!(lost));
            }
        }
        Ok(Landed { inverse: None, caveats: Vec::new(), ..landed })
    }

    /// Notes whether a command is a package client's, which may reach its registry; if it only looks like one, a person is
    /// asked about that registry.
    fn add_network(&self, stage: &InStage, ask: &Ask, around: &Around, forecast: &mut Forecast) {
        let roots = roots_of(stage);
        let layers = Layers { folder: PathBuf::new(), roots, manner: Manner::Overlay };
        let shell = self.shell(around, &layers);
        let run = serde_json::from_value(Value::Object(forecast.args.clone())).ok();
        let client = run.and_then(|run| shell.client_in_stage(&run, ask.cwd.as_deref()));
        forecast.client = stage.client && client.is_some();
        if forecast.facts.sends && forecast.facts.hosts.is_empty() {
            forecast.facts.hosts = shell.registries_of(&forecast.facts.commands);
        }
    }

    /// Runs a command in the world of its stage: its arguments, its run, and the folder that the call comes from.
    fn command(
        &self,
        stage: &InStage,
        (args, run, from): (&Doc, &str, Option<&str>),
        judged: (Judged, &str),
        around: &Around,
    ) -> Result<Value> {
        let held = self.hold_soon(&stage.id)?;
        let layers = self.layers(&held, &stage.id, &roots_of(stage))?;
        let shell = self.shell(around, &layers);
        let ours = RunWorld::of_stage(&shell, &layers, &stage.id, run);
        let staged = Staged { stage, layers: &layers, run, from, hidden: &self.hidden, judged };
        let done = match shell.run_staged(args, &staged, ours.as_deref()) {
            // The shared world may just have ended.
            Err(NotRun::World(_)) if ours.is_some() => {
                run_world::end(&self.folder, &stage.id);
                shell.run_staged(args, &staged, None)
            }
            done => done,
        };
        if let Some(ours) = ours {
            ours.keep_lock(held);
        }
        done.map_err(|why| match why {
            NotRun::World(e) => program::not_started("shell.run", &e),
            NotRun::Other(e) => e,
        })
    }

    fn errand(&self, stage: &InStage, work: Work, around: &Around) -> Result<(Value, Ended)> {
        let held = self.hold_soon(&stage.id)?;
        let layers = self.layers(&held, &stage.id, &roots_of(stage))?;
        let ours = RunWorld::of_stage(&self.shell(around, &layers), &layers, &stage.id, run_of(&work));
        let done = self.errand_in(stage, &layers, work, around, ours.as_ref());
        if let Some(ours) = ours {
            ours.keep_lock(held);
        }
        done
    }

    /// Forecasts a call and carries it out in layers that nobody else uses; returns what it was forecast to do.
    pub(super) fn done_in(
        &self,
        stage: &InStage,
        layers: &Layers,
        ask: &Ask,
        around: &Around,
    ) -> Result<Forecast> {
        let (told, _) = self.errand_in(stage, layers, Work::Forecast(outside(ask)), around, None)?;
        let forecast: Forecast = read(told)?;
        let order = Order {
            id: "planned".to_owned(),
            tool: ask.tool.clone(),
            args: forecast.args.clone(),
            preconditions: forecast.preconditions.clone(),
            agent: ask.agent.clone(),
            run: ask.run.clone(),
            cwd: ask.cwd.clone(),
            host: None,
            stage: None,
        };
        self.errand_in(stage, layers, Work::Apply(order), around, None)?;
        Ok(forecast)
    }

    fn errand_in(
        &self,
        stage: &InStage,
        layers: &Layers,
        work: Work,
        around: &Around,
        ours: Option<&Arc<RunWorld>>,
    ) -> Result<(Value, Ended)> {
        if layers.roots.iter().any(|root| self.program.starts_with(root)) {
            // The program could be changed in the stage, and then its answers could not be trusted.
            return Err(Error::conflict(say!("effect-stage-program-inside", path = self.program.display()))
                .hint(say!("effect-stage-program-elsewhere")));
        }
        let limits = Limits { time: Some(TIME), ..Limits::default() };
        let mut hidden = self.hidden.clone();
        if let Some(ours) = ours.filter(|ours| ours.has_background()) {
            // Reads of our own tools are judged by name, and what goes on could put a link there meanwhile.
            match stage.approved {
                true => ours.end_processes(),
                false => hidden.extend(hidden::secrets_in(&layers.roots)),
            }
        }
        let alone = ours.is_none().then(|| self.asides(around, layers, &stage.id, &[]));
        let asides = ours.map(|ours| &ours.asides).or(alone.as_ref());
        let world = World {
            layers,
            asides: asides.map(|asides| asides.folders.clone()).unwrap_or_default(),
            on_top: Vec::new(),
            still: Vec::new(),
            hidden: self.out_of_sight(hidden.iter(), &[]),
            instead: Vec::new(),
            closed: self.closed(),
            through: Vec::new(),
            network: Network::None,
            shared: ours.map(|ours| &ours.shared),
            // Commands can reach neither this program nor its answer.
            apart: true,
            watch_files: false,
            limits,
        };
        let cwd = layers.roots.first().cloned().unwrap_or_else(|| PathBuf::from("/"));
        let argv = vec![self.program.clone().into_os_string(), WORD.into()];
        let program = Program { argv, env: environment(), cwd, io: Io::Pipes };
        let errand = Errand {
            work,
            roots: around.roots.clone(),
            own: around.own.clone(),
            scratch: around.scratch.clone(),
        };
        let bytes = kept(|| serde_json::to_vec(&errand)).map_err(Error::bug)?;
        let mut running = start(&world, &program)
            .map_err(|e| program::not_started(&self.program.display().to_string(), &e))?;
        let (stdin, stdout, stderr) = (running.stdin.take(), running.stdout.take(), running.stderr.take());
        let feeding = thread::spawn(move || stdin.map(|mut to| to.write_all(&bytes)));
        let answer = thread::spawn(move || drained(stdout, ANSWER_MOST));
        let complaint = thread::spawn(move || drained(stderr, 4_096));
        let mut ended =
            running.wait(None).map_err(|e| Error::conflict(say!("effect-stage-a-call-failed", error = e)))?;
        if let Some(asides) = asides {
            asides.finish(&mut ended);
        }
        // A process that ended early has not read everything; its answer says why.
        drop(feeding.join());
        let answer = answer.join().unwrap_or_default();
        let complaint = complaint.join().unwrap_or_default();
        told(&answer, &ended, &complaint).map(|value| (value, ended))
    }
}

/// Returns the call as the tools inside see it: for them there is no stage, and the stage's world confines commands.
fn outside(ask: &Ask) -> Ask {
    Ask { stage: None, allowed: true, ..ask.clone() }
}

/// Whether a tool runs commands.
fn is_command(tool: &str) -> bool {
    tool.starts_with("shell.")
}

fn run_of(work: &Work) -> &str {
    let (Work::Forecast(Ask { run, .. }) | Work::Read(Ask { run, .. }) | Work::Apply(Order { run, .. })) =
        work;
    run
}

/// Returns our environment without our own variables and those that decide which code a program loads.
fn environment() -> Vec<(OsString, OsString)> {
    let own = |name: &str| name.starts_with(shell::process::OWN_PREFIX) || name.starts_with("LD_");
    env::vars_os().filter(|(name, _)| !own(&name.to_string_lossy())).collect()
}

fn drained(from: Option<File>, most: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(mut from) = from {
        // If it is unreadable or too long, the answer is incomplete and cannot be parsed.
        drop((&mut from).take(most).read_to_end(&mut bytes));
        drop(io::copy(&mut from, &mut io::sink()));
    }
    bytes
}

fn told(answer: &[u8], ended: &Ended, complaint: &[u8]) -> Result<Value> {
    match serde_json::from_slice(answer) {
        Ok(Told::Done(value)) => Ok(value),
        Ok(Told::Failed { message, doubt: true, .. }) => Err(Error::doubt(message)),
        Ok(Told::Failed { code, message, hint, detail, .. }) => {
            let mut error = Error::new(code, message);
            (error.hint, error.detail) = (hint, detail);
            Err(error)
        }
        Err(e) => {
            let over: Vec<Message> = ended.over.iter().copied().filter_map(program::limit).collect();
            let why = match over.is_empty() {
                true => say!("effect-stage-no-answer"),
                false => say!("effect-stage-limit", said = Message::joined(", ", over)),
            };
            let said = String::from_utf8_lossy(complaint).into_owned();
            // A process that died without an answer may have acted before.
            Err(Error::doubt(say!("effect-stage-call-failed", said = why)).because(format!("{e}; {said}")))
        }
    }
}

fn read<T: DeserializeOwned>(value: Value) -> Result<T> {
    serde_json::from_value(value).map_err(Error::bug)
}

/// Answers the call on standard input: the main function inside a stage. Returns false if the answer could not be written.
pub fn answer() -> bool {
    let mut text = Vec::new();
    let told = match io::stdin().lock().read_to_end(&mut text) {
        Ok(_) => serde_json::from_slice::<Errand>(&text).map_err(Error::bug).and_then(done),
        Err(e) => Err(Error::bug(e)),
    };
    let told = told.map_or_else(
        |e| Told::Failed {
            doubt: e.is_doubt(),
            code: e.code,
            message: e.message,
            hint: e.hint,
            detail: e.detail,
        },
        Told::Done,
    );
    kept(|| serde_json::to_vec(&told)).is_ok_and(|bytes| io::stdout().write_all(&bytes).is_ok())
}

fn done(errand: Errand) -> Result<Value> {
    let Errand { work, roots, own, scratch } = errand;
    let tools = Builtins::new(PathBuf::from(TRASH), roots, own, scratch);
    let value = match work {
        Work::Forecast(ask) => {
            let forecast = tools.forecast(&ask)?;
            kept(|| serde_json::to_value(forecast))
        }
        Work::Read(ask) => return tools.read(&ask),
        Work::Apply(order) => {
            let landed = tools.apply(&order)?;
            kept(|| serde_json::to_value(landed))
        }
    };
    value.map_err(Error::bug)
}

#[cfg(test)]
mod tests {
    use countersign_words::Language;

    use super::*;

    #[test]
    fn what_is_said_inside_can_still_be_said_in_any_language() {
        let message = say!("effect-not-folder", path = "/w/a");
        let failed = Told::Failed {
            code: ErrorCode::Invalid,
            message: message.clone(),
            hint: Some(say!("effect-give-cwd")),
            detail: None,
            doubt: false,
        };
        let answer = kept(|| serde_json::to_vec(&failed)).unwrap();
        let error = told(&answer, &Ended::default(), b"").unwrap_err();
        let german = |message: &Message| message.in_language(Language::German).into_owned();
        assert_eq!(german(&error.message), german(&message));
        assert_ne!(german(&message), *message);
        assert_eq!(error.hint.unwrap().id(), Some("effect-give-cwd"));
    }
}
