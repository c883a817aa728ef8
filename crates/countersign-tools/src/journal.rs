//! The journal: tasks with checklists, labels and links, an agent's notes, a calendar, and reports from the log.
//!
//! A tool is the type of its arguments, which implements [`action::Action`]. Each file has the record of one
//! noun, its kind, and its tools.

mod action;
mod audit;
mod batch;
mod calendar;
mod checklist;
mod edit;
mod label;
mod link;
mod listing;
mod report;
mod slots;
mod target;
mod task;
mod words;

pub use calendar::{CalendarEvent, EventKind};
pub use checklist::ChecklistItem;
pub use label::TaskLabel;
pub use link::{LinkState, Relation, TaskLink};
pub use report::{Observation, Report};
pub use task::Task;
pub use words::{Priority, Status};

use countersign_core::{
    record::{Kind, Record},
    tool::Tool,
};

use action::tool;

/// The kinds of records that the journal keeps; all are domain records.
pub static KINDS: &[&Kind] = &[
    Task::KIND,
    ChecklistItem::KIND,
    TaskLabel::KIND,
    TaskLink::KIND,
    Report::KIND,
    Observation::KIND,
    CalendarEvent::KIND,
];

/// All tools.
pub fn catalog() -> Vec<Tool> {
    vec![
        tool::<task::CreateTask>(),
        tool::<edit::UpdateTask>(),
        tool::<edit::SetTitle>(),
        tool::<edit::SetEstimate>(),
        tool::<edit::SetDueDate>(),
        tool::<edit::SetPriority>(),
        tool::<edit::SetStatus>(),
        tool::<edit::SetLanguage>(),
        tool::<listing::ListTasks>(),
        tool::<listing::GetOverdue>(),
        tool::<listing::DailyBriefing>(),
        tool::<label::AssignLabel>(),
        tool::<label::AssignLabels>(),
        tool::<checklist::AddChecklistItem>(),
        tool::<checklist::AddChecklistItems>(),
        tool::<checklist::UpdateChecklistItem>(),
        tool::<checklist::UpdateChecklistItems>(),
        tool::<link::LinkTasks>(),
        tool::<report::UpdateReport>(),
        tool::<report::RecordObservations>(),
        tool::<calendar::ListEvents>(),
        tool::<slots::FindFreeSlots>(),
        tool::<calendar::CreateEvent>(),
        tool::<calendar::CreateTimeBlock>(),
        tool::<audit::GetToolLog>(),
        tool::<audit::GetSessionSummary>(),
        tool::<audit::GenerateAuditReport>(),
        tool::<audit::ExportAuditPdf>(),
    ]
}
