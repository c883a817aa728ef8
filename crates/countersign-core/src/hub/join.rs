//! `gate.join`: a gate redeems its invitation on the hub. It chose its token itself, so the same request can be
//! repeated when its answer was lost, and another gate's cannot.

use countersign_words::say;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Gate, key};
use crate::{
    ActorKind, Role,
    audit::Checkpoint,
    error::{Error, ErrorCode, Result},
    op::Op,
    record::Record,
    store::Scan,
    token::Token,
    tx::Tx,
};

/// The only callers: tokens of gates. They can call nothing else.
pub(super) const GATE: &[ActorKind] = &[ActorKind::Gate];

/// See the module.
pub struct GateJoin;

/// A gate that joins.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JoinInput {
    /// The hash of the token that it will use.
    #[schemars(length(equal = 64))]
    pub hash: String,
    /// The signed end of its log; its key is that of the gate from now on.
    pub checkpoint: Checkpoint,
}

/// The hub.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct JoinOutput {
    /// The gate's id here.
    pub gate: String,
    /// Its name here.
    pub name: String,
    /// The signed end of the hub's log.
    pub checkpoint: Checkpoint,
}

impl Op for GateJoin {
    const NAME: &'static str = "gate.join";
    const DOC: &'static str = "Redeem an invitation as a gate";
    const AUDIENCE: &'static [ActorKind] = GATE;
    const HTTP: &'static str = "POST /v1/gates/join";
    const CLI: &'static str = "";
    type Input = JoinInput;
    type Output = JoinOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &JoinInput) -> Result<JoinOutput> {
        let used = || Error::refused(say!("hub-invitation-used")).hint(say!("hub-invitation-hint"));
        let invitation = tx.actor().token.clone().unwrap_or_default();
        let mut gate =
            Gate::of_token(tx, &invitation)?.filter(|gate| gate.invitation == invitation).ok_or_else(used)?;
        if input.hash.len() != 64 || !input.hash.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Err(Error::invalid(say!("hub-no-hash")));
        }
        if !input.checkpoint.is_genuine() {
            return Err(Error::refused(say!("hub-checkpoint-false")));
        }
        match &gate.token {
            Some(token) => {
                let same = tx.need::<Token>(token)?.hash == input.hash
                    && gate.key.as_ref() == Some(&input.checkpoint.key);
                if !same {
                    return Err(used());
                }
            }
            None => {
                // A token that somebody else has is none of this gate's.
                if !tx.scan(&Scan::exactly(Token::KIND.name, "token.hash", &input.hash))?.is_empty() {
                    return Err(used());
                }
                let id = tx.new_id(Token::KIND);
                tx.create(&Token {
                    id: id.clone(),
                    kind: ActorKind::Gate,
                    name: gate.name.clone(),
                    hash: input.hash.clone(),
                    owner: Some(gate.owner.clone()),
                    created_at: tx.now(),
                    revoked_at: None,
                    expires_at: None,
                    role: Role::Viewer,
                    scopes: ["gate.sync", "gate.take", "gate.report"].map(str::to_owned).to_vec(),
                    uid: None,
                    session: false,
                    groups: Vec::new(),
                    issuer: None,
                })?;
                gate.token = Some(id);
                gate.key = Some(input.checkpoint.key.clone());
                gate.checkpoint = Some(input.checkpoint.clone());
                gate.seen_at = Some(tx.now());
                tx.put(&gate)?;
            }
        }
        let checkpoint = key::checkpoint(tx)?;
        Ok(JoinOutput { gate: gate.id, name: gate.name, checkpoint })
    }
}

/// Returns the gate that calls.
pub(super) fn caller(tx: &mut Tx<'_>) -> Result<Gate> {
    let token = tx.actor().token.clone().unwrap_or_default();
    let gate = Gate::of_token(tx, &token)?.filter(|gate| gate.token.as_ref() == Some(&token));
    gate.ok_or_else(|| Error::new(ErrorCode::Unauthenticated, say!("hub-gate-gone")))
}
