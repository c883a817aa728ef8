//! The place of a daemon among those that write one team's log: who it is, and whether it still may act.
//!
//! Each home has one row. A daemon that starts takes the next number of its home's fence, and whatever still runs with a
//! lower one writes nothing and carries out nothing from then on, however late it wakes up.

use std::{
    ops::ControlFlow,
    sync::{
        OnceLock,
        atomic::{AtomicBool, Ordering},
    },
};

use countersign_kernel::{Error, ErrorCode, Result, store::HostSeen};
use countersign_words::say;

use super::{client::Client, schema};

/// A host that did not tell of itself for so long is away, in milliseconds.
const AWAY_AFTER_MS: i64 = 10_000;

/// Which daemon it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Host {
    /// The name of its home, which no other has.
    pub home: String,
    /// The name that people know it by.
    pub name: String,
}

impl Host {
    /// Puts the two together.
    pub fn new(home: impl Into<String>, name: impl Into<String>) -> Self {
        Self { home: home.into(), name: name.into() }
    }
}

/// See the module.
pub struct Lease {
    host: Host,
    /// The number that it got when it first connected.
    fence: OnceLock<i64>,
    /// Whether another process has taken over.
    lost: AtomicBool,
}

impl Lease {
    /// The lease of a daemon that has not connected yet.
    pub fn of(host: Host) -> Self {
        Self { host, fence: OnceLock::new(), lost: AtomicBool::new(false) }
    }

    /// Takes this home's place with a new connection: at first with the next number, later with the same one.
    pub fn take(&self, client: &Client, schema: &str) -> Result<()> {
        let Host { home, name } = &self.host;
        let is_known = self.fence.get().is_some();
        if is_known {
            // Whoever took over holds the lock.
            self.check(client)?;
        }
        schema::lock(client, "pg_try_advisory_lock", &format!("home {home} of {schema}"))?;
        if is_known {
            return self.check(client);
        }
        let taken = "SELECT count(*) FROM daemon WHERE name = $1 AND home <> $2";
        let taken: i64 = client.row(taken, &[name, home])?.get(0);
        if taken > 0 {
            return Err(Error::new(ErrorCode::Store, say!("problem-store-host-taken", name))
                .hint(say!("problem-store-host-taken-hint")));
        }
        let enter = "INSERT INTO daemon (home, name, first, fence, seen_at) \
            VALUES ($1, $2, NOT EXISTS (SELECT FROM daemon), 1, clock_timestamp()) \
            ON CONFLICT (home) DO UPDATE SET name = excluded.name, fence = daemon.fence + 1, seen_at = excluded.seen_at \
            RETURNING fence";
        let fence: i64 = client.row(enter, &[home, name])?.get(0);
        // It was not set before: one connection at a time is the writer's.
        let _ = self.fence.set(fence);
        Ok(())
    }

    /// Fails if another process has taken over.
    pub fn check(&self, client: &Client) -> Result<()> {
        let holds = "SELECT count(*) FROM daemon WHERE home = $1 AND fence = $2";
        let holds: i64 = client.row(holds, &[&self.host.home, &self.fence()])?.get(0);
        self.counts(holds == 1)
    }

    /// Tells the others that this daemon is there; fails if another process has taken over.
    pub fn renew(&self, client: &Client) -> Result<()> {
        let renew = "WITH told AS (UPDATE daemon SET seen_at = clock_timestamp() WHERE home = $1 AND fence = $2 RETURNING 1) \
            SELECT count(*) FROM told";
        let told: i64 = client.row(renew, &[&self.host.home, &self.fence()])?.get(0);
        self.counts(told == 1)
    }

    /// Says that this daemon has ended: the others need not wait for it.
    pub fn end(&self, client: &Client) {
        let end = "WITH told AS (UPDATE daemon SET seen_at = '-infinity' WHERE home = $1 AND fence = $2 RETURNING 1) \
            SELECT count(*) FROM told";
        // If this fails, the others notice by its silence.
        let _ = client.row(end, &[&self.host.home, &self.fence()]);
    }

    fn fence(&self) -> i64 {
        self.fence.get().copied().unwrap_or_default()
    }

    fn counts(&self, holds: bool) -> Result<()> {
        if holds && !self.lost.load(Ordering::SeqCst) {
            return Ok(());
        }
        self.lost.store(true, Ordering::SeqCst);
        Err(Error::new(ErrorCode::Store, say!("problem-store-taken-over", name = self.host.name))
            .hint(say!("problem-store-taken-over-hint")))
    }
}

/// Lists the hosts, `own` being this one, if it is one.
pub fn hosts(client: &Client, own: Option<&Lease>) -> Result<Vec<HostSeen>> {
    let all = "SELECT home, name, first, seen_at = '-infinity', \
        CASE WHEN seen_at = '-infinity' THEN 0 ELSE (extract(epoch FROM clock_timestamp() - seen_at) * 1000)::int8 END \
        FROM daemon ORDER BY name";
    let mut hosts = Vec::new();
    client.rows(all, &[], &mut |row| {
        let home: String = row.get(0);
        let is_this = own.is_some_and(|own| own.host.home == home);
        let (has_ended, silent_ms): (bool, i64) = (row.get(3), row.get(4));
        let is_away = has_ended || silent_ms > AWAY_AFTER_MS;
        let away_ms = is_away.then(|| silent_ms.unsigned_abs());
        hosts.push(HostSeen { name: row.get(1), is_this, is_first: row.get(2), away_ms });
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(hosts)
}
