//! F4, D7: how people steer a running run.

use countersign_core::{Actor, ActorKind, ErrorCode, Origin, Outcome, Request, Result};
use serde_json::{Value, json};

use super::world::{MINUTE, World, ana, ben, codex, id, text};

const IDLE: u64 = 31 * MINUTE;

/// Returns the run that the agent works in.
fn run_of(w: &World) -> String {
    text(&w.call("task.list_tasks", json!({})), "run")
}

fn news(w: &World) -> Value {
    w.ask(&codex(), "agent.news", json!({}))
}

/// Returns the instructions that the agent reads now.
fn told(w: &World) -> Vec<String> {
    let news = news(w);
    let list = news["instructions"].as_array().cloned().unwrap_or_default();
    list.iter().map(|i| text(i, "text")).collect()
}

fn steer(w: &World, run: &str, say: &str) -> Value {
    w.ask(&ana(), "run.steer", json!({"id": run, "instruction": say}))
}

/// Makes a call of the agent from elsewhere.
fn call_from(w: &World, cwd: &str, session_at: Option<u64>, op: &str, input: Value) -> Result<Value> {
    w.env.advance(1);
    let origin = Origin { cwd: Some(cwd.into()), session_at, ..Origin::from("mcp") };
    let request = Request { actor: codex(), op: op.into(), input, key: None, origin };
    w.engine.call(request).map(|answer| answer.value)
}

fn read(w: &World) -> Value {
    w.call("task.list_tasks", json!({}))
}

#[test]
fn f4_instructions_are_told_in_order_once_and_stay_in_memory() {
    let w = World::new();
    let run = run_of(&w);
    let long = format!("{}\nsecond line", "ü".repeat(200));
    let first = steer(&w, &run, &long);
    assert_eq!(first["kind"], "user_instruction");
    assert_eq!(first["tags"], json!(["user", "steering"]));
    assert_eq!(text(&first, "summary"), "ü".repeat(150));
    assert_eq!(text(&first, "text"), long);
    steer(&w, &run, "use PostgreSQL");
    let memory = |actor: &Actor| w.ask(actor, "run.memory", json!({"id": run}))["memory"].clone();
    assert_eq!(memory(&codex()), json!([]), "to look is not to be told");
    let heard = news(&w);
    assert!(text(&heard, "text").contains("  > second line\n"), "{heard}");
    let texts: Vec<_> = heard["instructions"].as_array().unwrap().iter().map(|i| text(i, "text")).collect();
    assert_eq!(texts, [long, "use PostgreSQL".into()]);
    let events = w.events().len();
    assert!(told(&w).is_empty(), "once");
    assert_eq!(w.events().len(), events, "nothing to tell leaves no event");
    let kept = memory(&ana());
    assert_eq!(kept.as_array().unwrap().len(), 2);
    assert!(kept.as_array().unwrap().iter().all(|i| i["delivered_at"].is_u64()), "{kept}");
    assert_eq!(memory(&codex()), kept);
    assert!(w.verify().ok);
}

#[test]
fn f4_a_long_instruction_is_told_whole_and_the_rest_comes_next() {
    let w = World::new();
    let run = run_of(&w);
    let long = "x".repeat(20_000);
    steer(&w, &run, &long);
    steer(&w, &run, "and then this");
    let first = news(&w);
    assert_eq!(first["instructions"][0]["text"], long.as_str());
    assert_eq!((first["more"].clone(), first["instructions"].as_array().unwrap().len()), (json!(true), 1));
    assert_eq!(told(&w), ["and then this"]);
}

