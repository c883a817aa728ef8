//! `run.stage`: a person turns a running run into a staged one.

use countersign_words::say;

use crate::{
    ActorKind,
    authority::operations::ById,
    error::{Error, Result},
    op::Op,
    plan::Plan,
    run::{self, Run, steer},
    stage,
    tx::Tx,
};

/// Turns a running run into a staged one: what it proposed before stays as it is.
pub struct RunStage;

impl Op for RunStage {
    const NAME: &'static str = "run.stage";
    const DOC: &'static str =
        "Let a running run work in a stage from now on: nothing is asked, and you land it with one review";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const HTTP: &'static str = "POST /v1/runs/{id}/stage";
    const CLI: &'static str = "run stage {id}";
    type Input = ById;
    type Output = Run;

    fn run(&self, tx: &mut Tx<'_>, input: &ById) -> Result<Run> {
        let mut found = steer::going(tx, &input.id)?;
        tx.about(Some(&found.id), None);
        if let Some(stage) = &found.stage {
            return Err(Error::conflict(say!("op-run-has-stage", id = found.id, stage)));
        }
        let plan = found.plan.as_ref().map(|id| tx.need::<Plan>(id)).transpose()?;
        if let Some(plan) = plan.filter(|plan| !plan.status.is_over()) {
            // Its steps were shown and approved for what is real.
            return Err(Error::conflict(say!(
                "op-run-has-plan",
                id = plan.id,
                status = plan.status.as_str()
            ))
            .hint(say!("op-hint-wait-or-end-plan", id = plan.id)));
        }
        let Some(folder) = found.cwd.clone() else {
            return Err(Error::conflict(say!("op-run-has-no-folder", id = found.id)));
        };
        let fresh = stage::Fresh { roots: vec![folder], ..stage::Fresh::default() };
        found.stage = Some(stage::begin(tx, &found, fresh)?.id);
        found.staged_from = found.proposed.saturating_add(1);
        tx.put(&found)?;
        run::shown(tx, found)
    }
}
