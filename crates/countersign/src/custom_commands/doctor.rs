//! `doctor`: checks a home. It changes nothing, needs no token and creates no home.

mod daemon;
mod hooks;
mod hub;
mod probe;
mod rehearsal;
mod surroundings;
mod version;

use std::{os::unix::fs::PermissionsExt as _, path::Path};

use clap::{Arg, ArgAction, ArgMatches, Command};
use countersign_core::{
    ActorKind, Error, ErrorCode, Level, Result,
    agent::AgentProcess,
    record::Record,
    store::{Scan, Store},
    token::Token,
};
use countersign_server::peer::is_running;
use countersign_words::{Message, say};
use serde_json::{Value, json};

use crate::{
    daemon::{Info, settings::Weighed},
    exit,
    home::{self, StorePlace},
    render::{Tone, View},
    session::Session,
};

/// Attacks that a level does not stop.
fn not_stopped(level: Level) -> [Message; 2] {
    match level {
        Level::SameUser => [say!("command-doctor-open-same-user"), say!("command-doctor-open-family")],
        Level::OwnUser | Level::Passkey => [say!("command-doctor-open-token"), "root".into()],
    }
}

/// How many registered processes are checked, newest first.
const MAX_PROCESSES: usize = 200;

struct Finding {
    /// The name of the check; programs get it in English.
    name: Message,
    ok: bool,
    detail: Message,
    hint: Option<Message>,
}

impl Finding {
    fn good(name: Message, detail: impl Into<Message>) -> Self {
        Self { name, ok: true, detail: detail.into(), hint: None }
    }

    fn bad(name: Message, detail: impl Into<Message>, hint: impl Into<Option<Message>>) -> Self {
        Self { name, ok: false, detail: detail.into(), hint: hint.into() }
    }

    fn of(name: Message, result: Result<Message>) -> Self {
        match result {
            Ok(detail) => Self::good(name, detail),
            Err(Error { message, hint, .. }) => Self::bad(name, message, hint),
        }
    }
}

/// The arguments of `doctor`.
pub fn args(command: Command) -> Command {
    let agents = Arg::new("agents").long("agents").action(ArgAction::SetTrue);
    command.arg(agents.help(say!("command-arg-doctor-agents").to_string()))
}

/// Runs the checks; exit 1 if something is wrong.
pub fn run(session: &Session, matches: &ArgMatches) -> Result<u8> {
    let version = Finding::good(say!("command-doctor-version"), env!("CARGO_PKG_VERSION"));
    let mut findings = vec![version, home_folder(&session.home.data)];
    let daemon = daemon::find(&session.home);
    let level = level(session, daemon.as_ref());
    let rests_on = Message::joined(": ", [level.number().to_string().into(), level.words()]);
    findings.push(Finding::good(say!("command-doctor-level"), rests_on));
    findings.extend(daemon::look(&session.home, daemon.as_ref()));
    let about_database = say!("command-doctor-database");
    if let Some(socket) = &session.home.elsewhere {
        let detail = say!("command-doctor-behind", path = socket.display());
        findings.push(Finding::good(about_database, detail));
    } else {
        match session.home.store().and_then(|place| Ok((place.read()?, place))) {
            Ok((Some(store), place)) => {
                findings.push(Finding::of(about_database, events(&*store, &place)));
                findings.push(Finding::of(say!("command-doctor-tokens"), tokens(&*store)));
                findings.push(Finding::of(say!("command-doctor-agents"), agents(&*store)));
                findings.extend(hub::look(&*store));
            }
            Ok((None, _)) => findings.push(Finding::good(about_database, say!("command-doctor-none-yet"))),
            Err(e) => findings.push(Finding::of(about_database, Err(e))),
        }
    }
    if session.home.elsewhere.is_none() {
        findings.push(Finding::of(say!("command-doctor-config"), config(&session.home.config())));
        let failed = |e| Finding::of(say!("command-doctor-policy"), Err(e));
        findings.push(policy(session).unwrap_or_else(failed));
        // Problems with the files were reported above.
        findings.extend(checks(session).ok().flatten());
    }
    findings.extend(surroundings::look(&session.home));
    findings.push(rehearsal::look(countersign_rehearsal::capabilities()));
    findings.extend(hooks::look(&session.home));
    if matches.get_flag("agents") {
        findings.extend(probe::look());
    }
    let ok = findings.iter().all(|f| f.ok);
    let mut open = not_protected(level, daemon.as_ref());
    open.extend(hooks::not_stopped(&session.home));
    if session.screen.json {
        session.screen.value(&as_json(&findings, ok, level, &open))?;
    } else {
        session.screen.text(&as_text(&findings, &open, &session.screen.view()))?;
    }
    Ok(if ok { exit::DONE } else { exit::FAILED })
}