#[test]
fn f4_what_cannot_be_an_instruction_is_said_and_a_finished_run_is_a_conflict() {
    let w = World::new();
    let run = run_of(&w);
    let fails = |say: &str| w.fails(&ana(), "run.steer", json!({"id": run, "instruction": say})).code;
    assert_eq!(fails(" \n\t"), ErrorCode::Invalid);
    assert_eq!(fails(&"x".repeat(20_001)), ErrorCode::Invalid);
    assert_eq!(
        w.fails(&ana(), "run.steer", json!({"id": "run999", "instruction": "x"})).code,
        ErrorCode::NotFound
    );
    let unknown = json!({"id": run, "instruction": "x", "now": true});
    assert_eq!(w.fails(&ana(), "run.steer", unknown).code, ErrorCode::Usage);
    w.ask(&codex(), "run.end", json!({"id": run}));
    let events = w.events().len();
    for (op, input) in [
        ("run.steer", json!({"id": run, "instruction": "x"})),
        ("run.redirect", json!({"id": run, "instruction": "x"})),
        ("run.pause", json!({"id": run})),
        ("run.resume", json!({"id": run})),
        ("run.stop", json!({"id": run})),
    ] {
        assert_eq!(w.fails(&ana(), op, input).code, ErrorCode::Conflict, "{op}");
    }
    assert_eq!(w.events().len(), events);
}

#[test]
fn c1_f4_agents_and_verifiers_cannot_steer_and_the_attempt_is_logged() {
    let w = World::new();
    let run = run_of(&w);
    for actor in [codex(), Actor::new(ActorKind::Verifier, "ci")] {
        for (op, input) in [
            ("run.steer", json!({"id": run, "instruction": "x"})),
            ("run.redirect", json!({"id": run, "instruction": "x"})),
            ("run.pause", json!({"id": run})),
            ("run.resume", json!({"id": run})),
            ("run.stop", json!({"id": run})),
        ] {
            assert_eq!(w.fails(&actor, op, input).code, ErrorCode::Refused, "{op} by {actor}");
            assert_eq!(w.last_event().op, op);
        }
    }
    assert!(told(&w).is_empty());
}

#[test]
fn f4_instructions_reach_only_the_run_they_are_for() {
    let w = World::new();
    let here = run_of(&w);
    let there = call_from(&w, "/other", None, "call.propose", json!({"tool": "task.list_tasks"})).unwrap();
    steer(&w, &text(&there, "run"), "over there");
    assert!(told(&w).is_empty(), "another folder's");
    let other = Actor::agent("claude");
    assert_eq!(w.ask(&other, "agent.news", json!({}))["text"], "");
    let foreign = w.fails(&other, "agent.news", json!({"run": here}));
    assert_eq!(foreign.code, ErrorCode::NotFound, "another agent's");
    assert_eq!(w.fails(&other, "run.memory", json!({"id": here})).code, ErrorCode::NotFound);
    let heard = call_from(&w, "/other", None, "agent.news", json!({})).unwrap();
    assert_eq!(heard["instructions"][0]["text"], "over there");
    steer(&w, &here, "by name");
    let heard = call_from(&w, "/other", None, "agent.news", json!({"run": here})).unwrap();
    assert_eq!(heard["instructions"][0]["text"], "by name");
}

#[test]
fn f4_an_instruction_waits_for_an_agent_that_was_idle() {
    let w = World::new();
    let run = run_of(&w);
    steer(&w, &run, "when you are back");
    w.env.advance(IDLE);
    assert_eq!(run_of(&w), run, "it is not over while it has something to read");
    assert_eq!(told(&w), ["when you are back"]);
    w.env.advance(IDLE);
    assert_ne!(run_of(&w), run);
}

#[test]
fn f4_to_redirect_drops_what_was_not_told_and_rejects_what_waits() {
    let w = World::new();
    let task = w.task("A");
    let run = run_of(&w);
    w.ask(&codex(), "agent.news", json!({}));
    let item = w.hold("task.set_title", json!({"task": task, "title": "B"}));
    steer(&w, &run, "go left");
    let turned = w.ask(&ana(), "run.redirect", json!({"id": run, "instruction": "go right"}));
    assert_eq!(turned["rejected"], json!([item]));
    assert_eq!(turned["superseded"].as_array().unwrap().len(), 1);
    assert_eq!(w.status(&item), "rejected");
    let heard = news(&w);
    let texts: Vec<_> = heard["instructions"].as_array().unwrap().iter().map(|i| text(i, "text")).collect();
    assert_eq!(texts, ["go right"]);
    assert!(text(&heard, "text").contains("redirected: go right"), "{heard}");
    let again = w.call("task.set_title", json!({"task": task, "title": "B"}));
    assert_eq!(again["status"], "rejected", "the person wants something else");
}

