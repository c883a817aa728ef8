//! Items: a line in a card, their own page, and the outcome of a call or a decision.

use countersign_core::{
    answer_status::ElementOutcome,
    call::propose::{self, Counts},
    item::{ItemStatus, Reason, edit, status, typed, view::ItemView},
    judge::{Class, Facts},
    record::Doc,
    tool::{FieldChange, Lost, Preview, Reversal},
    watch::{Happened, Watch, operations::WatchReport},
};
use countersign_tui::width;
use countersign_words::Message;
use serde::Deserialize as _;
use serde_json::Value;

use super::{
    View, difference, hosts, printed, receipt, server, short, short_opt, shown, shown_opt,
    status::Status,
    table::{lines, named},
};

/// Returns whether a person can decide it now.
pub fn is_decidable(item: &ItemView) -> bool {
    matches!(item.status, ItemStatus::Pending | ItemStatus::Deferred | ItemStatus::Blocked)
}

/// Renders `continues in 7 s — pause i12 stops it`, for an item that proceeds by itself.
pub fn countdown(id: &str, seconds: Option<u64>, view: &View) -> Option<String> {
    let told = [("n", seconds?.into()), ("id", short(id).into())];
    Some(view.words.with("term-countdown", &told))
}

/// How detailed a line in a card is.
#[derive(Clone, Copy)]
pub struct Line {
    /// The width of ids.
    pub width: usize,
    /// Whether to name the target; the heading may have done that for all.
    pub with_target: bool,
    /// Whether to show every change, even if the summary already says it.
    pub whole: bool,
}

/// Renders one item in a card: facts, changes, then the agent's words.
pub fn line(item: &ItemView, how: Line, view: &View) -> String {
    let Line { width, with_target, whole } = how;
    let paint = view.paint;
    let (sign, tone) = item.status.mark();
    let id = short(&item.id);
    let pad = " ".repeat(width.saturating_sub(id.chars().count()) + 2);
    let notes = notes(item, view);
    let summary = view.told(&item.summary, 160);
    let target = view.said(&item.preview.target);
    let on = if with_target && !target.is_empty() && !summary.contains(&target) {
        paint.dim(&format!("  {target}"))
    } else {
        String::new()
    };
    let mut out = format!("  {} {}{pad}{summary}{on}{notes}\n", paint.tone(tone, sign), paint.handle(&id));
    let indent = " ".repeat(width + 6);
    let changes = match whole {
        true => not_in_diff(&item.preview, view),
        false => item.preview.changes.iter().filter(|c| !is_aside(item, c)).collect(),
    };
    if whole || !matches!(changes[..], [only] if is_told(only, &summary, view)) {
        let most = if whole { usize::MAX } else { CARD_CHANGES };
        let shown = changes.iter().take(most);
        shown.for_each(|c| out.push_str(&format!("{indent}{}\n", change_line(c, view))));
        if let Some(left) = changes.len().checked_sub(most).filter(|left| *left > 0) {
            let of = [("n", left.into()), ("total", changes.len().into())];
            let more = format!("… {}: countersign show {id}", view.words.with("details-more-of", &of));
            out.push_str(&format!("{indent}{}\n", paint.warn(&more)));
        }
    }
    if whole {
        out.push_str(&server::definition(&item.preview.definition, &indent, view));
        let (diff, folders) = (item.preview.diff.as_deref(), folded(&item.preview));
        out.push_str(&difference::without(diff, &folders, &indent, CARD_LINES, view));
    }
    for line in warnings(item, view) {
        out.push_str(&format!("{indent}{}\n", paint.bad(&line)));
    }
    out.push_str(&claim(item, &indent, view));
    out
}

/// Whether a card leaves a change out: how a rehearsed command was run.
fn is_aside(item: &ItemView, change: &FieldChange) -> bool {
    item.rehearsed && item.preview.is_of_call(change)
}

/// Returns what is not shown and what to know before a yes, each once.
fn warnings(item: &ItemView, view: &View) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    for line in not_shown(item, view).into_iter().chain(view.all_said(&item.preview.warnings)) {
        if !told.contains(&line) {
            told.push(line);
        }
    }
    told
}

