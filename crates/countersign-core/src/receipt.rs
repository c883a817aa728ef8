//! Receipts: what landed, and how it is undone.

pub mod again;
pub mod chain;
pub mod find;
pub mod handle;
pub mod inverse;
pub mod merge;
pub mod news;
pub mod operations;
mod record;
pub mod resume;
pub mod rollback;
pub mod standing;
pub mod take_back;
pub mod thing;
pub mod undo;

pub use self::record::{
    AllowedBy, PlanRef, Receipt, RerunAction, StaleUndo, UndoAction, UndoFirst, UndoLabel, Undone,
};
