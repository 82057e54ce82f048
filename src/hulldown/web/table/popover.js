/** Where a popover stands on the stage: not over who acts, its target, or what may be clicked. */

import { cardOf, groups, legal, offered, spot, standing } from "./orders.js";

/** @import { TableView } from "../shared/types.js" */
/** @import { State } from "./types.js" */

const GAP = 8; // pixels to the edges of the stage
const NEAR = 14; // pixels beside the acting unit
const STEPS = 12; // points of the line between unit and target that stay free

/**
 * Put a popover beside the acting unit, on the side away from its target, or into a corner of the
 * stage: at the place where it covers least, of several the first.
 * @param {HTMLElement} pop
 * @param {State} s
 */
export function placed(pop, s) {
  const stage = /** @type {HTMLElement} */ (pop.parentElement).getBoundingClientRect();
  const at = (/** @type {string} */ place) => s.board.hex(place)?.getBoundingClientRect();
  const of = (/** @type {string} */ unit) => at(standing(cardOf(s.view, unit)) ?? "");
  const ring = document.querySelector(".l-ghost .dial")?.getBoundingClientRect();
  const [own, aim] = [ring ?? of(s.unit), of((s.pick?.target || s.target).split(".")[0])];
  const { offsetWidth: wide, offsetHeight: high } = pop;
  const right = stage.right - GAP - wide;
  const foot = stage.bottom - GAP - high;
  const [left, head] = [stage.left + GAP, stage.top + GAP];
  const all = [
    ...(own ? sides(own, aim, wide, high) : []),
    ...[left, right].map((x) => [x, foot]),
    ...[left, right].map((x) => [x, head]),
  ].map(([x, y]) => [Math.max(left, Math.min(right, x)), Math.max(head, Math.min(foot, y))]);
  const free = choices(s).map(at);
  const covered = (/** @type {number[]} */ [x, y]) =>
    covers(new DOMRect(x, y, wide, high), own, aim, free);
  const [x, y] = all.reduce((best, one) => (covered(one) < covered(best) ? one : best));
  pop.style.left = `${x - stage.left}px`;
  pop.style.top = `${y - stage.top}px`;
}

/** Where on the board the choices of the open group are. */
function choices(/** @type {State} */ s) {
  const view = /** @type {TableView} */ (s.view);
  const open = groups(offered(s)).find((g) => g.id === s.group);
  return [...new Set(legal(open?.orders ?? []).map((o) => spot(view, o)))].filter(Boolean);
}

/** Right and left of the acting unit, the side away from the target first. */
function sides(
  /** @type {DOMRect} */ own,
  /** @type {DOMRect|undefined} */ aim,
  /** @type {number} */ wide,
  /** @type {number} */ high,
) {
  const y = own.top + own.height / 2 - high / 2;
  const two = [
    [own.right + NEAR, y],
    [own.left - NEAR - wide, y],
  ];
  return aim && aim.left > own.left ? two.reverse() : two;
}

/** How much a popover covers: both units and what lies between them weigh more than any choice. */
function covers(
  /** @type {DOMRect} */ box,
  /** @type {DOMRect|undefined} */ own,
  /** @type {DOMRect|undefined} */ aim,
  /** @type {(DOMRect|undefined)[]} */ free,
) {
  const over = (/** @type {DOMRect|undefined} */ other) =>
    other !== undefined &&
    box.left < other.right &&
    box.right > other.left &&
    box.top < other.bottom &&
    box.bottom > other.top;
  const between = Array.from({ length: own && aim ? STEPS : 0 }, (_, i) => {
    const share = i / STEPS;
    const middle = (/** @type {"left"|"top"} */ from, /** @type {"width"|"height"} */ size) => {
      const [start, end] = [own, aim].map((one) => (one ? one[from] + one[size] / 2 : 0));
      return start + share * (end - start);
    };
    return new DOMRect(middle("left", "width"), middle("top", "height"), 1, 1);
  });
  const weight = 1 + free.length;
  return weight * [own, aim, ...between].filter(over).length + free.filter(over).length;
}
