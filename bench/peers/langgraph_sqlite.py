"""Interrupts and resumes of LangGraph on SQLite, as many a second as it does: the peer of propose and decide.

Prints one JSON object. Arguments: how many threads, how many interrupts and resumes each.
"""

import json
import sqlite3
import sys
import tempfile
import threading
import time
from typing import TypedDict

from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, interrupt


class State(TypedDict):
    title: str
    answer: str


def ask(state: State) -> State:
    return {"answer": interrupt({"tool": "task.create_task", "args": {"title": state["title"]}})}


def main() -> None:
    threads, each = int(sys.argv[1]), int(sys.argv[2])
    with tempfile.TemporaryDirectory() as folder:
        connection = sqlite3.connect(f"{folder}/checkpoints.db", check_same_thread=False)
        saver = SqliteSaver(connection)
        builder = StateGraph(State)
        builder.add_node("ask", ask)
        builder.add_edge(START, "ask")
        builder.add_edge("ask", END)
        graph = builder.compile(checkpointer=saver)

        def work(name: int) -> None:
            for n in range(each):
                config = {"configurable": {"thread_id": f"{name}-{n}"}}
                graph.invoke({"title": f"attempt {n}"}, config)
                done = graph.invoke(Command(resume="yes"), config)
                assert done["answer"] == "yes"

        work(-1)
        workers = [threading.Thread(target=work, args=(i,)) for i in range(threads)]
        begun = time.perf_counter()
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        seconds = time.perf_counter() - begun
        connection.close()
    print(json.dumps({"pairs_per_s": threads * each / seconds}))


main()
