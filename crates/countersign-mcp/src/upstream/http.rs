//! A running server that is reached by an address.

use std::{collections::HashMap, sync::OnceLock, time::Duration};

use countersign_core::{Error, ErrorCode, Result};
use countersign_words::say;
use reqwest::{
    Client, StatusCode,
    header::{HeaderName, HeaderValue},
    redirect::{Attempt, Policy},
};
use rmcp::transport::{
    StreamableHttpClientTransport, streamable_http_client::StreamableHttpClientTransportConfig,
};

use super::Limits;
use crate::ServerSettings;

/// The maximum number of redirects.
const REDIRECTS: usize = 5;

/// Prepares the connection to the server `name`; sends nothing yet.
pub(super) fn connect(
    name: &str,
    settings: &ServerSettings,
    limits: &Limits,
) -> Result<StreamableHttpClientTransport<Client>> {
    let url = settings.url.as_deref().unwrap_or_default();
    if !url.starts_with("https://") && !url.starts_with("http://") {
        let wrong = say!("problem-up-url-scheme", server = name);
        return Err(Error::new(ErrorCode::Settings, wrong));
    }
    let config = StreamableHttpClientTransportConfig::with_uri(url)
        .custom_headers(headers(name, settings)?)
        .max_concurrent_requests(64)
        .max_sse_event_size(limits.message_bytes)
        // A server that lost our session may be a new one: its list is read before anything is called.
        .reinit_on_expired_session(false);
    Ok(StreamableHttpClientTransport::with_client(client()?, config))
}

fn headers(name: &str, settings: &ServerSettings) -> Result<HashMap<HeaderName, HeaderValue>> {
    let one = |(header, value): (&String, &String)| {
        let fits = HeaderName::from_bytes(header.as_bytes()).ok().zip(HeaderValue::from_str(value).ok());
        // The value may be a secret and is not shown.
        let wrong = || {
            let header = header.escape_debug().to_string();
            Error::new(ErrorCode::Settings, say!("problem-up-header", header, server = name))
        };
        fits.map(|(header, mut value)| {
            value.set_sensitive(true);
            (header, value)
        })
        .ok_or_else(wrong)
    };
    settings.headers.iter().map(one).collect()
}

/// One client for all servers: it reads the machine's certificates once.
fn client() -> Result<Client> {
    static CLIENT: OnceLock<Client> = OnceLock::new();
    if let Some(client) = CLIENT.get() {
        return Ok(client.clone());
    }
    // Another part of this process may have installed the same provider.
    let _chosen = rustls::crypto::ring::default_provider().install_default();
    let client = Client::builder()
        .tcp_nodelay(true)
        .connect_timeout(Duration::from_secs(10))
        .redirect(Policy::custom(same_place))
        .build()
        .map_err(|e| Error::conflict(say!("problem-up-no-http")).because(e))?;
    Ok(CLIENT.get_or_init(|| client).clone())
}

/// Follows only redirects to the same host that keep the message; others would leak our headers.
fn same_place(attempt: Attempt<'_>) -> reqwest::redirect::Action {
    let keeps = matches!(attempt.status(), StatusCode::TEMPORARY_REDIRECT | StatusCode::PERMANENT_REDIRECT);
    let stays = attempt.previous().last().is_some_and(|from| from.origin() == attempt.url().origin());
    if keeps && stays && attempt.previous().len() <= REDIRECTS {
        return attempt.follow();
    }
    let to = attempt.url().origin().ascii_serialization();
    attempt.error(say!("problem-up-redirect", place = to))
}
