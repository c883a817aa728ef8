//! `review` in a real terminal: tmux presses the keys and tells what is on the screen.

use std::{
    os::unix::fs::PermissionsExt as _,
    path::Path,
    process::{Command, Stdio},
    sync::atomic::{AtomicUsize, Ordering},
};

use serde_json::{Value, json};

use crate::{Home, eventually};

/// A terminal of its own.
pub struct Pane {
    socket: String,
}

impl Drop for Pane {
    fn drop(&mut self) {
        let _ = self.tmux(&["kill-server"]);
    }
}

impl Pane {
    /// Opens a terminal in which a shell command runs, with these variables.
    fn open(home: &Home, token: &str, size: (u16, u16), command: &str, more: &[(&str, &str)]) -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::SeqCst);
        let pane = Self { socket: format!("countersign-{}-{number}", std::process::id()) };
        let (width, height) = (size.0.to_string(), size.1.to_string());
        let path = home.path();
        let mut variables = vec![
            ("COUNTERSIGN_HOME", path.to_str().unwrap()),
            ("COUNTERSIGN_TOKEN", token),
            ("COUNTERSIGN_IDLE_S", "60"),
            ("LC_ALL", "C.UTF-8"),
            ("SHELL", "/bin/sh"),
        ];
        variables.extend(more);
        let variables: Vec<String> =
            variables.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let mut args = vec!["-f", "/dev/null", "new-session", "-d", "-x", &width, "-y", &height];
        variables.iter().for_each(|variable| args.extend(["-e", variable]));
        args.push(command);
        pane.tmux(&args);
        pane
    }

    /// Opens the review desk. When it is left, the terminal tells its exit code and its settings.
    fn review(home: &Home, token: &str, size: (u16, u16)) -> Self {
        Self::running(home, token, size, "review", &[])
    }

    pub fn running(home: &Home, token: &str, size: (u16, u16), args: &str, more: &[(&str, &str)]) -> Self {
        let program = env!("CARGO_BIN_EXE_countersign");
        let command = format!("{program} {args}; echo \"left with $?\"; stty -a; exec cat");
        Self::open(home, token, size, &command, more)
    }

    fn tmux(&self, args: &[&str]) -> String {
        let mut command = Command::new("tmux");
        command.args(["-u", "-L", &self.socket]).args(args).stderr(Stdio::null());
        let output = command.output().expect("tmux is installed: cargo xtask test installs it");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Presses keys, as tmux names them.
    fn keys(&self, keys: &[&str]) {
        self.tmux(&[&["send-keys"], keys].concat());
    }

    /// Presses a key, once the question has been there for so long that it takes one.
    fn answers(&self, key: &str) {
        std::thread::sleep(std::time::Duration::from_millis(800));
        self.keys(&[key]);
    }

    /// Types a text.
    fn typed(&self, text: &str) {
        self.tmux(&["send-keys", "-l", text]);
    }

    fn screen(&self) -> String {
        self.tmux(&["capture-pane", "-p"])
    }

    /// Waits until the screen shows a text.
    #[track_caller]
    pub fn shows(&self, text: &str) -> String {
        let mut last = String::new();
        let until = std::time::Instant::now() + std::time::Duration::from_secs(60);
        while std::time::Instant::now() < until {
            last = self.screen();
            if last.contains(text) {
                return last;
            }
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        panic!("{text:?} is not on the screen:\n{last}");
    }

    /// Presses a key until the screen shows a text: what has just appeared takes no answer.
    #[track_caller]
    pub fn until(&self, key: &str, text: &str) -> String {
        eventually(&format!("{key} leads to {text:?}"), || {
            self.answers(key);
            (0..30).any(|_| {
                std::thread::sleep(std::time::Duration::from_millis(100));
                self.screen().contains(text)
            })
        });
        self.screen()
    }
}

fn propose(home: &Home, agent: &str, title: &str) -> Value {
    let args = json!({"title": title}).to_string();
    home.json(agent, &["call", "task.create_task", "--args", &args, "--summary", "as you asked"], 7)
}

#[test]
fn h8_an_agent_proposes_and_a_person_sees_it_and_answers_with_one_key() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    let pane = Pane::review(&home, &person, (120, 36));
    pane.shows("Nothing waits for you");
    propose(&home, &agent, "Fix login");
    let screen = pane.shows("Create task \"Fix login\"");
    assert!(screen.contains("agent says: “as you asked”") && screen.contains("Inbox (1)"), "{screen}");
    assert_eq!(home.json(&person, &["receipts"], 0)["receipts"], json!([]), "nothing happens by itself");
    pane.until("y", "Confirmed: Create task");
    let receipts = home.json(&person, &["receipts"], 0)["receipts"].clone();
    assert_eq!(receipts.as_array().unwrap().len(), 1, "{receipts}");
    assert_eq!(receipts[0]["allowed_by"], json!({"by": "person", "name": "ana"}));
    pane.until("u", "Undone:");

    propose(&home, &agent, "Another");
    pane.shows("Create task \"Another\"");
    pane.until("r", "Why not?");
    pane.typed("not on a Friday");
    pane.keys(&["Enter"]);
    pane.shows("Rejected:");
    let decisions = home.json(&person, &["history"], 0);
    assert!(decisions.to_string().contains("not on a Friday"), "{decisions}");

    pane.keys(&["q"]);
    pane.shows("left with 0");
    let left = pane.shows(" icanon");
    assert!(left.contains(" echo "), "the terminal is as before: {left}");
}

