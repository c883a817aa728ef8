//! Several homes, each with its daemon, on one PostgreSQL database. Each daemon runs in a network of its own: they reach the
//! database by its socket, and each other not at all.

use std::{collections::BTreeSet, fs, path::Path, process::Command, thread, time::Duration};

use serde_json::{Value, json};

use crate::{Ended, Home, ended, eventually, kill::dice::Dice, teams::server::Server};

/// A home whose daemon runs in a network of its own.
struct Host {
    home: Home,
    agent: String,
}

impl Host {
    fn new(server: &Server, name: &str) -> Self {
        let home = Home::new();
        let store = server.url("countersign", "postgres", "tools");
        home.write("config.toml", &format!("store = \"{store}\"\nhost = \"{name}\"\n"));
        Self { home, agent: String::new() }
    }

    fn command(&self, token: &str, args: &[&str]) -> Command {
        let inner = self.home.command(token, args);
        let mut command = Command::new("unshare");
        match rustix::process::geteuid().is_root() {
            true => command.arg("--net"),
            false => command.args(["--user", "--map-current-user", "--net"]),
        };
        command.arg(inner.get_program()).args(inner.get_args()).env_clear().current_dir(self.folder());
        let path = std::env::var_os("PATH").unwrap_or_default();
        let given = inner.get_envs().filter_map(|(name, value)| Some((name, value?)));
        command.envs(given).env("PATH", path);
        command
    }

    fn run(&self, token: &str, args: &[&str]) -> Ended {
        ended(self.command(token, args), "")
    }

    #[track_caller]
    fn json(&self, token: &str, args: &[&str], code: i32) -> Value {
        self.run(token, &[args, &["--json"]].concat()).expect(code).json()
    }

    fn folder(&self) -> &Path {
        self.home.dir.path()
    }

    /// Has the host's agent propose to write a file there, and returns the item.
    #[track_caller]
    fn propose(&self, file: &str, text: &str) -> String {
        let args = json!({"path": self.folder().join(file), "content": text}).to_string();
        let call = self.json(&self.agent, &["call", "filesystem.write_file", "--args", &args], 7);
        call["item"]["id"].as_str().unwrap_or_else(|| panic!("{call}")).to_owned()
    }

    fn read(&self, file: &str) -> Option<String> {
        fs::read_to_string(self.folder().join(file)).ok()
    }

    fn token(&self, by: &str, kind: &str, name: &str) -> String {
        self.json(by, &["token", kind, name], 0)["token"].as_str().unwrap().to_owned()
    }
}

/// Two hosts, with an agent each, and the token of ana.
fn two(server: &Server) -> (Host, Host, String) {
    let (mut one, mut two) = (Host::new(server, "one"), Host::new(server, "two"));
    let ana = one.token("", "person", "ana");
    one.agent = one.token(&ana, "agent", "codex");
    two.agent = two.token(&ana, "agent", "claude");
    (one, two, ana)
}

#[track_caller]
fn check_log(host: &Host) {
    let verified = host.json("", &["audit", "verify"], 0);
    assert_eq!(verified["ok"], true, "{verified}");
}

#[test]
fn c2_what_is_proposed_on_one_host_is_decided_on_another_and_lands_where_it_belongs() {
    let server = Server::start();
    let (one, two, ana) = two(&server);
    let item = one.propose("notes.txt", "one\n");
    let shown = two.json(&ana, &["show", &item], 0);
    assert_eq!(shown["item"]["host"], "one", "{shown}");
    assert!(shown["item"]["host_away_since"].is_null(), "{shown}");
    let done = two.json(&ana, &["confirm", &item], 0);
    assert_eq!(done["results"][0]["status"], "applied", "{done}");
    assert_eq!(one.read("notes.txt").as_deref(), Some("one\n"));
    assert_eq!(two.read("notes.txt"), None);
    // A second yes changes nothing, from wherever it comes.
    for host in [&one, &two] {
        let again = host.json(&ana, &["confirm", &item], 0);
        assert_eq!(again["results"][0]["same_answer"], true, "{again}");
    }
    let receipt = done["results"][0]["receipt"]["id"].as_str().unwrap();
    two.run(&ana, &["undo", receipt]).expect(0);
    assert_eq!(one.read("notes.txt"), None);
    for host in [&one, &two] {
        check_log(host);
    }
    let hosts = two.json(&ana, &["hosts"], 0);
    let names: Vec<_> = hosts["hosts"].as_array().unwrap().iter().map(|host| &host["name"]).collect();
    assert_eq!(names, ["one", "two"], "{hosts}");
}

