//! The numbered behaviours, through the engine with the real tools on the reference store.

mod applying;
mod deciding;
mod effects;
mod judging;
mod log;
mod proposing;
mod undoing;
mod world;
