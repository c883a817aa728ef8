//! How agents send events to hooks and read their answers: an event of any of them becomes an [`Event`], a [`Verdict`]
//! the answer that it understands. A new form is a [`Wire`].

mod passing;

use countersign_core::{Error, Result, record::Doc};

use serde::Deserialize;
use serde_json::{Value, json};

pub use self::passing::{AMP, GOOSE, QWEN, WINDSURF, prompted};

/// The form of an agent's events and answers.
pub struct Wire {
    /// Reads an event.
    pub read: fn(&Value) -> Result<Event>,
    /// Writes the answer to a call that is about to be made.
    pub tell: fn(&Verdict) -> Answer,
    /// Writes the answer to any other event.
    pub heard: &'static str,
    /// Whether its events have an id for each call.
    pub names_calls: bool,
    /// Whether news for the model can be told with a yes.
    pub has_context: bool,
    /// Whether it says when the agent has started.
    pub says_start: bool,
    /// Whether it hardly waits for an answer: then a command is judged when it runs, by which time the agent waits.
    pub is_hasty: bool,
}

/// When a hook was started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// The agent has started.
    Begun,
    /// It is about to call a tool.
    Before,
    /// It would ask its user about a call, and another event follows before the call is made.
    Prompt,
    /// It has called one.
    After,
    /// Anything else.
    Other,
}

/// An event of an agent.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// When.
    pub moment: Moment,
    /// The tool, in the agent's words.
    pub tool: String,
    /// Its input, in the agent's words.
    pub input: Doc,
    /// The agent's id for the call; empty if it has none.
    pub id: String,
    /// The agent's session.
    pub session: String,
    /// The folder in which the call would be made.
    pub cwd: Option<String>,
    /// Whether the agent only plans, as Claude Code in its plan mode.
    pub plans: bool,
    /// Whether Cursor sent it, which runs the hooks of Claude Code as well.
    pub by_cursor: bool,
}

/// What is said of a call.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// Nothing: the agent decides by its own rules.
    Nothing,
    /// It may be made.
    Allow {
        /// Why.
        reason: Option<String>,
        /// With this input instead of its own.
        input: Option<Doc>,
        /// What the agent does not know yet.
        news: Option<String>,
    },
    /// It may be made if the agent's user, who has a rule that asks about it, says yes, too.
    Ask {
        /// The rule.
        reason: String,
        /// With this input instead of its own.
        input: Option<Doc>,
    },
    /// It may not.
    Deny {
        /// Why.
        reason: String,
        /// Whether that is because it could not be judged.
        failed: bool,
    },
}

/// What a hook prints, and its exit code.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// On standard output.
    pub out: String,
    /// On standard error.
    pub err: String,
    /// The exit code.
    pub code: u8,
}

/// The exit code that stops an agent.
const STOP: u8 = 2;

fn printed(value: &Value) -> Answer {
    Answer { out: format!("{value}\n"), ..Answer::default() }
}

fn without_nulls(mut value: Value) -> Value {
    if let Value::Object(fields) = &mut value {
        fields.retain(|_, v| !v.is_null());
    }
    value
}

/// The fields of an event as Claude Code, Codex, Gemini CLI, Cursor, Qwen Code, goose and Crush name them. Some send two
/// that are the same.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Named {
    hook_event_name: String,
    event: String,
    tool_name: String,
    tool_input: Doc,
    tool_use_id: String,
    tool_call_id: String,
    session_id: String,
    conversation_id: String,
    cwd: Option<String>,
    working_dir: Option<String>,
    permission_mode: Option<String>,
    cursor_version: Option<Value>,
}

fn named(event: &Value) -> Result<Event> {
    let event: Named = serde_json::from_value(event.clone())
        .map_err(|e| Error::invalid(format!("the event cannot be read: {e}")))?;
    let first = |name: String, other: String| if name.is_empty() { other } else { name };
    let name = first(event.hook_event_name, event.event);
    if name.is_empty() {
        return Err(Error::invalid("the event cannot be read: it does not say which it is"));
    }
    let moment = match name.as_str() {
        "PreToolUse" | "BeforeTool" | "preToolUse" => Moment::Before,
        "PostToolUse" | "PostToolUseFailure" | "AfterTool" | "postToolUse" | "postToolUseFailure" => {
            Moment::After
        }
        "PermissionRequest" => Moment::Prompt,
        "SessionStart" | "sessionStart" => Moment::Begun,
        _ => Moment::Other,
    };
    Ok(Event {
        moment,
        tool: event.tool_name,
        input: event.tool_input,
        id: first(event.tool_use_id, event.tool_call_id),
        session: first(event.session_id, event.conversation_id),
        cwd: event.cwd.or(event.working_dir),
        plans: event.permission_mode.is_some_and(|mode| mode == "plan"),
        by_cursor: event.cursor_version.is_some_and(|version| !version.is_null()),
    })
}

