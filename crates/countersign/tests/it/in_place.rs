//! What a person at a terminal proposes is asked about there at once, and their desktop is told of what waits.

use std::{fs, os::unix::fs::PermissionsExt as _, process::Command};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;

use crate::{Scene, eventually, pty::Terminal};

const ASKED: &str = "Should it happen?";
const CALL: [&str; 5] = ["call", "task.create_task", "--args", r#"{"title":"Mine"}"#, "--wait"];

#[test]
fn h8_a_call_that_waits_is_asked_about_in_place() {
    let scene = Scene::new();
    let mut call = scene.at_terminal(&CALL);
    call.sees(ASKED, 1);
    assert!(call.text().contains("Create task \"Mine\""), "{}", call.text());
    call.press("y");
    let (code, text) = call.end();
    assert_eq!(code, 0, "{text}");
    let mut call = scene.at_terminal(&CALL);
    call.sees(ASKED, 1);
    call.press("q");
    let (code, text) = call.end();
    assert_eq!(code, 7, "whoever leaves it does not wait for it: {text}");
}

#[test]
fn c1_agents_programs_and_pipes_are_not_asked_in_place() {
    let scene = Scene::new();
    let now = [&CALL[..], &["--wait-s", "0"]].concat();
    for (token, more) in [(&scene.agent, &[][..]), (&scene.person, &["--json"])] {
        let command = scene.home.command(token, &[&now[..], more].concat());
        let (code, text) = Terminal::new(command, "xterm").end();
        assert!(code == 7 && !text.contains(ASKED), "{code} {text}");
    }
    let piped = scene.home.run(&scene.person, &now).expect(7);
    assert!(!piped.out.contains(ASKED), "{piped:?}");
}

#[test]
fn h8_a_plan_is_asked_about_in_place() {
    let scene = Scene::new();
    let steps = json!([{"tool": "task.create_task", "args": {"title": "x"}}]).to_string();
    let mut plan = scene.at_terminal(&["plan", "propose", "--title", "Tidy up", "--steps", &steps]);
    plan.sees(ASKED, 1);
    assert!(plan.text().contains("Tidy up") && plan.text().contains("Create task \"x\""), "{}", plan.text());
    plan.press("y");
    plan.sees("Approve the whole plan", 1);
    plan.press("1");
    let (code, text) = plan.end();
    assert_eq!(code, 0, "{text}");
}

#[test]
fn h8_a_stage_is_asked_about_when_its_command_has_ended() {
    let scene = Scene::new();
    let work = scene.home.dir.path().join("work");
    fs::create_dir(&work).unwrap();
    let stage = |key: &str, command: &str, code: i32| {
        let mut stage = scene.home.command(&scene.person, &["stage", "--", "sh", "-c", command]);
        stage.current_dir(&work).env("PATH", std::env::var_os("PATH").unwrap());
        let mut stage = Terminal::new(stage, "xterm");
        if !key.is_empty() {
            stage.sees(ASKED, 1);
            stage.press(key);
        }
        let (ended, text) = stage.end();
        assert_eq!(ended, code, "{text}");
        text
    };
    let text = stage("y", "echo hello > new; exit 3", 3);
    assert!(text.contains("+hello"), "{text}");
    assert_eq!(fs::read_to_string(work.join("new")).unwrap(), "hello\n");
    stage("q", "echo more > other", 0);
    assert!(!work.join("other").exists());
    let text = stage("", "true", 0);
    assert!(!text.contains(ASKED), "nothing has changed: {text}");
}

#[test]
fn h8_always_says_how_often_each_scope_would_have_matched_so_far() {
    let scene = Scene::new();
    let task = scene.home.with_task(&scene.person, &scene.agent, "Fix login");
    for (n, title) in ["One", "Two", "Three"].into_iter().enumerate() {
        let args = json!({"task": task, "title": title}).to_string();
        let call = scene.home.json(&scene.agent, &["call", "task.set_title", "--args", &args], 7);
        let mut confirm = scene.at_terminal(&["confirm", call["item"]["id"].as_str().unwrap()]);
        confirm.sees(ASKED, 1);
        confirm.press("a");
        confirm.sees(&format!("So far: {n} of {n} calls"), 1);
        confirm.press("\u{1b}");
        confirm.sees(ASKED, 2);
        confirm.press("y");
        let (code, text) = confirm.end();
        assert_eq!(code, 0, "{text}");
    }
}

#[test]
fn h8_the_desktop_is_told_of_a_new_ask_but_not_over_ssh_and_not_with_a_token() {
    let scene = Scene::new();
    let folder = scene.home.dir.path().join("bin");
    fs::create_dir(&folder).unwrap();
    let program = folder.join("notify-send");
    let told = scene.home.dir.path().join("told");
    let far = scene.home.dir.path().join("far");
    let script =
        |to: &str| format!("#!/bin/sh\nprintf '%s|' \"$@\" \"${{COUNTERSIGN_TOKEN:-none}}\" >> {to}\n");
    fs::write(&program, script(told.to_str().unwrap())).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let watch = |more: &[(&str, &str)]| {
        let mut command: Command = scene.home.command(&scene.person, &["watch"]);
        command.env("PATH", &folder).env("DISPLAY", ":0").envs(more.iter().copied());
        let watch = Terminal::new(command, "xterm");
        watch.sees("watching", 1);
        watch
    };
    let here = watch(&[]);
    scene.propose("one <b>\u{1b}[2J");
    here.sees("Create task", 1);
    eventually("the desktop was told", || fs::read_to_string(&told).is_ok_and(|t| t.ends_with("none|")));
    let said = fs::read_to_string(&told).unwrap();
    assert!(said.starts_with("--app-name=countersign|--|Countersign|Create task"), "{said:?}");
    assert!(said.contains("&lt;b&gt;") && !said.contains('\u{1b}'), "{said:?}");
    fs::write(&program, script(far.to_str().unwrap())).unwrap();
    end(here);
    scene.home.write("config.toml", "desktop_notices = false\n");
    let off = watch(&[]);
    scene.home.write("config.toml", "");
    let ssh = watch(&[("SSH_CONNECTION", "10.0.0.1 1 10.0.0.2 22")]);
    scene.propose("two");
    for silent in [&off, &ssh] {
        silent.sees("\"two\"", 1);
    }
    end(off);
    end(ssh);
    assert!(!far.exists());
}

fn end(watch: Terminal) {
    kill_process(Pid::from_child(&watch.child), Signal::INT).unwrap();
    assert_eq!(watch.end().0, 0);
}
