//! JSON with comments and trailing commas, as in agents' settings, parsed with positions: untouched parts stay byte for
//! byte.

use std::ops::Range;

use countersign_words::{Message, say};
use serde_json::{Map, Value};

/// The maximum nesting depth.
const DEPTH_MOST: usize = 128;

/// A value and its position.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// Its byte range.
    pub span: Range<usize>,
    /// What it is.
    pub kind: Kind,
}

/// What a value is.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    /// An object, in the order of the file.
    Object(Vec<Member>),
    /// A list.
    Array(Vec<Node>),
    /// Anything else.
    Plain(Value),
}

/// A key with its value.
#[derive(Debug, Clone, PartialEq)]
pub struct Member {
    /// The key.
    pub key: String,
    /// Where it begins.
    pub start: usize,
    /// The value.
    pub value: Node,
    /// Where the comma after it is, if there is one.
    pub comma: Option<usize>,
}

/// A syntax error and its byte offset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrong {
    /// The byte offset.
    pub at: usize,
    /// What is wrong there.
    pub what: Message,
}

/// A replacement of a range of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The replaced range.
    pub span: Range<usize>,
    /// The new text.
    pub text: String,
}

/// Applies all edits to `text`; they must not overlap.
pub fn edited(text: &str, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|e| e.span.start);
    let (mut out, mut at) = (String::with_capacity(text.len()), 0);
    for Edit { span, text: new } in edits {
        out.push_str(text.get(at..span.start).unwrap_or_default());
        out.push_str(&new);
        at = span.end.max(at);
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}

impl Node {
    /// Its members, if it is an object.
    pub fn members(&self) -> Option<&[Member]> {
        match &self.kind {
            Kind::Object(members) => Some(members),
            _ => None,
        }
    }

    /// Returns the value of a key.
    pub fn get(&self, key: &str) -> Option<&Self> {
        self.members()?.iter().find(|m| m.key == key).map(|m| &m.value)
    }

    /// Returns the value without positions.
    pub fn to_value(&self) -> Value {
        match &self.kind {
            Kind::Object(members) => Value::Object(
                members.iter().map(|m| (m.key.clone(), m.value.to_value())).collect::<Map<_, _>>(),
            ),
            Kind::Array(list) => list.iter().map(Self::to_value).collect(),
            Kind::Plain(value) => value.clone(),
        }
    }
}

