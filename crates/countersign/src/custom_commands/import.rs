//! `import`: moves the servers that agents start themselves behind Countersign. Each agent's file gets one entry in
//! their place. Changes are shown first, every file is copied, and `import --undo` restores them.

pub mod agent;
pub mod approval;
pub mod entry;
pub mod file;
pub mod journal;
pub mod jsonc;
mod meaning;
mod merge;
mod names;
mod pack;
pub mod plan;
mod secret;

pub use secret::concealed;
mod server;
mod toml_text;

use std::{
    collections::{BTreeMap, BTreeSet},
    io::{self, BufRead as _, IsTerminal as _},
    path::{Path, PathBuf},
};

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use countersign_core::{Error, ErrorCode, Problem, Result, authority::operations::TokenCreate};
use countersign_words::{Language, Message, say};
use serde_json::{Value, json};

use self::{
    agent::{Agent, Place, Surroundings, Whose},
    journal::{Back, Journal, Manifest},
    plan::{Change, Entry, FilePlan, Found, Plan, Wanted},
};
use crate::{
    caller::{self, Caller, Remote},
    exit, render,
    render::shown,
    session::Session,
};

/// The arguments of `import`.
pub fn args(command: Command) -> Command {
    let flag = |name: &'static str, help: Message| {
        Arg::new(name).long(name).action(ArgAction::SetTrue).help(help.to_string())
    };
    let files =
        Arg::new("files").value_name("FILE").action(ArgAction::Append).value_parser(value_parser!(PathBuf));
    let agents = Arg::new("agent").long("agent").value_name("NAME").action(ArgAction::Append);
    let undo = Arg::new("undo").long("undo").value_name("ID").num_args(0..=1).default_missing_value("");
    command
        .arg(files.help(say!("command-arg-import-files").to_string()).conflicts_with("undo"))
        .arg(agents.help(say!("command-arg-import-agent").to_string()).conflicts_with("undo"))
        .arg(flag("yes", say!("command-arg-import-yes")))
        .arg(flag("trust-project", say!("command-arg-import-trust")).requires("yes"))
        .arg(flag("dry-run", say!("command-arg-import-dry-run")).conflicts_with("undo"))
        .arg(undo.help(say!("command-arg-import-undo").to_string()))
        .arg(flag("keep-changes", say!("command-arg-import-keep")).requires("undo"))
}

/// Runs it.
pub fn run(session: &Session, matches: &ArgMatches) -> Result<u8> {
    session.home.need_own(say!("command-need-own-import"))?;
    let caller = session.caller()?;
    // Only a person may see the settings: an agent is refused here, and the attempt is logged.
    caller.call("settings.show", json!({}))?;
    if let Some(id) = matches.get_one::<String>("undo") {
        return undo(session, &caller, id, matches.get_flag("keep-changes"));
    }
    let [yes, dry, trusts] = ["yes", "dry-run", "trust-project"].map(|flag| matches.get_flag(flag));
    let asks = !yes && !dry;
    if asks && session.screen.json {
        return Err(Error::usage(say!("command-import-no-json")).hint(say!("command-import-no-json-hint")));
    }
    let wanted = wanted(session, matches, !yes || trusts)?;
    let plan = plan::plan(&session.home, wanted)?;
    // Without a person no token can be created.
    let makes_tokens = session.token()?.is_some();
    let to_come = plan.agents().into_iter().filter(|_| makes_tokens).map(|a| (a, String::from("-")));
    let preview = plan.changes(&to_come.collect())?;
    if !session.screen.json {
        session.screen.text(&as_text(&plan, &preview, session))?;
    }
    plan.problems.iter().filter(|_| !session.screen.json).for_each(|(_, e)| session.screen.complain(None, e));
    let mut id = None;
    let mut notes = Vec::new();
    if !plan.is_empty() && !dry {
        if asks && !ask(session, &plan)? {
            return Ok(exit::DONE);
        }
        let made = apply(session, &caller, &plan)?;
        notes = made.1;
        id = Some(made.0);
    }
    tell(session, &plan, &preview, id.as_deref(), &notes)?;
    let worst = plan.problems.iter().map(|(_, e)| exit::of_error(e.code));
    Ok(worst.fold(exit::DONE, exit::worse))
}

