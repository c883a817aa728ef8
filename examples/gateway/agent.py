#!/usr/bin/env python3
"""An agent without a framework: it starts the gateway, lists its tools, and calls the one that it is told to."""
import json
import subprocess
import sys

gateway = subprocess.Popen(["countersign", "mcp", "--agent", "clerk"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
count = 0


def ask(method, params):
    global count
    count += 1
    print(json.dumps({"jsonrpc": "2.0", "id": count, "method": method, "params": params}), file=gateway.stdin, flush=True)
    for line in gateway.stdout:
        answer = json.loads(line)
        if answer.get("id") == count:
            return answer["result"]
    raise SystemExit("the gateway has ended")


ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "clerk", "version": "1"}})
print(json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}), file=gateway.stdin, flush=True)
tools = [tool["name"] for tool in ask("tools/list", {})["tools"]]
print("tools of servers:", ", ".join(name for name in tools if name.endswith(("_notes", "_note"))))
if len(sys.argv) > 1:
    result = ask("tools/call", {"name": sys.argv[1], "arguments": json.loads(sys.argv[2])})
    print(result["content"][0]["text"])
gateway.stdin.close()
gateway.wait()
