//! What has happened: receipts, decisions and runs with their timeline.

use countersign_core::{
    decision::{Decision, DecisionWord},
    item::view::Standing,
    receipt::{AllowedBy, Receipt, UndoLabel},
    run::{RunStatus, operations::ShowOutput},
};
use countersign_words::Words;
use serde_json::Value;

use super::{About, Page, all_said, change_lines, fact, heading, other::named, value_lines};
use crate::{
    row::{standing, standing_mark},
    text::{Line, Tone, ago, safe, safe_lines, safe_short, said, short},
};

/// Returns the page of a receipt: what was done, what came back, and the way back.
pub fn receipt(words: Words, receipt: &Receipt) -> Page {
    let mut lines = vec![Line::new(Tone::Strong, safe_short(&words.say(&receipt.summary), 2_000))];
    let allowed = allowed_by(words, &receipt.allowed_by);
    lines.push(Line::new(
        Tone::Dim,
        format!("{} · {} · {allowed}", safe(&receipt.agent), safe(&receipt.tool)),
    ));
    lines.push(Line::new(Tone::Plain, said(words, &receipt.rollback_label)));
    for cue in all_said(words, &receipt.rollback_cues) {
        lines.push(Line::new(Tone::Warn, cue).indent(2));
    }
    if let Some(undone) = &receipt.undone {
        let by = words.with("receipts-undone-by", &[("who", safe(&undone.by).into())]);
        lines.push(Line::new(Tone::Warn, by));
    }
    if let Some(stale) = &receipt.stale {
        lines.push(Line::new(
            Tone::Bad,
            format!("{} {}", words.t("receipts-stale"), said(words, &stale.reason)),
        ));
        if !stale.first.is_empty() {
            lines.push(Line::new(Tone::Plain, words.t("receipts-stale-first")).indent(2));
        }
        if stale.can_merge {
            lines.push(Line::new(Tone::Plain, words.t("tui-merge")).indent(2));
        }
        for one in &stale.first {
            let summary = safe_short(&words.say(&one.summary), 240);
            let line = Line::new(Tone::Handle, short(&one.receipt)).and(Tone::Plain, format!(" {summary}"));
            lines.push(line.indent(4));
        }
    }
    if !receipt.effects.is_empty() {
        lines.extend(heading(words.t("receipts-what")));
        receipt.effects.iter().for_each(|change| change_lines(words, change, &mut lines));
    }
    result(words, &receipt.result, &mut lines);
    let undo = receipt.undo_action.as_ref().filter(|_| receipt.undone.is_none());
    let about = About::Receipt {
        handle: undo.map(|undo| undo.expected_event_id.clone()),
        cues: all_said(words, &receipt.rollback_cues),
        is_rollback: undo.is_some_and(|undo| undo.label == UndoLabel::Rollback),
        first: receipt.stale.as_ref().map(|stale| stale.first.clone()).unwrap_or_default(),
        can_merge: receipt.undone.is_none() && receipt.stale.as_ref().is_some_and(|stale| stale.can_merge),
    };
    Page::new(&receipt.id, about, lines)
}

/// Appends what came back. What a command printed is shown as it printed it.
fn result(words: Words, result: &Value, lines: &mut Vec<Line>) {
    if result.is_null() {
        return;
    }
    lines.extend(heading(words.t("receipts-result")));
    let mut rest = result.clone();
    if let Some(code) = rest.get("exit_code").and_then(Value::as_i64) {
        let tone = if code == 0 { Tone::Good } else { Tone::Bad };
        lines.push(Line::new(tone, words.with("work-exit", &[("n", code.into())])).indent(2));
        // What is as always, or follows from the output, is left out.
        rest.as_object_mut().into_iter().for_each(|fields| {
            fields.retain(|name, value| {
                let is_usual = value.is_null() || *value == Value::Bool(false) || name.ends_with("_bytes");
                !is_usual && !["exit_code", "duration_ms", "rehearsed"].contains(&name.as_str())
            });
        });
    }
    for (name, tone) in [("stdout", Tone::Plain), ("stderr", Tone::Warn), ("output", Tone::Plain)] {
        let Some(text) = rest.get(name).and_then(Value::as_str).map(str::to_owned) else { continue };
        lines.extend(safe_lines(&text).into_iter().map(|line| Line::new(tone, line).indent(2).code()));
        rest.as_object_mut().and_then(|fields| fields.remove(name));
    }
    if rest.as_object().is_none_or(|fields| !fields.is_empty()) {
        lines.extend(value_lines(&rest).into_iter().map(|line| line.indent(2)));
    }
}

