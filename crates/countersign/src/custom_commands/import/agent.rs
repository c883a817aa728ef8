//! The supported agents, and where each keeps the servers it starts.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use countersign_core::{Error, Result};
use countersign_words::say;

use crate::agents;

/// An agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Agent {
    /// Claude Code.
    ClaudeCode,
    /// Codex.
    Codex,
    /// Cursor.
    Cursor,
    /// opencode.
    Opencode,
    /// VS Code.
    VsCode,
}

impl Agent {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::ClaudeCode, Self::Codex, Self::Cursor, Self::Opencode, Self::VsCode];

    /// Its name in Countersign.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ClaudeCode => "claude-code",
            Self::Codex => "codex",
            Self::Cursor => "cursor",
            Self::Opencode => "opencode",
            Self::VsCode => "vscode",
        }
    }

    /// Finds an agent by name.
    pub fn named(name: &str) -> Result<Self> {
        Self::ALL.into_iter().find(|a| a.as_str() == name).ok_or_else(|| {
            let known: Vec<&str> = Self::ALL.iter().map(|a| a.as_str()).collect();
            Error::usage(say!("command-import-no-such-agent", name = format!("{:?}", name)))
                .hint(say!("command-there-are", names = known.join(", ")))
        })
    }

    /// The program that people start.
    pub fn program(self) -> &'static str {
        agents::Agent::named(self.as_str()).map_or(self.as_str(), |agent| agent.program)
    }

    /// Returns whether its settings are TOML; otherwise they are JSON.
    pub fn writes_toml(self) -> bool {
        self == Self::Codex
    }
}

/// Who wrote a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whose {
    /// The user whose agent it is.
    User,
    /// The authors of the project.
    Project,
}

/// A settings file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Whose settings.
    pub agent: Agent,
    /// The file.
    pub path: PathBuf,
    /// Who wrote it.
    pub whose: Whose,
    /// The folder in which a project's servers are started.
    pub folder: PathBuf,
}

/// Folders in which agents keep their settings.
#[derive(Debug, Clone)]
pub struct Surroundings {
    /// The working folder of the command.
    pub folder: PathBuf,
    /// The user's home.
    pub home: PathBuf,
    /// The folder for programs' settings.
    pub config: PathBuf,
    /// The folder with `.claude.json`.
    pub claude: PathBuf,
    /// Codex's folder.
    pub codex: PathBuf,
}

impl Surroundings {
    /// Reads them from the environment.
    pub fn here() -> Result<Self> {
        let lost = |error: String| Error::usage(say!("command-import-lost", error));
        let folder = env::current_dir().map_err(|e| lost(e.to_string()))?;
        let home = etcetera::home_dir().map_err(|e| lost(e.to_string()))?;
        let named = |name: &str| env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
        Ok(Self {
            config: named("XDG_CONFIG_HOME").unwrap_or_else(|| home.join(".config")),
            claude: named("CLAUDE_CONFIG_DIR").unwrap_or_else(|| home.clone()),
            codex: named("CODEX_HOME").unwrap_or_else(|| home.join(".codex")),
            folder,
            home,
        })
    }

    /// Returns every file in which an agent may have servers for this folder, the user's own first.
    pub fn places(&self) -> Vec<Place> {
        let user = [
            (Agent::ClaudeCode, self.claude.join(".claude.json")),
            (Agent::Codex, self.codex.join("config.toml")),
            (Agent::Cursor, self.home.join(".cursor/mcp.json")),
            (Agent::Opencode, self.config.join("opencode/opencode.json")),
            (Agent::Opencode, self.config.join("opencode/opencode.jsonc")),
            (Agent::VsCode, self.config.join("Code/User/mcp.json")),
            (Agent::VsCode, self.home.join("Library/Application Support/Code/User/mcp.json")),
        ];
        let project = [
            (Agent::ClaudeCode, ".mcp.json"),
            (Agent::Codex, ".codex/config.toml"),
            (Agent::Cursor, ".cursor/mcp.json"),
            (Agent::Opencode, "opencode.json"),
            (Agent::Opencode, "opencode.jsonc"),
            (Agent::Opencode, ".opencode/opencode.json"),
            (Agent::Opencode, ".opencode/opencode.jsonc"),
            (Agent::VsCode, ".vscode/mcp.json"),
        ];
        let project = project.map(|(agent, name)| (agent, self.folder.join(name), Whose::Project));
        let user = user.map(|(agent, path)| (agent, path, Whose::User));
        let mut places: Vec<Place> = Vec::new();
        for (agent, path, whose) in user.into_iter().chain(project) {
            // In the user's home folder, a project's file is the user's own.
            if !places.iter().any(|p| real(&p.path) == real(&path)) {
                places.push(Place { agent, path, whose, folder: self.folder.clone() });
            }
        }
        places
    }

