// Makes the review desk live. This only saves page loads: without it each button is a plain form, and each page has the
// same content. Nothing is decided or rendered here: complete pages come from the server, and this module replaces the
// current one.

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const main = () => $("#main");
// A row can have the focus; the page of one item is not a row.
const ROW = "[data-item][tabindex]:not([data-panel])";
const items = () => $$(ROW, main());
// Sheets that wait for their reader; progress sheets do not.
const SHEET = "dialog[open]:not(#progress)";
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

// Texts come from the server, in the reader's language.
const words = new Map($$("[data-w]", $("#words")?.content ?? document).map((w) => [w.dataset.w, w.textContent]));
const say = (name) => words.get(name) ?? "";
// Also for API responses; the browser's own language may differ from the one chosen here.
const inLanguage = () => ({ "Accept-Language": document.documentElement.lang });

function make(tag, properties, ...inside) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...inside);
  return element;
}

/* ---- Status lines beside the page: one per topic, until it is over ---- */

function tell(matter, text, label, act) {
  // An existing line stays, so that its button does not move or lose the focus.
  const before = notice(matter);
  const button = before && $("button", before);
  if (button && before.textContent === `${text} ${label}`) return (button.onclick = act);
  hush(matter);
  const line = make("p", { className: "notice own" }, text);
  line.dataset.matter = matter;
  line.setAttribute("role", "status");
  if (label) line.append(" ", make("button", { type: "button", className: "button small", onclick: act }, label));
  main().before(line);
}
const notice = (matter) => $(`.notice.own[data-matter="${matter}"]`);
const hush = (matter) => notice(matter)?.remove();
const announce = (text) => $("#live") && ($("#live").textContent = text);

/* ---- Pages: fetched, and replacing the current one ---- */

// The last event of the log that the shown page includes.
let shownAt = Number(document.body.dataset.at ?? 0);
let shownHtml = null;
// How far the server's clock, which counts, is ahead of the reader's.
const aheadOf = (doc) => (Number(doc.body.dataset.now) || Date.now()) - Date.now();
let ahead = aheadOf(document);
// Whether the current page is the response to a form, and not that of its address.
let aside = false;
let here = location.pathname + location.search;

async function load(url, options = {}) {
  const headers = { Accept: "text/html", ...options.headers };
  const response = await fetch(url, { ...options, headers });
  const text = await response.text();
  if (!response.headers.get("content-type")?.startsWith("text/html")) throw new Error(problem(text));
  const doc = new DOMParser().parseFromString(text, "text/html");
  return { doc, status: response.status, url: response.redirected ? response.url : null, locked: !$("#act", doc) };
}

// Returns the message of a problem object, or any other text.
function problem(text) {
  try {
    const { detail, hint } = JSON.parse(text);
    return [detail, hint].filter(Boolean).join(". ");
  } catch {
    return text.slice(0, 200);
  }
}

// Updates the frame without disturbing a reader who is typing.
function showFrame(doc) {
  $(".rooms")?.replaceChildren(...($(".rooms", doc)?.childNodes ?? []));
  $("#act")?.replaceWith($("#act", doc));
  showCounting(doc);
  $$("body > .notice:not(.own)").forEach((notice) => notice.remove());
  main().before(...$$("body > .notice", doc));
  takeWord(doc);
  document.title = doc.title;
  document.body.dataset.count = doc.body.dataset.count;
  ahead = aheadOf(doc);
  badge();
}

// Countdowns are on top of every page. They stay in place while they are the same, so that a button does not move.
function showCounting(doc) {
  const [before, after] = [$("#counting"), $("#counting", doc)];
  const about = (strip) => $$("[data-counts], p", strip).map((one) => one.dataset.counts ?? one.textContent).join();
  if (!before || !after || about(before) === about(after)) return;
  const held = document.activeElement?.closest?.("[data-counts]")?.dataset.counts;
  before.replaceWith(after);
  if (held) $(`[data-counts="${CSS.escape(held)}"] button`)?.focus({ preventScroll: true });
  tick();
  announceCounting();
}

