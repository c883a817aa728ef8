//! Redacts settings files for display. The environment and headers of servers may hold secrets under any name, so none
//! of their values is shown except those that determine which program runs.

use countersign_core::redact::{self, REDACTED};
use countersign_tools::files::unified;
use serde_json::{Map, Value};

use super::{
    jsonc::{self, Edit, Kind, Node, edited},
    server::{Definition, steers},
    toml_text,
};

/// Returns the redacted diff of two texts of a settings file.
pub fn difference(before: &str, after: &str, name: &str, is_toml: bool) -> String {
    let shown = unified(&hidden(before, is_toml), &hidden(after, is_toml), name);
    // Comments may hold secrets too.
    shown.lines().map(|line| redact::text(line) + "\n").collect()
}

/// Returns the redacted command line or address of a server.
pub fn line(server: &Definition) -> String {
    if let Some(url) = &server.url {
        return redact::text(url);
    }
    let args = concealed_list(&server.args.iter().map(|a| Value::from(a.as_str())).collect::<Vec<_>>());
    let words = server
        .command
        .iter()
        .map(|c| redact::text(c))
        .chain(args.iter().filter_map(Value::as_str).map(str::to_owned));
    words.map(|w| quoted(&w)).collect::<Vec<_>>().join(" ")
}

/// Quotes a word for a shell, so that its end is visible.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "@%+=:,./-_[]".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// Redacts a settings file; the layout stays.
fn hidden(text: &str, is_toml: bool) -> String {
    let mut edits = Vec::new();
    if is_toml {
        let Ok(value) = toml_text::parse(text) else { return redact::text(text) };
        let concealed = concealed(&value);
        for (keys, span) in toml_text::strings(text) {
            let at = |value: &Value| keys.iter().try_fold(value.clone(), |v, key| step(&v, key));
            replace(at(&value), at(&concealed), span, &mut edits);
        }
    } else {
        let Ok(node) = jsonc::parse(text) else { return redact::text(text) };
        let concealed = concealed(&node.to_value());
        walk(&node, Some(&concealed), &mut edits);
    }
    edited(text, edits)
}

fn step(value: &Value, key: &str) -> Option<Value> {
    match value {
        Value::Array(list) => list.get(key.parse::<usize>().ok()?).cloned(),
        other => other.get(key).cloned(),
    }
}

fn replace(was: Option<Value>, is: Option<Value>, span: std::ops::Range<usize>, edits: &mut Vec<Edit>) {
    if was != is || is.is_none() {
        let text = is.unwrap_or_else(|| REDACTED.into()).to_string();
        edits.push(Edit { span, text });
    }
}

/// Walks a document and its redacted value in parallel. A key that is itself a secret is not followed.
fn walk(node: &Node, shown: Option<&Value>, edits: &mut Vec<Edit>) {
    match &node.kind {
        Kind::Object(members) => {
            members.iter().for_each(|m| walk(&m.value, shown.and_then(|v| v.get(&m.key)), edits));
        }
        Kind::Array(list) => {
            list.iter().enumerate().for_each(|(i, one)| walk(one, shown.and_then(|v| v.get(i)), edits));
        }
        Kind::Plain(value @ Value::String(_)) => {
            replace(Some(value.clone()), shown.cloned(), node.span.clone(), edits);
        }
        Kind::Plain(_) => {}
    }
}

/// Redacts settings, wherever they keep secrets.
pub fn concealed(value: &Value) -> Value {
    within(&redact::value(value))
}

/// Redacts what [`redact::value`] cannot know: the places where settings keep secrets.
fn within(value: &Value) -> Value {
    match value {
        Value::Object(map) => map.iter().map(|(k, v)| (k.clone(), under(k, v))).collect::<Map<_, _>>().into(),
        Value::Array(list) => concealed_list(list).iter().map(within).collect(),
        other => other.clone(),
    }
}

