//! `completions` and `man`: the command tree as shell completions and manual pages.

use clap::{Arg, ArgMatches, Command, value_parser};
use clap_complete::Shell;
use countersign_core::{Error, ErrorCode, OPS, Result};
use countersign_words::{Language, say};

use crate::{
    custom_commands, exit,
    op_commands::{self, Detail},
    output::language,
    session::Session,
};

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
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut whole_tree(language())?, "countersign", &mut text);
    session.screen.bytes(&text)?;
    Ok(exit::DONE)
}

/// The arguments of `man`.
pub fn man_args(command: Command) -> Command {
    let dir = Arg::new("dir").long("dir").value_name("DIR").value_parser(value_parser!(std::path::PathBuf));
    command.arg(dir.help(say!("command-arg-man-dir").to_string()))
}

/// Prints the manual page, or writes one page per command.
pub fn man(session: &Session, matches: &ArgMatches) -> Result<u8> {
    let tree = whole_tree(language())?;
    match matches.get_one::<std::path::PathBuf>("dir") {
        Some(dir) => {
            let failed = |e| {
                Error::new(
                    ErrorCode::Internal,
                    say!("command-cannot-write-to", path = dir.display(), error = e),
                )
            };
            std::fs::create_dir_all(dir).map_err(failed)?;
            clap_mangen::generate_to(tree, dir).map_err(failed)?;
        }
        None => session.screen.bytes(&page(tree)?)?,
    }
    Ok(exit::DONE)
}

/// Builds the tree with all arguments.
pub fn whole_tree(language: Language) -> Result<Command> {
    op_commands::tree(&op_commands::bindings(OPS)?, &custom_commands::shapes(), &Detail::All, language)
}

/// Renders one page for the whole tree: the root's own page, then a section for each command.
fn page(mut root: Command) -> Result<Vec<u8>> {
    root.build();
    let mut text = Vec::new();
    clap_mangen::Man::new(root.clone()).render(&mut text).map_err(Error::bug)?;
    for command in leaves(&root) {
        let man = clap_mangen::Man::new(command.clone());
        let mut part = Vec::new();
        man.render_synopsis_section(&mut part).map_err(Error::bug)?;
        man.render_options_section(&mut part).map_err(Error::bug)?;
        let name = command.get_bin_name().unwrap_or_else(|| command.get_name()).to_uppercase();
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        text.extend_from_slice(format!(".SH \"{name}\"\n{about}\n").as_bytes());
        // Its own headings move one level down.
        text.extend_from_slice(String::from_utf8_lossy(&part).replace(".SH ", ".SS ").as_bytes());
    }
    Ok(text)
}

/// Returns the commands below `root` that are not groups.
pub fn leaves(root: &Command) -> Vec<&Command> {
    let mut all = Vec::new();
    for command in root.get_subcommands() {
        if !command.is_subcommand_required_set() {
            all.push(command);
        }
        all.extend(leaves(command));
    }
    all
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
    fn the_manual_has_a_section_for_every_command() {
        let page = String::from_utf8(page(whole_tree(Language::English).unwrap()).unwrap()).unwrap();
        assert!(page.contains("COUNTERSIGN DOCTOR") && page.contains("COUNTERSIGN AUDIT VERIFY"));
    }
}
