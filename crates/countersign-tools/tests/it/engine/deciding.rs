//! C: what only people may decide.

use countersign_core::{
    Actor, ActorKind, ErrorCode, OPS, Origin, Outcome, Request,
    execute::execute,
    store::{Batch, Store},
};
use countersign_words::Language;
use serde_json::json;

use super::world::{DAY, World, ana, ben, codex, id, text};

#[test]
fn c1_only_persons_decide_and_every_attempt_is_logged() {
    let w = World::new();
    let item = w.hold("task.create_task", json!({"title": "A"}));
    let set = text(&w.ask(&ana(), "show", json!({"id": item}))["item"], "change_set");
    let digest = text(&w.ask(&ana(), "show", json!({"id": item}))["item"], "digest");
    let tries = [
        ("item.confirm", json!({"id": item, "digest": digest})),
        ("item.reject", json!({"id": item})),
        ("item.defer", json!({"id": item})),
        ("item.edit", json!({"id": item, "args": {"title": "B"}})),
        ("set.confirm_all", json!({"id": set})),
        ("items.confirm_selected", json!({"items": [{"id": item, "digest": digest}]})),
        ("set.dismiss", json!({"id": set})),
        ("receipt.undo", json!({"id": "rc1"})),
        ("token.create", json!({"kind": "person", "name": "me"})),
        ("grant.revoke", json!({"id": "g1"})),
        ("thaw", json!({})),
    ];
    for actor in [codex(), Actor::new(ActorKind::Verifier, "ci")] {
        for (op, input) in &tries {
            let before = w.events().len();
            let e = w.fails(&actor, op, input.clone());
            assert_eq!(e.code, ErrorCode::Refused, "{op}: {e:?}");
            let event = w.last_event();
            assert_eq!(w.events().len(), before + 1, "{op} by {actor} left no trace");
            assert_eq!((event.op.as_str(), event.status.as_str()), (*op, "refused"));
        }
    }
    assert_eq!(w.status(&item), "pending");
    assert!(w.verify().ok);
}

#[test]
fn c1_no_operation_of_authority_is_open_to_agents() {
    let open_to_agents = [
        "run.start",
        "run.end",
        "run.list",
        "run.show",
        // Agents work through steps and report; the evidence decides what follows.
        "step.begin",
        "step.check",
        "step.report",
        "step.run_check",
        "step.settle",
        "step.list",
        "step.show",
        // A plan that its agent ends needs no decision.
        "plan.propose",
        "plan.show",
        "plan.list",
        "plan.abort",
        "call.propose",
        "item.status",
        "item.retract",
        "receipt.list",
        "receipt.rerun",
        "context",
        "agent.news",
        "tool.list",
        "policy.check",
        // It can only narrow where people may decide.
        "process.register",
        // They submit an agent's own actions to the gate.
        "handover.ask",
        "handover.approve",
        "handover.exec",
        "handover.finish",
        // They submit functions of their own process to the gate, and report on them.
        "function.ask",
        "function.begin",
        "function.renew",
        "function.report",
        "function.take",
        "function.finish",
        // What they call about a run of another host is left for that host, where it is judged as theirs.
        "errand.leave",
        "handover.note",
        // They ask, and read answers and messages addressed to them.
        "question.ask",
        "question.show",
        "run.memory",
        // They work in their own stage, and may discard it; a person lands it.
        "stage.begin",
        "stage.note",
        "stage.list",
        "stage.show",
        "stage.give_up",
    ];
    for op in OPS {
        let spec = op.spec();
        let open = spec.audience.contains(&ActorKind::Agent);
        assert_eq!(open, open_to_agents.contains(&spec.name), "{} changed its audience", spec.name);
    }
}

#[test]
fn c2_a_decision_carries_what_was_seen() {
    let w = World::new();
    let item = w.hold("task.create_task", json!({"title": "A"}));
    let blind = w.ask(&ana(), "item.confirm", json!({"id": item}));
    assert_eq!(blind["status"], "not_shown");
    assert_eq!(w.outcome(&ana(), "item.confirm", json!({"id": item})), Outcome::Stale);
    let forged = w.ask(&ana(), "item.confirm", json!({"id": item, "digest": "0".repeat(64)}));
    assert_eq!(forged["status"], "changed");
    assert_eq!(w.status(&item), "pending");
}

