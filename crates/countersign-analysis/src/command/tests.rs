//! Tests how the tables read the words of commands.

use super::*;
use crate::{facts::Facts, walk::Setting, word::Unknown};

/// Splits words at blanks; `$x` is one unknown word, `$xs` may be several, `*` makes a pattern.
fn words(line: &str) -> Vec<Word> {
    let mut at = 0;
    let mut word = |text: &str| {
        let span = Span { start: at, end: at + text.len() };
        at = span.end + 1;
        let pieces = match text.split_once('$') {
            Some((known, rest)) => {
                let unknown = Unknown {
                    shown: format!("${rest}"),
                    dash: true,
                    split: rest.ends_with('s'),
                    inert: false,
                };
                vec![Piece::Text(known.to_owned()), Piece::Unknown(unknown)]
            }
            None if text.contains('*') => vec![Piece::Glob(text.to_owned())],
            None => vec![Piece::Text(text.to_owned())],
        };
        Word { pieces, span }
    };
    line.split(' ').map(&mut word).collect()
}

fn facts_with(line: &str, input: &Input) -> Facts {
    let setting = Setting { cwd: Some("/home/ana/project".to_owned()), ..Setting::default() };
    let mut walk = Walk::new(&setting);
    run(&mut walk, &words(line), input);
    walk.facts
}

fn facts(line: &str) -> Facts {
    facts_with(line, &Input::Inherited)
}

#[track_caller]
fn check(class: Class, lines: &[&str]) {
    for line in lines {
        let facts = facts(line);
        assert_eq!(facts.class(), class, "{line}: {:#?}", facts.findings);
    }
}

#[test]
fn a3_a_command_that_nobody_knows_is_mutable_and_one_that_only_running_tells_destructive() {
    check(Class::Mutable, &["no-such-command", "./ls", "/tmp/ls -l", "scripts/run.sh", "LS"]);
    check(Class::Destructive, &["$x", "$x -l", "/bin/l*", "l$x"]);
    check(Class::Read, &["ls", "/bin/ls -l", "/usr/bin/wc -l a"]);
    assert_eq!(facts("no-such-command").executes, ["no-such-command"]);
}

#[test]
fn programs_of_other_bin_folders_do_at_least_what_their_names_say() {
    check(Class::Destructive, &["/tmp/bin/rm -rf x", ".venv/bin/rm x"]);
    check(Class::Mutable, &[".venv/bin/ls"]);
}

#[test]
fn a4_a_wrapper_is_judged_by_what_it_wraps() {
    check(Class::Read, &["chronic ls -la", "chronic chronic wc -l a"]);
    check(
        Class::Destructive,
        &["chronic rm -rf x", "chronic -v chronic rm x", "chronic $x", "chronic $xs ls"],
    );
    assert_eq!(facts("chronic rm a").commands.len(), 2);
}

#[test]
fn wrappers_in_wrappers_without_end_are_opaque() {
    let facts = facts(&format!("{}ls", "chronic ".repeat(1000)));
    assert!(facts.opaque && facts.class() == Class::Destructive);
}

#[test]
fn operands_and_values_are_noted_as_what_they_are() {
    let copied = facts("cp a b dir");
    assert!(copied.reads.iter().any(|p| p.ends_with('a')) && copied.reads.iter().any(|p| p.ends_with('b')));
    assert!(copied.writes.iter().any(|p| p.ends_with("dir")), "{copied:?}");
    assert!(facts("rm -r a b").deletes.iter().any(|p| p.ends_with('b')));
    assert!(facts("sort -o out in").writes.iter().any(|p| p.ends_with("out")));
    assert!(facts("sort --outp=out in").writes.iter().any(|p| p.ends_with("out")));
    check(Class::Read, &["sort -u -k2 names", "cat -", "ls -la --color=never", "rm --help"]);
    check(Class::Mutable, &["sort --nonsense names", "ls --nonsense", "cat -0pi a", "head -Z a"]);
}

#[test]
fn copying_nothing_over_a_file_empties_it() {
    check(Class::Destructive, &["cp /dev/null app.log"]);
    check(Class::Mutable, &["cp a app.log"]);
}

#[test]
fn a_pattern_stands_for_one_operand_or_more() {
    let copied = facts("cp *.txt dir");
    assert!(copied.writes.iter().all(|p| p.ends_with("dir")), "{copied:?}");
    assert!(!facts("cp *").writes.is_empty());
    check(Class::Destructive, &["rm *"]);
    check(Class::Read, &["wc -l *.rs"]);
}

#[test]
fn words_that_may_be_options_count_as_the_worst_option() {
    check(Class::Read, &["cat $x", "wc -l $xs", "sort -- $x"]);
    check(Class::Mutable, &["sort $x", "tree $xs"]);
    check(Class::Destructive, &["fdupes $x", "git $x", "rm -- $x"]);
}

#[test]
fn what_comes_in_and_is_run_as_sql_is_looked_at() {
    let text = |sql: &str| Input::Text(sql.to_owned(), Span::default());
    let line = "bq query";
    assert_eq!(facts_with(line, &text("select 1")).class(), Class::Read);
    assert_ne!(facts_with(line, &text("delete from t")).class(), Class::Read);
    assert_eq!(facts_with(line, &Input::Unknown).class(), Class::Destructive);
}
