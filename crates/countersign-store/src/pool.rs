//! A pool of read connections, one snapshot each.

use std::sync::{Mutex, PoisonError};

use countersign_kernel::{ErrorCode, Result, store::Base};

use crate::{base::SqlBase, blobs::Blobs, driver::Driver};

/// How many idle connections are kept open.
const IDLE_MOST: usize = 8;

/// Opens one more connection.
type Open<D> = Box<dyn Fn() -> Result<D> + Send + Sync>;

/// A pool of read connections; another is opened whenever all are in use.
pub struct Pool<D> {
    idle: Mutex<Vec<D>>,
    open: Open<D>,
    blobs: Blobs,
}

impl<D: Driver> Pool<D> {
    /// Creates an empty pool.
    pub fn new(blobs: Blobs, open: impl Fn() -> Result<D> + Send + Sync + 'static) -> Self {
        Self { idle: Mutex::default(), open: Box::new(open), blobs }
    }

    /// Runs `f` with a connection, outside of any transaction.
    pub fn lend<T>(&self, f: impl FnOnce(&mut D) -> Result<T>) -> Result<T> {
        let lent = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut driver = match lent {
            Some(lent) => lent,
            None => (self.open)()?,
        };
        let result = f(&mut driver);
        self.give_back(driver, &result);
        result
    }

    /// Runs `f` on one snapshot.
    pub fn view(&self, f: &mut dyn FnMut(&mut dyn Base) -> Result<()>) -> Result<()> {
        let lent = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut driver = match lent {
            Some(lent) => lent,
            None => (self.open)()?,
        };
        driver.begin_read()?;
        let result = f(&mut SqlBase { driver: &mut driver, blobs: &self.blobs });
        driver.rollback();
        self.give_back(driver, &result);
        result
    }

    /// After a store failure the connection is discarded: a fresh one is more likely to work.
    fn give_back<T>(&self, driver: D, result: &Result<T>) {
        let is_sound = !matches!(result, Err(e) if e.code == ErrorCode::Store);
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if is_sound && idle.len() < IDLE_MOST {
            idle.push(driver);
        }
    }
}
