"""LocalCowork's tools that change files, with the names and arguments of its registry, behind one server."""

import os

from wire import serve, text

NAMES = ["filesystem.write_file", "filesystem.move_file", "filesystem.copy_file", "filesystem.delete_file",
         "data.write_csv", "data.write_sqlite", "security.encrypt_file", "security.decrypt_file"]


def put(path, content):
    with open(path, "w") as file:
        file.write(content)


def turned(args):
    """Writes a file the other way round beside the old one, which it removes."""
    with open(args["path"]) as file:
        put(args["output_path"], file.read()[::-1])
    os.remove(args["path"])


def call(name, args, request):
    if name == "filesystem.write_file":
        put(args["path"], args["content"])
    elif name == "filesystem.move_file":
        os.rename(args["source"], args["destination"])
    elif name == "filesystem.copy_file":
        with open(args["source"]) as file:
            put(args["destination"], file.read())
    elif name == "filesystem.delete_file":
        os.remove(args["path"])
    elif name == "data.write_csv":
        put(args["output_path"], "".join(",".join(row.values()) + "\n" for row in args["data"]))
    elif name == "data.write_sqlite":
        put(args["db_path"], str(args["data"]))
    else:
        turned(args)
    return text("done")


serve(lambda: [{"name": name, "inputSchema": {"type": "object"}} for name in NAMES], call)
