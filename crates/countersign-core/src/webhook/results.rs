//! What became of messages: those that arrived are done, the others are sent again, later and later. Only Countersign
//! itself calls these.

use countersign_words::say;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    ActorKind,
    error::Result,
    op::Op,
    record::Record,
    tx::Tx,
    webhook::{Delivery, Rung, Webhook},
};

const SYSTEM: &[ActorKind] = &[ActorKind::System];

/// The delays after each failure, as Standard Webhooks proposes; after the last one the message is given up.
const BACK_OFF_S: [u64; 10] =
    [5, 60, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600];

/// The maximum delay that a receiver may ask for.
const MAX_WAIT_S: u64 = 24 * 3600;

/// How often a responding receiver may refuse an event before later ones are sent without it.
const HEAD_TRIES: u32 = 3;

/// Records that messages arrived.
pub struct WebhookDelivered;

/// What arrived.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DeliveredInput {
    /// The webhook.
    pub webhook: String,
    /// The event up to which everything is done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub through: Option<u64>,
    /// The deliveries that are done.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub done: Vec<String>,
    /// The runs it sent a notification for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rung: Vec<Rung>,
}

/// The position of the webhook.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Position {
    /// The event up to which everything was delivered or became a delivery; None if the webhook is gone.
    pub after_seq: Option<u64>,
}

impl Op for WebhookDelivered {
    const NAME: &'static str = "webhook.delivered";
    const DOC: &'static str = "Record a successful webhook delivery";
    const AUDIENCE: &'static [ActorKind] = SYSTEM;
    const LAZY: bool = true;
    const HTTP: &'static str = "POST /v1/webhooks/{webhook}/delivered";
    const CLI: &'static str = "";
    type Input = DeliveredInput;
    type Output = Position;

    fn run(&self, tx: &mut Tx<'_>, input: &DeliveredInput) -> Result<Position> {
        let Some(mut webhook) = tx.get::<Webhook>(&input.webhook)? else {
            return Ok(Position { after_seq: None });
        };
        settle(tx, &mut webhook, input)?;
        tx.put(&webhook)?;
        Ok(Position { after_seq: Some(webhook.after_seq) })
    }
}

/// Advances a webhook; the caller stores it. A position never moves back.
fn settle(tx: &mut Tx<'_>, webhook: &mut Webhook, done: &DeliveredInput) -> Result<()> {
    webhook.after_seq = webhook.after_seq.max(done.through.unwrap_or_default());
    for id in &done.done {
        if tx.get::<Delivery>(id)?.is_some_and(|d| d.webhook == webhook.id) {
            tx.delete::<Delivery>(id)?;
        }
        webhook.head.take_if(|head| head == id);
    }
    for rung in &done.rung {
        webhook.ring(rung.clone());
    }
    Ok(())
}

/// Records that a message did not arrive.
pub struct WebhookFailed;

/// What did not arrive, and why.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FailedInput {
    /// The deliveries that arrived before it.
    pub before: DeliveredInput,
    /// The delivery, if this was not the first attempt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delivery: Option<String>,
    /// The number of the event.
    pub seq: u64,
    /// The id of the event.
    pub event: String,
    /// Why, in words.
    pub error: String,
    /// The receiver's HTTP status; None if there was no response.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// How long the receiver asks us to wait.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after_s: Option<u64>,
}

impl FailedInput {
    /// Whether the receiver works but refuses this message. A proxy's response does not count.
    fn is_refusal(&self) -> bool {
        self.status.is_some_and(|s| !matches!(s, 429 | 502..=504))
    }
}

/// What becomes of it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct FailedOutput {
    /// The delivery; None if the webhook is gone.
    pub delivery: Option<Delivery>,
}

impl Op for WebhookFailed {
    const NAME: &'static str = "webhook.failed";
    const DOC: &'static str = "Record a failed webhook delivery, and when it is tried again";
    const AUDIENCE: &'static [ActorKind] = SYSTEM;
    const LAZY: bool = true;
    const HTTP: &'static str = "POST /v1/webhooks/failed";
    const CLI: &'static str = "";
    type Input = FailedInput;
    type Output = FailedOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &FailedInput) -> Result<FailedOutput> {
        let Some(mut webhook) = tx.get::<Webhook>(&input.before.webhook)? else {
            return Ok(FailedOutput { delivery: None });
        };
        settle(tx, &mut webhook, &input.before)?;
        if webhook.device.is_some() && matches!(input.status, Some(404 | 410)) {
            // The push service says that the device no longer takes any.
            super::operations::remove(tx, &webhook)?;
            return Ok(FailedOutput { delivery: None });
        }
        let known = input.delivery.as_ref().map(|id| tx.get::<Delivery>(id)).transpose()?.flatten();
        let first = known.is_none();
        let mut delivery = known.unwrap_or_else(|| Delivery {
            id: tx.new_id(Delivery::KIND),
            webhook: webhook.id.clone(),
            seq: input.seq,
            event: input.event.clone(),
            test: false,
            attempts: 0,
            next_at: 0,
            last_error: None,
            dead_at: None,
        });
        postpone(tx, &mut delivery, input);
        let is_head = first || webhook.head.as_ref() == Some(&delivery.id);
        let aside = delivery.dead_at.is_some() || (input.is_refusal() && delivery.attempts >= HEAD_TRIES);
        if is_head {
            webhook.head = (!aside).then(|| delivery.id.clone());
        }
        if input.status == Some(410) {
            webhook.disabled_at = Some(tx.now());
            webhook.disabled_why = Some(say!("op-answered-410"));
        }
        tx.put(&delivery)?;
        tx.put(&webhook)?;
        Ok(FailedOutput { delivery: Some(delivery) })
    }
}

/// Postpones a delivery, or gives it up.
fn postpone(tx: &Tx<'_>, delivery: &mut Delivery, input: &FailedInput) {
    delivery.attempts += 1;
    delivery.last_error = Some(crate::text::truncate(&crate::redact::text(&input.error), 300));
    let waits = BACK_OFF_S.get(delivery.attempts as usize - 1).copied();
    match waits.filter(|_| !delivery.test && input.status != Some(410)) {
        None => delivery.dead_at = Some(tx.now()),
        Some(wait_s) => {
            let wait_ms = wait_s.max(input.retry_after_s.unwrap_or_default().min(MAX_WAIT_S)) * 1000;
            delivery.next_at = tx.now() + wait_ms + jitter(tx, wait_ms);
        }
    }
}

/// Adds up to a fifth, so that a recovering receiver is not flooded by all senders at once.
fn jitter(tx: &Tx<'_>, wait_ms: u64) -> u64 {
    let random = tx.random("webhook jitter");
    u64::from(u16::from_le_bytes([random[0], random[1]])) * wait_ms / 5 / u64::from(u16::MAX)
}
