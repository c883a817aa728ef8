//! What an agent does not know yet rides on its next answer over HTTP: instructions, answers, outcomes, and what was
//! undone. Whatever rides counts as told. An answer that cannot carry it (a `GET`, a problem) says in a header that
//! something waits; so does one to whoever stands between us and the agent, as hooks and functions of a process do: they
//! ask for the news themselves, because only they know what their agent reads.

use std::sync::Arc;

use axum::{http::HeaderValue, response::Response};
use countersign_core::{
    ActorKind, Answer, Op as _,
    agent::news::{self, AgentNews},
};
use serde_json::{Value, json};

use crate::{App, Caller, Peer, http};

/// The header that says that there is news.
const HEADER: &str = "countersign-news";
/// The field of an answer with the news.
const FIELD: &str = "news";
/// The surfaces whose answers carry none: they ask for it when they can tell it.
const WITHOUT: &[&str] = &["hook", "acp", "function"];
/// The operations whose answers carry none, whatever the surface: a process reads them, and no agent.
const FUNCTIONS: &str = "function.";

/// What rides on the answer to one call.
pub(crate) struct Rider {
    /// The run that the call names.
    run: Option<String>,
    can_carry: bool,
}

impl Rider {
    /// Returns a rider if the caller is an agent that may be told. `input` is that of its call.
    pub(crate) fn of(caller: &Caller, op: &str, input: &Value) -> Option<Self> {
        let reads_itself = !WITHOUT.contains(&caller.origin.surface.as_str()) && !op.starts_with(FUNCTIONS);
        let can_carry = reads_itself && !caller.origin.read_only;
        (caller.actor.kind == ActorKind::Agent && op != AgentNews::NAME)
            .then(|| Self { run: input.get("run").and_then(Value::as_str).map(str::to_owned), can_carry })
    }

    /// Adds the news to an answer.
    pub(crate) async fn ride(&self, app: &Arc<App>, peer: &Peer, caller: &Caller, answer: &mut Answer) {
        if !self.can_carry || !answer.value.is_object() || !waits(app, caller) {
            return;
        }
        let run = answer.value.get("run").and_then(Value::as_str).or(self.run.as_deref());
        let input = run.map_or_else(|| json!({}), |run| json!({"run": run}));
        match http::call(app, peer, caller.request(AgentNews::NAME, input, None)).await {
            Ok(news) if news.value["text"].as_str().is_some_and(|text| !text.is_empty()) => {
                answer.value[FIELD] = news.value;
            }
            Ok(_) => {}
            Err(refusal) => tracing::warn!(code = refusal.code(), "an agent's news cannot be told"),
        }
    }

    /// Says in a response whether there is news that it does not carry.
    pub(crate) fn point(&self, app: &App, caller: &Caller, response: &mut Response) {
        if waits(app, caller) {
            response.headers_mut().insert(HEADER, HeaderValue::from_static("waiting"));
        }
    }
}

fn waits(app: &App, caller: &Caller) -> bool {
    let mut any = false;
    let looked = app.engine.read_cached(&mut |base| {
        any = news::may_wait(base, &caller.actor.name)?;
        Ok(())
    });
    looked.is_ok() && any
}
