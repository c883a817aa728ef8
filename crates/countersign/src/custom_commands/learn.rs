//! `learn`: replays the calls in agents' transcripts through the judge, and proposes what would lower the number of
//! questions. It reads files of this machine and writes nothing, unless it is told to write proposals.

mod agent;
mod file;
mod propose;
mod report;
mod tally;

use std::{
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use clap::{Arg, ArgAction, ArgMatches, Command, builder::PossibleValuesParser, value_parser};
use countersign_core::{
    Error, Result,
    authority::operations::Nothing,
    engine::work,
    judge::Policy,
    policy::{operations::PolicyShow, replay::PolicyReplay},
    settings::operations::{SettingsShow, digest},
    when,
};
use countersign_words::say;
use serde_json::{Value, json};

use self::{
    agent::{Agent, Reader, Recorded},
    propose::Proposal,
};
pub use self::{
    agent::{
        Homes,
        rules::{Settings, Theirs},
    },
    report::headline,
    tally::Tally,
};
use super::policy_file;
use crate::{
    caller::{Caller, ask},
    daemon::settings::POLICY,
    exit,
    home::{read_settings, zone},
    progress,
    session::{Session, catalog},
};

/// How many calls are judged at once.
const BATCH: usize = 200;
/// How many calls are judged unless told otherwise.
const CALLS: u64 = 10_000;
const MAX_CALLS: u64 = 1_000_000;
/// How often, and at which interval, the daemon is asked whether it has read the changed file.
const TRIES: u32 = 100;
const INTERVAL: Duration = Duration::from_millis(100);

/// The arguments of `learn`.
pub fn args(command: Command) -> Command {
    let agents = PossibleValuesParser::new(Agent::ALL.map(Agent::name));
    command
        .arg(
            Arg::new("agent")
                .long("agent")
                .value_name("AGENT")
                .value_parser(agents)
                .value_delimiter(',')
                .action(ArgAction::Append)
                .help(say!("command-arg-learn-agent").to_string()),
        )
        .arg(
            Arg::new("since")
                .long("since")
                .value_name("TIME")
                .help(say!("command-arg-learn-since").to_string()),
        )
        .arg(
            Arg::new("folder")
                .long("folder")
                .value_name("DIR")
                .value_parser(value_parser!(PathBuf))
                .help(say!("command-arg-learn-folder").to_string()),
        )
        .arg(
            Arg::new("calls")
                .long("calls")
                .value_name("N")
                .value_parser(value_parser!(u64).range(1..=MAX_CALLS))
                .help(say!("command-arg-learn-calls").to_string()),
        )
        .arg(
            Arg::new("write")
                .long("write")
                .action(ArgAction::SetTrue)
                .help(say!("command-arg-learn-write").to_string()),
        )
        .arg(
            Arg::new("only")
                .long("only")
                .value_name("NUMBERS")
                .value_parser(value_parser!(usize))
                .value_delimiter(',')
                .action(ArgAction::Append)
                .requires("write")
                .help(say!("command-arg-learn-only").to_string()),
        )
}

/// Which calls are wanted.
struct Wanted {
    agents: Vec<Agent>,
    since_ms: u64,
    folder: Option<PathBuf>,
    calls: u64,
}

impl Wanted {
    fn of(matches: &ArgMatches) -> Result<Self> {
        let named: Vec<&String> = matches.get_many("agent").into_iter().flatten().collect();
        let is_wanted = |agent: &Agent| named.is_empty() || named.iter().any(|name| *name == agent.name());
        let folder = matches.get_one::<PathBuf>("folder");
        Ok(Self {
            agents: Agent::ALL.into_iter().filter(is_wanted).collect(),
            since_ms: matches.get_one::<String>("since").map_or(Ok(0), |text| since(text))?,
            folder: folder.map(|folder| folder.canonicalize().unwrap_or_else(|_| folder.clone())),
            calls: matches.get_one("calls").copied().unwrap_or(CALLS),
        })
    }

    fn includes(&self, recorded: &Recorded, modified_ms: u64) -> bool {
        let is_inside = |folder: &PathBuf| {
            recorded.call.cwd.as_ref().is_some_and(|cwd| Path::new(cwd).starts_with(folder))
        };
        recorded.at_ms.unwrap_or(modified_ms) >= self.since_ms && self.folder.as_ref().is_none_or(is_inside)
    }
}

/// Parses a time, or how long ago.
fn since(text: &str) -> Result<u64> {
    const UNITS: &[(&str, u64)] = &[("m", 60), ("h", 3_600), ("d", 86_400), ("w", 604_800)];
    let ago = UNITS.iter().find_map(|(unit, seconds)| {
        let number: u64 = text.strip_suffix(unit)?.parse().ok()?;
        number.checked_mul(seconds * 1_000)
    });
    match ago {
        Some(ago_ms) => Ok(when::to_ms(jiff::Timestamp::now()).saturating_sub(ago_ms)),
        None => Ok(when::to_ms(when::moment(text, &zone())?)),
    }
}

/// Runs it.
pub fn run(session: &Session, matches: &ArgMatches) -> Result<u8> {
    let wanted = Wanted::of(matches)?;
    let homes = Homes::find().ok_or_else(|| Error::usage(say!("command-learn-no-home")))?;
    let caller = session.onlooker()?;
    // Only a person gets this answer: for anybody else nothing is read.
    ask::<PolicyReplay>(&caller, json!({"calls": []}))?;
    let mut gathering = Gathering::new(&caller, &wanted);
    progress::doing(session.screen, say!("command-progress-learn"), || gathering.read(&homes))?;
    let tally = gathering.tally;
    let text = session.policy_text()?;
    let (proposals, left) = propose::proposals(&caller, &tally, &homes, text.as_deref())?;
    let chosen = chosen(&proposals, matches)?;
    let mut told = report::to_json(&tally, &proposals, left);
    if !session.screen.json {
        let places: Vec<PathBuf> = wanted.agents.iter().map(|agent| agent.place(&homes)).collect();
        report::show(session.screen, &tally, &proposals, left, &places)?;
    }
    if matches.get_flag("write") && !chosen.is_empty() {
        let digest = write(session, &chosen)?;
        let path = session.home.policy().display().to_string();
        told["written"] = json!({"path": path, "entries": chosen.len(), "digest": digest});
        if !session.screen.json {
            let n = chosen.len();
            session.screen.told(&say!("command-learn-written", path, n, digest = &digest[..32]))?;
        }
    } else if !proposals.is_empty() && !session.screen.json {
        session.screen.told(&say!("command-learn-how"))?;
    }
    if session.screen.json {
        session.screen.value(&told)?;
    }
    Ok(exit::DONE)
}

/// How many calls `setup` reads: enough to tell, and soon done.
const FEW_CALLS: u64 = 2_000;

/// Counts what would have become of the last calls in all transcripts; `None` if there are none.
pub fn brief(session: &Session) -> Result<Option<Tally>> {
    let Some(homes) = Homes::find() else { return Ok(None) };
    let wanted = Wanted { agents: Agent::ALL.to_vec(), since_ms: 0, folder: None, calls: FEW_CALLS };
    let caller = session.onlooker()?;
    let mut gathering = Gathering::new(&caller, &wanted);
    progress::doing(session.screen, say!("command-progress-learn"), || gathering.read(&homes))?;
    Ok(Some(gathering.tally).filter(|tally| tally.calls() > 0))
}

/// Returns the agents that left transcripts on this machine: their names.
pub fn seen() -> Vec<&'static str> {
    let Some(homes) = Homes::find() else { return Vec::new() };
    Agent::ALL.into_iter().filter(|agent| agent.place(&homes).exists()).map(Agent::name).collect()
}

