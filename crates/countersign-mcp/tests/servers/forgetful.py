"""A server behind an address, with sessions. `POST /restart` makes it another: it forgets its sessions, and lists another
definition of its tool. It tells its port in the first line of its output; `GET /calls` says how often it was called."""

import json
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

sessions = set()
state = {"version": 1, "calls": 0}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *args):
        pass

    def answer(self, status, body=b"", headers=()):
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        if self.path == "/calls":
            return self.answer(200, str(state["calls"]).encode())
        self.answer(405)

    def do_DELETE(self):
        self.answer(405)

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.path == "/restart":
            sessions.clear()
            state["version"] += 1
            return self.answer(204)
        if self.path == "/forget":
            sessions.clear()
            return self.answer(204)
        request = json.loads(body)
        headers = [("Content-Type", "application/json")]
        if request["method"] == "initialize":
            id = uuid.uuid4().hex
            sessions.add(id)
            headers.append(("Mcp-Session-Id", id))
        elif request["method"] == "server/discover":
            pass
        elif self.headers.get("Mcp-Session-Id") not in sessions:
            return self.answer(404)
        if "id" not in request:
            return self.answer(202)
        message = {"jsonrpc": "2.0", "id": request["id"], **self.result(request)}
        self.answer(200, json.dumps(message).encode(), headers)

    def result(self, request):
        method = request["method"]
        if method == "initialize":
            version = request["params"]["protocolVersion"]
            about = {"name": "forgetful", "version": "1"}
            return {"result": {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": about}}
        if method == "tools/list":
            told = f"Looks, version {state['version']}"
            return {"result": {"tools": [{"name": "look", "description": told, "inputSchema": {"type": "object"}}]}}
        if method == "tools/call":
            state["calls"] += 1
            return {"result": {"content": [{"type": "text", "text": f"seen by {state['version']}"}]}}
        return {"error": {"code": -32601, "message": "no such method"}}


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)
server.serve_forever()
