//! A laptop's daemon that is joined to a hub's, as real processes, with a wire between them that is cut and lied on.
//! `COUNTERSIGN_HUB_KILLS` sets how many rounds kill one of them.

mod wire;

use std::{
    fs,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use serde_json::{Value, json};
use wire::{Wire, free_port};

use crate::{Home, eventually};

/// A hub, a laptop that joined it, and their people: Ana at both, Ben at the hub.
struct Team {
    hub: Home,
    wire: Wire,
    port: u16,
    laptop: Home,
    ana: String,
    ben: String,
    lana: String,
    codex: String,
}

impl Team {
    fn with(policy: &str) -> Self {
        let team = Self::apart(policy);
        let invitation = team.invitation("laptop");
        let joined = team.laptop.run_with(&team.lana, &["join", &team.wire.url(), "--json"], &invitation);
        let joined = joined.expect(0).json();
        assert_eq!((&joined["state"], &joined["name"]), (&json!("joined"), &json!("laptop")), "{joined}");
        team
    }

    /// The two before the laptop has joined.
    fn apart(policy: &str) -> Self {
        let (hub, laptop, port) = (Home::new(), Home::new(), free_port());
        let wire = Wire::to(port);
        hub.write("config.toml", &format!("[http]\nnames = [\"127.0.0.1:{}\"]\n", wire.port));
        laptop.write("policy.toml", policy);
        start(&hub, port);
        let (ana, _) = hub.with_people();
        let ben = hub.json(&ana, &["token", "person", "ben", "--role", "approver"], 0)["token"].clone();
        let (lana, codex) = laptop.with_people();
        Self { hub, wire, port, laptop, ana, ben: ben.as_str().unwrap().to_owned(), lana, codex }
    }

    fn invitation(&self, name: &str) -> String {
        let made = self.hub.json(&self.ana, &["hub", "invite", name], 0);
        made["invitation"].as_str().unwrap().to_owned()
    }

    /// The agent wants a line in a file: once too often would be seen.
    #[track_caller]
    fn propose(&self, line: &str) -> String {
        let command = json!({"command": format!("echo {line} >> {}", self.file().display())}).to_string();
        let answer =
            self.laptop.run(&self.codex, &["call", "shell.run", "--args", &command, "--queue", "--json"]);
        let answer = answer.expect(7).json();
        answer["item"]["id"].as_str().unwrap().to_owned()
    }

    fn file(&self) -> std::path::PathBuf {
        self.laptop.dir.path().join("lines.txt")
    }

    /// How often each line was written.
    fn lines(&self) -> Vec<String> {
        let mut lines: Vec<String> =
            fs::read_to_string(self.file()).unwrap_or_default().lines().map(str::to_owned).collect();
        lines.sort();
        lines
    }

    fn local(&self, item: &str) -> Value {
        self.laptop.json(&self.lana, &["show", item], 0)["item"].clone()
    }

    /// The hub's item for one of the laptop, whatever became of it.
    fn there(&self, item: &str) -> Option<Value> {
        let flags = rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY;
        let path = self.hub.path().join("countersign.db");
        let connection = rusqlite::Connection::open_with_flags(path, flags).unwrap();
        let doc = |kind: &str, id: &str| {
            let sql = "SELECT doc FROM record WHERE kind = ?1 AND id LIKE ?2";
            let found = connection.query_row(sql, [kind, id], |row| row.get::<_, String>(0)).ok()?;
            serde_json::from_str::<Value>(&found).ok()
        };
        doc("item", doc("gate_item", &format!("%/{item}"))?["here"].as_str()?)
    }

    #[track_caller]
    fn on_hub(&self, item: &str) -> String {
        let mut found = None;
        eventually(&format!("{item} is on the hub"), || {
            found = self.there(item);
            found.is_some()
        });
        found.unwrap()["id"].as_str().unwrap().to_owned()
    }

    #[track_caller]
    fn yes(&self, there: &str) {
        self.hub.run(&self.ben, &["show", there]).expect(0);
        self.hub.run(&self.ben, &["confirm", there]).expect(0);
    }

    #[track_caller]
    fn becomes(&self, item: &str, status: &str) {
        let mut last = Value::Null;
        let until = Instant::now() + Duration::from_secs(60);
        while Instant::now() < until {
            let here = self.local(item)["status"].clone();
            let there = self.there(item).map_or(Value::Null, |one| one["status"].clone());
            if here == status && there == status {
                return;
            }
            last = json!({"here": here, "there": there});
            std::thread::sleep(Duration::from_millis(50));
        }
        let hub = self.laptop.run(&self.lana, &["hub", "show", "--json"]);
        panic!("{item} is not {status}: {last} {hub:?}");
    }

    fn verify(&self) {
        for home in [&self.hub, &self.laptop] {
            let verified = home.json("", &["audit", "verify"], 0);
            assert_eq!(verified["ok"], true, "{verified}");
        }
    }
}

fn start(hub: &Home, port: u16) {
    hub.run("", &["up", "--detach", "--listen", &format!("127.0.0.1:{port}")]).expect(0);
}

/// Commands run as they are, each time they are carried out: what happens twice is seen.
const REAL: &str = "version = 1\n[rehearsal]\nenabled = false\n";

#[test]
fn c2_a_laptop_asks_on_its_hub_and_carries_out_what_is_decided_there() {
    let team = Team::with(REAL);
    let (yes, no) = (team.propose("yes"), team.propose("no"));
    let (there, other) = (team.on_hub(&yes), team.on_hub(&no));
    let shown = team.hub.run(&team.ben, &["show", &there]).expect(0).out;
    assert!(shown.contains("echo yes") && shown.contains("laptop"), "{shown}");
    team.hub.run(&team.ben, &["confirm", &there]).expect(0);
    team.hub.run(&team.ben, &["reject", &other, "--reason", "not today"]).expect(0);
    team.becomes(&yes, "applied");
    team.becomes(&no, "rejected");
    assert_eq!(team.lines(), ["yes"]);
    assert_eq!(team.local(&no)["reason"], "not today");
    let receipt = team.local(&yes)["receipt"].clone();
    let receipt = team.laptop.json(&team.lana, &["show", receipt.as_str().unwrap()], 0);
    assert_eq!(receipt["receipt"]["allowed_by"]["name"], "ben via hub laptop", "{receipt}");
    team.verify();
    // Each is a witness of the other.
    let witness = |home: &Home, checkpoint: &Value| {
        home.write("witness", &checkpoint.to_string());
        let path = home.path().join("witness");
        let found = home.json("", &["audit", "verify", "--witness", path.to_str().unwrap()], 0);
        assert_eq!((&found["ok"], &found["checkpoints"]), (&json!(true), &json!(1)), "{found}");
    };
    let gates = team.hub.json(&team.ana, &["hub", "list"], 0);
    witness(&team.laptop, &gates["gates"][0]["checkpoint"]);
    witness(&team.hub, &team.laptop.json(&team.lana, &["hub", "show"], 0)["checkpoint"]);
}

#[test]
fn d1_a_laptop_works_cut_off_with_decisions_on_both_sides_and_converges() {
    let team = Team::with(REAL);
    let items: Vec<String> =
        ["here", "there", "both", "either", "nobody"].map(|line| team.propose(line)).into();
    let there: Vec<String> = items.iter().map(|item| team.on_hub(item)).collect();
    team.wire.cut();
    // What the policy allows goes on, and what must be asked waits.
    team.laptop.run(&team.codex, &["call", "task.list_tasks"]).expect(0);
    let new = team.propose("new");
    eventually("people are told that the hub is away", || {
        team.laptop.run(&team.lana, &["inbox"]).err.contains("cannot be reached")
    });
    let away = team.laptop.json(&team.lana, &["hub", "show"], 0);
    assert!(away["away_since"].is_u64(), "{away}");
    let doctor = team.laptop.run("", &["doctor"]).out;
    assert!(doctor.contains("is away since"), "{doctor}");
    // Decided here, there, on both alike, and on both otherwise.
    for n in [0, 2] {
        team.laptop.run(&team.lana, &["show", &items[n]]).expect(0);
        team.laptop.run(&team.lana, &["confirm", &items[n]]).expect(0);
    }
    team.laptop.run(&team.lana, &["reject", &items[3], "--reason", "no"]).expect(0);
    for n in [1, 2, 3] {
        team.yes(&there[n]);
    }
    assert_eq!(team.lines(), ["both", "here"]);
    team.wire.mend();
    for (item, status) in items.iter().zip(["applied", "applied", "applied", "rejected", "pending"]) {
        team.becomes(item, status);
    }
    team.becomes(&new, "pending");
    assert_eq!(team.lines(), ["both", "here", "there"], "nothing is lost, and nothing happens twice");
    let told = team.hub.run(&team.ben, &["show", &there[3]]).expect(0).out;
    assert!(told.contains("ana") && told.contains("laptop"), "who came second is told who was first: {told}");
    let said = team.laptop.run(&team.lana, &["inbox"]);
    assert!(!said.err.contains("cannot be reached"), "{said:?}");
    team.verify();
}

#[test]
fn c9_a_hub_that_lies_is_not_followed_and_the_desk_says_so() {
    let team = Team::with(REAL);
    let item = team.propose("lie");
    let there = team.on_hub(&item);
    // On the way, somebody else becomes the one who said yes.
    team.wire.lie(Some((r#""by":["ben"]"#, r#""by":["eve"]"#)));
    team.yes(&there);
    eventually("the lie is told", || {
        team.laptop.json(&team.lana, &["hub", "show"], 0)["alert"]
            .as_str()
            .is_some_and(|alert| alert.contains("not signed"))
    });
    eventually("commands do not tell of the lie", || {
        team.laptop.run(&team.lana, &["inbox"]).err.contains("said what is not so")
    });
    team.laptop.run("", &["doctor"]).expect(1);
    assert_eq!((team.local(&item)["status"].clone(), team.lines()), (json!("pending"), Vec::new()));
    team.wire.lie(None);
    // The hub's people see that their yes did not count, and say it again.
    team.becomes(&item, "pending");
    team.yes(&there);
    team.becomes(&item, "applied");
    assert_eq!(team.lines(), ["lie"]);
    team.verify();
}

#[test]
fn c1_no_agent_joins_or_leaves_a_hub_and_nothing_goes_there_unencrypted() {
    let team = Team::apart("version = 1\n");
    let invitation = team.invitation("laptop");
    let url = team.wire.url();
    let join = |token: &str, url: &str, words: &str| team.laptop.run_with(token, &["join", url], words);
    assert_eq!(join(&team.codex, &url, &invitation).code, 3, "an agent");
    let mut from_agent = team.laptop.command(&team.lana, &["join", &url]);
    from_agent.env("CLAUDECODE", "1");
    assert_eq!(crate::ended(from_agent, &invitation).code, 3, "a person's token in an agent's process");
    for (url, code) in
        [("http://192.0.2.1:4114", 3), ("http://hub.example", 3), ("ftp://x", 2), (&*format!("{url}/x"), 2)]
    {
        assert_eq!(join(&team.lana, url, &invitation).code, code, "{url}");
    }
    assert_eq!(join(&team.lana, &url, "cs_join_x").code, 2, "no invitation");
    // A key that is not the hub's: somebody else answers at its address.
    let (token, _) = invitation.split_once('.').unwrap();
    let other = Team::apart("version = 1\n").invitation("other");
    let other = format!("{token}.{}", other.split_once('.').unwrap().1);
    let wrong = team.laptop.run_with(&team.lana, &["join", &url, "--json"], &other);
    assert_ne!(wrong.code, 0, "{wrong:?}");
    team.laptop.run(&team.lana, &["leave"]).expect(0);
    assert_eq!(team.laptop.run(&team.codex, &["leave"]).code, 3);
    team.hub.run(&team.ana, &["hub", "remove", "laptop"]).expect(0);
    let revoked = join(&team.lana, &url, &invitation);
    assert!(revoked.code == 1 && revoked.out.contains("could not join"), "a revoked one: {revoked:?}");
    let anew = team.invitation("laptop");
    join(&team.lana, &url, &anew).expect(0);
    let second = Home::new();
    let (owner, _) = second.with_people();
    let used = second.run_with(&owner, &["join", &url], &anew);
    assert!(used.code == 1 && used.out.contains("was used"), "a used one: {used:?}");
    assert_eq!(team.laptop.run(&team.codex, &["hub", "show"]).code, 3, "an agent does not see it");
    // Removed while it is joined: it is told, and goes on by itself.
    team.hub.run(&team.ana, &["hub", "remove", "laptop"]).expect(0);
    let item = team.propose("alone");
    eventually("it is told", || {
        team.laptop.json(&team.lana, &["hub", "show"], 0)["why"]
            .as_str()
            .is_some_and(|why| why.contains("401"))
    });
    team.laptop.run(&team.lana, &["show", &item]).expect(0);
    team.laptop.run(&team.lana, &["confirm", &item]).expect(0);
    assert_eq!(team.lines(), ["alone"]);
    team.verify();
}

#[test]
fn d2_whichever_is_killed_at_any_moment_nothing_is_lost_and_nothing_happens_twice() {
    let rounds: u64 = std::env::var("COUNTERSIGN_HUB_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(8);
    let team = Team::with(REAL);
    let seed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().subsec_nanos();
    let mut dice = u64::from(seed) | 1;
    let mut roll = |sides: u64| {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (dice >> 33) % sides
    };
    let mut items = Vec::new();
    for round in 0..rounds {
        for one in 0..2 {
            items.push(team.propose(&format!("r{round}-{one}")));
        }
        let there = team.on_hub(items.last().unwrap());
        team.hub.run(&team.ben, &["show", &there]).expect(0);
        match roll(3) {
            0 => drop(team.hub.run(&team.ben, &["confirm", &there])),
            1 => {
                team.hub.run(&team.ben, &["confirm", &there]);
                team.laptop.run(&team.lana, &["show", items.last().unwrap()]);
                team.laptop.run(&team.lana, &["reject", items.last().unwrap()]);
            }
            _ => {
                team.laptop.run(&team.lana, &["show", items.last().unwrap()]);
                team.laptop.run(&team.lana, &["confirm", items.last().unwrap(), "--wait-s", "0"]);
                team.hub.run(&team.ben, &["reject", &there]);
            }
        }
        std::thread::sleep(Duration::from_millis(roll(1500)));
        match roll(2) {
            0 => {
                team.hub.kill_daemon();
                start(&team.hub, team.port);
            }
            _ => {
                team.laptop.kill_daemon();
                // The next command starts it again.
                team.laptop.run(&team.lana, &["inbox"]).expect(0);
            }
        }
    }
    let is_over = |item: &str| {
        let here = team.local(item)["status"].clone();
        let there = team.there(item).map_or(Value::Null, |one| one["status"].clone());
        // A command that was killed in the middle waits for a person's word.
        (here == there && here != "applying") || here == "needs_review"
    };
    for (n, item) in items.iter().enumerate() {
        let until = Instant::now() + Duration::from_secs(90);
        while !is_over(item) {
            let state = (team.local(item), team.there(item), team.laptop.run(&team.lana, &["hub", "show"]));
            assert!(Instant::now() < until, "seed {seed}: {n} does not come to an end: {state:?}");
            std::thread::sleep(Duration::from_millis(200));
        }
        let (status, line) = (team.local(item)["status"].clone(), format!("r{}-{}", n / 2, n % 2));
        let times = team.lines().iter().filter(|one| **one == line).count();
        let right = match status.as_str().unwrap() {
            "applied" => times == 1,
            "needs_review" => times <= 1,
            _ => times == 0,
        };
        assert!(right, "seed {seed}: {line} is {status} and was done {times} times");
        assert!(
            n % 2 == 1 || status == "pending",
            "seed {seed}: {line} was decided by nobody and is {status}"
        );
    }
    team.verify();
}