#[test]
fn h8_always_for_this_and_the_next_such_call_is_not_asked() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    let task = home.with_task(&person, &agent, "Fix login");
    let rename = |title: &str, code: i32| {
        let args = json!({"task": task, "title": title}).to_string();
        home.json(&agent, &["call", "task.set_title", "--args", &args], code)
    };
    let pane = Pane::review(&home, &person, (100, 30));
    rename("Fix login on phones", 7);
    pane.shows("Fix login on phones");
    pane.until("a", "for what?");
    pane.keys(&["1"]);
    pane.shows("For how long");
    pane.keys(&["2"]);
    pane.shows("Confirmed:");
    rename("Fix login everywhere", 0);
    let grants = home.json(&person, &["grants", "list"], 0);
    assert_eq!(grants["grants"][0]["lifetime"], "1h", "{grants}");
}

#[test]
fn h8_one_question_is_asked_below_the_prompt() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    let ids: Vec<String> = ["One", "Two", "Three"]
        .iter()
        .map(|title| propose(&home, &agent, title)["item"]["id"].as_str().unwrap().to_owned())
        .collect();
    let ask = |id: &str| Pane::running(&home, &person, (80, 40), &format!("review --inline {id}"), &[]);
    let pane = ask(&ids[0]);
    let screen = pane.shows("[y]es [a]lways [n]o [r]eason [d] later [e]dit [q]uit [?]");
    assert!(screen.contains("Create task \"One\"") && screen.contains("agent says:"), "{screen}");
    pane.answers("?");
    pane.shows("exactly what is shown happens");
    pane.answers("y");
    pane.shows("left with 0");
    let left = pane.shows(" icanon");
    assert_eq!(
        left.matches("Create task \"One\"").count(),
        2,
        "what was asked, and what became of it: {left}"
    );

    let pane = ask(&ids[1]);
    pane.shows("[y]es");
    pane.answers("r");
    pane.shows("Why not?");
    pane.typed("too early");
    pane.keys(&["Enter"]);
    pane.shows("left with 0");
    let told = home.json(&person, &["show", &ids[1]], 0);
    assert_eq!((&told["item"]["status"], &told["item"]["reason"]), (&json!("rejected"), &json!("too early")));

    let pane = ask(&ids[2]);
    pane.shows("[y]es");
    pane.keys(&["Escape"]);
    let left = pane.shows("left with 7");
    assert!(left.contains("it still waits"), "{left}");
    assert_eq!(home.json(&person, &["inbox"], 0)["items"].as_array().unwrap().len(), 1);
}

