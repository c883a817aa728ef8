//! Signing in through an OpenID Connect provider: the authorization code flow with PKCE.
//!
//! The browser goes to the provider and comes back with a code, which is redeemed here for an ID token; what that says is
//! checked, and becomes a session like that of a one-time link. Nothing of a URL says where a browser goes next: the
//! provider's address and ours are settings, the way back is in the browser's own cookie.

mod id_token;
mod provider;
mod settings;
mod ticket;

use std::sync::Arc;

use axum::{
    Router,
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
    routing::get,
};
use countersign_core::{
    Actor, Engine, Error, ErrorCode, Op as _, Origin, Result,
    authority::sessions::RedeemOutput,
    person::sign_in::{GROUP_MOST, MOST_GROUPS, SessionSignIn, SignInInput},
};
use countersign_words::say;
use serde_json::Value;
use tokio::sync::Semaphore;

pub use settings::{Oidc, Secret};

use crate::{
    App, Door, Peer, Settings,
    answer::Refusal,
    auth::{self, Gate},
    cookie, input,
    outgoing::Options,
    peer, web,
};
use id_token::Claims;
use provider::{Provider, Trouble, plain};
use ticket::{Ticket, Tickets};

/// Where a browser begins, and where the provider sends it back to.
pub(crate) const PATH: &str = "/sign-in/oidc";
const CALLBACK: &str = "/sign-in/oidc/callback";

/// How many codes are redeemed at once: a slow provider holds up only those who sign in.
const PLACES: usize = 16;
/// The longest code.
const MOST_CODE: usize = 4096;

/// Signing in through the provider of the settings.
pub(crate) struct SignIn {
    provider: Provider,
    tickets: Tickets,
    places: Semaphore,
    /// The address of the desk: `https://desk.example.com`.
    url: String,
}

impl SignIn {
    /// Prepares signing in.
    pub(crate) fn new(oidc: Oidc, settings: &Settings, seed: [u8; 32]) -> Self {
        let url = oidc.url.as_deref().unwrap_or(&settings.url).trim_end_matches('/').to_owned();
        let options = Options { total_time: settings.limits.provider_time, ..Options::default() };
        let provider = Provider::new(oidc, options);
        Self { provider, tickets: Tickets::new(seed), places: Semaphore::new(PLACES), url }
    }

    /// What the button calls the provider.
    pub(crate) fn name(&self) -> &str {
        &self.provider.oidc.name
    }

    fn redirect_uri(&self) -> String {
        format!("{}{CALLBACK}", self.url)
    }

    /// Whether a request came to the address of the desk, where cookies of the way back will be.
    fn is_here(&self, headers: &HeaderMap) -> bool {
        let here = self.url.split_once("://").map(|(_, authority)| authority);
        let asked = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        matches!((here, asked), (Some(here), Some(asked)) if here.eq_ignore_ascii_case(asked))
    }
}

/// The routes, for whoever has no identity yet.
pub(crate) fn routes(gate: Arc<Gate>) -> Router {
    Router::new().route(PATH, get(begin)).route(CALLBACK, get(finish)).with_state(gate)
}

async fn begin(State(gate): State<Arc<Gate>>, request: Request) -> Response {
    let headers = request.headers().clone();
    try_begin(&gate, request).await.unwrap_or_else(|refusal| web::not_signed_in(&headers, &refusal))
}

async fn try_begin(gate: &Gate, request: Request) -> Result<Response, Refusal> {
    let peer = auth::peer_of(&request)?;
    let (sign_in, tls) = (of(&gate.app)?, tls(&peer)?);
    if !sign_in.is_here(request.headers()) {
        return Ok(web::sign_in_elsewhere(request.headers(), &format!("{}{PATH}", sign_in.url)));
    }
    let endpoints = sign_in.provider.endpoints().await.map_err(|trouble| told(&peer, &trouble))?;
    let env = gate.app.engine.env();
    let ticket = sign_in.tickets.begin(env.seed(), &web::next(request.headers()), env.now_ms());
    let to = sign_in.provider.begin(&endpoints, &ticket, &sign_in.redirect_uri());
    let mut response = StatusCode::SEE_OTHER.into_response();
    set(&mut response, header::LOCATION, &to)?;
    add_cookie(&mut response, &cookie::keep_ticket(&ticket.cookie, tls, ticket::TIME_MS / 1000))?;
    Ok(response)
}

