//! Tests worlds that share processes, network and folders: what one command starts is there for the next, and nothing of
//! it reaches further than a command by itself.

use std::{
    fs, thread,
    time::{Duration, Instant},
};

use countersign_rehearsal::{Denied, Ended, Limit, Lingering, Network, Shared, start};

use super::place::{Place, as_everyone};

/// Creates a workspace whose commands share everything, with a folder aside that is theirs.
fn sharing() -> Place {
    let mut place = Place::outside_tmp();
    let scratch = place.outside("scratch");
    fs::create_dir(&scratch).unwrap();
    place.aside(&scratch, "scratch");
    place.shared = Some(Shared::start(place.asides.clone(), None).unwrap());
    place
}

/// Runs a script whose output goes nowhere; returns how it ended, and what goes on.
fn leaves(place: &Place, script: &str) -> (Ended, Option<Lingering>) {
    let script = format!("exec > /dev/null 2>&1; {script}");
    let mut running = start(&place.world(), &place.program(&["/bin/bash", "-c", &script])).unwrap();
    drop(running.stdin.take());
    running.wait_watched(&mut || Some(Instant::now() + Duration::from_secs(60))).unwrap()
}

/// A server that answers with its number of requests, and notes them in the folder aside.
fn server(place: &Place) -> Lingering {
    let at = place.outside("scratch").display().to_string();
    let program = format!(
        "import http.server as h, os\n\
         class H(h.BaseHTTPRequestHandler):\n\
         \tdef do_GET(self):\n\
         \t\topen('{at}/log','a').write(self.path+'\\n'); self.send_response(200); self.end_headers(); self.wfile.write(b'hello\\n')\n\
         s = h.HTTPServer(('127.0.0.1', 8000), H)\n\
         open('{at}/pid','w').write(str(os.getpid()))\n\
         s.serve_forever()\n"
    );
    let script = format!("python3 - <<'END' &\n{program}END\nwhile [ ! -s {at}/pid ]; do sleep 0.02; done");
    let (ended, lingering) = leaves(place, &script);
    assert_eq!((ended.code, &ended.denied[..]), (Some(0), &[][..]), "{ended:?}");
    lingering.expect("the server goes on")
}

fn get(path: &str) -> String {
    format!(
        "python3 -c 'import urllib.request as u; print(u.urlopen(\"http://127.0.0.1:8000{path}\").read().decode().strip())'"
    )
}

/// Waits until all of it has ended.
fn gone(lingering: &Lingering) -> bool {
    let end = Instant::now() + Duration::from_secs(20);
    while !lingering.is_over() && Instant::now() < end {
        thread::sleep(Duration::from_millis(5));
    }
    lingering.is_over()
}

#[test]
fn a16_a_server_that_one_command_starts_answers_the_next_and_can_be_ended_by_a_third() {
    as_everyone(
        "shared::a16_a_server_that_one_command_starts_answers_the_next_and_can_be_ended_by_a_third",
        || {
            let place = sharing();
            let at = place.outside("scratch").display().to_string();
            let server = server(&place);
            assert_eq!(place.sh(&get("/one")).harmless(), "hello\n");
            assert_eq!(place.sh(&format!("{}; cat {at}/log", get("/two"))).harmless(), "hello\n/one\n/two\n");
            assert!(place.sh("ps ax || true").stdout.contains("python3"), "it is in the list of processes");
            assert!(!server.is_over());
            place.sh(&format!("kill $(cat {at}/pid)")).harmless();
            assert!(gone(&server));
            assert_eq!(place.sh(&get("/three")).ended.code, Some(1), "nobody answers");
            assert!(!place.outside("scratch").join("log").exists(), "none of it is real");
        },
    );
}

#[test]
fn a16_what_goes_on_ends_with_what_is_shared_or_by_itself() {
    as_everyone("shared::a16_what_goes_on_ends_with_what_is_shared_or_by_itself", || {
        let mut place = sharing();
        let (_, first) = leaves(&place, "(setsid sleep 600 &) ; sleep 600 & disown");
        let (_, second) = leaves(&place, "sleep 601 &");
        let (first, second) = (first.unwrap(), second.unwrap());
        assert_eq!(place.sh("pgrep -c sleep").stdout, "3\n");
        drop(second);
        assert_eq!(place.sh("pgrep -c sleep").stdout, "2\n", "only that");
        place.shared = None;
        assert!(gone(&first));
        place.shared = Some(Shared::start(Vec::new(), None).unwrap());
        assert_eq!(place.sh("pgrep -c sleep").stdout, "0\n");
        let (ended, none) = leaves(&place, "sleep 0.005 & yes | head -1");
        assert!(none.is_none() && ended.code == Some(0), "what ends with it does not count: {ended:?}");
    });
}

