//! The environment of a call: a clock and randomness, both passed in.

/// Provides each call's time and seed. The binary uses the real environment; tests and the simulator use
/// their own.
pub trait Env: Send + Sync {
    /// Milliseconds since the Unix epoch.
    fn now_ms(&self) -> u64;
    /// Returns thirty-two unpredictable bytes, never the same twice.
    fn seed(&self) -> [u8; 32];
}

/// A clock that only moves when told to, and seeds counted from zero: for tests and simulation.
pub struct FixedEnv {
    now_ms: std::sync::atomic::AtomicU64,
    count: std::sync::atomic::AtomicU64,
}

impl FixedEnv {
    /// Starts at `now_ms`.
    pub fn at(now_ms: u64) -> Self {
        Self { now_ms: now_ms.into(), count: 0.into() }
    }

    /// Moves the clock forward.
    pub fn advance(&self, ms: u64) {
        self.now_ms.fetch_add(ms, std::sync::atomic::Ordering::SeqCst);
    }
}

impl Env for FixedEnv {
    fn now_ms(&self) -> u64 {
        self.now_ms.load(std::sync::atomic::Ordering::SeqCst)
    }

    fn seed(&self) -> [u8; 32] {
        let n = self.count.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
        *blake3::hash(&n.to_le_bytes()).as_bytes()
    }
}

impl<E: Env + ?Sized> Env for std::sync::Arc<E> {
    fn now_ms(&self) -> u64 {
        (**self).now_ms()
    }

    fn seed(&self) -> [u8; 32] {
        (**self).seed()
    }
}
