// The OpenAI Agents SDK for JavaScript with a scripted model and a real daemon.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import test from "node:test";

import { Agent, OpenAIChatCompletionsModel, RunState, run, setTracingDisabled, tool } from "@openai/agents";
import OpenAI from "openai";
import { z } from "zod";

import { block, durable } from "../../dist/index.js";
import { guard, settle } from "../../dist/openai-agents.js";
import * as person from "../person.mjs";

setTracingDisabled(true);

async function clerk(t, ran, to, wait) {
  const steps = JSON.stringify([["wire_money", { to, amount: 5 }]]);
  const args = [process.env.COUNTERSIGN_SCRIPTED, steps, `call_${randomUUID().slice(0, 8)}`];
  const child = spawn("python3", args, { stdio: ["pipe", "pipe", "inherit"] });
  t.after(() => child.stdin.end());
  const url = await new Promise((resolve) => child.stdout.once("data", (line) => resolve(String(line).trim())));
  const model = new OpenAIChatCompletionsModel(new OpenAI({ baseURL: url, apiKey: "x" }), "scripted");
  const wire_money = tool({
    name: "wire_money",
    description: "Wires money.",
    parameters: z.object({ to: z.string(), amount: z.number() }),
    execute: async ({ to, amount }) => (ran.push([to, amount]), `wired ${amount} to ${to}`),
  });
  return guard(new Agent({ name: "clerk", model, tools: [wire_money] }), { wait });
}

test("a tool runs after a yes with the arguments that a person edited", async (t) => {
  const [ran, to] = [[], `ana-${randomUUID().slice(0, 8)}`];
  const agent = await clerk(t, ran, to, block(30));
  const act = async (id) => {
    await person.edit(id, { to, amount: 3 });
    await person.confirm(id);
  };
  const [result] = await Promise.all([run(agent, "do it"), person.answer(act, "wire_money", { to })]);
  assert.match(result.finalOutput, /wired 3/);
  assert.deepEqual(ran, [[to, 3]]);
});

test("a no is in the model's next turn", async (t) => {
  const [ran, to] = [[], `ana-${randomUUID().slice(0, 8)}`];
  const agent = await clerk(t, ran, to, block(30));
  const no = (id) => person.reject(id, "too much");
  const [result] = await Promise.all([run(agent, "do it"), person.answer(no, "wire_money", { to })]);
  assert.match(result.finalOutput, /too much/);
  assert.deepEqual(ran, []);
});

test("a run goes on from its state after the answer", async (t) => {
  const [ran, to] = [[], `ana-${randomUUID().slice(0, 8)}`];
  const agent = await clerk(t, ran, to, durable());
  const first = await run(agent, "do it");
  assert.equal(first.interruptions.length, 1);
  // Nothing but this text is kept.
  const kept = first.state.toString();
  assert.equal(await settle(await RunState.fromString(agent, kept)), false);
  await person.confirm(await person.until(() => person.waiting("wire_money", { to })));
  const state = await RunState.fromString(agent, kept);
  assert.equal(await settle(state), true);
  assert.match((await run(agent, state)).finalOutput, /wired 5/);
  assert.deepEqual(ran, [[to, 5]]);
});

test("an approval in the framework alone runs nothing", async (t) => {
  const [ran, to] = [[], `ana-${randomUUID().slice(0, 8)}`];
  const agent = await clerk(t, ran, to, durable());
  const first = await run(agent, "do it");
  first.interruptions.forEach((asked) => first.state.approve(asked));
  await run(agent, first.state);
  assert.deepEqual(ran, []);
});
