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
        Self::told(calls, |line| panic!("nothing tells it to run {line}"))
    }

    /// Starts one that runs, with a shell, what a denial tells it to run instead.
    pub fn told(calls: Vec<(&'static str, Value)>, shell: fn(&str) -> (&'static str, Value)) -> Self {
        let call = |(tool, args)| Call { tool, args };
        let calls = calls.into_iter().map(|made| vec![call(made)]).collect();
        let scripted = Scripted::start(turns(calls, move |line| call(shell(line)))).unwrap();
        Self { url: scripted.url.clone(), scripted }
    }

    /// The tool results that it received.
    pub fn results(&self) -> Vec<String> {
        self.scripted.results()
    }
}
