//! Reads git's index: two of them are equal if they list the same entries. Every `git status` rewrites the
//! file with new times and inode numbers, which say nothing about what would be committed.

use std::{
    ffi::OsStr,
    fs::File,
    io::{self, Read as _},
    ops::Range,
    path::Path,
};

/// Larger ones are compared byte by byte.
const MOST: u64 = 128 << 20;
/// Bytes of an object id. An index with longer ones (SHA-256) is compared byte by byte.
const ID: usize = 20;
/// Bytes of an entry before its object id: times, device, inode number, mode, owner, size.
const STAT: usize = 40;
/// Where the time of the last change, mode and size are in there.
const WRITTEN: Range<usize> = 8..12;
const MODE: Range<usize> = 24..28;
const SIZE: Range<usize> = 36..40;
/// What git derives from the entries and the folder, and rewrites as it likes.
const DERIVED: [&[u8]; 5] = [b"TREE", b"UNTR", b"FSMN", b"EOIE", b"IEOT"];

const EXTENDED: u16 = 0x4000;
const LENGTH: u16 = 0x0fff;
/// The flags that mean something: "assume unchanged" and the stage of a merge.
const MEANT: u16 = ASSUMED | STAGE;
const ASSUMED: u16 = 0x8000;
const STAGE: u16 = 0x3000;
/// The extended flags that mean something: "skip worktree" and "intent to add".
const MEANT_EXTENDED: u16 = 0x6000;

/// Whether a path may be git's index, by its name.
pub fn is_named_so(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == "index")
}

/// The hashes of a file that is named like git's index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hashes {
    /// Of its bytes.
    pub content: String,
    /// Of its entries, if it is understood.
    pub entries: Option<String>,
}

/// Reads and hashes a file that is named like git's index; None for any other, of which nothing is read.
pub fn hashes(name: &OsStr, file: &mut File) -> io::Result<Option<Hashes>> {
    if !is_named_so(Path::new(name)) {
        return Ok(None);
    }
    let Some(bytes) = bytes(file)? else { return Ok(None) };
    let hex = |digest: [u8; 32]| blake3::Hash::from(digest).to_hex().to_string();
    Ok(Some(Hashes { content: blake3::hash(&bytes).to_hex().to_string(), entries: digest(&bytes).map(hex) }))
}

/// Returns the bytes of a file; None if they are too many, and then none was read.
pub(crate) fn bytes(file: &mut File) -> io::Result<Option<Vec<u8>>> {
    if file.metadata()?.len() > MOST {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}

/// Returns a digest of the entries (path, mode, object id, stage, flags) of an index, versions 2 to 4; None
/// for anything that is not understood completely.
pub fn digest(index: &[u8]) -> Option<[u8; 32]> {
    let hasher = std::cell::RefCell::new(blake3::Hasher::new());
    let entry = |entry: &Entry| {
        let mut hasher = hasher.borrow_mut();
        hasher.update(&(entry.path.len() as u64).to_le_bytes());
        hasher.update(&entry.path);
        hasher.update(&entry.mode.to_be_bytes());
        hasher.update(&entry.id);
        hasher.update(&[entry.flags & MEANT, entry.extended].map(u16::to_le_bytes).concat());
    };
    let mut first = true;
    let extension = |name: &[u8], content: &[u8]| {
        let mut hasher = hasher.borrow_mut();
        if std::mem::take(&mut first) {
            hasher.update(&[0; 8]);
        }
        // Others whose name begins with a capital may be ignored, git says; they count here.
        if !DERIVED.contains(&name) {
            hasher.update(name);
            hasher.update(&(content.len() as u64).to_le_bytes());
            hasher.update(content);
        }
    };
    walk(index, entry, extension)?;
    let mut hasher = hasher.into_inner();
    if first {
        hasher.update(&[0; 8]);
    }
    Some(*hasher.finalize().as_bytes())
}

/// What an index lists.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listed {
    /// Its entries, by path.
    pub entries: Vec<Entry>,
    /// What else is in it, by the names of git's extensions.
    pub extensions: Vec<(Vec<u8>, Vec<u8>)>,
}

/// Returns what an index lists, versions 2 to 4; None for anything that is not understood completely.
pub fn listed(index: &[u8]) -> Option<Listed> {
    let (mut entries, mut extensions) = (Vec::new(), Vec::new());
    walk(
        index,
        |entry| entries.push(entry.clone()),
        |name, content| extensions.push((name.to_vec(), content.to_vec())),
    )?;
    Some(Listed { entries, extensions })
}

