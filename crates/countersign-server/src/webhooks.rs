//! Sends events to webhooks. The log is the outbox: this task asks the core what is due, sends it, and records the
//! result. A crash in between sends again under the same id; nothing is lost, and failures here never affect the
//! reported operations.

mod address;
mod chat;
mod encrypt;
mod push;
pub(crate) mod send;
mod sign;
mod vapid;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use countersign_core::{
    Error, Op, Result,
    webhook::{
        Address, DeviceKeys,
        outbox::{Body, Dispatch, DueInput, Outgoing, WebhookDue},
        results::{DeliveredInput, FailedInput, WebhookDelivered, WebhookFailed},
    },
};
use serde::Serialize;
use tokio::task::{Id, JoinSet};

pub use address::is_public;
pub use sign::signature;
pub use vapid::Vapid;

pub use crate::outgoing::Options;

use crate::App;
use send::{Failure, Post};

const SURFACE: &str = "webhook";

/// How many webhooks are sent to at once; more than can exist, so that none waits for another.
const MAX_AT_ONCE: usize = 128;

/// The longest time between checks: the clock may jump while a machine sleeps.
const MAX_REST: Duration = Duration::from_secs(30);

/// The shortest time between checks while the log grows.
const MIN_REST: Duration = Duration::from_millis(50);

/// How long another daemon may be silent before it is asked again whether it still sends for all.
const LEAD_REST: Duration = Duration::from_secs(2);

/// The pause after a store error: what cannot be recorded must not be sent over and over.
const MISHAP_REST: Duration = Duration::from_secs(30);

/// How long deliveries in progress may take on shutdown.
const GRACE: Duration = Duration::from_secs(3);

/// Sends until shutdown.
pub async fn run(app: Arc<App>) {
    run_with(app, Options::default()).await;
}

/// Like `run`, with other time limits.
pub async fn run_with(app: Arc<App>, options: Options) {
    let mut growth = app.growth.subscribe();
    let mut sender = Sender {
        app: app.clone(),
        options,
        looked: BTreeMap::new(),
        tasks: JoinSet::new(),
        busy: Vec::new(),
    };
    while !app.stop.is_stopped() {
        growth.borrow_and_update();
        let rest = sender.look().await.unwrap_or_else(|e| {
            tracing::warn!(error = %e, internal = e.internal(), "cannot see what webhooks are to be told");
            MISHAP_REST
        });
        tokio::select! {
            () = app.stop.stopped() => break,
            // Cannot fail: the app holds the other end.
            _ = growth.changed() => tokio::time::sleep(MIN_REST).await,
            Some(ended) = sender.tasks.join_next_with_id() => sender.ended(ended.map_or_else(|e| e.id(), |(id, ())| id)),
            () = tokio::time::sleep(rest) => {}
        }
    }
    let all = async { while sender.tasks.join_next().await.is_some() {} };
    // Deliveries that are cut off here are sent again at the next start.
    let _ = tokio::time::timeout(GRACE, all).await;
}

/// The task's state; all of it can be lost.
struct Sender {
    app: Arc<App>,
    options: Options,
    /// For each webhook, the last event that was checked without a match.
    looked: BTreeMap<String, u64>,
    tasks: JoinSet<()>,
    /// The webhooks being sent to, and their tasks.
    busy: Vec<(Id, String)>,
}

impl Sender {
    /// Starts due deliveries; returns how long there is nothing else to do.
    async fn look(&mut self) -> Result<Duration> {
        if !self.app.blocking(|engine| Ok(engine.store().leads())).await? {
            // Another daemon sends for all.
            return Ok(LEAD_REST);
        }
        let busy: BTreeSet<String> = self.busy.iter().map(|(_, webhook)| webhook.clone()).collect();
        let url = self.app.settings.url.clone();
        let input = DueInput { url, looked: self.looked.clone(), busy };
        let due = self.app.system::<WebhookDue>(input, SURFACE).await?;
        let mut rest = MAX_REST;
        for out in due.webhooks {
            let idle = out.messages.is_empty() && out.done.is_empty() && !out.lags;
            if idle {
                self.looked.insert(out.webhook, out.through);
                rest = if out.more { Duration::ZERO } else { rest };
            } else if self.busy.len() < MAX_AT_ONCE {
                let webhook = out.webhook.clone();
                let handle = self.tasks.spawn(deliver(self.app.clone(), out, self.options.clone()));
                self.busy.push((handle.id(), webhook));
            }
        }
        let now = self.app.engine.env().now_ms();
        let until = due.next_at.map(|at| Duration::from_millis(at.saturating_sub(now).max(1)));
        Ok(until.map_or(rest, |until| rest.min(until)))
    }

