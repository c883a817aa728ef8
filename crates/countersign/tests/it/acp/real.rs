//! A real agent behind the gate, with a scripted model. `cargo xtask install` installs it.

use std::fs;

use serde_json::json;

use super::{Desk, Editor};
use crate::agents::{model::Model, program};

#[test]
fn opencode_asks_before_it_edits_and_a_yes_in_the_editor_lets_it() {
    let desk = Desk::new();
    let opencode = program("agents/node_modules/.bin/opencode", "cargo xtask install");
    let path = desk.path("made.txt");
    let model = Model::session(vec![
        ("write", json!({"filePath": path, "content": "made\n"})),
        ("bash", json!({"command": "touch other.txt", "description": "touches"})),
    ]);
    let settings = json!({
        "provider": {"scripted": {"npm": "@ai-sdk/openai-compatible", "options": {"baseURL": format!("{}/v1", model.url),
            "apiKey": "none"}, "models": {"scripted": {}}}},
        "model": "scripted/scripted", "small_model": "scripted/scripted",
        "permission": {"edit": "ask", "bash": "ask"},
    });
    fs::write(desk.file("opencode.json"), settings.to_string()).unwrap();
    let mut command = desk.home.command(&desk.person, &["acp", "--", &opencode, "acp"]);
    command.current_dir(desk.work()).env("HOME", desk.home.dir.path());
    command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
    command.env("OPENCODE_DISABLE_AUTOUPDATE", "1").env("OPENCODE_DISABLE_MODELS_FETCH", "1");
    let mut editor = Editor::of(command);
    let begun = editor.begin(&desk.work().display().to_string(), json!([]));
    let session = begun["result"]["sessionId"].as_str().unwrap_or_else(|| panic!("{begun}")).to_owned();
    let prompt = editor.prompt(&session);
    let asked = editor.asked();
    assert!(asked.to_string().contains("+made"), "{asked}");
    assert!(!desk.file("made.txt").exists());
    editor.choose(&asked, "yes");
    let asked = editor.asked();
    assert!(asked.to_string().contains("touch other.txt"), "{asked}");
    editor.choose(&asked, "no");
    let end = editor.answer(prompt);
    assert!(end["result"]["stopReason"].is_string(), "{end}");
    assert_eq!(fs::read_to_string(desk.file("made.txt")).unwrap(), "made\n");
    assert!(!desk.file("other.txt").exists());
}
