//! Pages: a list goes on exactly where the last answer ended, whatever was added in between.

use crate::{
    error::{Error, Result},
    record::{Key, Record},
    store::{Hit, Scan},
    tx::Tx,
};

/// How many entries a page has when nobody says how many.
const DEFAULT: u32 = 50;
/// How many it has at most.
const MOST: u32 = 1000;

/// How many entries were asked for.
pub fn limit(asked: Option<u32>) -> usize {
    asked.unwrap_or(DEFAULT).clamp(1, MOST) as usize
}

/// Where a record stands in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Its sort key.
    pub sort: String,
    /// Its id, for those with the same.
    pub id: String,
}

/// The part of a list that one answer holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<R> {
    /// The records, in the list's order.
    pub rows: Vec<R>,
    /// The last of them, if there are more behind it.
    pub next: Option<String>,
}

/// The place in `scan` of the record that `given` means. What `keep` would not list is not there, so that nobody can
/// find out by trying which ids others have.
pub fn place<R: Record>(
    tx: &mut Tx<'_>,
    scan: &Scan,
    given: &str,
    keep: impl Fn(&R) -> bool,
) -> Result<Place> {
    let missing = || Error::not_found(format!("there is no {} {given} in this list", R::KIND.name));
    let id = tx.resolve::<R>(given).map_err(|_| missing())?;
    let row = tx.row(&Key::of::<R>(&id))?.ok_or_else(missing)?;
    let listed = |(index, sort): &(&str, String)| {
        *index == scan.index
            && *scan.from <= **sort
            && **sort < *scan.to
            && row.read().is_ok_and(|r| keep(&r))
    };
    let entry = (R::KIND.index)(&row.doc).into_iter().find(listed);
    entry.map(|(_, sort)| Place { sort, id }).ok_or_else(missing)
}

/// The next `limit` records of `scan` that `keep` wants, beginning behind `after`.
pub fn read<R: Record>(
    tx: &mut Tx<'_>,
    scan: &Scan,
    after: Option<Place>,
    limit: usize,
    keep: impl Fn(&R) -> bool,
) -> Result<Page<R>> {
    let (mut rows, mut at) = (Vec::<R>::new(), after);
    loop {
        let hits = behind(tx, scan, at.as_ref(), limit + 1)?;
        let Some(last) = hits.last() else { return Ok(Page { rows, next: None }) };
        at = Some(Place { sort: last.sort.clone(), id: last.id.clone() });
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

/// The same as a list that is given newest first, from `before` on.
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

/// Entries behind a place: those with its sort key, which may be many, and at most `limit` others.
fn behind(tx: &mut Tx<'_>, scan: &Scan, place: Option<&Place>, limit: usize) -> Result<Vec<Hit>> {
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::{Value, json};

    use crate::{
        Actor, Engine, Error, ErrorCode, FixedEnv, Origin, Request, Setup, judge::Policy,
        memory::MemoryStore, model, tool::Catalog,
    };

    fn engine() -> Engine {
        let setup = Setup {
            catalog: Catalog::new(Vec::new()),
            policy: Policy::default(),
            kinds: model::KINDS.to_vec(),
            zone: jiff::tz::TimeZone::UTC,
            servers: Default::default(),
            agents: Default::default(),
            site: None,
            roots: Vec::new(),
        };
        // The clock stands still: everything has the same time, and only ids tell it apart.
        Engine::new(Arc::new(MemoryStore::new()), setup, Box::new(FixedEnv::at(1_000)))
    }

    fn ask(engine: &Engine, who: &Actor, op: &str, input: Value) -> Result<Value, Error> {
        let (actor, op, origin) = (who.clone(), op.to_owned(), Origin::from("test"));
        engine.call(Request { actor, op, input, key: None, origin }).map(|answer| answer.value)
    }

    /// All runs that `who` sees, two at a time.
    fn pages(engine: &Engine, who: &Actor) -> Vec<Vec<Value>> {
        let (mut pages, mut before) = (Vec::new(), Value::Null);
        for _ in 0..20 {
            let page = ask(engine, who, "run.list", json!({"limit": 2, "before": before})).unwrap();
            pages.push(page["runs"].as_array().unwrap().iter().map(|r| r["id"].clone()).collect());
            before = page["next"].clone();
            if before.is_null() {
                return pages;
            }
        }
        panic!("the list has no end: {pages:?}");
    }

    #[test]
    fn a_list_is_read_whole_page_by_page_even_where_everything_has_one_time() {
        let (engine, codex, bob) = (engine(), Actor::agent("codex"), Actor::agent("bob"));
        let start = |who: &Actor| ask(&engine, who, "run.start", json!({})).unwrap()["id"].clone();
        let mut mine: Vec<Value> = Vec::new();
        for _ in 0..5 {
            start(&bob);
            mine.push(start(&codex));
        }
        let own = pages(&engine, &codex);
        assert_eq!(own.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2, 1]);
        let mut listed = own.concat();
        listed.sort_by_key(|id| id.as_str().unwrap().to_owned());
        mine.sort_by_key(|id| id.as_str().unwrap().to_owned());
        assert_eq!(listed, mine, "each once, and nobody else's");
        assert_eq!(pages(&engine, &Actor::person("ana")).concat().len(), 10);
        assert_eq!(pages(&engine, &Actor::agent("nobody")), [Vec::<Value>::new()]);
    }

    #[test]
    fn what_is_not_in_a_list_is_no_place_in_it() {
        let (engine, codex) = (engine(), Actor::agent("codex"));
        let foreign = ask(&engine, &Actor::agent("bob"), "run.start", json!({})).unwrap()["id"].clone();
        let tried = |before: Value| {
            ask(&engine, &codex, "run.list", json!({"before": before})).map_err(|e| (e.code, e.message))
        };
        let (code, message) = tried(foreign.clone()).unwrap_err();
        let (_, of_none) = tried(json!("r99")).unwrap_err();
        assert_eq!(code, ErrorCode::NotFound);
        assert_eq!(
            message.replace(foreign.as_str().unwrap(), "r99"),
            of_none,
            "ids of others cannot be probed"
        );
    }
}
