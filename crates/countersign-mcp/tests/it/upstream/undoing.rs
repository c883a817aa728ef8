//! A server's changes to captured files are undone from the kept copies, and others by another call.

use countersign_core::{
    ErrorCode,
    judge::{ToolEntry, UndoEntry},
    tool::Reversal,
    world::{Landed, RecoveryState},
};
use countersign_mcp::ServerSettings;
use serde_json::json;

use super::*;

fn files() -> World {
    World::new(&[("disk", bound("files.py", &[], "filesystem"))])
}

fn bound(name: &str, args: &[&str], pack: &str) -> ServerSettings {
    ServerSettings { pack: Some(pack.to_owned()), ..script(name, args) }
}

#[test]
fn e9_a_write_of_a_server_is_taken_back_and_done_again() {
    let world = files();
    world.put("a.txt", "before\n");
    let forecast = world.forecast("disk.write_file", json!({"path": "a.txt", "content": "after\n"})).unwrap();
    assert_eq!(forecast.args["path"], json!(world.at("a.txt")), "what is judged is what is called");
    assert_eq!(forecast.facts.writes, [world.at("a.txt")]);
    assert_eq!(forecast.reversal, Reversal::Exact);
    assert!(forecast.preview.diff.unwrap().contains("-before\n+after\n"));
    let landed = world.upstreams.apply(&world.order(
        "i1",
        "disk.write_file",
        json!({"path": "a.txt", "content": "after\n"}),
    ));
    let landed = landed.unwrap();
    assert_eq!((said(&landed.result), landed.effects.len(), landed.caveats.len()), ("written", 1, 0));
    let undone = world.upstreams.revert("r1", &landed.inverse.unwrap()).unwrap();
    assert_eq!(world.text("a.txt").unwrap(), "before\n");
    let redone = world.upstreams.revert("r2", &undone.inverse.unwrap()).unwrap();
    assert_eq!(world.text("a.txt").unwrap(), "after\n");
    world.upstreams.revert("r3", &redone.inverse.unwrap()).unwrap();
    assert_eq!(world.text("a.txt").unwrap(), "before\n");
}

#[test]
fn e9_a_new_file_goes_and_new_folders_go_with_it() {
    let world = files();
    let landed =
        world.upstreams.apply(&world.order("i1", "disk.create_directory", json!({"path": "x/y/z"}))).unwrap();
    assert!(world.desk().join("x/y/z").is_dir());
    world.upstreams.revert("r1", &landed.inverse.unwrap()).unwrap();
    assert!(!world.desk().join("x").exists());
    let new = world.order("i2", "disk.write_file", json!({"path": world.at("new.txt"), "content": "hi"}));
    let landed = world.upstreams.apply(&new).unwrap();
    world.upstreams.revert("r2", &landed.inverse.unwrap()).unwrap();
    assert_eq!(world.text("new.txt"), None);
}

#[test]
fn e9_a_move_goes_back_and_what_it_displaced_comes_back() {
    let world = files();
    world.put("a.txt", "a");
    world.put("b.txt", "b");
    let order = world.order("i1", "disk.move_file", json!({"source": "a.txt", "destination": "b.txt"}));
    let landed = world.upstreams.apply(&order).unwrap();
    assert_eq!((world.text("a.txt"), world.text("b.txt").unwrap().as_str()), (None, "a"));
    let undone = world.upstreams.revert("r1", &landed.inverse.unwrap()).unwrap();
    assert_eq!((world.text("a.txt").unwrap().as_str(), world.text("b.txt").unwrap().as_str()), ("a", "b"));
    world.upstreams.revert("r2", &undone.inverse.unwrap()).unwrap();
    assert_eq!((world.text("a.txt"), world.text("b.txt").unwrap().as_str()), (None, "a"));
}

#[test]
fn e9_a_folder_that_was_moved_goes_back_whole() {
    let world = files();
    std::fs::create_dir(world.desk().join("from")).unwrap();
    world.put("from/a.txt", "a");
    let order = world.order("i1", "disk.move_file", json!({"source": "from", "destination": "to"}));
    let landed = world.upstreams.apply(&order).unwrap();
    assert_eq!(world.text("to/a.txt").unwrap(), "a");
    world.upstreams.revert("r1", &landed.inverse.unwrap()).unwrap();
    assert_eq!((world.text("from/a.txt").unwrap().as_str(), world.text("to/a.txt")), ("a", None));
}

