"""Pydantic AI: `Agent(model, capabilities=[Countersign()])` puts every tool of an agent behind the gate.

With `wait=durable()` a run ends with `DeferredToolRequests` while a person thinks (give the agent
`output_type=[str, DeferredToolRequests]`): keep the messages, and later `settle(requests)` says what was decided.
"""

from __future__ import annotations

import asyncio
from typing import Any, Optional, Sequence

from pydantic_ai import ApprovalRequired, DeferredToolResults, ToolApproved, ToolDenied
from pydantic_ai.capabilities import AbstractCapability

from ._client import Client
from ._gate import DEFAULT_WAIT, Denied, Gate, Pending, Wait


class Countersign(AbstractCapability[Any]):
    """Puts every tool of an agent behind the gate, but for those named in `free`."""

    def __init__(
        self, client: Optional[Client] = None, wait: Wait = DEFAULT_WAIT, free: Sequence[str] = ()
    ) -> None:
        self.gate = Gate(client, wait)
        self.free = frozenset(free)

    async def wrap_tool_execute(self, ctx: Any, *, call: Any, tool_def: Any, args: Any, handler: Any) -> Any:
        if call.tool_name in self.free:
            return await handler(args)
        try:
            result = await self.gate.carry_out_async(call.tool_name, dict(args), handler, call.tool_call_id)
        except Pending as waits:
            if self.gate.wait.is_durable and waits.status != "needs_review":
                raise ApprovalRequired(metadata={"countersign": waits.item}) from waits
            result = str(waits)
        except Denied as no:
            result = str(no)
        return await asyncio.to_thread(self.gate.with_news, result)


def settle(requests: Any, client: Optional[Client] = None) -> Optional[DeferredToolResults]:
    """Returns what was decided about deferred calls; None while anything still waits."""
    gate, results = Gate(client), DeferredToolResults()
    for call in requests.approvals:
        answer = gate.ask(call.tool_name, call.args_as_dict(), call.tool_call_id)
        if answer.decision == "held":
            return None
        denied = answer.decision == "deny"
        results.approvals[call.tool_call_id] = ToolDenied(answer.message) if denied else ToolApproved()
    return results
