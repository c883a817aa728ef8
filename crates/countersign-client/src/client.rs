//! Calls over HTTP: an operation's name and input in, its answer out.

use std::{
    os::unix::net::UnixStream,
    path::Path,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use countersign_core::{
    Answer, Error, ErrorCode, Op, Outcome, Result,
    engine::work::WorkView,
    op::route::{Filled, Route, escape, unescape},
    operations as ops,
};
use countersign_words::{Language, say};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

use crate::{
    events::{Events, Filter},
    failure::of_problem,
    place::Place,
    stream::Stream,
    wire::{Fault, Head, UPGRADED, Wire},
};

/// The timeout of a query. Effects in the world have no timeout.
const QUERY_TIME: Duration = Duration::from_secs(60);

/// How long a connection is reused: the daemon closes idle ones, and a call must not hit a closed one.
const KEEP_TIME: Duration = Duration::from_secs(4);

/// A connection to a daemon on behalf of a caller.
pub struct Client {
    place: Place,
    token: Option<String>,
    folder: Option<String>,
    surface: String,
    agent: Option<String>,
    language: Language,
    kept: Mutex<Option<(Wire, Instant)>>,
    notice: Mutex<Option<String>>,
    news: AtomicBool,
}

impl Client {
    /// Uses the daemon that listens on a UNIX socket. Nothing is sent yet.
    pub fn unix(path: &Path) -> Self {
        Self::at(Place::Unix(path.to_owned()))
    }

    /// Uses the daemon at `http://HOST:PORT`, or at `https://HOST:PORT` with its certificate (PEM).
    pub fn tcp(url: &str, certificate: Option<&[u8]>) -> Result<Self> {
        Ok(Self::at(Place::parse(url, certificate)?))
    }

    fn at(place: Place) -> Self {
        let surface = "cli".to_owned();
        let (kept, notice, news) = Default::default();
        Self {
            place,
            token: None,
            folder: None,
            surface,
            agent: None,
            language: Language::default(),
            kept,
            notice,
            news,
        }
    }

    /// Sets the token.
    #[must_use]
    pub fn token(mut self, token: Option<&str>) -> Self {
        self.token = token.map(|t| t.trim().to_owned());
        self
    }

    /// Sets the working folder.
    #[must_use]
    pub fn folder(mut self, folder: Option<&str>) -> Self {
        self.folder = folder.map(str::to_owned);
        self
    }

    /// Sets the language of responses.
    #[must_use]
    pub fn language(mut self, language: Language) -> Self {
        self.language = language;
        self
    }

    /// Sets the surface, if it is not the command line.
    #[must_use]
    pub fn surface(mut self, surface: &str) -> Self {
        self.surface = surface.to_owned();
        self
    }

    /// Acts as an agent: only an agent's rights are used, whatever the token allows.
    #[must_use]
    pub fn agent(mut self, agent: Option<&str>) -> Self {
        self.agent = agent.map(str::to_owned);
        self
    }

    /// Connects now, so that the first call need not; fails if no daemon answers.
    pub fn reach(&self) -> Result<()> {
        let wire = Wire::new(self.place.connect()?);
        self.keep(wire);
        Ok(())
    }

    /// Makes a call; `key` is the idempotency key.
    pub fn call(&self, op: &str, input: Value, key: Option<&str>) -> Result<Answer> {
        let spec = ops::find(op)
            .ok_or_else(|| Error::usage(say!("judge-no-operation", name = format!("{:?}", op))))?
            .spec();
        let route =
            Route::of(&spec).ok_or_else(|| Error::usage(say!("problem-client-not-for-callers", op)))?;
        let Filled { path, rest } = route.fill(input)?;
        let request = if route.has_query() {
            self.request(route.method, &format!("{path}{}", query(&rest)), &[], None)?
        } else {
            let body = serde_json::to_vec(&rest).map_err(Error::bug)?;
            let key: Vec<_> = key.map(|k| ("Idempotency-Key", k)).into_iter().collect();
            self.request(route.method, &path, &key, Some(&body))?
        };
        let time = (!spec.write).then_some(QUERY_TIME);
        // If no response came, repeat only requests that are safe to repeat.
        let (head, body) = self.exchange(&request, time, !spec.write || key.is_some())?;
        *self.notice.lock().unwrap_or_else(PoisonError::into_inner) =
            head.header("countersign-notice").and_then(unescape);
        self.news.store(head.header("countersign-news").is_some(), Ordering::Relaxed);
        answer(&head, &body)
    }

    /// Returns the notices of the last response, one per line.
    pub fn notice(&self) -> Option<String> {
        self.notice.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether there is news for the calling agent that the last response did not carry.
    pub fn has_news(&self) -> bool {
        self.news.load(Ordering::Relaxed)
    }

    /// Makes a typed call.
    pub fn ask<O: Op>(&self, input: &O::Input) -> Result<O::Output>
    where
        O::Input: Serialize,
        O::Output: DeserializeOwned,
    {
        let input = serde_json::to_value(input).map_err(Error::bug)?;
        let answer = self.call(O::NAME, input, None)?;
        serde_json::from_value(answer.value).map_err(|e| foreign(&e.to_string()))
    }

    /// Returns the work in progress that this caller has begun, oldest first.
    pub fn works(&self) -> Result<Vec<WorkView>> {
        let request = self.request("GET", "/v1/works?own=true", &[], None)?;
        let (head, body) = self.exchange(&request, Some(QUERY_TIME), true)?;
        let mut works = answer(&head, &body)?.value;
        serde_json::from_value(works["work"].take()).map_err(|e| foreign(&e.to_string()))
    }

    /// Cancels work in progress, as soon as that can be.
    pub fn end_work(&self, id: &str) -> Result<()> {
        let mut target = "/v1/works/".to_owned();
        escape(&mut target, id);
        let request = self.request("POST", &format!("{target}/end"), &[], Some(b"{}"))?;
        let (head, body) = self.exchange(&request, Some(QUERY_TIME), true)?;
        answer(&head, &body).map(drop)
    }

    /// Streams events after the given sequence number, or from now on.
    pub fn events(&self, after: Option<u64>, filter: &Filter) -> Events<'_> {
        Events::new(self, after, filter)
    }

    /// Upgrades a connection through the socket to another protocol; returns the stream and the bytes already
    /// received on it.
    pub fn upgrade(
        &self,
        target: &str,
        protocol: &str,
        headers: &[(&str, &str)],
    ) -> Result<(UnixStream, Vec<u8>)> {
        let mut all = vec![("Connection", "upgrade"), ("Upgrade", protocol)];
        all.extend(headers);
        let request = self.request("GET", target, &all, None)?;
        let mut wire = self.connect()?;
        let (head, body) = wire.ask(&request, Some(QUERY_TIME)).map_err(|f| lost(&f))?;
        if head.status != UPGRADED {
            let (bytes, _) = wire.finish(&head, body).map_err(|f| lost(&f))?;
            return answer(&head, &bytes).and(Err(foreign("it does not speak that")));
        }
        match wire.into_parts() {
            (Stream::Unix(stream), unread) => {
                stream.set_read_timeout(None).map_err(Error::bug)?;
                Ok((stream, unread))
            }
            _ => Err(Error::usage(say!("problem-client-only-socket"))),
        }
    }

    /// Encodes a request.
    pub(crate) fn request(
        &self,
        method: &str,
        target: &str,
        headers: &[(&str, &str)],
        body: Option<&[u8]>,
    ) -> Result<Vec<u8>> {
        let mut head = format!("{method} {target} HTTP/1.1\r\nHost: {}\r\n", self.place.host());
        if let Some(token) = &self.token {
            add(&mut head, "Authorization", &format!("Bearer {token}"))?;
        }
        if let Some(folder) = &self.folder {
            let mut escaped = String::new();
            escape(&mut escaped, folder);
            add(&mut head, "Countersign-Folder", &escaped)?;
        }
        add(&mut head, "Countersign-Surface", &self.surface)?;
        if let Some(agent) = &self.agent {
            add(&mut head, "Countersign-Agent", agent)?;
        }
        if self.language != Language::English {
            add(&mut head, "Accept-Language", self.language.code())?;
        }
        for (name, value) in headers {
            add(&mut head, name, value)?;
        }
        if let Some(body) = body {
            add(&mut head, "Content-Type", "application/json")?;
            add(&mut head, "Content-Length", &body.len().to_string())?;
        }
        head.push_str("\r\n");
        let mut bytes = head.into_bytes();
        bytes.extend_from_slice(body.unwrap_or_default());
        Ok(bytes)
    }

    /// Opens a new connection.
    pub(crate) fn connect(&self) -> Result<Wire> {
        self.place.connect().map(Wire::new)
    }

    fn exchange(&self, request: &[u8], time: Option<Duration>, again: bool) -> Result<(Head, Vec<u8>)> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner).take();
        let kept = kept.filter(|(_, since)| since.elapsed() < KEEP_TIME).map(|(wire, _)| wire);
        let used = kept.is_some();
        let wire = kept.map_or_else(|| self.connect(), Ok)?;
        match self.once(wire, request, time) {
            Err(fault) if fault.silent && used && again && !fault.late => {
                self.once(self.connect()?, request, time).map_err(|f| lost(&f))
            }
            done => done.map_err(|f| lost(&f)),
        }
    }

    fn once(&self, mut wire: Wire, request: &[u8], time: Option<Duration>) -> Result<(Head, Vec<u8>), Fault> {
        let (head, body) = wire.ask(request, time)?;
        let (bytes, again) = wire.finish(&head, body)?;
        if again {
            self.keep(wire);
        }
        Ok((head, bytes))
    }

    fn keep(&self, wire: Wire) {
        *self.kept.lock().unwrap_or_else(PoisonError::into_inner) = Some((wire, Instant::now()));
    }
}

