//! `passkey reset`: recovery for a person who lost their passkeys. No token allows it: it takes access to the store on
//! the machine, as its owner, from a process that no agent started.

use std::{fs, os::unix::fs::MetadataExt as _, sync::Arc};

use clap::{Arg, ArgMatches, Command};
use countersign_core::{Actor, Error, ErrorCode, Origin, Request, Result};
use countersign_words::say;
use serde_json::json;

use crate::{
    daemon::{Info, lock::Lock, unusable},
    exit,
    home::{self, Home, StorePlace},
    own_process,
    session::{self, Session},
};

/// The arguments of `passkey reset`.
pub fn args(command: Command) -> Command {
    let reason = Arg::new("reason").long("reason").value_name("TEXT").default_value("lost");
    command
        .arg(
            Arg::new("name")
                .value_name("NAME")
                .required(true)
                .help(say!("command-arg-the-person").to_string()),
        )
        .arg(reason.help(say!("command-arg-passkey-reason").to_string()))
}

/// Runs in this process: the daemon must be down, so that nothing else has the store open.
pub fn reset(session: &Session, matches: &ArgMatches) -> Result<u8> {
    let home = &session.home;
    home.need_own(say!("command-need-own-passkey"))?;
    check_owner(home, "passkey reset")?;
    let _lock = Lock::take(home)?.ok_or_else(|| running(home))?;
    let config = home::config(&home.config())?;
    let engine = Arc::new(session::engine_of(home, &config, None, || home.store()?.open())?.engine);
    let text = |name: &str| matches.get_one::<String>(name).cloned().unwrap_or_default();
    let answer = engine.call(Request {
        actor: Actor::system(),
        op: "passkey.reset".to_owned(),
        input: json!({"person": text("name"), "reason": text("reason")}),
        key: None,
        origin: Origin { language: session.screen.language(), ..own_process::origin(&engine) },
    })?;
    session.screen.answer("passkey.reset", &answer.value)?;
    Ok(exit::DONE)
}

/// Refuses users other than the store's owner: the daemon could not use files written by root.
pub fn check_owner(home: &Home, command: &str) -> Result<()> {
    let database = match home.store()? {
        StorePlace::File(path) => path,
        StorePlace::Postgres(_, host) => host.name,
    };
    let about = match fs::metadata(&database) {
        Ok(about) => about,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => {
            return Err(Error::not_found(say!("command-passkey-no-database", path = home.data.display())));
        }
        Err(e) => return Err(unusable(&database, &e)),
    };
    let (owner, own) = (about.uid(), rustix::process::geteuid().as_raw());
    if owner == own {
        return Ok(());
    }
    Err(Error::new(ErrorCode::Refused, say!("command-passkey-owner", owner, own))
        .hint(format!("sudo -u '#{owner}' COUNTERSIGN_HOME={} countersign {command} …", home.data.display())))
}

fn running(home: &Home) -> Error {
    let who = Info::read(home).map_or_else(|| say!("command-starting-or-ending"), |info| info.words());
    Error::conflict(say!("command-passkey-running", said = who)).hint(say!("command-passkey-running-hint"))
}
