//! The newest changes of the indexes. Each entry belongs to a place of its own in there, and a commit that put them all into
//! their places would write a page for each. So a commit writes down what it changed as one row, readers see those rows over
//! the indexes, and after some commits all of them are put into their places at once, in order, and the rows are gone.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::{
        Bound::{Excluded, Included, Unbounded},
        ControlFlow::Continue,
    },
};

use countersign_kernel::{
    Error, Result,
    store::{IndexEntry, Scan, reindex},
};
use serde_json::value::RawValue;

use crate::{
    driver::{Driver, Param, damaged},
    flush::{signed, write},
    sql,
};

/// With so many changes they are put into their places.
pub const CHANGES_MOST: usize = 8_192;

/// What a batch changes in the indexes: name, sort and id; whether it is added.
type Changes = BTreeMap<(&'static str, String, String), bool>;

/// A place in an index: sort and id.
type Place = (String, String);

/// What is to change in the indexes, as one connection knows it.
#[derive(Debug, Default)]
pub struct Tail {
    /// The number of the newest row that was read; 0 where none was.
    newest: i64,
    /// How many changes the rows hold, also those that took others back.
    changes: usize,
    /// By index: what is not there yet (true), and what is still there.
    indexes: BTreeMap<String, BTreeMap<Place, bool>>,
    /// By index: what rows say of it and nobody has asked for so far. Most of whom a change is shown to never ask.
    unread: BTreeMap<String, Vec<Box<RawValue>>>,
}

/// What is to change in a part of an index.
#[derive(Debug, Default)]
pub struct Over {
    /// What is not there yet, in the order of the walk.
    pub added: Vec<Place>,
    /// What is still there.
    pub removed: BTreeSet<Place>,
}

impl Tail {
    /// Reads what was written since it was last read, in whatever process.
    pub fn refresh<D: Driver>(&mut self, driver: &mut D) -> Result<()> {
        let mut rows = self.rows_from(driver)?;
        let is_known = rows.first().is_some_and(|(seq, _)| *seq == self.newest);
        if self.newest != 0 && !is_known {
            // All that it held is in its place by now.
            *self = Self::default();
            rows = self.rows_from(driver)?;
        }
        for (seq, entries) in rows.into_iter().filter_map(|(seq, entries)| Some((seq, entries?))) {
            self.read(&entries)?;
            self.newest = seq;
        }
        Ok(())
    }

    /// The newest row that is known, without what it says, and all after it.
    fn rows_from<D: Driver>(&self, driver: &mut D) -> Result<Vec<(i64, Option<String>)>> {
        let newest = self.newest;
        let mut rows = Vec::new();
        driver.query(sql::TAIL_FROM, &[newest.into()], &mut |row| {
            let seq = row.int(0)?;
            rows.push((seq, if seq == newest { None } else { Some(row.text(1)?) }));
            Ok(Continue(()))
        })?;
        Ok(rows)
    }

    fn read(&mut self, entries: &str) -> Result<()> {
        let read: BTreeMap<String, Box<RawValue>> = serde_json::from_str(entries).map_err(broken)?;
        for (name, changes) in read {
            self.unread.entry(name).or_default().push(changes);
        }
        Ok(())
    }

    /// Takes in what rows say of one index. What cannot be read stays, so that everybody meets it who asks.
    fn ask(&mut self, name: &str) -> Result<()> {
        let Some(unread) = self.unread.get(name) else { return Ok(()) };
        let read = unread.iter().map(|changes| serde_json::from_str(changes.get()).map_err(broken));
        let read: Vec<Vec<(String, String, bool)>> = read.collect::<Result<_>>()?;
        self.unread.remove(name);
        for (sort, id, added) in read.into_iter().flatten() {
            self.note(name, (sort, id), added);
        }
        Ok(())
    }

    /// Takes in what rows say of all of them.
    fn ask_all(&mut self) -> Result<()> {
        let names: Vec<String> = self.unread.keys().cloned().collect();
        names.iter().try_for_each(|name| self.ask(name))
    }

    fn note(&mut self, name: &str, place: Place, added: bool) {
        self.changes += 1;
        if let Some(index) = self.indexes.get_mut(name) {
            reindex(index, place, added);
        } else {
            self.indexes.insert(name.to_owned(), BTreeMap::from([(place, added)]));
        }
    }

    /// Writes down the changes of a batch that ends with event `seq`, inside the open transaction: as one more row, or, with
    /// more than `most` changes, all that is known into its place.
    pub fn flush<D: Driver>(
        &mut self,
        driver: &mut D,
        changes: Changes,
        seq: u64,
        most: usize,
    ) -> Result<()> {
        if changes.is_empty() {
            return Ok(());
        }
        self.ask_all()?;
        let folds = self.changes + changes.len() > most;
        if !folds {
            let text = written(&changes)?;
            self.newest = signed(seq)?;
            driver.execute(sql::APPEND_TAIL, &[self.newest.into(), text.as_str().into()])?;
        }
        for ((name, sort, id), added) in changes {
            self.note(name, (sort, id), added);
        }
        if folds { self.fold(driver) } else { Ok(()) }
    }

    /// Puts everything into its place, inside the open transaction.
    pub fn fold<D: Driver>(&mut self, driver: &mut D) -> Result<()> {
        self.ask_all()?;
        for (statement, wanted) in [(&sql::PUT_INDEX, true), (&sql::DELETE_INDEX, false)] {
            let entries = self.indexes.iter().flat_map(|(name, index)| {
                index.iter().filter(move |(_, added)| **added == wanted).map(move |(place, _)| (name, place))
            });
            let entries: Vec<(&String, &Place)> = entries.collect();
            write(driver, statement, &entries, |(name, (sort, id)), row| {
                row.extend([name.as_str(), sort, id].map(Param::from));
                Ok(())
            })?;
        }
        driver.execute(sql::CLEAR_TAIL, &[])?;
        *self = Self::default();
        Ok(())
    }

    /// Whether everything is in its place, as far as is known.
    pub fn is_empty(&self) -> bool {
        self.newest == 0
    }

    /// What is to change in what `scan` walks along.
    pub fn over(&mut self, scan: &Scan) -> Result<Over> {
        self.ask(scan.index)?;
        let Some(index) = self.indexes.get(scan.index).filter(|_| scan.from < scan.to) else {
            return Ok(Over::default());
        };
        let bound = |sort: &str| (sort.to_owned(), String::new());
        let range = || index.range((Included(bound(&scan.from)), Excluded(bound(&scan.to))));
        let added = range().filter(|(_, added)| **added).map(|(place, _)| place.clone());
        // No more than is asked for can be of use.
        let added = if scan.reverse {
            added.rev().take(scan.limit).collect()
        } else {
            added.take(scan.limit).collect()
        };
        let removed = range().filter(|(_, added)| !**added).map(|(place, _)| place.clone()).collect();
        Ok(Over { added, removed })
    }

    /// What is to change after one entry and up to another, or to the end of all indexes.
    pub fn between(
        &mut self,
        after: &IndexEntry,
        end: Option<&IndexEntry>,
    ) -> Result<BTreeMap<IndexEntry, bool>> {
        self.ask_all()?;
        let place = |entry: &IndexEntry| (entry.sort.clone(), entry.id.clone());
        let last = end.map_or(Unbounded, |end| Included(&end.name));
        let mut found = BTreeMap::new();
        for (name, index) in self.indexes.range::<String, _>((Included(&after.name), last)) {
            let from = if *name == after.name { Excluded(place(after)) } else { Unbounded };
            let to = end.filter(|end| end.name == *name).map_or(Unbounded, |end| Included(place(end)));
            for ((sort, id), added) in index.range((from, to)) {
                let entry = IndexEntry { name: name.clone(), sort: sort.clone(), id: id.clone() };
                found.insert(entry, *added);
            }
        }
        Ok(found)
    }
}

/// The changes of a batch as one row says them.
fn written(changes: &Changes) -> Result<String> {
    let mut indexes: BTreeMap<&str, Vec<(&str, &str, bool)>> = BTreeMap::new();
    for ((name, sort, id), added) in changes {
        indexes.entry(name).or_default().push((sort, id, *added));
    }
    serde_json::to_string(&indexes).map_err(Error::bug)
}

fn broken(e: serde_json::Error) -> Error {
    damaged(format!("the newest index entries: {e}"))
}

impl Over {
    /// Whether nothing is to change.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty()
    }
}
