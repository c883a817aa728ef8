//! Stages: what commands did in their own world, by file and hunk, and the forms that land all of it, a part, or
//! nothing.

mod parts;
mod tree;

use std::collections::BTreeSet;

use countersign_core::{
    item::{self, view::ItemView},
    judge::Class,
    show,
    stage::{
        Stage, StageCommand, StageStatus,
        land::{DiffInput, DiffOutput, StageDiff},
        operations::{ListInput, OneStage, StageList, StageShow},
    },
};
use maud::{Markup, html};

use super::{
    Page, Visit, card,
    form::{Press, form, submit},
    frame::Tab,
    glance, hints, list, plans,
    text::{all_said, count, known, say, shown, texts},
    thing::{self, badge, facts, link, plain, when, who},
};
use crate::answer::Refusal;
use parts::Parts;

/// The form in which the parts to land are chosen.
const CHOSEN: &str = "land";

/// The list, newest first.
pub(super) async fn stages(visit: Visit) -> Result<Page, Refusal> {
    let words = visit.words;
    let all = visit.asked("all").is_some();
    let found = visit.ask::<StageList>(ListInput { all, limit: None, before: visit.given("before") }).await?;
    let stages = &found.stages;
    let base = if all { "/stages?all=1" } else { "/stages" };
    let body = html! {
        p.crumb { a href="/runs" { (words.t("tab-runs")) } " / " (words.t("work-stages")) }
        h1 { (words.t("work-stages")) }
        p.tools {
            @if all { a href="/stages" { (words.t("work-stages-live")) } } @else { a href="/stages?all=1" { (words.t("work-stages-all")) } }
        }
        @if stages.is_empty() { div.card { p { (words.t("work-stages-none")) " " code { "countersign stage -- CMD" } } } }
        @else { ul.lines.card { @for stage in stages { (line(&visit, &stage.stage)) } } }
        (thing::older(&visit, base, found.next.as_ref()))
    };
    Ok(Page::new(words.t("work-stages"), Tab::Runs, body))
}

fn line(visit: &Visit, stage: &Stage) -> Markup {
    let id = stage.id.as_str();
    html! {
        li.line data-item=(id) tabindex="-1" {
            span.mark aria-hidden="true" { "◫" }
            div.what {
                a.summary href={ "/stages/" (id) } { (texts(&stage.roots).join(", ")) }
                " " (badge(visit, stage.status))
                p.sub {
                    (shown(&stage.agent)) " · " (when(visit, stage.at))
                    @if let Some(last) = stage.commands.last() { " · " code { (shown(&last.command)) } }
                }
            }
        }
    }
}

/// The page of one stage. It is rendered even if its contents cannot be read now.
pub(super) async fn stage(visit: Visit) -> Result<Page, Refusal> {
    let words = visit.words;
    let stage = visit.ask::<StageShow>(one(&visit)).await?.stage;
    let id = stage.id.as_str();
    let is_dropped = stage.status == StageStatus::Dropped;
    let looked = match is_dropped {
        true => None,
        false => Some(visit.ask::<StageDiff>(DiffInput { id: id.to_owned(), brief: false }).await),
    };
    let asked = asked(&visit, stage.item.as_deref()).await;
    let beside = list::beside(&visit, id).await;
    let thing = html! {
        p.crumb { (list::way_back(&visit, beside.as_ref())) a href="/runs" { (words.t("tab-runs")) } " / " a href="/stages" { (words.t("work-stages")) } " / " code { (shown(&stage.id)) } }
        h1 { (words.t("waits-stage")) " " (badge(&visit, stage.status)) }
        (story(&visit, &stage))
        @match &looked {
            None => { div.card { p { (words.t("work-stage-dropped")) } } }
            Some(Err(refusal)) => {
                @let problem = refusal.told().1;
                div.card.trouble { p { (hints::said(words, &problem.detail)) } @if let Some(hint) = &problem.hint { p.quiet { (hints::said(words, hint)) } } }
            }
            Some(Ok(found)) => { (difference(&visit, found, asked.as_ref())) }
        }
        @if !is_dropped {
            div.answers { a.button.no href={ "/stages/" (id) "/drop" } { (words.t("work-drop")) "…" } }
        }
    };
    let body = list::with_list(&visit, beside.as_ref(), id, &thing);
    Ok(Page::new(words.t("waits-stage"), Tab::Runs, body))
}

