//! The texts that Countersign shows to people, in their language: one set of `fluent` files for all surfaces.
//!
//! The engine creates a [`Message`]: an id with its arguments, made by [`say!`] and checked at build time.
//! Pages and the terminal look their own texts up by id ([`Words::t`]).
//!
//! English is the source. A test compares the other languages with it: the same messages with the same
//! variables, none missing and none left over.

mod bundle;
mod kept;
mod language;
mod message;
#[cfg(test)]
mod used;

pub use bundle::Words;
pub use kept::{kept, said_in};
pub use language::Language;
pub use message::{Arg, Argument, Message, Number, number};

/// Names the areas once: their list, and the file of each in each language.
macro_rules! areas {
    ($($area:literal,)*) => {
        /// The areas of messages: one file each, in each language.
        pub const AREAS: &[&str] = &[$($area,)*];

        /// Returns the file of an area in a language.
        fn source(language: Language, area: &str) -> &'static str {
            match (language, area) {
                $(
                    (Language::English, $area) => include_str!(concat!("../locales/en/", $area, ".ftl")),
                    (Language::German, $area) => include_str!(concat!("../locales/de/", $area, ".ftl")),
                    (Language::Spanish, $area) => include_str!(concat!("../locales/es/", $area, ".ftl")),
                    (Language::French, $area) => include_str!(concat!("../locales/fr/", $area, ".ftl")),
                    (Language::Romanian, $area) => include_str!(concat!("../locales/ro/", $area, ".ftl")),
                )*
                _ => "",
            }
        }
    };
}

/// The areas whose messages are created by [`say!`], or are documentation that is its own key
/// ([`Words::known`]). `build.rs` lists them too.
const MADE: &[&str] = &[
    "advice",
    "analysis",
    "commands",
    "effects",
    "fields",
    "hub",
    "judging",
    "operations",
    "personal",
    "problems",
    "tables",
];

areas![
    "advice",
    "analysis",
    "audit",
    "commands",
    "details",
    "effects",
    "fields",
    "frame",
    "history",
    "hub",
    "inbox",
    "insight",
    "judging",
    "list",
    "live",
    "notices",
    "operations",
    "palette",
    "people",
    "personal",
    "policy",
    "problems",
    "receipts",
    "runs",
    "settings",
    "tables",
    "terminal",
    "tui",
    "work",
];
