//! From approvals to habits, to suggestions, to a grant; and that tricks do not work.

use std::sync::Arc;

use serde_json::{Value, json};

use super::*;
use crate::{
    Actor, Engine, ErrorCode, FixedEnv, Origin, Request, Setup,
    analysis::{self, Setting},
    judge::{Class, Policy},
    kinds,
    memory::MemoryStore,
    record::Doc,
    tool::{Catalog, Effect, Forecast, Preview, Reversal, StoreTool, Tool},
};

const DAY: u64 = 24 * 3_600_000;

/// A tool that pretends to run a line of shell.
struct Line;

impl StoreTool for Line {
    fn forecast(&self, _: &mut Tx<'_>, args: &Doc) -> Result<Forecast> {
        let line = args["line"].as_str().unwrap();
        let folder = args.get("folder").and_then(Value::as_str).unwrap_or("/w");
        let setting = Setting { cwd: Some(folder.into()), ..Setting::default() };
        let mut facts = analysis::shell(line, &setting);
        facts.folder = Some(folder.into());
        Ok(Forecast {
            args: args.clone(),
            facts,
            summary: format!("Run {line} in {folder}").into(),
            preview: Preview::default(),
            reversal: Reversal::Irreversible { reason: "it ran".into() },
            typed: "yes".into(),
            ..Forecast::default()
        })
    }

    fn apply(&self, _: &mut Tx<'_>, args: &Doc) -> Result<Value> {
        if args["line"].as_str().is_some_and(|l| l.contains("fails")) {
            return Err(Error::conflict("it failed"));
        }
        Ok(json!({}))
    }
}

/// Reports the history of a line, as the evidence of a step would use it.
struct History;

impl StoreTool for History {
    fn forecast(&self, tx: &mut Tx<'_>, args: &Doc) -> Result<Forecast> {
        Ok(Forecast { facts: Facts::read("history"), ..Line.forecast(tx, args)? })
    }

    fn apply(&self, tx: &mut Tx<'_>, args: &Doc) -> Result<Value> {
        let facts = Line.forecast(tx, args)?.facts;
        let habit = habit::of(tx, "codex", args["tool"].as_str().unwrap(), &facts)?;
        Ok(json!([habit.confirmed, habit.decided, habit.speaks_for_it()]))
    }
}

fn tool(name: &str) -> Tool {
    Tool {
        server: "test".into(),
        name: name.into(),
        doc: "For tests.".into(),
        schema: json!({"type": "object"}),
        class: Class::Read,
        hold: None,
        explode: None,
        rerun: false,
        action: "write",
        effect: Effect::Store(&Line),
        upstream: None,
    }
}

struct World {
    engine: Engine,
    env: Arc<FixedEnv>,
}

impl World {
    fn new() -> Self {
        let env = Arc::new(FixedEnv::at(1_794_744_000_000));
        let setup = Setup {
            catalog: Catalog::new([
                tool("test.run"),
                tool("test.other"),
                Tool { effect: Effect::Store(&History), ..tool("test.history") },
                // Its calls have the index key that decisions on commits by `test.run` would have.
                tool(&format!("test.run/{}", shape_of("git commit -m x"))),
            ]),
            policy: Policy::default(),
            kinds: kinds::KINDS.to_vec(),
            zone: jiff::tz::TimeZone::UTC,
            servers: Default::default(),
            agents: Default::default(),
            site: None,
            roots: Vec::new(),
            keeping: Default::default(),
            hosts: Default::default(),
        };
        let engine = Engine::new(Arc::new(MemoryStore::new()), setup, Box::new(env.clone()));
        Self { engine, env }
    }

    fn try_ask(&self, who: &Actor, op: &str, input: Value) -> Result<Value> {
        self.env.advance(1);
        let (actor, op, origin) = (who.clone(), op.to_owned(), Origin::from("test"));
        self.engine.call(Request { actor, op, input, key: None, origin }).map(|answer| answer.value)
    }

    #[track_caller]
    fn ask(&self, who: &Actor, op: &str, input: Value) -> Value {
        self.try_ask(who, op, input.clone()).unwrap_or_else(|e| panic!("{op} {input}: {e:?}"))
    }

