"""A scripted agent that speaks the Agent Client Protocol: it does on each prompt what its script says, and answers the
prompt with all that it was told. Usage: agent.py SCRIPT, a list of steps for each prompt."""
import json, os, subprocess, sys

SCRIPT = json.loads(sys.argv[1])
heard, told, made = [], {}, 0


def send(message):
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def take():
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    message = json.loads(line)
    if "method" in message:
        heard.append(message)
        serve(message)
    else:
        told[message["id"]] = message


def serve(message):
    method, params, number = message["method"], message.get("params") or {}, message.get("id")
    if number is None:
        return
    if method == "initialize":
        send({"id": number, "result": {"protocolVersion": SCRIPT.get("version", 1), "agentCapabilities": {},
             "agentInfo": SCRIPT.get("info", {"name": "scripted", "version": "1"}), "unknownToAll": {"kept": [1]}}})
    elif method == "session/new":
        result = {"sessionId": "s1", **SCRIPT.get("session", {})}
        send({"id": number, "result": result})
    elif method == "session/prompt":
        answers = [step(one) for one in SCRIPT["prompts"].pop(0)]
        result = {"stopReason": "end_turn", "_meta": {"answers": answers, "heard": heard}}
        send({"id": number, "result": result})
    else:
        send({"id": number, "result": {"echo": message}})


def step(one):
    global made
    if "request" in one:
        made += 1
        number = "agent-%d" % made
        params = json.loads(json.dumps(one.get("params", {})).replace("$TERMINAL", terminal()))
        send({"id": number, "method": one["request"], "params": {"sessionId": "s1", **params}})
        while number not in told:
            take()
        return told[number].get("result", told[number].get("error"))
    if "update" in one:
        return send({"method": "session/update", "params": {"sessionId": "s1", "update": one["update"]}})
    if "raw" in one:
        sys.stdout.write(one["raw"] + "\n")
        return sys.stdout.flush()
    if "run" in one:
        return subprocess.run(one["run"], shell=True, capture_output=True, text=True).stdout
    if "leave" in one:
        subprocess.Popen(one["leave"], shell=True, start_new_session=True, stdin=subprocess.DEVNULL,
                         stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if "die" in one:
        os._exit(one["die"])


def terminal():
    made = [m["result"]["terminalId"] for m in told.values() if "terminalId" in (m.get("result") or {})]
    return made[-1] if made else ""


while True:
    take()
