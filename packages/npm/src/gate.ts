// Puts functions behind the gate: ask, wait, run once with the approved arguments, report.
// Whatever goes wrong while asking means no.

import { AsyncLocalStorage } from "node:async_hooks";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import { Client, GateError, type Answer, type Outcome } from "./client.js";

export type Json = unknown;
export type Args = Record<string, unknown>;

/** A person or the policy said no, or nobody could be asked. The function did not run. */
export class Denied extends GateError {
  override name = "Denied";
  constructor(
    readonly reason: string,
    readonly item?: string,
  ) {
    super(reason);
  }
}

/**
 * Nobody has decided yet, or nobody knows how an earlier attempt ended. The function did not run.
 * Call again with the same call id, in this process or another one, to go on.
 */
export class Pending extends GateError {
  override name = "Pending";
  constructor(
    readonly item: string,
    readonly callId: string,
    readonly status: string,
    message: string,
  ) {
    super(`${message} It is ${item} (${status}).`);
  }
}

/** Thrown by an `undo`: something has changed since, and nothing was taken back. */
export class Moved extends Error {
  override name = "Moved";
}

/** How long a call waits for a person. */
export interface Wait {
  readonly seconds: number | null;
}

/** Waits that long for a person; then `Pending` is thrown, and the item stays. */
export function block(seconds: number): Wait {
  return { seconds };
}

/** Does not wait: `Pending` is thrown at once, and a later call with the same call id goes on. */
export function durable(): Wait {
  return { seconds: null };
}

/** How long a call waits if nothing is said. */
export const DEFAULT_WAIT: Wait = block(24 * 3600);
/** The pauses between questions while a person thinks. */
const SOONEST_MS = 100;
const LATEST_MS = 2000;
const LEASE_S = 60;
/** Where an object that an agent's model reads has the news. */
const NEWS_KEY = "countersign";

const ids = new AsyncLocalStorage<string>();

/** Gives calls inside an id: asking again with it, also after a restart, asks about the same call. */
export function withCallId<T>(id: string, inside: () => T): T {
  return ids.run(id, inside);
}

/** Returns an id that the daemon takes: a random one if there is none, a hash of an odd one. */
export function plainId(id: string | undefined): string {
  if (!id) return `js-${randomUUID()}`;
  return /^[A-Za-z0-9_.:-]{1,200}$/.test(id) ? id : `js-${createHash("sha256").update(id).digest("hex")}`;
}

/** Returns a function's name as the daemon takes it. */
export function plainName(name: string): string {
  return name.replace(/[^A-Za-z0-9_.:-]/g, "_").slice(0, 128) || "function";
}

function plainJson(value: unknown): unknown {
  try {
    const text = JSON.stringify(value);
    return text === undefined ? null : (JSON.parse(text) as unknown);
  } catch {
    return String(value).slice(0, 10_000);
  }
}

/** What a call says of its function. */
export interface More {
  version?: string | undefined;
  undo?: boolean | undefined;
  check?: boolean | undefined;
  destructive?: boolean | undefined;
  summary?: string | undefined;
}

/** Carries functions through one daemon. */
export class Gate {
  #client: Client | undefined;

  constructor(
    client?: Client,
    readonly wait: Wait = DEFAULT_WAIT,
  ) {
    this.#client = client;
  }

