//! Insight: how well the gate works for the people behind it, computed from what was recorded and from nothing else.
//! What they were asked, what they were spared, how they answered, what they had on the screen, and what follows.

mod advice;
mod answers;
mod drills;
pub mod operations;
mod oversight;
mod period;
mod scores;

pub use self::{
    advice::{Advice, AdviceKind},
    answers::{Part, UndoneYes, UndoneYeses, YesNo},
    drills::{Drills, PastDrill},
    oversight::{Doubt, Oversight, RunOfYes, Sight, Sights},
    scores::ScoreBand,
};
