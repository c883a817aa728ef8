//! Effects: how what was approved is done to the world, and what is recorded of it.

pub mod landing;
pub mod large_result;
pub mod operations;
