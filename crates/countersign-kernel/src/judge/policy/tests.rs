//! The policy file: what is accepted, what is refused and where, and the effect of rules.

use serde_json::json;

use super::*;
use crate::{
    error::{Error, ErrorCode},
    judge::{Case, Ruling, TableRow, judge},
    tool::{Effect, Forecast, StoreTool, Tool},
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
    let tool = |name: &str| Tool {
        server: name.split('.').next().unwrap().into(),
        name: name.into(),
        doc: String::new(),
        schema: json!({}),
        class: Class::Mutable,
        hold: None,
        explode: None,
        rerun: false,
        action: "write",
        effect: Effect::Store(&Inert),
        upstream: None,
    };
    Catalog::new(["task.set_title", "task.update_report", "calendar.create_event"].map(tool))
}

fn parse(text: &str) -> Policy {
    Policy::parse(text, &catalog()).unwrap_or_else(|e| panic!("{e} ({:?})", e.hint))
}

/// Returns the message and the hint for an invalid file.
fn complaint(text: &str) -> String {
    let e = Policy::parse(text, &catalog()).err().unwrap_or_else(|| panic!("should not load:\n{text}"));
    assert_eq!(e.code, ErrorCode::Settings);
    format!("{e} | {}", e.hint.as_ref().expect("each settings error has a hint"))
}

fn rule(body: &str) -> String {
    format!("version = 1\n[[rule]]\nname = \"r\"\ntools = [\"task.*\"]\n{body}\n")
}

fn hits(policy: &Policy, tool: &str, class: Class, args: Value) -> RuleHits {
    hits_with(policy, tool, class, &Facts::default(), args)
}

fn hits_with(policy: &Policy, tool: &str, class: Class, facts: &Facts, args: Value) -> RuleHits {
    policy.hits(tool, class, facts, args.as_object().unwrap(), "coder", &json!({"subject": "t1"}))
}

fn name(hit: &Option<RuleHit>) -> Option<&str> {
    hit.as_ref().map(|h| h.name.as_str())
}

const DESIGNED: &str = r#"
version = 1
mode = "auto"
scratch = ["target/**", "node_modules/**"]
hosts = ["API.github.com", "*.example.com"]
expire_days = 3
set_size = 20

[[tool]]
server = "github"
name = "create_issues"
class = "mutable"
hold = "queue"
explode = { field = "issues", into = "create_issue" }
paths = ["args.path"]
undo = { tool = "close_issue", args = { number = "result.number" } }

[[rule]]
name = "production needs two people"
tools = ["shell.*", "db.*"]
when = 'facts.hosts.exists(h, h.endsWith(".prod.example.com"))'
then = "ask"
always = true
approvers = 2
not_owner = true
examples = { hit = [{ command = "psql -h db.prod.example.com" }], miss = [{ command = "ls" }] }
"#;

#[test]
fn the_file_of_the_design_is_read_whole() {
    let policy = parse(DESIGNED);
    assert_eq!(policy.mode(), Mode::Auto);
    assert_eq!(policy.scratch(), ["target/**", "node_modules/**"]);
    assert_eq!(policy.hosts(), ["api.github.com", "*.example.com"]);
    assert_eq!(policy.expire_ms(), Some(3 * 86_400_000));
    assert_eq!(policy.set_size(), 20);
    let tool = policy.tool("github", "create_issues").unwrap();
    assert_eq!((tool.class, tool.hold), (Some(Class::Mutable), Some(Hold::Queue)));
    assert_eq!(tool.explode.as_ref().unwrap().into, "create_issue");
    assert_eq!(tool.undo.as_ref().unwrap().args["number"], "result.number");
    assert_eq!(policy.tools().len(), 1);
    let rule = &policy.rules()[0];
    assert_eq!((rule.then, rule.always, rule.approvers, rule.not_owner), (Then::Ask, true, 2, true));

    let facts = Facts { hosts: vec!["db.prod.example.com".into()], ..Facts::default() };
    let found = hits_with(&policy, "db.query", Class::Read, &facts, json!({}));
    assert_eq!(name(&found.always), Some("production needs two people"));
    assert_eq!((found.approvers, found.owner_excluded), (2, true));
    assert_eq!(hits(&policy, "db.query", Class::Read, json!({})), RuleHits::default());
    assert_eq!(hits_with(&policy, "task.set_title", Class::Read, &facts, json!({})), RuleHits::default());
}

