//! A rule never covers a call that its pattern does not, and covers the call that it was made of.

use serde_json::{Value, json};

use super::*;
use crate::{
    error::{Error, Result},
    judge::{Class, Command, Policy, Scope, scopes},
    record::Doc,
    tool::{Catalog, Effect, Forecast, StoreTool, Tool},
    tx::Tx,
};

struct Inert;

impl StoreTool for Inert {
    fn forecast(&self, _: &mut Tx<'_>, _: &Doc) -> Result<Forecast> {
        Err(Error::bug("nobody looks"))
    }

    fn apply(&self, _: &mut Tx<'_>, _: &Doc) -> Result<Value> {
        Err(Error::bug("nobody applies"))
    }
}

fn catalog() -> Catalog {
    Catalog::new([Tool {
        server: "t".into(),
        name: "t.run".into(),
        doc: String::new(),
        schema: json!({}),
        class: Class::Mutable,
        hold: None,
        explode: None,
        rerun: false,
        action: "write",
        effect: Effect::Store(&Inert),
        upstream: None,
    }])
}

fn policy(lines: &str) -> Policy {
    Policy::parse(&format!("version = 1\n{lines}"), &catalog())
        .unwrap_or_else(|e| panic!("{e} {:?}\n{lines}", e.hint))
}

fn allows(policy: &Policy, facts: &Facts) -> bool {
    let run = json!({"id": "run1", "subject": "s", "cwd": "/w", "owner": null});
    policy.hits("t.run", facts.class(), facts, &Doc::new(), "codex", &run).allow.is_some()
}

fn lines(facts: &Facts, pattern: &Pattern) -> Option<String> {
    allowing("r", "codex", "t.run", facts, pattern)
}

fn analysed(line: &str) -> Facts {
    let setting = countersign_analysis::Setting { cwd: Some("/w".into()), ..Default::default() };
    Facts { folder: Some("/w".into()), ..countersign_analysis::shell(line, &setting) }
}

fn writes(paths: &[&str]) -> Facts {
    Facts { writes: paths.iter().map(|p| (*p).to_owned()).collect(), ..Facts::default() }
}

/// Calls of many kinds, harmless and not; and how many of them differ only in what they touch, which are the first.
fn calls() -> (usize, Vec<Facts>) {
    let mut all: Vec<Facts> = [
        "touch a.rs",
        "touch b.rs",
        "touch -d 5 lib/b.rs",
        "touch a.rs; ./run",
        "touch $(cat x)",
        "touch ''",
        "git add a.rs",
        "git add -A",
        "git -C /x add a",
        "git add a; rm b",
        "git commit -m one",
        "git commit -m 'two words'",
        "mkdir -p lib",
        "mkdir lib/a lib/b",
        "sudo mkdir x",
        "echo hi > a.rs",
        "cat a.rs",
        "curl -d n=1 https://a.test/x",
        "curl -d n=1 https://b.test/x",
        "curl -d @notes.txt https://a.test/y",
        "sleep 5; touch a.rs",
        "touch /etc/x",
    ]
    .map(analysed)
    .into();
    let targets: &[&[&str]] = &[
        &["task:t1/title"],
        &["task:t2/title"],
        &["task:t2/notes"],
        &["task:t1"],
        &["task:t1/title", "task:t2/title"],
        &["xtask:t1/title"],
        &["task:t1/title/x"],
        &["task:a:b/title"],
        &["/w/src/a.rs"],
        &["/w/src/b.rs"],
        &["/w/src/b.txt"],
        &["/w/src/deep/c.rs"],
        &["/w/srcs/a.rs"],
        &["/w/src/../a.rs"],
        &["/w/src"],
        &["/w/src/.rs"],
        &["/etc/passwd"],
        &[],
    ];
    all.extend(targets.iter().map(|paths| writes(paths)));
    let base = all.clone();
    for facts in &base {
        all.extend([
            Facts { outside: true, ..facts.clone() },
            Facts { opaque: true, ..facts.clone() },
            Facts { privileged: true, ..facts.clone() },
            Facts { sends: true, ..facts.clone() },
            Facts { hosts: vec!["a.test".into()], ..facts.clone() },
            Facts { hosts: vec!["a.test".into(), "c.test".into()], ..facts.clone() },
            Facts { deletes: vec!["/w/src/a.rs".into()], ..facts.clone() },
            Facts { destroys: vec!["x".into()], ..facts.clone() },
            Facts { protected: vec!["x".into()], ..facts.clone() },
            Facts { executes: vec!["x".into()], ..facts.clone() },
            Facts { changes: vec!["the index".into()], ..facts.clone() },
            Facts { folder: Some("/elsewhere".into()), ..facts.clone() },
            Facts { writes: vec!["/w/src/a.rs".into(); 200], ..facts.clone() },
        ]);
    }
    (base.len(), all)
}

