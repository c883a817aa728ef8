// Mastra with a scripted model and a real daemon.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import test from "node:test";

import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { Agent } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";
import { z } from "zod";

import { Client, block } from "../../dist/index.js";
import { hooks } from "../../dist/mastra.js";
import * as person from "../person.mjs";

async function clerk(t, ran, to, options) {
  const steps = JSON.stringify([["wire_money", { to, amount: 5 }]]);
  const args = [process.env.COUNTERSIGN_SCRIPTED, steps, `call_${randomUUID().slice(0, 8)}`];
  const child = spawn("python3", args, { stdio: ["pipe", "pipe", "inherit"] });
  t.after(() => child.stdin.end());
  const url = await new Promise((resolve) => child.stdout.once("data", (line) => resolve(String(line).trim())));
  const model = createOpenAICompatible({ name: "scripted", baseURL: url, apiKey: "x" })("scripted");
  const wire_money = createTool({
    id: "wire_money",
    description: "Wires money.",
    inputSchema: z.object({ to: z.string(), amount: z.number() }),
    execute: async ({ to, amount }) => (ran.push([to, amount]), `wired ${amount} to ${to}`),
  });
  return new Agent({ id: "clerk", name: "clerk", instructions: "-", model, tools: { wire_money }, hooks: hooks(options) });
}

test("a tool runs after a yes with the arguments that a person edited", async (t) => {
  const [ran, to] = [[], `ana-${randomUUID().slice(0, 8)}`];
  const agent = await clerk(t, ran, to, { wait: block(30) });
  const act = async (id) => {
    await person.edit(id, { to, amount: 3 });
    await person.confirm(id);
  };
  const [result, id] = await Promise.all([agent.generate("do it"), person.answer(act, "wire_money", { to })]);
  assert.match(result.text, /wired 3/);
  assert.deepEqual(ran, [[to, 3]]);
  assert.equal((await person.item(id)).status, "applied");
});

test("a no is in the model's next turn", async (t) => {
  const [ran, to] = [[], `ana-${randomUUID().slice(0, 8)}`];
  const agent = await clerk(t, ran, to, { wait: block(30) });
  const no = (id) => person.reject(id, "too much");
  const [result] = await Promise.all([agent.generate("do it"), person.answer(no, "wire_money", { to })]);
  assert.match(result.text, /too much/);
  assert.deepEqual(ran, []);
});

test("a daemon that is away means no", async (t) => {
  const [ran, to] = [[], `ana-${randomUUID().slice(0, 8)}`];
  const agent = await clerk(t, ran, to, { client: new Client({ url: "http://127.0.0.1:1" }) });
  await agent.generate("do it");
  assert.deepEqual(ran, []);
});