#[test]
fn the_default_has_no_rules_and_an_empty_file_is_the_default() {
    for policy in [Policy::default(), parse(""), parse("# nothing\n"), parse("version = 1")] {
        assert_eq!(policy.expire_ms(), Some(7 * 86_400_000));
        assert_eq!(policy.set_size(), 10);
        assert!(policy.rules().is_empty() && policy.tools().is_empty() && policy.hosts().is_empty());
        assert_eq!(hits(&policy, "task.set_title", Class::Destructive, json!({})), RuleHits::default());
    }
    assert_eq!(parse("version = 1\nexpire_days = 0").expire_ms(), None, "0 is never");
    assert_eq!(parse("").digest(), Policy::default().digest());
    assert_ne!(parse("version = 1").digest(), Policy::default().digest());
    assert_eq!(parse("version = 1").digest().len(), 64);
}

#[test]
fn broken_files_say_where_and_what() {
    let table = [
        ("version = ", "policy.toml:1:"),
        ("mode = \"auto\"", "policy.toml:1:1: the file does not say its version | write version = 1"),
        (
            "version = 2\nnew_key = 1",
            "policy.toml:1:11: the file has version 2, this program reads 1 | use a newer",
        ),
        ("version = \"1\"", "policy.toml:1:11: there is no such version"),
        ("version = 1\nmodus = \"auto\"", "policy.toml:2:1: unknown key `modus`, expected one of"),
        (
            "version = 1\nmode = \"fast\"",
            "policy.toml:2:8: unknown word `fast`, expected one of `auto`, `manual`",
        ),
        (
            "version = 1\nhosts = [\"a.b\",\n  \"https://x.y\"]",
            "policy.toml:3:3: \"https://x.y\" is not a host",
        ),
        ("version = 1\nhosts = [\"*\"]", "policy.toml:2:10: \"*\" is not a host"),
        ("version = 1\nscratch = [\"**\"]", "policy.toml:2:12: \"**\" cannot be scratch"),
        ("version = 1\nscratch = [\"../x\"]", "policy.toml:2:12: \"../x\" cannot be scratch"),
        (
            "version = 1\nset_size = 0",
            "policy.toml:2:12: set_size cannot be 0 | it must be between 1 and 1000",
        ),
        ("version = 1\nexpire_days = -1", "policy.toml:2:15: expire_days cannot be -1"),
        ("version = 1\nä = 1", "policy.toml:2:"),
        ("version = 1\n[rehearsal]\ndiscard = [\"**\"]", "policy.toml:3:12: \"**\" cannot be discarded"),
        ("version = 1\n[rehearsal]\ncaches = [\"/etc\"]", "policy.toml:3:11: \"/etc\" cannot be a cache"),
        (
            "version = 1\n[rehearsal]\ncaches = [\"a/../..\"]",
            "policy.toml:3:11: \"a/../..\" cannot be a cache",
        ),
        ("version = 1\n[rehearsal]\nbuilds = [\"*\"]", "policy.toml:3:11: \"*\" cannot be a build folder"),
        ("version = 1\n[rehearsal]\nnever = [\" \"]", "policy.toml:3:10: a command cannot be blank"),
        (
            "version = 1\n[rehearsal]\ntimeout_s = 0",
            "policy.toml:3:13: timeout_s cannot be 0 | it must be between",
        ),
        ("version = 1\n[[trust]]\nfolder = \"shop\"", "policy.toml:3:10: \"shop\" is not the absolute path"),
        ("version = 1\n[[trust]]\nfolder = \"/\"", "policy.toml:3:10: \"/\" is not the absolute path"),
        ("version = 1\n[[trust]]\nfolder = \"/w/../x\"", "policy.toml:3:10: \"/w/../x\" is not the absolute"),
        ("version = 1\n[[trust]]\nfolder = \"/w\"\nfiles = 501", "policy.toml:4:9: files cannot be 501"),
        ("version = 1\n[[trust]]\nfolder = \"/w\"\nuntil = \"soon\"", "policy.toml:4:9: \"soon\""),
        ("version = 1\n[rehearsal]\nenable = true", "policy.toml:3:1: unknown key `enable`"),
    ];
    for (text, want) in table {
        let found = complaint(text);
        assert!(found.starts_with(want), "{text}\n  gave: {found}\n  want: {want}");
    }
}

