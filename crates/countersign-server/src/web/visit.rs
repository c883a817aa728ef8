//! One request for a page: by whom, in which language, for what; and calls to the engine.

use std::{collections::BTreeMap, ops::Deref, sync::Arc};

use axum::{
    extract::{FromRequestParts, RawPathParams},
    http::{header, request::Parts},
};
use countersign_core::{
    Answer, Error, Op,
    receipt::Receipt,
    show::{self, Show},
};
use countersign_words::{Language, Words};
use serde::Serialize;
use serde_json::Value;

use super::diff::Budget;
use crate::{App, Caller, Csrf, Peer, answer::Refusal, auth, http, input, work};

/// The cookie with a manually chosen language.
pub(crate) const LANGUAGE: &str = "countersign_language";

/// The cookie with a manually chosen theme.
pub(crate) const THEME: &str = "countersign_theme";

/// The cookie that disables single-letter keys.
pub(crate) const KEYS: &str = "countersign_keys";

/// Its value if they are disabled.
pub(crate) const KEYS_OFF: &str = "off";

/// The parameter that switches lines off that differ only in spaces, and its value.
pub(crate) const SPACE: &str = "space";
pub(crate) const HIDE: &str = "hide";

/// One request for a page.
#[derive(Clone)]
pub(crate) struct Visit(Arc<Inner>);

/// The contents of a request.
pub(crate) struct Inner {
    /// The daemon.
    pub app: Arc<App>,
    /// The caller.
    pub caller: Caller,
    /// The CSRF token of this session; `None` for a caller with a token.
    pub csrf: Option<String>,
    /// The messages, in their language.
    pub words: Words,
    /// The manually chosen theme: `light` or `dark`.
    pub theme: Option<&'static str>,
    /// Whether single-letter keys are enabled.
    pub keys: bool,
    /// The requested path.
    pub path: String,
    /// The parameters of the path.
    pub params: BTreeMap<String, String>,
    /// The query.
    pub query: Vec<(String, String)>,
    /// The last event of the log when the request came: the page shows at least everything up to it.
    pub at: u64,
    /// What the reader sees, according to the module.
    pub shown: Option<String>,
    /// What may still be coloured of differences on this page.
    pub colours: Budget,
    peer: Peer,
}

impl Deref for Visit {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}

impl Inner {
    /// Returns a parameter of the path.
    pub(crate) fn param(&self, name: &str) -> &str {
        self.params.get(name).map_or("", String::as_str)
    }

    /// Returns the first query value of that name, if not empty.
    pub(crate) fn asked(&self, name: &str) -> Option<&str> {
        self.query
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
            .filter(|v| !v.is_empty())
    }

    /// Returns whether the page shows lines that differ only in spaces as the same.
    pub(crate) fn hides_space(&self) -> bool {
        self.asked(SPACE) == Some(HIDE)
    }

    /// Returns the current time.
    pub(crate) fn now(&self) -> u64 {
        self.app.engine.env().now_ms()
    }

    /// Makes a call as the caller.
    pub(crate) async fn call(&self, op: &str, input: Value) -> Result<Answer, Refusal> {
        self.call_keyed(op, input, None).await
    }

    /// Makes a call with an idempotency key.
    pub(crate) async fn call_keyed(
        &self,
        op: &str,
        input: Value,
        key: Option<String>,
    ) -> Result<Answer, Refusal> {
        http::call(&self.app, &self.peer, self.caller.request(op, input, key)).await
    }

    /// Ends work in progress.
    pub(crate) async fn end_work(&self, id: &str) -> Result<(), Refusal> {
        Ok(work::ended(&self.app, &self.peer, &self.caller, id).await.map(drop)?)
    }

    /// Returns the error for an unreadable form: see [`http::refused_or`].
    pub(crate) async fn refused_or(&self, op: &'static str, wrong: Refusal) -> Refusal {
        http::refused_or(&self.app, &self.peer, &self.caller, op, wrong).await
    }

    /// Makes a call and returns its typed output.
    pub(crate) async fn ask<O: Op>(&self, input: O::Input) -> Result<O::Output, Refusal>
    where
        O::Input: Serialize,
    {
        let input = serde_json::to_value(&input).map_err(Error::bug)?;
        Ok(self.call(O::NAME, input).await?.output::<O>()?)
    }

