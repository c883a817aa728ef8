//! Finds transcript files and reads them line by line, within limits. Nothing is written, and no link is followed.

use std::{
    fs::{self, File},
    io::{self, BufRead, BufReader, Read},
    path::{Path, PathBuf},
    time::{SystemTime, UNIX_EPOCH},
};

/// The longest line that is read.
const MAX_LINE_BYTES: usize = 16 << 20;
/// The largest file that can only be read whole.
const MAX_WHOLE_BYTES: u64 = 64 << 20;
/// How many files of an agent are considered.
const MAX_FILES: usize = 200_000;

/// A file with calls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transcript {
    /// Where it is.
    pub path: PathBuf,
    /// When it was last written, in milliseconds since the epoch.
    pub modified_ms: u64,
}

/// The files below a folder that can be read, and how many cannot.
#[derive(Debug, Default)]
pub struct Listing {
    pub files: Vec<Transcript>,
    /// Links, compressed files, folders that cannot be read.
    pub skipped: u64,
}

impl Listing {
    /// Adds the files below `folder`, at most `depth` folders deep, whose path `is_wanted` says yes to.
    pub fn add(&mut self, folder: &Path, depth: u32, is_wanted: &dyn Fn(&Path) -> Option<bool>) {
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(e) if e.kind() == io::ErrorKind::NotFound => return,
            Err(_) => return self.skipped += 1,
        };
        for entry in entries.flatten() {
            if self.files.len() >= MAX_FILES {
                return self.skipped += 1;
            }
            let path = entry.path();
            let Ok(kind) = entry.file_type() else { continue };
            if kind.is_dir() {
                if depth > 0 {
                    self.add(&path, depth - 1, is_wanted);
                }
                continue;
            }
            match is_wanted(&path) {
                Some(true) if kind.is_file() => {
                    let modified_ms = entry.metadata().ok().and_then(|m| m.modified().ok()).map_or(0, to_ms);
                    self.files.push(Transcript { path, modified_ms });
                }
                Some(_) => self.skipped += 1,
                None => {}
            }
        }
    }
}

fn to_ms(time: SystemTime) -> u64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// Whether a file name ends in one of these; a compressed one cannot be read.
pub fn ends_in(path: &Path, endings: &[&str]) -> Option<bool> {
    let name = path.file_name()?.to_str()?;
    if endings.iter().any(|ending| name.ends_with(ending)) {
        return Some(true);
    }
    let plain = name.strip_suffix(".zst").or_else(|| name.strip_suffix(".gz"))?;
    endings.iter().any(|ending| plain.ends_with(ending)).then_some(false)
}

/// Hands each line of a file to `each`, without its line break; returns how many could not be read. What is appended
/// meanwhile is left out.
pub fn lines(path: &Path, each: &mut dyn FnMut(&str)) -> io::Result<u64> {
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    let mut reader = BufReader::with_capacity(1 << 16, file.take(length));
    let (mut line, mut broken) = (Vec::new(), 0);
    loop {
        line.clear();
        let read = (&mut reader).take(MAX_LINE_BYTES as u64 + 1).read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(broken);
        }
        if line.len() > MAX_LINE_BYTES {
            broken += 1;
            skip_line(&mut reader)?;
            continue;
        }
        match std::str::from_utf8(&line).map(str::trim) {
            Ok("") => {}
            Ok(text) if text.starts_with('{') && text.ends_with('}') => each(text),
            _ => broken += 1,
        }
    }
}

fn skip_line(reader: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = reader.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        let end = buffer.iter().position(|b| *b == b'\n');
        let used = end.map_or(buffer.len(), |at| at + 1);
        reader.consume(used);
        if end.is_some() {
            return Ok(());
        }
    }
}

/// Reads a file as a whole; an error if it is too large.
pub fn whole(path: &Path) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    if file.metadata()?.len() > MAX_WHOLE_BYTES {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "too large to be read whole"));
    }
    let mut bytes = Vec::new();
    file.take(MAX_WHOLE_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn broken_and_endless_lines_are_counted_and_the_others_are_read() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.jsonl");
        let huge = format!("{{\"x\":\"{}\"}}", "y".repeat(MAX_LINE_BYTES));
        let mut text = format!("{{\"n\":1}}\r\n\nnot json\n{huge}\n{{\"n\":2}}\n").into_bytes();
        text.extend(b"{\"n\":\xff}\n{\"n\":3}\n{\"cut\":");
        fs::write(&path, text).unwrap();
        let mut seen = Vec::new();
        let broken = lines(&path, &mut |line| seen.push(line.to_owned())).unwrap();
        assert_eq!(seen, [r#"{"n":1}"#, r#"{"n":2}"#, r#"{"n":3}"#]);
        assert_eq!(broken, 4, "no JSON, too long, no UTF-8, cut off");
    }

    #[test]
    fn no_link_is_followed_and_compressed_files_are_counted() {
        let dir = tempfile::tempdir().unwrap();
        let (inside, outside) = (dir.path().join("in/deep"), dir.path().join("out"));
        fs::create_dir_all(&inside).unwrap();
        fs::create_dir_all(&outside).unwrap();
        fs::write(outside.join("secret.jsonl"), "{}").unwrap();
        fs::write(inside.join("a.jsonl"), "{}").unwrap();
        fs::write(inside.join("b.jsonl.zst"), "").unwrap();
        fs::write(inside.join("c.txt"), "").unwrap();
        symlink(&outside, dir.path().join("in/folder.jsonl")).unwrap();
        symlink(outside.join("secret.jsonl"), inside.join("d.jsonl")).unwrap();
        symlink(&outside, dir.path().join("in/elsewhere")).unwrap();
        let mut found = Listing::default();
        found.add(&dir.path().join("in"), 3, &|path| ends_in(path, &[".jsonl"]));
        let names: Vec<_> = found.files.iter().map(|f| f.path.file_name().unwrap().to_owned()).collect();
        assert_eq!(names, ["a.jsonl"]);
        assert_eq!(found.skipped, 3);
        let mut none = Listing::default();
        none.add(&dir.path().join("nothing"), 3, &|_| Some(true));
        assert!(none.files.is_empty() && none.skipped == 0);
    }
}
