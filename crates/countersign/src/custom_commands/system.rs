//! `up --system`: Countersign under its own user, so that agents, which run as other users, can neither read its files
//! nor pass for a person whose token is bound to that person's user. The plan is shown first; it can be repeated, and
//! undone with `--remove`.

mod accounts;
mod config;
mod step;

use std::{
    ffi::OsString,
    fs,
    io::Write as _,
    os::unix::{fs::PermissionsExt as _, process::CommandExt as _},
    path::{Path, PathBuf},
    process::{Command as Process, Stdio},
};

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use countersign_core::{Error, ErrorCode, Result};
use countersign_words::{Message, say};
use serde_json::{Value, json};

use self::{
    accounts::{Account, Accounts},
    step::{Act, Step},
};
use crate::{
    daemon::{lock::Lock, unusable, write_private},
    exit,
    home::{Home, SYSTEM_HOME, SYSTEM_SOCKET},
    session::Session,
};

/// Its paths, below the root of the machine.
const HOME: &str = SYSTEM_HOME;
const RUNTIME: &str = "/run/countersign";
const UNIT: &str = "/etc/systemd/system/countersign.service";
const DROP_IN: &str = "/etc/systemd/system/countersign.service.d/system.conf";
const SOCKET: &str = SYSTEM_SOCKET;

/// The request.
#[derive(Debug, Clone)]
pub struct Args {
    /// The workspaces it needs access to.
    pub workspaces: Vec<PathBuf>,
    /// The user it runs as.
    pub user: String,
    /// The first person, by user name; default: whoever called sudo.
    pub person: Option<String>,
    /// Whether to remove the installation instead.
    pub remove: bool,
    /// The machine as it is found.
    pub machine: Machine,
}

/// What the plan depends on besides the arguments.
#[derive(Debug, Clone)]
pub struct Machine {
    /// `/`, or a folder that stands for it in tests.
    pub root: PathBuf,
    /// This program.
    pub program: PathBuf,
    /// The text of the unit for systemd.
    pub unit: &'static str,
    /// The search path for programs.
    pub path: OsString,
    /// The user who called sudo.
    pub caller: Option<u32>,
}

impl Machine {
    /// This machine.
    pub fn here(unit: &'static str) -> Result<Self> {
        let program =
            std::env::current_exe().map_err(|e| failed(say!("command-cannot-find-program", error = e)))?;
        let path = std::env::var_os("PATH").unwrap_or_default();
        let caller = std::env::var("SUDO_UID").ok().and_then(|uid| uid.parse().ok());
        Ok(Self { root: PathBuf::from("/"), program, unit, path, caller })
    }

    fn at(&self, path: &str) -> PathBuf {
        self.root.join(path.trim_start_matches('/'))
    }

    /// Finds an installed program.
    fn find(&self, name: &str) -> Option<PathBuf> {
        let usual = ["/usr/sbin", "/usr/bin", "/sbin", "/bin"].map(PathBuf::from);
        let mut folders = std::env::split_paths(&self.path).chain(usual);
        folders.find_map(|folder| Some(folder.join(name)).filter(|p| p.is_absolute() && p.is_file()))
    }

    fn has_systemd(&self) -> bool {
        self.at("/run/systemd/system").is_dir()
    }
}

/// The arguments that `up` takes for this.
pub fn args(command: Command) -> Command {
    let folder = Arg::new("workspace").long("workspace").value_name("DIR").action(ArgAction::Append);
    let folder = folder.value_parser(value_parser!(PathBuf)).requires("system");
    let flag = |name: &'static str, help: Message| {
        Arg::new(name).long(name).action(ArgAction::SetTrue).help(String::from(help))
    };
    command
        .arg(flag("system", say!("command-arg-system")))
        .arg(folder.help(String::from(say!("command-arg-system-workspace"))))
        .arg(
            Arg::new("user")
                .long("user")
                .value_name("NAME")
                .requires("system")
                .help(String::from(say!("command-arg-system-user"))),
        )
        .arg(
            Arg::new("for")
                .long("for")
                .value_name("USER")
                .requires("system")
                .help(String::from(say!("command-arg-system-for"))),
        )
        .arg(flag("remove", say!("command-arg-system-remove")).requires("system"))
        .arg(flag("yes", say!("command-arg-system-yes")).requires("system"))
}

