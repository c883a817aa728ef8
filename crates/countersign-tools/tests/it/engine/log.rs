//! G, H, I: the log, what is made visible, and the agent's context.

use countersign_core::{
    audit::{self, Checkpoint},
    store::Base,
};
use serde_json::json;

use super::{
    effects::Desk,
    world::{DAY, World, ana, codex, text},
};

fn busy_world() -> World {
    let w = World::new();
    let task = w.task("Fix login");
    w.confirm(&w.hold("task.set_title", json!({"task": task, "title": "B"})));
    let item = w.hold("task.set_estimate", json!({"task": task, "estimate": 30}));
    w.ask(&ana(), "item.reject", json!({"id": item, "reason": "no"}));
    w
}

#[test]
fn g1_an_honest_log_verifies_and_says_what_it_cannot_prove() {
    let found = busy_world().verify();
    assert!(found.ok && found.first_bad.is_none(), "{found:?}");
    assert!(found.unproven[0].contains("no witness"));
}

#[test]
fn g1_an_edited_a_missing_a_swapped_and_a_forged_event_are_found() {
    type Tamper = fn(&mut Vec<countersign_core::event::Event>);
    let tampers: [(&str, Tamper); 8] = [
        ("body taken out", |e| e[2].body = None),
        ("changes taken out", |e| e[2].changes = None),
        ("edited body", |e| e[2].body = Some(b"{\"input\":null}".to_vec())),
        ("edited changes", |e| e[2].changes = Some(b"[]".to_vec())),
        ("edited actor", |e| e[2].actor = "person:ben".into()),
        ("missing", |e| drop(e.remove(3))),
        ("swapped", |e| e.swap(2, 3)),
        ("forged and sealed again", |e| {
            e[2].status = "refused".into();
            e[2] = e[2].clone().sealed();
        }),
    ];
    for (name, tamper) in tampers {
        let w = busy_world();
        w.store.with(|base| tamper(base.events_mut()));
        let found = w.verify();
        assert!(!found.ok, "{name} went unseen");
        assert!(found.first_bad.is_some());
    }
}

#[test]
fn g1_an_edited_record_is_found_and_named() {
    let w = World::new();
    let task = w.task("Fix login");
    let doc = w.store.with(|base| {
        let key = countersign_core::record::Key { kind: "task", id: task.clone() };
        base.get(&key).unwrap().unwrap().doc.clone()
    });
    w.store.with(|base| base.tamper("task", &task, &doc.replace("Fix login", "Fix Login"))).unwrap();
    let found = w.verify();
    assert!(!found.ok);
    let bad = found.first_bad.unwrap();
    assert_eq!(bad.at, format!("task {task}"));
    assert!(bad.what.contains("title"), "{bad:?}");
}

#[test]
fn g1_a_witness_shows_that_the_end_was_cut_off_or_rewritten() {
    let w = busy_world();
    let head = w.store.with(|base| base.head()).unwrap();
    let secret = [7; 32];
    let checkpoint = Checkpoint::sign(&head, 1, &secret);
    let verify = |w: &World, witness: &[Checkpoint]| {
        let setup = w.engine.setup();
        w.store.with(|base| audit::verify(base, &setup, witness, Some(&checkpoint.key))).unwrap()
    };
    let honest = verify(&w, std::slice::from_ref(&checkpoint));
    assert!(honest.ok && honest.unproven.is_empty(), "{honest:?}");
    let forged = Checkpoint { seq: head.seq - 1, ..checkpoint.clone() };
    assert!(verify(&w, &[forged]).first_bad.unwrap().what.contains("signature is invalid"));
    let stranger = Checkpoint::sign(&head, 1, &[8; 32]);
    assert!(verify(&w, &[stranger]).first_bad.unwrap().what.contains("a key that is not this home's"));
    // A shorter log that is consistent in itself.
    let shorter = World::new();
    shorter.task("Fix login");
    assert!(shorter.verify().ok);
    let cut = verify(&shorter, std::slice::from_ref(&checkpoint));
    assert!(cut.first_bad.unwrap().what.contains("cut off"));
    for _ in 0..20 {
        shorter.call("task.list_tasks", json!({}));
    }
    let rewritten = verify(&shorter, std::slice::from_ref(&checkpoint));
    assert!(rewritten.first_bad.unwrap().what.contains("rewritten"));
}

