//! Logs for the operator, on standard error or in a file. A line names methods, routes, statuses and actors; never a query, a header
//! or a body, which carry tokens and codes. Internal error details ([`Error::internal`]) appear only here.

use std::{
    fmt,
    fs::File,
    sync::{Arc, Mutex, OnceLock},
    time::Duration,
};

use axum::{
    extract::{MatchedPath, Request},
    http::Method,
    response::Response,
};
use countersign_core::{Actor, Error};
use tracing_subscriber::{
    Layer, filter::Targets, fmt::MakeWriter, layer::SubscriberExt, registry, util::SubscriberInitExt,
};

use crate::{Door, Peer, mcp};

/// Sets the log level: `error`, `warn`, `info` (default), `debug`, `trace`, `off`, or per module:
/// `warn,countersign_server=debug`.
pub const VARIABLE: &str = "COUNTERSIGN_LOG";

/// Starts logging on standard error, as JSON or as text; does nothing if a logger is installed.
pub fn init(json: bool) {
    begin(json, std::io::stderr);
}

/// Starts logging to a file, as JSON; does nothing if a logger is installed.
pub fn init_file(file: File) {
    begin(true, Mutex::new(file));
}

fn begin(json: bool, writer: impl for<'w> MakeWriter<'w> + Send + Sync + 'static) {
    let wanted = std::env::var(VARIABLE).unwrap_or_default();
    let targets = targets(&wanted);
    let unclear = targets.is_none();
    // A failed write must not cause a panic, which printing the failure would.
    let base = tracing_subscriber::fmt::layer().log_internal_errors(false);
    let base = base.with_ansi(false).with_writer(writer);
    let lines = if json { base.json().flatten_event(true).boxed() } else { base.boxed() };
    let begun = registry().with(targets.unwrap_or_else(usual)).with(lines).try_init();
    if begun.is_err() {
        return;
    }
    // A panic is logged like any other line, also as JSON.
    std::panic::set_hook(Box::new(|panic| tracing::error!(internal = ?panic.to_string(), "panic")));
    if unclear {
        tracing::warn!("{VARIABLE} is not understood, so it is info");
    }
}

fn usual() -> Targets {
    Targets::new().with_default(tracing::Level::INFO)
}

fn targets(wanted: &str) -> Option<Targets> {
    if wanted.trim().is_empty() { Some(usual()) } else { wanted.parse().ok() }
}

/// The log line of one request, begun on arrival and written with the response.
pub(crate) struct Line {
    method: Method,
    of_agent: bool,
    taken: Taken,
    from: Whence,
}

/// Attached to a request, to record its route.
#[derive(Clone, Default)]
pub(crate) struct Taken(Arc<OnceLock<MatchedPath>>);

impl Taken {
    /// Records the route of a request.
    pub(crate) fn note(request: &Request) {
        let extensions = request.extensions();
        if let (Some(taken), Some(path)) = (extensions.get::<Self>(), extensions.get::<MatchedPath>()) {
            taken.0.get_or_init(|| path.clone());
        }
    }
}

impl Line {
    /// Records the loggable parts of a request. An unknown path is not logged: it may contain anything.
    pub(crate) fn of(request: &mut Request) -> Self {
        let taken = Taken::default();
        request.extensions_mut().insert(taken.clone());
        Self {
            method: request.method().clone(),
            of_agent: request.uri().path() == mcp::PATH,
            taken,
            from: Whence(request.extensions().get::<Peer>().cloned()),
        }
    }

    /// Writes it.
    pub(crate) fn end(&self, response: &Response, took: Duration) {
        let status = response.status().as_u16();
        let method = known(&self.method);
        let taken = self.taken.0.get().map_or("-", MatchedPath::as_str);
        let route = if self.of_agent { mcp::PATH } else { taken };
        // Agents' frequent calls are in the audit log already.
        let of_agent = self.of_agent && status < 400;
        if of_agent && !tracing::enabled!(tracing::Level::DEBUG) {
            return;
        }
        let ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
        // Names are escaped, so that none can forge a line.
        let actor = response.extensions().get::<Actor>().map(|a| a.to_string().escape_debug().to_string());
        let actor = actor.as_deref().unwrap_or("-");
        let from = &self.from;
        let error = response.extensions().get::<Error>();
        let code = error.map_or("-", |e| e.code.as_str());
        let internal = error.and_then(Error::internal);
        if let Some(internal) = internal {
            tracing::error!(method, route, status, ms, actor, %from, code, ?internal, "request");
        } else if status >= 500 {
            tracing::error!(method, route, status, ms, actor, %from, code, "request");
        } else if of_agent {
            tracing::debug!(method, route, status, ms, actor, %from, code, "request");
        } else {
            tracing::info!(method, route, status, ms, actor, %from, code, "request");
        }
    }
}

