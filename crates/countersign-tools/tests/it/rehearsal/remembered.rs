//! Tests what is remembered of yeses to real commands: what a question offers, and how far it reaches.

use serde_json::{Value, json};

use super::{Desk, ana, codex, has_means};

const HOUR: u64 = 3_600_000;

/// Returns the item as it is shown to Ana.
#[track_caller]
fn shown(desk: &Desk, item: &Value) -> Value {
    desk.done(&ana(), "show", json!({"id": item["id"]}))["item"].clone()
}

#[track_caller]
fn confirmed(desk: &Desk, command: &str) -> Value {
    let item = desk.held(command);
    assert_eq!(desk.confirm(&item)["status"], "applied", "{command}");
    item
}

/// Confirms an item and takes what it offers.
#[track_caller]
fn taken(desk: &Desk, item: &Value) -> Value {
    let input = json!({"id": item["id"], "digest": item["digest"], "offer": item["offer"]["id"]});
    desk.done(&ana(), "item.confirm", input)
}

#[test]
fn c6_the_third_question_of_a_shape_offers_the_grant_that_covers_all_three() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    for name in ["a", "b", "c", "d"] {
        desk.put(&format!("src/{name}.rs"), "one\n");
    }
    let first = confirmed(&desk, "sed -i s/one/two/ src/a.rs");
    assert_eq!(first["offer"], Value::Null, "nothing was decided before");
    let second = confirmed(&desk, "sed -i s/one/two/ src/b.rs");
    assert_eq!(second["offer"], Value::Null, "one yes is no habit");
    let third = desk.held("sed -i s/one/two/ src/c.rs");
    let offer = &third["offer"];
    assert_eq!(offer["items"], json!([second["id"], first["id"]]), "{third}");
    let sentence = offer["sentence"].to_string();
    assert!(sentence.contains("2 times") && sentence.contains("sed -i s/one/two/ <src/*.rs>"), "{sentence}");
    let listed = desk.done(&ana(), "inbox.list", json!({}))["items"][0]["offer"].clone();
    assert_eq!(&listed, offer, "the inbox shows the same");
    assert_eq!(
        desk.done(&ana(), "grant.list", json!({}))["grants"],
        json!([]),
        "nothing is granted by showing it"
    );

    let told = taken(&desk, &third);
    assert_eq!(told["status"], "applied", "{told}");
    let grants = desk.done(&ana(), "grant.list", json!({}))["grants"].clone();
    assert_eq!((grants.as_array().unwrap().len(), &grants[0]["id"]), (1, &told["grant"]), "{grants}");
    assert_eq!((&grants[0]["pattern"], &grants[0]["lifetime"]), (&offer["pattern"], &json!("1w")));
    let next = desk.run("sed -i s/one/two/ src/d.rs");
    assert_eq!((&next["status"], &next["why"]["row"]), (&json!("done"), &json!("grant")), "{next}");
    assert_eq!(next["receipt"]["undo_action"]["label"], "Undo", "its rehearsal landed: {next}");
    let other = desk.run("sed -i s/two/three/ src/d.rs");
    assert_eq!(other["status"], "queued", "other words: {other}");
}

#[test]
fn c6_commits_are_offered_as_one_although_git_names_what_it_writes_by_its_content() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    let git = |line: &str| {
        let done = std::process::Command::new("git").args(line.split(' ')).current_dir(desk.work()).status();
        assert!(done.unwrap().success(), "{line}");
    };
    git("init -q -b main");
    git("config user.name Ana");
    git("config user.email ana@example.com");
    git("commit -q --allow-empty -m zero");
    for n in ["one", "two", "three"] {
        desk.put(&format!("{n}.txt"), n);
        git("add -A");
        let item = desk.held(&format!("git commit -q -m {n}"));
        if n != "three" {
            assert_eq!(desk.confirm(&item)["status"], "applied", "{n}");
            continue;
        }
        let sentence = item["offer"]["sentence"].to_string();
        assert!(sentence.contains("git commit -q -m <text>"), "{item}");
    }
}

