//! The hub of this gate, for persons: `hub.join`, `hub.leave` and `hub.show`. Only persons join or leave one: whoever
//! names the hub names who decides.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Hub, HubItem, HubState, invite::INVITATION, key};
use crate::{
    ActorKind, Role,
    audit::Checkpoint,
    authority::operations::Nothing,
    error::{Error, Result},
    judge::HubDecides,
    op::Op,
    passkey::{Assertion, live},
    record::Record,
    store::Scan,
    tx::Tx,
    webhook::Address,
};

const PERSON: &[ActorKind] = &[ActorKind::Person];
/// The longest certificate.
const CERTIFICATE_MOST: usize = 64 << 10;

/// What only this gate and its hub know.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Secret {
    /// The invitation's token, until it is redeemed.
    pub invitation: Option<String>,
    /// The token that this gate chose for itself.
    pub token: String,
}

/// Joins a hub.
pub struct HubJoin;

/// Which hub, and how.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HubJoinInput {
    /// The hub's address: https, or http to this machine.
    #[schemars(length(min = 1, max = Address::LONGEST))]
    pub url: String,
    /// The invitation that an admin there made. Under this name, no log shows it.
    pub credentials: String,
    /// A certificate (PEM) to trust besides those of this machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = CERTIFICATE_MOST))]
    pub certificate: Option<String>,
    /// The caller's signature, needed if the caller has a passkey: see `passkey.authorize`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assertion: Option<Assertion>,
}

/// Returns the address of a hub if it may be used: nothing goes unencrypted to another machine.
pub fn address(url: &str) -> Result<Address> {
    let address = Address::parse(url)?;
    let parts: Vec<&str> = address.host.split('.').collect();
    let is_quad = parts.len() == 4 && parts.iter().all(|part| part.parse::<u8>().is_ok());
    // The name is resolved, and looked at again, where the connection is made.
    let is_here =
        matches!(address.host.as_str(), "localhost" | "::1") || (is_quad && parts.first() == Some(&"127"));
    if !address.tls && !is_here {
        return Err(
            Error::refused(say!("hub-only-https", host = address.host)).hint(say!("hub-only-https-hint"))
        );
    }
    if !matches!(address.path.as_str(), "" | "/") {
        return Err(Error::invalid(say!("hub-no-path", url)));
    }
    Ok(address)
}

/// Takes an invitation apart: the token, and the public key of the hub's log.
fn parts(invitation: &str) -> Result<(String, String)> {
    let wrong = || Error::invalid(say!("hub-no-invitation")).hint(say!("hub-no-invitation-hint"));
    let (token, key) = invitation.trim().split_once('.').ok_or_else(wrong)?;
    let secret = token.strip_prefix(INVITATION).ok_or_else(wrong)?;
    let is_hex = secret.len() == 64 && secret.bytes().all(|b| b.is_ascii_hexdigit());
    if !is_hex || !key::is_key(key) {
        return Err(wrong());
    }
    Ok((token.to_owned(), key.to_owned()))
}

impl Op for HubJoin {
    const NAME: &'static str = "hub.join";
    const DOC: &'static str = "Join a hub: what must be asked here is also asked there";
    const ROLE: Role = Role::Admin;
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const HTTP: &'static str = "POST /v1/hub/join";
    const CLI: &'static str = "";
    type Input = HubJoinInput;
    type Output = HubView;

    fn run(&self, tx: &mut Tx<'_>, input: &HubJoinInput) -> Result<HubView> {
        let address = address(&input.url)?;
        let (invitation, key) = parts(&input.credentials)?;
        if input.certificate.as_ref().is_some_and(|pem| pem.len() > CERTIFICATE_MOST) {
            return Err(Error::invalid(say!("hub-certificate-large")));
        }
        if tx.setup().hosts.own.is_some() {
            // What it would ask there belongs to one of several machines, which have one inbox already.
            return Err(Error::conflict(say!("hub-of-one-machine")));
        }
        match tx.get::<Hub>(Hub::ID)? {
            Some(hub) if hub.state == HubState::Failed => leave(tx, &hub)?,
            Some(hub) => {
                return Err(
                    Error::conflict(say!("hub-joined-already", url = hub.url)).hint(say!("hub-leave-first"))
                );
            }
            None => {}
        }
        live::vouch(tx, input.assertion.as_ref())?;
        if key::ensure(tx)? == key {
            return Err(Error::conflict(say!("hub-is-this")));
        }
        let random: String = tx.random("gate token").iter().map(|b| format!("{b:02x}")).collect();
        let secret = Secret { invitation: Some(invitation), token: format!("cs_gate_{random}") };
        let hub = Hub {
            id: Hub::ID.to_owned(),
            url: address.origin(),
            key,
            certificate: input.certificate.clone(),
            secret: tx.put_blob(serde_json::to_vec(&secret)?)?,
            state: HubState::Joining,
            gate: None,
            name: None,
            by: tx.actor().name.clone(),
            at: tx.now(),
            checkpoint: None,
            away_since: None,
            why: None,
            alert: None,
        };
        tx.put(&hub)?;
        view(tx, Some(hub))
    }
}

