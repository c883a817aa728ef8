//! A cache of tokens, valid while no token changes: every request brings one. When in doubt, the store is
//! asked.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
};

use crate::token::Token;

/// The maximum number of cached tokens.
const MOST: usize = 1024;

/// See the module.
#[derive(Default)]
pub(super) struct TokenCache(Mutex<CachedTokens>);

#[derive(Default)]
struct CachedTokens {
    /// The store's version when they were looked up.
    at: u64,
    by_hash: BTreeMap<String, Token>,
    by_id: BTreeMap<String, String>,
}

impl TokenCache {
    /// Returns the token with that hash, if it is cached and the store's version is still `at`.
    pub fn by_hash(&self, at: Option<u64>, hash: &str) -> Option<Token> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.by_hash.get(hash).filter(|_| at == Some(known.at)).cloned()
    }

    /// Like [`TokenCache::by_hash`], by id.
    pub fn by_id(&self, at: Option<u64>, id: &str) -> Option<Token> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let hash = known.by_id.get(id).filter(|_| at == Some(known.at))?;
        known.by_hash.get(hash).cloned()
    }

    /// Caches a token that was looked up at the store's version `at`.
    pub fn remember(&self, at: Option<u64>, token: &Token) {
        let Some(at) = at else { return };
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.at != at || known.by_hash.len() >= MOST {
            // Entries from before the last change are dropped; an older version never replaces a newer one.
            if at < known.at {
                return;
            }
            *known = CachedTokens { at, ..CachedTokens::default() };
        }
        known.by_id.insert(token.id.clone(), token.hash.clone());
        known.by_hash.insert(token.hash.clone(), token.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ActorKind, Role};

    fn token(id: &str) -> Token {
        Token {
            id: id.to_owned(),
            kind: ActorKind::Agent,
            name: "codex".to_owned(),
            hash: format!("hash of {id}"),
            owner: None,
            created_at: 0,
            revoked_at: None,
            expires_at: None,
            role: Role::default(),
            scopes: Vec::new(),
            uid: None,
            session: false,
            issuer: None,
            groups: Vec::new(),
        }
    }

    #[test]
    fn a_token_is_remembered_until_any_token_changes() {
        let tokens = TokenCache::default();
        tokens.remember(Some(3), &token("t1"));
        assert!(tokens.by_hash(Some(3), "hash of t1").is_some() && tokens.by_id(Some(3), "t1").is_some());
        for changed in [Some(4), Some(2), None] {
            assert_eq!(tokens.by_hash(changed, "hash of t1"), None);
            assert_eq!(tokens.by_id(changed, "t1"), None);
        }
        tokens.remember(Some(4), &token("t2"));
        assert!(tokens.by_id(Some(4), "t1").is_none() && tokens.by_id(Some(4), "t2").is_some());
    }

    #[test]
    fn what_was_looked_up_before_a_change_and_comes_late_is_not_taken_for_new() {
        let tokens = TokenCache::default();
        tokens.remember(Some(4), &token("t2"));
        tokens.remember(Some(3), &token("t1"));
        assert!(tokens.by_id(Some(4), "t1").is_none() && tokens.by_id(Some(4), "t2").is_some());
        tokens.remember(None, &token("t3"));
        assert_eq!(tokens.by_id(Some(4), "t3"), None);
    }

    #[test]
    fn only_so_many_are_remembered() {
        let tokens = TokenCache::default();
        (0..=MOST).for_each(|n| tokens.remember(Some(1), &token(&format!("t{n}"))));
        assert!(tokens.by_id(Some(1), "t0").is_none());
        assert!(tokens.by_id(Some(1), &format!("t{MOST}")).is_some());
    }
}
