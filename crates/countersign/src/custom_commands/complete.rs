//! `__complete`: what could stand at the end of a command line, for the completions of shells. Commands, options and
//! their values come from the tree of commands; ids and names are asked of the daemon, if one runs.

mod values;

use clap::{Arg, ArgMatches, Command};
use countersign_core::{OPS, Result};

use crate::{
    custom_commands, exit,
    op_commands::{self, Detail},
    output::language,
    render,
    session::Session,
};

/// The most characters of a description.
const ABOUT: usize = 60;

/// What could be typed, and what it is.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Candidate {
    value: String,
    about: String,
}

/// The arguments of `__complete`.
pub fn args(command: Command) -> Command {
    let words = Arg::new("words").value_name("WORD").num_args(0..).last(true);
    command.arg(words.help(countersign_words::say!("command-arg-complete-words").to_string()))
}

/// Prints one candidate per line, with a tab before what it is. It fails silently: a shell shows errors in the middle of
/// the line that is typed.
pub fn run(session: &Session, matches: &ArgMatches) -> Result<u8> {
    let words: Vec<String> = matches.get_many::<String>("words").into_iter().flatten().cloned().collect();
    let named: Vec<_> = words.iter().map(Into::into).collect();
    let shapes = custom_commands::shapes();
    let mut tree =
        op_commands::tree(&op_commands::bindings(OPS)?, &shapes, &Detail::Named(&named), language())?;
    tree.build();
    let found = candidates(&tree, &words, &|place, arg| values::of(session, place, arg));
    let mut text = String::new();
    for Candidate { value, about } in found.into_iter().filter(|found| is_plain(&found.value)) {
        let about: String =
            render::shown(about.lines().next().unwrap_or_default()).chars().take(ABOUT).collect();
        text.push_str(&format!("{value}\t{}\n", about.replace('\t', " ")));
    }
    session.screen.text(&text)?;
    Ok(exit::DONE)
}

/// Whether a shell takes a word as it is. Names of tools come from servers, and shells insert candidates unquoted: one
/// called `$(…)` must not be run.
fn is_plain(value: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,@+".contains(c);
    !value.is_empty() && value.chars().all(plain)
}

/// Asks for the values of an argument of the command with these words, beyond those that the tree lists.
type Values<'a> = &'a dyn Fn(&str, &str) -> Vec<Candidate>;

/// Returns what could stand in the place of the last word.
fn candidates(root: &Command, words: &[String], values: Values<'_>) -> Vec<Candidate> {
    let Some((current, before)) = words.split_last() else { return Vec::new() };
    let explained = Some(root);
    let place = String::new();
    let mut line = Line { command: root, place, positional: 0, option: None, explained, ended: false };
    before.iter().for_each(|word| line.take(word));
    let (typed, found) = line.complete(current, values);
    found.into_iter().filter(|found| found.value.starts_with(typed)).collect()
}

/// How far a command line was read.
struct Line<'a> {
    command: &'a Command,
    /// The words of the command.
    place: String,
    /// How many of its words without a name were typed.
    positional: usize,
    /// The option whose value comes next.
    option: Option<&'a Arg>,
    /// The command that `help` or `man` is asked about.
    explained: Option<&'a Command>,
    /// Whether `--` was there: everything after it belongs to another program.
    ended: bool,
}

impl<'a> Line<'a> {
    fn take(&mut self, word: &str) {
        if matches!(self.place.as_str(), "help" | "man") && !word.starts_with('-') {
            let explained = self.explained.and_then(|command| command.find_subcommand(word));
            self.explained = explained;
        } else if self.ended || (word == "=" && self.option.is_some()) {
            // bash splits at an equals sign.
        } else if self.option.take().is_some() {
            // It was its value.
        } else if word == "--" {
            self.ended = true;
        } else if let Some(long) = word.strip_prefix("--") {
            self.option = self.named(long).filter(|arg| arg.get_action().takes_values());
        } else if word.starts_with('-') {
            // No short option takes a value.
        } else if let Some(child) = self.child(word) {
            self.place = format!("{} {}", self.place, child.get_name()).trim_start().to_owned();
            self.command = child;
        } else {
            self.positional += 1;
        }
    }

