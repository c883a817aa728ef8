//! A command with its findings marked: the whole chain, each finding under its line, and why.

use countersign_core::{
    item::view::ItemView,
    judge::{Class, Effect, Finding},
    record::Doc,
    redact::REDACTED,
    text,
};
use maud::{Markup, html};

use super::super::{
    Visit,
    text::{say, shown, within},
};

/// The arguments with text that analysis reads.
const TEXTS: [&str; 5] = ["command", "script", "sql", "query", "code"];
/// How many characters of a line, and how many lines, are shown; the arguments have the rest.
const LINE: usize = 4_000;
const LINES: usize = 1_000;
/// Longer runs of blank lines are only counted.
const BLANK: usize = 2;

/// Returns the analysed text, if there is one.
fn text_of(args: &Doc) -> Option<(&'static str, &str)> {
    TEXTS.iter().find_map(|name| Some((*name, args.get(*name)?.as_str()?)))
}

/// Returns the argument whose text is shown with its findings, with that text.
pub(super) fn shown_text(item: &ItemView) -> Option<(&'static str, &str)> {
    let (name, text) = text_of(&item.args)?;
    let is_analysed = !item.facts.findings.is_empty() || !item.facts.commands.is_empty();
    (is_analysed || name == "command").then_some((name, text))
}

/// Returns whether a text is shown to its end.
pub(super) fn is_all_shown(text: &str) -> bool {
    text.split('\n').count() <= LINES && text.split('\n').all(|line| line.len() <= LINE)
}

/// Renders the whole text with its findings, if the call has one.
pub(super) fn command(visit: &Visit, item: &ItemView) -> Markup {
    let (words, facts) = (visit.words, &item.facts);
    let folder = facts.folder.as_deref().filter(|folder| folder.len() > 1);
    let Some((_, text)) = shown_text(item) else { return html! {} };
    // If something was redacted, positions in the text have shifted.
    let placed = !text.contains(REDACTED);
    let mut told: Vec<&Finding> = facts.told();
    told.sort_by_key(|f| f.span);
    let (here, elsewhere): (Vec<_>, Vec<_>) = told
        .into_iter()
        .partition(|f| placed && f.span.is_some_and(|s| s.end > s.start && s.start < text.len()));
    let lines: Vec<(usize, &str)> = lines(text);
    html! {
        section.card.command {
            h2 { (words.t("details-command")) }
            @if lines.len() > 1 { p.sub { (words.with("details-length", &[("lines", lines.len().into()), ("characters", text.chars().count().into())])) } }
            ol.chain class=[(lines.len() == 1).then_some("single")] { (rows(visit, &lines, &here, folder)) }
            @if lines.len() > LINES { p.fold { (words.with("details-more-of", &[("n", (lines.len() - LINES).into()), ("total", lines.len().into())])) } }
            @if !elsewhere.is_empty() { ul.findings { @for finding in elsewhere { li class=(tone(finding)) { (says(visit, finding, folder, "")) } } } }
        }
    }
}

fn rows(visit: &Visit, lines: &[(usize, &str)], findings: &[&Finding], folder: Option<&str>) -> Markup {
    let mut shown_lines: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    while at < lines.len() && shown_lines.len() < LINES {
        let blank = lines[at..].iter().take_while(|(_, line)| line.trim().is_empty()).count();
        let step = if blank > BLANK { blank } else { 1 };
        shown_lines.push((at, step));
        at += step;
    }
    html! {
        @for (n, step) in shown_lines {
            @let (start, line) = lines[n];
            @if step > 1 {
                li.blank value=(n + 1) { (visit.words.count("diff-blank", step)) }
            } @else {
                li value=(n + 1) {
                    code { (marked(visit, start, line, findings)) }
                    @let own = findings.iter().filter(|f| f.span.is_some_and(|s| (start..=start + line.len()).contains(&s.start)));
                    ul.findings { @for finding in own { @let quoted = quoted(finding, start, line); li class=(tone(finding)) { @if !quoted.is_empty() { code { (text::line(quoted, 80)) } " " } (says(visit, finding, folder, quoted)) } } }
                }
            }
        }
    }
}

/// Returns the lines of a text, each with its start offset.
fn lines(text: &str) -> Vec<(usize, &str)> {
    let mut at = 0;
    let line = |line| {
        let start = at;
        at += str::len(line) + 1;
        (start, line)
    };
    text.split('\n').map(line).collect()
}

/// Renders a line with the spans of findings marked; where they overlap, the worst is shown.
fn marked(visit: &Visit, start: usize, line: &str, findings: &[&Finding]) -> Markup {
    let end = start + line.len();
    let own = |f: &&&Finding| f.span.is_some_and(|s| s.start < end && s.end > start);
    let own: Vec<&&Finding> = findings.iter().filter(own).collect();
    let mut cuts: Vec<usize> = vec![0, line.len()];
    for span in own.iter().filter_map(|f| f.span) {
        cuts.extend([span.start.max(start) - start, span.end.min(end) - start]);
    }
    cuts.retain(|cut| line.is_char_boundary(*cut));
    cuts.sort_unstable();
    cuts.dedup();
    let most = line.char_indices().nth(LINE).map_or(line.len(), |(end, _)| end);
    let worst = |from: usize, to: usize| {
        let over =
            own.iter().filter(|f| f.span.is_some_and(|s| s.start <= start + from && s.end >= start + to));
        over.max_by_key(|f| rank(f)).map(|f| tone(f))
    };
    let piece = |from: usize, to: usize| text::visible_multiline(&line[from..to]).text;
    let pieces = cuts.windows(2).map(|w| (w[0], w[1].min(most))).take_while(|(from, _)| *from < most);
    html! {
        @for (from, to) in pieces {
            @match worst(from, to) {
                Some(tone) => mark class=(tone) { (piece(from, to)) },
                None => { (piece(from, to)) },
            }
        }
        @if most < line.len() { span.cut { (visit.words.count("diff-more-characters", line[most..].chars().count())) } }
    }
}

fn rank(finding: &Finding) -> u8 {
    match tone(finding) {
        "bad" => 2,
        "odd" => 1,
        _ => 0,
    }
}

fn tone(finding: &Finding) -> &'static str {
    match finding.effect.class() {
        Class::Destructive => "bad",
        Class::Mutable => "odd",
        Class::Read if matches!(finding.effect, Effect::Send | Effect::Protected) => "odd",
        Class::Read => "calm",
    }
}

/// Returns the part of the line that a finding is about.
fn quoted<'l>(finding: &Finding, start: usize, line: &'l str) -> &'l str {
    let span = finding.span.unwrap_or_default();
    let to = span.end.min(start + line.len()).saturating_sub(start);
    line.get(span.start.saturating_sub(start)..to).unwrap_or_default()
}

/// Says what was found. Its target, as seen from the folder that the page names, is not repeated where it is quoted.
fn says(visit: &Visit, finding: &Finding, folder: Option<&str>, quoted: &str) -> Markup {
    let reason = say(visit.words, &finding.reason);
    let target = finding.target.as_deref().map(|target| within(folder, target));
    let is_said = |target: &&str| *target == quoted || reason.contains(target);
    html! {
        (reason)
        @if let Some(target) = target.filter(|target| !is_said(target)) { ": " (shown(target)) }
        @if !finding.certain { " " span.quiet { (visit.words.t("details-uncertain")) } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_begin_where_they_stand_in_the_text() {
        assert_eq!(lines("cd é\nrm -rf b"), [(0, "cd é"), (6, "rm -rf b")]);
    }
}
