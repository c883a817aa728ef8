//! `doctor`: an honest look at a home. It changes nothing, needs no token and makes no home where there is none.

mod daemon;
mod hooks;
mod rehearsal;
mod surroundings;

use std::path::Path;

use clap::ArgMatches;
use countersign_core::{
    Error, ErrorCode, Level, Result,
    agent::AgentProcess,
    record::Record,
    store::{Scan, Store},
    token::Token,
};
use countersign_server::peer::is_running;
use countersign_store::SqliteStore;
use serde_json::{Value, json};

use crate::{
    daemon::{Info, settings::Weighed},
    exit, home,
    render::{Tone, View, count},
    session::Session,
};

/// What no level stops.
const NOT_PROTECTED: &[&str] = &[
    "an agent that runs tools of its own: only calls made through Countersign are judged",
    "the end of the log: an edit shows, but a log cut or rewritten whole shows only against a checkpoint kept elsewhere",
];

/// What nothing looks after while no daemon runs.
const WITHOUT_DAEMON: &str = "deadlines, webhooks and retention while no daemon runs: what is due waits for the next command; countersign up stays";

/// What is open where it listens to others without encryption.
const UNENCRYPTED: &str =
    "what goes over the network: other machines reach it without encryption, tokens and decisions included";

/// What a level does not stop.
fn not_stopped(level: Level) -> &'static [&'static str] {
    match level {
        Level::SameUser => &[
            "this home against a program that runs as you: it can read and write the database, and see your token",
            "a decision by a process of yours that an agent started, if it left the agent's family and cleared its environment",
        ],
        Level::OwnUser | Level::Passkey => &[
            "an agent that runs as you: it can use your token from a process of yours; let agents run as another user",
            "root",
        ],
    }
}

/// How many registered processes are looked at, newest first.
const MAX_PROCESSES: usize = 200;

struct Finding {
    name: &'static str,
    ok: bool,
    detail: String,
    hint: Option<String>,
}

impl Finding {
    fn good(name: &'static str, detail: impl Into<String>) -> Self {
        Self { name, ok: true, detail: detail.into(), hint: None }
    }

    fn bad(name: &'static str, detail: impl Into<String>, hint: Option<String>) -> Self {
        Self { name, ok: false, detail: detail.into(), hint }
    }

    fn of(name: &'static str, result: Result<String>) -> Self {
        match result {
            Ok(detail) => Self::good(name, detail),
            Err(Error { message, hint, .. }) => Self::bad(name, message, hint),
        }
    }
}

/// Runs it; exit 1 when something is wrong.
pub fn run(session: &Session, _: &ArgMatches) -> Result<u8> {
    let mut findings =
        vec![Finding::good("version", env!("CARGO_PKG_VERSION")), home_folder(&session.home.data)];
    let daemon = daemon::find(&session.home);
    let level = level(session, daemon.as_ref());
    findings.push(Finding::good("level", format!("{}: {}", level.number(), level.words())));
    findings.extend(daemon::look(&session.home, daemon.as_ref()));
    let database = session.home.database();
    if let Some(socket) = &session.home.elsewhere {
        let detail = format!("behind {}: only its own user can look at it", socket.display());
        findings.push(Finding::good("database", detail));
    } else if database.exists() {
        match SqliteStore::open_read_only(&database) {
            Ok(store) => {
                findings.push(Finding::of("database", events(&store, &database)));
                findings.push(Finding::of("tokens", tokens(&store)));
                findings.push(Finding::of("agents", agents(&store)));
            }
            Err(e) => findings.push(Finding::of("database", Err(e))),
        }
    } else {
        findings.push(Finding::good("database", "none yet; the first command makes it"));
    }
    if session.home.elsewhere.is_none() {
        findings.push(Finding::of("config", config(&session.home.config())));
        findings.push(policy(session).unwrap_or_else(|e| Finding::of("policy", Err(e))));
        // What is wrong with the files was told above.
        findings.extend(checks(session).ok().flatten());
    }
    findings.extend(surroundings::look(&session.home));
    findings.push(rehearsal::look(countersign_rehearsal::capabilities()));
    findings.extend(hooks::look(&session.home));
    let ok = findings.iter().all(|f| f.ok);
    let mut open = not_protected(level, daemon.as_ref());
    open.extend(hooks::not_stopped(&session.home));
    if session.screen.json {
        session.screen.value(&as_json(&findings, ok, level, &open))?;
    } else {
        session.screen.text(&as_text(&findings, level, &open, &session.screen.view()))?;
    }
    Ok(if ok { exit::DONE } else { exit::FAILED })
}

