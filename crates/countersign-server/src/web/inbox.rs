//! The inbox: one list of everything that waits, over all runs, the most dangerous first.

use std::collections::{BTreeMap, BTreeSet};

use countersign_core::{
    Error,
    answer_status::WaitsKind,
    authority::operations::Nothing,
    inbox::{
        Input, Output,
        views::{SavedView, ViewList},
    },
    item::{
        ItemStatus,
        view::{ItemView, SetView, Standing, Waits},
    },
    judge::{Class, RiskLevel},
    question::{
        Question,
        operations::{OneQuestion, QuestionShow},
    },
};
use maud::{Markup, html};

use super::{
    Page, Visit, card, drills,
    form::{Press, form},
    frame::{self, Tab},
    hints,
    list::{self, List, Part},
    message, run_facts,
    text::{ago, folded, path, shown, since},
    work,
};
use crate::answer::Refusal;

/// How many items a page shows.
const SHOWN: u32 = 80;
/// Up to how many entries are shown as cards, if the reader has not chosen.
const CARDS: usize = 12;
/// How many questions can be answered here; further ones have their own pages.
const QUESTIONS: usize = 20;
/// From how many entries on something can be looked for.
const FINDER: usize = 5;
/// How many agents are listed in the filter.
const AGENTS: usize = 30;
/// How much of a question is shown.
const TITLE: usize = 400;

/// The page.
pub(super) async fn inbox(visit: Visit) -> Result<Page, Refusal> {
    let words = visit.words;
    let part = Part::of(&visit);
    let find = visit.given("find").filter(|text| !text.trim().is_empty());
    let input = Input { after: visit.given("after"), ..part.input(SHOWN) };
    let mut inbox = match drills::inbox(&visit, input).await {
        Err(refusal @ Refusal::Error(_)) if find.is_some() => {
            return Ok(not_found(&visit, find.as_deref(), &refusal));
        }
        inbox => inbox?,
    };
    run_facts::seen_from_runs(&visit, &mut inbox.items).await;
    let items = inbox.items.as_slice();
    // Other things are on the first page only.
    let waiting = if visit.asked("after").is_some() { &[] } else { inbox.waiting.as_slice() };
    let total = if inbox.more { Some(frame::pending(&visit).await) } else { None };
    let here = items.len() + waiting.len();
    let looks_at_lines = looks_at_lines(&visit, here);
    let blocks = blocks(&inbox, waiting)?;
    let list = List::of(&blocks, &part, false);
    let contents = if blocks.is_empty() {
        html! { @if find.is_some() { p.card.empty { (words.t("inbox-find-none")) } } @else { (nothing(&visit)) } }
    } else if looks_at_lines {
        html! { div.card.list { (list.lines_of(&visit, &part, "").await) } }
    } else {
        let questions = questions(&visit, waiting).await;
        let next = Next::new(&visit, &blocks);
        html! {
            @for block in &blocks {
                @match &block.what {
                    What::Set(set, own) => { (card::set(&visit, set, own, &|id| next.after(id))) },
                    What::Waits(one) => { (waits(&visit, one, questions.get(&one.id), &next)) },
                }
            }
        }
    };
    let body = html! {
        h1 { (words.t("tab-inbox")) }
        (saved_searches(&visit, find.as_deref()).await)
        (finder(&visit, find.as_deref(), here, inbox.more))
        (agents(&visit, items, waiting))
        @if here > 1 { (views(&visit, &part, &list, looks_at_lines)) }
        (work::under_way(&visit))
        (contents)
        (more(&visit, &inbox, items.len(), total))
    };
    Ok(Page::new(words.t("tab-inbox"), Tab::Inbox, body))
}

/// Returns whether the inbox is shown as lines: as its reader asks, or because there is much.
fn looks_at_lines(visit: &Visit, here: usize) -> bool {
    match visit.asked("view") {
        Some("list") => true,
        Some("cards") => false,
        _ => here > CARDS,
    }
}

