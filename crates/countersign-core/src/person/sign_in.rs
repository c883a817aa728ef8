//! Signing in through a provider: `session.sign_in` makes a session of what the provider said, `person.admit` lets in a
//! person who was here before.
//!
//! A provider's word for somebody who never changes is the subject; their name may change there, or be given to somebody
//! else. So the first sign-in binds a subject to a name. A name that anybody had here before, by a token or another
//! subject, is bound only after an admin said so, and so is one that was removed.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::{
    ActorKind, Role,
    authority::{operations::check_name, sessions::RedeemOutput},
    error::{Error, Result},
    op::Op,
    passkey::{Assertion, live},
    record::{Fields, Kind, Record, text},
    store::Scan,
    text::visible,
    token::Token,
    tx::Tx,
    webhook::push,
};

/// The longest session, in hours: what the provider said of a person is not asked again before it ends.
pub const MOST_HOURS: u32 = 24 * 7;
/// How many groups of the provider a session keeps, and how long a name of one may be.
pub const MOST_GROUPS: usize = 200;
/// The longest name of a group, in characters.
pub const GROUP_MOST: usize = 200;
/// The longest subject, in characters; OpenID Connect allows as many.
const SUBJECT_MOST: usize = 255;
const HOUR_MS: u64 = 3_600_000;

/// Somebody whom a provider knows, bound to a person.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Identity {
    /// A hash of provider and subject.
    pub id: String,
    /// The provider.
    pub issuer: String,
    /// Its word for them, which never changes.
    pub subject: String,
    /// Who they are here.
    pub person: String,
    /// Since when.
    pub at: u64,
    /// When the person was removed: then they are let in no longer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub removed_at: Option<u64>,
}

impl Identity {
    /// Returns the id of a provider's subject.
    pub fn key(issuer: &str, subject: &str) -> String {
        // An issuer is a URL and has no line break.
        let both = format!("{issuer}\n{subject}");
        blake3::Hash::from(blake3::derive_key("countersign 2026 identity", both.as_bytes())).to_hex()[..32]
            .to_owned()
    }
}

fn identity_index(doc: &Fields) -> Vec<(&'static str, String)> {
    vec![("identity.person", text(doc, "person").to_owned())]
}

impl Record for Identity {
    const KIND: &'static Kind =
        &Kind { name: "identity", prefix: "", domain: false, index: identity_index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}

/// An admin's word that whoever next signs in through the provider under this name is that person. Used once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Admission {
    /// The person.
    pub id: String,
    /// Who said so.
    pub by: String,
    /// When.
    pub at: u64,
}

impl Record for Admission {
    const KIND: &'static Kind =
        &Kind { name: "admission", prefix: "", domain: false, index: crate::record::no_index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}

/// Returns all whom a provider knows, removed ones included.
pub fn identities(tx: &mut Tx<'_>) -> Result<Vec<Identity>> {
    tx.list(&Scan::prefix(Identity::KIND.name, "identity.person", ""))
}

/// Lets nobody in again as this person through a provider.
pub(super) fn bar(tx: &mut Tx<'_>, name: &str) -> Result<()> {
    let now = tx.now();
    for mut identity in identities(tx)?.into_iter().filter(|known| known.person == name) {
        if identity.removed_at.is_none() {
            identity.removed_at = Some(now);
            tx.put(&identity)?;
        }
    }
    if tx.get::<Admission>(name)?.is_some() {
        tx.delete::<Admission>(name)?;
    }
    Ok(())
}

/// Lets a person in through the provider who was here before.
pub struct PersonAdmit;

/// Whom.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AdmitInput {
    /// The person, by the name that the provider gives them.
    pub name: String,
    /// The caller's signature, needed if the caller has a passkey: see `passkey.authorize`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assertion: Option<Assertion>,
}

/// What follows.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct AdmitOutput {
    /// The person.
    pub name: String,
    /// In words.
    pub message: Message,
}

impl Op for PersonAdmit {
    const NAME: &'static str = "person.admit";
    const DOC: &'static str =
        "Let whoever next signs in through the provider under this name be that person, who was here before";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const ROLE: Role = Role::Admin;
    const HTTP: &'static str = "POST /v1/persons/{name}/admit";
    const CLI: &'static str = "people admit {name}";
    type Input = AdmitInput;
    type Output = AdmitOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &AdmitInput) -> Result<AdmitOutput> {
        let name = input.name.as_str();
        check_name(tx, ActorKind::Person, name)?;
        live::vouch(tx, input.assertion.as_ref())?;
        let (by, at) = (tx.actor().name.clone(), tx.now());
        tx.put(&Admission { id: name.to_owned(), by, at })?;
        Ok(AdmitOutput { name: name.to_owned(), message: say!("op-person-admitted", name) })
    }
}

/// Makes a session of what a provider said. The transport has checked it, and makes this call in its own name.
pub struct SessionSignIn;

/// What the provider said, and what the settings make of it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SignInInput {
    /// The provider.
    pub issuer: String,
    /// Its word for the person that never changes.
    pub subject: String,
    /// The person's name there.
    pub name: String,
    /// What they may do here.
    pub role: Role,
    /// Their groups there.
    #[serde(default)]
    pub groups: Vec<String>,
    /// Hours until the session expires.
    pub hours: u32,
    /// The operating system user whose browser it is, if known: the session is then refused from any other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uid: Option<u32>,
}

