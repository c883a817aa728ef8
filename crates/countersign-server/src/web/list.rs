//! The dense list of what waits: one line each, beside the thing that is being reviewed, or as the inbox itself. A line
//! shows too little to decide on, so it has no answers: it leads to the page of its thing.

use countersign_core::{
    inbox,
    item::{
        ItemStatus,
        view::{ItemView, SetView, Waits},
    },
    judge::{Class, RiskLevel},
};
use maud::{Markup, html};

use super::{
    Visit, card,
    diff::Diff,
    drills,
    inbox::{Block, What, blocks, escaped, place_of},
    message, run_facts,
    summary::line_of,
    text::{ago, folded, shown},
};

/// How many items the list beside a thing has.
const BESIDE: u32 = 100;
/// In how many pages of the list something is looked for.
const PAGES: usize = 12;
/// How much of a run's title is shown.
const TITLE: usize = 80;
/// How much of a line's text is sent: the rest would not fit on it.
const TEXT: usize = 160;

/// The part of the inbox that a reader goes through: what they look for, whose it is, and in which order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Part {
    find: Option<String>,
    agent: Option<String>,
    by_risk: bool,
    /// After which item the page of the list begins; none: at its beginning.
    after: Option<String>,
}

impl Part {
    /// Reads it from the address of a page.
    pub(super) fn of(visit: &Visit) -> Self {
        let given = |name| visit.given(name).filter(|text| !text.trim().is_empty());
        let by_risk = visit.asked("by") == Some("risk");
        Self { find: given("find"), agent: given("agent"), by_risk, after: given("after") }
    }

    /// Returns what to ask the engine for.
    pub(super) fn input(&self, limit: u32) -> inbox::Input {
        inbox::Input {
            limit: Some(limit),
            find: self.find.clone(),
            agent: self.agent.clone(),
            after: self.after.clone(),
            ..inbox::Input::default()
        }
    }

    /// Returns an address with this part in it.
    pub(super) fn at(&self, path: &str) -> String {
        let order = self.by_risk.then_some("risk");
        let pairs = [
            ("find", self.find.as_deref()),
            ("agent", self.agent.as_deref()),
            ("by", order),
            ("after", self.after.as_deref()),
        ];
        let mut out = path.to_owned();
        for (name, value) in pairs.into_iter().filter_map(|(name, value)| Some((name, value?))) {
            out.push(if out.contains('?') { '&' } else { '?' });
            out.push_str(&format!("{name}={}", escaped(value)));
        }
        out
    }

    /// Returns the same part in another order.
    fn ordered(&self, by_risk: bool) -> Self {
        Self { by_risk, ..self.clone() }
    }
}

/// What waits, in the order of the list.
pub(super) struct List<'a> {
    groups: Vec<Group<'a>>,
    more: bool,
}

struct Group<'a> {
    head: Head<'a>,
    lines: Vec<Line<'a>>,
}

/// What the lines of a group have in common.
enum Head<'a> {
    Run(&'a SetView),
    Risk(RiskLevel),
    /// Waiting things that are no items.
    Others,
    /// What was put off.
    Later,
}

#[derive(Clone, Copy)]
enum Line<'a> {
    Item(&'a ItemView),
    Other(&'a Waits),
}

impl<'a> Line<'a> {
    fn id(self) -> &'a str {
        match self {
            Self::Item(item) => &item.id,
            Self::Other(one) => &one.id,
        }
    }

    fn risk(self) -> RiskLevel {
        match self {
            Self::Item(item) => item.risk_level,
            Self::Other(one) => one.risk_level,
        }
    }

    fn is_later(self) -> bool {
        matches!(self, Self::Item(item) if item.status == ItemStatus::Deferred)
    }

    fn place(self) -> String {
        match self {
            Self::Item(item) => format!("/items/{}", escaped(&item.id)),
            Self::Other(one) => place_of(one),
        }
    }
}

impl<'a> List<'a> {
    /// Puts what waits in order: by run, or by risk.
    pub(super) fn of(blocks: &[Block<'a>], part: &Part, more: bool) -> Self {
        let mut groups: Vec<Group<'a>> = Vec::new();
        for block in blocks {
            match &block.what {
                What::Set(set, items) => {
                    let lines = items.iter().copied().map(Line::Item);
                    let same = |group: &&mut Group<'_>| matches!(group.head, Head::Run(other) if other.run == set.run);
                    match groups.iter_mut().find(same) {
                        Some(group) => group.lines.extend(lines),
                        None => groups.push(Group { head: Head::Run(set), lines: lines.collect() }),
                    }
                }
                What::Waits(one) => match groups.last_mut() {
                    Some(Group { head: Head::Others, lines }) => lines.push(Line::Other(one)),
                    _ => groups.push(Group { head: Head::Others, lines: vec![Line::Other(one)] }),
                },
            }
        }
        let later = take_later(&mut groups);
        if part.by_risk {
            groups = by_risk(groups);
        }
        groups.push(later);
        groups.retain(|group| !group.lines.is_empty());
        Self { groups, more }
    }

    fn lines(&self) -> impl Iterator<Item = Line<'a>> {
        self.groups.iter().flat_map(|group| group.lines.iter().copied())
    }

