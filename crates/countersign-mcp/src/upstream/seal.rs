//! Seals data that passes through an agent's client: the state that a server wants back with the client's answers, and
//! the names of a server's tasks. A client can send anything, so both are sealed with a key that lives as long as the
//! daemon, and are valid only for their agent. A state is valid for the same call, for a limited time, and once.

use std::{
    collections::BTreeMap,
    sync::{Mutex as Lock, PoisonError},
    time::{Duration, Instant},
};

use countersign_core::{Error, Result, canonical};
use rmcp::model::{RequestStateCodec, SealOptions};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// How long a client may take to answer.
const STATE_TIME: Duration = Duration::from_secs(30 * 60);
/// How many used states are remembered; more are refused.
const USED: usize = 100_000;

/// Seals and opens.
pub(super) struct Seals {
    codec: Option<RequestStateCodec>,
    spent: Lock<Spent>,
}

/// Which states were issued, and which were used.
#[derive(Default)]
struct Spent {
    next: u64,
    used: BTreeMap<u64, Instant>,
}

/// The state of a server, with its number.
#[derive(Serialize, Deserialize)]
struct State {
    number: u64,
    state: String,
}

/// A task of a server.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SealedTask {
    /// The server that has it.
    pub server: String,
    /// Its name there.
    pub task: String,
}

impl Seals {
    /// Creates one with its own key.
    pub fn new() -> Self {
        let mut key = [0; RequestStateCodec::MIN_KEY_LENGTH];
        // Without randomness nothing is sealed, and nothing opens.
        let codec = getrandom::fill(&mut key).ok().and_then(|()| RequestStateCodec::try_new(key).ok());
        Self { codec, spent: Lock::default() }
    }

    fn codec(&self) -> Result<&RequestStateCodec> {
        self.codec.as_ref().ok_or_else(|| Error::bug("the system gives no randomness"))
    }

    /// Seals the state of a server for `about`: an agent and its request.
    pub fn state(&self, about: &Value, state: String) -> Result<String> {
        let number = {
            let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
            spent.next += 1;
            spent.next
        };
        let bound = canonical::digest("request state", about);
        let options = SealOptions::new().associated_data(bound.as_bytes()).ttl(STATE_TIME);
        self.codec()?.seal_json_with(&State { number, state }, &options).map_err(Error::bug)
    }

    /// Opens a state that was sealed for `about`, once; `None` for anything else.
    pub fn open_state(&self, about: &Value, sealed: &str) -> Option<String> {
        let bound = canonical::digest("request state", about);
        let State { number, state } = self.codec().ok()?.open_json_with(sealed, bound.as_bytes()).ok()?;
        let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        // Expired states no longer open.
        spent.used.retain(|_, until| *until > now);
        if spent.used.len() >= USED || spent.used.contains_key(&number) {
            return None;
        }
        spent.used.insert(number, now + STATE_TIME + Duration::from_secs(60));
        Some(state)
    }

    /// Returns the agent's name for a task.
    pub fn task(&self, agent: &str, server: &str, task: &str) -> Result<String> {
        let named = SealedTask { server: server.to_owned(), task: task.to_owned() };
        let bound = canonical::digest("task", &json!([agent]));
        let options = SealOptions::new().associated_data(bound.as_bytes());
        self.codec()?.seal_json_with(&named, &options).map_err(Error::bug)
    }

    /// Opens an agent's name for a task; `None` if it was not issued to it.
    pub fn open_task(&self, agent: &str, sealed: &str) -> Option<SealedTask> {
        let bound = canonical::digest("task", &json!([agent]));
        self.codec().ok()?.open_json_with(sealed, bound.as_bytes()).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_opens_for_the_same_call_of_the_same_agent_once() {
        let seals = Seals::new();
        let about = |agent: &str, n: u64| json!([agent, "box", "tools/call", {"n": n}]);
        let sealed = seals.state(&about("codex", 1), "round 2".to_owned()).unwrap();
        assert_eq!(seals.open_state(&about("other", 1), &sealed), None);
        assert_eq!(seals.open_state(&about("codex", 2), &sealed), None);
        assert_eq!(seals.open_state(&about("codex", 1), &format!("{sealed}x")), None);
        assert_eq!(seals.open_state(&about("codex", 1), "round 2"), None);
        assert_eq!(seals.open_state(&about("codex", 1), &sealed).as_deref(), Some("round 2"));
        assert_eq!(seals.open_state(&about("codex", 1), &sealed), None, "it was used");
        assert_eq!(Seals::new().open_state(&about("codex", 1), &sealed), None, "another key");
    }

    #[test]
    fn a_task_is_known_to_its_agent_only() {
        let seals = Seals::new();
        let name = seals.task("codex", "box", "t/1").unwrap();
        let own = SealedTask { server: "box".to_owned(), task: "t/1".to_owned() };
        assert_eq!(seals.open_task("codex", &name), Some(own));
        assert_eq!(seals.open_task("other", &name), None);
        assert_eq!(seals.open_task("codex", "t/1"), None);
        assert!(name.bytes().all(|b| b.is_ascii_graphic()), "it goes into a header: {name}");
    }

    #[test]
    fn neither_stands_for_the_other() {
        let seals = Seals::new();
        let task = seals.task("codex", "box", "t1").unwrap();
        let state = seals.state(&json!(["codex"]), "t1".to_owned()).unwrap();
        assert_eq!(seals.open_state(&json!(["codex"]), &task), None);
        assert_eq!(seals.open_task("codex", &state), None);
    }
}
