//! What became of a call as spans and log records of OTLP/JSON, with the names of OpenTelemetry's conventions for
//! generative AI. Neither arguments nor results nor texts of agents are in them.

use countersign_core::{
    event::{CallNote, Event, ResultStatus},
    item::{Item, ItemStatus},
};
use serde_json::{Value, json};

/// A parent in W3C trace context: `traceparent`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Parent {
    trace: [u8; 16],
    span: [u8; 8],
}

/// A call that is over.
pub(super) struct Over<'a> {
    /// What names it: the id of its item, or of its event.
    pub(super) id: &'a str,
    pub(super) tool: &'a str,
    pub(super) agent: &'a str,
    pub(super) run: Option<&'a str>,
    /// How it ended.
    pub(super) status: &'a str,
    pub(super) failed: bool,
    /// The kind of call: read, mutable, destructive.
    pub(super) class: Option<&'a str>,
    /// Who decided: a person, a rule.
    pub(super) by_person: bool,
    pub(super) begun_ms: u64,
    /// Up to when it was judged.
    pub(super) judged_ms: u64,
    /// Up to when it waited for somebody, if it did.
    pub(super) waited_ms: Option<u64>,
    /// When its effect began, if it had one.
    pub(super) effect_ms: Option<u64>,
    pub(super) ended_ms: u64,
}

impl<'a> Over<'a> {
    /// A call whose item ended in an event.
    pub(super) fn of_item(item: &'a Item, event: &Event) -> Self {
        let judged_ms = item.created_at.saturating_add(item.judged_ms).min(event.at);
        let decided_ms = item.decided_at.unwrap_or(event.at).clamp(judged_ms, event.at);
        let landed = matches!(item.status, ItemStatus::Applied | ItemStatus::Failed);
        let by_person = event.told().is_some_and(|told| told.calls.iter().any(|call| call.user_confirmed))
            || item.decision.is_some();
        Self {
            id: &item.id,
            tool: &item.tool,
            agent: &item.agent,
            run: Some(&item.run),
            status: item.status.as_str(),
            failed: item.status == ItemStatus::Failed,
            class: Some(item.class.as_str()),
            by_person,
            begun_ms: item.created_at,
            judged_ms,
            waited_ms: (by_person || !landed).then_some(decided_ms),
            effect_ms: landed.then_some(decided_ms),
            ended_ms: event.at,
        }
    }

    /// A call that was over at once.
    pub(super) fn at_once(event: &'a Event, id: &'a str, call: &'a CallNote, agent: &'a str) -> Self {
        let ended_ms = event.at.saturating_add(call.execution_time_ms);
        let failed = call.result_status == Some(ResultStatus::Error) || event.status == "refused";
        Self {
            id,
            tool: &call.tool,
            agent,
            run: event.run.as_deref(),
            status: match call.result_status {
                Some(status) => status.as_str(),
                None => &event.status,
            },
            failed,
            class: None,
            by_person: call.user_confirmed,
            begun_ms: event.at,
            judged_ms: event.at,
            waited_ms: None,
            effect_ms: call.result_status.map(|_| event.at),
            ended_ms,
        }
    }

    /// Returns its spans: the call, and in it the judging, the wait and the effect. Their ids follow from the call's id,
    /// so that sending them twice makes no second call.
    pub(super) fn spans(&self, traceparent: Option<&str>) -> Vec<Value> {
        let parent = traceparent.and_then(parse);
        let trace = parent.map_or_else(|| first(self.id, "trace"), |parent| parent.trace);
        let root: [u8; 8] = first(self.id, "call");
        let mut attributes = vec![
            text("gen_ai.operation.name", "execute_tool"),
            text("gen_ai.tool.name", self.tool),
            text("gen_ai.tool.type", "function"),
            text("gen_ai.tool.call.id", self.id),
            text("gen_ai.agent.name", self.agent),
            text("gen_ai.agent.id", &format!("agent:{}", self.agent)),
            text("countersign.status", self.status),
            json!({"key": "countersign.by_person", "value": {"boolValue": self.by_person}}),
        ];
        attributes.extend(self.run.map(|run| text("gen_ai.conversation.id", run)));
        attributes.extend(self.class.map(|class| text("countersign.class", class)));
        attributes.extend(self.failed.then(|| text("error.type", self.status)));
        let mut spans = vec![self.span(
            &trace,
            &root,
            parent.map(|parent| parent.span),
            format!("execute_tool {}", self.tool),
            (self.begun_ms, self.ended_ms),
            attributes,
        )];
        let waits_from = self.judged_ms;
        for (phase, times) in [
            ("judge", Some((self.begun_ms, self.judged_ms))),
            ("wait", self.waited_ms.map(|until| (waits_from, until))),
            ("effect", self.effect_ms.map(|from| (from, self.ended_ms))),
        ] {
            if let Some(times) = times {
                let id: [u8; 8] = first(self.id, phase);
                let attributes = vec![text("countersign.phase", phase), text("gen_ai.tool.name", self.tool)];
                let name = format!("{phase} {}", self.tool);
                spans.push(self.span(&trace, &id, Some(root), name, times, attributes));
            }
        }
        spans
    }

