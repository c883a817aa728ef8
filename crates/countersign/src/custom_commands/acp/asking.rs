//! Shows an item in the editor, as the editor's own permission request, and takes the person's answer. The item waits in
//! the inbox at the same time: whoever answers first decides.
//!
//! Who answers there is a person only as far as the process tells: the editor started this gate, so an answer that comes
//! over its pipe counts as that of the person whose token this home keeps, and the daemon refuses it where the editor is
//! itself an agent's process. An answer that comes before anybody could have read the request is none.

use std::time::{Duration, Instant};

use countersign_client::Client;
use countersign_core::{
    Answer, Error, Outcome, Result,
    agent::AgentProcess,
    item::{confirm, reject::OneItem, scopes::ItemScopes, view::ItemView},
    show::{self, Show},
};
use countersign_tui::SETTLE_MS;
use countersign_words::say;
use serde_json::{Value, json};

use super::{
    gate::{Gate, Message},
    wire,
};
use crate::render::{self, Paint, View};

/// The longest preview that is shown in an editor: who must read more does it where it can be scrolled.
const TEXT_MOST: usize = 64 << 10;
/// How often an item is shown again that changed while it was shown.
const TIMES: usize = 3;
/// The first word of the ids of what is shown; the agent's calls cannot have it.
pub const OURS: &str = "countersign-";

/// Something that is shown in the editor.
#[derive(Debug, Clone)]
pub struct Shown {
    session: String,
    /// The tool call that the editor shows.
    call: String,
    item: String,
}

/// A request that the editor has not answered.
#[derive(Debug, Clone)]
pub struct Prompt {
    shown: Shown,
    digest: String,
    at: Instant,
    choices: Vec<Choice>,
    times: usize,
}

/// An answer that a person can choose.
#[derive(Debug, Clone)]
struct Choice {
    id: &'static str,
    kind: &'static str,
    name: String,
    /// What `item.confirm` gets besides; `None` is a no.
    yes: Option<Value>,
}

impl Gate {
    /// A client as the person at the editor, if there can be one.
    fn person(&self, session: &str) -> Option<Client> {
        if std::env::var_os(AgentProcess::MARKER).is_some() {
            return None;
        }
        let token = self.session.token().ok()?;
        if token.as_ref().is_some_and(|token| !is_persons(token)) {
            return None;
        }
        let folder = self.folder(session);
        let client = self.session.tokenless().token(token.as_deref()).surface("acp");
        Some(client.language(self.session.screen.language()).folder(Some(&folder)))
    }

    /// Shows an item that waits.
    pub fn show(&self, session: &str, item: &str) -> Option<Shown> {
        let call = format!("{OURS}{}-{}", short(item), self.next());
        let shown = Shown { session: session.to_owned(), call, item: item.to_owned() };
        self.show_again(shown.clone(), 0);
        Some(shown)
    }

    fn show_again(&self, shown: Shown, times: usize) {
        let asked = self.person(&shown.session).and_then(|person| self.ask(&person, &shown, times).ok());
        if asked.is_none() {
            self.point_elsewhere(&shown, None);
        }
    }

    /// Asks the person at the editor; an error means that it cannot be asked there.
    fn ask(&self, person: &Client, shown: &Shown, times: usize) -> Result<()> {
        let found = person.ask::<Show>(&show::Input { id: shown.item.clone() })?;
        let show::Output::Item { item, .. } = found else { return Err(Error::bug("an item is an item")) };
        let view = self.view(&shown.session);
        let text = preview(&item, &view);
        let mut choices = Vec::new();
        if can_be_answered(&item, &text) {
            choices.push(Choice::yes("yes", "allow_once", view.said(&say!("command-acp-yes")), json!({})));
            choices.extend(remembered(person, &item, &view));
        }
        choices.push(Choice {
            id: "no",
            kind: "reject_once",
            name: view.said(&say!("command-acp-no")),
            yes: None,
        });
        let id = format!("{OURS}{}", super::gate::random()?);
        let mut content = vec![fenced(&text)];
        if choices.len() == 1 {
            content.push(plain(&elsewhere(shown, &view)));
        }
        let options: Vec<Value> = choices
            .iter()
            .map(|choice| json!({"optionId": choice.id, "name": choice.name, "kind": choice.kind}))
            .collect();
        let title = format!("Countersign {}: {}", short(&shown.item), view.said(&item.summary));
        let params = json!({
            "sessionId": shown.session,
            "toolCall": {
                "toolCallId": shown.call, "title": countersign_core::text::line(&title, 300), "kind": kind(&item),
                "status": "pending", "content": content,
            },
            "options": options,
        });
        let prompt =
            Prompt { shown: shown.clone(), digest: item.digest.clone(), at: Instant::now(), choices, times };
        self.state().prompts.insert(id.clone(), prompt);
        let sent = self.editor.send(&wire::request(&id, "session/request_permission", params));
        sent.map_err(|e| Error::conflict(format!("the editor is gone: {e}")))
    }

