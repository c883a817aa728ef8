"""A worker: takes back what functions of this process did, and finds out if they ran.

People ask for that when nobody runs the program any more, so a worker is a process of its own, or a thread of one:
`python -m countersign_gate my_module` imports `my_module`, whose functions are behind the gate, and works for them.
"""

from __future__ import annotations

import asyncio
import inspect
import secrets
import threading
import time
from typing import Any, Mapping, Optional

from ._client import Client, Problem
from ._gate import FUNCTIONS, DidNotRun, Execution, Function, Moved, Ran, plain_json


#: How long is waited before each try to say how a job ended: in all less than its lease, so that nobody else takes it.
_PAUSES_S = (0.0, 0.5, 2.0, 5.0, 10.0, 20.0)
_LEASE_S = 60


class Worker:
    """Does the jobs of functions that were put behind the gate with `undo` or `check`."""

    def __init__(
        self,
        client: Optional[Client] = None,
        functions: Optional[Mapping[str, Function]] = None,
        every_s: float = 1.0,
    ) -> None:
        self.client = client or Client()
        self.functions = FUNCTIONS if functions is None else functions
        self.every_s = every_s
        #: How many jobs waited at the last look for another version of a function.
        self.other_versions = 0
        self._stop = threading.Event()

    def once(self) -> bool:
        """Does one job, if there is one. Returns whether there was."""
        known = [
            {"name": f.name, "version": f.version, "undo": f.undo is not None, "check": f.check is not None}
            for f in list(self.functions.values())
            if f.undo is not None or f.check is not None
        ]
        claim = secrets.token_hex(16)
        taken = self.client.take(known, claim, lease_s=_LEASE_S)
        self.other_versions = int(taken["other_versions"])
        job = taken["job"]
        if job is None:
            return False
        alive = Execution(self.client, job["id"], claim, {})
        alive._reported = True  # a job has a report of its own
        with alive:
            self._finish(job["id"], claim, self._do(job))
        return True

    def _finish(self, job: str, claim: str, outcome: Any) -> None:
        """Says how a job ended, again while the daemon is away: it was done, and must not be left in doubt."""
        problem: Optional[Problem] = None
        for pause in _PAUSES_S:
            time.sleep(pause)
            try:
                self.client.finish(job, claim, outcome)
                return
            except Problem as e:
                if 0 < e.status < 500 and e.status != 429:
                    if problem is not None and e.code == "conflict":
                        return  # An earlier try got through, and only its answer was lost.
                    raise
                problem = e
        assert problem is not None
        raise problem

    def _do(self, job: Mapping[str, Any]) -> Any:
        function = self.functions[job["function"]]
        try:
            if job["what"] == "undo":
                if function.undo is None:
                    return {"failed": {"message": "nothing takes it back here"}}
                return {"done": {"result": plain_json(_now(function.undo(dict(job["args"]), job["result"])))}}
            if function.check is None:
                return {"failed": {"message": "nothing checks it here"}}
            found = _now(function.check(dict(job["args"])))
        except Moved as e:
            return {"moved": {"message": str(e)[:2000]}}
        except Exception as e:
            return {"failed": {"message": f"{type(e).__name__}: {e}"[:2000]}}
        if isinstance(found, Ran):
            return {"done": {"result": plain_json(found.result)}}
        if found is True:
            return {"done": {}}
        if found is False or isinstance(found, DidNotRun):
            return "not_done"
        return {"failed": {"message": "the check cannot tell"}}

    def run(self) -> None:
        """Works until `stop` is called. A daemon that does not answer is asked again."""
        while not self._stop.is_set():
            try:
                worked = self.once()
            except Exception:
                worked = False
            if not worked:
                self._stop.wait(self.every_s)

    def start(self) -> "Worker":
        """Works in a thread of its own."""
        threading.Thread(target=self.run, daemon=True, name="countersign-worker").start()
        return self

    def stop(self) -> None:
        """Ends `run` after the job at hand."""
        self._stop.set()


def _now(value: Any) -> Any:
    if inspect.isawaitable(value):

        async def whole() -> Any:
            return await value

        return asyncio.run(whole())
    return value