    /// Returns the first entry's page.
    pub(super) fn first(&self, part: &Part) -> Option<String> {
        self.lines().next().map(|line| part.at(&line.place()))
    }

    /// Returns the pages before and after a thing, if it is in the list.
    fn around(&self, id: &str, part: &Part) -> Option<Around> {
        let all: Vec<Line<'a>> = self.lines().collect();
        let at = all.iter().position(|line| line.id() == id)?;
        let place = |n: usize| all.get(n).map(|line| part.at(&line.place()));
        // From the end on with what was passed over, but not with what was put off.
        let others = all[at + 1..].iter().chain(&all[..at]);
        let then = others.copied().find(|line| !line.is_later()).map(|line| part.at(&line.place()));
        Some(Around { before: at.checked_sub(1).and_then(place), after: place(at + 1), then })
    }

    /// Renders the lines; `here` is the thing beside them.
    pub(super) async fn lines_of(&self, visit: &Visit, part: &Part, here: &str) -> Markup {
        let words = visit.words;
        let runs = self.groups.iter().filter_map(|group| match group.head {
            Head::Run(set) => Some(set.run.clone()),
            Head::Risk(_) | Head::Others | Head::Later => None,
        });
        let runs = run_facts::of(visit, runs.collect()).await;
        html! {
            @for group in &self.groups {
                section.group {
                    h2 {
                        @match &group.head {
                            Head::Run(set) => {
                                @let title = runs.get(&set.run).and_then(|run| run.title.as_deref());
                                a href={ "/runs/" (escaped(&set.run)) } { (folded(title.unwrap_or(&set.agent), TITLE)) }
                                @if title.is_some() { span.quiet { " · " (shown(&set.agent)) } }
                            },
                            Head::Risk(risk) => { (words.t(message::risk(*risk))) },
                            Head::Later => { (words.t(message::item(ItemStatus::Deferred))) },
                            Head::Others => { (words.t("list-others")) },
                        }
                        " " span.quiet { (group.lines.len()) }
                    }
                    ul.dense { @for line in &group.lines { (one(visit, *line, part, here)) } }
                }
            }
            @if self.more { p.more { a href=(part.at("/?view=list")) { (words.t("list-more")) } } }
        }
    }

    fn len(&self) -> usize {
        self.lines().count()
    }
}

/// Takes what was put off out of its groups: it comes last.
fn take_later<'a>(groups: &mut [Group<'a>]) -> Group<'a> {
    let mut lines = Vec::new();
    for group in groups {
        lines.extend(group.lines.iter().copied().filter(|line| line.is_later()));
        group.lines.retain(|line| !line.is_later());
    }
    Group { head: Head::Later, lines }
}

