//! Tokens, grants, and the freeze. None of it can be undone; it is revoked, or done again.

use countersign_words::say;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    ActorKind, Role,
    authority::{Control, Grant},
    countdown,
    error::{Error, Result},
    item::Item,
    judge::Glob,
    op::Op,
    passkey::{Assertion, live},
    question,
    record::Record,
    store::Scan,
    token::Token,
    tx::Tx,
    webhook::push,
};

const PERSON: &[ActorKind] = &[ActorKind::Person];
/// The longest name of an actor, in characters.
const NAME_MOST: usize = 64;

/// Creates a token.
pub struct TokenCreate;

/// For whom.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateInput {
    /// The kind of bearer: `person`, `agent`, `verifier`.
    pub kind: ActorKind,
    /// The bearer's name.
    #[schemars(length(min = 1, max = NAME_MOST))]
    pub name: String,
    /// The person's role: `viewer`, `approver` or `admin`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<Role>,
    /// Its scopes: operations (`item.*`) and tools (`tool:filesystem.*`); none means all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scopes: Vec<String>,
    /// Days until it expires.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub days: Option<u32>,
    /// The only user of the machine (uid) whose processes may use it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uid: Option<u32>,
    /// The caller's signature, needed for a person's token if the caller has a passkey: see `passkey.authorize`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assertion: Option<Assertion>,
}

/// The token; this is the only time it is seen.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct CreateOutput {
    /// The token itself.
    pub token: String,
    /// Its id, for revoking.
    pub id: String,
    /// What the bearer is.
    pub kind: ActorKind,
    /// The bearer's name.
    pub name: String,
}

impl Op for TokenCreate {
    const NAME: &'static str = "token.create";
    const DOC: &'static str = "Create a token for a person, an agent or a verifier; it is printed once";
    const ROLE: Role = Role::Admin;
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const HTTP: &'static str = "POST /v1/tokens";
    const CLI: &'static str = "token person {name} {kind=person} --role {role} --scopes {scopes} --days {days} --uid {uid} | token agent {name} {kind=agent} --scopes {scopes} --days {days} --uid {uid} | token verifier {name} {kind=verifier} --scopes {scopes} --days {days} --uid {uid}";
    type Input = CreateInput;
    type Output = CreateOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &CreateInput) -> Result<CreateOutput> {
        let (kind, name) = (input.kind, input.name.trim());
        if matches!(kind, ActorKind::System | ActorKind::Gate) {
            return Err(Error::invalid(say!("op-self-no-token")));
        }
        if tx.actor().token.is_none() && kind != ActorKind::Person {
            return Err(Error::conflict(say!("op-home-no-person")).hint(say!("op-hint-make-yours-first")));
        }
        check_name(tx, kind, name)?;
        let role = check_reach(tx, input)?;
        // A new person has no passkey and would need none, so creating persons must itself be signed.
        if kind == ActorKind::Person {
            live::vouch(tx, input.assertion.as_ref())?;
        }
        let secret: String = tx.random("token").iter().map(|b| format!("{b:02x}")).collect();
        let token = format!("cs_{}_{secret}", kind.as_str());
        let owner = Some(tx.actor().name.clone());
        let id = tx.new_id(Token::KIND);
        tx.create(&Token {
            id: id.clone(),
            kind,
            name: name.to_owned(),
            hash: Token::hash(&token),
            owner,
            created_at: tx.now(),
            revoked_at: None,
            expires_at: input.days.map(|days| tx.now().saturating_add(u64::from(days) * DAY_MS)),
            role,
            scopes: input.scopes.clone(),
            uid: input.uid,
            session: false,
            issuer: None,
            groups: Vec::new(),
        })?;
        Ok(CreateOutput { token, id, kind, name: name.to_owned() })
    }
}

/// Checks whether an actor of that kind may have that name.
pub fn check_name(tx: &mut Tx<'_>, kind: ActorKind, name: &str) -> Result<()> {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '@');
    if name.is_empty() || name.chars().count() > NAME_MOST || !name.chars().all(plain) {
        return Err(Error::invalid(say!("op-name-cannot-be", name = name.escape_debug().to_string()))
            .hint(say!("op-hint-name-letters", n = NAME_MOST)));
    }
    if matches!(name, "local" | "countersign" | "stage") {
        return Err(Error::invalid(say!("op-name-taken", name)));
    }
    if live(tx)?.iter().any(|t| t.name == name && t.kind != kind) {
        return Err(Error::conflict(say!("op-name-other-kind", name)).hint(say!("op-hint-no-actor-is-two")));
    }
    Ok(())
}

const DAY_MS: u64 = 24 * 3_600_000;

