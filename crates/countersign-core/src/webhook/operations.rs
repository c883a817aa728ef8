//! Webhooks, for the persons who may configure them. The log itself is the outbox: a webhook is a position in
//! it.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    ActorKind, Role,
    authority::operations::{ById, Nothing},
    error::{Error, Result},
    judge::Glob,
    op::Op,
    record::Record,
    store::Scan,
    tx::Tx,
    webhook::{Address, Delivery, Shape, Target, Webhook, notice::APPROVAL_REQUESTED},
};

const PERSON: &[ActorKind] = &[ActorKind::Person];

/// The maximum number of webhooks.
const MAX_WEBHOOKS: usize = 20;

/// The maximum number of event patterns of one.
const MAX_EVENTS: usize = 16;

/// The maximum number of dead letters listed.
const MAX_DEAD: usize = 200;

/// Creates a webhook.
pub struct WebhookCreate;

/// Where to, and what.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateInput {
    /// The address, https or http, without a name or password in it.
    #[schemars(length(min = 1, max = Address::LONGEST))]
    pub url: String,
    /// The receiver's format: `standard`, `ntfy`, `slack` or `mattermost`.
    #[serde(default)]
    pub shape: Shape,
    /// The event types it receives, such as `approval_requested` or `item.*`; approval requests by default.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = MAX_EVENTS))]
    pub events: Vec<String>,
    /// Whether it may be in a private network or on this machine.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub allow_private: bool,
}

/// The webhook; this is the only time that its secret is seen.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct CreateOutput {
    /// Its id.
    pub id: String,
    /// The secret to check signatures with; only for the standard shape.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
    /// The webhook.
    pub webhook: WebhookView,
}

/// A webhook as it is shown.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct WebhookView {
    /// Its id.
    pub id: String,
    /// Where it is; for chats and phones only the host, since their whole address is a secret.
    pub url: String,
    /// What it takes.
    pub shape: Shape,
    /// The types of events it is told of.
    pub events: Vec<String>,
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
    /// The number of the event up to which it was told.
    pub after_seq: u64,
    /// The delivery that everything later waits for, while the receiver fails.
    pub waits_for: Option<String>,
}

impl From<Webhook> for WebhookView {
    fn from(w: Webhook) -> Self {
        let Webhook { id, url, shape, events, allow_private, created_by, created_at, .. } = w;
        let (disabled_at, disabled_why, after_seq) = (w.disabled_at, w.disabled_why, w.after_seq);
        Self {
            id,
            url,
            shape,
            events,
            allow_private,
            created_by,
            created_at,
            disabled_at,
            disabled_why,
            after_seq,
            waits_for: w.head,
        }
    }
}

impl Op for WebhookCreate {
    const NAME: &'static str = "webhook.create";
    const DOC: &'static str = "Add a webhook that receives events; its secret is printed once";
    const ROLE: Role = Role::Admin;
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const HTTP: &'static str = "POST /v1/webhooks";
    const CLI: &'static str =
        "webhooks add {url} --shape {shape} --events {events} --allow-private {allow_private}";
    type Input = CreateInput;
    type Output = CreateOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &CreateInput) -> Result<CreateOutput> {
        let address = Address::parse(&input.url)?;
        if input.shape == Shape::Push {
            return Err(Error::invalid(say!("op-push-by-device")).hint(say!("op-hint-push-by-device")));
        }
        let events = check_events(input)?;
        if address.is_plainly_local() && !input.allow_private {
            return Err(Error::invalid(say!("op-is-this-machine", host = address.host))
                .hint(say!("op-hint-allow-private")));
        }
        if input.shape == Shape::Ntfy && address.topic().is_none() {
            return Err(Error::invalid(say!("op-ntfy-topic")).hint(say!("op-hint-ntfy")));
        }
        if all(tx)?.iter().filter(|w| w.device.is_none()).count() >= MAX_WEBHOOKS {
            return Err(Error::conflict(say!("op-webhooks-most", n = MAX_WEBHOOKS))
                .hint(say!("op-hint-webhooks-remove")));
        }
        let id = tx.new_id(Webhook::KIND);
        // Hexadecimal digits are valid base64, so any library of the scheme decodes them: as 48 bytes.
        let random: String = tx.random("webhook secret").iter().map(|b| format!("{b:02x}")).collect();
        let secret = (!input.shape.rings()).then(|| format!("whsec_{random}"));
        let target =
            Target { webhook: id.clone(), url: input.url.clone(), secret: secret.clone(), keys: None };
        let webhook = Webhook {
            url: shown(&address, input.shape),
            shape: input.shape,
            events,
            target: tx.put_blob(serde_json::to_vec(&target)?)?,
            allow_private: input.allow_private,
            created_by: tx.actor().name.clone(),
            created_at: tx.now(),
            disabled_at: None,
            disabled_why: None,
            after_seq: tx.seq(),
            head: None,
            rung: Vec::new(),
            device: None,
            id: id.clone(),
        };
        tx.create(&webhook)?;
        Ok(CreateOutput { id, secret, webhook: webhook.into() })
    }
}