/// Returns the folders that one line stands for.
pub fn folded(preview: &Preview) -> Vec<String> {
    let labels = preview.changes.iter().map(|change| &*change.label);
    labels.filter(|label| label.starts_with('/') && label.ends_with('/')).map(str::to_owned).collect()
}

/// Returns the changes that the diff does not show: of a file that it shows wholly, sizes and hashes say nothing more.
pub fn not_in_diff<'a>(preview: &'a Preview, view: &View) -> Vec<&'a FieldChange> {
    let all = if view.verbose { preview.changes.iter().collect() } else { preview.changes_beside_lost() };
    all.into_iter().filter(|change| view.verbose || !change.in_diff).collect()
}

/// Renders further notes on an item: `  [destructive, deferred]`.
fn notes(item: &ItemView, view: &View) -> String {
    let paint = view.paint;
    let mut notes = Vec::new();
    if item.class == Class::Destructive {
        notes.push(paint.bad(&view.t("destructive")));
    }
    if item.status != ItemStatus::Pending {
        notes.push(paint.dim(&view.item_status(item.status.as_str())));
    }
    if item.changed_since_seen {
        notes.push(paint.warn(&view.t("changed-since-seen")));
    }
    if let Some(person) = &item.claimed_by {
        notes.push(paint.dim(&view.about("claimed-by", "who", shown(person))));
    }
    if let Some(left) = countdown(&item.id, item.auto_approve_timeout, view) {
        notes.push(paint.warn(&left));
    }
    if let Some(wanted) = &item.typed {
        notes.push(paint.warn(&format!("--type {:?}", shown(&typed::in_words(view.words, wanted)))));
    }
    if notes.is_empty() { String::new() } else { format!("  [{}]", notes.join(", ")) }
}

/// How many changes a card shows; omitted ones are counted, and the page shows all of them.
const CARD_CHANGES: usize = 6;
/// How many lines of a diff a card and a page show; omitted ones are counted.
const CARD_LINES: usize = 40;
const PAGE_LINES: usize = 2000;

/// Returns whether the summary already says all of a change: a new value whose text is in it.
fn is_told(change: &FieldChange, summary: &str, view: &View) -> bool {
    let words = change.after_words.as_ref().map(|words| view.said(words));
    let after = words.or_else(|| change.after.as_str().map(shown));
    change.before.is_null() && after.is_some_and(|after| summary.contains(&after))
}

/// `title: "Fix" → "Fix login"`.
pub fn change_line(change: &FieldChange, view: &View) -> String {
    let label = view.paint.dim(&view.label(&view.near(&view.said(&change.label))));
    format!("{label} {}", became(change, view))
}

/// `"Fix" → "Fix login"`; of what only comes, in words: these words.
fn became(change: &FieldChange, view: &View) -> String {
    let side = |words: Option<&Message>, value: &Value| match words {
        Some(words) => format!("\"{}\"", without_hashes(&view.told(words, 100), view)),
        None => view.inline(value),
    };
    if let (Value::Null, Some(words)) = (&change.before, &change.after_words) {
        return without_hashes(&view.told(words, 600), view);
    }
    let before = side(change.before_words.as_ref(), &change.before);
    format!("{before} → {}", side(change.after_words.as_ref(), &change.after))
}

/// Leaves out hashes, unless everything is wanted.
fn without_hashes(text: &str, view: &View) -> String {
    if view.verbose || !text.contains("blake3 ") {
        return text.to_owned();
    }
    let is_hash = |part: &str| {
        part.strip_prefix("blake3 ").is_some_and(|hash| hash.bytes().all(|b| b.is_ascii_hexdigit()))
    };
    text.split(", ").filter(|part| !is_hash(part)).collect::<Vec<_>>().join(", ")
}

/// Renders the agent's words, marked as such, and what is suspicious about them.
fn claim(item: &ItemView, indent: &str, view: &View) -> String {
    let mut out = String::new();
    if let Some(said) = &item.human_summary {
        out.push_str(&format!(
            "{indent}{} \"{}\"\n",
            view.paint.dim(&view.t("term-agent-says")),
            view.folded(said, 300)
        ));
    }
    for flag in view.all_said(&item.flags) {
        out.push_str(&format!("{indent}{}\n", view.paint.warn(&format!("⚠ {flag}"))));
    }
    out
}