/// Claude Code, and who took it over.
pub static CLAUDE: Wire = Wire {
    read: named,
    tell: claude,
    heard: "",
    names_calls: true,
    has_context: true,
    says_start: true,
    is_hasty: false,
};

fn claude(verdict: &Verdict) -> Answer {
    let answer = match verdict {
        Verdict::Nothing => return Answer::default(),
        // The code stops it even where the answer is not read.
        Verdict::Deny { reason, failed: true } => {
            return Answer { err: format!("{reason}\n"), code: STOP, ..Answer::default() };
        }
        Verdict::Allow { reason, input, news } => json!({
            "permissionDecision": "allow", "permissionDecisionReason": reason, "updatedInput": input,
            "additionalContext": news,
        }),
        Verdict::Ask { reason, input } => json!({
            "permissionDecision": "ask", "permissionDecisionReason": reason, "updatedInput": input,
        }),
        Verdict::Deny { reason, .. } => {
            json!({"permissionDecision": "deny", "permissionDecisionReason": reason})
        }
    };
    let mut answer = without_nulls(answer);
    answer["hookEventName"] = "PreToolUse".into();
    printed(&json!({"hookSpecificOutput": answer}))
}

/// Codex: it accepts a yes only with another input; without one it goes on by itself.
pub static CODEX: Wire = Wire {
    read: named,
    tell: codex,
    heard: "",
    names_calls: true,
    has_context: true,
    says_start: true,
    is_hasty: false,
};

fn codex(verdict: &Verdict) -> Answer {
    match verdict {
        Verdict::Allow { input: None, news: None, .. } => Answer::default(),
        Verdict::Allow { input: None, news: Some(news), .. } => printed(&json!({
            "hookSpecificOutput": {"additionalContext": news, "hookEventName": "PreToolUse"}
        })),
        other => claude(other),
    }
}

/// Gemini CLI. It takes silence for a yes, so something is always said.
pub static GEMINI: Wire = Wire {
    read: named,
    tell: gemini,
    heard: "{}\n",
    names_calls: false,
    has_context: false,
    says_start: true,
    is_hasty: false,
};

fn gemini(verdict: &Verdict) -> Answer {
    printed(&match verdict {
        Verdict::Allow { input: Some(input), .. } => json!({
            "decision": "allow", "hookSpecificOutput": {"hookEventName": "BeforeTool", "tool_input": input}
        }),
        Verdict::Nothing | Verdict::Allow { .. } => json!({"decision": "allow"}),
        Verdict::Ask { reason, .. } | Verdict::Deny { reason, .. } => {
            json!({"decision": "deny", "reason": reason})
        }
    })
}

/// Cursor. An empty answer stops a call there.
pub static CURSOR: Wire = Wire {
    read: named,
    tell: cursor,
    heard: "{}\n",
    names_calls: true,
    has_context: true,
    says_start: true,
    is_hasty: false,
};

fn cursor(verdict: &Verdict) -> Answer {
    printed(&match verdict {
        Verdict::Nothing => json!({"permission": "allow"}),
        Verdict::Allow { input, news, .. } => {
            without_nulls(json!({"permission": "allow", "updated_input": input, "additional_context": news}))
        }
        Verdict::Ask { reason, .. } | Verdict::Deny { reason, .. } => {
            json!({"permission": "deny", "user_message": reason, "agent_message": reason})
        }
    })
}

/// GitHub Copilot CLI. A yes would win over what its user has denied, so there is none: without objection its own rules
/// decide.
pub static COPILOT: Wire = Wire {
    read: copilot_event,
    tell: copilot,
    heard: "{}\n",
    names_calls: false,
    has_context: false,
    says_start: true,
    is_hasty: false,
};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Camel {
    #[serde(default)]
    session_id: String,
    #[serde(default)]
    cwd: Option<String>,
    #[serde(default)]
    tool_name: String,
    #[serde(default)]
    tool_args: Value,
    #[serde(default)]
    tool_result: Option<Value>,
    #[serde(default)]
    tool_call_id: String,
}

/// Its events do not say which they are: only a call that was made has a result, and only a start has no tool.
fn copilot_event(event: &Value) -> Result<Event> {
    let failed = |e: &dyn std::fmt::Display| Error::invalid(format!("the event cannot be read: {e}"));
    let event: Camel = serde_json::from_value(event.clone()).map_err(|e| failed(&e))?;
    let moment = match (event.tool_name.is_empty(), event.tool_result.is_some()) {
        (true, _) => Moment::Begun,
        (_, true) => Moment::After,
        _ => Moment::Before,
    };
    let input = match event.tool_args {
        Value::Object(input) => input,
        Value::Null => Doc::new(),
        // A patch is given as it is.
        Value::String(patch) if event.tool_name == "apply_patch" => {
            Doc::from_iter([("patch".to_owned(), patch.into())])
        }
        Value::String(text) => serde_json::from_str(&text).map_err(|e| failed(&e))?,
        _ => return Err(failed(&"the arguments are no object")),
    };
    Ok(Event {
        moment,
        tool: event.tool_name,
        input,
        id: event.tool_call_id,
        session: event.session_id,
        cwd: event.cwd,
        plans: false,
        by_cursor: false,
    })
}

