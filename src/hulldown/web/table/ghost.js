/**
 * A move before it is made: the preview of the server, as what is chosen and as a layer of the
 * board with a ring of petals for the end facing.
 */

import { dressed } from "../shared/dom.js";
import { LEAVES, still } from "./motion.js";
import { cardOf } from "./orders.js";

/** @import { Ghost, Pick, Preview } from "../shared/types.js" */
/** @import { State } from "./types.js" */

const SVG = "http://www.w3.org/2000/svg";
const STYLE = "/static/table/ghost.css";

/** The parts of a choice that a preview gives. */
export function foretold(/** @type {State} */ s, /** @type {Preview} */ told) {
  const { actions: texts, cost, places, unit, layer, facing, facings } = told;
  const name = (/** @type {string} */ unit) => cardOf(s.view, unit)?.name || unit;
  const words = [
    ...told.threats.map((one) => `${name(one.shooter)}: ${one.text}`),
    ...told.shots.map((one) => `${name(one.target)}: ${one.text}`),
  ];
  if (!told.threats.length) words.unshift("No enemy could fire at it there at once.");
  return { texts, cost, words, route: places.slice(1), ghost: { unit, layer, facing, facings } };
}

/** The next facing that is possible, clockwise for 1; null where there is no other. */
export function turned(/** @type {Ghost} */ ghost, /** @type {number} */ way) {
  const { facing, facings } = ghost;
  const can = facings.filter((one) => one.cost !== null || one.facing === facing);
  const at = can.findIndex((one) => one.facing === facing);
  if (at < 0) return nearest(can, facing);
  const next = can[(at + way + can.length) % Math.max(1, can.length)];
  return next && next.facing !== facing ? next.facing : null;
}

/** The facing to choose from that is nearest to the degree in which the unit looks by itself. */
function nearest(/** @type {Ghost["facings"]} */ can, /** @type {number|null} */ degree) {
  const off = (/** @type {number} */ facing) =>
    Math.abs(((facing - (degree ?? 0) + 540) % 360) - 180);
  return can.map((one) => one.facing).sort((a, b) => off(a) - off(b))[0] ?? null;
}

/** Whether a facing may be chosen. */
export const possible = (/** @type {Ghost} */ ghost, /** @type {number} */ facing) =>
  ghost.facings.some((one) => one.facing === facing && one.cost !== null);

/**
 * Lay the ghost of what is chosen over a board, or take it away; a ring that was asked for by a key
 * is where the next keys go.
 */
export function lay(
  /** @type {SVGSVGElement} */ svg,
  /** @type {Pick|null} */ pick,
  /** @type {boolean} */ keyed,
) {
  const markup = pick?.ghost?.layer ?? "";
  const kept = svg.querySelector(":scope > .l-ghost");
  for (const one of svg.querySelectorAll(".l-units [data-unit]"))
    one.classList.toggle(
      "turning",
      Boolean(pick?.turns) && one.getAttribute("data-unit") === pick?.ghost?.unit,
    );
  if (!markup) return kept && last.has(kept) ? leave(kept) : undefined;
  dressed(STYLE);
  const layer = kept ?? svg.appendChild(document.createElementNS(SVG, "g"));
  const before = last.get(layer);
  if (before?.markup === markup) return;
  const subject = `${pick?.place} ${pick?.turns?.ring ?? ""}`;
  const turning = before?.subject === subject;
  const held = turning ? layer.contains(document.activeElement) : pick?.turns && keyed;
  layer.setAttribute("class", turning || still() ? "l-ghost" : "l-ghost fresh");
  layer.innerHTML = markup;
  last.set(layer, { markup, subject });
  const chosen = /** @type {SVGElement|null} */ (layer.querySelector(".petal.chosen"));
  if (held) chosen?.focus({ preventScroll: true });
}

/** Let a layer fade, unless a person wants no motion. */
function leave(/** @type {Element} */ layer) {
  if (still()) return layer.remove();
  layer.setAttribute("class", "l-gone");
  const fading = layer.animate({ opacity: [1, 0] }, { duration: LEAVES, easing: "ease-out" });
  fading.onfinish = () => layer.remove();
}

/** @type {WeakMap<Element, {markup: string, subject: string}>} */
const last = new WeakMap();

/** The facing of the petal that was hit, null for anything else. */
export function petalOf(/** @type {Event} */ event) {
  const petal = /** @type {Element} */ (event.target).closest?.(".petal");
  return petal ? Number(petal.getAttribute("data-facing")) : null;
}
