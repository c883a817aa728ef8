//! What is true of agents' proposals and people's decisions, whatever the database or the screen.
//!
//! *A call by an actor runs one operation inside a transaction; the transaction yields changes; committing it
//! appends exactly one event to the log. Everything else is a view of that log, or a way to make a call.*
//!
//! This crate does no IO, knows no clock and reads no environment: [`Env`] is handed in, [`store::Base`] is
//! implemented elsewhere, and [`tool::StoreTool`]s come with the [`execute::Setup`].

pub mod actor;
pub mod audit;
pub mod audit_report;
pub mod binding;
pub mod bulk;
pub mod canonical;
pub mod change;
pub mod countdown;
pub mod decide;
pub mod engine;
pub mod env;
pub mod error;
pub mod event;
pub mod execute;
pub mod explode;
pub mod gate;
pub mod habit;
pub mod handover;
pub mod humans;
pub mod judge;
pub mod landing;
pub mod large_result;
pub mod memory;
pub mod model;
pub mod notice;
pub mod op;
pub mod ops;
pub mod page;
pub mod passkey;
pub mod pins;
pub mod placeholder;
pub mod plan;
pub mod problem;
pub mod question;
pub mod record;
pub mod redact;
pub mod run;
pub mod set;
pub mod stage;
pub mod steer;
pub mod step;
pub mod store;
pub mod text;
pub mod tool;
pub mod twin;
pub mod tx;
pub mod undo;
pub mod view;
pub mod when;
pub mod work;
pub mod working_set;
pub mod world;

pub use countersign_analysis as analysis;

pub use actor::{Actor, ActorKind, LOCAL, Level, Origin, Role};
pub use engine::{Engine, Request};
pub use env::{Env, FixedEnv};
pub use error::{Error, ErrorCode, Outcome, Result};
pub use execute::Setup;
pub use op::{Answer, AnyOp, Op, Ran, Spec, Undo};
pub use ops::OPS;
pub use problem::Problem;
pub use tx::Tx;