/// Shows the plan, and carries it out if confirmed.
pub fn run(session: &Session, matches: &ArgMatches) -> Result<u8> {
    let unit = include_str!("../../../../packaging/countersign.service");
    let args = read(matches, Machine::here(unit)?);
    let plan = set_up(&args)?;
    let is_meant = matches.get_flag("yes");
    if !session.screen.json {
        session.screen.text(&plan.show(|message| session.screen.say(message)))?;
    }
    let token = if is_meant { plan.carry_out()? } else { None };
    if session.screen.json {
        session.screen.value(&plan.as_json(is_meant, token.as_deref()))?;
    } else if !is_meant {
        session.screen.told(&say!("command-system-not-yet"))?;
    } else {
        let made =
            token.map(|token| hand_over(&plan.person(&args)?, &args.machine.program, &token)).transpose()?;
        let lines = [say!("command-system-done")].into_iter().chain(made);
        session.screen.told(&Message::joined("\n", lines))?;
    }
    Ok(exit::DONE)
}

/// Gives the first person their token without showing it: a program that runs as them keeps it in their own home. If that
/// fails, it is in a file that only root can read.
fn hand_over(person: &Account, program: &Path, token: &str) -> Result<Message> {
    let mut command = Process::new(program);
    command.args(["token", "keep"]).env_clear().env("HOME", &person.home).env("PATH", "/usr/bin:/bin");
    command.uid(person.uid).gid(person.gid).current_dir("/");
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let kept = command.spawn().and_then(|mut child| {
        child.stdin.take().map_or(Ok(()), |mut stdin| stdin.write_all(token.as_bytes()))?;
        child.wait()
    });
    if kept.is_ok_and(|status| status.success()) {
        return Ok(say!("command-system-token-kept", name = person.name));
    }
    let path = PathBuf::from(std::env::var_os("HOME").unwrap_or_else(|| "/root".into()));
    let path = path.join(format!("countersign-{}.token", person.name));
    write_private(&path, format!("{token}\n").as_bytes()).map_err(|e| unusable(&path, &e))?;
    Ok(say!("command-token-handed", path = path.display(), name = person.name))
}

/// Parses the command line.
fn read(matches: &ArgMatches, machine: Machine) -> Args {
    let text = |name: &str| matches.get_one::<String>(name).cloned();
    Args {
        workspaces: matches.get_many::<PathBuf>("workspace").into_iter().flatten().cloned().collect(),
        user: text("user").unwrap_or_else(|| "countersign".to_owned()),
        person: text("for"),
        remove: matches.get_flag("remove"),
        machine,
    }
}

/// The steps, in order.
#[derive(Debug)]
pub struct Plan {
    steps: Vec<Step>,
    notes: Vec<Message>,
    accounts: Accounts,
}

/// Plans the installation without changing anything.
pub fn set_up(args: &Args) -> Result<Plan> {
    let machine = &args.machine;
    let name = &args.user;
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_');
    if name.is_empty()
        || name.len() > 31
        || !name.chars().all(plain)
        || name.starts_with('-')
        || name == "root"
    {
        return Err(Error::usage(say!("command-system-no-user-name", name = format!("{:?}", name))));
    }
    let accounts = Accounts::read(&machine.root);
    let mut plan = Plan { steps: Vec::new(), notes: Vec::new(), accounts };
    if args.remove {
        plan.take_back(args)?;
        return Ok(plan);
    }
    let workspaces = workspaces(args)?;
    let person = plan.person(args)?;
    if person.name == *name {
        return Err(Error::usage(say!("command-system-no-person", name)));
    }
    plan.make_user(args)?;
    plan.let_in(args, &person)?;
    plan.folders(args, &workspaces, &person)?;
    plan.open_workspaces(args, &workspaces, &person);
    plan.first_token(args, &person);
    plan.start(args, &workspaces);
    Ok(plan)
}

/// Resolves the folders and checks that each may be opened to the daemon.
fn workspaces(args: &Args) -> Result<Vec<PathBuf>> {
    let mut all = Vec::new();
    for given in &args.workspaces {
        let path = fs::canonicalize(given)
            .map_err(|e| failed(say!("effect-cannot-use", path = given.display(), error = e)))?;
        let below = path.strip_prefix(&args.machine.root).unwrap_or(&path).components().count();
        let system =
            ["bin", "boot", "dev", "etc", "lib", "proc", "run", "sbin", "sys", "usr", "var/lib/countersign"];
        let of_system = system.iter().any(|s| path.starts_with(args.machine.root.join(s)));
        // A home below `/home` is refused: its other contents are private.
        if !path.is_dir() || below < 2 || of_system {
            return Err(Error::usage(say!("command-system-no-workspace", path = path.display()))
                .hint(say!("command-system-no-workspace-hint")));
        }
        all.push(path);
    }
    Ok(all)
}

