//! The log: for reading, verifying and exporting.

use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use axum::{
    body::{Body, Bytes},
    extract::State,
    http::{HeaderValue, header},
    response::Response,
};
use base64::{Engine as _, engine::general_purpose::STANDARD as BASE64};
use countersign_core::{
    Error, ErrorCode,
    audit::{
        self, Bad, Verification,
        operations::{AuditExport, AuditLog, EventView},
        report::{
            LogFilter, LogRow,
            export::{ExportInput, ExportOutput, Format},
        },
    },
    op::route::escape,
    show,
    text::visible_multiline,
};
use countersign_words::say;
use hyper::body::Frame;
use maud::{Markup, html};
use serde_json::json;
use tokio::sync::{Semaphore, mpsc};

use super::{
    Page, Visit,
    frame::{self, Tab},
    text::{ago, all_said, folded, say, short, shown},
};
use crate::{App, answer::Refusal};

/// How many calls a page shows, and how much of their arguments.
const SHOWN: u32 = 50;
const ARGUMENTS: usize = 120;
/// The filters of the log; the same for pages and files.
const FILTERS: [&str; 6] = ["run", "tool", "actor", "from", "until", "status"];
/// The text filters, with their messages.
const FIELDS: [(&str, &str); 5] = [
    ("run", "audit-run"),
    ("tool", "audit-tool"),
    ("actor", "audit-actor"),
    ("from", "audit-from"),
    ("until", "audit-until"),
];
/// The outcomes of a call: the log's word, the message, and the style.
const ENDED: [(&str, &str, &str); 4] = [
    ("success", "audit-success", "good"),
    ("error", "audit-error", "danger"),
    ("rejected_by_user", "audit-rejected-by-user", "warn"),
    ("held", "audit-held", "warn"),
];
/// The columns of the table.
const HEADS: [&str; 6] =
    ["audit-event", "audit-when", "audit-actor", "audit-ended", "audit-tool", "audit-arguments"];
/// The export formats, each with its message.
const EXPORTS: [(&str, &str); 4] = [
    ("jsonl", "audit-export-jsonl"),
    ("csv", "audit-export-csv"),
    ("pdf", "audit-export-pdf"),
    ("ocsf", "audit-export-ocsf"),
];
/// The maximum number of parts of a file: 10,000 events each.
const PARTS: usize = 100;

/// Verifying reads everything, so only one runs at a time.
static VERIFYING: Semaphore = Semaphore::const_new(1);

/// The page.
pub(super) async fn log(visit: Visit) -> Result<Page, Refusal> {
    let words = visit.words;
    let input = LogFilter {
        run: visit.given("run"),
        tool: visit.given("tool"),
        actor: visit.given("actor"),
        from: visit.given("from"),
        until: visit.given("until"),
        status: visit.given("status"),
        limit: Some(SHOWN),
        before: visit.given("before"),
    };
    let log = visit.ask::<AuditLog>(input).await?;
    let query = query(&visit);
    let body = html! {
        h1 { (words.t("tab-audit")) }
        (filter(&visit))
        p.answers {
            a.button href="/audit/verify" { (words.t("audit-verify")) }
            @for (form, word) in EXPORTS { a.button href={ "/audit/export." (form) "?" (query) } download { (words.t(word)) } }
        }
        @if log.calls.is_empty() { p.quiet { (words.t("audit-none")) } } @else { (table(&visit, &log.calls)) }
        @if let Some(next) = &log.next {
            p.pages { a.button rel="next" href={ "/audit?" (query) "&before=" (next) } { (words.t("show-more")) } }
        }
    };
    Ok(Page::new(words.t("tab-audit"), Tab::Audit, body))
}

/// Returns the filters as a query.
fn query(visit: &Visit) -> String {
    let mut out = String::new();
    for (name, value) in FILTERS.iter().filter_map(|name| Some((*name, visit.asked(name)?))) {
        out.push_str(&format!("{}{name}=", if out.is_empty() { "" } else { "&" }));
        escape(&mut out, value);
    }
    out
}

