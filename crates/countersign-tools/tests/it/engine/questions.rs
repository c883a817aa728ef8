//! F5, E11, H5: questions of agents to people.

use countersign_core::{Actor, ActorKind, ErrorCode, Outcome};
use serde_json::{Value, json};

use super::world::{DAY, MINUTE, World, ana, ben, codex, id, text};

fn ask(w: &World, input: Value) -> Value {
    w.ask(&codex(), "question.ask", input)
}

/// A question with two choices: its id.
fn which(w: &World) -> String {
    id(&ask(w, json!({"text": "Which database?", "choices": ["PostgreSQL", "SQLite"]})))
}

fn answer(w: &World, question: &str, say: &str) -> Value {
    w.ask(&ana(), "question.answer", json!({"id": question, "answer": say}))
}

fn take_back(w: &World, question: &str) -> Value {
    w.ask(&ana(), "question.take_back", json!({"id": question}))
}

/// A proposal that assumes an answer.
fn assume(w: &World, question: &str, title: &str) -> String {
    let call = json!({"tool": "task.create_task", "args": {"title": title}, "question": question});
    id(&w.ask(&codex(), "call.propose", call)["item"])
}

/// A way in which the agent learns of an answer.
type Telling = fn(&World, &str);

fn fire(w: &World) -> Value {
    w.ask(&Actor::system(), "timer.fire", json!({}))
}

fn news(w: &World) -> Value {
    w.ask(&codex(), "agent.news", json!({}))
}

#[test]
fn f5_the_same_question_is_the_same_and_has_the_same_answer() {
    let w = World::new();
    let first = ask(&w, json!({"text": "Which database?", "choices": ["PostgreSQL", "SQLite"]}));
    assert_eq!((&first["status"], first["free_text"].clone()), (&json!("open"), json!(false)));
    let events = w.events().len();
    assert_eq!(which(&w), id(&first));
    assert_eq!(w.events().len(), events, "to ask again leaves no trace");
    let other = id(&ask(&w, json!({"text": "Which database?", "choices": ["PostgreSQL", "MySQL"]})));
    assert_ne!(other, id(&first), "other choices are another question");
    assert_eq!(answer(&w, &id(&first), "SQLite")["status"], "answered");
    let again = ask(&w, json!({"text": "Which database?", "choices": ["PostgreSQL", "SQLite"]}));
    assert_eq!((&again["answer"], &again["answered_by"]), (&json!("SQLite"), &json!("person:ana")));
    w.ask(&codex(), "run.end", json!({}));
    assert_ne!(which(&w), id(&first), "another run asks for itself");
    assert!(w.verify().ok);
}

#[test]
fn f5_the_first_answer_wins_and_a_second_names_it() {
    let w = World::new();
    let question = which(&w);
    answer(&w, &question, "SQLite");
    let other = json!({"id": question, "answer": "PostgreSQL"});
    let second = w.ask(&ben(), "question.answer", other.clone());
    assert_eq!((&second["status"], &second["answer"]), (&json!("already_answered"), &json!("SQLite")));
    assert!(text(&second, "message").contains("person:ana"), "{second}");
    assert_eq!(w.outcome(&ben(), "question.answer", other), Outcome::Stale);
    let same = json!({"id": question, "answer": "SQLite"});
    assert_eq!(w.outcome(&ben(), "question.answer", same), Outcome::Done);
}

#[test]
fn f5_what_is_no_answer_is_said_with_the_choices() {
    let w = World::new();
    let question = which(&w);
    let wrong = w.fails(&ana(), "question.answer", json!({"id": question, "answer": "Oracle"}));
    assert_eq!(wrong.code, ErrorCode::Invalid);
    assert!(wrong.hint.unwrap().contains("\"PostgreSQL\", \"SQLite\""));
    assert_eq!(
        w.fails(&ana(), "question.answer", json!({"id": question, "answer": " "})).code,
        ErrorCode::Invalid
    );
    assert_eq!(
        w.fails(&ana(), "question.answer", json!({"id": "q0", "answer": "x"})).code,
        ErrorCode::NotFound
    );
    let free = json!({"text": "Name?", "choices": ["a", "b"], "free_text": true});
    let free = id(&ask(&w, free));
    assert_eq!(answer(&w, &free, "something else")["status"], "answered");
    assert_eq!(answer(&w, &question, " SQLite ")["answer"], "SQLite");
}

