// The daemon's HTTP API, as far as functions of one's own process need it.

import * as http from "node:http";
import * as https from "node:https";
import { homedir } from "node:os";
import { join } from "node:path";

/** Every route that this package calls; a test compares them, and all fields, with the daemon's own description. */
export const ROUTES = {
  ask: ["POST", "/v1/functions/ask"],
  begin: ["POST", "/v1/functions/begin"],
  renew: ["POST", "/v1/functions/renew"],
  report: ["POST", "/v1/functions/report"],
  take: ["POST", "/v1/functions/take"],
  finish: ["POST", "/v1/functions/finish"],
  status: ["POST", "/v1/items/{id}/status"],
  news: ["POST", "/v1/agent/news"],
} as const;

/** Anything that kept a function from being run. */
export class GateError extends Error {
  override name = "GateError";
}

/** The daemon could not be asked, or refused the request. */
export class Problem extends GateError {
  override name = "Problem";
  constructor(
    message: string,
    readonly code = "unreachable",
    readonly status = 0,
  ) {
    super(message);
  }
}

/** What the daemon says about a call. */
export interface Answer {
  decision: "allow" | "deny" | "held" | "done";
  message: string;
  item?: string | null;
  status?: string | null;
  run?: string | null;
  args?: Record<string, unknown>;
  result?: unknown;
  receipt?: string | null;
  /** How to propose to take it back, while that is possible. */
  undo_action?: Record<string, unknown> | null;
  latest_reversible_event_id?: string | null;
}

/** Whether this process, and no other, carries out an item now. */
export interface Began {
  begun: boolean;
  item: string;
  status: string;
  message: string;
  args?: Record<string, unknown>;
  until?: number;
}

/** How something ended. */
export type Outcome =
  | { done: { result?: unknown; duration_ms?: number } }
  | { failed: { message: string } }
  | { unknown: { message: string } }
  | { moved: { message: string } }
  | "not_done";

/** A function that a worker knows. */
export interface KnownFunction {
  name: string;
  version?: string;
  undo?: boolean;
  check?: boolean;
}

/** Something for a worker to do. */
export interface Job {
  id: string;
  what: "undo" | "check";
  function: string;
  version: string | null;
  args: Record<string, unknown>;
  result?: unknown;
  item: string;
  receipt: string | null;
  until: number | null;
}

/** Where the daemon is, and who calls. */
export interface ClientOptions {
  /** `http://127.0.0.1:4114` or `unix:/path/daemon.sock`; else `COUNTERSIGN_URL`, else the socket in Countersign's home. */
  url?: string;
  /** An agent's token; else `COUNTERSIGN_TOKEN`. */
  token?: string;
  /** The folder from which calls come; else the working folder. */
  folder?: string;
  /** The run that calls belong to; else the open one of this agent in the folder. */
  run?: string;
  timeoutMs?: number;
}

/** A response of the daemon. */
interface Sent {
  status: number;
  outcome: string | undefined;
  hasNews: boolean;
  text: string;
}

function home(): string {
  const data = process.env["XDG_DATA_HOME"] || join(homedir(), ".local", "share");
  return process.env["COUNTERSIGN_HOME"] || join(data, "countersign");
}

/** Talks to one daemon with one agent's token. */
export class Client {
  readonly url: string;
  readonly token: string;
  readonly folder: string;
  readonly run: string | undefined;
  readonly timeoutMs: number;
  /** Whether the last answer said that there is something that the agent does not know yet. */
  hasNews = false;

  constructor(options: ClientOptions = {}) {
    this.url = options.url || process.env["COUNTERSIGN_URL"] || `unix:${join(home(), "daemon.sock")}`;
    this.token = options.token || process.env["COUNTERSIGN_TOKEN"] || "";
    this.folder = options.folder || process.cwd();
    this.run = options.run;
    this.timeoutMs = options.timeoutMs ?? 30_000;
  }

