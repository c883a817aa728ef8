//! Checkpoints: moves the write-ahead log back into the file. Most of it happens beside the writer, on a
//! separate connection. Only the writer itself can reach the end of a log that it keeps writing, so it does
//! the last part.

use std::{
    ffi::c_int,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    thread::JoinHandle,
};

use rusqlite::{Connection, OpenFlags, hooks::Wal};

/// Limits for the length of the log, in pages.
#[derive(Debug, Clone, Copy)]
pub struct Length {
    /// From this length on, the log is checkpointed beside the writer.
    pub aside: c_int,
    /// And again after this many more.
    pub step: c_int,
    /// From this length on, the writer does the rest.
    pub most: c_int,
}

/// The checkpoint beside the writer. Dropping it waits until that has finished.
pub struct Folding(Arc<Aside>);

struct Aside {
    path: PathBuf,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Folding {
    /// Checkpoints the log of `writer` from now on; `path` is its file.
    pub fn of(writer: &mut Connection, path: &Path, length: Length) -> rusqlite::Result<Self> {
        let aside = Arc::new(Aside { path: path.to_owned(), thread: Mutex::default() });
        let (beside, mut asked_at) = (aside.clone(), 0);
        writer.wal_hook(Some(move |log: &mut Wal, pages: c_int| {
            if pages < length.aside {
                asked_at = 0;
            } else if pages >= length.most
                || (pages - asked_at >= length.step && !beside.begin(&mut asked_at, pages))
            {
                // The commit is durable anyway; the next one tries again.
                drop(log.checkpoint());
            }
            Ok(())
        }))?;
        Ok(Self(aside))
    }
}

impl Aside {
    /// Starts a checkpoint, unless one is running; false if it cannot.
    fn begin(self: &Arc<Self>, asked_at: &mut c_int, pages: c_int) -> bool {
        let mut thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner);
        if thread.as_ref().is_some_and(|thread| !thread.is_finished()) {
            return true;
        }
        *asked_at = pages;
        let aside = self.clone();
        let fold = move || drop(aside.fold());
        *thread = std::thread::Builder::new().name("countersign-fold".to_owned()).spawn(fold).ok();
        thread.is_some()
    }

    fn fold(&self) -> rusqlite::Result<()> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&self.path, flags)?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()))
    }
}

impl Drop for Folding {
    fn drop(&mut self) {
        let thread = self.0.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(thread) = thread {
            // Closing the writer's connection does whatever is left.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LENGTH: Length = Length { aside: 40, step: 20, most: 400 };

    struct World {
        folder: tempfile::TempDir,
        writer: Connection,
    }

    impl World {
        fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            let writer = Connection::open(folder.path().join("x.db")).unwrap();
            writer.execute_batch("PRAGMA journal_mode = WAL; CREATE TABLE x (n INTEGER, text TEXT)").unwrap();
            Self { folder, writer }
        }

        fn path(&self) -> PathBuf {
            self.folder.path().join("x.db")
        }

        fn size(&self, name: &str) -> u64 {
            std::fs::metadata(self.folder.path().join(name)).unwrap().len()
        }

        /// Commits about three pages.
        fn write(&self, n: i64) {
            self.writer.execute("INSERT INTO x VALUES (?1, ?2)", (n, "x".repeat(9_000))).unwrap();
        }
    }

    #[test]
    fn a_long_log_is_folded_back_beside_the_writer() {
        let mut w = World::new();
        let path = w.path();
        let folding = Folding::of(&mut w.writer, &path, LENGTH).unwrap();
        w.write(0);
        let before = w.size("x.db");
        (1..40).for_each(|n| w.write(n));
        // Waits for the running checkpoint. The writer has not reached its own part yet.
        drop(folding);
        assert!(w.size("x.db") > before, "nothing was folded back");
        assert!(w.size("x.db-wal") < 300 * 4096);
    }

    #[test]
    fn the_log_begins_anew_however_long_is_written() {
        let mut w = World::new();
        let path = w.path();
        let _folding = Folding::of(&mut w.writer, &path, LENGTH).unwrap();
        (0..2_000).for_each(|n| w.write(n));
        // About 8,000 pages were written; how far the log exceeds its limit depends on how long the
        // checkpoint takes.
        assert!(w.size("x.db-wal") < 4_000 * 4096, "{}", w.size("x.db-wal"));
        let (count, text): (i64, String) = w
            .writer
            .query_row("SELECT count(*), (SELECT * FROM pragma_integrity_check) FROM x", [], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })
            .unwrap();
        assert_eq!((count, text.as_str()), (2_000, "ok"));
    }

    #[test]
    fn without_the_file_the_writer_does_it_all() {
        let mut w = World::new();
        let nowhere = w.folder.path().join("nowhere/x.db");
        let _folding = Folding::of(&mut w.writer, &nowhere, LENGTH).unwrap();
        (0..1_000).for_each(|n| w.write(n));
        assert!(w.size("x.db-wal") < 800 * 4096);
    }
}