/// Returns a standard method; any other could contain a secret.
fn known(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::POST => "POST",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::PUT => "PUT",
        Method::HEAD => "HEAD",
        Method::OPTIONS => "OPTIONS",
        _ => "-",
    }
}

/// Where a request came from.
struct Whence(Option<Peer>);

impl fmt::Display for Whence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            None => f.write_str("-"),
            Some(Peer { door: Door::Tcp { there, .. }, .. }) => write!(f, "{there}"),
            Some(Peer { door: Door::Unix, uid, pid, .. }) => {
                let number = |n: Option<u32>| n.map_or_else(|| "-".to_owned(), |n| n.to_string());
                write!(f, "uid:{},pid:{}", number(*uid), number(*pid))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use axum::{Router, body::Body, http::StatusCode, middleware, response::IntoResponse, routing::get};
    use tower::ServiceExt;

    use super::*;

    #[derive(Clone, Default)]
    struct Kept(Arc<Mutex<Vec<u8>>>);

    impl Write for Kept {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    /// Returns the log lines of requests.
    async fn lines(requests: Vec<Request>) -> String {
        let kept = Kept::default();
        let writer = kept.clone();
        let layer =
            tracing_subscriber::fmt::layer().json().flatten_event(true).with_writer(move || writer.clone());
        let _guard = tracing::subscriber::set_default(registry().with(usual()).with(layer));
        let routes = Router::new()
            .route(
                "/v1/items/{id}",
                get(|| async {
                    let actor = Actor::agent("codex\n{\"forged\":true}");
                    let error = Error::bug("the disk is on fire\nforged");
                    let mut response = StatusCode::INTERNAL_SERVER_ERROR.into_response();
                    response.extensions_mut().insert(actor);
                    response.extensions_mut().insert(error);
                    response
                }),
            )
            .route("/mcp", get(async || ()))
            .layer(middleware::from_fn(|mut request: Request, next: middleware::Next| async move {
                let line = Line::of(&mut request);
                Taken::note(&request);
                let response = next.run(request).await;
                line.end(&response, Duration::from_millis(7));
                response
            }));
        for request in requests {
            routes.clone().oneshot(request).await.unwrap();
        }
        String::from_utf8(kept.0.lock().unwrap().clone()).unwrap()
    }

    fn request(method: &str, uri: &str) -> Request {
        let request = Request::builder().method(method).uri(uri).header("authorization", "Bearer cs_hush");
        request.body(Body::from("{\"token\":\"cs_hush\"}")).unwrap()
    }

    #[tokio::test]
    async fn a_line_has_route_status_time_actor_and_what_was_underneath() {
        let text = lines(vec![request("GET", "/v1/items/i1")]).await;
        let line: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(line["method"], "GET");
        assert_eq!(line["route"], "/v1/items/{id}");
        assert_eq!((&line["status"], &line["ms"]), (&500.into(), &7.into()));
        assert_eq!((&line["level"], &line["code"]), (&"ERROR".into(), &"internal".into()));
        assert!(line["internal"].as_str().unwrap().contains("the disk is on fire\\nforged"));
        assert!(line["actor"].as_str().unwrap().starts_with("agent:codex\\n"));
    }

    #[tokio::test]
    async fn calls_of_agents_leave_a_line_only_where_they_are_refused() {
        assert_eq!(lines(vec![request("GET", "/mcp")]).await, "");
        let refused: serde_json::Value =
            serde_json::from_str(&lines(vec![request("POST", "/mcp")]).await).unwrap();
        assert_eq!((&refused["route"], &refused["status"]), (&"/mcp".into(), &405.into()));
    }

    #[tokio::test]
    async fn no_line_has_a_secret() {
        let text = lines(vec![
            request("GET", "/v1/items/cs_hush?code=cs_hush"),
            request("GET", "/cs_hush?token=cs_hush"),
            request("CS_HUSH", "/v1/items/i1"),
        ])
        .await;
        assert_eq!(text.lines().count(), 3, "each request leaves one line");
        assert!(!text.to_lowercase().contains("hush"), "{text}");
    }

    #[test]
    fn levels_are_understood_and_nonsense_is_not() {
        for good in ["", " ", "debug", "off", "warn,countersign_server=trace"] {
            assert!(targets(good).is_some(), "{good}");
        }
        assert!(targets("countersign_server=loud").is_none());
    }
}