// Says once what goes on by itself, and how long is left: whoever does not see the strip hears of it.
const COUNTED = "countersign-counted";
function announceCounting() {
  const strip = $("#counting");
  const said = new Set((sessionStorage.getItem(COUNTED) ?? "").split(" ").filter(Boolean));
  const fresh = strip && !strip.hidden ? $$("[data-counts]", strip).filter((line) => !said.has(line.dataset.counts)) : [];
  if (!fresh.length) return;
  const told = fresh.map((line) => `${$("a", line).textContent} ${$("[data-countdown]", line).textContent}`);
  sessionStorage.setItem(COUNTED, [...said, ...fresh.map((line) => line.dataset.counts)].slice(-200).join(" "));
  const text = `${strip.getAttribute("aria-label")}: ${told.join("; ")}`;
  $("#live-counting").textContent = text;
  if (document.hidden && rings()) new Notification(text, { tag: "countersign-counting", icon: $("link[rel=icon]")?.href });
}

function takeWord(doc) {
  const fresh = $("meta[name=csrf]", doc)?.content;
  if (!fresh || fresh === csrf()) return;
  $("meta[name=csrf]").content = fresh;
  $$("input[name=csrf]").forEach((input) => (input.value = fresh));
}
const csrf = () => $("meta[name=csrf]")?.content ?? "";

// A page's content as the server sent it, without what differs each time: relative times, countdowns, tokens, where an
// answer leads, and syntax colours, for which a page does not wait long.
const htmlOf = (doc, part = "#main") =>
  ($(part, doc)?.innerHTML ?? "")
    .replace(/(name="csrf" value=")[^"]*/g, "$1")
    .replace(/<input type="hidden" name="back"[^>]*>|&amp;back=[^"&]*/g, "")
    .replace(/(<time\b[^>]*>)[^<]*/g, "$1")
    .replace(/<span class="h[a-z]">|<\/span>/g, "")
    .replace(/ data-countdown="\d+">[^<]*/g, ">");

let shownPath = location.pathname;
let shownThing = null;
function show(doc, html = htmlOf(doc)) {
  // What was opened on one page is not opened on another.
  const samePage = location.pathname === shownPath;
  shownPath = location.pathname;
  const listTop = $(".beside")?.scrollTop;
  const chosen = new Set($$(".choose:checked").map((box) => box.value));
  const open = new Set(samePage ? $$("details[open]", main()).map(nameOf) : []);
  const anchor = items().find((item) => item.getBoundingClientRect().bottom > 64);
  const top = anchor?.getBoundingClientRect().top;
  const tops = topsOf();
  showFrame(doc);
  shownAt = Number(doc.body.dataset.at ?? shownAt);
  [shownHtml, shownThing, lastDid] = [html, htmlOf(doc, "[data-panel]"), null];
  main().className = $("#main", doc).className;
  main().replaceChildren(...$("#main", doc).childNodes);
  // A choice is bound to what was shown: if the item changed, its value differs, and it is no longer chosen.
  $$(".choose").forEach((box) => (box.checked = chosen.has(box.value)));
  $$("details", main()).forEach((part) => open.has(nameOf(part)) && (part.open = true));
  const again = anchor && document.getElementById(anchor.id);
  if (!samePage) scrollTo(0, 0);
  else if (again && window.scrollY > 0) window.scrollBy(0, again.getBoundingClientRect().top - top);
  hush("changed");
  if (!samePage) hush("below");
  dress();
  showInList(listTop);
  noteShown(tops);
}
const nameOf = (part) => part.id || $("summary", part)?.textContent;

// Keeps the list beside a thing where it was, and the entry of the thing in sight.
function showInList(top = 0) {
  const list = $(".beside");
  const entry = list && $("li [aria-current]", list);
  if (!list || !entry) return;
  list.scrollTop = top;
  const [within, own] = [list.getBoundingClientRect(), entry.getBoundingClientRect()];
  if (own.top < within.top + 8 || own.bottom > within.bottom - 8) {
    list.scrollTop += own.top - within.top - within.height / 2;
  }
}

// Replaces only the list beside a thing that has not changed itself.
function showListOf(doc) {
  const [before, after] = [$(".beside"), $(".beside", doc)];
  const top = before?.scrollTop;
  if (before && after) before.replaceWith(after);
  [shownAt, shownHtml] = [Number(doc.body.dataset.at), htmlOf(doc)];
  showInList(top);
  tick();
}

// Updates the number of waiting things; the page itself stays.
function count(doc) {
  document.body.dataset.count = doc.body.dataset.count;
  const prefix = doc.title.match(/^\(\d+\+?\) /)?.[0] ?? "";
  document.title = prefix + document.title.replace(/^\(\d+\+?\) /, "");
  $(".rooms a")?.replaceChildren(...($(".rooms a", doc)?.childNodes ?? []));
  showCounting(doc);
  takeWord(doc);
  badge();
}

function badge() {
  const count = Number(document.body.dataset.count ?? 0);
  if (navigator.setAppBadge) (count ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => {});
}

// Removes the last action from the address, so that a reload does not report it again.
function clean(address) {
  const url = new URL(address, location.href);
  ["did", "on", "rc"].forEach((name) => url.searchParams.delete(name));
  return url.pathname + url.search + url.hash;
}

/* ---- The position on a page, restored on the next one ---- */

function placeOf(element) {
  const item = element?.closest?.(ROW);
  const control = element === item ? null : element;
  return {
    item: item?.dataset.item,
    index: items().indexOf(item),
    id: element?.id,
    control: control && { op: control.dataset.op, key: control.dataset.key, name: control.name },
  };
}

function controlIn(item, like) {
  if (!like) return item;
  const same = (c) => c.dataset.op === like.op && c.dataset.key === like.key && c.name === like.name;
  return $$("button, a, input, select, textarea", item).find(same) ?? item;
}

// Returns to the same thing, otherwise to its position, otherwise to the page.
function goTo(place, quietly) {
  const item = place.item && items().find((i) => i.dataset.item === place.item);
  const next = items()[Math.min(Math.max(place.index, 0), items().length - 1)];
  const target =
    $("[autofocus]", main()) ||
    (place.index < 0 && !place.item && $("[data-panel]", main())) ||
    (item && controlIn(item, place.control)) ||
    (place.id && document.getElementById(place.id)) ||
    (place.index >= 0 && next) ||
    main();
  target.focus({ preventScroll: quietly });
  const row = target.closest(ROW);
  if (row && row.dataset.item !== place.item) delay(row);
}

/* ---- Forms: sent in sequence, their page shown in place ---- */

let queue = Promise.resolve();
let underWay = 0;

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  const action = new URL(submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? "", location.href);
  if (form.hasAttribute("data-passkey-add")) {
    event.preventDefault();
    addPasskey(form);
  } else if (form.method === "post" && action.origin === location.origin && action.pathname.startsWith("/do/")) {
    event.preventDefault();
    send(form, submitter, action);
  }
});

