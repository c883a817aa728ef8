//! Agents and editors that do what they should not, die, or say what nobody understands.

use std::{fs, time::Duration};

use serde_json::{Value, json};

use super::{Desk, Editor, permission, titled, write};
use crate::eventually;

#[test]
fn what_is_agreed_on_passes_unchanged_but_for_files_terminals_servers_and_modes() {
    let desk = Desk::new();
    let modes = json!({"currentModeId": "yolo", "availableModes": [
        {"id": "yolo", "name": "YOLO"}, {"id": "default", "name": "Default", "unknown": 1}]});
    let script = json!({"session": {"modes": modes, "unknown": {"a": [1]}}, "prompts": [[]]});
    desk.home.write("config.toml", "[server.notes]\ncommand = \"/bin/true\"\n");
    let mut editor = Editor::of(desk.command(&["--agent", "scripted"], &script));
    let own = |name: &str| json!({"name": name, "command": "/bin/evil", "args": [], "env": []});
    let begun = editor.begin(&desk.work().display().to_string(), json!([own("notes"), own("other")]));
    let modes = &begun["result"]["modes"];
    assert_eq!(
        modes["availableModes"],
        json!([{"id": "default", "name": "Default", "unknown": 1}]),
        "{begun}"
    );
    assert_eq!(
        (&modes["currentModeId"], &begun["result"]["unknown"]),
        (&json!("default"), &json!({"a": [1]}))
    );
    for (method, params) in [
        ("session/set_mode", json!({"sessionId": "s1", "modeId": "yolo"})),
        (
            "session/set_config_option",
            json!({"sessionId": "s1", "configId": "permission_mode", "value": "bypassPermissions"}),
        ),
    ] {
        let id = editor.ask(method, params);
        assert!(editor.answer(id)["error"]["message"].is_string(), "{method}");
    }
    let id = editor.ask("session/set_mode", json!({"sessionId": "s1", "modeId": "default"}));
    assert_eq!(editor.answer(id)["result"]["echo"]["params"]["modeId"], "default");
    let id = editor.ask("_vendor/thing", json!({"deep": {"unknown": [null, 1.5, "é"]}}));
    assert_eq!(editor.answer(id)["result"]["echo"]["params"], json!({"deep": {"unknown": [null, 1.5, "é"]}}));
    let prompt = editor.prompt("s1");
    let heard = editor.answer(prompt)["result"]["_meta"]["heard"].clone();
    let able = &heard[0]["params"]["clientCapabilities"];
    assert_eq!(able["fs"], json!({"readTextFile": true, "writeTextFile": true}));
    assert_eq!(able["terminal"], true);
    let servers = heard[1]["params"]["mcpServers"].as_array().unwrap();
    let [server] = servers.as_slice() else { panic!("{servers:?}") };
    assert_eq!(
        (&server["name"], &server["args"]),
        (&json!("countersign"), &json!(["mcp", "--agent", "scripted"]))
    );
    let told: Vec<&Value> =
        heard.as_array().unwrap().iter().filter(|m| m["method"] == "session/set_mode").collect();
    assert!(told.iter().all(|m| m["params"]["modeId"] == "default"), "{told:?}");
    assert_eq!(told.len(), 2, "once by the gate, once by the editor");
}

#[test]
fn no_line_of_an_agent_carries_a_change_past_the_gate() {
    let desk = Desk::new();
    let path = desk.path("a.txt");
    let change = json!({"id": 9, "method": "fs/write_text_file", "params": {"sessionId": "s1", "path": path, "content": "x"}});
    let twice = format!(
        r#"{{"method":"session/update","id":9,"params":{{}},"method":"fs/write_text_file","params":{}}}"#,
        change["params"]
    );
    let raw = |line: String| json!({"raw": line});
    let ours =
        json!({"sessionUpdate": "tool_call_update", "toolCallId": "countersign-i1-0", "title": "harmless"});
    let steps = [
        raw("not json".to_owned()),
        raw(json!([change]).to_string()),
        raw(twice),
        raw(json!({"method": "fs/write_text_file", "params": change["params"]}).to_string()),
        raw(json!({"id": 77, "result": {"outcome": {"outcome": "selected", "optionId": "yes"}}}).to_string()),
        json!({"update": ours}),
        json!({"request": "fs/delete", "params": {"path": path}}),
        json!({"request": "terminal/output", "params": {"terminalId": "none"}}),
        write("relative.txt", "x"),
        permission(json!({"toolCallId": "k1", "kind": "think", "title": "TodoWrite", "rawInput": {}})),
    ];
    let (mut editor, prompt) = desk.working(json!(steps));
    // The doubled line is a write, which is asked about, like the unknown tool.
    for _ in 0..2 {
        let asked = editor.asked();
        editor.choose(&asked, "no");
    }
    let answers = editor.answer(prompt)["result"]["_meta"]["answers"].clone();
    for at in 6..9 {
        assert!(answers[at]["code"].is_number(), "{answers}");
    }
    assert_eq!(answers[9]["outcome"]["optionId"], "o-reject_once", "{answers}");
    assert!(!desk.file("a.txt").exists());
    let passed: Vec<&Value> =
        editor.kept.iter().filter(|m| m.to_string().contains("fs/") || m.is_array()).collect();
    assert!(passed.is_empty(), "{passed:?}");
    let spoofed = editor.kept.iter().any(|m| m["params"]["update"]["title"] == "harmless");
    assert!(!spoofed, "only the gate speaks of what the gate shows");
    assert!(!editor.kept.iter().any(|m| m["id"] == 77), "an answer to nothing is not passed on");
}