#[test]
fn h8_the_question_fits_twenty_columns_and_waits_while_the_shell_is_back() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    let item = propose(&home, &agent, "Fix login")["item"]["id"].as_str().unwrap().to_owned();
    let pane = Pane::open(&home, &person, (20, 40), "sh -i", &[]);
    pane.typed("PS1='pro''mpt> '\n");
    pane.shows("prompt>");
    pane.typed(&format!("clear; {} confirm {item}\n", env!("CARGO_BIN_EXE_countersign")));
    pane.shows("[y]es");
    pane.keys(&["C-z"]);
    pane.shows("prompt>");
    pane.typed("clear; fg\n");
    pane.shows("[y]es");
    assert_eq!(home.json(&person, &["status", &item], 0)["status"], "pending");
    pane.answers("y");
    eventually("it is confirmed", || home.json(&person, &["status", &item], 0)["status"] == "applied");
}

#[test]
fn a_killed_daemon_is_told_and_the_screen_comes_back_with_it() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    let pane = Pane::review(&home, &person, (100, 30));
    pane.shows("● live");
    assert!(home.kill_daemon());
    pane.shows("no connection");
    // The next command starts a daemon.
    propose(&home, &agent, "After the fall");
    pane.shows("Create task \"After the fall\"");
    pane.shows("● live");
    pane.until("y", "Confirmed:");
}

#[test]
fn a_frozen_daemon_is_waited_for_and_the_keys_still_work() {
    use rustix::process::{Signal, kill_process};
    let home = Home::new();
    let (person, agent) = home.with_people();
    propose(&home, &agent, "Cold");
    let pane = Pane::review(&home, &person, (100, 30));
    pane.shows("Create task \"Cold\"");
    let daemon = home.daemon().unwrap();
    kill_process(daemon, Signal::STOP).unwrap();
    pane.until("y", "Waiting for the daemon");
    pane.keys(&["?"]);
    pane.shows("Keys");
    pane.keys(&["Escape"]);
    kill_process(daemon, Signal::CONT).unwrap();
    pane.shows("Confirmed: Create task \"Cold\"");
}

#[test]
fn two_persons_who_answer_at_once_are_told_who_was_first() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    let item = propose(&home, &agent, "Once")["item"]["id"].as_str().unwrap().to_owned();
    let pane = Pane::running(&home, &person, (100, 30), &format!("review --inline {item}"), &[]);
    pane.shows("[y]es");
    home.run(&person, &["show", &item]).expect(0);
    home.run(&person, &["reject", &item]).expect(0);
    pane.answers("y");
    let left = pane.shows("left with 4");
    assert!(left.contains("rejected"), "{left}");
    assert_eq!(home.json(&person, &["receipts"], 0)["receipts"], json!([]));
}

#[test]
fn h2_what_an_agent_says_does_not_reach_the_terminal_as_a_sequence() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    let args = r#"{"title":"a\u001b]0;owned\u0007\u001b[2J\u202eb\nagent says: fine"}"#;
    let said = "ok\u{1b}]0;owned\u{7}\u{1b}[31m\u{202e}";
    home.json(&agent, &["call", "task.create_task", "--args", args, "--summary", said], 7);
    let pane = Pane::review(&home, &person, (120, 36));
    let screen = pane.shows(r"\x1b]0;owned\x07");
    assert!(screen.contains("Inbox (1)") && screen.contains("q quit"), "nothing was cleared: {screen}");
    let title = pane.tmux(&["display-message", "-p", "#{pane_title}"]);
    assert_eq!(title.trim(), "(1) countersign");
    // What hides characters is asked about once more, and by another key.
    pane.until("y", "Enter: do it");
    pane.until("Enter", "Confirmed:");
}

#[test]
fn a_small_terminal_says_so_and_a_resize_loses_nothing_that_was_typed() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    propose(&home, &agent, "Fix login");
    let pane = Pane::review(&home, &person, (100, 30));
    pane.shows("Create task \"Fix login\"");
    pane.until("r", "Why not?");
    pane.typed("half a rea");
    pane.tmux(&["resize-window", "-x", "20", "-y", "8"]);
    pane.shows("This terminal has 20");
    pane.typed("xx");
    pane.tmux(&["resize-window", "-x", "60", "-y", "20"]);
    pane.shows("> half a rea");
    pane.typed("son");
    pane.keys(&["Enter"]);
    pane.shows("Rejected:");
    let decisions = home.json(&person, &["history"], 0);
    assert!(decisions.to_string().contains("half a reason"), "{decisions}");
}

