//! The store over any driver: one writer thread, and readers in parallel.

use std::sync::Arc;

use countersign_kernel::{
    Answer, Result,
    execute::Call,
    op::Ran,
    store::{Base, Reply, Store},
};
use countersign_words::say;

use crate::{
    driver::{Driver, not_writable},
    pool::Pool,
    writer::Writer,
};

/// A store over a driver. Dropping it finishes queued calls.
pub struct SqlStore<D> {
    // Before the writer, so that the writer's connection closes last: of SQLite's, only one that may write can
    // checkpoint the log.
    readers: Pool<D>,
    writer: Option<Writer>,
}

impl<D: Driver + Send> SqlStore<D> {
    /// Puts readers and a writer together; without a writer, the store can only be read.
    pub(crate) fn of(readers: Pool<D>, writer: Option<Writer>) -> Self {
        Self { readers, writer }
    }

    /// The connections for reading.
    pub(crate) fn readers(&self) -> &Pool<D> {
        &self.readers
    }
}

impl<D: Driver + Send> Store for SqlStore<D> {
    fn submit(&self, call: Call) -> Result<Ran<Answer>> {
        match &self.writer {
            Some(writer) => writer.submit(call),
            None => Err(not_writable("it was opened for reading").hint(say!("problem-store-read-only"))),
        }
    }

    fn send(&self, call: Call, reply: Reply) {
        match &self.writer {
            Some(writer) => writer.send(call, reply),
            None => reply((self.submit(call).map(Ran::from), None)),
        }
    }

    fn submit_all(&self, calls: Vec<Call>) -> Vec<Result<Ran<Answer>>> {
        match &self.writer {
            Some(writer) => writer.submit_all(calls),
            None => calls.into_iter().map(|call| self.submit(call)).collect(),
        }
    }

    fn post(&self, call: Call) -> Result<bool> {
        match &self.writer {
            Some(writer) => writer.post(call),
            None => self.submit(call).map(|_| true),
        }
    }

    fn is_behind(&self) -> bool {
        self.writer.as_ref().is_some_and(|writer| writer.posts().is_behind())
    }

    fn settle(&self) -> Result<()> {
        self.writer.as_ref().map_or(Ok(()), Writer::settle)
    }

    fn on_written(&self, listener: Arc<dyn Fn() + Send + Sync>) {
        if let Some(writer) = &self.writer {
            writer.posts().tell(listener);
        }
    }

    fn identities_at(&self) -> Option<u64> {
        self.writer.as_ref().map(Writer::identities_at)
    }

    fn records_at(&self) -> Option<u64> {
        self.writer.as_ref().and_then(Writer::records_at)
    }

    fn is_full(&self) -> bool {
        self.writer.as_ref().is_none_or(|writer| writer.posts().is_full())
    }

    fn view(&self, f: &mut dyn FnMut(&mut dyn Base) -> Result<()>) -> Result<()> {
        self.readers.view(f)
    }
}
