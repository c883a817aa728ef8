//! `uninstall`: takes Countersign out of this person's account: agents' settings, hooks, the unit, the daemon and, if asked,
//! the data. It shows first what it will do, goes on where one part fails, and never touches what somebody changed since.

mod data;

use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, Command};
use countersign_core::{Error, Result, authority::operations::Nothing, settings::operations::SettingsShow};
use countersign_tui::choose;
use countersign_words::{Message, say};
use serde_json::{Value, json};

use super::{
    decide,
    hook::settings::Hooks,
    import::journal::{Journal, Manifest},
    setup::undo,
};
use crate::{
    caller::{Caller as _, Remote, ask},
    daemon::{end, lock::Lock, unit},
    exit,
    home::StorePlace,
    own_process,
    render::shown,
    session::Session,
};

/// The arguments of `uninstall`.
pub fn args(command: Command) -> Command {
    let flag = |name: &'static str, help: Message| {
        Arg::new(name).long(name).action(ArgAction::SetTrue).help(help.to_string())
    };
    command
        .arg(flag("data", say!("command-arg-uninstall-data")))
        .arg(flag("yes", say!("command-arg-uninstall-yes")).conflicts_with("dry-run"))
        .arg(flag("dry-run", say!("command-arg-uninstall-dry-run")))
        .arg(flag("keep-changes", say!("command-arg-setup-keep")))
}

/// What there is to take back.
struct Plan {
    /// Setups and imports, newest first.
    done: Vec<Manifest>,
    /// Hooks that no setup installed.
    hooks: Vec<(Hooks, Option<PathBuf>)>,
    unit: Option<PathBuf>,
    /// The process that runs.
    daemon: Option<u32>,
    /// What of the data and the settings goes.
    data: Vec<PathBuf>,
}

/// Runs it.
pub fn run(session: &Session, matches: &ArgMatches) -> Result<u8> {
    let home = &session.home;
    home.need_own(say!("command-need-own-uninstall"))?;
    own_process::need_person(home, say!("command-uninstall-what"))?;
    let [with_data, yes, dry, keeps] =
        ["data", "yes", "dry-run", "keep-changes"].map(|flag| matches.get_flag(flag));
    let plan = Plan::of(session, with_data)?;
    let lines = plan.lines();
    if !session.screen.json {
        let said = if lines.is_empty() { vec![say!("command-uninstall-nothing")] } else { lines };
        said.iter().try_for_each(|line| session.screen.text(&shown(&session.screen.say(line))))?;
    }
    if dry || plan.is_empty() {
        return ended(session, &plan, &Done::default(), false);
    }
    if !yes {
        if !decide::can_ask(session) {
            return Err(
                Error::usage(say!("command-setup-nobody")).hint(say!("command-uninstall-nobody-hint"))
            );
        }
        if !agrees(session, &say!("command-uninstall-ask"))?
            || (with_data && !agrees(session, &say!("command-uninstall-ask-data"))?)
        {
            session.screen.told(&say!("command-import-nothing-done"))?;
            return Ok(exit::DONE);
        }
    }
    let done = plan.carry_out(session, keeps)?;
    ended(session, &plan, &done, true)
}

fn agrees(session: &Session, question: &Message) -> Result<bool> {
    let words = session.screen.view().words;
    let keys =
        [('y', words.t("work-yes").to_string()), ('n', words.say(&say!("command-setup-key-no")).to_string())];
    Ok(choose(&words.say(question), &keys)? == Some('y'))
}

/// What became of it.
#[derive(Default)]
struct Done {
    lines: Vec<Message>,
    problems: Vec<Error>,
}

impl Done {
    /// Keeps what a part says, or why it failed.
    fn part(&mut self, made: Result<Vec<Message>>) {
        match made {
            Ok(lines) => self.lines.extend(lines),
            Err(e) => self.problems.push(e),
        }
    }
}

impl Plan {
    fn of(session: &Session, with_data: bool) -> Result<Self> {
        let home = &session.home;
        // Looking makes no home.
        let done = match home.data.join("imports").is_dir() {
            true => Journal::open(home)?.pending()?,
            false => Vec::new(),
        };
        let is_restored = |hooks: &Hooks| {
            let files = || done.iter().flat_map(|manifest| &manifest.files);
            hooks.files.iter().all(|own| files().any(|kept| kept.path == own.path))
        };
        let hooks = Hooks::everywhere(home)?.into_iter().filter(|(hooks, _)| !is_restored(hooks)).collect();
        Ok(Self {
            hooks,
            done,
            unit: unit::installed(home),
            daemon: Lock::holder(home),
            data: if with_data { data::found(home)? } else { Vec::new() },
        })
    }

    fn is_empty(&self) -> bool {
        self.done.is_empty()
            && self.hooks.is_empty()
            && self.unit.is_none()
            && self.data.is_empty()
            && self.daemon.is_none()
    }

