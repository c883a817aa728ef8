//! `setup`: puts the agents on this machine behind Countersign in one command. It shows what it would change, asks once,
//! and `setup --undo` takes everything back byte for byte, by the journal of imports.

mod folder;
mod plan;
pub mod undo;

use std::{collections::BTreeMap, path::PathBuf};

use clap::{Arg, ArgAction, ArgMatches, Command, builder::PossibleValuesParser};
use countersign_core::{Error, Problem, Result, authority::operations::TokenCreate};
use countersign_tui::choose;
use countersign_words::{Language, Message, say};
use serde_json::{Value, json};

use self::{
    folder::{Treat, Treated},
    plan::{Daemon, Plan},
};
use super::{
    decide, hook,
    import::{
        self,
        journal::{Journal, SetUp},
        plan::Change,
    },
    learn, trust,
};
use crate::{
    caller::{self, Caller as _, Remote},
    daemon::{Info, reach, unit},
    exit, own_process, render,
    render::shown,
    session::Session,
};

/// The arguments of `setup`.
pub fn args(command: Command) -> Command {
    let flag = |name: &'static str, help: Message| {
        Arg::new(name).long(name).action(ArgAction::SetTrue).help(help.to_string())
    };
    let folder = Arg::new("folder").long("folder").value_name("HOW");
    let folder = folder.value_parser(PossibleValuesParser::new(Treat::ALL.map(|(_, word, _)| word)));
    command
        .arg(flag("yes", say!("command-arg-setup-yes")).conflicts_with("dry-run"))
        .arg(flag("dry-run", say!("command-arg-setup-dry-run")).conflicts_with("undo"))
        .arg(folder.help(say!("command-arg-setup-folder").to_string()).conflicts_with("undo"))
        .arg(flag("undo", say!("command-arg-setup-undo")))
        .arg(flag("keep-changes", say!("command-arg-setup-keep")).requires("undo"))
}

/// Runs it.
pub fn run(session: &Session, matches: &ArgMatches) -> Result<u8> {
    session.home.need_own(say!("command-need-own-setup"))?;
    // The folders of agents are those of the person who sits here, not of whoever the machine takes them for.
    if std::env::var_os("HOME").is_none_or(|home| home.is_empty()) {
        return Err(Error::usage(say!("command-setup-no-home")).hint(say!("command-setup-no-home-hint")));
    }
    own_process::need_person(&session.home, say!("command-setup-what"))?;
    if matches.get_flag("undo") {
        return undo::run(session, matches.get_flag("keep-changes"));
    }
    let tally = learn::brief(session)?;
    let plan = plan::plan(session)?;
    let preview = preview(session, &plan)?;
    if !session.screen.json {
        if let Some(tally) = &tally {
            learn::headline(session.screen, tally)?;
            session.screen.text("\n")?;
        }
        session.screen.text(&as_text(session, &plan, &preview))?;
        plan.problems.iter().for_each(|(_, e)| session.screen.complain(None, e));
    }
    let mut told = json!({
        "learn": tally.as_ref().map(learn::Tally::to_json), "agents": plan.agents, "applied": false,
        "changes": preview.iter().map(as_json).collect::<Vec<_>>(),
        "problems": plan.problems.iter().map(problem).collect::<Vec<_>>(),
    });
    let repository = folder::repository();
    let treats = match (wanted(matches), repository) {
        (Some(treat), Some(folder)) => Some((folder, Some(treat))),
        (Some(_), None) => {
            return Err(Error::usage(say!("command-setup-no-repository"))
                .hint(say!("command-setup-no-repository-hint")));
        }
        (None, Some(folder)) if !folder::is_known(session, &folder, &plan.behind())? => Some((folder, None)),
        (None, _) => None,
    };
    let asks = decide::can_ask(session) && !matches.get_flag("yes");
    let is_nothing = plan.is_empty() && matches!(plan.daemon, Daemon::Stays);
    if matches.get_flag("dry-run") {
        return ended(session, &told, &plan);
    }
    let treated = match (matches.get_flag("yes"), asks) {
        (true, _) => treats.and_then(|(folder, treat)| Some((folder, treat?))),
        (false, true) => {
            if !is_nothing && !agrees(session)? {
                session.screen.told(&say!("command-import-nothing-done"))?;
                return Ok(exit::DONE);
            }
            let answer = |(folder, treat): (PathBuf, Option<Treat>)| -> Result<_> {
                let treat = treat.map_or_else(|| folder::ask(session, &folder), Ok)?;
                Ok((folder, treat))
            };
            treats.map(answer).transpose()?
        }
        (false, false) if is_nothing => None,
        (false, false) => {
            if session.screen.json {
                session.screen.value(&told)?;
                return Ok(exit::USAGE);
            }
            return Err(Error::usage(say!("command-setup-nobody")).hint(say!("command-setup-nobody-hint")));
        }
    };
    if is_nothing && treated.is_none() {
        if !session.screen.json {
            session.screen.told(&say!("command-setup-same"))?;
        }
        return ended(session, &told, &plan);
    }
    let done = apply(session, &plan, treated)?;
    told["applied"] = true.into();
    told["id"] = json!(done.id);
    told["url"] = json!(done.url);
    told["folder"] = json!(done.folder);
    told["notes"] = json!(done.notes);
    say_done(session, &done)?;
    Ok(exit::worse(ended(session, &told, &plan)?, done.code))
}

