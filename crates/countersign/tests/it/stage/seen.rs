//! A stage is visible to persons, an invalid choice is refused at once, and a stop reaches its command.

use super::*;

#[test]
fn h5_a_stage_that_holds_changes_is_in_the_inbox_until_it_has_landed() {
    let desk = Desk::new();
    desk.put("a.txt", "a\n");
    desk.put("b.txt", "b\n");
    let waiting = |desk: &Desk| -> Vec<(String, String, String)> {
        let inbox = desk.json(&["inbox"], 0);
        let waits = inbox["waiting"].as_array().unwrap().iter().filter(|w| w["kind"] == "stage");
        let text = |w: &Value, field: &str| w[field].as_str().unwrap().to_owned();
        waits.map(|w| (text(w, "id"), text(w, "risk_level"), text(w, "status"))).collect()
    };
    desk.stage(&[], "cat a.txt");
    assert_eq!(waiting(&desk), [], "one in which nothing was changed waits for nobody");
    let (writes, _) = desk.stage(&[], "echo more >> a.txt");
    let (deletes, _) = desk.stage(&[], "rm b.txt");
    let open = "open".to_owned();
    assert_eq!(
        waiting(&desk),
        [(deletes.clone(), "high".into(), open.clone()), (writes.clone(), "medium".into(), open.clone())],
        "the most dangerous first"
    );
    let seen = desk.run(&["inbox"]).expect(0).out;
    assert!(seen.contains("staged changes of") && seen.contains("rm b.txt"), "{seen}");
    desk.land(&writes, &[]).expect(0);
    assert_eq!(waiting(&desk), [(deletes.clone(), "high".into(), open)]);
    desk.run(&["stage", "drop", &deletes]).expect(0);
    assert_eq!(waiting(&desk), []);
}

#[test]
fn h1_showing_a_stage_shows_what_would_land_and_a_landing_binds_to_that() {
    let desk = Desk::new();
    desk.put("a.txt", "a\n");
    let (stage, _) = desk.stage(&[], "echo more >> a.txt");
    let shown = desk.run(&["show", &stage]).expect(0).out;
    assert_eq!(shown, desk.run(&["stage", "diff", &stage]).expect(0).out);
    assert!(shown.contains("+more"), "{shown}");
    assert_eq!(desk.json(&["show", &stage], 0)["kind"], "stage");
    desk.run(&["stage", "land", &stage]).expect(0);
    assert_eq!(desk.real("a.txt").as_deref(), Some("a\nmore\n"));
    desk.run(&["stage", "drop", &stage]).expect(0);
    assert!(desk.run(&["show", &stage]).expect(0).out.contains("dropped"));
}

#[test]
fn c3_a_choice_that_there_is_not_is_refused_at_once_with_what_there_is() {
    let desk = Desk::new();
    desk.put("a.txt", &(1..30).map(|n| format!("{n}\n")).collect::<String>());
    let (stage, _) = desk.stage(&[], "sed -i 's/^2$/two/; s/^28$/most/' a.txt; echo x > b.txt");
    for (only, hint) in
        [("c.txt", "b.txt"), ("a.txt#3", "it has hunks 1 to 2"), ("b.txt#1", "choose the whole path")]
    {
        let refused = desk.land(&stage, &["--only", only]).expect(2);
        assert!(format!("{}{}", refused.out, refused.err).contains(hint), "{only}: {refused:?}");
    }
    let landed = desk.land(&stage, &["--only", "a.txt#2"]).expect(0).json();
    let item = landed["receipt"]["item"].as_str().unwrap_or_else(|| panic!("{landed}"));
    let shown = desk.json(&["show", item], 0);
    let diff = shown["item"]["preview"]["diff"].as_str().unwrap_or_else(|| panic!("{shown}"));
    assert!(diff.contains("+most") && !diff.contains("+two"), "{diff}");
    assert!(desk.real("a.txt").unwrap().starts_with("1\n2\n") && desk.real("b.txt").is_none());
}

#[test]
fn f4_stopping_its_run_ends_the_command_and_keeps_what_it_did() {
    let desk = Desk::new();
    let mut lasting = desk.lasting("echo x > made; echo begun; sleep 600; echo y > never");
    let run = desk.stages()[0]["run"].as_str().unwrap().to_owned();
    assert_eq!(desk.stages()[0]["status"], "running");
    desk.run(&["run", "stop", &run]).expect(0);
    assert_eq!(lasting.0.wait().unwrap().code(), Some(137));
    let stage = desk.stages()[0]["id"].as_str().unwrap().to_owned();
    let shown = desk.run(&["stage", "diff", &stage]).expect(0).out;
    assert!(
        shown.contains("signal 9") && shown.contains("+++ made") && !shown.contains("+++ never"),
        "{shown}"
    );
    // Later commands in it are not stopped.
    desk.run(&["stage", "run", &stage, "--", "sh", "-c", "seq 300000 | sort -r | tail -1; cat made > more"])
        .expect(0);
    assert_eq!((desk.real("made"), desk.real("more")), (None, None));
}

#[test]
fn a5_nothing_in_a_stage_tells_of_other_stages_or_of_the_home() {
    let desk = Desk::new();
    desk.put("a.txt", "a\n");
    desk.stage(&[], "echo more >> a.txt");
    let home = desk.home.path().canonicalize().unwrap();
    let script = format!(
        "ls -AR {0}; find {0}/stages; test -e {0}/countersign.db && echo there; true",
        home.display()
    );
    let ended = desk.run(&["stage", "--", "sh", "-c", &script]).expect(0);
    assert_eq!(ended.out.trim(), format!("{}:", home.display()), "{ended:?}");
    assert!(ended.err.contains(&format!("denied: to read {}", home.display())), "{ended:?}");
}
