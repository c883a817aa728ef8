//! From a command line to an exit code.

use std::{
    ffi::OsString,
    io::{self, IsTerminal, Write},
};

use clap::ArgMatches;
use countersign_core::{Error, OPS, Problem, Result};
use countersign_words::Language;
use serde_json::{Value, json};

use crate::{
    caller::Caller,
    custom_commands, exit, help,
    op_commands::{self, Binding, Detail, Wanted},
    output::{self, Given, Screen, language},
    render,
    session::Session,
};

/// Runs one command line.
pub fn run(argv: Vec<OsString>) -> u8 {
    let has = |names: &[&str]| argv.iter().take_while(|a| *a != "--").any(|a| names.iter().any(|n| a == n));
    let json = has(&["--json"]);
    output::note(Given { verbose: has(&["-v", "--verbose"]), no_pager: has(&["--no-pager"]) });
    let code = match try_run(&argv, json) {
        Ok(code) => code,
        Err(error) => {
            Screen { json }.problem(&error);
            exit::of_error(error.code)
        }
    };
    output::tell_rest();
    code
}

fn try_run(argv: &[OsString], json: bool) -> Result<u8> {
    let named = argv.get(1..).unwrap_or_default();
    if let Some(code) = run_alone(argv, named, json)? {
        return Ok(code);
    }
    let bindings = op_commands::bindings(OPS)?;
    let (argv, all) = &helping(argv);
    let detail = if *all { Detail::All } else { Detail::Named(named) };
    let tree = |language| op_commands::tree(&bindings, &custom_commands::shapes(), &detail, language);
    let matches = match tree(Language::English)?.try_get_matches_from(argv) {
        Ok(matches) => matches,
        Err(error) if json && error.use_stderr() => return tell(&error, json),
        // A person will read the help, so it is rebuilt for them, in their language.
        Err(error) => {
            let language = if json { Language::English } else { language() };
            let again = help::explained(tree(language)?, *all, language).try_get_matches_from(argv);
            return tell(&again.err().unwrap_or(error), json);
        }
    };
    let (path, own) = op_commands::chosen(&matches);
    let session = Session::new(json)?;
    if let Some(run) = custom_commands::find(&path) {
        return run(&session, own);
    }
    let binding = bindings
        .iter()
        .find(|b| b.path == path)
        .ok_or_else(|| Error::bug(format!("{path:?} is not bound")))?;
    match custom_commands::replacement(binding.op.spec().name) {
        Some(run) => run(&session, binding, own),
        None => call(&session, binding, own),
    }
}

/// Replaces `--help-all`, which every command takes, by `--help`; says whether it was there.
fn helping(argv: &[OsString]) -> (Vec<OsString>, bool) {
    let own = argv.iter().take_while(|a| *a != "--").count();
    let all = argv[..own].iter().any(|a| a == op_commands::HELP_ALL);
    let word = |(n, a): (usize, &OsString)| match n < own && a == op_commands::HELP_ALL {
        true => OsString::from("--help"),
        false => a.clone(),
    };
    (argv.iter().enumerate().map(word).collect(), all)
}

/// Runs a custom command without building the command tree of all operations, which takes more memory than a bridge
/// that runs as long as its agent. Returns `None` if it is another command, or if clap has something to print.
fn run_alone(argv: &[OsString], named: &[OsString], json: bool) -> Result<Option<u8>> {
    let Some((shape, run)) = named.first().and_then(|word| custom_commands::alone(word.to_str()?)) else {
        return Ok(None);
    };
    let root = op_commands::tree(&[], &[shape], &Detail::Named(named), Language::English)?;
    let Ok(matches) = root.try_get_matches_from(argv) else { return Ok(None) };
    run(&Session::new(json)?, op_commands::chosen(&matches).1).map(Some)
}

/// Makes the calls of a command and prints their answers.
pub fn call(session: &Session, binding: &Binding, matches: &ArgMatches) -> Result<u8> {
    let calls = binding.calls(matches, &mut io::stdin().lock())?;
    let caller = session.caller()?;
    let op = binding.op.spec().name;
    if binding.fans_out() {
        return each(&session.screen, &caller, calls, &|wanted| Ok((op, wanted.input)));
    }
    let mut code = exit::DONE;
    for wanted in calls {
        let further = render::is_further(op, &wanted.input);
        let answer = caller.call(op, wanted.input)?;
        if further && !session.screen.json && render::lists_nothing(&answer.value) {
            session.screen.text(&session.screen.view().t("term-no-more"))?;
        } else {
            session.screen.answer(op, &answer.value)?;
        }
        code = exit::worse(code, exit::of_outcome(answer.outcome));
    }
    Ok(code)
}

