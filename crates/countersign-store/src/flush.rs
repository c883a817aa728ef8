//! Writes a finished batch with few statements and no reads.

use countersign_kernel::{Error, Result, event::Event, store::Batch};
use countersign_words::say;

use crate::{
    blobs::Blobs,
    driver::{Driver, Param},
    sql::{self, Rows},
};

/// Writes `batch` inside the open transaction. Files of large blobs are durable before it can commit. If it
/// does not commit, the files remain without a row, and a later write of the same blob reuses them.
pub(crate) fn flush<D: Driver>(driver: &mut D, blobs: &Blobs, batch: &Batch) -> Result<()> {
    flush_blobs(driver, blobs, batch)?;

    let rows = batch.rows.iter().map(|(key, stored)| (key, stored.as_deref()));
    let (put, deleted): (Vec<_>, Vec<_>) = rows.partition(|(_, stored)| stored.is_some());
    write(driver, &sql::PUT_RECORDS, &put, |(key, stored), row| {
        let stored = stored.expect("BUG: only records that are there were put into this list");
        let texts = [key.kind, &key.id, &stored.doc, &stored.stamps];
        row.extend(texts.map(Param::from));
        Ok(())
    })?;
    write(driver, &sql::DELETE_RECORDS, &deleted, |(key, _), row| {
        row.extend([key.kind, &key.id].map(Param::from));
        Ok(())
    })?;

    let (added, removed): (Vec<_>, Vec<_>) = batch.index.iter().partition(|(_, added)| **added);
    for (statement, entries) in [(&sql::PUT_INDEX, &added), (&sql::DELETE_INDEX, &removed)] {
        write(driver, statement, entries, |((name, sort, id), _), row| {
            row.extend([*name, sort, id].map(Param::from));
            Ok(())
        })?;
    }

    write_events(driver, &batch.events)
}

/// Appends events.
pub(crate) fn write_events<D: Driver>(driver: &mut D, events: &[Event]) -> Result<()> {
    let events: Vec<(&Event, [u8; 32])> = events.iter().map(|e| (e, e.state.to_bytes())).collect();
    write(driver, &sql::APPEND_EVENTS, &events, |(event, state), row| push_event(event, state, row))
}

fn flush_blobs<'a, D: Driver>(driver: &mut D, blobs: &Blobs, batch: &'a Batch) -> Result<()> {
    if batch.blobs.is_empty() {
        return Ok(());
    }
    let held = |(name, bytes): (&'a String, &'a Option<Vec<u8>>)| Some((name, bytes.as_deref()?));
    let put: Vec<(&String, &[u8])> = batch.blobs.iter().filter_map(held).collect();
    write_blobs(driver, blobs, &put)?;
    let dropped: Vec<_> = batch.blobs.iter().filter(|(_, bytes)| bytes.is_none()).collect();
    write(driver, &sql::DELETE_BLOBS, &dropped, |(name, _), row| {
        row.push(name.as_str().into());
        Ok(())
    })
}

/// Writes blobs: into the database, or into files that are durable when this returns.
pub(crate) fn write_blobs<D: Driver>(driver: &mut D, blobs: &Blobs, put: &[(&String, &[u8])]) -> Result<()> {
    write(driver, &sql::PUT_BLOBS, put, |(name, bytes), row| {
        let inside = if blobs.is_file(bytes.len()) {
            blobs.write(name, bytes)?;
            None
        } else {
            Some(*bytes)
        };
        row.extend([
            name.as_str().into(),
            Param::Int(Some(signed(bytes.len() as u64)?)),
            Param::Bytes(inside),
        ]);
        Ok(())
    })
}

fn push_event<'a>(event: &'a Event, state: &'a [u8; 32], row: &mut Vec<Param<'a>>) -> Result<()> {
    row.extend([
        signed(event.seq)?.into(),
        signed(event.at)?.into(),
        event.actor.as_str().into(),
        event.op.as_str().into(),
        Param::Text(event.run.as_deref()),
        Param::Text(event.tool.as_deref()),
        event.status.as_str().into(),
        event.prev.as_slice().into(),
        state.as_slice().into(),
        event.body_commitment.as_slice().into(),
        event.changes_commitment.as_slice().into(),
        event.salt.as_slice().into(),
        event.hash.as_slice().into(),
        Param::Bytes(event.body.as_deref()),
        Param::Bytes(event.changes.as_deref()),
    ]);
    Ok(())
}

/// Writes `items` in the largest groups that fit; `push` adds the values of one item.
pub(crate) fn write<'a, D: Driver, T>(
    driver: &mut D,
    statement: &Rows,
    mut items: &'a [T],
    push: impl Fn(&'a T, &mut Vec<Param<'a>>) -> Result<()>,
) -> Result<()> {
    let mut params = Vec::with_capacity(items.len() * statement.width);
    while !items.is_empty() {
        let (rows, text) = statement.group(items.len().min(D::ROWS_PER_STATEMENT));
        let (now, later) = items.split_at(items.len() / rows * rows);
        params.clear();
        for item in now {
            push(item, &mut params)?;
        }
        driver.execute_each(text, &params, rows * statement.width)?;
        items = later;
    }
    Ok(())
}

/// Converts a number for storage.
fn signed(number: u64) -> Result<i64> {
    i64::try_from(number).map_err(|_| Error::invalid(say!("problem-store-too-large", number)))
}
