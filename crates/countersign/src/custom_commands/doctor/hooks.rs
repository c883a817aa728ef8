//! What `doctor` finds of agents' hooks: whether they still lead here, and where an agent goes on without them.

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

/// Looks.
pub fn look(home: &Home) -> Vec<Finding> {
    installed(home).map(|hooks| finding(&hooks)).collect()
}

fn finding(hooks: &Hooks) -> Finding {
    let place = format!("{} in {}", hooks.agent.name(), hooks.path.display());
    if let Ok(Some(fault)) = hooks.look() {
        let again = format!("countersign hook install {}", hooks.agent.name());
        return Finding::bad("hooks", format!("{place}: {fault}"), Some(again));
    }
    match hooks.agent {
        Agent::Codex => match hooks.trusted() {
            Ok((known, all)) if known < all => Finding::bad(
                "hooks",
                format!(
                    "{place}: Codex was told to trust {known} of {all}, and skips the others without a word"
                ),
                Some("start codex, type /hooks, and trust those of Countersign".to_owned()),
            ),
            Ok(_) => Finding::good("hooks", format!("{place}, trusted there when that was last said")),
            Err(e) => Finding::bad("hooks", format!("{place}: {}", e.message), e.hint),
        },
        Agent::ClaudeCode => Finding::good("hooks", place),
    }
}

/// Where an agent that has our hooks goes on without their word.
pub fn not_stopped(home: &Home) -> Vec<&'static str> {
    let mut agents: Vec<Agent> = installed(home).map(|hooks| hooks.agent).collect();
    agents.dedup();
    agents.into_iter().flat_map(|agent| agent.notes().iter().skip(1).copied()).collect()
}
