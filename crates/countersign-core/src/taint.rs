//! Taint: a run that has read a secret, or text that others wrote, asks before it sends anything. Marks say
//! what it has read. They are made when the call that reads begins, follow the agent into its other runs, and
//! end with the run.
//!
//! # Limitations
//! A file carries the marks of the run that wrote it only for reads that name it or its folder, and only while
//! that run is at work. Which session a call belongs to is known only over transports with sessions: elsewhere
//! an agent counts as the same one until a marked run of it was idle for half an hour.

mod record;

use countersign_words::{Message, say};

pub use self::record::{Mark, MarkKind, MarkedFile};
use crate::{
    ActorKind,
    authority::Grant,
    call::gate::IMAGINED,
    canonical,
    error::Result,
    handover,
    judge::{self, Class, Facts},
    record::Record,
    run::{IDLE_MS, Run},
    store::Scan,
    tool::Tool,
    tx::Tx,
};

/// How many marks a run keeps: one is enough to make it ask.
const KEPT: usize = 50;
/// How many of an agent's latest marks are looked at for another of its runs.
const RECENT: usize = 200;
/// How many marks a reason names.
const NAMED: usize = 3;
/// How many files of a call are looked up.
const FILES: usize = 200;

/// Programs that get packages or commits and do not print what a host wrote for an agent to read. Like the
/// packages that are installed already, what they bring is no text from the web.
const CLIENTS: &[&str] = &[
    "bundle", "cargo", "composer", "gem", "git", "go", "gradle", "mvn", "npm", "pip", "pip3", "pnpm",
    "poetry", "uv", "yarn",
];
/// Programs beside them in a line that reach no host themselves.
const BESIDE: &[&str] = &[
    "cat", "cd", "cut", "echo", "grep", "head", "ls", "mkdir", "printf", "rg", "sort", "tail", "test", "tr",
    "true", "uniq", "wc",
];

/// Returns the marks of a run, oldest first.
pub fn of_run(tx: &mut Tx<'_>, run: &str) -> Result<Vec<Mark>> {
    if tx.is_empty(Mark::KIND.name, "mark.run")? {
        return Ok(Vec::new());
    }
    tx.list(&Scan::prefix(Mark::KIND.name, "mark.run", &format!("{run}/")).limit(KEPT))
}

/// Returns the marks that matter for a call: none if it sends nothing.
pub fn of_sending(tx: &mut Tx<'_>, run: &Run, tool: &Tool, class: Class, facts: &Facts) -> Result<Vec<Mark>> {
    // What stays in the loopback network of its own world reaches nobody; a listed host is the machine's own.
    let listed = tx.setup().policy.hosts();
    let leaves = facts.sends_beyond() || facts.hosts.iter().any(|host| judge::is_listed(host, listed));
    if leaves {
        return of_run(tx, &run.id);
    }
    // What a server that nobody trusts does may well be to send. What it gave itself, it knows already.
    let tells = class != Class::Read && (!facts.foreign.is_empty() || tool.name == handover::OTHER);
    let mut marks = if tells { of_run(tx, &run.id)? } else { Vec::new() };
    marks.retain(|mark| mark.what != MarkKind::Server || !facts.foreign.contains(&mark.source));
    Ok(marks)
}

/// Whether a grant was given by a person who could know of all these marks: after each of them, with the yes to
/// the call that made it, or for contacting the very host whose text was read.
pub fn is_since(grant: &Grant, marks: &[Mark]) -> bool {
    let own_host =
        |mark: &Mark| mark.what == MarkKind::Web && judge::is_listed(&mark.source, &grant.pattern.hosts);
    marks.iter().all(|mark| grant.at > mark.at || grant.item == mark.by || own_host(mark))
}

/// Returns why a marked run asks.
pub fn reason(marks: &[Mark]) -> Option<Message> {
    let named = Message::joined(", ", marks.iter().take(NAMED).map(Mark::words));
    match (marks.len(), marks.len().saturating_sub(NAMED)) {
        (0, _) => None,
        (_, 0) => Some(say!("judge-tainted", saids = named)),
        (_, n) => Some(say!("judge-tainted-more", saids = named, n)),
    }
}

/// Marks a run by what a call of it reads. It is called when the call begins: from then on its result may reach
/// the agent.
pub fn mark(tx: &mut Tx<'_>, run: &Run, tool: &Tool, facts: &Facts, item: Option<&str>) -> Result<()> {
    let mut found: Vec<(MarkKind, String)> = Vec::new();
    found.extend(facts.secrets().into_iter().map(|source| (MarkKind::Secret, source)));
    found.extend(web(tool, facts).into_iter().map(|source| (MarkKind::Web, source)));
    found.extend(facts.foreign.iter().map(|server| (MarkKind::Server, server.clone())));
    found.extend(of_files(tx, run, facts)?.into_iter().map(|source| (MarkKind::File, source)));
    let by = item.map_or_else(|| tx.event_id(), str::to_owned);
    for (what, source) in found {
        add(tx, run, what, source, &by, None)?;
    }
    Ok(())
}

