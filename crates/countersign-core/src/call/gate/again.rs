//! Forecasts a call that was judged long ago.

use super::{ask, capitalised, check_schema};
use crate::{
    error::Result,
    record::Doc,
    run::Run,
    tool::{Effect, Forecast, Tool},
    tx::Tx,
    world::Ask,
};

/// Forecasts the call of an item again, with a difference that is not cut.
pub fn forecast_whole(tx: &mut Tx<'_>, run: &Run, tool: &Tool, args: Doc, ordinal: u32) -> Result<Forecast> {
    let ask = ask(tx, run, tool, args, ordinal)?;
    tx.forecast(Ask { whole: true, ..ask })
}

/// Forecasts a call again, without judging or rehearsing it: what it would touch now.
pub fn forecast_again(tx: &mut Tx<'_>, run: &Run, tool: &Tool, args: Doc) -> Result<Forecast> {
    check_schema(&tx.setup().catalog, tool, &args, true)?;
    match tool.effect {
        Effect::Store(code) => code.forecast(tx, &args),
        Effect::World => {
            let ask = ask(tx, run, tool, args, u32::MAX)?;
            tx.forecast(ask).map(capitalised)
        }
    }
}
