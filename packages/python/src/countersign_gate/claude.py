"""Claude Agent SDK: `ClaudeAgentOptions(hooks=hooks())` puts the tools of all MCP servers behind the gate.

Claude Code's own tools (`Bash`, `Write`, …) are refused, unless they are in `free`: what they do is seen better by
`countersign hook install claude-code`.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any, Optional, Sequence

from claude_agent_sdk import HookMatcher

from ._client import Client
from ._gate import DEFAULT_WAIT, Execution, Gate, Wait, plain_id

#: Tools of Claude Code that only affect the agent itself; those of a sub-agent pass the hooks as well.
_INSIDE = frozenset(
    "Agent AskUserQuestion EnterPlanMode ExitPlanMode ReportFindings StructuredOutput Task TaskCreate TaskGet "
    "TaskList TaskOutput TaskStop TaskUpdate TodoWrite ToolSearch".split()
)
#: Tools of the gateway, which judges them itself.
_OURS = "mcp__countersign__"
#: How much longer than a person Claude Code waits for a hook, so that it hears the answer.
_SPARE_S = 90


def hooks(
    client: Optional[Client] = None, wait: Wait = DEFAULT_WAIT, free: Sequence[str] = ()
) -> dict[Any, list[HookMatcher]]:
    """Returns hooks for `ClaudeAgentOptions`. `free` names tools as Claude does: `Read`, `mcp__bank__balance`."""
    if wait.seconds is None:
        raise ValueError("the SDK cannot go on with a deferred call that is deferred again: use block(seconds)")
    made = _Hooks(Gate(client, wait), frozenset(free))
    # Without `on_failure` a tool would run when its hook fails or is late.
    before = HookMatcher(hooks=[made.before], timeout=wait.seconds + _SPARE_S, on_failure="block")
    over = [HookMatcher(hooks=[made.over])]
    return {
        "PreToolUse": [before],
        "PostToolUse": [HookMatcher(hooks=[made.after])],
        "PostToolUseFailure": [HookMatcher(hooks=[made.failed])],
        "Stop": over,
        "SubagentStop": over,
    }


class _Hooks:
    def __init__(self, gate: Gate, free: frozenset[str]) -> None:
        self.gate = gate
        self.free = free
        self.running: dict[str, tuple[Any, Execution]] = {}

    async def before(self, asked: Any, tool_use_id: Any, context: Any) -> Any:
        name = asked["tool_name"]
        if name in self.free or name in _INSIDE or name.startswith(_OURS):
            return {}
        if not name.startswith("mcp__"):
            return _decided("deny", f"{name} is a tool of Claude Code itself, which this program does not let it use.")
        try:
            id = plain_id(asked["tool_use_id"])
            answer = await self.gate.decide_async(name, asked["tool_input"], id)
            if answer.decision == "done":
                return _decided("deny", f"It has run before, with the result: {json.dumps(answer.result)}")
            execution = await asyncio.to_thread(self.gate.begin, answer, id)
        except Exception as no:  # whatever goes wrong means no
            return _decided("deny", await asyncio.to_thread(self.gate.with_news, str(no)))
        self.running[asked["tool_use_id"]] = (_whose(asked), execution.__enter__())
        return _decided("allow", "Countersign", updatedInput=execution.args)

    async def after(self, told: Any, tool_use_id: Any, context: Any) -> Any:
        execution = self._ended(told)
        if execution is None:
            return {}
        if told["tool_input"] == execution.args:
            await asyncio.to_thread(execution.done, told["tool_response"])
        else:
            given = json.dumps(told["tool_input"])
            await asyncio.to_thread(execution.unsure, f"another hook changed what was approved: it ran with {given}")
        return await self._told("PostToolUse")

    async def failed(self, told: Any, tool_use_id: Any, context: Any) -> Any:
        execution = self._ended(told)
        if execution is not None and told.get("is_interrupt"):
            await asyncio.to_thread(execution.unsure, f"it was interrupted: {told['error']}")
        elif execution is not None:
            await asyncio.to_thread(execution.failed, RuntimeError(told["error"]))
        return await self._told("PostToolUseFailure") if execution is not None else {}

    async def over(self, told: Any, tool_use_id: Any, context: Any) -> Any:
        """Claude Code says nothing of a call that was interrupted, or stopped by another hook or a rule."""
        for id, (whose, execution) in list(self.running.items()):
            if whose == _whose(told) and self.running.pop(id, None):
                execution.__exit__(None, None, None)
                await asyncio.to_thread(execution.unsure, "Claude Code did not say that it ran, or how it ended")
        return {}

    async def _told(self, event: str) -> Any:
        """Says what the model does not know yet, beside a result."""
        news = await asyncio.to_thread(self.gate.news) if self.gate.client.has_news else ""
        return {"hookSpecificOutput": {"hookEventName": event, "additionalContext": news}} if news else {}

    def _ended(self, told: Any) -> Optional[Execution]:
        _, execution = self.running.pop(told["tool_use_id"], (None, None))
        if execution is not None:
            execution.__exit__(None, None, None)
        return execution


def _whose(told: Any) -> Any:
    return told["session_id"], told.get("agent_id")


def _decided(decision: str, reason: str, **more: Any) -> Any:
    said = {"permissionDecision": decision, "permissionDecisionReason": reason, **more}
    return {"hookSpecificOutput": {"hookEventName": "PreToolUse", **said}}