#[test]
fn f4_nothing_of_a_paused_run_goes_on_reads_included_until_it_is_resumed() {
    let w = World::new();
    let item = w.hold("task.create_task", json!({"title": "A"}));
    let run = run_of(&w);
    let paused = w.ask(&ana(), "run.pause", json!({"id": run, "reason": "let me look"}));
    assert_eq!((&paused["status"], &paused["held_by"]), (&json!("paused"), &json!("ana")));
    assert_eq!(w.fails(&ben(), "run.pause", json!({"id": run})).code, ErrorCode::Conflict);
    let refused = read(&w);
    assert_eq!((&refused["status"], &refused["why"]["row"]), (&json!("refused"), &json!("paused")));
    assert!(text(&refused, "message").contains("paused by ana (reason: \"let me look\")"), "{refused}");
    assert!(text(&refused, "hint").starts_with("wait"), "{refused}");
    assert_eq!(w.confirm(&item)["status"], "applied", "a person's own yes still counts");
    let resumed = w.ask(&ben(), "run.resume", json!({"id": run}));
    assert_eq!((&resumed["status"], &resumed["held_by"]), (&json!("running"), &Value::Null));
    assert_eq!(w.fails(&ben(), "run.resume", json!({"id": run})).code, ErrorCode::Conflict);
    assert_eq!(read(&w)["status"], "done");
    assert_eq!(run_of(&w), run);
}

#[test]
fn f4_no_way_leads_an_agent_around_a_pause() {
    let w = World::new();
    let run = run_of(&w);
    w.ask(&ana(), "run.pause", json!({"id": run}));
    assert_eq!(w.fails(&codex(), "run.start", json!({})).code, ErrorCode::Conflict, "to begin anew");
    assert_eq!(w.fails(&codex(), "run.end", json!({})).code, ErrorCode::Conflict, "to end it");
    assert_eq!(w.fails(&codex(), "run.end", json!({"id": run, "failed": true})).code, ErrorCode::Conflict);
    assert_eq!(w.fails(&codex(), "question.ask", json!({"text": "may I?"})).code, ErrorCode::Conflict);
    w.env.advance(IDLE);
    assert_eq!(read(&w)["status"], "refused", "to wait until it is forgotten");
    let named = w.ask(&codex(), "call.propose", json!({"tool": "task.list_tasks", "run": run}));
    assert_eq!(named["status"], "refused", "to name it");
    let later = Some(u64::MAX);
    let reconnected = call_from(&w, "/w", later, "call.propose", json!({"tool": "task.list_tasks"})).unwrap();
    assert_eq!(reconnected["status"], "refused", "to connect anew");
    let batch = json!({"task": "t1", "items": [{"title": "x"}]});
    assert_ne!(w.call("task.add_checklist_items", batch)["status"], "done", "to ask for many at once");
}

#[test]
fn f4_to_stop_denies_what_waits_and_refuses_what_comes() {
    let w = World::new();
    let parent = w.hold("task.create_task", json!({"title": "A"}));
    let child = w.hold("task.set_title", json!({"task": "$item1.result.id", "title": "B"}));
    let run = run_of(&w);
    let question = id(&w.ask(&codex(), "question.ask", json!({"text": "which?"})));
    steer(&w, &run, "never told");
    w.ask(&ben(), "item.claim", json!({"id": parent}));
    let stopped = w.ask(&ana(), "run.stop", json!({"id": run, "reason": "wrong repository"}));
    assert_eq!((&stopped["status"], &stopped["held_by"]), (&json!("aborted"), &json!("ana")));
    assert_eq!(stopped["denied"], json!([parent, child]));
    assert_eq!(stopped["cancelled"], json!([question]));
    for item in [&parent, &child] {
        assert_eq!(w.status(item), "rejected");
    }
    let shown = w.ask(&codex(), "item.status", json!({"id": parent}));
    assert_eq!(shown["reason"], "the run was stopped: wrong repository");
    assert_eq!(w.ask(&ana(), "inbox.list", json!({}))["waiting"], json!([]));
    for input in [json!({"tool": "task.list_tasks"}), json!({"tool": "task.list_tasks", "run": run})] {
        let refused = w.ask(&codex(), "call.propose", input);
        assert_eq!((&refused["status"], &refused["why"]["row"]), (&json!("refused"), &json!("stopped")));
        assert!(text(&refused, "message").contains("stopped by ana"), "{refused}");
        assert!(text(&refused, "hint").contains("run start"), "{refused}");
    }
    assert_eq!(
        w.ask(&ana(), "run.list", json!({}))["runs"].as_array().unwrap().len(),
        1,
        "none began silently"
    );
    assert!(w.verify().ok);
}

