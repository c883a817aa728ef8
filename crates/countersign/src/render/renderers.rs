//! The table from operations to renderers of their outputs.

use countersign_core::{
    Error, Op, Result,
    agent::news::AgentNews,
    audit::operations::{AuditExport, AuditLog, AuditReport},
    authority::operations::TokenCreate,
    authority::suggestions::GrantSuggest,
    call::propose::CallPropose,
    change_set::decide::{SetConfirmAll, SetDismiss},
    decision::operations::{Context, DecisionList},
    decision::stats::DecisionStats,
    function::cancel::CancelUndo,
    host::operations::HostList,
    inbox::InboxList,
    insight::operations::InsightShow,
    item::claim::{ItemClaim, ItemLift},
    item::confirm::ItemConfirm,
    item::edit::{ItemEdit, ItemRefresh},
    item::reject::{ItemDefer, ItemReject, ItemWithdraw},
    item::retract::ItemRetract,
    item::status::ItemStatusOp,
    plan::decide::{PlanAbort, PlanApprove, PlanPause, PlanReject, PlanResume, PlanRetry, PlanSkip},
    plan::operations::{PlanList, PlanShow},
    plan::propose::PlanPropose,
    plan::rollback::PlanRollback,
    policy::backtest::PolicyBacktest,
    policy::operations::{PolicyCheck, ToolList},
    question::operations::{QuestionAnswer, QuestionTakeBack},
    receipt::{
        chain::ReceiptUndoChain,
        merge::ReceiptMerge,
        operations::{ReceiptList, ReceiptRerun, ReceiptUndo},
        take_back::ReceiptsUndoSelected,
    },
    run::operations::{RunEnd, RunList, RunShow, RunStart},
    run::rollback::RunRollback,
    run::steer::operations::{RunPause, RunResume, RunStop},
    server::operations::{ServerAccept, ServerList},
    settings::operations::{SettingsAccept, SettingsShow},
    show::Show,
    stage::land::{StageDiff, StageLand},
    stage::operations::{StageBegin, StageDrop, StageGiveUp, StageList, StageNote, StageShow},
    step::decide::{StepApprove, StepReject, StepRetry, StepRollback, StepSkip},
    step::operations::{StepBegin, StepCheck, StepShow},
    step::report::{StepReport, StepVerify},
    visit::operations::VisitSince,
    working_set::entries::{SetAdd, SetMark, SetRemove, SetReorder},
    working_set::operations::{SetCreate, SetDelete, SetFocus, SetList, SetRename, SetShow, SetUnfocus},
};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{
    View, card, decided, grant, hosts, insight, item, log, plan, receipt, run, server, settings, show, stage,
    stats, step,
};
use super::{visit, working_set};

/// Renders the output of one operation; type-erased.
pub trait Renderer: Sync {
    /// The operation's name.
    fn op(&self) -> &'static str;
    /// Renders an output; an error if it is not of the operation's type.
    fn render(&self, output: Value, view: &View) -> Result<String>;
}

/// A renderer by output type, so that operations with the same output share its code.
struct Of<T> {
    op: &'static str,
    render: fn(&T, &View) -> String,
}

/// Returns the renderer of the operation `O`.
const fn of<O: Op>(render: fn(&O::Output, &View) -> String) -> Of<O::Output> {
    Of { op: O::NAME, render }
}

impl<T: DeserializeOwned> Renderer for Of<T> {
    fn op(&self) -> &'static str {
        self.op
    }

    fn render(&self, output: Value, view: &View) -> Result<String> {
        let output: T = serde_json::from_value(output).map_err(Error::bug)?;
        Ok((self.render)(&output, view))
    }
}

/// Finds the renderer of an operation; `None` if it is rendered generically.
pub fn find(op: &str) -> Option<&'static dyn Renderer> {
    RENDERERS.iter().find(|renderer| renderer.op() == op).copied()
}

