//! What a model reads: the engine's answers as tool results.

use countersign_core::{
    Error, ErrorCode,
    call::propose::{self, CallStatus},
    item::{ItemStatus, status, view::ItemView},
    receipt::handle::Handle,
    text,
    tool::Tool,
};
use countersign_words::Message;
use rmcp::{
    ErrorData,
    model::{CallToolResult, ContentBlock, ErrorCode as McpCode},
};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::foreign;

/// The message for a call that waits for a person.
pub const QUEUED: &str = "Proposal queued for user review.";

/// The longest summary or reason.
const LONGEST: usize = 500;

/// Returns the tool's own result: an upstream server's as it is, a built-in's as JSON.
pub fn landed(tool: &Tool, result: Value, message: &str) -> CallToolResult {
    if result.is_null() {
        return plain("done", message, None);
    }
    if tool.upstream.is_none() {
        return built_in(result);
    }
    match serde_json::from_value::<CallToolResult>(result) {
        Ok(result) => result,
        Err(e) => {
            tracing::warn!(tool = tool.name, error = %e, "a result is none");
            failed(&format!("what {} answered cannot be read", tool.server), None)
        }
    }
}

/// Returns a result of our own: JSON, also as structured content if it is an object.
pub fn built_in(value: Value) -> CallToolResult {
    let mut result = CallToolResult::success(vec![ContentBlock::text(value.to_string())]);
    result.structured_content = value.is_object().then_some(value);
    result
}

/// Returns an answer that is not a result, as text and as the object that output schemas allow.
fn plain(status: &str, message: &str, item: Option<&str>) -> CallToolResult {
    let mut object = Map::new();
    object.insert("status".to_owned(), status.into());
    object.extend(item.map(|id| ("item".to_owned(), id.into())));
    object.insert("message".to_owned(), message.into());
    let mut result = CallToolResult::success(vec![ContentBlock::text(message)]);
    result.structured_content = Some(Value::Object(object));
    result
}

/// A proposal that a person has not decided.
pub fn queued(item: &str, summary: &str, why: Option<&str>) -> CallToolResult {
    let about = if summary.is_empty() { String::new() } else { format!(" ({})", shown(summary)) };
    let why = why.map_or_else(String::new, |why| format!(" {}", shown(why)));
    let message = format!(
        "{QUEUED} It is item {item}{about}.{why} Go on with what does not depend on it; item_status with id {item} \
         tells what became of it."
    );
    plain("queued", &message, Some(item))
}

/// An error that the model, or a person, can fix.
pub fn failed(message: &str, hint: Option<&str>) -> CallToolResult {
    let mut told = text::visible_multiline(message).text;
    if let Some(hint) = hint {
        told = format!("{told}\nHint: {}", text::visible_multiline(hint).text);
    }
    CallToolResult::error(vec![ContentBlock::text(told)])
}

/// Foreign text on one line, bounded.
pub fn shown(s: &str) -> String {
    text::truncate(&text::visible(s).text, LONGEST)
}

/// Returns the outcome of a single item.
pub fn decided(tool: Option<&Tool>, ended: status::Output) -> CallToolResult {
    let (id, summary) = (shown(&ended.id), shown(&ended.summary));
    let (reason, error) = (ended.reason.as_deref().map(shown), ended.error.as_deref().map(shown));
    let because = |what: Option<&String>| what.map_or_else(String::new, |what| format!(": {what}"));
    match ended.status {
        ItemStatus::Applied => match tool {
            Some(tool) => landed(tool, ended.result, &format!("Done: {summary}")),
            None => built_in(ended.result),
        },
        ItemStatus::Rejected => failed(
            &format!("A person rejected this call{} (item {id})", because(reason.as_ref())),
            Some("do not repeat it; if the reason allows another way, propose that"),
        ),
        ItemStatus::Expired => failed(&format!("Nobody decided in time, and item {id} has expired"), None),
        ItemStatus::Retracted => failed(&format!("Item {id} was taken back"), None),
        ItemStatus::Failed => {
            failed(&format!("It was confirmed and failed{} (item {id})", because(error.as_ref())), None)
        }
        ItemStatus::Deferred => queued(&id, &summary, Some("The person put it off.")),
        ItemStatus::Pending if error.is_some() => {
            // The error may contain a server's words: it is quoted.
            let error = error.map_or_else(String::new, |e| e.replace('"', "'"));
            let message = format!(
                "A person approved this call, and it failed: \"{error}\". It is item {id} ({summary}), and waits for \
                 the person again, who may try it once more or reject it. If something else is right, retract it and \
                 propose that; what becomes of it is told with a later call."
            );
            let mut result = plain("failed", &message, Some(&id));
            result.is_error = Some(true);
            result
        }
        ItemStatus::Pending
        | ItemStatus::Blocked
        | ItemStatus::Confirmed
        | ItemStatus::Applying
        | ItemStatus::Stale
        | ItemStatus::NeedsReview => {
            // The error may contain a server's words: it is quoted.
            let error = error.map(|e| format!("\"{}\"", e.replace('"', "'")));
            let why =
                format!("It is {}{}.", ended.status.as_str().replace('_', " "), because(error.as_ref()));
            queued(&id, &summary, Some(&why))
        }
    }
}

