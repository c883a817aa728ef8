//! Functions of a caller's own process: asked about, begun once, reported, taken back and checked by workers.

use countersign_core::{Actor, ErrorCode, Outcome};
use serde_json::{Value, json};

use super::world::{World, ana, codex, text};

const FIRST: &str = "claim-of-the-first-process";
const SECOND: &str = "claim-of-the-second-process";

impl World {
    /// Codex's process asks about `send_mail`.
    #[track_caller]
    fn ask_mail(&self, call_id: &str, more: Value) -> Value {
        let mut input =
            json!({"function": "send_mail", "args": {"to": "bob", "text": "hi"}, "call_id": call_id});
        let more = more.as_object().unwrap().clone();
        input.as_object_mut().unwrap().extend(more);
        self.ask(&codex(), "function.ask", input)
    }

    /// The same, and a person says yes; returns the item.
    #[track_caller]
    fn allowed_mail(&self, call_id: &str, more: Value) -> String {
        let told = self.ask_mail(call_id, more);
        assert_eq!(told["decision"], "held", "{told}");
        let item = text(&told, "item");
        assert_eq!(self.confirm(&item)["status"], "confirmed");
        item
    }

    #[track_caller]
    fn begin(&self, item: &str, claim: &str) -> Value {
        self.ask(&codex(), "function.begin", json!({"item": item, "claim": claim}))
    }

    #[track_caller]
    fn report(&self, item: &str, claim: &str, outcome: Value) -> Value {
        self.ask(&codex(), "function.report", json!({"item": item, "claim": claim, "outcome": outcome}))
    }

    /// A call that was carried out and can be taken back; returns its item and receipt.
    #[track_caller]
    fn sent_mail(&self) -> (String, String) {
        let item = self.allowed_mail("c1", json!({"undo": true, "version": "v1"}));
        let begun =
            self.ask(&codex(), "function.begin", json!({"item": item, "claim": FIRST, "version": "v1"}));
        assert_eq!(begun["begun"], true, "{begun}");
        let told = self.report(&item, FIRST, json!({"done": {"result": {"id": 7}}}));
        (item, text(&told["receipt"], "id"))
    }

    #[track_caller]
    fn take(&self, version: &str, claim: &str) -> Value {
        let known = json!([{"name": "send_mail", "version": version, "undo": true, "check": true}]);
        self.ask(&codex(), "function.take", json!({"functions": known, "claim": claim}))
    }

    fn wait(&self, ms: u64) {
        self.env.advance(ms);
        self.ask(&Actor::system(), "timer.fire", json!({}));
    }

    fn receipt_now(&self, id: &str) -> Value {
        self.ask(&ana(), "show", json!({"id": id}))["receipt"].clone()
    }
}

fn done() -> Value {
    json!({"done": {"result": {"id": 7}}})
}

#[test]
fn d1_a_function_runs_once_after_a_yes_and_its_receipt_says_whose_word_that_is() {
    let w = World::new();
    let told = w.ask_mail("c1", json!({"human_summary": "Tell Bob"}));
    let item = text(&told, "item");
    assert_eq!((&told["decision"], &told["status"]), (&json!("held"), &json!("pending")));
    // It cannot begin before a person has said yes.
    let early = w.begin(&item, FIRST);
    assert_eq!((&early["begun"], &early["status"]), (&json!(false), &json!("pending")));
    let shown = w.ask(&ana(), "show", json!({"id": item}))["item"].clone();
    assert_eq!(shown["class"], "mutable");
    assert!(shown["preview"]["changes"].to_string().contains("bob"), "{shown}");
    w.confirm(&item);
    assert_eq!(w.status(&item), "confirmed");
    assert_eq!(w.ask_mail("c1", json!({}))["decision"], "allow");
    let begun = w.begin(&item, FIRST);
    assert_eq!((&begun["begun"], &begun["args"]["to"]), (&json!(true), &json!("bob")));
    assert_eq!(w.status(&item), "applying");
    let told = w.report(&item, FIRST, done());
    assert_eq!(told["status"], "applied", "{told}");
    let receipt = &told["receipt"];
    assert_eq!((&receipt["allowed_by"]["name"], &receipt["result"]["id"]), (&json!("ana"), &json!(7)));
    assert!(receipt["rollback_cues"][0].as_str().unwrap().contains("word of that process"), "{receipt}");
    assert!(receipt["undo_action"].is_null(), "nothing takes it back: {receipt}");
    // Whoever asks again gets the result, and nothing runs again.
    let again = w.ask_mail("c1", json!({}));
    assert_eq!((&again["decision"], &again["result"]["id"]), (&json!("done"), &json!(7)));
    assert_eq!(w.begin(&item, SECOND)["begun"], false);
}

