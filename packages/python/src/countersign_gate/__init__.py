"""Functions of your own process behind Countersign: a person decides, with receipt and undo."""

from ._client import Answer, Client, GateError, Problem
from ._gate import (
    Denied,
    DidNotRun,
    Function,
    Gate,
    Moved,
    Pending,
    Ran,
    Wait,
    ask,
    block,
    call_id,
    durable,
    gate,
    news,
    report,
)
from ._worker import Worker

__all__ = [
    "Answer",
    "Client",
    "Denied",
    "DidNotRun",
    "Function",
    "Gate",
    "GateError",
    "Moved",
    "Pending",
    "Problem",
    "Ran",
    "Wait",
    "Worker",
    "ask",
    "block",
    "call_id",
    "durable",
    "gate",
    "news",
    "report",
]
