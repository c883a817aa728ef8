//! `check`: what would happen to a call, for one call or for many lines of them.

use std::io::{self, BufRead};

use clap::{Arg, ArgAction, ArgMatches, Command};
use countersign_core::{Error, ErrorCode, Result};
use serde_json::{Map, Value, json};

use crate::{caller::Caller, cli, command::Binding, exit, output, session::Session};

/// Adds `--jsonl`; with it, the call comes from standard input.
pub fn args(mut command: Command) -> Command {
    let required: Vec<_> =
        command.get_arguments().filter(|a| a.is_required_set()).map(|a| a.get_id().clone()).collect();
    for id in required {
        command = command.mut_arg(id, |a| a.required(false).required_unless_present("jsonl"));
    }
    let jsonl = Arg::new("jsonl").long("jsonl").action(ArgAction::SetTrue);
    command.arg(jsonl.help("Reads calls {\"id\",\"tool\",\"args\",\"cwd\"?} from standard input, one a line, and answers each on a line"))
}

/// Runs it.
pub fn run(session: &Session, binding: &Binding, matches: &ArgMatches) -> Result<u8> {
    if !matches.get_flag("jsonl") {
        return cli::call(session, binding, matches);
    }
    let caller = session.caller()?;
    let mut code = exit::DONE;
    for line in io::stdin().lock().lines() {
        let line = line.map_err(|e| Error::usage(format!("standard input cannot be read: {e}")))?;
        if line.trim().is_empty() {
            continue;
        }
        let (answer, one) = judge(&caller, binding.op.spec().name, &line);
        session.screen.text(&answer.to_string())?;
        code = exit::worse(code, one);
    }
    Ok(code)
}

/// The answer to one line. A line that cannot be judged is answered with an error and the others go on.
fn judge(caller: &dyn Caller, op: &str, line: &str) -> (Value, u8) {
    let parsed = serde_json::from_str::<Map<String, Value>>(line);
    let id = parsed.as_ref().ok().and_then(|m| m.get("id").cloned()).unwrap_or_default();
    let answer = parsed.map_err(|e| Error::usage(format!("the line is not a JSON object: {e}"))).and_then(
        |mut call| {
            call.remove("id");
            caller.call(op, call.into())
        },
    );
    match answer {
        Ok(answer) => {
            let mut value = answer.value;
            value["id"] = id;
            (value, exit::of_outcome(answer.outcome))
        }
        Err(error) => {
            // A call that cannot be judged is never one that may proceed.
            let verdict = if error.code == ErrorCode::Usage { Value::Null } else { "ask".into() };
            (
                json!({"id": id, "verdict": verdict, "error": output::problem(&error)}),
                exit::of_error(error.code),
            )
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