fn home_folder(path: &Path) -> Finding {
    if !path.is_dir() {
        return Finding::good("home", format!("{} (not there yet)", path.display()));
    }
    Finding::of("home", private(path, 0o700).map(|mode| format!("{}{mode}", path.display())))
}

/// The mode of a file that only its owner may read, in words.
#[cfg(unix)]
fn private(path: &Path, want: u32) -> Result<String> {
    use std::os::unix::fs::PermissionsExt;
    let failed = |e| Error::new(ErrorCode::Store, format!("cannot look at {}: {e}", path.display()));
    let mode = path.metadata().map_err(failed)?.permissions().mode() & 0o777;
    if mode & 0o077 == 0 {
        return Ok(format!(" (mode {mode:o})"));
    }
    Err(Error::new(ErrorCode::Store, format!("{} is open to others (mode {mode:o})", path.display()))
        .hint(format!("chmod {want:o} {}", path.display())))
}

/// Modes are not looked at here.
#[cfg(not(unix))]
fn private(_: &Path, _: u32) -> Result<String> {
    Ok(String::new())
}

fn events(store: &SqliteStore, path: &Path) -> Result<String> {
    let mut detail = String::new();
    store.view(&mut |base| {
        let damage = base.damage()?;
        if let Some(first) = damage.first() {
            return Err(Error::new(ErrorCode::Store, format!("the database is damaged: {first}")));
        }
        let version = countersign_store::sqlite::VERSION;
        let events = count(usize::try_from(base.head()?.seq).unwrap_or(usize::MAX), "event");
        detail = format!("version {version}, {events}{}", private(path, 0o600)?);
        Ok(())
    })?;
    Ok(detail)
}

fn tokens(store: &SqliteStore) -> Result<String> {
    let mut detail = String::new();
    store.view(&mut |base| {
        let mut counts = std::collections::BTreeMap::<&str, usize>::new();
        for id in base.ids(Token::KIND.name, "", usize::MAX)? {
            let key = countersign_core::record::Key::of::<Token>(&id);
            let Some(stored) = base.get(&key)? else { continue };
            let token: Token = stored.row.read()?;
            if token.revoked_at.is_none() {
                *counts.entry(token.kind.as_str()).or_default() += 1;
            }
        }
        let each: Vec<_> = counts.iter().map(|(kind, n)| format!("{n} {kind}")).collect();
        detail = if each.is_empty() {
            "none: whoever can read this home is its first person; make one with countersign token person NAME".to_owned()
        } else {
            each.join(", ")
        };
        Ok(())
    })?;
    Ok(detail)
}

fn config(path: &Path) -> Result<String> {
    home::config(path)?;
    Ok(if path.exists() { path.display().to_string() } else { "defaults (no config.toml)".to_owned() })
}

fn policy(session: &Session) -> Result<Finding> {
    let Weighed { policy, notice, load } = session.policy()?;
    let path = session.home.policy();
    let source =
        if path.exists() { path.display().to_string() } else { "defaults (no policy.toml)".to_owned() };
    let mode = serde_json::to_value(policy.mode()).map_err(Error::bug)?;
    let mode = mode.as_str().unwrap_or("by confidence").to_owned();
    let detail = format!("{source}, mode {mode}, {}", count(policy.rules().len(), "rule"));
    Ok(match notice {
        None => Finding::good("policy", detail),
        // What waits is for a person to say, and nothing is wrong meanwhile.
        Some(notice) if load.is_some() => Finding::good("policy", format!("{detail}; {notice}")),
        Some(notice) => Finding::bad("policy", notice, Some("correct the file".to_owned())),
    })
}