fn add(
    tx: &mut Tx<'_>,
    run: &Run,
    what: MarkKind,
    source: String,
    by: &str,
    from: Option<String>,
) -> Result<()> {
    if run.id == IMAGINED {
        return Ok(());
    }
    let known = of_run(tx, &run.id)?;
    if known.len() >= KEPT || known.iter().any(|mark| mark.what == what && mark.source == source) {
        return Ok(());
    }
    let (run, agent) = (run.id.clone(), run.agent.clone());
    let mark =
        Mark { id: tx.new_id(Mark::KIND), run, agent, what, source, by: by.to_owned(), at: tx.now(), from };
    tx.create(&mark)
}

/// Returns the hosts whose text a call brings to the agent.
fn web(tool: &Tool, facts: &Facts) -> Vec<String> {
    if tool.name == handover::OTHER {
        return vec![tool.name.clone()];
    }
    let word = |words: &[Option<String>]| {
        let first = words.first().cloned().flatten()?;
        Some(first.rsplit('/').next().unwrap_or(&first).to_owned())
    };
    let programs: Option<Vec<String>> = facts.commands.iter().map(|command| word(&command.words)).collect();
    let programs = programs.filter(|all| !all.is_empty() && !facts.opaque);
    let only_clients = programs
        .is_some_and(|all| all.iter().all(|p| CLIENTS.contains(&p.as_str()) || BESIDE.contains(&p.as_str())));
    if !facts.sends_out() || only_clients {
        return Vec::new();
    }
    match facts.hosts.as_slice() {
        [] => vec![tool.name.clone()],
        hosts => hosts.iter().filter(|host| !is_here(host)).cloned().collect(),
    }
}

/// Whether a host is this machine.
fn is_here(host: &str) -> bool {
    let name = host.rsplit_once(':').filter(|(_, port)| port.bytes().all(|b| b.is_ascii_digit()));
    let name = name.map_or(host, |(name, _)| name).trim_matches(['[', ']']);
    let is_v4 = name.starts_with("127.") && name.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    name == "localhost" || name == "::1" || host == "::1" || is_v4
}

/// Gives a run the marks of the agent's other runs: starting or naming another run takes none off.
pub fn follow(tx: &mut Tx<'_>, run: &Run) -> Result<()> {
    if tx.actor().kind != ActorKind::Agent || tx.is_empty(Mark::KIND.name, "mark.agent")? {
        return Ok(());
    }
    let prefix = format!("{}/", run.agent);
    let scan = Scan::prefix(Mark::KIND.name, "mark.agent", &prefix).reversed().limit(RECENT);
    for mark in tx.list::<Mark>(&scan)? {
        if mark.run != run.id && is_same_session(tx, &mark)? {
            add(tx, run, mark.what, mark.source, &mark.by, Some(mark.run))?;
        }
    }
    Ok(())
}

/// Whether the caller's session may have got what a mark of its agent names.
fn is_same_session(tx: &mut Tx<'_>, mark: &Mark) -> Result<bool> {
    if let Some(begun) = tx.call().origin.session_at {
        return Ok(begun <= mark.at);
    }
    let run = tx.get::<Run>(&mark.run)?;
    let active = run.map_or(0, |run| run.last_at.max(run.ended_at.unwrap_or_default()));
    Ok(active.max(mark.at).saturating_add(IDLE_MS) > tx.now())
}

/// Notes the files that a call of a marked run writes.
pub fn mark_files(tx: &mut Tx<'_>, run: &Run, facts: &Facts, item: &str) -> Result<()> {
    if run.stage.is_some() || of_run(tx, &run.id)?.is_empty() {
        return Ok(());
    }
    for path in facts.writes.iter().filter(|path| path.starts_with('/')).take(FILES) {
        let (id, path) = (canonical::digest("marked", &path.as_str().into()), path.clone());
        let file = MarkedFile { id, path, run: run.id.clone(), by: item.to_owned() };
        match tx.get::<MarkedFile>(&file.id)? {
            Some(_) => tx.put(&file)?,
            None => tx.create(&file)?,
        }
    }
    Ok(())
}

/// Returns the files among what a call reads that another marked run has written and that is still at work.
fn of_files(tx: &mut Tx<'_>, run: &Run, facts: &Facts) -> Result<Vec<String>> {
    let mut found = Vec::new();
    if tx.is_empty(MarkedFile::KIND.name, "marked_file.path")? {
        return Ok(found);
    }
    for path in facts.reads.iter().filter(|path| path.starts_with('/')).take(FILES) {
        let folder = format!("{}/", path.trim_end_matches('/'));
        let exactly = Scan::exactly(MarkedFile::KIND.name, "marked_file.path", path);
        let below = Scan::prefix(MarkedFile::KIND.name, "marked_file.path", &folder).limit(FILES);
        for file in [tx.list::<MarkedFile>(&exactly)?, tx.list(&below)?].concat() {
            let writer = tx.get::<Run>(&file.run)?.filter(|_| file.run != run.id);
            if writer.is_some_and(|writer| writer.status.is_open()) {
                found.push(file.path);
            }
        }
    }
    Ok(found)
}
