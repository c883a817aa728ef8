//! Signing in: a one-time link becomes a session that a browser keeps as a cookie.
//!
//! Opening the link changes nothing, so that a preview, a virus scanner or a prefetching browser does not use it up;
//! the button on the page does.

use std::sync::Arc;

use axum::{
    Extension, Router,
    extract::{Request, State},
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use countersign_core::{
    Actor, ActorKind, Engine, Error, ErrorCode, Op, Origin, Role, authority::sessions::LinkRedeem,
};
use countersign_words::say;
use serde::Serialize;
use serde_json::json;

use crate::{
    Caller, Csrf, Door, answer,
    answer::Refusal,
    auth::{self, Gate},
    cookie, input, peer,
    sign_in::SignIn,
    web,
};

/// The public routes: whoever signs in has no identity yet.
pub(crate) fn open(gate: Arc<Gate>) -> Router {
    Router::new().route("/login", get(page).post(redeem)).with_state(gate)
}

/// The routes for signed-in callers.
pub(crate) fn inner(gate: Arc<Gate>) -> Router {
    Router::new().route("/logout", post(end)).route("/v1/session", get(session)).with_state(gate)
}

/// The page with the button.
async fn page(State(gate): State<Arc<Gate>>, request: Request) -> Response {
    let code = code(request.uri().query().unwrap_or_default());
    let provider = gate.app.sign_in.as_ref().map(SignIn::name);
    web::sign_in(request.headers(), code.as_deref(), provider)
}

/// Redeems the code.
async fn redeem(State(gate): State<Arc<Gate>>, request: Request) -> Response {
    let headers = request.headers().clone();
    match try_redeem(&gate, request).await {
        Ok(response) => response,
        Err(Refusal::Error(e)) if e.code == ErrorCode::Unauthenticated => web::link_over(&headers),
        Err(refusal) => refusal.into_response(),
    }
}

async fn try_redeem(gate: &Gate, request: Request) -> Result<Response, Refusal> {
    let peer = auth::peer_of(&request)?;
    let Door::Tcp { tls, .. } = peer.door else {
        return Err(Error::usage(say!("problem-login-no-browser")).into());
    };
    let (parts, body) = request.into_parts();
    let body = input::read_body(&parts.headers, body, &gate.app.settings.limits).await?;
    let form = std::str::from_utf8(&body).map_err(|_| Error::usage(say!("problem-input-form-text")))?;
    let Some(code) = code(form) else {
        return Err(Error::usage(say!("problem-login-no-code")).into());
    };
    let (other_end, app) = (peer.clone(), gate.app.clone());
    // Whoever has the code becomes a person, so the caller's process is checked as for a decision.
    let redeem = move |engine: &Engine| {
        let origin = Origin {
            peer: Some(other_end.told()),
            uid: other_end.user(),
            agent_process: peer::agent_of(&app, &other_end).map(|agent| agent.words),
            ..Origin::from("web")
        };
        let input = json!({"code": code, "uid": origin.uid});
        let (actor, op) = (Actor::system(), LinkRedeem::NAME.to_owned());
        engine.call(countersign_core::Request { actor, op, input, key: None, origin })
    };
    let answer = match gate.app.blocking(redeem).await {
        Ok(answer) => answer.output::<LinkRedeem>()?,
        Err(e) => return Err(gate.count_wrong(&peer, e)),
    };
    let seconds = answer.expires_at.saturating_sub(gate.app.engine.env().now_ms()) / 1000;
    tracing::info!(peer = auth::told(&peer), name = answer.name, "a browser was signed in");
    go(&web::next(&parts.headers), &cookie::keep(&answer.token, tls, seconds))
}

/// Signs out.
async fn end(State(gate): State<Arc<Gate>>, request: Request) -> Response {
    try_end(&gate, request).await.unwrap_or_else(IntoResponse::into_response)
}

async fn try_end(gate: &Gate, request: Request) -> Result<Response, Refusal> {
    let tls = matches!(auth::peer_of(&request)?.door, Door::Tcp { tls: true, .. });
    let caller = request.extensions().get::<Caller>().ok_or_else(|| Error::bug("nobody was let in"))?;
    let call = caller.request("session.end", json!({}), None);
    gate.app.blocking(move |engine| engine.call(call)).await?;
    go("/login", &cookie::forget(tls))
}

/// The caller of a request.
#[derive(Serialize)]
struct Session {
    kind: ActorKind,
    name: String,
    /// What a person may do.
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<Role>,
    /// The CSRF token, for a browser's page.
    #[serde(skip_serializing_if = "Option::is_none")]
    csrf: Option<String>,
}

/// Returns the caller of a request.
async fn session(Extension(caller): Extension<Caller>, csrf: Option<Extension<Csrf>>) -> Response {
    let Actor { kind, name, role, .. } = caller.actor;
    let role = (kind == ActorKind::Person).then_some(role);
    let session = Session { kind, name, role, csrf: csrf.map(|Extension(Csrf(word))| word) };
    answer::json(StatusCode::OK, "application/json", &json!(session))
}

/// Returns the code in a query or a form, if it is well-formed: nothing else gets onto a page.
fn code(text: &str) -> Option<String> {
    let pairs = input::pairs(text).ok()?;
    let [(name, code)] = pairs.as_slice() else { return None };
    let plain = |code: &str| code.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    (name == "code" && (1..=128).contains(&code.len()) && plain(code)).then(|| code.clone())
}

fn go(to: &str, cookie: &str) -> Result<Response, Refusal> {
    let mut response = StatusCode::SEE_OTHER.into_response();
    response.headers_mut().insert(header::LOCATION, HeaderValue::from_str(to).map_err(Error::bug)?);
    let cookie = HeaderValue::from_str(cookie).map_err(Error::bug)?;
    response.headers_mut().insert(header::SET_COOKIE, cookie);
    Ok(response)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_can_be_a_code_gets_onto_the_page() {
        assert_eq!(code("code=cs_link_0a").as_deref(), Some("cs_link_0a"));
        for bad in
            ["", "code=", "code=%22%3E%3Cscript%3E", "x=1", "code=a&code=b", "code=a&next=//evil.example"]
        {
            assert_eq!(code(bad), None, "{bad}");
        }
        assert_eq!(code(&format!("code={}", "a".repeat(129))), None);
    }
}