#[test]
fn c2_a_second_answer_is_a_typed_no_op_that_names_the_first() {
    let w = World::new();
    let item = w.hold("task.create_task", json!({"title": "A"}));
    w.ask(&ben(), "show", json!({"id": item}));
    let landed = w.confirm(&item);
    let second = w.ask(&ben(), "item.confirm", json!({"id": item}));
    assert_eq!(second["status"], "already_decided");
    assert!(text(&second, "message").contains("confirmed by person:ana"), "{second}");
    let opposite = w.ask(&ben(), "item.reject", json!({"id": item}));
    assert_eq!(opposite["status"], "already_decided");
    assert_eq!(w.outcome(&ben(), "item.reject", json!({"id": item})), Outcome::Stale);
    let receipts = w.ask(&ana(), "receipt.list", json!({}))["receipts"].clone();
    assert_eq!(receipts.as_array().unwrap().len(), 1, "it was dispatched once");
    assert_eq!(receipts[0]["id"], landed["receipt"]["id"]);
}

#[test]
fn c3_confirm_all_goes_on_after_failures_and_takes_only_what_was_shown() {
    let destructive =
        "version = 1\n[[tool]]\nserver = \"task\"\nname = \"set_status\"\nclass = \"destructive\"\n";
    let w = World::with_policy(destructive);
    let task = w.task("Fix login");
    let propose = |tool: &str, args| w.call(tool, args);
    let set = text(&propose("task.set_title", json!({"task": task, "title": "B"}))["change_set"], "id");
    propose("task.set_estimate", json!({"task": task, "estimate": 60}));
    propose("task.set_status", json!({"task": task, "status": "done"}));
    propose("task.set_priority", json!({"task": task, "priority": "P1"}));
    w.ask(&ana(), "show", json!({"id": set}));
    let unseen = id(&propose("task.set_due_date", json!({"task": task, "due": "2026-12-01"}))["item"]);
    // The estimate changes meanwhile: its item must fail, and the others must not.
    let rival = World { engine: w.engine, env: w.env, store: w.store };
    let other = Actor::agent("other");
    let call = json!({"tool": "task.set_estimate", "args": {"task": task, "estimate": 15}});
    let moved = id(&rival.ask(&other, "call.propose", call)["item"]);
    rival.confirm(&moved);
    let results = rival.ask(&ana(), "set.confirm_all", json!({"id": set}))["results"].clone();
    let statuses: Vec<_> = results.as_array().unwrap().iter().map(|r| text(r, "status")).collect();
    assert_eq!(statuses, ["applied", "stale", "left_out", "applied", "left_out"], "{results}");
    assert_eq!(results[2]["left_out"], json!(["it is destructive"]));
    assert_eq!(results[4]["left_out"], json!(["it was never shown to you"]));
    assert_eq!(rival.status(&unseen), "pending");
    let open = rival.ask(&ana(), "inbox.list", json!({}))["items"].clone();
    let tools: Vec<_> = open.as_array().unwrap().iter().map(|i| text(i, "tool")).collect();
    assert_eq!(tools[0], "task.set_status", "the destructive one waits for its own yes, first in line");
}

#[test]
fn c3_confirm_selected_takes_the_chosen_ones_by_digest() {
    let w = World::new();
    let (a, b) = (
        w.hold("task.create_task", json!({"title": "A"})),
        w.hold("task.create_task", json!({"title": "B"})),
    );
    let digest = |i: &str| text(&w.ask(&ana(), "show", json!({"id": i}))["item"], "digest");
    let chosen = json!({"items": [{"id": a, "digest": digest(&a)}, {"id": b, "digest": "wrong"}, {"id": "i999", "digest": "x"}]});
    let results = w.ask(&ana(), "items.confirm_selected", chosen)["results"].clone();
    let statuses: Vec<_> = results.as_array().unwrap().iter().map(|r| text(r, "status")).collect();
    assert_eq!(statuses, ["applied", "changed", "not_found"]);
}

#[test]
fn c4_an_edit_is_validated_judged_and_previewed_again_and_both_versions_are_logged() {
    let w = World::new();
    let task = w.task("Fix login");
    let item = w.hold("task.set_title", json!({"task": task, "title": "B"}));
    let before = text(&w.ask(&ana(), "show", json!({"id": item}))["item"], "digest");
    let e = w.fails(&ana(), "item.edit", json!({"id": item, "args": {"task": task, "title": 7}}));
    assert_eq!(e.code, ErrorCode::Invalid);
    let edited = w.ask(&ana(), "item.edit", json!({"id": item, "args": {"task": task, "title": "C"}}));
    assert_ne!(text(&edited["item"], "digest"), before);
    assert_eq!(edited["item"]["preview"]["changes"][0]["after"], "C");
    let note = w.last_event().told().unwrap().note;
    assert_eq!(
        (&note["edit"]["before"]["title"], &note["edit"]["after"]["title"]),
        (&json!("B"), &json!("C"))
    );
    assert_eq!(w.ask(&ana(), "item.confirm", json!({"id": item}))["status"], "applied");
    assert_eq!(w.title(&task).unwrap(), "C");
}

