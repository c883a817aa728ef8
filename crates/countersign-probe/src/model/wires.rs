//! The wires on which agents ask a model, as far as a script needs them: Anthropic's messages, OpenAI's chat and
//! responses, Gemini's content.

use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::{Value, json};

use super::{Answer, Offered};

/// A way to ask a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wire {
    /// Anthropic's messages.
    Messages,
    /// OpenAI's chat completions.
    Chat,
    /// OpenAI's responses.
    Responses,
    /// Gemini's generateContent.
    Gemini,
}

/// Makes ids of calls different in all conversations.
static NEXT: AtomicU64 = AtomicU64::new(1);

fn id(prefix: &str) -> String {
    format!("{prefix}_{}", NEXT.fetch_add(1, Ordering::Relaxed))
}

type Events = Vec<(&'static str, String)>;

impl Wire {
    /// Returns the wire of a request's path.
    pub fn of(path: &str) -> Option<Self> {
        let path = path.split('?').next().unwrap_or(path);
        if path.ends_with("/messages") {
            Some(Self::Messages)
        } else if path.ends_with("/chat/completions") {
            Some(Self::Chat)
        } else if path.ends_with("/responses") {
            Some(Self::Responses)
        } else if path.ends_with("enerateContent") {
            Some(Self::Gemini)
        } else {
            None
        }
    }

    /// Its name, for reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Messages => "Anthropic messages",
            Self::Chat => "OpenAI chat",
            Self::Responses => "OpenAI responses",
            Self::Gemini => "Gemini",
        }
    }

    /// Lists the tools of a request.
    pub(crate) fn tools(self, asked: &Value) -> Vec<Offered> {
        let plain =
            |name: &Value| Some(Offered { namespace: None, name: name.as_str()?.to_owned(), custom: false });
        let tools = list(&asked["tools"]);
        match self {
            Self::Messages => tools.filter_map(|tool| plain(&tool["name"])).collect(),
            Self::Chat => {
                let custom = |tool: &Value| {
                    plain(&tool["custom"]["name"]).map(|tool| Offered { custom: true, ..tool })
                };
                tools.filter_map(|tool| plain(&tool["function"]["name"]).or_else(|| custom(tool))).collect()
            }
            Self::Responses => tools.flat_map(response_tools).collect(),
            Self::Gemini => {
                let declared = tools.flat_map(|tool| list(&tool["functionDeclarations"]));
                declared.filter_map(|tool| plain(&tool["name"])).collect()
            }
        }
    }

    /// Lists the results of tools in a request, as JSON texts.
    pub(crate) fn results(self, asked: &Value) -> Vec<String> {
        match self {
            Self::Messages => {
                let blocks = list(&asked["messages"]).flat_map(|message| list(&message["content"]));
                let results = blocks.filter(|block| block["type"] == "tool_result");
                results.map(|block| block["content"].to_string()).collect()
            }
            Self::Chat => {
                let results = list(&asked["messages"]).filter(|message| message["role"] == "tool");
                results.map(|message| message["content"].to_string()).collect()
            }
            Self::Responses => {
                let is_output = |item: &&Value| item["type"].as_str().is_some_and(|t| t.ends_with("_output"));
                list(&asked["input"]).filter(is_output).map(|item| item["output"].to_string()).collect()
            }
            Self::Gemini => {
                let parts = list(&asked["contents"]).flat_map(|content| list(&content["parts"]));
                let results = parts.filter_map(|part| part.get("functionResponse"));
                results.map(|result| result["response"].to_string()).collect()
            }
        }
    }

    /// Writes an answer: its content type and its text.
    pub(crate) fn written(self, path: &str, asked: &Value, answer: &Answer) -> (&'static str, String) {
        let (events, whole) = match self {
            Self::Messages => messages(asked, answer),
            Self::Chat => chat(asked, answer),
            Self::Responses => responses(asked, answer),
            Self::Gemini => gemini(asked, answer),
        };
        if asked["stream"] != true && !path.contains(":stream") {
            return ("application/json", whole.to_string());
        }
        let mut text = String::new();
        for (name, data) in &events {
            if !name.is_empty() {
                text.push_str(&format!("event: {name}\n"));
            }
            text.push_str(&format!("data: {data}\n\n"));
        }
        ("text/event-stream", text)
    }
}

fn response_tools(tool: &Value) -> Vec<Offered> {
    let name = tool["name"].as_str().unwrap_or_default().to_owned();
    match tool["type"].as_str() {
        Some("namespace") => {
            let inner = list(&tool["tools"]).filter_map(|inner| inner["name"].as_str());
            let one = |inner: &str| Offered {
                namespace: Some(name.clone()),
                name: inner.to_owned(),
                custom: false,
            };
            inner.map(one).collect()
        }
        Some(kind @ ("function" | "custom")) => {
            vec![Offered { namespace: None, name, custom: kind == "custom" }]
        }
        _ => Vec::new(),
    }
}