/// The renderers of all operations; those not listed are rendered generically.
static RENDERERS: &[&dyn Renderer] = &[
    &of::<AgentNews>(log::news),
    &of::<AuditExport>(log::export),
    &of::<AuditLog>(log::calls),
    &of::<AuditReport>(log::report),
    &of::<CallPropose>(item::called),
    &of::<Context>(log::context),
    &of::<DecisionList>(log::history),
    &of::<DecisionStats>(stats::stats),
    &of::<GrantSuggest>(grant::suggestions),
    &of::<HostList>(hosts::hosts),
    &of::<InboxList>(card::inbox),
    &of::<InsightShow>(insight::insight),
    &of::<ItemClaim>(decided::claimed),
    &of::<ItemConfirm>(decided::item),
    &of::<ItemDefer>(decided::item),
    &of::<ItemEdit>(item::edited),
    &of::<ItemLift>(decided::lifted),
    &of::<ItemRefresh>(item::edited),
    &of::<ItemReject>(decided::item),
    &of::<ItemRetract>(decided::retracted),
    &of::<ItemStatusOp>(item::status),
    &of::<ItemWithdraw>(decided::item),
    &of::<PlanAbort>(plan::plan),
    &of::<PlanApprove>(plan::plan),
    &of::<PlanList>(plan::plans),
    &of::<PlanPause>(plan::plan),
    &of::<PlanPropose>(plan::plan),
    &of::<PlanReject>(plan::plan),
    &of::<PlanResume>(plan::plan),
    &of::<PlanRetry>(plan::plan),
    &of::<PlanRollback>(run::plan_rolled_back),
    &of::<PlanShow>(plan::page),
    &of::<PlanSkip>(plan::plan),
    &of::<PolicyBacktest>(stats::backtest),
    &of::<PolicyCheck>(log::judged),
    &of::<QuestionAnswer>(decided::answered),
    &of::<QuestionTakeBack>(decided::answered),
    &of::<CancelUndo>(receipt::called_off),
    &of::<ReceiptList>(receipt::listed),
    &of::<ReceiptMerge>(item::called),
    &of::<ReceiptRerun>(item::called),
    &of::<ReceiptUndo>(receipt::undone),
    &of::<ReceiptUndoChain>(receipt::several),
    &of::<ReceiptsUndoSelected>(receipt::several),
    &of::<RunEnd>(run::ended),
    &of::<RunList>(run::runs),
    &of::<RunPause>(run::run),
    &of::<RunResume>(run::run),
    &of::<RunRollback>(run::rolled_back),
    &of::<RunShow>(run::page),
    &of::<RunStart>(run::run),
    &of::<RunStop>(run::stopped),
    &of::<ServerAccept>(server::server),
    &of::<ServerList>(server::servers),
    &of::<SetConfirmAll>(decided::items),
    &of::<SetDismiss>(decided::items),
    &of::<SettingsAccept>(settings::accepted),
    &of::<SettingsShow>(settings::changes),
    &of::<Show>(show::show),
    &of::<StageBegin>(stage::stage),
    &of::<StageDiff>(stage::whole),
    &of::<StageDrop>(stage::stage),
    &of::<StageGiveUp>(stage::stage),
    &of::<StageLand>(decided::item),
    &of::<StageList>(stage::stages),
    &of::<StageNote>(stage::stage),
    &of::<StageShow>(stage::viewed),
    &of::<StepApprove>(step::decided),
    &of::<StepBegin>(step::step),
    &of::<StepCheck>(step::step),
    &of::<StepReject>(step::decided),
    &of::<StepReport>(step::reported),
    &of::<StepRetry>(step::decided),
    &of::<StepRollback>(run::rolled_back),
    &of::<StepShow>(step::step),
    &of::<StepSkip>(step::decided),
    &of::<StepVerify>(step::step),
    &of::<TokenCreate>(log::token),
    &of::<ToolList>(log::tools),
    &of::<VisitSince>(visit::since),
    &of::<SetAdd>(working_set::changed),
    &of::<SetCreate>(working_set::changed),
    &of::<SetDelete>(working_set::changed),
    &of::<SetFocus>(working_set::changed),
    &of::<SetList>(working_set::sets),
    &of::<SetMark>(working_set::changed),
    &of::<SetRemove>(working_set::changed),
    &of::<SetRename>(working_set::changed),
    &of::<SetReorder>(working_set::changed),
    &of::<SetShow>(working_set::set),
    &of::<SetUnfocus>(working_set::changed),
];

#[cfg(test)]
mod tests {
    use countersign_core::operations as ops;

    use super::*;

    #[test]
    fn every_operation_has_one_renderer_at_most_and_they_are_in_order() {
        assert!(RENDERERS.windows(2).all(|pair| pair[0].op() < pair[1].op()));
        assert!(RENDERERS.iter().all(|renderer| ops::find(renderer.op()).is_some()));
    }

    #[test]
    fn an_output_of_another_type_is_no_text() {
        let view = super::super::tests::plain();
        let renderer = find("run.list").unwrap();
        assert!(renderer.render(serde_json::json!({"runs": [{"id": 7}]}), &view).is_err());
        assert!(renderer.render(serde_json::json!({"runs": [], "next": null}), &view).is_ok());
    }
}