#[test]
fn c1_c6_only_persons_are_offered_a_grant_and_only_what_they_were_shown_can_be_taken() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    let command = |n: u32| format!("sed -i s/one/two/ src/{n}.rs");
    (0..9).for_each(|n| desk.put(&format!("src/{n}.rs"), "one\n"));
    confirmed(&desk, &command(0));
    confirmed(&desk, &command(1));
    let third = desk.held(&command(2));
    let status = desk.done(&codex(), "item.status", json!({"id": third["id"]}));
    assert!(!status.to_string().contains("offer"), "agents do not see it: {status}");
    let run = desk.done(&codex(), "run.show", json!({"id": third["run"]}));
    assert!(!run.to_string().contains("\"offer\""), "{run}");

    // An id of another item, or one that was made up, decides nothing.
    let fourth = desk.held(&command(3));
    for wrong in [fourth["offer"]["id"].clone(), json!("0000000000000000"), json!("")] {
        let input = json!({"id": third["id"], "digest": third["digest"], "offer": wrong});
        assert_eq!(desk.done(&ana(), "item.confirm", input)["status"], "changed");
    }
    let input =
        json!({"id": third["id"], "digest": third["digest"], "offer": third["offer"]["id"], "scope": "kind"});
    assert!(desk.call(&ana(), "item.confirm", input).is_err(), "the offer is not widened");
    let input = json!({"id": third["id"], "offer": third["offer"]["id"], "together": true});
    assert!(desk.call(&ana(), "item.confirm", input).is_err(), "nor taken with several");
    assert!(
        desk.call(&codex(), "item.confirm", json!({"id": third["id"], "offer": third["offer"]["id"]}))
            .is_err()
    );
    assert_eq!(desk.done(&ana(), "grant.list", json!({}))["grants"], json!([]));
    assert_eq!(desk.holds("src/2.rs").as_deref(), Some("one\n"), "nothing was decided");

    // Once it is granted, what still waits offers it no more.
    assert_eq!(taken(&desk, &third)["status"], "applied");
    assert_eq!(shown(&desk, &fourth)["offer"], Value::Null);
}

#[test]
fn c6_after_a_no_or_a_long_time_or_for_what_is_always_asked_about_nothing_is_offered() {
    if !has_means() {
        return;
    }
    let desk = Desk::with_policy(
        "[[rule]]\nname = \"new files\"\ntools = [\"shell.run\"]\nwhen = 'args.command.startsWith(\"touch\")'\nthen = \"ask\"\nalways = true\n",
    );
    (0..9).for_each(|n| desk.put(&format!("src/{n}.rs"), "one\n"));
    let command = |n: u32| format!("sed -i s/one/two/ src/{n}.rs");
    confirmed(&desk, &command(0));
    confirmed(&desk, &command(1));
    desk.env.advance(31 * 24 * HOUR);
    assert_eq!(desk.held(&command(2))["offer"], Value::Null, "that was too long ago");
    confirmed(&desk, &command(3));
    confirmed(&desk, &command(4));
    let item = desk.held(&command(5));
    assert_ne!(item["offer"], Value::Null);
    desk.done(&ana(), "item.reject", json!({"id": item["id"], "digest": item["digest"]}));
    assert_eq!(desk.held(&command(6))["offer"], Value::Null, "somebody said no");

    for (n, command) in ["rm src/0.rs", "rm src/1.rs", "rm src/2.rs"].iter().enumerate() {
        let item = desk.held(command);
        assert_eq!(item["offer"], Value::Null, "{command}");
        if n < 2 {
            assert_eq!(desk.confirm(&item)["status"], "applied", "{item}");
        }
    }
    for n in 0..3 {
        let item = desk.held(&format!("touch src/new{n}.rs"));
        assert_eq!((&item["why"]["row"], &item["offer"]), (&json!("always_rule"), &Value::Null), "{item}");
        assert_eq!(desk.confirm(&item)["status"], "applied");
    }
}

/// Confirms a command once, and remembers the yes for an hour.
#[track_caller]
fn always(desk: &Desk, command: &str) -> Value {
    let item = desk.held(command);
    assert_eq!(item["can_remember"], true, "{item}");
    let told = desk.done(
        &ana(),
        "item.confirm",
        json!({"id": item["id"], "digest": item["digest"], "always": "1h"}),
    );
    assert_eq!(told["status"], "applied", "{told}");
    // A call that is repeated before its agent has heard of it would get this result.
    desk.done(&codex(), "item.status", json!({"id": item["id"]}));
    told
}

