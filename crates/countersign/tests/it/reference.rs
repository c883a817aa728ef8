//! The MCP reference servers behind the gateway, as an agent sees them over stdio. `cargo xtask install` installs them.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Stdio},
    sync::mpsc::{Receiver, channel},
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::Home;

/// How long an answer may take: some servers are slow to start.
const PATIENCE: Duration = Duration::from_secs(60);

/// A home with all of them behind the gateway, and a workspace.
struct Scene {
    home: Home,
    person: String,
    agent: String,
    workspace: PathBuf,
}

/// A server: its name here, its program under `target/servers`, its arguments, and the pack it is bound to.
type Server = (&'static str, &'static str, Vec<String>, &'static str);

fn servers(workspace: &Path) -> Vec<Server> {
    let folder = workspace.display().to_string();
    let inside = |name: &str| workspace.join(name).display().to_string();
    let repository = vec!["--repository".to_owned(), inside("repository")];
    let database = vec!["--db-path".to_owned(), inside("data.db")];
    vec![
        ("files", "node_modules/.bin/mcp-server-filesystem", vec![folder], "filesystem"),
        ("memory", "node_modules/.bin/mcp-server-memory", vec![], "memory"),
        ("everything", "node_modules/.bin/mcp-server-everything", vec![], "everything"),
        ("thinking", "node_modules/.bin/mcp-server-sequential-thinking", vec![], ""),
        ("git", "python/bin/mcp-server-git", repository, "git"),
        (
            "clock",
            "python/bin/mcp-server-time",
            vec!["--local-timezone".to_owned(), "UTC".to_owned()],
            "time",
        ),
        ("web", "python/bin/mcp-server-fetch", vec![], "fetch"),
        ("sqlite", "sqlite/bin/mcp-server-sqlite", database, "sqlite"),
    ]
}

impl Scene {
    fn new() -> Self {
        Self::with(|_| true)
    }

    /// Only the servers whose name is wanted.
    fn with(wanted: impl Fn(&str) -> bool) -> Self {
        let installed = Path::new(env!("CARGO_BIN_EXE_countersign")).parent().unwrap().join("../servers");
        let home = Home::new();
        let workspace = home.dir.path().join("workspace");
        fs::create_dir_all(&workspace).unwrap();
        repository(&workspace.join("repository"));
        // All of them are listed: together they bring more than is listed unasked.
        let mut settings = format!("roots = [{}]\n\n[agent.codex]\ntools = [\"all\"]\n", json!(workspace));
        for (name, program, args, pack) in servers(&workspace).into_iter().filter(|s| wanted(s.0)) {
            let program = installed.join(program);
            assert!(program.exists(), "{} is missing: cargo xtask install", program.display());
            settings.push_str(&format!(
                "\n[server.{name}]\ncommand = {}\nargs = {}\n",
                json!(program),
                json!(args)
            ));
            if !pack.is_empty() {
                settings.push_str(&format!("pack = \"{pack}\"\n"));
            }
            let path = std::env::var("PATH").unwrap_or_default();
            let memory = workspace.join("memory.json");
            settings.push_str(&format!(
                "env = {{ PATH = {}, MEMORY_FILE_PATH = {} }}\n",
                json!(path),
                json!(memory)
            ));
        }
        // Tools without a pack are described by the person.
        let policy = "version = 1\n\n[[tool]]\nserver = \"thinking\"\nname = \"sequentialthinking\"\nclass = \"read\"\n";
        home.write("config.toml", &settings);
        home.write("policy.toml", policy);
        let (person, agent) = home.with_people();
        Self { home, person, agent, workspace }
    }

    /// The gateway as an agent starts it.
    fn agent(&self) -> Mcp {
        let mut command = self.home.command(&self.agent, &["mcp"]);
        command.current_dir(&self.workspace);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let (input, out) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(out).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut mcp = Mcp { child, input: Some(input), lines, next: 0 };
        let hello = json!({"protocolVersion": "2025-11-25", "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"}});
        let answer = mcp.ask("initialize", &hello);
        assert!(answer["result"]["serverInfo"].is_object(), "{answer}");
        mcp.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        mcp
    }

    /// Confirms the one pending item, and returns its receipt.
    fn confirm_the_one(&self) -> String {
        let mut item = String::new();
        crate::eventually("a call is held", || {
            let inbox = self.home.json(&self.person, &["inbox"], 0);
            item = inbox["items"][0]["id"].as_str().unwrap_or_default().to_owned();
            !item.is_empty()
        });
        self.home.run(&self.person, &["show", &item]).expect(0);
        let done = self.home.json(&self.person, &["confirm", &item], 0);
        done["results"][0]["receipt"]["id"].as_str().unwrap_or_else(|| panic!("{done}")).to_owned()
    }
}

/// A repository with one commit.
fn repository(folder: &Path) {
    fs::create_dir_all(folder).unwrap();
    fs::write(folder.join("a.txt"), "one\n").unwrap();
    let who = ["-c", "user.name=ana", "-c", "user.email=ana@example.com"];
    for args in [&["init", "-q"][..], &["add", "."], &["commit", "-q", "-m", "first"]] {
        let mut git = std::process::Command::new("git");
        assert!(git.args(who).args(args).current_dir(folder).status().unwrap().success(), "git {args:?}");
    }
}

/// A client of the gateway: one line of JSON per message.
struct Mcp {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    next: u64,
}