    /// Says where to answer. What is shown there stays, until it is decided.
    fn point_elsewhere(&self, shown: &Shown, why: Option<&str>) {
        let view = self.view(&shown.session);
        let text = [why.map(str::to_owned), Some(elsewhere(shown, &view))];
        let text = text.into_iter().flatten().collect::<Vec<_>>().join("\n\n");
        self.tell(&shown.session, json!({
            "sessionUpdate": "tool_call", "toolCallId": shown.call, "title": format!("Countersign {}", short(&shown.item)),
            "kind": "other", "status": "pending", "content": [plain(&text)],
        }));
    }

    /// Takes the editor's answer to a request.
    pub fn answered(&self, prompt: Prompt, message: &Message) {
        let shown = &prompt.shown;
        let outcome = message.get("result").map(|result| &result["outcome"]);
        let chosen = outcome.filter(|o| o["outcome"] == "selected").and_then(|o| o["optionId"].as_str());
        let choice = chosen.and_then(|id| prompt.choices.iter().find(|choice| choice.id == id));
        let Some(choice) = choice else { return self.point_elsewhere(shown, None) };
        if choice.yes.is_some() && prompt.at.elapsed() < Duration::from_millis(SETTLE_MS) {
            let view = self.view(&shown.session);
            return self.point_elsewhere(shown, Some(&view.said(&say!("command-acp-too-soon"))));
        }
        let Some(person) = self.person(&shown.session) else { return self.point_elsewhere(shown, None) };
        let mut input = json!({"id": shown.item, "digest": prompt.digest});
        let answer = match &choice.yes {
            Some(more) => {
                for (name, value) in more.as_object().into_iter().flatten() {
                    input[name] = value.clone();
                }
                person.call("item.confirm", input, None)
            }
            None => {
                input["reason"] = "no, in the editor".into();
                person.call("item.reject", input, None)
            }
        };
        match obstacle(answer) {
            None => {}
            Some((true, _)) if prompt.times < TIMES => self.show_again(prompt.shown, prompt.times + 1),
            Some((_, why)) => self.point_elsewhere(shown, Some(&why)),
        }
    }

    /// Ends what is shown: it is decided, or nobody waits any more.
    pub fn settle(&self, shown: &Shown, done: bool) {
        let mut open = Vec::new();
        self.state().prompts.retain(|id, prompt| {
            let meant = prompt.shown.call == shown.call;
            if meant {
                open.push(id.clone());
            }
            !meant
        });
        for id in open {
            let _gone = self.editor.send(&wire::notification("$/cancel_request", json!({"requestId": id})));
        }
        let status = if done { "completed" } else { "failed" };
        self.tell(
            &shown.session,
            json!({
                "sessionUpdate": "tool_call_update", "toolCallId": shown.call, "status": status,
            }),
        );
    }

    fn view(&self, session: &str) -> View {
        let view = self.session.screen.view();
        View {
            paint: Paint::plain(),
            is_terminal: false,
            width: Some(100),
            cwd: self.folder(session),
            ..view
        }
    }
}

impl Choice {
    fn yes(id: &'static str, kind: &'static str, name: String, more: Value) -> Self {
        Self { id, kind, name, yes: Some(more) }
    }
}

/// Whether a token is not one that says of itself that it is no person's.
pub fn is_persons(token: &str) -> bool {
    let token = token.trim_start();
    !token.starts_with("cs_agent_") && !token.starts_with("cs_verifier_")
}

