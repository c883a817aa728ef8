/* ---- Keys: each presses a button of the focused row, or of the page of one thing ---- */

const writesIn = (element) => element?.closest("input:not([type=checkbox]), textarea, select, [contenteditable]");

document.addEventListener("keydown", (event) => {
  const { key } = event;
  if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && key.toLowerCase() === "k") {
    event.preventDefault();
    return openPalette();
  }
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  // A repeating key moves on, but decides nothing.
  if (event.repeat && !/^Arrow|^[jk]$/.test(key)) return;
  const palette = event.target.closest?.("#palette");
  if (palette) return keyInPalette(event, palette);
  if (writesIn(event.target) || $(SHEET)) return;
  // Single-letter keys can be disabled: speech input types letters.
  if (/^[a-z?]$/.test(key) && $("#words")?.dataset.keys === "off") return;
  const row = document.activeElement?.closest(ROW);
  const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[key];
  const known =
    (step && !isWayOn(key, row) && move(row, step)) ||
    (key === "?" && openKeys()) ||
    (key === "Enter" && row && document.activeElement === row && click($("[data-key=Enter], .summary, h2 a", row))) ||
    (key === "x" && row && click($(".choose", row))) ||
    (key === "m" && row && openMenu(row)) ||
    (/^[a-z]$/.test(key) && press(key, row));
  if (known) event.preventDefault();
});

function click(control) {
  control?.click();
  return Boolean(control);
}

// On the page of one thing j and k lead to the next one, unless one of its rows has the focus.
const isWayOn = (key, row) => !row && $("[data-panel]", main()) && $(`[data-key="${CSS.escape(key)}"]`, main());

function move(row, step) {
  const all = items();
  if (!all.length) return false;
  const next = row ? all[all.indexOf(row) + step] : all[step > 0 ? 0 : all.length - 1];
  const { top, bottom } = next?.getBoundingClientRect() ?? {};
  if (next && (top < 0 || bottom > innerHeight)) delay(next);
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
  return Boolean(next);
}

function press(key, row) {
  // A letter key works only if the list, or the thing that the page is about, has the focus.
  if (!main().contains(document.activeElement)) return false;
  const pressed = `[data-key="${key}"]`;
  // Without a focused row no row is meant; a row's key then only focuses the first.
  const onPage = $$(pressed, main()).find((button) => !button.closest(ROW));
  const button = (key === "u" && $(pressed, $("#bar"))) || (row && $(pressed, row)) || onPage;
  if (button) {
    if (button.disabled) sayWait("live-answering");
    else if (decides(button) && tooSoon(button)) sayWait("live-too-soon");
    else if (button.matches("a[data-beside]") && going) pressLater(key);
    else if (!decides(button) || !goesOnBelow(button)) button.matches("button, a, summary") ? button.click() : reveal(button);
    return true;
  }
  if (key === "y" && !row && $("form.confirm", main())) return sayWait("live-no-key"), true;
  const page = row && "aed".includes(key) && $(".summary", row);
  if (page) location.assign(`${page.href}#key-${key}`);
  else if (!row && $(pressed, main()) && move(null, 1)) delay(items()[0]);
  return Boolean(page);
}

// Keys that lead on are pressed again once the page that the last one led to is shown; decisions never are.
let repeats = 0;
function pressLater(key) {
  if (repeats >= 20) return;
  repeats += 1;
  goOn(() => {
    repeats -= 1;
    const link = $$(`a[data-beside][data-key="${key}"]`, main()).find((one) => !one.closest(ROW));
    return link && goBeside(link);
  });
}

// Says why a key or a click did nothing, in sight and aloud, without moving anything.
let waitSign = 0;
function sayWait(word) {
  clearTimeout(waitSign);
  $(".wait-sign")?.remove();
  const sign = make("p", { className: "wait-sign" }, say(word));
  sign.setAttribute("aria-hidden", "true");
  document.body.append(sign);
  announce(say(word));
  waitSign = setTimeout(() => {
    sign.remove();
    if ($("#live")?.textContent === say(word)) announce("");
  }, 1_500);
}

// Opens a part of the page that a key leads to, and focuses its first field.
function reveal(part) {
  if (part.tagName === "DETAILS") part.open = true;
  ($("input:not([type=hidden]), select, textarea, button", part) ?? part).focus();
}

