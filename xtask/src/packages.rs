//! The packages for other languages (`packages/`): their own tests against a real daemon, and, as a chore of its own,
//! each adapter with its real framework and a scripted model, whose results are in `docs/frameworks.md`.

use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use crate::{
    installed::{Set, target},
    schemathesis::Daemon,
    steps::{Done, build},
};

/// What builds and types the npm package.
const COMPILER: Set =
    Set::Npm { folder: "packages/npm", packages: &["typescript@7.0.2", "@types/node@22.20.5"] };

/// Raises the rate limits, which are not under test here.
const LIMITS: &str = "[limits]\nagent_calls_per_s = 1000000\nagent_burst = 1000000\n";

/// A framework, and the test that drives it.
struct Framework {
    /// Its name for people.
    name: &'static str,
    /// What is installed.
    set: Set,
    /// The test file: of Python below `packages/python/tests/frameworks`, of Node below `packages/npm/test/frameworks`.
    test: &'static str,
    /// What the test shows beside a yes, a no and edited arguments.
    also: &'static str,
}

const RESUMES: &str = "goes on in a new process after the answer";

const FRAMEWORKS: &[Framework] = &[
    Framework {
        name: "LangChain, LangGraph",
        set: Set::Pip {
            folder: "frameworks/langchain",
            packages: &[
                "langchain==1.4.7",
                "langgraph==1.2.22",
                "langgraph-checkpoint-sqlite==3.1.2",
                "langchain-openai==1.7.3",
            ],
        },
        test: "test_langchain.py",
        also: RESUMES,
    },
    Framework {
        name: "OpenAI Agents SDK (Python)",
        set: Set::Pip { folder: "frameworks/openai-agents", packages: &["openai-agents==0.24.0"] },
        test: "test_openai_agents.py",
        also: RESUMES,
    },
    Framework {
        name: "Pydantic AI",
        set: Set::Pip { folder: "frameworks/pydantic-ai", packages: &["pydantic-ai-slim[openai]==2.66.0"] },
        test: "test_pydantic_ai.py",
        also: RESUMES,
    },
    Framework {
        name: "CrewAI",
        set: Set::Pip { folder: "frameworks/crewai", packages: &["crewai==1.15.30"] },
        test: "test_crewai.py",
        also: "a daemon that is away means no",
    },
    Framework {
        name: "smolagents (ToolCallingAgent)",
        set: Set::Pip { folder: "frameworks/smolagents", packages: &["smolagents[openai]==1.26.0"] },
        test: "test_smolagents.py",
        also: "a CodeAgent is refused",
    },
    Framework {
        name: "Google ADK",
        set: Set::Pip { folder: "frameworks/adk", packages: &["google-adk==2.13.0"] },
        test: "test_adk.py",
        also: "a daemon that is away means no",
    },
    Framework {
        name: "Microsoft Agent Framework",
        set: Set::Pip {
            folder: "frameworks/agent-framework",
            packages: &["agent-framework-core==1.23.0", "agent-framework-openai==1.17.0"],
        },
        test: "test_agent_framework.py",
        also: RESUMES,
    },
    Framework {
        name: "Claude Agent SDK",
        set: Set::Pip { folder: "frameworks/claude", packages: &["claude-agent-sdk==0.2.184"] },
        test: "test_claude.py",
        also: "a daemon that is away, or a hook that fails, means no",
    },
    Framework {
        name: "OpenAI Agents SDK (JavaScript)",
        set: Set::Npm {
            folder: "frameworks/openai-agents-js",
            packages: &["@openai/agents@0.20.0", "openai@7.55.0", "zod@4.6.7"],
        },
        test: "openai-agents.mjs",
        also: "goes on from its state after the answer",
    },
    Framework {
        name: "Mastra",
        set: Set::Npm {
            folder: "frameworks/mastra",
            packages: &["@mastra/core@1.71.0", "@ai-sdk/openai-compatible@2.0.87", "zod@4.6.7"],
        },
        test: "mastra.mjs",
        also: "a daemon that is away means no",
    },
    Framework {
        name: "Vercel AI SDK",
        set: Set::Npm {
            folder: "frameworks/ai",
            packages: &["ai@7.0.169", "@ai-sdk/openai-compatible@2.0.87", "zod@4.6.7"],
        },
        test: "ai.mjs",
        also: "goes on from its messages after the answer",
    },
];

