//! Passkeys: adding, listing and revoking them, and requesting a challenge to sign. [`crate::passkey`]
//! explains who may do which, and why.

use countersign_words::say;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::options::{CreationOptions, RequestOptions};
use crate::{
    ActorKind, Role,
    authority::operations::Nothing,
    decision::DecisionWord,
    error::{Error, Result},
    item::{Item, decide},
    op::Op,
    passkey::{
        Algorithm, Assertion, Challenge, Flaw, Passkey, Proof, Statement, attested, encode, flawed, live,
    },
    record::Record,
    store::Scan,
    tx::Tx,
};

const PERSON: &[ActorKind] = &[ActorKind::Person];

/// How many passkeys one person may have.
const PASSKEYS_MOST: usize = 20;

/// How long a label may be.
const LABEL_MOST: usize = 64;

/// Starts creating a passkey.
pub struct PasskeyBegin;

/// What the browser needs to make one.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct BeginOutput {
    /// For `navigator.credentials.create`.
    #[serde(rename = "publicKey")]
    pub public_key: CreationOptions,
    /// Whether the new passkey must be let in by one that is there: see `passkey.authorize`.
    pub needs_assertion: bool,
}

// For approvers, although it changes nothing yet: viewers have nothing to sign, and from an agent's process a
// person's token can only read.
impl Op for PasskeyBegin {
    const NAME: &'static str = "passkey.begin";
    const DOC: &'static str = "Get the options that a browser needs to create a passkey";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const HTTP: &'static str = "POST /v1/passkeys/begin";
    const CLI: &'static str = "";
    type Input = Nothing;
    type Output = BeginOutput;

    fn run(&self, tx: &mut Tx<'_>, _input: &Nothing) -> Result<BeginOutput> {
        let site = live::site(tx)?;
        let person = &tx.actor().name;
        let all: Vec<Passkey> = tx.list(&Scan::exactly(Passkey::KIND.name, "passkey.person", person))?;
        let user = match all.first() {
            Some(known) => known.user_handle.clone(),
            None => encode(&tx.random("passkey user")),
        };
        let counting: Vec<&Passkey> = all.iter().filter(|p| p.revoked_at.is_none()).collect();
        let challenge = live::issue(tx, Statement::Register { user: user.clone() })?;
        Ok(BeginOutput {
            public_key: CreationOptions::new(site, person, user, challenge.value, &counting),
            needs_assertion: !counting.is_empty(),
        })
    }
}

/// Adds the passkey that a browser made.
pub struct PasskeyFinish;

/// What `navigator.credentials.create` gave.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FinishInput {
    /// The id of the credential.
    pub id: String,
    /// The same.
    #[serde(rename = "rawId")]
    pub raw_id: String,
    /// Data that the browser and the authenticator attest.
    pub response: Attestation,
    /// The name to give it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = LABEL_MOST))]
    pub label: Option<String>,
    /// The signature of an existing passkey, for a challenge from `passkey.authorize`; the first passkey needs none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assertion: Option<Assertion>,
}

/// What browser and authenticator vouch for; other members, which browsers add, are passed over.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Attestation {
    /// The browser's part.
    #[serde(rename = "clientDataJSON")]
    pub client_data_json: String,
    /// The authenticator's.
    #[serde(rename = "attestationObject")]
    pub attestation_object: String,
}

/// A passkey as it is listed.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct PasskeyView {
    /// Its id.
    pub id: String,
    /// Whose it is.
    pub person: String,
    /// What the person calls it.
    pub label: String,
    /// The id that the authenticator gave it.
    pub credential_id: String,
    /// How it signs.
    pub algorithm: Algorithm,
    /// The domain that it is bound to.
    pub rp_id: String,
    /// The highest counter seen.
    pub sign_count: u32,
    /// When it was added.
    pub created_at: u64,
    /// When it last signed.
    pub last_used_at: Option<u64>,
    /// When it ceased to count.
    pub revoked_at: Option<u64>,
    /// Who revoked it.
    pub revoked_by: Option<String>,
}

