//! Plans misused by an agent, and invalid input.

use countersign_core::ErrorCode;

use super::*;

#[test]
fn f1_c1_no_agent_decides_on_a_plan() {
    let d = Desk::new();
    let plan = d.propose(json!([write("a.txt", "a")]));
    d.ask(&codex(), "plan.show", json!({"id": plan}));
    for word in ["approve", "reject", "pause", "resume", "retry", "skip", "rollback", "advance"] {
        let e = d.fails(&codex(), &format!("plan.{word}"), json!({"id": plan}));
        assert_eq!(e.code, ErrorCode::Refused, "{word}: {e:?}");
    }
    assert_eq!(d.go(&plan)["status"], "proposed");
    assert_eq!(d.ask(&codex(), "plan.abort", json!({"id": plan}))["status"], "aborted", "it may give up");
}

#[test]
fn f1_what_is_shown_in_a_process_of_an_agent_was_shown_to_nobody() {
    let d = Desk::new();
    let plan = d.propose(json!([write("a.txt", "a")]));
    let origin = Origin { agent_process: Some("codex".into()), ..Origin::from("test") };
    let request = |op: &str| Request {
        actor: ana(),
        op: op.to_owned(),
        input: json!({"id": plan}),
        key: None,
        origin: origin.clone(),
    };
    for op in ["plan.show", "plan.approve"] {
        assert_eq!(d.engine.call(request(op)).unwrap_err().code, ErrorCode::Refused, "{op}");
    }
    let e = d.fails(&ana(), "plan.approve", json!({"id": plan}));
    assert!(e.message.contains("never shown"), "{e:?}");
}

#[test]
fn f1_an_agent_sees_and_ends_only_its_own_plans() {
    let d = Desk::new();
    let plan = d.propose(json!([write("a.txt", "a")]));
    let other = Actor::agent("other");
    for op in ["plan.show", "plan.abort"] {
        assert_eq!(d.fails(&other, op, json!({"id": plan})).code, ErrorCode::NotFound, "{op}");
    }
    assert_eq!(d.ask(&other, "plan.list", json!({}))["plans"], json!([]));
    let run = text(&d.show(&plan), "run");
    let e = d.fails(&other, "plan.propose", json!({"run": run, "title": "x", "steps": [write("b", "b")]}));
    assert_eq!(e.code, ErrorCode::NotFound);
}

#[test]
fn f1_the_agents_own_call_of_the_next_step_is_that_step_and_never_a_second_one() {
    let d = Desk::new();
    let plan = d.approved(json!([shell("echo one >> log.txt"), shell("echo two >> log.txt")]));
    let early = d.call("shell.run", json!({"command": "echo two >> log.txt"}));
    assert_eq!(early["status"], "queued", "its turn has not come: {early}");
    let own = d.call("shell.run", json!({"command": "echo one >> log.txt"}));
    assert_eq!(
        (&own["status"], &own["receipt"]["plan"]),
        (&json!("done"), &json!({"id": plan, "step": 1})),
        "{own}"
    );
    let again = d.call("shell.run", json!({"command": "echo one >> log.txt"}));
    assert_eq!(again["status"], "queued", "what is done is judged like any other: {again}");
    let done = d.go(&plan);
    assert_eq!(statuses(&done), ["done", "done"], "{done}");
    assert_eq!(d.read("log.txt").unwrap(), "one\ntwo\n");
}

#[test]
fn f1_a_step_of_the_store_called_by_its_agent_is_done_once() {
    let d = Desk::new();
    let create = json!({"tool": "task.create_task", "args": {"title": "Release"}});
    let plan = d.approved(json!([create, write("a.txt", "a")]));
    let own = d.call("task.create_task", json!({"title": "Release"}));
    assert_eq!(own["receipt"]["allowed_by"]["by"], "plan", "{own}");
    assert_eq!(statuses(&d.show(&plan)), ["done", "waiting"]);
    d.go(&plan);
    let tasks = d.call("task.list_tasks", json!({}))["result"]["tasks"].clone();
    assert_eq!(tasks.as_array().unwrap().len(), 1, "{tasks}");
}

#[test]
fn f1_other_arguments_another_tool_and_other_runs_are_not_covered() {
    let d = Desk::new();
    let plan = d.approved(json!([write("a.txt", "approved"), write("b.txt", "b")]));
    for (tool, args) in [
        ("filesystem.write_file", json!({"path": "a.txt", "content": "something else"})),
        ("filesystem.write_file", json!({"path": "c.txt", "content": "approved"})),
        ("shell.run", json!({"command": "echo approved > a.txt"})),
    ] {
        assert_eq!(d.call(tool, args.clone())["status"], "queued", "{tool} {args}");
    }
    let elsewhere = d.ask(&codex(), "run.start", json!({"subject": "another"}));
    let call = json!({"run": elsewhere["id"], "tool": "filesystem.write_file", "args": {"path": "b.txt", "content": "b"}});
    assert_eq!(d.ask(&codex(), "call.propose", call)["status"], "queued");
    assert_eq!(d.read("a.txt"), None);
    assert_eq!(statuses(&d.show(&plan)), ["waiting", "waiting"]);
}

