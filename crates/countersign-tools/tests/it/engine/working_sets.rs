//! F6: a person's working sets, and the undo of each change to them.

use countersign_core::{Actor, ErrorCode, OPS, Role, Undo};
use serde_json::{Value, json};

use super::world::{World, ana, ben, codex, id, text};

fn undo(w: &World, receipt: &Value) -> Value {
    w.ask(&ana(), "receipt.undo", json!({"id": receipt["id"], "expected_event_id": receipt["event_id"]}))
}

fn show(w: &World, set: &str) -> Value {
    w.ask(&ana(), "working_set.show", json!({"id": set}))
}

/// Returns the entries of a set with their notes, in order.
fn entries(w: &World, set: &str) -> Vec<(String, String)> {
    let shown = show(w, set);
    let list = shown["entries"].as_array().unwrap().clone();
    list.iter().map(|e| (text(e, "thing"), text(e, "state"))).collect()
}

fn things(w: &World, set: &str) -> Vec<String> {
    entries(w, set).into_iter().map(|(thing, _)| thing).collect()
}

/// A set of three tasks.
fn furnished(w: &World) -> (String, [String; 3]) {
    let tasks = ["Fix login", "Release", "Tidy"].map(|title| w.task(title));
    let made = w.ask(&ana(), "working_set.create", json!({"name": "Today", "things": tasks}));
    (id(&made), tasks)
}

#[test]
fn f6_each_change_to_a_set_is_taken_back_and_done_again_by_its_own_handle() {
    let w = World::new();
    let (set, tasks) = furnished(&w);
    let [a, b, c] = &tasks;
    let late = w.task("Late");
    w.ask(&ana(), "working_set.focus", json!({"id": set}));
    let other = id(&w.ask(&ana(), "working_set.create", json!({"name": "Other"})));
    for (op, input) in [
        ("working_set.rename", json!({"id": set, "name": "Tomorrow"})),
        ("working_set.focus", json!({"id": other})),
        ("working_set.unfocus", json!({})),
        ("working_set.add", json!({"id": set, "things": [late, "pr:12"], "note": "soon"})),
        ("working_set.mark", json!({"id": set, "things": [a, c], "state": "pinned"})),
        ("working_set.mark", json!({"id": set, "things": [b], "state": "staged"})),
        ("working_set.mark", json!({"id": set, "things": [b], "state": "deferred"})),
        ("working_set.remove", json!({"id": set, "things": [b]})),
        ("working_set.reorder", json!({"id": set, "things": [c, a, b]})),
        ("working_set.delete", json!({"id": set})),
        ("working_set.create", json!({"name": "Third", "things": [a]})),
    ] {
        let forecast = || {
            let listed = w.ask(&ana(), "working_set.list", json!({}))["working_sets"].clone();
            let ids: Vec<String> = listed.as_array().unwrap().iter().map(id).collect();
            (listed, ids.iter().map(|id| show(&w, id)).collect::<Vec<_>>())
        };
        let before = forecast();
        let done = w.ask(&ana(), op, input.clone());
        assert_eq!(done["status"], "done", "{op}: {done}");
        let receipt = &done["receipt"];
        assert_eq!(done["latest_reversible_event_id"], receipt["event_id"], "{op}");
        assert_eq!(done["latest_reversible_event_type"], op);
        assert_eq!(done["undo_action"], json!({"label": "Undo", "expected_event_id": receipt["event_id"]}));
        assert_eq!((&receipt["run"], &receipt["allowed_by"]["name"]), (&Value::Null, &json!("ana")), "{op}");
        let after = forecast();
        assert_ne!(before, after, "{op} did nothing");
        let back = undo(&w, receipt);
        assert_eq!(back["status"], "undone", "{op}: {back}");
        assert_eq!(forecast(), before, "{op} came back whole");
        let again = undo(&w, &back["receipt"]);
        assert_eq!(again["status"], "undone", "{op}: {again}");
        assert_eq!(forecast(), after, "undo of undo is redo: {op}");
        assert_eq!(undo(&w, &again["receipt"])["status"], "undone", "{op}");
        assert_eq!(forecast(), before, "{op}");
    }
    assert!(w.verify().ok);
}

