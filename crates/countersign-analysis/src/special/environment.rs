//! Programs that print the environment: `ps e`, and the filters `jq` and `yq`, which read variables by name.

use std::path::Path;

use countersign_words::{Message, say};

use crate::{
    command::Given,
    facts::Effect,
    path,
    walk::{Input, Output, Walk},
    word::Word,
};

/// `ps`: BSD's letter `e` prints the environment of each process, which contains secrets.
pub(super) fn ps(walk: &mut Walk<'_>, given: &Given<'_>, _input: &Input) -> Output {
    const WHY: Message = say!("analysis-shows-the-variables-of-other-processes");
    for word in &given.operands {
        let text = word.known().unwrap_or_default();
        let letters = !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphabetic());
        if letters && text.contains('e') {
            walk.note(Effect::Protected, WHY, word.span);
        }
    }
    for option in &given.options {
        let columns = option.value.as_ref().and_then(Word::known).unwrap_or_default();
        let shows =
            columns.split([',', ' ', '=']).any(|name| matches!(name, "env" | "environ" | "environment"));
        if option.name == "-E" || (matches!(option.name.as_str(), "-o" | "-O" | "--format") && shows) {
            walk.note(Effect::Protected, WHY, option.span);
        }
    }
    Output::Unknown
}

/// `jq`, `yq`: filters do not write, run or send anything, but can name variables and files.
pub(super) fn filter(walk: &mut Walk<'_>, given: &Given<'_>, _input: &Input) -> Output {
    for word in given.words.iter().skip(1) {
        let Some(text) = word.known().filter(|text| !text.starts_with('-')) else { continue };
        for name in variables(&text).into_iter().filter(|name| path::secret_variable(name)) {
            walk.note_on(
                Effect::Protected,
                name,
                say!("analysis-reads-a-variable-that-holds-a-secret"),
                word.span,
            );
        }
        if text.contains("load") || text.contains("import") {
            for file in text.split('"').skip(1).step_by(2) {
                if path::reading(Path::new(file), &[]).is_some() {
                    walk.path(Effect::Read, &Word::known_as(file, word.span), say!("analysis-reads-a-file"));
                }
            }
        }
    }
    Output::Unknown
}

/// Returns the variables that a filter names: `env.A`, `$ENV["A"]`, `env(A)`, `strenv(A)`, `"${A}" | envsubst`.
fn variables(text: &str) -> Vec<&str> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let named = |rest: &'_ str| rest.find(|c| !is_name(c)).unwrap_or(rest.len());
    let mut names = Vec::new();
    for (at, _) in text.match_indices("env").chain(text.match_indices("ENV")) {
        let before = text.get(..at).unwrap_or_default();
        let before = before.strip_suffix("str").unwrap_or(before);
        // A field of that name is not the environment.
        let inner = before.ends_with(is_name) || before.ends_with('.');
        let after = text.get(at + 3..).unwrap_or_default().trim_start();
        let reached = after.starts_with(['.', '[', '(']);
        if !inner && reached {
            let rest = after.trim_start_matches(['.', '[', '(', '"', '\'', ' ']);
            names.extend(rest.get(..named(rest)).filter(|name| !name.is_empty()));
        }
    }
    if text.contains("envsubst") {
        for part in text.split('$').skip(1) {
            let rest = part.trim_start_matches('{');
            names.extend(rest.get(..named(rest)).filter(|name| !name.is_empty()));
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use crate::{Setting, shell};

    fn is_protected(line: &str) -> bool {
        !shell(line, &Setting { cwd: Some("/w".to_owned()), ..Setting::default() }).protected.is_empty()
    }

    #[test]
    fn a5_showing_the_environment_of_processes_is_asked_about() {
        for line in ["ps e", "ps eww", "ps auxe", "ps axe", "ps -p 1 e", "ps -E", "ps -eo pid,environ"] {
            assert!(is_protected(line), "{line}");
        }
        for line in [
            "ps",
            "ps aux",
            "ps -ef",
            "ps -e",
            "ps -eo pid,cmd",
            "ps -p 1 -o comm=",
            "ps -C node",
            "ps -u eve",
        ] {
            assert!(!is_protected(line), "{line}");
        }
    }

    #[test]
    fn a5_a_filter_that_names_a_secret_variable_or_file_is_asked_about() {
        for line in [
            "jq -n env.GH_TOKEN",
            "jq -n '$ENV.GH_TOKEN'",
            "jq -n '$ENV[\"GH_TOKEN\"]'",
            "jq -n 'env[\"GH_TOKEN\"] | length'",
            "yq -n 'env(GH_TOKEN)'",
            "yq 'strenv(DB_PASSWORD)' a.yaml",
            "yq -n '\"${GH_TOKEN}\" | envsubst'",
            "yq 'load_str(\".env\")' a.yaml",
            "yq eval 'load(\"secrets.yaml\")' a.yaml",
        ] {
            assert!(is_protected(line), "{line}");
        }
        for line in [
            "jq .env.GH_TOKEN a.json",
            "jq .environment.password a.json",
            "jq -n env.PATH",
            "jq '.token' a.json",
            "yq '.env' a.yaml",
            "yq 'load(\"b.yaml\")' a.yaml",
        ] {
            assert!(!is_protected(line), "{line}");
        }
    }
}
