//! What happened since a person's last visit.

pub mod operations;
mod record;

pub use self::record::Visit;
