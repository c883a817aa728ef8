//! Authentication, and whether the request was meant for this server: tokens, sessions, `Host`, `Origin`.
//!
//! A page of another site can make a browser send requests here, and a foreign name can be made to resolve to this
//! machine. Neither can forge `Host` or omit `Origin`, so both are checked first.

use std::{
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::{Duration, Instant},
};

use axum::{
    body::Body,
    extract::Request,
    http::{Extensions, HeaderMap, HeaderName, HeaderValue, Method, Uri, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use countersign_core::{Actor, ActorKind, Error, ErrorCode, Origin};
use countersign_words::{Language, say};

use crate::{
    App, Caller, Door, Peer,
    answer::Refusal,
    cookie::{self, Words},
    input::{self, only},
    mcp,
    peer::{self, FoundAgent},
    rate::Rate,
};

const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const TRACE: HeaderName = HeaderName::from_static("traceparent");
const CSRF: HeaderName = HeaderName::from_static(cookie::HEADER);
const FORM: &str = "application/x-www-form-urlencoded";

/// The checks before the routes.
pub(crate) struct Gate {
    pub(crate) app: Arc<App>,
    pub(crate) words: Words,
    /// Limits invalid tokens per client.
    wrong: Rate,
    /// Limits agents' calls.
    calls: Rate,
}

/// The credentials of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Pass {
    /// Nothing.
    None,
    /// A token.
    Token(String),
    /// A browser's session.
    Session(String),
}

impl Gate {
    pub(crate) fn new(app: Arc<App>) -> Self {
        let limits = &app.settings.limits;
        Self {
            words: Words::new(app.engine.env().seed()),
            wrong: Rate::new(
                limits.wrong_tokens_per_min,
                Duration::from_secs(60),
                limits.wrong_tokens_per_min,
            ),
            calls: Rate::new(limits.agent_calls_per_s, Duration::from_secs(1), limits.agent_burst),
            app,
        }
    }

    /// Identifies the caller, and adds it to the request's extensions.
    pub(crate) async fn admit(&self, request: &mut Request) -> Result<(), Refusal> {
        let peer = peer_of(request)?;
        let pass = pass(&peer, request.headers())?;
        let default = if matches!(pass, Pass::Session(_)) { "web" } else { "http" };
        let origin = Origin {
            cwd: input::folder(request.headers())?,
            peer: Some(told(&peer)),
            level: self.app.settings.level,
            language: input::language(request.headers()),
            traceparent: only(request.headers(), &TRACE).ok().flatten().and_then(Origin::traceparent),
            ..Origin::from(input::surface(request.headers()).unwrap_or(default))
        };
        let actor = match self.find(&peer, &pass).await {
            Ok(found) => found,
            Err(e) if pass == Pass::None => return Err(e.into()),
            Err(e) => return Err(self.count_wrong(&peer, e)),
        };
        let named = input::agent(request.headers())?.map(str::to_owned);
        let speaks_for_one = named.is_some() || request.uri().path() == mcp::PATH;
        let actor = match speaks_for_one && actor.kind == ActorKind::Person {
            true => self.as_agent(&peer, actor, named).await?,
            false => actor,
        };
        if matches!(actor.kind, ActorKind::Agent | ActorKind::Verifier | ActorKind::Gate)
            && let Err(wait) = self.calls.take(&actor.to_string(), Instant::now())
        {
            return Err(Refusal::TooOften(wait));
        }
        if let Pass::Session(session) = &pass {
            self.check_session(request, session).await?;
            request.extensions_mut().insert(self.words.of(session, self.app.engine.env().seed()));
        }
        request.extensions_mut().insert(Caller { actor, origin });
        Ok(())
    }

    /// Refuses requests that were not meant for this server.
    pub(crate) fn check_place(&self, request: &Request) -> Result<(), Refusal> {
        let (peer, settings) = (peer_of(request)?, &self.app.settings);
        if let Some(users) = &settings.users {
            let refused = |e: &Error| tracing::warn!(peer = told(&peer), why = %e.message, "refused");
            users.admit(&peer).inspect_err(refused)?;
        }
        check_place(peer.door, request.method(), request.uri(), request.headers(), &settings.names)
            .inspect_err(|refusal| tracing::warn!(peer = told(&peer), why = refusal.code(), "refused"))
    }

    /// Returns the notices for persons, as a header value.
    pub(crate) fn notices(&self, language: Language) -> Option<HeaderValue> {
        self.app.notices.escaped(language)
    }

    /// Returns the actor of the credentials.
    async fn find(&self, peer: &Peer, pass: &Pass) -> Result<Actor, Error> {
        let (secret, is_session) = match pass {
            Pass::None => {
                let peer = peer.clone();
                return self.app.blocking(move |engine| owner(engine, &peer)).await;
            }
            Pass::Token(token) => (token.clone(), false),
            Pass::Session(session) => (session.clone(), true),
        };
        let token = match self.app.engine.remembered_token(&secret) {
            Some(token) => token,
            None => self.app.blocking(move |engine| engine.token(&secret)).await?,
        };
        if token.session != is_session {
            return Err(Error::new(ErrorCode::Unauthenticated, say!("problem-auth-wrong-place"))
                .hint(say!("problem-auth-wrong-place-hint")));
        }
        if !peer.may_bring(token.uid) {
            return Err(Error::refused(say!("problem-auth-other-user", token = token.id))
                .hint(say!("problem-auth-other-user-hint")));
        }
        Ok(Actor::from(token))
    }

    /// Returns the caller as the agent that it speaks for: a hook with a person's token uses none of its authority.
    /// From an agent's process it speaks for that agent, whatever name it claims.
    async fn as_agent(&self, peer: &Peer, actor: Actor, named: Option<String>) -> Result<Actor, Error> {
        let (app, other_end) = (self.app.clone(), peer.clone());
        let found = self.app.blocking(move |_| Ok(peer::agent_of(&app, &other_end))).await?;
        match (found, named) {
            (Some(FoundAgent { name: Some(name), .. }), _) => Ok(actor.lowered(&name)),
            (Some(FoundAgent { words, .. }), _) => {
                tracing::warn!(peer = told(peer), agent = words, "refused");
                Err(Error::refused(say!("problem-http-speaks-for-none", who = actor, agent = words))
                    .hint(say!("problem-up-agent-token-hint")))
            }
            (None, Some(name)) => Ok(actor.lowered(&name)),
            (None, None) => Ok(actor),
        }
    }

    /// Returns the refusal for invalid credentials. Only these are rate-limited: valid ones always pass.
    pub(crate) fn count_wrong(&self, peer: &Peer, error: Error) -> Refusal {
        if !matches!(error.code, ErrorCode::Unauthenticated | ErrorCode::Refused) {
            return error.into();
        }
        tracing::warn!(peer = told(peer), why = %error.message, "a wrong token was refused");
        match self.wrong.take(&account(peer), Instant::now()) {
            Ok(()) => error.into(),
            Err(wait) => Refusal::TooOften(wait),
        }
    }

    /// Refuses requests that a page other than the session's own made a browser send.
    async fn check_session(&self, request: &mut Request, session: &str) -> Result<(), Refusal> {
        // To a browser, other ports of one machine are the same site, cookies included.
        let site = only(request.headers(), &FETCH_SITE)?;
        let own = matches!(site, None | Some("same-origin" | "none"));
        if !own && request.uri().path().starts_with("/v1/") {
            return Err(Refusal::CrossSite);
        }
        if is_safe(request.method()) {
            return Ok(());
        }
        let word = match only(request.headers(), &CSRF)? {
            Some(word) => Some(word.to_owned()),
            None => self.form_word(request).await?,
        };
        if word.is_some_and(|word| self.words.fits(session, &word)) { Ok(()) } else { Err(Refusal::Forged) }
    }

    /// Reads the CSRF token from a form, and restores the body for the next reader.
    async fn form_word(&self, request: &mut Request) -> Result<Option<String>, Refusal> {
        if !input::is_type(request.headers(), FORM) {
            return Ok(None);
        }
        let body = std::mem::take(request.body_mut());
        let bytes = input::read_body(request.headers(), body, &self.app.settings.limits).await?;
        let text = std::str::from_utf8(&bytes).map_err(|_| Error::usage(say!("problem-input-form-text")))?;
        let mut words = input::pairs(text)?.into_iter().filter(|(name, _)| name == cookie::FIELD);
        let word = words.next().map(|(_, word)| word);
        *request.body_mut() = Body::from(bytes);
        Ok(word)
    }
}

/// Returns the owner of a home without tokens: a local user who could read its files anyway.
fn owner(engine: &countersign_core::Engine, peer: &Peer) -> Result<Actor, Error> {
    let own = rustix::process::geteuid().as_raw();
    if peer.door != Door::Unix || peer.uid != Some(own) {
        return Err(Error::new(ErrorCode::Unauthenticated, say!("problem-auth-no-token"))
            .hint(say!("problem-auth-no-token-hint")));
    }
    engine.authenticate(None)
}

/// Admits only persons; for routes that are not operations.
pub(crate) async fn persons_only(request: Request, next: Next) -> Response {
    let caller = request.extensions().get::<Caller>();
    if caller.is_some_and(|c| c.actor.kind == ActorKind::Person) {
        return next.run(request).await;
    }
    Refusal::from(Error::refused(say!("problem-auth-persons"))).into_response()
}

/// Returns the peer of a request.
pub(crate) fn peer_of(request: &Request) -> Result<Peer, Error> {
    peer_in(request.extensions())
}

/// Returns the peer from a request's extensions.
pub(crate) fn peer_in(extensions: &Extensions) -> Result<Peer, Error> {
    extensions
        .get::<Peer>()
        .cloned()
        .ok_or_else(|| Error::bug("the listener did not say who is at the other end"))
}

/// Returns whether a method is safe.
fn is_safe(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}

/// Describes the peer, for logs and events.
pub(crate) fn told(peer: &Peer) -> String {
    match (peer.uid, peer.pid, peer.door) {
        (Some(uid), Some(pid), _) => format!("uid {uid}, pid {pid}"),
        (Some(uid), None, _) => format!("uid {uid}"),
        (None, Some(pid), _) => format!("pid {pid}"),
        (None, None, Door::Tcp { there, .. }) => there.ip().to_canonical().to_string(),
        (None, None, Door::Unix) => "unknown".to_owned(),
    }
}

/// Returns the key for counting invalid tokens: a local user, or a network as assigned to its owner.
fn account(peer: &Peer) -> String {
    match peer.door {
        Door::Unix => format!("uid {:?}", peer.uid),
        Door::Tcp { there, .. } => match there.ip().to_canonical() {
            IpAddr::V4(ip) => ip.to_string(),
            IpAddr::V6(ip) => format!("{:x?}", &ip.segments()[..4]),
        },
    }
}

/// Returns the credentials of a request, if there is exactly one.
fn pass(peer: &Peer, headers: &HeaderMap) -> Result<Pass, Error> {
    let tls = matches!(peer.door, Door::Tcp { tls: true, .. });
    match (bearer(headers)?, cookie::read(headers, tls)?) {
        (None, None) => Ok(Pass::None),
        (Some(token), None) => Ok(Pass::Token(token)),
        (None, Some(session)) if peer.door != Door::Unix => Ok(Pass::Session(session)),
        (None, Some(_)) => Err(Error::usage(say!("problem-auth-no-session-here"))),
        (Some(_), Some(_)) => {
            Err(Error::usage(say!("problem-auth-both")).hint(say!("problem-auth-both-hint")))
        }
    }
}

impl Door {
    /// Returns whether a request to this address may call this server `authority`.
    fn is_named(self, authority: &str, names: &[String]) -> bool {
        let authority = authority.to_ascii_lowercase();
        if names.iter().any(|n| n.to_ascii_lowercase() == authority) {
            return true;
        }
        let Self::Tcp { here, tls, .. } = self else { return true };
        let name = match authority.strip_suffix(&format!(":{}", here.port())) {
            Some(name) => name,
            None if here.port() == if tls { 443 } else { 80 } => &authority,
            None => return false,
        };
        // An address, unlike a name, cannot be made to mean another machine.
        let own = SocketAddr::new(here.ip().to_canonical(), 0).to_string();
        matches!(name, "localhost" | "127.0.0.1" | "[::1]") || own.strip_suffix(":0") == Some(name)
    }
}

/// Refuses requests meant for another server or from a page of another site. No browser and no name leads to the UNIX
/// socket.
fn check_place(
    door: Door,
    method: &Method,
    uri: &Uri,
    headers: &HeaderMap,
    names: &[String],
) -> Result<(), Refusal> {
    if door == Door::Unix {
        return Ok(());
    }
    let host = only(headers, &header::HOST).map_err(|_| Refusal::Misdirected)?.ok_or(Refusal::Misdirected)?;
    let absolute = uri.authority().map(|a| a.as_str());
    if !door.is_named(host, names) || absolute.is_some_and(|a| !door.is_named(a, names)) {
        return Err(Refusal::Misdirected);
    }
    let origin = only(headers, &header::ORIGIN).map_err(|_| Refusal::CrossSite)?;
    let site = only(headers, &FETCH_SITE).map_err(|_| Refusal::CrossSite)?;
    let authority =
        |origin: &str| Some(origin.strip_prefix("http://").or(origin.strip_prefix("https://"))?.to_owned());
    let own = |origin: &str| authority(origin).is_some_and(|a| door.is_named(&a, names));
    let foreign = site == Some("cross-site") && !is_safe(method);
    if foreign || !origin.is_none_or(own) {
        return Err(Refusal::CrossSite);
    }
    Ok(())
}

/// Returns the token of a request. It is only passed to [`countersign_core::Engine::token`]: no log, event or answer
/// contains it.
fn bearer(headers: &HeaderMap) -> Result<Option<String>, Error> {
    let wrong = || {
        Error::new(ErrorCode::Unauthenticated, say!("problem-auth-not-bearer"))
            .hint(say!("problem-auth-bearer-hint"))
    };
    let Some(value) = only(headers, &header::AUTHORIZATION)? else { return Ok(None) };
    let (scheme, token) = value.split_once(' ').ok_or_else(wrong)?;
    let token = token.trim();
    if !scheme.eq_ignore_ascii_case("bearer") || token.is_empty() {
        return Err(wrong());
    }
    Ok(Some(token.to_owned()))
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn tcp(here: &str) -> Door {
        Door::Tcp { here: here.parse().unwrap(), there: "127.0.0.1:50000".parse().unwrap(), tls: false }
    }

    fn placed(door: Door, host: &[&str], origin: &[&str]) -> Option<&'static str> {
        let mut headers = HeaderMap::new();
        for value in host {
            headers.append(header::HOST, HeaderValue::from_str(value).unwrap());
        }
        for value in origin {
            headers.append(header::ORIGIN, HeaderValue::from_str(value).unwrap());
        }
        let names = ["Review.example.com".to_owned()];
        check_place(door, &Method::POST, &Uri::from_static("/v1/runs"), &headers, &names)
            .err()
            .map(|r| r.code())
    }

    #[test]
    fn only_its_own_names_and_addresses_are_answered() {
        let (own, lan, web) = (tcp("127.0.0.1:7070"), tcp("192.168.1.5:7070"), tcp("[::1]:80"));
        for (door, host) in [
            (own, "localhost:7070"),
            (own, "LOCALHOST:7070"),
            (own, "127.0.0.1:7070"),
            (own, "[::1]:7070"),
            (own, "review.example.com"),
            (lan, "192.168.1.5:7070"),
            (web, "localhost"),
            (web, "[::1]"),
            (Door::Unix, "anything"),
        ] {
            assert_eq!(placed(door, &[host], &[]), None, "{door:?} {host}");
        }
        for (door, hosts) in [
            (own, &["evil.example:7070"][..]),
            (own, &["localhost"]),
            (own, &["localhost:7071"]),
            (own, &["192.168.1.5:7070"]),
            (own, &["localhost.evil.example:7070"]),
            (own, &["review.example.com:7070"]),
            (own, &[":7070"]),
            (own, &[""]),
            (own, &[]),
            (own, &["localhost:7070", "evil.example"]),
        ] {
            assert_eq!(placed(door, hosts, &[]), Some("misdirected"), "{door:?} {hosts:?}");
        }
    }

    #[test]
    fn pages_of_other_sites_are_refused() {
        let own = tcp("127.0.0.1:7070");
        for origin in ["http://localhost:7070", "http://127.0.0.1:7070", "https://review.example.com"] {
            assert_eq!(placed(own, &["localhost:7070"], &[origin]), None, "{origin}");
        }
        for origins in [
            &["http://evil.example"][..],
            &["http://localhost:7071"],
            &["http://localhost"],
            &["null"],
            &[""],
            &["file://localhost:7070"],
            &["http://localhost:7070/"],
            &["http://localhost:7070", "http://evil.example"],
        ] {
            assert_eq!(placed(own, &["localhost:7070"], origins), Some("cross_site"), "{origins:?}");
        }
    }

    #[test]
    fn a_target_with_another_name_in_it_is_another_server() {
        let door = tcp("127.0.0.1:7070");
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, HeaderValue::from_static("localhost:7070"));
        let target = Uri::from_static("http://evil.example:7070/v1/runs");
        assert!(matches!(check_place(door, &Method::GET, &target, &headers, &[]), Err(Refusal::Misdirected)));
    }

    #[test]
    fn c1_a_caller_can_say_to_be_less_and_never_to_be_more() {
        let ana = Actor { token: Some("t1".into()), scopes: vec!["x.*".into()], ..Actor::person("ana") };
        let lower = ana.clone().lowered("codex");
        assert_eq!((lower.kind, lower.name.as_str()), (ActorKind::Agent, "codex"));
        assert_eq!(
            (lower.owner.as_deref(), &lower.token, &lower.scopes),
            (Some("ana"), &ana.token, &ana.scopes)
        );
        for actor in [Actor::agent("claude-code"), Actor::new(ActorKind::Verifier, "ci")] {
            assert_eq!(actor.clone().lowered("codex"), actor);
        }
    }

    #[test]
    fn a_token_comes_as_one_bearer() {
        let read = |values: &[&str]| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(header::AUTHORIZATION, HeaderValue::from_str(value).unwrap());
            }
            bearer(&headers).map_err(|e| e.code)
        };
        assert_eq!(read(&[]), Ok(None));
        assert_eq!(read(&["Bearer cs_x"]), Ok(Some("cs_x".into())));
        assert_eq!(read(&["bearer  cs_x"]), Ok(Some("cs_x".into())));
        for bad in [&["Basic eDp5"][..], &["Bearer"], &["Bearer "], &["cs_x"]] {
            assert_eq!(read(bad), Err(ErrorCode::Unauthenticated), "{bad:?}");
        }
        assert_eq!(read(&["Bearer a", "Bearer b"]), Err(ErrorCode::Usage));
    }
}