#[test]
fn f4_after_a_stop_only_a_new_start_goes_on() {
    let propose = || json!({"tool": "task.list_tasks"});
    let stopped = || {
        let w = World::new();
        let run = run_of(&w);
        w.ask(&ana(), "run.stop", json!({"id": run}));
        assert_eq!(read(&w)["status"], "refused");
        (w, run)
    };
    let (w, run) = stopped();
    w.ask(&codex(), "run.start", json!({"title": "something else"}));
    assert_ne!(run_of(&w), run, "started by name");
    w.ask(&codex(), "run.end", json!({}));
    assert_ne!(run_of(&w), run, "the stop is over for good");

    let (w, run) = stopped();
    let ended = w.ask(&ana(), "run.show", json!({"id": run}))["ended_at"].as_u64().unwrap();
    let old = call_from(&w, "/w", Some(ended), "call.propose", propose()).unwrap();
    assert_eq!(old["status"], "refused", "the session that was stopped");
    let new = call_from(&w, "/w", Some(ended + 1), "call.propose", propose()).unwrap();
    assert_eq!(new["status"], "done", "a new session");
    let old = call_from(&w, "/w", Some(ended), "call.propose", propose()).unwrap();
    assert_eq!(old["status"], "refused", "the old one does not slip into the new one's run");
    steer(&w, &text(&new, "run"), "for the new one");
    let heard = call_from(&w, "/w", Some(ended), "agent.news", json!({})).unwrap();
    assert!(heard.get("instructions").is_none(), "nor does it hear what is for that: {heard}");
    let heard = call_from(&w, "/w", Some(ended + 1), "agent.news", json!({})).unwrap();
    assert_eq!(heard["instructions"][0]["text"], "for the new one");

    let (w, run) = stopped();
    for _ in 0..4 {
        w.env.advance(20 * MINUTE);
        assert_eq!(read(&w)["status"], "refused", "who tries again is not idle");
    }
    w.env.advance(IDLE);
    assert_ne!(run_of(&w), run, "idle for long");
    assert_eq!(read(&w)["status"], "done");
}

#[test]
fn f4_what_a_stop_denied_may_be_proposed_again_elsewhere() {
    let w = World::new();
    w.hold("task.create_task", json!({"title": "A"}));
    let run = run_of(&w);
    w.ask(&ana(), "run.stop", json!({"id": run}));
    w.ask(&codex(), "run.start", json!({}));
    let again = w.call("task.create_task", json!({"title": "A"}));
    assert_eq!(again["status"], "queued", "the no was to the run, not to the call: {again}");
}

#[test]
fn d7_f4_a_run_is_steered_and_stopped_while_everything_is_frozen() {
    let w = World::new();
    let item = w.hold("task.create_task", json!({"title": "A"}));
    let run = run_of(&w);
    w.ask(&ana(), "freeze", json!({}));
    steer(&w, &run, "wait");
    assert_eq!(told(&w), ["wait"]);
    w.ask(&ana(), "run.stop", json!({"id": run}));
    assert_eq!(w.status(&item), "rejected");
}

#[test]
fn a_run_that_fails_says_why_and_a_reason_goes_with_that_only() {
    let w = World::new();
    let run = run_of(&w);
    assert_eq!(w.fails(&codex(), "run.end", json!({"reason": "done"})).code, ErrorCode::Invalid);
    let ended = w.ask(&codex(), "run.end", json!({"failed": true, "reason": "no disk left"}));
    assert_eq!((&ended["status"], &ended["reason"]), (&json!("failed"), &json!("no disk left")));
    assert_eq!(w.outcome(&ana(), "run.show", json!({"id": run})), Outcome::Done);
    assert_ne!(run_of(&w), run);
}