fn filter(visit: &Visit) -> Markup {
    let words = visit.words;
    let now = |name: &str| visit.asked(name).unwrap_or_default();
    let fields = html! {
        form.filter method="get" action="/audit" {
            @for (name, word) in FIELDS {
                div { label for=(name) { (words.t(word)) } input type="text" id=(name) name=(name) value=(now(name)) autocomplete="off"; }
            }
            div { label for="status" { (words.t("audit-ended")) }
                select id="status" name="status" {
                    option value="" { (words.t("history-all")) }
                    @for (ended, word, _) in ENDED { option value=(ended) selected[now("status") == ended] { (words.t(word)) } }
                }
            }
            button.button { (words.t("history-show")) }
        }
    };
    html! { details.filters open[FILTERS.iter().any(|name| visit.asked(name).is_some())] { summary { (words.t("audit-filter")) } (fields) } }
}

fn table(visit: &Visit, calls: &[LogRow]) -> Markup {
    let words = visit.words;
    html! {
        div.wide { table.stack.log role="table" {
            thead role="rowgroup" { tr role="row" { @for head in HEADS { th scope="col" role="columnheader" { (words.t(head)) } } } }
            tbody role="rowgroup" { @for call in calls { (row(visit, call)) } }
        } }
    }
}

fn row(visit: &Visit, call: &LogRow) -> Markup {
    let words = visit.words;
    let event = call.event_id.as_str();
    let ended = call.outcome();
    let known = ENDED.into_iter().find(|(word, ..)| *word == ended);
    let (said, look) = match known {
        Some((_, word, look)) => (words.t(word).into_owned(), look),
        None => (shown(ended), "warn"),
    };
    html! {
        tr role="row" {
            td role="cell" { a href={ "/audit/events/" (event) } { (short(event)) } }
            td role="cell" { (ago(words, call.at, visit.now())) }
            td role="cell" { (shown(&call.actor)) @if let Some(run) = &call.run { " " a.quiet href={ "/runs/" (run) } { (short(run)) } } }
            td role="cell" { span class={ "badge " (look) } { (said) }
                @if call.user_confirmed { " " span.quiet { (words.t("audit-by-person")) } } }
            td role="cell" { code { (shown(&call.tool)) } }
            td.args.whole role="cell" { code { (folded(&call.arguments.to_string(), ARGUMENTS)) } }
        }
    }
}

/// The page of one event.
pub(super) async fn event(visit: Visit) -> Result<Page, Refusal> {
    let words = visit.words;
    let show::Output::Event { value } = visit.show(visit.param("id")).await? else {
        return Err(frame::missing(say!("problem-web-such-event")));
    };
    let event: EventView = serde_json::from_value(value).map_err(Error::bug)?;
    let id = event.id.as_str();
    let facts = [
        ("actor", Some(&event.actor)),
        ("op", Some(&event.op)),
        ("run", event.run.as_ref()),
        ("tool", event.tool.as_ref()),
        ("status", Some(&event.status)),
        ("hash", Some(&event.hash)),
        ("prev", Some(&event.prev)),
    ];
    let body = html! {
        p.crumb { a href="/audit" { "← " (words.t("tab-audit")) } }
        h1 { (words.t("audit-event")) " " (short(id)) }
        section.card {
            dl.facts {
                dt { (words.t("audit-when")) } dd { (ago(words, event.at, visit.now())) }
                @for (name, text) in facts {
                    @if let Some(text) = text { dt { code { (name) } } dd { code { (shown(text)) } } }
                }
            }
            h2 { (words.t("audit-told")) }
            @match &event.body {
                None => p.quiet { (words.t("audit-dropped")) },
                Some(told) => pre { (visible_multiline(&format!("{:#}", json!(told))).text) },
            }
        }
    };
    Ok(Page::new(format!("{} {}", words.t("audit-event"), short(id)), Tab::Audit, body))
}

