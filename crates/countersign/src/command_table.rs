//! The table of commands: the group that help lists each under, who calls it, and an example. Help, manual pages and
//! completions read it. What a command takes and does comes from the operations and from `custom_commands`.

/// What a command is about; help lists commands by it, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// What waits, and answering it.
    Review,
    /// What landed, and taking it back.
    Undo,
    /// Whole agents in a world of their own.
    Stage,
    /// What agents do, and steering them.
    Agents,
    /// What is asked about.
    Policy,
    /// Who did what, and proof of it.
    Audit,
    /// The daemon, tokens, this program.
    Admin,
}

impl Group {
    /// All, in the order of help.
    pub const ALL: [Self; 7] =
        [Self::Review, Self::Undo, Self::Stage, Self::Agents, Self::Policy, Self::Audit, Self::Admin];

    /// The message that is its heading.
    pub fn title(self) -> &'static str {
        match self {
            Self::Review => "term-help-review",
            Self::Undo => "term-help-undo",
            Self::Stage => "term-help-stage",
            Self::Agents => "term-help-agents",
            Self::Policy => "term-help-policy",
            Self::Audit => "term-help-audit",
            Self::Admin => "term-help-admin",
        }
    }
}

/// Who types a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Typed {
    /// People.
    People,
    /// Agents and other programs; `--help-all` lists it.
    Agents,
    /// Whoever learnt it in an earlier version: no help lists it, and its example is what it is called now.
    Old,
}

/// One command.
#[derive(Debug)]
pub struct Row {
    /// Its words.
    pub words: &'static str,
    /// Where help lists it.
    pub group: Group,
    /// Who types it.
    pub typed: Typed,
    /// What one types, after `countersign`.
    pub example: &'static str,
}

const fn row(group: Group, words: &'static str, example: &'static str) -> Row {
    Row { words, group, typed: Typed::People, example }
}

const fn agents(group: Group, words: &'static str, example: &'static str) -> Row {
    Row { words, group, typed: Typed::Agents, example }
}

const fn old(group: Group, words: &'static str, now: &'static str) -> Row {
    Row { words, group, typed: Typed::Old, example: now }
}

use Group::{Admin, Agents, Audit, Policy, Review, Stage, Undo};