/* ---- Touch: swipe right for yes if one gesture is enough, left for no; long press for the menu ---- */

const ARMED = 96;
let swipe = null;

// On the page of a thing a swipe decides nothing: right leads to the list, left to what comes next.
let stroke = null;
const isWide = (element) => element && element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== "visible";
document.addEventListener("pointerdown", (event) => {
  const panel = event.target.closest?.("[data-panel]");
  stroke = null;
  if (event.pointerType !== "touch" || !panel || event.target.closest("input, textarea, select, .decide")) return;
  for (let at = event.target; at && at !== panel; at = at.parentElement) if (isWide(at)) return;
  stroke = { x: event.clientX, y: event.clientY, id: event.pointerId };
});
document.addEventListener("pointerup", (event) => {
  if (!stroke || event.pointerId !== stroke.id) return;
  const [dx, dy] = [event.clientX - stroke.x, event.clientY - stroke.y];
  stroke = null;
  if (Math.abs(dx) < ARMED || Math.abs(dy) > ARMED / 2) return;
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }), 50);
  $(dx > 0 ? "a[data-back]" : ".next a[rel=next]", main())?.click();
});

let pressedOn = null;
document.addEventListener("pointerdown", (event) => {
  pressedOn = event.target;
  const row = event.target.closest?.(".line[data-item]");
  if (event.pointerType !== "touch" || !row || event.target.closest("button, input, .button")) return;
  swipe = { row, x: event.clientX, y: event.clientY, id: event.pointerId, dx: 0, moves: false };
  swipe.yes = $("button[data-key=y]:not(:disabled)", row);
  swipe.no = $("button[data-key=n]:not(:disabled)", row);
  swipe.long = setTimeout(() => {
    const held = swipe?.row;
    endSwipe();
    if (held) navigator.vibrate?.(10), openMenu(held);
  }, 550);
});

document.addEventListener("pointermove", (event) => {
  if (!swipe || event.pointerId !== swipe.id) return;
  const [dx, dy] = [event.clientX - swipe.x, event.clientY - swipe.y];
  if (Math.hypot(dx, dy) > 10) clearTimeout(swipe.long);
  if (!swipe.moves && Math.abs(dy) > 12 && Math.abs(dy) > Math.abs(dx)) return endSwipe();
  if (!swipe.moves && Math.abs(dx) < 12) return;
  if (!swipe.moves) {
    swipe.moves = true;
    swipe.row.setPointerCapture?.(swipe.id);
  }
  const wanted = dx > 0 ? swipe.yes : swipe.no;
  // Without such an answer the row moves only a little.
  swipe.dx = wanted ? dx : Math.sign(dx) * Math.min(Math.abs(dx) / 4, 20);
  const armed = wanted && Math.abs(dx) >= ARMED;
  if (armed && !swipe.armed) navigator.vibrate?.(10);
  swipe.armed = armed;
  swipe.row.dataset.swipe = wanted ? (dx > 0 ? "yes" : "no") : "none";
  swipe.row.classList.toggle("armed", Boolean(armed));
  swipe.row.style.setProperty("--dx", `${swipe.dx}px`);
});

document.addEventListener("pointerup", () => {
  const { armed, dx, yes, no, moves } = swipe ?? {};
  // Lifting the finger from a link is not a click.
  if (moves) addEventListener("click", swallow, { capture: true, once: true });
  if (moves) setTimeout(() => removeEventListener("click", swallow, { capture: true }), 50);
  endSwipe();
  const wanted = dx > 0 ? yes : no;
  if (armed) tooSoon(wanted, true) ? sayWait("live-too-soon") : wanted.click();
});
document.addEventListener("pointercancel", endSwipe);
// A long press on a row opens our menu, not the browser's.
document.addEventListener("contextmenu", (event) => {
  if (event.pointerType === "touch" && event.target.closest?.(".line[data-item]")) event.preventDefault();
});

function swallow(event) {
  if (!event.isTrusted) return;
  event.preventDefault();
  event.stopPropagation();
}

function endSwipe() {
  if (!swipe) return;
  clearTimeout(swipe.long);
  delete swipe.row.dataset.swipe;
  swipe.row.classList.remove("armed");
  swipe.row.style.removeProperty("--dx");
  swipe = null;
}

