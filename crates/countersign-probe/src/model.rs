//! The scripted model: a server that agents take for a real one. It calls one tool after the other, each when the result
//! of the last one is in the conversation. It is also the agent's proxy, which lets nothing out.

mod wires;

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex, PoisonError},
    thread,
};

use serde_json::{Value, json};

pub use wires::Wire;

use crate::script::{Call, Script, Turn};

/// The largest request that is read.
const MOST: usize = 64 << 20;

/// A page that the model's server also has, for agents that fetch one.
pub const PAGE: &str = "the price of ten is nine\n";

/// A model that listens until the process ends.
pub struct Model {
    /// Where it listens, as `http://…` without a path.
    pub url: String,
    state: Arc<State>,
}

struct State {
    script: Script,
    heard: Mutex<Heard>,
}

/// What the agent has sent so far.
#[derive(Default)]
struct Heard {
    results: Vec<String>,
    tools: Vec<String>,
    wires: Vec<&'static str>,
    refused: Vec<String>,
    missing: Vec<String>,
}

/// A tool that an agent offers: the namespace that it is in, its name, and whether it takes a text.
#[derive(Debug, Clone)]
pub(crate) struct Offered {
    pub(crate) namespace: Option<String>,
    pub(crate) name: String,
    pub(crate) custom: bool,
}

/// What the model answers, before it is written for a wire.
pub(crate) enum Answer {
    Calls(Vec<(Offered, Value)>),
    Say(String),
}

impl Model {
    /// Starts a model that follows a script.
    pub fn start(script: Script) -> Result<Self, String> {
        let listener = TcpListener::bind("127.0.0.1:0").map_err(|e| format!("no model can listen: {e}"))?;
        let address = listener.local_addr().map_err(|e| format!("no model can listen: {e}"))?;
        let state = Arc::new(State { script, heard: Mutex::default() });
        let shared = state.clone();
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let state = shared.clone();
                // An agent that hangs up early hears nothing.
                thread::spawn(move || state.answer(client));
            }
        });
        Ok(Self { url: format!("http://{address}"), state })
    }

    fn heard<T>(&self, of: impl Fn(&Heard) -> T) -> T {
        of(&self.state.heard.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The tool results that it received, as JSON texts.
    pub fn results(&self) -> Vec<String> {
        self.heard(|heard| heard.results.clone())
    }

    /// The tools that the agent offered last.
    pub fn tools(&self) -> Vec<String> {
        self.heard(|heard| heard.tools.clone())
    }

    /// The wires on which it was asked.
    pub fn wires(&self) -> Vec<&'static str> {
        self.heard(|heard| heard.wires.clone())
    }

    /// Other hosts that the agent tried to reach through the proxy, which refused.
    pub fn refused(&self) -> Vec<String> {
        self.heard(|heard| heard.refused.clone())
    }

    /// Tools that the script wanted and the agent did not offer.
    pub fn missing(&self) -> Vec<String> {
        self.heard(|heard| heard.missing.clone())
    }

    /// Of these tools, those that the agent did not offer last.
    pub fn lacks(&self, wanted: &[&str]) -> Vec<String> {
        let is_there = |heard: &Heard, wanted: &str| heard.tools.iter().any(|name| is_called(name, wanted));
        let lacks = |heard: &Heard| {
            wanted.iter().filter(|name| !is_there(heard, name)).map(|n| (*n).to_owned()).collect()
        };
        self.heard(lacks)
    }
}

/// One request.
struct Asked {
    method: String,
    path: String,
    body: Value,
}

impl State {
    /// Answers one request and closes the connection.
    fn answer(&self, client: TcpStream) -> Option<()> {
        let mut reader = BufReader::new(client);
        let asked = read(&mut reader)?;
        let (status, kind, text) = self.told(&asked);
        let head = format!(
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
            text.len()
        );
        let whole = if asked.method == "HEAD" { head } else { format!("{head}{text}") };
        reader.get_mut().write_all(whole.as_bytes()).ok()
    }

    fn told(&self, asked: &Asked) -> (&'static str, &'static str, String) {
        let Asked { method, path, body } = asked;
        if method == "CONNECT" || path.starts_with("http://") {
            self.note(|heard| &mut heard.refused, path);
            return ("403 Forbidden", "text/plain", "this machine only\n".to_owned());
        }
        if path == "/page" {
            return ("200 OK", "text/plain", PAGE.to_owned());
        }
        let Some(wire) = Wire::of(path).filter(|_| method == "POST") else {
            let other = json!({"object": "list", "data": [{"id": "scripted", "object": "model", "type": "model"}],
                "models": [], "input_tokens": 1, "totalTokens": 1});
            return ("200 OK", "application/json", other.to_string());
        };
        let (tools, results) = (wire.tools(body), wire.results(body));
        let answer = self.turn(wire, tools, results);
        let (kind, text) = wire.written(path, body, &answer);
        ("200 OK", kind, text)
    }

    fn note(&self, list: impl Fn(&mut Heard) -> &mut Vec<String>, text: &str) {
        let mut heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        let list = list(&mut heard);
        if !list.iter().any(|known| known == text) {
            list.push(text.to_owned());
        }
    }