#[test]
fn e9_what_changed_since_is_not_overwritten_and_the_difference_is_shown() {
    let world = files();
    world.put("a.txt", "one\ntwo\n");
    let edits = json!({"path": "a.txt", "edits": [{"oldText": "two", "newText": "three"}]});
    let landed = world.upstreams.apply(&world.order("i1", "disk.edit_file", edits)).unwrap();
    world.put("a.txt", "one\nthree\nfour\n");
    let stale = world.upstreams.revert("r1", &landed.inverse.unwrap()).unwrap_err();
    assert_eq!(stale.code, ErrorCode::Stale);
    assert!(stale.detail.unwrap().contains("+four"));
    assert_eq!(world.text("a.txt").unwrap(), "one\nthree\nfour\n");
}

#[test]
fn d2_what_moved_since_it_was_looked_at_is_not_written_to() {
    let world = files();
    world.put("a.txt", "seen");
    let order = world.order("i1", "disk.write_file", json!({"path": "a.txt", "content": "new"}));
    world.put("a.txt", "changed meanwhile");
    let stale = world.upstreams.apply(&order).unwrap_err();
    assert_eq!(stale.code, ErrorCode::Stale);
    assert_eq!(world.text("a.txt").unwrap(), "changed meanwhile");
    assert_eq!(world.upstreams.check(&order).unwrap(), RecoveryState::NotBegun, "nothing was begun");
}

#[test]
fn b5_writing_what_is_there_already_is_nothing_to_do() {
    let world = files();
    world.put("a.txt", "same");
    let forecast = |content: &str| {
        world.forecast("disk.write_file", json!({"path": "a.txt", "content": content})).unwrap()
    };
    assert!(forecast("same").noop.is_some());
    assert!(forecast("other").noop.is_none());
}

#[test]
fn a5_protected_and_outside_paths_are_seen_through_links() {
    let world = files();
    std::os::unix::fs::symlink(world.desk().join("../home"), world.desk().join("innocent")).unwrap();
    std::fs::create_dir(world.desk().join("../home")).unwrap();
    let forecast = world.forecast("disk.write_file", json!({"path": "innocent/x", "content": ""})).unwrap();
    assert!(forecast.facts.outside && !forecast.facts.protected.is_empty(), "{:?}", forecast.facts);
    let key = world.forecast("disk.read_text_file", json!({"path": "~/.ssh/id_ed25519"})).unwrap();
    assert!(!key.facts.protected.is_empty(), "{:?}", key.facts);
    assert_eq!(key.reversal, Reversal::None);
}

/// Writes `a.txt` by the server; the content decides how it fails.
fn write(world: &World, id: &str, content: &str) -> Result<Landed> {
    world.upstreams.apply(&world.order(id, "disk.write_file", json!({"path": "a.txt", "content": content})))
}

#[test]
fn a_failed_write_leaves_nothing_and_one_that_failed_half_way_can_be_taken_back() {
    let world = files();
    world.put("a.txt", "before");
    let write = |id: &str, content: &str| write(&world, id, content);
    let failed = write("i1", "fail").unwrap_err();
    assert!(failed.message.contains("the disk is on strike") && !failed.is_doubt(), "{failed}");
    let half = write("i2", "fail after").unwrap();
    assert!(half.caveats[0].contains("reported an error but changed files"), "{:?}", half.caveats);
    world.upstreams.revert("r1", &half.inverse.unwrap()).unwrap();
    assert_eq!(world.text("a.txt").unwrap(), "before");
}

#[test]
fn a_crash_is_told_by_what_stands_on_the_disk() {
    let world = files();
    world.put("a.txt", "before");
    let write = |id: &str, content: &str| write(&world, id, content);
    let nothing = write("i1", "crash before").unwrap_err();
    assert!(!nothing.is_doubt() && nothing.message.contains("exit code 4"), "{nothing}");
    let landed = write("i2", "crash after").unwrap();
    world.upstreams.revert("r1", &landed.inverse.unwrap()).unwrap();
    assert_eq!(world.text("a.txt").unwrap(), "before");
}