async function send(form, submitter, action) {
  const body = new URLSearchParams(new FormData(form, submitter));
  // The reader's zone may be another than the server's.
  for (const field of $$("input[type=datetime-local]", form)) {
    if (field.value) body.set(field.name, new Date(field.value).toISOString());
  }
  $$(SHEET).forEach((dialog) => dialog.close());
  // The bar's key and the menu are used from a row; the reader stays there.
  const place = placeOf([submitter, document.activeElement].find((one) => one && main().contains(one)));
  const release = hold(submitter?.closest(ROW) ?? form, submitter);
  if (form.hasAttribute("data-passkey") && !body.get("assertion")) {
    const signed = await signFor(action, body);
    if (!signed) return release();
  }
  // An idempotency key: a form that is sent twice, after a lost response, counts once.
  deliver({ action, body, place, release, key: crypto.randomUUID?.() ?? String(Math.random()).slice(2) });
}

// Prevents a second press while the first is in progress.
function hold(scope, submitter) {
  const buttons = new Set([...$$("button", scope), submitter].filter((b) => b && !b.disabled));
  buttons.forEach((button) => (button.disabled = true));
  scope.setAttribute("aria-busy", "true");
  return () => {
    buttons.forEach((button) => (button.disabled = false));
    scope.removeAttribute("aria-busy");
  };
}

function deliver(sent) {
  hush("unsent");
  [sent.answered, sent.at] = [false, Date.now() + ahead];
  follow(sent);
  underWay += 1;
  queue = queue.then(() => post(sent)).finally(() => (underWay -= 1));
}

async function post(sent) {
  const once = () => load(sent.action, { method: "POST", body: sent.body, headers: { "Idempotency-Key": sent.key } });
  try {
    let page = await once();
    // A CSRF token ends with its daemon; the session does not.
    if (page.locked && page.status === 403 && (await renew(sent.body))) page = await once();
    if (page.locked) return lockOut(page.doc);
    arrive(page, sent.place);
  } catch (error) {
    const why = error instanceof TypeError ? say("live-unsent") : error.message;
    tell("unsent", why, say("live-again"), () => deliver(sent));
  } finally {
    sent.answered = true;
    sent.release();
  }
}

async function renew(body) {
  // Not the page itself: fetching it would count as seen.
  const { doc, locked } = await load("/");
  if (locked) return false;
  takeWord(doc);
  body.set("csrf", csrf());
  return true;
}

