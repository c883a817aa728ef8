//! Disk faults: no space, other writers, edited and broken bytes. Nothing is half-written, nothing panics,
//! and every fault is reported.

use std::{fs, time::Duration};

use countersign_core::{ErrorCode, record::Mark, store::Store};
use countersign_store::{Options, SqliteStore};

use crate::world::{Home, Step, call, everything, head, put, read, run, try_read};

fn find(bytes: &[u8], text: &str) -> usize {
    bytes.windows(text.len()).position(|w| w == text.as_bytes()).expect("the text is not in the file")
}

fn edit(home: &Home, text: &str, with: &str) {
    assert_eq!(text.len(), with.len());
    let mut bytes = fs::read(home.path()).unwrap();
    let at = find(&bytes, text);
    bytes[at..at + with.len()].copy_from_slice(with.as_bytes());
    fs::write(home.path(), bytes).unwrap();
}

#[test]
fn a_full_disk_fails_the_call_and_leaves_the_store_as_it_was() {
    let home = Home::new();
    let options = Options { pages_most: Some(60), ..Options::default() };
    let store = SqliteStore::open_with(&home.path(), &options).unwrap();
    run(&store, 1, vec![put("n1", "one", 1)]);
    let before = everything(&store);

    let large = "x".repeat(400_000);
    let e = store.submit(call(2, vec![put("n2", "small", 2), put("n3", &large, 3)])).unwrap_err();
    assert_eq!((e.code, e.message.as_str()), (ErrorCode::Store, "the disk is full; nothing was written"));
    assert!(e.hint.is_some());
    assert_eq!(everything(&store), before);

    run(&store, 3, vec![put("n2", "two", 2)]);
    let mut n = 4;
    while store.submit(call(n, vec![Step::New("x".repeat(2_000))])).is_ok() {
        n += 1;
    }
    let full = everything(&store);
    assert_eq!(full.head.seq, n - 2, "a failed call left an event");
    full.check();
    drop(store);

    let store = home.open();
    assert_eq!(everything(&store), full);
    run(&store, n, vec![Step::New("there is room again".into())]);
    everything(&store).check();
    assert_eq!(read(&store, |base| base.damage()), [""; 0]);
}

#[test]
fn a_full_disk_fails_every_call_of_the_batch_or_none() {
    let home = Home::new();
    let options = Options { pages_most: Some(80), ..Options::default() };
    let store = SqliteStore::open_with(&home.path(), &options).unwrap();
    let answers: Vec<(u64, _)> = std::thread::scope(|scope| {
        let store = &store;
        let submit =
            move |n: u64| (n, store.submit(call(n, vec![put(&format!("n{n}"), &"x".repeat(9_000), n)])));
        let threads: Vec<_> = (0..32).map(|n| scope.spawn(move || submit(n))).collect();
        threads.into_iter().map(|t| t.join().unwrap()).collect()
    });
    let all = everything(&store);
    all.check();
    assert!(answers.iter().any(|(_, a)| a.is_err()), "everything fitted");
    for (n, answer) in answers {
        let is_there = all.records.iter().any(|r| r.id == format!("n{n}"));
        assert_eq!(is_there, answer.is_ok(), "call {n}: {answer:?}");
        assert!(answer.map_or_else(|e| e.message.starts_with("the disk is full"), |_| true));
    }
}

#[test]
fn another_writer_is_waited_for_and_then_named() {
    let home = Home::new();
    let options = Options { busy_timeout: Duration::from_millis(50), ..Options::default() };
    let store = SqliteStore::open_with(&home.path(), &options).unwrap();
    run(&store, 1, vec![put("n1", "one", 1)]);
    let other = home.raw();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let e = store.submit(call(2, vec![put("n1", "two", 1)])).unwrap_err();
    assert_eq!(
        (e.code, e.message.as_str()),
        (ErrorCode::Store, "another process is writing to the database")
    );
    assert_eq!(head(&store).seq, 1, "readers go on");
    other.execute_batch("ROLLBACK").unwrap();
    run(&store, 3, vec![put("n1", "three", 1)]);
    everything(&store).check();
}

