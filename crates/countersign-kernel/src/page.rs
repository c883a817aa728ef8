//! Pages: a list continues exactly where the last answer ended, whatever was added in between.

use countersign_words::say;

use crate::{
    error::{Error, Result},
    record::{Key, Record},
    store::{Hit, Scan},
    tx::Tx,
};

/// The default number of entries in a page.
const DEFAULT: u32 = 50;
/// The maximum number of entries in a page.
const MOST: u32 = 1000;

/// Returns the number of entries for a request.
pub fn limit(asked: Option<u32>) -> usize {
    asked.unwrap_or(DEFAULT).clamp(1, MOST) as usize
}

/// A position in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cursor {
    /// Its sort key.
    pub sort: String,
    /// Its id, to tell records with the same key apart.
    pub id: String,
}

/// The part of a list that one answer holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<R> {
    /// The records, in the list's order.
    pub rows: Vec<R>,
    /// The id of the last record, if more follow.
    pub next: Option<String>,
}

/// Returns the position in `scan` of the record that `given` names. Records that `keep` excludes are reported
/// as missing, so nobody can probe for others' ids.
pub fn place<R: Record>(
    tx: &mut Tx<'_>,
    scan: &Scan,
    given: &str,
    keep: impl Fn(&R) -> bool,
) -> Result<Cursor> {
    let missing = || Error::not_found(say!("judge-not-in-list", kind = R::KIND.name, id = given));
    let id = tx.resolve::<R>(given).map_err(|_| missing())?;
    let row = tx.row(&Key::of::<R>(&id))?.ok_or_else(missing)?;
    let listed = |(index, sort): &(&str, String)| {
        *index == scan.index
            && *scan.from <= **sort
            && **sort < *scan.to
            && row.read().is_ok_and(|r| keep(&r))
    };
    let entry = (R::KIND.index)(&row.doc).into_iter().find(listed);
    entry.map(|(_, sort)| Cursor { sort, id }).ok_or_else(missing)
}

/// Returns the next `limit` records of `scan` that `keep` accepts, after `after`.
pub fn read<R: Record>(
    tx: &mut Tx<'_>,
    scan: &Scan,
    after: Option<Cursor>,
    limit: usize,
    keep: impl Fn(&R) -> bool,
) -> Result<Page<R>> {
    let (mut rows, mut at) = (Vec::<R>::new(), after);
    loop {
        let hits = behind(tx, scan, at.as_ref(), limit + 1)?;
        let Some(last) = hits.last() else { return Ok(Page { rows, next: None }) };
        at = Some(Cursor { sort: last.sort.clone(), id: last.id.clone() });
        for hit in &hits {
            let row: R = hit.stored.row.read()?;
            if !keep(&row) {
                continue;
            }
            if rows.len() == limit {
                let next = rows.last().map(|r| r.id().to_owned());
                return Ok(Page { rows, next });
            }
            rows.push(row);
        }
    }
}

/// Like [`read()`], newest first, from `before` on.
pub fn older<R: Record>(
    tx: &mut Tx<'_>,
    scan: Scan,
    before: Option<&str>,
    asked: Option<u32>,
    keep: impl Fn(&R) -> bool,
) -> Result<Page<R>> {
    let scan = scan.reversed();
    let after = before.map(|given| place(tx, &scan, given, &keep)).transpose()?;
    read(tx, &scan, after, limit(asked), keep)
}

/// Returns the entries after a position: all with the same sort key, which may be many, and at most `limit`
/// others.
fn behind(tx: &mut Tx<'_>, scan: &Scan, place: Option<&Cursor>, limit: usize) -> Result<Vec<Hit>> {
    let Some(place) = place else { return tx.scan(&scan.clone().limit(limit)) };
    let same = Scan { reverse: scan.reverse, ..Scan::exactly(scan.kind, scan.index, &place.sort) };
    let mut hits = tx.scan(&same)?;
    hits.retain(|h| if scan.reverse { h.id < place.id } else { h.id > place.id });
    let rest = match scan.reverse {
        true => Scan { to: place.sort.clone(), ..scan.clone() },
        false => Scan { from: format!("{}\0", place.sort), ..scan.clone() },
    };
    hits.extend(tx.scan(&rest.limit(limit))?);
    Ok(hits)
}
