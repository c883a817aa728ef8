//! Paths as JSON: text if they are UTF-8, else bytes, so every file name round-trips.

use std::{
    ffi::OsString,
    os::unix::ffi::{OsStrExt as _, OsStringExt as _},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Deserializer, Serialize as _, Serializer};

/// Writes a path.
pub fn serialize<S: Serializer>(path: &Path, to: S) -> Result<S::Ok, S::Error> {
    match path.to_str() {
        Some(text) => to.serialize_str(text),
        None => path.as_os_str().as_bytes().serialize(to),
    }
}

/// Reads a path.
pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<PathBuf, D::Error> {
    Ok(Either::deserialize(from)?.path())
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Either {
    Text(String),
    Bytes(Vec<u8>),
}

impl Either {
    fn path(self) -> PathBuf {
        match self {
            Self::Text(text) => text.into(),
            Self::Bytes(bytes) => OsString::from_vec(bytes).into(),
        }
    }
}

/// The same for an optional path.
pub mod maybe {
    use super::{Deserialize, Deserializer, Either, PathBuf, Serializer};

    /// Writes a path or null.
    pub fn serialize<S: Serializer>(path: &Option<PathBuf>, to: S) -> Result<S::Ok, S::Error> {
        match path {
            Some(path) => super::serialize(path, to),
            None => to.serialize_none(),
        }
    }

    /// Reads a path or null.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<PathBuf>, D::Error> {
        Ok(Option::<Either>::deserialize(from)?.map(Either::path))
    }
}

/// The same for several paths.
pub(crate) mod many {
    use serde::ser::SerializeSeq as _;

    use super::{Deserialize, Deserializer, Either, PathBuf, Serializer};

    struct One<'a>(&'a PathBuf);

    impl serde::Serialize for One<'_> {
        fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
            super::serialize(self.0, to)
        }
    }

    pub fn serialize<S: Serializer>(paths: &[PathBuf], to: S) -> Result<S::Ok, S::Error> {
        let mut list = to.serialize_seq(Some(paths.len()))?;
        paths.iter().try_for_each(|path| list.serialize_element(&One(path)))?;
        list.end()
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<PathBuf>, D::Error> {
        Ok(Vec::<Either>::deserialize(from)?.into_iter().map(Either::path).collect())
    }
}
