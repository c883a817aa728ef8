// The Vercel AI SDK with a scripted model and a real daemon.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import test from "node:test";

import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, isStepCount, tool } from "ai";
import { z } from "zod";

import { guard, settle, toolApproval } from "../../dist/ai.js";
import { block, durable } from "../../dist/index.js";
import * as person from "../person.mjs";

const SCRIPTED = process.env.COUNTERSIGN_SCRIPTED;

async function scripted(t, to) {
  const steps = JSON.stringify([["wire_money", { to, amount: 5 }]]);
  const child = spawn("python3", [SCRIPTED, steps, `call_${randomUUID().slice(0, 8)}`], { stdio: ["pipe", "pipe", "inherit"] });
  t.after(() => child.stdin.end());
  const url = await new Promise((resolve) => child.stdout.once("data", (line) => resolve(String(line).trim())));
  return createOpenAICompatible({ name: "scripted", baseURL: url, apiKey: "x" })("scripted");
}

function tools(ran, wait) {
  const wire_money = tool({
    description: "Wires money.",
    inputSchema: z.object({ to: z.string(), amount: z.number() }),
    execute: async ({ to, amount }) => (ran.push([to, amount]), `wired ${amount} to ${to}`),
  });
  return guard({ wire_money }, { wait });
}

test("a tool runs after a yes with the arguments that a person edited", async (t) => {
  const [ran, to] = [[], `ana-${randomUUID().slice(0, 8)}`];
  const model = await scripted(t, to);
  const act = async (id) => {
    await person.edit(id, { to, amount: 3 });
    await person.confirm(id);
  };
  const go = generateText({ model, tools: tools(ran, block(30)), stopWhen: isStepCount(4), prompt: "do it" });
  const [result] = await Promise.all([go, person.answer(act, "wire_money", { to })]);
  assert.match(result.text, /wired 3/);
  assert.deepEqual(ran, [[to, 3]]);
});

test("a no is in the model's next turn", async (t) => {
  const [ran, to] = [[], `ana-${randomUUID().slice(0, 8)}`];
  const model = await scripted(t, to);
  const go = generateText({ model, tools: tools(ran, block(30)), stopWhen: isStepCount(4), prompt: "do it" });
  const no = (id) => person.reject(id, "too much");
  const [result] = await Promise.all([go, person.answer(no, "wire_money", { to })]);
  assert.match(result.text, /too much/);
  assert.deepEqual(ran, []);
});

test("a conversation goes on from its messages after the answer", async (t) => {
  const [ran, to] = [[], `ana-${randomUUID().slice(0, 8)}`];
  const model = await scripted(t, to);
  const options = { model, tools: tools(ran, durable()), stopWhen: isStepCount(4), toolApproval: toolApproval() };
  const first = await generateText({ ...options, messages: [{ role: "user", content: "do it" }] });
  // Nothing but these messages is kept.
  const messages = JSON.parse(JSON.stringify([{ role: "user", content: "do it" }, ...first.response.messages]));
  assert.equal(await settle(messages), null);
  await person.confirm(await person.until(() => person.waiting("wire_money", { to })));
  const answers = await settle(messages);
  assert.equal(answers.content.length, 1);
  const last = await generateText({ ...options, messages: [...messages, answers] });
  assert.match(last.text, /wired 5/);
  assert.deepEqual(ran, [[to, 5]]);
});

test("an approval in the SDK alone runs nothing", async (t) => {
  const [ran, to] = [[], `ana-${randomUUID().slice(0, 8)}`];
  const model = await scripted(t, to);
  const options = { model, tools: tools(ran, durable()), stopWhen: isStepCount(4) };
  await generateText({ ...options, prompt: "do it" });
  assert.deepEqual(ran, []);
});