#[track_caller]
fn asks(desk: &Desk, command: &str, why: &str) {
    let before = super::contents(&desk.work());
    let answer = desk.run(command);
    assert_eq!(answer["status"], "queued", "{why}: {answer}");
    assert_eq!(super::contents(&desk.work()), before, "{why}: nothing happened");
}

const FMT: &str = "sh tools/fmt.sh";

#[test]
fn c6_a_grant_for_a_rehearsed_command_covers_the_same_words_with_another_content() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    desk.put("tools/fmt.sh", "for f in src/*.rs; do sed -i 's/  */ /g' $f; done\n");
    desk.put("src/a.rs", "a  b\n");
    always(&desk, FMT);
    desk.put("src/b.rs", "c   d\n");
    let answer = desk.run(FMT);
    assert_eq!((&answer["status"], &answer["why"]["row"]), (&json!("done"), &json!("grant")), "{answer}");
    assert_eq!(desk.holds("src/b.rs").as_deref(), Some("c d\n"));
    let grants = desk.done(&ana(), "grant.list", json!({}))["grants"].clone();
    assert_eq!(grants[0]["used"], 1, "{grants}");
    let undone = desk.done(&ana(), "receipt.undo", json!({"id": answer["receipt"]["id"]}));
    assert_eq!((&undone["status"], desk.holds("src/b.rs").as_deref()), (&json!("undone"), Some("c   d\n")));
    desk.put("tools/other.sh", "echo x >> src/a.rs\n");
    asks(&desk, "sh tools/other.sh", "other words");
    desk.done(&ana(), "grant.revoke", json!({"id": grants[0]["id"]}));
    asks(&desk, FMT, "it was revoked");
}

#[test]
fn c6_a_script_that_was_changed_behind_granted_words_does_no_more_than_was_seen() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    desk.put(".env", "KEY=not-a-real-one\n");
    desk.put("Makefile", "all:\n");
    desk.put("src/keep.rs", "keep\n");
    desk.put("tools/fmt.sh", "echo x >> src/a.rs\n");
    desk.put("src/a.rs", "a\n");
    desk.put(".git/config", "[core]\n\tbare = false\n");
    always(&desk, FMT);
    for (script, why) in [
        ("echo x >> src/a.rs; echo evil >> Makefile\n", "a file elsewhere"),
        ("echo x >> src/a.rs; echo evil > src/new.sh\n", "another kind of file"),
        ("mkdir -p src/deep; echo x > src/deep/a.rs\n", "another folder"),
        ("echo x >> src/a.rs; rm src/keep.rs\n", "it deletes"),
        (": > src/keep.rs\n", "it empties"),
        ("mv src/keep.rs src/kept.md\n", "it moves away"),
        ("echo x >> .env\n", "a secret"),
        ("mkdir -p .git/hooks; echo x > .git/hooks/pre-commit\n", "a hook"),
        ("printf '[core]\\n\\tfsmonitor = x\\n' >> .git/config\n", "git's settings"),
        ("echo x >> src/a.rs; cat .env > /dev/null\n", "it reads a secret"),
        (
            "echo x >> src/a.rs; python3 -c \"import socket; socket.create_connection(('192.0.2.1', 80), 2)\"\n",
            "it wants a host",
        ),
        ("chmod u+s src/keep.rs\n", "rights that are warned of"),
    ] {
        desk.put("tools/fmt.sh", script);
        asks(&desk, FMT, why);
    }
    desk.put("tools/fmt.sh", "echo y >> src/a.rs; echo z > src/new.rs\n");
    assert_eq!(desk.run(FMT)["why"]["row"], "grant", "the same folder and kind of file");
    for command in [
        "X=1 sh tools/fmt.sh",
        "PATH=tools:/usr/bin:/bin sh tools/fmt.sh",
        "echo x | sh tools/fmt.sh",
        "sh tools/fmt.sh; true > src/b.txt",
    ] {
        asks(&desk, command, command);
    }
}
