//! One step of a plan, and doing it.

use std::{
    fs::{self, DirBuilder, OpenOptions},
    io::{self, Write as _},
    os::unix::{
        fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _, lchown},
        process::CommandExt as _,
    },
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::Arc,
};

use countersign_core::{
    Error, Origin, Request, Result, authority::operations::TokenCreate, judge::Policy, record::Record,
    store::Store, token::Token,
};
use countersign_store::SqliteStore;
use countersign_words::{Message, say};
use serde_json::json;

use super::{accounts::Accounts, failed};
use crate::{daemon::end, home::Home, session};

/// A step.
#[derive(Debug)]
pub struct Step {
    /// In words.
    pub what: Message,
    act: Option<Act>,
}

/// What is done.
#[derive(Debug)]
pub enum Act {
    /// A program is run.
    Run(Vec<String>),
    /// A folder is made, and is that user's.
    Folder { path: PathBuf, mode: u32, user: String },
    /// A file is written whole; it is that user's, or root's.
    File { path: PathBuf, text: String, mode: u32, user: Option<String> },
    /// A file or an empty folder is removed.
    Remove(PathBuf),
    /// A folder with all in it becomes that user's, or root's.
    Own { path: PathBuf, user: Option<String> },
    /// The first token of a home is made.
    Token { home: PathBuf, name: String, uid: u32, user: String },
    /// The daemon of a home is ended.
    End { home: PathBuf },
    /// The daemon is started.
    Start { program: PathBuf, home: PathBuf, user: String },
}

impl Step {
    /// Something to do.
    pub fn new(what: impl Into<Message>, act: Act) -> Self {
        let act = (!act.is_so()).then_some(act);
        Self { what: what.into(), act }
    }

    /// Something that is so already.
    pub fn done(what: impl Into<Message>) -> Self {
        Self { what: what.into(), act: None }
    }

    /// Whether nothing is to do.
    pub fn is_done(&self) -> bool {
        self.act.is_none()
    }

    /// Does it; the token, if it makes one.
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

/// User and group by number; the group is the user's own.
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
        // A link that somebody put there must not be followed to something else.
        if fs::symlink_metadata(path)?.file_type().is_symlink() {
            return Err(io::Error::other(say!("command-is-a-link")));
        }
        lchown(path, Some(uid), Some(gid))?;
        fs::set_permissions(path, fs::Permissions::from_mode(mode))
    };
    make().map_err(|e| failed(say!("command-system-cannot-make", path = path.display(), said = e)))
}

/// Writes a file whole or not at all.
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

/// Gives what root just made in a folder to a user; what is the user's own is not touched, and no link is followed.
fn hand_over(folder: &Path, (uid, gid): (u32, u32)) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.metadata()?.uid() == 0 {
            own(&entry.path(), (uid, gid))?;
        }
    }
    Ok(())
}

/// Gives a folder and all in it to a user. No link is followed.
///
/// # Limitations
/// It goes by paths: whoever owns the folder must have no process running.
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

/// Whether a home has any token, so that its first person is known.
pub fn has_tokens(home: &Path) -> bool {
    let database = home.join("countersign.db");
    let Ok(store) = SqliteStore::open_read_only(&database) else { return false };
    let mut any = false;
    let looked = store.view(&mut |base| base.ids(Token::KIND.name, "", 1).map(|ids| any = !ids.is_empty()));
    // What cannot be looked at is not made anew.
    any || looked.is_err()
}

/// Makes the first token before anybody can connect: an empty home takes whoever comes first for its owner.
fn first_token(home: &Path, name: &str, uid: u32) -> Result<String> {
    let home = Home::at(home);
    let store = Arc::new(SqliteStore::open(&home.database())?);
    let setup = session::setup(Policy::default());
    let engine = session::engine(store, setup, home.builtins(Vec::new(), &[]));
    let actor = engine.authenticate(None)?;
    let (op, origin) = ("token.create".to_owned(), Origin::from("cli"));
    let input = json!({"kind": "person", "name": name, "uid": uid});
    let made = engine.call(Request { actor, op, input, key: None, origin })?;
    Ok(made.output::<TokenCreate>()?.token)
}

/// Starts the daemon as a user, with nothing of ours in its environment and none of our groups; gives its number.
pub fn start(user: &str, root: &Path, program: &Path, home: &Path) -> Result<u32> {
    let (uid, gid) = owner(root, user)?;
    let mut command = Command::new(program);
    // Given a user, the standard library drops the groups that root had.
    command.arg("up").env_clear().env("COUNTERSIGN_HOME", home).env("PATH", "/usr/bin:/bin");
    command.uid(uid).gid(gid).current_dir(home).process_group(0);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let child = command
        .spawn()
        .map_err(|e| failed(say!("command-system-cannot-start", program = program.display(), error = e)))?;
    Ok(child.id())
}
