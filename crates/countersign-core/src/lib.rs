//! The rules for agents' proposals and people's decisions, independent of database and screen.
//!
//! *A call by an actor runs one operation inside a transaction; the transaction yields changes; committing it
//! appends exactly one event to the log. Everything else is a view of that log, or a way to make a call.*
//!
//! This crate does no IO, has no clock and reads no environment: [`Env`] is passed in, [`store::Base`] is
//! implemented elsewhere, and [`tool::StoreTool`]s come with the [`execute::Setup`].

pub mod agent;
pub mod answer_status;
pub mod audit;
pub mod authority;
pub mod call;
pub mod change_set;
pub mod comment;
pub mod countdown;
pub mod decision;
pub mod drill;
pub mod effect;
pub mod engine;
pub mod function;
pub mod handover;
pub mod host;
pub mod hub;
pub mod inbox;
pub mod insight;
pub mod item;
pub mod kinds;
pub mod mode;
pub mod operations;
pub mod passkey;
pub mod person;
pub mod plan;
pub mod policy;
pub mod question;
pub mod receipt;
pub mod retention;
pub mod run;
pub mod server;
pub mod settings;
pub mod show;
pub mod stage;
pub mod step;
pub mod taint;
pub mod timer;
pub mod trust;
pub mod visit;
pub mod watch;
pub mod webhook;
pub mod working_set;

pub use countersign_analysis as analysis;
pub use countersign_kernel::{
    Actor, ActorKind, Answer, AnyOp, Env, Error, ErrorCode, FixedEnv, LOCAL, Level, Op, Origin, Outcome,
    Problem, Ran, Result, Role, Setup, Spec, Tx, Undo,
};
pub use countersign_kernel::{
    actor, canonical, change, env, error, event, execute, judge, kept_answer, memory, op, page, problem,
    process, record, redact, site, status, store, text, token, tool, tx, when, world,
};

pub use engine::{Engine, Request};
pub use operations::OPS;
