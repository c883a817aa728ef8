//! What an agent behind an editor is told of what happened since.

use serde_json::json;

use super::{Desk, Editor, write};

#[test]
fn b13_what_happened_since_is_put_before_the_persons_next_words_and_only_there() {
    let desk = Desk::new();
    let steps = json!({"prompts": [[write(&desk.path("a.txt"), "new\n")], [], [], []]});
    let mut editor = Editor::of(desk.command(&["--agent", "scripted"], &steps));
    editor.begin(&desk.work().display().to_string(), json!([]));
    let prompt = editor.prompt("s1");
    let asked = editor.asked();
    editor.choose(&asked, "yes");
    editor.answers(prompt);
    let receipt = desk.receipts()[0].clone();
    desk.home.run(&desk.person, &["undo", receipt["id"].as_str().unwrap()]).expect(0);
    desk.home
        .run(&desk.person, &["run", "steer", receipt["run"].as_str().unwrap(), "use PostgreSQL"])
        .expect(0);
    // What the agent heard of a prompt, in order.
    let heard = |editor: &mut Editor, prompt: u64| {
        let answer = editor.answer(prompt);
        let all = answer["result"]["_meta"]["heard"].as_array().unwrap().clone();
        all.iter().rfind(|m| m["method"] == "session/prompt").unwrap()["params"]["prompt"].clone()
    };
    // A prompt without a place for it uses nothing up.
    let odd = editor.ask("session/prompt", json!({"sessionId": "s1", "prompt": "do it"}));
    assert_eq!(heard(&mut editor, odd), "do it");
    let second = editor.prompt("s1");
    let told = heard(&mut editor, second);
    let news = told[0]["text"].as_str().unwrap();
    assert!(news.contains("undone by ana") && news.contains("use PostgreSQL"), "{told}");
    assert_eq!(told[1]["text"], "do it", "the person's own words stay as they are");
    let third = editor.prompt("s1");
    assert_eq!(heard(&mut editor, third).as_array().unwrap().len(), 1, "once");
}