#[test]
fn e15_who_asks_again_gets_the_handle_of_what_landed() {
    let w = World::new();
    let item = w.allowed_mail("c1", json!({"undo": true}));
    w.begin(&item, FIRST);
    let receipt = w.report(&item, FIRST, done())["receipt"].clone();
    let again = w.ask_mail("c1", json!({"undo": true}));
    assert_eq!((&again["decision"], &again["receipt"]), (&json!("done"), &receipt["id"]));
    assert_eq!(again["latest_reversible_event_id"], receipt["event_id"]);
    assert!(receipt["undo_action"].is_object() && again["undo_action"] == receipt["undo_action"], "{again}");
}

#[test]
fn d4_two_processes_race_for_a_call_and_one_gets_it() {
    let w = World::new();
    let item = w.allowed_mail("c1", json!({}));
    assert_eq!(w.begin(&item, FIRST)["begun"], true);
    let second = w.begin(&item, SECOND);
    assert_eq!((&second["begun"], second.get("args")), (&json!(false), None));
    // The first may ask once more, since its answer may have been lost.
    assert_eq!(w.begin(&item, FIRST)["begun"], true);
    // The second can neither report nor say that it is at work.
    let forged = json!({"item": item, "claim": SECOND, "outcome": done()});
    assert_eq!(w.fails(&codex(), "function.report", forged).code, ErrorCode::Conflict);
    let renewed = w.ask(&codex(), "function.renew", json!({"id": item, "claim": SECOND}));
    assert_eq!(renewed["until"], Value::Null);
    w.report(&item, FIRST, done());
    // The same report once more changes nothing.
    assert_eq!(w.report(&item, FIRST, json!({"failed": {"message": "no"}}))["status"], "applied");
}

#[test]
fn c4_a_function_runs_with_the_arguments_that_a_person_edited() {
    let w = World::new();
    let item = text(&w.ask_mail("c1", json!({})), "item");
    let args = w.ask(&ana(), "show", json!({"id": item}))["item"]["args"].clone();
    let other = json!({"id": item, "args": {"function": "wire_money", "args": {}}});
    assert_eq!(w.fails(&ana(), "item.edit", other).code, ErrorCode::Invalid);
    let mut whole = args;
    whole["args"]["to"] = json!("eve");
    w.ask(&ana(), "item.edit", json!({"id": item, "args": whole}));
    // The arguments alone mean the same.
    w.ask(&ana(), "item.edit", json!({"id": item, "args": {"to": "carol", "text": "hi"}}));
    w.confirm(&item);
    assert_eq!(w.ask_mail("c1", json!({}))["args"]["to"], "carol");
    assert_eq!(w.begin(&item, FIRST)["args"], json!({"to": "carol", "text": "hi"}));
    let shown = w.ask(&ana(), "show", json!({"id": item}))["item"].clone();
    assert_eq!(shown["original_args"]["args"]["to"], "bob", "{shown}");
}

#[test]
fn c5_a_no_reaches_the_process_with_its_reason_and_nothing_can_begin() {
    let w = World::new();
    let item = text(&w.ask_mail("c1", json!({})), "item");
    w.ask(&ana(), "show", json!({"id": item}));
    w.ask(&ana(), "item.reject", json!({"id": item, "reason": "not to Bob"}));
    let told = w.ask_mail("c1", json!({}));
    assert_eq!(told["decision"], "deny");
    assert!(text(&told, "message").contains("not to Bob"), "{told}");
    assert_eq!(w.begin(&item, FIRST)["begun"], false);
}