fn copilot(verdict: &Verdict) -> Answer {
    printed(&match verdict {
        Verdict::Allow { input: Some(input), .. } => json!({"modifiedArgs": input}),
        Verdict::Nothing | Verdict::Allow { .. } => json!({}),
        Verdict::Ask { reason, .. } | Verdict::Deny { reason, .. } => {
            json!({"permissionDecision": "deny", "permissionDecisionReason": reason})
        }
    })
}

/// Our own plugins: `deny` with a reason, or `input`, or nothing.
pub static PLUGIN: Wire = Wire {
    read: plugin_event,
    tell: plugin,
    heard: "{}\n",
    names_calls: true,
    has_context: false,
    says_start: true,
    is_hasty: false,
};

/// The same for Cline, which waits three seconds for a plugin. What its plugin says at the start may be missed, as by a
/// daemon that is not there yet, so its process is registered before each call.
pub static CLINE: Wire = Wire { is_hasty: true, says_start: false, ..PLUGIN };

#[derive(Debug, Deserialize)]
struct OfPlugin {
    event: String,
    #[serde(default)]
    tool: String,
    #[serde(default)]
    input: Doc,
    #[serde(default)]
    id: String,
    #[serde(default)]
    session: String,
    #[serde(default)]
    cwd: Option<String>,
}

fn plugin_event(event: &Value) -> Result<Event> {
    let event: OfPlugin = serde_json::from_value(event.clone())
        .map_err(|e| Error::invalid(format!("the event cannot be read: {e}")))?;
    let moment = match event.event.as_str() {
        "begun" => Moment::Begun,
        "before" => Moment::Before,
        "after" => Moment::After,
        _ => Moment::Other,
    };
    let OfPlugin { tool, input, id, session, cwd, .. } = event;
    Ok(Event { moment, tool, input, id, session, cwd, plans: false, by_cursor: false })
}

fn plugin(verdict: &Verdict) -> Answer {
    printed(&match verdict {
        Verdict::Allow { input: Some(input), .. } => json!({"input": input}),
        Verdict::Nothing | Verdict::Allow { .. } => json!({}),
        Verdict::Ask { reason, .. } | Verdict::Deny { reason, .. } => json!({"deny": reason}),
    })
}

/// Crush: a yes skips its own prompt, so there is one only for what was judged.
pub static CRUSH: Wire = Wire {
    read: named,
    tell: crush,
    heard: "{}\n",
    names_calls: false,
    has_context: false,
    says_start: false,
    is_hasty: false,
};

fn crush(verdict: &Verdict) -> Answer {
    printed(&match verdict {
        Verdict::Nothing => json!({"version": 1}),
        Verdict::Allow { input, .. } => {
            without_nulls(json!({"version": 1, "decision": "allow", "updated_input": input}))
        }
        Verdict::Ask { reason, .. } | Verdict::Deny { reason, .. } => {
            json!({"version": 1, "decision": "deny", "reason": reason})
        }
    })
}

#[cfg(test)]
mod tests {
    use super::{
        passing::{amp_event, windsurf},
        *,
    };

    const WIRES: [(&str, &Wire); 11] = [
        ("qwen", &QWEN),
        ("goose", &GOOSE),
        ("crush", &CRUSH),
        ("amp", &AMP),
        ("windsurf", &WINDSURF),
        ("claude", &CLAUDE),
        ("codex", &CODEX),
        ("gemini", &GEMINI),
        ("cursor", &CURSOR),
        ("copilot", &COPILOT),
        ("plugin", &PLUGIN),
    ];

    #[test]
    fn a3_a_call_that_could_not_be_judged_is_denied_in_every_form() {
        for (name, wire) in WIRES {
            let told = (wire.tell)(&Verdict::Deny { reason: "no daemon".into(), failed: true });
            let said = told.out.contains("deny")
                || told.out.contains("block")
                || (told.code == 2 && !told.err.is_empty());
            assert!(said && (told.out + &told.err).contains("no daemon"), "{name}");
            let told = (wire.tell)(&Verdict::Deny { reason: "no".into(), failed: false });
            let by_code = told.code == 2 && told.err == "no\n";
            assert!((told.out.contains("\"no\"") && told.code == 0) || by_code, "{name}");
        }
    }

