"""smolagents with a scripted model and a real daemon."""

import unittest
import uuid

import person
from scripted import Model
from smolagents import CodeAgent, OpenAIServerModel, ToolCallingAgent, tool

from countersign_gate import block
from countersign_gate.smolagents import guard

RAN: list = []


@tool
def wire_money(to: str, amount: int) -> str:
    """Wires money.

    Args:
        to: who gets it
        amount: how much
    """
    RAN.append((to, amount))
    return f"wired {amount} to {to}"


class Smolagents(unittest.TestCase):
    def setUp(self) -> None:
        RAN.clear()
        self.to = "ana-" + uuid.uuid4().hex[:8]
        steps = [("wire_money", {"to": self.to, "amount": 5}), ("final_answer", {"answer": "done"})]
        self.model = Model(steps, by_request=True)
        self.addCleanup(self.model.close)

    def go(self) -> str:
        model = OpenAIServerModel("scripted", api_base=self.model.url, api_key="x")
        agent = guard(ToolCallingAgent([wire_money], model, max_steps=3), wait=block(30))
        return str(agent.run("do it"))

    def test_a_tool_runs_after_a_yes_with_edited_arguments(self) -> None:
        def act(id: str) -> None:
            person.edit(id, {"to": self.to, "amount": 3})
            person.confirm(id)

        with person.Answering(act, "wire_money", to=self.to):
            self.go()
        self.assertEqual(RAN, [(self.to, 3)])

    def test_a_no_keeps_it_from_running(self) -> None:
        with person.Answering(lambda id: person.reject(id, "too much"), "wire_money", to=self.to):
            self.go()
        self.assertEqual(RAN, [])
        self.assertIn("too much", str(self.model.requests[-1]["messages"]))

    def test_an_agent_that_writes_code_is_refused(self) -> None:
        model = OpenAIServerModel("scripted", api_base=self.model.url, api_key="x")
        with self.assertRaises(ValueError):
            guard(CodeAgent([wire_money], model))


if __name__ == "__main__":
    unittest.main()