#[test]
fn f5_what_cannot_be_asked_is_said() {
    let w = World::new();
    let many: Vec<String> = (0..21).map(|n| format!("c{n}")).collect();
    for bad in [
        json!({"text": " "}),
        json!({"text": "x".repeat(4_001)}),
        json!({"text": "x", "choices": ["only"]}),
        json!({"text": "x", "choices": many}),
        json!({"text": "x", "choices": ["a", " a "]}),
        json!({"text": "x", "choices": ["a", ""]}),
        json!({"text": "x", "choices": ["a", "b\u{202e}"]}),
        json!({"text": "x", "choices": ["a", "x".repeat(201)]}),
        json!({"text": "x", "free_text": false}),
        json!({"text": "x", "choices": ["a", "b"], "default": "c"}),
        json!({"text": "x", "default": " "}),
        json!({"text": "x", "timeout_s": 0}),
        json!({"text": "x", "timeout_s": u64::MAX}),
    ] {
        assert_eq!(w.fails(&codex(), "question.ask", bad.clone()).code, ErrorCode::Invalid, "{bad}");
    }
    for bad in [json!({"text": "x", "timeout_s": -1}), json!({"text": "x", "urgent": true}), json!({})] {
        assert_eq!(w.fails(&codex(), "question.ask", bad.clone()).code, ErrorCode::Usage, "{bad}");
    }
    for n in 0..50 {
        ask(&w, json!({"text": format!("q{n}")}));
    }
    assert_eq!(w.fails(&codex(), "question.ask", json!({"text": "one more"})).code, ErrorCode::Conflict);
}

#[test]
fn c1_f5_an_agent_never_answers_and_sees_only_its_own_questions() {
    let w = World::new();
    let question = which(&w);
    for actor in [codex(), Actor::new(ActorKind::Verifier, "ci")] {
        for (op, input) in [
            ("question.answer", json!({"id": question, "answer": "SQLite"})),
            ("question.take_back", json!({"id": question})),
            ("question.list", json!({})),
        ] {
            assert_eq!(w.fails(&actor, op, input).code, ErrorCode::Refused, "{op}");
            assert_eq!(w.last_event().op, op, "the attempt is in the log");
        }
    }
    let other = Actor::agent("claude");
    assert_eq!(w.fails(&other, "question.show", json!({"id": question})).code, ErrorCode::NotFound);
    let call = json!({"tool": "task.create_task", "args": {"title": "x"}, "question": question});
    assert_eq!(w.fails(&other, "call.propose", call).code, ErrorCode::NotFound);
    let shown = w.ask(&codex(), "question.show", json!({"id": question}));
    assert_eq!(shown["status"], "open");
}

#[test]
fn f5_when_time_is_up_the_default_counts_as_the_time_outs_answer() {
    let w = World::new();
    let kept = ask(&w, json!({"text": "Go on?", "choices": ["yes", "no"], "default": "no", "timeout_s": 60}));
    let bare = ask(&w, json!({"text": "Which name?", "timeout_s": 60}));
    let due = kept["due_at"].as_u64().unwrap();
    assert_eq!(fire(&w)["next_at"], due);
    w.env.advance(2 * MINUTE);
    assert_eq!(fire(&w)["timed_out"], json!([id(&kept), id(&bare)]));
    let show = |question: &Value| w.ask(&ana(), "question.show", json!({"id": id(question)}));
    let answered = show(&kept);
    assert_eq!((&answered["answer"], &answered["answered_by"]), (&json!("no"), &json!("timeout")));
    assert_eq!(show(&bare)["status"], "expired");
    let late = json!({"id": id(&bare), "answer": "x"});
    assert_eq!(w.ask(&ana(), "question.answer", late.clone())["status"], "expired");
    assert_eq!(w.outcome(&ana(), "question.answer", late), Outcome::Stale);
    let events = w.events().len();
    assert!(fire(&w).get("timed_out").is_none());
    assert_eq!(w.events().len(), events, "firing when nothing is due leaves no trace");
    assert!(w.verify().ok);
}

#[test]
fn f5_an_answer_in_the_instant_of_the_time_out_comes_too_late() {
    let w = World::new();
    let asked =
        ask(&w, json!({"text": "Go on?", "choices": ["yes", "no"], "default": "no", "timeout_s": 60}));
    // The call itself takes the last millisecond.
    w.env.advance(60_000 - 2);
    let early = json!({"id": id(&asked), "answer": "maybe"});
    assert_eq!(
        w.fails(&ana(), "question.answer", early).code,
        ErrorCode::Invalid,
        "one moment before, it is open"
    );
    let late = answer(&w, &id(&asked), "yes");
    assert_eq!((&late["status"], &late["answered_by"]), (&json!("already_answered"), &json!("timeout")));
    assert_eq!(late["answer"], "no");
}

