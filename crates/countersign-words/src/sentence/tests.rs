//! Sentences in other languages, and that none is missing.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use super::*;
use crate::used::{CRATES, Code, house, sources};

fn german(english: &str) -> String {
    Words::of(Language::German).say(english).into_owned()
}

#[test]
fn b3_a_sentence_that_was_made_in_english_is_said_in_the_language_of_its_reader() {
    assert_eq!(
        german("sends data to example.com, which is not a listed host"),
        "sendet Daten an example.com, das nicht auf der Liste steht"
    );
    let english = Words::of(Language::English);
    assert_eq!(
        english.say("everything is frozen, no new effect begins"),
        "everything is frozen, no new effect begins"
    );
    assert_eq!(german("Merge pull request 7"), "Merge pull request 7", "others' sentences stay as they are");
    assert_eq!(
        Words::of(Language::German).say_list("sends data out; everything is frozen, no new effect begins; x"),
        "sendet Daten nach außen; alles ist eingefroren, nichts Neues beginnt; x"
    );
}

#[test]
fn b3_a_sentence_is_known_as_a_heading_and_before_a_colon() {
    assert_eq!(
        german("Sends data out: curl -d x example.com"),
        "Sendet Daten nach außen: curl -d x example.com"
    );
    assert_eq!(german("sends data out: a: b"), "sendet Daten nach außen: a: b");
    assert_eq!(german("curl: sends data out"), "curl: sends data out", "what stands behind is not ours");
}

#[test]
fn b3_a_text_that_can_be_read_in_two_ways_stays_as_it_was_made() {
    let gap = |name: &str| Piece::Gap(name.to_owned());
    let fixed = |text: &str| Piece::Fixed(text.to_owned());
    let moves = [fixed("Move "), gap("from"), fixed(" to "), gap("to")];
    let filled =
        |text| fill(&moves, text).map(|all| all.into_iter().map(|(_, text)| text).collect::<Vec<_>>());
    assert_eq!(filled("Move a to b"), Some(vec!["a", "b"]));
    assert_eq!(filled("Move a to b to c"), None, "which of them moves?");
    assert_eq!(filled("Move  to b"), None, "nothing moves");
    assert_eq!(filled(&format!("Move {}", "a to ".repeat(1000))), None, "and it is not pondered for long");
}

#[test]
fn b3_what_stands_in_a_gap_is_said_as_it_is() {
    let text = "sends data to everything is frozen, no new effect begins, which is not a listed host";
    assert!(german(text).contains(" everything is frozen, no new effect begins,"), "{}", german(text));
}

#[test]
fn b3_a_sentence_of_parts_is_said_whole_or_not_at_all() {
    assert_eq!(
        german("land the stage sg22: 5 files: 1 changed, 1 created, 3 deleted; 1 folder deleted"),
        "die Bühne sg22 übernehmen: 5 Dateien: 1 geändert, 1 angelegt, 3 gelöscht; 1 Ordner gelöscht"
    );
    let other = "ship it: 5 boxes: 1 changed, 1 created";
    assert_eq!(german(other), other);
}

#[test]
fn b3_values_are_data_unless_they_tell_of_a_file_or_a_rehearsal() {
    let words = Words::of(Language::German);
    let told = "1 file changed; exactly this lands, and the command is not run again";
    assert!(words.say_value("rehearsed", told).starts_with("1 Datei geändert; "));
    assert_ne!(words.say_value("/w/a.txt", "folder"), "folder");
    assert_eq!(words.say_value("title", "folder"), "folder");
}

#[test]
fn b3_the_shapes_of_sentences_can_be_told_apart() {
    let mut seen: BTreeMap<String, String> = BTreeMap::new();
    for shape in shapes() {
        let letters = |text: &str| text.chars().filter(|c| c.is_alphabetic()).count();
        let fixed: usize =
            shape.pieces.iter().map(|p| if let Piece::Fixed(text) = p { letters(text) } else { 0 }).sum();
        assert!(fixed >= 3, "{} fits nearly every text", shape.id);
        let gaps = shape.pieces.windows(2).any(|two| matches!(two, [Piece::Gap(_), Piece::Gap(_)]));
        assert!(!gaps, "{}: nobody can tell two gaps apart that touch", shape.id);
        let form: String = shape
            .pieces
            .iter()
            .map(|piece| if let Piece::Fixed(text) = piece { text.as_str() } else { "{}" })
            .collect();
        let other = seen.insert(form.clone(), shape.id.clone());
        assert!(
            other.as_ref().is_none_or(|other| *other == shape.id),
            "{form:?}: {other:?} and {}",
            shape.id
        );
    }
}

/// What is fixed in a text that is filled.
fn pieces(text: &str) -> Vec<String> {
    let mut pieces = Vec::new();
    let text = text.replace("{{", "\u{1}").replace("}}", "\u{2}");
    for part in text.split('{') {
        let piece = part.split_once('}').map_or(part, |(_, rest)| rest);
        pieces.push(piece.replace('\u{1}', "{").replace('\u{2}', "}").trim().to_owned());
    }
    pieces
}