impl From<Passkey> for PasskeyView {
    fn from(p: Passkey) -> Self {
        let Passkey { id, person, label, credential_id, algorithm, rp_id, sign_count, .. } = p;
        let Passkey { created_at, last_used_at, revoked_at, revoked_by, .. } = p;
        Self {
            id,
            person,
            label,
            credential_id,
            algorithm,
            rp_id,
            sign_count,
            created_at,
            last_used_at,
            revoked_at,
            revoked_by,
        }
    }
}

impl Op for PasskeyFinish {
    const NAME: &'static str = "passkey.finish";
    const DOC: &'static str =
        "Add the passkey that your browser created; further ones must be signed with an existing one";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const HTTP: &'static str = "POST /v1/passkeys";
    const CLI: &'static str = "";
    type Input = FinishInput;
    type Output = PasskeyView;

    fn run(&self, tx: &mut Tx<'_>, input: &FinishInput) -> Result<PasskeyView> {
        let site = live::site(tx)?;
        let label = check_label(input.label.as_deref())?;
        let Attestation { client_data_json, attestation_object } = &input.response;
        let (credential, checked, challenge) =
            live::accept_new(tx, client_data_json, attestation_object)?.map_err(refusal)?;
        let Statement::Register { user } = challenge.statement else {
            return Err(Error::bug("a passkey was made for a challenge of another kind"));
        };
        let credential_id = encode(&credential.id);
        if input.id != credential_id || input.raw_id != credential_id {
            return Err(refusal(Flaw::OtherCredential));
        }
        // If two persons had the same credential, either could sign for the other.
        if live::by_credential(tx, &credential_id)?.is_some() {
            return Err(Error::conflict(say!("op-passkey-known-here")));
        }
        let public_key = encode(&credential.public_key);
        let person = tx.actor().name.clone();
        let added_by = match live::of_person(tx, &person)?.len() {
            0 => None,
            n if n >= PASSKEYS_MOST => {
                return Err(Error::conflict(say!("op-passkeys-most", who = person, n)));
            }
            _ => {
                let credential = credential_id.clone();
                let statement = Statement::Add { credential, public_key: public_key.clone() };
                Some(need_signature(tx, input.assertion.as_ref(), &statement)?)
            }
        };
        let passkey = Passkey {
            id: tx.new_id(Passkey::KIND),
            person,
            user_handle: user,
            credential_id,
            public_key,
            algorithm: credential.algorithm,
            label,
            rp_id: site.rp_id.clone(),
            sign_count: checked.sign_count,
            created_at: tx.now(),
            added_by,
            last_used_at: None,
            revoked_at: None,
            revoked_by: None,
            revoked_with: None,
        };
        tx.create(&passkey)?;
        Ok(passkey.into())
    }
}

fn check_label(given: Option<&str>) -> Result<String> {
    let label = given.map_or("passkey", str::trim);
    if label.is_empty() || label.chars().count() > LABEL_MOST || label.chars().any(char::is_control) {
        return Err(Error::invalid(say!("op-label-range", n = LABEL_MOST)));
    }
    Ok(label.to_owned())
}

fn refusal(flaw: Flaw) -> Error {
    flawed(flaw).hint(say!("op-hint-challenge-once"))
}

/// Returns the caller's signature of `statement`, or the refusal that is logged.
fn need_signature(tx: &mut Tx<'_>, given: Option<&Assertion>, statement: &Statement) -> Result<Proof> {
    let Some(given) = given else {
        return Err(Error::refused(say!("op-passkeys-must-sign")).hint(say!("op-hint-passkeys-authorize")));
    };
    live::accept(tx, given, statement)?.map_err(refusal)
}

/// Lists passkeys.
pub struct PasskeyList;

/// All passkeys.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ListOutput {
    /// Newest first.
    pub passkeys: Vec<PasskeyView>,
}

