//! Recognizes file names that mean secrets. Names are in lower case.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

use super::places::{
    COPIES, ENDINGS, FOLDERS, HIDDEN_WORDS, LAST_WORDS, NAMES, OF_HOME, PLACES, PUBLIC_NAMES, PUBLIC_PLACES,
    SAMPLES, items,
};

/// A place: consecutive names.
pub(super) type Place = Vec<&'static str>;

/// The tables, prepared for lookup.
pub(super) struct Tables {
    pub names: BTreeSet<&'static str>,
    pub folders: BTreeSet<&'static str>,
    /// Places by their last name.
    pub places: BTreeMap<&'static str, Vec<Place>>,
    /// Like `places`, for those that only count in a home.
    pub of_home: Vec<Place>,
    /// All names of places but the last.
    pub on_the_way: BTreeSet<&'static str>,
    /// The last parts of endings: `.tfvars.json` is found by `json`.
    extensions: BTreeSet<&'static str>,
    public: BTreeSet<&'static str>,
    /// Places whose files are public.
    pub public_places: Vec<Place>,
    /// The names as a list, for patterns.
    pub name_list: Vec<&'static str>,
    pub folder_list: Vec<&'static str>,
    pub endings: Vec<&'static str>,
    /// The last bytes of copies.
    copies: [bool; 256],
}

impl Tables {
    /// Returns the tables.
    pub fn get() -> &'static Self {
        static TABLES: LazyLock<Tables> = LazyLock::new(Tables::new);
        &TABLES
    }

    fn new() -> Self {
        let split = |item: &'static str| -> Place { item.split('/').collect() };
        let mut places: BTreeMap<&'static str, Vec<Place>> = BTreeMap::new();
        for place in items(PLACES).map(split) {
            places.entry(place.last().copied().unwrap_or_default()).or_default().push(place);
        }
        let of_home: Vec<Place> = items(OF_HOME).map(split).collect();
        let mut on_the_way = BTreeSet::new();
        for place in places.values().flatten().chain(&of_home) {
            on_the_way.extend(place.iter().take(place.len().saturating_sub(1)).copied());
        }
        let mut copies = [false; 256];
        for last in COPIES.iter().filter_map(|copy| copy.bytes().last()).chain(*b"0123456789#") {
            copies[usize::from(last)] = true;
        }
        Self {
            names: items(NAMES).collect(),
            folders: items(FOLDERS).collect(),
            places,
            of_home,
            on_the_way,
            extensions: items(ENDINGS).filter_map(|ending| ending.rsplit('.').next()).collect(),
            public: items(PUBLIC_NAMES).collect(),
            public_places: items(PUBLIC_PLACES).map(split).collect(),
            name_list: items(NAMES).collect(),
            folder_list: items(FOLDERS).collect(),
            endings: items(ENDINGS).collect(),
            copies,
        }
    }

    /// Whether a place or folder ends in this name.
    pub fn ends_place(&self, name: &str) -> bool {
        self.folders.contains(name)
            || self.places.contains_key(name)
            || self.of_home.iter().any(|place| place.last() == Some(&name))
    }

    /// Whether a file of this name is secret in any folder. The suffix of a copy is already removed.
    pub fn is_secret_name(&self, name: &str) -> bool {
        !is_sample(name) && (self.names.contains(name) || is_env(name) || self.ends(name) || begins(name))
    }

    fn ends(&self, name: &str) -> bool {
        let last = name.rsplit_once('.').map_or("", |(_, last)| last);
        let ending =
            self.extensions.contains(last) && self.endings.iter().any(|ending| name.ends_with(ending));
        let hidden = name.starts_with('.') && HIDDEN_WORDS.iter().any(|word| name.ends_with(word));
        (ending && !self.is_public(name)) || hidden || LAST_WORDS.iter().any(|word| name.ends_with(word))
    }

    /// Whether the name means a certificate, a public key or a signature.
    fn is_public(&self, name: &str) -> bool {
        const SIGNED: &[&str] = &[
            ".gz", ".tgz", ".xz", ".bz2", ".zst", ".zip", ".jar", ".pom", ".deb", ".rpm", ".iso", ".whl",
            ".dmg", ".exe", ".tar", ".txt", ".module", "sums", ".img", ".apk", ".aar", ".war", ".xml",
            ".json",
        ];
        let Some((stem, last)) = name.rsplit_once('.') else { return false };
        let half =
            ["-public", "_public", ".public", "-pub", "_pub", ".pub", "-pubkey", "_pubkey", "public_key"];
        let signature = matches!(last, "asc" | "gpg") && SIGNED.iter().any(|end| stem.ends_with(end));
        self.public.contains(name)
            || signature
            || (matches!(last, "pem" | "key" | "asc" | "gpg") && half.iter().any(|end| stem.ends_with(end)))
    }

    /// Returns the name without the marks of a copy, as editors and people make them: `.env~`, `.id_rsa.swp`,
    /// `#.netrc#`.
    pub fn original<'n>(&self, name: &'n str) -> &'n str {
        let mut name = name;
        // vim and emacs put whole paths into names.
        if name.starts_with('%') || name.starts_with("#!") {
            name = name.rsplit(['%', '!']).find(|part| !part.is_empty() && *part != "#").unwrap_or(name);
        }
        for _ in 0..4 {
            if !name.bytes().last().is_some_and(|last| self.copies[usize::from(last)]) {
                break;
            }
            match self.copied(name) {
                Some(original) => name = original,
                None => break,
            }
        }
        if let Some(link) = name.strip_prefix(".#") {
            name = link;
        }
        name
    }

    fn copied<'n>(&self, name: &'n str) -> Option<&'n str> {
        if let Some(saved) = name.strip_prefix('#').and_then(|rest| rest.strip_suffix('#')) {
            return Some(saved).filter(|saved| !saved.is_empty());
        }
        if let Some(hidden) = [".swp", ".swo", ".swn", ".swx", ".kate-swp", ".un~"]
            .iter()
            .find_map(|end| name.strip_prefix('.')?.strip_suffix(end))
            .filter(|hidden| !hidden.is_empty())
        {
            // `.env.swp` is a copy of `.env`, and so is `..env.swp`.
            let dotted = name.get(..hidden.len() + 1).unwrap_or(name);
            return Some(if !self.is_known(dotted) && self.is_known(hidden) { hidden } else { dotted });
        }
        if let Some(plain) = COPIES.iter().find_map(|end| name.strip_suffix(end)) {
            return Some(plain).filter(|plain| !plain.is_empty());
        }
        // Numbered ones: `.env.1`, `.env.~1~`, `.env.bak2`.
        let bare = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let dotted = bare.strip_suffix(".~").or_else(|| bare.strip_suffix('.'));
        let numbered = dotted.or_else(|| bare.ends_with("bak").then_some(bare));
        numbered.filter(|plain| bare.len() < name.len() && !plain.is_empty())
    }

    fn is_known(&self, name: &str) -> bool {
        self.is_secret_name(name) || self.ends_place(name)
    }
}

