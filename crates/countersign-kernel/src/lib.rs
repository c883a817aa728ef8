//! The rules common to all calls: a call runs one operation inside a transaction, the transaction yields
//! changes, and committing it appends exactly one event to the log.
//!
//! This crate has no operations, and no kinds of records except tokens and kept answers. It does no IO, has
//! no clock and reads no environment: [`Env`] is passed in, [`store::Base`] is implemented elsewhere, and
//! [`tool::StoreTool`]s come with the [`execute::Setup`].

pub mod actor;
pub mod canonical;
pub mod change;
pub mod env;
pub mod error;
pub mod event;
pub mod execute;
pub mod judge;
pub mod kept_answer;
pub mod memory;
pub mod op;
pub mod page;
pub mod problem;
pub mod process;
pub mod record;
pub mod redact;
pub mod site;
pub mod status;
pub mod store;
pub mod text;
pub mod token;
pub mod tool;
pub mod tx;
pub mod when;
pub mod world;

pub use actor::{Actor, ActorKind, LOCAL, Level, Origin, Role};
pub use env::{Env, FixedEnv};
pub use error::{Error, ErrorCode, Outcome, Result};
pub use execute::Setup;
pub use op::{Answer, AnyOp, Op, Ran, Spec, Undo};
pub use problem::Problem;
pub use tx::Tx;