/// Renders how the inbox can be looked at: through its entries one after another, as lines, or as cards.
fn views(visit: &Visit, part: &Part, list: &List<'_>, looks_at_lines: bool) -> Markup {
    let words = visit.words;
    let way = |view: &str, word: &'static str, is_here: bool| {
        html! { a href=(part.at(&format!("/?view={view}"))) aria-current=[is_here.then_some("true")] { (words.t(word)) } }
    };
    html! {
        div.looks {
            @if let Some(first) = list.first(part) { a.button.yes href=(first) data-beside data-key="Enter" { (words.t("list-review")) } }
            p.views {
                (way("list", "list-lines", looks_at_lines))
                (way("cards", "list-cards", !looks_at_lines))
            }
            @if looks_at_lines { (list::orders(visit, part, "/?view=list")) }
        }
    }
}

/// The page where what is looked for cannot be meant: the field with it, and what can be.
fn not_found(visit: &Visit, find: Option<&str>, refusal: &Refusal) -> Page {
    let words = visit.words;
    let (status, problem) = refusal.told();
    let body = html! {
        h1 { (words.t("tab-inbox")) }
        (finder(visit, find, 0, true))
        p.card.warning role="alert" {
            (hints::said(words, &problem.detail)) @if let Some(hint) = &problem.hint { ": " (hints::said(words, hint)) }
        }
    };
    Page { status, ..Page::new(words.t("tab-inbox"), Tab::Inbox, body) }
}

/// Renders the field in which something is looked for: where something is, or it is in use.
fn finder(visit: &Visit, find: Option<&str>, found: usize, more: bool) -> Markup {
    let words = visit.words;
    if find.is_none() && found < FINDER {
        return html! {};
    }
    html! {
        form.find method="get" action="/" role="search" {
            @if let Some(agent) = visit.asked("agent") { input type="hidden" name="agent" value=(agent); }
            input type="search" name="find" value=[find] maxlength="400" autocomplete="off" spellcheck="false" aria-label=(words.t("inbox-find")) placeholder=(words.t("inbox-find-example"));
            button.button { (words.t("inbox-find")) }
            @if find.is_some() {
                @if !more { span.quiet role="status" { (words.count("inbox-found", found)) } }
                a.button.quiet href="/" { (words.t("inbox-find-all")) }
            }
        }
    }
}

/// Renders the reader's saved searches, and what keeps or drops the one in use.
async fn saved_searches(visit: &Visit, find: Option<&str>) -> Markup {
    let words = visit.words;
    let Ok(saved) = visit.ask::<ViewList>(Nothing {}).await else { return html! {} };
    let same =
        |view: &&SavedView| find.is_some_and(|find| find.split_whitespace().eq(view.find.split_whitespace()));
    let here = saved.views.iter().find(same);
    html! {
        @if !saved.views.is_empty() {
            nav.filter.views aria-label=(words.t("views-title")) {
                @for view in &saved.views {
                    a href={ "/?find=" (escaped(&view.find)) } title=(shown(&view.find)) aria-current=[(here == Some(view)).then_some("true")] { (shown(&view.name)) }
                }
                @if let Some(view) = here {
                    (Press { op: "view.drop", fields: &[("id", &view.id), ("back", "/")], label: &words.t("views-drop"), look: "quiet small", ..Press::default() }.button())
                }
            }
        }
        @if let (Some(find), None) = (find, here) {
            (form(visit, "view.save", &[("find", find)], html! {
                div.keep-view {
                    input type="text" name="name" required maxlength="40" autocomplete="off" aria-label=(words.t("views-name")) placeholder=(words.t("views-name"));
                    button.button.quiet { (words.t("views-save")) }
                }
            }))
        }
    }
}

/// Renders the link to the next page, and the total.
fn more(visit: &Visit, inbox: &Output, here: usize, total: Option<usize>) -> Markup {
    let words = visit.words;
    let given =
        |name: &str| visit.asked(name).map(|value| format!("&{name}={}", escaped(value))).unwrap_or_default();
    let rest = given("agent") + &given("find") + &given("by") + &given("view");
    let is_all = visit.asked("agent").or(visit.asked("find")).is_none();
    html! {
        @if let Some(next) = &inbox.next {
            p.pages {
                @if let (Some(total), true) = (total, is_all) { span.quiet { (words.with("inbox-part", &[("here", here.into()), ("total", total.into())])) } " " }
                a.button href={ "/?after=" (escaped(next)) (rest) } rel="next" { (words.t("show-more")) }
            }
        }
    }
}