    #[track_caller]
    fn code(&self, who: &Actor, op: &str, input: Value) -> ErrorCode {
        match self.try_ask(who, op, input) {
            Ok(answer) => panic!("{op} was answered: {answer}"),
            Err(e) => e.code,
        }
    }

    /// The agent proposes a line.
    #[track_caller]
    fn call(&self, line: &str) -> Value {
        self.ask(&codex(), "call.propose", json!({"tool": "test.run", "args": {"line": line}}))
    }

    #[track_caller]
    fn hold(&self, line: &str) -> String {
        let answer = self.call(line);
        assert_eq!(answer["status"], "queued", "{line}: {answer}");
        answer["item"]["id"].as_str().unwrap().to_owned()
    }

    /// Ana opens it and approves; returns the item.
    #[track_caller]
    fn yes(&self, line: &str) -> String {
        let item = self.hold(line);
        self.ask(&ana(), "show", json!({"id": item}));
        let landed = self.ask(&ana(), "item.confirm", json!({"id": item, "typed": "yes"}));
        assert_eq!(landed["status"], "applied", "{line}: {landed}");
        item
    }

    #[track_caller]
    fn no(&self, line: &str) -> String {
        let item = self.hold(line);
        assert_eq!(self.ask(&ana(), "item.reject", json!({"id": item}))["status"], "rejected");
        item
    }

    /// Makes and confirms commits, each with another message.
    fn commits(&self, messages: std::ops::Range<u32>) {
        for n in messages {
            self.yes(&format!("git commit -m 'change {n}'"));
        }
    }

    /// Returns how often such a line was confirmed and decided, and whether that is history in favour.
    #[track_caller]
    fn history(&self, line: &str) -> Value {
        let call = json!({"tool": "test.history", "args": {"line": line, "tool": "test.run"}});
        self.ask(&codex(), "call.propose", call)["result"].clone()
    }

    fn suggestions(&self) -> Vec<Value> {
        self.ask(&ana(), "grant.suggest", json!({}))["suggestions"].as_array().unwrap().clone()
    }

    /// Returns the only suggestion.
    #[track_caller]
    fn suggestion(&self) -> Value {
        let all = self.suggestions();
        assert_eq!(all.len(), 1, "{all:?}");
        all.into_iter().next().unwrap()
    }

    #[track_caller]
    fn accept(&self, id: &Value) -> Value {
        self.ask(&ana(), "grant.accept", json!({"id": id}))
    }
}

fn shape_of(line: &str) -> String {
    let setting = Setting { cwd: Some("/w".into()), ..Setting::default() };
    let facts = Facts { folder: Some("/w".into()), ..analysis::shell(line, &setting) };
    judge::shape(&facts).unwrap()
}

fn codex() -> Actor {
    Actor::agent("codex")
}

fn ana() -> Actor {
    Actor::person("ana")
}

#[test]
fn a11_what_was_confirmed_again_and_again_is_suggested_with_its_evidence() {
    let w = World::new();
    w.commits(0..5);
    w.env.advance(8 * DAY);
    w.commits(5..9);
    assert!(w.suggestions().is_empty(), "nine are too few");
    w.commits(9..14);
    let told = w.suggestion();
    assert_eq!(
        told["sentence"],
        "14 of 14 confirmed in 9 days: allow codex `git commit -m <text>` in /w for a week?"
    );
    assert_eq!((&told["confirmed"], &told["decided"]), (&json!(14), &json!(14)));
    let listed = w.ask(&ana(), "decision.list", json!({}))["decisions"].clone();
    let ids: Vec<&Value> = listed.as_array().unwrap().iter().map(|d| &d["id"]).collect();
    assert_eq!(told["decisions"].as_array().unwrap().iter().collect::<Vec<_>>(), ids);
    assert_eq!((&told["first_at"], &told["last_at"]), (&listed[13]["at"], &listed[0]["at"]));
    assert_eq!(w.suggestion()["id"], told["id"], "asked again, it is the same");
}

