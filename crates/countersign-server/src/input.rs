//! Parses a request into the input of an operation. Anything unknown is refused, not ignored: input that two readers
//! could read differently is invalid.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use axum::{
    body::{Body, Bytes},
    http::{HeaderMap, HeaderName, header, header::HeaderValue},
};
use countersign_core::{
    Error, Result,
    op::{
        fields::{Field, Kind},
        route::{self, Route},
    },
};
use countersign_words::{Language, say};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde::{
    Deserialize, Deserializer,
    de::{self, MapAccess, SeqAccess, Visitor},
};
use serde_json::{Map, Value};

use crate::{answer::Refusal, settings::Limits};

/// The header that makes a repeated request count once.
const KEY: HeaderName = HeaderName::from_static("idempotency-key");
/// The header with the caller's working folder.
const FOLDER: HeaderName = HeaderName::from_static("countersign-folder");
/// The header with the caller's surface.
const SURFACE: HeaderName = HeaderName::from_static("countersign-surface");
/// The header with the agent that the caller speaks for.
const AGENT: HeaderName = HeaderName::from_static("countersign-agent");
/// The longest key.
const KEY_MOST: usize = 255;
/// The longest folder.
const FOLDER_MOST: usize = 4096;

/// The fields of an operation's input, by name.
pub(crate) type Fields = BTreeMap<String, Field>;

/// Reads the fields in the path.
pub(crate) fn in_path(route: &Route, fields: &Fields, path: &str) -> Result<Map<String, Value>> {
    let mut input = Map::new();
    for (pattern, given) in route.path.split('/').zip(path.split('/')) {
        let Some(name) = pattern.strip_prefix('{').and_then(|p| p.strip_suffix('}')) else { continue };
        let field = fields.get(name).ok_or_else(|| Error::bug(format!("{} has no {name}", route.path)))?;
        if given == route::ABSENT && !field.required {
            continue;
        }
        let text =
            route::unescape(given).ok_or_else(|| Error::usage(say!("problem-input-not-utf8", name)))?;
        input.insert(name.to_owned(), field.read(name, &text)?);
    }
    Ok(input)
}

/// Adds the fields in the query.
pub(crate) fn add_query(
    input: &mut Map<String, Value>,
    route: &Route,
    fields: &Fields,
    query: &str,
    depth_most: usize,
) -> Result<()> {
    for (name, text) in pairs(query)? {
        let field = fields.get(&name).ok_or_else(|| unknown(&name, fields))?;
        if route.fields().any(|f| f == name) {
            return Err(Error::usage(say!("problem-input-in-path", name)));
        }
        check_depth(text.as_bytes(), depth_most)?;
        if field.kind == Kind::Json {
            check_names(&name, &text)?;
        }
        if input.insert(name.clone(), field.read(&name, &text)?).is_some() {
            return Err(Error::usage(say!("problem-input-twice-query", name)));
        }
    }
    Ok(())
}

fn unknown(name: &str, fields: &Fields) -> Error {
    let known: Vec<&str> = fields.keys().map(String::as_str).collect();
    let error = Error::usage(format!("there is no field {name:?}"));
    if known.is_empty() { error } else { error.hint(say!("problem-input-fields", names = known.join(", "))) }
}

/// Adds the fields in the body. A field that is also in the path must have the same value.
pub(crate) fn add_body(
    input: &mut Map<String, Value>,
    route: &Route,
    known: &Fields,
    body: &[u8],
    depth_most: usize,
) -> Result<()> {
    if body.is_empty() {
        return Ok(());
    }
    let text = std::str::from_utf8(body).map_err(|_| Error::usage(say!("problem-input-body-text")))?;
    check_depth(body, depth_most)?;
    let value = countersign_core::op::fields::read_json(&say!("problem-input-the-body"), text)?;
    check_names(&say!("problem-input-the-body"), text)?;
    let Value::Object(fields) = value else {
        return Err(Error::usage(say!("problem-input-body-object")));
    };
    for (name, value) in fields {
        if route.fields().any(|f| f == name) && input.get(&name) != Some(&value) {
            return Err(Error::usage(say!("problem-input-differs", name)));
        }
        let value = known.get(&name).and_then(|field| whole(field, &value)).unwrap_or(value);
        input.insert(name, value);
    }
    Ok(())
}

