//! Items: a line in a card, a page of their own, and what became of a call or a decision.

use countersign_core::watch::Watch;
use serde_json::Value;

use super::{
    Tone, View, list_of, receipt, server, short, short_id, shown,
    table::{lines, named},
    text_of,
};

/// The mark of a status, and its colour.
pub fn mark(status: &str) -> (&'static str, Tone) {
    match status {
        "pending" | "queued" | "waiting" => ("○", Tone::Plain),
        "deferred" => ("◷", Tone::Dim),
        "blocked" => ("◌", Tone::Warn),
        "confirmed" | "applying" => ("◔", Tone::Good),
        "applied" | "done" | "undone" => ("✓", Tone::Good),
        "rejected" | "refused" => ("✗", Tone::Bad),
        "failed" | "invalid" => ("!", Tone::Bad),
        "stale" => ("~", Tone::Warn),
        "needs_review" | "needs_typed" => ("?", Tone::Warn),
        _ => ("·", Tone::Dim),
    }
}

/// Whether a person can decide it now.
pub fn is_decidable(item: &Value) -> bool {
    matches!(item["status"].as_str(), Some("pending" | "deferred" | "blocked"))
}

/// `goes on in 7 s — hold i12 stops it`, for what goes on by itself.
pub fn countdown(one: &Value, view: &View) -> Option<String> {
    let left = one["auto_approve_timeout"].as_u64()?;
    let told = [("n", left.into()), ("id", short_id(one, "id").into())];
    Some(view.words.with("term-countdown", &told))
}

/// How much a line in a card says.
#[derive(Clone, Copy)]
pub struct Line {
    /// How wide ids are.
    pub width: usize,
    /// Whether to name what it is done to; the heading may have done that for all.
    pub with_target: bool,
    /// Whether to show every change, also what the summary already says.
    pub whole: bool,
}

/// One item in a card: facts, what changes, then the agent's words.
pub fn line(item: &Value, how: Line, view: &View) -> String {
    let Line { width, with_target, whole } = how;
    let paint = view.paint;
    let status = text_of(item, "status");
    let (sign, tone) = mark(&status);
    let id = short_id(item, "id");
    let pad = " ".repeat(width.saturating_sub(id.chars().count()) + 2);
    let mut notes = Vec::new();
    if item["class"] == "destructive" {
        notes.push(paint.bad(&view.t("destructive")));
    }
    if status != "pending" {
        notes.push(paint.dim(&view.item_status(&status)));
    }
    if item["changed_since_seen"] == true {
        notes.push(paint.warn(&view.t("changed-since-seen")));
    }
    if let Some(person) = item["claimed_by"].as_str() {
        notes.push(paint.dim(&view.about("claimed-by", "who", shown(person))));
    }
    if let Some(left) = countdown(item, view) {
        notes.push(paint.warn(&left));
    }
    if let Some(typed) = item["typed"].as_str() {
        notes.push(paint.warn(&format!("--type {:?}", shown(typed))));
    }
    let notes = if notes.is_empty() { String::new() } else { format!("  [{}]", notes.join(", ")) };
    let summary = view.told(item, "summary", 160);
    let target = text_of(&item["preview"], "target");
    let told = item["summary"].as_str().is_some_and(|all| view.literal().folded(all, 160).contains(&target));
    let on = if with_target && !target.is_empty() && !told {
        paint.dim(&format!("  {}", view.said_of(&item["preview"], "target")))
    } else {
        String::new()
    };
    let mut out = format!("  {} {}{pad}{summary}{on}{notes}\n", paint.tone(tone, sign), paint.handle(&id));
    let indent = " ".repeat(width + 6);
    let changes = list_of(&item["preview"], "changes");
    if whole || !matches!(changes, [only] if is_told(only, &summary)) {
        let most = if whole { usize::MAX } else { CARD_CHANGES };
        let shown = changes.iter().take(most);
        shown.for_each(|c| out.push_str(&format!("{indent}{}\n", change_line(c, view))));
        if let Some(left) = changes.len().checked_sub(most).filter(|left| *left > 0) {
            let of = [("n", left.into()), ("total", changes.len().into())];
            let more = format!("… {}: countersign show {id}", view.words.with("details-more-of", &of));
            out.push_str(&format!("{indent}{}\n", paint.warn(&more)));
        }
    }
    for line in not_shown(item, view).into_iter().chain(view.each_said(&item["preview"], "warnings")) {
        out.push_str(&format!("{indent}{}\n", paint.bad(&line)));
    }
    if whole {
        out.push_str(&server::definition(list_of(&item["preview"], "definition"), &indent, view));
        out.push_str(&diff(&item["preview"]["diff"], &indent, CARD_LINES, view));
    }
    out.push_str(&claim(item, &indent, view));
    out
}

