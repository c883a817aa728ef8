/* ---- Live: one stream of events for all tabs; each then looks at its own page again ---- */

// What pages cause by being looked at, and what tells of telling: no page is another for it.
const QUIET =
  /^(show|visit\.since|link|process|watch|passkey\.(begin|authorize|challenge)|webhook\.(due|delivered|failed))\b/;
let heardAt = shownAt;
let due = null;
let looking = false;
let again = false;
let restUntil = 0;

function concerns({ seq, op, status }) {
  // What an agent only reads, or may do unasked, waits for nobody.
  const passed = location.pathname === "/" && op === "call.propose" && status !== "held";
  return seq > shownAt && !QUIET.test(op) && !passed;
}

// Soon, and together with whatever else happens until then. After each page there is a rest, the longer the slower it
// was, so that a flood of events leaves most of the time for the reader.
function stir() {
  // A page that is on its way may have been made before this.
  if (looking) again = true;
  else due ??= setTimeout(refresh, Math.max(10, restUntil - performance.now()));
}

// Looking counts: what nobody has before their eyes, or says of itself that it stands still, is not looked at for them.
const still = () => $("[data-still]", main()) || (document.hidden && location.pathname !== "/");

async function refresh() {
  const begun = performance.now();
  const only = still();
  [due, looking, again] = [null, true, false];
  try {
    await queue;
    const page = await load(only ? "/" : here);
    if (page.locked) return sessionOver();
    if (page.status < 500) only ? count(page.doc) : look(page.doc);
  } catch {
    // The stream tells when the server is there again.
  } finally {
    looking = false;
    restUntil = performance.now() + Math.min(performance.now() - begun, 250);
    if (again) stir();
  }
}

function look(doc) {
  if (underWay || Number(doc.body.dataset.at) < shownAt) return;
  const html = $("#main", doc).innerHTML;
  if (aside || html === shownHtml) {
    shownAt = Number(doc.body.dataset.at);
    return showFrame(doc);
  }
  if (unsent().length || swipe || $("dialog[open]") || moved(doc)) {
    showFrame(doc);
    tell("changed", say("live-changed"), say("live-look"), () => {
      keepDrafts();
      show(doc);
      main().focus();
    });
    return;
  }
  const active = document.activeElement;
  const place = main().contains(active) && active !== main() ? placeOf(active) : null;
  show(doc, html);
  justSwapped();
  if (place) goTo(place, true);
}

// On the page of one thing, what is answered does not become another under the eyes of its reader.
function moved(doc) {
  const bound = "form:not([data-item] form) input[name=digest]";
  const [before, after] = [document, doc].map((d) => $$(bound, $("#main", d)).map((input) => input.value).join());
  return before !== "" && before !== after;
}

// Nobody meant the row that has only just come to stand under the finger.
let fresh = 0;
function justSwapped() {
  clearTimeout(fresh);
  document.body.dataset.fresh = "";
  fresh = setTimeout(() => delete document.body.dataset.fresh, 300);
}
const tooSoon = () => "fresh" in document.body.dataset;
document.addEventListener(
  "click",
  (event) => {
    const decides = event.target.closest?.("#main button[data-op], #main form[data-op] button");
    if (decides && event.isTrusted && event.detail > 0 && tooSoon()) swallow(event);
  },
  { capture: true },
);
addEventListener("visibilitychange", () => {
  if (!document.hidden && heardAt > shownAt && $("#act")) stir();
});

function sessionOver() {
  keepDrafts();
  tell("over", say("live-over"), say("live-look"), () => location.reload());
}

let lostSince = null;
function hear(news) {
  if (news.event) {
    heardAt = Math.max(heardAt, news.event.seq);
    if (concerns(news.event)) stir();
    if (news.event.kind === "approval_requested") ring(news.event);
  } else if (news.over) {
    sessionOver();
  } else if (news.online) {
    clearTimeout(lostSince);
    hush("lost");
    // A daemon that began anew has new words for its forms.
    if (lostSince !== null || news.at > shownAt) stir();
    lostSince = null;
  } else {
    // A blink is not worth a word.
    lostSince ??= setTimeout(() => tell("lost", say("live-lost")), 1_000);
  }
}