/// Reads the request from the command line.
fn wanted(session: &Session, matches: &ArgMatches, trusts_projects: bool) -> Result<Wanted> {
    let here = Surroundings::here()?;
    let agents = matches.get_many::<String>("agent").into_iter().flatten();
    let agents = agents.map(|name| Agent::named(name)).collect::<Result<Vec<_>>>()?;
    let named: Vec<&PathBuf> = matches.get_many("files").into_iter().flatten().collect();
    let mut places: Vec<(Place, bool)> = Vec::new();
    if named.is_empty() {
        let of = |place: &Place| agents.is_empty() || agents.contains(&place.agent);
        places.extend(here.places().into_iter().filter(of).map(|place| (place, false)));
    }
    for path in named {
        let agent = match &agents[..] {
            [] => None,
            [one] => Some(*one),
            _ => {
                return Err(Error::usage(say!("command-import-one-agent"))
                    .hint(say!("command-import-one-agent-hint")));
            }
        };
        let place = here.named(path, agent)?;
        let same = |(other, _): &(Place, bool)| real(&other.path) == real(&place.path);
        if !places.iter().any(same) {
            places.push((place, true));
        }
    }
    wanted_of(session, &here, places, trusts_projects)
}

/// Completes the request for these files.
pub fn wanted_of(
    session: &Session,
    here: &Surroundings,
    places: Vec<(Place, bool)>,
    trusts_projects: bool,
) -> Result<Wanted> {
    let program = std::env::current_exe()
        .map_err(|e| Error::new(ErrorCode::Internal, say!("command-cannot-find-program", error = e)))?;
    let is_named = std::env::var_os("COUNTERSIGN_HOME").is_some_and(|v| !v.is_empty());
    let home = is_named.then(|| session.home.data.clone());
    let entry = Entry { program: program.display().to_string(), home };
    let search = std::env::var("PATH").unwrap_or_default();
    Ok(Wanted { places, trusts_projects, disabled: disabled(here), entry, search })
}

fn real(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// Returns the servers that are disabled for Claude Code in this folder; none if that cannot be read.
fn disabled(here: &Surroundings) -> BTreeSet<String> {
    let read = |path: PathBuf| {
        let file = file::read(&path).ok().flatten();
        file.and_then(|f| jsonc::parse(&f.text).ok()).map(|node| node.to_value()).unwrap_or_default()
    };
    let own = read(here.claude.join(".claude.json"));
    let mut said = vec![
        own["projects"][here.folder.display().to_string()].clone(),
        own["projects"][real(&here.folder).display().to_string()].clone(),
    ];
    let own = if here.claude == here.home { here.home.join(".claude") } else { here.claude.clone() };
    let folders = [here.folder.join(".claude"), own];
    for folder in folders {
        said.extend(["settings.json", "settings.local.json"].map(|name| read(folder.join(name))));
    }
    let lists = said.iter().flat_map(|v| [&v["disabledMcpServers"], &v["disabledMcpjsonServers"]]);
    let names = lists.filter_map(Value::as_array).flatten().filter_map(Value::as_str);
    names.map(str::to_owned).collect()
}

/// Asks the person, who has seen the changes; end of input means no.
fn ask(session: &Session, plan: &Plan) -> Result<bool> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(Error::usage(say!("command-import-nobody")).hint(say!("command-import-nobody-hint")));
    }
    let of_project = plan.files.iter().any(|f| f.is_changed() && f.place.whose == Whose::Project);
    let words = session.screen.view().words;
    let besides = match of_project {
        true => format!(" {}", words.say(&say!("command-import-starts"))),
        false => String::new(),
    };
    session.screen.bytes(format!("{}{besides} [y/N] ", words.t("term-do-that")).as_bytes())?;
    let mut line = String::new();
    let read = io::stdin().lock().read_line(&mut line);
    read.map_err(|e| Error::new(ErrorCode::Internal, say!("command-import-cannot-read-answer", error = e)))?;
    let answer = line.trim().to_lowercase();
    let is_yes = matches!(answer.as_str(), "y" | "yes") || answer == words.t("work-yes");
    if !is_yes {
        session.screen.told(&say!("command-import-nothing-done"))?;
    }
    Ok(is_yes)
}

