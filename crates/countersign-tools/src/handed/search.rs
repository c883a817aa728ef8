//! Finds the secrets that an agent's folder search would open. Searches follow ripgrep's rules, as Claude Code's does:
//! hidden files are searched, files ignored by git are not, and a file that matches a pattern is, ignored or not.
//!
//! # Limitations
//! Secrets are recognized by their names, among the first 50,000 entries of the folder. Links below it are
//! not followed, as in ripgrep.

use std::{
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{files::pattern, stage::secrets_in};

/// Maximum number of patterns from brace expansion; more count as every file.
const BRACES_MOST: usize = 200;

/// Which files of a folder are searched.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Search {
    /// Those that fit one of these patterns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub glob: Option<String>,
    /// Those of a type, as ripgrep names it.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
}

/// File types by extension. Files of other types may have any name.
const TYPES: &[(&str, &[&str])] = &[
    ("c", &["c", "h"]),
    ("cpp", &["cc", "cpp", "cxx", "h", "hh", "hpp", "hxx", "inl"]),
    ("css", &["css", "scss"]),
    ("go", &["go"]),
    ("html", &["html", "htm", "ejs"]),
    ("java", &["java", "jsp", "properties"]),
    ("js", &["js", "jsx", "mjs", "cjs", "vue"]),
    ("json", &["json"]),
    ("kotlin", &["kt", "kts"]),
    ("markdown", &["md", "markdown", "mdx", "mdown", "mdwn", "mkd", "mkdn"]),
    ("md", &["md", "markdown", "mdx", "mdown", "mdwn", "mkd", "mkdn"]),
    ("php", &["php", "php3", "php4", "php5", "php7", "php8", "phtml"]),
    ("py", &["py", "pyi"]),
    ("python", &["py", "pyi"]),
    ("rust", &["rs"]),
    ("sql", &["sql", "psql"]),
    ("swift", &["swift"]),
    ("toml", &["toml", "lock"]),
    ("ts", &["ts", "tsx", "mts", "cts"]),
    ("typescript", &["ts", "tsx", "mts", "cts"]),
    ("yaml", &["yaml", "yml"]),
];

impl Search {
    /// Returns the secrets in a folder that it opens.
    pub(super) fn secrets(&self, folder: &Path) -> Vec<PathBuf> {
        let mut found = secrets_in(&[folder.to_owned()]);
        found.retain(|path| self.fits(path.strip_prefix(folder).unwrap_or(path)));
        if !found.is_empty() && !self.names_files() {
            let ignored = ignored(folder, &found);
            found.retain(|path| !ignored.contains(path));
        }
        found
    }

    /// Returns the patterns, which are separated by commas and spaces.
    fn globs(&self) -> Vec<&str> {
        let mut depth = 0_i32;
        let apart = |c: char| {
            depth += i32::from(c == '{') - i32::from(c == '}');
            c.is_whitespace() || (c == ',' && depth <= 0)
        };
        let text = self.glob.as_deref().unwrap_or_default();
        text.split(apart).filter(|glob| !glob.is_empty()).collect()
    }

    /// Whether it includes files, rather than only excluding some.
    fn names_files(&self) -> bool {
        self.globs().iter().any(|glob| !glob.starts_with('!'))
    }

    /// Whether it may open a file, by its path in the folder; true if in doubt.
    fn fits(&self, path: &Path) -> bool {
        let Some(text) = path.to_str() else { return true };
        let name = text.rsplit('/').next().unwrap_or(text);
        let known = self.kind.as_deref().and_then(|kind| TYPES.iter().find(|(name, _)| *name == kind));
        // A secret folder is found as a whole: files in it may have any name.
        let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_lowercase());
        if let (Some((_, endings)), Some(ending)) = (known, &ending)
            && !endings.contains(&ending.as_str())
        {
            return false;
        }
        match self.globs().as_slice() {
            [] => true,
            // Only a single, literal name excludes: with several patterns it is not certain which decides.
            [one] if one.starts_with('!') => !excludes(&one[1..], name),
            many => !self.names_files() || many.iter().any(|g| !g.starts_with('!') && may_fit(g, text)),
        }
    }
}

/// Whether a pattern certainly excludes files of this name.
fn excludes(glob: &str, name: &str) -> bool {
    let bare = glob.strip_prefix("**/").unwrap_or(glob);
    let plain = !bare.contains(['/', '[', ']', '\\', '!']);
    plain && unfolded(bare).is_some_and(|all| all.iter().any(|one| pattern::matches(one, name)))
}

/// Whether a pattern may match a file, or a folder on the way to it. Case is ignored.
fn may_fit(glob: &str, path: &str) -> bool {
    let Some(all) = unfolded(&glob.to_lowercase()) else { return true };
    let path = path.to_lowercase();
    let parts: Vec<&str> = path.split('/').collect();
    let ends = |from: usize| (from + 1..=parts.len()).map(move |to| (from, to));
    let spans: Vec<String> =
        (0..parts.len()).flat_map(ends).map(|(from, to)| parts[from..to].join("/")).collect();
    all.iter().map(|one| loosened(one)).any(|one| spans.iter().any(|span| pattern::matches(&one, span)))
}