/* ---- Sheets: the menu of an item, the palette, the keys ---- */

function openMenu(row) {
  const sheet = $("#menu");
  if (!sheet || !$('[data-op="item.reject"]', row)) return false;
  $("h2", sheet).textContent = $(".summary", row)?.textContent ?? "";
  for (const form of $$("form", sheet)) {
    form.action = form.dataset.to;
    form.elements.id.value = row.dataset.item;
    form.elements.digest.value = row.dataset.digest ?? "";
    // The fields of every form on this page: the CSRF token, and the page to return to.
    $$(".carried", form).forEach((input) => input.remove());
    form.append(...$$("#act input").map((input) => Object.assign(input.cloneNode(), { className: "carried" })));
  }
  $("[data-part=open]", sheet).href = $(".summary", row)?.href ?? "/";
  $("textarea", sheet).value = "";
  sheet.dataset.from = row.dataset.item;
  row.focus({ preventScroll: true });
  sheet.showModal();
  $("textarea", sheet).focus();
  return true;
}

// The palette has its own page; here it opens over the current one.
async function openPalette() {
  const sheet = $("#palette") ?? document.body.appendChild(make("dialog", { id: "palette", className: "sheet" }));
  if (sheet.open) return sheet.close();
  sheet.setAttribute("aria-label", say("palette-title"));
  try {
    const { doc, locked } = await load("/palette");
    if (locked) return lockOut(doc);
    // An undo in the palette returns to the page behind it.
    $$("input[name=back]", doc).forEach((input) => (input.value = $("#act input[name=back]").value));
    sheet.replaceChildren(...$("#main", doc).childNodes);
  } catch {
    return tell("unsent", say("live-unsent"), say("live-again"), openPalette);
  }
  const find = $("input[type=search]", sheet);
  find.oninput = () => {
    filter(sheet, find.value);
    findThings(sheet, find);
  };
  sheet.showModal();
  find.focus();
}

// What waits is looked for on the server, once the typing pauses.
let searches = 0;
async function findThings(sheet, find) {
  const [text, mine] = [find.value.trim(), ++searches];
  await sleep(150);
  if (mine !== searches) return;
  const { doc } = text ? await load(`/palette?q=${encodeURIComponent(text)}`).catch(() => ({})) : {};
  const list = $("#things", sheet);
  if (mine !== searches || !list || list.contains(document.activeElement)) return;
  list.replaceChildren(...((doc && $("#things", doc)?.childNodes) ?? []));
  filter(sheet, find.value);
}

function filter(sheet, text) {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (one) => wanted.every((word) => one.dataset.find.includes(word));
  $$("[data-find]", sheet).forEach((one) => (one.hidden = !fits(one)));
  const isEmpty = (part) => !$("[data-find]:not([hidden])", part);
  $$("section", sheet).forEach((part) => (part.hidden = isEmpty(part) && (wanted.length > 0 || part.id === "things")));
}

function keyInPalette(event, sheet) {
  const all = $$("[data-find]:not([hidden])", sheet).map((one) => $("button, a", $("form", one) ?? one));
  const find = $("input[type=search]", sheet);
  const at = all.indexOf(document.activeElement);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) {
    event.preventDefault();
    (all[at + step] ?? (at + step < 0 ? find : document.activeElement)).focus();
  } else if (event.key === "Enter" && event.target === find) {
    event.preventDefault();
    // Enter runs only a searched entry; an empty search selects nothing.
    if (find.value.trim()) all[0]?.matches("a") ? all[0].click() : all[0]?.focus();
  }
}

function openKeys() {
  showKeys();
  return true;
}

async function showKeys() {
  const { doc } = await load("/palette").catch(() => ({}));
  const keys = doc && $("#keys", doc);
  if (!keys) return;
  $("#keys-sheet")?.remove();
  const close = make("button", { type: "button", className: "button" }, say("live-close"));
  close.dataset.close = "";
  const sheet = document.body.appendChild(make("dialog", { id: "keys-sheet", className: "sheet" }, keys, close));
  sheet.setAttribute("aria-labelledby", "palette-keys");
  sheet.showModal();
}

