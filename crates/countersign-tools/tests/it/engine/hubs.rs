//! A gate and its hub, each an engine with its own log; the test carries what they say to each other, and can keep it
//! back, repeat it, or change it.

mod pair;

use countersign_core::{ErrorCode, Setup, decision::DecisionWord, hub::answer::SignedDecision};
use serde_json::{Value, json};

use self::pair::{Pair, system, world};
use super::world::{MINUTE, ana, ben, codex, id, setup, text};

#[test]
fn c2_what_waits_at_a_gate_is_decided_on_its_hub_and_carried_out_at_the_gate() {
    let pair = Pair::new();
    let (yes, no) = (pair.task("Yes"), pair.task("No"));
    assert_eq!(pair.show(), Vec::<Value>::new());
    let shown = pair.there(&yes);
    assert_eq!(shown["agent"], "laptop/codex");
    assert_eq!(shown["args"]["tool"], "task.create_task");
    assert_eq!(shown["args"]["digest"], json!(pair.digest(&yes)));
    let own = pair.gate.ask(&ana(), "show", json!({"id": yes}))["item"].clone();
    for field in ["summary", "class", "facts", "why", "reversal"] {
        assert_eq!(shown[field], own[field], "{field}");
    }
    assert_eq!(shown["preview"]["changes"], own["preview"]["changes"]);
    assert!(shown["preview"]["warnings"][0].as_str().unwrap().contains("the gate laptop carries this out"));
    assert_eq!(pair.yes(&ben(), &id(&shown))["status"], "confirmed");
    let other = pair.hub_item(&no);
    pair.hub.ask(&ana(), "show", json!({"id": other}));
    pair.hub.ask(&ana(), "item.reject", json!({"id": other, "reason": "we have it"}));
    assert_eq!(
        pair.hub.call("task.list_tasks", json!({}))["result"]["tasks"],
        json!([]),
        "not applied there"
    );
    pair.converge();
    assert_eq!(pair.tasks(), ["Yes"]);
    let landed = pair.gate.ask(&ana(), "show", json!({"id": yes}))["item"].clone();
    let receipt = pair.gate.ask(&ana(), "show", json!({"id": landed["receipt"]}))["receipt"].clone();
    assert_eq!(receipt["allowed_by"], json!({"by": "person", "name": "ben via hub laptop"}), "{receipt}");
    let rejected = pair.gate.ask(&ana(), "show", json!({"id": no}))["item"].clone();
    assert_eq!((&rejected["status"], &rejected["reason"]), (&json!("rejected"), &json!("we have it")));
    assert_eq!(
        (&pair.there(&yes)["status"], &pair.there(&no)["status"]),
        (&json!("applied"), &json!("rejected"))
    );
    assert_eq!(
        pair.hub.call("task.list_tasks", json!({}))["result"]["tasks"],
        json!([]),
        "not applied there"
    );
    pair.verify();
    // Each holds what the other signed.
    let gate = pair.hub.ask(&ana(), "gate.list", json!({}))["gates"][0].clone();
    for (holder, signed, by) in
        [("hub", &gate["checkpoint"], &pair.gate), ("gate", &pair.hub_view()["checkpoint"], &pair.hub)]
    {
        let checkpoint = serde_json::from_value(signed.clone()).unwrap_or_else(|e| panic!("{holder}: {e}"));
        let (setup, witness) = (by.engine.setup(), [checkpoint]);
        let found =
            by.store.with(|base| countersign_core::audit::verify(base, &setup, &witness, Some("other")));
        assert!(found.as_ref().unwrap().ok && found.unwrap().checkpoints == 1, "{holder}");
    }
}