/// Returns a more general pattern: character sets and stars match anything.
fn loosened(glob: &str) -> String {
    let mut text = glob.replace('\\', "");
    while let Some((before, after)) = text.split_once('[') {
        let after = after.split_once(']').map_or("", |(_, after)| after);
        text = format!("{before}*{after}");
    }
    let text = text.trim_start_matches("./").trim_matches('/');
    let text = text.strip_prefix("**/").unwrap_or(text);
    let text = text.strip_suffix("/**").unwrap_or(text);
    let mut loose = String::new();
    for c in text.chars() {
        match c {
            '*' if loose.ends_with('*') => {}
            '*' => loose.push_str("**"),
            other => loose.push(other),
        }
    }
    // `a/**/b` also matches `a/b`.
    loose.replace("/**/", "**")
}

/// Expands braces; None if they are unbalanced or give too many patterns.
fn unfolded(glob: &str) -> Option<Vec<String>> {
    let (mut done, mut open) = (Vec::new(), vec![glob.to_owned()]);
    while let Some(text) = open.pop() {
        let Some(close) = text.find('}') else {
            if text.contains('{') {
                return None;
            }
            done.push(text);
            continue;
        };
        // The innermost pair first.
        let begin = text[..close].rfind('{')?;
        let (before, after) = (&text[..begin], &text[close + 1..]);
        open.extend(text[begin + 1..close].split(',').map(|one| format!("{before}{one}{after}")));
        if open.len() + done.len() > BRACES_MOST {
            return None;
        }
    }
    Some(done)
}

/// Returns the paths that git ignores, tracked or not; none if git is not available. Only the folder's own
/// tree counts, as in a search.
fn ignored(folder: &Path, paths: &[PathBuf]) -> Vec<PathBuf> {
    let own = ["core.fsmonitor=false", "core.excludesFile=/dev/null", "core.ignoreCase=false"];
    let mut git = Command::new("git");
    git.env_clear().env("PATH", "/usr/local/bin:/usr/bin:/bin").env("GIT_CONFIG_GLOBAL", "/dev/null");
    git.args(own.iter().flat_map(|one| ["-c", one])).args(["check-ignore", "--no-index", "-z", "--stdin"]);
    git.current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let Ok(mut running) = git.spawn() else { return Vec::new() };
    let input: Vec<u8> =
        paths.iter().flat_map(|path| [path.as_os_str().as_encoded_bytes(), b"\0"].concat()).collect();
    let stdin = running.stdin.take();
    // Git writes while it reads.
    let feeding = std::thread::spawn(move || stdin.map(|mut stdin| stdin.write_all(&input)));
    let told = running.wait_with_output();
    let fed = feeding.join().ok().flatten().is_some_and(|fed| fed.is_ok());
    match told {
        Ok(told) if told.status.success() && fed => {
            let named = |path: &&PathBuf| {
                told.stdout.split(|b| *b == 0).any(|line| line == path.as_os_str().as_encoded_bytes())
            };
            paths.iter().filter(named).cloned().collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(glob: Option<&str>, kind: Option<&str>) -> Search {
        Search { glob: glob.map(str::to_owned), kind: kind.map(str::to_owned) }
    }

    #[test]
    fn a13_a_pattern_that_may_stand_for_a_secret_is_known_to() {
        let path = Path::new("config/prod/.env.local");
        for glob in [
            ".env*",
            "*.local",
            ".ENV.LOCAL",
            "**/.env*",
            "config/**",
            "config/prod/.env*",
            "/config/*/.e*",
            "{.env*,x}",
            "{a,{b,.env.local}}",
            "*",
            "**",
            "**/*",
            ".e[nm]v*",
            "[.]env*",
            "[!a]env.local",
            ".?nv*",
            "\\.env*",
            "*.rs,.env*",
            "*.rs .env*",
            "!*.rs .env*",
            "!.env* .env*",
            "!*.rs",
            "prod",
            "config/",
            "./config/prod/.env.local",
            "{.env*",
            ".env*}",
            "con*/**/.env.local",
            "config/**/prod/.env.*",
            "!**/x/.env*",
            "!.Env*",
            "!.env* !x",
            "!config/.env.local",
            "!.[e]nv*",
        ] {
            assert!(search(Some(glob), None).fits(path), "{glob}");
        }
        for glob in
            ["*.rs", "*.{ts,tsx}", "src/**/*.rs", "!.env*", "!**/.env*", "!{.env*,x}", "README*", "x.env"]
        {
            assert!(!search(Some(glob), None).fits(path), "{glob}");
        }
    }

    #[test]
    fn a_search_of_one_type_opens_what_is_of_that_type() {
        let env = Path::new(".env.local");
        assert!(!search(None, Some("rust")).fits(env) && !search(None, Some("py")).fits(env));
        assert!(search(None, Some("config")).fits(env) && search(None, Some("sh")).fits(env));
        assert!(search(None, Some("json")).fits(Path::new("a/credentials.json")));
    }
}
