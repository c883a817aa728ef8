//! Terminals: a command that the agent runs through the client is a command of its run. The gate judges it, rehearses it
//! where that helps, and runs it; the agent reads its output when it has ended.

use std::{
    sync::{
        Arc, Condvar, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use countersign_core::{handover::quoted, record::Doc};
use serde_json::{Value, json};

use super::{
    gate::{Gate, Message, Wait},
    judge::Became,
    wire,
};
use crate::exit;

/// How many terminals may be open.
const MOST: usize = 64;
/// How much output is kept, unless the agent wants less.
const OUTPUT_MOST: usize = 1 << 20;
/// The exit code of a command that a time limit ended, as for `exec`.
const BY_TIME: u64 = 124;

/// A command and what became of it.
#[derive(Debug, Default)]
pub struct Terminal {
    end: Mutex<Option<End>>,
    ended: Condvar,
    is_over: Arc<AtomicBool>,
    most: usize,
}

/// How a command ended.
#[derive(Debug, Clone, Default)]
struct End {
    output: String,
    truncated: bool,
    code: Option<u64>,
    signal: Option<String>,
}

impl Terminal {
    /// Ends the waiting for it.
    pub fn end(&self) {
        self.is_over.store(true, Ordering::SeqCst);
    }

    fn told(&self) -> Value {
        let end = self.end.lock().unwrap_or_else(PoisonError::into_inner).clone();
        match end {
            None => json!({"output": "", "truncated": false}),
            Some(end) => json!({"output": end.output, "truncated": end.truncated,
                "exitStatus": {"exitCode": end.code, "signal": end.signal}}),
        }
    }

    fn finish(&self, mut end: End) {
        if end.output.len() > self.most {
            let mut from = end.output.len() - self.most;
            while !end.output.is_char_boundary(from) {
                from += 1;
            }
            end.output.drain(..from);
            end.truncated = true;
        }
        *self.end.lock().unwrap_or_else(PoisonError::into_inner) = Some(end);
        self.ended.notify_all();
    }

    /// Waits for its end.
    fn wait(&self, wait: &Wait) -> Option<End> {
        let mut end = self.end.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if end.is_some() || wait.is_over() {
                return end.clone();
            }
            let waited = self.ended.wait_timeout(end, Duration::from_millis(300));
            end = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

/// Answers a request about terminals.
pub fn answer(gate: &Gate, method: &str, id: &Value, params: &Message, wait: &Wait) -> Value {
    if method == "terminal/create" {
        return create(gate, id, params, wait);
    }
    let named = params.get("terminalId").and_then(Value::as_str).unwrap_or_default();
    let terminal = gate.state().terminals.get(named).cloned();
    let Some(terminal) = terminal else {
        return wire::error(id, wire::NO_RESOURCE, "there is no such terminal");
    };
    match method {
        "terminal/output" => wire::result(id, terminal.told()),
        "terminal/wait_for_exit" => match terminal.wait(wait) {
            Some(end) => wire::result(id, json!({"exitCode": end.code, "signal": end.signal})),
            None => wire::error(id, wire::CANCELLED, "cancelled"),
        },
        "terminal/kill" | "terminal/release" => {
            terminal.end();
            if method == "terminal/release" {
                gate.state().terminals.remove(named);
            }
            wire::result(id, json!({}))
        }
        _ => wire::error(id, wire::NO_METHOD, "Method not found"),
    }
}

fn create(gate: &Gate, id: &Value, params: &Message, wait: &Wait) -> Value {
    let Some(args) = command(gate, params, wait) else {
        return wire::error(id, wire::BAD_PARAMS, "the command cannot be read");
    };
    let most = params.get("outputByteLimit").and_then(Value::as_u64).and_then(|n| usize::try_from(n).ok());
    let terminal =
        Arc::new(Terminal { most: most.unwrap_or(OUTPUT_MOST).min(OUTPUT_MOST), ..Terminal::default() });
    let name = format!("countersign-{}-{}", gate.nonce, gate.next());
    {
        let mut state = gate.state();
        if state.terminals.len() >= MOST {
            return wire::error(id, wire::REFUSED, "too many terminals are open");
        }
        state.terminals.insert(name.clone(), terminal.clone());
    }
    // The agent gets its terminal at once; what it waits for is the end of the command.
    let _gone = gate.child.send(&wire::result(id, json!({"terminalId": name})));
    let waits = Wait { is_over: terminal.is_over.clone(), ..wait.clone() };
    let number = gate.next();
    gate.state().waits.insert(number, waits.clone());
    terminal.finish(match gate.carry_out("shell.run", args, &waits) {
        Ok(Became::Done(result)) => of_result(&result),
        Ok(Became::Not(why)) => refused(&why),
        Ok(Became::Over) => End { signal: Some("SIGTERM".to_owned()), ..End::default() },
        Err(e) => refused(&e.message),
    });
    gate.state().waits.remove(&number);
    Value::Null
}

/// The arguments of `shell.run`. Without words of its own, the command is a line for a shell.
fn command(gate: &Gate, params: &Message, wait: &Wait) -> Option<Doc> {
    let command = params.get("command")?.as_str().filter(|command| !command.trim().is_empty())?;
    let words = match params.get("args") {
        None | Some(Value::Null) => Vec::new(),
        Some(words) => words.as_array()?.iter().map(Value::as_str).collect::<Option<Vec<_>>>()?,
    };
    let line = match words.as_slice() {
        [] => command.to_owned(),
        words => [command].iter().chain(words).map(|word| quoted(word)).collect::<Vec<_>>().join(" "),
    };
    let folder = gate.folder(&wait.session);
    let cwd = match params.get("cwd") {
        None | Some(Value::Null) => folder,
        Some(cwd) => super::call::absolute(cwd.as_str()?, &folder),
    };
    let mut args = json!({"command": line, "cwd": cwd}).as_object().cloned()?;
    let variables = params.get("env").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let mut env = Doc::new();
    for variable in variables {
        let name = variable["name"].as_str()?;
        // Agents mark what they start with an id of their session; it changes nothing, and would make every command new.
        if name != "AGENT_SESSION_ID" {
            env.insert(name.to_owned(), variable["value"].as_str()?.into());
        }
    }
    if !env.is_empty() {
        args.insert("env".to_owned(), env.into());
    }
    Some(args)
}

fn of_result(result: &Value) -> End {
    let text = |name: &str| result[name].as_str().unwrap_or_default();
    let signal = result["signal"].as_u64().map(|signal| signal.to_string());
    let code = match result["timed_out"] == true {
        true => Some(BY_TIME),
        false => result["exit_code"].as_u64(),
    };
    End {
        output: format!("{}{}", text("stdout"), text("stderr")),
        truncated: result["stdout_truncated"] == true || result["stderr_truncated"] == true,
        code,
        signal: signal.filter(|_| code.is_none()),
    }
}

fn refused(why: &str) -> End {
    let code = Some(u64::from(exit::REFUSED));
    End { output: format!("countersign: {why}\n"), code, ..End::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_long_output_is_kept_and_said_to_be_a_part() {
        let terminal = Terminal { most: 4, ..Terminal::default() };
        assert_eq!(terminal.told(), json!({"output": "", "truncated": false}));
        terminal.finish(of_result(&json!({"stdout": "abcdéf", "stderr": "", "exit_code": 3})));
        let told = terminal.told();
        assert_eq!((&told["output"], &told["truncated"]), (&json!("déf"), &json!(true)));
        assert_eq!(told["exitStatus"]["exitCode"], 3);
    }
}
