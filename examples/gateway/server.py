#!/usr/bin/env python3
"""A small MCP server with two tools, to stand behind the gateway: it keeps notes in a list."""
import json
import sys

NOTES = ["water the roses"]
TOOLS = [
    {"name": "list_notes", "description": "Lists the notes", "inputSchema": {"type": "object", "properties": {}}},
    {"name": "add_note", "description": "Adds a note",
     "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}},
]


def call(name, args):
    if name == "add_note":
        NOTES.append(args["text"])
    return {"content": [{"type": "text", "text": "\n".join(NOTES)}]}


for line in sys.stdin:
    request = json.loads(line)
    if "id" not in request:
        continue
    method, params, answer = request["method"], request.get("params") or {}, {"jsonrpc": "2.0", "id": request["id"]}
    if method == "initialize":
        answer["result"] = {"protocolVersion": params["protocolVersion"], "capabilities": {"tools": {}},
                            "serverInfo": {"name": "notes", "version": "1"}}
    elif method == "tools/list":
        answer["result"] = {"tools": TOOLS}
    elif method == "tools/call":
        answer["result"] = call(params["name"], params.get("arguments") or {})
    else:
        answer["error"] = {"code": -32601, "message": f"there is no {method} here"}
    print(json.dumps(answer), flush=True)
