//! `help`, `man` and `completions`: the command tree for readers, manual pages and shells.

mod roff;

use std::{ffi::OsString, path::Path};

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use clap_complete::Shell;
use countersign_core::{Error, ErrorCode, OPS, Result};
use countersign_words::{Language, say};

use crate::{
    cli, custom_commands, exit, help,
    op_commands::{self, Detail},
    output::language,
    session::Session,
};

/// The scripts of shells whose completions ask this program.
const SCRIPTS: &[(Shell, &str)] = &[
    (Shell::Bash, include_str!("complete/countersign.bash")),
    (Shell::Zsh, include_str!("complete/countersign.zsh")),
    (Shell::Fish, include_str!("complete/countersign.fish")),
];

/// The arguments of `completions`.
pub fn completions_args(command: Command) -> Command {
    command.arg(
        Arg::new("shell")
            .value_name("SHELL")
            .required(true)
            .value_parser(value_parser!(Shell))
            .help(say!("command-arg-the-shell").to_string()),
    )
}

/// Prints completions.
pub fn completions(session: &Session, matches: &ArgMatches) -> Result<u8> {
    let shell = *matches.get_one::<Shell>("shell").ok_or_else(|| Error::usage(say!("command-no-shell")))?;
    if let Some((_, script)) = SCRIPTS.iter().find(|(of, _)| *of == shell) {
        session.screen.text(script)?;
        return Ok(exit::DONE);
    }
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut whole_tree(language())?, "countersign", &mut text);
    session.screen.bytes(&text)?;
    Ok(exit::DONE)
}

/// The words of a command, as `help` and `man` take them.
fn command_words() -> Arg {
    let words = Arg::new("command").value_name("COMMAND").num_args(0..).action(ArgAction::Append);
    words.help(say!("command-arg-command-words").to_string())
}

/// The arguments of `help`.
pub fn help_args(command: Command) -> Command {
    command.arg(command_words())
}

/// Prints the help of a command.
pub fn help(_: &Session, matches: &ArgMatches) -> Result<u8> {
    let words = matches.get_many::<String>("command").into_iter().flatten().map(OsString::from);
    let argv = std::iter::once(OsString::from("countersign")).chain(words).chain(["--help".into()]);
    Ok(cli::run(argv.collect()))
}

/// The arguments of `man`.
pub fn man_args(command: Command) -> Command {
    let dir = Arg::new("dir").long("dir").value_name("DIR").value_parser(value_parser!(std::path::PathBuf));
    command.arg(command_words().conflicts_with("dir")).arg(dir.help(say!("command-arg-man-dir").to_string()))
}

/// Prints the manual page of a command or of all, or writes one page per command.
pub fn man(session: &Session, matches: &ArgMatches) -> Result<u8> {
    let mut tree = whole_tree(language())?;
    tree.build();
    if let Some(dir) = matches.get_one::<std::path::PathBuf>("dir") {
        write_pages(&tree, dir).map_err(|e| {
            Error::new(ErrorCode::Internal, say!("command-cannot-write-to", path = dir.display(), error = e))
        })?;
        return Ok(exit::DONE);
    }
    let words: Vec<&String> = matches.get_many::<String>("command").into_iter().flatten().collect();
    let Some(found) = words.iter().try_fold(&tree, |command, word| command.find_subcommand(word)) else {
        let words = words.iter().map(|word| word.as_str()).collect::<Vec<_>>().join(" ");
        return Err(Error::usage(say!("command-no-such-command", command = words))
            .hint(say!("command-no-such-command-hint")));
    };
    session.screen.text(&roff::page(found, &tree, language()))?;
    Ok(exit::DONE)
}

/// Writes `countersign.1`, `countersign-confirm.1` and so on.
fn write_pages(tree: &Command, dir: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(dir)?;
    for command in all(tree).into_iter().filter(|command| !command.is_hide_set()) {
        let name = format!("{}.1", roff::file_name(command));
        std::fs::write(dir.join(name), roff::page(command, tree, language()))?;
    }
    Ok(())
}

/// Builds the tree with all arguments.
pub fn whole_tree(language: Language) -> Result<Command> {
    let bindings = op_commands::bindings(OPS)?;
    let tree = op_commands::tree(&bindings, &custom_commands::shapes(), &Detail::All, language)?;
    Ok(help::explained(tree, true, language))
}

