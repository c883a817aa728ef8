"""A person at a real daemon, for tests: sees items, decides, edits, takes back."""

from __future__ import annotations

import json
import os
import threading
import time
import urllib.error
import urllib.request
from typing import Any, Callable, Optional

URL = os.environ["COUNTERSIGN_URL"]
PERSON = os.environ["COUNTERSIGN_PERSON"]


def call(method: str, path: str, body: Optional[dict[str, Any]] = None) -> dict[str, Any]:
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {PERSON}", "Content-Type": "application/json"}
    request = urllib.request.Request(URL + path, data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return json.load(response)
    except urllib.error.HTTPError as e:
        got = json.load(e)
        got["http_status"] = e.code
        return got


def show(id: str) -> dict[str, Any]:
    return call("GET", f"/v1/show/{id}")


def item(id: str) -> dict[str, Any]:
    return show(id)["item"]


def confirm(id: str) -> dict[str, Any]:
    seen = item(id)
    return call("POST", f"/v1/items/{id}/confirm", {"digest": seen["digest"], "typed": seen.get("typed")})


def reject(id: str, reason: str) -> dict[str, Any]:
    return call("POST", f"/v1/items/{id}/reject", {"digest": item(id)["digest"], "reason": reason})


def edit(id: str, args: dict[str, Any]) -> dict[str, Any]:
    return call("POST", f"/v1/items/{id}/edit", {"args": args})


def undo(receipt: str) -> dict[str, Any]:
    return call("POST", f"/v1/receipts/{receipt}/undo", {"best_effort": True})


def until(what: Callable[[], Any], seconds: float = 20.0) -> Any:
    """Waits until something is so, and returns it."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        got = what()
        if got:
            return got
        time.sleep(0.05)
    raise AssertionError("it did not become so")


def waiting(function: str, **args: Any) -> Optional[str]:
    """Returns an open item about a function with these arguments, if there is one."""
    for found in call("GET", "/v1/inbox?limit=1000").get("items", []):
        told = found.get("item", found)
        given = told.get("args") or {}
        if given.get("function") == function and told.get("status") == "pending":
            if all(given.get("args", {}).get(k) == v for k, v in args.items()):
                return str(told["id"])
    return None


class Answering:
    """Answers the next item about a function, from another thread, as soon as it is asked."""

    def __init__(self, act: Callable[[str], Any], function: str, **args: Any) -> None:
        self.item: Optional[str] = None
        self._act, self._function, self._args = act, function, args

    def __enter__(self) -> "Answering":
        def work() -> None:
            self.item = until(lambda: waiting(self._function, **self._args))
            self._act(self.item)

        self._thread = threading.Thread(target=work)
        self._thread.start()
        return self

    def __exit__(self, *_: Any) -> None:
        self._thread.join()
