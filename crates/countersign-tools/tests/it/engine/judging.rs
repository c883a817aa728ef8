//! A: how a call is judged.

use countersign_core::{Actor, ErrorCode, Outcome, event::ResultStatus};
use serde_json::json;

use super::world::{World, ana, codex, id, text};

#[test]
fn a1_a_read_runs_at_once_and_is_logged_as_automatic() {
    let w = World::new();
    w.task("Fix login");
    let answer = w.call("task.list_tasks", json!({}));
    assert_eq!(answer["status"], "done");
    assert_eq!(answer["result"]["tasks"][0]["title"], "Fix login");
    assert!(answer["item"].is_null() && answer["receipt"].is_null());
    let event = w.last_event();
    let note = &event.told().unwrap().calls[0];
    assert_eq!((note.tool.as_str(), note.user_confirmed), ("task.list_tasks", false));
    assert_eq!(note.result_status, Some(ResultStatus::Success));
}

#[test]
fn a2_a_mutable_call_asks_with_a_preview_of_before_and_after() {
    let w = World::new();
    let task = w.task("Fix login");
    let answer = w.call("task.set_title", json!({"task": task, "title": "Fix the login"}));
    let item = &answer["item"];
    assert_eq!(item["class"], "mutable");
    assert_eq!(
        item["preview"]["changes"],
        json!([{"label": "title", "before": "Fix login", "after": "Fix the login"}])
    );
    assert_eq!(w.title(&task).unwrap(), "Fix login", "nothing may happen before a person says yes");
}

#[test]
fn a2_typed_confirmation_is_checked_by_the_engine() {
    let w = World::with("", vec![shredder()]);
    let item = w.hold("test.shred", json!({"name": "ledger"}));
    let shown = w.ask(&ana(), "show", json!({"id": item}))["item"].clone();
    assert_eq!((text(&shown, "class"), text(&shown, "typed")), ("destructive".into(), "ledger".into()));
    let plain = w.ask(&ana(), "item.confirm", json!({"id": item}));
    assert_eq!(plain["status"], "needs_typed");
    let wrong = w.ask(&ana(), "item.confirm", json!({"id": item, "typed": "Ledger"}));
    assert_eq!(wrong["status"], "needs_typed");
    assert_eq!(w.status(&item), "pending");
    let right = w.ask(&ana(), "item.confirm", json!({"id": item, "typed": "ledger"}));
    assert_eq!(right["status"], "applied");
    assert_eq!(right["receipt"]["undo_action"], json!(null));
    assert_eq!(right["receipt"]["irreversible_reason"], "shredded");
}

#[test]
fn a2_an_exactly_undoable_destructive_call_needs_a_plain_yes_only() {
    let w = World::with_policy(
        "version = 1\n[[tool]]\nserver = \"task\"\nname = \"set_title\"\nclass = \"destructive\"\n",
    );
    let task = w.task("Fix login");
    let item = w.hold("task.set_title", json!({"task": task, "title": "X"}));
    assert_eq!(w.ask(&ana(), "show", json!({"id": item}))["item"]["class"], "destructive");
    assert_eq!(w.confirm(&item)["status"], "applied");
}

#[test]
fn a3_an_unknown_tool_never_runs() {
    let w = World::new();
    let e = w.fails(&codex(), "call.propose", json!({"tool": "task.set_titel", "args": {}}));
    assert_eq!(e.code, ErrorCode::NotFound);
    assert_eq!(e.hint.as_deref(), Some("did you mean task.set_title?"));
    let check = w.ask(&codex(), "policy.check", json!({"tool": "get_everything", "args": {}}));
    assert_eq!((&check["class"], &check["verdict"]), (&json!("mutable"), &json!("ask")), "{check}");
}