/// Returns the proposals to write: all, or those that are named.
fn chosen<'p>(proposals: &'p [Proposal], matches: &ArgMatches) -> Result<Vec<&'p Proposal>> {
    let Some(numbers) = matches.get_many::<usize>("only") else { return Ok(proposals.iter().collect()) };
    let find = |n: &usize| n.checked_sub(1).and_then(|at| proposals.get(at));
    numbers.map(|n| find(n).ok_or_else(|| Error::usage(say!("command-learn-no-proposal", n)))).collect()
}

/// Writes proposals into the file, where they wait for a person; returns the digest of the new text.
fn write(session: &Session, chosen: &[&Proposal]) -> Result<String> {
    let caller = session.caller()?.without_notes();
    // Only a person gets this answer: for anybody else nothing is written.
    ask::<SettingsShow>(&caller, json!(Nothing {}))?;
    let path = session.home.policy();
    let before = read_settings(&path)?;
    let remedies = chosen.iter().map(|proposal| &proposal.remedy);
    let after = propose::added(before.as_deref().unwrap_or_default(), remedies)?;
    Policy::parse(&after, &catalog())?;
    let digest = digest(&after);
    policy_file::replace(&path, before.as_deref(), &after, || read_by_daemon(&caller, &digest))?;
    Ok(digest)
}

