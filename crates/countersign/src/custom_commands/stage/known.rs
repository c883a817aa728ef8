//! Agents known by their program names: the hosts of their models and the folders of their state. Both are printed
//! before anything runs.

use std::{
    ffi::{OsStr, OsString},
    fs::{self, DirBuilder},
    io,
    os::unix::fs::DirBuilderExt as _,
    path::{Path, PathBuf},
};

use crate::agents::Agent;

/// What an agent needs.
pub use crate::agents::Stage as Known;

impl Known {
    /// Finds an agent by its program.
    pub fn of(program: &OsStr) -> Option<&'static Self> {
        Agent::of_program(Path::new(program))?.stage.as_ref()
    }

    /// Returns its state folders.
    pub fn folders(
        &self,
        person: Option<&Path>,
        variable: impl Fn(&str) -> Option<OsString>,
    ) -> Vec<PathBuf> {
        let moved = self.variable.and_then(variable).filter(|v| !v.is_empty()).map(PathBuf::from);
        match (moved, person) {
            (Some(moved), _) => vec![moved],
            (None, Some(person)) => self.folders.iter().map(|folder| person.join(folder)).collect(),
            (None, None) => Vec::new(),
        }
    }

    /// Makes the state folders that are not there yet, as the agent does when it first starts: inside a stage it cannot.
    pub fn make_folders(&self, folders: &[PathBuf]) -> io::Result<()> {
        let is_missing = |path: &&PathBuf| path.extension().is_none() && path.symlink_metadata().is_err();
        let make = |folder: &PathBuf| DirBuilder::new().recursive(true).mode(0o700).create(folder);
        folders.iter().filter(is_missing).try_for_each(make)
    }

    /// Returns its command line inside a stage.
    pub fn argv(&self, argv: &[OsString]) -> Vec<OsString> {
        let (program, rest) = argv.split_at(argv.len().min(1));
        let own = self.unconfined.iter().map(OsString::from);
        program.iter().cloned().chain(own).chain(rest.iter().cloned()).collect()
    }

    /// Returns the files in accessible folders that name programs to start, as they are now.
    pub fn settings(&self, through: &[PathBuf]) -> Vec<(PathBuf, Option<Vec<u8>>)> {
        let named = |path: &&PathBuf| self.settings.iter().any(|name| path.ends_with(name));
        let files = through.iter().filter(named).cloned();
        let below = through.iter().flat_map(|folder| self.settings.iter().map(move |name| folder.join(name)));
        let all = files.chain(below).filter(|path| path.parent().is_some_and(Path::is_dir));
        all.map(|path| (path.clone(), fs::read(path).ok())).collect()
    }
}

/// Returns those that have changed.
pub fn changed(before: &[(PathBuf, Option<Vec<u8>>)]) -> Vec<PathBuf> {
    before.iter().filter(|(path, then)| fs::read(path).ok() != *then).map(|(path, _)| path.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_agent_is_known_by_its_program_wherever_that_lies() {
        assert_eq!(Known::of(OsStr::new("claude")).unwrap().folders, [".claude", ".claude.json"]);
        assert_eq!(Known::of(OsStr::new("/opt/x/codex")).unwrap().folders, [".codex"]);
        for other in ["bash", "claude-x", "", "/opt/claude/x"] {
            assert_eq!(Known::of(OsStr::new(other)), None, "{other}");
        }
    }

    #[test]
    fn its_state_is_where_its_variable_says_or_in_the_persons_folder() {
        let claude = Known::of(OsStr::new("claude")).unwrap();
        let person = Some(Path::new("/home/ana"));
        let usual = claude.folders(person, |_| None);
        assert_eq!(usual, [Path::new("/home/ana/.claude"), Path::new("/home/ana/.claude.json")]);
        assert_eq!(claude.folders(person, |_| Some("/x".into())), [Path::new("/x")]);
        assert!(claude.folders(None, |_| None).is_empty());
    }

    #[test]
    fn its_state_folder_is_made_for_it_alone_and_its_own_sandbox_is_off() {
        use std::os::unix::fs::PermissionsExt as _;
        let dir = tempfile::tempdir().unwrap();
        let [claude, codex] = ["claude", "codex"].map(|program| Known::of(OsStr::new(program)).unwrap());
        claude.make_folders(&claude.folders(Some(dir.path()), |_| None)).unwrap();
        let made: Vec<_> =
            fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(made, [".claude"], "a file is the agent's to write");
        assert_eq!(fs::metadata(dir.path().join(".claude")).unwrap().permissions().mode() & 0o777, 0o700);
        let words = |words: &[&str]| words.iter().map(OsString::from).collect::<Vec<_>>();
        let inside = codex.argv(&words(&["/bin/codex", "exec", "x"]));
        assert_eq!(inside, words(&["/bin/codex", "-c", "sandbox_mode=\"danger-full-access\"", "exec", "x"]));
        assert_eq!(claude.argv(&words(&["claude", "-p"])), words(&["claude", "-p"]));
    }

    #[test]
    fn a5_what_says_which_programs_an_agent_starts_is_compared() {
        let dir = tempfile::tempdir().unwrap();
        let claude = Known::of(OsStr::new("claude")).unwrap();
        let settings = dir.path().join("settings.json");
        fs::write(&settings, "{}").unwrap();
        let before = claude.settings(&[dir.path().to_owned()]);
        assert!(changed(&before).is_empty());
        fs::write(dir.path().join("history"), "x").unwrap();
        assert!(changed(&before).is_empty(), "what it only remembers is its own");
        fs::write(&settings, r#"{"hooks":{}}"#).unwrap();
        fs::write(dir.path().join("settings.local.json"), "{}").unwrap();
        assert_eq!(changed(&before), [settings, dir.path().join("settings.local.json")]);
    }
}