#[test]
fn a4_an_agent_cannot_vouch_for_itself() {
    let w = World::new();
    let task = w.task("Fix login");
    for extra in ["confirmed", "risk", "requires_approval", "readOnlyHint"] {
        let mut args = json!({"task": task, "title": "Pwned"});
        args[extra] = json!(true);
        let answer = w.call("task.set_title", args);
        assert!(matches!(answer["status"].as_str(), Some("invalid" | "queued")), "{extra}: {answer}");
    }
    // Nor by asking for a hold that means "do not hold at all".
    let call = json!({"tool": "task.set_title", "args": {"task": task, "title": "Pwned"}, "hold": "none"});
    assert_eq!(w.ask(&codex(), "call.propose", call)["status"], "queued");
    assert_eq!(w.title(&task).unwrap(), "Fix login");
}

#[test]
fn a4_a_flat_name_is_judged_after_repair() {
    let w = World::new();
    let task = w.task("Fix login");
    let answer = w.call("task_set_title", json!({"task": task, "title": "B"}));
    assert_eq!(answer["item"]["tool"], "task.set_title");
    assert_eq!(answer["status"], "queued");
}

#[test]
fn a5_a_rule_that_always_asks_beats_grants_and_allow_rules() {
    let w = World::with_policy(
        "version = 1\n\
         [[rule]]\nname = \"titles are sacred\"\ntools = [\"task.set_title\"]\nthen = \"ask\"\nalways = true\n\
         [[rule]]\nname = \"trust\"\ntools = [\"task.*\"]\nthen = \"allow\"\nclasses = [\"read\", \"mutable\"]\n",
    );
    let made = w.call("task.create_task", json!({"title": "Allowed"}));
    assert_eq!(made["status"], "done", "the allow rule works elsewhere: {made}");
    let task = id(&made["result"]);
    let answer = w.call("task.set_title", json!({"task": task, "title": "No"}));
    assert_eq!(answer["status"], "queued");
    assert_eq!(answer["why"]["rule"], "titles are sacred");
}

#[test]
fn a6_an_edit_a_rerun_and_an_agents_undo_pass_the_same_gate() {
    let refusing = "version = 1\n[[rule]]\nname = \"not that\"\ntools = [\"task.set_title\"]\n\
                    when = 'args.title == \"Forbidden\"'\nthen = \"refuse\"\n";
    let w = World::with_policy(refusing);
    let task = w.task("Fix login");
    assert_eq!(w.call("task.set_title", json!({"task": task, "title": "Forbidden"}))["status"], "refused");
    let item = w.hold("task.set_title", json!({"task": task, "title": "Fine"}));
    let e = w.fails(&ana(), "item.edit", json!({"id": item, "args": {"task": task, "title": "Forbidden"}}));
    assert!(e.message.contains("not that") || e.message.contains("refuses"), "{e:?}");
    assert_eq!(w.status(&item), "pending");
    let receipt = id(&w.confirm(&item)["receipt"]);
    let undo = w.call("countersign.undo", json!({"receipt": receipt}));
    assert_eq!(undo["status"], "queued", "an agent's undo is a proposal");
    assert_eq!(w.title(&task).unwrap(), "Fine");
    assert_eq!(w.confirm(&id(&undo["item"]))["status"], "applied");
    assert_eq!(w.title(&task).unwrap(), "Fix login");
}

#[test]
fn a7_every_verdict_carries_reasons_facts_and_its_row() {
    let w = World::new();
    let task = w.task("Fix login");
    let check = w.ask(
        &codex(),
        "policy.check",
        json!({"tool": "task.set_title", "args": {"task": task, "title": "B"}}),
    );
    assert_eq!((&check["verdict"], &check["row"]), (&json!("ask"), &json!("class")));
    assert!(!check["reasons"].as_array().unwrap().is_empty());
    assert!(check["facts"]["writes"][0].as_str().unwrap().starts_with("task:"), "{check}");
    let before = w.events().len();
    w.ask(&codex(), "policy.check", json!({"tool": "task.list_tasks"}));
    assert_eq!(before, w.events().len(), "a check leaves no trace");
}