#[test]
fn broken_tool_entries_say_where_and_what() {
    let entry = |body: &str| format!("version = 1\n[[tool]]\n{body}\n");
    let table = [
        (
            "server = \"task\"\nname = \"set_titel\"",
            "policy.toml:4:8: there is no tool task.set_titel | did you mean task.set_title?",
        ),
        ("server = \"x\"", "policy.toml:2:1: missing key `name`"),
        (
            "server = \"x\"\nname = \"y\"\nclass = \"safe\"",
            "policy.toml:5:9: unknown word `safe`, expected one of `read`",
        ),
        (
            "server = \"x\"\nname = \"y\"\nhold = \"none\"",
            "policy.toml:5:8: x.y cannot have hold = \"none\" | only built-in",
        ),
        ("server = \"x\"\nname = \"y\"\nundo = { tol = \"z\" }", "policy.toml:5:10: unknown key `tol`"),
        (
            "server = \"x\"\nname = \"y\"\n[[tool]]\nserver = \"x\"\nname = \"x.y\"",
            "policy.toml:7:8: there is an entry for x.y already",
        ),
    ];
    for (body, want) in table {
        let found = complaint(&entry(body));
        assert!(found.starts_with(want), "{body}\n  gave: {found}\n  want: {want}");
    }
    let policy = parse(&entry("server = \"task\"\nname = \"update_report\"\nhold = \"none\""));
    assert_eq!(policy.tool("task", "task.update_report").unwrap().hold, Some(Hold::None));
    assert!(policy.tool("task", "set_title").is_none() && policy.tool("x", "update_report").is_none());
}

#[test]
fn broken_rules_say_where_and_what() {
    let table = [
        (
            "then = \"forbid\"",
            "policy.toml:5:8: unknown word `forbid`, expected one of `allow`, `ask`, `refuse`",
        ),
        (
            "then = \"ask\"\nwhen = 'arg.x == 1'",
            "policy.toml:6:8: rule \"r\": the condition uses an unknown variable \"arg\"",
        ),
        ("then = \"ask\"\nwhen = '1 +'", "policy.toml:6:8: rule \"r\": the condition does not parse at 1:"),
        ("then = \"allow\"\nalways = true", "policy.toml:6:10: always is only allowed with then = \"ask\""),
        (
            "then = \"refuse\"\napprovers = 2",
            "policy.toml:6:13: approvers is only allowed with then = \"ask\"",
        ),
        ("then = \"allow\"\nnot_owner = true", "policy.toml:6:13: not_owner is only allowed with"),
        ("then = \"allow\"\ndecided_by = [\"ana\"]", "policy.toml:6:14: decided_by is only allowed with"),
        ("then = \"ask\"\ndecided_by = [\"@dba\"]", "policy.toml:6:15: there is no group \"dba\""),
        ("then = \"ask\"\ndecided_by = [\"oidc: \"]", "policy.toml:6:15: \"oidc: \" cannot be a person"),
        ("then = \"ask\"\ndecided_by = []", "policy.toml:6:14: 1 must say yes, but only 0 are named"),
        (
            "then = \"ask\"\napprovers = 2\ndecided_by = [\"ana\", \"ana\"]",
            "policy.toml:7:14: 2 must say yes, but only 1 are named",
        ),
        ("then = \"ask\"\n[groups]\n\"a b\" = []", "policy.toml:7:1: \"a b\" cannot be the name of a group"),
        ("then = \"ask\"\n[groups]\nx = [\"@y\"]", "policy.toml:7:6: \"@y\" cannot be a person"),
        ("then = \"ask\"\napprovers = 0", "policy.toml:6:13: approvers cannot be 0"),
        ("then = \"allow\"\nclasses = []", "policy.toml:6:11: a rule about no class"),
        ("then = \"allow\"\nclass = \"read\"\nclasses = [\"read\"]", "policy.toml:7:11: class and classes"),
        (
            "then = \"ask\"\n[[rule]]\nname = \"r\"\ntools = [\"*\"]\nthen = \"ask\"",
            "policy.toml:7:8: \"r\" cannot be the name",
        ),
        ("then = \"ask\"\nexample = {}", "policy.toml:6:1: unknown key `example`"),
    ];
    for (body, want) in table {
        let found = complaint(&rule(body));
        assert!(found.starts_with(want), "{body}\n  gave: {found}\n  want: {want}");
    }
    let tools = |tools: &str| {
        complaint(&format!("version = 1\n[[rule]]\nname = \"r\"\nthen = \"ask\"\ntools = {tools}"))
    };
    assert!(tools("[]").starts_with("policy.toml:5:9: a rule about no tool"));
    assert!(tools("[\"*\", \"shell\"]").starts_with("policy.toml:5:15: the pattern \"shell\" has no server"));
    assert!(tools("[\"task.set_titel\"]").contains("did you mean task.set_title?"));
}