fn home_folder(path: &Path) -> Finding {
    let name = say!("command-doctor-home");
    if !path.is_dir() {
        return Finding::good(name, say!("command-doctor-not-there", path = path.display()));
    }
    let told = |mode: String| say!("command-doctor-mode", path = path.display(), mode);
    Finding::of(name, private(path, 0o700).map(told))
}

/// Checks that only its owner may read a file.
fn private(path: &Path, want: u32) -> Result<String> {
    let failed = |e| {
        Error::new(ErrorCode::Store, say!("command-doctor-cannot-look", path = path.display(), error = e))
    };
    let mode = path.metadata().map_err(failed)?.permissions().mode() & 0o777;
    let written = format!("{mode:o}");
    if mode & 0o077 == 0 {
        return Ok(written);
    }
    let open = say!("command-doctor-open-mode", path = path.display(), mode = written);
    Err(Error::new(ErrorCode::Store, open).hint(format!("chmod {want:o} {}", path.display())))
}

fn events(store: &dyn Store, place: &StorePlace) -> Result<Message> {
    let mut detail = Message::default();
    store.view(&mut |base| {
        let damage = base.damage()?;
        if let Some(first) = damage.first() {
            return Err(Error::new(ErrorCode::Store, say!("command-doctor-damaged", said = first)));
        }
        let n = base.head()?.seq;
        detail = match place {
            StorePlace::File(path) => {
                let (version, mode) = (countersign_store::sqlite::VERSION, private(path, 0o600)?);
                say!("command-doctor-events", version, n, mode)
            }
            StorePlace::Postgres(address, _) => {
                let version = countersign_store::postgres::VERSION;
                say!("command-doctor-events-at", place = address.to_string(), version, n)
            }
        };
        Ok(())
    })?;
    Ok(detail)
}

fn tokens(store: &dyn Store) -> Result<Message> {
    let mut detail = Message::default();
    store.view(&mut |base| {
        let mut kinds = Vec::new();
        for id in base.ids(Token::KIND.name, "", usize::MAX)? {
            let key = countersign_core::record::Key::of::<Token>(&id);
            let Some(stored) = base.get(&key)? else { continue };
            let token: Token = stored.row.read()?;
            if token.revoked_at.is_none() {
                kinds.push(token.kind);
            }
        }
        let count = |kind| Some(kinds.iter().filter(|k| **k == kind).count()).filter(|n| *n > 0);
        let each = [
            count(ActorKind::Agent).map(|n| say!("command-doctor-tokens-agent", n)),
            count(ActorKind::Person).map(|n| say!("command-doctor-tokens-person", n)),
            count(ActorKind::Verifier).map(|n| say!("command-doctor-tokens-verifier", n)),
        ];
        let each: Vec<Message> = each.into_iter().flatten().collect();
        detail = if each.is_empty() { say!("command-doctor-no-tokens") } else { Message::joined(", ", each) };
        Ok(())
    })?;
    Ok(detail)
}

fn config(path: &Path) -> Result<Message> {
    home::config(path)?;
    Ok(if path.exists() { path.display().to_string().into() } else { say!("command-doctor-no-config") })
}

fn policy(session: &Session) -> Result<Finding> {
    let Weighed { policy, notice, load } = session.policy()?;
    let path = session.home.policy();
    let said =
        if path.exists() { path.display().to_string().into() } else { say!("command-doctor-no-policy") };
    let mode = serde_json::to_value(policy.mode()).map_err(Error::bug)?;
    let said_mode = mode.as_str().map_or_else(|| say!("command-doctor-mode-confidence"), Message::from);
    let detail = say!("command-doctor-policy-told", said, said_mode, n = policy.rules().len());
    let name = say!("command-doctor-policy");
    Ok(match notice {
        None => Finding::good(name, detail),
        // A pending change is for a person to decide; nothing is wrong meanwhile.
        Some(notice) if load.is_some() => Finding::good(name, Message::joined("; ", [detail, notice])),
        Some(notice) => Finding::bad(name, notice, say!("command-doctor-correct")),
    })
}