impl Op for SessionSignIn {
    const NAME: &'static str = "session.sign_in";
    const DOC: &'static str = "Make a session for a person whom the provider has signed in";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::System];
    const HTTP: &'static str = "POST /v1/session/sign-in";
    const CLI: &'static str = "";
    type Input = SignInInput;
    type Output = RedeemOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &SignInInput) -> Result<RedeemOutput> {
        if let Some(agent) = &tx.call().origin.agent_process {
            return Err(Error::refused(say!("op-links-not-from-agent", agent))
                .hint(say!("op-links-not-from-agent-hint")));
        }
        check_said(input)?;
        let tokens: Vec<Token> = tx.list(&Scan::prefix(Token::KIND.name, "token.at", ""))?;
        // A home without tokens is its owner's, who would be locked out by the first session.
        if !tokens.iter().any(|t| t.kind == ActorKind::Person && !t.session) {
            return Err(
                Error::conflict(say!("op-provided-too-early")).hint(say!("op-provided-too-early-hint"))
            );
        }
        let name = person(tx, input, &tokens)?;
        tx.note("signed_in", json!({"name": name, "issuer": input.issuer, "subject": input.subject}));
        let secret: String = tx.random("session").iter().map(|b| format!("{b:02x}")).collect();
        let token = format!("cs_session_{secret}");
        let (id, role) = (tx.new_id(Token::KIND), input.role);
        let expires_at = tx.now().saturating_add(u64::from(input.hours) * HOUR_MS);
        tx.create(&Token {
            id: id.clone(),
            kind: ActorKind::Person,
            name: name.clone(),
            hash: Token::hash(&token),
            // Nobody here made it, and nobody else saw it.
            owner: Some(name.clone()),
            created_at: tx.now(),
            revoked_at: None,
            expires_at: Some(expires_at),
            role,
            scopes: Vec::new(),
            uid: input.uid,
            session: true,
            issuer: Some(input.issuer.clone()),
            groups: input.groups.clone(),
        })?;
        Ok(RedeemOutput { token, id, name, role, expires_at })
    }
}

fn check_said(input: &SignInInput) -> Result<()> {
    let long = |text: &str, most: usize| text.is_empty() || text.chars().count() > most;
    let wrong = long(&input.subject, SUBJECT_MOST)
        || input.issuer.contains('\n')
        || !(1..=MOST_HOURS).contains(&input.hours)
        || input.groups.len() > MOST_GROUPS
        || input.groups.iter().any(|group| long(group, GROUP_MOST));
    if wrong { Err(Error::invalid(say!("op-provided-form"))) } else { Ok(()) }
}

/// Returns who a provider's subject is here; the first time, binds it to its name.
fn person(tx: &mut Tx<'_>, input: &SignInInput, tokens: &[Token]) -> Result<String> {
    let id = Identity::key(&input.issuer, &input.subject);
    if let Some(known) = tx.get::<Identity>(&id)?.filter(|known| known.removed_at.is_none()) {
        check_name(tx, ActorKind::Person, &known.person)?;
        return Ok(known.person);
    }
    let before = tx.get::<Identity>(&id)?;
    let name = before.as_ref().map_or(&input.name, |known| &known.person).clone();
    check_name(tx, ActorKind::Person, &name)?;
    let admitted = tx.get::<Admission>(&name)?.is_some();
    if !admitted && (before.is_some() || is_known(tx, &name, tokens)?) {
        let shown = visible(&name).text;
        return Err(Error::refused(say!("op-provided-known", name = shown.clone()))
            .hint(say!("op-provided-known-hint", name = shown)));
    }
    if admitted {
        tx.delete::<Admission>(&name)?;
        end_sessions(tx, &name, tokens)?;
        // Another subject that had the name until now is somebody else.
        for other in identities(tx)?.into_iter().filter(|other| other.person == name && other.id != id) {
            tx.delete::<Identity>(&other.id)?;
        }
    }
    let (issuer, subject) = (input.issuer.clone(), input.subject.clone());
    tx.put(&Identity { id, issuer, subject, person: name.clone(), at: tx.now(), removed_at: None })?;
    Ok(name)
}

/// Ends what began by signing in through a provider under that name: it may have been somebody else.
fn end_sessions(tx: &mut Tx<'_>, name: &str, tokens: &[Token]) -> Result<()> {
    let now = tx.now();
    let own = |t: &&Token| t.name == name && t.issuer.is_some() && t.revoked_at.is_none();
    for token in tokens.iter().filter(own) {
        tx.put(&Token { revoked_at: Some(now), ..token.clone() })?;
        push::forget(tx, &token.id)?;
    }
    Ok(())
}

/// Whether anybody has or had that name here, or one that differs in capitals only.
fn is_known(tx: &mut Tx<'_>, name: &str, tokens: &[Token]) -> Result<bool> {
    let name = name.to_lowercase();
    let same = |other: &str| other.to_lowercase() == name;
    Ok(tokens.iter().any(|token| token.kind == ActorKind::Person && same(&token.name))
        || identities(tx)?.iter().any(|identity| same(&identity.person)))
}