/// How many changes a card shows; what is left out is counted, and the page shows all of them.
const CARD_CHANGES: usize = 12;
/// How many lines of a difference a card and a page show; what is left out is counted.
const CARD_LINES: usize = 40;
const PAGE_LINES: usize = 2000;

/// A difference, line by line, removed and added lines in their colours.
pub fn diff(diff: &Value, indent: &str, most: usize, view: &View) -> String {
    let Some(text) = diff.as_str() else { return String::new() };
    let mut out = String::new();
    let lines: Vec<&str> = text.lines().collect();
    for line in lines.iter().take(most) {
        let tone = match line.chars().next() {
            Some('+') => Tone::Good,
            Some('-') => Tone::Bad,
            Some('@') => Tone::Dim,
            _ => Tone::Plain,
        };
        out.push_str(&format!("{indent}{}\n", view.paint.tone(tone, &shown(line))));
    }
    if lines.len() > most {
        let of = [("n", (lines.len() - most).into()), ("total", lines.len().into())];
        let more = view.words.with("diff-after", &of);
        out.push_str(&format!("{indent}{}\n", view.paint.warn(&format!("… {more}"))));
    }
    out
}

/// Whether the summary already says all of a change: something new whose text stands in it.
fn is_told(change: &Value, summary: &str) -> bool {
    change["before"].is_null()
        && change["after"].as_str().is_some_and(|after| summary.contains(&shown(after)))
}

/// `title: "Fix" → "Fix login"`.
pub fn change_line(change: &Value, view: &View) -> String {
    let label = view.paint.dim(&view.label(&view.said_of(change, "label")));
    format!("{label} {}", became(change, view))
}

/// `"Fix" → "Fix login"`.
fn became(change: &Value, view: &View) -> String {
    let side = |name: &str| match change[name].as_str() {
        Some(text) => {
            view.inline(&view.words.say_value(change["label"].as_str().unwrap_or_default(), text).into())
        }
        None => view.inline(&change[name]),
    };
    format!("{} → {}", side("before"), side("after"))
}

/// The agent's words, marked as such, and what is odd about them.
fn claim(item: &Value, indent: &str, view: &View) -> String {
    let mut out = String::new();
    if let Some(said) = item["human_summary"].as_str() {
        out.push_str(&format!(
            "{indent}{} \"{}\"\n",
            view.paint.dim(&view.t("term-agent-says")),
            view.folded(said, 300)
        ));
    }
    for flag in view.each_said(item, "flags") {
        out.push_str(&format!("{indent}{}\n", view.paint.warn(&format!("⚠ {flag}"))));
    }
    out
}

