//! Copies of whole stores: from a file into a database and back, and backups.

use countersign_core::{ErrorCode, audit, memory::MemoryStore, store::Store};
use countersign_store::{PostgresStore, SqliteStore, blobs::SMALL, copy};

use crate::{
    postgres::{desk, server::Server},
    world::{Home, Step, call, everything, head, put, read, run},
};

/// Fills a store: more records than are copied at once, texts that databases differ on, small and large blobs.
/// Returns the names of the blobs.
fn fill(store: &dyn Store) -> Vec<String> {
    for n in 0..5 {
        let step = (0..70).map(|i| put(&format!("n{n}-{i:02}"), "a\u{0}\u{1}b ä 😀", i)).collect();
        run(store, 1 + n, step);
    }
    let lengths = [0, 1, SMALL, SMALL + 1, 200_000].into_iter().chain((2..40).map(|n| n * 7));
    let blobs = lengths.map(|len| Step::PutBlob { fill: 7, len }).collect();
    run(store, 6, blobs).iter().map(|name| name.as_str().unwrap().to_owned()).collect()
}

/// Fails unless both hold the same, and the copy verifies.
#[track_caller]
fn is_same(copy: &dyn Store, original: &dyn Store, blobs: &[String]) {
    let all = everything(copy);
    all.check();
    assert_eq!(all, everything(original));
    for name in blobs {
        assert_eq!(read(copy, |base| base.blob(name)), read(original, |base| base.blob(name)));
        assert!(read(copy, |base| base.blob(name)).is_some());
    }
    assert!(read(copy, |base| base.damage()).is_empty());
    let setup = call(9, Vec::new()).setup;
    assert_eq!(read(copy, |base| audit::verify(base, &setup, &[], None)).first_bad, None);
}

#[test]
fn a_store_goes_from_a_file_into_a_database_and_back_and_is_the_same_to_the_last_byte() {
    let server = Server::start();
    let (first, last) = (Home::new(), Home::new());
    let original = first.open();
    let blobs = fill(&original);
    let copied = copy::into_postgres(&original, server.address("tools"), desk()).unwrap();
    assert_eq!((copied.head, copied.records), (head(&original), 350));
    assert_eq!(copied.blobs, read(&original, |base| base.blobs_after("", 1000)).len() as u64);
    let moved = PostgresStore::open(server.address("tools"), desk()).unwrap();
    is_same(&moved, &original, &blobs);
    run(&moved, 7, vec![put("n9", "later", 9)]);
    copy::into_file(&moved, &last.path()).unwrap();
    is_same(&last.open(), &moved, &blobs);
}

#[test]
fn a_backup_is_one_file_of_one_moment_and_comes_back_while_others_write() {
    let home = Home::new();
    let original = home.open();
    let blobs = fill(&original);
    let file = home.dir.path().join("backup");
    let folder = |store: &SqliteStore| {
        std::thread::scope(|scope| {
            let writing =
                scope.spawn(|| (0..200).for_each(|n| drop(run(store, 100 + n, vec![put("w", "w", n)]))));
            let copied = copy::into_backup(store, &file).unwrap();
            writing.join().unwrap();
            copied
        })
    };
    let copied = folder(&original);
    assert_eq!(head(&original).seq, 206);
    // One moment of it: nothing beside the file, and a whole log up to there.
    let beside: Vec<_> =
        std::fs::read_dir(home.dir.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert!(!beside.iter().any(|name| name.to_string_lossy().contains("backup-")), "{beside:?}");
    let again = Home::new();
    let backup = SqliteStore::open_read_only(&file).unwrap();
    assert_eq!(copy::into_file(&backup, &again.path()).unwrap(), copied);
    is_same(&again.open(), &backup, &blobs);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    }
    // It stays as it is.
    let refused = copy::into_backup(&original, &file).unwrap_err();
    assert!(refused.message.as_str().contains("exists") && refused.hint.is_some(), "{refused:?}");
}

#[test]
fn a_copy_that_fails_on_the_way_leaves_nothing_and_a_later_one_succeeds() {
    let server = Server::start();
    let home = Home::new();
    let original = home.open();
    let blobs = fill(&original);
    let large =
        blobs.iter().max_by_key(|name| read(&original, |base| base.blob(name)).map(|b| b.len())).unwrap();
    let path = home.dir.path().join("blobs").join(&large[..2]).join(large);
    let bytes = std::fs::read(&path).unwrap();
    std::fs::write(&path, b"altered").unwrap();
    let (elsewhere, file) = (Home::new(), home.dir.path().join("backup"));
    let failed = [
        copy::into_postgres(&original, server.address("tools"), desk()).unwrap_err(),
        copy::into_file(&original, &elsewhere.path()).unwrap_err(),
        copy::into_backup(&original, &file).unwrap_err(),
    ];
    assert!(failed.iter().all(|e| e.message.as_str().contains("damaged")), "{failed:?}");
    assert!(!file.exists());
    let empty = everything(&MemoryStore::new());
    assert_eq!(everything(&PostgresStore::open(server.address("tools"), desk()).unwrap()), empty);
    assert_eq!(everything(&elsewhere.open()), empty);
    assert_eq!(server.count("SELECT count(*) FROM countersign_tools.blob"), 0);

    std::fs::write(&path, bytes).unwrap();
    copy::into_postgres(&original, server.address("tools"), desk()).unwrap();
    copy::into_file(&original, &elsewhere.path()).unwrap();
    is_same(&elsewhere.open(), &original, &blobs);
    // A second one would mix two logs.
    for refused in [
        copy::into_postgres(&original, server.address("tools"), desk()).unwrap_err(),
        copy::into_file(&original, &elsewhere.path()).unwrap_err(),
    ] {
        assert_eq!(refused.code, ErrorCode::Conflict);
        assert!(refused.hint.is_some());
    }
    is_same(&elsewhere.open(), &original, &blobs);
}