/// Whether a name means a sample of a secret file, or its public half.
pub(super) fn is_sample(name: &str) -> bool {
    let word = |stem: &str| {
        ["example", "sample", "template", "dist", "schema"].iter().any(|word| {
            stem.strip_suffix(word).is_some_and(|rest| rest.is_empty() || rest.ends_with(['.', '-', '_']))
        })
    };
    SAMPLES.iter().any(|end| name.ends_with(end))
        || name.rsplit_once('.').is_some_and(|(stem, _)| word(stem))
        || (name.starts_with(".env") && word(name))
}

fn is_env(name: &str) -> bool {
    let rest = name.strip_prefix(".env").or_else(|| name.strip_prefix(".dev.vars"));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '-', '_']))
        || name.strip_prefix(".envrc").is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// Names recognized by their beginning.
fn begins(name: &str) -> bool {
    const KEYS: &[&str] = &["id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "id_xmss"];
    const CODE: &[&str] = &[
        ".rs", ".go", ".py", ".js", ".ts", ".c", ".h", ".cc", ".cpp", ".java", ".rb", ".php", ".sh", ".html",
        ".css",
    ];
    let ends = |list: &[&str]| list.iter().any(|end| name.ends_with(end));
    let by_beginning = match name.as_bytes().first() {
        Some(b'i') => {
            let rest = KEYS.iter().find_map(|key| name.strip_prefix(key));
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['_', '-', '.', ' ']) && !ends(CODE))
        }
        Some(b's') => {
            let account = ["service-account", "service_account", "serviceaccount"];
            name.starts_with("ssh_host_")
                || (name.ends_with(".json") && account.iter().any(|a| name.starts_with(a)))
        }
        Some(b'c') => name.starts_with("client_secret") && name.ends_with(".json"),
        Some(b'k') => name.starts_with("krb5cc_"),
        Some(b'd') => name.starts_with("dropbear_") && name.ends_with("_host_key"),
        Some(b'w') => {
            let number = name.strip_prefix("wg").and_then(|rest| rest.strip_suffix(".conf"));
            number.is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
        }
        Some(b'.' | b'v' | b'a') => {
            let bare = name.trim_start_matches('.');
            let bare = bare.strip_prefix("ansible").map_or(bare, |rest| rest.trim_start_matches(['-', '_']));
            let vault = ["vault_pass", "vault-pass", "vaultpass"].iter().any(|v| bare.starts_with(v));
            (vault && !ends(CODE)) || name.starts_with(".msal_token_cache")
        }
        _ => false,
    };
    by_beginning || (name.ends_with(".json") && name.contains("firebase-adminsdk"))
}
