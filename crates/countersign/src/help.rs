//! Help in the reader's language: translates the tree of commands, whose English texts are the keys; and adds what the
//! table of commands says: groups, and an example each.

use clap::{
    Arg, ArgAction, Command,
    builder::{PossibleValue, PossibleValuesParser},
    error::{ContextKind, ContextValue, ErrorKind},
};
use countersign_words::{Language, Words};

use crate::command_table::{self, Group, Typed};

/// The widest help where no terminal says how wide it is.
const WIDTH: usize = 100;
/// The least space for what a command does.
const LEAST: usize = 20;

/// Translates the tree.
pub fn spoken(root: Command, language: Language) -> Command {
    if language == Language::English {
        return root;
    }
    let words = Words::of(language);
    let version = Arg::new("version").short('V').long("version").action(ArgAction::Version);
    let root = root.disable_version_flag(true).arg(version.help(words.t("term-help-version").into_owned()));
    node(root, words)
}

/// Adds groups and examples to a tree in a language, for whoever reads its help; with `all`, also what agents call.
pub fn explained(root: Command, all: bool, language: Language) -> Command {
    let words = Words::of(language);
    grouped(with_examples(root, "", words), all, words)
}

fn with_examples(command: Command, above: &str, words: Words) -> Command {
    let command = command.mut_subcommands(|child| {
        let place = format!("{above} {}", child.get_name());
        with_examples(child, place.trim_start(), words)
    });
    let Some(row) = command_table::find(above) else { return command };
    let heading = match row.typed {
        Typed::Old => words.t("term-help-old"),
        Typed::People | Typed::Agents => words.t("term-help-example"),
    };
    let heading = heading_of(&command, &format!("{heading}{}", words.t("term-colon")));
    command.after_help(format!("{heading}\n  countersign {}", row.example))
}

fn heading_of(command: &Command, text: &str) -> String {
    let style = *command.get_styles().get_header();
    format!("{style}{text}{style:#}")
}

/// Makes the help of the root list the commands by their groups.
fn grouped(root: Command, all: bool, words: Words) -> Command {
    let colon = words.t("term-colon");
    let usage = *root.get_styles().get_usage();
    let mut text = format!(
        "{{about-with-newline}}\n{usage}{}{colon}{usage:#} {{usage}}\n\n",
        words.t("term-help-usage")
    );
    for group in Group::ALL {
        let listed = command_table::listed(group, all);
        let found: Vec<&Command> = listed
            .iter()
            .filter_map(|word| root.find_subcommand(word))
            .filter(|c| !c.is_hide_set())
            .collect();
        if found.is_empty() {
            continue;
        }
        text.push_str(&heading_of(&root, &format!("{}{colon}\n", words.t(group.title()))));
        found.iter().for_each(|command| text.push_str(&entry(command)));
        text.push('\n');
    }
    let options = heading_of(&root, &format!("{}{colon}", words.t("term-help-options")));
    text.push_str(&format!("{options}\n{{options}}{{after-help}}"));
    root.after_help(words.t("term-help-more").into_owned()).help_template(text)
}

/// Renders a command and what it does, wrapped beside its name.
fn entry(command: &Command) -> String {
    const NAME: usize = 13;
    let (name, about) = (command.get_name(), command.get_about().map(ToString::to_string));
    let style = *command.get_styles().get_literal();
    let mut text = format!("  {style}{name}{style:#}{}", " ".repeat(NAME.saturating_sub(name.len())));
    let width = width().saturating_sub(NAME + 2).max(LEAST);
    let mut used = 0;
    for word in about.unwrap_or_default().split_whitespace() {
        let length = word.chars().count();
        if used > 0 && used + 1 + length > width {
            text.push_str(&format!("\n{}", " ".repeat(NAME + 2)));
            used = 0;
        }
        if used > 0 {
            text.push(' ');
        }
        text.push_str(word);
        used += length + usize::from(used > 0);
    }
    text.push('\n');
    text
}

/// Returns how wide help may be.
fn width() -> usize {
    let of_terminal = rustix::termios::tcgetwinsize(std::io::stdout()).ok().map(|size| size.ws_col.into());
    of_terminal.filter(|columns| *columns > 0).map_or(WIDTH, |columns: usize| columns.min(WIDTH))
}

