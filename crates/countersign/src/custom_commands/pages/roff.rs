//! Manual pages in roff: what the tree of commands says, and examples, files, variables and exit codes from tables.

use clap::Command;
use countersign_words::{Language, Message, Words, say};

use crate::{
    command_table::{self, COMMANDS, Group, Typed},
    exit,
};

/// Where data and settings are.
static FILES: &[(&str, Message)] = &[
    ("~/.local/share/countersign/", say!("command-file-data")),
    ("~/.config/countersign/policy.toml", say!("command-file-policy")),
    ("~/.config/countersign/config.toml", say!("command-file-config")),
    ("/run/countersign/daemon.sock", say!("command-file-machine")),
];

/// The variables that people set.
static ENVIRONMENT: &[(&str, Message)] = &[
    ("COUNTERSIGN_TOKEN", say!("command-variable-token")),
    ("COUNTERSIGN_INVITATION", say!("command-variable-invitation")),
    ("COUNTERSIGN_HOME", say!("command-variable-home")),
    ("COUNTERSIGN_SOCKET", say!("command-variable-socket")),
    ("COUNTERSIGN_LOG", say!("command-variable-log")),
    ("COUNTERSIGN_IDLE_S", say!("command-variable-idle")),
    ("LC_ALL, LANG", say!("command-variable-language")),
    ("NO_COLOR", say!("command-variable-colour")),
];

/// Returns the page of a command of a built tree.
pub fn page(command: &Command, root: &Command, language: Language) -> String {
    let words = Words::of(language);
    let name = file_name(command);
    let is_root = command.get_name() == root.get_name();
    let mut out = format!(
        ".TH {} 1 \"\" \"countersign {}\" Countersign\n.SH NAME\n{} \\- {}\n",
        name.to_uppercase(),
        env!("CARGO_PKG_VERSION"),
        text(&name),
        text(&about(command))
    );
    out.push_str(&generated(command, |man, to| man.render_synopsis_section(to)));
    if is_root {
        let told = say!("command-man-about");
        out.push_str(&format!(".SH DESCRIPTION\n{}\n", text(&words.say(&told))));
    }
    out.push_str(&commands(command, is_root, words));
    out.push_str(&generated(command, |man, to| man.render_options_section(to)));
    out.push_str(&examples(&place(command)));
    if is_root {
        out.push_str(&section("FILES", FILES, words));
        out.push_str(&section("ENVIRONMENT", ENVIRONMENT, words));
    }
    let codes: Vec<(String, &Message)> = exit::MEANINGS.iter().map(|(c, m)| (c.to_string(), m)).collect();
    out.push_str(".SH \"EXIT STATUS\"\n");
    codes.iter().for_each(|(code, meaning)| out.push_str(&entry(code, &words.say(meaning))));
    if !is_root {
        out.push_str(".SH \"SEE ALSO\"\n.BR countersign (1)\n");
    }
    out
}

/// Returns the name of a command's page: `countersign-stage-land`.
pub fn file_name(command: &Command) -> String {
    command.get_bin_name().unwrap_or_else(|| command.get_name()).replace(' ', "-")
}

/// Returns the words of a command, without the program.
fn place(command: &Command) -> String {
    let name = command.get_bin_name().unwrap_or_default();
    name.split_once(' ').map_or(String::new(), |(_, words)| words.to_owned())
}

fn about(command: &Command) -> String {
    command.get_about().map(ToString::to_string).unwrap_or_default()
}

type Section = fn(&clap_mangen::Man, &mut dyn std::io::Write) -> std::io::Result<()>;

