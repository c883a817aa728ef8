//! The arguments of the file tools.

use std::path::PathBuf;

use base64::{Engine as _, prelude::BASE64_STANDARD};
use countersign_core::{Error, Result, judge::Class, record::Doc, tool::Tool};
use countersign_words::say;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::call::{self, Spec};

/// Lists what is in a folder.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ListDir {
    /// The folder.
    pub path: String,
}

/// Reads a file.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ReadFile {
    /// The file.
    pub path: String,
    /// The byte to begin at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offset: Option<u64>,
    /// How many bytes at most; 262144 unless told, never more than 1048576.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
}

/// Finds files by name and content.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SearchFiles {
    /// The folder to search, at any depth.
    pub path: String,
    /// The name, where `*` stands for any characters and `?` for one; with a `/` in it, the path below the folder.
    pub pattern: String,
    /// Text that the file must contain, exactly.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<String>,
}

/// Tells about a file or folder.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GetMetadata {
    /// The file or folder; a link is told about itself.
    pub path: String,
}

/// Writes a whole file.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WriteFile {
    /// The file; its folder must exist.
    pub path: String,
    /// The new content, as text. Exactly one of `content`, `content_base64` and `source` is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<String>,
    /// The new content, as base64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content_base64: Option<String>,
    /// A local file whose bytes are written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

/// The new content of a file.
pub(super) enum Content {
    /// These bytes.
    Bytes(Vec<u8>),
    /// The bytes of this file.
    Source(PathBuf),
}

impl WriteFile {
    /// Returns the content; a source path is not resolved.
    pub fn content(&self) -> Result<Content> {
        match (&self.content, &self.content_base64, &self.source) {
            (Some(text), None, None) => Ok(Content::Bytes(text.clone().into_bytes())),
            (None, Some(coded), None) => BASE64_STANDARD
                .decode(coded)
                .map(Content::Bytes)
                .map_err(|e| Error::invalid(say!("effect-not-base64-content", error = e.to_string()))),
            (None, None, Some(source)) => Ok(Content::Source(source.into())),
            _ => Err(Error::invalid(say!("effect-one-content"))),
        }
    }
}

/// Replaces parts of a text file.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct EditFile {
    /// The file.
    pub path: String,
    /// What to replace, in order.
    #[schemars(length(min = 1))]
    pub edits: Vec<Edit>,
}

/// One replacement.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Edit {
    /// The text to replace; it must occur exactly once.
    pub old_text: String,
    /// What to put there.
    pub new_text: String,
}

impl EditFile {
    /// Returns the text after all edits.
    pub fn applied(&self, text: &str) -> Result<String> {
        let mut text = text.to_owned();
        for (n, edit) in self.edits.iter().enumerate() {
            let nth = n + 1;
            let mut found = text.match_indices(&edit.old_text);
            match (found.next(), found.next()) {
                _ if edit.old_text.is_empty() => {
                    return Err(Error::invalid(say!("effect-edit-empty", n = nth)));
                }
                (None, _) => {
                    let message = say!("effect-edit-absent", n = nth, path = self.path);
                    return Err(Error::invalid(message).hint(say!("effect-read-again")));
                }
                (Some(_), Some(_)) => {
                    let message = say!("effect-edit-twice", n = nth, path = self.path);
                    return Err(Error::invalid(message).hint(say!("effect-more-text")));
                }
                (Some((at, _)), None) => text.replace_range(at..at + edit.old_text.len(), &edit.new_text),
            }
        }
        Ok(text)
    }
}

/// Moves or renames a file or folder.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MoveFile {
    /// What is moved.
    pub from: String,
    /// Its new path.
    pub to: String,
}

/// Copies a file or folder.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CopyFile {
    /// What is copied.
    pub from: String,
    /// The path of the copy.
    pub to: String,
}

/// Creates a folder.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CreateDir {
    /// The folder; folders above it are created too.
    pub path: String,
}

/// Deletes a file or folder.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DeleteFile {
    /// What is deleted; of a link, the link itself.
    pub path: String,
    /// Whether a folder that is not empty may be deleted with all that is in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recursive: Option<bool>,
}