#[test]
fn c5_the_reason_of_a_rejection_reaches_the_agent_and_dismiss_rejects_a_set() {
    let w = World::new();
    let item = w.hold("task.create_task", json!({"title": "A"}));
    w.ask(&ana(), "item.reject", json!({"id": item, "reason": "not now"}));
    let told = w.ask(&codex(), "item.status", json!({"id": item}));
    assert_eq!((text(&told, "status"), text(&told, "reason")), ("rejected".into(), "not now".into()));
    let b = w.call("task.create_task", json!({"title": "B"}));
    let c = w.hold("task.create_task", json!({"title": "C"}));
    w.ask(&ana(), "item.defer", json!({"id": c}));
    let results =
        w.ask(&ana(), "set.dismiss", json!({"id": b["change_set"]["id"], "reason": "no"}))["results"].clone();
    assert_eq!(results.as_array().unwrap().len(), 2);
    assert_eq!((w.status(&id(&b["item"])), w.status(&c)), ("rejected".into(), "rejected".into()));
}

#[test]
fn c6_always_makes_a_grant_over_facts_that_ends_and_can_be_revoked() {
    let w = World::new();
    let task = w.task("Fix login");
    let other = w.task("Other");
    let item = w.hold("task.set_title", json!({"task": task, "title": "B"}));
    w.ask(&ana(), "show", json!({"id": item}));
    let yes = w.ask(&ana(), "item.confirm", json!({"id": item, "always": "1d", "uses": 2}));
    let grant = text(&yes, "grant");
    let again = w.call("task.set_title", json!({"task": task, "title": "C"}));
    assert_eq!(
        (text(&again, "status"), again["receipt"]["allowed_by"].clone()),
        ("done".into(), json!({"by": "grant", "name": grant}))
    );
    assert_eq!(w.last_event().told().unwrap().note["grant"], grant, "each use is logged with its grant");
    assert_eq!(
        w.call("task.set_title", json!({"task": other, "title": "X"}))["status"],
        "queued",
        "another target"
    );
    assert_eq!(w.call("task.set_title", json!({"task": task, "title": "D"}))["status"], "done");
    assert_eq!(
        w.call("task.set_title", json!({"task": task, "title": "E"}))["status"],
        "queued",
        "both uses are spent"
    );
    let item = w.hold("task.set_priority", json!({"task": task, "priority": "P1"}));
    w.ask(&ana(), "show", json!({"id": item}));
    let grant = text(
        &w.ask(&ana(), "item.confirm", json!({"id": item, "always": "forever", "scope": "kind"})),
        "grant",
    );
    assert_eq!(w.call("task.set_priority", json!({"task": other, "priority": "P2"}))["status"], "done");
    w.ask(&ana(), "grant.revoke", json!({"id": grant}));
    assert_eq!(w.call("task.set_priority", json!({"task": other, "priority": "P3"}))["status"], "queued");
    assert!(
        !w.ask(&ana(), "grant.list", json!({}))["grants"]
            .as_array()
            .unwrap()
            .iter()
            .any(|g| g["id"] == grant)
    );
}

#[test]
fn c6_a_grant_for_an_hour_ends_after_an_hour_and_none_is_given_for_what_is_destructive() {
    let w = World::with("", vec![super::judging::shredder()]);
    let task = w.task("Fix login");
    let item = w.hold("task.set_title", json!({"task": task, "title": "B"}));
    w.ask(&ana(), "show", json!({"id": item}));
    w.ask(&ana(), "item.confirm", json!({"id": item, "always": "1h"}));
    w.env.advance(61 * super::world::MINUTE);
    assert_eq!(w.call("task.set_title", json!({"task": task, "title": "C"}))["status"], "queued");
    let shred = w.hold("test.shred", json!({"name": "x"}));
    w.ask(&ana(), "show", json!({"id": shred}));
    let e = w.fails(&ana(), "item.confirm", json!({"id": shred, "typed": "x", "always": "1h"}));
    assert_eq!(e.code, ErrorCode::Invalid);
    assert_eq!(w.status(&shred), "pending", "nothing happened");
}

