//! Filters the events of a stream.

use countersign_core::{
    Error, OPS, Result,
    judge::Glob,
    record::{Key, Record},
    run::Run,
    store::Base,
};
use countersign_words::say;
use serde::Deserialize;

use super::{
    sight::Sight,
    told::{NAMES, Shown, Told},
};

/// How many kinds may be requested at once.
const KINDS_MOST: usize = 64;

/// The raw query of a request.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    run: Option<String>,
    subject: Option<String>,
    kind: Option<String>,
    pub(super) after: Option<String>,
}

/// The requested events; `None` means any.
#[derive(Debug, Default)]
pub(super) struct Filter {
    pub(super) run: Option<String>,
    subject: Option<String>,
    kinds: Option<Vec<Kind>>,
}

#[derive(Debug)]
enum Kind {
    Exactly(String),
    Like(Glob),
}

impl Kind {
    fn read(word: &str) -> Result<Self> {
        let known = |name: &str| NAMES.contains(&name) || OPS.iter().any(|op| op.spec().name == name);
        match Glob::parse(word) {
            Ok(glob) if !glob.is_exact() => Ok(Self::Like(glob)),
            _ if known(word) => Ok(Self::Exactly(word.to_owned())),
            _ => Err(Error::usage(say!("problem-events-no-kind", kind = word))
                .hint(say!("problem-events-kind-hint"))),
        }
    }

    fn takes(&self, name: &str) -> bool {
        match self {
            Self::Exactly(word) => word == name,
            Self::Like(glob) => glob.matches(name),
        }
    }
}

impl Filter {
    /// Parses a query.
    pub(super) fn read(params: &Params) -> Result<Self> {
        let words = params.kind.as_deref().map(|k| k.split(',').map(str::trim));
        let kinds = words.map(|w| w.map(Kind::read).collect::<Result<Vec<_>>>()).transpose()?;
        if kinds.as_ref().is_some_and(|k| k.len() > KINDS_MOST) {
            return Err(Error::usage(say!("problem-events-kinds-most", most = KINDS_MOST)));
        }
        Ok(Self { run: params.run.clone(), subject: params.subject.clone(), kinds })
    }

    /// Resolves the requested run. Another's run is answered like one that does not exist, so that ids cannot be
    /// probed.
    pub(super) fn settle(&mut self, base: &mut dyn Base, sight: &Sight) -> Result<()> {
        let Some(named) = &self.run else { return Ok(()) };
        let missing = || Error::not_found(format!("there is no run {named}"));
        // An id that is a prefix of another is still exact.
        let ids = base.ids(Run::KIND.name, named, 2)?;
        let id = match ids.as_slice() {
            [id] => id,
            [id, _] if id == named => id,
            _ => return Err(missing()),
        };
        let stored = base.get(&Key::of::<Run>(id))?.ok_or_else(missing)?;
        if named.is_empty() || !sight.sees_run(&stored.row.read()?) {
            return Err(missing());
        }
        self.run = Some(id.clone());
        Ok(())
    }

    /// Returns whether an event is requested, as far as its reader may know of it.
    pub(super) fn takes(&self, told: &Told, shown: &Shown) -> bool {
        let same = |want: &Option<String>, is: &Option<String>| want.is_none() || want == is;
        let names = [shown.kind, shown.op.as_str()];
        same(&self.run, &told.run)
            && same(&self.subject, &told.subject)
            && self.kinds.as_ref().is_none_or(|k| k.iter().any(|k| names.iter().any(|n| k.takes(n))))
    }
}
