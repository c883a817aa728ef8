//! One route to the upstream server, and the cost of a call over it.

use std::{
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::Arc,
    time::{Duration, Instant},
};

use countersign_core::{Error, Result};
use rmcp::model::CallToolRequestParams;
use serde_json::json;

use super::{HTTP, STDIO};
use crate::{
    passthrough::{Client, Speaks, over_command, over_http},
    program,
    report::{Report, Target, median},
    world,
};

/// How many calls run at once.
const IN_FLIGHT: usize = 32;
/// How long calls are made in sequence and concurrently, and how long a gateway may take for its first answer.
const ALONE: Duration = Duration::from_millis(1500);
const TOGETHER: Duration = Duration::from_millis(2000);
const PATIENCE: Duration = Duration::from_secs(30);
/// The same for two subjects that alternate, and how many turns each has; the first does not count. Each turn starts
/// slowly, for some hundredths of a second after the other's.
const TURN_ALONE: Duration = Duration::from_millis(250);
const TURN_TOGETHER: Duration = Duration::from_millis(600);
const TURNS: usize = 12;

/// The cost of a call.
#[derive(Clone, Copy)]
pub struct Measured {
    /// From starting the gateway to its first answer.
    pub cold_ms: f64,
    /// One call after another, in microseconds.
    pub p50_us: f64,
    p99_us: f64,
    /// Calls per second, many at once.
    pub per_s: f64,
    /// CPU time per call, of the gateway and its children.
    pub cpu_us: f64,
    /// Memory of all processes of the gateway except the upstream server.
    all_mib: f64,
    /// Memory of the process that the client talks to.
    pub first_mib: f64,
}

impl Measured {
    /// Returns the median of each number.
    pub fn median(rounds: &[Self]) -> Self {
        let of = |number: fn(&Self) -> f64| median(rounds.iter().map(number).collect());
        Self {
            cold_ms: of(|m| m.cold_ms),
            p50_us: of(|m| m.p50_us),
            p99_us: of(|m| m.p99_us),
            per_s: of(|m| m.per_s),
            cpu_us: of(|m| m.cpu_us),
            all_mib: of(|m| m.all_mib),
            first_mib: of(|m| m.first_mib),
        }
    }

    /// Adds a row for each number.
    pub fn tell(&self, report: &mut Report, name: &str) {
        let mut row = |what: &str, value, unit| {
            report.add(&format!("echo through {name}: {what}"), value, unit, Target::None);
        };
        row("cold", self.cold_ms, "ms");
        row("p50", self.p50_us, "µs");
        row("p99", self.p99_us, "µs");
        row("32 in flight", self.per_s, "/s");
        row("CPU per call", self.cpu_us, "µs");
        row("memory", self.all_mib, "MiB");
    }
}

/// One subject compared with another.
#[derive(Clone, Copy)]
pub struct Beside {
    /// The other's p50 / our p50.
    pub p50: f64,
    /// Our calls per second / the other's.
    pub per_s: f64,
}

/// How a gateway is reached.
enum Way {
    /// Over its standard streams.
    Stdio(Vec<String>),
    /// At a URL that it prints, or that it was given.
    Http(Vec<String>, Option<String>, Speaks),
    /// A gateway that prints a URL, and another in front of it that gets this URL as its last argument.
    Chain(Vec<String>, Vec<String>),
    /// A home of Countersign.
    Countersign(Home),
}

/// Something to measure.
pub struct Subject {
    /// Its name in the table.
    pub name: &'static str,
    way: Way,
}

/// A home with the upstream server and an agent's token; its daemon is restarted each time.
struct Home {
    binary: PathBuf,
    folder: tempfile::TempDir,
    agent: String,
}

/// A running gateway.
struct Running {
    client: Client,
    /// The gateway's name for `echo`.
    tool: String,
    /// The processes started here; the first is the one that the client talks to.
    roots: Vec<u32>,
    children: Children,
}

/// Processes that are ended on drop.
struct Children(Vec<Child>);

impl Drop for Children {
    fn drop(&mut self) {
        // Their children end when their streams close.
        self.0.iter_mut().for_each(program::end);
    }
}

impl Subject {
    /// A gateway on its standard streams.
    pub fn stdio(name: &'static str, line: Vec<String>) -> Self {
        Self { name, way: Way::Stdio(line) }
    }