    fn ended(&mut self, id: Id) {
        self.busy.retain(|(task, _)| *task != id);
    }
}

/// Sends to one webhook, in order, and records the results in one call.
async fn deliver(app: Arc<App>, out: Outgoing, options: Options) {
    let Outgoing { webhook, url, secret, keys, allow_private, messages, done, through, .. } = out;
    let mut arrived = DeliveredInput { webhook, done, ..DeliveredInput::default() };
    let address = Address::parse(&url);
    let keys = Keys { secret, device: keys };
    for message in messages {
        if app.stop.is_stopped() {
            return record::<WebhookDelivered>(&app, arrived).await;
        }
        let now_s = app.engine.env().now_ms() / 1000;
        let sent = match &address {
            Ok(address) => match written(&app, address, &message, &keys, now_s) {
                Ok((headers, body)) => {
                    send::post(Post { address, allow_private, headers, body }, &options).await
                }
                Err(e) => Err(Failure::unreachable(e.message.to_string())),
            },
            Err(e) => Err(Failure::unreachable(e.message.to_string())),
        };
        app.metrics.webhook(sent.is_ok());
        match sent {
            Ok(()) => {
                arrived.done.extend(message.delivery.clone());
                settle(&mut arrived, message);
            }
            Err(failure) => return fail(&app, arrived, message, failure).await,
        }
    }
    arrived.through = arrived.through.max(Some(through));
    record::<WebhookDelivered>(&app, arrived).await;
}

fn settle(arrived: &mut DeliveredInput, message: Dispatch) {
    arrived.through = arrived.through.max(message.through);
    arrived.rung.extend(message.body.into_rung());
}

/// What a webhook's messages are signed and encrypted with.
struct Keys {
    secret: Option<String>,
    device: Option<DeviceKeys>,
}

/// A message as it is posted: its headers and its body.
fn written(
    app: &App,
    address: &Address,
    message: &Dispatch,
    keys: &Keys,
    now_s: u64,
) -> Result<push::Sealed> {
    let text = match &message.body {
        Body::Payload(payload) => payload.to_string(),
        Body::Notice { chat, notice, link } => chat::notice(chat, notice, link).to_string(),
        Body::Test { chat, link } => chat::test(chat, link).to_string(),
        Body::Device { language, notice } => {
            return sealed(app, address, &push::notice(language, notice), keys, now_s);
        }
        Body::DeviceTest { language } => return sealed(app, address, &push::test(language), keys, now_s),
    };
    let mut headers = vec![
        ("content-type", "application/json".to_owned()),
        ("webhook-id", message.id.clone()),
        ("webhook-timestamp", now_s.to_string()),
    ];
    if let Some(secret) = &keys.secret {
        headers.push(("webhook-signature", signature(secret, &message.id, now_s, text.as_bytes())?));
    }
    Ok((headers, text.into_bytes()))
}

fn sealed(app: &App, address: &Address, push: &push::Push, keys: &Keys, now_s: u64) -> Result<push::Sealed> {
    let (Some(secret), Some(device)) = (&keys.secret, &keys.device) else {
        return Err(Error::bug("a device has no keys"));
    };
    push::seal(app, push, address, device, secret, now_s)
}

async fn fail(app: &Arc<App>, mut before: DeliveredInput, message: Dispatch, failure: Failure) {
    let Failure { error, status, retry_after_s } = failure;
    tracing::info!(webhook = before.webhook, event = message.id, error, "a webhook did not take an event");
    let (delivery, seq, event) = (message.delivery.clone(), message.seq, message.id.clone());
    settle(&mut before, message);
    let input = FailedInput { before, delivery, seq, event, error, status, retry_after_s };
    record::<WebhookFailed>(app, input).await;
}

async fn record<O: Op>(app: &Arc<App>, input: O::Input)
where
    O::Input: Serialize,
{
    if let Err(e) = app.system::<O>(input, SURFACE).await {
        tracing::warn!(error = %e, internal = e.internal(), "cannot record what became of a webhook's message");
        tokio::select! {
            () = app.stop.stopped() => {}
            () = tokio::time::sleep(MISHAP_REST) => {}
        }
    }
}
