//! The file of a backup: an SQLite database with one row for each file, folder and link, and their content in pieces. A
//! path in it is relative, and only names that a home has are ever written.

use std::{
    ffi::OsStr,
    fs::{self, File, FileTimes, OpenOptions, Permissions},
    io::{self, Read as _, Write as _},
    os::unix::{
        ffi::OsStrExt as _,
        fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _, symlink},
    },
    path::{Component, Path, PathBuf},
    time::{Duration, UNIX_EPOCH},
};

use countersign_core::{Error, ErrorCode, Result};
use countersign_words::say;
use rusqlite::{Connection, OpenFlags, OptionalExtension as _, params};

use super::{Made, is_known, is_passing, is_setting};
use crate::daemon::unusable;

/// The format that this program writes.
const FORMAT: i64 = 1;
/// What says that a database is such a file.
const APPLICATION: i64 = 0x4353_4241;
/// How much of a file is one row.
const PIECE: usize = 1 << 20;

const SCHEMA: &str = "
    CREATE TABLE about (format INTEGER NOT NULL, version TEXT NOT NULL, keys INTEGER NOT NULL, files INTEGER NOT NULL);
    CREATE TABLE file (id INTEGER PRIMARY KEY, place TEXT NOT NULL, path BLOB NOT NULL, kind TEXT NOT NULL,
        mode INTEGER NOT NULL, s INTEGER NOT NULL, ns INTEGER NOT NULL, hash BLOB NOT NULL, UNIQUE (place, path));
    CREATE TABLE piece (file INTEGER NOT NULL, n INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (file, n));";

/// Where a file belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The copy of the log and the records.
    Store,
    /// Below the data folder.
    Data,
    /// Below the folder of settings.
    Settings,
}

impl Place {
    const fn word(self) -> &'static str {
        match self {
            Self::Store => "store",
            Self::Data => "data",
            Self::Settings => "settings",
        }
    }

    fn read(word: &str, path: &Path) -> Option<Self> {
        let is_plain = path.components().all(|part| matches!(part, Component::Normal(_)));
        let place =
            [Self::Store, Self::Data, Self::Settings].into_iter().find(|place| place.word() == word)?;
        let fits = match place {
            Self::Store => path == Path::new("store"),
            Self::Data => is_known(path),
            Self::Settings => is_setting(path),
        };
        (is_plain && fits).then_some(place)
    }
}

/// One file, folder or link of an archive.
struct Row {
    id: i64,
    place: Place,
    path: PathBuf,
    kind: String,
    mode: u32,
    s: i64,
    ns: u32,
    hash: Vec<u8>,
}

/// An archive.
pub struct Archive {
    path: PathBuf,
    open: Connection,
}

fn broken(path: &Path, e: impl std::fmt::Display) -> Error {
    Error::new(ErrorCode::Store, say!("command-backup-broken", path = path.display(), error = e.to_string()))
        .hint(say!("command-store-backup-bad-hint"))
}

impl Archive {
    /// Begins one in an empty file.
    pub fn create(path: &Path, keys: bool) -> Result<Self> {
        let failed = |e: rusqlite::Error| broken(path, e);
        let open = Connection::open(path).map_err(failed)?;
        open.pragma_update(None, "journal_mode", "OFF").map_err(failed)?;
        open.pragma_update(None, "application_id", APPLICATION).map_err(failed)?;
        open.execute_batch(SCHEMA).map_err(failed)?;
        open.execute_batch("BEGIN").map_err(failed)?;
        let about = params![FORMAT, env!("CARGO_PKG_VERSION"), keys, 0];
        open.execute("INSERT INTO about VALUES (?1, ?2, ?3, ?4)", about).map_err(failed)?;
        Ok(Self { path: path.to_owned(), open })
    }

    /// Adds a file, a link, or a folder with all in it; what is not there is left out.
    pub fn add(&mut self, place: Place, from: &Path, path: &Path, made: &mut Made) -> Result<()> {
        if place == Place::Data && is_passing(path) {
            return Ok(());
        }
        let about = match fs::symlink_metadata(from) {
            Ok(about) => about,
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(e) => return Err(unusable(from, &e)),
        };
        let added = match about.file_type() {
            kind if kind.is_dir() => self.add_folder(place, from, path, &about, made),
            kind if kind.is_symlink() => fs::read_link(from)
                .and_then(|to| self.row(place, path, "link", &about, Some(to.as_os_str().as_bytes()))),
            kind if kind.is_file() => self.add_file(place, from, path, &about),
            // A pipe or a socket that was deleted: there is nothing in it.
            _ => return Ok(()),
        };
        match added {
            Ok(()) => made.files += u64::from(!about.is_dir()),
            // Expired or taken back since: nothing in the copied log needs it any more, or it says so when asked.
            Err(e) if e.kind() == io::ErrorKind::NotFound => made.gone += 1,
            Err(e) => return Err(unusable(from, &e)),
        }
        Ok(())
    }

