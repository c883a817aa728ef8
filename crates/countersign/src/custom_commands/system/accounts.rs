//! The users and groups of this machine, from its own files. Network users are missing, which is fine: the daemon's
//! user is local.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// A user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    pub name: String,
    pub uid: u32,
    pub gid: u32,
    pub home: PathBuf,
    shell: String,
}

impl Account {
    /// Returns whether login as this user is disabled.
    pub fn cannot_log_in(&self) -> bool {
        self.shell.ends_with("/nologin") || self.shell.ends_with("/false")
    }
}

/// All of them.
#[derive(Debug, Clone)]
pub struct Accounts {
    root: PathBuf,
    accounts: Vec<Account>,
    groups: String,
}

impl Accounts {
    /// Reads them.
    pub fn read(root: &Path) -> Self {
        let text = |name: &str| fs::read_to_string(root.join("etc").join(name)).unwrap_or_default();
        let accounts = text("passwd").lines().filter_map(account).collect();
        Self { root: root.to_owned(), accounts, groups: text("group") }
    }

    /// The root of the machine.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The user of that name.
    pub fn named(&self, name: &str) -> Option<&Account> {
        self.accounts.iter().find(|a| a.name == name)
    }

    /// The user of that id.
    pub fn numbered(&self, uid: u32) -> Option<&Account> {
        self.accounts.iter().find(|a| a.uid == uid)
    }

    /// Returns whether a user is listed in a group.
    pub fn is_member(&self, name: &str, group: &str) -> bool {
        let mut lines = self.groups.lines().map(|l| l.split(':').collect::<Vec<_>>());
        lines.any(|l| l.first() == Some(&group) && l.get(3).is_some_and(|m| m.split(',').any(|n| n == name)))
    }
}

fn account(line: &str) -> Option<Account> {
    let fields: Vec<&str> = line.split(':').collect();
    let [name, _, uid, gid, _, home, shell] = fields.as_slice() else { return None };
    let (uid, gid) = (uid.parse().ok()?, gid.parse().ok()?);
    let (name, home, shell) = ((*name).to_owned(), PathBuf::from(home), (*shell).to_owned());
    Some(Account { name, uid, gid, home, shell })
}