#[test]
fn d1_what_was_decided_on_both_sides_while_cut_off_converges_and_the_first_at_the_gate_wins() {
    let pair = Pair::new();
    let items: Vec<String> = (0..40).map(|n| pair.task(&format!("T{n:02}"))).collect();
    while !pair.due()["sync"]["items"].as_array().is_none_or(Vec::is_empty) {
        pair.show();
    }
    // An hour without each other. A quarter is decided here, there, on both sides, or by nobody.
    for world in [&pair.hub, &pair.gate] {
        world.env.advance(60 * MINUTE);
    }
    let new = pair.task("New");
    for (n, item) in items.iter().enumerate() {
        let (here, there) = (n % 4 == 0 || n % 4 == 2, n % 4 == 1 || n % 4 == 2);
        if there {
            let hub_item = pair.hub_item(item);
            match n % 8 < 4 {
                true => drop(pair.yes(&ben(), &hub_item)),
                false => drop(pair.hub.ask(&ben(), "item.reject", json!({"id": hub_item}))),
            }
        }
        if here {
            match n % 3 == 0 {
                true => drop(pair.gate.ask(&ana(), "item.reject", json!({"id": item}))),
                false => drop(pair.gate.confirm(item)),
            }
        }
    }
    pair.converge();
    let mut expected = Vec::new();
    for (n, item) in items.iter().enumerate() {
        let applied = match n % 4 {
            0 | 2 => n % 3 != 0,
            1 => n % 8 < 4,
            _ => false,
        };
        let status = match (n % 4, applied) {
            (3, _) => "pending",
            (_, true) => "applied",
            (_, false) => "rejected",
        };
        expected.extend(applied.then(|| format!("T{n:02}")));
        assert_eq!(pair.gate.status(item), status, "T{n:02}");
        let there = pair.there(item);
        assert_eq!(there["status"], status, "T{n:02}: {there}");
        if n % 4 == 2 && applied != (n % 8 < 4) {
            assert!(there["error"].as_str().unwrap().contains("laptop"), "who came second is told: {there}");
        }
    }
    assert_eq!(pair.tasks(), expected);
    assert_eq!(pair.there(&new)["status"], "pending", "what came meanwhile is asked there, too");
    pair.verify();
}

#[test]
fn d2_whatever_is_said_twice_or_lost_happens_once() {
    let pair = Pair::new();
    let item = pair.task("Once");
    // The answer to the first was lost: it is shown again, and there is one item.
    let sync = pair.due()["sync"].clone();
    pair.hub.ask(&pair.joined, "gate.sync", sync.clone());
    pair.hub.ask(&pair.joined, "gate.sync", sync);
    pair.show();
    assert_eq!(pair.hub.ask(&ana(), "inbox.list", json!({}))["items"].as_array().unwrap().len(), 1);
    pair.yes(&ben(), &pair.hub_item(&item));
    let decided = pair.show();
    // The gate dies after it has taken the decision, and takes it again.
    let (first, again) = (pair.take(&decided[0]).unwrap(), pair.take(&decided[0]).unwrap());
    assert_eq!(first, again);
    assert_eq!(
        pair.hub.outcome(&ana(), "item.withdraw", json!({"id": pair.hub_item(&item)})),
        countersign_core::Outcome::Stale
    );
    assert_eq!(pair.decide(&first)["taken"], "counts");
    assert_eq!(pair.decide(&again)["taken"], "counts", "it is the same");
    assert_eq!(pair.tasks(), ["Once"]);
    // The report is lost, and comes again.
    let report = pair.due()["reports"][0].clone();
    pair.hub.ask(&pair.joined, "gate.report", report.clone());
    pair.hub.ask(&pair.joined, "gate.report", report);
    pair.converge();
    assert_eq!(pair.there(&item)["status"], "applied");
    let receipts = pair.hub.ask(&ana(), "receipt.list", json!({}))["receipts"].clone();
    assert_eq!(receipts.as_array().unwrap().len(), 1, "{receipts}");
    pair.verify();
}

