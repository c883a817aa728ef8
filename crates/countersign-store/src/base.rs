//! Implements the core's reads over any driver.

use std::{
    ops::ControlFlow::{self, Break, Continue},
    sync::Arc,
};

use countersign_kernel::{
    Result,
    event::{Event, Head},
    record::{Key, Mark, Stored},
    store::{Base, EventQuery, Hit, IndexEntry, RawRecord, Scan},
};
use countersign_words::{Message, say};

use crate::{
    blobs::{Blobs, blob_damage, is_intact},
    driver::{Columns, Driver, Param, damaged},
    sql::{self, EventFilter},
};

/// How many blobs are read together when all are checked.
const BLOBS_AT_ONCE: i64 = 32;

/// A driver's open transaction, and the folder of large blobs beside it.
pub struct SqlBase<'a, D> {
    /// The connection.
    pub driver: &'a mut D,
    /// The folder.
    pub blobs: &'a Blobs,
}

impl<D: Driver> SqlBase<'_, D> {
    fn list<T>(
        &mut self,
        sql: &str,
        params: &[Param<'_>],
        mut read: impl FnMut(&dyn Columns) -> Result<T>,
    ) -> Result<Vec<T>> {
        let mut found = Vec::new();
        self.driver.query(sql, params, &mut |row| {
            found.push(read(row)?);
            Ok(Continue(()))
        })?;
        Ok(found)
    }

    fn one<T>(
        &mut self,
        sql: &str,
        params: &[Param<'_>],
        mut read: impl FnMut(&dyn Columns) -> Result<T>,
    ) -> Result<Option<T>> {
        let mut found = None;
        self.driver.query(sql, params, &mut |row| {
            found = Some(read(row)?);
            Ok(Break(()))
        })?;
        Ok(found)
    }

    fn blob_findings(&mut self) -> Result<Vec<Message>> {
        let mut findings = Vec::new();
        let mut after = String::new();
        loop {
            let params = [after.as_str().into(), BLOBS_AT_ONCE.into()];
            let rows = self.list(sql::BLOBS_AFTER, &params, |row| {
                Ok((row.text(0)?, row.int(1)?, row.bytes_or_null(2)?))
            })?;
            let Some((last, ..)) = rows.last() else { return Ok(findings) };
            after = last.clone();
            for (name, size, bytes) in rows {
                let bytes = match bytes {
                    Some(bytes) => Ok(Some(bytes)),
                    None => self.blobs.read(&name),
                };
                match bytes {
                    Ok(Some(bytes)) if is_intact(&name, size, &bytes) => {}
                    Ok(Some(_)) => findings.push(say!("problem-store-blob-content", blob = name)),
                    Ok(None) => findings.push(say!("problem-store-blob-file-missing", blob = name)),
                    Err(e) => {
                        findings.push(say!("problem-store-blob-file-unreadable", blob = name, error = e))
                    }
                }
            }
        }
    }
}

impl<D: Driver> Base for SqlBase<'_, D> {
    fn head(&mut self) -> Result<Head> {
        let head = self.one(sql::HEAD, &[], |row| {
            let state = Mark::from_bytes(&row.hash(2)?);
            Ok(Head { seq: unsigned(row.int(0)?)?, hash: row.hash(1)?, state })
        })?;
        Ok(head.unwrap_or_default())
    }

    fn get(&mut self, key: &Key) -> Result<Option<Arc<Stored>>> {
        self.one(sql::RECORD, &[key.kind.into(), key.id.as_str().into()], |row| {
            Stored::thaw(key.kind, &key.id, row.text(0)?, row.text(1)?).map(Arc::new)
        })
    }

    fn scan(&mut self, scan: &Scan) -> Result<Vec<Hit>> {
        let text = if scan.reverse { sql::SCAN_DOWN } else { sql::SCAN_UP };
        let params = [
            scan.kind.into(),
            scan.index.into(),
            scan.from.as_str().into(),
            scan.to.as_str().into(),
            limit(scan.limit),
        ];
        self.list(text, &params, |row| {
            let (sort, id) = (row.text(0)?, row.text(1)?);
            let stored = Arc::new(Stored::thaw(scan.kind, &id, row.text(2)?, row.text(3)?)?);
            Ok(Hit { sort, id, stored })
        })
    }

    fn ids(&mut self, kind: &str, prefix: &str, most: usize) -> Result<Vec<String>> {
        let mut ids = Vec::new();
        // The loop finds the end of the prefix, since there is no greatest text with a prefix.
        self.driver.query(sql::IDS_FROM, &[kind.into(), prefix.into(), limit(most)], &mut |row| {
            let id = row.text(0)?;
            if !id.starts_with(prefix) {
                return Ok(Break(()));
            }
            ids.push(id);
            Ok(Continue(()))
        })?;
        Ok(ids)
    }

    fn event(&mut self, seq: u64) -> Result<Option<Event>> {
        let Ok(seq) = i64::try_from(seq) else { return Ok(None) };
        self.one(sql::EVENT, &[seq.into()], read_event)
    }

    fn events(&mut self, query: &EventQuery) -> Result<Vec<Event>> {
        let Continue(conditions) = conditions(query) else { return Ok(Vec::new()) };
        let text = sql::events(conditions.iter().map(|(filter, _)| *filter), query.ascending);
        let params: Vec<Param<'_>> =
            conditions.iter().map(|(_, value)| *value).chain([limit(query.limit)]).collect();
        self.list(&text, &params, read_event)
    }

    fn blob(&mut self, name: &str) -> Result<Option<Vec<u8>>> {
        let row = self.one(sql::BLOB, &[name.into()], |row| Ok((row.int(0)?, row.bytes_or_null(1)?)))?;
        let Some((size, bytes)) = row else { return Ok(None) };
        let bytes = match bytes {
            Some(bytes) => bytes,
            None => self
                .blobs
                .read(name)
                .map_err(|e| blob_damage(say!("problem-store-blob-unreadable", blob = name)).because(e))?
                .ok_or_else(|| blob_damage(say!("problem-store-blob-missing", blob = name)))?,
        };
        if !is_intact(name, size, &bytes) {
            return Err(blob_damage(say!("problem-store-blob-damaged", blob = name)));
        }
        Ok(Some(bytes))
    }

    fn blobs_after(&mut self, name: &str, most: usize) -> Result<Vec<String>> {
        self.list(sql::BLOB_NAMES_AFTER, &[name.into(), limit(most)], |row| row.text(0))
    }

    fn records_after(&mut self, kind: &str, id: &str, most: usize) -> Result<Vec<RawRecord>> {
        self.list(sql::RECORDS_AFTER, &[kind.into(), id.into(), limit(most)], |row| {
            Ok(RawRecord { kind: row.text(0)?, id: row.text(1)?, doc: row.text(2)?, stamps: row.text(3)? })
        })
    }

    fn index_after(&mut self, after: &IndexEntry, most: usize) -> Result<Vec<IndexEntry>> {
        let [name, sort, id] = [&after.name, &after.sort, &after.id].map(|text| Param::from(text.as_str()));
        self.list(sql::INDEX_AFTER, &[name, sort, id, limit(most)], |row| {
            Ok(IndexEntry { name: row.text(0)?, sort: row.text(1)?, id: row.text(2)? })
        })
    }

    fn damage(&mut self) -> Result<Vec<Message>> {
        let mut findings = self.driver.damage()?;
        match self.blob_findings() {
            Ok(more) => findings.extend(more),
            // In a broken file this is just another symptom; the findings so far say more.
            Err(e) if !findings.is_empty() => findings.push(say!("problem-store-blobs-unchecked", said = e)),
            Err(e) => return Err(e),
        }
        Ok(findings)
    }
}

