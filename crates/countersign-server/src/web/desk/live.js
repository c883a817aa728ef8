/* ---- Live: one stream of events for all tabs; each then refreshes its own page ---- */

// Events caused by viewing pages or by notifications: they change no page.
const QUIET =
  /^(show|visit\.since|link|process|watch|passkey\.(begin|authorize|challenge)|webhook\.(due|delivered|failed)|push\.key)\b/;
let heardAt = shownAt;
let due = null;
let looking = false;
let again = false;
let restUntil = 0;

function concerns({ seq, op, status }) {
  // An agent's reads and allowed calls wait for nobody.
  const passed = location.pathname === "/" && op === "call.propose" && status !== "held";
  return seq > shownAt && !QUIET.test(op) && !passed;
}

// Refreshes soon, together with other events until then. After each page there is a pause, longer for slower pages, so
// that a flood of events leaves most of the time to the reader.
function stir() {
  // A page being fetched may have been rendered before this event.
  if (looking) again = true;
  else due ??= setTimeout(refresh, Math.max(10, restUntil - performance.now()));
}

// Fetching counts as viewing: hidden pages, and pages marked as still, are not refreshed. Neither are stages, whose
// diff is computed on each view.
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
    // A changed page is fetched, and so counts as seen, only if its reader sees it.
    if (!shown || page.status !== 409) look(page.doc);
    else if (bound(document) || isBusy()) tellChanged();
    else look((await load(here)).doc);
  } catch {
    // The stream may live on while requests fail; then nothing else would report that, or retry.
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
  const html = htmlOf(doc);
  if (aside || html === shownHtml) {
    shownAt = Number(doc.body.dataset.at);
    return showFrame(doc);
  }
  if (isBusy() || moved(doc)) {
    showFrame(doc);
    const isSame = shownThing && htmlOf(doc, "[data-panel]") === shownThing;
    return isSame ? showListOf(doc) : tellChanged();
  }
  const active = document.activeElement;
  const place = main().contains(active) && active !== main() ? placeOf(active) : null;
  show(doc, html);
  if (place) goTo(place, true);
}

const isBusy = () => unsent().length > 0 || swipe !== null || $(SHEET) !== null;

// What somebody else did to the thing on this page, and the last thing that happened.
const DID = {
  "item.confirm": "live-did-confirm",
  "items.confirm_selected": "live-did-confirm",
  "item.reject": "live-did-reject",
  "set.dismiss": "live-did-reject",
  "item.defer": "live-did-defer",
  "item.edit": "live-did-edit",
  "item.withdraw": "live-did-withdraw",
};
let lastDid = null;
let lastOp = null;
function note({ op, status, actor, ids }) {
  lastOp = op;
  const item = $("[data-panel]", main())?.dataset.item;
  if (item && status === "done" && DID[op] && ids?.includes(item)) lastDid = `${actor.split(":").pop()} ${say(DID[op])}`;
}
const whatChanged = () => (isStage() ? say("live-stage-moved") : lastDid) ?? say(lastOp === "call.propose" && !bound(document) ? "live-new" : "live-changed");

function tellChanged() {
  tell("changed", whatChanged(), say("live-look"), async () => {
    const page = await load(here).catch(() => null);
    if (!page) return tell("unsent", say("live-unsent"));
    if (page.locked) return sessionOver();
    keepDrafts();
    [aside, stageMoved] = [false, false];
    show(page.doc);
    main().focus();
  });
}

// On the page of one thing, its content is not replaced while its reader looks at it.
const bound = (doc) =>
  $$(`form:not(${ROW} form) input[name=digest]`, $("#main", doc)).map((input) => input.value).join();
const moved = (doc) => bound(document) !== "" && bound(document) !== bound(doc);

/* ---- Content must be visible for this long before it can be decided ---- */

const APPEARS = 700;
// Since when each row and the page itself have their content and position. Keyed by what would be decided: changed
// content is a new entry, so an agent that keeps proposing delays only its own rows.
let shownSince = new Map();
let fresh = 0;
const rowName = (row) => `${row.dataset.item} ${row.dataset.digest ?? ""}`;
const pageName = () => {
  const bound = $$(`form:not(${ROW} form) :is(input[name=digest], input[name="items[]"])`, main());
  return [location.pathname, ...bound.map((input) => input.value)].join(" ");
};
const topsOf = () => new Map(items().map((row) => [rowName(row), row.getBoundingClientRect().top]));

// Records what is shown now; `before` has the previous positions of its rows.
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
  noteEnd();
  if ([...shownSince.values()].some((one) => one.at === now || one.still === now)) markFresh();
}

function markFresh() {
  clearTimeout(fresh);
  document.body.dataset.fresh = "";
  fresh = setTimeout(() => delete document.body.dataset.fresh, APPEARS);
}

// A row that got the focus automatically is new to the reader.
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

/* ---- What a yes decides must have been on the screen to its end ---- */

// Since when the end of what each page would do has been on the screen.
const endSeen = new Map();
// The answers may lie over the end of the page.
function endShows() {
  const end = $("[data-end]", main());
  if (!end) return true;
  placeBar();
  const bar = $("#bar .bar")?.getBoundingClientRect().top ?? innerHeight;
  return end.getBoundingClientRect().top <= Math.min(innerHeight - answersHeight(), bar) + 1;
}
// How much of the screen the answers take, which stay in sight at its lower end.
function answersHeight() {
  const answers = $(":is(.decide, .landing)", main());
  const stays = answers && getComputedStyle(answers).position === "sticky";
  return stays ? Math.max(0, innerHeight - answers.getBoundingClientRect().top) : 0;
}
// The bar is never over the answers: a touch there would take back the answer before.
function placeBar() {
  if ($("#bar .bar")) document.documentElement.style.setProperty("--answers", `${answersHeight()}px`);
}
function noteEnd() {
  if (document.hidden || endSeen.has(pageName()) || !endShows()) return;
  endSeen.set(pageName(), performance.now());
  hush("below");
  markFresh();
}
addEventListener("scroll", noteEnd, { capture: true, passive: true });
// Layouts also move without a scroll: a notice goes, a part folds.
setInterval(() => (placeBar(), noteEnd()), 150);