#[test]
fn a12_sending_to_an_unlisted_host_asks_and_to_a_listed_one_does_not() {
    let with = |policy: &str| World::with(policy, vec![sender()]);
    let args = json!({"name": "api.example.com"});
    let w = with("");
    assert_eq!(w.call("test.send", args.clone())["status"], "queued");
    let w = with("version = 1\nhosts = [\"api.example.com\"]\n");
    assert_eq!(w.call("test.send", args)["status"], "done");
    assert_eq!(w.call("test.send", json!({"name": "evil-api.example.com"}))["status"], "queued");
}

#[test]
fn c1_a_verifier_may_look_and_not_propose() {
    let w = World::new();
    let verifier = Actor::new(countersign_core::ActorKind::Verifier, "ci");
    let e = w.fails(&verifier, "call.propose", json!({"tool": "task.list_tasks", "args": {}}));
    assert_eq!(e.code, ErrorCode::Refused);
    assert_eq!(w.outcome(&verifier, "policy.check", json!({"tool": "task.list_tasks"})), Outcome::Done);
}

/// A tool that cannot be undone, and one that sends: no journal tool does either.
mod odd {
    use countersign_core::{
        Result, Tx,
        judge::{Class, Facts},
        record::Doc,
        tool::{Effect, Forecast, Preview, Reversal, StoreTool, Tool},
    };
    use serde_json::{Value, json};

    pub struct Odd {
        pub sends: bool,
    }

    impl StoreTool for Odd {
        fn forecast(&self, _tx: &mut Tx<'_>, args: &Doc) -> Result<Forecast> {
            let name = args["name"].as_str().unwrap().to_owned();
            let facts = if self.sends {
                Facts { hosts: vec![name.clone()], sends: true, ..Facts::default() }
            } else {
                Facts { deletes: vec![name.clone()], ..Facts::default() }
            };
            let reversal = Reversal::Irreversible { reason: "shredded".into() };
            let (summary, preview) = (format!("Handle {name}").into(), Preview::default());
            Ok(Forecast {
                args: args.clone(),
                facts,
                summary,
                preview,
                relies_on: vec![],
                reversal,
                typed: name,
                ..Forecast::default()
            })
        }

        fn apply(&self, _tx: &mut Tx<'_>, args: &Doc) -> Result<Value> {
            Ok(json!({"handled": args["name"]}))
        }
    }

    pub fn tool(name: &str, class: Class, effect: &'static Odd) -> Tool {
        Tool {
            server: "test".into(),
            name: format!("test.{name}"),
            doc: "For tests.".into(),
            schema: json!({"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"], "additionalProperties": false}),
            class,
            hold: None,
            explode: None,
            rerun: false,
            action: "delete",
            effect: Effect::Store(effect),
            upstream: None,
        }
    }
}

pub fn shredder() -> countersign_core::tool::Tool {
    odd::tool("shred", countersign_core::judge::Class::Destructive, &odd::Odd { sends: false })
}

pub fn sender() -> countersign_core::tool::Tool {
    odd::tool("send", countersign_core::judge::Class::Read, &odd::Odd { sends: true })
}

#[test]
fn a12_one_grant_per_host_keeps_sending_quiet() {
    let w = World::with("", vec![sender()]);
    let item = w.hold("test.send", json!({"name": "api.example.com"}));
    w.ask(&ana(), "show", json!({"id": item}));
    let yes = w.ask(&ana(), "item.confirm", json!({"id": item, "always": "forever"}));
    assert_eq!(yes["status"], "applied", "{yes}");
    assert_eq!(w.call("test.send", json!({"name": "api.example.com"}))["status"], "done");
    assert_eq!(w.ask(&ana(), "grant.list", json!({}))["grants"][0]["used"], 1);
    assert_eq!(w.call("test.send", json!({"name": "other.example.com"}))["status"], "queued");
}
