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
// So is a stage, of which the difference is made anew with each look.
const isStage = () => location.pathname.startsWith("/stages/");
const still = () =>
  aside || isStage() || $("[data-still]", main()) || (document.hidden && location.pathname !== "/");
let stageMoved = false;

async function refresh() {
  const begun = performance.now();
  const only = still();
  [due, looking, again] = [null, true, false];
  try {
    await queue;
    const shown = only ? null : $("[data-shown]", main())?.dataset.shown;
    const page = await load(only ? "/" : here, shown ? { headers: { "Countersign-Shown": shown } } : {});
    found();
    if (page.locked) return sessionOver();
    if (page.status >= 500) return;
    if (only || (shown && page.status === 409)) count(page.doc);
    if (only) return stageMoved && isStage() && tellChanged();
    // What has moved is fetched, and so counts as seen, only where it comes before the eyes of its reader.
    if (!shown || page.status !== 409) look(page.doc);
    else if (bound(document) || isBusy()) tellChanged();
    else look((await load(here)).doc);
  } catch {
    // The stream may live on while nothing else comes through; then nobody else would say so, or look again.
    lose();
    setTimeout(stir, 2_000);
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
  if (isBusy() || moved(doc)) {
    showFrame(doc);
    return tellChanged();
  }
  const active = document.activeElement;
  const place = main().contains(active) && active !== main() ? placeOf(active) : null;
  show(doc, html);
  if (place) goTo(place, true);
}

const isBusy = () => unsent().length > 0 || swipe !== null || $(SHEET) !== null;

function tellChanged() {
  tell("changed", say("live-changed"), say("live-look"), async () => {
    const page = await load(here).catch(() => null);
    if (!page) return tell("unsent", say("live-unsent"));
    if (page.locked) return sessionOver();
    keepDrafts();
    [aside, stageMoved] = [false, false];
    show(page.doc);
    main().focus();
  });
}

// On the page of one thing, what is answered does not become another under the eyes of its reader.
const bound = (doc) =>
  $$(`form:not(${ROW} form) input[name=digest]`, $("#main", doc)).map((input) => input.value).join();
const moved = (doc) => bound(document) !== "" && bound(document) !== bound(doc);

/* ---- Nobody decides what they have not had before their eyes for this long ---- */

const APPEARS = 700;
// Since when each row and the page itself is shown as it is, and since when it stands where it stands. Each by what it
// would decide: what has moved is another, and an agent that proposes without end delays nothing but its own.
let shownSince = new Map();
let fresh = 0;
const rowName = (row) => `${row.dataset.item} ${row.dataset.digest ?? ""}`;
const pageName = () => {
  const bound = $$(`form:not(${ROW} form) :is(input[name=digest], input[name="items[]"])`, main());
  return [location.pathname, ...bound.map((input) => input.value)].join(" ");
};
const topsOf = () => new Map(items().map((row) => [rowName(row), row.getBoundingClientRect().top]));

// Takes note of what is shown now; `before` is where its rows stood.
function noteShown(before = new Map()) {
  const [now, known, after] = [performance.now(), shownSince, topsOf()];
  shownSince = new Map();
  const isStill = ([name, top]) => before.has(name) && Math.abs(before.get(name) - top) < 8;
  for (const row of after) {
    const { at = now, still = now } = known.get(row[0]) ?? {};
    shownSince.set(row[0], { at, still: isStill(row) ? still : now });
  }
  const { at = now, still = now } = known.get(pageName()) ?? {};
  const allStill = before.size === after.size && [...after].every(isStill);
  shownSince.set(pageName(), { at, still: allStill ? still : now });
  if ([...shownSince.values()].some((one) => one.at === now || one.still === now)) markFresh();
}

function markFresh() {
  clearTimeout(fresh);
  document.body.dataset.fresh = "";
  fresh = setTimeout(() => delete document.body.dataset.fresh, APPEARS);
}

// What somebody is led to without having asked for just that is new to them.
function delay(row) {
  const now = performance.now();
  shownSince.set(rowName(row), { at: now, still: now });
  markFresh();
}

function tooSoon(control, byPointer) {
  const row = control.closest(ROW);
  const { at, still } = shownSince.get(row ? rowName(row) : pageName()) ?? { at: Infinity, still: Infinity };
  const since = byPointer ? Math.max(at, still) : at;
  return performance.now() - since < APPEARS;
}

// To hold something back is never too early.
const decides = (control) =>
  control?.closest("#main") && (control.dataset.op ?? control.form?.dataset.op ?? "countdown.stop") !== "countdown.stop";

document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest?.("#main button");
    if (button && decides(button) && event.isTrusted && tooSoon(button, event.detail > 0)) swallow(event);
  },
  { capture: true },
);
addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  // Nobody has seen what came while they looked elsewhere.
  shownSince = new Map();
  noteShown();
  if (heardAt > shownAt && $("#act")) stir();
});

function sessionOver() {
  keepDrafts();
  tell("over", say("live-over"), say("live-look"), () => location.reload());
}

let lostSince = null;
function hear(news) {
  if (news.event) {
    heardAt = Math.max(heardAt, news.event.seq);
    if (concerns(news.event)) {
      stageMoved ||= /^(stage|receipt)\./.test(news.event.op);
      stir();
    }
    if (news.event.kind === "approval_requested") ring(news.event);
  } else if (news.over) {
    sessionOver();
  } else if (news.online) {
    // A daemon that began anew has new words for its forms.
    if (lostSince !== null || news.at > shownAt) stir();
    found();
  } else lose();
}

// A blink is not worth a word.
function lose() {
  lostSince ??= setTimeout(() => tell("lost", say("live-lost")), 1_000);
}

function found() {
  clearTimeout(lostSince);
  lostSince = null;
  hush("lost");
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
