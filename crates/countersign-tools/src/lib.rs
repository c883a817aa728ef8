//! What Countersign's built-in tools do.
