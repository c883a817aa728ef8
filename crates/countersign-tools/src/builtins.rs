//! All built-in tools as one world: each call goes to whoever its tool belongs to.

use std::path::PathBuf;

use countersign_core::{
    Error, Result,
    tool::Tool,
    world::{Ask, Found, Inverse, Landed, Order, Reverted, Sight, World},
};
use serde_json::Value;

use crate::{data, data::Data, files, files::Files, journal, shell, shell::Shell};

/// All tools, those of the journal included.
pub fn catalog() -> Vec<Tool> {
    [journal::catalog(), files::tools(), data::tools(), shell::tools()].concat()
}

/// Files, data and commands of this machine.
pub struct Builtins {
    files: Files,
    data: Data,
    shell: Shell,
}

impl Builtins {
    /// Keeps what stood before under `trash`; works in `roots` (none: the folder a call comes from); always asks
    /// about `own`, which is Countersign's; what matches `scratch` can be made again.
    pub fn new(trash: PathBuf, roots: Vec<PathBuf>, own: Vec<PathBuf>, scratch: Vec<String>) -> Self {
        Self {
            data: Data { roots: roots.clone(), own: own.clone(), ..Data::new(trash.join("data")) },
            shell: Shell { roots: roots.clone() },
            files: Files { roots, trash: trash.join("files"), own, scratch },
        }
    }

    fn of(&self, tool: &str) -> Result<Part<'_>> {
        match tool.split('.').next() {
            Some("filesystem") => Ok(Part::Files(&self.files)),
            Some("data") => Ok(Part::Data(&self.data)),
            Some("shell") => Ok(Part::Shell(&self.shell)),
            _ => Err(Error::bug(format!("{tool} belongs to nobody here"))),
        }
    }
}

enum Part<'a> {
    Files(&'a Files),
    Data(&'a Data),
    Shell(&'a Shell),
}

macro_rules! hand_over {
    ($self:expr, $tool:expr, $method:ident($($arg:expr),*)) => {
        match $self.of($tool)? {
            Part::Files(part) => part.$method($($arg),*),
            Part::Data(part) => part.$method($($arg),*),
            Part::Shell(part) => part.$method($($arg),*),
        }
    };
}

impl World for Builtins {
    fn look(&self, ask: &Ask) -> Result<Sight> {
        hand_over!(self, &ask.tool, look(ask))
    }

    fn read(&self, ask: &Ask) -> Result<Value> {
        hand_over!(self, &ask.tool, read(ask))
    }

    fn apply(&self, order: &Order) -> Result<Landed> {
        hand_over!(self, &order.tool, apply(order))
    }

    fn check(&self, order: &Order) -> Result<Found> {
        hand_over!(self, &order.tool, check(order))
    }

    fn revert(&self, id: &str, inverse: &Inverse) -> Result<Reverted> {
        hand_over!(self, &inverse.tool, revert(id, inverse))
    }

    fn forget(&self, id: &str) -> Result<()> {
        self.files.forget(id)?;
        self.data.forget(id)
    }
}