/// Every command, in the order of help.
pub static COMMANDS: &[Row] = &[
    row(Review, "review", "review"),
    row(Review, "inbox", "inbox --agent codex"),
    row(Review, "views list", "views list"),
    row(Review, "views save", "views save mornings 'risk:high older:2h'"),
    row(Review, "views drop", "views drop mornings"),
    row(Review, "comment", "comment i5 'is this the staging cluster?'"),
    row(Review, "comments", "comments i5"),
    row(Review, "assign", "assign i5 ben"),
    row(Review, "show", "show i5"),
    row(Review, "confirm", "confirm i5"),
    old(Review, "confirm-all", "confirm s8"),
    row(Review, "reject", "reject i5 --reason 'we have tests'"),
    old(Review, "dismiss", "reject s8"),
    row(Review, "defer", "defer i5"),
    row(Review, "edit", "edit i5 --args '{\"title\":\"Fix the login bug\"}'"),
    row(Review, "answer", "answer q3 PostgreSQL"),
    row(Review, "question list", "question list --open"),
    row(Review, "question show", "question show q3"),
    row(Review, "refresh", "refresh i5"),
    row(Review, "claim", "claim s8 --minutes 30"),
    row(Review, "resolve", "resolve i5 --applied"),
    row(Review, "sets list", "sets list"),
    row(Review, "sets show", "sets show ws4"),
    row(Review, "sets create", "sets create 'to look at'"),
    row(Review, "sets rename", "sets rename ws4 'for Friday'"),
    row(Review, "sets delete", "sets delete ws4"),
    row(Review, "sets focus", "sets focus ws4"),
    row(Review, "sets unfocus", "sets unfocus"),
    row(Review, "sets add", "sets add i5,rc8 --to ws4"),
    row(Review, "sets pin", "sets pin i5 --in ws4"),
    row(Review, "sets stage", "sets stage i5 --in ws4"),
    row(Review, "sets defer", "sets defer i5 --in ws4"),
    row(Review, "sets clear", "sets clear i5 --in ws4"),
    row(Review, "sets remove", "sets remove i5 --from ws4"),
    row(Review, "sets reorder", "sets reorder rc8,i5 --in ws4"),
    row(Review, "watch", "watch"),
    row(Review, "prompt", "prompt"),
    row(Review, "open", "open"),
    row(Review, "pair", "pair"),
    row(Undo, "undo", "undo rc8"),
    row(Undo, "redo", "redo rc9"),
    row(Undo, "cancel-undo", "cancel-undo rc8"),
    old(Undo, "withdraw", "undo i5"),
    old(Undo, "lift", "undo i5"),
    row(Undo, "log", "log --new"),
    old(Undo, "receipts", "log"),
    old(Undo, "history", "log --decisions"),
    old(Undo, "since", "log --new"),
    row(Undo, "rerun", "rerun rc8"),
    row(Stage, "stage", "stage -- claude"),
    row(Stage, "stage list", "stage list"),
    row(Stage, "stage show", "stage show sg11"),
    row(Stage, "stage diff", "stage diff sg11"),
    row(Stage, "stage land", "stage land sg11 --only shop.toml,NEWS"),
    row(Stage, "stage drop", "stage drop sg11"),
    row(Stage, "stage run", "stage run sg11 -- cargo test"),
    row(Stage, "stage shell", "stage shell sg11"),
    agents(Stage, "stage give-up", "stage give-up sg11"),
    row(Stage, "world reset", "world reset"),
    row(Agents, "import", "import"),
    row(Agents, "hook install", "hook install claude-code"),
    row(Agents, "hook remove", "hook remove claude-code"),
    row(Agents, "hook status", "hook status"),
    agents(Agents, "hook run", "hook run claude-code"),
    row(Agents, "run list", "run list"),
    row(Agents, "run show", "run show run4"),
    row(Agents, "run steer", "run steer run4 'use PostgreSQL'"),
    row(Agents, "run redirect", "run redirect run4 'fix the tests first'"),
    row(Agents, "run pause", "run pause run4"),
    row(Agents, "run resume", "run resume run4"),
    row(Agents, "run stop", "run stop run4 --reason 'not today'"),
    row(Agents, "run memory", "run memory run4"),
    row(Agents, "run mode", "run mode run4 manual"),
    row(Agents, "run stage", "run stage run4"),
    row(Agents, "run trust", "run trust run4"),
    row(Agents, "run untrust", "run untrust tr6"),
    row(Agents, "run rollback", "run rollback run4"),
    agents(Agents, "run start", "run start --title 'Fix the login'"),
    agents(Agents, "run end", "run end run4"),
    row(Agents, "mode set", "mode set manual --agent codex"),
    row(Agents, "mode list", "mode list"),
    row(Agents, "mode clear", "mode clear md6"),
    row(Agents, "step list", "step list run4"),
    row(Agents, "step show", "step show st6"),
    row(Agents, "step approve", "step approve st6"),
    row(Agents, "step reject", "step reject st6 --reason 'no tests'"),
    row(Agents, "step retry", "step retry st6"),
    row(Agents, "step skip", "step skip st6"),
    row(Agents, "step rollback", "step rollback st6"),
    agents(Agents, "step begin", "step begin --title 'Write the tests'"),
    agents(Agents, "step check", "step check"),
    agents(Agents, "step report", "step report succeeded"),
    agents(Agents, "step verify", "step verify st6 --confidence 0.9"),
    row(Agents, "plan list", "plan list"),
    row(Agents, "plan show", "plan show pl7"),
    row(Agents, "plan approve", "plan approve pl7 --stepwise"),
    row(Agents, "plan reject", "plan reject pl7 --reason 'too much at once'"),
    row(Agents, "plan pause", "plan pause pl7"),
    row(Agents, "plan resume", "plan resume pl7"),
    row(Agents, "plan retry", "plan retry pl7"),
    row(Agents, "plan skip", "plan skip pl7 --step 2"),
    row(Agents, "plan abort", "plan abort pl7"),
    row(Agents, "plan rollback", "plan rollback pl7"),
    agents(Agents, "plan propose", "plan propose --title 'Tidy up' --steps @steps.json"),
    row(Agents, "pause", "pause i26"),
    old(Agents, "hold", "pause i26"),
    row(Agents, "resume", "resume run4"),
    row(Agents, "freeze", "freeze --reason 'a strange night'"),
    row(Agents, "thaw", "thaw"),
    agents(Agents, "call", "call shell.run --args '{\"command\":\"ls\"}' --wait"),
    agents(Agents, "ask", "ask 'Which database?' --choices PostgreSQL,SQLite"),
    agents(Agents, "retract", "retract i5"),
    old(Agents, "status", "show i5"),
    agents(Agents, "context", "context"),
    agents(Agents, "news", "news"),
    row(Agents, "acp", "acp -- gemini --acp"),
    agents(Agents, "mcp", "mcp"),
    agents(Agents, "exec", "exec i5-cf94"),
    row(Policy, "trust", "trust ."),
    row(Policy, "check", "check --explain --command 'rm -r old'"),
    row(Policy, "policy show", "policy show"),
    row(Policy, "policy changes", "policy changes"),
    row(Policy, "policy accept", "policy accept 3d8d3b66"),
    row(Policy, "policy backtest", "policy backtest @policy.toml"),
    row(Policy, "grants list", "grants list"),
    row(Policy, "grants revoke", "grants revoke g9"),
    row(Policy, "grants suggest", "grants suggest"),
    row(Policy, "grants accept", "grants accept su3"),
    row(Policy, "grants decline", "grants decline su3"),
    row(Policy, "learn", "learn"),
    row(Policy, "tools", "tools shell.run"),
    row(Policy, "servers", "servers"),
    row(Policy, "servers accept", "servers accept github 3d8d3b66"),
    row(Policy, "servers forget", "servers forget github"),
    old(Audit, "audit log", "log --calls"),
    row(Audit, "audit verify", "audit verify --witness /mnt/elsewhere/witness.jsonl"),
    row(Audit, "audit checkpoint", "audit checkpoint --to /mnt/elsewhere/witness.jsonl"),
    row(Audit, "audit summary", "audit summary run4"),
    row(Audit, "audit report", "audit report --from 2026-11-01"),
    row(Audit, "audit export", "audit export --format csv"),
    row(Audit, "stats", "stats --days 30"),
    row(Audit, "insight", "insight --days 30"),
    row(Audit, "drills turn", "drills turn on"),
    row(Audit, "drills list", "drills list"),
    row(Audit, "drills show", "drills show dr7"),
    row(Admin, "setup", "setup"),
    row(Admin, "demo", "demo"),
    row(Admin, "doctor", "doctor"),
    row(Admin, "up", "up --detach"),
    row(Admin, "down", "down"),
    row(Admin, "uninstall", "uninstall --dry-run"),
    row(Admin, "backup", "backup /mnt/elsewhere/countersign.backup"),
    row(Admin, "restore", "restore /mnt/elsewhere/countersign.backup"),
    row(Admin, "store backup", "store backup /mnt/elsewhere/countersign.backup"),
    row(Admin, "store restore", "store restore /mnt/elsewhere/countersign.backup"),
    row(Admin, "store copy", "store copy postgres://countersign@db.example/countersign?team=tools"),
    row(Admin, "token person", "token person ana"),
    row(Admin, "token agent", "token agent codex"),
    row(Admin, "token verifier", "token verifier ci"),
    row(Admin, "token list", "token list"),
    row(Admin, "token revoke", "token revoke tk2"),
    row(Admin, "token reset", "token reset"),
    row(Admin, "token keep", "token keep"),
    row(Admin, "hosts", "hosts"),
    row(Admin, "people list", "people list"),
    row(Admin, "people remove", "people remove ben --reason 'left the team'"),
    row(Admin, "people admit", "people admit ben"),
    row(Admin, "passkey list", "passkey list"),
    row(Admin, "passkey reset", "passkey reset ana"),
    row(Admin, "join", "join https://hub.example.com:4114"),
    row(Admin, "leave", "leave"),
    row(Admin, "hub show", "hub show"),
    row(Admin, "hub invite", "hub invite anas-laptop"),
    row(Admin, "hub list", "hub list"),
    row(Admin, "hub remove", "hub remove anas-laptop"),
    row(Admin, "webhooks list", "webhooks list"),
    row(Admin, "webhooks add", "webhooks add https://ntfy.sh/my-topic --shape ntfy"),
    row(Admin, "webhooks test", "webhooks test wh3"),
    row(Admin, "webhooks remove", "webhooks remove wh3"),
    row(Admin, "webhooks dead", "webhooks dead"),
    row(Admin, "webhooks retry", "webhooks retry wd5"),
    row(Admin, "devices list", "devices list"),
    row(Admin, "devices remove", "devices remove wh9"),
    row(Admin, "help", "help confirm"),
    row(Admin, "docs", "docs trust"),
    row(Admin, "man", "man confirm"),
    row(Admin, "completions", "completions bash"),
    agents(Admin, "__complete", "__complete -- confirm i"),
];