/// The page with what can be proved of the log now, and what not.
pub(super) async fn verify(visit: Visit) -> Result<Page, Refusal> {
    let words = visit.words;
    let Ok(_turn) = VERIFYING.try_acquire() else {
        return Err(Error::conflict(say!("problem-web-verifying"))
            .hint(say!("problem-web-verifying-hint"))
            .into());
    };
    let found = visit.app.blocking(|engine| {
        let (setup, mut found) = (engine.setup(), Verification::default());
        let walked = engine.store().view(&mut |base| {
            found = audit::verify(base, &setup, &[], None)?;
            Ok(())
        });
        match walked {
            // It opened but cannot be read completely: that is damage, which is what verify looks for.
            Err(e) if e.code == ErrorCode::Store => {
                let bad = Bad { at: say!("command-at-database"), what: e.message };
                Ok(Verification { ok: false, first_bad: Some(bad), ..found })
            }
            walked => walked.map(|()| found),
        }
    });
    let found = found.await?;
    let count = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
    let body = html! {
        p.crumb { a href="/audit" { "← " (words.t("tab-audit")) } }
        h1 { (words.t("audit-verify")) }
        section class={ "card" @if !found.ok { " trouble" } } {
            @if let Some(bad) = &found.first_bad {
                h2 { "✗ " (words.t("audit-broken")) }
                p { strong { (say(words, &bad.at)) } ": " (say(words, &bad.what)) }
            } @else {
                h2 { "✓ " (words.t("audit-whole")) }
                ul {
                    li { (words.count("audit-proved-events", count(found.events))) }
                    li { (words.count("audit-proved-records", count(found.records))) }
                    li { (words.count("audit-proved-signed", count(found.signed))) }
                }
            }
            h3 { (words.t("audit-unproven")) }
            @if found.unproven.is_empty() { p.quiet { "–" } }
            ul { @for line in all_said(words, &found.unproven) { li { (line) } } }
            p.quiet { (words.t("audit-witness")) }
            pre.copy { code { "countersign audit checkpoint --to WITNESS\ncountersign audit verify --witness WITNESS" } }
        }
    };
    Ok(Page::new(words.t("audit-verify"), Tab::Audit, body))
}

/// Exports a part of the log as a file.
pub(super) async fn export(State(_): State<Arc<App>>, visit: Visit) -> Response {
    match try_export(&visit).await {
        Ok(response) => response,
        Err(refusal) => frame::trouble(&visit, refusal).await,
    }
}

async fn try_export(visit: &Visit) -> Result<Response, Refusal> {
    let form = visit.param("file").strip_prefix("export.").unwrap_or_default();
    let (format, media) = match form {
        "jsonl" => (Format::Jsonl, "application/x-ndjson"),
        "csv" => (Format::Csv, "text/csv; charset=utf-8"),
        "pdf" => (Format::Pdf, "application/pdf"),
        "ocsf" => (Format::Ocsf, "application/x-ndjson"),
        _ => return Err(frame::missing(say!("problem-web-such-file"))),
    };
    let input = ExportInput {
        format,
        run: visit.given("run"),
        tool: visit.given("tool"),
        actor: visit.given("actor"),
        from: visit.given("from"),
        until: visit.given("until"),
        status: visit.given("status"),
        after: None,
        limit: None,
    };
    // The first part is made before anything is sent, so that errors are shown on a page.
    let first = visit.ask::<AuditExport>(input.clone()).await?;
    let body = match &first.pdf {
        Some(pages) => Body::from(BASE64.decode(pages).map_err(Error::bug)?),
        None if first.next.is_none() => Body::from(first.text),
        None => Body::new(parts(visit.clone(), input, first)),
    };
    let mut response = Response::new(body);
    let name = format!("attachment; filename=\"countersign-audit.{form}\"");
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media));
    headers.insert(header::CONTENT_DISPOSITION, HeaderValue::from_str(&name).map_err(Error::bug)?);
    Ok(response)
}

/// The parts of a file, each made when the one before was sent.
struct Parts(mpsc::Receiver<Result<Bytes, Error>>);

impl hyper::body::Body for Parts {
    type Data = Bytes;
    type Error = Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Error>>> {
        self.0.poll_recv(cx).map(|part| part.map(|bytes| bytes.map(Frame::data)))
    }
}

fn parts(visit: Visit, mut input: ExportInput, first: ExportOutput) -> Parts {
    let (send, receive) = mpsc::channel(1);
    tokio::spawn(async move {
        let mut part = Ok(first);
        for _ in 0..PARTS {
            let (bytes, next) = match part {
                Ok(part) => (Ok(Bytes::from(part.text)), part.next),
                // The download is aborted, which a browser reports; a short file would look complete.
                Err(_) => (Err(Error::conflict(say!("problem-web-log-unread"))), None),
            };
            if send.send(bytes).await.is_err() || next.is_none() {
                return;
            }
            input.after = next;
            part = visit.ask::<AuditExport>(input.clone()).await;
        }
        let _ = send.send(Err(Error::conflict(say!("problem-web-file-long")))).await;
    });
    Parts(receive)
}
