//! The page of one thing, by its kind.

use countersign_core::show::{Output, ShownStage};
use serde::Serialize;

use super::{View, card, generic, item, plan, receipt, run, stage, step, working_set};

/// The page of one thing.
pub fn show(output: &Output, view: &View) -> String {
    match output {
        Output::Item { item, .. } => item::page(item, view),
        Output::ChangeSet { change_set, items } => card::set(change_set, items, view),
        Output::Receipt { receipt } => receipt::page(receipt, view),
        Output::Plan { value } => plan::page(value, view),
        Output::Run { value, .. } => run::run(value, view),
        Output::Step { value } => step::step(value, view),
        Output::WorkingSet { value } => working_set::set(value, view),
        Output::Stage { value: ShownStage::Live(difference) } => stage::whole(difference, view),
        Output::Stage { value: ShownStage::Dropped(dropped) } => stage::viewed(dropped, view),
        Output::Decision { value } => by_form(value, view),
        Output::Grant { value } => by_form(value, view),
        Output::Question { value } => by_form(value, view),
        Output::Instruction { value } => by_form(value, view),
        Output::Event { value } => generic::render(value, view),
    }
}

/// Renders something that has no page of its own.
fn by_form(value: &impl Serialize, view: &View) -> String {
    generic::render(&serde_json::to_value(value).unwrap_or_default(), view)
}