    /// Computes the next turn from the offered tools and the results so far.
    fn turn(&self, wire: Wire, tools: Vec<Offered>, results: Vec<String>) -> Answer {
        // Requests without tools are titles and summaries.
        if tools.is_empty() {
            return Answer::Say("DONE".to_owned());
        }
        {
            let mut heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
            heard.tools = tools.iter().map(|tool| tool.name.clone()).collect();
            if !heard.wires.contains(&wire.name()) {
                heard.wires.push(wire.name());
            }
            if results.len() >= heard.results.len() {
                heard.results.clone_from(&results);
            }
        }
        let calls = match (self.script)(&results) {
            Turn::Say(text) => return Answer::Say(text),
            Turn::Calls(calls) => calls,
        };
        let mut found = Vec::new();
        for Call { tool, args } in calls {
            match offered(&tools, tool) {
                Some(offered) => found.push((offered, args)),
                None => self.note(|heard| &mut heard.missing, tool),
            }
        }
        match found.is_empty() {
            true => Answer::Say("DONE: the tool is not there".to_owned()),
            false => Answer::Calls(found),
        }
    }
}

/// Finds a tool by its name, or by the end of it.
fn offered(tools: &[Offered], wanted: &str) -> Option<Offered> {
    let exact = tools.iter().find(|tool| tool.name == wanted);
    exact.or_else(|| tools.iter().find(|tool| is_called(&tool.name, wanted))).cloned()
}

/// Whether a tool has this name, or one that ends in it.
fn is_called(name: &str, wanted: &str) -> bool {
    name.strip_suffix(wanted).is_some_and(|before| before.is_empty() || before.ends_with(['_', '-', '.']))
}

fn read(reader: &mut BufReader<TcpStream>) -> Option<Asked> {
    let (mut first, mut length, mut chunked) = (String::new(), 0, false);
    reader.read_line(&mut first).ok()?;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? == 0 {
            break;
        }
        let line = line.trim_end().to_ascii_lowercase();
        if line.is_empty() {
            break;
        }
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().ok().filter(|n| *n <= MOST)?;
        }
        chunked |= line.starts_with("transfer-encoding:") && line.contains("chunked");
    }
    let body = if chunked { chunks(reader)? } else { exactly(reader, length)? };
    let mut words = first.split_whitespace();
    let (method, path) = (words.next()?.to_owned(), words.next()?.to_owned());
    Some(Asked { method, path, body: serde_json::from_slice(&body).unwrap_or_default() })
}

fn exactly(reader: &mut impl Read, length: usize) -> Option<Vec<u8>> {
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok().map(|()| body)
}

fn chunks(reader: &mut BufReader<TcpStream>) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let length = usize::from_str_radix(line.trim().split(';').next()?, 16).ok()?;
        if length == 0 || body.len() + length > MOST {
            return Some(body);
        }
        body.extend(exactly(reader, length)?);
        exactly(reader, 2)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::turns;

    fn call(command: &str) -> Call {
        Call { tool: "shell", args: json!({"command": command}) }
    }

    fn ask(model: &Model, method: &str, path: &str, body: &Value) -> String {
        let mut stream = TcpStream::connect(model.url.trim_start_matches("http://")).unwrap();
        let body = body.to_string();
        write!(stream, "{method} {path} HTTP/1.1\r\ncontent-length: {}\r\n\r\n{body}", body.len()).unwrap();
        let mut said = String::new();
        stream.read_to_string(&mut said).unwrap();
        said
    }

    #[test]
    fn every_wire_gets_the_call_and_then_the_end() {
        let cases = [
            ("/v1/messages", json!({"tools": [{"name": "shell"}]}), "messages"),
            ("/v1/chat/completions", json!({"tools": [{"function": {"name": "x_shell"}}]}), "messages"),
            ("/v1/responses", json!({"tools": [{"type": "function", "name": "shell"}]}), "input"),
            (
                "/v1beta/models/m:streamGenerateContent?alt=sse",
                json!({"tools": [{"functionDeclarations": [{"name": "shell"}]}]}),
                "contents",
            ),
        ];
        let answers = [
            json!([{"role": "user", "content": [{"type": "tool_result", "content": "out"}]}]),
            json!([{"role": "tool", "content": "out"}]),
            json!([{"type": "function_call_output", "output": "out"}]),
            json!([{"parts": [{"functionResponse": {"response": {"output": "out"}}}]}]),
        ];
        for ((path, mut body, list), results) in cases.into_iter().zip(answers) {
            let model = Model::start(turns(vec![vec![call("ls -l")]], call)).unwrap();
            body[list] = json!([]);
            for stream in [false, true] {
                body["stream"] = stream.into();
                assert!(ask(&model, "POST", path, &body).contains("ls -l"), "{path}");
            }
            body[list] = results;
            assert!(ask(&model, "POST", path, &body).contains("DONE"), "{path}");
            assert_eq!(model.results().len(), 1, "{path}");
            assert!(model.results()[0].contains("out"), "{path}");
        }
    }

    #[test]
    fn a_proxy_lets_nothing_out_and_remembers_what_was_wanted() {
        let model = Model::start(turns(Vec::new(), call)).unwrap();
        let said = ask(&model, "CONNECT", "telemetry.example:443", &Value::Null);
        assert!(said.starts_with("HTTP/1.1 403"), "{said}");
        assert_eq!(model.refused(), ["telemetry.example:443"]);
    }

    #[test]
    fn a_tool_that_is_not_offered_is_told() {
        let model = Model::start(turns(vec![vec![call("ls")]], call)).unwrap();
        let tools = json!([{"name": "Read"}, {"name": "x_write"}]);
        ask(&model, "POST", "/v1/messages", &json!({"tools": tools, "messages": []}));
        assert_eq!(model.missing(), ["shell"]);
        assert_eq!(model.lacks(&["Read", "ead", "write", "shell"]), ["ead", "shell"]);
    }
}
