"""Puts functions behind the gate: ask, wait, run once with the approved arguments, report.

Whatever goes wrong while asking means no.
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import functools
import hashlib
import inspect
import json
import re
import secrets
import threading
import time
import uuid
import warnings
from dataclasses import dataclass
from typing import Any, Awaitable, Callable, Iterator, Mapping, Optional, TypeVar, Union, overload

from ._client import Answer, Client, GateError

T = TypeVar("T")
Args = dict[str, Any]


class Denied(GateError):
    """A person or the policy said no, or nobody could be asked. The function did not run."""

    def __init__(self, reason: str, item: Optional[str] = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.item = item


class Pending(GateError):
    """Nobody has decided yet, or nobody knows how an earlier attempt ended. The function did not run.

    Call again with the same `call_id`, in this process or another one, to go on.
    """

    def __init__(self, item: str, call_id: str, status: Optional[str], message: str) -> None:
        super().__init__(f"{message} It is {item} ({status}).")
        self.item = item
        self.call_id = call_id
        self.status = status


class Moved(Exception):
    """Raised by an `undo`: something has changed since, and nothing was taken back."""


@dataclass(frozen=True)
class Ran:
    """Returned by a `check`: the function did run, with this result."""

    result: Any = None


@dataclass(frozen=True)
class DidNotRun:
    """Returned by a `check`: the function did not run."""


@dataclass(frozen=True)
class Wait:
    """How long a call waits for a person: `block(seconds)`, or `durable()`, which does not wait."""

    seconds: Optional[float]

    @property
    def is_durable(self) -> bool:
        return self.seconds is None


def block(seconds: float) -> Wait:
    """Waits that long for a person; then `Pending` is raised, and the item stays."""
    return Wait(float(seconds))


def durable() -> Wait:
    """Does not wait: `Pending` is raised at once, and a later call with the same `call_id` goes on."""
    return Wait(None)


#: How long a call waits if nothing is said.
DEFAULT_WAIT = block(24 * 3600)
#: The pauses between questions while a person thinks, in seconds.
_SOONEST, _LATEST = 0.1, 2.0
_LEASE_S = 60
#: Where a dictionary that an agent's model reads has the news.
NEWS_KEY = "countersign"
_PLAIN = re.compile(r"[A-Za-z0-9_.:-]{1,200}\Z")

_call_id: contextvars.ContextVar[Optional[str]] = contextvars.ContextVar("countersign_call_id", default=None)


@contextlib.contextmanager
def call_id(id: str) -> Iterator[None]:
    """Gives the call inside an id: asking again with it, also after a restart, asks about the same call."""
    token = _call_id.set(id)
    try:
        yield
    finally:
        _call_id.reset(token)


def plain_id(id: Optional[str]) -> str:
    """Returns an id that the daemon takes: a random one if there is none, a hash of an odd one."""
    if not id:
        return "py-" + uuid.uuid4().hex
    return id if _PLAIN.match(id) else "py-" + hashlib.sha256(id.encode()).hexdigest()


def plain_name(name: str) -> str:
    """Returns a function's name as the daemon takes it."""
    return re.sub(r"[^A-Za-z0-9_.:-]", "_", name)[:128] or "function"


def plain_json(value: Any) -> Any:
    """Returns a result as JSON; what is none is told by its `repr`."""
    try:
        return json.loads(json.dumps(value, allow_nan=False, default=_as_json))
    except (TypeError, ValueError):
        return repr(value)[:10_000]


def _as_json(value: Any) -> Any:
    for name in ("model_dump", "_asdict", "to_dict"):
        method = getattr(value, name, None)
        if callable(method) and not isinstance(value, type):
            with contextlib.suppress(Exception):
                return method()
    return repr(value)[:10_000]