#[test]
fn a_crash_that_changed_a_file_in_an_unknown_way_is_for_a_person_to_look_at() {
    let world = files();
    world.put("a.txt", "before");
    let edits = json!({"path": "a.txt", "edits": [{"oldText": "before", "newText": "crash"}]});
    let doubt = world.upstreams.apply(&world.order("i1", "disk.edit_file", edits)).unwrap_err();
    assert!(doubt.is_doubt() && doubt.message.contains("something changed at"), "{doubt}");
}

#[test]
fn after_a_kill_it_is_found_what_became_of_an_effect() {
    let servers = [("disk", bound("files.py", &[], "filesystem"))];
    let mut world = files();
    world.put("a.txt", "before");
    let args = json!({"path": "a.txt", "content": "after"});
    let order = world.order("i1", "disk.write_file", args);
    assert_eq!(world.upstreams.check(&order).unwrap(), RecoveryState::NotBegun, "no note, no call");
    let landed = world.upstreams.apply(&order).unwrap();
    world.restart(&servers);
    let RecoveryState::Landed(found) = world.upstreams.check(&order).unwrap() else { panic!("it landed") };
    assert_eq!((&found.result, &found.inverse), (&landed.result, &landed.inverse));
    // Killed between the call and its answer: only the note that it began exists.
    let note = world.desk().join("../trash/upstream/i1/done.json");
    std::fs::remove_file(&note).unwrap();
    let RecoveryState::Landed(found) = world.upstreams.check(&order).unwrap() else {
        panic!("it is seen that it landed")
    };
    std::fs::remove_file(&note).unwrap();
    world.put("a.txt", "somebody else");
    assert!(matches!(world.upstreams.check(&order).unwrap(), RecoveryState::Unknown(_)));
    world.put("a.txt", "after");
    world.upstreams.revert("r1", &found.inverse.unwrap()).unwrap();
    assert_eq!(world.text("a.txt").unwrap(), "before");
    world.upstreams.forget("i1").unwrap();
    assert_eq!(world.upstreams.check(&order).unwrap(), RecoveryState::NotBegun);
}

#[test]
fn a_person_can_say_which_paths_a_local_server_touches() {
    let local = ServerSettings { local: true, ..script("files.py", &[]) };
    let world = World::new(&[("disk", local)]);
    world.put("a.txt", "before");
    let args = json!({"path": "a.txt", "content": "after"});
    let stranger = world.forecast("disk.write_file", args.clone()).unwrap();
    assert!(matches!(stranger.reversal, Reversal::Irreversible { .. }));
    world.upstreams.set_entries([ToolEntry {
        server: "disk".to_owned(),
        name: "write_file".to_owned(),
        class: None,
        hold: None,
        explode: None,
        paths: vec!["args.path".to_owned()],
        undo: None,
    }]);
    assert_eq!(world.forecast("disk.write_file", args.clone()).unwrap().reversal, Reversal::Exact);
    let landed = world.upstreams.apply(&world.order("i1", "disk.write_file", args)).unwrap();
    world.upstreams.revert("r1", &landed.inverse.unwrap()).unwrap();
    assert_eq!(world.text("a.txt").unwrap(), "before");
}

fn graph(world_of: impl Fn(&str) -> ServerSettings) -> (tempfile::TempDir, World) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("graph.json").display().to_string();
    (folder, World::new(&[("mind", world_of(&path))]))
}

fn ada() -> Value {
    json!({"entities": [{"name": "Ada", "entityType": "person", "observations": []}]})
}

#[test]
fn e9_a_declared_call_takes_an_effect_back_and_the_first_call_does_it_again() {
    let (_folder, world) = graph(|path| bound("graph.py", &[path], "memory"));
    let nodes = || {
        world.read("mind.open_nodes", json!({"names": ["Ada", "Bob"]})).unwrap()["structuredContent"].clone()
    };
    let forecast = world.forecast("mind.create_entities", ada()).unwrap();
    assert!(
        matches!(&forecast.reversal, Reversal::BestEffort { caveats } if caveats[0].contains("delete_entities"))
    );
    let landed = world.upstreams.apply(&world.order("i1", "mind.create_entities", ada())).unwrap();
    assert_eq!(nodes()["entities"][0]["name"], "Ada");
    let undone = world.upstreams.revert("r1", landed.inverse.as_ref().unwrap()).unwrap();
    assert_eq!(nodes()["entities"], json!([]));
    assert_eq!(undone.restored[0]["id"], "mind.delete_entities");
    world.upstreams.revert("r2", &undone.inverse.unwrap()).unwrap();
    assert_eq!(nodes()["entities"][0]["name"], "Ada");
    assert!(!landed.caveats.is_empty());
}