/// The page of one item.
pub fn page(item: &Value, view: &View) -> String {
    let paint = view.paint;
    let (status, class) = (text_of(item, "status"), text_of(item, "class"));
    let (sign, tone) = mark(&status);
    let class_tone = if class == "destructive" { Tone::Bad } else { Tone::Plain };
    let mut out = format!(
        "{} {} · {} · {}\n{}\n",
        paint.tone(tone, sign),
        paint.handle(&short_id(item, "id")),
        paint.tone(tone, &view.item_status(&status)),
        paint.tone(class_tone, &view.class(item)),
        paint.strong(&view.told(item, "summary", 2000)),
    );
    for line in not_shown(item, view).into_iter().chain(view.each_said(&item["preview"], "warnings")) {
        out.push_str(&format!("  {}\n", paint.bad(&line)));
    }
    out.push_str(&named(&[effect(item, view), circumstances(item, view)].concat(), view));
    for change in list_of(&item["preview"], "changes").iter().filter(|c| has_long_label(c)) {
        out.push_str(&format!("  {}\n", change_line(change, view)));
    }
    out.push_str(&server::definition(list_of(&item["preview"], "definition"), "  ", view));
    out.push_str(&diff(&item["preview"]["diff"], "  ", PAGE_LINES, view));
    out.push_str(&arguments(item, view));
    out.push_str(&claim(item, "  ", view));
    if item["changed_since_seen"] == true {
        out.push_str(&format!("  {}\n", paint.warn(&format!("⚠ {}", view.t("changed-since-seen")))));
    }
    if let Some(left) = countdown(item, view) {
        out.push_str(&format!("  {}\n", paint.warn(&left)));
    }
    if is_decidable(item) {
        let id = short_id(item, "id");
        let typed = item["typed"].as_str().map_or_else(String::new, |t| format!(" --type {:?}", shown(t)));
        let ways = format!("countersign confirm {id}{typed} · reject {id} --reason … · defer {id}");
        out.push_str(&format!("  {}\n", paint.handle(&ways)));
    }
    out
}

/// Paths are too long to stand in a column of names.
fn has_long_label(change: &Value) -> bool {
    change["label"].as_str().is_some_and(|l| l.chars().count() > 24)
}

/// What an effect touches and changes.
pub fn effect(item: &Value, view: &View) -> Vec<(String, String)> {
    let preview = &item["preview"];
    let mut pairs = vec![(view.t("term-target"), view.said_of(preview, "target"))];
    for change in list_of(preview, "changes").iter().filter(|c| !has_long_label(c)) {
        let label = change["label"].as_str().filter(|l| *l == shown(l));
        let label = label.map_or_else(|| view.t("term-change"), |label| view.said(label));
        pairs.push((label, became(change, view)));
    }
    for fact in ["reads", "writes", "deletes", "executes", "hosts", "protected"] {
        pairs.push((view.field(fact), touched(&item["facts"], fact, view)));
    }
    for fact in ["sends", "opaque", "outside", "privileged"] {
        pairs.push((
            view.field(fact),
            if item["facts"][fact] == true { view.t("work-yes") } else { String::new() },
        ));
    }
    pairs
}

/// What a fact names, where it is of things; what is always asked about is said in words.
pub fn touched(facts: &Value, fact: &str, view: &View) -> String {
    if fact == "protected" {
        return view.each_said(facts, fact).join(", ");
    }
    list_of(facts, fact).iter().filter_map(Value::as_str).map(shown).collect::<Vec<_>>().join(", ")
}

fn circumstances(item: &Value, view: &View) -> Vec<(String, String)> {
    let time = |field: &str| item[field].as_u64().map(|ms| view.time(ms)).unwrap_or_default();
    let ids = |field: &str| {
        list_of(item, field).iter().filter_map(Value::as_str).map(short).collect::<Vec<_>>().join(", ")
    };
    let persons: Vec<_> = list_of(item, "approved_by").iter().filter_map(Value::as_str).map(shown).collect();
    let approvals = match text_of(item, "approvals") {
        one if one.ends_with(" of 1") => String::new(),
        several if persons.is_empty() => n_of(&several, view),
        several => format!("{} ({})", n_of(&several, view), persons.join(", ")),
    };
    let pairs = [
        ("term-undo", reversal(&item["reversal"], view)),
        ("term-why", why(&item["why"], view)),
        ("term-waits-for", ids("depends_on")),
        ("term-approvals", approvals),
        ("term-held-by", text_of(item, "claimed_by")),
        ("term-agent", text_of(item, "agent")),
        ("term-about", text_of(item, "subject")),
        ("term-run", short_id(item, "run")),
        ("term-set", short_id(item, "change_set")),
        ("term-proposed", time("created_at")),
        ("term-expires", if is_decidable(item) { time("expires_at") } else { String::new() }),
        ("term-decided", time("decided_at")),
        ("term-reason", text_of(item, "reason")),
        ("term-error", view.said_of(item, "error")),
        ("term-receipt", short_id(item, "receipt")),
        (
            "term-digest",
            item["digest"]
                .as_str()
                .map(|d| shown(&d.chars().take(16).collect::<String>()))
                .unwrap_or_default(),
        ),
    ];
    pairs.into_iter().map(|(id, value)| (view.t(id), value)).collect()
}