/// Checks role, scopes and days of a new token, and returns the role.
fn check_reach(tx: &Tx<'_>, input: &CreateInput) -> Result<Role> {
    if input.role.is_some() && input.kind != ActorKind::Person {
        return Err(Error::invalid(say!("op-only-persons-have-roles")).hint(say!("op-hint-scopes-narrow")));
    }
    if input.days == Some(0) {
        return Err(Error::invalid(say!("op-token-ends-at-once")));
    }
    for scope in &input.scopes {
        let pattern = scope.strip_prefix("tool:").unwrap_or(scope);
        let known = crate::operations::find(scope).is_some() || Glob::parse(pattern).is_ok();
        if !known {
            return Err(Error::invalid(say!("op-scope-unknown", scope = format!("{:?}", scope)))
                .hint(say!("op-hint-scopes-are")));
        }
    }
    if tx.actor().token.is_none() && input.role.is_some_and(|r| r != Role::Admin) {
        return Err(Error::conflict(say!("op-first-person-admin")).hint(say!("op-hint-own-token-first")));
    }
    Ok(input.role.unwrap_or_default())
}

fn live(tx: &mut Tx<'_>) -> Result<Vec<Token>> {
    let tokens: Vec<Token> = tx.list(&Scan::prefix(Token::KIND.name, "token.at", ""))?;
    let now = tx.now();
    Ok(tokens.into_iter().filter(|t| t.lapsed(now).is_none()).collect())
}

/// Lists tokens.
pub struct TokenList;

/// Nothing to say.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// A token without what makes it one.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct TokenView {
    /// Its id.
    pub id: String,
    /// What the bearer is.
    pub kind: ActorKind,
    /// The bearer's name.
    pub name: String,
    /// The person who made it.
    pub owner: Option<String>,
    /// When.
    pub created_at: u64,
    /// When it ceased to count.
    pub revoked_at: Option<u64>,
    /// When it expires.
    pub expires_at: Option<u64>,
    /// What a person may do with it.
    pub role: Option<Role>,
    /// What it is for; none: all that its kind and role allow.
    pub scopes: Vec<String>,
    /// The one user of the machine from whose processes it is taken.
    pub uid: Option<u32>,
    /// Whether a browser got it by a one-time link.
    pub session: bool,
}

impl From<Token> for TokenView {
    fn from(t: Token) -> Self {
        let role = (t.kind == ActorKind::Person).then_some(t.role);
        let Token { id, kind, name, owner, created_at, revoked_at, expires_at, scopes, uid, session, .. } = t;
        Self { id, kind, name, owner, created_at, revoked_at, expires_at, role, scopes, uid, session }
    }
}

/// All tokens.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct TokenListOutput {
    /// Newest first.
    pub tokens: Vec<TokenView>,
}

impl Op for TokenList {
    const NAME: &'static str = "token.list";
    const DOC: &'static str = "List tokens, without their secrets";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const WRITE: bool = false;
    const HTTP: &'static str = "GET /v1/tokens";
    const CLI: &'static str = "token list";
    type Input = Nothing;
    type Output = TokenListOutput;

    fn run(&self, tx: &mut Tx<'_>, _input: &Nothing) -> Result<TokenListOutput> {
        let tokens: Vec<Token> = tx.list(&Scan::prefix(Token::KIND.name, "token.at", "").reversed())?;
        Ok(TokenListOutput { tokens: tokens.into_iter().map(TokenView::from).collect() })
    }
}

/// Revokes a token.
pub struct TokenRevoke;

/// One thing by id.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ById {
    /// Its id.
    pub id: String,
}

/// The token.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TokenRevokeInput {
    /// Its id.
    pub id: String,
    /// The caller's signature, needed for somebody else's token if the caller has a passkey: see `passkey.authorize`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assertion: Option<Assertion>,
}

impl Op for TokenRevoke {
    const NAME: &'static str = "token.revoke";
    const DOC: &'static str = "Revoke a token at once";
    const ROLE: Role = Role::Admin;
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const HTTP: &'static str = "POST /v1/tokens/{id}/revoke";
    const CLI: &'static str = "token revoke {id}";
    type Input = TokenRevokeInput;
    type Output = TokenView;