/// Visits the entries and the extensions of an index.
fn walk(index: &[u8], mut visit: impl FnMut(&Entry), mut extension: impl FnMut(&[u8], &[u8])) -> Option<()> {
    let body = index.get(..index.len().checked_sub(ID)?)?;
    let mut at = Cursor { rest: body };
    if at.take(4)? != b"DIRC" {
        return None;
    }
    let (version, count) = (at.number()?, at.number()?);
    if !(2..=4).contains(&version) {
        return None;
    }
    let mut before: (Vec<u8>, u16) = Default::default();
    for n in 0..count {
        let entry = Entry::read(&mut at, version, &before.0)?;
        let stage = entry.flags & STAGE;
        if n > 0 && (entry.path.as_slice(), stage) <= (before.0.as_slice(), before.1) {
            return None;
        }
        visit(&entry);
        before = (entry.path, stage);
    }
    while !at.rest.is_empty() {
        let name = at.take(4)?;
        let length = usize::try_from(at.number()?).ok()?;
        let content = at.take(length)?;
        // With a small letter: the entries are in another file, or are folders.
        name[0].is_ascii_uppercase().then_some(())?;
        extension(name, content);
    }
    Some(())
}

/// What is left to read.
struct Cursor<'a> {
    rest: &'a [u8],
}

impl<'a> Cursor<'a> {
    fn take(&mut self, n: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(n)?;
        self.rest = rest;
        Some(taken)
    }

    fn number(&mut self) -> Option<u32> {
        Some(u32::from_be_bytes(self.take(4)?.try_into().ok()?))
    }

    fn flags(&mut self) -> Option<u16> {
        Some(u16::from_be_bytes(self.take(2)?.try_into().ok()?))
    }

    /// Takes up to a zero byte, and that.
    fn text(&mut self) -> Option<&'a [u8]> {
        let length = self.rest.iter().position(|byte| *byte == 0)?;
        let text = self.take(length)?;
        self.take(1)?;
        Some(text)
    }

    /// Takes a number of version 4: seven bits a byte, the highest first, each but the last plus one.
    fn varied(&mut self) -> Option<usize> {
        let mut byte = self.take(1)?[0];
        let mut number = usize::from(byte & 0x7f);
        while byte & 0x80 != 0 {
            byte = self.take(1)?[0];
            number = number.checked_add(1)?.checked_mul(128)?.checked_add(usize::from(byte & 0x7f))?;
        }
        Some(number)
    }
}

/// One entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The path within the work tree.
    pub path: Vec<u8>,
    /// The mode, as in a tree.
    pub mode: u32,
    /// The id of its object.
    pub id: [u8; ID],
    /// What git knows of the file: times, device, inode number, mode, owner, size.
    pub stat: [u8; STAT],
    flags: u16,
    extended: u16,
}

impl Entry {
    fn read(at: &mut Cursor<'_>, version: u32, before: &[u8]) -> Option<Self> {
        let begin = at.rest.len();
        let stat: [u8; STAT] = at.take(STAT)?.try_into().ok()?;
        let mode = number(&stat, MODE);
        let id = at.take(ID)?.try_into().ok()?;
        let flags = at.flags()?;
        let extended = if flags & EXTENDED != 0 { at.flags()? } else { 0 };
        if (version == 2 && flags & EXTENDED != 0) || extended & !MEANT_EXTENDED != 0 {
            return None;
        }
        let path = if version == 4 {
            let kept = before.len().checked_sub(at.varied()?)?;
            [&before[..kept], at.text()?].concat()
        } else {
            let path = at.text()?.to_vec();
            // Filled with zero bytes to a multiple of eight, of which the text's end is the first.
            let used = begin - at.rest.len();
            at.take(used.next_multiple_of(8) - used)?.iter().all(|byte| *byte == 0).then_some(path)?
        };
        let length = usize::from(flags & LENGTH);
        let fits = if flags & LENGTH == LENGTH { path.len() >= length } else { path.len() == length };
        (fits && !path.is_empty()).then_some(Self { path, mode, id, stat, flags, extended })
    }

    /// The second in which the file was written, and its size, each cut to 32 bits.
    pub fn written_and_size(&self) -> (u32, u32) {
        (number(&self.stat, WRITTEN), number(&self.stat, SIZE))
    }

