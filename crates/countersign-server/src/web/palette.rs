//! The command palette: every operation that its reader may call, found by its words; a form for each, built from its
//! schema; and at the top recent actions, with undo.

use axum::response::Response;
use countersign_core::{
    ActorKind, Answer, AnyOp, OPS, Spec, Undo,
    inbox::{self, InboxList},
    op::{
        fields::{Field, Kind, fields},
        route::Route,
    },
    operations as ops,
    receipt::{
        Receipt,
        operations::{ListInput, ReceiptList},
    },
};
use countersign_words::{Words, say};
use maud::{Markup, html};
use serde_json::Value;

use super::{
    Page, Visit, act, bar, data,
    form::hidden,
    frame::{self, Tab},
    live::KEYS,
    summary::summary_of,
    text::{ago, known, shown},
};
use crate::{answer::Refusal, input::Fields};

/// How many things that wait are listed.
const THINGS: u32 = 8;
/// How many actions the palette offers to undo, out of how many checked.
const UNDOS: usize = 5;
const LOOKED_AT: u32 = 40;
/// The length of a summary.
const SUMMARY: usize = 120;
/// The form field that requests the answer to be shown instead of returning to the page.
pub(crate) const ANSWER: &str = "show-answer";
/// The field that only a passkey fills in.
const ASSERTION: &str = "assertion";

/// Returns whether a visitor may call an operation; the engine checks it again.
fn may(visit: &Visit, spec: &Spec) -> bool {
    let actor = &visit.caller.actor;
    spec.audience.contains(&ActorKind::Person) && actor.role >= spec.role && actor.in_scope(spec.name)
}

/// Returns the address of an operation's form. Operations with passkeys need a page with the module.
pub(super) fn place(name: &str) -> String {
    if name.starts_with("passkey.") && name != "passkey.list" {
        "/settings/passkeys".to_owned()
    } else {
        format!("/do/{name}")
    }
}

/// The page.
pub(super) async fn palette(visit: Visit) -> Result<Page, Refusal> {
    let words = visit.words;
    let wanted = visit.asked("q").unwrap_or_default();
    let found: Vec<Spec> = OPS
        .iter()
        .map(|op| op.spec())
        .filter(|s| may(&visit, s) && matches(&text_of(words, s), wanted))
        .collect();
    let body = html! {
        h1 { (words.t("palette-title")) }
        form.find method="get" action="/palette" role="search" {
            label.sr-only for="palette-q" { (words.t("palette-find")) }
            input id="palette-q" type="search" name="q" value=(wanted) placeholder=(words.t("palette-find")) autocomplete="off" spellcheck="false";
            button.button { (words.t("palette-search")) }
        }
        @if wanted.is_empty() { (quick_undo(&visit).await) }
        (rooms(&visit, wanted))
        section aria-labelledby="palette-ops" {
            h2 id="palette-ops" { (words.t("palette-operations")) }
            @if found.is_empty() { p.quiet { (words.t("live-find-none")) } }
            ul.commands {
                @for spec in &found {
                    li data-find=(text_of(words, spec).to_lowercase()) {
                        a href=(place(spec.name)) { code { (spec.name) } " " span.quiet { (known(words, spec.doc)) } }
                    }
                }
            }
        }
        // Last, so that what comes a moment later moves nothing.
        section id="things" aria-labelledby="palette-things" hidden[wanted.is_empty()] { (things(&visit, wanted).await) }
        @if wanted.is_empty() { (keys(&visit)) }
    };
    Ok(Page::new(words.t("palette-title"), Tab::Elsewhere, body))
}

/// Returns the searchable text of an operation.
fn text_of(words: Words, spec: &Spec) -> String {
    format!(
        "{} {} {} {}",
        spec.name,
        spec.doc,
        words.known(spec.doc),
        spec.cli.split(" --").next().unwrap_or_default()
    )
}

/// Returns whether a text contains all searched words.
fn matches(text: &str, wanted: &str) -> bool {
    let text = text.to_lowercase();
    wanted.to_lowercase().split_whitespace().all(|word| text.contains(word))
}

fn rooms(visit: &Visit, wanted: &str) -> Markup {
    let words = visit.words;
    let all = Tab::ALL.map(|tab| (tab.path(), words.t(tab.word()))).into_iter();
    // Pages that are no tab.
    let all = all.chain([("/insight", words.t("insight-title")), ("/docs", words.t("docs-title"))]);
    let found: Vec<_> = all.filter(|(_, title)| matches(title, wanted)).collect();
    html! {
        @if !found.is_empty() {
            section aria-labelledby="palette-rooms" {
                h2 id="palette-rooms" { (words.t("palette-rooms")) }
                ul.commands.rows {
                    @for (path, title) in &found {
                        li data-find=(title.to_lowercase()) { a href=(path) { (title) } }
                    }
                }
            }
        }
    }
}

