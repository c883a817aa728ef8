//! Talks to the provider: where its endpoints are, with which keys it signs, and which ID token belongs to a code.
//!
//! Endpoints and keys are remembered for an hour. Keys are read again when a token names one that is not among them, but
//! not more than twice a minute: a stranger can make any number of such tokens.

use std::time::{Duration, Instant};

use base64::{Engine as _, engine::general_purpose::STANDARD as BASE64};
use countersign_core::{op::route::escape, webhook::Address};
use hyper::{Method, StatusCode, header};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::Value;
use tokio::sync::Mutex;

use super::{
    id_token::{Claims, Expected, Flaw, IdToken, Key, keys},
    settings::{Oidc, encrypted},
    ticket::Ticket,
};
use crate::outgoing::{self, Options, Outgoing};

/// The longest response.
const MOST_BYTES: usize = 512 << 10;
/// How long endpoints and keys are remembered.
const FRESH: Duration = Duration::from_secs(3600);
/// The shortest time between two readings of the keys.
const KEYS_REST: Duration = Duration::from_secs(30);
/// How long a provider that could not be reached is left alone.
const FAILED_REST: Duration = Duration::from_secs(3);

/// Why there is no ID token.
#[derive(Debug)]
pub(super) enum Trouble {
    /// The provider cannot be reached.
    Unreachable(String),
    /// It refused, with its word for that.
    Refused(String),
    /// Its answer makes no sense.
    Senseless(String),
    /// Its token is not accepted.
    Flawed(Flaw),
}

/// What a provider says of itself, as far as it is needed.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Endpoints {
    issuer: String,
    authorization_endpoint: String,
    token_endpoint: String,
    jwks_uri: String,
    #[serde(default)]
    token_endpoint_auth_methods_supported: Vec<String>,
    /// Whether it names itself when it sends a browser back.
    #[serde(default)]
    pub(super) authorization_response_iss_parameter_supported: bool,
}

#[derive(Default)]
struct Known {
    endpoints: Option<(Endpoints, Instant)>,
    keys: Vec<Key>,
    keys_at: Option<Instant>,
    failed_at: Option<Instant>,
}

/// A provider.
pub(super) struct Provider {
    pub(super) oidc: Oidc,
    options: Options,
    known: Mutex<Known>,
}

impl Provider {
    pub(super) fn new(oidc: Oidc, options: Options) -> Self {
        Self { oidc, options, known: Mutex::default() }
    }

    /// Returns its endpoints. Whoever asks while somebody else does waits for the same answer.
    pub(super) async fn endpoints(&self) -> Result<Endpoints, Trouble> {
        let mut known = self.known.lock().await;
        if let Some((endpoints, at)) = &known.endpoints
            && at.elapsed() < FRESH
        {
            return Ok(endpoints.clone());
        }
        if known.failed_at.is_some_and(|at| at.elapsed() < FAILED_REST) {
            return Err(Trouble::Unreachable("it did not answer a moment ago".to_owned()));
        }
        match self.discover().await {
            Ok(endpoints) => {
                known.failed_at = None;
                known.endpoints = Some((endpoints.clone(), Instant::now()));
                Ok(endpoints)
            }
            Err(trouble) => {
                known.failed_at = Some(Instant::now());
                Err(trouble)
            }
        }
    }

    async fn discover(&self) -> Result<Endpoints, Trouble> {
        let issuer = &self.oidc.issuer;
        let url = format!("{}/.well-known/openid-configuration", issuer.trim_end_matches('/'));
        let found: Endpoints = self.get(&url).await?;
        if found.issuer != *issuer {
            return Err(Trouble::Senseless("it calls itself by another name than the settings".to_owned()));
        }
        for url in [&found.authorization_endpoint, &found.token_endpoint, &found.jwks_uri] {
            encrypted("endpoint", url).map_err(|e| Trouble::Senseless(e.to_string()))?;
        }
        Ok(found)
    }

    /// Redeems a code, and returns what the provider says of the person, checked.
    pub(super) async fn redeem(
        &self,
        code: &str,
        ticket: &Ticket,
        redirect_uri: &str,
        now_s: u64,
    ) -> Result<Claims, Trouble> {
        let endpoints = self.endpoints().await?;
        let token = self.token(&endpoints, code, ticket, redirect_uri).await?;
        let token = IdToken::parse(&token).map_err(Trouble::Flawed)?;
        let key = self.key(&endpoints, &token).await?;
        let Oidc { issuer, client_id, .. } = &self.oidc;
        let expected = Expected { issuer, client_id, nonce: &ticket.nonce, now_s };
        token.check(&key, &expected).map_err(Trouble::Flawed)
    }