/// Finds a command by its words.
pub fn find(words: &str) -> Option<&'static Row> {
    COMMANDS.iter().find(|row| row.words == words)
}

/// Returns the commands of a group that help lists, each by its first word, once; with `all`, also what agents type.
pub fn listed(group: Group, all: bool) -> Vec<&'static str> {
    let is_listed = |row: &&Row| row.group == group && is_shown(row.typed, all);
    let first = |row: &'static Row| row.words.split(' ').next().unwrap_or_default();
    let mut words: Vec<&'static str> = COMMANDS.iter().filter(is_listed).map(first).collect();
    words.dedup();
    words
}

/// Whether help lists a command.
pub fn is_shown(typed: Typed, all: bool) -> bool {
    match typed {
        Typed::People => true,
        Typed::Agents => all,
        Typed::Old => false,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::{Command, error::ErrorKind};
    use countersign_core::{ActorKind, OPS};
    use countersign_words::Language;

    use super::*;
    use crate::{
        custom_commands::{find as find_custom, whole_tree},
        op_commands::{self, chosen},
    };

    /// Splits a line as a shell does, as far as the examples need it.
    fn split(line: &str) -> Vec<String> {
        let (mut words, mut word, mut quoted, mut begun) = (Vec::new(), String::new(), false, false);
        for c in line.chars() {
            match c {
                '\'' => (quoted, begun) = (!quoted, true),
                ' ' if !quoted => {
                    if begun {
                        words.push(std::mem::take(&mut word));
                    }
                    begun = false;
                }
                _ => {
                    word.push(c);
                    begun = true;
                }
            }
        }
        assert!(!quoted, "{line}");
        words.extend(begun.then_some(word));
        words
    }

    fn commands() -> BTreeSet<String> {
        let bound = op_commands::bindings(OPS).unwrap();
        let of_ops = bound.iter().map(|binding| binding.path.join(" "));
        let mut all: BTreeSet<String> = of_ops.collect();
        fn walk(command: &Command, place: &str, all: &mut BTreeSet<String>) {
            for child in command.get_subcommands() {
                let place = format!("{place} {}", child.get_name()).trim().to_owned();
                if !child.is_subcommand_required_set() {
                    all.insert(place.clone());
                }
                walk(child, &place, all);
            }
        }
        walk(&whole_tree(Language::English).unwrap(), "", &mut all);
        all
    }

    #[test]
    fn h8_every_command_has_one_row_and_every_row_is_a_command() {
        let rows: BTreeSet<String> = COMMANDS.iter().map(|row| row.words.to_owned()).collect();
        assert_eq!(rows.len(), COMMANDS.len(), "a command is there twice");
        let commands = commands();
        let missing: Vec<_> = commands.difference(&rows).collect();
        assert!(missing.is_empty(), "not in the table, so no help lists them: {missing:?}");
        let extra: Vec<_> = rows.difference(&commands).collect();
        assert!(extra.is_empty(), "in the table, but no commands: {extra:?}");
    }

    #[test]
    fn h8_every_example_is_a_valid_command_line_of_its_command() {
        for row in COMMANDS {
            let line = [vec!["countersign".to_owned()], split(row.example)].concat();
            let matches = whole_tree(Language::English).unwrap().try_get_matches_from(&line);
            let matches = matches.unwrap_or_else(|e| panic!("{}: {e}", row.example));
            let typed = chosen(&matches).0.join(" ");
            match row.typed {
                Typed::Old => {
                    let now = find(&typed).unwrap();
                    assert!(now.typed == Typed::People && now.words != row.words, "{}", row.words);
                }
                _ => assert_eq!(typed, row.words, "{}", row.example),
            }
        }
    }

    /// The command lines on a page: in blocks and in backticks, without what stands for something else.
    fn on_page(page: &str) -> Vec<String> {
        let mut lines = Vec::new();
        for (n, part) in page.split("```").enumerate() {
            if n % 2 == 1 {
                let typed = part.lines().map(|line| line.trim_start().trim_start_matches(['$', '>', ' ']));
                lines.extend(typed.map(|line| line.split(" #").next().unwrap_or(line).to_owned()));
            } else {
                lines.extend(part.split('`').skip(1).step_by(2).map(|text| text.replace('\n', " ")));
            }
        }
        let is_plain = |line: &String| {
            line.starts_with("countersign ")
                && !line.contains(" · ")
                && !line.contains("  ")
                && !line.contains(['…', '<', '>', '|', '&', ';', '$', '{', '[', '\'', '"', '\\'])
        };
        lines.retain(is_plain);
        lines
    }

    #[test]
    fn h8_every_command_on_a_page_of_the_documents_exists_with_its_options() {
        let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs");
        let pages = std::fs::read_dir(docs).unwrap().map(|entry| entry.unwrap().path());
        let pages = pages.filter(|path| path.extension().is_some_and(|e| e == "md"));
        let (mut wrong, mut all) = (Vec::new(), 0);
        for path in pages.chain([std::path::Path::new(docs).join("../README.md")]) {
            for line in on_page(&std::fs::read_to_string(&path).unwrap()) {
                all += 1;
                let words = line.split_whitespace().map(str::to_owned);
                let parsed = whole_tree(Language::English).unwrap().try_get_matches_from(words);
                let kind = parsed.map_err(|e| e.kind()).err();
                if matches!(kind, Some(ErrorKind::InvalidSubcommand | ErrorKind::UnknownArgument)) {
                    wrong.push(format!("{}: {line}", path.display()));
                }
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
        assert!(all > 100, "{all}");
    }

    #[test]
    fn the_commands_of_one_first_word_are_in_one_group_and_together() {
        let all: Vec<_> = Group::ALL.iter().flat_map(|group| listed(*group, true)).collect();
        let once: BTreeSet<_> = all.iter().collect();
        assert_eq!(once.len(), all.len(), "{all:?}");
    }

    #[test]
    fn help_for_people_hides_what_people_may_not_call() {
        for binding in op_commands::bindings(OPS).unwrap() {
            let words = binding.path.join(" ");
            let row = find(&words).unwrap();
            let for_people = binding.op.spec().audience.contains(&ActorKind::Person);
            assert!(for_people || row.typed == Typed::Agents, "{words} is for agents only");
            assert!(find_custom(&binding.path).is_none(), "{words} is bound twice");
        }
    }
}