document.addEventListener("click", (event) => {
  const on = (selector) => event.target.closest?.(selector);
  const plain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (on("[data-open=palette]") && plain) {
    event.preventDefault();
    openPalette();
  } else if (on("[data-close]") || (event.target.matches?.("dialog.sheet") && pressedOn === event.target)) {
    // A click beside the sheet closes it, unless the finger was down before it opened.
    const sheet = on("dialog");
    sheet.close();
    items().find((item) => item.dataset.item === sheet.dataset.from)?.focus();
  } else if (on(".bar .close") && plain) {
    event.preventDefault();
    $("#bar").replaceChildren();
    main().focus();
  } else if (on("[data-more-answers]")) on(".decide").classList.toggle("unfolded");
  else if (on("a[data-beside]") && plain) {
    event.preventDefault();
    openBeside(on("a[data-beside]"));
  } else if (on("[data-push]")) pushOn(on("[data-push]"));
  else if (on("[data-notify]")) toggleNotify(on("[data-notify]"));
  else if (on("[data-copy]")) copy(on("[data-copy]"));
});

document.addEventListener("change", (event) => {
  const { target } = event;
  if (target.matches(".choose-all")) {
    $$(".choose", target.closest("details")).forEach((box) => (box.checked = target.checked));
  }
  if (target.matches(".ticks .choose")) choosePart(target);
  if (target.matches(".choose, .choose-all")) countChosen();
});

/* ---- A tree of files: a folder's box ticks what is in it, a file's box its hunks; differences come when opened ---- */

const isByName = (box) => $(":scope > .choose", box.closest("li"))?.matches("[data-by-name]");

// A ticked file includes its hunks, so they are not sent beside it.
function choosePart(box) {
  const part = box.closest("li");
  for (const one of $$(".choose", part)) {
    if (one === box || box.matches(".of-hunk")) continue;
    // A folder does not stand for what is asked for by name: only its own box ticks it.
    if (box.checked && isByName(one) && !box.matches("[data-by-name]")) continue;
    one.checked = box.checked;
    one.disabled = one.matches(".of-hunk") && box.checked;
  }
}

document.addEventListener("toggle", ({ target }) => target.matches?.(".ticks details[open]") && showPart(target), true);

async function showPart(part) {
  const link = $(":scope > p > a", part);
  if (!link) return;
  const digestOf = (doc) => $(".landing input[name=digest]", doc)?.value;
  try {
    const { doc } = await load(link.href);
    const fresh = doc.getElementById(part.firstElementChild.id)?.parentElement.lastElementChild;
    // What is shown belongs to what would land: a stage that has changed is shown anew, all of it.
    if (!fresh || digestOf(doc) !== digestOf(document)) {
      show(doc);
      return tell("changed", say("live-stage-changed"));
    }
    link.parentElement.replaceWith(fresh);
    if ($(":scope > .choose", part.parentElement)?.checked) choosePart($(":scope > .choose", part.parentElement));
    countChosen();
  } catch (error) {
    tell("unread", error.message);
  }
}

// Without script a folder is chosen by its name; with script, by what is ticked in it.
function dressTree() {
  for (const box of $$(".ticks .folder > .choose[name]", main())) {
    box.removeAttribute("name");
    box.disabled = false;
  }
}

function countTree() {
  for (const box of $$(".ticks .folder > .choose", main())) {
    const inside = $$("li:not(.folder) > .choose", box.parentElement);
    const count = inside.filter((one) => one.checked).length;
    const part = $$(".of-hunk:checked:not(:disabled)", box.parentElement).length;
    // So that the next click unticks a folder in which only what is asked for by name is left.
    const own = inside.filter((one) => one.checked || !one.matches("[data-by-name]"));
    box.checked = count > 0 && count === own.length;
    box.indeterminate = count + part > 0 && count < inside.length;
  }
  for (const box of $$(".ticks li:not(.folder) > .choose", main())) {
    box.indeterminate = !box.checked && $(".of-hunk:checked", box.parentElement) !== null;
  }
  const said = $("[data-chosen]", main());
  const chosen = $$(".ticks li:not(.folder) > .choose:checked", main()).map((box) => box.parentElement);
  if (!said || !$(".ticks", main())) return;
  said.dataset.chosen ||= said.textContent;
  const sum = (what) => chosen.flatMap((one) => $$(`summary ${what}`, one)).reduce((all, one) => all + Number(one.textContent.slice(1)), 0);
  said.textContent = chosen.length ? `+${sum("ins")} −${sum("del")}` : said.dataset.chosen;
}

