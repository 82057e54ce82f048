/** The search over all rulebooks: a box with what was found below, walked through by arrow keys. */

import { $, h } from "../shared/dom.js";
import { call } from "../shared/net.js";

/** @import { Hit } from "./types.js" */

const PAUSE = 160; // milliseconds after the last letter

/** Make the box of the page search; `here` is the ruleset whose book is open. */
export function searching(here = "") {
  const box = /** @type {HTMLInputElement} */ ($("find"));
  const list = $("hits");
  let timer = 0;
  let asked = 0;
  const look = async () => {
    const q = box.value.trim();
    asked += 1;
    const mine = asked;
    if (!q) return show(list, null);
    const found = await call(`/api/rules/search?${new URLSearchParams({ q, here })}`);
    if (mine === asked) show(list, found, here);
  };
  const soon = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => look().catch(() => {}), PAUSE);
  };
  box.addEventListener("input", soon);
  box.addEventListener("keydown", (event) => {
    if (event.key === "Escape") show(list, null);
    else if (event.key === "ArrowDown") step(event, list, box, 0);
    else if (event.key === "Enter") links(list)[0]?.click();
  });
  list.addEventListener("keydown", (event) => {
    const at = links(list).indexOf(/** @type {any} */ (document.activeElement));
    if (event.key === "ArrowDown") step(event, list, box, at + 1);
    else if (event.key === "ArrowUp") step(event, list, box, at - 1);
    else if (event.key === "Escape") {
      show(list, null);
      box.focus();
    }
  });
  list.addEventListener("click", (event) => {
    if (/** @type {Element} */ (event.target).closest("a")) show(list, null);
  });
  const word = new URLSearchParams(location.search).get("q");
  if (word) {
    box.value = word;
    soon();
  }
}

const links = (/** @type {HTMLElement} */ list) => [...list.querySelectorAll("a")];

/** Put the focus on a hit; above the first it is back in the box. */
function step(
  /** @type {Event} */ event,
  /** @type {HTMLElement} */ list,
  /** @type {HTMLElement} */ box,
  /** @type {number} */ at,
) {
  event.preventDefault();
  const all = links(list);
  if (at < 0) box.focus();
  else all[Math.min(at, all.length - 1)]?.focus();
}

function show(
  /** @type {HTMLElement} */ list,
  /** @type {{hits: Hit[], count: number}|null} */ found,
  here = "",
) {
  list.hidden = !found;
  $("found").textContent = found ? told(found) : "";
  const hits = found?.hits ?? [];
  const other = hits.findIndex((hit) => hit.ruleset !== here);
  const rows = hits.map((hit, i) => [
    here && i === other && h("li", { class: "none" }, "In the books of other games"),
    h("li", {}, link(hit)),
  ]);
  list.replaceChildren(...rows.flat().filter((row) => row instanceof HTMLElement));
  if (found && !found.hits.length)
    list.append(h("li", { class: "none" }, "No rulebook has these words."));
}

const told = (/** @type {{hits: Hit[], count: number}} */ { hits, count }) =>
  count > hits.length ? `${count} found, the best ${hits.length} shown` : `${count} found`;

const link = (/** @type {Hit} */ hit) =>
  h(
    "a",
    { href: hit.address },
    h("b", {}, hit.id || hit.title),
    h("span", { class: "whence" }, hit.id ? `${hit.name} \u00b7 ${hit.title}` : hit.name),
    h("span", { class: "snip" }, hit.before, hit.found && h("mark", {}, hit.found), hit.after),
  );
