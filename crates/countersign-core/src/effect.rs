//! Effects: how approved calls are carried out in the world, and how that is recorded.

pub mod landing;
pub mod large_result;
pub mod operations;
mod told_result;
