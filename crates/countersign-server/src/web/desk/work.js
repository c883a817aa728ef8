/* ---- Long-running work: its progress, and the button that ends it ---- */

const PATIENCE = 700;
const PACE = 500;

// Requests without a response yet. They block nothing: the reader can continue.
async function follow(sent) {
  await sleep(PATIENCE);
  if (sent.answered) return;
  const sheet = make("dialog", { id: "progress", className: "sheet" });
  sheet.setAttribute("aria-label", say("live-under-way"));
  document.body.append(sheet);
  sheet.show();
  for (; !sent.answered; await sleep(PACE)) {
    const { work } = await fetch("/v1/works", { headers: inLanguage() }).then((r) => r.json()).catch(() => ({ work: [] }));
    if (sent.answered) break;
    const op = sent.action.pathname.replace("/do/", "");
    const effects = ["rehearsal", "landing", "undo"];
    const own = work.filter((one) => one.kind === op || (effects.includes(one.kind) && one.begun_at >= sent.at));
    showWork(sheet, own);
  }
  sheet.remove();
}

// Each line stays in place, so that a button does not move.
function showWork(sheet, works) {
  if (!$("h2", sheet)) sheet.append(make("h2", {}, say("live-under-way")));
  const ids = new Set(works.map((one) => one.id));
  $$("[data-work]", sheet).forEach((line) => ids.has(line.dataset.work) || line.remove());
  for (const one of works) {
    const line = $(`[data-work="${CSS.escape(one.id)}"]`, sheet) ?? sheet.appendChild(workLine(one));
    const bar = $("progress", line);
    bar.hidden = !one.total;
    [bar.max, bar.value] = [one.total || 1, one.done];
    $(".count-of", line).textContent = one.total ? `${one.done} / ${one.total}` : "";
    if (one.ended_by) line.dataset.ended = "";
    $("button", line).disabled ||= Boolean(one.ended_by);
    $("button", line).hidden = !one.can_end;
  }
}

function workLine({ id, what }) {
  const end = make("button", { type: "button", className: "button no" }, say("live-cancel"));
  end.onclick = () => {
    end.disabled = true;
    // Work that has ended meanwhile disappears at the next refresh.
    call(`/v1/works/${id}/end`, "{}").catch(() => {});
  };
  const bar = make("progress", {});
  bar.setAttribute("aria-label", what);
  const line = make("p", {}, make("span", {}, what), " ", make("span", { className: "count-of quiet" }), bar, end);
  line.dataset.work = id;
  return line;
}

// The inbox lists all work in progress. Only that part is refreshed, so that nothing else moves.
let followsInbox = false;
async function followInbox() {
  if (followsInbox || !$("[data-under-way]", main())) return;
  followsInbox = true;
  while ($("[data-under-way]")) {
    await sleep(PACE * 2);
    const page = document.hidden ? null : await load(here).catch(() => null);
    const block = $("[data-under-way]");
    if (!page || page.locked || page.status !== 200 || !block || $("#main", page.doc) === null) continue;
    const fresh = $("[data-under-way]", page.doc);
    const held = document.activeElement?.closest?.("[data-work]")?.dataset.work;
    if (fresh) block.replaceWith(fresh);
    else block.remove(), stir();
    if (held) $(`[data-work="${CSS.escape(held)}"] button`)?.focus({ preventScroll: true });
  }
  followsInbox = false;
}