class Gate:
    """Carries functions through one daemon."""

    def __init__(self, client: Optional[Client] = None, wait: Wait = DEFAULT_WAIT) -> None:
        self._client = client
        self.wait = wait

    @property
    def client(self) -> Client:
        if self._client is None:
            self._client = Client()
        return self._client

    def ask(self, function: str, args: Mapping[str, Any], call_id: str, **more: Any) -> Answer:
        """Asks once. Whatever goes wrong is a no."""
        try:
            return self.client.ask(plain_name(function), args, plain_id(call_id), **more)
        except Exception as e:  # an error while asking must never let a call through
            return Answer("deny", f"the gate could not be asked: {e}")

    def decide(
        self,
        function: str,
        args: Mapping[str, Any],
        call_id: str,
        wait: Optional[Wait] = None,
        **more: Any,
    ) -> Answer:
        """Asks until there is an answer, or the time to wait is over."""
        pauses = _Pauses(wait or self.wait)
        while True:
            answer = self.ask(function, args, call_id, **more)
            pause = pauses.next(answer)
            if pause is None:
                return answer
            time.sleep(pause)

    async def decide_async(
        self,
        function: str,
        args: Mapping[str, Any],
        call_id: str,
        wait: Optional[Wait] = None,
        **more: Any,
    ) -> Answer:
        """Like `decide`, without blocking the event loop."""
        pauses = _Pauses(wait or self.wait)
        while True:
            answer = await asyncio.to_thread(self.ask, function, args, call_id, **more)
            pause = pauses.next(answer)
            if pause is None:
                return answer
            await asyncio.sleep(pause)

    def news(self) -> str:
        """Returns what the agent does not know yet, for its next turn: instructions of a person, answers, what became
        of its proposals, and what was undone. Each is told once; empty if there is nothing."""
        try:
            return str(self.client.news().get("text") or "").strip()
        except Exception:  # it waits for the next time
            return ""

    def with_news(self, result: Any) -> Any:
        """Returns what an agent's model reads of a call, with what it does not know yet, if the last answer said that
        there is something. A text gets it at its end, a dictionary as `countersign`; to anything else nothing is
        added, and it stays untold."""
        into_dict = type(result) is dict and NEWS_KEY not in result
        if not (isinstance(result, str) or into_dict) or not self.client.has_news:
            return result
        news = self.news()
        if not news:
            return result
        return {**result, NEWS_KEY: news} if into_dict else f"{result}\n\n[countersign] {news}"

    def begin(self, answer: Answer, call_id: str, version: Optional[str] = None) -> "Execution":
        """Takes an allowed call for this process. Raises `Denied` or `Pending` if it does not get it."""
        _must_be_allowed(answer, call_id)
        if answer.item is None:
            # It only reads, says the person's policy: there is nothing to claim.
            return Execution(self.client, None, "", dict(answer.args or {}))
        claim = secrets.token_hex(16)
        try:
            begun = self.client.begin(answer.item, claim, version=version, lease_s=_LEASE_S)
        except Exception as e:
            raise Denied(f"the gate could not be asked: {e}", answer.item) from e
        if not begun.begun:
            if begun.status in ("applied", "applying", "needs_review", "pending", "stale", "confirmed"):
                raise Pending(answer.item, call_id, begun.status, begun.message)
            raise Denied(begun.message, answer.item)
        return Execution(self.client, answer.item, claim, begun.args)

    def carry_out(
        self,
        function: str,
        args: Mapping[str, Any],
        run: Callable[[Args], T],
        call_id: Optional[str] = None,
        wait: Optional[Wait] = None,
        **more: Any,
    ) -> T:
        """Runs `run` with the approved arguments, once. Returns an earlier result if it ran before."""
        id = plain_id(call_id)
        answer = self.decide(function, args, id, wait, **more)
        if answer.decision == "done":
            return answer.result  # type: ignore[no-any-return]
        try:
            execution = self.begin(answer, id, more.get("version"))
        except Pending as late:
            return _of_another(late, self.ask(function, args, id, **more))  # type: ignore[no-any-return]
        with execution:
            result = run(execution.args)
            execution.done(result)
        return result

    async def carry_out_async(
        self,
        function: str,
        args: Mapping[str, Any],
        run: Callable[[Args], Awaitable[T]],
        call_id: Optional[str] = None,
        wait: Optional[Wait] = None,
        **more: Any,
    ) -> T:
        """Like `carry_out`, for a coroutine."""
        id = plain_id(call_id)
        answer = await self.decide_async(function, args, id, wait, **more)
        if answer.decision == "done":
            return answer.result  # type: ignore[no-any-return]
        try:
            execution = await asyncio.to_thread(self.begin, answer, id, more.get("version"))
        except Pending as late:
            again = await asyncio.to_thread(functools.partial(self.ask, function, args, id, **more))
            return _of_another(late, again)  # type: ignore[no-any-return]
        with execution:
            result = await run(execution.args)
            await asyncio.to_thread(execution.done, result)
        return result


