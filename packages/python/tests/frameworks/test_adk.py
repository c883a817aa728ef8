"""Google ADK with a scripted model and a real daemon."""

import asyncio
import unittest
import uuid
from typing import Any, AsyncGenerator

import person
from google.adk.agents import LlmAgent
from google.adk.apps import App
from google.adk.models import BaseLlm, LlmResponse
from google.adk.runners import InMemoryRunner
from google.genai import types

from countersign_gate import Client, block
from countersign_gate.adk import Countersign

RAN: list = []


def wire_money(to: str, amount: int) -> str:
    """Wires money."""
    RAN.append((to, amount))
    if amount == 13:
        raise ValueError("unlucky")
    return f"wired {amount} to {to}"


class Scripted(BaseLlm):
    """Calls the tool once, and then says what came back."""

    to: str
    amount: int = 5

    async def generate_content_async(self, request: Any, stream: bool = False) -> AsyncGenerator[LlmResponse, None]:
        results = [p.function_response for c in request.contents for p in c.parts or [] if p.function_response]
        if results:
            part = types.Part(text=f"DONE: {results[-1].response}")
        else:
            args = {"to": self.to, "amount": self.amount}
            call = types.FunctionCall(id="call_" + uuid.uuid4().hex[:8], name="wire_money", args=args)
            part = types.Part(function_call=call)
        yield LlmResponse(content=types.Content(role="model", parts=[part]))


class Adk(unittest.TestCase):
    def setUp(self) -> None:
        RAN.clear()
        self.to = "ana-" + uuid.uuid4().hex[:8]

    def go(self, plugin: Countersign, amount: int = 5) -> str:
        async def run() -> str:
            agent = LlmAgent(name="clerk", model=Scripted(model="s", to=self.to, amount=amount), tools=[wire_money])
            runner = InMemoryRunner(app=App(name="test", root_agent=agent, plugins=[plugin]))
            session = await runner.session_service.create_session(app_name="test", user_id="u")
            said = types.Content(role="user", parts=[types.Part(text="do it")])
            last = ""
            async for event in runner.run_async(user_id="u", session_id=session.id, new_message=said):
                last = "".join(p.text or "" for p in (event.content.parts if event.content else []) or []) or last
            return last

        return asyncio.run(run())

    def test_a_tool_runs_after_a_yes_with_edited_arguments(self) -> None:
        def act(id: str) -> None:
            person.edit(id, {"to": self.to, "amount": 3})
            person.confirm(id)

        with person.Answering(act, "wire_money", to=self.to) as answered:
            self.assertIn("wired 3", self.go(Countersign(wait=block(30))))
        self.assertEqual(RAN, [(self.to, 3)])
        self.assertEqual(person.item(answered.item)["status"], "applied")

    def test_a_no_is_in_the_models_next_turn(self) -> None:
        with person.Answering(lambda id: person.reject(id, "too much"), "wire_money", to=self.to):
            self.assertIn("too much", self.go(Countersign(wait=block(30))))
        self.assertEqual(RAN, [])

    def test_a_failure_is_reported(self) -> None:
        with person.Answering(person.confirm, "wire_money", to=self.to) as answered:
            with self.assertRaises(Exception):
                self.go(Countersign(wait=block(30)), 13)
        self.assertEqual(person.item(answered.item)["status"], "failed")

    def test_a_daemon_that_is_away_means_no(self) -> None:
        self.assertIn("could not be asked", self.go(Countersign(Client("http://127.0.0.1:1", "x"))))
        self.assertEqual(RAN, [])


if __name__ == "__main__":
    unittest.main()