/// Says which operation a word is a call of, and its input.
pub type OpOf<'a> = &'a dyn Fn(Wanted) -> Result<(&'static str, Value)>;

/// Makes one call per word, in order, and continues after failures. The worst result is the exit code.
pub fn each(screen: &Screen, caller: &dyn Caller, calls: Vec<Wanted>, op_of: OpOf<'_>) -> Result<u8> {
    let mut results = Vec::new();
    let mut code = exit::DONE;
    for wanted in calls {
        let word = wanted.word.clone();
        let made = op_of(wanted).and_then(|(op, input)| Ok((op, caller.call(op, input)?)));
        let (result, one) = match made {
            Ok((op, answer)) => {
                if !screen.json {
                    screen.answer(op, &answer.value)?;
                }
                let code = exit::of_outcome(answer.outcome);
                match answer.value {
                    // Of several at once: a result for each.
                    Value::Object(mut value) if value.contains_key("results") => {
                        let parts = value.remove("results").unwrap_or_default();
                        results.extend(parts.as_array().into_iter().flatten().cloned());
                        (Value::Null, code)
                    }
                    value => (value, code),
                }
            }
            Err(error) => {
                if !screen.json {
                    screen.complain(word.as_deref(), &error);
                }
                (failed(word, &error), exit::of_error(error.code))
            }
        };
        results.extend(Some(result).filter(|result| !result.is_null()));
        code = exit::worse(code, one);
    }
    if screen.json {
        screen.value(&json!({"results": results}))?;
    }
    Ok(code)
}

fn failed(word: Option<String>, error: &Error) -> Value {
    let mut element = json!({"item": word, "status": error.code.as_str(), "message": error.message});
    if let Some(hint) = &error.hint {
        element["hint"] = hint.as_str().into();
    }
    element
}

/// Prints clap's message: help and version are answers, everything else is a usage error.
fn tell(error: &clap::Error, json: bool) -> Result<u8> {
    let screen = Screen { json };
    if !error.use_stderr() {
        let colour = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty());
        let text = error.render();
        screen.text(&if colour { text.ansi().to_string() } else { text.to_string() })?;
        return Ok(exit::DONE);
    }
    if json {
        screen.value(&Problem::of(&as_usage(&error.render().to_string())).to_json(Language::English))?;
    } else if screen.misused(error) {
        return Ok(exit::USAGE);
    } else if error.print().is_err() {
        // Standard error is closed; the exit code still reports it.
        let _ = io::stderr().flush();
    }
    Ok(exit::USAGE)
}

/// Splits clap's text: the first paragraph is the error, the rest is help.
fn as_usage(text: &str) -> Error {
    let one_line = |t: &str| t.split_whitespace().collect::<Vec<_>>().join(" ");
    let (what, help) = text.split_once("\n\n").unwrap_or((text, ""));
    let what = one_line(what);
    let error = Error::usage(what.strip_prefix("error: ").unwrap_or(&what));
    match one_line(help) {
        help if help.is_empty() => error,
        help => error.hint(help),
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use countersign_core::{Answer, Outcome};

    use super::*;

    struct Scripted(RefCell<Vec<Result<Outcome>>>);

    impl Caller for Scripted {
        fn call(&self, _: &str, input: Value) -> Result<Answer> {
            let outcome = self.0.borrow_mut().remove(0)?;
            Ok(Answer { value: input, outcome, event: None, jobs: Vec::new() })
        }
    }

    fn code_of(script: Vec<Result<Outcome>>) -> (u8, usize) {
        let words =
            (0..script.len()).map(|n| Wanted { word: Some(format!("i{n}")), input: json!({"item": n}) });
        let caller = Scripted(RefCell::new(script));
        let calls = words.collect();
        let of = |wanted: Wanted| Ok(("item.confirm", wanted.input));
        let code = each(&Screen { json: true }, &caller, calls, &of).unwrap();
        (code, caller.0.borrow().len())
    }

    #[test]
    fn a_failure_does_not_stop_the_words_after_it_and_the_worst_code_wins() {
        let script =
            vec![Ok(Outcome::Done), Err(Error::not_found("x")), Ok(Outcome::Stale), Ok(Outcome::Done)];
        assert_eq!(code_of(script), (exit::MISSING, 0));
        assert_eq!(code_of(vec![Ok(Outcome::Done), Ok(Outcome::Held)]), (exit::HELD, 0));
        assert_eq!(code_of(vec![Ok(Outcome::Done)]), (exit::DONE, 0));
    }

    #[test]
    fn an_error_of_one_word_is_an_element_that_names_it() {
        let element = failed(Some("i9".into()), &Error::not_found("there is no item i9").hint("look"));
        assert_eq!(
            element,
            json!({"item": "i9", "status": "not_found", "message": "there is no item i9", "hint": "look"})
        );
    }

    #[test]
    fn wrong_usage_is_told_in_one_line_with_its_help_as_hint() {
        let error = as_usage(
            "error: unexpected argument '--x' found\n\nUsage: countersign inbox\n\nFor more, --help\n",
        );
        assert_eq!(error.message, "unexpected argument '--x' found");
        assert_eq!(error.hint.unwrap(), "Usage: countersign inbox For more, --help");
    }
}
