//! What happened since a person's last visit, and what waits.

use serde_json::Value;

use super::{View, card, item, list_of, receipt, short, short_id, text_of};

/// Newest first, each with its way back; then what waits.
pub fn since(value: &Value, view: &View) -> String {
    let happened = list_of(value, "happened");
    let when = value["since"].as_u64().map(|ms| view.about("term-since-when", "time", view.time(ms)));
    let when = when.unwrap_or_else(|| view.t("term-so-far"));
    let mut out = match happened.len() {
        0 => format!("{}\n", view.about("term-nothing-new", "when", when)),
        n => format!("{}\n", view.paint.strong(&format!("{} {when}", view.words.count("term-n-events", n)))),
    };
    happened.iter().for_each(|h| out.push_str(&line(h, view)));
    if let Some(next) = value["next"].as_str() {
        let more = format!("{} countersign since --before {}", view.t("term-more"), short(next));
        out.push_str(&format!("{}\n", view.paint.dim(&more)));
    }
    let waiting = list_of(value, "waiting");
    if !waiting.is_empty() {
        let more = match value["more_waiting"] == true {
            true => format!(" {}", view.t("term-and-more")),
            false => String::new(),
        };
        let head = format!("{}{more}", view.words.count("inbox-count", waiting.len()));
        out.push_str(&format!("\n{}\n{}", view.paint.strong(&head), card::waits(waiting, view)));
    }
    if value["marked"] == true {
        out.push_str(&format!("{}\n", view.paint.dim(&view.t("term-next-list"))));
    }
    out
}

fn line(happening: &Value, view: &View) -> String {
    let what = text_of(happening, "what");
    let sign = match what.as_str() {
        "landed" => "applied",
        "decided" => happening["status"].as_str().unwrap_or_default(),
        "asked" => "pending",
        other => other,
    };
    let (sign, tone) = item::mark(sign);
    let time = happening["at"].as_u64().map(|ms| view.time(ms)).unwrap_or_default();
    let title = match happening["kind"].as_str() {
        // Others are titled by who made them.
        Some("receipt" | "decision" | "item") => view.told(happening, "title", 120),
        _ => happening["title"].as_str().map(|t| view.folded(t, 120)).unwrap_or_default(),
    };
    let mut out = format!(
        "{} {} {} {}  {title}  {}\n",
        view.paint.tone(tone, sign),
        view.paint.dim(&time),
        view.coded(&["receipts-what-"], &what),
        view.paint.handle(&short_id(happening, "id")),
        view.paint.dim(&standing(happening, view)),
    );
    if happening["receipt"].is_object() {
        out.push_str(&receipt::line(&happening["receipt"], view));
    }
    out
}

/// Who did it, and where it stands now where that says more.
fn standing(happening: &Value, view: &View) -> String {
    let by = text_of(happening, "by");
    let by = by.split_once(':').map_or(by.as_str(), |(_, name)| name);
    match text_of(happening, "status") {
        status if status.is_empty() => format!("[{by}]"),
        status => format!("[{by}, {}]", view.item_status(&status)),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{super::tests::plain as view, *};

    #[test]
    fn what_happened_is_told_with_its_way_back_and_what_waits_after_it() {
        let value = json!({
            "since": 0,
            "happened": [
                {"what": "landed", "kind": "receipt", "id": "rc9-aaaa", "title": "Set title", "by": "person:ana", "at": 0,
                 "receipt": {"id": "rc9-aaaa", "undo_action": {"label": "Undo"}}},
                {"what": "decided", "kind": "decision", "id": "d8-aaaa", "title": "Send mail", "status": "rejected",
                 "by": "person:ben", "at": 0},
                {"what": "asked", "kind": "item", "id": "i7-aaaa", "title": "Delete a.txt\u{1b}[2J", "status": "pending",
                 "by": "agent:codex", "at": 0},
                {"what": "expired", "kind": "item", "id": "i2-aaaa", "title": "Set due", "status": "expired",
                 "by": "system:countersign", "at": 0},
            ],
            "next": "e2-aaaaaa",
            "waiting": [{"kind": "item", "id": "i7-aaaa", "agent": "codex", "title": "Delete a.txt", "status": "pending"}],
            "more_waiting": false,
            "marked": true,
        });
        insta::assert_snapshot!(since(&value, &view()));
    }

    #[test]
    fn nothing_new_says_so() {
        let value = json!({"since": null, "happened": [], "waiting": [], "marked": false});
        assert_eq!(since(&value, &view()), "Nothing new so far.\n");
    }
}
