"""OpenAI Agents SDK: `agent = guard(Agent(...))` puts every function tool of an agent behind the gate.

With `wait=durable()` a run ends with interruptions while a person thinks: keep `result.to_state()`, and later
`settle(state, agent)` tells it what was decided; then run it again. Approving in the framework alone runs nothing.
"""

from __future__ import annotations

import asyncio
import dataclasses
import json
from typing import Any, Optional, Sequence

from agents import Agent, FunctionTool

from ._client import Client
from ._gate import DEFAULT_WAIT, Denied, Gate, Pending, Wait


def guard(
    agent: Agent[Any], client: Optional[Client] = None, wait: Wait = DEFAULT_WAIT, free: Sequence[str] = ()
) -> Agent[Any]:
    """Returns a copy of the agent whose function tools pass the gate; other kinds of tools are refused."""
    tools = [_guarded(tool, Gate(client, wait), frozenset(free)) for tool in agent.tools]
    if agent.mcp_servers:
        raise ValueError("put MCP servers behind Countersign itself: countersign import")
    handoffs = [guard(to, client, wait, free) if isinstance(to, Agent) else to for to in agent.handoffs]
    return agent.clone(tools=tools, handoffs=handoffs)


def _guarded(tool: Any, gate: Gate, free: frozenset[str]) -> Any:
    if tool.name in free:
        return tool
    if not isinstance(tool, FunctionTool):
        raise ValueError(f"{tool.name} is no function tool and cannot be put behind the gate; name it in `free`")
    inner = tool.on_invoke_tool

    async def needs_approval(context: Any, args: dict[str, Any], call_id: str) -> bool:
        answer = await asyncio.to_thread(gate.ask, tool.name, args, call_id)
        return answer.decision == "held"

    async def invoke(context: Any, given: str) -> Any:
        async def run(args: dict[str, Any]) -> Any:
            return await inner(context, json.dumps(args))

        try:
            result = await gate.carry_out_async(tool.name, json.loads(given or "{}"), run, context.tool_call_id)
        except (Denied, Pending) as no:
            result = str(no)
        return await asyncio.to_thread(gate.with_news, result)

    changed: dict[str, Any] = {"on_invoke_tool": invoke}
    if gate.wait.is_durable:
        changed["needs_approval"] = needs_approval
    return dataclasses.replace(tool, **changed)


def settle(state: Any, client: Optional[Client] = None) -> bool:
    """Tells an interrupted run what was decided. Returns whether nothing waits any more."""
    gate, waits = Gate(client), False
    for asked in state.get_interruptions():
        answer = gate.ask(asked.name, json.loads(asked.arguments or "{}"), asked.raw_item.call_id)
        if answer.decision == "held":
            waits = True
        elif answer.decision == "deny":
            state.reject(asked, rejection_message=answer.message)
        else:
            state.approve(asked)
    return not waits
