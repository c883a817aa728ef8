//! The store in an SQLite file: the writer and the readers are on the same write-ahead log.

mod connection;
mod folding;
mod schema;

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::Duration,
};

use countersign_kernel::{Error, ErrorCode, Result};
use countersign_words::say;

use crate::{
    blobs::{Blobs, create_private_dir},
    pool::Pool,
    sql_store::SqlStore,
    writer::Writer,
};

pub use self::{connection::Connection, schema::VERSION};

/// How a file is opened; the defaults suit everybody but tests.
#[derive(Debug, Clone)]
pub struct Options {
    /// How long to wait for another process that writes the same file.
    pub busy_timeout: Duration,
    /// The maximum number of pages in the file, to simulate a full disk.
    pub pages_most: Option<u32>,
}

impl Default for Options {
    fn default() -> Self {
        Self { busy_timeout: Duration::from_secs(10), pages_most: None }
    }
}

/// A store in an SQLite file. Dropping it finishes queued calls and checkpoints the write-ahead log into the
/// file.
pub type SqliteStore = SqlStore<Connection>;

impl SqliteStore {
    /// Opens the file at `path`, creating it (and its folder) if needed, and migrates it to this program's
    /// version.
    pub fn open(path: &Path) -> Result<Self> {
        Self::open_with(path, &Options::default())
    }

    /// Opens the file at `path` with options.
    pub fn open_with(path: &Path, options: &Options) -> Result<Self> {
        create_private_file(path)?;
        let (file, options) = (path.to_owned(), options.clone());
        let wait = options.busy_timeout;
        let open = move || Connection::writer(&file, &options);
        let writer = Writer::start(blobs_beside(path), open)?;
        Ok(Self::of(readers(path, wait), Some(writer)))
    }

    /// Opens an existing file for reading: it is not migrated, and nothing is written.
    pub fn open_read_only(path: &Path) -> Result<Self> {
        if !path.is_file() {
            return Err(Error::new(
                ErrorCode::Store,
                say!("problem-store-no-database", path = path.display()),
            ));
        }
        let wait = Options::default().busy_timeout;
        Connection::reader(path, wait)?.check_version()?;
        Ok(Self::of(readers(path, wait), None))
    }
}

fn readers(path: &Path, wait: Duration) -> Pool<Connection> {
    let file = path.to_owned();
    Pool::new(blobs_beside(path), move || Connection::reader(&file, wait))
}

/// Where a file's large blobs are stored.
pub(crate) fn blobs_beside(path: &Path) -> Blobs {
    Blobs::in_home(&home_of(path))
}

fn home_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(home) if !home.as_os_str().is_empty() => home.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// Creates an empty file that only its owner may read; SQLite gives the files beside it the same mode. An
/// existing file is never opened here: closing it would release the locks of every other connection in this
/// process.
pub(crate) fn create_private_file(path: &Path) -> Result<()> {
    let home = home_of(path);
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let created = if home.is_dir() { Ok(()) } else { create_private_dir(&home) };
    match created.and_then(|()| options.open(path)) {
        Ok(_) => Ok(()),
        Err(e) if e.kind() == io::ErrorKind::AlreadyExists && path.is_file() => Ok(()),
        Err(e) => Err(Error::new(ErrorCode::Store, say!("problem-store-not-created", path = path.display()))
            .hint(say!("problem-store-not-created-hint"))
            .because(e)),
    }
}
