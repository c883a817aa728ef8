//! One inbox with five different agents: all wait at once, one person answers them from a terminal, and takes each back
//! with one command. What the terminal showed is kept for the page.

use std::time::{Duration, Instant};

use countersign_probe::{Act, Agent, Model, turns};

use super::desk::{Desk, Programs};

/// How many agents wait at once.
pub const AGENTS: usize = 5;
/// How long it may take until all of them wait.
const MOST: Duration = Duration::from_secs(180);

/// Runs it and returns the transcript.
pub fn run(programs: &Programs, agents: &[&'static Agent]) -> Result<String, String> {
    let agents = agents.get(..AGENTS).ok_or_else(|| format!("fewer than {AGENTS} agents are installed"))?;
    let desk = Desk::new(programs)?;
    let mut seats = Vec::new();
    for agent in agents.iter().copied() {
        let path = desk.folder().join(agent.name).join("work/hello.md").display().to_string();
        let call = agent.call(&Act::Write { path, content: format!("hello from {}\n", agent.title) });
        let model = Model::start(turns(vec![vec![call]], |line| agent.call(&Act::Shell(line.to_owned()))))?;
        let seat = desk.seat(agent, &model.url)?;
        desk.install(&seat, desk.program(), 170)?;
        let running = seat.start(&model)?;
        seats.push((seat, model, running));
    }
    let until = Instant::now() + MOST;
    while desk.inbox()?.len() < AGENTS {
        if Instant::now() > until {
            let heard: Vec<Vec<String>> = seats.iter().map(|(_, model, _)| model.results()).collect();
            return Err(format!("not all of them wait: {:?}; the models got {heard:?}", desk.inbox()?));
        }
        std::thread::sleep(Duration::from_millis(300));
    }
    let mut told = String::new();
    type_in(&desk, &["inbox"], &mut told)?;
    let mut waiting = desk.inbox()?;
    waiting.reverse();
    for item in &waiting {
        let id = item.id.split('-').next().unwrap_or(&item.id);
        desk.said(&["show", id])?;
        type_in(&desk, &["confirm", id], &mut told)?;
    }
    for (seat, model, running) in seats.drain(..) {
        let ended = running.wait(Duration::from_secs(60));
        let file = seat.text("hello.md");
        if file.as_deref() != Some(&format!("hello from {}\n", seat.agent.title)) {
            return Err(format!("{} wrote {file:?}: {:?} {}", seat.agent.title, model.results(), ended.said));
        }
    }
    type_in(&desk, &["receipts"], &mut told)?;
    for receipt in desk.receipts()? {
        let id = receipt["id"].as_str().unwrap_or_default();
        // Codex does not tell what became of a patch, so that undo asks to be sure.
        type_in(&desk, &["undo", id.split('-').next().unwrap_or(id), "--best-effort"], &mut told)?;
    }
    for agent in agents {
        let path = desk.folder().join(agent.name).join("work/hello.md");
        if path.exists() {
            return Err(format!("{} is still there after undo", path.display()));
        }
    }
    type_in(&desk, &["inbox"], &mut told)?;
    Ok(told.replace(&desk.folder().display().to_string(), "/home/ana"))
}

/// Runs a command as the person and adds it to the transcript, with what it printed.
fn type_in(desk: &Desk<'_>, args: &[&str], told: &mut String) -> Result<(), String> {
    let (code, said) = desk.said(args)?;
    told.push_str(&format!("$ countersign {}\n{}\n", args.join(" "), said.trim_end()));
    match code {
        0 => Ok(()),
        _ => Err(format!("{args:?} ended with {code}: {said}")),
    }
}
