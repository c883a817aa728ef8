//! Files that change, fail and are restored, with the process ending at every point.

use std::os::unix::fs::PermissionsExt as _;

use super::*;

struct Desk {
    dir: tempfile::TempDir,
}

impl Desk {
    fn new() -> Self {
        Self { dir: tempfile::tempdir().unwrap() }
    }

    fn journal(&self) -> Journal {
        Journal::open(&Home::at(&self.dir.path().join("home"))).unwrap()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn text(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.path(name)).ok()
    }

    /// A file that exists and one that does not, and their new texts.
    fn changes(&self) -> Vec<Change> {
        fs::write(self.path("a.json"), "{\n \"a\": 0,\n \"s\": {\"x\": 1},\n \"z\": 0\n}\n").unwrap();
        let before = file::read(&self.path("a.json")).unwrap();
        let own = |keys: &[&str]| vec![keys.iter().map(|k| (*k).to_owned()).collect()];
        let new = Change {
            path: self.path("new.toml"),
            before: None,
            after: "[server.x]\nurl = \"u\"\n".into(),
            mode: 0o600,
            own: own(&["server", "x"]),
            is_toml: true,
        };
        let old = Change {
            path: before.as_ref().unwrap().path.clone(),
            before,
            after: "{\n \"a\": 0,\n \"s\": {\"cs\": 1},\n \"z\": 0\n}\n".into(),
            mode: 0o644,
            own: own(&["s", "cs"]),
            is_toml: false,
        };
        vec![new, old]
    }
}

#[test]
fn an_import_that_was_killed_at_any_point_can_be_taken_back() {
    for written in 0..=2 {
        let desk = Desk::new();
        let changes = desk.changes();
        let before = desk.text("a.json");
        let manifest = desk.journal().begin(&changes, Vec::new(), None).unwrap();
        changes.iter().take(written).for_each(|change| put(change).unwrap());
        // Another process.
        let journal = desk.journal();
        let found = journal.find("").unwrap();
        assert_eq!(found.id, manifest.id);
        let mut done = journal.undo(&found, false).unwrap();
        done.sort_by(|a, b| a.0.cmp(&b.0));
        let expected = [
            if written == 2 { Back::Restored } else { Back::Untouched },
            if written == 0 { Back::Untouched } else { Back::Removed },
        ];
        assert_eq!(done.iter().map(|(_, back)| *back).collect::<Vec<_>>(), expected, "{written}");
        assert_eq!((desk.text("a.json"), desk.text("new.toml")), (before, None), "{written}");
        assert_eq!(journal.find("").unwrap_err().code, ErrorCode::NotFound);
    }
}

#[test]
fn an_undo_that_was_killed_can_be_made_again() {
    let desk = Desk::new();
    let changes = desk.changes();
    let before = desk.text("a.json");
    let journal = desk.journal();
    let manifest = journal.begin(&changes, Vec::new(), None).unwrap();
    journal.carry_out(&manifest, &changes).unwrap();
    fs::write(desk.path("a.json"), before.as_ref().unwrap()).unwrap();
    journal.undo(&manifest, false).unwrap();
    assert_eq!((desk.text("a.json"), desk.text("new.toml")), (before, None));
}

#[test]
fn a_write_that_fails_puts_back_those_before_it() {
    let desk = Desk::new();
    let mut changes = desk.changes();
    // A file is in the place of its folder.
    changes[1].path = desk.path("in/a.json");
    changes[1].before = None;
    fs::write(desk.path("in"), "a file").unwrap();
    let journal = desk.journal();
    let manifest = journal.begin(&changes, Vec::new(), None).unwrap();
    journal.carry_out(&manifest, &changes).unwrap_err();
    assert_eq!(desk.text("new.toml"), None);
    assert!(journal.find(&manifest.id).unwrap().undone_at.is_some());
}

#[test]
fn what_moved_while_it_was_shown_is_not_written() {
    let desk = Desk::new();
    let changes = desk.changes();
    let journal = desk.journal();
    let manifest = journal.begin(&changes, Vec::new(), None).unwrap();
    fs::write(desk.path("a.json"), "{}").unwrap();
    assert_eq!(journal.carry_out(&manifest, &changes).unwrap_err().code, ErrorCode::Conflict);
    assert_eq!((desk.text("a.json").as_deref(), desk.text("new.toml")), (Some("{}"), None));
    assert!(journal.find("").is_err(), "there is nothing to take back");
}

#[test]
fn a_change_of_ours_alone_is_no_reason_to_refuse_and_any_other_is() {
    let desk = Desk::new();
    let changes = desk.changes();
    let before = desk.text("a.json").unwrap();
    let journal = desk.journal();
    let manifest = journal.begin(&changes, Vec::new(), None).unwrap();
    journal.carry_out(&manifest, &changes).unwrap();

    fs::write(desk.path("a.json"), "{\"a\": 0, \"s\": {\"cs\": 2}, \"more\": 1}").unwrap();
    let error = journal.undo(&manifest, false).unwrap_err();
    assert_eq!(error.code, ErrorCode::Conflict);
    assert!(error.hint.unwrap().contains("1.before") && error.detail.unwrap().contains("more"));
    assert!(desk.text("new.toml").is_some(), "nothing is touched unless all of it can be");
    assert!(journal.undo(&manifest, true).is_err(), "one line that changed in two ways does not come apart");

    fs::write(desk.path("a.json"), "{\n \"m\": 1,\n \"a\": 0,\n \"s\": {\"cs\": 1},\n \"z\": 0\n}\n")
        .unwrap();
    journal.check(&manifest, false).unwrap();

    fs::write(desk.path("a.json"), "{\"a\": 0, \"s\": {\"cs\": {\"token\": 5}}, \"z\": 0}").unwrap();
    journal.undo(&manifest, false).unwrap();
    assert_eq!(desk.text("a.json"), Some(before));
}

#[test]
fn copies_are_for_the_owner_alone_and_must_be_what_they_were() {
    let desk = Desk::new();
    let changes = desk.changes();
    let journal = desk.journal();
    let manifest = journal.begin(&changes, Vec::new(), None).unwrap();
    journal.carry_out(&manifest, &changes).unwrap();
    let folder = desk.path("home/imports").join(&manifest.id);
    for entry in fs::read_dir(&folder).unwrap() {
        let entry = entry.unwrap();
        assert_eq!(entry.metadata().unwrap().permissions().mode() & 0o777, 0o600, "{entry:?}");
    }
    assert_eq!(fs::metadata(&folder).unwrap().permissions().mode() & 0o777, 0o700);
    fs::write(folder.join("1.before"), "{\"evil\": 1}").unwrap();
    assert_eq!(journal.undo(&manifest, false).unwrap_err().code, ErrorCode::Store);
}

#[test]
fn two_imports_are_not_made_at_once() {
    let desk = Desk::new();
    let _first = desk.journal();
    let second = Journal::open(&Home::at(&desk.path("home")));
    assert_eq!(second.err().map(|e| e.code), Some(ErrorCode::Conflict));
}
