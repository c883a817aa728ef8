//! Edits agents' TOML settings by lines: untouched parts stay byte for byte.

use std::ops::Range;

use serde_json::Value;
use toml_edit::{Document, Item, Table, TableLike};

use super::jsonc::{Edit, Wrong};

/// Parses a document.
pub fn parse(text: &str) -> Result<Value, Wrong> {
    let table: toml::Table = toml::from_str(text)
        .map_err(|e| Wrong { at: e.span().map_or(0, |s| s.start), what: e.message().into() })?;
    serde_json::to_value(table).map_err(|e| Wrong { at: 0, what: e.to_string().into() })
}

/// Returns the edits that remove tables from the table `name` and insert one, in place of the first or at the end;
/// `None` if the layout does not allow editing by lines.
pub fn exchange(
    text: &str,
    name: &str,
    gone: &[&str],
    new: Option<(&str, &[(&str, Value)])>,
) -> Option<Vec<Edit>> {
    let doc = Document::parse(text).ok()?;
    let servers = doc.get(name)?.as_table()?;
    let mut regions = Vec::new();
    for one in gone {
        match servers.get(one)? {
            Item::Table(table) => of_table(text, table, &mut regions)?,
            Item::Value(value) => regions.push(lines(text, &value.span()?)),
            _ => return None,
        }
    }
    regions.sort_by_key(|r| r.start);
    let mut edits: Vec<Edit> =
        regions.iter().map(|span| Edit { span: without_gap(text, span), text: String::new() }).collect();
    let Some((entry, fields)) = new else { return Some(edits) };
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let section = section(&format!("{name}.{entry}"), fields).replace('\n', newline);
    match edits
        .first_mut()
        .filter(|e| text.get(e.span.clone()).is_some_and(|t| t.trim_start().starts_with('[')))
    {
        Some(first) => {
            let gap = text.get(first.span.clone()).unwrap_or_default().len() > regions[0].len();
            first.text = if gap { format!("{section}{newline}") } else { section };
        }
        None => {
            let gap = if text.ends_with('\n') || text.is_empty() { "" } else { newline };
            edits.push(Edit { span: text.len()..text.len(), text: format!("{gap}{newline}{section}") });
        }
    }
    Some(edits)
}

/// Formats a section.
pub fn section(name: &str, fields: &[(&str, Value)]) -> String {
    let mut out = format!("[{name}]\n");
    let (tables, plain): (Vec<_>, Vec<_>) = fields.iter().partition(|(_, v)| v.is_object());
    for (key, value) in plain {
        out.push_str(&format!("{key} = {}\n", written(value)));
    }
    for (key, value) in tables {
        out.push_str(&format!("\n[{name}.{key}]\n"));
        for (key, value) in value.as_object().into_iter().flatten() {
            out.push_str(&format!("{} = {}\n", key_text(key), written(value)));
        }
    }
    out
}

fn key_text(key: &str) -> String {
    let bare = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
    if bare { key.to_owned() } else { written(&key.into()) }
}

fn written(value: &Value) -> String {
    match value {
        Value::String(s) => quoted(s),
        Value::Array(list) => format!("[{}]", list.iter().map(written).collect::<Vec<_>>().join(", ")),
        other => other.to_string(),
    }
}