impl Plan {
    fn person(&self, args: &Args) -> Result<Account> {
        let found = match (&args.person, args.machine.caller) {
            (Some(name), _) => self.accounts.named(name),
            (None, Some(uid)) => self.accounts.numbered(uid),
            (None, None) => None,
        };
        found
            .filter(|account| account.uid != 0)
            .cloned()
            .ok_or_else(|| Error::usage(say!("command-system-who")).hint(say!("command-system-who-hint")))
    }

    fn make_user(&mut self, args: &Args) -> Result<()> {
        let (name, machine) = (&args.user, &args.machine);
        if let Some(account) = self.accounts.named(name) {
            if account.uid == 0 || !account.cannot_log_in() {
                return Err(Error::conflict(say!("command-system-logs-in", name))
                    .hint(say!("command-system-logs-in-hint")));
            }
            self.steps.push(Step::done(say!("command-system-user-there", name)));
            return Ok(());
        }
        let Some(useradd) = machine.find("useradd") else {
            return Err(Error::conflict(say!("command-system-no-useradd"))
                .hint(say!("command-system-no-useradd-hint", name)));
        };
        let mut words = vec![useradd.display().to_string()];
        if machine.root != Path::new("/") {
            words.extend(["--prefix".to_owned(), machine.root.display().to_string()]);
        }
        let rest = [
            "--system",
            "--user-group",
            "--no-create-home",
            "--home-dir",
            HOME,
            "--shell",
            "/usr/sbin/nologin",
        ];
        words.extend(rest.map(str::to_owned));
        words.push(name.clone());
        self.steps.push(Step::new(say!("command-system-make-user", name), Act::Run(words)));
        Ok(())
    }

    /// Lets the person use the socket by adding them to the group.
    fn let_in(&mut self, args: &Args, person: &Account) -> Result<()> {
        let (group, name) = (&args.user, &person.name);
        if self.accounts.is_member(name, group) {
            self.steps.push(Step::done(say!("command-system-in-group", name, group)));
            return Ok(());
        }
        let machine = &args.machine;
        let Some(usermod) = machine.find("usermod") else {
            self.notes.push(say!("command-system-no-usermod", name, group));
            return Ok(());
        };
        let mut words = vec![usermod.display().to_string()];
        if machine.root != Path::new("/") {
            words.extend(["--prefix".to_owned(), machine.root.display().to_string()]);
        }
        words.extend(["--append", "--groups", group, name].map(str::to_owned));
        self.steps.push(Step::new(say!("command-system-into-group", name, group), Act::Run(words)));
        self.notes.push(say!("command-system-log-in-anew", name));
        Ok(())
    }

    fn folders(&mut self, args: &Args, workspaces: &[PathBuf], person: &Account) -> Result<()> {
        let machine = &args.machine;
        let folder =
            |path: &str, mode: u32| Act::Folder { path: machine.at(path), mode, user: args.user.clone() };
        self.steps
            .push(Step::new(say!("command-system-make", path = HOME, mode = "700"), folder(HOME, 0o700)));
        self.steps.push(Step::new(
            say!("command-system-make", path = RUNTIME, mode = "750"),
            folder(RUNTIME, 0o750),
        ));
        let path = machine.at(HOME).join("config.toml");
        let text = config::added(&path, person.uid, workspaces, Path::new(SOCKET))?;
        if workspaces.is_empty() && crate::home::config(&path)?.named_folders().is_empty() {
            self.notes.push(say!("command-system-checks-asked"));
        }
        let what = say!("command-system-write-config", home = HOME, name = person.name);
        self.steps.push(match text {
            Some(text) => {
                Step::new(what, Act::File { path, text, mode: 0o600, user: Some(args.user.clone()) })
            }
            None => Step::done(say!("command-system-may-connect", name = person.name)),
        });
        Ok(())
    }

