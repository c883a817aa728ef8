//! The page `docs/agents.md`.

use std::fmt::Write as _;

use countersign_probe::{AGENTS, Agent};

use super::{
    Seen,
    broken::{Broken, Fate, WAYS},
    scenes::NAMES,
};

/// What is said before the table.
const HEAD: &str = "# Agents\n\n\
    Written by `cargo xtask agents`, which installs each agent in the version named here, starts it against a scripted\n\
    model in a home of its own with our hook, and looks at what happens. Nothing here is copied from an agent's\n\
    documentation, but for what stands in brackets. `countersign doctor --agents` makes the short version of this with the agents that you have.\n";

/// What is said about agents that could not be run.
const OTHERS: &str = include_str!("not_run.md");

/// Their rows, in the form of the table.
const OTHER_ROWS: &str = include_str!("not_run_rows.md");

/// How the others were tested.
const RUN: &str = "run, scripted model";

/// The head of the table.
const TABLE: &str = "\n| agent | version | tested how | on | deny | ask | rewrite | after | hook broken | prompts, 15 calls | in a trusted folder |\n\
    |---|---|---|---|---|---|---|---|---|---:|---:|\n";

/// What is said after the table.
const LEGEND: &str = "\n\
    *tested how*: whether the real program ran, or what else is known of it; *on*: the day of that. A value in brackets was\n\
    not measured: it is what its code or its documents say. *deny*: a no reaches the model with its reason, and nothing was\n\
    written. *ask*: a call waits for a person, and lands\n\
    after the yes. *rewrite*: commands are run by the gate, not by the agent's shell; *redirected*: the command is refused,\n\
    and the model told how to pass it to the gate. *after*: an undo by a person is\n\
    told to the model. *hook broken*: what the agent does if our hook is missing, is killed, fails, says nothing or is\n\
    too slow, and its own questions are switched off: *closed* means that the call is not carried out, **open** that it\n\
    is, *waits* that it was neither when it was ended after 150 seconds. *prompts*: about how many of the\n\
    fifteen calls of the session a person was asked.\n\n\
    Frameworks that have no hooks, but a package of ours, are in the same way in [frameworks.md](frameworks.md): LangChain and\n\
    LangGraph, OpenAI Agents SDK, Pydantic AI, CrewAI, smolagents, Google ADK, Microsoft Agent Framework, Claude Agent SDK, Vercel AI\n\
    SDK and Mastra.\n\n\
    The session: a look at the repository, a read, a search, the tests, a new file, an edit, lines appended by a\n\
    command, the tests again, `sed -i`, a build into an ignored folder, a deletion, another edit, a page fetched from\n\
    this machine, a commit, a last look. One `countersign run rollback` takes all of it back; files are then compared\n\
    byte for byte.\n";

/// The title of the transcript.
const INBOX: &str = "## One inbox, five agents\n";

/// What is said before the transcript.
const INBOX_HEAD: &str = "\n\
    Five different agents wait at once; a person answers all of them in a terminal, and takes each back with one\n\
    command. After it no file is left.\n";

/// Writes the page: what was seen now, and otherwise what the page said.
pub fn write(old: &str, seen: Option<&Seen>, inbox: Option<&str>) -> String {
    let mut page = HEAD.to_owned();
    page.push_str(TABLE);
    let is_new = |agent: &Agent| seen.filter(|seen| seen.agent.name == agent.name);
    for agent in AGENTS {
        let begins = format!("| {} | ", agent.title);
        let known = || old.lines().find(|line| line.starts_with(&begins)).map(|line| format!("{line}\n"));
        page.push_str(&is_new(agent).map(row).or_else(known).unwrap_or_default());
    }
    page.push_str(OTHER_ROWS);
    page.push_str(LEGEND);
    for agent in AGENTS {
        let known = || known_section(old, &format!("## {} ", agent.title));
        page.push_str(&is_new(agent).map(section).or_else(known).unwrap_or_default());
    }
    page.push_str(OTHERS);
    let new = inbox.map(|inbox| format!("\n{INBOX}{INBOX_HEAD}\n```\n{}\n```\n", inbox.trim_end()));
    page.push_str(&new.or_else(|| known_section(old, INBOX)).unwrap_or_default());
    page
}