/// `1 of 2`.
fn n_of(text: &str, view: &View) -> String {
    let Some((n, total)) = text.split_once(" of ") else { return text.to_owned() };
    view.words.with("term-n-of", &[("n", n.into()), ("total", total.into())])
}

/// In words, whether an effect can be taken back.
pub fn reversal(reversal: &Value, view: &View) -> String {
    match reversal["tier"].as_str() {
        Some("exact") => view.t("term-undo-exact"),
        Some("best_effort") => {
            let caveats = view.each_said(reversal, "caveats").join("; ");
            view.about("term-undo-best", "caveats", caveats)
        }
        Some("irreversible") => view.about("term-undo-never", "reason", view.said_of(reversal, "reason")),
        Some("none") => view.t("work-undo-nothing"),
        _ => String::new(),
    }
}

/// In words, why a call was judged as it was.
pub fn why(why: &Value, view: &View) -> String {
    let mut out = view.each_said(why, "reasons").join("; ");
    let by = why["rule"].as_str().map(|r| view.about("term-rule-named", "rule", format!("{:?}", shown(r))));
    if let Some(by) = by.or_else(|| why["row"].as_str().map(shown).filter(|r| !r.is_empty())) {
        out = if out.is_empty() { by } else { format!("{out} ({by})") };
    }
    out
}

/// The whole arguments: nothing is hidden past a fold here.
pub fn arguments(item: &Value, view: &View) -> String {
    let mut out = String::new();
    for (field, label) in [("original_args", "term-arguments-proposed"), ("args", "term-arguments-of")] {
        let Some(args) = item[field].as_object().filter(|a| !a.is_empty()) else { continue };
        let text = format!("{:#}", Value::Object(args.clone()));
        let label = view.about(label, "tool", text_of(item, "tool"));
        out.push_str(&format!("  {}\n", view.paint.dim(&label)));
        let text = countersign_core::text::visible_multiline(&text).text;
        text.lines().for_each(|line| out.push_str(&format!("    {line}\n")));
    }
    out
}

/// What became of a call.
pub fn called(value: &Value, view: &View) -> String {
    let status = text_of(value, "status");
    let (sign, tone) = mark(&status);
    let mut out = format!("{} {}\n", view.paint.tone(tone, sign), view.said_of(value, "message"));
    let one = std::slice::from_ref(&value["item"]);
    let items = if value["item"].is_object() { one } else { list_of(value, "items") };
    let width = items.iter().map(|i| short_id(i, "id").chars().count()).max().unwrap_or_default();
    let how = Line { width, with_target: false, whole: false };
    items.iter().for_each(|i| out.push_str(&line(i, how, view)));
    for element in list_of(value, "elements").iter().filter(|e| e["outcome"] != "added") {
        let place =
            element["index"].as_u64().map(|n| view.words.with("term-element-n", &[("n", (n + 1).into())]));
        let place = place.map_or_else(String::new, |place| format!("{place}: "));
        let outcome = view.coded(&["term-outcome-"], &text_of(element, "outcome"));
        out.push_str(&format!("  {place}{outcome} – {}\n", view.said_of(element, "message")));
    }
    if let Some(counts) = value["counts"].as_object() {
        let how_many =
            |name: &str| counts.get(name).and_then(Value::as_u64).and_then(|n| usize::try_from(n).ok());
        let text: Vec<_> = [
            ("added", "term-n-added"),
            ("malformed", "term-n-malformed"),
            ("redundant", "term-n-redundant"),
            ("rejected", "term-n-rejected"),
        ]
        .iter()
        .filter_map(|(name, id)| how_many(name).filter(|n| *n > 0).map(|n| view.words.count(id, n)))
        .collect();
        let all = view.words.count("term-elements", how_many("elements").unwrap_or_default());
        out.push_str(&format!("  {}\n", view.paint.dim(&format!("{all}: {}", text.join(", ")))));
    }
    if value["receipt"].is_object() {
        out.push_str(&receipt::line(&value["receipt"], view));
    } else if !value["result"].is_null() {
        out.push_str(&super::generic::render(&value["result"], &view.literal()));
    }
    if items.is_empty() {
        let reason = why(&value["why"], view);
        out.push_str(&lines(&[("term-why", reason), ("term-hint", view.said_of(value, "hint"))], view));
    }
    out
}