/// Renders the page of one item.
pub fn page(item: &ItemView, view: &View) -> String {
    let paint = view.paint;
    let (sign, tone) = item.status.mark();
    let id = short(&item.id);
    let mut out = format!(
        "{} {} · {} · {}\n{}\n",
        paint.tone(tone, sign),
        paint.handle(&id),
        paint.tone(tone, &view.item_status(item.status.as_str())),
        paint.tone(view.class_tone(item.class), &view.class(item.class)),
        paint.strong(&view.told(&item.summary, 2000)),
    );
    out.push_str(&happens(item, view));
    if let Some(told) = &item.preview.printed {
        out.push_str(&printed::printed(told, view));
    } else {
        out.push_str(&printed::of_result(&item.result, view));
    }
    for line in warnings(item, view) {
        out.push_str(&format!("  {}\n", paint.bad(&line)));
    }
    let touched = if view.verbose || !item.rehearsed { facts(&item.facts, view) } else { Vec::new() };
    out.push_str(&named(&[touched, circumstances(item, view)].concat(), view));
    // The command itself is among what happens.
    if view.verbose || item.original_args.is_some() || !item.rehearsed {
        out.push_str(&arguments(&item.tool, item.original_args.as_ref(), &item.args, view));
    }
    out.push_str(&claim(item, "  ", view));
    if item.changed_since_seen {
        out.push_str(&format!("  {}\n", paint.warn(&format!("⚠ {}", view.t("changed-since-seen")))));
    }
    if let Some(left) = countdown(&item.id, item.auto_approve_timeout, view) {
        out.push_str(&format!("  {}\n", paint.warn(&left)));
    }
    if let Some(offer) = &item.offer {
        let take = format!("countersign confirm {id} --offer {}", shown(&offer.id));
        out.push_str(&format!("  {}\n  {}\n", view.said(&offer.sentence), paint.handle(&take)));
    }
    if let Some(why) = item.typed_why.as_ref().filter(|_| is_decidable(item)) {
        let why = view.about("term-typed-why", "why", view.said(why));
        out.push_str(&format!("  {}\n", paint.warn(&why)));
    }
    if is_decidable(item) {
        let typed = item
            .typed
            .as_ref()
            .map_or_else(String::new, |t| format!(" --type {:?}", shown(&typed::in_words(view.words, t))));
        let ways = format!("countersign confirm {id}{typed} · reject {id} --reason … · defer {id}");
        out.push_str(&format!("  {}\n", paint.handle(&ways)));
    }
    if let Some(ways) = next(item.status, &id) {
        out.push_str(&format!("  {}\n", paint.handle(&ways)));
    }
    out
}

/// Returns what to do about an item that is neither open nor over.
fn next(status: ItemStatus, id: &str) -> Option<String> {
    match status {
        ItemStatus::Stale => {
            Some(format!("countersign refresh {id} · edit {id} --args … · reject {id} --reason …"))
        }
        ItemStatus::NeedsReview => {
            Some(format!("countersign resolve {id} --applied · resolve {id} --not-applied"))
        }
        _ => None,
    }
}

/// Renders what happens: before and after, and the difference.
fn happens(item: &ItemView, view: &View) -> String {
    let preview = &item.preview;
    let (long, short): (Vec<&FieldChange>, Vec<&FieldChange>) =
        not_in_diff(preview, view).into_iter().partition(|change| has_long_label(change));
    let mut pairs = Vec::new();
    let target = view.said(&preview.target);
    if view.verbose || !view.said(&item.summary).contains(&target) {
        pairs.push((view.t("term-target"), view.near(&target)));
    }
    pairs.extend(short.into_iter().map(|change| pair(change, view)));
    let mut out = lost(preview, "  ", view);
    out.push_str(&named(&pairs, view));
    for change in long {
        out.push_str(&format!("  {}\n", change_line(change, view)));
    }
    out.push_str(&server::definition(&preview.definition, "  ", view));
    out.push_str(&difference::without(preview.diff.as_deref(), &folded(preview), "  ", PAGE_LINES, view));
    out
}

