//! Who is at the agent's end of a connection. Over MCP that is always an agent: a person's token, and the owner of a
//! home without tokens, are lowered to one, so that nothing that comes this way can decide anything.

use countersign_core::{Actor, ActorKind, Error, Origin, Result, Role};
use countersign_words::say;
use tokio_util::sync::CancellationToken;

/// The longest name that is taken over from a client.
const LONGEST: usize = 64;
/// What an agent is called that does not say.
const NAMELESS: &str = "local";

/// Who connects, and from where.
#[derive(Debug, Clone)]
pub struct Who {
    /// Whom its token stands for.
    pub actor: Actor,
    /// From where it comes; the folder is the one that the agent works in, where that is known.
    pub origin: Origin,
    /// The agent that it says it is; counts where its token is a person's.
    pub named: Option<String>,
    /// The run that its calls belong to, where it says so.
    pub run: Option<String>,
    /// The mark of what we tell it, where its side chose one: it stays the same when the daemon is started anew.
    pub mark: Option<String>,
    /// Whether it is on this machine, so that a folder it names is one of ours.
    pub local: bool,
    /// Whether its calls are to be counted: where each is a request of its own, that was done before.
    pub counts: bool,
    /// Cancelled when it is gone.
    pub gone: CancellationToken,
}

impl Who {
    /// Somebody who says nothing more of itself.
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

    /// The agent that its calls count for; `client` is what its program calls itself.
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
            ActorKind::Verifier | ActorKind::System => {
                Err(Error::refused(say!("problem-up-may-not-call", actor = self.actor))
                    .hint(say!("problem-up-agent-token-hint")))
            }
        }
    }
}

/// A name as agents have them, made from what a program calls itself.
fn clean(name: &str) -> Option<String> {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '-' };
    let name: String = name.trim().chars().take(LONGEST).map(plain).collect();
    let name = name.trim_matches(['-', '.']).to_ascii_lowercase();
    // Ours is no agent.
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