  /** Asks whether a function may run. The same `call_id` always asks about the same call. */
  ask(call: {
    function: string;
    args: Record<string, unknown>;
    call_id: string;
    version?: string | undefined;
    undo?: boolean | undefined;
    check?: boolean | undefined;
    destructive?: boolean | undefined;
    human_summary?: string | undefined;
  }): Promise<Answer> {
    return this.#call("ask", { ...call, run: this.run });
  }

  /** Takes an allowed item, to carry it out: of all processes, one gets it. */
  begin(item: string, claim: string, more: { version?: string | undefined; lease_s?: number } = {}): Promise<Began> {
    return this.#call("begin", { item, claim, ...more });
  }

  /** Says that an item or a job is still being carried out. */
  renew(id: string, claim: string): Promise<{ until: number | null }> {
    return this.#call("renew", { id, claim });
  }

  /** Says how an item ended. */
  report(item: string, claim: string, outcome: Outcome): Promise<{ status: string; message: string }> {
    return this.#call("report", { item, claim, outcome });
  }

  /** Takes a job for a worker that knows these functions. */
  take(functions: KnownFunction[], claim: string, lease_s?: number): Promise<{ job: Job | null; other_versions: number }> {
    return this.#call("take", { functions, claim, lease_s });
  }

  /** Says how a job ended. */
  finish(job: string, claim: string, outcome: Outcome): Promise<{ message: string; receipt: string | null }> {
    return this.#call("finish", { job, claim, outcome });
  }

  /** Returns what became of an item. */
  status(item: string): Promise<{ status: string; result?: unknown; reason?: string | null }> {
    return this.#call("status", {}, { id: item });
  }

  /** Returns what the agent does not know yet. What is returned counts as told: hand on its `text`. */
  news(): Promise<{ text: string; more: boolean }> {
    return this.#call("news", { run: this.run });
  }

  async #call<T>(name: keyof typeof ROUTES, body: Record<string, unknown>, path: Record<string, string> = {}): Promise<T> {
    const [method, route] = ROUTES[name];
    const place = route.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(path[key] ?? ""));
    const { status, outcome, hasNews, text } = await this.#send(method, place, JSON.stringify(body));
    let got: unknown;
    try {
      got = JSON.parse(text);
    } catch {
      throw new Problem(`the answer with status ${status} is no JSON`, "internal", status);
    }
    // An operation's own output names its outcome; everything else is a problem.
    if (typeof got !== "object" || got === null || outcome === undefined) {
      const problem = (got ?? {}) as { code?: string; detail?: string };
      throw new Problem(problem.detail || `status ${status}`, problem.code ?? "internal", status);
    }
    this.hasNews = hasNews || (name === "news" && (got as { more?: unknown }).more === true);
    return got as T;
  }

  #send(method: string, path: string, body: string): Promise<Sent> {
    const headers = {
      authorization: `Bearer ${this.token}`,
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(body)),
      "countersign-folder": this.folder.split("/").map(encodeURIComponent).join("/"),
      // No agent reads these answers: news must not ride on them.
      "countersign-surface": "function",
    };
    const socketPath = this.url.startsWith("unix:") ? this.url.slice("unix:".length) : undefined;
    const base = new URL(socketPath === undefined ? this.url : "http://localhost");
    const send = base.protocol === "https:" ? https.request : http.request;
    return new Promise((resolve, reject) => {
      const fail = (e: Error) => reject(new Problem(`the daemon at ${this.url} does not answer: ${e.message}`));
      const options = { method, headers, timeout: this.timeoutMs, ...(socketPath === undefined ? {} : { socketPath }) };
      const request = send(new URL(path, base), options, (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("error", fail);
        response.on("end", () => {
          const outcome = response.headers["countersign-outcome"];
          const named = Array.isArray(outcome) ? outcome[0] : outcome;
          const hasNews = response.headers["countersign-news"] !== undefined;
          const text = Buffer.concat(parts).toString("utf8");
          resolve({ status: response.statusCode ?? 0, outcome: named, hasNews, text });
        });
      });
      request.on("error", fail);
      request.on("timeout", () => request.destroy(new Error("it took too long")));
      request.end(body);
    });
  }
}
