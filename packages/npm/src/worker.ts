// A worker: takes back what functions of this process did, and finds out if they ran.

import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import { Client, Problem, type Job, type Outcome } from "./client.js";
import { FUNCTIONS, Moved, said, stay, type Gated } from "./gate.js";

/** How long is waited before each try to say how a job ended: in all less than its lease, so that nobody else takes it. */
const PAUSES_MS = [0, 500, 2000, 5000, 10_000, 20_000];

/** Does the jobs of functions that were put behind the gate with `undo` or `check`. */
export class Worker {
  /** How many jobs waited at the last look for another version of a function. */
  otherVersions = 0;
  #stopped = new AbortController();

  constructor(
    readonly client: Client = new Client(),
    readonly functions: Map<string, Gated> = FUNCTIONS,
    readonly everyMs = 1000,
  ) {}

  /** Does one job, if there is one. Returns whether there was. */
  async once(): Promise<boolean> {
    const able = [...this.functions.values()].filter((f) => f.undo !== undefined || f.check !== undefined);
    const known = able.map((f) => ({
      name: f.name,
      version: f.version,
      undo: f.undo !== undefined,
      check: f.check !== undefined,
    }));
    const claim = randomBytes(16).toString("hex");
    const { job, other_versions } = await this.client.take(known, claim, 60);
    this.otherVersions = other_versions;
    if (!job) return false;
    const alive = stay(this.client, job.id, claim);
    try {
      await this.#finish(job.id, claim, await this.#do(job));
    } finally {
      clearInterval(alive);
    }
    return true;
  }

  /** Says how a job ended, again while the daemon is away: it was done, and must not be left in doubt. */
  async #finish(job: string, claim: string, outcome: Outcome): Promise<void> {
    let problem: Problem | undefined;
    for (const pause of PAUSES_MS) {
      await sleep(pause);
      try {
        await this.client.finish(job, claim, outcome);
        return;
      } catch (e) {
        if (!(e instanceof Problem)) throw e;
        if (e.status > 0 && e.status < 500 && e.status !== 429) {
          // An earlier try got through, and only its answer was lost.
          if (problem !== undefined && e.code === "conflict") return;
          throw e;
        }
        problem = e;
      }
    }
    throw problem;
  }

  async #do(job: Job): Promise<Outcome> {
    const known = this.functions.get(job.function);
    try {
      if (job.what === "undo") {
        if (!known?.undo) return { failed: { message: "nothing takes it back here" } };
        return { done: { result: (await known.undo(job.args as never, job.result as never)) ?? null } };
      }
      if (!known?.check) return { failed: { message: "nothing checks it here" } };
      const found = await known.check(job.args as never);
      if (found === false) return "not_done";
      if (found === true) return { done: {} };
      if (typeof found === "object" && found !== null && "ran" in found) return { done: { result: found.ran } };
      return { failed: { message: "the check cannot tell" } };
    } catch (e) {
      return e instanceof Moved ? { moved: { message: e.message.slice(0, 2000) } } : { failed: { message: said(e) } };
    }
  }

  /** Works until `stop` is called. A daemon that does not answer is asked again. */
  async run(): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      const worked = await this.once().catch(() => false);
      if (!worked) await sleep(this.everyMs, undefined, { signal: this.#stopped.signal }).catch(() => undefined);
    }
  }

  /** Ends `run` after the job at hand. */
  stop(): void {
    this.#stopped.abort();
  }
}
