//! Who may say yes: groups of persons, and the rules that name them.

use std::collections::BTreeMap;

use countersign_words::say;
use toml::Spanned;

use super::Source;
use crate::{error::Result, judge::policy::PROVIDED};

/// How a rule names a group.
const GROUP: char = '@';

/// Groups by name, as written.
pub(super) type RawGroups = BTreeMap<Spanned<String>, Vec<Spanned<String>>>;

impl Source<'_> {
    /// Checks the groups. An empty one is allowed: nobody is in it. A member `oidc:NAME` is a group of the provider.
    pub(super) fn groups(&self, raw: RawGroups) -> Result<BTreeMap<String, Vec<String>>> {
        let mut groups = BTreeMap::new();
        for (name, persons) in raw {
            let plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
            if name.get_ref().is_empty() || !name.get_ref().chars().all(plain) {
                let quoted = format!("{:?}", name.get_ref());
                return Err(self
                    .error(name.span(), say!("judge-policy-group-name", name = quoted))
                    .hint(say!("judge-policy-group-name-hint")));
            }
            let persons =
                persons.into_iter().map(|person| self.person(person)).collect::<Result<Vec<_>>>()?;
            groups.insert(name.into_inner(), persons);
        }
        Ok(groups)
    }

    /// Checks who a rule names; fails if a group is unknown, or if fewer persons are named than must say yes.
    pub(super) fn decided_by(
        &self,
        raw: Option<Spanned<Vec<Spanned<String>>>>,
        approvers: u32,
        groups: &BTreeMap<String, Vec<String>>,
    ) -> Result<Vec<String>> {
        let Some(raw) = raw else { return Ok(Vec::new()) };
        let at = raw.span();
        let mut named = Vec::new();
        let mut persons = Vec::new();
        for name in raw.into_inner() {
            if let Some(group) = name.get_ref().strip_prefix(GROUP) {
                let Some(group) = groups.get(group) else {
                    let quoted = format!("{group:?}");
                    return Err(self
                        .error(name.span(), say!("judge-policy-no-group", name = quoted))
                        .hint(say!("judge-policy-no-group-hint")));
                };
                persons.extend(group.iter().cloned());
                named.push(name.into_inner());
            } else {
                let person = self.person(name)?;
                persons.push(person.clone());
                named.push(person);
            }
        }
        persons.sort_unstable();
        persons.dedup();
        // How many a group of the provider has, only the provider knows.
        let is_open = persons.iter().any(|person| person.starts_with(PROVIDED));
        if !is_open && (persons.len() as u64) < u64::from(approvers) {
            let (n, have) = (approvers, persons.len());
            return Err(self
                .error(at, say!("judge-policy-few-deciders", n, have))
                .hint(say!("judge-policy-few-deciders-hint")));
        }
        Ok(named)
    }

    fn person(&self, name: Spanned<String>) -> Result<String> {
        let plain = name.get_ref().strip_prefix(PROVIDED).unwrap_or(name.get_ref());
        if plain.trim().is_empty() || name.get_ref().starts_with(GROUP) {
            let quoted = format!("{:?}", name.get_ref());
            return Err(self
                .error(name.span(), say!("judge-policy-person", name = quoted))
                .hint(say!("judge-policy-person-hint")));
        }
        Ok(name.into_inner())
    }
}
