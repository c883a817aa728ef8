//! Tests policies on past calls that must be looked at in the world again.

use serde_json::json;

use super::{Desk, ana, codex};

#[test]
fn a_policy_is_tried_on_more_calls_than_the_world_is_asked_about_one_by_one() {
    let desk = Desk::new();
    for n in 0..200 {
        desk.put(&format!("f{n}"), "x\n");
        let args = json!({"path": desk.work().join(format!("f{n}"))});
        let read = desk.done(&codex(), "call.propose", json!({"tool": "filesystem.read_file", "args": args}));
        assert_eq!(read["status"], "done", "{read}");
    }
    let text = "[[rule]]\nname = \"look first\"\ntools = [\"filesystem.read_file\"]\nthen = \"ask\"";
    let told = desk.done(&ana(), "policy.backtest", json!({"text": text}));
    assert_eq!(
        (&told["judged"], &told["changed"], &told["stricter"], &told["unjudged"]),
        (&json!(200), &json!(200), &json!(200), &json!(0)),
        "{told}"
    );
    let some = desk.done(&ana(), "policy.backtest", json!({"text": text, "calls": 150}));
    assert_eq!(
        (&some["judged"], &some["changed"], &some["complete"]),
        (&json!(150), &json!(150), &json!(false))
    );
}
