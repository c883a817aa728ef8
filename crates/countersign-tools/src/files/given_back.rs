//! Tells which deletions in a trusted folder need no question: what git could give back, and what the run itself made.
//! The trash keeps all of it as well.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    fs::{self, File},
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use countersign_core::{
    judge::{Facts, Trust},
    tool::TrustGround,
    world::Ask,
};
use countersign_rehearsal::{Effects, Kind, Node, path_text};
use serde::{Deserialize, Serialize};

use super::{Files, git};

/// With more deletions than this, none of them is looked at.
pub(super) const MOST: usize = Trust::MAX_FILES as usize;
/// Larger lists of what a run made are not read.
const MADE_MOST: u64 = 16 << 20;

/// Whose deletions they are.
#[derive(Debug, Clone, Copy, Default)]
pub struct Deleter<'a> {
    /// The trusted folders that are in force.
    pub trusted: &'a [Trust],
    /// The run.
    pub run: &'a str,
}

impl<'a> Deleter<'a> {
    pub(crate) fn of(ask: &'a Ask) -> Self {
        Self { trusted: &ask.trusted, run: &ask.run }
    }
}

/// Something that is deleted: its path, whether it is a folder, and the hash of a file's content or the target of a link.
pub(super) struct Deleted<'a> {
    pub path: &'a Path,
    pub is_folder: bool,
    pub content: Option<Cow<'a, str>>,
}

/// A file or link that a run made.
#[derive(Serialize, Deserialize)]
struct Made {
    #[serde(with = "path_text")]
    path: PathBuf,
    /// Its content, as [`content`] tells it.
    hash: String,
}

/// Returns the hash of a file, or the target of a link in a form that no hash has.
pub(super) fn content(node: &Node) -> Option<Cow<'_, str>> {
    match node.kind {
        Kind::File => node.hash.as_deref().map(Cow::from),
        Kind::Link => node.target.as_ref().map(|target| format!("-> {}", target.display()).into()),
        _ => None,
    }
}

impl Files {
    /// Whether a trusted folder covers a change whose deletions can all be given back. Then `ground` lists them.
    /// `facts` is without what is only protected from deletion.
    pub(super) fn covers_deletions(
        &self,
        whose: Deleter<'_>,
        deleted: &[Deleted<'_>],
        facts: &Facts,
        ground: &mut TrustGround,
    ) -> bool {
        if whose.trusted.is_empty() || deleted.len() > MOST {
            return false;
        }
        let with = TrustGround { given_back: facts.deletes.clone(), ..ground.clone() };
        let covered = || whose.trusted.iter().any(|trust| trust.lies_around(facts, &with));
        if !covered() || !self.can_give_back(whose.run, deleted, &facts.writes) {
            return false;
        }
        *ground = with;
        true
    }

    fn can_give_back(&self, run: &str, deleted: &[Deleted<'_>], writes: &[String]) -> bool {
        let made = self.made(run);
        let is_made = |one: &&Deleted<'_>| {
            one.content.is_some() && made.get(one.path).map(String::as_str) == one.content.as_deref()
        };
        let left: Vec<&Path> =
            deleted.iter().filter(|one| !one.is_folder && !is_made(one)).map(|one| one.path).collect();
        let index_changes = writes.iter().any(|path| path.ends_with("/.git/index"));
        left.is_empty()
            || git::given_back(&left, index_changes)
                == left.iter().map(|p| p.to_path_buf()).collect::<BTreeSet<_>>()
    }

    /// Notes which files a run made. Renamed ones are somebody else's.
    pub(crate) fn note_made(&self, run: &str, effects: &Effects) {
        let made = self.made(run);
        let new = effects.changes.iter().filter_map(|change| {
            let hash = content(change.after.as_ref()?)?.into_owned();
            let is_new = change.before.is_none() && change.renamed_from.is_none();
            let path = change.path.clone();
            (is_new || made.contains_key(&path)).then_some(Made { path, hash })
        });
        self.add_made(run, new.collect());
    }

    /// Like [`note_made`](Self::note_made), for files that a tool wrote.
    pub(super) fn note_written(&self, run: &str, written: &[(&Path, bool, Option<&str>)]) {
        let made = self.made(run);
        let new = written.iter().filter(|(path, is_new, _)| *is_new || made.contains_key(*path));
        let new = new
            .filter_map(|(path, _, hash)| Some(Made { path: path.to_path_buf(), hash: (*hash)?.to_owned() }));
        self.add_made(run, new.collect());
    }

    fn add_made(&self, run: &str, new: Vec<Made>) {
        let Some(file) = self.made_file(run).filter(|_| !new.is_empty()) else { return };
        let add = || -> io::Result<()> {
            let mut lines = Vec::new();
            for made in &new {
                serde_json::to_writer(&mut lines, made)?;
                lines.push(b'\n');
            }
            File::options().append(true).create(true).open(file)?.write_all(&lines)
        };
        // Without it, deleting them is asked about.
        let _ = add();
    }

    /// Returns the files that a run made, with the hashes of what it wrote last.
    fn made(&self, run: &str) -> BTreeMap<PathBuf, String> {
        let file =
            self.made_file(run).filter(|file| file.metadata().is_ok_and(|stat| stat.len() <= MADE_MOST));
        let text = file.and_then(|file| fs::read_to_string(file).ok()).unwrap_or_default();
        let made = text.lines().filter_map(|line| serde_json::from_str::<Made>(line).ok());
        made.map(|made| (made.path, made.hash)).collect()
    }

    fn made_file(&self, run: &str) -> Option<PathBuf> {
        let plain = run.starts_with('r') && run.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        (plain && self.trash.is_dir()).then(|| self.trash.join(format!("made-{run}.jsonl")))
    }

    /// Forgets what a run made.
    pub(crate) fn forget_made(&self, run: &str) {
        if let Some(file) = self.made_file(run) {
            // If it stays, it is of no use to anybody.
            let _ = fs::remove_file(file);
        }
    }
}