#[test]
fn control_z_gives_the_shell_back_and_fg_the_screen() {
    let home = Home::new();
    let (person, _) = home.with_people();
    let pane = Pane::open(&home, &person, (100, 30), "sh -i", &[]);
    // What is typed is not yet the prompt.
    pane.typed("PS1='pro''mpt> '\n");
    pane.shows("prompt>");
    pane.typed(&format!("{} review\n", env!("CARGO_BIN_EXE_countersign")));
    pane.shows("● live");
    pane.keys(&["C-z"]);
    pane.shows("prompt>");
    pane.typed("stty -a | grep -c ' icanon'; fg\n");
    pane.shows("● live");
    pane.keys(&["q"]);
    let left = pane.shows("prompt>");
    assert!(!left.contains("● live"), "{left}");
}

#[test]
fn a_signal_leaves_the_terminal_clean() {
    let home = Home::new();
    let (person, _) = home.with_people();
    let pane = Pane::review(&home, &person, (100, 30));
    pane.shows("● live");
    let shell = pane.tmux(&["display-message", "-p", "#{pane_pid}"]);
    let children = std::fs::read_to_string(format!("/proc/{0}/task/{0}/children", shell.trim())).unwrap();
    let pid: i32 = children.split_whitespace().next().unwrap().parse().unwrap();
    let pid = rustix::process::Pid::from_raw(pid).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
    pane.shows("left with");
    let left = pane.shows(" icanon");
    assert!(left.contains(" echo "), "{left}");
}

#[test]
fn an_item_is_edited_in_the_persons_editor_and_judged_anew() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    propose(&home, &agent, "Fix login");
    let editor = home.path().with_file_name("editor");
    // An editor that must not see the token.
    let script = "#!/bin/sh\ntest -z \"$COUNTERSIGN_TOKEN\" && sed -i 's/Fix login/Fix logout/' \"$1\"\n";
    std::fs::write(&editor, script).unwrap();
    std::fs::set_permissions(&editor, std::fs::Permissions::from_mode(0o755)).unwrap();
    let editor: &Path = &editor;
    let pane = Pane::running(&home, &person, (100, 30), "review", &[("EDITOR", editor.to_str().unwrap())]);
    pane.shows("Create task \"Fix login\"");
    pane.until("e", "Fix logout");
    eventually("it is shown and confirmed as it is now", || {
        pane.answers("y");
        std::thread::sleep(std::time::Duration::from_millis(400));
        pane.screen().contains("Confirmed: Create task \"Fix logout\"")
    });
}

#[test]
fn without_a_terminal_there_is_an_error_with_a_hint() {
    let home = Home::new();
    let (person, _) = home.with_people();
    let ended = home.run(&person, &["review"]).expect(2);
    assert!(ended.err.contains("needs a terminal") && ended.err.contains("countersign inbox"), "{ended:?}");
    let program = env!("CARGO_BIN_EXE_countersign");
    let dumb = Pane::open(&home, &person, (100, 30), &format!("TERM=dumb {program} review; exec cat"), &[]);
    dumb.shows("cannot move its cursor");
}

#[test]
fn h8_the_desk_ends_with_its_terminal() {
    let home = Home::new();
    let (person, _) = home.with_people();
    let pane = Pane::review(&home, &person, (80, 24));
    pane.shows("Nothing waits for you");
    let shell = pane.tmux(&["display-message", "-p", "#{pane_pid}"]);
    let children = format!("/proc/{0}/task/{0}/children", shell.trim());
    let children = std::fs::read_to_string(children).unwrap();
    let desk = children.split_whitespace().next().expect("the desk runs").to_owned();
    drop(pane);
    eventually("the desk has ended", || !Path::new(&format!("/proc/{desk}")).exists());
}
