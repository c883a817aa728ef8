//! Sends calls as spans and events as log records to an OpenTelemetry collector: OTLP over HTTP, as JSON.
//!
//! The log is the queue: this task reads it as it grows and goes on when the collector has taken a part, so nothing waits
//! for it and nothing is kept twice. A collector that stays away too long misses the oldest part, which is counted. What
//! was not sent when the daemon ends is not sent later.

mod spans;

use std::{
    collections::BTreeSet,
    sync::Arc,
    time::{Duration, Instant},
};

use countersign_core::{
    Error, ErrorCode, Result,
    change::Change,
    event::{Event, event_seq},
    item::{Item, ItemStatus},
    record::{Key, Record},
    store::{Base, EventQuery},
    webhook::Address,
};
use countersign_words::say;
use hyper::{Method, StatusCode, header};
use serde_json::{Value, json};

use crate::{
    App,
    outgoing::{self, Options, Outgoing},
    sign_in::Secret,
};
use spans::{Over, record, text};

/// How many events are read and sent at once.
const BATCH: usize = 256;
/// How far the collector may be behind the log, in events.
const MOST_BEHIND: u64 = 10_000;
/// The longest pause after a failure.
const MAX_REST: Duration = Duration::from_secs(60);
/// The shortest time between two sendings.
const MIN_REST: Duration = Duration::from_millis(200);
/// How long the last part may take on shutdown.
const GRACE: Duration = Duration::from_secs(3);
/// The longest answer that is read.
const ANSWER_BYTES: usize = 64 << 10;
/// The operations by which agents call tools.
const CALLS: [&str; 3] = ["call.propose", "handover.ask", "function.ask"];

/// Where to send, and as whom.
#[derive(Debug, Clone)]
pub struct Otlp {
    /// The collector's address: `http://127.0.0.1:4318`.
    pub url: String,
    /// Headers, such as a key.
    pub headers: Vec<(String, Secret)>,
    /// The name of this service.
    pub service: String,
}

impl Otlp {
    /// Refuses an address that is none, and headers that would be sent unencrypted over a network.
    pub fn checked(self) -> Result<Self> {
        let address = Address::parse(&self.url)?;
        if !self.headers.is_empty() && !address.tls && !address.is_plainly_local() {
            return Err(Error::new(
                ErrorCode::Settings,
                say!("sign-in-config-address", field = "telemetry.otlp", value = address.origin()),
            ));
        }
        for (name, value) in &self.headers {
            let valid =
                header::HeaderName::try_from(name).is_ok() && header::HeaderValue::from_str(&value.0).is_ok();
            if !valid {
                return Err(Error::new(ErrorCode::Settings, say!("telemetry-header", name)));
            }
        }
        Ok(self)
    }
}

/// Begins at the end of the log, if there is a collector: what was before is not news.
pub async fn prepare(app: &Arc<App>) -> Option<Sender> {
    let otlp = app.settings.otlp.clone()?;
    let head = app.blocking(|engine| {
        let mut seq = 0;
        engine.store().view(&mut |base| {
            seq = base.head()?.seq;
            Ok(())
        })?;
        Ok(seq)
    });
    let at = head.await.unwrap_or_default();
    Some(Sender { app: app.clone(), otlp, at, half: false, wait: Duration::ZERO })
}

/// The task's state; all of it can be lost.
pub struct Sender {
    app: Arc<App>,
    otlp: Otlp,
    /// The last event that the collector has.
    at: u64,
    /// Whether it has the spans of the next part already.
    half: bool,
    /// The pause after a failure.
    wait: Duration,
}

/// What became of a message.
enum Sent {
    Taken,
    /// It is refused: the same message will be refused again.
    Refused(String),
    /// The collector is away or busy.
    Later(String, Option<Duration>),
}

/// A part of the log.
struct Part {
    last: u64,
    events: u64,
    spans: Vec<Value>,
    records: Vec<Value>,
}

impl Sender {
    /// Sends until shutdown.
    pub async fn run(mut self) {
        let (app, mut growth) = (self.app.clone(), self.app.growth.subscribe());
        while !app.stop.is_stopped() {
            growth.borrow_and_update();
            let more = tokio::select! {
                more = self.turn() => more,
                // What is cut off here is sent once more, below.
                () = app.stop.stopped() => break,
            };
            tokio::select! {
                () = app.stop.stopped() => break,
                () = tokio::time::sleep(self.wait.max(MIN_REST)) => {}
            }
            if more {
                continue;
            }
            tokio::select! {
                () = app.stop.stopped() => break,
                // Cannot fail: the app holds the other end.
                _ = growth.changed() => {}
            }
        }
        self.wait = Duration::ZERO;
        let rest = async { while self.turn().await && self.wait.is_zero() {} };
        let _ = tokio::time::timeout(GRACE, rest).await;
    }

