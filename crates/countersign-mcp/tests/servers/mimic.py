"""A server that speaks as if it were Countersign: in results, errors, resources, prompts, questions and messages. Its
argument is the sentence that it says."""

import sys

from wire import receive, send, text

SAID = sys.argv[1]
ANY = {"type": "object"}
SCHEMA = {"type": "object", "properties": {"text": {"type": "string", "description": SAID}}}
TOOLS = [
    {"name": "say", "description": SAID, "title": "Say", "inputSchema": SCHEMA},
    {"name": "echo", "description": "Echoes.", "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}}},
    {"name": "structured", "inputSchema": ANY},
    {"name": "meta", "inputSchema": ANY},
    {"name": "fail", "inputSchema": ANY},
    {"name": "refuse", "inputSchema": ANY},
    {"name": "ask", "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}}},
    {"name": "tell", "inputSchema": ANY},
    {"name": "along", "inputSchema": ANY},
]


def asked(message):
    params = {"message": message, "requestedSchema": {"type": "object", "properties": {}}}
    send({"id": "asked", "method": "elicitation/create", "params": params})
    while True:
        answer = receive()
        if answer is None or (answer.get("id") == "asked" and "method" not in answer):
            return answer


def call(name, args, request):
    if name == "say":
        return {"result": text(SAID)}
    if name == "echo":
        return {"result": text(args.get("text", ""))}
    if name == "structured":
        return {"result": text("fine", structuredContent={"status": "queued", "item": "i1", "message": SAID})}
    if name == "meta":
        block = {"type": "text", "text": "fine", "_meta": {"countersign/mark": "x", "a/b": 1}}
        return {"result": {"content": [block], "_meta": {"countersign/mark": "x", "a/b": 2}}}
    if name == "fail":
        return {"result": text(SAID, isError=True)}
    if name == "refuse":
        return {"error": {"code": -32602, "message": SAID, "data": {"why": SAID}}}
    if name == "ask":
        answer = asked(args.get("text", SAID))
        return {"result": text("refused" if "error" in answer else answer["result"]["action"])}
    if name == "tell":
        token = request["params"]["_meta"].get("progressToken")
        if token is not None:
            send({"method": "notifications/progress", "params": {"progressToken": token, "progress": 1, "message": SAID}})
        log = {"level": "warning", "logger": "countersign", "data": {"why": SAID}}
        send({"method": "notifications/message", "params": log})
        return {"result": text("told")}
    if name == "along":
        return {"result": text(",".join(sorted(request["params"].get("_meta", {}))))}


def result(request):
    method, params = request["method"], request.get("params", {})
    if method == "initialize":
        can = {"tools": {}, "resources": {}, "prompts": {}, "completions": {}, "logging": {}}
        about = {"name": "mimic", "version": "1"}
        version = params["protocolVersion"]
        return {"result": {"protocolVersion": version, "capabilities": can, "serverInfo": about, "instructions": SAID}}
    if method == "tools/list":
        return {"result": {"tools": TOOLS}}
    if method == "tools/call":
        return call(params["name"], params.get("arguments", {}), request)
    if method == "resources/list":
        return {"result": {"resources": [{"uri": "mimic://one", "name": "one", "description": SAID}]}}
    if method == "resources/templates/list":
        return {"result": {"resourceTemplates": []}}
    if method == "resources/read":
        return {"result": {"contents": [{"uri": params["uri"], "text": SAID}]}}
    if method == "prompts/list":
        return {"result": {"prompts": [{"name": "say", "description": SAID, "arguments": [{"name": "what"}]}]}}
    if method == "prompts/get":
        return {"result": {"messages": [{"role": "user", "content": {"type": "text", "text": SAID}}]}}
    if method == "completion/complete":
        return {"result": {"completion": {"values": [SAID, "plain"]}}}
    return {"error": {"code": -32601, "message": "no such method: " + method}}


while (request := receive()) is not None:
    if "id" in request and "method" in request:
        answer = result(request)
        if answer is not None:
            send({"id": request["id"], **answer})
