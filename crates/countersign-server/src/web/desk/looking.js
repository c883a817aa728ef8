/* ---- Who else looks at this: asked for while the page is open and in sight ---- */

const LOOKS_AGAIN = 20_000;
setInterval(async () => {
  const line = $("[data-looking]");
  if (!line || document.hidden) return;
  const answer = await fetch(`/looks/${encodeURIComponent(line.dataset.looking)}`).catch(() => null);
  const said = answer?.ok ? await answer.text() : "";
  if (line.textContent !== said) line.textContent = said;
}, LOOKS_AGAIN);
