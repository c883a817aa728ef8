//! Receipts: what landed, who allowed it, and its undo.

use countersign_core::{
    answer_status::UndoStatus,
    function::cancel,
    receipt::{
        AllowedBy, Receipt, StaleUndo, UndoLabel,
        operations::{ListOutput, UndoOutput},
        take_back::UndoResults,
    },
};

use super::{
    Tone, View, decided, difference, item, printed, short, short_opt, shown,
    status::Status,
    table::{Cell, lines, plain, table},
};

/// Renders one receipt under the answer that created it.
pub fn line(receipt: &Receipt, view: &View) -> String {
    format!(
        "    {} {}  {}\n",
        view.paint.dim(&view.t("term-receipt")),
        view.paint.handle(&short(&receipt.id)),
        way_back(receipt, view)
    )
}

/// Returns the command that undoes it, or why there is none.
fn way_back(receipt: &Receipt, view: &View) -> String {
    let id = short(&receipt.id);
    if let Some(undone) = &receipt.undone {
        let by = if is_undo(receipt) { "term-redone-by" } else { "term-undone-by" };
        return view.paint.dim(&view.about(by, "receipt", short(&undone.receipt)));
    }
    if let Some(waits) = &receipt.undo_waits {
        let told = view.paint.warn(&view.said(waits));
        return format!("{told} {}", view.paint.handle(&format!("countersign cancel-undo {id}")));
    }
    match (&receipt.undo_action, &receipt.stale) {
        (Some(_), Some(stale)) => {
            let told = view.about("term-undo-stale", "reason", view.said(&stale.reason));
            let next = match stale.first.is_empty() {
                true if stale.can_merge => {
                    view.about("term-undo-merge", "command", format!("countersign undo {id} --merge"))
                }
                true => view.about("term-undo-again", "command", format!("countersign undo {id}")),
                false => first(receipt, stale, view),
            };
            format!("{} {}", view.paint.warn(&told), view.paint.dim(&next))
        }
        (Some(action), None) => {
            let label = view.label(&verb(receipt, action.label, view));
            let word = if is_undo(receipt) { "redo" } else { "undo" };
            format!("{} {}", view.paint.dim(&label), view.paint.handle(&format!("countersign {word} {id}")))
        }
        (None, _) => {
            let reason = view.said_if(receipt.irreversible_reason.as_ref());
            view.paint.dim(&if reason.is_empty() {
                view.t("term-no-undo")
            } else {
                format!("{} {reason}", view.label(&view.t("term-no-undo")))
            })
        }
    }
}

/// Names what would have to be undone first, and the command that undoes it all.
fn first(receipt: &Receipt, stale: &StaleUndo, view: &View) -> String {
    let names =
        stale.first.iter().map(|one| format!("{} {}", short(&one.receipt), view.told(&one.summary, 80)));
    let names = names.collect::<Vec<_>>().join(", ");
    let ids = stale.first.iter().map(|one| one.receipt.as_str()).chain([receipt.id.as_str()]);
    let ids = ids.map(short).collect::<Vec<_>>().join(" ");
    let command = view.about("term-undo-chain", "command", format!("countersign undo {ids}"));
    format!("{} {command}", view.about("term-undo-first", "receipts", names))
}

/// Whether something was undone by it; undoing that is called redo.
fn is_undo(receipt: &Receipt) -> bool {
    receipt.undoes.is_some() && !receipt.is_redo
}

/// Returns the name of the undo: `undo`, or `rollback` if it is not exact; of an undo `redo`.
fn verb(receipt: &Receipt, label: UndoLabel, view: &View) -> String {
    match label {
        _ if is_undo(receipt) => view.t("term-redo"),
        UndoLabel::Undo => view.t("term-undo"),
        UndoLabel::Rollback => view.t("term-rollback"),
    }
}