    /// Sends the next part; false if there was nothing to send.
    async fn turn(&mut self) -> bool {
        let after = self.at;
        let part = self.app.blocking(move |engine| {
            let (mut part, now) = (None, engine.env().now_ms());
            let setup = engine.setup();
            engine.store().view(&mut |base| {
                part = Some(read(base, after, now, &|name| setup.kind(name).map(|kind| kind.name))?);
                Ok(())
            })?;
            part.ok_or_else(|| Error::bug("a view that was not looked at"))
        });
        let (part, skipped) = match part.await {
            Ok(part) => part,
            Err(e) => {
                tracing::warn!(error = %e, "cannot read what the collector is to be told");
                self.wait = MAX_REST;
                return true;
            }
        };
        if skipped > 0 {
            self.app.metrics.telemetry(false, skipped);
            self.half = false;
            tracing::warn!(events = skipped, "the collector was away too long and misses events");
        }
        let Some(part) = part else { return false };
        if !self.app.engine.store().leads() {
            // Where several daemons write the log, one of them tells it; the others follow, in case they have to go on.
            (self.at, self.half) = (part.last, false);
            return true;
        }
        self.send(part).await;
        true
    }

    async fn send(&mut self, part: Part) {
        if !self.half {
            let sent = self.post("/v1/traces", "resourceSpans", "scopeSpans", "spans", &part.spans).await;
            if !self.settle(sent, &part) {
                return;
            }
            self.half = true;
        }
        let sent = self.post("/v1/logs", "resourceLogs", "scopeLogs", "logRecords", &part.records).await;
        if self.settle(sent, &part) {
            (self.at, self.half) = (part.last, false);
            self.app.metrics.telemetry(true, part.events);
        }
    }

    /// Whether to go on after a message. What is refused is dropped, and not tried over and over.
    fn settle(&mut self, sent: Sent, part: &Part) -> bool {
        match sent {
            Sent::Taken => {
                self.wait = Duration::ZERO;
                true
            }
            Sent::Refused(why) => {
                tracing::warn!(why, events = part.events, "the collector refuses a part of the log");
                self.app.metrics.telemetry(false, part.events);
                (self.at, self.half, self.wait) = (part.last, false, Duration::ZERO);
                false
            }
            Sent::Later(why, asked) => {
                if self.wait.is_zero() {
                    tracing::warn!(why, "the collector takes nothing; it is tried again");
                }
                let next = (self.wait * 2).clamp(Duration::from_secs(1), MAX_REST);
                self.wait = asked.map_or(next, |asked| asked.min(MAX_REST));
                false
            }
        }
    }

    async fn post(&self, path: &str, resources: &str, scopes: &str, name: &str, all: &[Value]) -> Sent {
        if all.is_empty() {
            return Sent::Taken;
        }
        let version = env!("CARGO_PKG_VERSION");
        let body = json!({ resources: [{
            "resource": {"attributes": [text("service.name", &self.otlp.service), text("service.version", version)]},
            scopes: [{"scope": {"name": "countersign", "version": version}, name: all}],
        }]});
        let url = format!("{}{path}", self.otlp.url.trim_end_matches('/'));
        let begun = Instant::now();
        let sent = match Address::parse(&url) {
            Ok(address) => self.exchange(&address, body.to_string().into_bytes()).await,
            Err(e) => Sent::Refused(e.to_string()),
        };
        tracing::debug!(path, records = all.len(), ms = begun.elapsed().as_millis(), "sent to the collector");
        sent
    }

    async fn exchange(&self, address: &Address, body: Vec<u8>) -> Sent {
        let mut request =
            outgoing::request(address).method(Method::POST).header(header::CONTENT_TYPE, "application/json");
        for (name, value) in &self.otlp.headers {
            request = request.header(name, &value.0);
        }
        let request = match outgoing::with_body(request, body) {
            Ok(request) => request,
            Err(e) => return Sent::Refused(e.0),
        };
        // Only the settings name the collector: it is usually in the own network.
        let outgoing = Outgoing { address, allow_private: true, request, body_bytes: Some(ANSWER_BYTES) };
        let reply = match outgoing::exchange(outgoing, &Options::default()).await {
            Ok(reply) => reply,
            Err(e) => return Sent::Later(e.0, None),
        };
        let why = format!("it answered {}", reply.status.as_u16());
        match reply.status {
            status if status.is_success() => {
                let said: Value = serde_json::from_slice(&reply.body).unwrap_or_default();
                let partial = &said["partialSuccess"];
                if let Some(why) = partial["errorMessage"].as_str().filter(|why| !why.is_empty()) {
                    let why = countersign_core::text::line(why, 200);
                    tracing::warn!(why, "the collector took only a part");
                }
                Sent::Taken
            }
            // Those that the protocol says to try again.
            StatusCode::TOO_MANY_REQUESTS
            | StatusCode::BAD_GATEWAY
            | StatusCode::SERVICE_UNAVAILABLE
            | StatusCode::GATEWAY_TIMEOUT => {
                let asked =
                    reply.headers.get(header::RETRY_AFTER).and_then(|v| v.to_str().ok()?.parse().ok());
                Sent::Later(why, asked.map(Duration::from_secs))
            }
            _ => Sent::Refused(why),
        }
    }
}

