//! The verdict table compared with an independent specification.

use super::*;

fn hit(name: &str) -> Option<RuleHit> {
    Some(RuleHit { name: name.into(), note: None })
}

/// One point of the table's input space.
#[derive(Debug, Clone, Copy)]
struct Point {
    class: Class,
    stopped: bool,
    paused: bool,
    frozen: bool,
    refuse: bool,
    protected: bool,
    always: bool,
    unaccepted: bool,
    plan: bool,
    grant: bool,
    allow: bool,
    by_policy: bool,
    sends: Sends,
    opaque: bool,
    known: bool,
    ask: bool,
    rehearsed: bool,
    evidence: Option<Evidence>,
    stage: bool,
    trust: bool,
    tainted: bool,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Sends {
    No,
    Listed,
    Unlisted,
    Unknown,
}

impl Point {
    fn plain(class: Class) -> Self {
        Self::at(class, 0, Sends::No, None, true)
    }

    fn at(class: Class, bits: u32, sends: Sends, evidence: Option<Evidence>, known: bool) -> Self {
        let on = |i: u32| bits & (1 << i) != 0;
        Self {
            class,
            stopped: on(0),
            paused: on(12),
            frozen: on(1),
            refuse: on(2),
            protected: on(3),
            always: on(4),
            plan: on(5),
            grant: on(6),
            allow: on(7),
            by_policy: on(8),
            opaque: on(9),
            ask: on(10),
            unaccepted: on(11),
            rehearsed: on(13),
            sends,
            known,
            evidence,
            stage: on(13),
            trust: on(14),
            tainted: on(15),
        }
    }

    fn all() -> impl Iterator<Item = Self> {
        let releases = [None, Some(Evidence::Releases), Some(Evidence::ReleasesAfter { wait_ms: 10_000 })];
        let sends = [Sends::No, Sends::Listed, Sends::Unlisted, Sends::Unknown];
        Class::ALL.into_iter().flat_map(move |class| {
            (0..1 << 16).flat_map(move |bits| {
                sends.into_iter().flat_map(move |sends| {
                    releases.into_iter().flat_map(move |evidence| {
                        [true, false].map(|known| Self::at(class, bits, sends, evidence, known))
                    })
                })
            })
        })
    }

    fn judge(self) -> Verdict {
        let host = |h: &str| vec![h.to_owned()];
        let facts = Facts {
            protected: if self.protected { vec!["file:/w/.env: a secret file".into()] } else { Vec::new() },
            opaque: self.opaque,
            sends: self.sends != Sends::No,
            hosts: match self.sends {
                Sends::No | Sends::Unknown => Vec::new(),
                Sends::Listed => host("api.github.com"),
                Sends::Unlisted => host("evil.test"),
            },
            ..Facts::default()
        };
        let hits = RuleHits {
            refuse: hit("r").filter(|_| self.refuse),
            always: hit("w").filter(|_| self.always),
            allow: hit("l").filter(|_| self.allow),
            ask: hit("a").filter(|_| self.ask),
            approvers: if self.always { 2 } else { u32::from(self.ask) },
            owner_excluded: self.always,
            deciders: Vec::new(),
        };
        judge(&Case {
            class: self.class,
            facts: &facts,
            known_tool: self.known,
            unaccepted: self.unaccepted,
            frozen: self.frozen,
            stopped: self.stopped,
            paused: self.paused,
            hits: &hits,
            plan_step: Some(1).filter(|_| self.plan),
            grant: Some("g1").filter(|_| self.grant),
            listed_hosts: &host("api.github.com"),
            rehearsed: self.rehearsed,
            evidence: self.evidence,
            by_policy: self.by_policy,
            stage: Some("sg1").filter(|_| self.stage),
            trust: Some("/w").filter(|_| self.trust),
            tainted: Some(&Message::from("read a secret")).filter(|_| self.tainted),
        })
    }

