"""LangChain and LangGraph with a scripted model and a real daemon."""

import os
import subprocess
import sys
import tempfile
import unittest
import uuid

import person
from langchain.agents import create_agent
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.types import Command
from scripted import Model

from countersign_gate import block, durable
from countersign_gate.langchain import Countersign

RAN: list = []


@tool
def wire_money(to: str, amount: int) -> str:
    """Wires money."""
    RAN.append((to, amount))
    return f"wired {amount} to {to}"


@tool
def balance() -> str:
    """Returns the balance."""
    return "12"


def agent(url: str, wait, **more):
    model = ChatOpenAI(model="scripted", base_url=url, api_key="x")
    return create_agent(model, [wire_money, balance], middleware=[Countersign(wait=wait, free=["balance"])], **more)


class LangChain(unittest.TestCase):
    def setUp(self) -> None:
        RAN.clear()
        self.to = "ana-" + uuid.uuid4().hex[:8]

    def model(self, *steps) -> Model:
        made = Model(list(steps), "call_" + uuid.uuid4().hex[:8])
        self.addCleanup(made.close)
        return made

    def go(self, model: Model) -> str:
        got = agent(model.url, block(30)).invoke({"messages": [{"role": "user", "content": "do it"}]})
        return got["messages"][-1].content

    def test_a_tool_runs_after_a_yes_with_edited_arguments_and_a_free_one_unasked(self) -> None:
        model = self.model(("balance", {}), ("wire_money", {"to": self.to, "amount": 5}))

        def act(id: str) -> None:
            person.edit(id, {"to": self.to, "amount": 3})
            person.confirm(id)

        with person.Answering(act, "wire_money", to=self.to) as answered:
            self.assertIn("wired 3", self.go(model))
        self.assertEqual(RAN, [(self.to, 3)])
        self.assertEqual(person.item(answered.item)["status"], "applied")

    def test_a_no_is_in_the_models_next_turn(self) -> None:
        model = self.model(("wire_money", {"to": self.to, "amount": 5}))
        with person.Answering(lambda id: person.reject(id, "too much"), "wire_money", to=self.to):
            self.go(model)
        self.assertEqual(RAN, [])
        self.assertIn("too much", model.told())

    def test_a_graph_goes_on_in_a_new_process_after_the_answer(self) -> None:
        model = self.model(("wire_money", {"to": self.to, "amount": 5}))
        with tempfile.TemporaryDirectory() as folder:
            db = os.path.join(folder, "graph.db")
            first = self.part(db, model.url, "start")
            item = first.split()[-1]
            self.assertIn("WAITS", first)
            self.assertIn("WAITS", self.part(db, model.url, "resume"), "nobody has decided")
            person.confirm(item)
            last = self.part(db, model.url, "resume")
        self.assertIn("DONE: wired 5", last)
        self.assertIn(f"RAN [('{self.to}', 5)]", last)

    def part(self, db: str, url: str, what: str) -> str:
        done = subprocess.run(
            [sys.executable, __file__, db, url, what], capture_output=True, text=True, timeout=120, env=dict(os.environ)
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.strip()


def part(db: str, url: str, what: str) -> None:
    with SqliteSaver.from_conn_string(db) as saver:
        graph = agent(url, durable(), checkpointer=saver)
        config = {"configurable": {"thread_id": "1"}}
        given = {"messages": [{"role": "user", "content": "do it"}]} if what == "start" else Command(resume="go on")
        got = graph.invoke(given, config)
        waits = got.get("__interrupt__")
        if waits:
            print("WAITS", waits[0].value["countersign"])
        else:
            print(got["messages"][-1].content, "RAN", RAN)


if __name__ == "__main__":
    if len(sys.argv) == 4:
        part(*sys.argv[1:])
    else:
        unittest.main()
