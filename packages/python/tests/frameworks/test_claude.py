"""Claude Agent SDK, with the Claude Code that comes with it, a scripted model and a real daemon."""

import asyncio
import tempfile
import unittest
import uuid
from pathlib import Path
from typing import Any

import person
from claude_agent_sdk import (
    ClaudeAgentOptions,
    ClaudeSDKClient,
    HookMatcher,
    ResultMessage,
    create_sdk_mcp_server,
    query,
    tool,
)
from scripted import Model

from countersign_gate import Client, block, durable
from countersign_gate.claude import hooks

RAN: list = []
WIRE = "mcp__bank__wire_money"
BALANCE = "mcp__bank__balance"


@tool("wire_money", "Wires money", {"to": str, "amount": int})
async def wire_money(args: Any) -> Any:
    RAN.append((args["to"], args["amount"]))
    if args["amount"] == 13:
        raise ValueError("unlucky")
    return {"content": [{"type": "text", "text": f"wired {args['amount']} to {args['to']}"}]}


@tool("balance", "Returns the balance", {})
async def balance(args: Any) -> Any:
    return {"content": [{"type": "text", "text": "12"}]}


@tool("think", "Thinks for ever", {"about": str})
async def think(args: Any) -> Any:
    RAN.append(args["about"])
    await asyncio.Event().wait()


def later(first: HookMatcher, decision: Any) -> list[HookMatcher]:
    """Returns the hook, and another one that answers after it: then the other's input counts."""
    [before], answered = first.hooks, asyncio.Event()

    async def own(*given: Any) -> Any:
        said = await before(*given)
        answered.set()
        return said

    async def other(*_: Any) -> Any:
        await answered.wait()
        return {"hookSpecificOutput": {"hookEventName": "PreToolUse", **decision}}

    first.hooks = [own]
    return [first, HookMatcher(hooks=[other])]


