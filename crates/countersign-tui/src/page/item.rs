//! Items and change sets: what would happen first, then why it is asked, then the agent's words.

use std::sync::Arc;

use countersign_core::{
    handover,
    item::{
        ItemStatus, bulk, typed,
        view::{ItemView, SetView},
    },
    judge::{self, Class, Effect, Finding, Pattern},
    redact::REDACTED,
};
use countersign_words::Words;
use serde_json::Value;

use super::{
    About, Grant, ItemAnswers, Page, Remember, all_said, change_lines, claim, fact, heading, preview,
    printed, reversal, value_lines,
};
use crate::{
    row::{self, item_mark},
    text::{Line, Piece, Tone, safe, safe_lines, safe_short, said, short},
};

/// Returns the page of an item.
pub fn item(words: Words, view: &ItemView) -> Page {
    let (mut lines, mut parts) = (Vec::new(), Vec::new());
    let folder = view.facts.folder.as_deref();
    lines.push(Line::new(Tone::Strong, safe_short(&words.say(&view.summary), 2_000)));
    lines.push(badges(words, view));
    lines.extend(fact(words, "details-folder", folder.map(safe).unwrap_or_default()));
    if let Some(error) = &view.error {
        lines.push(Line::new(Tone::Bad, said(words, error)));
    }
    command(words, view, &mut lines);
    preview(words, folder, &view.preview, &mut lines, &mut parts);
    let happens = lines.len();
    view.preview.printed.iter().for_each(|told| printed(words, told, &mut lines));
    why(words, view, &mut lines);
    if view.human_summary.is_some() || !view.flags.is_empty() {
        lines.push(Line::empty());
    }
    lines.extend(view.human_summary.as_ref().map(|said| claim(words, said)));
    lines.extend(all_said(words, &view.flags).into_iter().map(|f| Line::new(Tone::Warn, format!("⚠ {f}"))));
    lines.extend(view.offer.as_ref().map(|offer| Line::new(Tone::Handle, said(words, &offer.sentence))));
    let background = lines.len();
    circumstances(words, view, &mut lines);
    let about = About::Item(Box::new(answers(words, view)));
    Page { happens, background, parts, ..Page::new(&view.id, about, lines) }
}

/// Returns `codex · shell.run · destructive · rehearsed`.
fn badges(words: Words, view: &ItemView) -> Line {
    let mut line = Line::new(Tone::Dim, format!("{} · {}", safe(&view.agent), safe(&view.tool)));
    let mut add = |tone, text: String| line.pieces.push(Piece { tone, text: format!(" · {text}") });
    match view.class {
        Class::Destructive => add(Tone::Bad, words.t("destructive").into_owned()),
        Class::Mutable => add(Tone::Dim, words.t("work-class-mutable").into_owned()),
        Class::Read => add(Tone::Dim, words.t("work-class-read").into_owned()),
    }
    if view.rehearsed {
        add(Tone::Good, words.t("tui-rehearsed").into_owned());
    }
    if view.status != ItemStatus::Pending {
        add(item_mark(view.status).1, row::item_status(words, view.status));
    }
    if view.changed_since_seen {
        add(Tone::Warn, words.t("changed-since-seen").into_owned());
    }
    if let Some(person) = &view.claimed_by {
        add(Tone::Warn, words.with("claimed-by", &[("who", safe(person).into())]));
    }
    line
}

/// The arguments with text that analysis reads.
const TEXTS: [&str; 5] = ["command", "script", "sql", "query", "code"];

/// Appends the command with what was found in it marked, each finding under its line.
fn command(words: Words, view: &ItemView, lines: &mut Vec<Line>) {
    let found = TEXTS.iter().find_map(|name| view.args.get(*name)?.as_str());
    let Some(text) = found else { return };
    let mut told: Vec<&Finding> = view.facts.told();
    told.sort_by_key(|finding| finding.span);
    // If something was redacted, positions in the text have shifted.
    let placed = !text.contains(REDACTED);
    lines.push(Line::empty());
    let mut start = 0;
    for line in text.split('\n') {
        let end = start + line.len();
        let inside = |f: &&&Finding| placed && f.span.is_some_and(|s| s.start < end && s.end > start);
        let here: Vec<&Finding> = told.iter().filter(inside).copied().collect();
        lines.push(Line { pieces: marked(line, start, &here), ..Line::default() }.indent(2));
        let begins = |f: &&&Finding| f.span.is_some_and(|s| (start..=end).contains(&s.start));
        for finding in here.iter().filter(begins).filter(|f| weight(f) > 0) {
            let target = finding.target.as_ref().map(|t| format!(": {}", safe(t))).unwrap_or_default();
            let reason = format!("└ {}{target}", said(words, &finding.reason));
            lines.push(Line::new(tone(finding), reason).indent(4));
        }
        start = end + 1;
    }
    lines.push(Line::empty());
}

