//! Devices: browsers and phones on which a person is notified by their push service (RFC 8030). A device is a webhook of
//! one session, and ends with it.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::operations::{all, remove};
use crate::{
    ActorKind, Role,
    authority::operations::{ById, Nothing},
    error::{Error, ErrorCode, Result},
    op::Op,
    record::{Kind, Record, no_index},
    text,
    token::Token,
    tx::Tx,
    webhook::{Address, Delivery, Device, DeviceKeys, Shape, Target, Webhook, notice::APPROVAL_REQUESTED},
};

const PERSON: &[ActorKind] = &[ActorKind::Person];

/// The maximum number of devices of one person, and of all.
const MAX_OF_ONE: usize = 10;
/// See [`MAX_OF_ONE`].
const MAX_OF_ALL: usize = 90;

/// The longest name of a device.
const MAX_LABEL: usize = 60;

/// The bytes of an uncompressed point, and of the shared secret.
const POINT_BYTES: usize = 65;
/// See [`POINT_BYTES`].
const AUTH_BYTES: usize = 16;

/// The key by which push services know this daemon. It is made once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PushKey {
    /// [`PushKey::ID`].
    pub id: String,
    /// The blob with the private key.
    pub blob: String,
}

impl PushKey {
    /// There is one.
    pub const ID: &'static str = "key";
}

impl Record for PushKey {
    const KIND: &'static Kind =
        &Kind { name: "push_key", prefix: "", domain: false, index: no_index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}

/// Returns the private key, in hexadecimal digits, if it was made.
pub(super) fn kept_key(tx: &mut Tx<'_>) -> Result<Option<String>> {
    let Some(key) = tx.get::<PushKey>(PushKey::ID)? else { return Ok(None) };
    Ok(tx.blob(&key.blob)?.and_then(|bytes| String::from_utf8(bytes).ok()))
}

/// Returns the private key, and makes it if there is none.
fn ensure_key(tx: &mut Tx<'_>) -> Result<String> {
    if let Some(secret) = kept_key(tx)? {
        return Ok(secret);
    }
    let secret: String = tx.random("push key").iter().map(|b| format!("{b:02x}")).collect();
    let blob = tx.put_blob(secret.clone().into_bytes())?;
    tx.put(&PushKey { id: PushKey::ID.to_owned(), blob })?;
    Ok(secret)
}

/// Whether the session of a device counts.
pub(super) fn is_live(tx: &mut Tx<'_>, device: &Device) -> Result<bool> {
    let now = tx.now();
    Ok(tx.get::<Token>(&device.token)?.is_some_and(|token| token.lapsed(now).is_none()))
}

/// Removes the devices of a session that ended.
pub(crate) fn forget(tx: &mut Tx<'_>, token: &str) -> Result<()> {
    let of_it = |w: &Webhook| w.device.as_ref().is_some_and(|d| d.token == token);
    for webhook in all(tx)?.into_iter().filter(of_it) {
        remove(tx, &webhook)?;
    }
    Ok(())
}

/// Returns the private key that notifications are signed with.
pub struct PushKeyOp;

/// The private key.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct KeyOutput {
    /// The scalar of P-256, in hexadecimal digits.
    pub secret: String,
}

impl Op for PushKeyOp {
    const NAME: &'static str = "push.key";
    const DOC: &'static str = "Return the key that notifications of devices are signed with; it is made once";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::System];
    const LAZY: bool = true;
    const HTTP: &'static str = "POST /v1/push/key";
    const CLI: &'static str = "";
    type Input = Nothing;
    type Output = KeyOutput;

    fn run(&self, tx: &mut Tx<'_>, _input: &Nothing) -> Result<KeyOutput> {
        Ok(KeyOutput { secret: ensure_key(tx)? })
    }
}

/// Notifies a device.
pub struct PushSubscribe;

/// A device.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SubscribeInput {
    /// What the browser gave: the address of its push service, and the keys of the subscription.
    pub credentials: Credentials,
    /// What to call the device.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = MAX_LABEL))]
    pub label: Option<String>,
    /// Whether its push service may be in a private network or on this machine; for admins.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub allow_private: bool,
}

