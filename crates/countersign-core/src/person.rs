//! Persons: whoever has a token that counts. A person who leaves is removed once, and nothing that rests on them stays.

pub mod operations;

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
