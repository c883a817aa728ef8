//! Tests the file tools on real folders.

mod crashing;
mod judging;
mod reading;
mod refusing;
mod undoing;

use std::{
    cell::Cell,
    fs,
    os::unix::fs::{MetadataExt, PermissionsExt},
    path::{Path, PathBuf},
};

use countersign_core::{
    Error, Result,
    record::Doc,
    tool::Forecast,
    world::{Ask, Inverse, Landed, Order, PendingWrite, Reverted},
};
use countersign_tools::files::Files;
use rustix::fs::{XattrFlags, getxattr, setxattr};
use serde_json::{Value, json};
use tempfile::TempDir;

/// A workspace in a folder of its own, with the trash beside it.
struct Desk {
    _home: TempDir,
    work: PathBuf,
    files: Files,
    next: Cell<u32>,
}

fn doc(value: Value) -> Doc {
    value.as_object().unwrap().clone()
}

impl Desk {
    fn new() -> Self {
        Self::in_dir(&std::env::temp_dir())
    }

    fn in_dir(dir: &Path) -> Self {
        let home = TempDir::new_in(dir).unwrap();
        let base = home.path().canonicalize().unwrap();
        let work = base.join("work");
        fs::create_dir(&work).unwrap();
        let files =
            Files { trash: base.join("home/trash"), own: vec![base.join("home")], ..Files::default() };
        Self { _home: home, work, files, next: Cell::new(0) }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.work.join(name)
    }

    fn put(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        fs::create_dir_all(self.path(name).parent().unwrap()).unwrap();
        fs::write(self.path(name), content).unwrap();
        self.path(name)
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    fn ask(&self, tool: &str, args: Value) -> Ask {
        let (tool, args) = (format!("filesystem.{tool}"), doc(args));
        Ask { tool, args, cwd: Some(self.work.to_str().unwrap().to_owned()), ..Ask::default() }
    }

    fn forecast(&self, tool: &str, args: Value) -> Result<Forecast> {
        self.files.forecast(&self.ask(tool, args))
    }

    fn read(&self, tool: &str, args: Value) -> Result<Value> {
        self.files.read(&self.ask(tool, args))
    }

    fn id(&self) -> String {
        self.next.set(self.next.get() + 1);
        format!("o{}", self.next.get())
    }

    fn order(&self, tool: &str, args: Value) -> Order {
        let forecast = self.forecast(tool, args).unwrap();
        assert_eq!(forecast.noop, None);
        self.order_of(tool, forecast)
    }

    fn order_of(&self, tool: &str, forecast: Forecast) -> Order {
        let tool = format!("filesystem.{tool}");
        let (args, preconditions) = (forecast.args, forecast.preconditions);
        let cwd = Some(self.work.display().to_string());
        Order { id: self.id(), tool, args, preconditions, agent: "codex".to_owned(), cwd, ..Order::default() }
    }

    fn run(&self, tool: &str, args: Value) -> Landed {
        self.files.apply(&self.order(tool, args)).unwrap()
    }

    fn revert(&self, inverse: &Option<Inverse>) -> Result<Reverted> {
        self.files.revert(&self.id(), inverse.as_ref().unwrap())
    }

    /// Adds a pending write of the run, with arguments normalised by a forecast.
    fn pending(&self, ask: &mut Ask, tool: &str, args: Value) {
        let mut looked = self.ask(tool, args);
        looked.pending = ask.pending.clone();
        let forecast = self.files.forecast(&looked).unwrap();
        let item = format!("itm_{}", ask.pending.len() + 1);
        ask.pending.push(PendingWrite { item, tool: looked.tool, args: forecast.args });
    }

    /// Returns the exact content of the workspace.
    fn picture(&self) -> Vec<String> {
        let mut all = Vec::new();
        picture(&self.work, &mut all);
        all.sort();
        all
    }
}

fn picture(path: &Path, all: &mut Vec<String>) {
    for entry in fs::read_dir(path).unwrap() {
        let path = entry.unwrap().path();
        let meta = path.symlink_metadata().unwrap();
        let mut line = format!("{path:?} {:o} links {}", meta.permissions().mode(), meta.nlink());
        if meta.is_dir() {
            picture(&path, all);
        } else {
            line += &format!(" {}.{}", meta.mtime(), meta.mtime_nsec());
            let content = match meta.is_symlink() {
                true => format!("{:?}", fs::read_link(&path).unwrap()),
                false => format!("{} {:?}", blake3::hash(&fs::read(&path).unwrap()), xattr(&path)),
            };
            line += &content;
        }
        all.push(line);
    }
}

fn xattr(path: &Path) -> Option<Vec<u8>> {
    let mut value = [0; 100];
    let n = getxattr(path, "user.note", &mut value[..]).ok()?;
    Some(value[..n].to_vec())
}

/// Gives a file all attributes that a plain copy loses.
fn decorate(path: &Path) {
    let _where_supported = setxattr(path, "user.note", b"kept", XattrFlags::empty());
    fs::set_permissions(path, fs::Permissions::from_mode(0o741)).unwrap();
    let then = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::new(1_000_000_000, 123_456_789);
    fs::File::options().append(true).open(path).unwrap().set_modified(then).unwrap();
}

#[track_caller]
fn refused<T>(result: Result<T>, code: &str, words: &str) -> Error {
    let error = result.err().expect("refused");
    assert_eq!(error.code.as_str(), code, "{error}");
    assert!(error.message.contains(words), "{error}");
    error
}

#[test]
fn every_tool_has_a_schema_that_takes_its_example() {
    for tool in countersign_tools::files::tools() {
        let validator = jsonschema::validator_for(&tool.schema).unwrap();
        let example = &tool.schema["examples"][0];
        assert!(validator.is_valid(example), "{} {example}", tool.name);
        assert!(!validator.is_valid(&json!({"pth": "x"})), "{}", tool.name);
    }
}