/// Returns the conditions of `query` for a statement; `Break` if no event can meet them all. Times and
/// sequence numbers are stored as signed integers: a bound beyond their range admits everything or nothing.
fn conditions(query: &EventQuery) -> ControlFlow<(), Vec<(EventFilter, Param<'_>)>> {
    let texts = [
        (EventFilter::Run, &query.run),
        (EventFilter::Tool, &query.tool),
        (EventFilter::Actor, &query.actor),
        (EventFilter::Op, &query.op),
        (EventFilter::Status, &query.status),
    ];
    let texts =
        texts.into_iter().filter_map(|(filter, value)| Some((filter, Param::from(value.as_deref()?))));
    let mut conditions: Vec<_> = texts.collect();
    let bounds = [
        (EventFilter::From, query.from_ms, false),
        (EventFilter::Until, query.until_ms, true),
        (EventFilter::After, query.after_seq, false),
        (EventFilter::Before, query.before_seq, true),
    ];
    for (filter, bound, is_upper) in bounds {
        match bound.map(i64::try_from) {
            None => {}
            Some(Ok(bound)) => conditions.push((filter, bound.into())),
            Some(Err(_)) if is_upper => {}
            Some(Err(_)) => return Break(()),
        }
    }
    Continue(conditions)
}

fn read_event(row: &dyn Columns) -> Result<Event> {
    Ok(Event {
        seq: unsigned(row.int(0)?)?,
        at: unsigned(row.int(1)?)?,
        actor: row.text(2)?,
        op: row.text(3)?,
        run: row.text_or_null(4)?,
        tool: row.text_or_null(5)?,
        status: row.text(6)?,
        prev: row.hash(7)?,
        state: Mark::from_bytes(&row.hash(8)?),
        body_commitment: row.hash(9)?,
        changes_commitment: row.hash(10)?,
        salt: row.hash(11)?,
        hash: row.hash(12)?,
        body: row.bytes_or_null(13)?,
        changes: row.bytes_or_null(14)?,
    })
}

fn unsigned(number: i64) -> Result<u64> {
    u64::try_from(number).map_err(|_| damaged(format!("the number {number} of an event")))
}

fn limit(most: usize) -> Param<'static> {
    i64::try_from(most).unwrap_or(i64::MAX).into()
}
