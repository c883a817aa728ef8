//! Steps: the few operations on files, each atomic and with an inverse that is again steps.
//! [`Doing`](super::doing::Doing) runs them.

use std::path::{Path, PathBuf};

use countersign_core::{Error, ErrorCode};
use countersign_rehearsal::path_text;
use serde::{Deserialize, Serialize};

use super::state::{Kind, State};

static ABSENT: State = State::ABSENT;

/// The source of what is put somewhere.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum From {
    /// The bytes passed with the steps.
    Given,
    /// This text.
    Text(String),
    /// The bytes of a file.
    Bytes(PathBuf),
    /// A copy of a file, link or folder.
    Copy(PathBuf),
    /// A new folder, with this chain of folders in it.
    Folder(PathBuf),
    /// A trash entry, which is moved out.
    Slot(String),
    /// Rehearsed entries: the entry itself and, for a folder, its content, each after its folder. It replaces
    /// the existing entry and does not affect its other hard links, as shown.
    Rehearsed(Vec<Branch>),
}

/// A rehearsed entry.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Branch {
    /// Its path within the entry that is put; empty for that itself.
    #[serde(with = "path_text")]
    pub path: PathBuf,
    /// A file, a folder or a link.
    pub kind: Kind,
    /// Its permission bits; None: those of the existing file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<u32>,
    /// Its modification time; None: now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mtime_ns: Option<i64>,
    /// The file with its content.
    #[serde(default, with = "path_text::maybe", skip_serializing_if = "Option::is_none")]
    pub file: Option<PathBuf>,
    /// The hash that the content must have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// The target of a link.
    #[serde(default, with = "path_text::maybe", skip_serializing_if = "Option::is_none")]
    pub target: Option<PathBuf>,
}

/// One step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "do")]
pub(super) enum Step {
    /// Puts something at a path; the old entry goes to the trash.
    Put {
        #[serde(with = "path_text")]
        path: PathBuf,
        before: State,
        after: State,
        from: From,
        /// A copy of the expected text, to show differences from.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    /// Moves the entry at a path to the trash.
    Gone {
        #[serde(with = "path_text")]
        path: PathBuf,
        before: State,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    /// Moves an entry; what it replaces goes to the trash.
    Move { from: PathBuf, to: PathBuf, state: State, over: State },
    /// Sets the mode or the time of an entry.
    Set {
        #[serde(with = "path_text")]
        path: PathBuf,
        before: State,
        after: State,
    },
}

impl Step {
    /// Returns the paths it touches, with their states before and after.
    pub fn touches(&self) -> Vec<(&Path, &State, &State)> {
        match self {
            Self::Put { path, before, after, .. } | Self::Set { path, before, after } => {
                vec![(path, before, after)]
            }
            Self::Gone { path, before, .. } => vec![(path, before, &ABSENT)],
            Self::Move { from, to, state, over } => vec![(from, state, &ABSENT), (to, over, state)],
        }
    }

    /// Whether it copies the content of the file at `path`, and checks it meanwhile.
    pub fn copies(&self, path: &Path) -> bool {
        let Self::Put { after, from: From::Bytes(source), .. } = self else { return false };
        after.kind == Kind::File && after.hash.is_some() && source == path
    }

    /// Returns the inverse, given that the displaced entry is in `slot` and `text` is the written text.
    pub fn inverse(self, slot: String, text: Option<String>) -> Vec<Self> {
        match self {
            Self::Put { path, before, after, .. } if before.exists() => {
                vec![Self::Put { path, before: after, after: before, from: From::Slot(slot), text }]
            }
            Self::Put { path, after, .. } => vec![Self::Gone { path, before: after, text }],
            Self::Gone { path, before, .. } => {
                let from = From::Slot(slot);
                vec![Self::Put { path, before: State::ABSENT, after: before, from, text: None }]
            }
            Self::Move { from, to, state, over } => {
                let back = Self::Move { from: to.clone(), to: from, state, over: State::ABSENT };
                let restored = over.exists().then_some(Self::Put {
                    path: to,
                    before: State::ABSENT,
                    after: over,
                    from: From::Slot(slot),
                    text: None,
                });
                std::iter::once(back).chain(restored).collect()
            }
            Self::Set { path, before, after } => vec![Self::Set { path, before: after, after: before }],
        }
    }
}

/// Turns errors that the agent could fix during inspection into failures of the operation.
pub(super) fn as_failure(mut e: Error) -> Error {
    match e.code {
        ErrorCode::Invalid | ErrorCode::NotFound => e.code = ErrorCode::Conflict,
        _ => {}
    }
    e
}
