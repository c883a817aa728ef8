//! The policy: what it is, what it says of a call, and of calls in the past.

pub mod backtest;
pub mod operations;