#[test]
fn f6_a_deleted_set_comes_back_with_its_order_and_everything_that_was_said() {
    let w = World::new();
    let (set, [a, b, c]) = furnished(&w);
    w.ask(&ana(), "working_set.mark", json!({"id": set, "things": [b], "state": "staged"}));
    w.ask(&ana(), "working_set.reorder", json!({"id": set, "things": [c, a, b]}));
    w.ask(&ana(), "working_set.focus", json!({"id": "today"}));
    let before = show(&w, &set);
    let gone = w.ask(&ana(), "working_set.delete", json!({"id": set}));
    assert_eq!(w.fails(&ana(), "working_set.show", json!({"id": set})).code, ErrorCode::NotFound);
    assert_eq!(w.fails(&ana(), "working_set.show", json!({})).code, ErrorCode::Conflict, "no focus is left");
    let back = undo(&w, &gone["receipt"]);
    assert_eq!(back["resume"]["id"], json!(set), "{back}");
    assert_eq!(show(&w, &set), before);
    assert_eq!(w.ask(&ana(), "working_set.show", json!({})), before, "it has the focus again");
}

#[test]
fn f6_e3_a_handle_is_stale_once_the_set_moved_and_says_what_moved() {
    let w = World::new();
    let (set, [a, b, _]) = furnished(&w);
    let mark = |thing: &str, state: &str| {
        w.ask(&ana(), "working_set.mark", json!({"id": set, "things": [thing], "state": state}))["receipt"]
            .clone()
    };
    let first = mark(&a, "pinned");
    let second = mark(&b, "staged");
    let stale = undo(&w, &first);
    assert_eq!(stale["status"], "stale");
    assert!(text(&stale, "message").contains("has changed since"), "{stale}");
    assert_eq!(entries(&w, &set)[1].1, "staged", "nothing was touched");
    // A name is independent of the set's content.
    let renamed = w.ask(&ana(), "working_set.rename", json!({"id": set, "name": "Now"}));
    assert_eq!(undo(&w, &second)["status"], "undone");
    assert_eq!(undo(&w, &first)["status"], "undone", "looked at afresh");
    assert_eq!(undo(&w, &renamed["receipt"])["status"], "undone");
    let wrong = w.ask(&ana(), "receipt.undo", json!({"id": first["id"], "expected_event_id": "e1-000000"}));
    assert_eq!(wrong["status"], "already_undone");
}

#[test]
fn f6_e3_a_set_does_not_come_back_under_a_name_that_another_has_by_now() {
    let w = World::new();
    let (set, _) = furnished(&w);
    let gone = w.ask(&ana(), "working_set.delete", json!({"id": set}));
    let heir = w.ask(&ana(), "working_set.create", json!({"name": "TODAY"}));
    let refused = undo(&w, &gone["receipt"]);
    assert_eq!(refused["status"], "stale");
    assert!(text(&refused, "message").contains(&format!("now belongs to {}", id(&heir))), "{refused}");
    let renamed = w.ask(&ana(), "working_set.rename", json!({"id": "today", "name": "Later"}));
    assert_eq!(undo(&w, &gone["receipt"])["status"], "undone");
    assert_eq!(undo(&w, &renamed["receipt"])["status"], "stale", "the old name is taken again");
    assert_eq!(show(&w, "later")["id"], heir["id"]);
}