/// Returns the status of an item that nobody decided, as it was proposed.
pub fn undecided(item: ItemView) -> status::Output {
    let ItemView { id, tool, status, summary, reason, error, result, .. } = item;
    status::Output {
        id,
        tool,
        status,
        summary,
        reason,
        result,
        error,
        receipt: None,
        open: true,
        latest_reversible_event_id: None,
        latest_reversible_event_type: None,
    }
}

/// The outcome of one item of a batch call.
#[derive(Debug, Serialize)]
struct Became<'a> {
    id: &'a str,
    tool: &'a str,
    status: ItemStatus,
    summary: &'a Message,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a Message>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a Message>,
    #[serde(skip_serializing_if = "Value::is_null")]
    result: &'a Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    landed: Option<Handle>,
}

impl<'a> From<&'a status::Output> for Became<'a> {
    fn from(now: &'a status::Output) -> Self {
        Self {
            id: &now.id,
            tool: &now.tool,
            status: now.status,
            summary: &now.summary,
            reason: now.reason.as_ref(),
            error: now.error.as_ref(),
            result: &now.result,
            landed: now.receipt.as_ref().map(Handle::from),
        }
    }
}

/// Returns the outcomes of the elements of a batch call.
pub fn batch(answer: propose::Output, became: &[status::Output]) -> CallToolResult {
    let any_done = became.iter().any(|b| b.status == ItemStatus::Applied)
        || answer.counts.as_ref().is_some_and(|counts| counts.added > became.len());
    let status = match became {
        [] => answer.status,
        all if all.iter().any(|b| b.open) => CallStatus::Queued,
        _ if any_done => CallStatus::Done,
        _ => CallStatus::Rejected,
    };
    let elements = (!answer.elements.is_empty()).then_some(&answer.elements);
    let mut object = json!({
        "status": status,
        "message": batch_message(&answer, became, status),
        "counts": answer.counts,
        "elements": elements,
        "items": became.iter().map(Became::from).collect::<Vec<_>>(),
    });
    if let Some(event) = &answer.latest_reversible_event_id {
        object["latest_reversible_event_id"] = event.as_str().into();
        object["latest_reversible_event_type"] = json!(answer.latest_reversible_event_type);
    }
    let mut result = CallToolResult::success(vec![ContentBlock::text(object.to_string())]);
    result.is_error = Some(match status {
        CallStatus::Refused | CallStatus::Rejected | CallStatus::Invalid => true,
        CallStatus::Done | CallStatus::Queued | CallStatus::Waiting => false,
    });
    result.structured_content = Some(object);
    result
}

/// Says what became of a batch call as a whole: every element is counted once.
fn batch_message(answer: &propose::Output, became: &[status::Output], status: CallStatus) -> String {
    let Some(counts) = answer.counts.as_ref().filter(|counts| counts.elements > 0) else {
        return answer.message.to_string();
    };
    let with = |wanted: ItemStatus| became.iter().filter(|b| b.status == wanted).count();
    let is_undecided = |b: &&status::Output| {
        let status = b.status;
        matches!(
            status,
            ItemStatus::Pending | ItemStatus::Blocked | ItemStatus::Confirmed | ItemStatus::Applying
        )
    };
    // What was not held has no status of its own.
    let at_once = match (became, answer.status) {
        ([], CallStatus::Queued | CallStatus::Waiting) => 0,
        _ => counts.added.saturating_sub(became.len()),
    };
    let waits = match became {
        [] => counts.added - at_once,
        some => some.iter().filter(is_undecided).count(),
    };
    let told: Vec<String> = [
        (waits, "wait for the person"),
        (with(ItemStatus::Rejected), "rejected by the person"),
        (with(ItemStatus::Deferred), "put off by the person"),
        (with(ItemStatus::Failed), "failed"),
        (with(ItemStatus::Stale), "stale: what they rest on has moved"),
        (with(ItemStatus::NeedsReview), "in doubt: nobody knows yet how they ended"),
        (with(ItemStatus::Expired), "expired"),
        (with(ItemStatus::Retracted), "taken back"),
        (counts.redundant, "redundant"),
        (counts.malformed, "malformed"),
        (counts.rejected, "refused, or rejected before"),
    ]
    .into_iter()
    .filter(|(n, _)| *n > 0)
    .map(|(n, what)| format!(", {n} {what}"))
    .collect();
    let done = at_once + with(ItemStatus::Applied);
    let whole = format!("{done} of {} elements done{}.", counts.elements, told.concat());
    match status {
        CallStatus::Queued => format!("{QUEUED} {whole} item_status tells what became of each."),
        CallStatus::Done
        | CallStatus::Waiting
        | CallStatus::Rejected
        | CallStatus::Refused
        | CallStatus::Invalid => whole,
    }
}

