//! Confidence compared with a model of plain fractions: at the borders of its bands, under every cap, and for
//! values that are not numbers.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

/// Everything supports the step.
fn best() -> Basis {
    Basis {
        passed: 4,
        checks: 4,
        verified: Some(Millionths::ONE),
        retries: 0,
        max_retries: 3,
        destructive: false,
        succeeded: 5,
        calls: 5,
        uncertain: false,
        history: true,
    }
}

fn value(basis: Basis) -> u32 {
    score(&basis).value.get()
}

fn raw(basis: Basis) -> u32 {
    score(&basis).raw.get()
}

/// The formula of A9 as one fraction with one common denominator, written independently of the code:
/// numerator and denominator of the weighted mean. Works for numbers of up to 16 bits.
fn model(b: &Basis) -> (u128, u128) {
    let million = 1_000_000u128;
    let (checks, calls) = (u128::from(b.checks.max(1)), u128::from(b.calls.max(1)));
    let most = u128::from(b.max_retries.max(1));
    let common = checks * calls * most * million;
    let mut top = 0;
    let mut weights = 0;
    if b.checks != 0 {
        top += 3 * u128::from(b.passed.min(b.checks)) * (common / checks);
        weights += 3;
    }
    if let Some(v) = b.verified {
        top += 3 * u128::from(v.get()) * (common / million);
        weights += 3;
    }
    let spent = match (b.retries, b.max_retries) {
        (0, _) => 0,
        (_, 0) => common,
        (tried, _) => (u128::from(tried) * (common / most)).min(common),
    };
    top += 2 * (common - spent);
    top += if b.destructive { 0 } else { common };
    top += if b.calls == 0 { common } else { u128::from(b.succeeded.min(b.calls)) * (common / calls) };
    (top, common * (weights + 4))
}

prop_compose! {
    fn any_basis(most: u32)(
        passed in 0..=most,
        checks in prop_oneof![Just(0), 0..=most],
        verified in proptest::option::of((0u32..=1_000_000).prop_map(Millionths::new)),
        retries in 0..=most,
        max_retries in prop_oneof![Just(0), 0..=most],
        (destructive, uncertain, history) in any::<(bool, bool, bool)>(),
        succeeded in 0..=most,
        calls in prop_oneof![Just(0), 0..=most],
    ) -> Basis {
        Basis { passed, checks, verified, retries, max_retries, destructive, succeeded, calls, uncertain, history }
    }
}