/// Returns a line of a command as pieces; where findings overlap, the worst is shown.
fn marked(line: &str, start: usize, findings: &[&Finding]) -> Vec<Piece> {
    let end = start + line.len();
    let mut cuts = vec![0, line.len()];
    for span in findings.iter().filter_map(|f| f.span) {
        cuts.extend([span.start.max(start) - start, span.end.min(end) - start]);
    }
    cuts.retain(|cut| line.is_char_boundary(*cut));
    cuts.sort_unstable();
    cuts.dedup();
    let worst = |from: usize, to: usize| {
        let over = |f: &&&Finding| f.span.is_some_and(|s| s.start <= start + from && s.end >= start + to);
        findings.iter().filter(over).max_by_key(|f| weight(f)).map_or(Tone::Plain, |f| tone(f))
    };
    let piece = |(from, to): (usize, usize)| Piece {
        tone: worst(from, to),
        text: safe_lines(&line[from..to]).concat(),
    };
    cuts.windows(2).map(|w| piece((w[0], w[1]))).collect()
}

fn weight(finding: &Finding) -> u8 {
    match tone(finding) {
        Tone::Bad => 2,
        Tone::Warn => 1,
        _ => 0,
    }
}

fn tone(finding: &Finding) -> Tone {
    match finding.effect.class() {
        Class::Destructive => Tone::Bad,
        Class::Mutable => Tone::Warn,
        Class::Read if matches!(finding.effect, Effect::Send | Effect::Protected) => Tone::Warn,
        Class::Read => Tone::Plain,
    }
}

/// How many reasons are listed.
const REASONS: usize = 6;

/// Appends why it is asked about, and whether it can be undone.
fn why(words: Words, view: &ItemView, lines: &mut Vec<Line>) {
    lines.extend(heading(words.t("details-circumstances")));
    let reasons = all_said(words, &view.why.reasons);
    lines.extend(reasons.iter().take(REASONS).map(|reason| Line::new(Tone::Plain, reason.clone()).indent(2)));
    if let more @ 1.. = reasons.len().saturating_sub(REASONS) {
        lines.push(Line::new(Tone::Dim, words.count("more-changes", more)).indent(2));
    }
    if let Some(rule) = &view.why.rule {
        let rule = words.with("details-rule", &[("rule", safe(rule).into())]);
        lines.push(Line::new(Tone::Plain, rule).indent(2));
    }
    lines.extend(fact(words, "details-undo", reversal(words, &view.reversal)));
    lines.extend(view.kept.as_ref().map(|kept| Line::new(Tone::Plain, said(words, kept)).indent(2)));
}

/// Appends what it touches and where it comes from.
fn circumstances(words: Words, view: &ItemView, lines: &mut Vec<Line>) {
    lines.extend(heading(words.t("details-facts")));
    let facts = &view.facts;
    let list = |things: &[String]| things.iter().map(|t| safe(t)).collect::<Vec<_>>().join(", ");
    let flags = [
        (facts.sends, "details-flag-sends"),
        (facts.opaque, "details-flag-opaque"),
        (facts.outside, "details-flag-outside"),
        (facts.privileged, "details-flag-privileged"),
    ];
    let flags: Vec<_> = flags.iter().filter(|(is, _)| *is).map(|(_, id)| words.t(id)).collect();
    let approvals = match view.approvers {
        0 | 1 => String::new(),
        n => words.with("term-n-of", &[("n", view.approved_by.len().into()), ("total", n.into())]),
    };
    let deciders = view.deciders.as_ref().map(|who| safe(&who.join(", "))).unwrap_or_default();
    let waits_for: Vec<_> = view.depends_on.iter().map(|id| short(id)).collect();
    for (id, value) in [
        ("details-target", said(words, &view.preview.target)),
        ("details-protected", all_said(words, &facts.protected).join("; ")),
        ("details-deletes", list(&facts.deletes)),
        ("details-destroys", all_said(words, &facts.destroys).join(", ")),
        ("details-writes", list(&facts.writes)),
        ("details-changes", all_said(words, &facts.changes).join(", ")),
        ("details-executes", all_said(words, &facts.executes).join(", ")),
        ("details-hosts", list(&facts.hosts)),
        ("details-reads", list(&facts.reads)),
        ("details-flags", flags.join(", ")),
        ("details-depends", waits_for.join(", ")),
        ("details-approvals", approvals),
        ("term-deciders", deciders),
        ("details-subject", safe(&view.subject)),
        ("details-run", short(&view.run)),
    ] {
        lines.extend(fact(words, id, safe_short(&value, 2_000)));
    }
    let of_call = view.preview.changes.iter().filter(|change| view.preview.is_of_call(change));
    of_call.for_each(|change| change_lines(words, change, lines));
    if !view.args.is_empty() {
        lines.extend(heading(words.with("details-arguments", &[("tool", safe(&view.tool).into())])));
        let args = value_lines(&Value::Object(view.args.clone()));
        lines.extend(args.into_iter().map(|line| line.indent(2)));
    }
}