/// Whether the policy lists checks that nobody named a folder for.
fn checks(session: &Session) -> Result<Option<Finding>> {
    let lists_some = !session.policy()?.policy.checks().is_empty();
    let told = "the policy lists some, and config.toml names no roots: an agent's checks are asked about";
    let is_asked = lists_some && home::config(&session.home.config())?.named_folders().is_empty();
    Ok(is_asked.then(|| Finding::good("checks", told)))
}

/// How well persons and agents are kept apart here: as the daemon says that runs, else as the next one will.
fn level(session: &Session, daemon: Option<&Info>) -> Level {
    let of_settings = || {
        let system = home::config(&session.home.config()).is_ok_and(|c| c.system.is_some());
        if system { Level::OwnUser } else { Level::SameUser }
    };
    daemon.map_or_else(of_settings, |info| info.level)
}

/// All that is not protected here.
fn not_protected(level: Level, daemon: Option<&Info>) -> Vec<&'static str> {
    let mut all: Vec<&str> = NOT_PROTECTED.to_vec();
    if daemon.is_none_or(|info| info.auto) {
        all.push(WITHOUT_DAEMON);
    }
    if daemon.is_some_and(daemon::is_open) {
        all.push(UNENCRYPTED);
    }
    all.extend(not_stopped(level));
    all
}

/// The processes that were said to be agents, and which of them still run.
fn agents(store: &SqliteStore) -> Result<String> {
    let mut processes = Vec::new();
    store.view(&mut |base| {
        let scan = Scan::prefix(AgentProcess::KIND.name, "process.at", "").reversed().limit(MAX_PROCESSES);
        for hit in base.scan(&scan)? {
            processes.push(hit.stored.row.read::<AgentProcess>()?);
        }
        Ok(())
    })?;
    if processes.is_empty() {
        return Ok("no process was registered as an agent".to_owned());
    }
    let pid = |p: &AgentProcess| p.parts().map(|(_, pid, _)| pid).unwrap_or_default();
    let alive = processes.iter().filter(|p| is_running(p));
    let named: Vec<String> = alive.map(|p| format!("{} (process {})", p.agent, pid(p))).collect();
    let all =
        if processes.len() == 1 { "1 process".to_owned() } else { format!("{} processes", processes.len()) };
    Ok(match named.is_empty() {
        true => format!("{all} registered, none running"),
        false => format!("{all} registered, running: {}", named.join(", ")),
    })
}

fn as_json(findings: &[Finding], ok: bool, level: Level, open: &[&str]) -> Value {
    let checks: Vec<Value> = findings
        .iter()
        .map(|f| json!({"name": f.name, "ok": f.ok, "detail": f.detail, "hint": f.hint}))
        .collect();
    let capabilities = rehearsal::as_json(countersign_rehearsal::capabilities());
    json!({"ok": ok, "level": level, "checks": checks, "rehearsal": capabilities, "not_protected": open})
}

fn as_text(findings: &[Finding], level: Level, open: &[&str], view: &View) -> String {
    let mut out = String::new();
    let names: Vec<String> = findings.iter().map(|f| view.said(f.name)).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or_default();
    for (finding, name) in findings.iter().zip(names) {
        let (sign, tone) = if finding.ok { ("✓", Tone::Good) } else { ("✗", Tone::Bad) };
        let detail = match finding.name {
            "level" => format!("{}: {}", level.number(), view.rests_on(level)),
            _ => view.said(&finding.detail),
        };
        let line = format!("{name:<width$} {detail}");
        out.push_str(&format!("{} {line}\n", view.paint.tone(tone, sign)));
        if let Some(hint) = &finding.hint {
            let label = view.t("term-label-hint");
            out.push_str(&format!("  {} {}\n", view.paint.dim(&label), view.said(hint)));
        }
    }
    out.push_str(&format!("\n{}\n", view.paint.strong(&view.said("Not protected here"))));
    open.iter().for_each(|line| out.push_str(&format!("  {}\n", view.said(line))));
    out
}