proptest! {
    #[test]
    fn a9_the_score_is_the_fraction_that_a_plain_model_gives(basis in any_basis(u32::from(u16::MAX))) {
        let (top, bottom) = model(&basis);
        let raw = u128::from(raw(basis));
        prop_assert!(top <= bottom);
        // Truncated, never rounded up: so it is at a border if and only if the fraction is.
        prop_assert!(raw * bottom <= top * 1_000_000 && top * 1_000_000 < (raw + 1) * bottom);
        for border in [200_000u128, 500_000, 800_000] {
            prop_assert_eq!(raw >= border, top * 1_000_000 >= border * bottom);
        }
    }

    #[test]
    fn a9_small_numbers_hit_the_same_fraction(basis in any_basis(6)) {
        let (top, bottom) = model(&basis);
        prop_assert_eq!(u128::from(raw(basis)), top * 1_000_000 / bottom);
    }

    #[test]
    fn a9_no_number_is_too_large(basis in any_basis(u32::MAX)) {
        let scored = score(&basis);
        prop_assert!(scored.value <= scored.raw && scored.raw <= Millionths::ONE);
    }

    #[test]
    fn a9_the_caps_are_the_only_difference_between_the_parts_and_what_counts(basis in any_basis(9)) {
        let scored = score(&basis);
        let nothing = basis.checks == 0 && basis.verified.is_none();
        let failed = basis.passed < basis.checks;
        let doubted = basis.uncertain || basis.verified.is_some_and(|v| v.get() < 500_000);
        let most = if nothing || failed || doubted { 490_000 } else if basis.history { 1_000_000 } else { 790_000 };
        prop_assert_eq!(scored.value.get(), scored.raw.get().min(most));
        prop_assert_eq!(scored.caps.is_empty(), most == 1_000_000);
        prop_assert_eq!(scored.unproved, nothing);
    }

    #[test]
    fn a9_more_evidence_of_failure_never_raises(basis in any_basis(40), sure in 0u32..=1_000_000) {
        let before = value(basis);
        let verified = basis.verified.map_or(Millionths::ZERO, |v| v.min(Millionths::new(sure)));
        let worse = [
            ("a failed check more", Basis { checks: basis.checks.max(basis.passed) + 1, passed: basis.passed.min(basis.checks), ..basis }),
            ("one passed less", Basis { passed: basis.passed.min(basis.checks).saturating_sub(1), ..basis }),
            ("a verifier less sure", Basis { verified: Some(verified), ..basis }),
            ("a retry more", Basis { retries: basis.retries + 1, ..basis }),
            ("fewer retries left", Basis { max_retries: basis.max_retries.saturating_sub(1), ..basis }),
            ("something destructive", Basis { destructive: true, ..basis }),
            ("a failed call more", Basis { calls: basis.calls.max(basis.succeeded) + 1, succeeded: basis.succeeded.min(basis.calls), ..basis }),
            ("somebody in doubt", Basis { uncertain: true, ..basis }),
            ("no history", Basis { history: false, ..basis }),
        ];
        for (what, worse) in worse {
            prop_assert!(value(worse) <= before, "{}: {} from {}", what, value(worse), before);
        }
    }

    #[test]
    fn a8_no_mode_is_looser_with_less_confidence(a in 0u32..=1_000_000, b in 0u32..=1_000_000, t in 0u32..=1_000_000, critical: bool) {
        let (low, high) = (Millionths::new(a.min(b)), Millionths::new(a.max(b)));
        for mode in [Mode::Auto, Mode::Manual, Mode::ConfidenceThreshold] {
            let of = |v| band(v, mode, Some(Millionths::new(t)), critical);
            prop_assert!(of(low) >= of(high), "{:?}", mode);
            prop_assert!(band(low, mode, None, true) >= band(low, mode, None, false));
        }
    }

    #[test]
    fn a9_every_millionth_survives_its_stored_form(n in 0u32..=1_000_000) {
        let exact = Millionths::new(n);
        let text = serde_json::to_string(&exact).unwrap();
        prop_assert_eq!(serde_json::from_str::<Millionths>(&text).unwrap(), exact);
        prop_assert_eq!(Millionths::from_number(exact.number()), Some(exact));
    }
}

#[test]
fn a9_the_borders_are_hit_exactly_and_missed_by_a_hair() {
    // 0.3 + 0.3 v + 0.2 with something destructive and no call that succeeded.
    let sure = |v| Basis { verified: Some(Millionths::new(v)), destructive: true, succeeded: 0, ..best() };
    assert_eq!(
        (raw(sure(1_000_000)), band(score(&sure(1_000_000)).value, Mode::Auto, None, false)),
        (800_000, Band::Proceed)
    );
    assert_eq!(
        (raw(sure(999_999)), band(score(&sure(999_999)).value, Mode::Auto, None, false)),
        (799_999, Band::ProceedAfter)
    );
    // Without retries left this is 0.3 + 0.3 v.
    let medium = |v| Basis { retries: 3, ..sure(v) };
    assert_eq!(raw(medium(666_667)), 500_000, "0.3 + 0.2000001 is not below a half");
    assert_eq!(raw(medium(666_666)), 499_999, "0.3 + 0.1999998 is");
    assert_eq!(raw(Basis { retries: 1, max_retries: 3, ..sure(222_223) }), 500_000);
    assert_eq!(raw(Basis { retries: 1, max_retries: 3, ..sure(222_222) }), 499_999);
    let low = |v| Basis { passed: 0, ..medium(v) };
    assert_eq!(
        (raw(low(666_667)), band(score(&low(666_667)).value, Mode::Auto, None, false)),
        (200_000, Band::Ask)
    );
    assert_eq!(
        (raw(low(666_666)), band(score(&low(666_666)).value, Mode::Auto, None, false)),
        (199_999, Band::Stop)
    );
    // By counts alone, over seven tenths.
    let counted = Basis { verified: None, ..best() };
    assert_eq!(raw(Basis { passed: 8, checks: 15, ..counted }), 800_000, "(0.16 + 0.4) / 0.7");
    assert_eq!(raw(Basis { passed: 8_000, checks: 15_001, ..counted }), 799_984);
    let third = Basis { succeeded: 0, retries: 1, max_retries: 2, ..counted };
    assert_eq!(raw(Basis { passed: 1, checks: 2, ..third }), 500_000, "(0.15 + 0.1 + 0.1) / 0.7");
    assert_eq!(raw(Basis { passed: 499_999, checks: 1_000_000, ..third }), 499_999);
}

