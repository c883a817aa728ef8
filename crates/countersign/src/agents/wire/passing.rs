//! The forms of agents whose hooks can only refuse a command.

use countersign_core::{Error, Result, record::Doc};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Answer, Event, Moment, STOP, Verdict, Wire, claude, named, printed, without_nulls};

/// Qwen Code: that of Claude Code, but it replaces a command only where it would ask its user.
pub static QWEN: Wire = Wire {
    read: named,
    tell: claude,
    heard: "",
    names_calls: true,
    has_context: true,
    says_start: true,
    is_hasty: false,
};

/// Returns the answer to a [`Moment::Prompt`]: only a command that is replaced, or is ours, needs no other yes.
pub fn prompted(verdict: &Verdict) -> Answer {
    let decision = match verdict {
        Verdict::Allow { input, .. } => without_nulls(json!({"behavior": "allow", "updatedInput": input})),
        Verdict::Deny { reason, .. } => json!({"behavior": "deny", "message": reason}),
        Verdict::Nothing | Verdict::Ask { .. } => return Answer::default(),
    };
    printed(&json!({"hookSpecificOutput": {"hookEventName": "PermissionRequest", "decision": decision}}))
}

/// goose: it can only stop a call. What says neither yes nor no has failed there, and is stopped.
pub static GOOSE: Wire = Wire {
    read: named,
    tell: goose,
    heard: "{}\n",
    names_calls: true,
    has_context: false,
    says_start: true,
    is_hasty: false,
};

fn goose(verdict: &Verdict) -> Answer {
    printed(&match verdict {
        Verdict::Nothing | Verdict::Allow { .. } => json!({"decision": "allow"}),
        Verdict::Ask { reason, .. } | Verdict::Deny { reason, .. } => {
            json!({"decision": "block", "reason": reason})
        }
    })
}

/// Who only looks at the exit code, and tells the model what stands on standard error.
fn by_code(verdict: &Verdict) -> Answer {
    match verdict {
        Verdict::Nothing | Verdict::Allow { .. } => Answer::default(),
        Verdict::Ask { reason, .. } | Verdict::Deny { reason, .. } => {
            Answer { err: format!("{reason}\n"), code: STOP, ..Answer::default() }
        }
    }
}

/// Amp, which starts a program for each call: the arguments on standard input, the tool and the thread in variables.
pub static AMP: Wire = Wire {
    read: amp,
    tell: by_code,
    heard: "",
    names_calls: false,
    has_context: false,
    says_start: false,
    is_hasty: false,
};

fn amp(input: &Value) -> Result<Event> {
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    amp_event(input, variable("AGENT_TOOL_NAME"), variable("AGENT_THREAD_ID"))
}

pub(super) fn amp_event(input: &Value, tool: String, session: String) -> Result<Event> {
    let input = match input {
        Value::Object(input) if !tool.is_empty() => input.clone(),
        _ => {
            return Err(Error::invalid(
                "the event cannot be read: it names no tool, or its arguments are no object",
            ));
        }
    };
    let cwd = std::env::current_dir().ok().map(|cwd| cwd.display().to_string());
    let (moment, id) = (Moment::Before, String::new());
    Ok(Event { moment, tool, input, id, session, cwd, plans: false, by_cursor: false })
}

/// Windsurf, whose events name what is done and no tool.
pub static WINDSURF: Wire = Wire {
    read: windsurf,
    tell: by_code,
    heard: "",
    names_calls: false,
    has_context: false,
    says_start: false,
    is_hasty: false,
};

#[derive(Debug, Deserialize)]
struct Action {
    agent_action_name: String,
    #[serde(default)]
    trajectory_id: String,
    #[serde(default)]
    tool_info: Doc,
}

pub(super) fn windsurf(event: &Value) -> Result<Event> {
    let Action { agent_action_name: name, trajectory_id: session, mut tool_info } =
        serde_json::from_value(event.clone())
            .map_err(|e| Error::invalid(format!("the event cannot be read: {e}")))?;
    let (moment, tool) = match name.strip_prefix("post_") {
        Some(rest) => (Moment::After, format!("pre_{rest}")),
        None if name.starts_with("pre_") => (Moment::Before, name),
        None => (Moment::Other, name),
    };
    let cwd = tool_info.remove("cwd").and_then(|cwd| cwd.as_str().map(str::to_owned));
    let id = String::new();
    Ok(Event { moment, tool, input: tool_info, id, session, cwd, plans: false, by_cursor: false })
}