fn node(command: Command, words: Words) -> Command {
    let usage = *command.get_styles().get_usage();
    let template = format!(
        "{{before-help}}{{about-with-newline}}\n{usage}{}{}{usage:#} {{usage}}\n\n{{all-args}}{{after-help}}",
        words.t("term-help-usage"),
        words.t("term-colon")
    );
    let about = command.get_about().map(|about| words.known(&about.to_string()));
    let help = Arg::new("help").short('h').long("help").action(ArgAction::Help);
    let mut place = 0;
    command
        .about(about.unwrap_or_default())
        .help_template(template)
        .subcommand_help_heading(words.t("term-help-commands").into_owned())
        .subcommand_value_name(words.t("term-help-command").into_owned())
        .disable_help_flag(true)
        .arg(help.help(words.t("term-help-help").into_owned()))
        .mut_args(|arg| {
            place += 1;
            argument(arg, place, words)
        })
        .mut_subcommands(|child| node(child, words))
}

fn argument(arg: Arg, place: usize, words: Words) -> Arg {
    let help = arg.get_help().map(|help| words.known(&help.to_string()));
    let values = arg.get_possible_values();
    // An argument under its own heading loses its index unless it is set.
    let arg = match arg.is_positional() {
        true => arg.help_heading(words.t("term-help-arguments").into_owned()).display_order(place),
        false => arg.help_heading(words.t("term-help-options").into_owned()),
    };
    let arg = if values.iter().any(|value| value.get_help().is_some()) {
        arg.value_parser(PossibleValuesParser::new(values.into_iter().map(|value| meant(value, words))))
    } else {
        arg
    };
    help.into_iter().fold(arg, Arg::help)
}

fn meant(value: PossibleValue, words: Words) -> PossibleValue {
    let help = value.get_help().map(|help| words.known(&help.to_string()));
    help.into_iter().fold(value, PossibleValue::help)
}

/// Explains what is wrong with a command line, its usage, and where to read more; `None` for errors that only clap can
/// explain.
pub fn complaint(error: &clap::Error, words: Words) -> Option<Complaint> {
    let told = |kind| match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::Strings(all) => Some(all.join(", ")),
        ContextValue::StyledStr(text) => Some(text.to_string()),
        _ => None,
    };
    let word = |kind| told(kind).filter(|text| !text.is_empty());
    let one = |id: &str, word: String| words.with(id, &[("word", word.into())]);
    let two = |id: &str, word: String, other: String| {
        words.with(id, &[("word", word.into()), ("other", other.into())])
    };
    let what = match error.kind() {
        ErrorKind::InvalidSubcommand => one("term-cli-no-command", word(ContextKind::InvalidSubcommand)?),
        ErrorKind::UnknownArgument => one("term-cli-unexpected", word(ContextKind::InvalidArg)?),
        ErrorKind::MissingRequiredArgument => one("term-cli-missing", word(ContextKind::InvalidArg)?),
        ErrorKind::MissingSubcommand => one("term-cli-no-subcommand", word(ContextKind::InvalidSubcommand)?),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            two("term-cli-no-value", word(ContextKind::InvalidValue)?, word(ContextKind::InvalidArg)?)
        }
        ErrorKind::ArgumentConflict => {
            two("term-cli-conflict", word(ContextKind::InvalidArg)?, word(ContextKind::PriorArg)?)
        }
        _ => return None,
    };
    let possible = [ContextKind::ValidValue, ContextKind::ValidSubcommand].into_iter().find_map(word);
    let near = [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue];
    let hints = [
        near.into_iter().find_map(word).map(|near| one("term-cli-meant", near)),
        possible.map(|all| one("term-cli-possible", all)),
    ];
    let usage = word(ContextKind::Usage).map(|usage| {
        let line = usage.strip_prefix("Usage:").unwrap_or(&usage).trim().to_owned();
        format!("{}{} {line}\n\n", words.t("term-help-usage"), words.t("term-colon"))
    });
    let more = format!("{}{}", usage.unwrap_or_default(), words.t("term-cli-help"));
    Some(Complaint { what, hints: hints.into_iter().flatten().collect(), more })
}

/// The message for a wrong command line.
pub struct Complaint {
    /// What is wrong.
    pub what: String,
    /// Suggestions.
    pub hints: Vec<String>,
    /// Usage, and where to read more.
    pub more: String,
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use countersign_core::{ActorKind, AnyOp, op::fields::fields};

    use super::*;
    use crate::{
        custom_commands,
        op_commands::{self, Detail},
    };

    fn help(args: &[&str], language: Language) -> String {
        let bindings = op_commands::bindings(countersign_core::OPS).unwrap();
        let root = op_commands::tree(&bindings, &custom_commands::shapes(), &Detail::All, language).unwrap();
        let told = root.try_get_matches_from([&["countersign"], args].concat());
        told.unwrap_err().render().to_string()
    }

