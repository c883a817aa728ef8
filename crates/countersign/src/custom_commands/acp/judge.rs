//! Asks the daemon about what the agent wants, and waits until a person has decided, wherever they answer.

use std::time::Duration;

use countersign_client::Client;
use countersign_core::{
    Error, ErrorCode, Result,
    call::propose::{self, CallPropose, CallStatus},
    handover::operations::{AskOutput, Word},
    item::{
        ItemStatus,
        reject::OneItem,
        status::{self, ItemStatusOp},
    },
    record::Doc,
    tool::Hold,
};
use serde_json::{Value, json};

use super::{
    super::wait::{News, is_decided},
    asking::Shown,
    call::ToolUse,
    gate::{Gate, Wait},
};
use crate::daemon::reach;

/// How long to wait for an event before looking anyway, also for a cancellation.
const EVERY: Duration = Duration::from_millis(300);
/// How often another daemon is looked for when the one that was asked is gone.
const TRIES: u32 = 5;

/// The answer to a call that the agent makes itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// It may.
    Yes,
    /// It may not, and why.
    No(String),
    /// Nobody waits for the answer any more.
    Over,
}

/// What became of a call that the gate carries out.
#[derive(Debug, Clone, PartialEq)]
pub enum Became {
    /// It was done, with that result.
    Done(Value),
    /// It was not, and why.
    Not(String),
    /// Nobody waits for it any more.
    Over,
}

impl Gate {
    /// A client as the agent, in the folder of a session.
    pub fn client(&self, session: &str) -> Result<Client> {
        let folder = self.folder(session);
        let client = self.session.client()?.agent(Some(&self.agent)).surface("acp").folder(Some(&folder));
        reach::reach_for_agent(&self.session.home, &client)?;
        Ok(client)
    }

    /// Judges a call that the agent makes itself. A failure is a no.
    pub fn judge(&self, wanted: &ToolUse, id: &str, after_hook: bool, wait: &Wait) -> Result<Answer> {
        let client = self.client(&wait.session)?;
        let input = json!({
            "tool_name": wanted.tool,
            "input": wanted.input,
            "tool_use_id": id,
            "cwd": self.folder(&wait.session),
            "program": self.program,
            "runs_itself": true,
            "after_hook": after_hook,
        });
        let (mut news, mut shown, mut tries) = (None, None, TRIES);
        let answer = loop {
            let told = match client.call("handover.ask", input.clone(), None) {
                Err(e) if e.code == ErrorCode::Store && tries > 0 && !wait.is_over() => {
                    (news, tries) = (None, tries - 1);
                    reach::reach_for_agent(&self.session.home, &client)?;
                    continue;
                }
                Err(e) => break Err(e),
                Ok(answer) => answer,
            };
            let told: AskOutput =
                serde_json::from_value(told.value).map_err(|e| Error::invalid(e.to_string()))?;
            match told.decision {
                Word::Allow => break Ok(Answer::Yes),
                Word::Deny => break Ok(Answer::No(told.message.to_string())),
                Word::Held => {}
            }
            let item = told.item.unwrap_or_default();
            if wait.is_over() {
                withdraw(&client, &item);
                break Ok(Answer::Over);
            }
            shown = shown.or_else(|| self.show(&wait.session, &item));
            news.get_or_insert_with(|| News::of(&client)).wait(EVERY);
        };
        if let Some(shown) = shown {
            self.settle(&shown, matches!(answer, Ok(Answer::Yes)));
        }
        answer
    }

    /// Makes a call that the gate carries out, and waits for its end.
    pub fn carry_out(&self, tool: &str, args: Doc, wait: &Wait) -> Result<Became> {
        let client = self.client(&wait.session)?;
        let call = propose::Input {
            run: None,
            tool: tool.to_owned(),
            args,
            hold: Some(Hold::Wait),
            human_summary: None,
            element: false,
            question: None,
        };
        let told = client.ask::<CallPropose>(&call)?;
        match (told.status, &told.item) {
            (CallStatus::Done, _) => Ok(Became::Done(told.result)),
            (CallStatus::Queued | CallStatus::Waiting, Some(item)) => {
                self.await_item(&client, &item.id, wait)
            }
            _ => Ok(Became::Not(told.message.to_string())),
        }
    }

    fn await_item(&self, client: &Client, item: &str, wait: &Wait) -> Result<Became> {
        let (mut news, mut shown): (_, Option<Shown>) = (None, None);
        let became = loop {
            let now = client.ask::<ItemStatusOp>(&OneItem { id: item.to_owned() })?;
            if is_decided(now.status) {
                break of_status(&now);
            }
            if wait.is_over() {
                withdraw(client, item);
                break Became::Over;
            }
            shown = shown.or_else(|| self.show(&wait.session, item));
            news.get_or_insert_with(|| News::of(client)).wait(EVERY);
        };
        if let Some(shown) = shown {
            self.settle(&shown, matches!(became, Became::Done(_)));
        }
        Ok(became)
    }
}

/// Takes back what nobody waits for: a later yes to it would come as a surprise.
fn withdraw(client: &Client, item: &str) {
    // It may have been decided in this moment.
    let _decided = client.call("item.retract", json!({"id": item}), None);
}

fn of_status(now: &status::Output) -> Became {
    let why = [&now.reason, &now.error].into_iter().flatten().find(|why| !why.is_empty());
    let why = why.map_or_else(String::new, |why| format!(": {why}"));
    match now.status {
        ItemStatus::Applied => Became::Done(now.result.clone()),
        ItemStatus::Rejected => Became::Not(format!("a person rejected {}{why}", now.id)),
        ItemStatus::Deferred | ItemStatus::Stale | ItemStatus::NeedsReview => Became::Not(format!(
            "Proposal queued for user review. It is item {} ({}).",
            now.id,
            now.status.as_str()
        )),
        other => Became::Not(format!("{} is {}{why}", now.id, other.as_str())),
    }
}
