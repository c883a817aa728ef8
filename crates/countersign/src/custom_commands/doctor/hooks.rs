//! `doctor` checks of agents' hooks: whether they still lead here, and where an agent continues without them.

use countersign_words::{Message, say};

use super::Finding;
use crate::{
    custom_commands::hook::{Agent, Hooks},
    home::Home,
};

fn installed(home: &Home) -> impl Iterator<Item = Hooks> {
    let both = |agent| [(agent, false), (agent, true)];
    let all = Agent::ALL.into_iter().flat_map(both);
    let found: Vec<Hooks> = all.filter_map(|(agent, project)| Hooks::of(home, agent, project).ok()).collect();
    found.into_iter().filter(|hooks| hooks.look().is_ok())
}

/// Checks the hooks of all agents.
pub fn look(home: &Home) -> Vec<Finding> {
    installed(home).map(|hooks| finding(&hooks)).collect()
}

fn finding(hooks: &Hooks) -> Finding {
    let (name, agent, path) = (say!("command-doctor-hooks"), hooks.agent.name(), hooks.path.display());
    let place = say!("command-doctor-hooks-in", agent, path);
    if let Ok(Some(fault)) = hooks.look() {
        let again = Message::from(format!("countersign hook install {agent}"));
        return Finding::bad(name, Message::joined(": ", [place, fault]), again);
    }
    match hooks.agent {
        Agent::Codex => match hooks.trusted() {
            Ok((n, all)) if n < all => Finding::bad(
                name,
                say!("command-doctor-hooks-trust", agent, path, n, all),
                say!("command-doctor-hooks-trust-hint"),
            ),
            Ok(_) => Finding::good(name, say!("command-doctor-hooks-trusted", agent, path)),
            Err(e) => Finding::bad(name, Message::joined(": ", [place, e.message]), e.hint),
        },
        Agent::ClaudeCode => Finding::good(name, place),
    }
}

/// Lists where an agent with our hooks continues without their decision.
pub fn not_stopped(home: &Home) -> Vec<Message> {
    let mut agents: Vec<Agent> = installed(home).map(|hooks| hooks.agent).collect();
    agents.dedup();
    agents.into_iter().flat_map(|agent| agent.notes().into_iter().skip(1)).collect()
}