#[test]
fn d7_f5_time_outs_stand_still_while_everything_is_frozen() {
    let w = World::new();
    let asked =
        ask(&w, json!({"text": "Go on?", "choices": ["yes", "no"], "default": "no", "timeout_s": 60}));
    w.ask(&ana(), "freeze", json!({}));
    w.env.advance(DAY);
    assert!(fire(&w).get("timed_out").is_none());
    w.ask(&ana(), "thaw", json!({}));
    assert!(fire(&w).get("timed_out").is_none(), "the time that the freeze took is given back");
    assert_eq!(answer(&w, &id(&asked), "yes")["status"], "answered");
}

#[test]
fn e11_an_answer_is_taken_back_until_the_agent_is_told_in_any_way() {
    let ways: [(&str, Telling); 4] = [
        ("asking again", |w, _| drop(which(w))),
        ("its news", |w, _| drop(news(w))),
        ("looking at it", |w, q| drop(w.ask(&codex(), "question.show", json!({"id": q})))),
        ("looking at what it superseded", |w, _| {
            let items = w.ask(&ana(), "run.list", json!({}))["runs"][0]["id"].clone();
            let run = w.ask(&ana(), "run.show", json!({"id": items}));
            w.ask(&codex(), "item.status", json!({"id": run["items"][0]["id"]}));
        }),
    ];
    for (way, tell) in ways {
        let w = World::new();
        let question = which(&w);
        let item = assume(&w, &question, "A");
        assert_eq!(take_back(&w, &question)["status"], "not_answered");
        assert_eq!(answer(&w, &question, "SQLite")["superseded"], json!([item]));
        let back = take_back(&w, &question);
        assert_eq!((&back["status"], &back["reopened"]), (&json!("taken_back"), &json!([item])), "{way}");
        let again = answer(&w, &question, "PostgreSQL");
        assert_eq!(again["rollback_label"], "Can be taken back until the agent is told", "{way}");
        tell(&w, &question);
        let stands = take_back(&w, &question);
        assert_eq!(stands["status"], "irreversible", "{way}: {stands}");
        assert_eq!(stands["rollback_label"], "Irreversible");
        assert_eq!(w.status(&item), "rejected");
        assert!(w.verify().ok);
    }
}

#[test]
fn e11_answering_supersedes_what_was_assumed_and_taking_back_reopens_it() {
    let w = World::new();
    let question = which(&w);
    let parent = assume(&w, &question, "A");
    let child = w.hold("task.set_title", json!({"task": "$item1.result.id", "title": "B"}));
    let free = w.hold("task.create_task", json!({"title": "not about it"}));
    let answered = answer(&w, &question, "SQLite");
    assert_eq!(answered["superseded"], json!([parent, child]));
    assert_eq!((w.status(&parent).as_str(), w.status(&child).as_str()), ("rejected", "rejected"));
    assert_eq!(w.status(&free), "pending");
    let shown = w.ask(&ana(), "show", json!({"id": parent}));
    assert_eq!(shown["item"]["reason"], format!("superseded by the answer to {question}"));
    assert_eq!(shown["decisions"], json!([]), "nobody decided it");
    let context = w.ask(&ana(), "context", json!({"agent": "codex"}));
    assert_eq!(context["decisions"], json!([]), "and nothing is learnt from it");
    take_back(&w, &question);
    assert_eq!((w.status(&parent).as_str(), w.status(&child).as_str()), ("pending", "blocked"));
    assert_eq!(w.confirm(&parent)["status"], "applied");
    assert_eq!(w.status(&child), "pending", "its parent landed");
    assert!(w.verify().ok);
}

#[test]
fn e11_a_newer_proposal_that_refers_to_the_question_makes_its_answer_stand() {
    let w = World::new();
    let question = which(&w);
    answer(&w, &question, "SQLite");
    let newer = assume(&w, &question, "with SQLite");
    let stands = take_back(&w, &question);
    assert_eq!(stands["status"], "irreversible");
    assert!(text(&stands, "message").contains(&newer), "{stands}");
    w.ask(&codex(), "item.retract", json!({"id": newer}));
    assert_eq!(take_back(&w, &question)["status"], "taken_back", "nothing rests on it any more");
}

#[test]
fn e11_an_answer_with_a_rerun_goes_out_at_once_and_stands() {
    let w = World::new();
    let question = which(&w);
    let item = assume(&w, &question, "A");
    let input = json!({"id": question, "answer": "SQLite", "rerun": true});
    let answered = w.ask(&ana(), "question.answer", input);
    assert_eq!((&answered["status"], &answered["superseded"]), (&json!("answered"), &json!([item])));
    assert_eq!(answered["rollback_label"], "Irreversible");
    assert_eq!(take_back(&w, &question)["status"], "irreversible");
    let heard = news(&w);
    let said = text(&heard["instructions"][0], "text");
    assert!(said.contains("work it through again") && said.contains("SQLite"), "{heard}");
    assert!(heard.get("questions").is_none(), "it is told once: {heard}");
}

