"""Microsoft Agent Framework with a scripted model and a real daemon."""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import unittest
import uuid

import person
from agent_framework import Agent, AgentSession, Content, tool
from agent_framework.openai import OpenAIChatCompletionClient
from scripted import Model

from countersign_gate import Client, block, durable
from countersign_gate.agent_framework import Countersign, settle

RAN: list = []


@tool
def wire_money(to: str, amount: int) -> str:
    """Wires money."""
    RAN.append((to, amount))
    if amount == 13:
        raise ValueError("unlucky")
    return f"wired {amount} to {to}"


@tool
def balance() -> str:
    """Returns the balance."""
    return "12"


@tool(approval_mode="always_require")
def close_account() -> str:
    """Closes the account."""
    RAN.append("closed")
    return "closed"


def agent(url: str, gate: Countersign) -> Agent:
    client = OpenAIChatCompletionClient(model="scripted", base_url=url, api_key="x")
    return Agent(client, tools=[wire_money, balance, close_account], middleware=[gate])


class AgentFramework(unittest.TestCase):
    def setUp(self) -> None:
        RAN.clear()
        self.to = "ana-" + uuid.uuid4().hex[:8]

    def model(self, amount: int = 5) -> Model:
        steps = [("balance", {}), ("wire_money", {"to": self.to, "amount": amount})]
        made = Model(steps, "call_" + uuid.uuid4().hex[:8])
        self.addCleanup(made.close)
        return made

    def go(self, model: Model, client=None, wait=block(30)) -> str:
        gate = Countersign(client, wait, free=["balance"])
        return asyncio.run(agent(model.url, gate).run("do it")).text

    def test_a_tool_runs_after_a_yes_with_edited_arguments_and_a_free_one_unasked(self) -> None:
        model = self.model()

        def act(id: str) -> None:
            person.edit(id, {"to": self.to, "amount": 3})
            person.confirm(id)

        with person.Answering(act, "wire_money", to=self.to) as answered:
            self.assertIn("wired 3", self.go(model))
        self.assertEqual(RAN, [(self.to, 3)])
        self.assertIn("12", model.told())
        self.assertEqual(person.item(answered.item)["status"], "applied")

    def test_a_no_is_in_the_models_next_turn(self) -> None:
        model = self.model()
        with person.Answering(lambda id: person.reject(id, "too much"), "wire_money", to=self.to):
            self.go(model)
        self.assertEqual(RAN, [])
        self.assertIn("too much", model.told())

    def test_a_failure_is_reported(self) -> None:
        with person.Answering(person.confirm, "wire_money", to=self.to) as answered:
            self.go(self.model(13))
        self.assertEqual(RAN, [(self.to, 13)])
        self.assertEqual(person.item(answered.item)["status"], "failed")

    def test_a_daemon_that_is_away_means_no(self) -> None:
        model = self.model()
        self.go(model, Client("http://127.0.0.1:1", "x"))
        self.assertEqual(RAN, [])
        self.assertIn("could not be asked", model.told())

    def test_a_run_goes_on_in_a_new_process_after_the_answer(self) -> None:
        last = self.resumed(person.confirm)
        self.assertIn("DONE: wired 5", last)
        self.assertIn(f"RAN [('{self.to}', 5)]", last)

    def test_a_run_goes_on_in_a_new_process_with_edited_arguments(self) -> None:
        def act(id: str) -> None:
            person.edit(id, {"to": self.to, "amount": 3})
            person.confirm(id)

        last = self.resumed(act)
        self.assertIn("DONE: wired 3", last)
        self.assertIn(f"RAN [('{self.to}', 3)]", last)

    def test_a_run_goes_on_in_a_new_process_after_a_no(self) -> None:
        last = self.resumed(lambda id: person.reject(id, "too much"))
        self.assertIn("too much", last)
        self.assertIn("RAN []", last)

    def test_approving_in_the_framework_alone_runs_nothing(self) -> None:
        model = self.model()
        with tempfile.TemporaryDirectory() as folder:
            kept = os.path.join(folder, "run.json")
            self.assertIn("WAITS", self.part(kept, model.url, "start"))
            last = self.part(kept, model.url, "force")
        self.assertIn("WAITS", last)
        self.assertIn("RAN []", last)

    def test_what_the_framework_itself_asks_is_not_answered(self) -> None:
        model = Model([("close_account", {})])
        self.addCleanup(model.close)
        made = agent(model.url, Countersign(wait=durable(), free=["close_account"]))
        waits = asyncio.run(made.run("do it", session=made.create_session())).user_input_requests
        self.assertEqual(len(waits), 1)
        self.assertEqual(settle(waits), [])
        self.assertEqual(RAN, [])

    def resumed(self, act) -> str:
        model = self.model()
        with tempfile.TemporaryDirectory() as folder:
            kept = os.path.join(folder, "run.json")
            self.assertIn("WAITS", self.part(kept, model.url, "start"))
            self.assertIn("WAITS", self.part(kept, model.url, "resume"), "nobody has decided")
            act(person.until(lambda: person.waiting("wire_money", to=self.to)))
            return self.part(kept, model.url, "resume")

    def part(self, kept: str, url: str, what: str) -> str:
        done = subprocess.run(
            [sys.executable, __file__, kept, url, what], capture_output=True, text=True, timeout=120
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.strip()


async def part(kept: str, url: str, what: str) -> None:
    made = agent(url, Countersign(wait=durable(), free=["balance"]))
    session, given = made.create_session(), "do it"
    if what != "start":
        with open(kept) as file:
            stored = json.load(file)
        session = AgentSession.from_dict(stored["session"])
        requests = [Content.from_dict(request) for request in stored["requests"]]
        given = settle(requests)
        if what == "force":
            given = [request.to_function_approval_response(True) for request in requests]
        if given is None:
            return print("WAITS")
    got = await made.run(given, session=session)
    waits = got.user_input_requests
    with open(kept, "w") as file:
        json.dump({"session": session.to_dict(), "requests": [request.to_dict() for request in waits]}, file)
    print("WAITS" if waits else got.text, "RAN", RAN)


if __name__ == "__main__":
    if len(sys.argv) == 4:
        asyncio.run(part(*sys.argv[1:]))
    else:
        unittest.main()