/// Checks whether the policy lists checks without a named folder.
fn checks(session: &Session) -> Result<Option<Finding>> {
    let lists_some = !session.policy()?.policy.checks().is_empty();
    let told = say!("command-doctor-checks-asked");
    let is_asked = lists_some && home::config(&session.home.config())?.named_folders().is_empty();
    Ok(is_asked.then(|| Finding::good(say!("command-doctor-checks"), told)))
}

/// Returns how well persons and agents are separated: as the running daemon reports, otherwise as the next one will.
fn level(session: &Session, daemon: Option<&Info>) -> Level {
    let of_settings = || {
        let system = home::config(&session.home.config()).is_ok_and(|c| c.system.is_some());
        if system { Level::OwnUser } else { Level::SameUser }
    };
    daemon.map_or_else(of_settings, |info| info.level)
}

/// Lists everything that is not protected here.
fn not_protected(level: Level, daemon: Option<&Info>) -> Vec<Message> {
    let mut all = vec![say!("command-doctor-open-tools"), say!("command-doctor-open-log")];
    if daemon.is_none_or(|info| info.auto) {
        all.push(say!("command-doctor-open-no-daemon"));
    }
    if daemon.is_some_and(daemon::is_open) {
        all.push(say!("command-doctor-open-network"));
    }
    all.extend(not_stopped(level));
    all
}

/// Reports the registered agent processes, and which of them still run.
fn agents(store: &dyn Store) -> Result<Message> {
    let mut processes = Vec::new();
    store.view(&mut |base| {
        let scan = Scan::prefix(AgentProcess::KIND.name, "process.at", "").reversed().limit(MAX_PROCESSES);
        for hit in base.scan(&scan)? {
            processes.push(hit.stored.row.read::<AgentProcess>()?);
        }
        Ok(())
    })?;
    if processes.is_empty() {
        return Ok(say!("command-doctor-no-process"));
    }
    let pid = |p: &AgentProcess| p.parts().map(|(_, pid, _)| pid).unwrap_or_default();
    let alive = processes.iter().filter(|p| is_running(p));
    let one = |p: &AgentProcess| say!("command-doctor-process", agent = p.agent, pid = pid(p));
    let named: Vec<Message> = alive.map(one).collect();
    let said = say!("command-doctor-processes-n", n = processes.len());
    Ok(match named.is_empty() {
        true => say!("command-doctor-processes-none", said),
        false => {
            say!("command-doctor-processes-running", said, said_running = Message::joined(", ", named))
        }
    })
}

fn as_json(findings: &[Finding], ok: bool, level: Level, open: &[Message]) -> Value {
    let checks: Vec<Value> = findings
        .iter()
        .map(|f| json!({"name": f.name, "ok": f.ok, "detail": f.detail, "hint": f.hint}))
        .collect();
    let capabilities = rehearsal::as_json(countersign_rehearsal::capabilities());
    json!({"ok": ok, "level": level, "checks": checks, "rehearsal": capabilities, "not_protected": open})
}

fn as_text(findings: &[Finding], open: &[Message], view: &View) -> String {
    let mut out = String::new();
    let names: Vec<String> = findings.iter().map(|f| view.said(&f.name)).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or_default();
    for (finding, name) in findings.iter().zip(names) {
        let (sign, tone) = if finding.ok { ("✓", Tone::Good) } else { ("✗", Tone::Bad) };
        let line = format!("{name:<width$} {}", view.said(&finding.detail));
        out.push_str(&format!("{} {line}\n", view.paint.tone(tone, sign)));
        if let Some(hint) = &finding.hint {
            let label = view.t("term-label-hint");
            out.push_str(&format!("  {} {}\n", view.paint.dim(&label), view.said(hint)));
        }
    }
    let open_here = view.said(&say!("command-doctor-not-protected"));
    out.push_str(&format!("\n{}\n", view.paint.strong(&open_here)));
    open.iter().for_each(|line| out.push_str(&format!("  {}\n", view.said(line))));
    out
}