#[test]
fn a11_a_suggestion_loosens_nothing_until_a_person_accepts_it() {
    let w = World::new();
    w.commits(0..20);
    let told = w.suggestion();
    w.hold("git commit -m 'still asked'");
    let grant = w.accept(&told["id"]);
    assert_eq!((&grant["lifetime"], &grant["pattern"]), (&json!("1w"), &told["pattern"]));
    assert_eq!(w.call("git commit -m 'now it may'")["status"], "done");
    for line in
        ["git push", "git commit --amend -m x", "git commit -m x; git push", "git commit -m x > a.txt"]
    {
        assert_eq!(w.call(line)["status"], "queued", "{line}");
    }
    let other = json!({"tool": "test.run", "args": {"line": "git commit -m x", "folder": "/elsewhere"}});
    assert_eq!(w.ask(&codex(), "call.propose", other)["status"], "queued", "another workspace");
    let other = json!({"tool": "test.run", "args": {"line": "git commit -m y"}});
    assert_eq!(w.ask(&Actor::agent("other"), "call.propose", other)["status"], "queued", "another agent");
    assert!(w.suggestions().is_empty(), "what is allowed is not suggested");
    w.env.advance(7 * DAY);
    assert_eq!(w.call("git commit -m 'a week later'")["status"], "queued");
    assert_eq!(w.suggestions().len(), 1, "it ended, and the evidence is still fresh");
    w.env.advance(30 * DAY);
    assert!(w.suggestions().is_empty(), "old evidence is none");
}

#[test]
fn a11_c1_agents_and_verifiers_neither_see_nor_accept_suggestions() {
    let w = World::new();
    w.commits(0..10);
    let id = w.suggestion()["id"].clone();
    for who in [codex(), Actor::new(ActorKind::Verifier, "ci")] {
        for (op, input) in [
            ("grant.suggest", json!({})),
            ("grant.accept", json!({"id": id})),
            ("grant.decline", json!({"id": id})),
        ] {
            assert_eq!(w.code(&who, op, input), ErrorCode::Refused, "{op} by {who}");
        }
    }
    w.hold("git commit -m 'not allowed'");
    assert_eq!(w.suggestions().len(), 1);
}

#[test]
fn a11_harmless_calls_are_no_history_for_dangerous_ones() {
    let w = World::new();
    w.commits(0..30);
    for n in 0..12 {
        w.yes(&format!("touch src/{n}.rs"));
    }
    let told = w.suggestions();
    let sentences: Vec<&str> = told.iter().map(|s| s["sentence"].as_str().unwrap()).collect();
    assert_eq!(
        sentences,
        [
            "30 of 30 confirmed in one day: allow codex `git commit -m <text>` in /w for a week?",
            "12 of 12 confirmed in one day: allow codex `touch <src/*.rs>` in /w for a week?"
        ]
    );
    told.iter().for_each(|s| drop(w.accept(&s["id"])));
    for line in [
        "git push",
        "git commit --no-verify -m x",
        "git commit -m x && git push",
        "touch ../x/y.rs",
        "touch deploy/run.rs",
        "touch .git/hooks/pre-commit",
        "touch -r src/1.rs src/2.rs",
        "rm src/1.rs",
        "cp /etc/passwd src/1.rs",
    ] {
        assert_eq!(w.call(line)["status"], "queued", "{line}");
    }
}

#[test]
fn a11_what_is_destructive_or_always_asked_about_is_never_suggested() {
    let w = World::new();
    for n in 0..12 {
        w.yes(&format!("rm -r build{n}"));
        w.yes(&format!("cat .env.{n}"));
        w.yes(&format!("sudo make -j{n}"));
    }
    assert!(w.suggestions().is_empty(), "{:?}", w.suggestions());
}

#[test]
fn a11_a_no_to_what_would_be_allowed_ends_the_suggestion() {
    let w = World::new();
    w.commits(0..40);
    let id = w.suggestion()["id"].clone();
    let item = w.no("git commit -m 'not this one'");
    assert!(w.suggestions().is_empty(), "40 of 41, but the one was of the very kind");
    assert_eq!(
        w.code(&ana(), "grant.accept", json!({"id": id})),
        ErrorCode::Conflict,
        "the evidence has changed"
    );
    assert_eq!(w.ask(&ana(), "grant.list", json!({}))["grants"], json!([]));
    w.ask(&ana(), "item.withdraw", json!({"id": item}));
    assert_eq!(w.suggestion()["confirmed"], 40, "what was taken back does not count");
}

