//! Redacts secrets in arguments for logs and screens.
//!
//! A secret is recognised by its key or by its own shape. The text around it stays (`Bearer [redacted]`), and
//! only strings are replaced, so documents keep their structure.
//!
//! # Limitations
//! A secret of unknown shape under a key that does not name it is not found.

use std::{
    borrow::Cow,
    sync::{LazyLock, OnceLock},
};

use aho_corasick::AhoCorasick;
use countersign_words::Message;
use regex::{Captures, Regex};
use serde_json::Value;

use crate::record::Doc;

/// The replacement for a secret.
pub const REDACTED: &str = "[redacted]";

/// No shape below is shorter, so most arguments need only one comparison.
const MIN_BYTES: usize = 8;

/// How often text is scanned again. If secrets are still found after that, all of the text is replaced.
const MAX_ROUNDS: usize = 8;

/// Returns `value` with every secret replaced.
pub fn value(value: &Value) -> Value {
    match value {
        Value::String(s) => Value::String(text(s)),
        Value::Array(list) => list.iter().map(self::value).collect(),
        Value::Object(doc) => Value::Object(self::doc(doc)),
        other => other.clone(),
    }
}

/// Returns `doc` with every secret replaced.
pub fn doc(doc: &Doc) -> Doc {
    doc.iter()
        .map(|(k, v)| (found_in(k).into_owned(), if names_secret(k) { all_of(v) } else { value(v) }))
        .collect()
}

/// Returns `text` with every secret replaced.
pub fn text(text: &str) -> String {
    found_in(text).into_owned()
}

/// Whether [`value`] would replace anything.
pub fn holds_secret(value: &Value) -> bool {
    match value {
        Value::String(s) => found_in(s) != s.as_str(),
        Value::Array(list) => list.iter().any(holds_secret),
        Value::Object(doc) => doc.iter().any(|(k, v)| {
            found_in(k) != k.as_str() || if names_secret(k) { all_of(v) != *v } else { holds_secret(v) }
        }),
        _ => false,
    }
}

/// Redacts every string in a value whose key names a secret.
fn all_of(value: &Value) -> Value {
    match value {
        Value::String(s) if s.is_empty() || is_own_id(s) => value.clone(),
        Value::String(_) => REDACTED.into(),
        Value::Array(list) => list.iter().map(all_of).collect(),
        Value::Object(doc) => doc.iter().map(|(k, v)| (found_in(k).into_owned(), all_of(v))).collect(),
        other => other.clone(),
    }
}

/// Ids of our own records (`tk12-9f3a`) may appear under a key such as `token` and are not secrets.
fn is_own_id(s: &str) -> bool {
    let Some((head, tag)) = s.split_once('-') else { return false };
    let prefix = head.bytes().take_while(u8::is_ascii_lowercase).count();
    let number = &head[prefix..];
    (1..=3).contains(&prefix)
        && !number.is_empty()
        && number.bytes().all(|b| b.is_ascii_digit() || b == b'.')
        && tag.len() == 4
        && tag.bytes().all(|b| b.is_ascii_hexdigit())
}

/// Endings of names of secrets, in the form of [`names_secret`].
const ENDINGS: &[&str] = &[
    "password",
    "passwords",
    "passwd",
    "passphrase",
    "secret",
    "secrets",
    "token",
    "tokens",
    "apikey",
    "apikeys",
    "accesskey",
    "accesskeyid",
    "secretkey",
    "privatekey",
    "signingkey",
    "encryptionkey",
    "authorization",
    "credential",
    "credentials",
    "cookie",
    "cookies",
];

/// Names that are secret as a whole.
const NAMES: &[&str] = &["pass", "userpwd", "dbpwd", "bearer", "jwt", "auth"];

/// Names that end like a secret's but are not secrets.
const INNOCENT: &[&str] = &[
    "pagetoken",
    "nexttoken",
    "continuationtoken",
    "synctoken",
    "cancellationtoken",
    "allowcredentials",
    "excludecredentials",
];

/// Whether a key names a secret, in any spelling: `API_KEY`, `api-key`, `apiKey`.
fn names_secret(key: &str) -> bool {
    // The shortest name is `jwt`. Every key is checked, so most must not allocate.
    let last = key.bytes().next_back().unwrap_or_default().to_ascii_lowercase();
    if !b"dsetynhr".contains(&last) {
        return false;
    }
    let plain: String =
        key.chars().filter(|c| !matches!(c, '-' | '_' | '.' | ' ')).flat_map(char::to_lowercase).collect();
    let ends = |list: &[&str]| list.iter().any(|e| plain.ends_with(e));
    NAMES.contains(&plain.as_str()) || (ends(ENDINGS) && !ends(INNOCENT))
}

