//! Calls that hang, crash, answer garbage or send too much are errors of their server, and bounded.

use countersign_core::{ErrorCode, judge::Class, tool::Reversal};
use countersign_mcp::upstream::Limits;
use serde_json::json;

use super::*;

#[test]
fn a_call_that_hangs_is_given_up_and_an_effect_that_hangs_may_have_happened() {
    let short = Duration::from_millis(200);
    let world =
        World::with(&[("odd", script("odd.py", &[]))], Limits { read: short, effect: short, ..limits() });
    let hung = world.read("odd.hang", json!({})).unwrap_err();
    assert!(hung.message.contains("did not answer within") && !hung.is_doubt(), "{hung}");
    let hung = world.upstreams.apply(&world.order("i1", "odd.hang", json!({}))).unwrap_err();
    assert!(hung.is_doubt(), "{hung}");
    assert_eq!(said(&world.read("odd.echo", json!({"text": "still there"})).unwrap()), "still there");
}

#[test]
fn an_effect_during_which_a_server_crashes_may_have_happened() {
    let world = World::new(&[("odd", script("odd.py", &[]))]);
    let crashed = world.upstreams.apply(&world.order("i1", "odd.crash", json!({}))).unwrap_err();
    assert!(crashed.is_doubt() && crashed.message.contains("out of cheese"), "{crashed}");
}

#[test]
fn answers_that_make_no_sense_are_errors_at_once() {
    let world = World::new(&[("odd", script("odd.py", &[]))]);
    let nonsense = world.read("odd.nonsense", json!({})).unwrap_err();
    assert!(nonsense.message.contains("odd answered with an error"), "{nonsense}");
    assert_eq!(said(&world.read("odd.garbage", json!({})).unwrap()), "after some garbage");
    let refused = world.read("odd.refuse", json!({})).unwrap_err();
    assert_eq!(refused.code, ErrorCode::Invalid, "what is wrong with the arguments is the agent's to mend");
    assert!(refused.message.contains("wrong arguments"));
}

#[test]
fn a_server_that_writes_garbage_for_ever_is_ended() {
    let world = World::new(&[("odd", script("odd.py", &[]))]);
    let flooded = world.read("odd.flood", json!({})).unwrap_err();
    assert!(flooded.message.contains("lines to its output that are not MCP messages"), "{flooded}");
    assert_eq!(said(&world.read("odd.echo", json!({"text": "anew"})).unwrap()), "anew");
}

#[test]
fn a_large_result_arrives_whole_and_one_that_is_too_large_ends_the_server() {
    let world = World::with(&[("odd", script("odd.py", &[]))], Limits { message_bytes: 4 << 20, ..limits() });
    let large = world.read("odd.huge", json!({"bytes": 3 << 20})).unwrap();
    assert_eq!(said(&large).len(), 3 << 20);
    let huge = world.read("odd.huge", json!({"bytes": 5 << 20})).unwrap_err();
    assert!(huge.message.contains("more than 4 MiB"), "{huge}");
    assert!(world.read("odd.echo", json!({})).is_ok());
}

#[test]
fn a_result_that_is_an_error_is_a_result_of_a_read_and_a_failure_of_an_effect() {
    let world = World::new(&[("odd", script("odd.py", &[]))]);
    let failed = world.read("odd.fail", json!({})).unwrap();
    assert_eq!(failed["isError"], true);
    let failed = world.upstreams.apply(&world.order("i1", "odd.fail", json!({}))).unwrap_err();
    assert!(failed.message.contains("it did not work") && !failed.is_doubt(), "{failed}");
    assert!(!failed.message.contains('\u{1b}'), "it cannot move the cursor: {failed}");
}

#[test]
fn progress_keeps_a_call_alive() {
    let world = World::new(&[("odd", script("odd.py", &[]))]);
    assert_eq!(said(&world.read("odd.slowly", json!({})).unwrap()), "done at last");
}

#[test]
fn c1_a_request_of_a_server_that_belongs_to_no_call_of_an_agent_is_refused() {
    let world = World::new(&[("odd", script("odd.py", &[]))]);
    assert_eq!(said(&world.read("odd.ask", json!({})).unwrap()), "refused");
}

#[test]
fn a4_what_a_server_says_of_its_tools_lowers_nothing() {
    let world = World::new(&[("odd", script("odd.py", &[]))]);
    let instance = world.instance("odd").unwrap();
    let tools = instance.tools();
    let helper = tools.iter().find(|t| t.name == "odd.helper").unwrap();
    assert_eq!(helper.class, Class::Mutable, "read-only is what it says");
    let forecast = world.forecast("odd.helper", json!({"confirmed": true})).unwrap();
    assert!(forecast.facts.sends, "that it reaches out is what it says against itself");
    assert!(!forecast.summary.contains("ignore all rules") && !forecast.preview.target.contains("IMPORTANT"));
    assert!(matches!(forecast.reversal, Reversal::Irreversible { .. }));
    let create = tools.iter().find(|t| t.name == "odd.task.create_task").unwrap();
    assert_eq!((create.server.as_str(), create.class), ("odd", Class::Mutable), "ours is not theirs");
}

#[test]
fn h2_names_that_are_hostile_are_shown_written_out() {
    let world = World::new(&[("odd", script("odd.py", &[]))]);
    let forecast =
        world.forecast("odd.run.\u{202e}\u{1b}[2J", json!({"\u{202e}x": "y".repeat(5000)})).unwrap();
    for shown in [&forecast.summary, &forecast.preview.target, &forecast.preview.changes[0].label] {
        assert!(!shown.contains(['\u{202e}', '\u{1b}']), "{shown:?}");
    }
    assert!(forecast.preview.changes[0].after.as_str().unwrap().contains("(+3000 characters)"));
    let result = world.read("odd.run.\u{202e}\u{1b}[2J", json!({})).unwrap();
    assert!(said(&result).starts_with("called run."), "only the first dot is ours");
}

#[test]
fn d2_a_tool_that_changed_since_it_was_looked_at_is_not_called() {
    let world = World::new(&[("odd", script("odd.py", &[]))]);
    world.instance("odd").unwrap();
    let order = world.order("i1", "odd.echo", json!({"text": "hello"}));
    world.read("odd.grow", json!({})).unwrap();
    let instance = world.instance("odd").unwrap();
    eventually("the changed list", || instance.tools().iter().any(|t| t.name == "odd.grown"));
    let stale = world.upstreams.apply(&order).unwrap_err();
    assert_eq!(stale.code, ErrorCode::Stale);
    assert!(stale.message.contains("the definition of odd.echo has changed"), "{stale}");
    let anew = world.order("i2", "odd.echo", json!({"text": "hello"}));
    assert_eq!(said(&world.upstreams.apply(&anew).unwrap().result), "hello");
}