#[test]
fn e9_what_was_deleted_comes_back_with_what_hung_on_it() {
    let (_folder, world) = graph(|path| bound("graph.py", &[path], "memory"));
    let nodes = || {
        world.read("mind.open_nodes", json!({"names": ["Ada", "Bob"]})).unwrap()["structuredContent"].clone()
    };
    let knows = json!({"relations": [{"from": "Ada", "to": "Bob", "relationType": "knows"}]});
    world.upstreams.apply(&world.order("i1", "mind.create_entities", ada())).unwrap();
    world.upstreams.apply(&world.order("i2", "mind.create_relations", knows)).unwrap();
    let before = nodes();
    let landed =
        world.upstreams.apply(&world.order("i3", "mind.delete_entities", json!({"entityNames": ["Ada"]})));
    assert_eq!(nodes()["relations"], json!([]));
    world.upstreams.revert("r1", &landed.unwrap().inverse.unwrap()).unwrap();
    assert_eq!(nodes(), before);
}

#[test]
fn e9_a_declared_call_is_not_made_when_the_state_has_changed() {
    let (folder, world) = graph(|path| bound("graph.py", &[path], "memory"));
    let landed = world.upstreams.apply(&world.order("i1", "mind.create_entities", ada())).unwrap();
    let changed =
        json!({"entities": [{"name": "Ada", "entityType": "queen", "observations": []}], "relations": []});
    std::fs::write(folder.path().join("graph.json"), changed.to_string()).unwrap();
    let stale = world.upstreams.revert("r1", &landed.inverse.unwrap()).unwrap_err();
    assert_eq!(stale.code, ErrorCode::Stale);
    assert!(stale.detail.unwrap().contains("queen"));
    assert!(std::fs::read_to_string(folder.path().join("graph.json")).unwrap().contains("queen"));
}

#[test]
fn an_undo_by_a_call_that_was_cut_short_ends_the_same_when_it_is_done_again() {
    let (_folder, world) = graph(|path| bound("graph.py", &[path], "memory"));
    let landed = world.upstreams.apply(&world.order("i1", "mind.create_entities", ada())).unwrap();
    let inverse = landed.inverse.unwrap();
    world.upstreams.revert("r1", &inverse).unwrap();
    // Killed after the call and before it was recorded: the same undo under the same name.
    world.upstreams.revert("r1", &inverse).unwrap();
    assert_eq!(
        world.upstreams.revert("r2", &inverse).unwrap_err().code,
        ErrorCode::Stale,
        "under another it is stale"
    );
}

#[test]
fn an_effect_elsewhere_that_crashed_is_for_a_person_to_look_at() {
    let (_folder, world) = graph(|path| bound("graph.py", &[path], "memory"));
    let crash = json!({"entities": [{"name": "Ada", "entityType": "crash", "observations": []}]});
    let order = world.order("i1", "mind.create_entities", crash);
    let doubt = world.upstreams.apply(&order).unwrap_err();
    assert!(doubt.is_doubt(), "{doubt}");
    assert!(
        matches!(world.upstreams.check(&order).unwrap(), RecoveryState::Unknown(_)),
        "and so it is after a restart"
    );
}

#[test]
fn a_person_can_say_which_call_takes_an_effect_back() {
    let (_folder, world) = graph(|path| script("graph.py", &[path]));
    let undo = UndoEntry {
        tool: "delete_entities".to_owned(),
        args: [("entityNames".to_owned(), "result.entities[].name".to_owned())].into(),
    };
    world.upstreams.set_entries([ToolEntry {
        server: "mind".to_owned(),
        name: "create_entities".to_owned(),
        class: None,
        hold: None,
        explode: None,
        paths: Vec::new(),
        undo: Some(undo),
    }]);
    let landed = world.upstreams.apply(&world.order("i1", "mind.create_entities", ada())).unwrap();
    assert!(
        landed.caveats.iter().any(|c| c.contains("later changes are not checked for")),
        "{:?}",
        landed.caveats
    );
    world.upstreams.revert("r1", &landed.inverse.unwrap()).unwrap();
    let left = world.read("mind.open_nodes", json!({"names": ["Ada"]})).unwrap();
    assert_eq!(left["structuredContent"]["entities"], json!([]));
}
