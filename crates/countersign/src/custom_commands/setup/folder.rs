//! How the current folder is treated: trusted, reviewed once at the end of a run, or asked about each time.

use std::path::{Path, PathBuf};

use countersign_core::{Result, judge::Policy, text::visible};
use countersign_words::{Message, say};
use toml_edit::{DocumentMut, Item, Table, value};

use super::super::{
    import::{file, journal::Journal, plan::Change},
    trust,
};
use crate::{
    home::{self, read_settings},
    session::{Session, catalog},
};

/// How a folder is treated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Treat {
    Ask,
    Review,
    Trust,
}

impl Treat {
    /// All of them, with their words on the command line and their keys.
    pub const ALL: [(Self, &'static str, char); 3] =
        [(Self::Ask, "ask", 'a'), (Self::Review, "review", 'r'), (Self::Trust, "trust", 't')];

    /// Its word.
    pub fn word(self) -> &'static str {
        Self::ALL.into_iter().find(|(one, ..)| *one == self).map_or("", |(_, word, _)| word)
    }

    fn label(self) -> Message {
        match self {
            Self::Ask => say!("command-setup-key-ask"),
            Self::Review => say!("command-setup-key-review"),
            Self::Trust => say!("command-setup-key-trust"),
        }
    }
}

/// A change that treats a folder so, what is said of it, and the policy to accept.
pub struct Treated {
    /// The folder.
    pub folder: PathBuf,
    /// How.
    pub treat: Treat,
    /// What is told afterwards.
    pub said: Message,
    /// The changed file.
    pub change: Option<Change>,
}

/// Returns the git repository of the current folder, if it can be treated in its own way.
pub fn repository() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?.canonicalize().ok()?;
    let root = here.ancestors().find(|folder| folder.join(".git").exists())?.to_owned();
    trust::trustable(&root).ok().map(PathBuf::from)
}

/// Returns whether a person has already said how a folder is treated.
pub fn is_known(session: &Session, folder: &Path, agents: &[&str]) -> Result<bool> {
    let policy = read_settings(&session.home.policy())?.unwrap_or_default();
    let name = folder.display().to_string();
    let trusted = Policy::parse(&policy, &catalog())?.trust().iter().any(|entry| entry.folder == name);
    let setups = home::config(&session.home.config())?.agent_setups();
    let staged = agents.iter().any(|agent| setups.get(*agent).is_some_and(|setup| setup.stage));
    let asked = session.home.data.join("imports").is_dir() && {
        let all = Journal::open(&session.home)?.setups()?;
        all.iter().any(|m| m.setup.as_ref().is_some_and(|setup| setup.asked.as_deref() == Some(folder)))
    };
    Ok(trusted || staged || asked)
}

/// Asks; whoever leaves is asked each time.
pub fn ask(session: &Session, folder: &Path) -> Result<Treat> {
    let say = |message: &Message| session.screen.say(message);
    let keys: Vec<(char, String)> =
        Treat::ALL.into_iter().map(|(treat, _, key)| (key, say(&treat.label()))).collect();
    let question = say(&say!("command-setup-folder", folder = shown(folder)));
    let key = countersign_tui::choose(&question, &keys)?;
    let chosen = Treat::ALL.into_iter().find(|(.., own)| Some(*own) == key);
    Ok(chosen.map_or(Treat::Ask, |(treat, ..)| treat))
}

fn shown(folder: &Path) -> String {
    visible(&folder.to_string_lossy()).text
}

/// Works out the change; `changes` are those that are made before it.
pub fn treated(
    session: &Session,
    folder: PathBuf,
    treat: Treat,
    agents: &[&str],
    changes: &[Change],
) -> Result<Treated> {
    let path = match treat {
        Treat::Ask => {
            let said = say!("command-setup-asks", folder = shown(&folder));
            return Ok(Treated { folder, treat, said, change: None });
        }
        Treat::Review => session.home.config(),
        Treat::Trust => session.home.policy(),
    };
    let before = file::read(&path)?;
    let path = before.as_ref().map_or(path, |before| before.path.clone());
    let planned = changes.iter().find(|change| change.path == path);
    let text =
        planned.map(|change| change.after.as_str()).or(before.as_ref().map(|before| before.text.as_str()));
    let text = text.unwrap_or_default();
    let (after, said) = match treat {
        Treat::Trust => trust::trusting(text, &folder.display().to_string())?,
        _ => (staged(text, agents, &path)?, say!("command-setup-reviews", agents = agents.join(", "))),
    };
    let mode = before.as_ref().map_or(0o600, |before| before.mode);
    let change = Change { path, before, after, mode, own: Vec::new(), is_toml: true };
    Ok(Treated { folder, treat, said, change: Some(change) })
}

/// Returns the settings in which the runs of these agents work in stages.
fn staged(text: &str, agents: &[&str], path: &Path) -> Result<String> {
    home::parse_config(text, path)?;
    let mut config: DocumentMut = text.parse().map_err(countersign_core::Error::bug)?;
    let mut above = Table::new();
    above.set_implicit(true);
    let all = config.entry("agent").or_insert(Item::Table(above));
    for agent in agents {
        let Some(all) = all.as_table_like_mut() else { break };
        let one = all.entry(agent).or_insert(Item::Table(Table::new()));
        if let Some(one) = one.as_table_like_mut() {
            one.insert("stage", value(true));
        }
    }
    let after = config.to_string();
    home::parse_config(&after, path)?;
    Ok(after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_agents_work_in_stages_and_the_rest_of_the_settings_stays() {
        let path = Path::new("/x/config.toml");
        let before = "# mine\n[agent.codex]\nwait_s = 5 # short\n";
        let after = staged(before, &["codex", "claude-code"], path).unwrap();
        assert!(after.starts_with(before), "{after}");
        let setups = home::parse_config(&after, path).unwrap().agent_setups();
        assert!(setups["codex"].stage && setups["claude-code"].stage, "{after}");
        assert_eq!(staged("", &["codex"], path).unwrap(), "[agent.codex]\nstage = true\n");
        assert_eq!(staged(&after, &["codex", "claude-code"], path).unwrap(), after);
    }
}