    fn add_folder(
        &mut self,
        place: Place,
        from: &Path,
        path: &Path,
        about: &fs::Metadata,
        made: &mut Made,
    ) -> io::Result<()> {
        self.row(place, path, "folder", about, None)?;
        let mut names: Vec<_> = fs::read_dir(from)?.map(|e| Ok(e?.file_name())).collect::<io::Result<_>>()?;
        names.sort();
        for name in names {
            self.add(place, &from.join(&name), &path.join(&name), made).map_err(io::Error::other)?;
        }
        Ok(())
    }

    fn add_file(&mut self, place: Place, from: &Path, path: &Path, about: &fs::Metadata) -> io::Result<()> {
        let mut file = File::open(from)?;
        let (mut hasher, mut piece, mut n) = (blake3::Hasher::new(), Vec::with_capacity(PIECE), 0);
        self.row(place, path, "file", about, None)?;
        let id = self.open.last_insert_rowid();
        loop {
            piece.clear();
            io::Read::by_ref(&mut file).take(PIECE as u64).read_to_end(&mut piece)?;
            if piece.is_empty() {
                break;
            }
            hasher.update(&piece);
            let row = params![id, n, piece];
            self.open.execute("INSERT INTO piece VALUES (?1, ?2, ?3)", row).map_err(io::Error::other)?;
            n += 1;
        }
        let hash = hasher.finalize();
        let row = params![hash.as_bytes(), id];
        self.open.execute("UPDATE file SET hash = ?1 WHERE id = ?2", row).map(drop).map_err(io::Error::other)
    }

    /// Writes what is known of a file; `to` is where a link leads.
    fn row(
        &self,
        place: Place,
        path: &Path,
        kind: &str,
        about: &fs::Metadata,
        to: Option<&[u8]>,
    ) -> io::Result<()> {
        let (mode, path) = (about.mode() & 0o7777, path.as_os_str().as_bytes());
        let row = params![
            place.word(),
            path,
            kind,
            mode,
            about.mtime(),
            about.mtime_nsec(),
            to.unwrap_or_default()
        ];
        let insert =
            "INSERT INTO file (place, path, kind, mode, s, ns, hash) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        self.open.execute(insert, row).map(drop).map_err(io::Error::other)
    }

    /// Ends writing; from now on rows that are missing are noticed.
    pub fn close(self) -> Result<()> {
        let failed = |e: rusqlite::Error| broken(&self.path, e);
        self.open.execute("UPDATE about SET files = (SELECT count(*) FROM file)", []).map_err(failed)?;
        self.open.execute_batch("COMMIT").map_err(failed)?;
        self.open.close().map_err(|(_, e)| broken(&self.path, e))
    }

