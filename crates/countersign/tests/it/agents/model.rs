//! A scripted model that agents take for a real one: it calls one tool after the other, each when the result of the last
//! one is in the conversation, and reports the last result. Speaks Anthropic's messages, OpenAI's responses and
//! chat, and Gemini's `generateContent`.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
};

use serde_json::{Value, json};

/// The model, listening until the test ends.
pub struct Model {
    /// Where it listens, as `http://…` without a path.
    pub url: String,
    results: Arc<Mutex<Vec<String>>>,
}

/// Its script: the wanted tools, each by the end of its name, and the arguments.
#[derive(Clone)]
struct Script {
    calls: Vec<(&'static str, Value)>,
    results: Arc<Mutex<Vec<String>>>,
}

/// Its next output.
enum Turn {
    Call { namespace: Option<String>, name: String, id: String, args: Value },
    Say(String),
}

impl Model {
    /// Starts a model that calls `tool` once.
    pub fn start(tool: &'static str, args: Value) -> Self {
        Self::session(vec![(tool, args)])
    }

    /// Starts a model that makes these calls.
    pub fn session(calls: Vec<(&'static str, Value)>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let results = Arc::new(Mutex::new(Vec::new()));
        let script = Script { calls, results: results.clone() };
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let script = script.clone();
                thread::spawn(move || script.answer(client));
            }
        });
        Self { url, results }
    }

    /// The tool results that it received.
    pub fn results(&self) -> Vec<String> {
        self.results.lock().unwrap().clone()
    }
}