/// The subscription of a browser, as `PushSubscription.toJSON()` has it. Under this name, no log shows it.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The address of its push service: https, without a name or password in it.
    #[schemars(length(min = 1, max = Address::LONGEST))]
    pub endpoint: String,
    /// The public key of the device.
    #[schemars(length(max = 128))]
    pub p256dh: String,
    /// The secret that the device shares with the sender.
    #[schemars(length(max = 64))]
    pub auth: String,
}

/// A device, without what its messages are encrypted with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DeviceView {
    /// Its id.
    pub id: String,
    /// What its person calls it.
    pub label: String,
    /// The host of its push service.
    pub service: String,
    /// When it was added.
    pub created_at: u64,
    /// Whether it is the device of this session.
    pub here: bool,
    /// The delivery that everything later waits for, while its push service fails.
    pub waits_for: Option<String>,
}

impl DeviceView {
    fn of(tx: &Tx<'_>, webhook: Webhook) -> Option<Self> {
        let device = webhook.device?;
        Some(Self {
            here: tx.actor().token.as_ref() == Some(&device.token),
            id: webhook.id,
            label: device.label,
            service: webhook.url,
            created_at: webhook.created_at,
            waits_for: webhook.head,
        })
    }
}

impl Op for PushSubscribe {
    const NAME: &'static str = "push.subscribe";
    const DOC: &'static str = "Notify the browser or phone of this session when something waits";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const ROLE: Role = Role::Viewer;
    const HTTP: &'static str = "POST /v1/push/subscribe";
    const CLI: &'static str = "";
    type Input = SubscribeInput;
    type Output = DeviceView;

    fn run(&self, tx: &mut Tx<'_>, input: &SubscribeInput) -> Result<DeviceView> {
        let token = session(tx)?;
        let address = check_address(tx, input)?;
        let keys = check_keys(&input.credentials)?;
        make_room(tx, &input.credentials.endpoint)?;
        ensure_key(tx)?;
        let id = tx.new_id(Webhook::KIND);
        let url = input.credentials.endpoint.clone();
        let target = Target { webhook: id.clone(), url, secret: None, keys: Some(keys) };
        let person = tx.actor().name.clone();
        let label = input.label.as_deref().map(|l| text::line(l, MAX_LABEL)).filter(|l| !l.is_empty());
        let language = tx.call().origin.language.code().to_owned();
        let webhook = Webhook {
            id: id.clone(),
            url: address.origin(),
            shape: Shape::Push,
            events: vec![APPROVAL_REQUESTED.to_owned()],
            target: tx.put_blob(serde_json::to_vec(&target)?)?,
            allow_private: input.allow_private,
            created_by: person.clone(),
            created_at: tx.now(),
            disabled_at: None,
            disabled_why: None,
            after_seq: tx.seq(),
            head: None,
            rung: Vec::new(),
            device: Some(Device { person, token, label: label.unwrap_or_default(), language }),
        };
        tx.create(&webhook)?;
        // The person sees at once that it works.
        let first = Delivery {
            id: tx.new_id(Delivery::KIND),
            webhook: id,
            seq: tx.seq(),
            event: tx.event_id(),
            test: true,
            attempts: 0,
            next_at: tx.now(),
            last_error: None,
            dead_at: None,
        };
        tx.create(&first)?;
        DeviceView::of(tx, webhook).ok_or_else(|| Error::bug("a device is not one"))
    }
}

/// Returns the session of the call: a device is one.
fn session(tx: &mut Tx<'_>) -> Result<String> {
    let token = tx.actor().token.clone().map(|id| tx.get::<Token>(&id)).transpose()?.flatten();
    match token.filter(|token| token.session) {
        Some(token) => Ok(token.id),
        None => Err(Error::conflict(say!("op-push-no-session")).hint(say!("op-hint-push-no-session"))),
    }
}

fn check_address(tx: &Tx<'_>, input: &SubscribeInput) -> Result<Address> {
    let address = Address::parse(&input.credentials.endpoint)?;
    if input.allow_private && tx.actor().role < Role::Admin {
        return Err(Error::refused(say!("op-push-private-admin")));
    }
    let local = address.is_plainly_local();
    if local && !input.allow_private {
        return Err(Error::invalid(say!("op-is-this-machine", host = address.host))
            .hint(say!("op-hint-allow-private")));
    }
    if !address.tls && !local {
        return Err(Error::invalid(say!("op-push-https")));
    }
    Ok(address)
}