#[test]
fn examples_are_checked_when_the_file_is_loaded() {
    let with = |examples: &str| {
        rule(&format!(
            "then = \"ask\"\nwhen = 'args.title.contains(\"prod\") || facts.opaque'\nexamples = {examples}"
        ))
    };
    parse(&with(
        "{ hit = [{ title = \"a prod\" }, { title = \"\", facts = { opaque = true } }], miss = [{ title = \"b\" }] }",
    ));
    let found = complaint(&with("{ hit = [{ title = \"prod\" }, { title = \"x\" }] }"));
    assert!(
        found.starts_with("policy.toml:7:41: rule \"r\", hit example 2: the rule does not match it"),
        "{found}"
    );
    let found = complaint(&with("{ miss = [{ title = \"prod\" }] }"));
    assert!(found.contains("rule \"r\", miss example 1: the rule matches it"), "{found}");
    // A condition that fails on its own example counts as matched, and is still an error.
    for side in ["hit", "miss"] {
        let found = complaint(&with(&format!("{{ {side} = [{{ name = \"prod\" }}] }}")));
        assert!(found.contains("cannot be evaluated: there is no title"), "{found}");
    }
    let found = complaint(&with("{ hit = [{ title = \"\", facts = { opak = true } }] }"));
    assert!(found.contains("its facts do not parse") && found.contains("opak"), "{found}");
    assert!(complaint(&rule("then = \"ask\"\nexamples = { miss = [{}] }")).contains("the rule matches it"));
}

#[test]
fn an_allow_rule_covers_what_it_names_and_never_more() {
    let covers = |policy: &Policy| {
        Class::ALL.map(|class| hits(policy, "task.set_title", class, json!({})).allow.is_some())
    };
    assert_eq!(covers(&parse(&rule("then = \"allow\""))), [true, true, false]);
    assert_eq!(covers(&parse(&rule("then = \"allow\"\nclass = \"mutable\""))), [false, true, false]);
    assert_eq!(
        covers(&parse(&rule("then = \"allow\"\nclasses = [\"read\", \"destructive\"]"))),
        [true, false, true]
    );
}

#[test]
fn a3_a_condition_that_errors_counts_as_matched_unless_it_would_allow() {
    let broken = "when = 'args.missing == 1'";
    let ask = parse(&rule(&format!("then = \"ask\"\napprovers = 3\nnot_owner = true\n{broken}")));
    let found = hits(&ask, "task.set_title", Class::Mutable, json!({}));
    assert_eq!(name(&found.ask), Some("r"));
    assert_eq!((found.approvers, found.owner_excluded), (3, true));
    assert!(found.ask.unwrap().note.unwrap().contains("there is no missing"));

    let refuse = parse(&rule(&format!("then = \"refuse\"\n{broken}")));
    assert!(hits(&refuse, "task.set_title", Class::Read, json!({})).refuse.is_some());
    let not_bool = parse(&rule("then = \"refuse\"\nwhen = 'args.x'"));
    assert!(hits(&not_bool, "task.set_title", Class::Read, json!({"x": "no"})).refuse.is_some());
    assert!(hits(&not_bool, "task.set_title", Class::Read, json!({"x": false})).refuse.is_none());

    let allow = parse(&rule(&format!("then = \"allow\"\n{broken}")));
    assert_eq!(hits(&allow, "task.set_title", Class::Mutable, json!({})), RuleHits::default());
    assert!(hits(&allow, "task.set_title", Class::Mutable, json!({"missing": 1})).allow.is_some());
}

