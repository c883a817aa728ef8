//! `audit verify` and `audit checkpoint`: they read the whole store, so they are not operations. Neither needs a token:
//! they reveal nothing that a program with access to this home's files could not find out.

use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
    sync::Arc,
};

use clap::{Arg, ArgMatches, Command, value_parser};
use countersign_core::{
    Env, Error, ErrorCode, Result,
    audit::{self, Bad, Checkpoint, Verification},
    event::Head,
    judge::Policy,
    store::Store,
};
use countersign_words::{Argument, say};
use serde_json::json;

use crate::{
    exit,
    home::{Home, System},
    progress, render,
    session::{Session, setup},
};

/// The arguments of `audit verify`.
pub fn verify_args(command: Command) -> Command {
    let witness = Arg::new("witness").long("witness").value_name("FILE").value_parser(value_parser!(PathBuf));
    command.arg(witness.help(String::from(say!("command-arg-witness"))))
}

/// Verifies the log and the records; exit 1 if they were altered.
pub fn verify(session: &Session, matches: &ArgMatches) -> Result<u8> {
    let witness = match matches.get_one::<PathBuf>("witness") {
        Some(path) => audit::parse_witness(&read(path)?)?,
        None => Vec::new(),
    };
    let key = own_key(&session.home)?;
    let store = session.home.store()?.need()?;
    let found = walk(session, &store, &witness, key.as_deref())?;
    if session.screen.json {
        session.screen.value(&serde_json::to_value(&found).map_err(Error::bug)?)?;
    } else {
        session.screen.text(&render::verified(&found, &session.screen.view()))?;
    }
    Ok(if found.ok { exit::DONE } else { exit::FAILED })
}

/// Verifies a whole store.
pub fn walk(
    session: &Session,
    store: &Arc<dyn Store>,
    witness: &[Checkpoint],
    key: Option<&str>,
) -> Result<Verification> {
    // The policy in force does not matter here: a broken one must not prevent verification.
    let setup = setup(Policy::default());
    let mut found = Verification::default();
    let walked = progress::doing(session.screen, say!("command-progress-verify"), || {
        store.view(&mut |base| {
            found = audit::verify(base, &setup, witness, key)?;
            Ok(())
        })
    });
    match walked {
        Ok(()) => {}
        // The file opened but cannot be read completely: that is damage, which is what verify looks for.
        Err(e) if e.code == ErrorCode::Store => {
            found.ok = false;
            found.first_bad = Some(Bad { at: say!("command-at-database"), what: e.message });
        }
        Err(e) => return Err(e),
    }
    Ok(found)
}

/// The arguments of `audit checkpoint`.
pub fn checkpoint_args(command: Command) -> Command {
    let to = Arg::new("to").long("to").value_name("FILE").value_parser(value_parser!(PathBuf));
    command.arg(to.help(String::from(say!("command-arg-checkpoint-to"))))
}

/// Signs the end of the log.
pub fn checkpoint(session: &Session, matches: &ArgMatches) -> Result<u8> {
    let store = session.home.store()?.need()?;
    let mut head = Head::default();
    store.view(&mut |base| {
        head = base.head()?;
        Ok(())
    })?;
    let secret = match read_key(&session.home)? {
        Some(secret) => secret,
        None => make_key(&session.home)?,
    };
    let signed = Checkpoint::sign(&head, System.now_ms(), &secret);
    let value = serde_json::to_value(&signed).map_err(Error::bug)?;
    let Some(path) = matches.get_one::<PathBuf>("to") else {
        session.screen.value(&value)?;
        return Ok(exit::DONE);
    };
    append(path, &format!("{value}\n"))?;
    if session.screen.json {
        session.screen.value(&json!({"checkpoint": value, "to": path.display().to_string()}))?;
    } else {
        session.screen.told(&say!("command-signed", n = head.seq, path = path.display()))?;
    }
    Ok(exit::DONE)
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).map_err(|e| {
        let code = if e.kind() == io::ErrorKind::NotFound { ErrorCode::NotFound } else { ErrorCode::Usage };
        Error::new(code, say!("command-cannot-read-witness", path = path.display(), error = e))
    })
}

fn append(path: &Path, line: &str) -> Result<()> {
    let failed =
        |e: io::Error| Error::invalid(say!("command-cannot-write-witness", path = path.display(), error = e));
    let mut file = fs::OpenOptions::new().append(true).create(true).open(path).map_err(failed)?;
    file.write_all(line.as_bytes()).and_then(|()| file.sync_all()).map_err(failed)
}

fn key_path(home: &Home) -> PathBuf {
    home.data.join("checkpoint.key")
}

fn key_error(home: &Home, what: impl Argument) -> Error {
    Error::new(ErrorCode::Store, say!("command-key-unusable", path = key_path(home).display(), said = what))
}

/// Returns the public key of this home's checkpoints, if there were any.
pub fn own_key(home: &Home) -> Result<Option<String>> {
    Ok(read_key(home)?.map(|secret| public_key(&secret)))
}

/// Reads the key that signs this home's checkpoints; `None` before the first one.
fn read_key(home: &Home) -> Result<Option<[u8; 32]>> {
    match fs::read(key_path(home)) {
        Ok(bytes) => bytes.try_into().map(Some).map_err(|_| key_error(home, say!("command-key-not-32"))),
        Err(e) if matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => Ok(None),
        Err(e) => Err(key_error(home, e)),
    }
}

fn make_key(home: &Home) -> Result<[u8; 32]> {
    let secret = System.seed();
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written = options.open(key_path(home)).and_then(|mut file| {
        file.write_all(&secret)?;
        file.sync_all()
    });
    written.map_err(|e| key_error(home, e))?;
    Ok(secret)
}

fn public_key(secret: &[u8; 32]) -> String {
    Checkpoint::sign(&Head::default(), 0, secret).key
}
