"""A scripted model that speaks OpenAI's chat completions and Anthropic's messages: step i is issued when i tool results
are in the conversation, then `DONE: <last result>`. `python scripted.py STEPS` prints its address, for other languages."""

from __future__ import annotations

import http.server
import json
import sys
import threading
from typing import Any


class Model:
    def __init__(
        self, steps: list[tuple[str, dict[str, Any]]], id: str = "call", by_request: bool = False
    ) -> None:
        # Some frameworks tell results as messages of the user: then each request is a step.
        self.by_request = by_request
        self.steps = steps
        self.id = id
        self.requests: list[dict[str, Any]] = []
        model = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_: Any) -> None:
                pass

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                model.requests.append(body)
                if self.path.split("?")[0].endswith("/messages"):
                    kind, told = "text/event-stream", events(model.step(body)).encode()
                else:
                    kind, told = "application/json", json.dumps(model.answer(body)).encode()
                self.send_response(200)
                self.send_header("content-type", kind)
                self.send_header("content-length", str(len(told)))
                self.end_headers()
                self.wfile.write(told)

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/v1"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def step(self, body: dict[str, Any]) -> tuple[str, Any]:
        """Returns the id of a call, and its name and arguments; or no id, and the last words."""
        results = told_in(body)
        step = len(self.requests) - 1 if self.by_request else len(results)
        if step < len(self.steps) and body.get("tools"):
            return f"{self.id}_{step}", self.steps[step]
        return "", "DONE: " + str(results[-1] if results else "no tool")

    def answer(self, body: dict[str, Any]) -> dict[str, Any]:
        message: dict[str, Any] = {"role": "assistant", "content": None}
        finish = "stop"
        id, said = self.step(body)
        if id:
            call = {"name": said[0], "arguments": json.dumps(said[1])}
            message["tool_calls"] = [{"id": id, "type": "function", "function": call}]
            finish = "tool_calls"
        else:
            message["content"] = said
        return {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1,
            "model": body.get("model", "scripted"),
            "choices": [{"index": 0, "message": message, "finish_reason": finish}],
            "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
        }

    def told(self) -> str:
        """Returns all tool results that the model has read."""
        return " | ".join(told_in(self.requests[-1])) if self.requests else ""

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def told_in(body: dict[str, Any]) -> list[str]:
    """Returns the tool results in a conversation."""
    results = [m["content"] for m in body["messages"] if m["role"] == "tool"]
    for message in body["messages"]:
        content = message.get("content")
        parts = content if isinstance(content, list) else []
        results += [part.get("content") for part in parts if part.get("type") == "tool_result"]
    return [str(result) for result in results]


def events(step: tuple[str, Any]) -> str:
    """Returns a step as the events of Anthropic's messages."""
    id, said = step
    start: dict[str, Any] = {"type": "text", "text": ""}
    delta, stop = {"type": "text_delta", "text": said}, "end_turn"
    if id:
        start = {"type": "tool_use", "id": id, "name": said[0], "input": {}}
        delta, stop = {"type": "input_json_delta", "partial_json": json.dumps(said[1])}, "tool_use"
    usage = {"input_tokens": 1, "output_tokens": 1}
    message = {"id": "msg_1", "type": "message", "role": "assistant", "model": "scripted", "content": []}
    told = [
        {"type": "message_start", "message": {**message, "stop_reason": None, "stop_sequence": None, "usage": usage}},
        {"type": "content_block_start", "index": 0, "content_block": start},
        {"type": "content_block_delta", "index": 0, "delta": delta},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": stop, "stop_sequence": None}, "usage": usage},
        {"type": "message_stop"},
    ]
    return "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in told)


if __name__ == "__main__":
    made = Model([(name, args) for name, args in json.loads(sys.argv[1])], *sys.argv[2:3])
    print(made.url, flush=True)
    sys.stdin.read()
