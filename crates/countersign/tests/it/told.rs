//! A person in a terminal is told of what waits, and answers it there.

use std::{
    fs,
    io::{BufRead, BufReader},
    process::{Child, ChildStdout, Stdio},
};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use crate::{Home, Scene, pty::Terminal};

const ASKED: &str = "Should it happen?";

impl Scene {
    /// The agent proposes a task; returns the item's id.
    #[track_caller]
    pub fn propose(&self, title: &str) -> String {
        let args = json!({"title": title}).to_string();
        let call = self.home.json(&self.agent, &["call", "task.create_task", "--args", &args], 7);
        call["item"]["id"].as_str().unwrap().to_owned()
    }

    /// A command of the person at a terminal.
    pub fn at_terminal(&self, args: &[&str]) -> Terminal {
        Terminal::new(self.home.command(&self.person, args), "xterm-256color")
    }

    pub fn status(&self, item: &str) -> String {
        let status = self.home.json(&self.person, &["status", item], 0);
        status["status"].as_str().unwrap().to_owned()
    }

    /// `watch` into a pipe, line by line.
    fn watch(&self, args: &[&str]) -> (Child, BufReader<ChildStdout>) {
        let mut command = self.home.command(&self.person, &[&["watch"], args].concat());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap());
        (child, lines)
    }
}

fn line(lines: &mut BufReader<ChildStdout>) -> String {
    let mut line = String::new();
    lines.read_line(&mut line).unwrap();
    line
}

