//! `up`: this process becomes the daemon of the home.

use std::{
    ffi::OsString,
    io::{IsTerminal, Write},
    net::SocketAddr,
    os::unix::process::CommandExt,
    path::PathBuf,
    process::Command as Process,
    time::Duration,
};

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use countersign_core::{
    Error, ErrorCode, Problem, Result, answer_status::HappeningWhat, authority::sessions::LinkOutput,
    visit::operations::Happening,
};
use countersign_words::{Message, kept, say};
use serde_json::{Value, json};

use super::system;
use crate::{
    daemon::{
        Info, log, reach,
        start::{self, Options, Tls},
        surroundings::{self, Starter},
        unit::{self, Unit},
    },
    exit,
    home::read_settings,
    own_process, render,
    session::{self, Session},
};

/// After how many idle seconds a daemon that a command started exits.
const IDLE_S: u64 = 600;
/// How many attempts are made while another daemon is exiting.
const TRIES: usize = 3;

/// The arguments of `up`.
pub fn args(command: Command) -> Command {
    let file = |name: &'static str| {
        Arg::new(name).long(name).value_name("FILE").value_parser(value_parser!(PathBuf))
    };
    let flag = |name: &'static str| Arg::new(name).long(name).action(ArgAction::SetTrue);
    let listen = Arg::new("listen").long("listen").value_name("ADDR").value_parser(value_parser!(SocketAddr));
    let idle =
        Arg::new("idle-s").long("idle-s").value_name("SECONDS").value_parser(value_parser!(u64).range(1..));
    let command = command
        .arg(listen.help(String::from(say!("command-arg-up-listen"))))
        .arg(file("tls-cert").requires("tls-key").help(String::from(say!("command-arg-up-cert"))))
        .arg(file("tls-key").requires("tls-cert").help(String::from(say!("command-arg-up-key"))))
        .arg(
            flag("tls-self-signed")
                .conflicts_with("tls-cert")
                .help(String::from(say!("command-arg-up-self-signed"))),
        )
        .arg(flag("insecure").help(String::from(say!("command-arg-up-insecure"))))
        .arg(idle.help(String::from(say!("command-arg-up-idle"))))
        .arg(flag("log").help(String::from(say!("command-arg-up-log"))))
        .arg(flag("detach").conflicts_with("log").help(String::from(say!("command-arg-up-detach"))))
        .arg(
            flag("unit")
                .conflicts_with_all(["detach", "log"])
                .help(String::from(say!("command-arg-up-unit"))),
        )
        .arg(flag("background").hide(true).help(String::from(say!("command-arg-up-detach"))))
        .arg(flag("auto").hide(true).help(String::from(say!("command-arg-up-auto"))));
    system::args(command)
}

/// Runs it.
pub fn run(session: &Session, matches: &ArgMatches) -> Result<u8> {
    if matches.get_flag("system") {
        return system::run(session, matches);
    }
    session.home.need_own(say!("command-need-own-up"))?;
    if matches.get_flag("auto") {
        return auto(session, matches);
    }
    // Approved commands run in the environment of the daemon, so it must not be an agent's.
    own_process::need_person(&session.home, say!("command-up-what"))?;
    if matches.get_flag("detach") {
        let info = reach::detach(&session.home, &passed_on("--detach"))?;
        return tell(session, &info, None, true).map(|()| exit::DONE);
    }
    if matches.get_flag("unit") {
        return by_unit(session);
    }
    without_token()?;
    if matches.get_flag("background") {
        return background(session, matches);
    }
    // A person at a terminal reads what waits and what was decided; programs and services read the log.
    let for_people = std::io::stderr().is_terminal() && !session.screen.json;
    let to_file = for_people && !matches.get_flag("log");
    if to_file {
        session.home.create()?;
        countersign_server::log::init_file(log::open(&session.home)?);
    } else {
        countersign_server::log::init(session.screen.json);
    }
    let mut running = start::take_over(&session.home, &options(matches, None))?;
    running.logs_to_file = to_file;
    tell(session, &running.info, running.fingerprint.as_deref(), to_file)?;
    if for_people {
        let (screen, desktop) = (session.screen, session.desktop());
        running.tell = Some(Box::new(move |news: &[Happening]| {
            // The terminal may be gone; the daemon is not.
            let _ = screen.text(&render::happened(news, &screen.view()));
            let asks = news.iter().filter(|one| one.what == HappeningWhat::Asked);
            desktop.tell(&asks.map(|one| screen.say(&one.title)).collect::<Vec<_>>());
        }));
    }
    running.serve()?;
    Ok(exit::DONE)
}

/// The arguments of this command, for the one that carries it out.
fn passed_on(without: &str) -> Vec<OsString> {
    let given = std::env::args_os().skip(1).skip_while(|word| word != "up").skip(1);
    given.filter(|word| word != without && word != "--json").collect()
}

/// Runs after the command that started it, which gets one line.
fn background(session: &Session, matches: &ArgMatches) -> Result<u8> {
    // This only fails for a session leader.
    let _ = rustix::process::setsid();
    countersign_server::log::init(true);
    match start::take_over(&session.home, &options(matches, None)) {
        Ok(mut running) => {
            running.logs_to_file = true;
            // The folder it was started in must not be kept busy; paths in its arguments are read by now.
            let _ = std::env::set_current_dir(&session.home.data);
            say(&serde_json::to_value(&running.info).map_err(Error::bug)?);
            running.serve()?;
            Ok(exit::DONE)
        }
        Err(e) => reported(&e),
    }
}

/// Tells the command that started this process why it ends.
fn reported(e: &Error) -> Result<u8> {
    tracing::error!(code = e.code.as_str(), internal = e.internal(), "{}", e.message);
    say(&kept(|| serde_json::to_value(Problem::of(e))).map_err(Error::bug)?);
    Ok(exit::of_error(e.code))
}

