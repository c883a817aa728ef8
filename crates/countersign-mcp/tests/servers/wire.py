"""Newline JSON-RPC of MCP, just enough for the servers beside this file."""

import json
import sys


def send(message):
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def text(said, **more):
    return {"content": [{"type": "text", "text": said}], **more}


def receive():
    line = sys.stdin.readline()
    return json.loads(line) if line else None


def reply(answer):
    """Answers every request until the input ends. `answer(request)` gives a result, an `{"error": …}`, or None for none."""
    while (request := receive()) is not None:
        if "id" not in request or "method" not in request:
            continue
        result = answer(request)
        if result is not None and "error" in result:
            send({"id": request["id"], "error": result["error"]})
        elif result is not None:
            send({"id": request["id"], "result": result})


def serve(tools, call, capabilities=None):
    """Serves until the input ends. `tools()` lists; `call(name, args, request)` gives a result, or None for no answer."""
    while (request := receive()) is not None:
        method, id = request.get("method"), request.get("id")
        if method == "initialize":
            version = request["params"]["protocolVersion"]
            about = {"name": "fixture", "version": "1"}
            can = capabilities or {"tools": {}}
            send({"id": id, "result": {"protocolVersion": version, "capabilities": can, "serverInfo": about}})
        elif method == "tools/list":
            send({"id": id, "result": {"tools": tools()}})
        elif method == "tools/call":
            result = call(request["params"]["name"], request["params"].get("arguments", {}), request)
            if result is not None:
                send({"id": id, "result": result})
        elif id is not None and method is not None:
            send({"id": id, "error": {"code": -32601, "message": "no such method: " + method}})