#[test]
fn a11_later_is_no_answer() {
    let w = World::new();
    w.commits(0..9);
    let item = w.hold("git commit -m 'later'");
    w.ask(&ana(), "item.defer", json!({"id": item}));
    assert!(w.suggestions().is_empty());
    w.ask(&ana(), "show", json!({"id": item}));
    w.ask(&ana(), "item.confirm", json!({"id": item}));
    assert_eq!(w.suggestion()["decided"], 10);
}

#[test]
fn a11_an_item_counts_once_however_often_it_was_confirmed() {
    let w = World::new();
    w.commits(0..8);
    let item = w.hold("git commit -m 'fails'");
    w.ask(&ana(), "show", json!({"id": item}));
    for _ in 0..5 {
        assert_eq!(w.ask(&ana(), "item.confirm", json!({"id": item}))["status"], "failed");
    }
    assert!(w.suggestions().is_empty(), "nine items, though thirteen yeses");
    w.commits(8..9);
    assert_eq!(w.suggestion()["decided"], 10);
}

#[test]
fn a11_what_a_grant_let_pass_is_no_decision() {
    let w = World::new();
    w.commits(0..10);
    let item = w.hold("cargo fmt");
    w.ask(&ana(), "show", json!({"id": item}));
    w.ask(&ana(), "item.confirm", json!({"id": item, "always": "1h"}));
    for _ in 0..20 {
        assert_eq!(w.call("cargo fmt")["status"], "done");
    }
    assert_eq!(w.suggestion()["decided"], 10, "only the commits");
}

#[test]
fn a11_what_is_accepted_is_what_was_shown() {
    let w = World::new();
    for _ in 0..10 {
        w.yes("git commit -m wip");
    }
    let narrow = w.suggestion();
    assert_eq!(
        narrow["sentence"],
        "10 of 10 confirmed in one day: allow codex `git commit -m wip` in /w for a week?"
    );
    w.commits(0..2);
    let wide = w.suggestion();
    assert_ne!(wide["id"], narrow["id"], "it would allow more than was shown");
    let e = w.try_ask(&ana(), "grant.accept", json!({"id": narrow["id"]})).unwrap_err();
    assert_eq!(e.code, ErrorCode::Stale);
    assert!(e.hint.unwrap().contains("git commit -m <text>"));
    let short = narrow["id"].as_str().unwrap().split('.').next().unwrap().to_owned();
    assert_eq!(
        w.code(&ana(), "grant.accept", json!({"id": short})),
        ErrorCode::Stale,
        "half an id shows nothing"
    );
    w.accept(&wide["id"]);
    assert_eq!(
        w.code(&ana(), "grant.accept", json!({"id": wide["id"]})),
        ErrorCode::Conflict,
        "once is enough"
    );
}

#[test]
fn a11_a_declined_suggestion_comes_back_when_the_evidence_has_doubled() {
    let w = World::new();
    w.commits(0..10);
    let id = w.suggestion()["id"].clone();
    assert_eq!(w.ask(&ana(), "grant.decline", json!({"id": id}))["decided"], 10);
    w.commits(10..19);
    assert!(w.suggestions().is_empty());
    w.commits(19..20);
    assert_eq!(w.suggestion()["decided"], 20);
    w.ask(&ana(), "grant.decline", json!({"id": id}));
    assert!(w.suggestions().is_empty(), "declined again, it takes twice as much again");
    w.accept(&id);
    assert_eq!(w.call("git commit -m 'after all'")["status"], "done", "a person may change their mind");
}