/// Returns a section that is generated from the arguments.
fn generated(command: &Command, section: Section) -> String {
    let mut bytes = Vec::new();
    // Writing to memory cannot fail.
    let _ = section(&clap_mangen::Man::new(command.clone()), &mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Lists the commands below one: of the program by group.
fn commands(command: &Command, is_root: bool, words: Words) -> String {
    let mut out = String::new();
    let listed = |of: &Command| entry(&file_name(of), &about(of));
    if is_root {
        for group in Group::ALL {
            out.push_str(&format!(".SS \"{}\"\n", text(&words.t(group.title()))));
            let found = command_table::listed(group, true).into_iter();
            found.filter_map(|word| command.find_subcommand(word)).for_each(|c| out.push_str(&listed(c)));
        }
    } else {
        command.get_subcommands().filter(|c| !c.is_hide_set()).for_each(|c| out.push_str(&listed(c)));
    }
    if out.is_empty() { out } else { format!(".SH COMMANDS\n{out}") }
}

/// Renders the examples of a command and of all below it.
fn examples(place: &str) -> String {
    let below = format!("{place} ");
    let is_own = |row: &&command_table::Row| {
        row.typed != Typed::Old && (row.words == place || row.words.starts_with(&below) || place.is_empty())
    };
    let lines: Vec<String> =
        COMMANDS.iter().filter(is_own).map(|row| text(&format!("countersign {}", row.example))).collect();
    match lines.is_empty() {
        true => String::new(),
        false => format!(".SH EXAMPLES\n.nf\n{}\n.fi\n", lines.join("\n")),
    }
}

fn section(heading: &str, entries: &[(&str, Message)], words: Words) -> String {
    let each = entries.iter().map(|(name, meaning)| entry(name, &words.say(meaning)));
    format!(".SH {heading}\n{}", each.collect::<String>())
}

fn entry(name: &str, meaning: &str) -> String {
    format!(".TP\n\\fB{}\\fR\n{}\n", text(name), text(meaning))
}

/// Escapes a text: nothing in it is a request or an escape of roff.
fn text(plain: &str) -> String {
    let escaped = plain.replace('\\', "\\e").replace('-', "\\-");
    let line = |line: &str| match line.starts_with(['.', '\'']) {
        true => format!("\\&{line}"),
        false => line.to_owned(),
    };
    escaped.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, fs, path::Path};

    use super::{super::whole_tree, *};

    fn page_of(words: &[&str], language: Language) -> String {
        let mut tree = whole_tree(language).unwrap();
        tree.build();
        let found = words.iter().fold(&tree, |command, word| command.find_subcommand(word).unwrap());
        page(found, &tree, language)
    }

    #[test]
    fn h8_a_page_has_examples_and_exit_codes_and_the_first_one_files_and_variables() {
        let confirm = page_of(&["confirm"], Language::English);
        for part in ["countersign\\-confirm \\- ", "EXAMPLES\n.nf\ncountersign confirm i5", "EXIT STATUS"] {
            assert!(confirm.contains(part), "{part}: {confirm}");
        }
        let root = page_of(&[], Language::German);
        for part in ["FILES", "ENVIRONMENT", "COUNTERSIGN_TOKEN", "policy.toml", ".SS \"Prüfen\""] {
            assert!(root.contains(part), "{part}: {root}");
        }
        assert!(!root.contains("countersign\\-withdraw"), "an older spelling is listed");
        let stage = page_of(&["stage"], Language::English);
        assert!(
            stage.contains("countersign\\-stage\\-land") && stage.contains("countersign stage drop sg11")
        );
    }

    #[test]
    fn no_text_is_taken_for_a_request_of_roff() {
        assert_eq!(text(".TH x\n'br\n--a\\n"), "\\&.TH x\n\\&'br\n\\-\\-a\\en");
    }

    #[test]
    fn h8_every_variable_of_countersign_that_people_set_is_in_the_manual() {
        // Set by Countersign for its own children, or by tests.
        let own =
            ["COUNTERSIGN_FOR", "COUNTERSIGN_PROBE", "COUNTERSIGN_TESTS_WITHOUT_WORLDS", "COUNTERSIGN_"];
        let mut found = BTreeSet::new();
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        for of in fs::read_dir(crates).unwrap() {
            variables(&of.unwrap().path().join("src"), &mut found);
        }
        let told: BTreeSet<String> = ENVIRONMENT.iter().map(|(name, _)| (*name).to_owned()).collect();
        let untold: Vec<_> = found.difference(&told).filter(|name| !own.contains(&name.as_str())).collect();
        assert!(untold.is_empty(), "{untold:?}");
    }

    fn variables(folder: &Path, found: &mut BTreeSet<String>) {
        for entry in fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            variables(&path, found);
            let text = fs::read_to_string(&path).unwrap_or_default();
            for part in text.split("\"COUNTERSIGN_").skip(1) {
                let name = part.split(|c: char| !c.is_ascii_uppercase() && c != '_').next().unwrap();
                found.insert(format!("COUNTERSIGN_{name}"));
            }
        }
    }
}