#[test]
fn e11_secrets_of_what_was_superseded_come_back_whole() {
    let w = World::new();
    let question = which(&w);
    let secret = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789";
    let item = assume(&w, &question, &format!("rotate {secret}"));
    let shown = w.ask(&ana(), "show", json!({"id": item})).to_string();
    assert!(!shown.contains(secret), "it is kept apart: {shown}");
    answer(&w, &question, "SQLite");
    take_back(&w, &question);
    let landed = w.confirm(&item);
    assert_eq!(landed["status"], "applied", "{landed}");
    assert!(w.title(&text(&landed["receipt"]["result"], "id")).is_some_and(|t| t.contains(secret)));
}

#[test]
fn f5_answers_are_told_once_to_the_run_that_asked() {
    let w = World::new();
    let question = which(&w);
    answer(&w, &question, "SQLite");
    let heard = news(&w);
    let line = format!("- {question} \"Which database?\" — answered by ana: SQLite\n");
    assert!(text(&heard, "text").contains(&line), "{heard}");
    assert_eq!(news(&w)["text"], "");
    let open = id(&ask(&w, json!({"text": "And?"})));
    w.ask(&codex(), "run.end", json!({}));
    answer(&w, &open, "later");
    assert!(text(&news(&w), "text").contains("later"), "its run is over, and it works here again");
}

#[test]
fn h5_questions_wait_in_the_inbox_and_with_their_run() {
    let w = World::new();
    let asked = ask(&w, json!({"text": "Which\u{202e}?", "default": "a", "timeout_s": 60}));
    let inbox = w.ask(&ana(), "inbox.list", json!({}));
    let waits = &inbox["waiting"][0];
    assert_eq!((&waits["kind"], &waits["id"]), (&json!("question"), &asked["id"]));
    assert_eq!(waits["title"], "Which⟨U+202E⟩?");
    assert!(waits["auto_approve_timeout"].as_u64().unwrap() <= 60);
    let run = text(&asked, "run");
    let shown = w.ask(&ana(), "run.show", json!({"id": run}));
    assert_eq!(
        (&shown["status"], &shown["waiting_for"][0]["id"]),
        (&json!("waiting_approval"), &asked["id"])
    );
    let listed = w.ask(&ana(), "question.list", json!({"open": true, "run": run}));
    assert_eq!(listed["questions"][0]["id"], asked["id"]);
    answer(&w, &id(&asked), "b");
    assert_eq!(w.ask(&ana(), "inbox.list", json!({}))["waiting"], json!([]));
    assert_eq!(w.ask(&ana(), "question.list", json!({"open": true}))["questions"], json!([]));
}

#[test]
fn e15_an_answer_has_a_receipt_that_can_be_undone_until_the_agent_is_told() {
    let w = World::new();
    let question = which(&w);
    let item = assume(&w, &question, "A");
    let answered = answer(&w, &question, "SQLite");
    let receipt = &answered["receipt"];
    assert_eq!(answered["latest_reversible_event_id"], receipt["event_id"], "{answered}");
    let listed = w.ask(&ana(), "receipt.list", json!({}))["receipts"][0].clone();
    assert_eq!((&listed["id"], &listed["undo_action"]["label"]), (&receipt["id"], &json!("Undo")));
    let undone = w.ask(&ana(), "receipt.undo", json!({"id": receipt["id"]}));
    assert_eq!(undone["status"], "undone", "{undone}");
    assert_eq!((&undone["resume"]["kind"], &undone["resume"]["id"]), (&json!("question"), &json!(question)));
    assert_eq!(w.status(&item), "pending", "what it superseded is open again");
    let again = answer(&w, &question, "PostgreSQL")["receipt"].clone();
    which(&w);
    let shown = w.ask(&ana(), "show", json!({"id": again["id"]}))["receipt"].clone();
    assert_eq!(shown["undo_action"], Value::Null, "the agent was told: {shown}");
    assert!(shown["irreversible_reason"].is_string());
    assert_eq!(w.ask(&ana(), "receipt.undo", json!({"id": again["id"]}))["status"], "irreversible");
    let once = w.ask(&ana(), "receipt.undo", json!({"id": receipt["id"]}));
    assert_eq!(once["status"], "already_undone");
    assert!(w.verify().ok);
}

#[test]
fn e15_taking_an_answer_back_undoes_its_receipt() {
    let w = World::new();
    let question = which(&w);
    let receipt = answer(&w, &question, "SQLite")["receipt"].clone();
    let back = take_back(&w, &question);
    assert_eq!(back["receipt"]["undoes"], receipt["id"], "{back}");
    let shown = w.ask(&ana(), "show", json!({"id": receipt["id"]}))["receipt"].clone();
    assert_eq!(shown["undone"]["receipt"], back["receipt"]["id"]);
}