/// Forgets a hub, its secret, and what it was asked.
fn leave(tx: &mut Tx<'_>, hub: &Hub) -> Result<()> {
    for item in tx.list::<HubItem>(&Scan::prefix(HubItem::KIND.name, "hub_item.open", ""))? {
        tx.delete::<HubItem>(&item.id)?;
    }
    tx.drop_blob(&hub.secret)?;
    tx.delete::<Hub>(Hub::ID)
}

/// Leaves the hub.
pub struct HubLeave;

impl Op for HubLeave {
    const NAME: &'static str = "hub.leave";
    const DOC: &'static str = "Leave the hub: everything is decided here again";
    const ROLE: Role = Role::Admin;
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const HTTP: &'static str = "POST /v1/hub/leave";
    const CLI: &'static str = "leave";
    type Input = Nothing;
    type Output = HubView;

    fn run(&self, tx: &mut Tx<'_>, _input: &Nothing) -> Result<HubView> {
        let Some(hub) = tx.get::<Hub>(Hub::ID)? else {
            return Err(Error::conflict(say!("hub-none")));
        };
        leave(tx, &hub)?;
        let message = say!("hub-left", url = hub.url);
        Ok(HubView { message, ..view(tx, None)? })
    }
}

/// Shows the hub.
pub struct HubShow;

/// The hub of this gate, and how it stands.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct HubView {
    /// Its address; none if there is no hub.
    pub url: Option<String>,
    /// How this gate stands with it.
    pub state: Option<HubState>,
    /// This gate's name there.
    pub name: Option<String>,
    /// Who joined it.
    pub by: Option<String>,
    /// What the policy here lets it decide.
    pub decides: HubDecides,
    /// How many items it was asked about that are open.
    pub asked: usize,
    /// The newest checkpoint of its log that is kept here: a witness of what it signed.
    pub checkpoint: Option<Checkpoint>,
    /// Since when it cannot be reached, or takes nothing.
    pub away_since: Option<u64>,
    /// Why.
    pub why: Option<Message>,
    /// What it said that was not true, last.
    pub alert: Option<Message>,
    /// In words.
    pub message: Message,
}

impl Op for HubShow {
    const NAME: &'static str = "hub.show";
    const DOC: &'static str = "Show the hub that this gate is joined to, and whether it can be reached";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const WRITE: bool = false;
    const HTTP: &'static str = "GET /v1/hub";
    const CLI: &'static str = "hub show";
    type Input = Nothing;
    type Output = HubView;

    fn run(&self, tx: &mut Tx<'_>, _input: &Nothing) -> Result<HubView> {
        let hub = tx.get::<Hub>(Hub::ID)?;
        view(tx, hub)
    }
}

fn view(tx: &mut Tx<'_>, hub: Option<Hub>) -> Result<HubView> {
    let asked = tx.scan(&Scan::prefix(HubItem::KIND.name, "hub_item.open", ""))?.len();
    let decides = tx.setup().policy.hub();
    let message = match &hub {
        None => say!("hub-none"),
        Some(hub) => standing(hub, &tx.setup().zone, asked),
    };
    let hub = hub.as_ref();
    Ok(HubView {
        url: hub.map(|h| h.url.clone()),
        state: hub.map(|h| h.state),
        name: hub.and_then(|h| h.name.clone()),
        by: hub.map(|h| h.by.clone()),
        decides,
        asked,
        checkpoint: hub.and_then(|h| h.checkpoint.clone()),
        away_since: hub.and_then(|h| h.away_since),
        why: hub.and_then(|h| h.why.clone()),
        alert: hub.and_then(|h| h.alert.clone()),
        message,
    })
}

/// Says how this gate stands with its hub.
pub fn standing(hub: &Hub, zone: &jiff::tz::TimeZone, asked: usize) -> Message {
    let (url, why) = (hub.url.clone(), hub.why.clone().unwrap_or_default());
    let mut said = vec![match (hub.state, hub.away_since) {
        (HubState::Joining, None) => say!("hub-joining", url),
        (HubState::Joining, Some(_)) => say!("hub-joining-why", url, said = why),
        (HubState::Failed, _) => say!("hub-failed", url, said = why),
        (HubState::Joined, None) => {
            say!("hub-joined", url, name = hub.name.clone().unwrap_or_default(), n = asked)
        }
        (HubState::Joined, Some(at)) => {
            let since = crate::when::local(crate::when::from_ms(at), zone);
            say!("hub-away", url, since, said = why)
        }
    }];
    said.extend(hub.alert.clone().map(|alert| say!("hub-lied", said = alert)));
    Message::joined(". ", &said)
}