#[test]
fn c8_the_strictest_of_the_matching_rules_says_who_must_answer() {
    let policy = parse(
        r#"
        version = 1
        [[rule]]
        name = "one"
        tools = ["task.*"]
        then = "ask"
        [[rule]]
        name = "two"
        tools = ["*"]
        then = "ask"
        always = true
        approvers = 2
        [[rule]]
        name = "not the owner"
        tools = ["*.set_title"]
        then = "ask"
        not_owner = true
        "#,
    );
    let found = hits(&policy, "task.set_title", Class::Mutable, json!({}));
    assert_eq!((name(&found.ask), name(&found.always)), (Some("one"), Some("two")), "the first of each sort");
    assert_eq!((found.approvers, found.owner_excluded), (2, true));
    let found = hits(&policy, "calendar.create_event", Class::Mutable, json!({}));
    assert_eq!((found.approvers, found.owner_excluded), (2, false));
}

#[test]
fn a5_a_rule_that_always_asks_beats_a_rule_that_allows() {
    let policy = parse(
        r#"
        version = 1
        [[rule]]
        name = "trust"
        tools = ["*"]
        then = "allow"
        [[rule]]
        name = "but not titles"
        tools = ["task.set_title"]
        then = "ask"
        always = true
        "#,
    );
    let verdict = |tool: &str| {
        let found = hits(&policy, tool, Class::Mutable, json!({}));
        judge(&Case {
            class: Class::Mutable,
            facts: &Facts::default(),
            known_tool: true,
            unaccepted: false,
            frozen: false,
            stopped: false,
            paused: false,
            hits: &found,
            plan_step: None,
            grant: None,
            listed_hosts: policy.hosts(),
            rehearsed: false,
            evidence: None,
            by_policy: false,
            stage: None,
            trust: None,
            tainted: None,
        })
    };
    assert_eq!(verdict("task.update_report").row, TableRow::AllowRule);
    let asked = verdict("task.set_title");
    assert_eq!((asked.ruling, asked.rule.as_deref()), (Ruling::Ask, Some("but not titles")));
}

#[test]
fn a_policy_can_be_shared_between_threads() {
    fn shared<T: Clone + Send + Sync + 'static>(_: &T) {}
    let policy = parse(&rule("then = \"ask\"\nwhen = 'args.title.matches(\"^a+$\")'"));
    shared(&policy);
    let threads: Vec<_> = (0..4)
        .map(|_| {
            let policy = policy.clone();
            std::thread::spawn(move || {
                (0..50).all(|_| {
                    hits(&policy, "task.set_title", Class::Mutable, json!({"title": "aaa"})).ask.is_some()
                })
            })
        })
        .collect();
    assert!(threads.into_iter().all(|t| t.join().unwrap()));
}

#[test]
fn c8_a_group_of_the_provider_counts_by_the_name_that_the_policy_gives_it_and_by_no_other() {
    let text = "version = 1\n[groups]\ndba = [\"ana\", \"oidc:database\"]\nops = []\n[[rule]]\nname = \"p\"\n\
        tools = [\"shell.*\"]\nthen = \"ask\"\napprovers = 3\ndecided_by = [\"@dba\"]\n";
    // How many are in a group of the provider is not known here, so three can be asked for.
    let policy = parse(text);
    let may = |person: &str, groups: &[&str]| {
        let groups: Vec<String> = groups.iter().map(|g| (*g).to_owned()).collect();
        policy.may_decide(&[vec!["@dba".to_owned()]], person, &groups)
    };
    assert!(may("ana", &[]) && may("zoe", &["database"]) && may("zoe", &["x", "database"]));
    for groups in [&[][..], &["dba"], &["@dba"], &["oidc:database"], &["Database"], &["ana"], &["ops"]] {
        assert!(!may("zoe", groups), "{groups:?}");
    }
    assert!(
        policy.may_decide(&[vec!["oidc:x".to_owned()]], "zoe", &["x".to_owned()]),
        "a rule may name it too"
    );
    let two = [vec!["@dba".to_owned()], vec!["oidc:x".to_owned()]];
    assert!(!policy.may_decide(&two, "ana", &[]) && policy.may_decide(&two, "ana", &["x".to_owned()]));
    assert_eq!(policy.groups_of("zoe", &["database".to_owned()]), ["dba"]);
    assert_eq!(policy.deciders(&[vec!["@dba".to_owned()]]), ["ana", "oidc:database"]);
}