/// Describes who allowed it.
fn allowed_by(receipt: &Receipt, view: &View) -> String {
    let other = |word: &str| view.coded(&["term-allowed-"], word);
    match &receipt.allowed_by {
        AllowedBy::Person(name) => shown(name),
        AllowedBy::Grant(id) => view.about("receipts-by-grant", "name", short(id)),
        AllowedBy::Policy(name) => view.about("receipts-by-policy", "name", shown(name)),
        AllowedBy::Plan(_) => other("plan"),
        AllowedBy::Timeout(_) => other("timeout"),
        AllowedBy::Automatic => other("automatic"),
    }
}

/// Describes who allowed it, and how well they were separated from agents then.
fn allowed_at_level(receipt: &Receipt, view: &View) -> String {
    let who = allowed_by(receipt, view);
    match receipt.level {
        Some(level) => format!("{who}, {}", view.level(level)),
        None => who,
    }
}

/// All receipts, newest first.
pub fn listed(output: &ListOutput, view: &View) -> String {
    receipts(&output.receipts, view)
}

/// Receipts as a table.
pub fn receipts(receipts: &[Receipt], view: &View) -> String {
    if receipts.is_empty() {
        return format!("{}\n", view.t("receipts-none"));
    }
    let rows: Vec<Vec<Cell>> = receipts.iter().map(|r| row(r, view)).collect();
    let heads = ["term-receipt", "term-at", "term-agent", "term-allowed-by", "term-undo", "term-what"];
    table(&view.heads(&heads), &rows, view)
}

fn row(receipt: &Receipt, view: &View) -> Vec<Cell> {
    let undo = if receipt.undone.is_some() {
        (view.t(if is_undo(receipt) { "term-redone" } else { "receipts-undone" }), Tone::Dim)
    } else if receipt.stale.is_some() {
        (view.t("term-stale"), Tone::Warn)
    } else if let Some(action) = &receipt.undo_action {
        (verb(receipt, action.label, view), Tone::Good)
    } else {
        ("–".to_owned(), Tone::Dim)
    };
    vec![
        (short(&receipt.id), Tone::Handle),
        (view.time(receipt.at), Tone::Dim),
        plain(shown(&receipt.agent)),
        plain(allowed_by(receipt, view)),
        undo,
        plain(view.told(&receipt.summary, 120)),
    ]
}

/// The page of one receipt.
pub fn page(receipt: &Receipt, view: &View) -> String {
    let title = view.told(&receipt.summary, 2000);
    let mut out = format!("{} {}\n", view.paint.handle(&short(&receipt.id)), view.paint.strong(&title));
    for change in &receipt.effects {
        out.push_str(&format!("  {}\n", item::change_line(change, view)));
    }
    out.push_str(&printed::of_result(&receipt.result, view));
    let pairs = [
        ("term-tool", shown(&receipt.tool)),
        ("term-allowed-by", allowed_at_level(receipt, view)),
        ("term-at", view.time(receipt.at)),
        ("term-agent", shown(&receipt.agent)),
        ("term-about", shown(&receipt.subject)),
        ("term-item", short_opt(receipt.item.as_ref())),
        ("term-run", short_opt(receipt.run.as_ref())),
        ("term-event", shown(&receipt.event_id)),
        ("term-takes-back", short_opt(receipt.undoes.as_ref())),
        ("term-way-back", way_back(receipt, view)),
        ("term-undo-until", view.time_opt(receipt.undo_until.filter(|_| receipt.undo_action.is_some()))),
        ("term-know", view.all_said(&receipt.rollback_cues).join("; ")),
    ];
    let aside = ["term-about", "term-item", "term-run", "term-event"];
    let pairs: Vec<(&str, String)> =
        pairs.into_iter().filter(|(id, _)| view.verbose || !aside.contains(id)).collect();
    out.push_str(&lines(&pairs, view));
    out
}

