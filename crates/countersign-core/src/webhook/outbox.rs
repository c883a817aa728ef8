//! The interface of the webhook sender: what to send now. Only Countersign itself calls this.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{
    ActorKind,
    answer_status::WaitsKind,
    error::{Error, ErrorCode, Result},
    event::Event,
    item::{Item, view::Waits},
    op::Op,
    record::Record,
    run::{self, Run},
    store::{EventQuery, Scan},
    tx::Tx,
    webhook::{
        Address, Delivery, DeviceKeys, Rung, Shape, Target, Webhook,
        notice::{self, Asked, Notice},
        push,
    },
    when,
};

const SYSTEM: &[ActorKind] = &[ActorKind::System];

/// How many events of the log are read at a time.
const PAGE: usize = 500;

/// How many messages are handed out for one webhook at a time: a crash repeats no more than these.
const MAX_MESSAGES: usize = 20;

/// How long proposals are gathered before a person is notified.
const GATHER_MS: u64 = 2000;

/// How far a position may lag behind before it is worth an event of its own.
const MAX_LAG: u64 = 10_000;

/// Returns what to send.
pub struct WebhookDue;

/// The state of the sender.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DueInput {
    /// The daemon's URL for browsers, for links.
    pub url: String,
    /// For each webhook the last event that was already checked, to avoid checking again.
    #[serde(default)]
    pub looked: BTreeMap<String, u64>,
    /// The webhooks with deliveries in progress.
    #[serde(default)]
    pub busy: BTreeSet<String>,
}

/// The messages to send.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct DueOutput {
    /// For each webhook that is not busy.
    pub webhooks: Vec<Outgoing>,
    /// When there may be more, even if nothing happens until then.
    pub next_at: Option<u64>,
}

/// The messages to send to one webhook, in order.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct Outgoing {
    /// The webhook.
    pub webhook: String,
    /// Where to post.
    pub url: String,
    /// The key to sign with.
    pub secret: Option<String>,
    /// For a device: what its messages are encrypted with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keys: Option<DeviceKeys>,
    /// Whether it may be in a private network or on this machine.
    pub allow_private: bool,
    /// The messages.
    pub messages: Vec<Dispatch>,
    /// Deliveries that need not be sent any more.
    pub done: Vec<String>,
    /// The event up to which everything is done once the messages are.
    pub through: u64,
    /// Whether to store that position although there is nothing to send.
    pub lags: bool,
    /// Whether there is more to read now.
    pub more: bool,
}

/// One message.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct Dispatch {
    /// The delivery, if it is not the first attempt.
    pub delivery: Option<String>,
    /// The number of the event.
    pub seq: u64,
    /// The id of the event, by which the receiver knows a twin.
    pub id: String,
    /// What it says.
    pub body: Body,
    /// The event up to which everything is done once this message is; None for a retry of an older one.
    pub through: Option<u64>,
}

/// The content of a message. The sender formats it for a chat.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Body {
    /// For a program: this JSON.
    Payload(Value),
    /// For people: something waits for them.
    Notice {
        /// The chat.
        chat: Chat,
        /// What waits.
        notice: Notice,
        /// The link to decide on it.
        link: String,
    },
    /// For people: this webhook works.
    Test {
        /// The chat.
        chat: Chat,
        /// The link to the inbox.
        link: String,
    },
    /// For a person's device: something waits.
    Device {
        /// The code of the language.
        language: String,
        /// What waits.
        notice: Notice,
    },
    /// For a person's device: it is notified.
    DeviceTest {
        /// The code of the language.
        language: String,
    },
}

impl Body {
    /// Returns what to store once it was sent.
    pub fn into_rung(self) -> Option<Rung> {
        match self {
            Self::Notice { notice, .. } | Self::Device { notice, .. } => Some(notice.rung),
            Self::Payload(_) | Self::Test { .. } | Self::DeviceTest { .. } => None,
        }
    }
}

/// How people are notified.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Chat {
    /// On a phone, by ntfy.
    Ntfy {
        /// The topic.
        topic: String,
    },
    /// In a channel of Slack.
    Slack,
    /// In a channel of Mattermost.
    Mattermost,
}

