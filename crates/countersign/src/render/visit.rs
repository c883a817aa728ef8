//! Events since a person's last visit, and what waits.

use countersign_core::answer_status::HappeningWhat;
use countersign_core::item::view::Standing;
use countersign_core::visit::operations::{Happening, Output};

use super::{View, asks, card, receipt, short, shown, status};

/// Renders events, newest first, each with its undo; then what waits.
pub fn since(output: &Output, view: &View) -> String {
    let when = output.since.map(|ms| view.about("term-since-when", "time", view.time(ms)));
    let when = when.unwrap_or_else(|| view.t("term-so-far"));
    let mut out = match output.happened.len() {
        0 => format!("{}\n", view.about("term-nothing-new", "when", when)),
        n => format!("{}\n", view.paint.strong(&format!("{} {when}", view.words.count("term-n-events", n)))),
    };
    output.happened.iter().for_each(|h| out.push_str(&line(h, view)));
    if let Some(next) = &output.next {
        let more = format!("{} countersign log --new --before {}", view.t("term-more"), short(next));
        out.push_str(&format!("{}\n", view.paint.dim(&more)));
    }
    if !output.waiting.is_empty() {
        let more = match output.more_waiting {
            true => format!(" {}", view.t("term-and-more")),
            false => String::new(),
        };
        let head = format!("{}{more}", view.words.count("inbox-count", output.waiting.len()));
        let waits = card::waits(&output.waiting, view);
        out.push_str(&format!("\n{}\n{waits}", view.paint.strong(&head)));
    }
    if output.marked {
        out.push_str(&format!("{}\n", view.paint.dim(&view.t("term-next-list"))));
    }
    out
}

/// Renders what happens while a person watches, with the commands that answer what is asked.
pub fn happened(news: &[Happening], view: &View) -> String {
    let asked = |h: &Happening| matches!(h.what, HappeningWhat::Asked);
    let each = news.iter().map(|h| match asked(h) {
        true => format!("{}    {}\n", line(h, view), view.paint.handle(&asks::ways(&h.id))),
        false => line(h, view),
    });
    each.collect()
}

fn line(happening: &Happening, view: &View) -> String {
    let (sign, tone) = status::happened(happening.what, happening.status.map(Standing::as_str));
    let title = view.told(&happening.title, 120);
    let mut out = format!(
        "{} {} {} {}  {title}  {}\n",
        view.paint.tone(tone, sign),
        view.paint.dim(&view.time(happening.at)),
        view.coded(&["receipts-what-"], happening.what.as_str()),
        view.paint.handle(&short(&happening.id)),
        view.paint.dim(&standing(happening, view)),
    );
    if let Some(receipt) = &happening.receipt {
        out.push_str(&receipt::line(receipt, view));
    }
    out
}

/// Describes who did it, and its current status if that says more.
fn standing(happening: &Happening, view: &View) -> String {
    let by = shown(&happening.by);
    let by = by.split_once(':').map_or(by.as_str(), |(_, name)| name);
    match happening.status.map(Standing::as_str) {
        None => format!("[{by}]"),
        Some(status) => format!("[{by}, {}]", view.item_status(status)),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{
        super::tests::{filled, plain as view},
        *,
    };

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
        insta::assert_snapshot!(since(&filled(value), &view()));
    }

    #[test]
    fn nothing_new_says_so() {
        let value = json!({"since": null, "happened": [], "waiting": [], "marked": false});
        assert_eq!(since(&filled(value), &view()), "Nothing new so far.\n");
    }
}
