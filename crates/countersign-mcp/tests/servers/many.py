"""A server with as many tools as its first argument says, and one that adds."""

import sys

from wire import serve, text

NUMBERS = {"type": "object", "properties": {"first": {"type": "number"}, "second": {"type": "number"}}}
TOOLS = [
    {"name": f"report_{n}", "description": f"Reports on department {n}. " + "It says much. " * 20, "inputSchema": {"type": "object"}}
    for n in range(int(sys.argv[1]))
] + [{"name": "add_numbers", "description": "Adds two numbers.", "inputSchema": NUMBERS}]


def call(name, args, request):
    return text(str(args["first"] + args["second"]) if name == "add_numbers" else "called " + name)


serve(lambda: TOOLS, call)