  get client(): Client {
    return (this.#client ??= new Client());
  }

  /** Asks once. Whatever goes wrong is a no. */
  async ask(name: string, args: Args, callId: string, more: More = {}): Promise<Answer> {
    try {
      const { summary, ...rest } = more;
      const call = { function: plainName(name), args, call_id: plainId(callId), human_summary: summary, ...rest };
      return await this.client.ask(call);
    } catch (e) {
      return { decision: "deny", message: `the gate could not be asked: ${said(e)}` };
    }
  }

  /**
   * Returns what the agent does not know yet, for its next turn: instructions of a person, answers, what became of its
   * proposals, and what was undone. Each is told once; empty if there is nothing.
   */
  async news(): Promise<string> {
    try {
      return ((await this.client.news()).text ?? "").trim();
    } catch {
      return ""; // it waits for the next time
    }
  }

  /**
   * Returns what an agent's model reads of a call, with what it does not know yet, if the last answer said that there is
   * something. A text gets it at its end, a plain object as `countersign`; to anything else nothing is added, and it
   * stays untold.
   */
  async withNews<T>(result: T): Promise<T> {
    const isText = typeof result === "string";
    const isPlain = typeof result === "object" && result !== null && Object.getPrototypeOf(result) === Object.prototype;
    const canCarry = isText || (isPlain && !(NEWS_KEY in (result as object)));
    const news = canCarry && this.client.hasNews ? await this.news() : "";
    if (!news) return result;
    return (isText ? `${result as string}\n\n[countersign] ${news}` : { ...result, [NEWS_KEY]: news }) as T;
  }

  /** Asks until there is an answer, or the time to wait is over. */
  async decide(name: string, args: Args, callId: string, wait: Wait = this.wait, more: More = {}): Promise<Answer> {
    const until = performance.now() + (wait.seconds ?? 0) * 1000;
    for (let pause = SOONEST_MS; ; pause = Math.min(pause * 1.5, LATEST_MS)) {
      const answer = await this.ask(name, args, callId, more);
      const left = until - performance.now();
      // Nobody waits for what a person must clear up first.
      if (answer.decision !== "held" || answer.status === "needs_review" || left <= 0) return answer;
      await sleep(Math.min(pause, left));
    }
  }

  /** Runs `run` with the approved arguments, once. Returns an earlier result if it ran before. */
  async carryOut<T>(
    name: string,
    args: Args,
    run: (args: Args) => T | Promise<T>,
    options: { callId?: string | undefined; wait?: Wait | undefined } & More = {},
  ): Promise<T> {
    const { callId, wait, ...more } = options;
    const id = plainId(callId);
    const answer = await this.decide(name, args, id, wait ?? this.wait, more);
    if (answer.decision === "done") return answer.result as T;
    if (answer.decision === "held" && answer.item) {
      throw new Pending(answer.item, id, answer.status ?? "", answer.message);
    }
    if (answer.decision !== "allow") throw new Denied(answer.message, answer.item ?? undefined);
    // It only reads, says the person's policy: there is nothing to claim.
    if (!answer.item) return await run(answer.args ?? {});
    try {
      return await this.#run(answer.item, id, run, more.version);
    } catch (e) {
      // Another process was faster, and has ended since.
      if (!(e instanceof Pending) || e.status !== "applied" || e.item !== answer.item) throw e;
      const again = await this.ask(name, args, id, more);
      if (again.decision !== "done") throw e;
      return again.result as T;
    }
  }

  async #run<T>(item: string, callId: string, run: (args: Args) => T | Promise<T>, version?: string): Promise<T> {
    const claim = randomBytes(16).toString("hex");
    const begun = await this.client.begin(item, claim, { version, lease_s: LEASE_S }).catch((e: unknown) => {
      throw new Denied(`the gate could not be asked: ${said(e)}`, item);
    });
    if (!begun.begun) {
      if (["applied", "applying", "needs_review", "pending", "stale", "confirmed"].includes(begun.status)) {
        throw new Pending(item, callId, begun.status, begun.message);
      }
      throw new Denied(begun.message, item);
    }
    const alive = stay(this.client, item, claim);
    const began = performance.now();
    try {
      const result = await run(begun.args ?? {});
      const duration_ms = Math.round(performance.now() - began);
      await this.#report(item, claim, { done: { result: plainJson(result), duration_ms } });
      return result;
    } catch (e) {
      await this.#report(item, claim, { failed: { message: said(e) } });
      throw e;
    } finally {
      clearInterval(alive);
    }
  }

  async #report(item: string, claim: string, outcome: Outcome): Promise<void> {
    let problem: unknown;
    for (const pause of [0, 500, 2000, 5000]) {
      await sleep(pause);
      try {
        await this.client.report(item, claim, outcome);
        return;
      } catch (e) {
        problem = e;
      }
    }
    // It ran: its caller gets the result, and a person is asked what became of it.
    process.emitWarning(`${item} ran, and that could not be reported: ${said(problem)}`);
  }
}

/** Returns what the agent does not know yet, for its next turn. What is returned counts as told. */
export function news(client?: Client): Promise<string> {
  return new Gate(client).news();
}

/** Says again and again that something is still being carried out. */
export function stay(client: Client, id: string, claim: string): NodeJS.Timeout {
  const timer = setInterval(() => void client.renew(id, claim).catch(() => undefined), (LEASE_S * 1000) / 3);
  timer.unref();
  return timer;
}

export function said(e: unknown): string {
  return (e instanceof Error ? `${e.name}: ${e.message}` : String(e)).slice(0, 2000);
}

/** A function behind the gate, as a worker must know it. */
export interface Gated {
  name: string;
  version: string;
  undo: ((args: never, result: never) => unknown) | undefined;
  check: ((args: never) => unknown) | undefined;
}

/** Functions that were put behind the gate in this process. */
export const FUNCTIONS = new Map<string, Gated>();

/** How a function is put behind the gate. */
export interface GateOptions<A, R> {
  /** Takes back what the function did; a `Worker` calls it. */
  undo?: (args: A, result: R) => unknown;
  /** Finds out if it ran: `{ ran: result }`, `true`, or `false`; anything else means that it cannot tell. */
  check?: (args: A) => unknown;
  /** Makes people type its name. */
  destructive?: boolean;
  summary?: string;
  wait?: Wait;
  version?: string;
  client?: Client;
}

/** Puts a function of one object of arguments behind the gate. */
export function gate<A extends object, R>(
  name: string,
  run: (args: A) => R | Promise<R>,
  options: GateOptions<A, R> = {},
): (args: A) => Promise<R> {
  const { undo, check, destructive, summary, wait } = options;
  const code = [run, undo, check].map((part) => (part ? part.toString() : "none")).join("\0");
  const version = options.version ?? createHash("sha256").update(code).digest("hex").slice(0, 16);
  const own = plainName(name);
  FUNCTIONS.set(own, { name: own, version, undo, check });
  const through = new Gate(options.client);
  return (args: A) =>
    through.carryOut<R>(own, { ...args } as Args, (approved) => run(approved as A), {
      callId: ids.getStore(),
      wait,
      version,
      destructive,
      summary,
      undo: undo !== undefined,
      check: check !== undefined,
    });
}
