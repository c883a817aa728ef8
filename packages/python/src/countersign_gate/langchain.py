"""LangChain and LangGraph: `create_agent(model, tools, middleware=[Countersign()])`.

With `wait=durable()` the graph is interrupted while a person thinks: `Command(resume=None)` goes on, also in a new
process, if the graph has a checkpointer. The middleware runs again then, and asks about the same call by its id.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any, Callable, Optional, Sequence

from langchain.agents.middleware import AgentMiddleware
from langchain_core.messages import ToolMessage
from langgraph.types import interrupt

from ._client import Answer, Client
from ._gate import DEFAULT_WAIT, Denied, Execution, Gate, Pending, Wait


class Countersign(AgentMiddleware):  # type: ignore[type-arg]
    """Puts every tool of an agent behind the gate, but for those named in `free`."""

    def __init__(
        self, client: Optional[Client] = None, wait: Wait = DEFAULT_WAIT, free: Sequence[str] = ()
    ) -> None:
        super().__init__()
        self.gate = Gate(client, wait)
        self.free = frozenset(free)

    def wrap_tool_call(self, request: Any, handler: Callable[[Any], Any]) -> Any:
        call = request.tool_call
        if call["name"] in self.free:
            return handler(request)
        decided = self._held(call, self.gate.decide(call["name"], call["args"], call["id"]))
        try:
            with self._begin(call, decided) as execution:
                result = handler(self._changed(request, execution))
                _report(execution, result)
        except _Over as over:
            result = over.message
        return self._told(result)

    async def awrap_tool_call(self, request: Any, handler: Callable[[Any], Any]) -> Any:
        call = request.tool_call
        if call["name"] in self.free:
            return await handler(request)
        decided = self._held(call, await self.gate.decide_async(call["name"], call["args"], call["id"]))
        try:
            with self._begin(call, decided) as execution:
                result = await handler(self._changed(request, execution))
                await asyncio.to_thread(_report, execution, result)
        except _Over as over:
            result = over.message
        return await asyncio.to_thread(self._told, result)

    def _held(self, call: Any, answer: Answer) -> Answer:
        while answer.decision == "held" and self.gate.wait.is_durable:
            interrupt({"countersign": answer.item, "tool": call["name"], "args": call["args"]})
            answer = self.gate.ask(call["name"], call["args"], call["id"])
        return answer

    def _begin(self, call: Any, answer: Answer) -> Execution:
        if answer.decision == "done":
            text = answer.result if isinstance(answer.result, str) else json.dumps(answer.result)
            raise _Over(ToolMessage(content=text, tool_call_id=call["id"], name=call["name"]))
        try:
            return self.gate.begin(answer, call["id"])
        except (Denied, Pending) as no:
            raise _Over(
                ToolMessage(content=str(no), tool_call_id=call["id"], name=call["name"], status="error")
            ) from no

    def _told(self, result: Any) -> Any:
        """Adds what the model does not know yet, where the result is a text."""
        content = getattr(result, "content", None)
        if not isinstance(result, ToolMessage) or not isinstance(content, str):
            return result
        told = self.gate.with_news(content)
        return result if told == content else result.model_copy(update={"content": told})

    @staticmethod
    def _changed(request: Any, execution: Execution) -> Any:
        return request.override(tool_call={**request.tool_call, "args": execution.args})


class _Over(Exception):
    """The tool does not run; this is its answer."""

    def __init__(self, message: ToolMessage) -> None:
        super().__init__()
        self.message = message


def _report(execution: Execution, result: Any) -> None:
    content = getattr(result, "content", None)
    if getattr(result, "status", None) == "error":
        execution.failed(RuntimeError(str(content)))
    else:
        execution.done(repr(result) if content is None else content)
