//! The review desk: pages on which persons review, decide and undo. Rendered completely on the server, so that
//! everything works without script; a small module makes the pages live.
//!
//! Pages use operations like every other surface, and each button is a form that names its operation: nothing is
//! decided here, and no page can do more than its reader may by the table of operations.

mod act;
mod assets;
mod audit;
mod bar;
mod bulk;
mod card;
mod charts;
mod compress;
mod data;
mod details;
mod diff;
mod docs;
mod drills;
mod edit;
mod form;
mod frame;
mod glance;
mod hints;
mod history;
mod inbox;
mod insight;
mod list;
mod live;
mod locked;
mod long;
mod message;
mod palette;
mod passkeys;
mod pictures;
mod plans;
mod policy;
mod questions;
mod receipts;
mod run_facts;
mod runs;
mod seen;
mod sets;
mod settings;
mod stages;
mod steps;
mod strip;
mod summary;
mod text;
mod thing;
mod things;
mod visit;
mod work;

use std::{future::Future, pin::Pin, sync::Arc};

use axum::{
    Router,
    middleware::from_fn,
    response::{IntoResponse, Response},
    routing::{MethodRouter, get, post},
};
use countersign_core::{Error, ErrorCode};
use countersign_words::say;
use tokio::{runtime::Handle, sync::Semaphore, task::spawn_blocking};

use crate::{App, answer::Refusal};

pub(crate) use frame::Page;
pub(crate) use locked::{
    is_page, link_over, local, locked_out, next, not_signed_in, nowhere, sign_in, sign_in_elsewhere,
    signed_in,
};
pub(crate) use visit::Visit;

/// How many pages are rendered at once. Each blocks a thread for calls that need their own: threads must be left.
static PLACES: Semaphore = Semaphore::const_new(32);

/// The public assets of pages.
pub(crate) fn open() -> Router {
    assets::routes().layer(from_fn(compress::compress))
}

/// The pages, for signed-in persons.
pub(crate) fn routes(app: &Arc<App>) -> Router {
    Router::new()
        .route("/", page(inbox::inbox))
        .route("/items/{id}", page(details::item))
        .route("/items/{id}/whole", page(details::whole::page))
        .route("/items/{id}/{file}", get(details::whole::file))
        .route("/sets/changes/{id}", page(details::set))
        .route("/do/{op}", page(palette::ask).post(act::act))
        .route("/sign/{op}", post(passkeys::sign))
        .route("/looks/{id}", get(details::looks))
        .route("/palette", page(palette::palette))
        .route("/works/{id}/end", post(work::end))
        .route("/settings/passkeys", page(passkeys::passkeys))
        .merge(work())
        .merge(rooms())
        .layer(from_fn(compress::compress))
        .with_state(app.clone())
}

/// History and settings pages.
fn rooms() -> Router<Arc<App>> {
    Router::new()
        .route("/docs", page(docs::docs))
        .route("/docs/{name}", page(docs::doc))
        .route("/docs/img/{name}", get(docs::picture))
        .route("/history", page(history::history))
        .route("/insight", page(insight::insight))
        .route("/audit", page(audit::log))
        .route("/audit/verify", page(audit::verify))
        .route("/audit/events/{id}", page(audit::event))
        .route("/audit/{file}", get(audit::export))
        .route("/policy", page(policy::policy))
        .route("/policy/backtest", post(policy::backtest))
        .route("/settings", page(settings::settings))
        .route("/settings/look", post(settings::look))
        .route("/settings/people", page(settings::people))
        .route("/settings/notices", page(settings::notices))
        .route("/settings/drills", page(settings::drills))
        .route("/settings/grants", page(settings::grants))
        .route("/settings/servers", page(settings::servers))
        .route("/settings/webhooks", page(settings::webhooks))
}

/// Pages of past and current work.
fn work() -> Router<Arc<App>> {
    Router::new()
        .route("/receipts", page(receipts::receipts))
        .route("/receipts/{id}", page(receipts::receipt))
        .route("/receipts/{id}/rollback", page(receipts::back::rollback))
        .route("/since", page(receipts::since))
        .route("/things/{kind}", page(things::thing))
        .route("/runs", page(runs::runs))
        .route("/runs/{id}", page(runs::run))
        .route("/runs/{id}/rollback", page(runs::rollback::of_run))
        .route("/plans/{id}", page(plans::plan))
        .route("/plans/{id}/rollback", page(runs::rollback::of_plan))
        .route("/steps/{id}", page(steps::step))
        .route("/steps/{id}/rollback", page(runs::rollback::of_step))
        .route("/questions/{id}", page(questions::question))
        .route("/stages", page(stages::stages))
        .route("/stages/{id}", page(stages::stage))
        .route("/stages/{id}/drop", page(stages::drop_stage))
        .route("/sets", page(sets::sets))
        .route("/sets/{id}", page(sets::set))
}

/// Renders a page. Boxed, so that the code around it is compiled once, not per page.
type Make = Arc<dyn Fn(Visit) -> Pin<Box<dyn Future<Output = Result<Page, Refusal>> + Send>> + Send + Sync>;

/// Routes a page: its content in the common frame, or the page of an error.
fn page<F, Made>(make: F) -> MethodRouter<Arc<App>>
where
    F: Fn(Visit) -> Made + Send + Sync + 'static,
    Made: Future<Output = Result<Page, Refusal>> + Send + 'static,
{
    made_aside(Arc::new(move |visit| Box::pin(make(visit))))
}

fn made_aside(make: Make) -> MethodRouter<Arc<App>> {
    get(async move |visit: Visit| -> Response {
        let (make, runtime) = (make.clone(), Handle::current());
        // A long page takes a while to render: other connections continue meanwhile.
        let Ok(place) = PLACES.acquire().await else { return Refusal::Busy.into_response() };
        let made = spawn_blocking(move || {
            // Held until the page is rendered, whether or not somebody still waits for it.
            let _place = place;
            runtime.block_on(made(make, visit))
        });
        made.await.unwrap_or_else(|e| Refusal::from(Error::bug(e)).into_response())
    })
}

async fn made(make: Make, visit: Visit) -> Response {
    let made = match seen::has_moved(&visit).await {
        Ok(false) => make(visit.clone()).await,
        Ok(true) => Err(Error::new(ErrorCode::Conflict, say!("problem-web-moved")).into()),
        Err(e) => Err(e.into()),
    };
    match made {
        Ok(page) => frame::respond(&visit, page).await,
        Err(refusal) => frame::trouble(&visit, refusal).await,
    }
}