/// Creates the tokens, records the import, and applies it. Returns its name and notices.
fn apply(session: &Session, caller: &Remote, plan: &Plan) -> Result<(String, Vec<Message>)> {
    let journal = Journal::open(&session.home)?;
    let (mut tokens, mut ids, mut notes) = (BTreeMap::new(), Vec::new(), Vec::new());
    for agent in plan.agents() {
        if session.token()?.is_none() {
            notes.push(say!("command-import-no-token", agent = agent.as_str(), name = agent.as_str()));
            continue;
        }
        match caller::ask::<TokenCreate>(caller, json!({"kind": "agent", "name": agent.as_str()})) {
            Ok(made) => {
                ids.push(made.id);
                tokens.insert(agent, made.token);
            }
            Err(e) => {
                revoke(caller, &ids)?;
                return Err(e);
            }
        }
    }
    let done = plan.changes(&tokens).and_then(|changes| {
        let manifest = journal.begin(&changes, ids.clone(), None)?;
        journal.carry_out(&manifest, &changes)?;
        Ok(manifest.id)
    });
    let id = match done {
        Ok(id) => id,
        Err(e) => {
            revoke(caller, &ids)?;
            return Err(e);
        }
    };
    let shared = |f: &&FilePlan| f.needs_token() && f.place.whose == Whose::Project && !tokens.is_empty();
    for plan in plan.files.iter().filter(shared).filter(|f| in_git(&f.place.path)) {
        let path = plan.place.path.display();
        notes.push(say!("command-import-git", path));
    }
    Ok((id, notes))
}

fn in_git(path: &Path) -> bool {
    path.ancestors().any(|folder| folder.join(".git").exists())
}

/// Revokes tokens; already revoked ones stay so.
pub fn revoke(caller: &Remote, ids: &[String]) -> Result<()> {
    for id in ids {
        match caller.call("token.revoke", json!({"id": id})) {
            Err(e) if !matches!(e.code, ErrorCode::Conflict | ErrorCode::NotFound) => return Err(e),
            _ => {}
        }
    }
    Ok(())
}

/// Takes an import back.
fn undo(session: &Session, caller: &Remote, id: &str, keeps_changes: bool) -> Result<u8> {
    let journal = Journal::open(&session.home)?;
    let manifest = journal.find(id)?;
    if manifest.undone_at.is_some() {
        return Err(Error::conflict(say!("command-import-undone-already", id = manifest.id)));
    }
    let refused = |e: Error| {
        if let Some(difference) = e.detail.as_deref().filter(|_| !session.screen.json) {
            // The error is reported even if this cannot be written.
            let view = session.screen.view();
            let _ = session.screen.text(&render::diff(Some(difference), "    ", usize::MAX, &view));
        }
        e
    };
    journal.check(&manifest, keeps_changes).map_err(refused)?;
    // First the step that needs an admin.
    revoke(caller, &manifest.tokens)?;
    let done = journal.undo(&manifest, keeps_changes).map_err(refused)?;
    told_back(session, &manifest, &done)
}

fn told_back(session: &Session, manifest: &Manifest, done: &[(PathBuf, Back)]) -> Result<u8> {
    let tokens = manifest.tokens.len();
    if session.screen.json {
        let files =
            done.iter().map(|(path, back)| json!({"file": path.display().to_string(), "status": back}));
        let files: Vec<Value> = files.collect();
        session.screen.value(&json!({"undone": manifest.id, "files": files, "tokens_revoked": tokens}))?;
        return Ok(exit::DONE);
    }
    let mut lines = vec![say!("command-import-undone", id = manifest.id)];
    lines.extend(done.iter().map(|(path, back)| back.words(path)));
    if tokens > 0 {
        lines.push(say!("command-import-tokens-revoked", n = tokens));
    }
    let lines: Vec<String> = lines.iter().map(|line| shown(&session.screen.say(line))).collect();
    session.screen.text(&lines.join("\n  "))?;
    Ok(exit::DONE)
}

