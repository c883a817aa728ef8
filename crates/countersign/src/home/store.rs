//! Where a home keeps its log and records: in a file of its own, or in the PostgreSQL database that its settings name.
//! Only the settings say so, which agents cannot write: whoever chose another store would choose its persons.

use std::{
    fs, io,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    sync::Arc,
};

use countersign_core::{Env as _, Error, ErrorCode, Result, store::Store, text};
use countersign_store::{
    Address, Host, PostgresStore, SqliteStore,
    copy::{self, Copied},
};
use countersign_words::say;

use super::{DATABASE, Home, System, config};
use crate::daemon::write_private;

/// How many bytes the name of a home has.
const NAME_BYTES: usize = 16;

/// How many characters the name of a host may have.
const NAME_MOST: usize = 60;

/// A store of a home.
pub enum StorePlace {
    /// A file.
    File(PathBuf),
    /// A team's schema, and the host that writes it.
    Postgres(Box<Address>, HostPlace),
}

impl Home {
    /// Returns where the log and records are.
    pub fn store(&self) -> Result<StorePlace> {
        let file = self.config();
        let settings = config(&file)?;
        let Some(named) = settings.store else { return Ok(StorePlace::File(self.database())) };
        let address = Address::parse(&named)?;
        if address.has_password() {
            let mode = fs::metadata(&file).map_or(0, |about| about.permissions().mode() & 0o777);
            if mode & 0o077 != 0 {
                let open =
                    say!("command-doctor-open-mode", path = file.display(), mode = format!("{mode:o}"));
                return Err(
                    Error::new(ErrorCode::Settings, open).hint(format!("chmod 600 {}", file.display()))
                );
            }
        }
        Ok(StorePlace::Postgres(Box::new(address), HostPlace { name: self.name(), called: settings.host }))
    }
}

/// What tells the host of a home from others that write the same log.
pub struct HostPlace {
    /// The file with the name of the home.
    pub name: PathBuf,
    /// What people call it, if not by the machine's name.
    pub called: Option<String>,
}

impl HostPlace {
    fn host(&self) -> Result<Host> {
        let called = match &self.called {
            Some(called) => called.clone(),
            None => rustix::system::uname().nodename().to_string_lossy().into_owned(),
        };
        if !(1..=NAME_MOST).contains(&called.chars().count()) || text::visible(&called).text != called {
            return Err(Error::new(ErrorCode::Settings, say!("command-host-name", most = NAME_MOST)));
        }
        Ok(Host::new(name_of_home(&self.name)?, called))
    }
}

impl StorePlace {
    /// Opens it, creating it if needed.
    pub fn open(&self) -> Result<Arc<dyn Store>> {
        Ok(match self {
            Self::File(path) => Arc::new(SqliteStore::open(path)?),
            Self::Postgres(address, host) => {
                Arc::new(PostgresStore::open((**address).clone(), host.host()?)?)
            }
        })
    }

    /// Reads the name of a store that a person types: an address, the path of a file, or of a home that has one.
    pub fn named(text: &str, home: &Home) -> Result<Self> {
        if text.contains("://") {
            let called = config(&home.config())?.host;
            return Ok(Self::Postgres(
                Box::new(Address::parse(text)?),
                HostPlace { name: home.name(), called },
            ));
        }
        Self::file(Path::new(text))
    }

    /// A file, or that of a home if it is a folder.
    pub fn file(path: &Path) -> Result<Self> {
        let path = std::path::absolute(path).map_err(|e| Error::invalid(e.to_string()))?;
        Ok(Self::File(if path.is_dir() { path.join(DATABASE) } else { path }))
    }

    /// Copies a store into it, which must hold nothing yet.
    pub fn fill(&self, from: &dyn Store) -> Result<Copied> {
        match self {
            Self::File(path) => copy::into_file(from, path),
            Self::Postgres(address, host) => copy::into_postgres(from, (**address).clone(), host.host()?),
        }
    }

    /// Opens it for reading; None if there is nothing yet.
    pub fn read(&self) -> Result<Option<Arc<dyn Store>>> {
        Ok(match self {
            Self::File(path) if !path.is_file() => None,
            Self::File(path) => Some(Arc::new(SqliteStore::open_read_only(path)?)),
            Self::Postgres(address, _) => match PostgresStore::open_read_only((**address).clone()) {
                Err(e) if e.code == ErrorCode::NotFound => None,
                opened => Some(Arc::new(opened?)),
            },
        })
    }

    /// Opens it for reading; fails if there is nothing yet.
    pub fn need(&self) -> Result<Arc<dyn Store>> {
        let nothing = || {
            let place = say!("problem-store-no-database", path = self.to_string());
            Error::new(ErrorCode::Store, place)
        };
        self.read()?.ok_or_else(nothing)
    }
}

impl std::fmt::Display for StorePlace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(f),
            Self::Postgres(address, _) => address.fmt(f),
        }
    }
}

/// Returns the name of a home, which no other has; the first time makes one up.
fn name_of_home(path: &PathBuf) -> Result<String> {
    let unusable = |e: io::Error| {
        Error::new(ErrorCode::Store, say!("command-cannot-use-home", path = path.display(), error = e))
            .hint(say!("command-no-home-hint"))
    };
    match fs::read_to_string(path) {
        Ok(name) => Ok(name.trim().to_owned()),
        Err(e) if e.kind() == io::ErrorKind::NotFound => {
            let bytes = &System.seed()[..NAME_BYTES];
            let name: String = bytes.iter().map(|b| format!("{b:02x}")).collect();
            write_private(path, name.as_bytes()).map_err(unusable)?;
            Ok(name)
        }
        Err(e) => Err(unusable(e)),
    }
}