#[test]
fn a16_a_command_that_takes_too_long_ends_with_all_it_started_and_others_go_on() {
    as_everyone(
        "shared::a16_a_command_that_takes_too_long_ends_with_all_it_started_and_others_go_on",
        || {
            let mut place = sharing();
            let (_, other) = leaves(&place, "sleep 600 &");
            place.limits.time = Some(Duration::from_millis(300));
            let outcome = place.sh("(setsid sleep 601 &); (sleep 602 &); sleep 603");
            assert_eq!(outcome.ended.over, [Limit::Time]);
            place.limits.time = Some(Duration::from_secs(60));
            assert_eq!(place.sh("pgrep -a sleep").stdout.lines().count(), 1, "only the other command's");
            assert!(!other.unwrap().is_over());
        },
    );
}

#[test]
fn a16_whoever_kills_the_first_process_of_its_world_ends_all_that_is_shared() {
    as_everyone("shared::a16_whoever_kills_the_first_process_of_its_world_ends_all_that_is_shared", || {
        let place = sharing();
        // It has no parent here, and is not number 1.
        let script = "for p in /proc/[0-9]*; do n=${p#/proc/}; \
                      if [ $n != 1 ] && grep -q '^PPid:.0$' $p/status; then kill -9 $n; fi; done; sleep 600";
        let outcome = place.sh(script);
        assert_eq!(outcome.ended.over, [Limit::Ended], "{:?}", outcome.ended);
        assert!(
            place.shared.as_ref().unwrap().is_over() || {
                thread::sleep(Duration::from_millis(200));
                place.shared.as_ref().unwrap().is_over()
            }
        );
    });
}

#[test]
fn a13_what_goes_on_reaches_nobody_and_each_command_is_told_its_own_attempts() {
    as_everyone("shared::a13_what_goes_on_reaches_nobody_and_each_command_is_told_its_own_attempts", || {
        let place = sharing();
        let looks_up = "import socket\nwhile True:\n\ttry: socket.getaddrinfo('background.example', 80)\n\texcept OSError: pass\n";
        let (_, lingering) = leaves(&place, &format!("python3 -c \"{looks_up}\" & sleep 0.3"));
        assert!(lingering.is_some());
        assert_eq!(place.sh("sleep 0.3; echo mine").harmless(), "mine\n");
        let outcome = place.sh("getent hosts foreground.example; exit 0");
        assert_eq!(outcome.ended.denied, [Denied::Name("foreground.example".to_owned())]);
        let outcome = place.sh("exec 3<>/dev/tcp/192.0.2.1/80; exit 0");
        assert_eq!(outcome.ended.denied, [Denied::Host("192.0.2.1:80".to_owned())]);
    });
}

#[test]
fn a13_a_command_that_may_reach_hosts_or_see_more_is_out_of_reach_of_what_goes_on() {
    as_everyone(
        "shared::a13_a_command_that_may_reach_hosts_or_see_more_is_out_of_reach_of_what_goes_on",
        || {
            let mut place = sharing();
            let at = place.outside("scratch").display().to_string();
            let _server = server(&place);
            for (network, apart) in
                [(Network::Hosts(vec!["a.example".to_owned()]), false), (Network::None, true)]
            {
                (place.network, place.apart) = (network, apart);
                let told = place.sh(&format!(
                    "{} 2>/dev/null; pgrep -c python3; echo mine >> {at}/apart; cat {at}/pid",
                    get("/")
                ));
                assert!(told.stdout.starts_with("0\n"), "{}", told.stdout);
                assert!(told.stdout.len() > 2, "the folder aside is the same: {}", told.stdout);
            }
            (place.network, place.apart) = (Network::None, false);
            assert_eq!(place.sh(&format!("cat {at}/apart")).harmless(), "mine\nmine\n");
        },
    );
}

