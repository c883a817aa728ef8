//! Gates on a hub, for persons: `gate.invite`, `gate.list` and `gate.remove`.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Gate, GateItem, key, settle};
use crate::{
    ActorKind, Role,
    authority::operations::{Nothing, check_name},
    error::{Error, Result},
    item::Item,
    op::Op,
    record::Record,
    store::Scan,
    token::Token,
    tx::Tx,
};

const PERSON: &[ActorKind] = &[ActorKind::Person];
/// The maximum number of gates.
const MAX_GATES: usize = 1000;
/// For how many minutes an invitation can be redeemed, unless the person says otherwise.
const MINUTES: u32 = 60;
const MAX_MINUTES: u32 = 7 * 24 * 60;
/// What an invitation begins with.
pub(super) const INVITATION: &str = "cs_join_";

/// Invites a gate.
pub struct GateInvite;

/// Which gate, and for how long.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InviteInput {
    /// The gate's name, such as that of its machine.
    #[schemars(length(min = 1, max = 64))]
    pub name: String,
    /// For how many minutes it can be redeemed; 60 by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = MAX_MINUTES))]
    pub minutes: Option<u32>,
}

/// The invitation; this is the only time it is seen.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct InviteOutput {
    /// The invitation: one gate can join with it, once.
    pub invitation: String,
    /// The gate's id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Until when it can be redeemed.
    pub expires_at: u64,
}

impl Op for GateInvite {
    const NAME: &'static str = "gate.invite";
    const DOC: &'static str = "Invite a gate on another machine to ask here; the invitation is printed once";
    const ROLE: Role = Role::Admin;
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const HTTP: &'static str = "POST /v1/gates/invite";
    const CLI: &'static str = "hub invite {name} --minutes {minutes}";
    type Input = InviteInput;
    type Output = InviteOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &InviteInput) -> Result<InviteOutput> {
        let name = input.name.trim();
        check_name(tx, ActorKind::Gate, name)?;
        let gates = Gate::all(tx)?;
        if gates.iter().any(|gate| gate.name == name && gate.removed_at.is_none()) {
            return Err(Error::conflict(say!("hub-gate-there", name)).hint(say!("hub-gate-there-hint", name)));
        }
        if gates.len() >= MAX_GATES {
            return Err(Error::conflict(say!("hub-gates-most", n = MAX_GATES)));
        }
        let minutes = input.minutes.unwrap_or(MINUTES);
        if !(1..=MAX_MINUTES).contains(&minutes) {
            return Err(Error::invalid(say!("hub-minutes", most = MAX_MINUTES)));
        }
        let key = key::ensure(tx)?;
        let secret: String = tx.random("invitation").iter().map(|b| format!("{b:02x}")).collect();
        let token = format!("{INVITATION}{secret}");
        let expires_at = tx.now().saturating_add(u64::from(minutes) * 60_000);
        let invitation = tx.new_id(Token::KIND);
        let owner = tx.actor().name.clone();
        tx.create(&Token {
            id: invitation.clone(),
            kind: ActorKind::Gate,
            name: name.to_owned(),
            hash: Token::hash(&token),
            owner: Some(owner.clone()),
            created_at: tx.now(),
            revoked_at: None,
            expires_at: Some(expires_at),
            role: Role::Viewer,
            scopes: vec!["gate.join".to_owned()],
            uid: None,
            session: false,
            groups: Vec::new(),
            issuer: None,
        })?;
        let gate = Gate {
            id: tx.new_id(Gate::KIND),
            name: name.to_owned(),
            owner,
            invitation,
            token: None,
            key: None,
            checkpoint: None,
            seen_at: None,
            alert: None,
            created_at: tx.now(),
            removed_at: None,
        };
        tx.create(&gate)?;
        Ok(InviteOutput { invitation: format!("{token}.{key}"), id: gate.id, name: gate.name, expires_at })
    }
}

/// A gate as it is shown.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct GateView {
    /// The gate.
    #[serde(flatten)]
    pub gate: Gate,
    /// How many of its items wait here.
    pub waiting: usize,
}

/// Lists gates.
pub struct GateList;

/// All gates.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct GatesOutput {
    /// Newest first.
    pub gates: Vec<GateView>,
}

impl Op for GateList {
    const NAME: &'static str = "gate.list";
    const DOC: &'static str = "List the gates that ask here, with the newest signed end of their logs";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const WRITE: bool = false;
    const HTTP: &'static str = "GET /v1/gates";
    const CLI: &'static str = "hub list";
    type Input = Nothing;
    type Output = GatesOutput;

    fn run(&self, tx: &mut Tx<'_>, _input: &Nothing) -> Result<GatesOutput> {
        let mut gates = Vec::new();
        for gate in Gate::all(tx)?.into_iter().rev() {
            let waiting = open_items(tx, &gate)?.iter().filter(|item| item.status.is_decidable()).count();
            gates.push(GateView { gate, waiting });
        }
        Ok(GatesOutput { gates })
    }
}

/// Returns the open items here of a gate.
fn open_items(tx: &mut Tx<'_>, gate: &Gate) -> Result<Vec<Item>> {
    let scan = Scan::exactly(GateItem::KIND.name, "gate_item.open", &format!("{}/", gate.id));
    let mut open = Vec::new();
    for item in tx.list::<GateItem>(&scan)? {
        let here: Item = tx.need(&item.here)?;
        if here.status.is_open() {
            open.push(here);
        }
    }
    Ok(open)
}

/// Removes a gate.
pub struct GateRemove;

/// Which one.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RemoveInput {
    /// The gate's name, or its id.
    pub name: String,
}

/// What ended with it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct RemoveOutput {
    /// The gate.
    pub gate: Gate,
    /// How many items of it were open here.
    pub items: usize,
    /// In words.
    pub message: Message,
}

impl Op for GateRemove {
    const NAME: &'static str = "gate.remove";
    const DOC: &'static str = "Remove a gate: its token ends at once, and what it asked is withdrawn here";
    const ROLE: Role = Role::Admin;
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const HTTP: &'static str = "POST /v1/gates/{name}/remove";
    const CLI: &'static str = "hub remove {name}";
    type Input = RemoveInput;
    type Output = RemoveOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &RemoveInput) -> Result<RemoveOutput> {
        let named =
            |gate: &Gate| (gate.name == input.name || gate.id == input.name) && gate.removed_at.is_none();
        let Some(mut gate) = Gate::all(tx)?.into_iter().find(named) else {
            return Err(Error::not_found(say!("hub-no-gate", name = crate::text::visible(&input.name).text)));
        };
        for id in [Some(gate.invitation.clone()), gate.token.clone()].into_iter().flatten() {
            let mut token: Token = tx.need(&id)?;
            if token.revoked_at.is_none() {
                token.revoked_at = Some(tx.now());
                tx.put(&token)?;
            }
        }
        let open = open_items(tx, &gate)?;
        let items = open.len();
        for mut item in open {
            settle::removed(tx, &mut item, &gate.name)?;
        }
        gate.removed_at = Some(tx.now());
        tx.put(&gate)?;
        let message = say!("hub-gate-removed", name = gate.name, n = items);
        Ok(RemoveOutput { gate, items, message })
    }
}