#[test]
fn f6_things_are_added_in_bulk_as_one_change_and_duplicates_are_told() {
    let w = World::new();
    let (set, [a, _, _]) = furnished(&w);
    let item = w.hold("task.set_title", json!({"task": a, "title": "B"}));
    let shown = w.ask(&ana(), "show", json!({"id": item}));
    let run = text(&shown["item"], "run");
    let short = |id: &str| id.split('-').next().unwrap().to_owned();
    let given = json!([short(&item), format!("run:{}", short(&run)), a, "pr:1234", item, "pr: 1234"]);
    let events = w.events().len();
    let added = w.ask(&ana(), "working_set.add", json!({"id": "Today", "things": given, "state": "staged"}));
    assert_eq!(w.events().len(), events + 1, "one change");
    let told: Vec<(String, String)> =
        added["skipped"].as_array().unwrap().iter().map(|s| (text(s, "thing"), text(s, "reason"))).collect();
    let twice = "it was named twice".to_owned();
    assert_eq!(
        told,
        [
            (a, "it is in the set already".to_owned()),
            (item.clone(), twice.clone()),
            ("pr:1234".to_owned(), twice)
        ]
    );
    assert_eq!(things(&w, &set)[3..], [item.clone(), run, "pr:1234".to_owned()]);
    let entry = &show(&w, &set)["entries"][3];
    assert_eq!((&entry["kind"], &entry["status"]), (&json!("item"), &json!("pending")), "{entry}");
    assert!(text(entry, "title").contains("title"), "{entry}");
    let again = w.ask(&ana(), "working_set.add", json!({"id": set, "things": [item]}));
    assert_eq!((&again["status"], &again["receipt"]), (&json!("unchanged"), &Value::Null));
    assert_eq!(again["undo_action"], Value::Null, "what did nothing has no way back");
}

#[test]
fn f6_what_was_deleted_since_is_shown_as_gone_and_can_be_taken_out() {
    let w = World::new();
    let made = w.confirm(&w.hold("task.create_task", json!({"title": "A"})));
    let task = text(&made["receipt"]["result"], "id");
    let set = id(&w.ask(&ana(), "working_set.create", json!({"name": "Today", "things": [task]})));
    assert_eq!(undo(&w, &made["receipt"])["status"], "undone");
    assert_eq!(show(&w, &set)["entries"][0]["gone"], true);
    let short = task.split('-').next().unwrap();
    let removed = w.ask(&ana(), "working_set.remove", json!({"id": set, "things": [short]}));
    assert_eq!(removed["status"], "done", "{removed}");
    assert_eq!(things(&w, &set), Vec::<String>::new());
}

#[test]
fn f6_what_names_no_set_means_the_one_that_has_the_focus_of_whoever_asks() {
    let w = World::new();
    let (set, _) = furnished(&w);
    let blind = w.fails(&ana(), "working_set.add", json!({"things": ["pr:1"]}));
    assert_eq!(blind.code, ErrorCode::Conflict);
    assert!(blind.hint.is_some_and(|h| h.contains("sets focus")));
    let focused = w.ask(&ana(), "working_set.focus", json!({"id": set}));
    w.ask(&ana(), "working_set.add", json!({"things": ["pr:1"]}));
    assert_eq!(things(&w, &set).len(), 4);
    assert_eq!(w.fails(&ben(), "working_set.add", json!({"things": ["pr:2"]})).code, ErrorCode::Conflict);
    assert_eq!(w.ask(&ben(), "working_set.show", json!({"id": "TODAY"}))["focused"], false);
    // Receipts belong to the team, a focus to one person.
    let receipt = &focused["receipt"];
    let foreign = w.ask(&ben(), "receipt.undo", json!({"id": receipt["id"]}));
    assert_eq!(foreign["status"], "stale", "{foreign}");
    assert!(text(&foreign, "message").contains("focus of ana"), "{foreign}");
    assert_eq!(undo(&w, receipt)["status"], "undone");
    assert_eq!(w.fails(&ana(), "working_set.unfocus", json!({})).code, ErrorCode::Conflict);
}