#[test]
fn g1_the_log_survives_the_end_of_a_run() {
    let w = busy_world();
    let before = w.events().len();
    w.ask(&codex(), "run.end", json!({}));
    assert_eq!(w.events().len(), before + 1);
    assert!(w.verify().ok);
}

const SECRET: &str = "ghp_0123456789abcdefghijABCDEFGHIJ012345";

#[test]
fn g2_a_token_is_told_once_even_if_the_request_is_repeated() {
    let w = World::new();
    let ask = json!({"kind": "person", "name": "cara"});
    let owner = countersign_core::Actor::new(countersign_core::ActorKind::Person, "owner");
    let first = w.request(&owner, "token.create", ask.clone(), Some("k1")).unwrap();
    let token = first.value["token"].as_str().unwrap();
    assert!(w.engine.authenticate(Some(token)).is_ok());
    for event in w.events() {
        let changes = String::from_utf8(event.changes.clone().unwrap()).unwrap();
        let body = String::from_utf8(event.body.clone().unwrap()).unwrap();
        assert!(!changes.contains(token) && !body.contains(token), "{} keeps the token", event.id());
    }
    let again = w.request(&owner, "token.create", ask, Some("k1")).unwrap();
    assert_eq!((&again.value["id"], again.event), (&first.value["id"], first.event), "it is the same token");
    assert_ne!(again.value["token"], first.value["token"]);
}

#[test]
fn g2_a_secret_is_redacted_in_log_and_screens_and_reaches_only_the_effect() {
    let w = World::new();
    let task = w.task("Fix login");
    let item = w.hold("task.set_title", json!({"task": task, "title": format!("Use {SECRET}")}));
    let shown = w.ask(&ana(), "show", json!({"id": item}));
    assert!(!shown.to_string().contains(SECRET), "{shown}");
    for event in w.events() {
        let body = String::from_utf8(event.body.clone().unwrap()).unwrap();
        assert!(!body.contains(SECRET), "in the body of {}", event.id());
        let changes = String::from_utf8(event.changes.clone().unwrap()).unwrap();
        assert!(!changes.contains(SECRET), "in the changes of {}", event.id());
    }
    let landed = w.confirm(&item);
    assert_eq!(landed["status"], "applied", "{landed}");
    assert!(!landed.to_string().contains(SECRET));
    assert_eq!(w.title(&task).unwrap(), format!("Use {SECRET}"), "the effect is exact");
    let blob = w.store.with(|base| {
        let name =
            blake3::hash(json!({"task": task, "title": format!("Use {SECRET}")}).to_string().as_bytes());
        base.blob(&name.to_hex()).unwrap()
    });
    assert_eq!(blob, None, "the exact arguments are forgotten once they were used");
}

#[test]
fn g3_the_log_is_queried_by_run_tool_actor_and_status_and_exported() {
    let w = busy_world();
    let log = |filter| w.ask(&ana(), "audit.log", filter)["calls"].as_array().unwrap().len();
    assert!(log(json!({})) > 4);
    assert_eq!(log(json!({"tool": "task.set_estimate", "status": "rejected_by_user"})), 1);
    assert_eq!(log(json!({"actor": "person:ben"})), 0);
    assert!(log(json!({"actor": "agent:codex"})) > 0);
    let run = text(&w.ask(&ana(), "run.list", json!({}))["runs"][0], "id");
    assert!(log(json!({"run": run})) > 4);
    let jsonl = w.ask(&ana(), "audit.export", json!({"format": "jsonl"}));
    assert_eq!(text(&jsonl, "text").lines().count(), w.events().len());
    let csv = w.ask(&ana(), "audit.export", json!({"format": "csv", "limit": 2}));
    assert_eq!(text(&csv, "text").lines().count(), 3);
    let rest = w.ask(&ana(), "audit.export", json!({"format": "csv", "after": csv["next"]}));
    assert_eq!(text(&rest, "text").lines().count(), w.events().len() - 2);
    let summary = w.ask(&ana(), "audit.summary", json!({"run": run}));
    assert!(summary.to_string().contains("task.set_title"), "{summary}");
    let report = w.ask(&ana(), "audit.report", json!({}));
    assert!(text(&report, "markdown").contains("task.set_title"));
    let tool = w.call("audit.get_session_summary", json!({}));
    assert_eq!(tool["status"], "done", "{tool}");
}