/// Reads the next part of the log, and how many events were skipped before it.
fn read(
    base: &mut dyn Base,
    after: u64,
    now_ms: u64,
    kind: &dyn Fn(&str) -> Option<&'static str>,
) -> Result<(Option<Part>, u64)> {
    let head = base.head()?.seq;
    let from = after.max(head.saturating_sub(MOST_BEHIND));
    let query = EventQuery { after_seq: Some(from), ascending: true, limit: BATCH, ..EventQuery::default() };
    let events = base.events(&query)?;
    let Some(last) = events.last().map(|event| event.seq) else { return Ok((None, from - after)) };
    let mut part = Part { last, events: events.len() as u64, spans: Vec::new(), records: Vec::new() };
    for event in &events {
        part.records.push(record(event, now_ms));
        let ended = ended_items(event, kind)?;
        for id in &ended {
            let found = base.get(&Key::of::<Item>(id))?;
            let item: Option<Item> = found.map(|stored| stored.row.read()).transpose()?;
            if let Some(item) = item.filter(|item| !item.status.is_open()) {
                let parent = parent_of(base, id, event)?;
                part.spans.extend(Over::of_item(&item, event).spans(parent.as_deref()));
            }
        }
        if ended.is_empty() && CALLS.contains(&event.op.as_str()) {
            at_once(event, &mut part.spans);
        }
    }
    Ok((Some(part), from - after))
}

/// Adds the calls of an event that were over at once.
fn at_once(event: &Event, spans: &mut Vec<Value>) {
    let told = event.told().unwrap_or_default();
    let parent = told.origin.get("traceparent").and_then(Value::as_str);
    let agent = event.actor.split_once(':').map_or(event.actor.as_str(), |(_, name)| name);
    for (at, call) in told.calls.iter().enumerate() {
        if call.result_status.is_some() || event.status == "refused" {
            let id = if at == 0 { event.id() } else { format!("{}.{at}", event.id()) };
            spans.extend(Over::at_once(event, &id, call, agent).spans(parent));
        }
    }
}

/// Returns the items that ended in an event.
fn ended_items(event: &Event, kind: &dyn Fn(&str) -> Option<&'static str>) -> Result<BTreeSet<String>> {
    let over = |status: Option<&Value>| {
        let status = status.and_then(Value::as_str).and_then(ItemStatus::parse);
        status.is_some_and(|status| !status.is_open())
    };
    let mut found = BTreeSet::new();
    for change in event.changes(kind)?.unwrap_or_default() {
        let ended = match &change {
            Change::Field { field, after, .. } => field == "status" && over(Some(&after.0)),
            Change::Whole { after: Some(row), .. } => over(row.doc.get("status")),
            Change::Whole { .. } => false,
        };
        if ended && change.key().kind == Item::KIND.name {
            found.insert(change.key().id.clone());
        }
    }
    Ok(found)
}

/// Returns the trace in which an item was proposed: that of the event that made it.
fn parent_of(base: &mut dyn Base, item: &str, now: &Event) -> Result<Option<String>> {
    let made = item.strip_prefix(Item::KIND.prefix).map(|rest| format!("e{rest}"));
    let parent = |event: &Event| {
        let told = event.told()?;
        told.origin.get("traceparent")?.as_str().map(str::to_owned)
    };
    match made.as_deref().and_then(event_seq) {
        Some(seq) if seq == now.seq => Ok(parent(now)),
        Some(seq) => {
            let query = EventQuery {
                after_seq: Some(seq.saturating_sub(1)),
                ascending: true,
                limit: 1,
                ..EventQuery::default()
            };
            Ok(base.events(&query)?.first().filter(|event| event.seq == seq).and_then(parent))
        }
        None => Ok(None),
    }
}