/// Lists what is deleted, each with its size.
fn lost(preview: &Preview, indent: &str, view: &View) -> String {
    if preview.lost.is_empty() {
        return String::new();
    }
    let (n, _, bytes) = preview.lost_counts();
    let size = |bytes| view.said(&countersign_core::text::size(bytes));
    let title = view.words.with("details-lost", &[("n", n.into()), ("size", size(bytes).into())]);
    let mut out = format!("{indent}{}\n", view.paint.bad(&title));
    let near = |lost: &Lost| view.near(&shown(&lost.path));
    let most =
        preview.lost.iter().map(|lost| width(&near(lost))).filter(|w| *w <= 80).max().unwrap_or_default();
    for lost in &preview.lost {
        let path = near(lost);
        let pad = " ".repeat((most + 2).saturating_sub(width(&path)).max(2));
        let told = match (lost.files, lost.is_folder) {
            (0, true) => view.t("details-lost-folder"),
            (0, false) => size(lost.bytes),
            (n, _) => format!("{}, {}", view.words.count("details-lost-inside", n), size(lost.bytes)),
        };
        out.push_str(&format!("{indent}  {path}{pad}{}\n", view.paint.dim(&told)));
    }
    out
}

/// A change with the name of what changes.
fn pair(change: &FieldChange, view: &View) -> (String, String) {
    let label = Some(&change.label).filter(|l| **l == shown(l));
    let label = label.map_or_else(|| view.t("term-change"), |label| view.near(&view.said(label)));
    (label, became(change, view))
}

/// Returns whether a label is a path, which is too long for a column of names.
fn has_long_label(change: &FieldChange) -> bool {
    change.label.chars().count() > 24
}

/// Lists what an effect touches and changes.
pub fn effect(preview: &Preview, facts: &Facts, view: &View) -> Vec<(String, String)> {
    let mut pairs = vec![(view.t("term-target"), view.said(&preview.target))];
    pairs.extend(preview.changes.iter().filter(|c| !has_long_label(c)).map(|change| pair(change, view)));
    pairs.extend(self::facts(facts, view));
    pairs
}

/// Lists what analysis found that a call touches.
fn facts(facts: &Facts, view: &View) -> Vec<(String, String)> {
    let lists = [
        ("reads", touched(&facts.reads)),
        ("writes", touched(&facts.writes)),
        ("deletes", touched(&facts.deletes)),
        ("executes", view.all_said(&facts.executes).join(", ")),
        ("hosts", touched(&facts.hosts)),
        ("protected", view.all_said(&facts.protected).join(", ")),
    ];
    let flags = [
        ("sends", facts.sends),
        ("opaque", facts.opaque),
        ("outside", facts.outside),
        ("privileged", facts.privileged),
    ];
    let lists = lists.map(|(name, things)| (view.field(name), things));
    let flags =
        flags.map(|(name, is_so)| (view.field(name), if is_so { view.t("work-yes") } else { String::new() }));
    lists.into_iter().chain(flags).collect()
}

/// Lists the things that a fact names.
pub fn touched(things: &[String]) -> String {
    things.iter().map(|thing| shown(thing)).collect::<Vec<_>>().join(", ")
}

