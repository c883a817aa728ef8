//! Looking at a call that was judged long ago.

use super::{Found, ask, check_schema};
use crate::{
    error::Result,
    record::Doc,
    run::Run,
    tool::{Effect, Look, Tool},
    tx::Tx,
};

/// Looks at a call anew, without judging or rehearsing it: what it would touch as things are now.
pub fn look_again(tx: &mut Tx<'_>, run: &Run, tool: &Tool, args: Doc) -> Result<Look> {
    check_schema(&tx.setup().catalog, tool, &args, true)?;
    match tool.effect {
        Effect::Store(code) => code.look(tx, &args),
        Effect::World => {
            let ask = ask(tx, run, tool, args, u32::MAX)?;
            let sight = tx.sight(ask)?;
            Ok(Found::of(sight, Vec::new()).look)
        }
    }
}