#[test]
fn b6_asking_again_with_the_same_id_asks_about_the_same_item() {
    let w = World::new();
    let first = w.ask_mail("c1", json!({}));
    assert_eq!(w.ask_mail("c1", json!({}))["item"], first["item"]);
    // Another call is another effect, however alike.
    assert_ne!(w.ask_mail("c2", json!({}))["item"], first["item"]);
    let other = json!({"function": "send_mail", "args": {"to": "eve"}, "call_id": "c1"});
    assert_eq!(w.fails(&codex(), "function.ask", other).code, ErrorCode::Conflict);
    let odd = json!({"function": "send_mail", "args": {}, "call_id": "a/b"});
    assert_eq!(w.fails(&codex(), "function.ask", odd).code, ErrorCode::Invalid);
    // Also days later, when its run has ended and another process asks: nobody has learnt how it ended.
    w.env.advance(2 * 3_600_000);
    assert_eq!(w.ask_mail("c1", json!({}))["item"], first["item"]);
}

#[test]
fn b6_an_id_whose_outcome_was_learnt_means_another_call_in_another_run() {
    let w = World::new();
    let item = w.allowed_mail("c1", json!({}));
    w.begin(&item, FIRST);
    w.report(&item, FIRST, done());
    w.env.advance(2 * 3_600_000);
    let told = w.ask_mail("c1", json!({}));
    assert_eq!(told["decision"], "held");
    assert_ne!(told["item"], json!(item));
}

#[test]
fn d4_a_process_that_dies_in_the_middle_leaves_a_question_for_a_person() {
    let w = World::new();
    let item = w.allowed_mail("c1", json!({}));
    w.begin(&item, FIRST);
    w.wait(50_000);
    w.ask(&codex(), "function.renew", json!({"id": item, "claim": FIRST}));
    w.wait(50_000);
    assert_eq!(w.status(&item), "applying", "it has said that it is at work");
    w.wait(61_000);
    assert_eq!(w.status(&item), "needs_review");
    assert_eq!(w.ask_mail("c1", json!({}))["status"], "needs_review");
    assert_eq!(w.begin(&item, SECOND)["begun"], false, "nobody runs it a second time");
    let resolved = w.ask(&ana(), "item.resolve", json!({"id": item, "landed": true}));
    assert_eq!(resolved["status"], "applied", "{resolved}");
}

#[test]
fn d8_a_process_that_reports_late_is_heard() {
    let w = World::new();
    let item = w.allowed_mail("c1", json!({}));
    w.begin(&item, FIRST);
    w.wait(61_000);
    assert_eq!(w.status(&item), "needs_review");
    assert_eq!(w.report(&item, FIRST, done())["status"], "applied");
    // That it failed leaves the question open: a person was asked already, and sees what it says.
    let item = w.allowed_mail("c2", json!({}));
    w.begin(&item, FIRST);
    w.wait(61_000);
    assert_eq!(w.report(&item, FIRST, json!({"failed": {"message": "refused"}}))["status"], "needs_review");
    assert!(w.ask(&ana(), "show", json!({"id": item}))["item"]["error"].to_string().contains("refused"));
}