#[test]
fn h8_watch_tells_of_each_ask_as_it_comes_with_the_commands_that_answer_it() {
    let scene = Scene::new();
    let before = scene.propose("one");
    let (mut child, mut lines) = scene.watch(&[]);
    let first = line(&mut lines);
    let short = before.split('-').next().unwrap();
    assert!(first.starts_with(&format!("⏸ {short}  Create task \"one\"")), "{first}");
    assert!(first.contains("codex") && first.contains(&format!("countersign confirm {short} · ")), "{first}");
    // What an agent says can neither move the cursor nor begin a line.
    scene.propose("two\u{1b}[2J\n⏸ i9  fine\u{202e}");
    let second = line(&mut lines);
    assert!(second.contains("two") && !second.contains(['\u{1b}', '\u{202e}']), "{second:?}");
    let question = scene.home.json(&scene.agent, &["ask", "Which one?", "--free-text"], 7);
    let third = line(&mut lines);
    assert!(third.contains("Which one?") && third.contains("countersign answer q"), "{third} {question}");
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn watch_gives_programs_one_object_per_line_and_ends_when_nobody_reads() {
    let scene = Scene::new();
    let (mut child, mut lines) = scene.watch(&["--json"]);
    let item = scene.propose("one");
    let told: Value = serde_json::from_str(&line(&mut lines)).unwrap();
    assert_eq!((&told["kind"], &told["id"]), (&"item".into(), &json!(item)));
    assert!(told["commands"][0].as_str().unwrap().starts_with("countersign confirm i"), "{told}");
    // Nothing is written any more, and yet it ends.
    drop(lines);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn watch_goes_on_with_the_next_daemon() {
    let scene = Scene::new();
    scene.propose("one");
    let (mut child, mut lines) = scene.watch(&[]);
    assert!(line(&mut lines).contains("one"));
    assert!(scene.home.kill_daemon());
    scene.propose("two");
    let next = line(&mut lines);
    assert!(next.contains("two"), "{next}");
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn h8_at_a_terminal_watch_rings_and_counts_in_the_title_unless_the_terminal_is_dumb() {
    let scene = Scene::new();
    let watch = scene.at_terminal(&["watch"]);
    let dumb = Terminal::new(scene.home.command(&scene.person, &["watch"]), "dumb");
    watch.sees("\u{1b}]2;countersign\u{7}", 1);
    dumb.sees("watching", 1);
    scene.propose("one");
    watch.sees("\u{1b}]2;⏸ 1 waits\u{7}\u{7}", 1);
    watch.sees("Create task", 1);
    dumb.sees("Create task", 1);
    for terminal in [&watch, &dumb] {
        kill_process(Pid::from_child(&terminal.child), Signal::INT).unwrap();
    }
    let (code, text) = watch.end();
    assert!(code == 0 && text.ends_with("\u{1b}[23;2t"), "{code} {text:?}");
    let (code, text) = dumb.end();
    assert!(code == 0 && !text.contains("\u{1b}]") && !text.contains('\u{7}'), "{code} {text:?}");
}

#[test]
fn h8_prompt_says_how_much_waits_and_nothing_otherwise() {
    let scene = Scene::new();
    let prompt = |token: &str| scene.home.run(token, &["prompt"]).expect(0);
    assert_eq!(prompt(&scene.person).out, "");
    let first = scene.propose("one");
    assert_eq!(prompt(&scene.person).out, "⏸ 1 waits\n");
    scene.propose("two");
    assert_eq!(prompt(&scene.person).out, "⏸ 2 wait\n");
    scene.home.run(&scene.person, &["defer", &first]).expect(0);
    assert_eq!(prompt(&scene.person).out, "⏸ 1 waits\n");
    for token in [&*scene.agent, "", "cs_person_wrong"] {
        let told = prompt(token);
        assert_eq!((&*told.out, &*told.err), ("", ""));
    }
    let daemon = scene.home.daemon().unwrap();
    kill_process(daemon, Signal::STOP).unwrap();
    let told = prompt(&scene.person);
    kill_process(daemon, Signal::CONT).unwrap();
    assert_eq!((&*told.out, &*told.err), ("", ""), "a daemon that does not answer keeps no shell waiting");
    scene.home.down();
    assert_eq!(prompt(&scene.person).out, "");
    assert!(scene.home.daemon().is_none(), "it starts no daemon");
    let nowhere = Home::new();
    let told = nowhere.run("", &["prompt"]).expect(0);
    assert!(told.out.is_empty() && told.err.is_empty() && !nowhere.path().exists());
}

#[test]
fn h8_confirm_at_a_terminal_shows_what_would_happen_and_takes_one_key() {
    let scene = Scene::new();
    for (key, code, status) in
        [("y", 0, "applied"), ("n", 0, "rejected"), ("d", 0, "deferred"), ("q", 7, "pending")]
    {
        let item = scene.propose(&format!("with {key}"));
        let mut confirm = scene.at_terminal(&["confirm", &item]);
        confirm.sees(ASKED, 1);
        assert!(confirm.text().contains(&format!("with {key}")), "{}", confirm.text());
        assert_eq!(scene.status(&item), "pending");
        confirm.press(key);
        let (ended, text) = confirm.end();
        assert_eq!((ended, scene.status(&item).as_str()), (code, status), "{text}");
    }
    let item = scene.propose("with a reason");
    let mut confirm = scene.at_terminal(&["confirm", &item]);
    confirm.sees(ASKED, 1);
    confirm.press("r");
    confirm.sees("Why not?", 1);
    confirm.press("not today\n");
    assert_eq!(confirm.end().0, 0);
    let shown = scene.home.json(&scene.person, &["show", &item], 0);
    assert_eq!(shown["item"]["reason"], "not today");
}

#[test]
fn c2_what_was_typed_before_a_question_does_not_answer_it() {
    let scene = Scene::new();
    let item = scene.propose("one");
    for (args, asked) in [(&["confirm", &*item][..], ASKED), (&["review", "--inline", &item], "[y]es")] {
        let command = scene.home.command(&scene.person, args);
        let mut terminal = Terminal::typed_before(command, "xterm", "yyy\ny\n");
        terminal.sees(asked, 1);
        terminal.press("\u{3}");
        assert_eq!(terminal.end().0, 7, "{args:?}");
        assert_eq!(scene.status(&item), "pending", "{args:?}");
    }
}

#[test]
fn c2_keys_that_come_together_answer_one_question_and_not_the_next() {
    let scene = Scene::new();
    let items = [scene.propose("one"), scene.propose("two"), scene.propose("three")];
    let mut confirm = scene.at_terminal(&["confirm"]);
    confirm.sees(ASKED, 1);
    confirm.press("yyy");
    confirm.sees(ASKED, 2);
    confirm.press("\u{1b}");
    let (code, text) = confirm.end();
    assert_eq!(code, 7, "{text}");
    let applied = items.iter().filter(|item| scene.status(item) == "applied").count();
    assert_eq!(applied, 1, "{text}");
}

#[test]
fn h8_the_one_question_edits_remembers_and_takes_what_was_given() {
    let scene = Scene::new();
    let task = scene.home.with_task(&scene.person, &scene.agent, "Fix login");
    let rename = |title: &str, code: i32| {
        let args = json!({"task": task, "title": title}).to_string();
        scene.home.json(&scene.agent, &["call", "task.set_title", "--args", &args], code)
    };
    let item = rename("Fix logins", 7)["item"]["id"].as_str().unwrap().to_owned();
    let mut command = scene.home.command(&scene.person, &["confirm", &item, "--always", "1h"]);
    command.env("EDITOR", "sed -i s/logins/logouts/").env("PATH", std::env::var_os("PATH").unwrap());
    let mut confirm = Terminal::new(command, "xterm");
    confirm.sees(ASKED, 1);
    confirm.press("e");
    confirm.sees(ASKED, 2);
    assert!(confirm.text().contains("Fix logouts"), "{}", confirm.text());
    confirm.press("y");
    let (code, text) = confirm.end();
    assert_eq!(code, 0, "{text}");
    let grants = scene.home.json(&scene.person, &["grants", "list"], 0);
    assert_eq!(grants["grants"][0]["lifetime"], "1h", "{grants}");
    rename("Fix both", 0);
}

#[test]
fn a_dumb_terminal_is_asked_for_a_line() {
    let scene = Scene::new();
    let item = scene.propose("one");
    let command = scene.home.command(&scene.person, &["confirm", &item]);
    let mut confirm = Terminal::new(command, "dumb");
    confirm.sees(ASKED, 1);
    confirm.press("maybe\n");
    confirm.sees(ASKED, 2);
    confirm.press("y\n");
    let (code, text) = confirm.end();
    assert_eq!((code, scene.status(&item).as_str()), (0, "applied"), "{text}");
}

#[test]
fn h8_confirm_without_an_id_goes_through_what_waits_one_by_one() {
    let scene = Scene::new();
    let items = [scene.propose("one"), scene.propose("two"), scene.propose("three")];
    scene.home.json(&scene.agent, &["ask", "Which one?", "--free-text"], 7);
    let mut confirm = scene.at_terminal(&["confirm"]);
    for (n, key) in ["y", "s", "n"].into_iter().enumerate() {
        confirm.sees(ASKED, n + 1);
        confirm.press(key);
    }
    confirm.sees("Which one?", 1);
    confirm.sees("> ", 1);
    confirm.press("the blue one\n");
    let (code, text) = confirm.end();
    assert_eq!(code, 0, "{text}");
    let mut became: Vec<String> = items.iter().map(|item| scene.status(item)).collect();
    became.sort_unstable();
    assert_eq!(became, ["applied", "pending", "rejected"], "{text}");
    let answered = scene.home.json(&scene.person, &["question", "list"], 0);
    assert!(answered.to_string().contains("the blue one"), "{answered}");
}

#[test]
fn h8_a_set_is_confirmed_with_one_key_at_a_terminal() {
    let scene = Scene::new();
    let items = [scene.propose("one"), scene.propose("two")];
    let shown = scene.home.json(&scene.person, &["inbox"], 0);
    let set = shown["items"][0]["change_set"].as_str().unwrap().to_owned();
    let mut confirm = scene.at_terminal(&["confirm", &set]);
    confirm.sees(ASKED, 1);
    confirm.press("y");
    let (code, text) = confirm.end();
    assert_eq!(code, 0, "{text}");
    assert!(items.iter().all(|item| scene.status(item) == "applied"), "{text}");
}

#[test]
fn c1_an_agent_at_a_terminal_is_not_asked_and_confirms_nothing() {
    let scene = Scene::new();
    let item = scene.propose("one");
    for args in [&["confirm", &*item][..], &["confirm"], &["undo"]] {
        let terminal = Terminal::new(scene.home.command(&scene.agent, args), "xterm");
        let (code, text) = terminal.end();
        assert!(code != 0 || args == ["undo"], "{args:?}: {text}");
        assert!(!text.contains(ASKED), "{text}");
    }
    assert_eq!(scene.status(&item), "pending");
}

#[test]
fn scripts_are_never_asked_and_confirm_only_what_was_shown() {
    let scene = Scene::new();
    let item = scene.propose("one");
    for args in [&["confirm"][..], &["undo"]] {
        let told = scene.home.run(&scene.person, args).expect(2);
        assert!(told.err.contains("no terminal to ask at") && told.err.contains("ID"), "{told:?}");
        assert_eq!(scene.home.json(&scene.person, args, 2)["code"], "usage");
    }
    for args in [&["confirm", &*item][..], &["confirm", &item, "--yes"]] {
        let told = scene.home.json(&scene.person, args, 4);
        assert_eq!(told["results"][0]["status"], "not_shown", "{told}");
    }
    let mut yes = scene.at_terminal(&["confirm", &item, "--yes"]);
    yes.press("y");
    let (code, text) = yes.end();
    assert!(code == 4 && !text.contains(ASKED), "{text}");
    scene.home.run(&scene.person, &["show", &item]).expect(0);
    scene.home.run(&scene.person, &["confirm", &item, "--yes"]).expect(0);
    assert_eq!(scene.status(&item), "applied");
}

#[test]
fn h8_undo_without_an_id_offers_the_last_change() {
    let scene = Scene::new();
    let nothing = scene.at_terminal(&["undo"]).end();
    assert!(nothing.0 == 0 && nothing.1.contains("Nothing can be undone."), "{}", nothing.1);
    scene.home.with_task(&scene.person, &scene.agent, "first");
    scene.home.with_task(&scene.person, &scene.agent, "second");
    // Asked again, the one before comes.
    for (title, key) in [("second", "n"), ("second", "y"), ("first", "y")] {
        let mut undo = scene.at_terminal(&["undo"]);
        undo.sees("Take it back?", 1);
        assert!(undo.text().contains(title), "{}", undo.text());
        undo.press(key);
        let (code, text) = undo.end();
        assert_eq!(code, 0, "{text}");
    }
    let left = scene.home.json(&scene.agent, &["call", "task.list_tasks", "--args", "{}"], 0);
    let left = left["result"].to_string();
    assert!(!left.contains("first") && !left.contains("second"), "{left}");
}

#[test]
fn h8_any_id_takes_an_answer_or_says_what_it_takes() {
    let scene = Scene::new();
    let (home, person) = (&scene.home, &scene.person);
    let set = |id: &str| {
        let shown = home.json(person, &["show", id], 0);
        shown["item"]["change_set"].as_str().unwrap().to_owned()
    };
    let items = [scene.propose("one"), scene.propose("two")];
    let own = set(&items[0]);
    home.run(person, &["defer", &own]).expect(0);
    assert!(items.iter().all(|item| scene.status(item) == "deferred"));
    home.run(person, &["show", &own]).expect(0);
    let done = home.json(person, &["confirm", &own], 4);
    assert_eq!(
        done["results"].as_array().unwrap().len(),
        2,
        "what was put off needs a yes of its own: {done}"
    );
    home.run(person, &["reject", &own, "--reason", "no"]).expect(0);
    assert!(items.iter().all(|item| scene.status(item) == "rejected"));

    let steps = json!([{"tool": "task.create_task", "args": {"title": "x"}}]).to_string();
    let plan = home.json(&scene.agent, &["plan", "propose", "--title", "t", "--steps", &steps], 7);
    let plan = plan["id"].as_str().unwrap();
    let later = home.run(person, &["defer", plan]).expect(2);
    assert!(later.err.contains("cannot be deferred"), "{later:?}");
    let remembered = home.run(person, &["confirm", plan, "--always", "1d"]).expect(2);
    assert!(remembered.err.contains("--always"), "{remembered:?}");
    let rejected = home.json(person, &["reject", plan], 0);
    assert_eq!(rejected["results"][0]["status"], "rejected", "{rejected}");

    let question = home.json(&scene.agent, &["ask", "Which one?", "--free-text"], 7);
    let question = question["id"].as_str().unwrap();
    let told = home.run(person, &["confirm", question]).expect(2);
    assert!(told.err.contains(&format!("countersign answer {question}")), "{told:?}");
    home.run(person, &["show", question]).expect(0);
    home.run(person, &["confirm", "run1"]).expect(2);
    home.run(person, &["confirm", "nonsense"]).expect(5);
}

#[test]
fn h8_up_tells_people_what_is_asked_and_decided_and_logs_to_a_file() {
    let scene = Scene::new();
    scene.home.down();
    let command =
        |args: &[&str]| scene.home.command("", &[&["up", "--listen", "127.0.0.1:0"], args].concat());
    let up = Terminal::new(command(&[]), "xterm");
    up.sees("daemon.log", 1);
    let item = scene.propose("one");
    up.sees("Create task \"one\"", 1);
    up.sees("countersign confirm i", 1);
    scene.home.run(&scene.person, &["reject", &item, "--reason", "no"]).expect(0);
    up.sees("Create task \"one\"", 2);
    scene.home.down();
    let (code, text) = up.end();
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("rejected") && !text.contains("/v1/"), "{text}");
    let log = fs::read_to_string(scene.home.path().join("daemon.log")).unwrap();
    assert!(log.contains("\"route\":\"/v1/items/{id}/reject\""), "{log}");

    let up = Terminal::new(command(&["--log"]), "xterm");
    up.sees("daemon.sock", 1);
    scene.home.run(&scene.person, &["inbox"]).expect(0);
    up.sees("/v1/inbox", 1);
    scene.home.down();
    assert_eq!(up.end().0, 0);
}

#[test]
fn h8_redo_takes_the_id_of_what_was_undone_and_says_if_it_was_not() {
    let scene = Scene::new();
    let item = scene.propose("one");
    let ana = |args: &[&str], code| scene.home.run(&scene.person, args).expect(code).out;
    ana(&["show", &item], 0);
    ana(&["confirm", &item], 0);
    assert!(scene.home.run(&scene.person, &["redo", &item]).expect(2).err.contains("was not undone"));
    ana(&["undo", &item], 0);
    let told = ana(&["redo", &item], 0);
    assert!(told.contains("Redo") && told.contains("undo: countersign undo rc"), "{told}");
    let tasks = scene.home.run(&scene.agent, &["call", "task.list_tasks", "--args", "{}"]).expect(0).out;
    assert!(tasks.contains("one"), "{tasks}");
}

#[test]
fn b13_an_agents_command_prints_what_the_agent_does_not_know_yet() {
    let scene = Scene::new();
    let (home, person, agent) = (&scene.home, &scene.person, &scene.agent);
    let list = ["call", "task.list_tasks", "--args", "{}"];
    let undone = |title: &str| {
        home.with_task(person, agent, title);
        home.run(agent, &["news"]).expect(0);
        let receipts = home.json(person, &["receipts"], 0);
        home.run(person, &["undo", receipts["receipts"][0]["id"].as_str().unwrap()]).expect(0);
    };
    undone("one");
    let told = home.run(agent, &list).expect(0);
    assert!(told.err.contains("undone by ana"), "{told:?}");
    assert!(!home.run(agent, &list).expect(0).err.contains("undone"), "once");
    undone("two");
    let told = home.json(agent, &list, 0);
    assert_eq!(told["news"]["receipts"][0]["status"], "undone", "{told}");
    assert_eq!(home.json(agent, &list, 0).get("news"), None, "once");
    undone("three");
    let receipts = home.json(agent, &["receipts"], 0);
    assert_eq!(
        receipts["news"]["receipts"][0]["status"], "undone",
        "what only looks asks for it: {receipts}"
    );
    let run = home.json(agent, &list, 0)["run"].as_str().unwrap().to_owned();
    home.run(person, &["run", "steer", &run, "use PostgreSQL"]).expect(0);
    // A call that waits makes several calls: what came with the first is printed with the last.
    let wait = ["call", "task.create_task", "--args", "{\"title\":\"four\"}", "--wait", "--wait-s", "0"];
    let waited = home.json(agent, &wait, 7);
    assert_eq!(waited["news"]["instructions"][0]["text"], "use PostgreSQL", "{waited}");
}
