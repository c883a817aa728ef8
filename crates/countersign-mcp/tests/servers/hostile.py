"""A server that plays with the protocol: answers to requests of others, answers twice, floods, and lists thousands of
tools with names that look alike."""

from wire import send, serve, text

ANY = {"type": "object"}
NAMES = ["ids", "flood", "read", "re\u0430d", "rea\u200bd", "\u001b[31mread", "read\u202e"]
NAMES += [f"tool{n}" for n in range(6000)]


def call(name, args, request):
    id = request["id"]
    if name == "ids":
        other = id + 1000 if isinstance(id, int) else "other"
        for wrong in [other, -1, None, "1", 0]:
            send({"id": wrong, "result": text("not yours")})
        send({"id": id, "result": text("first")})
        send({"id": id, "result": text("second")})
        send({"id": id, "error": {"code": -32603, "message": "third"}})
        return None
    if name == "flood":
        token = request["params"]["_meta"].get("progressToken")
        for n in range(3000):
            send({"method": "notifications/progress", "params": {"progressToken": token, "progress": n}})
            send({"method": "notifications/tools/list_changed"})
            send({"method": "notifications/message", "params": {"level": "info", "data": "x" * 100}})
            send({"method": "notifications/nobody/knows", "params": {}})
            send({"method": "notifications/cancelled", "params": {"requestId": id, "reason": "mine"}})
        return text("flooded")
    return text("called " + name)


serve(lambda: [{"name": name, "inputSchema": ANY} for name in NAMES], call, {"tools": {"listChanged": True}})