    /// A gateway that prints its URL.
    pub fn http(name: &'static str, line: Vec<String>) -> Self {
        Self { name, way: Way::Http(line, None, Speaks::Newest) }
    }

    /// A gateway that listens at the given URL.
    pub fn http_at(name: &'static str, line: Vec<String>, url: String, speaks: Speaks) -> Self {
        Self { name, way: Way::Http(line, Some(url), speaks) }
    }

    /// Two gateways in a chain.
    pub fn chain(name: &'static str, behind: Vec<String>, before: Vec<String>) -> Self {
        Self { name, way: Way::Chain(behind, before) }
    }

    /// Countersign, over the transport in its name.
    pub fn countersign(name: &'static str, binary: &Path, fixture: &Path) -> Result<Self> {
        Ok(Self { name, way: Way::Countersign(Home::furnish(binary, fixture)?) })
    }

    /// Starts it, makes calls, and stops it.
    pub async fn measure(&self) -> Result<Measured> {
        let begun = Instant::now();
        let running = self.answering().await?;
        let cold_ms = begun.elapsed().as_secs_f64() * 1e3;
        let processes = running.processes();
        let cpu_before: f64 = processes.iter().map(|p| cpu_us(*p)).sum();
        let mut times = running.alone(ALONE).await?;
        let (together, per_s) = running.together(TOGETHER).await?;
        let cpu: f64 = processes.iter().map(|p| cpu_us(*p)).sum::<f64>() - cpu_before;
        let calls = times.len() + together;
        times.sort_by(f64::total_cmp);
        let at = |part: f64| times.get((times.len() as f64 * part) as usize).copied().unwrap_or_default();
        let ours = processes.iter().filter(|p| name_of(**p) != "fixture");
        let measured = Measured {
            cold_ms,
            p50_us: at(0.5),
            p99_us: at(0.99),
            per_s,
            cpu_us: cpu / calls as f64,
            all_mib: ours.map(|p| resident_mib(*p)).fold(0.0, |all, one| all + one),
            first_mib: running.roots.first().map_or(0.0, |p| resident_mib(*p)),
        };
        running.end().await?;
        Ok(measured)
    }

    /// Starts both subjects and alternates between them, because other load on the machine slows both. Returns the
    /// median of the per-turn ratios.
    pub async fn beside(&self, other: &Self) -> Result<Beside> {
        let (own, others) = (self.answering().await?, other.answering().await?);
        let (mut p50, mut per_s) = (Vec::new(), Vec::new());
        for turn in 0..=TURNS {
            let ours = median(own.alone(TURN_ALONE).await?);
            let theirs = median(others.alone(TURN_ALONE).await?);
            let (_, we) = own.together(TURN_TOGETHER).await?;
            let (_, they) = others.together(TURN_TOGETHER).await?;
            if turn > 0 {
                p50.push(theirs / ours);
                per_s.push(we / they);
            }
        }
        own.end().await?;
        others.end().await?;
        Ok(Beside { p50: median(p50), per_s: median(per_s) })
    }

    /// Starts it and waits for its first answer.
    async fn answering(&self) -> Result<Running> {
        let started = tokio::time::timeout(PATIENCE, self.start()).await.map_err(Error::bug)?;
        let (client, roots, children) = started?;
        let tool = echo(&client).await?;
        call(&client, &tool).await?;
        Ok(Running { client, tool, roots, children })
    }

    async fn start(&self) -> Result<(Client, Vec<u32>, Children)> {
        match &self.way {
            Way::Stdio(line) => {
                let (client, pid) = on_stdio(command(line)).await?;
                Ok((client, vec![pid], Children(Vec::new())))
            }
            Way::Http(line, url, speaks) => {
                let (child, url) = printed_url(line, url.clone())?;
                let (roots, children) = (vec![child.id()], Children(vec![child]));
                let client = patiently(&url, None, *speaks).await?;
                Ok((client, roots, children))
            }
            Way::Chain(behind, before) => {
                let (child, url) = printed_url(behind, None)?;
                let mut line = before.clone();
                line.push(url);
                let (client, pid) = on_stdio(command(&line)).await?;
                Ok((client, vec![pid, child.id()], Children(vec![child])))
            }
            Way::Countersign(home) if self.name == STDIO => {
                let (client, bridge) = on_stdio(home.command(&["mcp", "--agent", "bench"], true)).await?;
                Ok((client, vec![bridge, home.daemon()?], Children(Vec::new())))
            }
            Way::Countersign(home) => {
                debug_assert_eq!(self.name, HTTP);
                let mut up = home.command(&["up", "--listen", "127.0.0.1:0", "--json"], false);
                let mut child =
                    up.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().map_err(Error::bug)?;
                let told: serde_json::Value = serde_json::from_str(&first_line(&mut child)?)?;
                let url = format!("http://{}/mcp", world::text(&told, "/address")?);
                let client = patiently(&url, Some(&home.agent), Speaks::Newest).await?;
                Ok((client, vec![child.id()], Children(vec![child])))
            }
        }
    }
}

