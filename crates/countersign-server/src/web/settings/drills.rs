//! Drills: whether the reader wants them, and how they answered.

use countersign_core::{
    authority::operations::Nothing,
    drill::operations::{DrillList, DrillView},
};
use maud::{Markup, html};

use super::room;
use crate::{
    answer::Refusal,
    web::{Page, Visit, drills::word, form::Press, summary::summary_of, text::ago},
};

/// How much of a summary a line shows.
const SUMMARY: usize = 160;

/// The page.
pub(in crate::web) async fn drills(visit: Visit) -> Result<Page, Refusal> {
    let words = visit.words;
    let known = visit.ask::<DrillList>(Nothing {}).await?;
    let (now, to, label) = match known.on {
        true => ("drills-are-on", "off", "drills-turn-off"),
        false => ("drills-are-off", "on", "drills-turn-on"),
    };
    let body = html! {
        p { (words.t("drills-what")) }
        section.card {
            p { (words.t(now)) }
            footer.answers { (Press { op: "drill.turn", fields: &[("to", to)], label: &words.t(label), ..Press::default() }.button()) }
        }
        h2 { (words.t("drills-past")) }
        @if known.drills.is_empty() { p.quiet { (words.t("drills-none")) } }
        @else { ul.card { @for one in &known.drills { li { (line(&visit, one)) } } } }
    };
    Ok(room(&visit, "settings-drills", body))
}

fn line(visit: &Visit, one: &DrillView) -> Markup {
    let words = visit.words;
    html! {
        (summary_of(words, &one.item.summary, SUMMARY)) ": " strong { (words.t(word(one.caught))) }
        " " span.quiet { (ago(words, one.shown_at, visit.now())) }
    }
}