async function copy(button) {
  await navigator.clipboard.writeText($("code", button.parentElement).textContent);
  button.textContent = say("live-copied");
  announce(say("live-copied"));
  setTimeout(() => (button.textContent = say("live-copy")), 2_000);
}

/* ---- Page enhancements that only make sense with script ---- */

function dress() {
  for (const pre of $$("pre.copy", main())) {
    const button = make("button", { type: "button", className: "button small" }, say("live-copy"));
    button.dataset.copy = "";
    if (navigator.clipboard && !$("[data-copy]", pre)) pre.append(button);
  }
  // Selects all of one kind. Destructive items have no checkbox, so they are never included.
  for (const heading of $$("details.group > summary", main())) {
    const boxes = $$(".choose", heading.parentElement);
    if (boxes.length < 2 || $(".choose-all", heading.parentElement)) continue;
    const all = make("input", { type: "checkbox", className: "choose-all" });
    all.setAttribute("aria-label", `${say("live-all")}: ${heading.textContent}`);
    // Beside the heading: what folds a group holds nothing else that can be pressed.
    const label = make("label", { className: "quiet" });
    label.append(all, say("live-all"));
    heading.after(label);
  }
  const decide = $(".decide", main());
  if (decide && !$("[data-more-answers]", decide)) {
    const more = make("button", { type: "button", className: "button quiet more-answers" }, "⋯");
    more.dataset.moreAnswers = "";
    more.setAttribute("aria-label", say("list-more-answers"));
    $(".ways", decide)?.append(more);
  }
  restoreDrafts();
  dressTree();
  dressFiles();
  countChosen();
  $$("[data-notify]").forEach(dressNotify);
  $$("[data-push]").forEach(dressPush);
  followInbox();
  tick();
  announceCounting();
}

function countChosen() {
  countTree();
  for (const button of $$("[data-needs-choice]", main())) {
    const count = $$(".choose:checked:not(:disabled)").filter((box) => box.name && box.form === button.form).length;
    button.dataset.label ??= button.textContent;
    button.textContent = count ? `${button.dataset.label} (${count})` : button.dataset.label;
    button.disabled = !count;
  }
  for (const all of $$(".choose-all", main())) {
    const boxes = $$(".choose", all.closest("details"));
    const count = boxes.filter((box) => box.checked).length;
    all.checked = count === boxes.length;
    all.indeterminate = count > 0 && !all.checked;
  }
}

const language = document.documentElement.lang;
const ago = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
const moment = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "long" });
const UNITS = [["day", 86_400], ["hour", 3_600], ["minute", 60], ["second", 1]];

function tick() {
  const now = Date.now() + ahead;
  for (const time of $$("time[data-at]")) {
    const at = Number(time.dataset.at);
    const seconds = Math.round((at - now) / 1000);
    const [unit, size] = UNITS.find(([, s]) => Math.abs(seconds) >= s) ?? UNITS.at(-1);
    const text = Math.abs(seconds) < 5 ? ago.format(0, "second") : ago.format(Math.trunc(seconds / size), unit);
    if (time.textContent !== text) time.textContent = text;
    if (!time.dataset.local) time.title = moment.format(at), (time.dataset.local = "yes");
  }
  for (const left of $$("[data-countdown]")) {
    const seconds = Math.max(0, Math.ceil((Number(left.dataset.countdown) - now) / 1000));
    left.textContent = left.textContent.replace(/\d+/, String(seconds));
  }
}

// The bar disappears after its time, which pauses while it is used or the page is hidden.
let barTimer = null;
function startBar() {
  placeBar();
  clearInterval(barTimer);
  const bar = $("[data-bar]");
  if (!bar) return;
  let left = Number(bar.dataset.bar);
  barTimer = setInterval(() => {
    const kept = document.hidden || bar.matches(":hover, :focus-within");
    bar.classList.toggle("kept", kept);
    if (kept || (left -= 250) > 0) return;
    clearInterval(barTimer);
    bar.remove();
  }, 250);
}
