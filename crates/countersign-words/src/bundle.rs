//! Looks up messages by id and fills in their arguments.

use std::{borrow::Cow, sync::LazyLock};

use fluent_bundle::{FluentArgs, FluentResource, FluentValue, concurrent::FluentBundle};

use crate::{AREAS, Language, MADE, Message, source};

type Bundle = FluentBundle<FluentResource>;

/// The messages of one language.
#[derive(Clone, Copy)]
pub struct Words {
    language: Language,
    bundle: &'static Bundle,
    /// The messages created elsewhere: most of them, and needed only for languages other than English.
    sentences: &'static LazyLock<Bundle>,
}

/// The messages of each language, loaded on first use.
static BUNDLES: [LazyLock<Bundle>; 5] = [
    LazyLock::new(|| read(Language::English, false)),
    LazyLock::new(|| read(Language::German, false)),
    LazyLock::new(|| read(Language::Spanish, false)),
    LazyLock::new(|| read(Language::French, false)),
    LazyLock::new(|| read(Language::Romanian, false)),
];

static SAID: [LazyLock<Bundle>; 5] = [
    LazyLock::new(|| read(Language::English, true)),
    LazyLock::new(|| read(Language::German, true)),
    LazyLock::new(|| read(Language::Spanish, true)),
    LazyLock::new(|| read(Language::French, true)),
    LazyLock::new(|| read(Language::Romanian, true)),
];

fn read(language: Language, sentences: bool) -> Bundle {
    let tag = language.code().parse().expect("BUG: our own codes are tags");
    let mut bundle = Bundle::new_concurrent(vec![tag]);
    // The isolation marks are for texts of mixed directions; direction marks in our arguments are already
    // written out.
    bundle.set_use_isolating(false);
    for area in AREAS.iter().filter(|area| MADE.contains(area) == sentences) {
        let (Ok(resource) | Err((resource, _))) = FluentResource::try_new(source(language, area).to_owned());
        // A test checks the files; at run time, use whatever is valid.
        let _ = bundle.add_resource(resource);
    }
    bundle
}

impl Words {
    /// Returns the messages of a language.
    pub fn of(language: Language) -> Self {
        let place = Language::ALL.iter().position(|known| *known == language).unwrap_or_default();
        Self { language, bundle: &BUNDLES[place], sentences: &SAID[place] }
    }

    /// Returns the language.
    pub const fn language(self) -> Language {
        self.language
    }

    /// Whether there is a message with that id.
    pub fn has(self, id: &str) -> bool {
        self.bundle.has_message(id)
    }

    /// Returns a message without arguments.
    pub fn t(self, id: &str) -> Cow<'static, str> {
        Cow::Owned(formatted(self.bundle, id, &[]))
    }

    /// Returns a message with its arguments.
    pub fn with<'a>(self, id: &str, args: &[(&'a str, FluentValue<'a>)]) -> String {
        formatted(self.bundle, id, args)
    }

    /// Renders a message that was created elsewhere.
    pub fn say(self, message: &Message) -> Cow<'_, str> {
        message.in_language(self.language)
    }

    /// Translates English documentation that is its own key: of operations, fields and commands.
    pub fn known(self, english: &str) -> String {
        Message::known(english).in_language(self.language).into_owned()
    }

    /// Returns a message of the areas created elsewhere, with its arguments.
    pub(crate) fn sentence<'a>(self, id: &str, args: &[(&'a str, FluentValue<'a>)]) -> String {
        formatted(self.sentences, id, args)
    }

    /// Returns a message with a count.
    pub fn count(self, id: &str, n: usize) -> String {
        self.with(id, &[("n", FluentValue::from(n))])
    }
}

fn formatted<'a>(bundle: &Bundle, id: &str, args: &[(&'a str, FluentValue<'a>)]) -> String {
    let args: FluentArgs<'a> = args.iter().map(|(name, value)| (*name, value.clone())).collect();
    let Some(pattern) = bundle.get_message(id).and_then(|message| message.value()) else {
        return format!("{{{id}}}");
    };
    bundle.format_pattern(pattern, Some(&args), &mut Vec::new()).into_owned()
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    /// Returns the messages of a file, each with its variables.
    fn messages(language: Language, area: &str) -> BTreeMap<String, BTreeSet<String>> {
        let text = source(language, area);
        let resource = FluentResource::try_new(text.to_owned())
            .unwrap_or_else(|(_, errors)| panic!("{}/{area}: {errors:?}", language.code()));
        let variables = |text: &str| {
            let rest = text.split('$').skip(1);
            rest.map(|v| v.chars().take_while(|c| c.is_alphanumeric() || *c == '-' || *c == '_').collect())
                .collect()
        };
        let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let mut id = String::new();
        for line in text.lines() {
            let begins = line.starts_with(|c: char| c.is_ascii_alphabetic());
            if let (true, Some((name, _))) = (begins, line.split_once(" =")) {
                id = name.to_owned();
                assert!(
                    found.insert(id.clone(), BTreeSet::new()).is_none(),
                    "{}: {id} twice",
                    language.code()
                );
            }
            if !line.starts_with('#') {
                found.entry(id.clone()).or_default().append(&mut variables(line));
            }
        }
        found.remove("");
        assert_eq!(
            resource.entries().count(),
            found.len() + text.lines().filter(|l| l.starts_with('#')).count()
        );
        found
    }

    #[test]
    fn b3_every_language_says_everything_with_the_same_variables() {
        let mut all = BTreeSet::new();
        for area in AREAS {
            let english = messages(Language::English, area);
            assert!(!english.is_empty(), "{area} says nothing");
            english.keys().for_each(|id| assert!(all.insert(id.clone()), "{id} is in two areas"));
            for language in Language::ALL {
                assert_eq!(messages(language, area), english, "{}/{area}", language.code());
            }
        }
    }

    #[test]
    fn counts_follow_each_languages_rules() {
        let say = |language, n| Words::of(language).count("inbox-count", n);
        assert_eq!(say(Language::English, 1), "1 thing waits for you");
        assert_eq!(say(Language::English, 3), "3 things wait for you");
        assert_ne!(
            say(Language::Romanian, 3),
            say(Language::Romanian, 30).replace("30", "3"),
            "a few, and many"
        );
        assert_eq!(Words::of(Language::German).t("no-such-message"), "{no-such-message}");
    }
}