    fn lines(&self) -> Vec<Message> {
        let mut lines = Vec::new();
        for manifest in &self.done {
            let said = match &manifest.setup {
                Some(_) => say!("command-uninstall-setup", id = manifest.id),
                None => say!("command-uninstall-import", id = manifest.id),
            };
            lines.push(said);
            lines.extend(
                manifest.files.iter().map(|kept| say!("command-uninstall-file", path = kept.path.display())),
            );
        }
        lines.extend(self.hooks.iter().map(|(hooks, _)| {
            say!("command-uninstall-hooks", agent = hooks.agent.name, path = hooks.paths())
        }));
        lines.extend(self.unit.iter().map(|path| say!("command-uninstall-unit", path = path.display())));
        lines.extend(self.daemon.map(|pid| say!("command-uninstall-daemon", pid)));
        lines.extend(self.data.iter().map(|path| say!("command-uninstall-delete", path = path.display())));
        lines
    }

    fn carry_out(&self, session: &Session, keeps_changes: bool) -> Result<Done> {
        let home = &session.home;
        let mut done = Done::default();
        // Where there is a log, it must know: an agent's token is refused here, and the attempt is in it.
        if home.store()?.read()?.is_some() {
            let caller = session.caller()?.without_notes();
            ask::<SettingsShow>(&caller, json!(Nothing {}))?;
            self.take_back(session, &caller, keeps_changes, &mut done)?;
        }
        if let Some(path) = &self.unit {
            done.part(
                unit::remove(path).map(|()| vec![say!("command-import-removed", path = path.display())]),
            );
        }
        done.part(
            end::end(home).map(|pid| pid.map(|pid| say!("command-setup-stopped", pid)).into_iter().collect()),
        );
        // What could not be taken back needs the copies that are in the data.
        if !self.data.is_empty() && done.problems.is_empty() {
            done.part(data::delete(home, &self.data));
        }
        Ok(done)
    }

    fn take_back(
        &self,
        session: &Session,
        caller: &Remote,
        keeps_changes: bool,
        done: &mut Done,
    ) -> Result<()> {
        if !self.done.is_empty() {
            let journal = Journal::open(&session.home)?;
            for manifest in &self.done {
                let back = undo::one(session, caller, &journal, manifest, keeps_changes);
                done.part(back.map(|files| files.iter().map(|(path, back)| back.words(path)).collect()));
            }
        }
        // Read anew: what was restored above may have changed the same files.
        let planned =
            |hooks: &Hooks| self.hooks.iter().any(|(known, _)| known.files[0].path == hooks.files[0].path);
        for (hooks, project) in Hooks::everywhere(&session.home)?.iter().filter(|(hooks, _)| planned(hooks)) {
            let remove = || {
                hooks.check_places(&session.home, project.as_deref())?;
                let (agent, path) = (hooks.agent.name, hooks.paths());
                let after = hooks.removed()?;
                caller.call("hook.change", json!({"agent": agent, "path": path, "installed": false}))?;
                hooks.write(&after, false)?;
                Ok(vec![say!("command-hook-changed", path)])
            };
            done.part(remove());
        }
        Ok(())
    }
}

/// Says what was done, what failed, and what stays.
fn ended(session: &Session, plan: &Plan, done: &Done, applied: bool) -> Result<u8> {
    let worst = done.problems.iter().map(|e| exit::of_error(e.code)).fold(exit::DONE, exit::worse);
    let stays = stays(session, plan)?;
    if session.screen.json {
        let said = |lines: &[Message]| lines.iter().map(Message::to_string).collect::<Vec<_>>();
        let problems: Vec<Value> = done
            .problems
            .iter()
            .map(|e| json!({"code": e.code.as_str(), "problem": e.message.to_string()}))
            .collect();
        session.screen.value(&json!({
            "plan": said(&plan.lines()), "applied": applied, "done": said(&done.lines), "problems": problems,
            "stays": said(&stays),
        }))?;
        return Ok(worst);
    }
    for line in &done.lines {
        session.screen.text(&format!("  {}", shown(&session.screen.say(line))))?;
    }
    done.problems.iter().for_each(|e| session.screen.complain(None, e));
    stays.iter().try_for_each(|line| session.screen.text(&shown(&session.screen.say(line))))?;
    Ok(worst)
}

fn stays(session: &Session, plan: &Plan) -> Result<Vec<Message>> {
    let home = &session.home;
    let mut lines = Vec::new();
    if plan.data.is_empty() && home.data.is_dir() {
        lines.push(say!("command-uninstall-stays", path = home.data.display()));
    }
    if let Ok(StorePlace::Postgres(address, _)) = home.store() {
        lines.push(say!("command-uninstall-stays-database", place = address.to_string()));
    }
    if let Ok(program) = std::env::current_exe() {
        lines.push(say!("command-uninstall-stays-program", path = program.display()));
    }
    Ok(lines)
}
