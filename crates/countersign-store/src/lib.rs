//! The SQL of Countersign, written once.