#[test]
fn d4_a_worker_that_can_check_says_whether_it_ran() {
    for (outcome, status) in [(done(), "applied"), (json!("not_done"), "pending")] {
        let w = World::new();
        let item = w.allowed_mail("c1", json!({"check": true, "version": "v1"}));
        w.ask(&codex(), "function.begin", json!({"item": item, "claim": FIRST, "version": "v1"}));
        assert_eq!(w.take("v1", SECOND)["job"], Value::Null, "its process may still be at work");
        w.wait(61_000);
        let error = w.ask(&ana(), "show", json!({"id": item}))["item"]["error"].to_string();
        assert!(error.contains("waiting for a worker"), "{error}");
        let none = w.take("v2", SECOND);
        assert_eq!((&none["job"], &none["other_versions"]), (&Value::Null, &json!(1)));
        let error = w.ask(&ana(), "show", json!({"id": item}))["item"]["error"].to_string();
        assert!(error.contains("version v2"), "{error}");
        let job = w.take("v1", SECOND)["job"].clone();
        assert_eq!((&job["what"], &job["args"]["to"]), (&json!("check"), &json!("bob")), "{job}");
        let report = json!({"job": job["id"], "claim": SECOND, "outcome": outcome});
        w.ask(&codex(), "function.finish", report);
        assert_eq!(w.status(&item), status);
    }
}

#[test]
fn d2_another_version_of_a_function_than_was_approved_is_not_begun() {
    let w = World::new();
    let item = w.allowed_mail("c1", json!({"version": "v1"}));
    let input = json!({"item": item, "claim": FIRST, "version": "v2"});
    assert_eq!(w.outcome(&codex(), "function.begin", input), Outcome::Stale);
    assert_eq!(w.status(&item), "stale");
    let error = w.ask(&ana(), "show", json!({"id": item}))["item"]["error"].to_string();
    assert!(error.contains("v2") && error.contains("v1"), "{error}");
}

#[test]
fn d3_a_function_that_fails_says_so_and_is_not_tried_again() {
    let w = World::new();
    let item = w.allowed_mail("c1", json!({}));
    w.begin(&item, FIRST);
    w.report(&item, FIRST, json!({"failed": {"message": "the server said no"}}));
    assert_eq!(w.status(&item), "failed");
    let told = w.ask_mail("c1", json!({}));
    assert_eq!(told["decision"], "deny");
    assert!(text(&told, "message").contains("the server said no"), "{told}");
}

#[test]
fn d7_nothing_that_was_approved_begins_while_everything_is_frozen() {
    let w = World::new();
    let item = w.allowed_mail("c1", json!({}));
    w.ask(&ana(), "freeze", json!({}));
    assert_eq!(w.ask_mail("c1", json!({}))["decision"], "held");
    assert_eq!(w.begin(&item, FIRST)["begun"], false);
    w.ask(&ana(), "thaw", json!({}));
    assert_eq!(w.begin(&item, FIRST)["begun"], true);
}

#[test]
fn c7_a_yes_can_be_withdrawn_until_a_process_has_begun() {
    let w = World::new();
    let item = w.allowed_mail("c1", json!({}));
    w.ask(&ana(), "item.withdraw", json!({"id": item}));
    assert_eq!(w.begin(&item, FIRST)["begun"], false);
    w.confirm(&item);
    assert_eq!(w.begin(&item, FIRST)["begun"], true);
    let late = w.ask(&ana(), "item.withdraw", json!({"id": item}));
    assert_eq!(late["status"], "not_decided", "{late}");
}

