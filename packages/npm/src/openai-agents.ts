// OpenAI Agents SDK for JavaScript: `guard(agent)` puts every function tool of an agent behind the gate.
// With `durable()` a run ends with interruptions while a person thinks: keep `result.state.toString()`, and later
// `settle(state)` tells it what was decided. Approving in the framework alone runs nothing.

import type { Client } from "./client.js";
import { DEFAULT_WAIT, Denied, Gate, Pending, type Args, type Wait } from "./gate.js";

/** How tools are put behind the gate. */
export interface GuardOptions {
  client?: Client;
  wait?: Wait;
  /** Tools that are not asked about. */
  free?: string[];
}

interface FunctionTool {
  type: string;
  name: string;
  invoke: (context: unknown, input: string, details?: Details) => unknown;
  needsApproval?: unknown;
}

interface Details {
  toolCall?: { callId?: string };
}

interface AnyAgent {
  tools: unknown[];
  handoffs?: unknown[];
  mcpServers?: unknown[];
  clone(config: object): unknown;
}

/** Returns a copy of the agent whose function tools pass the gate; other kinds of tools are refused. */
export function guard<A>(agent: A, options: GuardOptions = {}): A {
  const own = agent as unknown as AnyAgent;
  if (own.mcpServers?.length) throw new Error("put MCP servers behind Countersign itself: countersign import");
  const tools = own.tools.map((tool) => guardedTool(tool as FunctionTool, options));
  const handoffs = (own.handoffs ?? []).map((to) =>
    typeof (to as AnyAgent).clone === "function" ? guard(to, options) : to,
  );
  return own.clone({ tools, handoffs }) as A;
}

function guardedTool(tool: FunctionTool, options: GuardOptions): FunctionTool {
  if (options.free?.includes(tool.name)) return tool;
  if (tool.type !== "function") {
    throw new Error(`${tool.name} is no function tool and cannot be put behind the gate; name it in free`);
  }
  const gate = new Gate(options.client, options.wait ?? DEFAULT_WAIT);
  const invoke = async (context: unknown, input: string, details?: Details): Promise<unknown> => {
    try {
      const run = (args: Args) => tool.invoke(context, JSON.stringify(args), details);
      const args = JSON.parse(input || "{}") as Args;
      return await gate.withNews(await gate.carryOut(tool.name, args, run, { callId: details?.toolCall?.callId }));
    } catch (e) {
      if (e instanceof Denied || e instanceof Pending) return await gate.withNews(e.message);
      throw e;
    }
  };
  const asks = async (_context: unknown, args: Args, callId?: string): Promise<boolean> =>
    (await gate.ask(tool.name, args, callId ?? "")).decision === "held";
  return { ...tool, invoke, ...(gate.wait.seconds === null ? { needsApproval: asks } : {}) };
}

interface AnyState {
  getInterruptions(): { name?: string; arguments?: string; rawItem: unknown }[];
  approve(item: unknown): void;
  reject(item: unknown, options?: object): void;
}

/** Tells an interrupted run what was decided. Returns whether nothing waits any more. */
export async function settle(state: unknown, options: GuardOptions = {}): Promise<boolean> {
  const gate = new Gate(options.client);
  let settled = true;
  for (const asked of (state as AnyState).getInterruptions()) {
    const raw = asked.rawItem as { name?: string; arguments?: string; callId?: string };
    const args = JSON.parse(raw.arguments ?? asked.arguments ?? "{}") as Args;
    const answer = await gate.ask(raw.name ?? asked.name ?? "", args, raw.callId ?? "");
    if (answer.decision === "held") settled = false;
    else if (answer.decision === "deny") (state as AnyState).reject(asked, { message: answer.message });
    else (state as AnyState).approve(asked);
  }
  return settled;
}