/// Returns the part of an address that may be shown. Whoever knows the address of a chat or a topic can write
/// there; a query may hold a key.
fn shown(address: &Address, shape: Shape) -> String {
    if shape.rings() {
        return format!("{}/…", address.origin());
    }
    match address.path.split_once('?') {
        Some((path, _)) => format!("{}{path}?…", address.origin()),
        None => format!("{}{}", address.origin(), address.path),
    }
}

fn check_events(input: &CreateInput) -> Result<Vec<String>> {
    let asks = vec![APPROVAL_REQUESTED.to_owned()];
    let events = if input.events.is_empty() { asks.clone() } else { input.events.clone() };
    if input.shape.rings() && events != asks {
        return Err(Error::invalid(say!("op-people-rung")).hint(say!("op-hint-events-out")));
    }
    if events.len() > MAX_EVENTS {
        return Err(Error::invalid(say!("op-patterns-most", n = MAX_EVENTS)));
    }
    for event in &events {
        let known = event == APPROVAL_REQUESTED || crate::operations::find(event).is_some();
        if !known && !Glob::parse(event).is_ok_and(|g| !g.is_exact()) {
            return Err(Error::invalid(say!("op-no-event-type", event = format!("{event:?}")))
                .hint(say!("op-hint-event-types")));
        }
    }
    Ok(events)
}

pub(crate) fn all(tx: &mut Tx<'_>) -> Result<Vec<Webhook>> {
    tx.list(&Scan::prefix(Webhook::KIND.name, "webhook.at", ""))
}

/// Lists webhooks.
pub struct WebhookList;

/// All webhooks.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ListOutput {
    /// Newest first.
    pub webhooks: Vec<WebhookView>,
}

impl Op for WebhookList {
    const NAME: &'static str = "webhook.list";
    const DOC: &'static str = "List webhooks, without their secrets";
    const ROLE: Role = Role::Admin;
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const WRITE: bool = false;
    const HTTP: &'static str = "GET /v1/webhooks";
    const CLI: &'static str = "webhooks list";
    type Input = Nothing;
    type Output = ListOutput;

    fn run(&self, tx: &mut Tx<'_>, _input: &Nothing) -> Result<ListOutput> {
        let added = all(tx)?.into_iter().rev().filter(|w| w.device.is_none());
        Ok(ListOutput { webhooks: added.map(WebhookView::from).collect() })
    }
}

/// Removes a webhook.
pub struct WebhookRemove;

impl Op for WebhookRemove {
    const NAME: &'static str = "webhook.remove";
    const DOC: &'static str = "Remove a webhook, its secret and its undelivered messages";
    const ROLE: Role = Role::Admin;
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const HTTP: &'static str = "DELETE /v1/webhooks/{id}";
    const CLI: &'static str = "webhooks remove {id...}";
    type Input = ById;
    type Output = WebhookView;

