"""A server of the newest revision, without sessions: it asks back, works on tasks, and knows of a client only what each
request says."""

import json

from wire import reply, send

SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId"
TASKS = "io.modelcontextprotocol/tasks"
ANYTHING = {"type": "object"}
LISTENERS = {}
WORK = {}


def text(said):
    return {"resultType": "complete", "content": [{"type": "text", "text": said}]}


def listed(name, entries):
    return {"resultType": "complete", name: entries, "ttlMs": 0, "cacheScope": "private"}


def error(code, message, data=None):
    return {"error": {"code": code, "message": message, **({"data": data} if data is not None else {})}}


def capabilities(params):
    return params["_meta"]["io.modelcontextprotocol/clientCapabilities"]


def asking(params, done):
    """Asks once, with a state that says what was asked for."""
    state = params.get("requestState")
    if state is None:
        question = {"method": "elicitation/create", "params": {
            "mode": "form", "message": "Who?", "requestedSchema": {"type": "object", "properties": {}}}}
        return {"resultType": "input_required", "inputRequests": {"who": question}, "requestState": "round-2"}
    if state != "round-2":
        return error(-32602, "a state of somebody else: " + state)
    return done(params["inputResponses"]["who"]["content"]["name"])


def task(id):
    return {"taskId": id, "createdAt": "2026-07-28T00:00:00Z", "lastUpdatedAt": "2026-07-28T00:00:00Z",
            "ttlMs": None, "pollIntervalMs": 10, **WORK[id]}


def begin():
    id = "t" + str(len(WORK) + 1)
    WORK[id] = {"status": "working", "statusMessage": "busy\u202e"}
    return {"resultType": "task", **task(id)}


def call(params):
    name, args = params["name"], params.get("arguments", {})
    if name == "can":
        return text(json.dumps(capabilities(params), sort_keys=True))
    if name == "need":
        return error(-32021, "no sampling", {"requiredCapabilities": {"sampling": {}}})
    if name == "wrong":
        return error(-32602, "that is no argument")
    if name == "log":
        if params["_meta"].get("io.modelcontextprotocol/logLevel") is None:
            return text("nobody wants it")
        send({"method": "notifications/message", "params": {"level": "info", "data": "working"}})
        return text("logged")
    if name == "slowly":
        token = params["_meta"].get("progressToken")
        for n in range(40 if token is not None else 0):
            send({"method": "notifications/progress", "params": {"progressToken": token, "progress": n, "message": f"step {n};"}})
        return text("done at last")
    if name == "never":
        return None
    if name == "touch":
        for id, uris in LISTENERS.items():
            for uri in uris:
                send({"method": "notifications/resources/updated", "params": {"uri": uri, "_meta": {SUBSCRIPTION: id}}})
        return text("touched")
    if name == "ask":
        return asking(params, lambda who: text(who + " wants " + args.get("what", "nothing")))
    if name == "work":
        if args.get("anyway") or TASKS in capabilities(params).get("extensions", {}):
            return begin()
        return text("worked at once")
    return error(-32602, "no such tool")


def of_task(method, params):
    id = params["taskId"]
    if id not in WORK:
        return error(-32602, "no such task")
    if method == "tasks/get":
        return {"resultType": "complete", **task(id)}
    if method == "tasks/cancel":
        WORK[id] = {"status": "cancelled"}
    else:
        WORK[id] = {"status": "completed", "result": text("told " + json.dumps(params["inputResponses"]))}
    return {"resultType": "complete"}


def answer(message):
    method, params = message["method"], message.get("params", {})
    if method == "server/discover":
        can = {"tools": {}, "prompts": {}, "resources": {"subscribe": True}, "logging": {}, "extensions": {TASKS: {}}}
        return {"resultType": "complete", "supportedVersions": ["2026-07-28"], "capabilities": can, "ttlMs": 0,
                "cacheScope": "private"}
    if method == "tools/list":
        names = ["can", "need", "wrong", "log", "touch", "ask", "work", "never", "slowly"]
        return listed("tools", [{"name": name, "inputSchema": ANYTHING} for name in names])
    if method == "tools/call":
        return call(params)
    if method == "prompts/list":
        return listed("prompts", [{"name": "greet"}])
    if method == "prompts/get":
        message = lambda who: {"role": "user", "content": {"type": "text", "text": "Hello, " + who}}
        return asking(params, lambda who: {"resultType": "complete", "messages": [message(who)]})
    if method == "resources/list":
        return listed("resources", [{"uri": "new://thing", "name": "thing"}])
    if method == "resources/templates/list":
        return listed("resourceTemplates", [])
    if method == "resources/read":
        contents = lambda who: [{"uri": params["uri"], "text": "For " + who}]
        return asking(params, lambda who: {"contents": contents(who), **listed("x", [])})
    if method == "subscriptions/listen":
        wanted = {"resourceSubscriptions": params["notifications"].get("resourceSubscriptions", [])}
        LISTENERS[message["id"]] = wanted["resourceSubscriptions"]
        send({"method": "notifications/subscriptions/acknowledged",
             "params": {"notifications": wanted, "_meta": {SUBSCRIPTION: message["id"]}}})
        return None
    if method.startswith("tasks/"):
        return of_task(method, params)
    return error(-32601, method)


reply(answer)
