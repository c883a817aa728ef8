//! Large blobs: files beside the database, named by the hash of their content.

use std::{
    fs, io,
    io::Write,
    path::{Path, PathBuf},
};

use countersign_kernel::{Error, ErrorCode, Result};
use countersign_words::{Message, say};

use crate::driver::{disk_full, not_writable};

/// Blobs up to this size are always stored in the database itself.
pub const SMALL: usize = 64 * 1024;

/// Where large blobs are stored.
#[derive(Debug, Clone)]
pub struct Blobs {
    /// Their folder, which is created with the first one. None: in the database, like small ones.
    folder: Option<PathBuf>,
}

impl Blobs {
    /// Uses the folder `blobs` in `home`.
    pub fn in_home(home: &Path) -> Self {
        Self { folder: Some(home.join("blobs")) }
    }

    /// Stores all blobs in the database: others use it who do not share a folder.
    pub fn in_database() -> Self {
        Self { folder: None }
    }

    /// Whether a blob of this size is stored in a file.
    pub fn is_file(&self, size: usize) -> bool {
        self.folder.is_some() && size > SMALL
    }

    /// Returns the path of a blob; None if there is no folder, or if the name is invalid, so that no name can lead
    /// outside it.
    pub fn path(&self, name: &str) -> Option<PathBuf> {
        let is_hash = name.len() == 64 && name.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        self.folder.as_ref().filter(|_| is_hash).map(|folder| folder.join(&name[..2]).join(name))
    }

    /// Reads a file; None if it does not exist.
    pub fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        let Some(path) = self.path(name) else { return Ok(None) };
        match fs::read(path) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(e) => Err(e),
        }
    }

    /// Writes a file durably and atomically.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let path = self.path(name).ok_or_else(|| Error::bug(format!("{name:?} is no name of a blob")))?;
        Self::write_file(&path, bytes).map_err(|e| match e.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => disk_full(e),
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => not_writable(e),
            _ => Error::new(ErrorCode::Store, say!("problem-store-blob-unwritten")).because(e),
        })
    }

    fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
        let shelf = path.parent().unwrap_or(path);
        if !shelf.is_dir() {
            create_private_dir(shelf)?;
            // The folder of all blobs, and the one that it is in.
            shelf.ancestors().skip(1).take(2).try_for_each(sync_dir)?;
        }
        // Created with mode 0600, and removed again if anything below fails.
        let mut file = tempfile::NamedTempFile::with_prefix_in(".new-", shelf)?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        file.persist(path)?;
        sync_dir(shelf)
    }

    /// Removes a file, if it exists.
    pub fn remove(&self, name: &str) -> io::Result<()> {
        match self.path(name).map(fs::remove_file) {
            None | Some(Ok(())) => Ok(()),
            Some(Err(e)) if e.kind() == io::ErrorKind::NotFound => Ok(()),
            Some(Err(e)) => Err(e),
        }
    }
}

/// Creates a folder, and its parents, that only the owner may enter.
pub fn create_private_dir(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Makes a rename or a new entry in `folder` durable.
pub(crate) fn sync_dir(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { fs::File::open(folder)?.sync_all() } else { Ok(()) }
}

/// Whether `bytes` match `name` and `size`.
pub fn is_intact(name: &str, size: i64, bytes: &[u8]) -> bool {
    usize::try_from(size) == Ok(bytes.len()) && blake3::hash(bytes).to_hex().as_str() == name
}

/// The error for a blob that differs from what was written.
pub fn blob_damage(what: Message) -> Error {
    Error::new(ErrorCode::Store, what).hint(say!("problem-store-see-else"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_hash_names_a_file() {
        let blobs = Blobs::in_home(Path::new("house"));
        let name = blake3::hash(b"x").to_hex();
        assert!(blobs.path(&name).unwrap().ends_with(format!("blobs/{}/{name}", &name[..2])));
        let escape = format!("{:/<64}", "../../");
        for bad in ["", "..", "abc", &name.to_uppercase(), &name[1..], &escape] {
            assert_eq!(blobs.path(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_file_is_written_whole_with_private_modes_and_removed_twice_without_complaint() {
        let home = tempfile::tempdir().unwrap();
        let blobs = Blobs::in_home(home.path());
        let name = blake3::hash(b"large").to_hex().to_string();
        blobs.write(&name, b"large").unwrap();
        assert_eq!(blobs.read(&name).unwrap().as_deref(), Some(b"large".as_slice()));
        let path = blobs.path(&name).unwrap();
        let shelf = path.parent().unwrap();
        assert_eq!(fs::read_dir(shelf).unwrap().count(), 1, "a temporary file was left");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = |p: &Path| fs::metadata(p).unwrap().permissions().mode() & 0o777;
            assert_eq!((mode(shelf), mode(&path)), (0o700, 0o600));
        }
        blobs.remove(&name).unwrap();
        blobs.remove(&name).unwrap();
        assert_eq!(blobs.read(&name).unwrap(), None);
    }
}