/// A daemon and what tests must know of it.
struct Ground {
    daemon: Daemon,
    person: String,
    agent: String,
    home: tempfile::TempDir,
}

impl Ground {
    fn new(root: &Path) -> Result<Self, String> {
        build(root)?;
        let home = tempfile::tempdir().map_err(|e| format!("cannot make a folder: {e}"))?;
        fs::write(home.path().join("config.toml"), LIMITS)
            .map_err(|e| format!("cannot write settings: {e}"))?;
        let daemon = Daemon::start(&target(root).join("debug/countersign"), home.path())?;
        let (person, agent) = (daemon.token("person", "ana")?, daemon.token("agent", "codex")?);
        Ok(Self { daemon, person, agent, home })
    }

    /// Runs a test; an error is the end of what it printed.
    fn run(&self, root: &Path, command: &mut Command) -> Result<(), String> {
        let tests = root.join("packages/python/tests");
        let path = [root.join("packages/python/src"), tests.join("frameworks"), tests];
        let path = std::env::join_paths(path).map_err(|e| format!("a path has a colon: {e}"))?;
        command
            .env("COUNTERSIGN_URL", format!("http://{}", self.daemon.address))
            .env("COUNTERSIGN_TOKEN", &self.agent)
            .env("COUNTERSIGN_PERSON", &self.person)
            .env("COUNTERSIGN_HOME", self.home.path())
            .env("COUNTERSIGN_OPENAPI", root.join("openapi.json"))
            .env("PYTHONPATH", path)
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .current_dir(self.home.path());
        quiet(command)
    }
}

