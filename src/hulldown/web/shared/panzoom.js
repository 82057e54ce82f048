/** Pan and zoom of the board by changing its viewBox: wheel, drag, pinch, buttons. */

/** @import { Movable, Sight, Spot } from "./types.js" */

const MOST = 6;
const STEP = 1.4; // of the buttons
// Pixels: when places would be narrower with all in view, the board starts closer, with places of a
// width between these, so that its shorter way fits.
const SMALL = 36;
const START = [54, 72];
const WIDER = 2; // times what shows at first, where units are to be seen together
const SLIP = 6; // pixels a pointer may move and still click

/**
 * Let a board be moved by hand; what the buttons do is returned. One pointer alone moves it unless
 * `holds` says that it is at work on the board.
 */
export function panzoom(/** @type {Movable} */ board) {
  const whole = { x: 0, y: 0, width: 1, height: 1 };
  /** @type {Sight} */
  const sight = { board, whole, now: whole, fingers: new Map(), travelled: 0 };
  board.opened = () => opened(sight);
  board.seek = (spot) => seek(sight, spot);
  listen(sight);
  const middle = () => {
    const { x, y, width, height } = sight.now;
    return { x: x + width / 2, y: y + height / 2 };
  };
  return {
    closer: () => zoom(sight, STEP, middle()),
    farther: () => zoom(sight, 1 / STEP, middle()),
    fit: () => show(sight, sight.whole, full(sight)),
    frame: (/** @type {Spot[]} */ spots) => frame(sight, spots),
  };
}

const held = (/** @type {number} */ value, /** @type {number} */ low, /** @type {number} */ high) =>
  Math.min(Math.max(value, low), Math.max(low, high));

/** Height of the picture on the page for each unit of its width. */
function slope(/** @type {Sight} */ { board, whole }) {
  const box = board.svg?.getBoundingClientRect();
  return box?.width && box.height ? box.height / box.width : whole.height / whole.width;
}

/** Width of the view in which the whole board shows. */
const full = (/** @type {Sight} */ sight) =>
  Math.max(sight.whole.width, sight.whole.height / slope(sight));

/** Where a view starts: kept within the board, in its middle when it is larger. */
const start = (
  /** @type {number} */ at,
  /** @type {number} */ size,
  /** @type {number} */ from,
  /** @type {number} */ all,
) => (size >= all ? from - (size - all) / 2 : held(at, from, from + all - size));

/** Show the part that starts at a spot and is `wide` wide. */
function show(
  /** @type {Sight} */ sight,
  /** @type {Spot} */ { x, y },
  /** @type {number} */ wide,
) {
  const { board, whole } = sight;
  const width = held(wide, whole.width / MOST, full(sight));
  const height = width * slope(sight);
  const left = start(x, width, whole.x, whole.width);
  const top = start(y, height, whole.y, whole.height);
  sight.now = { x: left, y: top, width, height };
  board.svg?.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
  board.box.classList.toggle("zoomed", width < full(sight) * 0.999);
  board.shown?.();
}

/** Board position of a spot on the screen. */
function place(/** @type {Sight} */ { board }, /** @type {Spot} */ { x, y }) {
  const matrix = board.svg?.getScreenCTM()?.inverse();
  return matrix ? new DOMPoint(x, y).matrixTransform(matrix) : new DOMPoint();
}

function zoom(/** @type {Sight} */ sight, /** @type {number} */ factor, /** @type {Spot} */ about) {
  const { now, whole } = sight;
  const width = held(now.width / factor, whole.width / MOST, full(sight));
  const share = width / now.width;
  const from = (/** @type {"x"|"y"} */ way) => about[way] - (about[way] - now[way]) * share;
  show(sight, { x: from("x"), y: from("y") }, width);
}

/** A new picture: the whole of it, or where that would be too small, a part. */
function opened(/** @type {Sight} */ sight) {
  const { board } = sight;
  const { x, y, width, height } = /** @type {SVGSVGElement} */ (board.svg).viewBox.baseVal;
  sight.whole = { x, y, width, height };
  const across = board.svg?.getBoundingClientRect().width ?? 0;
  const narrow = across && (board.cell * across) / full(sight) < (board.least ?? SMALL);
  const fits = (board.cell * across * slope(sight)) / height;
  const closer = (board.cell * across) / held(fits, START[0], START[1]);
  show(sight, sight.whole, narrow ? closer : full(sight));
}

/** Bring a spot into view, with the hexes around it; nothing moves when it is there already. */
function seek(/** @type {Sight} */ sight, /** @type {Spot} */ { x, y }) {
  const { now, board } = sight;
  const edge = board.cell / 2;
  const inside = (
    /** @type {number} */ at,
    /** @type {number} */ from,
    /** @type {number} */ size,
  ) => at > from + edge && at < from + size - edge;
  if (inside(x, now.x, now.width) && inside(y, now.y, now.height)) return;
  show(sight, { x: x - now.width / 2, y: y - now.height / 2 }, now.width);
}

