//! A real agent that works in a stage as if it worked for real, and whose work is approved once.

use std::fs;

use serde_json::{Value, json};

use super::Desk;
use crate::{
    agents::{model::Model, program},
    ended,
};

#[test]
fn b1_e4_claude_code_works_in_a_stage_and_a_person_signs_once() {
    let desk = Desk::new();
    desk.put("notes.md", "a colour\n");
    let claude = program("agents/node_modules/.bin/claude", "cargo xtask install");
    let script = "sed -i s/colour/color/ notes.md && mkdir new && echo made > new/file && cat notes.md";
    let model = Model::start("Bash", json!({"command": script, "description": "tidy up"}));
    let host = model.url.trim_start_matches("http://").to_owned();
    fs::create_dir(desk.dir().join(".claude")).unwrap();
    // If it is installed below `/tmp`, which a stage replaces with its own, it is let through.
    let agents = claude.split_once("/node_modules/").map_or(claude.as_str(), |(folder, _)| folder);
    let words = ["stage", "--json", "--hosts", &host, "--through", agents, "--", &claude, "-p", "tidy up"];
    let more = ["--model", "scripted", "--allowedTools", "Bash"];
    let mut command = desk.command(&desk.person, &[&words[..], &more[..]].concat());
    command.env("ANTHROPIC_BASE_URL", &model.url).env("ANTHROPIC_API_KEY", "none");
    command.env("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1").env("DISABLE_AUTOUPDATER", "1");
    let ended = ended(command, "").expect(0);
    assert!(ended.out.contains("DONE"), "{ended:?}");
    let results = model.results();
    assert!(results.iter().any(|r| r.contains("a color")), "it saw its own change: {results:?}");
    assert_eq!((desk.real("notes.md").as_deref(), desk.real("new/file")), (Some("a colour\n"), None));

    let told: Value = serde_json::from_str(ended.out.lines().last().unwrap()).unwrap();
    let stage = told["stage"].as_str().unwrap();
    let landed = desk.land(stage, &[]).expect(0).json();
    assert_eq!(
        (desk.real("notes.md").as_deref(), desk.real("new/file").as_deref()),
        (Some("a color\n"), Some("made\n"))
    );
    desk.run(&["undo", landed["receipt"]["id"].as_str().unwrap()]).expect(0);
    assert_eq!((desk.real("notes.md").as_deref(), desk.real("new/file")), (Some("a colour\n"), None));
}
