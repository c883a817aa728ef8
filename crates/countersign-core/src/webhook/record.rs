//! Webhooks: who is told of events, how far, and which deliveries are pending.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    error::{Error, Result},
    judge::Glob,
    record::{Fields, Kind, Record, number, sortable, text},
};

/// What a receiver takes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// A program: events as JSON, signed as Standard Webhooks says.
    #[default]
    Standard,
    /// An ntfy topic: notifies a phone.
    Ntfy,
    /// A Slack incoming webhook.
    Slack,
    /// A Mattermost incoming webhook.
    Mattermost,
    /// A person's browser or phone, by its push service; `push.subscribe` makes these.
    Push,
}

impl Shape {
    /// Those that an admin can add.
    pub const ADDED: [Self; 4] = [Self::Standard, Self::Ntfy, Self::Slack, Self::Mattermost];

    /// Returns its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Ntfy => "ntfy",
            Self::Slack => "slack",
            Self::Mattermost => "mattermost",
            Self::Push => "push",
        }
    }

    /// Whether it notifies people, rather than sending events to programs.
    pub fn rings(self) -> bool {
        self != Self::Standard
    }
}

/// A receiver of events.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Webhook {
    /// Its id.
    pub id: String,
    /// Its address, without secret parts.
    pub url: String,
    /// What it takes.
    pub shape: Shape,
    /// The types of events that it gets.
    pub events: Vec<String>,
    /// The blob with what must not be in the log: the full address and the secret.
    pub target: String,
    /// Whether it may be in a private network or on this machine.
    pub allow_private: bool,
    /// Who made it.
    pub created_by: String,
    /// When.
    pub created_at: u64,
    /// When it was switched off.
    pub disabled_at: Option<u64>,
    /// Why.
    pub disabled_why: Option<Message>,
    /// The number of the event up to which everything was delivered or became a [`Delivery`].
    pub after_seq: u64,
    /// The delivery that all later events wait for.
    #[serde(default)]
    pub head: Option<String>,
    /// For shapes that notify people: the runs it has notified about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rung: Vec<Rung>,
    /// The device that it notifies, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<Device>,
}

/// A browser or a phone on which a person wants to be notified.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Device {
    /// The person.
    pub person: String,
    /// The session that subscribed: with it the notifications end.
    pub token: String,
    /// What the person calls it.
    pub label: String,
    /// The code of the language in which it is told.
    pub language: String,
}

/// For how many runs a webhook remembers its notifications.
const MAX_RUNG: usize = 512;

impl Webhook {
    /// Whether it gets events of `kind`.
    pub fn wants(&self, kind: &str) -> bool {
        self.events.iter().any(|p| p == kind || Glob::parse(p).is_ok_and(|g| g.matches(kind)))
    }

    /// Stores a notification.
    pub fn ring(&mut self, rung: Rung) {
        self.rung.retain(|r| r.run != rung.run);
        self.rung.push(rung);
        let over = self.rung.len().saturating_sub(MAX_RUNG);
        self.rung.drain(..over);
    }
}

fn webhook_index(doc: &Fields) -> Vec<(&'static str, String)> {
    vec![("webhook.at", sortable(number(doc, "created_at")))]
}

impl Record for Webhook {
    const KIND: &'static Kind =
        &Kind { name: "webhook", prefix: "wh", domain: false, index: webhook_index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}

/// A notification about a run that was sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Rung {
    /// The run.
    pub run: String,
    /// What it is about.
    pub subject: String,
    /// The position of the last item that was counted.
    pub ordinal: u32,
    /// Whether something destructive was among them.
    pub destructive: bool,
    /// On how many of the run's items a person had acted by then.
    pub acted: u32,
}

/// An event that a webhook did not take at the first try.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Delivery {
    /// Its id.
    pub id: String,
    /// The webhook.
    pub webhook: String,
    /// The number of the event.
    pub seq: u64,
    /// The id of the event, by which the receiver knows a twin.
    pub event: String,
    /// Whether a person only wants to see if the webhook works.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub test: bool,
    /// How often it was tried.
    pub attempts: u32,
    /// When it is tried next.
    pub next_at: u64,
    /// Why it failed last.
    pub last_error: Option<String>,
    /// When it was given up.
    pub dead_at: Option<u64>,
}

fn delivery_index(doc: &Fields) -> Vec<(&'static str, String)> {
    let webhook = text(doc, "webhook");
    let mut entries = vec![("delivery.webhook", format!("{webhook}/"))];
    match doc.get("dead_at").and_then(serde_json::Value::as_u64) {
        Some(at) => entries.push(("delivery.dead", sortable(at))),
        None => entries.push(("delivery.due", format!("{webhook}/{}", sortable(number(doc, "next_at"))))),
    }
    entries
}

impl Record for Delivery {
    const KIND: &'static Kind =
        &Kind { name: "delivery", prefix: "wd", domain: false, index: delivery_index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}

/// The private part of a webhook, for the sender only: stored as a blob, so that it is in no event, list or
/// export.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Target {
    /// The webhook's id, so that no two webhooks share a blob.
    pub webhook: String,
    /// The full address.
    pub url: String,
    /// The signing key, for programs.
    pub secret: Option<String>,
    /// What messages to a device are encrypted with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keys: Option<DeviceKeys>,
}

/// What messages to a device are encrypted with (RFC 8291), in base64url without padding.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DeviceKeys {
    /// The device's public key: an uncompressed point of P-256.
    pub p256dh: String,
    /// The secret that it shares with whoever may send to it.
    pub auth: String,
}