#[test]
fn c9_a_hub_that_lies_about_a_decision_is_not_followed_and_people_are_told() {
    let pair = Pair::new();
    let (item, other) = (pair.task("A"), pair.task("B"));
    pair.show();
    let digest = pair.digest(&item);
    let honest = pair.forged(&item, &digest, &["ben"]);
    let lies: [(&str, SignedDecision, &str); 7] = [
        ("another digest", pair.forged(&item, &pair.digest(&other), &["ben"]), "something other"),
        ("no signature", SignedDecision { signature: String::new(), ..honest.clone() }, "not signed"),
        (
            "another person than was signed",
            SignedDecision { by: vec!["ana".into()], ..honest.clone() },
            "not signed",
        ),
        ("the key of another log", honest.clone().signed(&[7; 32]), "not signed"),
        ("nobody", pair.forged(&item, &digest, &[]), "by nobody"),
        ("a name that is none", pair.forged(&item, &digest, &["ana via hub laptop"]), "by nobody"),
        ("an item that it does not know", pair.forged("i9999-ffff", &digest, &["ben"]), "not asked about"),
    ];
    for (what, lie, says) in lies {
        let told = pair.decide(&lie);
        assert_eq!(told["taken"], "lie", "{what}: {told}");
        let hub = pair.hub_view();
        assert!(hub["alert"].as_str().unwrap().contains(says), "{what}: {hub}");
        assert_eq!(pair.gate.status(&item), "pending", "{what}");
        let due = pair.due();
        assert!(due["notice"].as_str().unwrap().contains("said what is not so"), "{what}: {due}");
    }
    let elsewhere = pair.gate.ask(&system(), "hub.decide", json!({"decision": honest, "asked": other}));
    assert_eq!(elsewhere["taken"], "lie", "a decision counts for its own item only");
    // What is true still counts, once.
    pair.converge();
    assert_eq!(pair.decide(&honest)["taken"], "counts");
    assert_eq!(pair.tasks(), ["A"]);
    let own_agent = pair.gate.fails(&codex(), "hub.decide", json!({"decision": honest, "asked": item}));
    assert_eq!(own_agent.code, ErrorCode::Refused);
    let own_person = pair.gate.fails(&ana(), "hub.decide", json!({"decision": honest, "asked": item}));
    assert_eq!(own_person.code, ErrorCode::Refused);
    pair.verify();
}

#[test]
fn c9_a_decision_that_was_used_does_not_count_again_for_an_item_that_waits_again() {
    let pair = Pair::with("", "");
    let item = pair.task("Again");
    pair.show();
    let no = SignedDecision {
        decision: DecisionWord::Rejected,
        ..pair.forged(&item, &pair.digest(&item), &["ben"])
    };
    let secret = no.clone();
    assert_eq!(pair.decide(&secret)["taken"], "lie", "the word is signed, too");
    let yes = pair.forged(&item, &pair.digest(&item), &["ben"]);
    pair.converge();
    pair.gate.ask(&ana(), "freeze", json!({"reason": "stop"}));
    assert_eq!(pair.decide(&yes)["taken"], "refused");
    pair.converge();
    pair.gate.ask(&ana(), "thaw", json!({}));
    let again = pair.decide(&yes);
    assert_eq!(again["taken"], "lie", "{again}");
    assert!(pair.tasks().is_empty());
}

const RESERVED: &str = "version = 1\n[groups]\ndba = [\"ben\"]\n[[rule]]\nname = \"db\"\n\
    tools = [\"task.create_task\"]\nthen = \"ask\"\ndecided_by = [\"@dba\"]\n";

#[test]
fn c8_the_rules_of_the_gate_and_of_the_hub_both_say_who_may_decide() {
    for (hub, gate) in [("", RESERVED), (RESERVED, "")] {
        let pair = Pair::with(hub, gate);
        let item = pair.task("Reserved");
        pair.show();
        let there = pair.hub_item(&item);
        let answer = pair.yes(&ana(), &there);
        if gate.is_empty() {
            assert_eq!(answer["status"], "not_you", "the hub's rule names the tool of the gate: {answer}");
        } else {
            assert_eq!(answer["status"], "confirmed", "{answer}");
            pair.converge();
            assert_eq!(pair.gate.status(&item), "pending");
            let told = pair.there(&item);
            assert_eq!(told["status"], "pending", "{told}");
            assert!(told["error"].as_str().unwrap().contains("ben may say yes"), "{told}");
        }
        assert!(pair.tasks().is_empty());
        assert_eq!(pair.yes(&ben(), &there)["status"], "confirmed");
        pair.converge();
        assert_eq!(pair.tasks(), ["Reserved"]);
        pair.verify();
    }
}

