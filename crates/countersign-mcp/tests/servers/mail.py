"""A mail server with drafts: lists them, changes them, and sends one by its id. What was sent is in the file `sent.json`."""

import json
import os

from wire import serve, text

FILE = "drafts.json"
DRAFTS = {"d-17": {"id": "d-17", "to_address": "ana@example.org", "subject": "Offer", "body": "We sell at 10."}}
TOOLS = [
    {"name": "list_drafts", "inputSchema": {"type": "object"}},
    {"name": "send_draft", "inputSchema": {"type": "object", "properties": {"draft_id": {"type": "string"}}}},
]


def call(name, args, request):
    # Somebody changes drafts beside the agent by writing that file.
    drafts = json.load(open(FILE)) if os.path.exists(FILE) else DRAFTS
    if name == "list_drafts":
        return text(json.dumps({"drafts": list(drafts.values())}))
    with open("sent.json", "w") as sent:
        json.dump(drafts[args["draft_id"]], sent)
    return text("sent")


serve(lambda: TOOLS, call)
