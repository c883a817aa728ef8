//! One step of a plan, and its execution.

use std::{
    fs::{self, DirBuilder, OpenOptions},
    io::{self, Write as _},
    os::unix::{
        fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _, lchown},
        process::CommandExt as _,
    },
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use countersign_core::{
    Error, Origin, Request, Result, authority::operations::TokenCreate, judge::Policy, record::Record,
    token::Token,
};
use countersign_words::{Message, say};
use serde_json::json;

use super::{accounts::Accounts, failed};
use crate::{daemon::end, home::Home, session};

/// A step.
#[derive(Debug)]
pub struct Step {
    /// Its description.
    pub what: Message,
    act: Option<Act>,
}

/// An action.
#[derive(Debug)]
pub enum Act {
    /// Runs a program.
    Run(Vec<String>),
    /// Creates a folder owned by that user.
    Folder { path: PathBuf, mode: u32, user: String },
    /// Writes a file atomically; owned by that user, or root.
    File { path: PathBuf, text: String, mode: u32, user: Option<String> },
    /// Removes a file or an empty folder.
    Remove(PathBuf),
    /// Gives a folder and its contents to that user, or root.
    Own { path: PathBuf, user: Option<String> },
    /// Creates the first token of a home.
    Token { home: PathBuf, name: String, uid: u32, user: String },
    /// Stops the daemon of a home.
    End { home: PathBuf },
    /// Starts the daemon.
    Start { program: PathBuf, home: PathBuf, user: String },
}

impl Step {
    /// A step to do.
    pub fn new(what: impl Into<Message>, act: Act) -> Self {
        let act = (!act.is_so()).then_some(act);
        Self { what: what.into(), act }
    }

    /// A step that is already done.
    pub fn done(what: impl Into<Message>) -> Self {
        Self { what: what.into(), act: None }
    }

    /// Returns whether it is already done.
    pub fn is_done(&self) -> bool {
        self.act.is_none()
    }

    /// Carries it out; returns the token, if it creates one.
    pub fn carry_out(&self, root: &Path) -> Result<Option<String>> {
        match &self.act {
            None => Ok(None),
            Some(Act::Run(words)) => run(words).map(|()| None),
            Some(Act::Folder { path, mode, user }) => folder(path, *mode, owner(root, user)?).map(|()| None),
            Some(Act::File { path, text, mode, user }) => {
                let owner = user.as_deref().map(|user| owner(root, user)).transpose()?;
                file(path, text, *mode, owner)
                    .map(|()| None)
                    .map_err(|e| failed(say!("command-system-cannot-write", error = e)))
            }
            Some(Act::Remove(path)) => remove(path).map(|()| None),
            Some(Act::Own { path, user }) => {
                let owner = user.as_deref().map_or(Ok((0, 0)), |user| owner(root, user))?;
                own(path, owner).map(|()| None).map_err(not_given)
            }
            Some(Act::Token { home, name, uid, user }) => {
                let token = first_token(home, name, *uid)?;
                hand_over(home, owner(root, user)?).map_err(not_given)?;
                Ok(Some(token))
            }
            Some(Act::End { home }) => end::end(&Home::at(home)).map(|_| None),
            Some(Act::Start { program, home, user }) => start(user, root, program, home).map(|_| None),
        }
    }
}

impl Act {
    fn is_so(&self) -> bool {
        match self {
            Self::File { path, text, .. } => fs::read_to_string(path).is_ok_and(|have| have == *text),
            Self::Remove(path) => fs::symlink_metadata(path).is_err(),
            _ => false,
        }
    }
}

fn not_given(e: io::Error) -> Error {
    failed(say!("command-system-cannot-change", error = e))
}

fn not_removed(path: &Path, e: &io::Error) -> Error {
    failed(say!("effect-cannot-remove", path = path.display(), said = e))
}

/// Returns the ids of a user and its primary group.
fn owner(root: &Path, name: &str) -> Result<(u32, u32)> {
    let accounts = Accounts::read(root);
    let account = accounts.named(name).ok_or_else(|| failed(say!("command-system-no-user", name)))?;
    Ok((account.uid, account.gid))
}

fn run(words: &[String]) -> Result<()> {
    let [program, arguments @ ..] = words else { return Err(Error::bug("a program has a name")) };
    let ended = Command::new(program).args(arguments).stdin(Stdio::null()).output();
    let ended = ended.map_err(|e| failed(say!("effect-cannot-run", name = program, error = e)))?;
    if ended.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&ended.stderr);
    Err(failed(say!("command-system-failed", program, output = said.trim())))
}

