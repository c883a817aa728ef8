//! Maps the values of each enumeration that pages show to messages.

use countersign_core::{
    Role,
    answer_status::{HappeningWhat, OfferedState, WaitsKind},
    authority::Lifetime,
    decision::{DecisionWord, stats::Unasked},
    item::{ItemStatus, view::Standing},
    judge::{Class, Mode, RiskLevel, Ruling, Then},
    webhook::Shape,
};

/// The status of anything.
pub(crate) fn standing(standing: Standing) -> &'static str {
    match standing {
        Standing::Aborted => "work-is-aborted",
        Standing::Answered => "work-is-answered",
        Standing::Applied => "status-applied",
        Standing::Applying => "status-applying",
        Standing::Approved => "work-is-approved",
        Standing::Blocked => "work-is-blocked",
        Standing::Cancelled => "work-is-cancelled",
        Standing::Completed => "work-is-completed",
        Standing::Confirmed => "status-confirmed",
        Standing::Counting => "work-is-counting",
        Standing::Deferred => "status-deferred",
        Standing::Done => "work-is-done",
        Standing::Dropped => "work-is-dropped",
        Standing::Expired => "work-is-expired",
        Standing::Failed => "work-is-failed",
        Standing::Landed => "work-is-landed",
        Standing::NeedsReview => "status-needs-review",
        Standing::Open => "work-is-open",
        Standing::Paused => "work-is-paused",
        Standing::Pending => "work-is-pending",
        Standing::Proposed => "work-is-proposed",
        Standing::Rejected => "work-is-rejected",
        Standing::Retracted => "status-retracted",
        Standing::RolledBack => "work-is-rolled-back",
        Standing::Running => "work-is-running",
        Standing::Skipped => "work-is-skipped",
        Standing::Stale => "status-stale",
        Standing::Stepwise => "work-is-stepwise",
        Standing::Stopped => "work-is-stopped",
        Standing::Waiting => "work-is-waiting",
        Standing::WaitingApproval => "work-is-waiting-approval",
    }
}

/// The status of an item, on its line.
pub(crate) fn item(status: ItemStatus) -> &'static str {
    match status {
        ItemStatus::Pending => "work-is-pending",
        ItemStatus::Deferred => "status-deferred",
        ItemStatus::Blocked => "status-blocked",
        ItemStatus::Confirmed => "status-confirmed",
        ItemStatus::Applying => "status-applying",
        ItemStatus::Applied => "status-applied",
        ItemStatus::Failed => "status-failed",
        ItemStatus::Stale => "status-stale",
        ItemStatus::NeedsReview => "status-needs-review",
        ItemStatus::Rejected => "status-rejected",
        ItemStatus::Retracted => "status-retracted",
        ItemStatus::Expired => "status-expired",
    }
}

/// What waits.
pub(crate) fn waits(kind: WaitsKind) -> &'static str {
    match kind {
        WaitsKind::Item => "waits-item",
        WaitsKind::Step => "waits-step",
        WaitsKind::Plan => "waits-plan",
        WaitsKind::Question => "waits-question",
        WaitsKind::Stage => "waits-stage",
        WaitsKind::Settings => "waits-settings",
    }
}

/// The class of a call, short.
pub(crate) fn class(class: Class) -> &'static str {
    match class {
        Class::Read => "work-class-read",
        Class::Mutable => "work-class-mutable",
        Class::Destructive => "work-class-destructive",
    }
}

/// How dangerous something is.
pub(crate) fn risk(risk: RiskLevel) -> &'static str {
    match risk {
        RiskLevel::Low => "list-risk-low",
        RiskLevel::Medium => "list-risk-medium",
        RiskLevel::High => "list-risk-high",
    }
}

/// The class of a call, on its own page.
pub(crate) fn class_whole(class: Class) -> &'static str {
    match class {
        Class::Read => "details-class-read",
        Class::Mutable => "details-class-mutable",
        Class::Destructive => "details-class-destructive",
    }
}

/// The mode of a run.
pub(crate) fn mode(mode: Mode) -> &'static str {
    match mode {
        Mode::Auto => "runs-mode-auto",
        Mode::Manual => "runs-mode-manual",
        Mode::ConfidenceThreshold => "runs-mode-confidence-threshold",
    }
}

/// The mode of a run, where it is chosen.
pub(crate) fn mode_choice(mode: Mode) -> &'static str {
    match mode {
        Mode::Auto => "runs-mode-auto",
        Mode::Manual => "runs-mode-manual",
        Mode::ConfidenceThreshold => "mode-choice-threshold",
    }
}

