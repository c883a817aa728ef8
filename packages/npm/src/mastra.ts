// Mastra: `new Agent({ tools, hooks: hooks() })` puts every tool of an agent behind the gate.
// A call waits in the process; once the time is over, the agent reads that nobody has decided yet.

import { randomBytes, randomUUID } from "node:crypto";

import type { Client } from "./client.js";
import { DEFAULT_WAIT, Gate, plainId, said, stay, type Args, type Wait } from "./gate.js";

/** How tools are put behind the gate. */
export interface HooksOptions {
  client?: Client;
  wait?: Wait;
  /** Tools that are not asked about. */
  free?: string[];
}

interface Before {
  toolName: string;
  input: unknown;
  context?: unknown;
}

interface After extends Before {
  output?: unknown;
  error?: unknown;
}

/** Returns the hooks of an agent. What is approved is put into the input that the tool gets. */
export function hooks(options: HooksOptions = {}) {
  const gate = new Gate(options.client, options.wait ?? DEFAULT_WAIT);
  // Mastra hands the same input to both hooks of a call.
  const running = new WeakMap<object, { item: string; claim: string; alive: NodeJS.Timeout }>();
  // What a tool returned goes to the model by another way than these hooks: news is told with a refusal, or by `news()`.
  const no = async (message: string) => ({
    proceed: false as const,
    output: await gate.withNews({ error: message }),
  });
  return {
    async beforeToolCall(call: Before) {
      if (options.free?.includes(call.toolName)) return undefined;
      try {
        const input = call.input;
        if (typeof input !== "object" || input === null) return await no("its input is no object and cannot be shown");
        const id = (call.context as { toolCallId?: string } | undefined)?.toolCallId ?? randomUUID();
        const answer = await gate.decide(call.toolName, { ...input } as Args, plainId(id));
        if (answer.decision === "done") return { proceed: false as const, output: await gate.withNews(answer.result) };
        if (answer.decision !== "allow") return await no(answer.message);
        if (!answer.item) return undefined;
        const claim = randomBytes(16).toString("hex");
        const begun = await gate.client.begin(answer.item, claim, { lease_s: 60 });
        if (!begun.begun) return await no(begun.message);
        for (const key of Object.keys(input)) delete (input as Args)[key];
        Object.assign(input, begun.args);
        running.set(input, { item: answer.item, claim, alive: stay(gate.client, answer.item, claim) });
        return undefined;
      } catch (e) {
        return await no(said(e));
      }
    },
    async afterToolCall(call: After) {
      const began = typeof call.input === "object" && call.input !== null ? running.get(call.input) : undefined;
      if (!began) return;
      clearInterval(began.alive);
      const outcome = call.error === undefined ? { done: { result: call.output ?? null } } : { failed: { message: said(call.error) } };
      // It ran: what cannot be reported is asked of a person once the claim's time is over.
      await gate.client.report(began.item, began.claim, outcome).catch((e: unknown) => {
        process.emitWarning(`${began.item} ran, and that could not be reported: ${said(e)}`);
      });
    },
  };
}
