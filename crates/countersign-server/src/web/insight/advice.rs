//! What follows from the numbers: one sentence each, with a way to do it. Nothing is done by looking at it.

use countersign_core::insight::{Advice, AdviceKind, operations::Output};
use maud::{Markup, html};

use super::super::{Visit, policy, text::say};

/// Renders the advice.
pub(super) fn advice(visit: &Visit, found: &Output) -> Markup {
    let words = visit.words;
    html! {
        section.card {
            header { h2 { (words.t("insight-advice")) } }
            @if found.advice.is_empty() { p.quiet { (words.t("insight-no-advice")) } } @else {
                ul.advice { @for one in &found.advice { li { (entry(visit, one)) } } }
            }
        }
    }
}

fn entry(visit: &Visit, one: &Advice) -> Markup {
    let words = visit.words;
    let (place, label) = match one.kind {
        AdviceKind::Grant => ("/settings/grants", "insight-to-grants"),
        AdviceKind::Refuse => ("/policy", "insight-to-policy"),
        AdviceKind::Quick => ("/settings/passkeys", "insight-to-passkeys"),
        AdviceKind::LongRun => ("/history", "insight-to-history"),
        AdviceKind::Unseen => ("#unseen", "insight-to-unseen"),
        AdviceKind::Drills => ("#drills", "insight-drills"),
        AdviceKind::Undone => ("#undone", "insight-to-undone"),
        AdviceKind::Overrated => ("/policy", "insight-to-policy"),
    };
    html! {
        span { (say(words, &one.sentence)) } " " a href=(place) { (words.t(label)) }
        @if let Some(rule) = &one.rule { (policy::lines(visit, rule)) }
    }
}