fn messages(asked: &Value, answer: &Answer) -> (Events, Value) {
    let text = |text: &str| {
        (
            json!({"type": "text", "text": text}),
            json!({"type": "text", "text": ""}),
            json!({"type": "text_delta", "text": text}),
        )
    };
    let (blocks, stop) = match answer {
        Answer::Say(said) => (vec![text(said)], "end_turn"),
        Answer::Calls(calls) => {
            let block = |(tool, args): &(Offered, Value)| {
                let id = id("toolu");
                (
                    json!({"type": "tool_use", "id": id, "name": tool.name, "input": args}),
                    json!({"type": "tool_use", "id": id, "name": tool.name, "input": {}}),
                    json!({"type": "input_json_delta", "partial_json": args.to_string()}),
                )
            };
            (calls.iter().map(block).collect(), "tool_use")
        }
    };
    let usage = json!({"input_tokens": 1, "output_tokens": 1});
    let content: Vec<Value> = blocks.iter().map(|(whole, ..)| whole.clone()).collect();
    let message = json!({"id": id("msg"), "type": "message", "role": "assistant", "model": asked["model"],
        "content": content, "stop_reason": stop, "stop_sequence": null, "usage": usage});
    let mut opening = message.clone();
    (opening["content"], opening["stop_reason"]) = (json!([]), Value::Null);
    let mut events = vec![("message_start", json!({"type": "message_start", "message": opening}))];
    for (index, (_, begun, delta)) in blocks.into_iter().enumerate() {
        let start = json!({"type": "content_block_start", "index": index, "content_block": begun});
        events.push(("content_block_start", start));
        let delta = json!({"type": "content_block_delta", "index": index, "delta": delta});
        events.push(("content_block_delta", delta));
        events.push(("content_block_stop", json!({"type": "content_block_stop", "index": index})));
    }
    let ended = json!({"type": "message_delta", "usage": usage,
        "delta": {"stop_reason": stop, "stop_sequence": null}});
    events.push(("message_delta", ended));
    events.push(("message_stop", json!({"type": "message_stop"})));
    (events.into_iter().map(|(name, data)| (name, data.to_string())).collect(), message)
}

fn response_item((tool, args): &(Offered, Value)) -> Value {
    let mut item = match (tool.custom, args.as_str()) {
        (true, Some(text)) => json!({"type": "custom_tool_call", "id": id("ctc"), "call_id": id("call"),
            "name": tool.name, "input": text, "status": "completed"}),
        _ => json!({"type": "function_call", "id": id("fc"), "call_id": id("call"), "name": tool.name,
            "arguments": args.to_string(), "status": "completed"}),
    };
    if let Some(namespace) = &tool.namespace {
        item["namespace"] = namespace.as_str().into();
    }
    item
}

fn responses(asked: &Value, answer: &Answer) -> (Events, Value) {
    let items: Vec<Value> = match answer {
        Answer::Calls(calls) => calls.iter().map(response_item).collect(),
        Answer::Say(text) => vec![json!({"type": "message", "id": id("msg"), "role": "assistant",
            "status": "completed", "content": [{"type": "output_text", "text": text, "annotations": []}]})],
    };
    let usage = json!({"input_tokens": 1, "output_tokens": 1, "total_tokens": 2,
        "input_tokens_details": {"cached_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0}});
    let response = json!({"id": id("resp"), "object": "response", "created_at": 0, "status": "completed",
        "model": asked["model"], "output": items, "parallel_tool_calls": true, "usage": usage});
    let mut opening = response.clone();
    (opening["status"], opening["output"]) = ("in_progress".into(), json!([]));
    let mut events = vec![("response.created", json!({"response": opening}))];
    for (index, item) in items.iter().enumerate() {
        let mut begun = item.clone();
        let said = item["content"][0]["text"].as_str();
        if said.is_some() {
            begun["content"] = json!([]);
        }
        events.push(("response.output_item.added", json!({"output_index": index, "item": begun})));
        if let Some(said) = said {
            let at = json!({"item_id": item["id"], "output_index": index, "content_index": 0});
            let with = |name: &str, value: Value| {
                let mut event = at.clone();
                event[name] = value;
                event
            };
            let part = json!({"type": "output_text", "text": "", "annotations": []});
            events.push(("response.content_part.added", with("part", part)));
            events.push(("response.output_text.delta", with("delta", said.into())));
        }
        events.push(("response.output_item.done", json!({"output_index": index, "item": item})));
    }
    events.push(("response.completed", json!({"response": response})));
    let named = events.into_iter().enumerate().map(|(n, (name, mut data))| {
        (data["type"], data["sequence_number"]) = (name.into(), n.into());
        (name, data.to_string())
    });
    (named.collect(), response)
}

fn chat_call(index: usize, (tool, args): &(Offered, Value)) -> Value {
    match (tool.custom, args.as_str()) {
        (true, Some(text)) => json!({"index": index, "id": id("call"), "type": "custom",
            "custom": {"name": tool.name, "input": text}}),
        _ => json!({"index": index, "id": id("call"), "type": "function",
            "function": {"name": tool.name, "arguments": args.to_string()}}),
    }
}

fn chat(asked: &Value, answer: &Answer) -> (Events, Value) {
    let (message, stop) = match answer {
        Answer::Calls(calls) => {
            let calls: Vec<Value> = calls.iter().enumerate().map(|(n, call)| chat_call(n, call)).collect();
            (json!({"role": "assistant", "content": null, "tool_calls": calls}), "tool_calls")
        }
        Answer::Say(text) => (json!({"role": "assistant", "content": text}), "stop"),
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

fn gemini(asked: &Value, answer: &Answer) -> (Events, Value) {
    let parts: Vec<Value> = match answer {
        Answer::Calls(calls) => calls
            .iter()
            .map(|(tool, args)| {
                json!({"functionCall": {"name": tool.name, "args": args, "id": id("fc")},
                    "thoughtSignature": "c2ln"})
            })
            .collect(),
        Answer::Say(_) if asked["generationConfig"]["responseMimeType"] == "application/json" => {
            let said = json!({"next_speaker": "user", "reasoning": "done", "complexity_score": 1,
                "complexity_reasoning": "small", "model_choice": "flash"});
            vec![json!({"text": said.to_string()})]
        }
        Answer::Say(text) => vec![json!({"text": text})],
    };
    let whole = json!({
        "candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": "STOP", "index": 0}],
        "usageMetadata": {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2},
        "modelVersion": "scripted", "responseId": id("r"),
    });
    (vec![("", whole.to_string())], whole)
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}
