//! A test per method of `Base` and `Store`, each on every store.

use std::panic::{AssertUnwindSafe, catch_unwind};

use countersign_core::{
    ErrorCode, Ran,
    event::Head,
    execute::execute,
    memory::MemoryStore,
    store::{Batch, EventQuery, IndexEntry, Scan, Store},
    world::Need,
};
use serde_json::json;

use crate::world::{
    Decide, EPOCH, Home, Index, Step, call, call_of, everything, head, note, put, put_under, read, run,
    values,
};

macro_rules! on_every_store {
    ($($name:ident),* $(,)?) => {
        mod memory {
            $(#[test] fn $name() { super::$name(&super::MemoryStore::new()); })*
        }
        mod sqlite {
            $(#[test] fn $name() { let home = super::Home::new(); super::$name(&home.open()); })*
        }
        /// Every test with its name, for the store that needs a server.
        pub const ALL: &[(&str, fn(&dyn Store))] = &[$((stringify!($name), $name)),*];
    };
}

on_every_store!(
    the_head_is_empty_at_first_and_then_the_last_event,
    get_gives_the_exact_bytes_and_who_wrote_them,
    scan_goes_both_ways_with_limits_and_without_what_is_gone,
    scan_takes_the_first_sort_key_and_leaves_the_last,
    ids_are_those_that_begin_with_the_prefix_in_order,
    an_event_is_found_by_its_number,
    events_pass_exactly_the_filters_that_match,
    bounds_beyond_the_largest_number_admit_everything_or_nothing,
    blobs_small_and_large_come_back_and_can_be_dropped,
    blobs_are_listed_in_order_of_their_names,
    records_are_paged_in_order_of_kind_and_id,
    index_entries_are_paged_in_order,
    nothing_is_damaged,
    a_call_sees_what_the_batch_and_itself_wrote,
    a_deleted_record_can_be_created_again_in_the_same_batch,
    a_failed_call_leaves_no_trace,
    a13_a_call_that_asks_the_world_leaves_no_trace_whatever_it_makes_of_not_knowing,
    c1_a_refused_call_changes_nothing_and_is_in_the_log,
    b6_the_same_key_gives_the_same_answer_and_another_request_conflicts,
    a_panic_is_that_calls_own,
    any_text_is_stored_as_it_is,
    many_rows_of_one_call_are_all_written,
);

fn the_head_is_empty_at_first_and_then_the_last_event(store: &dyn Store) {
    assert_eq!(head(store), Head::default());
    run(store, 1, vec![put("n1", "one", 1)]);
    let first = head(store);
    assert_eq!(first.seq, 1);
    let answer = store.submit(call(2, vec![put("n2", "two", 2)])).unwrap().done().unwrap();
    let second = read(store, |base| base.event(2)).unwrap();
    assert_eq!(head(store), second.head());
    assert_eq!(second.prev, first.hash);
    assert_eq!(answer.event, Some(second.id()));
    everything(store).check();
}

fn get_gives_the_exact_bytes_and_who_wrote_them(store: &dyn Store) {
    run(store, 1, vec![put("n1", "one", 1)]);
    run(store, 2, vec![put("n1", "née \"two\"\n", 1)]);
    let stored = read(store, |base| base.get(&note("n1"))).unwrap();
    assert_eq!(stored.doc, r#"{"id":"n1","rank":1,"title":"née \"two\"\n"}"#);
    assert_eq!(stored.stamps, r#"{"":1,"title":2}"#);
    assert_eq!((stored.row.created_by(), stored.row.last_writer()), (1, 2));
    assert_eq!(stored.mark, head(store).state);
    assert_eq!(read(store, |base| base.get(&note("n2"))), None);
    run(store, 3, vec![Step::Delete("n1".into())]);
    assert_eq!(read(store, |base| base.get(&note("n1"))), None);
}

fn scanned(store: &dyn Store, scan: &Scan) -> Vec<String> {
    read(store, |base| base.scan(scan)).into_iter().map(|hit| hit.id).collect()
}

fn scan_goes_both_ways_with_limits_and_without_what_is_gone(store: &dyn Store) {
    let notes = [("n1", 5), ("n2", 3), ("n3", 5), ("n4", 1)];
    run(store, 1, notes.iter().map(|(id, rank)| put(id, "t", *rank)).collect());
    let all = Scan::prefix("note", "note.rank", "");
    assert_eq!(scanned(store, &all), ["n4", "n2", "n1", "n3"]);
    assert_eq!(scanned(store, &all.clone().reversed()), ["n3", "n1", "n2", "n4"]);
    assert_eq!(scanned(store, &all.clone().limit(3)), ["n4", "n2", "n1"]);
    assert_eq!(scanned(store, &all.clone().reversed().limit(1)), ["n3"]);
    assert_eq!(scanned(store, &all.clone().limit(0)), [""; 0]);
    assert_eq!(scanned(store, &Scan::prefix("note", "note.rank", "0005")), ["n1", "n3"]);
    // An index entry leads only to records of the requested kind.
    assert_eq!(scanned(store, &Scan::prefix("item", "note.rank", "")), [""; 0]);

    run(store, 2, vec![Step::Delete("n1".into()), put("n4", "moved", 9)]);
    assert_eq!(scanned(store, &all), ["n2", "n3", "n4"]);
    let hits = read(store, |base| base.scan(&all.clone().reversed().limit(1)));
    assert_eq!((hits[0].sort.as_str(), hits[0].stored.row.doc.get("title")), ("0009", Some(&json!("moved"))));
}

fn scan_takes_the_first_sort_key_and_leaves_the_last(store: &dyn Store) {
    run(store, 1, (1..=4).map(|rank| put(&format!("n{rank}"), "t", rank)).collect());
    let between = |from: &str, to: &str| Scan {
        from: from.into(),
        to: to.into(),
        ..Scan::prefix("note", "note.rank", "")
    };
    assert_eq!(scanned(store, &between("0002", "0004")), ["n2", "n3"]);
    assert_eq!(scanned(store, &between("0002", "0004").reversed()), ["n3", "n2"]);
    assert_eq!(scanned(store, &between("0003", "0003")), [""; 0]);
    assert_eq!(scanned(store, &between("0004", "0001")), [""; 0]);
}

fn ids_are_those_that_begin_with_the_prefix_in_order(store: &dyn Store) {
    let ids = ["n1", "n10-b", "n10-a", "n10\u{10FFFF}z", "n11", "m9"];
    run(store, 1, ids.iter().map(|id| put(id, "t", 0)).collect());
    let found = |prefix: &str, limit: usize| read(store, |base| base.ids("note", prefix, limit));
    assert_eq!(found("n10", usize::MAX), ["n10-a", "n10-b", "n10\u{10FFFF}z"]);
    assert_eq!(found("n1", 2), ["n1", "n10-a"]);
    assert_eq!(found("", 1), ["m9"]);
    assert_eq!(found("", usize::MAX).len(), ids.len());
    assert_eq!(found("n2", 8), [""; 0]);
    assert_eq!(read(store, |base| base.ids("item", "", 8)), [""; 0]);
}

fn an_event_is_found_by_its_number(store: &dyn Store) {
    let about = Step::About { run: Some("r1".into()), tool: Some("task.x".into()) };
    run(store, 1, vec![about, put("n1", "one", 1)]);
    let event = read(store, |base| base.event(1)).unwrap();
    assert_eq!((event.seq, event.at, event.actor.as_str()), (1, EPOCH + 1, "agent:tester"));
    assert_eq!((event.op.as_str(), event.status.as_str()), ("test.script", "done"));
    assert_eq!((event.run.as_deref(), event.tool.as_deref()), (Some("r1"), Some("task.x")));
    assert_eq!(event.flaw(), None);
    assert_eq!(event.told().unwrap().input[1]["put"]["title"], "one");
    assert_eq!(event.changes(|_| Some("note")).unwrap().unwrap().len(), 1);
    for absent in [0, 2, u64::MAX] {
        assert_eq!(read(store, |base| base.event(absent)), None);
    }
}

fn events_pass_exactly_the_filters_that_match(store: &dyn Store) {
    let about = |run: Option<&str>, tool: Option<&str>| Step::About {
        run: run.map(str::to_owned),
        tool: tool.map(str::to_owned),
    };
    run(store, 1, vec![about(Some("r1"), None)]);
    run(store, 2, vec![about(Some("r1"), Some("t1"))]);
    run(store, 3, vec![about(Some("r2"), Some("t1"))]);
    run(store, 4, vec![]);
    store.submit(call_of(&Decide, 5, vec![])).unwrap_err();
    let mut sixth = call_of(&Decide, 6, vec![about(Some("r2"), Some("t2"))]);
    sixth.actor = countersign_core::Actor::person("ana");
    store.submit(sixth).unwrap();

    let text = |s: &str| Some(s.to_owned());
    let none = EventQuery { limit: usize::MAX, ..Default::default() };
    let queries = [
        (none.clone(), vec![6, 5, 4, 3, 2, 1]),
        (EventQuery { ascending: true, ..none.clone() }, vec![1, 2, 3, 4, 5, 6]),
        (EventQuery { ascending: true, limit: 2, ..none.clone() }, vec![1, 2]),
        (EventQuery { limit: 2, ..none.clone() }, vec![6, 5]),
        (EventQuery { limit: 0, ..none.clone() }, vec![]),
        (EventQuery { run: text("r1"), ..none.clone() }, vec![2, 1]),
        (EventQuery { tool: text("t1"), ..none.clone() }, vec![3, 2]),
        (EventQuery { run: text("r2"), tool: text("t1"), ..none.clone() }, vec![3]),
        (EventQuery { actor: text("person:ana"), ..none.clone() }, vec![6]),
        (EventQuery { op: text("test.decide"), ..none.clone() }, vec![6, 5]),
        (EventQuery { status: text("refused"), ..none.clone() }, vec![5]),
        (EventQuery { from_ms: Some(EPOCH + 3), ..none.clone() }, vec![6, 5, 4, 3]),
        (EventQuery { until_ms: Some(EPOCH + 3), ..none.clone() }, vec![2, 1]),
        (EventQuery { after_seq: Some(4), ..none.clone() }, vec![6, 5]),
        (EventQuery { before_seq: Some(3), ..none.clone() }, vec![2, 1]),
        (EventQuery { after_seq: Some(1), before_seq: Some(6), limit: 2, ..none.clone() }, vec![5, 4]),
        (EventQuery { run: text(""), ..none.clone() }, vec![]),
    ];
    let all = everything(store).events;
    for (query, expected) in queries {
        let found: Vec<u64> = read(store, |base| base.events(&query)).iter().map(|e| e.seq).collect();
        assert_eq!(found, expected, "{query:?}");
        if query.limit == usize::MAX {
            assert_eq!(all.iter().filter(|e| query.matches(e)).count(), expected.len(), "{query:?}");
        }
    }
}

fn bounds_beyond_the_largest_number_admit_everything_or_nothing(store: &dyn Store) {
    run(store, 1, vec![]);
    let none = EventQuery { limit: usize::MAX, ..Default::default() };
    let count = |query: EventQuery| read(store, |base| base.events(&query)).len();
    assert_eq!(count(EventQuery { from_ms: Some(u64::MAX), ..none.clone() }), 0);
    assert_eq!(count(EventQuery { after_seq: Some(u64::MAX), ..none.clone() }), 0);
    assert_eq!(count(EventQuery { until_ms: Some(u64::MAX), ..none.clone() }), 1);
    assert_eq!(count(EventQuery { before_seq: Some(u64::MAX), ..none }), 1);
}

fn blobs_small_and_large_come_back_and_can_be_dropped(store: &dyn Store) {
    for (n, len) in [(1, 0), (2, 10), (3, 64 * 1024), (4, 64 * 1024 + 1), (5, 1_000_000)] {
        let name = run(store, n, vec![Step::PutBlob { fill: 7, len }])[0].as_str().unwrap().to_owned();
        assert_eq!(name, blake3::hash(&vec![7; len]).to_hex().to_string());
        assert_eq!(read(store, |base| base.blob(&name)), Some(vec![7; len]));
        // Within one operation a drop is seen, and writing it again undoes the drop.
        let steps =
            vec![Step::DropBlob(name.clone()), Step::Blob(name.clone()), Step::PutBlob { fill: 7, len }];
        assert_eq!(run(store, n + 10, steps)[1], json!(null));
        assert_eq!(run(store, n + 20, vec![Step::Blob(name.clone())])[0], json!(len));
        run(store, n + 30, vec![Step::DropBlob(name.clone())]);
        assert_eq!(read(store, |base| base.blob(&name)), None);
    }
    for strange in ["", "../countersign.db", "%"] {
        assert_eq!(read(store, |base| base.blob(strange)), None);
        run(store, 99, vec![Step::DropBlob(strange.into())]);
    }
}

fn blobs_are_listed_in_order_of_their_names(store: &dyn Store) {
    let put = [3, 70_000, 5].map(|len| Step::PutBlob { fill: 1, len });
    let mut names: Vec<String> =
        run(store, 1, put.to_vec()).iter().map(|name| name.as_str().unwrap().to_owned()).collect();
    names.sort();
    let listed = |after: &str, most| read(store, |base| base.blobs_after(after, most));
    assert_eq!(listed("", 9), names);
    assert_eq!(listed("", 2), names[..2]);
    assert_eq!(listed(&names[0], 9), names[1..]);
    assert_eq!(listed(&names[2], 9), [""; 0]);
}

fn records_are_paged_in_order_of_kind_and_id(store: &dyn Store) {
    let mut first = call(1, vec![put("n2", "t", 0), put("n1", "t", 0), put("n3", "t", 0)]);
    // The kept answer is a record of another kind.
    first.key = Some("k".into());
    store.submit(first).unwrap();
    let page = |kind: &str, id: &str, limit: usize| -> Vec<(String, String)> {
        let records = read(store, |base| base.records_after(kind, id, limit));
        records.into_iter().map(|r| (r.kind, r.id)).collect()
    };
    let pair = |kind: &str, id: &str| (kind.to_owned(), id.to_owned());
    assert_eq!(page("", "", 2), [pair("answer", "agent:tester/k"), pair("note", "n1")]);
    assert_eq!(page("note", "n1", usize::MAX), [pair("note", "n2"), pair("note", "n3")]);
    assert_eq!(page("answer", "z", 1), [pair("note", "n1")]);
    assert_eq!(page("note", "n3", 9), []);
    everything(store).check();
}

fn index_entries_are_paged_in_order(store: &dyn Store) {
    run(store, 1, vec![put("n1", "t", 2), put_under("n1", "n2", 1), put_under("n1", "n3", 2)]);
    let entry =
        |name: &str, sort: &str, id: &str| IndexEntry { name: name.into(), sort: sort.into(), id: id.into() };
    let all = [
        entry("note.parent", "n1/0001", "n2"),
        entry("note.parent", "n1/0002", "n3"),
        entry("note.rank", "0001", "n2"),
        entry("note.rank", "0002", "n1"),
        entry("note.rank", "0002", "n3"),
    ];
    assert_eq!(everything(store).index, all);
    let after = |i: usize, limit: usize| read(store, |base| base.index_after(&all[i], limit));
    assert_eq!(after(0, 2), all[1..3]);
    assert_eq!(after(3, usize::MAX), all[4..]);
    assert_eq!(after(4, 1), []);
}

fn nothing_is_damaged(store: &dyn Store) {
    run(store, 1, vec![put("n1", "t", 2), Step::PutBlob { fill: 1, len: 100_000 }]);
    assert_eq!(read(store, |base| base.damage()), [""; 0]);
}

fn a_call_sees_what_the_batch_and_itself_wrote(store: &dyn Store) {
    run(store, 1, vec![put("n1", "one", 1), put("n2", "two", 2), put("n3", "three", 3)]);
    let before = everything(store);
    let scan = |reverse: bool, limit: usize| Step::Scan {
        index: Index::Rank,
        prefix: String::new(),
        reverse,
        limit,
    };
    let calls = [
        call(2, vec![Step::Delete("n1".into()), put("n4", "four", 0), put("n2", "moved", 8)]),
        call(3, vec![Step::Fail]),
        call(
            4,
            vec![
                scan(false, 2),
                scan(true, 1),
                Step::Get("n1".into()),
                Step::Find("n".into()),
                put("n0", "own", 5),
                scan(false, 9),
            ],
        ),
    ];
    let answers = read(store, |base| {
        let mut batch = Batch::after(base.head()?);
        let one = |call| execute(base, &mut batch, call).and_then(|e| e.answer(call.origin.language));
        Ok(calls.iter().map(one).collect::<Vec<_>>())
    });
    assert_eq!(answers[1].as_ref().unwrap_err().code, ErrorCode::Conflict);
    let third = answers[2].clone().unwrap().done().unwrap();
    let seen = values(third.clone());
    let ids = |i: usize| seen[i].as_array().unwrap().iter().map(|h| h[1].clone()).collect::<Vec<_>>();
    assert_eq!(ids(0), ["n4", "n3"]);
    assert_eq!(ids(1), ["n2"]);
    assert_eq!(seen[2], json!(null));
    assert_eq!(seen[3], json!({"Err": "n could be any of n2, n3, n4"}));
    assert_eq!(ids(5), ["n4", "n3", "n0", "n2"]);
    assert_eq!(third.event.as_deref().map(|e| e.starts_with("e3-")), Some(true));
    assert_eq!(everything(store), before, "an overlay wrote through");
}

fn a_deleted_record_can_be_created_again_in_the_same_batch(store: &dyn Store) {
    run(store, 1, vec![put("n1", "one", 1)]);
    run(store, 2, vec![Step::Delete("n1".into()), put("n1", "again", 1)]);
    run(store, 3, vec![Step::Delete("n1".into()), put("n1", "again", 2), Step::Delete("n1".into())]);
    assert_eq!(everything(store).records, []);
    run(store, 4, vec![put("n1", "back", 3)]);
    everything(store).check();
}

fn a_failed_call_leaves_no_trace(store: &dyn Store) {
    run(store, 1, vec![put("n1", "one", 1)]);
    let before = everything(store);
    let failed =
        store.submit(call(2, vec![put("n1", "two", 2), Step::PutBlob { fill: 1, len: 9 }, Step::Fail]));
    assert_eq!(failed.unwrap_err().code, ErrorCode::Conflict);
    assert_eq!(everything(store), before);
    assert_eq!(read(store, |base| base.blob(&blake3::hash(&[1; 9]).to_hex())), None);
}

fn a13_a_call_that_asks_the_world_leaves_no_trace_whatever_it_makes_of_not_knowing(store: &dyn Store) {
    run(store, 1, vec![put("n1", "one", 1)]);
    let before = everything(store);
    let ask = |tool: &str| Step::Ask(tool.to_owned());
    for last in [put("n2", "two", 2), Step::Fail, Step::Refuse, ask("b")] {
        let steps = vec![ask("a"), put("n1", "two", 2), Step::PutBlob { fill: 1, len: 9 }, ask("a"), last];
        let Ran::Asks(needs) = store.submit(call(2, steps)).unwrap() else { panic!("it went on") };
        let asked: Vec<_> =
            needs.iter().map(|need| matches!(need, Need::Forecast(ask) if ask.tool == "a")).collect();
        assert!(matches!(asked[..], [true] | [true, false]), "each question once: {needs:?}");
    }
    assert_eq!(everything(store), before);
}

fn c1_a_refused_call_changes_nothing_and_is_in_the_log(store: &dyn Store) {
    let by_audience = store.submit(call_of(&Decide, 1, vec![put("n1", "one", 1)]));
    assert_eq!(by_audience.unwrap_err().code, ErrorCode::Refused);
    let by_operation = store.submit(call(2, vec![put("n1", "one", 1), Step::Refuse]));
    assert_eq!(by_operation.unwrap_err().code, ErrorCode::Refused);
    let all = everything(store);
    assert_eq!(all.records, []);
    let told: Vec<_> = all.events.iter().map(|e| (e.op.as_str(), e.status.as_str())).collect();
    assert_eq!(told, [("test.decide", "refused"), ("test.script", "refused")]);
    all.check();
}

fn b6_the_same_key_gives_the_same_answer_and_another_request_conflicts(store: &dyn Store) {
    let keyed = |n: u64, title: &str| {
        let mut call = call(n, vec![Step::New(title.into())]);
        call.key = Some("key".into());
        call
    };
    let first = store.submit(keyed(1, "one")).unwrap();
    assert_eq!(store.submit(keyed(2, "one")).unwrap(), first);
    assert_eq!(store.submit(keyed(3, "two")).unwrap_err().code, ErrorCode::Conflict);
    assert_eq!(head(store).seq, 1);
    everything(store).check();
}

fn a_panic_is_that_calls_own(store: &dyn Store) {
    run(store, 1, vec![put("n1", "one", 1)]);
    let before = everything(store);
    for (n, last) in [(2, Step::Panic), (3, Step::PanicHalfway)] {
        // The reference store runs calls on the caller's own thread, so a panic reaches the caller.
        let panicked = catch_unwind(AssertUnwindSafe(|| {
            store.submit(call(n, vec![put("n1", "lost", 2), put("n9", "lost", 9), last.clone()]))
        }));
        if let Ok(answer) = panicked {
            let e = answer.unwrap_err();
            assert_eq!(e.code, ErrorCode::Internal);
            assert!(e.internal().unwrap().starts_with("test.script panicked: "), "{:?}", e.internal());
        }
        assert_eq!(everything(store), before);
    }
    run(store, 4, vec![put("n2", "two", 2)]);
    everything(store).check();
}

fn any_text_is_stored_as_it_is(store: &dyn Store) {
    let odd =
        ["", "\0", "a\0b", "'; DROP TABLE record; --", "%_\\", "\u{FEFF}\u{202E}é", "\u{10FFFF}", "1e5"];
    let ids = odd.iter().map(|text| put(&format!("n{text}"), text, 1)).collect();
    run(store, 1, ids);
    for text in odd {
        let id = format!("n{text}");
        let stored = read(store, |base| base.get(&note(&id))).unwrap();
        assert_eq!(stored.row.doc.get("title"), Some(&text.into()));
        assert!(read(store, |base| base.ids("note", &id, 99)).contains(&id));
    }
    everything(store).check();
}

fn many_rows_of_one_call_are_all_written(store: &dyn Store) {
    // Groups of 64, of 8 and of 1.
    let ids: Vec<String> = (0..141).map(|i| format!("n{i:03}")).collect();
    run(store, 1, ids.iter().enumerate().map(|(i, id)| put(id, "t", i as u64)).collect());
    let all = everything(store);
    assert_eq!((all.records.len(), all.index.len()), (141, 141));
    all.check();
    run(store, 2, ids[..76].iter().map(|id| Step::Delete(id.clone())).collect());
    let rest = everything(store);
    assert_eq!((rest.records.len(), rest.index.len()), (65, 65));
    rest.check();
}
