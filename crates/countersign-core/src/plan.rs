//! Plans in motion: which calls an approved plan covers, and what of plans waits for a person.

use crate::{
    error::Result,
    judge::Class,
    model::{PlanRef, Run},
    tool::{Look, Tool},
    tx::Tx,
    view::Waits,
};

/// The step of the run's approved plan that lists this very call and has not been carried out.
pub fn covering(
    _tx: &mut Tx<'_>,
    run: &Run,
    _tool: &Tool,
    _class: Class,
    _look: &Look,
) -> Result<Option<PlanRef>> {
    let Some(_plan) = &run.plan else { return Ok(None) };
    Ok(None)
}

/// Ends the plan of a run that goes on without it, or not at all; storing the run is the caller's.
pub fn abort_for_run(_tx: &mut Tx<'_>, run: &mut Run, _why: &str) -> Result<()> {
    run.plan = None;
    Ok(())
}

/// The plans that wait for a person, of one run or of all.
pub fn waiting(_tx: &mut Tx<'_>, _run: Option<&str>) -> Result<Vec<Waits>> {
    Ok(Vec::new())
}
