//! `cargo xtask agents`: runs real agents against a scripted model, each with our hook in a home of its own, and writes
//! what was seen to `docs/agents.md`: what an agent can do, how often a person is asked in the same session of fifteen
//! calls, and what happens when the hook is missing, slow or killed.

mod broken;
mod desk;
mod inbox;
mod page;
mod scenes;
mod session;

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Instant, SystemTime},
};

use countersign_probe::{AGENTS, Agent};

use broken::Broken;
use desk::{Desk, Programs};
use scenes::Check;
use session::Session;

use crate::{installed, steps};

/// What was seen of one agent.
pub struct Seen {
    /// The agent.
    pub agent: &'static Agent,
    /// Its version.
    pub version: String,
    /// The day on which it was run.
    pub day: String,
    /// What was checked.
    pub checks: Vec<Check>,
    /// What it does with a broken hook.
    pub broken: Vec<Broken>,
    /// Its sessions.
    pub sessions: Vec<Session>,
    /// Why it was not finished.
    pub stopped: Option<String>,
}

#[derive(Default)]
struct Options {
    only: Vec<&'static Agent>,
    inbox: bool,
    program: Option<PathBuf>,
    parts: Vec<String>,
}

fn options(args: &[&str]) -> Result<Options, String> {
    let mut options = Options::default();
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = || args.next().copied().ok_or_else(|| format!("{arg} needs a value"));
        match *arg {
            "--only" => {
                let name = value()?;
                options.only.push(Agent::named(name).ok_or_else(|| format!("there is no agent {name}"))?);
            }
            "--part" => options.parts.push(value()?.to_owned()),
            "--program" => options.program = Some(value()?.into()),
            "--inbox" => options.inbox = true,
            other => return Err(format!("agents does not know `{other}`")),
        }
    }
    Ok(options)
}

/// Runs the agents, prints what was seen, and writes their part of the page.
pub fn run(root: &Path, args: &[&str]) -> Result<(), String> {
    let options = options(args)?;
    let target = installed::target(root);
    let countersign = match &options.program {
        Some(path) => path.canonicalize().map_err(|e| format!("cannot use {}: {e}", path.display()))?,
        None => {
            steps::cargo(root, &["build", "--package", "countersign"])?;
            target.join("debug/countersign")
        }
    };
    installed::agents(&target)?;
    let programs = Programs { countersign, agents: target.join("agents"), place: target.join("agents-run") };
    let known = known(&programs)?;
    let wanted = |agent: &&&'static Agent| {
        let named = options.only.iter().any(|only| only.name == agent.name);
        named || (options.only.is_empty() && !options.inbox)
    };
    // What only a part was tried of is not for the page.
    let is_whole = options.parts.is_empty();
    for agent in known.iter().filter(wanted) {
        let seen = see(&programs, agent, &options.parts);
        print!("{}", page::section(&seen));
        if is_whole {
            written(root, |old| page::write(old, Some(&seen), None))?;
        }
    }
    let may = known.len() >= inbox::AGENTS && options.only.is_empty() && is_whole;
    if options.inbox || may {
        let transcript = inbox::run(&programs, &known)?;
        print!("{transcript}");
        written(root, |old| page::write(old, None, Some(&transcript)))?;
    }
    Ok(())
}

/// Writes the page anew from what it said.
fn written(root: &Path, page: impl Fn(&str) -> String) -> Result<(), String> {
    let path = root.join("docs/agents.md");
    let old = fs::read_to_string(&path).unwrap_or_default();
    fs::write(&path, page(&old)).map_err(|e| format!("cannot write {}: {e}", path.display()))
}

/// The agents that this Countersign knows and that are installed.
fn known(programs: &Programs) -> Result<Vec<&'static Agent>, String> {
    let desk = Desk::new(programs)?;
    let told = desk.json(&["hook", "status"])?;
    let knows = |agent: &Agent| {
        told["hooks"].as_array().into_iter().flatten().any(|hook| hook["agent"].as_str() == Some(agent.name))
    };
    let found: Vec<_> = AGENTS.iter().filter(|agent| knows(agent) && programs.of(agent).is_some()).collect();
    match found.is_empty() {
        true => Err(format!("no agent is installed that Countersign knows: {told}")),
        false => Ok(found),
    }
}

/// The day, in UTC, as a date is written.
fn today() -> String {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    date(now.as_secs() / 86_400)
}

/// The date of a day since 1970, by the calendar of Howard Hinnant's `civil_from_days`.
fn date(days: u64) -> String {
    let z = days + 719_468;
    let (era, doe) = (z / 146_097, z % 146_097);
    let yoe = (doe - doe / 1_460 + doe / 36_524 - doe / 146_096) / 365;
    let doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    let mp = (5 * doy + 2) / 153;
    let (day, month) = (doy - (153 * mp + 2) / 5 + 1, if mp < 10 { mp + 3 } else { mp - 9 });
    let year = yoe + era * 400 + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

/// Tries everything with one agent; what fails as a whole is told, and ends it.
fn see(programs: &Programs, agent: &'static Agent, parts: &[String]) -> Seen {
    let wants = |part: &str| parts.is_empty() || parts.iter().any(|wanted| wanted == part);
    let mut seen = Seen {
        agent,
        version: String::new(),
        day: today(),
        checks: Vec::new(),
        broken: Vec::new(),
        sessions: Vec::new(),
        stopped: None,
    };
    let begun = Instant::now();
    let mut all = || -> Result<(), String> {
        seen.version = Desk::new(programs)?.seat(agent, "http://127.0.0.1:9")?.version();
        if wants("scenes") {
            seen.checks = scenes::all(programs, agent)?;
        }
        if wants("broken") {
            seen.broken = broken::all(programs, agent)?;
        }
        for trusted in [false, true] {
            if wants(if trusted { "trusted" } else { "session" }) {
                seen.sessions.push(session::run(programs, agent, trusted)?);
            }
        }
        Ok(())
    };
    let result = all();
    seen.stopped = result.err();
    eprintln!("{}: took {:.0} s", agent.title, begun.elapsed().as_secs_f64());
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_written_as_a_date_also_around_leap_days() {
        for (days, said) in
            [(0, "1970-01-01"), (11_016, "2000-02-29"), (11_017, "2000-03-01"), (20_776, "2026-11-19")]
        {
            assert_eq!(date(days), said);
        }
    }
}