/// What a person may do.
pub(crate) fn role(role: Role) -> &'static str {
    match role {
        Role::Viewer => "role-viewer",
        Role::Approver => "role-approver",
        Role::Admin => "role-admin",
    }
}

/// What a webhook calls. Products keep their names.
pub(crate) fn shape(shape: Shape) -> &'static str {
    match shape {
        Shape::Standard => "shape-standard",
        Shape::Ntfy => "shape-ntfy",
        Shape::Slack => "shape-slack",
        Shape::Mattermost => "shape-mattermost",
        Shape::Push => "shape-push",
    }
}

/// How long a grant lasts.
pub(crate) fn lifetime(lifetime: Lifetime) -> &'static str {
    match lifetime {
        Lifetime::Run => "settings-for-run",
        Lifetime::Hour => "settings-for-1h",
        Lifetime::Day => "settings-for-1d",
        Lifetime::Week => "settings-for-1w",
        Lifetime::Forever => "settings-for-forever",
    }
}

/// For how long to remember a yes.
pub(crate) fn remembered(lifetime: Lifetime) -> &'static str {
    match lifetime {
        Lifetime::Run => "details-lifetime-run",
        Lifetime::Hour => "details-lifetime-1h",
        Lifetime::Day => "details-lifetime-1d",
        Lifetime::Week => "details-lifetime-1w",
        Lifetime::Forever => "details-lifetime-forever",
    }
}

/// A person's decision, in the history.
pub(crate) fn decision(word: DecisionWord) -> &'static str {
    match word {
        DecisionWord::Confirmed => "history-confirmed",
        DecisionWord::Rejected => "history-rejected",
        DecisionWord::Deferred => "history-deferred",
    }
}

/// A person's decision, on the page of an item.
pub(crate) fn decided(word: DecisionWord) -> &'static str {
    match word {
        DecisionWord::Confirmed => "details-decided-confirmed",
        DecisionWord::Rejected => "details-decided-rejected",
        DecisionWord::Deferred => "details-decided-deferred",
    }
}

/// What happened to a thing.
pub(crate) fn happened(what: HappeningWhat) -> &'static str {
    match what {
        HappeningWhat::Landed => "receipts-what-landed",
        HappeningWhat::Undone => "receipts-what-undone",
        HappeningWhat::Decided => "receipts-what-decided",
        HappeningWhat::Asked => "receipts-what-asked",
        HappeningWhat::Expired => "receipts-what-expired",
    }
}

/// Why a call ran without asking.
pub(crate) fn unasked(why: Unasked) -> &'static str {
    match why {
        Unasked::Evidence => "history-by-evidence",
        Unasked::Grant => "history-by-grant",
        Unasked::Plan => "history-by-plan",
        Unasked::Policy => "history-by-policy",
        Unasked::Read => "history-by-read",
        Unasked::Rehearsed => "history-by-rehearsed",
        Unasked::Stage => "history-by-stage",
        Unasked::Trust => "history-by-trust",
    }
}

/// What a rule does.
pub(crate) fn then(then: Then) -> &'static str {
    match then {
        Then::Allow => "policy-then-allow",
        Then::Ask => "policy-then-ask",
        Then::Refuse => "policy-then-refuse",
    }
}

/// The ruling on a call.
pub(crate) fn ruling(ruling: Ruling) -> &'static str {
    match ruling {
        Ruling::Proceed => "policy-verdict-proceed",
        Ruling::ProceedAfter => "policy-verdict-proceed-after",
        Ruling::Ask => "policy-verdict-ask",
        Ruling::Refuse => "policy-verdict-refuse",
    }
}

/// Whether an offered definition is new.
pub(crate) fn offered(state: OfferedState) -> &'static str {
    match state {
        OfferedState::New => "settings-server-new",
        OfferedState::Changed => "settings-server-changed",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use countersign_core::judge::TableRow;
    use countersign_words::{Language, Words};

    use super::*;

    #[test]
    fn b3_every_status_has_its_message_in_every_language() {
        for language in Language::ALL {
            let words = Words::of(language);
            for one in Standing::ALL {
                assert!(words.has(standing(*one)), "{} {}", language.code(), one.as_str());
            }
            for one in ItemStatus::ALL {
                assert!(words.has(item(one)), "{} {}", language.code(), one.as_str());
            }
        }
    }

    #[test]
    fn b3_every_row_of_the_judge_has_words_of_its_own_in_every_language() {
        for language in Language::ALL {
            let words = Words::of(language);
            let said: BTreeSet<String> = TableRow::ALL
                .iter()
                .map(|row| words.with("details-row", &[("row", row.as_str().into())]))
                .collect();
            assert_eq!(said.len(), TableRow::ALL.len(), "{}: a row is told as another one", language.code());
        }
    }
}
