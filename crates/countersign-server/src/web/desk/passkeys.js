/* ---- Passkeys: the server's challenge, and the browser's signature ---- */

const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
const base64 = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

class Refused extends Error {
  constructor(status, text) {
    super(text);
    this.status = status;
  }
}

async function call(path, body, type = "application/json") {
  const headers = { Accept: "application/json", "Content-Type": type, "Countersign-CSRF": csrf(), ...inLanguage() };
  const response = await fetch(path, { method: "POST", headers, body });
  const text = await response.text();
  if (!response.ok) throw new Refused(response.status, problem(text));
  return JSON.parse(text);
}

async function assertion({ publicKey }) {
  announce(say("live-passkey-asks"));
  const allowCredentials = publicKey.allowCredentials.map((one) => ({ ...one, id: bytes(one.id) }));
  const options = { ...publicKey, challenge: bytes(publicKey.challenge), allowCredentials };
  const { id, response } = await navigator.credentials.get({ publicKey: options });
  return {
    id,
    clientDataJSON: base64(response.clientDataJSON),
    authenticatorData: base64(response.authenticatorData),
    signature: base64(response.signature),
  };
}

// Signs what a form is about to send. Without a passkey it is sent as it is: the engine decides whether that is enough.
async function signFor(action, body) {
  hush("passkey");
  try {
    const challenge = await call(action.pathname.replace("/do/", "/sign/"), body, "application/x-www-form-urlencoded");
    if (!window.PublicKeyCredential) throw new Error(say("live-passkey-none"));
    body.set("assertion", JSON.stringify(await assertion(challenge)));
    return true;
  } catch (error) {
    if (error instanceof Refused && [409, 422].includes(error.status)) return true;
    tell("passkey", passkeyWords(error));
    return false;
  }
}

async function addPasskey(form) {
  const release = hold(form);
  hush("passkey");
  try {
    if (!window.PublicKeyCredential) throw new Error(say("live-passkey-none"));
    const { publicKey, needs_assertion } = await call("/v1/passkeys/begin", "{}");
    const excludeCredentials = publicKey.excludeCredentials.map((one) => ({ ...one, id: bytes(one.id) }));
    const user = { ...publicKey.user, id: bytes(publicKey.user.id) };
    const options = { ...publicKey, challenge: bytes(publicKey.challenge), user, excludeCredentials };
    const made = await navigator.credentials.create({ publicKey: options });
    const attestationObject = base64(made.response.attestationObject);
    const input = { id: made.id, rawId: base64(made.rawId) };
    input.response = { clientDataJSON: base64(made.response.clientDataJSON), attestationObject };
    if (form.elements.label.value.trim()) input.label = form.elements.label.value.trim();
    // A second passkey is confirmed by the first.
    const add = JSON.stringify({ add: attestationObject });
    if (needs_assertion) input.assertion = await assertion(await call("/v1/passkeys/authorize", add));
    await call("/v1/passkeys", JSON.stringify(input));
    show((await load(here)).doc);
    announce(say("live-passkey-added"));
    tell("passkey", say("live-passkey-added"));
    main().focus();
  } catch (error) {
    tell("passkey", passkeyWords(error));
  } finally {
    release();
  }
}

function passkeyWords(error) {
  const known = {
    NotAllowedError: "live-passkey-cancelled",
    AbortError: "live-passkey-cancelled",
    InvalidStateError: "live-passkey-known",
    SecurityError: "live-passkey-place",
  }[error.name];
  if (known) return say(known);
  return error instanceof TypeError ? say("live-unsent") : `${say("live-passkey-failed")} ${error.message}`;
}

/* ---- The initial page ---- */

if ($("#act")) {
  if (clean(location.href) !== location.pathname + location.search + location.hash) {
    history.replaceState(null, "", clean(location.href));
    here = location.pathname + location.search;
  }
  [shownHtml, shownThing] = [htmlOf(document), htmlOf(document, "[data-panel]")];
  dress();
  noteShown();
  // On the page of one thing, its keys apply until the focus moves elsewhere.
  if (document.activeElement === document.body) $("[data-panel]", main())?.focus({ preventScroll: true });
  showInList();
  backInList();
  startBar();
  badge();
  setInterval(tick, 1_000);
  const wanted = location.hash.match(/^#key-([aed])$/)?.[1];
  const part = wanted && $(`[data-key="${wanted}"]`, main());
  // A key that led here only opens its part; its action starts from here.
  if (part) part.matches("button, a") ? part.focus() : reveal(part);
  if (navigator.locks) navigator.locks.request("countersign-events", listen);
  else listen();
  tabs?.postMessage({ ask: true });
}
