//! Tests the tables themselves, and how options are read.

use std::collections::{BTreeMap, BTreeSet};

use countersign_words::Language;

use super::*;
use crate::{
    facts::Span,
    special,
    word::{Piece, Unknown, Word},
};

const TABLE: &str = r#"
["tool|alias"]
man = "tool(1)"
operands = "text read*"
options = [
  "-a -b -x --all --verbose -ps",
  "-k= --key= -#",
  "--sort?= -M?=",
  "-o= --output= : write",
  "--outside : mutable goes outside",
  "-n --dry-run?= : dry",
  "--try --try=client : dry",
  "-O= : write",
  "-O=- : dry",
  "--no-dry-run",
  "-e= : first",
  "+f",
]
examples = []

["quiet"]
man = "quiet(1)"
options = ["-a -b --all", "-k= : read"]
unknown = "fine"
examples = []

["wrap"]
man = "wrap(1)"
operands = "text command"
options = ["-k=", "-v"]
examples = []

["setting"]
man = "setting(1)"
operands = "env* command"
examples = []

["early"]
man = "early(1)"
style = "posix"
operands = "read*"
options = ["-a"]
examples = []

["word"]
man = "word(1)"
style = "long"
options = ["-name= -force", "-D= --auto", "-out= : write"]
examples = []

["key"]
man = "key(1)"
style = "keys"
options = ["if= : read", "of= : write", "--help : dry"]
examples = []

["cloud"]
man = "cloud(1)"
options = ["--region= --debug", "-o= : write", "-v --version -h --help : dry", "-n --dry-run : dry"]
examples = []

["cloud * list-*|show"]
man = "cloud(1)"
does = "sends the request"
options = ["--other"]
examples = []

["cloud * delete|remove"]
man = "cloud(1)"
does = "destructive deletes"
examples = []

["cloud vm show-all"]
man = "cloud(1)"
examples = []

["cloud vm show-*"]
man = "cloud(1)"
does = "mutable shows more"
examples = []

["cloud * * show"]
man = "cloud(1)"
examples = []

["py*|py"]
man = "py(1)"
examples = []

["pypi"]
man = "pypi(1)"
examples = []
"#;

fn place(name: &str) -> Option<Place> {
    static INDEX: OnceLock<Index> = OnceLock::new();
    find_in(INDEX.get_or_init(|| Index::new([TABLE].into_iter())), name)
}

fn word(text: &str) -> Word {
    let Some((known, rest)) = text.split_once('$') else { return Word::known_as(text, Span::default()) };
    let unknown = Unknown { shown: format!("${rest}"), dash: true, split: rest.ends_with('s'), inert: false };
    let pieces = vec![Piece::Text(known.to_owned()), Piece::Unknown(unknown)];
    Word { pieces, span: Span::default() }
}

/// `$x` is one unknown word, `$xs` may be several.
fn reading(line: &str) -> Reading {
    let words: Vec<Word> = line.split(' ').map(word).collect();
    read(&words, place(line.split(' ').next().unwrap()).unwrap())
}

/// Returns options, unlisted options, operands, and the class of the worst doubt, as short text.
fn read_as(line: &str) -> String {
    let reading = reading(line);
    let mut out: Vec<String> = Vec::new();
    for hit in &reading.hits {
        let value = hit.value.as_ref().map(|v| format!("={}", v.shown())).unwrap_or_default();
        out.push(format!("{}{value}", hit.name));
    }
    out.extend(reading.unlisted.iter().map(|(name, ..)| format!("{name}!")));
    out.extend(reading.operands.iter().map(|w| format!("<{}>", w.shown())));
    out.extend(reading.doubts.iter().map(|d| d.class).max().map(|c| format!("?{}", c.as_str())));
    out.join(" ")
}

#[track_caller]
fn check(line: &str, expected: &str) {
    assert_eq!(read_as(line), expected, "{line}");
}

#[test]
fn short_options_are_read_joined_and_with_their_values() {
    check("tool -ab p f", "-a -b <p> <f>");
    check("tool -abk2 p", "-a -b -k=2 <p>");
    check("tool -k 2 p", "-k=2 <p>");
    check("tool -abo out p", "-a -b -o=out <p>");
    check("tool -M50 p", "-M=50 <p>");
    check("tool -M 50", "-M <50>");
    check("tool -k", "-k");
    check("tool -k -- p", "-k=-- <p>");
}

#[test]
fn a_name_of_several_letters_that_is_listed_is_not_taken_apart() {
    check("tool -ps f", "-ps <f>");
}

#[test]
fn numbers_are_options_where_the_table_says_so() {
    check("tool -25 p", "-# <p>");
    check("tool -a5 p", "-a <p>");
    check("early -5", "-5!");
}

#[test]
fn long_options_may_be_abbreviated_and_every_reading_counts() {
    check("tool --verb p", "--verbose <p>");
    check("tool --output=o", "--output=o");
    check("tool --output o p", "--output=o <p>");
    check("tool --out x", "--output=x --outside <x>");
    check("tool --sort=a b", "--sort=a <b>");
    check("tool --sort b", "--sort <b>");
}