fn under(key: &str, value: &Value) -> Value {
    let Some(map) =
        value.as_object().filter(|_| ["env", "environment", "headers", "http_headers"].contains(&key))
    else {
        return within(value);
    };
    let one = |(name, value): (&String, &Value)| {
        let open = value.is_object() || steers(name) || name == "COUNTERSIGN_HOME";
        (name.clone(), if open { within(value) } else { REDACTED.into() })
    };
    map.iter().map(one).collect::<Map<_, _>>().into()
}

/// Redacts a list of words, in which one may announce that the next is a secret: `--api-key`, `x`.
fn concealed_list(list: &[Value]) -> Vec<Value> {
    let tells = |before: Option<&Value>, word: &str| {
        let Some(flag) = before.and_then(Value::as_str).filter(|f| f.starts_with('-') && !f.contains('='))
        else {
            return false;
        };
        let pair = format!("--{} {word}", flag.trim_start_matches('-'));
        redact::text(&pair).ends_with(REDACTED) || (is_header(flag) && word.contains(':'))
    };
    let before = std::iter::once(None).chain(list.iter().map(Some));
    let one = |(before, value): (Option<&Value>, &Value)| match value.as_str() {
        Some(word) if tells(before, word) => {
            match word.split_once(':').filter(|_| before.is_some_and(is_header_value)) {
                Some((name, _)) => format!("{name}: {REDACTED}").into(),
                None => REDACTED.into(),
            }
        }
        Some(word) => redact::text(word).into(),
        None => value.clone(),
    };
    before.zip(list).map(one).collect()
}

fn is_header_value(value: &Value) -> bool {
    value.as_str().is_some_and(is_header)
}

/// Returns whether an option is followed by a header.
fn is_header(flag: &str) -> bool {
    matches!(flag, "--header" | "-H" | "--headers")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn g2_no_value_of_an_environment_is_shown_whatever_its_name() {
        let json = r#"{"mcpServers": {"a": {"command": "x", "args": ["--api-key", "hunter2", "--header", "X-Mine: hunter3", "-v"],
            "env": {"PIN": "hunter4", "NODE_OPTIONS": "--require ./evil.js"}, "headers": {"X": "hunter5"}}},
            "primaryApiKey": "hunter6", // password=hunter7
            "note": "plain"}"#;
        let toml = "[mcp_servers.a]\ncommand = 'x'\nargs = [\"--token\", \"hunter2\"]\nenv = { PIN = \"hunter4\" }\n\
                    http_headers.X = '''hunter5'''\n[server.b.env]\nQ = \"\"\"\nhunter6\"\"\"\n[server.b.headers]\nA = \"hunter7\"\n# token = \"hunter8\"\n";
        for (text, is_toml) in [(json, false), (toml, true)] {
            for shown in [difference("", text, "f", is_toml), difference(text, "", "f", is_toml)] {
                assert!(!shown.contains("hunter") && shown.contains(REDACTED), "{shown}");
            }
        }
        let shown = difference("", json, "f", false);
        assert!(
            shown.contains("--require ./evil.js") && shown.contains("\"-v\"") && shown.contains("plain"),
            "{shown}"
        );
    }

    #[test]
    fn a_broken_file_still_hides_what_it_can() {
        assert!(!difference("", "{\"password\": \"hunter2\"", "f", false).contains("hunter2"));
    }

    #[test]
    fn a_command_line_shows_where_each_word_ends() {
        let server = |value: Value| Definition::of_config(&value).unwrap();
        let args = json!({"command": "sh", "args": ["-c", "rm -rf 'x'", "--token", "hunter2", ""]});
        assert_eq!(line(&server(args)), r"sh -c 'rm -rf '\''x'\''' --token [redacted] ''");
        assert_eq!(
            line(&server(json!({"url": "https://u:pw@a/mcp?api_key=hunter2"}))),
            "https://u:[redacted]@a/mcp?api_key=[redacted]"
        );
    }

    #[test]
    fn h2_a_difference_cannot_move_the_cursor() {
        assert!(
            !difference("", "{\"a\": \"\u{202e}x\u{1b}[2J\"}", "f", false).contains(['\u{202e}', '\u{1b}'])
        );
    }
}