/// Quotes a string on one line.
fn quoted(s: &str) -> String {
    let mut out = String::from("\"");
    for c in s.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if c.is_control() => out.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Collects the lines of a table: from its header to its last value, including nested tables.
fn of_table(text: &str, table: &Table, regions: &mut Vec<Range<usize>>) -> Option<()> {
    let mut values = Vec::new();
    for (_, item) in table.iter() {
        match item {
            Item::Table(inner) if inner.is_dotted() => values_of(inner, &mut values)?,
            Item::Table(inner) => of_table(text, inner, regions)?,
            Item::Value(value) => values.push(value.span()?),
            Item::ArrayOfTables(_) => return None,
            Item::None => {}
        }
    }
    let has_header = !table.is_implicit() && !table.is_dotted();
    if has_header {
        let header = table.span()?;
        let end = values.iter().map(|v| v.end).max().unwrap_or(header.end).max(header.end);
        regions.push(lines(text, &(header.start..end)));
    } else {
        regions.extend(values.iter().map(|value| lines(text, value)));
    }
    Some(())
}

/// Collects the positions of the values of a dotted table.
fn values_of(table: &Table, values: &mut Vec<Range<usize>>) -> Option<()> {
    for (_, item) in table.iter() {
        match item {
            Item::Table(inner) if inner.is_dotted() => values_of(inner, values)?,
            Item::Value(value) => values.push(value.span()?),
            _ => return None,
        }
    }
    Some(())
}

/// Extends a range to whole lines.
fn lines(text: &str, span: &Range<usize>) -> Range<usize> {
    let start = text.get(..span.start).and_then(|t| t.rfind('\n')).map_or(0, |i| i + 1);
    let end = text.get(span.end..).and_then(|t| t.find('\n')).map_or(text.len(), |i| span.end + i + 1);
    start..end
}

/// Extends it by the empty line after it, if there is also one before it.
fn without_gap(text: &str, span: &Range<usize>) -> Range<usize> {
    let before = text.get(..span.start).unwrap_or_default();
    let after = text.get(span.end..).unwrap_or_default();
    let before_is_empty = before.is_empty() || before.ends_with("\n\n") || before.ends_with("\n\r\n");
    let gap = if after.starts_with("\r\n") { 2 } else { usize::from(after.starts_with('\n')) };
    span.start..span.end + if before_is_empty { gap } else { 0 }
}

/// Returns the positions of all strings of a document, with their key paths.
pub fn strings(text: &str) -> Vec<(Vec<String>, Range<usize>)> {
    let mut found = Vec::new();
    if let Ok(doc) = Document::parse(text) {
        of_items(doc.as_table(), &mut Vec::new(), &mut found);
    }
    found
}

fn of_items(table: &dyn TableLike, keys: &mut Vec<String>, found: &mut Vec<(Vec<String>, Range<usize>)>) {
    for (key, item) in table.iter() {
        keys.push(key.to_owned());
        of_item(item, keys, found);
        keys.pop();
    }
}

fn of_item(item: &Item, keys: &mut Vec<String>, found: &mut Vec<(Vec<String>, Range<usize>)>) {
    if let Some(table) = item.as_table_like() {
        return of_items(table, keys, found);
    }
    if let Some(list) = item.as_array_of_tables() {
        for (i, table) in list.iter().enumerate() {
            keys.push(i.to_string());
            of_items(table, keys, found);
            keys.pop();
        }
    }
    if let Some(value) = item.as_value() {
        of_value(value, keys, found);
    }
}

fn of_value(value: &toml_edit::Value, keys: &mut Vec<String>, found: &mut Vec<(Vec<String>, Range<usize>)>) {
    if let (true, Some(span)) = (value.is_str(), value.span()) {
        found.push((keys.clone(), span));
    }
    if let Some(table) = value.as_inline_table() {
        of_items(table, keys, found);
    }
    for (i, one) in value.as_array().into_iter().flat_map(|list| list.iter().enumerate()) {
        keys.push(i.to_string());
        of_value(one, keys, found);
        keys.pop();
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{super::jsonc::edited, *};

    const CODEX: &str = "model = \"x\" # mine\n\n# files\n[mcp_servers.fs]\ncommand = \"npx\" # run\nargs = [\n  \"-y\",\n]\n\n[mcp_servers.fs.env]\nA = \"1\"\n\n# net\n[mcp_servers.net]\nurl = \"https://x\"\n\n[profiles.a]\nx = 1\n";

    fn changed(text: &str, gone: &[&str]) -> Option<String> {
        let fields = [("command", json!("cs")), ("args", json!(["mcp"])), ("env", json!({"T": "x"}))];
        exchange(text, "mcp_servers", gone, Some(("countersign", &fields))).map(|edits| edited(text, edits))
    }

    #[test]
    fn tables_go_and_everything_else_stays() {
        assert_eq!(
            changed(CODEX, &["fs", "net"]).unwrap(),
            "model = \"x\" # mine\n\n# files\n[mcp_servers.countersign]\ncommand = \"cs\"\nargs = [\"mcp\"]\n\n[mcp_servers.countersign.env]\nT = \"x\"\n\n# net\n\n[profiles.a]\nx = 1\n"
        );
    }

    #[test]
    fn every_way_of_writing_leaves_exactly_the_others() {
        for text in [
            CODEX,
            "[mcp_servers]\nfs = { command = \"a\", env = { A = \"1\" } }\nnet = { url = \"u\" }",
            "mcp_servers.fs.command = \"a\"\nmcp_servers.net.url = \"u\"\nx = 1\n[y]\nz = 2\n",
            "[mcp_servers.fs]\r\ncommand = \"a\"\r\nenv.A = \"\"\"x\r\ny\"\"\"\r\n[y]\r\nz = 1\r\n[mcp_servers.net.env]\r\nA = \"1\"\r\n[mcp_servers.net]\r\nurl = \"u\"\r\n",
        ] {
            for gone in [&["fs"][..], &["net"], &["fs", "net"]] {
                let mut expected = parse(text).unwrap();
                let servers = expected["mcp_servers"].as_object_mut().unwrap();
                servers.retain(|k, _| !gone.contains(&k.as_str()));
                servers.insert(
                    "countersign".into(),
                    json!({"command": "cs", "args": ["mcp"], "env": {"T": "x"}}),
                );
                let out = changed(text, gone).unwrap();
                assert_eq!(
                    parse(&out).unwrap_or_else(|e| panic!("{e:?} in {out}")),
                    expected,
                    "{gone:?} of {text}"
                );
                assert_eq!(
                    text.contains("\r\n"),
                    !out.replace("\r\n", "").contains('\n') && out.contains("\r\n")
                );
            }
        }
    }

    #[test]
    fn what_cannot_be_edited_by_lines_is_left_alone() {
        assert_eq!(changed("mcp_servers = { fs = { command = \"a\" } }", &["fs"]), None);
    }

    #[test]
    fn any_text_survives_a_section() {
        let odd = "a\"b\\c\nd\te\u{0}\u{7f}\u{1b}é'";
        let text = section("server.x", &[("command", json!(odd)), ("env", json!({odd: odd}))]);
        assert_eq!(parse(&text).unwrap(), json!({"server": {"x": {"command": odd, "env": {odd: odd}}}}));
    }

    #[test]
    fn every_string_is_found_with_its_keys() {
        let text = "a = \"1\"\nb = [\"2\", { c = '3' }]\n[[d]]\ne = \"\"\"4\"\"\"\n";
        let found: Vec<(String, &str)> =
            strings(text).into_iter().map(|(k, s)| (k.join("."), &text[s])).collect();
        let expected = [("a", "\"1\""), ("b.0", "\"2\""), ("b.1.c", "'3'"), ("d.0.e", "\"\"\"4\"\"\"")];
        assert_eq!(found, expected.map(|(k, s)| (k.to_owned(), s)));
    }
}