/// Finds a section by the begin of its title, with the empty line before it.
fn known_section(page: &str, title: &str) -> Option<String> {
    let at = page.find(&format!("\n{title}"))?;
    let rest = &page[at + 1..];
    let end = rest[1..].find("\n## ").map_or(rest.len(), |end| end + 1);
    Some(format!("\n{}\n", rest[..end].trim_end()))
}

/// One row of the table.
fn row(one: &Seen) -> String {
    let sessions: Vec<String> = [false, true].iter().map(|trusted| one.prompts(*trusted)).collect();
    format!(
        "| {} | {} | {RUN} | {} | {} | {} | {} | {} | {} | {} |\n",
        one.agent.title,
        one.version,
        one.day,
        one.passed(NAMES[1]),
        one.passed(NAMES[0]),
        one.passed(NAMES[3]),
        one.passed(NAMES[2]),
        one.open_or_closed(),
        sessions.join(" | "),
    )
}

/// The section of one agent.
pub fn section(one: &Seen) -> String {
    let mut page = String::new();
    let name = one.agent.name;
    let _ = write!(
        &mut page,
        "\n## {} {}\n\n```\ncountersign hook install {name} --yes\ncountersign hook remove {name} --yes\n```\n\n",
        one.agent.title, one.version
    );
    if let Some(why) = &one.stopped {
        let _ = writeln!(page, "Not finished: {why}\n");
    }
    for check in &one.checks {
        let told =
            check.fault.as_deref().map_or_else(|| "yes".to_owned(), |fault| format!("**no**: {fault}"));
        let _ = writeln!(page, "- {}: {}", check.name, short(&told));
    }
    if !one.broken.is_empty() {
        let each: Vec<String> = one
            .broken
            .iter()
            .map(|broken| format!("{}: {}, {}", broken.way, broken.command.word(), broken.write.word()))
            .collect();
        let _ = writeln!(page, "- a broken hook (a command, a file): {}", each.join("; "));
    }
    for session in &one.sessions {
        let place = if session.trusted { "in a trusted folder" } else { "with nothing set up" };
        let n = session.prompts.len();
        let _ =
            writeln!(page, "- the session {place}: {} of 15 calls had a result, {n} prompts", session.calls);
        for prompt in &session.prompts {
            let _ = writeln!(page, "  - `{}`", short(prompt.lines().next().unwrap_or_default()));
        }
        for fault in &session.faults {
            let _ = writeln!(page, "  - **{}**", short(fault));
        }
    }
    page
}

/// Shortens a text to one line without paths of this machine.
fn short(text: &str) -> String {
    let line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line: Vec<&str> = line.split(' ').map(in_folder).collect();
    line.join(" ").chars().take(300).collect()
}

/// Names a path by what is below the agent's working folder.
fn in_folder(word: &str) -> &str {
    let is_work = |part: &&str| part.trim_matches('/') == "work";
    match word.split_inclusive('/').collect::<Vec<_>>().iter().rposition(is_work) {
        Some(at) => word.splitn(at + 2, '/').last().unwrap_or(word),
        None => word,
    }
}

