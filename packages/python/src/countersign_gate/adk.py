"""Google ADK: `App(name=…, root_agent=agent, plugins=[Countersign()])` puts every tool of an app behind the gate.

A call waits in the process; once the time is over, the agent reads that nobody has decided yet.
"""

from __future__ import annotations

import asyncio
from typing import Any, Optional, Sequence

from google.adk.plugins.base_plugin import BasePlugin

from ._client import Client
from ._gate import DEFAULT_WAIT, Execution, Gate, Wait, plain_id


class Countersign(BasePlugin):
    """Puts every tool behind the gate, but for those named in `free`."""

    def __init__(
        self, client: Optional[Client] = None, wait: Wait = DEFAULT_WAIT, free: Sequence[str] = ()
    ) -> None:
        super().__init__(name="countersign")
        self.gate = Gate(client, wait)
        self.free = frozenset(free)
        self.running: dict[str, Execution] = {}

    async def before_tool_callback(self, *, tool: Any, tool_args: Any, tool_context: Any) -> Optional[dict[str, Any]]:
        if tool.name in self.free:
            return None
        try:
            id = plain_id(tool_context.function_call_id)
            answer = await self.gate.decide_async(tool.name, dict(tool_args), id)
            if answer.decision == "done":
                return await self._told({"result": answer.result})
            execution = await asyncio.to_thread(self.gate.begin, answer, id)
        except Exception as no:  # whatever goes wrong means no
            return await self._told({"error": str(no)})
        tool_args.clear()
        tool_args.update(execution.args)
        self.running[tool_context.function_call_id] = execution.__enter__()
        return None

    async def after_tool_callback(self, *, tool: Any, tool_args: Any, tool_context: Any, result: Any) -> None:
        execution = self.running.pop(tool_context.function_call_id, None)
        if execution is not None:
            await asyncio.to_thread(execution.done, result)
            execution.__exit__(None, None, None)
            # An answer of ours would keep the app's own callbacks from the result: it is added to, in place.
            if type(result) is dict:
                result.update(await self._told(result))

    async def _told(self, result: dict[str, Any]) -> dict[str, Any]:
        told: dict[str, Any] = await asyncio.to_thread(self.gate.with_news, result)
        return told

    async def on_tool_error_callback(self, *, tool: Any, tool_args: Any, tool_context: Any, error: Exception) -> None:
        execution = self.running.pop(tool_context.function_call_id, None)
        if execution is not None:
            await asyncio.to_thread(execution.failed, error)
            execution.__exit__(None, None, None)
