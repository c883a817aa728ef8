//! `doctor` checks of agents' hooks: whether they still lead here, and where an agent continues without them.

use countersign_words::{Message, say};

use super::{Finding, version};
use crate::{
    agents::Agent,
    custom_commands::{
        hook::Hooks,
        learn::{Homes, Settings},
    },
    home::Home,
};

fn installed(home: &Home) -> impl Iterator<Item = Hooks> {
    let all = Agent::gated().flat_map(|(agent, _)| [(agent, false), (agent, true)]);
    let found: Vec<Hooks> = all.filter_map(|(agent, project)| Hooks::of(home, agent, project).ok()).collect();
    found.into_iter().filter(|hooks| hooks.look().is_ok())
}

/// Checks the hooks of all agents.
pub fn look(home: &Home) -> Vec<Finding> {
    installed(home).map(|hooks| finding(&hooks)).collect()
}

fn finding(hooks: &Hooks) -> Finding {
    let (name, agent, path) = (say!("command-doctor-hooks"), hooks.agent.name, hooks.paths());
    let place = say!("command-doctor-hooks-in", agent, path = path.clone());
    if let Ok(Some(fault)) = hooks.look() {
        let again = Message::from(format!("countersign hook install {agent}"));
        return Finding::bad(name, Message::joined(": ", [place, fault]), again);
    }
    let newer = version::newer(hooks.agent);
    let told =
        |place: Message| Message::joined("; ", [place].into_iter().chain(newer.clone()).collect::<Vec<_>>());
    match (hooks.gate.must_trust, hooks.trusted()) {
        (false, _) => Finding::good(name, told(place)),
        (true, Ok((n, all))) if n < all => Finding::bad(
            name,
            say!("command-doctor-hooks-trust", agent, path, n, all),
            say!("command-doctor-hooks-trust-hint"),
        ),
        (true, Ok(_)) => Finding::good(name, told(say!("command-doctor-hooks-trusted", agent, path))),
        (true, Err(e)) => Finding::bad(name, Message::joined(": ", [place, e.message]), e.hint),
    }
}

/// Lists where an agent with our hooks continues without their decision.
pub fn not_stopped(home: &Home) -> Vec<Message> {
    let mut found: Vec<Hooks> = installed(home).collect();
    found.dedup_by_key(|hooks| hooks.agent.name);
    let is_claude = found.iter().any(|hooks| hooks.agent.name == "claude-code");
    let unguarded = if is_claude { unguarded() } else { None };
    found.into_iter().flat_map(|hooks| (hooks.gate.notes)("").into_iter().skip(1)).chain(unguarded).collect()
}

/// Says what Claude Code does without asking if a hook does not answer in time.
fn unguarded() -> Option<Message> {
    let folder = std::env::current_dir().ok()?.display().to_string();
    let rules = Settings::new(&Homes::find()?).unguarded(Some(&folder));
    (!rules.is_empty()).then(|| say!("command-doctor-own-allow", rules = rules.join(", ")))
}