#[test]
fn c8_two_persons_on_the_hub_are_two_at_the_gate_and_one_is_not() {
    let two = RESERVED.replace("decided_by = [\"@dba\"]", "approvers = 2");
    let pair = Pair::with("", &two);
    let item = pair.task("Two");
    pair.show();
    let there = pair.hub_item(&item);
    assert_eq!(pair.yes(&ana(), &there)["status"], "approved", "the hub asks for as many");
    pair.converge();
    assert_eq!(pair.gate.status(&item), "pending");
    let one = pair.decide(&pair.forged(&item, &pair.digest(&item), &["ana", "ana"]));
    assert_eq!(one["taken"], "refused", "one person twice is one: {one}");
    pair.converge();
    assert_eq!(pair.yes(&ben(), &pair.hub_item(&item))["status"], "confirmed");
    pair.converge();
    assert_eq!(pair.tasks(), ["Two"]);
}

#[test]
fn c9_the_policy_says_what_a_hub_may_decide_and_loosening_it_takes_effect_only_so() {
    for (decides, shown) in [("nothing", false), ("reversible", true), ("all", true)] {
        let pair = Pair::with("", &format!("version = 1\n[hub]\ndecides = \"{decides}\"\n"));
        let item = pair.task("Task");
        pair.show();
        let asked = pair.hub.ask(&ana(), "inbox.list", json!({}))["items"].as_array().unwrap().len();
        assert_eq!(asked == 1, shown, "{decides}");
        // A hub that was asked under another policy decides nothing any more.
        pair.gate
            .engine
            .set_setup(Setup { ..setup("version = 1\n[hub]\ndecides = \"nothing\"\n", Vec::new()).unwrap() });
        if shown {
            pair.yes(&ben(), &pair.hub_item(&item));
            pair.converge();
        }
        assert_eq!(pair.gate.status(&item), "pending", "{decides}");
    }
}

#[test]
fn c1_a_gate_decides_nothing_on_its_hub_and_no_agent_joins_or_leaves_one() {
    let pair = Pair::new();
    let item = pair.task("A");
    pair.show();
    let there = pair.hub_item(&item);
    for (op, input) in [
        ("item.confirm", json!({"id": there, "digest": pair.there(&item)["digest"]})),
        ("item.reject", json!({"id": there})),
        ("inbox.list", json!({})),
        ("call.propose", json!({"tool": "task.create_task", "args": {"title": "x"}})),
        ("token.create", json!({"kind": "person", "name": "eve"})),
        ("gate.invite", json!({"name": "other"})),
        ("gate.list", json!({})),
        ("function.take", json!({"functions": [], "claim": "0123456789abcdef"})),
        ("gate.join", json!({"hash": "0".repeat(64), "checkpoint": pair.due()["sync"]["checkpoint"]})),
    ] {
        assert_eq!(pair.hub.fails(&pair.joined, op, input).code, ErrorCode::Refused, "{op}");
    }
    for (op, input) in [
        ("hub.join", json!({"url": "https://evil.example", "credentials": "x"})),
        ("hub.leave", json!({})),
        ("hub.show", json!({})),
        ("hub.due", json!({})),
        ("hub.away", json!({"why": "x"})),
        ("gate.invite", json!({"name": "other"})),
        ("gate.sync", pair.due()["sync"].clone()),
    ] {
        assert_eq!(pair.gate.fails(&codex(), op, input).code, ErrorCode::Refused, "{op}");
    }
    let asked = pair.hub.fails(&ana(), "token.create", json!({"kind": "gate", "name": "mine"}));
    assert_eq!(asked.code, ErrorCode::Invalid, "only an invitation makes a gate: {asked:?}");
    // What a yes there could remember, or change, would be about another machine.
    pair.hub.ask(&ana(), "show", json!({"id": there}));
    assert_eq!(
        pair.hub.fails(&ana(), "item.confirm", json!({"id": there, "always": "1d"})).code,
        ErrorCode::Invalid
    );
    assert_eq!(
        pair.hub.fails(&ana(), "item.edit", json!({"id": there, "args": {"item": "i1"}})).code,
        ErrorCode::Conflict
    );
}