#[test]
fn f1_a_question_that_the_agent_asked_already_is_not_put_twice() {
    let d = Desk::new();
    fs::write(d.path("a.txt"), "one\n").unwrap();
    let plan = d.approved(json!([{"tool": "filesystem.delete_file", "args": {"path": "a.txt"}}]));
    let own = id(&d.call("filesystem.delete_file", json!({"path": "a.txt"}))["item"]);
    let waits = d.go(&plan);
    assert_eq!(item(&waits, 1), own);
    assert_eq!(d.inbox()["items"].as_array().unwrap().len(), 1);
}

#[test]
fn f1_what_a_read_finds_chooses_no_target_unseen() {
    let d = Desk::new();
    fs::write(d.path("where.txt"), "t1").unwrap();
    let plan = d.approved(json!([
        read("where.txt"),
        {"tool": "task.create_task", "args": {"title": "$step1.result.text"}},
    ]));
    let shown = d.show(&plan);
    assert_eq!(shown["steps"][1]["asked"], true);
    assert!(shown["steps"][1]["flags"].to_string().contains("nobody has seen"), "{shown}");
    assert_eq!(statuses(&d.go(&plan)), ["done", "running"]);
}

#[test]
fn f1_a_step_is_no_placeholder_outside_its_plan() {
    let d = Desk::new();
    let answer = d.call("task.create_task", json!({"title": "$step1.result.id"}));
    assert_eq!(answer["status"], "invalid", "{answer}");
    assert!(text(&answer, "message").contains("not in a plan"), "{answer}");
}

#[test]
fn f1_a_rule_that_asks_several_persons_is_not_answered_by_one_who_approves_the_plan() {
    let rule = "version = 1\n[[rule]]\nname = \"two\"\ntools = [\"filesystem.write_file\"]\nthen = \"ask\"\n\
                approvers = 2\n";
    let d = Desk::with(rule);
    let plan = d.approved(json!([write("a.txt", "a")]));
    let waits = d.go(&plan);
    assert_eq!(statuses(&waits), ["running"], "{waits}");
    assert_eq!(d.confirm(&item(&waits, 1))["status"], "approved", "1 of 2");
    assert_eq!(d.read("a.txt"), None);
}

#[test]
fn f1_two_plans_at_once_are_a_conflict() {
    let d = Desk::new();
    let plan = d.propose(json!([write("a.txt", "a")]));
    let more = json!({"title": "More", "steps": [write("b.txt", "b")]});
    let e = d.fails(&codex(), "plan.propose", more.clone());
    assert_eq!(e.code, ErrorCode::Conflict);
    assert!(e.message.contains(&plan) && e.hint.is_some(), "{e:?}");
    d.ask(&ana(), "plan.reject", json!({"id": plan, "reason": "too much"}));
    let news = d.ask(&codex(), "agent.news", json!({}));
    assert!(text(&news, "text").contains("too much"), "{news}");
    d.ask(&codex(), "plan.propose", more);
}

#[test]
fn b4_f1_what_is_wrong_with_a_plan_is_told_step_by_step_and_nobody_sees_it() {
    let d = Desk::new();
    let steps = json!([
        {"tool": "filesystem.write_fiel", "args": {}},
        write("ok.txt", "ok"),
        {"tool": "filesystem.write_file", "args": {"path": 7}},
        edit("missing.txt", "a", "b"),
        after(write("b.txt", "b"), &[6]),
        after(write("c.txt", "c"), &[6]),
        {"tool": "task.create_task", "args": {"title": "$step9.result.id"}},
        {"tool": "agent.bash", "args": {"command": "ls"}},
    ]);
    let e = d.fails(&codex(), "plan.propose", json!({"title": "Wrong", "steps": steps}));
    assert_eq!(e.code, ErrorCode::Invalid);
    for said in [
        "step 1: there is no tool",
        "did you mean filesystem.write_file?",
        "step 3: invalid arguments",
        "step 4: there is no file",
        "step 5: it can only depend on a step before it, not on step 6",
        "step 6: it can only depend on a step before it, not on step 6",
        "step 7: it can only depend on a step before it, not on step 9",
        "step 8: ",
    ] {
        assert!(e.message.contains(said), "{said}: {}", e.message);
    }
    assert!(!e.message.contains("step 2"), "{}", e.message);
    assert_eq!(d.inbox()["waiting"], json!([]));
}

#[test]
fn f1_a_plan_that_cannot_be_meant_is_refused() {
    let d = Desk::new();
    let many: Vec<Value> = (0..51).map(|n| write(&format!("{n}.txt"), "x")).collect();
    let large = write("a.txt", &"x".repeat(600_000));
    for (input, said) in [
        (json!({"title": "x", "steps": []}), "1 to 50 steps"),
        (json!({"title": "x", "steps": many}), "1 to 50 steps"),
        (json!({"title": " ", "steps": [write("a", "a")]}), "not blank"),
        (json!({"title": "x".repeat(201), "steps": [write("a", "a")]}), "200 characters"),
        (json!({"title": "x", "steps": [large, large]}), "the limit is"),
    ] {
        let e = d.fails(&codex(), "plan.propose", input);
        assert_eq!(e.code, ErrorCode::Invalid, "{e:?}");
        assert!(e.message.contains(said), "{e:?}");
    }
    let words =
        json!({"title": "x", "steps": [{"tool": "filesystem.read_file", "args": {}, "confirmed": true}]});
    assert_eq!(d.fails(&codex(), "plan.propose", words).code, ErrorCode::Usage);
}

