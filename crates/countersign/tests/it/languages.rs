//! The command line in the reader's language, by the environment; programs always get English.

use countersign_words::{Language, say};

use crate::{Ended, Home, ended};

/// The output of a command in an environment that asks for a language.
fn told(home: &Home, tag: &str, token: &str, args: &[&str]) -> Ended {
    let mut command = home.command(token, args);
    command.env_remove("LC_ALL").env("LANG", tag);
    ended(command, "")
}

#[track_caller]
fn has(ended: Ended, code: i32, words: &[&str]) -> Ended {
    let ended = ended.expect(code);
    for word in words {
        assert!(ended.out.contains(word) || ended.err.contains(word), "{word:?} is not in {ended:?}");
    }
    ended
}

#[test]
fn b3_the_whole_loop_is_in_the_language_of_its_reader() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    let german = |token: &str, args: &[&str]| told(&home, "de_DE.UTF-8", token, args);
    has(german(&person, &["inbox"]), 0, &["Nichts wartet auf Sie."]);
    has(german(&person, &["receipts"]), 0, &["Noch ist nichts geschehen."]);

    let args = r#"{"title":"Fix login"}"#;
    let claim = "everything is frozen, no new effect begins";
    let call = ["call", "task.create_task", "--args", args, "--summary", claim];
    // Agents get the same text everywhere.
    has(german(&agent, &call), 7, &["agent says:", claim]);
    let id = home.json(&person, &["inbox"], 0)["items"][0]["id"].as_str().unwrap().to_owned();
    let short = id.split_once('-').unwrap().0;
    let inbox = has(german(&person, &["inbox"]), 0, &["codex schlägt 1 Änderung vor", short, claim]);
    assert!(inbox.out.contains("countersign show s") && inbox.out.contains("oder confirm s"), "{inbox:?}");

    let show = has(
        german(&person, &["show", &id]),
        0,
        &["wartet · ändert", "läuft ab", "Argumente von task.create_task"],
    );
    assert!(show.out.contains("\"title\": \"Fix login\""), "what is data stays: {show:?}");
    assert!(show.out.contains(&format!("countersign confirm {short} · reject {short}")), "{show:?}");
    assert!(!show.out.contains("agent says") && !show.out.contains("expires"), "{show:?}");

    let done = has(german(&person, &["confirm", &id]), 0, &["Beleg rc", "Rücknahme: countersign undo rc"]);
    let receipt = done.out.rsplit(' ').next().unwrap().trim().to_owned();
    has(german(&person, &["receipts"]), 0, &["BELEG", "ERLAUBT VON", "RÜCKNAHME", &receipt]);
    has(german(&person, &["show", &receipt]), 0, &["erlaubt von", "ana, Stufe 1: derselbe Benutzer"]);
    has(german(&person, &["undo", &receipt]), 0, &["Beleg rc"]);
    has(german(&person, &["receipts"]), 0, &["zurückgenommen"]);
    has(german(&person, &["since"]), 0, &["Ereignisse bisher", "entschieden", "[ana, bestätigt]"]);
    has(german("", &["audit", "verify"]), 0, &["das Protokoll ist unversehrt: "]);
    let parts = ["# Prüfbericht", "| Agent |", "Exit-Code", "von einer Person bestätigt"];
    has(german(&person, &["audit", "report"]), 0, &parts);
}

#[test]
fn b3_what_goes_wrong_is_told_in_the_language_of_its_reader() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    let run = home.json(&agent, &["run", "start"], 0)["id"].as_str().unwrap().to_owned();
    let german = |args: &[&str]| told(&home, "de_DE.UTF-8", &person, args);
    let resumed = has(german(&["run", "resume", &run]), 4, &["Fehler: "]);
    let why = say!("op-run-not-paused", id = run);
    let said = why.in_language(Language::German);
    assert!(said != why.as_str() && resumed.err.contains(&*said), "{resumed:?}");
    has(german(&["show", "i999"]), 5, &["Fehler: ", "\nTipp: ", "countersign inbox"]);
    let wrong = has(german(&["inbox", "--nothing"]), 2, &["Fehler: --nothing wird hier nicht erwartet"]);
    assert!(wrong.err.contains("Verwendung: countersign inbox") && !wrong.err.contains("Usage"), "{wrong:?}");
}

#[test]
fn b3_help_is_in_the_language_of_its_reader() {
    let home = Home::new();
    let help = has(
        told(&home, "de_DE.UTF-8", "", &["--help"]),
        0,
        &["Verwendung: countersign", "Prüfen:", "Optionen:"],
    );
    let inbox = help.out.lines().find(|line| line.trim_start().starts_with("inbox ")).unwrap();
    let doc = countersign_core::operations::find("inbox.list").unwrap().spec().doc;
    assert!(inbox.contains("was auf Sie wartet") && !help.out.contains(doc), "{help:?}");
    let one =
        has(told(&home, "de_DE.UTF-8", "", &["show", "--help"]), 0, &["Argumente:", "Zeigt diese Hilfe"]);
    assert!(one.out.contains("<ID>") && one.out.contains("--json"), "{one:?}");
    let english = told(&home, "en_GB.UTF-8", "", &["--help"]);
    assert_eq!(english.out, home.run("", &["--help"]).out);
    assert!(english.out.contains("Usage: countersign"), "{english:?}");
    for (tag, word) in [("es_ES", "Uso: "), ("fr_FR", "Utilisation : "), ("ro_RO", "Utilizare: ")] {
        has(told(&home, tag, "", &["--help"]), 0, &[word]);
    }
    assert!(!home.path().exists(), "help makes no home");
}

#[test]
fn b3_programs_are_answered_alike_in_every_language() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    home.with_task(&person, &agent, "Fix login");
    home.json(&agent, &["call", "task.create_task", "--args", r#"{"title":"Second"}"#], 7);
    let set = home.json(&person, &["inbox"], 0)["change_sets"][0]["id"].as_str().unwrap().to_owned();
    home.run(&person, &["show", &set]).expect(0);
    for (args, code) in [
        (&["inbox"][..], 0),
        (&["show", &set], 0),
        (&["receipts"], 0),
        (&["history"], 0),
        (&["run", "list"], 0),
        (&["policy", "changes"], 0),
        (&["check", "--command", "rm -rf b", "--explain"], 0),
        (&["audit", "verify"], 0),
        (&["show", "i999"], 5),
        (&["confirm", "i999"], 5),
        (&["inbox", "--nothing"], 2),
        (&["hook", "status"], 1),
    ] {
        let args = [args, &["--json"]].concat();
        let english = home.run(&person, &args).expect(code);
        for tag in ["de_DE.UTF-8", "ro_RO.UTF-8"] {
            let other = told(&home, tag, &person, &args).expect(code);
            assert_eq!((&other.out, &other.err), (&english.out, &english.err), "{args:?}");
        }
    }
}
