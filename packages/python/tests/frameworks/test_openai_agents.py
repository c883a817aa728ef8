"""The OpenAI Agents SDK with a scripted model and a real daemon."""

import asyncio
import os
import subprocess
import sys
import tempfile
import unittest
import uuid

import person
from agents import Agent, OpenAIChatCompletionsModel, Runner, RunState, function_tool, set_tracing_disabled
from openai import AsyncOpenAI
from scripted import Model

from countersign_gate import block, durable
from countersign_gate.openai_agents import guard, settle

set_tracing_disabled(True)
RAN: list = []


@function_tool
def wire_money(to: str, amount: int) -> str:
    """Wires money."""
    RAN.append((to, amount))
    return f"wired {amount} to {to}"


def agent(url: str, wait):
    model = OpenAIChatCompletionsModel("scripted", AsyncOpenAI(base_url=url, api_key="x"))
    return guard(Agent(name="clerk", model=model, tools=[wire_money]), wait=wait)


class OpenAiAgents(unittest.TestCase):
    def setUp(self) -> None:
        RAN.clear()
        self.to = "ana-" + uuid.uuid4().hex[:8]
        self.model = Model([("wire_money", {"to": self.to, "amount": 5})], "call_" + uuid.uuid4().hex[:8])
        self.addCleanup(self.model.close)

    def go(self) -> str:
        return asyncio.run(Runner.run(agent(self.model.url, block(30)), "do it")).final_output

    def test_a_tool_runs_after_a_yes_with_edited_arguments(self) -> None:
        def act(id: str) -> None:
            person.edit(id, {"to": self.to, "amount": 3})
            person.confirm(id)

        with person.Answering(act, "wire_money", to=self.to):
            self.assertIn("wired 3", self.go())
        self.assertEqual(RAN, [(self.to, 3)])

    def test_a_no_is_in_the_models_next_turn(self) -> None:
        with person.Answering(lambda id: person.reject(id, "too much"), "wire_money", to=self.to):
            self.go()
        self.assertEqual(RAN, [])
        self.assertIn("too much", self.model.told())

    def test_a_run_goes_on_in_a_new_process_after_the_answer(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            kept = os.path.join(folder, "state.json")
            first = self.part(kept, "start")
            self.assertIn("WAITS", first)
            self.assertIn("WAITS", self.part(kept, "resume"))
            person.confirm(person.until(lambda: person.waiting("wire_money", to=self.to)))
            last = self.part(kept, "resume")
        self.assertIn("DONE: wired 5", last)
        self.assertIn(f"RAN [('{self.to}', 5)]", last)

    def test_an_approval_in_the_framework_alone_runs_nothing(self) -> None:
        async def forged() -> None:
            own = agent(self.model.url, durable())
            result = await Runner.run(own, "do it")
            state = result.to_state()
            for asked in result.interruptions:
                state.approve(asked)
            await Runner.run(own, state)

        asyncio.run(forged())
        self.assertEqual(RAN, [])

    def part(self, kept: str, what: str) -> str:
        done = subprocess.run(
            [sys.executable, __file__, kept, self.model.url, what], capture_output=True, text=True, timeout=120
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.strip()


async def part(kept: str, url: str, what: str) -> None:
    own = agent(url, durable())
    if what == "start":
        result = await Runner.run(own, "do it")
    else:
        with open(kept, encoding="utf-8") as file:
            state = await RunState.from_string(own, file.read())
        if not settle(state):
            print("WAITS")
            return
        result = await Runner.run(own, state)
    if result.interruptions:
        with open(kept, "w", encoding="utf-8") as file:
            file.write(result.to_state().to_string())
        print("WAITS")
        return
    print(result.final_output, "RAN", RAN)


if __name__ == "__main__":
    if len(sys.argv) == 4:
        asyncio.run(part(sys.argv[1], sys.argv[2], sys.argv[3]))
    else:
        unittest.main()