#[test]
fn c2_no_log_has_the_secrets_of_an_invitation_and_a_used_one_lets_nobody_in() {
    let (hub, gate, thief) = (world("", 0), world("", 5000), world("", 9000));
    let invited = hub.ask(&ana(), "gate.invite", json!({"name": "laptop"}));
    let invitation = text(&invited, "invitation");
    let (token, key) = invitation.split_once('.').unwrap();
    for wrong in
        [token.to_owned(), format!("{token}."), format!("{token}.{}", "0".repeat(63)), key.to_owned()]
    {
        let input = json!({"url": "https://hub.example", "credentials": wrong});
        assert_eq!(gate.fails(&ana(), "hub.join", input).code, ErrorCode::Invalid);
    }
    for (url, code) in [
        ("http://hub.example:4114", ErrorCode::Refused),
        ("http://10.0.0.1", ErrorCode::Refused),
        ("http://127.0.0.1.example.com", ErrorCode::Refused),
        ("https://hub.example/other", ErrorCode::Invalid),
        ("https://ana:secret@hub.example", ErrorCode::Invalid),
    ] {
        assert_eq!(
            gate.fails(&ana(), "hub.join", json!({"url": url, "credentials": invitation})).code,
            code,
            "{url}"
        );
    }
    Pair::join(&hub, &gate, &invitation);
    // The same gate can repeat its request; another cannot use it.
    thief.ask(&ana(), "hub.join", json!({"url": "https://hub.example", "credentials": invitation}));
    let due = thief.ask(&system(), "hub.due", json!({}));
    let invited = hub.engine.authenticate(due["hub"]["token"].as_str()).unwrap();
    let used = hub.fails(&invited, "gate.join", due["join"].clone());
    assert_eq!(used.code, ErrorCode::Refused);
    let (token, hubs) = (token.to_owned(), due["hub"]["token"].as_str().unwrap().to_owned());
    for world in [&hub, &gate, &thief] {
        for event in world.events() {
            let told = String::from_utf8(event.body.clone().unwrap_or_default()).unwrap();
            let changes = String::from_utf8(event.changes.clone().unwrap_or_default()).unwrap();
            assert!(
                ![told, changes].iter().any(|text| text.contains(&token) || text.contains(&hubs)),
                "{}",
                event.op
            );
        }
    }
    // One that was revoked, or is over, counts no more.
    let late = text(&hub.ask(&ana(), "gate.invite", json!({"name": "late", "minutes": 1})), "invitation");
    hub.env.advance(2 * MINUTE);
    let refused = hub.engine.authenticate(Some(late.split('.').next().unwrap())).unwrap_err();
    assert_eq!(refused.code, ErrorCode::Unauthenticated);
    let gone = text(&hub.ask(&ana(), "gate.invite", json!({"name": "gone"})), "invitation");
    hub.ask(&ana(), "gate.remove", json!({"name": "gone"}));
    let refused = hub.engine.authenticate(Some(gone.split('.').next().unwrap())).unwrap_err();
    assert_eq!(refused.code, ErrorCode::Unauthenticated);
}