fn wanted(matches: &ArgMatches) -> Option<Treat> {
    let word = matches.get_one::<String>("folder")?;
    Treat::ALL.into_iter().find(|(_, own, _)| own == word).map(|(treat, ..)| treat)
}

fn agrees(session: &Session) -> Result<bool> {
    let words = session.screen.view().words;
    let keys =
        [('y', words.t("work-yes").to_string()), ('n', words.say(&say!("command-setup-key-no")).to_string())];
    Ok(choose(&words.t("term-do-that"), &keys)? == Some('y'))
}

/// Returns the changes to show. Tokens do not exist yet, and are hidden anyway.
fn preview(session: &Session, plan: &Plan) -> Result<Vec<Change>> {
    let makes_tokens = session.token()?.is_some();
    let to_come = plan.needing_tokens().into_iter().filter(|_| makes_tokens);
    plan.changes(&to_come.map(|agent| (agent, String::from("-"))).collect())
}

fn as_text(session: &Session, plan: &Plan, preview: &[Change]) -> String {
    let view = session.screen.view();
    let mut out = String::new();
    if plan.agents.is_empty() {
        out.push_str(&format!("{}\n", view.said(&say!("command-setup-none"))));
    } else {
        out.push_str(&format!("{}\n", view.said(&say!("command-setup-agents"))));
    }
    for agent in &plan.agents {
        out.push_str(&format!("  {:<12} {}\n", agent.agent, view.said(&agent.words())));
    }
    if !preview.is_empty() {
        out.push_str(&format!("\n{}\n", view.said(&say!("command-setup-changes"))));
    }
    for change in preview {
        if let Some(before) = change.before.as_ref().filter(|before| before.named != before.path) {
            let [named, path] = [&before.named, &before.path].map(|path| shown(&path.display().to_string()));
            out.push_str(&format!("    {named} → {path}\n"));
        }
        out.push_str(&render::diff(Some(&import::difference(change)), "    ", usize::MAX, &view));
    }
    let daemon = match plan.daemon {
        Daemon::Stays => None,
        Daemon::ByUnit(_) => Some(say!("command-setup-unit")),
        Daemon::Detached => Some(say!("command-setup-detach")),
    };
    out.extend(daemon.map(|said| format!("\n{}\n", view.said(&said))));
    out
}

fn as_json(change: &Change) -> Value {
    let mut told = json!({"file": change.path.display().to_string(), "diff": import::difference(change)});
    if let Some(before) = change.before.as_ref().filter(|before| before.named != before.path) {
        told["link"] = before.named.display().to_string().into();
    }
    told
}

fn problem((path, e): &(PathBuf, Error)) -> Value {
    json!({"file": path.display().to_string(), "problem": Problem::of(e).to_json(Language::English)})
}

fn ended(session: &Session, told: &Value, plan: &Plan) -> Result<u8> {
    if session.screen.json {
        session.screen.value(told)?;
    }
    Ok(plan.problems.iter().map(|(_, e)| exit::of_error(e.code)).fold(exit::DONE, exit::worse))
}

/// What was done.
struct Done {
    id: String,
    url: Option<String>,
    folder: Option<Value>,
    said: Option<Message>,
    notes: Vec<Message>,
    code: u8,
}

