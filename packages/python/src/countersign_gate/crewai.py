"""CrewAI: `install()` puts every tool of every crew in this process behind the gate.

CrewAI runs a tool when a hook raises, so everything is caught here, and means no.
"""

from __future__ import annotations

import threading
import uuid
from typing import Any, Optional, Sequence

from crewai.hooks import register_after_tool_call_hook, register_before_tool_call_hook

from ._client import Client
from ._gate import DEFAULT_WAIT, Execution, Gate, Wait


def install(client: Optional[Client] = None, wait: Wait = DEFAULT_WAIT, free: Sequence[str] = ()) -> None:
    """Registers the hooks. CrewAI cannot pause a crew: `wait` must be `block(seconds)`."""
    if wait.is_durable:
        raise ValueError("CrewAI cannot go on in a new process: use block(seconds)")
    hooks = _Hooks(Gate(client, wait), frozenset(free))
    register_before_tool_call_hook(hooks.before)
    register_after_tool_call_hook(hooks.after)


class _Hooks:
    def __init__(self, gate: Gate, free: frozenset[str]) -> None:
        self.gate = gate
        self.free = free
        self.running: dict[tuple[int, str], list[Execution]] = {}

    def before(self, context: Any) -> Optional[bool]:
        try:
            if context.tool_name in self.free:
                return None
            return self._begin(context)
        except BaseException:
            return False

    def _begin(self, context: Any) -> Optional[bool]:
        id = "crew-" + uuid.uuid4().hex
        answer = self.gate.decide(context.tool_name, dict(context.tool_input), id)
        if answer.decision != "allow":
            return False
        execution = self.gate.begin(answer, id)
        # CrewAI reads the same dictionary afterwards: another one would be ignored.
        context.tool_input.clear()
        context.tool_input.update(execution.args)
        execution.__enter__()
        self.running.setdefault((threading.get_ident(), context.tool_name), []).append(execution)
        return None

    def after(self, context: Any) -> Optional[str]:
        try:
            began = self.running.get((threading.get_ident(), context.tool_name))
            if began:
                execution = began.pop()
                execution.done(context.tool_result)
                execution.__exit__(None, None, None)
                told = self.gate.with_news(context.tool_result)
                return told if isinstance(told, str) and told != context.tool_result else None
        except Exception:
            return None
        return None