impl Running {
    /// Makes calls in sequence for a while and returns how long each took.
    async fn alone(&self, time: Duration) -> Result<Vec<f64>> {
        let (all, mut times) = (Instant::now(), Vec::new());
        while all.elapsed() < time {
            let begun = Instant::now();
            call(&self.client, &self.tool).await?;
            times.push(begun.elapsed().as_secs_f64() * 1e6);
        }
        Ok(times)
    }

    /// Makes concurrent calls for a while and returns the count, and calls per second.
    async fn together(&self, time: Duration) -> Result<(usize, f64)> {
        let (begun, tool) = (Instant::now(), Arc::new(self.tool.clone()));
        let workers = (0..IN_FLIGHT).map(|_| {
            let (peer, tool) = (self.client.peer().clone(), tool.clone());
            tokio::spawn(async move {
                let mut calls = 0_usize;
                while begun.elapsed() < time {
                    peer.call_tool_once(request(&tool)).await.map_err(Error::bug)?;
                    calls += 1;
                }
                Ok::<usize, Error>(calls)
            })
        });
        let mut calls = 0;
        for worker in workers.collect::<Vec<_>>() {
            calls += worker.await.map_err(Error::bug)??;
        }
        Ok((calls, calls as f64 / begun.elapsed().as_secs_f64()))
    }

    /// Ends it gracefully: a bridge that is killed cannot write its profile.
    async fn end(self) -> Result<()> {
        self.client.cancel().await.map_err(Error::bug)?;
        drop(self.children);
        Ok(())
    }

    /// Returns all processes of the gateway and their children.
    fn processes(&self) -> Vec<u32> {
        let mut found = self.roots.clone();
        let mut at = 0;
        while let Some(pid) = found.get(at).copied() {
            let tasks = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
            for task in tasks {
                let children = fs::read_to_string(task.path().join("children")).unwrap_or_default();
                for child in children.split_whitespace().filter_map(|c| c.parse().ok()) {
                    if !found.contains(&child) {
                        found.push(child);
                    }
                }
            }
            at += 1;
        }
        found
    }
}

impl Home {
    fn furnish(binary: &Path, fixture: &Path) -> Result<Self> {
        let folder = tempfile::tempdir().map_err(Error::bug)?;
        let settings = format!(
            "[limits]\nagent_calls_per_s = 1000000\nagent_burst = 1000000\n\n[server.fixture]\ncommand = {:?}\n",
            fixture.display().to_string()
        );
        let policy = "version = 1\n\n[[tool]]\nserver = \"fixture\"\nname = \"echo\"\nclass = \"read\"\n";
        fs::write(folder.path().join("config.toml"), settings).map_err(Error::bug)?;
        fs::write(folder.path().join("policy.toml"), policy).map_err(Error::bug)?;
        let mut home = Self { binary: binary.to_owned(), folder, agent: String::new() };
        let token = |home: &Self, by: &str, kind: &str, name: &str| {
            let mut command = home.command(&["token", kind, name, "--json"], false);
            if !by.is_empty() {
                command.env("COUNTERSIGN_TOKEN", by);
            }
            let output = command.output().map_err(Error::bug)?;
            world::text(&serde_json::from_slice(&output.stdout)?, "/token")
        };
        let person = token(&home, "", "person", "ana")?;
        home.agent = token(&home, &person, "agent", "bench")?;
        home.down()?;
        Ok(home)
    }