/// What is not shown of an item, in a line.
fn not_shown(item: &Value, view: &View) -> Option<String> {
    let missing = view.each_said(&item["preview"], "not_shown");
    (!missing.is_empty()).then(|| format!("{} {}", view.words.t("not-shown"), missing.join("; ")))
}

/// What became of a decision.
pub fn decided(value: &Value, view: &View) -> String {
    let results = list_of(value, "results");
    if !results.is_empty() {
        return results.iter().map(|r| decided(r, view)).collect();
    }
    let status = text_of(value, "status");
    let (sign, tone) = mark(&status);
    let id = value["item"].as_str().or(value["item"]["id"].as_str()).or(value["id"].as_str()).map(short);
    let message = message(value, view);
    let id = id.map_or_else(String::new, |id| format!("{} ", view.paint.handle(&id)));
    let mut out = format!("{} {id}{message}\n", view.paint.tone(tone, sign));
    out.push_str(&diff(&value["difference"], "    ", usize::MAX, view));
    if value["receipt"].is_object() {
        out.push_str(&receipt::line(&value["receipt"], view));
    }
    for change in list_of(value, "changed") {
        out.push_str(&format!("    {}\n", change_line(change, view)));
    }
    let pairs = [
        ("term-type", text_of(value, "typed")),
        ("term-hint", view.said_of(value, "hint")),
        ("term-way-back", view.said_of(value, "rollback_label")),
    ];
    out.push_str(&lines(&pairs, view));
    out
}

/// What is said of an outcome; its word, where that is all.
pub fn message(value: &Value, view: &View) -> String {
    let (status, message) = (text_of(value, "status"), text_of(value, "message"));
    if message.is_empty() || message == status {
        return view.item_status(&status);
    }
    view.said_of(value, "message")
}

/// What an edited or refreshed item looks like now.
pub fn edited(value: &Value, view: &View) -> String {
    format!("{}\n{}", view.said_of(value, "message"), page(&value["item"], view))
}

/// What became of a proposal.
pub fn status(value: &Value, view: &View) -> String {
    let (sign, tone) = mark(value["status"].as_str().unwrap_or_default());
    let head = format!(
        "{} {} {}",
        view.paint.tone(tone, sign),
        view.paint.handle(&short_id(value, "id")),
        view.item_status(&text_of(value, "status"))
    );
    let mut out = format!("{head}  {}\n", view.told(value, "summary", 160));
    let pairs = [("term-reason", text_of(value, "reason")), ("term-error", view.said_of(value, "error"))];
    out.push_str(&lines(&pairs, view));
    if value["receipt"].is_object() {
        out.push_str(&receipt::line(&value["receipt"], view));
    }
    if value["tool"] == Watch::TOOL && value["result"]["changes"].is_array() {
        out.push_str(&watched(&value["result"], view));
    }
    out
}

/// How many changes of a watched folder are shown.
const CHANGES: usize = 10;

/// What a watch has told, the last of it.
fn watched(result: &Value, view: &View) -> String {
    let state = match result["ended"].as_str() {
        Some(why) => format!("{}: {}", view.t("work-ended"), view.said(why)),
        None => view.coded(&["term-watch-"], &text_of(result, "state")),
    };
    let mut out = lines(&[("term-watch", state), ("term-noticed", result["noticed"].to_string())], view);
    let changes = result["changes"].as_array().map_or(&[][..], Vec::as_slice);
    for change in &changes[changes.len().saturating_sub(CHANGES)..] {
        let what = [text_of(change, "path"), text_of(change, "to"), view.said_of(change, "why")];
        let what: Vec<_> = what.iter().filter(|w| !w.is_empty()).map(String::as_str).collect();
        out.push_str(&format!(
            "    {} {}\n",
            view.coded(&["term-watch-"], &text_of(change, "kind")),
            what.join(" → ")
        ));
    }
    out
}

