"""A server with a little of everything that is no tool's effect: resources, prompts, completion, progress, log lines."""

import sys

from wire import reply, send


NAME = sys.argv[1] if len(sys.argv) > 1 else "things"
TOOLS = [
    {"name": "echo", "title": "Echo", "description": "Says it again.", "inputSchema": {
        "type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"],
        "additionalProperties": False},
     "outputSchema": {"type": "object", "properties": {"said": {"type": "string"}}, "required": ["said"]},
     "_meta": {"example/kept": True}},
]


def call(message):
    params = message["params"]
    text = params["arguments"]["text"]
    token = params.get("_meta", {}).get("progressToken")
    if token is not None:
        send({"method": "notifications/progress", "params": {"progressToken": token, "progress": 1, "message": "half"}})
    if text == "grow":
        TOOLS.append({"name": "later", "inputSchema": {"type": "object"}})
        send({"method": "notifications/tools/list_changed"})
    return {"content": [{"type": "text", "text": text}], "structuredContent": {"said": text},
            "_meta": {"example/meta": params.get("_meta", {}).get("example/sent")}}


def answer(message):
    method, params = message["method"], message.get("params", {})
    if method == "initialize":
        return {"protocolVersion": "2025-06-18", "serverInfo": {"name": NAME, "version": "1"},
                "instructions": "Be kind to " + NAME + ".",
                "capabilities": {"tools": {"listChanged": True}, "prompts": {}, "completions": {}, "logging": {},
                                 "resources": {"subscribe": True}}}
    if method == "tools/list":
        return {"tools": TOOLS}
    if method == "tools/call":
        return call(message)
    if method == "resources/list":
        return {"resources": [{"uri": "thing://" + NAME, "name": "one"}, {"uri": "thing://same", "name": "same"}]}
    if method == "resources/templates/list":
        return {"resourceTemplates": [{"uriTemplate": "thing://" + NAME + "/{id}", "name": "each"}]}
    if method == "resources/read":
        return {"contents": [{"uri": params["uri"], "text": NAME + " has " + params["uri"]}]}
    if method == "resources/subscribe":
        send({"id": message["id"], "result": {}})
        send({"method": "notifications/resources/updated", "params": {"uri": params["uri"]}})
        return None
    if method == "prompts/list":
        return {"prompts": [{"name": "review", "arguments": [{"name": "what", "required": True}]}]}
    if method == "prompts/get":
        text = NAME + " reviews " + params["arguments"]["what"]
        return {"messages": [{"role": "user", "content": {"type": "text", "text": text}}]}
    if method == "completion/complete":
        return {"completion": {"values": [NAME + ":" + params["argument"]["value"] + "…"], "hasMore": False}}
    if method in ("logging/setLevel", "ping", "resources/unsubscribe"):
        return {}
    return {"error": {"code": -32601, "message": method}}


reply(answer)
