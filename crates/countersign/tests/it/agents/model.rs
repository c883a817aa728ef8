//! A scripted model that agents take for a real one: it calls one tool after the other, each when the result of the last
//! one is in the conversation, and reports the last result.

use countersign_probe::{Call, Model as Scripted, turns};
use serde_json::Value;

/// The model, listening until the test ends.
pub struct Model {
    /// Where it listens, as `http://…` without a path.
    pub url: String,
    scripted: Scripted,
}

impl Model {
    /// Starts a model that calls `tool` once.
    pub fn start(tool: &'static str, args: Value) -> Self {
        Self::session(vec![(tool, args)])
    }

    /// Starts a model that makes these calls: the wanted tools, each by the end of its name, and the arguments.
    pub fn session(calls: Vec<(&'static str, Value)>) -> Self {
        let calls = calls.into_iter().map(|(tool, args)| vec![Call { tool, args }]).collect();
        let shell = |line: &str| panic!("nothing tells it to run {line}");
        let scripted = Scripted::start(turns(calls, shell)).unwrap();
        Self { url: scripted.url.clone(), scripted }
    }

    /// The tool results that it received.
    pub fn results(&self) -> Vec<String> {
        self.scripted.results()
    }
}
