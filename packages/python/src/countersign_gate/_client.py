"""The daemon's HTTP API, as far as functions of one's own process need it. Standard library only."""

from __future__ import annotations

import http.client
import json
import os
import socket
import urllib.parse
from dataclasses import dataclass, field
from typing import Any, Mapping, Optional, Sequence

JSON = Mapping[str, Any]

#: Every route that this package calls; a test compares them, and all fields, with the daemon's own description.
ROUTES = {
    "ask": ("POST", "/v1/functions/ask"),
    "begin": ("POST", "/v1/functions/begin"),
    "renew": ("POST", "/v1/functions/renew"),
    "report": ("POST", "/v1/functions/report"),
    "take": ("POST", "/v1/functions/take"),
    "finish": ("POST", "/v1/functions/finish"),
    "status": ("POST", "/v1/items/{id}/status"),
    "news": ("POST", "/v1/agent/news"),
}


class GateError(Exception):
    """Anything that kept a function from being run."""


class Problem(GateError):
    """The daemon could not be asked, or refused the request."""

    def __init__(self, message: str, code: str = "unreachable", status: int = 0) -> None:
        super().__init__(message)
        self.code = code
        self.status = status


@dataclass(frozen=True)
class Answer:
    """What the daemon says about a call: `allow`, `deny`, `held` or `done`."""

    decision: str
    message: str
    item: Optional[str] = None
    status: Optional[str] = None
    run: Optional[str] = None
    args: Optional[dict[str, Any]] = None
    result: Any = None
    receipt: Optional[str] = None
    #: How to propose to take it back, while that is possible.
    undo_action: Optional[dict[str, Any]] = None
    latest_reversible_event_id: Optional[str] = None


@dataclass(frozen=True)
class Began:
    """Whether this process, and no other, carries out an item now."""

    begun: bool
    status: str
    message: str
    args: dict[str, Any] = field(default_factory=dict)
    until: Optional[int] = None


class _Unix(http.client.HTTPConnection):
    """A connection to the daemon's socket."""

    def __init__(self, path: str, timeout: float) -> None:
        super().__init__("localhost", timeout=timeout)
        self._path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)


def _home() -> str:
    own = os.environ.get("COUNTERSIGN_HOME")
    data = os.environ.get("XDG_DATA_HOME") or os.path.join(os.path.expanduser("~"), ".local", "share")
    return own or os.path.join(data, "countersign")


