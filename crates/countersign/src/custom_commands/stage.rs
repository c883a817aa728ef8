//! `stage`: runs an agent, or any command, in its own world. It sees the real files and may change them freely: its
//! changes are kept apart until a person has reviewed and landed them.

mod apart;
mod known;
mod stop;

use std::{
    collections::BTreeSet,
    ffi::{OsStr, OsString},
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use countersign_core::{
    Error, LOCAL, Result,
    agent::AgentProcess,
    handover::quoted,
    policy::operations::PolicyShow,
    record::Doc,
    run::operations::RunShow,
    stage::{
        Stage,
        land::StageDiff,
        operations::{StageBegin, StageList, StageShow},
    },
    text::visible,
    world::{Ask, World as _},
};
use countersign_server::peer;
use countersign_tools::stage::{self, Ended, Stages};
use countersign_words::{Message, kept, say};
use serde_json::json;
use tokio::signal::unix::{SignalKind, signal};

use super::decide;
use crate::{
    caller::{Caller as _, Remote, ask},
    cli, exit,
    home::{self, Home},
    op_commands::Binding,
    render::{self, Left, Paint, View},
    session::Session,
};
use known::Known;

/// The exit code of a command that was ended by a signal, as in shells.
const BY_SIGNAL: i32 = 128;

fn shared(command: Command) -> Command {
    let hosts =
        Arg::new("hosts").long("hosts").value_name("HOST").action(ArgAction::Append).value_delimiter(',');
    let through = Arg::new("through").long("through").value_name("PATH").action(ArgAction::Append);
    command.args([
        hosts.help(String::from(say!("command-arg-stage-hosts"))),
        through.value_parser(value_parser!(PathBuf)).help(String::from(say!("command-arg-stage-through"))),
        Arg::new("no-ask")
            .long("no-ask")
            .action(ArgAction::SetTrue)
            .help(String::from(say!("command-arg-no-ask"))),
    ])
}

fn words(help: Message) -> Arg {
    Arg::new("command")
        .value_name("CMD")
        .num_args(1..)
        .last(true)
        .value_parser(value_parser!(OsString))
        .help(String::from(help))
}

/// The arguments of `stage`.
pub fn args(command: Command) -> Command {
    let root = Arg::new("root").long("root").value_name("DIR").action(ArgAction::Append);
    let root = root.value_parser(value_parser!(PathBuf));
    shared(command)
        .arg(root.help(String::from(say!("command-arg-stage-root"))))
        .arg(words(say!("command-arg-stage-command")).required(true))
        .subcommand_negates_reqs(true)
        .args_conflicts_with_subcommands(true)
}

/// The options of `stage diff` that show less.
pub fn brief_args(command: Command) -> Command {
    let flag = |name: &'static str| Arg::new(name).long(name).action(ArgAction::SetTrue);
    command.args([
        flag("stat").help(String::from(say!("command-arg-stat"))),
        flag("name-only").help(String::from(say!("command-arg-name-only"))).conflicts_with("stat"),
    ])
}

/// Shows what would land, or only the files. Who has seen only these has not seen what would land: no landing is bound to
/// that.
pub fn diff(session: &Session, binding: &Binding, matches: &ArgMatches) -> Result<u8> {
    let (stat, names) = (matches.get_flag("stat"), matches.get_flag("name-only"));
    if session.screen.json || !(stat || names) {
        return cli::call(session, binding, matches);
    }
    let id = matches.get_one::<String>("id");
    let found = ask::<StageDiff>(&session.caller()?, json!({"id": id, "brief": true}))?;
    session.screen.paged(&render::brief(&found, stat, &session.screen.view()))?;
    Ok(exit::DONE)
}

/// The arguments of `stage shell`.
pub fn shell_args(command: Command) -> Command {
    let id = Arg::new("id").required(true).value_name("ID").help(String::from(say!("command-arg-the-stage")));
    shared(command).arg(id).arg(words(say!("command-arg-stage-shell-command")))
}

/// The arguments of `stage run`.
pub fn run_args(command: Command) -> Command {
    let id = Arg::new("id").required(true).value_name("ID").help(String::from(say!("command-arg-the-stage")));
    shared(command).arg(id).arg(words(say!("command-arg-stage-command")).required(true))
}

/// Begins a stage and runs a command in it.
pub fn run(session: &Session, matches: &ArgMatches) -> Result<u8> {
    let argv = argv(matches);
    let roots = roots(matches)?;
    let let_in = LetIn::of(session, matches, &argv)?;
    let stages = session.home.stages();
    check_roots(&session.home, &roots)?;
    check_apart(&roots, &let_in.outside(&roots))?;
    let caller = caller(session)?;
    let input = json!({
        "roots": roots, "title": line(&argv), "hosts": let_in.hosts, "through": let_in.through,
    });
    let stage = ask::<StageBegin>(&caller, input)?;
    if asks(session, matches) {
        return apart::run(session, &stage.id, &let_in, &argv);
    }
    Work { session, caller: &caller, stages: &stages, stage: &stage, let_in: &let_in }.run(&argv)
}

/// Runs a command, or a shell, in an existing stage.
pub fn again(session: &Session, matches: &ArgMatches) -> Result<u8> {
    let mut argv = argv(matches);
    if argv.is_empty() {
        argv.push(std::env::var_os("SHELL").filter(|s| !s.is_empty()).unwrap_or_else(|| "/bin/sh".into()));
    }
    session.home.need_own(say!("command-need-own-stage"))?;
    let caller = caller(session)?;
    let id = matches.get_one::<String>("id").map(String::as_str).unwrap_or_default();
    let stage = ask::<StageShow>(&caller, json!({"id": id}))?.stage;
    let mut let_in = LetIn::of(session, matches, &argv)?;
    let_in.add(stage.hosts.iter().cloned(), stage.through.iter().map(PathBuf::from));
    if asks(session, matches) {
        return apart::run(session, &stage.id, &let_in, &argv);
    }
    let stages = session.home.stages();
    Work { session, caller: &caller, stages: &stages, stage: &stage, let_in: &let_in }.run(&argv)
}

/// Whether a person is asked about the changes afterwards.
fn asks(session: &Session, matches: &ArgMatches) -> bool {
    !matches.get_flag("no-ask") && decide::has_person(session)
}

fn caller(session: &Session) -> Result<Remote> {
    session.home.need_own(say!("command-need-own-stage"))?;
    session.caller()
}

fn argv(matches: &ArgMatches) -> Vec<OsString> {
    matches.get_many::<OsString>("command").into_iter().flatten().cloned().collect()
}

/// Formats the command as one text, quoted for a shell.
fn line(argv: &[OsString]) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,@%+".contains(c);
    let word = |word: &OsString| {
        let text = word.to_string_lossy();
        if !text.is_empty() && text.chars().all(plain) { text.into_owned() } else { quoted(&text) }
    };
    argv.iter().map(word).collect::<Vec<_>>().join(" ")
}