#[test]
fn a_request_without_an_option_that_holds_once_is_cancelled() {
    let desk = Desk::new();
    let mut only = titled("c1", "ls");
    only["params"]["options"] =
        json!([{"optionId": "a", "kind": "allow_always"}, {"optionId": "x", "kind": "allow_forever"}]);
    let mut none = titled("c2", "ls");
    none["params"]["options"] = json!("all");
    let (mut editor, prompt) = desk.working(json!([only, none]));
    let answers = editor.answer(prompt)["result"]["_meta"]["answers"].clone();
    for at in 0..2 {
        assert_eq!(answers[at], json!({"outcome": {"outcome": "cancelled"}}));
    }
}

#[test]
fn a_cancelled_turn_ends_the_waiting_and_leaves_nothing_that_a_later_yes_would_do() {
    let desk = Desk::new();
    let (mut editor, prompt) =
        desk.working(json!([write(&desk.path("a.txt"), "x"), titled("c1", "touch b")]));
    editor.asked();
    let item = desk.waiting();
    editor.say(json!({"jsonrpc": "2.0", "method": "session/cancel", "params": {"sessionId": "s1"}}));
    editor.asked();
    editor.say(json!({"jsonrpc": "2.0", "method": "session/cancel", "params": {"sessionId": "s1"}}));
    let answers = editor.answer(prompt)["result"]["_meta"]["answers"].clone();
    assert_eq!(answers[0]["code"], -32800, "{answers}");
    assert_eq!(answers[1], json!({"outcome": {"outcome": "cancelled"}}));
    assert!(desk.items().is_empty());
    let status = desk.home.json(&desk.person, &["show", &item], 0);
    assert_eq!(status["item"]["status"], "retracted", "{status}");
    assert!(!desk.file("a.txt").exists());
}

#[test]
fn when_the_agent_dies_the_editor_gets_an_answer_and_nothing_goes_on() {
    let desk = Desk::new();
    let left = desk.path("left.pid");
    let leave = format!("sh -c 'echo $$ > {left}.new; mv {left}.new {left}; exec sleep 300'");
    let steps = json!([{"leave": leave}, {"run": format!("while ! test -e {left}; do sleep 0.05; done")}, {"die": 7}]);
    let (mut editor, prompt) = desk.working(steps);
    let answer = editor.answer(prompt);
    assert!(answer["error"]["message"].as_str().unwrap().contains("has ended"), "{answer}");
    assert_eq!(editor.quit(), 7);
    let pid = fs::read_to_string(desk.file("left.pid")).unwrap();
    assert!(!is_running(pid.trim()), "what the agent left behind ends with it");
}

#[test]
fn when_the_editor_dies_the_agent_and_all_that_waits_end() {
    let desk = Desk::new();
    let steps = json!([{"leave": "sleep 301"}, write(&desk.path("a.txt"), "x")]);
    let (mut editor, _) = desk.working(steps);
    editor.asked();
    let item = desk.waiting();
    let children = || {
        let all = fs::read_dir("/proc").unwrap().flatten().filter_map(|e| e.file_name().into_string().ok());
        let mine = desk.home.dir.path().display().to_string();
        all.filter(|pid| {
            fs::read(format!("/proc/{pid}/cmdline")).is_ok_and(|c| {
                let line = String::from_utf8_lossy(&c).into_owned();
                line.contains("agent.py") && line.contains(&mine)
            })
        })
        .count()
    };
    assert!(children() > 0);
    assert_eq!(editor.quit(), 0);
    eventually("nothing is left", || children() == 0);
    let status = desk.home.json(&desk.person, &["show", &item], 0);
    assert_eq!(status["item"]["status"], "retracted", "{status}");
}

#[test]
fn what_is_no_message_is_answered_and_an_endless_line_ends_the_gate() {
    let desk = Desk::new();
    let (mut editor, prompt) = desk.working(json!([]));
    editor.answer(prompt);
    editor.line("{");
    let error = editor.first("error", |m| m["error"]["code"] == -32700);
    assert!(error["id"].is_null());
    let (mut endless, _) =
        desk.working(json!([{"run": "sleep 0"}, {"raw": "x".repeat(100)}, {"request": "fs/unknown"}]));
    let long = format!("{{\"id\":1,\"method\":\"x\",\"params\":\"{}\"}}", "y".repeat(33 << 20));
    // The gate may stop reading in the middle of it.
    let _ = std::io::Write::write_all(endless.input.as_mut().unwrap(), long.as_bytes());
    eventually("the gate ends", || endless.child.try_wait().unwrap().is_some());
    assert_eq!(endless.quit(), 1);
}

#[test]
fn an_agent_of_another_version_of_the_protocol_is_not_let_in() {
    let desk = Desk::new();
    let mut editor = Editor::of(desk.command(&[], &json!({"version": 2, "prompts": []})));
    let id = editor.ask("initialize", json!({"protocolVersion": 2, "clientCapabilities": {}}));
    let answer = editor.answer(id);
    assert!(answer["error"]["message"].as_str().unwrap().contains("version"), "{answer}");
}

#[test]
fn an_agent_that_cannot_be_started_is_said_so() {
    let desk = Desk::new();
    let ended = desk.home.run(&desk.person, &["acp", "--", "/nowhere/agent", "--acp"]).expect(2);
    assert!(ended.err.contains("/nowhere/agent") && ended.out.is_empty(), "{ended:?}");
}

fn is_running(pid: &str) -> bool {
    std::thread::sleep(Duration::from_millis(50));
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit_once(')').is_some_and(|(_, rest)| !rest.trim_start().starts_with('Z'))
}
