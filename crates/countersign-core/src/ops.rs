//! The one table of operations. HTTP routes, the command line, tools for agents and documents all derive from it.

pub mod agent_news;
pub mod audit;
pub mod authority;
pub mod call_propose;
pub mod countdowns;
pub mod decision_stats;
pub mod decisions;
pub mod effects;
pub mod handover;
pub mod inbox;
pub mod item_bind;
pub mod item_claim;
pub mod item_confirm;
pub mod item_decide;
pub mod item_edit;
pub mod item_retract;
pub mod item_status;
pub mod passkeys;
pub mod plans;
pub mod policy;
pub mod policy_backtest;
pub mod processes;
pub mod questions;
pub mod receipts;
pub mod retention;
pub mod run_rollback;
pub mod runs;
pub mod servers;
pub mod sessions;
pub mod set_decide;
pub mod settings;
pub mod show;
pub mod stages;
pub mod status;
pub mod steering;
pub mod step_decide;
pub mod step_report;
pub mod steps;
pub mod suggestions;
pub mod take_back;
pub mod timers;
pub mod visits;
pub mod watches;
pub mod webhooks;
pub mod working_sets;

use std::{collections::BTreeMap, sync::OnceLock};

use crate::op::AnyOp;

/// All operations, in the order in which people meet them.
pub static OPS: &[&dyn AnyOp] = &[
    &runs::RunStart,
    &runs::RunEnd,
    &runs::RunList,
    &runs::RunShow,
    &steering::RunSteer,
    &steering::RunRedirect,
    &steering::RunPause,
    &steering::RunResume,
    &steering::RunStop,
    &steering::RunMemory,
    &run_rollback::RunRollback,
    &run_rollback::RunSettle,
    &steps::StepBegin,
    &steps::StepCheck,
    &step_report::StepReport,
    &step_report::StepRunCheck,
    &step_report::StepSettle,
    &step_report::StepVerify,
    &steps::StepList,
    &steps::StepShow,
    &step_decide::StepApprove,
    &step_decide::StepReject,
    &step_decide::StepRetry,
    &step_decide::StepSkip,
    &step_decide::StepRollback,
    &countdowns::CountdownList,
    &countdowns::CountdownStop,
    &call_propose::CallPropose,
    &plans::propose::PlanPropose,
    &plans::PlanShow,
    &plans::PlanList,
    &plans::decide::PlanApprove,
    &plans::decide::PlanReject,
    &plans::decide::PlanPause,
    &plans::decide::PlanResume,
    &plans::decide::PlanRetry,
    &plans::decide::PlanSkip,
    &plans::decide::PlanAbort,
    &plans::rollback::PlanRollback,
    &plans::advance::PlanAdvance,
    &item_status::ItemStatusOp,
    &item_retract::ItemRetract,
    &questions::QuestionAsk,
    &questions::QuestionAnswer,
    &questions::QuestionTakeBack,
    &questions::QuestionList,
    &questions::QuestionShow,
    &handover::HandoverAsk,
    &handover::HandoverApprove,
    &handover::HandoverExec,
    &handover::finish::HandoverFinish,
    &handover::hook::HookChange,
    &inbox::InboxList,
    &show::Show,
    &item_confirm::ItemConfirm,
    &item_decide::ItemReject,
    &item_decide::ItemDefer,
    &item_edit::ItemEdit,
    &item_edit::ItemRefresh,
    &item_bind::ItemBind,
    &item_decide::ItemWithdraw,
    &item_claim::ItemClaim,
    &item_claim::ItemLift,
    &effects::ItemResolve,
    &set_decide::SetConfirmAll,
    &set_decide::ItemsConfirmSelected,
    &set_decide::SetDismiss,
    &take_back::ReceiptsUndoSelected,
    &take_back::ItemsWithdrawSelected,
    &receipts::ReceiptList,
    &receipts::ReceiptUndo,
    &receipts::ReceiptRerun,
    &stages::StageBegin,
    &stages::StageNote,
    &stages::StageList,
    &stages::StageShow,
    &stages::land::StageDiff,
    &stages::land::StageLand,
    &stages::StageDrop,
    &stages::StageGiveUp,
    &working_sets::SetCreate,
    &working_sets::SetRename,
    &working_sets::SetDelete,
    &working_sets::SetFocus,
    &working_sets::SetUnfocus,
    &working_sets::SetList,
    &working_sets::SetShow,
    &working_sets::entries::SetAdd,
    &working_sets::entries::SetMark,
    &working_sets::entries::SetRemove,
    &working_sets::entries::SetReorder,
    &visits::VisitSince,
    &decisions::DecisionList,
    &decision_stats::DecisionStats,
    &decisions::Context,
    &agent_news::AgentNews,
    &policy::ToolList,
    &policy::PolicyCheck,
    &policy::PolicyShow,
    &policy_backtest::PolicyBacktest,
    &settings::SettingsShow,
    &settings::SettingsAccept,
    &settings::SettingsLoad,
    &servers::ServerList,
    &servers::ServerAccept,
    &servers::ServerForget,
    &servers::ServerListed,
    &authority::TokenCreate,
    &authority::TokenList,
    &authority::TokenRevoke,
    &sessions::LinkCreate,
    &sessions::LinkRedeem,
    &sessions::SessionEnd,
    &passkeys::PasskeyBegin,
    &passkeys::PasskeyFinish,
    &passkeys::PasskeyList,
    &passkeys::PasskeyAuthorize,
    &passkeys::PasskeyRevoke,
    &passkeys::PasskeyReset,
    &passkeys::PasskeyChallenge,
    &authority::GrantList,
    &authority::GrantRevoke,
    &suggestions::GrantSuggest,
    &suggestions::GrantAccept,
    &suggestions::GrantDecline,
    &authority::Freeze,
    &authority::Thaw,
    &webhooks::WebhookCreate,
    &webhooks::WebhookList,
    &webhooks::WebhookTest,
    &webhooks::WebhookRemove,
    &webhooks::WebhookDead,
    &webhooks::WebhookRetry,
    &webhooks::outbox::WebhookDue,
    &webhooks::outbox::WebhookDelivered,
    &webhooks::outbox::WebhookFailed,
    &processes::ProcessRegister,
    &processes::ProcessList,
    &retention::RetentionSweep,
    &timers::TimerFire,
    &watches::WatchSettle,
    &watches::WatchNoticed,
    &effects::EffectBegun,
    &effects::EffectFinish,
    &effects::EffectReverted,
    &audit::AuditLog,
    &audit::AuditSummary,
    &audit::AuditReport,
    &audit::AuditExport,
];

/// The operation of that name.
pub fn find(name: &str) -> Option<&'static dyn AnyOp> {
    static NAMED: OnceLock<BTreeMap<&str, &dyn AnyOp>> = OnceLock::new();
    NAMED.get_or_init(|| OPS.iter().map(|op| (op.spec().name, *op)).collect()).get(name).copied()
}