/// Renders the planned changes for a person.
fn as_text(plan: &Plan, preview: &[Change], session: &Session) -> String {
    let view = session.screen.view();
    let mut out = String::new();
    for plan in &plan.files {
        let path = shown(&plan.place.path.display().to_string());
        let to = match plan.file.path == plan.place.path {
            true => String::new(),
            false => format!(" → {}", shown(&plan.file.path.display().to_string())),
        };
        out.push_str(&format!(
            "{}{to}  {}\n",
            view.paint.strong(&path),
            view.paint.dim(plan.place.agent.as_str())
        ));
        for found in &plan.servers {
            let name = shown(&found.name);
            out.push_str(&match (&found.server, &found.to) {
                (Ok(server), Some(to)) => {
                    let pack = found.pack.map(|pack| view.said(&say!("command-import-pack", pack)));
                    let pack = pack.map(|said| format!("  {said}")).unwrap_or_default();
                    format!("  {name} → [server.{to}]  {}{pack}\n", shown(&secret::line(server)))
                }
                (Err(why), _) => {
                    format!("  {name} {}: {}\n", view.paint.warn(&view.t("term-stays")), view.said(why))
                }
                (Ok(_), None) => String::new(),
            });
        }
    }
    for change in preview {
        out.push('\n');
        out.push_str(&render::diff(Some(&difference(change)), "    ", usize::MAX, &view));
    }
    if plan.is_empty() {
        out.push_str(&format!("{}\n", view.said(&say!("command-import-nothing"))));
    }
    out
}

/// Returns the redacted diff of a change.
pub fn difference(change: &Change) -> String {
    let before = change.before.as_ref().map_or("", |b| &b.text);
    secret::difference(before, &change.after, &change.path.display().to_string(), change.is_toml)
}

/// Reports the result.
fn tell(
    session: &Session,
    plan: &Plan,
    preview: &[Change],
    id: Option<&str>,
    notes: &[Message],
) -> Result<()> {
    if session.screen.json {
        return session.screen.value(&as_json(plan, preview, id, notes));
    }
    notes.iter().for_each(|note| session.screen.note(note));
    let Some(id) = id else { return Ok(()) };
    session.screen.told(&say!("command-import-done", id))?;
    session.screen.told(&say!("command-import-take-back", id))
}

fn as_json(plan: &Plan, preview: &[Change], id: Option<&str>, notes: &[Message]) -> Value {
    let diff_of = |path: &Path| preview.iter().find(|c| c.path == path).map(difference);
    let server = |found: &Found| {
        let why = found.server.as_ref().err();
        json!({"name": found.name, "from": found.from, "to": found.to, "pack": found.pack, "left_out_because": why})
    };
    let file = |f: &FilePlan| {
        let servers: Vec<Value> = f.servers.iter().map(server).collect();
        let mut told = json!({"file": f.place.path.display().to_string(), "agent": f.place.agent.as_str(),
               "servers": servers, "diff": diff_of(&f.file.path)});
        if f.file.path != f.place.path {
            told["target"] = f.file.path.display().to_string().into();
        }
        told
    };
    let mut imports: Vec<Value> = plan.files.iter().map(file).collect();
    let ours = |c: &&Change| plan.files.iter().all(|f| f.file.path != c.path);
    imports.extend(preview.iter().filter(ours).map(|c| {
        json!({"file": c.path.display().to_string(), "agent": null, "servers": [], "diff": difference(c)})
    }));
    let problem = |(path, e): &(PathBuf, Error)| json!({"file": path.display().to_string(), "problem": Problem::of(e).to_json(Language::English)});
    let problems: Vec<Value> = plan.problems.iter().map(problem).collect();
    json!({"imports": imports, "problems": problems, "notes": notes, "id": id})
}
