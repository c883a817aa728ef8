//! The log and views of it: events, the agent's context, the result of a verification.

use countersign_core::{
    agent::news,
    audit::{
        Verification,
        operations::LogOutput,
        report::{LogRow, Report, export::ExportOutput},
    },
    authority::operations::CreateOutput,
    decision::{
        Decision,
        operations::{ContextOutput, ListOutput},
    },
    item::ItemStatus,
    judge::Ruling,
    policy::operations::{CheckOutput, ToolOutput, ToolView},
    text::visible_multiline,
};
use countersign_words::Message;

use super::{
    Tone, View, item, short, short_opt, shown, shown_opt,
    status::Status,
    table::{Cell, lines, named, plain, table},
};

/// Renders logged tool calls, newest first.
pub fn calls(output: &LogOutput, view: &View) -> String {
    if output.calls.is_empty() {
        return format!("{}\n", view.t("audit-none"));
    }
    let rows: Vec<Vec<Cell>> = output.calls.iter().map(|c| row(c, view)).collect();
    let heads = [
        "term-event",
        "term-at",
        "term-who",
        "term-run",
        "term-ended",
        "term-confirmed",
        "term-tool",
        "term-arguments",
    ];
    table(&view.heads(&heads), &rows, view)
}

fn row(call: &LogRow, view: &View) -> Vec<Cell> {
    // The log keeps words, also those of earlier versions.
    let ended = call.result_status.map_or(call.status.as_str(), |status| status.as_str());
    let tone = match ended {
        "success" | "done" => Tone::Good,
        "error" | "failed" | "refused" => Tone::Bad,
        "rejected_by_user" | "stale" | "held" => Tone::Warn,
        _ => Tone::Plain,
    };
    // Only for our own tool: a server's answer may contain anything.
    let rehearsed = call.tool == "shell.run" && call.result["rehearsed"] == true;
    let said = view.coded(&["audit-", "status-", "work-is-", "term-is-"], ended);
    let ended = if rehearsed { format!("{said}, {}", view.t("history-by-rehearsed")) } else { said };
    vec![
        (short(&call.event_id), Tone::Handle),
        (view.time(call.at), Tone::Dim),
        plain(shown(&call.actor)),
        plain(short_opt(call.run.as_ref())),
        (ended, tone),
        plain(if call.user_confirmed { view.t("audit-by-person") } else { "–".to_owned() }),
        plain(shown(&call.tool)),
        plain(view.folded(&call.arguments.to_string(), 100)),
    ]
}

/// Renders an export: byte for byte into a file, escaped on a terminal.
pub fn export(output: &ExportOutput, view: &View) -> String {
    if view.is_terminal { visible_multiline(&output.text).text } else { output.text.clone() }
}

/// Renders a report as text.
pub fn report(report: &Report, _view: &View) -> String {
    visible_multiline(&report.markdown).text
}

/// Renders the tools; a single one with its parameters.
pub fn tools(output: &ToolOutput, view: &View) -> String {
    let row = |tool: &ToolView| {
        vec![
            (shown(&tool.name), Tone::Handle),
            (view.class(tool.class), view.class_tone(tool.class)),
            plain(view.folded(&view.words.known(&tool.doc), 120)),
        ]
    };
    let rows: Vec<Vec<Cell>> = output.tools.iter().map(row).collect();
    let mut out = table(&view.heads(&["term-tool", "term-class", "term-does"]), &rows, view);
    if let [only] = output.tools.as_slice() {
        let schema = format!("{:#}", only.schema);
        out.push_str(&format!("{}\n", visible_multiline(&schema).text));
    }
    out
}

/// Decisions, newest first.
pub fn history(output: &ListOutput, view: &View) -> String {
    if output.decisions.is_empty() {
        return format!("{}\n", view.t("history-none"));
    }
    let row = |d: &Decision| {
        let failed = d.failed.is_some().then_some("history-failed");
        let (sign, tone) = if failed.is_some() { ItemStatus::Failed.mark() } else { d.decision.mark() };
        let notes = [d.withdrawn.then_some("history-withdrawn"), failed];
        let notes = notes.into_iter().flatten().map(|id| format!(" ({})", view.t(id))).collect::<String>();
        let why = d.reason.as_ref().map(|r| view.folded(r, 100));
        let why = why.or_else(|| d.failed.as_ref().map(|f| view.told(f, 100)));
        let word = view.item_status(d.decision.word());
        vec![
            (view.time(d.at), Tone::Dim),
            (format!("{sign} {word}{notes}"), tone),
            (short(&d.item), Tone::Handle),
            plain(shown(&d.by)),
            plain(shown(&d.agent)),
            plain(view.told(&d.summary, 80)),
            plain(why.unwrap_or_default()),
        ]
    };
    let rows: Vec<Vec<Cell>> = output.decisions.iter().map(row).collect();
    let heads =
        ["term-at", "term-decision", "term-item", "term-who", "term-agent", "term-what", "term-reason"];
    table(&view.heads(&heads), &rows, view)
}

/// Renders the agent's context as it is.
pub fn context(output: &ContextOutput, _view: &View) -> String {
    visible_multiline(&output.text).text
}

/// Renders the news on an agent's proposals.
pub fn news(output: &news::Output, view: &View) -> String {
    match output.text.is_empty() {
        true => format!("{}\n", view.t("term-no-news")),
        false => visible_multiline(&output.text).text,
    }
}

