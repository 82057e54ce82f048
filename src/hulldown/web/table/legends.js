/**
 * The legend: a line for everything that is on this board and nothing else, each with its drawing;
 * the words come from the glossary of the game.
 */

import { drawing, h } from "../shared/dom.js";

/** @import { Terms } from "./types.js" */
/** @typedef {SVGElement[]} Drawings */

/** The drawings; the data of each say what the glossary calls it and on which boards it is. */
export async function drawings() {
  const sheet = drawing(await (await fetch("/static/table/legend.svg")).text());
  return /** @type {Drawings} */ ([...sheet.children]);
}

/** Everything that the shapes of the board say is there; and the ground that they lie on. */
function there(/** @type {Element} */ board) {
  const shapes = [...board.querySelectorAll("[data-is]")];
  const said = shapes.flatMap((one) => (one.getAttribute("data-is") ?? "").split(" "));
  return new Set(["terrain.open", ...said]);
}

/** What is on the board now: its key and its drawing, if there is one. */
function lines(
  /** @type {Element} */ board,
  /** @type {Terms} */ terms,
  /** @type {Drawings} */ drawn,
) {
  const keys = there(board);
  const aids = drawn.filter(({ dataset: { on } }) => on && board.querySelector(on));
  const told = new Set(aids.map(({ dataset: { is } }) => is));
  const plain = new Map(drawn.filter((one) => !one.dataset.on).map((one) => [one.dataset.is, one]));
  const lying = Object.keys(terms).filter((key) => keys.has(key) && !told.has(key));
  return [
    ...aids.map((one) => ({ key: one.dataset.is ?? "", drawn: one })),
    ...lying.map((key) => ({ key, drawn: plain.get(key) })),
  ].filter(({ key }) => terms[key]);
}

/** Fill a legend, if other things are there than before. */
export function fill(
  /** @type {Element} */ list,
  /** @type {Element} */ board,
  /** @type {Terms} */ terms,
  /** @type {Drawings} */ all,
) {
  const shown = lines(board, terms, all);
  const what = shown.map(({ key }) => key).join(" ");
  if (list.getAttribute("data-lines") === what) return;
  list.setAttribute("data-lines", what);
  list.replaceChildren(
    ...shown.map(({ key, drawn }) => {
      const svg = drawing('<svg viewBox="0 0 52 40" aria-hidden="true"></svg>');
      svg.append(...(drawn?.cloneNode(true).childNodes ?? []));
      const name = terms[key].name;
      const attrs = { class: "thing", "data-is": key, "data-key": `legend ${key}` };
      return h("li", {}, h("button", attrs, svg, name));
    }),
  );
}