/// Renders what waits and has the searched words.
async fn things(visit: &Visit, wanted: &str) -> Markup {
    if wanted.trim().is_empty() {
        return html! {};
    }
    let find = inbox::Input { find: Some(wanted.to_owned()), limit: Some(THINGS), ..inbox::Input::default() };
    let Ok(found) = visit.ask::<InboxList>(find).await else { return html! {} };
    let items = found.items.iter().map(|item| {
        (format!("/items/{}", shown(&item.id)), summary_of(visit.words, &item.summary, SUMMARY), &item.agent)
    });
    let others = found.waiting.iter().take(THINGS as usize).map(|one| {
        let place = format!("/{}s/{}", one.kind.as_str(), shown(&one.id));
        (place, summary_of(visit.words, &one.title, SUMMARY), &one.agent)
    });
    let all: Vec<_> = items.chain(others).collect();
    html! {
        @if !all.is_empty() {
            h2 id="palette-things" { (visit.words.t("palette-things")) }
            ul.commands {
                @for (place, title, agent) in all {
                    // Whatever the module filters by has found it.
                    li data-find=(wanted.to_lowercase()) { a href=(place) { (title) " " span.quiet { (shown(agent)) } } }
                }
            }
        }
    }
}

/// Renders the latest actions that can be undone, by the same handles as everywhere.
async fn quick_undo(visit: &Visit) -> Markup {
    let words = visit.words;
    let wanted = ListInput { run: None, limit: Some(LOOKED_AT), before: None };
    let Ok(found) = visit.ask::<ReceiptList>(wanted).await else { return html! {} };
    // What undoes an undo is no action of its own here: the receipt's page has it.
    let is_change = |r: &Receipt| r.undoes.is_none() || r.is_redo;
    let open =
        |r: &&Receipt| r.undo_action.is_some() && r.undone.is_none() && r.undoing.is_none() && is_change(r);
    let receipts: Vec<&Receipt> = found.receipts.iter().filter(open).take(UNDOS).collect();
    html! {
        section aria-labelledby="palette-undo" {
            h2 id="palette-undo" { (words.t("palette-undo")) }
            @if receipts.is_empty() { p.quiet { (words.t("palette-undo-none")) } }
            ul.commands.undos {
                @for receipt in receipts {
                    @let summary = summary_of(visit.words, &receipt.summary, SUMMARY);
                    li data-find=(format!("{} {}", words.t("undo"), summary).to_lowercase()) {
                        a href={ "/receipts/" (shown(&receipt.id)) } { (summary) }
                        " " span.quiet { (ago(words, receipt.at, visit.now())) }
                        " " (bar::undo(visit, receipt))
                    }
                }
            }
        }
    }
}

/// Lists the keys.
fn keys(visit: &Visit) -> Markup {
    html! {
        section id="keys" aria-labelledby="palette-keys" {
            h2 id="palette-keys" { (visit.words.t("palette-keys")) }
            dl.keys { @for (key, does) in KEYS { dt { @for one in key.split(' ') { kbd { (one) } } } dd { (visit.words.t(does)) } } }
        }
    }
}

/// The page of an operation: what it does, a form for its input, and, if it only reads, its answer.
pub(super) async fn ask(visit: Visit) -> Result<Page, Refusal> {
    let words = visit.words;
    let op = ops::find(visit.param("op")).ok_or_else(|| frame::missing(say!("problem-web-such-act")))?;
    let (spec, takes) = (op.spec(), fields(op));
    let answer = if spec.write {
        html! {}
    } else {
        read(&visit, op, &takes).await?
    };
    let body = html! {
        h1 { (known(words, spec.doc)) }
        @if !may(&visit, &spec) { p.warning { (words.t("palette-not-you")) } }
        (answer)
        // Not refreshed automatically: it may take long, or be filled in.
        div.card data-still {
            @if spec.write {
                form.asks method="post" action={ "/do/" (spec.name) } data-op=(spec.name) data-passkey=[takes.contains_key(ASSERTION).then_some("")] {
                    (hidden(&visit))
                    input type="hidden" name=(ANSWER) value="shown";
                    (inputs(&visit, &takes))
                    div.answers { button.button { (words.t("palette-do")) } a.button.quiet href="/palette" { (words.t("palette-title")) } }
                }
            } @else {
                form.asks method="get" action={ "/do/" (spec.name) } {
                    (inputs(&visit, &takes))
                    div.answers { button.button { (words.t("palette-ask")) } a.button.quiet href="/palette" { (words.t("palette-title")) } }
                }
            }
            (surfaces(&visit, &spec))
        }
    };
    Ok(Page::new(known(words, spec.doc), Tab::Elsewhere, body))
}