#[test]
fn c2_several_are_confirmed_at_once_each_on_its_host() {
    let server = Server::start();
    let (one, two, ana) = two(&server);
    let items = [
        one.propose("a.txt", "a\n"),
        two.propose("b.txt", "b\n"),
        one.propose("c.txt", "c\n"),
        two.propose("d.txt", "d\n"),
    ];
    let listed = two.json(&ana, &["inbox"], 0).to_string();
    assert!(items.iter().all(|item| listed.contains(item.as_str())), "{listed}");
    for item in &items {
        two.run(&ana, &["show", item]).expect(0);
    }
    let words: Vec<&str> = ["confirm"].into_iter().chain(items.iter().map(String::as_str)).collect();
    let done = two.json(&ana, &words, 0);
    assert_eq!(done["results"].as_array().unwrap().len(), 4, "{done}");
    for (host, files) in [(&one, ["a.txt", "c.txt"]), (&two, ["b.txt", "d.txt"])] {
        assert!(files.iter().all(|file| host.read(file).is_some()), "{done}");
    }
    assert_eq!((one.read("b.txt"), two.read("a.txt")), (None, None));
    check_log(&two);
}

#[test]
fn d4_a_yes_for_a_host_that_is_away_waits_visibly_and_counts_before_a_later_no() {
    let server = Server::start();
    let (one, two, ana) = two(&server);
    let ben = two.token(&ana, "person", "ben");
    let (kept, moved) = (one.propose("kept.txt", "kept\n"), one.propose("moved.txt", "moved\n"));
    for (person, item) in [(&ana, &kept), (&ana, &moved), (&ben, &kept)] {
        two.run(person, &["show", item]).expect(0);
    }
    assert!(one.home.kill_daemon());
    eventually("the host is not seen to be away", || {
        let hosts = two.json(&ana, &["hosts"], 0);
        hosts["hosts"][0]["away_since"].is_u64()
    });
    for item in [&kept, &moved] {
        let left = two.run(&ana, &["confirm", item, "--json"]);
        assert!(left.code != 0 && left.out.contains("one is away: your call is kept"), "{left:?}");
    }
    let late = two.run(&ben, &["reject", &kept, "--json"]);
    assert!(late.code != 0 && late.out.contains("is away"), "{late:?}");
    let shown = two.json(&ana, &["show", &kept], 0);
    assert!(shown["item"]["host_away_since"].is_u64(), "{shown}");
    let waits = shown["item"]["waits_for_host"].as_array().unwrap();
    assert_eq!(
        waits
            .iter()
            .map(|left| (left["by"].as_str().unwrap(), left["op"].as_str().unwrap()))
            .collect::<Vec<_>>(),
        [("ana", "item.confirm"), ("ben", "item.reject")]
    );
    assert_eq!(one.read("kept.txt"), None);

    // What was shown is no longer so where it would land.
    fs::write(one.folder().join("moved.txt"), "somebody else's\n").unwrap();
    one.run(&ana, &["inbox"]).expect(0);
    eventually("the yes was not carried out", || one.read("kept.txt").as_deref() == Some("kept\n"));
    eventually("something still waits", || two.json(&ana, &["hosts"], 0)["hosts"][0]["waiting"] == 0);
    assert_eq!(one.read("moved.txt").as_deref(), Some("somebody else's\n"));
    let status =
        |item: &str| two.json(&ana, &["show", item], 0)["item"]["status"].as_str().unwrap().to_owned();
    assert_eq!(status(&kept), "applied");
    // It waits for a person again, who is shown what it would do now.
    assert!(["pending", "stale"].contains(&status(&moved).as_str()), "{}", status(&moved));
    check_log(&two);
}

#[test]
fn c8_a_token_that_is_revoked_on_one_host_counts_nowhere_at_once() {
    let server = Server::start();
    let (one, two, ana) = two(&server);
    let item = one.propose("notes.txt", "one\n");
    let ben = one.token(&ana, "person", "ben");
    two.run(&ben, &["inbox"]).expect(0);
    two.run(&ben, &["show", &item]).expect(0);
    one.run(&ana, &["people", "remove", "ben"]).expect(0);
    let refused = two.run(&ben, &["confirm", &item]);
    assert_ne!(refused.code, 0, "{refused:?}");
    assert_eq!(one.read("notes.txt"), None);
}