class Client:
    """Talks to one daemon with one agent's token.

    `url` is `http://127.0.0.1:4114` or `unix:/path/daemon.sock`; without it `COUNTERSIGN_URL` counts, and else the
    socket in Countersign's home. `token` is an agent's; without it `COUNTERSIGN_TOKEN` counts. `run` names the run
    that calls belong to; by default the open one of this agent in `folder`.
    """

    def __init__(
        self,
        url: Optional[str] = None,
        token: Optional[str] = None,
        folder: Optional[str] = None,
        run: Optional[str] = None,
        timeout_s: float = 30.0,
    ) -> None:
        self.url = url or os.environ.get("COUNTERSIGN_URL") or "unix:" + os.path.join(_home(), "daemon.sock")
        self.token = token or os.environ.get("COUNTERSIGN_TOKEN") or ""
        self.folder = folder or os.getcwd()
        self.run = run
        self.timeout_s = timeout_s
        #: Whether the last answer said that there is something that the agent does not know yet.
        self.has_news = False

    def ask(
        self,
        function: str,
        args: JSON,
        call_id: str,
        *,
        version: Optional[str] = None,
        undo: bool = False,
        check: bool = False,
        destructive: bool = False,
        summary: Optional[str] = None,
    ) -> Answer:
        """Asks whether a function may run. The same `call_id` always asks about the same call."""
        body = {
            "function": function,
            "args": dict(args),
            "call_id": call_id,
            "run": self.run,
            "version": version,
            "undo": undo or None,
            "check": check or None,
            "destructive": destructive or None,
            "human_summary": summary,
        }
        got = self._call("ask", body)
        return Answer(
            decision=str(got["decision"]),
            message=str(got["message"]),
            item=got.get("item"),
            status=got.get("status"),
            run=got.get("run"),
            args=got.get("args"),
            result=got.get("result"),
            receipt=got.get("receipt"),
            undo_action=got.get("undo_action"),
            latest_reversible_event_id=got.get("latest_reversible_event_id"),
        )

    def begin(
        self, item: str, claim: str, *, version: Optional[str] = None, lease_s: Optional[int] = None
    ) -> Began:
        """Takes an allowed item, to carry it out: of all processes, one gets it."""
        got = self._call("begin", {"item": item, "claim": claim, "version": version, "lease_s": lease_s})
        return Began(
            begun=got["begun"] is True,
            status=str(got["status"]),
            message=str(got["message"]),
            args=dict(got.get("args") or {}),
            until=got.get("until"),
        )

    def renew(self, id: str, claim: str) -> Optional[int]:
        """Says that an item or a job is still being carried out."""
        until = self._call("renew", {"id": id, "claim": claim})["until"]
        return None if until is None else int(until)

    def report(self, item: str, claim: str, outcome: JSON) -> JSON:
        """Says how an item ended: `{"done": {"result": …}}`, `{"failed": {"message": …}}`, `{"unknown": …}`."""
        return self._call("report", {"item": item, "claim": claim, "outcome": outcome})

    def take(self, functions: Sequence[JSON], claim: str, *, lease_s: Optional[int] = None) -> JSON:
        """Takes a job for a worker that knows these functions."""
        return self._call("take", {"functions": list(functions), "claim": claim, "lease_s": lease_s})

    def finish(self, job: str, claim: str, outcome: Any) -> JSON:
        """Says how a job ended."""
        return self._call("finish", {"job": job, "claim": claim, "outcome": outcome})

    def status(self, item: str) -> JSON:
        """Returns what became of an item."""
        return self._call("status", {}, id=item)

    def news(self) -> JSON:
        """Returns what the agent does not know yet. What is returned counts as told: hand on its `text`."""
        return self._call("news", {"run": self.run})

    def _connect(self) -> http.client.HTTPConnection:
        if self.url.startswith("unix:"):
            return _Unix(self.url[len("unix:") :], self.timeout_s)
        parts = urllib.parse.urlsplit(self.url)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise Problem(f"{self.url!r} is not the address of a daemon")
        return kind(parts.hostname, parts.port, timeout=self.timeout_s)

    def _call(self, name: str, body: JSON, **path: str) -> dict[str, Any]:
        method, route = ROUTES[name]
        quoted = {key: urllib.parse.quote(value, safe="") for key, value in path.items()}
        sent = json.dumps({k: v for k, v in body.items() if v is not None}, allow_nan=False)
        headers = {
            "Authorization": f"Bearer {self.token}",
            "Content-Type": "application/json",
            "Countersign-Folder": urllib.parse.quote(self.folder),
            # No agent reads these answers: news must not ride on them.
            "Countersign-Surface": "function",
        }
        connection = self._connect()
        try:
            connection.request(method, route.format(**quoted), sent.encode(), headers)
            response = connection.getresponse()
            raw = response.read()
        except (OSError, http.client.HTTPException) as e:
            raise Problem(f"the daemon at {self.url} does not answer: {e}") from e
        finally:
            connection.close()
        try:
            got = json.loads(raw)
        except ValueError as e:
            raise Problem(f"the answer with status {response.status} is no JSON") from e
        # An operation's own output names its outcome; everything else is a problem.
        if not isinstance(got, dict) or response.getheader("Countersign-Outcome") is None:
            code = got.get("code", "internal") if isinstance(got, dict) else "internal"
            detail = got.get("detail", "") if isinstance(got, dict) else ""
            raise Problem(detail or f"status {response.status}", str(code), response.status)
        more = name == "news" and got.get("more") is True
        self.has_news = more or response.getheader("Countersign-News") is not None
        return got