    fn run(&self, tx: &mut Tx<'_>, input: &ById) -> Result<WebhookView> {
        let webhook: Webhook = tx.find(&input.id)?;
        remove(tx, &webhook)?;
        Ok(webhook.into())
    }
}

/// Removes a webhook with its secret and its undelivered messages.
pub(super) fn remove(tx: &mut Tx<'_>, webhook: &Webhook) -> Result<()> {
    let scan = Scan::prefix(Delivery::KIND.name, "delivery.webhook", &format!("{}/", webhook.id));
    for delivery in tx.list::<Delivery>(&scan)? {
        tx.delete::<Delivery>(&delivery.id)?;
    }
    tx.drop_blob(&webhook.target)?;
    tx.delete::<Webhook>(&webhook.id)
}

/// Tests a webhook.
pub struct WebhookTest;

impl Op for WebhookTest {
    const NAME: &'static str = "webhook.test";
    const DOC: &'static str = "Send a test to a webhook; a failed test goes to the dead letters";
    const ROLE: Role = Role::Admin;
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const HTTP: &'static str = "POST /v1/webhooks/{id}/test";
    const CLI: &'static str = "webhooks test {id}";
    type Input = ById;
    type Output = Delivery;

    fn run(&self, tx: &mut Tx<'_>, input: &ById) -> Result<Delivery> {
        let webhook: Webhook = tx.find(&input.id)?;
        check_enabled(&webhook)?;
        let delivery = Delivery {
            id: tx.new_id(Delivery::KIND),
            webhook: webhook.id,
            seq: tx.seq(),
            event: tx.event_id(),
            test: true,
            attempts: 0,
            next_at: tx.now(),
            last_error: None,
            dead_at: None,
        };
        tx.create(&delivery)?;
        Ok(delivery)
    }
}

fn check_enabled(webhook: &Webhook) -> Result<()> {
    match &webhook.disabled_why {
        Some(why) => Err(Error::conflict(say!("op-switched-off", id = webhook.id, said = why))
            .hint(say!("op-hint-add-anew"))),
        None => Ok(()),
    }
}

/// Lists dead letters.
pub struct WebhookDead;

/// What was given up.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct DeadOutput {
    /// Newest first.
    pub deliveries: Vec<Delivery>,
}

impl Op for WebhookDead {
    const NAME: &'static str = "webhook.dead";
    const DOC: &'static str = "List dead letters: messages that no webhook accepted";
    const ROLE: Role = Role::Admin;
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const WRITE: bool = false;
    const HTTP: &'static str = "GET /v1/webhooks/dead";
    const CLI: &'static str = "webhooks dead";
    type Input = Nothing;
    type Output = DeadOutput;

    fn run(&self, tx: &mut Tx<'_>, _input: &Nothing) -> Result<DeadOutput> {
        let scan = Scan::prefix(Delivery::KIND.name, "delivery.dead", "").reversed().limit(MAX_DEAD);
        Ok(DeadOutput { deliveries: tx.list(&scan)? })
    }
}

/// Retries dead letters.
pub struct WebhookRetry;

impl Op for WebhookRetry {
    const NAME: &'static str = "webhook.retry";
    const DOC: &'static str = "Try dead letters again";
    const ROLE: Role = Role::Admin;
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const HTTP: &'static str = "POST /v1/webhooks/dead/{id}/retry";
    const CLI: &'static str = "webhooks retry {id...}";
    type Input = ById;
    type Output = Delivery;

    fn run(&self, tx: &mut Tx<'_>, input: &ById) -> Result<Delivery> {
        let mut delivery: Delivery = tx.find(&input.id)?;
        check_enabled(&tx.need(&delivery.webhook)?)?;
        if delivery.dead_at.take().is_none() {
            return Err(Error::conflict(say!("op-still-tried", id = delivery.id)));
        }
        (delivery.attempts, delivery.next_at) = (0, tx.now());
        tx.put(&delivery)?;
        Ok(delivery)
    }
}