fn folder(path: &Path, mode: u32, (uid, gid): (u32, u32)) -> Result<()> {
    let make = || -> io::Result<()> {
        DirBuilder::new().recursive(true).mode(mode).create(path)?;
        // A planted link must not be followed.
        if fs::symlink_metadata(path)?.file_type().is_symlink() {
            return Err(io::Error::other(say!("command-is-a-link")));
        }
        lchown(path, Some(uid), Some(gid))?;
        fs::set_permissions(path, fs::Permissions::from_mode(mode))
    };
    make().map_err(|e| failed(say!("command-system-cannot-make", path = path.display(), said = e)))
}

/// Writes a file atomically.
fn file(path: &Path, text: &str, mode: u32, owner: Option<(u32, u32)>) -> io::Result<()> {
    let folder = path.parent().ok_or_else(|| io::Error::other("a file has a folder"))?;
    DirBuilder::new().recursive(true).mode(0o755).create(folder)?;
    let new = path.with_extension("new");
    if let Err(e) = fs::remove_file(&new)
        && e.kind() != io::ErrorKind::NotFound
    {
        return Err(e);
    }
    let mut file = OpenOptions::new().write(true).create_new(true).mode(mode).open(&new)?;
    file.write_all(text.as_bytes())?;
    file.set_permissions(fs::Permissions::from_mode(mode))?;
    if let Some((uid, gid)) = owner {
        std::os::unix::fs::fchown(&file, Some(uid), Some(gid))?;
    }
    file.sync_all()?;
    fs::rename(new, path)
}

fn remove(path: &Path) -> Result<()> {
    let is_folder = fs::symlink_metadata(path).is_ok_and(|m| m.is_dir());
    let socket = path.join("daemon.sock");
    if is_folder && socket.exists() {
        fs::remove_file(&socket).map_err(|e| not_removed(&socket, &e))?;
    }
    let removed = if is_folder { fs::remove_dir(path) } else { fs::remove_file(path) };
    removed.map_err(|e| not_removed(path, &e))
}

/// Gives files that root just created in a folder to a user; the user's own files are not touched, and no link is
/// followed.
fn hand_over(folder: &Path, (uid, gid): (u32, u32)) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.metadata()?.uid() == 0 {
            own(&entry.path(), (uid, gid))?;
        }
    }
    Ok(())
}

/// Gives a folder and its contents to a user. No link is followed.
///
/// # Limitations
/// It works by paths: the folder's owner must have no process running.
fn own(path: &Path, (uid, gid): (u32, u32)) -> io::Result<()> {
    lchown(path, Some(uid), Some(gid))?;
    if !fs::symlink_metadata(path)?.is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(path)? {
        own(&entry?.path(), (uid, gid))?;
    }
    Ok(())
}

/// Returns whether a home has any token, so that its first person exists.
pub fn has_tokens(home: &Path) -> bool {
    let found = Home::at(home).store().and_then(|place| place.read());
    let Some(store) = found.transpose() else { return false };
    // If it cannot be read, no token is created.
    let Ok(store) = store else { return true };
    let mut any = false;
    let looked = store.view(&mut |base| base.ids(Token::KIND.name, "", 1).map(|ids| any = !ids.is_empty()));
    // If it cannot be read, no token is created.
    any || looked.is_err()
}

/// Creates the first token before anybody can connect: an empty home accepts the first caller as its owner.
fn first_token(home: &Path, name: &str, uid: u32) -> Result<String> {
    let home = Home::at(home);
    let store = home.store()?.open()?;
    let setup = session::setup(Policy::default());
    let engine = session::engine(store, setup, home.builtins(Vec::new(), &[]));
    let actor = engine.authenticate(None)?;
    let (op, origin) = ("token.create".to_owned(), Origin::from("cli"));
    let input = json!({"kind": "person", "name": name, "uid": uid});
    let made = engine.call(Request { actor, op, input, key: None, origin })?;
    Ok(made.output::<TokenCreate>()?.token)
}

/// Starts the daemon as a user, with a clean environment and without our groups; returns its process id.
pub fn start(user: &str, root: &Path, program: &Path, home: &Path) -> Result<u32> {
    let (uid, gid) = owner(root, user)?;
    let mut command = Command::new(program);
    // Given a user, the standard library drops root's groups.
    command.arg("up").env_clear().env("COUNTERSIGN_HOME", home).env("PATH", "/usr/bin:/bin");
    command.uid(uid).gid(gid).current_dir(home).process_group(0);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let child = command
        .spawn()
        .map_err(|e| failed(say!("command-system-cannot-start", program = program.display(), error = e)))?;
    Ok(child.id())
}
