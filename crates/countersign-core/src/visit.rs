//! What happened since a person last looked.

pub mod operations;
mod record;

pub use self::record::Visit;
