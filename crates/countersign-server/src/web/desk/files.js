/* ---- Files of a difference that the reader has looked through: remembered here, for this version of the thing ---- */

const VIEWED = "countersign-viewed";
const VIEWED_MOST = 50;
const panelShown = () => $("[data-panel][data-shown]", main())?.dataset.shown;

function viewedAll() {
  try {
    return new Map(JSON.parse(localStorage.getItem(VIEWED) ?? "[]"));
  } catch {
    return new Map();
  }
}
const viewed = () => new Set(viewedAll().get(panelShown()) ?? []);

function keepViewed(files) {
  const all = viewedAll();
  all.delete(panelShown());
  if (files.size) all.set(panelShown(), [...files]);
  try {
    localStorage.setItem(VIEWED, JSON.stringify([...all].slice(-VIEWED_MOST)));
  } catch {
    // A full or forbidden storage only forgets.
  }
}

// Beside what folds a file, since that holds nothing else that can be pressed.
function dressFiles() {
  const part = $(".difference[data-viewed]", main());
  if (!part || !panelShown()) return;
  const done = viewed();
  for (const file of $$("details[data-file]", part)) {
    if (file.parentElement.querySelector(".viewed")) continue;
    const box = make("input", { type: "checkbox", checked: done.has(file.dataset.file) });
    box.setAttribute("aria-label", `${part.dataset.viewed}: ${file.dataset.file}`);
    const label = make("label", { className: "viewed quiet" });
    label.append(box, ` ${part.dataset.viewed}`);
    file.before(label);
    if (box.checked) file.open = false;
  }
  countViewed(part, done);
}

function countViewed(part, done) {
  const line = $("[data-viewed-count]", part);
  if (!line) return;
  line.textContent = line.textContent.replace(/\d+/, String(done.size));
  line.hidden = !done.size;
}

document.addEventListener("change", (event) => {
  const label = event.target.closest?.(".viewed");
  if (!label) return;
  const file = label.nextElementSibling;
  const done = viewed();
  file.open = !event.target.checked;
  if (event.target.checked) done.add(file.dataset.file);
  else done.delete(file.dataset.file);
  keepViewed(done);
  countViewed(label.closest("[data-viewed]"), done);
});
