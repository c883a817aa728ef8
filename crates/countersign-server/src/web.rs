//! The review desk: pages on which persons see what is about to happen, answer, and take back. Rendered here, whole, so
//! that everything works without script; a small module makes the same pages live.
//!
//! A page asks the engine by operations like every other surface, and each button is a form that names the operation it
//! calls: nothing is decided here, and no page can do what the table of operations does not let its reader do.

mod act;
mod assets;
mod audit;
mod bar;
mod bulk;
mod card;
mod charts;
mod data;
mod details;
mod diff;
mod edit;
mod form;
mod frame;
mod glance;
mod history;
mod inbox;
mod live;
mod locked;
mod long;
mod message;
mod palette;
mod passkeys;
mod plans;
mod policy;
mod questions;
mod receipts;
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
mod visit;
mod work;

use std::{future::Future, pin::Pin, sync::Arc};

use axum::{
    Router,
    response::{IntoResponse, Response},
    routing::{MethodRouter, get, post},
};
use countersign_core::{Error, ErrorCode};
use countersign_words::say;
use tokio::{runtime::Handle, sync::Semaphore, task::spawn_blocking};

use crate::{App, answer::Refusal};

pub(crate) use frame::Page;
pub(crate) use locked::{is_page, link_over, locked_out, next, sign_in};
pub(crate) use visit::Visit;

/// How many pages are made at once. Each waits on a thread for calls that need one of their own: threads must be left.
static PLACES: Semaphore = Semaphore::const_new(32);

/// What is open to everybody: what pages are made of.
pub(crate) fn open() -> Router {
    assets::routes()
}

/// The pages, for persons who are signed in.
pub(crate) fn routes(app: &Arc<App>) -> Router {
    Router::new()
        .route("/", page(inbox::inbox))
        .route("/items/{id}", page(details::item))
        .route("/sets/changes/{id}", page(details::set))
        .route("/do/{op}", page(palette::ask).post(act::act))
        .route("/sign/{op}", post(passkeys::sign))
        .route("/palette", page(palette::palette))
        .route("/works/{id}/end", post(work::end))
        .route("/settings/passkeys", page(passkeys::passkeys))
        .merge(work())
        .merge(rooms())
        .with_state(app.clone())
}

/// For looking back, and for setting up.
fn rooms() -> Router<Arc<App>> {
    Router::new()
        .route("/history", page(history::history))
        .route("/audit", page(audit::log))
        .route("/audit/verify", page(audit::verify))
        .route("/audit/events/{id}", page(audit::event))
        .route("/audit/{file}", get(audit::export))
        .route("/policy", page(policy::policy))
        .route("/policy/backtest", post(policy::backtest))
        .route("/settings", page(settings::settings))
        .route("/settings/look", post(settings::look))
        .route("/settings/people", page(settings::people))
        .route("/settings/grants", page(settings::grants))
        .route("/settings/servers", page(settings::servers))
        .route("/settings/webhooks", page(settings::webhooks))
}

/// What happened, and what is under way.
fn work() -> Router<Arc<App>> {
    Router::new()
        .route("/receipts", page(receipts::receipts))
        .route("/receipts/{id}", page(receipts::receipt))
        .route("/receipts/{id}/rollback", page(receipts::back::rollback))
        .route("/since", page(receipts::since))
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

/// What makes a page. A box, so that everything around it is built once, and not once for each page.
type Make = Arc<dyn Fn(Visit) -> Pin<Box<dyn Future<Output = Result<Page, Refusal>> + Send>> + Send + Sync>;

/// A page by its address: what it says in the frame that all have, or why there is nothing to say.
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
        // A long page takes a while to write: whoever else is connected goes on meanwhile.
        let Ok(place) = PLACES.acquire().await else { return Refusal::Busy.into_response() };
        let made = spawn_blocking(move || {
            // Held until the page is made, whether somebody still waits for it or not.
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