#[test]
fn a9_what_is_zero_is_defined() {
    let none =
        Basis { passed: 0, checks: 0, verified: None, max_retries: 0, succeeded: 0, calls: 0, ..best() };
    assert_eq!((raw(none), value(none)), (1_000_000, 490_000), "nothing failed, and nothing speaks for it");
    assert_eq!(raw(Basis { retries: 1, ..none }), 500_000, "a retry where none is allowed spends them all");
    assert_eq!(raw(Basis { succeeded: 7, ..none }), raw(none), "no calls: none of them failed");
    assert_eq!(raw(Basis { passed: 9, checks: 4, ..best() }), 1_000_000, "more cannot pass than were made");
    assert_eq!(
        raw(Basis { retries: 99, ..best() }),
        raw(Basis { retries: 3, ..best() }),
        "all retries are all"
    );
}

#[test]
fn a9_the_largest_numbers_there_are_give_the_right_answer() {
    // Four different denominators near the largest: their product has 116 bits.
    let huge = Basis {
        passed: u32::MAX - 1,
        checks: u32::MAX,
        verified: Some(Millionths::new(999_999)),
        retries: 1,
        max_retries: u32::MAX - 1,
        succeeded: u32::MAX - 5,
        calls: u32::MAX - 4,
        ..best()
    };
    assert_eq!(raw(huge), 999_999);
    let least = Basis {
        passed: 1,
        verified: Some(Millionths::new(1)),
        retries: u32::MAX - 2,
        succeeded: 1,
        destructive: true,
        ..huge
    };
    assert_eq!(raw(least), 0);
    assert_eq!(raw(Basis { retries: u32::MAX, succeeded: u32::MAX, passed: u32::MAX, ..huge }), 799_999);
}

#[test]
fn a9_no_evidence_asks_in_every_mode_whatever_the_number() {
    let none = Basis { checks: 0, passed: 0, verified: None, ..best() };
    let scored = score(&none);
    assert_eq!(scored.value, Millionths::new(490_000));
    for mode in [Mode::Auto, Mode::Manual, Mode::ConfidenceThreshold] {
        for threshold in [None, Some(Millionths::ZERO), Some(Millionths::new(300_000))] {
            assert_eq!(scored.band(mode, threshold, false), Band::Ask, "{mode:?} {threshold:?}");
        }
    }
    let checked = score(&Basis { checks: 1, passed: 1, ..none });
    assert_eq!(checked.band(Mode::ConfidenceThreshold, Some(Millionths::ZERO), false), Band::Proceed);
}

#[test]
fn a9_a_failed_check_or_a_doubt_asks_and_what_is_new_waits() {
    let at = |basis: Basis| (value(basis), score(&basis).band(Mode::Auto, None, false));
    assert_eq!(at(best()), (1_000_000, Band::Proceed));
    assert_eq!(at(Basis { history: false, ..best() }), (790_000, Band::ProceedAfter));
    assert_eq!(at(Basis { passed: 3, ..best() }), (490_000, Band::Ask), "one of four failed");
    assert_eq!(at(Basis { passed: 0, verified: None, ..best() }), (490_000, Band::Ask), "0.57 in the seed");
    assert_eq!(at(Basis { uncertain: true, ..best() }), (490_000, Band::Ask));
    let sure = |v| Basis { checks: 0, passed: 0, verified: Some(Millionths::new(v)), ..best() };
    assert_eq!(at(sure(0)), (490_000, Band::Ask), "a verifier who is sure of nothing is no better than none");
    assert_eq!(at(sure(499_999)), (490_000, Band::Ask));
    assert_eq!(at(sure(500_000)), (785_714, Band::ProceedAfter));
    // A cap only lowers a value, never raises it.
    let bad = Basis { passed: 0, verified: Some(Millionths::ZERO), retries: 3, destructive: true, ..best() };
    assert_eq!(at(bad), (100_000, Band::Stop));
}

#[test]
fn a8_the_bands_of_auto_begin_at_their_borders() {
    let of = |n| band(Millionths::new(n), Mode::Auto, None, false);
    let bands = [0, 199_999, 200_000, 499_999, 500_000, 799_999, 800_000, 1_000_000].map(of);
    use Band::{Ask, Proceed, ProceedAfter, Stop};
    assert_eq!(bands, [Stop, Stop, Ask, Ask, ProceedAfter, ProceedAfter, Proceed, Proceed]);
    // The threshold has no effect in the other modes.
    assert_eq!(band(Millionths::ZERO, Mode::Auto, Some(Millionths::ZERO), false), Stop);
}

