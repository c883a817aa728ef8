//! How a call is judged: its class, and the verdict on it. Pure functions.

mod claim;
pub mod confidence;
mod grant;
mod policy;
pub mod rule_lines;
mod scope;
mod shape;
mod verdict;

pub use claim::mismatch;
pub use confidence::{Band, Confidence, Millionths};
pub use countersign_analysis::{Class, Command, Effect, Facts, Finding, RiskLevel, Span};
pub use grant::{Pattern, Slot, grantable};
pub use policy::{
    Glob, HubDecides, Mode, Policy, Rehearsal, Rule, RuleHit, RuleHits, Then, ToolEntry, Trust, UndoEntry,
};
pub use scope::{Scope, can_remember, scopes};
pub use shape::{in_words, narrowest, shape};
pub use verdict::{Case, Evidence, NotedVerdict, Ruling, TableRow, Verdict, class_of, is_listed, judge};