fn circumstances(item: &ItemView, view: &View) -> Vec<(String, String)> {
    let persons: Vec<_> = item.approved_by.iter().map(|person| shown(person)).collect();
    let n_of =
        || view.words.with("term-n-of", &[("n", persons.len().into()), ("total", item.approvers.into())]);
    let approvals = match persons.is_empty() {
        _ if item.approvers <= 1 => String::new(),
        true => n_of(),
        false => format!("{} ({})", n_of(), persons.join(", ")),
    };
    let deciders = item.deciders.as_ref().map(|who| shown(&who.join(", ")));
    let comments = match item.comments {
        0 => String::new(),
        n => format!(
            "{} · countersign comments {}",
            view.words.count("people-comment-count", n),
            short(&item.id)
        ),
    };
    let waits_for: Vec<_> = item.depends_on.iter().map(|id| short(id)).collect();
    let pairs = [
        ("term-undo", reversal(&item.reversal, view)),
        ("term-kept", view.said_if(item.kept.as_ref())),
        ("term-why", why(&item.why, view)),
        ("term-host", hosts::of_item(item, view)),
        ("term-waits-for", waits_for.join(", ")),
        ("term-approvals", approvals),
        ("term-deciders", deciders.unwrap_or_default()),
        ("term-assigned", shown_opt(item.assigned_to.as_ref())),
        ("term-comments", comments),
        ("term-held-by", shown_opt(item.claimed_by.as_ref())),
        ("term-agent", shown(&item.agent)),
        ("term-about", shown(&item.subject)),
        ("term-run", short(&item.run)),
        ("term-set", short(&item.change_set)),
        ("term-proposed", view.time(item.created_at)),
        ("term-expires", view.time_opt(item.expires_at.filter(|_| is_decidable(item)))),
        ("term-decided", view.time_opt(item.decided_at)),
        ("term-reason", view.said_if(item.reason.as_ref())),
        ("term-error", view.said_if(item.error.as_ref())),
        ("term-receipt", short_opt(item.receipt.as_ref())),
        ("term-digest", shown(&item.digest.chars().take(16).collect::<String>())),
    ];
    let is_shown = |id: &str| view.verbose || !ASIDE.contains(&id);
    pairs.into_iter().filter(|(id, _)| is_shown(id)).map(|(id, value)| (view.t(id), value)).collect()
}

/// Circumstances that only those look at who want everything.
const ASIDE: &[&str] = &["term-about", "term-run", "term-set", "term-proposed", "term-digest"];

/// Describes whether an effect can be undone.
pub fn reversal(reversal: &Reversal, view: &View) -> String {
    match reversal {
        Reversal::Exact => view.t("term-undo-exact"),
        Reversal::BestEffort { caveats } => {
            view.about("term-undo-best", "caveats", view.all_said(caveats).join("; "))
        }
        Reversal::Irreversible { reason } => view.about("term-undo-never", "reason", view.said(reason)),
        Reversal::None => view.t("work-undo-nothing"),
    }
}

/// Describes why a call was judged as it was.
pub fn why(why: &Reason, view: &View) -> String {
    let out = view.all_said(&why.reasons).join("; ");
    let rule = why.rule.as_ref().map(|r| view.about("term-rule-named", "rule", format!("{:?}", shown(r))));
    let by = rule.unwrap_or_else(|| why.row.as_str().to_owned());
    if out.is_empty() { by } else { format!("{out} ({by})") }
}

/// Renders the complete arguments; nothing is shortened here.
pub fn arguments(tool: &str, original: Option<&Doc>, args: &Doc, view: &View) -> String {
    let mut out = String::new();
    for (args, label) in [(original, "term-arguments-proposed"), (Some(args), "term-arguments-of")] {
        let Some(args) = args.filter(|a| !a.is_empty()) else { continue };
        let text = format!("{:#}", Value::Object(args.clone()));
        let label = view.about(label, "tool", shown(tool));
        out.push_str(&format!("  {}\n", view.paint.dim(&label)));
        let text = countersign_core::text::visible_multiline(&text).text;
        text.lines().for_each(|line| out.push_str(&format!("    {line}\n")));
    }
    out
}

