//! Sessions: how a person signs in on a browser or a phone. A one-time link is created by somebody who is
//! already signed in as that person, and redeemed once, within minutes, for a token that the browser keeps as
//! a cookie.

use countersign_words::say;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::operations::{Nothing, check_name};
use crate::{
    ActorKind, Role,
    authority::Link,
    error::{Error, ErrorCode, Result},
    op::Op,
    passkey::{Assertion, live},
    record::Record,
    store::Scan,
    token::Token,
    tx::Tx,
    webhook::push,
};

const PERSON: &[ActorKind] = &[ActorKind::Person];
const MINUTE_MS: u64 = 60_000;
const DAY_MS: u64 = 24 * 60 * MINUTE_MS;

/// Creates a one-time link.
pub struct LinkCreate;

/// For whom, and for how long.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LinkInput {
    /// The person the session belongs to; by default the caller.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The role of the session; by default the caller's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<Role>,
    /// Minutes until it expires, 60 at most; 10 by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 60))]
    pub minutes: Option<u32>,
    /// Days until the session expires, 365 at most; 30 by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 365))]
    pub days: Option<u32>,
    /// The device to sign in: `telephone`, `browser on the desk`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The caller's signature, needed for somebody else's session if the caller has a passkey: see `passkey.authorize`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assertion: Option<Assertion>,
}

/// The link; this is the only time that its code is seen.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct LinkOutput {
    /// Its id.
    pub id: String,
    /// What is redeemed: a browser goes to `/login?code=…`.
    pub code: String,
    /// Whose session it becomes.
    pub name: String,
    /// Until when.
    pub expires_at: u64,
}

impl Op for LinkCreate {
    const NAME: &'static str = "link.create";
    const DOC: &'static str = "Make a one-time link that signs in a browser or a phone";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const ROLE: Role = Role::Viewer;
    const HTTP: &'static str = "POST /v1/links";
    const CLI: &'static str = "";
    type Input = LinkInput;
    type Output = LinkOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &LinkInput) -> Result<LinkOutput> {
        let actor = tx.actor();
        let name = input.name.clone().unwrap_or_else(|| actor.name.clone());
        let role = input.role.unwrap_or(actor.role);
        if role > actor.role || (name != actor.name && actor.role < Role::Admin) {
            return Err(Error::refused(say!("op-only-admin-signs-in")));
        }
        if !actor.scopes.is_empty() {
            return Err(Error::refused(say!("op-scoped-no-session")));
        }
        if name == actor.name {
            refuse_provided(tx)?;
        }
        check_name(tx, ActorKind::Person, &name)?;
        if name != tx.actor().name {
            live::vouch(tx, input.assertion.as_ref())?;
        }
        let (by, actor_name) = (tx.actor().to_string(), tx.actor().name.clone());
        let (minutes, days) = (input.minutes.unwrap_or(10), input.days.unwrap_or(30));
        if !(1..=60).contains(&minutes) || !(1..=365).contains(&days) {
            return Err(Error::invalid(say!("op-link-range")));
        }
        let secret: String = tx.random("link").iter().map(|b| format!("{b:02x}")).collect();
        let code = format!("cs_link_{secret}");
        let expires_at = tx.now().saturating_add(u64::from(minutes) * MINUTE_MS);
        let id = tx.new_id(Link::KIND);
        // A person's own link is for their own browser, or for another machine. A link created by root for
        // others is not bound to a user.
        let own = name == actor_name;
        let uid = tx.call().origin.uid.filter(|uid| own && *uid != 0);
        tx.create(&Link {
            id: id.clone(),
            hash: Token::hash(&code),
            name: name.clone(),
            role,
            days,
            label: input.label.clone(),
            by: by.clone(),
            created_at: tx.now(),
            expires_at,
            uid,
        })?;
        Ok(LinkOutput { id, code, name, expires_at })
    }
}

/// Refuses a caller who signed in through a provider: a session that a link makes would outlast what the provider says.
fn refuse_provided(tx: &mut Tx<'_>) -> Result<()> {
    let token: Option<Token> = match tx.actor().token.clone() {
        Some(id) => tx.get(&id)?,
        None => None,
    };
    if token.is_some_and(|token| token.issuer.is_some()) {
        return Err(Error::refused(say!("op-provided-no-link")).hint(say!("op-provided-no-link-hint")));
    }
    Ok(())
}

