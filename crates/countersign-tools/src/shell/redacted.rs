//! Settings of package managers that may hold passwords and tokens (`.npmrc`, `pip.conf`): a command in a world sees
//! them without those, so that it finds its registry and its options, and nobody is asked about it.

use std::{
    fs::File,
    io::Read as _,
    path::{Path, PathBuf},
};

use countersign_core::redact;

/// The names of these files. They are lines of `key = value` or `key: value`.
const NAMES: &[&str] = &[".npmrc", "npmrc", "pip.conf", "pip.ini", ".yarnrc", ".yarnrc.yml"];
/// Larger files stay hidden.
const MOST: u64 = 64 << 10;
/// Words in a key whose value may be secret, or say who somebody is.
const SECRET_WORDS: &[&str] = &[
    "auth", "cert", "cookie", "cred", "email", "header", "ident", "key", "login", "otp", "pass", "pwd",
    "secret", "session", "sign", "sso", "token", "user",
];
/// A word of this length with digits and letters may be a token.
const TOKEN_LENGTH: usize = 16;

/// A file as a command may see it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Redacted {
    /// The file.
    pub(super) path: PathBuf,
    /// Its lines without secrets.
    pub(super) text: String,
    /// Whether lines were left out.
    pub(super) is_cut: bool,
}

impl Redacted {
    /// Reads a hidden file; None if it stays hidden as a whole.
    pub(super) fn of(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?;
        if !NAMES.contains(&name) || !path.symlink_metadata().ok()?.is_file() {
            return None;
        }
        let mut text = String::new();
        let read = File::open(path).ok()?.take(MOST + 1).read_to_string(&mut text).ok()?;
        if read as u64 > MOST
            || text.contains(['\0', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'])
        {
            return None;
        }
        let (text, is_cut) = without_secrets(&text);
        Some(Self { path: path.to_owned(), text, is_cut })
    }
}

/// Returns the lines without secrets, and whether any were left out. A line that goes on in deeper ones is left out with
/// them.
fn without_secrets(text: &str) -> (String, bool) {
    let mut kept = String::new();
    let mut is_cut = false;
    let mut left_out: Option<usize> = None;
    for line in text.split_inclusive('\n') {
        let depth = line.len() - line.trim_start().len();
        let is_blank = line.trim().is_empty();
        if !is_blank && left_out.is_some_and(|outer| depth <= outer) {
            left_out = None;
        }
        if is_blank && left_out.is_none() {
            kept.push_str(line);
        } else if left_out.is_some() || !is_plain(line.trim()) {
            is_cut = true;
            left_out.get_or_insert(depth);
        } else {
            kept.push_str(line);
        }
    }
    (kept, is_cut)
}

/// Whether a line certainly holds no secret.
fn is_plain(line: &str) -> bool {
    let end = line.find(['=', ':', ' ', '\t']);
    // `@scope:registry = …` has a key of two parts.
    let end = if line.starts_with('@') { line.find(['=', ' ', '\t']) } else { end };
    let (key, value) = line.split_at(end.unwrap_or(line.len()));
    let key = key.to_lowercase();
    let is_secret_key = SECRET_WORDS.iter().any(|word| key.contains(word));
    // Comments, and what belongs to one host.
    let is_other = line.starts_with(['#', ';', '/']);
    // In an address there may be a name and a password, and what comes after a question mark.
    let may_be_login = value.contains('@') || (value.contains("://") && value.contains(['?', '#']));
    let may_be_secret = is_other || is_secret_key || may_be_login || line.contains("${") || has_token(line);
    !may_be_secret && redact::text(line) == line
}

/// Whether a line has a word that may be a token.
fn has_token(line: &str) -> bool {
    line.split(|c: char| !c.is_ascii_alphanumeric() && !"_-+=".contains(c)).any(|word| {
        let has = |is: fn(&u8) -> bool| word.as_bytes().iter().any(is);
        word.len() >= TOKEN_LENGTH && has(u8::is_ascii_digit) && has(u8::is_ascii_alphabetic)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> String {
        let (left, is_cut) = without_secrets(text);
        assert_eq!(is_cut, left != text);
        left
    }

    #[test]
    fn a5_registry_and_options_stay_and_what_may_be_secret_goes() {
        let npmrc = "registry=https://registry.example.com/npm/\n@shop:registry = https://npm.example.com\nfund=false\n\
                     //registry.example.com/:_authToken=npm_aaaabbbbccccddddeeeeffff\n_auth = aGVsbG8=\nsave-exact=true\n";
        assert_eq!(
            cut(npmrc),
            "registry=https://registry.example.com/npm/\n@shop:registry = https://npm.example.com\nfund=false\nsave-exact=true\n"
        );
        let pip = "[global]\nindex-url = https://ana:hunter2@pypi.example.com/simple\nextra-index-url =\n    https://pypi.org/simple\n    \
                   https://u:hunter2@b.example.com/simple\n\n    https://c.example.com/simple\ntimeout = 60\n";
        assert_eq!(
            cut(pip),
            "[global]\nextra-index-url =\n    https://pypi.org/simple\n    https://c.example.com/simple\ntimeout = 60\n"
        );
        let yarn = "nodeLinker: node-modules\nnpmScopes:\n  shop:\n    npmRegistryServer: \"https://npm.example.com\"\n    \
                    npmAuthToken: >-\n      hunter2\n\n      more\n    npmAlwaysAuth: true\nenableTelemetry: false\n";
        let left = cut(yarn);
        assert!(
            !left.contains("hunter2") && !left.contains("more") && left.ends_with("enableTelemetry: false\n"),
            "{left}"
        );
    }

    #[test]
    fn a5_every_place_where_a_token_may_stand_is_left_out() {
        for line in [
            "//registry.npmjs.org/:_authToken=x",
            " //registry.npmjs.org/:_password = x",
            "_authToken=x",
            "email=ana@example.com",
            "registry=https://ana:x@example.com/",
            "registry=https://x@example.com/",
            "registry=https://example.com/?t=x",
            "# old token: x",
            "; _authToken=x",
            "init.author.name=${NPM_TOKEN}",
            "cafile=npm_aaaabbbbccccddddeeeeffff0",
            "registry=https://example.com/a1b2c3d4e5f6a7b8c9d0/npm/",
            "client-cert=x",
            "https-proxy=http://u:x@proxy:8080",
            "proxy=u:x@proxy:8080",
            "SECRET: x",
            "\"npmAuthToken\": \"x\"",
            "key[]=x",
            "glpat-aaaabbbbccccdddd1234",
        ] {
            assert_eq!(cut(&format!("{line}\n")), "", "{line}");
        }
    }
}