/// Has systemd start it now, and whenever the person logs in.
fn by_unit(session: &Session) -> Result<u8> {
    let unit = Unit::of(&session.home, &passed_on("--unit"))?;
    let before = read_settings(&unit.path)?;
    unit.check()?;
    if before.as_deref() != Some(unit.text.as_str()) {
        unit.write()?;
    }
    unit.start()?;
    let info = unit::wait(&session.home, &session.client()?)?;
    tell(session, &info, None, false)?;
    if !session.screen.json {
        session.screen.told(&say!("command-unit-done", path = unit.path.display().to_string()))?;
    }
    Ok(exit::DONE)
}

/// Runs for a command that found no daemon: it prints one line for that command, then nobody reads its output.
fn auto(session: &Session, matches: &ArgMatches) -> Result<u8> {
    plainly(session)?;
    // It must outlive the terminal of the first caller. This only fails for a session leader.
    let _ = rustix::process::setsid();
    countersign_server::log::init(true);
    let idle = std::env::var("COUNTERSIGN_IDLE_S").ok().and_then(|s| s.parse().ok()).unwrap_or(IDLE_S);
    let options = options(matches, Some(idle));
    for _ in 0..TRIES {
        match start::start(&session.home, &options) {
            Ok(running) => {
                say(&serde_json::to_value(&running.info).map_err(Error::bug)?);
                running.serve()?;
                return Ok(exit::DONE);
            }
            Err(e) if e.code == ErrorCode::Conflict => {
                if let Some(other) = reach::await_other(&session.home, &session.tokenless()) {
                    say(&serde_json::to_value(&other).map_err(Error::bug)?);
                    return Ok(exit::DONE);
                }
            }
            Err(e) => return reported(&e),
        }
    }
    say(&kept(|| json!({"code": "store", "detail": say!("command-up-other-holds")})));
    Ok(exit::STORE)
}

/// Makes sure that an agent that starts it by hand lends it nothing: neither its environment nor options.
fn plainly(session: &Session) -> Result<()> {
    let is_usual = std::env::args_os().skip(1).eq(["up", "--auto"].map(OsString::from));
    // Where the store cannot be read, nobody can tell; what is wrong with it is told by the start itself.
    let may_be_agent = own_process::agent(&session.home).map_or(true, |agent| agent.is_some());
    if !may_be_agent || (is_usual && surroundings::is_plain(&session.home)) {
        return Ok(());
    }
    let failed = |e: std::io::Error| Error::bug(format!("the environment cannot be put away: {e}"));
    let mut again = Process::new(std::env::current_exe().map_err(failed)?);
    surroundings::lend(&session.home, Starter::Agent, &mut again);
    if let Some(home) = std::env::var_os("COUNTERSIGN_HOME").filter(|v| !v.is_empty()) {
        again.env("COUNTERSIGN_HOME", home);
    }
    Err(failed(again.args(["up", "--auto"]).exec()))
}

fn options(matches: &ArgMatches, idle_s: Option<u64>) -> Options {
    let path = |name| matches.get_one::<PathBuf>(name).cloned();
    let tls = match (path("tls-cert"), path("tls-key"), matches.get_flag("tls-self-signed")) {
        (Some(cert), Some(key), _) => Tls::Files { cert, key },
        (_, _, true) => Tls::SelfSigned,
        _ => Tls::Off,
    };
    Options {
        listen: matches.get_one::<SocketAddr>("listen").copied(),
        tls,
        insecure: matches.get_flag("insecure"),
        idle: matches.get_one::<u64>("idle-s").copied().or(idle_s).map(Duration::from_secs),
        auto: matches.get_flag("auto"),
    }
}

/// Makes sure that the daemon's environment, which programs of the same user can read, contains no token: if it does,
/// this program is executed again in the same process without it.
fn without_token() -> Result<()> {
    if session::named_token().is_none() {
        return Ok(());
    }
    let failed = |e: std::io::Error| Error::bug(format!("the token cannot be put away: {e}"));
    let mut again = Process::new(std::env::current_exe().map_err(failed)?);
    again.args(std::env::args_os().skip(1));
    Err(failed(again.env_remove("COUNTERSIGN_TOKEN").exec()))
}

/// Returns the URL at which a browser redeems a link.
pub fn review_url(url: &str, link: &LinkOutput) -> String {
    format!("{url}/login?code={}", link.code)
}

/// Prints the address. No sign-in link: a daemon's output ends up in logs, and anyone who reads the link in time could
/// sign in.
fn tell(session: &Session, info: &Info, fingerprint: Option<&str>, to_file: bool) -> Result<()> {
    if session.screen.json {
        let mut value =
            json!({"address": info.address, "url": info.url, "socket": info.socket, "pid": info.pid});
        if let Some(fingerprint) = fingerprint {
            value["fingerprint"] = fingerprint.into();
        }
        return session.screen.text(&value.to_string());
    }
    let socket = say!("command-up-and-at", path = info.socket.display());
    let certificate = fingerprint.map(|print| say!("command-up-certificate", fingerprint = print));
    let mut lines = vec![say!("command-up-listens", url = info.url)];
    let log = to_file.then(|| say!("command-up-log-at", path = log::path(&session.home).display()));
    lines.extend(
        [Some(socket), certificate, log].into_iter().flatten().map(|line| Message::from("  ").then(line)),
    );
    lines.push(say!("command-up-review"));
    session.screen.told(&Message::joined("\n", lines))
}

/// Prints one line to the command that waits for it, if it still does.
fn say(value: &Value) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{value}").and_then(|()| out.flush());
}
