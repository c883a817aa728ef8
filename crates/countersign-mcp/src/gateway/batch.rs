//! The result of a server's batch tool whose elements were called one by one: if all landed, in the shape that the
//! server's own tool gives. What Countersign says of them stands beside it.

use countersign_core::{
    answer_status::ElementOutcome,
    call::propose,
    item::{ItemStatus, status},
    receipt::handle::Handle,
    tool::{Catalog, Explode, Tool},
};
use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::{Map, Value, json};

use super::{Ended, Gateway, Table, session::Me};

impl Gateway {
    /// Returns the result of a batch call: the server's own if all elements landed, otherwise what became of each.
    pub(super) async fn batch(
        &self,
        me: &Me,
        table: &Table,
        tool: &Tool,
        answer: Box<propose::Output>,
        became: Vec<status::Output>,
    ) -> countersign_core::Result<Ended> {
        let rule = propose_rule(table, tool).filter(|_| tool.upstream.is_some());
        let is_added = |e: &propose::Element| e.outcome == ElementOutcome::Added && e.item.is_some();
        let Some(rule) = rule.filter(|_| answer.elements.iter().all(is_added)) else {
            return Ok(Ended::Batch { answer, became });
        };
        if became.iter().any(|one| one.status != ItemStatus::Applied) {
            return Ok(Ended::Batch { answer, became });
        }
        let (mut results, mut landed) = (Vec::new(), Vec::new());
        for id in answer.elements.iter().filter_map(|element| element.item.as_ref()) {
            // What was done at once has no status here yet.
            let now = match became.iter().find(|one| one.id == *id) {
                Some(now) => now.clone(),
                None => self.status(me, id).await?,
            };
            if now.status != ItemStatus::Applied {
                return Ok(Ended::Batch { answer, became });
            }
            landed.extend(now.receipt.as_ref().map(Handle::from));
            results.push(now.result);
        }
        Ok(match whole(tool, rule, results) {
            Some(result) => Ended::Whole { result: Box::new(result), landed },
            None => Ended::Batch { answer, became },
        })
    }
}

fn propose_rule<'t>(table: &'t Table, tool: &'t Tool) -> Option<&'t Explode> {
    countersign_core::call::explode::rule(&table.setup, tool)
}

/// Returns one result for those of all elements; nothing if they do not fit together as the tool says.
fn whole(tool: &Tool, rule: &Explode, results: Vec<Value>) -> Option<CallToolResult> {
    let plain = |result: &Value| matches!(result["resultType"].as_str(), None | Some("complete"));
    if results.is_empty() || !results.iter().all(plain) {
        return None;
    }
    let results: Vec<CallToolResult> =
        results.into_iter().map(serde_json::from_value).collect::<Result<_, _>>().ok()?;
    if results.iter().any(|result| result.is_error == Some(true)) {
        return None;
    }
    let schema = tool.upstream.as_ref().and_then(|definition| definition.get("outputSchema")).cloned();
    let structures: Option<Vec<Value>> = results.iter().map(|r| r.structured_content.clone()).collect();
    let structure = structures.and_then(|all| match (rule.listed, &schema) {
        (true, _) => joined(all),
        (false, Some(schema)) => Some(json!({ list_of(schema, &rule.field)?: all })),
        (false, None) => None,
    });
    if let Some(schema) = schema
        && !structure.as_ref().is_some_and(|structure| fits(tool, schema, structure))
    {
        return None;
    }
    let mut result = CallToolResult::success(text_of(rule, &results));
    result.structured_content = structure;
    Some(result)
}

/// Returns the contents of all: one text if each is the JSON of a list's part.
fn text_of(rule: &Explode, results: &[CallToolResult]) -> Vec<ContentBlock> {
    let part = |result: &CallToolResult| match result.content.as_slice() {
        [only] => serde_json::from_str::<Value>(&only.as_text()?.text)
            .ok()
            .filter(|v| v.is_array() || v.is_object()),
        _ => None,
    };
    let parts: Option<Vec<Value>> = results.iter().map(part).collect();
    let one = parts.filter(|_| rule.listed).and_then(joined);
    match one.and_then(|one| serde_json::to_string_pretty(&one).ok()) {
        Some(text) => vec![ContentBlock::text(text)],
        None => results.iter().flat_map(|result| result.content.clone()).collect(),
    }
}

/// Joins the results of calls with a part of a list each: lists one after the other, the rest must be the same.
fn joined(all: Vec<Value>) -> Option<Value> {
    all.into_iter().map(Some).reduce(|a, b| join(a?, b?)).flatten()
}