/// Carries it out. Files change together or not at all; the daemon and the trust come after them, and what fails there
/// is told.
fn apply(session: &Session, plan: &Plan, treats: Option<(PathBuf, Treat)>) -> Result<Done> {
    let caller = session.caller()?.without_notes();
    let journal = Journal::open(&session.home)?;
    let treated = |changes: &[Change]| -> Result<Option<Treated>> {
        let treat = |(folder, treat)| folder::treated(session, folder, treat, &plan.behind(), changes);
        treats.clone().map(treat).transpose()
    };
    for (agent, change) in &plan.hooks {
        // Only a person may do this, and it is logged.
        let input =
            json!({"agent": agent.name, "path": change.path.display().to_string(), "installed": true});
        caller.call("hook.change", input)?;
    }
    let (tokens, ids) = make_tokens(session, &caller, plan)?;
    let setup = SetUp {
        hooks: plan
            .hooks
            .iter()
            .map(|(agent, change)| (agent.name.to_owned(), change.path.clone()))
            .collect(),
        unit: matches!(plan.daemon, Daemon::ByUnit(_)),
        daemon: !matches!(plan.daemon, Daemon::Stays),
        asked: treats.as_ref().map(|(folder, _)| folder.clone()),
    };
    let carried_out = || -> Result<(String, Option<Treated>)> {
        let mut changes = plan.changes(&tokens)?;
        let treated = treated(&changes)?;
        if let Some(change) = treated.as_ref().and_then(|treated| treated.change.clone()) {
            changes.retain(|other| other.path != change.path);
            changes.insert(0, change);
        }
        let manifest = journal.begin(&changes, ids.clone(), Some(setup))?;
        journal.carry_out(&manifest, &changes)?;
        Ok((manifest.id, treated))
    };
    let (id, treated) = match carried_out() {
        Ok(done) => done,
        Err(e) => {
            import::revoke(&caller, &ids)?;
            return Err(e);
        }
    };
    drop((caller, journal));
    let mut done = Done { id, url: None, folder: None, said: None, notes: Vec::new(), code: exit::DONE };
    let (mut named, program) = (None, hook::program(&session.home)?);
    for (agent, _) in &plan.hooks {
        let notes =
            agent.gate.as_ref().filter(|_| named != Some(agent.name)).map(|gate| (gate.notes)(&program));
        done.notes.extend(notes.into_iter().flatten().take(1));
        named = Some(agent.name);
    }
    match stay(session, &plan.daemon) {
        Ok(info) => done.url = Some(info.url),
        Err(e) => {
            done.code = exit::of_error(e.code);
            done.notes.push(say!("command-setup-no-daemon", said = e.message));
        }
    }
    if let Some(treated) = treated {
        done.treat(session, treated);
    }
    Ok(done)
}

impl Done {
    /// Puts the trust of a folder in force.
    fn treat(&mut self, session: &Session, treated: Treated) {
        let Treated { folder, treat, said, change } = treated;
        let text = change.map(|change| change.after).unwrap_or_default();
        let accepted = match treat {
            Treat::Trust => session.caller().and_then(|c| trust::accept(&c.without_notes(), &text).map(drop)),
            Treat::Ask | Treat::Review => Ok(()),
        };
        self.folder = Some(json!({"path": folder, "treated": treat.word()}));
        match accepted {
            Ok(()) => self.said = Some(said),
            Err(e) => {
                self.code = exit::of_error(e.code);
                let folder = shown(&folder.display().to_string());
                self.notes.push(say!("command-setup-trust-waits", folder, said = e.message));
            }
        }
    }
}

type Tokens = (BTreeMap<import::agent::Agent, String>, Vec<String>);

/// Creates the agents' tokens, if the home has tokens at all.
fn make_tokens(session: &Session, caller: &Remote, plan: &Plan) -> Result<Tokens> {
    let (mut tokens, mut ids) = (BTreeMap::new(), Vec::new());
    if session.token()?.is_none() {
        return Ok((tokens, ids));
    }
    for agent in plan.needing_tokens() {
        match caller::ask::<TokenCreate>(caller, json!({"kind": "agent", "name": agent.as_str()})) {
            Ok(made) => {
                ids.push(made.id);
                tokens.insert(agent, made.token);
            }
            Err(e) => {
                import::revoke(caller, &ids)?;
                return Err(e);
            }
        }
    }
    Ok((tokens, ids))
}

/// Makes the daemon stay; one that a command started gives way.
fn stay(session: &Session, daemon: &Daemon) -> Result<Info> {
    match daemon {
        Daemon::Stays => super::open::info(session),
        Daemon::ByUnit(unit) => {
            unit.start()?;
            unit::wait(&session.home, &session.client()?)
        }
        Daemon::Detached => reach::detach(&session.home, &[]),
    }
}

fn say_done(session: &Session, done: &Done) -> Result<()> {
    if session.screen.json {
        return Ok(());
    }
    done.notes.iter().for_each(|note| session.screen.note(note));
    let mut lines = vec![say!("command-setup-done", id = done.id)];
    lines.extend(done.said.clone());
    let url = done.url.clone().or_else(|| Info::read(&session.home).map(|info| info.url)).unwrap_or_default();
    lines.push(say!("command-setup-look", url));
    lines.push(say!("command-setup-back"));
    session.screen.told(&Message::joined("\n", lines))
}
