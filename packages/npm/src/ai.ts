// Vercel AI SDK: `generateText({ tools: guard(tools), … })` puts every tool that has an `execute` behind the gate.
// With `durable()` a call that waits becomes an approval request of the SDK: keep the messages, and later
// `settle(messages)` answers the requests that were decided. Approving in the SDK alone runs nothing.

import type { Client } from "./client.js";
import { DEFAULT_WAIT, Denied, Gate, Pending, type Args, type Wait } from "./gate.js";

type Execute = (input: never, options: never) => unknown;

/** How tools are put behind the gate. */
export interface GuardOptions {
  client?: Client;
  wait?: Wait;
  /** Tools that are not asked about. */
  free?: string[];
}

/** Returns the tools, each of which asks before it runs. */
export function guard<T extends Record<string, object>>(tools: T, options: GuardOptions = {}): T {
  const gate = new Gate(options.client, options.wait ?? DEFAULT_WAIT);
  const guarded = Object.entries(tools).map(([name, tool]) => {
    const execute = (tool as { execute?: Execute }).execute;
    if (options.free?.includes(name)) return [name, tool];
    // What the provider carries out itself never passes here.
    if (execute === undefined) throw new Error(`${name} has no execute and cannot be put behind the gate; name it in free`);
    const asks = async (input: never, call: { toolCallId: string }): Promise<unknown> => {
      try {
        const run = (args: Args) => execute(args as never, call as never);
        return await gate.withNews(await gate.carryOut(name, { ...(input as object) }, run, { callId: call.toolCallId }));
      } catch (e) {
        if (e instanceof Denied || e instanceof Pending) return await gate.withNews({ error: e.message });
        throw e;
      }
    };
    return [name, { ...tool, execute: asks }];
  });
  return Object.fromEntries(guarded) as T;
}

/** For `toolApproval`: a call that nobody has decided yet becomes an approval request. Use it with `durable()`. */
export function toolApproval(options: GuardOptions = {}) {
  const gate = new Gate(options.client);
  return async ({ toolCall }: { toolCall: { toolName: string; toolCallId: string; input: unknown } }) => {
    if (options.free?.includes(toolCall.toolName)) return { type: "approved" as const };
    const answer = await gate.ask(toolCall.toolName, { ...(toolCall.input as object) }, toolCall.toolCallId);
    if (answer.decision === "held") return { type: "user-approval" as const };
    if (answer.decision === "deny") return { type: "denied" as const, reason: answer.message };
    return { type: "approved" as const };
  };
}

interface Part {
  type: string;
  toolCallId?: string;
  toolName?: string;
  input?: unknown;
  approvalId?: string;
}

/** Returns the message that answers all approval requests in `messages`; null while any of them waits. */
export async function settle(
  messages: readonly { role: string; content: unknown }[],
  options: GuardOptions = {},
): Promise<{ role: "tool"; content: { type: "tool-approval-response"; approvalId: string; approved: boolean; reason?: string }[] } | null> {
  const gate = new Gate(options.client);
  const parts = messages.flatMap((m) => (Array.isArray(m.content) ? (m.content as Part[]) : []));
  const answered = new Set(parts.filter((p) => p.type === "tool-approval-response").map((p) => p.approvalId));
  const open = parts.filter((p) => p.type === "tool-approval-request" && !answered.has(p.approvalId));
  const content = [];
  for (const request of open) {
    const call = parts.find((p) => p.type === "tool-call" && p.toolCallId === request.toolCallId);
    if (!call?.toolName || !call.toolCallId || !request.approvalId) continue;
    const answer = await gate.ask(call.toolName, { ...(call.input as object) }, call.toolCallId);
    if (answer.decision === "held") return null;
    const approved = answer.decision !== "deny";
    const reason = approved ? {} : { reason: answer.message };
    content.push({ type: "tool-approval-response" as const, approvalId: request.approvalId, approved, ...reason });
  }
  return { role: "tool", content };
}
