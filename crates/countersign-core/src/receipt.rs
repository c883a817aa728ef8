//! Receipts: what landed, and how it is undone.

pub mod find;
pub mod handle;
pub mod news;
pub mod operations;
mod record;
pub mod take_back;
pub mod undo;

pub use self::record::{AllowedBy, PlanRef, Receipt, RerunAction, StaleUndo, UndoAction, UndoLabel, Undone};