fn roots(matches: &ArgMatches) -> Result<Vec<PathBuf>> {
    let named: Vec<PathBuf> = matches.get_many::<PathBuf>("root").into_iter().flatten().cloned().collect();
    let named = if named.is_empty() { vec![PathBuf::from(".")] } else { named };
    let real = |path: &PathBuf| {
        path.canonicalize().ok().filter(|real| real.is_dir()).ok_or_else(|| {
            Error::invalid(say!("command-stage-no-folder", path = path.display()))
                .hint(say!("effect-stage-name-folder"))
        })
    };
    named.iter().map(real).collect()
}

/// Refuses roots that contain Countersign's own data: the stage would contain itself.
fn check_roots(home: &Home, roots: &[PathBuf]) -> Result<()> {
    home.create()?;
    let own = [&home.data, &home.settings].map(|own| own.canonicalize().unwrap_or_else(|_| own.clone()));
    match roots.iter().find(|root| own.iter().any(|own| own.starts_with(root) || root.starts_with(own))) {
        None => Ok(()),
        Some(root) => Err(Error::invalid(say!("effect-stage-own", path = root.display()))
            .hint(say!("effect-stage-further"))),
    }
}

/// What a stage may access.
#[derive(Debug, Default)]
struct LetIn {
    hosts: Vec<String>,
    through: Vec<PathBuf>,
    known: Option<&'static Known>,
}

