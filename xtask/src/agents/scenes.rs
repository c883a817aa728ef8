//! What is checked with each agent besides the session: a yes, a no with its reason, an undo that the model is told of,
//! a yes that comes after the hook has given up, parallel calls, and settings that are as before after removal.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use countersign_probe::{Act, Agent, Model, Script, turns};

use super::desk::{Desk, Programs, Seat, Waiting};

/// How long an agent may take to a call, or from a decision to its end.
const MOST: Duration = Duration::from_secs(120);
/// How long the hook waits in the scene in which nobody answers in time.
const SHORT_S: u64 = 2;
/// Why the person says no.
const REASON: &str = "we write no such files in this house";

/// One thing that was checked.
#[derive(Debug)]
pub struct Check {
    /// What it is, one of [`NAMES`].
    pub name: &'static str,
    /// What went wrong; none if nothing did.
    pub fault: Option<String>,
}

/// All checks, in the order in which they are told.
pub const NAMES: [&str; 8] = [
    "a yes lands",
    "a no with its reason",
    "an undo is told",
    "the gate runs commands",
    "undo is exact",
    "a late yes",
    "parallel calls",
    "removed without a trace",
];

/// Runs all scenes with an agent.
pub fn all(programs: &Programs, agent: &'static Agent) -> Result<Vec<Check>, String> {
    let mut checks = decided(programs, agent)?;
    checks.push(check(NAMES[5], late(programs, agent)));
    checks.push(check(NAMES[6], parallel(programs, agent)));
    checks.push(check(NAMES[7], removed(programs, agent)));
    Ok(checks)
}

fn check(name: &'static str, result: Result<(), String>) -> Check {
    Check { name, fault: result.err() }
}

fn that(holds: bool, otherwise: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(otherwise()) }
}

/// A script of acts, one after the other.
fn script(agent: &'static Agent, acts: &[Act]) -> Script {
    let calls = acts.iter().map(|act| vec![agent.call(act)]).collect();
    turns(calls, |line| agent.call(&Act::Shell(line.to_owned())))
}

fn place(desk: &Desk<'_>, agent: &Agent) -> PathBuf {
    desk.folder().join(agent.name).join("work")
}

fn write(work: &Path, name: &str) -> Act {
    Act::Write { path: work.join(name).display().to_string(), content: format!("{name}\n") }
}

fn about(item: &Waiting, name: &str) -> bool {
    item.what.contains(name) && !item.untried
}

/// A yes, a no, an undo in between, and a command.
fn decided(programs: &Programs, agent: &'static Agent) -> Result<Vec<Check>, String> {
    let desk = Desk::new(programs)?;
    let work = place(&desk, agent);
    let shell = |line: &str| Act::Shell(line.to_owned());
    let acts =
        [write(&work, "yes.md"), write(&work, "no.md"), shell("echo x >> made.md"), shell("cat made.md")];
    let model = Model::start(script(agent, &acts))?;
    let seat = desk.seat(agent, &model.url)?;
    desk.install(&seat, desk.program(), 120)?;
    let mut running = seat.start(&model)?;
    let mut waits = |name: &str| -> Result<Waiting, String> {
        let found = desk.waits(|item| about(item, name), || running.is_over(), MOST)?;
        found.ok_or_else(|| format!("{name} was not asked about; the model got {:?}", model.results()))
    };
    let yes = (|| {
        let item = waits("yes.md")?;
        that(seat.text("yes.md").is_none(), || "it was written before the yes".to_owned())?;
        desk.confirm(&item.id)?;
        eventually(|| seat.text("yes.md").is_some(), "it was not written after the yes")
    })();
    let no = (|| {
        let item = waits("no.md")?;
        desk.said(&["reject", &item.id, "--reason", REASON])?;
        let told = || model.results().iter().any(|result| result.contains(REASON));
        eventually(told, "the model did not get the reason")?;
        that(seat.text("no.md").is_none(), || "it was written all the same".to_owned())
    })();
    let mut exact = Err("nothing was undone".to_owned());
    let undone = (|| {
        let item = waits("made.md")?;
        let receipts = desk.receipts()?;
        let receipt =
            receipts.first().and_then(|receipt| receipt["id"].as_str()).unwrap_or_default().to_owned();
        let (code, said) = desk.said(&["undo", &receipt])?;
        exact = that(code == 0, || format!("the agent did not tell what it did: {said}"));
        if code != 0 {
            let (code, said) = desk.said(&["undo", &receipt, "--best-effort"])?;
            that(code == 0, || format!("undo ended with {code}: {said}"))?;
        }
        that(seat.text("yes.md").is_none(), || "undo did not take the file back".to_owned())?;
        desk.confirm(&item.id).map(drop)
    })();
    let _ended = running.wait(MOST);
    let results = model.results();
    let told = results.iter().any(|result| result.contains("undone by") || result.contains("was undone"));
    let undone = undone.and_then(|()| that(told, || format!("the model was not told: {results:?}")));
    let by_gate = desk.receipts()?.iter().any(|receipt| receipt["tool"] == "shell.run");
    let ran = seat.text("made.md").as_deref() == Some("x\n");
    let command = that(by_gate && ran, || format!("the gate ran nothing (the file is there: {ran})"));
    let results = [yes, no, undone, command, exact];
    Ok(NAMES.iter().copied().zip(results).map(|(name, result)| check(name, result)).collect())
}