#[test]
fn a11_the_grant_lives_as_long_and_as_often_as_was_said() {
    let w = World::new();
    w.commits(0..10);
    let id = w.suggestion()["id"].clone();
    for (input, code) in [
        (json!({"id": id, "lifetime": "run"}), ErrorCode::Invalid),
        (json!({"id": id, "uses": 0}), ErrorCode::Invalid),
        (json!({"id": id, "uses": -1}), ErrorCode::Usage),
        (json!({"id": id, "lifetime": "1y"}), ErrorCode::Usage),
        (json!({"id": id, "pattern": {}}), ErrorCode::Usage),
        (json!({"id": "sg12345678.aaaa"}), ErrorCode::NotFound),
        (json!({"id": "sg"}), ErrorCode::NotFound),
        (json!({"id": ""}), ErrorCode::NotFound),
        (json!({}), ErrorCode::Usage),
    ] {
        assert_eq!(w.code(&ana(), "grant.accept", input.clone()), code, "{input}");
    }
    assert_eq!(w.code(&ana(), "grant.decline", json!({"id": "g1"})), ErrorCode::NotFound);
    assert_eq!(w.ask(&ana(), "grant.list", json!({}))["grants"], json!([]), "nothing happened");
    w.ask(&ana(), "grant.accept", json!({"id": id, "lifetime": "1d", "uses": 1}));
    assert_eq!(w.call("git commit -m once")["status"], "done");
    w.hold("git commit -m twice");
}

#[test]
fn a11_tools_and_agents_have_habits_of_their_own() {
    let w = World::new();
    let say = |who: &Actor, tool: &str, n: u32| {
        let call = json!({"tool": tool, "args": {"line": format!("git commit -m 'change {n}'")}});
        let item = w.ask(who, "call.propose", call)["item"]["id"].clone();
        w.ask(&ana(), "show", json!({"id": item}));
        w.ask(&ana(), "item.confirm", json!({"id": item}));
    };
    for n in 0..6 {
        say(&codex(), "test.run", n);
        say(&codex(), "test.other", n);
        say(&Actor::agent("other"), "test.run", n);
    }
    assert!(w.suggestions().is_empty(), "eighteen alike, and six of each");
}

#[test]
fn a11_history_is_what_people_decided_on_calls_of_that_shape() {
    let w = World::new();
    assert_eq!(w.history("git commit -m new"), json!([0, 0, false]));
    w.commits(0..3);
    assert_eq!(w.history("git commit -m new"), json!([3, 3, false]), "three of three may be chance");
    w.commits(3..4);
    assert_eq!(w.history("git commit -m new"), json!([4, 4, true]));
    for line in [
        "git push",
        "git commit --amend -m new",
        "git commit -m new; git push",
        "rm -r src",
        "git commit -m $X",
    ] {
        assert_eq!(w.history(line), json!([0, 0, false]), "{line}");
    }
    let item = w.no("git commit -m no");
    assert_eq!(w.history("git commit -m new"), json!([4, 5, false]));
    w.ask(&ana(), "item.withdraw", json!({"id": item}));
    assert_eq!(w.history("git commit -m new"), json!([4, 4, true]), "taken back, it does not count");
    w.ask(&ana(), "item.defer", json!({"id": item}));
    assert_eq!(w.history("git commit -m new"), json!([4, 4, true]), "nor does later");
}

#[test]
fn a11_only_the_newest_two_hundred_decisions_are_history() {
    let w = World::new();
    for _ in 0..30 {
        let item = w.hold("cargo fmt");
        w.ask(&ana(), "item.reject", json!({"id": item}));
        w.ask(&ana(), "item.lift", json!({"id": item}));
    }
    assert_eq!(w.history("cargo fmt"), json!([0, 30, false]));
    for _ in 0..habit::LOOKED_AT {
        w.yes("cargo fmt");
    }
    assert_eq!(w.history("cargo fmt"), json!([200, 200, true]));
}

#[test]
fn a11_the_name_of_a_tool_borrows_no_history_from_another() {
    let w = World::new();
    let odd = format!("test.run/{}", shape_of("git commit -m x"));
    for n in 0..6 {
        let call = json!({"tool": odd, "args": {"line": format!("make target{n}")}});
        let item = w.ask(&codex(), "call.propose", call)["item"]["id"].clone();
        w.ask(&ana(), "show", json!({"id": item}));
        assert_eq!(w.ask(&ana(), "item.confirm", json!({"id": item}))["status"], "applied");
    }
    assert_eq!(w.history("git commit -m new"), json!([0, 0, false]));
}