    async fn token(
        &self,
        endpoints: &Endpoints,
        code: &str,
        ticket: &Ticket,
        redirect_uri: &str,
    ) -> Result<String, Trouble> {
        #[derive(Deserialize)]
        struct Answer {
            id_token: Option<String>,
        }
        let client_id = self.oidc.client_id.as_str();
        let mut form = vec![
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", redirect_uri),
            ("code_verifier", ticket.verifier.as_str()),
        ];
        let address = address(&endpoints.token_endpoint)?;
        let mut request = outgoing::request(&address)
            .method(Method::POST)
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .header(header::ACCEPT, "application/json");
        let methods = &endpoints.token_endpoint_auth_methods_supported;
        let posts = methods.iter().any(|m| m == "client_secret_post")
            && !methods.iter().any(|m| m == "client_secret_basic");
        match &self.oidc.client_secret {
            Some(secret) if !posts => {
                let pair = BASE64.encode(format!("{}:{}", escaped(client_id), escaped(&secret.0)));
                request = request.header(header::AUTHORIZATION, format!("Basic {pair}"));
            }
            Some(secret) => form.extend([("client_id", client_id), ("client_secret", &secret.0)]),
            None => form.push(("client_id", client_id)),
        }
        let answer: Answer = self.answer(&address, request, query(&form).into_bytes()).await?;
        answer.id_token.ok_or_else(|| Trouble::Senseless("it gave no ID token".to_owned()))
    }

    /// Returns the key that a token names, from what is remembered or from the provider.
    async fn key(&self, endpoints: &Endpoints, token: &IdToken<'_>) -> Result<Key, Trouble> {
        let mut known = self.known.lock().await;
        let age = known.keys_at.map(|at| at.elapsed());
        if age.is_some_and(|age| age < FRESH)
            && let Some(key) = token.key(&known.keys)
        {
            return Ok(key.clone());
        }
        if age.is_none_or(|age| age >= KEYS_REST) {
            known.keys_at = Some(Instant::now());
            known.keys = keys(&self.get::<Value>(&endpoints.jwks_uri).await?);
        }
        token.key(&known.keys).cloned().ok_or(Trouble::Flawed(Flaw::UnknownKey))
    }

    async fn get<T: DeserializeOwned>(&self, url: &str) -> Result<T, Trouble> {
        let address = address(url)?;
        let request = outgoing::request(&address).header(header::ACCEPT, "application/json");
        self.answer(&address, request, Vec::new()).await
    }

    async fn answer<T: DeserializeOwned>(
        &self,
        address: &Address,
        request: hyper::http::request::Builder,
        body: Vec<u8>,
    ) -> Result<T, Trouble> {
        let unreachable = |e: outgoing::Unreachable| Trouble::Unreachable(e.0);
        let request = outgoing::with_body(request, body).map_err(unreachable)?;
        // Only the settings name the provider: it may be in the organisation's own network.
        let sent = Outgoing { address, allow_private: true, request, body_bytes: Some(MOST_BYTES) };
        let reply = outgoing::exchange(sent, &self.options).await.map_err(unreachable)?;
        if reply.status != StatusCode::OK {
            let refused: Option<Value> = serde_json::from_slice(&reply.body).ok();
            let word = refused.as_ref().and_then(|r| r.get("error")?.as_str()).and_then(plain);
            return Err(match word {
                Some(word) => Trouble::Refused(word.to_owned()),
                None => Trouble::Senseless(format!("it answered {}", reply.status.as_u16())),
            });
        }
        serde_json::from_slice(&reply.body).map_err(|e| Trouble::Senseless(format!("its answer: {e}")))
    }

    /// Returns where a browser begins.
    pub(super) fn begin(&self, endpoints: &Endpoints, ticket: &Ticket, redirect_uri: &str) -> String {
        let to = &endpoints.authorization_endpoint;
        let mut scopes: Vec<&str> = vec!["openid"];
        scopes.extend(self.oidc.scopes.iter().map(String::as_str).filter(|scope| *scope != "openid"));
        let asked = [
            ("response_type", "code"),
            ("response_mode", "query"),
            ("client_id", &self.oidc.client_id),
            ("redirect_uri", redirect_uri),
            ("scope", &scopes.join(" ")),
            ("state", &ticket.state),
            ("nonce", &ticket.nonce),
            ("code_challenge", &ticket.challenge()),
            ("code_challenge_method", "S256"),
        ];
        format!("{to}{}{}", if to.contains('?') { '&' } else { '?' }, query(&asked))
    }
}

fn address(url: &str) -> Result<Address, Trouble> {
    Address::parse(url).map_err(|e| Trouble::Senseless(e.to_string()))
}

/// Returns a provider's word if it can be shown: an error code of the standard has such a form.
pub(super) fn plain(word: &str) -> Option<&str> {
    let letters = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.');
    ((1..=64).contains(&word.len()) && word.bytes().all(letters)).then_some(word)
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    escape(&mut out, text);
    out
}

fn query(pairs: &[(&str, &str)]) -> String {
    let pairs: Vec<String> = pairs.iter().map(|(name, value)| format!("{name}={}", escaped(value))).collect();
    pairs.join("&")
}
