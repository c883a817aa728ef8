"""Functions behind the gate of a real daemon."""

import asyncio
import importlib
import os
import signal
import subprocess
import sys
import tempfile
import textwrap
import threading
import unittest
import uuid

import person
from countersign_gate import (
    Client,
    Denied,
    DidNotRun,
    Moved,
    Pending,
    Ran,
    Worker,
    block,
    call_id,
    durable,
    gate,
    news,
)
from countersign_gate import _worker
from countersign_gate._client import Problem
from countersign_gate._gate import Function, Gate

RAN: list = []


@gate(wait=block(20))
def send_mail(to: str, text: str = "hi") -> dict:
    RAN.append((to, text))
    return {"sent": to}


@gate(wait=durable(), undo=lambda args, result: {"recalled": result["id"]}, check=lambda args: Ran({"id": 9}))
def book(room: str) -> dict:
    RAN.append(("book", room))
    return {"id": 7, "room": room}


def fresh(name: str) -> str:
    return f"{name}-{uuid.uuid4().hex[:8]}"


class Once(unittest.TestCase):
    def setUp(self) -> None:
        RAN.clear()

    def test_a_function_waits_for_a_yes_and_runs_once(self) -> None:
        to = fresh("ana")
        with person.Answering(person.confirm, "send_mail", to=to) as answered:
            self.assertEqual(send_mail(to), {"sent": to})
        self.assertEqual(RAN, [(to, "hi")])
        told = person.item(answered.item)
        self.assertEqual(told["status"], "applied")

    def test_a_no_reaches_the_caller_with_its_reason(self) -> None:
        to = fresh("eve")
        with person.Answering(lambda id: person.reject(id, "not to her"), "send_mail", to=to):
            with self.assertRaisesRegex(Denied, "not to her"):
                send_mail(to)
        self.assertEqual(RAN, [])

    def test_edited_arguments_are_what_runs(self) -> None:
        to = fresh("bob")

        def act(id: str) -> None:
            person.edit(id, {"to": "carol", "text": "hello"})
            person.confirm(id)

        with person.Answering(act, "send_mail", to=to):
            send_mail(to)
        self.assertEqual(RAN, [("carol", "hello")])

    def test_arguments_that_no_longer_fit_fail_without_running(self) -> None:
        to = fresh("bob")

        def act(id: str) -> None:
            person.edit(id, {"whom": "carol"})
            person.confirm(id)

        with person.Answering(act, "send_mail", to=to) as answered:
            with self.assertRaises(TypeError):
                send_mail(to)
        self.assertEqual(RAN, [])
        self.assertEqual(person.item(answered.item)["status"], "failed")

    def test_an_error_is_reported_and_raised(self) -> None:
        @gate(wait=block(20))
        def breaks(n: int) -> None:
            raise ValueError("it broke")

        with person.Answering(person.confirm, "breaks") as answered:
            with self.assertRaisesRegex(ValueError, "it broke"):
                breaks(1)
        told = person.item(answered.item)
        self.assertEqual(told["status"], "failed")
        self.assertIn("it broke", told["error"])

    def test_a_coroutine_function_passes_the_gate_too(self) -> None:
        @gate(wait=block(20))
        async def send_later(to: str) -> str:
            RAN.append(to)
            await asyncio.sleep(0)
            return "sent"

        with person.Answering(person.confirm, "send_later"):
            self.assertEqual(asyncio.run(send_later("ana")), "sent")
        self.assertEqual(RAN, ["ana"])

    def test_whatever_goes_wrong_while_asking_is_a_no(self) -> None:
        for client in (
            Client("http://127.0.0.1:1", "x"),
            Client(token="wrong"),
            Client("ftp://nowhere"),
            Client("unix:/nowhere/daemon.sock"),
        ):
            with self.subTest(client.url), self.assertRaises(Denied):
                gate(client=client)(send_mail.__wrapped__)("ana")
        self.assertEqual(RAN, [])
        with self.assertRaises((TypeError, ValueError)):
            send_mail(float("nan"))
        self.assertEqual(RAN, [])

    def test_only_the_time_to_wait_is_waited(self) -> None:
        @gate(wait=block(0.3))
        def slow(n: int) -> None:
            RAN.append(n)

        with self.assertRaises(Pending) as waits:
            slow(1)
        self.assertEqual(RAN, [])
        self.assertEqual(person.item(waits.exception.item)["status"], "pending")


