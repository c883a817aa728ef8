//! What Countersign says beside a result: what landed, with the way back, and the news of the agent.

use countersign_core::receipt::handle::Handle;
use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::{Map, Value, json};

use super::mark::Mark;

/// The key of `_meta` with the handle of what landed.
const META: &str = "countersign/landed";
/// The field of structured content with all of it: some clients show only the structured content.
const FIELD: &str = "countersign";
/// How many receipts are named in the text.
const NAMED_MOST: usize = 20;

/// What is said beside a result.
pub(super) struct Beside {
    /// What landed: several of a batch.
    pub landed: Vec<Handle>,
    /// The news of the agent.
    pub news: Option<String>,
    /// Whether it may be added to the structured content.
    pub structured: bool,
}

impl Beside {
    /// Adds it to a result, with the mark by which the agent knows whose words it is.
    pub fn put_on(self, result: &mut CallToolResult, mark: &Mark) {
        let texts = [told(&self.landed), self.news.clone()];
        let landed = match self.landed.as_slice() {
            [] => None,
            [one] => Some(json!(one)),
            all => Some(json!(all)),
        };
        for text in texts.iter().flatten() {
            result.content.push(ContentBlock::text(mark.of(text)));
        }
        if let Some(landed) = &landed {
            result.meta.get_or_insert_default().0.insert(META.to_owned(), landed.clone());
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
            said.extend(landed.map(|landed| ("landed".to_owned(), landed)));
            content.insert(FIELD.to_owned(), Value::Object(said));
        }
    }
}

/// Says what landed. Of many only the first are named; `receipts` lists all.
fn told(landed: &[Handle]) -> Option<String> {
    match landed {
        [] => None,
        [one] => Some(one.line()),
        all => {
            let named: Vec<&str> = all.iter().take(NAMED_MOST).map(|one| one.receipt.as_str()).collect();
            let more = if all.len() > NAMED_MOST { " and more" } else { "" };
            let names = named.join(", ");
            Some(format!(
                "All {} elements landed, each with its own receipt to undo: {names}{more}.",
                all.len()
            ))
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
        Beside { landed: Vec::new(), news, structured }.put_on(&mut result, &mark);
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