/**
 * Bring the first of some spots into view with as many of the others as there is room for, those
 * near it first; where all of the board shows nothing moves.
 */
function frame(/** @type {Sight} */ sight, /** @type {Spot[]} */ [first, ...others]) {
  const { now, board } = sight;
  if (!first || now.width > full(sight) * 0.999) return;
  const most = Math.min(full(sight), WIDER * now.width);
  const rim = 2 * board.cell;
  const far = (/** @type {Spot} */ { x, y }) => Math.hypot(x - first.x, y - first.y);
  let [left, right, top, foot] = [first.x, first.x, first.y, first.y];
  for (const { x, y } of others.sort((a, b) => far(a) - far(b))) {
    const [l, r] = [Math.min(left, x), Math.max(right, x)];
    const [t, f] = [Math.min(top, y), Math.max(foot, y)];
    if (r - l + rim <= most && f - t + rim <= most * slope(sight))
      [left, right, top, foot] = [l, r, t, f];
  }
  const wide = Math.max(now.width, right - left + rim, (foot - top + rim) / slope(sight));
  show(sight, { x: (left + right - wide) / 2, y: (top + foot - wide * slope(sight)) / 2 }, wide);
}

function listen(/** @type {Sight} */ sight) {
  const { box } = sight.board;
  const zoomed = () => box.classList.contains("zoomed");
  new ResizeObserver(() => resized(sight, zoomed())).observe(box);
  const travels = (/** @type {PointerEvent} */ e) =>
    sight.board.moved && zoomed() && !sight.board.holds?.(e);
  const wheel = (/** @type {WheelEvent} */ e) => {
    const scrolls = document.documentElement.scrollHeight > innerHeight + 4;
    if (scrolls && !e.ctrlKey) return;
    e.preventDefault();
    const factor = Math.exp(-e.deltaY * (e.deltaMode ? 0.05 : 0.0016));
    zoom(sight, factor, place(sight, { x: e.clientX, y: e.clientY }));
  };
  box.addEventListener("wheel", wheel, { passive: false });
  box.addEventListener("pointerdown", (e) => {
    if (/** @type {Element} */ (e.target).closest("button")) return;
    sight.fingers.set(e.pointerId, { x: e.clientX, y: e.clientY });
    if (sight.fingers.size > 1) return;
    sight.travelled = 0;
    sight.board.moved = false;
  });
  box.addEventListener("pointermove", (e) => {
    const last = sight.fingers.get(e.pointerId);
    if (!last) return;
    const next = { x: e.clientX, y: e.clientY };
    sight.travelled += Math.hypot(next.x - last.x, next.y - last.y);
    if (sight.travelled > SLIP) sight.board.moved = true;
    if (sight.fingers.size === 2) pinch(sight, e.pointerId, next);
    else if (sight.fingers.size === 1 && travels(e)) drag(sight, last, next);
    sight.fingers.set(e.pointerId, next);
  });
  const lifted = (/** @type {PointerEvent} */ e) => sight.fingers.delete(e.pointerId);
  box.addEventListener("pointerup", lifted);
  box.addEventListener("pointercancel", lifted);
  box.addEventListener("pointerleave", lifted);
}

/** The page has another room for the board: what was in its middle stays there. */
function resized(/** @type {Sight} */ sight, /** @type {boolean} */ zoomed) {
  const { x, y, width, height } = sight.now;
  const top = y + (height - width * slope(sight)) / 2;
  show(sight, { x, y: top }, zoomed ? width : full(sight));
  sight.board.resized?.();
}

function drag(/** @type {Sight} */ sight, /** @type {Spot} */ from, /** @type {Spot} */ to) {
  const [a, b] = [place(sight, from), place(sight, to)];
  const { x, y, width } = sight.now;
  show(sight, { x: x + a.x - b.x, y: y + a.y - b.y }, width);
}

function pinch(/** @type {Sight} */ sight, /** @type {number} */ id, /** @type {Spot} */ next) {
  const [[, other]] = [...sight.fingers].filter(([key]) => key !== id);
  const last = /** @type {Spot} */ (sight.fingers.get(id));
  const apart = (/** @type {Spot} */ p) => Math.hypot(p.x - other.x, p.y - other.y) || 1;
  const between = (/** @type {Spot} */ p) => ({ x: (p.x + other.x) / 2, y: (p.y + other.y) / 2 });
  sight.board.moved = true;
  drag(sight, between(last), between(next));
  zoom(sight, apart(next) / apart(last), place(sight, between(next)));
}