#[test]
fn g1_an_edited_byte_of_a_record_shows_in_the_mark() {
    let home = Home::new();
    run(&home.open(), 1, vec![put("n1", "pay ten", 1), put("n2", "other", 2)]);
    // The log contains the same text, but only the record has the stamps right after it.
    let stamps = "SELECT stamps FROM record WHERE id = 'n1'";
    let stamps: String = home.raw().query_row(stamps, [], |row| row.get(0)).unwrap();
    let record = |title: &str| format!(r#"{{"id":"n1","rank":1,"title":"{title}"}}{stamps}"#);
    edit(&home, &record("pay ten"), &record("pay xen"));
    let store = SqliteStore::open_read_only(&home.path()).unwrap();
    let all = everything(&store);
    let marks = all.records.iter().map(|r| Mark::of_record(&r.kind, &r.id, &r.doc, &r.stamps));
    assert_ne!(marks.fold(Mark::default(), Mark::plus), all.head.state);
}

#[test]
fn g1_an_edited_byte_of_an_event_shows_in_itself() {
    let home = Home::new();
    run(&home.open(), 1, vec![put("n1", "pay ten", 1)]);
    edit(
        &home,
        r#"[{"put":{"id":"n1","parent":null,"rank":1,"title":"pay ten""#,
        r#"[{"put":{"id":"n1","parent":null,"rank":1,"title":"pay xen""#,
    );
    let store = SqliteStore::open_read_only(&home.path()).unwrap();
    let event = read(&store, |base| base.event(1)).unwrap();
    assert_eq!(event.flaw().as_deref(), Some("its body was edited"));
}

#[test]
fn bytes_of_the_wrong_shape_are_reported_as_damage() {
    let edits = [
        "UPDATE event SET hash = x'00'",
        "UPDATE event SET state = NULL",
        "UPDATE event SET at = -1",
        "UPDATE event SET at = 'soon'",
        "UPDATE event SET actor = x'ff'",
        "UPDATE record SET doc = '{'",
        "UPDATE record SET doc = x'ff'",
        "UPDATE record SET stamps = '[]'",
    ];
    for tampering in edits {
        let home = Home::new();
        run(&home.open(), 1, vec![put("n1", "one", 1)]);
        // The schema refuses some of this, but somebody who edits the file can bypass it.
        let raw = home.raw();
        let relaxed = "PRAGMA writable_schema = ON; \
                       UPDATE sqlite_schema SET sql = replace(sql, ' NOT NULL', '') WHERE name = 'event'";
        raw.execute_batch(relaxed).unwrap();
        drop(raw);
        assert_eq!(home.raw().execute(tampering, []).unwrap(), 1, "{tampering}");
        let store = home.open();
        let seen = try_read(&store, |base| {
            base.head()?;
            base.event(1)?;
            base.get(&crate::world::note("n1"))
        });
        let e = seen.expect_err(tampering);
        assert_eq!(e.code, ErrorCode::Store, "{tampering}");
        assert!(e.message.ends_with("is damaged"), "{tampering}: {e}");
    }
}

#[test]
fn a_file_broken_anywhere_gives_findings_or_an_error_and_never_a_panic() {
    let home = Home::new();
    let store = home.open();
    run(&store, 1, (0..200).map(|i| put(&format!("n{i}"), &"t".repeat(200), i)).collect());
    run(&store, 2, vec![Step::PutBlob { fill: 1, len: 9_000 }]);
    drop(store);
    let sound = fs::read(home.path()).unwrap();
    let page = 2048;
    let mut unseen = 0;
    for broken_page in 0..sound.len() / page {
        let mut bytes = sound.clone();
        let start = broken_page * page;
        // A page's header, which holds its structure.
        bytes[start..start + 24].fill(0xA5);
        fs::write(home.path(), &bytes).unwrap();
        let findings = SqliteStore::open_read_only(&home.path())
            .and_then(|store| try_read(&store, |base| base.damage()));
        match findings {
            Ok(findings) if findings.is_empty() => unseen += 1,
            Ok(_) => {}
            Err(e) => assert_eq!(e.code, ErrorCode::Store),
        }
    }
    // Pages in the middle of an overflow chain hold only content, which the marks and commitments cover.
    assert!(unseen < sound.len() / page / 2, "{unseen} broken pages went unseen");

    for length in [0, 10, 100, 5_000, sound.len() / 2, sound.len() - page] {
        fs::write(home.path(), &sound[..length]).unwrap();
        let seen = SqliteStore::open_read_only(&home.path())
            .and_then(|store| try_read(&store, |base| base.damage()));
        assert!(seen.map_or_else(|e| e.code == ErrorCode::Store, |f| !f.is_empty()), "cut at {length}");
    }
}

#[test]
fn a_blob_that_is_not_what_it_was_is_reported_when_read_and_when_checked() {
    for (len, what) in [(100, "small"), (100_000, "large")] {
        let home = Home::new();
        let store = home.open();
        let name = run(&store, 1, vec![Step::PutBlob { fill: 1, len }])[0].as_str().unwrap().to_owned();
        let file = home.dir.path().join("blobs").join(&name[..2]).join(&name);
        assert_eq!(file.exists(), what == "large");
        if what == "large" {
            fs::write(&file, vec![2; len]).unwrap();
        } else {
            home.raw().execute("UPDATE blob SET bytes = zeroblob(100)", []).unwrap();
        }
        let e = try_read(&store, |base| base.blob(&name)).unwrap_err();
        assert_eq!(
            (e.code, e.message.to_string()),
            (ErrorCode::Store, format!("the blob {name} is damaged"))
        );
        let findings = read(&store, |base| base.damage());
        assert_eq!(findings, [format!("the content of blob {name} does not match its digest")]);

        if what == "large" {
            fs::remove_file(&file).unwrap();
            let e = try_read(&store, |base| base.blob(&name)).unwrap_err();
            assert_eq!(e.message, format!("the blob {name} is missing"));
            assert_eq!(read(&store, |base| base.damage()), [format!("the file of blob {name} is missing")]);
        }
        run(&store, 2, vec![Step::PutBlob { fill: 1, len }]);
        assert_eq!(
            read(&store, |base| base.blob(&name)),
            Some(vec![1; len]),
            "writing it again did not repair it"
        );
    }
}

#[test]
fn the_file_of_a_large_blob_goes_with_it() {
    let home = Home::new();
    let store = home.open();
    let name = run(&store, 1, vec![Step::PutBlob { fill: 1, len: 100_000 }])[0].as_str().unwrap().to_owned();
    let file = home.dir.path().join("blobs").join(&name[..2]).join(&name);
    assert!(file.exists());
    run(&store, 2, vec![Step::DropBlob(name)]);
    assert!(!file.exists());
}

#[test]
fn an_event_whose_time_cannot_be_stored_fails_its_batch_and_nothing_else() {
    let home = Home::new();
    let store = home.open();
    let mut late = call(1, vec![put("n1", "one", 1)]);
    late.at = u64::MAX;
    assert_eq!(store.submit(late).unwrap_err().code, ErrorCode::Invalid);
    run(&store, 2, vec![put("n1", "one", 1)]);
    everything(&store).check();
}
