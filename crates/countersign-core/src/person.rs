//! Persons: whoever has a token that counts, made here or by signing in through a provider. A person who leaves is removed once, and nothing that rests on them stays.

pub mod operations;
pub mod sign_in;

use std::collections::BTreeMap;

use crate::{ActorKind, Role, error::Result, record::Record, store::Scan, token::Token, tx::Tx};

/// Returns the persons who have a token that counts, each with their highest role.
pub fn known(tx: &mut Tx<'_>) -> Result<BTreeMap<String, Role>> {
    let now = tx.now();
    let tokens: Vec<Token> = tx.list(&Scan::prefix(Token::KIND.name, "token.at", ""))?;
    let mut known = BTreeMap::new();
    for token in tokens.into_iter().filter(|t| t.kind == ActorKind::Person && t.lapsed(now).is_none()) {
        let role = known.entry(token.name).or_insert(token.role);
        *role = token.role.max(*role);
    }
    Ok(known)
}

/// Returns the groups in which the provider put a person, by the sessions that count.
pub fn groups_of(tx: &mut Tx<'_>, name: &str) -> Result<Vec<String>> {
    let now = tx.now();
    let tokens: Vec<Token> = tx.list(&Scan::prefix(Token::KIND.name, "token.at", ""))?;
    let own = |t: &Token| t.kind == ActorKind::Person && t.name == name && t.lapsed(now).is_none();
    let mut groups: Vec<String> = tokens.into_iter().filter(own).flat_map(|t| t.groups).collect();
    groups.sort_unstable();
    groups.dedup();
    Ok(groups)
}