// A browser opens few connections to one server, so one tab listens and tells the others.
const tabs = "BroadcastChannel" in window ? new BroadcastChannel("countersign") : null;
let leads = false;
let online = true;
function pass(news) {
  hear(news);
  tabs?.postMessage(news);
}
if (tabs) tabs.onmessage = ({ data }) => (data.ask ? leads && tabs.postMessage({ online, at: heardAt }) : hear(data));

// Not an EventSource: that hears no event whose name it was not told, and cannot tell an ended session from a server
// that is away.
async function listen() {
  leads = true;
  for (let wait = 250; ; wait = Math.min(wait * 2, 10_000)) {
    try {
      const headers = { Accept: "text/event-stream", "Last-Event-ID": String(heardAt) };
      const stop = new AbortController();
      const response = await fetch("/v1/events", { headers, signal: stop.signal });
      if (response.status === 401 || response.status === 403) return pass({ over: true });
      // The log ends before: it is another one, and nothing that was heard counts.
      if (response.status === 409) heardAt = shownAt = 0;
      if (!response.ok) throw new Error(String(response.status));
      online = true;
      pass({ online, at: heardAt });
      wait = 250;
      for await (const event of eventsOf(response.body, stop)) pass({ event });
    } catch {
      // Whatever it was: it is tried again.
    }
    online = false;
    pass({ online });
    const back = new Promise((done) => addEventListener("online", done, { once: true }));
    await Promise.race([sleep(wait * (0.75 + Math.random() / 2)), back]);
  }
}

// The events of a stream. The server says something every 15 seconds; one that says nothing for a minute is gone.
async function* eventsOf(body, stop) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (let text = ""; ; ) {
    const dead = setTimeout(() => stop.abort(), 60_000);
    const { value, done } = await reader.read().finally(() => clearTimeout(dead));
    if (done) return;
    const blocks = (text + value).split("\n\n");
    text = blocks.pop();
    for (const block of blocks) {
      const field = (name) => block.match(new RegExp(`^${name}: (.*)$`, "m"))?.[1];
      heardAt = Math.max(heardAt, Number(field("id") ?? 0));
      if (!field("data")) continue;
      const { seq, op, status, run, subject, actor } = JSON.parse(field("data"));
      yield { seq, op, status, run, subject, actor, kind: field("event") };
    }
  }
}

/* ---- Ringing: once per run and subject, with how many things of it wait now; only where that was asked for ---- */

const NOTIFY = "countersign-notify";
const rings = () => localStorage.getItem(NOTIFY) === "on" && window.Notification?.permission === "granted";

async function ring({ run, subject, actor }) {
  if (!document.hidden || !rings()) return;
  const query = new URLSearchParams({ limit: "1000", ...(subject && { subject }) });
  try {
    const inbox = await (await fetch(`/v1/inbox?${query}`)).json();
    const count = inbox.items.filter((item) => item.run === run).length;
    if (!count) return;
    // The same tag takes the place of the one before.
    const options = { tag: `${run} ${subject ?? ""}`, icon: $("link[rel=icon]")?.href };
    const notice = new Notification(`${actor.split(":").pop()}: ${count} ${say("live-waits")}`, options);
    notice.onclick = () => (window.focus(), notice.close());
  } catch {
    // Some telephones let only installed workers ring; title and badge still count.
  }
}

function dressNotify(button) {
  button.hidden = !window.Notification;
  const denied = window.Notification?.permission === "denied";
  button.disabled = denied;
  button.textContent = say(denied ? "live-notify-denied" : rings() ? "live-notify-off" : "live-notify-on");
}

async function toggleNotify(button) {
  if (rings()) localStorage.removeItem(NOTIFY);
  else if ((await Notification.requestPermission()) === "granted") localStorage.setItem(NOTIFY, "on");
  dressNotify(button);
}