#[test]
fn c9_a_yes_that_waits_for_a_host_does_not_count_if_its_person_was_removed_meanwhile() {
    let server = Server::start();
    let (one, two, ana) = two(&server);
    let ben = one.token(&ana, "person", "ben");
    let item = one.propose("notes.txt", "one\n");
    two.run(&ben, &["show", &item]).expect(0);
    assert!(one.home.kill_daemon());
    eventually("the host is not seen to be away", || {
        two.json(&ana, &["hosts"], 0)["hosts"][0]["away_since"].is_u64()
    });
    assert_ne!(two.run(&ben, &["confirm", &item]).code, 0);
    two.run(&ana, &["people", "remove", "ben"]).expect(0);
    one.run(&ana, &["inbox"]).expect(0);
    eventually("it still waits", || two.json(&ana, &["hosts"], 0)["hosts"][0]["waiting"] == 0);
    assert_eq!(one.read("notes.txt"), None);
    assert_eq!(two.json(&ana, &["show", &item], 0)["item"]["status"], "pending");
}

#[test]
fn d1_daemons_go_on_when_their_database_was_restarted() {
    let mut server = Server::start();
    let (one, two, ana) = two(&server);
    let item = one.propose("notes.txt", "one\n");
    two.run(&ana, &["show", &item]).expect(0);
    server.stop();
    assert_ne!(two.run(&ana, &["confirm", &item]).code, 0);
    assert_eq!(one.read("notes.txt"), None);
    server.go_on();
    two.json(&ana, &["confirm", &item], 0);
    assert_eq!(one.read("notes.txt").as_deref(), Some("one\n"));
    check_log(&one);
}

#[test]
fn the_policy_is_that_of_the_team_and_settings_are_each_hosts_own() {
    let server = Server::start();
    let one = Host::new(&server, "one");
    one.home.write("policy.toml", "version = 1\nmode = \"manual\"\n");
    let ana = one.token("", "person", "ana");
    let two = Host::new(&server, "two");
    let shown = |host: &Host| host.json(&ana, &["policy", "show"], 0);
    assert_eq!(shown(&two)["mode"], "manual", "{}", shown(&two));
    assert_eq!(shown(&one)["mode"], "manual");
    let own = "SELECT count(*) FROM countersign_tools.record WHERE kind = 'settings' AND id LIKE 'config (%'";
    assert_eq!(server.count(own), 2);
}

/// Kills either daemon at random moments while items are proposed, confirmed on the other host, and undone.
#[test]
fn d3_daemons_that_are_killed_at_any_moment_lose_nothing_and_do_nothing_twice() {
    let rounds: usize =
        std::env::var("COUNTERSIGN_HOST_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(6);
    let server = Server::start();
    let (one, two, ana) = two(&server);
    let mut dice = Dice(7);
    let mut wanted: Vec<(usize, String, String)> = Vec::new();
    let hosts = [&one, &two];
    for round in 0..rounds {
        let (owner, other) = (hosts[round % 2], hosts[(round + 1) % 2]);
        let file = format!("f{round}.txt");
        let item = owner.propose(&file, &format!("{round}\n"));
        other.run(&ana, &["show", &item]).expect(0);
        let victim = hosts[dice.below(2)];
        let wait = Duration::from_millis(u64::try_from(dice.below(250)).unwrap());
        thread::scope(|scope| {
            scope.spawn(|| {
                // The daemon may be killed under it: what it answers does not matter.
                other.run(&ana, &["confirm", &item]);
            });
            thread::sleep(wait);
            victim.home.kill_daemon();
        });
        // Whoever was killed comes back with the next command, and takes up what it left.
        for host in hosts {
            host.run(&ana, &["inbox"]).expect(0);
        }
        wanted.push((round % 2, file, item));
    }
    for (owner, file, item) in &wanted {
        let host = hosts[*owner];
        eventually("an item did not come to an end", || {
            let item = &one.json(&ana, &["show", item], 0)["item"];
            match item["status"].as_str().unwrap() {
                // Its yes was lost with a daemon before it was durable: the person was not told that it counts.
                "pending" => {
                    two.run(&ana, &["confirm", item["id"].as_str().unwrap()]);
                    false
                }
                status => status == "applied",
            }
        });
        assert_eq!(
            host.read(file).as_deref(),
            Some(format!("{}\n", &file[1..file.len() - 4]).as_str()),
            "{file}"
        );
    }
    // Each landed once: one receipt each.
    let receipts = one.json(&ana, &["receipts", "--limit", "500"], 0);
    let all: Vec<_> =
        receipts["receipts"].as_array().unwrap().iter().filter_map(|r| r["item"].as_str()).collect();
    let once: BTreeSet<_> = all.iter().collect();
    assert_eq!((all.len(), once.len()), (rounds, rounds), "{receipts}");
    for host in hosts {
        check_log(host);
    }
}