async fn finish(State(gate): State<Arc<Gate>>, request: Request) -> Response {
    let headers = request.headers().clone();
    let tls = auth::peer_of(&request).is_ok_and(|peer| tls(&peer).unwrap_or_default());
    let mut response = match try_finish(&gate, request).await {
        Ok(response) => response,
        Err(refusal) => web::not_signed_in(&headers, &refusal),
    };
    // Whatever became of it, it is over. Cannot fail: the text is ours.
    let _ = add_cookie(&mut response, &cookie::keep_ticket("", tls, 0));
    response
}

async fn try_finish(gate: &Gate, request: Request) -> Result<Response, Refusal> {
    let peer = auth::peer_of(&request)?;
    let (sign_in, tls) = (of(&gate.app)?, tls(&peer)?);
    // A body can be in one thread only; there is none.
    let (parts, _) = request.into_parts();
    let (code, ticket) = match returned(sign_in, &gate.app, &parts, tls).await {
        Ok(returned) => returned,
        Err(e) => return Err(gate.count_wrong(&peer, e)),
    };
    let now_ms = gate.app.engine.env().now_ms();
    let place = sign_in.places.try_acquire().map_err(|_| Refusal::Busy)?;
    let claims =
        sign_in.provider.redeem(&code, &ticket, &sign_in.redirect_uri(), now_ms / 1000).await.map_err(
            |trouble| match trouble {
                // A stranger's code costs a request to the provider, so that there is a limit.
                Trouble::Refused(_) => gate.count_wrong(&peer, told(&peer, &trouble)),
                trouble => told(&peer, &trouble).into(),
            },
        )?;
    drop(place);
    let input = said(&sign_in.provider.oidc, &claims).map_err(|e| gate.count_wrong(&peer, e))?;
    if !sign_in.tickets.spend(&ticket, now_ms) {
        return Err(gate.count_wrong(&peer, begun_elsewhere()));
    }
    let session = match session(&gate.app, &peer, input).await {
        Ok(session) => session,
        Err(e) => return Err(gate.count_wrong(&peer, e)),
    };
    tracing::info!(peer = auth::told(&peer), name = session.name, "a browser was signed in by the provider");
    let seconds = session.expires_at.saturating_sub(now_ms) / 1000;
    let mut response = web::signed_in(&parts.headers, &ticket.next);
    // A browser that follows a redirect from another site sends no strict cookie along; from this page on it does.
    set(&mut response, header::REFRESH, &format!("0; url={}", ticket.next))?;
    add_cookie(&mut response, &cookie::keep(&session.token, tls, seconds))?;
    Ok(response)
}

/// Returns the code and the sign-in that a browser brings back, if it is the one that began it.
async fn returned(sign_in: &SignIn, app: &Arc<App>, request: &Parts, tls: bool) -> Result<(String, Ticket)> {
    let pairs = input::pairs(request.uri.query().unwrap_or_default())?;
    let only = |name: &str| {
        let mut found = pairs.iter().filter(|(given, _)| given == name).map(|(_, value)| value.as_str());
        found.next().filter(|value| !value.is_empty() && found.next().is_none())
    };
    let cookie = cookie::read_ticket(&request.headers, tls)?;
    let (Some(cookie), Some(state)) = (cookie, only("state")) else { return Err(begun_elsewhere()) };
    let now = app.engine.env().now_ms();
    let ticket = sign_in.tickets.read(&cookie, state, now).ok_or_else(begun_elsewhere)?;
    let issuer = &sign_in.provider.oidc.issuer;
    // Another provider's answer: RFC 9207.
    let names_itself = pairs.iter().any(|(name, _)| name == "iss")
        || sign_in
            .provider
            .endpoints()
            .await
            .is_ok_and(|endpoints| endpoints.authorization_response_iss_parameter_supported);
    if names_itself && only("iss") != Some(issuer) {
        tracing::warn!("another provider sent a browser back");
        return Err(invalid());
    }
    if let Some(error) = only("error") {
        let code = plain(error).unwrap_or("error");
        return Err(Error::refused(say!("sign-in-refused", code)).hint(say!("sign-in-again-hint")));
    }
    match only("code") {
        Some(code) if code.len() <= MOST_CODE => Ok((code.to_owned(), ticket)),
        _ => Err(begun_elsewhere()),
    }
}

