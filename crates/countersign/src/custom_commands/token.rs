//! `token`: a person's token is kept in a file of the home, never on a screen; a lost one is reset on this machine.

use std::{
    io::{self, IsTerminal as _, Read as _},
    sync::Arc,
};

use clap::{Arg, ArgMatches, Command};
use countersign_core::{
    Actor, ActorKind, Error, Op as _, Origin, Request, Result,
    authority::{
        operations::{CreateOutput, TokenCreate},
        reset::TokenReset,
    },
};
use countersign_words::say;
use serde_json::json;

use super::passkey::check_owner;
use crate::{
    caller, cli,
    daemon::{Info, end, lock::Lock, start},
    exit,
    home::{self, Home},
    kept_token,
    op_commands::Binding,
    own_process,
    session::{self, Session},
};

/// Creates a token. Programs get it; on a screen a person's is not shown. The first person of a home finds it kept.
pub fn create(session: &Session, binding: &Binding, matches: &ArgMatches) -> Result<u8> {
    let is_persons = binding.path.last() == Some(&"person");
    if !is_persons || session.screen.json {
        return cli::call(session, binding, matches);
    }
    let is_first = session.token()?.is_none();
    let calls = binding.calls(matches, &mut io::stdin().lock())?;
    let caller = session.caller()?;
    for wanted in calls {
        let made: CreateOutput = caller::ask::<TokenCreate>(&caller, wanted.input)?;
        let shows = !io::stdout().is_terminal();
        if shows {
            session.screen.text(&made.token)?;
        }
        if is_first {
            let path = kept_token::write(&session.home, &made.token)?;
            session.screen.note(&say!("command-token-kept", path = path.display(), name = made.name));
        } else if !shows {
            let path = kept_token::hand_out(&session.home, &made.name, &made.token)?;
            session.screen.told(&say!("command-token-handed", path = path.display(), name = made.name))?;
        }
    }
    Ok(exit::DONE)
}

/// The arguments of `token reset`.
pub fn reset_args(command: Command) -> Command {
    let name = Arg::new("name").value_name("NAME").help(say!("field-token-reset-person").to_string());
    let reason = Arg::new("reason").long("reason").value_name("TEXT").default_value("lost");
    command.arg(name).arg(reason.help(say!("command-arg-passkey-reason").to_string()))
}

/// Replaces a person's lost token. No token allows it: it takes access to the store on the machine, as its owner, from a
/// process that no agent started. A daemon that a command started is ended for it; one that stays must be down.
pub fn reset(session: &Session, matches: &ArgMatches) -> Result<u8> {
    let home = &session.home;
    home.need_own(say!("command-need-own-token"))?;
    check_owner(home, "token reset")?;
    if let Some(agent) = own_process::agent(home)? {
        return Err(
            Error::refused(say!("op-token-not-from-agent", agent)).hint(say!("op-hint-clean-terminal"))
        );
    }
    let lock = alone(home)?;
    let config = home::config(&home.config())?;
    let engine = Arc::new(session::engine_of(home, &config, None, || home.store()?.open())?.engine);
    let text = |name: &str| matches.get_one::<String>(name);
    let mut input = json!({"reason": text("reason")});
    if let Some(person) = text("name") {
        input["person"] = json!(person);
    }
    let origin = Origin { language: session.screen.language(), ..own_process::origin(&engine) };
    let (actor, op) = (Actor::system(), TokenReset::NAME.to_owned());
    let made = engine.call(Request { actor, op, input, key: None, origin })?.output::<TokenReset>()?;
    // A kept token that still counts is another person's, and stays.
    let path = match kept_token::read(home) {
        Ok(Some(kept)) if engine.authenticate(Some(&kept)).is_ok() => {
            kept_token::hand_out(home, &made.name, &made.token)?
        }
        _ => kept_token::write(home, &made.token)?,
    };
    drop((engine, lock));
    if session.screen.json {
        session.screen.value(&json!({"person": made.name, "ended": made.ended, "kept": path}))?;
    } else {
        let path = path.display().to_string();
        session.screen.told(&say!("command-token-reset", name = made.name, n = made.ended, path))?;
    }
    if session::named_token().is_some() {
        session.screen.note(&say!("command-token-unset"));
    }
    Ok(exit::DONE)
}

/// Makes this process the only one that has the store open.
pub fn alone(home: &Home) -> Result<Lock> {
    if let Some(lock) = Lock::take(home)? {
        return Ok(lock);
    }
    if Info::read(home).is_some_and(|info| info.auto) {
        end::end(home)?;
    }
    Lock::take(home)?.ok_or_else(|| start::taken(home))
}

/// Keeps a token that is read from standard input, for a daemon elsewhere or one that somebody else made.
pub fn keep(session: &Session, _: &ArgMatches) -> Result<u8> {
    own_process::need_person(&session.home, say!("command-token-keep-what"))?;
    let mut text = String::new();
    io::stdin().lock().take(1024).read_to_string(&mut text).map_err(Error::bug)?;
    let token = text.trim();
    if !kept_token::is_token(token) || !token.starts_with(&format!("cs_{}_", ActorKind::Person.as_str())) {
        return Err(Error::invalid(say!("command-token-keep-none")).hint(say!("command-token-keep-hint")));
    }
    let path = kept_token::write(&session.home, token)?;
    match session.screen.json {
        true => session.screen.value(&json!({"kept": path}))?,
        false => session.screen.told(&say!("command-token-keep-done", path = path.display()))?,
    }
    Ok(exit::DONE)
}
