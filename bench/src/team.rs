//! Decisions on one PostgreSQL server by one and by two daemons' engines, beside PostgreSQL's own `pgbench`.

use std::{
    fs,
    os::unix::{fs::chown, process::CommandExt as _},
    path::PathBuf,
    process::{Child, Command, Stdio},
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use countersign_core::{Error, Result, store::Store as _};
use countersign_store::{Address, Host, PostgresStore};
use rustix::process::geteuid;
use tempfile::TempDir;

use crate::{
    program,
    report::{Report, Target, median},
    world,
};

const CLIENTS: usize = 32;
const ROUNDS: usize = 3;
/// Who runs the server if this runs as root, which PostgreSQL refuses.
const NOBODY: u32 = 65534;
/// How long the server may take to start.
const START_TIME: Duration = Duration::from_secs(60);

/// Measures `each` proposals and decisions by each of 32 clients.
pub fn measure(report: &mut Report, each: usize) -> Result<()> {
    let server = Server::start()?;
    let (mut theirs, mut one, mut two) = (Vec::new(), Vec::new(), Vec::new());
    server.pgbench(&["-i", "-q", "-s", "10"])?;
    for round in 0..ROUNDS {
        theirs.push(server.updates_per_s()?);
        one.push(server.decisions_per_s(&format!("one{round}"), 1, each)?);
        two.push(server.decisions_per_s(&format!("two{round}"), 2, each)?);
    }
    let share = |ours: &[f64]| median(ours.iter().zip(&theirs).map(|(o, t)| 100.0 * o / t).collect());
    let (share_one, share_two) = (share(&one), share(&two));
    report.add("PostgreSQL: simple updates of pgbench, 32 clients", median(theirs), "/s", Target::None);
    report.add("proposed and decided on it, one daemon, 32 callers", median(one), "/s", Target::None);
    report.add("the same, two daemons, 16 callers each", median(two), "/s", Target::None);
    report.add("one daemon, of pgbench's simple updates", share_one, "%", Target::AtLeast(40.0));
    report.add("two daemons, of pgbench's simple updates", share_two, "%", Target::None);
    Ok(())
}

/// A server of its own, in a folder that ends with it.
struct Server {
    folder: TempDir,
    running: Child,
}

fn command(name: &str) -> Result<Command> {
    let all = fs::read_dir("/usr/lib/postgresql").map_err(Error::bug)?;
    let versions = all.flatten().map(|entry| entry.path().join("bin").join(name));
    let program: PathBuf = versions
        .filter(|path| path.exists())
        .max()
        .ok_or_else(|| Error::bug("PostgreSQL is not installed"))?;
    let mut command = Command::new(program);
    if geteuid().is_root() {
        command.uid(NOBODY).gid(NOBODY);
    }
    command.env("LC_ALL", "C").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    Ok(command)
}

impl Server {
    fn start() -> Result<Self> {
        let folder = tempfile::tempdir().map_err(Error::bug)?;
        if geteuid().is_root() {
            chown(folder.path(), Some(NOBODY), Some(NOBODY)).map_err(Error::bug)?;
        }
        let data = folder.path().join("data");
        let mut made = command("initdb")?;
        made.args(["-U", "countersign", "--auth=trust", "--encoding=UTF8", "--locale=C", "-D"]);
        let made = made.arg(&data).current_dir(folder.path()).status().map_err(Error::bug)?;
        if !made.success() {
            return Err(Error::bug("initdb failed"));
        }
        let mut command = command("postgres")?;
        command.arg("-D").arg(&data).arg("-k").arg(folder.path()).args(["-c", "listen_addresses="]);
        let running = command.current_dir(folder.path()).spawn().map_err(Error::bug)?;
        let server = Self { folder, running };
        let end = Instant::now() + START_TIME;
        while PostgresStore::open(server.address("ready")?, Host::new("ready", "ready")).is_err() {
            if Instant::now() > end {
                return Err(Error::bug("PostgreSQL does not start"));
            }
            thread::sleep(Duration::from_millis(100));
        }
        Ok(server)
    }

    fn address(&self, team: &str) -> Result<Address> {
        let folder = self.folder.path().display().to_string().replace('/', "%2F");
        Address::parse(&format!("postgres://countersign@{folder}/postgres?team={team}"))
    }

    fn pgbench(&self, args: &[&str]) -> Result<String> {
        let mut command = command("pgbench")?;
        command.arg("-h").arg(self.folder.path()).args(["-U", "countersign"]).args(args).arg("postgres");
        let output = command.current_dir(self.folder.path()).stdout(Stdio::piped()).output();
        let output = output.map_err(Error::bug)?;
        if !output.status.success() {
            return Err(Error::bug("pgbench failed"));
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    fn updates_per_s(&self) -> Result<f64> {
        let told = self.pgbench(&["-N", "-c", "32", "-j", "2", "-T", "5"])?;
        let line = told.lines().find_map(|line| line.strip_prefix("tps = "));
        let number = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
        number.ok_or_else(|| Error::bug(format!("pgbench told no number: {told}")))
    }

    /// Returns the pairs of a proposal and a decision per second, by as many daemons' engines, which share the callers.
    fn decisions_per_s(&self, team: &str, daemons: usize, each: usize) -> Result<f64> {
        let mut engines = Vec::new();
        for n in 0..daemons {
            let name = format!("host{n}");
            let store = Arc::new(PostgresStore::open(self.address(team)?, Host::new(&name, &name))?);
            engines.push((Arc::new(world::engine(store.clone())), store));
        }
        for (engine, store) in &engines {
            let hosts = store.hosts()?.into();
            engine.amend_setup(|setup| setup.hosts = hosts);
        }
        let begun = Instant::now();
        let threads = (0..CLIENTS).map(|client| {
            let engine = engines[client % daemons].0.clone();
            thread::spawn(move || -> Result<()> {
                let mut worker = world::Worker::start(&engine, &format!("agent{client}"))?;
                for _ in 0..each {
                    let held = worker.propose(&engine)?;
                    worker.confirm(&engine, &held)?;
                }
                Ok(())
            })
        });
        for thread in threads.collect::<Vec<_>>() {
            thread.join().map_err(|_| Error::bug("a caller panicked"))??;
        }
        Ok((CLIENTS * each) as f64 / begun.elapsed().as_secs_f64())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        program::end(&mut self.running);
    }
}