#[test]
fn two_dashes_end_options_and_one_is_an_operand() {
    check("tool p -- -o x", "<p> <-o> <x>");
    check("tool - -a", "-a <->");
}

#[test]
fn unlisted_options_are_told_and_the_next_word_stays_an_operand() {
    check("tool --nope x", "--nope! <x>");
    check("tool -azo out", "-a -o=out -azo! <out>");
    check("tool --all=why", "--all=why --all=why!");
    check("tool --all=false", "--all=false");
}

#[test]
fn options_end_at_the_first_operand_in_posix_style() {
    check("early -a f -a", "-a <f> <-a>");
}

#[test]
fn names_with_one_dash_or_two_are_the_same_in_long_style() {
    check("word -name x --force y", "-name=x -force <y>");
    check("word --name=x -auto", "-name=x --auto");
    check("word -Dkey=value", "-D=key=value");
    check("word -nam x", "-nam! <x>");
}

#[test]
fn keys_are_options_without_a_dash() {
    check("key if=a of=b", "if=a of=b");
    check("key --help", "--help");
    check("key nope=1", "nope!");
    check("key of=$x", "of=$x");
    check("key $x", "<$x> ?mutable");
}

#[test]
fn words_with_a_plus_are_operands_unless_listed() {
    check("tool +f +g", "+f <+g>");
}

#[test]
fn a_word_that_may_be_an_option_is_doubted_only_where_an_option_could_matter() {
    check("tool p $x", "<p> <$x> ?mutable");
    check("quiet p $x $xs", "<p> <$x> <$xs>");
    check("tool -- $x", "<$x>");
    check("tool --key=$x p", "--key=$x <p>");
    check("tool -k$x p", "-k=$x <p>");
    check("tool -a$x p", "-a <p> ?mutable");
    check("tool --ver$x p", "<p>");
    check("tool --out$x p", "<p> ?mutable");
    check("tool p$x", "<p$x>");
    check("tool p$xs", "<p$xs> ?mutable");
}

#[test]
fn an_option_behind_what_splits_words_is_seen() {
    let ifs = Unknown { shown: "$IFS".to_owned(), dash: false, split: true, inert: false };
    let pieces = vec![Piece::Text("p".into()), Piece::Unknown(ifs), Piece::Text("--output=x".into())];
    let words = [word("tool"), Word { pieces, span: Span::default() }];
    let doubts = read(&words, place("tool").unwrap()).doubts;
    assert_eq!(doubts.iter().map(|d| d.class).collect::<Vec<_>>(), [Class::Mutable]);
}

#[test]
fn a_value_that_may_become_several_words_is_doubted() {
    check("tool -k $xs p", "-k=$xs <p> ?mutable");
    assert_eq!(reading("tool -k $xs p").gaps, [0]);
    check("tool -k $x p", "-k=$x <p>");
    check("cloud --region $xs vm show", "--region=$xs ?destructive");
}

#[test]
fn options_of_another_command_are_its_own() {
    let wrapped = reading("wrap 5 -v rm -k x");
    assert_eq!(wrapped.command_from, Some(1));
    check("wrap 5 -v rm -k x", "-v <5> <rm> <-k> <x>");
    check("wrap 5 -- rm -k x", "<5> <rm> <-k> <x>");
    assert_eq!(reading("setting A=1 B=2 ls C=3").command_from, Some(2));
    assert_eq!(reading("setting A=1").command_from, None);
}

#[test]
fn dry_needs_to_be_certain_and_not_taken_back() {
    for (line, dry) in [
        ("tool -n p", true),
        ("tool --dry-run p", true),
        ("tool --dry-run=client p", true),
        ("tool --dry-run=none p", false),
        ("tool --dry-run=$x p", false),
        ("tool -n --no-dry-run p", false),
        ("tool p -- -n", false),
        ("tool --try p", true),
        ("tool --try=client p", true),
        ("tool --try=server p", false),
        ("tool --try=$x p", false),
        ("tool -O -", true),
        ("tool -aO- p", true),
        ("tool -O - -O x", true),
        ("tool -O x", false),
        ("quiet --help", true),
        ("quiet --help x", false),
        ("quiet --version", true),
        ("cloud -v", true),
        ("cloud vm delete -v", false),
        ("cloud -v vm delete", false),
        ("cloud vm delete --version", false),
        ("cloud vm delete -h", true),
        ("cloud vm delete -n", true),
        ("cloud -n vm delete", true),
    ] {
        assert_eq!(reading(line).dry(), dry, "{line}");
    }
}

#[test]
fn an_option_that_took_the_place_of_the_first_operand_shifts_the_others() {
    assert_eq!(reading("tool -e p f").operand_kinds()[0].head, []);
    assert_eq!(reading("tool p f").operand_kinds()[0].head, [Kind::Text]);
}

fn path(line: &str) -> (String, bool) {
    let reading = reading(line);
    let known = matches!(reading.subcommand, Subcommand::Known) && reading.place.entry().is_some();
    (reading.place.path().join(" "), known)
}