#[test]
fn a13_processes_of_ours_in_a_shared_world_cannot_be_read_or_traced() {
    as_everyone("shared::a13_processes_of_ours_in_a_shared_world_cannot_be_read_or_traced", || {
        let place = sharing();
        // A command looks at whatever appears while others start.
        let at = place.outside("scratch").display().to_string();
        let spy = format!(
            "import os\n\
             while True:\n\
             \tfor p in os.listdir('/proc'):\n\
             \t\tif not p.isdigit(): continue\n\
             \t\ttry:\n\
             \t\t\tif 'PPid:\\t0' not in open(f'/proc/{{p}}/status').read(): continue\n\
             \t\texcept OSError: continue\n\
             \t\tfor f in ('environ', 'maps', 'mem', 'root/', 'cwd/', 'fd/0', 'fd/3', 'fd/4'):\n\
             \t\t\tx = f'/proc/{{p}}/{{f}}'\n\
             \t\t\ttry:\n\
             \t\t\t\tgot = os.listdir(x) if f[-1] == '/' else os.readlink(x) if f[:2] == 'fd' else open(x, 'rb').read(1) if f != 'mem' else open(x, 'rb')\n\
             \t\t\t\tif got: open('{at}/spied', 'a').write(f + ' ' + p + '\\n')\n\
             \t\t\texcept OSError: pass\n"
        );
        let (_, spying) = leaves(&place, &format!("python3 - <<'END' &\n{spy}END\nsleep 0.3"));
        let spying = spying.unwrap();
        for _ in 0..20 {
            place.sh("true").harmless();
        }
        assert!(!spying.is_over());
        assert_eq!(place.sh(&format!("cat {at}/spied 2>/dev/null || true")).harmless(), "");
    });
}

#[test]
fn a16_what_changed_below_a_shared_folder_is_seen_by_the_next_command() {
    as_everyone("shared::a16_what_changed_below_a_shared_folder_is_seen_by_the_next_command", || {
        let place = sharing();
        let (real, at) = (place.outside("scratch"), place.outside("scratch").display().to_string());
        fs::write(real.join("a"), "one\n").unwrap();
        let look = format!("cat {at}/a; cat {at}/b 2>/dev/null; exit 0");
        assert_eq!(place.sh(&look).harmless(), "one\n");
        fs::write(real.join("new"), "two\n").unwrap();
        fs::rename(real.join("new"), real.join("a")).unwrap();
        fs::write(real.join("b"), "three\n").unwrap();
        assert_eq!(place.sh(&look).harmless(), "two\nthree\n");
    });
}

#[test]
fn a16_what_goes_on_sees_what_has_changed_in_the_workspace_when_the_next_command_begins() {
    as_everyone(
        "shared::a16_what_goes_on_sees_what_has_changed_in_the_workspace_when_the_next_command_begins",
        || {
            let place = sharing();
            fs::write(place.real().join("page"), "one\n").unwrap();
            let script = "cat page; python3 -m http.server 8000 & \
                          until (exec 3<>/dev/tcp/127.0.0.1/8000); do sleep 0.02; done";
            let (_, server) = leaves(&place, script);
            assert_eq!(place.sh(&get("/page")).harmless(), "one\n");
            assert_eq!(place.sh(&get("/new")).ended.code, Some(1), "it has looked for it");
            fs::write(place.real().join("next"), "two\n").unwrap();
            fs::rename(place.real().join("next"), place.real().join("page")).unwrap();
            fs::write(place.real().join("new"), "three\n").unwrap();
            assert_eq!(place.sh(&format!("{}; {}", get("/page"), get("/new"))).harmless(), "two\nthree\n");
            assert!(!server.unwrap().is_over());
        },
    );
}

#[test]
fn h4_what_goes_on_fills_no_disk_although_its_layers_were_moved() {
    as_everyone("shared::h4_what_goes_on_fills_no_disk_although_its_layers_were_moved", || {
        let mut place = sharing();
        place.limits.disk = 8 << 20;
        // Each file is below the limit, all of them together are not.
        let script = "(while [ ! -e go ]; do sleep 0.02; done; \
                      for n in $(seq 64); do head -c 1000000 /dev/zero > big$n; sleep 0.05; done; sleep 600) &";
        let (_, filling) = leaves(&place, script);
        let filling = filling.unwrap();
        let moved = place.outside("moved");
        place.layers.move_to(&moved).unwrap();
        fs::write(place.real().join("go"), "").unwrap();
        // The next command shows it what has changed.
        fs::create_dir_all(place.layers.upper(0).0).unwrap();
        fs::create_dir_all(place.layers.upper(0).1).unwrap();
        place.sh("true").harmless();
        assert!(gone(&filling), "it has filled the disk");
        let written: u64 =
            moved.join("0/upper").read_dir().unwrap().map(|e| e.unwrap().metadata().unwrap().len()).sum();
        assert!(written < 32 << 20, "{written} bytes");
    });
}
