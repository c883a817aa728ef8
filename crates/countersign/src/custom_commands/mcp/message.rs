//! What the bridge must know of a message: whether it is a request, an answer or neither, and its id. The rest, which
//! may be large, is skipped without parsing.

/// The top-level fields of a message.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Seen<'m> {
    /// The id, as written.
    pub id: Option<&'m [u8]>,
    /// The method, without its quotes; a method with escapes is not one that the bridge knows.
    pub method: Option<&'m [u8]>,
}

impl Seen<'_> {
    /// Whether it asks for an answer.
    pub fn is_request(&self) -> bool {
        self.id.is_some() && self.method.is_some()
    }

    /// Whether it is an answer.
    pub fn is_answer(&self) -> bool {
        self.id.is_some() && self.method.is_none()
    }
}

/// Scans a message. Anything but an object has no fields.
pub fn look(message: &[u8]) -> Seen<'_> {
    let mut seen = Seen::default();
    let mut scan = Scan { bytes: message, at: 0 };
    if scan.take_sign() != Some(b'{') {
        return seen;
    }
    loop {
        let Some(key) = scan.value().filter(|key| key.first() == Some(&b'"')) else { return seen };
        if scan.take_sign() != Some(b':') {
            return seen;
        }
        // The rest of an answer is not scanned, however large it is.
        if matches!(key, b"\"result\"" | b"\"error\"") && seen.id.is_some() && seen.method.is_none() {
            return seen;
        }
        let Some(value) = scan.value() else { return seen };
        match key {
            b"\"id\"" => seen.id = Some(value).filter(|id| *id != b"null"),
            b"\"method\"" => seen.method = value.strip_prefix(b"\"").and_then(|m| m.strip_suffix(b"\"")),
            _ => {}
        }
        if seen.is_request() || scan.take_sign() != Some(b',') {
            return seen;
        }
    }
}

struct Scan<'m> {
    bytes: &'m [u8],
    at: usize,
}

impl<'m> Scan<'m> {
    fn peek(&mut self) -> Option<u8> {
        while matches!(self.bytes.get(self.at), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.at += 1;
        }
        self.bytes.get(self.at).copied()
    }

    fn take_sign(&mut self) -> Option<u8> {
        let sign = self.peek()?;
        self.at += 1;
        Some(sign)
    }

    /// Returns the next value, as written.
    fn value(&mut self) -> Option<&'m [u8]> {
        let first = self.peek()?;
        let begin = self.at;
        match first {
            b'"' => self.pass_string()?,
            b'{' | b'[' => self.pass_nested()?,
            _ => {
                let rest = &self.bytes[begin..];
                let is_end = |b: &u8| matches!(b, b',' | b'}' | b']' | b' ' | b'\t' | b'\r' | b'\n');
                self.at += rest.iter().position(is_end).unwrap_or(rest.len());
            }
        }
        Some(&self.bytes[begin..self.at])
    }

    fn pass_string(&mut self) -> Option<()> {
        self.at += 1;
        loop {
            let rest = self.bytes.get(self.at..)?;
            let next = rest.iter().position(|b| matches!(b, b'"' | b'\\'))?;
            match rest[next] {
                b'"' => {
                    self.at += next + 1;
                    return Some(());
                }
                _ => self.at += next + 2,
            }
        }
    }

    fn pass_nested(&mut self) -> Option<()> {
        let mut depth = 0usize;
        loop {
            let rest = self.bytes.get(self.at..)?;
            let next = rest.iter().position(|b| matches!(b, b'"' | b'{' | b'}' | b'[' | b']'))?;
            self.at += next;
            match rest[next] {
                b'"' => {
                    self.pass_string()?;
                    continue;
                }
                b'{' | b'[' => depth += 1,
                _ => depth -= 1,
            }
            self.at += 1;
            if depth == 0 {
                return Some(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(message: &str, id: Option<&str>, method: Option<&str>) {
        let seen = look(message.as_bytes());
        assert_eq!((seen.id, seen.method), (id.map(str::as_bytes), method.map(str::as_bytes)), "{message}");
    }

    #[test]
    fn requests_answers_and_notifications_are_told_apart() {
        check(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}"#, Some("1"), Some("tools/call"));
        check(r#" { "method" : "ping" , "id" : "a\"b" } "#, Some(r#""a\"b""#), Some("ping"));
        check(r#"{"params":{"id":7,"x":["}",{"method":"no"}]},"method":"m","id":2}"#, Some("2"), Some("m"));
        check(r#"{"jsonrpc":"2.0","id":3,"result":{"id":9,"method":"inner"}}"#, Some("3"), None);
        check(r#"{"jsonrpc":"2.0","id":null,"error":{}}"#, None, None);
        check(
            r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
            None,
            Some("notifications/initialized"),
        );
        assert!(
            look(br#"{"id":1,"method":"x"}"#).is_request() && look(br#"{"id":1,"result":1}"#).is_answer()
        );
    }

    #[test]
    fn what_is_no_message_shows_nothing() {
        for odd in [
            "",
            "[]",
            "{",
            "{}",
            "null",
            r#"{"id"}"#,
            r#"{"id":"#,
            r#"{"x":"\"#,
            r#"{"a":[}"#,
            "}{",
            r#"{"a":{"b"}"#,
        ] {
            let seen = look(odd.as_bytes());
            assert!(!seen.is_request() && !seen.is_answer(), "{odd:?} {seen:?}");
        }
    }
}