def _of_another(late: Pending, again: Answer) -> Any:
    """Returns the result of another process that was faster and has ended since."""
    if late.status != "applied" or again.decision != "done":
        raise late
    return again.result


def _must_be_allowed(answer: Answer, call_id: str) -> None:
    if answer.decision == "held" and answer.item is not None:
        raise Pending(answer.item, call_id, answer.status, answer.message)
    if answer.decision != "allow":
        raise Denied(answer.message, answer.item)


class _Pauses:
    def __init__(self, wait: Wait) -> None:
        self.until = time.monotonic() + (wait.seconds or 0.0)
        self.pause = _SOONEST

    def next(self, answer: Answer) -> Optional[float]:
        """Returns how long to pause before asking again; none if it is over."""
        left = self.until - time.monotonic()
        # Nobody waits for what a person must clear up first.
        if answer.decision != "held" or answer.status == "needs_review" or left <= 0:
            return None
        self.pause = min(self.pause * 1.5, _LATEST)
        return min(self.pause, left)


class Execution:
    """A call that this process carries out. As a context manager it reports errors, and that it is alive."""

    def __init__(self, client: Client, item: Optional[str], claim: str, args: Args) -> None:
        self.client = client
        self.item = item
        self.claim = claim
        self.args = args
        self._began = time.monotonic()
        self._over = threading.Event()
        self._reported = item is None

    def __enter__(self) -> "Execution":
        if self.item is not None:
            threading.Thread(target=self._stay, daemon=True, name="countersign-renew").start()
        return self

    def __exit__(self, kind: Any, error: Optional[BaseException], trace: Any) -> None:
        try:
            if error is not None:
                self.failed(error)
        finally:
            self._over.set()

    def _stay(self) -> None:
        while not self._over.wait(_LEASE_S / 3):
            with contextlib.suppress(Exception):
                self.client.renew(self.item or "", self.claim)

    def done(self, result: Any) -> None:
        """Reports a result."""
        took = int((time.monotonic() - self._began) * 1000)
        self._report({"done": {"result": plain_json(result), "duration_ms": took}})

    def failed(self, error: BaseException) -> None:
        """Reports a failure; of what was cut short, that nobody knows how far it came."""
        message = f"{type(error).__name__}: {error}"
        if isinstance(error, Exception):
            self._report({"failed": {"message": message[:2000]}})
        else:
            self.unsure(message)

    def unsure(self, message: str) -> None:
        """Reports that nobody knows how it ended: a person must find out."""
        self._report({"unknown": {"message": message[:2000]}})

    def _report(self, outcome: Mapping[str, Any]) -> None:
        if self._reported:
            return
        problem: Optional[Exception] = None
        for pause in (0.0, 0.5, 2.0, 5.0):
            time.sleep(pause)
            try:
                self.client.report(self.item or "", self.claim, outcome)
                self._reported = True
                self._over.set()
                return
            except Exception as e:
                problem = e
        self._reported = True
        # It ran: its caller gets the result, and a person is asked what became of it.
        warnings.warn(f"{self.item} ran, and that could not be reported: {problem}", RuntimeWarning, stacklevel=2)


@dataclass
class Function:
    """A function behind the gate, as a worker must know it."""

    name: str
    call: Callable[..., Any]
    version: str
    undo: Optional[Callable[[Args, Any], Any]] = None
    check: Optional[Callable[[Args], Union[Ran, DidNotRun, bool, None]]] = None


#: Functions that were put behind the gate in this process.
FUNCTIONS: dict[str, Function] = {}


def version_of(*parts: Optional[Callable[..., Any]]) -> str:
    """Names the code of functions: their source, or their compiled code if there is none."""
    digest = hashlib.sha256()
    for part in parts:
        if part is None:
            digest.update(b"\0none")
            continue
        try:
            digest.update(inspect.getsource(part).encode())
        except (OSError, TypeError):
            code = getattr(part, "__code__", None)
            digest.update(code.co_code + repr(code.co_consts).encode() if code else repr(type(part)).encode())
    return digest.hexdigest()[:16]


