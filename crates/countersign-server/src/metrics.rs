//! The daemon's metrics, in the Prometheus text format, version 0.0.4.
//!
//! All counters are atomics in a table built once from the table of operations, so that counting takes no lock. No
//! label comes from a request, so clients cannot make it grow.

use std::{
    fmt::Write,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};

use axum::http::StatusCode;
use countersign_core::{Answer, Error, ErrorCode, OPS, Outcome};

use crate::events::StreamCounts;

/// The content type of `/metrics`.
pub const CONTENT_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

/// The upper bounds of the buckets for how long calls take, in microseconds.
const BUCKETS_US: [u64; 12] =
    [250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 500_000, 2_500_000, 30_000_000];
/// The classes of HTTP statuses, 1xx first.
const CLASSES: [&str; 5] = ["1xx", "2xx", "3xx", "4xx", "5xx"];

/// What the daemon counts.
pub struct Metrics {
    connections_open: Arc<AtomicU64>,
    connections_refused: AtomicU64,
    requests: [AtomicU64; CLASSES.len()],
    /// The possible outcomes of calls.
    ends: Vec<&'static str>,
    /// Sorted by name.
    calls: Vec<Calls>,
    /// Event streams, which count themselves.
    pub streams: Arc<StreamCounts>,
    webhooks_delivered: AtomicU64,
    webhooks_failed: AtomicU64,
    telemetry_sent: AtomicU64,
    telemetry_dropped: AtomicU64,
}

/// The calls of one operation.
struct Calls {
    op: &'static str,
    ends: Vec<AtomicU64>,
    /// One more than there are bounds, for everything longer than the last.
    buckets: [AtomicU64; BUCKETS_US.len() + 1],
    sum_us: AtomicU64,
}

/// Counts something open, until it is dropped.
#[derive(Debug)]
pub struct Open(Arc<AtomicU64>);

impl Open {
    fn new(gauge: &Arc<AtomicU64>) -> Self {
        gauge.fetch_add(1, Relaxed);
        Self(gauge.clone())
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
    }
}

impl Default for Metrics {
    fn default() -> Self {
        let mut ends: Vec<_> = Outcome::ALL.iter().map(|o| o.as_str()).collect();
        ends.extend(ErrorCode::ALL.iter().map(|c| c.as_str()));
        ends.sort_unstable();
        ends.dedup();
        let mut calls: Vec<_> = OPS.iter().map(|op| Calls::new(op.spec().name, ends.len())).collect();
        calls.sort_unstable_by_key(|c| c.op);
        Self {
            connections_open: Arc::default(),
            connections_refused: AtomicU64::default(),
            requests: Default::default(),
            ends,
            calls,
            streams: Arc::default(),
            webhooks_delivered: AtomicU64::default(),
            webhooks_failed: AtomicU64::default(),
            telemetry_sent: AtomicU64::default(),
            telemetry_dropped: AtomicU64::default(),
        }
    }
}

impl Metrics {
    /// Counts a connection as open until the guard is dropped.
    pub fn connection(&self) -> Open {
        Open::new(&self.connections_open)
    }

    /// Counts a refused connection; returns their number.
    pub fn connection_refused(&self) -> u64 {
        self.connections_refused.fetch_add(1, Relaxed) + 1
    }

    /// Counts a request by its status.
    pub fn request(&self, status: StatusCode) {
        let class = usize::from(status.as_u16() / 100).wrapping_sub(1);
        if let Some(count) = self.requests.get(class) {
            count.fetch_add(1, Relaxed);
        }
    }

    /// Counts a call of an operation, its outcome and its duration.
    pub fn call(&self, op: &str, ended: &Result<Answer, Error>, took: Duration) {
        let word = match ended {
            Ok(answer) => answer.outcome.as_str(),
            Err(error) => error.code.as_str(),
        };
        // Not an operation.
        let Ok(place) = self.calls.binary_search_by_key(&op, |c| c.op) else { return };
        let Ok(end) = self.ends.binary_search(&word) else { return };
        let (calls, us) = (&self.calls[place], u64::try_from(took.as_micros()).unwrap_or(u64::MAX));
        calls.ends[end].fetch_add(1, Relaxed);
        calls.buckets[BUCKETS_US.partition_point(|bound| *bound < us)].fetch_add(1, Relaxed);
        calls.sum_us.fetch_add(us, Relaxed);
    }

