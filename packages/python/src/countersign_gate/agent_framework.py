"""Microsoft Agent Framework: `Agent(…, middleware=[Countersign()])` puts every tool of an agent behind the gate.

With `wait=durable()` a run ends with approval requests while a person thinks: keep the session (`to_dict`), and later
`settle(requests)` gives what to go on with. Approving in the framework alone runs nothing.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any, Awaitable, Callable, Optional, Sequence

from agent_framework import Content, FunctionInvocationContext, FunctionMiddleware

from ._client import Client
from ._gate import DEFAULT_WAIT, Denied, Gate, Pending, Wait, plain_id

#: Marks approval requests that the gate made, and names the item.
_OWN = "countersign"


class Countersign(FunctionMiddleware):
    """Puts every tool behind the gate, but for those named in `free`. Belongs last in the list."""

    def __init__(
        self, client: Optional[Client] = None, wait: Wait = DEFAULT_WAIT, free: Sequence[str] = ()
    ) -> None:
        self.gate = Gate(client, wait)
        self.free = frozenset(free)

    async def process(self, context: FunctionInvocationContext, call_next: Callable[[], Awaitable[None]]) -> None:
        if context.function.name in self.free:
            return await call_next()
        try:
            context.result = await self._carry_out(context, call_next)
        except Pending as waits:
            asks = self.gate.wait.is_durable and waits.status != "needs_review"
            context.result = _request(context, waits.item) if asks else str(waits)
        except Denied as no:
            context.result = str(no)
        context.result = await asyncio.to_thread(self._told, context.result)

    def _told(self, result: Any) -> Any:
        """Adds what the model does not know yet, where the result is a text."""
        if isinstance(result, str):
            return self.gate.with_news(result)
        if isinstance(result, list) and result and isinstance(_text(result), str) and self.gate.client.has_news:
            news = self.gate.news()
            return [*result, Content.from_text(f"[countersign] {news}")] if news else result
        return result

    async def _carry_out(self, context: FunctionInvocationContext, call_next: Callable[[], Awaitable[None]]) -> Any:
        name, asked, id = context.function.name, dict(context.arguments), plain_id(context.metadata.get("call_id"))
        answer = await self.gate.decide_async(name, asked, id)
        if answer.decision == "done":
            return answer.result if isinstance(answer.result, str) else json.dumps(answer.result)
        with await asyncio.to_thread(self.gate.begin, answer, id) as execution:
            if "approval_response" in context.metadata and execution.args != asked:
                # The framework holds on to what it asked about itself, and knows nothing of the person's changes.
                context.result = await context.function.invoke(context=_changed(context, execution.args))
            else:
                context.arguments = execution.args
                await call_next()
            await asyncio.to_thread(execution.done, _text(context.result))
        return context.result


def settle(requests: Sequence[Content], client: Optional[Client] = None) -> Optional[list[Content]]:
    """Returns what a run goes on with; None while anything still waits. Only the gate's own requests are answered."""
    gate, own = Gate(client), [request for request in requests if _OWN in request.additional_properties]
    for request in own:
        call: Any = request.function_call
        if gate.ask(call.name, call.parse_arguments() or {}, call.call_id).decision == "held":
            return None
    # This decides nothing: the gate is asked again when the tool runs, and says no there, with the reason.
    return [request.to_function_approval_response(True) for request in own]


def _request(context: FunctionInvocationContext, item: str) -> Content:
    call_id = context.metadata["call_id"]
    id = context.metadata.get("function_call_occurrence_id", call_id)
    args = json.dumps(dict(context.arguments))
    call = Content.from_function_call(call_id, context.function.name, arguments=args, id=id)
    return Content.from_function_approval_request(id, call, additional_properties={_OWN: item})


def _changed(context: FunctionInvocationContext, args: dict[str, Any]) -> FunctionInvocationContext:
    return FunctionInvocationContext(
        context.function,
        args,
        session=context.session,
        kwargs=context.kwargs,
        tools=context.tools,
        parent_service_session_state_keys=context.parent_service_session_state_keys,
    )


def _text(result: Any) -> Any:
    parts = result if isinstance(result, list) else [result]
    if all(isinstance(part, Content) and part.type == "text" for part in parts):
        return "\n".join(part.text or "" for part in parts)
    return result