/// Returns the item that asks about the landing, if there is one.
async fn asked(visit: &Visit, item: Option<&str>) -> Option<ItemView> {
    let Ok(show::Output::Item { item, .. }) = visit.show(item?).await else { return None };
    Some(*item)
}

/// Returns the stage that the address names.
fn one(visit: &Visit) -> OneStage {
    OneStage { id: visit.param("id").to_owned() }
}

/// Lists the commands that were run in it, and what they were denied.
fn story(visit: &Visit, stage: &Stage) -> Markup {
    let words = visit.words;
    let joined = |all: &[String]| plain(texts(all).join(", "));
    let landed =
        html! { @for (n, id) in stage.receipts.iter().enumerate() { @if n > 0 { ", " } (link(id)) } };
    let (denied, earlier) = (all_said(words, &stage.denied), count(stage.earlier));
    let more = count(stage.denied_more);
    html! {
        section.card {
            (facts(visit, &[
                ("receipts-agent", plain(shown(&stage.agent))),
                ("receipts-run", link(&stage.run)),
                ("work-folders", joined(&stage.roots)),
                ("work-hosts", joined(&stage.hosts)),
                ("work-through", joined(&stage.through)),
                ("work-landed-as", landed),
                ("work-begun", when(visit, stage.at)),
                ("work-begun-by", plain(who(&stage.by))),
            ]))
            h2 { (words.count("work-commands", stage.commands.len() + earlier)) }
            @if earlier > 0 { p.quiet { (words.count("work-earlier-commands", earlier)) } }
            ul.commands { @for command in &stage.commands { li { code { "$ " (shown(&command.command)) } " " span.quiet { (ended(visit, command)) } } } }
            @if !denied.is_empty() {
                h2 { (words.count("work-denied", denied.len() + more)) }
                ul.commands { @for attempt in &denied { li.warning { (attempt) } } }
                @if more > 0 { p.quiet { (words.count("more-changes", more)) } }
            }
        }
    }
}

/// Describes how a command ended, and which limits it hit.
fn ended(visit: &Visit, command: &StageCommand) -> String {
    let words = visit.words;
    let how = match (command.exit_code.map(i64::from), command.signal.map(i64::from)) {
        (Some(code), _) => words.with("work-exit", &[("n", code.into())]),
        (None, Some(signal)) => words.with("work-signal", &[("n", signal.into())]),
        (None, None) if command.ended_at.is_none() => words.t("work-end-unknown").into_owned(),
        (None, None) => words.t("work-ended").into_owned(),
    };
    let over: Vec<String> = command.over.iter().map(|limit| shown(&known(words, limit))).collect();
    let over = over.join(", ");
    if over.is_empty() {
        how
    } else {
        format!("{how}; {}", words.with("work-over", &[("what", over.into())]))
    }
}

/// Renders everything that would land, and the forms to land it.
fn difference(visit: &Visit, found: &DiffOutput, asked: Option<&ItemView>) -> Markup {
    let words = visit.words;
    let calls = all_said(words, &found.calls);
    let parts = Parts::of(found);
    html! {
        @if !calls.is_empty() {
            section.card { details { summary { (words.count("work-calls", calls.len())) } ul { @for call in &calls { li { (call) } } } } }
        }
        @if found.empty { div.card { p { (words.t("work-stage-empty")) } } }
        @else {
            section.card {
                h2 { (say(words, &found.summary)) @if found.class == Class::Destructive { " " span.badge.danger { (words.t("destructive")) } } }
                @for warning in all_said(words, &found.preview.warnings) { p.warning { (warning) } }
                (parts.protected(visit))
                (conflicts(visit, found))
                @if !parts.other_changes().is_empty() {
                    ul.changes { @for change in parts.other_changes() { li { (glance::one(visit, change, "", None, usize::MAX)) } } }
                }
                (facts(visit, &[("work-undo", plans::reversal(visit, &found.reversal))]))
            }
            h2.between { (parts.sum(visit)) }
            (parts.tree(visit))
            (land(visit, found, asked, &parts))
        }
    }
}