/// The result of `audit verify`.
pub fn verified(found: &Verification, view: &View) -> String {
    let events = usize::try_from(found.events).unwrap_or(usize::MAX);
    let mut out = if found.ok {
        let text = view.words.count("term-log-whole", events);
        format!("{}\n", view.paint.tone(Tone::Good, &format!("✓ {text}")))
    } else {
        format!("{}\n", view.paint.bad(&format!("✗ {}", view.words.count("term-log-broken", events))))
    };
    let named =
        |name: &str, text: &Message| format!("{} {}", view.coded(&["term-bad-"], name), view.said(text));
    let bad = found.first_bad.as_ref();
    let bad = bad.map(|bad| format!("{}, {}", named("at", &bad.at), named("what", &bad.what)));
    let unproven = view.all_said(&found.unproven).join("; ");
    out.push_str(&lines(&[("term-first-bad", bad.unwrap_or_default()), ("term-not-proved", unproven)], view));
    out
}

/// The answer of `check`.
pub fn judged(output: &CheckOutput, view: &View) -> String {
    let tone = match output.verdict {
        Ruling::Proceed => Tone::Good,
        Ruling::Refuse => Tone::Bad,
        Ruling::ProceedAfter | Ruling::Ask => Tone::Warn,
    };
    let verdict = view.coded(&["policy-verdict-"], output.verdict.as_str());
    let mut out = format!("{} · {}\n", view.paint.tone(tone, &verdict), view.class(output.class));
    let facts = &output.facts;
    let summary = output.summary.as_ref().map(|summary| view.told(summary, 200)).unwrap_or_default();
    let list = |name: &str, things: &[String]| (view.field(name), item::touched(things));
    let said = |name: &str, things: &[Message]| (view.field(name), view.all_said(things).join(", "));
    let flag = |name: &str, is_so: bool| {
        let said = if is_so { view.coded(&["details-flag-"], name) } else { String::new() };
        (view.t("term-and"), said)
    };
    let pairs = [
        (view.t("term-what"), summary),
        (view.t("term-why"), view.all_said(&output.reasons).join("; ")),
        (view.t("term-rule"), shown_opt(output.rule.as_ref())),
        (view.t("term-first"), view.said_if(output.first.as_ref())),
        (view.t("term-row"), shown(output.row.as_str())),
        (view.t("term-cannot-run"), view.said_if(output.invalid.as_ref())),
        said("changes", &facts.changes),
        list("deletes", &facts.deletes),
        said("destroys", &facts.destroys),
        said("executes", &facts.executes),
        list("hosts", &facts.hosts),
        flag("opaque", facts.opaque),
        flag("outside", facts.outside),
        flag("privileged", facts.privileged),
        said("protected", &facts.protected),
        list("reads", &facts.reads),
        flag("sends", facts.sends),
        list("writes", &facts.writes),
    ];
    out.push_str(&named(&pairs, view));
    out
}

/// Renders a new token: alone for a program, with a note for a person on a terminal.
pub fn token(output: &CreateOutput, view: &View) -> String {
    let token = shown(&output.token);
    if !view.is_terminal {
        return format!("{token}\n");
    }
    let (kind, name) = (view.field(output.kind.as_str()), shown(&output.name));
    let note = format!("{kind} {name} ({}): {}", short(&output.id), view.t("term-token-once"));
    format!("{token}\n{}\n", view.paint.dim(&note))
}

#[cfg(test)]
mod tests {
    use countersign_core::audit::Bad;
    use serde_json::json;

    use super::{
        super::tests::{filled, plain as view},
        *,
    };

    #[test]
    fn g1_a_broken_log_says_where_and_a_whole_one_what_it_cannot_prove() {
        let first_bad = Some(Bad { at: "e7-aa".into(), what: "its body was edited".into() });
        let bad = Verification { ok: false, events: 12, first_bad, ..Verification::default() };
        assert_eq!(
            verified(&bad, &view()),
            "✗ the log fails verification (12 events checked)\n  first bad  at e7-aa, what its body was edited\n"
        );
        let unproven = vec!["no witness".into()];
        let good = Verification { ok: true, events: 1, unproven, ..Verification::default() };
        assert_eq!(
            verified(&good, &view()),
            "✓ the log is intact: 1 event, each chained to all before it\n  not proven  no witness\n"
        );
    }

    #[test]
    fn a1_a_call_that_was_only_rehearsed_says_so_and_no_server_can_say_it() {
        let call = |tool: &str| {
            let result = json!({"rehearsed": true});
            let called = json!({"tool": tool, "result_status": "success", "result": result});
            calls(&filled(json!({"calls": [called]})), &view())
        };
        assert!(call("shell.run").contains("success, rehearsed"));
        assert!(!call("other.run").contains("rehearsed"));
    }

    #[test]
    fn a_token_is_alone_where_a_program_takes_it() {
        let value =
            filled(json!({"token": "cs_agent_00", "id": "tk2-aaaa", "kind": "agent", "name": "codex"}));
        assert_eq!(token(&value, &View { is_terminal: false, ..view() }), "cs_agent_00\n");
        assert!(token(&value, &view()).contains("agent codex (tk2): shown only once"));
    }

    #[test]
    fn h2_an_export_is_exact_in_a_file_and_inert_on_a_terminal() {
        let value = filled(json!({"text": "a\u{202e}b\n"}));
        assert_eq!(export(&value, &View { is_terminal: false, ..view() }), "a\u{202e}b\n");
        assert!(!export(&value, &view()).contains('\u{202e}'));
    }

    #[test]
    fn a_judgement_shows_verdict_class_and_facts() {
        let text = judged(
            &filled(json!({"class": "mutable", "verdict": "ask", "row": "class", "rule": null,
                           "reasons": ["it changes something"],
                           "facts": {"writes": ["task:t1/title"], "opaque": true}})),
            &view(),
        );
        assert_eq!(
            text,
            "ask · mutable\n  why     it changes something\n  row     class\n  and     opaque\n  writes  task:t1/title\n"
        );
    }
}
