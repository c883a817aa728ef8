"""A server with a little of everything that is no tool's effect: resources, prompts, completion, progress, log lines."""

import json
import sys


def say(message):
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


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
        say({"method": "notifications/progress", "params": {"progressToken": token, "progress": 1, "message": "half"}})
    if text == "grow":
        TOOLS.append({"name": "later", "inputSchema": {"type": "object"}})
        say({"method": "notifications/tools/list_changed"})
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
        say({"id": message["id"], "result": {}})
        say({"method": "notifications/resources/updated", "params": {"uri": params["uri"]}})
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


for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message or "method" not in message:
        continue
    result = answer(message)
    if result is not None and "error" in result:
        say({"id": message["id"], "error": result["error"]})
    elif result is not None:
        say({"id": message["id"], "result": result})