    fn span(
        &self,
        trace: &[u8; 16],
        id: &[u8; 8],
        parent: Option<[u8; 8]>,
        name: String,
        (from_ms, until_ms): (u64, u64),
        attributes: Vec<Value>,
    ) -> Value {
        let mut span = json!({
            "traceId": hex(trace),
            "spanId": hex(id),
            "name": name,
            "kind": 1,
            "startTimeUnixNano": nanos(from_ms),
            "endTimeUnixNano": nanos(until_ms.max(from_ms)),
            "attributes": attributes,
            "status": if self.failed { json!({"code": 2}) } else { json!({}) },
        });
        if let Some(parent) = parent {
            span["parentSpanId"] = hex(&parent).into();
        }
        span
    }
}

/// Returns an event as a log record: who did what, and how it ended.
pub(super) fn record(event: &Event, now_ms: u64) -> Value {
    let (number, severity) = match event.status.as_str() {
        "refused" => (13, "WARN"),
        "failed" => (17, "ERROR"),
        _ => (9, "INFO"),
    };
    let mut attributes = vec![
        text("event.name", &format!("countersign.{}", event.op)),
        text("countersign.event.id", &event.id()),
        text("countersign.operation", &event.op),
        text("countersign.actor", &event.actor),
        text("countersign.status", &event.status),
    ];
    attributes.extend(event.run.as_deref().map(|run| text("gen_ai.conversation.id", run)));
    attributes.extend(event.tool.as_deref().map(|tool| text("gen_ai.tool.name", tool)));
    json!({
        "timeUnixNano": nanos(event.at),
        "observedTimeUnixNano": nanos(now_ms),
        "severityNumber": number,
        "severityText": severity,
        "body": {"stringValue": format!("{} {}: {}", event.actor, event.op, event.status)},
        "attributes": attributes,
    })
}

/// Whether a text is a `traceparent` of the version that is known.
fn parse(text: &str) -> Option<Parent> {
    let mut parts = text.split('-');
    let (version, trace, span, _flags) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    if version != "00" || parts.next().is_some() {
        return None;
    }
    let (trace, span) = (bytes(trace)?, bytes(span)?);
    (trace != [0; 16] && span != [0; 8]).then_some(Parent { trace, span })
}

fn bytes<const N: usize>(hex: &str) -> Option<[u8; N]> {
    let mut out = [0; N];
    if hex.len() != 2 * N || !hex.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b)) {
        return None;
    }
    for (at, byte) in out.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&hex[2 * at..2 * at + 2], 16).ok()?;
    }
    Some(out)
}

/// Returns the first bytes of a hash of a call's id.
fn first<const N: usize>(id: &str, what: &str) -> [u8; N] {
    let hash = blake3::derive_key("countersign 2026 telemetry", format!("{what} {id}").as_bytes());
    std::array::from_fn(|at| hash[at])
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// Times are strings: a number of JSON is not exact enough.
fn nanos(ms: u64) -> String {
    (u128::from(ms) * 1_000_000).to_string()
}

pub(super) fn text(key: &str, value: &str) -> Value {
    json!({"key": key, "value": {"stringValue": value}})
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARENT: &str = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    fn over() -> Over<'static> {
        Over {
            id: "i42-9f3a",
            tool: "files.write_file",
            agent: "codex",
            run: Some("r1"),
            status: "applied",
            failed: false,
            class: Some("mutable"),
            by_person: true,
            begun_ms: 1_000,
            judged_ms: 1_020,
            waited_ms: Some(5_000),
            effect_ms: Some(5_000),
            ended_ms: 5_100,
        }
    }

    #[test]
    fn a_call_is_a_span_of_its_agent_and_has_its_judging_its_wait_and_its_effect_in_it() {
        let spans = over().spans(Some(PARENT));
        let names: Vec<&str> = spans.iter().map(|span| span["name"].as_str().unwrap()).collect();
        let tool = "files.write_file";
        assert_eq!(
            names,
            [
                format!("execute_tool {tool}"),
                format!("judge {tool}"),
                format!("wait {tool}"),
                format!("effect {tool}")
            ]
        );
        assert!(spans.iter().all(|span| span["traceId"] == "0af7651916cd43dd8448eb211c80319c"));
        assert_eq!(spans[0]["parentSpanId"], "b7ad6b7169203331");
        assert!(spans[1..].iter().all(|span| span["parentSpanId"] == spans[0]["spanId"]));
        assert_eq!(spans[2]["startTimeUnixNano"], "1020000000");
        assert_eq!(spans[2]["endTimeUnixNano"], "5000000000");
        assert_eq!(spans, over().spans(Some(PARENT)), "sent twice, it is the same call");
        let own = over().spans(None);
        assert!(own[0].get("parentSpanId").is_none() && own[0]["traceId"] != spans[0]["traceId"]);
    }

    #[test]
    fn only_a_whole_traceparent_is_a_parent() {
        assert!(parse(PARENT).is_some());
        for wrong in [
            "",
            "00",
            "01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
            "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
            "00-00000000000000000000000000000000-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
            "00-0af7651916cd43dd8448eb211c80319-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-x",
        ] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
