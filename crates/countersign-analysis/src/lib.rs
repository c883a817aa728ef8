//! Determines what a command, a query or a path does: text in, [`Facts`] out. Nothing here accesses the file
//! system.

mod code;
mod command;
mod facts;
pub mod literal;
pub mod path;
mod shell;
mod special;
mod sql;
mod table;
pub mod text;
mod walk;
mod word;

pub use facts::{Class, Command, Effect, Facts, Finding, RiskLevel, Span};
pub use shell::{argv, shell};
pub use sql::{Dialect, sql};
pub use walk::Setting;
