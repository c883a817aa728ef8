//! Steps in motion: what the evidence of a run's present step says of a call in it, and what waits for a person.

use crate::{
    error::Result,
    judge::{Class, Evidence},
    model::Run,
    tool::{Look, Tool},
    tx::Tx,
    view::Waits,
};

/// What the evidence of the run's present step says of a mutable call in it.
pub fn evidence(
    _tx: &mut Tx<'_>,
    run: &Run,
    _tool: &Tool,
    class: Class,
    _look: &Look,
) -> Result<Option<Evidence>> {
    let Some(_step) = run.step.as_ref().filter(|_| class == Class::Mutable) else { return Ok(None) };
    Ok(None)
}

/// The steps that wait for a person, of one run or of all.
pub fn waiting(_tx: &mut Tx<'_>, _run: Option<&str>) -> Result<Vec<Waits>> {
    Ok(Vec::new())
}
