//! One operation in the document: its parameters, its body, and all its responses.

use std::collections::{BTreeMap, BTreeSet};

use axum::http::StatusCode;
use countersign_core::{
    ActorKind, AnyOp, ErrorCode, Outcome, Role, Spec,
    op::{
        fields::{Field, Kind, fields},
        route::{ABSENT, Route},
    },
};
use serde_json::{Map, Value, json};

use super::{
    area, others,
    schemas::{Schemas, bounded},
};
use crate::answer;

/// Describes an operation.
pub(super) fn describe(op: &dyn AnyOp, route: &Route, schemas: &mut Schemas) -> Value {
    let (spec, known) = (op.spec(), fields(op));
    let mut input = schemas.input(op);
    let mut parameters = vec![others::parameter_ref(others::FOLDER)];
    for name in route.fields() {
        parameters.push(path_parameter(name, &known[name]));
        leave_out(&mut input, name);
    }
    // The same without a trace: what a later answer would bind to is not remembered.
    let looks = spec.looks && route.has_query();
    let changes = Spec { write: spec.write && !looks, ..spec };
    let mut operation = json!({
        "operationId": if looks { format!("{}.look", spec.name) } else { spec.name.to_owned() },
        "summary": spec.doc,
        "description": who(&changes),
        "tags": [area(spec.name)],
    });
    if route.has_query() {
        parameters.extend(query_parameters(&input, &known));
    } else {
        parameters.extend([others::KEY, others::CSRF].map(others::parameter_ref));
        let needed = input.get("required").and_then(Value::as_array).is_some_and(|r| !r.is_empty());
        let body = schemas.add(&format!("{}.input", spec.name), input);
        operation["requestBody"] =
            json!({"required": needed, "content": {"application/json": {"schema": body}}});
    }
    operation["parameters"] = parameters.into();
    operation["responses"] = responses(&spec, route, &schemas.output(op));
    operation
}

/// Describes who may call an operation.
pub(crate) fn who(spec: &Spec) -> String {
    let kinds: Vec<String> = spec
        .audience
        .iter()
        .filter(|kind| **kind != ActorKind::System)
        .map(|kind| match (kind, spec.role) {
            (ActorKind::Person, Role::Approver | Role::Admin) => {
                format!("a person who is {} or more", spec.role.as_str()).replace("admin or more", "admin")
            }
            (ActorKind::Person, Role::Viewer) => "a person".to_owned(),
            (kind, _) => format!("an {}", kind.as_str()).replace("an v", "a v"),
        })
        .collect();
    let changes = if spec.write { "recorded in the log" } else { "changes nothing" };
    format!("For {}; {changes}.", kinds.join(", "))
}

fn path_parameter(name: &str, field: &Field) -> Value {
    let none = if field.required { String::new() } else { format!("; `{ABSENT}` for none") };
    json!({
        "name": name,
        "in": "path",
        "required": true,
        "description": format!("{}{none}.", field.doc),
        "schema": {"type": "string", "minLength": 1},
    })
}

/// Removes a field from a schema, because it is in the path.
fn leave_out(input: &mut Value, name: &str) {
    if let Some(properties) = input.get_mut("properties").and_then(Value::as_object_mut) {
        properties.remove(name);
    }
    if let Some(required) = input.get_mut("required").and_then(Value::as_array_mut) {
        required.retain(|field| field != name);
    }
}

fn query_parameters(input: &Value, known: &BTreeMap<String, Field>) -> Vec<Value> {
    let properties = input.get("properties").and_then(Value::as_object).into_iter().flatten();
    let parameter = |(name, schema): (&String, &Value)| {
        let field = &known[name];
        let mut schema = bounded(not_null(schema.clone()));
        if let Some(object) = schema.as_object_mut() {
            object.remove("description");
        }
        let mut parameter = json!({"name": name, "in": "query", "required": field.required});
        parameter["description"] = format!("{}.", field.doc).into();
        match field.kind {
            Kind::Json => parameter["content"] = json!({"application/json": {"schema": schema}}),
            Kind::List => {
                (parameter["style"], parameter["explode"]) = ("form".into(), false.into());
                parameter["schema"] = schema;
            }
            _ => parameter["schema"] = schema,
        }
        parameter
    };
    properties.map(parameter).collect()
}