impl Op for PasskeyList {
    const NAME: &'static str = "passkey.list";
    const DOC: &'static str = "List passkeys, including revoked ones";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const WRITE: bool = false;
    const HTTP: &'static str = "GET /v1/passkeys";
    const CLI: &'static str = "passkey list";
    type Input = Nothing;
    type Output = ListOutput;

    fn run(&self, tx: &mut Tx<'_>, _input: &Nothing) -> Result<ListOutput> {
        let passkeys: Vec<Passkey> =
            tx.list(&Scan::prefix(Passkey::KIND.name, "passkey.at", "").reversed())?;
        Ok(ListOutput { passkeys: passkeys.into_iter().map(PasskeyView::from).collect() })
    }
}

/// Requests a challenge for a change of authority.
pub struct PasskeyAuthorize;

/// A call that is to be signed before it is made.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AllowInput {
    /// The operation: `token.create`, `token.revoke`, `link.create`, `settings.accept`, `server.accept` or
    /// `server.forget`.
    pub op: String,
    /// Its input, as it will be sent, without the signature.
    pub input: Map<String, Value>,
}

/// The change: exactly one of the three.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AuthorizeInput {
    /// The attestation object of the new passkey.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub add: Option<String>,
    /// The passkey to revoke.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revoke: Option<String>,
    /// The call to make.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allow: Option<AllowInput>,
}

/// What to sign.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ChallengeOutput {
    /// For `navigator.credentials.get`.
    #[serde(rename = "publicKey")]
    pub public_key: RequestOptions,
    /// What a signature will say.
    pub statement: Statement,
    /// Until when it counts.
    pub expires_at: u64,
}

fn ask(tx: &mut Tx<'_>, statement: Statement) -> Result<ChallengeOutput> {
    let passkeys = live::usable(tx)?;
    let Challenge { statement, expires_at, value, .. } = live::issue(tx, statement)?;
    let public_key = RequestOptions::new(live::site(tx)?, value, &passkeys);
    Ok(ChallengeOutput { public_key, statement, expires_at })
}

impl Op for PasskeyAuthorize {
    const NAME: &'static str = "passkey.authorize";
    const DOC: &'static str = "Get the challenge to sign for a change of passkeys, persons or settings";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const HTTP: &'static str = "POST /v1/passkeys/authorize";
    const CLI: &'static str = "";
    type Input = AuthorizeInput;
    type Output = ChallengeOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &AuthorizeInput) -> Result<ChallengeOutput> {
        let statement = match (&input.add, &input.revoke, &input.allow) {
            (Some(object), None, None) => {
                let new = attested(object).map_err(|flaw| Error::invalid(flaw.message()))?;
                Statement::Add { credential: encode(&new.id), public_key: encode(&new.public_key) }
            }
            (None, Some(given), None) => Statement::Revoke { passkey: tx.find::<Passkey>(given)?.id },
            (None, None, Some(AllowInput { op, input })) => {
                if !live::VOUCHED.contains(&op.as_str()) {
                    return Err(Error::invalid(say!("op-not-signed", op = op.escape_debug().to_string()))
                        .hint(say!("op-hint-these-are", ops = live::VOUCHED.join(", "))));
                }
                Statement::of_call(op, &Value::Object(input.clone()))
            }
            _ => return Err(Error::invalid(say!("op-say-one-thing"))),
        };
        ask(tx, statement)
    }
}

/// Revokes a passkey.
pub struct PasskeyRevoke;

/// The target, and the signature that allows it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RevokeInput {
    /// The passkey.
    pub id: String,
    /// The caller's signature, for a challenge from `passkey.authorize`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assertion: Option<Assertion>,
}

impl Op for PasskeyRevoke {
    const NAME: &'static str = "passkey.revoke";
    const DOC: &'static str = "Revoke a passkey of yours, or of others as an admin, signed with one of yours";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const HTTP: &'static str = "POST /v1/passkeys/{id}/revoke";
    const CLI: &'static str = "";
    type Input = RevokeInput;
    type Output = PasskeyView;