    /// Gives the daemon access to the workspaces, since it works as its own user, and the person access to new files.
    fn open_workspaces(&mut self, args: &Args, workspaces: &[PathBuf], person: &Account) {
        let setfacl = args.machine.find("setfacl");
        for workspace in workspaces {
            for words in acl(&args.user, &person.name, workspace, setfacl.as_deref()) {
                match &setfacl {
                    Some(_) => self.steps.push(Step::new(words.join(" "), Act::Run(words))),
                    None => self.notes.push(say!("command-system-no-acl", line = words.join(" "))),
                }
            }
        }
    }

    fn first_token(&mut self, args: &Args, person: &Account) {
        let home = args.machine.at(HOME);
        let (name, uid, user) = (person.name.clone(), person.uid, args.user.clone());
        self.steps.push(if step::has_tokens(&home) {
            Step::done(say!("command-system-tokens-there"))
        } else {
            let what = say!("command-system-first-token", name, uid);
            Step::new(what, Act::Token { home, name, uid, user })
        });
    }

    fn start(&mut self, args: &Args, workspaces: &[PathBuf]) {
        let machine = &args.machine;
        if !machine.has_systemd() {
            let (program, home, user) = (machine.program.clone(), machine.at(HOME), args.user.clone());
            let what = say!("command-system-start", program = program.display(), user);
            self.steps.push(Step::new(what, Act::Start { program, home, user }));
            return;
        }
        let file =
            |path: &str, text: String| Act::File { path: machine.at(path), text, mode: 0o644, user: None };
        self.steps
            .push(Step::new(say!("command-system-write", path = UNIT), file(UNIT, machine.unit.to_owned())));
        self.steps.push(Step::new(
            say!("command-system-write", path = DROP_IN),
            file(DROP_IN, drop_in(args, workspaces)),
        ));
        for words in [&["systemctl", "daemon-reload"][..], &["systemctl", "enable", "countersign.service"]] {
            self.run(words);
        }
        self.run(&["systemctl", "restart", "countersign.service"]);
    }

    fn run(&mut self, words: &[&str]) {
        let words: Vec<String> = words.iter().map(|w| (*w).to_owned()).collect();
        self.steps.push(Step::new(words.join(" "), Act::Run(words)));
    }

    fn take_back(&mut self, args: &Args) -> Result<()> {
        let machine = &args.machine;
        let home = machine.at(HOME);
        if machine.has_systemd() && machine.at(UNIT).exists() {
            self.run(&["systemctl", "disable", "--now", "countersign.service"]);
            for path in [DROP_IN, UNIT] {
                self.steps
                    .push(Step::new(say!("command-system-remove", path), Act::Remove(machine.at(path))));
            }
            self.run(&["systemctl", "daemon-reload"]);
        } else if Lock::is_held(&Home::at(&home)) {
            self.steps.push(Step::new(say!("command-system-end"), Act::End { home: home.clone() }));
        }
        let settings = crate::home::config(&home.join("config.toml"))?.system.unwrap_or_default();
        let setfacl = machine.find("setfacl");
        for workspace in &settings.workspaces {
            for words in acl_removed(&args.user, workspace, setfacl.as_deref()) {
                match &setfacl {
                    Some(_) => self.steps.push(Step::new(words.join(" "), Act::Run(words))),
                    None => self.notes.push(say!("command-system-run", line = words.join(" "))),
                }
            }
        }
        self.steps
            .push(Step::new(say!("command-system-remove", path = RUNTIME), Act::Remove(machine.at(RUNTIME))));
        if home.exists() {
            // The id of a removed user may be given to another one.
            self.steps.push(Step::new(
                say!("command-system-give", path = HOME),
                Act::Own { path: home, user: None },
            ));
            self.notes.push(say!("command-system-stays", path = HOME));
        }
        if self.accounts.named(&args.user).is_some() {
            let mut words = vec!["userdel".to_owned()];
            if machine.root != Path::new("/") {
                words.extend(["--prefix".to_owned(), machine.root.display().to_string()]);
            }
            words.push(args.user.clone());
            self.steps.push(Step::new(say!("command-system-remove-user", name = args.user), Act::Run(words)));
        }
        Ok(())
    }

