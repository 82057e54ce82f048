/** Where a popover stands on the stage: never over the acting unit, its target or their line. */

import { cardOf, standing } from "./orders.js";

/** @import { State } from "./types.js" */

const GAP = 8; // pixels to the edges of the stage
const NEAR = 14; // pixels beside the acting unit
const STEPS = 12; // points of the line between unit and target that stay free

/**
 * Put a popover beside the acting unit, on the side away from its target, or into a corner of the
 * stage; of several places the first that covers nothing of both.
 * @param {HTMLElement} pop
 * @param {State} s
 */
export function placed(pop, s) {
  const stage = /** @type {HTMLElement} */ (pop.parentElement).getBoundingClientRect();
  const at = (/** @type {string} */ unit) => {
    const place = standing(cardOf(s.view, unit));
    return place ? s.board.hex(place)?.getBoundingClientRect() : undefined;
  };
  const [own, aim] = [at(s.unit), at((s.pick?.target || s.target).split(".")[0])];
  const { offsetWidth: wide, offsetHeight: high } = pop;
  const right = stage.right - GAP - wide;
  const foot = stage.bottom - GAP - high;
  const [left, head] = [stage.left + GAP, stage.top + GAP];
  const beside = own ? sides(own, aim, wide, high) : [];
  const corners = [
    [left, foot],
    [right, foot],
    [left, head],
    [right, head],
  ];
  const all = [...beside, ...corners].map(([x, y]) => [
    Math.max(left, Math.min(right, x)),
    Math.max(head, Math.min(foot, y)),
  ]);
  const [x, y] = all.find(([x, y]) => clear(new DOMRect(x, y, wide, high), own, aim)) ?? all[0];
  pop.style.left = `${x - stage.left}px`;
  pop.style.top = `${y - stage.top}px`;
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

/** Whether a popover leaves both units and what lies between them free. */
function clear(
  /** @type {DOMRect} */ box,
  /** @type {DOMRect|undefined} */ own,
  /** @type {DOMRect|undefined} */ aim,
) {
  const covers = (/** @type {DOMRect} */ other) =>
    box.left < other.right &&
    box.right > other.left &&
    box.top < other.bottom &&
    box.bottom > other.top;
  if ((own && covers(own)) || (aim && covers(aim))) return false;
  if (!own || !aim) return true;
  const between = Array.from({ length: STEPS }, (_, i) => {
    const share = i / STEPS;
    const middle = (/** @type {"left"|"top"} */ from, /** @type {"width"|"height"} */ size) =>
      own[from] + own[size] / 2 + share * (aim[from] + aim[size] / 2 - own[from] - own[size] / 2);
    return new DOMRect(middle("left", "width"), middle("top", "height"), 1, 1);
  });
  return !between.some(covers);
}
