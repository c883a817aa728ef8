//! An agent in a stage that tries to escape: to decide, to read hidden files, to act for real.

use std::fs;

use super::Desk;

#[test]
fn c1_nobody_decides_from_a_stage() {
    let desk = Desk::new();
    desk.put("a.txt", "one\n");
    let (other, _) = desk.stage(&[], "echo uno > a.txt");
    desk.run(&["stage", "diff", &other]).expect(0);
    let program = env!("CARGO_BIN_EXE_countersign");
    let (home, person) = (desk.home.path(), &desk.person);
    let as_person = format!("COUNTERSIGN_HOME={} COUNTERSIGN_TOKEN={person} {program}", home.display());
    let tries = [
        format!("{as_person} stage land {other}"),
        format!("{as_person} stage drop {other}"),
        format!("{as_person} confirm i1"),
        format!("{as_person} inbox"),
        format!("{as_person} freeze"),
        format!("{as_person} down; false"),
        format!("grep . {}/daemon.json", home.display()),
        format!("find {} -type f -exec cat {{}} + | grep -a .", home.display()),
        format!("echo x > {}/policy.toml", home.display()),
        format!("kill -9 $(cat {}/daemon.lock)", home.display()),
        "test -n \"$COUNTERSIGN_TOKEN$COUNTERSIGN_HOME\"".to_owned(),
    ];
    let daemon = desk.home.daemon().unwrap();
    for one in &tries {
        let (stage, told) = desk.stage(&[], &format!("{one} && touch got-out"));
        assert_ne!(told["exit_code"], 0, "{one}: {told}");
        let inside = desk.run(&["stage", "run", &stage, "--", "ls"]).expect(0).out;
        assert!(!inside.contains("got-out"), "{one}");
        desk.run(&["stage", "drop", &stage]).expect(0);
    }
    assert_eq!(desk.home.daemon(), Some(daemon), "it was not ended");
    assert_eq!(desk.real("a.txt").unwrap(), "one\n");
    assert_eq!(desk.stages().len(), 1, "nothing was dropped");
    desk.run(&["stage", "land", &other]).expect(0);
}

/// A request to land a stage in a person's name, as a bash script that prints the response.
fn lands(desk: &Desk, stage: &str, digest: &str) -> (String, String) {
    let info = fs::read_to_string(desk.home.path().join("daemon.json")).unwrap();
    let info: serde_json::Value = serde_json::from_str(&info).unwrap();
    let address = info["address"].as_str().unwrap().to_owned();
    let port = address.rsplit_once(':').unwrap().1;
    let body = format!("{{\"digest\":\"{digest}\"}}");
    let request = format!(
        "POST /v1/stages/{stage}/land HTTP/1.1\\r\\nHost: {address}\\r\\nAuthorization: Bearer {}\\r\\nContent-Type: application/json\\r\\nContent-Length: {}\\r\\nConnection: close\\r\\n\\r\\n{}",
        desk.person,
        body.len(),
        body.replace('"', "\\\"")
    );
    let script = format!("exec 3<>/dev/tcp/127.0.0.1/{port} && printf \"{request}\" >&3 && cat <&3");
    (address, script)
}

#[test]
fn c1_whoever_reaches_the_daemon_from_a_stage_is_an_agent() {
    let desk = Desk::new();
    desk.put("a.txt", "one\n");
    let (other, _) = desk.stage(&[], "echo uno > a.txt");
    let shown = desk.json(&["stage", "diff", &other], 0);
    let (address, script) = lands(&desk, &other, shown["digest"].as_str().unwrap());
    let script = format!("bash -c '{script}'");
    let ended = desk.run(&["stage", "--hosts", &address, "--", "sh", "-c", &script]);
    assert!(ended.out.contains("403") && ended.out.contains("from a process of"), "{ended:?}");
    assert_eq!(desk.real("a.txt").unwrap(), "one\n");
    let log = desk.run(&["audit", "export"]).expect(0).out;
    assert!(log.contains("stage.land") && log.contains("refused"), "the attempt is in the log");
}