function arrive(page, place) {
  aside = !page.url;
  if (page.url) {
    const to = clean(page.url);
    const same = new URL(to, location.href).pathname === location.pathname;
    history[same ? "replaceState" : "pushState"](null, "", to);
    here = location.pathname + location.search;
  }
  // A reader who has moved to another row meanwhile stays there.
  const row = document.activeElement?.closest?.(ROW);
  if (row && place.item && row.dataset.item !== place.item) place = placeOf(document.activeElement);
  // What the bar covers is not on the screen.
  $("#bar").replaceChildren(...$("#bar", page.doc).childNodes);
  show(page.doc);
  startBar();
  goTo(page.url ? place : { index: -1 });
  announce([$("#bar p")?.textContent, aside && $("h1", main())?.textContent].filter(Boolean).join(" "));
}

// From the list to one of its things, and from thing to thing: only the page's content is loaded.
const ROW_LEFT = "countersign-row";
const openBeside = (link) => goOn(() => goBeside(link));

// One page after the other; what leads on from a page that is still loading waits for it.
let going = null;
function goOn(step) {
  const mine = (going = (going ?? Promise.resolve()).then(step));
  const end = () => going === mine && (going = null);
  mine.then(end, end);
}

async function goBeside(link) {
  const href = link.href;
  const row = link.closest(ROW)?.dataset.item;
  if (row) sessionStorage.setItem(ROW_LEFT, row);
  if (!$(".beside")) return location.assign(href);
  try {
    const page = await load(href);
    if (page.locked) return lockOut(page.doc);
    keepDrafts();
    [aside, stageMoved] = [false, false];
    history.pushState(null, "", href);
    here = location.pathname + location.search;
    show(page.doc);
    ($("[data-panel]", main()) ?? main()).focus({ preventScroll: true });
  } catch {
    location.assign(href);
  }
}

// Back in the list, its reader is where they left it.
function backInList() {
  const left = sessionStorage.getItem(ROW_LEFT);
  const row = left && items().find((one) => one.dataset.item === left);
  if (!row || $("[data-panel]", main())) return;
  sessionStorage.removeItem(ROW_LEFT);
  row.focus({ preventScroll: true });
  row.scrollIntoView({ block: "center" });
  delay(row);
}

addEventListener("popstate", () => {
  if (location.pathname + location.search !== here) location.reload();
});

/* ---- Ended sessions: typed text is kept for an hour, as long as the server remembers the page ---- */

// In the storage of all tabs: the sign-in link opens another one.
const DRAFTS = "countersign-drafts";
const HOUR = 3_600_000;
const written = "input:not([type=hidden], [type=checkbox], [type=radio]), textarea, select";

const formName = (form) =>
  [location.pathname, form.getAttribute("action"), form.elements.namedItem("id")?.value].join(" ");

function isWritten(field) {
  if (field.tagName !== "SELECT") return field.value !== field.defaultValue;
  return field.value !== ($("option[selected]", field) ?? field.options[0])?.value;
}
const unsent = () => $$(written, main()).filter((field) => field.form?.method === "post" && isWritten(field));

function keepDrafts() {
  const drafts = unsent().map((field) => ({ form: formName(field.form), name: field.name, value: field.value }));
  if (drafts.length) localStorage.setItem(DRAFTS, JSON.stringify({ at: Date.now(), drafts }));
}

function restoreDrafts() {
  const kept = JSON.parse(localStorage.getItem(DRAFTS) ?? "null");
  if (!kept) return;
  const forms = new Map($$("form[method=post]", main()).map((form) => [formName(form), form]));
  const left = kept.drafts.filter(({ form, name, value }) => {
    const field = forms.get(form)?.elements.namedItem(name);
    if (!field || Date.now() - kept.at > HOUR) return Date.now() - kept.at <= HOUR;
    field.value = value;
    const folded = field.closest("details");
    if (folded) folded.open = true;
    field.closest(".decide")?.classList.add("unfolded");
    return false;
  });
  if (left.length) localStorage.setItem(DRAFTS, JSON.stringify({ ...kept, drafts: left }));
  else localStorage.removeItem(DRAFTS);
}

function lockOut(doc) {
  keepDrafts();
  document.title = doc.title;
  document.body.replaceChildren(...doc.body.childNodes);
  main().tabIndex = -1;
  main().focus();
  // A reader who signs in elsewhere and returns here is back on the page.
  addEventListener("visibilitychange", async () => {
    if (!document.hidden && !(await load(here).catch(() => ({ locked: true }))).locked) location.reload();
  });
}