    /// Opens one to read it.
    pub fn open(path: &Path) -> Result<Self> {
        let not_one = || {
            Error::new(ErrorCode::Usage, say!("command-backup-not-one", path = path.display()))
                .hint(say!("command-backup-not-one-hint"))
        };
        if !path.is_file() {
            return Err(not_one());
        }
        let open = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY);
        let open = open.map_err(|e| broken(path, e))?;
        let application = open.pragma_query_value(None, "application_id", |row| row.get::<_, i64>(0));
        if application.ok() != Some(APPLICATION) {
            return Err(not_one());
        }
        let format: i64 =
            open.query_row("SELECT format FROM about", [], |row| row.get(0)).map_err(|e| broken(path, e))?;
        if format != FORMAT {
            return Err(Error::new(ErrorCode::Usage, say!("command-backup-newer", path = path.display()))
                .hint(say!("judge-policy-newer-hint")));
        }
        Ok(Self { path: path.to_owned(), open })
    }

    /// Checks that every file is as it was written, that none is missing, and that each belongs into a home.
    pub fn check(&self) -> Result<()> {
        let failed = |e: rusqlite::Error| broken(&self.path, e);
        let whole: String =
            self.open.query_row("PRAGMA integrity_check", [], |row| row.get(0)).map_err(failed)?;
        if whole != "ok" {
            return Err(broken(&self.path, whole));
        }
        let rows = self.rows()?;
        let files: i64 =
            self.open.query_row("SELECT files FROM about", [], |row| row.get(0)).map_err(failed)?;
        if usize::try_from(files) != Ok(rows.len()) || !rows.iter().any(|row| row.place == Place::Store) {
            return Err(broken(&self.path, say!("command-backup-missing")));
        }
        for row in rows.iter().filter(|row| row.kind == "file") {
            let mut hasher = blake3::Hasher::new();
            self.pieces(row, &mut |piece| {
                hasher.update(piece);
                Ok(())
            })?;
            if hasher.finalize().as_bytes().as_slice() != row.hash {
                return Err(broken(&self.path, say!("command-backup-altered", path = row.path.display())));
            }
        }
        Ok(())
    }

    fn rows(&self) -> Result<Vec<Row>> {
        let failed = |e: rusqlite::Error| broken(&self.path, e);
        let select = "SELECT id, place, path, kind, mode, s, ns, hash FROM file ORDER BY id";
        let mut query = self.open.prepare(select).map_err(failed)?;
        let mut found = query.query([]).map_err(failed)?;
        let mut rows = Vec::new();
        while let Some(row) = found.next().map_err(failed)? {
            let get = || -> rusqlite::Result<(Row, String)> {
                let path: Vec<u8> = row.get(2)?;
                let path = PathBuf::from(OsStr::from_bytes(&path));
                let place: String = row.get(1)?;
                let [s, mode] = [row.get::<_, i64>(5)?, row.get(4)?];
                let (mode, ns) = (u32::try_from(mode).unwrap_or(0o600) & 0o7777, row.get(6)?);
                let read = Row {
                    id: row.get(0)?,
                    place: Place::Store,
                    path,
                    kind: row.get(3)?,
                    mode,
                    s,
                    ns,
                    hash: row.get(7)?,
                };
                Ok((read, place))
            };
            let (row, word) = get().map_err(failed)?;
            let said = || say!("command-backup-strange", path = row.path.display());
            let place = Place::read(&word, &row.path).ok_or_else(|| broken(&self.path, said()))?;
            rows.push(Row { place, ..row });
        }
        Ok(rows)
    }

    fn pieces(&self, row: &Row, each: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> Result<()> {
        let mut query = self
            .open
            .prepare_cached("SELECT bytes FROM piece WHERE file = ?1 AND n = ?2")
            .map_err(|e| broken(&self.path, e))?;
        for n in 0.. {
            let piece: Option<Vec<u8>> = query
                .query_row(params![row.id, n], |row| row.get(0))
                .optional()
                .map_err(|e| broken(&self.path, e))?;
            let Some(piece) = piece else { break };
            each(&piece).map_err(|e| unusable(&row.path, &e))?;
        }
        Ok(())
    }

    /// Writes the copy of the log and the records to a new file.
    pub fn take_store(&self, to: &Path) -> Result<()> {
        let rows = self.rows()?;
        rows.iter().filter(|row| row.place == Place::Store).try_for_each(|row| self.take_file(row, to))
    }

    /// Writes everything else into an empty home; returns how many files and links.
    pub fn take(&self, data: &Path, settings: &Path) -> Result<usize> {
        let rows = self.rows()?;
        let to = |row: &Row| match row.place {
            Place::Settings => settings.join(&row.path),
            Place::Data | Place::Store => data.join(&row.path),
        };
        let others = || rows.iter().filter(|row| row.place != Place::Store);
        private_folders(settings)?;
        for row in others().filter(|row| row.kind == "folder") {
            private_folders(&to(row))?;
        }
        for row in others().filter(|row| row.kind == "file") {
            self.take_file(row, &to(row))?;
        }
        // After all files: no path that is written leads through a link.
        for row in others().filter(|row| row.kind == "link") {
            symlink(OsStr::from_bytes(&row.hash), to(row)).map_err(|e| unusable(&to(row), &e))?;
        }
        for row in others().filter(|row| row.kind == "folder").collect::<Vec<_>>().into_iter().rev() {
            File::open(to(row))
                .and_then(|folder| as_it_was(&folder, row))
                .map_err(|e| unusable(&to(row), &e))?;
        }
        Ok(others().filter(|row| row.kind != "folder").count())
    }

    fn take_file(&self, row: &Row, to: &Path) -> Result<()> {
        let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(to);
        let mut file = file.map_err(|e| unusable(to, &e))?;
        self.pieces(row, &mut |piece| file.write_all(piece))?;
        as_it_was(&file, row).and_then(|()| file.sync_all()).map_err(|e| unusable(to, &e))
    }
}

fn as_it_was(file: &File, row: &Row) -> io::Result<()> {
    let since = Duration::new(u64::try_from(row.s).unwrap_or_default(), row.ns.min(999_999_999));
    file.set_times(FileTimes::new().set_modified(UNIX_EPOCH + since))?;
    file.set_permissions(Permissions::from_mode(row.mode))
}