// The yes to a thing of which more is below shows that instead.
function goesOnBelow(button) {
  const isYes = (button.dataset.op ?? button.form?.dataset.op) === "item.confirm";
  if (!isYes || button.closest(ROW) || !$("[data-end]", main())) return false;
  if (opensFolded()) return true;
  noteEnd();
  const since = endSeen.get(pageName());
  if (since !== undefined) return performance.now() - since < APPEARS;
  scrollBy({ top: innerHeight * 0.6 });
  tell("below", say("list-below"));
  return true;
}

// A file that was folded, but not ticked as viewed, is opened before a yes.
function opensFolded() {
  const done = viewed();
  const folded = $$("details[data-file]:not([open])", main()).filter((file) => !done.has(file.dataset.file));
  if (!folded.length) return false;
  folded.forEach((file) => (file.open = true));
  folded[0].scrollIntoView({ block: "start" });
  endSeen.delete(pageName());
  tell("below", say("list-below"));
  return true;
}

// Holding something is always allowed.
const decides = (control) =>
  control?.closest("#main") && (control.dataset.op ?? control.form?.dataset.op ?? "countdown.stop") !== "countdown.stop";

document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest?.("#main button");
    if (!button || !decides(button) || !event.isTrusted) return;
    const isEarly = tooSoon(button, event.detail > 0);
    if (isEarly) sayWait("live-too-soon");
    if (isEarly || goesOnBelow(button)) swallow(event);
  },
  { capture: true },
);
addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  // Content that arrived while the page was hidden has not been seen.
  shownSince = new Map();
  endSeen.clear();
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
      note(news.event);
      // That it was looked at changes nothing in it.
      stageMoved ||= /^(stage|receipt)\./.test(news.event.op) && news.event.op !== "stage.diff";
      stir();
    }
    if (news.event.kind === "approval_requested") ring(news.event);
  } else if (news.over) {
    sessionOver();
  } else if (news.online) {
    // A restarted daemon has new CSRF tokens.
    if (lostSince !== null || news.at > shownAt) stir();
    found();
  } else lose();
}

// A short interruption is not reported.
function lose() {
  lostSince ??= setTimeout(() => tell("lost", say("live-lost")), 1_000);
}

function found() {
  clearTimeout(lostSince);
  lostSince = null;
  hush("lost");
}

// A browser opens few connections to one server, so one tab listens and forwards to the others.
const tabs = "BroadcastChannel" in window ? new BroadcastChannel("countersign") : null;
let leads = false;
let online = true;
function pass(news) {
  hear(news);
  tabs?.postMessage(news);
}
if (tabs) tabs.onmessage = ({ data }) => (data.ask ? leads && tabs.postMessage({ online, at: heardAt }) : hear(data));

// Not an EventSource: it ignores unknown event names, and cannot distinguish an ended session from an unreachable
// server.
async function listen() {
  leads = true;
  for (let wait = 250; ; wait = Math.min(wait * 2, 10_000)) {
    try {
      const headers = { Accept: "text/event-stream", "Last-Event-ID": String(heardAt) };
      const stop = new AbortController();
      const response = await fetch("/v1/events", { headers, signal: stop.signal });
      if (response.status === 401 || response.status === 403) return pass({ over: true });
      // The log is shorter than the position: it is another log, so start over.
      if (response.status === 409) heardAt = shownAt = 0;
      if (!response.ok) throw new Error(String(response.status));
      online = true;
      pass({ online, at: heardAt });
      wait = 250;
      for await (const event of eventsOf(response.body, stop)) pass({ event });
    } catch {
      // Whatever the error, it is retried.
    }
    online = false;
    pass({ online });
    const back = new Promise((done) => addEventListener("online", done, { once: true }));
    await Promise.race([sleep(wait * (0.75 + Math.random() / 2)), back]);
  }
}

// Yields the events of a stream. The server sends something every 15 seconds; after a silent minute it is gone.
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
      const ids = [...new Set(field("data").match(/\bi\d+-[0-9a-f]+\b/g))].slice(0, 100);
      yield { seq, op, status, run, subject, actor, ids, kind: field("event") };
    }
  }
}

/* ---- Notifications: one per run and subject, with the number of waiting things; only if enabled ---- */

const NOTIFY = "countersign-notify";
const rings = () => localStorage.getItem(NOTIFY) === "on" && window.Notification?.permission === "granted";

async function ring({ run, subject, actor }) {
  if (!document.hidden || !rings()) return;
  const query = new URLSearchParams({ limit: "1000", ...(subject && { subject }) });
  try {
    const inbox = await (await fetch(`/v1/inbox?${query}`)).json();
    const count = inbox.items.filter((item) => item.run === run).length;
    if (!count) return;
    // The same tag replaces the previous notification.
    const options = { tag: `${run} ${subject ?? ""}`, icon: $("link[rel=icon]")?.href };
    const notice = new Notification(`${actor.split(":").pop()}: ${count} ${say("live-waits")}`, options);
    notice.onclick = () => (window.focus(), notice.close());
  } catch {
    // Some phones allow notifications only from service workers; title and badge still count.
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