/// Returns a command and all below it.
fn all(command: &Command) -> Vec<&Command> {
    std::iter::once(command).chain(command.get_subcommands().flat_map(all)).collect()
}

#[cfg(test)]
mod tests {
    use countersign_core::op::fields::fields;

    use super::*;
    use crate::template::{self, Form};

    fn help(mut command: Command, out: &mut String) {
        let name = command.get_bin_name().unwrap_or_else(|| command.get_name()).to_owned();
        out.push_str(&format!("## {name}\n\n{}\n", command.render_long_help()));
        for sub in command.get_subcommands() {
            help(sub.clone(), out);
        }
    }

    #[test]
    fn the_command_reference() {
        let mut root = whole_tree(Language::English).unwrap().term_width(100);
        root.build();
        let mut text = String::new();
        help(root, &mut text);
        insta::assert_snapshot!(text);
    }

    /// Returns a command and all below it, groups included.
    fn every(command: &Command) -> Vec<&Command> {
        let below = command.get_subcommands().flat_map(every);
        std::iter::once(command).chain(below).collect()
    }

    #[test]
    fn the_tree_is_sound_and_every_command_says_what_it_does() {
        let root = whole_tree(Language::English).unwrap();
        root.clone().debug_assert();
        let mut built = root;
        built.build();
        for command in every(&built) {
            let name = command.get_bin_name().unwrap_or_default().to_owned();
            assert!(command.get_about().is_some_and(|a| !a.to_string().is_empty()), "{name} says nothing");
            for arg in command.get_arguments() {
                assert!(
                    arg.get_help().is_some_and(|h| !h.to_string().is_empty()),
                    "{name} {} says nothing",
                    arg.get_id()
                );
            }
        }
    }

    #[test]
    fn every_template_fills_what_its_operation_needs() {
        for op in OPS {
            let fields = fields(*op);
            for template in template::parse(op.spec().cli).unwrap() {
                let filled: Vec<_> = template.slots.iter().map(|s| s.field).collect();
                for (name, _) in fields.iter().filter(|(_, f)| f.required) {
                    assert!(
                        filled.contains(&name.as_str()),
                        "{} cannot fill {name}",
                        template.words.join(" ")
                    );
                }
                for slot in &template.slots {
                    assert!(
                        fields.contains_key(slot.field),
                        "{} has no field {}",
                        op.spec().name,
                        slot.field
                    );
                    if let Form::Fixed(value) | Form::Switch { value, .. } = slot.form {
                        let field = &fields[slot.field];
                        assert!(field.read(slot.field, value).is_ok(), "{value} does not fit");
                    }
                }
            }
        }
    }

    #[test]
    fn no_two_commands_have_the_same_words() {
        let all = op_commands::bindings(OPS).unwrap();
        for (i, a) in all.iter().enumerate() {
            let twin = all[i + 1..].iter().find(|b| b.path == a.path);
            assert!(twin.is_none(), "{:?} is bound twice", a.path);
            assert!(custom_commands::find(&a.path).is_none(), "{:?} is bound twice", a.path);
        }
    }

    #[test]
    fn h8_help_groups_commands_and_only_help_all_shows_what_agents_call() {
        let shown = |all: bool| {
            let bindings = op_commands::bindings(OPS).unwrap();
            let detail = if all { Detail::All } else { Detail::Named(&[]) };
            let shapes = custom_commands::shapes();
            let tree = op_commands::tree(&bindings, &shapes, &detail, Language::English).unwrap();
            help::explained(tree, all, Language::English).term_width(100).render_help().to_string()
        };
        let (people, everything) = (shown(false), shown(true));
        let groups = ["Review:", "Undo:", "Stage:", "Agents:", "Policy:", "Audit:", "Admin:", "Options:"];
        let places: Vec<_> =
            groups.iter().map(|group| people.find(&format!("\n{group}\n")).unwrap()).collect();
        assert!(places.is_sorted(), "{people}");
        for (word, all) in [("confirm", true), ("retract", false), ("mcp", false), ("withdraw", false)] {
            let line = format!("\n  {word} ");
            assert_eq!(people.contains(&line), all, "{word}: {people}");
            assert_eq!(everything.contains(&line), word != "withdraw", "{word}: {everything}");
        }
        assert!(people.contains("countersign help COMMAND"), "{people}");
    }
}