#[test]
fn g1_a_removed_gate_is_heard_no_more_and_what_it_asked_is_withdrawn() {
    let pair = Pair::new();
    let (waits, taken) = (pair.task("Waits"), pair.task("Taken"));
    pair.show();
    let (waits, taken) = (pair.hub_item(&waits), pair.hub_item(&taken));
    pair.yes(&ben(), &taken);
    let decided = pair.show();
    pair.take(&decided[0]).unwrap();
    let removed = pair.hub.ask(&ana(), "gate.remove", json!({"name": "laptop"}));
    assert_eq!(removed["items"], 2, "{removed}");
    assert_eq!(pair.hub.status(&waits), "retracted");
    assert_eq!(pair.hub.status(&taken), "needs_review", "nobody knows whether it was carried out");
    let refused = pair.hub.fails(&pair.joined, "gate.sync", pair.due()["sync"].clone());
    assert_eq!(refused.code, ErrorCode::Unauthenticated);
    // Its person decides at the gate, as before.
    pair.gate.ask(&system(), "hub.away", json!({"why": "401"}));
    assert!(pair.hub_view()["message"].as_str().unwrap().contains("away since"), "{}", pair.hub_view());
    pair.gate.ask(&ana(), "hub.leave", json!({}));
    assert_eq!(pair.hub_view()["url"], Value::Null);
    let again = pair.hub.ask(&ana(), "gate.invite", json!({"name": "laptop"}));
    Pair::join(&pair.hub, &pair.gate, &text(&again, "invitation"));
    pair.verify();
}

#[test]
fn d5_a_log_that_contradicts_what_it_signed_is_found_by_the_other() {
    // A gate whose log was restored from before what it signed.
    let pair = Pair::new();
    pair.show();
    pair.task("Later");
    pair.show();
    let early = pair.due()["sync"]["checkpoint"].clone();
    (0..3).for_each(|n| drop(pair.task(&format!("More {n}"))));
    pair.show();
    let mut back = pair.due()["sync"].clone();
    back["checkpoint"] = early;
    let told = pair.hub.ask(&pair.joined, "gate.sync", back);
    assert!(told["alert"].as_str().unwrap().contains("cut off"), "{told}");
    let after = pair.hub.ask(&pair.joined, "gate.sync", pair.due()["sync"].clone());
    assert!(after["alert"].is_string(), "it is not heard again until an admin invites it anew: {after}");
    assert!(pair.hub.ask(&ana(), "gate.list", json!({}))["gates"][0]["alert"].is_string());

    // A hub whose log was restored, forked, or signs with another key.
    let pair = Pair::new();
    let early = pair.hub.ask(&pair.joined, "gate.sync", pair.due()["sync"].clone())["checkpoint"].clone();
    for title in ["A", "B"] {
        pair.task(title);
        pair.show();
    }
    let held = pair.hub_view()["checkpoint"].clone();
    let mut forked = held.clone();
    forked["hash"] = json!("0".repeat(64));
    for (what, checkpoint) in
        [("back", early), ("forked", forked), ("key", pair.due()["sync"]["checkpoint"].clone())]
    {
        let told = pair.gate.ask(&system(), "hub.synced", json!({"checkpoint": checkpoint}));
        assert!(told["alert"].is_string(), "{what}: {told}");
        assert_eq!(pair.hub_view()["checkpoint"], held, "{what}: what is kept stays");
        assert!(pair.hub_view()["away_since"].is_u64(), "{what}");
    }
    // A gate that holds what the hub never signed.
    let mut sync = pair.due()["sync"].clone();
    sync["held"] = sync["checkpoint"].clone();
    assert!(pair.hub.ask(&pair.joined, "gate.sync", sync)["alert"].is_string());
}

#[test]
fn d3_an_item_that_changes_at_the_gate_is_asked_anew_and_a_late_yes_to_the_old_one_does_not_count() {
    let pair = Pair::new();
    let item = pair.task("Old");
    pair.show();
    let there = pair.hub_item(&item);
    pair.yes(&ben(), &there);
    let decided = pair.show();
    let late = pair.take(&decided[0]).unwrap();
    pair.gate.ask(&ana(), "item.edit", json!({"id": item, "args": {"title": "New"}}));
    let told = pair.decide(&late);
    assert_eq!(told["taken"], "refused", "late, and no lie: {told}");
    assert_eq!(pair.hub_view()["alert"], Value::Null);
    pair.converge();
    assert_eq!(pair.hub.status(&there), "retracted");
    let anew = pair.hub.ask(&ana(), "inbox.list", json!({}))["items"][0].clone();
    assert_eq!(anew["args"]["args"]["title"], "New", "{anew}");
    pair.yes(&ben(), &id(&anew));
    pair.converge();
    assert_eq!(pair.tasks(), ["New"]);
    pair.verify();
}