impl LetIn {
    /// Combines the settings, the known needs of the command, and the options.
    fn of(session: &Session, matches: &ArgMatches, argv: &[OsString]) -> Result<Self> {
        let config = home::config(&session.home.config())?;
        let person = etcetera::home_dir().ok();
        let mut let_in =
            Self { known: argv.first().and_then(|program| Known::of(program)), ..Self::default() };
        let_in.add(
            config.stage.hosts.iter().cloned(),
            config.stage.through.iter().map(|p| below(p, person.as_deref())),
        );
        if let Some(known) = let_in.known {
            let own = known.folders(person.as_deref(), |name| std::env::var_os(name));
            known.make_folders(&own).map_err(|e| Error::invalid(Message::of_error(&e)))?;
            let_in.add(known.hosts.iter().map(|h| (*h).to_owned()), own.into_iter());
        }
        let typed = matches.get_many::<String>("hosts").into_iter().flatten().cloned();
        let paths = matches.get_many::<PathBuf>("through").into_iter().flatten();
        let absolute = paths.map(|p| std::path::absolute(below(p, person.as_deref())));
        let paths =
            absolute.collect::<io::Result<Vec<_>>>().map_err(|e| Error::invalid(Message::of_error(&e)))?;
        if let Some(missing) = paths.iter().find(|p| p.symlink_metadata().is_err()) {
            return Err(Error::invalid(say!("command-stage-through-missing", path = missing.display()))
                .hint(say!("command-stage-through-missing-hint")));
        }
        let_in.add(typed, paths.into_iter());
        check_hosts(&let_in.hosts)?;
        check_through(&session.home.stages(), &let_in.through)?;
        // A missing path cannot be let through, and is not an error.
        let_in.through.retain(|path| path.exists());
        Ok(let_in)
    }

    fn add(&mut self, hosts: impl Iterator<Item = String>, through: impl Iterator<Item = PathBuf>) {
        for host in hosts {
            if !self.hosts.contains(&host) {
                self.hosts.push(host);
            }
        }
        for path in through {
            let path = path.canonicalize().unwrap_or(path);
            if !self.through.contains(&path) {
                self.through.push(path);
            }
        }
    }

    /// Returns those outside the staged folders. Inside them, files are copied on write like all others; letting them
    /// through only means that they are not hidden.
    fn outside(&self, roots: &[PathBuf]) -> Vec<PathBuf> {
        self.through.iter().filter(|path| !roots.iter().any(|root| path.starts_with(root))).cloned().collect()
    }
}

/// Refuses to let Countersign's own data through, where changes would be real.
fn check_through(stages: &Stages, through: &[PathBuf]) -> Result<()> {
    let overlaps =
        |path: &&PathBuf| stages.own.iter().any(|own| own.starts_with(path) || path.starts_with(own));
    match through.iter().find(overlaps) {
        None => Ok(()),
        Some(path) => Err(Error::invalid(say!("command-stage-through-own", path = path.display()))
            .hint(say!("command-stage-through-hint"))),
    }
}

/// Refuses a path with real changes that contains a staged folder.
fn check_apart(roots: &[PathBuf], through: &[PathBuf]) -> Result<()> {
    match through.iter().find(|path| roots.iter().any(|root| root.starts_with(path))) {
        None => Ok(()),
        Some(path) => Err(Error::invalid(say!("command-stage-through-staged", path = path.display()))
            .hint(say!("command-stage-through-hint"))),
    }
}

fn check_hosts(hosts: &[String]) -> Result<()> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | ':' | '[' | ']' | '*');
    match hosts.iter().find(|host| host.is_empty() || *host == "*" || !host.chars().all(plain)) {
        None => Ok(()),
        Some(host) => {
            Err(Error::invalid(say!("command-stage-no-host", host = format!("{:?}", visible(host).text)))
                .hint(say!("command-stage-no-host-hint")))
        }
    }
}

/// Resolves `~/` to the person's home folder.
fn below(path: &Path, person: Option<&Path>) -> PathBuf {
    match (path.strip_prefix("~"), person) {
        (Ok(rest), Some(person)) => person.join(rest),
        _ => path.to_owned(),
    }
}

/// A command to run in a stage.
struct Work<'a> {
    session: &'a Session,
    caller: &'a Remote,
    stages: &'a Stages,
    stage: &'a Stage,
    let_in: &'a LetIn,
}