    #[test]
    fn b3_help_is_in_the_language_of_its_reader() {
        let german = help(&["--help"], Language::German);
        for line in ["Verwendung: countersign", "\nBefehle:\n", "\nOptionen:\n", "Zeigt diese Hilfe"] {
            assert!(german.contains(line), "{line} in\n{german}");
        }
        for word in ["Usage:", "Commands:", "Options:", "Print help", "Print version", op_doc()] {
            assert!(!german.contains(word), "{word} in\n{german}");
        }
        assert!(german.contains("  inbox"), "what is typed stays: {german}");
        assert_eq!(help(&["--version"], Language::German), help(&["--version"], Language::English));
        let arguments = help(&["reject", "--help"], Language::German);
        assert!(
            arguments.contains("\nArgumente:\n") && arguments.contains("--reason <REASON>"),
            "{arguments}"
        );
    }

    /// A line that the German catalogue has.
    fn op_doc() -> &'static str {
        let inbox = countersign_core::operations::find("inbox.list").unwrap();
        inbox.spec().doc.trim_end_matches('.')
    }

    #[test]
    fn b3_what_is_wrong_with_a_line_is_told_in_the_language_of_its_reader() {
        for (line, want) in [
            (&["inbax"][..], "es gibt keinen Befehl inbax"),
            (&["inbox", "--nothing"], "--nothing wird hier nicht erwartet"),
            (&["show"], "es fehlt: <ID>"),
            (&["sets"], "nach countersign sets fehlt ein Befehl"),
            (&["confirm", "i1", "--scope", "x"], "x ist kein gültiger Wert für --scope <SCOPE>"),
            (&["answer", "q1", "--take-back", "yes"], "nicht zugleich"),
        ] {
            let bindings = op_commands::bindings(countersign_core::OPS).unwrap();
            let english = Language::English;
            let root =
                op_commands::tree(&bindings, &custom_commands::shapes(), &Detail::All, english).unwrap();
            let error = root.try_get_matches_from([&["countersign"], line].concat()).unwrap_err();
            let told = complaint(&error, Words::of(Language::German)).unwrap();
            assert!(told.what.contains(want), "{line:?}: {}", told.what);
            assert!(told.more.ends_with("Mehr dazu sagt --help."), "{}", told.more);
            assert!(!told.more.contains("Usage"), "{}", told.more);
        }
    }

    /// Collects all texts of a tree, by their location.
    fn texts(command: &Command, place: &str, found: &mut BTreeMap<String, String>) {
        let place = format!("{place} {}", command.get_name());
        found.extend(command.get_about().map(|about| (place.clone(), about.to_string())));
        for arg in command.get_arguments() {
            let place = format!("{place} [{}]", arg.get_id());
            let values = arg.get_possible_values().into_iter().filter_map(|value| {
                Some((format!("{place} {}", value.get_name()), value.get_help()?.to_string()))
            });
            found.extend(values);
            found.extend(arg.get_help().map(|help| (place, help.to_string())));
        }
        command.get_subcommands().for_each(|child| texts(child, &place, found));
    }

    fn told(language: Language) -> BTreeMap<String, String> {
        let bindings = op_commands::bindings(countersign_core::OPS).unwrap();
        let root = op_commands::tree(&bindings, &custom_commands::shapes(), &Detail::All, language).unwrap();
        let mut found = BTreeMap::new();
        texts(&root, "", &mut found);
        found.retain(|_, text| !text.is_empty());
        found
    }

    #[test]
    fn b3_all_help_is_said_in_every_language() {
        let english = told(Language::English);
        assert!(english.len() > 300, "{}", english.len());
        let of_persons = |op: &&&dyn AnyOp| op.spec().audience.contains(&ActorKind::Person);
        let fields = countersign_core::OPS.iter().filter(of_persons).flat_map(|op| fields(*op).into_values());
        let docs: BTreeSet<String> = fields.map(|field| field.doc).filter(|doc| !doc.is_empty()).collect();
        for language in Language::ALL.into_iter().skip(1) {
            let (words, other) = (Words::of(language), told(language));
            let mut unsaid: Vec<&String> = english
                .iter()
                .filter(|(place, text)| other.get(*place) == Some(text))
                .map(|(_, t)| t)
                .collect();
            unsaid.extend(docs.iter().filter(|doc| words.known(doc) == **doc));
            assert!(unsaid.is_empty(), "{}: {}: {unsaid:#?}", language.code(), unsaid.len());
            assert!(english.keys().all(|place| other.contains_key(place)), "{}", language.code());
        }
    }

    #[test]
    fn b3_a_tree_in_another_language_takes_the_same_words() {
        for language in Language::ALL {
            let bindings = op_commands::bindings(countersign_core::OPS).unwrap();
            let mut root =
                op_commands::tree(&bindings, &custom_commands::shapes(), &Detail::All, language).unwrap();
            root.build();
            root.clone().debug_assert();
            let line = ["countersign", "token", "person", "ana", "--role", "admin", "--json"];
            root.try_get_matches_from(line).unwrap();
        }
    }
}
