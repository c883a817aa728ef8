//! The instructions that an agent reads when it connects: how Countersign works, its servers' instructions, and how its
//! last proposals were received.

use std::time::Duration;

use countersign_core::{Actor, Answer, Op as _, Origin, Request, decision::operations::Context, text};
use serde_json::json;

use super::{Gateway, session::Me};
use crate::foreign;

/// The general part.
const ABOUT: &str = "Countersign stands between you and your tools. Harmless calls run at once. Others wait for a \
    person: such a call waits a while, then answers \"Proposal queued for user review.\" with an item's id. That is no \
    failure: go on with what does not depend on it, do not repeat the call, and ask item_status with the id for its \
    result; what was decided meanwhile is told with your next call, too. Say in human_summary what a call does and why: \
    a person reads it beside what the call really does. If a call is rejected, learn from the reason. retract takes \
    back a proposal of yours, undo proposes to take back what landed (by its receipt, item or event; receipts lists \
    yours), run_end ends a piece of work. If the person undoes what you did, that is told with your next call. ask_user asks the \
    person a question, and waits for the answer like any call. What the person tells you meanwhile comes with the answer \
    to your next call, as instructions from the user: follow them.";

/// The limits on one server's instructions, and on all of them.
const ONE: usize = 2000;
const ALL: usize = 8000;
/// How long a running server may take.
const MOMENT: Duration = Duration::from_millis(200);

impl Gateway {
    /// Returns the instructions for an agent.
    pub(super) async fn instructions(&self, me: &Me) -> String {
        let mut told = format!("{ABOUT}{}", me.mark.about());
        let mut left = ALL;
        for server in self.workers(&me.actor.name) {
            let instance = self.upstreams.instance(&me.actor.name, &server, me.origin.cwd.as_deref());
            let Ok(Ok(instance)) = tokio::time::timeout(MOMENT, instance).await else { continue };
            let Some(said) = instance.info.instructions.as_deref().map(str::trim).filter(|s| !s.is_empty())
            else {
                continue;
            };
            let said = text::visible_multiline(said).text;
            let said = text::truncate(&foreign::or_left_out(&said, &server), ONE.min(left));
            left = left.saturating_sub(said.chars().count());
            // Quoted line by line, so that it cannot pass for ours.
            let said = said.replace('\n', "\n> ");
            told.push_str(&format!("\n\n## The server {server} says\n\n> {said}"));
            if left == 0 {
                break;
            }
        }
        if let Some(recent) = self.recent(&me.actor.name).await {
            told.push_str(&format!("\n\n{}", recent.trim_end()));
        }
        told
    }

    /// Returns how the agent's recent proposals were received; `None` if nothing was decided. Queried as a person
    /// would, because a client may never show this, so the agent does not count as told.
    async fn recent(&self, agent: &str) -> Option<String> {
        let (actor, origin) = (Actor::person("countersign"), Origin::from("mcp"));
        let input = json!({"agent": agent});
        let request = Request { actor, op: Context::NAME.to_owned(), input, key: None, origin };
        let recent = self.call(request, None).await.and_then(Answer::output::<Context>);
        let recent =
            recent.inspect_err(|e| tracing::warn!(error = %e, "recent decisions cannot be told")).ok()?;
        (!recent.decisions.is_empty()).then(|| text::visible_multiline(&recent.text).text)
    }
}
