//! The lower bound compared with the formula in floating point, and which decisions count.

use proptest::prelude::*;

use super::*;

/// Wilson's lower bound, from the textbook.
fn model(confirmed: u32, decided: u32) -> f64 {
    let (n, z) = (f64::from(decided), 1.96f64);
    let p = f64::from(confirmed) / n;
    let centre = p + z * z / (2.0 * n);
    let spread = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    (centre - spread) / (1.0 + z * z / n)
}

proptest! {
    #[test]
    fn a11_the_bound_is_wilsons(decided in 1u32..5_000_000, share in 0.0f64..=1.0) {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is a share of a count")]
        let confirmed = (f64::from(decided) * share) as u32;
        let exact = model(confirmed, decided);
        let bound = at_least(confirmed, decided).number();
        prop_assert!(bound <= exact + 1e-9 && bound > exact - 2e-6, "{} of {}: {} and {}", confirmed, decided, bound, exact);
    }

    #[test]
    fn a11_a_no_never_raises_the_bound_and_a_yes_never_lowers_it(decided in 0u32..5_000, confirmed in 0u32..5_000) {
        let confirmed = confirmed.min(decided);
        let bound = at_least(confirmed, decided);
        prop_assert!(at_least(confirmed, decided + 1) <= bound);
        prop_assert!(at_least(confirmed + 1, decided + 1) >= bound);
    }
}

#[test]
fn a11_the_bound_is_defined_everywhere() {
    assert_eq!(at_least(0, 0), Millionths::ZERO);
    assert_eq!(at_least(0, 1), Millionths::ZERO);
    assert_eq!(at_least(9, 4), at_least(4, 4), "more cannot be confirmed than were decided");
    assert_eq!(at_least(10, 10).get(), 722_459);
    assert!(at_least(u32::MAX, u32::MAX) > Millionths::new(999_998));
    let half = at_least(u32::MAX / 2, u32::MAX).get();
    assert!((499_980..500_000).contains(&half), "{half}");
}

#[test]
fn a11_history_speaks_for_something_from_four_of_four_on() {
    let habit = |confirmed, decided| Habit { at_least: at_least(confirmed, decided), ..Habit::default() };
    let speaks = |confirmed, decided| habit(confirmed, decided).speaks_for_it();
    assert!(speaks(4, 4) && speaks(7, 8));
    assert!(!speaks(0, 0) && !speaks(3, 3) && !speaks(4, 5) && !speaks(0, 100));
}

fn decision(item: &str, word: DecisionWord, at: u64) -> Decision {
    serde_json::from_value(serde_json::json!({
        "id": format!("d{at}"), "item": item, "set": "s", "run": "r", "agent": "codex", "tool": "t",
        "summary": "", "subject": "", "decision": word, "by": "person:ana", "at": at, "from": "test", "digest": "",
    }))
    .unwrap()
}

#[test]
fn a11_the_newest_decision_on_an_item_counts_and_none_that_was_taken_back() {
    use DecisionWord::{Confirmed, Deferred, Rejected};
    let withdrawn = Decision { withdrawn: true, ..decision("i4", Rejected, 40) };
    let newest_first = [
        decision("i1", Rejected, 60),
        decision("i3", Deferred, 50),
        withdrawn,
        decision("i2", Confirmed, 30),
        decision("i1", Confirmed, 20),
    ];
    let habit = Habit::over(&newest_first);
    assert_eq!((habit.confirmed, habit.decided, habit.first_at, habit.last_at), (1, 2, 30, 60));
    assert_eq!(Habit::over(&[]), Habit::default());
}

#[test]
fn a11_days_are_counted_from_the_first_to_the_last() {
    let days = |last_at| Habit { first_at: 5, last_at, ..Habit::default() }.days();
    assert_eq!((days(5), days(5 + DAY_MS - 1), days(5 + DAY_MS), days(0)), (1, 1, 2, 1));
}

#[test]
fn a11_only_a_persons_yes_or_no_is_learned_from() {
    use DecisionWord::{Confirmed, Deferred, Rejected};
    let facts = Facts::write("/w/a.rs");
    let (ana, codex) = (Actor::person("ana"), Actor::agent("codex"));
    assert_eq!(learned(&ana, Confirmed, &facts), judge::shape(&facts).unwrap());
    assert_eq!(learned(&ana, Rejected, &facts), learned(&ana, Confirmed, &facts));
    assert_eq!(learned(&ana, Deferred, &facts), "");
    for nobody in [Actor::system(), codex, Actor::new(ActorKind::Verifier, "ci")] {
        assert_eq!(learned(&nobody, Confirmed, &facts), "", "{nobody} decides nothing: a time-out is no yes");
    }
}