    /// Whether it is listed as merged; otherwise it is one side of a conflict.
    pub fn is_merged(&self) -> bool {
        self.flags & STAGE == 0
    }

    /// The marks that make git look away: "assume unchanged", "skip worktree" and "intent to add".
    pub fn marks(&self) -> (u16, u16) {
        (self.flags & ASSUMED, self.extended)
    }
}

fn number(stat: &[u8; STAT], range: Range<usize>) -> u32 {
    stat[range].iter().fold(0, |number, byte| number << 8 | u32::from(*byte))
}

#[cfg(test)]
mod tests {
    use std::{fs, process::Command};

    use proptest::prelude::*;

    use super::*;

    /// Runs git in a folder, with no settings but these.
    fn git(dir: &Path, args: &[&str]) {
        let ran = Command::new("git")
            .args(["-c", "user.name=a", "-c", "user.email=a@b"])
            .args(args)
            .current_dir(dir)
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .output()
            .unwrap();
        assert!(ran.status.success(), "{args:?}: {}", String::from_utf8_lossy(&ran.stderr));
    }

    fn of(dir: &Path) -> (Vec<u8>, Option<[u8; 32]>) {
        let bytes = fs::read(dir.join(".git/index")).unwrap();
        let digest = digest(&bytes);
        (bytes, digest)
    }

    fn repository(version: &str) -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        let at = dir.path();
        git(at, &["init", "-q"]);
        for n in 0..40 {
            fs::create_dir_all(at.join(format!("folder{}", n % 3))).unwrap();
            fs::write(at.join(format!("folder{}/file{n}{}", n % 3, "x".repeat(n))), format!("{n}\n"))
                .unwrap();
        }
        git(at, &["add", "."]);
        git(at, &["update-index", "--index-version", version]);
        git(at, &["commit", "-q", "-m", "one"]);
        dir
    }

    #[test]
    fn d2_new_times_are_the_same_index_and_anything_staged_is_another() {
        for version in ["2", "3", "4"] {
            let dir = repository(version);
            let at = dir.path();
            let first = of(at);
            assert!(first.1.is_some(), "version {version} is read");
            let file = at.join("folder0/file0");
            let old = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000);
            File::options().write(true).open(&file).unwrap().set_modified(old).unwrap();
            git(at, &["status"]);
            let refreshed = of(at);
            assert_ne!(first.0, refreshed.0, "git rewrote it");
            assert_eq!(first.1, refreshed.1);
            fs::write(&file, "other\n").unwrap();
            git(at, &["status"]);
            assert_eq!(first.1, of(at).1, "what is not staged is not in there");
            let mut seen = vec![first.1];
            for staged in [
                &["add", "folder0/file0"][..],
                &["update-index", "--chmod=+x", "folder0/file0"],
                &["update-index", "--assume-unchanged", "folder1/file1x"],
                &["update-index", "--skip-worktree", "folder0/file0"],
                &["rm", "-q", "--cached", "folder2/file2xx"],
                &["add", "--intent-to-add", "folder2/file2xx"],
            ] {
                git(at, staged);
                let now = of(at).1;
                assert!(now.is_some() && !seen.contains(&now), "version {version}: {staged:?}");
                seen.push(now);
            }
        }
    }

    #[test]
    fn d2_an_index_that_is_kept_in_two_files_is_not_understood() {
        let dir = repository("2");
        git(dir.path(), &["update-index", "--split-index"]);
        assert_eq!(of(dir.path()).1, None);
    }

    proptest! {
        #[test]
        fn d2_a_cut_or_garbled_index_is_never_read_as_the_whole_one(cut in 0..4_000_usize, flip in 0..8_u8) {
            let whole = {
                use std::sync::OnceLock;
                static WHOLE: OnceLock<Vec<u8>> = OnceLock::new();
                WHOLE.get_or_init(|| of(repository("2").path()).0).clone()
            };
            let cut = cut % (whole.len() - ID);
            prop_assert_ne!(digest(&whole[..cut]), digest(&whole));
            let mut garbled = whole.clone();
            garbled[cut] ^= 1 << flip;
            // Times, derived data: everything else makes a difference, and nothing panics.
            let _any = digest(&garbled);
            prop_assert_ne!(digest(&[&whole[..cut], b"\0", &whole[cut..]].concat()), digest(&whole));
        }
    }
}