    #[test]
    fn copilot_is_never_told_that_it_may() {
        let input = Doc::from_iter([("command".to_owned(), json!("x"))]);
        for input in [None, Some(input)] {
            let told = (COPILOT.tell)(&Verdict::Allow { reason: Some("yes".into()), input, news: None });
            assert!(!told.out.contains("permissionDecision") && !told.out.contains("allow"), "{told:?}");
        }
        assert_eq!((COPILOT.tell)(&Verdict::Nothing).out, "{}\n");
    }

    #[test]
    fn a_prompt_is_answered_only_for_a_command_that_is_replaced() {
        let input = Doc::from_iter([("command".to_owned(), json!("x"))]);
        let told = prompted(&Verdict::Allow { reason: None, input: Some(input), news: None });
        let told: Value = serde_json::from_str(&told.out).unwrap();
        let decision = &told["hookSpecificOutput"]["decision"];
        assert_eq!(decision, &json!({"behavior": "allow", "updatedInput": {"command": "x"}}));
        assert_eq!(prompted(&Verdict::Nothing), Answer::default());
    }

    #[test]
    fn who_takes_silence_for_a_yes_or_a_no_always_hears_something() {
        for wire in [&GEMINI, &CURSOR, &COPILOT, &PLUGIN, &GOOSE, &CRUSH] {
            let told = (wire.tell)(&Verdict::Nothing);
            assert!(serde_json::from_str::<Value>(&told.out).is_ok() && !wire.heard.is_empty());
        }
    }

    #[test]
    fn events_of_each_form_become_the_same() {
        let claude = json!({"hook_event_name": "PreToolUse", "tool_name": "x", "tool_input": {"a": 1},
            "tool_use_id": "t", "session_id": "s", "cwd": "/w"});
        let event = named(&claude).unwrap();
        assert_eq!((event.moment, event.by_cursor), (Moment::Before, false));
        let cursor = json!({"hook_event_name": "preToolUse", "tool_name": "x", "tool_input": {"a": 1},
            "tool_use_id": "t", "conversation_id": "s", "cwd": "/w", "cursor_version": "3.1"});
        assert_eq!(named(&cursor).unwrap(), Event { by_cursor: true, ..event.clone() });
        let copilot = json!({"sessionId": "s", "timestamp": 1, "cwd": "/w", "toolName": "x", "toolArgs": {"a": 1},
            "toolCallId": "t"});
        assert_eq!(copilot_event(&copilot).unwrap(), event);
        let goose = json!({"event": "PreToolUse", "tool_name": "x", "tool_input": {"a": 1}, "tool_call_id": "t",
            "session_id": "s", "matcher_context": "x", "working_dir": "/w"});
        assert_eq!(named(&goose).unwrap(), event);
        let qwen = json!({"hook_event_name": "PreToolUse", "tool_name": "x", "tool_input": {"a": 1},
            "tool_use_id": "t", "tool_call_id": "t", "session_id": "s", "cwd": "/w"});
        assert_eq!(named(&qwen).unwrap(), event);
        let asked = json!({"hook_event_name": "PermissionRequest", "tool_name": "x", "tool_input": {"a": 1},
            "tool_use_id": "t", "session_id": "s", "cwd": "/w"});
        assert_eq!(named(&asked).unwrap(), Event { moment: Moment::Prompt, ..event.clone() });
        let made = json!({"agent_action_name": "post_write_code", "trajectory_id": "s",
            "tool_info": {"file_path": "/w/a", "edits": []}});
        let made = windsurf(&made).unwrap();
        assert_eq!((made.moment, made.tool.as_str()), (Moment::After, "pre_write_code"));
        let amp = amp_event(&json!({"a": 1}), "x".into(), "s".into()).unwrap();
        assert_eq!((&amp.tool, &amp.input, amp.moment), (&event.tool, &event.input, Moment::Before));
        assert!(amp_event(&json!({}), String::new(), String::new()).is_err());
        assert!(amp_event(&json!([]), "x".into(), String::new()).is_err());
        let ours = json!({"event": "before", "tool": "x", "input": {"a": 1}, "id": "t", "session": "s", "cwd": "/w"});
        assert_eq!(plugin_event(&ours).unwrap(), event);
        for (read, bad) in [
            (copilot_event as fn(&Value) -> Result<Event>, json!({"toolName": "x", "toolArgs": "{"})),
            (copilot_event, json!({"toolName": "x", "toolArgs": [1]})),
            (named, json!({"tool_name": "x"})),
            (plugin_event, json!([])),
        ] {
            assert!(read(&bad).is_err(), "{bad}");
        }
        let patch = json!({"toolName": "apply_patch", "toolArgs": "*** Begin Patch"});
        assert_eq!(copilot_event(&patch).unwrap().input["patch"], "*** Begin Patch");
    }
}