fn private_folders(path: &Path) -> Result<()> {
    let made = fs::DirBuilder::new().recursive(true).mode(0o700).create(path);
    made.map_err(|e| unusable(path, &e))
}

impl std::fmt::Debug for Archive {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Archive").field("path", &self.path).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(at: &Path) -> PathBuf {
        let from = at.join("from");
        fs::create_dir_all(from.join("trash/rc1")).unwrap();
        fs::write(from.join("trash/rc1/0"), vec![7; PIECE + 5]).unwrap();
        fs::set_permissions(from.join("trash/rc1/0"), Permissions::from_mode(0o640)).unwrap();
        fs::write(from.join("trash/rc1/empty"), "").unwrap();
        symlink("../../elsewhere", from.join("trash/rc1/link")).unwrap();
        fs::write(from.join("policy.toml"), "version = 1\n").unwrap();
        fs::write(from.join("store"), "log").unwrap();
        from
    }

    fn archive(at: &Path) -> PathBuf {
        let (from, to, mut made) = (folder(at), at.join("whole"), Made::default());
        let mut archive = Archive::create(&to, false).unwrap();
        archive.add(Place::Store, &from.join("store"), Path::new("store"), &mut made).unwrap();
        archive.add(Place::Data, &from.join("trash"), Path::new("trash"), &mut made).unwrap();
        archive.add(Place::Data, &from.join("none"), Path::new("hooks"), &mut made).unwrap();
        archive.add(Place::Settings, &from.join("policy.toml"), Path::new("policy.toml"), &mut made).unwrap();
        archive.close().unwrap();
        assert_eq!(made, Made { files: 5, gone: 0 });
        to
    }

    #[test]
    fn what_is_taken_out_is_what_was_put_in() {
        let dir = tempfile::tempdir().unwrap();
        let whole = Archive::open(&archive(dir.path())).unwrap();
        whole.check().unwrap();
        let (data, settings) = (dir.path().join("data"), dir.path().join("settings"));
        assert_eq!(whole.take(&data, &settings).unwrap(), 4);
        let (file, before) = (data.join("trash/rc1/0"), dir.path().join("from/trash/rc1/0"));
        assert_eq!(fs::read(&file).unwrap(), vec![7; PIECE + 5]);
        let [now, then] = [&file, &before].map(|path| fs::metadata(path).unwrap());
        assert_eq!((now.mode(), now.modified().unwrap()), (then.mode(), then.modified().unwrap()));
        assert_eq!(fs::read_link(data.join("trash/rc1/link")).unwrap(), Path::new("../../elsewhere"));
        assert_eq!(fs::read_to_string(settings.join("policy.toml")).unwrap(), "version = 1\n");
        assert!(whole.take(&data, &settings).is_err(), "nothing is overwritten");
    }

    fn altered(sql: &str) -> String {
        let dir = tempfile::tempdir().unwrap();
        let path = archive(dir.path());
        Connection::open(&path).unwrap().execute_batch(sql).unwrap();
        let whole = Archive::open(&path).unwrap();
        whole.check().unwrap_err().message.to_string()
    }

    #[test]
    fn g1_an_altered_a_missing_or_a_strange_file_of_a_backup_is_found() {
        assert!(altered("UPDATE piece SET bytes = x'00' WHERE n = 1").contains("trash/rc1/0"));
        assert!(!altered("DELETE FROM file WHERE path = CAST('policy.toml' AS BLOB)").is_empty());
        for path in
            ["../ssh/authorized_keys", "/etc/passwd", "trash/../../x", "countersign.db", "daemon.sock"]
        {
            let sql = format!(
                "UPDATE file SET path = CAST('{path}' AS BLOB) WHERE path = CAST('trash/rc1/0' AS BLOB)"
            );
            assert!(altered(&sql).contains(path), "{path}");
        }
        let elsewhere = "UPDATE file SET place = 'settings' WHERE path = CAST('trash/rc1/0' AS BLOB)";
        assert!(altered(elsewhere).contains("trash/rc1/0"));
    }

    #[test]
    fn what_is_no_backup_is_told() {
        let dir = tempfile::tempdir().unwrap();
        let other = dir.path().join("other");
        fs::write(&other, "text").unwrap();
        Connection::open(dir.path().join("db")).unwrap().execute_batch("CREATE TABLE x (y)").unwrap();
        for name in ["none", "other", "db"] {
            let refused = Archive::open(&dir.path().join(name)).unwrap_err();
            assert!(refused.hint.is_some(), "{name}");
        }
    }
}