/// Converts `3.0` to a whole number: JSON Schema treats it as an integer.
fn whole(field: &Field, value: &Value) -> Option<Value> {
    let number = value.as_f64().filter(|n| value.is_f64() && n.fract() == 0.0)?;
    let digits = matches!(field.kind, Kind::Integer { .. }).then(|| format!("{number:.0}"))?;
    digits.parse::<i64>().ok().map(Value::from)
}

/// Refuses JSON that is nested too deeply, before parsing it.
pub(crate) fn check_depth(json: &[u8], most: usize) -> Result<()> {
    let (mut depth, mut in_text, mut escaped) = (0_usize, false, false);
    for byte in json {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            b'[' | b'{' if !in_text => depth += 1,
            b']' | b'}' if !in_text => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > most {
            return Err(Error::usage(say!("problem-input-nested", most)));
        }
    }
    Ok(())
}

/// Refuses JSON with duplicate names in an object: some readers take the first and some the last.
fn check_names(place: &str, json: &str) -> Result<()> {
    let read: serde_json::Result<Distinct> = serde_json::from_str(json);
    read.map(drop).map_err(|e| Error::usage(say!("problem-input-not-taken", said_place = place, said = e)))
}

/// Any JSON whose objects have unique names.
struct Distinct;

impl<'de> Deserialize<'de> for Distinct {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Self)
    }
}

impl<'de> Visitor<'de> for Distinct {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_str<E>(self, _: &str) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self, A::Error> {
        while list.next_element::<Self>()?.is_some() {}
        Ok(self)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Self, A::Error> {
        let mut names = BTreeSet::new();
        while let Some(name) = object.next_key::<String>()? {
            if names.contains(&name) {
                return Err(de::Error::custom(format!("{name:?} stands twice in one object")));
            }
            names.insert(name);
            object.next_value::<Self>()?;
        }
        Ok(self)
    }
}

/// Parses the names and values of a query or a form.
pub(crate) fn pairs(text: &str) -> Result<Vec<(String, String)>> {
    let word = |text: &str| {
        route::unescape(&text.replace('+', " ")).ok_or_else(|| Error::usage(say!("problem-input-escaped")))
    };
    let filled = text.split('&').filter(|pair| !pair.is_empty());
    filled
        .map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            Ok((word(name)?, word(value)?))
        })
        .collect()
}

/// Returns whether a request's body is of that type, whatever its parameters.
pub(crate) fn is_type(headers: &HeaderMap, media: &str) -> bool {
    let types: Vec<&HeaderValue> = headers.get_all(header::CONTENT_TYPE).iter().collect();
    let [one] = types.as_slice() else { return false };
    let essence = one.to_str().unwrap_or_default().split(';').next().unwrap_or_default();
    essence.trim().eq_ignore_ascii_case(media)
}

/// Returns whether a request declares a body.
pub(crate) fn has_body(headers: &HeaderMap) -> bool {
    headers.contains_key(header::TRANSFER_ENCODING)
        || headers.get(header::CONTENT_LENGTH).is_some_and(|length| length != "0")
}

/// Reads a body within its size and time limits.
pub(crate) async fn read_body(headers: &HeaderMap, body: Body, limits: &Limits) -> Result<Bytes, Refusal> {
    let declared = headers.get(header::CONTENT_LENGTH).and_then(|l| l.to_str().ok()?.parse::<usize>().ok());
    if declared.is_some_and(|length| length > limits.body_bytes) {
        return Err(Refusal::TooLarge);
    }
    let whole = Limited::new(body, limits.body_bytes).collect();
    match tokio::time::timeout(limits.body_time, whole).await {
        Err(_) => Err(Refusal::SlowBody),
        Ok(Ok(whole)) => Ok(whole.to_bytes()),
        Ok(Err(e)) if e.is::<LengthLimitError>() => Err(Refusal::TooLarge),
        Ok(Err(_)) => Err(Error::usage(say!("problem-input-body-broke")).into()),
    }
}