/// Returns what the core is told of a person.
fn said(oidc: &Oidc, claims: &Claims) -> Result<SignInInput> {
    let text = |name: &str| claims.get(name).and_then(Value::as_str).filter(|text| !text.is_empty());
    let nameless = || Error::refused(say!("sign-in-no-name", claim = oidc.person.as_str()));
    let name = text(&oidc.person).ok_or_else(nameless)?;
    // Anybody can claim an address that nobody has verified.
    if oidc.person == "email" && claims.get("email_verified") != Some(&Value::Bool(true)) {
        return Err(nameless());
    }
    let groups: Vec<String> = match claims.get(&oidc.groups) {
        Some(Value::Array(groups)) => groups.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        Some(Value::String(one)) => vec![one.clone()],
        _ => Vec::new(),
    };
    let Some(role) = oidc.role(&groups) else {
        let shown = countersign_core::text::visible(name).text;
        return Err(
            Error::refused(say!("sign-in-no-group", name = shown)).hint(say!("sign-in-no-group-hint"))
        );
    };
    let fits = |group: &String| (1..=GROUP_MOST).contains(&group.chars().count());
    let groups = groups.into_iter().filter(fits).take(MOST_GROUPS).collect();
    let subject = text("sub").unwrap_or_default().to_owned();
    let (issuer, hours) = (oidc.issuer.clone(), oidc.hours);
    Ok(SignInInput { issuer, subject, name: name.to_owned(), role, groups, hours, uid: None })
}

/// Makes the session. Whoever gets it becomes a person, so the caller's process is checked as for a decision.
async fn session(app: &Arc<App>, peer: &Peer, input: SignInInput) -> Result<RedeemOutput> {
    let (other_end, here) = (peer.clone(), app.clone());
    let make = move |engine: &Engine| {
        let origin = Origin {
            peer: Some(other_end.told()),
            uid: other_end.user(),
            agent_process: peer::agent_of(&here, &other_end).map(|agent| agent.words),
            ..Origin::from("web")
        };
        let input = serde_json::to_value(SignInInput { uid: origin.uid, ..input }).map_err(Error::bug)?;
        let (actor, op) = (Actor::system(), SessionSignIn::NAME.to_owned());
        engine.call(countersign_core::Request { actor, op, input, key: None, origin })
    };
    app.blocking(make).await?.output::<SessionSignIn>()
}

fn of(app: &App) -> Result<&SignIn> {
    app.sign_in.as_ref().ok_or_else(|| Error::not_found(say!("sign-in-none")))
}

fn tls(peer: &Peer) -> Result<bool> {
    match peer.door {
        Door::Tcp { tls, .. } => Ok(tls),
        Door::Unix => Err(Error::usage(say!("problem-login-no-browser"))),
    }
}

fn begun_elsewhere() -> Error {
    Error::new(ErrorCode::Unauthenticated, say!("sign-in-begun-elsewhere")).hint(say!("sign-in-again-hint"))
}

fn invalid() -> Error {
    Error::refused(say!("sign-in-invalid")).hint(say!("sign-in-invalid-hint"))
}

/// Logs what went wrong with the provider, and says as much of it as helps.
fn told(peer: &Peer, trouble: &Trouble) -> Error {
    let peer = auth::told(peer);
    match trouble {
        Trouble::Unreachable(said) => {
            tracing::warn!(peer, said, "the provider cannot be reached");
            Error::new(ErrorCode::Conflict, say!("sign-in-unreachable", said))
                .hint(say!("sign-in-unreachable-hint"))
        }
        Trouble::Refused(code) => {
            tracing::warn!(peer, code, "the provider refused a sign-in");
            Error::refused(say!("sign-in-refused", code)).hint(say!("sign-in-again-hint"))
        }
        Trouble::Senseless(said) => {
            tracing::warn!(peer, said, "the provider's answer makes no sense");
            invalid()
        }
        Trouble::Flawed(flaw) => {
            tracing::warn!(peer, flaw = %flaw, "an ID token was refused");
            invalid()
        }
    }
}

fn set(response: &mut Response, name: header::HeaderName, value: &str) -> Result<()> {
    response.headers_mut().insert(name, HeaderValue::from_str(value).map_err(Error::bug)?);
    Ok(())
}

fn add_cookie(response: &mut Response, value: &str) -> Result<()> {
    let value = HeaderValue::from_str(value).map_err(Error::bug)?;
    response.headers_mut().append(header::SET_COOKIE, value);
    Ok(())
}
