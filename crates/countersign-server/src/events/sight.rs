//! What a reader may see of the log, and for how long.

use std::sync::Arc;

use countersign_core::{
    Actor, ActorKind, Result,
    record::{Key, Record},
    run::Run,
    store::Base,
    token::Token,
};
use countersign_words::{Message, say};

use super::told::{Shown, Told};

/// What a reader may see: a person everything, an agent its own runs and calls, anyone else their own calls.
#[derive(Debug, Clone)]
pub(super) enum Sight {
    All,
    Agent { actor: String, name: String },
    Own { actor: String },
}

impl Sight {
    /// Returns the sight of an actor.
    pub(super) fn of(actor: &Actor) -> Self {
        let told = actor.to_string();
        match actor.kind {
            ActorKind::Person => Self::All,
            ActorKind::Agent => Self::Agent { actor: told, name: actor.name.clone() },
            ActorKind::Verifier | ActorKind::Gate | ActorKind::System => Self::Own { actor: told },
        }
    }

    /// Returns whether the reader may see a run.
    pub(super) fn sees_run(&self, run: &Run) -> bool {
        match self {
            Self::All => true,
            Self::Agent { name, .. } => run.agent == *name,
            Self::Own { .. } => false,
        }
    }

    /// Returns the only actor whose events the reader sees, if so.
    pub(super) fn only_actor(&self) -> Option<&str> {
        match self {
            Self::Own { actor } => Some(actor),
            _ => None,
        }
    }

    /// Returns the form in which the reader sees an event, if at all.
    pub(super) fn shows<'a>(&self, told: &'a Told) -> Option<&'a Arc<Shown>> {
        match self {
            Self::All => Some(&told.whole),
            Self::Agent { actor, .. } | Self::Own { actor } if told.actor == *actor => Some(&told.whole),
            Self::Agent { name, .. } if told.agent.as_ref() == Some(name) => Some(&told.narrow),
            _ => None,
        }
    }
}

/// The reader's credentials, which must stay valid while it reads.
#[derive(Debug, Clone)]
pub(super) struct Pass {
    token: Option<String>,
    ends_at: Option<u64>,
}

impl Pass {
    /// Returns the pass of an actor.
    pub(super) fn of(actor: &Actor) -> Self {
        Self { token: actor.token.clone(), ends_at: None }
    }

    /// Returns whether it has expired, without reading the store.
    pub(super) fn is_over(&self, now: u64) -> bool {
        self.ends_at.is_some_and(|end| end <= now)
    }

    /// Reads its expiry.
    pub(super) fn settle(&mut self, base: &mut dyn Base) -> Result<()> {
        let Some(id) = &self.token else { return Ok(()) };
        let stored = base.get(&Key::of::<Token>(id))?;
        self.ends_at = stored.map(|s| s.row.read::<Token>()).transpose()?.and_then(|t| t.expires_at);
        Ok(())
    }

    /// Returns why it is no longer valid, if so.
    pub(super) fn lapsed(&self, base: &mut dyn Base, now: u64) -> Result<Option<Message>> {
        let Some(id) = &self.token else {
            // The first person of an empty home needs no token, until there is one.
            let tokens = base.ids(Token::KIND.name, "", 1)?;
            return Ok((!tokens.is_empty()).then(|| say!("judge-token-missing")));
        };
        match base.get(&Key::of::<Token>(id))? {
            None => Ok(Some(say!("judge-token-unknown"))),
            Some(stored) => Ok(stored.row.read::<Token>()?.lapsed(now)),
        }
    }
}