impl Seen {
    fn passed(&self, name: &str) -> &'static str {
        match self.checks.iter().find(|check| check.name == name) {
            Some(check) if check.fault.is_none() => "yes",
            Some(_) => "**no**",
            None => "–",
        }
    }

    fn prompts(&self, trusted: bool) -> String {
        let session = self.sessions.iter().find(|session| session.trusted == trusted);
        session.map_or_else(|| "–".to_owned(), |session| session.prompts.len().to_string())
    }

    fn open_or_closed(&self) -> String {
        let ways = |is: Fate| -> Vec<&str> {
            let with = |broken: &&Broken| broken.command == is || broken.write == is;
            self.broken.iter().filter(with).map(|broken| broken.way).collect()
        };
        let (open, waits) = (ways(Fate::Open), ways(Fate::Waited));
        if self.broken.len() < WAYS.len() {
            return "–".to_owned();
        }
        let mut said = match open.is_empty() {
            true => "closed".to_owned(),
            false => format!("**open** if {}", open.join(", ")),
        };
        if !waits.is_empty() {
            let _ = write!(&mut said, "; waits if {}", waits.join(", "));
        }
        said
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::{scenes::Check, session::Session};

    fn seen(name: &str, fault: Option<&str>) -> Seen {
        let fault = fault.map(str::to_owned);
        Seen {
            agent: Agent::named(name).unwrap(),
            version: "1.2.3".to_owned(),
            day: "2026-01-31".to_owned(),
            checks: vec![Check { name: NAMES[1], fault }],
            broken: WAYS
                .map(|(way, _)| Broken {
                    way,
                    command: if way == "too slow" { Fate::Open } else { Fate::Closed },
                    write: Fate::Closed,
                })
                .into(),
            sessions: vec![Session {
                trusted: false,
                prompts: vec!["rm OLD.md".to_owned()],
                calls: 15,
                faults: Vec::new(),
            }],
            stopped: None,
        }
    }

    #[test]
    fn a_row_says_what_was_seen_and_what_was_not_tried() {
        let row = row(&seen("codex", None));
        assert_eq!(
            row,
            "| Codex | 1.2.3 | run, scripted model | 2026-01-31 | yes | – | – | – | **open** if too slow | 1 | – |\n"
        );
    }

    #[test]
    fn an_agent_that_waits_is_not_called_closed_without_a_word() {
        let mut one = seen("pi", None);
        one.broken.iter_mut().for_each(|broken| broken.command = Fate::Closed);
        assert_eq!(one.open_or_closed(), "closed");
        one.broken[4].write = Fate::Waited;
        assert_eq!(one.open_or_closed(), "closed; waits if too slow");
        one.broken[3].command = Fate::Open;
        assert_eq!(one.open_or_closed(), "**open** if says nothing; waits if too slow");
        one.broken.pop();
        assert_eq!(one.open_or_closed(), "–");
    }

    #[test]
    fn every_row_has_all_columns_and_every_agent_that_is_known_has_one() {
        let page = include_str!("../../../docs/agents.md");
        let rows: Vec<&str> = page.lines().skip_while(|line| !line.starts_with("| agent |")).collect();
        let rows: Vec<&str> = rows.into_iter().take_while(|line| line.starts_with('|')).collect();
        assert!(page.contains(TABLE) && page.contains(OTHER_ROWS) && page.contains(LEGEND));
        assert!(rows.iter().all(|row| row.matches('|').count() == 12), "{rows:#?}");
        let others = ["Cursor", "Windsurf", "Crush", "Amp", "Continue CLI"];
        for title in AGENTS.iter().map(|agent| agent.title).chain(others) {
            assert_eq!(
                rows.iter().filter(|row| row.starts_with(&format!("| {title} |"))).count(),
                1,
                "{title}"
            );
        }
        for title in others {
            let row = rows.iter().find(|row| row.starts_with(&format!("| {title} |"))).unwrap();
            assert!(!row.contains(RUN), "{row}");
        }
    }

    #[test]
    fn what_was_not_run_now_stays_as_it_was() {
        let first = write("", Some(&seen("codex", None)), None);
        let second = write(&first, Some(&seen("claude-code", Some("it wrote"))), Some("$ countersign inbox"));
        let third = write(&second, Some(&seen("codex", Some("nothing came"))), None);
        for page in [&second, &third] {
            assert_eq!(page.matches("\n## Codex 1.2.3\n").count(), 1, "{page}");
            assert_eq!(
                page.matches("\n| Claude Code | 1.2.3 | run, scripted model | 2026-01-31 | **no** |").count(),
                1,
                "{page}"
            );
            assert!(page.contains("a no with its reason: **no**: it wrote\n"), "{page}");
            assert!(page.ends_with("$ countersign inbox\n```\n"), "{page}");
        }
        assert!(third.contains("**no**: nothing came") && !second.contains("nothing came"), "{third}");
    }

    #[test]
    fn paths_of_a_machine_are_not_told() {
        assert_eq!(short("/tmp/run/.tmpA/codex/work/a.md  and\nmore"), "a.md and more");
    }
}
