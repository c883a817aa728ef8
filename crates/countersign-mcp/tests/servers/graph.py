"""The tools of the reference memory server, over a file that others can change: its first argument."""

import json
import os
import sys

from wire import serve, text

PATH = sys.argv[1]
ANY = {"type": "object"}
NAMES = ["open_nodes", "create_entities", "delete_entities", "create_relations"]


def load():
    if not os.path.exists(PATH):
        return {"entities": [], "relations": []}
    with open(PATH) as file:
        return json.load(file)


def save(graph):
    with open(PATH, "w") as file:
        json.dump(graph, file)


def structured(value):
    return text(json.dumps(value), structuredContent=value)


def call(name, args, request):
    graph = load()
    if name == "open_nodes":
        names = args["names"]
        entities = [e for e in graph["entities"] if e["name"] in names]
        relations = [r for r in graph["relations"] if r["from"] in names or r["to"] in names]
        return structured({"entities": entities, "relations": relations})
    if name == "create_entities":
        there = [e["name"] for e in graph["entities"]]
        new = [e for e in args["entities"] if e["name"] not in there]
        graph["entities"] += new
        save(graph)
        if any(e["entityType"] == "crash" for e in new):
            os._exit(7)
        return structured({"entities": new})
    if name == "create_relations":
        new = [r for r in args["relations"] if r not in graph["relations"]]
        graph["relations"] += new
        save(graph)
        return structured({"relations": new})
    names = args["entityNames"]
    graph["entities"] = [e for e in graph["entities"] if e["name"] not in names]
    graph["relations"] = [r for r in graph["relations"] if r["from"] not in names and r["to"] not in names]
    save(graph)
    return text("deleted")


serve(lambda: [{"name": name, "inputSchema": ANY} for name in NAMES], call)