    fn run(&self, tx: &mut Tx<'_>, input: &RevokeInput) -> Result<PasskeyView> {
        let id = tx.resolve::<Passkey>(&input.id)?;
        let whose = tx.need::<Passkey>(&id)?.person;
        if whose != tx.actor().name && tx.actor().role < Role::Admin {
            return Err(Error::refused(say!("op-passkey-of-other", id, who = whose))
                .hint(say!("op-hint-they-or-admin")));
        }
        if tx.need::<Passkey>(&id)?.revoked_at.is_some() {
            return Err(Error::conflict(say!("op-revoked-already", id)));
        }
        let proof = need_signature(tx, input.assertion.as_ref(), &Statement::Revoke { passkey: id.clone() })?;
        // Read only now: its own signature may have just updated its counter.
        let mut passkey: Passkey = tx.need(&id)?;
        passkey.revoked_at = Some(tx.now());
        passkey.revoked_by = Some(tx.actor().to_string());
        passkey.revoked_with = Some(proof);
        tx.put(&passkey)?;
        Ok(passkey.into())
    }
}

/// Revokes all passkeys of a person who lost them. No token can call it; see [`crate::passkey`].
pub struct PasskeyReset;

/// Whose, and why.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ResetInput {
    /// The person.
    pub person: String,
    /// The reason, which is logged.
    pub reason: String,
}

impl Op for PasskeyReset {
    const NAME: &'static str = "passkey.reset";
    const DOC: &'static str = "Revoke all passkeys of a person who lost them, on the machine itself";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::System];
    const HTTP: &'static str = "POST /v1/passkeys/reset";
    const CLI: &'static str = "";
    type Input = ResetInput;
    type Output = ListOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &ResetInput) -> Result<ListOutput> {
        if let Some(agent) = &tx.call().origin.agent_process {
            return Err(Error::refused(say!("op-passkeys-not-from-agent", agent))
                .hint(say!("op-hint-clean-terminal")));
        }
        let mut passkeys = live::of_person(tx, &input.person)?;
        if passkeys.is_empty() {
            return Err(Error::not_found(say!("op-has-no-passkey", who = input.person)));
        }
        for passkey in &mut passkeys {
            passkey.revoked_at = Some(tx.now());
            passkey.revoked_by = Some(tx.actor().to_string());
            tx.put(passkey)?;
        }
        tx.note("reset", json!({"person": input.person, "passkeys": passkeys.len()}));
        Ok(ListOutput { passkeys: passkeys.into_iter().map(PasskeyView::from).collect() })
    }
}

/// Requests a challenge for the answer to an item.
pub struct PasskeyChallenge;

/// The item, as it was shown.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChallengeInput {
    /// The item.
    pub id: String,
    /// The shown digest; without one, the digest last shown to this person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// The answer to sign; `confirmed` by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<DecisionWord>,
}

impl Op for PasskeyChallenge {
    const NAME: &'static str = "passkey.challenge";
    const DOC: &'static str = "Get the challenge to sign for an answer to an item as it was shown";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const HTTP: &'static str = "POST /v1/items/{id}/challenge";
    const CLI: &'static str = "";
    type Input = ChallengeInput;
    type Output = ChallengeOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &ChallengeInput) -> Result<ChallengeOutput> {
        let item: Item = decide::find_item(tx, &input.id)?;
        tx.about(Some(&item.run), Some(&item.tool));
        if !item.status.is_decidable() {
            return Err(Error::conflict(say!("op-id-is", id = item.id, status = item.status.as_str())));
        }
        if let Some(obstacle) = decide::check_digest(tx, &item, input.digest.as_deref())? {
            return Err(Error::stale(obstacle.message(&item.id)));
        }
        let decision = input.decision.unwrap_or(DecisionWord::Confirmed);
        ask(tx, Statement::Decide { item: item.id, digest: item.digest, decision })
    }
}