/// Whether an item can be answered in an editor: all of it is shown there, and a click is enough of an answer.
fn can_be_answered(item: &ItemView, text: &str) -> bool {
    item.preview.not_shown.is_empty()
        && item.typed.is_none()
        && item.approvers <= 1
        && item.deciders.is_none()
        && item.status.is_decidable()
        && text.len() <= TEXT_MOST
}

/// The answers that are remembered, where some can be: for exactly this in this run, and what the item itself offers.
fn remembered(person: &Client, item: &ItemView, view: &View) -> Vec<Choice> {
    let mut choices = Vec::new();
    let scopes = person.ask::<ItemScopes>(&OneItem { id: item.id.clone() });
    let first = scopes.ok().and_then(|found| found.scopes.into_iter().next());
    if let Some(scope) = first.filter(|_| item.can_remember) {
        let name = format!("{}: {}", view.said(&say!("command-acp-always-run")), view.said(&scope.covers));
        let more = json!({"always": "run", "scope": scope.scope});
        choices.push(Choice::yes(
            "always-run",
            "allow_always",
            countersign_core::text::line(&name, 160),
            more,
        ));
    }
    if let Some(offer) = &item.offer {
        let name = format!("{}: {}", view.said(&say!("command-acp-always")), view.said(&offer.sentence));
        let more = json!({"offer": offer.id});
        choices.push(Choice::yes("always", "allow_always", countersign_core::text::line(&name, 300), more));
    }
    choices
}

/// Why an answer did not count: whether the item should be shown again, and the words.
fn obstacle(answer: Result<Answer>) -> Option<(bool, String)> {
    match answer {
        Ok(answer) if matches!(answer.outcome, Outcome::Done | Outcome::Held | Outcome::Failed) => None,
        Ok(answer) => {
            let output = serde_json::from_value::<confirm::Output>(answer.value).ok();
            let status = output.as_ref().map(|output| output.status.as_str()).unwrap_or_default();
            let again = matches!(status, "changed" | "not_shown");
            Some((again, output.map(|output| output.message.to_string()).unwrap_or_default()))
        }
        Err(e) => Some((false, e.message.to_string())),
    }
}

/// All that a person must see, as the terminal shows it; a long difference in full.
fn preview(item: &ItemView, view: &View) -> String {
    let mut text = render::item_page(item, view);
    if let Some(diff) = item.preview.diff.as_ref().filter(|diff| diff.lines().count() > 20) {
        text.push('\n');
        text.push_str(diff);
    }
    countersign_core::text::visible_multiline(&text).text
}

/// A text as it is, whatever marks of a formatter it has: its fence is longer than any within.
fn fenced(text: &str) -> Value {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or_default();
    let fence = "`".repeat(longest.max(2) + 1);
    plain(&format!("{fence}\n{}\n{fence}", text.trim_end()))
}

fn plain(text: &str) -> Value {
    json!({"type": "content", "content": {"type": "text", "text": text}})
}

fn elsewhere(shown: &Shown, view: &View) -> String {
    view.said(&say!("command-acp-elsewhere", id = short(&shown.item)))
}

fn kind(item: &ItemView) -> &'static str {
    match item.tool.as_str() {
        "shell.run" | "agent.run" => "execute",
        "filesystem.write_file" | "agent.write" | "agent.edit" | "agent.change" | "agent.patch" => "edit",
        "agent.read" => "read",
        "agent.fetch" => "fetch",
        _ => "other",
    }
}

fn short(id: &str) -> &str {
    id.split('-').next().unwrap_or(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn h2_no_text_leaves_its_fence() {
        for text in ["a", "```\nb", "x ````` y", " ```\n# loud"] {
            let shown = fenced(text);
            let shown = shown["content"]["text"].as_str().unwrap();
            let fence: String = shown.chars().take_while(|c| *c == '`').collect();
            assert!(fence.len() >= 3 && !text.contains(&fence), "{shown}");
        }
    }

    #[test]
    fn c1_only_a_persons_token_makes_an_answer() {
        assert!(is_persons("cs_person_00"));
        for token in ["cs_agent_00", " cs_agent_00", "cs_verifier_00"] {
            assert!(!is_persons(token), "{token}");
        }
    }
}