/// Renders the result of an undo.
pub fn undone(output: &UndoOutput, view: &View) -> String {
    let (sign, tone) = output.status.mark();
    let message = decided::message(output.status.word(), &output.message, view);
    let mut out = format!("{} {message}\n", view.paint.tone(tone, sign));
    if output.status == UndoStatus::Undone {
        for change in &output.receipt.effects {
            out.push_str(&format!("    {}\n", item::change_line(change, view)));
        }
    }
    if !output.operations.is_empty() {
        out.push_str(&format!("  {}\n", view.t("term-undo-would")));
        output.operations.iter().for_each(|what| out.push_str(&format!("    {}\n", view.said(what))));
        let cues = view.all_said(&output.receipt.rollback_cues);
        cues.iter().for_each(|cue| out.push_str(&format!("  {}\n", view.paint.warn(cue))));
        let command = format!("countersign undo {} --best-effort", short(&output.receipt.id));
        out.push_str(&format!("  {}\n", view.about("term-undo-agree", "command", command)));
        return out;
    }
    let changed = output.difference.as_ref().map(|changed| view.words.say(changed));
    out.push_str(&difference::diff(changed.as_deref(), "    ", usize::MAX, view));
    out.push_str(&line(&output.receipt, view));
    out
}

/// Renders that an undo was called off.
pub fn called_off(output: &cancel::Output, view: &View) -> String {
    format!("{}\n{}", view.said(&output.message), line(&output.receipt, view))
}

/// Renders the results of undoing several receipts, in order.
pub fn several(output: &UndoResults, view: &View) -> String {
    let mut out = String::new();
    for one in &output.results {
        let (sign, tone) = one.status.mark();
        let (id, message) = (
            view.paint.handle(&short(&one.receipt)),
            decided::message(one.status.word(), &one.message, view),
        );
        out.push_str(&format!("{} {id} {message}\n", view.paint.tone(tone, sign)));
    }
    out
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{
        super::tests::{filled, plain as view},
        *,
    };

    #[test]
    fn receipts_are_a_table_that_says_what_can_be_undone() {
        let value = json!({"receipts": [
            {"id": "rc9-aaaa", "at": 0, "agent": "codex", "summary": "Set title", "allowed_by": {"by": "person", "name": "ana"},
             "undo_action": {"label": "Undo", "expected_event_id": "e9-x"}},
            {"id": "rc8-aaaa", "at": 0, "agent": "codex", "summary": "Send mail", "allowed_by": {"by": "grant", "name": "g3-ffff"},
             "undo_action": null, "irreversible_reason": "it was sent"},
            {"id": "rc7-aaaa", "at": 0, "agent": "codex", "summary": "Set due", "allowed_by": {"by": "automatic"},
             "undo_action": {"label": "Undo"}, "undone": {"receipt": "rc10-bbbb"}},
        ]});
        insta::assert_snapshot!(listed(&filled(value), &view()));
    }

    #[test]
    fn a_page_says_at_which_level_a_person_allowed_it_and_an_old_one_does_not() {
        let mut receipt = json!({"id": "rc9-aaaa", "allowed_by": {"by": "person", "name": "ana"}});
        assert!(page(&filled(receipt.clone()), &view()).contains("ana\n"));
        receipt["level"] = "same_user".into();
        assert!(page(&filled(receipt), &view()).contains("ana, level 1: same user\n"));
    }

    #[test]
    fn the_way_back_is_a_command_or_a_reason() {
        let line = |receipt: Value| line(&filled(receipt), &view());
        let stale =
            json!({"id": "rc9-aaaa", "undo_action": {"label": "Undo"}, "stale": {"reason": "a.txt changed"}});
        let again = "undo no longer applies: a.txt changed (countersign undo rc9 checks again)";
        assert_eq!(line(stale), format!("    receipt rc9  {again}\n"));
        let exact = line(json!({"id": "rc9-aaaa", "undo_action": {"label": "Undo"}}));
        assert_eq!(exact, "    receipt rc9  undo: countersign undo rc9\n");
        let sent = line(json!({"id": "rc8-aaaa", "undo_action": null, "irreversible_reason": "it was sent"}));
        assert_eq!(sent, "    receipt rc8  no undo: it was sent\n");
    }
}