#[cfg(test)]
mod tests {
    use countersign_core::item::ItemStatus;
    use serde_json::json;

    use super::{super::tests::plain, *};

    #[test]
    fn every_status_has_a_mark_and_only_what_ended_unseen_shares_one() {
        let unmarked: Vec<_> =
            ItemStatus::ALL.iter().map(|s| s.as_str()).filter(|s| mark(s).0 == "·").collect();
        assert_eq!(unmarked, ["retracted", "expired"]);
    }

    #[test]
    fn the_status_of_a_watch_tells_what_was_noticed() {
        let changes = json!([{"kind": "renamed", "path": "a", "to": "b"}, {"kind": "gap", "why": "away"}]);
        let result = json!({"state": "watching", "ended": null, "noticed": 3, "changes": changes});
        let value = json!({
            "id": "i4-0eac", "tool": "filesystem.watch_folder", "status": "applied", "summary": "Watch src",
            "result": result,
        });
        let shown = status(&value, &plain());
        assert!(
            shown.contains("watching") && shown.ends_with("    renamed a → b\n    gap away\n"),
            "{shown}"
        );
    }

    #[test]
    fn h3_a_line_of_the_inbox_counts_what_it_leaves_out_and_the_whole_leaves_out_nothing() {
        let changes: Vec<Value> =
            (0..30).map(|n| json!({"label": format!("f{n}"), "before": null, "after": n})).collect();
        let item = json!({"id": "i4-0eac", "summary": "Run it", "preview": {"changes": changes}});
        let how = Line { width: 2, with_target: false, whole: false };
        let folded = line(&item, how, &plain());
        assert!(folded.contains("f11:") && !folded.contains("f12:"), "{folded}");
        assert!(folded.contains("… 18 more of 30: countersign show i4"), "{folded}");
        let whole = line(&item, Line { whole: true, ..how }, &plain());
        assert!(whole.contains("f29:") && !whole.contains("more of"), "{whole}");
    }

    #[test]
    fn h1_the_page_of_an_item_has_facts_first_and_the_agents_words_last() {
        let page = page(
            &json!({
                "id": "i12-aaaa", "status": "pending", "class": "mutable", "tool": "task.set_title",
                "summary": "Set title of \"Fix\" to \"Fix login\"", "human_summary": "say what is broken",
                "flags": ["says format, but deletes"],
                "preview": {"target": "task \"Fix\"", "changes": [{"label": "title", "before": "Fix", "after": "Fix login"}]},
                "facts": {"writes": ["task:t3/title"]}, "reversal": {"tier": "exact"},
                "why": {"row": "class", "reasons": ["it changes something"]},
                "agent": "codex", "subject": "t3", "run": "run2-bbbb", "change_set": "s12-cccc", "created_at": 0,
                "expires_at": 604_800_000, "digest": "0123456789abcdef0123", "approvals": "1 of 2",
                "approved_by": ["ana"], "args": {"id": "t3", "title": "Fix login"},
            }),
            &plain(),
        );
        assert!(page.find("writes").unwrap() < page.find("agent says").unwrap());
        insta::assert_snapshot!(page);
    }

    #[test]
    fn a_decision_shows_its_receipt_with_the_way_back() {
        let text = decided(
            &json!({"results": [
                {"item": "i12-aaaa", "status": "applied", "message": "applied",
                 "receipt": {"id": "rc13-dddd", "summary": "Set title", "undo_action": {"label": "Undo", "expected_event_id": "e13-abc"}}},
                {"item": "i13-aaaa", "status": "stale", "message": "the title has changed since",
                 "changed": [{"label": "title", "before": "a", "after": "b"}]},
            ]}),
            &plain(),
        );
        insta::assert_snapshot!(text);
    }
}