/// Groups the same lines by risk, the highest first; within it the order stays.
fn by_risk(groups: Vec<Group<'_>>) -> Vec<Group<'_>> {
    let all: Vec<Line<'_>> = groups.into_iter().flat_map(|group| group.lines).collect();
    [RiskLevel::High, RiskLevel::Medium, RiskLevel::Low]
        .into_iter()
        .map(|risk| Group {
            head: Head::Risk(risk),
            lines: all.iter().copied().filter(|line| line.risk() == risk).collect(),
        })
        .collect()
}

/// Renders one line: risk, what it does, how many lines it changes, whose it is, since when.
fn one(visit: &Visit, line: Line<'_>, part: &Part, here: &str) -> Markup {
    let words = visit.words;
    let (risk, id) = (line.risk(), line.id());
    let (what, agent, at) = match line {
        Line::Item(item) => (line_of(words, item, TEXT), &item.agent, item.created_at),
        Line::Other(one) => (folded(&words.say(&one.title), TEXT), &one.agent, one.at),
    };
    // Beside a thing there is little room, and the name of a file says more than its folder.
    let short = if here.is_empty() { what.clone() } else { without_folders(&what) };
    let is_danger = matches!(line, Line::Item(item) if item.class == Class::Destructive);
    html! {
        li data-item=(id) id=[here.is_empty().then_some(id)] tabindex=[here.is_empty().then_some("-1")] {
            a.summary href=(part.at(&line.place())) data-beside data-key=[here.is_empty().then_some("y")] aria-current=[(id == here).then_some("true")] {
                span class={ "risk " (look(risk)) } title=(words.t(message::risk(risk))) { span.sr-only { (words.t(message::risk(risk))) ": " } }
                span.what class=[is_danger.then_some("danger")] title=(what) { (cut_in_the_middle(&short)) }
                span.marks { (marks(visit, line)) }
                span.who { (shown(agent)) }
                span.when { (ago(words, at, visit.now())) }
            }
        }
    }
}

/// Renders a line so that, where there is little room, the folder of its first path is cut and not the name of the file.
fn cut_in_the_middle(line: &str) -> Markup {
    match name_at(line) {
        Some(at) => html! { span.head { (line[..at]) } span.tail { (line[at..]) } },
        None => html! { span.only { (line) } },
    }
}

/// Returns where the name of the first file in a line begins, if there is a folder before it.
fn name_at(line: &str) -> Option<usize> {
    let mut start = 0;
    for word in line.split(' ') {
        let path = word.trim_end_matches('/');
        if let Some(at) = path.rfind('/').filter(|at| *at > 0 && at + 1 < path.len()) {
            return Some(start + at + 1);
        }
        start += word.len() + 1;
    }
    None
}

/// Shortens each path in a line to its last part.
fn without_folders(line: &str) -> String {
    let short = |word: &str| match word.rsplit_once('/') {
        Some((folder, name)) if !name.is_empty() && !folder.is_empty() => format!("…/{name}"),
        _ => word.to_owned(),
    };
    line.split(' ').map(short).collect::<Vec<_>>().join(" ")
}

fn look(risk: RiskLevel) -> &'static str {
    match risk {
        RiskLevel::Low => "low",
        RiskLevel::Medium => "medium",
        RiskLevel::High => "high",
    }
}

/// Renders what else a line says: changed lines, that not all is shown, that it was put off or goes on by itself.
fn marks(visit: &Visit, line: Line<'_>) -> Markup {
    let words = visit.words;
    let (left, status) = match line {
        Line::Item(item) => (item.auto_approve_timeout, Some(item.status)),
        Line::Other(one) => (one.auto_approve_timeout, None),
    };
    html! {
        @if let Line::Item(item) = line {
            @if item.preview.is_whole() { (counts(item)) } @else { span.not-shown title=(words.t("not-shown")) { "◩" span.sr-only { (words.t("not-shown")) } } }
            @if !item.preview.warnings.is_empty() || !item.flags.is_empty() { span.odd title=(words.t("list-warnings")) { "⚠" span.sr-only { (words.t("list-warnings")) } } }
        }
        @if let Some(status) = status.filter(|s| *s != ItemStatus::Pending) {
            span title=(words.t(message::item(status))) { (card::sign(status)) span.sr-only { (words.t(message::item(status))) } }
        }
        @if left.is_some() { span.odd title=(words.t("strip-title")) { "»" span.sr-only { (words.t("strip-title")) } } }
    }
}

/// Renders how many lines an item adds and removes.
fn counts(item: &ItemView) -> Markup {
    let Some(text) = item.preview.diff.as_deref() else { return html! {} };
    let diff = Diff::read(text);
    let (added, removed) = diff.files.iter().fold((0, 0), |(a, r), file| (a + file.added, r + file.removed));
    html! {
        @if added > 0 { span.plus { "+" (added) } }
        @if removed > 0 { span.minus { "−" (removed) } }
    }
}

/// The pages before and after one of the list.
#[derive(Debug, Default)]
pub(super) struct Around {
    /// The page before.
    pub before: Option<String>,
    /// The page after.
    pub after: Option<String>,
    /// The page that follows an answer.
    pub then: Option<String>,
}

/// The list beside a thing, and where answers of its page lead.
pub(super) struct Beside {
    list: Markup,
    /// The pages before and after it.
    pub around: Around,
    /// The list itself.
    back: String,
}

/// Returns the page that follows an answer: what comes after it in the list, otherwise the list. Empty, for the page itself,
/// if nothing else waits.
pub(super) fn then(beside: Option<&Beside>) -> &str {
    beside.map_or("", |beside| beside.around.then.as_deref().unwrap_or(&beside.back))
}

