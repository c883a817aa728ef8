//! The numbered behaviours, through the engine with the real tools on the reference store.

mod applying;
mod authority;
mod binding;
mod bulk;
mod deciding;
mod effects;
mod ending;
mod handovers;
mod humans;
mod judging;
mod log;
mod passkeys;
mod plans;
mod proposing;
mod questions;
mod rehearsing;
mod settings;
mod stages;
mod steering;
mod steps;
mod timing;
mod undoing;
mod upstream;
mod visits;
mod watching;
mod working_sets;
pub(crate) mod world;