#[test]
fn exact_names_win_over_patterns_and_longer_patterns_over_shorter() {
    for (line, expected, known) in [
        ("cloud vm show-all", "cloud vm show-all", true),
        ("cloud vm show-some", "cloud vm show-some", true),
        ("cloud vm list-all x", "cloud vm list-all", true),
        ("cloud vm list-all $x", "cloud vm list-all", true),
        ("cloud --region r db show --other", "cloud db show", true),
        ("cloud db remove show", "cloud db delete", true),
        ("cloud db key show", "cloud db key show", true),
        ("cloud db", "cloud db", false),
        ("cloud", "cloud", true),
        ("cloud db nope", "cloud db nope", false),
        ("python3", "python3", true),
        ("py", "py", true),
        ("pypi", "pypi", true),
        ("alias", "tool", true),
    ] {
        assert_eq!(path(line), (expected.to_owned(), known), "{line}");
    }
    assert!(place("nope").is_none());
}

#[test]
fn a_subcommand_that_only_running_tells_is_doubted_as_the_worst_of_them() {
    check("cloud $x", "<$x> ?destructive");
}

#[test]
fn patterns_match_within_a_word() {
    assert!(matches("list-*", "list-all") && matches("*", "") && matches("*-policy", "put-policy"));
    assert!(matches("a*b*c", "a1b2c") && !matches("a*b*c", "a1c2b") && !matches("ab*ba", "aba"));
}

#[test]
fn every_table_file_is_part_of_the_program() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tables");
    let files = std::fs::read_dir(folder).unwrap().map(|f| f.unwrap().file_name().into_string().unwrap());
    let files: BTreeSet<String> = files.filter_map(|f| f.strip_suffix(".toml").map(str::to_owned)).collect();
    let listed: BTreeSet<String> = FAMILIES.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(listed, files);
}

#[test]
fn every_entry_can_be_read_and_names_handlers_that_exist() {
    let mut wrong = Vec::new();
    for (family, text) in FAMILIES {
        let whole: toml::Table = match toml::from_str(text) {
            Ok(whole) => whole,
            Err(e) => {
                wrong.push(format!("{family}: {e}"));
                continue;
            }
        };
        let scanned: BTreeSet<&str> = entries(text).map(|(header, _)| header).collect();
        let parsed: BTreeSet<&str> = whole.keys().map(String::as_str).collect();
        wrong.extend(
            scanned.symmetric_difference(&parsed).map(|h| format!("{family}: {h}: read differently")),
        );
        for (header, body) in entries(text) {
            match Entry::parse(body) {
                Ok(entry) => {
                    let missing = entry.special.filter(|s| special::find(s).is_none());
                    wrong.extend(missing.map(|s| format!("{family}: {header}: no handler {s}")));
                }
                Err(e) => wrong.push(format!("{family}: {header}: {e}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn b3_every_reason_of_the_tables_is_said_in_every_language() {
    let mut reasons = BTreeMap::new();
    for (family, text) in FAMILIES {
        for entry in entries(text).filter_map(|(_, body)| Entry::parse(body).ok()) {
            let options = entry.options.beginning("").iter().flat_map(|o| entry.options.meanings(o));
            for meaning in entry.does.iter().chain(options) {
                if let Meaning::Mutable(why)
                | Meaning::Destructive(why)
                | Meaning::Executes(why)
                | Meaning::Sends(why, _)
                | Meaning::Protected(why)
                | Meaning::Opaque(why) = meaning
                {
                    reasons.insert(why.clone(), *family);
                }
            }
        }
    }
    assert!(reasons.len() > 1000, "only {} were found", reasons.len());
    for language in Language::ALL.into_iter().filter(|language| *language != Language::English) {
        let unsaid: Vec<_> =
            reasons.iter().filter(|(why, _)| why.in_language(language) == why.as_str()).collect();
        assert!(unsaid.is_empty(), "{}: {unsaid:#?}", language.code());
    }
}

#[test]
fn no_command_is_in_two_tables_and_no_entry_twice() {
    let mut of: BTreeMap<&str, &str> = BTreeMap::new();
    let mut seen: BTreeMap<String, &str> = BTreeMap::new();
    let mut wrong = Vec::new();
    for (family, text) in FAMILIES {
        for (header, _) in entries(text) {
            for name in header.split(' ').next().unwrap_or_default().split('|') {
                if of.insert(name, family).is_some_and(|other| other != *family) {
                    wrong.push(format!("{name} is in {family} and in another table: {header}"));
                }
            }
            for path in paths(header) {
                if seen.insert(path.clone(), header).is_some() {
                    wrong.push(format!("{family}: {path} has two entries"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn paths(header: &str) -> Vec<String> {
    let mut paths = vec![String::new()];
    for word in header.split(' ') {
        let longer = paths.iter().flat_map(|p| word.split('|').map(move |name| format!("{p} {name}")));
        paths = longer.collect();
    }
    paths
}