/// Adds a header; rejects a value that would end the header early.
fn add(head: &mut String, name: &str, value: &str) -> Result<()> {
    if !value.bytes().all(|b| b == b' ' || b.is_ascii_graphic()) {
        let code = if name == "Authorization" { ErrorCode::Unauthenticated } else { ErrorCode::Usage };
        return Err(Error::new(code, say!("problem-client-header-plain", header = name)));
    }
    head.push_str(&format!("{name}: {value}\r\n"));
    Ok(())
}

/// Encodes `?a=1&b=x&b=y`; empty for no fields.
pub(crate) fn query(fields: &Map<String, Value>) -> String {
    let mut text = String::new();
    let mut word = |name: &str, value: &str| {
        text.push(if text.is_empty() { '?' } else { '&' });
        escape(&mut text, name);
        text.push('=');
        escape(&mut text, value);
    };
    for (name, value) in fields {
        match value {
            Value::Null => {}
            Value::String(one) => word(name, one),
            Value::Array(list) if list.iter().all(Value::is_string) => {
                list.iter().filter_map(Value::as_str).for_each(|one| word(name, one));
            }
            other => word(name, &other.to_string()),
        }
    }
    text
}

fn answer(head: &Head, body: &[u8]) -> Result<Answer> {
    let value = || match body {
        [] => Ok(Value::Null),
        bytes => serde_json::from_slice::<Value>(bytes),
    };
    let outcome = head.header("countersign-outcome");
    // A recorded result that is not a success (held, stale) has an outcome, whatever its status.
    if head.is("application/problem+json") || (outcome.is_none() && !(200..300).contains(&head.status)) {
        return Err(of_problem(&value().unwrap_or_default(), head.status));
    }
    let outcome = match outcome {
        None => Outcome::Done,
        Some(word) => serde_json::from_value(word.into()).map_err(|_| foreign("an unknown outcome"))?,
    };
    let event = head.header("countersign-event").map(str::to_owned);
    Ok(Answer { value: value().map_err(|e| foreign(&e.to_string()))?, outcome, event, jobs: Vec::new() })
}

