//! The languages, and which one a reader wants.

/// A supported language.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// English, the source of all translations.
    #[default]
    English,
    /// German.
    German,
    /// Spanish.
    Spanish,
    /// French.
    French,
    /// Romanian.
    Romanian,
}

impl Language {
    /// All of them, the source first.
    pub const ALL: [Self; 5] = [Self::English, Self::German, Self::Spanish, Self::French, Self::Romanian];

    /// Its code (`de`).
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
            Self::Spanish => "es",
            Self::French => "fr",
            Self::Romanian => "ro",
        }
    }

    /// Its name, in the language itself.
    pub const fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::German => "Deutsch",
            Self::Spanish => "Español",
            Self::French => "Français",
            Self::Romanian => "Română",
        }
    }

    /// Returns the language of a tag (`de`, `de-AT`, `de_AT.UTF-8`), if it is supported.
    pub fn of_tag(tag: &str) -> Option<Self> {
        let code = tag.split(['-', '_', '.', '@']).next().unwrap_or_default();
        Self::ALL.into_iter().find(|known| known.code().eq_ignore_ascii_case(code.trim()))
    }

    /// Returns the language that a browser's `Accept-Language` asks for: the supported one with the highest
    /// weight.
    pub fn accepted(header: &str) -> Self {
        let mut best: Option<(u32, Self)> = None;
        for part in header.split(',').take(50) {
            let mut words = part.split(';');
            let Some(language) = words.next().and_then(Self::of_tag) else { continue };
            let weight = words.find_map(|w| w.trim().strip_prefix("q=")).map_or(1000, thousandths);
            if weight > 0 && best.is_none_or(|(known, _)| weight > known) {
                best = Some((weight, language));
            }
        }
        best.map_or(Self::English, |(_, language)| language)
    }

    /// Returns the language that the environment asks for, in the order of POSIX: the first variable that is
    /// set counts.
    pub fn of_environment(get: impl Fn(&str) -> Option<String>) -> Self {
        let set = |name: &&str| get(name).filter(|value| !value.is_empty());
        ["LC_ALL", "LC_MESSAGES", "LANG"]
            .iter()
            .find_map(set)
            .and_then(|tag| Self::of_tag(&tag))
            .unwrap_or(Self::English)
    }
}

/// Parses a weight of `Accept-Language` in thousandths; an invalid one counts as 0.
fn thousandths(text: &str) -> u32 {
    let (whole, rest) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
    let digits: String = rest.chars().chain("000".chars()).take(3).collect();
    match (whole, digits.parse::<u32>()) {
        ("1", _) => 1000,
        ("0", Ok(parts)) => parts,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_gets_the_language_that_it_likes_best_of_ours() {
        for (header, want) in [
            ("", Language::English),
            ("de", Language::German),
            ("de-AT,de;q=0.9,en;q=0.8", Language::German),
            ("nl,fr;q=0.5,es;q=0.7", Language::Spanish),
            ("nl;q=1.0, RO-ro;q=0.001", Language::Romanian),
            ("fr;q=0, en;q=0.1", Language::English),
            ("fr;q=x,es;q=0.1", Language::Spanish),
            ("*", Language::English),
        ] {
            assert_eq!(Language::accepted(header), want, "{header}");
        }
    }

    #[test]
    fn a_terminal_gets_what_its_environment_says() {
        let with = |pairs: &'static [(&str, &str)]| {
            Language::of_environment(|name| {
                pairs.iter().find(|(n, _)| *n == name).map(|(_, v)| (*v).to_owned())
            })
        };
        assert_eq!(with(&[("LANG", "fr_FR.UTF-8")]), Language::French);
        assert_eq!(with(&[("LC_ALL", "C"), ("LANG", "fr_FR.UTF-8")]), Language::English);
        assert_eq!(with(&[("LC_ALL", ""), ("LC_MESSAGES", "es_MX"), ("LANG", "fr_FR")]), Language::Spanish);
        assert_eq!(with(&[]), Language::English);
    }
}