    /// Returns the place of a named file. A file that is not known to be the user's own counts as a project's.
    pub fn named(&self, path: &Path, agent: Option<Agent>) -> Result<Place> {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        if let Some(place) = self.places().into_iter().find(|p| real(&p.path) == real(&path)) {
            return match agent {
                Some(agent) if agent != place.agent => Err(Error::usage(say!(
                    "command-import-file-of",
                    path = path.display(),
                    agent = place.agent.as_str(),
                    other = agent.as_str()
                ))),
                _ => Ok(place),
            };
        }
        let agent = agent.or_else(|| by_name(&path)).ok_or_else(|| {
            Error::usage(say!("command-import-which-agent", path = path.display()))
                .hint(say!("command-import-which-agent-hint"))
        })?;
        let parent = path.parent().unwrap_or(&path);
        let hidden = parent.file_name().is_some_and(|n| n.as_encoded_bytes().starts_with(b"."));
        let folder = if hidden { parent.parent().unwrap_or(parent) } else { parent };
        let folder = folder.to_owned();
        Ok(Place { agent, path, whose: Whose::Project, folder })
    }
}

/// Guesses the agent from a file's name.
fn by_name(path: &Path) -> Option<Agent> {
    let name = path.file_name()?.to_str()?;
    let folder = path.parent().and_then(Path::file_name).and_then(|n| n.to_str()).unwrap_or_default();
    match (folder, name) {
        (_, ".mcp.json" | ".claude.json") => Some(Agent::ClaudeCode),
        (".codex", "config.toml") => Some(Agent::Codex),
        (".cursor", "mcp.json") => Some(Agent::Cursor),
        (".vscode" | "User", "mcp.json") => Some(Agent::VsCode),
        (_, "opencode.json" | "opencode.jsonc") => Some(Agent::Opencode),
        _ => None,
    }
}

/// Resolves links in the existing part of the path.
fn real(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(home: &str, folder: &str) -> Surroundings {
        let home = PathBuf::from(home);
        Surroundings {
            folder: folder.into(),
            config: home.join(".config"),
            claude: home.clone(),
            codex: home.join(".codex"),
            home,
        }
    }

    #[test]
    fn in_the_home_itself_a_file_is_the_users_own() {
        let whose = |folder: &str, name: &str| {
            let all = at("/h", folder).places();
            let found: Vec<Whose> = all.iter().filter(|p| p.path.ends_with(name)).map(|p| p.whose).collect();
            found
        };
        assert_eq!(whose("/w", ".cursor/mcp.json"), [Whose::User, Whose::Project]);
        assert_eq!(whose("/h", ".cursor/mcp.json"), [Whose::User]);
        assert_eq!(whose("/h", ".mcp.json"), [Whose::Project]);
    }

    #[test]
    fn a_file_that_is_named_belongs_to_a_project_unless_it_is_known() {
        let here = at("/h", "/w");
        let whose = |path: &str| here.named(Path::new(path), None).map(|p| (p.agent, p.whose, p.folder)).ok();
        assert_eq!(whose("/h/.codex/config.toml"), Some((Agent::Codex, Whose::User, "/w".into())));
        assert_eq!(whose("/x/.codex/config.toml"), Some((Agent::Codex, Whose::Project, "/x".into())));
        assert_eq!(whose("/x/.claude.json"), Some((Agent::ClaudeCode, Whose::Project, "/x".into())));
        assert_eq!(whose("/x/servers.json"), None);
        let said = here.named(Path::new("/x/servers.json"), Some(Agent::Cursor)).unwrap();
        assert_eq!((said.agent, said.whose), (Agent::Cursor, Whose::Project));
        assert!(here.named(Path::new("/h/.codex/config.toml"), Some(Agent::Cursor)).is_err());
    }
}