#[test]
fn f1_the_longest_plan_is_looked_at_whole() {
    let d = Desk::new();
    let steps: Vec<Value> = (0..50).map(|n| write(&format!("{n}.txt"), "x\n")).collect();
    let plan = d.approved(json!(steps));
    assert_eq!(d.go(&plan)["status"], "completed");
    assert_eq!(d.read("49.txt").unwrap(), "x\n");
}

#[test]
fn f1_what_a_command_prints_is_put_in_nowhere_unseen() {
    let d = Desk::new();
    fs::write(d.path("where.txt"), "t1").unwrap();
    let plan = d.approved(json!([
        shell("touch mark.txt && cat where.txt"),
        {"tool": "task.create_task", "args": {"title": "$step1.result.stdout"}},
    ]));
    let shown = d.show(&plan);
    assert_eq!(shown["steps"][1]["asked"], true, "a write beside it makes no read of it seen: {shown}");
    assert_eq!(statuses(&d.go(&plan)), ["done", "running"]);
    assert_eq!(d.inbox()["items"].as_array().unwrap().len(), 1);
}

#[test]
fn f1_a10_no_countdown_answers_for_the_person_whom_a_plan_asks() {
    let d = Desk::with("version = 1");
    let step = id(&d.ask(&codex(), "step.begin", json!({"title": "tidy up"})));
    fs::write(d.path("where.txt"), "t1").unwrap();
    let read_it = json!({"tool": "filesystem.write_file",
                         "args": {"path": "b.txt", "content": "$step1.result.text"}});
    let plan = d.approved(json!([read("where.txt"), read_it]));
    let laura = Actor::new(countersign_core::ActorKind::Verifier, "laura");
    d.ask(&laura, "step.verify", json!({"id": step, "confidence": 1}));
    let going = d.go(&plan);
    assert_eq!(statuses(&going), ["done", "running"]);
    let asked = d.ask(&ana(), "show", json!({"id": item(&going, 2)}))["item"].clone();
    assert_eq!((&asked["status"], asked.get("proceeds_at")), (&json!("pending"), None), "{asked}");
}

#[test]
fn b14_only_the_id_of_what_a_step_makes_is_covered_before_it_is_there() {
    let d = Desk::new();
    let made = json!({"tool": "task.create_task", "args": {"title": "Release"}});
    for (step, field, asked) in [
        (made.clone(), "id", false),
        (made.clone(), "title", true),
        (made, "status", true),
        (write("a.txt", "a"), "paths.0", true),
    ] {
        let uses = json!({"tool": "task.create_task", "args": {"title": format!("$step1.result.{field}")}});
        let plan = d.propose(json!([step, uses]));
        let shown = d.show(&plan);
        assert_eq!(shown["steps"][1]["asked"] == true, asked, "{field}: {shown}");
        d.ask(&ana(), "plan.reject", json!({"id": plan}));
    }
}

#[test]
fn b14_what_a_step_gives_is_never_taken_for_a_placeholder() {
    let d = Desk::new();
    let first = id(&d.call("task.create_task", json!({"title": "secret"}))["item"]);
    d.confirm(&first);
    let says = format!("${first}.result.title");
    fs::write(d.path("where.txt"), &says).unwrap();
    let uses = json!({"tool": "task.create_task", "args": {"title": "$step1.result.text"}});
    let plan = d.approved(json!([read("where.txt"), uses]));
    let going = d.go(&plan);
    assert_eq!(statuses(&going), ["done", "running"], "{going}");
    let asked = d.ask(&ana(), "show", json!({"id": item(&going, 2)}))["item"].clone();
    assert_eq!(asked["args"]["title"], says, "{asked}");
    assert_eq!(d.confirm(&item(&going, 2))["receipt"]["result"]["title"], says);
}

#[test]
fn b14_a_step_that_needs_the_result_of_an_item_waits_for_it_and_is_asked_about() {
    let d = Desk::new();
    let parent = id(&d.call("task.create_task", json!({"title": "First"}))["item"]);
    let uses = json!({"tool": "task.create_task", "args": {"title": format!("${parent}.result.title")}});
    let plan = d.approved(json!([write("a.txt", "a"), uses]));
    assert_eq!(d.show(&plan)["steps"][1]["asked"], true);
    assert_eq!(statuses(&d.go(&plan)), ["done", "waiting"]);
    d.confirm(&parent);
    let going = d.go(&plan);
    assert_eq!(statuses(&going), ["done", "running"], "{going}");
    assert_eq!(d.confirm(&item(&going, 2))["receipt"]["result"]["title"], "First");
}