impl Work<'_> {
    fn run(&self, argv: &[OsString]) -> Result<u8> {
        let id = &self.stage.id;
        let held = self.stages.hold(id)?;
        // The policy in force, which people have accepted. Agents, who do not see it, get the usual caches.
        let policy = ask::<PolicyShow>(self.caller, json!({}));
        let rehearsal = policy.map(|policy| policy.rehearsal).unwrap_or_default();
        // From here on, this process and its children count as the agent and cannot decide.
        self.register()?;
        let roots: Vec<PathBuf> = self.stage.roots.iter().map(PathBuf::from).collect();
        let layers = self.stages.layers(&held, id, &roots)?;
        let command = stage::Command { rehearsal, ..self.command(argv, &roots) };
        self.tell(&command);
        let settings =
            self.let_in.known.map(|known| known.settings(&self.let_in.through)).unwrap_or_default();
        // A run that has already ended does not stop commands in its stage.
        let going = ask::<RunShow>(self.caller, json!({"id": self.stage.run}))?.run.ended_at.is_none();
        self.caller.call("stage.note", json!({"id": id, "begins": line(argv)}))?;
        let watched = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let watched = watched.map_err(|e| Error::bug(format!("no signals: {e}")))?;
        let _inside = watched.enter();
        // The terminal signals the whole process group; only the command should react.
        crate::progress::leave_ctrl_c();
        let _interrupts = [SignalKind::interrupt(), SignalKind::quit()].map(|kind| signal(kind).ok());
        let client = self.session.client()?;
        let ended = self.stages.run(id, &layers, &command, |ender| {
            if going {
                stop::watch(client, self.stage.run.clone(), ender);
            }
        });
        drop(held);
        let note = |code: Option<i32>, signal: Option<i32>, over: &[&str], denied: &[Message]| {
            let ended = json!({"exit_code": code, "signal": signal, "over": over});
            self.caller.call("stage.note", kept(|| json!({"id": id, "ended": ended, "denied": denied})))
        };
        let ended = match ended {
            Ok(ended) => ended,
            Err(e) => {
                note(None, None, &["never started"], &[])?;
                return Err(e);
            }
        };
        if ended.stopped {
            self.session.screen.note(&say!("command-stage-stopped"));
        }
        let noted = note(ended.code, ended.signal, &ended.over, &ended.denied);
        let changed: Vec<PathBuf> = known::changed(&settings);
        self.summary(&ended, &changed)?;
        noted.map(|_| code(&ended))
    }

    /// Registers this process as an agent: requests from it and its children are the agent's.
    fn register(&self) -> Result<()> {
        let pid = std::process::id();
        let (started, boot) =
            peer::identity(pid).ok_or_else(|| Error::conflict(say!("command-stage-no-proc")))?;
        let name = if self.stage.agent == LOCAL { AgentProcess::STAGE } else { &self.stage.agent };
        let agent = self.session.client()?.agent(Some(name));
        let input = json!({"pid": pid, "started": started, "boot": boot});
        agent.call("process.register", input, None).map(drop)
    }

    fn command(&self, argv: &[OsString], roots: &[PathBuf]) -> stage::Command {
        let here = std::env::current_dir().and_then(|cwd| cwd.canonicalize()).ok();
        let inside = here.filter(|cwd| roots.iter().any(|root| cwd.starts_with(root)));
        stage::Command {
            argv: self.let_in.known.map_or_else(|| argv.to_vec(), |known| known.argv(argv)),
            env: environment(&self.stage.id),
            cwd: inside.or_else(|| roots.first().cloned()).unwrap_or_else(|| PathBuf::from("/")),
            hidden: stage::secrets_in(roots)
                .into_iter()
                .filter(|secret| !self.let_in.through.iter().any(|t| secret.starts_with(t)))
                .collect(),
            through: self.let_in.outside(roots),
            hosts: self.let_in.hosts.clone(),
            rehearsal: Default::default(),
        }
    }

    /// Prints what the stage may access, before anything runs.
    fn tell(&self, command: &stage::Command) {
        let list = |paths: &[PathBuf]| paths.iter().map(|p| shown(p)).collect::<Vec<_>>().join(", ");
        let id = short(&self.stage.id);
        let mut lines = vec![say!("command-stage-over", id, folders = self.stage.roots.join(", "))];
        lines.push(match command.hosts.is_empty() {
            true => say!("command-stage-network-none"),
            false => say!("command-stage-network", hosts = command.hosts.join(", ")),
        });
        if !command.through.is_empty() {
            lines.push(say!("command-stage-through", paths = list(&command.through)));
        }
        if let Some(known) = self.let_in.known.filter(|known| !known.unconfined.is_empty()) {
            lines.push(say!("command-stage-own-sandbox", options = known.unconfined.join(" ")));
        }
        if !command.hidden.is_empty() {
            lines.push(say!("command-stage-hidden", paths = list(&command.hidden)));
        }
        lines.iter().for_each(|line| self.session.screen.note(line));
    }

    fn summary(&self, ended: &Ended, changed: &[PathBuf]) -> Result<()> {
        let id = &self.stage.id;
        let args = Doc::from_iter([("stage".to_owned(), json!(id))]);
        let ask = Ask { tool: Stage::LAND.to_owned(), args, ..Ask::default() };
        // Forecast here, because this process can no longer make a person's calls.
        let sight = self.session.home.builtins(Vec::new(), &[]).forecast(&ask)?;
        // The stage's id is printed beside the summary.
        let told = sight.summary.filled("saids").unwrap_or(&sight.summary);
        let summary = sight.noop.is_none().then_some(told);
        let settings: Vec<String> = changed.iter().map(|p| shown(p)).collect();
        if self.session.screen.json {
            let told = json!({
                "stage": id, "summary": summary, "exit_code": ended.code, "signal": ended.signal,
                "over": ended.over, "denied": ended.denied, "changed_for_real": settings,
            });
            return self.session.screen.value(&told);
        }
        let left = Left { id, summary, denied: &ended.denied, over: &ended.over, changed: &settings };
        let view = View { paint: Paint::of(&io::stderr()), ..self.session.screen.view() };
        let text = render::left(&left, &view);
        // Standard output belongs to the command.
        let _unheard = io::stderr().write_all(text.as_bytes());
        Ok(())
    }
}