/// Redeems a link. The code is the only credential, so the transport makes this call in its own name.
pub struct LinkRedeem;

/// What the browser sent.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RedeemInput {
    /// The code.
    pub code: String,
    /// The operating system user whose browser sent it, if known: the session is then refused from any other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uid: Option<u32>,
}

/// The session; its token is never shown again.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct RedeemOutput {
    /// The token, for the cookie.
    pub token: String,
    /// Its id.
    pub id: String,
    /// Whose it is.
    pub name: String,
    /// What that person may do there.
    pub role: Role,
    /// When it ends.
    pub expires_at: u64,
}

impl Op for LinkRedeem {
    const NAME: &'static str = "link.redeem";
    const DOC: &'static str = "Redeem a one-time link for a session";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::System];
    const HTTP: &'static str = "POST /v1/links/redeem";
    const CLI: &'static str = "";
    type Input = RedeemInput;
    type Output = RedeemOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &RedeemInput) -> Result<RedeemOutput> {
        // The code makes its bearer a person, and an agent's process must not act as a person.
        if let Some(agent) = &tx.call().origin.agent_process {
            return Err(Error::refused(say!("op-links-not-from-agent", agent))
                .hint(say!("op-links-not-from-agent-hint")));
        }
        let scan = Scan::exactly(Link::KIND.name, "link.hash", &Token::hash(&input.code)).limit(1);
        let found: Option<Link> = tx.list(&scan)?.into_iter().next();
        let Some(link) = found.filter(|l| l.expires_at > tx.now()) else {
            return Err(Error::new(ErrorCode::Unauthenticated, say!("op-link-used"))
                .hint(say!("op-hint-open-another")));
        };
        if let (Some(bound), Some(uid)) = (link.uid, input.uid)
            && ![bound, 0].contains(&uid)
        {
            return Err(Error::refused(say!("op-links-other-user")).hint(say!("op-hint-open-another")));
        }
        tx.delete::<Link>(&link.id)?;
        tx.note("signed_in", json!({"name": link.name, "made_by": link.by}));
        let secret: String = tx.random("session").iter().map(|b| format!("{b:02x}")).collect();
        let token = format!("cs_session_{secret}");
        let (id, role) = (tx.new_id(Token::KIND), link.role);
        let expires_at = tx.now().saturating_add(u64::from(link.days) * DAY_MS);
        tx.create(&Token {
            id: id.clone(),
            kind: ActorKind::Person,
            name: link.name.clone(),
            hash: Token::hash(&token),
            owner: Some(link.by),
            created_at: tx.now(),
            revoked_at: None,
            expires_at: Some(expires_at),
            role,
            scopes: Vec::new(),
            uid: input.uid,
            session: true,
            issuer: None,
            groups: Vec::new(),
        })?;
        Ok(RedeemOutput { token, id, name: link.name, role, expires_at })
    }
}

/// Ends the session of the call.
pub struct SessionEnd;

/// What ended.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct EndOutput {
    /// The id of the token that no longer counts.
    pub id: String,
}

impl Op for SessionEnd {
    const NAME: &'static str = "session.end";
    const DOC: &'static str = "Sign out: end the session of this call";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const ROLE: Role = Role::Viewer;
    const HTTP: &'static str = "POST /v1/session/end";
    const CLI: &'static str = "";
    type Input = Nothing;
    type Output = EndOutput;

    fn run(&self, tx: &mut Tx<'_>, _input: &Nothing) -> Result<EndOutput> {
        let token: Option<Token> = match tx.actor().token.clone() {
            Some(id) => tx.get(&id)?,
            None => None,
        };
        let Some(mut token) = token.filter(|t| t.session) else {
            return Err(Error::conflict(say!("op-no-session")).hint(say!("op-hint-token-revoke")));
        };
        token.revoked_at = Some(tx.now());
        tx.put(&token)?;
        push::forget(tx, &token.id)?;
        Ok(EndOutput { id: token.id })
    }
}