impl Op for WebhookDue {
    const NAME: &'static str = "webhook.due";
    const DOC: &'static str = "List the webhook deliveries that are due now";
    const AUDIENCE: &'static [ActorKind] = SYSTEM;
    const WRITE: bool = false;
    const HTTP: &'static str = "GET /v1/webhooks/due";
    const CLI: &'static str = "";
    type Input = DueInput;
    type Output = DueOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &DueInput) -> Result<DueOutput> {
        let mut output = DueOutput { webhooks: Vec::new(), next_at: None };
        for webhook in super::operations::all(tx)? {
            if webhook.disabled_at.is_some() || input.busy.contains(&webhook.id) {
                continue;
            }
            let Some(bytes) = tx.blob(&webhook.target)? else { continue };
            let mut target: Target = serde_json::from_slice(&bytes).map_err(Error::bug)?;
            if let Some(device) = &webhook.device {
                if !push::is_live(tx, device)? {
                    continue;
                }
                target.secret = push::kept_key(tx)?;
            }
            let looked = input.looked.get(&webhook.id).copied().unwrap_or_default();
            let mut looker = Looker::new(&webhook, target, &input.url)?;
            looker.again(tx)?;
            if webhook.head.is_none() {
                looker.fresh(tx, looked.max(webhook.after_seq))?;
            }
            output.next_at = [output.next_at, looker.next_at].into_iter().flatten().min();
            output.webhooks.push(looker.out);
        }
        Ok(output)
    }
}

/// Who reads the messages.
enum Reader {
    Program,
    Chat(Chat),
    /// A person's device, in this language.
    Device(String),
}

/// Gathers the messages for one webhook.
struct Looker<'a> {
    webhook: &'a Webhook,
    link: &'a str,
    reader: Reader,
    next_at: Option<u64>,
    out: Outgoing,
}

impl<'a> Looker<'a> {
    fn new(webhook: &'a Webhook, target: Target, link: &'a str) -> Result<Self> {
        let (url, reader) = match webhook.shape {
            Shape::Standard => (target.url, Reader::Program),
            Shape::Slack => (target.url, Reader::Chat(Chat::Slack)),
            Shape::Mattermost => (target.url, Reader::Chat(Chat::Mattermost)),
            Shape::Ntfy => {
                let (url, topic) = Address::parse(&target.url)?.topic().unwrap_or_default();
                (url, Reader::Chat(Chat::Ntfy { topic }))
            }
            Shape::Push => {
                let device = webhook.device.as_ref().ok_or_else(|| Error::bug("a push without a device"))?;
                (target.url, Reader::Device(device.language.clone()))
            }
        };
        let out = Outgoing {
            webhook: webhook.id.clone(),
            url,
            secret: target.secret,
            keys: target.keys,
            allow_private: webhook.allow_private,
            messages: Vec::new(),
            done: Vec::new(),
            through: webhook.after_seq,
            lags: false,
            more: false,
        };
        Ok(Self { webhook, link: link.trim_end_matches('/'), reader, next_at: None, out })
    }

    fn at(&mut self, at: u64) {
        self.next_at = Some(self.next_at.map_or(at, |t| t.min(at)));
    }

    fn item_link(&self, item: &str) -> String {
        format!("{}/items/{item}", self.link)
    }

    /// Adds failed deliveries that are due again.
    fn again(&mut self, tx: &mut Tx<'_>) -> Result<()> {
        let prefix = format!("{}/", self.webhook.id);
        let scan = Scan::prefix(Delivery::KIND.name, "delivery.due", &prefix);
        for delivery in tx.list::<Delivery>(&scan.limit(MAX_MESSAGES))? {
            if delivery.next_at > tx.now() {
                self.at(delivery.next_at);
                break;
            }
            let made = self.remake(tx, &delivery)?;
            match made {
                Some(body) => self.out.messages.push(Dispatch {
                    delivery: Some(delivery.id),
                    seq: delivery.seq,
                    id: delivery.event,
                    body,
                    through: None,
                }),
                None => self.out.done.push(delivery.id),
            }
        }
        Ok(())
    }

    /// Returns the current content of a delivery; None if there is nothing to send any more.
    fn remake(&self, tx: &mut Tx<'_>, delivery: &Delivery) -> Result<Option<Body>> {
        if delivery.test {
            return Ok(Some(self.test(tx)));
        }
        if self.rings() {
            let Some(item) = item_of(tx, delivery.seq)? else { return Ok(None) };
            let items = items_of(tx, &item.run)?;
            return Ok(notice::waiting(&items, tx.now()).and_then(|notice| self.notice(notice)));
        }
        let Some(event) = tx.event(delivery.seq)? else { return Ok(None) };
        let made = made_by(tx, &event)?;
        Ok(self.payload(&event, made.as_ref()))
    }

    fn test(&self, tx: &Tx<'_>) -> Body {
        match &self.reader {
            Reader::Chat(chat) => Body::Test { chat: chat.clone(), link: self.link.to_owned() },
            Reader::Device(language) => Body::DeviceTest { language: language.clone() },
            Reader::Program => Body::Payload(json!({
                "type": "webhook.test", "timestamp": when::from_ms(tx.now()).to_string(),
                "data": {"webhook": self.webhook.id},
            })),
        }
    }

    /// Whether its reader is a person, who is notified of proposals only.
    fn rings(&self) -> bool {
        !matches!(self.reader, Reader::Program)
    }