fn foreign(what: &str) -> Error {
    Error::new(ErrorCode::Internal, say!("problem-client-answer-unreadable"))
        .because(what)
        .hint(say!("problem-client-other-version"))
}

fn lost(fault: &Fault) -> Error {
    Error::new(ErrorCode::Store, say!("problem-client-no-answer", said = fault.what))
        .hint(say!("problem-client-maybe-happened"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn text(client: &Client) -> Result<String> {
        Ok(String::from_utf8(client.request("POST", "/v1/x", &[], Some(b"{}"))?).unwrap())
    }

    #[test]
    fn a_request_says_who_calls_and_from_where() {
        let client = Client::unix(Path::new("/x")).token(Some("cs_person_1\n")).folder(Some("/a b/é"));
        assert_eq!(
            text(&client).unwrap(),
            "POST /v1/x HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer cs_person_1\r\n\
             Countersign-Folder: %2Fa%20b%2F%C3%A9\r\nCountersign-Surface: cli\r\n\
             Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
        );
    }

    #[test]
    fn a_token_cannot_smuggle_a_header() {
        let client = Client::unix(Path::new("/x")).token(Some("a\r\nCountersign-Surface: web"));
        assert_eq!(text(&client).unwrap_err().code, ErrorCode::Unauthenticated);
    }

    #[test]
    fn fields_of_a_question_are_words_of_the_query() {
        let fields =
            json!({"all": true, "kind": ["a&b", "c"], "limit": 7, "none": null, "q": "x=1 é", "o": {"a": 1}});
        let Value::Object(fields) = fields else { panic!() };
        assert_eq!(
            query(&fields),
            "?all=true&kind=a%26b&kind=c&limit=7&o=%7B%22a%22%3A1%7D&q=x%3D1%20%C3%A9"
        );
        assert_eq!(query(&Map::new()), "");
    }

    #[test]
    fn what_callers_cannot_call_is_not_sent() {
        let client = Client::unix(Path::new("/nowhere"));
        for op in ["effect.finish", "no.such_thing"] {
            assert_eq!(client.call(op, json!({}), None).unwrap_err().code, ErrorCode::Usage, "{op}");
        }
    }
}
