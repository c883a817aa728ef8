//! Checks of steps. One that the policy lists is allowed by it, but only in a folder that a person named: its
//! command runs code of that folder (`make test`) with Countersign's own rights, and the folder of a run is
//! the agent's claim.

use std::path::Path;

use countersign_words::say;
use serde_json::Value;

use super::{Assessment, Options, examine};
use crate::{
    ActorKind, Level,
    error::Result,
    judge::Ruling,
    record::Doc,
    run::Run,
    tool::{Forecast, Tool},
    tx::Tx,
};

/// Like [`super::examine`], for a check of a step. One that the policy lists is allowed by it, as far as an `allow` rule
/// could, in a folder that a person named.
pub fn examine_check<'a>(
    tx: &mut Tx<'a>,
    run: &Run,
    tool: &'a Tool,
    args: Doc,
    by_policy: bool,
) -> Result<Assessment<'a>> {
    let mut examined = examine(tx, run, tool, args, Options::check(by_policy))?;
    if by_policy && examined.verdict.ruling == Ruling::Ask && !is_in_named_folder(tx, run, &examined.forecast)
    {
        let told = say!("judge-check-unnamed-folder");
        examined.forecast.preview.warnings.push(told);
    }
    Ok(examined)
}

/// Whether a call would run in a folder that a person named: one below the roots in the settings or, if there
/// are none, the calling person's working folder. If Countersign runs as its own user, it has rights that
/// this person does not have, so then only the settings count.
pub(super) fn is_in_named_folder(tx: &Tx<'_>, run: &Run, forecast: &Forecast) -> bool {
    let (roots, origin) = (&tx.setup().roots, &tx.call().origin);
    if roots.is_empty() {
        let is_theirs = run.cwd.is_some() && run.cwd == origin.cwd;
        return tx.actor().kind == ActorKind::Person && is_theirs && origin.level == Level::SameUser;
    }
    let folder = forecast.args.get("cwd").and_then(Value::as_str).map(Path::new);
    folder.is_some_and(|folder| roots.iter().any(|root| folder.starts_with(root)))
}