/// Runs a command; an error is the end of what it printed.
fn quiet(command: &mut Command) -> Result<(), String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.stdin(Stdio::null()).output().map_err(|e| format!("{program} does not run: {e}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said =
        format!("{}\n{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let lines: Vec<&str> = said.lines().collect();
    Err(lines[lines.len().saturating_sub(60)..].join("\n"))
}

/// The step: both packages' own tests.
pub fn step(root: &Path) -> Result<Done, String> {
    let node = match built(root, &target(root)) {
        Ok(node) => node,
        Err(why) => return Ok(Done::Skipped(why)),
    };
    compile(root, &node)?;
    let ground = Ground::new(root)?;
    let mut python = Command::new("python3");
    python.args(["-W", "error", "-m", "unittest", "discover", "-s"]).arg(root.join("packages/python/tests"));
    ground.run(root, &mut python).map_err(|e| format!("the Python package: {e}"))?;
    let mut npm = Command::new("node");
    npm.arg("--test").arg(node.join("test/gate.test.mjs"));
    ground.run(root, &mut npm).map_err(|e| format!("the npm package: {e}"))?;
    ground.daemon.end()?;
    Ok(Done::Passed)
}

/// Copies the npm package beside its compiler, so that nothing is written into the sources. Returns its folder.
fn built(root: &Path, target: &Path) -> Result<PathBuf, String> {
    let folder = COMPILER.install(target)?;
    quiet(Command::new("node").arg("--version")).map_err(|e| format!("Node is needed: {e}"))?;
    quiet(Command::new("python3").arg("--version")).map_err(|e| format!("Python 3 is needed: {e}"))?;
    copy(&root.join("packages/npm"), &folder, &["package.json", "tsconfig.json", "src", "test"])?;
    Ok(folder)
}

fn compile(root: &Path, node: &Path) -> Result<(), String> {
    let mut compiler = Command::new(node.join("node_modules/.bin/tsc"));
    quiet(compiler.arg("--project").arg(node).current_dir(root)).map_err(|e| format!("the npm package: {e}"))
}

/// Copies files and folders.
fn copy(from: &Path, to: &Path, names: &[&str]) -> Result<(), String> {
    let failed = |e: std::io::Error| format!("cannot copy {}: {e}", from.display());
    for name in names {
        let copied = Command::new("cp").arg("-r").arg(from.join(name)).arg(to).status().map_err(failed)?;
        if !copied.success() {
            return Err(format!("cannot copy {name} to {}", to.display()));
        }
    }
    Ok(())
}

/// Runs each adapter with its framework, and writes what was seen into `docs/frameworks.md`.
pub fn frameworks(root: &Path, only: Option<&str>) -> Result<(), String> {
    let target = target(root);
    let node = built(root, &target)?;
    compile(root, &node)?;
    let ground = Ground::new(root)?;
    let mut rows = String::new();
    let mut failed = Vec::new();
    for framework in FRAMEWORKS.iter().filter(|f| only.is_none_or(|only| f.test.contains(only))) {
        println!("{} …", framework.name);
        let folder = framework.set.install(&target)?;
        let result = ground.run(root, &mut driven(root, &node, framework, &folder)?);
        if let Err(e) = &result {
            println!("{}: {e}", framework.name);
            failed.push(framework.name);
        }
        let seen = if result.is_ok() { "passed" } else { "FAILED" };
        let _ =
            writeln!(rows, "| {} | {} | {} | {seen} |", framework.name, versions(framework), framework.also);
    }
    ground.daemon.end()?;
    if only.is_none() {
        let path = root.join("docs/frameworks.md");
        fs::write(&path, page(&rows)).map_err(|e| format!("cannot write {}: {e}", path.display()))?;
    }
    if failed.is_empty() { Ok(()) } else { Err(format!("failed: {}", failed.join(", "))) }
}

fn driven(root: &Path, node: &Path, framework: &Framework, folder: &Path) -> Result<Command, String> {
    if matches!(framework.set, Set::Pip { .. }) {
        let mut python = Command::new(folder.join("bin/python"));
        python.arg(root.join("packages/python/tests/frameworks").join(framework.test));
        return Ok(python);
    }
    // Node looks for packages beside the file that imports them.
    copy(&root.join("packages/npm"), folder, &["test"])?;
    copy(node, folder, &["dist"])?;
    // Elsewhere than below its own package.json, it must say anew what kind of module it is.
    fs::write(folder.join("dist/package.json"), r#"{"type": "module"}"#)
        .map_err(|e| format!("cannot write into {}: {e}", folder.display()))?;
    let mut command = Command::new("node");
    command.arg("--test").arg(folder.join("test/frameworks").join(framework.test));
    let model = root.join("packages/python/tests/frameworks/scripted.py");
    command.env("COUNTERSIGN_SCRIPTED", model);
    Ok(command)
}

fn versions(framework: &Framework) -> String {
    match &framework.set {
        Set::Apt { packages, .. } | Set::Npm { packages, .. } | Set::Pip { packages, .. } => {
            packages.iter().map(|p| format!("`{p}`")).collect::<Vec<_>>().join(", ")
        }
    }
}

fn page(rows: &str) -> String {
    format!(
        "# Frameworks that were run\n\n\
         `cargo xtask frameworks` installs each framework, drives it with a scripted model against a real daemon, and \
         writes this page. Each test shows that a tool waits for a person, runs once after a yes with the arguments that \
         the person edited, and does not run after a no, whose reason the agent reads (CrewAI tells it only \
         that a hook said no).\n\n\
         | framework | installed | also shown | result |\n|---|---|---|---|\n{rows}\n\
         How to use them: [Python](python.md), [TypeScript](typescript.md).\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_framework_has_its_test_and_its_adapter() {
        let root = crate::tree::repo_root();
        for framework in FRAMEWORKS {
            let (tests, adapters) = match framework.set {
                Set::Pip { .. } => {
                    ("packages/python/tests/frameworks", "packages/python/src/countersign_gate")
                }
                _ => ("packages/npm/test/frameworks", "packages/npm/src"),
            };
            assert!(root.join(tests).join(framework.test).exists(), "{}", framework.test);
            let stem = framework.test.trim_start_matches("test_").split('.').next().unwrap();
            let found =
                ["py", "ts"].iter().any(|end| root.join(adapters).join(format!("{stem}.{end}")).exists());
            assert!(found, "{stem} has no adapter");
        }
    }
}
