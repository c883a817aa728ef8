"""smolagents: `guard(agent)` puts the tools of a `ToolCallingAgent` behind the gate.

A `CodeAgent` runs Python of its own, which no tool sees: run it with `countersign stage` instead.
"""

from __future__ import annotations

import copy
import functools
from typing import Any, Optional, Sequence

from smolagents import ToolCallingAgent

from ._client import Client
from ._gate import DEFAULT_WAIT, Denied, Gate, Pending, Wait


def guard(
    agent: ToolCallingAgent,
    client: Optional[Client] = None,
    wait: Wait = DEFAULT_WAIT,
    free: Sequence[str] = ("final_answer",),
) -> ToolCallingAgent:
    """Gives the agent copies of its tools that pass the gate, and returns it."""
    if not isinstance(agent, ToolCallingAgent):
        raise ValueError("only a ToolCallingAgent can be put behind the gate; use countersign stage for a CodeAgent")
    for name, tool in list(agent.tools.items()):
        if name not in free and not hasattr(tool.forward, "countersign"):
            own = copy.copy(tool)
            own.forward = _guarded(name, tool, Gate(client, wait))
            agent.tools[name] = own
    return agent


def _guarded(name: str, tool: Any, gate: Gate) -> Any:
    forward = tool.forward

    @functools.wraps(forward)
    def guarded(*args: Any, **kwargs: Any) -> Any:
        named = {**dict(zip(tool.inputs, args)), **kwargs}
        try:
            result = gate.carry_out(name, named, lambda approved: forward(**approved))
        except (Denied, Pending) as no:
            result = str(no)
        return gate.with_news(result)

    guarded.countersign = True  # type: ignore[attr-defined]
    return guarded
