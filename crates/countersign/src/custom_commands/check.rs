//! `check`: the verdict on a call, for one call or for many lines of them.

use std::io::{self, BufRead};

use clap::{Arg, ArgAction, ArgMatches, Command};
use countersign_core::{
    Error, ErrorCode, Problem, Result, judge::Ruling, op::read_output, policy::operations::PolicyCheck,
};
use countersign_words::say;
use serde_json::{Map, Value, json};

use crate::{caller::Caller, exit, op_commands::Binding, session::Session};

/// Adds `--jsonl`, which reads calls from standard input, `--command` for a command line without JSON around it, and
/// `--explain`.
pub fn args(mut command: Command) -> Command {
    let required: Vec<_> =
        command.get_arguments().filter(|a| a.is_required_set()).map(|a| a.get_id().clone()).collect();
    for id in required {
        command =
            command.mut_arg(id, |a| a.required(false).required_unless_present_any(["jsonl", "command"]));
    }
    let line =
        Arg::new("command").long("command").value_name("LINE").conflicts_with_all(["tool", "args", "jsonl"]);
    command = command.arg(line.help(String::from(say!("command-arg-check-command"))));
    let explain = Arg::new("explain").long("explain").action(ArgAction::SetTrue).conflicts_with("jsonl");
    command = command.arg(explain.help(String::from(say!("command-arg-check-explain"))));
    let jsonl = Arg::new("jsonl").long("jsonl").action(ArgAction::SetTrue);
    command.arg(jsonl.help(String::from(say!("command-arg-check-jsonl"))))
}

/// Runs it.
pub fn run(session: &Session, binding: &Binding, matches: &ArgMatches) -> Result<u8> {
    if !matches.get_flag("jsonl") {
        return one(session, binding, matches);
    }
    let caller = session.onlooker()?;
    let mut code = exit::DONE;
    for line in io::stdin().lock().lines() {
        let line = line.map_err(|e| Error::usage(say!("command-stdin-unreadable", error = e)))?;
        if line.trim().is_empty() {
            continue;
        }
        let (answer, one) = judge(&caller, binding.op.spec().name, &line);
        session.screen.text(&answer.to_string())?;
        code = exit::worse(code, one);
    }
    Ok(code)
}

/// Judges one call.
fn one(session: &Session, binding: &Binding, matches: &ArgMatches) -> Result<u8> {
    let (line, explain) = (matches.get_one::<String>("command"), matches.get_flag("explain"));
    let input = match line {
        Some(line) => {
            let mut input = json!({"tool": "shell.run", "args": {"command": line}});
            for field in ["agent", "cwd"] {
                if let Some(value) = matches.get_one::<String>(field) {
                    input[field] = json!(value);
                }
            }
            input
        }
        None => {
            let mut calls = binding.calls(matches, &mut io::stdin().lock())?;
            calls.pop().map(|wanted| wanted.input).ok_or_else(|| Error::usage(say!("command-no-call")))?
        }
    };
    let words = input["args"]["argv"]
        .as_array()
        .map(|words| words.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" "));
    let text = input["args"]["command"].as_str().map(str::to_owned).or(words);
    let op = binding.op.spec().name;
    let answer = session.onlooker()?.call(op, input)?;
    if let (true, false, Some(text)) = (explain, session.screen.json, text) {
        let judged = read_output::<PolicyCheck>(answer.value.clone())?;
        session.screen.explained(&text, &judged.facts)?;
    }
    session.screen.answer(op, &answer.value)?;
    Ok(exit::of_outcome(answer.outcome))
}

/// Answers one line. A line that cannot be judged gets an error, and the others continue.
fn judge(caller: &dyn Caller, op: &str, line: &str) -> (Value, u8) {
    let parsed = serde_json::from_str::<Map<String, Value>>(line);
    let id = parsed.as_ref().ok().and_then(|m| m.get("id").cloned()).unwrap_or_default();
    let answer =
        parsed.map_err(|e| Error::usage(say!("command-line-no-json", error = e))).and_then(|mut call| {
            call.remove("id");
            caller.call(op, call.into())
        });
    match answer {
        Ok(answer) => {
            let mut value = answer.value;
            value["id"] = id;
            (value, exit::of_outcome(answer.outcome))
        }
        Err(error) => {
            // A call that cannot be judged must never proceed.
            let verdict =
                if error.code == ErrorCode::Usage { Value::Null } else { Ruling::Ask.as_str().into() };
            (json!({"id": id, "verdict": verdict, "error": Problem::of(&error)}), exit::of_error(error.code))
        }
    }
}

#[cfg(test)]
mod tests {
    use countersign_core::{Answer, Outcome};

    use super::*;

    struct Echo;
    impl Caller for Echo {
        fn call(&self, _: &str, input: Value) -> Result<Answer> {
            if input["tool"] == "none" {
                return Err(Error::not_found("there is no tool \"none\""));
            }
            Ok(Answer {
                value: json!({"verdict": "ask", "input": input}),
                outcome: Outcome::Done,
                event: None,
                jobs: Vec::new(),
            })
        }
    }

    #[test]
    fn each_line_is_answered_with_its_id() {
        let (answer, code) = judge(&Echo, "policy.check", r#"{"id": 7, "tool": "a", "args": {}}"#);
        assert_eq!(
            (answer["id"].clone(), answer["verdict"].clone(), code),
            (json!(7), json!("ask"), exit::DONE)
        );
        assert_eq!(
            answer["input"],
            json!({"tool": "a", "args": {}}),
            "the id is the caller's, not the operation's"
        );
    }

    #[test]
    fn a_bad_line_is_answered_with_an_error() {
        for (line, code, kind) in [
            ("{", exit::USAGE, "usage"),
            ("[1]", exit::USAGE, "usage"),
            (r#"{"id":1,"tool":"none"}"#, exit::MISSING, "not_found"),
        ] {
            let (answer, got) = judge(&Echo, "policy.check", line);
            assert_eq!((got, answer["error"]["code"].as_str()), (code, Some(kind)), "{line}");
            assert_ne!(answer["verdict"], "proceed");
        }
    }
}