/// Lists conflicts that cannot be merged, with the button that lands everything else.
fn conflicts(visit: &Visit, found: &DiffOutput) -> Markup {
    let words = visit.words;
    let paths = &found.conflicts;
    if paths.is_empty() {
        return html! {};
    }
    let (id, digest) = bound(found);
    let mut fields = vec![("id", id), ("digest", digest)];
    let left_out: BTreeSet<&String> = paths.iter().chain(&found.by_name).collect();
    fields.extend(left_out.iter().map(|path| ("except[]", path.as_str())));
    html! {
        div.conflicts {
            p.warning { (words.count("work-conflicts", paths.len())) }
            ul { @for path in paths { li { code { (shown(path)) } } } }
            p.quiet { (words.t("work-conflicts-hint")) }
            div.answers { (form(visit, "stage.land", &fields, submit(&words.t("work-land-others"), "", ""))) }
        }
    }
}

/// Returns what a landing binds to.
fn bound(found: &DiffOutput) -> (&str, &str) {
    (&found.stage.stage.id, &found.digest)
}

/// Renders the forms that land everything, or the chosen parts; each bound to what is shown here. They stay in sight
/// below the tree.
fn land(visit: &Visit, found: &DiffOutput, asked: Option<&ItemView>, parts: &Parts<'_>) -> Markup {
    let words = visit.words;
    let (id, digest) = bound(found);
    let fields = [("id", id), ("digest", digest)];
    let waits = asked.filter(|item| card::is_decidable(item));
    let wanted = waits.and_then(|item| item.typed.as_ref()).or(found.typed.as_ref());
    let typing = found.class == Class::Destructive || wanted.is_some();
    let typed = |place: &str, form: Option<&str>| {
        html! {
            @if typing {
                label for=(place) { (words.t("work-typed")) @if let Some(wanted) = wanted { " " code { (shown(&item::typed::in_words(words, wanted))) } } }
                input id=(place) type="text" name="typed" form=[form] autocomplete="off" spellcheck="false";
            }
        }
    };
    let look = if typing { "danger" } else { "yes" };
    let left = found.by_name.len();
    let all = match left {
        0 => words.t("work-land-all").into_owned(),
        n => words.count("work-land-all-but", n),
    };
    let all = html! { (typed("typed-all", None)) (submit(&all, look, "")) };
    let mut of_all = fields.to_vec();
    of_all.extend(found.by_name.iter().map(|path| ("except[]", path.as_str())));
    let all = form(visit, "stage.land", &of_all, all);
    let has_others = parts.has_unprotected();
    html! {
        section.card.landing aria-label=(words.t("work-land")) {
            @if let Some(item) = waits { p { (words.t("work-land-waits")) " " (link(&item.id)) } }
            (typed("typed-chosen", Some(CHOSEN)))
            @if left > 0 { p.warning { (words.count("work-left-by-name", left)) " " (texts(&found.by_name).join(", ")) } }
            div.ways {
                button.button form=(CHOSEN) data-needs-choice { (words.t("work-land-chosen")) }
                @if !has_others {}
                @else if parts.is_whole() { (all) }
                @else {
                    @let title = if left == 0 { words.count("work-land-all-of", parts.files()) } else { words.count("work-land-all-but", left) + "…" };
                    details { summary.button { (title) } p.warning { (words.t("work-land-not-opened")) } (all) }
                }
                span.quiet data-chosen { (words.t("work-land-chosen-hint")) }
            }
            (thing::spread(visit, CHOSEN, "stage.land", &[("id", id), ("digest", digest), ("needs", "only[]")]))
        }
    }
}

/// The page that confirms dropping a stage, which cannot be undone.
pub(super) async fn drop_stage(visit: Visit) -> Result<Page, Refusal> {
    let words = visit.words;
    let stage = visit.ask::<StageShow>(one(&visit)).await?.stage;
    let id = stage.id.as_str();
    let back = format!("/stages/{id}");
    let button = Press {
        op: "stage.drop",
        fields: &[("id", id)],
        label: &words.t("work-drop-now"),
        look: "danger",
        ..Press::default()
    };
    let body = html! {
        p.crumb { a href="/stages" { (words.t("work-stages")) } " / " (link(id)) }
        h1 { (words.t("work-drop")) ": " (texts(&stage.roots).join(", ")) }
        section.card.trouble {
            p { (words.t("work-drop-hint")) }
            div.answers { a.button href=(back) { (words.t("work-leave")) } (button.button()) }
        }
    };
    Ok(Page::new(words.t("work-drop"), Tab::Runs, body))
}
