//! Connections for reading, lent for one snapshot each.

use std::sync::{Mutex, PoisonError};

use countersign_kernel::{ErrorCode, Result, store::Base};

use crate::{base::SqlBase, blobs::Blobs, driver::Driver};

/// How many connections are kept open while nobody reads.
const IDLE_MOST: usize = 8;

/// What opens one more connection.
type Open<D> = Box<dyn Fn() -> Result<D> + Send + Sync>;

/// A few connections for reading; one more is opened whenever all of them are lent.
pub struct Pool<D> {
    idle: Mutex<Vec<D>>,
    open: Open<D>,
    blobs: Blobs,
}

impl<D: Driver> Pool<D> {
    /// An empty pool.
    pub fn new(blobs: Blobs, open: impl Fn() -> Result<D> + Send + Sync + 'static) -> Self {
        Self { idle: Mutex::default(), open: Box::new(open), blobs }
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
        // After a failure of the store a fresh connection has the better chance.
        let is_sound = !matches!(&result, Err(e) if e.code == ErrorCode::Store);
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if is_sound && idle.len() < IDLE_MOST {
            idle.push(driver);
        }
        result
    }
}