#[test]
fn c1_whoever_reaches_the_daemon_from_a_command_that_the_daemon_runs_is_an_agent() {
    let desk = Desk::new();
    desk.put("a.txt", "one\n");
    let (other, _) = desk.stage(&[], "echo uno > a.txt");
    let shown = desk.json(&["stage", "diff", &other], 0);
    let (address, script) = lands(&desk, &other, shown["digest"].as_str().unwrap());
    desk.put("ask.sh", &script);
    let args = r#"{"command": "bash ask.sh"}"#;
    let call = ["call", "shell.run", "--args", args, "--json"];
    let held = super::ended(desk.command(&desk.agent, &call), "").expect(7).json();
    assert!(held["item"]["preview"]["warnings"].to_string().contains(&address), "{held}");
    let item = held["item"]["id"].as_str().unwrap();
    desk.run(&["show", item]).expect(0);
    let ran = desk.json(&["confirm", item], 0)["results"][0]["receipt"]["result"].to_string();
    assert!(ran.contains("403") && ran.contains("from a process of"), "{ran}");
    assert_eq!(desk.real("a.txt").unwrap(), "one\n");
}

#[test]
fn a5_countersigns_own_data_cannot_be_let_through() {
    let desk = Desk::new();
    let (home, dir) = (desk.home.path().display().to_string(), desk.dir().display().to_string());
    let inside = format!("{home}/countersign.db");
    for path in ["/", &dir, &home, &inside] {
        let told = desk.run(&["stage", "--through", path, "--", "true"]).expect(2);
        assert!(told.err.contains("cannot be let through"), "{told:?}");
    }
    desk.home.write("config.toml", &format!("[stage]\nthrough = [\"{home}\"]\n"));
    desk.run(&["stage", "--", "true"]).expect(2);
    assert!(desk.stages().is_empty());
}

#[test]
fn a5_secrets_are_not_there_unless_they_are_let_through() {
    let desk = Desk::new();
    fs::create_dir_all(desk.dir().join(".ssh")).unwrap();
    fs::write(desk.dir().join(".ssh/id_ed25519"), "hunter2-key\n").unwrap();
    desk.put(".env", "PASSWORD=hunter2-env\n");
    let script = "cat ~/.ssh/id_ed25519 .env; true";
    let hidden = desk.run(&["stage", "--", "sh", "-c", script]);
    assert!(!hidden.out.contains("hunter2"), "{hidden:?}");
    assert!(hidden.err.contains(".env"), "what is hidden is told: {hidden:?}");
    let let_in =
        desk.run(&["stage", "--through", ".env", "--", "sh", "-c", "cat .env; echo X=1 >> .env"]).expect(0);
    assert!(let_in.out.contains("hunter2-env"), "{let_in:?}");
    assert_eq!(
        desk.real(".env").unwrap(),
        "PASSWORD=hunter2-env\n",
        "in the staged folder nothing is changed for real"
    );
}

#[test]
fn nothing_outside_is_changed_but_what_is_let_through() {
    let desk = Desk::new();
    let (state, other) = (desk.dir().join("state"), desk.dir().join("other"));
    fs::create_dir(&state).unwrap();
    fs::create_dir(&other).unwrap();
    let script = format!(
        "echo kept > {0}/x; echo lost > {1}/x; echo tmp > /tmp/countersign-stage-test; true",
        state.display(),
        other.display()
    );
    let ended =
        desk.run(&["stage", "--through", &state.display().to_string(), "--", "sh", "-c", &script]).expect(0);
    assert_eq!(fs::read_to_string(state.join("x")).unwrap(), "kept\n");
    assert!(ended.err.contains(&format!("changed for real: {}", state.display())), "{ended:?}");
    assert!(!other.join("x").exists() && !std::path::Path::new("/tmp/countersign-stage-test").exists());
}

#[test]
fn a5_no_run_is_staged_in_what_is_hidden() {
    let desk = Desk::new();
    let own = desk.home.path().join("kept");
    let secret = desk.dir().join(".ssh/more");
    for folder in [&own, &secret] {
        fs::create_dir_all(folder).unwrap();
        fs::write(folder.join("x"), "hunter2").unwrap();
        let agent = |words: &[&str]| {
            let mut command = desk.command(&desk.agent, words);
            super::ended(
                {
                    command.current_dir(folder);
                    command
                },
                "",
            )
        };
        let run = agent(&["run", "start", "--stage", "--json"]).expect(0).json();
        let args = r#"{"command": "python3 -c 'print(open(chr(120)).read())'"}"#;
        let told =
            agent(&["call", "shell.run", "--args", args, "--run", run["id"].as_str().unwrap(), "--json"]);
        let all = format!("{told:?}");
        assert!(told.code != 0 && all.contains("cannot be staged") && !all.contains("hunter2"), "{all}");
    }
}
