//! The one table of operations. Every surface derives from it.

use crate::op::AnyOp;

/// All operations.
pub const OPS: &[&dyn AnyOp] = &[];

/// The operation of that name.
pub fn find(name: &str) -> Option<&'static dyn AnyOp> {
    OPS.iter().copied().find(|op| op.spec().name == name)
}
