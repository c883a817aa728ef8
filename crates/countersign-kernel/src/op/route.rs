//! How an operation is called over HTTP: its method and path, parsed from [`Op::HTTP`](crate::Op::HTTP) in
//! one place for servers, clients and documentation.

use countersign_words::say;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use serde_json::{Map, Value};

use super::Spec;
use crate::{
    actor::ActorKind,
    error::{Error, Result},
};

/// A method and a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Route {
    /// `GET`, `POST`, …
    pub method: &'static str,
    /// `/v1/items/{id}/confirm`.
    pub path: &'static str,
}

/// The path segment for an omitted field: `/v1/runs/-/calls` is a call in whatever run is open.
pub const ABSENT: &str = "-";

/// An operation's input, laid out for a request.
#[derive(Debug, Clone, PartialEq)]
pub struct Filled {
    /// The path with its fields filled in and escaped.
    pub path: String,
    /// The fields that the path did not take: a query for `GET`, else a body.
    pub rest: Map<String, Value>,
}

impl Route {
    /// Returns the route of an operation; None for operations that only Countersign itself calls.
    pub fn of(spec: &Spec) -> Option<Self> {
        let inner = spec.audience.iter().all(|kind| *kind == ActorKind::System);
        let (method, path) = spec.http.split_once(' ')?;
        (!inner).then_some(Self { method, path })
    }

    /// The route of an operation that remembers what was shown, for callers who want to look and leave nothing behind.
    pub fn of_look(spec: &Spec) -> Option<Self> {
        let route = Self::of(spec)?;
        spec.looks.then_some(Self { method: "GET", ..route })
    }

    /// Whether the fields outside the path go into the query.
    pub fn has_query(&self) -> bool {
        self.method == "GET"
    }

    /// Whether it creates something of the kind that its path names: `POST /v1/runs`.
    pub fn creates(&self) -> bool {
        let kind = self.path.strip_prefix("/v1/").filter(|rest| !rest.contains('/'));
        self.method == "POST" && kind.is_some_and(|kind| kind.ends_with('s'))
    }

    /// The fields that its path takes, in order.
    pub fn fields(&self) -> impl Iterator<Item = &'static str> {
        self.path.split('/').filter_map(field)
    }

    /// Lays out an input.
    pub fn fill(&self, input: Value) -> Result<Filled> {
        let Value::Object(mut rest) = input else {
            return Err(Error::usage(say!("judge-input-object")));
        };
        let mut path = String::new();
        for segment in self.path.split('/').skip(1) {
            path.push('/');
            match field(segment).map(|name| (name, rest.remove(name).unwrap_or_default())) {
                None => path.push_str(segment),
                Some((_, Value::Null)) => path.push_str(ABSENT),
                Some((_, Value::String(text))) => escape(&mut path, &text),
                Some((name, _)) => return Err(Error::usage(say!("judge-must-be-text", name))),
            }
        }
        Ok(Filled { path, rest })
    }
}

pub fn field(segment: &'static str) -> Option<&'static str> {
    segment.strip_prefix('{')?.strip_suffix('}')
}

/// Characters to percent-encode: all but the unreserved ones.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// Appends `text`, escaped, as one segment of a path or one value of a query.
pub fn escape(to: &mut String, text: &str) {
    to.extend(utf8_percent_encode(text, ESCAPED));
}

/// Decodes the output of [`escape`]; None if it is not valid text or has an invalid `%`.
pub fn unescape(text: &str) -> Option<String> {
    let is_escape =
        |rest: &str| rest.as_bytes().get(..2).is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit));
    let decoded = percent_decode_str(text).decode_utf8().ok()?;
    text.split('%').skip(1).all(is_escape).then(|| decoded.into_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const ROUTE: Route = Route { method: "POST", path: "/v1/runs/{run}/calls" };

    #[test]
    fn fields_go_into_the_path_and_what_is_left_out_is_a_dash() {
        let filled = ROUTE.fill(json!({"run": "r 1/é", "tool": "x"})).unwrap();
        assert_eq!(filled.path, "/v1/runs/r%201%2F%C3%A9/calls");
        assert_eq!(Value::Object(filled.rest), json!({"tool": "x"}));
        assert_eq!(ROUTE.fill(json!({})).unwrap().path, "/v1/runs/-/calls");
        assert!(ROUTE.fill(json!({"run": 3})).is_err() && ROUTE.fill(json!([])).is_err());
    }

    #[test]
    fn what_is_escaped_comes_back() {
        for text in ["", "-", "a b", "ü/%2F", "100%", "\u{0}"] {
            let mut escaped = String::new();
            escape(&mut escaped, text);
            assert_eq!(unescape(&escaped).as_deref(), Some(text));
        }
        assert_eq!((unescape("%f"), unescape("%zz"), unescape("%ff")), (None, None, None));
    }
}