#[test]
fn f6_what_cannot_be_meant_is_refused_with_a_reason_and_nothing_is_lost() {
    let w = World::new();
    let (set, [a, b, c]) = furnished(&w);
    let before = (show(&w, &set), w.events().len());
    let long = "x".repeat(81);
    let many: Vec<String> = (0..1001).map(|n| format!("pr:{n}")).collect();
    for (op, input, code, told) in [
        ("create", json!({"name": "  "}), ErrorCode::Invalid, "needs a name"),
        ("create", json!({"name": long}), ErrorCode::Invalid, "at most 80"),
        ("create", json!({"name": "tOdAy "}), ErrorCode::Conflict, "already"),
        ("create", json!({"name": "to\u{200b}day"}), ErrorCode::Invalid, "invisible"),
        ("create", json!({"name": "a\u{202e}b"}), ErrorCode::Invalid, "reading order"),
        ("create", json!({"name": "T\u{43e}day"}), ErrorCode::Invalid, "scripts"),
        ("create", json!({"name": "a\nb"}), ErrorCode::Invalid, "line breaks"),
        ("create", json!({"name": "ws12"}), ErrorCode::Invalid, "reads like an id"),
        ("create", json!({"name": "-"}), ErrorCode::Invalid, "reads like an id"),
        ("create", json!({"name": "x", "things": ["t99"]}), ErrorCode::NotFound, "t99"),
        ("create", json!({"name": "x", "colour": "red"}), ErrorCode::Usage, "colour"),
        ("rename", json!({"id": "nothing", "name": "x"}), ErrorCode::NotFound, "nothing"),
        ("rename", json!({"id": set, "name": ""}), ErrorCode::Invalid, "needs a name"),
        ("delete", json!({"id": "ws99"}), ErrorCode::NotFound, "ws99"),
        ("focus", json!({"id": ""}), ErrorCode::NotFound, "no working set"),
        ("add", json!({"id": set, "things": []}), ErrorCode::Invalid, "no thing"),
        ("add", json!({"id": set, "things": many}), ErrorCode::Invalid, "1000"),
        ("add", json!({"id": set, "things": ["pr:1", "zz9"]}), ErrorCode::NotFound, "zz9"),
        ("add", json!({"id": set, "things": ["pr:"]}), ErrorCode::Invalid, "kind:id"),
        ("add", json!({"id": set, "things": [":1"]}), ErrorCode::Invalid, "kind:id"),
        ("add", json!({"id": set, "things": ["pr:\u{200b}"]}), ErrorCode::Invalid, "invisible"),
        ("add", json!({"id": set, "things": [set]}), ErrorCode::NotFound, "nothing here"),
        ("add", json!({"id": set, "things": ["token:tk1"]}), ErrorCode::NotFound, "nothing here"),
        ("add", json!({"id": set, "things": ["pr:1"], "state": "loved"}), ErrorCode::Usage, "loved"),
        ("add", json!({"id": set, "things": ["pr:1"], "note": "n".repeat(501)}), ErrorCode::Invalid, "500"),
        ("mark", json!({"id": set, "things": [a], "state": "loved"}), ErrorCode::Usage, "loved"),
        ("mark", json!({"id": set, "things": ["pr:1"], "state": "pinned"}), ErrorCode::NotFound, "not in"),
        ("remove", json!({"id": set, "things": []}), ErrorCode::Invalid, "no thing"),
        ("reorder", json!({"id": set, "things": [a, b]}), ErrorCode::Invalid, c.as_str()),
        ("reorder", json!({"id": set, "things": [a, b, b]}), ErrorCode::Invalid, "twice"),
        ("reorder", json!({"id": set, "things": [a, b, c, "pr:1"]}), ErrorCode::NotFound, "not in"),
    ] {
        let error = w.fails(&ana(), &format!("working_set.{op}"), input.clone());
        let whole = format!("{} {}", error.message, error.hint.clone().unwrap_or_default());
        assert_eq!(error.code, code, "{op} {input}: {error:?}");
        assert!(whole.contains(told), "{op} {input}: {whole}");
    }
    assert_eq!((show(&w, &set), w.events().len()), before);
}