/// Watches a folder.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WatchFolder {
    /// The folder.
    pub path: String,
    /// Whether what happens in the folders in it is told, too; at most 10000 of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recursive: Option<bool>,
    /// For how many seconds; a day unless told, never more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 86_400))]
    pub until: Option<u64>,
}

/// The constants of a tool.
pub(super) trait Args: Serialize + DeserializeOwned + JsonSchema {
    const NAME: &'static str;
    const DOC: &'static str;
    const EXAMPLE: &'static str;
    const CLASS: Class;
    const ACTION: &'static str;

    /// Parses them.
    fn parse(args: &Doc) -> Result<Self> {
        call::parse(Self::NAME, args)
    }

    /// Returns their fields.
    fn doc(&self) -> Result<Doc> {
        call::fields(self)
    }

    /// Returns the catalogue entry.
    fn tool() -> Tool {
        call::tool::<Self>(&Spec {
            name: Self::NAME,
            doc: Self::DOC,
            example: Self::EXAMPLE,
            class: Self::CLASS,
            rerun: Self::CLASS == Class::Read,
            action: Self::ACTION,
        })
    }
}

macro_rules! args {
    ($($type:ty: $name:literal, $class:ident, $action:literal, $doc:literal, $example:literal;)*) => {
        $(impl Args for $type {
            const NAME: &'static str = $name;
            const DOC: &'static str = $doc;
            const EXAMPLE: &'static str = $example;
            const CLASS: Class = Class::$class;
            const ACTION: &'static str = $action;
        })*

        /// Returns the file tools.
        pub(super) fn tools() -> Vec<Tool> {
            vec![$(<$type>::tool()),*]
        }
    };
}

args! {
    ListDir: "filesystem.list_dir", Read, "read",
        "Lists what is in a folder, at most 1000 entries.", r#"{"path": "src"}"#;
    ReadFile: "filesystem.read_file", Read, "read",
        "Reads a file, or part of it: text as it is, anything else as base64.", r#"{"path": "src/main.rs"}"#;
    SearchFiles: "filesystem.search_files", Read, "read",
        "Finds files below a folder by name, and by text in them if wanted; at most 1000 matches.",
        r#"{"path": ".", "pattern": "*.rs", "content": "fn main"}"#;
    GetMetadata: "filesystem.get_metadata", Read, "read",
        "Tells kind, size, mode, times and content hash of a file or folder.", r#"{"path": "Cargo.toml"}"#;
    WriteFile: "filesystem.write_file", Mutable, "write",
        "Writes a whole file, new or not.", r#"{"path": "notes.md", "content": "hello\n"}"#;
    EditFile: "filesystem.edit_file", Mutable, "write",
        "Replaces parts of a text file; each old_text must occur exactly once.",
        r#"{"path": "notes.md", "edits": [{"old_text": "hello", "new_text": "good day"}]}"#;
    MoveFile: "filesystem.move_file", Mutable, "move",
        "Moves or renames a file or folder; a file that stands there already is replaced.",
        r#"{"from": "draft.md", "to": "final.md"}"#;
    CopyFile: "filesystem.copy_file", Mutable, "create",
        "Copies a file or folder; a file that stands there already is replaced.",
        r#"{"from": "a.txt", "to": "b.txt"}"#;
    CreateDir: "filesystem.create_dir", Mutable, "create",
        "Creates a folder, and those above it that are missing.", r#"{"path": "out/reports"}"#;
    // Its deletions make it destructive; in a scratch folder it only writes.
    DeleteFile: "filesystem.delete_file", Mutable, "delete",
        "Deletes a file or folder; it is kept in the trash for a while.", r#"{"path": "old.txt"}"#;
    WatchFolder: "filesystem.watch_folder", Mutable, "create",
        "Watches a folder until the run or its time ends: what is created, changed, renamed or deleted there is told as \
         events, and by the status of its item; names only, never contents.", r#"{"path": "src", "recursive": true}"#;
}
