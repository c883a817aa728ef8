//! Rate limits: a burst, and a sustained rate.
//!
//! One instant is kept per key: when everything it did is paid off. So memory does not grow with calls; the time is
//! passed in.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// The maximum number of distinct keys.
const MOST: usize = 10_000;

/// A limit, and the state of each key.
pub(crate) struct Rate {
    /// The cost of one call.
    gap: Duration,
    /// How much may be owed.
    burst: Duration,
    /// When each key's debt is paid off.
    paid: Mutex<BTreeMap<String, Instant>>,
}

impl Rate {
    /// Allows `count` per `period` sustained, and `burst` at once.
    pub(crate) fn new(count: u32, period: Duration, burst: u32) -> Self {
        let gap = (period / count.max(1)).max(Duration::from_nanos(1));
        Self { gap, burst: gap.saturating_mul(burst.max(1)), paid: Mutex::default() }
    }

    /// Takes one for `who`; an error says how long to wait.
    pub(crate) fn take(&self, who: &str, now: Instant) -> Result<(), Duration> {
        let mut paid = self.paid.lock().unwrap_or_else(PoisonError::into_inner);
        if paid.len() >= MOST && !paid.contains_key(who) {
            paid.retain(|_, at| *at > now);
        }
        // If there are too many keys, new ones share one account.
        let who = if paid.len() >= MOST && !paid.contains_key(who) { "" } else { who };
        let from = paid.get(who).copied().unwrap_or(now).max(now);
        let until = from + self.gap;
        match (until - now).checked_sub(self.burst) {
            Some(wait) if !wait.is_zero() => Err(wait),
            _ => {
                paid.insert(who.to_owned(), until);
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn second(n: u64) -> Duration {
        Duration::from_secs(n)
    }

    #[test]
    fn h4_a_burst_passes_and_then_one_at_a_time() {
        let (rate, start) = (Rate::new(2, second(1), 3), Instant::now());
        for _ in 0..3 {
            assert_eq!(rate.take("codex", start), Ok(()));
        }
        assert_eq!(rate.take("codex", start), Err(Duration::from_millis(500)));
        assert_eq!(rate.take("bob", start), Ok(()), "another agent is not held up by it");
        assert_eq!(rate.take("codex", start + Duration::from_millis(500)), Ok(()));
        assert!(rate.take("codex", start + Duration::from_millis(500)).is_err());
        for _ in 0..3 {
            assert_eq!(rate.take("codex", start + second(60)), Ok(()), "who rests has the burst again");
        }
        assert!(rate.take("codex", start + second(60)).is_err());
    }

    #[test]
    fn a_refused_call_costs_nothing() {
        let (rate, start) = (Rate::new(1, second(1), 1), Instant::now());
        assert_eq!(rate.take("codex", start), Ok(()));
        for _ in 0..100 {
            assert_eq!(rate.take("codex", start), Err(second(1)));
        }
        assert_eq!(rate.take("codex", start + second(1)), Ok(()));
    }

    #[test]
    fn memory_is_bounded_and_the_many_share_one_account() {
        let (rate, start) = (Rate::new(1, second(1), 1), Instant::now());
        for n in 0..MOST + 50 {
            let _ = rate.take(&n.to_string(), start);
        }
        assert!(rate.paid.lock().unwrap().len() <= MOST + 1);
        assert!(rate.take("somebody new", start).is_err());
        assert_eq!(rate.take("somebody new", start + second(2)), Ok(()), "those who paid are forgotten");
        assert!(rate.paid.lock().unwrap().len() < 10);
    }
}