#[test]
fn f6_c1_only_persons_who_may_decide_change_a_set_and_an_agent_does_not_even_see_one() {
    let w = World::new();
    let (set, [a, _, _]) = furnished(&w);
    let named = w.ask(&ana(), "working_set.mark", json!({"id": set, "things": [a], "state": "pinned"}));
    let own: Vec<_> = OPS
        .iter()
        .map(|op| op.spec())
        .filter(|s| s.name.starts_with("working_set.") || s.name.starts_with("visit."))
        .collect();
    assert_eq!(own.len(), 12);
    let viewer = Actor { role: Role::Viewer, ..ben() };
    for spec in own {
        assert_eq!(spec.mcp, None, "{}", spec.name);
        let input = match spec.name {
            "working_set.create" => json!({"name": "x"}),
            "working_set.rename" => json!({"id": set, "name": "x"}),
            "working_set.mark" => json!({"id": set, "things": [a], "state": "none"}),
            "working_set.add" | "working_set.remove" | "working_set.reorder" => {
                json!({"id": set, "things": [a]})
            }
            "working_set.delete" | "working_set.focus" | "working_set.show" => json!({"id": set}),
            _ => json!({}),
        };
        let refused = w.fails(&codex(), spec.name, input.clone());
        assert_eq!(refused.code, ErrorCode::Refused, "{}", spec.name);
        assert_eq!(w.last_event().status, "refused", "{} is in the log", spec.name);
        if spec.undo == Undo::ByChanges {
            assert_eq!(w.fails(&viewer, spec.name, input).code, ErrorCode::Refused, "{}", spec.name);
        }
    }
    // Nor through an undo: what an agent cannot propose, it cannot propose to undo.
    let receipt = &named["receipt"]["id"];
    let asked = w.request(
        &codex(),
        "call.propose",
        json!({"tool": "countersign.undo", "args": {"receipt": receipt}}),
        None,
    );
    let told = asked.map_or_else(|e| e.message.to_string(), |answer| answer.value.to_string());
    assert!(told.contains("there is no receipt"), "{told}");
    let listed = w.ask(&codex(), "receipt.list", json!({}));
    assert!(!listed.to_string().contains(receipt.as_str().unwrap()), "{listed}");
    assert_eq!(entries(&w, &set)[0].1, "pinned");
}

#[test]
fn f6_a_question_can_be_in_a_set_whatever_its_id_begins_with() {
    let w = World::new();
    let run = id(&w.ask(&codex(), "run.start", json!({"title": "A", "subject": "s"})));
    let ask = |n: usize| {
        let asked = json!({"run": run, "text": format!("Which day, {n}?"), "choices": ["Monday", "Tuesday"]});
        id(&w.ask(&codex(), "question.ask", asked))
    };
    let questions: Vec<String> = (0..12).map(ask).collect();
    let is_letter = |id: &&String| id[1..].starts_with(|c: char| c.is_ascii_alphabetic());
    assert!(questions.iter().any(|id| is_letter(&id)) && !questions.iter().all(|id| is_letter(&id)));
    let set = id(&w.ask(&ana(), "working_set.create", json!({"name": "Ask", "things": questions})));
    assert_eq!(things(&w, &set), questions);
    let short: Vec<&str> = questions.iter().map(|id| &id[..9]).collect();
    w.ask(&ana(), "working_set.mark", json!({"id": set, "things": short, "state": "pinned"}));
    assert!(entries(&w, &set).iter().all(|(_, state)| state == "pinned"));
}

#[test]
fn sets_are_listed_newest_first_page_by_page_with_what_was_said_of_their_things() {
    let w = World::new();
    let (set, [a, b, _]) = furnished(&w);
    w.ask(&ana(), "working_set.mark", json!({"id": set, "things": [a], "state": "pinned"}));
    w.ask(&ana(), "working_set.mark", json!({"id": set, "things": [b], "state": "deferred"}));
    w.ask(&ana(), "working_set.focus", json!({"id": set}));
    for n in 0..4 {
        w.ask(&ben(), "working_set.create", json!({"name": format!("Ben {n}")}));
    }
    let (mut names, mut before) = (Vec::new(), Value::Null);
    loop {
        let page = w.ask(&ana(), "working_set.list", json!({"limit": 2, "before": before}));
        names.extend(page["working_sets"].as_array().unwrap().iter().map(|s| text(s, "name")));
        before = page["next"].clone();
        if before.is_null() {
            let last = &page["working_sets"][0];
            assert_eq!(
                ["total", "pinned", "staged", "deferred", "focused"].map(|f| last[f].clone()),
                [json!(3), json!(1), json!(0), json!(1), json!(true)]
            );
            break;
        }
    }
    assert_eq!(names, ["Ben 3", "Ben 2", "Ben 1", "Ben 0", "Today"]);
    assert_eq!(w.ask(&ana(), "show", json!({"id": set}))["value"], show(&w, &set));
}
