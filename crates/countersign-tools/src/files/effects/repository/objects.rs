//! Objects of a repository: those that a command made, read from its layers, and older ones as git has them. Each is
//! checked to be what its id says, so that nobody can show one content and keep another.

use std::{
    cell::RefCell,
    collections::BTreeMap,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    rc::Rc,
};

use sha1::{Digest as _, Sha1};
use tempfile::TempDir;

/// The name of an object: the hash of what it holds.
pub(super) type Id = [u8; 20];
/// Larger objects are not looked at.
const MOST: usize = 32 << 20;
/// All objects of one explanation together.
const ALL: usize = 256 << 20;

/// What an object is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Type {
    Blob,
    Tree,
    Commit,
    Tag,
}

impl Type {
    fn of(word: &str) -> Option<Self> {
        let known =
            [("blob", Self::Blob), ("tree", Self::Tree), ("commit", Self::Commit), ("tag", Self::Tag)];
        known.into_iter().find_map(|(name, is)| (name == word).then_some(is))
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Blob => "blob",
            Self::Tree => "tree",
            Self::Commit => "commit",
            Self::Tag => "tag",
        }
    }
}

/// One object.
#[derive(Debug)]
pub(super) struct Object {
    pub is: Type,
    pub bytes: Vec<u8>,
}

/// Returns the id of an object.
pub(super) fn id_of(is: Type, bytes: &[u8]) -> Id {
    let mut hash = Sha1::new();
    hash.update(format!("{} {}\0", is.word(), bytes.len()));
    hash.update(bytes);
    hash.finalize().into()
}

/// Parses an id in hexadecimal digits.
pub(super) fn parse_id(text: &str) -> Option<Id> {
    let digits = text.as_bytes();
    if digits.len() != 40 || !digits.iter().all(|d| d.is_ascii_digit() || (b'a'..=b'f').contains(d)) {
        return None;
    }
    let mut id = [0; 20];
    for (byte, pair) in id.iter_mut().zip(digits.chunks(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
    }
    Some(id)
}

/// Returns all digits of an id.
pub(super) fn hex(id: &Id) -> String {
    id.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the first digits of an id, as git shows it.
pub(super) fn brief(id: &Id) -> String {
    hex(id)[..7].to_owned()
}

/// Reads an object as it lies in a file of its own; None unless it is the one with this id.
pub(super) fn loose(id: &Id, file: &[u8]) -> Option<Object> {
    let bytes = miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(file, MOST).ok()?;
    let end = bytes.iter().take(40).position(|byte| *byte == 0)?;
    let (is, size) = std::str::from_utf8(&bytes[..end]).ok()?.split_once(' ')?;
    let object = Object { is: Type::of(is)?, bytes: bytes[end + 1..].to_vec() };
    let fits = size == object.bytes.len().to_string() && id_of(object.is, &object.bytes) == *id;
    fits.then_some(object)
}

/// The objects of a repository.
pub(super) struct Objects {
    /// Those that the command made.
    pub new: BTreeMap<Id, Rc<Object>>,
    old: RefCell<Old>,
}

struct Old {
    folder: PathBuf,
    read: BTreeMap<Id, Option<Rc<Object>>>,
    git: Option<Option<Batch>>,
    left: usize,
}

impl Objects {
    /// The objects of the repository at `git`, with those that a command made.
    pub fn of(git: &Path, new: BTreeMap<Id, Rc<Object>>) -> Self {
        let old = Old { folder: git.join("objects"), read: BTreeMap::new(), git: None, left: ALL };
        Self { new, old: RefCell::new(old) }
    }

    /// Returns an object; None if there is none, or it is too large.
    pub fn get(&self, id: &Id) -> Option<Rc<Object>> {
        if let Some(object) = self.new.get(id) {
            return Some(object.clone());
        }
        let mut old = self.old.borrow_mut();
        if let Some(read) = old.read.get(id) {
            return read.clone();
        }
        let folder = old.folder.clone();
        let batch = old.git.get_or_insert_with(|| Batch::start(&folder)).as_mut();
        let object = batch.and_then(|batch| batch.get(id)).filter(|o| o.bytes.len() <= MOST);
        let object = object.filter(|object| id_of(object.is, &object.bytes) == *id).map(Rc::new);
        old.left = old.left.checked_sub(object.as_ref().map_or(0, |object| object.bytes.len()))?;
        old.read.insert(*id, object.clone());
        object
    }

    /// Returns an object of a type.
    pub fn typed(&self, id: &Id, is: Type) -> Option<Rc<Object>> {
        self.get(id).filter(|object| object.is == is)
    }
}

/// A git that hands out objects. It sees the folder of objects and nothing else of the repository: no settings, no hooks,
/// no replaced objects, and it contacts nobody.
struct Batch {
    git: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    _home: TempDir,
}

impl Batch {
    fn start(objects: &Path) -> Option<Self> {
        let home = TempDir::new().ok()?;
        std::fs::create_dir(home.path().join("objects")).ok()?;
        std::fs::create_dir(home.path().join("refs")).ok()?;
        std::fs::write(home.path().join("HEAD"), "ref: refs/heads/none\n").ok()?;
        let mut git = Command::new("git");
        git.env_clear().env("PATH", "/usr/local/bin:/usr/bin:/bin").env("LC_ALL", "C");
        git.env("GIT_DIR", home.path()).env("GIT_OBJECT_DIRECTORY", objects);
        git.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
        git.env("GIT_OPTIONAL_LOCKS", "0").env("GIT_NO_LAZY_FETCH", "1").env("GIT_NO_REPLACE_OBJECTS", "1");
        git.args(["cat-file", "--batch"]).current_dir(home.path());
        git.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut git = git.spawn().ok()?;
        let (to, from) = (git.stdin.take()?, BufReader::new(git.stdout.take()?));
        Some(Self { git, to, from, _home: home })
    }

    fn get(&mut self, id: &Id) -> Option<Object> {
        self.to.write_all(format!("{}\n", hex(id)).as_bytes()).ok()?;
        let mut line = String::new();
        self.from.read_line(&mut line).ok()?;
        let mut words = line.trim_end().split(' ').skip(1);
        let (is, size) = (Type::of(words.next()?)?, words.next()?.parse::<u64>().ok()?);
        let mut bytes = Vec::new();
        let limit = (MOST as u64).min(size);
        self.from.by_ref().take(limit).read_to_end(&mut bytes).ok()?;
        // What is too large is read and dropped, with the end of the line.
        std::io::copy(&mut self.from.by_ref().take(size - limit + 1), &mut std::io::sink()).ok()?;
        (size <= MOST as u64 && bytes.len() as u64 == size).then_some(Object { is, bytes })
    }
}

impl Drop for Batch {
    fn drop(&mut self) {
        let _ended = self.git.kill();
        let _ended = self.git.wait();
    }
}
