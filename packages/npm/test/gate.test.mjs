// Functions behind the gate of a real daemon, and what the package calls against the daemon's own description.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import test from "node:test";

import { Client, Denied, Gate, Moved, Pending, Problem, ROUTES, Worker, block, durable, gate, news, withCallId } from "../dist/index.js";
import * as person from "./person.mjs";

const fresh = (name) => `${name}-${randomUUID().slice(0, 8)}`;
const document = JSON.parse(readFileSync(process.env.COUNTERSIGN_OPENAPI, "utf8"));

function resolved(schema) {
  let at = schema;
  while (at.$ref) at = at.$ref.slice(2).split("/").reduce((node, part) => node[part], document);
  return at;
}

test("every route, and every field that is sent or read, is in the daemon's description", async () => {
  const sent = {};
  const real = globalThis.JSON.stringify;
  // A server that answers everything, to see what is sent.
  const { createServer } = await import("node:http");
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => (body += part));
    request.on("end", () => {
      sent[request.url] = [request.method, Object.keys(JSON.parse(body))];
      response.writeHead(200, { "countersign-outcome": "done" }).end(real({}));
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const client = new Client({ url: `http://127.0.0.1:${server.address().port}`, token: "x", run: "run1" });
  const more = { version: "1", undo: true, check: true, destructive: true, human_summary: "s" };
  await client.ask({ function: "f", args: {}, call_id: "c", ...more });
  await client.begin("i", "claim", { version: "1", lease_s: 1 });
  await client.renew("i", "claim");
  await client.report("i", "claim", { done: {} });
  await client.take([], "claim", 1);
  await client.finish("j", "claim", "not_done");
  await client.status("i1");
  await client.news();
  server.close();
  assert.equal(Object.keys(sent).length, Object.keys(ROUTES).length);
  for (const [method, path] of Object.values(ROUTES)) {
    const [used, fields] = sent[path.replace("{id}", "i1")];
    assert.equal(used, method);
    const known = resolved(document.paths[path].post.requestBody.content["application/json"].schema).properties ?? {};
    for (const field of fields) assert.ok(field in known, `${path} has no ${field}`);
  }
  const read = {
    ask: ["decision", "message", "item", "status", "run", "args", "result", "receipt", "undo_action", "latest_reversible_event_id"],
    begin: ["begun", "item", "status", "message", "args", "until"],
    renew: ["until"],
    take: ["job", "other_versions"],
    finish: ["message", "receipt"],
    status: ["status", "result", "reason"],
    news: ["text", "more"],
  };
  for (const [name, fields] of Object.entries(read)) {
    const { content } = document.paths[ROUTES[name][1]].post.responses["200"];
    const known = resolved(content["application/json"].schema).properties;
    for (const field of fields) assert.ok(field in known, `${name} answers no ${field}`);
  }
});

test("a function waits for a yes, and runs once with the arguments that a person edited", async () => {
  const ran = [];
  const send = gate("send_mail", async ({ to }) => (ran.push(to), { sent: to }), { wait: block(20) });
  const to = fresh("ana");
  const act = async (id) => {
    await person.edit(id, { to: "carol" });
    await person.confirm(id);
  };
  const [result, id] = await Promise.all([send({ to }), person.answer(act, "send_mail", { to })]);
  assert.deepEqual(result, { sent: "carol" });
  assert.deepEqual(ran, ["carol"]);
  assert.equal((await person.item(id)).status, "applied");
});

test("a no reaches the caller with its reason", async () => {
  const send = gate("send_mail", () => assert.fail("it ran"), { wait: block(20) });
  const to = fresh("eve");
  const no = (id) => person.reject(id, "not to her");
  await Promise.all([assert.rejects(send({ to }), /not to her/), person.answer(no, "send_mail", { to })]);
});

test("whatever goes wrong while asking is a no", async () => {
  const clients = [
    { url: "http://127.0.0.1:1" },
    { token: "wrong" },
    { url: "unix:/nowhere/daemon.sock" },
    { url: "nonsense" },
  ];
  for (const options of clients) {
    const client = new Client(options);
    const send = gate("send_mail", () => assert.fail("it ran"), { client });
    await assert.rejects(send({ to: "ana" }), Denied, JSON.stringify(options));
  }
});

test("a durable call goes on later with its id; an undo waits for a worker with the same version", async () => {
  let runs = 0;
  const book = gate("book_js", async ({ room }) => ({ id: ++runs, room }), {
    wait: durable(),
    undo: (args, result) => ({ freed: result.id }),
  });
  const id = fresh("job");
  const once = () => withCallId(id, () => book({ room: "blue" }));
  const waits = await once().catch((e) => e);
  assert.ok(waits instanceof Pending, String(waits));
  await person.confirm(waits.item);
  const all = await Promise.allSettled([once(), once(), once()]);
  assert.equal(runs, 1, JSON.stringify(all));
  assert.deepEqual(await once(), { id: 1, room: "blue" });
  const { receipt } = await person.item(waits.item);
  assert.equal((await person.undo(receipt)).status, "undoing");
  const other = new Map([["book_js", { name: "book_js", version: "other", undo: () => 1, check: undefined }]]);
  const worker = new Worker(new Client(), other);
  assert.equal(await worker.once(), false);
  assert.equal(worker.otherVersions, 1);
  assert.equal(await new Worker().once(), true);
  assert.equal((await person.show(receipt)).receipt.undone.by, "person:ana");
});

test("an undo that finds things moved says so, and a failure is told", async () => {
  for (const error of [new Moved("it is taken"), new Error("no line")]) {
    const name = fresh("moves").replaceAll("-", "_");
    const book = gate(name, () => 1, {
      wait: block(20),
      undo: () => {
        throw error;
      },
    });
    const [, id] = await Promise.all([book({}), person.answer(person.confirm, name, {})]);
    const { receipt } = await person.item(id);
    await person.undo(receipt);
    assert.equal(await new Worker().once(), true);
    const now = (await person.show(receipt)).receipt;
    assert.equal(now.undone, null);
    assert.equal(now.undoing, undefined);
  }
});

test("a daemon that is away for a moment leaves no undo in doubt, and a refusal is not tried again", async () => {
  let told = 0;
  class Away extends Client {
    async finish(...what) {
      told += 1;
      // The second time the daemon has heard it, and only its answer is lost.
      if (told === 2) await super.finish(...what);
      if (told <= 2) throw new Problem("the daemon does not answer");
      return super.finish(...what);
    }
  }
  class Refused extends Client {
    async finish(job, claim, outcome) {
      told += 1;
      return super.finish(job, "y".repeat(20), outcome);
    }
  }
  const booked = async (name) => {
    const book = gate(name, () => 1, { wait: block(20), undo: () => 2 });
    const [, id] = await Promise.all([book({}), person.answer(person.confirm, name, {})]);
    const { receipt } = await person.item(id);
    await person.undo(receipt);
    return receipt;
  };
  const receipt = await booked(fresh("away").replaceAll("-", "_"));
  assert.equal(await new Worker(new Away()).once(), true);
  assert.equal(told, 3);
  assert.equal((await person.show(receipt)).receipt.undone.by, "person:ana");
  told = 0;
  const other = await booked(fresh("refused").replaceAll("-", "_"));
  await assert.rejects(new Worker(new Refused()).once(), Problem);
  assert.equal(told, 1);
  assert.equal((await person.show(other)).receipt.undone, null);
});

test("B13: what the agent does not know yet counts as told once it is handed on, and not before", async () => {
  while (await news());
  const words = fresh("use PostgreSQL");
  const first = await new Client().ask({ function: "looks_js", args: {}, call_id: fresh("call") });
  await person.call("PATCH", `/v1/runs/${first.run}`, { instruction: words });
  const delivered = async () => {
    const { memory } = await person.call("GET", `/v1/runs/${first.run}/memory`);
    return memory.some((one) => one.text === words && one.delivered_at);
  };
  const through = new Gate(new Client({ run: first.run }));
  await through.ask("looks_js", {}, fresh("call"));
  assert.equal((await through.client.status(first.item)).news, undefined);
  assert.ok(through.client.hasNews);
  assert.equal(await through.withNews(7), 7);
  assert.ok(!(await delivered()), "a number carries nothing");
  const told = await through.withNews({ ok: true });
  assert.ok(told.ok && told.countersign.includes(words), JSON.stringify(told));
  assert.ok(await delivered());
  assert.equal(await through.withNews("another"), "another");
  const away = new Gate(new Client({ url: "http://127.0.0.1:1" }));
  away.client.hasNews = true;
  assert.equal(await away.withNews("as it is"), "as it is");
});
