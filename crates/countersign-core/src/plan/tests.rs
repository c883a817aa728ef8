//! Tests of plans: results of steps, and the words for their statuses.

use std::collections::BTreeSet;

use countersign_words::Language;

use super::*;
use crate::status::Status;

#[test]
fn f3_a_command_that_ends_badly_is_a_failure() {
    for (result, why) in [
        (json!({"exit_code": 0, "stderr": "warning"}), None),
        (json!({"id": "t1"}), None),
        (json!(null), None),
        (
            json!({"exit_code": 2, "stderr": "no such target\n"}),
            Some("it ended with exit code 2: no such target"),
        ),
        (json!({"exit_code": null, "signal": 9}), Some("it was killed by signal 9")),
        (json!({"exit_code": null, "timed_out": true}), Some("it ran out of time")),
        (
            json!({"isError": true, "content": [{"type": "text", "text": "full"}]}),
            Some("its server says that it failed: full"),
        ),
    ] {
        assert_eq!(unwell(&result).as_deref(), why, "{result}");
    }
    let long = unwell(&json!({"exit_code": 1, "stderr": "é".repeat(1000)})).unwrap();
    assert!(long.chars().count() < 400, "{long}");
}

#[test]
fn b3_every_status_of_a_plan_has_words_of_its_own_in_every_language() {
    let all: BTreeSet<&str> =
        PlanStatus::TRANSITIONS.iter().flat_map(|(from, to)| [from.as_str(), to.as_str()]).collect();
    let say_all = |say: &dyn Fn(&str) -> Message, language| -> BTreeSet<String> {
        all.iter().map(|status| say(status).in_language(language).into_owned()).collect()
    };
    for language in Language::ALL {
        for say in [
            &|status: &str| say!("op-plan-is", id = "p1", status) as Message,
            &|status: &str| say!("op-it-is", status),
            &|status: &str| say!("op-plan-is-approved-by", id = "p1", status, who = "ana"),
            &|status: &str| say!("op-run-has-plan", id = "p1", status),
        ] as [&dyn Fn(&str) -> Message; 4]
        {
            assert_eq!(say_all(say, language).len(), all.len(), "{}", language.code());
        }
    }
}

#[test]
fn a_result_that_is_too_large_is_kept_by_its_beginning() {
    let kept = bearable(json!({"content": "x".repeat(MAX_RESULT_BYTES)}));
    assert_eq!(kept["cut"], true);
    assert!(kept.to_string().len() < MAX_RESULT_BYTES);
    assert_eq!(bearable(json!({"id": 7})), json!({"id": 7}));
}

#[test]
fn f1_results_are_put_into_words_the_longest_name_first() {
    let values =
        vec![("$step1.result.id2".to_owned(), json!("b")), ("$step1.result.id".to_owned(), json!(7))];
    let filled = Filled { args: Doc::new(), waits_for: None, values };
    let shown = json!({"writes": ["task:$step1.result.id/title", "$step1.result.id2"]});
    assert_eq!(filled.reworded(shown), json!({"writes": ["task:7/title", "b"]}));
}
