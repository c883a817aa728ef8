//! What Countersign says beside a result: what landed, with the way back, and the news of the agent.

use countersign_core::receipt::handle::Handle;
use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::{Map, Value, json};

use super::mark::Mark;

/// The key of `_meta` with the handle of what landed.
const META: &str = "countersign/landed";
/// The field of structured content with all of it: some clients show only the structured content.
const FIELD: &str = "countersign";

/// What is said beside a result.
pub(super) struct Beside {
    /// What landed.
    pub landed: Option<Handle>,
    /// The news of the agent.
    pub news: Option<String>,
    /// Whether it may be added to the structured content.
    pub structured: bool,
}

impl Beside {
    /// Adds it to a result, with the mark by which the agent knows whose words it is.
    pub fn put_on(self, result: &mut CallToolResult, mark: &Mark) {
        let texts = [self.landed.as_ref().map(Handle::line), self.news.clone()];
        for text in texts.iter().flatten() {
            result.content.push(ContentBlock::text(mark.of(text)));
        }
        if let Some(landed) = &self.landed {
            result.meta.get_or_insert_default().0.insert(META.to_owned(), json!(landed));
        }
        if let Some(Value::Object(content)) = &mut result.structured_content
            && self.structured
            && texts.iter().any(Option::is_some)
        {
            let mut said = Map::new();
            said.insert(
                "message".to_owned(),
                mark.of(&texts.into_iter().flatten().collect::<Vec<_>>().join("\n\n")).into(),
            );
            said.extend(self.landed.map(|landed| ("landed".to_owned(), json!(landed))));
            content.insert(FIELD.to_owned(), Value::Object(said));
        }
    }
}

#[cfg(test)]
mod tests {
    use countersign_words::Message;

    use super::*;

    fn put(structured: bool) -> CallToolResult {
        let mut result = CallToolResult::success(vec![ContentBlock::text("{}")]);
        result.structured_content = Some(json!({"n": 1}));
        let news = Some("## News".to_owned());
        let mark = Mark::chosen("0123456789abcdef").unwrap();
        Beside { landed: None, news, structured }.put_on(&mut result, &mark);
        result
    }

    #[test]
    fn b13_a_structure_that_clients_check_is_left_alone() {
        assert_eq!(put(false).structured_content, Some(json!({"n": 1})));
        let told = put(true).structured_content.unwrap();
        assert_eq!(
            (&told["n"], &told["countersign"]["message"]),
            (&json!(1), &json!("[countersign 0123456789abcdef] ## News"))
        );
        assert_eq!(put(false).content.len(), 2, "the text has it");
    }

    #[test]
    fn e15_what_cannot_be_undone_says_so_and_names_no_way_back() {
        let landed = Handle {
            receipt: "rc1-aaaa".to_owned(),
            item: None,
            undo_action: None,
            rollback_label: Message::from("cannot be undone"),
            latest_reversible_event_id: None,
            latest_reversible_event_type: None,
        };
        assert_eq!(landed.line(), "It landed: receipt rc1-aaaa (cannot be undone).");
    }
}
