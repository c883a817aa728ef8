//! `session/request_permission`: the agent asks whether it may; the gate's judge answers, and never with more than once.

use countersign_core::ErrorCode;
use serde_json::{Map, Value, json};

use super::{
    agents,
    asking::OURS,
    call::{self, ToolUse},
    gate::{Gate, Message, Wait},
    judge::Answer,
    wire,
};

/// The longest id that is used as it is.
const ID_MOST: usize = 150;

/// Answers a request.
pub fn answer(gate: &Gate, id: &Value, params: &Message, wait: &Wait) -> Option<Value> {
    let call = params.get("toolCall").and_then(Value::as_object).cloned().unwrap_or_default();
    let named = call.get("toolCallId").and_then(Value::as_str).unwrap_or_default().to_owned();
    let call = with_known(gate, &named, call);
    let wanted = call::meant(&call, &gate.folder(&wait.session));
    if is_routed(gate, &wanted) {
        gate.known(&named, |known| known.asked = true);
        return Some(chosen(id, params, true, None));
    }
    let mut answer = Answer::Yes;
    for (at, one) in wanted.iter().enumerate() {
        let own = if wanted.len() == 1 { named.clone() } else { format!("{named}.{at}") };
        answer = judged(gate, one, &own, &named, wait);
        if answer != Answer::Yes {
            break;
        }
        if let Some(expected) = call::expected(one) {
            gate.state().allowed.push((wait.session.clone(), expected));
        }
    }
    gate.known(&named, |known| known.asked = true);
    Some(match answer {
        Answer::Yes => chosen(id, params, true, None),
        Answer::No(why) => {
            let update = json!({"sessionUpdate": "tool_call_update", "toolCallId": named, "content": [
                {"type": "content", "content": {"type": "text", "text": format!("Countersign: {why}")}}]});
            gate.tell(&wait.session, update);
            chosen(id, params, false, Some(&why))
        }
        Answer::Over => wire::result(id, json!({"outcome": {"outcome": "cancelled"}})),
    })
}

/// Answers a request in a stage: what the agent does there does not leave it.
pub fn in_stage(id: &Value, params: &Message) -> Value {
    chosen(id, params, true, None)
}

/// Whether the effect of a call comes through the gate anyway, where it is judged.
fn is_routed(gate: &Gate, wanted: &[ToolUse]) -> bool {
    let (name, version) = gate.state().info.clone();
    let is_command = |one: &ToolUse| one.tool == "Bash";
    !wanted.is_empty() && wanted.iter().all(is_command) && agents::routes_commands(&name, &version)
}

/// Judges one call under the agent's own id for it. If that id means another call already, it gets one of its own.
fn judged(gate: &Gate, wanted: &ToolUse, own: &str, named: &str, wait: &Wait) -> Answer {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | ':');
    let usable = !own.is_empty() && own.len() <= ID_MOST && own.chars().all(plain);
    let tried = usable.then(|| (own.to_owned(), gate.judge(wanted, own, true, wait)));
    let (id, answer) = match tried {
        Some((id, answer)) if !matches!(&answer, Err(e) if e.code == ErrorCode::Conflict) => (id, answer),
        _ => {
            let id = format!("acp-{}-{}", gate.nonce, gate.next());
            let answer = gate.judge(wanted, &id, false, wait);
            (id, answer)
        }
    };
    match answer {
        Ok(answer) => {
            if answer == Answer::Yes {
                gate.known(named, |known| known.allowed.push(id));
            }
            answer
        }
        Err(e) => Answer::No(e.message.to_string()),
    }
}

/// Adds what the agent said of the call before, where the request says nothing of what it does.
fn with_known(gate: &Gate, named: &str, mut call: Map<String, Value>) -> Map<String, Value> {
    let says = |field: &str| call.get(field).is_some_and(|value| !value.is_null());
    let shows = call.get("content").and_then(Value::as_array).is_some_and(|parts| !parts.is_empty());
    if says("rawInput") || says("title") || shows {
        return call;
    }
    let before = gate.state().calls.iter().find(|(id, _)| id == named).map(|(_, known)| known.fields.clone());
    for (field, value) in before.unwrap_or_default() {
        call.entry(field).or_insert(value);
    }
    call
}

/// Chooses among the agent's options the one that holds once; where there is none, the request is cancelled.
fn chosen(id: &Value, params: &Message, yes: bool, why: Option<&str>) -> Value {
    let kind = if yes { "allow_once" } else { "reject_once" };
    let options = params.get("options").and_then(Value::as_array);
    let mut fitting = options.into_iter().flatten().filter(|option| option["kind"] == kind);
    let outcome = match fitting.next().and_then(|option| option["optionId"].as_str()) {
        Some(option) => json!({"outcome": "selected", "optionId": option}),
        None => json!({"outcome": "cancelled"}),
    };
    let mut result = json!({"outcome": outcome});
    if let Some(why) = why {
        result["_meta"] = json!({OURS.trim_end_matches('-'): {"reason": why}});
    }
    wire::result(id, result)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(kinds: &[&str], yes: bool) -> Value {
        let options: Vec<Value> =
            kinds.iter().map(|kind| json!({"optionId": format!("o-{kind}"), "kind": kind})).collect();
        let params = json!({"options": options}).as_object().cloned().unwrap();
        chosen(&json!(1), &params, yes, None)["result"]["outcome"].clone()
    }

    #[test]
    fn only_what_holds_once_is_ever_chosen() {
        let all = ["allow_always", "allow_once", "reject_always", "reject_once", "allow_forever"];
        assert_eq!(with(&all, true)["optionId"], "o-allow_once");
        assert_eq!(with(&all, false)["optionId"], "o-reject_once");
        for (kinds, yes) in [
            (&["allow_always", "reject_once"][..], true),
            (&["allow_once", "reject_always"], false),
            (&[], true),
        ] {
            assert_eq!(with(kinds, yes), json!({"outcome": "cancelled"}), "{kinds:?}");
        }
    }
}