/// Returns how an item can be answered.
fn answers(words: Words, view: &ItemView) -> ItemAnswers {
    let handed = view.tool.split_once('.').is_some_and(|(server, _)| server == handover::SERVER);
    let covers = |pattern: &Pattern| safe_short(&words.say(&judge::in_words(pattern)), 300);
    let mut remember = Vec::new();
    if let Some(offer) = &view.offer {
        let covers = safe_short(&words.say(&offer.sentence), 300);
        remember.push(Remember { what: Grant::Offer(offer.id.clone()), covers });
    }
    if view.can_remember {
        let offered = judge::scopes(view.class, &view.facts, view.rehearsed);
        remember.extend(offered.iter().map(|(scope, pattern)| {
            let what = Grant::Scope(*scope);
            Remember { what, covers: covers(pattern) }
        }));
    }
    let one_key = bulk::has_one_key(view);
    let mut why_twice = if one_key { Vec::new() } else { all_said(words, &view.needs_page) };
    if !one_key && why_twice.is_empty() {
        why_twice.push(words.t("tui-long").into_owned());
    }
    ItemAnswers {
        digest: view.digest.clone(),
        is_open: matches!(view.status, ItemStatus::Pending | ItemStatus::Deferred | ItemStatus::Blocked),
        is_stale: view.status == ItemStatus::Stale,
        is_unsure: view.status == ItemStatus::NeedsReview,
        typed: view.typed.as_deref().map(|typed| typed::in_words(words, typed).into_owned()),
        typed_why: view.typed_why.as_ref().map(|why| said(words, why)).unwrap_or_default(),
        verb: (view.class == Class::Destructive && !view.verb.is_empty()).then(|| said(words, &view.verb)),
        why_twice,
        remember,
        args: (!handed).then(|| view.args.clone()),
    }
}

/// Returns the page of a change set: each item with its sign and what it would change.
pub fn set(words: Words, view: &SetView, items: &[Arc<ItemView>]) -> Page {
    let title = said(words, &view.title);
    let mut lines = vec![Line::new(Tone::Strong, title)];
    let about = words.with("card-about", &[("what", safe(&view.subject).into())]);
    lines.push(Line::new(Tone::Dim, about));
    let (mut together, mut left_out, mut waiting) = (Vec::new(), Vec::new(), Vec::new());
    for one in items {
        let (sign, tone) = item_mark(one.status);
        lines.push(Line::empty());
        let summary = safe_short(&words.say(&one.summary), 400);
        let head = Line::new(tone, format!("{sign} ")).and(Tone::Handle, format!("{} ", short(&one.id)));
        lines.push(head.and(Tone::Strong, summary.clone()));
        let (mut inside, mut parts) = (Vec::new(), Vec::new());
        preview(words, one.facts.folder.as_deref(), &one.preview, &mut inside, &mut parts);
        lines.extend(inside.into_iter().map(|line| {
            let indent = line.indent + 2;
            line.indent(indent)
        }));
        lines.extend(one.human_summary.as_ref().map(|said| claim(words, said).indent(2)));
        lines.extend(
            all_said(words, &one.flags)
                .into_iter()
                .map(|f| Line::new(Tone::Warn, format!("⚠ {f}")).indent(2)),
        );
        let is_open = matches!(one.status, ItemStatus::Pending | ItemStatus::Deferred | ItemStatus::Blocked);
        if !is_open {
            continue;
        }
        waiting.push((one.id.clone(), one.digest.clone()));
        match one.needs_own_yes.is_empty() && one.needs_page.is_empty() {
            true => together.push((one.id.clone(), one.digest.clone())),
            false => {
                let why = one.needs_own_yes.first().or(one.needs_page.first());
                let why = why.map(|why| said(words, why)).unwrap_or_default();
                left_out.push((one.id.clone(), format!("{}: {why}", short(&one.id))));
            }
        }
    }
    Page::new(&view.id, About::Set { together, left_out, waiting }, lines)
}
