"""Whether what the package calls, sends and reads is in the daemon's own description."""

import dataclasses
import json
import os
import typing
import unittest

from countersign_gate import Answer, Client
from countersign_gate._client import ROUTES, Began


def described() -> dict:
    with open(os.environ["COUNTERSIGN_OPENAPI"], encoding="utf-8") as file:
        return json.load(file)


class Recording(Client):
    """Notes what would be sent, and answers with everything that may come."""

    def __init__(self) -> None:
        super().__init__("http://127.0.0.1:1", "x", run="run1")
        self.sent: dict = {}

    def _call(self, name, body, **path):
        self.sent[name] = (set(body), set(path))
        answers = {
            "ask": {"decision": "held", "message": ""},
            "begin": {"begun": True, "status": "applying", "message": ""},
            "renew": {"until": None},
        }
        return answers.get(name, {})


class Contract(unittest.TestCase):
    def setUp(self) -> None:
        self.document = described()
        client = Recording()
        client.ask("f", {}, "c", version="1", undo=True, check=True, destructive=True, summary="s")
        client.begin("i", "claim", version="1", lease_s=1)
        client.renew("i", "claim")
        client.report("i", "claim", {})
        client.take([], "claim", lease_s=1)
        client.finish("j", "claim", {})
        client.status("i")
        client.news()
        self.sent = client.sent

    def resolved(self, schema: dict) -> dict:
        while "$ref" in schema:
            node = self.document
            for part in schema["$ref"].removeprefix("#/").split("/"):
                node = node[part]
            schema = node
        return schema

    def operation(self, name: str) -> dict:
        method, path = ROUTES[name]
        return self.document["paths"][path][method.lower()]

    def output(self, name: str) -> dict:
        responses = self.operation(name)["responses"]
        return self.resolved(responses["200"]["content"]["application/json"]["schema"])

    def test_every_route_is_called_and_is_there(self) -> None:
        self.assertEqual(set(self.sent), set(ROUTES))
        for name in ROUTES:
            self.assertIn("requestBody", self.operation(name), name)

    def test_every_field_that_is_sent_is_known(self) -> None:
        for name, (fields, path) in self.sent.items():
            body = self.operation(name)["requestBody"]["content"]["application/json"]["schema"]
            known = set(self.resolved(body).get("properties", {}))
            self.assertLessEqual(fields, known, name)
            parameters = {self.resolved(p)["name"] for p in self.operation(name).get("parameters", [])}
            self.assertLessEqual(path, parameters, name)

    def test_every_field_that_is_read_is_answered(self) -> None:
        reads = {
            "ask": {f.name for f in dataclasses.fields(Answer)},
            "begin": {f.name for f in dataclasses.fields(Began)},
            "renew": {"until"},
            "take": {"job", "other_versions"},
            "news": {"text", "more"},
        }
        for name, fields in reads.items():
            self.assertLessEqual(fields, set(self.output(name)["properties"]), name)
        job = json.dumps(self.output("take")["properties"]["job"])
        ref = job.split('"$ref": "')[1].split('"')[0]
        known = set(self.resolved({"$ref": ref})["properties"])
        self.assertLessEqual({"id", "what", "function", "args", "result"}, known)

    def test_every_word_that_is_compared_is_one_of_the_daemons(self) -> None:
        def words(schema: dict) -> set:
            schema = self.resolved(schema)
            alternatives = schema.get("oneOf") or schema.get("anyOf") or [schema]
            found = set(schema.get("enum", []))
            for one in alternatives:
                one = self.resolved(one)
                found |= set(one.get("enum", [])) | ({one["const"]} if "const" in one else set())
            return found

        self.assertEqual(words(self.output("ask")["properties"]["decision"]), {"allow", "deny", "held", "done"})
        statuses = words(self.output("begin")["properties"]["status"])
        self.assertLessEqual({"applying", "needs_review", "pending", "stale", "confirmed"}, statuses)

    def test_the_package_is_typed(self) -> None:
        import countersign_gate

        here = os.path.dirname(countersign_gate.__file__)
        self.assertTrue(os.path.exists(os.path.join(here, "py.typed")))
        self.assertIn("return", typing.get_type_hints(Client.ask))


if __name__ == "__main__":
    unittest.main()