/// Renders the outcome of a call.
pub fn called(output: &propose::Output, view: &View) -> String {
    let (sign, tone) = output.status.mark();
    let mut out = format!("{} {}\n", view.paint.tone(tone, sign), view.said(&output.message));
    let items = output.item.as_ref().map_or(output.items.as_slice(), std::slice::from_ref);
    let width = items.iter().map(|i| short(&i.id).chars().count()).max().unwrap_or_default();
    let how = Line { width, with_target: false, whole: false };
    items.iter().for_each(|i| out.push_str(&line(i, how, view)));
    for element in output.elements.iter().filter(|e| e.outcome != ElementOutcome::Added) {
        let place = view.words.with("term-element-n", &[("n", (element.index + 1).into())]);
        let outcome = view.coded(&["term-outcome-"], element.outcome.as_str());
        out.push_str(&format!("  {place}: {outcome} – {}\n", view.said(&element.message)));
    }
    if let Some(counts) = &output.counts {
        out.push_str(&format!("  {}\n", view.paint.dim(&counted(counts, view))));
    }
    if let Some(receipt) = &output.receipt {
        out.push_str(&printed::of_result(&receipt.result, view));
        out.push_str(&receipt::line(receipt, view));
    } else if !output.result.is_null() {
        out.push_str(&printed::result(&output.result, &view.literal()));
    }
    if items.is_empty() && (view.verbose || output.receipt.is_none()) {
        let reason = output.why.as_ref().map(|reason| why(reason, view)).unwrap_or_default();
        let hint = view.said_if(output.hint.as_ref());
        out.push_str(&lines(&[("term-why", reason), ("term-hint", hint)], view));
    }
    out
}

/// `7 elements: 5 added, 2 redundant`.
fn counted(counts: &Counts, view: &View) -> String {
    let each = [
        (counts.added, "term-n-added"),
        (counts.malformed, "term-n-malformed"),
        (counts.redundant, "term-n-redundant"),
        (counts.rejected, "term-n-rejected"),
    ];
    let text: Vec<_> = each.iter().filter(|(n, _)| *n > 0).map(|(n, id)| view.words.count(id, *n)).collect();
    format!("{}: {}", view.words.count("term-elements", counts.elements), text.join(", "))
}

/// Describes what is not shown of an item, in one line.
fn not_shown(item: &ItemView, view: &View) -> Option<String> {
    let missing = view.all_said(&item.preview.not_shown);
    (!missing.is_empty()).then(|| format!("{} {}", view.words.t("not-shown"), missing.join("; ")))
}

/// Renders an edited or refreshed item.
pub fn edited(output: &edit::Output, view: &View) -> String {
    format!("{}\n{}", view.said(&output.message), page(&output.item, view))
}

/// Renders the status of a proposal.
pub fn status(output: &status::Output, view: &View) -> String {
    let (sign, tone) = output.status.mark();
    let head = format!(
        "{} {} {}",
        view.paint.tone(tone, sign),
        view.paint.handle(&short(&output.id)),
        view.item_status(output.status.as_str())
    );
    let mut out = format!("{head}  {}\n", view.told(&output.summary, 160));
    let pairs = [
        ("term-reason", view.said_if(output.reason.as_ref())),
        ("term-error", view.said_if(output.error.as_ref())),
    ];
    out.push_str(&lines(&pairs, view));
    if let Some(receipt) = &output.receipt {
        out.push_str(&receipt::line(receipt, view));
    }
    if output.tool == Watch::TOOL
        && let Ok(report) = WatchReport::deserialize(&output.result)
    {
        out.push_str(&watched(&report, view));
    }
    out
}

/// How many changes of a watched folder are shown.
const CHANGES: usize = 10;

/// Renders the latest changes that a watch reported.
fn watched(report: &WatchReport, view: &View) -> String {
    let state = match &report.ended {
        Some(why) => format!("{}: {}", view.t("work-ended"), view.said(why)),
        None => view.coded(&["term-watch-"], report.state.as_str()),
    };
    let mut out = lines(&[("term-watch", state), ("term-noticed", report.noticed.to_string())], view);
    let changes = report.changes.as_slice();
    for noticed in &changes[changes.len().saturating_sub(CHANGES)..] {
        let (kind, what) = match &noticed.change {
            Happened::Created { path } => ("created", shown(path)),
            Happened::Changed { path } => ("changed", shown(path)),
            Happened::Deleted { path } => ("deleted", shown(path)),
            Happened::Renamed { path, to } => ("renamed", format!("{} → {}", shown(path), shown(to))),
            Happened::Gap { why } => ("gap", view.said(why)),
        };
        out.push_str(&format!("    {} {what}\n", view.coded(&["term-watch-"], kind)));
    }
    out
}

#[cfg(test)]
mod tests;