#[test]
fn c7_a_rejection_can_be_withdrawn_until_the_agent_was_told() {
    let w = World::new();
    let item = w.hold("task.create_task", json!({"title": "A"}));
    w.ask(&ana(), "item.reject", json!({"id": item}));
    assert_eq!(w.ask(&ana(), "item.withdraw", json!({"id": item}))["status"], "withdrawn");
    assert_eq!(w.status(&item), "pending");
    assert_eq!(w.ask(&ana(), "decision.list", json!({}))["decisions"][0]["withdrawn"], true);
    w.ask(&ana(), "item.reject", json!({"id": item}));
    w.ask(&codex(), "context", json!({}));
    let late = w.ask(&ana(), "item.withdraw", json!({"id": item}));
    assert_eq!(late["status"], "irreversible");
    assert!(text(&late, "message").contains("propose"));
}

#[test]
fn c7_an_undone_confirmation_no_longer_counts_as_learning() {
    let w = World::new();
    let item = w.hold("task.create_task", json!({"title": "A"}));
    let receipt = id(&w.confirm(&item)["receipt"]);
    w.ask(&ana(), "receipt.undo", json!({"id": receipt}));
    assert_eq!(w.ask(&ana(), "decision.list", json!({}))["decisions"][0]["withdrawn"], true);
}

#[test]
fn c8_two_approvers_must_be_two_persons_on_the_same_digest() {
    let two = "version = 1\n[[rule]]\nname = \"four eyes\"\ntools = [\"task.set_title\"]\nthen = \"ask\"\nalways = true\napprovers = 2\n";
    let w = World::with_policy(two);
    let task = w.task("Fix login");
    let item = w.hold("task.set_title", json!({"task": task, "title": "B"}));
    let yes = |who: &Actor| {
        w.ask(who, "show", json!({"id": item}));
        w.ask(who, "item.confirm", json!({"id": item}))
    };
    let first = yes(&ana());
    assert_eq!(
        (text(&first, "status"), text(&first, "message")),
        ("approved".into(), "1 of 2 approvals".into())
    );
    assert_eq!(yes(&ana())["status"], "approved", "one person is not two");
    assert_eq!(w.title(&task).unwrap(), "Fix login");
    // An edit voids the first approval: it was given to something else.
    w.ask(&ben(), "item.edit", json!({"id": item, "args": {"task": task, "title": "C"}}));
    assert_eq!(yes(&ben())["message"], "1 of 2 approvals");
    assert_eq!(yes(&ana())["status"], "applied");
    assert_eq!(w.title(&task).unwrap(), "C");
}

#[test]
fn c8_the_person_the_agent_works_for_can_be_excluded() {
    let rule = "version = 1\n[[rule]]\nname = \"someone else\"\ntools = [\"task.set_title\"]\nthen = \"ask\"\nalways = true\napprovers = 1\nnot_owner = true\n";
    let w = World::with_policy(rule);
    let task = w.task("Fix login");
    let item = w.hold("task.set_title", json!({"task": task, "title": "B"}));
    assert_eq!(w.confirm(&item)["status"], "not_you");
    w.ask(&ben(), "show", json!({"id": item}));
    assert_eq!(w.ask(&ben(), "item.confirm", json!({"id": item}))["status"], "applied");
}

#[test]
fn c8_no_yes_counts_after_expiry() {
    let w = World::new();
    let item = w.hold("task.create_task", json!({"title": "A"}));
    w.ask(&ana(), "show", json!({"id": item}));
    w.env.advance(7 * DAY);
    assert_eq!(w.ask(&ana(), "item.confirm", json!({"id": item}))["status"], "expired");
    assert_eq!(w.status(&item), "expired");
    assert!(w.ask(&ana(), "inbox.list", json!({}))["items"].as_array().unwrap().is_empty());
}

#[test]
fn c9_deciding_what_another_holds_says_so() {
    let w = World::new();
    let item = w.hold("task.create_task", json!({"title": "A"}));
    w.ask(&ana(), "item.claim", json!({"id": item}));
    w.ask(&ben(), "show", json!({"id": item}));
    let late = w.ask(&ben(), "item.confirm", json!({"id": item}));
    assert_eq!(late["status"], "claimed");
    assert!(text(&late, "message").contains("ana"));
    assert_eq!(w.ask(&ben(), "inbox.list", json!({}))["items"][0]["claimed_by"], "ana");
    assert_eq!(w.ask(&ben(), "item.claim", json!({"id": item}))["status"], "held_by_another");
    w.env.advance(16 * super::world::MINUTE);
    assert_eq!(w.ask(&ben(), "item.confirm", json!({"id": item}))["status"], "applied");
}

