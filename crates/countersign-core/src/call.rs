//! Tool calls: how they are examined, judged and proposed.

pub mod binding;
pub mod explode;
pub mod gate;
mod late_answer;
pub mod placeholder;
pub mod propose;
pub(crate) mod queue;
pub mod twin;