fn short(id: &str) -> &str {
    id.split_once('-').map_or(id, |(head, _)| head)
}

fn shown(path: &Path) -> String {
    visible(&path.to_string_lossy()).text
}

/// Returns this environment without our variables, plus the stage's id.
fn environment(stage: &str) -> Vec<(OsString, OsString)> {
    let own = |name: &OsStr| name.to_string_lossy().starts_with("COUNTERSIGN_");
    let kept = std::env::vars_os().filter(|(name, _)| !own(name));
    kept.chain([(AgentProcess::MARKER.into(), stage.into())]).collect()
}

/// Returns the exit code of the command.
fn code(ended: &Ended) -> u8 {
    let code = ended.code.or(ended.signal.map(|signal| BY_SIGNAL + signal));
    code.and_then(|code| u8::try_from(code).ok()).unwrap_or(exit::FAILED)
}

/// Removes remains of dropped stages. Failures are harmless.
pub fn sweep(home: &Home, engine: &countersign_core::Engine) {
    if let Err(e) = swept(home, engine) {
        tracing::warn!(error = %e, "what is left of stages cannot be swept");
    }
}

fn swept(home: &Home, engine: &countersign_core::Engine) -> Result<()> {
    let mut live = BTreeSet::new();
    let mut before = None;
    loop {
        let input = match &before {
            None => json!({"limit": 1000}),
            Some(id) => json!({"limit": 1000, "before": id}),
        };
        let request = countersign_core::Request {
            actor: countersign_core::Actor::system(),
            op: "stage.list".to_owned(),
            input,
            key: None,
            origin: countersign_core::Origin::from("timer"),
        };
        let page = engine.call(request)?.output::<StageList>()?;
        live.extend(page.stages.into_iter().map(|s| s.stage.id));
        before = page.next;
        if before.is_none() {
            let live: Vec<String> = live.into_iter().collect();
            return home.stages().sweep(&live);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exit_code_is_the_commands_own() {
        let ended = |code, signal| Ended { code, signal, ..Ended::default() };
        assert_eq!(code(&ended(Some(0), None)), 0);
        assert_eq!(code(&ended(Some(42), None)), 42);
        assert_eq!(code(&ended(None, Some(9))), 137);
        assert_eq!(code(&ended(None, None)), exit::FAILED);
    }

    #[test]
    fn a_command_is_told_as_it_could_be_typed() {
        let words: Vec<OsString> = ["sh", "-c", "echo x", "", "a/b=c"].map(OsString::from).to_vec();
        assert_eq!(line(&words), "sh -c 'echo x' '' a/b=c");
    }

    #[test]
    fn what_is_no_host_is_refused() {
        let check = |host: &str| check_hosts(&[host.to_owned()]);
        for host in ["example.com", "*.example.com", "127.0.0.1:8080", "[::1]:80", "localhost"] {
            check(host).unwrap();
        }
        for host in ["", "*", "https://example.com", "a b", "a/b", "a;b", "\u{1b}[2J"] {
            assert!(check(host).is_err(), "{host:?}");
        }
    }

    #[test]
    fn what_lies_in_a_staged_folder_is_never_changed_for_real() {
        let let_in =
            LetIn { through: vec!["/w/.env".into(), "/home/ana/.claude".into()], ..LetIn::default() };
        assert_eq!(let_in.outside(&["/w".into()]), [PathBuf::from("/home/ana/.claude")]);
    }

    #[test]
    fn the_persons_own_folder_is_known_by_its_sign() {
        let person = Some(Path::new("/home/ana"));
        assert_eq!(below(Path::new("~/.claude"), person), Path::new("/home/ana/.claude"));
        assert_eq!(below(Path::new("/x/~"), person), Path::new("/x/~"));
        assert_eq!(below(Path::new("~bob/x"), person), Path::new("~bob/x"));
    }
}
