//! Settings files that are links.

use std::{fs, os::unix::fs::symlink};

use super::{CURSOR, Desk};

#[test]
fn a_link_is_written_through_and_stays_one() {
    let desk = Desk::bare();
    desk.write("dotfiles/cursor.json", CURSOR);
    fs::create_dir_all(desk.path("user/.cursor")).unwrap();
    symlink("../../dotfiles/cursor.json", desk.path("user/.cursor/mcp.json")).unwrap();
    desk.json(&["--yes"]);
    let link = desk.path("user/.cursor/mcp.json");
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(desk.text("dotfiles/cursor.json").contains("countersign"));
    desk.run(&["--undo"]).expect(0);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(desk.text("dotfiles/cursor.json"), CURSOR);
}

#[test]
fn a_link_is_shown_with_what_it_leads_to() {
    let desk = Desk::bare();
    desk.write("dotfiles/cursor.json", CURSOR);
    fs::create_dir_all(desk.path("user/.cursor")).unwrap();
    symlink("../../dotfiles/cursor.json", desk.path("user/.cursor/mcp.json")).unwrap();
    let shown = desk.run(&["--dry-run"]).expect(0);
    assert!(shown.out.contains("user/.cursor/mcp.json → "), "{shown:?}");
    assert!(shown.out.contains("dotfiles/cursor.json"), "{shown:?}");
}

#[test]
fn a5_a_projects_file_that_leads_out_of_it_is_refused_and_nothing_is_written() {
    let desk = Desk::bare();
    for to in ["user/.ssh/servers.json", "dotfiles/cursor.json"] {
        desk.write(to, CURSOR);
        let link = desk.path("project/.cursor/mcp.json");
        fs::create_dir_all(link.parent().unwrap()).unwrap();
        drop(fs::remove_file(&link));
        symlink(desk.path(to), &link).unwrap();
        let before = desk.text(to);
        let ended = desk.run(&["--yes", "--trust-project"]);
        assert!(ended.err.contains("outside the project"), "{ended:?}");
        assert_eq!(desk.text(to), before);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }
}

#[test]
fn a5_a_users_file_that_leads_to_a_secret_or_has_other_names_is_refused() {
    let desk = Desk::bare();
    desk.write("user/.ssh/servers.json", CURSOR);
    fs::create_dir_all(desk.path("user/.cursor")).unwrap();
    let file = desk.path("user/.cursor/mcp.json");
    symlink("../.ssh/servers.json", &file).unwrap();
    let ended = desk.run(&["--yes"]);
    assert!(ended.err.contains("protected"), "{ended:?}");
    fs::remove_file(&file).unwrap();
    fs::hard_link(desk.path("user/.ssh/servers.json"), &file).unwrap();
    let ended = desk.run(&["--yes"]);
    assert!(ended.err.contains("2 hard links"), "{ended:?}");
    assert_eq!(desk.text("user/.ssh/servers.json"), CURSOR);
}

#[test]
fn c2_a_link_that_leads_elsewhere_since_the_import_is_not_undone_through() {
    let desk = Desk::bare();
    desk.write("dotfiles/cursor.json", CURSOR);
    fs::create_dir_all(desk.path("user/.cursor")).unwrap();
    let link = desk.path("user/.cursor/mcp.json");
    symlink("../../dotfiles/cursor.json", &link).unwrap();
    desk.json(&["--yes"]);
    let imported = desk.text("dotfiles/cursor.json");
    desk.write("dotfiles/other.json", &imported);
    fs::remove_file(&link).unwrap();
    symlink("../../dotfiles/other.json", &link).unwrap();
    let ended = desk.run(&["--undo"]);
    assert!(ended.err.contains("links to"), "{ended:?}");
    assert_eq!(
        (desk.text("dotfiles/cursor.json"), desk.text("dotfiles/other.json")),
        (imported.clone(), imported)
    );
}