    /// Returns everything that is known of a thing.
    pub(crate) async fn show(&self, id: &str) -> Result<show::Output, Refusal> {
        self.ask::<Show>(show::Input { id: id.to_owned() }).await
    }

    /// Returns a receipt, if there is one.
    pub(crate) async fn receipt(&self, id: &str) -> Option<Receipt> {
        let Ok(show::Output::Receipt { receipt }) = self.show(id).await else { return None };
        Some(*receipt)
    }

    /// Returns a query value, for an input.
    pub(crate) fn given(&self, name: &str) -> Option<String> {
        self.asked(name).map(str::to_owned)
    }

    /// Returns the page that a form returns to: this one, without the result of the previous action.
    pub(crate) fn here(&self) -> String {
        let told = |name: &str| super::frame::TOLD.contains(&name);
        let query: Vec<String> = self.query.iter().filter(|(name, _)| !told(name)).map(pair).collect();
        if query.is_empty() { self.path.clone() } else { format!("{}?{}", self.path, query.join("&")) }
    }
}

fn pair((name, value): &(String, String)) -> String {
    let mut out = String::new();
    countersign_core::op::route::escape(&mut out, name);
    out.push('=');
    countersign_core::op::route::escape(&mut out, value);
    out
}

impl FromRequestParts<Arc<App>> for Visit {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Refusal> {
        let mut caller =
            parts.extensions.get::<Caller>().cloned().ok_or_else(|| Error::bug("nobody was let in"))?;
        let csrf = parts.extensions.get::<Csrf>().map(|Csrf(word)| word.clone());
        let peer = auth::peer_in(&parts.extensions)?;
        let params = RawPathParams::from_request_parts(parts, app).await;
        let params = params.iter().flatten().map(|(n, v)| (n.to_owned(), v.to_owned())).collect();
        let query = input::pairs(parts.uri.query().unwrap_or_default())?;
        let (words, path) = (Words::of(language(parts)), parts.uri.path().to_owned());
        let (at, theme) = (head(app).await?, kept(parts, THEME).and_then(theme_of));
        let keys = kept(parts, KEYS) != Some(KEYS_OFF);
        let shown = parts.headers.get(super::seen::SHOWN).and_then(|v| v.to_str().ok()).map(str::to_owned);
        // What such a page hides was not seen: opening it does not count as having opened the thing.
        let hides = query.iter().any(|(name, value)| name == SPACE && value == HIDE);
        caller.origin.unattended = shown.is_some() || hides;
        caller.origin.language = words.language();
        let app = app.clone();
        Ok(Self(Arc::new(Inner {
            app,
            caller,
            csrf,
            words,
            theme,
            keys,
            path,
            params,
            query,
            at,
            shown,
            colours: Budget::default(),
            peer,
        })))
    }
}

/// The number of the last event.
async fn head(app: &Arc<App>) -> Result<u64, Error> {
    let look = |engine: &countersign_core::Engine| {
        let mut at = 0;
        engine.store().view(&mut |base| {
            at = base.head()?.seq;
            Ok(())
        })?;
        Ok(at)
    };
    app.blocking(look).await
}

/// Returns the manually chosen language, otherwise the browser's.
pub(super) fn language(parts: &Parts) -> Language {
    let asks =
        || parts.headers.get(header::ACCEPT_LANGUAGE).and_then(|v| v.to_str().ok()).unwrap_or_default();
    kept(parts, LANGUAGE).and_then(Language::of_tag).unwrap_or_else(|| Language::accepted(asks()))
}

/// Returns the theme of that name.
pub(super) fn theme_of(name: &str) -> Option<&'static str> {
    ["light", "dark"].into_iter().find(|known| *known == name)
}

/// Returns the value of a cookie.
fn kept<'p>(parts: &'p Parts, name: &str) -> Option<&'p str> {
    let all = parts.headers.get_all(header::COOKIE).into_iter().filter_map(|v| v.to_str().ok());
    let mut pairs = all.flat_map(|text| text.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(known, _)| *known == name).map(|(_, value)| value)
}