    /// The effective class: a call that is not fully understood is at least a change.
    fn real_class(self) -> Class {
        if self.opaque { self.class.max(Class::Mutable) } else { self.class }
    }
}

type Applies = fn(&Point) -> bool;

/// The table as the design defines it: the first row that applies gives the ruling.
const TABLE: &[(TableRow, Ruling, Applies)] = &[
    (TableRow::Stopped, Ruling::Refuse, |p| p.stopped),
    (TableRow::Paused, Ruling::Refuse, |p| p.paused),
    (TableRow::Frozen, Ruling::Refuse, |p| {
        p.frozen && !(p.real_class() == Class::Read && p.sends == Sends::No)
    }),
    (TableRow::RefuseRule, Ruling::Refuse, |p| p.refuse),
    (TableRow::Protected, Ruling::Ask, |p| p.protected),
    (TableRow::AlwaysRule, Ruling::Ask, |p| p.always),
    (TableRow::Definition, Ruling::Ask, |p| p.unaccepted),
    (TableRow::Tainted, Ruling::Ask, |p| p.tainted && !(p.grant && p.class != Class::Destructive)),
    (TableRow::PlanStep, Ruling::Proceed, |p| p.plan && p.class != Class::Destructive),
    (TableRow::Grant, Ruling::Proceed, |p| p.grant && p.class != Class::Destructive),
    (TableRow::AllowRule, Ruling::Proceed, |p| p.allow),
    (TableRow::ByPolicy, Ruling::Proceed, |p| p.by_policy && p.class != Class::Destructive && !p.ask),
    (TableRow::Stage, Ruling::Proceed, |p| {
        let stays = matches!(p.sends, Sends::No | Sends::Listed);
        p.stage && p.known && stays && !p.ask && p.real_class() != Class::Read
    }),
    (TableRow::UnlistedHost, Ruling::Ask, |p| matches!(p.sends, Sends::Unlisted | Sends::Unknown)),
    (TableRow::Opaque, Ruling::Ask, |p| p.opaque),
    (TableRow::UnknownTool, Ruling::Ask, |p| !p.known),
    (TableRow::AskRule, Ruling::Ask, |p| p.ask),
    (TableRow::Rehearsed, Ruling::Proceed, |p| {
        p.rehearsed && p.real_class() == Class::Read && p.sends == Sends::No
    }),
    (TableRow::Trust, Ruling::Proceed, |p| p.trust && p.class == Class::Mutable),
    (TableRow::Evidence, Ruling::Proceed, |p| {
        p.class == Class::Mutable && p.evidence == Some(Evidence::Releases)
    }),
    (TableRow::Evidence, Ruling::ProceedAfter, |p| p.class == Class::Mutable && p.evidence.is_some()),
    (TableRow::Class, Ruling::Proceed, |p| p.class == Class::Read),
    (TableRow::Class, Ruling::Ask, |_| true),
];

#[test]
fn a7_the_function_and_the_table_agree_everywhere() {
    let mut seen = std::collections::BTreeSet::new();
    let mut points = 0;
    for point in Point::all() {
        let verdict = point.judge();
        let (row, ruling, _) =
            TABLE.iter().find(|(_, _, applies)| applies(&point)).expect("the last row applies");
        assert_eq!((verdict.row, verdict.ruling), (*row, *ruling), "{point:?}");
        seen.insert((verdict.row, verdict.ruling));
        points += 1;
    }
    assert_eq!(points, 3 * 65536 * 4 * 3 * 2);
    assert_eq!(seen.len(), TABLE.len(), "a row that never decides");
}

#[test]
fn a7_every_verdict_has_reasons_and_names_its_rule() {
    for point in Point::all() {
        let v = point.judge();
        assert!(!v.reasons.is_empty() && v.reasons.iter().all(|r| !r.is_empty()), "{point:?}");
        let by_rule = matches!(
            v.row,
            TableRow::RefuseRule | TableRow::AlwaysRule | TableRow::AllowRule | TableRow::AskRule
        );
        assert_eq!(v.rule.is_some(), by_rule, "{point:?}");
        assert_eq!(v.approvers > 0, v.ruling == Ruling::Ask, "{point:?}");
        assert_eq!(v.wait_ms.is_some(), v.ruling == Ruling::ProceedAfter, "{point:?}");
    }
}

#[test]
fn a7_words_are_what_logs_keep() {
    for row in TableRow::ALL {
        assert_eq!(serde_json::to_value(row).unwrap(), row.as_str());
    }
    for ruling in [Ruling::Proceed, Ruling::ProceedAfter, Ruling::Ask, Ruling::Refuse] {
        assert_eq!(serde_json::to_value(ruling).unwrap(), ruling.as_str());
    }
    assert!(TableRow::ALL.is_sorted());
}

#[test]
fn a3_what_is_not_known_is_never_run() {
    let unknown = Point { known: false, ..Point::plain(Class::Read) };
    assert_eq!(unknown.judge().ruling, Ruling::Ask);
    let opaque = Point { opaque: true, evidence: Some(Evidence::Releases), ..Point::plain(Class::Mutable) };
    assert_eq!(opaque.judge().row, TableRow::Opaque);
    let note = Some("its condition cannot be evaluated".into());
    let hits =
        RuleHits { ask: Some(RuleHit { name: "broken".into(), note }), approvers: 3, ..RuleHits::default() };
    let v = judge(&Case {
        class: Class::Read,
        facts: &Facts::default(),
        known_tool: true,
        unaccepted: false,
        frozen: false,
        stopped: false,
        paused: false,
        hits: &hits,
        plan_step: None,
        grant: None,
        listed_hosts: &[],
        rehearsed: true,
        evidence: None,
        by_policy: true,
        stage: None,
        trust: None,
        tainted: None,
    });
    assert_eq!((v.ruling, v.row, v.approvers), (Ruling::Ask, TableRow::AskRule, 3));
    assert_eq!(v.reasons, [r#"the rule "broken" asks (its condition cannot be evaluated)"#]);
}

#[test]
fn a4_facts_raise_and_nothing_lowers_but_the_person() {
    let writes = Facts::write("task:t1/title");
    let deletes = Facts { deletes: vec!["task:t1".into()], ..Facts::default() };
    assert_eq!(class_of(Class::Read, None, &writes), Class::Mutable);
    assert_eq!(class_of(Class::Destructive, None, &Facts::default()), Class::Destructive);
    assert_eq!(class_of(Class::Destructive, Some(Class::Mutable), &Facts::default()), Class::Mutable);
    assert_eq!(class_of(Class::Destructive, Some(Class::Read), &deletes), Class::Destructive);
    // A deletion is not judged as a read, even if the caller forgot the facts.
    let hits = RuleHits::default();
    let case = Case {
        class: Class::Read,
        facts: &deletes,
        known_tool: true,
        unaccepted: false,
        frozen: false,
        stopped: false,
        paused: false,
        hits: &hits,
        plan_step: Some(1),
        grant: Some("g1"),
        listed_hosts: &[],
        rehearsed: true,
        evidence: Some(Evidence::Releases),
        by_policy: true,
        stage: None,
        trust: None,
        tainted: None,
    };
    assert_eq!(judge(&case).ruling, Ruling::Ask);
}

#[test]
fn a5_what_is_always_asked_cannot_be_waived() {
    for point in Point::all().filter(|p| p.protected || p.always || p.unaccepted) {
        let v = point.judge();
        assert!(matches!(v.ruling, Ruling::Ask | Ruling::Refuse), "{point:?}");
        assert!(v.ruling == Ruling::Refuse || v.approvers == if point.always { 2 } else { 1 });
        assert_eq!(v.owner_excluded, v.ruling == Ruling::Ask && point.always);
    }
    // In a stage nothing is really destroyed.
    for point in Point::all().filter(|p| p.class == Class::Destructive && !p.allow && !p.stage) {
        let v = point.judge();
        assert!(matches!(v.ruling, Ruling::Ask | Ruling::Refuse), "only a rule that names it: {point:?}");
    }
}

#[test]
fn a14_trust_covers_deletions_but_nothing_else_that_destroys() {
    let hits = RuleHits::default();
    let row = |facts: &Facts, trust: Option<&str>| {
        let case = Case {
            class: Class::Mutable,
            facts,
            known_tool: true,
            unaccepted: false,
            frozen: false,
            stopped: false,
            paused: false,
            hits: &hits,
            plan_step: None,
            grant: None,
            listed_hosts: &[],
            rehearsed: false,
            evidence: None,
            by_policy: false,
            stage: None,
            trust,
            tainted: None,
        };
        judge(&case).row
    };
    let deletes = || Facts { deletes: vec!["/w/a".into()], ..Facts::default() };
    assert_eq!(row(&deletes(), Some("/w")), TableRow::Trust);
    assert_eq!(row(&deletes(), None), TableRow::Class);
    let kept = Facts { protected: vec!["a hook".into()], ..deletes() };
    assert_eq!(row(&kept, Some("/w")), TableRow::Protected);
    let destroys = Facts { destroys: vec!["a table".into()], ..Facts::default() };
    assert_eq!(row(&destroys, Some("/w")), TableRow::Class);
}

#[test]
fn c10_where_a_rule_says_who_must_agree_one_persons_plan_or_grant_is_not_enough() {
    let facts = Facts::default();
    let judged = |approvers, owner_excluded, named: &[&str], plan_step, grant| {
        let named: Vec<String> = named.iter().map(|name| (*name).to_owned()).collect();
        let deciders = if named.is_empty() { Vec::new() } else { vec![named] };
        let hits = RuleHits { ask: hit("a"), approvers, owner_excluded, deciders, ..RuleHits::default() };
        let verdict = judge(&Case {
            class: Class::Mutable,
            facts: &facts,
            known_tool: true,
            unaccepted: false,
            frozen: false,
            stopped: false,
            paused: false,
            hits: &hits,
            plan_step,
            grant,
            listed_hosts: &[],
            rehearsed: false,
            evidence: Some(Evidence::Releases),
            by_policy: true,
            stage: None,
            trust: Some("/w"),
            tainted: None,
        });
        (verdict.row, verdict.approvers, verdict.owner_excluded)
    };
    assert_eq!(judged(1, false, &[], None, Some("g1")).0, TableRow::Grant);
    assert_eq!(judged(1, false, &[], Some(1), None).0, TableRow::PlanStep);
    for (plan, grant) in [(Some(1), None), (None, Some("g1")), (Some(1), Some("g1"))] {
        assert_eq!(judged(2, false, &[], plan, grant), (TableRow::AskRule, 2, false));
        assert_eq!(judged(1, true, &[], plan, grant), (TableRow::AskRule, 1, true));
        assert_eq!(judged(1, false, &["@dba"], plan, grant), (TableRow::AskRule, 1, false));
    }
}

#[test]
fn a12_sending_asks_unless_every_host_is_listed() {
    let rows = |sends| Point { sends, ..Point::plain(Class::Read) }.judge();
    assert_eq!(rows(Sends::Listed).ruling, Ruling::Proceed);
    assert_eq!(rows(Sends::Unknown).row, TableRow::UnlistedHost);
    let v = rows(Sends::Unlisted);
    assert_eq!((v.ruling, v.row), (Ruling::Ask, TableRow::UnlistedHost));
    assert_eq!(v.reasons, ["sends data to evil.test, which is not a listed host"]);
    let quiet = Point { sends: Sends::Unlisted, grant: true, ..Point::plain(Class::Read) };
    assert_eq!(quiet.judge().row, TableRow::Grant, "one grant per host keeps it quiet");
}

#[test]
fn a12_only_the_host_itself_is_listed() {
    let listed = ["api.github.com".to_owned(), "*.Example.com".to_owned(), "localhost:8080".to_owned()];
    for yes in [
        "api.github.com",
        "API.GitHub.com",
        "api.github.com.",
        "a.example.com",
        "x.y.EXAMPLE.com",
        "localhost:8080",
    ] {
        assert!(is_listed(yes, &listed), "{yes}");
    }
    let no = [
        "evilapi.github.com",
        "github.com",
        "api.github.com.evil.test",
        "api.github.com@evil.test",
        "api.github.com:8443",
        "example.com",
        "evilexample.com",
        "evil.test/.example.com",
        "evil.test#.example.com",
        "evil.test?a.example.com",
        ".example.com",
        "a..example.com",
        "localhost",
        "",
        ".",
    ];
    for no in no {
        assert!(!is_listed(no, &listed), "{no}");
    }
    for nothing in ["", ".", "*", "*."] {
        assert!(!is_listed("evil.test", &[nothing.to_owned()]), "{nothing:?}");
        assert!(!is_listed("", &[nothing.to_owned()]), "{nothing:?}");
    }
}

#[test]
fn d7_a_freeze_stops_effects_and_lets_people_look() {
    let frozen = |class| Point { frozen: true, grant: true, ..Point::plain(class) }.judge();
    assert_eq!(frozen(Class::Read).ruling, Ruling::Proceed);
    assert_eq!(frozen(Class::Mutable).row, TableRow::Frozen);
    assert_eq!(
        Point { frozen: true, sends: Sends::Listed, ..Point::plain(Class::Read) }.judge().ruling,
        Ruling::Refuse
    );
    assert_eq!(Point { stopped: true, ..Point::plain(Class::Read) }.judge().row, TableRow::Stopped);
}

#[test]
fn a5_a_rehearsal_waives_nothing_that_is_always_asked_or_that_a_rule_asks_about() {
    for point in Point::all().filter(|p| p.rehearsed && (p.protected || p.always || p.unaccepted)) {
        assert!(matches!(point.judge().ruling, Ruling::Ask | Ruling::Refuse), "{point:?}");
    }
    let rehearsed = |class| Point { rehearsed: true, ..Point::plain(class) };
    assert_eq!(rehearsed(Class::Read).judge().row, TableRow::Rehearsed);
    for class in [Class::Mutable, Class::Destructive] {
        assert_eq!(rehearsed(class).judge().ruling, Ruling::Ask, "what changes something is asked about");
    }
    assert_eq!(Point { ask: true, ..rehearsed(Class::Read) }.judge().row, TableRow::AskRule);
    assert_eq!(Point { opaque: true, ..rehearsed(Class::Read) }.judge().row, TableRow::Opaque);
    assert_eq!(Point { sends: Sends::Listed, ..rehearsed(Class::Read) }.judge().row, TableRow::Class);
}

#[test]
fn a_verdict_is_read_from_the_log_with_and_without_the_policy_that_gave_it() {
    let mut note = serde_json::json!({"verdict": {
        "ruling": "proceed", "row": "class", "rule": null, "class": "read", "reasons": ["it only reads"],
    }});
    let of_check = NotedVerdict::of(&note).unwrap();
    assert_eq!(
        (of_check.ruling, of_check.row, of_check.policy.as_str()),
        (Ruling::Proceed, TableRow::Class, "")
    );
    note["verdict"]["policy"] = "af13".into();
    assert_eq!(NotedVerdict::of(&note).unwrap().policy, "af13");
    assert_eq!(NotedVerdict::of(&serde_json::json!({})), None);
}