    /// Counts an attempt to deliver a webhook.
    pub fn webhook(&self, delivered: bool) {
        let count = if delivered { &self.webhooks_delivered } else { &self.webhooks_failed };
        count.fetch_add(1, Relaxed);
    }

    /// Counts events that the collector has, or will never have.
    pub fn telemetry(&self, sent: bool, events: u64) {
        let count = if sent { &self.telemetry_sent } else { &self.telemetry_dropped };
        count.fetch_add(events, Relaxed);
    }

    /// Renders all metrics; `items_pending` is queried now, and omitted if it fails.
    pub fn text(&self, items_pending: impl FnOnce() -> Option<u64>) -> String {
        let mut text = Text::default();
        text.family("build_info", "gauge", "The version that runs.");
        text.sample("build_info", &[("version", env!("CARGO_PKG_VERSION"))], 1);
        text.gauge("connections_open", "Connections that are open.", &self.connections_open);
        text.counter(
            "connections_refused_total",
            "Connections that there was no place for.",
            &self.connections_refused,
        );
        text.family("requests_total", "counter", "Requests, by the class of their answer.");
        for (class, count) in CLASSES.iter().zip(&self.requests) {
            text.sample("requests_total", &[("status", class)], count.load(Relaxed));
        }
        self.tell_calls(&mut text);
        self.tell_streams(&mut text);
        text.family("webhooks_total", "counter", "Tries to deliver a webhook, by what became of them.");
        text.sample("webhooks_total", &[("result", "delivered")], self.webhooks_delivered.load(Relaxed));
        text.sample("webhooks_total", &[("result", "failed")], self.webhooks_failed.load(Relaxed));
        text.family("telemetry_events_total", "counter", "Events for the collector, by what became of them.");
        text.sample("telemetry_events_total", &[("result", "sent")], self.telemetry_sent.load(Relaxed));
        text.sample("telemetry_events_total", &[("result", "dropped")], self.telemetry_dropped.load(Relaxed));
        if let Some(pending) = items_pending() {
            text.family("items_pending", "gauge", "Items that wait for a person.");
            text.sample("items_pending", &[], pending);
        }
        text.0
    }

    fn tell_streams(&self, text: &mut Text) {
        let streams = &self.streams;
        text.family("event_streams_open", "gauge", "Event streams that are open.");
        text.sample("event_streams_open", &[], streams.open() as u64);
        for (name, help, count) in [
            ("event_streams_opened_total", "Event streams that were opened.", streams.opened()),
            (
                "event_streams_refused_total",
                "Event streams that there was no place for.",
                streams.turned_away(),
            ),
            ("event_streams_cut_total", "Event streams whose readers were too slow.", streams.cut()),
            ("events_sent_total", "Events sent to readers of streams.", streams.told()),
        ] {
            text.family(name, "counter", help);
            text.sample(name, &[], count);
        }
    }

    /// Only operations that were called: most have few outcomes, and zeros are noise.
    fn tell_calls(&self, text: &mut Text) {
        text.family("calls_total", "counter", "Calls, by operation and how they ended.");
        for calls in &self.calls {
            for (end, count) in self.ends.iter().zip(&calls.ends) {
                let count = count.load(Relaxed);
                if count > 0 {
                    text.sample("calls_total", &[("op", calls.op), ("outcome", end)], count);
                }
            }
        }
        text.family("call_duration_seconds", "histogram", "How long calls took, by operation.");
        for calls in &self.calls {
            calls.tell(text);
        }
    }
}

impl Calls {
    fn new(op: &'static str, ends: usize) -> Self {
        let ends = (0..ends).map(|_| AtomicU64::default()).collect();
        Self { op, ends, buckets: Default::default(), sum_us: AtomicU64::default() }
    }

    fn tell(&self, text: &mut Text) {
        let counts: Vec<u64> = self.buckets.iter().map(|b| b.load(Relaxed)).collect();
        // The total is the sum of the buckets just read, so that it always equals the last one.
        let total: u64 = counts.iter().sum();
        if total == 0 {
            return;
        }
        let mut so_far = 0;
        for (bound, count) in BUCKETS_US.iter().zip(&counts) {
            so_far += count;
            let bound = seconds(*bound);
            text.sample("call_duration_seconds_bucket", &[("op", self.op), ("le", &bound)], so_far);
        }
        text.sample("call_duration_seconds_bucket", &[("op", self.op), ("le", "+Inf")], total);
        let sum = seconds(self.sum_us.load(Relaxed));
        text.sample("call_duration_seconds_sum", &[("op", self.op)], sum);
        text.sample("call_duration_seconds_count", &[("op", self.op)], total);
    }
}

