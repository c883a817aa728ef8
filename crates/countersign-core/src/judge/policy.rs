//! The policy file.

/// The policy in force.
#[derive(Default, Clone)]
pub struct Policy {}
