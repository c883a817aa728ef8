//! The client of a connection. Over MCP it is always an agent: a person's token, and the owner of a home without
//! tokens, are downgraded to one, so that nothing over MCP can decide.

use countersign_core::{Actor, ActorKind, Error, Origin, Result, Role};
use countersign_words::say;
use tokio_util::sync::CancellationToken;

/// The longest name that is accepted from a client.
const LONGEST: usize = 64;
/// The name of an agent without one.
const NAMELESS: &str = "local";

/// The client and its origin.
#[derive(Debug, Clone)]
pub struct Who {
    /// Its token's actor.
    pub actor: Actor,
    /// Its origin, with the agent's working folder, if known.
    pub origin: Origin,
    /// The agent's name as claimed; used if the token is a person's.
    pub named: Option<String>,
    /// The run that its calls belong to, if it names one.
    pub run: Option<String>,
    /// The mark of our messages, if the client chose one: it survives a restart of the daemon.
    pub mark: Option<String>,
    /// Whether it is on this machine, so that its folder is a local one.
    pub local: bool,
    /// Whether its calls are rate-limited here: if each is its own request, that was done before.
    pub counts: bool,
    /// Cancelled when it disconnects.
    pub gone: CancellationToken,
}

impl Who {
    /// Creates a client without further details.
    pub fn new(actor: Actor, origin: Origin) -> Self {
        let origin = Origin { surface: "mcp".to_owned(), ..origin };
        Self {
            actor,
            origin,
            named: None,
            run: None,
            mark: None,
            local: false,
            counts: false,
            gone: CancellationToken::new(),
        }
    }

    /// Returns the agent that its calls count for; `client` is the program's own name.
    pub fn agent(&self, client: Option<&str>) -> Result<Actor> {
        match self.actor.kind {
            ActorKind::Agent => Ok(self.actor.clone()),
            ActorKind::Person => {
                let named = self.named.as_deref().and_then(clean).or_else(|| client.and_then(clean));
                let name = named.unwrap_or_else(|| NAMELESS.to_owned());
                Ok(Actor {
                    kind: ActorKind::Agent,
                    name,
                    owner: Some(self.actor.name.clone()),
                    role: Role::default(),
                    ..self.actor.clone()
                })
            }
            ActorKind::Verifier | ActorKind::Gate | ActorKind::System => {
                Err(Error::refused(say!("problem-up-may-not-call", actor = self.actor))
                    .hint(say!("problem-up-agent-token-hint")))
            }
        }
    }
}

/// Makes a valid agent name from a program's own name.
fn clean(name: &str) -> Option<String> {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '-' };
    let name: String = name.trim().chars().take(LONGEST).map(plain).collect();
    let name = name.trim_matches(['-', '.']).to_ascii_lowercase();
    // Our own name is not an agent.
    (!name.is_empty() && name != "countersign").then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn who(actor: Actor) -> Who {
        Who::new(actor, Origin::from("http"))
    }

    #[test]
    fn c1_whoever_comes_over_mcp_is_an_agent() {
        let agent = who(Actor::agent("codex")).agent(Some("other")).unwrap();
        assert_eq!((agent.kind, agent.name.as_str()), (ActorKind::Agent, "codex"));
        let person = Actor { token: Some("t1".to_owned()), ..Actor::person("ana") };
        let lowered = who(person).agent(Some("Claude Code\u{202e}")).unwrap();
        assert_eq!((lowered.kind, lowered.name.as_str()), (ActorKind::Agent, "claude-code"));
        assert_eq!(lowered.owner.as_deref(), Some("ana"));
        assert_eq!(lowered.token.as_deref(), Some("t1"), "with its token the agent goes, too");
        for actor in [Actor::new(ActorKind::Verifier, "ci"), Actor::system()] {
            assert!(who(actor).agent(None).is_err());
        }
    }

    #[test]
    fn an_agent_is_called_what_the_person_says_else_what_its_program_says() {
        let mut who = who(Actor::person("owner"));
        assert_eq!(who.agent(None).unwrap().name, "local");
        assert_eq!(who.agent(Some("--- ")).unwrap().name, "local");
        assert_eq!(who.agent(Some(&"x".repeat(500))).unwrap().name.len(), LONGEST);
        who.named = Some("mine".to_owned());
        assert_eq!(who.agent(Some("opencode")).unwrap().name, "mine");
        assert_eq!(who.origin.surface, "mcp");
    }
}