/// What OCSF 1.5.0 requires of API Activity: the attributes of the class, and those of the objects in it.
const REQUIRED: [&str; 13] = [
    "/activity_id",
    "/category_uid",
    "/class_uid",
    "/type_uid",
    "/time",
    "/severity_id",
    "/metadata",
    "/metadata/version",
    "/metadata/product",
    "/actor",
    "/api/operation",
    "/api/request/uid",
    "/src_endpoint",
];
/// Objects of which the schema requires one of these attributes.
const ONE_OF: [(&str, &[&str]); 4] = [
    ("/actor", &["process", "user", "invoked_by", "session", "app_name", "app_uid"]),
    ("/actor/user", &["account", "name", "uid"]),
    ("/src_endpoint", &["ip", "uid", "name", "hostname", "svc_name", "instance_uid", "domain"]),
    ("/metadata/product", &["name", "uid"]),
];

#[test]
fn g3_every_event_is_exported_as_ocsf_requires_it() {
    let w = busy_world();
    let item = w.hold("task.create_task", json!({"title": format!("Use {SECRET}")}));
    let refused = w.fails(&codex(), "item.confirm", json!({"id": item}));
    assert_eq!(refused.code, countersign_core::ErrorCode::Refused);
    let out = w.ask(&ana(), "audit.export", json!({"format": "ocsf"}));
    let lines: Vec<serde_json::Value> =
        text(&out, "text").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), w.events().len());
    for (line, event) in lines.iter().zip(w.events()) {
        for path in REQUIRED {
            assert!(line.pointer(path).is_some_and(|v| !v.is_null()), "{path}: {line}");
        }
        for (path, names) in ONE_OF {
            let object = line.pointer(path).unwrap();
            assert!(
                names.iter().any(|name| object[name].is_string() || object[name].is_object()),
                "{path}: {line}"
            );
        }
        let number = |name: &str| line[name].as_u64().unwrap_or_else(|| panic!("{name}: {line}"));
        assert_eq!((number("category_uid"), number("class_uid")), (6, 6003));
        assert!([0, 1, 2, 3, 4, 99].contains(&number("activity_id")), "{line}");
        assert_eq!(number("type_uid"), 600_300 + number("activity_id"));
        assert!([0, 1, 2, 3, 4, 5, 6, 99].contains(&number("severity_id")), "{line}");
        assert!([0, 1, 2, 99].contains(&number("status_id")), "{line}");
        assert_eq!((number("time"), line["metadata"]["uid"].as_str()), (event.at, Some(event.id().as_str())));
    }
    let refused = lines.iter().rfind(|line| line["api"]["operation"] == "item.confirm").unwrap();
    assert_eq!((&refused["status_id"], &refused["severity"]), (&json!(2), &json!("Medium")), "{refused}");
    assert!(!text(&out, "text").contains(SECRET), "secrets are redacted as in the log");
}

