//! Runs a command in a copy-on-write world and tells what it did there: nothing it does reaches the real files, and what
//! it wanted beyond that world is seen and denied.
//!
//! [`Layers`] are the copy-on-write side of one or more folders, and last as long as their folder does: one rehearsal, or
//! a whole stage. [`start`] runs a command in such a world. [`Layers::effects`] tells what differs from the real folders,
//! whoever did it; [`Snapshot`] tells afterwards what has moved in them meanwhile. [`capabilities`] says what can be had on this machine.
//!
//! This is the only crate with `unsafe`: what it does between `clone` and `exec` has no safe form.

mod capabilities;
mod effects;
#[cfg(not(target_os = "linux"))]
mod elsewhere;
mod layers;
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "what a world is made of has no safe form")]
mod linux;
pub mod path_text;
mod running;
mod snapshot;
mod world;

pub use capabilities::{Capabilities, capabilities};
pub use effects::{Base, Change, Effects, Kind, Node, open_content};
pub use layers::{Glance, Kept, Layers, Manner, sweep};
pub use running::{Denied, Ended, Ender, Limit, Running, must_copy, start};
pub use snapshot::{Begun, Snapshot, visit_names};
pub use world::{Io, Limits, Network, Program, World};
