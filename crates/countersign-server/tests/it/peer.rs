//! Identifying the peer: real processes that connect to real sockets with a person's token. The test binary runs itself
//! again as the client, so that nothing else needs to be installed.

use std::{
    fs,
    io::{self, BufRead as _, BufReader, Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    os::unix::{
        fs::{PermissionsExt as _, chown},
        net::{UnixListener, UnixStream},
        process::CommandExt as _,
    },
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::Arc,
    thread,
    time::Duration,
};

use countersign_core::{
    Actor, Engine, Level, Origin, Request, Setup, env::FixedEnv, judge::Policy, kinds, receipt::undo,
    store::EventQuery, tool::Catalog,
};
use countersign_server::{App, Door, Growth, Limits, Peer, Settings, Users, peer};
use countersign_store::SqliteStore;
use countersign_tools::Builtins;
use rustix::net::sockopt::socket_peercred;
use serde_json::{Value, json};
use tempfile::TempDir;

/// Where the client connects: `unix PATH` or `tcp ADDRESS`.
const KNOCK: &str = "PEER_KNOCK";
/// Its token.
const TOKEN: &str = "PEER_TOKEN";
/// Set if it must exit without waiting for a response.
const RUN_AWAY: &str = "PEER_RUN_AWAY";
/// Set to the folder of a daemon under its own user.
const SERVE: &str = "PEER_SERVE";

const KNOCKER: &[&str] = &["peer::whoever_is_us_is_nobodys_agent", "--exact", "--nocapture", "-q"];
const SERVER: &[&str] = &[
    "peer::c1_under_a_user_of_its_own_only_listed_users_get_in_and_a_bound_token_works_for_one",
    "--exact",
    "--nocapture",
    "-q",
];

/// A daemon's engine in its own folder.
struct Desk {
    dir: TempDir,
    app: Arc<App>,
    ana: String,
    codex: String,
}

fn app(folder: &Path, level: Level) -> Arc<App> {
    let catalog = || Catalog::new(countersign_tools::catalog().into_iter().chain(undo::tools()));
    let kinds = kinds::KINDS.iter().chain(countersign_tools::KINDS).copied().collect();
    let zone = jiff::tz::TimeZone::UTC;
    let (policy, servers) = (Policy::default(), Default::default());
    let setup = Setup {
        catalog: catalog(),
        policy,
        kinds,
        zone,
        servers,
        agents: Default::default(),
        site: None,
        roots: Vec::new(),
        keeping: Default::default(),
        hosts: Default::default(),
    };
    let store = Arc::new(SqliteStore::open(&folder.join("countersign.db")).unwrap());
    let world = Builtins::new(folder.join("trash"), Vec::new(), vec![folder.to_owned()], Vec::new());
    let engine = Engine::new(store, setup, Box::new(FixedEnv::at(1_794_744_000_000)));
    let (names, url) = (Vec::new(), "http://127.0.0.1:1".to_owned());
    let settings = Settings {
        level,
        names,
        url,
        users: None,
        passes_on: false,
        oidc: None,
        otlp: None,
        limits: Limits::default(),
    };
    App::new(Arc::new(engine.with_world(Box::new(world))), Growth::default(), settings)
}

fn call(app: &App, actor: &Actor, op: &str, input: Value) -> Value {
    let origin = Origin { cwd: Some("/tmp".into()), ..Origin::from("test") };
    let request = Request { actor: actor.clone(), op: op.to_owned(), input, key: None, origin };
    app.engine.call(request).unwrap_or_else(|e| panic!("{op}: {e:?}")).value
}

fn token(app: &App, by: Option<&str>, input: Value) -> String {
    let actor = app.engine.authenticate(by).unwrap();
    call(app, &actor, "token.create", input)["token"].as_str().unwrap().to_owned()
}

/// The result of a person's call from there.
fn judged(app: &App, users: Option<&Users>, peer: &Peer, token: &str, op: &str) -> String {
    if let Some(Err(e)) = users.map(|u| u.admit(peer)) {
        return format!("turned away: {}", e.message);
    }
    let actor = app.engine.authenticate(Some(token)).unwrap();
    if !peer.may_bring(app.engine.token(token).unwrap().uid) {
        return "not theirs".to_owned();
    }
    let origin = Origin::from("http");
    let mut request = Request { actor, op: op.to_owned(), input: json!({}), key: None, origin };
    peer::locate(app, peer, &mut request);
    match app.engine.call(request) {
        Ok(_) => "done".to_owned(),
        Err(e) => format!("refused: {}", e.message),
    }
}

fn unix_peer(stream: &UnixStream) -> Peer {
    let cred = socket_peercred(stream).unwrap();
    let pid = u32::try_from(cred.pid.as_raw_nonzero().get()).unwrap();
    Peer::new(Door::Unix, Some(cred.uid.as_raw()), Some(pid))
}

fn tcp_peer(stream: &TcpStream) -> Peer {
    let (here, there) = (stream.local_addr().unwrap(), stream.peer_addr().unwrap());
    Peer::new(Door::Tcp { here, there, tls: false }, None, None)
}

/// Retries until it works, or times out.
fn wait_for<T>(what: &str, mut try_it: impl FnMut() -> Option<T>) -> T {
    for _ in 0..3000 {
        if let Some(found) = try_it() {
            return found;
        }
        thread::sleep(Duration::from_millis(10));
    }
    panic!("{what} did not come");
}

fn accept<S>(listener: &impl Fn() -> io::Result<S>) -> S {
    wait_for("a connection", || listener().ok())
}

impl Desk {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let app = app(dir.path(), Level::SameUser);
        let ana = token(&app, None, json!({"kind": "person", "name": "ana"}));
        let codex = token(&app, Some(&ana), json!({"kind": "agent", "name": "codex"}));
        Self { dir, app, ana, codex }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn listen(&self) -> (UnixListener, String) {
        let path = self.path("socket");
        let listener = UnixListener::bind(&path).unwrap();
        listener.set_nonblocking(true).unwrap();
        (listener, format!("unix {}", path.display()))
    }

    fn listen_tcp(address: &str) -> (TcpListener, String) {
        let listener = TcpListener::bind(address).unwrap();
        listener.set_nonblocking(true).unwrap();
        let at = format!("tcp {}", listener.local_addr().unwrap());
        (listener, at)
    }

    /// The result of Ana's `freeze` by the next client at the UNIX socket.
    fn at_socket(&self, listener: &UnixListener) -> String {
        let stream = accept(&|| listener.accept()).0;
        self.freeze(&unix_peer(&stream))
    }

    fn at_port(&self, listener: &TcpListener) -> String {
        let stream = accept(&|| listener.accept()).0;
        self.freeze(&tcp_peer(&stream))
    }

    fn freeze(&self, peer: &Peer) -> String {
        judged(&self.app, None, peer, &self.ana, "freeze")
    }

    fn register(&self, pid: u32, started: u64, boot: Option<&str>) {
        let codex = self.app.engine.authenticate(Some(&self.codex)).unwrap();
        let input = json!({"pid": pid, "started": started, "boot": boot});
        call(&self.app, &codex, "process.register", input);
    }

    /// The last event of the log, as exported.
    fn last(&self) -> (String, Value) {
        let mut last = None;
        let store = self.app.engine.store();
        let newest = EventQuery { limit: 1, ..EventQuery::default() };
        store.view(&mut |base| base.events(&newest).map(|events| last = events.into_iter().next())).unwrap();
        let event = last.unwrap();
        (event.status.clone(), json!(event.told().unwrap().origin))
    }
}

/// A client, as a child of this process.
fn knocker(at: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(KNOCKER).env_clear().env(KNOCK, at).stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// A shell that left this process tree, with only the given environment: the closest to a person's own terminal that a
/// test can get.
fn outside(script: &str, variables: &[(&str, &str)]) {
    let mut shell = Command::new("setsid");
    shell.args(["sh", "-c", "sh -c \"$0\" >/dev/null 2>&1 &", script]);
    shell.env_clear().env("PATH", "/usr/bin:/bin").env("EXE", std::env::current_exe().unwrap());
    shell.envs(variables.iter().copied()).stdin(Stdio::null());
    assert!(shell.status().unwrap().success());
}

fn knock_script() -> String {
    format!("\"$EXE\" {}; true", KNOCKER.join(" "))
}

/// Connects, sends something, and waits for the other side.
fn knock(at: &str) -> io::Result<()> {
    fn say(mut stream: impl Read + Write) -> io::Result<()> {
        let token = std::env::var(TOKEN).unwrap_or_default();
        writeln!(stream, "{token}")?;
        if std::env::var_os(RUN_AWAY).is_some() {
            return Ok(());
        }
        let mut answer = String::new();
        // A listener may close without reading.
        let _ = stream.read_to_string(&mut answer);
        io::stdout().write_all(format!("answer: {answer}\n").as_bytes())
    }
    match at.split_once(' ').unwrap() {
        ("unix", path) => say(UnixStream::connect(path)?),
        (_, address) => say(TcpStream::connect(address)?),
    }
}

fn ended(mut child: Child) {
    // It may have exited already.
    let _ = child.kill();
    child.wait().unwrap();
}

#[test]
fn whoever_is_us_is_nobodys_agent() {
    if let Ok(at) = std::env::var(KNOCK) {
        knock(&at).unwrap();
        return;
    }
    let desk = Desk::new();
    let (listener, _) = desk.listen();
    let _stream = UnixStream::connect(desk.path("socket")).unwrap();
    assert_eq!(desk.at_socket(&listener), "done");
}

#[test]
fn c1_what_the_daemon_starts_cannot_decide_by_socket_or_by_port() {
    let desk = Desk::new();
    let (listener, at) = desk.listen();
    let child = knocker(&at).spawn().unwrap();
    let said = desk.at_socket(&listener);
    ended(child);
    assert!(said.starts_with("refused: person:ana may not call freeze from a process of"), "{said}");
    for address in ["127.0.0.1:0", "[::1]:0"] {
        let (listener, at) = Desk::listen_tcp(address);
        let child = knocker(&at).spawn().unwrap();
        let said = desk.at_port(&listener);
        ended(child);
        assert!(said.starts_with("refused: "), "{address}: {said}");
    }
    let (status, origin) = desk.last();
    assert_eq!(status, "refused");
    assert!(origin["agent_process"].is_string() && origin["peer"].is_string(), "{origin}");
}

#[test]
fn c1_a_hostile_name_hides_no_ancestor() {
    let desk = Desk::new();
    for (n, name) in [") S 1 0 0 (x", "a b) (c", "x\ny"].iter().enumerate() {
        let link = desk.path(name);
        std::os::unix::fs::symlink(std::env::current_exe().unwrap(), &link).unwrap();
        let (listener, at) = Desk::listen_tcp("127.0.0.1:0");
        let mut command = Command::new(&link);
        command.args(KNOCKER).env_clear().env(KNOCK, at);
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).spawn().unwrap();
        let said = desk.at_port(&listener);
        ended(child);
        assert!(said.starts_with("refused: "), "{n}: {said}");
    }
}

#[test]
fn c1_a_command_that_left_our_family_is_known_by_its_mark() {
    let desk = Desk::new();
    let (listener, at) = desk.listen();
    let codex = desk.app.engine.authenticate(Some(&desk.codex)).unwrap();
    let ana = desk.app.engine.authenticate(Some(&desk.ana)).unwrap();
    let exe = std::env::current_exe().unwrap().display().to_string();
    let command = format!(
        "{KNOCK}='{at}' setsid sh -c '\"$0\" {} >/dev/null 2>&1 &' '{exe}' >/dev/null 2>&1 </dev/null",
        KNOCKER.join(" ")
    );
    let input = json!({"tool": "shell.run", "args": {"command": command}});
    let held = call(&desk.app, &codex, "call.propose", input);
    let item = held["item"]["id"].as_str().unwrap().to_owned();
    call(&desk.app, &ana, "show", json!({"id": item}));
    let typed = held["item"]["typed"].clone();
    let done = call(&desk.app, &ana, "item.confirm", json!({"id": item, "typed": typed}));
    assert_eq!(done["status"], "applied", "{done}");
    let stream = accept(&|| listener.accept()).0;
    let peer = unix_peer(&stream);
    let line = ancestors(peer.pid.unwrap());
    assert!(!line.contains(&std::process::id()), "it has not left: {line:?}");
    let said = desk.freeze(&peer);
    assert_eq!(said, format!("refused: person:ana may not call freeze from a process of {item}"));
}

/// The ids of a process and its ancestors.
fn ancestors(pid: u32) -> Vec<u32> {
    let parent = |pid: &u32| {
        let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
        status.lines().find_map(|l| l.strip_prefix("PPid:")?.trim().parse().ok()).filter(|p| *p != 0)
    };
    std::iter::successors(Some(pid), parent).take(100).collect()
}

#[test]
fn a_process_of_the_same_user_that_left_its_family_and_cleared_its_environment_is_not_recognised() {
    // The limit of level 1, as in the threat model. If this fails, update the threat model.
    let desk = Desk::new();
    let (listener, at) = desk.listen();
    outside(&knock_script(), &[(KNOCK, &at)]);
    assert_eq!(desk.at_socket(&listener), "done");
    let (listener, at) = Desk::listen_tcp("127.0.0.1:0");
    outside(&knock_script(), &[(KNOCK, &at)]);
    assert_eq!(desk.at_port(&listener), "done");
}

/// A shell outside that connects through a grandchild when released: its id and start time.
fn waiting_shell(desk: &Desk, at: &str) -> (u32, u64) {
    let script = format!(
        "echo $$ > \"$DIR/pid.new\"; mv \"$DIR/pid.new\" \"$DIR/pid\"; i=0; \
         while [ ! -e \"$DIR/go\" ] && [ $i -lt 3000 ]; do i=$((i+1)); sleep 0.01; done; \
         sh -c '{}'; true",
        knock_script()
    );
    outside(&script, &[(KNOCK, at), ("DIR", desk.dir.path().to_str().unwrap())]);
    let pid: u32 = wait_for("the shell", || fs::read_to_string(desk.path("pid")).ok()?.trim().parse().ok());
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    let started = stat.rsplit_once(')').unwrap().1.split_whitespace().nth(19).unwrap().parse().unwrap();
    (pid, started)
}

fn boot() -> String {
    fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap().trim().to_owned()
}

#[test]
fn c1_a_grandchild_of_a_registered_process_cannot_decide() {
    for boot in [Some(boot()), None] {
        let desk = Desk::new();
        let (listener, at) = desk.listen();
        let (pid, started) = waiting_shell(&desk, &at);
        desk.register(pid, started, boot.as_deref());
        fs::write(desk.path("go"), "").unwrap();
        let said = desk.at_socket(&listener);
        assert_eq!(said, "refused: person:ana may not call freeze from a process of codex");
    }
}

#[test]
fn c1_a_registered_process_is_known_by_port_too() {
    let desk = Desk::new();
    let (listener, at) = Desk::listen_tcp("127.0.0.1:0");
    let (pid, started) = waiting_shell(&desk, &at);
    desk.register(pid, started, Some(&boot()));
    fs::write(desk.path("go"), "").unwrap();
    let said = desk.at_port(&listener);
    assert_eq!(said, "refused: person:ana may not call freeze from a process of codex");
}

#[test]
fn c1_what_was_found_of_a_connection_ends_when_its_process_is_said_to_be_an_agent() {
    let desk = Desk::new();
    let (listener, at) = desk.listen();
    let (pid, started) = waiting_shell(&desk, &at);
    fs::write(desk.path("go"), "").unwrap();
    let stream = accept(&|| listener.accept()).0;
    let peer = unix_peer(&stream);
    assert_eq!(desk.freeze(&peer), "done");
    desk.register(pid, started, Some(&boot()));
    assert_eq!(desk.freeze(&peer), "refused: person:ana may not call freeze from a process of codex");
}

#[test]
fn c1_what_an_agent_started_is_known_by_the_agents_own_mark_after_it_left_the_family() {
    let desk = Desk::new();
    let (listener, at) = desk.listen();
    outside(&knock_script(), &[(KNOCK, &at), ("CLAUDECODE", "1")]);
    let stream = accept(&|| listener.accept()).0;
    let said = desk.freeze(&unix_peer(&stream));
    assert_eq!(said, "refused: person:ana may not call freeze from a process of claude-code (CLAUDECODE)");
    // A process that removed the mark from its own environment still has it in its parent's.
    let (listener, at) = Desk::listen_tcp("127.0.0.1:0");
    outside(&format!("env -u OPENCODE {}", knock_script()), &[(KNOCK, &at), ("OPENCODE", "1")]);
    assert!(desk.at_port(&listener).ends_with("from a process of opencode (OPENCODE)"));
}

#[test]
fn a_number_that_was_given_to_another_process_is_not_the_agent() {
    let desk = Desk::new();
    let (listener, at) = desk.listen();
    let (pid, started) = waiting_shell(&desk, &at);
    desk.register(pid, started + 1, Some(&boot()));
    desk.register(pid, started, Some("00000000-0000-0000-0000-000000000000"));
    fs::write(desk.path("go"), "").unwrap();
    assert_eq!(desk.at_socket(&listener), "done");
}

#[test]
fn c1_whoever_runs_away_before_being_looked_at_does_not_decide() {
    let desk = Desk::new();
    let (listener, at) = desk.listen();
    outside(&knock_script(), &[(KNOCK, &at), (RUN_AWAY, "1")]);
    let stream = accept(&|| listener.accept()).0;
    let peer = unix_peer(&stream);
    wait_for("its end", || (!Path::new("/proc").join(peer.pid.unwrap().to_string()).exists()).then_some(()));
    let said = desk.freeze(&peer);
    assert!(said.contains("ended before it could be inspected"), "{said}");

    let (listener, at) = Desk::listen_tcp("127.0.0.1:0");
    outside(&knock_script(), &[(KNOCK, &at), (RUN_AWAY, "1")]);
    let mut stream = accept(&|| listener.accept()).0;
    let peer = tcp_peer(&stream);
    stream.set_nonblocking(false).unwrap();
    stream.read_to_string(&mut String::new()).unwrap();
    let said = desk.freeze(&peer);
    assert!(said.contains("disconnected before it could be inspected"), "{said}");
}

#[test]
fn from_an_agents_process_a_persons_token_may_still_look() {
    let desk = Desk::new();
    let (listener, at) = desk.listen();
    let child = knocker(&at).spawn().unwrap();
    let stream = accept(&|| listener.accept()).0;
    let said = judged(&desk.app, None, &unix_peer(&stream), &desk.ana, "token.list");
    ended(child);
    assert_eq!(said, "done");
}

#[test]
fn another_machine_is_unknown_and_a_token_bound_to_a_user_is_not_taken_from_there() {
    let desk = Desk::new();
    let (here, there): (SocketAddr, SocketAddr) =
        ("192.0.2.1:4114".parse().unwrap(), "198.51.100.7:5000".parse().unwrap());
    let far = Peer::new(Door::Tcp { here, there, tls: true }, None, None);
    assert_eq!(desk.freeze(&far), "done");
    assert_eq!(far.told(), "peer unknown: not on this machine, 198.51.100.7:5000");
    let ben = token(&desk.app, Some(&desk.ana), json!({"kind": "person", "name": "ben", "uid": 1000}));
    let said = judged(&desk.app, None, &far, &ben, "freeze");
    assert_eq!(said, "not theirs");
    assert!(Users::new(Vec::new()).admit(&far).is_ok());
}

#[test]
fn an_agent_may_not_claim_the_process_that_everything_comes_from() {
    let desk = Desk::new();
    let codex = desk.app.engine.authenticate(Some(&desk.codex)).unwrap();
    for input in [json!({"pid": 1, "started": 0}), json!({"pid": 7, "started": 0, "boot": "a/b"})] {
        let (actor, op) = (codex.clone(), "process.register".to_owned());
        let request = Request { actor, op, input, key: None, origin: Origin::from("test") };
        assert!(desk.app.engine.call(request).is_err());
    }
}

#[test]
fn each_decision_and_its_receipt_say_at_which_level_it_was_made() {
    let desk = Desk::new();
    let codex = desk.app.engine.authenticate(Some(&desk.codex)).unwrap();
    let ana = desk.app.engine.authenticate(Some(&desk.ana)).unwrap();
    for (level, word) in [(Level::SameUser, "same_user"), (Level::OwnUser, "own_user")] {
        let input = json!({"tool": "task.create_task", "args": {"title": word}});
        let held = call(&desk.app, &codex, "call.propose", input);
        let item = held["item"]["id"].clone();
        call(&desk.app, &ana, "show", json!({"id": item}));
        let origin = Origin { level, ..Origin::from("test") };
        let (actor, op) = (ana.clone(), "item.confirm".to_owned());
        desk.app.engine.call(Request { actor, op, input: json!({"id": item}), key: None, origin }).unwrap();
        let page = call(&desk.app, &ana, "show", json!({"id": item}));
        assert_eq!((&page["decisions"][0]["level"], &page["receipt"]["level"]), (&json!(word), &json!(word)));
    }
}

/// User ids that are unused, and need no entry anywhere.
const DAEMON: u32 = 61_234;
const PERSON: u32 = 61_235;
const AGENT: u32 = 61_236;
const STRANGER: u32 = 61_237;

#[test]
fn c1_under_a_user_of_its_own_only_listed_users_get_in_and_a_bound_token_works_for_one() {
    if let Ok(folder) = std::env::var(SERVE) {
        serve_as_a_user_of_its_own(Path::new(&folder));
        return;
    }
    if !rustix::process::geteuid().is_root() {
        // Only root can become other users; CI runs this as root.
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    fs::set_permissions(dir.path(), fs::Permissions::from_mode(0o755)).unwrap();
    chown(dir.path(), Some(DAEMON), Some(DAEMON)).unwrap();
    let mut server = Command::new("/proc/self/exe");
    server.args(SERVER).env_clear().env(SERVE, dir.path()).uid(DAEMON).gid(DAEMON);
    let mut server = server.stdin(Stdio::null()).spawn().unwrap();
    let read = |name: &str| wait_for(name, || fs::read_to_string(dir.path().join(name)).ok());
    let (bound, free) = (read("bound"), read("free"));
    let at = format!("unix {}", dir.path().join("socket").display());
    let knocks = |uid: u32, token: &str| {
        let mut command = Command::new("/proc/self/exe");
        command.args(KNOCKER).env_clear().env(KNOCK, &at).env(TOKEN, token).uid(uid).gid(uid);
        let output = command.stdin(Stdio::null()).output().unwrap();
        let told = String::from_utf8(output.stdout).unwrap();
        let answer = told.lines().find_map(|l| l.strip_prefix("answer: "));
        answer.unwrap_or_else(|| panic!("{told}{}", String::from_utf8_lossy(&output.stderr))).to_owned()
    };
    let answers = [
        knocks(PERSON, &bound),
        knocks(STRANGER, &bound),
        knocks(AGENT, &bound),
        knocks(AGENT, &free),
        knocks(DAEMON, &free),
    ];
    assert!(server.wait().unwrap().success());
    assert_eq!(answers[0], "done");
    assert_eq!(answers[1], format!("turned away: user {STRANGER} may not connect here"));
    assert_eq!(answers[2], "not theirs");
    // A token without a user works for whoever has it.
    assert_eq!(answers[3], "done");
    assert!(answers[4].starts_with("refused: ") && answers[4].contains("own user"), "{}", answers[4]);
}

/// The daemon of the test above, in its own process and under its own user.
fn serve_as_a_user_of_its_own(folder: &Path) {
    let app = app(folder, Level::OwnUser);
    let bound = token(&app, None, json!({"kind": "person", "name": "ana", "uid": PERSON}));
    let free = token(&app, Some(&bound), json!({"kind": "person", "name": "ben"}));
    let listener = UnixListener::bind(folder.join("socket")).unwrap();
    fs::set_permissions(folder.join("socket"), fs::Permissions::from_mode(0o666)).unwrap();
    for (name, text) in [("bound", bound), ("free", free)] {
        fs::write(folder.join("new"), text).unwrap();
        fs::rename(folder.join("new"), folder.join(name)).unwrap();
    }
    let users = Users::new(vec![PERSON, AGENT]);
    for _ in 0..5 {
        let (mut stream, _) = listener.accept().unwrap();
        let peer = unix_peer(&stream);
        let mut token = String::new();
        BufReader::new(&stream).read_line(&mut token).unwrap();
        let said = judged(&app, Some(&users), &peer, token.trim(), "freeze");
        stream.write_all(said.as_bytes()).unwrap();
    }
}
