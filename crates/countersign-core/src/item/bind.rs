//! `item.bind`: the results that an item waited for are put into its arguments, and it is judged again.

use super::{confirm::Output, reject::OneItem};
use crate::{
    ActorKind, Outcome,
    call::binding,
    error::Result,
    item::Item,
    op::{Answer, Op, Undo},
    tx::Tx,
};

/// See the module.
pub struct ItemBind;

impl Op for ItemBind {
    const NAME: &'static str = "item.bind";
    const DOC: &'static str = "Put awaited results into the arguments of an item, and judge it again";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::System];
    const UNDO: Undo = Undo::ByChanges;
    const LAZY: bool = true;
    const HTTP: &'static str = "POST /v1/items/{id}/bind";
    const CLI: &'static str = "";
    type Input = OneItem;
    type Output = Output;

    fn run(&self, tx: &mut Tx<'_>, input: &OneItem) -> Result<Output> {
        let mut item: Item = tx.need(&input.id)?;
        if binding::is_due(tx, &item)? {
            binding::bind(tx, &mut item)?;
        }
        Ok(Output::new(&item.id, item.status, item.summary))
    }

    fn landed(&self, _output: serde_json::Value, finished: Answer) -> Result<Answer> {
        Ok(finished)
    }

    fn outcome(_output: &Output) -> Outcome {
        Outcome::Done
    }
}