impl Drop for Mcp {
    fn drop(&mut self) {
        // It exits when its input closes; otherwise it is killed.
        drop(self.input.take());
        let until = Instant::now() + Duration::from_secs(10);
        while matches!(self.child.try_wait(), Ok(None)) && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(10));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Mcp {
    fn send(&mut self, message: &Value) {
        writeln!(self.input.as_mut().unwrap(), "{message}").unwrap();
    }

    /// Sends a request; returns its id.
    fn begin(&mut self, method: &str, params: &Value) -> u64 {
        self.next += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": self.next, "method": method, "params": params}));
        self.next
    }

    /// Returns the answer to a request; other messages are ignored.
    #[track_caller]
    fn end(&mut self, id: u64) -> Value {
        let until = Instant::now() + PATIENCE;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left).expect("the gateway answers");
            let message: Value = serde_json::from_str(&line).unwrap();
            if message["id"] == id && message.get("method").is_none() {
                return message;
            }
        }
    }

    #[track_caller]
    fn ask(&mut self, method: &str, params: &Value) -> Value {
        let id = self.begin(method, params);
        self.end(id)
    }

    /// The result of a tool, which must not be an error.
    #[track_caller]
    fn call(&mut self, tool: &str, args: Value) -> Value {
        let answer = self.ask("tools/call", &json!({"name": tool, "arguments": args}));
        let result = &answer["result"];
        assert!(result.is_object() && result["isError"] != true, "{tool}: {answer}");
        result.clone()
    }

    /// Lists the tools until the servers of all these are there: on a busy machine some may be late.
    fn tools(&mut self, wanted: &[&str]) -> Vec<String> {
        let until = Instant::now() + PATIENCE;
        loop {
            let answer = self.ask("tools/list", &json!({}));
            let tools = answer["result"]["tools"].as_array().unwrap_or_else(|| panic!("{answer}"));
            let names: Vec<String> = tools.iter().map(|t| t["name"].as_str().unwrap().to_owned()).collect();
            if wanted.iter().all(|one| names.iter().any(|name| name == one)) || Instant::now() > until {
                return names;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

#[test]
fn the_eight_reference_servers_are_listed_and_read_at_once() {
    let scene = Scene::new();
    fs::write(scene.workspace.join("note.txt"), "hello").unwrap();
    let mut agent = scene.agent();
    let reads = [
        ("read_text_file", json!({"path": scene.workspace.join("note.txt")}), "hello"),
        ("read_graph", json!({}), "entities"),
        ("echo", json!({"message": "anybody"}), "anybody"),
        (
            "sequentialthinking",
            json!({"thought": "one", "nextThoughtNeeded": false, "thoughtNumber": 1, "totalThoughts": 1}),
            "thoughtNumber",
        ),
        ("git_log", json!({"repo_path": scene.workspace.join("repository")}), "first"),
        ("get_current_time", json!({"timezone": "UTC"}), "UTC"),
        ("list_tables", json!({}), ""),
    ];
    let wanted: Vec<&str> = reads.iter().map(|(tool, ..)| *tool).chain(["fetch"]).collect();
    let tools = agent.tools(&wanted);
    for (tool, args, said) in reads {
        assert!(tools.iter().any(|t| t == tool), "{tool} is not in {tools:?}");
        let result = agent.call(tool, args);
        assert!(result["content"].to_string().contains(said), "{tool}: {result}");
    }
    // It sends data, so it is held; being listed is enough here.
    assert!(tools.iter().any(|t| t == "fetch"), "{tools:?}");
    assert_eq!(scene.home.json(&scene.person, &["inbox"], 0)["items"], json!([]));
}

/// A held write of the real filesystem server that has landed: its path and receipt.
fn written(scene: &Scene) -> (PathBuf, String) {
    let path = scene.workspace.join("note.txt");
    fs::write(&path, "before").unwrap();
    let mut agent = scene.agent();
    let args = json!({"path": path, "content": "after"});
    let id = agent.begin("tools/call", &json!({"name": "write_file", "arguments": args}));
    let receipt = scene.confirm_the_one();
    let answer = agent.end(id);
    assert!(answer["result"]["isError"] != true, "{answer}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "after");
    (path, receipt)
}

#[test]
fn a_write_of_the_filesystem_server_is_held_lands_and_is_taken_back() {
    let scene = Scene::with(|name| name == "files");
    let (path, receipt) = written(&scene);
    scene.home.run(&scene.person, &["undo", &receipt]).expect(0);
    assert_eq!(fs::read_to_string(&path).unwrap(), "before");
}

#[test]
fn e3_a_write_of_the_filesystem_server_that_changed_since_is_not_taken_back() {
    let scene = Scene::with(|name| name == "files");
    let (path, receipt) = written(&scene);
    fs::write(&path, "somebody else").unwrap();
    scene.home.run(&scene.person, &["undo", &receipt]).expect(4);
    assert_eq!(fs::read_to_string(&path).unwrap(), "somebody else");
}

#[test]
fn what_the_memory_server_made_is_taken_back_by_its_inverse() {
    let scene = Scene::with(|name| name == "memory");
    let mut agent = scene.agent();
    let entities = json!([{"name": "Ana", "entityType": "person", "observations": ["likes tea"]}]);
    let id =
        agent.begin("tools/call", &json!({"name": "create_entities", "arguments": {"entities": entities}}));
    let receipt = scene.confirm_the_one();
    agent.end(id);
    assert!(agent.call("read_graph", json!({}))["content"].to_string().contains("Ana"));
    let asked = scene.home.run(&scene.person, &["undo", &receipt]).expect(4);
    assert!(asked.out.contains("memory.delete_entities"), "it says what it would do: {asked:?}");
    scene.home.run(&scene.person, &["undo", &receipt, "--best-effort"]).expect(0);
    assert!(!agent.call("read_graph", json!({}))["content"].to_string().contains("Ana"));
}
