//! Pictures of the main pages, as they are shown in the documents: `COUNTERSIGN_PICTURES=docs/img cargo nextest run pictures`
//! writes them anew. Without that they are taken all the same, and held to show something.

use std::path::PathBuf;

use serde_json::json;

use super::{
    driver::{LAPTOP, Screen, TELEPHONE},
    signed_in,
};
use crate::world::World;

/// A world in which an agent has been busy.
fn busy() -> World {
    let world = World::new();
    std::fs::create_dir(world.work.join("docs")).unwrap();
    let put = |name: &str, text: &str| std::fs::write(world.work.join(name), text).unwrap();
    put("README.md", "# Teh tool\n\nIt counts things.\n\n## Use\n\n    count FILE\n");
    put("docs/notes.md", "- ask Ana about the ledger\n");
    put("ledger.csv", "date,amount\n2026-11-01,12.50\n2026-11-02,3.20\n");
    let call = |tool: &str, args: serde_json::Value, says: &str| {
        world.at_work(
            &world.codex,
            "call.propose",
            json!({"tool": tool, "args": args, "human_summary": says}),
        )
    };
    let task = call("task.create_task", json!({"title": "Release 1.2"}), "Track the release");
    let item = task["item"]["id"].as_str().unwrap().to_owned();
    world.show(&item);
    world.at_work(&world.ana, "item.confirm", json!({"id": item}));
    let edits = json!([{"old_text": "# Teh tool", "new_text": "# The tool"}, {"old_text": "It counts things.", "new_text": "It counts things, quickly."}]);
    call("filesystem.edit_file", json!({"path": "README.md", "edits": edits}), "Fix the typo in the title");
    call(
        "filesystem.write_file",
        json!({"path": "CHANGES.md", "content": "# Changes\n\n- The title is spelt right.\n"}),
        "Add a change log",
    );
    call(
        "filesystem.write_file",
        json!({"path": "docs/use.md", "content": "# Use\n\n    count FILE\n"}),
        "Say how to use it",
    );
    call("filesystem.delete_file", json!({"path": "ledger.csv"}), "Format the ledger");
    call("task.create_task", json!({"title": "Write the announcement"}), "Next step");
    let ask = json!({"text": "Which day should the release go out?", "choices": ["Monday", "Tuesday"], "default": "Monday"});
    world.at_work(&world.codex, "question.ask", ask);
    world
}

#[test]
fn pictures_of_the_main_pages() {
    let world = busy();
    let kept = std::env::var_os("COUNTERSIGN_PICTURES").map(PathBuf::from);
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let scratch = tempfile::tempdir().unwrap();
    let to = kept.map_or_else(|| scratch.path().to_owned(), |folder| root.join(folder));
    std::fs::create_dir_all(&to).unwrap();
    let inbox = world.at_work(&world.ana, "inbox.list", json!({}));
    let items = inbox["items"].as_array().unwrap();
    let id =
        |tool: &str| items.iter().find(|i| i["tool"] == tool).unwrap()["id"].as_str().unwrap().to_owned();
    let (edit, delete) = (id("filesystem.edit_file"), id("filesystem.delete_file"));
    let pages = [
        ("inbox", "/".to_owned()),
        ("item", format!("/items/{edit}")),
        ("destructive", format!("/items/{delete}")),
        ("receipts", "/receipts".to_owned()),
    ];
    let tab = signed_in(&world, LAPTOP);
    for (name, path) in &pages {
        for (size, screen) in [("laptop", LAPTOP), ("telephone", TELEPHONE)] {
            for (theme, dark) in [("light", false), ("dark", true)] {
                tab.screen(Screen { dark, ..screen });
                tab.go(&format!("http://{}{path}", world.address));
                let file = to.join(format!("{name}-{size}-{theme}.png"));
                tab.picture(&file);
                assert!(
                    std::fs::metadata(&file).unwrap().len() > 5_000,
                    "{}: nothing is seen",
                    file.display()
                );
            }
        }
    }
}