/// Renders the answer of a reading operation, once all required input is given.
async fn read(visit: &Visit, op: &'static dyn AnyOp, known: &Fields) -> Result<Markup, Refusal> {
    let given: Vec<(String, String)> =
        visit.query.iter().filter(|(name, _)| !frame::TOLD.contains(&name.as_str())).cloned().collect();
    if known.iter().any(|(name, field)| field.required && visit.asked(name).is_none()) {
        return Ok(html! {});
    }
    let input = act::read(&given, known, visit.app.settings.limits.json_depth)?;
    let answer = visit.call(op.spec().name, Value::Object(input)).await?;
    Ok(
        html! { section.card { h2 { (visit.words.t("palette-answer")) } (data::value(visit, &answer.value)) } },
    )
}

/// Renders the page with the answer of an action.
pub(super) async fn answered(visit: &Visit, spec: &Spec, back: &str, answer: &Answer) -> Response {
    let words = visit.words;
    let body = html! {
        h1 { (words.t("did-anything")) }
        section.card {
            h2 { (known(words, spec.doc)) }
            (data::value(visit, &answer.value))
            div.answers {
                @if let Some(receipt) = act::receipt_of(answer) { (bar::undo(visit, &receipt)) }
                a.button href="/" { (words.t("back-to-inbox")) }
                a.button.quiet href=(back) { (words.t("palette-once-more")) }
            }
        }
    };
    frame::respond(visit, Page::new(known(words, spec.doc), Tab::Elsewhere, body)).await
}

/// Renders the same call for programs and terminals.
fn surfaces(visit: &Visit, spec: &Spec) -> Markup {
    let words = visit.words;
    html! {
        dl.facts.small {
            dt { (words.t("palette-operation")) } dd { code { (spec.name) } }
            @if !spec.cli.is_empty() { dt { (words.t("palette-terminal")) } dd { code { "countersign " (spec.cli) } } }
            @if Route::of(spec).is_some() { dt { "HTTP" } dd { code { (spec.http) } } }
            @if spec.write && spec.undo == Undo::ByChanges { dt { (words.t("undo")) } dd { (words.t("palette-undoable")) } }
        }
    }
}

/// Renders the required fields first, then the optional ones.
fn inputs(visit: &Visit, known: &Fields) -> Markup {
    let shown = |required: bool| known.iter().filter(move |(n, f)| *n != ASSERTION && f.required == required);
    html! {
        @for (name, field) in shown(true).chain(shown(false)) { (input(visit, name, field)) }
        @if shown(true).chain(shown(false)).next().is_none() { p.quiet { (visit.words.t("palette-no-fields")) } }
    }
}

fn input(visit: &Visit, name: &str, field: &Field) -> Markup {
    let words = visit.words;
    let (id, given) = (format!("f-{name}"), visit.asked(name).unwrap_or_default());
    let (help, must) = (format!("h-{name}"), field.required);
    let option = |value: &str, text: &str| html! { option value=(value) selected[value == given] { (text) } };
    let left_open = || html! { @if !must { (option("", &words.t("palette-not-given"))) } };
    html! {
        label for=(id) { (name.replace('_', " ")) @if must { " " span.must { (words.t("palette-required")) } } }
        @match &field.kind {
            Kind::Choice(all) => select id=(id) name=(name) required[must] aria-describedby=(help) {
                (left_open())
                @for (value, doc) in all { (option(value, &if doc.is_empty() { value.clone() } else { format!("{value} – {doc}") })) }
            },
            Kind::Boolean => select id=(id) name=(name) required[must] aria-describedby=(help) {
                (left_open())
                (option("true", &words.t("palette-yes")))
                (option("false", &words.t("palette-no")))
            },
            Kind::Integer { signed } => input id=(id) type="number" name=(name) value=(given) step="1" min=[(!signed).then_some("0")] required[must] aria-describedby=(help);,
            Kind::Number => input id=(id) type="number" name=(name) value=(given) step="any" required[must] aria-describedby=(help);,
            Kind::Json => textarea id=(id) name=(name) rows="4" spellcheck="false" required[must] aria-describedby=(help) { (given) },
            Kind::Text | Kind::List => input.wide id=(id) type="text" name=(name) value=(given) required[must] aria-describedby=(help) autocomplete="off";,
        }
        p.quiet.help id=(help) {
            @if !field.doc.is_empty() { span { (known(visit.words, &field.doc)) "." } }
            @match &field.kind {
                Kind::List => { " " (words.t("palette-is-list")) },
                Kind::Json => { " " (words.t("palette-is-json")) },
                _ => {},
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_operation_has_a_field_that_forms_use_for_themselves() {
        let own = [frame::TOLD.as_slice(), &[ANSWER, "back", "with", "csrf"]].concat();
        for op in OPS {
            let taken: Vec<String> = fields(*op).into_keys().filter(|f| own.contains(&f.as_str())).collect();
            assert!(taken.is_empty(), "{}: {taken:?}", op.spec().name);
        }
    }

    #[test]
    fn an_operation_is_found_by_any_of_its_words() {
        assert!(matches("item.confirm Say yes to items", "YES conf"));
        assert!(!matches("item.confirm Say yes to items", "yes no"));
        assert!(matches("anything", ""));
    }
}
