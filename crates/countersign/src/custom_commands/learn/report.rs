//! The report: for a person in a terminal, and for programs.

use std::{io::IsTerminal as _, path::PathBuf};

use countersign_core::{
    Result,
    policy::replay::{Cause, Fate, Remedy},
    text::{line, visible},
    when,
};
use countersign_words::{Message, say};
use serde_json::{Value, json};

use super::{
    agent::Agent,
    known,
    propose::Proposal,
    tally::{EXAMPLES, Tally},
};
use crate::{home::zone, output::Screen};

/// The longest example on a terminal.
const MAX_EXAMPLE: usize = 100;

/// All of it for programs.
pub fn to_json(tally: &Tally, proposals: &[Proposal], left: u64) -> Value {
    let mut told = tally.to_json();
    let one = |(n, proposal): (usize, &Proposal)| {
        json!({
            "number": n + 1,
            "change": proposal.remedy,
            "lets_run": proposal.lets_run,
            "estimated": proposal.estimated,
            "rehearsed_there": proposal.rehearsed,
            "rejected": proposal.rejected,
            "examples": proposal.examples,
        })
    };
    told["proposals"] = proposals.iter().enumerate().map(one).collect();
    told["asks_with_all"] = left.into();
    told["untried"] = known(Some(tally.untried).filter(|n| *n > 0));
    told["can_rehearse"] = can_rehearse().into();
    told
}

fn can_rehearse() -> bool {
    let found = countersign_rehearsal::capabilities();
    found.namespaces && found.watching && found.confined
}

/// Prints it.
pub fn show(
    screen: Screen,
    tally: &Tally,
    proposals: &[Proposal],
    left: u64,
    places: &[PathBuf],
) -> Result<()> {
    if tally.calls() == 0 {
        let places: Vec<String> =
            places.iter().map(|path| visible(&path.display().to_string()).text).collect();
        screen.told(&say!("command-learn-none", places = places.join(", ")))?;
        return broken(screen, tally);
    }
    headline(screen, tally)?;
    let asks = tally.of(Fate::Asks);
    let [runs, inside, refused, unjudged] =
        [Fate::Runs, Fate::Inside, Fate::Refused, Fate::Unjudged].map(|fate| tally.of(fate));
    screen.told(&say!("command-learn-others", runs, inside, refused, unjudged))?;
    screen.told(&where_from(tally))?;
    broken(screen, tally)?;
    causes(screen, tally)?;
    shown(screen, proposals)?;
    match proposals {
        [] if asks > 0 => screen.told(&say!("command-learn-no-proposals")),
        [] => Ok(()),
        _ => screen
            .text(&format!("\n{}", screen.say(&say!("command-learn-together", after = left, before = asks)))),
    }
}

/// Prints how often a person would have been asked, and how often the agents asked.
pub fn headline(screen: Screen, tally: &Tally) -> Result<()> {
    if !can_rehearse() {
        screen.note(&say!("command-learn-no-world"));
    }
    let (asks, rehearsed) = (tally.of(Fate::Asks), tally.of(Fate::Rehearsed));
    screen.told(&say!("command-learn-headline", n = tally.calls(), asks))?;
    if rehearsed > 0 {
        screen.told(&say!("command-learn-range", most = asks + rehearsed, n = rehearsed))?;
    }
    for (agent, of) in &tally.agents {
        let (agent_title, n, rejected) = (agent.title(), of.own_asks, of.rejected);
        screen.told(&match (agent, of.own_unknown) {
            (Agent::ClaudeCode, 0) => say!("command-learn-own-computed", agent = agent_title, n, rejected),
            (_, 0) => say!("command-learn-own-told", agent = agent_title, n, rejected),
            _ => say!("command-learn-own-unknown", agent = agent_title),
        })?;
    }
    Ok(())
}

