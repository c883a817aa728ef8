//! The operations that are tools for agents: those with an agent name in the table.

use std::{
    collections::BTreeMap,
    sync::{Arc, OnceLock},
};

use countersign_core::{AnyOp, OPS, Outcome};
use rmcp::model::{CallToolResult, JsonObject, Tool as Listed};
use schemars::{SchemaGenerator, generate::SchemaSettings};
use serde_json::Value;

use super::{answer, listing, short};
use crate::settings::Offer;

/// Returns the operations with an agent name.
pub fn operations() -> impl Iterator<Item = (&'static str, &'static dyn AnyOp)> {
    OPS.iter().filter_map(|op| Some((op.spec().mcp?, *op)))
}

/// Returns whether an agent is offered one of them.
pub fn is_offered(name: &str, offer: &Offer) -> bool {
    match name {
        "propose_plan" | "plan_status" => offer.group(Offer::PLANS),
        "begin_step" | "check_step" | "report_step" | "step_status" => offer.group(Offer::STEPS),
        _ => true,
    }
}

/// Finds an operation by agent name.
pub fn find(name: &str) -> Option<&'static dyn AnyOp> {
    static NAMED: OnceLock<BTreeMap<&str, &dyn AnyOp>> = OnceLock::new();
    NAMED.get_or_init(|| operations().collect()).get(name).copied()
}

/// Lists them; computed once.
pub fn listed() -> &'static [Listed] {
    static LISTED: OnceLock<Vec<Listed>> = OnceLock::new();
    LISTED.get_or_init(|| operations().map(|(name, op)| one(name, op)).collect())
}

fn one(name: &'static str, op: &dyn AnyOp) -> Listed {
    let spec = op.spec();
    let hints = listing::hints(!spec.write || spec.lazy, false);
    let mut schema = short::schema(schema(op));
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.retain(|field, _| !is_unlisted(name, field));
        // It is called by the agent's program, not by its model.
        if name == PROMPT {
            properties
                .values_mut()
                .filter_map(Value::as_object_mut)
                .for_each(|one| drop(one.remove("description")));
        }
    }
    Listed::new(name, format!("{}.", spec.doc), Arc::new(schema)).with_annotations(hints)
}

/// The tool that answers permission prompts.
const PROMPT: &str = "approve";

/// Returns whether an argument is not listed, because a model hardly needs it: it is taken all the same.
fn is_unlisted(name: &str, field: &str) -> bool {
    match (name, field) {
        // The open run of the agent in its folder.
        (_, "run") => true,
        ("recent_decisions", "agent") | ("report_step", "claims" | "retries") | ("receipts", "before") => {
            true
        }
        _ => false,
    }
}

/// Returns the self-contained input schema of an operation.
fn schema(op: &dyn AnyOp) -> JsonObject {
    let mut generator: SchemaGenerator = SchemaSettings::draft2020_12().into_generator();
    let mut schema = op.input_schema(&mut generator).to_value();
    let definitions = generator.take_definitions(true);
    let mut object = schema.as_object_mut().map(std::mem::take).unwrap_or_default();
    object.entry("type").or_insert_with(|| "object".into());
    if !definitions.is_empty() {
        object.insert("$defs".to_owned(), Value::Object(definitions));
    }
    object
}

/// Converts an operation's answer for a model.
pub fn answered(value: Value, outcome: Outcome) -> CallToolResult {
    let mut result = answer::built_in(value);
    let failed = matches!(outcome, Outcome::Refused | Outcome::Invalid | Outcome::Failed | Outcome::Missing);
    result.is_error = Some(failed);
    result
}

#[cfg(test)]
mod tests {
    use countersign_core::ActorKind;

    use super::*;

    #[test]
    fn c1_no_tool_of_ours_decides_anything() {
        let names: Vec<&str> = operations().map(|(name, _)| name).collect();
        for wanted in ["run_end", "item_status", "retract", "recent_decisions", "ask_user"] {
            assert!(names.contains(&wanted), "{names:?}");
        }
        for (name, op) in operations() {
            assert!(op.spec().audience.contains(&ActorKind::Agent), "{name} is not for agents");
            assert!(!op.spec().is_persons_own(), "{name} is a person's");
        }
    }

    #[test]
    fn each_has_a_schema_that_is_complete_in_itself() {
        for tool in listed() {
            let schema = Value::Object(JsonObject::clone(&tool.input_schema));
            assert_eq!(schema["type"], "object", "{}", tool.name);
            assert!(jsonschema::validator_for(&schema).is_ok(), "{}", tool.name);
        }
        let status = listed().iter().find(|t| t.name == "item_status").unwrap();
        assert!(status.input_schema["properties"].get("id").is_some());
    }
}