fn eventually(mut holds: impl FnMut() -> bool, otherwise: &str) -> Result<(), String> {
    let until = Instant::now() + Duration::from_secs(30);
    while !holds() {
        that(Instant::now() < until, || otherwise.to_owned())?;
        thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}

/// Nobody answers until the hook has given up; the yes comes then, and the agent makes the same call again.
fn late(programs: &Programs, agent: &'static Agent) -> Result<(), String> {
    let desk = Desk::new(programs)?;
    let work = place(&desk, agent);
    let again = write(&work, "late.md");
    let decided = Arc::new(AtomicBool::new(false));
    let inner = script(agent, &[again.clone(), again]);
    let held = decided.clone();
    let script: Script = Box::new(move |results| {
        let until = Instant::now() + MOST;
        while results.len() == 1 && !held.load(Ordering::Acquire) && Instant::now() < until {
            thread::sleep(Duration::from_millis(50));
        }
        inner(results)
    });
    let model = Model::start(script)?;
    let seat = desk.seat(agent, &model.url)?;
    desk.install(&seat, desk.program(), SHORT_S)?;
    let mut running = seat.start(&model)?;
    let item = desk.waits(|item| about(item, "late.md"), || running.is_over(), MOST)?;
    let item = item.ok_or_else(|| format!("it was not asked about: {:?}", model.results()))?;
    eventually(|| !model.results().is_empty(), "the hook does not give up")?;
    let gave_up = seat.text("late.md").is_none();
    desk.confirm(&item.id)?;
    decided.store(true, Ordering::Release);
    let ended = running.wait(MOST);
    that(gave_up, || "it was written before the yes".to_owned())?;
    that(seat.text("late.md").is_some(), || {
        format!("it was not written after the late yes: {:?} {}", model.results(), ended.said)
    })?;
    let receipts = desk.receipts()?;
    that(receipts.len() == 1, || format!("{} receipts instead of one", receipts.len()))
}

/// Three calls at once: a read, a write and a command.
fn parallel(programs: &Programs, agent: &'static Agent) -> Result<(), String> {
    let desk = Desk::new(programs)?;
    let work = place(&desk, agent);
    let acts = [Act::Shell("pwd".into()), write(&work, "one.md"), Act::Shell("echo x >> two.md".into())];
    let calls = acts.iter().map(|act| agent.call(act)).collect();
    let model = Model::start(turns(vec![calls], |line| agent.call(&Act::Shell(line.to_owned()))))?;
    let seat = desk.seat(agent, &model.url)?;
    desk.install(&seat, desk.program(), 120)?;
    let mut running = seat.start(&model)?;
    for _ in 0..2 {
        let item = desk.waits(|item| !item.untried, || running.is_over(), MOST)?;
        let item = item.ok_or_else(|| format!("two were to be asked about: {:?}", model.results()))?;
        desk.confirm(&item.id)?;
    }
    let ended = running.wait(MOST);
    let results = model.results();
    that(results.len() >= 3, || format!("{} results of three: {results:?} {}", results.len(), ended.said))?;
    let landed = seat.text("one.md").is_some() && seat.text("two.md").as_deref() == Some("x\n");
    that(landed, || format!("not both landed once: {results:?}"))
}

/// The settings are byte for byte as before, and there is no file more.
fn removed(programs: &Programs, agent: &'static Agent) -> Result<(), String> {
    let desk = Desk::new(programs)?;
    let seat = desk.seat(agent, "http://127.0.0.1:9")?;
    let before = files(&seat);
    desk.install(&seat, desk.program(), 120)?;
    that(files(&seat) != before, || "nothing was installed".to_owned())?;
    desk.remove(&seat, desk.program())?;
    let after = files(&seat);
    let differs = |path: &&PathBuf| before.get(*path) != after.get(*path);
    let left: Vec<String> =
        before.keys().chain(after.keys()).filter(differs).map(|path| path.display().to_string()).collect();
    that(left.is_empty(), || format!("not as before: {}", left.join(", ")))
}

/// All files of an agent's home, with their contents.
fn files(seat: &Seat) -> BTreeMap<PathBuf, Vec<u8>> {
    let (mut all, mut open) = (BTreeMap::new(), vec![seat.at.user.clone()]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            match path.is_dir() {
                true => open.push(path),
                false => {
                    let bytes = fs::read(&path).unwrap_or_default();
                    all.insert(path, bytes);
                }
            }
        }
    }
    all
}
