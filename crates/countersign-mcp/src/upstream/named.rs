//! What a call of an upstream server is called, from its own arguments: the thing that it names, or to whom it sends what.

use countersign_core::{record::Doc, text};
use countersign_words::{Message, say};
use serde_json::Value;

/// The arguments that name a thing, the most telling first.
const NAMES: [&str; 12] = [
    "title",
    "name",
    "summary",
    "subject",
    "label",
    "heading",
    "headline",
    "text",
    "content",
    "message",
    "description",
    "query",
];
/// The arguments that say who gets something.
const RECIPIENTS: [&str; 11] = [
    "to",
    "recipients",
    "recipient",
    "to_recipients",
    "toRecipients",
    "to_address",
    "to_addresses",
    "cc",
    "cc_addresses",
    "bcc",
    "bcc_addresses",
];
/// The arguments that say what is sent, if they only name it.
const SENT: [&str; 5] = ["draft_id", "draftId", "message_id", "messageId", "id"];
/// How much of a name is said.
const MOST: usize = 80;
/// How many recipients are said.
const PEOPLE: usize = 5;

/// What a mail is, as far as the call says it.
pub(super) struct Mail {
    /// Who gets it, in order.
    to: Vec<String>,
    /// What it is about.
    subject: Option<String>,
    /// What is sent, where only that is said.
    sent: Option<String>,
}

impl Mail {
    /// Reads the mail that a call sends; nothing if its tool is not known to send, or it says nothing of it.
    pub fn of(tool: &str, sends: bool, args: &Doc) -> Option<Self> {
        let sends = sends || tool.to_ascii_lowercase().contains("send");
        let to: Vec<String> = RECIPIENTS.iter().flat_map(|name| texts(args.get(*name))).collect();
        let sent = SENT.iter().find_map(|name| short(args.get(*name)?.as_str()?));
        let subject = args.get("subject").and_then(|v| short(v.as_str()?));
        let is_mail = sends && (!to.is_empty() || sent.is_some());
        is_mail.then_some(Self { to, subject, sent: sent.filter(|_| sends) })
    }

    /// What it does, in a line.
    pub fn summary(&self, tool: &str, server: &str) -> Message {
        let mut to: Vec<&str> = self.to.iter().take(PEOPLE).map(String::as_str).collect();
        let more = format!("… (+{})", self.to.len().saturating_sub(PEOPLE));
        if self.to.len() > PEOPLE {
            to.push(&more);
        }
        let to = to.join(", ");
        match (&self.subject, &self.sent) {
            (Some(subject), _) if !to.is_empty() => say!("problem-up-mail", to, subject, server),
            (None, _) if !to.is_empty() => say!("problem-up-mail-plain", to, server),
            (_, sent) => {
                let (tool, name) = (readable(tool), sent.clone().unwrap_or_default());
                say!("problem-up-call-named", tool, server, name)
            }
        }
    }

    /// The word that a person types to confirm it: who gets it first, or what is sent.
    pub fn target(&self) -> Option<&str> {
        self.to.first().or(self.sent.as_ref()).map(String::as_str)
    }
}

/// Returns what a call does, named by its arguments: `Create issue “Design mockup” on github`.
pub(super) fn summary(tool: &str, server: &str, args: &Doc) -> Message {
    let named = NAMES.iter().find_map(|name| short(args.get(*name)?.as_str()?));
    // A single text is what the call is about, whatever it is called.
    let only = || {
        let mut texts = args.values().filter_map(Value::as_str);
        let first = texts.next()?;
        short(first).filter(|_| texts.next().is_none())
    };
    match named.or_else(only) {
        Some(name) => say!("problem-up-call-named", tool = readable(tool), server, name),
        None => say!("problem-up-call", tool, server),
    }
}

/// `create_issue` as people write it.
fn readable(tool: &str) -> String {
    let words = text::visible(tool).text.replace(['_', '-', '.'], " ");
    let mut letters = words.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    first + letters.as_str()
}

/// Returns the first line of a text, safe to show; nothing if there is none.
fn short(text: &str) -> Option<String> {
    let line = text.trim().lines().next()?.trim();
    (!line.is_empty()).then(|| text::truncate(&text::visible(line).text, MOST))
}

/// Returns the texts of an argument: itself, its elements, or the addresses in them.
fn texts(value: Option<&Value>) -> Vec<String> {
    match value {
        Some(Value::String(text)) => text.split([',', ';']).filter_map(short).collect(),
        Some(Value::Array(list)) => list.iter().flat_map(|one| texts(Some(one))).collect(),
        Some(Value::Object(one)) => {
            let address = ["email", "address", "mail", "name"].iter().find_map(|name| one.get(*name));
            texts(address)
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn doc(value: Value) -> Doc {
        value.as_object().cloned().unwrap_or_default()
    }

    #[test]
    fn b7_a_call_of_another_server_is_named_by_its_own_fields() {
        let said = |tool: &str, args: Value| summary(tool, "github", &doc(args)).to_string();
        assert_eq!(
            said("create_issue", json!({"repo": "x", "title": "Design mockup", "body": "long"})),
            "Create issue “Design mockup” on github"
        );
        assert_eq!(said("close", json!({"path": "src"})), "Close “src” on github");
        assert_eq!(said("create_issue", json!({"owner": "a", "repo": "b"})), "call create_issue on github");
        let odd = said("note", json!({"title": "evil\u{202e}txt\nsecond line"}));
        assert_eq!(odd, "Note “evil⟨U+202E⟩txt” on github");
    }

    #[test]
    fn h6_a_mail_is_told_by_its_recipients_and_subject_and_typed_by_the_first() {
        let mail = |args: Value| Mail::of("send_mail", false, &doc(args));
        let one =
            mail(json!({"to": ["ana@x.org", {"email": "ben@x.org"}], "cc": "eve@x.org", "subject": "Offer"}));
        let one = one.unwrap();
        assert_eq!(
            one.summary("send_mail", "email").to_string(),
            "Send mail to ana@x.org, ben@x.org, eve@x.org: “Offer” (email)"
        );
        assert_eq!(one.target(), Some("ana@x.org"));
        let draft = Mail::of("send_draft", true, &doc(json!({"draft_id": "d-17"}))).unwrap();
        assert_eq!(draft.summary("send_draft", "email").to_string(), "Send draft “d-17” on email");
        assert_eq!(draft.target(), Some("d-17"));
        assert!(Mail::of("draft_email", false, &doc(json!({"to": "ana@x.org"}))).is_none());
        assert!(mail(json!({"amount": 3})).is_none());
    }
}