/// Reads a document.
pub fn parse(text: &str) -> Result<Node, Wrong> {
    let start = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let mut reader = Reader { text, at: start };
    reader.skip()?;
    let node = reader.value(0)?;
    reader.skip()?;
    if reader.at < text.len() { reader.wrong(say!("command-import-more-after")) } else { Ok(node) }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl Reader<'_> {
    fn wrong<T>(&self, what: Message) -> Result<T, Wrong> {
        Err(Wrong { at: self.at, what })
    }

    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Skips whitespace and comments.
    fn skip(&mut self) -> Result<(), Wrong> {
        loop {
            match self.peek() {
                Some(b' ' | b'\t' | b'\r' | b'\n') => self.at += 1,
                Some(b'/') if self.rest().starts_with("//") => {
                    self.at += self.rest().find('\n').unwrap_or(self.rest().len());
                }
                Some(b'/') if self.rest().starts_with("/*") => match self.rest().find("*/") {
                    Some(end) => self.at += end + 2,
                    None => return self.wrong(say!("command-import-comment-end")),
                },
                _ => return Ok(()),
            }
        }
    }

    fn value(&mut self, depth: usize) -> Result<Node, Wrong> {
        if depth > DEPTH_MOST {
            return self.wrong(say!("command-import-too-deep"));
        }
        let start = self.at;
        let kind = match self.peek() {
            Some(b'{') => self.object(depth)?,
            Some(b'[') => self.array(depth)?,
            Some(b'"') => Kind::Plain(Value::String(self.string()?)),
            Some(_) => self.word()?,
            None => return self.wrong(say!("command-import-too-early")),
        };
        Ok(Node { span: start..self.at, kind })
    }

    fn object(&mut self, depth: usize) -> Result<Kind, Wrong> {
        self.at += 1;
        let mut members: Vec<Member> = Vec::new();
        loop {
            self.skip()?;
            if self.peek() == Some(b'}') {
                self.at += 1;
                return Ok(Kind::Object(members));
            }
            if members.last().is_some_and(|m| m.comma.is_none()) {
                return self.wrong(say!("command-import-comma-brace"));
            }
            let start = self.at;
            if self.peek() != Some(b'"') {
                return self.wrong(say!("command-import-key-quotes"));
            }
            let key = self.string()?;
            if members.iter().any(|m| m.key == key) {
                let what = say!("command-import-key-twice", key = format!("{key:?}"));
                return Err(Wrong { at: start, what });
            }
            self.skip()?;
            if self.peek() != Some(b':') {
                return self.wrong(say!("command-import-colon"));
            }
            self.at += 1;
            self.skip()?;
            let value = self.value(depth + 1)?;
            let comma = self.comma()?;
            members.push(Member { key, start, value, comma });
        }
    }

    fn array(&mut self, depth: usize) -> Result<Kind, Wrong> {
        self.at += 1;
        let (mut list, mut goes_on) = (Vec::new(), true);
        loop {
            self.skip()?;
            if self.peek() == Some(b']') {
                self.at += 1;
                return Ok(Kind::Array(list));
            }
            if !goes_on {
                return self.wrong(say!("command-import-comma-bracket"));
            }
            list.push(self.value(depth + 1)?);
            goes_on = self.comma()?.is_some();
        }
    }

    /// Consumes the next comma, if there is one, and returns its position.
    fn comma(&mut self) -> Result<Option<usize>, Wrong> {
        self.skip()?;
        let at = self.at;
        let is_there = self.peek() == Some(b',');
        self.at += usize::from(is_there);
        Ok(is_there.then_some(at))
    }

    fn string(&mut self) -> Result<String, Wrong> {
        let start = self.at;
        let mut escaped = false;
        for (i, b) in self.rest().bytes().enumerate().skip(1) {
            match b {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => {
                    let raw = self.text.get(start..=start + i).unwrap_or_default();
                    let Ok(string) = serde_json::from_str(raw) else {
                        return self.wrong(say!("command-import-no-json-text"));
                    };
                    self.at = start + i + 1;
                    return Ok(string);
                }
                _ => {}
            }
        }
        self.wrong(say!("command-import-text-end"))
    }

    fn word(&mut self) -> Result<Kind, Wrong> {
        let end = self.rest().find(|c: char| !(c.is_ascii_alphanumeric() || "+-.".contains(c)));
        let word = self.rest().get(..end.unwrap_or(self.rest().len())).unwrap_or_default();
        match serde_json::from_str(word) {
            Ok(value) => {
                self.at += word.len();
                Ok(Kind::Plain(value))
            }
            Err(_) => self.wrong(say!("command-import-value")),
        }
    }
}

/// Returns the edits that remove members from an object and insert one. The new one is placed where the first removed
/// one was; at least one member remains.
pub fn exchange(
    text: &str,
    object: &Node,
    gone: &[&str],
    new: Option<(&str, &[(&str, Value)])>,
) -> Vec<Edit> {
    let members = object.members().unwrap_or_default();
    let is_gone = |m: &Member| gone.contains(&m.key.as_str());
    let mut edits = Vec::new();
    let mut replaced = None;
    if let (Some((name, fields)), Some(i)) = (new, members.iter().position(is_gone)) {
        let member = &members[i];
        let text = entry(text, object, member, name, fields);
        edits.push(Edit { span: member.start..member.value.span.end, text });
        replaced = Some(i);
    }
    let stays = |(i, m): &(usize, &Member)| Some(*i) == replaced || !is_gone(m);
    let removed = members.iter().enumerate().filter(|pair| !stays(pair)).map(|(_, m)| m);
    edits.extend(removed.map(|m| Edit { span: lines_of(text, m), text: String::new() }));
    // The new last member has a comma only if the old last one had one.
    let last = members.iter().enumerate().rfind(stays);
    if let (Some((i, last)), Some(end)) = (last, members.last())
        && i + 1 < members.len()
        && end.comma.is_none()
        && let Some(comma) = last.comma
    {
        edits.push(Edit { span: comma..comma + 1, text: String::new() });
    }
    edits
}

/// Returns the edit that adds a member at the end of an object, laid out like the members before it.
pub fn append(text: &str, object: &Node, name: &str, value: &Value) -> Edit {
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let outer = indent_of(text, object.span.end.saturating_sub(1));
    let Some(last) = object.members().and_then(<[Member]>::last) else {
        let unit = if text.contains("\n\t") { "\t" } else { "  " };
        let inner = format!("{outer}{unit}");
        let member = format!("{inner}{}: {}", Value::from(name), laid_out(value, &inner, unit, newline));
        let at = object.span.end.saturating_sub(1);
        return Edit { span: at..at, text: format!("{newline}{member}{newline}{outer}") };
    };
    let is_flat = !text.get(object.span.clone()).unwrap_or_default().contains('\n');
    let member = match is_flat {
        true => format!(" {}: {}", Value::from(name), flat(value)),
        false => {
            let indent = indent_of(text, last.start);
            let unit = indent.strip_prefix(outer).filter(|unit| !unit.is_empty()).unwrap_or("  ");
            format!("{newline}{indent}{}: {}", Value::from(name), laid_out(value, indent, unit, newline))
        }
    };
    match last.comma {
        Some(comma) => Edit { span: comma + 1..comma + 1, text: format!("{member},") },
        None => Edit { span: last.value.span.end..last.value.span.end, text: format!(",{member}") },
    }
}