#[test]
fn e4_an_undo_waits_visibly_for_a_worker_with_the_version_that_ran() {
    let w = World::new();
    let (_, receipt) = w.sent_mail();
    let unsaid = w.ask(&ana(), "receipt.undo", json!({"id": receipt}));
    assert_eq!(unsaid["status"], "unconfirmed", "it is a worker's word: {unsaid}");
    let undo = json!({"id": receipt, "best_effort": true});
    let told = w.ask(&ana(), "receipt.undo", undo.clone());
    assert_eq!(told["status"], "undoing", "{told}");
    assert!(text(&told, "message").contains("waiting for a worker"), "{told}");
    assert!(w.receipt_now(&receipt)["undo_waits"].to_string().contains("v1"));
    assert_eq!(w.ask(&ana(), "receipt.undo", undo)["status"], "stale", "once is enough");
    assert_eq!(w.take("v2", SECOND)["other_versions"], 1);
    assert!(w.receipt_now(&receipt)["undo_waits"].to_string().contains("version v2"));
    let job = w.take("v1", FIRST)["job"].clone();
    assert_eq!((&job["what"], &job["result"]["id"]), (&json!("undo"), &json!(7)), "{job}");
    assert_eq!(w.take("v1", SECOND)["job"], Value::Null, "two workers: one gets it");
    let forged = json!({"job": job["id"], "claim": SECOND, "outcome": {"done": {}}});
    assert_eq!(w.fails(&codex(), "function.finish", forged).code, ErrorCode::Conflict);
    let report = json!({"job": job["id"], "claim": FIRST, "outcome": {"done": {"result": "deleted"}}});
    let told = w.ask(&codex(), "function.finish", report.clone());
    let now = w.receipt_now(&receipt);
    assert_eq!(now["undone"]["by"], "person:ana", "{now}");
    assert_eq!((now.get("undo_waits"), now.get("undoing")), (None, None));
    let undo = w.receipt_now(&text(&told, "receipt"));
    assert_eq!((&undo["undoes"], &undo["allowed_by"]["name"]), (&json!(receipt), &json!("ana")));
    assert!(undo["rollback_cues"].to_string().contains("word of that process"), "{undo}");
    assert_eq!(w.fails(&codex(), "function.finish", report).code, ErrorCode::Conflict);
}

#[test]
fn e6_an_undo_that_no_worker_did_can_be_called_off_or_tried_again() {
    let w = World::new();
    let (_, receipt) = w.sent_mail();
    let undo = || w.ask(&ana(), "receipt.undo", json!({"id": receipt, "best_effort": true}));
    undo();
    assert_eq!(w.fails(&codex(), "receipt.cancel_undo", json!({"id": receipt})).code, ErrorCode::Refused);
    w.ask(&ana(), "receipt.cancel_undo", json!({"id": receipt}));
    assert_eq!(w.take("v1", FIRST)["job"], Value::Null);
    assert_eq!(w.fails(&ana(), "receipt.cancel_undo", json!({"id": receipt})).code, ErrorCode::Conflict);
    // A worker that began may have done it: it cannot be called off, and its silence is told.
    undo();
    let job = w.take("v1", FIRST)["job"].clone();
    assert_eq!(w.fails(&ana(), "receipt.cancel_undo", json!({"id": receipt})).code, ErrorCode::Conflict);
    w.wait(61_000);
    let now = w.receipt_now(&receipt);
    assert_eq!((now.get("undoing"), &now["undone"]), (None, &Value::Null));
    let late = json!({"job": job["id"], "claim": FIRST, "outcome": {"done": {}}});
    assert_eq!(w.fails(&codex(), "function.finish", late).code, ErrorCode::Conflict);
    // Tried again, it says that things have moved; nothing was taken back.
    undo();
    let job = w.take("v1", SECOND)["job"].clone();
    let moved =
        json!({"job": job["id"], "claim": SECOND, "outcome": {"moved": {"message": "Bob has read it"}}});
    w.ask(&codex(), "function.finish", moved);
    let now = w.receipt_now(&receipt);
    assert_eq!(now["undone"], Value::Null);
    assert!(now["stale"]["reason"].to_string().contains("Bob has read it"), "{now}");
}

#[test]
fn a4_what_a_function_is_only_a_person_can_lower_and_its_process_only_raise() {
    let entry = "version = 1\n[[tool]]\nserver = \"function\"\nname = \"send_mail\"\nclass = \"read\"\n";
    let w = World::with_policy(entry);
    let told = w.ask_mail("c1", json!({}));
    assert_eq!((&told["decision"], &told["item"]), (&json!("allow"), &Value::Null), "{told}");
    let raised = w.ask_mail("c2", json!({"destructive": true}));
    assert_eq!(raised["decision"], "held", "{raised}");
    let shown = w.ask(&ana(), "show", json!({"id": raised["item"]}))["item"].clone();
    assert_eq!((&shown["class"], &shown["typed"]), (&json!("destructive"), &json!("send_mail")));
    // Another function is another one.
    let other = json!({"function": "wire_money", "args": {}, "call_id": "c3"});
    assert_eq!(w.ask(&codex(), "function.ask", other)["decision"], "held");
}

