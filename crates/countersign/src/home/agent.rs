//! `[agent.NAME]` of `config.toml`: how an agent's calls wait, where its runs work, and which tools it is offered.

use std::{collections::BTreeMap, path::Path, time::Duration};

use countersign_core::{Error, ErrorCode, Result, tool::Hold};
use countersign_mcp::{AgentSettings, settings::Offer, upstream::BUILTIN_SERVERS};
use countersign_words::say;
use serde::Deserialize;

use super::Server;

/// The longest time that a call may wait.
const WAIT_MOST_S: u64 = 24 * 3600;

/// One agent.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Agent {
    /// Whether its held calls wait for you (`wait`) or are queued at once (`queue`). Default: `wait`.
    hold: Option<Held>,
    /// For how many seconds a held call waits. Default: 45.
    wait_s: Option<u64>,
    /// Whether its runs work in a stage: nothing is asked, and nothing lands until you sign. Default: false.
    pub(super) stage: bool,
    /// The tools that it is offered: `default`, `all`, `servers`, `plans`, `steps`, names of servers, single tools.
    tools: Option<Vec<String>>,
    /// How many kilobytes of servers' tools are listed; the rest is found by words. Default: 24.
    list_kb: Option<usize>,
}

/// Whether held calls wait: the two allowed values.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Held {
    Wait,
    Queue,
}

impl Agent {
    /// Converts to the gateway's settings.
    pub(super) fn to_settings(&self) -> AgentSettings {
        let mut offer = self.tools.clone().map_or_else(Offer::default, Offer::new);
        if let Some(kb) = self.list_kb {
            offer.list_bytes = kb.saturating_mul(1000);
        }
        AgentSettings {
            hold: self.hold.map(|held| match held {
                Held::Wait => Hold::Wait,
                Held::Queue => Hold::Queue,
            }),
            wait: self.wait_s.map(|s| Duration::from_secs(s.min(WAIT_MOST_S))),
            offer,
        }
    }

    /// Refuses names of tools that can stand for nothing.
    pub(super) fn check(&self, name: &str, servers: &BTreeMap<String, Server>, path: &Path) -> Result<()> {
        let is_server = |word: &str| BUILTIN_SERVERS.contains(word) || servers.contains_key(word);
        let is_known = |word: &&String| {
            let server = word.split_once('.').map_or(word.as_str(), |(server, _)| server);
            Offer::GROUPS.contains(&word.as_str()) || is_server(server)
        };
        let Some(word) = self.tools.iter().flatten().find(|word| !is_known(word)) else { return Ok(()) };
        let ours = BUILTIN_SERVERS.iter().map(String::as_str);
        let all = Offer::GROUPS.into_iter().chain(ours).chain(servers.keys().map(String::as_str));
        let names = all.collect::<Vec<_>>().join(", ");
        let told =
            say!("command-agent-tools", path = path.display(), agent = name, name = format!("{word:?}"));
        Err(Error::new(ErrorCode::Settings, told).hint(say!("command-there-are", names)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse_config;
    use super::*;

    fn offer(tools: &str) -> Result<Offer> {
        let text = format!("[server.github]\nurl = \"https://example.com\"\n[agent.codex]\n{tools}\n");
        parse_config(&text, Path::new("config.toml")).map(|config| config.agents()["codex"].offer.clone())
    }

    #[test]
    fn an_agents_tools_are_groups_servers_or_single_tools() {
        assert_eq!(offer("wait_s = 1").unwrap(), Offer::default());
        let words = ["servers", "task.list_tasks", "github.create_issue", "data"].map(str::to_owned);
        let text = format!("tools = {words:?}\nlist_kb = 8");
        let mut expected = Offer::new(words);
        expected.list_bytes = 8000;
        assert_eq!(offer(&text).unwrap(), expected);
        for wrong in ["everything", "gitlab", "gitlab.create_issue", "filesystem_read_file", ""] {
            let refused = offer(&format!("tools = [{wrong:?}]")).unwrap_err();
            assert!(refused.message.contains(&format!("{wrong:?}")), "{refused}");
            assert!(refused.hint.unwrap().contains("github"), "it says what there is");
        }
    }
}
