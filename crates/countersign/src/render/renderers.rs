//! The table from operations to how their outputs are rendered.

use countersign_core::{
    Error, Op, Result,
    ops::{
        agent_news, audit, authority, call_propose, decision_stats, decisions, inbox, item_claim,
        item_confirm, item_decide, item_edit, item_retract, item_status, plans, policy, policy_backtest,
        questions, receipts, run_rollback, runs, servers, set_decide, settings as settings_ops,
        show as show_op, stages, steering, step_decide, step_report, steps, suggestions, visits,
        working_sets,
    },
};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{
    View, card, decided, grant, item, log, plan, receipt, run, server, settings, show, stage, stats, step,
};
use super::{visit, working_set};

/// Renders the output of one operation, whose type is forgotten here.
pub trait Renderer: Sync {
    /// The operation's name.
    fn op(&self) -> &'static str;
    /// The text of an output; an error where it is not of the operation's type.
    fn render(&self, output: Value, view: &View) -> Result<String>;
}

/// A renderer by the type of the output, so that operations with the same output share its code.
struct Of<T> {
    op: &'static str,
    render: fn(&T, &View) -> String,
}

/// How the output of the operation `O` is rendered.
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

/// How the output of an operation is rendered; None where that is by its form.
pub fn find(op: &str) -> Option<&'static dyn Renderer> {
    RENDERERS.iter().find(|renderer| renderer.op() == op).copied()
}

/// How the output of each operation is rendered; what is not here is rendered by its form.
static RENDERERS: &[&dyn Renderer] = &[
    &of::<agent_news::AgentNews>(log::news),
    &of::<audit::AuditExport>(log::export),
    &of::<audit::AuditLog>(log::calls),
    &of::<audit::AuditReport>(log::report),
    &of::<call_propose::CallPropose>(item::called),
    &of::<decisions::Context>(log::context),
    &of::<decisions::DecisionList>(log::history),
    &of::<decision_stats::DecisionStats>(stats::stats),
    &of::<suggestions::GrantSuggest>(grant::suggestions),
    &of::<inbox::InboxList>(card::inbox),
    &of::<item_claim::ItemClaim>(decided::claimed),
    &of::<item_confirm::ItemConfirm>(decided::item),
    &of::<item_decide::ItemDefer>(decided::item),
    &of::<item_edit::ItemEdit>(item::edited),
    &of::<item_claim::ItemLift>(decided::lifted),
    &of::<item_edit::ItemRefresh>(item::edited),
    &of::<item_decide::ItemReject>(decided::item),
    &of::<item_retract::ItemRetract>(decided::retracted),
    &of::<item_status::ItemStatusOp>(item::status),
    &of::<item_decide::ItemWithdraw>(decided::item),
    &of::<plans::decide::PlanAbort>(plan::plan),
    &of::<plans::decide::PlanApprove>(plan::plan),
    &of::<plans::PlanList>(plan::plans),
    &of::<plans::decide::PlanPause>(plan::plan),
    &of::<plans::propose::PlanPropose>(plan::plan),
    &of::<plans::decide::PlanReject>(plan::plan),
    &of::<plans::decide::PlanResume>(plan::plan),
    &of::<plans::decide::PlanRetry>(plan::plan),
    &of::<plans::rollback::PlanRollback>(run::plan_rolled_back),
    &of::<plans::PlanShow>(plan::page),
    &of::<plans::decide::PlanSkip>(plan::plan),
    &of::<policy_backtest::PolicyBacktest>(stats::backtest),
    &of::<policy::PolicyCheck>(log::judged),
    &of::<questions::QuestionAnswer>(decided::answered),
    &of::<questions::QuestionTakeBack>(decided::answered),
    &of::<receipts::ReceiptList>(receipt::listed),
    &of::<receipts::ReceiptRerun>(item::called),
    &of::<receipts::ReceiptUndo>(receipt::undone),
    &of::<runs::RunEnd>(run::ended),
    &of::<runs::RunList>(run::runs),
    &of::<steering::RunPause>(run::run),
    &of::<steering::RunResume>(run::run),
    &of::<run_rollback::RunRollback>(run::rolled_back),
    &of::<runs::RunShow>(run::page),
    &of::<runs::RunStart>(run::run),
    &of::<steering::RunStop>(run::stopped),
    &of::<servers::ServerAccept>(server::server),
    &of::<servers::ServerList>(server::servers),
    &of::<set_decide::SetConfirmAll>(decided::items),
    &of::<set_decide::SetDismiss>(decided::items),
    &of::<settings_ops::SettingsAccept>(settings::accepted),
    &of::<settings_ops::SettingsShow>(settings::changes),
    &of::<show_op::Show>(show::show),
    &of::<stages::StageBegin>(stage::stage),
    &of::<stages::land::StageDiff>(stage::difference),
    &of::<stages::StageDrop>(stage::stage),
    &of::<stages::StageGiveUp>(stage::stage),
    &of::<stages::land::StageLand>(decided::item),
    &of::<stages::StageList>(stage::stages),
    &of::<stages::StageNote>(stage::stage),
    &of::<stages::StageShow>(stage::viewed),
    &of::<step_decide::StepApprove>(step::decided),
    &of::<steps::StepBegin>(step::step),
    &of::<steps::StepCheck>(step::step),
    &of::<step_decide::StepReject>(step::decided),
    &of::<step_report::StepReport>(step::reported),
    &of::<step_decide::StepRetry>(step::decided),
    &of::<step_decide::StepRollback>(run::rolled_back),
    &of::<steps::StepShow>(step::step),
    &of::<step_decide::StepSkip>(step::decided),
    &of::<step_report::StepVerify>(step::step),
    &of::<authority::TokenCreate>(log::token),
    &of::<policy::ToolList>(log::tools),
    &of::<visits::VisitSince>(visit::since),
    &of::<working_sets::entries::SetAdd>(working_set::changed),
    &of::<working_sets::SetCreate>(working_set::changed),
    &of::<working_sets::SetDelete>(working_set::changed),
    &of::<working_sets::SetFocus>(working_set::changed),
    &of::<working_sets::SetList>(working_set::sets),
    &of::<working_sets::entries::SetMark>(working_set::changed),
    &of::<working_sets::entries::SetRemove>(working_set::changed),
    &of::<working_sets::SetRename>(working_set::changed),
    &of::<working_sets::entries::SetReorder>(working_set::changed),
    &of::<working_sets::SetShow>(working_set::set),
    &of::<working_sets::SetUnfocus>(working_set::changed),
];

#[cfg(test)]
mod tests {
    use countersign_core::ops;

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
