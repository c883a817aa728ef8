// A person at a real daemon, for tests: sees items, decides, edits, takes back.

const URL_ = process.env.COUNTERSIGN_URL;

export async function call(method, path, body) {
  const headers = { authorization: `Bearer ${process.env.COUNTERSIGN_PERSON}`, "content-type": "application/json" };
  const response = await fetch(URL_ + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  return await response.json();
}

export const show = (id) => call("GET", `/v1/show/${id}`);
export const item = async (id) => (await show(id)).item;
export const edit = (id, args) => call("POST", `/v1/items/${id}/edit`, { args });
export const undo = (receipt) => call("POST", `/v1/receipts/${receipt}/undo`, { best_effort: true });

export async function confirm(id) {
  const { digest, typed } = await item(id);
  return await call("POST", `/v1/items/${id}/confirm`, { digest, typed });
}

export async function reject(id, reason) {
  return await call("POST", `/v1/items/${id}/reject`, { digest: (await item(id)).digest, reason });
}

export async function until(what, seconds = 20) {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; ) {
    const got = await what();
    if (got) return got;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("it did not become so");
}

/** Returns an open item about a function with these arguments, if there is one. */
export async function waiting(name, args) {
  const { items } = await call("GET", "/v1/inbox?limit=1000");
  for (const found of items) {
    const told = found.item ?? found;
    const given = told.args?.args ?? {};
    const fits = Object.entries(args).every(([key, value]) => given[key] === value);
    if (told.args?.function === name && told.status === "pending" && fits) return told.id;
  }
  return null;
}

/** Answers the next item about a function as soon as it is asked; returns it. */
export async function answer(act, name, args) {
  const id = await until(() => waiting(name, args));
  await act(id);
  return id;
}