/// The idempotency key of a request.
pub(crate) fn key(headers: &HeaderMap) -> Result<Option<String>> {
    let Some(key) = only(headers, &KEY)? else { return Ok(None) };
    if key.is_empty() || key.len() > KEY_MOST || !key.bytes().all(|b| b.is_ascii_graphic()) {
        return Err(Error::usage(say!("problem-input-key", most = KEY_MOST)));
    }
    Ok(Some(key.to_owned()))
}

/// The folder that the caller works in.
pub(crate) fn folder(headers: &HeaderMap) -> Result<Option<String>> {
    let Some(given) = only(headers, &FOLDER)? else { return Ok(None) };
    let folder = route::unescape(given)
        .filter(|path| path.starts_with('/') && path.len() <= FOLDER_MOST && !path.contains('\0'));
    let wrong = || Error::usage(say!("problem-input-folder"));
    folder.map(|path| Some(real(path))).ok_or_else(wrong)
}

/// Resolves links in the folder: a caller that was stopped there must not continue through a link. A folder that is not
/// on this machine stays as given.
fn real(path: String) -> String {
    let found = std::fs::canonicalize(&path).ok();
    found.and_then(|found| found.to_str().map(str::to_owned)).unwrap_or(path)
}

/// Returns the caller's surface, if it is a known one.
pub(crate) fn surface(headers: &HeaderMap) -> Option<&'static str> {
    let given = only(headers, &SURFACE).ok()??;
    ["cli", "tui", "web", "mcp", "hook", "acp", "function"].into_iter().find(|known| *known == given)
}

/// Returns the caller's language: the first requested one that we support.
pub(crate) fn language(headers: &HeaderMap) -> Language {
    let asked = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    asked.map_or_else(Language::default, Language::accepted)
}

/// Returns the agent that the caller speaks for, if any.
pub(crate) fn agent(headers: &HeaderMap) -> Result<Option<&str>> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '@');
    match only(headers, &AGENT)? {
        None => Ok(None),
        Some(name) if (1..=64).contains(&name.len()) && name.chars().all(plain) => match name {
            "local" | "countersign" => Err(Error::usage(say!("problem-input-agent-name", name))),
            name => Ok(Some(name)),
        },
        Some(_) => Err(Error::usage(say!("problem-input-agent"))),
    }
}

/// Returns the only value of a header; an error if there are several, or it is not text.
pub(crate) fn only<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Result<Option<&'h str>> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Ok(None),
        (Some(one), None) => one
            .to_str()
            .map(Some)
            .map_err(|_| Error::usage(say!("problem-input-header-text", name = name.as_str()))),
        (Some(_), Some(_)) => Err(Error::usage(say!("problem-input-header-twice", name = name.as_str()))),
    }
}

#[cfg(test)]
mod tests {
    use countersign_core::ErrorCode;
    use serde_json::json;

    use super::*;

    const CALLS: Route = Route { method: "POST", path: "/v1/runs/{run}/calls" };
    const SHOW: Route = Route { method: "GET", path: "/v1/show/{id}" };

    fn fields(required: bool) -> Fields {
        let field = |kind| Field { kind, required, doc: String::new() };
        let list = [
            ("run", Kind::Text),
            ("id", Kind::Text),
            ("limit", Kind::Integer { signed: false }),
            ("any", Kind::Json),
        ];
        list.into_iter().map(|(name, kind)| (name.to_owned(), field(kind))).collect()
    }

    #[test]
    fn a_dash_leaves_out_what_may_be_left_out_and_is_a_text_elsewhere() {
        let read = |required, path| in_path(&CALLS, &fields(required), path).map(Value::Object);
        assert_eq!(read(false, "/v1/runs/-/calls").unwrap(), json!({}));
        assert_eq!(read(true, "/v1/runs/-/calls").unwrap(), json!({"run": "-"}));
        assert_eq!(read(false, "/v1/runs/r%2F1%20%C3%A9/calls").unwrap(), json!({"run": "r/1 é"}));
        assert_eq!(read(false, "/v1/runs/%FF/calls").unwrap_err().code, ErrorCode::Usage);
    }

