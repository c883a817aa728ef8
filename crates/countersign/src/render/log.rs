//! The log and what is drawn from it: events, the agent's context, the result of a verification.

use serde_json::Value;

use super::{
    Tone, View, item, list_of, short_id,
    table::{Cell, lines, named, plain, table},
    text_of,
};

/// Tool calls as the log tells them, newest first.
pub fn calls(value: &Value, view: &View) -> String {
    let calls = list_of(value, "calls");
    if calls.is_empty() {
        return format!("{}\n", view.t("audit-none"));
    }
    let rows: Vec<Vec<Cell>> = calls.iter().map(|c| row(c, view)).collect();
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

fn row(call: &Value, view: &View) -> Vec<Cell> {
    let ended = [text_of(call, "result_status"), text_of(call, "status")].into_iter().find(|t| !t.is_empty());
    let ended = ended.unwrap_or_default();
    let tone = match ended.as_str() {
        "success" | "done" => Tone::Good,
        "error" | "failed" | "refused" => Tone::Bad,
        "rejected_by_user" | "stale" | "held" => Tone::Warn,
        _ => Tone::Plain,
    };
    // Only of our own tool: what a server answers may say anything.
    let rehearsed = call["tool"] == "shell.run" && call["result"]["rehearsed"] == true;
    let said = view.coded(&["audit-", "status-", "work-is-", "term-is-"], &ended);
    let ended = if rehearsed { format!("{said}, {}", view.t("history-by-rehearsed")) } else { said };
    vec![
        (short_id(call, "event_id"), Tone::Handle),
        (call["at"].as_u64().map(|ms| view.time(ms)).unwrap_or_default(), Tone::Dim),
        plain(text_of(call, "actor")),
        plain(short_id(call, "run")),
        (ended, tone),
        plain(if call["user_confirmed"] == true { view.t("audit-by-person") } else { "–".to_owned() }),
        plain(text_of(call, "tool")),
        plain(view.folded(&call["arguments"].to_string(), 100)),
    ]
}

/// An export: byte for byte into a file, inert on a terminal.
pub fn export(value: &Value, view: &View) -> String {
    let text = value["text"].as_str().unwrap_or_default();
    if view.is_terminal { countersign_core::text::visible_multiline(text).text } else { text.to_owned() }
}

/// A report, as text.
pub fn report(value: &Value, view: &View) -> String {
    match value["markdown"].as_str() {
        Some(text) => countersign_core::text::visible_multiline(text).text,
        None => super::generic::render(value, view),
    }
}

/// The tools; one alone with what it takes.
pub fn tools(value: &Value, view: &View) -> String {
    let tools = list_of(value, "tools");
    let class = |t: &Value| {
        let tone = if t["class"] == "destructive" { Tone::Bad } else { Tone::Plain };
        (view.class(t), tone)
    };
    let row = |t: &Value| vec![(text_of(t, "name"), Tone::Handle), class(t), plain(view.told(t, "doc", 120))];
    let rows: Vec<Vec<Cell>> = tools.iter().map(row).collect();
    let mut out = table(&view.heads(&["term-tool", "term-class", "term-does"]), &rows, view);
    if let [only] = tools {
        let schema = format!("{:#}", only["schema"]);
        out.push_str(&format!("{}\n", countersign_core::text::visible_multiline(&schema).text));
    }
    out
}

/// Decisions, newest first.
pub fn history(value: &Value, view: &View) -> String {
    let decisions = list_of(value, "decisions");
    if decisions.is_empty() {
        return format!("{}\n", view.t("history-none"));
    }
    let row = |d: &Value| {
        let word = text_of(d, "decision");
        let (sign, tone) = item::mark(if word == "confirmed" { "applied" } else { &word });
        let withdrawn = match d["withdrawn"] == true {
            true => format!(" ({})", view.t("history-withdrawn")),
            false => String::new(),
        };
        let word = view.item_status(&word);
        vec![
            (d["at"].as_u64().map(|ms| view.time(ms)).unwrap_or_default(), Tone::Dim),
            (format!("{sign} {word}{withdrawn}"), tone),
            (short_id(d, "item"), Tone::Handle),
            plain(text_of(d, "by")),
            plain(text_of(d, "agent")),
            plain(view.told(d, "summary", 80)),
            plain(d["reason"].as_str().map(|r| view.folded(r, 100)).unwrap_or_default()),
        ]
    };
    let rows: Vec<Vec<Cell>> = decisions.iter().map(row).collect();
    let heads =
        ["term-at", "term-decision", "term-item", "term-who", "term-agent", "term-what", "term-reason"];
    table(&view.heads(&heads), &rows, view)
}

/// The agent's context: the text that it is given, as it is.
pub fn context(value: &Value, view: &View) -> String {
    match value["text"].as_str() {
        Some(text) => countersign_core::text::visible_multiline(text).text,
        None => super::generic::render(value, view),
    }
}

/// What an agent is told of its proposals.
pub fn news(value: &Value, view: &View) -> String {
    if value["text"] == "" { format!("{}\n", view.t("term-no-news")) } else { context(value, view) }
}

/// The result of `audit verify`.
pub fn verified(value: &Value, view: &View) -> String {
    let events = usize::try_from(value["events"].as_u64().unwrap_or_default()).unwrap_or(usize::MAX);
    let mut out = if value["ok"] == true {
        let text = view.words.count("term-log-whole", events);
        format!("{}\n", view.paint.tone(Tone::Good, &format!("✓ {text}")))
    } else {
        format!("{}\n", view.paint.bad(&format!("✗ {}", view.words.count("term-log-broken", events))))
    };
    let said = |v: &Value| v.as_str().map_or_else(|| view.inline(v), |text| view.said(text));
    let told = |field: &str| match &value[field] {
        Value::Null => String::new(),
        Value::String(text) => view.said(text),
        Value::Array(list) => {
            let each: Vec<_> = list.iter().map(said).collect();
            each.join("; ")
        }
        Value::Object(map) => {
            let pairs = map.iter().filter(|(_, v)| !v.is_null());
            let each: Vec<_> =
                pairs.map(|(k, v)| format!("{} {}", view.coded(&["term-bad-"], k), said(v))).collect();
            each.join(", ")
        }
        other => other.to_string(),
    };
    out.push_str(&lines(
        &[("term-first-bad", told("first_bad")), ("term-not-proved", told("unproven"))],
        view,
    ));
    out
}

/// The answer of `check`.
pub fn judged(value: &Value, view: &View) -> String {
    let verdict = text_of(value, "verdict");
    let tone = match verdict.as_str() {
        "proceed" => Tone::Good,
        "refuse" => Tone::Bad,
        _ => Tone::Warn,
    };
    let verdict = view.coded(&["policy-verdict-"], &verdict);
    let mut out = format!("{} · {}\n", view.paint.tone(tone, &verdict), view.class(value));
    let mut pairs = vec![
        (view.t("term-what"), view.told(value, "summary", 200)),
        (view.t("term-why"), view.each_said(value, "reasons").join("; ")),
        (view.t("term-rule"), text_of(value, "rule")),
        (view.t("term-row"), text_of(value, "row")),
        (view.t("term-cannot-run"), view.said_of(value, "invalid")),
    ];
    for (name, fact) in value["facts"].as_object().into_iter().flatten() {
        if let Some(name) =
            ["reads", "writes", "deletes", "changes", "destroys", "executes", "hosts", "protected"]
                .iter()
                .find(|n| *n == name)
        {
            pairs.push((view.field(name), item::touched(&value["facts"], name, view)));
        } else if fact == true {
            pairs.push((view.t("term-and"), view.coded(&["details-flag-"], name)));
        }
    }
    out.push_str(&named(&pairs, view));
    out
}

/// A new token: alone where a program takes it, with a word for a person on a terminal.
pub fn token(value: &Value, view: &View) -> String {
    let token = text_of(value, "token");
    if !view.is_terminal {
        return format!("{token}\n");
    }
    let (kind, name) = (view.field(&text_of(value, "kind")), text_of(value, "name"));
    let note = format!("{kind} {name} ({}): {}", short_id(value, "id"), view.t("term-token-once"));
    format!("{token}\n{}\n", view.paint.dim(&note))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{super::tests::plain as view, *};

    #[test]
    fn g1_a_broken_log_says_where_and_a_whole_one_what_it_cannot_prove() {
        let bad =
            json!({"ok": false, "events": 12, "first_bad": {"event": "e7-aa", "why": "its body was edited"}});
        assert_eq!(
            verified(&bad, &view()),
            "✗ the log does not hold (12 events looked at)\n  first bad  event e7-aa, why its body was edited\n"
        );
        let good = json!({"ok": true, "events": 1, "first_bad": null, "unproven": "no witness"});
        assert_eq!(
            verified(&good, &view()),
            "✓ the log is whole: 1 event, each bound to all before it\n  not proved  no witness\n"
        );
    }

    #[test]
    fn a1_a_call_that_was_only_rehearsed_says_so_and_no_server_can_say_it() {
        let call = |tool: &str| {
            let result = json!({"rehearsed": true});
            calls(&json!({"calls": [{"tool": tool, "result_status": "success", "result": result}]}), &view())
        };
        assert!(call("shell.run").contains("success, rehearsed"));
        assert!(!call("other.run").contains("rehearsed"));
    }

    #[test]
    fn a_token_is_alone_where_a_program_takes_it() {
        let value = json!({"token": "cs_agent_00", "id": "tk2-aaaa", "kind": "agent", "name": "codex"});
        assert_eq!(token(&value, &View { is_terminal: false, ..view() }), "cs_agent_00\n");
        assert!(token(&value, &view()).contains("agent codex (tk2): shown only this once"));
    }

    #[test]
    fn h2_an_export_is_exact_in_a_file_and_inert_on_a_terminal() {
        let value = json!({"text": "a\u{202e}b\n"});
        assert_eq!(export(&value, &View { is_terminal: false, ..view() }), "a\u{202e}b\n");
        assert!(!export(&value, &view()).contains('\u{202e}'));
    }

    #[test]
    fn a_judgement_shows_verdict_class_and_facts() {
        let text = judged(
            &json!({"class": "mutable", "verdict": "ask", "reasons": ["it changes something"], "rule": null,
                    "facts": {"writes": ["task:t1/title"], "opaque": true}}),
            &view(),
        );
        assert_eq!(
            text,
            "ask · mutable\n  why     it changes something\n  and     opaque\n  writes  task:t1/title\n"
        );
    }
}