fn allowed_by(words: Words, by: &AllowedBy) -> String {
    let named = |id: &str, name: &str| words.with(id, &[("name", safe(name).into())]);
    match by {
        AllowedBy::Person(name) => named("receipts-by-person", name),
        AllowedBy::Grant(name) => named("receipts-by-grant", &short(name)),
        AllowedBy::Policy(name) => named("receipts-by-policy", name),
        AllowedBy::Plan(name) => named("receipts-by-plan", &short(name)),
        AllowedBy::Timeout(name) => named("receipts-by-timeout", &short(name)),
        AllowedBy::Automatic => words.t("receipts-by-automatic").into_owned(),
    }
}

/// Returns what people answered so far.
pub fn decisions(words: Words, decisions: &[Decision]) -> Vec<Line> {
    if decisions.is_empty() {
        return Vec::new();
    }
    let mut lines = heading(words.t("details-decisions")).to_vec();
    for one in decisions {
        let word = match one.decision {
            DecisionWord::Confirmed => "details-decided-confirmed",
            DecisionWord::Rejected => "details-decided-rejected",
            DecisionWord::Deferred => "details-decided-deferred",
        };
        let mut reason = one.reason.as_ref().map(|r| format!(": {}", safe(r))).unwrap_or_default();
        if let Some(why) = &one.failed {
            reason.push_str(&format!(" · {}: {}", words.t("history-failed"), safe(&words.say(why))));
        }
        lines
            .push(Line::new(Tone::Plain, format!("{} · {}{reason}", words.t(word), safe(&one.by))).indent(2));
    }
    lines
}

/// An entry of a timeline.
type Entry = (u64, &'static str, Tone, String);

/// Returns the page of a run with its timeline, newest last.
pub fn run(words: Words, found: &ShowOutput, now: u64) -> Page {
    let run = &found.run;
    let title = run.title.as_deref().map_or_else(
        || words.with("runs-of", &[("agent", safe(&run.agent).into())]),
        |title| safe_short(title, 400),
    );
    let mut lines = vec![
        Line::new(Tone::Strong, title),
        Line::new(Tone::Dim, format!("{} · {}", safe(&run.agent), standing(words, run.status.into()))),
    ];
    let text = |text: &Option<String>| text.as_deref().map(safe).unwrap_or_default();
    for (id, value) in [
        ("work-reason", text(&run.reason)),
        ("runs-held-by", text(&run.held_by)),
        ("runs-folder", text(&run.cwd)),
        ("details-subject", text(&run.subject)),
        ("runs-started", ago(words, run.started_at, now)),
        ("runs-ended", run.ended_at.map(|at| ago(words, at, now)).unwrap_or_default()),
    ] {
        lines.extend(fact(words, id, value));
    }
    for waits in &found.waiting_for {
        let title = safe_short(&words.say(&waits.title), 240);
        lines.push(
            Line::new(Tone::Warn, format!("○ {} ", short(&waits.id))).and(Tone::Plain, title).indent(2),
        );
    }
    lines.extend(heading(words.t("runs-timeline")));
    let mut entries: Vec<Entry> = Vec::new();
    for item in &found.items {
        let (sign, tone) = standing_mark(Standing::from(item.status));
        let summary = safe_short(&words.say(&item.summary), 240);
        entries.push((
            item.created_at,
            sign,
            tone,
            format!("{}: {summary}", named(words, "runs-entry-item", &item.id)),
        ));
    }
    for receipt in &found.receipts {
        let (sign, tone) = if receipt.undone.is_some() { ("↶", Tone::Warn) } else { ("✓", Tone::Good) };
        let summary = safe_short(&words.say(&receipt.summary), 240);
        entries.push((
            receipt.at,
            sign,
            tone,
            format!("{}: {summary}", named(words, "runs-entry-receipt", &receipt.id)),
        ));
    }
    entries.sort_by_key(|(at, ..)| *at);
    if entries.is_empty() {
        lines.push(Line::new(Tone::Dim, words.t("runs-nothing")).indent(2));
    }
    for (at, sign, tone, text) in entries {
        let when = ago(words, at, now);
        let line = Line::new(tone, format!("{sign} ")).and(Tone::Plain, text);
        lines.push(line.and(Tone::Dim, format!("  {when}")).indent(2));
    }
    let about = About::Run { open: run.status.is_open(), paused: run.status == RunStatus::Paused };
    Page::new(&run.id, about, lines)
}