/// Converts an error for a model: one it can fix, or, if it is internal, a protocol error without details.
pub fn error(error: &Error, upstream: bool) -> Result<CallToolResult, ErrorData> {
    match error.code {
        ErrorCode::Usage
        | ErrorCode::Invalid
        | ErrorCode::NotFound
        | ErrorCode::Conflict
        | ErrorCode::Stale
        | ErrorCode::Refused => Ok(failed(&error.message, error.hint.as_deref())),
        ErrorCode::Store if upstream => Ok(failed(&error.message, error.hint.as_deref())),
        ErrorCode::Unauthenticated => Err(ErrorData::invalid_request(error.message.to_string(), None)),
        ErrorCode::Store | ErrorCode::Settings | ErrorCode::Internal => Err(internal(error)),
    }
}

/// Passes a server's error on to the agent's client: unchanged, unless it is about the server's connection with us, or
/// imitates our words.
pub fn passed(said: ErrorData, server: &str) -> ErrorData {
    let ErrorData { code, message, mut data, .. } = said;
    let message = foreign::or_left_out(&shown(&message), server).into_owned();
    if let Some(found) = data.as_ref().and_then(foreign::imitation) {
        data = Some(json!(foreign::left_out(server, found)));
    }
    match code {
        McpCode::MISSING_REQUIRED_CLIENT_CAPABILITY => {
            let required = data.as_ref().and_then(|data| data.get("requiredCapabilities"));
            let required = required.and_then(|required| serde_json::from_value(required.clone()).ok());
            ErrorData::missing_required_client_capability(required.unwrap_or_default())
        }
        McpCode::HEADER_MISMATCH
        | McpCode::UNSUPPORTED_PROTOCOL_VERSION
        | McpCode::PARSE_ERROR
        | McpCode::METHOD_NOT_FOUND => ErrorData::internal_error(message, None),
        code => ErrorData::new(code, message, data),
    }
}