fn check_keys(given: &Credentials) -> Result<DeviceKeys> {
    let read = |text: &str| URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).unwrap_or_default();
    let (point, auth) = (read(&given.p256dh), read(&given.auth));
    if point.len() != POINT_BYTES || point[0] != 4 || auth.len() != AUTH_BYTES {
        return Err(Error::invalid(say!("op-push-keys")));
    }
    Ok(DeviceKeys { p256dh: URL_SAFE_NO_PAD.encode(point), auth: URL_SAFE_NO_PAD.encode(auth) })
}

/// Removes devices that no longer count and this one, if it is known, and checks whether there is room for another.
fn make_room(tx: &mut Tx<'_>, endpoint: &str) -> Result<()> {
    let me = tx.actor().name.clone();
    let (mut own, mut others) = (0, 0);
    for webhook in all(tx)? {
        let Some(device) = &webhook.device else { continue };
        let target = tx.blob(&webhook.target)?.and_then(|b| serde_json::from_slice::<Target>(&b).ok());
        let is_known = device.person == me && target.is_some_and(|t| t.url == endpoint);
        if is_known || !is_live(tx, device)? {
            remove(tx, &webhook)?;
        } else if device.person == me {
            own += 1;
        } else {
            others += 1;
        }
    }
    if own >= MAX_OF_ONE || own + others >= MAX_OF_ALL {
        let full = Error::conflict(say!("op-push-most", n = own.max(1)));
        return Err(full.hint(say!("op-hint-push-most")));
    }
    Ok(())
}

/// Lists devices.
pub struct PushList;

/// The caller's devices.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct PushListOutput {
    /// Newest first.
    pub devices: Vec<DeviceView>,
}

impl Op for PushList {
    const NAME: &'static str = "push.list";
    const DOC: &'static str = "List your browsers and phones that are notified when something waits";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const WRITE: bool = false;
    const HTTP: &'static str = "GET /v1/push";
    const CLI: &'static str = "devices list";
    type Input = Nothing;
    type Output = PushListOutput;

    fn run(&self, tx: &mut Tx<'_>, _input: &Nothing) -> Result<PushListOutput> {
        let me = tx.actor().name.clone();
        let mut devices = Vec::new();
        for webhook in all(tx)?.into_iter().rev() {
            let Some(device) = webhook.device.as_ref().filter(|d| d.person == me) else { continue };
            if is_live(tx, device)? {
                devices.extend(DeviceView::of(tx, webhook));
            }
        }
        Ok(PushListOutput { devices })
    }
}

/// Ends the notifications of a device.
pub struct PushUnsubscribe;

/// What ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UnsubscribeOutput {
    /// The device that is no longer notified.
    pub id: String,
    /// In words.
    pub message: Message,
}

impl Op for PushUnsubscribe {
    const NAME: &'static str = "push.unsubscribe";
    const DOC: &'static str = "No longer notify one of your browsers or phones";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const ROLE: Role = Role::Viewer;
    const HTTP: &'static str = "DELETE /v1/push/{id}";
    const CLI: &'static str = "devices remove {id...}";
    type Input = ById;
    type Output = UnsubscribeOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &ById) -> Result<UnsubscribeOutput> {
        let (me, is_admin) = (tx.actor().name.clone(), tx.actor().role >= Role::Admin);
        let found = match tx.find::<Webhook>(&input.id) {
            Err(e) if e.code != ErrorCode::NotFound => return Err(e),
            found => found.ok(),
        };
        // Whether somebody else has a device is not told.
        let mine = |w: &Webhook| w.device.as_ref().is_some_and(|d| d.person == me || is_admin);
        let Some(webhook) = found.filter(mine) else {
            return Err(Error::not_found(say!("op-push-none", id = input.id)));
        };
        remove(tx, &webhook)?;
        let label = webhook.device.map(|d| d.label).filter(|l| !l.is_empty()).unwrap_or(webhook.url);
        Ok(UnsubscribeOutput { id: webhook.id, message: say!("op-push-removed", label) })
    }
}
