//! Runs a command in a copy-on-write world and reports what it did. Nothing it does reaches the real files,
//! and attempts to reach beyond that world are denied and recorded.
//!
//! [`Layers`] are the copy-on-write side of one or more folders. They last as long as their folder: one
//! rehearsal, or a whole stage. [`start`] runs a command in such a world. [`Layers::effects`] returns the
//! differences from the real folders; [`Snapshot`] returns later what changed in them meanwhile.
//! [`capabilities`] returns what this machine supports.
//!
//! This is the only crate with `unsafe`: the code between `clone` and `exec` cannot be written safely.

mod asides;
mod builds;
mod capabilities;
mod effects;
#[cfg(not(target_os = "linux"))]
mod elsewhere;
pub mod git_index;
mod layers;
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "what a world is made of has no safe form")]
mod linux;
pub mod path_text;
mod running;
mod shared;
mod snapshot;
mod world;

pub use asides::Aside;
pub use builds::Builds;
pub use capabilities::{Capabilities, capabilities};
pub use effects::{Base, Change, Effects, Kind, Node, open_content};
pub use layers::{Glance, Kept, Layers, Manner, discard, remove::tree as remove_tree, sweep};
pub use running::{Denied, Ended, Ender, Limit, Lingering, Running, must_copy, start};
pub use shared::Shared;
pub use snapshot::{Begun, Snapshot, Stand, visit_names};
pub use world::{Io, Limits, Network, Program, World};
