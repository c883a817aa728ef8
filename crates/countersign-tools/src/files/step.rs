//! Steps: the few things that are ever done to files, each of them atomic on its own and each with an inverse that is
//! again a step. [`Doing`](super::doing::Doing) does them.

use std::path::{Path, PathBuf};

use countersign_core::{Error, ErrorCode};
use countersign_rehearsal::path_text;
use serde::{Deserialize, Serialize};

use super::state::{Kind, State};

static ABSENT: State = State::ABSENT;

/// Where what is put somewhere comes from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum From {
    /// The bytes handed over with the steps.
    Given,
    /// The bytes of a file.
    Bytes(PathBuf),
    /// A copy of a file, link or folder.
    Copy(PathBuf),
    /// A new folder, with this path of folders in it.
    Folder(PathBuf),
    /// Something kept in the trash, which leaves it.
    Slot(String),
    /// What was rehearsed: the thing itself, and of a folder what is in it, each after the folder it is in. It takes the
    /// place of what stands there and leaves other names of that alone, as it was shown.
    Rehearsed(Vec<Branch>),
}

/// One thing that was rehearsed, exactly as it is to be.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Branch {
    /// Where it is within the thing that is put; empty for that itself.
    #[serde(with = "path_text")]
    pub path: PathBuf,
    /// A file, a folder or a link.
    pub kind: Kind,
    /// Its permission bits; None: those of the file that stands there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<u32>,
    /// When it was written; None: now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mtime_ns: Option<i64>,
    /// Where a file's bytes are.
    #[serde(default, with = "path_text::maybe", skip_serializing_if = "Option::is_none")]
    pub file: Option<PathBuf>,
    /// The hash that they must have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// Where a link leads.
    #[serde(default, with = "path_text::maybe", skip_serializing_if = "Option::is_none")]
    pub target: Option<PathBuf>,
}

/// One thing done.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "do")]
pub(super) enum Step {
    /// Something is put at a path; what stood there goes to the trash.
    Put {
        #[serde(with = "path_text")]
        path: PathBuf,
        before: State,
        after: State,
        from: From,
        /// Where a copy of the text that should stand there is kept, to show differences from.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    /// What stands at a path goes to the trash.
    Gone {
        #[serde(with = "path_text")]
        path: PathBuf,
        before: State,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    /// Something moves; what stood where it goes to goes to the trash.
    Move { from: PathBuf, to: PathBuf, state: State, over: State },
    /// What stands at a path gets another mode or another time.
    Set {
        #[serde(with = "path_text")]
        path: PathBuf,
        before: State,
        after: State,
    },
}

impl Step {
    /// The paths it touches, with how they are before and after.
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

    /// What takes it back, if what it displaced was kept in `slot` and `text` is what it wrote.
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

/// Turns errors that are the agent's to mend while looking into failures while doing.
pub(super) fn as_failure(mut e: Error) -> Error {
    match e.code {
        ErrorCode::Invalid | ErrorCode::NotFound => e.code = ErrorCode::Conflict,
        _ => {}
    }
    e
}
