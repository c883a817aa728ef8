//! Appearance settings: kept by the browser itself, so they are not an operation.

use std::sync::Arc;

use axum::{
    body::Body,
    extract::{Request, State},
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use countersign_core::Error;
use countersign_words::{Language, say};

use crate::{
    App,
    answer::Refusal,
    input,
    web::{Visit, frame, locked::local, visit},
};

/// How long a browser keeps them: a year.
const SECONDS: u32 = 31_536_000;

/// Stores language, theme and the keys setting in cookies, and returns to the page.
pub(in crate::web) async fn look(
    State(app): State<Arc<App>>,
    visit: Visit,
    request: Request<Body>,
) -> Response {
    match kept(&app, request).await {
        Ok(response) => response,
        Err(refusal) => frame::trouble(&visit, refusal).await,
    }
}

async fn kept(app: &App, request: Request<Body>) -> Result<Response, Refusal> {
    let (parts, body) = request.into_parts();
    let bytes = input::read_body(&parts.headers, body, &app.settings.limits).await?;
    let text = std::str::from_utf8(&bytes).map_err(|_| Error::usage(say!("problem-input-form-text")))?;
    let pairs = input::pairs(text)?;
    let of = |name: &str| pairs.iter().find(|(n, _)| n == name).map_or("", |(_, v)| v.as_str());
    let language = Language::of_tag(of("language")).map(Language::code);
    let theme = visit::theme_of(of("theme")).unwrap_or_default();
    let mut response = StatusCode::SEE_OTHER.into_response();
    let headers = response.headers_mut();
    let back = HeaderValue::from_str(local(of("back"))).map_err(Error::bug)?;
    headers.insert(header::LOCATION, back);
    let keys = if of("keys") == visit::KEYS_OFF { visit::KEYS_OFF } else { "" };
    let kept = language.map(|code| (visit::LANGUAGE, code));
    let kept = kept.into_iter().chain([(visit::THEME, theme), (visit::KEYS, keys)]);
    for (name, value) in kept {
        let age = if value.is_empty() { 0 } else { SECONDS };
        let cookie = format!("{name}={value}; Path=/; HttpOnly; SameSite=Strict; Max-Age={age}");
        headers.append(header::SET_COOKIE, HeaderValue::from_str(&cookie).map_err(Error::bug)?);
    }
    Ok(response)
}
