//! Whether files and databases are still as writes left them, and which later writes would have to be undone first. It
//! only looks, and only as far as that is cheap.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    time::Duration,
};

use countersign_core::{
    Result,
    world::{Standing, Undoable},
};
use countersign_words::{Message, say};
use rusqlite::Connection;

use super::{
    CSV, Data, WRITE,
    csv_file::{self, State, Swap},
    database::{failed, read_only},
    drawer::Drawer,
    write::{self, Kept, RowsNow, Stand},
};

/// The largest file of which the content is compared.
const READ_MOST: u64 = 4 << 20;
/// The largest database of which the whole content is compared.
const WHOLE_MOST: u64 = 4 << 20;

/// A write that landed, with what was kept to undo it.
enum Write {
    Csv(Swap),
    Sqlite(Box<Kept>),
    /// What was kept is gone.
    Gone,
}

impl Write {
    fn path(&self) -> Option<&Path> {
        match self {
            Self::Csv(swap) => Some(&swap.path),
            Self::Sqlite(kept) => Some(kept.path()),
            Self::Gone => None,
        }
    }
}

impl Data {
    /// Determines whether files and databases are still as writes left them; newest first, as given.
    pub fn standing(&self, effects: &[Undoable]) -> Vec<Standing> {
        let known = effects.iter().filter_map(|one| Some((one.receipt.as_str(), self.write_of(one)?)));
        let known: Vec<(&str, Write)> = known.collect();
        let mut seen = Seen::default();
        let look = |n: usize| {
            let (receipt, write) = &known[n];
            let earlier: Vec<&(&str, Write)> =
                known[..n].iter().filter(|(_, later)| later.path() == write.path()).collect();
            let (moved, first) = seen.look(write, &earlier)?;
            Some(Standing { receipt: (*receipt).to_owned(), moved, first, can_merge: false })
        };
        (0..known.len()).filter_map(look).collect()
    }

    /// Returns the write of an effect; None if it is none of ours, or cannot be told.
    fn write_of(&self, effect: &Undoable) -> Option<Write> {
        let capture = effect.inverse.steps.get("capture")?.as_str()?;
        let drawer = Drawer::of(&self.trash().ok()?, capture).ok()?;
        match effect.inverse.tool.as_str() {
            CSV => Some(csv_file::kept_of(&drawer).ok()?.map_or(Write::Gone, Write::Csv)),
            WRITE => {
                Some(write::kept_of(&drawer).ok()?.map_or(Write::Gone, |kept| Write::Sqlite(Box::new(kept))))
            }
            _ => None,
        }
    }
}

/// The files and databases as they are, each looked at once.
#[derive(Default)]
struct Seen {
    files: BTreeMap<PathBuf, Option<FileNow>>,
    databases: BTreeMap<PathBuf, Option<Connection>>,
}

/// What has changed, and what would have to be undone first.
type Found = (Option<Message>, Vec<String>);

impl Seen {
    fn look(&mut self, write: &Write, later: &[&(&str, Write)]) -> Option<Found> {
        match write {
            Write::Gone => Some((Some(say!("effect-before-gone")), Vec::new())),
            Write::Csv(swap) => self.file(swap, later),
            Write::Sqlite(kept) => self.database(kept, later).ok().flatten(),
        }
    }

    /// Looks at a file; None where that is not cheap.
    fn file(&mut self, swap: &Swap, later: &[&(&str, Write)]) -> Option<Found> {
        let seen = self.files.entry(swap.path.clone()).or_insert_with(|| look_at(&swap.path));
        let FileNow(now) = seen.clone()?;
        let Err(why) = csv_file::unchanged(&swap.path, swap.after.as_ref(), now.as_ref()) else {
            return Some((None, Vec::new()));
        };
        let (mut then, mut first) = (now, Vec::new());
        for (receipt, write) in later {
            let Write::Csv(newer) = write else { break };
            if !State::same(newer.after.as_ref(), then.as_ref()) {
                break;
            }
            then.clone_from(&newer.before);
            first.push((*receipt).to_owned());
            if State::same(swap.after.as_ref(), then.as_ref()) {
                return Some((Some(why.message), first));
            }
        }
        Some((Some(why.message), Vec::new()))
    }

    /// Looks at a database; None where that is not cheap.
    fn database(&mut self, kept: &Kept, later: &[&(&str, Write)]) -> Result<Option<Found>> {
        let path = kept.path();
        if path.canonicalize().ok().as_deref() != Some(path) {
            return Ok(Some((Some(say!("effect-no-longer-there", path = path.display())), Vec::new())));
        }
        if kept.is_whole() && path.metadata().map_or(u64::MAX, |meta| meta.len()) > WHOLE_MOST {
            return Ok(None);
        }
        let conn = self.databases.entry(path.to_owned()).or_insert_with(|| {
            let conn = read_only(path).ok()?;
            // One that is being written is not waited for.
            conn.busy_timeout(Duration::ZERO).is_ok().then_some(conn)
        });
        let Some(conn) = conn else { return Ok(None) };
        let tx = conn.unchecked_transaction().map_err(|e| failed(&e))?;
        let mut now = RowsNow::default();
        let why = match kept.stands(&tx, &now)? {
            Stand::After | Stand::Before => return Ok(Some((None, Vec::new()))),
            Stand::Neither(_) if kept.is_whole() => say!("effect-changed-since", path = path.display()),
            Stand::Neither(_) => say!("effect-db-rows-changed", path = path.display()),
        };
        let mut first = Vec::new();
        for (receipt, write) in later {
            let Write::Sqlite(newer) = write else { break };
            if newer.is_apart_from(kept) {
                continue;
            }
            if !matches!(newer.stands(&tx, &now)?, Stand::After) {
                break;
            }
            newer.undo_in(&mut now);
            first.push((*receipt).to_owned());
            if matches!(kept.stands(&tx, &now)?, Stand::After) {
                return Ok(Some((Some(why), first)));
            }
        }
        Ok(Some((Some(why), Vec::new())))
    }
}

/// A file as it is; what is no file has no state.
#[derive(Clone)]
struct FileNow(Option<State>);

/// Looks at a file, if it is small enough to be read for this.
fn look_at(path: &Path) -> Option<FileNow> {
    match path.symlink_metadata() {
        Ok(meta) if meta.is_file() && meta.len() > READ_MOST => None,
        Ok(meta) if meta.is_file() => State::of(path).ok().map(FileNow),
        _ => Some(FileNow(None)),
    }
}