/// What is fixed in a text that is filled, where it is long enough to be a sentence or most of one.
fn fixed(text: &str) -> Vec<String> {
    let words = |piece: &String| {
        piece
            .split_whitespace()
            .filter(|word| word.chars().filter(|c| c.is_alphabetic()).count() >= 2)
            .count()
    };
    pieces(text).into_iter().filter(|piece| words(piece) >= 3).collect()
}

/// Whole files, and texts, that nobody is meant to read in their own language, each under why.
fn unsaid() -> (Vec<String>, BTreeSet<String>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("unsaid");
    let text: String = SENTENCES
        .iter()
        .map(|area| fs::read_to_string(folder.join(format!("{area}.txt"))).unwrap())
        .collect();
    let lines = text.lines().filter(|line| !line.starts_with("# ") && !line.is_empty());
    let (files, texts): (Vec<_>, Vec<_>) = lines.partition(|line| line.starts_with("crates/"));
    (files.into_iter().map(str::to_owned).collect(), texts.into_iter().map(str::to_owned).collect())
}

#[test]
fn b3_every_sentence_that_people_read_is_in_the_files_and_the_files_hold_no_others() {
    let said: Vec<String> = shapes()
        .into_iter()
        .flat_map(|shape| shape.pieces)
        .filter_map(|piece| if let Piece::Fixed(text) = piece { Some(text) } else { None })
        .collect();
    let all = said.join("\n");
    let (files, known) = unsaid();
    let (mut made, mut parts) = (String::new(), BTreeSet::new());
    let mut missing = Vec::new();
    for name in CRATES {
        let mut paths = Vec::new();
        sources(&house().join(name).join("src"), &mut paths);
        for path in paths {
            let short = format!("crates/{}", path.strip_prefix(house()).unwrap().display());
            let source = fs::read_to_string(&path).unwrap();
            // What a field is, its documentation says, on as many lines as it takes.
            let documented = source.lines().map(str::trim).filter_map(|line| line.strip_prefix("///"));
            made.extend(documented);
            let mut found = Code::default();
            found.read(source.parse().unwrap());
            for text in found.texts {
                made.push_str(&text);
                made.push('\n');
                parts.extend(
                    pieces(&text).into_iter().filter(|piece| piece.len() >= 10 && piece.contains(' ')),
                );
                if files.iter().any(|file| short.starts_with(file.as_str())) {
                    continue;
                }
                for piece in fixed(&text) {
                    if !all.contains(&piece) && !known.contains(&piece.replace('\n', "\\n")) {
                        missing.push(format!("{short}: {piece}"));
                    }
                }
            }
        }
    }
    for table in fs::read_dir(house().join("countersign-analysis/tables")).unwrap() {
        // There, what runs something is said to execute it.
        made.push_str(&fs::read_to_string(table.unwrap().path()).unwrap().replace("executes ", "runs "));
    }
    let count = missing.len();
    assert!(missing.is_empty(), "{count} are in no file and not among the unsaid:\n{}", missing.join("\n"));
    // Where a sentence is put together, its pieces are made each for itself.
    let within = |piece: &str| parts.iter().any(|part| piece.contains(part.as_str()));
    let is_made = |piece: &String| parts.contains(piece) || made.contains(piece.as_str()) || within(piece);
    let long = said.iter().flat_map(|piece| fixed(piece)).filter(|piece| piece.len() >= 20);
    let gone: Vec<String> = long.filter(|piece| !is_made(piece)).collect();
    assert!(gone.is_empty(), "nobody says this any more: {gone:#?}");
}

/// What a table says that something does: `mutable changes the index; sends the request`.
fn reasons(does: &str, found: &mut BTreeSet<String>) {
    for one in does.split(';').map(str::trim) {
        match one.split_once(' ') {
            Some(("mutable" | "destructive" | "protected" | "opaque", why)) => {
                found.insert(why.trim().to_owned())
            }
            Some(("executes", what)) => found.insert(format!("runs {}", what.trim())),
            Some(("sends", _)) => found.insert(one.to_owned()),
            _ => false,
        };
    }
}

#[test]
fn b3_every_reason_of_the_tables_is_said_in_every_language() {
    let mut found = BTreeSet::new();
    for file in fs::read_dir(house().join("countersign-analysis/tables")).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "toml") {
            continue;
        }
        let table: toml::Table = fs::read_to_string(path).unwrap().parse().unwrap();
        for entry in table.values() {
            entry
                .get("does")
                .and_then(toml::Value::as_str)
                .into_iter()
                .for_each(|does| reasons(does, &mut found));
            let options = entry.get("options").and_then(toml::Value::as_array).into_iter().flatten();
            let means = options.filter_map(|option| option.as_str()?.split_once(" : "));
            means.for_each(|(_, means)| reasons(means, &mut found));
        }
    }
    assert!(found.len() > 1_000, "{}", found.len());
    for language in Language::ALL.into_iter().skip(1) {
        let words = Words::of(language);
        let unsaid: Vec<&String> = found.iter().filter(|why| words.say(why) == why.as_str()).collect();
        assert!(unsaid.is_empty(), "{}: {unsaid:#?}", language.code());
    }
}