#[test]
fn c9_a_claim_counts_in_the_commit_in_which_it_was_made() {
    let w = World::new();
    let [a, b] = ["A", "B"].map(|title| w.hold("task.create_task", json!({"title": title})));
    for item in [&a, &b] {
        w.ask(&ben(), "show", json!({"id": item}));
    }
    let calls = [
        // Before any claim exists.
        (ben(), "item.confirm", json!({"id": a}), "applied"),
        (ana(), "item.claim", json!({"id": b}), "claimed"),
        (ben(), "item.confirm", json!({"id": b}), "claimed"),
    ];
    let answered = |base: &mut dyn countersign_core::store::Base| {
        let mut batch = Batch::after(base.head()?);
        for (actor, op, input, status) in &calls {
            let (actor, op, input, key) = (actor.clone(), (*op).to_owned(), input.clone(), None);
            let origin = Origin::from("test");
            let call = w.engine.prepare(Request { actor, op, input, key, origin })?;
            let answer = execute(base, &mut batch, &call)?.done()?.answer(Language::English)?;
            assert_eq!(answer.value["status"], *status);
        }
        Ok(())
    };
    w.store.view(&mut { answered }).unwrap();
}

#[test]
fn c9_a_claim_on_a_set_holds_its_items_and_undo_respects_it() {
    let w = World::new();
    let a = w.call("task.create_task", json!({"title": "A"}));
    let item = id(&a["item"]);
    w.ask(&ana(), "item.claim", json!({"id": a["change_set"]["id"], "minutes": 5}));
    w.ask(&ben(), "show", json!({"id": item}));
    assert_eq!(w.ask(&ben(), "item.reject", json!({"id": item}))["status"], "claimed");
    let receipt = id(&w.confirm(&item)["receipt"]);
    w.ask(&ana(), "item.claim", json!({"id": item}));
    assert_eq!(w.ask(&ben(), "receipt.undo", json!({"id": receipt}))["status"], "stale");
    w.ask(&ana(), "item.claim", json!({"id": item, "release": true}));
    assert_eq!(w.ask(&ben(), "receipt.undo", json!({"id": receipt}))["status"], "stale", "ana holds the set");
    w.ask(&ana(), "item.claim", json!({"id": a["change_set"]["id"], "release": true}));
    assert_eq!(w.ask(&ben(), "receipt.undo", json!({"id": receipt}))["status"], "undone");
}

#[test]
fn g3_h7_reports_and_exports_say_what_a_person_had_been_shown_when_they_decided() {
    let w = World::new();
    let [one, two, three] = ["A", "B", "C"].map(|title| w.hold("task.create_task", json!({"title": title})));
    let set = text(&w.ask(&ana(), "show", json!({"id": one}))["item"], "change_set");
    w.ask(&ana(), "item.confirm", json!({"id": one}));
    w.ask(&ben(), "show", json!({"id": set}));
    w.ask(&ben(), "item.confirm", json!({"id": two}));
    // A program may know the digest although nobody has looked.
    let digest = w.ask(&ben(), "inbox.list", json!({}))["items"][0]["digest"].clone();
    w.ask(&ana(), "item.reject", json!({"id": three, "digest": digest}));
    let report = w.ask(&ana(), "audit.report", json!({}));
    let decided = |title: &str| {
        let all = report["decisions"].as_array().unwrap().iter();
        all.clone().find(|d| d["summary"].as_str().unwrap().contains(title)).unwrap()["shown"].clone()
    };
    let (first, second) = (decided("\"A\""), decided("\"B\""));
    assert_eq!((&first["opened"], &first["whole"]), (&json!(true), &json!(true)), "{report}");
    assert_eq!((&second["opened"], &second["whole"]), (&json!(false), &json!(true)), "{report}");
    assert!(decided("\"C\"").is_null(), "{report}");
    let told = text(&report, "markdown");
    for said in ["## Decisions", "opened on", "shown in its set on", "had not been shown to them"] {
        assert!(told.contains(said), "{said}: {told}");
    }
    let lines = text(&w.ask(&ana(), "audit.export", json!({"format": "csv"})), "text");
    assert!(lines.lines().next().unwrap().contains(",seen,"), "{lines}");
    assert!(lines.contains("\"opened on") && lines.contains("had not been shown"), "{lines}");
    let events = text(&w.ask(&ana(), "audit.export", json!({"format": "jsonl"})), "text");
    assert!(events.contains("\"shown\":{\"at\":"), "{events}");
    assert!(w.verify().ok);
}