    fn run(&self, tx: &mut Tx<'_>, input: &TokenRevokeInput) -> Result<TokenView> {
        let mut token: Token = tx.find(&input.id)?;
        if token.revoked_at.is_some() {
            return Err(Error::conflict(say!("op-revoked-already", id = token.id)));
        }
        if token.whose() != Some(&tx.actor().name) {
            live::vouch(tx, input.assertion.as_ref())?;
        }
        let lasting = |t: &Token| {
            t.kind == ActorKind::Person
                && t.role == Role::Admin
                && t.expires_at.is_none()
                && t.scopes.is_empty()
        };
        let others = live(tx)?.iter().filter(|t| lasting(t) && t.id != token.id).count();
        if lasting(&token) && others == 0 {
            return Err(Error::conflict(say!("op-last-admin-token")).hint(say!("op-hint-make-another-first")));
        }
        token.revoked_at = Some(tx.now());
        tx.put(&token)?;
        push::forget(tx, &token.id)?;
        Ok(token.into())
    }
}

/// Lists grants.
pub struct GrantList;

/// All grants that count, newest first.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct GrantListOutput {
    /// Newest first.
    pub grants: Vec<Grant>,
}

impl Op for GrantList {
    const NAME: &'static str = "grant.list";
    const DOC: &'static str = "List the grants in force";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const WRITE: bool = false;
    const HTTP: &'static str = "GET /v1/grants";
    const CLI: &'static str = "grants list";
    type Input = Nothing;
    type Output = GrantListOutput;

    fn run(&self, tx: &mut Tx<'_>, _input: &Nothing) -> Result<GrantListOutput> {
        let now = tx.now();
        let grants: Vec<Grant> = tx.list(&Scan::prefix(Grant::KIND.name, "grant.at", "").reversed())?;
        let counts = |g: &Grant| g.is_live(now, g.run.as_deref().unwrap_or_default());
        Ok(GrantListOutput { grants: grants.into_iter().filter(counts).collect() })
    }
}

/// Revokes a grant.
pub struct GrantRevoke;

impl Op for GrantRevoke {
    const NAME: &'static str = "grant.revoke";
    const DOC: &'static str = "Revoke grants at once";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const HTTP: &'static str = "POST /v1/grants/{id}/revoke";
    const CLI: &'static str = "grants revoke {id...}";
    type Input = ById;
    type Output = Grant;

    fn run(&self, tx: &mut Tx<'_>, input: &ById) -> Result<Grant> {
        let mut grant: Grant = tx.find(&input.id)?;
        if grant.revoked_at.is_some() {
            return Err(Error::conflict(say!("op-revoked-already", id = grant.id)));
        }
        grant.revoked_at = Some(tx.now());
        tx.put(&grant)?;
        Ok(grant)
    }
}

/// Stops all new effects.
pub struct Freeze;

/// Why.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FreezeInput {
    /// Why; everybody sees it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// The switch.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct FreezeOutput {
    /// Whether everything is frozen.
    pub frozen: bool,
    /// Who threw the switch.
    pub by: String,
    /// Why.
    pub reason: Option<String>,
}

impl Op for Freeze {
    const NAME: &'static str = "freeze";
    const DOC: &'static str = "Stop all new effects until thaw";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const HTTP: &'static str = "POST /v1/freeze";
    const CLI: &'static str = "freeze --reason {reason}";
    type Input = FreezeInput;
    type Output = FreezeOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &FreezeInput) -> Result<FreezeOutput> {
        // A second freeze does not make the first one shorter.
        let since = tx.get::<Control>(Control::FREEZE)?.map_or(tx.now(), |c| c.at);
        let control = Control {
            id: Control::FREEZE.to_owned(),
            by: tx.actor().name.clone(),
            at: since,
            reason: input.reason.clone(),
        };
        tx.put(&control)?;
        Ok(FreezeOutput { frozen: true, by: control.by, reason: control.reason })
    }
}

/// Ends a freeze.
pub struct Thaw;

impl Op for Thaw {
    const NAME: &'static str = "thaw";
    const DOC: &'static str = "Allow effects again";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const HTTP: &'static str = "POST /v1/thaw";
    const CLI: &'static str = "thaw";
    type Input = Nothing;
    type Output = FreezeOutput;

    fn run(&self, tx: &mut Tx<'_>, _input: &Nothing) -> Result<FreezeOutput> {
        let Some(frozen) = tx.get::<Control>(Control::FREEZE)? else {
            return Err(Error::conflict(say!("op-nothing-frozen")));
        };
        tx.delete::<Control>(Control::FREEZE)?;
        // Timers stood still: they get back the time of the freeze.
        let stood = tx.now().saturating_sub(frozen.at);
        for mut item in tx.list::<Item>(&Scan::prefix(Item::KIND.name, "item.open", ""))? {
            if let Some(due) = &mut item.expires_at {
                *due = due.saturating_add(stood);
                tx.put(&item)?;
            }
        }
        countdown::begin_anew(tx, None)?;
        question::put_off(tx, stood)?;
        Ok(FreezeOutput { frozen: false, by: tx.actor().name.clone(), reason: None })
    }
}
