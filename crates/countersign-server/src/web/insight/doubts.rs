//! Whether things were looked at before a yes.

use countersign_core::{
    drill::DrillAnswer,
    insight::{Doubt, Drills, Sight, operations::Output},
};
use maud::{Markup, html};

use super::{
    super::{
        Visit,
        drills::word,
        summary::summary_of,
        text::{ago, shown},
        thing::who,
    },
    SUMMARY, table, time,
};

/// Renders what had been on the screen, quick yeses, and yeses in a row.
pub(super) fn oversight(visit: &Visit, found: &Output) -> Markup {
    let words = visit.words;
    let (all, yes) = (&found.oversight, found.undone.yes);
    let sights = [
        (Sight::Opened, all.sights.opened),
        (Sight::Listed, all.sights.listed),
        (Sight::Cut, all.sights.cut),
        (Sight::Never, all.sights.never),
    ];
    let quick = words.with("insight-quick-told", &[("n", all.quick.into()), ("all", all.dangerous.into())]);
    let unseen = words.with("insight-unseen-told", &[("n", all.sights.unseen().into()), ("all", yes.into())]);
    html! {
        section.card id="oversight" {
            header { h2 { (words.t("insight-oversight")) } p.sub { (words.t("insight-oversight-what")) } }
            @if yes == 0 { p.quiet { (words.t("history-none")) } } @else {
                dl.facts { @for (sight, n) in sights { dt { (words.t(sight_word(sight))) } dd { (n) } } }
                h3 { (words.t("insight-quick")) }
                p { (quick) }
                (doubts(visit, &words.t("insight-quick"), &all.quick_newest))
                h3 id="unseen" { (words.t("insight-unseen")) }
                p { (unseen) }
                (doubts(visit, &words.t("insight-unseen"), &all.unseen_newest))
                (runs(visit, found))
            }
            (made_up(visit, &all.drills))
        }
    }
}

/// Renders how made-up dangerous proposals were answered.
fn made_up(visit: &Visit, drills: &Drills) -> Markup {
    let words = visit.words;
    let title = words.t("insight-drills");
    let told =
        words.with("insight-drills-told", &[("n", drills.caught.into()), ("all", drills.answered.into())]);
    let heads = ["history-what", "insight-person", "history-when", "insight-drill-answer"];
    let rows = html! {
        @for one in &drills.newest {
            tr {
                @let summary = summary_of(words, &one.summary, SUMMARY);
                // Only its person can open it.
                td { @if one.person == visit.caller.actor.name { a href={ "/items/" (shown(&one.drill)) } { (summary) } } @else { (summary) } }
                td { (who(&one.person)) } td { (ago(words, one.at, visit.now())) }
                td { (words.t(word(one.answer.map(DrillAnswer::is_caught)))) }
            }
        }
    };
    html! {
        h3 id="drills" { (title) }
        p.quiet { (words.t("insight-drills-what")) }
        @if !drills.newest.is_empty() { p { (told) } (table(visit, &title, &heads, rows)) }
    }
}

fn sight_word(sight: Sight) -> &'static str {
    match sight {
        Sight::Opened => "insight-sight-opened",
        Sight::Listed => "insight-sight-listed",
        Sight::Cut => "insight-sight-cut",
        Sight::Never => "insight-sight-never",
    }
}

fn doubts(visit: &Visit, title: &str, all: &[Doubt]) -> Markup {
    let words = visit.words;
    if all.is_empty() {
        return html! {};
    }
    let heads =
        ["history-what", "history-agent", "history-by", "history-when", "insight-shown-for", "insight-sight"];
    let rows = html! {
        @for one in all {
            tr {
                td { a href={ "/items/" (shown(&one.item)) } { (summary_of(words, &one.summary, SUMMARY)) } p.sub { code { (shown(&one.tool)) } } }
                td { (shown(&one.agent)) } td { (who(&one.by)) } td { (ago(words, one.at, visit.now())) }
                td { (time(one.seen_ms)) } td { (words.t(sight_word(one.sight))) }
            }
        }
    };
    table(visit, title, &heads, rows)
}

/// Renders the unbroken runs of yeses.
fn runs(visit: &Visit, found: &Output) -> Markup {
    let words = visit.words;
    let title = words.t("insight-runs");
    let heads = ["insight-person", "insight-longest", "insight-began", "insight-ended", "insight-current"];
    let rows = html! {
        @for run in &found.oversight.runs {
            tr {
                th scope="row" { (who(&run.person)) }
                td { (run.longest) } td { (ago(words, run.from, visit.now())) } td { (ago(words, run.until, visit.now())) }
                td { (run.current) }
            }
        }
    };
    html! {
        @if !found.oversight.runs.is_empty() {
            h3 { (title) }
            p.quiet { (words.t("insight-runs-what")) }
            (table(visit, &title, &heads, rows))
        }
    }
}