/// Escapes a text as a value in an address.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::new();
    countersign_core::op::route::escape(&mut out, text);
    out
}

/// An entry of the inbox, with its urgency and waiting time.
pub(super) struct Block<'a> {
    rank: u8,
    at: u64,
    /// What it is.
    pub what: What<'a>,
}

/// An entry of the inbox.
pub(super) enum What<'a> {
    /// A change set with its items.
    Set(&'a SetView, Vec<&'a ItemView>),
    /// A question, a plan, a step, a stage.
    Waits(&'a Waits),
}

impl<'a> Block<'a> {
    /// Returns the ids of its parts, in order.
    fn ids(&self) -> Vec<&'a str> {
        match &self.what {
            What::Set(_, items) => items.iter().map(|item| item.id.as_str()).collect(),
            What::Waits(one) => vec![&one.id],
        }
    }
}

/// What to show after something was answered: the next entry.
struct Next<'a> {
    here: String,
    after: BTreeMap<&'a str, &'a str>,
}

impl<'a> Next<'a> {
    fn new(visit: &Visit, blocks: &[Block<'a>]) -> Self {
        let ids: Vec<&str> = blocks.iter().flat_map(Block::ids).collect();
        let after = ids.windows(2).map(|pair| (pair[0], pair[1])).collect();
        Self { here: visit.here(), after }
    }

    /// Returns the next address; empty if nothing follows.
    fn after(&self, id: &str) -> String {
        self.after.get(id).map(|next| format!("{}#{next}", self.here)).unwrap_or_default()
    }
}

/// Returns the entries, the most urgent first.
pub(super) fn blocks<'a>(inbox: &'a Output, waiting: &'a [Waits]) -> Result<Vec<Block<'a>>, Error> {
    let mut order: Vec<&str> = Vec::new();
    let mut own: BTreeMap<&str, Vec<&ItemView>> = BTreeMap::new();
    for item in &inbox.items {
        let known = own.entry(&item.change_set).or_default();
        if known.is_empty() {
            order.push(&item.change_set);
        }
        known.push(item);
    }
    let mut blocks = Vec::new();
    for id in order {
        let set = inbox.change_sets.iter().find(|set| set.id == id);
        let set = set.ok_or_else(|| Error::bug("the inbox has an item without its set"))?;
        let own = own.remove(id).unwrap_or_default();
        let rank = own.iter().map(|item| rank(item)).min().unwrap_or(1);
        let at = own.iter().map(|item| item.created_at).min().unwrap_or_default();
        blocks.push(Block { rank, at, what: What::Set(set, own) });
    }
    for one in waiting {
        let rank = match one.risk_level {
            RiskLevel::High => 0,
            RiskLevel::Medium | RiskLevel::Low => 1,
        };
        blocks.push(Block { rank, at: one.at, what: What::Waits(one) });
    }
    blocks.sort_by_key(|block| (block.rank, block.at));
    Ok(blocks)
}

/// Returns the rank of an item, as the engine sorts them.
fn rank(item: &ItemView) -> u8 {
    match (item.status, item.class) {
        (ItemStatus::Deferred, _) => 3,
        (ItemStatus::NeedsReview, _) | (_, Class::Destructive) => 0,
        (_, Class::Read | Class::Mutable) => 1,
    }
}

/// Renders the filter by agent, if there are several.
fn agents(visit: &Visit, items: &[ItemView], waiting: &[Waits]) -> Markup {
    let chosen = visit.asked("agent");
    let agents = items.iter().map(|item| &item.agent).chain(waiting.iter().map(|one| &one.agent));
    let mut all: BTreeSet<&str> = agents.map(String::as_str).collect();
    all.extend(chosen);
    html! {
        @if all.len() > 1 || chosen.is_some() {
            nav.filter aria-label=(visit.words.t("inbox-agents")) {
                a href="/" aria-current=[chosen.is_none().then_some("true")] { (visit.words.t("inbox-all-agents")) }
                @for agent in all.iter().take(AGENTS) {
                    a href={ "/?agent=" (escaped(agent)) } aria-current=[(chosen == Some(*agent)).then_some("true")] { (shown(agent)) }
                }
            }
        }
    }
}

/// Returns the questions that can be answered by choosing; viewing them here does not notify the agent.
async fn questions(visit: &Visit, waiting: &[Waits]) -> BTreeMap<String, Question> {
    let mut found = BTreeMap::new();
    for one in waiting.iter().filter(|one| one.kind == WaitsKind::Question).take(QUESTIONS) {
        if let Ok(asked) = visit.ask::<QuestionShow>(OneQuestion { id: one.id.clone() }).await {
            found.insert(one.id.clone(), asked.question);
        }
    }
    found
}

/// Returns the page of a waiting thing.
pub(super) fn place_of(one: &Waits) -> String {
    match one.kind {
        WaitsKind::Settings => "/policy".to_owned(),
        kind => format!("/{}s/{}", kind.as_str(), escaped(&one.id)),
    }
}

/// Renders a waiting thing that is not an item: a question, a plan, a step, a stage.
fn waits(visit: &Visit, one: &Waits, question: Option<&Question>, next: &Next<'_>) -> Markup {
    let (words, id) = (visit.words, one.id.as_str());
    let place = place_of(one);
    let default = question.and_then(|q| q.default.as_ref());
    let title = words.say(&one.title);
    html! {
        section.card.waits id=(id) data-item=(id) tabindex="-1" {
            p.sub { (words.t(message::waits(one.kind))) " · " (shown(&one.agent)) " · " (ago(words, one.at, visit.now())) }
            h2 { a href=(place) { (path(&folded(&title, TITLE))) } }
            @match (default, one.auto_approve_timeout) {
                (Some(default), Some(left)) => p.quiet { (words.with("question-default", &[("when", since(words, visit.now() + left * 1000, visit.now()).into()), ("answer", folded(default, 200).into())])) },
                (None, left) | (_, left @ None) => { (card::countdown(visit, id, left, "h")) },
            }
            footer.answers { (quick(visit, one, question, &next.after(id))) a.button href=(place) data-key="o" { (words.t("open")) } }
        }
    }
}

/// Renders the answers that need no more than a card shows. A plan is approved by its digest, on its own page.
fn quick(visit: &Visit, one: &Waits, question: Option<&Question>, back: &str) -> Markup {
    let words = visit.words;
    let id = one.id.as_str();
    let press = |op: &str, label: &str, look: &str, key: &str, answer: Option<&str>| {
        let fields: Vec<(&str, &str)> =
            [Some(("id", id)), answer.map(|a| ("answer", a)), (!back.is_empty()).then_some(("back", back))]
                .into_iter()
                .flatten()
                .collect();
        Press { op, fields: &fields, label, look, key, ..Press::default() }.button()
    };
    let (goes_on, proposed) =
        (matches!(one.status, Standing::Waiting | Standing::Counting), one.status == Standing::Proposed);
    html! {
        @match one.kind {
            WaitsKind::Step => {
                @if goes_on { (press("step.reject", &words.t("quick-reject"), "no", "n", None)) (press("step.approve", &words.t("quick-approve"), "yes", "y", None)) }
            },
            WaitsKind::Plan => { @if proposed { (press("plan.reject", &words.t("quick-reject"), "no", "n", None)) } },
            WaitsKind::Item | WaitsKind::Question | WaitsKind::Stage | WaitsKind::Settings => {},
        }
        @for choice in question.map(|q| q.choices.as_slice()).unwrap_or_default() {
            (press("question.answer", &shown(choice), "", "", Some(choice)))
        }
    }
}

/// Renders what to do next if nothing waits: the commands for each agent.
fn nothing(visit: &Visit) -> Markup {
    let words = visit.words;
    let ways = [
        (
            "Claude Code",
            "countersign import --agent claude-code\ncountersign hook install claude-code\nclaude",
        ),
        ("Codex", "countersign import --agent codex\ncountersign hook install codex\ncodex"),
        ("Cursor", "countersign import --agent cursor\ncountersign stage -- cursor-agent\ncountersign open"),
    ];
    html! {
        div.card.empty {
            h2 { (words.t("empty-title")) }
            p { (words.t("empty-next")) }
            @for (agent, lines) in ways {
                h3 { (agent) }
                pre.copy { code { (lines) } }
            }
            p.quiet { (words.t("empty-demo")) " " code { "countersign demo" } }
        }
    }
}
