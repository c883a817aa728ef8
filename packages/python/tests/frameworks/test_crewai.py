"""CrewAI with a scripted model and a real daemon."""

import os
import unittest
import uuid

os.environ.setdefault("CREWAI_DISABLE_TELEMETRY", "true")
os.environ.setdefault("OTEL_SDK_DISABLED", "true")
os.environ.setdefault("CREWAI_TRACING_ENABLED", "false")

import person
from crewai import LLM, Agent, Crew, Task
from crewai.hooks import clear_all_tool_call_hooks
from crewai.tools import tool
from scripted import Model

from countersign_gate import Client, block
from countersign_gate.crewai import install

RAN: list = []


@tool("wire_money")
def wire_money(to: str, amount: int) -> str:
    """Wires money."""
    RAN.append((to, amount))
    return f"wired {amount} to {to}"


class CrewAi(unittest.TestCase):
    def setUp(self) -> None:
        RAN.clear()
        self.to = "ana-" + uuid.uuid4().hex[:8]
        self.model = Model([("wire_money", {"to": self.to, "amount": 5})])
        self.addCleanup(self.model.close)
        clear_all_tool_call_hooks()

    def go(self) -> str:
        llm = LLM(model="openai/gpt-4o-mini", base_url=self.model.url, api_key="x")
        clerk = Agent(role="clerk", goal="wire", backstory="-", llm=llm, tools=[wire_money], max_iter=3)
        task = Task(description="do it", expected_output="done", agent=clerk)
        return str(Crew(agents=[clerk], tasks=[task], verbose=False).kickoff())

    def test_a_tool_runs_after_a_yes_with_edited_arguments(self) -> None:
        install(wait=block(30))

        def act(id: str) -> None:
            person.edit(id, {"to": self.to, "amount": 3})
            person.confirm(id)

        with person.Answering(act, "wire_money", to=self.to) as answered:
            self.assertIn("wired 3", self.go())
        self.assertEqual(RAN, [(self.to, 3)])
        self.assertEqual(person.item(answered.item)["status"], "applied")

    def test_a_no_keeps_it_from_running(self) -> None:
        install(wait=block(30))
        with person.Answering(lambda id: person.reject(id, "too much"), "wire_money", to=self.to):
            self.go()
        self.assertEqual(RAN, [])

    def test_a_daemon_that_is_away_means_no_though_crewai_runs_tools_when_hooks_throw(self) -> None:
        install(Client("http://127.0.0.1:1", "x"), wait=block(1))
        self.go()
        self.assertEqual(RAN, [])


if __name__ == "__main__":
    unittest.main()