def _named(signature: inspect.Signature, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Args:
    bound = signature.bind(*args, **kwargs)
    bound.apply_defaults()
    named = dict(bound.arguments)
    json.dumps(named, allow_nan=False)  # what cannot be shown cannot be approved
    return named


def _call(signature: inspect.Signature, function: Callable[..., T], named: Args) -> T:
    bound = inspect.BoundArguments(signature, {})
    unknown = [name for name in named if name not in signature.parameters]
    if unknown:
        raise TypeError(f"{function.__name__}() has no argument {unknown[0]!r}")
    for name, parameter in signature.parameters.items():
        if name in named:
            bound.arguments[name] = tuple(named[name]) if parameter.kind is parameter.VAR_POSITIONAL else named[name]
    signature.bind(*bound.args, **bound.kwargs)
    return function(*bound.args, **bound.kwargs)


@overload
def gate(function: Callable[..., T]) -> Callable[..., T]: ...
@overload
def gate(
    *,
    name: Optional[str] = None,
    undo: Optional[Callable[[Args, Any], Any]] = None,
    check: Optional[Callable[[Args], Union[Ran, DidNotRun, bool, None]]] = None,
    destructive: bool = False,
    summary: Optional[str] = None,
    wait: Optional[Wait] = None,
    version: Optional[str] = None,
    client: Optional[Client] = None,
) -> Callable[[Callable[..., T]], Callable[..., T]]: ...
def gate(function: Any = None, **options: Any) -> Any:
    """Puts a function, or a coroutine function, behind the gate.

    `undo(args, result)` takes back what it did, `check(args)` finds out if it ran: a `Worker` calls them.
    `destructive` makes people type its name; `wait` is `block(seconds)` or `durable()`.
    """
    if function is None:
        return lambda function: _gated(function, **options)
    return _gated(function, **options)


def _gated(
    function: Callable[..., Any],
    *,
    name: Optional[str] = None,
    undo: Optional[Callable[[Args, Any], Any]] = None,
    check: Optional[Callable[[Args], Union[Ran, DidNotRun, bool, None]]] = None,
    destructive: bool = False,
    summary: Optional[str] = None,
    wait: Optional[Wait] = None,
    version: Optional[str] = None,
    client: Optional[Client] = None,
) -> Callable[..., Any]:
    signature = inspect.signature(function)
    own = plain_name(name or function.__name__)
    made = Function(own, function, version or version_of(function, undo, check), undo, check)
    FUNCTIONS[own] = made
    through = Gate(client)
    more = {
        "version": made.version,
        "undo": undo is not None,
        "check": check is not None,
        "destructive": destructive,
        "summary": summary,
    }
    if inspect.iscoroutinefunction(function):

        @functools.wraps(function)
        async def gated_async(*args: Any, **kwargs: Any) -> Any:
            named = _named(signature, args, kwargs)
            run = functools.partial(_call, signature, function)
            return await through.carry_out_async(own, named, run, _call_id.get(), wait, **more)

        gated_async.countersign = made  # type: ignore[attr-defined]
        return gated_async

    @functools.wraps(function)
    def gated(*args: Any, **kwargs: Any) -> Any:
        named = _named(signature, args, kwargs)
        run = functools.partial(_call, signature, function)
        return through.carry_out(own, named, run, _call_id.get(), wait, **more)

    gated.countersign = made  # type: ignore[attr-defined]
    return gated


def ask(function: str, args: Mapping[str, Any], call_id: str, client: Optional[Client] = None, **more: Any) -> Answer:
    """Asks once whether a function may run. Whatever goes wrong is a no."""
    return Gate(client).ask(function, args, call_id, **more)


def news(client: Optional[Client] = None) -> str:
    """Returns what the agent does not know yet, for its next turn. What is returned counts as told."""
    return Gate(client).news()


def report(item: str, claim: str, outcome: Mapping[str, Any], client: Optional[Client] = None) -> Mapping[str, Any]:
    """Reports how an item ended that was begun with `Client.begin`."""
    return (client or Client()).report(item, claim, outcome)