/// One shape of secrets in text, and its replacement.
struct Shape {
    /// In lower case: text without any of these cannot match, and the expression is not even compiled.
    hints: &'static [&'static str],
    pattern: &'static str,
    replace: fn(&Captures<'_>) -> Option<String>,
}

/// In the order of replacement: shapes that can contain others come first.
const SHAPES: &[Shape] = &[
    Shape {
        hints: &["-----begin"],
        // Redact only the characters of the key itself: code after it must stay readable.
        pattern: concat!(
            r"-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----",
            r"(?:(?:\s|\\[nr])*[+ -]?(?:(?:Proc-Type|DEK-Info|Version|Comment): [A-Za-z0-9 .,/()-]{1,100}",
            r"|[A-Za-z0-9+/=]{20,}|=[A-Za-z0-9+/]{4}))*",
            r"(?:(?:(?:\s|\\[nr])*[+ -]?[A-Za-z0-9+/=]{1,76})?",
            r"(?:(?:\s|\\[nr])*[+ -]?-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|\z))?",
        ),
        replace: |_| Some(REDACTED.to_owned()),
    },
    // Prefixes that providers chose to make keys recognisable.
    Shape {
        hints: &[
            "akia",
            "asia",
            "abia",
            "acca",
            "ghp_",
            "gho_",
            "ghu_",
            "ghs_",
            "ghr_",
            "github_pat_",
            "glpat-",
            "gldt-",
            "glrt-",
            "glptt-",
            "glft-",
            "glcbt-",
            "glimt-",
            "glsoat-",
            "glagent-",
            "xox",
            "xapp-",
            "k_live_",
            "k_test_",
            "whsec_",
            "aiza",
            "ya29.",
            "gocspx-",
            "npm_",
            "pypi-",
            "hf_",
            "sg.",
            "dop_v1_",
            "eyj",
        ],
        pattern: concat!(
            r"(?-u:\b)(?:(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16,}",
            r"|gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{22,}",
            r"|gl(?:pat|dt|rt|ptt|ft|cbt|imt|soat|agent)-[A-Za-z0-9_-]{20,}",
            r"|xox[abeoprs]-[A-Za-z0-9-]{10,}|xapp-[A-Za-z0-9-]{10,}",
            r"|[srp]k_(?:live|test)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9+/=]{16,}",
            r"|AIza[A-Za-z0-9_-]{35,}|ya29\.[A-Za-z0-9_-]{20,}|GOCSPX-[A-Za-z0-9_-]{20,}",
            r"|npm_[A-Za-z0-9]{36,}|pypi-[A-Za-z0-9_-]{50,}|hf_[A-Za-z0-9]{30,}",
            r"|SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}|dop_v1_[a-f0-9]{32,}",
            r"|eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*)",
        ),
        replace: |_| Some(REDACTED.to_owned()),
    },
    // Short prefixes that other names also have: the rest must look random.
    Shape {
        hints: &["sk-", "cs_"],
        pattern: r"(?-u:\b)(sk-|cs_)[A-Za-z0-9_-]{20,}",
        replace: |c| looks_random(&c[0][c[1].len()..]).then(|| REDACTED.to_owned()),
    },
    Shape {
        hints: &["bearer"],
        pattern: r"(?i)(?-u:\b)(bearer\s+)([A-Za-z0-9._~+/=-]{16,})",
        replace: |c| looks_random(&c[2]).then(|| format!("{}{REDACTED}", &c[1])),
    },
    Shape {
        hints: &["authorization"],
        pattern: r"(?i)(?-u:\b)((?:proxy-)?authorization\s*[:=]\s*(?:(?:basic|bearer|digest|token|negotiate)\s+)?)(\[redacted\]|[^\s,;]{6,})",
        replace: |c| Some(format!("{}{REDACTED}", &c[1])),
    },
    Shape {
        hints: &["cookie:"],
        pattern: r"(?i)(?-u:\b)((?:set-)?cookie:\s*)([^\s=]+=[^\r\n]+)",
        replace: |c| Some(format!("{}{REDACTED}", &c[1])),
    },
    Shape {
        hints: &["://"],
        pattern: r"(?i)(?-u:\b)([a-z][a-z0-9+.-]*://[^\s:/@]*:)([^\s/]+)@",
        replace: |c| Some(format!("{}{REDACTED}@", &c[1])),
    },
    // An incoming webhook's address: anyone who knows it can post there.
    Shape {
        hints: &["/services/", "/hooks/"],
        pattern: r"(?i)(?-u:\b)(https?://[^\s/]+/(?:services|hooks)/)([A-Za-z0-9_/-]{16,})",
        replace: |c| looks_random(&c[2]).then(|| format!("{}{REDACTED}", &c[1])),
    },
    // NAME=value, --name value, "name": "value", x-name: value.
    Shape {
        hints: &["password", "passwd", "passphrase", "pwd", "secret", "token", "key", "credential"],
        pattern: concat!(
            r"(?i)([a-z0-9_.-]*(?:password|passwd|passphrase|pwd|secret|token|",
            r"(?:api|access|secret|private|signing|encryption)[_-]?key|credentials?))",
            r#"(=|\s+=\s+|["']\s*:\s*|:\s+|\s+)("[^"\r\n]*"|'[^'\r\n]*'|\$\([^)]*\)|[^\s"'&;]+)"#,
        ),
        replace: assignment,
    },
];