fn join(a: Value, b: Value) -> Option<Value> {
    match (a, b) {
        (Value::Array(mut a), Value::Array(b)) => {
            a.extend(b);
            Some(Value::Array(a))
        }
        (Value::Object(a), Value::Object(mut b)) => {
            let mut both = Map::new();
            for (key, mine) in a {
                let theirs = b.remove(&key)?;
                both.insert(key, join(mine, theirs)?);
            }
            b.is_empty().then_some(Value::Object(both))
        }
        (a, b) => (a == b).then_some(a),
    }
}

/// Returns the field of a result that lists the elements: the one named like the argument, or the only list.
fn list_of(schema: &Value, field: &str) -> Option<String> {
    let fields = schema.get("properties")?.as_object()?;
    let lists: Vec<&String> =
        fields.iter().filter(|(_, of)| of["type"] == "array").map(|(name, _)| name).collect();
    match lists.as_slice() {
        _ if lists.iter().any(|name| *name == field) => Some(field.to_owned()),
        [only] => Some((*only).clone()),
        _ => None,
    }
}

/// Returns whether a structure is one that the tool promises.
fn fits(tool: &Tool, schema: Value, structure: &Value) -> bool {
    let promise = Tool { schema, ..tool.clone() };
    let catalog = Catalog::new([promise.clone()]);
    catalog.validator(&promise).is_ok_and(|validator| validator.is_valid(structure))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use countersign_core::{judge::Class, tool::Effect};

    use super::*;

    fn tool(output: Option<Value>) -> Tool {
        let mut definition = json!({"name": "make", "inputSchema": {}});
        if let Some(output) = output {
            definition["outputSchema"] = output;
        }
        Tool {
            server: "box".to_owned(),
            name: "box.make".to_owned(),
            doc: String::new(),
            schema: json!({}),
            class: Class::Mutable,
            hold: None,
            explode: None,
            rerun: false,
            action: "write",
            effect: Effect::World,
            upstream: Some(Arc::new(definition)),
        }
    }

    fn rule(listed: bool) -> Explode {
        Explode { field: "issues".to_owned(), into: "make".to_owned(), item_key: None, listed }
    }

    fn said(text: &str, structure: Value) -> Value {
        let mut result = json!({"content": [{"type": "text", "text": text}]});
        if !structure.is_null() {
            result["structuredContent"] = structure;
        }
        result
    }

    fn made(n: u32) -> Value {
        let one = json!({"issues": [{"n": n}], "of": "x"});
        said(&one["issues"].to_string(), one)
    }

    #[test]
    fn b2_parts_of_a_list_become_the_list_that_the_servers_own_tool_gives() {
        let lists =
            json!({"type": "object", "required": ["issues"], "properties": {"issues": {"type": "array"}}});
        let result = whole(&tool(Some(lists)), &rule(true), vec![made(1), made(2)]).unwrap();
        let structure = result.structured_content.unwrap();
        assert_eq!(structure, json!({"issues": [{"n": 1}, {"n": 2}], "of": "x"}));
        let text: Value = serde_json::from_str(&result.content[0].as_text().unwrap().text).unwrap();
        assert_eq!((text, result.content.len()), (json!([{"n": 1}, {"n": 2}]), 1));
    }

    #[test]
    fn b2_results_of_single_calls_become_the_list_that_the_output_schema_names() {
        let schema = json!({"type": "object", "required": ["created"],
            "properties": {"created": {"type": "array", "items": {"required": ["n"]}}}});
        let one = |n: u32| said(&format!("made {n}"), json!({"n": n}));
        let result = whole(&tool(Some(schema.clone())), &rule(false), vec![one(1), one(2)]).unwrap();
        assert_eq!(result.structured_content, Some(json!({"created": [{"n": 1}, {"n": 2}]})));
        assert_eq!(result.content.len(), 2);
        let wrong = vec![one(1), said("made 2", json!({"m": 2}))];
        assert!(whole(&tool(Some(schema)), &rule(false), wrong).is_none(), "it would break its promise");
        let plain = whole(&tool(None), &rule(false), vec![one(1), one(2)]).unwrap();
        assert_eq!((plain.structured_content, plain.content.len()), (None, 2));
    }

    #[test]
    fn b2_what_does_not_fit_together_is_told_one_by_one() {
        let other = said("[]", json!({"issues": [], "of": "y"}));
        let result = whole(&tool(None), &rule(true), vec![made(1), other]).unwrap();
        assert_eq!(result.structured_content, None, "of which is it?");
        let schema = || Some(json!({"type": "object"}));
        let other = said("[]", json!({"issues": [], "of": "y"}));
        assert!(whole(&tool(schema()), &rule(true), vec![made(1), other]).is_none());
        let failed = json!({"content": [], "isError": true});
        assert!(whole(&tool(None), &rule(true), vec![made(1), failed]).is_none());
        let task = json!({"resultType": "task", "task": {}});
        assert!(whole(&tool(None), &rule(true), vec![made(1), task]).is_none());
        assert!(whole(&tool(None), &rule(true), Vec::new()).is_none());
    }
}