class Durable(unittest.TestCase):
    def setUp(self) -> None:
        RAN.clear()

    def test_a_call_goes_on_in_a_later_process_and_runs_once(self) -> None:
        id = fresh("job")
        with self.assertRaises(Pending) as waits, call_id(id):
            book("blue")
        with self.assertRaises(Pending) as again, call_id(id):
            book("blue")
        self.assertEqual(waits.exception.item, again.exception.item)
        person.confirm(waits.exception.item)
        script = textwrap.dedent(
            f"""
            import test_gate
            from countersign_gate import call_id
            with call_id({id!r}):
                print(test_gate.book("blue"), test_gate.RAN)
            """
        )
        out = [self.run_script(script) for _ in range(2)]
        self.assertEqual(out[0], "{'id': 7, 'room': 'blue'} [('book', 'blue')]")
        # The second process gets the same result, and nothing runs.
        self.assertEqual(out[1], "{'id': 7, 'room': 'blue'} []")

    def run_script(self, script: str) -> str:
        here = os.path.dirname(os.path.abspath(__file__))
        done = subprocess.run(
            [sys.executable, "-c", script], cwd=os.getcwd(), capture_output=True, text=True, timeout=60,
            env={**os.environ, "PYTHONPATH": os.pathsep.join([here, os.environ.get("PYTHONPATH", "")])},
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.strip()

    def test_of_ten_threads_one_runs_it(self) -> None:
        id = fresh("race")
        through = Gate(wait=durable())
        with self.assertRaises(Pending) as waits:
            through.carry_out("race", {"n": 1}, lambda args: RAN.append(1), id)
        person.confirm(waits.exception.item)
        ends: list = []

        def work() -> None:
            try:
                through.carry_out("race", {"n": 1}, lambda args: RAN.append(1), id)
                ends.append("ran or got the result")
            except Pending:
                ends.append("late")

        threads = [threading.Thread(target=work) for _ in range(10)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(RAN, [1])
        self.assertEqual(len(ends), 10)


class Workers(unittest.TestCase):
    def setUp(self) -> None:
        RAN.clear()

    def booked(self) -> tuple:
        id = fresh("job")
        with self.assertRaises(Pending) as waits, call_id(id):
            book("red")
        person.confirm(waits.exception.item)
        with call_id(id):
            book("red")
        told = person.item(waits.exception.item)
        return told["id"], told["receipt"]

    def test_an_undo_waits_for_a_worker_that_takes_it_back(self) -> None:
        _, receipt = self.booked()
        told = person.undo(receipt)
        self.assertEqual(told["status"], "undoing", told)
        self.assertIn("waiting for a worker", told["message"])
        self.assertTrue(person.until(Worker().once))
        now = person.show(receipt)["receipt"]
        self.assertEqual(now["undone"]["by"], "person:ana")

    def test_a_daemon_that_is_away_for_a_moment_leaves_no_undo_in_doubt(self) -> None:
        class Away(Client):
            """The daemon is away twice when the job's end is told; the second time it has heard it all the same."""

            told = 0

            def finish(self, job: str, claim: str, outcome: object) -> dict:
                Away.told += 1
                if Away.told == 2:
                    super().finish(job, claim, outcome)
                if Away.told <= 2:
                    raise Problem("the daemon does not answer")
                return super().finish(job, claim, outcome)

        pauses, _worker._PAUSES_S = _worker._PAUSES_S, (0.0, 0.01, 0.01)
        self.addCleanup(setattr, _worker, "_PAUSES_S", pauses)
        self.assertLess(sum(pauses), _worker._LEASE_S)
        undone: list = []
        known = book.countersign
        mine = {"book": Function("book", known.call, known.version, lambda args, result: undone.append(args))}
        _, receipt = self.booked()
        person.undo(receipt)
        self.assertTrue(person.until(Worker(Away(), mine).once))
        self.assertEqual((Away.told, len(undone)), (3, 1))
        self.assertEqual(person.show(receipt)["receipt"]["undone"]["by"], "person:ana")

        # A refusal is none of that: it is not tried again.
        class Refused(Client):
            tries = 0

            def finish(self, job: str, claim: str, outcome: object) -> dict:
                Refused.tries += 1
                return super().finish(job, "y" * 20, outcome)

        _, receipt = self.booked()
        person.undo(receipt)
        with self.assertRaises(Problem):
            person.until(Worker(Refused(), mine).once)
        self.assertEqual(Refused.tries, 1)
        self.assertIsNone(person.show(receipt)["receipt"]["undone"])
        person.call("POST", f"/v1/receipts/{receipt}/cancel-undo", {})

    def test_a_worker_runs_on_through_errors_until_it_is_stopped(self) -> None:
        class Flaky(Client):
            asked = 0

            def take(self, *args: object, **more: object) -> dict:
                Flaky.asked += 1
                if Flaky.asked == 1:
                    raise Problem("the daemon does not answer")
                return super().take(*args, **more)

        _, receipt = self.booked()
        person.undo(receipt)
        worker = Worker(Flaky(), {"book": book.countersign}, every_s=0.05)
        thread = threading.Thread(target=worker.run)
        thread.start()
        person.until(lambda: person.show(receipt)["receipt"]["undone"])
        worker.stop()
        thread.join(20)
        self.assertFalse(thread.is_alive())

    def test_a_module_has_a_worker_of_its_own(self) -> None:
        name = fresh("shop").replace("-", "_")
        module = """
            from countersign_gate import durable, gate

            @gate(wait=durable(), undo=lambda args, result: {"freed": result}, name="NAME")
            def rent(room: str) -> str:
                return room
        """
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, f"{name}.py"), "w") as file:
                file.write(textwrap.dedent(module).replace("NAME", name))
            sys.path.insert(0, folder)
            self.addCleanup(sys.path.remove, folder)
            rent = importlib.import_module(name).rent
            id = fresh("job")
            with self.assertRaises(Pending) as waits, call_id(id):
                rent("red")
            person.confirm(waits.exception.item)
            with call_id(id):
                rent("red")
            receipt = person.item(waits.exception.item)["receipt"]
            self.assertEqual(person.undo(receipt)["status"], "undoing")
            worker = subprocess.Popen(
                [sys.executable, "-m", "countersign_gate", name], cwd=folder, text=True,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            )
            try:
                person.until(lambda: person.show(receipt)["receipt"]["undone"] or worker.poll() is not None)
                worker.send_signal(signal.SIGINT)
                out, err = worker.communicate(timeout=20)
            finally:
                worker.kill()
            self.assertEqual(worker.returncode, 0, err)
            self.assertIn(f"working for: {name} (", out)
            self.assertIsNotNone(person.show(receipt)["receipt"]["undone"])
        usage = subprocess.run([sys.executable, "-m", "countersign_gate"], capture_output=True, text=True, timeout=60)
        self.assertEqual(usage.returncode, 2)
        self.assertIn("usage:", usage.stderr)

    def test_a_worker_with_another_version_does_not_get_the_job(self) -> None:
        _, receipt = self.booked()
        person.undo(receipt)
        known = book.countersign
        other = {"book": Function("book", known.call, "other", known.undo, known.check)}
        worker = Worker(functions=other)
        self.assertFalse(worker.once())
        self.assertEqual(worker.other_versions, 1)
        self.assertIn("version other", person.show(receipt)["receipt"]["undo_waits"])
        person.call("POST", f"/v1/receipts/{receipt}/cancel-undo", {})
        self.assertNotIn("undoing", person.show(receipt)["receipt"])

    def test_an_undo_that_has_moved_or_fails_says_so(self) -> None:
        for error, word in ((Moved("it is taken"), "it is taken"), (RuntimeError("no line"), "no line")):
            _, receipt = self.booked()
            person.undo(receipt)

            def undo(args: dict, result: object) -> None:
                raise error

            known = book.countersign
            Worker(functions={"book": Function("book", known.call, known.version, undo)}).once()
            now = person.show(receipt)["receipt"]
            self.assertIsNone(now["undone"])
            self.assertNotIn("undoing", now)
            log = str(person.call("GET", "/v1/audit?limit=5")) if word == "no line" else str(now["stale"])
            self.assertTrue(word in log or word == "no line", log)

    def test_a_process_that_died_is_checked_by_a_worker(self) -> None:
        for found, status in ((Ran({"id": 9}), "applied"), (DidNotRun(), "pending"), (None, "needs_review")):
            id = fresh("dies")
            with self.assertRaises(Pending) as waits, call_id(id):
                book("green")
            item = waits.exception.item
            person.confirm(item)
            client, known = Client(), book.countersign
            # It begins, and is never heard of again.
            self.assertTrue(client.begin(item, "x" * 20, version=known.version, lease_s=1).begun)
            with self.assertRaises(Pending), call_id(id):
                book("green")
            person.until(lambda: person.item(item)["status"] == "needs_review")
            self.assertEqual(RAN, [])
            check = {"book": Function("book", known.call, known.version, known.undo, lambda args: found)}
            Worker(functions=check).once()
            self.assertEqual(person.item(item)["status"], status)