/// Removes null from a schema: a query omits null values.
fn not_null(mut schema: Value) -> Value {
    if let Some(types) = schema.get_mut("type").and_then(Value::as_array_mut) {
        types.retain(|t| t != "null");
        if let [only] = types.as_slice() {
            schema["type"] = only.clone();
        }
    }
    let options = schema.get("anyOf").and_then(Value::as_array).cloned().unwrap_or_default();
    let real: Vec<&Value> = options.iter().filter(|o| o["type"] != "null").collect();
    match real.as_slice() {
        [only] => (*only).clone(),
        _ => schema,
    }
}

/// Returns all statuses of an operation: those whose body is its output, and those whose body is a problem.
pub(crate) fn statuses(spec: &Spec, route: &Route) -> (BTreeSet<u16>, BTreeSet<u16>) {
    let outcomes: &[Outcome] = if spec.write { &Outcome::ALL } else { &[Outcome::Done] };
    let given = outcomes.iter().map(|o| answer::of_outcome(*o, route.creates()).as_u16()).collect();
    let mut problems: BTreeSet<u16> = ErrorCode::ALL.iter().map(|c| answer::of_error(*c).as_u16()).collect();
    let transport =
        [StatusCode::REQUEST_TIMEOUT, StatusCode::MISDIRECTED_REQUEST, StatusCode::TOO_MANY_REQUESTS];
    problems.extend(transport.map(|s| s.as_u16()));
    // A body that is too large is refused before the method is checked.
    let answer = [StatusCode::GATEWAY_TIMEOUT, StatusCode::PAYLOAD_TOO_LARGE];
    problems.extend(answer.map(|s| s.as_u16()));
    if !route.has_query() {
        problems.insert(StatusCode::UNSUPPORTED_MEDIA_TYPE.as_u16());
    }
    (given, problems)
}

fn responses(spec: &Spec, route: &Route, output: &Value) -> Value {
    let (given, problems) = statuses(spec, route);
    let mut all = Map::new();
    for status in given.union(&problems) {
        let response = if given.contains(status) {
            let mut content = json!({"application/json": {"schema": output}});
            let may_be_problem = problems.contains(status);
            if may_be_problem {
                content[others::PROBLEM_MEDIA] = json!({"schema": others::problem_ref()});
            }
            let headers = others::header_refs(may_be_problem);
            json!({"description": meaning(*status), "content": content, "headers": headers})
        } else {
            others::response_ref(*status)
        };
        all.insert(status.to_string(), response);
    }
    if route.has_query() {
        // Whatever reads the first line of a request says so, and nothing else.
        all.insert("414".to_owned(), json!({"description": meaning(414)}));
    }
    all.into()
}

/// Describes a status.
pub(super) fn meaning(status: u16) -> &'static str {
    match status {
        200 => "Done.",
        201 => "Made.",
        202 => "It waits for a person, or is under way.",
        400 => "The request is malformed.",
        401 => "No valid token.",
        403 => "The caller may not, or the verdict or a person said no.",
        404 => "Nothing has that id or name.",
        408 => "The request was too long in coming.",
        409 => "The state does not allow it, or it has changed since it was shown.",
        413 => "The body is larger than is taken.",
        414 => "The address is longer than is taken.",
        415 => "The body is not JSON.",
        421 => "Another server was meant.",
        422 => "The content cannot be accepted.",
        429 => "The caller calls too often; `Retry-After` says when to come again.",
        500 => "A defect of Countersign, or a settings file that cannot be used.",
        502 => "It was tried, and the tool behind the gate failed.",
        503 => "The store cannot be used, or too many others are being served.",
        504 => "The answer was too long in coming; it may still land.",
        _ => "Another answer.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn null_is_left_out_of_a_query() {
        assert_eq!(not_null(json!({"type": ["string", "null"]})), json!({"type": "string"}));
        assert_eq!(not_null(json!({"anyOf": [{"$ref": "#/x"}, {"type": "null"}]})), json!({"$ref": "#/x"}));
        assert_eq!(not_null(json!({"type": "integer"})), json!({"type": "integer"}));
    }

    #[test]
    fn what_the_path_takes_is_not_in_the_body() {
        let mut schema = json!({"properties": {"id": {}, "reason": {}}, "required": ["id"]});
        leave_out(&mut schema, "id");
        assert_eq!(schema, json!({"properties": {"reason": {}}, "required": []}));
    }

    #[test]
    fn every_status_has_its_meaning_in_words() {
        for op in countersign_core::OPS {
            let spec = op.spec();
            let Some(route) = Route::of(&spec) else { continue };
            let (given, problems) = statuses(&spec, &route);
            for status in given.union(&problems) {
                assert_ne!(meaning(*status), meaning(0), "{status}");
            }
        }
    }
}