    #[test]
    fn a_query_is_read_by_the_schema_and_nothing_in_it_is_passed_over() {
        let read = |query| {
            let mut input = Map::new();
            add_query(&mut input, &SHOW, &fields(false), query, 4).map(|()| Value::Object(input))
        };
        assert_eq!(read("limit=5&run=a+b%2B&").unwrap(), json!({"limit": 5, "run": "a b+"}));
        for bad in [
            "limit=x",
            "limit=1&limit=1",
            "nonsense=1",
            "id=x",
            "run=%FF",
            "limit",
            "any=[[[[[1]]]]]",
            "any={\"a\":1,\"a\":2}",
            "=1",
        ] {
            assert_eq!(read(bad).unwrap_err().code, ErrorCode::Usage, "{bad}");
        }
    }

    #[test]
    fn a_body_is_an_object_that_agrees_with_the_path() {
        let read = |body: &[u8]| {
            let mut input = Map::from_iter([("run".to_owned(), json!("r1"))]);
            add_body(&mut input, &CALLS, &fields(false), body, 4).map(|()| Value::Object(input))
        };
        assert_eq!(read(b"").unwrap(), json!({"run": "r1"}));
        assert_eq!(read(br#"{"run": "r1", "a": [1]}"#).unwrap(), json!({"run": "r1", "a": [1]}));
        let numbers = read(br#"{"limit": 3.0, "any": 3.0}"#).unwrap();
        assert_eq!(numbers.to_string(), r#"{"any":3.0,"limit":3,"run":"r1"}"#, "only what must be whole");
        assert_eq!(read(br#"{"limit": 3.5}"#).unwrap()["limit"], json!(3.5), "which the operation refuses");
        for bad in [
            &b"[]"[..],
            b"null",
            b"1",
            b"{",
            b"\xff",
            br#"{"run":"r2"}"#,
            br#"{"run":null}"#,
            br#"{"a":1,"a":1}"#,
            br#"{"a":[{"b":1,"\u0062":2}]}"#,
            b"[[[[[[[]]]]]]]",
        ] {
            assert_eq!(read(bad).unwrap_err().code, ErrorCode::Usage, "{}", String::from_utf8_lossy(bad));
        }
        let mut left_out = Map::new();
        assert!(
            add_body(&mut left_out, &CALLS, &fields(false), br#"{"run":"r1"}"#, 4).is_err(),
            "the path said none"
        );
    }

    #[test]
    fn depth_counts_brackets_and_not_texts() {
        assert!(check_depth(br#"[[["[[[[\"[["]]]"#, 3).is_ok());
        assert!(check_depth(br#"[[["\\",[1]]]]"#, 3).is_err());
        assert!(check_depth(&b"[".repeat(1 << 20), 64).is_err());
    }

    #[test]
    fn headers_are_taken_once_and_only_as_documented() {
        let with = |name: HeaderName, values: &[&str]| -> HeaderMap {
            values.iter().map(|v| (name.clone(), HeaderValue::from_str(v).unwrap())).collect()
        };
        assert_eq!(key(&with(KEY, &["a-1"])).unwrap().as_deref(), Some("a-1"));
        for bad in [&[""][..], &["a b"], &["a", "a"], &[&*"k".repeat(256)]] {
            assert!(key(&with(KEY, bad)).is_err(), "{bad:?}");
        }
        assert_eq!(folder(&with(FOLDER, &["/w/a%20b"])).unwrap().as_deref(), Some("/w/a b"));
        for bad in [&["w"][..], &[""], &["/a%00"], &["/%FF"], &["/a", "/a"]] {
            assert!(folder(&with(FOLDER, bad)).is_err(), "{bad:?}");
        }
        assert_eq!(surface(&with(SURFACE, &["tui"])), Some("tui"));
        assert_eq!(surface(&with(SURFACE, &["timer"])), None, "nobody passes for a timer");
        let json = with(header::CONTENT_TYPE, &["Application/JSON; charset=utf-8"]);
        assert!(is_type(&json, "application/json"));
        assert!(!is_type(&with(header::CONTENT_TYPE, &["text/plain"]), "application/json"));
    }
}