class News(unittest.TestCase):
    """B13: what the agent does not know yet counts as told once it is handed on, and not before."""

    def setUp(self) -> None:
        while news():
            pass

    def steered(self, words: str) -> tuple:
        asked = Client().ask("looks", {}, fresh("call"))
        person.call("PATCH", f"/v1/runs/{asked.run}", {"instruction": words})
        return asked.run, asked.item

    def delivered(self, run: str, words: str) -> bool:
        told = person.call("GET", f"/v1/runs/{run}/memory")["memory"]
        return any(one["text"] == words and one.get("delivered_at") for one in told)

    def test_instructions_wait_until_a_text_hands_them_on_and_are_told_once(self) -> None:
        words = fresh("use PostgreSQL")
        run, item = self.steered(words)
        through = Gate(Client(run=run))
        through.ask("looks", {}, fresh("call"))
        self.assertNotIn("news", through.client.status(item))
        self.assertTrue(through.client.has_news)
        self.assertEqual(through.with_news(7), 7)
        self.assertFalse(self.delivered(run, words), "a number carries nothing")
        told = through.with_news("the result")
        self.assertTrue(told.startswith("the result\n\n[countersign] "), told)
        self.assertIn(words, told)
        self.assertTrue(self.delivered(run, words))
        self.assertEqual(through.with_news("another"), "another")

    def test_a_function_whose_caller_is_no_model_leaves_them_to_news(self) -> None:
        words = fresh("and indexes")
        run, _ = self.steered(words)
        to = fresh("ana")
        with person.Answering(person.confirm, "send_mail", to=to):
            self.assertEqual(send_mail(to), {"sent": to})
        self.assertFalse(self.delivered(run, words))
        self.assertIn(words, news())
        self.assertTrue(self.delivered(run, words))
        self.assertEqual(news(), "")

    def test_an_undo_by_a_person_is_told_beside_the_next_result(self) -> None:
        id = fresh("job")
        with self.assertRaises(Pending) as waits, call_id(id):
            book("white")
        person.confirm(waits.exception.item)
        with call_id(id):
            book("white")
        receipt = person.item(waits.exception.item)["receipt"]
        done = Client().ask("book", {"room": "white"}, id, version=book.countersign.version, undo=True)
        self.assertEqual((done.decision, done.receipt), ("done", receipt))
        self.assertEqual(done.undo_action["expected_event_id"], done.latest_reversible_event_id)
        person.undo(receipt)
        self.assertTrue(person.until(Worker().once))
        through = Gate()
        through.ask("looks", {}, fresh("call"))
        told = through.with_news({"ok": True})
        self.assertIn(receipt, told["countersign"])
        self.assertIn("undone by ana", told["countersign"])
        self.assertEqual(through.with_news({"ok": True}), {"ok": True})

    def test_what_cannot_be_fetched_changes_no_result(self) -> None:
        away = Gate(Client("http://127.0.0.1:1", "x"))
        away.client.has_news = True
        self.assertEqual((away.with_news("as it is"), away.news()), ("as it is", ""))


if __name__ == "__main__":
    unittest.main()
