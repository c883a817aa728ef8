//! The assets of pages: one style, one module, icons and a manifest, at addresses that change with their content; and the
//! service worker, whose address is always the same.

use std::sync::LazyLock;

use axum::{
    Router,
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
    routing::get,
};

/// One part for all pages, and one for each page that needs more.
pub(super) const STYLE: &str = concat!(
    include_str!("style/base.css"),
    include_str!("style/details.css"),
    include_str!("style/panes.css"),
    include_str!("style/live.css"),
    include_str!("style/personal.css"),
    include_str!("style/rooms.css"),
    include_str!("style/work.css"),
);
/// One module, written in parts: pages and forms, live updates, work in progress, files of a difference, input (keys, touch, sheets), this
/// device, passkeys. Each uses the parts before it.
const MODULE: &str = concat!(
    include_str!("desk/pages.js"),
    "\n",
    include_str!("desk/live.js"),
    "\n",
    include_str!("desk/work.js"),
    "\n",
    include_str!("desk/files.js"),
    "\n",
    include_str!("desk/hands.js"),
    "\n",
    include_str!("desk/push.js"),
    "\n",
    include_str!("desk/passkeys.js"),
    "\n",
    include_str!("desk/looking.js"),
);
const ICON: &str = include_str!("icon.svg");
const MANIFEST: &str = include_str!("manifest.json");
/// Icons of the installed app and of notices, which take no vectors everywhere.
const ICON_192: &[u8] = include_bytes!("icon-192.png");
const ICON_512: &[u8] = include_bytes!("icon-512.png");
/// The service worker. It may load nothing, and speak only to us.
const WORKER: &str = include_str!("sw.js");
const WORKER_POLICY: &str = "default-src 'none'; connect-src 'self'";

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
        .route("/assets/desk.css", get(|| file("text/css; charset=utf-8", STYLE.as_bytes())))
        .route("/assets/desk.js", get(|| file("text/javascript; charset=utf-8", MODULE.as_bytes())))
        .route("/assets/icon.svg", get(|| file("image/svg+xml", ICON.as_bytes())))
        .route("/assets/icon-192.png", get(|| file("image/png", ICON_192)))
        .route("/assets/icon-512.png", get(|| file("image/png", ICON_512)))
        .route("/assets/manifest.json", get(|| file("application/manifest+json", MANIFEST.as_bytes())))
        .route("/sw.js", get(worker))
}

/// Serves the service worker: from the root, so that notices can lead to all pages, and never from a cache.
async fn worker() -> Response {
    let mut response = WORKER.into_response();
    for (name, value) in [
        (header::CONTENT_TYPE, "text/javascript; charset=utf-8"),
        (header::CACHE_CONTROL, "no-cache"),
        (header::CONTENT_SECURITY_POLICY, WORKER_POLICY),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

async fn file(media: &'static str, bytes: &'static [u8]) -> Response {
    let mut response = bytes.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media));
    let long = HeaderValue::from_static("public, max-age=31536000, immutable");
    headers.insert(header::CACHE_CONTROL, long);
    response
}