/// An internal error.
pub fn internal(error: &Error) -> ErrorData {
    tracing::error!(error = %error, internal = error.internal(), "a call over MCP failed");
    ErrorData::internal_error(error.message.to_string(), None)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use countersign_core::{judge::Class, tool::Effect};

    use super::*;

    fn tool(upstream: bool) -> Tool {
        Tool {
            server: "s".to_owned(),
            name: "s.t".to_owned(),
            doc: String::new(),
            schema: json!({}),
            class: Class::Mutable,
            hold: None,
            explode: None,
            rerun: false,
            action: "write",
            effect: Effect::World,
            upstream: upstream.then(|| Arc::new(json!({}))),
        }
    }

    fn standing(status: ItemStatus) -> status::Output {
        status::Output {
            id: "i1".to_owned(),
            tool: "s.t".to_owned(),
            status,
            summary: "x".into(),
            reason: None,
            result: Value::Null,
            error: None,
            receipt: None,
            open: false,
            latest_reversible_event_id: None,
            latest_reversible_event_type: None,
        }
    }

    fn text_of(result: &CallToolResult) -> String {
        result.content.iter().filter_map(|c| c.as_text()).map(|t| t.text.as_str()).collect()
    }

    #[test]
    fn an_upstream_result_passes_as_it_is_and_a_built_in_one_is_json() {
        let given = json!({
            "content": [{"type": "text", "text": "a\u{1b}"}, {"type": "image", "data": "AA==", "mimeType": "image/png"}],
            "structuredContent": {"n": 1}, "isError": true, "_meta": {"x/y": [1]},
        });
        assert_eq!(serde_json::to_value(landed(&tool(true), given.clone(), "")).unwrap(), given);
        let own = landed(&tool(false), json!({"n": 1}), "");
        assert_eq!((text_of(&own).as_str(), &own.structured_content), ("{\"n\":1}", &Some(json!({"n": 1}))));
        assert_eq!(landed(&tool(false), json!([1]), "").structured_content, None);
        assert_eq!(landed(&tool(true), json!("garbage"), "").is_error, Some(true));
        let nothing = landed(&tool(true), Value::Null, "nothing to do: it is so");
        assert_eq!(nothing.structured_content.unwrap()["status"], "done");
    }

    #[test]
    fn b1_a_call_that_waits_says_so_with_its_item() {
        let result = queued("i42-9f3a", "Delete a\u{202e}b", None);
        assert!(text_of(&result).starts_with("Proposal queued for user review. It is item i42-9f3a"));
        assert!(text_of(&result).contains("a⟨U+202E⟩b"));
        let structured = result.structured_content.unwrap();
        assert_eq!((&structured["status"], &structured["item"]), (&json!("queued"), &json!("i42-9f3a")));
        assert_ne!(result.is_error, Some(true));
    }

    #[test]
    fn c5_a_rejection_reaches_the_model_with_its_reason() {
        let reason = Some("use the\nother one".into());
        let given = status::Output { reason, ..standing(ItemStatus::Rejected) };
        let result = decided(Some(&tool(false)), given);
        assert_eq!(result.is_error, Some(true));
        assert!(text_of(&result).contains("use the\\nother one"), "{}", text_of(&result));
    }

    #[test]
    fn what_failed_after_a_yes_is_an_error_that_names_its_item_and_quotes_the_server() {
        let error = Some("box.t said: no \"route\" [2J".into());
        let result = decided(Some(&tool(true)), status::Output { error, ..standing(ItemStatus::Pending) });
        assert_eq!(result.is_error, Some(true));
        assert!(text_of(&result).contains("failed: \"box.t said: no 'route'"), "{}", text_of(&result));
        let structured = result.structured_content.unwrap();
        assert_eq!((&structured["status"], &structured["item"]), (&json!("failed"), &json!("i1")));
    }

    #[test]
    fn what_stays_with_the_person_is_queued_and_what_landed_is_the_result() {
        use ItemStatus::{Applied, Deferred, NeedsReview, Stale};
        for status in [Deferred, Stale, NeedsReview] {
            let error = Some("it moved".into());
            let result = decided(Some(&tool(false)), status::Output { error, ..standing(status) });
            assert_eq!(result.structured_content.unwrap()["status"], "queued", "{}", status.as_str());
        }
        let result = json!({"content": [], "isError": false});
        let given = status::Output { result, ..standing(Applied) };
        assert_eq!(
            serde_json::to_value(decided(Some(&tool(true)), given)).unwrap(),
            json!({"content": [], "isError": false})
        );
    }

    #[test]
    fn h2_a_servers_error_hides_nothing_and_says_nothing_of_its_connection_with_us() {
        let said = |code, data| passed(ErrorData::new(code, "no\u{202e}\x1b[2J", data), "box");
        let missing = said(
            McpCode::MISSING_REQUIRED_CLIENT_CAPABILITY,
            Some(json!({"requiredCapabilities": {"sampling": {}}, "more": "x"})),
        );
        assert_eq!(missing.data, Some(json!({"requiredCapabilities": {"sampling": {}}})));
        assert_eq!(missing.message, "Missing required client capability");
        assert_eq!(said(McpCode::MISSING_REQUIRED_CLIENT_CAPABILITY, Some(json!(7))).code.0, -32021);
        let wrong = said(McpCode::INVALID_PARAMS, Some(json!({"a": 1})));
        assert_eq!((wrong.code, wrong.data), (McpCode::INVALID_PARAMS, Some(json!({"a": 1}))));
        assert_eq!(wrong.message, "no⟨U+202E⟩\\x1b[2J");
        assert_eq!(said(McpCode::UNSUPPORTED_PROTOCOL_VERSION, None).code, McpCode::INTERNAL_ERROR);
    }

    #[test]
    fn no_inside_of_an_error_is_told() {
        let bug = error(&Error::bug("secret"), false).unwrap_err();
        assert!(!format!("{bug:?}").contains("secret"));
        let told = error(&Error::invalid("wrong").hint("do this"), false).unwrap();
        assert_eq!((text_of(&told).as_str(), told.is_error), ("wrong\nHint: do this", Some(true)));
        for code in ErrorCode::ALL {
            let _ = error(&Error::new(code, "x"), true);
        }
    }
}
