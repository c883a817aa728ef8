//! The caller of a request, found by the authentication in front of all but the public routes.

use countersign_core::{Actor, Origin, Request};
use serde_json::Value;

/// The caller of a request; in the request's extensions.
#[derive(Debug, Clone)]
pub struct Caller {
    /// Who.
    pub actor: Actor,
    /// From where.
    pub origin: Origin,
}

impl Caller {
    /// Builds a request of an operation by this caller.
    pub fn request(&self, op: &str, input: Value, key: Option<String>) -> Request {
        Request { actor: self.actor.clone(), op: op.to_owned(), input, key, origin: self.origin.clone() }
    }
}