#[test]
fn a7_rules_name_a_function_and_its_arguments() {
    let rules = r#"version = 1
[[rule]]
name = "mail to bob"
tools = ["function.send_mail"]
when = 'args.to == "bob"'
then = "allow"
class = "mutable"
[[rule]]
name = "never eve"
tools = ["function.*"]
when = 'args.to == "eve"'
then = "refuse"
"#;
    let w = World::with_policy(rules);
    let told = w.ask_mail("c1", json!({}));
    assert_eq!(told["decision"], "allow", "{told}");
    let item = text(&told, "item");
    assert_eq!(w.begin(&item, FIRST)["begun"], true);
    let landed = w.report(&item, FIRST, done());
    assert_eq!(landed["receipt"]["allowed_by"], json!({"by": "policy", "name": "mail to bob"}), "{landed}");
    assert_eq!(w.ask_mail("c2", json!({"args": {"to": "eve"}}))["decision"], "deny");
    assert_eq!(w.ask_mail("c3", json!({"args": {"to": "ann"}}))["decision"], "held");
}

#[test]
fn c6_always_covers_exactly_the_call_that_was_shown() {
    let w = World::new();
    let item = text(&w.ask_mail("c1", json!({})), "item");
    w.ask(&ana(), "show", json!({"id": item}));
    w.ask(&ana(), "item.confirm", json!({"id": item, "always": "1d"}));
    assert_eq!(w.ask_mail("c2", json!({}))["decision"], "allow");
    assert_eq!(w.ask_mail("c3", json!({"args": {"to": "eve"}}))["decision"], "held");
    let other = json!({"function": "wire_money", "args": {"to": "bob", "text": "hi"}, "call_id": "c4"});
    assert_eq!(w.ask(&codex(), "function.ask", other)["decision"], "held");
}

#[test]
fn e4_an_agents_undo_of_a_function_is_a_proposal_that_a_worker_carries_out_after_a_yes() {
    let w = World::new();
    let (_, receipt) = w.sent_mail();
    let item = w.hold("countersign.undo", json!({"receipt": receipt}));
    assert_eq!(w.take("v1", FIRST)["job"], Value::Null);
    assert_eq!(w.confirm(&item)["status"], "applying");
    // Called off, it is a proposal again.
    w.ask(&ana(), "receipt.cancel_undo", json!({"id": receipt}));
    assert_eq!(w.status(&item), "pending");
    w.confirm(&item);
    let job = w.take("v1", SECOND)["job"].clone();
    let report = json!({"job": job["id"], "claim": SECOND, "outcome": {"done": {}}});
    w.ask(&codex(), "function.finish", report);
    assert_eq!(w.status(&item), "applied");
    assert_eq!(w.receipt_now(&receipt)["undone"]["by"], "person:ana");
}

#[test]
fn a7_a_check_of_a_function_says_how_it_would_be_judged() {
    let entry = "version = 1\n[[tool]]\nserver = \"function\"\nname = \"lookup\"\nclass = \"read\"\n";
    let w = World::with_policy(entry);
    let check = |tool: &str| w.ask(&ana(), "policy.check", json!({"tool": tool, "args": {"id": 1}}));
    assert_eq!(check("function.lookup")["verdict"], "proceed");
    let told = check("function.send_mail");
    assert_eq!((&told["verdict"], &told["class"]), (&json!("ask"), &json!("mutable")), "{told}");
}

#[test]
fn a4_a_function_cannot_be_called_like_a_tool() {
    let w = World::new();
    let call = json!({"tool": "function.call", "args": {"function": "send_mail"}});
    assert_eq!(w.fails(&codex(), "call.propose", call).code, ErrorCode::Invalid);
    let listed = w.ask(&codex(), "tool.list", json!({})).to_string();
    assert!(!listed.contains("function.call"), "{listed}");
}
