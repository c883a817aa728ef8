//! An event as security tools read it: class 6003, API Activity, of the Open Cybersecurity Schema Framework.

use core::net::IpAddr;

use serde_json::{Value, json};

use super::export::{Agents, agent_of, hex, seen};
use crate::{
    event::{Body, CallNote, Event, ResultStatus},
    when,
};

/// The version of the schema.
const VERSION: &str = "1.5.0";
const CATEGORY: u64 = 6;
const CLASS: u64 = 6003;

/// The words of the schema for a number of an enumeration.
type Named = (u64, &'static str);

/// Returns a line of the export.
pub(super) fn line(event: &Event, agents: &Agents) -> String {
    let body = event.told();
    let (activity, activity_name) = activity(&event.op);
    let (status, status_name) = status(event, body.as_ref());
    let (severity, severity_name) = severity(event, body.as_ref());
    let calls = body.as_ref().map(|body| body.calls.as_slice()).unwrap_or_default();
    let milliseconds: u64 = calls.iter().map(|call| call.execution_time_ms).sum();
    let mut out = json!({
        "activity_id": activity,
        "activity_name": activity_name,
        "category_uid": CATEGORY,
        "category_name": "Application Activity",
        "class_uid": CLASS,
        "class_name": "API Activity",
        "type_uid": CLASS * 100 + activity,
        "type_name": format!("API Activity: {activity_name}"),
        "time": event.at,
        "severity_id": severity,
        "severity": severity_name,
        "status_id": status,
        "status": status_name,
        "status_code": event.status,
        "message": format!("{} {}: {}", event.actor, event.op, event.status),
        "metadata": metadata(event),
        "actor": actor(event),
        "src_endpoint": source(body.as_ref()),
        "api": api(event, body.as_ref()),
        "unmapped": { "hash": hex(&event.hash), "prev": hex(&event.prev) },
    });
    if !calls.is_empty() {
        out["resources"] = calls.iter().map(resource).collect();
        out["duration"] = milliseconds.into();
    } else if let Some(tool) = &event.tool {
        out["resources"] = json!([{ "name": tool, "type": "tool" }]);
    }
    let agent = agent_of(event, agents);
    if !agent.is_empty() {
        out["unmapped"]["agent"] = agent.into();
    }
    if let Some(seen) = seen(event) {
        out["unmapped"]["seen"] = seen.to_string().into();
    }
    if let Some(body) = body.as_ref().filter(|body| !body.note.is_null()) {
        out["unmapped"]["note"] = body.note.clone();
    }
    format!("{out}\n")
}

/// Returns what an operation does with its thing; most are none of the four, and say it by their name.
fn activity(op: &str) -> (u64, &str) {
    match op.rsplit('.').next().unwrap_or_default() {
        "create" | "start" | "propose" | "add" | "ask" => (1, "Create"),
        "show" | "list" | "get" | "export" => (2, "Read"),
        "edit" | "update" | "set" | "rename" => (3, "Update"),
        "remove" | "delete" | "revoke" | "drop" => (4, "Delete"),
        _ => (99, op),
    }
}

/// Whether a call of an event ended so.
fn ended(body: Option<&Body>, status: ResultStatus) -> bool {
    body.is_some_and(|body| body.calls.iter().any(|call| call.result_status == Some(status)))
}

fn status(event: &Event, body: Option<&Body>) -> (u64, String) {
    match event.status.as_str() {
        "refused" | "failed" => (2, "Failure".to_owned()),
        _ if ended(body, ResultStatus::Error) => (2, "Failure".to_owned()),
        "done" => (1, "Success".to_owned()),
        other => (99, other.to_owned()),
    }
}

fn severity(event: &Event, body: Option<&Body>) -> Named {
    if event.status == "refused" {
        (3, "Medium")
    } else if ended(body, ResultStatus::Error) || ended(body, ResultStatus::RejectedByUser) {
        (2, "Low")
    } else {
        (1, "Informational")
    }
}

fn metadata(event: &Event) -> Value {
    let mut out = json!({
        "version": VERSION,
        "product": {
            "name": "Countersign",
            "vendor_name": "Countersign",
            "version": env!("CARGO_PKG_VERSION"),
        },
        "uid": event.id(),
        "sequence": event.seq,
        "event_code": event.op,
        "log_name": "audit",
        "original_time": when::from_ms(event.at).to_string(),
    });
    if let Some(run) = &event.run {
        out["correlation_uid"] = run.as_str().into();
    }
    out
}

/// Returns who acted: an agent is an application, everybody has a user that says of which kind they are.
fn actor(event: &Event) -> Value {
    let (kind, name) = event.actor.split_once(':').unwrap_or(("unknown", &event.actor));
    let (type_id, type_name) = match kind {
        "person" => (1, "User"),
        "system" => (3, "System"),
        other => (99, other),
    };
    let mut out = json!({
        "user": { "name": name, "uid": event.actor, "type_id": type_id, "type": type_name },
    });
    if matches!(kind, "agent" | "verifier") {
        out["app_name"] = name.into();
    }
    if let Some(run) = &event.run {
        out["session"] = json!({ "uid": run });
    }
    out
}

/// Returns where the call came from: the surface, and the address where it came over a network.
fn source(body: Option<&Body>) -> Value {
    let told = |field: &str| body.and_then(|body| body.origin.get(field)?.as_str());
    let mut out = json!({ "svc_name": told("surface").unwrap_or("unknown") });
    if let Some(ip) = told("peer").and_then(|peer| peer.parse::<IpAddr>().ok()) {
        out["ip"] = ip.to_string().into();
    }
    out
}

fn api(event: &Event, body: Option<&Body>) -> Value {
    let mut request = json!({ "uid": event.id() });
    if let Some(body) = body.filter(|body| !body.input.is_null()) {
        request["data"] = body.input.clone();
    }
    json!({
        "operation": event.op,
        "service": { "name": "countersign" },
        "request": request,
        "response": { "message": event.status },
    })
}

/// Returns a call of a tool. Its arguments are redacted in the log; its result is in `jsonl`.
fn resource(call: &CallNote) -> Value {
    json!({
        "name": call.tool,
        "type": "tool",
        "data": {
            "arguments": call.arguments,
            "result_status": call.result_status.map_or("held", ResultStatus::as_str),
            "user_confirmed": call.user_confirmed,
            "execution_time_ms": call.execution_time_ms,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Actor,
        audit::report::{
            export::{ExportInput, Format, export},
            tests::{read, told},
        },
    };

    fn lines() -> Vec<Value> {
        let input = ExportInput { format: Format::Ocsf, ..ExportInput::default() };
        let output = read(&told(), Actor::person("ana"), |tx| export(tx, &input)).unwrap();
        output.text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    #[test]
    fn g3_a_security_tool_reads_who_called_what_and_how_it_ended() {
        let lines = lines();
        let [laura, ana] = lines.as_slice() else { panic!("{lines:?}") };
        assert_eq!(laura["actor"]["app_name"], "laura");
        assert_eq!(laura["actor"]["user"]["type"], "agent");
        assert_eq!((&laura["status"], &laura["severity"]), (&json!("Failure"), &json!("Low")));
        assert_eq!(laura["resources"].as_array().unwrap().len(), 5);
        assert_eq!(laura["resources"][0]["data"]["result_status"], "held");
        assert_eq!(laura["duration"], 20);
        assert_eq!(laura["src_endpoint"]["svc_name"], "test");
        assert_eq!(
            ana["actor"]["user"],
            json!({"name": "ana", "uid": "person:ana", "type_id": 1, "type": "User"})
        );
        assert_eq!((&ana["status_id"], &ana["severity_id"]), (&json!(1), &json!(1)));
        assert_eq!(ana["type_uid"].as_u64().unwrap() / 100, 6003);
    }

    #[test]
    fn g4_an_event_without_its_details_is_exported_all_the_same() {
        let store = told();
        store.with(|base| base.events_mut()[1].body = None);
        let input = ExportInput { format: Format::Ocsf, ..ExportInput::default() };
        let output = read(&store, Actor::person("ana"), |tx| export(tx, &input)).unwrap();
        let line: Value = serde_json::from_str(output.text.lines().nth(1).unwrap()).unwrap();
        assert_eq!(line["src_endpoint"], json!({"svc_name": "unknown"}));
        assert_eq!(line["api"]["request"], json!({"uid": line["metadata"]["uid"]}));
    }
}