/// Formats a value, objects over several lines.
fn laid_out(value: &Value, indent: &str, unit: &str, newline: &str) -> String {
    let Some(map) = value.as_object().filter(|map| !map.is_empty()) else { return flat(value) };
    let inner = format!("{indent}{unit}");
    let one = |(k, v): (&String, &Value)| {
        format!("{inner}{}: {}", Value::from(k.as_str()), laid_out(v, &inner, unit, newline))
    };
    let members = map.iter().map(one).collect::<Vec<_>>().join(&format!(",{newline}"));
    format!("{{{newline}{members}{newline}{indent}}}")
}

/// Returns the white space at the beginning of the line of a position.
fn indent_of(text: &str, at: usize) -> &str {
    let before = text.get(..at).unwrap_or_default();
    let line = &before[before.rfind('\n').map_or(0, |i| i + 1)..];
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}

/// Returns the range of a member with its comma; whole lines if nothing else is on them.
fn lines_of(text: &str, member: &Member) -> Range<usize> {
    let end = member.comma.map_or(member.value.span.end, |comma| comma + 1);
    let before = text.get(..member.start).unwrap_or_default();
    let line = before.rfind('\n').map_or(0, |i| i + 1);
    let rest = text.get(end..).unwrap_or_default();
    let blank = |s: &str| s.chars().all(char::is_whitespace);
    match rest.find('\n') {
        Some(i) if blank(&rest[..i]) && blank(&before[line..]) => line..end + i + 1,
        _ => {
            let space = [' ', '\t'];
            match member.comma {
                Some(_) => member.start..end + rest.len() - rest.trim_start_matches(space).len(),
                None => before.trim_end_matches(space).len()..end,
            }
        }
    }
}

/// Formats a new member like the one that it replaces.
fn entry(text: &str, object: &Node, like: &Member, name: &str, fields: &[(&str, Value)]) -> String {
    let name = Value::from(name);
    let inside = text.get(object.span.clone()).unwrap_or_default();
    if !inside.contains('\n') {
        let fields: Vec<String> = fields.iter().map(|(k, v)| format!("\"{k}\": {}", flat(v))).collect();
        return format!("{name}: {{ {} }}", fields.join(", "));
    }
    let indent = indent_of(text, like.start);
    let outer = indent_of(text, object.span.end.saturating_sub(1));
    let unit = indent.strip_prefix(outer).filter(|unit| !unit.is_empty()).unwrap_or("  ");
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut lines = Vec::new();
    for (key, value) in fields {
        match value.as_object() {
            Some(map) => {
                let inner =
                    map.iter().map(|(k, v)| format!("{indent}{unit}{unit}{}: {v}", Value::from(k.as_str())));
                let inner = inner.collect::<Vec<_>>().join(&format!(",{newline}"));
                lines.push(format!("{indent}{unit}\"{key}\": {{{newline}{inner}{newline}{indent}{unit}}}"));
            }
            None => lines.push(format!("{indent}{unit}\"{key}\": {}", flat(value))),
        }
    }
    format!("{name}: {{{newline}{}{newline}{indent}}}", lines.join(&format!(",{newline}")))
}

