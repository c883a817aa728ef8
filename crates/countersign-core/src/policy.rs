//! The policy: its content, and its verdict on a call or on past calls.

pub mod backtest;
pub mod operations;
mod past;
pub mod replay;