impl Script {
    /// Answers one request and closes the connection.
    fn answer(&self, client: TcpStream) -> Option<()> {
        let mut reader = BufReader::new(client);
        let (mut first, mut length, mut is_chunked) = (String::new(), 0, false);
        reader.read_line(&mut first).ok()?;
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).ok()?;
            let line = line.trim_end().to_ascii_lowercase();
            if line.is_empty() {
                break;
            }
            is_chunked |= line.starts_with("transfer-encoding:") && line.contains("chunked");
            if let Some(value) = line.strip_prefix("content-length:") {
                length = value.trim().parse().ok()?;
            }
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body).ok()?;
        while is_chunked {
            let mut size = String::new();
            reader.read_line(&mut size).ok()?;
            let mut chunk = vec![0; usize::from_str_radix(size.trim(), 16).ok()?];
            reader.read_exact(&mut chunk).ok()?;
            reader.read_line(&mut size).ok()?;
            if chunk.is_empty() {
                break;
            }
            body.extend(chunk);
        }
        let asked: Value = serde_json::from_slice(&body).unwrap_or_default();
        let path = first.split_whitespace().nth(1)?.split('?').next()?.to_owned();
        let (kind, text) = self.told(&path, &asked);
        let head = format!(
            "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
            text.len()
        );
        // The agent may have given up already.
        reader.get_mut().write_all(format!("{head}{text}").as_bytes()).ok()
    }

    fn told(&self, path: &str, asked: &Value) -> (&'static str, String) {
        let events = if path.ends_with("/messages") {
            self.messages(asked)
        } else if path.ends_with("/responses") {
            self.responses(asked)
        } else if path.ends_with("/chat/completions") {
            self.chat(asked)
        } else if path.ends_with("enerateContent") {
            let told = self.generated(asked).to_string();
            return match path.contains(":stream") {
                true => ("text/event-stream", format!("data: {told}\n\n")),
                false => ("application/json", told),
            };
        } else {
            let other = json!({"data": [], "models": [], "input_tokens": 1});
            return ("application/json", other.to_string());
        };
        if asked["stream"] == true {
            let mut text = String::new();
            for (name, data) in &events.0 {
                if !name.is_empty() {
                    text.push_str(&format!("event: {name}\n"));
                }
                text.push_str(&format!("data: {data}\n\n"));
            }
            return ("text/event-stream", text);
        }
        ("application/json", events.1.to_string())
    }

    /// Computes the next turn from the available tools and the results so far.
    fn turn(&self, tools: Vec<(Option<String>, String)>, results: Vec<String>) -> Turn {
        let n = results.len();
        let Some((tool, args)) = self.calls.get(n) else {
            let said = Turn::Say(format!("DONE: {}", results.last().map(String::as_str).unwrap_or_default()));
            *self.results.lock().unwrap() = results;
            return said;
        };
        let wanted = |name: &str| {
            name.strip_suffix(tool).is_some_and(|b| b.is_empty() || b.ends_with(['_', '-', '.']))
        };
        match tools.into_iter().find(|(_, name)| wanted(name)) {
            Some((namespace, name)) => {
                Turn::Call { namespace, name, id: (n + 1).to_string(), args: args.clone() }
            }
            None => Turn::Say("DONE: the tool is not there".to_owned()),
        }
    }

    fn messages(&self, asked: &Value) -> (Vec<(&'static str, String)>, Value) {
        let tools = list(&asked["tools"]).filter_map(|t| Some((None, t["name"].as_str()?.to_owned())));
        let blocks = list(&asked["messages"]).flat_map(|m| list(&m["content"]));
        let results = blocks.filter(|b| b["type"] == "tool_result").map(|b| b["content"].to_string());
        let (block, begun, delta, stop) = match self.turn(tools.collect(), results.collect()) {
            Turn::Call { name, id, args, .. } => (
                json!({"type": "tool_use", "id": format!("toolu_{id}"), "name": name, "input": args}),
                json!({"type": "tool_use", "id": format!("toolu_{id}"), "name": name, "input": {}}),
                json!({"type": "input_json_delta", "partial_json": args.to_string()}),
                "tool_use",
            ),
            Turn::Say(text) => (
                json!({"type": "text", "text": text}),
                json!({"type": "text", "text": ""}),
                json!({"type": "text_delta", "text": text}),
                "end_turn",
            ),
        };
        let usage = json!({"input_tokens": 1, "output_tokens": 1});
        let message = json!({"id": "msg_1", "type": "message", "role": "assistant", "model": asked["model"],
            "content": [block], "stop_reason": stop, "stop_sequence": null, "usage": usage});
        let mut opening = message.clone();
        (opening["content"], opening["stop_reason"]) = (json!([]), Value::Null);
        let events = [
            ("message_start", json!({"type": "message_start", "message": opening})),
            (
                "content_block_start",
                json!({"type": "content_block_start", "index": 0, "content_block": begun}),
            ),
            ("content_block_delta", json!({"type": "content_block_delta", "index": 0, "delta": delta})),
            ("content_block_stop", json!({"type": "content_block_stop", "index": 0})),
            (
                "message_delta",
                json!({"type": "message_delta", "usage": usage,
                    "delta": {"stop_reason": stop, "stop_sequence": null}}),
            ),
            ("message_stop", json!({"type": "message_stop"})),
        ];
        (events.map(|(name, data)| (name, data.to_string())).into(), message)
    }

    fn responses(&self, asked: &Value) -> (Vec<(&'static str, String)>, Value) {
        let mut tools = Vec::new();
        for tool in list(&asked["tools"]) {
            let name = tool["name"].as_str().unwrap_or_default().to_owned();
            if tool["type"] == "namespace" {
                let inner = list(&tool["tools"]).filter_map(|t| t["name"].as_str());
                tools.extend(inner.map(|t| (Some(name.clone()), t.to_owned())));
            } else if tool["type"] == "function" {
                tools.push((None, name));
            }
        }
        let outputs =
            list(&asked["input"]).filter(|i| i["type"].as_str().is_some_and(|t| t.ends_with("_output")));
        let results = outputs.map(|i| i["output"].to_string()).collect();
        let item = match self.turn(tools, results) {
            Turn::Call { namespace, name, id, args } => {
                let mut item = json!({"type": "function_call", "id": format!("fc_{id}"), "name": name,
                    "call_id": format!("call_{id}"), "arguments": args.to_string(), "status": "completed"});
                if let Some(namespace) = namespace {
                    item["namespace"] = namespace.into();
                }
                item
            }
            Turn::Say(text) => json!({"type": "message", "id": "msg_1", "role": "assistant",
                "status": "completed", "content": [{"type": "output_text", "text": text, "annotations": []}]}),
        };
        let usage = json!({"input_tokens": 1, "output_tokens": 1, "total_tokens": 2,
            "input_tokens_details": {"cached_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0}});
        let response = json!({"id": "resp_1", "object": "response", "created_at": 0, "status": "completed",
            "model": asked["model"], "output": [item], "usage": usage});
        let mut opening = response.clone();
        (opening["status"], opening["output"]) = ("in_progress".into(), json!([]));
        let events = [
            ("response.created", json!({"response": opening})),
            ("response.output_item.added", json!({"output_index": 0, "item": item})),
            ("response.output_item.done", json!({"output_index": 0, "item": item})),
            ("response.completed", json!({"response": response})),
        ];
        let named = events.into_iter().enumerate().map(|(n, (name, mut data))| {
            (data["type"], data["sequence_number"]) = (name.into(), n.into());
            (name, data.to_string())
        });
        (named.collect(), response)
    }

    fn generated(&self, asked: &Value) -> Value {
        let declared = list(&asked["tools"]).flat_map(|t| list(&t["functionDeclarations"]));
        let tools = declared.filter_map(|t| Some((None, t["name"].as_str()?.to_owned())));
        let parts = list(&asked["contents"]).flat_map(|c| list(&c["parts"]));
        let results = parts.filter(|p| !p["functionResponse"].is_null());
        let results = results.map(|p| p["functionResponse"]["response"].to_string()).collect();
        // It also asks its model which model to use, and who speaks next.
        let part = match asked["generationConfig"]["responseMimeType"] == "application/json" {
            true => json!({"text": json!({"next_speaker": "user", "reasoning": "", "complexity_score": 1,
                "complexity_reasoning": "", "model_choice": "flash"}).to_string()}),
            false => match self.turn(tools.collect(), results) {
                Turn::Call { name, id, args, .. } => json!({
                    "functionCall": {"name": name, "args": args, "id": format!("fc_{id}")},
                    "thoughtSignature": "c2ln"
                }),
                Turn::Say(text) => json!({"text": text}),
            },
        };
        json!({
            "candidates": [{"content": {"role": "model", "parts": [part]}, "finishReason": "STOP", "index": 0}],
            "usageMetadata": {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2},
            "modelVersion": "scripted", "responseId": "r1"
        })
    }

    fn chat(&self, asked: &Value) -> (Vec<(&'static str, String)>, Value) {
        let tools =
            list(&asked["tools"]).filter_map(|t| Some((None, t["function"]["name"].as_str()?.to_owned())));
        let results = list(&asked["messages"]).filter(|m| m["role"] == "tool");
        let results = results.map(|m| m["content"].to_string()).collect();
        let (message, stop) = match self.turn(tools.collect(), results) {
            Turn::Call { name, id, args, .. } => (
                json!({"role": "assistant", "content": null, "tool_calls": [{"index": 0, "type": "function",
                    "id": format!("call_{id}"), "function": {"name": name, "arguments": args.to_string()}}]}),
                "tool_calls",
            ),
            Turn::Say(text) => (json!({"role": "assistant", "content": text}), "stop"),
        };
        let usage = json!({"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2});
        let whole = |object: &str, choice: Value| {
            json!({"id": "c_1", "created": 0, "model": asked["model"], "object": object,
                "choices": [choice], "usage": usage})
        };
        let chunk = "chat.completion.chunk";
        let begun = whole(chunk, json!({"index": 0, "delta": message, "finish_reason": null}));
        let ended = whole(chunk, json!({"index": 0, "delta": {}, "finish_reason": stop}));
        let events = [begun.to_string(), ended.to_string(), "[DONE]".to_owned()].map(|data| ("", data));
        let choice = json!({"index": 0, "message": message, "finish_reason": stop});
        (events.into(), whole("chat.completion", choice))
    }
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}
