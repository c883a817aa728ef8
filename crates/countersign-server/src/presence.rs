//! Who looks at what right now: in memory only, told to other persons, never to agents.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
};

/// How long a look counts after it was last heard of.
const LASTS_MS: u64 = 60_000;
/// The maximum number of things that are kept in mind.
const MOST: usize = 1_000;

/// See the module.
#[derive(Debug, Default)]
pub struct Presence {
    /// By thing and person: when they last looked.
    looks: Mutex<BTreeMap<String, BTreeMap<String, u64>>>,
}

impl Presence {
    /// Notes that a person looks at a thing, and returns who else does.
    pub fn look(&self, thing: &str, person: &str, now: u64) -> Vec<String> {
        let mut looks = self.looks.lock().unwrap_or_else(PoisonError::into_inner);
        for persons in looks.values_mut() {
            persons.retain(|_, at| now.saturating_sub(*at) < LASTS_MS);
        }
        looks.retain(|_, persons| !persons.is_empty());
        if looks.len() < MOST || looks.contains_key(thing) {
            looks.entry(thing.to_owned()).or_default().insert(person.to_owned(), now);
        }
        let persons = looks.get(thing).into_iter().flat_map(BTreeMap::keys);
        persons.filter(|name| *name != person).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c9_others_are_told_of_who_looks_until_a_minute_after_the_last_look() {
        let presence = Presence::default();
        assert_eq!(presence.look("i1", "ana", 0), [""; 0]);
        assert_eq!(presence.look("i1", "ben", 1_000), ["ana"]);
        assert_eq!(presence.look("i2", "eve", 2_000), [""; 0], "of another thing nobody is told");
        assert_eq!(presence.look("i1", "ana", 59_000), ["ben"]);
        assert_eq!(presence.look("i1", "ana", 61_000), [""; 0]);
        assert_eq!(presence.look("i1", "ben", 62_000), ["ana"]);
    }

    #[test]
    fn what_is_kept_in_mind_is_bounded() {
        let presence = Presence::default();
        for n in 0..2 * MOST {
            presence.look(&format!("i{n}"), "ana", 0);
        }
        assert_eq!(presence.looks.lock().unwrap().len(), MOST);
        assert_eq!(presence.look("i1", "ben", 1), ["ana"]);
    }
}
