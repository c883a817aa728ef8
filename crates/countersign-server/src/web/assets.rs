//! The assets of pages: one style, one module, an icon and a manifest. All are served from here, at addresses that
//! change with their content.

use std::sync::LazyLock;

use axum::{
    Router,
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
    routing::get,
};

/// One part for all pages, and one for each page that needs more.
const STYLE: &str = concat!(
    include_str!("style/base.css"),
    include_str!("style/details.css"),
    include_str!("style/panes.css"),
    include_str!("style/live.css"),
    include_str!("style/rooms.css"),
    include_str!("style/work.css"),
);
/// One module, written in parts: pages and forms, live updates, work in progress, input (keys, touch, sheets),
/// passkeys. Each uses the parts before it.
const MODULE: &str = concat!(
    include_str!("desk/pages.js"),
    "\n",
    include_str!("desk/live.js"),
    "\n",
    include_str!("desk/work.js"),
    "\n",
    include_str!("desk/hands.js"),
    "\n",
    include_str!("desk/passkeys.js"),
);
const ICON: &str = include_str!("icon.svg");
const MANIFEST: &str = include_str!("manifest.json");

/// The suffix of this build's addresses.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let mut hasher = blake3::Hasher::new();
    [STYLE, MODULE, ICON, MANIFEST].iter().for_each(|file| {
        hasher.update(file.as_bytes());
    });
    hasher.finalize().to_hex().chars().take(12).collect()
});

/// The address of a file.
pub(crate) fn address(name: &str) -> String {
    format!("/assets/{name}?v={}", *VERSION)
}

pub(crate) fn routes() -> Router {
    Router::new()
        .route("/assets/desk.css", get(|| file("text/css; charset=utf-8", STYLE)))
        .route("/assets/desk.js", get(|| file("text/javascript; charset=utf-8", MODULE)))
        .route("/assets/icon.svg", get(|| file("image/svg+xml", ICON)))
        .route("/assets/manifest.json", get(|| file("application/manifest+json", MANIFEST)))
}

async fn file(media: &'static str, text: &'static str) -> Response {
    let mut response = text.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media));
    let long = HeaderValue::from_static("public, max-age=31536000, immutable");
    headers.insert(header::CACHE_CONTROL, long);
    response
}