#[test]
fn c11_a_rule_shown_for_a_remembered_yes_never_covers_more_than_it() {
    let ((base, calls), mut written, mut hit) = (calls(), 0, 0);
    // Every fifth of the others, so that it stays quick.
    for call in calls[..base].iter().chain(calls[base..].iter().step_by(5)) {
        for (scope, pattern) in scopes(call.class(), call, false) {
            let Some(lines) = lines(call, &pattern) else { continue };
            written += 1;
            let policy = policy(&lines);
            assert!(allows(&policy, call), "{scope:?} of {call:?} does not allow its own call:\n{lines}");
            for other in calls.iter().filter(|other| allows(&policy, other)) {
                hit += 1;
                assert!(pattern.covers(other), "{scope:?} {pattern:?} does not cover {other:?}:\n{lines}");
            }
        }
    }
    assert!(written > 20 && hit > written, "{written} rules, {hit} hits");
}

#[test]
fn c11_a_rule_says_as_much_as_its_scope() {
    let pattern = |facts: &Facts, wanted| {
        scopes(facts.class(), facts, false).into_iter().find(|(scope, _)| *scope == wanted).map(|(_, p)| p)
    };
    for (call, scope, covered) in [
        (writes(&["task:t1/title"]), Scope::Kind, writes(&["task:t9/title"])),
        (writes(&["/w/src/a.rs"]), Scope::Folder, writes(&["/w/src/deep/new.rs"])),
        (writes(&["/w/src/a.rs"]), Scope::Tool, writes(&["/w/x"])),
        (analysed("git add a.rs"), Scope::Command, analysed("git add b.rs c.rs")),
    ] {
        let lines = lines(&call, &pattern(&call, scope).unwrap()).unwrap();
        assert!(allows(&policy(&lines), &covered), "{scope:?}: {lines}");
    }
    let exact =
        lines(&writes(&["task:t1/title"]), &pattern(&writes(&["task:t1/title"]), Scope::Exact).unwrap());
    assert!(!allows(&policy(&exact.unwrap()), &writes(&["task:t2/title"])));
}

#[test]
fn c11_what_does_not_read_as_what_it_is_has_no_rule() {
    let of = |path: &str| lines(&writes(&[path]), &Pattern::from_facts(&writes(&[path]), Scope::Exact));
    assert!(of("/w/a").is_some());
    for path in [
        "/w/a\u{202e}b",
        "/w/a\nb",
        "/w/'''\nthen = \"refuse\"",
        "/w/ghp_0123456789abcdefghijABCDEFGHIJ012345",
    ] {
        assert_eq!(of(path), None, "{path:?}");
    }
    let chain = analysed("cat a.rs > b.rs; touch c.rs");
    let found = scopes(chain.class(), &chain, false);
    assert!(
        found.iter().all(|(_, pattern)| lines(&chain, pattern).is_none()),
        "it has a command that only reads"
    );
    // A word known only at run time is empty in conditions.
    let word = Command { words: vec![Some("x".into()), Some(String::new())], class: Class::Mutable };
    let facts = Facts { commands: vec![word], folder: Some("/w".into()), ..writes(&["/w/a"]) };
    assert_eq!(lines(&facts, &Pattern::from_facts(&facts, Scope::Exact)), None);
    assert_eq!(refusing("t.run\u{200b}"), None);
}

#[test]
fn c11_a_refusing_rule_refuses_the_tool() {
    let lines = refusing("t.run").unwrap();
    let hits = policy(&lines).hits("t.run", Class::Mutable, &Facts::default(), &Doc::new(), "a", &json!({}));
    assert!(hits.refuse.is_some());
}