/// Formats a value on one line.
fn flat(value: &Value) -> String {
    match value {
        Value::Array(list) => format!("[{}]", list.iter().map(flat).collect::<Vec<_>>().join(", ")),
        Value::Object(map) => {
            let members = map.iter().map(|(k, v)| format!("{}: {}", Value::from(k.as_str()), flat(v)));
            format!("{{ {} }}", members.collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn changed(text: &str, gone: &[&str]) -> String {
        let doc = parse(text).unwrap();
        let fields = [("command", json!("cs")), ("args", json!(["mcp"])), ("env", json!({"T": "x"}))];
        edited(text, exchange(text, doc.get("s").unwrap(), gone, Some(("new", &fields))))
    }

    #[test]
    fn the_first_is_replaced_and_the_others_go_with_their_lines() {
        let text = "{\n\t// top\n\t\"s\": {\n\t\t\"a\": {\"x\": 1}, // of a\n\t\t\"b\": {},\n\t\t/* c */\n\t\t\"c\": {}\n\t},\n\t\"z\": 1\n}\n";
        assert_eq!(
            changed(text, &["a", "c"]),
            "{\n\t// top\n\t\"s\": {\n\t\t\"new\": {\n\t\t\t\"command\": \"cs\",\n\t\t\t\"args\": [\"mcp\"],\n\t\t\t\"env\": {\n\t\t\t\t\"T\": \"x\"\n\t\t\t}\n\t\t}, // of a\n\t\t\"b\": {}\n\t\t/* c */\n\t},\n\t\"z\": 1\n}\n"
        );
    }

    #[test]
    fn a_member_is_added_like_those_before_it() {
        let value = json!({"a": [1]});
        for (text, expected) in [
            ("{}", "{\n  \"n\": {\n    \"a\": [1]\n  }\n}"),
            ("{\"x\": 1}", "{\"x\": 1, \"n\": { \"a\": [1] }}"),
            ("{\n\t\"x\": 1\n}\n", "{\n\t\"x\": 1,\n\t\"n\": {\n\t\t\"a\": [1]\n\t}\n}\n"),
            (
                "{\r\n  \"x\": 1, // y\r\n}",
                "{\r\n  \"x\": 1,\r\n  \"n\": {\r\n    \"a\": [1]\r\n  }, // y\r\n}",
            ),
        ] {
            let added = append(text, &parse(text).unwrap(), "n", &value);
            let after = edited(text, vec![added]);
            assert_eq!(after, expected);
            assert_eq!(parse(&after).unwrap().to_value()["n"], value);
        }
    }

    #[test]
    fn one_line_stays_one_line() {
        let new = r#""new": { "command": "cs", "args": ["mcp"], "env": { "T": "x" } }"#;
        assert_eq!(
            changed(r#"{"s": {"a": {}, "b": {}, "c": {}}}"#, &["a", "c"]),
            format!(r#"{{"s": {{{new}, "b": {{}}}}}}"#)
        );
        assert_eq!(changed(r#"{"s": {"a": {}, "b": {},}}"#, &["a", "b"]), format!(r#"{{"s": {{{new}, }}}}"#));
    }

    #[test]
    fn every_choice_of_members_leaves_a_document_with_exactly_the_others() {
        let layouts = [
            "{\"s\":{\"a\":1,\"b\":{},\"c\":[1,2],\"d\":\"x\"}}",
            "{ \"s\" : {\n  \"a\" : 1 , // one\n  \"b\": {}, \"c\": [1,\n2], /* two */\n  \"d\": \"x\", // last\n} }",
            "{\r\n  \"s\": {\r\n    \"a\": 1,\r\n    \"b\": {},\r\n    \"c\": [1, 2],\r\n    \"d\": \"x\"\r\n  }\r\n}\r\n",
            "{\"s\": {\"a\": 1\n, \"b\": {}\n, \"c\": [1,2]\n, \"d\": \"x\"\n}}",
        ];
        for text in layouts {
            for mask in 1_u32..16 {
                let gone: Vec<&str> = ["a", "b", "c", "d"]
                    .into_iter()
                    .enumerate()
                    .filter(|(i, _)| mask >> i & 1 == 1)
                    .map(|(_, n)| n)
                    .collect();
                let mut expected = parse(text).unwrap().to_value();
                let servers = expected["s"].as_object_mut().unwrap();
                servers.retain(|k, _| !gone.contains(&k.as_str()));
                servers.insert("new".into(), json!({"command": "cs", "args": ["mcp"], "env": {"T": "x"}}));
                let out = changed(text, &gone);
                assert_eq!(
                    parse(&out).unwrap_or_else(|e| panic!("{e:?} in {out}")).to_value(),
                    expected,
                    "{gone:?} of {text}"
                );
            }
        }
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        for (text, at) in [
            ("", 0),
            ("{", 1),
            ("{\"a\" 1}", 5),
            ("{\"a\": 1 \"b\": 2}", 8),
            ("[1 2]", 3),
            ("{a: 1}", 1),
            ("{\"a\": nul}", 6),
            ("{} x", 3),
            ("{\"a\": \"x\ny\"}", 6),
            ("/* ", 0),
            ("{\"a\": 1, \"a\": 2}", 9),
            ("\"x", 0),
            ("{,}", 1),
        ] {
            assert_eq!(parse(text).map_err(|e| e.at), Err(at), "{text}");
        }
        assert!(parse(&"[".repeat(100_000)).is_err());
        assert_eq!(
            parse("\u{feff}{\"a\": [true, -1.5e3, null,]} // end").unwrap().to_value(),
            json!({"a": [true, -1500.0, null]})
        );
    }
}
