"""A server that is reached by an address; it tells its port in the first line of its output."""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


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
        self.answer(405)

    do_DELETE = do_GET

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        port = self.server.server_address[1]
        if self.path == "/away":
            return self.answer(307, headers=[("Location", f"http://localhost:{port}/mcp")])
        if self.path == "/hop":
            return self.answer(307, headers=[("Location", "/mcp")])
        if "id" not in request:
            return self.answer(202)
        message = {"jsonrpc": "2.0", "id": request["id"], **self.result(request)}
        self.answer(200, json.dumps(message).encode(), [("Content-Type", "application/json")])

    def result(self, request):
        method = request["method"]
        if method == "initialize":
            version = request["params"]["protocolVersion"]
            about = {"name": "web", "version": "1"}
            return {"result": {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": about}}
        if method == "tools/list":
            return {"result": {"tools": [{"name": "who", "inputSchema": {"type": "object"}}]}}
        if method == "tools/call":
            said = str(self.headers.get("X-Key"))
            return {"result": {"content": [{"type": "text", "text": said}]}}
        return {"error": {"code": -32601, "message": "no such method"}}


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)
server.serve_forever()