#[test]
fn g3_a_failed_command_is_told_with_its_agent_and_exit_code_in_log_report_and_export() {
    let d = Desk::new();
    let landed = d.confirm(&d.hold("shell.run", json!({"command": "echo made > log.txt; exit 3"})));
    assert_eq!((&landed["status"], d.read("log.txt").as_deref()), (&json!("applied"), Some("made\n")));
    let log = d.ask(&ana(), "audit.log", json!({"status": "error"}));
    let row = &log["calls"][0];
    assert_eq!(
        (&row["tool"], &row["agent"], &row["exit_code"]),
        (&json!("shell.run"), &json!("codex"), &json!(3))
    );
    let report = d.ask(&ana(), "audit.report", json!({}));
    assert_eq!(
        (&report["totals"]["error"], &report["totals"]["success"]),
        (&json!(1), &json!(0)),
        "{report}"
    );
    let markdown = text(&report, "markdown");
    let told = |line: &&str| line.contains("| codex | shell.run |") && line.contains("| error | 3 | yes |");
    assert!(markdown.lines().find(told).is_some_and(|line| line.contains("exit 3")), "{markdown}");
    let csv = text(&d.ask(&ana(), "audit.export", json!({"format": "csv"})), "text");
    let told = |line: &&str| line.contains(",codex,echo made > log.txt; exit 3,3,");
    assert_eq!(csv.lines().filter(told).count(), 1, "{csv}");
}

#[test]
fn h2_text_that_lies_is_flagged_on_the_item() {
    let w = World::new();
    let task = w.task("Fix login");
    let evil = "Fix \u{202E}nigol\u{202C} \u{1b}[31mred";
    let item = w.call("task.set_title", json!({"task": task, "title": evil}))["item"].clone();
    let flags: Vec<String> =
        item["flags"].as_array().unwrap().iter().map(|f| f.as_str().unwrap().to_owned()).collect();
    assert!(flags.len() >= 2, "bidi and escape are two things: {flags:?}");
}

#[test]
fn i1_the_agent_reads_how_its_proposals_were_received() {
    let w = World::new();
    let task = w.task("Fix login");
    let titled = w.confirm(&w.hold("task.set_title", json!({"task": task, "title": "B"})));
    let rejected = w.hold("task.set_estimate", json!({"task": task, "estimate": 120}));
    w.ask(&ana(), "item.reject", json!({"id": rejected, "reason": "I know better"}));
    let gone = w.hold("task.set_priority", json!({"task": task, "priority": "P0"}));
    w.ask(&codex(), "item.retract", json!({"id": gone}));
    let late = w.hold("task.set_status", json!({"task": task, "status": "done"}));
    w.env.advance(7 * DAY);
    w.ask(&ana(), "show", json!({"id": late}));
    w.ask(&ana(), "item.confirm", json!({"id": late}));
    w.ask(&ana(), "receipt.undo", json!({"id": titled["receipt"]["id"]}));
    let context = w.ask(&codex(), "context", json!({}));
    let text = text(&context, "text");
    assert!(text.contains("✗ task.set_estimate("), "{text}");
    assert!(text.contains("rejected (reason: \"I know better\")"), "{text}");
    assert!(text.contains("✓ task.create_task("), "{text}");
    assert!(text.contains("↶ task.set_title(") && text.contains("confirmed, then undone"), "{text}");
    assert!(text.contains("no decision"), "{text}");
    assert!(!text.contains("set_priority"), "a retracted one does not count: {text}");
    let newest = &context["decisions"][0];
    assert_eq!(newest["item"], late, "newest first");
}

#[test]
fn i1_at_most_twenty_entries_and_five_hundred_tokens() {
    let w = World::new();
    for n in 0..30 {
        let item = w.hold("task.create_task", json!({"title": format!("{n} {}", "long ".repeat(30))}));
        w.ask(&ana(), "item.reject", json!({"id": item, "reason": "too long, ".repeat(12)}));
    }
    let context = w.ask(&codex(), "context", json!({}));
    let entries = context["decisions"].as_array().unwrap().len();
    assert!(entries <= 20 && entries > 2, "{entries}");
    assert!(text(&context, "text").chars().count() <= 2000);
    let w = World::new();
    for n in 0..30 {
        let item = w.hold("task.create_task", json!({"title": n.to_string()}));
        w.ask(&ana(), "item.reject", json!({"id": item}));
    }
    let context = w.ask(&codex(), "context", json!({}));
    assert_eq!(context["decisions"].as_array().unwrap().len(), 20);
    let e = w.fails(&codex(), "context", json!({"agent": "other"}));
    assert_eq!(e.code, countersign_core::ErrorCode::Refused);
}