class Claude(unittest.TestCase):
    def setUp(self) -> None:
        RAN.clear()
        self.to = "ana-" + uuid.uuid4().hex[:8]
        folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def model(self, *steps: Any) -> Model:
        made = Model(list(steps), "toolu_" + uuid.uuid4().hex[:8])
        self.addCleanup(made.close)
        return made

    def wiring(self, amount: int = 5) -> Model:
        return self.model((WIRE, {"to": self.to, "amount": amount}))

    def options(self, model: Model, gate: Any, **more: Any) -> ClaudeAgentOptions:
        server = create_sdk_mcp_server("bank", tools=[wire_money, balance, think])
        env = {
            "ANTHROPIC_BASE_URL": model.url.removesuffix("/v1"),
            "ANTHROPIC_API_KEY": "x",
            "CLAUDE_CONFIG_DIR": str(self.folder / "config"),
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        }
        given = {"tools": [], "cwd": self.folder, "env": env, "hooks": gate, "stderr": lambda line: None, **more}
        return ClaudeAgentOptions(mcp_servers={"bank": server}, **given)

    def go(self, model: Model, gate: Any, **more: Any) -> str:
        async def run() -> str:
            async for message in query(prompt="do it", options=self.options(model, gate, **more)):
                if isinstance(message, ResultMessage):
                    last = message.result or ""
            return last

        return asyncio.run(run())

    def test_a_tool_runs_after_a_yes_with_edited_arguments_and_a_free_one_unasked(self) -> None:
        model = self.model((BALANCE, {}), (WIRE, {"to": self.to, "amount": 5}))

        def act(id: str) -> None:
            person.edit(id, {"to": self.to, "amount": 3})
            person.confirm(id)

        with person.Answering(act, WIRE, to=self.to) as answered:
            last = self.go(model, hooks(wait=block(30), free=[BALANCE]), allowed_tools=[BALANCE])
        self.assertIn("wired 3", last)
        self.assertIn("12", model.told())
        self.assertEqual(RAN, [(self.to, 3)])
        self.assertEqual(person.item(answered.item)["status"], "applied")

    def test_a_no_is_in_the_models_next_turn(self) -> None:
        model = self.wiring()
        with person.Answering(lambda id: person.reject(id, "too much"), WIRE, to=self.to):
            self.go(model, hooks(wait=block(30)), allowed_tools=[WIRE])
        self.assertEqual(RAN, [])
        self.assertIn("too much", model.told())

    def test_a_failure_is_reported(self) -> None:
        with person.Answering(person.confirm, WIRE, to=self.to) as answered:
            self.go(self.wiring(13), hooks(wait=block(30)))
        self.assertEqual(RAN, [(self.to, 13)])
        self.assertEqual(person.item(answered.item)["status"], "failed")

    def test_a_daemon_that_is_away_means_no_whatever_claude_code_allows(self) -> None:
        model = self.wiring()
        self.go(model, hooks(Client("http://127.0.0.1:1", "x")), allowed_tools=[WIRE])
        self.assertEqual(RAN, [])
        self.assertIn("could not be asked", model.told())

    def test_nobody_who_decides_in_time_means_no(self) -> None:
        model = self.wiring()
        self.go(model, hooks(wait=block(1)), allowed_tools=[WIRE])
        self.assertEqual(RAN, [])
        self.assertTrue(person.waiting(WIRE, to=self.to), model.told())

    def test_a_hook_that_fails_means_no(self) -> None:
        async def failing(*_: Any) -> Any:
            raise RuntimeError("broken")

        gate = hooks(wait=block(1))
        gate["PreToolUse"][0].hooks[0] = failing
        self.go(self.wiring(), gate, allowed_tools=[WIRE])
        self.assertEqual(RAN, [])

    def test_tools_of_claude_code_itself_are_refused_unless_they_are_free(self) -> None:
        def touch(gate: Any) -> bool:
            model = self.model(("Bash", {"command": f"touch {self.to}", "description": "x"}))
            self.go(model, gate, tools=["Bash"], allowed_tools=["Bash"])
            return (self.folder / self.to).exists()

        self.assertFalse(touch(hooks(wait=block(1))))
        self.assertTrue(touch(hooks(wait=block(1), free=["Bash"])))

    def test_tools_that_claude_must_look_for_are_asked_about(self) -> None:
        search = ("ToolSearch", {"query": f"select:{WIRE}"})
        model = self.model(search, (WIRE, {"to": self.to, "amount": 5}))
        with person.Answering(person.confirm, WIRE, to=self.to):
            self.assertIn("wired 5", self.go(model, hooks(wait=block(30)), tools=["ToolSearch"]))

    def test_what_another_hook_changes_or_stops_after_the_yes_needs_a_person(self) -> None:
        for decision, ran in [
            ({"updatedInput": {"to": self.to, "amount": 77}}, [(self.to, 77)]),
            ({"permissionDecision": "deny", "permissionDecisionReason": "not today"}, []),
        ]:
            RAN.clear()
            gate = hooks(wait=block(30))
            gate["PreToolUse"] = later(gate["PreToolUse"][0], decision)
            with person.Answering(person.confirm, WIRE, to=self.to) as answered:
                self.go(self.wiring(), gate)
            self.assertEqual(RAN, ran)
            self.assertEqual(person.item(answered.item)["status"], "needs_review")

    def test_what_was_interrupted_needs_a_person(self) -> None:
        model = self.model(("mcp__bank__think", {"about": self.to}))

        async def run() -> None:
            async with ClaudeSDKClient(self.options(model, hooks(wait=block(30)))) as client:
                await client.query("do it")
                await asyncio.to_thread(person.until, lambda: RAN)
                await client.interrupt()
                await client.query("go on")
                async for _ in client.receive_messages():
                    if person.item(str(answered.item))["status"] == "needs_review":
                        return

        with person.Answering(person.confirm, "mcp__bank__think", about=self.to) as answered:
            asyncio.run(asyncio.wait_for(run(), 30))
        self.assertEqual(person.item(answered.item)["status"], "needs_review")

    def test_a_session_that_would_go_on_in_a_new_process_is_refused(self) -> None:
        with self.assertRaises(ValueError):
            hooks(wait=durable())


if __name__ == "__main__":
    unittest.main()
