//! `token.reset`: a new token for a person who lost theirs. No token can call it: the transport makes this call in its
//! own name, for the owner of the home on the machine itself, who could read the store anyway.

use std::collections::BTreeSet;

use countersign_words::say;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::{
    ActorKind, Role,
    authority::Link,
    error::{Error, Result},
    op::Op,
    record::Record,
    store::Scan,
    token::Token,
    tx::Tx,
    webhook::push,
};

/// Replaces a person's lost token, and ends their sessions.
pub struct TokenReset;

/// Whose, and why.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TokenResetInput {
    /// The person; by default the only admin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
    /// The reason, which is logged.
    pub reason: String,
}

/// The new token; this is the only time it is seen.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct TokenResetOutput {
    /// The token itself.
    pub token: String,
    /// Its id, for revoking.
    pub id: String,
    /// The person's name.
    pub name: String,
    /// How many tokens and sessions of that person ended.
    pub ended: usize,
}

impl Op for TokenReset {
    const NAME: &'static str = "token.reset";
    const DOC: &'static str = "Replace a person's lost token and end their sessions, on the machine itself";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::System];
    const HTTP: &'static str = "POST /v1/tokens/reset";
    const CLI: &'static str = "";
    type Input = TokenResetInput;
    type Output = TokenResetOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &TokenResetInput) -> Result<TokenResetOutput> {
        if let Some(agent) = &tx.call().origin.agent_process {
            return Err(
                Error::refused(say!("op-token-not-from-agent", agent)).hint(say!("op-hint-clean-terminal"))
            );
        }
        let now = tx.now();
        let mut tokens: Vec<Token> = tx.list(&Scan::prefix(Token::KIND.name, "token.at", ""))?;
        tokens.retain(|t| t.kind == ActorKind::Person);
        let name = whose(&tokens, input.person.as_deref(), now)?;
        // Whoever resets it can use it. That is the owner of the home, its first person: both count as one human.
        let owner = tokens.first().map(|first| first.name.clone());
        tokens.retain(|t| t.name == name);
        let is_live = |t: &Token| t.lapsed(now).is_none();
        let live: Vec<&Token> = tokens.iter().filter(|t| is_live(t)).collect();
        let counting: Vec<&Token> = if live.is_empty() { tokens.iter().collect() } else { live };
        // As much as the person had, not more.
        let role = counting.iter().map(|t| t.role).max().unwrap_or(Role::Viewer);
        let uid = counting.iter().find_map(|t| t.uid);
        let mut ended = 0;
        for mut token in tokens.into_iter().filter(is_live) {
            token.revoked_at = Some(now);
            tx.put(&token)?;
            push::forget(tx, &token.id)?;
            ended += 1;
        }
        let links: Vec<Link> = tx.list(&Scan::prefix(Link::KIND.name, "link.end", ""))?;
        for link in links.into_iter().filter(|link| link.name == name) {
            tx.delete::<Link>(&link.id)?;
        }
        tx.note("reset", json!({"person": name, "ended": ended}));
        let secret: String = tx.random("token").iter().map(|b| format!("{b:02x}")).collect();
        let token = format!("cs_{}_{secret}", ActorKind::Person.as_str());
        let id = tx.new_id(Token::KIND);
        tx.create(&Token {
            id: id.clone(),
            kind: ActorKind::Person,
            name: name.clone(),
            hash: Token::hash(&token),
            owner,
            created_at: now,
            revoked_at: None,
            expires_at: None,
            role,
            scopes: Vec::new(),
            uid,
            session: false,
            issuer: None,
            groups: Vec::new(),
        })?;
        Ok(TokenResetOutput { token, id, name, ended })
    }
}

/// Returns the person whose token is reset: the one that is named, else the only admin.
fn whose(tokens: &[Token], named: Option<&str>, now: u64) -> Result<String> {
    let none = || Error::not_found(say!("op-reset-nobody")).hint(say!("op-reset-nobody-hint"));
    if let Some(name) = named {
        let is_known = tokens.iter().any(|t| t.name == name);
        return is_known.then(|| name.to_owned()).ok_or_else(|| {
            Error::not_found(say!("op-reset-no-such", name = name.escape_debug().to_string()))
                .hint(say!("op-reset-nobody-hint"))
        });
    }
    let admins = |counts: &dyn Fn(&Token) -> bool| -> BTreeSet<&str> {
        let admins = tokens.iter().filter(|t| t.role == Role::Admin && counts(t));
        admins.map(|t| t.name.as_str()).collect()
    };
    let live = admins(&|t| t.lapsed(now).is_none());
    let found = if live.is_empty() { admins(&|_| true) } else { live };
    let names: Vec<&str> = found.into_iter().collect();
    match names[..] {
        [] => Err(none()),
        [only] => Ok(only.to_owned()),
        _ => Err(Error::conflict(say!("op-reset-which", names = names.join(", ")))
            .hint(say!("op-reset-which-hint"))),
    }
}