/// Makes the list for the page of a thing. Nothing for what does not wait, or waits alone.
pub(super) async fn beside(visit: &Visit, id: &str) -> Option<Beside> {
    let mut part = Part::of(visit);
    let mut from_the_beginning = part.after.is_none();
    for _ in 0..PAGES {
        let mut inbox = drills::inbox(visit, part.input(BESIDE)).await.ok()?;
        run_facts::seen_from_runs(visit, &mut inbox.items).await;
        // Other things are on the first page only.
        let waiting = if part.after.is_some() { &[] } else { inbox.waiting.as_slice() };
        let blocks = blocks(&inbox, waiting).ok()?;
        let list = List::of(&blocks, &part, inbox.more);
        let Some(mut around) = list.around(id, &part) else {
            part.after = if from_the_beginning { Some(inbox.next.clone()?) } else { None };
            from_the_beginning = true;
            continue;
        };
        if list.len() < 2 && !list.more && part.after.is_none() {
            return None;
        }
        if let (None, Some(next)) = (&around.after, inbox.next.clone()) {
            around.after = first_after(visit, &part, next).await;
            // What follows comes before what was passed over.
            around.then = around.after.clone().or(around.then);
        }
        let list = html! {
            nav.beside aria-label=(visit.words.t("tab-inbox")) data-swept {
                (orders(visit, &part, &visit.path))
                (list.lines_of(visit, &part, id).await)
            }
        };
        return Some(Beside { list, around, back: part.at("/") });
    }
    None
}

/// Returns the page of the first item of the list's next page.
async fn first_after(visit: &Visit, part: &Part, after: String) -> Option<String> {
    let part = Part { after: Some(after), ..part.clone() };
    let inbox = drills::inbox(visit, part.input(BESIDE)).await.ok()?;
    let blocks = blocks(&inbox, &[]).ok()?;
    List::of(&blocks, &part, inbox.more).first(&part)
}

/// Renders the way back to the list, with what its reader looks for and its order, if the list stands beside the thing.
pub(super) fn way_back(visit: &Visit, beside: Option<&Beside>) -> Markup {
    html! { @if let Some(beside) = beside { a href=(beside.back) data-back { (visit.words.t("tab-inbox")) } " › " } }
}

/// Renders the links to the entries before and after a thing.
pub(super) fn around(visit: &Visit, beside: &Beside) -> Markup {
    let Around { before, after, .. } = &beside.around;
    html! {
        p.next {
            @if let Some(before) = before { a href=(before) rel="prev" data-beside data-key="k" { (visit.words.t("list-before")) } }
            @if let Some(after) = after { a href=(after) rel="next" data-beside data-key="j" { (visit.words.t("list-after")) } }
        }
    }
}

/// Renders the page of something else that waits (a plan, a step, a question, a stage) with the list beside it.
pub(super) fn with_list(visit: &Visit, beside: Option<&Beside>, id: &str, thing: &Markup) -> Markup {
    html! {
        @match beside {
            Some(with) => { (panes(beside, &html! { article data-panel tabindex="-1" data-item=(shown(id)) { (thing) } (around(visit, with)) })) },
            None => { (thing) },
        }
    }
}

/// Renders the choice of the order.
pub(super) fn orders(visit: &Visit, part: &Part, path: &str) -> Markup {
    let way = |by_risk: bool, word: &'static str| {
        html! { a href=(part.ordered(by_risk).at(path)) aria-current=[(part.by_risk == by_risk).then_some("true")] { (visit.words.t(word)) } }
    };
    html! { p.views { (way(false, "list-by-run")) (way(true, "list-by-risk")) } }
}

/// Renders a thing with the list beside it.
pub(super) fn panes(beside: Option<&Beside>, thing: &Markup) -> Markup {
    html! {
        @match beside {
            Some(beside) => div.panes { (beside.list) div.thing { (thing) } },
            None => { (thing) },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut_before_the_name_of_its_file() {
        for (line, tail) in [
            ("Overwrite src/claude-code/module_1.rs (3 bytes)", Some("module_1.rs (3 bytes)")),
            ("Delete docs/old/ (1 file)", Some("old/ (1 file)")),
            ("Overwrite README.md", None),
            ("Delete /", None),
        ] {
            assert_eq!(name_at(line).map(|at| &line[at..]), tail, "{line}");
        }
    }

    #[test]
    fn a_short_line_keeps_the_names_of_files() {
        let short = without_folders("Overwrite src/web/list.rs (3 bytes) and /tmp/a");
        assert_eq!(short, "Overwrite …/list.rs (3 bytes) and …/a");
        assert_eq!(without_folders("Delete old/ and https://"), "Delete old/ and https://");
    }
}
