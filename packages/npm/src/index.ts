// Functions of your own process behind Countersign: a person decides, with receipt and undo.

export { Client, GateError, Problem, ROUTES } from "./client.js";
export type { Answer, Began, ClientOptions, Job, KnownFunction, Outcome } from "./client.js";
export { Denied, Gate, Moved, Pending, block, durable, gate, news, withCallId } from "./gate.js";
export type { Args, GateOptions, Gated, Json, Wait } from "./gate.js";
export { Worker } from "./worker.js";
