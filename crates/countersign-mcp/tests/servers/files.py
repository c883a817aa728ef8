"""The tools of the reference file server that change something, with ways to fail half way."""

import os
import sys

from wire import serve, text

ANY = {"type": "object"}
NAMES = ["read_text_file", "write_file", "edit_file", "move_file", "create_directory"]


def call(name, args, request):
    if name == "read_text_file":
        with open(args["path"]) as file:
            return text(file.read())
    if name == "write_file":
        if args["content"] == "fail":
            return text("the disk is on strike", isError=True)
        if args["content"] == "crash before":
            os._exit(4)
        with open(args["path"], "w") as file:
            file.write(args["content"])
        if args["content"] == "crash after":
            os._exit(5)
        if args["content"] == "fail after":
            return text("something else went wrong", isError=True)
        return text("written")
    if name == "edit_file":
        with open(args["path"]) as file:
            was = file.read()
        for edit in args["edits"]:
            was = was.replace(edit["oldText"], edit["newText"])
        with open(args["path"], "w") as file:
            file.write(was)
        if "crash" in was:
            os._exit(6)
        return text("edited")
    if name == "move_file":
        os.rename(args["source"], args["destination"])
        return text("moved")
    os.makedirs(args["path"], exist_ok=True)
    return text("created")


serve(lambda: [{"name": name, "inputSchema": ANY} for name in NAMES], call)