    /// Returns the notice as its reader takes it; None for a program.
    fn notice(&self, notice: Notice) -> Option<Body> {
        match &self.reader {
            Reader::Program => None,
            Reader::Chat(chat) => {
                let link = self.item_link(&notice.item);
                Some(Body::Notice { chat: chat.clone(), link, notice })
            }
            Reader::Device(language) => Some(Body::Device { language: language.clone(), notice }),
        }
    }

    fn payload(&self, event: &Event, made: Option<&Asked>) -> Option<Body> {
        let kind = notice::event_type(event, made)?;
        let link = made.map(|made| match made {
            Asked::Item(item) => self.item_link(&item.id),
            Asked::Other(_) => self.link.to_owned(),
        });
        Some(Body::Payload(notice::payload(kind, event, made, link.as_deref())))
    }

    /// Adds new events.
    fn fresh(&mut self, tx: &mut Tx<'_>, after: u64) -> Result<()> {
        let query =
            EventQuery { after_seq: Some(after), ascending: true, limit: PAGE, ..EventQuery::default() };
        let events = tx.events(&query)?;
        self.out.more = events.len() == PAGE;
        self.out.through = after;
        let mut runs: Vec<(String, Event)> = Vec::new();
        for event in events {
            let made = made_by(tx, &event)?;
            let wanted = notice::event_type(&event, made.as_ref()).is_some_and(|k| self.webhook.wants(k));
            match made {
                _ if !wanted => {}
                // Phones are notified of proposals only; anything else is in the inbox that the link leads
                // to.
                Some(Asked::Other(_)) if self.rings() => {}
                Some(Asked::Item(item)) if self.rings() => {
                    if runs.is_empty() && event.at.saturating_add(GATHER_MS) > tx.now() {
                        self.at(event.at.saturating_add(GATHER_MS));
                        self.out.more = false;
                        break;
                    }
                    runs.retain(|(run, _)| *run != item.run);
                    runs.push((item.run, event.clone()));
                }
                made => {
                    if self.out.messages.len() >= MAX_MESSAGES {
                        self.out.more = true;
                        break;
                    }
                    self.tell(&event, made.as_ref());
                }
            }
            self.out.through = event.seq;
        }
        self.ring(tx, after, runs)?;
        self.out.lags = self.out.through.saturating_sub(self.webhook.after_seq) > MAX_LAG;
        Ok(())
    }

    fn tell(&mut self, event: &Event, made: Option<&Asked>) {
        let Some(body) = self.payload(event, made) else { return };
        let (seq, id) = (event.seq, event.id());
        self.out.messages.push(Dispatch { delivery: None, seq, id, body, through: Some(seq) });
    }

    /// Notifies about runs with new proposals, if due. The position stays until all are notified; sent
    /// notifications are tracked separately.
    fn ring(&mut self, tx: &mut Tx<'_>, after: u64, runs: Vec<(String, Event)>) -> Result<()> {
        if !self.rings() {
            return Ok(());
        }
        for (run, event) in runs {
            let items = items_of(tx, &run)?;
            let last = self.webhook.rung.iter().find(|r| r.run == run);
            let notice = notice::ring(&items, last, tx.now());
            let Some(body) = notice.and_then(|notice| self.notice(notice)) else { continue };
            self.out.messages.push(Dispatch {
                delivery: None,
                seq: event.seq,
                id: event.id(),
                body,
                through: Some(after),
            });
        }
        if let Some(last) = self.out.messages.iter_mut().rfind(|m| m.delivery.is_none()) {
            last.through = Some(self.out.through);
        }
        Ok(())
    }
}

/// Returns what an event created that waits for a person: the item with its number, else whatever waits in
/// its run since then.
fn made_by(tx: &mut Tx<'_>, event: &Event) -> Result<Option<Asked>> {
    if event.status != "held" {
        return Ok(None);
    }
    if let Some(item) = item_of(tx, event.seq)? {
        return Ok(Some(Asked::Item(Box::new(item))));
    }
    let Some(run) = event.run.as_deref().map(|id| tx.get::<Run>(id)).transpose()?.flatten() else {
        return Ok(None);
    };
    let since = |w: &Waits| w.kind != WaitsKind::Item && w.at == event.at;
    Ok(run::waits_for(tx, &run)?.into_iter().find(since).map(Asked::Other))
}

/// Returns the item that an event created.
fn item_of(tx: &mut Tx<'_>, seq: u64) -> Result<Option<Item>> {
    // Ids carry the number of the event that created them.
    match tx.resolve::<Item>(&format!("{}{seq}-", Item::KIND.prefix)) {
        Ok(id) => tx.get(&id),
        Err(e) if e.code == ErrorCode::NotFound => Ok(None),
        Err(e) => Err(e),
    }
}

fn items_of(tx: &mut Tx<'_>, run: &str) -> Result<Vec<Item>> {
    tx.list(&Scan::prefix(Item::KIND.name, "item.run", &format!("{run}/")))
}
