//! Tests secrets in git's store and behind addresses, and options that make a read write or load something.

use super::facts;
use crate::facts::Class;

#[test]
fn a5_a_secret_in_gits_store_is_a_secret() {
    for line in [
        "git cat-file -p HEAD:.env",
        "git cat-file blob HEAD:config/master.key",
        "git cat-file --textconv HEAD:.env",
        "git show HEAD:.env",
        "git show :.env",
        "git show :0:.env",
        "git show main:./a/../.env",
        "git show HEAD -- .env",
        "git archive HEAD .env",
        "git archive HEAD -- config/.env.production",
        "git log -p -- .env",
        "git log -L1,5:.env",
        "git log -p -- ':(top).env'",
        "git log -p -- ':/.env'",
        "git diff HEAD~1 -- .env",
        "git diff HEAD:.env a",
        "git blame .env",
        "git annotate .env",
        "git grep x -- .env",
        "git grep x HEAD:.env",
        "git checkout-index -f .env",
        "git unpack-file HEAD:.env",
        "git cat-file --batch <<< HEAD:.env",
        "git cat-file --batch='%(objectsize)' < names",
        "git rev-parse HEAD:x | git cat-file --batch-command",
        "git fast-export HEAD",
        "git fast-export --all",
        "git fast-export HEAD -- .env",
        "git bundle create x.bundle HEAD -- .env",
        "git diff-tree -p HEAD -- .env",
        "git format-patch -1 -- .env",
        "git whatchanged -p -- .env",
        "git clone file:///home/ana/.ssh/x",
        "git clone FILE:///home/ana/%2essh",
        "curl file:///etc/shadow",
        "curl FILE:///etc/shadow",
        "curl file://localhost/etc/shadow",
        "curl file:/etc/shadow",
        "curl file:///etc/%73hadow",
        "curl --url file:///etc/%73hadow",
    ] {
        assert!(!facts(line).protected.is_empty(), "{line}");
    }
    for line in [
        "git show HEAD:README.md",
        "git cat-file -p HEAD",
        "git cat-file --batch-check --batch-all-objects",
        "git cat-file -p HEAD:src/env.rs",
        "git log --oneline -- src",
        "git log --grep=.env",
        "git archive HEAD src",
        "git diff main...HEAD",
        "git ls-files .env",
        "git check-ignore .env",
        "curl file:///w/a.txt",
    ] {
        assert!(facts(line).protected.is_empty(), "{line}");
    }
}

#[test]
fn a13_options_that_write_or_load_are_no_reads() {
    for line in [
        "perl -F'/x/,system(1)' -lane 'print' f",
        "perl -F'/(?{system 1})/' -lane 'print' f",
        "perl -e 'print \"$+{system(q(id))}\"'",
        "python3 -c \"import sqlite3; sqlite3.connect('a.db')\"",
        "python3 -W error::x.Y -c 'print(1)'",
        "python3 -c \"from pathlib import Path; Path('a').replace('b')\"",
        "strace -E LD_PRELOAD=./x ls",
        "openssl list -provider-path . -provider x",
        "curl --alt-svc f https://example.com",
        "sqlite3 a.db '.testcase x'",
        "sqlite3 a.db '.testc x'",
        "gofmt -cpuprofile x a.go",
        "xdg-user-dir DOWNLOAD",
        "rlwrap -l log cat",
        "getent -s ./x passwd",
        "node --icu-data-dir=x -p 1",
    ] {
        assert_ne!(facts(line).class(), Class::Read, "{line}");
    }
    for line in [
        "python3 -c \"import sqlite3; print(sqlite3.connect('file:a.db?mode=ro', uri=True).execute('SELECT 1').fetchall())\"",
        "python3 -W error::DeprecationWarning -c 'print(1)'",
        "gofmt -l .",
        "getent passwd ana",
    ] {
        assert_eq!(facts(line).class(), Class::Read, "{line}");
    }
}
