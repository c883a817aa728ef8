//! How a call is judged: what it is (its class), and what happens to it (the verdict). Pure functions.

mod facts;
mod policy;

pub use facts::{Class, Facts, Pattern};
pub use policy::Policy;