    fn command(&self, args: &[&str], as_agent: bool) -> Command {
        let mut command = Command::new(&self.binary);
        command.args(args).env("COUNTERSIGN_HOME", self.folder.path()).env_remove("COUNTERSIGN_TOKEN");
        command.current_dir(self.folder.path());
        if as_agent {
            command.env("COUNTERSIGN_TOKEN", &self.agent);
        }
        command
    }

    fn daemon(&self) -> Result<u32> {
        let pid = fs::read_to_string(self.folder.path().join("daemon.lock")).map_err(Error::bug)?;
        pid.trim().parse().map_err(Error::bug)
    }

    fn down(&self) -> Result<()> {
        program::down(self.folder.path())
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        let _ = self.down();
    }
}

fn command(line: &[String]) -> Command {
    let mut command = Command::new(line.first().map_or("", String::as_str));
    command.args(line.iter().skip(1));
    command
}

async fn on_stdio(command: Command) -> Result<(Client, u32)> {
    let before = children_of(std::process::id());
    let client = over_command(command.into()).await?;
    let new = children_of(std::process::id()).into_iter().find(|c| !before.contains(c));
    new.map(|pid| (client, pid)).ok_or_else(|| Error::bug("the gateway ended at once"))
}

fn children_of(pid: u32) -> Vec<u32> {
    let tasks = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let lists = tasks.map(|t| fs::read_to_string(t.path().join("children")).unwrap_or_default());
    lists.flat_map(|l| l.split_whitespace().filter_map(|c| c.parse().ok()).collect::<Vec<u32>>()).collect()
}

fn printed_url(line: &[String], known: Option<String>) -> Result<(Child, String)> {
    let mut command = command(line);
    command.stdin(Stdio::null()).stderr(Stdio::null());
    let out = if known.is_some() { Stdio::null() } else { Stdio::piped() };
    let mut child = command.stdout(out).spawn().map_err(Error::bug)?;
    let url = match known {
        Some(url) => url,
        None => first_line(&mut child)?.trim().to_owned(),
    };
    Ok((child, url))
}

fn first_line(child: &mut Child) -> Result<String> {
    let mut line = String::new();
    let out = child.stdout.take().ok_or_else(|| Error::bug("no output"))?;
    BufReader::new(out).read_line(&mut line).map_err(Error::bug)?;
    Ok(line)
}

/// Connects to a server that may not listen yet.
async fn patiently(url: &str, token: Option<&str>, speaks: Speaks) -> Result<Client> {
    let begun = Instant::now();
    loop {
        match over_http(url, token, speaks).await {
            Err(_) if begun.elapsed() < PATIENCE => tokio::time::sleep(Duration::from_millis(2)).await,
            client => return client,
        }
    }
}

/// Returns the gateway's name for `echo`: some prefix the server's name.
async fn echo(client: &Client) -> Result<String> {
    let tools = client.list_all_tools().await.map_err(Error::bug)?;
    let found = tools
        .into_iter()
        .find(|t| t.name == "echo" || t.name.ends_with("/echo") || t.name.ends_with("_echo"));
    found.map(|t| t.name.into_owned()).ok_or_else(|| Error::bug("there is no echo"))
}

fn request(tool: &str) -> CallToolRequestParams {
    let args = json!({"message": "hello"});
    CallToolRequestParams::new(tool.to_owned()).with_arguments(args.as_object().cloned().unwrap_or_default())
}

async fn call(client: &Client, tool: &str) -> Result<()> {
    let answer = client.call_tool(request(tool)).await.map_err(Error::bug)?;
    let said = answer.content.first().and_then(|c| c.as_text()).map(|t| t.text.as_str());
    if said == Some("hello") { Ok(()) } else { Err(Error::bug(format!("echo said {answer:?}"))) }
}

fn name_of(pid: u32) -> String {
    fs::read_to_string(format!("/proc/{pid}/comm")).unwrap_or_default().trim().to_owned()
}

/// Returns the CPU time so far; a tick is a hundredth of a second on Linux.
fn cpu_us(pid: u32) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let after_name = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    let fields: Vec<&str> = after_name.split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|f| f.parse::<f64>().ok()).unwrap_or_default();
    (ticks(11) + ticks(12)) * 10_000.0
}

fn resident_mib(pid: u32) -> f64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|l| l.strip_prefix("VmRSS:"));
    let kib = line.and_then(|l| l.split_whitespace().next()?.parse::<f64>().ok());
    kib.unwrap_or_default() / 1024.0
}