    /// Describes the plan; `·` marks steps that are already done.
    pub fn show(&self, say: impl Fn(&Message) -> String) -> String {
        let mut out = String::new();
        for step in &self.steps {
            out.push_str(&format!("{} {}\n", if step.is_done() { "·" } else { "→" }, say(&step.what)));
        }
        for note in &self.notes {
            out.push_str(&format!("! {}\n", say(note)));
        }
        out
    }

    fn as_json(&self, done: bool, token: Option<&str>) -> Value {
        let steps = self.steps.iter().map(|s| json!({"what": s.what, "is_so": s.is_done()}));
        let steps: Vec<Value> = steps.collect();
        let mut value = json!({"done": done, "steps": steps, "notes": self.notes});
        if let Some(token) = token {
            value["token"] = token.into();
        }
        value
    }

    /// Carries the plan out, and returns the first person's token if it created one. It stops at the first failure;
    /// finished steps stay, and may be repeated.
    pub fn carry_out(&self) -> Result<Option<String>> {
        let here = self.accounts.root();
        if !rustix::process::geteuid().is_root() {
            return Err(Error::new(ErrorCode::Refused, say!("command-system-only-root"))
                .hint("sudo countersign up --system …"));
        }
        let mut token = None;
        for step in self.steps.iter().filter(|s| !s.is_done()) {
            let made = step.carry_out(here).map_err(|e| {
                let hint = e.hint.unwrap_or_else(|| say!("command-system-repeat-hint"));
                Error::new(e.code, Message::joined(": ", [step.what.clone(), e.message])).hint(hint)
            })?;
            token = made.or(token);
        }
        Ok(token)
    }
}

/// Returns the commands that give the daemon access to a folder and the folders above it.
fn acl(user: &str, person: &str, workspace: &Path, setfacl: Option<&Path>) -> Vec<Vec<String>> {
    let program = setfacl.unwrap_or(Path::new("setfacl")).display().to_string();
    let mut all = Vec::new();
    for folder in way_to(workspace) {
        all.push(vec![
            program.clone(),
            "-m".to_owned(),
            format!("u:{user}:--x"),
            folder.display().to_string(),
        ]);
    }
    let mut words = vec![program, "-R".to_owned(), "-P".to_owned()];
    for entry in [format!("u:{user}:rwX"), format!("d:u:{user}:rwX"), format!("d:u:{person}:rwX")] {
        words.extend(["-m".to_owned(), entry]);
    }
    words.push(workspace.display().to_string());
    all.push(words);
    all
}

fn acl_removed(user: &str, workspace: &Path, setfacl: Option<&Path>) -> Vec<Vec<String>> {
    let program = setfacl.unwrap_or(Path::new("setfacl")).display().to_string();
    let remove = |options: &[&str], path: &Path| {
        let mut words = vec![program.clone()];
        words.extend(options.iter().map(|o| (*o).to_owned()));
        words.extend(["-x".to_owned(), format!("u:{user}")]);
        words.push(path.display().to_string());
        words
    };
    let mut all = vec![remove(&["-R", "-P", "-x", &format!("d:u:{user}")], workspace)];
    all.extend(way_to(workspace).map(|folder| remove(&[], folder)));
    all
}

/// Returns the folders above that not everybody may traverse.
fn way_to(workspace: &Path) -> impl Iterator<Item = &Path> {
    workspace
        .ancestors()
        .skip(1)
        .filter(|folder| fs::metadata(folder).is_ok_and(|m| m.permissions().mode() & 0o001 == 0))
}

/// Builds the systemd drop-in for this machine.
fn drop_in(args: &Args, workspaces: &[PathBuf]) -> String {
    let Args { user, machine, .. } = args;
    let mut text = format!(
        "# Written by countersign up --system.\n[Service]\nUser={user}\nGroup={user}\nExecStart=\nExecStart={} up\n\
         RuntimeDirectory=countersign\nRuntimeDirectoryMode=0750\n",
        quoted(&machine.program)
    );
    for workspace in workspaces {
        text.push_str(&format!("ReadWritePaths={}\n", quoted(workspace)));
    }
    text
}

/// Quotes a path for systemd.
fn quoted(path: &Path) -> String {
    let escaped = path.display().to_string().replace('\\', "\\\\").replace('"', "\\\"").replace('%', "%%");
    format!("\"{escaped}\"")
}

fn failed(what: Message) -> Error {
    Error::new(ErrorCode::Conflict, what)
}

#[cfg(test)]
mod tests;
