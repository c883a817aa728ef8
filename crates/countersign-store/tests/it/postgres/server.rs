//! A PostgreSQL server of Debian's packages, in a folder of its own, which ends with the test.

use std::{
    fs,
    net::TcpListener,
    os::unix::{fs::chown, process::CommandExt as _},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

use countersign_store::Address;
use postgres::{Client, NoTls};
use rustix::process::{Pid, Signal, geteuid, kill_process};
use tempfile::TempDir;

/// Who runs the server if the tests run as root, which PostgreSQL refuses.
const NOBODY: u32 = 65534;

/// A server.
pub struct Server {
    folder: TempDir,
    /// The port, if it listens to more than its socket.
    port: Option<u16>,
    running: Option<Child>,
}

/// Returns the folder of the server's programs.
fn programs() -> PathBuf {
    let all = fs::read_dir("/usr/lib/postgresql").expect("PostgreSQL is needed: apt-get install postgresql");
    let versions = all.map(|entry| entry.unwrap().path().join("bin"));
    versions.filter(|bin| bin.join("initdb").exists()).max().expect("PostgreSQL's server is needed")
}

fn command(name: &str) -> Command {
    let mut command = Command::new(programs().join(name));
    if geteuid().is_root() {
        command.uid(NOBODY).gid(NOBODY);
    }
    command.env("LC_ALL", "C").stdin(Stdio::null()).stdout(Stdio::null());
    command
}

fn give(path: &Path) {
    if geteuid().is_root() {
        chown(path, Some(NOBODY), Some(NOBODY)).unwrap();
    }
}

impl Server {
    /// Starts a server that listens to a socket.
    pub fn start() -> Self {
        Self::of(None)
    }

    /// Starts a server that also listens to 127.0.0.1, with a certificate for that.
    pub fn with_tls() -> Self {
        // The listener ends here, so that the server can have the port.
        let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        Self::of(Some(free))
    }

    fn of(port: Option<u16>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        give(folder.path());
        let data = folder.path().join("data");
        let mut made = command("initdb");
        made.args(["-U", "countersign", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C", "-D"]);
        let made = made.arg(&data).current_dir(folder.path()).stderr(Stdio::inherit()).status().unwrap();
        assert!(made.success());
        if port.is_some() {
            let own = rcgen::generate_simple_self_signed(["127.0.0.1".to_owned()]).unwrap();
            for (name, text) in
                [("server.crt", own.cert.pem()), ("server.key", own.signing_key.serialize_pem())]
            {
                fs::write(data.join(name), text).unwrap();
                give(&data.join(name));
                fs::set_permissions(data.join(name), std::os::unix::fs::PermissionsExt::from_mode(0o600))
                    .unwrap();
            }
            fs::copy(data.join("server.crt"), folder.path().join("trusted.pem")).unwrap();
        }
        let mut server = Self { folder, port, running: None };
        server.go_on();
        server
    }

    /// Starts it again.
    pub fn go_on(&mut self) {
        let mut command = command("postgres");
        command.arg("-D").arg(self.folder.path().join("data")).arg("-k").arg(self.folder.path());
        match self.port {
            None => command.args(["-c", "listen_addresses="]),
            Some(port) => {
                command.args(["-c", "listen_addresses=127.0.0.1", "-c", "ssl=on", "-p", &port.to_string()])
            }
        };
        let child = command.stderr(Stdio::null()).current_dir(self.folder.path()).spawn().unwrap();
        self.running = Some(child);
        let end = Instant::now() + Duration::from_secs(60);
        while let Err(e) = self.connect() {
            assert!(Instant::now() < end, "PostgreSQL does not start: {e:?}");
            sleep(Duration::from_millis(20));
        }
    }

    /// Ends it, with all connections.
    pub fn stop(&mut self) {
        self.end(Signal::INT);
    }

    fn end(&mut self, how: Signal) {
        if let Some(mut child) = self.running.take() {
            kill_process(Pid::from_child(&child), how).unwrap();
            child.wait().unwrap();
        }
    }

    /// Connects beside the stores.
    pub fn connect(&self) -> Result<Client, postgres::Error> {
        let mut config = postgres::Config::new();
        config.user("countersign").dbname("postgres").host_path(self.folder.path());
        config.port(self.port.unwrap_or(5432)).connect(NoTls)
    }

    /// Runs SQL.
    pub fn sql(&self, text: &str) {
        self.connect().unwrap().batch_execute(text).unwrap();
    }

    /// Returns the number that a statement gives.
    pub fn count(&self, text: &str) -> i64 {
        self.connect().unwrap().query_one(text, &[]).unwrap().get(0)
    }

    /// Returns the text that a statement gives.
    pub fn row(&self, text: &str) -> String {
        self.connect().unwrap().query_one(text, &[]).unwrap().get(0)
    }

    /// Cuts all other connections.
    pub fn cut_others(&self) {
        self.sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
             WHERE pid <> pg_backend_pid() AND application_name = 'countersign'",
        );
    }

    /// Lets the connections of stores stand still, or go on.
    pub fn pause(&self, still: bool) {
        let mut own = self.connect().unwrap();
        let pids = "SELECT pid FROM pg_stat_activity WHERE application_name = 'countersign'";
        for row in own.query(pids, &[]).unwrap() {
            let pid = Pid::from_raw(row.get(0)).unwrap();
            kill_process(pid, if still { Signal::STOP } else { Signal::CONT }).unwrap();
        }
    }

    /// The address of a team.
    pub fn address(&self, team: &str) -> Address {
        self.address_as("countersign", "postgres").of_team(team).unwrap()
    }

    /// An address with another user or database.
    pub fn address_as(&self, user: &str, database: &str) -> Address {
        Address::parse(&self.url(user, database, "tools")).unwrap()
    }

    /// The same as text.
    pub fn url(&self, user: &str, database: &str, team: &str) -> String {
        let folder = self.folder.path().display().to_string().replace('/', "%2F");
        format!("postgres://{user}@{folder}/{database}?team={team}")
    }

    /// The address of the port.
    pub fn over_tls(&self) -> String {
        format!("postgres://countersign@127.0.0.1:{}/postgres?team=tools", self.port.unwrap())
    }

    /// The certificate of the server.
    pub fn certificate(&self) -> PathBuf {
        self.folder.path().join("trusted.pem")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Also those that stand still.
        self.end(Signal::QUIT);
    }
}