    fn named(&self, long: &str) -> Option<&'a Arg> {
        self.command.get_arguments().find(|arg| arg.get_long() == Some(long))
    }

    fn child(&self, word: &str) -> Option<&'a Command> {
        self.command.find_subcommand(word).filter(|_| self.positional == 0)
    }

    /// Returns what is typed of the last value, and what it could become.
    fn complete<'w>(&self, current: &'w str, values: Values<'_>) -> (&'w str, Vec<Candidate>) {
        let current = if current == "=" && self.option.is_some() { "" } else { current };
        if self.ended {
            return (current, Vec::new());
        }
        if let Some(option) = self.option {
            return (current, self.values(option, values));
        }
        if let Some((long, _)) = current.strip_prefix("--").and_then(|rest| rest.split_once('=')) {
            let found = self.named(long).map(|arg| self.values(arg, values)).unwrap_or_default();
            let whole = |found: Candidate| Candidate { value: format!("--{long}={}", found.value), ..found };
            return (current, found.into_iter().map(whole).collect());
        }
        if current.starts_with('-') {
            return (current, self.options());
        }
        if matches!(self.place.as_str(), "help" | "man") {
            return (current, self.explained.map(children).unwrap_or_default());
        }
        let mut found = if self.positional == 0 { children(self.command) } else { Vec::new() };
        found.extend(self.positionals(values));
        (current, found)
    }

    fn options(&self) -> Vec<Candidate> {
        let shown = self.command.get_arguments().filter(|arg| !arg.is_hide_set());
        shown
            .filter_map(|arg| {
                let about = arg.get_help().map(ToString::to_string).unwrap_or_default();
                Some(Candidate { value: format!("--{}", arg.get_long()?), about })
            })
            .collect()
    }

    fn positionals(&self, values: Values<'_>) -> Vec<Candidate> {
        let all: Vec<&Arg> = self.command.get_positionals().filter(|arg| !arg.is_last_set()).collect();
        let many = |arg: &&&Arg| arg.get_num_args().is_some_and(|n| n.max_values() > 1);
        let arg = all.get(self.positional).or_else(|| all.last().filter(many));
        arg.map(|arg| self.values(arg, values)).unwrap_or_default()
    }

    fn values(&self, arg: &Arg, values: Values<'_>) -> Vec<Candidate> {
        let listed = arg.get_possible_values();
        if !listed.is_empty() {
            let about =
                |help: Option<&clap::builder::StyledStr>| help.map(ToString::to_string).unwrap_or_default();
            let one = |value: &clap::builder::PossibleValue| Candidate {
                value: value.get_name().to_owned(),
                about: about(value.get_help()),
            };
            return listed.iter().filter(|value| !value.is_hide_set()).map(one).collect();
        }
        values(&self.place, arg.get_id().as_str())
    }
}

/// Returns the commands below one that help lists.
fn children(command: &Command) -> Vec<Candidate> {
    let about = |command: &Command| command.get_about().map(ToString::to_string).unwrap_or_default();
    let shown = command.get_subcommands().filter(|child| !child.is_hide_set());
    shown.map(|child| Candidate { value: child.get_name().to_owned(), about: about(child) }).collect()
}

#[cfg(test)]
mod tests {
    use countersign_words::Language;

    use super::{super::whole_tree, *};

    fn found(line: &str) -> Vec<String> {
        let mut tree = whole_tree(Language::English).unwrap();
        tree.build();
        let words: Vec<String> = line.split(' ').map(ToOwned::to_owned).collect();
        let asked = |place: &str, arg: &str| {
            let value = format!("{}.{arg}", place.replace(' ', "_"));
            vec![Candidate { value, about: String::new() }]
        };
        candidates(&tree, &words, &asked).into_iter().map(|found| found.value).collect()
    }

    #[test]
    fn h8_commands_options_and_their_values_are_completed() {
        assert_eq!(found("conf"), ["confirm"]);
        assert_eq!(found("stage la"), ["land"]);
        assert_eq!(found("help stage la"), ["land"]);
        assert_eq!(found("confirm --dig"), ["--digest"]);
        assert_eq!(found("token person ana --role ad"), ["admin"]);
        assert_eq!(found("token person ana --role=ad"), ["--role=admin"]);
        assert!(found("inbox --").contains(&"--agent".to_owned()));
        assert!(!found("with").contains(&"withdraw".to_owned()), "an older spelling");
    }

    #[test]
    fn h8_ids_are_asked_for_where_a_command_takes_one() {
        assert_eq!(found("confirm "), ["confirm.id"]);
        assert_eq!(found("confirm i1 "), ["confirm.id"], "it takes several");
        assert_eq!(found("undo rc1 "), ["undo.id"], "it takes what goes first as well");
        assert_eq!(found("rerun rc1 "), [""; 0], "it takes one");
        assert_eq!(found("step list --json "), ["step_list.run"]);
        assert_eq!(found("call x --run "), ["call.run"]);
        assert_eq!(found("call x --run = "), ["call.run"], "bash splits at an equals sign");
        assert_eq!(found("call x --run run4 --q"), ["--queue", "--question"]);
        assert_eq!(found("stage -- cla"), [""; 0], "another program's words");
    }

    #[test]
    fn h8_a_name_that_a_shell_would_run_is_never_offered() {
        for bad in ["$(reboot)", "a;b", "a b", "`x`", "a\nb", "a\u{1b}[2J", "", "é", "~", "*", "!x", "'"] {
            assert!(!is_plain(bad), "{bad:?}");
        }
        assert!(is_plain("shell.run") && is_plain("i5-cf94") && is_plain("--role=admin"));
    }
}
