//! Sends one message to a webhook, and says what became of it.

use countersign_core::webhook::Address;
use countersign_words::say;
use hyper::{Method, header};

use crate::outgoing::{self, Options, Outgoing, Reply, Unreachable};

/// A message to send.
pub struct Post<'a> {
    /// The receiver.
    pub address: &'a Address,
    /// Whether it may be in a private network or on this machine.
    pub allow_private: bool,
    /// Its own headers.
    pub headers: Vec<(&'static str, String)>,
    /// What is sent.
    pub body: Vec<u8>,
}

/// Why a delivery failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// A description, without any text of the receiver.
    pub error: String,
    /// The receiver's status; `None` if there was no response.
    pub status: Option<u16>,
    /// How long the receiver asks us to wait.
    pub retry_after_s: Option<u64>,
}

impl Failure {
    /// There was no response.
    pub fn unreachable(error: impl Into<String>) -> Self {
        Self { error: error.into(), status: None, retry_after_s: None }
    }

    fn answered(reply: &Reply) -> Self {
        let status = reply.status;
        let asked = reply.headers.get(header::RETRY_AFTER).and_then(|v| v.to_str().ok()?.parse().ok());
        let error = match status.is_redirection() {
            true => say!("problem-hook-redirected", status = status.as_u16()),
            false => say!("problem-hook-answered", status = status.as_u16()),
        };
        Self { error: error.into(), status: Some(status.as_u16()), retry_after_s: asked }
    }
}

impl From<Unreachable> for Failure {
    fn from(e: Unreachable) -> Self {
        Self::unreachable(e.0)
    }
}

/// Posts a message; a 2xx response means that it was delivered.
pub async fn post(post: Post<'_>, options: &Options) -> Result<(), Failure> {
    let Post { address, allow_private, headers, body } = post;
    let request = headers
        .into_iter()
        .fold(outgoing::request(address).method(Method::POST), |request, (name, value)| {
            request.header(name, value)
        });
    let request = outgoing::with_body(request, body)?;
    let sent = Outgoing { address, allow_private, request, body_bytes: None };
    let reply = outgoing::exchange(sent, options).await?;
    if reply.status.is_success() { Ok(()) } else { Err(Failure::answered(&reply)) }
}
