"""Pydantic AI with a scripted model and a real daemon."""

import os
import subprocess
import sys
import tempfile
import unittest
import uuid

import person
from pydantic_ai import Agent, DeferredToolRequests, ModelMessagesTypeAdapter
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider
from scripted import Model

from countersign_gate import block, durable
from countersign_gate.pydantic_ai import Countersign, settle

RAN: list = []


def agent(url: str, wait) -> Agent:
    model = OpenAIChatModel("scripted", provider=OpenAIProvider(base_url=url, api_key="x"))
    made = Agent(model, capabilities=[Countersign(wait=wait)], output_type=[str, DeferredToolRequests])

    @made.tool_plain
    def wire_money(to: str, amount: int) -> str:
        """Wires money."""
        RAN.append((to, amount))
        return f"wired {amount} to {to}"

    return made


class PydanticAi(unittest.TestCase):
    def setUp(self) -> None:
        RAN.clear()
        self.to = "ana-" + uuid.uuid4().hex[:8]
        self.model = Model([("wire_money", {"to": self.to, "amount": 5})], "call_" + uuid.uuid4().hex[:8])
        self.addCleanup(self.model.close)

    def test_a_tool_runs_after_a_yes_with_edited_arguments(self) -> None:
        def act(id: str) -> None:
            person.edit(id, {"to": self.to, "amount": 3})
            person.confirm(id)

        with person.Answering(act, "wire_money", to=self.to):
            self.assertIn("wired 3", agent(self.model.url, block(30)).run_sync("do it").output)
        self.assertEqual(RAN, [(self.to, 3)])

    def test_a_no_is_in_the_models_next_turn(self) -> None:
        with person.Answering(lambda id: person.reject(id, "too much"), "wire_money", to=self.to):
            agent(self.model.url, block(30)).run_sync("do it")
        self.assertEqual(RAN, [])
        self.assertIn("too much", self.model.told())

    def test_a_run_goes_on_in_a_new_process_after_the_answer(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            kept = os.path.join(folder, "messages.json")
            self.assertIn("WAITS", self.part(kept, "start"))
            self.assertIn("WAITS", self.part(kept, "resume"))
            person.confirm(person.until(lambda: person.waiting("wire_money", to=self.to)))
            last = self.part(kept, "resume")
        self.assertIn("DONE: wired 5", last)
        self.assertIn(f"RAN [('{self.to}', 5)]", last)

    def part(self, kept: str, what: str) -> str:
        done = subprocess.run(
            [sys.executable, __file__, kept, self.model.url, what], capture_output=True, text=True, timeout=120
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.strip()


def part(kept: str, url: str, what: str) -> None:
    own = agent(url, durable())
    if what == "start":
        result = own.run_sync("do it")
        with open(kept, "wb") as file:
            file.write(result.all_messages_json())
    else:
        with open(kept, "rb") as file:
            messages = ModelMessagesTypeAdapter.validate_json(file.read())
        calls = [p for m in messages for p in m.parts if p.part_kind == "tool-call"]
        results = settle(DeferredToolRequests(approvals=calls))
        if results is None:
            print("WAITS")
            return
        result = own.run_sync(message_history=messages, deferred_tool_results=results)
    print("WAITS" if isinstance(result.output, DeferredToolRequests) else f"{result.output} RAN {RAN}")


if __name__ == "__main__":
    if len(sys.argv) == 4:
        part(*sys.argv[1:])
    else:
        unittest.main()