#[test]
fn a8_manual_asks_about_everything() {
    for n in [0, 199_999, 500_000, 1_000_000] {
        for critical in [false, true] {
            assert_eq!(band(Millionths::new(n), Mode::Manual, Some(Millionths::ZERO), critical), Band::Ask);
        }
    }
}

#[test]
fn a8_a_threshold_proceeds_at_or_above_exactly_that_number() {
    let of = |n, threshold| band(Millionths::new(n), Mode::ConfidenceThreshold, threshold, false);
    for t in [0u32, 1, 333_333, 799_999, 800_000, 999_999, 1_000_000] {
        let threshold = Some(Millionths::new(t));
        assert_eq!(of(t, threshold), Band::Proceed);
        if let Some(below) = t.checked_sub(1) {
            assert_eq!(of(below, threshold), Band::Ask, "{below} of {t}: nothing waits, nothing is stopped");
        }
    }
    assert_eq!((of(800_000, None), of(799_999, None)), (Band::Proceed, Band::Ask), "0.8 where none is set");
}

#[test]
fn a9_what_is_critical_needs_one_band_more() {
    use Band::{Ask, Proceed, ProceedAfter, Stop};
    for (n, plain, critical) in [
        (800_000, Proceed, ProceedAfter),
        (500_000, ProceedAfter, Ask),
        (200_000, Ask, Stop),
        (199_999, Stop, Stop),
    ] {
        let of = |critical| band(Millionths::new(n), Mode::Auto, None, critical);
        assert_eq!((of(false), of(true)), (plain, critical), "{n}");
    }
    let threshold = |n| band(Millionths::new(n), Mode::ConfidenceThreshold, None, true);
    assert_eq!((threshold(800_000), threshold(799_999)), (ProceedAfter, Ask));
}

#[test]
fn a9_the_parts_are_told_in_words() {
    let told = Basis { passed: 3, retries: 1, history: false, verified: None, ..best() };
    assert_eq!(score(&told).words(), "3 of 4 checks passed, one retry, nothing destructive, no history");
    assert_eq!(
        score(&told).caps,
        ["at most 0.49: a check failed", "at most 0.79: nothing of its kind was decided before"]
    );
    let other = Basis { checks: 0, retries: 2, destructive: true, succeeded: 1, uncertain: true, ..best() };
    assert_eq!(
        score(&other).words(),
        "no checks, verifier confidence 1.00, 2 retries, something destructive, 1 of 5 calls succeeded, \
         declared uncertain, done before"
    );
    assert_eq!(Millionths::new(799_999).to_string(), "0.79", "cut, not rounded up to the border");
}

#[test]
fn a9_what_is_no_number_between_0_and_1_is_none() {
    for wrong in
        [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.000_001, 1.000_001, -1.0, 2.0, f64::MAX, f64::MIN]
    {
        assert_eq!(Millionths::from_number(wrong), None, "{wrong}");
    }
    for (number, millionths) in [(0.0, 0), (-0.0, 0), (1.0, 1_000_000), (0.8, 800_000), (0.1 + 0.2, 300_000)]
    {
        assert_eq!(Millionths::from_number(number).unwrap().get(), millionths, "{number}");
    }
    assert_eq!(Millionths::new(u32::MAX), Millionths::ONE);
}

#[test]
fn a9_only_plain_numbers_are_read() {
    let read = |value: Value| serde_json::from_value::<Millionths>(value).map_err(|e| e.to_string());
    for wrong in [json!("0.8"), json!(null), json!(true), json!([0.8]), json!({}), json!("NaN")] {
        assert!(read(wrong.clone()).is_err(), "{wrong}");
    }
    for wrong in [json!(-0.1), json!(1.5), json!(80), json!(-1), json!(u64::MAX), json!(1e300)] {
        let told = read(wrong.clone()).unwrap_err();
        assert!(told.contains("is not a number between 0 and 1"), "{wrong}: {told}");
    }
    for text in ["NaN", "Infinity", "1e999", "0.8x", ""] {
        assert!(serde_json::from_str::<Millionths>(text).is_err(), "{text}");
    }
    assert_eq!((read(json!(0)).unwrap(), read(json!(1)).unwrap()), (Millionths::ZERO, Millionths::ONE));
    assert_eq!(serde_json::to_value(Millionths::new(490_000)).unwrap(), json!(0.49));
}