fn where_from(tally: &Tally) -> Message {
    let of_agent = |(agent, of): (&Agent, &super::tally::AgentTally)| {
        say!("command-learn-of-agent", agent = agent.title(), n = of.calls, files = of.files)
    };
    let mut parts: Vec<Message> = tally.agents.iter().map(of_agent).collect();
    if let (Some(first), Some(last)) = (tally.first_ms, tally.last_ms) {
        let day = |ms| when::today(ms, &zone()).to_string();
        parts.push(say!("command-learn-between", from = day(first), to = day(last)));
    }
    say!("command-learn-read", said = Message::joined(", ", parts))
}

fn broken(screen: Screen, tally: &Tally) -> Result<()> {
    let (lines, files) = (tally.broken_lines, tally.unread_files);
    match lines + files {
        0 => Ok(()),
        _ => screen.told(&say!("command-learn-broken", lines, files)),
    }
}

fn causes(screen: Screen, tally: &Tally) -> Result<()> {
    if tally.causes.is_empty() {
        return Ok(());
    }
    screen.text(&format!("\n{}", screen.say(&say!("command-learn-causes"))))?;
    let mut causes: Vec<_> = tally.causes.iter().collect();
    causes.sort_by(|a, b| (b.1.n, a.0).cmp(&(a.1.n, b.0)));
    for (cause, of) in causes {
        screen.text(&format!("{:>6}  {}", of.n, screen.say(&name_of(*cause))))?;
        for example in of.examples.values() {
            screen.text(&format!("{:>6}  · {}", "", brief(example)))?;
        }
    }
    Ok(())
}

fn shown(screen: Screen, proposals: &[Proposal]) -> Result<()> {
    if proposals.is_empty() {
        return Ok(());
    }
    screen.text(&format!("\n{}", screen.say(&say!("command-learn-proposals"))))?;
    for (n, proposal) in proposals.iter().enumerate() {
        let mut parts = vec![name_of_proposal(proposal)];
        if proposal.estimated > 0 {
            parts.push(say!("command-learn-trust-estimated", n = proposal.estimated));
        }
        if proposal.rehearsed > 0 {
            parts.push(say!("command-learn-trust-rehearsed", n = proposal.rehearsed));
        }
        if proposal.rejected > 0 {
            parts.push(say!("command-learn-rejected", n = proposal.rejected));
        }
        screen.text(&format!("{:>5}. {}", n + 1, screen.say(&Message::joined("; ", parts))))?;
        for example in proposal.examples.iter().take(EXAMPLES) {
            screen.text(&format!("{:>5}  · {}", "", brief(example)))?;
        }
    }
    Ok(())
}

/// Shortens an example, unless a program or a file takes it.
fn brief(example: &str) -> String {
    let most = if std::io::stdout().is_terminal() { MAX_EXAMPLE } else { usize::MAX };
    line(example, most)
}

fn name_of(cause: Cause) -> Message {
    match cause {
        Cause::Changes => say!("command-learn-cause-changes"),
        Cause::Deletes => say!("command-learn-cause-deletes"),
        Cause::Outside => say!("command-learn-cause-outside"),
        Cause::Sends => say!("command-learn-cause-sends"),
        Cause::Protected => say!("command-learn-cause-protected"),
        Cause::Rights => say!("command-learn-cause-rights"),
        Cause::Tool => say!("command-learn-cause-tool"),
        Cause::Rule => say!("command-learn-cause-rule"),
        Cause::Other => say!("command-learn-cause-other"),
    }
}

fn name_of_proposal(proposal: &Proposal) -> Message {
    let (n, shown) = (proposal.lets_run, |text: &str| visible(text).text);
    match &proposal.remedy {
        Remedy::Trust(folder) => say!("command-learn-trust", folder = shown(folder), n),
        Remedy::Fetch(host) => say!("command-learn-fetch", host = shown(host), n),
        Remedy::Tool(tool) => say!("command-learn-tool", tool = shown(tool), n),
        Remedy::Command { command, cwd } => {
            say!("command-learn-command", command = format!("`{}`", shown(command)), folder = shown(cwd), n)
        }
    }
}
