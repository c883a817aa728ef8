"""A scripted model that speaks OpenAI's chat completions: step i is issued when i tool results are in the
conversation, then `DONE: <last result>`. `python scripted.py STEPS` prints its address, for other languages."""

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
                told = json.dumps(model.answer(body)).encode()
                self.send_response(200)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(told)))
                self.end_headers()
                self.wfile.write(told)

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/v1"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def answer(self, body: dict[str, Any]) -> dict[str, Any]:
        results = [m for m in body["messages"] if m["role"] == "tool"]
        message: dict[str, Any] = {"role": "assistant", "content": None}
        finish = "stop"
        step = len(self.requests) - 1 if self.by_request else len(results)
        if step < len(self.steps) and body.get("tools"):
            name, args = self.steps[step]
            call = {"name": name, "arguments": json.dumps(args)}
            message["tool_calls"] = [{"id": f"{self.id}_{step}", "type": "function", "function": call}]
            finish = "tool_calls"
        else:
            message["content"] = "DONE: " + str(results[-1]["content"] if results else "no tool")
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
        last = self.requests[-1]["messages"] if self.requests else []
        return " | ".join(str(m["content"]) for m in last if m["role"] == "tool")

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


if __name__ == "__main__":
    made = Model([(name, args) for name, args in json.loads(sys.argv[1])], *sys.argv[2:3])
    print(made.url, flush=True)
    sys.stdin.read()