/// Formats microseconds as exact decimal seconds.
fn seconds(us: u64) -> String {
    let text = format!("{}.{:06}", us / 1_000_000, us % 1_000_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The exposition text. Writing into a `String` cannot fail.
#[derive(Default)]
struct Text(String);

impl Text {
    fn family(&mut self, name: &str, kind: &str, help: &str) {
        let _ = write!(self.0, "# HELP countersign_{name} {help}\n# TYPE countersign_{name} {kind}\n");
    }

    fn sample(&mut self, name: &str, labels: &[(&str, &str)], value: impl std::fmt::Display) {
        let _ = write!(self.0, "countersign_{name}");
        for (i, (label, word)) in labels.iter().enumerate() {
            // No label needs escaping: all are words of this program.
            let _ = write!(self.0, "{}{label}=\"{word}\"", if i == 0 { '{' } else { ',' });
        }
        let _ = writeln!(self.0, "{} {value}", if labels.is_empty() { "" } else { "}" });
    }

    fn gauge(&mut self, name: &str, help: &str, value: &AtomicU64) {
        self.family(name, "gauge", help);
        self.sample(name, &[], value.load(Relaxed));
    }

    fn counter(&mut self, name: &str, help: &str, value: &AtomicU64) {
        self.family(name, "counter", help);
        self.sample(name, &[], value.load(Relaxed));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use super::*;

    fn answer(outcome: Outcome) -> Result<Answer, Error> {
        Ok(Answer { value: Value::Null, outcome, event: None, jobs: Vec::new() })
    }

    fn lines(metrics: &Metrics) -> Vec<String> {
        metrics.text(|| Some(3)).lines().map(str::to_owned).collect()
    }

    #[test]
    fn calls_are_counted_by_operation_and_end() {
        let metrics = Metrics::default();
        for _ in 0..2 {
            metrics.call("item.confirm", &answer(Outcome::Done), Duration::from_micros(300));
        }
        metrics.call("item.confirm", &Err(Error::refused("no")), Duration::from_secs(60));
        metrics.call("no.such", &answer(Outcome::Done), Duration::ZERO);
        let lines = lines(&metrics);
        for line in [
            r#"countersign_calls_total{op="item.confirm",outcome="done"} 2"#,
            r#"countersign_calls_total{op="item.confirm",outcome="refused"} 1"#,
            r#"countersign_call_duration_seconds_bucket{op="item.confirm",le="0.00025"} 0"#,
            r#"countersign_call_duration_seconds_bucket{op="item.confirm",le="0.0005"} 2"#,
            r#"countersign_call_duration_seconds_bucket{op="item.confirm",le="30"} 2"#,
            r#"countersign_call_duration_seconds_bucket{op="item.confirm",le="+Inf"} 3"#,
            r#"countersign_call_duration_seconds_sum{op="item.confirm"} 60.0006"#,
            r#"countersign_call_duration_seconds_count{op="item.confirm"} 3"#,
            "countersign_items_pending 3",
        ] {
            assert!(lines.iter().any(|l| l == line), "{line} is not in\n{}", lines.join("\n"));
        }
        assert!(!lines.iter().any(|l| l.contains("no.such")));
    }

    #[test]
    fn every_way_a_call_can_end_is_counted_once() {
        let metrics = Metrics::default();
        for outcome in Outcome::ALL {
            metrics.call("item.confirm", &answer(outcome), Duration::ZERO);
        }
        for code in ErrorCode::ALL {
            metrics.call("item.confirm", &Err(Error::new(code, "no")), Duration::ZERO);
        }
        let all = Outcome::ALL.len() + ErrorCode::ALL.len();
        let count = format!(r#"countersign_call_duration_seconds_count{{op="item.confirm"}} {all}"#);
        assert!(lines(&metrics).contains(&count));
    }

    #[test]
    fn a_series_appears_once_and_below_its_help_and_type() {
        let metrics = Metrics::default();
        for op in OPS {
            metrics.call(op.spec().name, &answer(Outcome::Stale), Duration::ZERO);
            metrics.call(op.spec().name, &Err(Error::stale("moved")), Duration::ZERO);
        }
        let (mut seen, mut family) = (BTreeSet::new(), String::new());
        for line in lines(&metrics) {
            if let Some(rest) = line.strip_prefix("# HELP ") {
                rest.split(' ').next().unwrap().clone_into(&mut family);
            } else if let Some(rest) = line.strip_prefix("# TYPE ") {
                assert_eq!(rest.split(' ').next(), Some(&*family));
            } else {
                let (series, value) = line.rsplit_once(' ').unwrap();
                assert!(value.parse::<f64>().is_ok(), "{line}");
                assert!(series.starts_with(&family), "{series} stands below {family}");
                assert!(seen.insert(series.to_owned()), "{series} appears twice");
            }
        }
    }

    #[test]
    fn what_is_open_counts_until_it_is_dropped() {
        let metrics = Metrics::default();
        let one = metrics.connection();
        let open = lines(&metrics);
        assert!(open.contains(&"countersign_connections_open 1".to_owned()));
        drop(one);
        assert!(lines(&metrics).contains(&"countersign_connections_open 0".to_owned()));
    }

    /// What a query says inside braces, and the metrics that it names.
    fn named(query: &str) -> Vec<(String, String)> {
        let mut found = Vec::new();
        for rest in query.split("countersign_").skip(1) {
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
            let labels = rest[end..].strip_prefix('{').and_then(|rest| rest.split('}').next());
            found.push((rest[..end].to_owned(), labels.unwrap_or_default().to_owned()));
        }
        found
    }

    #[test]
    fn every_query_of_the_dashboard_names_metrics_labels_and_words_that_exist() {
        let metrics = Metrics::default();
        for op in OPS {
            for outcome in Outcome::ALL {
                metrics.call(op.spec().name, &answer(outcome), Duration::ZERO);
            }
            for code in ErrorCode::ALL {
                metrics.call(op.spec().name, &Err(Error::new(code, "no")), Duration::ZERO);
            }
        }
        let lines = lines(&metrics);
        let board: Value =
            serde_json::from_str(include_str!("../../../docs/grafana/countersign.json")).unwrap();
        let panels = board["panels"].as_array().unwrap();
        let targets = panels.iter().flat_map(|panel| panel["targets"].as_array().unwrap());
        let mut queries: Vec<&str> = targets.map(|target| target["expr"].as_str().unwrap()).collect();
        let variables = board["templating"]["list"].as_array().unwrap();
        queries.extend(variables.iter().filter_map(|v| v["query"].as_str().filter(|q| q.contains('('))));
        assert!(queries.len() > 15, "{queries:?}");
        let mut used = BTreeSet::new();
        for query in queries {
            let named = named(query);
            assert!(!named.is_empty(), "{query}");
            for (name, labels) in named {
                let series: Vec<&String> = lines
                    .iter()
                    .filter(|line| {
                        line.strip_prefix("countersign_")
                            .and_then(|rest| rest.strip_prefix(name.as_str()))
                            .is_some_and(|rest| rest.starts_with(['{', ' ']))
                    })
                    .collect();
                assert!(!series.is_empty(), "{name} does not exist: {query}");
                // The scraper adds the label instance.
                for label in labels.split(',').filter(|l| !l.is_empty() && !l.starts_with("instance")) {
                    let (label, words) = label.split_once('=').unwrap();
                    for word in words.trim_start_matches('~').trim_matches('"').split('|') {
                        let sample = format!("{label}=\"{word}\"");
                        assert!(series.iter().any(|line| line.contains(&sample)), "{sample}: {query}");
                    }
                }
                used.insert(name);
            }
        }
        let families = lines.iter().filter_map(|line| line.strip_prefix("# TYPE countersign_"));
        for family in families.map(|rest| rest.split(' ').next().unwrap()) {
            let told_of = ["event_streams_opened_total", "events_sent_total"].contains(&family)
                || used.iter().any(|name| name.starts_with(family));
            assert!(told_of, "{family} is in no panel");
        }
    }

    #[test]
    fn a_gauge_that_cannot_be_read_is_left_out() {
        assert!(!Metrics::default().text(|| None).contains("items_pending"));
    }
}