/// Waits until the daemon has read the policy with that digest.
fn read_by_daemon(caller: &dyn Caller, wanted: &str) -> Result<()> {
    for _ in 0..TRIES {
        let all = ask::<SettingsShow>(caller, json!(Nothing {}))?.settings;
        let waiting = all.into_iter().find(|file| file.name == POLICY).and_then(|policy| policy.waiting);
        let in_force = ask::<PolicyShow>(caller, json!(Nothing {}))?.digest;
        if waiting.is_some_and(|waiting| waiting.digest == wanted) || in_force == wanted {
            return Ok(());
        }
        thread::sleep(INTERVAL);
    }
    Err(Error::conflict(say!("command-trust-not-read")).hint(say!("command-trust-policy-changes")))
}

/// Reads transcripts and has their calls judged, a few at a time.
struct Gathering<'a> {
    caller: &'a dyn Caller,
    wanted: &'a Wanted,
    tally: Tally,
    waiting: Vec<(Agent, Recorded)>,
    found: u64,
    failed: Option<Error>,
}

impl<'a> Gathering<'a> {
    fn new(caller: &'a dyn Caller, wanted: &'a Wanted) -> Self {
        Self { caller, wanted, tally: Tally::default(), waiting: Vec::new(), found: 0, failed: None }
    }

    /// Reads the newest transcripts first, until there are enough calls.
    fn read(&mut self, homes: &Homes) -> Result<()> {
        let mut files = Vec::new();
        for agent in &self.wanted.agents {
            let listed = agent.list(homes);
            self.tally.unread_files += listed.skipped;
            let is_recent = |file: &file::Transcript| file.modified_ms >= self.wanted.since_ms;
            files.extend(listed.files.into_iter().filter(is_recent).map(|file| (*agent, file)));
        }
        files.sort_by(|(_, a), (_, b)| (b.modified_ms, &a.path).cmp(&(a.modified_ms, &b.path)));
        let mut reader = Reader::new(homes.clone());
        let meter = work::meter();
        meter.expect(files.len());
        for (agent, file) in files {
            if self.found >= self.wanted.calls {
                break;
            }
            let before = self.found;
            match reader.read(agent, &file, &mut |recorded| self.take(agent, recorded, file.modified_ms)) {
                Ok(broken) => self.tally.broken_lines += broken,
                Err(_) => self.tally.unread_files += 1,
            }
            if let Some(failed) = self.failed.take() {
                return Err(failed);
            }
            if self.found > before {
                self.tally.agents.entry(agent).or_default().files += 1;
            }
            meter.did(1);
        }
        self.judge()
    }

    fn take(&mut self, agent: Agent, recorded: Recorded, modified_ms: u64) {
        if self.failed.is_some()
            || !self.wanted.includes(&recorded, modified_ms)
            || !self.tally.is_new(agent, &recorded)
        {
            return;
        }
        self.found += 1;
        self.waiting.push((agent, recorded));
        if self.waiting.len() >= BATCH {
            self.failed = self.judge().err();
        }
    }

    fn judge(&mut self) -> Result<()> {
        let waiting = std::mem::take(&mut self.waiting);
        let calls: Vec<&_> = waiting.iter().map(|(_, recorded)| &recorded.call).collect();
        let judged = ask::<PolicyReplay>(self.caller, json!({"calls": calls}))?.calls;
        for ((agent, recorded), replayed) in waiting.into_iter().zip(judged) {
            self.tally.add(agent, recorded, replayed);
        }
        Ok(())
    }
}

/// Returns a number for JSON; null if it is not known.
fn known(n: Option<u64>) -> Value {
    n.map_or(Value::Null, Value::from)
}
