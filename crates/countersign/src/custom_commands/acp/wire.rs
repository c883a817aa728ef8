//! Messages of the protocol: one JSON object in a line. Lines are read within a limit and written one at a time; every
//! message is written anew from what was read, so that the other side cannot read more into it than was looked at.

use std::{
    io::{self, BufRead, Read as _, Write},
    sync::{Mutex, PoisonError},
};

use serde_json::{Map, Value, json};

/// The longest line: pictures are in messages, too.
pub const LINE_MOST: u64 = 32 << 20;

/// The code of JSON-RPC for a line that is no message.
pub const NO_MESSAGE: i64 = -32700;
/// The code for a method that is not there.
pub const NO_METHOD: i64 = -32601;
/// The code for parameters that cannot be used.
pub const BAD_PARAMS: i64 = -32602;
/// The code for a failure.
pub const FAILED: i64 = -32603;
/// The code for a file that does not exist.
pub const NO_RESOURCE: i64 = -32002;
/// The code for a call that was refused.
pub const REFUSED: i64 = -32000;
/// The code for a request that its sender cancelled.
pub const CANCELLED: i64 = -32800;

/// What was read.
pub enum Line {
    /// A message.
    Message(Map<String, Value>),
    /// A line that is none.
    Nonsense,
    /// A line over the limit. Nothing after it is read.
    TooLong,
    /// Nothing more comes.
    End,
}

/// Reads one line.
pub fn read(from: &mut impl BufRead) -> Line {
    let mut line = Vec::new();
    match from.by_ref().take(LINE_MOST + 1).read_until(b'\n', &mut line) {
        Ok(0) | Err(_) => return Line::End,
        Ok(n) if n as u64 > LINE_MOST => return Line::TooLong,
        Ok(_) => {}
    }
    match serde_json::from_slice(&line) {
        Ok(Value::Object(message)) if is_message(&message) => Line::Message(message),
        // A list of messages would be carried out by a reader that takes it for one.
        _ => Line::Nonsense,
    }
}

/// Whether an object can be a request, a notification or an answer.
fn is_message(message: &Map<String, Value>) -> bool {
    let id = message.get("id").is_none_or(|id| id.is_string() || id.is_number() || id.is_null());
    match message.get("method") {
        Some(method) => id && method.is_string(),
        None => id && message.contains_key("id"),
    }
}

/// The writing end of a connection.
pub struct Out(Mutex<Box<dyn Write + Send>>);

impl Out {
    /// Takes it.
    pub fn new(out: impl Write + Send + 'static) -> Self {
        Self(Mutex::new(Box::new(out)))
    }

    /// Writes one message. An error means that nobody reads any more; the reader of the other direction notices that.
    pub fn send(&self, message: &Value) -> io::Result<()> {
        let mut line = message.to_string().into_bytes();
        line.push(b'\n');
        let mut out = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        out.write_all(&line)?;
        out.flush()
    }

    /// Closes it.
    pub fn close(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Box::new(io::sink());
    }
}

/// A successful answer.
pub fn result(id: &Value, result: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "result": result})
}

/// An answer that is an error.
pub fn error(id: &Value, code: i64, message: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}})
}

/// A notification.
pub fn notification(method: &str, params: Value) -> Value {
    json!({"jsonrpc": "2.0", "method": method, "params": params})
}

/// A request.
pub fn request(id: &str, method: &str, params: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(line: &str) -> &'static str {
        match read(&mut line.as_bytes()) {
            Line::Message(_) => "message",
            Line::Nonsense => "nonsense",
            Line::TooLong => "too long",
            Line::End => "end",
        }
    }

    #[test]
    fn only_one_object_in_a_line_with_a_method_or_an_id_is_a_message() {
        for line in [r#"{"id":1,"method":"x"}"#, r#"{"method":"x"}"#, r#"{"id":"a","result":{}}"#] {
            assert_eq!(kind(line), "message", "{line}");
        }
        for line in [
            "",
            "\n",
            "hello\n",
            "[]",
            r#"[{"id":1,"method":"fs/write_text_file"}]"#,
            "{}",
            r#"{"result":{}}"#,
            r#"{"id":{},"method":"x"}"#,
            r#"{"id":1,"method":7}"#,
            r#"{"id":1,"method":"x"} {"id":2,"method":"y"}"#,
        ] {
            assert_eq!(kind(line), if line.is_empty() { "end" } else { "nonsense" }, "{line}");
        }
    }

    #[test]
    fn a_line_over_the_limit_is_not_taken_into_memory() {
        let mut endless = io::BufReader::new(io::repeat(b'x'));
        assert!(matches!(read(&mut endless), Line::TooLong));
    }

    #[test]
    fn what_says_two_things_to_two_readers_is_written_as_it_was_read() {
        let twice = r#"{"method":"session/update","method":"fs/write_text_file","id":1}"#;
        let Line::Message(message) = read(&mut twice.as_bytes()) else { panic!() };
        let written = Value::Object(message.clone()).to_string();
        assert_eq!(written.matches("method").count(), 1);
        assert_eq!(message["method"], "fs/write_text_file");
    }
}