/// Replaces the value of an assignment to a secret name, unless it cannot be one: a reference to a variable,
/// a word of prose, a path, a flag.
fn assignment(c: &Captures<'_>) -> Option<String> {
    let (name, sign, given) = (&c[1], &c[2], &c[3]);
    let quoted = given.len() >= 2 && given.starts_with(['"', '\'']);
    let inner = if quoted { &given[1..given.len() - 1] } else { given };
    if inner == REDACTED || is_plain(name, inner) || !names_secret_in_text(name) {
        return None;
    }
    let assigned = match sign.trim() {
        "=" => sign == "=" || quoted,
        // A flag's value. Other text without a separator is prose.
        "" => name.starts_with("--"),
        // A header or a setting; in prose a colon is followed by words.
        ":" => quoted || looks_random(inner),
        _ => true,
    };
    let quote = if quoted { &given[..1] } else { "" };
    assigned.then(|| format!("{name}{sign}{quote}{REDACTED}{quote}"))
}

fn names_secret_in_text(name: &str) -> bool {
    let name = name.trim_start_matches('-');
    // `PWD` alone is the working directory.
    names_secret(name) || (name.len() > 3 && name.to_ascii_lowercase().ends_with("pwd"))
}

fn is_plain(name: &str, given: &str) -> bool {
    let word = given.to_ascii_lowercase();
    let counts = name.to_ascii_lowercase().ends_with("token") && given.bytes().all(|b| b.is_ascii_digit());
    given.is_empty()
        || given.starts_with(['$', '<', '=', '{'])
        || (given.starts_with(['/', '~', '-']) && !looks_random(given))
        || counts
        || matches!(word.as_str(), "true" | "false" | "null" | "none" | "yes" | "no")
}

/// Whether it has digits, or mixed case; ordinary words do not.
fn looks_random(s: &str) -> bool {
    let mixed = |w: &[u8]| w[0].is_ascii_lowercase() && w[1].is_ascii_uppercase();
    s.bytes().any(|b| b.is_ascii_digit()) || s.as_bytes().windows(2).any(mixed)
}

/// All hints in one automaton: one pass rules most text out.
static HINTS: LazyLock<AhoCorasick> = LazyLock::new(|| {
    AhoCorasick::builder()
        .ascii_case_insensitive(true)
        .build(SHAPES.iter().flat_map(|s| s.hints))
        .expect("BUG: a few words make an automaton")
});

/// The expressions, each compiled on first use: short-lived programs rarely need any.
static COMPILED: [OnceLock<Regex>; SHAPES.len()] = [const { OnceLock::new() }; SHAPES.len()];

fn compiled(i: usize) -> &'static Regex {
    COMPILED[i].get_or_init(|| Regex::new(SHAPES[i].pattern).expect("BUG: a shape is a regular expression"))
}

fn found_in(text: &str) -> Cow<'_, str> {
    let mut out = Cow::Borrowed(text);
    // A replaced secret may have hidden the beginning of another.
    for _ in 0..MAX_ROUNDS {
        match one_round(&out) {
            Some(less) => out = Cow::Owned(less),
            None => return out,
        }
    }
    // Too many nested secrets to be an accident.
    Cow::Borrowed(REDACTED)
}

/// Replaces the secrets that are visible now; None if there are none.
fn one_round(text: &str) -> Option<String> {
    if text.len() < MIN_BYTES {
        return None;
    }
    if !HINTS.is_match(text) {
        return None;
    }
    let small = text.to_ascii_lowercase();
    let mut out = Cow::Borrowed(text);
    for (i, shape) in SHAPES.iter().enumerate() {
        if !shape.hints.iter().any(|h| small.contains(h)) {
            continue;
        }
        let replace = |c: &Captures<'_>| (shape.replace)(c).unwrap_or_else(|| c[0].to_owned());
        if let Cow::Owned(new) = compiled(i).replace_all(&out, replace) {
            out = Cow::Owned(new);
        }
    }
    (out != text).then(|| out.into_owned())
}

/// A message without its secrets. Where only the words around something show that it is one, the message becomes a text in English.
pub fn message(message: &Message) -> Message {
    let redacted = message.map_texts(&text);
    let whole = text(&redacted);
    if redacted == whole { redacted } else { whole.into() }
}

#[cfg(test)]
mod tests;