/// A parsed address: exactly the checked parts are used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// Whether the connection is encrypted.
    pub tls: bool,
    /// The host's name or IP address, without brackets.
    pub host: String,
    /// The port.
    pub port: u16,
    /// Path and query, beginning with `/`.
    pub path: String,
    /// Host and port as written.
    pub authority: String,
}

impl Address {
    /// The maximum length, in bytes.
    pub const LONGEST: usize = 2048;

    /// Parses an address strictly: one that two parsers could read differently is invalid.
    pub fn parse(url: &str) -> Result<Self> {
        let bad = |why: Message| Error::invalid(say!("judge-address", said = why));
        if url.len() > Self::LONGEST
            || !url.bytes().all(|b| b.is_ascii_graphic())
            || url.contains(['\\', '#'])
        {
            return Err(bad(say!("judge-address-letters")));
        }
        let (scheme, rest) = url.split_once("://").ok_or_else(|| bad(say!("judge-address-scheme")))?;
        let tls = match scheme {
            "https" => true,
            "http" => false,
            _ => return Err(bad(say!("judge-address-spoken"))),
        };
        let end = rest.find(['/', '?']).unwrap_or(rest.len());
        let (authority, path) = rest.split_at(end);
        if authority.contains('@') {
            return Err(bad(say!("judge-address-password")).hint(say!("judge-address-password-hint")));
        }
        let path = if path.starts_with('/') { path.to_owned() } else { format!("/{path}") };
        let (host, port) = host_and_port(authority).ok_or_else(|| bad(say!("judge-address-host")))?;
        let port = port.unwrap_or(if tls { 443 } else { 80 });
        Ok(Self { tls, host, port, path, authority: authority.to_owned() })
    }

    /// Returns it without path and query: the part that can be shown of a secret address.
    pub fn origin(&self) -> String {
        format!("{}://{}", if self.tls { "https" } else { "http" }, self.authority)
    }

    /// Whether its name means this machine. The resolved address is checked on connecting.
    pub fn is_plainly_local(&self) -> bool {
        let host = self.host.to_ascii_lowercase();
        let host = host.trim_end_matches('.');
        host == "localhost" || host.ends_with(".localhost") || host.starts_with("127.") || host == "::1"
    }

    /// For ntfy: returns the address for posting, and the topic.
    pub fn topic(&self) -> Option<(String, String)> {
        let (path, query) = match self.path.split_once('?') {
            Some((path, query)) => (path, format!("?{query}")),
            None => (self.path.as_str(), String::new()),
        };
        let (root, topic) = path.rsplit_once('/')?;
        let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_');
        let fits = (1..=64).contains(&topic.len()) && topic.bytes().all(plain);
        fits.then(|| (format!("{}{root}/{query}", self.origin()), topic.to_owned()))
    }
}

fn host_and_port(authority: &str) -> Option<(String, Option<u16>)> {
    let (host, port) = match authority.strip_prefix('[') {
        Some(rest) => {
            let (host, after) = rest.split_once(']')?;
            let numeric =
                host.contains(':') && host.bytes().all(|b| b.is_ascii_hexdigit() || b":.".contains(&b));
            (numeric.then_some(host)?, after)
        }
        None => {
            let end = authority.find(':').unwrap_or(authority.len());
            let (host, after) = authority.split_at(end);
            let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.');
            let fits = (1..=253).contains(&host.len()) && host.bytes().all(plain);
            (fits.then_some(host)?, after)
        }
    };
    let port = match port.strip_prefix(':') {
        Some(digits) if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) => {
            Some(digits.parse::<u16>().ok().filter(|p| *p > 0)?)
        }
        Some(_) => return None,
        None if port.is_empty() => None,
        None => return None,
    };
    Some((host.to_owned(), port))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_taken_apart() {
        let a = Address::parse("https://hooks.example.com:8443/a/b?c=d").unwrap();
        assert_eq!(
            (a.tls, a.host.as_str(), a.port, a.path.as_str()),
            (true, "hooks.example.com", 8443, "/a/b?c=d")
        );
        assert_eq!(a.origin(), "https://hooks.example.com:8443");
        let a = Address::parse("http://[::1]?x").unwrap();
        assert_eq!((a.tls, a.host.as_str(), a.port, a.path.as_str()), (false, "::1", 80, "/?x"));
        assert!(a.is_plainly_local());
    }

    #[test]
    fn what_could_be_read_in_two_ways_is_no_address() {
        for url in [
            "",
            "example.com",
            "ftp://example.com/",
            "file:///etc/passwd",
            "HTTPS://example.com/",
            "https://",
            "https:///x",
            "https://ana:pw@example.com/",
            "https://example.com@10.0.0.1/",
            "https://example.com\\@10.0.0.1/",
            "https://example.com#@10.0.0.1/",
            "https://example.com /",
            "https://example.com/\r\nHost: x",
            "https://exämple.com/",
            "https://example.com:0/",
            "https://example.com:99999/",
            "https://example.com:+80/",
            "https://[fe80::1%25eth0]/",
            "https://[::1/",
            "https://[::1]x/",
        ] {
            assert!(Address::parse(url).is_err(), "{url}");
        }
    }

    #[test]
    fn a_topic_is_the_last_part_of_the_path() {
        let topic = |url: &str| Address::parse(url).unwrap().topic();
        let pair = |a: &str, b: &str| Some((a.to_owned(), b.to_owned()));
        assert_eq!(topic("https://ntfy.example.com/desk"), pair("https://ntfy.example.com/", "desk"));
        assert_eq!(topic("http://h:8/sub/desk?auth=x"), pair("http://h:8/sub/?auth=x", "desk"));
        assert_eq!(topic("https://ntfy.example.com/"), None);
        assert_eq!(topic("https://ntfy.example.com/a.b"), None);
    }
}
